// Large without each of its eight strongest enhancements, and without each two of them. Which they are, tables of
// lab/pages say; Scout is not among them, as the reductions hang on it: without it no depth worth comparing is reached.

#include "core/search/versions.hpp"
#include "lab/duel/engine_player.hpp"
#include "lab/duel/lists.hpp"
#include "lab/duel/more_versions.hpp"

#include <deque>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace stackmate::duel {

namespace {

using stackmate::versions::Large;

/// All enhancements but those for which `Taken` is true.
template <template <class> class Taken, class Done, class Rest>
struct Filtered;
template <template <class> class Taken, class... Done>
struct Filtered<Taken, Enhancements<Done...>, Enhancements<>> {
    using type = Enhancements<Done...>;
};
template <template <class> class Taken, class... Done, class E, class... Rest>
struct Filtered<Taken, Enhancements<Done...>, Enhancements<E, Rest...>>
    : std::conditional_t<Taken<E>::value, Filtered<Taken, Enhancements<Done...>, Enhancements<Rest...>>,
                         Filtered<Taken, Enhancements<Done..., E>, Enhancements<Rest...>>> {};

constexpr std::string_view strongest[] = {"Transpositions", "NullMove",        "ReverseFutility", "Killers",
                                          "HistoryOf",      "LateMovePruning", "Futility",        "LogReductions"};
constexpr std::size_t count = std::size(strongest);

template <std::size_t a, std::size_t b>
struct OneOfTwo {
    template <class E>
    struct Taken : std::bool_constant<template_name<E>() == strongest[a] || template_name<E>() == strongest[b]> {};
};

template <class List>
inline constexpr std::size_t size_of = 0;
template <class... Es>
inline constexpr std::size_t size_of<Enhancements<Es...>> = sizeof...(Es);

template <std::size_t a, std::size_t b>
struct LargeBut : Large {
    using Left =
        typename Filtered<OneOfTwo<a, b>::template Taken, stackmate::Enhancements<>, Large::Enhancements>::type;
    using Enhancements = typename detail::Sound<Left>::type;
    static_assert(size_of<Large::Enhancements> - size_of<Left> == (a == b ? 1 : 2), "each name is one of the list's");
};

template <std::size_t a, std::size_t b>
void add(std::vector<VersionInfo>& to, std::deque<std::string>& names) {
    std::string& name = names.emplace_back("large-but-" + std::string(strongest[a]));
    if (a != b) name += "-" + std::string(strongest[b]);
    to.push_back({name, "large with one or two enhancements less", make_player<LargeBut<a, b>>, 65536});
}

template <std::size_t a, std::size_t... bs>
void add_row(std::vector<VersionInfo>& to, std::deque<std::string>& names, std::index_sequence<bs...>) {
    (add<a, a + bs>(to, names), ...);
}
template <std::size_t... as>
void add_all(std::vector<VersionInfo>& to, std::deque<std::string>& names, std::index_sequence<as...>) {
    (add_row<as>(to, names, std::make_index_sequence<count - as>()), ...);
}

}  // namespace

std::span<const VersionInfo> pairs() {
    static std::deque<std::string> names;
    static const std::vector<VersionInfo> all = [] {
        std::vector<VersionInfo> versions;
        add_all(versions, names, std::make_index_sequence<count>());
        return versions;
    }();
    return all;
}

}  // namespace stackmate::duel
