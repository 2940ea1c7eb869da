"""The words of docs/STRENGTH.md, around the tables that lab/strength plays."""

OPENING = """
# Strength

Written by `lab/strength`: the tables are played, the words around them are kept in the tool
(`lab/lib/strength_text.py`). `lab/strength --help` says how to play them again; the other engines are yours to bring.

Every opening is played twice, with both colours. The brackets are the 95 % interval of the Elo difference, from the
scores of pairs: the two games of an opening are not independent. To know it within 20 Elo takes about a thousand games.
"""

QUESTIONS = {
    "devices": """
Who is stronger on the same chip? A second of a Cortex-M4 at 168 MHz is about a hundred million instructions. So each
engine gets the nodes that it can search with the same number of them. Ours are counted by `tools/bench`; the
others' are what whoever called the tool measured, and stand in the table. What an engine calls a node does not matter:
its price is that of its own nodes.
""",
    "memory": """
What does a kilobyte of transposition table buy at a device's budget? Each size against the configuration's own
(`lab/experiments` has the same at fewer nodes).
""",
    "instructions": """
What does a faster chip buy, or a cheaper node? And what does Tiny, all in 8 KB of RAM, give away?
""",
    "host": """
The desktop engine against others by the clock. Stockfish plays to a given Elo when told so (`UCI_LimitStrength`,
`UCI_Elo`); its scale was made by its authors, with longer thinking. "Rated" is what a list of engines says. Neither scale
is a federation's.
""",
}

FINDINGS = {
    "devices": """
The others have tables of 1 MB here, ten times what their chips have, ours what the chip has. Where an engine has no exact
limit of nodes, its search was made to stop at one; this is said under the table.
""",
    "memory": "",
    "instructions": """
Games against oneself overstate: against others a doubling is worth less. Tiny's instructions are a Cortex-M3's, Full's a
Cortex-M4's.
""",
    "host": """
"Ours on its scale" is the rating and the difference measured there; where one side wins nine points of ten it says little and
is left out. Time is the computer's, so these games are not the same twice.

Stash's rating is CCRL Blitz's, as the notes of [Truncator 1.0](https://github.com/CommanderKugel/Truncator/releases/tag/v1.0) give it; in
those 60 games the pairs made 0, 1/2, 1, 3/2 and 2 points 1, 1, 3, 11 and 14 times, nElo +295 ± 88, LOS 100 %. The two rows do
not fit one another, and that is not only our doing: the computer did other work during Stockfish's, and Stockfish, told to play at
2450, made nine points against Stash 21.0, which is rated 2713, in only ten games here. A label of one scale says nothing on another.
""",
}

CLOSING = """
## What this does not say
- No chip played: nodes stand for time. What a chip does in a second is instructions over its clock and wait states, and
  differs from board to board.
- No book on either side. A device that has one keeps it for people.
- An engine at few nodes is not the engine that its authors rate: these are figures at a chip's budget, no more.
"""
