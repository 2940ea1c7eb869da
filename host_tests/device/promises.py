"""Tests that are programs for node, beside the simulator: they print "ok SENTENCE" or "FAILED SENTENCE"."""

import subprocess
from pathlib import Path

import boards
import build
import emulator


def hold(case, script: str, board: str) -> None:
    """Runs one on a board's firmware and fails the test case for each sentence that does not hold."""
    if reason := emulator.why_not(boards.find("rp2040")):
        case.skipTest(reason)
    image = build.ROOT / "build" / board / "stackmate.elf"
    run = subprocess.run(["node", str(Path(__file__).with_name(script)), str(image)],
                         capture_output=True, text=True, timeout=300, check=False)
    lines = run.stdout.splitlines()
    for line in lines:
        if not line.startswith("ok "):
            with case.subTest(line):
                case.fail(line)
    case.assertGreater(len(lines), 5, run.stderr)
    case.assertEqual(run.returncode, 0, run.stderr)
