"""docs/LEVELS.md is the firmware's table, and its matches say what the levels promise. Nothing is played here."""

import re
import unittest

import paths

import duel
import levels
import marked

DOCUMENT = paths.ROOT / "docs" / "LEVELS.md"


class Document(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.levels = levels.all_levels(duel.program("duel_match"))
        cls.text = DOCUMENT.read_text(encoding="utf-8")
        cls.parts = marked.parts_of(cls.text)

    def rows(self, part):
        """What a line of a table of matches is about -> won, drawn, lost, Elo, its error."""
        found = {}
        for line in self.parts[part].splitlines()[2:]:
            what, *cells = [cell.strip() for cell in line.strip("|").split("|")]
            found[what] = (*map(int, cells[:3]), *map(int, re.findall(r"[-+]?\d+", cells[4])))
        return found

    def test_its_first_table_is_the_firmwares(self):
        self.assertEqual(self.parts["levels"], levels.table_of_levels(self.levels),
                         "docs/LEVELS.md is stale: run workshop/lab/levels and commit the result")
        self.assertEqual(self.parts["nodes"], levels.table_of_nodes(duel.program("duel_match")))

    def test_each_of_eight_levels_and_more_beats_the_one_below_beyond_its_error_bar(self):
        rows = self.rows("steps")
        self.assertGreaterEqual(len(rows), 8)
        for what, (_, _, _, elo, error) in {**rows, **self.rows("depths")}.items():
            with self.subTest(what):
                self.assertGreater(elo, error)

    def test_steps_of_strength_are_80_to_250_apart_within_their_error_bars(self):
        for what, (_, _, _, elo, error) in self.rows("steps").items():
            if what.startswith("strength"):
                with self.subTest(what):
                    self.assertGreaterEqual(elo + error, 80)
                    self.assertLessEqual(elo - error, 250)

    def test_the_adaptive_level_finds_each_opponent_in_four_of_five_trials(self):
        for line in self.parts["found"].splitlines()[2:]:
            near, of = map(int, line.split("|")[4].split(" of "))
            self.assertGreaterEqual(5 * near, 4 * of, line)

    def test_each_step_overlooks_less_than_the_one_below_and_from_1500_on_no_mate(self):
        """Above strength 3 the shares are small, and a queen may be offered and a better move preferred to a recapture."""
        shares = [[float(cell.strip(" %")) for cell in line.split("|")[2:5]] for line in self.parts["errors"].splitlines()[2:]]
        for below, above in zip(shares[:5], shares[1:6]):
            self.assertTrue(all(a <= b for a, b in zip(above, below)), (below, above))
        self.assertTrue(all(mate <= 2 for mate, _, _ in shares[8:]))

    def test_strength_gives_fewer_pieces_away_than_the_lowest_step(self):
        shares = [float(line.split("|")[3].strip(" %")) for line in self.parts["gifts"].splitlines()[2:]]
        self.assertTrue(all(share < shares[0] / 2 for share in shares[-levels.STEPS:]))

    def test_elo_of_the_strength_levels_is_what_the_matches_say(self):
        strength = [level for level in self.levels if level.kind == "strength"]
        rows = self.rows("steps")
        anchored = levels.ANCHOR_GAMES[0][0]    # from here up it is the foreign engine's scale
        for below, above in zip(strength, strength[1:anchored]):
            _, _, _, elo, error = rows[f"{above.name} against {below.name.split()[1]}"]
            with self.subTest(above.name):
                self.assertLessEqual(abs(above.elo - below.elo - elo), error + 10)
        for (what, (_, _, _, elo, error)), (step, foreign, _) in zip(self.rows("anchors").items(), levels.ANCHOR_GAMES):
            with self.subTest(what):
                self.assertLessEqual(abs(strength[step - 1].elo - foreign - elo), error + 10)

    def test_the_lowest_does_not_win_most_games_against_one_ply_of_material(self):
        won, drawn, lost, _, _ = self.rows("yardsticks")["the lowest step against one ply of material"]
        self.assertGreater(lost + drawn, won)

    def test_each_table_has_one_place(self):
        self.assertEqual(re.findall(r"<!-- (\w+):begin -->", self.text), list(self.parts))
        self.assertEqual(list(self.parts), ["levels", "steps", "found", "errors", "gifts", "yardsticks", "depths", "halves", "nodes", "anchors", "measured"])


if __name__ == "__main__":
    unittest.main()
