// The STM32's independent watchdog.
#pragma once

#include <cstdint>

namespace stackmate::test {

/// The IWDG (RM0351): a 12-bit counter behind a prescaler on an oscillator of `hz`; new values of prescaler and
/// reload take five cycles to arrive, and are refused until then.
struct Iwdg {
    double hz;
    double now = 0;    ///< seconds
    double count = 0;  ///< counts left
    unsigned prescaler = 0, reload = 0xFFF;
    double prescaler_ready = 0, reload_ready = 0;
    bool running = false, unlocked = false;
    unsigned resets = 0, refused = 0, locked_writes = 0, unknown_keys = 0;

    void pass(double seconds) {
        now += seconds;
        if (!running) return;
        count -= seconds * hz / (4u << prescaler);
        if (count > 0) return;
        ++resets;
        *this = {.hz = hz, .now = now, .resets = resets, .refused = refused, .locked_writes = locked_writes};
    }
    [[nodiscard]] std::uint32_t read(std::uintptr_t address) {
        pass(1e-6);  // a poll
        return address == 0x4000300C ? (now < prescaler_ready ? 1u : 0u) | (now < reload_ready ? 2u : 0u) : 0;
    }
    void write(std::uintptr_t address, std::uint32_t word) {
        switch (address) {
        case 0x40003000: return take_key(word);
        case 0x40003004: return take(prescaler, prescaler_ready, word & 7);
        case 0x40003008: return take(reload, reload_ready, word & 0xFFF);
        default: ++unknown_keys;
        }
    }
    void take_key(std::uint32_t word) {
        if (word != 0x5555) unlocked = false;
        if (word == 0x5555) {
            unlocked = true;
        } else if (word == 0xCCCC) {
            if (!running) count = reload;
            running = true;
        } else if (word == 0xAAAA) {
            count = reload;
        } else {
            ++unknown_keys;
        }
    }
    void take(unsigned& value, double& ready, unsigned word) {
        locked_writes += !unlocked;
        refused += now < ready;
        if (!unlocked || now < ready) return;
        value = word;
        ready = now + 5 / hz;
    }
};

}  // namespace stackmate::test
