"""Compares the design with the firmware's kit. Eight strips and a base are joined by their ribbons, and every pin of every part is
followed to where the kit, as the compiler sees it, needs it. What is expected is written here once more, from the kit and the data
sheets of docs/WIRING.md, and not taken from parts.py.
"""

from dataclasses import dataclass

from kit import Kit
from netlist import Netlist

RANKS = range(1, 9)
FILES = "abcdefgh"
BASE = 0                # boards are numbered: the base, and the strip of each rank
FIVE, GROUND = "+5V", "ground"
SYMMETRIC = {"R", "C", "SW_Reed", "SW_Push", "Fuse", "Buzzer"}
# What a part must be: the symbol, and the values that may be fitted. The base's pull-downs are left out with hall sensors.
SHIFTERS = ("74AHCT125", "74HCT125")
DIODES, SCHOTTKYS, SENSORS = ("1N4148W",), ("1N5817", "1N5818", "1N5819"), ("A3141", "A3144", "A1101")
REST_MA = 100           # chip and sensors (docs/WIRING.md)
RIBBON_PART = ("Conn_02x10_Odd_Even", (), {"1": GROUND, "2": FIVE, "20": GROUND})


@dataclass(frozen=True)
class Mismatch:
    board: str
    part: str
    pin: str
    net: str
    text: str

    def __str__(self):
        return f"{self.board}: {self.part} pin {self.pin}, net {self.net or 'none'}: {self.text}"


class Whole:
    """The base with eight strips. A net of it is (board, net) of the first board that has it."""

    def __init__(self, base: Netlist, strip: Netlist):
        self.boards = [base] + [strip] * 8
        self.joined = {}
        for rank in RANKS:
            towards = (BASE, "J1") if rank == 1 else (rank - 1, "J2")
            for number in map(str, range(1, 21)):
                near, far = self.raw(*towards, number), self.raw(rank, "J1", number)
                if near[1] and far[1]:
                    self.join(near, far)

    def raw(self, board: int, ref: str, pin: str) -> tuple:
        netlist = self.boards[board]
        return board, netlist.pins.get((ref, netlist.number(ref, pin)), "")

    def find(self, net: tuple) -> tuple:
        while net in self.joined:
            net = self.joined[net]
        return net

    def join(self, one: tuple, other: tuple) -> None:
        one, other = sorted((self.find(one), self.find(other)))
        if one != other:
            self.joined[other] = one

    def net(self, board: int, ref: str, pin: str):
        """None where the pin is open."""
        net = self.raw(board, ref, pin)
        return self.find(net) if net[1] else None

    def pins(self):
        """(board, ref, number) of every pin that is connected."""
        return ((board, ref, number) for board, netlist in enumerate(self.boards) for ref, number in netlist.pins)


class Expected:
    """Which net each pin is on, by the net's purpose: "row 3", "column a", "data 17"; and what each part is."""

    def __init__(self, kit: Kit, hall: bool):
        self.kit, self.hall = kit, hall
        self.pins = {}          # (board, ref, number or name) -> purpose
        self.what = {}          # (board, ref) -> (symbol, values that are right; none: any)
        self.anchors = {}       # purpose -> the pin that says which net it is
        self.base()
        for rank in RANKS:
            self.strip(rank)

    def part(self, board: int, ref: str, symbol: str, values: tuple, pins: dict) -> None:
        self.what[board, ref] = symbol, values
        for pin, purpose in pins.items():
            self.pins[board, ref, pin] = purpose

    def base(self) -> None:
        kit = self.kit
        used = {**{pin: f"row {rank}" for rank, pin in enumerate(kit.rows, 1)},
                **{pin: f"column {file}" for file, pin in zip(FILES, kit.columns)},
                **{pin: f"button {name}" for name, pin in kit.buttons.items()},
                kit.led: "LED data at 3.3 V", kit.sounder: "sounder",
                kit.sends: "serial line, sends", kit.receives: "serial line, receives"}
        pico = {gpio(pin): purpose for pin, purpose in used.items()} | {
            "VSYS": "VSYS", "RUN": "reset", "3": GROUND, **{pin: GROUND for pin in ("8", "13", "18", "23", "28", "38")}}
        self.part(BASE, "U1", "RaspberryPi_Pico", (), pico)
        self.anchors |= {purpose: (BASE, "U1", pin) for pin, purpose in reversed(pico.items())}
        # 74AHCT125: 1OE low, 1A to 1Y; a gate that is not used has its inputs at ground (data sheets; docs/WIRING.md).
        self.part(BASE, "U2", "74AHCT125", SHIFTERS, {
            "1": GROUND, "2": "LED data at 3.3 V", "3": "LED data at 5 V", "14": FIVE, "7": GROUND,
            **{pin: GROUND for pin in ("4", "5", "9", "10", "12", "13")}})
        self.two("R9", "R", ("330",), "LED data at 5 V", "data 0")
        for n, file in enumerate(FILES, 1):
            self.two(f"R{n}", "R", ("10k reed",), f"column {file}", GROUND)
        self.two("R10", "R", ("220",), "sounder", "sounder behind 220 ohms")
        self.two("BZ1", "Buzzer", (), "sounder behind 220 ohms", GROUND)
        for n, name in enumerate(kit.buttons, 1):
            self.two(f"SW{n}", "SW_Push", (name,), f"button {name}", GROUND)
        self.two(f"SW{len(kit.buttons) + 1}", "SW_Push", ("RESET",), "reset", GROUND)
        self.two("C1", "C", ("100n",), FIVE, GROUND)
        self.two("C2", "C_Polarized", ("1000u 6.3V",), FIVE, GROUND)
        self.part(BASE, "D1", "1N5817", SCHOTTKYS, {"K": "VSYS", "A": FIVE})
        self.two("J2", "Conn_01x02", ("5 V in",), "5 V before the fuse", GROUND)
        self.two("F1", "Fuse", ("1 A",), "5 V before the fuse", "5 V before the switch")
        self.two("J7", "Conn_01x02", ("switch",), "5 V before the switch", FIVE)
        for ref, rank in (("J4", 1), ("J5", 4), ("J6", 8)):
            self.two(ref, "Conn_01x02", (f"strip {rank}",), FIVE, GROUND)
        self.part(BASE, "J3", "Conn_01x03", ("serial",), {"1": GROUND, "2": "serial line, sends", "3": "serial line, receives"})
        self.part(BASE, "J1", *RIBBON_PART)
        self.anchors |= {FIVE: (BASE, "J7", "2"), "LED data at 5 V": (BASE, "U2", "3"), "data 0": (BASE, "J1", "19"),
                         "5 V before the fuse": (BASE, "J2", "1"), "5 V before the switch": (BASE, "J7", "1"),
                         "sounder behind 220 ohms": (BASE, "BZ1", "1")}

    def two(self, ref: str, symbol: str, values: tuple, one: str, other: str, board: int = BASE) -> None:
        self.part(board, ref, symbol, values, {"1": one, "2": other})

    def strip(self, rank: int) -> None:
        row = f"row {rank}"
        for i in RANKS:
            file = i - 1 if rank % 2 else 8 - i     # every second strip lies turned
            square, column = f"{FILES[file]}{rank}", f"column {FILES[file]}"
            place = self.kit.chain[(rank - 1) * 8 + file]
            self.part(rank, f"LED{i}", "WS2812B", (), {"VDD": FIVE, "VSS": GROUND, "DIN": f"data {place}", "DOUT": f"data {place + 1}"})
            self.anchors.setdefault(f"data {place + 1}", (rank, f"LED{i}", "DOUT"))
            self.two(f"C{i}", "C", ("100n",), FIVE, GROUND, rank)
            if self.hall:
                self.part(rank, f"U{i}", "A1101xUA", SENSORS, {"1": f"5 V of {row}", "2": GROUND, "3": column})
            else:
                self.two(f"SW{i}", "SW_Reed", (), f"contact of {square}", row, rank)
                self.part(rank, f"D{i}", "1N4148W", DIODES, {"K": column, "A": f"contact of {square}"})
                self.anchors[f"contact of {square}"] = (rank, f"D{i}", "A")
        for ref in ("J1", "J2"):
            self.part(rank, ref, *RIBBON_PART)
        for ref in ("J3", "J4"):
            self.two(ref, "Conn_01x02", ("5 V",), FIVE, GROUND, rank)
        if self.hall:
            self.part(rank, "Q1", "Q_PMOS_GSD", (), {"G": f"gate of {row}", "S": FIVE, "D": f"5 V of {row}"})
            self.part(rank, "Q2", "Q_NPN_BEC", (), {"B": f"base of {row}", "E": GROUND, "C": f"gate of {row}"})
            self.two("R1", "R", ("10k",), f"gate of {row}", FIVE, rank)
            self.two("R2", "R", ("10k",), row, f"base of {row}", rank)
            self.anchors |= {f"{what} of {row}": (rank, ref, pin)
                             for what, ref, pin in (("5 V", "Q1", "D"), ("gate", "Q1", "G"), ("base", "Q2", "B"))}


def gpio(pin: str) -> str:
    return pin.replace("GP", "GPIO")


def board_name(board: int) -> str:
    return f"strip of rank {board}" if board else "base"


def check(kit: Kit, base: Netlist, strip: Netlist) -> list:
    """What does not fit, the base first. Contacts need columns that are pulled low, hall sensors columns that the chip pulls high."""
    hall = any(symbol == "A1101xUA" for symbol, *_ in strip.parts.values())
    if kit.columns_high == hall:
        sensors, needed = ("hall sensors", "low") if hall else ("contacts and pull-downs", "high")
        return [Mismatch("kit", "columns_high", "all", "columns", f"{sensors} make a column {needed} where a piece stands")]
    whole, expected = Whole(base, strip), Expected(kit, hall)
    found = [*wrong_figures(kit, base), *wrong_parts(whole, expected), *wrong_pins(whole, expected)]
    return sorted(set(found), key=lambda mismatch: (mismatch.board, mismatch.part, mismatch.pin))


def wrong_figures(kit: Kit, base: Netlist):
    if kit.led_bits != 24:
        yield Mismatch("kit", "led_bits", "all", "DATA0", f"WS2812B take 24 bits each, not {kit.led_bits}")
    for ref, (symbol, value, _) in base.parts.items():
        if symbol == "Fuse" and kit.limit_ma + REST_MA > 1000 * float(value.removesuffix(" A")):
            yield Mismatch("base", ref, "all", "+5V", f"carries {value}: less than the LEDs' {kit.limit_ma} mA and {REST_MA} mA for the rest")


def wrong_parts(whole: Whole, expected: Expected):
    for board, netlist in enumerate(whole.boards):
        for ref, (symbol, value, _) in netlist.parts.items():
            wanted, values = expected.what.get((board, ref), ("", ()))
            if not wanted:
                yield Mismatch(board_name(board), ref, "all", "", "the kit and docs/WIRING.md know no such part")
            elif symbol != wanted or values and value not in values:
                yield Mismatch(board_name(board), ref, "all", "", f"is {symbol} \"{value}\", and should be {' or '.join(values) or wanted}")
        for wanted_board, ref in expected.what:
            if wanted_board == board and ref not in netlist.parts:
                yield Mismatch(board_name(board), ref, "all", "", "is missing")


def purposes(whole: Whole, expected: Expected) -> dict:
    """Net -> what it is for. The anchors are pins, so a purpose whose anchor is open has no net."""
    named = {}
    for purpose, anchor in expected.anchors.items():
        if net := whole.net(*anchor):
            named.setdefault(net, []).append(purpose)
    return named


def turned(whole: Whole, expected: Expected, named: dict) -> dict:
    """What is expected of each pin, by its number, with the pins of symmetric parts exchanged where that fits better."""
    pins = {(board, ref, whole.boards[board].number(ref, pin)): purpose for (board, ref, pin), purpose in expected.pins.items()}

    def fits(board, ref, pin, purpose):
        return purpose in named.get(whole.net(board, ref, pin), ())
    for (board, ref), (symbol, _) in expected.what.items():
        if symbol in SYMMETRIC and (board, ref, "1") in pins:
            one, other = pins[board, ref, "1"], pins[board, ref, "2"]
            as_is = fits(board, ref, "1", one) + fits(board, ref, "2", other)
            if fits(board, ref, "1", other) + fits(board, ref, "2", one) > as_is:
                pins[board, ref, "1"], pins[board, ref, "2"] = other, one
    return pins


def wrong_pins(whole: Whole, expected: Expected):
    named = purposes(whole, expected)
    pins = turned(whole, expected, named)

    def report(board, ref, pin, text):
        pin = whole.boards[board].number(ref, pin)
        name = whole.boards[board].names.get((ref, pin), "")
        return Mismatch(board_name(board), ref, f"{pin} ({name})" if name not in ("", pin) else pin, whole.raw(board, ref, pin)[1], text)
    for net, those in named.items():
        if len(those) > 1:
            for purpose in those:
                board, ref, pin = expected.anchors[purpose]
                yield report(board, ref, pin, f"is one net for {' and '.join(those)}")
    for (board, ref, pin), purpose in pins.items():
        if ref in whole.boards[board].parts:
            of = whole.net(board, ref, pin)
            if purpose not in named.get(of, ()):
                there = " and ".join(named.get(of, ())) or "on no net that has a use" if of else "open"
                yield report(board, ref, pin, f"should be {purpose}, is {there}")
    for board, ref, number in whole.pins():
        if (board, ref) in expected.what and expected.what[board, ref] != RIBBON_PART[:2] and (board, ref, number) not in pins:
            yield report(board, ref, number, "is connected, and nothing should be there")
