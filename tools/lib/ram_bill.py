"""What the RAM of an image is made of, part by part: for tools/sizes."""

import json
import re
import shlex
import subprocess
import tempfile
from pathlib import Path

import boards
import budgets
import build
import common

SOURCE = build.ROOT / "tools" / "measure" / "ram_bill.cpp"
BOARDS = ("stm32f100", "mps2_m7")     # one of each configuration, with the serial line alone


def compile_command(preset: str) -> list:
    """The compiler and the flags with which the preset's firmware/main.cpp is built, without source and output."""
    path = build.ROOT / "build" / preset / "compile_commands.json"
    if not path.exists():
        raise common.CheckError(f"build/{preset}/compile_commands.json is missing: build {preset}")
    for entry in json.loads(path.read_text(encoding="utf-8")):
        if entry["file"].endswith("/firmware/main.cpp"):
            words = shlex.split(entry["command"])
            return words[:words.index("-o")]
    raise common.CheckError(f"build/{preset} does not compile firmware/main.cpp")


def parts_of(preset: str) -> dict:
    """Bytes by part, as the preset's compiler sees them."""
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / "ram_bill.o"
        result = subprocess.run([*compile_command(preset), "-o", str(output), "-c", str(SOURCE)], cwd=folder,
                                capture_output=True, text=True, check=False)
        if result.returncode != 0:
            raise common.CheckError(f"{SOURCE.name} does not compile for {preset}:\n{result.stderr.strip()}")
        symbols = common.output_of([common.CROSS + "nm", "-S", "--defined-only", str(output)])
    return {name: int(size, 16) - 1 for size, name in re.findall(r"^\w+ (\w+) \w bill_(\w+)$", symbols, re.M)}


def bill(preset: str) -> dict:
    """The lines of the bill; the sums follow from the linked image."""
    parts, size = parts_of(preset), budgets.size_of(preset)
    known = ("position", "keys", "table", "frames", "picker", "enhancements", "line")
    return {
        "position": parts["position"],
        "keys of the game, for repetitions": parts["keys"],
        "transposition table": parts["table"],
        f"ply frames, {parts['plies']} of {parts['frame']} bytes": parts["frames"],
        "moves of the picker": parts["picker"],
        "what the enhancements remember (killers, history)": parts["enhancements"],
        "best line of the search": parts["line"],
        "the rest: limits, clocks, windows, `searchmoves`": parts["engine"] - sum(parts[name] for name in known),
        "**engine**": parts["engine"],
        "superloop and UCI shell": parts["app"] - parts["engine"],
        "board: serial rings, clock, deadline": parts["board"],
        "fault record, tick, other statics": size["ram_static"] - parts["app"] - parts["board"],
        "stack, as reserved": size["stack_size"],
        "**image**": size["ram_used"],
    }


def table() -> str:
    """The bills side by side, frames of each configuration in a line of their own."""
    bills = {preset: bill(preset) for preset in BOARDS}
    lines = ["| bytes of RAM | " + " | ".join(f"{boards.BOARDS[preset].configuration} ({preset})" for preset in BOARDS) + " |",
             "|---|" + "--:|" * len(BOARDS)]
    for labels in zip(*bills.values()):
        label = labels[0] if len(set(labels)) == 1 else "ply frames: " + " and ".join(
            re.sub(r"^ply frames, ", "", label) for label in labels)
        cells = [f"{bills[preset][name]:,}" for preset, name in zip(BOARDS, labels)]
        lines.append("| " + " | ".join([label, *cells]) + " |")
    return "\n".join(lines)
