"""docs/WIRING.md's electrical figures are what the decks of hardware/decks give, where ngspice is installed."""

import re
import shutil
import unittest

import paths  # noqa: F401

import decks
import design

WORDS = design.DOCUMENT.read_text(encoding="utf-8")
# Where a figure stands in the page, and what gives it: deck, measure, unit.
IN_PROSE = (
    (r"closed contact then leaves ([\d.]+) V", "rank", "column", "V"),
    (r"takes ([\d.]+) mA from its row", "rank", "row", "mA"),
    (r"drive against each other with \[(\d+) mA\]", "missing_diodes", "pins", "mA"),
    (r"pulls its column down to ([\d.]+) V", "missing_diodes", "one_column", "V"),
    (r"\| (\d+) mA, column at [\d.]+ V; \d+ mA \|", "missing_diodes", "pins", "mA"),
    (r"with one 1N4148 \| (\d+) mA", "missing_diodes", "one_pins", "mA"),
    (r"with one 1N4148 \| \d+ mA, column at ([\d.]+) V", "missing_diodes", "one_column", "V"),
)
# Figures in the paragraphs on diodes and columns that are given, not computed: levels of inputs and of a meter.
GIVEN = {"0.5 to 0.7 V", "2.0 to 2.3 V"}


@unittest.skipUnless(shutil.which("ngspice"), "ngspice is missing: tools/setup --hardware installs it")
class Decks(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.found = decks.figures()

    def test_the_table_is_what_the_decks_give(self):
        self.assertIn("<!-- decks:begin -->", WORDS)
        self.assertEqual(design.with_figures(WORDS), WORDS, "run hardware/make and commit the result")

    def test_every_measure_of_a_deck_is_in_the_table_or_bounds_something_here(self):
        shown = {result[:2] for _, *results in decks.ROWS for result in results}
        self.assertEqual(self.found.keys() - shown, {("led", "width")})

    def test_figures_in_the_text_are_those_of_the_decks(self):
        for pattern, deck, measure, unit in IN_PROSE:
            with self.subTest(pattern):
                said = re.search(pattern, WORDS.replace("\n", " "))
                self.assertTrue(said, "the page says it no more")
                digits = len(said[1].partition(".")[2])
                self.assertAlmostEqual(float(said[1]), self.found[deck, measure] * decks.UNITS[unit], delta=1.05 * 10 ** -digits)

    def test_no_voltage_or_current_of_a_matrix_stands_in_the_text_without_a_deck(self):
        for title in ("Diodes.", "Columns."):
            text = WORDS[WORDS.index(f"**{title}**"):].partition("\n\n")[0].replace("\n", " ")
            for pattern, *_ in IN_PROSE:
                text = re.sub(pattern, "", text)
            for given in GIVEN:
                text = text.replace(given, "")
            self.assertEqual(re.findall(r"\d[\d.]* m?[VA]\b", text), [], title)

    def test_columns_settle_long_before_the_scan_looks(self):
        for slow in (("rank", "rise"), ("rank", "fall"), ("hall", "on"), ("hall", "back")):
            self.assertLess(self.found[slow], decks.SCAN / 10, slow)

    def test_the_led_sees_a_pulse_as_long_as_it_was_sent(self):
        self.assertAlmostEqual(self.found["led", "width"], 300e-9, delta=10e-9)


if __name__ == "__main__":
    unittest.main()
