"""tools/deadline: does the firmware ever answer late? Thousands of timed searches in the emulator's exact virtual time.

Two latencies are measured, each from one access of the UART's data register to another, in instructions executed, of
which each takes a fixed time (boards.Board.icount_shift):

- `go movetime N`: from the read of the go line's last byte to the write of the first byte of `bestmove`. Late if more
  than N ms and half a millisecond; early if less than N - 1 ms (the clock's tick), unless the search was over, that is,
  as deep as it can be.
- `stop` during `go infinite`: from the read of its line's last byte, by the receive interrupt, to the write of the first
  byte of `bestmove`, or from the write of the last byte of a line that was under way then. Late if more than half a
  millisecond.

Every answer must be a legal move; the host program is asked what is legal. The emulated line takes no time for a byte, so
what a real line does to an answer that stands behind other output is not seen here: firmware/uci/search_reports.hpp keeps
the line free for the answer, and the shell's host test pretends to be a slow line.
"""

import argparse
import json
import math
import random
import re
import subprocess
import tempfile
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path

import boards
import build
import counting
import emulator
import terminal
import uci

PLUGIN = build.ROOT / "tools" / "qemu_plugin" / "line_log.c"
OLDEST_QEMU = (9, 2)    # its plugins are told the values of memory accesses

# Data registers of the boards' serial ports: where received bytes are read, and where bytes to send are written.
DATA_REGISTERS = {
    "stm32f405": (0x40011004, 0x40011004),
    "stm32l475": (0x40013824, 0x40013828),
    "stm32f100": (0x40013804, 0x40013804),
}
# The last iteration there is: a search that did it is over. The last few may follow one another so fast that the line
# has no time to tell of them, or of any.
DEEPEST = {"Tiny": 30, "Full": 38, "Wide": 38}
UNTOLD = 8
SOON_OVER = 20_000
GRACE_NS = 500_000
TICK_NS = 1_000_000
SHORTEST_MS, LONGEST_MS = 1, 500
PATIENCE = 120.0        # seconds of the host's time that an answer may take


@dataclass
class Place:
    """A position to search."""
    kind: str           # bench, perft, game or queen ending
    command: str
    legal: frozenset
    depth: int = 0      # how deep the host program comes with SOON_OVER nodes


@dataclass
class Task:
    """One search: what was asked and what came back."""
    place: Place
    limit_ms: int = 0       # 0: go infinite, then stop
    answer: str = ""
    depth: int = 0          # of the last info line
    passed_ns: int = -1     # go movetime: from the go line's end; go infinite: from the stop line's end
    slept: bool = False     # the processor slept meanwhile, so that passed_ns means nothing

    @property
    def late_ns(self) -> int:
        """Time after the limit; negative: before it."""
        return self.passed_ns - self.limit_ms * 1_000_000

    def over(self, deepest: int) -> bool:
        """Did it end early because there was nothing left to search?"""
        reached = max(self.depth, self.place.depth)
        return self.limit_ms != 0 and self.late_ns < -TICK_NS and reached >= deepest - UNTOLD

    def complaint(self, deepest: int) -> str:
        """Empty when all is well."""
        what = f"go movetime {self.limit_ms}" if self.limit_ms else "stop"
        if self.passed_ns < 0:
            return f"{what}: not found in the log: {self.place.command}"
        if self.answer not in self.place.legal:
            return f"{what}: {self.answer} is not legal: {self.place.command}"
        if self.slept:
            return f"{what}: slept between question and answer: {self.place.command}"
        if self.late_ns > GRACE_NS:
            return f"{what}: {self.late_ns / 1000:.0f} us late: {self.place.command}"
        if self.limit_ms and self.late_ns < -TICK_NS and not self.over(deepest):
            return f"{what}: {-self.late_ns / 1000:.0f} us early, at depth {self.depth}: {self.place.command}"
        return ""


@dataclass
class Result:
    """What a board did."""
    board: str
    searches: int
    stops: int
    misses: list
    worst_us: float                 # after the limit
    earliest_us: float              # after the limit, of searches that were not over
    over: int                       # searches that ended early because there was nothing left to search
    worst_stop_us: float
    kinds: dict = field(default_factory=dict)
    longest_line: int = 0           # bytes of the longest position line


# ---------------------------------------------------------------- positions

def referee():
    """The host program, which knows the rules."""
    process = emulator.start(boards.BOARDS["host"], build.ROOT / boards.BOARDS["host"].image, stderr=subprocess.DEVNULL)
    engine = uci.Engine(process)
    engine.synchronise()
    return engine


def place(engine, kind: str, fen: str, moves=()):
    """A Place, or None where the position is not one or there is no move."""
    situation, complaints = uci.ask_situation(engine, fen, moves)
    if complaints or not situation.legal:
        return None
    command = uci.position_command(fen, moves)
    engine.send(command)
    engine.send(f"go depth {max(DEEPEST.values())} nodes {SOON_OVER}")
    said = []
    engine.wait_for("bestmove", PATIENCE, said)
    depths = [int(match[1]) for line in said if (match := re.match(r"info depth (\d+)(?!.*bound)", line))]
    return Place(kind, command, frozenset(situation.legal), max(depths, default=0))


def game(engine, dice, most_plies: int):
    """Places along a game that is half played, half diced, from the start until it ends."""
    moves, places = [], []
    while len(moves) < most_plies:
        here = place(engine, "game", uci.START_FEN, moves)
        if here is None:
            break
        places.append(here)
        if dice.random() < 0.15:
            moves.append(dice.choice(sorted(here.legal)))
        else:
            engine.send("go nodes 300")
            moves.append(engine.wait_for("bestmove", PATIENCE).split()[1])
    return places


def queen_ending(dice) -> str:
    """Kings, queens and a few pawns, thrown on the board; the referee sorts out what cannot be."""
    squares = dice.sample(range(64), 4 + dice.randint(0, 6))
    board = dict(zip(squares, "KkQq"))
    for square in squares[4:]:
        if 8 <= square < 56:
            board[square] = dice.choice("Pp")
    if dice.random() < 0.3:
        del board[squares[3]]
    ranks = []
    for rank in range(8):
        row = "".join(board.get(8 * rank + file, ".") for file in range(8))
        ranks.append(re.sub(r"\.+", lambda empty: str(len(empty[0])), row))
    return f"{'/'.join(ranks)} {dice.choice('wb')} - - 0 1"


def fens_of(path: Path, pattern: str) -> list:
    return re.findall(pattern, path.read_text(encoding="utf-8"), re.M)


def gather(count: int, dice, progress) -> list:
    """About `count` places of four kinds; the same for the same dice."""
    engine = referee()
    try:
        fen = r"[1-8pnbrqkPNBRQK/]{15,} [wb] [KQkq-]+ [a-h1-8-]+ \d+ \d+"
        bench = fens_of(build.ROOT / "core" / "engine" / "bench_positions.hpp", f'"({fen})"')
        perft = fens_of(build.ROOT / "host_tests" / "data" / "perft.epd", f"^({fen})")
        dice.shuffle(perft)
        places = [place(engine, "bench", text) for text in bench]
        places += [place(engine, "perft", text) for text in perft[:count // 6]]
        played = []
        while len(played) < count:
            progress.update("positions", len(played) / count, "playing games")
            played += game(engine, dice, 300)
        places += dice.sample(played, count // 2)
        endings = []
        while len(endings) < count // 5:
            here = place(engine, "queen ending", queen_ending(dice))
            if here:
                endings.append(here)
        return [here for here in places + endings if here]
    finally:
        emulator.stop(engine.process)


# ---------------------------------------------------------------- the run

def log_uniform(dice) -> int:
    return round(math.exp(dice.uniform(math.log(SHORTEST_MS), math.log(LONGEST_MS))))


def search(engine, task: Task, dice) -> None:
    """Lets the board search; what it says is noted, when it said so is for the log."""
    if dice.random() < 0.1:
        engine.send("ucinewgame")
    engine.send(task.place.command)
    complaints = engine.ready(PATIENCE)
    if complaints:
        raise terminal.ToolError(f"{task.place.command}: the board says {complaints}")
    if task.limit_ms:
        engine.send(f"go movetime {task.limit_ms}")
    elif dice.random() < 0.2:
        engine.send("go infinite\nstop")
    else:
        engine.send("go infinite")
        time.sleep(math.exp(dice.uniform(math.log(0.0001), math.log(0.05))))
        engine.send("stop")
    said = []
    task.answer = engine.wait_for("bestmove", PATIENCE, said).split()[1]
    for line in said:
        if match := re.match(r"info depth (\d+)(?!.*bound)", line):
            task.depth = int(match[1])


def read_log(path: Path, shift: int):
    """Yields (search, ns from the question to the answer, slept) of every search in the log, in order; then checks the
    time base by the ticks in it."""
    heard, said = bytearray(), bytearray()
    asked, first, slept, ticks, under_way = None, 0, False, None, False
    with open(path, encoding="ascii") as log:
        for event in log:
            words = event.split()
            if words[0] == "r":
                heard.append(int(words[2], 16))
                if heard.endswith(b"\n"):
                    if heard.startswith(b"go movetime") or heard == b"stop\n":
                        asked, slept = int(words[1]), False
                        under_way = heard == b"stop\n" and len(said) != 0
                    heard.clear()
            elif words[0] == "w":
                if not said:
                    first = int(words[1])
                said.append(int(words[2], 16))
                if said.endswith(b"\n"):
                    if said.startswith(b"bestmove"):
                        if asked is None:
                            raise terminal.ToolError("a bestmove before its question")
                        yield (first - asked) << shift, slept
                        asked = None
                    elif under_way:
                        asked, under_way = int(words[1]), False
                    said.clear()
            elif words[0] == "s":
                slept = True
            elif words[0] == "ticks":
                ticks = [int(word) for word in words[1:]]
    if ticks is None:
        raise terminal.ToolError("the emulator ended before its log was complete")
    number, shortest, longest = ticks[0], ticks[1] << shift, ticks[2] << shift
    if number == 0 or abs(shortest - TICK_NS) > GRACE_NS // 10 or abs(longest - TICK_NS) > GRACE_NS // 10:
        raise terminal.ToolError(f"instructions do not tell the time: {number} ticks took from {shortest} to {longest} ns")


def measure(board: boards.Board, image: Path, places: list, searches: int, stops: int, seed: int, tell) -> Result:
    """Boots the image and lets it search. `tell(done)` hears how many searches are done."""
    dice = random.Random(seed)
    receive, send = DATA_REGISTERS[board.name]
    tick = next(symbol.address for symbol in counting.symbols_of(image) if "on_tick()" in symbol.name)
    tasks = [Task(dice.choice(places), log_uniform(dice)) for _ in range(searches)]
    tasks += [Task(dice.choice(places)) for _ in range(stops)]
    dice.shuffle(tasks)
    with tempfile.TemporaryDirectory() as directory:
        log = Path(directory, "log")
        plugin = counting.plugin(PLUGIN, OLDEST_QEMU)
        process = emulator.start(board, image, icount=True, stderr=subprocess.DEVNULL, extra=(
            "-plugin", f"{plugin},receive={receive:x},send={send:x},tick={tick:x},out={log}"))
        try:
            engine = uci.Engine(process)
            engine.synchronise(PATIENCE)
            for done, task in enumerate(tasks):
                tell(done)
                search(engine, task, dice)
        finally:
            emulator.stop(process, gently=True)
        for task, found in zip(tasks, read_log(log, board.icount_shift)):
            task.passed_ns, task.slept = found
    deepest = DEEPEST[board.configuration]
    misses = [text for text in (task.complaint(deepest) for task in tasks) if text]
    timed = [task for task in tasks if task.limit_ms]
    over = [task for task in timed if task.over(deepest)]
    whole = [task.late_ns for task in timed if not task.over(deepest)] or [0]
    stopped = [task.late_ns for task in tasks if not task.limit_ms] or [0]
    kinds = {kind: sum(task.place.kind == kind for task in tasks) for kind in sorted({p.kind for p in places})}
    return Result(board.name, len(timed), len(stopped), misses, max(whole) / 1000, min(whole) / 1000, len(over),
                  max(stopped) / 1000, kinds, max(len(task.place.command) for task in tasks))


def summary(result: Result) -> str:
    return (f"{result.board}: {result.searches} searches, {result.stops} stops, {len(result.misses)} misses; bestmove at worst "
            f"{result.worst_us:+.1f} us after the limit, at the earliest {result.earliest_us:+.1f} us ({result.over} searches "
            f"were over before); after stop at worst {result.worst_stop_us:.1f} us")


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="tools/deadline",
        description="Lets the firmware search under time limits of 1 to 500 ms in the emulator, and measures when each answer\n"
                    "is sent, and how soon `stop` is answered: in exact virtual time, so the figures do not depend on this\n"
                    "computer. An answer is late if it comes more than 0.5 ms after the limit. Exit status 1 if one was late,\n"
                    "early or illegal.",
        formatter_class=argparse.RawDescriptionHelpFormatter, epilog=f"boards: {', '.join(DATA_REGISTERS)}")
    parser.add_argument("--board", action="append", metavar="NAME", choices=DATA_REGISTERS,
                        help="only this board; may be given several times")
    parser.add_argument("--searches", type=int, default=1000, metavar="N", help="timed searches a board (default 1000)")
    parser.add_argument("--stops", type=int, metavar="N", help="searches that are stopped (default: half as many)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the random positions and limits (default: 1)")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    options = parser.parse_args()
    if options.searches < 1:
        parser.error("--searches takes a number from 1")
    if options.stops is not None and options.stops < 0:
        parser.error("--stops takes a number from 0")
    stops = options.stops if options.stops is not None else options.searches // 2
    progress = terminal.Progress()
    results = []
    build.setup()
    host = boards.BOARDS["host"]
    build.build(host.name, progress=progress)
    places = gather(max(24, min(400, options.searches)), random.Random(options.seed), progress)
    for name in options.board or DATA_REGISTERS:
        board = boards.find(name)
        if reason := emulator.why_not(board):
            raise emulator.EmulatorError(reason)
        image = build.image_of(board, progress=progress)
        total = options.searches + stops

        def tell(done, name=name, total=total):
            progress.update(name, done / total, f"{done} of {total}")
        result = measure(board, image, places, options.searches, stops, options.seed, tell)
        results.append(result)
        progress.clear()
        if not options.json:
            print(summary(result), flush=True)
            for miss in result.misses:
                print("    " + miss, flush=True)
    if options.json:
        print(json.dumps([asdict(result) for result in results], indent=1))
    return 1 if any(result.misses for result in results) else 0


if __name__ == "__main__":
    terminal.run(main)
