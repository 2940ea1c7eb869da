// Lists of enhancements that differ from another list in one point.
#pragma once

#include "core/search/enhancements/history.hpp"
#include "core/search/enhancements/null_move.hpp"
#include "core/search/enhancements/reductions.hpp"
#include "core/search/hooks.hpp"
#include "lab/duel/type_names.hpp"

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

namespace detail {
/// Where there is no history, the reductions ask none.
template <class List>
struct Sound;
template <class... Es>
struct Sound<Enhancements<Es...>> {
    template <class E>
    struct Asking {
        using type = E;
    };
    template <auto numbers>
    struct Asking<LogReductions<History, numbers>> {
        using type = LogReductions<std::conditional_t<(std::is_same_v<Es, History> || ...), History, void>, numbers>;
    };
    using type = Enhancements<typename Asking<Es>::type...>;
};
}  // namespace detail

/// `List` with `Old` taken out and `New...`, possibly nothing, put in its place. Does not compile where `Old`
/// is not in the list.
template <class List, class Old, class... New>
    requires detail::contains<List, Old>
using Exchanged = typename detail::Sound<typename detail::Exchange<Enhancements<>, List, Old, New...>::type>::type;

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

namespace detail {
template <class List, class New>
struct Renewed;
template <class... Es, class New>
struct Renewed<Enhancements<Es...>, New> {
    static constexpr bool there = (same_template<Es, New>() || ...);
    using type =
        std::conditional_t<there,
                           std::type_identity<Enhancements<std::conditional_t<same_template<Es, New>(), New, Es>...>>,
                           Added<Enhancements<>, Enhancements<Es...>, New>>::type;
};
}  // namespace detail

/// `V` with `New` in the place of what has its name but for the numbers; behind the null move where nothing has.
template <class V, class New>
struct Renewing : V {
    using Enhancements = typename detail::Renewed<typename V::Enhancements, New>::type;
};

}  // namespace stackmate::duel
