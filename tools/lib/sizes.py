"""tools/sizes: the table of flash, RAM and stack per board, kept up to date in the documents that show it."""

import argparse
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "checks"))

import boards
import budgets
import build
import call_graph
import common
import terminal

BEGIN, END = "<!-- sizes:begin -->", "<!-- sizes:end -->"
DOCUMENTS = ("README.md", "docs/BUDGETS.md")


def row(board: boards.Board) -> list:
    """The cells of a built board's row."""
    size, stack = budgets.size_of(board.name), call_graph.analyse_preset(board.name)
    return [board.name, board.chip, board.configuration,
            f"{size['flash_used']:,} of {board.flash_bytes:,}",
            f"{size['ram_used']:,} of {board.ram_bytes:,}",
            f"{size['ram_static']:,}",
            f"{stack.total:,} of {size['stack_size']:,}"]


HEADINGS = ["board", "chip", "configuration", "flash", "RAM with stack", "of it static", "stack, worst case"]
NOTE = ("Bytes. Flash and RAM as linked; the stack is computed from the compiler's call graph: main path, deepest "
        "interrupt and fault handler, with the frames the processor pushes. Made by `tools/sizes`.")


def table(rows: list) -> str:
    lines = ["| " + " | ".join(HEADINGS) + " |", "|---|---|---|--:|--:|--:|--:|"]
    lines += ["| " + " | ".join(cells) + " |" for cells in rows]
    return "\n".join(lines) + "\n\n" + NOTE


def refreshed(text: str, content: str):
    """The document with what stands between the markers replaced; None when it has no markers."""
    pattern = re.compile(re.escape(BEGIN) + r".*?" + re.escape(END), re.S)
    if not pattern.search(text):
        return None
    return pattern.sub(lambda _: f"{BEGIN}\n{content}\n{END}", text)


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="tools/sizes",
        description=f"Builds every board, prints the table of flash, RAM and stack, and refreshes it in "
                    f"{' and '.join(DOCUMENTS)}, between {BEGIN} and {END}.")
    parser.add_argument("--check", action="store_true", help="change nothing; exit status 1 if a document is stale")
    parser.add_argument("--no-build", action="store_true", help="take the images as they are")
    options = parser.parse_args()
    try:
        if not options.no_build:
            build.setup()
            progress = terminal.Progress()
            for board in boards.device_boards():
                build.build(board.name, progress=progress)
        content = table([row(board) for board in boards.device_boards()])
    except (build.BuildError, common.CheckError) as error:
        print(f"tools/sizes: {error}", file=sys.stderr)
        return 1
    print(content)
    stale = []
    for name in DOCUMENTS:
        path = build.ROOT / name
        if not path.exists():
            continue
        text = path.read_text(encoding="utf-8")
        fresh = refreshed(text, content)
        if fresh is not None and fresh != text:
            stale.append(name)
            if not options.check:
                path.write_text(fresh, encoding="utf-8")
    if options.check and stale:
        print(f"tools/sizes: stale: {', '.join(stale)}; run tools/sizes and commit the result", file=sys.stderr)
        return 1
    for name in stale:
        print(f"{name} refreshed", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
