"""The language of lights (firmware/lights.hpp): what the colours of a picture mean."""

import subprocess
from dataclasses import dataclass

import build

PROGRAM = build.ROOT / "build" / "host" / "tools" / "lights_table"


class LightsError(Exception):
    """A picture cannot be read; the text says why."""


@dataclass(frozen=True)
class Style:
    name: str
    colour: tuple       # as a person sees it, before brightness and gamma
    period_ms: int
    pattern: str        # a digit for each eighth of the period: 1 lit, 0 dark
    meaning: str


def styles() -> dict:
    """All meanings by name, as the firmware's own table has them."""
    if not PROGRAM.exists():
        raise LightsError(f"{PROGRAM.relative_to(build.ROOT)} is missing: build the preset host")
    lines = subprocess.run([str(PROGRAM)], capture_output=True, text=True, check=True).stdout.splitlines()
    found = {}
    for line in lines:
        name, red, green, blue, period, pattern, meaning = line.split(" ", 6)
        found[name] = Style(name, (int(red), int(green), int(blue)), int(period), pattern, meaning)
    return found


def pulse_width(colour: int, brightness: int) -> int:
    """What a driver makes of one part of a colour (hal/light.hpp)."""
    if colour == 0 or brightness == 0:
        return 0
    gamma = max(1, int(255 * (colour / 255) ** 2.2 + 0.5))
    return max(1, (gamma * brightness + 127) // 255)


def colour_of(width: int, brightness: int) -> int:
    """The other way round, as nearly as can be told."""
    return round(255 * min(1.0, width / brightness) ** (1 / 2.2))


class Reader:
    """Reads the meanings in pictures. `brightness` is the board's setting; `shown` what its LEDs make of a pulse width."""

    def __init__(self, brightness: int = 255, shown=lambda width: width):
        self.table = {}
        for style in styles().values():
            widths = tuple(shown(pulse_width(part, brightness)) for part in style.colour)
            if any(widths):
                self.table.setdefault(widths, []).append(style.name)

    def name_of(self, widths: tuple) -> str:
        """The meaning of a colour; "dark" when nothing shines."""
        if not any(widths):
            return "dark"
        try:
            names = self.table[tuple(widths)]
        except KeyError:
            raise LightsError(f"no light has the colour {tuple(widths)}") from None
        if len(names) > 1:
            raise LightsError(f"{tuple(widths)} may be {' or '.join(names)}: use a higher brightness")
        return names[0]

    def read(self, frame) -> dict:
        """Name of a square -> meaning, of those that shine in a picture (simboard.Frame)."""
        return {square: self.name_of(colour) for square, colour in frame.lit.items()}
