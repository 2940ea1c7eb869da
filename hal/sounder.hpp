// A sounder without electronics of its own, a piezo disc or a small loudspeaker behind a transistor: a square wave that a timer
// makes at a pin.
#pragma once

#include <atomic>
#include <concepts>
#include <cstdint>

#include "hal/pins.hpp"

namespace stackmate::hal {

/// A timer of 16 bits with a pin that is high for the first counts of each of its waves.
///
/// `counts_hz`: the counts of a second. `init()`: from now on it runs, silent. `set(counts, high)`: so many counts are a wave, and in
/// so many of them the pin is high; 0 is silence. It takes effect at the end of the wave that runs.
template <class T>
concept Wave = requires(std::uint32_t counts, std::uint32_t high) {
    { T::counts_hz } -> std::convertible_to<std::uint32_t>;
    { T::init() } noexcept -> std::same_as<void>;
    { T::set(counts, high) } noexcept -> std::same_as<void>;
};

/// hal::Sound. The wave never stops: it is silent while no count is high, so a tone ends at the end of a wave.
template <Wave W>
class Sounder {
public:
    static constexpr std::uint16_t lowest_hz = 40;
    static_assert(W::counts_hz / lowest_hz <= 0xFFFF, "the lowest tone's wave does not fit the timer");

    /// A tone below the lowest is the lowest. Loud is half of each wave, quiet an eighth, no time none of it.
    void play(std::uint16_t hz, std::uint16_t ms, bool loud) noexcept {
        left_.store(0, std::memory_order_relaxed);  // `step` must not end the new tone for the old one
        const std::uint32_t counts = W::counts_hz / (hz < lowest_hz ? lowest_hz : hz);
        W::set(counts, ms == 0 ? 0 : counts / (loud ? 2 : 8));
        left_.store(ms, std::memory_order_relaxed);
    }

    /// Each millisecond, from the tick.
    void step() noexcept {
        const std::uint16_t left = left_.load(std::memory_order_relaxed);
        if (left == 0) return;
        if (left == 1) stop();
        left_.store(left - 1, std::memory_order_relaxed);
    }

    static void stop() noexcept { W::set(W::counts_hz / 1000, 0); }

private:
    std::atomic<std::uint16_t> left_{0};  ///< milliseconds of the tone
};

/// What a board inherits that may have a sounder: nothing where its kit names none. `WaveAt`: a Wave for a pin.
template <class Kit, template <PinId> class WaveAt>
struct SoundOf {
    static void start_sound() noexcept {}
    static void step_sound() noexcept {}
    static void stop_sound() noexcept {}
};
template <class Kit, template <PinId> class WaveAt>
    requires requires { Kit::sounder; }
struct SoundOf<Kit, WaveAt> {
    Sounder<WaveAt<Kit::sounder>> sound{};

    static void start_sound() noexcept { WaveAt<Kit::sounder>::init(); }
    void step_sound() noexcept { sound.step(); }
    static void stop_sound() noexcept { Sounder<WaveAt<Kit::sounder>>::stop(); }
};

}  // namespace stackmate::hal
