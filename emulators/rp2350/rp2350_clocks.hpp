// Models of an RP2350's clocks and of what counts time and resets: xosc.h, pll.h, clocks.h, ticks.h, timer.h, watchdog.h, psm.h,
// powman.h.
#pragma once

#include <algorithm>

#include "emulators/rp2350/rp2350_bus.hpp"

namespace stackmate::test::rp2350 {

inline constexpr std::uint32_t crystal_hz = 12'000'000;
inline constexpr std::uint64_t us = 1'000'000, ms = 1000 * us;  ///< in picoseconds

/// A core may be a little ahead of the board's time.
[[nodiscard]] inline std::uint64_t since_us(std::uint64_t then) { return now_ps < then ? 0 : (now_ps - then) / us; }

class Crystal : public Peripheral {
public:
    std::optional<std::uint32_t> read(std::uint32_t offset) override {
        if (offset == 0) return control_;
        if (offset == 4) return on() ? 1u << 12 | (stable() ? 1u << 31 : 0) : 0;
        return offset == 0xC ? std::optional{startup_} : std::nullopt;
    }
    bool write(std::uint32_t offset, std::uint32_t value) override {
        if (offset == 0) {
            if ((value & 0xFFF) != 0xAA0) fault("the crystal's frequency range");
            const bool was_on = on();
            control_ = value;
            if (on() && !was_on) ready_at_ = now_ps + std::uint64_t{startup_} * 256 * 1'000'000 / 12;
            return true;
        }
        if (offset == 0xC) startup_ = value & 0x3FFF;
        return offset == 0xC;
    }
    [[nodiscard]] bool stable() const { return on() && now_ps >= ready_at_; }

private:
    [[nodiscard]] bool on() const { return control_ >> 12 == 0xFAB; }
    std::uint32_t control_ = 0, startup_ = 0xC4;
    std::uint64_t ready_at_ = 0;
};

class PhaseLoop : public Plain {
public:
    explicit PhaseLoop(const Crystal& crystal)
        : Plain{{{0, 1, 0x13F}, {4, 0x2D, 0x2D}, {8, 0, 0xFFF}, {0xC, 0x77000, 0x77000}}}, crystal_{crystal} {}
    std::optional<std::uint32_t> read(std::uint32_t offset) override {
        const auto kept = Plain::read(offset);
        return offset == 0 ? std::optional{*kept | (locked() ? 1u << 31 : 0)} : kept;
    }
    std::optional<std::uint32_t> plain(std::uint32_t offset) override { return Plain::read(offset); }
    bool write(std::uint32_t offset, std::uint32_t to) override {
        const bool ran = runs();
        if (ran && offset != 4 && offset != 0xC) fault("a PLL changed while it runs");
        const bool known = Plain::write(offset, to);
        if (runs() && !ran) {
            if (!crystal_.stable()) fault("a PLL without its crystal");
            if (value(8) < 16 || value(8) > 320 || vco_hz() < 750'000'000 || vco_hz() > 1'600'000'000)
                fault("a PLL out of its limits");
            locked_at_ = now_ps + 100 * us;
        }
        if ((value(4) & 8) == 0 && !locked()) fault("a PLL used before its lock");
        if ((value(4) & 8) == 0 && (value(0xC) >> 16 < (value(0xC) >> 12 & 7) || (value(0xC) >> 12 & 7) == 0))
            fault("a PLL's dividers");
        return known;
    }
    [[nodiscard]] std::uint32_t hz() const {
        return (value(4) & 8) != 0 || !locked() ? 0 : vco_hz() / ((value(0xC) >> 16) * (value(0xC) >> 12 & 7));
    }

private:
    [[nodiscard]] bool runs() const { return (value(4) & 0x21) == 0; }
    [[nodiscard]] bool locked() const { return runs() && now_ps >= locked_at_; }
    [[nodiscard]] std::uint32_t vco_hz() const { return crystal_hz / (value(0) & 0x3F) * value(8); }
    const Crystal& crystal_;
    std::uint64_t locked_at_ = 0;
};

/// `quick`: from stepping A3 on the boot ROM quadruples the ring oscillator's frequency and divides the reference clock by four
/// (data sheet, 8.3.1; pico-bootrom-rp2350, varm_blocks.c).
class Clocks : public Plain {
public:
    Clocks(const Crystal& crystal, const PhaseLoop& system, const PhaseLoop& usb, bool quick)
        : Plain{{{0x30, 0, 0x63},
                 {0x34, (quick ? 4u : 1u) << 16, 0xFF0000},
                 {0x3C, 0x41, 0xE1},
                 {0x40, 1u << 16, 0xFFFFFFFF},
                 {0x48, 0, 0xCE0},
                 {0x60, 0, 0xCE0},
                 {0x6C, 0, 0xCE0}}},
          ring_hz_{quick ? 44'000'000u : 11'000'000u},
          crystal_{crystal},
          system_{system},
          usb_{usb} {}
    std::optional<std::uint32_t> read(std::uint32_t offset) override {
        if (offset == 0x38) return 1u << (value(0x30) & 3);
        if (offset == 0x44) return 1u << (value(0x3C) & 1);
        return Plain::read(offset);
    }
    bool write(std::uint32_t offset, std::uint32_t to) override {
        if (offset == 0x3C && (value(0x3C) & 1) != 0 && (to & 1) != 0 && (value(0x3C) & 0xE0) != (to & 0xE0))
            fault("the auxiliary source of the system clock changed while it is in use");
        const bool known = Plain::write(offset, to);
        if (known && hz() == 0) fault("the system clock stands still");
        if (known && hz() > 150'000'000) fault("the system clock is too fast");
        return known;
    }
    [[nodiscard]] std::uint32_t reference_hz() const {
        const auto source = value(0x30) & 3;
        return (source == 0 ? ring_hz_ : source == 2 && crystal_.stable() ? crystal_hz : 0) / divisor(0x34);
    }
    [[nodiscard]] std::uint32_t hz() const {
        return ((value(0x3C) & 1) == 0 ? reference_hz() : auxiliary(value(0x3C) >> 5 & 7)) / divisor(0x40);
    }
    /// Of the UART: the sources are those of the system's, with that itself first.
    [[nodiscard]] std::uint32_t peripheral_hz() const { return (value(0x48) & 0xFE0) == 0x800 ? hz() : 0; }
    [[nodiscard]] std::uint32_t usb_hz() const { return (value(0x60) & 0xFE0) == 0x800 ? usb_.hz() : 0; }
    [[nodiscard]] std::uint32_t adc_hz() const { return (value(0x6C) & 0xFE0) == 0x800 ? usb_.hz() : 0; }

private:
    [[nodiscard]] std::uint32_t auxiliary(std::uint32_t source) const {
        return source == 0 ? system_.hz() : source == 1 ? usb_.hz() : source == 2 ? ring_hz_ : 0;
    }
    /// Whole numbers only; 0 is the largest.
    [[nodiscard]] std::uint32_t divisor(std::uint32_t offset) const {
        const auto whole = value(offset) >> 16;
        return whole == 0 ? 1u << 16 : whole;
    }
    std::uint32_t ring_hz_;
    const Crystal& crystal_;
    const PhaseLoop &system_, &usb_;
};

/// Those of TIMER0 and of the watchdog. Both stand still until theirs runs.
class Ticks : public Plain {
public:
    explicit Ticks(const Clocks& clocks)
        : Plain{{{0x18, 0, 1}, {0x1C, 0, 0x1FF}, {0x30, 0, 1}, {0x34, 0, 0x1FF}}}, clocks_{clocks} {}
    bool write(std::uint32_t offset, std::uint32_t to) override {
        const bool known = Plain::write(offset, to);
        for (const unsigned tick : {0x18u, 0x30u}) {
            if (runs(tick) && value(tick + 4) * 1'000'000 != clocks_.reference_hz())
                fault("a tick of another length than 1 us");
            auto& since = tick == 0x18 ? timer_since : watchdog_since;
            if (!runs(tick)) since = 0;
            if (runs(tick) && since == 0) since = now_ps;
        }
        return known;
    }
    std::uint64_t timer_since = 0, watchdog_since = 0;  ///< when they began; 0: not yet

private:
    [[nodiscard]] bool runs(std::uint32_t tick) const { return (value(tick) & 1) != 0; }
    const Clocks& clocks_;
};

class Timer : public Peripheral {
public:
    explicit Timer(const Ticks& ticks) : ticks_{ticks} {}
    std::optional<std::uint32_t> read(std::uint32_t offset) override {
        switch (offset) {
        case 0x10: return alarm_;
        case 0x20: return armed_ ? 1 : 0;
        case 0x28: return static_cast<std::uint32_t>(micros());
        case 0x3C: return raised_ ? 1 : 0;
        case 0x40: return enabled_;
        default: return std::nullopt;
        }
    }
    std::optional<std::uint32_t> plain(std::uint32_t offset) override {
        return offset == 0x40 ? read(offset) : std::nullopt;
    }
    bool write(std::uint32_t offset, std::uint32_t value) override {
        switch (offset) {
        case 0x10: alarm_ = value, armed_ = true; return true;
        case 0x20: armed_ = armed_ && (value & 1) == 0; return true;
        case 0x3C: raised_ = raised_ && (value & 1) == 0; return true;
        case 0x40:
            if (value > 1) fault("an alarm that the model does not know");
            enabled_ = value;
            return true;
        default: return false;
        }
    }
    void reset() override { *this = Timer{ticks_}; }
    Timer& operator=(const Timer& other) {
        from_ = now_ps;
        alarm_ = other.alarm_, enabled_ = other.enabled_, armed_ = other.armed_, raised_ = other.raised_;
        return *this;
    }
    Timer(const Timer&) = default;

    [[nodiscard]] bool interrupts() const { return raised_ && enabled_ != 0; }
    /// It compares 32 bits: an alarm in the past is 71 minutes away.
    [[nodiscard]] std::uint64_t due_ps() const {
        if (!armed_ || ticks_.timer_since == 0) return ~std::uint64_t{0};
        const auto wait = static_cast<std::uint32_t>(alarm_ - static_cast<std::uint32_t>(micros()));
        return start() + (micros() + wait) * us;
    }
    void ring() { raised_ = true, armed_ = false; }

private:
    [[nodiscard]] std::uint64_t start() const { return std::max(from_, ticks_.timer_since); }
    [[nodiscard]] std::uint64_t micros() const { return ticks_.timer_since == 0 ? 0 : since_us(start()); }
    const Ticks& ticks_;
    std::uint64_t from_ = 0;
    std::uint32_t alarm_ = 0, enabled_ = 0;
    bool armed_ = false, raised_ = false;
};

/// psm.h: which parts of the chip are off, and which of them the watchdog resets.
struct PowerStates : Plain {
    PowerStates() : Plain{{{4, 0, 1u << 24}, {8, 0, 0x1FFFFFF}}} {}
    [[nodiscard]] bool second_core_off() const { return value(4) != 0; }
    [[nodiscard]] std::uint32_t watchdog_resets() const { return value(8); }
};

class WatchdogTimer : public Peripheral {
public:
    explicit WatchdogTimer(const Ticks& ticks, std::uint32_t reason) : reason_{reason}, ticks_{ticks} {}
    std::optional<std::uint32_t> read(std::uint32_t offset) override {
        if (offset == 0) return control_ | 0x07000000 | left();
        return offset == 8 ? std::optional{reason_} : std::nullopt;
    }
    bool write(std::uint32_t offset, std::uint32_t value) override {
        if (offset == 4) {
            if (value > 0xFFFFFF) fault("a watchdog's time of more than 24 bits");
            load_ = value & 0xFFFFFF, from_ = now_ps;
            return true;
        }
        if (offset != 0) return false;
        const auto left_now = left();
        control_ = value & 1u << 30;
        load_ = left_now, from_ = now_ps;
        if ((value & 1u << 31) != 0) bites = 2;
        return true;
    }
    /// Sets `bites` if its time is over.
    void check() {
        if (control_ != 0 && left() == 0) bites = 1;
    }
    void forget_reason() { reason_ = 0; }
    std::uint32_t bites = 0;  ///< what REASON will say

private:
    [[nodiscard]] std::uint32_t left() const {
        if (control_ == 0 || ticks_.watchdog_since == 0) return load_;
        const auto passed = since_us(std::max(from_, ticks_.watchdog_since));
        return passed >= load_ ? 0 : static_cast<std::uint32_t>(load_ - passed);
    }
    std::uint32_t control_ = 0, load_ = 0, reason_;
    std::uint64_t from_ = 0;
    const Ticks& ticks_;
};

/// powman.h: CHIP_RESET. Writing needs a password.
class PowerManager : public Peripheral {
public:
    std::uint32_t cause = 0;
    bool tapped = false;  ///< DOUBLE_TAP: only power-on takes it away
    std::optional<std::uint32_t> read(std::uint32_t offset) override {
        return offset == 0x2C ? std::optional{cause | (tapped ? 1u : 0u)} : std::nullopt;
    }
    std::optional<std::uint32_t> plain(std::uint32_t) override { return std::nullopt; }
    bool write(std::uint32_t offset, std::uint32_t value) override {
        if (offset != 0x2C) return false;
        if (value >> 16 != 0x5AFE) fault("the power manager without its password");
        tapped = (value & 1) != 0;
        return true;
    }
};

}  // namespace stackmate::test::rp2350
