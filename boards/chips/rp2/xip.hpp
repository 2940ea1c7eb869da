// The interface between address space and flash chip ("XIP": the flash reads as memory from 0x10000000 on). It differs: the
// chip's xip.cpp.
#pragma once

#include <cstdint>

namespace stackmate::boards::rp2 {

namespace xip {

/// How the flash is read as memory: registers of the RP2350's interface. An RP2040 is always set up as its second stage does it.
struct Reading {
    std::uint32_t timing, format, command;
};

[[nodiscard]] Reading reading() noexcept;
/// Makes the flash readable as memory again after it was used otherwise.
void start(const Reading& as) noexcept;

}  // namespace xip

/// 0 if it cannot be found out. The flash may not be readable meanwhile. About 0.1 ms.
[[nodiscard]] std::uint64_t read_unique_id() noexcept;

/// The RP2040 has no id of its own: this is its flash chip's.
class UniqueId {
public:
    /// Once, at the start.
    static void find() noexcept { value_ = read_unique_id(); }
    [[nodiscard]] static std::uint64_t read() noexcept { return value_; }

private:
    static inline constinit std::uint64_t value_ = 0;
};

}  // namespace stackmate::boards::rp2
