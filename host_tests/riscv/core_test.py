"""Core on a bare RV32IMAC processor searches the tree of every other machine, with and without instructions for bits."""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools" / "lib"))

import marked  # noqa: E402
import pin_bench  # noqa: E402
import riscv  # noqa: E402


class Core(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if reason := riscv.why_not():
            raise unittest.SkipTest(reason)
        cls.said = {processor: riscv.run(processor) for processor in riscv.PROCESSORS}
        cls.found = {processor: riscv.figures(said) for processor, said in cls.said.items()}

    def test_perft_and_the_nets_kernels_are_right(self):
        for processor, said in self.said.items():
            self.assertEqual(said[0], "perft and the net's kernels are right", processor)

    def test_bench_gives_the_pinned_signatures(self):
        for processor, found in self.found.items():
            self.assertEqual({name: nodes for name, (nodes, _) in found.items()}, pin_bench.pinned(), processor)

    def test_the_page_says_what_a_node_costs(self):
        on_page = marked.parts_of(riscv.PAGE.read_text(encoding="utf-8"))["riscv"]
        if riscv.compiler() not in on_page:
            self.skipTest(f"the page speaks of another compiler than {riscv.compiler()}")
        self.assertEqual(riscv.table(self.found), on_page, "run tools/sizes --riscv and commit the result")


if __name__ == "__main__":
    unittest.main()
