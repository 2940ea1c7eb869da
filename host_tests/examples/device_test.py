"""The UCI engine for a bare STM32F405, in QEMU: a dialogue on its serial line."""

import json
import os
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools" / "lib"))

import boards  # noqa: E402
import emulator  # noqa: E402
import uci  # noqa: E402

PATIENCE = 60       # seconds; all of it takes one or two
OPENING = "^bestmove [a-h][12][a-h][34]( ponder [a-h][78][a-h][56])?$"      # how deep it gets by then depends on this machine


class Flags(unittest.TestCase):
    def test_what_links_the_core_has_no_exceptions_on_a_bare_chip(self):
        commands = json.loads(Path(os.environ["EXAMPLES_BUILD"], "compile_commands.json").read_text(encoding="utf-8"))
        mine = next(entry["command"].split() for entry in commands if entry["file"].endswith("uart/main.cpp"))
        self.assertLessEqual({"-fno-exceptions", "-fno-rtti", "-fno-threadsafe-statics"}, set(mine))


class Uart(unittest.TestCase):
    def setUp(self):
        board = boards.find("stm32f405")
        if reason := emulator.why_not(board):
            self.skipTest(reason)
        process = emulator.start(board, Path(os.environ["EXAMPLES_BUILD"], "uart.elf"))
        self.addCleanup(emulator.stop, process)
        self.engine = uci.Engine(process)
        self.engine.synchronise(PATIENCE)
        self.ask("uci", "uciok")

    def ask(self, line, wanted):
        self.engine.send(line)
        return self.engine.wait_for(wanted, PATIENCE)

    def test_it_finds_the_mate(self):
        self.engine.send("position fen r1bqkbnr/pp1p1ppp/2n5/2p1p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 4")
        said = []
        self.engine.send("go depth 3")
        self.assertEqual(self.engine.wait_for("bestmove", PATIENCE, said), "bestmove h5f7")
        self.assertRegex(said[-1], r"^info depth \d seldepth \d+ score mate 1 nodes .* pv h5f7$")

    def test_a_game_is_set_up_move_by_move(self):
        self.engine.send("position startpos moves f2f3 e7e5 g2g4")
        self.assertEqual(self.ask("go depth 2", "bestmove"), "bestmove d8h4")
        self.engine.send("ucinewgame\nposition startpos")
        self.assertRegex(self.ask("go depth 1", "bestmove"), "^bestmove [a-h][12][a-h][34]$")

    def test_it_thinks_until_it_is_told_to_stop(self):
        self.engine.send("go infinite")
        said = []
        self.engine.send("isready")
        self.engine.wait_for("readyok", PATIENCE, said)
        self.assertEqual(said, [])
        self.assertRegex(self.ask("stop", "bestmove"), OPENING)

    def test_a_time_limit_ends_the_search(self):
        self.assertRegex(self.ask("go movetime 50", "bestmove"), OPENING)

    def test_a_ponder_hit_starts_the_clock(self):
        self.engine.send("position startpos moves f2f3 e7e5 g2g4")
        self.engine.send("go ponder wtime 1000 btime 1000")
        self.ask("isready", "readyok")
        self.assertEqual(self.ask("ponderhit", "bestmove"), "bestmove d8h4")

    def test_what_is_wrong_is_told_and_ends_in_no_move(self):
        self.ask("go depth none", "info string error: go depth takes a number")
        self.engine.wait_for("bestmove 0000", PATIENCE)
        for wrong, why in (("position fen 8/8 w", "FEN: a FEN has four fields"),
                           ("position startpos moves e2e5", "no legal move: 'e2e5'")):
            self.ask(wrong, f"info string error: {why}")
            self.assertEqual(self.ask("go depth 2", "bestmove"), "bestmove 0000")

    def test_a_long_game_comes_in_one_line(self):
        self.engine.send("position startpos moves f2f3" + 300 * " g8f6 g1h3 f6g8 h3g1")
        self.assertRegex(self.ask("go depth 1", "bestmove"), "^bestmove [a-h][78][a-h][56]$")


if __name__ == "__main__":
    unittest.main()
