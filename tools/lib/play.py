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
import chess_words
import chessboard
import emulator
import qtest
import simboard
import terminal

SEEN_MS = 40        # between two looks at an emulated display


def parse_arguments(arguments):
    engines = ", ".join(board.name for board in boards.BOARDS.values() if board.machine or not board.is_device)
    tables = ", ".join(board.name for board in boards.BOARDS.values() if board.squares)
    parser = argparse.ArgumentParser(
        prog="tools/play", formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Play chess in the terminal at a simulated chess board: pieces, lights, buttons. It runs the board's own\n"
                    "firmware image. Installs what is missing. Or, with --uci, be an emulated board for a chess program.",
        epilog=f"boards to sit at: {tables}\nboards for --uci: {engines}\n\nwhat can be typed in a game:\n"
               + textwrap.indent(board_table.HELP, "  "))
    parser.add_argument("--board", metavar="NAME", help=f"which board (default: {board_table.DEFAULT}; with --uci {boards.DEFAULT})")
    parser.add_argument("--uci", action="store_true",
                        help="be a UCI engine on stdin and stdout: the emulated board behind the bridge, as a GUI has a real one")
    parser.add_argument("--black", action="store_true", help="you have Black; the engine begins")
    parser.add_argument("--level", metavar="LEVEL", help=f"{board_table.LEVELS} (default: strength 3)")
    parser.add_argument("--fen", metavar="FEN", help="begin from this position; you have the side to move, unless --black")
    parser.add_argument("--ascii", action="store_true", help="letters for the pieces")
    parser.add_argument("--no-colour", "--no-color", action="store_true", help="no colours")
    options = parser.parse_args(arguments)
    try:
        options.board = boards.find(options.board or (boards.DEFAULT if options.uci else board_table.DEFAULT))
    except ValueError as error:
        parser.error(str(error))
    name = options.board.name
    if options.board.is_device and not options.board.machine:
        parser.error(f"no emulator for {name} is known; boards to sit at: {tables}; boards for --uci: {engines}")
    if not options.uci and not options.board.squares:
        parser.error(f"{name} is emulated without squares to sit at ({tables} have them). A chess program can play against it:\n"
                     f"xboard -fUCI -fcp 'tools/play --uci --board {name}'")
    return options


def engine_of_board(board) -> int:
    """The emulated board as a UCI engine, until the GUI leaves. Returns the exit status."""
    build.setup()
    program = build.image_of(boards.find("host"), progress=terminal.Progress())     # the bridge
    process = start_board(board, terminal.Progress())
    try:
        return bridge.run(process, program)
    finally:
        emulator.stop(process)


def start_board(board, progress):
    """A booted board: the emulator's process."""
    if reason := emulator.why_not(board):
        raise emulator.EmulatorError(reason)
    return emulator.start(board, build.image_of(board, progress=progress))


def style_of(options) -> chessboard.Style:
    for stream in (sys.stdin, sys.stdout):      # a letter that the terminal's alphabet lacks is no reason to end
        stream.reconfigure(errors="replace")
    return chessboard.Style(unicode=terminal.speaks_unicode(sys.stdout) and not options.ascii,
                            colour=terminal.wants_colour(sys.stdout) and not options.no_colour)


def simulated(board):
    """The chess board with its image, not yet started."""
    if reason := emulator.why_not(board):
        raise emulator.EmulatorError(reason)
    image = build.image_of(board, progress=terminal.Progress())
    return simboard.SimBoard(image) if board.machine == boards.RP2040JS else qtest.QemuBoard(board, image, look_ms=SEEN_MS)


def sit_at_board(options) -> int:
    """One person at the simulated chess board."""
    build.setup()
    level = chess_words.level_code(options.level) if options.level else ""
    if level is None:
        print(f"tools/play: '{options.level}' is no level. Levels: {board_table.LEVELS}", file=sys.stderr)
        return 2
    chip = options.board.chip.split(",")[0]
    wishes = board_table.Wishes(level=level, person_is_white=not options.black, fen=full_fen(options.fen) if options.fen else "")
    return board_table.play(simulated(options.board), f"{'an' if chip[0] in 'RS' else 'a'} emulated {chip} board", style_of(options),
                            wishes, keeps_games=options.board.machine == boards.RP2040JS)


def full_fen(text: str) -> str:
    """All six fields of a FEN of which those behind the first may be missing."""
    fields = text.strip("\"'").split()
    return " ".join(fields + ["", "w", "-", "-", "0", "1"][len(fields):])


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
    try:
        return engine_of_board(options.board) if options.uci else sit_at_board(options)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        return 1


if __name__ == "__main__":
    terminal.run(main)
