// A chip that records what was asked of it.
#pragma once

#include "hal/concepts.hpp"

namespace stackmate::hal::fake {

/// System whose answers the test sets. `reset` returns here, unlike on a device, so that a test can count it.
class System {
public:
    [[nodiscard]] ResetCause reset_cause() const noexcept { return cause; }
    [[nodiscard]] const FaultRecord* last_fault() const noexcept {
        return fault.cause == FaultCause::none ? nullptr : &fault;
    }
    [[nodiscard]] std::uint64_t unique_id() const noexcept { return id; }
    [[nodiscard]] std::uint32_t build_id() const noexcept { return build; }
    [[nodiscard]] std::size_t deepest_stack_bytes() const noexcept { return stack; }
    void idle() noexcept { ++idles; }
    void reset() noexcept { ++resets; }

    ResetCause cause = ResetCause::power_on;
    FaultRecord fault{};
    std::uint64_t id = 1;
    std::uint32_t build = 0;
    std::size_t stack = 0;
    std::uint32_t idles = 0;
    std::uint32_t resets = 0;
};

static_assert(hal::System<System>);

}  // namespace stackmate::hal::fake
