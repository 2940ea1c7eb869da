// The name of an opening, in images that have room for the names: STACKMATE_BOARD_OPENING_NAMES in chip.cmake.
#pragma once

#include <cstddef>
#include <string_view>

#include "core/chess/position.hpp"
#include "core/notation/pgn.hpp"
#include "firmware/line/writer.hpp"

#ifndef STACKMATE_OPENING_NAMES
#define STACKMATE_OPENING_NAMES 0
#endif

#if STACKMATE_OPENING_NAMES
#include "openings/embedded.hpp"
#include "openings/openings.hpp"
#endif

namespace stackmate::firmware {

inline constexpr bool has_opening_names = STACKMATE_OPENING_NAMES != 0;

/// Writes names to a board's line; none of them if the image has none, or if there is none.
template <hal::Board Board>
class OpeningNames : LineWriter<Board> {
    using Line = LineWriter<Board>;
    using Line::say;

public:
    explicit constexpr OpeningNames(Board& board) noexcept : Line{board} {}

#if STACKMATE_OPENING_NAMES
    /// The position's name behind `title`, without the end of a line.
    [[gnu::noinline, gnu::cold]] void tell(std::string_view title, const Position& p) noexcept {
        tell(title, openings::Table(stackmate_openings_file).at(p), "");
    }
    /// A line with a game's name. `move_at`: as `PgnWriter::write` takes it.
    template <class MoveAt>
    [[gnu::noinline, gnu::cold]] void tell_of_game(std::string_view title, const Position& start,
                                                   MoveAt move_at) noexcept {
        tell(title, openings::Table(stackmate_openings_file).of_game(start, move_at), "\n");
    }
    /// Appends a game's name as tags of a PGN; returns the new end.
    template <class MoveAt>
    [[gnu::noinline, gnu::cold]] static char* write_tags(char* out, const Position& start, MoveAt move_at) noexcept {
        const auto opening = openings::Table(stackmate_openings_file).of_game(start, move_at);
        static_assert(openings::longest_names + std::string_view{"[ECO 'A00']-[Opening '']-[Variation '']--"}.size()
                      <= PgnWriter::max_piece);
        if (!opening) {
            return out;
        }
        out = PgnWriter::write_tag(out, "ECO", {opening.eco.data(), opening.eco.size()});
        out = PgnWriter::write_tag(out, "Opening", opening.family);
        return opening.variation.empty() ? out : PgnWriter::write_tag(out, "Variation", opening.variation);
    }

private:
    [[gnu::noinline, gnu::cold]] void tell(std::string_view title, const openings::Opening& opening,
                                           std::string_view end) noexcept {
        if (opening) {
            char text[openings::longest_text];
            say(title);
            say({text, static_cast<std::size_t>(openings::write(text, opening) - text)});
            say(end);
        }
    }
#else
    void tell(std::string_view, const Position&) noexcept {}
    template <class MoveAt>
    void tell_of_game(std::string_view, const Position&, MoveAt) noexcept {}
    template <class MoveAt>
    static char* write_tags(char* out, const Position&, MoveAt) noexcept {
        return out;
    }
#endif
};

}  // namespace stackmate::firmware
