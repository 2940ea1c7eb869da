"""workshop/training/puzzles: makes puzzles/puzzles.bin: mines candidates, has another engine judge them, and packs what stays.

A record of a judged candidate has the two best moves at each of the solver's turns with their scores, so the rule for what stays
can change without another search."""

import argparse
import os
import subprocess
import time
from pathlib import Path

import build
import emulator
import resume
import terminal
import uci
from terminal import ToolError

NODES, SIEVE_NODES = 1_000_000, 50_000
WINNING, NOT_WINNING, MARGIN = 200, 100, 150    # in Stockfish's centipawns, of which 100 win every second game
PLAIN_FAILURE = 300                             # another move that even the short search likes so much wins as well
MATE = 100_000
WAIT = 10                                       # seconds until the miner's text is read again
PACKED = build.ROOT / "puzzles" / "puzzles.bin"


class Judge:
    """Stockfish, or another engine with MultiPV, on one thread and with an empty table for each position."""

    def __init__(self, program: str, nodes: int):
        self.nodes = nodes
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0,
                                        preexec_fn=emulator._die_with_parent)
        self.engine = uci.Engine(self.process)
        said = []
        self.engine.send("uci")
        self.engine.wait_for("uciok", 20, said)
        self.name = next(line[8:] for line in said if line.startswith("id name "))
        for option in ("Threads value 1", "Hash value 64", "MultiPV value 2"):
            self.engine.send(f"setoption name {option}")

    def best(self, fen: str, moves: list, nodes: int) -> list:
        """The two best moves and their scores, or the only one."""
        self.engine.send("ucinewgame")
        self.engine.send(uci.position_command(fen, moves))
        self.engine.send(f"go nodes {nodes}")
        lines, said = {}, []
        self.engine.wait_for("bestmove", 600, said)
        for line in said:
            found = uci.Thinking()
            if "bound" not in line and found.take(line) and found.pv:
                score = found.centipawns if found.mate is None else (MATE - found.mate if found.mate > 0 else -MATE - found.mate)
                lines[line.split(" multipv ")[1].split()[0]] = [found.pv[0], score]
        return [lines[rank] for rank in sorted(lines)]

    def record(self, fen: str, moves: list) -> dict:
        first = self.best(fen, [], SIEVE_NODES)
        turns = [] if fails_plainly(first, moves[0]) else [self.best(fen, [], self.nodes)]
        if turns and kept(turns, moves):
            turns += [self.best(fen, moves[:ply], self.nodes) for ply in range(2, len(moves), 2)]
        return {"fen": fen, "moves": moves, "judge": self.name, "nodes": self.nodes, "sieve": first, "turns": turns}


def fails_plainly(best: list, move: str) -> bool:
    scores = dict(best)
    return (move not in scores or scores[move] < best[0][1] - MARGIN
            or any(score >= PLAIN_FAILURE for other, score in best if other != move))


def kept(turns: list, moves: list) -> list:
    """The moves of a solution as far as each of the solver's is the only one that wins; none if a win was none."""
    length = 0
    for ply, best in zip(range(0, len(moves), 2), turns):
        if best[0][1] < WINNING:
            return []
        if best[0][0] != moves[ply] or any(s >= NOT_WINNING or s > best[0][1] - MARGIN for _, s in best[1:]):
            break
        length = ply + 1
    return moves[:length]


def candidates(text: Path) -> list:
    """(position, moves, game) of each whole line."""
    if not text.exists():
        return []
    whole = text.read_text(encoding="ascii").rpartition("\n")[0]
    fields = (line.split(";") for line in whole.splitlines())
    return [(fen, moves.split(), game) for fen, moves, game in fields]


def key(fen: str, moves: list) -> str:
    return f"{fen} {' '.join(moves)}"


def judge_all(judge: Judge, texts: list, judged: Path, wanted: int, miner, progress) -> dict:
    """The records of all candidates by position and solution, until as many stay as are wanted or there are no more."""
    records = {key(r["fen"], r["moves"]): r for r in resume.lines(judged)}
    stay = sum(bool(kept(r["turns"], r["moves"])) for r in records.values())
    began, done = time.monotonic(), 0
    while stay < wanted:
        left = [(fen, moves) for text in texts for fen, moves, _ in candidates(text) if key(fen, moves) not in records]
        if not left and miner is None:
            break
        if not left and miner.poll() is not None:
            raise ToolError("the miner has ended")
        if not left:
            time.sleep(WAIT)
        for number, (fen, moves) in enumerate(left, 1):
            record = records[key(fen, moves)] = judge.record(fen, moves)
            resume.add_line(judged, record)
            stay, done = stay + bool(kept(record["turns"], moves)), done + 1
            rate = (time.monotonic() - began) / done
            status = (f"{len(records)} judged, {stay} stay, {rate:.1f} s each, "
                      f"{terminal.duration(rate * (len(left) - number))} left")
            progress.update("judging", len(records) / (len(records) + len(left) - number), status)
            if not progress.live and done % 20 == 0:
                print(status, flush=True)
            if stay >= wanted:
                break
    return records


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="workshop/training/puzzles", formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Makes puzzles/puzzles.bin: the puzzles in it now and new ones from games of the engine against itself are\n"
                    "judged by Stockfish, on one core beside the miner's, and packed. That takes\n"
                    "hours; an interrupted run goes on.")
    parser.add_argument("--folder", type=Path, default=build.ROOT / "build" / "puzzles", metavar="FOLDER",
                        help="for candidates and records (default: build/puzzles)")
    parser.add_argument("--puzzles", type=int, default=2500, metavar="N",
                        help="so many are to stay; 2,000 are packed, as many of each class as there are (default: 2500)")
    parser.add_argument("--first-game", type=int, default=1, metavar="N", help="the miner begins with that game (default: 1)")
    parser.add_argument("--no-mining", action="store_true", help="judge and pack only what there is")
    parser.add_argument("--judge", default="/usr/games/stockfish", metavar="PROGRAM",
                        help="a UCI engine with MultiPV (default: /usr/games/stockfish, of Debian's package stockfish)")
    parser.add_argument("--nodes", type=int, default=NODES, metavar="N", help=f"of each of its searches (default: {NODES:,})")
    options = parser.parse_args()
    os.nice(19)
    progress = terminal.Progress()
    build.setup()
    build.build("host", progress=progress, targets=("stackmate_puzzles",))
    program = str(build.ROOT / "build" / "host" / "stackmate_puzzles")
    options.folder.mkdir(parents=True, exist_ok=True)
    texts = [options.folder / name for name in ("packed.txt", "mined.txt")]
    if not texts[0].exists():
        fresh = texts[0].with_suffix(".new")
        with open(fresh, "w", encoding="ascii") as out:
            subprocess.run([program, "list", str(PACKED)], stdout=out, check=True)
        fresh.replace(texts[0])
    miner = None if options.no_mining else subprocess.Popen([program, "mine", str(texts[1]), str(options.first_game)],
                                                            preexec_fn=emulator._die_with_parent)
    records = judge_all(Judge(options.judge, options.nodes), texts, options.folder / "judged.jsonl", options.puzzles, miner, progress)
    if miner is not None:
        miner.kill()
    progress.clear()
    stay = options.folder / "kept.txt"
    with open(stay, "w", encoding="ascii") as out:
        for text in texts:
            for fen, moves, game in candidates(text):
                record = records.get(key(fen, moves))
                if record and (solution := kept(record["turns"], moves)):
                    out.write(f"{fen};{' '.join(solution)};{game}\n")
    print("rating and packing ...", flush=True)
    subprocess.run([program, "pack", str(stay), str(PACKED)], check=True)
    return 0


if __name__ == "__main__":
    terminal.run(main, stopped="stopped; the same call goes on from here")
