"""The RP2040 simulator's own tests, and the Python side of its control protocol."""

import subprocess
import unittest

import paths

import emulator
import simboard


@unittest.skipIf(emulator.why_no_simulator(), emulator.why_no_simulator())
class Simulator(unittest.TestCase):
    def test_its_models_keep_their_promises(self):
        result = subprocess.run(["node", "--test", "tests/"], cwd=paths.ROOT / "emulators/rp2040", capture_output=True,
                                text=True, check=False, timeout=300)
        self.assertEqual(result.returncode, 0, result.stdout[-4000:])
        self.assertIn("# fail 0", result.stdout)

    def test_the_lock_file_names_no_registry(self):
        self.assertNotIn("resolved", (paths.ROOT / "emulators/rp2040" / "package-lock.json").read_text(encoding="utf-8"))


class Squares(unittest.TestCase):
    def test_names_and_numbers_of_squares(self):
        self.assertEqual([simboard.square_index(name) for name in ("a1", "h1", "a2", "h8")], [0, 7, 8, 63])
        self.assertEqual([simboard.square_name(index) for index in (0, 7, 8, 63)], ["a1", "h1", "a2", "h8"])
        for nonsense in ("i1", "a9", "", "e", 64, -1, None):
            with self.assertRaises(ValueError):
                simboard.square_index(nonsense)


if __name__ == "__main__":
    unittest.main()
