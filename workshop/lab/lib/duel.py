"""The programs of the laboratory and of training, brought up to date, and the matches that they play.

usage: duel.py TOOL PROGRAM     for the wrapper of a tool that is such a program
"""

import re
import subprocess
import sys
from pathlib import Path

import build
import emulator
import terminal
from terminal import ToolError

NICE = ("nice", "-n", "10")
RESULT = re.compile(r"\+(\d+) =(\d+) -(\d+)  ([\d.]+) %  Elo (\S+) \+- (\S+)  from (\S+) to (\S+)  (nElo .* pairs( \d+){5})")


def program(name: str, progress=None) -> Path:
    """Path of the program, built if it is missing or out of date."""
    build.build("lab", progress=progress, targets=(name,))
    return build.ROOT / "build" / "lab" / "programs" / name


def match(player: Path, a: str, b: str, *options, log: Path | None = None, told=lambda line: None) -> dict:
    """What comes of a match for A. `player`: duel_match, or a program that knows more versions. With a log an interrupted match goes
    on. `told` hears each line that is said of its course."""
    nice = () if a.startswith("uci:") else NICE     # two programs may play on the computer's clock
    command = [str(word) for word in (*nice, player, "match", a, b, *options, *(("--log", log) if log else ()))]
    for _ in range(2):
        last = ""
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              preexec_fn=emulator._die_with_parent) as process:
            for line in process.stdout:
                last = line.strip()
                told(last)
            complaint = process.stderr.read().strip()
        if not log or "of another match or build" not in complaint:
            break
        log.unlink()            # begun by a program that was built in another way
    found = RESULT.search(last)
    if process.returncode != 0 or not found:
        raise ToolError(f"{a} against {b}: {complaint}")
    won, drawn, lost = map(int, found.groups()[:3])
    score, elo, error, low, high = map(float, found.groups()[3:8])
    return {"games": won + drawn + lost, "won": won, "drawn": drawn, "lost": lost, "score": score, "elo": elo, "error": error,
            "low": low, "high": high, "more": found[9]}


def figures(result: dict, digits: int = 0) -> list:
    """Games, score and Elo as cells of a table."""
    return [result["games"], f"{result['score']:.1f} %", elo_of(result, digits)]


def elo_of(result: dict, digits: int = 0) -> str:
    return f"{result['elo']:+.{digits}f} ± {result['error']:.{digits}f}"


def main() -> int:
    progress = terminal.Progress()
    build.setup()
    program(sys.argv[2], progress if progress.live else None)      # a match's log is no place for the build's steps
    return 0


if __name__ == "__main__":
    terminal.run(main, sys.argv[1])
