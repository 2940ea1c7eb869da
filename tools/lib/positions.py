"""Brings the program of tools/selfplay up to date: called by its wrapper, and by its tests."""

import sys

import build
import terminal


def program(progress=None):
    """Path of the program, built if it is missing or out of date."""
    build.build("host", progress=progress, targets=("position_maker",))
    return build.ROOT / "build" / "host" / "tools" / "selfplay" / "position_maker"


def main() -> int:
    progress = terminal.Progress()
    if not progress.live:
        progress = None             # a log is no place for the build's steps
    try:
        build.setup()
        program(progress)
        return 0
    except build.BuildError as error:
        print(f"tools/positions: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
