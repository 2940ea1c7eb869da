"""The tables of workshop/lab/pages/PROCESSORS.md."""

import hashlib

import build
import duel
import measuring
import parallel
from experiment_pages.common import COMPARED, MATCH_NODES, compared


HEADS = ["", "positions", "nodes alone", "nodes helped", "nodes of the helper", "speed-up", "mean", "of the longest half",
         "10th percentile", "median", "90th percentile", "slower", "same score and move"]


def searched(context, forms: dict):
    """Each depth with each form: (depth, name, positions)."""
    tasks = ("q5",) if context.quick else ("p6", "p8")      # as in workshop/lab/parallel/two_cores_image.cpp
    build.build(parallel.PRESET, progress=context.progress)
    key = hashlib.sha256(parallel.image().read_bytes()).hexdigest()[:12]
    kept = context.kept("parallel-forms", len(tasks) * len(forms))
    for task in tasks:
        for form, name in forms.items():
            lines = kept.get(f"{form}{task} {key}", lambda: parallel.transcript(form, task, niceness=duel.NICE))
            yield task[1], name, parallel.positions_of(lines)


def text_parallel_forms(context) -> str:
    rows = []
    for depth, name, found in searched(context, parallel.FORMS):
        speed = parallel.speed_ups(found)
        nodes = [f"{sum(getattr(p, which) for p in found):,}" for which in ("alone_nodes", "helped_nodes", "helper_nodes")]
        rows.append([f"{name}, depth {depth}", len(found), *nodes,
                     *(f"{speed[figure]:.2f}" for figure in ("sum", "mean", "mean of the longest half", "10th percentile",
                                                             "median", "90th percentile")),
                     f"{100 * speed['slower']:.0f} %", f"{100 * speed['same']:.0f} %"])
    return ("Full with its table of 65,536 bytes on the emulated AN521, two Cortex-M33; the image is "
            "`workshop/lab/parallel/two_cores_image.cpp`.\n\n" + measuring.table(HEADS, rows))


def text_split_rules(context) -> str:
    rows, nearest = [], []
    for depth, name, found in searched(context, parallel.RULES):
        instructions = [1e6 * p.helped for p in found]
        usual = name == parallel.RULES["s"]
        if usual:
            nearest = instructions
        speed = parallel.speed_ups(found)
        rows.append([f"{name}, depth {depth}", len(found), f"{sum(p.helper_nodes for p in found):,}", f"{speed['sum']:.2f}",
                     f"{speed['mean']:.2f}", *([""] * len(COMPARED) if usual else compared(instructions, nearest))])
    return ("The same image. From the sum on: the first core's instructions against those with the first rule.\n\n"
            + measuring.table(["", "positions", "nodes of the helper", "speed-up", "mean", *COMPARED], rows))


def text_parallel_match(context) -> str:
    kept = context.kept("parallel-match", len(parallel.FORMS))
    games = 2 * context.games
    rows = []
    for name in parallel.FORMS.values():
        version = f"large-{name.lower().replace(' ', '-')}"
        result = kept.get(f"{version} {games}", lambda: context.match(version, "large", games, nodes=MATCH_NODES, lab="duel_processors"))
        rows.append([name, *duel.figures(result)[1:]])
    return (f"Full with a helper against Full alone, at {MATCH_NODES:,} nodes a move of the leader, {games} games each. "
            "Leader and helper take turns of two nodes, so a node takes the same time on both sides.\n\n"
            + measuring.table(["", "score", "Elo"], rows))


HELPERS = (1, 2, 3, 4, 7)
HANDING = (1, 3, 7)
MANY_NODES = 10_000     # a move of the leader
MANY_SOURCES = ("core", "workshop/lab/parallel", "workshop/lab/duel/helpers.cpp")


def by_helpers(context, counts) -> list:
    """(depth, how many, what they did without handing over, what with it, what the leader did alone)"""
    found = []
    key = measuring.source_hash(MANY_SOURCES)
    depths = (5,) if context.quick else (8, 10)
    kept = context.kept("many-helpers", len(depths) * (1 + 2 * len(counts)))

    def searched(count: int, depth: int, handing: bool) -> list:
        said = kept.get(f"{count} {depth} {handing} {key}", lambda: [vars(helped) for helped in parallel.helped(
            context.program("duel_helpers"), count, depth, context.positions(), duel.NICE, handing)])
        return [parallel.Helped(**helped) for helped in said]

    for depth in depths:
        alone = searched(0, depth, False)
        found += [(depth, count, searched(count, depth, False), searched(count, depth, True), alone) for count in counts]
    return found


def share(part: int, whole: int) -> str:
    return f"{100 * part / max(1, whole):.0f} %"


def sums(some: list):
    return parallel.Helped(**{name: sum(vars(one)[name] for one in some) for name in vars(some[0])})


def text_many_helpers(context) -> str:
    rows = []
    for depth, count, some, _, alone in by_helpers(context, HELPERS):
        speed, all_of = parallel.speed_ups(parallel.against(alone, some)), sums(some)
        rows.append([f"{count}, depth {depth}", len(some), f"{sums(alone).nodes:,}", f"{all_of.nodes:,}", f"{all_of.helpers:,}",
                     *(f"{speed[figure]:.2f}" for figure in ("sum", "mean", "mean of the longest half")),
                     f"{100 * speed['slower']:.0f} %",
                     share(all_of.idle, all_of.turns), share(all_of.helpers - all_of.useful, all_of.helpers)])
    return ("Full with its table of 65,536 bytes; leader and helpers take turns of two nodes (`workshop/lab/duel/helpers.cpp`).\n\n"
            + measuring.table(["helpers", "positions", "nodes alone", "nodes helped", "nodes of the helpers", "speed-up", "mean",
                               "of the longest half", "slower", "idle", "in vain"], rows))


def text_handed_over(context) -> str:
    rows = []
    for depth, count, without, handing, _ in by_helpers(context, HANDING):
        plain, all_of = sums(without), sums(handing)
        each = max(1, all_of.branches)
        rows.append([f"{count}, depth {depth}", f"{all_of.unfinished:,}", f"{all_of.branches:,}", f"{all_of.branch_nodes / each:.0f}",
                     f"{all_of.plies / each:.1f}", f"{all_of.bytes / each:,.0f}", share(plain.helpers - plain.useful, plain.helpers),
                     share(all_of.helpers - all_of.useful, all_of.helpers),
                     *compared([p.nodes for p in handing], [p.nodes for p in without])])
    return ("The same searches, with branches handed over against without. From the sum on: the leader's nodes.\n\n" + measuring.table(
        ["helpers", "moves taken over", "branches", "nodes in each", "plies", "bytes", "in vain without", "in vain with", *COMPARED], rows))


def text_many_match(context) -> str:
    kept = context.kept("many-match", 3)
    rows = []
    for count in (1, 3, 7):
        version = f"large-splitting-{count}"
        games = context.games if count < 7 else 2 * context.games // 3      # they take longer
        result = kept.get(f"{version} {games} {measuring.source_hash(MANY_SOURCES)}", lambda: context.match(
            version, "large", games, nodes=MANY_NODES, lab="duel_processors"))
        rows.append([count, *duel.figures(result)])
    return (f"Full with helpers against Full alone, at {MANY_NODES:,} nodes a move of the leader. Leader and helpers take turns of two "
            "nodes.\n\n" + measuring.table(["helpers", "games", "score", "Elo"], rows))
