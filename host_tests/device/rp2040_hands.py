"""Hands that play on the simulated board, and a judge who reads every picture of its LEDs.

The hands do what people do: lift and place in any order, slide pieces, take first or last. The referee is the host program.
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "tools" / "lib"))

import boards  # noqa: E402
import chessboard  # noqa: E402
import emulator  # noqa: E402
import lights  # noqa: E402
import simboard  # noqa: E402
import uci  # noqa: E402
from simboard import square_index, square_name  # noqa: E402

CARRY = 150             # ms that a piece is in the air
SLIDE = 40              # ms on each square that a piece is slid over
SETTLE = 130            # ms after which a picture must have followed what hands did
REST = 700              # ms after which a finished move must have been counted
DOUBT = 2600            # the same where it might have become another
PROMOTIONS = "qrbn"


class Referee:
    """What the host program says of a game."""

    def __init__(self):
        host = boards.BOARDS["host"]
        self.process = emulator.start(host, ROOT / host.image, stderr=subprocess.DEVNULL)
        self.engine = uci.Engine(self.process)
        self.engine.synchronise()

    def close(self):
        emulator.stop(self.process)

    def situation(self, moves, fen=uci.START_FEN) -> uci.Situation:
        situation, complaints = uci.ask_situation(self.engine, fen, moves)
        if complaints:
            raise AssertionError(f"the referee refuses {moves}: {complaints}")
        return situation


def occupied(placement) -> set:
    return {square_name(i) for i in range(64) if placement.at(square_name(i)) not in ("", ".", " ", None)}


def is_en_passant(placement, move) -> bool:
    return placement.at(move[:2]).lower() == "p" and move[0] != move[2] and move[2:4] not in occupied(placement)


def castling_rook(move) -> tuple:
    """From where to where the rook goes."""
    rank = move[1]
    return ("h" + rank, "f" + rank) if move[2] == "g" else ("a" + rank, "d" + rank)


def footprint(placement, move) -> tuple:
    """The squares a move empties, fills, and takes on: three sets."""
    origin, target = move[:2], move[2:4]
    emptied, filled, taken = {origin}, set(), set()
    (taken if target in occupied(placement) else filled).add(target)
    if is_en_passant(placement, move):
        emptied.add(target[0] + origin[1])
    if placement.is_castling(move):
        rook_from, rook_to = castling_rook(move)
        emptied.add(rook_from)
        filled.add(rook_to)
    return emptied, filled, taken


def promotion_square(target: str, piece: str) -> str:
    """Where a piece is chosen: the queen next to the pawn, then rook, bishop, knight."""
    step = -1 if target[1] == "8" else 1
    return target[0] + str(int(target[1]) + step * (1 + PROMOTIONS.index(piece)))


def way(origin: str, target: str) -> list:
    """The squares between two on a line; none if they are on none."""
    a, b = square_index(origin), square_index(target)
    files, ranks = b % 8 - a % 8, b // 8 - a // 8
    length = max(abs(files), abs(ranks))
    if length < 2 or (files and ranks and abs(files) != abs(ranks)):
        return []
    return [square_name(a + (8 * (ranks // length) + files // length) * i) for i in range(1, length)]


def orders(placement, move, chance) -> tuple:
    """(name, actions): one of the ways in which hands can make this move. An action is ("lift"|"place", square)."""
    origin, target = move[:2], move[2:4]
    lift, place = ("lift", origin), ("place", target)
    if placement.is_castling(move):
        rook_from, rook_to = castling_rook(move)
        rook_lift, rook_place = ("lift", rook_from), ("place", rook_to)
        return chance.choice([
            ("king first", [lift, place, rook_lift, rook_place]),
            ("rook first", [rook_lift, rook_place, lift, place]),
            ("both in the air, king down first", [lift, rook_lift, place, rook_place]),
            ("both in the air, rook down first", [rook_lift, lift, rook_place, place]),
        ])
    if is_en_passant(placement, move):
        victim = ("lift", target[0] + origin[1])
        return chance.choice([
            ("pawn taken last", [lift, place, victim]),
            ("pawn taken in between", [lift, victim, place]),
            ("pawn taken first", [victim, lift, place]),
        ])
    if target in occupied(placement):
        victim = ("lift", target)
        return chance.choice([("victim first", [victim, lift, place]), ("taker first", [lift, victim, place])])
    if way(origin, target) and placement.at(origin).lower() != "n" and chance.random() < 0.3:
        return "slid", [lift, *(step for square in way(origin, target) for step in (("pass", square),)), place]
    return "carried", [lift, place]


def choose(board, *squares: str) -> None:
    """Opens the menu by holding PLAY and taps these squares, each of which is lit as one of the menu's."""
    board.hold("play", 1300)
    board.run(300)
    for square in squares:
        said = {}
        for frame in board.watch(1100):
            said |= lights.read(frame)
        if said.get(square) not in ("choice", "chosen", "action"):
            raise AssertionError(f"{square} is no square of the menu: {said}\n" + board.tail())
        board.tap(square)


class Judge:
    """Looks at every picture: `permitted` is what may shine, and how it must be at rest is asked by `expect`."""

    def __init__(self, board):
        self.board = board
        self.looked = len(board.frames)
        self.permitted = None           # set of (square, light), or None: anything that means something
        self.kinds = None               # while that is None: the lights that may be seen, or None: any
        self.pictures = 0
        self.offset = 50.0              # virtual time at which the board's clock began, at the earliest: first its crystal starts

    def look(self) -> None:
        """Holds the pictures that came since it looked last against what is permitted."""
        for frame in self.board.frames[self.looked:]:
            self.pictures += 1
            said = lights.read(frame)
            if self.permitted is None and self.kinds is not None and not set(said.values()) <= self.kinds:
                raise AssertionError(f"at {frame.ms:.0f} ms the lights say {said}; only {sorted(self.kinds)} have a reason\n"
                                     + self.board.tail())
            if self.permitted is not None:
                surplus = {item for item in said.items() if item not in self.permitted}
                if surplus:
                    raise AssertionError(f"at {frame.ms:.0f} ms the lights say {said}, of which {surplus} has no reason\n"
                                         + self.board.tail())
        self.looked = len(self.board.frames)

    def permit(self, *meanings) -> None:
        """From now on these may be seen, each a dictionary square -> light, besides what `expect` asked for last."""
        self.look()
        self.permitted = {item for meaning in meanings for item in meaning.items()}

    def expect(self, meaning: dict, ms: float = SETTLE) -> None:
        """After `ms` the picture says exactly this, in its rhythm."""
        before = self.permitted
        if before is not None:
            self.permitted = before | set(meaning.items())
        self.board.run(ms)
        self.look()
        said = lights.read(self.board.picture)
        if not lights.agrees(said, meaning, self.board.ms, self.offset):
            raise AssertionError(f"at {self.board.ms:.0f} ms the lights say {said} and should say {meaning}\n"
                                 + self.board.tail())
        self.permitted = set(meaning.items())


class Match:
    """A game on the board: the referee's situation, the hands, the judge."""

    def __init__(self, board, referee, chance):
        self.board, self.referee, self.chance = board, referee, chance
        self.judge = Judge(board)
        self.moves = []
        self.situation = referee.situation([])
        self.counts = {}
        self.heard = len(board.lines)

    def count(self, what: str) -> None:
        self.counts[what] = self.counts.get(what, 0) + 1

    @property
    def placement(self):
        return chessboard.Placement(self.situation.fen)

    # ------------------------------------------------------------ what the lights are to say

    def king(self) -> str:
        return self.placement.king_square(self.situation.white_to_move)

    def at_rest(self, situation=None) -> dict:
        """Two persons play, and nobody touches a piece."""
        situation = situation or self.situation
        king = chessboard.Placement(situation.fen).king_square(situation.white_to_move)
        if situation.checkers:
            return {king: "check"}
        claim = situation.state in ("draw by threefold repetition", "draw by fifty moves")
        return {king: "draw_claim" if claim else "turn"}

    def lifted(self, squares) -> dict:
        """The pieces of these squares are in the air: where they may go, or who may take them."""
        meaning = {square: light for square, light in self.at_rest().items() if square not in squares}
        own = [square for square in squares if self.placement.mine(square)]
        enemy = [square for square in squares if square not in own]
        for move in self.situation.legal:
            emptied, filled, taken = footprint(self.placement, move)
            if own and set(own) <= emptied and set(enemy) <= taken | emptied:
                meaning[move[2:4]] = "target"
            elif not own and set(enemy) <= taken | emptied:
                meaning[move[:2]] = "origin"
        return meaning

    def result_lights(self, winner: str, square: str) -> dict:
        """winner: "white", "black" or "" for a draw; the square of the reason."""
        meaning = {square: "reason"}
        for white, name in ((True, "white"), (False, "black")):
            light = "drawn" if not winner else "winner" if winner == name else "loser"
            meaning[self.placement.king_square(white)] = light
        return meaning

    # ------------------------------------------------------------ hands

    def act(self, action) -> None:
        kind, square = action
        if kind == "lift":
            self.board.lift(square)
        elif kind == "place":
            self.board.place(square)
        else:           # a piece slides over it
            self.board.place(square, SLIDE)
            self.board.lift(square, SLIDE)

    def make(self, move: str) -> None:
        """Makes a legal move in one of the possible ways, and sees it understood."""
        placement, before = self.placement, self.at_rest()
        name, actions = orders(placement, move, self.chance)
        self.count(name)
        after = self.referee.situation([*self.moves, move])
        promotes = len(move) == 5
        # While hands are at work the lights may name any square that the pieces in the air have to do with.
        air, allowed = [], [before, self.at_rest(after)]
        for kind, square in actions:
            if kind == "lift":
                air.append(square)
                allowed += [self.lifted([square]), self.lifted(air)]
        if placement.is_castling(move):
            rook_from, rook_to = castling_rook(move)
            allowed += [{rook_from: "clear"}, {rook_to: "fill"}, {move[2:4]: "target"}, {rook_to: "target"}]
        self.judge.permit(*allowed)
        for i, action in enumerate(actions):
            if i + 1 == len(actions) and not promotes:
                self.before_it_counts()
            self.act(action)
            if action[0] == "lift" and i == 0:
                self.first_lift(action[1])
            elif action[0] != "pass":
                self.board.run(CARRY)
                self.judge.look()
        if promotes:
            self.promote(move)
        self.moves.append(move)
        self.situation = after
        self.counted(move)

    def first_half(self, move: str) -> str:
        """Of castling: the rook's move with which it may begin, if the game can go on after it. Else ""."""
        if not self.placement.is_castling(move):
            return ""
        half = "".join(castling_rook(move))
        after = self.referee.situation([*self.moves, half])
        return "" if after.over or after.state.startswith("draw") else half

    def castle_slowly(self, move: str) -> None:
        """Castles in two goes, with a rest between them after which a rook's move may have counted. Until the second is made the
        lights may say anything that can be read."""
        king, rook = (move[:2], move[2:4]), castling_rook(move)
        first, second = self.chance.choice([(king, rook), (rook, king)])
        self.judge.look()
        self.judge.permitted = self.judge.kinds = None
        for (origin, target), ms in ((first, self.chance.uniform(300, 4000)), (second, CARRY)):
            self.board.lift(origin, CARRY)
            self.board.place(target, ms)
        self.board.wait_line(f"board move .* {move}$", DOUBT, seen=self.heard)
        self.board.run(SETTLE)          # the engine may have answered the rook's move, and that is still shown
        self.judge.look()
        self.count(f"castled in two goes, {'rook' if first == rook else 'king'} first")
        self.moves.append(move)
        self.situation = self.referee.situation(self.moves)
        self.counted(move)

    def before_it_counts(self) -> None:
        """The next action may complete the move at once."""

    def first_lift(self, square: str) -> None:
        """The first piece in the air: its squares are shown."""
        meaning = self.lifted([square])
        king_moves = any(self.placement.is_castling(m) and castling_rook(m)[0] == square for m in self.situation.legal)
        if king_moves:
            self.board.run(SETTLE + 20)         # a rook that may castle: also its king's squares
            self.judge.look()
            return
        permitted = self.judge.permitted
        self.judge.expect(meaning, SETTLE + 20)
        self.judge.permitted = permitted

    def promote(self, move: str) -> None:
        target, piece = move[2:4], move[4]
        asked = {promotion_square(target, p): "promotion" for p in "rbn"}
        asked[promotion_square(target, "q")] = "promotion_default"
        self.judge.permitted |= set(asked.items())
        # A move that may as well be half of a takeback of two counts when the pieces have rested.
        self.board.wait_frame(lambda frame: "promotion_default" in lights.read(frame).values(), 2500, "what to promote to")
        self.judge.expect(asked, 500)
        self.judge.permitted |= set(self.at_rest().items()) | set(
            self.at_rest(self.referee.situation([*self.moves, move])).items())
        self.count(f"promotion to {piece}")
        square = promotion_square(target, piece)
        if piece == "q" and self.chance.random() < 0.5:
            self.judge.permitted |= {(middle, "pressed") for middle in ("d4", "e4", "e5", "d5")}
            self.board.press("play")
            self.judge.look()
        else:
            self.board.tap(square, 150)

    def counted(self, move: str) -> None:
        """The board has understood the move: on the line (which only listens here) and in its lights."""
        self.wait_said(f"board move .* {move}$")
        if self.situation.over and not self.situation.state.startswith(("draw by threefold", "draw by fifty")):
            self.judge.permitted = None
            return
        self.judge.expect(self.at_rest(), SETTLE)

    def wait_said(self, pattern: str, ms: float = DOUBT) -> str:
        """A line that came since the last one waited for, or comes within `ms`."""
        self.board.wait_line(pattern, ms, seen=self.heard)
        at = next(i for i, (_, line) in enumerate(self.board.lines) if i >= self.heard and re.search(pattern, line))
        self.heard = at + 1
        return self.board.lines[at][1]

    # ------------------------------------------------------------ mistakes and second thoughts

    def blunder(self, origin: str, target: str) -> None:
        """Puts a piece where it may not go; the board says how to put it right, and that is done."""
        wrong = {target: "clear", origin: "fill", **{k: v for k, v in self.at_rest().items()}}
        wrong[target], wrong[origin] = "clear", "fill"
        self.judge.permit(self.at_rest(), self.lifted([origin]), wrong)
        self.board.lift(origin, CARRY)
        self.board.place(target)
        self.judge.expect(wrong, DOUBT)
        self.judge.permit(self.at_rest(), self.lifted([origin]), wrong)
        self.board.lift(target, CARRY)
        self.board.place(origin)
        self.judge.expect(self.at_rest(), REST)
        self.count("illegal move put right")

    def hesitate(self, square: str) -> None:
        """Lifts a piece, thinks, and puts it back."""
        self.judge.permit(self.at_rest(), self.lifted([square]))
        self.board.lift(square, CARRY)
        self.judge.expect(self.lifted([square]), 900)
        self.judge.permit(self.at_rest(), self.lifted([square]))
        self.board.place(square)
        self.judge.expect(self.at_rest(), REST)
        self.count("lifted and put back")

    def put_back(self) -> None:
        """Takes the last move back by putting the pieces back."""
        move = self.moves.pop()
        earlier = self.referee.situation(self.moves)
        placement = chessboard.Placement(earlier.fen)
        emptied, filled, taken = footprint(placement, move)
        self.judge.permitted = None
        for square in sorted(filled | taken):
            self.board.lift(square, CARRY)
        for square in sorted(emptied | taken):
            self.board.place(square, CARRY)
        self.situation = earlier
        self.wait_said("taken back 1 half move")
        self.count("taken back")

    def take_back(self) -> None:
        """The same, and the lights are those of before."""
        self.put_back()
        self.judge.expect(self.at_rest(), SETTLE)

    def mischief(self) -> None:
        """A second thought, or a move that is illegal and put right; nothing if this position has no room for it."""
        placement, legal = self.placement, self.situation.legal
        origin = self.chance.choice(sorted({m[:2] for m in legal}))
        if self.chance.random() < 0.4:
            if not any(placement.is_castling(m) and origin in (m[:2], castling_rook(m)[0]) for m in legal):
                self.hesitate(origin)
            return
        empty = sorted({square_name(i) for i in range(64)} - occupied(placement))
        reachable = {square for m in legal for squares in footprint(placement, m)[1:] for square in squares}
        for plies in (1, 2):        # what stood there may be coming back: the board asks for the rest of the takeback
            reachable |= occupied(chessboard.Placement(self.referee.situation(self.moves[:-plies]).fen))
        wrong = [square for square in empty if square not in reachable]
        if wrong:
            self.blunder(origin, self.chance.choice(wrong))


class EngineMatch(Match):
    """The person has White, the board's engine Black: its moves are read off the lights and made for it."""

    THINKING = {"thinking", "candidate_from", "candidate_to", "turn", "check", "move_from", "move_to", "clear",
                "promotion_default", "pressed"}     # the last: PLAY, which has just chosen the queen
    wrong_pieces = 0.1          # how often another piece is moved for it first

    def before_it_counts(self) -> None:
        self.judge.look()
        self.judge.permitted, self.judge.kinds = None, self.THINKING | {"target", "origin"}

    def counted(self, move: str) -> None:
        self.wait_said(f"board move .* {move}$")
        # The last picture of the choice may be one that nobody has looked at yet.
        self.judge.permitted, self.judge.kinds = None, self.THINKING | ({"promotion"} if len(move) == 5 else set())
        if self.situation.over:
            self.judge.kinds = None
            return
        self.answer()

    def pending(self, move: str, done=()) -> dict:
        """What is still to be done of the engine's move, on a board where the actions `done` are done."""
        emptied, filled, taken = footprint(self.placement, move)
        lifted = {square for kind, square in done if kind == "lift"}
        placed = {square for kind, square in done if kind == "place"}
        meaning = self.at_rest()
        meaning |= {square: "move_from" for square in emptied if square not in lifted}
        if is_en_passant(self.placement, move) and move[2] + move[1] not in lifted:
            meaning[move[2] + move[1]] = "clear"
        meaning |= {square: "move_to" for square in (filled - placed) | taken}
        if len(move) == 5 and (move[:2] in lifted or promotion_square(move[2:4], move[4]) != move[:2]):
            meaning[promotion_square(move[2:4], move[4])] = "promotion_default"
        return meaning

    def read_move(self) -> str:
        """The engine's move, by the lights alone."""
        self.board.wait_frame(lambda frame: "move_from" in lights.read(frame).values(), 60_000, "the engine's move")
        said = {}
        for frame in self.board.watch(1100):
            for square, light in lights.read(frame).items():
                said.setdefault(light, set()).add(square)
        self.judge.look()
        kinds = ("move_from", "move_to", "clear", "promotion_default")
        fitting = [move for move in self.situation.legal
                   if all(said.get(kind, set()) == {square for square, light in self.pending(move).items() if light == kind}
                          for kind in kinds)]
        if len(fitting) != 1:
            raise AssertionError(f"the lights {said} show no single move: {fitting}\n" + self.board.tail())
        return fitting[0]

    def answer(self) -> None:
        """Reads the engine's move off the lights and makes it for it."""
        move = self.read_move()
        self.wait_said(f"waiting for the move .* {move}$")
        self.judge.expect(self.pending(move), 0)
        self.judge.kinds = None
        if self.chance.random() < self.wrong_pieces:
            self.wrong_piece(move)
        name, actions = orders(self.placement, move, self.chance)
        self.count(f"for the engine: {name}")
        after = self.referee.situation([*self.moves, move])
        done = []
        meanings = [self.pending(move), self.at_rest(after)]
        for action in actions:
            done.append(action)
            meanings.append(self.pending(move, done))
        self.judge.permit(*meanings)
        for action in actions:
            self.act(action)
            if action[0] != "pass":
                self.board.run(CARRY)
                self.judge.look()
        self.moves.append(move)
        self.situation = after
        self.wait_said(f"board move .* {move}$")
        if after.over:
            self.judge.permitted = None
            return
        self.judge.expect(self.at_rest(), SETTLE)

    def wrong_piece(self, move: str) -> None:
        """Another of the engine's pieces is moved for it, and put back."""
        emptied, filled, taken = footprint(self.placement, move)
        # The pieces that moved last may be on their way back, which has lights of its own.
        moved = {m[2:4] for m in self.moves[-2:]}
        moved |= {castling_rook(m)[1] for m in self.moves[-2:] if m in ("e1g1", "e1c1", "e8g8", "e8c8")}
        others = sorted({m[:2] for m in self.situation.legal} - emptied - moved)
        empty = sorted({square_name(i) for i in range(64)} - occupied(self.placement) - filled)
        if not others:
            return
        origin, target = self.chance.choice(others), self.chance.choice(empty)
        wrong = self.pending(move) | {origin: "fill", target: "clear"}
        self.judge.permit(self.pending(move), wrong)
        self.board.lift(origin, CARRY)
        self.board.place(target)
        self.judge.expect(wrong, DOUBT)
        self.judge.permit(self.pending(move), wrong)
        self.board.lift(target, CARRY)
        self.board.place(origin)
        self.judge.expect(self.pending(move), REST)
        self.count("wrong piece for the engine")
