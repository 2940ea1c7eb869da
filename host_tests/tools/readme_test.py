"""The documents agree with what they speak of."""

import re
import unittest

import paths

# Written by a tool that runs for hours; a tree without its results is whole all the same.
MEASURED = paths.ROOT / "docs" / "EXPERIMENTS.md"
DOCUMENTS = ("README.md", "docs/DESIGN.md", "docs/BUDGETS.md", "docs/SOURCES.md")


def text_of(name):
    return (paths.ROOT / name).read_text(encoding="utf-8")


class Documents(unittest.TestCase):
    def test_the_readme_shows_the_minimal_example_as_it_is(self):
        shown = re.search(r"<!-- example:begin -->\n```cpp\n(.*?)```\n```cmake\n(.*?)```\n<!-- example:end -->",
                          text_of("README.md"), re.S)
        self.assertEqual(shown[1], text_of("examples/minimal/main.cpp"))
        self.assertEqual(shown[2], text_of("examples/minimal/CMakeLists.txt"))

    def test_every_file_that_a_document_names_is_there(self):
        place = re.compile(r"\]\(([^)#:]+)\)|`((?:core|hal|firmware|boards|host_tests|tools|docs|examples)/[\w./]+)`")
        for name in DOCUMENTS:
            folder = (paths.ROOT / name).parent
            for match in place.finditer(text_of(name)):
                path = folder / match[1] if match[1] else paths.ROOT / match[2].rstrip(".")
                with self.subTest(name, path=str(path)):
                    self.assertTrue(path.exists() or path.resolve() == MEASURED)

    def test_the_readme_names_every_command_word_of_go_and_option(self):
        readme = text_of("README.md")
        words = re.findall(r'"([A-Za-z ]+)"', text_of("core/uci_names.cpp"))
        self.assertGreater(len(words), 30)
        missing = [word for word in words if not re.search(rf"`(go )?{word}\b", readme)]
        self.assertEqual(missing, [])


if __name__ == "__main__":
    unittest.main()
