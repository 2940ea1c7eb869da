"""Voltages along the LEDs and currents without diodes agree with the circuits' equations."""

import unittest
from math import exp

import paths  # noqa: F401

import supply


def relaxed(resistance, currents, feeds):
    """The lowest voltage of the same chain, by Kirchhoff's current law at every joint, until nothing moves."""
    volts = [0.0] * (len(currents) + 1)          # below 5 V, at the strips' beginnings and the chain's end
    for _ in range(5000):
        for joint in range(len(volts)):
            if joint not in feeds:
                beside = volts[max(0, joint - 1):joint] + volts[joint + 1:joint + 2]
                drawn = currents[joint - 1] if joint else 0
                volts[joint] = (sum(beside) - drawn * resistance) / len(beside)
    return -min(volts)


class Supply(unittest.TestCase):
    def test_the_drop_is_that_of_the_chain_wherever_it_is_fed(self):
        for feeds in ([0], [4], [0, 4], [0, 8], [1, 6], [0, 3, 7]):
            for currents in ([0.05] * 8, [0, 0, 0, 0, 0, 0, 0, 0.4], [0.4] + [0] * 7, [0, 0.1, 0, 0, 0.2, 0.05, 0.05, 0]):
                with self.subTest(feeds=feeds, currents=currents):
                    self.assertAlmostEqual(supply.drop(0.2, currents, feeds), relaxed(0.2, currents, feeds), places=6)

    def test_one_feed_of_eight_equal_strips_is_a_sum_and_a_product(self):
        self.assertAlmostEqual(supply.even_drop(0.226, [0]), 0.05 * 0.226 * sum(range(1, 9)))
        self.assertAlmostEqual(supply.worst_drop(0.226, [0]), 0.4 * 0.226 * 8)

    def test_a_wire_leads_there_and_back(self):
        self.assertAlmostEqual(supply.Conductor("wire", 0.5).resistance(10), 2 * 0.344)

    def test_one_diode_takes_what_the_resistors_leave(self):
        current, column = supply.with_one_diode()
        saturation, emission, series = supply.DIODE
        over_diode = supply.LOGIC - current * (2 * supply.PIN + 2 * supply.CONTACT + series)
        self.assertAlmostEqual(saturation * (exp(over_diode / (emission * supply.THERMAL)) - 1), current, delta=1e-4)
        self.assertAlmostEqual(column, current * (supply.PIN + supply.CONTACT))
        self.assertLess(current, supply.without_diodes()[0])


if __name__ == "__main__":
    unittest.main()
