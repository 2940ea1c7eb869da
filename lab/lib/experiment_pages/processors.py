"""The tables of lab/pages/PROCESSORS.md."""

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
    tasks = ("q5",) if context.quick else ("p6", "p8")      # as in lab/parallel/two_cores_image.cpp
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
            "`lab/parallel/two_cores_image.cpp`.\n\n" + measuring.table(HEADS, rows))


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
