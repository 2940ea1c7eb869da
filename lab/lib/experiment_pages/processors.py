"""lab/pages/PROCESSORS.md."""

import hashlib

import build
import measuring
import parallel
from experiment_pages.common import MATCH_NODES, Claim, Page, Table


HEADS = ["", "positions", "nodes alone", "nodes helped", "nodes of the helper", "speed-up", "mean", "of the longest half",
         "10th percentile", "median", "90th percentile", "slower", "same score and move"]


def rows_of(context, table: str, forms, tasks) -> list:
    """A row for each task in each form. `tasks`: as in lab/parallel/two_cores_image.cpp."""
    build.build(parallel.PRESET, progress=context.progress)
    key = hashlib.sha256(parallel.image().read_bytes()).hexdigest()[:12]
    kept = context.kept(table, len(tasks) * len(forms))
    rows = []
    for task in tasks:
        for form in forms:
            lines = kept.get(f"{form}{task} {key}", lambda: parallel.transcript(form, task, niceness=measuring.NICE))
            found = parallel.positions_of(lines)
            speed = parallel.speed_ups(found)
            nodes = [f"{sum(getattr(p, which) for p in found):,}" for which in ("alone_nodes", "helped_nodes", "helper_nodes")]
            name = f"{parallel.FORMS[form]}, " if len(forms) > 1 else ""
            rows.append([f"{name}depth {task[1]}", len(found), *nodes,
                         *(f"{speed[figure]:.2f}" for figure in ("sum", "mean", "mean of the longest half", "10th percentile",
                                                                 "median", "90th percentile")),
                         f"{100 * speed['slower']:.0f} %", f"{100 * speed['same']:.0f} %"])
    return rows


def text_parallel(context) -> str:
    rows = rows_of(context, "parallel", "t", ("b5",) if context.quick else ("p6", "p8"))
    return ("Full with its table of 65,536 bytes on the emulated AN521, two Cortex-M33; the image is "
            "`lab/parallel/two_cores_image.cpp`. Speed-up: instructions of the first core until the depth was "
            "finished, alone over helped; of the sums, then position by position (geometric means). The longest half "
            "are the positions that took longest alone.\n\n" + measuring.table(HEADS, rows))


def text_parallel_forms(context) -> str:
    rows = rows_of(context, "parallel-forms", parallel.FORMS, ("q5",) if context.quick else ("p6", "p8"))
    return "As above.\n\n" + measuring.table(HEADS, rows)


def text_parallel_match(context) -> str:
    kept = context.kept("parallel-match", len(parallel.FORMS))
    games = 2 * context.games
    rows = []
    for name in parallel.FORMS.values():
        version = f"large-{name.lower().replace(' ', '-')}"
        result = kept.get(f"{version} {games}", lambda: context.match(version, "large", games, nodes=MATCH_NODES, lab="duel_processors"))
        rows.append([name, f"{result['score']:.1f} %", f"{result['elo']:+.0f} ± {result['error']:.0f}"])
    return (f"Full with a helper against Full alone, {MATCH_NODES:,} nodes a move of the one that answers, {games} games each; "
            "leader and helper take turns of two nodes, so a node stands for the same time.\n\n"
            + measuring.table(["", "score", "Elo"], rows))


PAGE = Page("PROCESSORS.md", "Two processors", opening="""
What a second core brings.
""", claims=(
    Claim("Two processors may search the same root, and divide the work by a shared table",
          "E. Felten, S. Otto, 1988",
          "A fifth faster to a depth, not twice; in games some 100 Elo at the same time, in self-play.", "parallel"),
    Claim("What the other is at comes last, and the table divides the work", "J.-C. Weill, 1996",
          "Better than the table alone to a depth, by a tenth; not in games.", "parallel-forms"),
    Claim("Where a search is a loop over frames, split points may be chosen freely and ownership may change hands",
          "R. Hyatt, 1994; Chess Programming Wiki, Iterative Search",
          "Yes, with loads and stores alone, and it is the best of three: half as fast again to depth 8.", "parallel-forms"),
), tables={
    "parallel": Table("A second core", text_parallel, question="""
What does a second core bring that searches the same root and shares the table (`lab/parallel/shared_table.hpp`)? A
perfect one would halve the time.
""", finding="""
A fifth more speed for a second core, not twice as much; more in the positions that take long, a third. In one position of five
the first core takes longer at depth 8 than alone: results in the table change its tree. They also change what comes out, since
a deeper result is taken where it is found: score and move are those of the search alone in a third of the positions. All this
is time to depth.
"""),
    "parallel-forms": Table("Three forms", text_parallel_forms, question="""
A shared table; ABDADA, where what the other is at comes last; splitting, where the helper takes over moves of a node that
the leader stands in (`lab/parallel/forms.hpp`).
""", finding="""
Splitting is best at both depths, though its helper has nothing to do for a ninth to a fifth of the time, and it alone
gains with depth. ABDADA gains about half of that on the shared table.
"""),
    "parallel-match": Table("Games on two cores", text_parallel_match, question="""
What is it worth in games?
""", finding="""
A second core of any form is worth having, and splitting is ahead here, too, by less than the bars: 40 Elo, each ± 40. Twice
the instructions for one core are worth +164 [106, 232] in self-play ([STRENGTH](../../docs/STRENGTH.md)). The shared table is worth more than
its time to depth says: what the helper finds deeper is taken, and a depth reached with it is not the depth reached alone.
Splitting is what `Threads` on the desktop uses.
"""),
})
