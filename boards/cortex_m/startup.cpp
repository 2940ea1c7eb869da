// From reset to main.

#include <cstdint>

#include "boards/cortex_m/architecture.hpp"
#include "boards/cortex_m/core.hpp"
#include "boards/cortex_m/fault.hpp"
#include "boards/cortex_m/stack.hpp"
#include "boards/cortex_m/vectors.hpp"

extern "C" {

extern std::uint32_t __vectors[];
extern std::uint32_t __data_start[];
extern std::uint32_t __data_end[];
extern const std::uint32_t __data_load[];
extern std::uint32_t __bss_start[];
extern std::uint32_t __bss_end[];

// Standard C++ forbids a program to call main, but a device needs it.
int stackmate_main(int, char**) asm("main");

void stackmate_reset_handler() {
    using namespace stackmate::boards::cortex_m;

    stackmate_paint_stack();
    const auto* from = __data_load;
    for (auto* to = __data_start; to != __data_end; ++to) {
        *to = *from++;
    }
    for (auto* to = __bss_start; to != __bss_end; ++to) {
        *to = 0;
    }
    // VTOR. A Cortex-M0 has none and ignores the write (DDI 0419E, B3.2.1): its table lies at 0.
    Register<0xE000ED08>::write(reinterpret_cast<std::uintptr_t>(__vectors));
    enable_faults();

    stackmate_main(0, nullptr);
    stackmate_reset_chip();
}

}  // extern "C"
