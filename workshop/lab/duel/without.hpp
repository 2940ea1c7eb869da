// A version without one enhancement, for each of them, with the enhancement's name.
#pragma once

#include "workshop/lab/duel/engine_player.hpp"
#include "workshop/lab/duel/lists.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace stackmate::duel {

/// "Killers<64,2>" for the type.
template <class E>
std::string name_of() {
    const std::string_view whole = __PRETTY_FUNCTION__;  // "... name_of() [with E = stackmate::X<...>; ...]"
    const std::size_t begin = whole.find("E = ") + 4;
    std::string name(whole.substr(begin, whole.find_first_of(";]", begin) - begin));
    for (const std::string_view noise : {"stackmate::", "draughts::", "(IidWhere)", "ReductionParameters"})
        for (std::size_t at = name.find(noise); at != std::string::npos; at = name.find(noise))
            name.erase(at, noise.size());
    std::erase(name, ' ');
    return name;
}

namespace detail {
template <class V, class First, class... Es>
std::vector<VersionInfo> without_each(const std::string& base, std::size_t table_bytes, Enhancements<First, Es...>*) {
    return {{base + "-without-" + name_of<Es>(), base + " with one enhancement less", make_player<With<V, Es>>,
             table_bytes}...};
}
}  // namespace detail

/// All versions `V` without one enhancement. The first, the interrupt, stays.
template <class V>
std::vector<VersionInfo> without_each(const std::string& base, std::size_t table_bytes) {
    return detail::without_each<V>(base, table_bytes, static_cast<typename V::Enhancements*>(nullptr));
}

}  // namespace stackmate::duel
