"""The documents agree with what they speak of."""

import re
import subprocess
import unittest

import paths

import boards
import build
import marked
import optimisation
import pin_bench
import shown_code
import sizes

# Every page of ours; what npm and builds leave behind is not ours, and folders of builds come and go meanwhile.
DOCUMENTS = sorted(str(path.relative_to(paths.ROOT)) for top in paths.ROOT.iterdir() if top.name != "build"
                   for path in (top, *top.rglob("*.md")) if path.suffix == ".md"
                   and not {"build", "node_modules"}.intersection(path.relative_to(paths.ROOT).parts))
BLOCK_OF_CODE = re.compile(r"^```.*?^```$", re.S | re.M)


def text_of(name):
    return (paths.ROOT / name).read_text(encoding="utf-8")


def anchors(page):
    """What GitHub calls a page's headings."""
    headings = re.findall(r"^#+ (.*)$", BLOCK_OF_CODE.sub("", page), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


class Documents(unittest.TestCase):
    def test_the_readme_shows_the_minimal_example_as_it_is(self):
        shown = re.search(r"<!-- example:begin -->\n```cpp\n(.*?)```\n<!-- example:end -->", text_of("README.md"), re.S)
        self.assertEqual(shown[1], text_of("examples/minimal/main.cpp"))

    def test_the_derivation_shows_the_sources_as_they_are(self):
        page = text_of("workshop/lab/DERIVATION.md")
        self.assertGreaterEqual(len(shown_code.BLOCK.findall(page)), 8)
        self.assertEqual(page, shown_code.renewed(page), "python3 tools/lib/shown_code.py workshop/lab/DERIVATION.md writes it anew")

    def test_the_enhancement_that_is_shown_is_the_engines(self):
        page = text_of("docs/CONTRIBUTING.md")
        self.assertIn("<!-- source: core/search/enhancements/", page)
        self.assertEqual(page, shown_code.renewed(page), "python3 tools/lib/shown_code.py docs/CONTRIBUTING.md writes it anew")

    def test_the_derivation_names_every_step_and_form(self):
        page = text_of("workshop/lab/DERIVATION.md")
        for source in (paths.ROOT / "workshop/lab/forms/derivation").iterdir():
            with self.subTest(source.name):
                self.assertIn(str(source.relative_to(paths.ROOT)), page)

    def test_every_file_that_a_document_names_is_there(self):
        place = re.compile(r"`((?:bridge|boards|c|cmake|core|docs|examples|firmware|games|emulators|hal|host_tests|packages|python|tools|workshop"
                           r"|web)/[\w./]+)`")
        for name in DOCUMENTS:
            for match in place.finditer(BLOCK_OF_CODE.sub("", text_of(name))):
                with self.subTest(name, path=match[1]):
                    self.assertTrue("NAME" in match[1] or (paths.ROOT / match[1].rstrip(".")).exists())

    def test_every_link_leads_to_a_file_and_to_a_heading_of_it(self):
        self.assertGreater(len(DOCUMENTS), 25)
        for name in DOCUMENTS:
            for target in re.findall(r"\]\(([^)\s]+)\)", BLOCK_OF_CODE.sub("", text_of(name))):
                if re.match(r"[a-z]+:", target):
                    continue
                path, _, heading = target.partition("#")
                page = (paths.ROOT / name).parent / path if path else paths.ROOT / name
                with self.subTest(name, link=target):
                    self.assertTrue(page.exists())
                    if heading:
                        self.assertIn(heading, anchors(page.read_text(encoding="utf-8")))

    def test_whoever_wants_the_engine_builds_no_more_than_the_engine(self):
        shown = [(name, command) for name in DOCUMENTS for command in re.findall(r"cmake --build --preset host\b[^`\n]*", text_of(name))]
        self.assertGreaterEqual({name for name, _ in shown}, {"README.md", "docs/CONTRIBUTING.md", "docs/PLAYING.md"})
        for name, command in shown:
            with self.subTest(name, command=command):
                self.assertRegex(command, r" --target stackmate|# that, the long tests|# the tests, ")

    def test_each_table_of_sizes_has_its_place(self):
        for block, name in (("few_sizes", "README.md"), ("sizes", "docs/BUDGETS.md"), ("ram", "docs/BUDGETS.md"),
                            ("needs", "docs/PORTING.md")):
            with self.subTest(name):
                self.assertIn(name, sizes.DOCUMENTS)
                self.assertIn(block, marked.parts_of(text_of(name)))

    def test_the_readmes_sizes_are_an_excerpt_of_all(self):
        for board in sizes.FEW:
            with self.subTest(board):
                self.assertIn(re.search(rf"^\| {board} \|.*\|", text_of("README.md"), re.M)[0], text_of("docs/BUDGETS.md"))

    def test_the_table_of_optimisation_is_of_the_engine_whose_sizes_stand_above_it(self):
        parts = marked.parts_of(text_of("docs/BUDGETS.md"))
        flash = {board: int(re.search(rf"^\| {board} \|[^|]*\|[^|]*\| ([\d,]+) of", parts["sizes"], re.M)[1].replace(",", ""))
                 for board in optimisation.BOARDS}
        self.assertEqual(optimisation.stale(parts["optimisation"], flash, pin_bench.pinned()), [])

    def test_a_stale_table_of_optimisation_is_refused(self):
        signatures = {"Full": 2, "Tiny": 1}
        block = "| stm32f405 | -O3 | 1,234 | 5 | 6 |\n| stm32f405 | -O2 | 1,000 | 5 | 6 |\n\n" + optimisation.origin(signatures)
        self.assertEqual(optimisation.stale(block, {"stm32f405": 1234}, signatures), [])
        self.assertEqual(optimisation.stale(block, {"stm32f405": 1000}, signatures),
                         ["stm32f405 has 1,000 bytes of flash, and its row says 1,234"])
        self.assertEqual(optimisation.stale(block, {"stm32f100": 7}, signatures), ["stm32f100 has 7 bytes of flash, and its row says nothing"])
        self.assertEqual(optimisation.stale(block, {"stm32f405": 1234}, {"Full": 3, "Tiny": 1}),
                         ["the table was not measured with this bench signature"])

    def test_the_summary_says_what_a_commit_has_changed(self):
        before = sizes.figures_in("<!-- sizes:begin -->\n| board | chip |\n|---|---|\n"
                                  "| stm32f100 | C | Tiny | 1,010 of 131,072 | 992 of 8,192 | 1 | 2 |\n<!-- sizes:end -->\n")
        self.assertEqual(before, {"stm32f100": (1010, 992)})
        size = {"flash_used": 1000, "ram_used": 992}
        text = sizes.summary({"stm32f100": size, "stm32f405": size}, before)
        self.assertIn("| stm32f100 | 1,000 | 130,072 | -10 | 992 | 7,200 | 0 |", text)
        self.assertIn("| stm32f405 | 1,000 | 1,047,576 | new | 992 | 130,080 | new |", text)

    def test_sizes_in_words_are_rounded_up(self):
        found = {name: {"ram": 1024, "flash": 114_420} for name, _ in sizes.NEEDS}
        self.assertIn("| 1 KB | 112 KB | `stm32f103` |", sizes.needs(found))

    def test_the_page_of_uci_shows_what_the_engine_says(self):
        """But for times and speeds; `...` stands for lines that are left out."""
        shown = re.search(r"^```\n\$ build/host/stackmate\n(.*?)```$", text_of("docs/UCI.md"), re.S | re.M)[1].splitlines()
        build.build("host", targets=("stackmate",))
        said = []
        with subprocess.Popen([str(paths.ROOT / boards.find("host").image)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                              bufsize=1) as engine:
            for line in shown:
                command = line.split()[0]
                if command not in ("uci", "position", "go"):
                    continue
                said.append(line)
                engine.stdin.write(line + "\n" if command == "go" else line + "\nisready\n")
                for answer in iter(engine.stdout.readline, ""):
                    if answer == "readyok\n":
                        break
                    said.append(answer.rstrip("\n"))
                    if answer.startswith("bestmove"):
                        break
            engine.stdin.write("quit\n")
        said[:2] = said[1::-1]           # the greeting came before the first command
        timeless = [re.sub(r"(nps|time) \d+", r"\1 N", line) for line in said]
        rest = iter(timeless)
        for line in shown:
            if line != "...":
                self.assertIn(re.sub(r"(nps|time) \d+", r"\1 N", line), rest, "\n".join(timeless))

    def test_on_the_desktop_the_line_of_a_long_mate_ends_in_mate(self):
        build.build("host", targets=("stackmate",))
        with subprocess.Popen([str(paths.ROOT / boards.find("host").image)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                              bufsize=1) as engine:
            engine.stdin.write("position fen 8/8/8/3k4/8/8/6K1/7R w - - 0 1\ngo mate 13\n")
            said = []
            for answer in iter(engine.stdout.readline, ""):
                if answer.startswith("bestmove"):
                    break
                said.append(answer)
            engine.stdin.write("quit\n")
        self.assertIn("score mate 13 ", said[-1])
        self.assertEqual(len(said[-1].split(" pv ")[1].split()), 25, said[-1])

    def test_the_page_of_uci_names_every_command_word_of_go_and_option(self):
        page = text_of("docs/UCI.md")
        words = re.findall(r'"([A-Za-z ]+)"', text_of("core/uci/uci.cpp"))
        self.assertGreater(len(words), 30)
        missing = [word for word in words if not re.search(rf"`(go )?{word}\b", page)]
        self.assertEqual(missing, [])


if __name__ == "__main__":
    unittest.main()
