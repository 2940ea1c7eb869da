"""The packages compile with the flags of their tools, and their examples play: on this computer, with stand-ins for what they
use of the SDKs. Some three minutes of processor time."""

import itertools
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path

STUBS = Path(__file__).resolve().parent
sys.path.insert(0, str(STUBS.parents[1] / "tools" / "lib"))

import package  # noqa: E402
import project  # noqa: E402

CROSS = "arm-none-eabi-"
RISCV_CROSS = "riscv64-unknown-elf-"
WARNINGS = ["-Wall", "-Wextra", "-Werror"]
# The flags of the tools, as far as they change what is compiled.
PICO = ["-march=armv6-m", "-mcpu=cortex-m0plus", "-mthumb", "-Os", "-ffunction-sections", "-fdata-sections", "-fno-exceptions",
        "-fno-rtti"]
STM32 = ["-mcpu=cortex-m4", "-mfpu=fpv4-sp-d16", "-mfloat-abi=hard", "-mthumb", "-Os", "-ffunction-sections", "-fdata-sections",
         "-fno-threadsafe-statics", "-fno-rtti", "-fno-exceptions", "-fno-use-cxa-atexit"]
# Of a chip with RISC-V. The C++ library's headers are those for bare Arm, which Debian 12 has and which do not know the processor.
HEADERS = [f"-isystem{folder}" for cpp in Path("/usr/include/newlib/c++").glob("*") for folder in (cpp, cpp / "arm-none-eabi")]
RISCV = ["-march=rv32imac", "-mabi=ilp32", "-Os", "-ffunction-sections", "-fdata-sections", "-fno-exceptions", "-fno-rtti",
         *HEADERS, "-isystem/usr/include/newlib"]
ZEPHYR = ["-mcpu=cortex-m4", "-mthumb", "-Os", "-fno-exceptions", "-fno-rtti", "-fno-strict-aliasing", "-fno-common", "-std=c++20"]
ESP_IDF = [*(flag for flag in RISCV if flag != "-Os"), "-Og",
           "-fstrict-volatile-bitfields", "-Wno-missing-field-initializers", "-Wno-enum-conversion", "-std=gnu++23"]
OF_CPP = {"-fno-rtti", "-fno-threadsafe-statics", "-fno-use-cxa-atexit"}    # for no other language
# All that an image may want from the C library.
LIBRARY = {"memchr", "memcmp", "memcpy", "memmove", "memset", "strlen"}
PATIENCE = 120      # seconds until a program that says nothing is ended


def run(*command, **options):
    """What the command printed. Raises AssertionError with its complaint."""
    result = subprocess.run([str(word) for word in command], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
                            **options)
    if result.returncode != 0:
        raise AssertionError(f"{' '.join(str(word) for word in command)}:\n{result.stderr[:2000]}")
    return result.stdout + result.stderr


def engine_sources(folder: Path) -> list:
    return sorted(path for part in package.ENGINE for path in (folder / part).rglob("*.cpp"))


def objects(compiler: list, sources: list, into: Path) -> list:
    """The sources compiled, in their order."""
    into.mkdir(parents=True)
    made = []
    for number, source in enumerate(sources):
        made.append(into / f"{number:02}-{source.stem}.o")
        run(*compiler, "-c", "-x", "c++", source, "-o", made[-1])
    return made


def commands_of(build: Path) -> dict:
    """What CMake would call the compiler with, and where, for each source."""
    entries = json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))
    return {Path(entry["file"]).resolve(): (shlex.split(entry["command"]), entry["directory"]) for entry in entries}


class Talk:
    """A program whose standard input and output are a line."""

    def __init__(self, program: Path):
        self.process = subprocess.Popen([str(program)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.timer = threading.Timer(PATIENCE, self.process.kill)
        self.timer.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.timer.cancel()
        self.process.kill()
        self.process.communicate()

    def say(self, text: str) -> None:
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()

    def until(self, pattern: str) -> str:
        """All that is said up to the line that matches."""
        heard = ""
        for line in self.process.stdout:
            heard += line
            if re.match(pattern, line):
                return heard
        raise AssertionError(f"the program ended without {pattern}, after:\n{heard}")


class Packages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        directory = tempfile.TemporaryDirectory()
        cls.addClassCleanup(directory.cleanup)
        cls.work = Path(directory.name)
        cls.folders = {name: package.make(name, cls.work / "packages") for name in package.PACKAGES}
        cls.arduino = cls.folders["arduino"]

    def sketch(self, name: str) -> Path:
        return self.arduino / "examples" / name / f"{name}.ino"


class Desktop(Packages):
    """The engine's files are the same in all packages (host_tests/tools/package_test.py), so they are compiled once: as CMake's
    package. Not optimised, because that takes longer than what is played here."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.compiler = ["g++", "-std=gnu++20", "-O0", *WARNINGS]
        cls.cmake("build", cls.folders["cmake"])
        run("cmake", "--build", cls.work / "build", "-j1")
        cls.engine = [cls.work / "build" / "libstackmate_core.a"]

    def program(self, name: str, example: Path, stand_in: str, includes: list) -> Path:
        """The example with what stands in for its SDK."""
        sdk = f"-I{(STUBS / stand_in).parent}"
        parts = [*objects([*self.compiler, "-DLIB_PICO_STDIO_USB=1", sdk, *(f"-I{folder}" for folder in includes)], [example],
                          self.work / name / "example"),
                 *objects([*self.compiler, sdk, f"-I{package.ROOT}"], [STUBS / stand_in], self.work / name / "sdk")]
        run("g++", *parts, *self.engine, "-o", self.work / name / "program")
        return self.work / name / "program"

    def plays(self, program: Path, greeting: str) -> None:
        with Talk(program) as talk:
            self.assertRegex(talk.until("Stackmate"), rf"^Stackmate [\d.]+ on {greeting}\n$")
            talk.say("uci")
            self.assertRegex(talk.until("uciok"), r"(?m)^id name Stackmate \d+\.\d+\.\d+$")
            talk.say("position startpos moves f2f3 e7e5 g2g4\ngo nodes 2000")
            self.assertRegex(talk.until("bestmove"), r"(?m)^bestmove d8h4$")    # mate
            talk.say("go infinite")
            talk.until("info depth")
            talk.say("stop")
            talk.until("bestmove d8h4")
            talk.say("position startpos\ngo movetime 1")
            talk.until("bestmove [a-h][1-4][a-h][1-4]")
            talk.say("go depht 3")
            talk.until("info string error: go does not know 'depht'")
            talk.say("quit")
            self.assertRegex(talk.until("Stackmate"), rf"Stackmate [\d.]+ on {greeting}\n$")
            talk.say("isready")
            talk.until("readyok")

    def test_arduinos_serial_engine_plays(self):
        self.plays(self.program("serial", self.sketch("SerialEngine"), "arduino/serial.cpp", [self.arduino / "src"]), "Arduino")

    def test_the_pico_sdks_engine_plays(self):
        folder = self.folders["pico-sdk"]
        self.plays(self.program("pico", folder / "examples/uci/main.cpp", "pico-sdk/desktop.cpp", [folder]), "Pico")

    def test_zephyrs_engine_plays(self):
        folder = self.folders["zephyr"]
        self.plays(self.program("zephyr", folder / "samples/uci/src/main.cpp", "zephyr/desktop.cpp", [folder]), "Zephyr")

    def test_esp_idfs_engine_plays(self):
        folder = self.folders["esp-idf"]
        self.plays(self.program("esp-idf", folder / "examples/uci/main/main.cpp", "esp-idf/desktop.cpp", [folder]), "ESP-IDF")

    def test_the_matrix_board_takes_moves_answers_them_and_says_what_is_not_legal(self):
        program = self.program("matrix", self.sketch("MatrixBoard"), "arduino/board.cpp", [self.arduino / "src"])
        with Talk(program) as talk:
            def hands(*actions):
                talk.say(" ".join(f"{square} 500" for square in actions) + " 3000")
                return "".join(talk.until(r"\.$") for _ in range(len(actions) + 1)).replace(".\n", "")

            talk.say("1000")
            self.assertEqual(talk.until(r"\.$"), "set up the pieces; you have White\n.\n")
            self.assertEqual(hands("e2", "e5"), "that is no legal move\na piece is missing on e2\ntake away what stands on e5\n")
            self.assertEqual(hands("e5", "e2"), "")
            played = re.fullmatch(r"you play e2e4\nmake my move ([a-h][78])([a-h][56])\n", hands("e2", "e4"))
            self.assertTrue(played)
            self.assertRegex(hands("g1", "f3"), "that is no legal move\na piece is missing on g1\ntake away what stands on f3\n$")
            hands("f3", "g1")
            self.assertEqual(hands(played[1], played[2]), f"done: {played[1]}{played[2]}\n")
            self.assertRegex(hands("g1", "f3"), r"^you play g1f3\nmake my move [a-h][1-8][a-h][1-8]\n$")

    def plays_on_squares(self, program: Path, name: str) -> None:
        """A game whose moves the hands make and the lights answer; the line tells it."""
        with Talk(program) as talk:
            standing = {file + rank for file in "abcdefgh" for rank in "1278"}

            def do(words: str) -> str:
                talk.say(words)
                return talk.until(r"\.$")

            def make(move: str) -> str:
                said = ""
                for square in [move[2:]] * (move[2:] in standing) + [move[:2], move[2:]]:
                    standing.symmetric_difference_update({square})
                    said += do(f"{square} 300")
                return said + do("2000")

            def shown(said: str) -> str:
                """The move of the two squares that are blue: of the one to leave the less green."""
                squares = re.findall(r"^([a-h][1-8]) 0 (\d+) (\d+)$", said, re.M)
                blue = sorted((int(green), square) for square, green, blue in squares if int(blue) > 5 * int(green))
                self.assertEqual(len(blue), 2, said)
                return blue[0][1] + blue[1][1]

            self.assertRegex(do("2000"), rf"^Stackmate [\d.]+ on {name}\n.*set up the pieces\n")
            self.assertIn("level depth 1 ", do("> board level d1\n100"))
            for number, mine in enumerate(("e2e4", "g1f3", "a2a3", "h2h3"), 1):
                said = make(mine)
                self.assertRegex(said, rf"(?m)^info string board move {number}\. \S+ {mine}$")
                answer = shown(do("2048"))
                self.assertRegex(make(answer), rf"(?m)^info string board move {number}\.\.\. \S+ {answer}$")
            self.assertRegex(do("> board pgn\n500"), r"(?m)^(info string board )?1\. e4 \S+ 2\. Nf3 \S+ 3\. a3 \S+ 4\. h3 \S+")

    def test_arduinos_chess_board_plays(self):
        self.plays_on_squares(self.program("squares", self.sketch("ChessBoard"), "arduino/board.cpp", [self.arduino / "src"]),
                              "Arduino")

    def test_the_pico_sdks_chess_board_plays(self):
        folder = self.folders["pico-sdk"]
        example = folder / "examples/chess_board/main.cpp"
        self.plays_on_squares(self.program("pico-squares", example, "pico-sdk/board.cpp", [folder]), "Pico")

    def test_cmakes_package_is_built_installed_and_found(self):
        run("cmake", "--install", self.work / "build", "--prefix", self.work / "installed")
        for example, said in (("minimal", r"h5f7\n"), ("c", r"1\. .* (1-0|0-1|1/2-1/2)\n[a-z -]+\n")):
            self.cmake(example, self.folders["cmake"] / "examples" / example, "INSTALLED=ON",
                       f"CMAKE_PREFIX_PATH={self.work / 'installed'}")
            run("cmake", "--build", self.work / example, "-j1")
            self.assertRegex(run(self.work / example / example), rf"\A{said}\Z")

    def test_an_installed_prefix_is_all_that_a_compiler_needs(self):
        """<stackmate/...> and <stackmate.h> from one include path, with the archives or the shared library."""
        prefix, examples = self.work / "prefix", self.folders["cmake"] / "examples"
        run("cmake", "--build", self.work / "build", "--target", "stackmate_shared")
        run("cmake", "--install", self.work / "build", "--prefix", prefix)
        found = next(prefix.rglob("pkgconfig"))

        def flags(*words):
            return run("pkg-config", *words, env=dict(os.environ, PKG_CONFIG_PATH=str(found))).split()

        self.assertEqual(flags("--cflags", "stackmate"), [f"-I{found}/../../include"])
        self.assertEqual(flags("--modversion", "stackmate-c"), [project.version()])
        minimal = self.work / "from_prefix.cpp"
        minimal.write_text(re.sub(r'#include "(core/.*)"', r"#include <stackmate/\1>",
                                  (examples / "minimal/main.cpp").read_text(encoding="utf-8")), encoding="utf-8")
        run("g++", "-std=c++20", minimal, *flags("--cflags", "--libs", "stackmate"), "-o", self.work / "from_prefix")
        self.assertEqual(run(self.work / "from_prefix"), "h5f7\n")
        run("gcc", "-std=c99", examples / "c/main.c", *flags("--cflags", "--libs", "stackmate-c"), "-o", self.work / "in_c")
        game = run(self.work / "in_c")
        run("gcc", "-std=c99", examples / "c/main.c", f"-I{prefix}/include", f"-L{found.parent}", "-lstackmate", "-o",
            self.work / "shared")
        self.assertEqual(run(self.work / "shared", env=dict(os.environ, LD_LIBRARY_PATH=str(found.parent))), game)
        run("g++", "-std=c++20", "-shared", "-fPIC", minimal, "-Wl,--whole-archive", f"{found.parent}/libstackmate_c.a",
            f"{found.parent}/libstackmate_core.a", "-Wl,--no-whole-archive", f"-I{prefix}/include", "-o", self.work / "plugin.so")
        for part in ("core", "c", "shared"):
            self.assertTrue((found.parent / "cmake/stackmate" / f"stackmate-{part}.cmake").exists())

    def test_an_older_standard_is_told_in_one_line(self):
        folder = self.folders["cmake"]
        for header in sorted((folder / "core").rglob("*.hpp")):
            said = subprocess.run(["g++", "-std=c++17", "-fsyntax-only", f"-I{folder}", "-x", "c++", "-include", header, "/dev/null"],
                                  capture_output=True, text=True, check=False)
            errors = [line for line in said.stderr.splitlines() if "error:" in line]
            self.assertLessEqual(len(errors), 1, header)
            self.assertTrue(said.returncode == 0 or "core/ needs C++20: compile with -std=c++20 or newer" in errors[0], errors)
            # Only tables may be compiled.
            self.assertTrue(said.returncode != 0 or 'include "core/' not in header.read_text(encoding="utf-8"), header)

    def test_a_project_in_c_alone_is_told_what_to_write(self):
        alone = self.work / "in_c_alone"
        alone.mkdir()
        run("cmake", "--install", self.work / "build", "--prefix", self.work / "for_c")
        for use in (f"add_subdirectory({self.folders['cmake']} stackmate)", f"add_subdirectory({package.ROOT} stackmate)",
                    "find_package(stackmate REQUIRED)"):
            (alone / "CMakeLists.txt").write_text(f"cmake_minimum_required(VERSION 3.22)\nproject(mine C)\n{use}\n", encoding="utf-8")
            with self.assertRaisesRegex(AssertionError, r"a\s+library\s+in\s+C\+\+:\s+write\s+project\(mine LANGUAGES C CXX\)"):
                self.cmake("alone", alone, f"CMAKE_PREFIX_PATH={self.work / 'for_c'}")

    def test_cmakes_package_is_a_part_of_another_project_as_a_folder_or_fetched_as_an_archive(self):
        folder = self.folders["cmake"]
        self.cmake("part", folder / "examples/minimal")
        self.assertEqual(commands_of(self.work / "part").keys(), {*engine_sources(folder), folder / "examples/minimal/main.cpp"})
        other = self.work / "other"
        other.mkdir()
        (other / "main.cpp").write_text("int main() {}", encoding="utf-8")
        (other / "CMakeLists.txt").write_text(f"""cmake_minimum_required(VERSION 3.22)
            project(other LANGUAGES CXX)
            include(FetchContent)
            FetchContent_Declare(stackmate URL {package.archive("cmake", folder, self.work)})
            FetchContent_MakeAvailable(stackmate)
            add_executable(other main.cpp)
            target_link_libraries(other PRIVATE stackmate::core stackmate::c)""", encoding="utf-8")
        self.cmake("fetched", other)
        self.assertEqual(len(commands_of(self.work / "fetched")), len(engine_sources(folder)) + 1)

    @classmethod
    def cmake(cls, build: str, source: Path, *definitions) -> None:
        """Configures work/`build`."""
        run("cmake", "-G", "Ninja", "-S", source, "-B", cls.work / build, "-D", "CMAKE_BUILD_TYPE=Debug",
            "-D", "CMAKE_CXX_FLAGS_DEBUG=-O0", "-D", "CMAKE_EXPORT_COMPILE_COMMANDS=ON",
            *(word for each in definitions for word in ("-D", each)), env=dict(os.environ, CXXFLAGS=""))


class Chips(Packages):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.pico = [f"{CROSS}g++", *PICO, *WARNINGS]
        cls.engine = objects([*cls.pico, "-std=gnu++23", f"-I{cls.arduino}/src"], engine_sources(cls.arduino / "src"),
                             cls.work / "engine")

    def linked(self, parts: list, entry: list, program: Path, flags: list = PICO, engine: list = (), cross: str = CROSS) -> set:
        """What an image of these parts wants from outside."""
        said = run(f"{cross}g++", *flags, "-nostdlib", "-Wl,--gc-sections,--warn-unresolved-symbols", *entry, *parts,
                   *(engine or self.engine), "-lgcc", "-o", program)
        return set(re.findall(r"undefined reference to `([^(']+)", said))

    @staticmethod
    def sizes(program: Path, cross: str = CROSS) -> tuple:
        """Bytes of flash and of RAM."""
        text, data, bss = map(int, run(f"{cross}size", program).splitlines()[1].split()[:3])
        return text + data, data + bss

    def image(self, name: str, text: str) -> tuple:
        """A sketch for the Pico: (what it wants from outside, its flash and RAM)."""
        folder = self.work / name
        folder.mkdir()
        (folder / "sketch.ino").write_text(text, encoding="utf-8")
        run(*self.pico, "-std=gnu++23", f"-I{self.arduino}/src", f"-I{STUBS}/arduino", "-c", "-x", "c++", folder / "sketch.ino",
            "-o", folder / "sketch.o")
        wanted = self.linked([folder / "sketch.o"], ["-Wl,-e,_Z5setupv,-u,_Z4loopv"], folder / "image")
        return wanted, self.sizes(folder / "image")

    def page_says(self, row: str, *sizes: int) -> None:
        """So many bytes, each in a column."""
        page = package.PAGE.read_text(encoding="utf-8")
        told = re.search(rf"^\| {re.escape(row)} " + r"\| (\d+) KB " * len(sizes) + r"\|$", page, re.M)
        self.assertTrue(told, f"the page has no row '{row}': {sizes}")
        for bytes_used, kilobytes in zip(sizes, map(int, told.groups())):
            self.assertLessEqual(bytes_used, kilobytes * 1024, f"{row}: {sizes}")
            self.assertGreater(bytes_used, min(kilobytes * 1024 * 0.9, (kilobytes - 1) * 1024), f"{row}: {sizes}")

    def test_arduinos_sketches_need_nothing_but_arduino_and_what_the_page_says(self):
        serial, matrix, squares = (self.sketch(name).read_text(encoding="utf-8") for name in package.SKETCHES)
        tiny = serial.replace("stackmate::Full", "stackmate::Tiny")
        self.assertNotEqual(tiny, serial)
        pins = {"digitalRead", "digitalWrite", "pinMode"}
        for name, text, row, needs in (("full", serial, "UCI engine, `Full`", set()), ("tiny", tiny, "UCI engine, `Tiny`", set()),
                                       ("matrix", matrix, "`MatrixBoard`, `Full`", pins),
                                       ("squares", squares, "`ChessBoard`, `Full`", {*pins, "delayMicroseconds"})):
            with self.subTest(name):
                wanted, sizes = self.image(name, text)
                library = {each for each in wanted if each.startswith(("SerialPort::", "Adafruit_NeoPixel::"))}
                self.assertEqual(wanted - library - LIBRARY - needs - {"millis", "Serial"}, set())
                self.page_says(row, *sizes)

    def test_the_stm32s_core_compiles_it_as_cpp20_with_the_flags_of_platformios_manifest(self):
        """Whose sources and sketches are Arduino's. Both chips, and one with RISC-V, then tell what the engine alone takes."""
        folder = self.folders["platformio"]
        flags = json.loads((folder / "library.json").read_text(encoding="utf-8"))["build"]["flags"]
        self.assertEqual(flags, ["-std=gnu++20"])
        compiler = [f"{CROSS}g++", *STM32, *WARNINGS, *flags, f"-I{folder}/src"]
        run(*compiler, f"-I{STUBS}/arduino", "-fsyntax-only",
            *(folder / "examples" / sketch / "src/main.cpp" for sketch in package.SKETCHES))
        engine = objects(compiler, engine_sources(folder / "src"), self.work / "stm32")
        on_riscv = objects([f"{RISCV_CROSS}g++", *RISCV, *WARNINGS, *flags, f"-I{folder}/src"], engine_sources(folder / "src"),
                           self.work / "riscv")
        examples = self.folders["cmake"] / "examples"
        in_cpp, in_c = ((examples / path).read_text(encoding="utf-8") for path in ("minimal/main.cpp", "c/main.c"))
        for row, text, language in (("`Full`, in C++", in_cpp.replace("Tiny", "Full"), ["g++", "-std=gnu++20"]),
                                    ("`Full`, in C", in_c.replace("tiny", "full"), ["gcc", "-std=gnu99"]),
                                    ("`Tiny`, in C++", in_cpp, ["g++", "-std=gnu++20"]),
                                    ("`Tiny`, in C", in_c, ["gcc", "-std=gnu99"])):
            with self.subTest(row):
                sizes = []
                for cross, chip, parts in ((CROSS, PICO, self.engine), (CROSS, STM32, engine), (RISCV_CROSS, RISCV, on_riscv)):
                    program = self.work / "alone"
                    source = program.with_suffix(".cpp" if language[0] == "g++" else ".c")
                    source.write_text(text, encoding="utf-8")
                    chip = [flag for flag in chip if language[0] == "g++" or flag not in OF_CPP]
                    run(f"{cross}{language[0]}", *chip, language[1], f"-I{folder}/src", f"-I{folder}/src/c", "-c", source,
                        "-o", program.with_suffix(".o"))
                    self.linked([program.with_suffix(".o")], ["-Wl,-e,main"], program, chip, parts, cross)
                    sizes.append(self.sizes(program, cross))
                self.page_says(row, *(flash for flash, _ in sizes), sizes[0][1])

    def test_a_core_that_compiles_cpp17_is_told_what_to_do(self):
        with self.assertRaisesRegex(AssertionError, r"#error \"Stackmate needs C\+\+20: .*-std=gnu\+\+20"):
            run(*self.pico, "-std=gnu++17", f"-I{self.arduino}/src", f"-I{STUBS}/arduino", "-fsyntax-only", "-x", "c++",
                self.sketch("SerialEngine"))

    def test_the_c_interface_is_c99_in_each_package(self):
        for name, folder in self.folders.items():
            header = folder / package.PACKAGES[name].into / "c" / "stackmate.h"
            run(f"{CROSS}gcc", "-mcpu=cortex-m0plus", "-mthumb", "-std=c99", "-pedantic", *WARNINGS, "-fsyntax-only", "-x", "c",
                header)

    def test_the_pico_sdks_examples_are_configured_compiled_and_linked(self):
        folder = self.folders["pico-sdk"]
        line = {"stdio_init_all", "getchar_timeout_us", "putchar_raw", "get_absolute_time", "to_ms_since_boot"}
        parts = re.compile(r"(gpio|pio|sm|dma|channel|flash|clock)_|busy_wait_us_32$|(save_and_disable|restore)_interrupts$")
        usb = {"stdio_usb_connected", "tud_cdc_write_available"}
        for name, without_usb in itertools.product(("uci", "chess_board"), ("OFF", "ON")):
            with self.subTest(name, without_usb=without_usb):
                example, build = folder / "examples" / name, self.work / f"pico-{name}-{without_usb}"
                run("cmake", "-G", "Ninja", "-S", example, "-B", build, "-D", "CMAKE_SYSTEM_NAME=Generic",
                    "-D", "CMAKE_TRY_COMPILE_TARGET_TYPE=STATIC_LIBRARY", "-D", f"CMAKE_C_COMPILER={CROSS}gcc",
                    "-D", f"CMAKE_CXX_COMPILER={CROSS}g++", "-D", f"CMAKE_ASM_COMPILER={CROSS}gcc",
                    "-D", "CMAKE_EXPORT_COMPILE_COMMANDS=ON", "-D", "CMAKE_BUILD_TYPE=MinSizeRel",
                    "-D", f"CMAKE_CXX_FLAGS={' '.join(PICO)}", "-D", f"WITHOUT_TINYUSB={without_usb}",
                    env=dict(os.environ, PICO_SDK_PATH=str(STUBS / "pico-sdk")))
                commands = commands_of(build)
                main, directory = commands.pop(example / "main.cpp")
                self.assertEqual(commands.keys(), set(engine_sources(folder)))
                self.assertIn("-DPICO_STACK_SIZE=0x1000", main)
                run(*main, cwd=directory)
                wanted = self.linked([Path(directory, main[main.index("-o") + 1])], ["-Wl,-e,main"], build / "image")
                self.assertEqual({each for each in wanted - LIBRARY if name == "uci" or not parts.match(each)},
                                 line | (usb if without_usb == "OFF" else set()))

    def test_a_chess_board_that_lacks_a_part_is_told_which(self):
        sketch = self.sketch("ChessBoard").read_text(encoding="utf-8")
        for function, told in (("squares", "std::uint64_t squares"), ("show", "void show")):
            source = self.work / "lacks.cpp"
            source.write_text(sketch.replace(f" {function}(", f" no_{function}("), encoding="utf-8")
            with self.assertRaisesRegex(AssertionError, rf"error: static assertion failed: your board needs `{told}\("):
                run(*self.pico, "-std=gnu++23", f"-I{self.arduino}/src", f"-I{STUBS}/arduino", "-fsyntax-only", source)

    def test_a_sketch_for_a_core_without_pull_downs_says_what_to_do(self):
        for name in ("MatrixBoard", "ChessBoard"):
            with self.assertRaisesRegex(AssertionError, "error: #error .*no INPUT_PULLDOWN: fit 10 kOhm from each column to ground"):
                run(*self.pico, "-std=gnu++23", f"-I{self.arduino}/src", f"-I{STUBS}/arduino", "-DWITHOUT_PULLDOWN",
                    "-fsyntax-only", "-x", "c++", self.sketch(name))

    def said_by_cmake(self, script: str, *definitions) -> dict:
        """Lines of a script in host_tests/packages: the first word to the rest, a list."""
        said = run("cmake", *(word for each in definitions for word in ("-D", each)), "-P", STUBS / script)
        return {word: rest.split(";") for word, _, rest in (line.partition(" ") for line in said.splitlines())}

    def test_zephyrs_module_is_compiled_when_it_is_chosen(self):
        folder = self.folders["zephyr"]
        self.assertEqual(self.said_by_cmake("zephyr/module.cmake", f"MODULE={folder}"), {})
        said = self.said_by_cmake("zephyr/module.cmake", f"MODULE={folder}", "CONFIG_STACKMATE=y")
        self.assertEqual((said["library"], said["includes"]), (["stackmate"], [str(folder)]))
        self.assertEqual(sorted(map(Path, said["sources"])), engine_sources(folder))
        self.assertEqual(said["definitions"], ["STACKMATE_CHESS960=$<BOOL:>"])
        # The other sources are compiled as C++20 for a Cortex-M4 above.
        run(f"{CROSS}g++", *ZEPHYR, *WARNINGS, "-DSTACKMATE_CHESS960=0", "-DCONFIG_STACKMATE_TINY=1", f"-I{folder}",
            f"-I{STUBS}/zephyr", "-fsyntax-only", folder / "samples/uci/src/main.cpp")

    def test_zephyrs_module_may_be_chosen_with_every_standard_from_cpp20_on(self):
        kconfig = (self.folders["zephyr"] / "zephyr/Kconfig").read_text(encoding="utf-8")
        needs = re.findall(r"^\tdepends on (.*)$", kconfig.partition("if STACKMATE")[0], re.M)
        for standard, wanted in {"11": False, "14": False, "17": False, "20": True, "2B": True, "23": True, "26": True}.items():
            chosen = {"CPP", f"STD_CPP{standard}"}
            words = (re.sub(r"\w+", lambda name: str(name[0] in chosen), need) for need in needs)
            allowed = all(eval(line.replace("!", " not ").replace("&&", "and").replace("||", "or")) for line in words)
            self.assertEqual(allowed, wanted, f"CONFIG_STD_CPP{standard}=y")

    def test_esp_idfs_component_names_its_sources_and_compiles_as_cpp23(self):
        folder = self.folders["esp-idf"]
        said = self.said_by_cmake("esp-idf/component.cmake", f"COMPONENT={folder}")
        self.assertEqual((sorted(map(Path, said["sources"])), said["includes"]), (engine_sources(folder), ["."]))
        main = self.said_by_cmake("esp-idf/component.cmake", f"COMPONENT={folder / 'examples/uci/main'}")
        self.assertEqual((main["sources"], main["requires"][0]), (["main.cpp"], folder.name))
        compiler = [f"{RISCV_CROSS}g++", *ESP_IDF, *WARNINGS, f"-I{folder}"]
        objects(compiler, engine_sources(folder), self.work / "esp-idf")
        run(*compiler, f"-I{STUBS}/esp-idf", "-fsyntax-only", folder / "examples/uci/main/main.cpp")


if __name__ == "__main__":
    unittest.main()
