"""workshop/lab/POINTS.md is what workshop/lab/points.txt says, and what that names is there."""

import unittest

import paths  # noqa: F401

import points


class Points(unittest.TestCase):
    found = points.rows((points.LAB / "points.txt").read_text(encoding="utf-8"))

    def test_every_file_word_and_heading_that_is_named_exists(self):
        self.assertEqual([where for _, _, where, _, _ in self.found if not points.is_there(where)], [])

    def test_a_name_that_is_nowhere_is_noticed(self):
        for where, there in (("workshop/lab/POINTS.md", True), ("workshop/lab/POINT.md", False), ("workshop/lab/lib/points.py is_there", True), ("workshop/lab/lib/points.py is_ther", False),
                             ("workshop/lab/DESIGN.md#two-processors", True), ("workshop/lab/DESIGN.md#two", False)):
            self.assertEqual(points.is_there(where), there, where)

    def test_a_row_works_or_says_why_not(self):
        self.assertEqual(len(points.rows("# A\nworks | x | y\npartly | x | y | z")), 2)
        for wrong in ("works | x | y | z", "missing | x | y", "nearly | x | y | z"):
            self.assertRaises(ValueError, points.rows, wrong)

    def test_the_page_is_up_to_date(self):
        page = (points.LAB / "POINTS.md").read_text(encoding="utf-8")
        self.assertEqual(points.measuring.filled(page, {"points": points.table(self.found)}), page)


if __name__ == "__main__":
    unittest.main()
