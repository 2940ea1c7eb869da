"""The wiring pictures and tables name the pins of the sources, and what they show can be built."""

import re
import unittest
import xml.etree.ElementTree as ElementTree

import paths

import boards
import wiring

SVG = "{http://www.w3.org/2000/svg}"


def words_of(svg):
    return [element.text for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]


class Wiring(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.files = wiring.outputs()

    def test_what_is_checked_in_is_what_the_tool_draws(self):
        for path, text in self.files.items():
            with self.subTest(path.name):
                self.assertEqual(path.read_text(encoding="utf-8"), text, "run tools/wiring and commit the result")

    def test_the_pictures_name_every_pin_of_the_boards_source(self):
        pico = (paths.ROOT / "boards/kits/picos.hpp").read_text(encoding="utf-8")
        words = words_of(self.files[wiring.IMAGES / "pico.svg"])
        named = re.findall(r'"(GP\d+)"', pico)
        self.assertGreaterEqual(len(named), 21)
        for pin in named:
            self.assertGreaterEqual(words.count(pin), 1, pin)
            if 2 <= int(pin[2:]) <= 17:
                self.assertEqual(words.count(pin), 2, f"{pin}: at the module and at the matrix")
        pills = (paths.ROOT / wiring.PILL_PINS).read_text(encoding="utf-8")
        for name in ("black_pill", "blue_pill", "core_board"):
            words = words_of(self.files[wiring.IMAGES / f"{name}.svg"])
            named = re.findall(r'"P([A-C])(\d+)"[,}; ]', pills.split("kept")[0])
            self.assertGreaterEqual(len(named), 21)
            for letter, number in named:
                if (letter, number) != ("C", "13"):     # the LED on the module
                    self.assertEqual(words.count(letter + number), 2, letter + number)

    def test_each_module_belongs_to_a_board_and_has_its_pins_once(self):
        for module in wiring.MODULES:
            with self.subTest(module.key):
                self.assertIn(module.board, boards.BOARDS)
                self.assertEqual(len(module.left), len(module.right))
                pins = [pin for pin in module.left + module.right if re.fullmatch(r"GP\d+|[A-D]\d+", pin)]
                self.assertEqual(len(pins), len(set(pins)))
                self.assertLessEqual(set(module.uses), set(pins))
                groups = [use.group for use in module.uses.values()]
                self.assertEqual([groups.count(group) for group in ("row", "column", "led", "serial")], [8, 8, 1, 2])
                self.assertIn("button", groups)

    def test_nothing_is_drawn_outside_the_picture(self):
        for path, text in self.files.items():
            if path.suffix != ".svg":
                continue
            places = re.findall(r'\bx="([-.\d]+)" y="([-.\d]+)"', text) + re.findall(r"[ML]([-.\d]+) ([-.\d]+)", text)
            self.assertGreater(len(places), 100)
            for x, y in places:
                self.assertTrue(0 <= float(x) <= wiring.WIDTH and 0 <= float(y) <= wiring.HEIGHT, f"{path.name}: {x} {y}")

    def test_the_details_name_the_shifters_pins_and_which_way_a_diode_is(self):
        words = words_of(self.files[wiring.IMAGES / "details.svg"])
        for pin in ("1 1OE", "2 1A", "3 1Y", "7 GND", "VCC 14", "4OE 13"):
            self.assertIn(pin, words)
        self.assertEqual(words.count("ground"), 8)      # two for the gate and the chip, six unused inputs
        for word in ("ring", "anode", "cathode", "A3144", "P-MOSFET"):
            self.assertIn(word, words)
        for word in ("74AHCT125", "1N4148"):
            self.assertIn(word, wiring.DOCUMENT.read_text(encoding="utf-8"))

    def test_the_hall_sensors_line_is_one_word_away_from_the_source(self):
        shown = re.search(r"`(static constexpr bool columns_high[^`]*)`", wiring.DOCUMENT.read_text(encoding="utf-8"))[1]
        source = (paths.ROOT / "boards/kits/picos.hpp").read_text(encoding="utf-8")
        self.assertIn(shown.replace("false", "true"), source)

    def test_a_pin_that_is_used_twice_is_refused(self):
        rows, columns = [f"R{i}" for i in range(8)], [f"C{i}" for i in range(8)]
        self.assertEqual(len(wiring.matrix_uses(rows, columns, ["B"], ["PLAY"], "L", "T", "X")), 20)
        with self.assertRaises(wiring.WiringError):
            wiring.matrix_uses(rows, columns, ["B"], ["PLAY"], "R3", "T", "X")
        with self.assertRaises(wiring.WiringError):
            wiring.matrix_uses(rows, columns[1:], ["B"], ["PLAY"], "L", "T", "X")

    def test_sources_that_say_something_else_are_refused(self):
        with self.assertRaises(wiring.WiringError):
            wiring.read_kit("nothing")
        pills = (paths.ROOT / wiring.PILL_PINS).read_text(encoding="utf-8")
        with self.assertRaises(wiring.WiringError):
            wiring.read_kit(pills.replace("ChainInSerpentines", "ChainFromA1"))


if __name__ == "__main__":
    unittest.main()
