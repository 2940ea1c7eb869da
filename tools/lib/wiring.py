"""tools/wiring: how a chess board is connected, as pictures and tables, drawn from the pins in boards/.

The pins, and what is printed on a module and where, are read from the kit and its module, so a picture cannot name another pin.
"""

import argparse
import re
import sys
from dataclasses import dataclass, field
from pathlib import Path
from xml.sax.saxutils import escape

import magnets
import marked
import supply
import terminal

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = ROOT / "docs" / "WIRING.md"
IMAGES = ROOT / "docs" / "img"


class WiringError(Exception):
    """The sources do not say what is needed; the text says what."""


@dataclass(frozen=True)
class Use:
    """What a pin is for."""
    group: str      # key of GROUPS
    short: str      # on the picture
    long: str       # in the table


@dataclass
class Module:
    """A microcontroller module with a kit's pins."""
    key: str                        # file name of the picture
    board: str                      # preset
    title: str
    source: str                     # of the pins
    numbered: bool = False          # the pins have numbers, 1 at the top left, going round
    paired: bool = False            # each edge has two rows of pins: the list has the outer pin of a pair, then the inner one
    five_volts: str = "5V"          # pin that takes 5 V
    note: tuple = ()
    left: list = field(default_factory=list)    # what is printed beside its pins, from the side with USB down, seen from above
    right: list = field(default_factory=list)
    uses: dict = field(default_factory=dict)


GROUPS = {      # fill, edge, what it is called
    "row": ("#dbeafe", "#1d4ed8", "sensor row: driven, one at a time"),
    "column": ("#fef3c7", "#b45309", "sensor column: read"),
    "led": ("#ede9fe", "#6d28d9", "data of the LEDs"),
    "button": ("#d1fae5", "#047857", "button, to ground"),
    "sounder": ("#fce7f3", "#be185d", "sounder, to ground"),
    "serial": ("#e0f2f1", "#00695c", "serial line"),
    "power": ("#fee2e2", "#b91c1c", "5 V"),
    "ground": ("#e5e7eb", "#374151", "ground"),
}

GROUND = ("GND", "G", "AGND")


# ---------------------------------------------------------------- reading the sources

def found(pattern: str, text: str, what: str, flags=0):
    match = re.search(pattern, text, flags)
    if not match:
        raise WiringError(f"{what} is not where it was in the sources")
    return match


def matrix_uses(rows: list, columns: list, buttons: list, names: list, led: str, sends: str, receives: str,
                sounder: str = "") -> dict:
    if (len(rows), len(columns)) != (8, 8) or len(buttons) != len(names):
        raise WiringError(f"{len(rows)} rows, {len(columns)} columns, {len(buttons)} buttons of {len(names)} names")
    pins = [(pin, Use("row", f"rank {i + 1}", f"sensor row of rank {i + 1}")) for i, pin in enumerate(rows)]
    pins += [(pin, Use("column", f"file {'abcdefgh'[i]}", f"sensor column of file {'abcdefgh'[i]}"))
             for i, pin in enumerate(columns)]
    pins += [(pin, Use("button", name, f"button {name}, to ground")) for pin, name in zip(buttons, names)]
    pins += [(led, Use("led", "LED data", "data of the WS2812 chain, through a level shifter")),
             (sends, Use("serial", "TX", "serial line, sends; to RX of the adapter")),
             (receives, Use("serial", "RX", "serial line, receives; from TX of the adapter"))]
    if sounder:
        pins.append((sounder, Use("sounder", "sounder", "sounder: a piezo disc, behind 220 Ω, to ground; may be missing")))
    uses = dict(pins)
    if len(uses) != len(pins):
        raise WiringError("a pin is used twice")
    return uses


def read_kit(text: str) -> dict:
    """A kit's pins. Where the module prints PA8 as A8, that is its name here."""
    if "Wiring" in text:
        found(r"using Wiring = hal::RowsAreRanks;", text, "Wiring (rows are ranks)")
    found(r"using Chain = hal::ChainInSerpentines;", text, "Chain (in serpentines)")

    def pins(name):
        return re.findall(r'"P?([A-Z]+\d+)"', found(rf"\b{name}(?:\[\])? = ([^;]*?);", text, name, re.S)[1])

    def pin(name):
        return found(rf'\b{name} = "P?([A-Z]+\d+)"', text, name)[1]
    names = re.findall(r'\{"(\w+)", "', found(r"\bbuttons\[\] = ([^;]*);", text, "buttons")[1])
    return matrix_uses(pins("rows"), pins("columns"), pins("buttons"), names, pin("led_data"), pin("sends"), pin("receives"),
                        pin("sounder") if "sounder = " in text else "")


# ---------------------------------------------------------------- the modules

PILL_PINS = "boards/kits/pills.hpp"

MODULES = (
    Module("pico", "rp2040", "Raspberry Pi Pico", "boards/kits/picos.hpp", numbered=True, five_volts="VSYS",
           note=("VSYS takes 5 V from the LEDs' supply through", "a Schottky diode, so that USB may stay plugged in.")),
    Module("black_pill", "stm32f411", "Black Pill (STM32F411)", PILL_PINS,
           note=("The key on the module, KEY, is PLAY as well.", "Take 5 V from the pin or from USB, not from both.")),
    Module("blue_pill", "stm32f103", "Blue Pill (STM32F103, 128 KB)", PILL_PINS,
           note=("The same pins as on a Black Pill.", "Take 5 V from the pin or from USB, not from both.")),
    Module("core_board", "stm32f405", "Core board (STM32F405)", PILL_PINS, paired=True,
           note=("The same pins as on a Black Pill.", "Take 5 V from the pin or from USB, not from both.")),
)


def text_of(source: str) -> str:
    return (ROOT / source).read_text(encoding="utf-8")


def load(module: Module) -> Module:
    """`uses` from the kit's pins, `left` and `right` from what its module brings out: the compiler checks one against the other."""
    kit = text_of(f"boards/kits/{module.board}.hpp")
    name = found(r"using Module = \w+::(\w+);", kit, "Module")[1]
    headers = "".join(text_of(header) for header in re.findall(r'#include "(boards/chips/.*)"', kit))
    edges = found(rf"struct {name}\b.*?brought_out =(.*?);", headers, f"what {name} brings out", re.S)[1]
    words = re.sub(r"\bP([A-Z]\d)", r"\1", "".join(re.findall(r'"(.*)"', edges)))
    module.left, module.right = (edge.split() for edge in words.split(" brings out ")[1].split(" and "))
    module.uses = read_kit(text_of(module.source))
    return module


def use_of(module: Module, pin: str):
    """What a pin of the header is for; None if nothing."""
    if pin in module.uses:
        return module.uses[pin]
    if pin in GROUND:
        return Use("ground", "ground", "ground")
    if pin == module.five_volts:
        return Use("power", "5 V in", "5 V")
    return None


def number_of(module: Module, side: str, index: int) -> int:
    return index + 1 if side == "left" else len(module.left) + len(module.right) - index


# ---------------------------------------------------------------- drawing

WIDTH, HEIGHT = 1240, 920
INK, FAINT = "#1f2937", "#9ca3af"
PANEL = {"fill": "#fafafa", "stroke": "#d1d5db", "stroke_width": 1.2}


class Drawing:
    """A picture of texts and shapes. What is filled and drawn alike is one path, which lies where the first of it was drawn: so a shape
    that covers another needs a fill or an edge that nothing below has."""

    def __init__(self, title: str, description: str, height: int = HEIGHT, width: int = WIDTH, ground: str = "#ffffff"):
        self.parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            'font-family="Helvetica, Arial, sans-serif">',
            f"<title>{escape(title)}</title>", f"<desc>{escape(description)}</desc>",
            f'<rect width="{width}" height="{height}" fill="{ground}"/>']
        self.paths = {}         # place in `parts` of the path of each kind
        self.shape("", **PANEL)     # below everything else

    def shape(self, outline: str, **kind) -> None:
        """`outline`: SVG's path data, from M on. `kind`: its attributes, _ for -."""
        attributes = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in kind.items())
        if attributes in self.paths:
            place = self.paths[attributes]
            self.parts[place] = self.parts[place].replace('"/>', f' {outline}"/>')
        else:
            self.paths[attributes] = len(self.parts)
            self.parts.append(f'<path{attributes} d="{outline}"/>')

    def text(self, x, y, text, size=13, anchor="start", weight="normal", fill=INK, turn=0) -> None:
        if not text and text != 0:
            return
        turned = f' transform="rotate({turn} {x:g} {y:g})"' if turn else ""
        self.parts.append(f'<text x="{x:g}" y="{y:g}" font-size="{size}" text-anchor="{anchor}" font-weight="{weight}" '
                          f'fill="{fill}"{turned}>{escape(str(text))}</text>')

    def rect(self, x, y, width, height, fill="none", edge=INK, radius=0, thick=1.2) -> None:
        across, down = width - 2 * radius, height - 2 * radius
        corner = [f"a{radius} {radius} 0 0 1 {dx} {dy}" if radius else ""
                  for dx, dy in ((radius, radius), (-radius, radius), (-radius, -radius), (radius, -radius))]
        self.shape(f"M{x + radius:g} {y:g}h{across:g}{corner[0]}v{down:g}{corner[1]}h{-across:g}{corner[2]}v{-down:g}{corner[3]}z",
                   fill=fill, stroke=edge, stroke_width=thick)

    def line(self, *points, edge=INK, thick=1.5) -> None:
        self.shape("M" + "L".join(f"{x:g} {y:g}" for x, y in points), fill="none", stroke=edge, stroke_width=thick)

    def dot(self, x, y, radius=2.5) -> None:
        self.shape(f"M{x - radius:g} {y:g}a{radius} {radius} 0 0 0 {2 * radius:g} 0a{radius} {radius} 0 0 0 {-2 * radius:g} 0z", fill=INK)

    def triangle(self, *points, fill=INK) -> None:
        self.shape("M" + "L".join(f"{x:g} {y:g}" for x, y in points) + "z", fill=fill)

    def tag(self, x, y, width, text, group, size=12) -> None:
        """A label of a group, its middle line at y."""
        fill, edge, _ = GROUPS[group]
        self.rect(x, y - 10, width, 20, fill, edge, 4)
        self.text(x + width / 2, y + 4, text, size, "middle", fill=INK)

    def ground(self, x, y) -> None:
        for i, half in enumerate((11, 7, 3)):
            self.line((x - half, y + 4 * i), (x + half, y + 4 * i))

    def panel(self, x, y, width, height, title) -> None:
        self.rect(x, y, width, height, PANEL["fill"], PANEL["stroke"], 8)
        self.text(x + 14, y + 24, title, 15, weight="bold")

    def svg(self) -> str:
        return "\n".join([*self.parts, "</svg>"]) + "\n"


def draw_module(d: Drawing, module: Module) -> None:
    x, y, width, step = 190, 118, 150, 24 if module.paired else 35
    rows = len(module.left)
    d.rect(x, y - 30, width, rows * step + 34, "#f3f4f6", INK, 10, 1.8)
    d.rect(x + width / 2 - 24, y - 44, 48, 34, "#d1d5db", INK, 4)
    d.text(x + width / 2, y - 22, "USB", 12, "middle")
    d.text(x + width / 2 + 6, y + rows * step / 2, module.title.split(" (")[0], 17, "middle", "bold", "#6b7280", turn=-90)
    for side, pins in (("left", module.left), ("right", module.right)):
        for index, pin in enumerate(pins):
            at = y + 5 + index * step
            use = use_of(module, pin)
            edge = x if side == "left" else x + width
            if module.paired and index % 2 == 1:
                edge += 14 if side == "left" else -14
            d.rect(edge - 5, at - 5, 10, 10, "#fbbf24" if use else "#ffffff", INK, 2)
            inner = edge + 12 if side == "left" else edge - 12
            d.text(inner, at + 4, pin, 12, "start" if side == "left" else "end", "bold" if use else "normal",
                   INK if use else FAINT)
            away = -1 if side == "left" else 1
            if module.numbered:
                d.text(edge + away * 11, at - 3, number_of(module, side, index), 9, "end" if away < 0 else "start", fill=FAINT)
            if use:
                outer = x if side == "left" else x + width
                d.line((edge + away * 5, at), (outer + away * 34, at), edge=GROUPS[use.group][1])
                d.tag(outer - 34 - 108 if away < 0 else outer + 34, at, 108, use.short, use.group)
    for offset, words in enumerate(module.note):
        d.text(x + width / 2, y + rows * step + 34 + 18 * offset, words, 12, "middle", fill="#4b5563")


def pins_of(module: Module, group: str) -> list:
    return [pin for pin, use in module.uses.items() if use.group == group]


def draw_matrix(d: Drawing, module: Module, x: int, y: int) -> None:
    d.panel(x, y, 370, 400, "Sensors: 8 rows, 8 columns")
    rows, columns = pins_of(module, "row"), pins_of(module, "column")
    left, top, step = x + 92, y + 62, 35
    for i in range(8):
        at = top + (7 - i) * step
        d.tag(x + 14, at, 56, rows[i], "row")
        d.line((x + 70, at), (left + 7 * step + 12, at), edge=GROUPS["row"][1])
        d.text(left + 7 * step + 16, at + 4, i + 1, 11, fill="#6b7280")
    for i in range(8):
        at = left + i * step
        d.line((at, top - 16), (at, top + 7 * step + 22), edge=GROUPS["column"][1])
        d.tag(at - 17, top + 7 * step + 32, 34, columns[i], "column", 11)
        d.text(at, top + 7 * step + 57, "abcdefgh"[i], 11, "middle", fill="#6b7280")
    for row in range(8):
        for column in range(8):
            cx, cy = left + column * step, top + row * step
            d.line((cx - 12, cy), (cx, cy + 12), thick=1)
            d.triangle((cx - 8.5, cy + 0.5), (cx - 11.5, cy + 3.5), (cx - 4.5, cy + 7.5))
            d.line((cx - 7, cy + 10), (cx - 2, cy + 5), thick=1.5)      # the cathode, on the column's side
    d.text(x + 14, y + 388, "At each crossing one contact and one diode, as below.", 12, fill="#4b5563")


def draw_square(d: Drawing, x: int, y: int) -> None:
    d.panel(x, y, 370, 190, "One square")
    row, column = GROUPS["row"][1], GROUPS["column"][1]
    line_y = y + 62
    d.line((x + 20, line_y), (x + 350, line_y), edge=row, thick=2)
    d.text(x + 20, line_y - 8, "row", 12, fill=row)
    column_x = x + 300
    d.line((column_x, y + 44), (column_x, line_y - 6), edge=column, thick=2)
    d.shape(f"M{column_x} {line_y - 6}a6 6 0 0 1 0 12", fill="none", stroke=column, stroke_width=2)
    d.line((column_x, line_y + 6), (column_x, y + 132), edge=column, thick=2)
    d.text(column_x + 8, y + 90, "column", 12, fill=column)
    d.rect(column_x - 6, y + 132, 12, 28, "#ffffff")
    d.text(column_x + 12, y + 150, "10 kΩ", 11)
    d.line((column_x, y + 160), (column_x, y + 168))
    d.ground(column_x, y + 168)
    at = y + 118
    d.dot(x + 70, line_y)
    d.line((x + 70, line_y), (x + 70, at), (x + 100, at))
    d.dot(x + 100, at, 3)
    d.line((x + 100, at), (x + 134, at - 14))
    d.dot(x + 136, at, 3)
    d.line((x + 136, at), (x + 200, at))
    d.triangle((x + 200, at - 10), (x + 200, at + 10), (x + 218, at))
    d.line((x + 218, at - 10), (x + 218, at + 10), thick=2)
    d.line((x + 218, at), (column_x, at))
    d.dot(column_x, at)
    d.text(x + 118, at + 22, "reed contact", 12, "middle")
    d.text(x + 209, at + 26, "1N4148", 12, "middle")
    d.text(x + 222, at - 14, "ring", 11)
    d.text(x + 20, y + 166, "A magnet in the piece closes the contact.", 11, fill="#4b5563")
    d.text(x + 20, y + 181, "One resistor for each column, near the module.", 11, fill="#4b5563")


def draw_leds(d: Drawing, module: Module, x: int, y: int) -> None:
    d.panel(x, y, 340, 400, "LEDs: 64 WS2812 in a chain")
    pin = pins_of(module, "led")[0]
    at = y + 62
    d.tag(x + 14, at, 56, pin, "led")
    d.line((x + 70, at), (x + 100, at))
    d.triangle((x + 100, at - 16), (x + 100, at + 16), (x + 132, at), fill="#c7d2fe")
    d.text(x + 96, at - 6, "2", 10, "end")
    d.text(x + 138, at - 6, "3", 10)
    d.text(x + 14, at + 34, "74AHCT125: pins 2, 3; 14 to 5 V; 1, 7 to ground", 11, fill="#4b5563")
    d.line((x + 132, at), (x + 156, at))
    d.rect(x + 156, at - 7, 44, 14, "#ffffff")
    d.text(x + 178, at - 12, "330 Ω", 11, "middle", fill="#4b5563")
    d.line((x + 200, at), (x + 218, at))
    d.triangle((x + 218, at - 5), (x + 218, at + 5), (x + 228, at))
    d.text(x + 232, at + 4, "DIN of a1's LED", 11)
    left, top, step = x + 44, y + 128, 26
    path = [(left + (column if row % 2 == 0 else 7 - column) * step, top + (7 - row) * step)
            for row in range(8) for column in range(8)]
    d.line(*path, edge=GROUPS["led"][1], thick=2)
    for row in range(8):
        for column in range(8):
            d.rect(left + column * step - 7, top + row * step - 7, 14, 14, "#ffffff", "#6b7280", 2, 1)
        d.text(left - 20, top + (7 - row) * step + 4, row + 1, 11, "middle", fill="#6b7280")
        d.text(left + row * step, top + 7 * step + 24, "abcdefgh"[row], 11, "middle", fill="#6b7280")
    for row in range(8):
        cx, cy = left + 3.5 * step, top + (7 - row) * step
        way = 1 if row % 2 == 0 else -1
        d.triangle((cx - 4 * way, cy - 5), (cx - 4 * way, cy + 5), (cx + 5 * way, cy), fill=GROUPS["led"][1])
    d.text(left, top + 4, "64", 9, "middle")
    d.text(left, top + 7 * step + 4, "1", 9, "middle")
    side = x + 244
    for offset, words in enumerate(("a1 is the first,", "then b1 ... h1,", "h2 ... a2, a3,", "and so on; a8", "is the last.")):
        d.text(side, y + 150 + 18 * offset, words, 11)
    for offset, words in enumerate(("Supply: 5 V, 0.5 A; the firmware keeps all LEDs",
                                    "within 400 mA. 1000 µF at a charger; at a PC see WIRING.")):
        d.text(x + 14, y + 370 + 17 * offset, words, 11, fill="#4b5563")


def draw_buttons(d: Drawing, module: Module, x: int, y: int) -> None:
    d.panel(x, y, 340, 190, "Buttons")
    buttons = [(pin, use.short) for pin, use in module.uses.items() if use.group == "button"]
    for i, (pin, name) in enumerate(buttons):
        at = y + 50 + 30 * i
        d.tag(x + 14, at, 56, pin, "button")
        d.line((x + 70, at), (x + 112, at))
        d.dot(x + 114, at, 3)
        d.dot(x + 150, at, 3)
        d.line((x + 110, at - 9), (x + 154, at - 9), thick=2.5)
        d.line((x + 132, at - 9), (x + 132, at - 16), thick=2.5)
        d.line((x + 152, at), (x + 196, at))
        d.text(x + 214, at + 4, name, 13, weight="bold")
    d.line((x + 196, y + 50), (x + 196, y + 50 + 30 * (len(buttons) - 1) + 14))
    d.ground(x + 196, y + 50 + 30 * (len(buttons) - 1) + 14)
    d.text(x + 14, y + 179, "The chip pulls them up. PLAY alone is enough.", 11, fill="#4b5563")


def draw_lines(d: Drawing, module: Module, x: int, y: int) -> None:
    d.panel(x, y, 726, 150, "Power and serial line")
    sends, receives = pins_of(module, "serial")
    for i, (left, right, group) in enumerate((("5 V supply +", f"{module.five_volts}, and the LEDs' 5 V", "power"),
                                              ("5 V supply -", "ground of module, LEDs and buttons", "ground"))):
        at = y + 54 + 32 * i
        d.tag(x + 14, at, 96, left, group)
        d.line((x + 110, at), (x + 150, at), edge=GROUPS[group][1])
        d.text(x + 158, at + 4, right, 12)
    for i, (pin, theirs) in enumerate(((sends, "RX"), (receives, "TX"), ("GND", "GND"))):
        at = y + 54 + 32 * i
        group = "ground" if pin == "GND" else "serial"
        d.tag(x + 420, at, 56, "ground" if pin == "GND" else pin, group)
        d.line((x + 476, at), (x + 540, at), edge=GROUPS[group][1])
        if pin != "GND":
            tip, way = (x + 512, 1) if pin == sends else (x + 504, -1)
            d.triangle((tip - 8 * way, at - 5), (tip - 8 * way, at + 5), (tip, at), fill=GROUPS[group][1])
        d.text(x + 548, at + 4, theirs + (" of a 3.3 V USB adapter" if i == 0 else ""), 12)
    d.text(x + 420, y + 142, "115200 baud, 8 data bits; needed for a PC only.", 11, fill="#4b5563")
    d.text(x + 14, y + 124, "All grounds are one. Never 5 V on any other pin.", 11, fill="#4b5563")
    d.text(x + 14, y + 142, "Unused: every pin without a label.", 11, fill="#4b5563")


def picture(module: Module) -> str:
    d = Drawing(f"A chess board on a {module.title}",
                "; ".join(f"{pin}: {use.long}" for pin, use in module.uses.items()))
    d.text(24, 40, f"A chess board on a {module.title}", 22, weight="bold")
    d.text(WIDTH - 24, 40, "drawn by tools/wiring from " + module.source, 11, "end", fill=FAINT)
    draw_module(d, module)
    draw_matrix(d, module, 500, 70)
    draw_square(d, 500, 486)
    draw_leds(d, module, 886, 70)
    draw_buttons(d, module, 886, 486)
    draw_lines(d, module, 500, 692)
    return d.svg()


# ---------------------------------------------------------------- parts that a pin's name does not explain

DETAILS_HEIGHT = 500
SHIFTER_LEFT = (("1OE", "ground"), ("1A", "led"), ("1Y", "out"), ("2OE", "ground"), ("2A", "ground"), ("2Y", ""), ("GND", "ground"))
SHIFTER_RIGHT = (("VCC", "power"), ("4OE", "ground"), ("4A", "ground"), ("4Y", ""), ("3OE", "ground"), ("3A", "ground"), ("3Y", ""))
SHIFTER_WORDS = {"ground": "ground", "led": "data pin", "power": "5 V", "out": "330 Ω, DIN", "": "open"}


def draw_shifter(d: Drawing, x: int, y: int) -> None:
    d.panel(x, y, 380, 404, "Level shifter 74AHCT125, from above")
    left, top, width, step = x + 130, y + 70, 120, 46
    d.rect(left, top, width, 7 * step, "#e5e7eb", INK, 6, 1.8)
    d.shape(f"M{left + width // 2 - 10} {top}a10 10 0 0 0 20 0", fill="#fafafa", stroke=INK)
    for side, pins in (("left", SHIFTER_LEFT), ("right", SHIFTER_RIGHT)):
        for i, (name, use) in enumerate(pins):
            at, away = top + step // 2 + i * step, -1 if side == "left" else 1
            edge = left if away < 0 else left + width
            number = i + 1 if away < 0 else 14 - i
            d.rect(edge - 5, at - 5, 10, 10, "#fbbf24" if use else "#ffffff", INK, 2)
            d.text(edge - away * 12, at + 4, f"{number} {name}" if away < 0 else f"{name} {number}", 12,
                   "start" if away < 0 else "end", "bold" if use else "normal", INK if use else FAINT)
            d.line((edge + away * 5, at), (edge + away * 26, at), edge=GROUPS[use][1] if use in GROUPS else INK)
            tag = edge - 26 - 86 if away < 0 else edge + 26
            if use in GROUPS:
                d.tag(tag, at, 86, SHIFTER_WORDS[use], use)
            else:
                d.text(tag + 43, at + 4, SHIFTER_WORDS[use], 12, "middle", fill=INK if use else FAINT)


def draw_diode(d: Drawing, x: int, y: int) -> None:
    d.panel(x, y, 380, 404, "Which way round: the diode, 1N4148")
    row, column = GROUPS["row"][1], GROUPS["column"][1]
    at = y + 110
    d.line((x + 30, at), (x + 130, at))
    d.rect(x + 130, at - 16, 120, 32, "#f59e0b", INK, 8)
    d.rect(x + 218, at - 16, 14, 32, INK, INK)
    d.line((x + 250, at), (x + 350, at))
    d.text(x + 30, at - 12, "from the contact", 12, fill=row)
    d.text(x + 350, at - 12, "to the column", 12, "end", fill=column)
    d.text(x + 225, at + 36, "ring", 12, "middle", "bold")
    at = y + 210
    d.line((x + 30, at), (x + 165, at))
    d.triangle((x + 165, at - 18), (x + 165, at + 18), (x + 205, at))
    d.line((x + 205, at - 18), (x + 205, at + 18), thick=3)
    d.line((x + 205, at), (x + 350, at))
    d.text(x + 150, at + 38, "anode", 12, "middle")
    d.text(x + 225, at + 38, "cathode", 12, "middle")
    d.line((x + 120, at - 30), (x + 250, at - 30), edge=column)
    d.triangle((x + 250, at - 35), (x + 250, at - 25), (x + 260, at - 30), fill=column)
    d.text(x + 185, at - 36, "current", 11, "middle", fill=column)


def draw_hall(d: Drawing, x: int, y: int) -> None:
    d.panel(x, y, 392, 404, "In place of contacts: hall sensors (Pico)")
    row, column, power, ground = (GROUPS[name][1] for name in ("row", "column", "power", "ground"))
    d.tag(x + 14, y + 60, 60, "5 V", "power")
    d.line((x + 74, y + 60), (x + 150, y + 60), (x + 150, y + 84), edge=power)
    d.rect(x + 110, y + 84, 80, 40, "#ffffff", INK, 4)              # the switch of a rank
    d.text(x + 150, y + 101, "P-MOSFET", 12, "middle")
    d.text(x + 150, y + 117, "gate left, source up", 8, "middle", fill="#4b5563")
    d.line((x + 110, y + 104), (x + 88, y + 104), (x + 88, y + 138))
    d.line((x + 88, y + 104), (x + 88, y + 94))
    d.rect(x + 82, y + 70, 12, 24, "#ffffff")
    d.line((x + 88, y + 70), (x + 88, y + 60))
    d.text(x + 78, y + 86, "10 kΩ", 10, "end", fill="#4b5563")
    d.dot(x + 88, y + 60)
    d.rect(x + 48, y + 138, 80, 34, "#ffffff", INK, 4)
    d.text(x + 88, y + 153, "BC547", 12, "middle")
    d.text(x + 88, y + 167, "10 kΩ at base", 9, "middle", fill="#4b5563")
    d.tag(x + 14, y + 202, 60, "row pin", "row")
    d.line((x + 44, y + 192), (x + 44, y + 155), (x + 48, y + 155), edge=row)
    d.line((x + 106, y + 172), (x + 106, y + 190))
    d.ground(x + 106, y + 190)
    d.line((x + 150, y + 124), (x + 150, y + 140), (x + 362, y + 140), edge=power, thick=2)
    d.text(x + 356, y + 132, "5 V of this rank, to its 8 sensors", 11, "end", fill=power)
    d.rect(x + 190, y + 186, 92, 62, "#e0f2fe", INK, 6)
    d.text(x + 236, y + 212, "A3144", 13, "middle", "bold")
    d.text(x + 236, y + 230, "one a square", 11, "middle", fill="#4b5563")
    d.line((x + 210, y + 186), (x + 210, y + 140), edge=power)
    d.dot(x + 210, y + 140)
    d.text(x + 204, y + 180, "1", 10, "end")
    d.line((x + 236, y + 248), (x + 236, y + 264), edge=ground)
    d.ground(x + 236, y + 264)
    d.text(x + 230, y + 260, "2", 10, "end")
    d.line((x + 282, y + 217), (x + 330, y + 217), edge=column)
    d.dot(x + 330, y + 217)
    d.text(x + 288, y + 212, "3", 10)
    d.line((x + 330, y + 152), (x + 330, y + 270), edge=column, thick=2)
    d.text(x + 338, y + 206, "column", 12, fill=column)
    d.tag(x + 296, y + 280, 76, "column pin", "column")


def details() -> str:
    d = Drawing("Level shifter, diode and hall sensors", "74AHCT125: 1, 4, 5, 7, 9, 10, 12, 13 to ground, 2 from the data pin, "
                "3 to the LEDs, 14 to 5 V. 1N4148: the ring looks to the column.", DETAILS_HEIGHT)
    d.text(24, 40, "Level shifter, diode, hall sensors", 22, weight="bold")
    d.text(WIDTH - 24, 40, "drawn by tools/wiring", 11, "end", fill=FAINT)
    draw_shifter(d, 24, 70)
    draw_diode(d, 424, 70)
    draw_hall(d, 824, 70)
    return d.svg()


# ---------------------------------------------------------------- the tables

def place_of(module: Module, pin: str) -> str:
    side = "left" if pin in module.left else "right"
    index = getattr(module, side).index(pin)
    if module.numbered:
        return f"pin {number_of(module, side, index)}"
    if module.paired:
        return f"{side}, row {index // 2 + 1}, {('outer', 'inner')[index % 2]}"
    return f"{side}, no. {index + 1}"


def table(modules: list) -> str:
    """Of modules with the same pins."""
    uses = modules[0].uses
    if any(module.uses != uses for module in modules):
        raise WiringError(f"{', '.join(module.key for module in modules)}: not the same pins")
    names = [module.title.partition(' (')[0] for module in modules]
    lines = [f"| pin | what | {' | '.join(names)} |",
             "|---" * (2 + len(modules)) + "|"]
    lines += [f"| {pin} | {use.long} | {' | '.join(place_of(module, pin) for module in modules)} |"
              for group in GROUPS for pin, use in uses.items() if use.group == group]
    return "\n".join(lines)


def outputs() -> dict:
    """Path -> what should be there."""
    for module in MODULES:
        load(module)
    files = {IMAGES / f"{module.key}.svg": picture(module) for module in MODULES}
    files[IMAGES / "details.svg"] = details()
    tables = {"pico": table([module for module in MODULES if module.source != PILL_PINS]),
              "pills": table([module for module in MODULES if module.source == PILL_PINS]),
              "halls": magnets.hall_table(), "linear": magnets.linear_table(), "contacts": magnets.contact_table(), "magnets": magnets.beside_each_other(),
              "drops": supply.drop_table(), "bill": supply.bill()}
    files[DOCUMENT] = marked.filled(DOCUMENT.read_text(encoding="utf-8"), tables)
    return files


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="tools/wiring",
        description="Draws how a chess board is connected: docs/img/*.svg, and the tables of docs/WIRING.md, from the pins "
                    "that the boards' sources name; and the tables of magnets and of currents there.")
    parser.add_argument("--magnet", metavar="8x2", help="only print the tables of magnets for one of this diameter and height, in mm")
    parser.add_argument("--check", action="store_true", help="change nothing; exit status 1 if a file is stale")
    options = parser.parse_args()
    try:
        if options.magnet:
            chosen = (magnets.magnet_of(options.magnet),)
            print(*(made(chosen) for made in (magnets.hall_table, magnets.linear_table, magnets.contact_table, magnets.beside_each_other)), sep="\n\n")
            return 0
        files = outputs()
    except (WiringError, magnets.MagnetError, OSError) as error:
        print(f"tools/wiring: {error}", file=sys.stderr)
        return 1
    stale = [path for path, text in files.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    for path in stale:
        print(f"{path.relative_to(ROOT)} {'is stale' if options.check else 'drawn'}")
        if not options.check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(files[path], encoding="utf-8")
    return 1 if options.check and stale else 0


if __name__ == "__main__":
    terminal.run(main)
