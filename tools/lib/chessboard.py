"""A chess position as a person sees it, and the moves that they type.

What is legal is never decided here. The firmware is the referee: it gives the list of legal moves, and
this file finds the one a person meant, and guesses why a move is not on the list.
"""

import re
from dataclasses import dataclass

FILES = "abcdefgh"
NAMES = {"p": "pawn", "n": "knight", "b": "bishop", "r": "rook", "q": "queen", "k": "king"}
SOLID = dict(zip("pnbrqk", "♟♞♝♜♛♚"))
VALUES = {"p": 1, "n": 3, "b": 3, "r": 5, "q": 9, "k": 0}


class Placement:
    """The pieces of a FEN: a mapping from square names to FEN letters, and whose move it is."""

    def __init__(self, fen: str):
        fields = fen.split()
        self.squares = {}
        for rank, row in zip("87654321", fields[0].split("/")):
            column = 0
            for letter in row:
                if letter.isdigit():
                    column += int(letter)
                else:
                    self.squares[FILES[column] + rank] = letter
                    column += 1
        self.white_to_move = fields[1] == "w"

    def at(self, square: str) -> str:
        return self.squares.get(square, "")

    def is_white(self, square: str) -> bool:
        return self.at(square).isupper()

    def mine(self, square: str) -> bool:
        """A piece of the side to move stands there."""
        return bool(self.at(square)) and self.is_white(square) == self.white_to_move

    def king_square(self, white: bool) -> str:
        wanted = "K" if white else "k"
        return next((square for square, letter in self.squares.items() if letter == wanted), "")

    def is_castling(self, move: str) -> bool:
        return self.at(move[:2]) in ("K", "k") and abs(FILES.index(move[0]) - FILES.index(move[2])) == 2


@dataclass
class Reading:
    """What came of reading a person's move: a move, or candidates to choose from, or a complaint."""
    move: str = ""
    candidates: tuple = ()
    complaint: str = ""
    is_promotion_choice: bool = False


COORDINATE = re.compile(r"^([a-h][1-8])[-x ]?([a-h][1-8])=?\(?([qrbn]?)\)?$", re.I)
SAN = re.compile(r"^([kqrbn]?)([a-h]?)([1-8]?)[x:-]?([a-h][1-8])=?\(?([qrbn]?)\)?$", re.I)
CASTLING = re.compile(r"^[o0]-?[o0](-?[o0])?$", re.I)


def looks_like_move(text: str) -> bool:
    text = strip_move(text)
    return any(pattern.match(text) for pattern in (COORDINATE, SAN, CASTLING))


def strip_move(text: str) -> str:
    text = re.sub(r"\s*e\.?p\.?$", "", text.strip())
    return re.sub(r"[+#!?]+$", "", text)


def read_move(placement: Placement, text: str, legal: list) -> Reading:
    """Finds the legal move a person typed as e2e4, e2-e4, Nf3, nf3, exd5, O-O, 0-0, e8=N, e8n ..."""
    text = strip_move(text)
    match = CASTLING.match(text)
    if match:
        return _read_castling(placement, bool(match[1]), legal)
    match = COORDINATE.match(text)
    if match:
        return _choose(placement, _coordinate(match, legal), match[3].lower(), legal,
                       lambda: why_not(placement, match[1].lower(), match[2].lower(), legal))
    match = SAN.match(text)
    if not match:
        return Reading(complaint=f"'{text}' is neither a move (like e2e4, Nf3, exd5, O-O, e8=Q) nor a command.")
    return _read_san(placement, match, legal)


def _coordinate(match, legal):
    stem = (match[1] + match[2]).lower()
    return [move for move in legal if move[:4] == stem]


def _read_castling(placement, long_side, legal):
    home = "e1" if placement.white_to_move else "e8"
    target = ("c" if long_side else "g") + home[1]
    move = home + target
    if move in legal and placement.is_castling(move):
        return Reading(move=move)
    return Reading(complaint=why_not(placement, home, target, legal))


def _read_san(placement, match, legal):
    letter, file, rank, target, promotion = (part or "" for part in match.groups())
    file, target, promotion = file.lower(), target.lower(), promotion.lower()
    readings = [(letter.upper() or "P", file, rank)]
    if letter == "b" and not file and target[0] in "ac":
        # "bc4" and "bxc4" in small letters: the b-pawn's capture, or the bishop.
        readings.append(("P", "b", rank))
    found = []
    for piece, from_file, from_rank in readings:
        found += [move for move in legal
                  if move[2:4] == target and placement.at(move[:2]).upper() == piece
                  and (not from_file or move[0] == from_file) and (not from_rank or move[1] == from_rank)]
    return _choose(placement, found, promotion, legal,
                   lambda: _why_not_san(placement, *readings[0], target, legal))


def _choose(placement, found, promotion, legal, complain):
    if not found:
        return Reading(complaint=complain())
    sources = {move[:2] for move in found}
    if len(sources) == 1 and any(len(move) == 5 for move in found):
        chosen = [move for move in found if move[4] == promotion]
        if chosen:
            return Reading(move=chosen[0])
        return Reading(candidates=tuple(sorted(found, key=lambda move: "qrbn".index(move[4]))),
                       is_promotion_choice=True)
    if promotion:
        return Reading(complaint=f"Nothing promotes by going to {found[0][2:4]}.")
    if len(found) == 1:
        return Reading(move=found[0])
    return Reading(candidates=tuple(sorted(found)))


# ---------------------------------------------------------------- why a move is not on the list

def colour(white: bool) -> str:
    return "White" if white else "Black"


def _join(words) -> str:
    words = list(words)
    if len(words) < 2:
        return "".join(words)
    return ", ".join(words[:-1]) + " or " + words[-1]


def targets_of(source: str, legal: list) -> list:
    return sorted({move[2:4] for move in legal if move[:2] == source})


def _where_else(placement, source, legal) -> str:
    targets = targets_of(source, legal)
    if targets:
        return f" It can go to {_join(targets)}."
    return f" That {NAMES[placement.at(source).lower()]} has no legal move now."


def why_not(placement: Placement, source: str, target: str, legal: list) -> str:
    """A sentence or two that help a person whose move is not on the list of legal moves."""
    letter = placement.at(source)
    if not letter:
        return f"There is no piece on {source}."
    name = NAMES[letter.lower()]
    if not placement.mine(source):
        return f"The {name} on {source} is {colour(placement.is_white(source))}'s; {colour(placement.white_to_move)} is to move."
    if source == target:
        return "A move goes from one square to another."
    if letter.lower() == "k" and source in ("e1", "e8") and target[0] in "cg" and target[1] == source[1]:
        return f"You cannot castle {'kingside' if target[0] == 'g' else 'queenside'} now."
    return f"That {name} cannot go to {target} now." + _where_else(placement, source, legal)


def _why_not_san(placement, piece, file, rank, target, legal) -> str:
    letter = piece if placement.white_to_move else piece.lower()
    name = NAMES[piece.lower()]
    own = [square for square, there in placement.squares.items()
           if there == letter and (not file or square[0] == file) and (not rank or square[1] == rank)]
    if not own:
        where = f" on the {file}-file" if file else (f" on rank {rank}" if rank else "")
        return f"{colour(placement.white_to_move)} has no {name}{where}."
    near = [square for square in own if square[0] == (file or target[0])] if piece == "P" else own
    if len(near) == 1:
        return why_not(placement, near[0], target, legal)
    options = [f"{square}: {_join(targets_of(square, legal))}" for square in sorted(near) if targets_of(square, legal)]
    if not options:
        return f"No {name} can go to {target} now."
    return f"No {name} can go to {target}. They can go from {'; from '.join(options)}."


# ---------------------------------------------------------------- drawing

@dataclass
class Style:
    unicode: bool = True
    colour: bool = True
    flipped: bool = False

    def order(self) -> tuple:
        """Ranks from the top, files from the left."""
        return ("12345678", FILES[::-1]) if self.flipped else ("87654321", FILES)
