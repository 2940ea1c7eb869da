// Versions that differ in when they answer. Each is exchanged for one rule of core/engine/time_keeper.hpp, or for what becomes of
// an iteration that does not come to an end.

#include "core/search/versions.hpp"
#include "core/engine/time_keeper.hpp"

#include "workshop/lab/duel/engine_player.hpp"
#include "workshop/lab/duel/lists.hpp"
#include "workshop/lab/duel/returned.hpp"
#include "workshop/lab/duel/second_line.hpp"

namespace stackmate {

/// A policy may bring a keeper of its own.
template <class Policy>
    requires requires { typename Policy::Keeper; }
class TimeKeeper<Policy> : public Policy::Keeper {};

}  // namespace stackmate

namespace stackmate::duel {

namespace {

using Usual = TimeKeeper<TimePolicy>;

/// Nothing bends the soft limit.
struct Flat : TimePolicy {
    static constexpr std::uint32_t new_move = 120, settled_move = 120, falling_score = 0, least_effort = 100,
                                   most_effort = 100;
};
/// A score that is lower than at the depth before may only be the other side's turn to move last.
struct Swing : TimePolicy {
    static constexpr unsigned fall_since = 2;
};
/// Easy: nothing is near the best move, which takes nearly all of an iteration then.
struct EasyByEffort : TimePolicy {
    static constexpr std::uint32_t effort = 140, least_effort = 40;
};
/// The limit is looked at between two iterations alone.
struct Between : TimePolicy {
    static constexpr std::uint32_t this_iteration = 100'000;
};
/// A score that falls is resolved, if there is time at all.
struct Resolve : TimePolicy {
    static constexpr std::uint32_t falling_score = 200, max_total = 800;
};
/// The usual keeper, and beside it one with another policy, which hears the same.
template <class Policy>
class TwoKeepers : public Usual {
public:
    void begin(const Limits& limits, Color side, std::uint32_t now_ms) {
        Usual::begin(limits, side, now_ms);
        other_.begin(limits, side, now_ms);
        time_ms_ = limits.time_ms[index(side)];
        increment_ms_ = limits.increment_ms[index(side)];
    }
    void first_slice_begins(std::uint32_t now_ms) {
        Usual::first_slice_begins(now_ms);
        other_.first_slice_begins(now_ms);
    }
    void slice_begins(std::uint32_t now_ms) {
        Usual::slice_begins(now_ms);
        other_.slice_begins(now_ms);
    }
    void new_best_move() {
        Usual::new_best_move();
        other_.new_best_move();
    }
    void failed_low() {
        Usual::failed_low();
        other_.failed_low();
    }
    void iteration_done(Score score, unsigned share) {
        Usual::iteration_done(score, share);
        other_.iteration_done(score, share);
    }

protected:
    TimeKeeper<Policy> other_;
    std::uint32_t time_ms_ = 0;  ///< on the clock
    std::uint32_t increment_ms_ = 0;
};
/// A fall is one against the last iteration and the one before it. A keeper that has seen none gives less time, so the first
/// to call the answer due is right.
struct SwingBoth : TimePolicy {
    struct Keeper : TwoKeepers<Swing> {
        [[nodiscard]] bool is_over(bool clear, std::uint32_t now_ms) const {
            return Usual::is_over(clear, now_ms) || other_.is_over(clear, now_ms);
        }
        [[nodiscard]] bool is_enough(bool clear, std::uint32_t now_ms) const {
            return Usual::is_enough(clear, now_ms) || other_.is_enough(clear, now_ms);
        }
    };
};
/// In time trouble, with less on the clock than twenty increments, a falling score is resolved.
struct ResolveInTrouble : TimePolicy {
    struct Keeper : TwoKeepers<Resolve> {
        [[nodiscard]] bool is_over(bool clear, std::uint32_t now_ms) const {
            return in_trouble() ? other_.is_over(clear, now_ms) : Usual::is_over(clear, now_ms);
        }
        [[nodiscard]] bool is_enough(bool clear, std::uint32_t now_ms) const {
            return in_trouble() ? other_.is_enough(clear, now_ms) : Usual::is_enough(clear, now_ms);
        }

    private:
        [[nodiscard]] bool in_trouble() const { return time_ms_ < 20 * increment_ms_; }
    };
};

/// Counts iterations.
class DepthKeeper : public Usual {
public:
    void begin(const Limits& limits, Color side, std::uint32_t now_ms) {
        Usual::begin(limits, side, now_ms);
        depth_ = same_ = changed_at_ = 0;
        changed_ = false;
    }
    void new_best_move() {
        Usual::new_best_move();
        changed_ = true;
    }
    void iteration_done(Score score, unsigned share) {
        Usual::iteration_done(score, share);
        ++depth_;
        if (changed_) changed_at_ = depth_;
        same_ = changed_ ? 0 : same_ + 1;
        changed_ = false;
    }

protected:
    unsigned depth_ = 0;       ///< of the last iteration
    unsigned same_ = 0;        ///< iterations on end with the same move
    unsigned changed_at_ = 0;  ///< depth of the last iteration that brought another move
    bool changed_ = false;     ///< the running iteration has another move
};
/// After five iterations with the same move it is enough, from depth 10 on.
struct FiveSameDeep : TimePolicy {
    struct Keeper : DepthKeeper {
        [[nodiscard]] bool is_enough(bool clear, std::uint32_t now_ms) const {
            return Usual::is_enough(clear || (depth_ >= 10 && same_ >= 5), now_ms);
        }
    };
};
/// The depth at which the move changed is searched two plies deeper, unless the hard limit comes before.
struct TwoDeeper : TimePolicy {
    struct Keeper : DepthKeeper {
        [[nodiscard]] bool is_over(bool clear, std::uint32_t now_ms) const {
            return is_deep() ? Usual::is_over(clear, now_ms) : since_go(now_ms) >= hard_limit_ms();
        }
        [[nodiscard]] bool is_enough(bool clear, std::uint32_t now_ms) const {
            return (clear || is_deep()) && Usual::is_enough(clear, now_ms);
        }

    private:
        [[nodiscard]] bool is_deep() const { return !changed_ && depth_ >= changed_at_ + 2; }
    };
};

/// At the root: iterations on end in which no other move can be within 200 of the best one. What the others came back with
/// is an upper bound of their worth.
struct SecondBound {
    static inline thread_local unsigned clear_lead = 0;

    template <class S, class F>
    static void iteration(S& s, F& f, std::span<const Reply> replies) {
        if (s.ply() != 0 || !f.best || f.best_score >= f.beta) return;
        const bool leads = std::ranges::all_of(
            replies, [&](const Reply& r) { return r.move == f.best || r.score <= f.best_score - 200; });
        clear_lead = leads ? clear_lead + 1 : 0;
    }
    static void new_search() { clear_lead = 0; }
};
/// Easy: the best move was 200 better than the second, five times.
struct EasyBySecond : TimePolicy {
    struct Keeper : Usual {
        [[nodiscard]] bool is_enough(bool clear, std::uint32_t now_ms) const {
            return Usual::is_enough(clear || SecondBound::clear_lead >= 5, now_ms);
        }
    };
};
/// The same by the second's exact score.
struct EasyBySecondScore : TimePolicy {
    struct Keeper : Usual {
        [[nodiscard]] bool is_enough(bool clear, std::uint32_t now_ms) const {
            return Usual::is_enough(clear || SecondScore::clear_lead >= 5, now_ms);
        }
    };
};

/// An iteration that does not come to an end is not listened to.
struct WholeIterations {
    static constexpr bool whole_iterations_only = true;
};

template <class V, class Policy>
struct Timed : V {
    using TimePolicy = Policy;
};
template <class V, class Policy = TimePolicy>
struct Whole : Timed<V, Policy> {
    using Enhancements = Plus<typename V::Enhancements, WholeIterations>;
};

/// The best move of an iteration that did not end is listened to only if its score is above that of the one before.
template <class V>
class PartsAbove : public EnginePlayer<V> {
public:
    using EnginePlayer<V>::EnginePlayer;
    [[nodiscard]] Move best_move() const override {
        const SearchReport now = this->engine_.report(0);
        return whole_ && now.bound == Bound::lower && now.score <= score_ ? whole_ : this->engine_.best_move();
    }

private:
    void begun() override { whole_ = {}; }
    void between_slices() override {
        const SearchReport now = this->engine_.report(0);
        if (now.bound != Bound::exact) return;
        whole_ = this->engine_.best_move();
        score_ = now.score;
    }

    Move whole_;  ///< of the last iteration that ended; none before the first
    Score score_ = 0;
};

using stackmate::versions::Large;
using stackmate::versions::Small;
using LargeNoted = NotedBy<SecondBound, Large>;

template <class Policy>
constexpr auto large = make_player<Timed<Large, Policy>>;
template <class Policy>
constexpr auto small = make_player<Timed<Small, Policy>>;

template <unsigned settled>
std::unique_ptr<Player> make_second_line(std::size_t table_bytes) {
    return std::make_unique<SecondLinePlayer<Timed<Large, EasyBySecondScore>, settled>>(table_bytes);
}
std::unique_ptr<Player> make_parts_above(std::size_t table_bytes) {
    return std::make_unique<PartsAbove<Large>>(table_bytes);
}

const Known all({
    {"large-clock-flat", "the same time for all moves", large<Flat>, full_table},
    {"large-clock-easy", "less time where the best move takes nearly all of it", large<EasyByEffort>, full_table},
    {"large-clock-between", "time is looked at between iterations", large<Between>, full_table},
    {"large-clock-whole", "unfinished iterations are discarded", make_player<Whole<Large>>, full_table},
    {"large-clock-resolve", "a falling score is resolved", large<Resolve>, full_table},
    {"large-clock-five-same-10", "enough after five iterations with the same move, from depth 10 on",
     large<FiveSameDeep>, full_table},
    {"large-clock-second", "enough where no other move was within 200, five times",
     make_player<Timed<LargeNoted, EasyBySecond>>, full_table},
    {"large-second-line-0", "the same by a second line at each depth", make_second_line<0>, full_table},
    {"large-second-line-1", "the same by a second line, where the move is that of the depth before",
     make_second_line<1>, full_table},
    {"large-second-line-3", "the same by a second line, where the move is that of three depths before",
     make_second_line<3>, full_table},
    {"large-clock-two-deeper", "two plies more after a change", large<TwoDeeper>, full_table},
    {"large-clock-parts-above", "a part of an iteration counts if it is better than the last", make_parts_above,
     full_table},
    {"large-clock-swing-both", "a fall is one against both iterations before", large<SwingBoth>, full_table},
    {"large-clock-resolve-trouble", "a falling score is resolved in time trouble", large<ResolveInTrouble>, full_table},
    {"small-clock-flat", "the same time for all moves", small<Flat>, tiny_table},
    {"small-clock-between", "time is looked at between iterations", small<Between>, tiny_table},
    {"small-clock-whole", "unfinished iterations are discarded", make_player<Whole<Small>>, tiny_table},
    {"small-clock-resolve", "a falling score is resolved", small<Resolve>, tiny_table},
});

}  // namespace

}  // namespace stackmate::duel
