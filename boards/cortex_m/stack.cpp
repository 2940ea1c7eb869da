#include "boards/cortex_m/stack.hpp"

#include <cstdint>

namespace {

constexpr std::uint32_t paint = 0xC0FFEE11;  // not an address of RAM or code, not a small number

}  // namespace

extern "C" {

extern std::uint32_t __stack_limit[];
extern std::uint32_t __stack_top[];

// In assembler, because it must not use the stack it paints.
[[gnu::naked, gnu::noinline]] void stackmate_paint_stack() {
    asm volatile(R"(
        ldr r0, =__stack_limit
        mov r1, sp
        ldr r2, =%c0
        b 2f
    1:
        stmia r0!, {r2}
    2:
        cmp r0, r1
        blo 1b
        bx lr
        .ltorg
    )"
                 :
                 : "i"(paint));
}

}  // extern "C"

namespace stackmate::boards::cortex_m {

std::size_t deepest_stack_bytes() noexcept {
    const volatile std::uint32_t* at = __stack_limit;
    while (at != __stack_top && *at == paint) {
        at = at + 1;
    }
    return static_cast<std::size_t>(__stack_top - at) * sizeof *at;
}

}  // namespace stackmate::boards::cortex_m
