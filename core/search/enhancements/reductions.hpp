#pragma once

#include "core/search/hooks.hpp"
#include "core/chess/types.hpp"

#include <array>
#include <cstdint>

namespace stackmate {

/// Is the side to move better off than two plies ago?
template <class S, class F>
bool improving(S& s, F& f) {
    return s.ply() >= 2 && !f.in_check() && f.static_eval > ancestor(f, 2).static_eval;
}

namespace detail {
/// 32 * ln(n), by a series, at compile time.
constexpr std::array<std::uint8_t, 64> make_logarithms() {
    std::array<std::uint8_t, 64> table{};
    for (std::size_t n = 1; n < table.size(); ++n) {
        double x = static_cast<double>(n), log = 0;
        for (; x > 1.5; x /= 2) log += 0.6931471805599453;
        const double y = (x - 1) / (x + 1);
        log += 2 * (y + y * y * y / 3 + y * y * y * y * y / 5);
        table[n] = static_cast<std::uint8_t>(32 * log + 0.5);
    }
    return table;
}
inline constexpr std::array<std::uint8_t, 64> logarithms = make_logarithms();
}  // namespace detail

/// In sixteenths of a ply.
struct ReductionParameters {
    int base;
    int factor;       ///< of ln(depth) * ln(move number)
    int open_window;  ///< subtracted in PV nodes
    int check;        ///< subtracted for a move that gives check
    int worsening;    ///< added if the side to move is no better off than two plies ago
    int history;      ///< subtracted for a move with the best possible history, added for one with the worst
};

/// Late-move reductions: by the product of the logarithms of depth and move number, less for moves with a good history.
/// Source: the product of logarithms: Stockfish (Kiiski, January 2010).
template <class History, auto parameters>
struct LogReductions {
    template <class S, class F>
    static Depth reduce(S& s, F& f) {
        const ReductionParameters& by = parameters;
        if (f.depth < 3 || f.count < (f.pv ? 4 : 3) || f.in_check()) return 0;
        if (f.undo.captured != 0) return 0;
        const int logs = detail::logarithms[static_cast<std::size_t>(f.depth < 63 ? f.depth : 63)]
                         * detail::logarithms[f.count < 63 ? f.count : 63];
        int sixteenths = by.base + logs * by.factor / 1024;
        if (f.pv) sixteenths -= by.open_window;
        if (child(f).in_check()) sixteenths -= by.check;
        if (!improving(s, f)) sixteenths += by.worsening;
        if constexpr (!std::is_void_v<History>)
            sixteenths -= s.enhancements().template get<History>().rank_made(s, f) * by.history / History::max_rank;
        if (sixteenths < 16) return 0;
        const Depth reduction = sixteenths / 16;
        return reduction < f.depth - 1 ? reduction : f.depth - 2;
    }
};

}  // namespace stackmate
