// The head of a packed file, all numbers from the lowest byte: what it is and its format (32 bits), its size, CRC-32 of the rest.
#pragma once

#include <array>
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

/// IEEE 802.3, as in Ethernet.
constexpr std::uint32_t crc_32(const std::uint8_t* data, std::size_t size) {
    constexpr auto remainders = [] {
        std::array<std::uint32_t, 16> all{};
        for (std::uint32_t n = 0; n < 16; ++n) {
            all[n] = n;
            for (int i = 0; i < 4; ++i) all[n] = all[n] >> 1 ^ ((all[n] & 1u) != 0 ? 0xEDB8'8320u : 0);
        }
        return all;
    }();
    std::uint32_t crc = ~std::uint32_t{0};
    for (std::size_t i = 0; i < size; ++i) {
        crc ^= data[i];
        crc = crc >> 4 ^ remainders[crc & 15u];
        crc = crc >> 4 ^ remainders[crc & 15u];
    }
    return ~crc;
}

/// Is that a file of this format and of at least so many bytes, and as it was written? Looks at all of it, some 20
/// instructions a byte.
[[nodiscard]] constexpr bool sound(const std::uint8_t* data, std::uint32_t format, std::uint32_t least) {
    return word(data) == format && size(data) >= least && size(data) < 1u << 20
           && crc_32(data + head, size(data) - head) == word(data + 8);
}

/// Writes the head when the rest is there.
constexpr void finish(std::uint8_t* data, std::uint32_t format, std::size_t size) {
    put_word(data, format);
    put_word(data + 4, static_cast<std::uint32_t>(size));
    put_word(data + 8, crc_32(data + head, size - head));
}

}  // namespace stackmate::packed_file
