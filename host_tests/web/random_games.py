"""Random games, half of them of Chess960, as the core on this computer plays them: a line of JSON each.

    random_games.py COUNT SEED      {"start": FEN, "chess960": bool, "plies": [[[move, SAN] of each legal move], number of the one made, FEN after it], "state": words}
"""

import json
import os
import random
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
os.environ["STACKMATE_LIBRARY"] = str(ROOT / "build" / "host" / "libstackmate.so")
sys.path.insert(0, str(ROOT / "python"))

from stackmate import START, Engine, Error  # noqa: E402

MOST_PLIES = 150


def array(chance: random.Random) -> str:
    """A start position of Chess960."""
    while True:
        rank = "".join(chance.sample("rnbqkbnr", 8))
        bishops, rooks, king = ([at for at, piece in enumerate(rank) if piece == which] for which in "brk")
        if (bishops[0] + bishops[1]) % 2 == 1 and rooks[0] < king[0] < rooks[1]:
            return f"{rank}/pppppppp/8/8/8/8/PPPPPPPP/{rank.upper()} w KQkq - 0 1"


def begun(fen: str) -> tuple:
    """The engine, and whether the position castles as in Chess960."""
    try:
        return Engine(fen, tiny=True), False
    except Error:
        return Engine(fen, tiny=True, chess960=True), True


def game(start: str, chance: random.Random) -> dict:
    (engine, chess960), plies = begun(start), []
    while not engine.state.is_over and len(plies) < MOST_PLIES:
        legal = [[move, engine.san(move)] for move in engine.legal_moves()]
        castling = [at for at, (_, san) in enumerate(legal) if san.startswith("O")]
        at = chance.choice(castling) if castling and chance.random() < 0.5 else chance.randrange(len(legal))
        engine.play(legal[at][0])
        plies.append([legal, at, engine.fen])
    return {"start": start, "chess960": chess960, "plies": plies, "state": engine.state.text}


def main() -> None:
    chance = random.Random(int(sys.argv[2]))
    for number in range(int(sys.argv[1])):
        print(json.dumps(game(START if number % 2 == 0 else array(chance), chance)))


if __name__ == "__main__":
    main()
