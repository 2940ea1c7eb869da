"""The Python module: it answers what the C interface does (host_tests/c), its tables are the header's, and its wheel works."""

import base64
import contextlib
import copy
import ctypes
import hashlib
import io
import os
import pickle
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LIBRARY = ROOT / "build" / "host" / "libstackmate.so"
os.environ["STACKMATE_LIBRARY"] = str(LIBRARY)
sys.path[:0] = [str(ROOT / "python"), str(ROOT / "tools" / "lib")]

import package  # noqa: E402
import project  # noqa: E402
import stackmate  # noqa: E402
from stackmate import START, Engine, Error, State  # noqa: E402

HEADER = (ROOT / "c" / "stackmate.h").read_text(encoding="utf-8")
MATE_IN_TWO = "r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - 1 0"
CHECKMATED = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"


def text_of(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def perft_file(name: str) -> list:
    """(FEN, [leaves at depths 1, 2, ...]) of host_tests/data."""
    lines = [line.split(";") for line in text_of(f"host_tests/data/{name}").splitlines() if line and line[0] != "#"]
    assert len(lines) > 50, name
    return [(fen.strip(), [int(figure.split()[1]) for figure in figures]) for fen, *figures in lines]


class Tables(unittest.TestCase):
    def fields(self, struct: str) -> list:
        text = re.search(rf"typedef struct {struct} {{(.*?)}} {struct};", HEADER, re.S)[1]
        return re.findall(r"^    (?:u?int(\d+)_t|bool|stackmate_\w+) (\w+)(?:\[\w+\])?;", text, re.M)

    def test_structures_have_the_headers_fields(self):
        for struct, ours in (("stackmate_limits", stackmate._Limits), ("stackmate_report", stackmate._Report)):
            fields = self.fields(struct)
            self.assertEqual([name for _, name in fields], [name for name, _ in ours._fields_])
            for (bits, name), (_, kind) in zip(fields, ours._fields_):
                element = kind._type_ if issubclass(kind, ctypes.Array) else kind
                if bits:
                    self.assertEqual(8 * ctypes.sizeof(element), int(bits), name)

    def test_numbers_are_the_headers(self):
        ours = {"MAX_LINE": stackmate._MAX_LINE, "MAX_MOVES": stackmate._MAX_MOVES, "FEN_SIZE": stackmate._TEXT_SIZE}
        for name, number in ours.items():
            self.assertIn(f"#define STACKMATE_{name} {number}\n", HEADER)
        for name in ("SEARCHING", "SIZE"):
            self.assertIn(f"STACKMATE_ERROR_{name} = {getattr(stackmate, f'_ERROR_{name}')},", HEADER)
        states = re.search(r"typedef uint8_t stackmate_state;\nenum {(.*?)};", HEADER, re.S)[1]
        self.assertEqual(re.findall(r"STACKMATE_(\w+)", states), [state.name for state in State][:-1])

    def test_the_library_shows_the_headers_functions_and_nothing_else(self):
        said = subprocess.run(["nm", "-D", "--defined-only", LIBRARY], capture_output=True, text=True, check=True).stdout
        functions = set(re.findall(r"^(?!typedef|//)[\w ]+\*? ?(stackmate_\w+)\(", HEADER, re.M))
        self.assertEqual({line.split()[-1] for line in said.splitlines()}, functions)
        self.assertLessEqual({f"stackmate_{name}" for name in stackmate._FUNCTIONS}, functions)


class Game(unittest.TestCase):
    def refused(self, code: int, function, *arguments, **options) -> None:
        with self.assertRaises(Error) as caught:
            function(*arguments, **options)
        self.assertEqual(caught.exception.code, code, caught.exception)

    def test_perft_counts_are_the_pinned_ones(self):
        self.assertEqual([Engine().perft(depth) for depth in range(4)], [1, 20, 400, 8902])
        for chess960, name in ((False, "perft.epd"), (True, "perft_chess960.epd")):
            for fen, leaves in perft_file(name)[::4]:
                engine = Engine(fen, chess960=chess960)
                self.assertEqual([engine.perft(1), engine.perft(2)], leaves[:2], fen)

    def test_every_legal_move_comes_back_from_its_texts(self):
        for chess960, name in ((False, "perft.epd"), (True, "perft_chess960.epd")):
            for fen, _ in perft_file(name):
                engine = Engine(fen, chess960=chess960)
                for move in engine.legal_moves():
                    self.assertEqual([engine.uci(move), engine.uci(engine.san(move))], [move, move], fen)

    def test_what_is_refused_says_why_and_leaves_the_game(self):
        engine = Engine()
        engine.play("e4")
        before = engine.fen
        for code, fen in ((5, "8/8/8/8/8/8/8/8 w - - 0 1"), (1, ""), (12, "4k3/8/8/8/8/8/8/4K2R w KX - 0 1"),
                          (19, "4k3/8/8/8/8/8/8/4K2R w K - 0 10000"), (131, 256 * " ")):
            self.refused(code, engine.set_game, fen)
        for code, move in ((64, "Nf9"), (65, "Ne4"), (68, "Nxf6"), (72, "O-O"), (131, 256 * "e")):
            self.refused(code, engine.play, move)
        self.refused(65, engine.set_game, START, ["e4", "e5", "e5"])
        self.refused(134, Engine, lines=9)
        for wrong in (lambda: engine.play("e5\0"), lambda: engine.piece_on("e9"), lambda: engine.perft(-1),
                      lambda: engine.search(depth=256), lambda: engine.search(nodes=-1), lambda: engine.search(ms=2 ** 32)):
            self.assertRaises(ValueError, wrong)
        self.assertEqual((engine.fen, engine.moves), (before, ["e2e4"]))
        self.assertEqual(str(Error(132)), "the move is not legal")

    def test_what_is_no_text_or_no_number_is_told_what_it_should_be(self):
        engine = Engine()
        for wrong, told in ((lambda: engine.play(None), "the move must be a text such as 'e4', not None"),
                            (lambda: engine.set_game(None), "the position must be a FEN, not None"),
                            (lambda: engine.piece_on(28), "the square must be a text such as 'e4', not 28"),
                            (lambda: engine.search(depth="6"), "depth must be a whole number, not '6'"),
                            (lambda: engine.search(nodes=1e6), "nodes must be a whole number, not 1000000.0"),
                            (lambda: engine.perft(None), "depth must be a whole number, not None")):
            with self.assertRaises(TypeError) as caught:
                wrong()
            self.assertEqual(str(caught.exception), told)

    def test_the_counters_of_an_epd_are_taken(self):
        placed = "8/8/8/4k3/8/8/4P3/4K3 w - -"
        for operations, counters in (("hmvc 7; fmvn 31;", "7 31"), ("fmvn 31; id \"a; hmvc 9;\"; hmvc 7;", "7 31"),
                                     ("bm Kd2;", "0 1"), ("", "0 1"), ("3 9", "3 9")):
            self.assertEqual(Engine(f"{placed} {operations}").fen, f"{placed} {counters}", operations)
        for operations in ("hmvc x;", "hmvc;", "fmvn 1 2;", "hmvc 7; fmvn 3", "0 1 bm Kd2;"):
            self.assertRaises(Error, Engine, f"{placed} {operations}")

    def test_its_representation_has_the_position_and_what_it_was_made_with(self):
        engine = Engine(tiny=True)
        engine.play("e4")
        self.assertEqual(repr(engine), "Engine('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1', tiny=True)")
        for words in ("chess960=True", "table_bytes=4096, lines=2"):
            text = f"Engine('{START}', {words})"
            self.assertEqual(repr(eval(text)), text)
        said = []
        engine.search(depth=1, on_info=lambda _: said.append(repr(engine)))
        self.assertEqual(said[0], "Engine(<searching>, tiny=True)")

    def test_an_engine_is_not_copied(self):
        for way in (copy.copy, copy.deepcopy, pickle.dumps):
            with self.assertRaisesRegex(TypeError, "an Engine cannot be copied or pickled: make another one"):
                way(Engine(tiny=True))

    def test_moves_are_played_and_taken_back(self):
        engine = Engine()
        engine.set_game(START, ["e4", "e7e5", "Ng1-f3"])
        self.assertEqual(engine.moves, ["e2e4", "e7e5", "g1f3"])
        self.assertEqual((engine.piece_on("f3"), engine.piece_on("e5"), engine.piece_on("g1")), ("N", "p", None))
        self.assertEqual(engine.take_back(), "g1f3")
        self.assertEqual(engine.fen, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2")
        engine.new_game()
        self.assertEqual((engine.fen, engine.moves), (START, []))
        self.assertRaises(IndexError, engine.take_back)

    def test_every_end_of_a_game_is_told(self):
        for fen, state in ((START, State.PLAYING), (CHECKMATED, State.CHECKMATE),
                           ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", State.STALEMATE),
                           ("7k/8/6K1/8/8/8/8/R7 b - - 100 90", State.FIFTY_MOVES),
                           ("7k/8/6K1/8/8/8/8/1B6 w - - 0 1", State.INSUFFICIENT_MATERIAL)):
            self.assertEqual(Engine(fen, tiny=True).state, state)
        engine = Engine()
        for _ in range(2):
            for move in ("Nf3", "Nf6", "Ng1", "Ng8"):
                engine.play(move)
        self.assertEqual(engine.state, State.THREEFOLD_REPETITION)
        engine.take_back()      # what came before still counts
        engine.play("Ng8")
        self.assertEqual(engine.state, State.THREEFOLD_REPETITION)
        self.assertEqual((engine.state.is_draw, engine.state.is_over, State.STALEMATE.is_over), (True, False, True))
        self.assertTrue(engine.state.text)

    def test_the_evaluation_is_the_movers_and_not_asked_in_check(self):
        self.assertGreater(Engine("4k3/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1").evaluate(), 500)
        self.refused(138, Engine(CHECKMATED).evaluate)


class Searching(unittest.TestCase):
    def test_the_searches_of_bench_have_its_signature(self):
        positions = re.findall(r'^    "([^"]+)",', text_of("core/engine/bench_positions.hpp"), re.M)
        depths = [int(depth) for depth in re.findall(r"bench_depth = (\d+);", text_of("core/engine/config.hpp"))]
        for tiny, depth in zip((True, False), depths):
            engine, nodes = Engine(tiny=tiny), 0
            for fen in positions:
                engine.new_game()
                engine.set_game(fen)
                nodes += engine.search(depth=depth).info.nodes
            self.assertIn(f"{'Tiny' if tiny else 'Full'} {nodes}\n", text_of("host_tests/bench_signature.txt"))

    def test_a_search_tells_its_progress_and_the_answer(self):
        engine, infos = Engine(MATE_IN_TWO, table_bytes=1 << 20), []
        result = engine.search(depth=4, on_info=infos.append)
        self.assertEqual((result.info.mate, result.info.score, result.info.bound), (2, None, "exact"))
        self.assertEqual(result.info.line[:2], (result.best, result.ponder))
        self.assertEqual([info.depth for info in infos], sorted(info.depth for info in infos))
        self.assertEqual(engine.san(result.best), "Nf6+")

    def test_a_search_without_a_legal_move_tells_mate_from_stalemate(self):
        for tiny in (False, True):
            for fen, score, mate in ((CHECKMATED, None, 0), ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 0, None)):
                found = Engine(fen, tiny=tiny).search(depth=3)
                self.assertEqual((found.best, found.info.score, found.info.mate, found.info.bound), (None, score, mate, "exact"))

    def test_limits_hold(self):
        engine = Engine(lines=3)
        self.assertEqual(engine.search(nodes=3000).info.nodes, 3000)
        self.assertLess(engine.search(ms=30).info.time_ms, 1000)
        self.assertIn(engine.search(nodes=500, only=["a3", "b2b3"]).best, ("a2a3", "b2b3"))
        lines = []
        engine.search(depth=3, on_info=lambda info: lines.append(info.line_number))
        self.assertEqual(set(lines), {0, 1, 2})

    def test_another_thread_stops_it(self):
        engine, begun, found = Engine(), threading.Event(), []
        thread = threading.Thread(target=lambda: found.append(engine.search(on_info=lambda _: begun.set())))
        thread.start()
        self.assertTrue(begun.wait(60))
        engine.stop()
        thread.join(60)
        self.assertIn(found[0].best, engine.legal_moves())

    def test_while_it_searches_nothing_else_is_done_and_an_exception_ends_it(self):
        engine, seen = Engine(), []

        def look(_):
            seen.append(engine.state)
            engine.play("e4")

        with self.assertRaises(Error) as caught:
            engine.search(on_info=look)
        self.assertEqual((caught.exception.code, seen, engine.fen), (128, [State.SEARCHING], START))


class Documents(unittest.TestCase):
    def test_the_example_runs(self):
        example = re.search(r"```python\n(.*?)```", text_of("docs/PYTHON.md"), re.S)[1]
        with contextlib.redirect_stdout(io.StringIO()) as said:
            exec(example, {})
        self.assertIn(re.search(r"print\(error\) +# (.*)", example)[1] + "\n", said.getvalue())


class Types(unittest.TestCase):
    @unittest.skipUnless(shutil.which("mypy"), "needs mypy (tools/setup --tests)")
    def test_the_modules_types_agree_and_a_callers_mistake_is_found(self):
        with tempfile.TemporaryDirectory() as folder:
            def said(program: str) -> str:
                caller = Path(folder, "caller.py")
                caller.write_text(f"import stackmate\n{program}\n", encoding="utf-8")
                return subprocess.run(["mypy", "--strict", "--python-version", "3.8", "--cache-dir", folder, caller], check=False,
                                      env={**os.environ, "MYPYPATH": str(ROOT / "python")}, capture_output=True, text=True).stdout

            self.assertRegex(said("moves: int = len(stackmate.Engine().legal_moves()) + len(stackmate.__version__)"), "^Success")
            self.assertRegex(said("stackmate.Engine().play(4)"), 'caller.py:2: error: Argument 1 to "play" of "Engine" has')


class Wheel(unittest.TestCase):
    def test_the_wheel_is_whole_and_works(self):
        with tempfile.TemporaryDirectory() as out:
            wheel = package.wheel(package.make("python", Path(out)), Path(out))
            self.assertRegex(wheel.name, rf"^stackmate-{re.escape(project.version())}-py3-none-(?!any|linux)\w+\.whl$")     # PyPI takes no "linux"
            with zipfile.ZipFile(wheel) as packed:
                packed.extractall(Path(out, "site"))
                files = {name: packed.read(name) for name in packed.namelist()}
            info = f"stackmate-{project.version()}.dist-info"
            for row in files.pop(f"{info}/RECORD").decode().splitlines()[:-1]:
                path, sum_, size = row.split(",")
                data = files.pop(path)
                digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
                self.assertEqual((sum_, int(size)), (f"sha256={digest}", len(data)), path)
            self.assertEqual(files, {})
            environment = {name: value for name, value in os.environ.items() if name != "STACKMATE_LIBRARY"}
            program = "import stackmate; print(stackmate.__version__, stackmate.Engine().search(nodes=100).best)"
            said = subprocess.run([sys.executable, "-c", program], env={**environment, "PYTHONPATH": str(Path(out, "site"))},
                                  capture_output=True, text=True, check=True).stdout
        self.assertRegex(said, rf"^{re.escape(project.version())} [a-h]\d[a-h]\d\n$")

    def test_without_the_library_the_import_says_what_builds_it(self):
        said = subprocess.run([sys.executable, "-B", "-c", "import stackmate"], capture_output=True, text=True, check=False,
                              env={**os.environ, "STACKMATE_LIBRARY": "nowhere.so", "PYTHONPATH": str(ROOT / "python")})
        self.assertRegex(said.stderr, "ImportError: nowhere.so: .*stackmate_shared")


if __name__ == "__main__":
    unittest.main()
