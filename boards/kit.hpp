// The words of a kit that have a default.
#pragma once

#include <cstdint>

namespace stackmate::boards {

template <class Kit, std::uint32_t Usual>
inline constexpr std::uint32_t crystal_hz_of = Usual;
template <class Kit, std::uint32_t Usual>
    requires requires { Kit::crystal_hz; }
inline constexpr std::uint32_t crystal_hz_of<Kit, Usual> = static_cast<std::uint32_t>(Kit::crystal_hz);

}  // namespace stackmate::boards
