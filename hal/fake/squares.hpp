// Squares, buttons and a watchdog controlled by the test.
#pragma once

#include "hal/chess_concepts.hpp"

namespace stackmate::hal::fake {

/// Sensors that see `occupied` at once, though their stated latency is that of a matrix.
class SquareSensors {
public:
    static constexpr std::uint32_t latency_ms = 24;

    [[nodiscard]] std::uint64_t scan() const noexcept { return occupied; }
    [[nodiscard]] std::uint64_t raw() const noexcept { return occupied; }
    [[nodiscard]] std::uint32_t scans() const noexcept { return ++scans_; }

    std::uint64_t occupied = 0;

private:
    mutable std::uint32_t scans_ = 0;
};

/// LEDs that hold a picture back until `finish` if `slow` is set, and otherwise show it at once.
class SquareLeds {
public:
    static constexpr std::uint32_t frame_us = 2000;

    [[nodiscard]] bool show(const Frame& picture) noexcept {
        if (!shown_) {
            return false;
        }
        coming_ = picture;
        coming_brightness_ = brightness_;
        shown_ = false;
        ++frames;
        if (!slow) {
            finish();
        }
        return true;
    }

    void set_brightness(std::uint8_t level) noexcept { brightness_ = level; }
    [[nodiscard]] bool shown() const noexcept { return shown_; }

    /// The picture being sent is complete.
    void finish() noexcept {
        frame = coming_;
        brightness = coming_brightness_;
        shown_ = true;
    }

    bool slow = false;              ///< pictures wait for `finish`
    Frame frame{};                  ///< what is shown
    std::uint8_t brightness = 255;  ///< how brightly
    std::uint32_t frames = 0;       ///< pictures taken

private:
    Frame coming_{};
    std::uint8_t coming_brightness_ = 255;
    std::uint8_t brightness_ = 255;
    bool shown_ = true;
};

/// Up to eight buttons that react at once.
template <unsigned Count = 4>
class Buttons {
public:
    static constexpr unsigned count = Count;
    static constexpr std::uint32_t latency_ms = 0;

    [[nodiscard]] static std::string_view name(unsigned button) noexcept {
        constexpr std::string_view names = "ABCDEFGH";
        return button < Count ? names.substr(button, 1) : std::string_view{};
    }

    [[nodiscard]] std::uint8_t held() const noexcept { return held_; }

    [[nodiscard]] std::uint8_t pressed() noexcept {
        const auto pressed = pressed_;
        pressed_ = 0;
        return pressed;
    }

    /// Holds these buttons down and no others.
    void hold(std::uint8_t buttons) noexcept {
        pressed_ = static_cast<std::uint8_t>(pressed_ | (buttons & ~held_));
        held_ = buttons;
    }

private:
    std::uint8_t held_ = 0;
    std::uint8_t pressed_ = 0;
};

/// Watchdog that counts resets in place of making them; each leaves it unarmed.
class Watchdog {
public:
    static constexpr std::uint32_t longest_ms = 8000;
    static constexpr std::uint32_t late_percent = 0;

    void arm(std::uint32_t ms) noexcept {
        interval_ms_ = ms == 0 ? 1 : ms < longest_ms ? ms : longest_ms;
        feed();
    }

    void feed() noexcept { left_ms_ = interval_ms_; }

    /// Lets `ms` milliseconds pass.
    void pass(std::uint32_t ms) noexcept {
        if (interval_ms_ != 0 && ms >= left_ms_) {
            ++resets;
            interval_ms_ = left_ms_ = 0;
        } else if (interval_ms_ != 0) {
            left_ms_ -= ms;
        }
    }

    std::uint32_t resets = 0;

private:
    std::uint32_t interval_ms_ = 0;  ///< 0: not armed
    std::uint32_t left_ms_ = 0;
};

static_assert(hal::SquareSensors<SquareSensors>);
static_assert(hal::SquareLeds<SquareLeds>);
static_assert(hal::Buttons<Buttons<>>);
static_assert(hal::Watchdog<Watchdog>);

}  // namespace stackmate::hal::fake
