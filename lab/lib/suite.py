"""lab/suite: how many positions with known best moves the engine solves, each for the same number of instructions."""

import argparse
import datetime
import hashlib
import json
import queue
import subprocess
import textwrap
import threading
import time
from dataclasses import dataclass
from pathlib import Path

import boards
import build
import emulator
import resume
import terminal
import uci

RESULTS = build.ROOT / "build" / "suite"
PROGRAM = build.ROOT / "build" / "lab" / "lab" / "duel" / "duel_suite"
VERSION = {"Full": "large", "Tiny": "small"}            # what lab/match calls the configurations' search
BOARD = {"Full": "stm32f405", "Tiny": "stm32f100"}
SAMPLE = 20                                             # positions that a node's cost is measured on
PATIENCE = 600.0                                        # seconds of the host's time for one position


class SuiteError(Exception):
    """The suite cannot be run; the text says why."""


@dataclass(frozen=True)
class Position:
    number: str
    name: str
    fen: str
    best: tuple
    avoid: tuple

    def solved_by(self, move: str) -> bool:
        return (not self.best or move in self.best) and move not in self.avoid


@dataclass(frozen=True)
class Answer:
    """What the engine said of a position when its instructions were used up."""
    move: str
    depth: int
    nodes: int
    seconds: float      # of the host's


def read_suite(path: Path) -> list:
    result = subprocess.run([str(PROGRAM), "--read", str(path)], capture_output=True, text=True, check=False)
    if result.returncode != 0:
        raise SuiteError(result.stderr.strip())
    positions = []
    for line in result.stdout.splitlines():
        number, name, fen, best, avoid = line.split("\t")
        positions.append(Position(number, name or f"number {number}", fen, tuple(best.split()), tuple(avoid.split())))
    if not positions:
        raise SuiteError(f"{path} has no position with a best move")
    return positions


def digest(*parts) -> str:
    whole = hashlib.sha256()
    for part in parts:
        whole.update(part.read_bytes() if isinstance(part, Path) else str(part).encode())
        whole.update(b"\0")
    return whole.hexdigest()[:16]


class Log:
    """Answers that were got, by position, in a file that a second run goes on from."""

    def __init__(self, path: Path, fresh: bool = False):
        self.path = path
        self.answers = {}
        if fresh:
            path.unlink(missing_ok=True)
        for number, *rest in resume.lines(path):
            self.answers[number] = Answer(*rest)

    def add(self, number: str, answer: Answer) -> None:
        self.answers[number] = answer
        resume.add_line(self.path, [number, answer.move, answer.depth, answer.nodes, answer.seconds])


# ---------------------------------------------------------------- in the emulator

def milliseconds(board, instructions: int) -> int:
    """Virtual time that the instructions take."""
    time_ms = (instructions << board.icount_shift) // 1_000_000
    if time_ms == 0:
        raise SuiteError(f"{instructions} instructions are less than the millisecond that {board.name} counts in")
    return time_ms


class Emulated:
    """A booted board under exact virtual time, in which an instruction takes always the same."""

    def __init__(self, board, image: Path):
        self.process = emulator.start(board, image, icount=True)
        self.engine = uci.Engine(self.process)
        self.engine.synchronise()
        self.engine.send("setoption name Move Overhead value 0")

    def ask(self, fen: str, time_ms: int):
        """(move, last info of the search)."""
        engine = self.engine
        engine.send("ucinewgame")
        engine.send(uci.position_command(fen, []))
        complaints = [line for line in engine.ready() if line.startswith("info string")]
        if complaints:
            raise SuiteError(f"the board refused {fen}: {complaints[0]}")
        said, thinking = [], uci.Thinking()
        engine.send(f"go movetime {time_ms}")
        move = engine.wait_for("bestmove", PATIENCE, said).split()[1]
        for line in said:
            thinking.take(line)
        return move, thinking

    def stop(self) -> None:
        emulator.stop(self.process)


def search_emulated(board, image: Path, positions, instructions: int, threads: int, got) -> None:
    """Calls `got(position, answer)` as answers come, in any order."""
    time_ms = milliseconds(board, instructions)
    waiting, answers = queue.Queue(), queue.Queue()
    for position in positions:
        waiting.put(position)
    ended = threading.Event()

    def work():
        machine = None
        try:
            machine = Emulated(board, image)
            while not ended.is_set():
                position = waiting.get_nowait()
                began = time.monotonic()
                move, thinking = machine.ask(position.fen, time_ms)
                answers.put((position, Answer(move, thinking.depth, thinking.nodes, round(time.monotonic() - began, 3)),
                             thinking))
        except queue.Empty:
            pass
        except Exception as error:      # handed to the thread that waits for the answers
            answers.put(error)
        finally:
            if machine:
                machine.stop()
            answers.put(None)

    workers = [threading.Thread(target=work, daemon=True) for _ in range(max(1, min(threads, len(positions))))]
    for worker in workers:
        worker.start()
    try:
        running = len(workers)
        while running:
            item = answers.get()
            if item is None:
                running -= 1
            elif isinstance(item, Exception):
                raise item
            else:
                got(*item)
    finally:
        ended.set()
        for worker in workers:
            worker.join(PATIENCE)


# ---------------------------------------------------------------- by nodes

def measure_cost(board, image: Path, positions, instructions: int, threads: int, progress) -> dict:
    """Instructions per node on the board, over some of the suite's positions. Kept in build/suite/costs.json."""
    key = digest(image, instructions, *(position.fen for position in positions))
    costs = resume.whole(RESULTS / "costs.json")
    if key not in costs:
        sample = positions[::max(1, len(positions) // SAMPLE)][:SAMPLE]
        spent = [0, 0, 0]

        def got(position, answer, thinking):
            spent[0] += thinking.nodes
            spent[1] += thinking.time_ms
            spent[2] += 1
            progress.update(f"{board.name}: instructions per node", spent[2] / len(sample), position.name)
        progress.update(f"{board.name}: instructions per node", 0)
        search_emulated(board, image, sample, instructions, threads, got)
        if spent[0] == 0:
            raise SuiteError("too few instructions to measure what a node costs")
        costs[key] = {"per_node": spent[1] * 1_000_000 / (1 << board.icount_shift) / spent[0], "board": board.name,
                      "positions": spent[2], "date": datetime.date.today().isoformat()}
        resume.replace(RESULTS / "costs.json", costs)
    return costs[key]


def search_by_nodes(version: str, positions, nodes: int, table, threads: int, got) -> None:
    command = [str(PROGRAM), "--version", version, "--nodes", str(nodes), "--threads", str(threads)]
    if table is not None:
        command += ["--table", str(table)]
    by_number = {position.number: position for position in positions}
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                               preexec_fn=emulator._die_with_parent)
    with process:
        process.stdin.write("".join(f"{position.number} {position.fen}\n" for position in positions))
        process.stdin.close()
        began = time.monotonic()
        for line in process.stdout:
            number, move, depth, _score, made = line.split()
            now = time.monotonic()
            got(by_number[number], Answer(move, int(depth), int(made), round(now - began, 3)), None)
            began = now
    if process.returncode != 0:
        raise SuiteError(f"{PROGRAM.name} ended with status {process.returncode}")


# ---------------------------------------------------------------- the tool

def run(options, configuration: str, positions, progress) -> dict:
    """One configuration over the whole suite; the report's figures."""
    board = boards.find(options.board or BOARD[configuration])
    emulated = not options.calibrated and options.nodes is None and options.version is None
    image = None
    if emulated or (options.nodes is None and options.cost is None):
        reason = emulator.why_not(board) or ("" if board in boards.qemu_boards() else f"{board.name} is not run by QEMU")
        if reason:
            raise SuiteError(reason)
        image = build.image_of(board, progress=progress)
    version = options.version or VERSION[configuration]
    if emulated:
        how = (f"in the emulator: {board.name} ({board.chip}), {options.instructions:,} instructions = "
               f"{milliseconds(board, options.instructions)} ms of exact virtual time")
        log = Log(RESULTS / f"{digest(image, options.instructions, *positions)}.jsonl", options.fresh)
    else:
        if options.nodes is not None:
            nodes, how = options.nodes, f"by nodes, on this computer: version {version}, {options.nodes:,} nodes"
        else:
            cost = ({"per_node": options.cost, "board": "the call", "date": "as given"} if options.cost is not None else
                    measure_cost(board, image, positions, options.instructions, options.threads, progress))
            nodes = max(1, round(options.instructions / cost["per_node"]))
            how = (f"by calibrated nodes, on this computer: version {version}, {options.instructions:,} instructions / "
                   f"{cost['per_node']:,.0f} per node ({cost['board']}, {cost['date']}) = {nodes:,} nodes")
        if options.table is not None:
            how += f", table of {options.table:,} bytes"
        log = Log(RESULTS / f"{digest(PROGRAM, version, nodes, options.table, *positions)}.jsonl", options.fresh)

    label = f"{configuration if options.version is None else version}: {options.file.name}"

    def show(detail=""):
        done = [position for position in positions if position.number in log.answers]
        solved = sum(position.solved_by(log.answers[position.number].move) for position in done)
        progress.update(label, len(done) / len(positions), f"{solved} of {len(done)} solved  {detail}", force=True)

    def got(position, answer, _thinking):
        log.add(position.number, answer)
        show(f"{position.name} {answer.move} {answer.seconds:.1f} s")
    show()
    missing = [position for position in positions if position.number not in log.answers]
    if missing and emulated:
        search_emulated(board, image, missing, options.instructions, options.threads, got)
    elif missing:
        search_by_nodes(version, missing, nodes, options.table, options.threads, got)
    progress.clear()
    unsolved = [position for position in positions if not position.solved_by(log.answers[position.number].move)]
    return {"configuration": configuration, "how": how, "positions": len(positions),
            "solved": len(positions) - len(unsolved), "unsolved": [position.name for position in unsolved],
            "answers": {position.name: vars(log.answers[position.number]) for position in positions}}


def text_of(report: dict, details: bool) -> str:
    lines = [f"{report['configuration']}, {report['how']}"]
    if details:
        lines += [f"  {name:<12} {answer['move']:<6} depth {answer['depth']:<3} {answer['nodes']:>9,} nodes  "
                  f"{answer['seconds']:6.2f} s  {'' if name not in report['unsolved'] else 'not solved'}".rstrip()
                  for name, answer in report["answers"].items()]
    lines += textwrap.wrap(f"unsolved: {', '.join(report['unsolved']) or 'none'}", 110, subsequent_indent="    ")
    lines.append(f"{report['configuration']}: {report['solved']} of {report['positions']} solved")
    return "\n".join(lines)


def number(text: str) -> int:
    """Also 100e6 and 100,000,000."""
    value = float(text.replace(",", "").replace("_", ""))
    if value < 1 or value != int(value):
        raise ValueError(text)
    return int(value)


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="lab/suite", formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Gives the engine every position of an EPD file for the same number of instructions of a\n"
                    "microcontroller and counts those where its move is among the best (bm) and not one to avoid (am).\n\n"
                    "Normally the firmware itself searches, in the emulator, whose virtual time counts instructions:\n"
                    "Full on stm32f405 (64 KB table), Tiny on stm32f100. With --calibrated the desktop searches as many\n"
                    "nodes as the board would: quicker, and as exact as nodes cost the same everywhere. The first line\n"
                    "of the report says which it was. A run that was interrupted goes on where it ended.")
    parser.add_argument("file", type=Path, metavar="FILE.epd")
    parser.add_argument("--instructions", type=number, default=100_000_000, metavar="N",
                        help="for each position (default: 100 million); 100e6 is understood")
    parser.add_argument("--config", choices=("Tiny", "Full", "both"), help="(default: both, or the board's own)")
    parser.add_argument("--board", metavar="NAME", help="another board, in its own configuration")
    parser.add_argument("--calibrated", action="store_true", help="by nodes, as many as the instructions are worth")
    parser.add_argument("--cost", type=float, metavar="X",
                        help="with --calibrated: instructions per node, instead of measuring them")
    parser.add_argument("--nodes", type=number, metavar="N", help="by so many nodes, whatever they cost")
    parser.add_argument("--version", metavar="NAME", help="by nodes: another engine version (lab/match --list)")
    parser.add_argument("--table", type=int, metavar="BYTES", help="by nodes: size of the transposition table")
    parser.add_argument("--threads", type=int, default=2, metavar="N", help="positions at once (default: 2)")
    parser.add_argument("--fresh", action="store_true", help="forget what an earlier run found")
    parser.add_argument("--details", action="store_true", help="print every position's answer, nodes and time")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    options = parser.parse_args()
    progress = terminal.Progress()
    with terminal.told("lab/suite", progress, SuiteError, build.BuildError, emulator.EmulatorError, uci.EngineGone,
                       uci.NoAnswer, stopped="stopped; the same call goes on from here"):
        try:
            if not options.file.exists():
                raise ValueError(f"there is no {options.file}")
            if options.threads < 1:
                raise ValueError("--threads must be at least 1")
            if options.board:
                own = boards.find(options.board).configuration
                if options.config and options.config != own:
                    raise ValueError(f"{options.board} runs {own}")
                options.config = own
            if options.version:
                options.config = options.config or ("Tiny" if options.version.startswith("small") else "Full")
            options.calibrated = options.calibrated or options.cost is not None
            chosen = ("Full", "Tiny") if options.config in (None, "both") else (options.config,)
            build.setup()
            build.build("lab", progress=progress, targets=("duel_suite",))
            positions = read_suite(options.file)
            reports = []
            for configuration in chosen:
                reports.append(run(options, configuration, positions, progress))
                if not options.json:
                    print(text_of(reports[-1], options.details), flush=True)
            if options.json:
                print(json.dumps(reports, indent=1))
            return 0
        except ValueError as error:
            parser.error(str(error))


if __name__ == "__main__":
    terminal.run(main)
