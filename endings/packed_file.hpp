// The head of a packed file, all numbers from the lowest byte: what it is and its format (32 bits), its size, CRC-32 of the rest.
#pragma once

#include "hal/crc_32.hpp"

#include <cstddef>
#include <cstdint>

namespace stackmate::packed_file {

inline constexpr unsigned head = 12;

constexpr std::uint32_t word(const std::uint8_t* at) {
    return at[0] | std::uint32_t{at[1]} << 8 | std::uint32_t{at[2]} << 16 | std::uint32_t{at[3]} << 24;
}
constexpr void put_word(std::uint8_t* at, std::uint32_t value) {
    for (unsigned i = 0; i < 4; ++i) at[i] = static_cast<std::uint8_t>(value >> 8 * i);
}
constexpr std::uint32_t size(const std::uint8_t* data) { return word(data + 4); }

/// Of the bytes behind the head.
constexpr std::uint32_t check_of(const std::uint8_t* data, std::size_t size) {
    hal::Crc32 crc;
    for (std::size_t i = head; i < size; ++i) crc.add(std::byte{data[i]});
    return crc.value();
}

/// Is that a file of this format and of at least so many bytes, and as it was written? Looks at all of it, some 50
/// instructions a byte.
[[nodiscard]] constexpr bool sound(const std::uint8_t* data, std::uint32_t format, std::uint32_t least) {
    return word(data) == format && size(data) >= least && size(data) < 1u << 20
           && check_of(data, size(data)) == word(data + 8);
}

/// Writes the head when the rest is there.
constexpr void finish(std::uint8_t* data, std::uint32_t format, std::size_t size) {
    put_word(data, format);
    put_word(data + 4, static_cast<std::uint32_t>(size));
    put_word(data + 8, check_of(data, size));
}

}  // namespace stackmate::packed_file
