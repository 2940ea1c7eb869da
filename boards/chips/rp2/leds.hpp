// A chain of WS2812 at a pin: the PIO makes the bits, the DMA feeds it, the processor does nothing in between.
// Source: RP2040 data sheet, 3 (PIO) and 2.5 (DMA).
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "boards/chips/rp2/gpio.hpp"
#include "boards/chips/rp2/registers.hpp"
#include "hal/chess_concepts.hpp"
#include "hal/ws2812.hpp"

namespace stackmate::boards::rp2 {

/// Times of a bit on the wire, in periods of the state machine's clock. The first third of every bit is high, the last is low,
/// and the middle one is the bit's value.
struct BitTimes {
    std::uint32_t clock_hz;  ///< of the state machine
    std::uint32_t high;      ///< a zero's high time, and by how much a one's is longer
    std::uint32_t low;       ///< a one's low time

    [[nodiscard]] constexpr std::uint32_t ns(std::uint32_t periods) const noexcept {
        return static_cast<std::uint32_t>(std::uint64_t{periods} * 1'000'000'000 / clock_hz);
    }
    [[nodiscard]] constexpr std::uint32_t bit_ns() const noexcept { return ns(2 * high + low); }

    /// Worldsemi WS2812B data sheet: zero 400 and 850 ns, one 800 and 450 ns. Opsco SK6812RGBW data sheet: zero 300 and 900 ns,
    /// one 600 and 600 ns. Each +-150 ns; one set of times fits both kinds.
    [[nodiscard]] constexpr bool allowed() const noexcept {
        const auto within = [](std::uint32_t time, std::uint32_t ws2812, std::uint32_t sk6812) {
            return time + 150 >= ws2812 && time <= ws2812 + 150 && time + 150 >= sk6812 && time <= sk6812 + 150;
        };
        return within(ns(high), 400, 300) && within(ns(high + low), 850, 900) && within(ns(2 * high), 800, 600)
               && within(ns(low), 450, 600);
    }
};

/// 3.4, "Instruction Set": the few that are needed. `periods`: how long it takes, itself included, 1 to 32.
namespace pio {

[[nodiscard]] constexpr std::uint16_t delayed(unsigned instruction, std::uint32_t periods) noexcept {
    return static_cast<std::uint16_t>(instruction | (periods - 1) << 8);
}
/// set pins, `level`
[[nodiscard]] constexpr std::uint16_t set_pin(bool level, std::uint32_t periods) noexcept {
    return delayed(0xE000u | (level ? 1u : 0u), periods);
}
/// set pindirs, 1
inline constexpr std::uint16_t make_output = 0xE081;
/// out x, 1: takes the next bit, and waits for it as long as there is none
inline constexpr std::uint16_t take_bit_to_x = 0x6021;
/// mov pins, x
[[nodiscard]] constexpr std::uint16_t show_x(std::uint32_t periods) noexcept { return delayed(0xA001, periods); }
/// jmp `address`
[[nodiscard]] constexpr std::uint16_t jump(unsigned address) noexcept { return static_cast<std::uint16_t>(address); }

}  // namespace pio

/// SquareLeds on pin `Number`, by state machine 0 of PIO 0 and DMA channel 0. `SystemHz` is the processor's clock;
/// `Chain` says where a square's LED is; `Bits` is 24, or 32 for LEDs with white.
///
/// The board calls `step` every millisecond, after it has read the sensors. A picture of 64 LEDs begins there and takes 1.8 ms
/// (2.5 with white); then the line is low for 300 us until they show it. One or two readings of the sensors would fall into a
/// picture. `sending` reports that, so that the board skips them: edges on the LEDs' line must not be taken for pieces.
/// Pictures are so far apart that the sensors still keep their latency.
template <unsigned Number, std::uint32_t SystemHz, class Chain, hal::Supply Limits, unsigned Bits = 24>
class Ws2812Chain {
    static constexpr std::uint32_t divider = SystemHz / 25'000'000;  ///< whole, so that all bits are alike
    static constexpr BitTimes times{SystemHz / divider, 9, 12};
    static_assert(times.allowed(), "the data sheets' times");
    static_assert(Bits == 24 || Bits == 32);

    static constexpr std::uint32_t picture_us = hal::Frame::size * Bits * times.bit_ns() / 1000 + 1;

public:
    using DataPin = Pin<Number>;
    static constexpr std::uint32_t frame_ticks = 12;                   ///< the least from one picture to the next
    static constexpr std::uint32_t sending_ticks = picture_us / 1000;  ///< the most of them that fall into a picture
    static constexpr std::uint32_t frame_us = 1000 * frame_ticks;
    static_assert(picture_us % 1000 < 900, "a tick may come some microseconds late");
    static_assert(picture_us + hal::ws2812_latch_us < frame_us - 1000);

    /// After the reset of PIO and DMA was released.
    static void init() noexcept {
        std::uintptr_t at = Map::pio0 + 0x48;  // INSTR_MEM0
        for (const auto instruction : program) {
            *reinterpret_cast<volatile std::uint32_t*>(at) = instruction;
            at += 4;
        }
        Register<Map::pio0 + 0xC8>::write(divider << 16);                         // SM0_CLKDIV
        Register<Map::pio0 + 0xCC>::write((program.size() - 1) << 12 | 0u << 7);  // SM0_EXECCTRL: from last to first
        // SM0_SHIFTCTRL: one queue of 8, a new word after so many bits, taken by itself, highest bit first.
        Register<Map::pio0 + 0xD0>::write(1u << 30 | Bits % 32 << 25 | 1u << 17);
        Register<Map::pio0 + 0xDC>::write(1u << 26 | 1u << 20 | Number << 5
                                          | Number);                // SM0_PINCTRL: this pin for SET and OUT
        Register<Map::pio0 + 0xD8>::write(pio::set_pin(false, 1));  // SM0_INSTR: done at once
        Register<Map::pio0 + 0xD8>::write(pio::make_output);
        Register<Map::pio0 + 0xD8>::write(pio::jump(0));
        DataPin::use(PinFunction::pio0);
        Register<Map::pio0 + 0x00>::write(1u << 8 | 1u << 4 | 1u << 0);  // CTRL: clock and machine from their start, on
    }

    [[nodiscard]] bool show(const hal::Frame& frame) noexcept {
        if (!shown()) {
            return false;
        }
        std::array<hal::Colour, hal::Frame::size> widths;
        const std::uint8_t brightness = dark_.load(std::memory_order_relaxed) ? 0 : brightness_;
        hal::ws2812_widths<Chain>(frame, brightness, Limits, widths);
        hal::ws2812_words(widths, words_);
        remaining_.store(frame_ticks, std::memory_order_release);
        return true;
    }

    void set_brightness(std::uint8_t level) noexcept { brightness_ = level; }
    /// From the next `show` on, all LEDs are dark, or no longer.
    void darken(bool dark) noexcept { dark_.store(dark, std::memory_order_relaxed); }
    [[nodiscard]] bool shown() const noexcept { return remaining_.load(std::memory_order_relaxed) == 0; }

    /// Whether bits are on the line. Call it at a tick, before `step`.
    [[nodiscard]] bool sending() const noexcept {
        const auto left = remaining_.load(std::memory_order_relaxed);
        return left < frame_ticks && left >= frame_ticks - sending_ticks;
    }

    /// From the tick interrupt. `show` writes the count only while it is 0, which this leaves alone.
    void step() noexcept {
        const auto left = remaining_.load(std::memory_order_acquire);
        if (left == frame_ticks) {
            send();
        }
        if (left != 0) {
            remaining_.store(left - 1, std::memory_order_relaxed);
        }
    }

private:
    void send() noexcept {
        Register<Map::dma + 0x0>::write(static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(words_.data())));
        Register<Map::dma + 0x4>::write(Map::pio0 + 0x10);  // to TXF0
        Register<Map::dma + 0x8>::write(words_.size());
        // CTRL_TRIG: go; words, from rising addresses, one when the queue asks, no interrupt. Zero: TREQ (PIO0 TX0), and CHAIN_TO
        // (no other channel after it).
        Register<Map::dma + 0xC>::write(Map::dma_quiet | 1u << 4 | 2u << 2 | 1u << 0);
    }

    // The line is low while the program waits for a bit, however long that is.
    static constexpr std::array<std::uint16_t, 4> program{
        pio::set_pin(false, times.low - 1),
        pio::take_bit_to_x,
        pio::set_pin(true, times.high),
        pio::show_x(times.high),
    };
    static_assert(times.low - 1 <= 32 && times.high <= 32, "five bits of delay");
    static_assert(program[0] == 0xEA00 && program[2] == 0xE801 && program[3] == 0xA801, "worked out by hand, 3.4");

    std::array<std::uint32_t, hal::Frame::size> words_{};
    std::atomic<std::uint32_t> remaining_{0};
    std::atomic<bool> dark_{false};
    std::uint8_t brightness_ = 255;
};

}  // namespace stackmate::boards::rp2
