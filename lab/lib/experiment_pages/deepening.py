"""lab/pages/DEEPENING.md."""

import statistics
import subprocess

import measuring
from experiment_pages.common import BASES, Claim, Page, Table, at_depth, finished_by_all


def text_deepening(context) -> str:
    depth = 7 if context.quick else 9
    kept = context.kept("deepening", 2 * len(BASES))
    rows = []
    for base, configuration, own in BASES:
        for bytes_ in (own, 0):
            lists = kept.get(f"{base} {bytes_}", lambda: context.depth(base, depth, bytes_))
            done = finished_by_all([lists], depth)
            shares = []
            for level in range(depth - 3, depth + 1):
                last = sum(at_depth(lists, level, done))
                shares.append(f"{100 * sum(at_depth(lists, level - 1, done)) / last:.0f} %")
            rows.append([f"{configuration}, {f'table of {bytes_:,} bytes' if bytes_ else 'no table'}", len(done), *shares,
                         f"{sum(at_depth(lists, depth, done)) / len(done):,.0f}"])
    return (f"Nodes of all earlier iterations as a share of all nodes until a depth was finished, over those of the "
            f"{len(context.positions())} positions that were searched to depth {depth} within 3 million nodes.\n\n" + measuring.table(
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


def table_of(size: int) -> str:
    return f"table of {size:,} bytes" if size else "no table"


def geometric(ours, theirs) -> float:
    return statistics.geometric_mean([(a + 1) / (b + 1) for a, b in zip(ours, theirs)])


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
            earlier, last = sum(at_depth(steps, depth - 1, done)), sum(ours)
            two_before = sum(at_depth(steps, depth - 2, done))
            rows.append([f"{what}, {table_of(size)}", depth, len(done), f"{statistics.mean(theirs):,.0f}", f"{statistics.mean(ours):,.0f}",
                         f"{100 * (sum(ours) / sum(theirs) - 1):+.0f} %", f"{100 * (geometric(ours, theirs) - 1):+.0f} %",
                         f"{100 * sum(a < b for a, b in zip(ours, theirs)) / len(done):.0f} %",
                         f"{100 * earlier / (last - earlier):.0f} %", f"{(last - earlier) / (earlier - two_before):.1f}"])
    return ("Nodes until a depth is finished, by all iterations up to it, and by a search of that depth alone, over those of the "
            f"{len(context.positions())} positions that both finished within 3 million nodes. 'Faster in' are the positions in which the "
            "iterations together made fewer nodes; theirs open around the last score where the version does so, a direct search's window is "
            "open. 'Overhead' is what the earlier iterations made, in percent of the last one; 'factor' the "
            "last iteration's nodes over those of the one before.\n\n" + measuring.table(
                ["", "depth", "positions", "directly", "by iterations", "all nodes", "geometric mean", "faster in", "overhead", "factor"],
                rows))


BETTER = (("line", "the last line first, below the root too"), ("root", "root moves by the nodes that the last iteration spent on them"))


def text_better(context) -> str:
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
            cells = []
            for form, _ in BETTER:
                nodes = at_depth(lists[f"{base}-{form}"], depth, done)
                cells += [f"{100 * (sum(nodes) / sum(without) - 1):+.1f} %", f"{100 * (geometric(nodes, without) - 1):+.1f} %"]
            rows.append([f"{what}, {table_of(size)}", depth, len(done), f"{statistics.mean(without):,.0f}", *cells])
    return ("Nodes until a depth is finished, against the version as it is, over those of the "
            f"{len(context.positions())} positions that all finished within 3 million nodes. 'Line': {BETTER[0][1]}. 'Root': {BETTER[1][1]}.\n\n"
            + measuring.table(["", "depth", "positions", "nodes", "line, all nodes", "line, geometric mean", "root, all nodes",
                               "root, geometric mean"], rows))


# What is exchanged, in words.
CLOCK_RULES = {
    "whole": "iterations that do not come to an end are discarded",
    "between": "time is looked at between iterations, hardly ever within one",
    "resolve": "a score that falls is resolved: up to eight times the time",
    "flat": "the same time for all moves",
    "no-effort": "no look at the best move's share of an iteration",
    "easy": "more made of it: down to two fifths of the time",
    "five-same": "half the time after five iterations with the same move",
    "no-new-move": "no more time for a new best move, no less for one that stays",
    "no-falling": "no more time for a score that falls",
    "drop-50": "a fall is one of 50 centipawns, not of 25",
    "swing": "a fall is one against two iterations ago, so that odd is held against odd",
    "plan-20": "the clock is shared among 20 moves to come, not 30",
    "plan-24": "among 24",
    "plan-40": "among 40",
}
CLOCK = ("60+0.6", 16)


def text_clock_rules(context) -> str:
    names = [name for name in measuring.run([context.lab, "versions"], "duel_lab").split() if "-clock-" in name]
    kept = context.kept("clock-rules", len(names))
    blocks = []
    for base, configuration, own in BASES:
        rows = []
        for rule, what in CLOCK_RULES.items():
            name = f"{base}-clock-{rule}"
            if name not in names:
                continue
            result = kept.get(f"{name} {context.games}", lambda: context.match(name, base, context.games, clock=CLOCK))
            rows.append([what, result["games"], f"{result['score']:.1f} %", f"{result['elo']:+.0f} ± {result['error']:.0f}"])
        blocks.append(f"**{configuration}, {table_of(own)}**\n\n" + measuring.table(["rule", "games", "score", "Elo"], rows))
    return (f"Each against the rules as they are, {CLOCK[0]} seconds at {CLOCK[1]} nodes in a millisecond: some 20,000 nodes a move. Time is nodes "
            "divided by that, so the games are the same everywhere.\n\n" + "\n\n".join(blocks))


def text_kinds(context) -> str:
    fens = context.positions()
    said = subprocess.run([str(context.lab), "kinds"], input="\n".join(fens) + "\n", capture_output=True, text=True, check=True)
    kinds = said.stdout.split()
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
    return ("An iteration's nodes over those of the one before, geometric means, and the 10th and 90th percentile of all. Tactical are "
            "positions in which the side to move is in check, or either side could win a pawn or more by an exchange. Tables of 64 KB (Full) "
            f"and 2 KB (Tiny); positions that were searched to depth {depth} within 3 million nodes.\n\n" + measuring.table(
                ["", "positions", *(f"depth {level + 1}" for level in range(depth - 4, depth)), "10th percentile", "90th percentile",
                 f"mean nodes to depth {depth}"], rows))


PAGE = Page("DEEPENING.md", "Iterative deepening", opening="""
What the earlier iterations cost, and what they bring.
""", claims=(
    Claim("Earlier iterations cost little",
          "Chess Programming Wiki, Iterative Deepening",
          "More than half of all nodes are theirs in Full, two fifths in Tiny.", "deepening"),
    Claim("They make the whole faster than searching the depth directly", "Chess Programming Wiki, Iterative Deepening",
          "Yes: by a tenth with alpha-beta alone, by half or more with a table; not where IIR makes the direct search a smaller one.",
          "direct"),
    Claim("They cost about 3 %", "often said, of some thirty moves in each position",
          "Where nothing is cut; 10 % with alpha-beta alone, 60 to 160 % of the last iteration in our searches.", "direct"),
), tables={
    "deepening": Table("What iterative deepening costs", text_deepening, question="""
How much of the work do the earlier iterations make?
""", finding="""
In Full more than half of all nodes belong to earlier iterations, in Tiny two fifths: the smaller the factor from depth to depth, the
greater their share. In Tiny the table does not change the share; it halves the sum. Full takes even fewer nodes without a
table, but that is no cheaper way to the same depth: IIR takes a ply off each node that has no move to try first, and
without a table nearly all are such nodes.
"""),
    "direct": Table("Against searching a depth directly", text_direct, question="""
Is searching depth 1, 2, 3 and so on to d faster than searching depth d at once, as the wiki's page says? And where does "only
about 3 % overhead" come from? If each depth takes b times the nodes of the one before, the earlier ones together make 1 / (b - 1) of
the last: 3 % where all of some thirty moves are searched, as negamax without alpha-beta does.

Full takes a ply off every node that has no move to try first (IIR), and a search that begins at depth d has no such moves: it
searches less, not better. So both are there without that too.
""", finding="""
The 3 % are there where nothing is cut: a depth takes 32 times the nodes of the one before, and what the earlier depths have found
is of no use. With alpha-beta alone the factor is ten and the overhead 10 %, with captures in order and quiescence five and 23 %; in
both the root's best move, all that is handed on without a table, more than pays for it. The better the search, the smaller the
factor, the greater the overhead, and the more there is to win: in Tiny the earlier iterations cost two thirds of the last one and
more, and with them and a table it takes half to two thirds of the nodes that it takes without; in Full without IIR, with its
64 KB, two fifths. It is no law: even there up to one position in three would have been faster directly.

IIR turns the sign. Full seems to lose a fifth by iterations, as its direct search takes a ply off nearly every node. That is no
cheaper way to the same depth but a way to a smaller one.
"""),
    "line-root": Table("What else the last iteration can say", text_better, question="""
The table hands the last iteration's moves on. Where it is small or missing, does it help to try the last best line first below
the root as well? And at the root, does what each move took to be turned down say which to try next?
""", finding="""
Without a table the line is worth having: a sixth of Tiny's nodes, a twentieth of Plain's. With Tiny's 2 KB it still saves about
one in twenty, with 64 KB nothing is left to say. Full without a table makes half as many nodes again, because its nodes without a
move to try are searched a ply less (IIR) and those of the line no longer are: it searches more, not worse. Without IIR the line
saves 15 % of its nodes there.

The root's order by effort does not pay: a few nodes in a hundred more in Tiny and Full, whose order of moves (history, reductions of
what comes late) knows better what is good now than what was hard to turn down a ply ago.
"""),
    "clock-rules": Table("When to answer", text_clock_rules, question="""
What are the rules worth that say when a move is easy or hard, and what becomes of an iteration that does not come to an end? In
games on clocks each is taken out or exchanged.
""", finding="""
Three rules are shown to be worth something in Full. That moves get different times at all is worth some 60 Elo, that time is looked
at within an iteration some 17; and to make more of the best move's share, down to two fifths of the time, loses some 50. All other
bars reach zero, in Tiny every one: a hundred games tell no rule from another that is near it. An iteration that does not come to an end
may as well be discarded, and a fall that is resolved is no gain that could be seen. So the rules stay as they are.
"""),
    "kinds": Table("Quiet and tactical positions", text_kinds, question="""
Does the time for a depth foretell the time for the next? And is it another matter where pieces hang?
""", finding="""
On the mean the next depth takes 1.7 times the nodes in Full and 2.2 times in Tiny, in quiet and in tactical positions alike; the
tactical ones take fewer nodes in all. One iteration says little about the next: of ten, one takes fewer nodes than
the one before and one more than four times as many. So a rule that begins no iteration it cannot end must leave much unused, and
the rules in use stop within one.
"""),
})
