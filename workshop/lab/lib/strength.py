"""workshop/lab/strength: plays the games of docs/STRENGTH.md, and writes their tables into it."""

import argparse
import configparser
import hashlib
import json
import re
import shutil
from dataclasses import dataclass
from pathlib import Path

import bench
import boards
import build
import duel
import measuring
import resume
import terminal
from terminal import ToolError

DOCUMENT = build.ROOT / "docs" / "STRENGTH.md"
RESULTS = build.ROOT / "build" / "strength"
SOURCES = ("core", "workshop/lab/duel")
HOST_SOURCES = ("core", "firmware", "hal", "boards/host")
COST_SOURCES = ("core", "firmware", "hal", "boards")
VERSION = {"Full": "large", "Wide": "wide", "Tiny": "small"}            # what workshop/lab/match calls the configurations' search
BOARD = {"Full": "stm32l475", "Wide": "stm32f405", "Tiny": "stm32f100"}
TABLE = {"Full": 65536, "Wide": 86016, "Tiny": 2048}                   # bytes
MARGIN_MS = 100                                         # beyond the clock, for an operating system in between
HOST_MB = 1
MOST_ELO = 1319                                         # beyond, workshop/lab/match cuts off


# ---------------------------------------------------------------- the engines to play against

@dataclass(frozen=True)
class Engine:
    """A section of the file of engines."""
    name: str
    program: str
    version: str
    options: tuple = ()         # NAME=VALUE
    nodes: int = 0              # a move; 0: by instructions
    instructions: float = 0.0   # a node
    against: tuple = ("Full",)
    clock: str = ""             # instead of nodes: on this computer, against the desktop engine
    elo: tuple = ()             # steps of its own scale, by the clock
    rating: int = 0             # by a list, at full strength
    note: str = ""

    def player(self, *options) -> str:
        """As workshop/lab/match names it."""
        return ",".join((f"uci:{self.program}", *options))


def words(text: str) -> tuple:
    return tuple(word.strip() for word in text.split(",") if word.strip())


READ = {"program": str, "version": str, "options": words, "nodes": measuring.positive(int), "instructions": measuring.positive(float), "against": words,
        "clock": str, "elo": lambda text: tuple(map(int, words(text))), "rating": measuring.positive(int), "note": str}


def engine_of(name: str, section) -> Engine:
    def need(good, why: str) -> None:
        if not good:
            raise ToolError(f"{name}: {why}")
    values = {}
    for key, text in section.items():
        need(key in READ, f"there is no '{key}'; known are {', '.join(READ)}")
        try:
            values[key] = READ[key](text)
        except ValueError:
            raise ToolError(f"{name}: {key}: '{text}' is no number of more than 0") from None
    for key in ("program", "version"):
        need(key in values, f"{key} is missing")
    found = shutil.which(values["program"])
    need(found, f"{values['program']} is no program")
    engine = Engine(name, **{**values, "program": str(Path(found).resolve())})
    for option in engine.options:
        need("=" in option, f"'{option}' is no OPTION=VALUE")
    need(sum(map(bool, (engine.nodes, engine.instructions, engine.clock))) == 1, "one of nodes, instructions and clock says how it is limited")
    need(engine.clock or not (engine.elo or engine.rating), "elo or rating goes with clock")
    need(not (engine.elo and engine.rating), "elo or rating, not both")
    for configuration in engine.against:
        need(configuration in TABLE, f"there is no configuration {configuration}; there are {', '.join(TABLE)}")
    return engine


def read_engines(path: Path) -> list:
    parser = configparser.ConfigParser(interpolation=None, comment_prefixes=("#",), delimiters=("=",), strict=True)
    try:
        with open(path, encoding="utf-8") as text:
            parser.read_file(text)
        return [engine_of(name, parser[name]) for name in parser.sections()]
    except (OSError, configparser.Error) as error:
        raise ToolError(f"{path}: {error}") from error


# ---------------------------------------------------------------- what is to be played

@dataclass(frozen=True)
class Match:
    """A row of a table."""
    table: str
    row: str
    what: dict              # for the document: goes into the log beside the result
    call: tuple             # arguments of workshop/lab/match
    identity: tuple         # what else makes it another match: sources, programs

    def key(self) -> str:
        """Of all that decides the games; not of words, nor of where a program or the openings are kept."""
        call = [re.sub(r"^(uci:)?/[^,]*/", r"\1", word) for word in self.call]
        return hashlib.sha256(json.dumps([self.table, self.row, call, self.identity]).encode()).hexdigest()[:12]


def file_digest(path: str) -> str:
    try:
        return hashlib.sha256(Path(path).read_bytes()).hexdigest()[:12]
    except OSError as error:
        raise ToolError(f"{path}: {error.strerror}") from error


class Plan:
    """Turns engines and budgets into matches."""

    def __init__(self, options, engines, costs, programs):
        self.options, self.engines, self.costs, self.programs = options, engines, costs, programs
        self.openings = ("--openings", str(options.openings.resolve())) if options.openings else ()

    def nodes(self, configuration: str) -> int:
        return round(self.options.budget / self.costs[configuration])

    def _match(self, table: str, row: str, call: tuple, identity: tuple, openings: tuple = (), **what) -> Match:
        what["openings"] = f"{self.options.openings.name}, at random" if openings else "workshop/lab/match"
        return Match(table, row, {"measured": self.programs["measured"], **what}, (*call, *openings, "--to-the-end"), identity)

    def devices(self) -> list:
        found = []
        for engine in self.engines:
            for configuration in engine.against if not engine.clock else ():
                nodes, table, budget = self.nodes(configuration), TABLE[configuration], self.options.budget
                theirs = engine.nodes or round(budget / engine.instructions)
                call = (VERSION[configuration], engine.player(*engine.options), "--nodes", f"{nodes}:{theirs}", "--table", str(table))
                found.append(self._match(
                    "devices", f"{configuration} against {engine.name}", call,
                    (self.programs["sources"], file_digest(engine.program)), self.openings, budget=budget,
                    ours=[configuration, table, round(self.costs[configuration]), nodes],
                    theirs=[engine.name, engine.version, round(engine.instructions), theirs], note=engine.note,
                    options=" ".join(engine.options)))
        return found

    def host(self) -> list:
        found = []
        for engine in self.engines:
            for step in engine.elo or (0,) if engine.clock else ():
                clock, row = self.options.clock or engine.clock, f"{engine.name} at {step}" if step else engine.name
                mb, options = self.options.hash, list(engine.options)
                if mb != HOST_MB or clock != engine.clock:              # a row beside that of the usual conditions
                    row += f", {clock}, {mb} MB"
                if mb != HOST_MB:
                    options = [*(option for option in options if not option.lower().startswith("hash=")), f"Hash={mb}"]
                if step:
                    options += ["UCI_LimitStrength=true", f"UCI_Elo={step}"]
                call = (f"uci:{self.programs['stackmate']},Hash={mb}", engine.player(*options), "--clock", clock, "--margin", str(MARGIN_MS))
                found.append(self._match(
                    "host", row, call, (self.programs["host sources"], file_digest(engine.program)), self.openings,
                    ours=["host", mb << 20], theirs=[engine.name, engine.version, step or engine.rating, bool(step)], clock=clock,
                    note=engine.note))
        return found

    def _own(self, table: str, row: str, a, b) -> Match:
        """`a` and `b`: (configuration, nodes, bytes of table)."""
        call = (VERSION[a[0]], VERSION[b[0]], "--nodes", f"{a[1]}:{b[1]}", "--table", f"{a[2]}:{b[2]}")
        return self._match(table, row, call, (self.programs["sources"],), budget=self.options.budget, ours=list(a), theirs=list(b))

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

def builds(progress):
    """For a build's steps: a log of matches is no place for them."""
    return progress if progress.live else None


def play(match: Match, options, progress) -> dict:
    """What came of it; the pairs of games are in a log of their own, and a match with more games goes on from it."""
    log = RESULTS / f"match-{match.key()}.log"

    def told(line):
        progress.update(match.row, -1, line, force=True)
        if not progress.live:
            print(line, file=progress.stream, flush=True)
    result = duel.match(duel.program("duel_match", builds(progress)), *match.call, "--games", options.games,
                        "--threads", options.concurrency, log=log, told=told)
    result["odd"] = [reason for line in log.read_text(encoding="ascii").splitlines()[1:] for reason in line.split()[3:]]
    return result


def measured_costs(needed, given: dict, progress) -> dict:
    """Instructions per node of each configuration: what was given, else what tools/bench counts."""
    kept = measuring.Kept("strength-costs", measuring.source_hash(COST_SOURCES), False, progress)
    costs = {}
    for configuration in needed:
        board = boards.find(BOARD[configuration])

        def measure(board=board):
            build.build(board.name, progress=builds(progress))
            return bench.measure_bench(board, progress)["per_node"]
        costs[configuration] = given.get(configuration) or kept.get(configuration, measure)
    return costs


# ---------------------------------------------------------------- the document

def elo_text(result: dict) -> str:
    low, high = result["low"], result["high"]
    if result["games"] in (result["won"], result["lost"]):
        return f"over {low:+.0f}" if result["won"] else f"under {high:+.0f}"
    bounds = [f"{bound:.0f}" if abs(bound) < MOST_ELO else "∞" if bound > 0 else "-∞" for bound in (low, high)]
    return f"{result['elo']:+.0f} [{', '.join(bounds)}]"


def cells(result: dict) -> list:
    return [*(result[name] for name in ("games", "won", "drawn", "lost")), f"{result['score']:.1f} %", elo_text(result)]


PLAYED = ["games", "won", "drawn", "lost", "score", "Elo [95 %]"]


def joined(texts, separator: str = ", ") -> str:
    """Each of them once."""
    return separator.join(dict.fromkeys(texts))


ODD = {"late": "lost on time", "illegal": "an illegal move", "gone": "the program ended or did not answer"}


def footnotes(rows: dict) -> list:
    notes = [f"{row}: {len(odd)} games did not end on the board: {'; '.join(ODD[reason] for reason in sorted(set(odd)))}."
             for row, (_, result) in rows.items() if (odd := result["odd"])]
    return notes + list(dict.fromkeys(f"{what['theirs'][0]}: {what['note'].rstrip('.')}." for what, _ in rows.values() if what.get("note")))


def conditions(rows: dict, text: str) -> str:
    whats = [what for what, _ in rows.values()]
    return (f"{text} Openings: {joined(what['openings'] for what in whats)}. "
            f"Measured at {joined((what['measured'] for what in whats), '; ')}.")


def text_devices(rows: dict) -> str:
    lines = []
    for what, result in rows.values():
        configuration, table, cost, nodes = what["ours"]
        name, version, their_cost, theirs = what["theirs"]
        lines.append([f"{configuration}, table of {table:,} bytes", f"{cost:,}", f"{nodes:,}", f"{name} {version}",
                      f"{their_cost:,}" if their_cost else "-", f"{theirs:,}", *cells(result)])
    whats = [what for what, _ in rows.values()]
    budgets = joined(f"{what['budget'] / 1e6:g} million" for what in whats)
    said = f"{budgets} instructions a move. No books, no time limit."
    if options := joined((f"{what['theirs'][0]} {what['options']}" for what in whats if what["options"]), "; "):
        said += f" Options: {options}."
    return conditions(rows, said) + "\n\n" + measuring.table(
        ["", "instructions a node", "nodes a move", "against", "its instructions a node", "its nodes", *PLAYED], lines)


def text_own(rows: dict) -> str:
    lines = [[row, f"{what['ours'][1]:,}", f"{what['theirs'][1]:,}", *cells(result)] for row, (what, result) in rows.items()]
    return conditions(rows, "Games of the engine against itself, played to the end.") + "\n\n" + measuring.table(
        ["", "nodes", "the other's nodes", *PLAYED], lines)


def text_host(rows: dict) -> str:
    lines, usual = [], HOST_MB << 20
    for what, result in rows.values():
        name, version, rating, limited = what["theirs"]
        on_scale = f"{round(rating + result['elo'], -1):.0f}" if rating and 10 <= result["score"] <= 90 else "-"
        called = f" at {rating}" if limited else f", rated {rating}" if rating else ""
        if what["ours"][1] != usual:
            called += f", tables of {what['ours'][1] >> 20} MB"
        lines.append([f"{name} {version}{called}", what["clock"], *cells(result), on_scale])
    unnamed = "" if all(what["ours"][1] == usual for what, _ in rows.values()) else " unless noted"
    said = (f"The desktop engine with a table of {HOST_MB} MB{unnamed}, one thread each, on one computer. Both may exceed the "
            f"clock by {MARGIN_MS} ms.")
    return conditions(rows, said) + "\n\n" + measuring.table(
        ["", "clock, seconds", *PLAYED, "ours on its scale"], lines)


TABLES = {"devices": text_devices, "memory": text_own, "instructions": text_own, "host": text_host}


def section(log: dict, table: str) -> str:
    rows = {row: (entry["what"], entry["result"]) for row, entry in log.get(table, {}).items()}
    return "\n\n".join(measuring.wrapped(part) for part in [TABLES[table](rows), *footnotes(rows)]) if rows else ""


# ---------------------------------------------------------------- the tool

HELP = """Plays the games of docs/STRENGTH.md by workshop/lab/match and writes their tables. An interrupted call goes on, and --page writes
the tables again without a game. A match of other sources or programs is played anew, in place of the row that is there; a row
goes when its entry goes from the log. Other engines are yours to bring: ENGINES names them."""

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
per node that tools/bench counts (stm32l475 for Full, stm32f405 for Wide, stm32f100 for Tiny), or over --cost.

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


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="workshop/lab/strength", formatter_class=argparse.RawDescriptionHelpFormatter,
                                     description=HELP, epilog=ENGINES)
    parser.add_argument("engines", nargs="?", type=Path, metavar="ENGINES", help="other engines: see below")
    parser.add_argument("--only", action="append", choices=tuple(TABLES), metavar="TABLE",
                        help="only this table; the others stay as they are; may be given several times")
    parser.add_argument("--engine", action="append", metavar="NAME", help="only this section of ENGINES; several times")
    parser.add_argument("--games", type=measuring.positive(int), default=200, metavar="N", help="of each match (default: 200)")
    parser.add_argument("--budget", type=measuring.positive(float), default=94e6, metavar="N",
                        help="instructions a move (default: 94e6, a second of an STM32F405 or so)")
    parser.add_argument("--cost", action="append", type=cost, default=[], metavar="CONFIGURATION=N",
                        help="instructions per node of Full, Wide or Tiny; default: counted in the emulator")
    parser.add_argument("--clock", type=clock, metavar="S+I",
                        help="seconds and increment of all engines that play by the clock, in place of their own")
    parser.add_argument("--hash", type=measuring.positive(int), default=HOST_MB, metavar="MB",
                        help=f"table of both sides by the clock (default: ours {HOST_MB}, theirs as their options say)")
    parser.add_argument("--openings", type=Path, metavar="FILE",
                        help="PGN or EPD, in random order, for games against others (default: the balanced ones of workshop/lab/match)")
    parser.add_argument("--concurrency", type=measuring.positive(int), default=1, metavar="N", help="games at once (default: 1)")
    parser.add_argument("--log", type=Path, default=RESULTS / "results.json", metavar="FILE", help="default: build/strength/results.json")
    parser.add_argument("--page", action="store_true", help="write the document from the log and end")
    return parser


def planned(options, engines, progress) -> list:
    tables = options.only or list(TABLES)
    if "host" in tables and any(engine.clock for engine in engines):
        build.build("host", progress=builds(progress), targets=("stackmate",))
    programs = {"stackmate": str(build.ROOT / "build/host/stackmate"), "sources": measuring.source_hash(SOURCES),
                "host sources": measuring.source_hash(HOST_SOURCES), "measured": measuring.engine_state()}
    needed = [name for name in TABLE if name != "Wide" and {"memory", "instructions"} & set(tables) or
              "devices" in tables and any(name in engine.against and not engine.clock for engine in engines)]
    plan = Plan(options, engines, measured_costs(needed, dict(options.cost), progress), programs)
    return [match for table in TABLES if table in tables for match in getattr(plan, table)()]


def choose(engines, names) -> list:
    if unknown := set(names or ()) - {engine.name for engine in engines}:
        raise ToolError(f"there is no section [{sorted(unknown)[0]}]")
    return [engine for engine in engines if not names or engine.name in names]


def run(options, progress) -> None:
    log = resume.whole(options.log)
    if options.page:
        measuring.write(DOCUMENT, {table: text for table in options.only or TABLES if (text := section(log, table))})
        return
    engines = choose(read_engines(options.engines) if options.engines else [], options.engine)
    build.setup()
    matches = planned(options, engines, progress)
    progress.clear()
    RESULTS.mkdir(parents=True, exist_ok=True)
    if not matches:
        raise ToolError("there is nothing to play: name a file of engines, see --help")
    for match in matches:
        rows, sign = log.setdefault(match.table, {}), [match.key(), options.games]
        played = match.row in rows and rows[match.row]["sign"] == sign
        result = rows[match.row]["result"] if played else play(match, options, progress)
        rows[match.row] = {"sign": sign, "what": match.what, "result": result}
        resume.replace(options.log, log)
        progress.clear()
        print(f"{match.table}: {match.row}: +{result['won']} ={result['drawn']} -{result['lost']}  {result['score']:.1f} %  "
              f"Elo {elo_text(result)}  {result['more']}", flush=True)
        measuring.write(DOCUMENT, {match.table: section(log, match.table)})


def main() -> int:
    parser = arguments()
    options = parser.parse_args()
    if options.games % 2:
        parser.error("--games must be even: every opening is played with both colours")
    progress = terminal.Progress()
    run(options, progress)
    progress.clear()
    print(f"{DOCUMENT.relative_to(build.ROOT)} is written")
    return 0


if __name__ == "__main__":
    terminal.run(main, stopped="stopped; the same call goes on from here")
