"""A board's netlist in a form of its own, a line a part and a line a net, made from what KiCad exports: no dates, no paths.

    part R9 R "330" Resistor_THT:R_Axial_DIN0207_L6.3mm_D2.5mm_P7.62mm_Horizontal
    net DATA0 J1.19(Pin_19) R9.2
"""

import re
from dataclasses import dataclass, field

import sexpr
from kit import HardwareError


@dataclass
class Netlist:
    parts: dict = field(default_factory=dict)       # ref -> (symbol, value, footprint)
    pins: dict = field(default_factory=dict)        # (ref, number) -> net
    names: dict = field(default_factory=dict)       # (ref, number) -> what KiCad's symbol calls the pin

    def number(self, ref: str, pin: str) -> str:
        """Of a pin that is given by its number or name; GPIO26 is GPIO26_ADC0 in the symbol. A name that nothing has stays as it is."""
        if (ref, pin) in self.pins:
            return pin
        return next((number for (of, number), name in self.names.items() if of == ref and pin in (name, name.split("_")[0])), pin)


def ordered(word: str) -> list:
    return [int(piece) if piece.isdigit() else piece for piece in re.split(r"(\d+)", word)]


def of_kicad(text: str) -> tuple:
    """(Netlist, ref -> KiCad's identity of the part) of a netlist that kicad-cli exported."""
    top, made, stamps = sexpr.parse(text), Netlist(), {}
    for part in sexpr.all_of(sexpr.one_of(top, "components"), "comp"):
        ref = sexpr.word(part, "ref")
        made.parts[ref] = (sexpr.word(sexpr.one_of(part, "libsource"), "part"), sexpr.word(part, "value"), sexpr.word(part, "footprint"))
        stamps[ref] = sexpr.word(part, "tstamps")
    for net in sexpr.all_of(sexpr.one_of(top, "nets"), "net"):
        for node in sexpr.all_of(net, "node"):
            at = sexpr.word(node, "ref"), sexpr.word(node, "pin")
            made.pins[at], made.names[at] = sexpr.word(net, "name"), sexpr.word(node, "pinfunction")
    return made, stamps


def write(netlist: Netlist) -> str:
    lines = [f'part {ref} {symbol} "{value}" {footprint}'
             for ref, (symbol, value, footprint) in sorted(netlist.parts.items(), key=lambda item: ordered(item[0]))]
    nets = {}
    for (ref, number), net in netlist.pins.items():
        if not net.startswith("unconnected-"):
            name = netlist.names[ref, number]
            nets.setdefault(net.lstrip("/"), []).append(f"{ref}.{number}" + (f"({name})" if name else ""))
    lines += [f"net {net} {' '.join(sorted(pins, key=ordered))}" for net, pins in sorted(nets.items(), key=lambda item: ordered(item[0]))]
    return "\n".join(lines) + "\n"


def read(text: str) -> Netlist:
    made = Netlist()
    for line in text.splitlines():
        if part := re.fullmatch(r'part (\S+) (\S+) "([^"]*)" (\S+)', line):
            made.parts[part[1]] = part.groups()[1:]
        elif line.startswith("net "):
            _, net, *pins = line.split()
            for pin in pins:
                found = re.fullmatch(r"(\w+)\.(\w+)(?:\((.*)\))?", pin)
                if not found:
                    raise HardwareError(f"a netlist cannot be read at '{pin}': net {net}")
                made.pins[found[1], found[2]], made.names[found[1], found[2]] = net, found[3] or ""
        else:
            raise HardwareError(f"a netlist cannot be read at '{line}'")
    return made
