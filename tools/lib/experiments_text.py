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
"""

QUESTIONS = {
    "perft": """
Perft is one loop over frames with four hooks (`core/perft.hpp`). What does that cost against the same loop written by hand
(`tools/measure/perft_cost.cpp`), and what do counting the last ply in bulk and a small table save?
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
    "perft": """
The skeleton costs nothing: a thousandth at most, in either direction, on every processor. To count the moves of the last
ply and not make them takes a sixth of the instructions, on a Cortex-M0 a fifth. A table of 64 entries costs what it saves.
""",
    "recursive": """
The loop costs what the recursion costs: within one in a hundred on all four processors, so it is not speed that speaks
for it. RAM does. A ply of the recursion takes three times the bytes of a frame, in a place where nobody can count them at
compile time; and the loop can be parked, for which the recursive form has no answer at all. Nor does it matter how the
loop jumps. `SwitchJump`, plain C++, is the default everywhere.
""",
    "hooks": """
An enhancement that does nothing costs nothing, to the instruction and to the byte. The skeleton that the hooks hang from
is not free: a search so bare as Plain pays some 90 instructions a node for what it does not use. By the profiler on
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
With a table of 64 KB it hardly matters: all forms but micro-Max's save one to three nodes in a hundred, presumably since
the table knows a move in most nodes that would need one. The less table there is, the more the form matters. Half the depth is the best choice without
one (six to twelve in a hundred saved); one ply less is a bad one (forty to sixty lost), presumably because each node then pays
for its tree twice, at every ply again. Expected cut nodes are not worth deepening. Micro-Max's
form does not pay in this search: 40 in a hundred more with the large table, two to four times the nodes without one.

The claim that IID makes times more predictable is not borne out: the 90th percentile falls by about a tenth with the large
table, but without one it rises as often as it falls, and so do the worst cases.
""",
    "iid-match": """
See the error bars before the figures: a form has to be worth about ten Elo to be told from nothing by as many games. At
1,000 nodes a move, tried first, Full played the same games with and without IID, move for move: the table had a move in
every node that would have deepened. Starting again when the best move's score falls cost some 50 Elo there.
""",
    "without": """
Draws have no figure to earn: without them the engine does not know the rules.
""",
    "kilobytes": """
How far the curve goes on rising depends on the nodes: a table can hold no more than the search makes.
""",
    "whole": """
""",
    "replacement": """
""",
    "parallel": """
A quarter to a third more speed for a second core, not twice as much. It grows with depth and how long a position
takes. In one position of seven the first core takes longer at depth 8 than alone: results in the table change
its tree. They also change what comes out, since a deeper result is taken where it is found: score and move
are those of the search alone in little more than half of the positions. All this is time to depth. What it is
worth in games has not been measured.
""",
}
