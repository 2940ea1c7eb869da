"""The Pico's kit as the compiler sees it: what kit_pins.cpp prints."""

import os
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
SOURCE = "boards/kits/picos.hpp"


class HardwareError(Exception):
    """The design cannot be made or checked; the text says why."""


@dataclass(frozen=True)
class Kit:
    rows: tuple         # GPn of rank 1 to 8
    columns: tuple      # of file a to h
    buttons: dict       # name -> GPn
    led: str
    sounder: str
    sends: str
    receives: str
    chain: tuple        # a square's place in the chain of LEDs, for a1, b1 ... h8
    columns_high: bool  # the level where a piece stands
    limit_ma: int       # of all LEDs
    led_bits: int       # for each


def of_lines(text: str) -> Kit:
    said = {}
    for line in text.splitlines():
        what, key, value = line.split()
        said.setdefault(what, {})[key] = value
    try:
        return Kit(tuple(said["row"].values()), tuple(said["column"].values()), said["button"], said["led"]["data"],
                   said["sounder"]["pin"], said["serial"]["sends"], said["serial"]["receives"],
                   tuple(map(int, said["chain"].values())), said["columns"]["high"] == "1", int(said["led_supply"]["limit_ma"]), int(said["led_form"]["bits"]))
    except KeyError as missing:
        raise HardwareError(f"kit_pins.cpp does not print {missing}") from None


def read(root: Path = ROOT, kit_text: str = "") -> Kit:
    """Compiles the kit of a checkout, or this text in its place."""
    with tempfile.TemporaryDirectory() as folder:
        if kit_text:
            other = Path(folder, SOURCE)
            other.parent.mkdir(parents=True)
            other.write_text(kit_text, encoding="utf-8")
        program = Path(folder, "kit_pins")
        try:
            built = subprocess.run([os.environ.get("CXX", "g++"), "-std=c++20", "-I", folder, "-I", root, HERE / "kit_pins.cpp", "-o", program],
                                   capture_output=True, text=True, check=False)
        except FileNotFoundError as error:
            raise HardwareError(f"{error.filename} is missing: tools/setup installs a compiler") from None
        if built.returncode:
            raise HardwareError(f"{SOURCE} does not compile:\n{built.stderr.strip()[:2000]}")
        return of_lines(subprocess.run([program], capture_output=True, text=True, check=True).stdout)
