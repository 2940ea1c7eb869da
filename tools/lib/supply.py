"""What the parts of a chess board take from 5 V, what wires leave of it, and what a missing diode costs.

Volts, amperes, ohms, metres and square millimetres. Nothing here was measured.
"""

from dataclasses import dataclass
from math import log

COPPER = 0.0172                 # ohm mm2 / m at 20 degrees
SUPPLY = 5.0
LEDS = 0.400                    # led_supply in the kits
LEDS_MEASURED = 0.456           # the same lights with FastLED's figures (docs/HARDWARE.md)
LED_DARK = 0.001
PORT = 0.500                    # USB 2.0, 7.2.1
STRIPS = 8
HALL, HALL_MOST = 0.0044, 0.0090    # A3144: data sheet 27621.6B, typical and at most
LOGIC = 3.3
PIN = 50                        # of an output of a Pico at 4 mA drive: assumed
PIN_WORST = (0.68 / 0.004, 0.5 / 0.004)     # of one that is high, and low, by RP2040 data sheet, table 633
CONTACT = 0.2                   # closed: assumed
DIODE = (2.52e-9, 1.752, 0.568)     # 1N4148: saturation current, emission coefficient, series resistance of a common model
THERMAL = 0.02585               # k T / q at 27 degrees


@dataclass(frozen=True)
class Conductor:
    name: str
    area: float                 # of 5 V, and of ground

    def resistance(self, length: float) -> float:
        """There and back."""
        return 2 * COPPER * length / self.area


def drop(resistance: float, currents: list, feeds: list) -> float:
    """The greatest drop along a chain of strips, `resistance` each, each of which draws its current at its end. `feeds`: the strips,
    from 0, whose beginning has the full 5 V."""
    def of_one_ampere(at: int, source: int) -> float:
        """At one strip's end, in strips' resistances, for a current at another's: a chain that is held at both ends, or at one."""
        left = max((feed for feed in feeds if feed <= source), default=None)
        right = min((feed for feed in feeds if feed > source), default=None)
        if left is not None and right is not None:
            return (min(at, source) - left) * (right - max(at, source)) / (right - left) if left <= at <= right else 0
        return max(0, min(at - left, source - left) if right is None else min(right - at, right - source))

    ends = range(1, len(currents) + 1)
    return resistance * max(sum(current * of_one_ampere(at, source) for source, current in zip(ends, currents)) for at in ends)


def worst_drop(resistance: float, feeds: list) -> float:
    """With all the LEDs' current in one strip, whichever is worst."""
    return max(drop(resistance, [LEDS * (strip == lit) for strip in range(STRIPS)], feeds) for lit in range(STRIPS))


def even_drop(resistance: float, feeds: list) -> float:
    return drop(resistance, [LEDS / STRIPS] * STRIPS, feeds)


def without_diodes(pins: tuple = (PIN, PIN)) -> tuple:
    """Two pieces on one file, one row high and the other low: (current, volts of the column)."""
    current = LOGIC / (sum(pins) + 2 * CONTACT)
    return current, current * (pins[1] + CONTACT)


def with_one_diode() -> tuple:
    """The same when only the diode of the row that is low is missing."""
    saturation, emission, series = DIODE
    low, high = 0.0, LOGIC / (2 * PIN)
    while high - low > 1e-7:
        current = (low + high) / 2
        needed = current * (2 * PIN + 2 * CONTACT + series) + emission * THERMAL * log(current / saturation + 1)
        low, high = (current, high) if needed < LOGIC else (low, current)
    return low, low * (PIN + CONTACT)


def hours(ampere_hours: float, volts: float, efficiency: float, current: float) -> float:
    """How long a power bank of so many ampere-hours in cells of so many volts lasts at 5 V."""
    return ampere_hours * volts * efficiency / SUPPLY / current


TAPE = Conductor("tape: copper of 2 mm x 35 µm (assumed)", 2 * 0.035)
CONDUCTORS = (TAPE, Conductor("wire of 0.14 mm² (AWG 26)", 0.14), Conductor("wire of 0.5 mm² (AWG 20)", 0.5))
SQUARE = 0.050
FED = (("strip 1", [0]), ("1 and 5", [0, 4]), ("1, 4 and 8", [0, 3, 7]))


def drop_table() -> str:
    """Volts at the worst LED."""
    lines = [f"| conductor, {STRIPS} strips of {STRIPS * SQUARE:.1f} m | a strip, there and back |"
             + "".join(f" fed at {name}: even | all in one strip |" for name, _ in FED),
             "|---|--:|" + "--:|--:|" * len(FED)]
    for conductor in CONDUCTORS:
        one = conductor.resistance(STRIPS * SQUARE)
        lines.append(f"| {conductor.name} | {one:.2f} Ω |" + "".join(
            f" {SUPPLY - even_drop(one, feeds):.2f} V | {SUPPLY - worst_drop(one, feeds):.2f} V |" for _, feeds in FED))
    return "\n".join(lines)


def bill() -> str:
    """The sums, each with its formula."""
    def milli(value: float) -> str:
        return f"{value * 1e3:.0f} mA"
    (both, column), (least, _), (one, low) = without_diodes(), without_diodes(PIN_WORST), with_one_diode()
    halls, most = 8 * HALL, 8 * HALL_MOST
    rows = (
        ("eight A3144, one rank at a time", "8 x 4.4 mA; 8 x 9.0 mA at most", f"{milli(halls)}; {milli(most)}"),
        ("left of a port for the module", "500 mA - 400 mA of LEDs - the sensors", f"{milli(PORT - LEDS - halls)}; {milli(PORT - LEDS - most)}"),
        ("the same, the LEDs by FastLED's figures", "500 mA - 456 mA - the sensors",
         f"{milli(PORT - LEDS_MEASURED - halls)}; {milli(PORT - LEDS_MEASURED - most)}"),
        ("64 dark LEDs", "64 x 1 mA", milli(64 * LED_DARK)),
        ("power bank of 10 Ah at 500 mA", "10 Ah x 3.7 V x 0.85 (assumed) / 5 V / 0.5 A", f"{hours(10, 3.7, 0.85, 0.5):.0f} h"),
        ("data line of an LED at 5 V", "0.7 x 5 V; a 74AHCT125 gives 5 V, a chip 3.3 V", f"{0.7 * SUPPLY:.1f} V"),
        ("all diodes missing, two pieces on a file", f"3.3 V / (2 x {PIN} Ω + 2 x {CONTACT} Ω); with pins as weak as allowed, 170 and 125 Ω",
         f"{milli(both)}, column at {column:.2f} V; {milli(least)}"),
        ("one diode missing, a piece on its square, another on its file", "the same with one 1N4148", f"{milli(one)}, column at {low:.2f} V"),
    )
    return "\n".join(["| what | formula | result |", "|---|---|--:|"] + [f"| {' | '.join(row)} |" for row in rows])
