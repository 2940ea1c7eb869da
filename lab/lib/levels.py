"""lab/levels: plays each level against the one below, and writes the tables of docs/LEVELS.md."""

import argparse
from dataclasses import dataclass

import build
import duel
import measuring
import terminal

DOCUMENT = build.ROOT / "docs" / "LEVELS.md"
SOURCES = ("core", "firmware/engine/levels.hpp", "lab/duel")
STEPS = 8               # of a kind
FOUND = (600, 900, 1200, 1500, 1800)   # Elo of the opponents that the adaptive level is to find
HALVES = (1, 3, 5, 7)   # between this step of strength and the next
DOUBLINGS = (2_000, 4_000, 8_000)      # nodes, against twice as many
ANCHOR_GAMES = ((5, 1500, 10_000), (7, 1800, 15_000))   # step, Stockfish's UCI_Elo and nodes
STRONG_ANCHORS = ((4_000, 1950, 20_000), (32_000, 2250, 20_000))    # nodes, Stockfish's UCI_Elo and nodes


@dataclass
class Level:
    """A line of `duel_match levels`. The strength steps have an Elo."""
    index: int
    kind: str
    elo: int
    candidates: int     # in tenths
    depth: int
    nodes: int
    name: str


def all_levels(program) -> list:
    lines = (line.split(" ", 6) for line in measuring.run([program, "levels"], "duel_match").splitlines())
    return [Level(int(index), kind, *map(int, figures), name) for index, kind, *figures, name in lines]


# ---------------------------------------------------------------- what the firmware says

def looks_at(level: Level) -> str:
    if level.candidates == 0:
        return "all"
    return f"{level.candidates / 10:g}"


def table_of_levels(levels) -> str:
    """The kinds as columns: what the firmware's table says, and nothing measured."""
    kinds = [[level for level in levels if level.kind == kind] for kind in ("strength", "move_time", "depth", "clock")]
    rows = []
    for step, (strength, move_time, depth, clock) in enumerate(zip(*kinds)):
        thinks = f"{strength.nodes:,} nodes" if strength.nodes else f"depth {strength.depth}"
        rows.append(["abcdefgh"[step], strength.name, looks_at(strength), thinks, strength.elo, move_time.name, depth.name,
                     clock.name])
    return measuring.table(["file", "strength", "moves looked at", "thinks", "UCI_Elo", "time for a move", "fixed depth",
                              "clock"], rows)


def table_of_nodes(program) -> str:
    return measuring.table(["nodes", "UCI_Elo"], [(f"{int(nodes):,}", elo) for nodes, elo in (
        line.split() for line in measuring.run([program, "scale"], "duel_match").splitlines())])


# ---------------------------------------------------------------- what matches say

class Matches:
    def __init__(self, games: int, quick: bool, progress):
        self.games = 20 if quick else games
        self.program = duel.program("duel_match", progress)
        self.key = measuring.source_hash(SOURCES)
        self.kept = measuring.Kept("levels", self.key, quick, progress, total=2 * STEPS + 5 + len(DOUBLINGS))

    def play(self, a: str, b: str, games: int = 0, nodes: str = "5000") -> dict:
        """A's view. Played on one core, to the end by the rules."""
        games = games or self.games
        return self.kept.get(f"{a} {b} {games} {nodes}", lambda: duel.match(
            self.program, a, b, "--games", games, "--nodes", nodes, "--threads", 1, "--to-the-end"))


def row(names: str, result: dict) -> list:
    return [names, result["won"], result["drawn"], result["lost"], *duel.figures(result)[1:]]


HEADS = ["", "won", "drawn", "lost", "score", "Elo"]


def table_of_steps(matches: Matches) -> str:
    rows = [row(f"strength {step + 1} against {step}", matches.play(f"level{step + 1}", f"level{step}"))
            for step in range(1, STEPS)]
    rows.append(row("strength 1 against the lowest step", matches.play("level1", "below1")))
    few = max(20, matches.games // 10)
    for nodes in DOUBLINGS:
        rows.append(row(f"{2 * nodes:,} nodes against {nodes:,}", matches.play("large", "large", few, f"{2 * nodes}:{nodes}")))
    return measuring.table(HEADS, rows)


def table_of_yardsticks(matches: Matches) -> str:
    return measuring.table(HEADS, [
        row("the lowest step against random moves", matches.play("below1", "random")),
        row("the lowest step against one ply of material", matches.play("below1", "material1")),
        row("strength 2 against one ply of material", matches.play("level2", "material1"))])


def table_of_found(program, quick: bool) -> str:
    """The Elo that the adaptive level has after ten games against each of five opponents."""
    trials = 2 if quick else 200
    rows = []
    for line in measuring.run([program, "adaptive", "--trials", trials, *(f"elo{elo}" for elo in FOUND)], "duel_match").splitlines():
        name, *found = line.split()
        off = [int(elo) - int(name.removeprefix("elo")) for elo in found]
        near = sum(abs(by) <= 150 for by in off)
        rows.append([name.removeprefix("elo"), round(sum(off) / trials) + int(name.removeprefix("elo")),
                     round(sum(map(abs, off)) / trials), f"{near} of {trials}"])
    return measuring.table(["opponent", "found on average", "off by", "within 150"], rows)


def table_of_gifts(program, quick: bool) -> str:
    """How often each step gives a rook or a queen away."""
    positions = measuring.run([program, "positions", "--count", 40 if quick else 400], "duel_match").splitlines()
    rows = []
    for line in measuring.run([program, "gifts"], "duel_match", positions).splitlines():
        name, times, of = line.split()
        called = name.replace("level", "strength ").replace("below1", "the lowest step")
        rows.append([called, times, f"{100 * int(times) / int(of):.1f} %"])
    return measuring.table(["", f"of {of}", "share"], rows)


def table_of_depths(matches: Matches) -> str:
    return measuring.table(HEADS, [
        row(f"depth {depth + 1} against {depth}",
            matches.play(f"depth{depth + 1}", f"depth{depth}", max(20, matches.games // (4 if depth < 5 else 10))))
        for depth in range(1, STEPS)])


def table_of_halves(matches: Matches, levels) -> str:
    """A player by UCI_Elo between two steps, against both."""
    elo = [level.elo for level in levels if level.kind == "strength"]
    games, rows = max(20, matches.games // 2), []
    for step in HALVES:
        half = (elo[step - 1] + elo[step]) // 2
        for a, b in ((f"elo{half}", f"level{step}"), (f"level{step + 1}", f"elo{half}")):
            name = " against ".join(word.replace("level", "strength ").replace("elo", "UCI_Elo ") for word in (a, b))
            rows.append(row(name, matches.play(a, b, games)))
    return measuring.table(HEADS, rows)


def table_of_anchors(matches: Matches, stockfish: str) -> str:
    rows = []
    for step, elo, nodes in ANCHOR_GAMES:
        foreign = f"uci:{stockfish},UCI_LimitStrength=true,UCI_Elo={elo}"
        rows.append(row(f"strength {step} against Stockfish at {elo} ({nodes:,} nodes a move)",
                        matches.play(f"level{step}", foreign, max(20, matches.games // 6), str(nodes))))
    for own, elo, nodes in STRONG_ANCHORS:
        foreign = f"uci:{stockfish},UCI_LimitStrength=true,UCI_Elo={elo}"
        rows.append(row(f"{own:,} nodes against Stockfish at {elo} ({nodes:,} nodes a move)",
                        matches.play("large", foreign, max(20, matches.games // 20), f"{own}:{nodes}")))
    return measuring.table(HEADS, rows)


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="lab/levels", formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Plays each level of the chess board against the one below, on one core, and writes the tables of docs/LEVELS.md.\n"
                    "Matches that were played with the same sources are kept in build/experiments, so an interrupted run\n"
                    "goes on. With 600 games that takes about a quarter of an hour.")
    parser.add_argument("--games", type=int, default=600, metavar="N",
                        help="of a match between two steps of strength; where they think, a quarter or a tenth (default: 600)")
    parser.add_argument("--stockfish", metavar="PROGRAM",
                        help="play the levels from strength 6 up against it, too; otherwise those rows stay as they are")
    parser.add_argument("--quick", action="store_true", help="few games, to see that all works; prints and writes nothing")
    options = parser.parse_args()
    progress = terminal.Progress()
    build.setup()
    matches = Matches(options.games, options.quick, progress)
    levels = all_levels(matches.program)
    parts = {"levels": table_of_levels(levels), "steps": table_of_steps(matches),
             "found": table_of_found(matches.program, options.quick),
             "gifts": table_of_gifts(matches.program, options.quick),
             "yardsticks": table_of_yardsticks(matches), "depths": table_of_depths(matches),
             "halves": table_of_halves(matches, levels), "nodes": table_of_nodes(matches.program)}
    if options.stockfish:
        parts["anchors"] = table_of_anchors(matches, options.stockfish)
    parts["measured"] = f"Measured at {measuring.engine_state()}."
    progress.clear()
    if options.quick:
        print("\n\n".join(parts.values()))
    else:
        DOCUMENT.write_text(measuring.filled(DOCUMENT.read_text(encoding="utf-8"), parts), encoding="utf-8")
        print(f"{DOCUMENT.relative_to(build.ROOT)} is written")
    return 0


if __name__ == "__main__":
    terminal.run(main, stopped="stopped; the same call goes on from here")
