"""hardware/check: the checked-in netlists fit the kit, and each planted fault is found and named by its net, pin and part."""

import copy
import dataclasses
import subprocess
import unittest

import paths

import check
import design
import kit
import netlist


def swap(one, other):
    """Exchanges the nets of two pins."""
    def edit(nets):
        nets.pins[one], nets.pins[other] = nets.pins[other], nets.pins[one]
    return edit


def move(pin, net):
    def edit(nets):
        nets.pins[pin] = net
        nets.names.setdefault(pin, "")
    return edit


def loose(pin):
    def edit(nets):
        del nets.pins[pin], nets.names[pin]
    return edit


def value(ref, text):
    def edit(nets):
        symbol, _, footprint = nets.parts[ref]
        nets.parts[ref] = symbol, text, footprint
    return edit


def without(ref):
    def edit(nets):
        del nets.parts[ref]
        for pin in [pin for pin in nets.pins if pin[0] == ref]:
            loose(pin)(nets)
    return edit


def joined(one, other):
    def edit(nets):
        for pin, net in nets.pins.items():
            nets.pins[pin] = one if net == other else net
    return edit


def pull_up(nets):
    nets.parts["R99"] = "R", "10k", "R_Axial"
    move(("R99", "1"), "COL1")(nets)
    move(("R99", "2"), "+5V")(nets)


STRIP, HALL, BASE = "strip_reed", "strip_hall", "base"
# What is wrong, in which netlist, how, and a part, pin and net that the check must name.
FAULTS = (
    ("a diode is turned", STRIP, swap(("D3", "1"), ("D3", "2")), "D3", "1", "K3"),
    ("a diode is left out, and its contact is at the column", STRIP, move(("SW1", "1"), "COL1"), "SW1", "1", "COL1"),
    ("a diode is a Schottky diode", STRIP, value("D5", "BAT54"), "D5", "all", ""),
    ("a contact is in no row", STRIP, loose(("SW8", "2")), "SW8", "2", ""),
    ("two columns are swapped at the strip's connector", STRIP, swap(("J1", "3"), ("J1", "5")), "D1", "1", "COL1"),
    ("two columns are swapped between squares", STRIP, swap(("D6", "1"), ("D7", "1")), "D6", "1", "COL7"),
    ("two columns touch", STRIP, joined("COL1", "COL2"), "U1", "15", "COL2"),
    ("columns do not go back at the next strip", STRIP, swap(("J2", "3"), ("J2", "17")), "D1", "1", "COL1"),
    ("two rows are swapped on their way through", STRIP, swap(("J2", "4"), ("J2", "6")), "SW1", "2", "ROW1"),
    ("two rows are swapped at the Pico", BASE, swap(("U1", "4"), ("U1", "5")), "SW1", "2", "ROW1"),
    ("an LED is turned", STRIP, swap(("LED4", "2"), ("LED4", "4")), "LED4", "2", "DATA3"),
    ("an LED's supply is turned", STRIP, swap(("LED2", "1"), ("LED2", "3")), "LED2", "1", "GND"),
    ("an LED gets the data of the last but one", STRIP, move(("LED5", "4"), "DATA3"), "LED5", "4", "DATA3"),
    ("an LED's capacitor is loose", STRIP, loose(("C7", "1")), "C7", "1", ""),
    ("a strip's feed is turned", STRIP, swap(("J3", "1"), ("J3", "2")), "J3", "1", "GND"),
    ("a pull-down is missing", BASE, without("R3"), "R3", "all", ""),
    ("a pull-down pulls up", BASE, move(("R8", "2"), "+5V"), "R8", "2", "+5V"),
    ("a pull-down is too weak", BASE, value("R1", "100k reed"), "R1", "all", ""),
    ("a column is pulled up by a part that nobody knows", BASE, pull_up, "R99", "all", ""),
    ("the level shifter is at 3.3 V", BASE, move(("U2", "14"), "3V3"), "U2", "14", "3V3"),
    ("the level shifter's gate is off", BASE, move(("U2", "1"), "+5V"), "U2", "1", "+5V"),
    ("the level shifter is one that needs 3.5 V", BASE, value("U2", "74HC125"), "U2", "all", ""),
    ("an unused input floats", BASE, loose(("U2", "9")), "U2", "9", ""),
    ("the LEDs' data bypass the level shifter", BASE, move(("R9", "1"), "LED_3V3"), "R9", "1", "LED_3V3"),
    ("two buttons are swapped", BASE, swap(("SW1", "1"), ("SW2", "1")), "SW1", "1", "BTN_HINT"),
    ("a button goes to 5 V", BASE, move(("SW3", "2"), "+5V"), "SW3", "2", "+5V"),
    ("the sounder has no resistor", BASE, move(("BZ1", "1"), "SOUND"), "BZ1", "1", "SOUND"),
    ("the serial line is crossed", BASE, swap(("J3", "2"), ("J3", "3")), "J3", "2", "SERIAL_RX"),
    ("the Schottky diode is turned", BASE, swap(("D1", "1"), ("D1", "2")), "D1", "1", "+5V"),
    ("VSYS has no Schottky diode", BASE, move(("U1", "39"), "+5V"), "U1", "39", "+5V"),
    ("the fuse is bypassed", BASE, move(("J7", "1"), "IN5"), "J7", "1", "IN5"),
    ("the large capacitor is turned", BASE, swap(("C2", "1"), ("C2", "2")), "C2", "1", "GND"),
    ("a ground pin of the Pico is loose", BASE, loose(("U1", "23")), "U1", "23", ""),
    ("a pin that the kit does not name is at 5 V", BASE, move(("U1", "29"), "+5V"), "U1", "29", "+5V"),
    ("the ribbon has no 5 V", BASE, loose(("J1", "2")), "J1", "2", ""),
    ("a hall sensor is always on", HALL, move(("U2", "1"), "+5V"), "U2", "1", "+5V"),
    ("a hall sensor's output is at ground", HALL, swap(("U6", "2"), ("U6", "3")), "U6", "3", "GND"),
    ("the rank's transistor is turned", HALL, swap(("Q1", "2"), ("Q1", "3")), "Q1", "2", "RANK5"),
    ("the rank's gate is pulled to ground", HALL, move(("R1", "2"), "GND"), "R1", "2", "GND"),
    ("the rank's switch hangs on the next row", HALL, move(("R2", "1"), "ROW2"), "R2", "1", "ROW2"),
)
# What is changed in the kit: from, to, and a part, pin and net that the check must name.
OTHER_KITS = (
    ("another pin for a row", '"GP2", "GP3"', '"GP22", "GP3"', "SW1", "2", "ROW1"),
    ("two columns swapped", '"GP10", "GP11"', '"GP11", "GP10"', "D1", "1", "COL1"),
    ("another pin for PLAY", '{"PLAY", "GP18"}', '{"PLAY", "GP22"}', "SW1", "1", "BTN_PLAY"),
    ("two buttons' names swapped", '{"HINT", "GP19"}, {"MENU", "GP20"}', '{"MENU", "GP19"}, {"HINT", "GP20"}', "SW2", "all", ""),
    ("a fifth button", '{"PAUSE", "GP21"}', '{"PAUSE", "GP21"}, {"MORE", "GP22"}', "SW6", "all", ""),
    ("another pin for the LEDs", 'led_data = "GP28"', 'led_data = "GP26"', "U2", "2", "LED_3V3"),
    ("another pin for the sounder", 'sounder = "GP27"', 'sounder = "GP26"', "R10", "1", "SOUND"),
    ("the serial line the other way round", 'sends = "GP0", receives = "GP1"', 'sends = "GP1", receives = "GP0"', "J3", "2", "SERIAL_TX"),
    ("all LEDs in the same direction", "using Chain = hal::ChainInSerpentines;",
     "struct Chain { static constexpr unsigned index(unsigned square) { return square; } };", "LED1", "4", "DATA0"),
    ("LEDs with a white part", "led_bits = 24", "led_bits = 32", "led_bits", "all", "DATA0"),
    ("more current than the fuse carries", "limit_ma = 400", "limit_ma = 1000", "F1", "all", "+5V"),
)


class Design(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.kit, cls.nets = kit.read(), design.netlists()
        cls.source = (paths.ROOT / kit.SOURCE).read_text(encoding="utf-8")

    def assert_named(self, found, part, pin, net):
        named = {(mismatch.part, mismatch.pin.split(" ")[0], mismatch.net) for mismatch in found}
        self.assertIn((part, pin, net), named, f"{part} pin {pin}, net {net or 'none'} is not among:\n" + "\n".join(map(str, found[:12])))

    def test_the_netlists_that_are_checked_in_fit_the_kit(self):
        self.assertEqual(design.mismatches(self.kit, self.nets), [])

    def test_a_netlist_is_the_same_when_it_is_read_and_written(self):
        for name, nets in self.nets.items():
            self.assertEqual(netlist.write(nets), (design.FOLDER / f"{name}.netlist").read_text(encoding="utf-8"))

    def test_a_netlist_that_cannot_be_read_is_refused_by_its_words(self):
        for text, words in (("part U1", "'part U1'"), ("net COL1 U1", "'U1': net COL1")):
            with self.assertRaisesRegex(kit.HardwareError, words):
                netlist.read(text)

    def test_each_planted_fault_is_found_and_named(self):
        self.assertGreaterEqual(len(FAULTS), 20)
        for what, board, edit, part, pin, net in FAULTS:
            with self.subTest(what):
                nets = copy.deepcopy(self.nets)
                edit(nets[board])
                self.assert_named(design.mismatches(self.kit, nets), part, pin, net)

    def test_each_changed_kit_is_found_and_named(self):
        for what, before, after, part, pin, net in OTHER_KITS:
            with self.subTest(what):
                self.assertEqual(self.source.count(before), 1)
                changed = kit.read(kit_text=self.source.replace(before, after))
                self.assert_named(design.mismatches(changed, self.nets), part, pin, net)

    def test_contacts_need_columns_that_are_high_and_hall_sensors_columns_that_are_low(self):
        for strip, high in design.SENSORS.items():
            found = check.check(dataclasses.replace(self.kit, columns_high=not high), self.nets["base"], self.nets[strip])
            self.assert_named(found, "columns_high", "all", "columns")

    def test_a_kit_that_does_not_compile_is_refused_with_the_compilers_words(self):
        with self.assertRaisesRegex(kit.HardwareError, r"(?s)picos.hpp does not compile:.*rows"):
            kit.read(kit_text=self.source.replace("hal::PinId rows[]", "hal::PinId rowz[]"))

    def test_the_tool_says_what_it_has_found_and_ends_with_0(self):
        ended = subprocess.run([paths.ROOT / "hardware/check"], capture_output=True, text=True, check=False)
        self.assertEqual((ended.returncode, ended.stderr), (0, ""))
        self.assertRegex(ended.stdout, "^64 squares, 64 LEDs")


if __name__ == "__main__":
    unittest.main()
