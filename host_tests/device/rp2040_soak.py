"""An episode at the simulated board, everything drawn by lot from one seed: hands, programs, power and faults.

Persons play on the real image as they do at home, right and wrong; a program talks on the line, by wire or by USB; the power
fails at any instant; contacts die, stick and flicker. Of all this the board says what it has understood, on its line and in its
lights, and the episode holds that against what was done. Which state the board is in is asked of it, never taken for granted.
"""

import random
import re
import resource
import subprocess
import time
from dataclasses import dataclass, field

import rp2040_hands as hands
import rp2040_trouble as trouble
from rp2040_deadline_test import LATE_MS, lateness
from rp2040_hands import chessboard, lights, simboard
from rp2040_promises import Finding, Ledger, Listener
from rp2040_timing_test import LIMITS
from rp2040_trouble import PowerLost

NEVER = float("-inf")
PATIENCE_MS = 240_000       # for what a contact that fails leaves open: it may be asked move by move
SETTINGS_STORED_MS = 3500   # settings that were told longer ago are there after a power cut: a second at rest, and then a line
MASKED_NS = 20_000          # docs/TIMING.md
ANSWERED_MS = 3000          # a line that asks is answered, whatever the board does
LEVELS = ("s1", "s2", "s3", "s3", "s4", "s5", "s6", "s7", "s8", "t1", "d1", "d2", "d3", "c2")
LEVEL_SQUARES = {"s": "3", "t": "4", "d": "5", "c": "6"}
THINKING_MS = 60_000        # the longest that any of these levels may think; a level of time has its own limit
BREATH_MS = 5000            # between two takebacks
LEVEL_MARGIN_MS = 300       # of a level of time: from the move to the answer, which waits for a picture and a line
PLACES = ("fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
          "fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1")
NOISE = ("positio startpos", "go depth nonsense", "position fen 8/8 w", "setoption name value", "board level x9", "board ignore z9",
         "board move e2e5", "?" * 90, "go movetime 4294967296", "board white queen", "e2e4")
STRANGERS = ("BT+CONN 1", "isready", "stop", "quit", "uci", "ucinewgame", "go infinite", "board new", "board resign white")
TAKEOVER_MS = 60_000        # so long the wire is silent before USB takes its session
BINARY_NOISE = "\x01\x02\x7f~~"     # eight bytes that begin so are a frame of Certabo's, but not if the next are letters
EPISODE_WORDS = {"dead": "dead", "stuck": "stuck", "flickers": "flickering"}


@dataclass
class Memory:
    """What is known of the board between two episodes, which its flash must know as well."""
    moves: list = field(default_factory=list)
    over: bool = False
    level: str = ""
    settings: str = ""          # "" as well if nobody knows whether they were stored
    sure: bool = True           # else nobody knows what the flash holds


def judged(pgn: str) -> tuple:
    """A game as pgn-extract reads it: its moves in coordinates and its result. AssertionError if that finds it illegal."""
    program = next((path for path in ("/usr/games/pgn-extract", "/usr/bin/pgn-extract") if _exists(path)), "pgn-extract")
    run = subprocess.run([program, "-Wuci", "--notags", "-w", "100000"], input=pgn, capture_output=True, text=True, check=False)
    words = run.stdout.split()
    if not words or "1 game matched out of 1" not in run.stderr:
        raise Finding(f"pgn-extract refuses the game:\n{run.stderr}\n{pgn}")
    return [word.lower() for word in words[:-1]], words[-1]


def core_seconds() -> float:
    """How long this process and those that it has waited for have kept a core busy."""
    return sum(usage.ru_utime + usage.ru_stime for usage in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)))


def _exists(path: str) -> bool:
    try:
        with open(path, "rb"):
            return True
    except OSError:
        return False


class Person(hands.Match):
    """Two persons; nothing is added but the end of a game that may come any time."""

    def over(self) -> bool:
        return self.situation.over and not self.may_claim()

    def may_claim(self) -> bool:
        return self.situation.state.startswith(("draw by threefold", "draw by fifty"))

    def reset(self, moves, on_since: float) -> None:
        """The game is taken up where it stands; the board's clock began at `on_since`."""
        self.moves, self.situation = list(moves), self.referee.situation(moves)
        self.heard = len(self.board.lines)
        self.judge.look()
        self.judge.permitted = self.judge.kinds = None
        self.judge.offset = on_since


class AgainstTheEngine(hands.EngineMatch, Person):
    """The engine has a side; somebody may talk with it while it thinks."""

    while_it_thinks = staticmethod(lambda: None)
    result = staticmethod(lambda: "")
    limit_ms = THINKING_MS

    def counted(self, move: str) -> None:
        if self.may_claim():        # it plays on, or claims; which pictures these are is not foretold
            self.wait_said(f"board move .* {move}$")
            self.judge.permitted = self.judge.kinds = None
        else:
            super().counted(move)

    def answer(self) -> None:
        self.while_it_thinks()
        board = self.board
        board.wait_frame(lambda frame: self.result() or "move_from" in lights.read(frame).values(), THINKING_MS + 5000,
                         "the engine's move")
        if self.result():           # a draw, which it may claim
            self.judge.permitted = self.judge.kinds = None
            return
        super().answer()

    def take_back(self) -> None:
        """Its move and the person's, by putting the pieces back."""
        self.judge.kinds = None
        self.put_back()
        self.judge.kinds = None
        self.put_back()
        self.judge.expect(self.at_rest(), 500)


class Episode:
    """So many minutes of the board's time, from power-on to power-off."""

    def __init__(self, seed, minutes, flash, memory, log=lambda text: None, image=None):
        self.chance = random.Random(seed)
        self.seed, self.end_ms, self.log_line, self.memory = seed, minutes * 60_000, log, memory
        self.figures = {}
        self.board = trouble.TroubledBoard(image, seed=self.chance.randrange(1 << 31), bounce=self.chance.choice([0.0, 3.0, 3.0, 8.0]),
                                           flash=flash)
        self.referee = hands.Referee()
        self.heard = Listener(self.board, memory.moves)
        self.match, self.fault, self.by_usb = None, None, False
        self.on_since = self.cut_ms = 0.0
        self.taken_back_ms = 0.0
        self.talked_meanwhile = False
        self.ledger = Ledger(self.heard, lambda moves: self.referee.situation(moves), memory.over)
        self.heard.settings, self.heard.settings_ms = memory.settings, NEVER
        self.answered = 0               # searches for programs that have had their answer
        self.sure = memory.sure
        self.build = ""                 # the image's id
        self.players = ("person", "engine")
        self.level = memory.level

    def log(self, text: str) -> None:
        self.board.note(f"-- {text}")
        self.log_line(f"{self.board.ms / 60_000:7.3f}  {text}")

    def count(self, what: str, n: float = 1) -> None:
        self.figures[what] = self.figures.get(what, 0) + n

    def most(self, what: str, value: float) -> None:
        self.figures[what] = max(self.figures.get(what, value), value)

    # ------------------------------------------------------------ the whole

    def run(self) -> dict:
        """Figures of the episode. AssertionError, with the end of the transcript, when a promise is broken."""
        began, worked = time.monotonic(), core_seconds()
        try:
            self.board.set_squares(hands.occupied(self.placement(self.memory.moves if not self.memory.over else [])))
            self.recover(self.switch_on)
            while self.board.ms < self.end_ms:
                self.recover(self.turn)
            self.recover(self.check_record)
            self.recover(self.check_status)
            self.remember()
            self.log("power off at the end")
            self.board.cut_power()
            self.hold_to_its_chip()
            self.count("power cuts")
        finally:
            self.leave()
            self.figures["virtual hours"] = self.board.ms / 3_600_000
            self.figures["real hours"] = (time.monotonic() - began) / 3600
            self.board.close()
            self.referee.close()
            self.figures["core hours"] = (core_seconds() - worked) / 3600
        return self.figures

    def remember(self) -> None:
        self.heard.hear()
        self.memory.moves, self.memory.over, self.memory.sure = list(self.heard.moves), bool(self.heard.result), True
        self.memory.level = self.level
        self.memory.settings = self.heard.settings if self.settings_stood(self.board.ms) else ""

    def recover(self, act) -> None:
        """Does it; when the power fails meanwhile, switches on again, and what was stored must be there."""
        while True:
            try:
                return act()
            except PowerLost:
                self.count("power cuts")
                self.cut_ms = self.board.ms
                self.hold_to_its_chip()
                self.leave()
                self.log("the power has failed")
                self.board.run(self.chance.choice([20, 200, 2000, 20_000]) * (0.5 + self.chance.random()))
                act = self.switch_on

    def placement(self, moves):
        return chessboard.Placement(self.referee.situation(moves).fen)

    # ------------------------------------------------------------ the line

    def send(self, *lines: str) -> None:
        self.board.send(*lines)

    def ask(self, line: str, pattern: str, ms: float = ANSWERED_MS) -> str:
        """Sends it and waits for the answer."""
        seen = len(self.board.lines)
        self.send(line)
        return self.board.wait_line(pattern, ms, seen=seen)

    def synchronise(self) -> list:
        """All that was asked before is answered; the lines that came meanwhile."""
        seen = len(self.board.lines)
        self.ask("isready", "^readyok$")
        return [line for _, line in self.board.lines[seen:-1]]

    def ask_game(self, line: str = "board pgn") -> tuple:
        """The recorded game: moves and result. It is legal, or this is a finding."""
        seen = len(self.board.lines)
        self.send(line)
        self.synchronise()
        text = [line for _, line in self.board.lines[seen:]]
        first = next((i for i, line in enumerate(text) if line.startswith("[Event ")), None)
        if first is None:
            raise Finding(f"{line} gave no game\n" + self.board.tail())
        pgn = "\n".join(each for each in text[first:] if each != "readyok" and not each.startswith("info ")) + "\n"
        self.count("games judged legal")
        return judged(pgn)

    def ask_state(self) -> dict:
        """FEN (four fields), state, whether a move waits to be made, level, players and result, as `board` tells them."""
        seen = len(self.board.lines)
        self.send("board")
        self.board.wait_line("^info string board result ", ANSWERED_MS, seen=seen)
        said = {}
        for _, line in self.board.lines[seen:]:
            words = line.removeprefix("info string board ").split()
            if words[:1] == ["fen"]:
                said["fen"] = " ".join(words[1:5])
            elif words[:1] == ["state"]:
                said["state"], said["ply"], said["waits"] = words[1], int(words[3]), "waiting" in words
            elif words[:1] == ["level"]:
                said["level"] = " ".join(words[1:])
            elif words[:1] == ["result"]:
                said["result"] = words[1]
        return said

    # ------------------------------------------------------------ what must hold

    def hold(self, true: bool, text: str) -> None:
        if not true:
            raise Finding(f"{text}\n" + self.board.tail(60))

    def check_status(self) -> None:
        """No reset that nobody asked for, no fault, no more stack than there is for it."""
        seen = len(self.board.lines)
        self.ask("status", "^info string fault ")
        said = "\n".join(line for _, line in self.board.lines[seen:])
        self.build = re.search(r" build (\S+)", said)[1]
        reset = re.search(r"reset (.*) uptime (\d+) ms", said)
        self.hold(bool(reset) and reset[1] == "power on", f"the board was reset: {said}")
        self.hold(abs(self.board.ms - self.on_since - int(reset[2])) < 1500, f"its clock is not ours: {said}")
        self.hold("fault none" in said, f"a fault was recorded: {said}")
        self.hold("serial 0 receive losses" in said, f"bytes were lost: {said}")
        used, there = map(int, re.search(r"stack (\d+) of (\d+)", said).groups())
        self.hold(used <= hands.boards.find("rp2040").stack_budget, f"{used} bytes of stack, of {there}")
        self.most("stack bytes", used)
        self.count("times status was asked")

    def check_cause(self, result: str, moves) -> None:
        """A game is over because of something."""
        cause = self.ledger.cause(result, moves, self.has_clock)
        self.hold(cause != "", f"nobody has caused it: {result} after {list(moves)}, {self.match.situation.state if self.match else ''}")

    def check_record(self) -> None:
        """The recorded game is legal, and it is what was told and what hands did."""
        moves, result = self.ask_game()
        self.heard.hear()
        self.hold(tuple(moves) == self.heard.moves, f"recorded: {moves}\ntold: {self.heard.moves}")
        self.hold(result == (self.heard.result.split() or ["*"])[0], f"recorded: {result}, told: {self.heard.result}")
        if self.match and not self.ledger.begun:
            self.hold(list(moves) == self.match.moves, f"recorded: {moves}\nmade: {self.match.moves}")

    def check_kept(self) -> None:
        """The game that has just ended is the newest of those that the board keeps, if it keeps any."""
        self.check_errors()
        self.send("board games")
        said = self.synchronise()
        self.heard.hear()
        self.check_errors()
        if not self.heard.moves:
            return
        kept = [match for line in said if (match := re.match(r"info string board game (\d+) (.*), half moves (\d+)$", line))]
        self.hold(bool(kept) and int(kept[0][3]) == len(self.heard.moves) and kept[0][2].endswith(self.heard.result),
                  f"{len(self.heard.moves)} half moves, {self.heard.result}; kept: {said}")
        moves, _ = self.ask_game(f"board games {kept[0][1]}")
        self.hold(tuple(moves) == self.heard.moves, f"kept: {moves}\ntold: {self.heard.moves}")
        self.count("kept games compared")

    def check_errors(self) -> None:
        """Nobody has complained since it was asked last, and no search was answered that no program has begun."""
        self.heard.hear()
        self.hold(self.heard.answers == self.answered, f"{self.heard.answers} times bestmove, and {self.answered} go")
        errors, self.heard.errors = self.heard.errors, []
        self.hold(not errors, f"complaints: {errors}")

    def hold_to_its_chip(self) -> None:
        """Since power-on, or since it was asked last by `look_at_leds`."""
        statistics = self.board.statistics()
        self.hold(not statistics["resets"], f"resets: {statistics['resets']}")
        self.hold(not statistics["warnings"], f"what a chip would not stand for: {statistics['warnings']}")
        self.hold(statistics["masked_ns"] <= MASKED_NS, f"interrupts masked for {statistics['masked_ns']} ns at {statistics['masked_at']}")
        self.most("flash erases of an episode", statistics["flash"]["erases"])
        self.most("longest masked us", statistics["masked_ns"] / 1000)

    def look_at_leds(self) -> None:
        """Every bit of some pictures."""
        board = self.board
        board.command("options", exactLeds=True)
        board.run(50)
        self.hold_to_its_chip()
        board.statistics(reset=True)
        board.run(self.chance.uniform(100, 400))
        leds = board.statistics()["leds"]
        board.command("options", exactLeds=False)
        self.hold(leds["violations"] == 0, f"LEDs: {leds['first_violation']}")
        for kind, (least, most) in LIMITS.items():
            self.hold(all(value is None or least <= value <= most for value in leds[kind]), f"LEDs: {kind} {leds[kind]}")
        self.count("LED bits measured", leds["bits"])

    # ------------------------------------------------------------ power

    def switch_on(self) -> None:
        """Power on; the stored game is one that it may be; the person goes on with it, or gives it up."""
        board, chance = self.board, self.chance
        self.heard.hear()
        heard = len(board.lines)
        self.by_usb = chance.random() < 0.25
        board.stay_at_wire(False)
        if self.by_usb:
            board.usb("d")      # a cable that was pulled has closed it
            board.usb("C")
        else:
            board.power_on()
        self.on_since = board.ms
        self.count("times switched on")
        board.wait_line("^info string board fen ", 5000, seen=heard)
        board.run(100)
        self.check_errors()
        found, result = self.ask_game()
        possible = self.ledger.possible(self.has_clock)
        self.hold(not self.sure or tuple(found) in possible, f"after power-on the game is {found};\nit may be {possible}")
        self.hold(result == "*" or self.referee.situation(found).over, f"after power-on the game is {result}: {found}")
        self.sure, self.ledger.over_before, self.ledger.given_up = True, False, None
        self.ledger.done()
        self.check_settings()
        if self.heard.moves != tuple(found) or not found:
            self.log(f"the game has {len(found)} half moves, {len(self.heard.moves)} were told")
        self.heard.restart(found)
        self.check_status()
        if self.by_usb:
            self.open_usb()
        self.settle()
        self.hold(self.declined or self.ended_by_itself(found) or self.heard.moves == tuple(found),
                  f"the game goes on as {self.heard.moves}; it was {found}")

    def ended_by_itself(self, moves) -> bool:
        """Nobody is at fault if this game is over: nothing was played, or the position or a clock ends it."""
        return not moves or self.referee.situation(moves).over or (self.has_clock and "time is up" in self.heard.ended)

    def settings_stood(self, now_ms: float) -> bool:
        return now_ms - self.heard.settings_ms > SETTINGS_STORED_MS

    def check_settings(self) -> None:
        """They are those of before, if there was time to store them."""
        said = "level " + self.ask_state()["level"].split(" clocks")[0]
        wanted = self.heard.settings.split(" brightness")[0]
        if wanted and self.settings_stood(self.cut_ms):
            self.hold(said == wanted, f"settings: {said}, and were {wanted}")
        self.heard.settings, self.heard.settings_ms = said, NEVER
        self.level = self.level or said.removeprefix("level ").partition(" white ")[0]

    def open_usb(self) -> None:
        """From now on, until the power fails, a program is at the USB port, from which the board has its power. The wire has had the
        session so far, and ends it, or is silent for so long that USB takes it."""
        board, found = self.board, False
        board.stay_at_wire(True)
        end = board.ms + 3000
        while not found and board.ms < end:
            board.run(100)
            found = board.usb("D")
        self.hold(found, "the computer finds no port")
        if self.chance.random() < 0.5:
            self.stranger("wire")
            self.synchronise()
        if self.chance.random() < 0.7:
            self.send("quit")
            board.run(50)
        else:
            board.run(TAKEOVER_MS + self.chance.uniform(100, 3000))
            self.count("sessions taken over by USB")
        board.stay_at_wire(False)
        self.synchronise()
        self.log("a computer is at the USB port")
        self.count("USB sessions")

    def arrange(self, wanted) -> None:
        """Puts the pieces so, one after another."""
        board = self.board
        wanted = {simboard.square_index(square) for square in wanted}
        for square in self.chance.sample(sorted(board.occupied - wanted), len(board.occupied - wanted)):
            board.lift(square, self.chance.uniform(60, 300))
        for square in self.chance.sample(sorted(wanted - board.occupied), len(wanted - board.occupied)):
            board.place(square, self.chance.uniform(60, 300))

    def settle(self, fresh: bool = False) -> None:
        """Whatever the board asks is answered and its pieces are put as it wants them, until a game is on; a `fresh` one, of which
        nothing was told yet."""
        board, seen, self.declined = self.board, len(self.board.lines), False
        for _ in range(80):
            said = {}
            for frame in board.watch(1100):
                said |= lights.read(frame)
            state = self.ask_state()
            fresh = fresh and not any("board new game" in line for _, line in board.lines[seen:])
            finished = fresh or state["result"] != "*"
            wanted = simboard.START if finished or state["state"] == "setup" else hands.occupied(chessboard.Placement(state["fen"]))
            if "asked" in said.values():        # what hands put right looks like a move, or one that is taken back
                board.hold("play", 1300)
                board.run(200)
            elif {"yes", "no"} & set(said.values()):
                self.count("questions at power-on")
                if state["state"] == "question":        # the pieces stand as a game begins, and are to
                    self.declined = True
                    self.ledger.begin(ends=True)
                if not self.declined and state["state"] == "resume_offer" and self.chance.random() < 0.12:
                    self.log("the person does not want the game any more")
                    self.declined = True
                    self.ledger.begin(ends=True)
                    board.hold("play", 1300)
                else:
                    board.press("play")
                board.run(200)
            elif state["state"] == "menu":
                board.press("play")
                board.run(200)
            elif board.occupied != {simboard.square_index(square) for square in wanted}:
                self.arrange(wanted)
                board.run(hands.REST)
            elif state["state"] == "game_over" and state["ply"] == 0:
                board.press("play")         # no move was made: nothing can be put up
                board.run(200)
            elif not finished and {"turn", "check", "hurry", "draw_claim", "move_from"} & set(said.values()):
                break
        else:
            raise Finding(f"no game begins: {state}, {said}\n" + board.tail(60))
        self.ledger.done()
        self.take_up()

    def leave(self) -> None:
        """What was counted at the game is kept."""
        if self.match:
            self.match.judge.permitted = self.match.judge.kinds = None
            self.match.judge.look()
            for what, n in self.match.counts.items():
                self.count(what, n)
            self.count("pictures read", self.match.judge.pictures)
            self.match = None

    def take_up(self) -> None:
        """Sits down at the game as the board has it."""
        self.leave()
        self.heard.hear()
        state = self.ask_state()
        level, white, black = re.match(r"(.*) white (\S+) black (\S+)", state["level"]).groups()
        self.level, self.players = level, (white, black)
        kind = Person if white == black == "person" else AgainstTheEngine
        self.match = match = kind(self.board, self.referee, self.chance)
        match.reset(self.heard.moves, self.on_since + 50.0)
        if kind is AgainstTheEngine:
            match.result = lambda: (self.heard.hear(), self.heard.result)[1]
            match.while_it_thinks = self.maybe_talk

    def let_it_answer(self) -> None:
        """The engine is to move, or has moved already and waits for hands."""
        lines, match = self.board.lines, self.match
        if self.ask_state()["state"] == "move_to_make":
            match.heard = max(i for i in range(len(lines)) if "board waiting for the move" in lines[i][1])
        self.step(match.answer, engine_after=[match.moves], since=self.since_power_on())
        self.count("half moves")

    def since_power_on(self) -> int:
        """The first line since then."""
        lines = self.board.lines
        return next((i for i, (ms, _) in enumerate(lines) if ms >= self.on_since), len(lines))

    # ------------------------------------------------------------ games

    @property
    def has_clock(self) -> bool:
        return "+" in self.level

    @property
    def loose(self) -> bool:
        """Pictures are not foretold: a square fails, a clock runs, or a draw may be claimed."""
        return self.fault is not None or self.has_clock or self.match.may_claim()

    def step(self, act, continuations=(), since=None, **more) -> None:
        """Hands do something to the game, which the ledger knows of: see `Ledger.begin`. `since`: the line from which on the engine
        may have told its move."""
        self.ledger.begin(continuations, **more)
        self.ledger.since = len(self.board.lines) if since is None else since
        act()
        self.ledger.done()
        self.check_errors()

    def turn(self) -> None:
        """The next thing that happens."""
        self.heard.hear()
        match, chance = self.match, self.chance
        if self.heard.result or match.over() or len(match.moves) > 200:
            return self.next_game()
        if self.players[len(match.moves) % 2] == "engine" and not self.loose:
            return self.let_it_answer()
        strict = not self.loose
        acts = [(weight, act) for weight, may, act in (
            (700, strict, self.move),
            (700, not strict, self.loose_move),
            (20, bool(match.moves), self.next_game),
            (28, True, self.plan_cut),
            (60, True, self.talk),
            (30, True, self.rest),
            (30, True, self.look_at_leds),
            (20, True, self.check_status),
            (20, True, self.check_record),
            (25, self.fault is None, self.break_a_contact),
            (100, self.fault is not None, self.mend_the_contact),
            (45, strict, lambda: self.step(match.mischief)),
            (40, strict and len(match.moves) > 1, self.take_back),
            (10, strict, self.pause)) if may]
        chance.choices([act for _, act in acts], [weight for weight, _ in acts])[0]()

    def choose_move(self) -> str:
        match = self.match
        special = [m for m in match.situation.legal
                   if match.placement.is_castling(m) or hands.is_en_passant(match.placement, m) or len(m) == 5]
        if special and self.chance.random() < 0.6:
            return self.chance.choice(special)
        if self.chance.random() < 0.5:
            self.referee.engine.send("position startpos" + (" moves " + " ".join(match.moves) if match.moves else ""))
            self.referee.engine.send("go depth 2")
            return self.referee.engine.wait_for("bestmove", 60).split()[1]
        return self.chance.choice(match.situation.legal)

    def take_back(self) -> None:
        """Not again at once: a square that changes eight times within four seconds is taken for one that flickers."""
        if self.taken_back_ms and self.board.ms - self.taken_back_ms < BREATH_MS:
            self.board.run(BREATH_MS)
        self.step(self.match.take_back, takes_back=2 if "engine" in self.players else 1)
        self.taken_back_ms = self.board.ms

    def move(self) -> None:
        """A half move; against the engine also its answer."""
        match = self.match
        move = self.choose_move()
        self.board.run(self.chance.choice([50, 300, 300, 1000, 4000]) * (0.5 + self.chance.random()))
        began, moves = len(self.board.lines), list(match.moves)
        match.heard = len(self.board.lines)
        if (half := match.first_half(move)) and self.chance.random() < 0.5:
            halfway = [*moves, half]
            self.step(lambda: match.castle_slowly(move), [move], engine_after=[halfway, [*moves, move]], games=[moves, halfway])
        else:
            self.step(lambda: match.make(move), [move], engine_after=[[*moves, move]])
        self.count("half moves", len(match.moves) - len(moves))
        self.time_the_engine(began)

    def time_the_engine(self, seen: int) -> None:
        """A level of time is kept."""
        talked, self.talked_meanwhile = self.talked_meanwhile, False
        if talked or not self.level.endswith(" s"):
            return
        told = [(ms, line) for ms, line in self.board.lines[seen:] if "board move" in line or "waiting for the move" in line]
        for (moved, _), (answered, line) in zip(told, told[1:]):
            if "waiting for" in line:
                limit = float(self.level.split()[0]) * 1000
                self.hold(answered - moved < limit + LEVEL_MARGIN_MS, f"the engine took {answered - moved:.0f} ms")
                self.most("latest answer on the board, ms beyond its level", answered - moved - limit)

    def loose_move(self) -> None:
        """A half move while a contact fails or a clock runs: what the board asks is answered, and what it tells must be right."""
        board, match = self.board, self.match
        self.heard.hear()
        self.make_again()
        heard = len(board.lines)
        if self.players[len(match.moves) % 2] == "engine":
            return self.loose_answer()
        legal = [move for move in match.situation.legal if len(move) == 4]
        if not legal:
            return self.mend_the_contact() if self.fault else self.next_game()
        placement = match.placement
        meeting = [move for move in legal if self.fault and self.fault[0] in set().union(*hands.footprint(placement, move))]
        move = self.chance.choice(meeting if meeting and self.chance.random() < 0.4 else legal)

        def act():
            trouble.make(board, placement, move, self.chance)
            self.count("questions in games",
                       trouble.until(board, r"board (move|result) ", heard, move, PATIENCE_MS))
        self.step(act, [move])
        self.moved(move)
        self.count("half moves while a contact fails" if self.fault else "half moves by the clock")
        board.run(self.chance.randint(200, 900))

    def loose_answer(self) -> None:
        board, match = self.board, self.match
        state = self.ask_state()
        if not state["waits"]:
            trouble.until(board, r"waiting for the move to be made on the board: |board result ", len(board.lines), "", PATIENCE_MS)
        self.heard.hear()
        if self.heard.result:
            return
        move = self.heard.awaited(self.since_power_on())
        heard, placement = len(board.lines), match.placement

        def act():
            trouble.make(board, placement, move, self.chance)
            self.count("questions in games", trouble.until(board, r"board (move|result) ", heard, move, PATIENCE_MS))
        self.step(act, [move])
        self.moved(move)
        self.count("half moves while a contact fails" if self.fault else "half moves by the clock")

    def make_again(self) -> None:
        """A contact that sticks where a piece has just left, to take another, looks as if that were taken back. The piece is lifted once
        more, and put down."""
        board, match = self.board, self.match
        if not match.moves or list(self.heard.moves) != match.moves[:-1]:
            return
        self.hold(self.fault and self.fault == (match.moves[-1][:2], "stuck"), f"taken back by nobody: {match.moves[-1]}")
        heard, move = len(board.lines), match.moves[-1]

        def act():
            board.lift(move[2:4], hands.CARRY)
            board.place(move[2:4], hands.CARRY)
            self.count("questions in games", trouble.until(board, r"board (move|result) ", heard, move, PATIENCE_MS))
        self.step(act, [move])
        self.hold(self.heard.result or list(self.heard.moves) == match.moves, f"made again: {match.moves}\ntold: {self.heard.moves}")
        self.log(f"{move} was taken back by the contact, and is made again")

    def moved(self, move: str) -> None:
        """What was told is what hands did, or the game ended before it."""
        made = [*self.match.moves, move]
        if self.heard.result and list(self.heard.moves) == self.match.moves:
            return self.check_cause(self.heard.result, self.match.moves)
        self.hold(list(self.heard.moves) == made, f"made: {made}\ntold: {self.heard.moves}")
        self.match.moves, self.match.situation = made, self.referee.situation(made)
        self.count("half moves")

    def next_game(self) -> None:
        """The game ends, if it has not; settings change; the pieces are set up, and another begins."""
        board, chance, match = self.board, self.chance, self.match
        if self.fault and not match.over():
            self.mend_the_contact()
        elif self.fault:
            self.heal()                     # putting the pieces right would begin the next game
        if match.over():
            board.run(1500)
        self.heard.hear()
        if match.moves and not self.heard.moves:        # its clock ran out meanwhile, and the next one is on
            self.hold(self.ended_by_itself(match.moves), f"the game is gone: {match.moves}, {self.heard.ended or 'without an end'}")
            return
        if not self.heard.result:
            self.hold(not match.over(), f"the game is over, and nobody says so: {match.situation.state}")
            self.step(self.end_game, ends=True)
        self.check_cause(self.heard.result, match.moves)
        self.check_record()
        self.check_kept()
        self.count("games")
        self.count("half moves of finished games", len(match.moves))
        self.log(f"game over after {len(match.moves)} half moves: {self.heard.result}")
        level = chance.choice(LEVELS)
        white, black = chance.choice([("person", "person"), ("person", "engine"), ("person", "engine"), ("engine", "person")])
        if chance.random() < 0.5:
            hands.choose(board, "abcdefgh"[int(level[1]) - 1] + LEVEL_SQUARES[level[0]], {"person": "a", "engine": "b"}[white] + "1",
                         {"person": "a", "engine": "b"}[black] + "8")
            board.press("play")
            board.run(300)
            said = "the menu's squares"
        else:
            self.send(f"board level {level}", f"board white {white}", f"board black {black}")
            self.synchronise()
            said = "the line"
        self.check_errors()
        self.log(f"new game, {level}, white {white}, black {black}, chosen by {said}")
        self.ledger.begin()
        if chance.random() < 0.5:
            self.send("board new")
        self.settle(fresh=True)
        self.ledger.given_up = None
        self.hold(self.heard.moves == (), f"a game that is new: {self.heard.moves}")

    def end_game(self) -> None:
        """The side to move gives up, by the menu or the line, or both agree to a draw."""
        board = self.board
        square = self.chance.choice(["h2", "g2", ""])       # resign and draw in the menu, or the line
        side = "white" if self.match.situation.white_to_move else "black"
        self.ledger.given_up = "draw" if square == "g2" else side
        if square and self.players[len(self.match.moves) % 2] == "person":
            hands.choose(board, square)
            board.run(300)
            board.press("play")
            board.run(2500)                     # an engine may refuse a draw, and shows that
        self.log(f"the game is to end: {square or 'resigned on the line'}")
        self.heard.hear()
        if not self.heard.result:
            self.ledger.given_up = side
            self.ask(f"board resign {side}", "^info string board result ")

    # ------------------------------------------------------------ faults and power

    def plan_cut(self) -> None:
        """The power will fail: now, while hands or the engine are at work, or in the midst of what the flash does."""
        self.check_status()             # the mark of the stack goes with the power
        lot = self.chance.random()
        if lot < 0.3:
            self.board.cut_power()
            raise PowerLost
        if lot < 0.7:
            nth = self.chance.choice([1, 1, 2, 3])
            self.board.plan_cut(nth=nth, fraction=self.chance.random())
            self.count("cuts planned in the flash's work")
            self.log("the power will fail while the flash works")
        else:
            self.board.fail_power_in(self.chance.uniform(1, 3000))
            self.count("cuts planned at any instant")
            self.log("the power will fail within three seconds")

    def break_a_contact(self) -> None:
        square, fault = simboard.square_name(self.chance.randrange(64)), self.chance.choice(["dead", "stuck", "flickers"])
        self.fault = (square, fault)
        self.match.judge.look()
        self.match.judge.permitted = self.match.judge.kinds = None
        self.board.fail(square, fault)
        self.log(f"{square} {fault}")
        self.count(f"contacts {EPISODE_WORDS[fault]}")
        self.board.run(self.chance.randint(300, 3000))

    def mend_the_contact(self) -> None:
        """Its square counts again, and the game goes on as if nothing had been."""
        before, awaited = self.match.moves, self.heard.awaited(self.since_power_on())
        self.heal()
        self.settle()
        # A contact that flickers on the square of the piece that the engine takes may look as if its move had been made.
        self.hold(self.ended_by_itself(before) or list(self.heard.moves) in (before, [*before, awaited]),
                  f"the game goes on as {self.heard.moves}; it was {before}")

    def heal(self) -> None:
        """Its square counts again; the pieces stay as they stand."""
        square, fault = self.fault
        self.board.mend(square)
        self.log(f"{square} is mended")
        self.board.run(9000 if fault == "flickers" else 500)
        self.send(f"board heed {square}")
        self.synchronise()
        self.board.run(1500)
        self.fault = None

    # ------------------------------------------------------------ programs, and nothing at all

    def rest(self) -> None:
        """Nobody does anything."""
        seconds = self.chance.choice([2, 10, 40, 90])
        self.log(f"nothing for {seconds} s")
        if self.by_usb and self.chance.random() < 0.5:
            self.board.usb("d")
            self.board.run(seconds * 1000)
            self.board.usb("D")
            self.board.run(50)
            self.synchronise()
            self.count("times the port was closed")
        else:
            self.board.run(seconds * 1000)
        if not self.loose:
            self.match.judge.look()
        self.check_errors()

    def pause(self) -> None:
        board, match = self.board, self.match
        match.judge.look()
        match.judge.permitted = match.judge.kinds = None
        board.press("pause")
        self.board.run(self.chance.uniform(500, 5000))
        self.hold("paused" in {light for frame in board.watch(2100) for light in lights.read(frame).values()}, "nothing says paused")
        board.press("pause")
        match.judge.expect(match.at_rest(), 300)
        self.count("pauses")

    def maybe_talk(self) -> None:
        if self.chance.random() < 0.15:
            self.board.run(self.chance.choice([0, 30, 200]))
            self.talked_meanwhile = True
            self.talk()

    def talk(self) -> None:
        """A program has something to say."""
        self.check_errors()
        act = self.chance.choice([self.session, self.session, self.session, self.words, self.cut_line, self.nonsense])
        try:
            act()
        finally:        # power may fail meanwhile: what was complained of was caused all the same
            self.heard.hear()
            self.heard.forgive()
            self.answered = self.heard.answers
        self.count("dialogues")

    def begin_session(self) -> None:
        self.ask("uci", "^uciok$")
        self.synchronise()

    def stranger(self, owner: str = "USB port") -> None:
        """Somebody speaks at the port that has not the session: each line is answered there, not obeyed, and nothing else is said
        there."""
        board = self.board
        lines, seen = self.chance.sample(STRANGERS, self.chance.randint(1, 3)), len(board.elsewhere)
        board.send_elsewhere(*lines)
        end = board.ms + ANSWERED_MS
        while len(board.elsewhere) < seen + len(lines) and board.ms < end:
            board.run(20)
        board.run(20)
        told = [line for _, line in board.elsewhere[seen:]]
        refusal = f"info string error: the {owner} has the session; this line was not obeyed"
        self.hold(told == [refusal] * len(lines), f"strangers said {lines} and were told {told}")
        self.count("lines of strangers turned away", len(lines))

    def session(self) -> None:
        """A program lets the engine think about a position of its own, and leaves in one of several ways."""
        chance, board = self.chance, self.board
        self.begin_session()
        self.heard.hear()
        answers, searches = self.heard.answers, chance.randint(1, 3)
        for _ in range(searches):
            if chance.random() < 0.3:
                self.send(f"setoption name {chance.choice(['Hash value 64', 'MultiPV value 2', 'MultiPV value 1', 'Threads value 4'])}")
            if chance.random() < 0.25:
                fen, moves = chance.choice(PLACES), []
                legal = self.legal_in(fen)
            else:
                fen, moves = "startpos", []
                for _ in range(chance.randint(0, 8)):
                    moves.append(chance.choice(self.referee.situation(moves).legal))
                    if self.referee.situation(moves).over:
                        moves.pop()
                legal = self.referee.situation(moves).legal
            self.send("position " + fen + (" moves " + " ".join(moves) if moves else ""))
            self.synchronise()
            if self.by_usb and chance.random() < 0.2:
                self.stranger()
            self.search(legal)
        self.heard.hear()
        self.hold(self.heard.answers == answers + searches, f"{searches} times go, {self.heard.answers - answers} times bestmove")
        leaves = chance.choice(["quit", "nothing", "closes the port"])
        if leaves == "quit":
            self.send("quit")
            board.run(50)
        elif leaves == "closes the port" and self.by_usb:
            self.send("position startpos", "go infinite")
            board.run(chance.uniform(10, 300))
            board.usb("d")
            board.run(chance.uniform(20, 2000))
            board.usb("D")
            board.run(50)
            self.heard.hear()
            self.count("times the port was closed")
        self.synchronise()

    def legal_in(self, place: str) -> list:
        return self.referee.situation([], place.removeprefix("fen ")).legal

    def search(self, legal) -> None:
        """One `go`: one `bestmove`, legal, in time."""
        board, chance = self.board, self.chance
        self.heard.hear()
        answers, seen = self.heard.answers, len(board.lines)
        kind = chance.choice(["depth", "nodes", "movetime", "movetime", "infinite", "ponder", "clock"])
        due = None
        if kind == "depth":
            self.send(f"go depth {chance.randint(1, 4)}")
        elif kind == "nodes":
            self.send(f"go nodes {chance.randint(1, 3000)}")
        elif kind == "movetime":
            limit = chance.randint(1, 300)
            self.send(f"go movetime {limit}")
            board.run(3)
            due = self.last_received() + limit
        elif kind == "clock":
            self.send(f"go wtime {chance.randint(50, 3000)} btime {chance.randint(50, 3000)} winc 0 binc 10")
        else:
            self.send(f"go {kind}" + (" wtime 1000 btime 1000" if kind == "ponder" else ""))
            if self.by_usb and chance.random() < 0.4:
                self.stranger()
            board.run(chance.uniform(5, 300))
            self.heard.hear()
            self.hold(self.heard.answers == answers, f"go {kind} was answered before stop")
            if kind == "ponder" and chance.random() < 0.5:
                self.send("ponderhit")
            else:
                self.send("stop")
                board.run(1)
                due = self.last_received()
        if due is not None and not self.by_usb:
            late, busy = lateness(board, due, seen)
            self.count("answers timed")
            self.count("of them behind another line", busy)
            self.most("latest bestmove, ms", late)
            self.hold(late <= LATE_MS, f"bestmove left {late:.3f} ms late")
        else:
            board.wait_line("^bestmove", 20_000, seen=seen)
        self.synchronise()
        self.heard.hear()
        said = [line for _, line in board.lines[seen:] if line.startswith("bestmove")]
        self.hold(len(said) == 1, f"one go, {len(said)} answers: {said}")
        self.hold(said[0].split()[1] in legal, f"{said[0]} is not legal: {legal}")
        self.count("searches for programs")

    def last_received(self) -> float:
        return self.board.statistics()["uart"]["last_received_ms"]

    def words(self) -> None:
        """What can be asked of the board."""
        chosen = self.chance.sample(["board", "board fen", "board sensors", "board ignore", "board pgn", "board help", "d", "eval", "help",
                                     "status"], 4)
        self.send(*chosen)
        self.synchronise()
        state = self.ask_state()
        wanted = self.referee.situation(self.heard.moves).fen.split()
        self.heard.hear()
        if not self.heard.result:
            self.hold(state["fen"].split()[:3] == wanted[:3], f"board fen {state['fen']}; the game is at {wanted}")

    def cut_line(self) -> None:
        """A line that ends nowhere."""
        chance = self.chance
        line = chance.choice(["position startpos moves e2e4 e7e5", "go movetime 300", "setoption name MultiPV value 2", "board fen", "isready",
                              "ucinewgame", "stop"])
        self.board.send_bytes(line[:chance.randint(1, len(line) - 1)].encode())
        if self.by_usb and chance.random() < 0.5:
            self.board.run(chance.uniform(5, 500))
            self.board.usb("d")
            self.board.run(chance.uniform(20, 500))
            self.board.usb("D")
            self.board.run(50)
        else:
            self.board.run(chance.uniform(2200, 4000))
        self.count("lines cut")
        self.begin_session()

    def nonsense(self) -> None:
        lines = self.chance.sample(NOISE, 3)
        if self.chance.random() < 0.25:
            lines[2] = BINARY_NOISE
        for line in lines:
            self.board.send_bytes(line.encode() + b"\n")
            self.board.run(self.chance.uniform(0, 100))
        self.board.run(200)
        self.begin_session()
