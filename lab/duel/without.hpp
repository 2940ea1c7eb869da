// A version without its n-th enhancement, for all n, with the enhancement's name.
#pragma once

#include "lab/duel/engine_player.hpp"
#include "lab/duel/lists.hpp"

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stackmate::duel {

template <std::size_t n, class List>
struct Nth;
template <std::size_t n, class E, class... Es>
struct Nth<n, Enhancements<E, Es...>> : Nth<n - 1, Enhancements<Es...>> {};
template <class E, class... Es>
struct Nth<0, Enhancements<E, Es...>> {
    using type = E;
};

template <class List>
inline constexpr std::size_t size_of_list = 0;
template <class... Es>
inline constexpr std::size_t size_of_list<Enhancements<Es...>> = sizeof...(Es);

/// "Killers<64,2>" for the type.
template <class E>
std::string name_of() {
    const std::string_view whole = __PRETTY_FUNCTION__;  // "... name_of() [with E = stackmate::X<...>; ...]"
    const std::size_t begin = whole.find("E = ") + 4;
    std::string name(whole.substr(begin, whole.find_first_of(";]", begin) - begin));
    for (const std::string_view noise : {"stackmate::", "(IidWhere)", "ReductionParameters"})
        for (std::size_t at = name.find(noise); at != std::string::npos; at = name.find(noise))
            name.erase(at, noise.size());
    std::erase(name, ' ');
    return name;
}

/// All versions `V` without one enhancement. The first, the interrupt, stays.
template <class V>
class Without {
public:
    Without(std::string_view base, std::size_t table_bytes) : base_(base) {
        add(std::make_index_sequence<size_of_list<List> - 1>());
        for (std::size_t i = 0; i < names_.size(); ++i)
            infos_.push_back({names_[i], what_[i], makers_[i], table_bytes});
    }
    [[nodiscard]] std::span<const VersionInfo> infos() const { return infos_; }

private:
    using List = typename V::Enhancements;
    using Maker = std::unique_ptr<Player> (*)(std::size_t);

    template <std::size_t... is>
    void add(std::index_sequence<is...>) {
        (add_one<typename Nth<is + 1, List>::type>(), ...);
    }
    template <class E>
    void add_one() {
        names_.push_back(std::string(base_) + "-without-" + name_of<E>());
        what_.push_back(std::string(base_) + " with one enhancement less");
        makers_.push_back(make_player<With<V, E>>);
    }

    std::string_view base_;
    std::vector<std::string> names_, what_;
    std::vector<Maker> makers_;
    std::vector<VersionInfo> infos_;
};

}  // namespace stackmate::duel
