"""workshop/training/spsa: finds the numbers of core/search/parameters.hpp in games.

Simultaneous perturbation (Spall, 1992): each pair of games is played by two settings, all numbers a step up or down at
random, and every number goes a little towards the winner's side. Steps and gains shrink as Spall advises."""

import argparse
import math
import os
import queue
import random
import subprocess
import sys
import threading
from dataclasses import dataclass
from pathlib import Path

import build
import duel
import resume
import terminal
from terminal import ToolError

GAIN_EXPONENT, STEP_EXPONENT = 0.602, 0.101     # Spall's
GAIN = 0.02                                     # of the last pair: steps a point of four
VALUES_EVERY = 64                               # pairs between two lines of the log with the values


@dataclass(frozen=True)
class Tunable:
    name: str
    start: int
    least: int
    most: int
    step: int           # of the last pair


class Tuning:
    """The values as they stand after the pairs that were played."""

    def __init__(self, tunables, pairs: int):
        self.tunables = tunables
        self.pairs = pairs
        self.values = [float(t.start) for t in tunables]

    def step(self, tunable, pair: int) -> float:
        return tunable.step * (self.pairs / (pair + 1)) ** STEP_EXPONENT

    def gain(self, pair: int) -> float:
        """A tenth of the pairs' number keeps the first ones from going far."""
        late = 0.1 * self.pairs
        step = (self.pairs / (pair + 1)) ** (2 * STEP_EXPONENT)
        return GAIN * ((self.pairs + late) / (pair + 1 + late)) ** GAIN_EXPONENT / step

    def settings(self, pair: int, seed: int):
        """(signs, one side's values, the other's): the same for the same values, pair and seed."""
        chance = random.Random(f"{seed} {pair}")
        signs = [chance.choice((-1, 1)) for _ in self.tunables]

        def rounded(side: int):
            result = []
            for t, value, sign in zip(self.tunables, self.values, signs):
                exact = min(t.most, max(t.least, value + side * sign * self.step(t, pair)))
                result.append(math.floor(exact + chance.random()))
            return [min(t.most, r) for t, r in zip(self.tunables, result)]

        return signs, rounded(1), rounded(-1)

    def learn(self, pair: int, signs, points: int) -> None:
        """`points`: the first side's, 0 to 4."""
        for i, (t, sign) in enumerate(zip(self.tunables, signs)):
            value = self.values[i] + self.gain(pair) * self.step(t, pair) * (points - 2) * sign
            self.values[i] = min(float(t.most), max(float(t.least), value))


class Worker:
    """A process that plays pairs."""

    def __init__(self, program: Path, version: str, nodes: int):
        self.process = subprocess.Popen([str(program), version, str(nodes)], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)

    def play(self, pair: int, one, other) -> int:
        try:
            print(pair, *one, *other, file=self.process.stdin, flush=True)
            number, points = self.process.stdout.readline().split()
        except (OSError, ValueError) as error:
            raise ToolError("a player ended before its games") from error
        if int(number) != pair:
            raise ToolError(f"asked for pair {pair}, got {number}")
        return int(points)

    def stop(self) -> None:
        self.process.stdin.close()
        self.process.terminate()
        self.process.wait()
        self.process.stdout.close()


def tunables_of(program: Path, version: str):
    listed = subprocess.run([str(program), version, "--list"], capture_output=True, text=True, check=True).stdout
    return [Tunable(words[0], *map(int, words[1:])) for words in map(str.split, listed.splitlines())]


def read_log(path: Path, heading: dict):
    """The pairs that were played, as (pair, signs, points), in the order in which they came in."""
    first, *played = resume.lines(path) or [heading]
    if first != heading:
        raise ToolError(f"{path} is the log of another tuning: {first}")
    return [(entry["pair"], entry["signs"], entry["points"]) for entry in played if "points" in entry]


def described(tuning) -> str:
    return ", ".join(f"{t.name} {value:.1f}" for t, value in zip(tuning.tunables, tuning.values))


def each_by_threads(count: int, items, answers, got) -> None:
    """Calls `got` with each answer as it comes. A thread's `answers(items)` draws from the items that no other has, and gives
    answers; what it raises ends all and is raised here."""
    waiting, lock, given, ended = iter(items), threading.Lock(), queue.Queue(), threading.Event()

    def drawn():
        while not ended.is_set():
            with lock:
                item = next(waiting, ended)
            if item is ended:
                return
            yield item

    def work():
        try:
            for answer in answers(drawn()):
                given.put((got, answer))
        except Exception as error:      # for the thread that waits
            given.put((None, error))
        given.put((None, None))

    workers = [threading.Thread(target=work, daemon=True) for _ in range(max(1, count))]
    for worker in workers:
        worker.start()
    running = len(workers)
    try:
        while running:
            take, answer = given.get()
            if isinstance(answer, Exception):
                raise answer
            if take:
                take(*answer)
            else:
                running -= 1
    finally:
        ended.set()
        for worker in workers:
            worker.join(60)


def tune(tuning, played, seed: int, threads: int, make_worker, note, progress) -> None:
    """Plays what is left of the pairs. `note(entry)` writes a line of the log."""
    done, lock, count = {pair for pair, _, _ in played}, threading.Lock(), len(played)

    def answers(drawn):
        worker = make_worker()
        try:
            for pair, (signs, one, other) in drawn:
                points = worker.play(pair, one, other)
                with lock:                          # the log's order is that in which it was learnt
                    tuning.learn(pair, signs, points)
                    yield {"pair": pair, "signs": signs, "points": points},
        finally:
            worker.stop()

    def got(entry):
        nonlocal count
        note(entry)
        count += 1
        if count % VALUES_EVERY == 0:
            note({"values": [round(value, 2) for value in tuning.values]})
        progress.update("tuning", count / tuning.pairs, described(tuning))

    def settings(pair):
        with lock:
            return pair, tuning.settings(pair, seed)
    each_by_threads(threads, map(settings, (pair for pair in range(tuning.pairs) if pair not in done)), answers, got)


def parse_arguments():
    parser = argparse.ArgumentParser(prog="workshop/training/spsa", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("version", choices=("large", "small"), help="as workshop/lab/match calls it")
    parser.add_argument("--log", type=Path, required=True,
                        help="every pair is kept here; a run with the same log and options goes on where it ended")
    parser.add_argument("--nodes", type=int, default=8000, help="nodes a move (8000)")
    parser.add_argument("--pairs", type=int, default=5000, help="pairs of games in all (5000)")
    parser.add_argument("--seed", type=int, default=1, help="of the steps' signs (1)")
    parser.add_argument("--threads", type=int, default=0, help="games at a time (all cores)")
    arguments = parser.parse_args()
    for name in ("nodes", "pairs"):
        if getattr(arguments, name) < 1:
            parser.error(f"--{name} must be 1 or more")
    return arguments


def main() -> int:
    arguments = parse_arguments()
    progress = terminal.Progress()
    try:
        build.setup()
        program = duel.program("duel_spsa", progress)
        tunables = tunables_of(program, arguments.version)
        heading = {"version": arguments.version, "nodes": arguments.nodes, "pairs": arguments.pairs,
                   "seed": arguments.seed, "from": {t.name: t.start for t in tunables}}
        played = read_log(arguments.log, heading)
        tuning = Tuning(tunables, arguments.pairs)
        for entry in played:
            tuning.learn(*entry)
        def note(entry):
            resume.add_line(arguments.log, entry)
        if not resume.lines(arguments.log):
            note(heading)
        tune(tuning, played, arguments.seed, arguments.threads or os.cpu_count() or 2,
             lambda: Worker(program, arguments.version, arguments.nodes), note, progress)
    except KeyboardInterrupt:
        print(f"\ntraining/spsa: ended early; the same call goes on. {described(tuning)}", file=sys.stderr)
        return 130
    for t, value in zip(tunables, tuning.values):
        print(f"{t.name:24} {t.start:6} -> {round(value):6}   ({value:.1f})")
    return 0


if __name__ == "__main__":
    terminal.run(main)
