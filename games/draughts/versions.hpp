// Engine versions that play draughts, in core/search/versions.hpp's terms.
#pragma once

#include "core/search/enhancements/aspiration.hpp"
#include "core/search/enhancements/check_extension.hpp"
#include "core/search/enhancements/draws.hpp"
#include "core/search/enhancements/history.hpp"
#include "core/search/enhancements/iid_and_iir.hpp"
#include "core/search/enhancements/interrupt.hpp"
#include "core/search/enhancements/killers.hpp"
#include "core/search/enhancements/mate_distance.hpp"
#include "core/search/enhancements/reductions.hpp"
#include "core/search/enhancements/reverse_futility.hpp"
#include "core/search/enhancements/scout.hpp"
#include "core/search/enhancements/table_lookup.hpp"
#include "core/search/search.hpp"
#include "games/draughts/evaluation.hpp"
#include "games/draughts/game.hpp"
#include "games/draughts/no_moves.hpp"
#include "games/draughts/pickers.hpp"

#include <cstddef>

namespace stackmate::draughts {

/// Alpha-beta, quiescence (captures to their end) and iterative deepening only.
template <Rules R>
struct Plain {
    using Game = Draughts<R>;
    using Evaluation = Material<R>;
    using Picker = CursorPicker<R>;
    using Enhancements = stackmate::Enhancements<Interrupt, NoMoves, Draws>;
    static constexpr int max_ply = 80;
    static constexpr std::size_t line_plies = 8;
};

inline constexpr ReductionParameters reductions{
    .base = 4, .factor = 6, .open_window = 16, .check = 16, .worsening = 0, .history = 24};

/// The enhancements for chess, except those that assume that a quiet move is harmless: in draughts it may give three
/// men away to capture five. Quiescence searches such a combination to its end, because a side that must capture counts
/// as in check. No null move: a side that must move is often lost.
template <Rules R>
struct Player {
    using Game = Draughts<R>;
    using Evaluation = Material<R>;
    using Picker = ArenaPicker<R, 2048>;
    using History = HistoryOf<OriginAndWay>;
    using Enhancements =
        stackmate::Enhancements<Interrupt, NoMoves, Draws, MateDistance, Transpositions<false>, ReverseFutility<40, 6>,
                                Iid<IidMinus<2>, IidWhere::pv_nodes, 4>, Killers<80, 2, Move>, History, CheckExtension,
                                Scout, LogReductions<History, reductions>, Aspiration<30>>;
    static constexpr int max_ply = 80;
    static constexpr std::size_t line_plies = 16;
};

/// For 8 KB of RAM: moves as they are generated, one killer for each ply, no history.
template <Rules R>
struct Small {
    using Game = Draughts<R>;
    using Evaluation = Material<R>;
    using Picker = CursorPicker<R>;
    using Enhancements =
        stackmate::Enhancements<Interrupt, NoMoves, Draws, MateDistance, Transpositions<false>,
                                Iid<IidMinus<2>, IidWhere::pv_nodes, 4>, Killers<40, 1, Move>, CheckExtension, Scout,
                                LogReductions<void, reductions>, Aspiration<30>>;
    static constexpr int max_ply = 40;
    static constexpr std::size_t line_plies = 8;
};
static_assert(sizeof(Search<Small<International>>) <= 2968, "what the smallest chip has room for");

}  // namespace stackmate::draughts
