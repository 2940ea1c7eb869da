// The check that stored bytes are the ones that were written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace stackmate::hal {

/// CRC-32 (IEEE 802.3), bit by bit without a table: flash is scarcer than the time for an occasional thousand bytes.
class Crc32 {
public:
    constexpr void add(std::byte byte) noexcept {
        crc_ ^= std::to_integer<std::uint32_t>(byte);
        for (int bit = 0; bit < 8; ++bit) {
            crc_ = crc_ >> 1 ^ ((crc_ & 1) != 0 ? 0xEDB88320 : 0);
        }
    }
    [[nodiscard]] constexpr std::uint32_t value() const noexcept { return ~crc_; }

    [[nodiscard]] static constexpr std::uint32_t of(std::span<const std::byte> bytes) noexcept {
        Crc32 crc;
        for (const std::byte byte : bytes) {
            crc.add(byte);
        }
        return crc.value();
    }

private:
    std::uint32_t crc_ = ~std::uint32_t{0};
};

}  // namespace stackmate::hal
