// Lists of enhancements that differ from another list in one point.
#pragma once

#include "core/search/enhancements/history.hpp"
#include "core/search/enhancements/null_move.hpp"
#include "core/search/enhancements/reductions.hpp"
#include "core/search/hooks.hpp"
#include "workshop/lab/duel/type_names.hpp"

#include <type_traits>

namespace stackmate::duel {

namespace detail {
template <class... Lists>
struct JoinedLists;
template <class... As>
struct JoinedLists<Enhancements<As...>> {
    using type = Enhancements<As...>;
};
template <class... As, class... Bs, class... Rest>
struct JoinedLists<Enhancements<As...>, Enhancements<Bs...>, Rest...>
    : JoinedLists<Enhancements<As..., Bs...>, Rest...> {};

template <template <class> class Becomes, class List>
struct EachOf;
template <template <class> class Becomes, class... Es>
struct EachOf<Becomes, Enhancements<Es...>> : JoinedLists<Enhancements<>, typename Becomes<Es>::type...> {};

template <class List, class E>
inline constexpr bool contains = false;
template <class... Es, class E>
inline constexpr bool contains<Enhancements<Es...>, E> = (std::is_same_v<Es, E> || ...);

/// Where there is no history, the reductions ask none.
template <class List>
struct Sound {
    template <class E>
    struct Asking {
        using type = Enhancements<E>;
    };
    template <class History, auto numbers>
    struct Asking<LogReductions<History, numbers>> {
        using type = Enhancements<LogReductions<std::conditional_t<contains<List, History>, History, void>, numbers>>;
    };
    using type = typename EachOf<Asking, List>::type;
};

template <class E>
inline constexpr bool is_null_move = false;
template <auto... numbers>
inline constexpr bool is_null_move<NullMove<numbers...>> = true;

template <class Old, class... New>
struct Exchanging {
    template <class E>
    using To = std::conditional<std::is_same_v<E, Old>, Enhancements<New...>, Enhancements<E>>;
};
template <class... New>
struct Adding {
    template <class E>
    using To = std::conditional<is_null_move<E>, Enhancements<E, New...>, Enhancements<E>>;
};
template <class New>
struct ExchangingNamesake {
    template <class E>
    using To = std::conditional<same_template<E, New>(), Enhancements<New>, Enhancements<E>>;
};
}  // namespace detail

template <class List>
inline constexpr std::size_t size_of_list = 0;
template <class... Es>
inline constexpr std::size_t size_of_list<Enhancements<Es...>> = sizeof...(Es);

/// `List`, and `More...` at its end.
template <class List, class... More>
using Plus = typename detail::JoinedLists<List, Enhancements<More...>>::type;

/// What `Becomes<E>::type`, a list, has for each of the list's enhancements.
template <template <class> class Becomes, class List>
using EachOf = typename detail::EachOf<Becomes, List>::type;

/// `List` with `Old` taken out and `New...`, possibly nothing, put in its place. Does not compile where `Old`
/// is not in the list.
template <class List, class Old, class... New>
    requires detail::contains<List, Old>
using Exchanged = typename detail::Sound<EachOf<detail::Exchanging<Old, New...>::template To, List>>::type;

/// `V` with one enhancement exchanged for others, or taken out.
template <class V, class Old, class... New>
struct With : V {
    using Enhancements = Exchanged<typename V::Enhancements, Old, New...>;
};

/// `V` with enhancements more, right behind its null move: behind what costs less to ask, and before what changes the
/// depth of a node. Does not compile where `V` has none.
template <class V, class... New>
struct AndAlso : V {
    using Enhancements = EachOf<detail::Adding<New...>::template To, typename V::Enhancements>;
    static_assert(size_of_list<Enhancements> == size_of_list<typename V::Enhancements> + sizeof...(New));
};

/// `V` with `New` in the place of what has its name but for the numbers; behind the null move where nothing has.
template <class V, class New>
struct Renewing : V {
    using Renewed = EachOf<detail::ExchangingNamesake<New>::template To, typename V::Enhancements>;
    using Enhancements =
        std::conditional_t<detail::contains<Renewed, New>, Renewed, typename AndAlso<V, New>::Enhancements>;
};

}  // namespace stackmate::duel
