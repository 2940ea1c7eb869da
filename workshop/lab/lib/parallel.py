"""What a second core is worth: two searches together against one alone, in exact virtual time.

Runs workshop/lab/parallel/two_cores_image.cpp. Its two cores take turns of the same virtual time and both are
busy all the time, also while one of them only waits for the other; so each has half of it.
More helpers than one take turns with the leader on the host (workshop/lab/duel/helpers.cpp).
"""

import statistics
import subprocess
import threading
from dataclasses import dataclass

import boards
import build
import emulator
import measuring
from terminal import ToolError

BOARD = "mps2_an521"
PRESET = "lab-mps2_an521"
LIMIT = 3600.0      # seconds of the host's time for one run
FORMS = {"t": "shared table", "a": "ABDADA", "s": "splitting"}     # workshop/lab/parallel/forms.hpp
RULES = {"s": "nearest to the root", "d": "nearest to the leaf", "m": "most moves left",
         "n": "no cutoff expected"}     # workshop/lab/parallel/split_rules.hpp


@dataclass
class Position:
    """One position, both ways. Instructions are those of the first core, in millions."""
    alone_nodes: int
    alone: float
    helped_nodes: int
    helper_nodes: int
    helped: float
    same: bool          # score and move are those of the search alone


def image():
    return build.ROOT / "build" / PRESET / "lab_two_cores.elf"


def transcript(form: str, task: str, on_line=lambda line: None, niceness: tuple = ()) -> list:
    """All that the image says. `form`: of FORMS or RULES. `task`: which positions and how deep, see there."""
    if not image().exists():
        raise ToolError(f"{image().relative_to(build.ROOT)} was not built")
    board = boards.find(BOARD)
    if reason := emulator.why_not(board):
        raise emulator.EmulatorError(reason)
    command = [*niceness, *emulator.command(board, image(), icount=True, extra=("-append", form + task))]
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               start_new_session=True, preexec_fn=emulator._die_with_parent)
    watchdog = threading.Timer(LIMIT, process.kill)
    watchdog.start()
    lines = []
    try:
        for raw in process.stdout:
            lines.append(raw.decode("ascii", "replace").rstrip())
            on_line(lines[-1])
        status = process.wait()
    finally:
        watchdog.cancel()
        emulator.stop(process)
    failed = [line for line in lines if line.startswith("FAILED")]
    if status != 0 or failed:
        raise ToolError(f"the image ended with status {status}: {'; '.join(failed) or 'no word of why'}")
    return lines


@dataclass
class Helped:
    """What helpers did in one position: a line of duel_helpers."""
    nodes: int
    helpers: int        # their nodes
    turns: int          # theirs together
    idle: int           # turns
    useful: int         # nodes
    branch_nodes: int   # of these, in branches that were handed over
    unfinished: int     # moves that the leader took over
    branches: int
    plies: int
    bytes: int


def helped(program, count: int, depth: int, fens: list, niceness: tuple = (), handing: bool = False) -> list:
    said = measuring.run([*niceness, program, "--helpers", count, "--depth", depth, *(["--handing"] if handing else [])],
                         f"{count} helpers", fens)
    return [Helped(*map(int, line.split())) for line in said.splitlines()]


def against(alone: list, some: list) -> list:
    """For speed_ups: nodes in place of instructions."""
    return [Position(a.nodes, a.nodes, b.nodes, b.helpers, b.nodes, False) for a, b in zip(alone, some)]


def positions_of(lines: list) -> list:
    """The positions in which there was something to search."""
    # Millions in a millisecond, of one of two cores.
    instructions = 1 / (1 << boards.find(BOARD).icount_shift) / 2
    found = []
    for line in lines:
        word, *figures = line.split()
        if word == "note":
            _, alone_nodes, alone_ms, helped_nodes, helper_nodes, helped_ms, same = map(int, figures)
            if alone_nodes:
                found.append(Position(alone_nodes, alone_ms * instructions, helped_nodes, helper_nodes,
                                      helped_ms * instructions, bool(same)))
    return found


def speed_ups(positions: list) -> dict:
    """Of the sums, and over the positions. The longest half: those that took longest alone."""
    def ratios(some):
        return sorted(p.alone / p.helped for p in some if p.alone and p.helped)

    longest = sorted(positions, key=lambda p: p.alone)[len(positions) // 2:]
    each = ratios(positions)
    return {"sum": sum(p.alone for p in positions) / sum(p.helped for p in positions),
            "mean": statistics.geometric_mean(each),
            "mean of the longest half": statistics.geometric_mean(ratios(longest)),
            "10th percentile": each[len(each) // 10], "median": statistics.median(each),
            "90th percentile": each[len(each) * 9 // 10],
            "slower": sum(ratio < 1 for ratio in each) / len(each),
            "same": sum(p.same for p in positions) / len(positions)}
