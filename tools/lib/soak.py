"""tools/soak: days of a board's life in the simulator with random hands, programs, power cuts and faults: are the promises kept?"""

import argparse
import contextlib
import fcntl
import json
import math
import random
import sys
import traceback
import zlib
from dataclasses import dataclass
from pathlib import Path

import build
import marked
import resume
import terminal

HOME = build.ROOT / "build" / "soak"            # a folder for each seed
PAGE = build.ROOT / "docs" / "TRUST.md"
EPISODES = build.ROOT / "host_tests" / "device"
DAY = 24.0
# Of these the greatest counts, of others the sum.
GREATEST = {"stack bytes", "flash erases of an episode", "longest masked us", "latest bestmove, ms",
            "latest answer on the board, ms beyond its level"}
# The table: figure, what it is called there, decimals.
ROWS = (
    ("virtual hours", "hours of the board's time", 3),
    ("real hours", "hours they took here", 3),
    ("core hours", "hours of a core that they took", 3),
    ("games", "games ended", 0),
    ("half moves", "half moves made by hand", 0),
    ("half moves while a contact fails", "of them while a contact failed", 0),
    ("half moves by the clock", "of them at a level with a clock", 0),
    ("illegal move put right", "illegal moves put right", 0),
    ("wrong piece for the engine", "wrong pieces moved for the engine, put right", 0),
    ("lifted and put back", "pieces lifted and put back", 0),
    ("castled in two goes, king first", "times castled in two goes, the king first", 0),
    ("castled in two goes, rook first", "times castled in two goes, the rook first", 0),
    ("taken back", "half moves taken back by the pieces", 0),
    ("pictures read", "pictures of the lights read by meaning", 0),
    ("LED bits measured", "bits of the LEDs held against the data sheet", 0),
    ("games judged legal", "times the recorded game was judged legal and as made", 0),
    ("kept games compared", "times the newest of the games that are kept was compared with it", 0),
    ("power cuts", "power cuts", 0),
    ("cuts planned in the flash's work", "of them planned for an instant of the flash's work", 0),
    ("contacts dead", "contacts that died", 0),
    ("contacts stuck", "contacts that stuck", 0),
    ("contacts flickering", "contacts that flickered", 0),
    ("questions in games", "questions about a move, answered", 0),
    ("dialogues", "dialogues of programs", 0),
    ("USB sessions", "times a computer found the USB port", 0),
    ("times the port was closed", "times the port was closed and opened (DTR)", 0),
    ("lines of strangers turned away", "lines of a second program at the other port, each refused there", 0),
    ("sessions taken over by USB", "times USB took the session of a wire that was silent for a minute", 0),
    ("lines cut", "lines that ended nowhere", 0),
    ("searches for programs", "searches for programs, each with its one legal `bestmove`", 0),
    ("answers timed", "of them with a limit, or stopped", 0),
    ("latest bestmove, ms", "the latest `bestmove`, ms after its limit or `stop`", 2),
    ("longest masked us", "the longest time with interrupts masked, us", 1),
    ("stack bytes", "deepest stack, bytes", 0),
)


@dataclass
class Run:
    """What is kept of one seed: the flash before each episode, what the hands know of it, and what came of each."""
    home: Path
    seed: int

    @property
    def done(self) -> list:
        return resume.lines(self.home / "episodes.jsonl")

    @property
    def next(self) -> int:
        return max((entry["episode"] for entry in self.done), default=-1) + 1

    @property
    def hours(self) -> float:
        return sum(episode["figures"].get("virtual hours", 0) for episode in self.done)

    def read(self, name: str) -> str:
        try:
            return (self.home / name).read_text(encoding="utf-8")
        except OSError:
            return ""

    def flash(self, number: int) -> Path:
        """What the flash held before this episode, and beside it what the hands knew."""
        return self.home / f"flash-{number:05}.z"

    @contextlib.contextmanager
    def held(self):
        """Nobody else plays this seed meanwhile."""
        self.home.mkdir(parents=True, exist_ok=True)
        with open(self.home / "lock", "w", encoding="utf-8") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise terminal.ToolError(f"seed {self.seed} is being played by another tools/soak") from None
            yield

    def entry(self, number: int) -> dict:
        """Of an episode that was played."""
        found = next((entry for entry in self.done if entry["episode"] == number), None)
        if found is None:
            raise terminal.ToolError(f"there is no episode {number} of seed {self.seed}; {self.next} were played, from 0")
        return found

    def begin(self, number: int, copy: Path) -> dict:
        """`copy` becomes the flash for an episode to write to; what is known of it."""
        self.home.mkdir(parents=True, exist_ok=True)
        copy.unlink(missing_ok=True)
        if self.flash(number).exists():
            copy.write_bytes(zlib.decompress(self.flash(number).read_bytes()))
        elif number:
            raise terminal.ToolError(f"there is no episode {number} of seed {self.seed}")
        return json.loads(self.read(f"known-{number:05}.json") or "{}")

    def end(self, number: int, copy: Path, known: dict, entry: dict) -> None:
        """The line in episodes.jsonl is last: what was interrupted before is made anew."""
        self.flash(number + 1).write_bytes(zlib.compress(copy.read_bytes(), 1))
        (self.home / f"known-{number + 1:05}.json").write_text(json.dumps(known), encoding="utf-8")
        resume.add_line(self.home / "episodes.jsonl", entry)


def runs(home: Path = HOME) -> list:
    """All there are, by seed."""
    try:
        return [Run(path, int(path.name)) for path in sorted(home.iterdir(), key=lambda path: path.name) if path.name.isdigit()]
    except OSError:
        return []


def seed_of(seed: int, number: int) -> int:
    return random.Random(f"{seed}/{number}").getrandbits(31)


def episode(run: Run, number: int, minutes: float, log, repeated: bool = False) -> dict:
    """Plays one; the entry for episodes.jsonl. Its flash is left in flash.bin, and `entry["known"]` says what is known of it; if a
    promise was broken, all that happened is in finding-NUMBER.txt. One that is repeated has files of its own."""
    sys.path[:0] = [str(EPISODES)]
    import rp2040_soak
    copy = run.home / ("replay.bin" if repeated else "flash.bin")
    memory = rp2040_soak.Memory(**run.begin(number, copy))
    log(f"episode {number}, seed {seed_of(run.seed, number)}, {minutes:g} minutes from power-on")
    played = rp2040_soak.Episode(seed_of(run.seed, number), minutes, copy, memory, log)
    finding = ""
    try:
        played.run()
    except Exception as error:          # whatever it is: it is looked at, and the next episode goes on
        finding = f"{type(error).__name__}: {error}" if str(error) else traceback.format_exc()
        memory = rp2040_soak.Memory(sure=False)     # what it was in the midst of nobody knows
        log("FINDING " + finding.splitlines()[0])
        (run.home / f"{'replay' if repeated else 'finding'}-{number:05}.txt").write_text(
            "\n".join([finding, "", traceback.format_exc(), "--- all that happened:", *played.board.transcript, ""]), encoding="utf-8")
    return {"episode": number, "minutes": minutes, "build": played.build, "figures": played.figures,
            "finding": finding.partition("\n")[0], "known": vars(memory)}


def soak(run: Run, hours: float, minutes: float, progress) -> int:
    """Goes on until the board has lived so long in all; how many episodes had a finding."""
    findings = 0
    with run.held(), open_log(run, "log.txt") as log:
        while (lived := run.hours) < hours:
            number = run.next

            def tell(text):
                log.write(text + "\n")
                log.flush()
                progress.update(f"soaking, seed {run.seed}", lived / hours, f"{lived:.2f} of {hours:g} hours; episode {number}: {text.strip()[:60]}")
            entry = episode(run, number, minutes, tell)
            known = entry.pop("known")
            if entry["finding"]:
                findings += 1
                progress.clear()
                print(f"episode {number}: {entry['finding']}\n    all that happened: {run.home}/finding-{number:05}.txt\n"
                      f"    again:             tools/soak --seed {run.seed} --replay {number}", flush=True)
            run.end(number, run.home / "flash.bin", known, entry)
    progress.clear()
    return findings


def open_log(run: Run, name: str):
    return open(run.home / name, "a", encoding="utf-8")


def replay(run: Run, number: int) -> int:
    """The same episode once more, told as it goes; what is kept of the run stays as it is."""
    before = run.entry(number)
    entry = episode(run, number, before["minutes"], lambda text: print(text, flush=True), repeated=True)
    if entry["build"] != before["build"]:
        print(f"this is another image ({entry['build']}) than it was played with ({before['build']})")
    print(f"{entry['finding']}\nall that happened: {run.home}/replay-{number:05}.txt" if entry["finding"] else "nothing found")
    return 1 if entry["finding"] else 0


def totals(done: list) -> dict:
    found = {}
    for entry in done:
        for name, value in entry["figures"].items():
            found[name] = max(found.get(name, value), value) if name in GREATEST else found.get(name, 0) + value
    return found


def table(every: list) -> str:
    """What was run, in Markdown."""
    done = [entry for run in every for entry in run.done]
    figures = totals(done)
    lines = ["| what | figure |", "|---|--:|", f"| episodes, each from power-on with the flash of the one before | {len(done):,} |"]
    for name, title, decimals in ROWS:
        lines.append(f"| {title} | {figures.get(name, 0):,.{decimals}f} |")
    deepest = next((i for i, entry in enumerate(done) if entry["figures"].get("stack bytes") == figures.get("stack bytes")), 0)
    lines.append(f"| the episode that first came as deep | {deepest + 1:,} |")
    lines.append(f"| resets, faults, bytes lost, error messages without a cause | {'none' if not any(e['finding'] for e in done) else 'see findings'} |")
    lines.append(f"| episodes with a finding | {sum(bool(entry['finding']) for entry in done):,} |")
    if figures.get("virtual hours"):
        lines.append(f"| hours of a core that 24 hours of the board's time take | {DAY * figures.get('core hours', 0) / figures['virtual hours']:,.1f} |")
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="tools/soak", formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Runs the RP2040's unchanged image in the simulator, with random hands, programs, power cuts and failing\n"
                    "contacts, and compares what it records, answers and shows with what was done\n"
                    "(host_tests/device/rp2040_soak.py). A run consists of episodes from power-on; each begins with the flash of\n"
                    "the one before, and can be repeated. What is done is kept in build/soak/SEED, and a run that was interrupted\n"
                    "goes on. The exit status is 1 if a promise was broken.")
    parser.add_argument("--hours", type=float, default=1.0, metavar="N",
                        help="until the board has lived so many hours of its own time, earlier runs of this seed included (default: 1)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="of all random numbers (default: 1)")
    parser.add_argument("--minutes", type=float, default=10.0, metavar="M", help="of an episode (default: 10)")
    parser.add_argument("--replay", type=int, metavar="N", help="play episode N of this seed again, tell it, and stop")
    parser.add_argument("--table", action="store_true", help="print what was run on this machine, all seeds, and stop")
    parser.add_argument("--page", action="store_true", help="write that into docs/TRUST.md, and stop")
    options = parser.parse_args()
    if options.table:
        print(table(runs()))
        return 0
    if options.page:
        PAGE.write_text(marked.filled(PAGE.read_text(encoding="utf-8"), {"soak": table(runs())}), encoding="utf-8")
        return 0
    if not 0 < options.hours < math.inf or not 0 < options.minutes < math.inf or options.seed < 0:
        parser.error("--hours and --minutes must be more than 0 and have an end, --seed must not be less")
    progress = terminal.Progress()
    run = Run(HOME / str(options.seed), options.seed)
    if options.replay is not None:
        run.entry(options.replay)
    build.setup()
    for preset in ("host", "rp2040"):
        build.build(preset, progress=progress, targets=("stackmate",))
    if options.replay is not None:
        return replay(run, options.replay)
    findings = soak(run, options.hours, options.minutes, progress)
    print(table([run]))
    return 1 if findings else 0


if __name__ == "__main__":
    terminal.run(main)
