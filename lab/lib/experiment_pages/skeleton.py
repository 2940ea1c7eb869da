"""lab/pages/SKELETON.md."""

import re
import subprocess

import build
import measuring
from experiment_pages.common import BASES, MATCH_NODES, Page, Table, at_depth, finished_by_all
from search_cost import FORM_OF, cost_m4, desktop_form, hooks_of_form

def exchanged(context, kind: str, head: str, lab: str) -> str:
    """For both configurations: nodes and games of all versions whose names have `kind` in them, against the whole version."""
    depth = 6 if context.quick else 9
    names = measuring.run([context.program(lab), "versions"], lab).split()
    blocks = []
    kept = context.kept(kind.strip("-"), 2 * sum(kind in name for name in names) + len(BASES))
    for base, configuration, own in BASES:
        versions = [name for name in names if name.startswith(base + kind)]
        lists = {name: kept.get(f"{name} depth", lambda: context.depth(name, depth, own, lab)) for name in [base, *versions]}
        rows = []
        for name in versions:
            done = finished_by_all([lists[base], lists[name]], depth)
            whole = sum(at_depth(lists[base], depth, done))
            nodes = sum(at_depth(lists[name], depth, done))
            if not done:
                raise measuring.MeasuringError(f"{name} finished depth {depth} nowhere")
            result = kept.get(f"{name} {context.games}", lambda: context.match(name, base, context.games, MATCH_NODES, lab=lab))
            rows.append([f"`{name.removeprefix(base + kind)}`", f"{100 * (nodes / whole - 1):+.0f} %", len(done),
                         f"{result['elo']:+.0f} ± {result['error']:.0f}", result["games"]])
        blocks.append(f"**{configuration}**, games at {MATCH_NODES:,} nodes a move\n\n" + measuring.table(
            [head, f"nodes to depth {depth}", "positions", "Elo", "games"], rows))
    return (f"Nodes until depth {depth} was finished, against the whole version's, over those of the "
            f"{len(context.positions())} positions that both finished within 3 million nodes; and the Elo difference to the whole "
            "version. {sign} Equal nodes are not equal time: "
            "an enhancement that makes a node cheaper or dearer is worth that much more or less.\n\n" + "\n\n".join(blocks))


def text_without(context) -> str:
    return exchanged(context, "-without-", "taken out", "duel_lab").replace(
        "{sign}", "A negative figure is what the enhancement is worth.")


def text_with(context) -> str:
    return exchanged(context, "-with-", "added", "duel_with").replace(
        "{sign}", "A positive figure is what the enhancement is worth.")


# ---------------------------------------------------------------- who does what

PROFILED = ("ended", "searches", "cut", "nodes", "no", "deeper", "less", "proposed")
# The form of a version whose hooks are functions of their own, in lab/measure/search_cost.cpp.
APART = {"large": ("full_apart", "full"), "small": ("small_apart", "switch_jump")}


def bench_positions() -> list:
    text = (build.ROOT / "core" / "engine" / "bench_positions.hpp").read_text(encoding="utf-8")
    return re.findall(r'"([1-8pnbrqkPNBRQK]+/[^"]+)"', text)


def profile_of(said: str) -> tuple:
    """What the whole search did, and (name, what it did) of each enhancement, in the list's order."""
    first, *lines = said.strip().splitlines()
    whole = dict(zip(("nodes", "quiescence", "cutoffs", "first", "hash", "captures"), map(int, first.split())))
    parts = []
    for line in lines:
        name, *figures = line.split()
        parts.append((name, dict(zip(PROFILED, map(int, figures)))))
    return whole, parts


def text_profile(context) -> str:
    depth = 6 if context.quick else 10
    kept = context.kept("profile", 3 * len(BASES))
    positions, blocks = bench_positions(), []
    for base, configuration, own in BASES:
        def searched():
            result = subprocess.run([*measuring.NICE, str(context.program("duel_profile")), base, "--depth", str(depth)],
                                    input="\n".join(positions) + "\n", capture_output=True, text=True, check=False)
            if result.returncode != 0:
                raise measuring.MeasuringError(result.stderr)
            return result.stdout
        whole, parts = profile_of(kept.get(f"{base} {depth}", searched))
        apart, form = APART[base]
        nodes = kept.get(f"{form} nodes", lambda: desktop_form(form))["nodes"]
        hooks = kept.get(f"{apart} Cortex-M4", lambda: hooks_of_form(apart, "Cortex-M4", nodes))
        rows = []
        for number, (name, did) in enumerate(parts):
            instructions = hooks.get(str(number), 0) / nodes
            if not instructions and not any(did.values()):
                continue
            rows.append([f"`{name}`", *(f"{did[what]:,}" if did[what] else "" for what in ("ended", "searches", "cut")),
                         f"{100 * did['nodes'] / whole['nodes']:.1f} %" if did["nodes"] else "",
                         *(f"{did[what]:,}" if did[what] else "" for what in ("no", "deeper", "less", "proposed")),
                         f"{instructions:,.0f}" if instructions >= 0.5 else ""])
        share = {what: f"{100 * whole[what] / whole['cutoffs']:.0f} %" for what in ("first", "hash", "captures")}
        blocks.append(
            f"**{configuration}**, {whole['nodes']:,} nodes, {100 * whole['quiescence'] / whole['nodes']:.0f} % of them in "
            f"quiescence. Of {whole['cutoffs']:,} moves that failed high outside of it {share['first']} were the node's first, "
            f"{share['hash']} the hash move, {share['captures']} other captures and promotions. With its hooks apart a node takes "
            f"{hooks[''] / nodes:,.0f} instructions:\n\n" + measuring.table(
                ["enhancement", "nodes ended at once", "own searches", "that ended the node", "share of all nodes",
                 "times it said no", "plies added", "times less deep", "cutoffs by its move", "instructions a node"], rows))
    return (f"The {len(positions)} bench positions to depth {depth}, each with an empty table. Own searches are null moves, internal "
            "iterations, and moves searched again after a scout; their nodes are counted for the innermost. Instructions are those "
            "within its hooks, on a Cortex-M4, each a function of its own for this purpose, over the same positions at "
            "depths 6 (Full) and 5 (Tiny). An adjustment of the static value has no column but the last.\n\n" + "\n\n".join(blocks))


# ---------------------------------------------------------------- two at a time

def text_pairs(context) -> str:
    depth = 6 if context.quick else 9
    names = [name for name in measuring.run([context.program("duel_pairs"), "versions"], "duel_pairs").split()
             if name.startswith("large-but-")]
    kept = context.kept("pairs", len(names) + 1)
    lists = {name: kept.get(name, lambda: context.depth(name, depth, 65536, "duel_pairs")) for name in ["large", *names]}
    done = finished_by_all(lists.values(), depth)
    if not done:
        raise measuring.MeasuringError(f"no position was finished to depth {depth} by all versions")
    nodes = {name: sum(at_depth(figures, depth, done)) / sum(at_depth(lists["large"], depth, done))
             for name, figures in lists.items()}
    single = [name.removeprefix("large-but-") for name in names if name.count("-") == 2]
    rows = []
    for i, one in enumerate(single):
        cells = []
        for j, other in enumerate(single):
            if j < i:
                cells.append("")
            elif j == i:
                cells.append(f"**{nodes[f'large-but-{one}']:.2f}**")
            else:
                both = nodes[f"large-but-{one}-{other}"]
                cells.append(f"{both:.2f} ({both / nodes[f'large-but-{one}'] / nodes[f'large-but-{other}']:.2f})")
        rows.append([f"`{one}`", *cells])
    return (f"Full: nodes until depth {depth} was finished without both, as a multiple of the whole version's; on the diagonal "
            f"without the one. In brackets the same over the product of the two singles: 1 where they do not touch each other, more "
            "where each does part of the other's work when that is missing, less where one needs the other. Over those "
            f"{len(done)} of the {len(context.positions())} positions that all {len(names) + 1} versions finished within 3 million nodes."
            "\n\n" + measuring.table(["taken out", *(f"`{name}`" for name in single)], rows))


def text_whole(context) -> str:
    costs = {base: cost_m4(context, base) for base in FORM_OF}
    kept = context.kept("whole", len(BASES))
    rows = []
    for base, configuration, own in BASES:
        nodes = MATCH_NODES * costs[base] // costs["plain"] // 10 * 10
        result = kept.get(f"{base} plain {nodes} {context.games}", lambda: context.match(
            base, "plain", context.games, nodes=f"{MATCH_NODES}:{nodes}", tables=f"{own}:0"))
        rows.append([f"{configuration}, {MATCH_NODES:,} nodes", f"{nodes:,}", result["games"], f"{result['score']:.1f} %",
                     f"{result['elo']:+.0f} ± {result['error']:.0f}"])
    return (f"Plain is the first search: alpha-beta, quiescence, draws. It gets as many more nodes as they cost less on a "
            f"Cortex-M4, counted over the bench positions: {costs['plain']:,} instructions against {costs['large']:,} in Full "
            f"and {costs['small']:,} in Tiny.\n\n" + measuring.table(["", "nodes of Plain", "games", "score", "Elo"], rows))


def text_ladder(context) -> str:
    rungs = [name for name in measuring.run([context.lab, "versions"], "duel_lab").split() if name.startswith("ladder-")]
    kept = context.kept("ladder", len(rungs) - 1)
    rows, whole = [], 0.0
    for number, rung in enumerate(rungs):
        cost = "" if context.quick and number else f"{cost_m4(context, f'ladder<{number}>'):,}"
        row = [f"{number + 1}. {rung.split('-', 2)[2]}", cost]
        if number == 0:
            rows.append([*row, "", "", "", "0"])
            continue
        games = context.games
        result = kept.get(f"{rung} {games}",
                          lambda: context.match(rung, rungs[number - 1], games, MATCH_NODES, name=rung.replace("/", "-")))
        whole += result["elo"]
        rows.append([*row, result["games"], f"{result['score']:.1f} %", f"{result['elo']:+.0f} ± {result['error']:.0f}", f"{whole:+.0f}"])
    return (f"Each version against the one above it, {MATCH_NODES:,} nodes a move. The table, from its step on, has 64 KB. Instructions "
            "a node are a Cortex-M4's, counted over the bench positions to depth 3, from the scout on to depth 5.\n\n"
            + measuring.table(["step", "instructions a node", "games", "score", "Elo", "sum"], rows))


PAGE = Page("SKELETON.md", "Enhancements", opening="""
What each enhancement that hangs from the skeleton is worth.

**Tried on the way.** What came with the net was tried in matches of `lab/match`, each line against the version before it (fixed
nodes a move, 64 KB or 2 KB of table; self-play, which overstates). The tables below are of the engine with it.

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
| ProbCut by captures (`probcut-captures`) | Full, 25,000 | 1,200 | +0 ± 16, not taken |
| no check extension, SPRT [0, 10] | Full, 25,000 | 996 | -20 ± 18, refused |
| no reverse futility, SPRT [0, 10] | Full, 25,000 | 524 | -42 ± 25, refused |
| IID at the lesser of half the depth and three less, in place of two less, SPRT [0, 10], not finished | Tiny, 25,000 | 478 | -17 ± 27, not taken |

Most bars reach to zero or near it: these are choices made on the likelier side, not proofs. Several matches were ended
before all their games, and the best of several trials looks better than it is.
""", tables={
    "without": Table("Each enhancement taken out", text_without, question="""
What is each enhancement worth? Each is taken out in turn, all others stay.
""", finding="""
Most is done by the scout, with which the reductions of late moves go, since they need it, and by the table; in Full then by history,
the pruning of losing captures and of late moves, in Tiny by reverse futility. Draws earn their figure apart from it: without them the
engine does not know the rules. Nodes do not tell what is worth having: without the table Full needs fewer to depth 9 and loses 300
Elo, without history hardly more and loses 200, while IIR saves two fifths and cannot be told from nothing.

A hundred games show no less than 50 Elo. In Full seven of nineteen are shown to earn something. Of the other twelve five come out
above zero when they are missing, furthest reverse futility and the check extension, which takes a third of the nodes. Longer matches
put both right (above): Full loses 42 ± 25 without the one and 20 ± 18 without the other. Tiny, whose order of moves is worse,
needs them more: reverse futility is worth 180 Elo there.
"""),
    "with": Table("Each enhancement added", text_with, question="""
What would those be worth that neither version has? The skeleton's author names two to five at each of its points; each is added
alone to the versions as they are.
""", finding="""
None is shown to win: every bar reaches zero, that of the book's positions in Full only just; ProbCut by captures, which came out
furthest above, is nothing in 1,200 games (above). Singular extensions cost half as many
nodes again and give nothing back, and multi-cut looks like a loss in both. Cutting off by the table of the node's own children
saves a tenth of the nodes to a depth, and no game. They stay experiments.
"""),
    "profile": Table("Who does what", text_profile, question="""
Which enhancement ends how many nodes, searches how many of its own, and takes how many instructions? Each
enhancement is wrapped, so that every answer it gives is counted (`lab/duel/told.hpp`).
""", finding="""
Nearly half of all nodes lie in moves that are searched again after a scout, though there are few such moves: one in two hundred
nodes begins one, and it takes ninety nodes on the mean, because it stands near the root and its depth is whole again. All
that is saved by reducing and scouting is paid for there; who wants fewer nodes begins with what makes these wrong.

The nodes that end at once are ended by the table and by reverse futility, as often by the one as by the other in Full, and
three times as often by reverse futility in Tiny, whose table is small. Razoring is nearly always right, null move in two tries of
five in Full and in half of them in Tiny. Dearest are the table and the exchanges of losing captures.
"""),
    "pairs": Table("Two taken out", text_pairs, question="""
Which enhancements do each other's work? The eight strongest are taken out one and two at a time.
""", finding="""
Killers and history stand in for each other most: either may go and hardly a node is lost, both together cost three quarters
more. Null move and reductions do it next, late-move pruning and reductions after them: each of the three spares the search the
same hopeless moves. The other pairs hardly touch each other.

Without the table a third of the nodes is saved, which is no gain: a node without a hash move loses a ply (`Iir`), and
without a table none has one, so depth 9 is a smaller search then. In games the table is worth what the ladder below says.
"""),
    "whole": Table("All enhancements together", text_whole, question="""
What is all of it worth, at equal instructions?
""", finding="""
Full, the whole list of enhancements, wins every game against the search that it began as, at the same price, and Tiny nineteen
points of twenty. The tables above do not add up to that: most enhancements do part of another's work when that one is taken out.
"""),
    "ladder": Table("A ladder from negamax to Full", text_ladder, question="""
What does each step bring that leads from negamax without alpha-beta to Full, the one after the other? The author of Stash
measured the steps of his engine so. `minimax` searches all moves to the depth and takes the static value there, moves as they
come by squares; the root's best move of the last iteration is first. Each version below has what it is named after, and all that
stands above. The last is Full. The order decides what a step is worth: what comes late does a work that is partly done.
""", finding="""
Some 2,000 Elo lie between the first step and the last, at equal nodes and in play against the step before, which overstates. Four steps
bring more than half of it: captures in their order, quiescence, the net and alpha-beta. Of what prunes and reduces, null move,
leaving out losing captures, late-move pruning and the reductions stand out with a hundred and more each. Scout, aspiration, mate
distance, delta pruning, the correction by pawns and the check extension stay within the bar of a hundred games; so does the
history of moves, nearly, where killers are there before it.

No step is free: a node of the last costs 1,815 instructions, one with alpha-beta, captures in order and a table 1,110.
"""),
})
