// The words after `board` on the line (docs/SERIAL.md): they query the game on the board, and act on it.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <string_view>

#include "core/notation/move_text.hpp"
#include "core/notation/pgn.hpp"
#include "core/chess/position.hpp"
#include "core/uci/uci.hpp"
#include "core/version.hpp"
#include "firmware/engine/levels.hpp"
#include "firmware/game/odds.hpp"
#include "firmware/hosts/host_at_board.hpp"
#include "firmware/line/names.hpp"
#include "firmware/line/opening.hpp"
#include "firmware/line/writer.hpp"
#include "firmware/play/controller.hpp"
#include "firmware/store/keeper.hpp"
#include "hal/chess_concepts.hpp"
#include "hal/square_levels.hpp"

namespace stackmate::firmware {

/// Changes made by these words are reported by the game like all others. An invalid word changes nothing. `List`: the
/// board's list of hosts, a LineOwner.
template <hal::ChessBoard Board, class List = Protocols>
class BoardWords : LineWriter<Board> {
    using Line = LineWriter<Board>;
    using Line::board_;
    using Line::say;
    using Line::say_number;
    using Line::say_quoted;
    static constexpr bool keeps_games = Keeper<Board>::places != 0;
    /// Boards with the smallest flash report settings only when they change.
    static constexpr bool tells_settings = has_coach || hal::HasSound<Board>;
    static constexpr bool has_hosts = OffersHosts<Board>;

public:
    constexpr BoardWords(Board& board, Controller& game, Keeper<Board>& keeper) noexcept
        : Line{board}, game_{game}, keeper_{keeper} {}
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

    /// Does what the line says. `line_position`: the position that the line last set up with `position`.
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

    /// Reports the result of the part of the self-test that has just ended.
    [[gnu::cold]] void tell_of_test(Notice notice) noexcept {
        if (notice == Notice::test_leds) {
            const SquareSet silent = ~game_.answered();
            say("info string board self-test: ");
            say(silent == 0 ? "all squares have answered\n" : "these squares have not answered:");
            if (silent != 0) {
                say_squares(silent);
            }
        } else if (notice == Notice::test_stored || notice == Notice::test_store_failed) {
            say("info string board self-test: buttons that have answered:");
            for (unsigned i = 0; i < decltype(board_.buttons)::count; ++i) {
                if ((game_.tried_buttons() >> i & 1) != 0) {
                    say(" ");
                    say(decltype(board_.buttons)::name(i));
                }
            }
            say("\n");
        }
    }

    /// Of sensors that have levels: a square that has become weak, if one has, and whether the calibration is kept.
    [[gnu::noinline, gnu::cold]] void tell_of_levels(SquareSet weak, bool kept) noexcept {
        if (!kept) {
            complain("the calibration is not kept: the memory does not take it");
        }
        if (weak != 0) {
            const auto i = static_cast<unsigned>(std::countr_zero(weak));
            char name[2];
            write_square(name, from_index64(i));
            say("info string board weak square ");
            say({name, sizeof name});
            say(": margin ");
            say_number(board_.sensing.levels.margin(i));
            say(" percent of what is needed\n");
        }
    }

    void tell_position() noexcept {
        char fen[max_fen_length];
        say("info string board fen ");
        say({fen, game_.record().position().fen(fen)});
        say("\n");
    }

    /// Whether a requested game or list has not been written completely.
    [[nodiscard]] bool telling() const noexcept { return !pgn_.done() || list_below_ != 0; }

    /// Writes as much of the requested game or list as the queue takes now. Ends with a whole line, so that other
    /// output comes between two lines.
    void write_more() noexcept {
        if constexpr (keeps_games) {
            if (list_below_ != 0 && board_.serial.tx_free() >= longest_headline) {
                list_next();
            }
        }
        if (pgn_.done() || board_.serial.tx_free() < 2 * PgnWriter::max_piece) {
            return;
        }
        while (!pgn_.done() && board_.serial.tx_free() > PgnWriter::max_piece) {
            char piece[PgnWriter::max_piece];
            say(next_piece(piece));
        }
        if (pgn_.break_line()) {
            say("\n");
        }
    }

    /// Drops a command that is half read and an answer that is half written.
    void forget() noexcept {
        pgn_.stop();
        list_below_ = 0;
        words_ = noun_size_ = 0;
        verb_ = Verb::unknown;
    }

private:
    enum class Verb : std::uint8_t {
        unknown,
        show,
        pgn,
        games,
        fen,
        begin,
        set,
        move,
        takeback,
        resign,
        draw,
        sensors,
        selftest,
        ignore,
        heed,
        help,
        settings,
        setting,  ///< and what follows: the settings, in the order of their table
        review = 252,
        odds,
        exercise,
        chess960,
    };

    [[nodiscard]] static constexpr bool has_setting(std::size_t i) noexcept {
        return STACKMATE_SOUND == 0 || hal::HasSound<Board> || static_cast<Setting>(i) != Setting::sound;
    }
    [[nodiscard]] static Verb verb_of(std::string_view word) noexcept {
        constexpr std::string_view verbs[] = {"",         "show",   "pgn",      "games",  "fen",     "new",
                                              "set",      "move",   "takeback", "resign", "draw",    "sensors",
                                              "selftest", "ignore", "heed",     "help",   "settings"};
        static_assert(std::size(verbs) == static_cast<std::size_t>(Verb::setting));
        for (unsigned i = 1; i < std::size(verbs) - (tells_settings ? 0 : 1); ++i) {
            if (verbs[i] == word) {
                return static_cast<Verb>(i);
            }
        }
        if (plays_chess960 && word == "chess960") {
            return Verb::chess960;
        }
        if (has_exercises && word == "review") {
            return Verb::review;
        }
        if (has_exercises && word == "exercise") {
            return Verb::exercise;
        }
        if (has_exercises && word == "odds") {
            return Verb::odds;
        }
        for (std::size_t i = 0; i < setting_count; ++i) {
            if (setting_rows[i].word == word && has_setting(i)) {
                return static_cast<Verb>(static_cast<std::size_t>(Verb::setting) + i);
            }
        }
        return Verb::unknown;
    }

    [[gnu::noinline, gnu::cold]] void obey(Verb verb, std::string_view noun, const Position& line_position) noexcept {
        switch (verb) {
        case Verb::unknown: break;
        case Verb::show: tell_state(); break;
        case Verb::pgn: begin_pgn(); break;
        case Verb::games: tell_games(noun); break;
        case Verb::fen: tell_position(); break;
        case Verb::begin: answer(game_.new_game()); break;
        case Verb::set: set_position(line_position); break;
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
        case Verb::selftest: answer(game_.test_board()); break;
        case Verb::ignore:
        case Verb::heed: ignore_square(noun, verb == Verb::ignore); break;
        case Verb::help: help(); break;
        case Verb::chess960:
            if constexpr (plays_chess960) {
                begin_chess960(noun);
            }
            break;
        case Verb::review:
            if constexpr (has_exercises) {
                answer(game_.look_back_at_game());
            }
            break;
        case Verb::exercise:
            if constexpr (has_exercises) {
                practise(noun, exercise_names, 0, "there is no exercise '");
            }
            break;
        case Verb::odds:
            if constexpr (has_exercises) {
                practise(noun, odds_names, first_odds, "board odds takes queen, rook, knight or pawn, not '");
            }
            break;
        case Verb::settings:
            if constexpr (tells_settings) {
                tell_settings();
            }
            break;
        default:
            change_setting(static_cast<Setting>(static_cast<unsigned>(verb) - static_cast<unsigned>(Verb::setting)),
                           noun);
            break;
        }
    }

    [[gnu::noinline, gnu::cold]] void change_setting(Setting setting, std::string_view noun) noexcept {
        if (!has_hosts && setting == Setting::protocol) {
            return complain("nobody but UCI and these words is heard here");
        }
        const SettingRow& row = row_of(static_cast<std::size_t>(setting));
#if STACKMATE_EXERCISES
        if (setting == Setting::clock) {
            OwnClock clock;
            return read_clock(noun, clock) ? answer(game_.change_settings(with(game_.settings(), clock)))
                                           : complain(row.refusal, noun, "'");
        }
#endif
        const unsigned value = read_value(row, noun);
        if (value == no_value) {
            complain(row.refusal, noun, "'");
        } else if (is_seat(setting)) {
            answer(game_.seat(setting, static_cast<Seat>(value)));
        } else {
            answer(game_.change_settings(with(game_.settings(), setting, static_cast<std::uint8_t>(value))));
        }
    }

    // The words of the protocol are those of the list.
    static constexpr auto protocol_help =
        text_of([](char* out) { return list_words(out, "protocol ", List::names, "|", "|", ""); });
    static constexpr auto protocol_refusal = text_of(
        [](char* out) { return list_words(out, "board protocol takes ", List::names, ", ", " or ", ", not '"); });
    static constexpr SettingRow protocol_row = [] {
        SettingRow row = setting_rows[static_cast<std::size_t>(Setting::protocol)];
        row.help = {protocol_help.data(), protocol_help.size()};
        row.words = List::names;
        row.refusal = {protocol_refusal.data(), protocol_refusal.size()};
        return row;
    }();
    [[nodiscard]] static const SettingRow& row_of(std::size_t setting) noexcept {
        return has_hosts && setting == static_cast<std::size_t>(Setting::protocol) ? protocol_row
                                                                                   : setting_rows[setting];
    }

    void answer(Refusal error) noexcept {
        if (error != Refusal::none) {
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

    [[gnu::noinline, gnu::cold]] void practise(std::string_view noun, std::span<const std::string_view> names,
                                               unsigned first, std::string_view refusal) noexcept {
        const auto name = std::ranges::find(names, noun);
        if (name == names.end()) {
            return complain(refusal, noun, "'");
        }
        answer(game_.practise(static_cast<std::uint8_t>(first + (name - names.begin()))));
    }

    /// Without a number: a start position drawn at random.
    [[gnu::noinline, gnu::cold]] void begin_chess960(std::string_view noun) noexcept {
        std::uint64_t start = game_.random_start();
        if (!noun.empty() && !uci::parse_number(noun, 0, chess960_starts - 1, false, start)) {
            return complain("board chess960 takes a number from 0 to 959, or none, not '", noun, "'");
        }
        answer(game_.new_game(Who::other, static_cast<std::uint16_t>(start)));
    }

    [[gnu::noinline, gnu::cold]] void tell_state() noexcept {
        tell_position();
        say("info string board state ");
        say(to_text(game_.state()));
        say(" ply ");
        say_number(game_.record().size());
        if (const Move m = game_.pending(); m) {
            char text[max_move_length];
            say(" waiting for ");
            say({text, static_cast<std::size_t>(write_move(text, m, game_.record().position()) - text)});
        }
        say("\ninfo string board level ");
        say(levels[game_.goes_on() ? game_.terms().level : game_.settings().level].name);
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
        if constexpr (has_opening_names) {
            const std::span<const Move> moves = game_.record().moves();
            OpeningNames<Board>{board_}.tell_of_game(
                "info string board opening ", game_.record().start(),
                [moves](std::size_t ply) { return ply < moves.size() ? moves[ply] : Move{}; });
        }
    }

    [[gnu::noinline, gnu::cold]] void tell_settings() noexcept {
        char text[max_change_text];
        const char* const end = detail::write_settings(text, rows_of_board(hal::HasSound<Board>),
                                                       bytes_of(game_.settings()), game_.terms().practised());
        say("info string board ");
        say({text, static_cast<std::size_t>(end - text)});
        say("\n");
    }

    /// Reports the sensors as they are, to test the wiring.
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
        if constexpr (hal::HasSquareLevels<Board>) {
            tell_margins();
        }
    }

    /// How far the last piece moved each square's level, in percent of what is needed; 0 where there was none.
    [[gnu::noinline, gnu::cold]] void tell_margins() noexcept {
        for (unsigned rank = 8; rank-- != 0;) {
            say("info string board margins of rank ");
            say_number(rank + 1);
            for (unsigned file = 0; file < 8; ++file) {
                say(" ");
                say_number(board_.sensing.levels.margin(8 * rank + file));
            }
            say("\n");
        }
        say("info string board weak squares:");
        say_squares(board_.sensing.levels.weak());
    }

    /// Without a square: lists the ignored ones.
    [[gnu::noinline, gnu::cold]] void ignore_square(std::string_view noun, bool ignore) noexcept {
        if (noun.empty()) {
            say("info string board left out of account:");
            return say_squares(game_.sight().ignored());
        }
        const Square square = square_from_text(noun);
        if (square == Square::none) {
            return complain("no square: '", noun, "'");
        }
        game_.ignore_square(index64(square), ignore);
    }

    /// Writes " a1 b1" and the end of the line.
    [[gnu::noinline, gnu::cold]] void say_squares(SquareSet squares) noexcept {
        char names[3 * 64 + 1];
        char* end = names;
        for_each_square(squares, [&](unsigned i) {
            *end++ = ' ';
            end = write_square(end, from_index64(i));
        });
        *end++ = '\n';
        say({names, static_cast<std::size_t>(end - names)});
    }

    [[gnu::cold]] void help() noexcept {
        if constexpr (keeps_games) {
            say("info string board: games (the last ones), games 3 (number 3 as PGN)\n");
        }
        if constexpr (tells_settings) {
            say("info string board: settings (as they are)\n");
        }
        say("info string board: show, fen, pgn, sensors, selftest, new, set (the line's position), takeback, draw\n"
            "info string board: ignore a5 (its sensor fails), heed a5 (it counts again), ignore (which)\n"
            "info string board: move e2e4 (for a remote player), resign white|black\n");
        if constexpr (plays_chess960) {
            say("info string board: chess960 (start at random), chess960 518\n");
        }
        if constexpr (has_exercises) {
            say("info string board: exercise off|win-kqvk|hold-kvkp|puzzle-1|mistake, review, "
                "odds queen|rook|knight|pawn\n");
        }
        for (std::size_t i = 0; i < setting_count; ++i) {
            if (const std::string_view words = row_of(i).help; !words.empty() && has_setting(i)) {
                say("info string board: ");
                say(words);
                say("\n");
            }
        }
    }

    [[nodiscard]] static std::string_view name_of(Seat player) noexcept {
        switch (player) {
        case Seat::person: return "Person";
        case Seat::engine: return "Stackmate " STACKMATE_VERSION;
        case Seat::remote: return "Remote";
        }
        return "?";
    }
    [[nodiscard]] static PgnTags tags(Seat white, Seat black, GameResult result) noexcept {
        return {.event = "Game on a chess board",
                .white = name_of(white),
                .black = name_of(black),
                .result = pgn_result(result)};
    }
    [[gnu::cold]] void begin_pgn() noexcept {
        pgn_.begin(game_.record(),
                   tags(game_.last_player(Color::white), game_.last_player(Color::black), game_.result()));
    }
    /// What the game being written has besides its moves. No clocks are kept of past ones.
    struct MoreTold {
        BoardWords& words;

        char* write_time_control(char* out) const noexcept {
            if constexpr (has_own_clock) {
                return words.knows_times() ? write_time_controls(out, words.game_.clock().controls()) : out;
            }
            return out;
        }
        char* write_opening(char* out, const Position& start) const noexcept {
            return OpeningNames<Board>::write_tags(out, start,
                                                   [this](std::size_t ply) { return words.move_told(ply); });
        }
        [[nodiscard]] std::uint32_t clock_after(std::size_t ply) const noexcept
            requires(has_own_clock)
        {
            return words.knows_times() ? words.keeper_.clock_after(ply) : no_clock;
        }
    };
    [[nodiscard]] bool knows_times() const noexcept { return pgn_.record() != nullptr && game_.keeps_time(); }
    /// As much of the game as `piece` takes.
    [[nodiscard, gnu::noinline]] std::string_view next_piece(char* piece) noexcept {
        const char* const end = pgn_.write(piece, [this](std::size_t ply) { return move_told(ply); }, MoreTold{*this});
        return {piece, static_cast<std::size_t>(end - piece)};
    }
    /// A move of the game being written. Not inlined: it reads flash.
    [[nodiscard, gnu::noinline]] Move move_told(std::size_t ply) const noexcept {
        if constexpr (keeps_games) {
            if (pgn_.record() == nullptr) {
                return keeper_.games().move(past_, ply);
            }
        }
        const std::span<const Move> moves = game_.record().moves();
        return ply < moves.size() ? moves[ply] : Move{};
    }

    // ---- the last games

    static constexpr std::size_t longest_headline = 192;

    /// Without a number: lists all games, the newest first. With one: writes that game as PGN. Storing needs much of
    /// the stack, and so does a position: they follow each other in functions of their own.
    [[gnu::cold]] void tell_games(std::string_view noun) noexcept {
        if constexpr (!keeps_games) {
            complain("no games are kept here but the one that is played: board pgn");
        } else {
            keep_what_is_over();
            if (noun.empty()) {
                list_below_ = ~std::uint32_t{0};
                listed_ = 0;
            } else {
                begin_kept(noun);
            }
        }
    }
    [[gnu::noinline, gnu::cold]] void keep_what_is_over() noexcept {
        if (const StoreTrouble trouble = keeper_.keep_what_is_over(); trouble != StoreTrouble::none) {
            complain(to_text(trouble));
        }
    }
    [[gnu::noinline, gnu::cold]] void begin_kept(std::string_view noun) noexcept {
        std::uint64_t number = 0;
        if (uci::parse_number(noun, 1, 0xFFFFFF, false, number)) {
            past_ = keeper_.newest_below(static_cast<std::uint32_t>(number) + 1);
        }
        Position start;
        if (number == 0 || past_.number != number || !keeper_.games().start(past_, start)) {
            return complain("no game is kept as number '", noun, "'; try board games");
        }
        pgn_.begin(start, tags(past_.white, past_.black, past_.result));
    }
    [[gnu::noinline, gnu::cold]] void list_next() noexcept {
        const KeptGame game = listed_ < Keeper<Board>::places ? keeper_.newest_below(list_below_) : KeptGame{};
        list_below_ = game.number;
        if (game.number == 0) {
            say("info string board games ");
            say_number(listed_);
            say(" kept of at most ");
            say_number(Keeper<Board>::places);
            return say("\n");
        }
        ++listed_;
        say("info string board game ");
        say_number(game.number);
        say(" ");
        say(name_of(game.white));
        say(" - ");
        say(name_of(game.black));
        say(" ");
        say(pgn_result(game.result));
        say(" ");
        say(game.result ? to_text(game.result.ending) : to_text(Ending::abandoned));
        say(", half moves ");
        say_number(game.half_moves);
        say("\n");
    }

    [[gnu::noinline]] void complain(std::string_view before, std::string_view quoted = {},
                                    std::string_view after = {}) noexcept {
        say("info string board error: ");
        say(before);
        say_quoted(quoted, 32);
        say(after);
        say("\n");
    }

    Controller& game_;
    Keeper<Board>& keeper_;
    PgnWriter pgn_{};
    KeptGame past_{};               ///< the past game being written, if it is not the current one
    std::uint32_t list_below_ = 0;  ///< games with lower numbers are still to be listed; 0: no list
    std::uint8_t listed_ = 0;
    Verb verb_ = Verb::unknown;
    std::uint8_t words_ = 0;
    std::uint8_t noun_size_ = 0;
    char noun_[has_own_clock ? longest_clock : 12]{};
};

}  // namespace stackmate::firmware
