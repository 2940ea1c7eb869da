"""The field of a disc magnet agrees with two other ways to compute it, and the tables with the field."""

import subprocess
import unittest
from math import cos, hypot, pi, sin

import paths

import magnets
from magnets import Disc


def by_charges(magnet, off, below):
    """Outwards and downwards, from charges on the two faces, added up on rings and sectors. Jackson, "Classical
    Electrodynamics", 5.9, has the charges of a uniform magnetisation; no current and no elliptic integral is in it."""
    out = down = 0.0
    rings, sectors = 60, 120
    for face, sign in ((below, 1), (below + magnet.height, -1)):
        for ring in range(rings):
            radius = magnet.diameter / 2 * (ring + 0.5) / rings
            area = radius * (magnet.diameter / 2 / rings) * (2 * pi / sectors)
            for sector in range(sectors):
                turn = 2 * pi * (sector + 0.5) / sectors
                x, y = off - radius * cos(turn), radius * sin(turn)
                strength = sign * magnet.remanence / (4 * pi) * area / (x * x + y * y + face * face) ** 1.5
                out, down = out + strength * x, down + strength * face
    return out, down


class Magnets(unittest.TestCase):
    def test_the_field_is_that_of_charges_on_the_faces(self):
        for magnet, below in ((Disc(8, 2), 4), (Disc(10, 3), 8), (Disc(6, 10, 1300), 3)):
            for off in (0, 1.5, magnet.diameter / 2, 9, 33.3):
                with self.subTest(magnet=magnet, below=below, off=off):
                    for mine, theirs in zip(magnet.field(off, below), by_charges(magnet, off, below)):
                        self.assertAlmostEqual(mine, theirs, delta=0.002 * magnet.field(0, below)[1])

    def test_the_field_on_the_axis_is_the_closed_form(self):
        for diameter, height in ((4, 1), (8, 2), (10, 3), (10, 10)):
            for below in (1, 2, 4, 6, 10, 30):
                far, near = below + height, below
                exact = magnets.NEODYMIUM / 2 * (far / hypot(far, diameter / 2) - near / hypot(near, diameter / 2))
                self.assertAlmostEqual(Disc(diameter, height).field(0, below)[1], exact, delta=1e-5 * exact)

    def test_a_flat_contact_sees_nothing_when_centred_and_is_the_same_on_either_side(self):
        for magnet in magnets.MAGNETS:
            self.assertAlmostEqual(magnets.along(magnet, 0, 0, 6), 0)
            self.assertAlmostEqual(magnets.along(magnet, 0, 5, 6), 0)
            self.assertAlmostEqual(magnets.along(magnet, 8, 1, 6), -magnets.along(magnet, -8, 1, 6))
            self.assertAlmostEqual(magnets.along(magnet, 8, 0, 6), magnets.along(magnet, 8, 0, 6, points=200), delta=0.03)

    def test_up_to_the_reach_the_field_suffices_and_a_gap_ends_it(self):
        profile = [(0, 9), (1, 8), (2, 3), (3, 9)]
        self.assertEqual([magnets.reach(profile, least) for least in (9.5, 9, 8, 5, 1)], [None, 0, 1, 1, 3])
        magnet = Disc(10, 3)
        within = magnets.reach(magnets.hall_profile(magnet, 8), 9.5)
        self.assertGreaterEqual(magnet.field(within, 8)[1], 9.5)
        self.assertLess(magnet.field(within + 0.1, 8)[1], 9.5)

    def test_a_piece_at_a_flat_contacts_middle_is_not_seen(self):
        distance, field = magnets.contact_profile(Disc(8, 2), 9, 6)[18]
        self.assertEqual(distance, 9)
        self.assertAlmostEqual(field, 0)

    def test_weight_and_repulsion(self):
        self.assertAlmostEqual(Disc(10, 2).weight, 50 * pi * 7.5e-3)
        self.assertAlmostEqual(Disc(8, 2).repulsion(50) / Disc(8, 2).repulsion(100), 16)
        # The slope of the field of one times the moment of the other.
        magnet, step = Disc(8, 2), 0.5
        slope = (magnet.field(50 + step, 0.01)[1] - magnet.field(50 - step, 0.01)[1]) / (2 * step)
        self.assertAlmostEqual(magnet.repulsion(50), magnet.moment * slope * 1e3, delta=0.01)

    def test_other_magnets_are_asked_for_by_name(self):
        def said(words):
            return subprocess.run([paths.ROOT / "tools/wiring", "--magnet", words], capture_output=True, text=True, check=False)
        self.assertIn("| 12 x 1.5 | 6 |", said("12x1.5").stdout)
        for words, message in (("8", "diameter x height"), ("8x", "diameter x height"), ("0x2", "diameter of a magnet: 0 is not above 0"),
                               ("8x0", "height of a magnet: 0 is not above 0")):
            ended = said(words)
            self.assertEqual((ended.returncode, ended.stdout), (1, ""))
            self.assertIn(message, ended.stderr)


if __name__ == "__main__":
    unittest.main()
