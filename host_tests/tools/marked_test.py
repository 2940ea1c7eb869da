"""What a tool writes into a document, and nothing else, is replaced."""

import unittest

import paths  # noqa: F401

import marked

PAGE = "a\n<!-- one:begin -->\nold\n\n<!-- one:end -->\nb\n<!-- two:begin -->\n<!-- two:end -->\n"


class Marked(unittest.TestCase):
    def test_a_part_is_replaced_and_the_words_around_it_stay(self):
        self.assertEqual(marked.filled(PAGE, {"one": r"new \1"}), PAGE.replace("old\n", r"new \1"))
        self.assertEqual(marked.filled(PAGE, {"three": "new"}), PAGE)

    def test_the_parts_of_a_document_are_those_that_were_filled_in(self):
        self.assertEqual(marked.parts_of(PAGE), {"one": "old", "two": ""})
        self.assertEqual(marked.parts_of(marked.filled(PAGE, {"two": "x\n\ny"}))["two"], "x\n\ny")


if __name__ == "__main__":
    unittest.main()
