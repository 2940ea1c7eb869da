"""The UCI protocol, spoken with every board: the host program, and the firmware on emulated chips. Here is what a board's line,
clock and interrupts have a part in; what is said is for host_tests/firmware/uci/shell_test.cpp.

Protocol: "Description of the universal chess interface (UCI)", April 2006.
"""

import re
import unittest
from pathlib import Path

from board_case import LONG, PATIENCE, BoardCase, for_every_board

MATE_IN_ONE = "fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"     # a1a8


@for_every_board(globals())
class Dialogue(BoardCase):
    def test_it_introduces_itself_and_its_options(self):
        self.send("uci")
        lines = []
        self.engine.wait_for("uciok", PATIENCE, lines)
        text = "\n".join(lines)
        self.assertRegex(text, r"(?m)^id name Stackmate")
        self.assertRegex(text, r"(?m)^id author \S")
        for option in ("Hash", "Ponder", "Move Overhead", "Threads"):
            self.assertRegex(text, rf"(?m)^option name {option} type ")

    def test_isready_is_answered_while_it_thinks(self):
        self.send("go infinite")
        for _ in range(5):
            self.send("isready")
            seen = []
            self.engine.wait_for("readyok", PATIENCE, seen)
            self.assertFalse([line for line in seen if line.startswith("bestmove")])
        self.send("stop")
        self.best_move(PATIENCE)

    def test_stop_brings_exactly_one_best_move(self):
        self.send("go infinite")
        self.assert_silent(0.3)
        self.send("stop", "stop")
        move, _ = self.best_move(PATIENCE)
        self.assertIn(move, self.situation().legal)
        self.assert_silent(0.2)

    def test_infinite_keeps_silent_until_stop_even_when_all_is_searched(self):
        self.position(MATE_IN_ONE)
        self.send("go infinite")
        self.assert_silent(0.7)
        self.send("stop")
        self.assertEqual(self.best_move(PATIENCE)[0], "a1a8")

    def test_pondering_that_missed_is_stopped(self):
        self.position("startpos", ["e2e4", "e7e5"])
        self.send("go ponder movetime 50")
        self.assert_silent(0.4)
        self.send("stop")
        self.best_move(PATIENCE)

    def test_a_ponder_search_that_is_done_still_waits_for_the_hit(self):
        self.position(MATE_IN_ONE)
        self.send("go ponder wtime 1000 btime 1000")
        self.assert_silent(0.5)
        self.send("ponderhit")
        self.assertEqual(self.best_move(PATIENCE)[0], "a1a8")

    def test_depth_reports_every_iteration_up_to_the_limit(self):
        self.send("go depth 4")
        lines = []
        self.engine.wait_for("bestmove", LONG, lines)
        depths = [int(match[1]) for match in (re.search(r"\bdepth (\d+)\b.* pv ", line) for line in lines) if match]
        # Where the line takes its time, an iteration is left out while it is busy with the one before.
        if self.board.simulator or self.board.machine == "rp2040js":
            self.assertEqual((depths[0], depths[-1], depths), (1, 4, sorted(depths)))
        else:
            self.assertEqual(sorted(set(depths)), [1, 2, 3, 4])
        last = [line for line in lines if " pv " in line][-1]
        for word in ("seldepth", "score cp", "nodes", "nps", "time"):
            self.assertIn(f" {word} ", last)

    def test_mate_is_found_and_announced(self):
        self.position("fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1")      # Ra6, and mate next move
        self.send("go mate 2")
        lines = []
        answer = self.engine.wait_for("bestmove", LONG, lines)
        self.assertEqual(answer.split()[1], "a1a6")
        self.assertIn(" score mate 2 ", [line for line in lines if " pv " in line][-1])

    def test_an_endless_word_is_refused_and_the_next_line_is_heard(self):
        self.complaint_about("x" * 5000)
        self.assertEqual(self.situation().state, "playing")

    def test_a_position_line_of_a_long_game_arrives_whole(self):
        dance = ["g1f3", "g8f6", "f3g1", "f6g8"]
        moves = ["e2e4", "e7e5"] + dance * 24       # 98 plies
        situation = self.situation("startpos", moves)
        self.assertTrue(situation.fen.startswith("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq"), situation.fen)

    def test_a_go_while_it_thinks_does_not_bring_two_answers_at_once(self):
        self.send("go infinite", "isready")
        self.engine.wait_for("readyok", PATIENCE)
        self.send("position startpos moves e2e4", "isready")
        self.engine.wait_for("readyok", PATIENCE)
        self.send("stop")
        self.best_move(PATIENCE)
        self.assert_silent(0.2)

    def test_with_all_the_threads_it_offers_it_searches_stops_and_goes_back_to_one(self):
        self.send("uci")
        lines = []
        self.engine.wait_for("uciok", PATIENCE, lines)
        most = int(re.search(r"^option name Threads type spin default [12] min 1 max (\d+)$", "\n".join(lines), re.M)[1])
        for threads, word in ((most + 1, [f"info string Threads is {most} here"]), (most, [])):
            self.send(f"setoption name Threads value {threads}", "isready")
            lines = []
            self.engine.wait_for("readyok", PATIENCE, lines)
            self.assertEqual([line for line in lines if line.startswith("info string")], word, "what there is not is clamped")
        lines = []
        self.send("go depth 6")
        self.best_move(collect=lines)
        self.assertTrue([line for line in lines if line.startswith("info depth 6 ")])
        for _ in range(3):
            self.send("go infinite")
            self.assert_silent(0.1)
            self.send("stop")
            self.assertIn(self.best_move(PATIENCE)[0], self.situation().legal)
        self.send("setoption name Threads value 1", "go nodes 1000")
        self.best_move()


@for_every_board(globals())
class Timing(BoardCase):
    """Judged by the board's own clock, which the info lines tell. That the deadline interrupt is exact is for the HAL's
    conformance tests to show, that it is armed rightly for the tests of the shell."""

    exact_time = True
    # This computer's scheduler may keep the host program away from its own clock for so long, in milliseconds.
    slack = property(lambda self: 0 if self.board.is_device else 20_000)

    def think(self, go, limit):
        """The board's times of its iterations, in milliseconds; none is beyond the limit."""
        self.send(go)
        lines = []
        self.best_move(collect=lines)
        times = [int(match[1]) for match in (re.search(r" time (\d+) ", line) for line in lines) if match]
        for time in times:
            self.assertLessEqual(time, limit + self.slack, f"{go}: {lines[-1]}")
        return times

    def test_movetime_is_kept_and_used(self):
        for milliseconds in (1, 20, 100, 300, 1000):
            times = self.think(f"go movetime {milliseconds}", milliseconds)
            if milliseconds >= 300 and self.board.is_device:
                # Each iteration takes a few times longer than the one before.
                self.assertGreater(times[-1], milliseconds / 30)

    def test_a_clock_is_not_overrun(self):
        for go in ("go wtime 1000", "go wtime 1000 btime 1000", "go wtime 500 winc 100 btime 9000 binc 0",
                   "go wtime 1000 btime 1000 movestogo 1", "go wtime 20", "go wtime 1 btime 1"):
            self.think(go, int(go.split()[2]))

    def test_the_side_to_move_looks_at_its_own_clock(self):
        self.position("startpos", ["e2e4"])
        self.think("go wtime 3600000 btime 600", 600)

    def test_pondering_waits_for_the_hit_and_then_plays(self):
        self.position("startpos", ["e2e4", "e7e5"])
        self.send("go ponder wtime 1000 btime 1000")
        self.assert_silent(0.7)
        self.send("ponderhit")
        self.best_move()

    def test_a_hash_table_of_any_size_serves_a_timed_search(self):
        if self.board.is_device:
            self.send("setoption name Hash value 1")
            self.assertFalse([line for line in self.engine.ready(PATIENCE) if line.startswith("info string")])
            return
        for megabytes in (1, 1024, 16):
            self.send(f"setoption name Hash value {megabytes}")
            self.assertFalse([line for line in self.engine.ready(PATIENCE) if line.startswith("info string")])
            self.think("go movetime 50", 50)

    def test_a_gigabyte_of_hash_table_costs_a_page_fault_for_each_large_page_not_for_each_small_one(self):
        if self.board.is_device:
            return
        stat, large = Path(f"/proc/{self.process.pid}/stat"), Path("/sys/kernel/mm/transparent_hugepage/enabled")
        if not large.exists() or "[never]" in large.read_text(encoding="ascii"):
            self.skipTest("this system has no large pages")

        def faults():
            return int(stat.read_text(encoding="ascii").rpartition(")")[2].split()[7])
        before = faults()
        self.send("setoption name Hash value 1024")
        self.engine.ready(PATIENCE)
        self.assertLess(faults() - before, 2**30 // 4096 // 8)
        self.send("setoption name Hash value 16")
        self.engine.ready(PATIENCE)


if __name__ == "__main__":
    unittest.main()
