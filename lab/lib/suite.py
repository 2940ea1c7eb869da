"""lab/suite: how many positions with known best moves the engine solves, each for the same number of instructions."""

import argparse
import hashlib
import textwrap
import time
from dataclasses import astuple, dataclass
from pathlib import Path

import boards
import build
import duel
import emulator
import measuring
import resume
import terminal
import uci
from terminal import ToolError

RESULTS = build.ROOT / "build" / "suite"
VERSION = {"Full": "large", "Tiny": "small"}            # what lab/match calls the configurations' search
BOARD = {"Full": "stm32f405", "Tiny": "stm32f100"}
PATIENCE = 600.0                                        # seconds of the host's time for one position


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
    positions = []
    said = measuring.run([duel.program("duel_match"), "suite"], path.name, path.read_text(encoding="utf-8").splitlines())
    for line in said.splitlines():
        number, name, fen, best, avoid = line.split("\t")
        positions.append(Position(number, name or f"number {number}", fen, tuple(best.split()), tuple(avoid.split())))
    if not positions:
        raise ToolError(f"{path} has no position with a best move")
    return positions


def digest(*parts) -> str:
    whole = hashlib.sha256()
    for part in parts:
        whole.update(part.read_bytes() if isinstance(part, Path) else str(part).encode())
        whole.update(b"\0")
    return whole.hexdigest()[:16]


# ---------------------------------------------------------------- in the emulator

def milliseconds(board, instructions: int) -> int:
    """Virtual time that the instructions take."""
    time_ms = (instructions << board.icount_shift) // 1_000_000
    if time_ms == 0:
        raise ToolError(f"{instructions} instructions are less than the millisecond that {board.name} counts in")
    return time_ms


def ask(engine, fen: str, time_ms: int):
    """(move, last info of the search)."""
    engine.send("ucinewgame")
    engine.send(uci.position_command(fen, []))
    if complaints := [line for line in engine.ready() if line.startswith("info string")]:
        raise ToolError(f"the board refused {fen}: {complaints[0]}")
    said, thinking = [], uci.Thinking()
    engine.send(f"go movetime {time_ms}")
    move = engine.wait_for("bestmove", PATIENCE, said).split()[1]
    for line in said:
        thinking.take(line)
    return move, thinking


def search_emulated(board, image: Path, positions, instructions: int, threads: int, got) -> None:
    """Calls `got(position, answer)` as answers come, in any order, from boards under exact virtual time, in which an instruction
    takes always the same."""
    time_ms = milliseconds(board, instructions)

    def answers(positions):
        process = emulator.start(board, image, icount=True)
        try:
            engine = uci.Engine(process)
            engine.synchronise()
            engine.send("setoption name Move Overhead value 0")
            for position in positions:
                began = time.monotonic()
                move, thinking = ask(engine, position.fen, time_ms)
                yield position, Answer(move, thinking.depth, thinking.nodes, round(time.monotonic() - began, 3))
        finally:
            emulator.stop(process)
    duel.each_by_threads(threads, positions, answers, got)


# ---------------------------------------------------------------- the tool

def run(options, configuration: str, positions, progress) -> str:
    """One configuration over the whole suite; what is printed of it."""
    board = boards.find(options.board or BOARD[configuration])
    if reason := emulator.why_not(board) or ("" if board in boards.qemu_boards() else f"{board.name} is not run by QEMU"):
        raise ToolError(reason)
    image = build.image_of(board, progress=progress)
    log = RESULTS / f"{digest(image, options.instructions, *positions)}.jsonl"
    if options.fresh:
        log.unlink(missing_ok=True)
    answers = {number: Answer(*rest) for number, *rest in resume.lines(log)}

    def show(detail=""):
        done = [position for position in positions if position.number in answers]
        solved = sum(position.solved_by(answers[position.number].move) for position in done)
        progress.update(f"{configuration}: {options.file.name}", len(done) / len(positions), f"{solved} of {len(done)} solved  {detail}",
                        force=True)

    def got(position, answer):
        answers[position.number] = answer
        resume.add_line(log, [position.number, *astuple(answer)])
        show(f"{position.name} {answer.move} {answer.seconds:.1f} s")
    show()
    if missing := [position for position in positions if position.number not in answers]:
        search_emulated(board, image, missing, options.instructions, options.threads, got)
    progress.clear()
    unsolved = [position.name for position in positions if not position.solved_by(answers[position.number].move)]
    lines = [f"{configuration}, in the emulator: {board.name} ({board.chip}), {options.instructions:,} instructions = "
             f"{milliseconds(board, options.instructions)} ms of exact virtual time"]
    for position in positions if options.details else ():
        answer = answers[position.number]
        lines.append(f"  {position.name:<12} {answer.move:<6} depth {answer.depth:<3} {answer.nodes:>9,} nodes  {answer.seconds:6.2f} s  "
                     f"{'not solved' if position.name in unsolved else ''}".rstrip())
    lines += textwrap.wrap(f"unsolved: {', '.join(unsolved) or 'none'}", 110, subsequent_indent="    ")
    return "\n".join([*lines, f"{configuration}: {len(positions) - len(unsolved)} of {len(positions)} solved"])


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="lab/suite", formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Gives the engine every position of an EPD file for the same number of instructions of a\n"
                    "microcontroller and counts those where its move is among the best (bm) and not one to avoid (am).\n\n"
                    "The firmware itself searches, in the emulator, whose virtual time counts instructions: Full on\n"
                    "stm32f405 (64 KB table), Tiny on stm32f100. A run that was interrupted goes on where it ended.")
    parser.add_argument("file", type=Path, metavar="FILE.epd")
    parser.add_argument("--instructions", type=measuring.positive(int), default=100_000_000, metavar="N",
                        help="for each position (default: 100 million); 100e6 is understood")
    parser.add_argument("--config", choices=("Tiny", "Full", "both"), help="(default: both, or the board's own)")
    parser.add_argument("--board", metavar="NAME", help="another board, in its own configuration")
    parser.add_argument("--threads", type=measuring.positive(int), default=2, metavar="N", help="positions at once (default: 2)")
    parser.add_argument("--fresh", action="store_true", help="forget what an earlier run found")
    parser.add_argument("--details", action="store_true", help="print every position's answer, nodes and time")
    options = parser.parse_args()
    progress = terminal.Progress()
    try:
        if not options.file.exists():
            raise ValueError(f"there is no {options.file}")
        if options.board:
            own = boards.find(options.board).configuration
            if options.config and options.config != own:
                raise ValueError(f"{options.board} runs {own}")
            options.config = own
        chosen = ("Full", "Tiny") if options.config in (None, "both") else (options.config,)
        build.setup()
        duel.program("duel_match", progress)
        positions = read_suite(options.file)
        for configuration in chosen:
            print(run(options, configuration, positions, progress), flush=True)
        return 0
    except ValueError as error:
        parser.error(str(error))


if __name__ == "__main__":
    terminal.run(main, stopped="stopped; the same call goes on from here")
