"""The language of lights (firmware/squares/lights.hpp): what the colours of a picture mean, and their rhythm.

The table is the firmware's own, printed by tools/measure/lights_table.cpp.
"""

import subprocess
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import build
import terminal

SOURCES = ("tools/measure/lights_table.cpp", "firmware/squares/lights.hpp", "hal/frame.hpp")
BRIGHTNESS = 128            # of a board nobody has changed
ALLOWED_WIDTHS = (400 - 64) * 255 // 12     # boards/kits/rp2040.hpp, led_supply: what all pulse widths together may be


class LightsError(terminal.ToolError):
    """A picture cannot be read; the text says why."""


@dataclass(frozen=True)
class Style:
    name: str
    colour: tuple       # as a person sees it, before brightness and gamma
    period_ms: int
    pattern: str        # a digit for each eighth of the period: 1 lit, 0 dark
    meaning: str

    def shines(self, ms: float) -> bool:
        return self.pattern[int(ms % self.period_ms * 8 // self.period_ms)] == "1"


def _program() -> Path:
    try:
        return build.small_program("lights_table", SOURCES[:1], SOURCES[1:])
    except build.BuildError as error:
        raise LightsError(str(error)) from None


@lru_cache(maxsize=None)
def styles() -> dict:
    """All meanings by name, as the firmware's own table has them."""
    lines = subprocess.run([str(_program())], capture_output=True, text=True, check=True).stdout.splitlines()
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


# ---------------------------------------------------------------- WS2812: pulse widths as they are on the wire

@lru_cache(maxsize=None)
def widths(brightness: int) -> dict:
    """Pulse widths on the wire -> name, at this brightness."""
    found = {}
    for style in styles().values():
        if style.name != "dark":
            found[tuple(pulse_width(value, brightness) for value in style.colour)] = style.name
    return found


def when_idle(brightness: int) -> int:
    """What is left of it on a board that nobody minds (firmware/table/screen.hpp)."""
    return max(brightness // 4, 1)


def read(frame, brightness: int = BRIGHTNESS) -> dict:
    """What a picture says: name of a square -> name of a light, of the squares that shine; also of a board that nobody minds."""
    if frame.shown is not None:
        try:
            return _reader(brightness, frame.shown).read(frame)
        except LightsError:
            return _reader(when_idle(brightness), frame.shown).read(frame)
    lit = frame.lit
    for known in (widths(brightness), widths(when_idle(brightness))):
        if all(colour in known for colour in lit.values()):
            return {square: known[colour] for square, colour in lit.items()}
    return _read_dimmed(lit, widths(brightness))


@lru_cache(maxsize=None)
def _reader(brightness: int, shown) -> Reader:
    return Reader(brightness, shown)


def _read_dimmed(lit: dict, known: dict) -> dict:
    """The same when the supply's limit has dimmed all of them alike: the factor is found by trying."""
    colours = set(lit.values())
    count = {colour: list(lit.values()).count(colour) for colour in colours}
    if sum(sum(colour) * n for colour, n in count.items()) > ALLOWED_WIDTHS:
        raise LightsError(f"the LEDs take more than they may: {lit}")
    for scale in range(1000, 20, -1):
        names = {}
        for colour in colours:
            fitting = [name for full, name in known.items()
                       if all(abs(max(width * scale // 1000, min(width, 1)) - seen) <= (1 if width > 8 else 0)
                              for width, seen in zip(full, colour))]
            if len(fitting) != 1:
                break
            names[colour] = fitting[0]
        else:
            full = {name: colour for colour, name in known.items()}
            wanted = sum(sum(full[names[colour]]) * n for colour, n in count.items())
            parts = sum(sum(part != 0 for part in colour) * n for colour, n in count.items())   # hal/light.hpp, dimming
            if wanted > ALLOWED_WIDTHS and abs((ALLOWED_WIDTHS - parts) / wanted - scale / 1000) < 0.01:
                return {square: names[colour] for square, colour in lit.items()}
    raise LightsError(f"no light has one of these colours: {lit}")


def shown(meaning: dict, ms: float) -> dict:
    """Of squares that say something, those that shine at this time of the board's clock."""
    known = styles()
    return {square: name for square, name in meaning.items() if known[name].shines(ms)}


# From the board's clock to a picture that is out: the firmware draws every 16 ms or so, and a picture takes 2 ms.
SHORTEST_DELAY, LONGEST_DELAY = 1, 80


def agrees(seen: dict, meaning: dict, ms: float, offset: float = 0.0) -> bool:
    """Whether a picture that is out at `ms` can be one of this meaning; the board's clock began at `offset`."""
    return any(shown(meaning, max(0.0, ms - offset - delay)) == seen
               for delay in range(SHORTEST_DELAY, LONGEST_DELAY, 8))
