"""What configuring refuses says why, in one sentence; and what it lets by with link-time optimisation links."""

import json
import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

import paths
from pins_test import OWN_KIT

CHIPS = sorted(path.parent.name for path in (paths.ROOT / "boards" / "chips").glob("*/chip.cmake"))


class Configure(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.work = Path(directory.name)

    def configured(self, preset: str, *definitions: str, **environment: str) -> tuple:
        """(status, the errors as one line)"""
        done = subprocess.run(["cmake", "--preset", preset, "-S", paths.ROOT, "-B", self.work / "build", *definitions],
                              capture_output=True, text=True, check=False, env={**os.environ, **environment}, cwd=paths.ROOT)
        return done.returncode, " ".join(done.stderr.split())

    def kit_refused(self, changes: dict, told: str, count: int = 1) -> None:
        kit = OWN_KIT
        for old, new in changes.items():
            self.assertEqual(kit.count(old), 1, old)
            kit = kit.replace(old, new)
        (self.work / "mine.hpp").write_text(kit, encoding="utf-8")
        status, said = self.configured("kit", f"-DSTACKMATE_KIT={self.work}/mine.hpp")
        self.assertEqual(status, 1, changes)
        self.assertEqual(said.count("CMake Error"), count, said)
        self.assertIn(told, said)

    def test_a_word_that_no_kit_has_is_refused_by_name(self):
        page = (paths.ROOT / "docs/PORTING.md").read_text(encoding="utf-8").split("| a kit says |")[1].split("\n\n")[0]
        known = sorted(word for row in page.splitlines() for word in re.findall(r"`(\w+)`", row.split("|")[1]))
        for old, new, word in (("status_led = ", "statusled = ", "statusled"), ("using Wiring", "using Wirings", "Wirings"),
                               ('receives = "PA10";', 'receives = "PA10", soundr = "PB1";', "soundr"),
                               ("bool columns_high", "unsigned crystalhz{8'000'000}; static constexpr bool columns_high", "crystalhz"),
                               ("    using Chain", "    struct shield { static constexpr int data = 4; };\n    using Chain", "shield")):
            self.kit_refused({old: new}, f"says `{word}`, which is no word of a kit: the words are {', '.join(known)}")

    def test_a_wrong_chip_is_told_which_there_are(self):
        self.kit_refused({"stm32f103": "stm32f104"}, f"names the chip 'stm32f104': the chips are {', '.join(CHIPS)}")
        self.kit_refused({"stm32f103": "../x"}, f"names no chip: the chips are {', '.join(CHIPS)}")

    def test_a_list_of_no_buttons_is_told_what_it_lacks(self):
        self.kit_refused({'{{"PLAY", "PB12"}, {"MENU", "PB13"}}': "{}"}, "has an empty list `buttons`: PLAY is the first")

    def test_the_kits_as_they_are_are_taken(self):
        """Comments and helpers, too."""
        text = OWN_KIT.replace("struct Kit {", """struct Helper {
    static constexpr int anything = 1;
};
struct Kit {
    // statusled = 1; using X = int;
    /* soundr = 2; */
    static_assert(1 <= 2 && 3 == 3);
    static constexpr std::string_view emulator = "a = b; c = {d";""").replace("    using Wiring", "    using Squares = int;\n    using Wiring")
        (self.work / "mine.hpp").write_text(text, encoding="utf-8")
        self.assertEqual(self.configured("kit", f"-DSTACKMATE_KIT={self.work}/mine.hpp"), (0, ""))

    def test_a_device_is_not_built_with_link_time_optimisation(self):
        for definition in ("-DCMAKE_INTERPROCEDURAL_OPTIMIZATION=ON", "-DCMAKE_CXX_FLAGS=-flto=auto"):
            status, said = self.configured("stm32f100", definition)
            self.assertEqual((status, said.count("CMake Error")), (1, 1), said)
            self.assertIn("A device is built without link-time optimisation", said)

    def test_what_the_assembler_defines_is_left_out_of_link_time_optimisation(self):
        self.assertEqual(self.configured("host", "-DCMAKE_INTERPROCEDURAL_OPTIMIZATION=ON", "-DSTACKMATE_PROGRAM_ONLY=ON")[0], 0)
        commands = json.loads((self.work / "build/compile_commands.json").read_text(encoding="utf-8"))
        packed = [entry["command"] for entry in commands if entry["file"].endswith("embedded_file.cpp")]
        self.assertEqual(len(packed), 4, "distances, endings, openings, puzzles")
        for command in packed:
            self.assertEqual(re.findall(r" -f(?:no-)?lto\S*", command)[-1:], [" -fno-lto"], command)


if __name__ == "__main__":
    unittest.main()
