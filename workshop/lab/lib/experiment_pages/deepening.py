"""The tables of workshop/lab/pages/DEEPENING.md."""

import statistics

import duel
import measuring
from experiment_pages.common import BASES, COMPARED, at_depth, by_table, compared, finished_by_all, with_interval


def text_deepening(context) -> str:
    depth = 7 if context.quick else 9
    kept = context.kept("deepening", 2 * len(BASES))
    rows = []
    for base, configuration, own in BASES:
        for bytes_ in (own, 0):
            lists = kept.get(f"{base} {bytes_}", lambda: context.depth(base, depth, bytes_))
            done = finished_by_all([lists], depth)
            shares = [f"{100 * sum(at_depth(lists, level - 1, done)) / sum(at_depth(lists, level, done)):.0f} %"
                      for level in range(depth - 3, depth + 1)]
            rows.append([f"{configuration}, {by_table(bytes_)}", len(done), *shares,
                         f"{sum(at_depth(lists, depth, done)) / len(done):,.0f}"])
    return ("Nodes of all earlier iterations as a share of all nodes up to the end of a depth, summed over those of the "
            f"{len(context.positions())} positions that finished depth {depth} within 3 million nodes.\n\n" + measuring.table(
                ["", "positions", *(f"depth {level}" for level in range(depth - 3, depth + 1)),
                 f"mean nodes to depth {depth}"], rows))


# Version, the same searched directly, what it is, depth (with --quick), tables.
DIRECT = (("ladder-01-minimax", "minimax-direct", "Negamax, nothing cut", 3, 3, (0,)),
          ("ladder-02-alpha-beta", "alpha-beta-direct", "Alpha-beta, moves in no order", 4, 3, (0,)),
          ("plain", "plain-direct", "Plain: alpha-beta, captures in order, quiescence", 5, 4, (0,)),
          ("small", "small-direct", "Tiny", 8, 5, (0, 2048, 65536)),
          ("small-iid-none", "small-iid-none-direct", "Tiny without IID", 8, 5, (0, 2048, 65536)),
          ("large", "large-direct", "Full", 8, 5, (0, 2048, 65536)),
          ("large-iid-none", "large-iid-none-direct", "Full without IIR", 8, 5, (0, 2048, 65536)))


def text_direct(context) -> str:
    kept = context.kept("direct", 2 * sum(len(sizes) for *_, sizes in DIRECT))
    rows = []
    for version, direct, what, full_depth, quick_depth, sizes in DIRECT:
        depth = quick_depth if context.quick else full_depth
        for size in sizes:
            steps = kept.get(f"{version} {size}", lambda: context.depth(version, depth, size))
            at_once = kept.get(f"{direct} {size}", lambda: context.depth(direct, depth, size))
            done = finished_by_all([steps, at_once], depth)
            ours, theirs = at_depth(steps, depth, done), at_depth(at_once, depth, done)
            two_before, earlier, last = (sum(at_depth(steps, level, done)) for level in range(depth - 2, depth + 1))
            rows.append([f"{what}, {by_table(size)}", depth, f"{statistics.mean(theirs):,.0f}", f"{statistics.mean(ours):,.0f}",
                         *compared(ours, theirs),
                         f"{100 * earlier / (last - earlier):.0f} %", f"{(last - earlier) / (earlier - two_before):.1f}"])
    return ("Nodes to finish a depth: by all iterations up to it, and by a search of that depth alone. Over those of the "
            f"{len(context.positions())} positions that both finished within 3 million nodes.\n\n" + measuring.table(
                ["", "depth", "directly", "by iterations", *COMPARED, "overhead", "factor"], rows))


BETTER = (("line", "the last line is tried first, below the root too"), ("root", "root moves in the order of the nodes that the last iteration spent on them"))


def text_line_root(context) -> str:
    kept = context.kept("line-root", 3 * 7)
    rows = []
    for base, what, full_depth, quick_depth, sizes in (("plain", "Plain", 5, 4, (0,)), ("small", "Tiny", 8, 5, (0, 2048, 65536)),
                                                       ("large", "Full", 8, 5, (0, 2048, 65536))):
        depth = quick_depth if context.quick else full_depth
        for size in sizes:
            lists = {name: kept.get(f"{name} {size}", lambda: context.depth(name, depth, size))
                     for name in (base, *(f"{base}-{form}" for form, _ in BETTER))}
            done = finished_by_all(lists.values(), depth)
            without = at_depth(lists[base], depth, done)
            cells = (cell for form, _ in BETTER for cell in compared(at_depth(lists[f"{base}-{form}"], depth, done), without))
            rows.append([f"{what}, {by_table(size)}", depth, f"{statistics.mean(without):,.0f}", *cells])
    return ("Nodes to finish a depth, compared with the version as it is, over those of the "
            f"{len(context.positions())} positions that all finished within 3 million nodes. 'Line': {BETTER[0][1]}. 'Root': {BETTER[1][1]}.\n\n"
            + measuring.table(["", "depth", "nodes", *(f"{form}, {head}" for form, _ in BETTER for head in COMPARED)], rows))


# What is exchanged, in words.
CLOCK_RULES = {
    "whole": "unfinished iterations are discarded",
    "between": "the time is checked between iterations, hardly ever within one",
    "resolve": "a falling score is resolved: up to eight times the time",
    "flat": "the same time for all moves",
    "easy": "the best move's share counts more: down to two fifths of the time",
}
CLOCK = ("60+0.6", 16)
SHORT_CLOCK = ("20+0.2", 16)
SHORT_CLOCK_RULES = {
    "five-same-10": "enough after five iterations with the same move, from depth 10 on",
    "second": "enough after five iterations in which every other move's bound was 200 centipawns lower",
    "two-deeper": "two plies more at least after a change of the best move",
    "parts-above": "a part of an iteration counts only if its score is above the last one",
    "swing-both": "a fall is compared with both of the last two iterations",
    "resolve-trouble": "a falling score is resolved with less than twenty increments on the clock",
}


def text_clock_rules(context) -> str:
    names = context.versions("-clock-")
    kept, rows = context.kept("clock-rules", len(names)), []
    for base, configuration, _ in BASES:
        for rule, what in CLOCK_RULES.items():
            if (name := f"{base}-clock-{rule}") in names:
                result = kept.get(f"{name} {context.games}", lambda: context.match(name, base, context.games, clock=CLOCK))
                rows.append([f"{configuration}: {what}", *duel.figures(result)])
    return (f"Each plays against the rules as they are, with clocks of {CLOCK[0]} seconds. A millisecond is {CLOCK[1]} nodes, which gives some 20,000 "
            "nodes a move, and makes the games the same everywhere. Tables of 64 KB (Full) and 2 KB (Tiny).\n\n"
            + measuring.table(["", "games", "score", "Elo"], rows))


def text_clock_rules_short(context) -> str:
    kept = context.kept("clock-rules-short", len(SHORT_CLOCK_RULES))
    rows = [[what, *duel.figures(kept.get(f"{rule} {context.games}", lambda: context.match(
        f"large-clock-{rule}", "large", context.games, clock=SHORT_CLOCK)))] for rule, what in SHORT_CLOCK_RULES.items()]
    return (f"Full against the rules as they are, with clocks of {SHORT_CLOCK[0]} seconds, which gives some 7,000 nodes a move.\n\n"
            + measuring.table(["rule", "games", "score", "Elo"], rows))


SETTLED = 3     # as in core/engine/time_keeper.hpp
SECOND_LINES = {0: "at each depth", 1: "where the best move is that of the depth before", SETTLED: "where it is that of the three depths before"}


def text_second_line(context) -> str:
    depth, kept = 6 if context.quick else 10, context.kept("second-line", 2 + len(SECOND_LINES))
    own, *others = [kept.get(name, lambda: context.depth(name, depth, 65536))
                    for name in ("large", *(f"large-second-line-{number}" for number in SECOND_LINES))]
    done, rows = finished_by_all((own, *others), depth), []
    for (number, where), lists in zip(SECOND_LINES.items(), others):
        result = number == SETTLED and kept.get(f"{number} {context.games}", lambda: context.match(
            f"large-second-line-{number}", "large", context.games, clock=SHORT_CLOCK))
        rows.append([where, *compared(at_depth(lists, depth, done), at_depth(own, depth, done)), *(duel.figures(result) if result else [""] * 3)])
    return (f"Full with the second line at the root, against Full as it is: nodes to finish depth {depth}, over {len(done)} positions; and games "
            f"with clocks of {SHORT_CLOCK[0]} seconds as above, in which a lead of 200 centipawns at five depths on end is enough.\n\n"
            + measuring.table(["second line", *COMPARED, "games", "score", "Elo"], rows))


PASSED = {"history-halved-often": "history halved before each iteration", "history-cleared-often": "history cleared before each iteration",
          "killers-cleared-often": "killers cleared before each iteration"}


def text_passed_on(context) -> str:
    depth, kept = 6 if context.quick else 10, context.kept("passed-on", 1 + len(PASSED))
    own, *others = [kept.get(name, lambda: context.depth(name, depth, 65536)) for name in ("large", *(f"large-passes-{name}" for name in PASSED))]
    done = finished_by_all((own, *others), depth)
    rows = [[what, *compared(at_depth(lists, depth, done), at_depth(own, depth, done))] for what, lists in zip(PASSED.values(), others)]
    return (f"Full: nodes to finish depth {depth}, compared with history and killers passed on as they are, over {len(done)} positions.\n\n"
            + measuring.table(["", *COMPARED], rows))


def text_kinds(context) -> str:
    fens = context.positions()
    kinds = measuring.run([context.lab, "kinds"], "duel_lab", fens).split()
    depth = 7 if context.quick else 10
    kept = context.kept("kinds", len(BASES))
    rows = []
    for base, configuration, own in BASES:
        lists = kept.get(base, lambda: context.depth(base, depth, own))
        for kind in ("quiet", "tactical"):
            done = [n for n in finished_by_all([lists], depth) if kinds[n] == kind]
            alone = [[b - a for a, b in zip([0, *lists[n]], lists[n])] for n in done]
            steps = [[nodes[level] / max(1, nodes[level - 1]) for nodes in alone] for level in range(depth - 4, depth)]
            every = sorted(ratio for level in steps for ratio in level)
            rows.append([f"{configuration}, {kind}", f"{len(done)} of {kinds.count(kind)}", *(f"{statistics.geometric_mean(level):.2f}" for level in steps),
                         f"{every[len(every) // 10]:.2f}", f"{every[len(every) * 9 // 10]:.2f}", f"{statistics.mean(at_depth(lists, depth, done)):,.0f}"])
    return ("Nodes of an iteration over those of the one before: geometric means, and the 10th and 90th percentile of all. "
            f"Tables of 64 KB (Full) and 2 KB (Tiny); positions that finished depth {depth} within 3 million nodes.\n\n" + measuring.table(
                ["", "positions", *(f"depth {level + 1}" for level in range(depth - 4, depth)), "10th percentile", "90th percentile",
                 f"mean nodes to depth {depth}"], rows))


FIRST_FORMS = {"": "as it is", "--open": "open window at the root", "--cleared": "table cleared before each iteration",
               "--forgetful": "no move tried first where the window is open"}


def text_firsts(context) -> str:
    fens, depth = context.positions(), 6 if context.quick else 8
    kinds = measuring.run([context.lab, "kinds"], "duel_lab", fens).split()
    kept, rows = context.kept("firsts", len(BASES) * len(FIRST_FORMS)), []
    for base, configuration, _ in BASES:
        for form, what in FIRST_FORMS.items():
            said = kept.get(base + form, lambda: measuring.run(
                [*duel.NICE, context.program("duel_replies"), "firsts", base, *form.split(), "--depth", depth], base, fens))
            counts = [list(map(int, line.split())) for line in said.splitlines()]
            cells = [with_interval((count[field + 1], count[field]) for count, kind in zip(counts, kinds) if kind == wanted)
                     for field in (0, 2) for wanted in ("quiet", "tactical")]
            rows.append([f"{configuration}, {what}", *cells])
    return (f"How often the first move was the best one in nodes with an exact score, and how often a cutoff was by the first move, outside of quiescence, to "
            f"depth {depth}: per cent, with 95 % intervals by bootstrap over the positions, a hundred of each kind.\n\n"
            + measuring.table(["", "best, quiet", "best, tactical", "cutoff, quiet", "cutoff, tactical"], rows))


AHEAD, FELL = 4, 25


def text_noise(context) -> str:
    heads, counts, rows, falls, kept = ["depth"], [], {}, [], context.kept("noise", len(BASES))
    for (base, configuration, _), deepest in zip(BASES, (8, 7) if context.quick else (12, 10)):
        said = kept.get(base, lambda: measuring.run([*duel.NICE, context.program("duel_replies"), "root", base, "--depth", deepest], base, context.positions()))
        runs = [[(move, int(score), int(capture), int(fall)) for move, score, capture, fall in (word.split(",") for word in line.split())]
                for line in said.splitlines()]
        runs = [run for run in runs if len(run) == deepest and all(abs(step[1]) < 5000 for step in run)]
        heads += (f"{configuration}: {head}" for head in ("from the depth before, cp", f"from {AHEAD} plies deeper, cp",
                                                          f"another move {AHEAD} plies deeper, per cent"))
        counts.append(f"{len(runs)} positions ({configuration})")
        for d in range(1, deepest - AHEAD):
            rows.setdefault(d, [d + 1]).extend([
                *(f"{statistics.mean(abs(run[d][1] - run[other][1]) for run in runs):.0f}" for other in (d - 1, d + AHEAD)),
                with_interval((run[d][0] != run[d + AHEAD][0], 1) for run in runs)])
        steps = [list(zip(run, run[1:])) for run in runs]
        falls.append([configuration, sum(after[3] > FELL for run in steps for _, after in run),
                      with_interval((sum(after[3] > FELL and before[2] for before, after in run), sum(after[3] > FELL for _, after in run)) for run in steps),
                      with_interval((sum(before[2] for before, _ in run), len(run)) for run in steps)])
    table = [row + [""] * (len(heads) - len(row)) for row in rows.values()]
    return (f"How far the score of an iteration is from others, and how often the move is another, over {' and '.join(counts)}. Searches with a "
            "score beyond 5,000 are left out.\n\n" + measuring.table(heads, table)
            + f"\n\nFirst moves at the root that fell by more than {FELL}, from depth 2 on: how many were captures, and of all "
            "moves that were best in the iteration before, in per cent.\n\n" + measuring.table(["", "falls", "captures among them", "captures among all"], falls))
