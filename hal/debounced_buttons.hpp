// Buttons over input lines.
#pragma once

#include <array>
#include <atomic>

#include "hal/chess_concepts.hpp"
#include "hal/scan.hpp"
#include "hal/pin.hpp"

namespace stackmate::hal {

/// Buttons whose lines a timer interrupt samples with `step`, every `StepUs` microseconds. A change counts after
/// `Samples` samples. `Names` has `static constexpr std::array<std::string_view, count> names`.
///
/// The interrupt counts pushes, and `pressed` compares with the count it last saw, so no read-modify-write is shared.
/// 256 pushes of one button between two calls look like none.
template <InputLines Lines, class Names, unsigned Samples = 10, std::uint32_t StepUs = 1000>
class DebouncedButtons {
public:
    static constexpr auto count = static_cast<unsigned>(Names::names.size());
    static constexpr std::uint32_t latency_ms = (StepUs * (Samples + 1) + 999) / 1000;

    explicit constexpr DebouncedButtons(const Lines& lines) noexcept : lines_{lines} {}

    [[nodiscard]] static constexpr std::string_view name(unsigned button) noexcept {
        return button < count ? Names::names[button] : std::string_view{};
    }

    [[nodiscard]] std::uint8_t held() const noexcept { return held_.load(std::memory_order_relaxed); }

    [[nodiscard]] std::uint8_t pressed() noexcept {
        unsigned pressed = 0;
        for (unsigned i = 0; i < count; ++i) {
            const auto pushes = pushes_[i].load(std::memory_order_relaxed);
            pressed |= pushes != seen_[i] ? 1u << i : 0;
            seen_[i] = pushes;
        }
        return static_cast<std::uint8_t>(pressed);
    }

    /// Called by the timer interrupt.
    void step() noexcept {
        const auto sample = static_cast<std::uint8_t>(lines_.read() & ((1u << count) - 1));
        if (!started_) {  // what is down at power-on was not pressed
            started_ = true;
            debounce_ = Debounce<std::uint8_t, Samples>{sample};
            held_.store(sample, std::memory_order_relaxed);
            return;
        }
        const auto before = debounce_.state();
        const auto now = debounce_.update(sample);
        held_.store(now, std::memory_order_relaxed);
        for (unsigned i = 0; i < count; ++i) {
            if (((now & ~before) >> i & 1) != 0) {
                const auto pushes = pushes_[i].load(std::memory_order_relaxed);
                pushes_[i].store(static_cast<std::uint8_t>(pushes + 1u), std::memory_order_relaxed);
            }
        }
    }

private:
    const Lines& lines_;
    Debounce<std::uint8_t, Samples> debounce_{};
    bool started_ = false;
    std::atomic<std::uint8_t> held_{0};
    std::array<std::atomic<std::uint8_t>, count> pushes_{};
    std::array<std::uint8_t, count> seen_{};
};

}  // namespace stackmate::hal
