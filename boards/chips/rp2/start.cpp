// From the boot to the program in RAM. This file and clock.cpp run from flash, before the copy is made, so
// they must call nothing that lies elsewhere. That is why the copy is a loop in assembler, which no compiler turns into a call
// of memcpy.

#include <cstdint>

#include "boards/chips/rp2/clock.hpp"
#include "boards/chips/rp2/double_reset.hpp"
#include "boards/cortex_m/vectors.hpp"

namespace stackmate::boards::rp2 {

[[gnu::section(".noinit")]] constinit volatile DoubleReset::Kept DoubleReset::kept_{};

}  // namespace stackmate::boards::rp2

extern "C" {

extern std::uint32_t __code_start[];
extern std::uint32_t __code_end[];
extern const std::uint32_t __code_load[];

// Flattened, as in clock.cpp.
[[noreturn, gnu::used, gnu::flatten]] void stackmate_rp2_start() {
    // No interrupt can come, because a reset disables them all. First what must not be missed, then the clocks, which make
    // reading the flash twenty times as fast.
    stackmate::boards::rp2::DoubleReset::note_start();
    stackmate::boards::rp2::ClockTree::start();

    auto* to = __code_start;
    const auto* from = __code_load;
    asm volatile(R"(
        b 2f
    1:  ldmia %[from]!, {r3, r4}
        stmia %[to]!, {r3, r4}
    2:  cmp %[to], %[end]
        blo 1b
    )"
                 : [to] "+l"(to), [from] "+l"(from)
                 : [end] "l"(__code_end)
                 : "r3", "r4", "cc", "memory");
    // A jump by address, because flash and RAM are too far apart for a plain call. The stack starts afresh.
    asm volatile("dsb\n\tisb\n\tmsr msp, %0\n\tbx %1" : : "r"(__stack_top), "r"(&stackmate_reset_handler) : "memory");
    __builtin_unreachable();
}

}  // extern "C"
