// A store in RAM.
#pragma once

#include <array>

#include "hal/chess_concepts.hpp"

namespace stackmate::hal::fake {

/// NvStore with `Room` bytes for each value. It survives nothing but the store object itself: a restart is
/// another `open`.
template <std::size_t Room = 4096>
class NvStore {
public:
    static constexpr unsigned keys = 16;
    static constexpr std::size_t longest_piece = 120;
    static constexpr std::uint32_t longest_silence_us = 0;

    [[nodiscard]] static constexpr std::size_t request_bytes(std::size_t bytes) noexcept { return bytes; }

    [[nodiscard]] NvResult open() noexcept {
        for (const auto size : sizes_) {
            if (size != 0) {
                return NvResult::ok;
            }
        }
        return NvResult::empty;
    }

    [[nodiscard]] std::size_t size(unsigned key) const noexcept { return key < keys ? sizes_[key] : 0; }

    [[nodiscard]] std::size_t growth(unsigned key) const noexcept { return key < keys ? Room - sizes_[key] : 0; }

    [[nodiscard]] std::size_t read(unsigned key, std::size_t offset, std::span<std::byte> to) const noexcept {
        std::size_t count = 0;
        for (; count < to.size() && offset + count < size(key); ++count) {
            to[count] = values_[key][offset + count];
        }
        return count;
    }

    [[nodiscard]] NvResult put(unsigned key, std::span<const std::byte> bytes) noexcept { return store(key, bytes, 0); }

    [[nodiscard]] NvResult append(unsigned key, std::span<const std::byte> bytes) noexcept {
        return store(key, bytes, size(key));
    }

    [[nodiscard]] NvResult make_room(std::size_t bytes) noexcept {
        return bytes <= Room ? NvResult::ok : NvResult::full;
    }

    NvResult fail_with = NvResult::ok;  ///< every `put` and `append` returns this; unless it is `ok`, nothing changes
    std::uint32_t writes = 0;           ///< requests accepted

private:
    [[nodiscard]] NvResult store(unsigned key, std::span<const std::byte> bytes, std::size_t at) noexcept {
        if (key >= keys) {
            return NvResult::bad_key;
        }
        if (bytes.size() > longest_piece) {
            return NvResult::too_long;
        }
        if (at + bytes.size() > Room) {
            return NvResult::full;
        }
        if (fail_with != NvResult::ok) {
            return fail_with;
        }
        for (std::size_t i = 0; i < bytes.size(); ++i) {
            values_[key][at + i] = bytes[i];
        }
        sizes_[key] = at + bytes.size();
        ++writes;
        return NvResult::ok;
    }

    std::array<std::array<std::byte, Room>, keys> values_{};
    std::array<std::size_t, keys> sizes_{};
};

static_assert(hal::NvStore<NvStore<>>);

}  // namespace stackmate::hal::fake
