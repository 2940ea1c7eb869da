// What all steps of workshop/lab/DERIVATION.md share: the game, not the way from node to node. The search is a small one: negamax
// with alpha-beta, a scout for each later move, quiescence, draws, the best line.
#pragma once

#include "core/chess/movegen.hpp"
#include "core/chess/position.hpp"
#include "core/search/line.hpp"
#include "core/search/search.hpp"
#include "workshop/lab/evaluation/material_pst.hpp"

#include <atomic>
#include <cstdint>
#include <span>

#ifndef STACKMATE_RAISE_AT
#define STACKMATE_RAISE_AT 0
#endif

extern "C" [[gnu::noinline]] void raise_stop();

namespace stackmate::derivation {

/// What ending costs is measured with the flag raised at the first node of this ply. Then each form obeys it; 0: never.
inline constexpr int raise_at = STACKMATE_RAISE_AT;

class Game {
public:
    [[nodiscard]] std::uint32_t nodes() const { return nodes_; }
    [[nodiscard]] int seldepth() const { return seldepth_; }
    [[nodiscard]] std::span<const Move> line() const { return line_.moves(); }

protected:
    static constexpr int max_ply = 40;
    using Sum = std::int32_t;  ///< of material and squares, kept up move by move

    explicit Game(const SearchContext& context) : context_(context) {}

    [[nodiscard]] Position& position() const { return context_.position; }
    [[nodiscard]] bool stop_raised() const { return context_.stop.load(std::memory_order_relaxed); }

    [[nodiscard]] Sum root_sum() const {
        MaterialPst::PerPly root{};
        MaterialPst::begin(position(), root);
        return root.sum;
    }
    /// The same after a move that is made.
    [[nodiscard]] Sum after(Sum sum, Move m, const Undo& undo) const {
        struct Told : MaterialPst::PerPly {
            Move move;
            Undo undo;
            bool passed = false;
        } told[2] = {{{sum}, m, undo}, {}};
        MaterialPst::follow(position(), told[1]);
        return told[1].sum;
    }
    [[nodiscard]] Score value(Sum sum) const { return MaterialPst::value(position(), {sum}); }

    /// The next legal move, or none. `quiet`: captures and promotions only.
    Move next(Cursor& cursor, bool quiet) const {
        for (;;) {
            if constexpr (raise_at != 0)
                if (stop_raised()) return {};
            const Move m = quiet ? cursor.next_noisy(position()) : cursor.next(position());
            if (!m || position().legal(m, cursor.checker())) return m;
        }
    }
    /// Tells who checks then, or none.
    Square make(Move m, Undo& undo, int ply) {
        position().make(m, undo);
        ++nodes_;
        if (ply >= seldepth_) seldepth_ = ply + 1;
        if constexpr (raise_at != 0)
            if (ply + 1 == raise_at) raise_stop();
        return position().checker_after(m, undo);
    }

    /// By too little material, fifty moves or repetition. `key_at(n)` is the key n plies nearer to the root.
    template <class KeyAt>
    bool drawn(int at, Square checker, KeyAt key_at) const {
        const Position& p = position();
        if constexpr (raise_at != 0)
            if (stop_raised()) return true;
        if (at == 0) return false;
        if (p.insufficient_material()) return true;
        const unsigned reversible = p.halfmove();
        if (reversible < 4) return false;
        if (reversible >= 100 && (checker == Square::none || p.any_legal_move())) return true;
        const auto ply = static_cast<unsigned>(at);
        for (unsigned back = 4; back <= reversible && back <= ply; back += 2)
            if (key_at(back) == p.key()) return true;
        if (reversible <= ply) return false;
        unsigned back = ply + 1 + ((ply + 1) & 1u);
        if (back < 4) back = 4;
        return context_.history.count(p.key(), back - ply - 1, reversible - ply) >= 2;
    }

    BestLine<8> line_;
    std::uint32_t nodes_ = 0;

private:
    SearchContext context_;
    int seldepth_ = 0;
};

}  // namespace stackmate::derivation
