"""The words of docs/EXPERIMENTS.md, around the tables that tools/experiments measures."""

OPENING = """
# Experiments

Written by `tools/experiments`: the tables are measured on one core, the words around them are kept in the tool
(`tools/lib/experiments_text.py`) and were written after looking at the figures. "Sources" under a table names the state
of the code that it was measured with.

Positions, where nothing else is said: the 200 of `tools/duel/positions.txt`, one from each of 200 games that the engine
played against itself from random openings (`duel_lab positions --count 200 --seed 1`), spread evenly from opening to
ending. A node is a move made in the tree, also in an internal iteration; null moves do not count. Each position is searched with an empty table and nothing learnt. Matches: fixed nodes a move, random balanced openings, each with both
colours, seed 1; ± is half the 95 % interval.

**State.** The tables below were measured with the engine as its "Sources" say: with material and squares for an
evaluation, before it had a net. What came with the net was tried in matches of `tools/match` only, until the tables are
measured anew (fixed nodes a move, 64 KB or 2 KB of table, each line against the version before it; self-play, which
overstates):

| trial | configuration, nodes a move | games | Elo |
|---|---|--:|--:|
| net of 8 neurons a side for material and squares | Tiny, 10,000 | 400 | +105 ± 33 |
| exchange in quiescence and for pruning, logarithmic reductions, razoring, for what they replace | Tiny, 10,000 | 400 | +64 ± 29 |
| exchange, losing captures last, history with failures, logarithmic reductions, razoring, pawn correction, singular extensions, together | Full, 10,000 | 336 | +107 ± 32 |
| reductions that grow faster (50, 200 for 20, 220) | Full, 12,000 | 300 | +38 ± 32 |
| the same again (90, 180) | Full, 12,000 | 58 | +6 ± 75, not taken |
| narrower margins for all pruning | Full, 12,000 | 300 | +19 ± 32 |
| the same | Tiny, 10,000 | 240 | +23 ± 39 |
| net better trained, mirrored | Full, 10,000 | 300 | +35 ± 33 |
| the same | Tiny, 10,000 | 300 | +53 ± 34 |
| IIR for IID | Full, 12,000 | 300 | +47 ± 34 |
| IIR for IID and narrower margins together | Tiny, 10,000 | 240 | +48 ± 39, margins alone taken |
| no singular extensions | Full, 12,000 | 200 | +31 ± 40, so none |
| no check extension, IIR from depth 3 | Full, 12,000 | 200 | +12 ± 39, not taken |
| checks not reduced, razoring at the last ply only, losing captures left out at two plies, endings known | Full, 25,000 | 248 | +17 ± 37 |
| a ply more where passing loses to mate (`MateThreat`) | Full, 25,000 | 826 | +12 ± 17, not taken |
| a much deeper table entry of the same position stays | Full, 25,000 | 400 | +7 ± 26, not taken |
| more late moves looked at where the position gets better | Full, 25,000 | 174 | -20 ± 42, not taken |

Most bars reach to zero or near it: these are choices made on the likelier side, not proofs. Several matches were ended
before all their games, and the best of several trials looks better than it is.
"""

QUESTIONS = {
    "perft": """
Perft is one loop over frames with four hooks (`core/perft.hpp`). What does that cost against the same loop written by hand
(`tools/measure/perft_cost.cpp`), and what do counting the last ply in bulk and a small table save?
""",
    "loops": """
A recursive search can be made a loop in many ways ([DERIVATION](DERIVATION.md) shows them, with their authors). Which is cheapest,
in instructions, in memory, in lines? All are measured on one small search whose nodes are cheap, so that the way from node to
node weighs as much as it ever will. The steps that call themselves cannot be parked; from step 5 on all forms can, and look at
budget and stop flag in every node.
""",
    "recursive": """
Does the loop over ply frames cost more than a function that calls itself, and which way of jumping is cheaper? The
recursive form is the oracle of the tests, over the same hooks, frames and pickers; it cannot be parked, so it does not
look at budget and stop flag, which is to its advantage. Bytes per ply are the frame and, for the recursive form, what
each further ply took of the stack.
""",
    "hooks": """
What does it cost that everything is a hook? Against Plain, built of two enhancements, stands the same search written by
hand (`tools/measure/plain_by_hand.hpp`): same tree, same position, cursor and frames, nothing that it does not need.
""",
    "deepening": """
How much of the work do the earlier iterations make?
""",
    "iid": """
How many nodes does internal iterative deepening save or cost, in each of its forms, and does it make the time to a depth
more predictable, as is claimed for it? `minus1`, `minus2`, `over2`, `over4` are the inner depth against the node's; `min`
and `max` choose between three less and half; `pv` is in nodes with an open window only, `cut` also where a cutoff is
expected; `every-ply` is micro-Max's form, in which every node deepens itself from the depth the table knows; `reset`
searches the others from depth 1 again when the best move of a PV node falls below the last iteration's score.
Instructions follow the nodes: a node cost the same in every form, within what `tools/bench` shows, and was not measured
for each.
""",
    "iid-match": """
And what is it worth in games?
""",
    "without": """
What is each enhancement worth? Each is taken out in turn, all others stay.
""",
    "kilobytes": """
What does a kilobyte of transposition table buy?
""",
    "whole": """
What is all of it worth, at equal instructions?
""",
    "replacement": """
A bucket of four entries is full and none is of the same position: which one should go?
""",
    "parallel": """
What does a second core bring that searches the same root and shares the table (`core/parallel.hpp`)? A
perfect one would halve the time.
""",
}

FINDINGS = {
    "loops": """
Speed hardly chooses among them. By GCC all forms but the macros are within four in a hundred of each other on every Cortex-M; the
natural recursion is the cheapest of those by hand, by one to three in a hundred, since some of its values stay in registers. By
Clang it is the other way round: the loop is a hundredth or two cheaper than the recursion.

Memory chooses. A ply of the natural recursion takes four times the bytes of a frame (by Clang five times), and at ply 22 its stack is
more than seven times as deep, with nothing that bounds it when the image is linked. Moving the values into frames does not help by
itself: what is left on the stack beside the frame (step 2) is still twice the frame. Only without the call (step 4) does a ply
cost its frame and nothing else, and the stack is the same at any depth.

How the loop jumps back matters little: switch, branch table and label's address are within half a hundredth, one switch
within two. The address alone makes the frame larger. The macros cost four or five in a hundred, because each node is a return
to the driver and a call from it, and they take most lines in all, though the function within them reads like the recursion. Looking
at budget and stop flag in each node (step 5) costs nine instructions at most. So the plain switch stays: none is cheaper by more than
chance of compilation, and it needs no extension. What hooks make of the same loop costs between three in a hundred less and six more.

Clang 14 refuses a template's argument in `core/search/versions.hpp`, so the engine's versions are not measured with it; and on a
Cortex-M0 it calls a library for atomic flags.
""",
    "perft": """
The skeleton costs nothing: a thousandth at most, in either direction, on every processor. To count the moves of the last
ply and not make them takes a sixth of the instructions, on a Cortex-M0 a fifth. A table of 64 entries costs what it saves.
""",
    "recursive": """
The loop costs what the recursion costs: within two in a hundred on all four processors, so it is not speed that speaks
for it. RAM does. A ply of the recursion takes three times the bytes of a frame, in a place where nobody can count them at
compile time; and the loop can be parked, for which the recursive form has no answer at all. Nor does it matter how the
loop jumps: the branch table saves three in a thousand on a Cortex-M0 and costs seven in a thousand on an M4. So the loop
has a plain switch, and the branch table is an experiment (`host_tests/core/search/branch_table_search.hpp`).
""",
    "hooks": """
An enhancement that does nothing costs nothing, to the instruction and to the byte. The skeleton that the hooks hang from
is not free: a search so bare as Plain pays 70 to 100 instructions a node for what it does not use. By the profiler on
x86-64 half of that is the loop (resume points, targets of internal iterations, the flags of null moves, scouts) and a
third the picker, which looks for a hash move and killers before it gets to the moves. Making, unmaking, generating and
evaluating cost the same in both.
""",
    "deepening": """
About half of all nodes belong to earlier iterations: each depth takes about twice the nodes of the one before. The table
does not lower the share, with 64 KB it is even higher. It lowers the sum: with 64 KB the search takes about a third of
the nodes that it takes without.
""",
    "iid": """
With a table of 64 KB it does not matter: all forms but micro-Max's and the resets are within four in a hundred of none,
presumably since the table knows a move in most nodes that would need one. The less table there is, the more the form
matters. Without one, half the depth or the lesser of half and three less saves up to a tenth; one ply less is a bad choice
(forty to sixty-five in a hundred lost), presumably because each node then pays for its tree twice, at every ply again.
Expected cut nodes are not worth deepening. Micro-Max's form does not pay in this search: a third more nodes with the large
table, more than three times as many without one. Nor does starting again when the best move's score falls.

The claim that IID makes times more predictable is hardly borne out. The 90th percentile falls by up to a tenth with the
large table, and without one in the best forms; with Tiny's table it rises. The longest search of all gets longer as often
as shorter.
""",
    "iid-match": """
See the error bars before the figures: a form has to be worth about twenty Elo to be told from nothing by 500 games. None
is. What is shown is that the resets lose some 45 Elo in both configurations. So IID is no gain in this search as long as
there is a table; it stays in because it costs nothing with one and helps where there is none.
""",
    "without": """
Most is done by the table and by the scout, with which the reductions of late moves go, since they need it; then by late-move
pruning, killers, history and reverse futility. Draws earn their figure apart from it: without them the engine does not
know the rules.

Some did not pay here, and 500 games show no less than 25 Elo. Reductions of late moves save three nodes of four to depth 9 and
win no games at so few nodes: what is gained in depth is lost in what is overlooked. Null move is worth nothing yet in Tiny.
The check extension costs a third of the nodes and is not shown to earn them, mate distance and internal deepening make no
difference. They stay because boards have more time than these games: a second of a Cortex-M4 at 168 MHz is ten times 5,000
nodes. Whether they earn their place there is to be measured.
""",
    "kilobytes": """
The first 256 bytes bring half of what 2 KB do. Neighbours in the list are within each other's error bars; the whole curve
rises by some 40 Elo for four times the table. How far it goes on rising depends on the nodes: a table can hold no more
than the search makes.
""",
    "whole": """
Full, the whole list of enhancements, wins six of seven points from the search that it began as, at the same price. The
tables above do not add up to that: most enhancements do part of another's work when that one is taken out.
""",
    "replacement": """
What counts is that entries of earlier searches go. Depth alone fills a small table with what is no longer needed, and chance
keeps too little of what is. Taking four from the depth for each search gone by does as well as sending all older entries
first; one is too little in a small table.
""",
    "parallel": """
A quarter to a third more speed for a second core, not twice as much. It grows with depth and how long a position
takes. In one position of seven the first core takes longer at depth 8 than alone: results in the table change
its tree. They also change what comes out, since a deeper result is taken where it is found: score and move
are those of the search alone in little more than half of the positions. All this is time to depth. What it is
worth in games has not been measured.
""",
}
