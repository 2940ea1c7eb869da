"""The design as one table: three boards, each a list of parts with the net of every pin. The Pico's pins come from the kit.

A strip has eight squares of a rank and is used eight times. Its connector J1 goes towards the base, J2 to the next strip, which
lies turned by 180 degrees: its square 1 is beside this one's square 8, and its own row is this one's next. So one wiring of the
connectors serves all eight: rows move up by one, columns are mirrored.
"""

from dataclasses import dataclass

from kit import Kit

BOARDS = ("strip_reed", "strip_hall", "base")
# Drives a net from outside, as KiCad's electrical rules ask of each supply.
SUPPLIES = {"strip_reed": ("+5V", "GND"), "strip_hall": ("+5V", "GND", "RANK5"), "base": ("+5V", "VSYS", "IN5")}

REED = "stackmate:Reed_14x2.2_P20.32"
SOT_23 = "Package_TO_SOT_SMD:SOT-23"
SMALL_R = "Resistor_SMD:R_0805_2012Metric"
SMALL_C = "Capacitor_SMD:C_0805_2012Metric"
AXIAL = "Resistor_THT:R_Axial_DIN0207_L6.3mm_D2.5mm_P7.62mm_Horizontal"
RIBBON = "Connector_IDC:IDC-Header_2x10_P2.54mm_Vertical"
PINS = "Connector_PinHeader_2.54mm:PinHeader_1x0{}_P2.54mm_Vertical"


@dataclass(frozen=True)
class Part:
    ref: str
    symbol: str         # of KiCad's libraries
    value: str
    footprint: str
    nets: dict          # pin's number, or the name in KiCad's symbol -> net; what is not named stays open
    at: tuple           # in the schematic, in steps of 2.54 mm; of a part with several units the first
    instead: str = ""   # what may replace it


def ribbon(ref: str, towards_base: bool, at: tuple) -> Part:
    nets = {1: "GND", 2: "+5V", 19: "DATA0" if towards_base else "DATA8", 20: "GND"}
    for i in range(1, 9):
        nets[1 + 2 * i] = f"COL{i if towards_base else 9 - i}"
        if (row := i if towards_base else i + 1) <= 8:
            nets[2 + 2 * i] = f"ROW{row}"
    return Part(ref, "Connector_Generic:Conn_02x10_Odd_Even", "ribbon 2x10", RIBBON, nets, at, "20-way IDC, 2.54 mm")


def five_volts(ref: str, value: str, at: tuple) -> Part:
    return Part(ref, "Connector_Generic:Conn_01x02", value, PINS.format(2), {1: "+5V", 2: "GND"}, at, "soldered wires")


def resistor(ref: str, value: str, one: str, other: str, at: tuple, footprint: str = AXIAL) -> Part:
    return Part(ref, "Device:R", value, footprint, {1: one, 2: other}, at)


def strip(hall: bool) -> list:
    """A rank's eight squares. ROW1 is this strip's own row, ROW2 the next strip's, and so on."""
    parts = []
    for i in range(1, 9):
        x = 12 + 19 * (i - 1)
        if hall:
            parts.append(Part(f"U{i}", "Sensor_Magnetic:A1101xUA", "A3141", "Package_TO_SOT_THT:TO-92_Inline_W4.0mm_Horizontal_FlatSideUp",
                              {1: "RANK5", 2: "GND", 3: f"COL{i}"}, (x, 16), "A1101, A3144; another sensor with these pins and an open output"))
        else:
            parts.append(Part(f"D{i}", "Diode:1N4148W", "1N4148W", "Diode_SMD:D_SOD-123", {"K": f"COL{i}", "A": f"K{i}"}, (x - 2, 16),
                              "any small silicon diode in SOD-123"))
            parts.append(Part(f"SW{i}", "Switch:SW_Reed", "reed 14 mm", REED, {1: f"K{i}", 2: "ROW1"}, (x + 4, 16),
                              "normally open, 10 to 20 ampere-turns, glass 14 mm"))
        parts.append(Part(f"LED{i}", "LED:WS2812B", "WS2812B", "LED_SMD:LED_WS2812B_PLCC4_5.0x5.0mm_P3.2mm",
                          {"DIN": f"DATA{i - 1}", "DOUT": f"DATA{i}", "VDD": "+5V", "VSS": "GND"}, (x, 29), "SK6812 in PLCC4"))
        parts.append(Part(f"C{i}", "Device:C", "100n", SMALL_C, {1: "+5V", 2: "GND"}, (x, 40), "ceramic, 10 V or more"))
    parts += [ribbon("J1", True, (20, 58)), ribbon("J2", False, (60, 58)),
              five_volts("J3", "5 V", (90, 54)), five_volts("J4", "5 V", (90, 62))]
    if hall:
        parts += [Part("Q1", "Transistor_FET:Q_PMOS_GSD", "AO3401A", SOT_23, {"G": "GATE", "S": "+5V", "D": "RANK5"}, (135, 54),
                       "P-MOSFET in SOT-23 that is on at 4.5 V"),
                  Part("Q2", "Transistor_BJT:Q_NPN_BEC", "BC847", SOT_23, {"B": "BASE", "E": "GND", "C": "GATE"}, (135, 68), "BC817, MMBT3904"),
                  resistor("R1", "10k", "GATE", "+5V", (118, 53), SMALL_R), resistor("R2", "10k", "ROW1", "BASE", (118, 67), SMALL_R)]
    return parts


def base(kit: Kit) -> list:
    gpio = {**{pin: f"ROW{i}" for i, pin in enumerate(kit.rows, 1)}, **{pin: f"COL{i}" for i, pin in enumerate(kit.columns, 1)},
            **{pin: f"BTN_{name}" for name, pin in kit.buttons.items()},
            kit.led: "LED_3V3", kit.sounder: "SOUND", kit.sends: "SERIAL_TX", kit.receives: "SERIAL_RX"}
    pico = {"GND": "GND", "VSYS": "VSYS", "RUN": "RUN", **{pin.replace("GP", "GPIO"): net for pin, net in gpio.items()}}
    shifter = {1: "GND", 2: "LED_3V3", 3: "LED_5V", 4: "GND", 5: "GND", 9: "GND", 10: "GND", 12: "GND", 13: "GND", 14: "+5V", 7: "GND"}
    parts = [Part("U1", "MCU_Module:RaspberryPi_Pico", "Pico or Pico 2", "Module:RaspberryPi_Pico_Common_THT", pico, (30, 30),
                  "with or without W"),
             Part("U2", "74xx:74AHCT125", "74AHCT125", "Package_DIP:DIP-14_W7.62mm", shifter, (62, 60), "74HCT125; not 74HC"),
             ribbon("J1", True, (142, 30))]
    parts += [resistor(f"R{i}", "10k reed", f"COL{i}", "GND", (52 + 8 * i, 14)) for i in range(1, 9)]
    parts += [resistor("R9", "330", "LED_5V", "DATA0", (64, 46)), resistor("R10", "220", "SOUND", "SOUND_R", (84, 46)),
              Part("BZ1", "Device:Buzzer", "piezo disc", "Buzzer_Beeper:Buzzer_12x9.5RM7.6", {1: "SOUND_R", 2: "GND"}, (96, 48),
                   "a disc on wires; may be left out")]
    buttons = [(name, f"BTN_{name}", "") for name in kit.buttons] + [("RESET", "RUN", "may be left out")]
    parts += [Part(f"SW{i}", "Switch:SW_Push", name, "Button_Switch_THT:SW_PUSH_6mm", {1: net, 2: "GND"}, (64 + 14 * (i - 1), 30), instead)
              for i, (name, net, instead) in enumerate(buttons, 1)]
    return parts + [
        Part("C1", "Device:C", "100n", "Capacitor_THT:C_Disc_D5.0mm_W2.5mm_P5.00mm", {1: "+5V", 2: "GND"}, (52, 76), "ceramic, at U2"),
        Part("C2", "Device:C_Polarized", "1000u 6.3V", "Capacitor_THT:CP_Radial_D10.0mm_P5.00mm", {1: "+5V", 2: "GND"}, (64, 76),
             "with a charger only: docs/WIRING.md"),
        Part("D1", "Diode:1N5817", "1N5817", "Diode_THT:D_DO-41_SOD81_P10.16mm_Horizontal", {"K": "VSYS", "A": "+5V"}, (16, 60),
             "1N5818, 1N5819"),
        Part("F1", "Device:Fuse", "1 A", "Fuse:Fuseholder_Cylinder-5x20mm_Schurter_0031_8201_Horizontal_Open", {1: "IN5", 2: "FUSED"},
             (27, 76), "5 x 20 mm"),
        Part("J2", "Connector_Generic:Conn_01x02", "5 V in", PINS.format(2), {1: "IN5", 2: "GND"}, (15, 75), "soldered wires"),
        Part("J3", "Connector_Generic:Conn_01x03", "serial", PINS.format(3), {1: "GND", 2: "SERIAL_TX", 3: "SERIAL_RX"}, (122, 47)),
        *(five_volts(f"J{n}", f"strip {strip}", (80 + 12 * (n - 4), 75)) for n, strip in ((4, 1), (5, 4), (6, 8))),
        Part("J7", "Connector_Generic:Conn_01x02", "switch", PINS.format(2), {1: "FUSED", 2: "+5V"}, (41, 75), "a wire bridge"),
    ]


def boards(kit: Kit) -> dict:
    return {"strip_reed": strip(False), "strip_hall": strip(True), "base": base(kit)}
