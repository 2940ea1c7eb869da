#pragma once

#include "core/search/enhancements/iid_and_iir.hpp"
#include "core/search/hooks.hpp"
#include "core/search/ply_table.hpp"
#include "core/chess/types.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace stackmate {

/// When a score has fallen: by more than `most_loss` since the last iteration, at `least_depth` plies or more, of a move
/// that was best in `times` iterations on end.
template <int most_loss_, Depth least_depth_, unsigned times_>
struct Fall {
    static constexpr int most_loss = most_loss_;
    static constexpr Depth least_depth = least_depth_;
    static constexpr unsigned times = times_;
};

/// What the last iterations of a node have found, where their score was exact.
struct IidNoted {
    std::uint16_t node = 0;  ///< of its key
    Move best{};
    std::int16_t score = 0;
    std::uint8_t times = 0;    ///< iterations on end with that best move; 0: nothing is known
    std::int8_t depth = 0;     ///< of the last
    std::int8_t reset_at = 0;  ///< depth of the last reset
};
/// Keeps it by ply. A node at the same ply, also one of quiescence, takes the place.
template <int max_ply>
class NotedByPly {
public:
    static constexpr bool also_quiescence = true;
    template <class S>
    IidNoted& at(S& s) {
        auto& here = noted_.at(s);
        const auto node = static_cast<std::uint16_t>(s.position().key());
        if (here.node != node) here = {.node = node};
        return here;
    }

private:
    PlyTable<IidNoted, max_ply> noted_;
};
/// Keeps it by key, ten bytes an entry.
template <std::size_t entries>
class NotedByKey {
public:
    static constexpr bool also_quiescence = false;
    template <class S>
    IidNoted& at(S& s) {
        const auto key = s.position().key();
        auto& here = noted_[(key >> 16) % entries];
        if (here.node != static_cast<std::uint16_t>(key)) here = {.node = static_cast<std::uint16_t>(key)};
        return here;
    }

private:
    std::array<IidNoted, entries> noted_;
};

/// The reset of IID, on top of another form: where the move that was best in a PV node for some iterations has fallen,
/// next to nothing is known of the others. So the new alpha is held, the fallen move left out, and what might beat it is
/// searched for at depth 1, 2 and so on up to where the fall was seen. There the move found is the first after the fallen
/// one. Iterations of the driver and internal ones both count. Once for each depth: a node that is searched again in a
/// wider window is not reset again. At the root the line stays the fallen move's until another beats it at full depth.
/// Twenty bytes a ply, ten with a memory by key. Source: Muller, "Re: movei hash report", CCC, 13 August 2007, an idea
/// that he had not tried.
/// Worth in Elo: see workshop/lab/pages/IID.md; in no version.
template <class Base, class When, int max_ply, class Memory = NotedByPly<max_ply>>
class IidReset {
public:
    static constexpr bool holds_moves = true;

    void new_search() {
        falls_ = {};
        memory_ = {};
    }

    template <class S, class F>
    Depth first_depth(S& s, F& f) {
        if (f.pv) {
            falls_.at(s) = {};
            if (Memory::also_quiescence || f.target > 0) (void)memory_.at(s);
        }
        return Base::first_depth(s, f);
    }

    template <class S, class F>
    void begin_iteration(S& s, F& f) const {
        if (!at_work(f)) return;
        const FallState& here = falls_.at(s);
        if (!here.fallen) return;
        f.count = 1;
        f.best_score = here.fallen_score;
        f.alpha = here.alpha;
        if (here.raised_alpha) f.best = here.fallen;
    }

    template <class S, class F>
    bool refuse(S& s, F& f, Move m) const {
        return at_work(f) && m == falls_.at(s).fallen;
    }

    /// Ends the iteration after its first move, when that has fallen.
    template <class S, class F>
    Verdict prune_move(S& s, F& f, Move) {
        if (!at_work(f)) return Verdict::search;
        FallState& here = falls_.at(s);
        if (IidNoted& noted = memory_.at(s); f.count == 1 && !here.fallen && has_fallen(noted, f)) {
            here.fallen = f.move;
            here.fallen_score = f.best_score;
            here.alpha = f.alpha;
            here.raised_alpha = static_cast<bool>(f.best);
            here.from = noted.reset_at = f.depth;
            here.fell = true;
        }
        return here.fell ? Verdict::skip_rest : Verdict::search;
    }

    template <class S, class F>
    Depth next_depth(S& s, F& f) {
        if (!at_work(f)) return next_of_base(s, f);
        FallState& here = falls_.at(s);
        if (here.fell) {
            here.fell = false;
            return 1;
        }
        if (here.fallen && f.depth < here.from) {
            if (f.best && f.best != here.fallen) s.try_first(f, f.best);
            return f.depth + 1;
        }
        here.fallen = {};
        if (f.best && f.best_score < f.beta) note(memory_.at(s), f);
        return next_of_base(s, f);
    }

private:
    struct FallState {
        std::int8_t from = 0;  ///< the depth to come back to
        bool fell = false;     ///< the first move has just fallen: no more in this iteration
        bool raised_alpha = false;
        Move fallen{};  ///< left out; none: there is no reset under way
        std::int16_t fallen_score = 0;
        std::int16_t alpha = 0;  ///< after the fallen move
    };

    template <class F>
    static bool at_work(const F& f) {
        return f.pv && !f.quiescing();
    }
    template <class F>
    static bool has_fallen(const IidNoted& here, const F& f) {
        return here.times >= When::times && here.times != 0 && f.move == here.best && f.depth > 1
               && f.depth >= When::least_depth && f.depth > here.reset_at
               && f.best_score < here.score - When::most_loss;
    }
    template <class F>
    static void note(IidNoted& here, const F& f) {
        if (f.best != here.best)
            here.times = 1;
        else if (f.depth != here.depth && here.times != 0xff)
            ++here.times;
        here.best = f.best;
        here.score = f.best_score;
        here.depth = f.depth;
    }
    template <class S, class F>
    static Depth next_of_base(S& s, F& f) {
        if constexpr (requires { Base::next_depth(s, f); })
            return Base::next_depth(s, f);
        else
            return 0;
    }

    PlyTable<FallState, max_ply> falls_;
    Memory memory_;
};

}  // namespace stackmate
