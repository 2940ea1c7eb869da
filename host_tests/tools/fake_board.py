"""A board for the tools' tests: a process that speaks a little UCI, as told on its command line.

It can boot slowly or without a word, or crash:
    fake_board.py [--silent-boot] [--deaf SECONDS] [--crash-on BEGINNING]
"""

import argparse
import sys
import time


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--silent-boot", action="store_true")
    parser.add_argument("--deaf", type=float, default=0.0)
    parser.add_argument("--crash-on", default="\0")
    options = parser.parse_args()
    ready_at = time.monotonic() + options.deaf

    def say(text):
        print(text, flush=True)

    if not options.silent_boot:
        say("Stackmate, a board for tests")
    thinking = False
    for line in sys.stdin:
        if time.monotonic() < ready_at:
            continue            # as a board whose port is not set up yet
        words = line.split()
        if line.startswith(options.crash_on):
            sys.exit(7)
        if words == ["uci"]:
            say("id name Stackmate Fake\nuciok")
        elif words == ["isready"]:
            say("readyok")
        elif words[:1] == ["go"]:
            thinking = True
        elif words == ["stop"] and thinking:
            say("bestmove f2f3")
            thinking = False


if __name__ == "__main__":
    main()
