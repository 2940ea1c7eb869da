// A version whose every hook is a function of its own, so that a profiler sees what each costs. As inlining is what makes
// hooks cheap, the version is dearer than the one it was made of; which hook costs more than another it tells well enough.
#pragma once

#include "core/search/hooks.hpp"

#include <cstddef>
#include <utility>

namespace stackmate {

/// The n-th enhancement of a list.
template <class E, std::size_t n>
struct Apart : E {
    using Around = E;
#define STACKMATE_APART(hook)                                                        \
    template <class S, class F, class... More>                                       \
        requires requires(E& e, S& s, F& f, More... more) { e.hook(s, f, more...); } \
    [[gnu::noinline]] auto hook(S& s, F& f, More... more) {                          \
        return E::hook(s, f, more...);                                               \
    }
    STACKMATE_APART(interrupt)
    STACKMATE_APART(lookup)
    STACKMATE_APART(adjust)
    STACKMATE_APART(prune_node)
    STACKMATE_APART(null_depth)
    STACKMATE_APART(threatened)
    STACKMATE_APART(first_depth)
    STACKMATE_APART(next_depth)
    STACKMATE_APART(propose)
    STACKMATE_APART(victims)
    STACKMATE_APART(rank)
    STACKMATE_APART(refuse)
    STACKMATE_APART(put_off)
    STACKMATE_APART(leave_quiets)
    STACKMATE_APART(prune_move)
    STACKMATE_APART(extend)
    STACKMATE_APART(reduce)
    STACKMATE_APART(cutoff)
    STACKMATE_APART(store)
#undef STACKMATE_APART
};

namespace detail {
template <class List, class Numbers>
struct AllApart;
template <class... Es, std::size_t... ns>
struct AllApart<Enhancements<Es...>, std::index_sequence<ns...>> {
    using type = Enhancements<Apart<Es, ns>...>;
};
template <class List>
struct NumbersOf;
template <class... Es>
struct NumbersOf<Enhancements<Es...>> {
    using type = std::make_index_sequence<sizeof...(Es)>;
};
}  // namespace detail

template <class List>
using EachApart = typename detail::AllApart<List, typename detail::NumbersOf<List>::type>::type;

}  // namespace stackmate
