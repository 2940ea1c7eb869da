// The STM32's independent watchdog.
#pragma once

#include <algorithm>
#include <cstdint>

#include "boards/chips/stm32/bus.hpp"
#include "hal/chess_concepts.hpp"

namespace stackmate::boards::stm32 {

/// hal::Watchdog by the IWDG, which counts an oscillator of its own (LSI) down and resets the chip at zero. All
/// families have the same registers at the same place (RM0008, RM0351, RM0383, "IWDG registers").
///
/// `SlowestHz`, `FastestHz`: the data sheet's range of the LSI. The interval is exact for the fastest and longer on every other
/// chip. L4: 29,500 to 34,000 (DS10969, "LSI oscillator characteristics"); F4: 17,000 to 47,000 (DS10314); F1: 30,000 to 60,000
/// (DS5319).
///
/// `arm` waits until the watchdog has taken a new interval: five LSI cycles, 0.3 ms at most. `feed` is one
/// write. Only a reset ends it.
template <std::uint32_t SlowestHz, std::uint32_t FastestHz, class ChipBus = Bus>
class IndependentWatchdog {
    static_assert(SlowestHz <= FastestHz && SlowestHz >= 10'000 && FastestHz <= 100'000);

public:
    static constexpr std::uint32_t most_counts = 4096;  ///< 12 bits
    static constexpr std::uint32_t smallest_divider = 4;
    static constexpr std::uint32_t largest_divider = 256;
    static constexpr std::uint32_t longest_ms =
        static_cast<std::uint32_t>(std::uint64_t{most_counts - 2} * largest_divider * 1000 / FastestHz);
    /// The oscillator's range, plus two counts of rounding: at most 0.1 % with a larger divider, or twice four cycles of one
    /// millisecond with the smallest.
    static constexpr std::uint32_t late_percent =
        (FastestHz - SlowestHz) * 100 / SlowestHz + 2 + (2 * smallest_divider + 1) * 100'000 / SlowestHz;

    constexpr IndependentWatchdog() noexcept = default;
    explicit constexpr IndependentWatchdog(ChipBus bus) noexcept : bus_{bus} {}

    void arm(std::uint32_t ms) noexcept {
        const auto setting = setting_for(ms);
        bus_.write(key, feed_word);  // what is left of a shorter interval must not end while the new one is set
        bus_.write(key, start_word);
        bus_.write(key, unlock_word);
        // Both registers refuse a new value while the last one is on its way to the LSI's side.
        wait();
        bus_.write(prescaler, setting.prescaler);
        bus_.write(reload, setting.counts);
        wait();
        bus_.write(key, feed_word);
    }

    void feed() noexcept { bus_.write(key, feed_word); }

private:
    static constexpr std::uintptr_t key = 0x40003000;
    static constexpr std::uintptr_t prescaler = 0x40003004;
    static constexpr std::uintptr_t reload = 0x40003008;
    static constexpr std::uintptr_t status = 0x4000300C;
    static constexpr std::uint32_t start_word = 0xCCCC;
    static constexpr std::uint32_t unlock_word = 0x5555;
    static constexpr std::uint32_t feed_word = 0xAAAA;
    static constexpr std::uint32_t updating = 3;  ///< PVU, RVU

    struct Setting {
        std::uint32_t prescaler;  ///< PR: the divider is 4 << PR
        std::uint32_t counts;     ///< RLR
    };

    /// With RLR = n the watchdog counts n or n + 1 times, since the first count may be shorter; so n must suffice.
    [[nodiscard]] static constexpr Setting setting_for(std::uint32_t ms) noexcept {
        const std::uint32_t cycles = (std::clamp<std::uint32_t>(ms, 1, longest_ms) * FastestHz + 999) / 1000;
        for (std::uint32_t pr = 0;; ++pr) {
            const std::uint32_t divider = smallest_divider << pr;
            const std::uint32_t counts = (cycles + divider - 1) / divider;
            if (counts < most_counts) {
                return {pr, counts};
            }
        }
    }
    static_assert(std::uint64_t{longest_ms} * FastestHz + 999 < (std::uint64_t{1} << 32));

    /// Waits until neither register is being updated. 20,000 polls take at least 1 ms at any clock up to 80 MHz.
    void wait() const noexcept {
        for (std::uint32_t tries = 20'000; tries != 0 && (bus_.read(status) & updating) != 0; --tries) {}
    }

    [[no_unique_address]] ChipBus bus_{};
};

static_assert(hal::Watchdog<IndependentWatchdog<29'500, 34'000>>);

}  // namespace stackmate::boards::stm32
