"""A board for the tools' tests: a process that speaks a little UCI, as told on its command line.

It plays back a table of situations instead of knowing chess, and can be slow, mute, noisy or crash:
    fake_board.py [--silent-boot] [--deaf SECONDS] [--crash-on BEGINNING] [--no-answer WORD]
                  [--refuse BEGINNING] [--think SECONDS]
"""

import argparse
import sys
import threading
import time

# moves played -> (FEN, state, checkers, legal moves): a fool's mate and the way there
SITUATIONS = {
    "": ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "playing", "", "f2f3 e2e4 g1f3"),
    "f2f3": ("rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR b KQkq - 0 1", "playing", "", "e7e5 d7d5"),
    "f2f3 e7e5": ("rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq e6 0 2", "playing", "", "g2g4 e2e4"),
    "f2f3 e7e5 g2g4":
        ("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq g3 0 2", "playing", "", "d8h4 d7d5"),
    "f2f3 e7e5 g2g4 d8h4":
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "checkmate", "h4", ""),
}
BANNER = "Stackmate, a board for tests"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--silent-boot", action="store_true")
    parser.add_argument("--deaf", type=float, default=0.0)
    parser.add_argument("--crash-on", default="\0")
    parser.add_argument("--no-answer", default="\0")
    parser.add_argument("--refuse", default="\0")
    parser.add_argument("--time-said", type=int, default=217)
    parser.add_argument("--think", type=float, default=0.05)
    options = parser.parse_args()
    ready_at = time.monotonic() + options.deaf

    def say(text):
        sys.stdout.write(text + "\n")
        sys.stdout.flush()

    if not options.silent_boot:
        say(BANNER)
    played, thinking = "", None

    def finish(move):
        say("bestmove " + move)

    for line in sys.stdin:
        if time.monotonic() < ready_at:
            continue            # as a board whose port is not set up yet
        words = line.split()
        if not words:
            continue
        if line.startswith(options.crash_on):
            sys.exit(7)
        if words[0] == options.no_answer:
            continue
        if line.startswith(options.refuse):
            say("info string error: not this")
        elif words[0] == "uci":
            say("id name Stackmate Fake\nuciok")
        elif words[0] == "isready":
            say("readyok")
        elif words[0] == "position":
            if "fen" in words:
                say("info string error: side not to move is in check")
            else:
                played = " ".join(words[words.index("moves") + 1:]) if "moves" in words else ""
        elif words[0] == "d":
            fen, state, checkers, _ = SITUATIONS[played]
            say(f"Fen: {fen}\nKey: 0\nCheckers: {checkers}\nState: {state}")
        elif words[:2] == ["go", "perft"]:
            moves = SITUATIONS[played][3].split()
            say("".join(f"{move}: 1\n" for move in moves) + f"\nNodes searched: {len(moves)}")
        elif words[:2] == ["go", "infinite"]:
            thinking = SITUATIONS[played][3].split()[0]
        elif words[0] == "go":
            move = SITUATIONS[played][3].split()[0]
            say(f"info depth 3 score cp 31 nodes 1234 nps 5678 time {options.time_said} pv {move} d7d5")
            threading.Timer(options.think, finish, [move]).start()
        elif words[0] == "stop" and thinking:
            finish(thinking)
            thinking = None


if __name__ == "__main__":
    main()
