"""workshop/lab/sweep: what it takes for a sweep, and what it writes for the compiler."""

import unittest

import paths  # noqa: F401

import sweep
from terminal import ToolError


class Values(unittest.TestCase):
    def test_both_ends_are_in_where_the_steps_lead_there(self):
        self.assertEqual(sweep.values_of(50, 110, 20), [50, 70, 90, 110])
        self.assertEqual(sweep.values_of(50, 105, 20), [50, 70, 90])
        self.assertEqual(sweep.values_of(2, -2, -2), [2, 0, -2])
        self.assertEqual(sweep.values_of(7, 7, 1), [7])

    def test_steps_that_lead_nowhere_and_too_many_values_are_refused(self):
        for bad in ((1, 2, 0), (1, 2, -1), (1, 1000, 1)):
            with self.assertRaises(ToolError):
                sweep.values_of(*bad)


class Versions(unittest.TestCase):
    def test_each_value_is_a_version(self):
        self.assertEqual(sweep.versions_text("small", "Killers<40,@>", [1, 2]),
                         'STACKMATE_SWEPT("small-1", Small, 2048, Killers<40,1>)\n'
                         'STACKMATE_SWEPT("small-2", Small, 2048, Killers<40,2>)\n')

    def test_what_is_no_enhancement_with_a_number_to_sweep_is_refused(self):
        for bad in ("Killers", "Killers<40,1>", "Killers<@,@>", "Killers<@>); system(", "killers<@>", ""):
            with self.assertRaises(ToolError):
                sweep.versions_text("large", bad, [1])


if __name__ == "__main__":
    unittest.main()
