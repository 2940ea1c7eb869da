// Models of what an RP2350 sends and receives by: uart.h, usb.h, pio.h with dma.h.
#pragma once

#include <cstring>
#include <utility>

#include "emulators/rp2350/rp2350_pins.hpp"

namespace stackmate::test::rp2350 {

/// UART0, Arm's PL011, without its queues: a byte each way in a twelfth of a millisecond, at 115,200 baud.
class Uart : public Peripheral {
public:
    Uart(const Clocks& clocks, const Pins& pins) : clocks_{clocks}, pins_{pins} {}
    std::string sent;

    [[nodiscard]] bool takes() const { return listens() && !in_; }
    void receive(std::uint8_t byte) {
        check_speed();
        in_ = byte;
        raised_ |= received;
    }
    void part_passes() {
        if (shifting_ && (control_ & 0x101) == 0x101 && pins_.has(0, 2)) sent += static_cast<char>(*shifting_);
        shifting_.reset();
        if (waiting_) shift(*std::exchange(waiting_, std::nullopt));
    }
    [[nodiscard]] bool interrupts() const { return (raised_ & mask_) != 0; }

    std::optional<std::uint32_t> read(std::uint32_t offset) override {
        switch (offset) {
        case 0x00: {
            if (!in_) fault("a byte read from the serial line where there is none");
            raised_ &= ~received;
            return std::exchange(in_, std::nullopt).value_or(0);
        }
        case 0x18:
            return (waiting_ || shifting_ ? 1u << 3 : 0) | (in_ ? 1u << 6 : 1u << 4) | (waiting_ ? 1u << 5 : 1u << 7);
        case 0x24: return whole_;
        case 0x28: return part_;
        case 0x2C: return line_;
        case 0x30: return control_;
        case 0x38: return mask_;
        default: return std::nullopt;
        }
    }
    std::optional<std::uint32_t> plain(std::uint32_t offset) override {
        return offset >= 0x24 ? read(offset) : std::nullopt;
    }
    bool write(std::uint32_t offset, std::uint32_t value) override {
        switch (offset) {
        case 0x00:
            if ((control_ & 0x101) != 0x101) fault("a byte for a serial line that is off");
            if (waiting_) fault("a byte written over one that waits to be sent");
            raised_ &= ~emptied;
            shifting_ ? void(waiting_ = static_cast<std::uint8_t>(value)) : shift(static_cast<std::uint8_t>(value));
            check_speed();
            return true;
        case 0x24: whole_ = value & 0xFFFF; return true;
        case 0x28: part_ = value & 0x3F; return true;
        case 0x2C:
            line_ = value;
            divisor_ = whole_ * 64 + part_;  // which are taken over here
            if (value != 0x60) fault("other than 8 data bits, no parity, one stop bit, no queues");
            return true;
        case 0x30: control_ = value; return true;
        case 0x38: mask_ = value; return true;
        default: return false;
        }
    }
    void reset() override {
        in_.reset(), shifting_.reset(), waiting_.reset();
        control_ = mask_ = raised_ = divisor_ = line_ = whole_ = part_ = 0;
    }
    [[nodiscard]] bool clocked() const override { return clocks_.peripheral_hz() != 0; }

private:
    static constexpr std::uint32_t received = 1u << 4, emptied = 1u << 5;
    /// The place for the next byte becomes free with that, which is what raises the interrupt.
    void shift(std::uint8_t byte) { shifting_ = byte, raised_ |= emptied; }
    [[nodiscard]] bool listens() const { return (control_ & 0x201) == 0x201 && pins_.has(1, 2) && pins_.reads(1); }
    void check_speed() const {
        const auto baud = divisor_ == 0 ? 0 : clocks_.peripheral_hz() / 16.0 * 64 / divisor_;
        if (baud < 115'200 * 0.99 || baud > 115'200 * 1.01) fault("the serial line at a speed other than 115,200 baud");
    }
    const Clocks& clocks_;
    const Pins& pins_;
    std::uint32_t control_ = 0, mask_ = 0, raised_ = 0, divisor_ = 0, line_ = 0, whole_ = 0, part_ = 0;
    std::optional<std::uint8_t> in_, shifting_, waiting_;
};

/// A USB controller at a socket with nobody in it, or with a charger: no bus event ever comes.
class LonelyUsb : public Plain {
public:
    explicit LonelyUsb(const Clocks& clocks)
        : Plain{{{0x00, 0, 0x7F},
                 {0x40, 4, 7},
                 {0x4C, 0x8000, 0xFF0FBF5F},
                 {0x60, 0, 0xFFFFFFFF},
                 {0x68, 0, 3},
                 {0x74, 0, 0x8000001F},
                 {0x78, 0, 0x3F},
                 {0x90, 0, 0xFFFFFF}}},
          clocks_{clocks} {}
    std::optional<std::uint32_t> read(std::uint32_t offset) override {
        return offset == 0x50 || offset == 0x58 || offset == 0x98 ? std::optional{0u} : Plain::read(offset);
    }
    bool write(std::uint32_t offset, std::uint32_t to) override {
        if (offset == 0x50 || offset == 0x58) return true;
        const bool known = Plain::write(offset, to);
        if ((value(0x4C) & 1u << 16) != 0 && (value(0x40) != 1 || (value(0x74) & 9) != 9))
            fault("a pull-up on the USB's wires before controller and transceiver are one");
        return known;
    }
    [[nodiscard]] bool clocked() const override { return clocks_.usb_hz() == 48'000'000; }

private:
    const Clocks& clocks_;
};

/// State machine 0 of PIO0 with a program for WS2812s, which is checked and not executed, and what DMA has given it.
class LightLine : public Plain {
public:
    LightLine(const Clocks& clocks, Pins& pins)
        : Plain{{{0xC8, 0x10000, 0xFFFFFF00},
                 {0xCC, 0x1F000, 0xFFFFFFFF},
                 {0xD0, 0xC0000, 0xFFFFC01F},
                 {0xDC, 0x14000000, 0xFFFFFFFF}}},
          clocks_{clocks},
          pins_{pins} {}
    bool write(std::uint32_t offset, std::uint32_t to) override {
        if (offset >= 0x48 && offset < 0xC8) {
            program_[(offset - 0x48) / 4] = to;
        } else if (offset == 0xD8) {  // executed at once: the pin low, an output, and to the start
            pins_.pio_drives = pins_.pio_drives || to == 0xE081;
            if (to != 0xE000 && to != 0xE081 && to != 0) fault("an instruction that the model does not know");
        } else if (offset == 0) {
            if (to == 0x111) check();
            running_ = (to & 1) != 0;
        } else {
            return Plain::write(offset, to);
        }
        return true;
    }
    void reset() override {
        Plain::reset();
        pins_.pio_drives = running_ = false;
    }
    [[nodiscard]] bool runs() const { return running_ && pins_.has(28, 6) && pins_.driven(28); }
    [[nodiscard]] std::uint64_t word_ps() const {
        return std::uint64_t{24} * (delay(0) + 1 + delay(2) + delay(3)) * period_ps();
    }

private:
    /// How long an instruction takes, in periods.
    [[nodiscard]] std::uint32_t delay(unsigned at) const { return (program_[at] >> 8 & 31) + 1; }
    [[nodiscard]] std::uint64_t period_ps() const {
        return std::uint64_t{value(0xC8) >> 16} * 1'000'000 / (clocks_.hz() / 1'000'000);
    }
    void check() const {
        const auto instruction = [this](unsigned at) { return program_[at] & ~0x1F00u; };
        // set pins, 0; out x, 1; set pins, 1; mov pins, x: high for what the third takes, and as a one for what the last takes
        if (instruction(0) != 0xE000 || program_[1] != 0x6021 || instruction(2) != 0xE001 || instruction(3) != 0xA001)
            fault("a program of the PIO that the model does not know");
        if ((value(0xCC) & 0x1FF80) != 3u << 12) fault("the PIO's program does not go round");
        if (value(0xD0) != (1u << 30 | 24u << 25 | 1u << 17))
            fault("the PIO's shifts: 24 bits, highest first, by themselves");
        if (value(0xDC) != (1u << 26 | 1u << 20 | 28u << 5 | 28u)) fault("the PIO's pins");
        const auto near = [this](std::uint32_t periods, std::uint64_t ns) {
            const auto time = periods * period_ps() / 1000;
            return time + 150 >= ns && time <= ns + 150;
        };
        // Worldsemi WS2812B data sheet
        if (!near(delay(2), 400) || !near(delay(2) + delay(3), 800) || !near(delay(0) + 1, 450)
            || !near(delay(0) + 1 + delay(3), 850))
            fault("the times of a bit for the LEDs");
    }
    const Clocks& clocks_;
    Pins& pins_;
    std::array<std::uint32_t, 32> program_{};
    bool running_ = false;
};

/// Channel 0 of the DMA: 64 words for the line of LEDs, each taken from RAM when the line has room for it.
class LightFeed : public Plain {
public:
    LightFeed(const LightLine& line, const std::uint8_t* ram, std::array<std::uint32_t, 64>& shown)
        : Plain{{{0, 0, 0xFFFFFFFF}, {4, 0, 0xFFFFFFFF}, {8, 0, 0xFFFFFFFF}, {0xC, 0, 0x07FFFFFF}}},
          line_{line},
          ram_{ram},
          shown_{shown} {}
    bool write(std::uint32_t offset, std::uint32_t to) override {
        if (busy_) fault("a channel of the DMA changed while it runs");
        const bool known = Plain::write(offset, to);
        if (offset == 0xC) start();
        return known;
    }
    void reset() override {
        Plain::reset();
        busy_ = latches_ = false;
    }
    /// Call it often: what the line takes meanwhile.
    void pass() {
        const auto word = line_.runs() ? line_.word_ps() : 0;
        constexpr unsigned queued = 9;  // eight, and one in the shift register
        while (busy_ && word != 0 && (taken_ < queued || now_ps >= began_at_ + (taken_ - queued + 1) * word)) {
            std::memcpy(&words_[taken_], ram_ + (value(0) - 0x20000000) + 4 * taken_, 4);
            busy_ = ++taken_ < 64;
        }
        if (latches_ && !busy_ && now_ps >= began_at_ + 64 * word + 280 * us) {
            latches_ = false;
            for (unsigned i = 0; i < 64; ++i) shown_[i] = words_[i] >> 8;
        }
    }

private:
    void start() {
        constexpr std::uint32_t on = 1, words = 2u << 2, rising = 1u << 4, no_interrupt = 1u << 23;
        if (value(0xC) != (on | words | rising | no_interrupt)) fault("a way of the DMA that the model does not know");
        if (value(4) != 0x50200010) fault("DMA to something else than the line of LEDs");
        if (value(8) != 64 || value(0) < 0x20000000 || value(0) > 0x20082000 - 256)
            fault("DMA of other than 64 words in RAM");
        if (!line_.runs()) fault("a picture for a line of LEDs that is not ready");
        if (latches_) fault("a picture before the one before is shown");
        began_at_ = now_ps, taken_ = 0, busy_ = latches_ = true;
        pass();
    }
    const LightLine& line_;
    const std::uint8_t* ram_;
    std::array<std::uint32_t, 64>& shown_;
    std::array<std::uint32_t, 64> words_{};
    std::uint64_t began_at_ = 0;
    unsigned taken_ = 0;
    bool busy_ = false, latches_ = false;
};

}  // namespace stackmate::test::rp2350
