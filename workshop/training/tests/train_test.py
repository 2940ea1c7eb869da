"""workshop/training/train: the same net for a seed, integers that the header alone gives again, and clear refusals."""

import random
import re
import struct
import subprocess
import tempfile
import unittest
from pathlib import Path

import paths  # noqa: F401

import duel

VALUES = {"p": 100, "n": 300, "b": 300, "r": 500, "q": 900}
SMALL = ("--hidden", "8", "--epochs", "6", "--batch", "256", "--rate", "0.01")


def position(chance: random.Random, ply: int) -> str:
    """A line whose score is the material: kings, and up to ten pieces that stand anywhere."""
    squares = chance.sample(range(8, 56), 2 + chance.randrange(2, 11))
    pieces = ["K", "k"] + [chance.choice("PPPpppNBRQnbrq") for _ in squares[2:]]
    board = dict(zip(squares, pieces))
    ranks = []
    for rank in range(7, -1, -1):
        text = "".join(board.get(rank * 8 + file, ".") for file in range(8))
        ranks.append(re.sub(r"\.+", lambda dots: str(len(dots[0])), text))
    score = sum((VALUES[p.lower()] if p.isupper() else -VALUES[p.lower()]) for p in pieces[2:])
    side = "wb"[ply % 2]
    score += 20 if side == "w" else -20
    result = "1" if score > 250 else "0" if score < -250 else "0.5"
    free = next(square for square in range(64) if square not in board)
    names = ["abcdefgh"[s % 8] + str(s // 8 + 1) for s in (squares[0], free)]
    return f"{'/'.join(ranks)} {side} - - 0 {1 + ply // 2} | {score} | {result} | {''.join(names)}"


def positions(games=1100, plies=5, seed=1) -> str:
    chance = random.Random(seed)
    return "".join(position(chance, ply) + "\n" for _ in range(games) for ply in range(plies))


def packed(text: str) -> bytes:
    """The lines as records, as workshop/training/trainer/dataset.hpp describes them."""
    records, last_ply = b"", 1 << 30
    for line in text.splitlines():
        fen, score, result, _ = line.split(" | ")
        placement, side, _, _, _, number = fen.split()
        white = side == "w"
        ply = 2 * int(number) + (not white)
        first = result != "-" and ply <= last_ply
        last_ply = ply if result != "-" else last_ply
        board = "".join(re.sub(r"\d", lambda digit: "." * int(digit[0]), rank) for rank in placement.split("/")[::-1])
        seen = [(square if white else square ^ 56, piece) for square, piece in enumerate(board) if piece != "."]
        codes = {square: "pnbrqk".index(piece.lower()) + 1 + 8 * (piece.isupper() != white) for square, piece in seen}
        nibbles = [codes[square] for square in sorted(codes)] + [0] * (32 - len(codes))
        points = 3 if result == "-" else int(2 * float(result)) if white else 2 - int(2 * float(result))
        king = {code: square for square, code in codes.items() if code % 8 == 6}
        records += struct.pack("<Q16BhBBBBBB", sum(1 << square for square in codes),
                               *(a + 16 * b for a, b in zip(nibbles[::2], nibbles[1::2])),
                               int(score) if white else -int(score), points, len(codes), king[6], king[14], not white,
                               first)
    return records


class Header:
    """A net read from the text of its header, and the contract it is evaluated by."""

    def __init__(self, text: str):
        self.number = {name: int(value) for name, value in re.findall(r" (\w+) = (-?\d+);", text)}
        self.flag = {name: value == "true" for name, value in re.findall(r"bool (\w+) = (true|false);", text)}
        self.table = {name: [int(x) for x in re.findall(r"-?\d+", body)]
                      for name, body in re.findall(r" (\w+)(?:\[[^\]]*\])+ = \{(.*?)\};", text, re.S)}

    def accumulator(self, board, white: bool):
        hidden = self.number["hidden"]
        seen = {square if white else square ^ 56: (p.isupper() == white, p.lower()) for square, p in board.items()}
        king = next(square for square, piece in seen.items() if piece == (True, "k"))
        flip = 7 if self.flag["mirrored"] and king % 8 >= 4 else 0
        base = 768 * self.table["king_bucket"][king ^ flip]
        sums = list(self.table["bias"])
        for square, (own, kind) in seen.items():
            row = base + ((0 if own else 6) + "pnbrqk".index(kind)) * 64 + (square ^ flip)
            for i in range(hidden):
                sums[i] += self.table["weights"][row * hidden + i]
        clamped = [min(max(v, 0), 127) for v in sums]
        return [v * v for v in clamped] if self.flag["squared"] else clamped

    def evaluate(self, fen: str) -> int:
        placement, side = fen.split()[:2]
        board = {}
        for rank, text in zip(range(7, -1, -1), placement.split("/")):
            text = re.sub(r"\d", lambda digit: "." * int(digit[0]), text)
            board.update({rank * 8 + file: p for file, p in enumerate(text) if p != "."})
        bucket = (len(board) - 1) // self.number["pieces_per_bucket"]
        neurons = self.accumulator(board, side == "w") + self.accumulator(board, side != "w")
        outputs = self.table["out"][bucket * len(neurons):][:len(neurons)]
        total = self.table["out_bias"][bucket] + sum(v * w for v, w in zip(neurons, outputs))
        assert abs(total * self.number["mul"]) < 2 ** 31
        return total * self.number["mul"] >> self.number["shift"]


class Train(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.program = str(duel.program("stackmate_train"))
        cls.text = positions()

    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.path = Path(directory.name)

    def train(self, *options, text=None, status=0):
        result = subprocess.run([self.program, *options], input=self.text if text is None else text,
                                capture_output=True, text=True, check=False)
        self.assertEqual(result.returncode, status, result.stderr)
        return result.stdout if status == 0 else result.stderr

    def test_the_same_seed_gives_the_same_bytes_on_any_number_of_threads(self):
        first = self.train(*SMALL, "--threads", "1")
        self.assertEqual(first, self.train(*SMALL, "--threads", "3"))
        self.assertNotEqual(first, self.train(*SMALL, "--seed", "2"))

    def test_positions_kept_give_the_same_net_as_their_text(self):
        cache = str(self.path / "cache")
        first = self.train(*SMALL, "--cache", cache, "--max-score", "900")
        self.assertEqual(first, self.train(*SMALL, "--cache", cache, text=""))
        self.assertIn("--max-score 900", first)

    def test_a_position_without_a_result_has_the_score_alone(self):
        options = (*SMALL, "--score-scale", "200", "--blend", "1")
        lines = self.text.splitlines()
        seen = [re.sub(r"\| [^|]* \| \w+$", "| - | -", line) if " 0 1 |" not in line else line for line in lines]
        self.assertGreater(sum(line.endswith("| -") for line in seen), len(seen) / 3)
        of_searches = "\n".join(seen) + "\n"
        self.assertEqual(self.train(*options), self.train(*options, text=of_searches))
        options = (*options[:-1], "0.5")
        self.assertNotEqual(self.train(*options), self.train(*options, text=of_searches))

    def test_packed_positions_give_the_same_net_as_their_text(self):
        numbers = re.compile(r"// clang-format off.*", re.S)
        lines = self.text.splitlines()
        text = "\n".join(re.sub(r"\| [^|]* \| \w+$", "| - | -", line) if " b " in line else line for line in lines)
        net = numbers.search(self.train(*SMALL, "--max-score", "30000", text=text))[0]
        records = packed(text)
        (self.path / "records").write_bytes(records)
        from_file = self.train(*SMALL, "--packed", str(self.path / "records"))
        self.assertEqual(numbers.search(from_file)[0], net)
        self.assertIn("workshop/training/train --packed --hidden 8", from_file)
        piped = subprocess.run([self.program, *SMALL, "--packed"], input=records, capture_output=True, check=True)
        self.assertEqual(piped.stdout.decode(), from_file)

    def test_malformed_records_are_named(self):
        records = packed(self.text)
        for bad, why in ((records[:-1], "the last record is cut off"), (records[:90] + b"\xff" + records[91:], "record 3: not"),
                         (records[32:], "record 1: not")):
            (self.path / "records").write_bytes(bad)
            self.assertIn(why, self.train(*SMALL, "--packed", str(self.path / "records"), status=1))
        self.assertIn("as they are", self.train("--packed", "--max-clock", "3", status=2))

    def test_an_interrupted_training_goes_on_to_the_same_net(self):
        whole = self.train(*SMALL)
        command = [self.program, *SMALL, "--checkpoint", str(self.path / "state"), "--cache", str(self.path / "cache")]
        (self.path / "text").write_text(self.text, encoding="ascii")
        with subprocess.Popen([*command, str(self.path / "text")], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL,
                              text=True) as process:
            for line in process.stderr:
                if line.startswith("epoch 3 of"):
                    process.kill()
                    break
        result = subprocess.run(command, capture_output=True, text=True, check=True)
        self.assertIn("going on after epoch", result.stderr)
        self.assertEqual(result.stdout, whole)
        self.assertIn("of another training", self.train(*command[1:], "--seed", "3", status=1))

    def test_the_header_alone_gives_the_scores_that_the_trainer_says(self):
        shapes = (("--hidden", "8"), ("--hidden", "12", "--squared", "--output-buckets", "4"),
                  ("--hidden", "5", "--squared", "--mirrored", "--king-buckets", "4", "--output-buckets", "1"))
        for shape in shapes:
            with self.subTest(shape):
                vectors = self.path / "vectors"
                header = Header(self.train(*SMALL, *shape, "--vectors", str(vectors)))
                off = []
                for line in vectors.read_text(encoding="ascii").splitlines():
                    fen, unrounded, written = line.split(" | ")
                    self.assertEqual(header.evaluate(fen), int(written), fen)
                    off.append(abs(float(unrounded) - int(written)))
                self.assertGreater(len(off), 100)
                # Nine such trainings moved no score by more than 15 centipawns, the mean by 4, of 300 and more.
                self.assertLess(max(off), 30)
                self.assertLess(sum(off) / len(off), 8)

    def test_material_is_learnt_for_both_sides(self):
        header = Header(self.train(*SMALL, "--epochs", "30"))
        for ours, theirs in (("w", "b"), ("b", "w")):
            fen = "8/3qk3/8/8/8/8/3RK3/8 {} - - 0 1" if ours == "b" else "8/3rk3/8/8/8/8/3QK3/8 {} - - 0 1"
            self.assertGreater(header.evaluate(fen.format(ours)), 60)
            self.assertLess(header.evaluate(fen.format(theirs)), -60)

    def test_the_header_compiles_without_a_library(self):
        header = self.path / "net.hpp"
        self.train(*SMALL, "--output", str(header), "--name", "Narrow", "--date", "November 2026")
        (self.path / "net.cpp").write_text('#include "net.hpp"\nstatic_assert(stackmate::nets::Narrow::hidden == 8);\n',
                                           encoding="ascii")
        subprocess.run(["g++", "-std=c++20", "-ffreestanding", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-c",
                        str(self.path / "net.cpp"), "-o", str(self.path / "net.o")], check=True)
        self.assertIn("// Date: November 2026\n", header.read_text(encoding="ascii"))

    def test_the_learning_curve_is_a_table_and_a_drawing(self):
        table, drawing = self.path / "net.csv", self.path / "net.svg"
        self.train(*SMALL, "--curve", str(table))
        rows = table.read_text(encoding="ascii").splitlines()
        self.assertEqual(rows[0], "epoch,training,held_back,rate")
        self.assertEqual(len(rows), 1 + 6)
        self.assertLess(float(rows[-1].split(",")[2]), float(rows[1].split(",")[2]))
        self.train("--draw", str(drawing), str(table))
        self.assertIn(">net</text>", drawing.read_text(encoding="ascii"))

    def test_malformed_lines_are_named(self):
        lines = self.text.splitlines(keepends=True)
        good = lines[6]
        for bad in (good.replace(" | ", ";"), good.replace(" w ", " x ").replace(" b ", " x "), "\n",
                    good.rsplit("|", 1)[0] + "| e9\n", re.sub(r"\| [0-9.]+ \| (?=\w+$)", "| 2 | ", good),
                    re.sub(r"\| -?\d+ \|", "| much |", good)):
            with self.subTest(bad):
                said = self.train(*SMALL, text="".join(lines[:6] + [bad] + lines[7:]), status=1)
                self.assertIn("line 7: not 'FEN | score | result | best move'", said)
        for bad, why in ((good.replace("K", "N", 1), "bad piece placement"), (good[1:], "bad piece placement"),
                         (good.rsplit("|", 1)[0] + "| z1z2\n", "bad best move")):
            with self.subTest(bad):
                self.assertIn(f"line 7: {why}", self.train(*SMALL, text="".join(lines[:6] + [bad] + lines[7:]), status=1))

    def test_too_few_positions_train_nothing(self):
        self.assertIn("too few positions", self.train(*SMALL, text=positions(games=30), status=1))
        self.assertIn("no positions", self.train(*SMALL, text="", status=1))

    def test_wrong_calls_end_with_status_2_and_say_why(self):
        for options, reason in ((("--hidden", "129"), "from 1 to 128"), (("--hidden", "x"), "not a number"), (("--hidden",), "needs a value"),
                                (("--king-buckets", "2"), "--mirrored"), (("--output-buckets", "3"), "one of"),
                                (("--fast",), "no option"), (("--epochs", "2", "--rounded-epochs", "3"), "more than")):
            with self.subTest(options):
                self.assertIn(reason, self.train(*options, status=2))


if __name__ == "__main__":
    unittest.main()
