// What has happened in a game, reported one change at a time. Nothing is queued: what has been reported is compared
// with the present state, so nothing can overflow, however late the caller asks.
#pragma once

#include "core/game/game_record.hpp"
#include "core/notation/move_text.hpp"
#include "core/notation/san.hpp"
#include "core/notation/text.hpp"
#include "firmware/game/types.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace stackmate::firmware {

class ChangeLog {
public:
    /// Counts all this as reported already.
    void forget(const GameRecord& record, const Settings& settings, GameResult result) {
        size_ = low_ = static_cast<std::uint16_t>(record.size());
        settings_ = settings;
        result_ = result;
        begun_ = abandoned_ = false;
        notice_ = Notice::none;
        square_ = {};
    }
    void know(const Settings& settings) { settings_ = settings; }

    void new_game() { begun_ = true; }
    /// The game before the new one was not over.
    void abandoned() { abandoned_ = true; }
    /// Half moves were taken back; `size` remain.
    void taken_back(std::size_t size) { low_ = std::min(low_, static_cast<std::uint16_t>(size)); }
    /// Only the latest is kept.
    void notice(Notice notice, Move m) {
        notice_ = notice;
        notice_move_ = m;
    }

    /// Only the latest is kept; another notice does not replace it.
    void square(SquareNews news) { square_ = news; }
    /// Whether there is one that nobody has taken.
    [[nodiscard]] bool has_square() const { return square_.square < 64; }

    /// The next change, in order. `fen_error`: for the notice that a position was refused.
    Change take(const GameRecord& record, const Settings& settings, GameResult result, FenError fen_error) {
        Change change;
        if (!(settings == settings_)) {
            settings_ = settings;
            change.kind = Change::Kind::settings;
        } else if (abandoned_) {
            abandoned_ = false;
            change.kind = Change::Kind::abandoned;
            change.result = {Ending::abandoned, Winner::nobody};
        } else if (begun_) {
            begun_ = false;
            size_ = low_ = 0;
            result_ = {};
            change.kind = Change::Kind::new_game;
        } else if (low_ < size_) {
            change.kind = Change::Kind::taken_back;
            change.plies = static_cast<std::uint16_t>(size_ - low_);
            size_ = low_;
            result_ = {};
        } else if (size_ < record.size()) {
            change.kind = Change::Kind::move;
            change.move = record.moves()[size_];
            change.ply = low_ = ++size_;
            const Color first = record.start().side();
            change.mover = change.ply % 2 == 1 ? first : ~first;
        } else if (!(result_ == result)) {
            change.kind = Change::Kind::result;
            change.result = result_ = result;
        } else if (has_square()) {
            change.kind = Change::Kind::notice;
            change.notice = Notice::square;
            change.square = square_;
            square_ = {};
        } else if (notice_ != Notice::none) {
            change.kind = Change::Kind::notice;
            change.notice = notice_;
            change.move = notice_move_;
            change.fen_error = fen_error;
            notice_ = Notice::none;
        }
        return change;
    }

private:
    Settings settings_{};
    GameResult result_{};
    std::uint16_t size_ = 0;
    std::uint16_t low_ = 0;  ///< the smallest number of half moves since the last report
    Notice notice_ = Notice::none;
    Move notice_move_{};
    SquareNews square_{};
    bool begun_ = false;
    bool abandoned_ = false;
};

// ------------------------------------------------------------------ in words

/// The longest text of a change.
inline constexpr std::size_t max_change_text = 160;

namespace detail {

[[gnu::cold]] inline char* write_settings(char* out, const Settings& s) {
    const SettingBytes bytes = bytes_of(s);
    out = write_text(out, "settings");
    for (std::size_t i = 0; i < setting_count; ++i) {
        const SettingRow& row = setting_rows[i];
        const bool is_switch = row.taps == SettingRow::Taps::turn_over;
        if (row.told.empty() || (is_switch && bytes[i] == 0)) continue;
        out = write_text(out, row.told);
        if (is_switch) continue;
        out = row.values == SettingRow::Values::number ? write_number(out, bytes[i])
                                                       : write_text(out, name_of(row, bytes[i]));
    }
    return out;
}
/// "e4 e2e4"; the move belongs to `p`.
[[gnu::cold]] inline char* write_both(char* out, const Position& p, Move m) {
    return write_move(write_text(write_san(out, p, m), " "), m);
}
/// "12. e4 e2e4"
[[gnu::cold]] inline char* write_numbered(char* out, const Position& p, Move m) {
    out = write_text(write_number(out, p.fullmove()), p.side() == Color::white ? ". " : "... ");
    return write_both(out, p, m);
}

}  // namespace detail

/// Appends a change in words, without a terminating zero; at most `max_change_text` characters. `before`: for a move,
/// the position it was made in. Returns the new end.
[[gnu::cold]] inline char* write_change(char* out, const Change& change, const GameRecord& record,
                                        const Settings& settings, const Position& before) {
    switch (change.kind) {
    case Change::Kind::none: return out;
    case Change::Kind::settings: return detail::write_settings(out, settings);
    case Change::Kind::abandoned: return write_text(out, "the game before is abandoned");
    case Change::Kind::new_game: out = write_text(out, "new game "); return out + record.start().fen(out);
    case Change::Kind::taken_back:
        out = write_number(write_text(out, "taken back "), change.plies);
        return write_text(out, change.plies == 1 ? " half move" : " half moves");
    case Change::Kind::move: return detail::write_numbered(write_text(out, "move "), before, change.move);
    case Change::Kind::result:
        out = write_text(write_text(out, "result "), pgn_result(change.result));
        return write_text(write_text(out, " "), to_text(change.result.ending));
    case Change::Kind::notice:
        out = write_text(out, to_text(change.notice));
        if (change.notice == Notice::square) {
            out = write_text(write_square(out, from_index64(change.square.square)), " ");
            return write_text(out, to_text(change.square.verdict));
        }
        if (change.notice == Notice::set_up_refused)
            return write_text(write_text(out, ": "), to_text(change.fen_error));
        if (!change.move || !is_legal(record.position(), change.move)) return out;
        return detail::write_both(write_text(out, ": "), record.position(), change.move);
    }
    return out;
}

}  // namespace stackmate::firmware
