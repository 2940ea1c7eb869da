"""Writes the schematics and the projects around them for KiCad 9, from parts.py: symbols, labels, and each board's library tables."""

import math
import uuid
from pathlib import Path

import parts
import sexpr
from kit import HardwareError

KICAD = Path("/usr/share/kicad")
STEP = 2.54
NEVER_MADE = "NEVER MADE"
NAMESPACE = uuid.UUID("b9f6d0c4-1df8-4d07-9a35-51ac8f7a5c10")
POWER = {"+5V": "power:+5V", "GND": "power:GND"}
PROJECT = '{\n  "meta": {\n    "filename": "%s.kicad_pro",\n    "version": 3\n  }\n}\n'
TITLES = {"strip_reed": "Eight squares with reed contacts, used eight times",
          "strip_hall": "Eight squares with hall sensors, used eight times", "base": "Base for a Pico"}


def identity(*words) -> str:
    return str(uuid.uuid5(NAMESPACE, "/".join(map(str, words))))


class Symbols:
    """Of KiCad's libraries; one that extends another is made whole."""

    def __init__(self):
        self.libraries, self.used = {}, {}

    def of(self, name: str) -> list:
        if name not in self.used:
            self.used[name] = self.load(*name.split(":"))
        return self.used[name]

    def load(self, library: str, short: str) -> list:
        if library not in self.libraries:
            path = KICAD / "symbols" / f"{library}.kicad_sym"
            if not path.is_file():
                raise HardwareError(f"{path} is missing: tools/setup --hardware installs KiCad's symbols")
            self.libraries[library] = {symbol[1].strip('"'): symbol for symbol in sexpr.all_of(sexpr.parse(path.read_text()), "symbol")}
        known = self.libraries[library]
        if short not in known:
            raise HardwareError(f"KiCad's library {library} has no symbol {short}")
        symbol, own, parent = known[short], [], short
        while extended := sexpr.word(symbol, "extends"):
            own += sexpr.all_of(symbol, "property")
            symbol, parent = known[extended], extended
        properties = {prop[1]: prop for prop in (*sexpr.all_of(symbol, "property"), *reversed(own))}
        body = [item for item in symbol[2:] if item[0] not in ("property", "extends")]
        text = sexpr.dump(["symbol", f'"{library}:{short}"', *properties.values(), *body])
        return sexpr.parse(text.replace(f'(symbol "{parent}_', f'(symbol "{short}_'))


def pins_of(symbol: list) -> list:
    """(unit, number, name, x, y, angle) of each pin; a pin of unit 0 belongs to all units."""
    found = []
    for body in sexpr.all_of(symbol, "symbol"):
        for pin in sexpr.all_of(body, "pin"):
            x, y, angle = sexpr.one_of(pin, "at")[1:4]
            unit = int(body[1].strip('"').split("_")[-2])
            found.append((unit, sexpr.word(pin, "number"), sexpr.word(pin, "name"), float(x), float(y), int(angle)))
    return found


def net_of(part: parts.Part, number: str, name: str):
    """By the pin's number, or by its name: GPIO26 is GPIO26_ADC0 in the symbol."""
    return part.nets.get(int(number), part.nets.get(name, part.nets.get(name.split("_")[0])))


class Sheet:
    def __init__(self, board: str):
        self.board, self.symbols, self.items, self.flags = board, Symbols(), [], 0
        self.root = identity(board, "root")
        self.pins = {}      # net -> places, of nets that belong to one strip's square alone

    def label(self, net: str, x: float, y: float, angle: int) -> None:
        """Where a pin ends; `angle` points from its end into the symbol."""
        if net in POWER:
            turn = {"+5V": {270: 0, 90: 180, 0: 90, 180: 270}, "GND": {90: 0, 270: 180, 0: 270, 180: 90}}[net][angle]
            self.flags += 1
            self.symbol(f"#PWR{self.flags:03}", POWER[net], net, "", x, y, turn, hidden=True)
            return
        turn = (angle + 180) % 360
        self.items.append(f'(global_label "{net}" (shape passive) (at {x:g} {y:g} {turn}) (effects (font (size 1.27 1.27))'
                          f' (justify {"right" if turn in (180, 270) else "left"})) (uuid "{identity(self.board, net, x, y)}"))')

    def symbol(self, ref: str, symbol: str, value: str, footprint: str, x: float, y: float, turn: int = 0,
               unit: int = 1, hidden: bool = False) -> None:
        all_pins = pins_of(self.symbols.of(symbol))
        mine = [pin for pin in all_pins if pin[0] in (0, unit)]
        tall, wide = max(abs(pin[4]) for pin in mine), max(abs(pin[3]) for pin in mine)
        if tall < 1:            # lies: its words above and below
            words = ((0, -STEP, ""), (0, STEP, ""))
        elif all(pin[5] in (0, 180) for pin in mine):
            words = ((0, -max(pin[4] for pin in mine) - STEP, ""), (0, max(-pin[4] for pin in mine) + STEP, ""))
        elif tall < 4:          # stands: beside
            words = ((STEP, -1.27, " (justify left)"), (STEP, 1.27, " (justify left)"))
        else:
            words = ((min(wide, 3 * STEP), -tall + 1.27, " (justify left)"), (min(wide, 3 * STEP), tall - 1.27, " (justify left)"))
        if symbol in POWER.values():
            down = 4.4 if symbol == "power:GND" else -4.4
            at = {0: (0, down), 180: (0, -down), 90: (down, 0), 270: (-down, 0)}[turn]
            words = (at + ("",), at + ("",))
        no = "no" if hidden else "yes"

        def written(key, text, place, hide):
            dx, dy, justify = place
            spin = turn if turn == 90 or turn == 270 else 0
            return (f'(property "{key}" "{text}" (at {x + dx:g} {y + dy:g} {spin}) (effects (font (size 1.27 1.27)){justify}'
                    f'{" (hide yes)" if hide else ""}))')
        self.items.append(
            f'(symbol (lib_id "{symbol}") (at {x:g} {y:g} {turn}) (unit {unit}) (exclude_from_sim no) (in_bom {no}) (on_board {no}) (dnp no)'
            f' (uuid "{identity(self.board, ref, unit)}") {written("Reference", ref, words[0], hidden)}'
            f' {written("Value", value, words[1], symbol == "power:PWR_FLAG")}'
            f' {written("Footprint", footprint, (0, 0, ""), True)} '
            + " ".join(f'(pin "{number}" (uuid "{identity(self.board, ref, unit, number)}"))' 
                       for number in dict.fromkeys(pin[1] for pin in all_pins))
            + f' (instances (project "{self.board}" (path "/{self.root}" (reference "{ref}") (unit {unit})))))')

    def part(self, part: parts.Part) -> None:
        pins = pins_of(self.symbols.of(part.symbol))
        numbers, names = {int(pin[1]) for pin in pins}, {pin[2] for pin in pins} | {pin[2].split("_")[0] for pin in pins}
        if unknown := [key for key in part.nets if key not in numbers | names]:
            raise HardwareError(f"{self.board}: {part.ref} ({part.symbol}) has no pin {unknown[0]}")
        for unit in sorted({pin[0] for pin in pins} - {0}) or [1]:
            x, y = STEP * (part.at[0] + 21 * (unit - 1)), STEP * part.at[1]
            self.symbol(part.ref, part.symbol, part.value, part.footprint, x, y, unit=unit)
            done = set()
            for _, number, name, px, py, angle in (pin for pin in pins if pin[0] in (0, unit)):
                at, net = (round(x + px, 4), round(y - py, 4)), net_of(part, number, name)
                if at in done:      # several pins of the Pico's ground are one in the symbol
                    continue
                done.add(at)
                if net is None:
                    self.items.append(f'(no_connect (at {at[0]:g} {at[1]:g}) (uuid "{identity(self.board, part.ref, number, "open")}"))')
                elif math.isclose(py, 0) and net[0] == "K" and net[1:].isdigit():
                    self.pins.setdefault(net, []).append(at)
                else:
                    self.label(net, *at, angle)

    def wires(self) -> None:
        for net, ((x0, y0), (x1, y1)) in self.pins.items():
            self.items.append(f'(wire (pts (xy {x0:g} {y0:g}) (xy {x1:g} {y1:g})) (stroke (width 0) (type default))'
                              f' (uuid "{identity(self.board, net)}"))')
            self.items.append(f'(label "{net}" (at {(x0 + x1) / 2:g} {y0:g} 0) (effects (font (size 1.27 1.27)) (justify left bottom))'
                              f' (uuid "{identity(self.board, net, "label")}"))')

    def text(self) -> str:
        head = (f'(kicad_sch (version 20250114) (generator "stackmate") (generator_version "9.0") (uuid "{self.root}") (paper "User" 420 240)\n'
                f'(title_block (title "Stackmate: {TITLES[self.board]}") (comment 1 "{NEVER_MADE}"))\n(lib_symbols\n')
        symbols = "\n".join(sexpr.dump(symbol) for symbol in self.symbols.used.values())
        return head + symbols + ")\n" + "\n".join(self.items) + '\n(sheet_instances (path "/" (page "1")))\n)\n'


def schematic(board: str, table: list) -> str:
    sheet = Sheet(board)
    for part in table:
        sheet.part(part)
    sheet.wires()
    for i, net in enumerate(parts.SUPPLIES[board], 1):
        x, y = STEP * (12 + 12 * (i - 1)), STEP * 87
        sheet.symbol(f"#FLG{i:02}", "power:PWR_FLAG", "PWR_FLAG", "", x, y, hidden=True)
        sheet.label(net, x, y, 90)
    return sheet.text()


REED_MODULE = """(footprint "Reed_14x2.2_P20.32" (version 20241229) (generator "stackmate") (layer "F.Cu")
(descr "reed contact, glass 14 x 2.2 mm, leads bent at 20.32 mm")
(property "Reference" "REF**" (at 0 -2.2 0) (layer "F.SilkS") (effects (font (size 0.8 0.8) (thickness 0.12))))
(property "Value" "reed" (at 0 2.2 0) (layer "F.Fab") (effects (font (size 0.8 0.8) (thickness 0.12))))
(attr through_hole)
(fp_rect (start -7 -1.1) (end 7 1.1) (stroke (width 0.12) (type solid)) (fill no) (layer "F.SilkS"))
(fp_line (start -9.1 0) (end -7 0) (stroke (width 0.12) (type solid)) (layer "F.SilkS"))
(fp_line (start 7 0) (end 9.1 0) (stroke (width 0.12) (type solid)) (layer "F.SilkS"))
(fp_rect (start -11.2 -1.4) (end 11.2 1.4) (stroke (width 0.05) (type solid)) (fill no) (layer "F.CrtYd"))
(pad "1" thru_hole circle (at -10.16 0) (size 1.6 1.6) (drill 0.8) (layers "*.Cu" "*.Mask"))
(pad "2" thru_hole circle (at 10.16 0) (size 1.6 1.6) (drill 0.8) (layers "*.Cu" "*.Mask"))
)
"""


def files(tables: dict) -> dict:
    """Path below the project's folder -> text."""
    made = {"stackmate.pretty/Reed_14x2.2_P20.32.kicad_mod": REED_MODULE}
    for board, table in tables.items():
        made[f"{board}.kicad_sch"] = schematic(board, table)
        made[f"{board}.kicad_pro"] = PROJECT % board

    def library_table(kind: str, names, place) -> str:
        rows = "".join(f'(lib (name "{name}")(type "KiCad")(uri "{place(name)}")(options "")(descr ""))\n' for name in sorted(set(names)))
        return f"({kind} (version 7)\n{rows})\n"
    every = [part for table in tables.values() for part in table]
    made["sym-lib-table"] = library_table("sym_lib_table", [part.symbol.split(":")[0] for part in every] + ["power"],
                                          lambda name: f"${{KICAD9_SYMBOL_DIR}}/{name}.kicad_sym")
    made["fp-lib-table"] = library_table("fp_lib_table", [part.footprint.split(":")[0] for part in every] + ["MountingHole"], lambda name: (
        "${KIPRJMOD}" if name == "stackmate" else "${KICAD9_FOOTPRINT_DIR}") + f"/{name}.pretty")
    return made
