// Places for the last games in the store itself, for boards without separate flash for them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "hal/chess_concepts.hpp"

namespace stackmate::firmware {

/// A hal::Flash as far as LastGames needs it. Each sector is a value of the store, under the `Count` keys before the
/// last one, which belongs to the self-test (firmware/store/try_out.hpp). Bytes are programmed in rising order. A full
/// sector refuses more until it is erased.
template <hal::NvStore Store, unsigned Count>
class GamesInStore {
public:
    static constexpr std::uint32_t sectors = Count;
    static constexpr std::uint32_t sector_bytes = 1328;
    static constexpr std::uint32_t program_bytes = 1;
    static constexpr std::uint32_t longest_erase_us = Store::longest_silence_us;
    static constexpr std::uint32_t longest_program_us = Store::longest_silence_us / Store::longest_piece;
    static_assert(Count + 5 <= Store::keys, "the first four are the settings', the game's and another game's");

    explicit constexpr GamesInStore(Store& store) noexcept : store_{store} {}

    [[nodiscard]] bool erase(std::uint32_t sector) noexcept {
        return store_.put(first_key + sector, {}) == hal::NvResult::ok;
    }
    [[nodiscard]] bool program(std::uint32_t offset, std::span<const std::byte> bytes) noexcept {
        const unsigned key = first_key + offset / sector_bytes;
        return store_.size(key) == offset % sector_bytes && store_.append(key, bytes) == hal::NvResult::ok;
    }
    [[nodiscard]] bool read(std::uint32_t offset, std::span<std::byte> to) const noexcept {
        return store_.read(first_key + offset / sector_bytes, offset % sector_bytes, to) == to.size();
    }

private:
    static constexpr unsigned first_key = Store::keys - 1 - Count;

    Store& store_;
};

}  // namespace stackmate::firmware
