"""Brings a program of lab/duel up to date: called by its wrapper, and by the tools that use it."""

import sys

import build
import terminal


def program(name: str, progress=None):
    """Path of the program, built if it is missing or out of date."""
    build.build("lab", progress=progress, targets=(name,))
    return build.ROOT / "build" / "lab" / "lab" / "duel" / name


def main() -> int:
    progress = terminal.Progress()
    if not progress.live:
        progress = None             # a match's log is no place for the build's steps
    try:
        build.setup()
        program(sys.argv[1], progress)
        return 0
    except build.BuildError as error:
        print(f"lab/match: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    terminal.run(main)
