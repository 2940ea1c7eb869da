// A game as portable game notation (PGN, export format), piece by piece, for a line that takes a little at a time.
//
// Source: "Portable Game Notation Specification and Implementation Guide", S. J. Edwards, 1994: the seven tag roster,
// SetUp and FEN for another start, lines of at most 79 characters. Programs tell Chess960 by the tag Variant.
#pragma once

#include "core/game/game_record.hpp"
#include "core/chess/position.hpp"
#include "core/notation/san.hpp"
#include "core/notation/text.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace stackmate {

/// What the record does not know. No text may hold a quote or a backslash; each is at most `max_tag` characters, and the
/// rest of it is left out. `result`: 1-0, 0-1, 1/2-1/2 or *.
struct PgnTags {
    std::string_view event = "?";
    std::string_view white = "?";
    std::string_view black = "?";
    std::string_view result = "*";
};

/// A clock that is not known.
inline constexpr std::uint32_t no_clock = 0xffffffff;
/// What a caller knows of a game besides its moves. Another such type may also have `clock_after(ply)`: the mover's clock after half
/// move `ply` in milliseconds, or `no_clock`.
struct NothingMore {
    /// Each appends tags in one piece, at most `PgnWriter::max_piece` characters, and returns the new end.
    static char* write_time_control(char* out) { return out; }
    static char* write_opening(char* out, const Position&) { return out; }
};

/// Writes one game. The record may get more moves meanwhile; when moves are taken back that were written already, the
/// text ends with the result where it was.
class PgnWriter {
public:
    static constexpr std::size_t max_tag = 64;
    /// Longest text that one `write` appends.
    static constexpr std::size_t max_piece = 128;

    constexpr PgnWriter() = default;

    /// Both must live until `done`.
    void begin(const GameRecord& record, const PgnTags& tags) {
        begin(record.start(), tags);
        record_ = &record;
    }
    /// A game that is no record: `write` is told its moves. The texts must live until `done`.
    void begin(const Position& start, const PgnTags& tags) {
        record_ = nullptr;
        tags_ = tags;
        position_ = start;
        ply_ = 0;
        column_ = 0;
        stage_ = 0;
        done_ = false;
    }
    [[nodiscard]] bool done() const { return done_; }
    static char* write_tag(char* out, std::string_view name, std::string_view value) {
        *out++ = '[';
        out = write_text(write_text(out, name), " \"");
        const std::size_t most = name == "FEN" ? max_fen_length : max_tag;
        out = write_text(out, {value.data(), value.size() < most ? value.size() : most});
        return write_text(out, "\"]\n");
    }

    /// Begins no more.
    void stop() { done_ = true; }
    /// The record that is written; none if `write` is to be told the moves.
    [[nodiscard]] const GameRecord* record() const { return record_; }

    /// Is a line of moves open? The writer takes it as ended with a line feed, which the caller writes: moves may be
    /// broken anywhere.
    [[nodiscard]] bool break_line() { return !done() && std::exchange(column_, 0u) != 0; }

    /// Appends the next piece, at most `max_piece` characters without a terminating zero; returns the new end. Nothing
    /// when `done`.
    char* write(char* out) {
        return write(out, [this](std::size_t ply) {
            const auto moves = record_->moves();
            return ply < moves.size() ? moves[ply] : Move{};
        });
    }
    /// The same; `move_at(ply)` is the move that is number `ply`, from 0, and none behind the last.
    template <class MoveAt, class More = NothingMore>
    char* write(char* out, MoveAt move_at, More more = {}) {
        constexpr bool has_clocks = requires { more.clock_after(ply_); };
        if (done()) return out;
        switch (stage_++) {
        case 0: return write_tag(out, "Event", tags_.event);
        case 1: return write_tag(out, "Site", "?");
        case 2: return write_tag(out, "Date", "????.??.??");
        case 3: return write_tag(out, "Round", "-");
        case 4: return write_tag(out, "White", tags_.white);
        case 5: return write_tag(out, "Black", tags_.black);
        case 6: out = write_tag(out, "Result", tags_.result); return more.write_time_control(out);
        case 7:
            if (position_.castles_as_chess960()) out = write_tag(out, "Variant", "Chess960");
            return begins_elsewhere() ? write_tag(out, "SetUp", "1") : out;
        case 8: {
            if (!begins_elsewhere()) return out;
            char fen[max_fen_length];
            return write_tag(out, "FEN", {fen, position_.fen(fen)});
        }
        case 9:
            out = more.write_opening(out, position_);
            *out++ = '\n';
            return out;
        default:
            stage_ = 10;
            if constexpr (has_clocks) {
                const std::size_t ply = ply_;
                out = write_move_or_end<true>(out, move_at(ply));
                return ply_ == ply ? out : write_clock(out, more.clock_after(ply));
            } else {
                return write_move_or_end<false>(out, move_at(ply_));
            }
        }
    }

private:
    static constexpr unsigned line_length = 79;

    /// Asked before the first move.
    [[nodiscard]] bool begins_elsewhere() const {
        char fen[max_fen_length];
        return std::string_view{fen, position_.fen(fen)} != Position::start_fen;
    }

    /// A word, behind a blank or on a new line.
    char* write_word(char* out, std::string_view word) {
        if (column_ != 0 && column_ + 1 + word.size() > line_length) {
            *out++ = '\n';
            column_ = 0;
        } else if (column_ != 0) {
            *out++ = ' ';
            ++column_;
        }
        column_ += static_cast<unsigned>(word.size());
        return write_text(out, word);
    }

    template <bool has_clocks>
    char* write_move_or_end(char* out, Move m) {
        if (!m || !is_legal(position_, m)) {
            done_ = true;
            return write_text(write_word(out, tags_.result), "\n\n");
        }
        const bool white = position_.side() == Color::white;
        if (white || ply_ == 0 || (has_clocks && commented_)) {
            char number[24];
            char* end = write_number(number, position_.fullmove());
            end = write_text(end, white ? "." : "...");
            out = write_word(out, {number, static_cast<std::size_t>(end - number)});
        }
        char san[max_san_length];
        out = write_word(out, {san, static_cast<std::size_t>(write_san(san, position_, m) - san)});
        Undo undo;
        position_.make(m, undo);
        ++ply_;
        return out;
    }

    /// As a comment, in the form in which chess programs read it: {[%clk 1:05:00]}.
    char* write_clock(char* out, std::uint32_t ms) {
        commented_ = ms != no_clock;
        if (!commented_) return out;
        const std::uint32_t seconds = ms / 1000;
        char text[24];
        char* end = write_number(write_text(text, "{[%clk "), seconds / 3600);
        for (const std::uint32_t part : {seconds / 60 % 60, seconds % 60})
            end = write_number(write_text(end, part < 10 ? ":0" : ":"), part);
        end = write_text(end, "]}");
        return write_word(out, {text, static_cast<std::size_t>(end - text)});
    }

    const GameRecord* record_ = nullptr;
    PgnTags tags_{};
    Position position_{};
    std::size_t ply_ = 0;
    unsigned column_ = 0;
    std::uint8_t stage_ = 0;
    bool done_ = true;
    bool commented_ = false;  ///< a clock follows the last move, so the next one has its number
};

}  // namespace stackmate
