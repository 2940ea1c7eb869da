// The second best move's exact score, by a second line at the root: only at depths at which the first has settled.
#pragma once

#include "core/engine/line_turns.hpp"
#include "workshop/lab/duel/engine_player.hpp"
#include "workshop/lab/duel/lists.hpp"

namespace stackmate {

namespace duel {

/// At the root: how often on end the second line was at least 200 below the first.
struct SecondScore {
    static inline thread_local unsigned settled = 3;  ///< iterations without a change, before a second is searched
    static inline thread_local unsigned clear_lead = 0;

    /// Is the second line to be searched at this depth?
    static bool first_done() {
        unchanged_ = last_best_ == best_ ? unchanged_ + 1 : 0;
        best_ = last_best_;
        first_ = last_;
        if (unchanged_ < settled) clear_lead = 0;
        return unchanged_ >= settled;
    }
    static void second_done() { clear_lead = last_ <= first_ - 200 ? clear_lead + 1 : 0; }

    template <class S, class F>
    static void store(S& s, F& f) {
        if (s.ply() != 0) return;
        last_ = f.best_score;
        last_best_ = f.best;
    }
    static void new_search() {
        clear_lead = unchanged_ = 0;
        best_ = {};
    }

private:
    static inline thread_local unsigned unchanged_ = 0;
    static inline thread_local Score last_ = 0;   ///< of the line that was searched last
    static inline thread_local Score first_ = 0;  ///< of the first line at this depth
    static inline thread_local Move last_best_, best_;
};

}  // namespace duel

/// Two lines: no other engine of these programs has so many.
template <>
class LineTurns<2> : public LineTurns<3> {
    using Base = LineTurns<3>;

public:
    bool next() {
        if (number() != 0) duel::SecondScore::second_done();
        return (number() != 0 || duel::SecondScore::first_done()) && Base::next();
    }
};

namespace duel {

template <class V>
struct TwoLines : MatchConfig<V> {
    static constexpr unsigned max_lines = 2;
};
template <class V>
struct WithSecondScore : V {
    using Enhancements = Plus<typename V::Enhancements, SecondScore>;
};

template <class V, unsigned settled>
class SecondLinePlayer : public EnginePlayer<WithSecondScore<V>, Engine<TwoLines<WithSecondScore<V>>>> {
public:
    explicit SecondLinePlayer(std::size_t table_bytes)
        : EnginePlayer<WithSecondScore<V>, Engine<TwoLines<WithSecondScore<V>>>>(table_bytes) {
        this->engine_.set_lines(2);
    }

private:
    void begun() override { SecondScore::settled = settled; }
};

}  // namespace duel

}  // namespace stackmate
