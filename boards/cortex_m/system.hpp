// The part of hal::System that depends on the processor core only.
#pragma once

#include <atomic>
#include <optional>

#include "boards/cortex_m/core.hpp"
#include "boards/cortex_m/fault.hpp"
#include "boards/cortex_m/stack.hpp"
#include "hal/concepts.hpp"

extern "C" const unsigned char __build_id_note[];

namespace stackmate::boards::cortex_m {

/// Set by interrupts that leave work for the superloop; `System::idle` sleeps only while it is clear.
inline constinit std::atomic<bool> work_arrived{false};

/// For chips without an id of their own.
struct NoUniqueId {
    [[nodiscard]] static std::uint64_t read() noexcept { return 0; }
};

/// System of a chip whose id `UniqueId::read()` knows.
template <class UniqueId>
class System {
public:
    /// Once, first of all. `cause` is what the chip's reset flags say; a kept fault record overrides it.
    void init(hal::ResetCause cause) noexcept {
        fault_ = take_fault_record();
        reset_cause_ = fault_ ? hal::ResetCause::fault : cause;
    }

    [[nodiscard]] hal::ResetCause reset_cause() const noexcept { return reset_cause_; }
    [[nodiscard]] const hal::FaultRecord* last_fault() const noexcept { return fault_ ? &*fault_ : nullptr; }

    [[nodiscard]] std::uint64_t unique_id() const noexcept { return UniqueId::read(); }

    /// The note's header and the name "GNU" take 16 bytes; the id is written highest byte first.
    [[nodiscard]] std::uint32_t build_id() const noexcept {
        std::uint32_t id = 0;
        for (unsigned i = 16; i < 20; ++i) {
            id = id << 8 | __build_id_note[i];
        }
        return id;
    }

    [[nodiscard]] std::size_t deepest_stack_bytes() const noexcept { return cortex_m::deepest_stack_bytes(); }

    // WFI wakes for a pending interrupt even while interrupts are masked, so no wake-up is lost between the check and the
    // sleep. ISB: if a probe has set an STM32 to keep its clocks running in sleep, the chip may have fetched a wrong
    // instruction after the WFI (docs/HARDWARE.md, "All STM32").
    void idle() noexcept {
        const InterruptLock lock;
        if (!work_arrived.load(std::memory_order_relaxed)) {
            asm volatile("dsb\n\twfi\n\tisb" : : : "memory");
        }
        work_arrived.store(false, std::memory_order_relaxed);
    }

    [[noreturn]] void reset() noexcept { request_reset(); }

private:
    std::optional<hal::FaultRecord> fault_{};
    hal::ResetCause reset_cause_ = hal::ResetCause::unknown;
};

}  // namespace stackmate::boards::cortex_m
