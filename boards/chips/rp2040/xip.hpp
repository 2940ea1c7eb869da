// The interface between address space and flash chip ("XIP": the flash reads as memory from 0x10000000 on).
// Source: RP2040 data sheet, 4.10, "SSI".
#pragma once

#include <cstdint>

namespace stackmate::boards::rp2040 {

/// Makes the flash readable as memory again after it was used otherwise, as the second stage of the boot does (boot2.cpp).
void start_xip() noexcept;

/// Asks the flash chip for its unique id (command 4Bh; Winbond W25Q16JV data sheet, "Read Unique ID Number").
/// 0 if it does not answer. The flash is not readable meanwhile. About 0.1 ms.
[[nodiscard]] std::uint64_t read_flash_id() noexcept;

/// The chip has no id; this is its flash chip's.
class UniqueId {
public:
    /// Once, at the start.
    static void find() noexcept { value_ = read_flash_id(); }
    [[nodiscard]] static std::uint64_t read() noexcept { return value_; }

private:
    static inline constinit std::uint64_t value_ = 0;
};

}  // namespace stackmate::boards::rp2040
