// Enhancements whose answers are told to another one, which counts them.
#pragma once

#include "core/chess/types.hpp"
#include "core/search/hooks.hpp"

#include <cstdint>

namespace stackmate::duel {

/// Which hook was answered; those about one move are told apart by the type of the answer.
enum class Hook : std::uint8_t {
    of_a_move,
    lookup,
    prune_node,
    null_depth,
    threatened,
    first_depth,
    next_depth,
    leave_quiets,
    extend,
    reduce,
};

/// `E`, of whose answers `Counts` is told: `answered<E>(hook, answer)` for each that says something.
template <class E, class Counts>
struct Told : E {
    using Around = E;
#define STACKMATE_TOLD(name, hook, nothing)                                          \
    template <class S, class F, class... More>                                       \
        requires requires(E& e, S& s, F& f, More... more) { e.name(s, f, more...); } \
    auto name(S& s, F& f, More... more) {                                            \
        const auto silent = nothing;                                                 \
        const auto answer = E::name(s, f, more...);                                  \
        auto& counts = s.enhancements().template get<Counts>();                      \
        if (answer != silent) counts.template answered<E>(Hook::hook, answer);       \
        return answer;                                                               \
    }
    STACKMATE_TOLD(lookup, lookup, score_none)
    STACKMATE_TOLD(prune_node, prune_node, score_none)
    STACKMATE_TOLD(null_depth, null_depth, depth_none)
    STACKMATE_TOLD(threatened, threatened, Depth{0})
    STACKMATE_TOLD(first_depth, first_depth, Depth{f.target})
    STACKMATE_TOLD(next_depth, next_depth, depth_none)
    STACKMATE_TOLD(leave_quiets, leave_quiets, false)
    STACKMATE_TOLD(extend, extend, Depth{0})
    STACKMATE_TOLD(reduce, reduce, Depth{0})
    STACKMATE_TOLD(propose, of_a_move, typename F::Move{})
    STACKMATE_TOLD(prune_move, of_a_move, Verdict::search)
#undef STACKMATE_TOLD
};

namespace detail {
template <class Counts, class List>
struct AllTold;
template <class Counts, class... Es>
struct AllTold<Counts, Enhancements<Es...>> {
    using type = Enhancements<Counts, Told<Es, Counts>...>;
};
}  // namespace detail

/// `List`, counted by `Counts`, which stands first.
template <class Counts, class List>
using ToldTo = typename detail::AllTold<Counts, List>::type;

}  // namespace stackmate::duel
