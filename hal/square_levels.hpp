// What is known of 64 linear sensors: the level of each empty square, how far a piece moves it, and how far the last piece did.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <concepts>
#include <cstdint>

namespace stackmate::hal {

/// Levels are codes of a converter of 12 bits. A piece moves its square's level to either side, by about `swing`. It has come when
/// the level is 3/8 of that or more away from the empty one, and has gone when it is less than 2/8 away: pieces stand off the middle
/// of their squares, so little must be enough.
///
/// The level of the empty square follows slow changes (temperature, supply, age). On an empty square it goes towards what is seen,
/// one code at each look. Under a piece it changes by the same part as the piece's level, if that has moved by no more than `still`
/// since the last look; a larger change is a hand's. The swing is only measured, never followed: a magnet that grows weaker is a
/// fault to be named.
/// `still` covers noise, and the steps of up to nine codes in an RP2040's converter (boards/chips/rp2/adc.hpp).
///
/// An interrupt calls `take`; everything else is called from outside it. Nothing blocks.
class SquareLevels {
public:
    static constexpr std::uint16_t full_scale = 4095;
    /// Without a calibration: half of the supply, and a DRV5055A3 at 3.3 V (15 mV/mT) with 34 mT.
    static constexpr std::uint16_t usual_empty = 2048, usual_swing = 640;
    /// A square that gives less than this is weak from the beginning: 14 mT of that sensor.
    static constexpr std::uint16_t least_swing = 256;
    static constexpr int still = 12;
    static constexpr unsigned not_felt = 0;
    /// In percent of what is needed: a piece with less is about to be missed. The piece of the calibration has 266; 150 are 9/16 of
    /// its field.
    static constexpr unsigned weak_percent = 150;

    [[nodiscard]] static constexpr unsigned comes_at(unsigned swing) noexcept { return swing * 3 / 8; }
    [[nodiscard]] static constexpr unsigned goes_below(unsigned swing) noexcept { return swing * 2 / 8; }

    // ---- from the scan

    /// The level of a square, 0 to 63, as it has just been read, 0 to `full_scale`. `occupied`: as it was judged last. `look`: in one pass after
    /// each `look_passes`. Returns whether the square is occupied now.
    [[nodiscard]] bool take(unsigned square, std::uint16_t level, bool occupied, bool look) noexcept {
        Square& at = squares_[square];
        const int away = level - empty_of(at);
        const auto distance = static_cast<unsigned>(size_of(away));
        // The level of a sensor that nobody has calibrated may lie between the two thresholds. So the second one does not count
        // until the empty square is measured, and from then on little is a piece.
        const bool begins = calibrates() && (get(at.swing) & whole) == 0;
        const unsigned swing = calibrates() && !begins ? least_swing : swing_of(at);
        occupied = distance >= (occupied && !begins ? goes_below(swing) : comes_at(swing));
        if (look) consider(at, level, away, occupied);
        return occupied;
    }
    /// While a calibration waits for somebody who moves a piece about, looks follow each other faster.
    [[nodiscard]] unsigned look_passes() const noexcept { return calibrates() ? 16 : 128; }

    // ---- calibration

    /// From now on a square is measured where a piece comes to rest on it after it was seen empty. Meanwhile less than usual counts
    /// as a piece.
    [[gnu::cold]] void begin_calibration() noexcept {
        for (Square& square : squares_) put(square.swing, swing_of(square));
        calibrates_.store(true, std::memory_order_relaxed);
    }
    void end_calibration() noexcept { calibrates_.store(false, std::memory_order_relaxed); }
    [[nodiscard]] bool calibrates() const noexcept { return calibrates_.load(std::memory_order_relaxed); }
    /// The squares that the last calibration, or the present one, has measured.
    [[nodiscard, gnu::cold, gnu::noinline]] std::uint64_t measured() const noexcept {
        std::uint64_t all = 0;
        for (unsigned i = 64; i-- != 0;) all = all << 1 | std::uint64_t{(get(squares_[i].swing) & whole) == whole};
        return all;
    }

    [[nodiscard]] std::uint16_t empty(unsigned square) const noexcept {
        return static_cast<std::uint16_t>(empty_of(squares_[square % 64]));
    }
    [[nodiscard]] std::uint16_t swing(unsigned square) const noexcept { return swing_of(squares_[square % 64]); }
    /// What an earlier calibration has found. Nonsense is refused: the square then keeps what it has.
    void restore(unsigned square, std::uint16_t empty, std::uint16_t swing) noexcept {
        if (empty > full_scale || swing > full_scale || swing < smallest_swing) return;
        Square& at = squares_[square % 64];
        put(at.empty, empty * parts);
        put(at.swing, swing);
        put(at.felt, swing);
    }

    // ---- margins

    /// How far the last piece that came to rest there moved the level, in percent of what a piece must. 100 is just enough;
    /// `not_felt`: there was none.
    [[nodiscard, gnu::cold, gnu::noinline]] unsigned margin(unsigned square) const noexcept {
        const Square& at = squares_[square % 64];
        return get(at.felt) * 100u / comes_at(swing_of(at));
    }
    [[nodiscard, gnu::cold, gnu::noinline]] std::uint64_t weak() const noexcept {
        std::uint64_t all = 0;
        for (unsigned i = 64; i-- != 0;) {
            const unsigned felt = get(squares_[i].felt), swing = swing_of(squares_[i]);
            const bool is = felt != not_felt && (swing < least_swing || felt * 100u < comes_at(swing) * weak_percent);
            all = all << 1 | std::uint64_t{is};
        }
        return all;
    }

private:
    using Value = std::atomic<std::uint16_t>;
    static constexpr std::uint16_t empty_seen = 0x4000, whole = 0xC000;  ///< what the calibration has of a square
    static constexpr std::uint16_t smallest_swing = 64;
    static constexpr int parts = 16;  ///< of a code: otherwise a slow change would be rounded away, or rounded up

    struct Square {
        Value empty{usual_empty * parts};  ///< in parts of a code
        Value swing{usual_swing};          ///< in the lower bits
        Value felt{not_felt};              ///< distance of the last piece at rest
        std::int16_t away = 0;             ///< from `empty`, at the last look
    };

    [[nodiscard]] static std::uint16_t get(const Value& value) noexcept {
        return value.load(std::memory_order_relaxed);
    }
    static void put(Value& value, int to) noexcept {
        value.store(static_cast<std::uint16_t>(to), std::memory_order_relaxed);
    }
    [[nodiscard]] static std::uint16_t swing_of(const Square& at) noexcept { return get(at.swing) & full_scale; }
    [[nodiscard]] static constexpr int size_of(int value) noexcept { return value < 0 ? -value : value; }
    [[nodiscard]] static int empty_of(const Square& at) noexcept { return get(at.empty) / parts; }
    void consider(Square& at, int level, int away, bool occupied) noexcept {
        const int change = away - at.away;
        if (size_of(change) > still) {
            at.away = static_cast<std::int16_t>(away);
            return;
        }
        const bool learns = calibrates();
        int empty = get(at.empty);
        if (occupied) {
            empty += change * empty / std::max(level, 1);
        } else if (learns) {
            empty = level * parts;
        } else {
            empty += ((away > 0) - (away < 0)) * parts;
        }
        put(at.empty, std::clamp(empty, 0, full_scale * parts));
        away = level - empty_of(at);
        at.away = static_cast<std::int16_t>(away);
        if (occupied) put(at.felt, size_of(away));
        if (!learns) return;
        if (!occupied) {
            put(at.swing, get(at.swing) | empty_seen);
        } else if ((get(at.swing) & empty_seen) != 0) {
            put(at.swing, whole | std::clamp(size_of(away), int{smallest_swing}, int{full_scale}));
        }
    }

    static_assert(sizeof(Square) == 8, "512 bytes of an RP2040's RAM");
    std::array<Square, 64> squares_{};
    std::atomic<bool> calibrates_{false};
};

/// A board whose sensors have levels: its `sensing` has them as `levels`.
template <class T>
concept HasSquareLevels = requires(T board) { requires std::same_as<decltype(board.sensing.levels), SquareLevels>; };

}  // namespace stackmate::hal
