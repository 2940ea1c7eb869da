"""Two short episodes of the soak (tools/soak), from fixed seeds, with the real image; the second is played twice.

Whole hours: tools/soak --hours N.
"""

import tempfile
import unittest
from pathlib import Path

import rp2040_hands  # noqa: F401: it knows where the tools are
import soak

SEED = 2
MINUTES = 0.35


class Soak(unittest.TestCase):
    def test_two_episodes_keep_their_promises_and_the_second_is_the_same_again(self):
        with tempfile.TemporaryDirectory() as home:
            run = soak.Run(Path(home), SEED)
            entries = []
            for number in (0, 1):
                entries.append(soak.episode(run, number, MINUTES, lambda text: None))
                self.assertEqual(entries[-1]["finding"], "", self.told(run, number))
                run.end(number, run.home / "flash.bin", entries[-1].pop("known"), entries[-1])
            again = soak.episode(run, 1, MINUTES, lambda text: None)
            again.pop("known")
            for entry in (entries[1], again):
                del entry["figures"]["real hours"], entry["figures"]["core hours"]
            self.assertEqual(again, entries[1])
            figures = soak.totals(entries)
        self.assertGreater(figures["half moves"], 8, figures)
        self.assertGreater(figures["power cuts"], 0, figures)
        self.assertGreater(figures["dialogues"], 0, figures)

    def test_a_stored_game_that_is_gone_is_a_finding(self):
        with tempfile.TemporaryDirectory() as home:
            run = soak.Run(Path(home), SEED)
            (run.home / "known-00000.json").write_text('{"moves": ["e2e4"]}', encoding="utf-8")
            found = soak.episode(run, 0, MINUTES, lambda text: None)
        self.assertRegex(found["finding"], "^Finding: after power-on the game is")

    def told(self, run, number):
        file = run.home / f"finding-{number:05}.txt"
        return file.read_text(encoding="utf-8")[-6000:] if file.exists() else ""


if __name__ == "__main__":
    unittest.main()
