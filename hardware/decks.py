"""The electrical figures of docs/WIRING.md from decks for ngspice. Nothing here was measured; what a deck assumes stands at its head."""

import re
import shutil
import subprocess

from kit import HERE, HardwareError

SCAN = 1e-3         # a rank is on for so long: ScanTiming in hal/scan.hpp
FOLDER = HERE / "decks"
UNITS = {"V": 1, "mA": 1e3, "µs": 1e6, "ns": 1e9}
# What, and the deck, measure, unit and decimals of each of its figures.
ROWS = (
    ("a rank full of pieces: volts of a column", ("rank", "column", "V", 2)),
    ("the same: current of the row's pin", ("rank", "row", "mA", 2)),
    ("the same: a column is high (2.0 V), and low again (0.8 V), after", ("rank", "rise", "µs", 2), ("rank", "fall", "µs", 1)),
    ("three pieces on a rectangle's corners: the fourth column, with diodes and without", ("missing_diodes", "ghost", "V", 2),
     ("missing_diodes", "ghost_without", "V", 2)),
    ("the same without diodes: current of the two pins", ("missing_diodes", "pins", "mA", 0)),
    ("one diode is missing: its file's column, current of the pins", ("missing_diodes", "one_column", "V", 2),
     ("missing_diodes", "one_pins", "mA", 1)),
    ("hall sensors: 5 V of a rank that is on, column with a piece", ("hall", "rank", "V", 2), ("hall", "low", "V", 2)),
    ("the same: the rank has 4.5 V, and its column is high again, after", ("hall", "on", "µs", 2), ("hall", "back", "µs", 0)),
    ("LED data: high with a level shifter, and without", ("led", "high", "V", 1), ("led", "without", "V", 1)),
    ("the same: 0.5 to 3.5 V takes", ("led", "edge", "ns", 0)),
)


def figures() -> dict:
    """(deck, measure) -> volts, amperes or seconds."""
    if not shutil.which("ngspice"):
        raise HardwareError("ngspice is missing: tools/setup --hardware installs it")
    found = {}
    for deck in sorted(FOLDER.glob("*.cir")):
        said = subprocess.run(["ngspice", "-b", deck], capture_output=True, text=True, check=False).stdout
        measured = dict(re.findall(r"^(\w+) += +(-?[\d.]+e[-+]\d+)", said, re.M))
        for measure in re.findall(r"^\.meas tran (\w+)", deck.read_text(encoding="utf-8"), re.M):
            if measure not in measured:
                raise HardwareError(f"{deck.name} gives no {measure}:\n{said[-1000:]}")
            found[deck.stem, measure] = abs(float(measured[measure]))
    return found


def table(found: dict) -> str:
    lines = ["| what | deck | result |", "|---|---|--:|"]
    for what, *results in ROWS:
        written = ", ".join(f"{found[deck, measure] * UNITS[unit]:.{digits}f} {unit}" for deck, measure, unit, digits in results)
        lines.append(f"| {what} | {results[0][0]} | {written} |")
    return "\n".join(lines)
