// A whole board made of fakes.
#pragma once

#include "hal/fake/clock.hpp"
#include "hal/fake/serial.hpp"
#include "hal/fake/system.hpp"

namespace stackmate::hal::fake {

/// Board for tests of firmware: everything stands still until the test moves it.
struct Board {
    static constexpr std::string_view name = "fake";
    static constexpr std::size_t ram_bytes = 0;
    static constexpr std::size_t flash_bytes = 0;
    static constexpr std::size_t stack_bytes = 0;
    static constexpr std::uint32_t baud = 0;

    void init() noexcept { ++inits; }

    Clock clock{};
    Deadline deadline{clock};
    SerialPort<> serial{};
    System system{};
    std::uint32_t inits = 0;
};

static_assert(hal::Board<Board>);

}  // namespace stackmate::hal::fake
