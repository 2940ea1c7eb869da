// An RP2350 as a whole: two cores that execute in turns, the models of its peripherals, and its resets.
#pragma once

#include <deque>
#include <memory>

#include "emulators/rp2350/m33_core.hpp"
#include "emulators/rp2350/rp2350_lines.hpp"

namespace stackmate::test::rp2350 {

/// All that a reset of the chip renews.
struct Chip {
    Chip(BootRom::Memory& flash, BootRom::Memory& ram, std::array<std::uint32_t, 64>& shown, bool radio,
         std::uint32_t reason, bool is_a2)
        : clocks{crystal, system_loop, usb_loop, !is_a2},
          watchdog{ticks, reason},
          converter{clocks, pins, radio},
          rom{flash, ram, interface},
          feed{line, ram.data(), shown} {
        resets.subsystems = {{0x40010000, -1, &clocks},      {0x40018000, -1, &power},    {0x40020000, -1, &resets},
                             {0x40028000, 6, &functions},    {0x40038000, 9, &pads},      {0x40048000, -1, &crystal},
                             {0x40050000, 14, &system_loop}, {0x40058000, 15, &usb_loop}, {0x40070000, 26, &uart},
                             {0x400A0000, 0, &converter},    {0x400A8000, 16, &waves},    {0x400B0000, 23, &timer},
                             {0x400D0000, -1, &interface},   {0x400D8000, -1, &watchdog}, {0x40100000, -1, &manager},
                             {0x40108000, -1, &ticks},       {0x50000000, 2, &feed},      {0x50110000, 28, &usb},
                             {0x50200000, 11, &line}};
    }
    Resets resets;
    Crystal crystal;
    PhaseLoop system_loop{crystal}, usb_loop{crystal};
    Clocks clocks;
    Ticks ticks{clocks};
    Timer timer{ticks};
    PowerStates power;
    WatchdogTimer watchdog;
    PowerManager manager;
    Pins pins;
    Pins::Pads pads{pins};
    Pins::Functions functions{pins};
    Converter converter;
    Waves waves;
    Uart uart{clocks, pins};
    LonelyUsb usb{clocks};
    FlashInterface interface;
    BootRom rom;
    LightLine line{clocks, pins};
    LightFeed feed;
    std::array<std::uint8_t, 4096> usb_memory{};
};

class Machine : public Surroundings {
public:
    static constexpr unsigned parts_of_ms = 12;
    enum class Cause { power, run_pin, watchdog };
    using Outside = std::function<std::optional<bool>(unsigned)>;

    /// `is_a2`: the stepping with erratum E9 and a slow start; else A4. `radio`: a Pico 2 W.
    Machine(BootRom::Memory image, bool is_a2, bool radio, Outside outside)
        : flash_{std::move(image)}, outside_{std::move(outside)}, is_a2_{is_a2}, radio_{radio} {
        if (flash_.size() < 1024 || flash_.size() > flash_bytes) give_up("no image, or one that is too long");
        flash_.resize(flash_bytes, 0xFF);
    }
    std::deque<char> received;  ///< for the serial line

    [[nodiscard]] Chip& chip() { return *chip_; }
    [[nodiscard]] bool idle() const { return chip_->rom.to_drive || (cores_[0]->idle() && cores_[1]->idle()); }
    /// What the LEDs show, in the order of their chain.
    [[nodiscard]] const std::array<std::uint32_t, 64>& shown() const { return leds_; }

    /// The first one is `Cause::power`.
    void reset(Cause cause) {
        const auto old = std::move(chip_);
        if (old) old->rom.finish(false);
        const bool warm = cause == Cause::watchdog;
        chip_ = std::make_unique<Chip>(flash_, ram_, leds_, radio_, warm ? old->watchdog.bites : 0, is_a2_);
        chip_->pins.latches = is_a2_;
        chip_->pins.outside = outside_;
        chip_->manager.cause = warm ? old->manager.cause : cause == Cause::power ? 1u << 16 : 1u << 18;
        if (cause != Cause::power) chip_->manager.tapped = old->manager.tapped;
        if (!warm) {
            // RAM comes up with noise. With the pin RUN low its supply is off as well.
            for (auto& byte : ram_) byte = static_cast<std::uint8_t>((noise_ = noise_ * 1664525 + 1013904223) >> 24);
        } else if (chip_->crystal = old->crystal; (old->power.watchdog_resets() & 0x1FFFFF3) != 0x1FFFFF3) {
            give_up("a reset that leaves parts of the chip as they are");
        }
        start_cores();
    }

    /// A part of a millisecond.
    void part() {
        const auto end = (part_ + 1) * ms / parts_of_ms;
        while (now_ps < end && !chip_->rom.to_drive) {
            auto until = std::min(
                {end, std::max(chip_->timer.due_ps(), now_ps + us / 10), std::max(rom_ends_, now_ps + us / 10)});
            for (auto& core : cores_) until = std::min(until, std::max(core->tick_due_ps(), now_ps + us / 10));
            if (cores_[1]->runs()) until = std::min(until, now_ps + 10 * us);  // turns
            for (auto& core : cores_) core->run(until);
            if (cores_[0]->wants_reset) {
                chip_->watchdog.forget_reason();
                cores_[0] = make_core(0);
                start_first();
            }
            now_ps = until;
            if (now_ps >= rom_ends_) chip_->rom.finish(true), rom_ends_ = ~std::uint64_t{0};
            if (now_ps >= chip_->timer.due_ps()) chip_->timer.ring();
            second_core_waits();
            if (chip_->watchdog.bites != 0) reset(Cause::watchdog);
        }
        now_ps = end;
        ++part_;
        chip_->uart.part_passes();
        if (!received.empty() && chip_->uart.takes()) {
            chip_->uart.receive(static_cast<std::uint8_t>(received.front()));
            received.pop_front();
        }
        chip_->feed.pass();
        chip_->watchdog.check();
        if (chip_->watchdog.bites != 0) reset(Cause::watchdog);
    }

private:
    void start_cores() {
        words_ = {};
        for (unsigned core = 0; core < 2; ++core) cores_[core] = make_core(core);
        begin_handshake();
        start_first();
    }
    std::unique_ptr<Core> make_core(unsigned number) {
        auto core = std::make_unique<Core>(number, *this, rom_, flash_, ram_);
        core->let_flash_be_read(chip_->rom.readable());
        return core;
    }
    void start_first() {
        const auto program = chip_->rom.find_program();
        if (!program.why_not.empty()) give_up("the boot ROM finds no program: " + program.why_not);
        cores_[0]->start(program.stack, program.entry, flash_at);
    }

    // ---- what the cores are connected to

    std::uint32_t read(unsigned core, std::uint32_t address, unsigned size) override {
        if (address - 0x50100000 < chip_->usb_memory.size()) {
            std::uint32_t value = 0;
            std::memcpy(&value, &chip_->usb_memory[address - 0x50100000], size);
            return value;
        }
        if (size != 4) return fault("a part of a register read at " + hex(address)), 0;
        if (address < 0xD0000000) return read_register(chip_->resets, address);
        const auto value =
            address >= 0xE0000000 ? cores_[core]->read_private(address) : read_port(core, address & 0xFFF);
        if (!value) fault("nothing to read at " + hex(address));
        return value.value_or(0);
    }
    void write(unsigned core, std::uint32_t address, std::uint32_t value, unsigned size) override {
        if (address - 0x50100000 < chip_->usb_memory.size()) {
            std::memcpy(&chip_->usb_memory[address - 0x50100000], &value, size);
            return;
        }
        if (size != 4) return fault("a part of a register written at " + hex(address));
        if (address < 0xD0000000) {
            write_register(chip_->resets, address, value);
            readable();
            return;
        }
        const bool known = address >= 0xE0000000 ? cores_[core]->write_private(address, value)
                                                 : write_port(core, address & 0xFFF, value);
        if (!known) fault("nothing to write at " + hex(address));
    }
    std::uint64_t interrupts(unsigned core) override {
        return (chip_->timer.interrupts() ? 1u : 0u) | std::uint64_t{chip_->uart.interrupts()} << 33
               | std::uint64_t{!words_[core].empty()} << 25;
    }
    BootRom::Answer call_rom(std::uint32_t address, std::uint32_t a, std::uint32_t b, std::uint32_t c,
                             std::uint32_t d) override {
        const auto answer = chip_->rom.call(address, a, b, c, d);
        readable();
        if (answer.takes_ps != 0) rom_ends_ = now_ps + answer.takes_ps;
        return answer;
    }
    void readable() {
        const bool may = chip_->rom.readable();
        for (auto& core : cores_) core->let_flash_be_read(may);
    }
    void send_event() override {
        for (auto& core : cores_) core->event();
    }
    std::uint32_t hz() const override { return chip_->clocks.hz(); }

    // ---- sio.h: pins, and the queues between the cores

    std::optional<std::uint32_t> read_port(unsigned core, std::uint32_t offset) {
        if (offset == 0) return core;
        if (offset == 0x50) return (words_[core].empty() ? 0u : 1u) | (words_[1 - core].size() < 4 ? 2u : 0u);
        if (offset != 0x58) return chip_->pins.read_port(offset);
        if (words_[core].empty()) return std::nullopt;
        const auto word = words_[core].front();
        words_[core].pop_front();
        return word;
    }
    bool write_port(unsigned core, std::uint32_t offset, std::uint32_t value) {
        if (offset != 0x54) return chip_->pins.write_port(offset, value);
        if (words_[1 - core].size() >= 4) return false;
        words_[1 - core].push_back(value);
        return true;
    }
    /// The second core in the boot ROM (arm8_bootrom_rt0.S, core_0_handshake_loop): it sends a 0 and answers each word with itself:
    /// 0 as often as it comes, 1, vectors, stack, entry.
    void second_core_waits() {
        if (chip_->power.second_core_off()) {
            if (!off_) cores_[1] = make_core(1);
            off_ = true;
            return;
        }
        if (std::exchange(off_, false)) begin_handshake();
        while (!cores_[1]->runs() && !words_[1].empty() && words_[0].size() < 4) {
            const auto word = words_[1].front();
            words_[1].pop_front();
            if (word == 0 || (told_.empty() && word != 1)) {
                begin_handshake();
                continue;
            }
            told_.push_back(word);
            words_[0].push_back(word);
            send_event();
            if (told_.size() == 4) cores_[1]->start(told_[2], told_[3], told_[1]);
        }
    }
    void begin_handshake() {
        words_[1].clear();
        told_.clear();
        if (words_[0].size() < 4) words_[0].push_back(0);
        send_event();
    }

    BootRom::Memory flash_, ram_ = BootRom::Memory(ram_bytes), rom_ = BootRom::contents();
    std::unique_ptr<Chip> chip_;
    std::array<std::unique_ptr<Core>, 2> cores_;
    std::array<std::deque<std::uint32_t>, 2> words_;  ///< what each core has been sent by the other
    std::vector<std::uint32_t> told_;                 ///< what the second core has understood
    bool off_ = false;
    std::uint64_t part_ = 0, rom_ends_ = ~std::uint64_t{0};
    Outside outside_;
    bool is_a2_, radio_;
    std::uint32_t noise_ = 1;
    std::array<std::uint32_t, 64> leds_{};
};

}  // namespace stackmate::test::rp2350
