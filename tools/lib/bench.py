"""tools/bench: what the firmware costs, counted in the emulator: instructions per node and leaf, and the stack it used."""

import argparse
import json
import re
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "checks"))

import boards
import build
import counting
import emulator
import ram_bill
import resume
import terminal

# One function call of the firmware's in which all of a search's work is done.
SEARCH = r"UciShell<.*>::slice\("
PERFT_FLAVOURS = (("perft_by_hand", "by hand", 97_862), ("perft_by_copy", "by hand, copying", 97_862), ("perft_plain", "plain", 97_862),
                  ("perft_bulk", "bulk", 4_085_603), ("perft_hashed", "bulk and hash of 64 entries", 4_085_603),
                  ("perft_hash_alone", "hash alone", 4_085_603))
LIMIT = 900.0       # seconds of the host's time for one run
LAST = build.LOGS / "bench.json"    # board -> seconds that building and measuring it took here the last time


def bench_dialogue(progress, label):
    """Lets the firmware run its bench; tells how far it is by the lines that come."""
    def talk(engine):
        engine.synchronise()
        engine.send("bench")
        lines = []
        while True:
            line = engine.receive(LIMIT)
            if line is None:
                raise counting.CountingError(f"bench did not end within {LIMIT:g} s")
            lines.append(line)
            if line.endswith(" nps"):
                return lines
            progress.update(label, -1, line[:50])
    return talk


def measure_bench(board, progress, image=None) -> dict:
    """Nodes, instructions and stack of the firmware's bench."""
    image = image or build.image_of(board, progress=progress)
    counts = counting.count(board, image, bench_dialogue(progress, f"{board.name}: bench"), calls=(SEARCH,))
    nodes = int(counts.lines[-1].split()[0])
    instructions = sum(spent for spent, _ in counts.calls.values())
    return {"board": board.name, "configuration": board.configuration, "depth": bench_depth(board.configuration),
            "nodes": nodes, "instructions": instructions, "per_node": instructions / nodes, "stack": counts.stack,
            "ply_bytes": ram_bill.parts_of(board.name)["frame"]}


def bench_depth(configuration: str) -> int:
    """To which every bench position is searched."""
    text = (build.ROOT / "core" / "engine" / "config.hpp").read_text(encoding="utf-8")
    base, said = re.search(rf"struct {configuration}(?: : (\w+))? {{(.*?)\n}};", text, re.S).groups()
    depth = re.search(r"bench_depth = (\d+);", said)
    return int(depth[1]) if depth else bench_depth(base)


def measure_perft(board, progress, image=None):
    """Instructions per leaf of each perft flavour."""
    image = image or boards.folder(board.name) / "perft_cost.elf"
    if not image.exists():
        raise counting.CountingError(f"{image} was not built")
    progress.update(f"{board.name}: perft", -1)

    def talk(engine):
        status = engine.process.wait(LIMIT)
        if status != 0:
            raise counting.CountingError(f"{board.name}: perft counted wrong (exit status {status})")
        return []
    counts = counting.count(board, image, talk, calls=tuple(f"^{name}$" for name, _, _ in PERFT_FLAVOURS))
    return {"board": board.name,
            **{name: counts.calls[name][0] / leaves for name, _, leaves in PERFT_FLAVOURS}}


def tables(benches: list, perfts: list) -> str:
    text = []
    if benches:
        text += ["| board | configuration | depth | nodes (signature) | million instructions | instructions per node "
                 "| bytes per ply | deepest stack seen, bytes |",
                 "|---|---|--:|--:|--:|--:|--:|--:|"]
        text += [f"| {b['board']} | {b['configuration']} | {b['depth']} | {b['nodes']:,} | {b['instructions'] / 1e6:,.0f} "
                 f"| {b['per_node']:,.0f} | {b['ply_bytes']} | {b['stack']:,} |" for b in benches]
    if perfts:
        text += ["", "| perft, instructions per leaf | " + " | ".join(title for _, title, _ in PERFT_FLAVOURS)
                 + " | skeleton against by hand |", "|---|" + "--:|" * (len(PERFT_FLAVOURS) + 1)]
        for perft in perfts:
            costs = " | ".join(f"{perft[name]:,.1f}" for name, _, _ in PERFT_FLAVOURS)
            ratio = 100 * (perft["perft_plain"] / perft["perft_by_hand"] - 1)
            text.append(f"| {perft['board']} | {costs} | {ratio:+.2f} % |")
    return "\n".join(text).strip()


def plan(chosen: list, seconds: dict) -> str:
    """What is to be built and measured, and how long that takes."""
    names, fresh = [board.name for board in chosen], [board.name for board in chosen if not (build.ROOT / board.image).exists()]
    known = [seconds[name] for name in names if name in seconds]
    took = f"{terminal.duration(sum(known))} for {len(known)} of them the last time" if known else "the time was not measured here yet"
    return (f"tools/bench: {len(names)} boards: {', '.join(names)}; to be built first: {', '.join(fresh) or 'none'}; {took}. "
            "--board NAME measures one.")


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="tools/bench", formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Runs the firmware's bench and its perft in the emulator and prints what they cost: instructions,\n"
                    "counted exactly, the bytes of a ply and the deepest stack. Installs and builds what is missing.\n"
                    "The figures are the same on every computer.\n\n"
                    "Perft is that of the second well-known position: by hand and plain to depth 3, else to depth 4.",
        epilog=f"boards: {', '.join(board.name for board in boards.qemu_boards())}")
    parser.add_argument("--board", action="append", metavar="NAME", help="only this board; may be given several times")
    parser.add_argument("--only", choices=("bench", "perft"), help="only one of the two tables")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    options = parser.parse_args()
    progress = terminal.Progress()
    benches, perfts = [], []
    try:
        chosen = [boards.find(name) for name in options.board] if options.board else boards.qemu_boards()
    except ValueError as error:
        parser.error(str(error))
    seconds = resume.whole(LAST)
    if not options.board:
        print(plan(chosen, seconds), file=sys.stderr)
    build.setup()
    for board in chosen:
        began = time.monotonic()
        reason = emulator.why_not(board) or ("" if board in boards.qemu_boards() else f"{board.name} is not run by QEMU")
        if reason:
            progress.clear()
            print(f"tools/bench: {board.name} is left out: {reason}", file=sys.stderr)
            continue
        build.build(board.name, progress=progress, targets=("stackmate", "perft_cost"))
        if options.only != "perft":
            benches.append(measure_bench(board, progress))
        if options.only != "bench":
            perfts.append(measure_perft(board, progress))
        if not options.only:
            resume.replace(LAST, seconds := {**seconds, board.name: round(time.monotonic() - began)})
    progress.clear()
    print(json.dumps({"bench": benches, "perft": perfts}, indent=1) if options.json else tables(benches, perfts))
    return 0 if benches or perfts else 1


if __name__ == "__main__":
    terminal.run(main)
