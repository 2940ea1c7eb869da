// A fault handler must not trust the stack: an overflow leaves the stack pointer below RAM. The handler
// therefore moves to the top of the stack when little is left, and looks at the stacked frame only if it lies
// inside RAM. Registers: ARMv7-M Architecture Reference Manual (DDI 0403E), B3.2.

#include "boards/cortex_m/fault.hpp"

#include <array>
#include <bit>

#include "boards/cortex_m/architecture.hpp"
#include "boards/cortex_m/core.hpp"
#include "boards/cortex_m/vectors.hpp"

namespace stackmate::boards::cortex_m {
namespace {

using hal::FaultCause;
using hal::FaultRecord;

using CfsrRegister = Register<0xE000ED28>;   ///< fault status; a bit is cleared by writing it
using BfarRegister = Register<0xE000ED38>;   ///< address of a bus fault
using MmfarRegister = Register<0xE000ED34>;  ///< address of a memory fault

constexpr std::uint32_t memory_fault_bits = 0x000000FF;
constexpr std::uint32_t bus_fault_bits = 0x0000FF00;
constexpr std::uint32_t usage_fault_bits = 0xFFFF0000;
constexpr std::uint32_t bus_address_valid = 1u << 15;
constexpr std::uint32_t memory_address_valid = 1u << 7;
constexpr std::uint32_t stack_limit_passed = 1u << 20;  ///< UFSR.STKOF, Armv8-M: no frame was pushed

/// What the processor pushes on exception entry.
struct Frame {
    std::uint32_t r0, r1, r2, r3, r12, lr, pc, psr;
};

constexpr std::uint32_t kept_mark = 0x5AFE'FA17;

/// The record with a mark and a check word: RAM holds noise after power-on.
struct Kept {
    std::uint32_t mark;
    std::uint32_t check;
    FaultRecord record;
};

[[gnu::section(".noinit")]] constinit Kept kept{};

std::uint32_t check_word(const FaultRecord& record) noexcept {
    return ~(record.pc ^ std::rotl(record.lr, 5) ^ std::rotl(record.detail, 11) ^ std::rotl(record.address, 17)
             ^ static_cast<std::uint32_t>(record.cause));
}

std::uint32_t fault_status() noexcept {
    if constexpr (names_faults) {
        return CfsrRegister::read();
    }
    return 0;
}

std::uint32_t fault_address(std::uint32_t status) noexcept {
    if constexpr (names_faults) {
        return (status & bus_address_valid) != 0      ? BfarRegister::read()
               : (status & memory_address_valid) != 0 ? MmfarRegister::read()
                                                      : 0;
    }
    return 0;
}

FaultCause cause_of(std::uint32_t exception, std::uint32_t status) noexcept {
    if (exception < 3 || exception > 6) {
        return FaultCause::unexpected_interrupt;
    }
    // A hard fault is most often another fault whose handler could not run: the status word says which.
    if ((status & usage_fault_bits) != 0) {
        return FaultCause::usage;
    }
    if ((status & bus_fault_bits) != 0) {
        return FaultCause::bus;
    }
    return (status & memory_fault_bits) != 0 ? FaultCause::memory : FaultCause::hard;
}

}  // namespace

std::optional<FaultRecord> take_fault_record() noexcept {
    if (kept.mark != kept_mark || kept.check != check_word(kept.record)) {
        return std::nullopt;
    }
    kept.mark = 0;
    return kept.record;
}

void enable_faults() noexcept {
    if constexpr (names_faults) {
        Register<0xE000ED24>::set(7u << 16);  // SHCSR: memory, bus and usage faults by their own names
        Register<0xE000ED14>::set(1u << 4);   // CCR: division by zero is a fault
    }
    asm volatile("dsb\n\tisb" : : : "memory");
}

extern "C" {

[[gnu::weak]] void stackmate_reset_chip() { request_reset(); }

extern std::uint32_t __stack_limit[];
extern char __stack_ram_end[];
extern char stackmate_probe_load[];
extern char stackmate_probe_failed[];
bool stackmate_probe(std::uintptr_t address, std::uint32_t* value);

// The load has a name so that the fault handler recognises it.
[[gnu::naked, gnu::noinline]] bool stackmate_probe(std::uintptr_t, std::uint32_t*) {
    asm volatile(R"(
        .global stackmate_probe_load
        .global stackmate_probe_failed
    stackmate_probe_load:
        ldr r2, [r0]
        str r2, [r1]
        movs r0, #1
        bx lr
    stackmate_probe_failed:
        movs r0, #0
        bx lr
    )");
}

// Called with the link register of the exception, so returning from it ends the exception. `stack_limit`: the limit that the
// handler has removed, where there is one.
[[gnu::used]] void stackmate_record_fault(Frame* frame, [[maybe_unused]] std::uint32_t stack_limit) {
    const auto address_of = [](const void* object) {
        return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(object));
    };
    const auto at = address_of(frame);
    // A second core's stack lies above the first one's, somewhere in the same memory.
    bool readable = at >= address_of(__stack_limit) && at + sizeof(Frame) <= address_of(__stack_ram_end);
    const auto status = fault_status();
    readable = readable && (status & stack_limit_passed) == 0;

    if (readable && frame->pc == (address_of(stackmate_probe_load) & ~1u)) {
        frame->pc = address_of(stackmate_probe_failed) & ~1u;
        if constexpr (names_faults) {
            CfsrRegister::write(status);
        }
        if constexpr (has_stack_limit) {
            asm volatile("msr msplim, %0" : : "r"(stack_limit));
        }
        return;
    }

    std::uint32_t exception;
    asm volatile("mrs %0, ipsr" : "=r"(exception));
    auto& record = kept.record;
    record.pc = readable ? frame->pc : 0;
    record.lr = readable ? frame->lr : 0;
    record.cause = cause_of(exception, status);
    record.detail = record.cause == FaultCause::unexpected_interrupt ? exception : status;
    record.address = fault_address(status);
    kept.check = check_word(record);
    kept.mark = kept_mark;
    stackmate_reset_chip();
}

[[gnu::naked]] void stackmate_fault_handler() {
#if __ARM_ARCH >= 8 && __ARM_ARCH_ISA_THUMB >= 2
    // The handler may need room below the limit that was passed.
    asm volatile("mrs r2, msplim\n\tmovs r1, #0\n\tmsr msplim, r1");
#endif
    asm volatile(R"(
        mrs r0, msp
        ldr r1, =__stack_limit + 128
        cmp r0, r1
        bhs 1f
        ldr r1, =__stack_top
        mov sp, r1
    1:
        mov r1, r2
        ldr r3, =stackmate_record_fault
        bx r3
        .ltorg
    )");
}

}  // extern "C"

std::optional<std::uint32_t> probe_word(std::uintptr_t address) noexcept {
    std::uint32_t value = 0;
    return stackmate_probe(address, &value) ? std::optional{value} : std::nullopt;
}

}  // namespace stackmate::boards::cortex_m
