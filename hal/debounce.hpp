// Many contacts debounced at once.
#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstdint>

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

}  // namespace stackmate::hal
