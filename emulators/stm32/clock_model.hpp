// The clock controllers of STM32F411 and STM32F103, which know what a chip forbids on the way up. Written from RM0383 and
// RM0008, not from the drivers.
#pragma once

#include "emulators/stm32/chip_model.hpp"

namespace stackmate::test {

/// What both have in common: RCC_CR, and the switch that waits for the loop.
class ClockModel : public Device {
public:
    bool crystal = true;
    unsigned hse_polls = 2000;  ///< looks at the control register until the crystal swings
    unsigned pll_polls = 100;   ///< and until the loop has locked

    std::uint32_t system_hz = 0;  ///< 0: still the oscillator of the reset
    std::uint32_t apb1_hz = 0, apb2_hz = 0;

protected:
    static constexpr std::uint32_t hse_on = 1u << 16, pll_on = 1u << 24;

    std::uint32_t read_control() {
        if ((control_ & hse_on) != 0 && crystal && hse_polls != 0) --hse_polls;
        if ((control_ & pll_on) != 0 && pll_polls != 0) --pll_polls;
        switch_over();
        const bool hse_ready = (control_ & hse_on) != 0 && crystal && hse_polls == 0;
        return control_ | 3u | (hse_ready ? 1u << 17 : 0) | (pll_ready() ? 1u << 25 : 0);
    }

    void write_control(std::uint32_t value) {
        const bool starts = (value & pll_on) != 0 && (control_ & pll_on) == 0;
        control_ = value & (hse_on | pll_on);
        if (starts && from_hse() && !(crystal && hse_polls == 0 && (control_ & hse_on) != 0)) {
            ModelBus::fault("the loop switched on before its source runs");
        }
        if ((value & 1) == 0 && value != 0)
            ModelBus::fault("the inner oscillator switched off while the chip runs on it");
    }

    [[nodiscard]] bool pll_is_on() const { return (control_ & pll_on) != 0; }
    [[nodiscard]] bool pll_ready() const { return pll_is_on() && pll_polls == 0; }

    /// The switch is made when the loop is ready; then everything must be right for its speed.
    void switch_over() {
        if ((configuration_ & 3) == 2 && pll_ready() && system_hz == 0) take_over();
    }

    [[nodiscard]] std::uint32_t status() {
        switch_over();
        return configuration_ | (system_hz != 0 ? 8u : 0);
    }

    [[nodiscard]] static std::uint32_t divided(std::uint32_t hz, std::uint32_t code) {
        return code < 4 ? hz : hz >> (code - 3);
    }

    [[nodiscard]] virtual bool from_hse() const = 0;
    virtual void take_over() = 0;

    std::uint32_t control_ = 0, configuration_ = 0, access_ = 0;
};

/// TIM11 of an F4 and what is led to its channel: the crystal, divided, counted by the inner oscillator. Time goes by with
/// each look at the status.
class CrystalTimer {
public:
    std::uint32_t cycles_a_look = 12;

    std::uint32_t read(std::uintptr_t offset) {
        switch (offset) {
        case 0x10: return status_;
        case 0x34: status_ &= ~2u; return captured_;
        default: return offset < sizeof registers_ ? registers_[offset / 4] : 0;
        }
    }

    void write(std::uintptr_t offset, std::uint32_t value) {
        if (offset == 0x10) {
            status_ &= value;
        } else if (offset < sizeof registers_) {
            registers_[offset / 4] = value;
        }
    }

    /// `edges_hz`: of HSE_RTC, 0 if there is none. RM0383, "General-purpose timers (TIM9 to TIM11)", and rusEFI's pull
    /// request 2989, which does this on boards.
    void pass(double edges_hz, double counter_hz) {
        const bool counts = (registers_[0] & 1) != 0 && registers_[0x2C / 4] == 0xFFFF;
        const bool captures = counts && (registers_[0x18 / 4] & 3) == 1 && (registers_[0x20 / 4] & 0xB) == 1
                              && (registers_[0x50 / 4] & 3) == 2 && edges_hz != 0;
        if (!counts) return;
        now_ += cycles_a_look;
        if (!captures) return;
        const double period = counter_hz / edges_hz * (1u << (registers_[0x18 / 4] >> 2 & 3));
        for (; next_ <= now_; next_ += period) {
            status_ |= (status_ & 2) != 0 ? 1u << 9 : 0;
            status_ |= 2;
            captured_ = static_cast<std::uint32_t>(next_) & 0xFFFF;
        }
    }

private:
    std::uint32_t registers_[0x54 / 4]{};
    std::uint32_t status_ = 0, captured_ = 0;
    double now_ = 60'000, next_ = 60'100;  // the counter wraps in the midst
};

class ClocksF4 : public ClockModel {
public:
    double crystal_hz = 25e6;  ///< the Black Pill's
    double inner_hz = 16e6;
    bool timer_sees_crystal = true;
    CrystalTimer timer;
    std::uint32_t most_mhz = 100, most_apb1_mhz = 50, most_apb2_mhz = 100;  ///< the F411's
    bool regulator_has_scales = true;

    std::optional<std::uint32_t> read(std::uintptr_t address) override {
        if (address >= 0x40014800 && address < 0x40014C00) {
            need_timer_clock();
            const auto divisor = configuration_ >> 16 & 31;
            const bool there =
                timer_sees_crystal && crystal && hse_polls == 0 && (control_ & hse_on) != 0 && divisor > 1;
            if (address == 0x40014810) timer.pass(there ? crystal_hz / divisor : 0, inner_hz);
            return timer.read(address - 0x40014800);
        }
        switch (address) {
        case 0x40007000: need_power_clock(); return power_;
        case 0x40023800: return read_control();
        case 0x40023804: return pll_;
        case 0x40023808: return status();
        case 0x40023840: return enabled_;
        case 0x40023844: return enabled_2_;
        case 0x40023C00: return access_;
        default: return std::nullopt;
        }
    }

    bool write(std::uintptr_t address, std::uint32_t value) override {
        if (address >= 0x40014800 && address < 0x40014C00) {
            need_timer_clock();
            timer.write(address - 0x40014800, value);
            return true;
        }
        switch (address) {
        case 0x40007000:
            need_power_clock();
            if (pll_is_on() && (value ^ power_) >> 14 != 0)
                ModelBus::fault("the regulator changed while the loop is on");
            power_ = value;
            return true;
        case 0x40023800: write_control(value | 1u); return true;
        case 0x40023804:
            if (pll_is_on()) ModelBus::fault("the loop changed while it is on");
            if (((value ^ pll_) & ~0x0F437FFFu) != 0) ModelBus::fault("reserved bits changed");
            pll_ = value;
            return true;
        case 0x40023808:
            configuration_ = value & ~0xCu;
            switch_over();
            return true;
        case 0x40023840: enabled_ = value; return true;
        case 0x40023844: enabled_2_ = value; return true;
        case 0x40023C00: access_ = value; return true;
        default: return false;
        }
    }

    [[nodiscard]] bool left_as_found() const { return enabled_2_ == 0 && (configuration_ >> 16 & 31) == 0; }
    [[nodiscard]] bool on_crystal() const { return from_hse(); }

private:
    void need_timer_clock() const {
        if ((enabled_2_ & (1u << 18)) == 0) ModelBus::fault("TIM11 used without its clock");
    }
    void need_power_clock() const {
        if ((enabled_ & (1u << 28)) == 0) ModelBus::fault("the power controller used without its clock");
    }
    bool from_hse() const override { return (pll_ & (1u << 22)) != 0; }

    void take_over() override {
        const auto source = static_cast<std::uint32_t>(from_hse() ? crystal_hz : 16e6);
        const auto input = source / (pll_ & 63);
        const auto vco = input * (pll_ >> 6 & 511);
        // RM0383, RCC_PLLCFGR.
        if (input < 950'000 || input > 2'100'000) ModelBus::fault("the loop's input is out of range");
        if (vco < 100'000'000 || vco > 432'000'000) ModelBus::fault("the loop is out of range");
        if (vco / (pll_ >> 24 & 15) > 48'000'000) ModelBus::fault("the 48 MHz clock is too fast");
        system_hz = vco / (2 * ((pll_ >> 16 & 3) + 1));
        apb1_hz = divided(system_hz, configuration_ >> 10 & 7);
        apb2_hz = divided(system_hz, configuration_ >> 13 & 7);
        // RM0383 and RM0090, table of wait states at 2.7 to 3.6 V; RM0383, PWR_CR, VOS.
        const std::uint32_t mhz = system_hz / 1'000'000;
        if ((access_ & 15) < (mhz > 150 ? 5u : mhz > 120 ? 4u : mhz > 90 ? 3u : mhz > 64 ? 2u : mhz > 30 ? 1u : 0u))
            ModelBus::fault("too few wait states");
        if (regulator_has_scales && (power_ >> 14 & 3) < (mhz > 84 ? 3u : mhz > 64 ? 2u : 1u))
            ModelBus::fault("the regulator is too weak");
        if (mhz > most_mhz || apb1_hz > most_apb1_mhz * 1'000'000 || apb2_hz > most_apb2_mhz * 1'000'000) {
            ModelBus::fault("too fast");
        }
    }

    std::uint32_t power_ = 0x8000, pll_ = 0x24003010, enabled_ = 0, enabled_2_ = 0;
};

class ClocksF1 : public ClockModel {
public:
    std::uint32_t crystal_hz = 8'000'000;
    std::uint32_t most_mhz = 72;  ///< the F103's

    std::optional<std::uint32_t> read(std::uintptr_t address) override {
        switch (address) {
        case 0x40021000: return read_control();
        case 0x40021004: return status();
        case 0x40022000: return access_;
        default: return std::nullopt;
        }
    }

    bool write(std::uintptr_t address, std::uint32_t value) override {
        switch (address) {
        case 0x40021000: write_control(value); return true;
        case 0x40021004:
            if (pll_is_on() && ((value ^ configuration_) & 0x3F0000) != 0) {
                ModelBus::fault("the loop changed while it is on");
            }
            configuration_ = value & ~0xCu;
            switch_over();
            return true;
        case 0x40022000: access_ = value; return true;
        default: return false;
        }
    }

private:
    bool from_hse() const override { return (configuration_ & (1u << 16)) != 0; }

    void take_over() override {
        const std::uint32_t multiplier = (configuration_ >> 18 & 15) + 2;
        const std::uint32_t halved = (configuration_ & (1u << 17)) != 0 ? crystal_hz / 2 : crystal_hz;
        system_hz = (from_hse() ? halved : 8'000'000 / 2) * (multiplier > 16 ? 16 : multiplier);
        apb1_hz = divided(system_hz, configuration_ >> 8 & 7);
        apb2_hz = divided(system_hz, configuration_ >> 11 & 7);
        const std::uint32_t mhz = system_hz / 1'000'000;
        if ((access_ & 7) < (mhz > 48 ? 2u : mhz > 24 ? 1u : 0u)) ModelBus::fault("too few wait states");
        if (mhz > 24 && (access_ & (1u << 4)) == 0) ModelBus::fault("wait states without the prefetch buffer");
        if (mhz > most_mhz || apb1_hz > 36'000'000) ModelBus::fault("too fast");
    }
};

}  // namespace stackmate::test
