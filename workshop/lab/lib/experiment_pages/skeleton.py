"""The tables of workshop/lab/pages/SKELETON.md."""

import duel
import measuring
from experiment_pages.common import BASES, COMPARED, MATCH_NODES, at_depth, compared, finished_by_all
from search_cost import FORM_OF, cost_m4
from terminal import ToolError


def exchanged(context, kind: str, head: str, lab: str) -> str:
    """For both configurations: nodes and games of all versions whose names have `kind` in them, against the whole version."""
    depth = 6 if context.quick else 9
    names, blocks = context.versions(kind, lab), []
    kept = context.kept(kind.strip("-"), 2 * len(names) + len(BASES))
    for base, configuration, own in BASES:
        versions = [name for name in names if name.startswith(base + kind)]
        lists = {name: kept.get(f"{name} depth", lambda: context.depth(name, depth, own, lab)) for name in [base, *versions]}
        rows = []
        for name in versions:
            done = finished_by_all([lists[base], lists[name]], depth)
            if not done:
                raise ToolError(f"{name} finished depth {depth} nowhere")
            result = kept.get(f"{name} {context.games}", lambda: context.match(name, base, context.games, MATCH_NODES, lab=lab))
            rows.append([f"`{name.removeprefix(base + kind)}`", *compared(at_depth(lists[name], depth, done), at_depth(lists[base], depth, done)),
                         duel.elo_of(result), result["games"]])
        blocks.append(f"**{configuration}**, games at {MATCH_NODES:,} nodes a move\n\n" + measuring.table(
            [head, *COMPARED, "Elo", "games"], rows))
    return (f"Nodes to finish depth {depth}, compared with the whole version, over those of the "
            f"{len(context.positions())} positions that both finished within 3 million nodes; and the Elo difference to the whole "
            "version. {sign}\n\n" + "\n\n".join(blocks))


def text_without(context) -> str:
    return exchanged(context, "-without-", "taken out", "duel_lab").replace(
        "{sign}", "A negative figure means that the enhancement gains so much.")


def text_with(context) -> str:
    return exchanged(context, "-with-", "added", "duel_with").replace(
        "{sign}", "A positive figure means that the enhancement gains so much.")


def text_whole(context) -> str:
    costs, kept, rows = {base: cost_m4(context, base) for base in FORM_OF}, context.kept("whole", len(BASES)), []
    for base, configuration, own in BASES:
        nodes = MATCH_NODES * costs[base] // costs["plain"] // 10 * 10
        result = kept.get(f"{base} plain {nodes} {context.games}", lambda: context.match(
            base, "plain", context.games, nodes=f"{MATCH_NODES}:{nodes}", tables=f"{own}:0"))
        rows.append([f"{configuration}, {MATCH_NODES:,} nodes", f"{nodes:,}", *duel.figures(result)])
    return (f"Plain is the first search: alpha-beta, quiescence, draws. Its nodes cost less, so it gets more of them: a node takes "
            f"{costs['plain']:,} instructions against {costs['large']:,} in Full and {costs['small']:,} in Tiny on a Cortex-M4, counted over "
            "the bench positions.\n\n" + measuring.table(["", "nodes of Plain", "games", "score", "Elo"], rows))


def text_ladder(context) -> str:
    rungs, rows, whole = context.versions("ladder-"), [], 0.0
    kept = context.kept("ladder", len(rungs) - 1)
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
        rows.append([*row, *duel.figures(result), f"{whole:+.0f}"])
    return (f"Each version against the one above it, at {MATCH_NODES:,} nodes a move. From its step on the table has 64 KB. Instructions "
            "a node are those of a Cortex-M4, counted over the bench positions to depth 3, from the scout on to depth 5.\n\n"
            + measuring.table(["step", "instructions a node", "games", "score", "Elo", "sum"], rows))


DRAUGHTS_NODES = 2_000


def draughts_matches(context, game: str) -> dict:
    """Each version of this game against the whole one, by what is taken out."""
    names = context.versions(f"{game}-", "duel_draughts")
    kept = context.kept(f"draughts-{game}", len(names))
    games = 40 if context.quick else context.games
    return {name.split("-without-")[1].split("<")[0]: kept.get(f"{name} {DRAUGHTS_NODES} {games}", lambda: duel.match(
        context.program("duel_draughts"), name, game, "--games", games, "--nodes", DRAUGHTS_NODES)) for name in names}


def text_draughts(context) -> str:
    english, international = (draughts_matches(context, game) for game in ("english", "international"))
    rows = [[out if out == "all" else f"`{out}`", *duel.figures(english[out])[1:], *duel.figures(international[out])[1:]] for out in english]
    return (f"The Elo difference to the whole version of draughts, at {DRAUGHTS_NODES:,} nodes a move and with a table of 64 KB, "
            f"{english['all']['games']} games each. A negative figure means that the enhancement gains so much.\n\n" + measuring.table(
                ["taken out", "checkers: score", "Elo", "international: score", "Elo"], rows))
