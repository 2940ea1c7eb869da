// Versions that differ in when they answer. Each is exchanged for one rule of core/engine/time_keeper.hpp, or for what becomes of
// an iteration that does not come to an end.

#include "core/search/versions.hpp"
#include "core/engine/time_keeper.hpp"

#include "lab/duel/engine_player.hpp"
#include "lab/duel/lists.hpp"

namespace stackmate::duel {

namespace {

struct NoEffort : TimePolicy {
    static constexpr std::uint32_t least_effort = 100, most_effort = 100;
};
struct NoNewMove : TimePolicy {
    static constexpr std::uint32_t new_move = 120, settled_move = 120;
};
struct NoFalling : TimePolicy {
    static constexpr std::uint32_t falling_score = 0;
};
/// Nothing bends the soft limit.
struct Flat : TimePolicy {
    static constexpr std::uint32_t new_move = 120, settled_move = 120, falling_score = 0, least_effort = 100,
                                   most_effort = 100;
};
/// A score that is lower than at the depth before may only be the other side's turn to move last.
struct Swing : TimePolicy {
    static constexpr unsigned fall_since = 2;
};
struct Drop50 : TimePolicy {
    static constexpr Score fall = 50;
};
/// Easy: five iterations have brought the same move.
struct FiveSame : TimePolicy {
    static constexpr unsigned settled = 5;
    static constexpr std::uint32_t settled_move = 60;
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
template <std::uint32_t n>
struct Planned : TimePolicy {
    static constexpr std::uint32_t planned = n;
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

using stackmate::versions::Large;
using stackmate::versions::Small;

template <class Policy>
constexpr auto large = make_player<Timed<Large, Policy>>;
template <class Policy>
constexpr auto small = make_player<Timed<Small, Policy>>;

const Known all({
    {"large-clock-no-effort", "the best move's share of an iteration does not matter", large<NoEffort>, full_table},
    {"large-clock-no-new-move", "a new best move gets no more time", large<NoNewMove>, full_table},
    {"large-clock-no-falling", "nor a falling score", large<NoFalling>, full_table},
    {"large-clock-flat", "the same time for all moves", large<Flat>, full_table},
    {"large-clock-swing", "a fall is one against two iterations ago", large<Swing>, full_table},
    {"large-clock-drop-50", "a fall is one of 50", large<Drop50>, full_table},
    {"large-clock-five-same", "half the time after five iterations with the same move", large<FiveSame>, full_table},
    {"large-clock-easy", "less time where the best move takes nearly all of it", large<EasyByEffort>, full_table},
    {"large-clock-between", "time is looked at between iterations", large<Between>, full_table},
    {"large-clock-whole", "unfinished iterations are discarded", make_player<Whole<Large>>, full_table},
    {"large-clock-resolve", "a falling score is resolved", large<Resolve>, full_table},
    {"large-clock-plan-20", "planned for 20 moves", large<Planned<20>>, full_table},
    {"large-clock-plan-24", "planned for 24 moves", large<Planned<24>>, full_table},
    {"large-clock-plan-40", "planned for 40 moves", large<Planned<40>>, full_table},
    {"small-clock-no-effort", "the best move's share of an iteration does not matter", small<NoEffort>, tiny_table},
    {"small-clock-flat", "the same time for all moves", small<Flat>, tiny_table},
    {"small-clock-between", "time is looked at between iterations", small<Between>, tiny_table},
    {"small-clock-whole", "unfinished iterations are discarded", make_player<Whole<Small>>, tiny_table},
    {"small-clock-resolve", "a falling score is resolved", small<Resolve>, tiny_table},
});

}  // namespace

}  // namespace stackmate::duel
