"""What other optimisation would save and cost, measured: for tools/sizes."""

import re

import boards
import bench
import budgets
import build
import common
import pin_bench

BOARDS = ("stm32f405", "stm32f100")
FLAGS = ("-O3", "-O2", "-Os")


def _built(board: boards.Board, flag: str, progress):
    """The firmware of a board, optimised so, in a build directory of its own."""
    directory = build.ROOT / "build" / "optimisation" / f"{board.name}{flag}"
    label = f"building {board.name} with {flag}"
    build.LOGS.mkdir(parents=True, exist_ok=True)
    with open(build.LOGS / "build-optimisation.log", "a", encoding="utf-8") as log:
        for command in (["cmake", "--preset", board.name, "-B", str(directory), "-D", f"STACKMATE_OPT={flag}"],
                        ["cmake", "--build", str(directory), "--target", "stackmate"]):
            progress.update(label, -1)
            if build._run(command, log, label, progress) != 0:
                build._fail(f"{board.name} does not build with {flag}", log, progress)
    return directory / "stackmate.elf"


def origin(signatures: dict) -> str:
    """The line that says what was measured."""
    return "Measured where `bench` counts " + " and ".join(f"{nodes} nodes in {name}" for name, nodes in sorted(signatures.items())) + "."


def stale(block: str, flash: dict, signatures: dict) -> list:
    """What in the table is not of this engine. `flash`: bytes of each board's image as built. Measuring again takes minutes; the
    row of the level that a board is built with shows at once whether the engine has changed since."""
    findings = [] if origin(signatures) in block else ["the table was not measured with this bench signature"]
    for board, used in flash.items():
        row = re.search(rf"^\| {board} \| {boards.BOARDS[board].optimisation} \| ([\d,]+) \|", block, re.M)
        if not row or row[1] != f"{used:,}":
            findings.append(f"{board} has {used:,} bytes of flash, and its row says {row[1] if row else 'nothing'}")
    return findings


def table(progress) -> str:
    """Flash and instructions a node with each flag."""
    lines = ["| board | optimisation | flash, bytes | instructions per node | deepest stack seen, bytes |",
             "|---|---|--:|--:|--:|"]
    for board in map(boards.find, BOARDS):
        wanted = pin_bench.pinned()[board.configuration]
        for flag in FLAGS:
            image = _built(board, flag, progress)
            size = budgets.read_size(image.with_suffix(".size").read_text(encoding="utf-8"))
            cost = bench.measure_bench(board, progress, image)
            if cost["nodes"] != wanted:
                raise common.CheckError(f"{board.name} with {flag}: bench counts {cost['nodes']} nodes and not {wanted}")
            lines.append(f"| {board.name} | {flag} | {size['flash_used']:,} | {cost['per_node']:,.0f} | {cost['stack']:,} |")
    return "\n".join(lines) + "\n\n" + origin(pin_bench.pinned())
