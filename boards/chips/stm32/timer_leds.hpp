// A chain of 64 WS2812 on channel 1 of an advanced timer (TIM1). One period of the timer is one bit, and at each update DMA
// hands the timer the next bit's high time. There is no interrupt, so nothing that delays the processor makes the LEDs flicker,
// not even an erase of the flash. Registers: RM0008 and RM0383, "Advanced-control timers".
#pragma once

#include <atomic>

#include "boards/chips/stm32/bus.hpp"
#include "hal/chess_concepts.hpp"
#include "hal/ws2812.hpp"

namespace stackmate::boards::stm32 {

/// hal::SquareLeds. `Timer`: its registers' address; `TimerHz`: its clock; `Dma`: serves its update request. The board
/// enables the clocks of timer and DMA, hands the pin to the timer and calls `init`.
///
/// RAM: 1537 items of the DMA's width, which `show` computes.
template <MemoryBus B, std::uintptr_t Timer, std::uint32_t TimerHz, class Dma, hal::Clock Clock, hal::Supply Limits,
          class Chain = hal::ChainFromA1>
class TimerLeds {
    using Item = typename Dma::Item;
    static constexpr std::size_t items = hal::Frame::size * 24 + 1;

    [[nodiscard]] static constexpr std::uint32_t ticks(std::uint32_t ns, std::uint32_t hz) noexcept {
        return static_cast<std::uint32_t>((std::uint64_t{hz} * ns + 500'000'000) / 1'000'000'000);
    }
    [[nodiscard]] static constexpr bool within(std::uint32_t ticks, std::uint32_t ns, std::uint32_t hz) noexcept {
        const auto is = std::uint64_t{ticks} * 1'000'000'000 / hz;
        return is + 140 >= ns && is <= ns + 140;  // 150 allowed; 10 for the oscillator
    }

public:
    static constexpr std::uint32_t period = ticks(1250, TimerHz);
    static constexpr std::uint32_t zero = ticks(400, TimerHz);
    static constexpr std::uint32_t one = ticks(800, TimerHz);
    static_assert(within(zero, 400, TimerHz) && within(period - zero, 850, TimerHz));
    static_assert(within(one, 800, TimerHz) && within(period - one, 450, TimerHz));
    static_assert(one <= Item(~Item{0}) && period <= 0xFFFF);

    /// The shortest time between pictures. The sensors, which are not read while bits are on the line, still keep their
    /// latency.
    static constexpr std::uint32_t frame_ms = 12;
    static constexpr std::uint32_t frame_us = frame_ms * 1000;
    static_assert(items * 1250 / 1000 + hal::ws2812_latch_us <= frame_us - 1000, "the first tick may come at once");
    /// The most ticks that may fall into a picture.
    static constexpr std::uint32_t sending_ms = items * 1250 / 1'000'000 + 1;

    /// High times of all bits, for the DMA to read. The caller's, so that it need not lie among initialised data.
    using Buffer = std::array<Item, items>;

    constexpr TimerLeds(const Clock& clock, Buffer& buffer) noexcept : clock_{clock}, ticks_{buffer} {}

    /// From now on the line is low. Channel 2 never gets a PWM mode: on an F103 that would disturb PA9 (ES096, 2.3.10).
    void init() noexcept {
        B::write(Timer + 0x00, 0);                      // CR1: stopped
        B::write(Timer + 0x0C, 0);                      // DIER: no requests
        B::write(Timer + 0x28, 0);                      // PSC
        B::write(Timer + 0x2C, period - 1);             // ARR
        B::write(high_time, 0);                         // CCR1
        B::write(Timer + 0x18, (6u << 4) | (1u << 3));  // CCMR1: high while counter < CCR1, which waits for the update
        B::write(Timer + 0x20, 1u);                     // CCER: channel 1 out
        B::write(Timer + 0x44, 1u << 15);               // BDTR: outputs on
        B::write(Timer + 0x14, 1u);                     // EGR: take all of that over
        B::write(Timer + 0x10, 0);                      // SR
        B::write(Timer + 0x00, (1u << 7) | 1u);         // CR1: runs for ever
    }

    [[nodiscard]] bool show(const hal::Frame& frame) noexcept {
        if (!shown()) {
            return false;
        }
        std::array<hal::Colour, hal::Frame::size> widths;
        hal::ws2812_widths<Chain>(frame, brightness_, Limits, widths);
        hal::ws2812_ticks<Item>(widths, Item{zero}, Item{one}, ticks_);
        B::write(Timer + 0x0C, 0);
        started_ms_ = clock_.now_ms();
        started_ = true;
        std::atomic_signal_fence(std::memory_order_seq_cst);  // a tick that comes now shall know
        Dma::start(high_time, ticks_);
        B::write(Timer + 0x0C, 1u << 8);  // DIER: a request at each update
        return true;
    }

    /// Whether bits may be on the line. Call it at a tick, after the clock has advanced.
    [[nodiscard]] bool sending() const noexcept { return started_ && clock_.now_ms() - started_ms_ - 1 < sending_ms; }

    [[nodiscard]] bool shown() const noexcept {
        return !started_ || (clock_.now_ms() - started_ms_ >= frame_ms && Dma::idle());
    }

    void set_brightness(std::uint8_t level) noexcept { brightness_ = level; }

    // ---- before and after the timer's clock changes, when the supply falls; nothing is shown any more until the reset

    /// Ends the picture after the current bit, because with another clock its zeros would become ones. After that the line is
    /// low.
    void stop() noexcept {
        B::write(Timer + 0x0C, 0);  // DIER
        Dma::stop();
        for (int twice = 2; twice != 0; --twice) {  // an item that DMA had in hand may come behind the first
            B::write(high_time, 0);
            wait_periods(1);
        }
    }

    /// Switches all LEDs off, after `stop`, with a timer that now runs at `Hz`. Needs no DMA, since all bits are the same;
    /// surplus bits leave the chain at its end.
    template <std::uint32_t Hz>
    void darken() noexcept {
        constexpr auto slow_period = ticks(1250, Hz), slow_zero = ticks(400, Hz);
        static_assert(within(slow_zero, 400, Hz) && within(slow_period - slow_zero, 850, Hz));
        B::write(Timer + 0x00, 0);
        B::write(Timer + 0x2C, slow_period - 1);
        B::write(Timer + 0x14, 1u);
        B::write(Timer + 0x00, (1u << 7) | 1u);
        for (const std::uint32_t high : {std::uint32_t{0}, slow_zero, std::uint32_t{0}}) {
            B::write(high_time, high);
            wait_periods(items);  // longer than the latch takes
        }
    }

private:
    static constexpr std::uintptr_t high_time = Timer + 0x34;  ///< CCR1
    static_assert(items * 1250 / 1000 > hal::ws2812_latch_us);

    /// Waits for at least so many periods, and not for ever. One that ends between two polls is not counted.
    static void wait_periods(std::size_t count) noexcept {
        for (; count != 0; --count) {
            B::write(Timer + 0x10, 0);                          // SR
            (void)wait_until<B>(Timer + 0x10, 1u, 1u, period);  // UIF
        }
    }

    const Clock& clock_;
    Buffer& ticks_;
    std::uint32_t started_ms_ = 0;
    std::uint8_t brightness_ = 255;
    bool started_ = false;
};

}  // namespace stackmate::boards::stm32
