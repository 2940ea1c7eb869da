#include "boards/chips/rp2/boot_rom.hpp"

extern "C" {

// The only place that calls code outside the image, which the check of the call graph cannot follow.
// tools/checks/call_graph_notes.py states how much stack the ROM's functions take.
[[gnu::naked, gnu::noinline]] std::uint32_t stackmate_call_boot_rom(std::uint32_t, std::uint32_t, std::uint32_t,
                                                                    std::uint32_t, std::uint32_t) {
    asm volatile(R"(
        push {r4, lr}
        ldr r4, [sp, #8]
        blx r4
        pop {r4, pc}
    )");
}

}  // extern "C"
