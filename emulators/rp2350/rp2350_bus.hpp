// What the models of an RP2350's peripherals have in common. They are written from pico-sdk 2.2.0, src/rp2350/hardware_regs
// (the file is named beside each), and from the boot ROM's source, pico-bootrom-rp2350; not from the drivers.
#pragma once

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

namespace stackmate::test::rp2350 {

inline std::uint64_t now_ps = 0;  ///< time since the program began; while a core executes, that core's
inline std::string first_fault;   ///< what the chip forbids, or what the models do not know

inline void fault(std::string what) {
    if (first_fault.empty()) first_fault = std::move(what);
}

[[noreturn]] inline void give_up(const std::string& why) {
    std::fprintf(stderr, "rp2350_board: %s\n", why.c_str());
    std::exit(1);
}

[[nodiscard]] inline std::string hex(std::uint32_t value) {
    char text[12];
    std::snprintf(text, sizeof text, "%08x", value);
    return text;
}

/// A block of registers. What it does not know it leaves unanswered, and that is a fault.
struct Peripheral {
    virtual ~Peripheral() = default;
    virtual std::optional<std::uint32_t> read(std::uint32_t offset) = 0;
    virtual bool write(std::uint32_t offset, std::uint32_t value) = 0;
    /// Setting and clearing bits of a register begins with this. Nothing: a bit written as one does something else there.
    virtual std::optional<std::uint32_t> plain(std::uint32_t offset) { return read(offset); }
    virtual void reset() {}
    /// Whether the clock runs that its reset needs to end.
    [[nodiscard]] virtual bool clocked() const { return true; }
};

/// Registers that hold what was written.
struct Kept {
    std::uint32_t offset, value, bits;
};
class Plain : public Peripheral {
public:
    explicit Plain(std::vector<Kept> registers) : first_{std::move(registers)} { Plain::reset(); }
    std::optional<std::uint32_t> read(std::uint32_t offset) override {
        const auto* kept = at(offset);
        return kept != nullptr ? std::optional{kept->value} : std::nullopt;
    }
    bool write(std::uint32_t offset, std::uint32_t value) override {
        auto* const kept = at(offset);
        if (kept == nullptr) return false;
        if ((value & ~kept->bits) != 0) fault("bits that a register does not have");
        kept->value = value & kept->bits;
        return true;
    }
    void reset() override { now_ = first_; }

protected:
    [[nodiscard]] std::uint32_t value(std::uint32_t offset) const {
        return const_cast<Plain*>(this)->at(offset)->value;
    }
    void put(std::uint32_t offset, std::uint32_t value) { at(offset)->value = value; }

private:
    Kept* at(std::uint32_t offset) {
        for (auto& kept : now_) {
            if (kept.offset == offset) return &kept;
        }
        return nullptr;
    }
    std::vector<Kept> first_, now_;
};

/// resets.h
class Resets : public Peripheral {
public:
    struct Subsystem {
        std::uint32_t base;
        int bit;  ///< of RESET, -1: none
        Peripheral* part;
    };
    std::vector<Subsystem> subsystems;

    std::optional<std::uint32_t> read(std::uint32_t offset) override {
        if (offset == 0) return held_;
        if (offset != 8) return std::nullopt;
        std::uint32_t done = ~held_ & all;
        for (const auto& subsystem : subsystems) {
            if (subsystem.bit >= 0 && !subsystem.part->clocked()) done &= ~(1u << subsystem.bit);
        }
        return done;
    }
    bool write(std::uint32_t offset, std::uint32_t value) override {
        if (offset != 0) return false;
        held_ = value & all;
        for (const auto& subsystem : subsystems) {
            if (subsystem.bit >= 0 && (held_ >> subsystem.bit & 1) != 0) subsystem.part->reset();
        }
        return true;
    }

    /// The subsystem at an address, if it may be used.
    [[nodiscard]] Peripheral* usable(std::uint32_t address) const {
        for (const auto& subsystem : subsystems) {
            if ((address & ~0x3FFFu) != subsystem.base) continue;
            if (subsystem.bit >= 0 && (held_ >> subsystem.bit & 1) != 0) {
                fault("a subsystem that is held in reset, at " + hex(address));
            } else if (!subsystem.part->clocked()) {
                fault("a subsystem without its clock, at " + hex(address));
            }
            return subsystem.part;
        }
        return nullptr;
    }

private:
    static constexpr std::uint32_t all = 0x1FFFFFFF;
    std::uint32_t held_ = all & ~(1u << 7 | 1u << 10);  // the boot ROM has released IO_QSPI and PADS_QSPI
};

/// The bus: each register answers at three more addresses, where bits written as one are toggled, set or cleared.
inline std::uint32_t read_register(const Resets& resets, std::uint32_t address) {
    auto* const part = resets.usable(address);
    const auto value = part != nullptr ? part->read(address & 0xFFF) : std::nullopt;
    if (!value) fault("nothing to read at " + hex(address));
    return value.value_or(0);
}
inline void write_register(const Resets& resets, std::uint32_t address, std::uint32_t value) {
    auto* const part = resets.usable(address);
    const auto how = address >> 12 & 3;
    const auto before = part == nullptr ? std::nullopt : how == 0 ? std::optional{0u} : part->plain(address & 0xFFF);
    if (!before) return fault("nothing to change at " + hex(address));
    value = how == 0 ? value : how == 1 ? *before ^ value : how == 2 ? *before | value : *before & ~value;
    if (!part->write(address & 0xFFF, value)) fault("nothing to write at " + hex(address));
}

}  // namespace stackmate::test::rp2350
