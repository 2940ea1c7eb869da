// The words behind `board` on the line (docs/SERIAL.md): they ask of the game on the board, and act on it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>

#include "core/move_text.hpp"
#include "core/pgn.hpp"
#include "core/position.hpp"
#include "core/uci_words.hpp"
#include "firmware/engine/levels.hpp"
#include "firmware/hosts/hosts.hpp"
#include "firmware/line/writer.hpp"
#include "firmware/play/controller.hpp"
#include "hal/chess_concepts.hpp"

namespace stackmate::firmware {

/// What the words change, the game tells as it tells everything else. What is wrong changes nothing.
template <hal::ChessBoard Board>
class BoardWords : LineWriter<Board> {
    using Line = LineWriter<Board>;
    using Line::board_;
    using Line::say;
    using Line::say_number;
    using Line::say_quoted;

public:
    constexpr BoardWords(Board& board, BoardGame& game) noexcept : Line{board}, game_{game} {}
    BoardWords(const BoardWords&) = delete;
    BoardWords& operator=(const BoardWords&) = delete;

    void take_word(std::string_view word) noexcept {
        if (words_ == 0) {
            verb_ = verb_of(word);
            if (verb_ == Verb::unknown) {
                complain("there is no 'board ", word, "'; try board help");
            }
        } else if (words_ == 1 && word.size() <= sizeof noun_) {
            noun_size_ = static_cast<std::uint8_t>(word.copy(noun_, sizeof noun_));
        } else {
            complain("too much behind board: '", word, "'");
            verb_ = Verb::unknown;
        }
        words_ = static_cast<std::uint8_t>(words_ + (words_ < 3 ? 1 : 0));
    }

    /// Does what the line says. `line_position`: what `position` has set up on the line last.
    void end_line(const Position& line_position) noexcept {
        const Verb verb = words_ == 0 ? Verb::show : verb_;
        const std::string_view noun{noun_, noun_size_};
        if (verb != Verb::unknown) {
            obey(verb, noun, line_position);
        }
        words_ = 0;
        noun_size_ = 0;
        verb_ = Verb::unknown;
    }

    void tell_position() noexcept {
        char fen[max_fen_length];
        say("info string board fen ");
        say({fen, game_.record().position().fen(fen)});
        say("\n");
    }

    /// A game that was asked for is not written to its end.
    [[nodiscard]] bool telling() const noexcept { return !pgn_.done(); }

    /// As much of the game that was asked for as the queue takes now. Ends with a whole line, so that what others say
    /// comes between two.
    void write_pgn() noexcept {
        if (pgn_.done() || board_.serial.tx_free() < 2 * PgnWriter::max_piece) {
            return;
        }
        while (!pgn_.done() && board_.serial.tx_free() > PgnWriter::max_piece) {
            char piece[PgnWriter::max_piece];
            say({piece, static_cast<std::size_t>(pgn_.write(piece) - piece)});
        }
        if (pgn_.break_line()) {
            say("\n");
        }
    }

    /// What was half said and half told is dropped.
    void forget() noexcept {
        pgn_.stop();
        words_ = noun_size_ = 0;
        verb_ = Verb::unknown;
    }

private:
    enum class Verb : std::uint8_t {
        unknown,
        show,
        pgn,
        fen,
        begin,
        set,
        level,
        white,
        black,
        flip,
        brightness,
        protocol,
        move,
        takeback,
        resign,
        draw,
        sensors,
        help,
    };

    [[nodiscard]] static Verb verb_of(std::string_view word) noexcept {
        constexpr std::string_view verbs[] = {"",      "show",     "pgn",    "fen",  "new",        "set",
                                              "level", "white",    "black",  "flip", "brightness", "protocol",
                                              "move",  "takeback", "resign", "draw", "sensors",    "help"};
        static_assert(std::size(verbs) == static_cast<std::size_t>(Verb::help) + 1);
        for (unsigned i = 1; i < std::size(verbs); ++i) {
            if (verbs[i] == word) {
                return static_cast<Verb>(i);
            }
        }
        return Verb::unknown;
    }

    [[gnu::noinline, gnu::cold]] void obey(Verb verb, std::string_view noun, const Position& line_position) noexcept {
        BoardSettings settings = game_.settings();
        switch (verb) {
        case Verb::unknown: break;
        case Verb::show: tell_state(); break;
        case Verb::pgn: begin_pgn(); break;
        case Verb::fen: tell_position(); break;
        case Verb::begin: answer(game_.new_game()); break;
        case Verb::set: set_position(line_position); break;
        case Verb::level:
            if (const unsigned level = level_of(noun); level < levels.size()) {
                settings.level = static_cast<std::uint8_t>(level);
                (void)game_.change_settings(settings);
            } else {
                complain(
                    "board level takes s1 to s8 (strength), t1 to t8 (time), d1 to d8 (depth) or c1 to c8 (clocks), "
                    "not '",
                    noun, "'");
            }
            break;
        case Verb::white: set_player(Color::white, noun); break;
        case Verb::black: set_player(Color::black, noun); break;
        case Verb::flip:
            if (noun == "on" || noun == "off") {
                settings.flipped = noun == "on";
                (void)game_.change_settings(settings);
            } else {
                complain("board flip takes on or off, not '", noun, "'");
            }
            break;
        case Verb::brightness: {
            std::uint64_t level = 0;
            if (uci::parse_number(noun, 1, 255, false, level)) {
                settings.brightness = static_cast<std::uint8_t>(level);
                (void)game_.change_settings(settings);
            } else {
                complain("board brightness takes a number from 1 to 255, not '", noun, "'");
            }
            break;
        }
        case Verb::protocol: set_protocol(settings, noun); break;
        case Verb::move: remote_move(noun); break;
        case Verb::takeback: answer(game_.take_back()); break;
        case Verb::resign:
            if (noun == "white" || noun == "black") {
                answer(game_.resign(noun == "white" ? Color::white : Color::black));
            } else {
                complain("board resign takes white or black, not '", noun, "'");
            }
            break;
        case Verb::draw: answer(game_.claim_draw()); break;
        case Verb::sensors: tell_sensors(); break;
        case Verb::help: help(); break;
        }
    }

    /// Person and engine are settings. `remote` is a claim, which ends with the session or with the last remote side.
    [[gnu::noinline, gnu::cold]] void set_player(Color side, std::string_view noun) noexcept {
        Player player = Player::person;
        if (noun == to_text(Player::engine)) {
            player = Player::engine;
        } else if (noun == to_text(Player::remote)) {
            player = Player::remote;
        } else if (noun != to_text(Player::person)) {
            return complain("a side is played by person, engine or remote, not '", noun, "'");
        }
        Claim claim = game_.held_claim();
        if (player == Player::remote && game_.followed()) {
            return answer(BoardError::followed);
        }
        if (!claim.follows) {
            const auto other = side == Color::white ? game_.player(Color::black) : game_.player(Color::white);
            claim = {.held = player == Player::remote || other == Player::remote,
                     .follows = false,
                     .white = side == Color::white ? player : other,
                     .black = side == Color::white ? other : player};
        }
        if (player != Player::remote) {
            BoardSettings settings = game_.settings();
            (side == Color::white ? settings.white : settings.black) = player;
            (void)game_.change_settings(settings);
        }
        if (claim.held) {
            game_.claim(claim);
        } else {
            game_.release();
        }
    }

    /// Counts from the next session on.
    [[gnu::cold]] void set_protocol(BoardSettings& settings, std::string_view noun) noexcept {
        for (unsigned i = 0; i < protocol_count; ++i) {
            if (noun == to_text(static_cast<Protocol>(i))) {
                settings.protocol = static_cast<std::uint8_t>(i);
                (void)game_.change_settings(settings);
                return;
            }
        }
        complain("board protocol takes auto, uci, chesslink, certabo or peripheral, not '", noun, "'");
    }

    /// levels.size() if there is no such level.
    [[nodiscard]] static unsigned level_of(std::string_view noun) noexcept {
        constexpr std::string_view kinds = "stdc";
        if (noun.size() != 2 || noun[1] < '1' || noun[1] > '8') {
            return static_cast<unsigned>(levels.size());
        }
        for (unsigned kind = 0; kind < kinds.size(); ++kind) {
            if (kinds[kind] == noun[0]) {
                return level_index(static_cast<LevelKind>(kind), static_cast<unsigned>(noun[1] - '1'));
            }
        }
        return static_cast<unsigned>(levels.size());
    }

    void answer(BoardError error) noexcept {
        if (error != BoardError::none) {
            complain(to_text(error));
        }
    }

    void remote_move(std::string_view noun) noexcept {
        const Move m = move_from_text(game_.record().position(), noun);
        if (!m) {
            return complain("no legal move: '", noun, "'");
        }
        answer(game_.remote_move(m));
    }

    void set_position(const Position& p) noexcept {
        char fen[max_fen_length];
        answer(game_.set_game({fen, p.fen(fen)}, {}));
    }

    [[gnu::noinline, gnu::cold]] void tell_state() noexcept {
        const BoardSettings& settings = game_.settings();
        tell_position();
        say("info string board state ");
        say(to_text(game_.state()));
        say(" ply ");
        say_number(game_.record().size());
        if (const Move m = game_.pending(); m) {
            char text[max_move_length];
            say(" waiting for ");
            say({text, static_cast<std::size_t>(write_move(text, m) - text)});
        }
        say("\ninfo string board level ");
        say(levels[settings.level].name);
        say(" white ");
        say(to_text(game_.player(Color::white)));
        say(" black ");
        say(to_text(game_.player(Color::black)));
        if (const GameClock& clock = game_.clock(); clock.active()) {
            say(" clocks ");
            say_number(clock.left_ms(Color::white));
            say(" ");
            say_number(clock.left_ms(Color::black));
            say(" ms");
        }
        say("\ninfo string board result ");
        say(pgn_result(game_.result()));
        say(" ");
        say(to_text(game_.result().ending));
        say("\n");
    }

    /// The sensors as they are, for a test of the wiring.
    [[gnu::noinline, gnu::cold]] void tell_sensors() noexcept {
        const std::uint64_t raw = board_.sensors.raw();
        for (unsigned rank = 8; rank-- != 0;) {
            char row[] = "1 . . . . . . . .\n";
            row[0] = static_cast<char>('1' + rank);
            for (unsigned file = 0; file < 8; ++file) {
                row[2 + 2 * file] = (raw >> (8 * rank + file) & 1) != 0 ? 'o' : '.';
            }
            say("info string board ");
            say({row, sizeof row - 1});
        }
        say("info string board   a b c d e f g h after ");
        say_number(board_.sensors.scans());
        say(" scans\n");
    }

    [[gnu::cold]] void help() noexcept {
        say("info string board: show, fen, pgn, sensors, new, set (the line's position), takeback, draw\n"
            "info string board: level s1..c8, white|black person|engine|remote, flip on|off, brightness 1..255\n"
            "info string board: protocol auto|uci|chesslink|certabo|peripheral\n"
            "info string board: move e2e4 (for a remote player), resign white|black\n");
    }

    [[gnu::cold]] void begin_pgn() noexcept {
        const auto name = [&](Player player) -> std::string_view {
            switch (player) {
            case Player::person: return "Person";
            case Player::engine: return "Stackmate " STACKMATE_VERSION;
            case Player::remote: return "Remote";
            }
            return "?";
        };
        pgn_.begin(game_.record(), {.event = "Game on a chess board",
                                    .white = name(game_.player(Color::white)),
                                    .black = name(game_.player(Color::black)),
                                    .result = pgn_result(game_.result())});
    }

    [[gnu::noinline]] void complain(std::string_view before, std::string_view quoted = {},
                                    std::string_view after = {}) noexcept {
        say("info string board error: ");
        say(before);
        say_quoted(quoted, 32);
        say(after);
        say("\n");
    }

    BoardGame& game_;
    PgnWriter pgn_{};
    Verb verb_ = Verb::unknown;
    std::uint8_t words_ = 0;
    std::uint8_t noun_size_ = 0;
    char noun_[12]{};
};

}  // namespace stackmate::firmware
