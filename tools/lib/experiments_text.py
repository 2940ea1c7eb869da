"""The words of docs/EXPERIMENTS.md, around the tables that tools/experiments measures."""

OPENING = """
# Experiments

Written by `tools/experiments`: the tables are measured on one core, the words around them are kept in the tool
(`tools/lib/experiments_text.py`) and were written after looking at the figures. "Sources" under a table names the state
of the code that it was measured with.

Positions, where nothing else is said: the 200 of `tools/duel/positions.txt`, one from each of 200 games that the engine
played against itself from random openings (`duel_lab positions --count 200 --seed 1`), spread evenly from opening to
ending. A node is a move made in the tree; null moves and internal iterations' moves count like all others. Each position
is searched with an empty table and nothing learnt. Matches: fixed nodes a move, random balanced openings, each with both
colours, seed 1; ± is half the 95 % interval.
"""

QUESTIONS = {
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
and `max` choose between `minus2` and `over2`; `pv` is in nodes with an open window only, `cut` also where a cutoff is
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
}

FINDINGS = {}
