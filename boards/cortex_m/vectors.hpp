// The vector table as a constant, built by the compiler.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

extern "C" {
extern std::uint32_t __stack_top[];
[[noreturn]] void stackmate_reset_handler();
void stackmate_fault_handler();
}

namespace stackmate::boards::cortex_m {

using Handler = void (*)();

/// A vector table for `Interrupts` chip interrupts (ARMv7-M B1.5.3). Every other vector leads to the fault handler, which
/// records unexpected interrupts as well as faults. `reset`: what a board does before anything else; it ends in
/// `stackmate_reset_handler`.
template <std::size_t Interrupts>
struct VectorTable {
    std::uint32_t* initial_stack;
    std::array<Handler, 15 + Interrupts> handlers;
};

struct NamedHandler {
    unsigned interrupt;  ///< number of the chip's interrupt
    Handler handler;
};

template <std::size_t Interrupts>
[[nodiscard]] consteval VectorTable<Interrupts> vector_table(Handler systick, std::initializer_list<NamedHandler> named,
                                                             Handler nmi = stackmate_fault_handler,
                                                             Handler reset = stackmate_reset_handler) {
    VectorTable<Interrupts> table{__stack_top, {}};
    table.handlers.fill(stackmate_fault_handler);
    table.handlers[0] = reset;
    table.handlers[1] = nmi;
    table.handlers[14] = systick;
    for (const auto& entry : named) {
        table.handlers[15 + entry.interrupt] = entry.handler;
    }
    return table;
}

}  // namespace stackmate::boards::cortex_m
