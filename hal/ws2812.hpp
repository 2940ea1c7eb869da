// WS2812 and similar LEDs: from a frame to the bits on the wire. Pure functions; the board sends the bits (PIO and DMA,
// timer and DMA).
//
// A bit is a high and a low part: zero 0.4 and 0.85 us, one 0.8 and 0.45 us, each +-0.15 us. More than 50 us low
// latches (280 us with newer chips: use `ws2812_latch_us`). Green, red, blue, highest bit first (Worldsemi WS2812B data
// sheet). SK6812 RGBW, on Open-Chess boards, takes a fourth byte for white.
#pragma once

#include "hal/light.hpp"

namespace stackmate::hal {

inline constexpr std::uint32_t ws2812_latch_us = 300;

/// The place of a square's LED in the chain, 0 next to the chip.
struct ChainFromA1 {
    [[nodiscard]] static constexpr unsigned index(unsigned square) noexcept { return square; }
};
/// Rank 1 from a to h, rank 2 from h to a, and so on.
struct ChainInSerpentines {
    [[nodiscard]] static constexpr unsigned index(unsigned square) noexcept {
        return square / 8 % 2 == 0 ? square : square ^ 7;
    }
};
/// File by file, each from rank 8 to rank 1: Open-Chess.
struct ChainByFiles {
    [[nodiscard]] static constexpr unsigned index(unsigned square) noexcept {
        return square % 8 * 8 + (7 - square / 8);
    }
};

/// Pulse widths in the order of the chain, within the limit of the supply.
template <class Chain = ChainFromA1>
constexpr void ws2812_widths(const Frame& frame, std::uint8_t brightness, Supply supply,
                             std::span<Colour, Frame::size> widths) noexcept {
    for (unsigned square = 0; square < Frame::size; ++square) {
        widths[Chain::index(square)] = pulse_widths(frame.squares[square], brightness);
    }
    limit_current(widths, supply);
}

/// One word for each LED, left-aligned, for a PIO program that shifts 24 bits out to the left. Or 32 bits for LEDs with
/// white, which then stays dark, because it would add to the LED's current.
constexpr void ws2812_words(std::span<const Colour> widths, std::span<std::uint32_t> words) noexcept {
    for (std::size_t i = 0; i < widths.size() && i < words.size(); ++i) {
        words[i] = std::uint32_t{widths[i].green} << 24 | std::uint32_t{widths[i].red} << 16
                   | std::uint32_t{widths[i].blue} << 8;
    }
}

/// High times for a timer whose period is one bit on the wire: `zero` or `one` ticks for each bit, followed by a zero,
/// after which the line stays low.
template <class Ticks>
constexpr void ws2812_ticks(std::span<const Colour, Frame::size> widths, Ticks zero, Ticks one,
                            std::span<Ticks, Frame::size * 24 + 1> ticks) noexcept {
    std::size_t at = 0;
    for (const auto& width : widths) {
        for (const unsigned byte : {width.green, width.red, width.blue}) {
            for (unsigned bit = 8; bit-- > 0;) {
                ticks[at++] = (byte >> bit & 1) != 0 ? one : zero;
            }
        }
    }
    ticks[at] = Ticks{};
}

}  // namespace stackmate::hal
