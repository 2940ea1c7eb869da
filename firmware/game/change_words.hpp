// A change in words, for a person who reads the line.
#pragma once

#include "core/game/game_record.hpp"
#include "core/notation/move_text.hpp"
#include "core/notation/san.hpp"
#include "core/notation/text.hpp"
#include "firmware/game/change.hpp"
#include "firmware/game/settings.hpp"
#include "firmware/game/types.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace stackmate::firmware {

/// The longest text of a change.
inline constexpr std::size_t max_change_text = has_exercises ? 300 : has_coach ? 192 : 160;

namespace detail {

/// The values in the order of their rows, and what is practised.
[[gnu::cold]] inline char* write_settings(char* out, std::span<const SettingRow> rows,
                                          std::span<const std::uint8_t> bytes, [[maybe_unused]] std::uint8_t exercise) {
    out = write_text(out, "settings");
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const SettingRow& row = rows[i];
        const bool is_switch = row.taps == SettingRow::Taps::turn_over;
        if (row.reported.empty() || (is_switch && bytes[i] == 0)) continue;
        out = write_text(out, row.reported);
        if (is_switch) continue;
#if STACKMATE_EXERCISES
        if (row.values == SettingRow::Values::clock) {
            OwnClockBytes clock;
            std::ranges::copy(std::as_bytes(bytes.subspan(i, clock.size())), clock.begin());
            out = write_clock(out, std::bit_cast<OwnClock>(clock));
            continue;
        }
#endif
        const unsigned unit = unit_of(row);
        out = unit != 0 ? write_number(out, bytes[i] * unit) : write_text(out, name_of(row, bytes[i]));
    }
    if constexpr (has_exercises) out = write_text(write_text(out, " exercise "), exercise_names[exercise]);
    return out;
}
/// "e4 e2e4"; the move belongs to `p`.
[[gnu::cold]] inline char* write_both(char* out, const Position& p, Move m) {
    return write_move(write_text(write_san(out, p, m), " "), m, p);
}
/// "12. e4 e2e4"
[[gnu::cold]] inline char* write_numbered(char* out, const Position& p, Move m) {
    out = write_text(write_number(out, p.fullmove()), p.side() == Color::white ? ". " : "... ");
    return write_both(out, p, m);
}

}  // namespace detail

/// Appends a change in words, without a terminating zero; at most `max_change_text` characters. `before`: for a move,
/// the position it was made in. `exercise`: what is practised. `has_sound`: the board has a sounder. Returns the new end.
[[gnu::cold]] inline char* write_change(char* out, const Change& change, const GameRecord& record,
                                        const Settings& settings, std::uint8_t exercise, const Position& before,
                                        bool has_sound) {
    switch (change.kind) {
    case Change::Kind::none:
    case Change::Kind::left:
    case Change::Kind::terms: return out;
    case Change::Kind::settings:
        return detail::write_settings(out, rows_of_board(has_sound), bytes_of(settings), exercise);
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
