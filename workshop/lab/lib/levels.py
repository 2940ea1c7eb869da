"""workshop/lab/levels: plays each level against the one below, and writes the tables of docs/LEVELS.md."""

import argparse
from dataclasses import dataclass

import build
import duel
import measuring
import terminal

DOCUMENT = build.ROOT / "docs" / "LEVELS.md"
SOURCES = ("core", "firmware/engine/levels.hpp", "workshop/lab/duel")
STEPS = 8               # of a kind
FOUND = (600, 900, 1200, 1500, 1800)   # Elo of the opponents that the adaptive level is to find
HALVES = (1, 3, 5, 7)   # between this step of strength and the next
DOUBLINGS = (2_000, 4_000, 8_000, 16_000)     # nodes, against twice as many
ANCHOR_GAMES = ((6, 1500, 10_000), (8, 1800, 15_000))   # step, Stockfish's UCI_Elo and nodes
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
    notices: int        # per cent
    name: str


def all_levels(program) -> list:
    lines = (line.split(" ", 7) for line in measuring.run([program, "levels"], "duel_match").splitlines())
    return [Level(int(index), kind, *map(int, figures), name) for index, kind, *figures, name in lines]


# ---------------------------------------------------------------- what the firmware says

def table_of_levels(levels) -> str:
    """The kinds as columns: what the firmware's table says, and nothing measured."""
    kinds = [[level for level in levels if level.kind == kind] for kind in ("strength", "move_time", "depth", "clock")]
    rows = []
    for step, (strength, move_time, depth, clock) in enumerate(zip(*kinds)):
        thinks = f"{strength.nodes:,} nodes" if strength.nodes else f"depth {strength.depth}"
        looked_at = f"{strength.candidates / 10:g}" if strength.candidates else "all"
        notices = f"{strength.notices} %" if strength.candidates else "all"
        rows.append(["abcdefgh"[step], strength.name, looked_at, notices, thinks, strength.elo, move_time.name, depth.name, clock.name])
    return measuring.table(["file", "strength", "moves looked at", "notices", "thinks", "UCI_Elo", "time for a move", "fixed depth",
                              "clock"], rows)


def table_of_nodes(program) -> str:
    return measuring.table(["nodes", "UCI_Elo"], [(f"{int(nodes):,}", elo) for nodes, elo in (
        line.split() for line in measuring.run([program, "scale"], "duel_match").splitlines())])


# ---------------------------------------------------------------- what matches say

class Matches:
    def __init__(self, games: int, progress):
        self.games, self.program = games, duel.program("duel_match", progress)
        self.kept = measuring.Kept("levels", measuring.source_hash(SOURCES), False, progress, total=2 * STEPS + 18 + len(DOUBLINGS))

    def row(self, names: str, a: str, b: str, nodes: str = "5000") -> list:
        """A's view of the games. Played on one core, to the end by the rules."""
        result = self.kept.get(f"{a} {b} {self.games} {nodes}", lambda: duel.match(
            self.program, a, b, "--games", self.games, "--nodes", nodes, "--threads", 1, "--to-the-end"))
        return [names, result["won"], result["drawn"], result["lost"], *duel.figures(result)[1:]]


def table(rows) -> str:
    return measuring.table(["", "won", "drawn", "lost", "score", "Elo"], rows)


def table_of_steps(matches: Matches) -> str:
    return table([matches.row("the step above the lowest against it", "below2", "below3"),
                  matches.row("the next step against that one", "below1", "below2"),
                  matches.row("strength 1 against the step below", "level1", "below1"),
                  *(matches.row(f"strength {step + 1} against {step}", f"level{step + 1}", f"level{step}") for step in range(1, STEPS)),
                  matches.row("2,000 nodes against strength 8", "large", "level8", "2000"),
                  *(matches.row(f"{2 * nodes:,} nodes against {nodes:,}", "large", "large", f"{2 * nodes}:{nodes}") for nodes in DOUBLINGS)])


def table_of_yardsticks(matches: Matches) -> str:
    return table([matches.row("the lowest step against random moves", "below3", "random"),
                  matches.row("the lowest step against one ply of material", "below3", "material1"),
                  matches.row("the step above it against one ply of material", "below2", "material1"),
                  matches.row("strength 1 against one ply of material", "level1", "material1")])


def table_of_found(program) -> str:
    """The Elo that the adaptive level has after ten games against each of five opponents."""
    trials, rows = 200, []
    for line in measuring.run([program, "adaptive", "--trials", trials, *(f"elo{elo}" for elo in FOUND)], "duel_match").splitlines():
        name, *found = line.split()
        off = [int(elo) - int(name.removeprefix("elo")) for elo in found]
        near = sum(abs(by) <= 150 for by in off)
        rows.append([name.removeprefix("elo"), round(sum(off) / trials) + int(name.removeprefix("elo")),
                     round(sum(map(abs, off)) / trials), f"{near} of {trials}"])
    return measuring.table(["opponent", "found on average", "off by", "within 150"], rows)


def called(name: str) -> str:
    return name.replace("level", "strength ").replace("below3", "the lowest step").replace("below", "below strength 1, step ")


def table_of_errors(program) -> str:
    """What each step overlooks, by kinds."""
    rows = []
    for line in measuring.run([program, "errors"], "duel_match").splitlines():
        name, *counts = line.split()
        rows.append([called(name), *(f"{100 * int(times) / int(of):.1f} %" for times, of in zip(counts[::2], counts[1::2]))])
    return measuring.table(["", "mate in one missed", "attacked queen left", "piece not recaptured"], rows)


def table_of_gifts(program) -> str:
    """How often each step gives a rook or a queen away."""
    positions = measuring.run([program, "positions", "--count", 400], "duel_match").splitlines()
    rows = []
    for line in measuring.run([program, "gifts"], "duel_match", positions).splitlines():
        name, times, of = line.split()
        rows.append([called(name), times, f"{100 * int(times) / int(of):.1f} %"])
    return measuring.table(["", f"of {of}", "share"], rows)


def table_of_depths(matches: Matches) -> str:
    return table(matches.row(f"depth {depth + 1} against {depth}", f"depth{depth + 1}", f"depth{depth}")
                 for depth in range(1, STEPS))


def table_of_halves(matches: Matches, levels) -> str:
    """A player by UCI_Elo between two steps, against both."""
    elo, rows = [level.elo for level in levels if level.kind == "strength"], []
    for step in HALVES:
        half = (elo[step - 1] + elo[step]) // 2
        for a, b in ((f"elo{half}", f"level{step}"), (f"level{step + 1}", f"elo{half}")):
            rows.append(matches.row(f"{a} against {b}".replace("level", "strength ").replace("elo", "UCI_Elo "), a, b))
    return table(rows)


def table_of_anchors(matches: Matches, stockfish: str) -> str:
    anchors = [*((f"strength {step}", f"level{step}", elo, nodes, str(nodes)) for step, elo, nodes in ANCHOR_GAMES),
               *((f"{own:,} nodes", "large", elo, nodes, f"{own}:{nodes}") for own, elo, nodes in STRONG_ANCHORS)]
    return table(matches.row(f"{name} against Stockfish at {elo} ({nodes:,} nodes a move)", own,
                             f"uci:{stockfish},UCI_LimitStrength=true,UCI_Elo={elo}", limit)
                 for name, own, elo, nodes, limit in anchors)


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="workshop/lab/levels", formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Plays each level of the chess board against the one below, on one core, and writes the tables of docs/LEVELS.md.\n"
                    "Matches that were played with the same sources are kept in build/experiments, so an interrupted run\n"
                    "goes on. With 200 games that takes about an hour.")
    parser.add_argument("--games", type=int, default=200, metavar="N", help="of each match (default: 200)")
    parser.add_argument("--stockfish", metavar="PROGRAM",
                        help="play the levels from strength 6 up against it, too; otherwise those rows stay as they are")
    options = parser.parse_args()
    progress = terminal.Progress()
    build.setup()
    matches = Matches(options.games, progress)
    levels = all_levels(matches.program)
    parts = {"levels": table_of_levels(levels), "steps": table_of_steps(matches),
             "found": table_of_found(matches.program), "errors": table_of_errors(matches.program), "gifts": table_of_gifts(matches.program),
             "yardsticks": table_of_yardsticks(matches), "depths": table_of_depths(matches),
             "halves": table_of_halves(matches, levels), "nodes": table_of_nodes(matches.program)}
    if options.stockfish:
        parts["anchors"] = table_of_anchors(matches, options.stockfish)
    parts["measured"] = f"Measured at {measuring.engine_state()}."
    progress.clear()
    measuring.write(DOCUMENT, parts)
    print(f"{DOCUMENT.relative_to(build.ROOT)} is written")
    return 0


if __name__ == "__main__":
    terminal.run(main, stopped="stopped; the same call goes on from here")
