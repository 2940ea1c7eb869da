// The deadline as an alarm of the timer. Source: RP2040 data sheet, 4.6, "Timer".
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "boards/chips/rp2/registers.hpp"
#include "boards/cortex_m/system.hpp"
#include "hal/concepts.hpp"

namespace stackmate::boards::rp2 {

/// hal::Deadline by alarm 0 of the timer, which counts microseconds. The alarm is due `margin_us` early, so that the flag is up
/// in time even if another interrupt is running just then. The board enables interrupt 0 and calls `on_interrupt` from it.
class AlarmDeadline {
public:
    static constexpr std::uint32_t margin_us = 50;

    /// After the timer's reset.
    static void init() noexcept { InterruptEnable::write(alarm_0); }

    void arm(std::uint32_t ms, std::atomic<bool>& flag) noexcept {
        const cortex_m::InterruptLock lock;
        disarm();
        if (ms == 0) {
            flag.store(true, std::memory_order_relaxed);
            return;
        }
        flag_ = &flag;
        remaining_ms_ = ms;
        due_ = Now::read() - margin_us;
        set_alarm();
    }

    void disarm() noexcept {
        const cortex_m::InterruptLock lock;
        Armed::write(alarm_0);
        Raised::write(alarm_0);
        flag_ = nullptr;
    }

    void on_interrupt() noexcept {
        Raised::write(alarm_0);
        // An alarm disarmed while its interrupt was on its way still comes here. The next one may be armed by then; it is due
        // in a millisecond at the earliest.
        if (flag_ == nullptr || static_cast<std::int32_t>(Now::read() + margin_us - due_) < 0) {
            return;
        }
        if (remaining_ms_ != 0) {
            set_alarm();
            return;
        }
        flag_->store(true, std::memory_order_relaxed);
        flag_ = nullptr;
        cortex_m::work_arrived.store(true, std::memory_order_relaxed);
    }

private:
    using Alarm = Register<Map::timer + 0x10>;   ///< ALARM0; writing it arms the alarm
    using Armed = Register<Map::timer + 0x20>;   ///< a bit is cleared by writing it
    using Now = Register<Map::timer + 0x28>;     ///< TIMERAWL: the lower 32 bits
    using Raised = Register<Map::timer_raised>;  ///< INTR; a bit is cleared by writing it
    using InterruptEnable = Register<Map::timer_interrupts>;

    static constexpr std::uint32_t alarm_0 = 1u << 0;
    /// The alarm compares 32 bits of microseconds, 71 minutes: longer times come in pieces.
    static constexpr std::uint32_t longest_piece_ms = 1'000'000;

    void set_alarm() noexcept {
        const auto piece = std::min(remaining_ms_, longest_piece_ms);
        remaining_ms_ -= piece;
        due_ += piece * 1000;
        Alarm::write(due_);
    }

    std::atomic<bool>* flag_ = nullptr;  ///< null when disarmed
    std::uint32_t remaining_ms_ = 0;     ///< time left after the current alarm
    std::uint32_t due_ = 0;              ///< when the current alarm is due
};

static_assert(hal::Deadline<AlarmDeadline>);

}  // namespace stackmate::boards::rp2
