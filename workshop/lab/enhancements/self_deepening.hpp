#pragma once

#include "core/search/hooks.hpp"
#include "core/search/ply_table.hpp"
#include "core/chess/types.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace stackmate {

/// Self-deepening: every node deepens itself from the depth that the table knows, as IidEveryPly does; but a move that
/// cuts is deepened alone, and where it stops cutting, the node goes on at the shallow level where the move was found,
/// with the moves that were not yet tried there. The move's deeper score stands meanwhile. Not at the root, which the
/// driver deepens. Some two hundred bytes a ply: killers and history turn the order of the moves round meanwhile, so those
/// that were tried are remembered one by one. Source: Muller, "self deepening: an improved implementation of IID", Winboard
/// Forum, 24 April 2006; his page "Micro-Max 4: Self Deepening", of which the first paragraphs were read: that the
/// parent deepens the move, in its own frame, is our reading of them.
/// Worth in Elo: see workshop/lab/pages/IID.md; in no version.
template <int max_ply, class Move = stackmate::Move>
class SelfDeepening {
public:
    static constexpr bool holds_moves = true;

    template <class S, class F>
    Depth first_depth(S& s, F& f) {
        if (s.ply() == 0) return f.target;
        states_.at(s) = {};
        const Depth known =
            f.hash_move ? static_cast<Depth>(s.table().template probe<Move>(s.position().key()).depth) : 0;
        const Depth first = known + 1;
        return first < f.target ? first : f.target;
    }

    template <class S, class F>
    void begin_iteration(S& s, F& f) const {
        if (!at_work(s, f)) return;
        const State& here = states_.at(s);
        if (here.proving) return;
        f.count = std::max(here.searched, here.fallen);
        for (unsigned i = 0; i < here.fallen; ++i) {
            const Fallen& fallen = here.fallen_moves[i];
            if (fallen.score <= f.best_score) continue;
            f.best_score = fallen.score;
            if (fallen.score <= f.alpha) continue;
            f.alpha = fallen.score;
            f.best = fallen.move;
        }
    }

    template <class S, class F>
    bool refuse(S& s, F& f, Move m) {
        if (!at_work(s, f)) return false;
        State& here = states_.at(s);
        return !here.proving && (here.has_fallen(m) || here.was_tried(m));
    }

    /// While a cut move is deepened there is no other.
    template <class S, class F>
    Verdict prune_move(S& s, F& f, Move) const {
        return at_work(s, f) && states_.at(s).proving ? Verdict::skip_rest : Verdict::search;
    }

    template <class S, class F>
    Depth next_depth(S& s, F& f) {
        if (!at_work(s, f)) return 0;
        State& here = states_.at(s);
        const bool cuts = f.best_score >= f.beta;
        if (here.proving && !cuts) {  // back to where it was found
            here.proving = false;
            here.fallen_moves[here.fallen++] = {here.move, f.best_score, f.depth};
            f.hash_move = here.first;
            return here.level;
        }
        if (f.depth >= f.target) return 0;
        if (cuts && !here.proving && here.fallen < most_fallen && here.tried < most_tried) {
            here.proving = true;
            here.move = f.best;
            here.first = f.hash_move;
            here.level = f.depth;
            here.searched = f.count;
        } else if (!here.proving) {
            here.rise_above(f.depth);
        }
        if (f.best) s.try_first(f, f.best);
        return f.depth + 1;
    }

private:
    /// With more of them a node deepens all its moves together. So it comes to an end: on a level no move falls twice.
    static constexpr unsigned most_fallen = 8, most_tried = 64;

    /// A move that has cut at less depth.
    struct Fallen {
        Move move{};
        std::int16_t score = 0;  ///< that it has fallen to, at
        std::int8_t depth = 0;   ///< this depth, which is greater than that of the iterations that go on without it
    };
    struct State {
        std::array<Fallen, most_fallen> fallen_moves{};
        std::array<Move, most_tried> tried_moves{};  ///< of the level, offered to the search
        Move move{};                                 ///< that is deepened alone
        Move first{};                                ///< the one that was tried first where it was found
        std::int8_t level = 0;                       ///< depth where it was found
        bool proving = false;                        ///< it is deepened
        std::uint8_t searched = 0;                   ///< moves of the level
        std::uint8_t fallen = 0;
        std::uint8_t tried = 0;

        bool has_fallen(Move m) const {
            for (unsigned i = 0; i < fallen; ++i)
                if (fallen_moves[i].move == m) return true;
            return false;
        }
        /// It is from now on.
        bool was_tried(Move m) {
            for (unsigned i = 0; i < tried; ++i)
                if (tried_moves[i] == m) return true;
            if (tried < most_tried) tried_moves[tried++] = m;
            return false;
        }
        /// The next iteration is deeper: what is not known beyond `depth` is to be searched there.
        void rise_above(int depth) {
            tried = searched = 0;
            unsigned left = 0;
            for (unsigned i = 0; i < fallen; ++i)
                if (fallen_moves[i].depth > depth) fallen_moves[left++] = fallen_moves[i];
            fallen = static_cast<std::uint8_t>(left);
        }
    };

    template <class S, class F>
    static bool at_work(const S& s, const F& f) {
        return s.ply() != 0 && !f.quiescing();
    }

    PlyTable<State, max_ply> states_;
};

}  // namespace stackmate
