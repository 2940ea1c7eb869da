"""tools/play: a game of chess against the firmware, or the emulated board as a UCI engine."""

import argparse
import os
import signal
import sys
import textwrap
import threading
import time

import board_table
import boards
import bridge
import build
import chessboard
import emulator
import qtest
import simboard
import terminal
import uci
from board_table import Quit
from uci_game import NO_LEVEL, Level
from uci_table import HELP, Table, full_fen


def parse_arguments(arguments):
    there = ", ".join(board.name for board in boards.BOARDS.values() if can_be_played(board))
    simulated = ", ".join(board.name for board in boards.BOARDS.values() if board.squares)
    parser = argparse.ArgumentParser(
        prog="tools/play", formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Play chess against the firmware, which runs on an emulated board. Installs what is missing,\n"
                    "builds the firmware and boots it. Or, with --uci, be that board for a chess GUI.\n\n"
                    "With --board rp2040 or stm32l475 you sit at a whole simulated chess board: pieces, lights, buttons.",
        epilog=f"boards that can be played: {there}\nof them whole chess boards: {simulated}\n\nwhat can be typed in a game:\n"
               + textwrap.indent(HELP, "  "))
    parser.add_argument("--board", default=boards.DEFAULT, metavar="NAME", help="which board (default: %(default)s)")
    parser.add_argument("--uci", action="store_true",
                        help="be a UCI engine on stdin and stdout: the emulated board behind the bridge, as a GUI has a real one")
    parser.add_argument("--serial", action="store_true",
                        help="on a simulated chess board, play over its serial port as on the other boards")
    parser.add_argument("--black", action="store_true", help="you have Black; the engine begins")
    parser.add_argument("--level", metavar="LEVEL",
                        help="beginner, 'strength 3', 3s, 500ms, 'depth 6', 'nodes 5000', 5+3 (a clock), easy, normal, hard; "
                             "default: normal, and at a simulated chess board its own, strength 3")
    parser.add_argument("--fen", metavar="FEN", help="begin from this position; you have the side to move, unless --black")
    parser.add_argument("--ascii", action="store_true", help="letters for the pieces")
    parser.add_argument("--no-colour", "--no-color", action="store_true", help="no colours")
    options = parser.parse_args(arguments)
    try:
        options.board = boards.find(options.board)
    except ValueError as error:
        parser.error(str(error))
    if not can_be_played(options.board):
        parser.error(f"no emulator for {options.board.name} is known; boards that can be played: {there}")
    return options


def can_be_played(board: boards.Board) -> bool:
    return bool(board.machine) or not board.is_device


def level_of(options) -> Level | None:
    """What --level says; None: nothing. Raises WrongCall."""
    if options.level is None:
        return None
    level = Level.parse(options.level)
    if level is None:
        raise WrongCall(f"'{options.level}' is no level. {NO_LEVEL}")
    return level


class WrongCall(Exception):
    """What the command line asks for cannot be had."""


def name_of(board: boards.Board) -> str:
    return f"Stackmate on {'an emulated ' if board.is_device else ''}{board.chip.split(',')[0]}"


def start_board(board, progress):
    """Everything from a bare machine to a booted board: the emulator's process."""
    build.setup()
    reason = emulator.why_not(board)
    if reason:
        raise emulator.EmulatorError(reason)
    image = build.image_of(board, progress=progress)
    return emulator.start(board, image)


def host_program(progress):
    """The desktop program, which is the bridge to a board as well."""
    build.setup()
    return build.image_of(boards.find("host"), progress=progress)


def style_of(options) -> chessboard.Style:
    for stream in (sys.stdin, sys.stdout):      # a letter that the terminal's alphabet lacks is no reason to end
        stream.reconfigure(errors="replace")
    return chessboard.Style(unicode=terminal.speaks_unicode(sys.stdout) and not options.ascii,
                            colour=terminal.wants_colour(sys.stdout) and not options.no_colour)


TINY_MOVES = 10     # that `go searchmoves` may name on the smallest boards
SEEN_MS = 40     # between two looks at an emulated display


def sit_at_board(options) -> int:
    """One person at the simulated chess board."""
    build.setup()
    level = level_of(options)
    if level is not None and not level.code:
        raise WrongCall(f"a chess board has no level '{options.level}': {NO_LEVEL} But 500ms, nodes and other times are not there.")
    if reason := emulator.why_not(options.board):
        raise emulator.EmulatorError(reason)
    image = build.image_of(options.board, progress=terminal.Progress())
    if options.board.machine == boards.RP2040JS:
        board = simboard.SimBoard(image)
    else:
        board = qtest.QemuBoard(options.board, image, look_ms=SEEN_MS)
    chip = options.board.chip.split(",")[0]
    wishes = board_table.Wishes(level=level.code if level else "", person_is_white=not options.black,
                                fen=full_fen(options.fen) if options.fen else "")
    return board_table.play(board, f"{'an' if chip[0] in 'RS' else 'a'} emulated {chip} board", style_of(options), wishes,
                            keeps_games=options.board.machine == boards.RP2040JS)


def sit_down(process, options) -> int:
    """One person, one board, until the person leaves."""
    style = style_of(options)
    engine = uci.Engine(process)
    engine.synchronise()
    table = Table(engine, name_of(options.board), style, level_of(options) or Level.parse("normal"), not options.black,
                  most_moves=TINY_MOVES if options.board.configuration == "Tiny" else 218)
    if options.fen and not table.set_up(options.fen, False if options.black else None):
        return 1
    table.say("\n" + table.paint("1", f"{table.opponent}. ") + "Type a move, or 'help'. Scores are White's: +1.00 is a pawn for White.")
    try:
        table.run()
    except (uci.EngineGone, uci.NoAnswer) as error:
        table.say()
        print(f"tools/play: {error}.", file=sys.stderr)
        table.keep_games(ask=False)
        return 1
    except (Quit, KeyboardInterrupt):
        if table.live:
            table.say()
        table.keep_games()
        raise
    except SystemExit:
        table.keep_games(ask=False)
        raise
    finally:
        table.words.close()


def end_at_signals() -> None:
    """SIGTERM and SIGHUP end the program in order. One that comes just before input() begins to wait is not seen by Python until a
    key is pressed: so it is sent again until it is obeyed."""
    def obey(number, _frame):
        signal.signal(number, signal.SIG_IGN)       # what is still sent does not disturb the end
        sys.exit(128 + number)

    def insist():
        number = 0
        while number not in ends:
            number = os.read(arrived, 1)[0]
        while True:
            time.sleep(0.2)
            signal.pthread_kill(threading.main_thread().ident, number)

    ends = (signal.SIGTERM, signal.SIGHUP)
    arrived, noticed = os.pipe()
    os.set_blocking(noticed, False)
    signal.set_wakeup_fd(noticed)
    for end in ends:
        signal.signal(end, obey)
    threading.Thread(target=insist, daemon=True).start()


def main(arguments=None) -> int:
    options = parse_arguments(sys.argv[1:] if arguments is None else arguments)
    end_at_signals()
    process = None
    try:
        if options.board.squares and not (options.uci or options.serial):
            return sit_at_board(options)
        if options.level and not options.uci:
            build.setup()
            level_of(options)       # before the long build
        program = host_program(terminal.Progress()) if options.uci else None
        process = start_board(options.board, terminal.Progress())
        if program:
            return bridge.run(process, program)
        return sit_down(process, options) or 0
    except WrongCall as error:
        print(f"tools/play: {error}", file=sys.stderr)
        return 2
    except Quit:
        print("  Goodbye.")
        return 0
    except KeyboardInterrupt:
        print("\n  Goodbye." if not options.uci else "", file=sys.stdout if not options.uci else sys.stderr)
        return 130
    except BrokenPipeError:
        return 1
    finally:
        if process is not None:
            emulator.stop(process)


if __name__ == "__main__":
    terminal.run(main)
