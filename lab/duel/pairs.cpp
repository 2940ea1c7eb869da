// Large without each of its eight strongest enhancements, and without each two of them. Which they are, tables of
// lab/pages say; Scout is not among them, as the reductions hang on it: without it no depth worth comparing is reached.

#include "core/search/versions.hpp"
#include "lab/duel/engine_player.hpp"
#include "lab/duel/lists.hpp"

#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace stackmate::duel {

namespace {

using stackmate::versions::Large;

constexpr std::string_view strongest[] = {"Transpositions", "NullMove",        "ReverseFutility", "Killers",
                                          "HistoryOf",      "LateMovePruning", "Futility",        "LogReductions"};
constexpr std::size_t count = std::size(strongest);

template <std::size_t a, std::size_t b>
struct OneOfTwo {
    template <class E>
    using Left = std::conditional<template_name<E>() == strongest[a] || template_name<E>() == strongest[b],
                                  Enhancements<>, Enhancements<E>>;
};

template <std::size_t a, std::size_t b>
struct LargeBut : Large {
    using Left = EachOf<OneOfTwo<a, b>::template Left, Large::Enhancements>;
    using Enhancements = typename detail::Sound<Left>::type;
    static_assert(size_of_list<Large::Enhancements> - size_of_list<Left> == (a == b ? 1 : 2),
                  "each name is one of the list's");
};

template <std::size_t a, std::size_t b>
VersionInfo but() {
    const std::string second = a == b ? "" : "-" + std::string(strongest[b]);
    return {"large-but-" + std::string(strongest[a]) + second, "large with one or two enhancements less",
            make_player<LargeBut<a, b>>, full_table};
}

/// Each with itself and with those behind it.
template <std::size_t... ns>
std::vector<VersionInfo> all(std::index_sequence<ns...>) {
    std::vector<VersionInfo> found;
    const auto row = [&]<std::size_t a>(std::integral_constant<std::size_t, a>) {
        (..., (ns >= a ? found.push_back(but<a, ns >= a ? ns : a>()) : void()));
    };
    (row(std::integral_constant<std::size_t, ns>{}), ...);
    return found;
}

const Known pairs(all(std::make_index_sequence<count>()));

}  // namespace

}  // namespace stackmate::duel
