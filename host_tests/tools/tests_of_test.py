"""tools/lib/tests_of.py: which tests belong to a file or a folder."""

import unittest
from pathlib import Path

import paths

import run_tests
import tests_of


def names(found) -> list:
    return [str(path.relative_to("host_tests")) for path in found.sources]


class TestsOf(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.steps = run_tests.known_steps(False)

    def steps_of(self, word: str) -> list:
        return run_tests.steps_at(self.steps, tests_of.of(word))

    def test_a_file_has_the_tests_of_its_name_and_of_its_name_with_a_word_more(self):
        for suffix in ("hpp", "cpp"):
            self.assertEqual(names(tests_of.of(f"core/chess/movegen.{suffix}")), ["core/chess/movegen_test.cpp"])
        self.assertEqual(names(tests_of.of("firmware/squares/tracker.hpp")),
                         [f"firmware/squares/tracker_{what}test.cpp" for what in ("chess960_", "edges_", "hands_", "")])

    def test_a_test_is_its_own(self):
        self.assertEqual(names(tests_of.of("host_tests/hal/ring_test.cpp")), ["hal/ring_test.cpp"])
        self.assertEqual(self.steps_of("host_tests/hal/ring_test.cpp"), ["host_tests/hal/ring_test.cpp"])

    def test_a_file_without_such_tests_has_those_that_include_it_and_says_so(self):
        found = tests_of.of("hal/ws2812.hpp")
        self.assertEqual(names(found), ["hal/square_drivers_test.cpp"])
        self.assertIn("no tests of its own name", found.why)

    def test_a_file_without_such_tests_has_those_of_its_folders_name(self):
        self.assertIn("hal/fake_test.cpp", names(tests_of.of("hal/fake/flash.hpp")))

    def test_what_is_in_the_search_is_compared_with_the_recursive_one_and_with_the_signature(self):
        whole = ["core/search/oracle_test.cpp", "core/engine/bench_signature_test.cpp"]
        self.assertEqual(names(tests_of.of("core/search/enhancements/killers.hpp")),
                         ["core/search/enhancements_in_search_test.cpp", "core/search/enhancements_test.cpp", "core/search/pickers_test.cpp", *whole])
        for word in ("core/search/frame.hpp", "core/search/transposition_table.cpp", "core/search"):
            found = names(tests_of.of(word))
            self.assertLessEqual(set(whole), set(found))
            self.assertEqual(len(set(found)), len(found))
        self.assertEqual(names(tests_of.of("host_tests/core/search/frame_test.cpp")), ["core/search/frame_test.cpp"])

    def test_every_file_of_the_product_has_tests(self):
        for room in ("bridge", "c", "core", "firmware", "games", "hal"):
            for path in (paths.ROOT / room).rglob("*.[hc]pp"):
                with self.subTest(path):
                    self.assertTrue(tests_of.of(str(path)))

    def test_a_folder_has_all_below_it(self):
        self.assertEqual(names(tests_of.of("core/uci")), ["core/uci/uci_go_test.cpp", "core/uci/uci_words_test.cpp"])
        self.assertEqual(names(tests_of.of("host_tests/core/uci/")), names(tests_of.of("core/uci")))

    def test_python_page_and_boards_have_steps(self):
        self.assertEqual(self.steps_of("tools/lib/googletest.py"), ["tools: googletest"])
        self.assertEqual(self.steps_of("host_tests/tools/help_test.py"), ["tools: help"])
        self.assertEqual(self.steps_of("web/src/main.ts"), ["page"])
        self.assertIn("stm32f405: dialogue", self.steps_of("boards/kits/stm32f405.hpp"))
        self.assertEqual({name.partition(": ")[2] for name in self.steps_of("host_tests/device/bench_test.py")}, {"bench"})

    def test_every_test_is_a_step_and_a_program(self):
        for source in tests_of.all_sources():
            self.assertIn(str(source), self.steps)
            self.assertEqual(self.steps[str(source)]["LABELS"], ["file"])
            self.assertIn(f"host_tests/{tests_of.program(source)} 1 1", self.steps[str(source)]["COMMAND"])
        self.assertEqual(tests_of.program(Path("host_tests/core/chess/perft_test.cpp")), "core.chess.perft_test")

    def test_what_is_not_there_or_has_none_is_named(self):
        for word in ("core/no_such.hpp", "/etc/passwd"):
            with self.assertRaisesRegex(ValueError, f"there is no file or folder {word}"):
                tests_of.of(word)
        with self.assertRaisesRegex(ValueError, "LICENSE has no tests"):
            tests_of.of("LICENSE")


if __name__ == "__main__":
    unittest.main()
