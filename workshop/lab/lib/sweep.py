"""workshop/lab/sweep: one number of an enhancement, value by value, each a version that plays the engine."""

import argparse
import os
import re

import build
import duel
import terminal
from terminal import ToolError

VERSIONS = {"large": ("Large", 65536), "small": ("Small", 2048)}
WRITTEN = build.ROOT / "build" / "lab" / "workshop" / "lab" / "duel" / "swept.inc"
MOST = 24       # versions in one program: more take more memory to compile than some machines have
SPELLED = re.compile(r"[A-Z]\w*<[\w\s,:<>@-]*>")


def values_of(first: int, last: int, step: int) -> list:
    if step == 0 or (last - first) * step < 0:
        raise ToolError(f"no number of steps of {step} leads from {first} to {last}")
    values = list(range(first, last + (1 if step > 0 else -1), step))
    if len(values) > MOST:
        raise ToolError(f"{len(values)} values are too many; {MOST} are the most")
    return values


def versions_text(base: str, enhancement: str, values) -> str:
    """What the program is compiled with: a line for each value."""
    if not SPELLED.fullmatch(enhancement) or enhancement.count("@") != 1:
        raise ToolError(f"'{enhancement}' is no enhancement with one @ among its numbers, such as 'Killers<40,@>'")
    name, table = VERSIONS[base]
    return "".join(f'STACKMATE_SWEPT("{base}-{value}", {name}, {table}, {enhancement.replace("@", str(value))})\n'
                   for value in values)


def program(text: str, progress):
    """The program with these versions; it is compiled anew only where they have changed."""
    WRITTEN.parent.mkdir(parents=True, exist_ok=True)
    if not WRITTEN.exists() or WRITTEN.read_text(encoding="ascii") != text:
        WRITTEN.write_text(text, encoding="ascii")
    return duel.program("duel_sweep", progress)


def play(lab, value: int, options) -> str:
    """A row: what came of the games."""
    result = duel.match(lab, f"{options.version}-{value}", options.version, "--games", options.games, "--nodes", options.nodes,
                        "--threads", options.threads, "--seed", options.seed)
    games, score, elo = duel.figures(result, 1)
    return f"{value:>8} {games:>7} {score:>9} {elo:>17}"


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="workshop/lab/sweep", formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Builds a version for each value of one number of an enhancement and lets each play the engine as it is.",
        epilog="ENHANCEMENT is spelled as in core/search/versions.hpp with an @ for the number and plain numbers for the\n"
               "others. It takes the place of what has its name, or is added where nothing has. For example\n\n"
               "  workshop/lab/sweep 'ReverseFutility<@,8>' 50 110 20\n"
               "  workshop/lab/sweep 'ProbCut<64,5,4,@,ProbCutMoves::all>' 60 180 40 --nodes 25000 --games 400")
    parser.add_argument("enhancement", metavar="ENHANCEMENT")
    for name in ("from", "to", "step"):
        parser.add_argument(name, type=int, metavar=name.upper())
    parser.add_argument("--version", choices=tuple(VERSIONS), default="large", help="the engine (default: large)")
    parser.add_argument("--games", type=int, default=200, metavar="N", help="for each value (default: 200)")
    parser.add_argument("--nodes", type=int, default=10000, metavar="N", help="a move (default: 10,000)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the openings (default: 1)")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1, metavar="N", help="games at a time")
    options = parser.parse_args()
    progress = terminal.Progress()
    values = values_of(getattr(options, "from"), options.to, options.step)
    text = versions_text(options.version, options.enhancement, values)
    build.setup()
    lab = program(text, progress)
    progress.clear()
    print(f"{options.enhancement} in {options.version}, {options.nodes:,} nodes a move\n\n   value   games     score               Elo")
    for value in values:
        print(play(lab, value, options), flush=True)
    return 0


if __name__ == "__main__":
    terminal.run(main, stopped="stopped")
