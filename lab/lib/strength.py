"""lab/strength: plays the games of docs/STRENGTH.md, and writes their tables into it."""

import argparse
import configparser
import hashlib
import json
import re
import shutil
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path

import bench
import boards
import build
import counting
import duel
import emulator
import manager
import measuring
import pairs
import resume
import suite
import terminal

DOCUMENT = build.ROOT / "docs" / "STRENGTH.md"
RESULTS = build.ROOT / "build" / "strength"
SOURCES = ("core", "lab/duel")
HOST_SOURCES = ("core", "firmware", "hal", "boards/host")
COST_SOURCES = ("core", "firmware", "hal", "boards")
TABLE = {"Full": 65536, "Tiny": 2048}                   # bytes
SEED = 1                                                # of the openings
MARGIN_MS = 100                                         # beyond the clock, for an operating system in between
HOST_MB = 1
SPEAKS = 30                                             # seconds between the lines of a log


class StrengthError(Exception):
    """What was asked for cannot be played; the text says why."""


# ---------------------------------------------------------------- the engines to play against

@dataclass(frozen=True)
class Engine:
    """A section of the file of engines."""
    name: str
    program: str
    version: str
    options: tuple = ()
    nodes: int = 0          # a move; 0: by instructions
    instructions: float = 0.0   # a node
    against: tuple = ("Full",)
    clock: str = ""         # instead of nodes: on this computer, against the desktop engine
    elo: tuple = ()         # steps of its own scale, by the clock
    rating: int = 0         # by a list, at full strength
    note: str = ""

    def nodes_for(self, budget: float) -> int:
        return self.nodes or round(budget / self.instructions)


KEYS = {"program", "version", "options", "nodes", "instructions", "against", "clock", "elo", "rating", "note"}


def words(text: str) -> tuple:
    return tuple(word.strip() for word in text.split(",") if word.strip())


def engine_of(name: str, section) -> Engine:
    def number(key, kind=float):
        try:
            value = kind(section[key].replace(",", "")) if key in section else kind(0)
        except ValueError:
            raise StrengthError(f"{name}: {key}: '{section[key]}' is no number") from None
        if key in section and value <= 0:
            raise StrengthError(f"{name}: {key} must be more than 0")
        return value
    if unknown := set(section) - KEYS:
        raise StrengthError(f"{name}: there is no '{sorted(unknown)[0]}'; known are {', '.join(sorted(KEYS))}")
    for key in ("program", "version"):
        if key not in section:
            raise StrengthError(f"{name}: {key} is missing")
    options = tuple(tuple(part.strip() for part in option.split("=", 1)) for option in words(section.get("options", "")))
    if bad := [option for option in options if len(option) != 2]:
        raise StrengthError(f"{name}: '{bad[0][0]}' is no OPTION=VALUE")
    try:
        steps = tuple(int(step) for step in words(section.get("elo", "")))
    except ValueError:
        raise StrengthError(f"{name}: elo: '{section['elo']}' are no numbers") from None
    if not (program := shutil.which(section["program"])):
        raise StrengthError(f"{name}: {section['program']} is no program")
    engine = Engine(name, str(Path(program).resolve()), section["version"], options, number("nodes", int), number("instructions"),
                    words(section.get("against", "Full")), section.get("clock", ""), steps, number("rating", int),
                    section.get("note", ""))
    if bool(engine.nodes) + bool(engine.instructions) + bool(engine.clock) != 1:
        raise StrengthError(f"{name}: one of nodes, instructions and clock says how it is limited")
    if (engine.elo or engine.rating) and not engine.clock or engine.elo and engine.rating:
        raise StrengthError(f"{name}: elo or rating goes with clock")
    if unknown := set(engine.against) - set(TABLE):
        raise StrengthError(f"{name}: there is no configuration {sorted(unknown)[0]}; there are {', '.join(TABLE)}")
    return engine


def read_engines(path: Path) -> list:
    parser = configparser.ConfigParser(interpolation=None, comment_prefixes=("#",), delimiters=("=",), strict=True)
    try:
        with open(path, encoding="utf-8") as text:
            parser.read_file(text)
        return [engine_of(name, parser[name]) for name in parser.sections()]
    except (OSError, configparser.Error) as error:
        raise StrengthError(f"{path}: {error}") from error


# ---------------------------------------------------------------- what was played

class Log:
    """A line of JSON for each match begun and each pair finished: all that the document's tables are made of."""

    def __init__(self, path: Path):
        self.path = path
        self.matches = {}       # key -> what it is, in the order in which they were begun
        self.pairs = {}         # key -> {pair: (first, second, odd ends)}
        for item in resume.lines(path):
            self._take(item)

    def _take(self, item: dict) -> None:
        if "what" in item:
            self.matches.pop(item["match"], None)
            self.matches[item["match"]] = item["what"]
        else:
            first, second = item["points"]
            self.pairs.setdefault(item["match"], {})[item["pair"]] = (first, second, item.get("odd", []))

    def add(self, item: dict) -> None:
        self._take(item)
        resume.add_line(self.path, item)

    def begin(self, key: str, what: dict) -> None:
        if self.matches.get(key) != what:
            self.add({"match": key, "what": what})

    def results(self, key: str, games: int) -> pairs.Results:
        found = pairs.Results()
        for pair, (first, second, _) in self.pairs.get(key, {}).items():
            if pair < games // 2:
                found.add(first, second)
        return found

    def odd(self, key: str) -> list:
        return [reason for _, _, reasons in self.pairs.get(key, {}).values() for reason in reasons]

    def rows(self, table: str) -> dict:
        """Row -> key of the match that shows it: the last that was played to its end, else the last begun."""
        best = {}
        for key, what in self.matches.items():
            if what["table"] != table or not self.pairs.get(key):
                continue
            whole = self.results(key, what["games"]).games == what["games"]
            there = best.get(what["row"])
            if there is None or whole or not there[1]:
                best[what["row"]] = key, whole
        return {row: key for row, (key, _) in best.items()}


# ---------------------------------------------------------------- what is to be played

@dataclass(frozen=True)
class Match:
    """A row of a table. What is in `what` is in the log; the rest says how to play it."""
    what: dict
    seats: tuple = ()       # for a manager; none: lab/match plays it
    own: tuple = ()         # arguments of lab/match
    identity: tuple = field(default=())     # what else makes it another match: sources, programs

    def key(self) -> str:
        """Of all that decides the games; not of words, nor of where a program is kept."""
        told = [self.what[name] for name in ("table", "row", "openings")]
        seats = [[seat.options, seat.nodes, seat.clock, seat.margin] for seat in self.seats]
        return hashlib.sha256(json.dumps([told, seats, self.own, self.identity]).encode()).hexdigest()[:12]


def file_digest(path: str) -> str:
    try:
        return hashlib.sha256(Path(path).read_bytes()).hexdigest()[:12]
    except OSError as error:
        raise StrengthError(f"{path}: {error.strerror}") from error


class Plan:
    """Turns engines and budgets into matches."""

    def __init__(self, options, engines, costs, programs, openings: str):
        self.games, self.budget, self.engines, self.clock, self.hash = (
            options.games, options.budget, engines, options.clock, options.hash)
        self.costs, self.programs, self.openings = costs, programs, openings

    def nodes(self, configuration: str) -> int:
        return round(self.budget / self.costs[configuration])

    def _what(self, table: str, row: str, **more) -> dict:
        return {"table": table, "row": row, "games": self.games, "openings": self.openings, "measured": self.programs["measured"], **more}

    def devices(self) -> list:
        found = []
        for engine in self.engines:
            for configuration in engine.against if not engine.clock else ():
                nodes, theirs = self.nodes(configuration), engine.nodes_for(self.budget)
                what = self._what("devices", f"{configuration} against {engine.name}", budget=self.budget,
                                  ours=[configuration, TABLE[configuration], round(self.costs[configuration]), nodes],
                                  theirs=[engine.name, engine.version, round(engine.instructions), theirs], note=engine.note,
                                  options=" ".join("=".join(option) for option in engine.options))
                ours = manager.Seat(self.programs["duel_uci"], (("Version", suite.VERSION[configuration]),
                                                                ("Table", str(TABLE[configuration]))), nodes)
                found.append(Match(what, (ours, manager.Seat(engine.program, engine.options, theirs)),
                                   identity=(self.programs["sources"], file_digest(engine.program))))
        return found

    def host(self) -> list:
        found = []
        for engine in self.engines:
            for step in engine.elo or (0,) if engine.clock else ():
                clock, row = self.clock or engine.clock, f"{engine.name} at {step}" if step else engine.name
                if self.hash != HOST_MB or clock != engine.clock:       # a row beside that of the usual conditions
                    row += f", {clock}, {self.hash} MB"
                what = self._what("host", row, ours=["host", self.hash << 20],
                                  theirs=[engine.name, engine.version, step or engine.rating, bool(step)],
                                  clock=clock, note=engine.note)
                limit = (("UCI_LimitStrength", "true"), ("UCI_Elo", str(step))) if step else ()
                options = engine.options
                if self.hash != HOST_MB:
                    options = (*(option for option in options if option[0].lower() != "hash"), ("Hash", str(self.hash)))
                ours = manager.Seat(self.programs["stackmate"], (("Hash", str(self.hash)),), 0, clock, MARGIN_MS)
                theirs = manager.Seat(engine.program, (*options, *limit), 0, clock, MARGIN_MS)
                found.append(Match(what, (ours, theirs),
                                   identity=(self.programs["host sources"], file_digest(engine.program))))
        return found

    def _own(self, table: str, row: str, a, b) -> Match:
        """`a` and `b`: (configuration, nodes, bytes of table)."""
        what = self._what(table, row, budget=self.budget, ours=list(a), theirs=list(b))
        what["openings"] = "lab/match"
        return Match(what, (), (suite.VERSION[a[0]], suite.VERSION[b[0]], "--nodes", f"{a[1]}:{b[1]}", "--table",
                                f"{a[2]}:{b[2]}", "--seed", str(SEED), "--to-the-end"),
                     identity=(self.programs["sources"],))

    def memory(self) -> list:
        found = []
        for configuration, sizes in (("Full", (4096, 16384, 262144, 1048576)), ("Tiny", (0, 512, 8192))):
            nodes, own = self.nodes(configuration), TABLE[configuration]
            found += [self._own("memory", f"{configuration}, {size:,} bytes against {own:,}",
                                (configuration, nodes, size), (configuration, nodes, own)) for size in sizes]
        return found

    def instructions(self) -> list:
        nodes, own = self.nodes("Full"), TABLE["Full"]
        found = [self._own("instructions", f"Full, {share} the instructions", ("Full", round(nodes * factor), own),
                           ("Full", nodes, own)) for share, factor in (("a quarter of", 0.25), ("half", 0.5), ("twice", 2))]
        return found + [self._own("instructions", "Tiny against Full, the same instructions",
                                  ("Tiny", self.nodes("Tiny"), TABLE["Tiny"]), ("Full", nodes, own))]


# ---------------------------------------------------------------- playing it

class Teller:
    """How far a match is: a line that is rewritten on a terminal, a line now and then in a log."""

    def __init__(self, progress, label: str, there: int, games: int):
        self.progress, self.label, self.there, self.games = progress, label, there, games
        self.began = self.spoke = time.monotonic()
        progress.update(label, 0, f"{there} of {games} games", force=True)

    def tell(self, results) -> None:
        now, played = time.monotonic(), results.games - self.there
        done = played / max(1, self.games - self.there)
        detail = f"{results.games} of {self.games} games, {100 * results.score:.1f} %"
        self.progress.update(self.label, done, detail)
        if not self.progress.live and played and now - self.spoke >= SPEAKS:
            self.spoke = now
            left = terminal.duration((now - self.began) * (1 - done) / done)
            print(f"{self.label}: {detail}, {left} left", file=self.progress.stream, flush=True)


def missing(there, count: int) -> list:
    """(first, how many) of the pairs below `count` that are not there, in runs."""
    runs = []
    for pair in range(count):
        if pair in there:
            continue
        if runs and sum(runs[-1]) == pair:
            runs[-1] = runs[-1][0], runs[-1][1] + 1
        else:
            runs.append((pair, 1))
    return runs


class Player:
    def __init__(self, log: Log, progress, concurrency: int, manager_path: str, openings, duel_match=None):
        self.log, self.progress, self.concurrency, self.duel_match = log, progress, concurrency, duel_match
        self.manager, self.openings = manager_path, openings    # openings(count) -> file
        self.manager_version = manager.version(manager_path) if manager_path else ""

    def play(self, match: Match) -> None:
        games, key = match.what["games"], match.key()
        what = {**match.what, "manager": self.manager_version} if match.seats else match.what
        there = self.log.pairs.get(key, {})
        if missing(there, games // 2):
            self.log.begin(key, what)
            teller = Teller(self.progress, match.what["row"], self.log.results(key, games).games, games)
            (self._managed if match.seats else self._own)(match, key, games, teller)
        elif self.log.matches.get(key) != what:
            self.log.begin(key, what)

    def _managed(self, match: Match, key: str, games: int, teller: Teller) -> None:
        openings = self.openings(games // 2)
        for first, count in missing(self.log.pairs.get(key, {}), games // 2):
            def got(pair, a, b, odd, first=first):
                self.log.add({"match": key, "pair": first + pair, "points": [a, b], **({"odd": odd} if odd else {})})
                teller.tell(self.log.results(key, games))
            manager.play(manager.call(self.manager, match.seats, openings, first, count, self.concurrency), RESULTS, got)
        if missing(self.log.pairs.get(key, {}), games // 2):
            raise StrengthError(f"{match.what['row']}: some games had no result; the same call plays them again")

    def _own(self, match: Match, key: str, games: int, teller: Teller) -> None:
        own_log = RESULTS / f"match-{key}.log"
        command = [*measuring.NICE, str(self.duel_match), *match.own, "--games", str(games),
                   "--threads", str(self.concurrency), "--log", str(own_log)]

        def collect():
            for line in own_log.read_text(encoding="ascii").splitlines()[1:] if own_log.exists() else []:
                if re.fullmatch(r"\d+ [0-2] [0-2]", line):
                    pair, a, b = map(int, line.split())
                    if pair not in self.log.pairs.get(key, {}):
                        self.log.add({"match": key, "pair": pair, "points": [a, b]})
            teller.tell(self.log.results(key, games))
        for attempt in range(2):
            with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                  preexec_fn=emulator._die_with_parent) as process:
                for _ in process.stdout:
                    collect()
                complaint = process.stderr.read().strip()
            if process.returncode != 1 or not own_log.exists() or attempt:
                break
            own_log.unlink()            # begun by a program that was built in another way
        if process.returncode != 0:
            raise StrengthError(f"{match.what['row']}: {complaint}")
        collect()


def measured_costs(needed, given: dict, progress) -> dict:
    """Instructions per node of each configuration: what was given, else what tools/bench counts."""
    kept = measuring.Kept("strength-costs", measuring.source_hash(COST_SOURCES), False, progress)
    costs = {}
    for configuration in needed:
        if configuration in given:
            costs[configuration] = given[configuration]
            continue
        board = boards.find(suite.BOARD[configuration])

        def measure(board=board):
            build.build(board.name, progress=builds(progress))
            return bench.measure_bench(board, progress)["per_node"]
        costs[configuration] = kept.get(configuration, measure)
    return costs


# ---------------------------------------------------------------- the document

def elo_text(results) -> str:
    low, high = results.interval()
    if results.score in (0, 1):
        return f"over {low:+.0f}" if results.score else f"under {high:+.0f}"
    bounds = [f"{bound:.0f}" if abs(bound) < pairs.elo(1) - 1 else "∞" if bound > 0 else "-∞" for bound in (low, high)]
    return f"{pairs.elo(results.score):+.0f} [{', '.join(bounds)}]"


def cells(results) -> list:
    return [results.games, results.won, results.drawn, results.lost, f"{100 * results.score:.1f} %", elo_text(results)]


PLAYED = ["games", "won", "drawn", "lost", "score", "Elo [95 %]"]


def rows_of(log: Log, table: str) -> list:
    """(what, results, odd ends) of each row that is shown."""
    return [(log.matches[key], log.results(key, log.matches[key]["games"]), log.odd(key))
            for key in log.rows(table).values()]


def footnotes(rows) -> list:
    notes = []
    for what, results, odd in rows:
        if odd:
            notes.append(f"{what['row']}: {len(odd)} games did not end on the board: {'; '.join(sorted(set(odd))[:4])}.")
        if results.games < what["games"]:
            notes.append(f"{what['row']}: {results.games} of {what['games']} games so far.")
    for name, note in dict.fromkeys((what["theirs"][0], what["note"]) for what, _, _ in rows if what.get("note")):
        notes.append(f"{name}: {note.rstrip('.')}.")
    return notes


def conditions(rows, text: str) -> str:
    managers = ", ".join(dict.fromkeys(what["manager"] for what, _, _ in rows if what.get("manager")))
    openings = ", ".join(dict.fromkeys(what["openings"] for what, _, _ in rows))
    measured = "; ".join(dict.fromkeys(what.get("measured", "an unknown commit") for what, _, _ in rows))
    return " ".join([text, f"Openings: {openings}.", *([f"Played by {managers}."] if managers else []), f"Measured at {measured}."])


def text_devices(rows) -> str:
    lines = []
    for what, results, _ in rows:
        configuration, table, cost, nodes = what["ours"]
        name, version, their_cost, theirs = what["theirs"]
        lines.append([f"{configuration}, table of {table:,} bytes", f"{cost:,}", f"{nodes:,}", f"{name} {version}",
                      f"{their_cost:,}" if their_cost else "-", f"{theirs:,}", *cells(results)])
    budgets = ", ".join(dict.fromkeys(f"{what['budget'] / 1e6:g} million" for what, _, _ in rows))
    options = "; ".join(dict.fromkeys(f"{what['theirs'][0]} {what['options']}" for what, _, _ in rows if what["options"]))
    said = f"{budgets} instructions a move. No books, no time limit." + (f" Options: {options}." if options else "")
    return conditions(rows, said) + "\n\n" + measuring.table(
        ["", "instructions a node", "nodes a move", "against", "its instructions a node", "its nodes", *PLAYED], lines)


def text_own(rows) -> str:
    lines = [[what["row"], f"{what['ours'][1]:,}", f"{what['theirs'][1]:,}", *cells(results)] for what, results, _ in rows]
    return conditions(rows, "Games of the engine against itself, played to the end.") + "\n\n" + measuring.table(
        ["", "nodes", "the other's nodes", *PLAYED], lines)


def text_host(rows) -> str:
    lines = []
    for what, results, _ in rows:
        name, version, rating, told = what["theirs"]
        by_scale = round(rating + pairs.elo(results.score), -1)
        on_scale = f"{by_scale:.0f}" if rating and 0.1 <= results.score <= 0.9 else "-"
        called = f" at {rating}" if told else f", rated {rating}" if rating else ""
        if what["ours"][1] != HOST_MB << 20:
            called += f", tables of {what['ours'][1] >> 20} MB"
        lines.append([f"{name} {version}{called}", what["clock"], *cells(results), on_scale])
    unnamed = "" if all(what["ours"][1] == HOST_MB << 20 for what, _, _ in rows) else " unless noted"
    said = (f"The desktop engine with a table of {HOST_MB} MB{unnamed}, one thread each, on one computer. Both may exceed the "
            f"clock by {MARGIN_MS} ms.")
    return conditions(rows, said) + "\n\n" + measuring.table(
        ["", "clock, seconds", *PLAYED, "ours on its scale"], lines)


TABLES = {"devices": text_devices, "memory": text_own, "instructions": text_own, "host": text_host}


def section(log: Log, table: str) -> str:
    rows = rows_of(log, table)
    if not rows:
        return ""
    return "\n\n".join(measuring.wrapped(part) for part in [TABLES[table](rows), *footnotes(rows)])


def write(fresh: dict) -> None:
    DOCUMENT.write_text(measuring.filled(DOCUMENT.read_text(encoding="utf-8"), fresh), encoding="utf-8")


# ---------------------------------------------------------------- the tool

HELP = """Plays the games of docs/STRENGTH.md and writes their tables. Every pair of games is kept in a log, so an interrupted
call goes on, and --page writes the tables again without a game. Matches of other sources or programs are played anew, in place of
the row that is there; a row goes when its lines go from the log.

Other engines are yours to bring: ENGINES names them, and a public tournament manager plays them (fastchess or
cutechess-cli, looked up on PATH). lab/match plays the engine against itself (tables memory, instructions)."""

ENGINES = """ENGINES is a text file with a section for each engine:

  [Some Engine]                     # the name in the tables
  program = /path/to/engine         # speaks UCI; takes `go nodes`, exactly
  version = 1.2
  options = Hash=1, OwnBook=false
  instructions = 3100               # a node, on the device that is compared: its nodes are the budget's
  against = Full, Tiny              # our configurations; default: Full
  note = what else should be said of how it was limited

  [Strong Engine]
  program = /usr/games/strong
  version = 15
  options = Hash=1
  clock = 5+0.05                    # seconds, on this computer, against the desktop engine
  elo = 2200, 2450                  # told to play so, by UCI_LimitStrength and UCI_Elo
                                    # or: rating = 2500, what some list gives it
`--clock 8+0.08 --hash 16` plays all that have a clock on the conditions of another list.
`nodes = 30000` instead of `instructions` fixes its nodes, whatever the budget. Ours are the budget over the instructions
per node that tools/bench counts (stm32f405 for Full, stm32f100 for Tiny), or over --cost.

tables: """ + ", ".join(TABLES) + """
exit status: 0 when all was played and written, 1 when something failed, 2 for a wrong call, 130 when stopped"""


def cost(text: str) -> tuple:
    name, _, value = text.partition("=")
    if name not in TABLE:
        raise ValueError
    return name, float(value)


def clock(text: str) -> str:
    if not re.fullmatch(r"\d+(\.\d+)?(\+\d+(\.\d+)?)?", text):
        raise ValueError
    return text


def positive(kind):
    def parse(text):
        value = kind(float(text))
        if value <= 0:
            raise ValueError
        return value
    parse.__name__ = "positive number"
    return parse


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="lab/strength", formatter_class=argparse.RawDescriptionHelpFormatter,
                                     description=HELP, epilog=ENGINES)
    parser.add_argument("engines", nargs="?", type=Path, metavar="ENGINES", help="other engines: see below")
    parser.add_argument("--only", action="append", choices=tuple(TABLES), metavar="TABLE",
                        help="only this table; the others stay as they are; may be given several times")
    parser.add_argument("--engine", action="append", metavar="NAME", help="only this section of ENGINES; several times")
    parser.add_argument("--games", type=positive(int), default=200, metavar="N", help="of each match (default: 200)")
    parser.add_argument("--budget", type=positive(float), default=94e6, metavar="N",
                        help="instructions a move (default: 94e6, a second of an STM32F405 or so)")
    parser.add_argument("--cost", action="append", type=cost, default=[], metavar="CONFIGURATION=N",
                        help="instructions per node of Full or Tiny; default: counted in the emulator")
    parser.add_argument("--clock", type=clock, metavar="S+I",
                        help="seconds and increment of all engines that play by the clock, in place of their own")
    parser.add_argument("--hash", type=positive(int), default=HOST_MB, metavar="MB",
                        help=f"table of both sides by the clock (default: ours {HOST_MB}, theirs as their options say)")
    parser.add_argument("--openings", type=Path, metavar="FILE",
                        help="PGN or EPD, in random order (default: the balanced ones of lab/match)")
    parser.add_argument("--manager", default="", metavar="PROGRAM", help="the tournament manager")
    parser.add_argument("--concurrency", type=positive(int), default=1, metavar="N", help="games at once (default: 1)")
    parser.add_argument("--log", type=Path, default=RESULTS / "log", metavar="FILE", help="default: build/strength/log")
    parser.add_argument("--list", action="store_true", help="print the matches and what is still to be played, and end")
    parser.add_argument("--page", action="store_true", help="write the document from the log and end")
    parser.add_argument("--quick", action="store_true",
                        help="four games of each, to see that all works; prints the document and writes nothing")
    return parser


def own_openings(count: int) -> Path:
    """The openings of lab/match as EPD."""
    path = RESULTS / f"openings-own-{SEED}-{count}-{measuring.source_hash(SOURCES)}.epd"
    if not path.exists():
        RESULTS.mkdir(parents=True, exist_ok=True)
        text = measuring.run([duel.program("duel_uci"), "--openings", count, "--seed", SEED], "openings")
        path.write_text(text, encoding="ascii")
    return path


def builds(progress):
    """For a build's steps: a log of matches is no place for them."""
    return progress if progress.live else None


def planned(options, engines, progress) -> list:
    tables = options.only or list(TABLES)
    if "host" in tables and any(engine.clock for engine in engines):
        build.build("host", progress=builds(progress), targets=("stackmate",))
    programs = {"duel_uci": str(duel.program("duel_uci", builds(progress))), "stackmate": str(build.ROOT / "build/host/stackmate"),
                "sources": measuring.source_hash(SOURCES), "host sources": measuring.source_hash(HOST_SOURCES),
                "measured": measuring.engine_state()}
    needed = [name for name in TABLE if {"memory", "instructions"} & set(tables) or
              "devices" in tables and any(name in engine.against and not engine.clock for engine in engines)]
    costs = measured_costs(needed, dict(options.cost), progress)
    named = f"{options.openings.name}, at random" if options.openings else "lab/match"
    plan = Plan(options, engines, costs, programs, named)
    return [match for table in TABLES if table in tables for match in getattr(plan, table)()]


def choose(engines, names) -> list:
    if unknown := set(names or ()) - {engine.name for engine in engines}:
        raise StrengthError(f"there is no section [{sorted(unknown)[0]}]")
    return [engine for engine in engines if not names or engine.name in names]


def run(options, progress) -> None:
    RESULTS.mkdir(parents=True, exist_ok=True)
    log = Log(RESULTS / "quick" if options.quick else options.log)
    if options.page:
        write({table: text for table in options.only or TABLES if (text := section(log, table))})
        return
    engines = choose(read_engines(options.engines) if options.engines else [], options.engine)
    build.setup()
    matches = planned(options, engines, progress)
    progress.clear()
    if options.list:
        for match in matches:
            left = options.games - log.results(match.key(), options.games).games
            print(f"{match.what['table']}: {match.what['row']}: {left} of {options.games} games to play")
        return
    if not matches:
        raise StrengthError("there is nothing to play: name a file of engines, see --help")

    def openings(count):
        return (manager.chosen_openings(options.openings, count, RESULTS, SEED) if options.openings else
                own_openings(count))
    managed, own = any(match.seats for match in matches), not all(match.seats for match in matches)
    player = Player(log, progress, options.concurrency, manager.find(options.manager) if managed else "", openings,
                    duel.program("duel_match", builds(progress)) if own else None)
    for match in matches:
        player.play(match)
        progress.clear()
        results = log.results(match.key(), options.games)
        print(f"{match.what['table']}: {match.what['row']}: +{results.won} ={results.drawn} -{results.lost}  "
              f"{100 * results.score:.1f} %  Elo {elo_text(results)}  {results.more()}", flush=True)
        if not options.quick:
            write({match.what["table"]: section(log, match.what["table"])})
    if options.quick:
        print("\n\n".join(text for table in TABLES if (text := section(log, table))))


def main() -> int:
    parser = arguments()
    options = parser.parse_args()
    if options.quick:
        options.games = 4
    if options.games % 2:
        parser.error("--games must be even: every opening is played with both colours")
    progress = terminal.Progress()
    with terminal.told("lab/strength", progress, StrengthError, manager.ManagerError, measuring.MeasuringError, build.BuildError,
                       counting.CountingError, emulator.EmulatorError, OSError,
                       stopped="stopped; the same call goes on from here"):
        run(options, progress)
        progress.clear()
        if not options.quick and not options.list:
            print(f"{DOCUMENT.relative_to(build.ROOT)} is written")
        return 0


if __name__ == "__main__":
    terminal.run(main)
