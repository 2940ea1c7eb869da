// The engine's move in place of a person's who has not moved.
#pragma once

#include <cstdint>

namespace stackmate::firmware {

/// The most nodes of its search. It is not done in slices, since the answer must not wait.
template <class Config>
inline constexpr std::uint32_t stand_in_nodes = 4 * Config::slice_nodes;

}  // namespace stackmate::firmware
