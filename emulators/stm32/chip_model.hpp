// Models of the STM32's peripherals as the drivers see them: registers at addresses, with the rules of the reference
// manuals. What a manual forbids, or says is ignored, is noted in `faults`; a test holds that there are none.
//
// Written from RM0008, PM0075 (F103) and RM0383 (F411), not from the drivers.
#pragma once

#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "boards/chips/stm32/bus.hpp"

namespace stackmate::test {

/// A peripheral: some addresses of the bus. `nothing`: not one of mine.
struct Device {
    virtual ~Device() = default;
    virtual std::optional<std::uint32_t> read(std::uintptr_t address) = 0;
    virtual bool write(std::uintptr_t address, std::uint32_t value) = 0;
    virtual bool write_half(std::uintptr_t, std::uint16_t) { return false; }
};

/// The bus that drivers are instantiated with. One chip at a time.
struct ModelBus {
    static inline std::vector<Device*> devices;
    static inline std::vector<std::string> faults;
    static inline std::map<std::uint32_t, const void*> objects;  ///< what DMA was told of
    /// Of a whole chip: where an address of its RAM is, nullptr if nowhere.
    static inline std::function<const void*(std::uint32_t)> ram;

    static void reset() {
        devices.clear();
        faults.clear();
        objects.clear();
    }

    static void fault(std::string what) {
        if (faults.size() < 10) faults.push_back(std::move(what));
    }

    static std::uint32_t read(std::uintptr_t address) noexcept {
        for (auto* device : devices) {
            if (const auto value = device->read(address)) return *value;
        }
        fault("nothing to read at " + std::to_string(address));
        return 0;
    }

    static void write(std::uintptr_t address, std::uint32_t value) noexcept {
        for (auto* device : devices) {
            if (device->write(address, value)) return;
        }
        fault("nothing to write at " + std::to_string(address));
    }

    static void write_half(std::uintptr_t address, std::uint16_t value) noexcept {
        for (auto* device : devices) {
            if (device->write_half(address, value)) return;
        }
        fault("no half word to write at " + std::to_string(address));
    }

    static std::uint32_t address_of(const void* object) noexcept {
        const auto handle = static_cast<std::uint32_t>(0x20000000 + 0x10000 * objects.size());
        objects[handle] = object;
        return handle;
    }
};

static_assert(boards::stm32::MemoryBus<ModelBus>);

// ---- pins

/// Ports A to C. `outside(letter, number)`: the level somebody else drives there, if anybody does.
class PortsModel : public Device {
public:
    enum class Mode { input, output, function, analog };

    std::function<std::optional<bool>(char, unsigned)> outside = [](char, unsigned) { return std::nullopt; };

    [[nodiscard]] virtual Mode mode(char letter, unsigned number) const = 0;
    [[nodiscard]] virtual int pull(char letter, unsigned number) const = 0;  ///< 1 up, -1 down, 0 none
    [[nodiscard]] virtual bool driven(char letter, unsigned number) const = 0;
    [[nodiscard]] virtual unsigned function(char, unsigned) const { return 0; }

    /// The level at the pin.
    [[nodiscard]] bool level(char letter, unsigned number) {
        const auto from_outside = outside(letter, number);
        if (mode(letter, number) == Mode::output) {
            if (from_outside && *from_outside != driven(letter, number)) {
                ModelBus::fault(std::string{"short circuit at P"} + letter + std::to_string(number));
            }
            return driven(letter, number);
        }
        if (from_outside) return *from_outside;
        if (pull(letter, number) == 0 && mode(letter, number) == Mode::input) {
            ModelBus::fault(std::string{"open input without a pull read at P"} + letter + std::to_string(number));
        }
        return pull(letter, number) > 0;
    }

protected:
    /// The switch that feeds PC13 to PC15 carries outputs of the lowest speed, 2 MHz (data sheets, "Pin definitions").
    static void check_speed(Mode mode, unsigned above_lowest, unsigned number) {
        if ((mode == Mode::output || mode == Mode::function) && above_lowest != 0) {
            ModelBus::fault("PC" + std::to_string(number) + " driven faster than 2 MHz");
        }
    }

    [[nodiscard]] std::uint32_t levels(char letter) {
        std::uint32_t all = 0;
        for (unsigned number = 0; number < 16; ++number) {
            // Only what is an input is asked for: the others may float.
            const bool matters = mode(letter, number) == Mode::output || outside(letter, number).has_value()
                                 || pull(letter, number) != 0;
            all |= matters && level(letter, number) ? 1u << number : 0;
        }
        return all;
    }
};

class PortsF4 : public PortsModel {
public:
    PortsF4() {
        ports_[0].moder = 0xA8000000;  // reset values: the debug port
        ports_[0].pupdr = 0x64000000;
        ports_[1].moder = 0x00000280;
        ports_[1].pupdr = 0x00000100;
    }

    Mode mode(char letter, unsigned number) const override {
        return static_cast<Mode>(port(letter).moder >> 2 * number & 3);
    }
    int pull(char letter, unsigned number) const override {
        const auto bits = port(letter).pupdr >> 2 * number & 3;
        return bits == 1 ? 1 : bits == 2 ? -1 : 0;
    }
    bool driven(char letter, unsigned number) const override { return (port(letter).odr >> number & 1) != 0; }
    unsigned function(char letter, unsigned number) const override {
        return port(letter).afr[number / 8] >> 4 * (number % 8) & 15;
    }

    std::optional<std::uint32_t> read(std::uintptr_t address) override {
        if (address < base || address >= base + 3 * 0x400) return std::nullopt;
        const auto letter = static_cast<char>('A' + (address - base) / 0x400);
        auto& p = ports_[(address - base) / 0x400];
        switch (address % 0x400) {
        case 0x00: return p.moder;
        case 0x04: return p.otyper;
        case 0x08: return p.ospeedr;
        case 0x0C: return p.pupdr;
        case 0x10: return levels(letter);
        case 0x14: return p.odr;
        case 0x20: return p.afr[0];
        case 0x24: return p.afr[1];
        default: ModelBus::fault("a port register that cannot be read"); return 0;
        }
    }

    bool write(std::uintptr_t address, std::uint32_t value) override {
        if (address < base || address >= base + 3 * 0x400) return false;
        auto& p = ports_[(address - base) / 0x400];
        switch (address % 0x400) {
        case 0x00:
        case 0x08:
            (address % 0x400 == 0 ? p.moder : p.ospeedr) = value;
            for (const unsigned number : {13u, 14u, 15u}) {
                check_speed(mode('C', number), ports_[2].ospeedr >> 2 * number & 3, number);
            }
            break;
        case 0x04: p.otyper = value; break;
        case 0x0C: p.pupdr = value; break;
        case 0x14: p.odr = value; break;
        case 0x18: p.odr = (p.odr & ~(value >> 16)) | (value & 0xFFFF); break;
        case 0x20: p.afr[0] = value; break;
        case 0x24: p.afr[1] = value; break;
        default: ModelBus::fault("a port register that cannot be written");
        }
        return true;
    }

private:
    static constexpr std::uintptr_t base = 0x40020000;
    struct Port {
        std::uint32_t moder = 0, otyper = 0, ospeedr = 0, pupdr = 0, odr = 0, afr[2]{};
    };
    const Port& port(char letter) const { return ports_[letter - 'A']; }
    Port ports_[3];
};

class PortsF1 : public PortsModel {
public:
    Mode mode(char letter, unsigned number) const override {
        const auto bits = configuration(letter, number);
        return (bits & 3) == 0 ? (bits == 0 ? Mode::analog : Mode::input) : bits >= 8 ? Mode::function : Mode::output;
    }
    int pull(char letter, unsigned number) const override {
        return configuration(letter, number) != 8 ? 0 : driven(letter, number) ? 1 : -1;
    }
    bool driven(char letter, unsigned number) const override { return (port(letter).odr >> number & 1) != 0; }

    std::optional<std::uint32_t> read(std::uintptr_t address) override {
        if (address < base || address >= base + 3 * 0x400) return std::nullopt;
        const auto letter = static_cast<char>('A' + (address - base) / 0x400);
        auto& p = ports_[(address - base) / 0x400];
        switch (address % 0x400) {
        case 0x00: return p.cr[0];
        case 0x04: return p.cr[1];
        case 0x08: return levels(letter);
        case 0x0C: return p.odr;
        default: ModelBus::fault("a port register that cannot be read"); return 0;
        }
    }

    bool write(std::uintptr_t address, std::uint32_t value) override {
        if (address < base || address >= base + 3 * 0x400) return false;
        auto& p = ports_[(address - base) / 0x400];
        switch (address % 0x400) {
        case 0x00: p.cr[0] = value; break;
        case 0x04:
            p.cr[1] = value;
            for (const unsigned number : {13u, 14u, 15u}) {
                check_speed(mode('C', number), (configuration('C', number) & 3) != 2, number);
            }
            break;
        case 0x0C: p.odr = value; break;
        case 0x10: p.odr = (p.odr & ~(value >> 16)) | (value & 0xFFFF); break;
        default: ModelBus::fault("a port register that cannot be written");
        }
        return true;
    }

private:
    static constexpr std::uintptr_t base = 0x40010800;
    struct Port {
        std::uint32_t cr[2]{0x44444444, 0x44444444};
        std::uint32_t odr = 0;
    };
    const Port& port(char letter) const { return ports_[letter - 'A']; }
    std::uint32_t configuration(char letter, unsigned number) const {
        return port(letter).cr[number / 8] >> 4 * (number % 8) & 15;
    }
    Port ports_[3];
};

// ---- clocks of the peripherals

/// Stands before the other devices on the bus and lets nobody pass whose clock is off. The rest of the clock controller
/// is in clocks_test.cpp.
class GateModel : public Device {
public:
    std::optional<std::uint32_t> read(std::uintptr_t address) override {
        check(address);
        const auto known = registers_.find(address);
        return known != registers_.end() ? std::optional{known->second} : std::nullopt;
    }

    bool write(std::uintptr_t address, std::uint32_t value) override {
        check(address);
        const auto known = registers_.find(address);
        if (known == registers_.end()) return false;
        known->second = value;
        return true;
    }

protected:
    struct Gate {
        std::uintptr_t first, last, enable;
        unsigned bit;
    };

    GateModel(std::vector<Gate> gates, std::map<std::uintptr_t, std::uint32_t> registers)
        : gates_{std::move(gates)}, registers_{std::move(registers)} {}

    [[nodiscard]] bool on(std::uintptr_t enable, unsigned bit) const { return (registers_.at(enable) >> bit & 1) != 0; }
    [[nodiscard]] std::uint32_t value_of(std::uintptr_t address) const { return registers_.at(address); }

private:
    void check(std::uintptr_t address) const {
        for (const auto& gate : gates_) {
            if (address >= gate.first && address <= gate.last && !on(gate.enable, gate.bit)) {
                ModelBus::fault("a peripheral without its clock at " + std::to_string(address));
            }
        }
    }

    std::vector<Gate> gates_;
    std::map<std::uintptr_t, std::uint32_t> registers_;
};

/// RM0383: RCC_AHB1ENR and RCC_APB2ENR.
class GateF4 : public GateModel {
public:
    GateF4()
        : GateModel{{{0x40020000, 0x400203FF, ahb1, 0},
                     {0x40020400, 0x400207FF, ahb1, 1},
                     {0x40020800, 0x40020BFF, ahb1, 2},
                     {0x40026400, 0x400267FF, ahb1, 22},
                     {0x40010000, 0x400103FF, apb2, 0},
                     {0x40011000, 0x400113FF, apb2, 4}},
                    {{ahb1, 0}, {apb2, 0}}} {}

    [[nodiscard]] bool serial_line_on() const { return on(apb2, 4); }
    [[nodiscard]] bool rows_freed_from_debugger() const { return true; }  // by their mode
    [[nodiscard]] bool memory_goes_on_in_sleep() const { return true; }   // nothing here writes RCC_AHB1LPENR

private:
    static constexpr std::uintptr_t ahb1 = 0x40023830, apb2 = 0x40023844;
};

/// RM0008: RCC_AHBENR and RCC_APB2ENR; AFIO_MAPR.
class GateF1 : public GateModel {
public:
    GateF1()
        : GateModel{{{0x40020000, 0x400203FF, ahb, 0},
                     {0x40010000, 0x400103FF, apb2, 0},
                     {0x40010800, 0x40010BFF, apb2, 2},
                     {0x40010C00, 0x40010FFF, apb2, 3},
                     {0x40011000, 0x400113FF, apb2, 4},
                     {0x40012C00, 0x40012FFF, apb2, 11},
                     {0x40013800, 0x40013BFF, apb2, 14}},
                    {{ahb, 0x14}, {apb2, 0}, {mapping, 0}}} {}

    [[nodiscard]] bool serial_line_on() const { return on(apb2, 14); }
    [[nodiscard]] bool rows_freed_from_debugger() const { return (value_of(mapping) >> 24 & 7) == 2; }
    [[nodiscard]] bool memory_goes_on_in_sleep() const { return on(ahb, 2) && on(ahb, 4); }  // SRAMEN, FLITFEN

private:
    static constexpr std::uintptr_t ahb = 0x40021014, apb2 = 0x40021018, mapping = 0x40010004;
};

// ---- DMA

/// One channel or stream: memory to a register, one item a request.
class DmaModel : public Device {
public:
    bool fail_next = false;  ///< a bus error at the next transfer

    /// The peripheral asks; an item goes to the bus if the channel is on.
    virtual void request() = 0;

protected:
    /// Item `index` of `width` bytes.
    static std::uint32_t item(std::uint32_t handle, std::uint32_t index, unsigned width) {
        const auto found = ModelBus::objects.find(handle);
        const void* const object = found != ModelBus::objects.end() ? found->second
                                   : ModelBus::ram                  ? ModelBus::ram(handle)
                                                                    : nullptr;
        if (object == nullptr) {
            ModelBus::fault("DMA from an address nobody gave it");
            return 0;
        }
        std::uint32_t value = 0;
        std::memcpy(&value, static_cast<const std::uint8_t*>(object) + index * width, width);
        return value;
    }
};

/// F1, DMA1: channel 5 only.
class DmaF1 : public DmaModel {
public:
    std::optional<std::uint32_t> read(std::uintptr_t address) override {
        switch (address) {
        case base: return flags_;
        case control_at: return control_;
        case control_at + 4: return left_;
        case control_at + 8: return to_;
        case control_at + 12: return from_;
        default: return std::nullopt;
        }
    }

    bool write(std::uintptr_t address, std::uint32_t value) override {
        const bool on = (control_ & 1) != 0;
        switch (address) {
        case base + 4: flags_ &= ~value; return true;
        case control_at:
            if (on && (value & 1) != 0 && value != control_) ModelBus::fault("a running DMA channel reconfigured");
            if (!on && (value & 1) != 0) {
                total_ = left_;
                if (left_ == 0) ModelBus::fault("a DMA channel started with nothing to do");
            }
            control_ = value;
            return true;
        case control_at + 4: left_ = value; break;
        case control_at + 8: to_ = value; break;
        case control_at + 12: from_ = value; break;
        default: return false;
        }
        if (on) ModelBus::fault("a register of a running DMA channel written");
        return true;
    }

    void request() override {
        if ((control_ & 1) == 0 || left_ == 0) return;
        if (fail_next) {
            fail_next = false;
            flags_ |= 9u << 16;
            control_ &= ~1u;
            return;
        }
        if ((control_ & 0x10) == 0 || (control_ & 0x80) == 0) ModelBus::fault("DMA not from rising memory addresses");
        const unsigned memory = 1u << (control_ >> 10 & 3);
        const unsigned peripheral = 1u << (control_ >> 8 & 3);
        auto value = item(from_, total_ - left_, memory);
        if (peripheral == 1) value |= value << 8 | value << 16 | value << 24;  // the bus copies a byte to all four
        if (peripheral == 2) value = (value & 0xFFFF) | value << 16;
        ModelBus::write(to_, value & 0xFFFF);
        if (--left_ == 0) flags_ |= 3u << 16;
    }

private:
    static constexpr std::uintptr_t base = 0x40020000, control_at = base + 0x08 + 20 * 4;
    std::uint32_t flags_ = 0, control_ = 0, left_ = 0, to_ = 0, from_ = 0, total_ = 0;
};

/// F4, DMA2: stream 5 only, for the request TIM1_UP, which is 6.
class DmaF4 : public DmaModel {
public:
    std::optional<std::uint32_t> read(std::uintptr_t address) override {
        switch (address) {
        case base + 4: return flags_;
        case control_at: {
            const auto seen = control_ | (stopping_ ? 1u : 0u);
            stopping_ = false;
            return seen;
        }
        case control_at + 0x04: return left_;
        case control_at + 0x08: return to_;
        case control_at + 0x0C: return from_;
        case control_at + 0x14: return fifo_;
        default: return std::nullopt;
        }
    }

    bool write(std::uintptr_t address, std::uint32_t value) override {
        const bool on = (control_ & 1) != 0 || stopping_;
        switch (address) {
        case base + 0x0C: flags_ &= ~value; return true;
        case control_at:
            if (on && (value & 1) != 0 && value != control_) ModelBus::fault("a running DMA stream reconfigured");
            if (!on && (value & 1) != 0) {
                total_ = left_;
                if ((flags_ & 0xF40) != 0) {
                    ModelBus::fault("a DMA stream started with flags of the transfer before");
                    return true;
                }
                if (left_ == 0) ModelBus::fault("a DMA stream started with nothing to do");
            }
            stopping_ = (control_ & 1) != 0 && (value & 1) == 0;
            control_ = value;
            return true;
        case control_at + 0x04: left_ = value; break;
        case control_at + 0x08: to_ = value; break;
        case control_at + 0x0C: from_ = value; break;
        case control_at + 0x14: fifo_ = value; break;
        default: return false;
        }
        if (on) ModelBus::fault("a register of a running DMA stream written");
        return true;
    }

    void request() override {
        if ((control_ & 1) == 0 || left_ == 0) return;
        if (control_ >> 25 != 6) return;  // it listens to another peripheral
        if (fail_next) {
            fail_next = false;
            flags_ |= 8u << 6;
            control_ &= ~1u;
            return;
        }
        if ((control_ & 0xC0) != 0x40 || (control_ & 0x400) == 0) {
            ModelBus::fault("DMA not from rising memory addresses");
        }
        if ((fifo_ & 4) != 0) ModelBus::fault("the model knows the direct mode only");
        const unsigned width = 1u << (control_ >> 11 & 3);  // direct mode: both sides that of the peripheral
        auto value = item(from_, total_ - left_, width);
        if (width == 1) value |= value << 8;  // the bus copies a byte to all four
        ModelBus::write(to_, value & 0xFFFF);
        if (--left_ == 0) {
            flags_ |= 0x20u << 6;
            control_ &= ~1u;
        }
    }

private:
    static constexpr std::uintptr_t base = 0x40026400, control_at = base + 0x10 + 0x18 * 5;
    std::uint32_t flags_ = 0, control_ = 0, left_ = 0, to_ = 0, from_ = 0, fifo_ = 0x21, total_ = 0;
    bool stopping_ = false;
};

// ---- the advanced timer

/// Channel 1 of TIM1 as a waveform: how long the line was high in each period, in ticks.
class TimerModel : public Device {
public:
    TimerModel(std::uintptr_t base, DmaModel& dma) : base_{base}, dma_{dma} {}

    std::vector<std::uint32_t> highs;

    /// One period goes by. A stopped timer has a low line and no period.
    void period() {
        if ((cr1_ & 1) == 0) return;
        const bool out = (ccer_ & 1) != 0 && (bdtr_ & 0x8000) != 0 && (ccmr1_ & 0x70) == 0x60;
        highs.push_back(out ? active_ : 0);
        if (out && active_ > arr_) ModelBus::fault("a bit without a low part");
        update();
    }

    [[nodiscard]] std::uint32_t ticks() const { return (arr_ + 1) * (psc_ + 1); }
    [[nodiscard]] bool line_rests() const { return active_ == 0; }

    std::optional<std::uint32_t> read(std::uintptr_t address) override {
        if (auto* const place = find(address)) return *place;
        return std::nullopt;
    }

    bool write(std::uintptr_t address, std::uint32_t value) override {
        if (address == base_ + 0x14) {
            if ((value & 1) != 0) update();
            return true;
        }
        auto* const place = find(address);
        if (place == nullptr) return false;
        if (value > 0xFFFF) ModelBus::fault("more than 16 bits to a timer register");
        *place = address == base_ + 0x10 ? *place & value : value;  // SR: a flag is cleared by writing a zero
        if (address == base_ + 0x34 && (ccmr1_ & 8) == 0) {
            active_ = value;
            if ((cr1_ & 1) != 0) ModelBus::fault("a high time changed in the middle of a bit");
        }
        if (address == base_ + 0x2C && (cr1_ & 1) != 0) ModelBus::fault("the period changed while the timer runs");
        // ES096, 2.3.10: with channel 2 in a PWM mode and not put out, an F103's USART1 sends wrong bytes on PA9.
        if (address == base_ + 0x18 && (value >> 12 & 7) >= 6) ModelBus::fault("channel 2 disturbs the serial line");
        return true;
    }

private:
    std::uint32_t* find(std::uintptr_t address) {
        switch (address - base_) {
        case 0x00: return &cr1_;
        case 0x0C: return &dier_;
        case 0x10: return &sr_;
        case 0x18: return &ccmr1_;
        case 0x20: return &ccer_;
        case 0x28: return &psc_;
        case 0x2C: return &arr_;
        case 0x34: return &ccr1_;
        case 0x44: return &bdtr_;
        default: return nullptr;
        }
    }

    void update() {
        active_ = ccr1_;
        sr_ |= 1;
        if ((dier_ & 0x100) != 0) dma_.request();
    }

    std::uintptr_t base_;
    DmaModel& dma_;
    std::uint32_t cr1_ = 0, dier_ = 0, sr_ = 0, ccmr1_ = 0, ccer_ = 0, psc_ = 0, arr_ = 0xFFFF, ccr1_ = 0, bdtr_ = 0;
    std::uint32_t active_ = 0;
};

// ---- the supply

/// The voltage detector, as Chip says where it is; its interrupt's line; and the switch of the system's clock.
template <class Chip>
class SupplyModel : public Device {
public:
    unsigned low_looks = 0;  ///< looks at the detector for which the supply is too low
    bool slow = true;        ///< on the oscillator of the reset
    bool pending = false;    ///< the line has seen an edge
    std::uint32_t control = 0, lines = 0, rising = 0;
    std::optional<unsigned> dips_before;  ///< so many accesses more, and the supply dips for three looks

    [[nodiscard]] bool watched() const {
        return (control & Chip::mask) == Chip::settings && (lines & rising) == 1u << 16;
    }

    std::optional<std::uint32_t> read(std::uintptr_t address) override {
        dip_when_due();
        switch (address) {
        case Chip::clocks: return clocks_;
        case Chip::configuration: return configuration_;
        case Chip::control: return powered("read") ? control : 0;
        case Chip::status:
            if (!powered("read") || (control & Chip::mask) != Chip::settings || low_looks == 0) return 0;
            if (!slow) ModelBus::fault("waiting for the supply at full speed");
            --low_looks;
            return Chip::low;
        case Chip::lines: return lines;
        case Chip::lines + 0x08: return rising;
        default: return std::nullopt;
        }
    }

    bool write(std::uintptr_t address, std::uint32_t value) override {
        dip_when_due();
        switch (address) {
        case Chip::clocks: clocks_ = value; return true;
        case Chip::configuration:
            configuration_ = value;
            slow = (value & 3) == 0;
            return true;
        case Chip::control:
            if (powered("written")) control = value;
            return true;
        case Chip::lines: lines = value; return true;
        case Chip::lines + 0x08: rising = value; return true;
        case Chip::lines + 0x14: pending = pending && value != 1u << 16; return true;
        default: return false;
        }
    }

private:
    void dip_when_due() {
        if (!dips_before || (*dips_before)-- != 0) return;
        dips_before.reset();
        pending = pending || (rising == 1u << 16 && low_looks == 0);
        low_looks = 3;
    }

    bool powered(const char* how) {
        const bool on = (clocks_ >> 28 & 1) != 0;
        if (!on) ModelBus::fault(std::string{"the power controller "} + how + " without its clock");
        return on;
    }

    std::uint32_t clocks_ = 0, configuration_ = 0;
};

// ---- flash

/// What the two flash controllers have in common.
class FlashModel : public Device {
public:
    explicit FlashModel(std::size_t bytes) : cells(bytes, 0xFF), wear(bytes / 1024) {}

    std::vector<std::uint8_t> cells;      ///< the whole chip's flash
    std::vector<std::uint32_t> wear;      ///< erases of each kilobyte
    std::uint32_t busy_polls = 3;         ///< looks at the status before an operation is over
    bool stuck = false;                   ///< an operation never ends
    bool protect = false;                 ///< operations end in a protection error
    std::optional<std::uint32_t> bad_at;  ///< the byte at this offset does not take zeros
    bool supply_low = false;              ///< what the voltage detector says; then an operation leaves anything behind

    [[nodiscard]] virtual bool locked() const = 0;

protected:
    static constexpr std::uintptr_t start = 0x08000000;
    static constexpr std::uintptr_t power_status = 0x40007004;  ///< PWR_CSR, bit 2 PVDO

    [[nodiscard]] bool in_cells(std::uintptr_t address) const {
        return address >= start && address < start + cells.size();
    }
    [[nodiscard]] std::uint32_t word_at(std::uintptr_t address) const {
        std::uint32_t word;
        std::memcpy(&word, &cells[address - start], 4);
        return word;
    }
    void erase(std::uintptr_t address, std::size_t bytes) {
        for (std::size_t i = 0; i < bytes; ++i) cells[address - start + i] = 0xFF;
        for (std::size_t i = 0; i < bytes; i += 1024) ++wear[(address - start + i) / 1024];
        break_bad();
    }
    void program(std::uintptr_t address, std::uint32_t value, unsigned bytes) {
        for (unsigned i = 0; i < bytes; ++i) {
            auto& cell = cells[address - start + i];
            cell = static_cast<std::uint8_t>(cell & value >> 8 * i);
        }
        break_bad();
    }
    void break_bad() {
        if (bad_at) cells[*bad_at] |= 1;
    }

    /// A key: the two in order open, anything else shuts until the reset.
    void key(std::uint32_t value, bool& lock) {
        const bool right = !jammed_ && lock && value == (half_open_ ? 0xCDEF89AB : 0x45670123);
        if (!right) {
            jammed_ = true;
            lock = true;
            half_open_ = false;
            ModelBus::fault("a wrong key for the flash: shut until the next reset");
        } else if (half_open_) {
            lock = half_open_ = false;
        } else {
            half_open_ = true;
        }
    }

    [[nodiscard]] bool busy_now() {
        if (stuck && busy_left_ != 0) return true;
        return busy_left_ != 0 && --busy_left_ != 0;
    }
    [[nodiscard]] bool under_way() const { return busy_left_ > 1 || (stuck && busy_left_ != 0); }
    void begin() {
        busy_left_ = busy_polls + 1;
        if (supply_low) ModelBus::fault("the flash written on a supply that is too low for it");
    }

private:
    bool jammed_ = false, half_open_ = false;
    std::uint32_t busy_left_ = 0;
};

/// STM32F411xE: 512 KB, sectors of 16, 64 and 128 KB.
class FlashModelF4 : public FlashModel {
public:
    FlashModelF4() : FlashModel{512 * 1024} {}

    [[nodiscard]] bool locked() const override { return lock_; }

    std::optional<std::uint32_t> read(std::uintptr_t address) override {
        if (in_cells(address)) {
            if ((access_ & (1u << 10)) == 0) return word_at(address);
            return cache_.try_emplace(address, word_at(address)).first->second;  // the cache may be out of date
        }
        switch (address) {
        case power_status: return supply_low ? 1u << 2 : 0;
        case base: return access_;
        case base + 0x0C: return status_ | (busy_now() ? 1u << 16 : 0);
        case base + 0x10: return control_ | (lock_ ? 1u << 31 : 0);
        default: return std::nullopt;
        }
    }

    bool write(std::uintptr_t address, std::uint32_t value) override {
        if (in_cells(address)) {
            if (lock_ || (control_ & 1) == 0 || under_way()) {
                status_ |= 1u << 7;
                ModelBus::fault("a write to flash that is not being programmed");
            } else if ((control_ >> 8 & 3) != 2) {
                status_ |= 1u << 6;
                ModelBus::fault("a word where another width is chosen");
            } else if (protect) {
                status_ |= 1u << 4;
            } else {
                if (word_at(address) != 0xFFFFFFFF) ModelBus::fault("a word programmed twice");
                program(address, value, 4);
                // The cache takes what was written, not what became of the cells.
                if (const auto cached = cache_.find(address); cached != cache_.end()) cached->second = value;
                begin();
            }
            return true;
        }
        switch (address) {
        case base:
            if ((value & (1u << 12)) != 0) {
                if (((access_ | value) & (1u << 10)) != 0) ModelBus::fault("the data cache reset while it is on");
                cache_.clear();
            }
            access_ = value;
            return true;
        case base + 0x04: key(value, lock_); return true;
        case base + 0x0C: status_ &= ~value; return true;
        case base + 0x10: control(value); return true;
        default: return false;
        }
    }

    bool write_half(std::uintptr_t address, std::uint16_t) override {
        if (in_cells(address)) {
            status_ |= 1u << 6;
            ModelBus::fault("a half word where words are chosen");
        }
        return in_cells(address);
    }

private:
    static constexpr std::uintptr_t base = 0x40023C00;

    void control(std::uint32_t value) {
        if (lock_) {
            ModelBus::fault("the control register written while it is locked");
            return;
        }
        if (under_way()) {
            ModelBus::fault("the control register written during an operation");
            return;
        }
        lock_ = (value >> 31) != 0;
        control_ = value & 0x7FFEFFFF;
        if ((value & (1u << 16)) == 0 || lock_) return;
        if ((value & 7) != 2) {
            ModelBus::fault("started without being told what");
            return;
        }
        const unsigned sector = value >> 3 & 15;
        if (protect) {
            status_ |= 1u << 4;
            return;
        }
        constexpr unsigned begins[] = {0, 16, 32, 48, 64, 128, 256, 384, 512};
        if (sector >= 8) {
            ModelBus::fault("there is no such sector");
            return;
        }
        erase(start + begins[sector] * 1024, (begins[sector + 1] - begins[sector]) * 1024);
        begin();
    }

    std::map<std::uintptr_t, std::uint32_t> cache_;
    std::uint32_t access_ = 0x700 | 3, status_ = 0, control_ = 0;
    bool lock_ = true;
};

/// STM32F103xB: 128 KB in pages of 1 KB.
class FlashModelF1 : public FlashModel {
public:
    FlashModelF1() : FlashModel{128 * 1024} {}

    [[nodiscard]] bool locked() const override { return lock_; }

    std::optional<std::uint32_t> read(std::uintptr_t address) override {
        if (in_cells(address)) return word_at(address);
        switch (address) {
        case power_status: return supply_low ? 1u << 2 : 0;
        case base: return 0x32;
        case base + 0x0C:
            if (std::exchange(busy_is_late_, false)) return status_;
            return status_ | (busy_now() ? 1u : 0);
        case base + 0x10: return control_ | (lock_ ? 1u << 7 : 0);
        default: return std::nullopt;
        }
    }

    bool write(std::uintptr_t address, std::uint32_t value) override {
        if (in_cells(address)) {
            ModelBus::fault("this flash takes half words only");
            return true;
        }
        switch (address) {
        case base + 0x04: key(value, lock_); return true;
        case base + 0x0C: status_ &= ~value; return true;
        case base + 0x10: control(value); return true;
        case base + 0x14:
            if (under_way()) ModelBus::fault("the address register written during an operation");
            address_ = value;
            return true;
        default: return false;
        }
    }

    bool write_half(std::uintptr_t address, std::uint16_t value) override {
        if (!in_cells(address)) return false;
        if (lock_ || (control_ & 1) == 0 || under_way()) {
            ModelBus::fault("a write to flash that is not being programmed");
        } else if (protect) {
            status_ |= 1u << 4;
        } else if ((word_at(address / 4 * 4) >> 8 * (address % 4) & 0xFFFF) != 0xFFFF && value != 0) {
            status_ |= 1u << 2;  // refused: PGERR
        } else {
            program(address, value, 2);
            begin();
        }
        return true;
    }

private:
    static constexpr std::uintptr_t base = 0x40022000;

    void control(std::uint32_t value) {
        if (lock_) {
            ModelBus::fault("the control register written while it is locked");
            return;
        }
        if (under_way()) {
            ModelBus::fault("the control register written during an operation");
            return;
        }
        lock_ = (value & (1u << 7)) != 0;
        control_ = value & ~((1u << 6) | (1u << 7));
        if ((value & (1u << 6)) == 0 || lock_) return;
        if ((value & 7) != 2 || !in_cells(address_)) {
            ModelBus::fault("started without being told what");
        } else if (protect) {
            status_ |= 1u << 4;
        } else {
            erase(address_ / 1024 * 1024, 1024);
            begin();
            busy_is_late_ = true;
        }
    }

    std::uint32_t status_ = 0, control_ = 0, address_ = 0;
    bool lock_ = true;
    bool busy_is_late_ = false;  ///< ES096, 2.2.8: BSY follows STRT a cycle later
};

}  // namespace stackmate::test
