// Faults: recorded in RAM that a reset keeps, then the chip restarts.
#pragma once

#include <cstdint>
#include <optional>

#include "hal/concepts.hpp"

extern "C" {
/// What ends a program: request_reset, unless the chip defines another way. With two cores it must reset both.
[[noreturn]] void stackmate_reset_chip();
}

namespace stackmate::boards::cortex_m {

/// Once on each processor: lets it tell memory, bus and usage faults apart, and makes division by zero a
/// fault. Does nothing where the processor knows one kind of fault only.
void enable_faults() noexcept;

/// The fault that ended the program before this start, if one did; forgets it, so the next start will not see
/// it again.
[[nodiscard]] std::optional<hal::FaultRecord> take_fault_record() noexcept;

/// Reads a word that may not exist; returns nothing if the bus answers with a fault. For addresses that related chips may lack.
/// Not from an interrupt. A device at the address sees the read.
[[nodiscard]] std::optional<std::uint32_t> probe_word(std::uintptr_t address) noexcept;

}  // namespace stackmate::boards::cortex_m
