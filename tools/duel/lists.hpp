// Lists of enhancements that differ from another list in one point.
#pragma once

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

}  // namespace stackmate::duel
