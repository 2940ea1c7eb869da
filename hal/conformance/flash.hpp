// What Flash guarantees while the power is on, as checks that run on the host and on a device. What a power cut leaves is tested
// on a model that can have one (host_tests/hal/power_cut_test.cpp).
#pragma once

#include <algorithm>
#include <array>

#include "hal/flash.hpp"

namespace stackmate::hal::conformance {

/// The region may hold anything, which is overwritten; afterwards it is erased.
template <Flash F, class Report>
class FlashCheck {
public:
    FlashCheck(F& flash, Report report) noexcept : flash_{flash}, report_{report} {
        for (std::size_t i = 0; i < units_.size(); ++i) {
            units_[i] = static_cast<std::byte>(0x5A + 7 * i);
        }
    }

    void run() {
        bool filled = erase_all();
        for (std::uint32_t at = last; at < end; at += unit) {
            filled = filled && flash_.program(at, units(1));
        }
        report_("a whole sector is programmed", filled && holds(last, 1) && holds(end - unit, 1));
        report_("an erased sector reads as ones", erase_all() && blank(0, end));
        // Some chips program pages of 256 bytes: these units lie in two.
        const std::uint32_t across = last + 256 - unit;
        report_("units are programmed and read back", flash_.program(across, units(3)) && holds(across, 3));
        report_("the units around them stay erased", blank(0, across) && blank(across + 3 * unit, end));
        report_("units behind them can be programmed later",
                flash_.program(across + 3 * unit, units(1)) && holds(across, 3) && holds(across + 3 * unit, 1));
        std::array<std::byte, unit + 1> some{};
        report_("any bytes of the region can be read", flash_.read(across + 1, some)
                                                           && std::equal(some.begin(), some.end(), units_.begin() + 1)
                                                           && flash_.read(end, {}));
        report_(
            "the first and the last unit of the region can be programmed",
            flash_.program(0, units(1)) && flash_.program(end - unit, units(1)) && holds(0, 1) && holds(end - unit, 1));
        report_("units of two sectors are programmed at once",
                flash_.program(last - unit, units(2)) && holds(last - unit, 2));
        report_("erasing a sector leaves the one before it",
                flash_.erase(F::sectors - 1) && blank(last, end) && holds(last - unit, 1));
        report_("erasing a sector leaves the one behind it", flash_.program(last, units(3))
                                                                 && flash_.erase(F::sectors - 2) && holds(last, 3)
                                                                 && blank(last - F::sector_bytes, last));
        report_("an erased sector can be programmed again",
                flash_.program(last - unit, units(1)) && holds(last - unit, 1));
        report_("nothing outside the region is erased or programmed",
                !flash_.erase(F::sectors) && !flash_.erase(~std::uint32_t{0}) && !flash_.program(end, units(1))
                    && !flash_.program(end - unit + unit * 3, units(1)) && !flash_.program(0 - unit, units(2)));
        report_("only whole units are programmed", !flash_.program(last + 4 * unit + 1, units(1))
                                                       && !flash_.program(last + 4 * unit, units(2).first(unit + 1)));
        report_("what is refused changes nothing",
                holds(last, 3) && blank(last + 3 * unit, end) && holds(last - unit, 1));
        report_("the region is erased again", erase_all() && blank(0, end));
    }

private:
    static constexpr std::uint32_t unit = F::program_bytes;
    static constexpr std::uint32_t end = F::sectors * F::sector_bytes;
    static constexpr std::uint32_t last = end - F::sector_bytes;
    static_assert(F::sectors >= 2 && F::sector_bytes >= 512);

    [[nodiscard]] std::span<const std::byte> units(std::uint32_t count) const noexcept {
        return std::span{units_}.first(count * unit);
    }

    [[nodiscard]] bool erase_all() noexcept {
        bool erased = true;
        for (std::uint32_t sector = 0; sector < F::sectors; ++sector) {
            erased = flash_.erase(sector) && erased;
        }
        return erased;
    }

    [[nodiscard]] bool holds(std::uint32_t offset, std::uint32_t count) const noexcept {
        std::array<std::byte, 3 * unit> read{};
        const auto there = std::span{read}.first(count * unit);
        return flash_.read(offset, there) && std::equal(there.begin(), there.end(), units_.begin());
    }

    [[nodiscard]] bool blank(std::uint32_t from, std::uint32_t to) const noexcept {
        for (std::uint32_t at = from; at < to; at += unit) {
            std::array<std::byte, unit> some{};
            const bool read = flash_.read(at, some);
            if (!read
                || !std::all_of(some.begin(), some.end(), [](std::byte byte) { return byte == std::byte{0xFF}; })) {
                return false;
            }
        }
        return true;
    }

    F& flash_;
    Report report_;
    std::array<std::byte, std::size_t{3} * unit> units_{};
};

template <Flash F, class Report>
void check_flash(F& flash, Report report) {
    FlashCheck<F, Report>{flash, report}.run();
}

}  // namespace stackmate::hal::conformance
