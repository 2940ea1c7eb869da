// The memory protection unit of Armv6-M and Armv7-M (PMSAv7; DDI 0419E and DDI 0403E, B3.5).
#pragma once

#include "boards/cortex_m/core.hpp"

namespace stackmate::boards::cortex_m {

// Armv8-M has RBAR and RLAR at the same addresses, with other fields (DDI 0553B, PMSAv8). A region there has a first and a last
// address, and privileged code may at least read every region.
#if __ARM_ARCH >= 8
inline constexpr bool can_forbid_regions = false;
#else
inline constexpr bool can_forbid_regions = true;
#endif

/// Forbids every access to the 2^`size_log2` bytes from `base` on, a multiple of that, by region 0; elsewhere the default map
/// holds. Not on Armv8-M.
inline void forbid_region_at(std::uintptr_t base, unsigned size_log2) noexcept {
    Register<0xE000ED9C>::write(base | 1u << 4);                             // RBAR: region 0
    Register<0xE000EDA0>::write(1u << 28 | (size_log2 - 1) << 1 | 1u << 0);  // RASR: no code, no access, on
    Register<0xE000ED94>::write(1u << 2 | 1u << 0);                          // CTRL: elsewhere the default map, on
    asm volatile("dsb\n\tisb" : : : "memory");
}

/// The same, checked.
template <std::uint32_t Base, unsigned SizeLog2>
void forbid_region() noexcept {
    static_assert(
        can_forbid_regions || SizeLog2 == 0,
        "the MPU of Armv8-M cannot forbid a region to privileged code, and its registers have another layout");
    static_assert(SizeLog2 < 32 && Base % (1u << SizeLog2) == 0, "a region begins at a multiple of its size");
    forbid_region_at(Base, SizeLog2);
}

/// A null pointer faults: the first 4 KB of the address space, where the chip shows a copy of its flash, are forbidden. For
/// chips with an MPU whose vector table is elsewhere.
template <unsigned SizeLog2 = 12>
void guard_null_page() noexcept {
    forbid_region<0, SizeLog2>();
}

}  // namespace stackmate::boards::cortex_m
