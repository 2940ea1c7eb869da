// A small neural net as an evaluation. It keeps two sums of weight rows, one for each side's view of the pieces, and updates
// them with each move. Both sums go through one clipped layer, which gives the score. The idea of updating the sums with the
// moves is Yu Nasu's, "Efficiently updatable neural-network-based evaluation functions for computer shogi", 2018.
#pragma once

#include "core/eval/eval_changes.hpp"
#include "core/eval/net/kernel_weights.hpp"
#include "core/chess/position.hpp"
#include "core/search/frame.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>

namespace stackmate {

/// `N`: a generated struct, see core/eval/weights. `K`: the kernel, which does the arithmetic. The object `weights` is defined
/// in the source file that includes the numbers.
template <class N, class K = net::Kernel<N::hidden>>
class NetEvaluation {
    using Accumulator = typename K::Accumulator;

public:
    struct PerPly {
        Accumulator view[2];  ///< White's, Black's
    };

    static const net::Weights<N, K> weights;

    static void begin(const Position& p, PerPly& ply) {
        refresh(p, Color::white, ply);
        refresh(p, Color::black, ply);
    }

    template <class F>
    static void follow(const Position& p, F& f) {
        const F& above = parent(f);
        if (f.passed) {
            f.view[0] = above.view[0];
            f.view[1] = above.view[1];
            return;
        }
        const Move m = above.move;
        const Piece moved = p.at(m.to());
        if (unusual(moved, m, above.undo)) [[unlikely]] {
            follow_unusual(p, m, above.undo, above, f);
            return;
        }
        const unsigned put = feature(moved, m.to());
        const unsigned taken = feature(moved, m.from());
        const View white = View::of(Color::white, p.king(Color::white));
        const View black = View::of(Color::black, p.king(Color::black));
        if (const unsigned captured = above.undo.captured; captured == 0) {
            K::move(f.view[0], above.view[0], white.row(put), white.row(taken));
            K::move(f.view[1], above.view[1], black.row(put), black.row(taken));
        } else {
            const unsigned victim = feature(make_piece(p.side(), static_cast<PieceType>(captured >> 4)), m.to());
            K::capture(f.view[0], above.view[0], white.row(put), white.row(taken), white.row(victim));
            K::capture(f.view[1], above.view[1], black.row(put), black.row(taken), black.row(victim));
        }
    }

    [[gnu::noinline]] static Score value(const Position& p, const PerPly& ply) {
        const unsigned mover = index(p.side());
        const std::size_t bucket = (p.pieces() - 1) / N::pieces_per_bucket;
        const typename K::OutWeight* const out = weights.out[bucket].data();
        const std::int32_t sum = N::out_bias[bucket] + K::template dot<N::squared>(ply.view[mover], out)
                                 + K::template dot<N::squared>(ply.view[mover ^ 1u], out + N::hidden);
        return sum * N::mul >> N::shift;
    }

private:
    using Row = const typename K::Stored*;

    /// A piece on a square, in White's view with its king on the left half: see net::Weights.
    static constexpr unsigned feature(Piece piece, Square s) {
        return net::own_feature(type_of(piece), s) ^ (index(piece) & 8u);
    }

    /// How a side views the board: from its own end, and in a net with mirrored kings so that its king is on the left half.
    struct View {
        unsigned turned;  ///< what a feature is XORed with
        unsigned bucket;

        static View of(Color c, Square king) {
            View v{c == Color::white ? 0u : net::other_side, 0};
            if (N::mirrored) v.turned ^= 7u & (0u - (file_of(king) >> 2));  // files e to h, without a branch
            if constexpr (N::king_buckets > 1)
                v.bucket = N::king_bucket[index64(king) ^ (v.turned & 7u) ^ (c == Color::white ? 0u : 56u)];
            return v;
        }
        friend bool operator==(View, View) = default;

        [[nodiscard]] Row row(unsigned feature) const {
            return weights.rows.data() + (std::size_t{bucket} * net::features + (feature ^ turned)) * N::hidden;
        }
    };

    /// Does the move do more than move one piece and capture one on its target square?
    static bool unusual(Piece moved, Move m, const Undo& undo) {
        if (type_of(moved) == PieceType::king) {
            const Color c = color_of(moved);
            const unsigned step = index(m.to()) - index(m.from());
            return step == 2 || step == ~1u || m.castles()
                   || View::of(c, m.from()) != View::of(c, m.to());  // then the whole view changes
        }
        if (undo.captured == 0) return false;
        return m.promotes() || (m.to() == undo.en_passant && type_of(moved) == PieceType::pawn);
    }

    [[gnu::noinline]] static void follow_unusual(const Position& p, Move m, const Undo& undo, const PerPly& above,
                                                 PerPly& ply) {
        unsigned put[2]{}, taken[2]{};
        unsigned puts = 0, takes = 0;
        for_each_change(
            p, m, undo, [&](Piece piece, Square s) { put[puts++] = feature(piece, s); },
            [&](Piece piece, Square s) { taken[takes++] = feature(piece, s); });
        const Color mover = ~p.side();
        const bool turns = m.to() == p.king(mover) && View::of(mover, m.from()) != View::of(mover, m.to());
        for (const Color c : {Color::white, Color::black}) {
            if (turns && c == mover) {
                refresh(p, c, ply);
                continue;
            }
            const View view = View::of(c, p.king(c));
            const Accumulator& before = above.view[index(c)];
            Accumulator& after = ply.view[index(c)];
            if (takes == 1)
                K::move(after, before, view.row(put[0]), view.row(taken[0]));
            else
                K::capture(after, before, view.row(put[0]), view.row(taken[0]), view.row(taken[1]));
            if (puts == 2) K::put(after, view.row(put[1]));
        }
    }

    static void refresh(const Position& p, Color c, PerPly& ply) {
        const View view = View::of(c, p.king(c));
        Accumulator& acc = ply.view[index(c)];
        K::start(acc, N::bias);
        for (std::uint32_t left = p.slots(); left != 0; left &= left - 1) {
            const Square s = p.square_of(static_cast<unsigned>(std::countr_zero(left)));
            K::put(acc, view.row(feature(p.at(s), s)));
        }
    }
};

}  // namespace stackmate
