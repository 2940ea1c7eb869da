// What 64 RGB squares show.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace stackmate::hal {

/// The light of one square as a person sees it: 0 is dark, 255 as bright as the board allows. Linear in perceived
/// brightness; the driver corrects for its LEDs (gamma).
struct Colour {
    std::uint8_t red = 0;
    std::uint8_t green = 0;
    std::uint8_t blue = 0;

    friend constexpr bool operator==(const Colour&, const Colour&) noexcept = default;
};

/// One picture: square 0 is a1, 1 is b1, 63 is h8, however the LEDs are wired.
struct Frame {
    static constexpr std::size_t size = 64;

    std::array<Colour, size> squares{};

    friend constexpr bool operator==(const Frame&, const Frame&) noexcept = default;
};

static_assert(sizeof(Frame) == 192, "a frame is three bytes a square");

}  // namespace stackmate::hal
