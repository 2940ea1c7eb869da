"""The tables of lab/pages/SKELETON.md."""

import re

import build
import duel
import measuring
from experiment_pages.common import BASES, COMPARED, MATCH_NODES, at_depth, compared, finished_by_all
from search_cost import FORM_OF, cost_m4, desktop_form, hooks_of_form
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


# ---------------------------------------------------------------- who does what

PROFILED = ("ended", "searches", "cut", "nodes", "no", "deeper", "less", "proposed")
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
    """The forms are those of lab/measure/search_cost.cpp: full_apart has Full's hooks as functions of their own."""
    depth, kept, positions = 6 if context.quick else 10, context.kept("profile", 3), bench_positions()
    command = [*duel.NICE, context.program("duel_profile"), "large", "--depth", depth]
    whole, parts = profile_of(kept.get(f"large {depth}", lambda: measuring.run(command, "duel_profile", positions)))
    nodes = kept.get("full nodes", lambda: desktop_form("full"))["nodes"]
    hooks = kept.get("full_apart Cortex-M4", lambda: hooks_of_form("full_apart", "Cortex-M4", nodes))
    rows = []
    for number, (name, did) in enumerate(parts):
        instructions = hooks.get(str(number), 0) / nodes
        if instructions or any(did.values()):
            said = {what: f"{count:,}" if count else "" for what, count in did.items()}
            rows.append([f"`{name}`", *(said[what] for what in ("ended", "searches", "cut")),
                         f"{100 * did['nodes'] / whole['nodes']:.1f} %" if did["nodes"] else "",
                         *(said[what] for what in ("no", "deeper", "less", "proposed")), f"{instructions:,.0f}" if instructions >= 0.5 else ""])
    share = {what: f"{100 * whole[what] / whole['cutoffs']:.0f} %" for what in ("first", "hash", "captures")}
    return (f"Full: the {len(positions)} bench positions to depth {depth}, each with an empty table; the instructions are those of an "
            "enhancement's hooks on a Cortex-M4, over the same positions at depth 6.\n\n"
            f"{whole['nodes']:,} nodes, {100 * whole['quiescence'] / whole['nodes']:.0f} % of them in quiescence. Of the "
            f"{whole['cutoffs']:,} moves that failed high outside of it, {share['first']} were the node's first, {share['hash']} the hash move, "
            f"{share['captures']} other captures and promotions. With each hook as a function of its own a node takes "
            f"{hooks[''] / nodes:,.0f} instructions:\n\n" + measuring.table(
                ["enhancement", "nodes ended at once", "own searches", "that ended the node", "share of all nodes",
                 "times it said no", "plies added", "times less deep", "cutoffs by its move", "instructions a node"], rows))


def text_whole(context) -> str:
    costs = {base: cost_m4(context, base) for base in FORM_OF}
    kept = context.kept("whole", len(BASES))
    rows = []
    for base, configuration, own in BASES:
        nodes = MATCH_NODES * costs[base] // costs["plain"] // 10 * 10
        result = kept.get(f"{base} plain {nodes} {context.games}", lambda: context.match(
            base, "plain", context.games, nodes=f"{MATCH_NODES}:{nodes}", tables=f"{own}:0"))
        rows.append([f"{configuration}, {MATCH_NODES:,} nodes", f"{nodes:,}", *duel.figures(result)])
    return (f"Plain is the first search: alpha-beta, quiescence, draws. Its nodes cost less, so it gets more of them: a node takes "
            f"{costs['plain']:,} instructions against {costs['large']:,} in Full and {costs['small']:,} in Tiny on a Cortex-M4, counted over "
            "the bench positions.\n\n" + measuring.table(["", "nodes of Plain", "games", "score", "Elo"], rows))


def text_ladder(context) -> str:
    rungs = context.versions("ladder-")
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


FILE = "SKELETON.md"
TABLES = {
    "without": text_without,
    "with": text_with,
    "profile": text_profile,
    "whole": text_whole,
    "ladder": text_ladder,
    "draughts": text_draughts,
}
