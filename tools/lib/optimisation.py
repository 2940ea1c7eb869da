"""What other optimisation would save and cost, measured: for tools/sizes."""

import boards
import bench
import budgets
import build
import common

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


def table(progress) -> str:
    """Flash and instructions a node with each flag."""
    lines = ["| board | optimisation | flash, bytes | instructions per node | deepest stack seen, bytes |",
             "|---|---|--:|--:|--:|"]
    for board in map(boards.find, BOARDS):
        signatures = set()
        for flag in FLAGS:
            image = _built(board, flag, progress)
            size = budgets.read_size(image.with_suffix(".size").read_text(encoding="utf-8"))
            cost = bench.measure_bench(board, progress, image)
            signatures.add(cost["nodes"])
            lines.append(f"| {board.name} | {flag} | {size['flash_used']:,} | {cost['per_node']:,.0f} | {cost['stack']:,} |")
        if len(signatures) != 1:
            raise common.CheckError(f"{board.name}: the bench signature changes with the optimisation: {signatures}")
    return "\n".join(lines)
