// The nRF51's clock. Source: nRF51 Series Reference Manual v3.0, chapter 13, "Clock management".
#pragma once

#include <cstdint>

namespace stackmate::boards::nrf51 {

struct HighFrequencyClock {
    static constexpr std::uint32_t hz = 16'000'000;  ///< processor, timers and serial port
    static constexpr std::uint32_t crystal_hz = 16'000'000;

    static_assert(crystal_hz == 16'000'000, "another crystal must be told to XTALFREQ");

    /// Starts the crystal oscillator. If it does not run within 50 ms the internal oscillator goes on: the same
    /// frequency, less exact (1 %, and up to 5 % before calibration).
    static void start() noexcept;
};

}  // namespace stackmate::boards::nrf51
