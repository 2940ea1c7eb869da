"""Brings a program of this computer up to date, for the wrapper that starts it and for its tests.

usage: host_program.py TOOL     TOOL: book, positions, train
"""

import sys

import build
import terminal

# By tool: what is built, and where it lies below training/ in the build.
PROGRAMS = {
    "book": ("book_maker", "openings/book_maker"),
    "positions": ("position_maker", "selfplay/position_maker"),
    "train": ("stackmate_train", "trainer/train"),
}


def path(tool: str, progress=None):
    """Path of the tool's program, built if it is missing or out of date."""
    target, place = PROGRAMS[tool]
    build.build("lab", progress=progress, targets=(target,))
    return build.ROOT / "build" / "lab" / "training" / place


def main() -> int:
    tool = sys.argv[1]
    progress = terminal.Progress()
    if not progress.live:
        progress = None             # a log is no place for the build's steps
    try:
        build.setup()
        path(tool, progress)
        return 0
    except build.BuildError as error:
        print(f"training/{tool}: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    terminal.run(main)
