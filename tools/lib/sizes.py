"""tools/sizes: flash, RAM and stack per board, and the RAM part by part, kept up to date in the documents."""

import argparse
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "checks"))

import boards
import budgets
import build
import call_graph
import common
import marked
import optimisation
import pin_bench
import ram_bill
import riscv
import terminal

DOCUMENTS = ("README.md", "docs/BUDGETS.md", "docs/PORTING.md")
# What stands for a chip that nobody has ported to yet (docs/PORTING.md).
NEEDS = (("stm32f100", "the engine over a serial line"), ("mps2_m7", "the engine over a serial line"),
         ("stm32f103", "a chess board, compiled with `-Os`"), ("stm32f411", "a chess board"))
FEW = ("stm32f100", "stm32f405", "rp2040")   # in the README: the smallest, and two chess boards


def figures(board: boards.Board) -> dict:
    """What a built board needs, in bytes, and what its chip has."""
    size, stack = budgets.size_of(board.name), call_graph.analyse_preset(board.name)[0]
    return {"flash": size["flash_used"], "flash_of_chip": board.flash_bytes,
            "ram": size["ram_used"], "ram_of_chip": board.ram_bytes, "ram_static": size["ram_static"],
            "stack": stack.total, "stack_reserved": size["stack_size"]}


def row(board: boards.Board) -> list:
    """The cells of a built board's row."""
    found = figures(board)
    return [board.name, board.chip, board.configuration,
            f"{found['flash']:,} of {found['flash_of_chip']:,}",
            f"{found['ram']:,} of {found['ram_of_chip']:,}",
            f"{found['ram_static']:,}",
            f"{found['stack']:,} of {found['stack_reserved']:,}"]


def kilobytes(figure: int) -> str:
    """Rounded up."""
    return f"{-(-figure // boards.KIB)} KB"


def needs(found: dict) -> str:
    """What a chip must have, from figures() of each board in NEEDS."""
    lines = ["| for | configuration | RAM with stack | flash | as on |", "|---|---|--:|--:|---|"]
    lines += [f"| {what} | `{boards.find(name).configuration}` | {kilobytes(found[name]['ram'])} | {kilobytes(found[name]['flash'])} | `{name}` |"
              for name, what in NEEDS]
    return "\n".join(lines) + f"\n\nMade by `tools/sizes` with {compiler()}."


HEADINGS = ["board", "chip", "configuration", "flash", "RAM with stack", "static RAM", "stack, worst case"]
NOTE = ("Bytes. Flash and RAM as linked; the stack is computed from the compiler's call graph: main path, deepest "
        "interrupt and fault handler, with the frames the processor pushes. Made by `tools/sizes` with ")


def compiler() -> str:
    """Another compiler makes other sizes."""
    return "arm-none-eabi-gcc " + common.output_of([common.CROSS + "gcc", "-dumpfullversion"]).strip()


def table(rows: list) -> str:
    lines = ["| " + " | ".join(HEADINGS) + " |", "|---|---|---|--:|--:|--:|--:|"]
    lines += ["| " + " | ".join(cells) + " |" for cells in rows]
    return "\n".join(lines) + "\n\n" + NOTE + compiler() + "."


def few(rows: list) -> str:
    """The README's excerpt: the boards in FEW, up to the RAM."""
    chosen = [cells[:5] for name in FEW for cells in rows if cells[0] == name]
    lines = ["| " + " | ".join(cells) + " |" for cells in [HEADINGS[:5], *chosen]]
    lines.insert(1, "|---|---|---|--:|--:|")
    return "\n".join(lines) + f"\n\nIn bytes. Made by `tools/sizes` with {compiler()}."


def figures_in(document: str) -> dict:
    """Board -> (flash, RAM with stack), as its table of sizes says."""
    rows = (line.split("|") for line in marked.parts_of(document).get("sizes", "").splitlines())
    return {cells[1].strip(): tuple(int(cell.split(" of ")[0].replace(",", "")) for cell in cells[4:6])
            for cells in rows if len(cells) > 5 and " of " in cells[4]}


def summary(built: dict, before: dict) -> str:
    """Board -> size as linked, beside what figures_in() tells of the commit before: for the page of a change's checks."""
    def cells(used: int, room: int, earlier) -> str:
        return f"{used:,} | {room - used:,} | {'new' if earlier is None else f'{used - earlier:+,}' if used != earlier else '0'}"
    lines = ["| board | flash | free | change | RAM with stack | free | change |", "|---|--:|--:|--:|--:|--:|--:|"]
    for name, size in built.items():
        flash, ram = before.get(name, (None, None))
        lines.append(f"| {name} | {cells(size['flash_used'], boards.find(name).flash_bytes, flash)} | "
                     f"{cells(size['ram_used'], boards.find(name).ram_bytes, ram)} |")
    return "## Sizes of the images, in bytes\n\n" + "\n".join(lines)


def summary_of_builds() -> str:
    """Of all boards that are built. What was before is not known where git has only one commit."""
    built = {board.name: budgets.size_of(board.name) for board in boards.device_boards()
             if (build.ROOT / board.image).with_suffix(".size").exists()}
    asked = subprocess.run(["git", "show", "HEAD^:docs/BUDGETS.md"], cwd=build.ROOT, capture_output=True, text=True, check=False)
    return summary(built, figures_in(asked.stdout))


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="tools/sizes",
        description="Builds every board, prints the tables of flash, RAM and stack and of what takes the RAM, and "
                    f"refreshes them in {', '.join(DOCUMENTS)}, between <!-- sizes:begin --> and "
                    "<!-- sizes:end -->, and the like.")
    parser.add_argument("--check", action="store_true", help="change nothing; exit status 1 if a document is stale")
    parser.add_argument("--no-build", action="store_true", help="take the images as they are")
    parser.add_argument("--optimisation", action="store_true",
                        help="only measure what -Os would save and cost, for the table between "
                             "<!-- optimisation:begin --> and <!-- optimisation:end -->; takes some minutes")
    parser.add_argument("--riscv", action="store_true",
                        help="only measure the core on an emulated RISC-V processor, for the table in docs/LIBRARY.md")
    parser.add_argument("--summary", action="store_true",
                        help="only print, as Markdown, the size of each image that is built and what the last commit has changed")
    options = parser.parse_args()
    if options.summary:
        print(summary_of_builds())
        return 0
    if options.riscv:
        build.setup("--tests")
        print(riscv.write())
        return 0
    progress = terminal.Progress()
    if not options.no_build:
        build.setup()
    if options.optimisation:
        contents = {"optimisation": optimisation.table(progress)}
    else:
        for board in [] if options.no_build else boards.device_boards():
            build.build(board.name, progress=progress)
        found = {name: figures(boards.find(name)) for name, _ in NEEDS}
        rows = [row(board) for board in boards.device_boards()]
        contents = {"sizes": table(rows), "few_sizes": few(rows), "ram": ram_bill.table(), "needs": needs(found)}
    progress.clear()
    print("\n\n".join(contents.values()))
    stale, findings = [], []
    for name in DOCUMENTS:
        path = build.ROOT / name
        if not path.exists():
            continue
        text = path.read_text(encoding="utf-8")
        if options.check and compiler() not in text:
            print(f"tools/sizes: {name} speaks of another compiler than {compiler()}: not compared", file=sys.stderr)
            continue
        table_of_levels = marked.parts_of(text).get("optimisation")
        if table_of_levels is not None and not options.optimisation:
            flash = {board: budgets.size_of(board)["flash_used"] for board in optimisation.BOARDS}
            findings += optimisation.stale(table_of_levels, flash, pin_bench.pinned())
        fresh = marked.filled(text, contents)
        if fresh != text:
            stale.append(name)
            if not options.check:
                path.write_text(fresh, encoding="utf-8")
    for finding in findings:
        print(f"tools/sizes: {finding}; run tools/sizes --optimisation and commit the result", file=sys.stderr)
    if options.check and stale:
        print(f"tools/sizes: stale: {', '.join(stale)}; run tools/sizes and commit the result", file=sys.stderr)
    if options.check and (stale or findings):
        return 1
    for name in stale:
        print(f"{name} refreshed", file=sys.stderr)
    return 0


if __name__ == "__main__":
    terminal.run(main)
