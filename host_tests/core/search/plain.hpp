// The least that searches: for tests of one enhancement, and of what holds whatever a version has.
#pragma once

#include "core/chess/piece_values.hpp"
#include "core/chess/position.hpp"
#include "core/search/enhancements/draws.hpp"
#include "core/search/enhancements/interrupt.hpp"
#include "core/search/pickers.hpp"
#include "core/search/search.hpp"

#include <cstddef>

namespace stackmate::test {

/// Material, counted when asked, and a centipawn for each rank that the pieces have come forward: so that moves differ.
struct Material {
    struct PerPly {};

    static void begin(const Position&, PerPly&) {}
    static void follow(const Position&, PerPly&) {}
    static Score value(const Position& p, const PerPly&) {
        Score sum[2] = {};
        for (const Square s : p.squares_of(p.slots())) {
            const Color color = color_of(p.at(s));
            sum[index(color)] += worth_of(p.type_at(s)) + static_cast<Score>(relative_rank(color, s));
        }
        return sum[index(p.side())] - sum[index(~p.side())];
    }
};

/// Alpha-beta, quiescence, and nothing else.
struct Plain {
    using Evaluation = Material;
    using Picker = CursorPicker;
    using Enhancements = stackmate::Enhancements<Interrupt, Draws>;
    static constexpr int max_ply = 40;
    static constexpr std::size_t line_plies = 8;
};

}  // namespace stackmate::test
