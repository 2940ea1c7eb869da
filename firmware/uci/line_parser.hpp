// The grammar of the shell's lines: which word may come where. A line arrives character by character and is not kept as
// a whole; each word is handed over as soon as it is complete.
//
// As the protocol requires, unknown words before a UCI command are skipped; our own commands must be the first word of a
// line. An error is answered with `info string error: ...`, and the rest of the line is skipped.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include "core/notation/text.hpp"
#include "core/uci/uci.hpp"
#include "firmware/line/writer.hpp"
#include "hal/concepts.hpp"

namespace stackmate::firmware {

/// Calls of `Handler`, whoever carries the lines out:
///
/// `begin(command, word)`: a line with this command begins. Returns false if it has complained.
/// `begin_position()`, `take_fen(text)`, `take_move(word)`: the parts of `position`.
/// `choose_option(name)`, `take_go_word(word)`, `take_board_word(word)`: those of `setoption`, `go` and `board`.
/// `execute(command, value)`: the line has ended without an error. `value` is that of `setoption`.
/// `fen_room()`: memory for a FEN while the line `position` is read.
template <hal::Board Board>
class LineParser : LineWriter<Board> {
    using Line = LineWriter<Board>;
    using Line::say;
    using Line::say_number;
    using Line::say_quoted;

public:
    explicit constexpr LineParser(Board& board) noexcept : Line{board} {}

    /// The command of the line that is being read; `unknown` if there is none to execute.
    [[nodiscard]] uci::Command command() const noexcept { return command_; }

    /// The next character. If it ends a line, the line has been executed on return.
    template <class Handler>
    void receive(char c, Handler& handler) noexcept {
        if (is_space(c)) {
            end_word(handler);
            if (c == '\n' || c == '\r') {
                end_line(handler);
            }
        } else if (expect_ != Expect::nothing && !words_.push(memory(handler), c)) {
            if (in_operations()) {
                words_.drop();  // of a long word too only the end matters
                (void)words_.push(memory(handler), c);
            } else {
                refuse_long_word();
            }
        }
    }

    /// Forgets the line that is being read; what comes next begins another one.
    void forget() noexcept {
        skip_line();
        expect_ = Expect::command;
    }

    [[gnu::noinline, gnu::cold]] void complain(std::string_view before, std::string_view quoted = {},
                                               std::string_view after = {}) noexcept {
        begin_complaint();
        say(before);
        say_quoted(quoted, max_word);
        say(after);
        end_complaint();
    }

    /// Names a word that is passed over. The line goes on.
    void remark(std::string_view before, std::string_view quoted) noexcept {
        say("info string ");
        say(before);
        say_quoted(quoted, max_word);
        say("'\n");
    }

    /// Says of `name` what it takes, in `takes`, and what it was given.
    void complain_of(std::string_view name, std::string_view takes, std::string_view given) noexcept {
        begin_complaint();
        say(name);
        say(takes);
        say_quoted(given, max_word);
        say("'");
        end_complaint();
    }

    [[gnu::noinline, gnu::cold]] void complain_of_number(std::string_view before, std::string_view name,
                                                         std::uint64_t low, std::uint64_t high,
                                                         std::string_view given) noexcept {
        begin_complaint();
        say(before);
        say(name);
        say(" takes a number from ");
        say_number(low);
        say(" to ");
        say_number(high);
        if (!given.empty()) {
            say(", not '");
            say_quoted(given, max_word);
            say("'");
        }
        end_complaint();
    }

private:
    static constexpr std::size_t max_word = 32;
    static constexpr std::size_t longest_kept = 16;  ///< of an unknown word; a command must fit behind it

    /// What the next word is.
    enum class Expect : std::uint8_t {
        command,
        uci_command,  ///< an unknown word has come and is kept
        nothing,      ///< the rest of the line is skipped
        set_up,       ///< startpos or fen
        fen,
        operation,  ///< behind the fields of an EPD
        operand,    ///< the operation has not ended yet
        moves_word,
        move,
        name_word,
        option_name,
        option_value,
        go_word,
        board_word,
    };

    [[nodiscard]] std::string_view text() const noexcept { return words_.text(token_); }

    [[nodiscard]] bool in_operations() const noexcept {
        return expect_ == Expect::operation || expect_ == Expect::operand;
    }

    /// Whether operations of an EPD begin: behind four fields, with a letter. The counters of a FEN are digits.
    [[nodiscard]] bool begins_operation(std::string_view word, std::string_view all) const noexcept {
        const char small = static_cast<char>(word.front() | 0x20);
        return small >= 'a' && small <= 'z' && std::count(all.begin(), all.end(), ' ') >= 4;
    }

    template <class Handler>
    [[nodiscard]] std::span<char> memory(Handler& handler) noexcept {
        return expect_ == Expect::fen || in_operations() ? handler.fen_room() : std::span<char>{token_};
    }

    template <class Handler>
    [[gnu::noinline, gnu::cold]] void end_word(Handler& handler) noexcept {
        if (!words_.in_word()) {
            return;
        }
        const std::span<char> memory = this->memory(handler);
        const std::string_view word = words_.word(memory);
        switch (expect_) {
        case Expect::nothing: break;
        case Expect::command:
        case Expect::uci_command:
            if (!take_command(word, handler)) {
                return;
            }
            break;
        case Expect::set_up: take_set_up(word, handler); break;
        case Expect::fen:
            if (word != "moves" && !begins_operation(word, words_.text(memory))) {
                return words_.keep(memory);
            }
            [[fallthrough]];
        case Expect::operation:
        case Expect::operand:
            if (word != "moves" || expect_ == Expect::operand) {
                expect_ = word.back() == ';' ? Expect::operation : Expect::operand;
                return words_.drop();
            }
            words_.drop();
            if (handler.take_fen(words_.text(memory))) {
                expect_ = Expect::move;
            }
            break;
        case Expect::moves_word:
            if (word != "moves") {
                complain("after the position comes 'moves', not '", word, "'");
            } else {
                expect_ = Expect::move;
            }
            break;
        case Expect::move: handler.take_move(word); break;
        case Expect::name_word:
            if (word != "name") {
                complain("setoption takes 'name', not '", word, "'");
            } else {
                expect_ = Expect::option_name;
            }
            break;
        case Expect::option_name:
            if (word != "value") {
                return words_.keep(memory);
            }
            words_.drop();
            if (handler.choose_option(text())) {
                expect_ = Expect::option_value;
            }
            break;
        case Expect::option_value: return words_.keep(memory);
        case Expect::go_word: handler.take_go_word(word); break;
        case Expect::board_word: handler.take_board_word(word); break;
        }
        words_.clear();
    }

    template <class Handler>
    [[gnu::noinline, gnu::cold]] void end_line(Handler& handler) noexcept {
        switch (expect_) {
        case Expect::uci_command: complain("unknown command '", text(), "'; try help"); break;
        case Expect::set_up: complain("position takes startpos or fen"); break;
        case Expect::fen:
        case Expect::operation: (void)handler.take_fen(words_.text(memory(handler))); break;
        case Expect::operand: complain("EPD: an operation does not end with ';'"); break;
        case Expect::name_word: complain("setoption takes 'name'"); break;
        case Expect::option_name:
            (void)handler.choose_option(text());
            words_.clear();
            break;
        default: break;
        }
        handler.execute(command_, text());
        words_.clear();
        command_ = uci::Command::unknown;
        expect_ = Expect::command;
    }

    /// Returns false if the word is not a command: the first such word is kept, and a UCI command may follow it.
    template <class Handler>
    [[gnu::cold]] bool take_command(std::string_view word, Handler& handler) noexcept {
        // Windows programs put a UTF-8 byte order mark before the first line that they write to a pipe.
        if (expect_ == Expect::command && word.starts_with("\xef\xbb\xbf")) {
            word.remove_prefix(3);
            if (word.empty()) {
                return true;
            }
        }
        const uci::Command command = uci::command_from_text(word);
        if (command == uci::Command::unknown || (expect_ == Expect::uci_command && command > uci::Command::quit)) {
            if (std::exchange(expect_, Expect::uci_command) == Expect::uci_command) {
                words_.drop();
            } else {
                words_.keep_head(token_, longest_kept);
            }
            return false;
        }
        if (handler.begin(command, word)) {
            command_ = command;
            switch (command) {
            case uci::Command::position: expect_ = Expect::set_up; break;
            case uci::Command::setoption: expect_ = Expect::name_word; break;
            case uci::Command::go: expect_ = Expect::go_word; break;
            case uci::Command::board: expect_ = Expect::board_word; break;
            default: expect_ = Expect::nothing; break;
            }
        }
        return true;
    }

    template <class Handler>
    void take_set_up(std::string_view word, Handler& handler) noexcept {
        if (word == "startpos") {
            expect_ = Expect::moves_word;
        } else if (word == "fen") {
            expect_ = Expect::fen;
        } else {
            return complain("position takes startpos or fen, not '", word, "'");
        }
        handler.begin_position();
    }

    void skip_line() noexcept {
        words_.clear();
        command_ = uci::Command::unknown;
        expect_ = Expect::nothing;
    }

    [[gnu::noinline, gnu::cold]] void refuse_long_word() noexcept {
        if (expect_ == Expect::fen) {
            complain("FEN: too long");
        } else if (expect_ != Expect::command && expect_ != Expect::uci_command) {  // no command is so long: skipped
            complain("too long: '", text(), "...'");
        }
    }

    void begin_complaint() noexcept {
        refuses_go_ = command_ == uci::Command::go;
        skip_line();
        say("info string error: ");
    }
    /// Every `go` ends in a `bestmove`, even one that is refused: the program then fails visibly and does not wait for
    /// ever.
    void end_complaint() noexcept {
        say("\n");
        if (refuses_go_) {
            say("bestmove 0000\n");
        }
    }

    Expect expect_ = Expect::command;
    uci::Command command_ = uci::Command::unknown;
    bool refuses_go_ = false;  ///< the current error message is about a `go`
    uci::WordCollector words_{};
    char token_[max_word]{};
};

}  // namespace stackmate::firmware
