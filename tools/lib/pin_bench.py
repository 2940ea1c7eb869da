#!/usr/bin/python3
"""Writes host_tests/bench_signature.txt anew: what `bench` counts on this computer in each configuration.

`tools/test --pin-bench` does the same. A commit that changes the figures says why.
"""

import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))

import build  # noqa: E402
import terminal  # noqa: E402

PROGRAMS = {"Full": "stackmate", "Wide": "stackmate_wide", "Tiny": "stackmate_tiny"}    # build/host's program for each configuration
FILE = build.ROOT / "host_tests" / "bench_signature.txt"


def pinned() -> dict:
    """Configuration -> nodes that its bench must count."""
    pairs = (line.split() for line in FILE.read_text(encoding="utf-8").splitlines())
    return {name: int(nodes) for name, nodes in pairs}


def nodes_of(program: str) -> int:
    """The signature of a program's bench. BuildError when it does not print one."""
    result = subprocess.run([str(build.ROOT / "build" / "host" / program), "bench"], stdin=subprocess.DEVNULL,
                            capture_output=True, text=True, check=False)
    words = (result.stdout.splitlines() or [""])[-1].split()
    if result.returncode != 0 or words[1::2] != ["nodes", "nps"]:
        raise build.BuildError(f"{program} bench ended with status {result.returncode} and said: {' '.join(words)}")
    return int(words[0])


def pin() -> dict:
    """Builds the programs, writes the file and returns what is in it."""
    build.build("host", progress=terminal.Progress(), targets=tuple(PROGRAMS.values()))
    signatures = {name: nodes_of(program) for name, program in PROGRAMS.items()}
    FILE.write_text("".join(f"{name} {nodes}\n" for name, nodes in signatures.items()), encoding="utf-8")
    return signatures


def main() -> int:
    try:
        for name, nodes in pin().items():
            print(f"{name} {nodes}")
    except build.BuildError as error:
        print(f"pin_bench: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
