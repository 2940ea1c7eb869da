// A small neural net as an evaluation: two sums of weight rows, one for each side's view of the pieces, kept up move by
// move; the mover's and the opponent's go through one clipped layer to a score. The idea of the sums that follow the
// moves is Yu Nasu's, "Efficiently updatable neural-network-based evaluation functions for computer shogi", 2018.
#pragma once

#include "core/eval_changes.hpp"
#include "core/net/weights.hpp"
#include "core/position.hpp"
#include "core/search/frame.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>

namespace stackmate {

/// `N`: a generated struct, see core/nets; `K`: the arithmetic. The weights are one object, `weights`, which the file
/// that knows the numbers defines.
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
        if (!f.null_allowed) {  // the move was passed
            f.view[0] = above.view[0];
            f.view[1] = above.view[1];
            return;
        }
        // One piece is put and one taken by every move; castling and captures do more.
        Change put[2]{}, taken[2]{};
        unsigned puts = 0, takes = 0;
        for_each_change(
            p, above.move, above.undo,
            [&](Piece piece, Square s) {
                put[puts++] = {piece, s};
            },
            [&](Piece piece, Square s) {
                taken[takes++] = {piece, s};
            });
        const Color mover = ~p.side();
        const Move m = above.move;
        const bool turns = m.to() == p.king(mover)
                           && View::of(mover, m.from()) != View::of(mover, m.to());  // all looks different then
        for (const Color c : {Color::white, Color::black}) {
            if (turns && c == mover) [[unlikely]] {
                refresh(p, c, f);
                continue;
            }
            const View view = View::of(c, p.king(c));
            const Accumulator& before = above.view[index(c)];
            Accumulator& after = f.view[index(c)];
            if (takes == 1)
                K::move(after, before, view.row(c, put[0]), view.row(c, taken[0]));
            else
                K::capture(after, before, view.row(c, put[0]), view.row(c, taken[0]), view.row(c, taken[1]));
            if (puts == 2) [[unlikely]]
                K::put(after, view.row(c, put[1]));
        }
    }

    [[gnu::noinline]] static Score value(const Position& p, const PerPly& ply) {
        const unsigned mover = index(p.side());
        const auto pieces = static_cast<unsigned>(std::popcount(p.slots()));
        const std::size_t bucket = (pieces - 1) / N::pieces_per_bucket;
        const std::int16_t* const out = weights.out[bucket].data();
        const std::int32_t sum = N::out_bias[bucket] + K::template dot<N::squared>(ply.view[mover], out)
                                 + K::template dot<N::squared>(ply.view[mover ^ 1u], out + N::hidden);
        return sum * N::mul >> N::shift;
    }

private:
    using Row = const typename K::Stored*;
    struct Change {
        Piece piece;
        Square square;
    };

    /// How a side looks at the board: from its own end, in a net with mirrored kings with the king on its left half.
    struct View {
        unsigned turned;  ///< what a square's index is XORed with
        unsigned bucket;

        static View of(Color c, Square king) {
            View v{c == Color::white ? 0u : 56u, 0};
            if (N::mirrored && file_of(king) >= 4) v.turned ^= 7u;
            if constexpr (N::king_buckets > 1) v.bucket = N::king_bucket[index64(king) ^ v.turned];
            return v;
        }
        friend bool operator==(View, View) = default;

        [[nodiscard]] Row row(Color c, Change change) const {
            const unsigned kind = index(type_of(change.piece)) - 1 + (color_of(change.piece) == c ? 0u : 6u);
            const std::size_t feature = bucket * net::features + kind * 64 + (index64(change.square) ^ turned);
            return weights.rows.data() + feature * N::hidden;
        }
    };

    static void refresh(const Position& p, Color c, PerPly& ply) {
        const View view = View::of(c, p.king(c));
        Accumulator& acc = ply.view[index(c)];
        K::start(acc, N::bias);
        for (std::uint32_t left = p.slots(); left != 0; left &= left - 1) {
            const Square s = p.square_of(static_cast<unsigned>(std::countr_zero(left)));
            K::put(acc, view.row(c, {p.at(s), s}));
        }
    }
};

}  // namespace stackmate
