// Models of an RP2350's pins: pads_bank0.h, io_bank0.h, sio.h, and what reads or drives them: adc.h, pwm.h.
#pragma once

#include <functional>

#include "emulators/rp2350/rp2350_clocks.hpp"

namespace stackmate::test::rp2350 {

/// A pad that is isolated stays as it was when it was isolated, whatever its registers say.
class Pins {
public:
    static constexpr unsigned count = 30;
    /// The level that something outside the chip gives a pin, if anything does.
    std::function<std::optional<bool>(unsigned)> outside = [](unsigned) { return std::nullopt; };
    /// RP2350-E9, stepping A2: a pulled-down pad that was high stays high while its input buffer is on.
    bool latches = true;
    bool pio_drives = false;  ///< the output that state machine 0 of PIO0 makes of its pin

    struct Pads : Peripheral {
        explicit Pads(Pins& of) : pins{of} {}
        Pins& pins;
        std::optional<std::uint32_t> read(std::uint32_t offset) override {
            return known(offset) ? std::optional{pins.pads_[offset / 4 - 1]} : std::nullopt;
        }
        bool write(std::uint32_t offset, std::uint32_t value) override {
            if (!known(offset)) return false;
            if ((value & ~0x1FFu) != 0) fault("bits that a pad does not have");
            pins.set_pad(offset / 4 - 1, value);
            return true;
        }
        void reset() override {
            for (unsigned pin = 0; pin < count; ++pin) pins.set_pad(pin, 0x116);
        }
        static bool known(std::uint32_t offset) { return offset >= 4 && offset <= 4 * count && offset % 4 == 0; }
    };
    struct Functions : Peripheral {
        explicit Functions(Pins& of) : pins{of} {}
        Pins& pins;
        std::optional<std::uint32_t> read(std::uint32_t offset) override {
            return known(offset) ? std::optional{pins.functions_[offset / 8]} : std::nullopt;
        }
        bool write(std::uint32_t offset, std::uint32_t value) override {
            if (!known(offset)) return false;
            if ((value & ~0x1Fu) != 0) fault("an override that the model does not know");
            pins.functions_[offset / 8] = value & 0x1F;
            pins.settle();
            return true;
        }
        void reset() override { pins.functions_.fill(0x1F); }
        static bool known(std::uint32_t offset) { return offset < 8 * count && offset % 8 == 4; }
    };

    std::optional<std::uint32_t> read_port(std::uint32_t offset) {
        if (offset == 0x10) return out_;
        if (offset == 0x30) return drive_;
        if (offset != 4) return std::nullopt;
        std::uint32_t levels = 0;
        for (unsigned pin = 0; pin < count; ++pin) {
            if (reads(pin) && level(pin)) levels |= 1u << pin;
        }
        return levels;
    }
    bool write_port(std::uint32_t offset, std::uint32_t value) {
        switch (offset) {
        case 0x10: out_ = value; break;
        case 0x18: out_ |= value; break;
        case 0x20: out_ &= ~value; break;
        case 0x28: out_ ^= value; break;
        case 0x38: drive_ |= value; break;
        case 0x40: drive_ &= ~value; break;
        default: return false;
        }
        settle();
        return true;
    }

    [[nodiscard]] bool has(unsigned pin, unsigned function) const {
        return functions_[pin] == function && (pads_[pin] & isolated) == 0;
    }
    /// Whether its input buffer is on and not isolated.
    [[nodiscard]] bool reads(unsigned pin) const { return (pads_[pin] & (isolated | 1u << 6)) == 1u << 6; }
    [[nodiscard]] std::optional<bool> driven(unsigned pin) const {
        return (pads_[pin] & isolated) != 0 ? frozen_[pin] : drives(pin);
    }
    [[nodiscard]] bool pulled_down(unsigned pin) const { return (pulls_[pin] & 0xC) == 4; }
    [[nodiscard]] bool level(unsigned pin) const {
        const auto from_chip = driven(pin), from_outside = outside(pin);
        if (from_chip && from_outside && *from_chip != *from_outside)
            fault("a short circuit at GP" + std::to_string(pin));
        if (from_chip) return *from_chip;
        if (from_outside) return *from_outside;
        return latched_[pin] || (pulls_[pin] & 8) != 0;
    }
    /// Something outside has changed, or inside.
    void settle() {
        for (unsigned pin = 0; pin < count; ++pin) {
            if (!latches || !reads(pin) || !pulled_down(pin)) {
                latched_[pin] = false;
            } else if (const bool high = level(pin); high != latched_[pin]) {
                latched_[pin] = high;
            }
        }
    }

private:
    static constexpr std::uint32_t isolated = 1u << 8;
    static constexpr unsigned uart = 2, pwm = 4, port = 5, pio = 6, none = 0x1F;

    void set_pad(unsigned pin, std::uint32_t value) {
        if ((value & isolated) != 0 && (pads_[pin] & isolated) == 0) frozen_[pin] = drives(pin);
        if ((value & isolated) == 0) pulls_[pin] = value & 0xC;
        pads_[pin] = value;
        settle();
    }
    [[nodiscard]] std::optional<bool> drives(unsigned pin) const {
        if ((pads_[pin] & 1u << 7) != 0) return std::nullopt;
        switch (functions_[pin]) {
        case port: return (drive_ >> pin & 1) != 0 ? std::optional{(out_ >> pin & 1) != 0} : std::nullopt;
        case uart: return pin % 4 == 0 ? std::optional{true} : std::nullopt;
        case pwm: return false;
        case pio: return pio_drives ? std::optional{false} : std::nullopt;
        case none: return std::nullopt;
        default: fault("a function of GP" + std::to_string(pin) + " that the model does not know"); return std::nullopt;
        }
    }

    template <class T>
    static std::array<T, count> all(T value) {
        std::array<T, count> values;
        values.fill(value);
        return values;
    }
    std::array<std::uint32_t, count> pads_ = all(0x116u), functions_ = all(0x1Fu), pulls_ = all(4u);
    std::array<std::optional<bool>, count> frozen_{};
    std::array<bool, count> latched_{};
    std::uint32_t out_ = 0, drive_ = 0;
};

/// adc.h: single conversions of 96 cycles.
class Converter : public Peripheral {
public:
    Converter(const Clocks& clocks, const Pins& pins, bool radio) : clocks_{clocks}, pins_{pins}, radio_{radio} {}
    std::optional<std::uint32_t> read(std::uint32_t offset) override {
        if (offset == 0) return control_ | (control_ != 0 && now_ps >= ready_at_ ? 1u << 8 : 0);
        return offset == 4 ? std::optional{result_} : std::nullopt;
    }
    std::optional<std::uint32_t> plain(std::uint32_t) override { return std::nullopt; }
    bool write(std::uint32_t offset, std::uint32_t value) override {
        if (offset != 0) return false;
        if ((value & ~0x7005u) != 0) fault("a way of converting that the model does not know");
        if ((value & 4) != 0 && (control_ == 0 || now_ps < ready_at_))
            fault("a conversion before the converter is ready");
        control_ = value & 0x7001;
        ready_at_ = now_ps + 2 * us;
        // A third of VSYS at GP29; a Pico W's is cut off as long as GP25 is low.
        if ((value & 4) != 0)
            result_ = value >> 12 != 3 ? 0 : radio_ ? 25 : pins_.pulled_down(29) || pins_.driven(29) ? 200 : 2069;
        return true;
    }
    void reset() override { control_ = result_ = 0; }
    [[nodiscard]] bool clocked() const override { return clocks_.adc_hz() == 48'000'000; }

private:
    const Clocks& clocks_;
    const Pins& pins_;
    bool radio_;
    std::uint32_t control_ = 0, result_ = 0;
    std::uint64_t ready_at_ = 0;
};

/// pwm.h: the slice of GP27.
struct Waves : Plain {
    Waves() : Plain{{{0x64, 0, 0xFF}, {0x68, 0x10, 0xFFF}, {0x70, 0, 0xFFFFFFFF}, {0x74, 0xFFFF, 0xFFFF}}} {}
};

}  // namespace stackmate::test::rp2350
