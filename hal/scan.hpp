// Sensors of 64 squares, wherever their bits come from: a source looks at the squares step by step, and one class
// debounces and publishes what it has seen. Buttons are debounced in the same way.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <concepts>
#include <cstdint>
#include <optional>

#include "hal/chess_concepts.hpp"

namespace stackmate::hal {

/// One bit for each contact. A contact changes its state after `Samples` consecutive samples that differ from it; a
/// sample that does not differ restarts the count. `Samples` is 1 (no debouncing) to 15.
///
/// The counters are stored as bit planes: plane k has bit k of every contact's counter, so a sample costs a few
/// operations for all contacts together.
template <std::unsigned_integral Mask, unsigned Samples>
class Debounce {
    static_assert(Samples >= 1 && Samples <= 15);

public:
    explicit constexpr Debounce(Mask start = 0) noexcept : state_{start} {}

    /// Takes a sample; returns the state after it.
    constexpr Mask update(Mask sample) noexcept {
        const auto differs = static_cast<Mask>(sample ^ state_);
        auto carry = differs;
        Mask full = differs;
        for (unsigned bit = 0; bit < planes_.size(); ++bit) {
            auto& plane = planes_[bit];
            const auto counted = static_cast<Mask>((plane & differs) ^ carry);
            carry = static_cast<Mask>(plane & carry);
            plane = counted;
            full = static_cast<Mask>(full & ((Samples >> bit & 1) != 0 ? plane : static_cast<Mask>(~plane)));
        }
        state_ = static_cast<Mask>(state_ ^ full);
        for (auto& plane : planes_) {
            plane = static_cast<Mask>(plane & ~full);
        }
        return state_;
    }

    [[nodiscard]] constexpr Mask state() const noexcept { return state_; }

private:
    std::array<Mask, std::bit_width(Samples)> planes_{};
    Mask state_;
};

/// `step_us`: microseconds between two calls of `step`.
/// `settle_steps`: steps from selecting sensors to reading them, where a source selects; their time must cover the
/// sensors' settling time (175 to 300 us for hall sensors whose supply is switched, by their switching frequency; 1 us
/// for reed contacts).
/// `samples`: consecutive passes that must agree before a change counts.
/// `lost_steps`: how many of any `of_steps` consecutive steps the board may skip, for as long as something would
/// disturb them, such as bits on the LEDs' wire.
struct ScanTiming {
    std::uint32_t step_us = 1000;
    std::uint32_t settle_steps = 1;
    unsigned samples = 2;
    std::uint32_t lost_steps = 0;
    std::uint32_t of_steps = 1;

    /// A change may just miss its pass; it then takes `samples` whole ones of `pass_steps` steps.
    [[nodiscard]] constexpr std::uint32_t latency_ms(std::uint32_t pass_steps) const noexcept {
        const std::uint32_t needed = pass_steps * (samples + 1);
        std::uint32_t steps = needed;
        while (steps < needed + lost_steps * ((steps + of_steps - 1) / of_steps)) ++steps;
        return (steps * step_us + 999) / 1000;
    }
};
static_assert(ScanTiming{}.latency_ms(8) == 24);
static_assert(ScanTiming{.lost_steps = 1, .of_steps = 12}.latency_ms(8) == 27);

/// Where the bits come from. A pass looks at each of the 64 squares once.
///
/// `step()`: does one small part of a pass and returns. A timer interrupt calls it every `timing.step_us`. It returns
/// the 64 squares (bit 0 is a1; 1 is occupied) in the step that completes a pass, otherwise nothing. All of them were
/// read since the previous pass was returned.
/// `pass_steps`: a pass takes this many steps; the first may take longer. A source that cannot reach its sensors
/// returns no pass until it can.
/// `timing`: as above. The board may skip `lost_steps`. What was selected or loaded before stays, so a skipped step
/// delays the pass and changes nothing else.
///
/// Guaranteed: callable from an interrupt; does not wait for a sensor to settle.
template <class T>
concept ScanSource = requires(T source) {
    { source.step() } noexcept -> std::same_as<std::optional<std::uint64_t>>;
    { T::pass_steps } -> std::convertible_to<std::uint32_t>;
    { T::timing } -> std::convertible_to<ScanTiming>;
};

// Sources see the squares as eight rows of eight columns. A wiring maps the active columns of a row to squares, one bit
// each: `squares(row, columns)`.

/// Row r, column c is square 8 r + c: rows are ranks, columns are files. Open-Chess is wired like this.
struct RowsAreRanks {
    [[nodiscard]] static constexpr std::uint64_t squares(unsigned row, std::uint8_t columns) noexcept {
        return std::uint64_t{columns} << 8 * row;
    }
};

/// The same with row 0 at the top: row r, column c is square 8 (7 - r) + c.
struct RowsAreRanksFromTop {
    [[nodiscard]] static constexpr std::uint64_t squares(unsigned row, std::uint8_t columns) noexcept {
        return RowsAreRanks::squares(7 - row, columns);
    }
};
static_assert(RowsAreRanksFromTop::squares(0, 1) == std::uint64_t{1} << 56, "a8");

/// Row r, column c is square 8 c + r: rows are files.
struct RowsAreFiles {
    [[nodiscard]] static constexpr std::uint64_t squares(unsigned row, std::uint8_t columns) noexcept {
        std::uint64_t squares = 0;
        for (unsigned column = 0; column < 8; ++column) {
            squares |= std::uint64_t{columns >> column & 1u} << 8 * column;
        }
        return squares << row;
    }
};

/// SquareSensors over a source, which is built from `parts` and lies inside.
template <ScanSource Source>
class ScannedSquares {
public:
    static constexpr std::uint32_t latency_ms = Source::timing.latency_ms(Source::pass_steps);
    static_assert(Source::timing.settle_steps >= 1 && Source::timing.step_us >= 1 && Source::pass_steps >= 1);
    static_assert(Source::timing.lost_steps < Source::timing.of_steps);

    template <class... Parts>
        requires std::constructible_from<Source, Parts&...>
    explicit constexpr ScannedSquares(Parts&... parts) noexcept : source_{parts...} {}

    [[nodiscard]] std::uint64_t scan() const noexcept { return read(debounced_); }
    [[nodiscard]] std::uint64_t raw() const noexcept { return read(raw_); }
    [[nodiscard]] std::uint32_t scans() const noexcept { return changes_.load(std::memory_order_relaxed) / 2; }

    /// Called by the timer interrupt. Takes as long as the source's step.
    void step() noexcept {
        if (const auto squares = source_.step()) {
            publish(*squares);
        }
    }

private:
    /// 64 bits on a processor whose loads are 32 bits wide.
    struct Picture {
        std::atomic<std::uint32_t> low{0};
        std::atomic<std::uint32_t> high{0};

        void store(std::uint64_t squares) noexcept {
            low.store(static_cast<std::uint32_t>(squares), std::memory_order_relaxed);
            high.store(static_cast<std::uint32_t>(squares >> 32), std::memory_order_relaxed);
        }
    };

    [[gnu::always_inline]] void publish(std::uint64_t squares) noexcept {
        const auto changes = changes_.load(std::memory_order_relaxed);
        changes_.store(changes + 1, std::memory_order_relaxed);  // odd: a reader must not trust what it has read
        std::atomic_thread_fence(std::memory_order_release);
        raw_.store(squares);
        debounced_.store(debounce_.update(squares));
        changes_.store(changes + 2, std::memory_order_release);
    }

    /// Reads again if an interrupt came in between. The next one comes a pass later, so the loop ends.
    [[nodiscard]] std::uint64_t read(const Picture& picture) const noexcept {
        for (;;) {
            const auto before = changes_.load(std::memory_order_acquire);
            const std::uint64_t low = picture.low.load(std::memory_order_relaxed);
            const std::uint64_t high = picture.high.load(std::memory_order_relaxed);
            std::atomic_thread_fence(std::memory_order_acquire);
            if (before % 2 == 0 && changes_.load(std::memory_order_relaxed) == before) {
                return high << 32 | low;
            }
        }
    }

    Source source_;
    Debounce<std::uint64_t, Source::timing.samples> debounce_{};
    Picture raw_{};
    Picture debounced_{};
    std::atomic<std::uint32_t> changes_{0};
};

}  // namespace stackmate::hal
