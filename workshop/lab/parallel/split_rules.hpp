// Which node of its branch the leader splits: rules beside core/splitting's, the nearest to the root.
#pragma once

#include "core/splitting/splitting.hpp"
#include "workshop/lab/enhancements/iid_forms.hpp"

namespace stackmate {

/// The node nearest to the leaf: what is handed over is small.
struct Deepest {
    template <class S>
    static int choose(const S& s, int from) {
        int ply = s.ply();
        while (--ply >= from)
            if (s.can_split(ply)) return ply;
        return s.ply();
    }
};

/// The node with the most pseudo-legal moves that have not been searched, and among equals the nearest to the root. Its
/// picker may leave some of them out.
struct MostMovesLeft {
    template <class S>
    static int choose(const S& s, int from) {
        int best = s.ply(), most = 0;
        auto p = s.position();
        for (int ply = s.ply(); ply-- > from;) {
            const auto& f = s.frame(ply);
            S::take_back(p, f);
            if (!s.can_split(ply)) continue;
            int left = -f.count;
            for (Cursor moves(f.check()); moves.next(p);) ++left;
            if (left < most) continue;
            best = ply;
            most = left;
        }
        return best;
    }
};

/// The nearest to the root at which no cutoff is expected, because a cutoff there would make the helper's work useless. If there
/// is none, the nearest to the root. Source: Hyatt (core/splitting/splitting.hpp).
struct NoCutoffExpected {
    template <class S>
    static int choose(const S& s, int from) {
        for (int ply = from; ply < s.ply(); ++ply)
            if (s.can_split(ply) && !expects_cutoff(s.frame(ply), ply)) return ply;
        return NearestToRoot::choose(s, from);
    }
};

/// SplittingForm with another rule.
template <class Config, class Rule>
struct RuledForm {
    using Leader = Engine<Splitting<Config, Rule>>;
    using Helper = SplitHelper<Splitting<Config, Rule>>;
};

}  // namespace stackmate
