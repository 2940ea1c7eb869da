// Whether the memory keeps what is written to it; for the self-test of a board.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "hal/chess_concepts.hpp"

namespace stackmate::firmware {

/// The key that only this test uses.
template <hal::NvStore Store>
inline constexpr unsigned scratch_key = Store::keys - 1;

/// Writes, reads and removes a value of its own. `seed` should differ each time, so that an old value is not taken for
/// the new one. All other values stay unchanged, even if the power fails. Makes three requests to the store, each of
/// which blocks as the store does.
template <hal::NvStore Store>
[[nodiscard, gnu::cold, gnu::noinline]] bool keeps_what_is_written(Store& store, std::uint32_t seed) noexcept {
    constexpr unsigned key = scratch_key<Store>;
    std::array<std::byte, 8> written{}, read{};
    for (const std::uint32_t flip : {0u, 0xffu}) {
        for (std::size_t i = 0; i < written.size(); ++i) {
            written[i] = static_cast<std::byte>(((seed >> (8 * (i % 4))) + 37 * i) ^ flip);
        }
        if (store.put(key, written) != hal::NvResult::ok || store.size(key) != written.size()
            || store.read(key, 0, read) != read.size() || read != written) {
            return false;
        }
    }
    return store.put(key, {}) == hal::NvResult::ok && store.size(key) == 0;
}

}  // namespace stackmate::firmware
