// Lists of enhancements that differ from another list in one point.
#pragma once

#include "core/search/enhancements/null_move.hpp"
#include "core/search/hooks.hpp"

#include <type_traits>

namespace stackmate::duel {

namespace detail {
template <class Done, class Rest, class Old, class... New>
struct Exchange;
template <class... Done, class Old, class... New>
struct Exchange<Enhancements<Done...>, Enhancements<>, Old, New...> {
    using type = Enhancements<Done...>;
};
template <class... Done, class E, class... Rest, class Old, class... New>
struct Exchange<Enhancements<Done...>, Enhancements<E, Rest...>, Old, New...>
    : std::conditional_t<std::is_same_v<E, Old>,
                         Exchange<Enhancements<Done..., New...>, Enhancements<Rest...>, Old, New...>,
                         Exchange<Enhancements<Done..., E>, Enhancements<Rest...>, Old, New...>> {};

template <class List, class E>
inline constexpr bool contains = false;
template <class... Es, class E>
inline constexpr bool contains<Enhancements<Es...>, E> = (std::is_same_v<Es, E> || ...);
}  // namespace detail

/// `List` with `Old` taken out and `New...`, possibly nothing, put in its place. Does not compile where `Old`
/// is not in the list.
template <class List, class Old, class... New>
    requires detail::contains<List, Old>
using Exchanged = typename detail::Exchange<Enhancements<>, List, Old, New...>::type;

/// `V` with one enhancement exchanged for others, or taken out.
template <class V, class Old, class... New>
struct With : V {
    using Enhancements = Exchanged<typename V::Enhancements, Old, New...>;
};

namespace detail {
template <class E>
inline constexpr bool is_null_move = false;
template <auto... numbers>
inline constexpr bool is_null_move<NullMove<numbers...>> = true;

template <class Done, class Rest, class... New>
struct Added;
template <class... Done, class E, class... Rest, class... New>
struct Added<Enhancements<Done...>, Enhancements<E, Rest...>, New...>
    : std::conditional_t<is_null_move<E>, std::type_identity<Enhancements<Done..., E, New..., Rest...>>,
                         Added<Enhancements<Done..., E>, Enhancements<Rest...>, New...>> {};
}  // namespace detail

/// `V` with enhancements more, right behind its null move: behind what costs less to ask, and before what changes the
/// depth of a node. Does not compile where `V` has none.
template <class V, class... New>
struct AndAlso : V {
    using Enhancements = typename detail::Added<stackmate::Enhancements<>, typename V::Enhancements, New...>::type;
};

}  // namespace stackmate::duel
