"""The documents agree with what they speak of."""

import re
import unittest

import paths

import shown_code

DOCUMENTS = ("README.md", "docs/DESIGN.md", "docs/LIBRARY.md", "docs/PLAYING.md", "docs/BUDGETS.md", "docs/SOURCES.md", "docs/DERIVATION.md", "docs/DRAUGHTS.md",
             "docs/C.md", "examples/README.md", "docs/EXPERIMENTS.md", *(f"docs/experiments/{path.name}" for path in (paths.ROOT / "docs/experiments").iterdir()))


def text_of(name):
    return (paths.ROOT / name).read_text(encoding="utf-8")


class Documents(unittest.TestCase):
    def test_the_readme_shows_the_minimal_example_as_it_is(self):
        shown = re.search(r"<!-- example:begin -->\n```cpp\n(.*?)```\n```cmake\n(.*?)```\n<!-- example:end -->",
                          text_of("README.md"), re.S)
        self.assertEqual(shown[1], text_of("examples/minimal/main.cpp"))
        self.assertEqual(shown[2], text_of("examples/minimal/CMakeLists.txt"))

    def test_the_derivation_shows_the_sources_as_they_are(self):
        page = text_of("docs/DERIVATION.md")
        self.assertGreaterEqual(len(shown_code.BLOCK.findall(page)), 11)
        self.assertEqual(page, shown_code.renewed(page), "python3 tools/lib/shown_code.py docs/DERIVATION.md writes it anew")

    def test_the_readmes_enhancement_is_the_engines(self):
        page = text_of("README.md")
        self.assertIn("<!-- source: core/search/enhancements/", page)
        self.assertEqual(page, shown_code.renewed(page), "python3 tools/lib/shown_code.py README.md writes it anew")

    def test_the_derivation_names_every_step_and_form(self):
        page = text_of("docs/DERIVATION.md")
        for source in (paths.ROOT / "host_tests/core/search/derivation").iterdir():
            with self.subTest(source.name):
                self.assertIn(str(source.relative_to(paths.ROOT)), page)

    def test_every_file_that_a_document_names_is_there(self):
        place = re.compile(r"\]\(([^)#:]+)\)|`((?:core|hal|firmware|boards|host_tests|tools|docs|examples)/[\w./]+)`")
        for name in DOCUMENTS:
            folder = (paths.ROOT / name).parent
            for match in place.finditer(re.sub(r"^```.*?^```$", "", text_of(name), flags=re.S | re.M)):
                path = folder / match[1] if match[1] else paths.ROOT / match[2].rstrip(".")
                with self.subTest(name, path=str(path)):
                    self.assertTrue(path.exists())

    def test_the_readme_names_every_command_word_of_go_and_option(self):
        readme = text_of("README.md")
        words = re.findall(r'"([A-Za-z ]+)"', text_of("core/uci_names.cpp"))
        self.assertGreater(len(words), 30)
        missing = [word for word in words if not re.search(rf"`(go )?{word}\b", readme)]
        self.assertEqual(missing, [])


if __name__ == "__main__":
    unittest.main()
