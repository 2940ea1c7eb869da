// Engine versions: which picker, evaluation and enhancements they have, and for how many plies. To try an enhancement, write a
// version with it and let it play against one without (docs/CONTRIBUTING.md). What each enhancement is worth, the experiments tell:
// each is taken out and played without.
#pragma once

#include "core/eval/eval.hpp"
#include "core/eval/net/full.hpp"
#include "core/eval/net/tiny.hpp"
#include "core/eval/net/wide.hpp"
#include "core/search/enhancements/aspiration.hpp"
#include "core/search/enhancements/check_extension.hpp"
#include "core/search/enhancements/correction.hpp"
#include "core/search/enhancements/draws.hpp"
#include "core/search/enhancements/endings.hpp"
#include "core/search/enhancements/futility.hpp"
#include "core/search/enhancements/history.hpp"
#include "core/search/enhancements/iid_and_iir.hpp"
#include "core/search/enhancements/interrupt.hpp"
#include "core/search/enhancements/killers.hpp"
#include "core/search/enhancements/late_moves.hpp"
#include "core/search/enhancements/losing_captures.hpp"
#include "core/search/enhancements/exchange_pruning.hpp"
#include "core/search/enhancements/mate_distance.hpp"
#include "core/search/enhancements/null_move.hpp"
#include "core/search/enhancements/quiescence_pruning.hpp"
#include "core/search/enhancements/razoring.hpp"
#include "core/search/enhancements/reductions.hpp"
#include "core/search/enhancements/reverse_futility.hpp"
#include "core/search/enhancements/scout.hpp"
#include "core/search/enhancements/table_lookup.hpp"
#include "core/search/parameters.hpp"
#include "core/search/pickers.hpp"
#include "core/search/search.hpp"

namespace stackmate::versions {

/// For 8 KB of RAM: moves are searched in the order of generation; one killer a ply; IID in place of more ordering. With
/// 100,000 nodes a move and a table of 1 MB no line of 600 positions had more than 29 plies.
template <auto p>
struct SmallWith {
    using Evaluation = TinyNet;
    using Picker = CursorPicker;
    using Enhancements = stackmate::Enhancements<
        Interrupt, Draws, MateDistance, Transpositions<false>, ReverseFutility<p.reverse_futility, 8>,
        NullMove<p.null_less, p.null_per_depth, p.null_per_excess>, Razoring<p.razoring_base, p.razoring, 1>,
        Iid<IidMinus<2>, IidWhere::pv_nodes, 4>, Killers<32, 1>, Futility<p.futility_base, p.futility, 6>,
        LateMovePruning<p.late_moves, 6>, DeltaPruning<p.delta>, LosingCaptures, ExchangePruning<p.exchange, 6>,
        Endings<false>, CheckExtension, Scout, LogReductions<void, p.reductions>, Aspiration<20>>;
    static constexpr int max_ply = 32;
    static constexpr std::size_t line_plies = 8;
};
using Small = SmallWith<parameters::small>;

/// For 96 KB of RAM and more. With 200,000 nodes a move and a table of 1 MB no line of 600 positions had more than 37 plies.
template <auto p, int plies = 40, class Net = FullNet>
struct LargeWith {
    using Evaluation = Net;
    using Picker = ArenaPicker<1024>;
    using Enhancements = stackmate::Enhancements<
        Interrupt, Draws, MateDistance, Transpositions<true>, ReverseFutility<p.reverse_futility, 8>,
        NullMove<p.null_less, p.null_per_depth, p.null_per_excess>, Razoring<p.razoring_base, p.razoring, 1>,
        Iir<IidWhere::null_windows_too, 4>, Killers<plies, 2>, History, Futility<p.futility_base, p.futility, 6>,
        LateMovePruning<p.late_moves, 6>, DeltaPruning<p.delta>, QuietEvasions, LosingCaptures,
        ExchangePruning<p.exchange, 6>, PawnCorrection<512>, Endings<true>, TableValue, CheckExtension, Scout,
        LogReductions<History, p.reductions>, Aspiration<20>>;
    static constexpr int max_ply = plies;
    static constexpr std::size_t line_plies = 24;
};
using Large = LargeWith<parameters::large>;
using LargeAndWide = LargeWith<parameters::large, 40, WideNet>;

/// Where memory is plenty: deeper, and with room for the whole of every line. Programs that run matches check that a mate's
/// line ends in mate.
struct LargeWithLongLines : LargeWith<parameters::large, 104> {
    static constexpr std::size_t line_plies = max_ply;
};

}  // namespace stackmate::versions
