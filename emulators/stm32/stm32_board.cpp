// A chess board with an STM32 as a program: an STM32F103 or F405 that executes the firmware's own image on the models of the
// chip's peripherals, with its serial line on standard input and output. The processor is Unicorn's (a part of QEMU).
//
//   stm32_board [--chip stm32f103|stm32f405] [--free] [--control FD] IMAGE.bin
//
// --free: time in which the chip sleeps passes at once. --control: a socket on which lines come in,
//   squares HEX     pieces stand there (bit 0 is a1)
//   buttons BITS    PLAY, HINT, MENU, PAUSE are down
//   power           the supply goes and returns; the flash stays
//   dip             the supply is below the detector's threshold for a while
//   wait MS         the next line is read so much later
//   look            answered: "status TOGGLES leds RRGGBB*64" in the order of the squares
//
// A millisecond of the F103 is 45,000 instructions, one of the F405 105,000: 1.6 cycles each, as if the flash's wait states cost
// that. Interrupts come
// at twelfths of a millisecond, in which a byte passes each way on the line. What is not as on the chip: the processor does
// not stand still while the flash is erased; SysTick's current value; no probe; every byte arrives undamaged. What the models
// call a fault, and each access to what is not there, ends the run with a word on standard error and status 1.
#include <fcntl.h>
#include <poll.h>
#include <unicorn/unicorn.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <fstream>
#include <iterator>
#include <memory>
#include <sstream>

#include "boards/chips/stm32/peripherals_f4.hpp"
#include "boards/chips/stm32/supply.hpp"
#include "boards/chips/stm32f103/peripherals.hpp"
#include "boards/chips/stm32f405/clock.hpp"
#include "boards/kits/stm32f405.hpp"
#include "emulators/stm32/clock_model.hpp"
#include "emulators/stm32/iwdg_model.hpp"

namespace {

using namespace stackmate;
using namespace stackmate::test;

constexpr unsigned parts_of_ms = 12;
constexpr std::uint32_t flash_at = 0x08000000, ram_at = 0x20000000;
constexpr std::uint32_t trap_at = 0x1FFE0000;  // where an interrupt function returns to; the chip has nothing there

[[noreturn]] void give_up(const std::string& why) {
    std::fprintf(stderr, "stm32_board: %s\n", why.c_str());
    std::exit(1);
}

/// USART1: a byte each way in a twelfth of a millisecond, at 115,200 baud.
class UsartModel : public Device {
public:
    UsartModel(std::uintptr_t base, std::uint32_t right_divisor) : base_{base}, right_divisor_{right_divisor} {}
    std::string sent;

    [[nodiscard]] bool takes() const { return (status_ & received) == 0; }
    void receive(std::uint8_t byte) {
        if ((control_ & 0x2004) != 0x2004) return;
        if (divisor_ != right_divisor_) ModelBus::fault("the serial line at a speed other than 115,200 baud");
        if ((status_ & received) != 0) {
            status_ |= 1u << 3;
            return;
        }
        in_ = byte;
        status_ |= received;
    }
    void part_passes() {
        if (shifting_) sent += static_cast<char>(*shifting_);
        shifting_ = std::exchange(waiting_, std::nullopt);
    }
    [[nodiscard]] bool interrupts() const {
        return ((control_ >> 5 & 1) != 0 && (status_ & (received | 1u << 3)) != 0)
               || ((control_ >> 7 & 1) != 0 && !waiting_);
    }

    std::optional<std::uint32_t> read(std::uintptr_t address) override {
        switch (address - base_) {
        case 0: return status_ | (waiting_ ? 0 : 1u << 7) | (waiting_ || shifting_ ? 0 : 1u << 6);
        case 4: status_ = 0; return in_;
        case 8: return divisor_;
        case 12: return control_;
        default: return std::nullopt;
        }
    }
    bool write(std::uintptr_t address, std::uint32_t value) override {
        switch (address - base_) {
        case 4:
            if (waiting_) ModelBus::fault("a byte written over one that waits to be sent");
            (shifting_ ? waiting_ : shifting_) = static_cast<std::uint8_t>(value);
            return true;
        case 8: divisor_ = value; return true;
        case 12: control_ = value; return true;
        default: return false;
        }
    }

private:
    static constexpr std::uint32_t received = 1u << 5;
    std::uintptr_t base_;
    std::uint32_t right_divisor_;
    std::uint32_t status_ = 0, control_ = 0, divisor_ = 0;
    std::uint8_t in_ = 0;
    std::optional<std::uint8_t> shifting_, waiting_;
};

/// What belongs to the processor: tick, interrupt controller, reset. DDI 0403E, B3. And what is left of the chip.
class CoreModel : public Device {
public:
    /// Where the reset's flags are, and the unique id.
    CoreModel(std::uintptr_t flags_at, std::uintptr_t id_at, std::uint32_t reset_flags)
        : flags_at_{flags_at}, id_at_{id_at}, reset_flags_{reset_flags} {}
    std::array<std::uint32_t, 2> enabled{};
    bool reset = false;
    Iwdg watchdog{40'000};
    unsigned tick_due = 0;

    [[nodiscard]] bool ticks() const { return (tick_ & 3) == 3; }
    [[nodiscard]] std::uint32_t tick_cycles() const { return load_ + 1; }

    std::optional<std::uint32_t> read(std::uintptr_t address) override {
        switch (address) {
        case 0xE000E010: return tick_;
        case 0xE000E014: return load_;
        case 0xE000E018: return load_ / 2;
        case 0xE000ED08: return vectors_;
        case 0xE000ED14: return configuration_;
        case 0xE000ED24: return handlers_;
        case 0x1FFFF7E0: return 0xFFFF0080;  // an F103 with 128 KB
        default: break;
        }
        if (address == flags_at_) return reset_flags_;
        if (address - id_at_ < 12) return 0x51AC0000 + static_cast<std::uint32_t>(address & 0xFF);
        if (address >= 0x40003000 && address <= 0x4000300C) return watchdog.read(address);
        return std::nullopt;
    }
    bool write(std::uintptr_t address, std::uint32_t value) override {
        switch (address) {
        case 0xE000E010: tick_ = value; return true;
        case 0xE000E014: load_ = value & 0xFFFFFF; return true;
        case 0xE000E018: return true;
        case 0xE000E100:
        case 0xE000E104: enabled[(address >> 2) & 1] |= value; return true;
        case 0xE000ED08: vectors_ = value; return true;
        case 0xE000ED0C: reset = value == 0x05FA0004; return true;
        case 0xE000ED14: configuration_ = value; return true;
        case 0xE000ED24: handlers_ = value; return true;
        case 0xE000ED94:
        case 0xE000ED9C:
        case 0xE000EDA0: return true;  // the MPU, which forbids nothing here
        default: break;
        }
        if (address == flags_at_) {
            reset_flags_ = (value & 1u << 24) != 0 ? 0 : reset_flags_;
            return true;
        }
        if (address < 0x40003000 || address > 0x4000300C) return false;
        watchdog.write(address, value);
        return true;
    }

private:
    std::uint32_t tick_ = 0, load_ = 0, vectors_ = 0, configuration_ = 0x200, handlers_ = 0;
    std::uintptr_t flags_at_, id_at_;
    std::uint32_t reset_flags_;
};

/// Registers that two models have a part in. The first one is read.
class SharedModel : public Device {
public:
    SharedModel(std::vector<std::uintptr_t> addresses, Device& first, Device& second)
        : addresses_{std::move(addresses)}, first_{first}, second_{second} {}

    std::optional<std::uint32_t> read(std::uintptr_t address) override {
        return here(address) ? first_.read(address) : std::nullopt;
    }
    bool write(std::uintptr_t address, std::uint32_t value) override {
        return here(address) && first_.write(address, value) && second_.write(address, value);
    }

private:
    [[nodiscard]] bool here(std::uintptr_t address) const {
        return std::find(addresses_.begin(), addresses_.end(), address) != addresses_.end();
    }
    std::vector<std::uintptr_t> addresses_;
    Device &first_, &second_;
};

struct F103 {
    using Pins = boards::stm32f103::Peripherals<ModelBus, boards::PillKit>::Pins;
    static constexpr auto cpu = UC_CPU_ARM_CORTEX_M3;
    static constexpr std::uint32_t hz = 72'000'000;
    static constexpr std::uint32_t flash_end = 0x08020000, saved_at = 0x0801D000, saved_end = 0x08020000;
    static constexpr std::uint32_t ram_bytes = 20 * 1024, system_at = 0x1FFFF000;

    F103(std::vector<std::uint8_t> cells, std::uint32_t reset_flags) : core{0x40021024, 0x1FFFF7E8, reset_flags} {
        flash.cells = std::move(cells);
        ModelBus::devices = {&gate, &clocks, &core, &supply, &ports, &dma, &timer, &flash, &usart};
    }
    GateF1 gate;
    ClocksF1 clocks;
    CoreModel core;
    SupplyModel<boards::stm32::SupplyF1> supply;
    PortsF1 ports;
    DmaF1 dma;
    TimerModel timer{0x40012C00, dma};
    FlashModelF1 flash;
    UsartModel usart{0x40013800, 625};
};

struct F405 {
    using Pins = boards::stm32::PeripheralsF4<ModelBus, boards::Kit, boards::stm32f405::ClockTree<>>::Pins;
    static constexpr auto cpu = UC_CPU_ARM_CORTEX_M4;
    static constexpr std::uint32_t hz = 168'000'000;
    static constexpr std::uint32_t flash_end = 0x08080000, saved_at = 0x08004000, saved_end = 0x08010000;
    static constexpr std::uint32_t ram_bytes = 128 * 1024, system_at = 0x1FFF7000;

    F405(std::vector<std::uint8_t> cells, std::uint32_t reset_flags) : core{0x40023874, 0x1FFF7A10, reset_flags} {
        flash.cells = std::move(cells);
        clocks.crystal_hz = 8e6;
        clocks.most_mhz = 168, clocks.most_apb1_mhz = 42, clocks.most_apb2_mhz = 84;  // DS8626
        clocks.regulator_has_scales = false;
        ModelBus::devices = {&gate, &power, &access, &clocks, &core, &supply, &ports, &dma, &timer, &flash, &usart};
    }
    GateF4 gate;
    ClocksF4 clocks;
    CoreModel core;
    SupplyModel<boards::stm32::SupplyF4> supply;
    PortsF4 ports;
    DmaF4 dma;
    TimerModel timer{0x40010000, dma};
    FlashModelF4 flash;
    UsartModel usart{0x40011000, 729};
    SharedModel power{{0x40007000, 0x40023840}, clocks, supply};  ///< PWR_CR, RCC_APB1ENR
    SharedModel access{{0x40023C00}, clocks, flash};              ///< FLASH_ACR
};

/// Pin by its name: PB12.
std::pair<char, unsigned> place(std::string_view name) {
    return {name[1], static_cast<unsigned>(std::stoi(std::string{name.substr(2)}))};
}

template <class Chip>
class Stm32Board {
    using Pins = typename Chip::Pins;
    static constexpr auto flash_end = Chip::flash_end, saved_at = Chip::saved_at, saved_end = Chip::saved_end;
    static constexpr auto ram_bytes = Chip::ram_bytes;
    static constexpr std::uint32_t cycles_of_ms = Chip::hz / 1000;
    static constexpr unsigned instructions_of_part = cycles_of_ms * 10 / 16 / parts_of_ms;
    static constexpr std::uint32_t cycles_of_600_ns = Chip::hz / 1'000'000 * 600 / 1000;

public:
    Stm32Board(const char* image, bool free, int control) : free_{free}, control_{control} {
        std::ifstream file{image, std::ios::binary};
        std::vector<std::uint8_t> cells{std::istreambuf_iterator<char>{file}, {}};
        const auto most = saved_end < flash_end ? flash_end : saved_at;  // saved games lie behind the image, or in it
        if (cells.size() < 1024 || cells.size() > most - flash_at) give_up("no image, or one that is too long");
        cells.resize(flash_end - flash_at, 0xFF);
        const auto check = [](uc_err error) {
            if (error != UC_ERR_OK) give_up(uc_strerror(error));
        };
        check(uc_open(UC_ARCH_ARM, UC_MODE_THUMB, &uc_));  // UC_MODE_MCLASS makes every model an M33
        check(uc_ctl_set_cpu_model(uc_, Chip::cpu));
        for (const auto& [at, end] : {std::pair{flash_at, saved_at}, {saved_end, flash_end}}) {
            if (at == end) continue;
            check(uc_mem_map(uc_, at, end - at, UC_PROT_READ | UC_PROT_EXEC));
            check(uc_mem_write(uc_, at, &cells[at - flash_at], end - at));
        }
        check(uc_mem_map_ptr(uc_, ram_at, ram_bytes, UC_PROT_READ | UC_PROT_WRITE, ram_.data()));
        check(uc_mem_map(uc_, trap_at, 0x1000, UC_PROT_READ | UC_PROT_EXEC));
        for (const auto& [at, size] : {std::pair{saved_at, saved_end - saved_at},
                                       {Chip::system_at, 0x1000u},
                                       {0x40000000u, 0x30000u},
                                       {0xE000E000u, 0x1000u}}) {
            check(uc_mmio_map(uc_, at, size, read_word, reinterpret_cast<void*>(std::uintptr_t{at}), write_word,
                              reinterpret_cast<void*>(std::uintptr_t{at})));
        }
        // WFI is not executed: a processor that has done so would not start again.
        for (std::uint32_t at = flash_at; at < flash_end; at += 2) {
            if ((at >= saved_at && at < saved_end) || cells[at - flash_at] != 0x30 || cells[at - flash_at + 1] != 0xBF)
                continue;
            uc_hook hook;
            check(uc_hook_add(uc_, &hook, UC_HOOK_CODE, reinterpret_cast<void*>(before_sleep), this, at, at));
        }
        ModelBus::ram = [this](std::uint32_t address) -> const void* {
            return address >= ram_at && address - ram_at < ram_bytes ? ram_.data() + (address - ram_at) : nullptr;
        };
        start(std::move(cells), 0x0C000000);  // PORRSTF, PINRSTF
    }

    [[noreturn]] void run() {
        for (;;) part();
    }

private:
    void start(std::vector<std::uint8_t> cells, std::uint32_t reset_flags) {
        chip_ = std::make_unique<Chip>(std::move(cells), reset_flags);
        chip_->ports.outside = [this](char letter, unsigned number) { return outside(letter, number); };
        std::uint32_t words[2];
        std::memcpy(words, chip_->flash.cells.data(), 8);
        std::uint32_t zero = 0;
        set(UC_ARM_REG_PRIMASK, zero);
        set(UC_ARM_REG_SP, words[0]);
        pc_ = words[1];
        bits_.clear();  // a picture that was on its way is cut
        idle_ = in_handler_ = tick_waits_ = dips_ = cut_ = false;
    }

    // ---- the bus

    static std::uint64_t read_word(uc_engine*, std::uint64_t offset, unsigned size, void* base) {
        const auto address = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(base) + offset);
        const auto word = ModelBus::read(address / 4 * 4) >> 8 * (address % 4);
        if (size != 4 && address >= 0x40000000)
            ModelBus::fault("a part of a register read at " + std::to_string(address));
        return size == 4 ? word : word & ((1u << 8 * size) - 1);
    }
    static void write_word(uc_engine*, std::uint64_t offset, unsigned size, std::uint64_t value, void* base) {
        const auto address = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(base) + offset);
        if (size == 2 && address < 0x40000000) return ModelBus::write_half(address, static_cast<std::uint16_t>(value));
        if (size != 4) ModelBus::fault("a part of a register written at " + std::to_string(address));
        ModelBus::write(address, static_cast<std::uint32_t>(value));
    }

    // ---- the processor

    static void before_sleep(uc_engine* uc, std::uint64_t, std::uint32_t, void* self) {
        static_cast<Stm32Board*>(self)->sleeps_ = true;
        uc_emu_stop(uc);
    }

    std::uint32_t get(int which) {
        std::uint32_t value = 0;
        uc_reg_read(uc_, which, &value);
        return value;
    }
    void set(int which, std::uint32_t value) { uc_reg_write(uc_, which, &value); }
    std::uint32_t half_at(std::uint32_t address) {
        std::uint16_t half = 0;
        uc_mem_read(uc_, address, &half, 2);
        return half;
    }

    void execute(unsigned instructions) {
        sleeps_ = false;
        const auto error = uc_emu_start(uc_, pc_ | 1, trap_at, 0, instructions);
        pc_ = get(UC_ARM_REG_PC) & ~1u;
        if (error != UC_ERR_OK) {
            char where[80];
            std::snprintf(where, sizeof where, " at pc %08x, sp %08x, lr %08x", pc_, get(UC_ARM_REG_SP),
                          get(UC_ARM_REG_LR));
            give_up(std::string{uc_strerror(error)} + where);
        }
        if (sleeps_) {
            pc_ += 2;
            idle_ = true;
        }
        if (in_handler_ && pc_ == trap_at) leave();
    }

    /// Whether one of the last instructions may be an IT, in whose shadow the next one stands.
    bool maybe_conditional() {
        for (std::uint32_t back = 2; back <= 16; back += 2) {
            const auto half = half_at(pc_ - back);
            if ((half & 0xFF00) == 0xBF00 && (half & 15) != 0) return true;
        }
        return false;
    }

    static constexpr std::array<int, 6> stacked{UC_ARM_REG_R0, UC_ARM_REG_R1,  UC_ARM_REG_R2,
                                                UC_ARM_REG_R3, UC_ARM_REG_R12, UC_ARM_REG_LR};

    void enter(unsigned exception) {
        for (int tries = 0; maybe_conditional() && tries < 64; ++tries) execute(1);
        auto sp = get(UC_ARM_REG_SP);
        const std::uint32_t odd = sp & 4;
        sp -= odd + 32;
        std::array<std::uint32_t, 8> frame;
        for (unsigned i = 0; i < stacked.size(); ++i) frame[i] = get(stacked[i]);
        frame[6] = pc_;
        frame[7] = (get(UC_ARM_REG_APSR) & 0xF8000000) | 1u << 24 | odd << 7;
        uc_mem_write(uc_, sp, frame.data(), sizeof frame);
        set(UC_ARM_REG_SP, sp);
        set(UC_ARM_REG_LR, trap_at | 1);
        std::uint32_t handler;
        std::memcpy(&handler, &chip_->flash.cells[4 * exception], 4);
        pc_ = handler & ~1u;
        in_handler_ = true;
        idle_ = false;
    }

    void leave() {
        const auto sp = get(UC_ARM_REG_SP);
        std::array<std::uint32_t, 8> frame;
        uc_mem_read(uc_, sp, frame.data(), sizeof frame);
        for (unsigned i = 0; i < stacked.size(); ++i) set(stacked[i], frame[i]);
        set(UC_ARM_REG_SP, sp + 32 + ((frame[7] >> 9 & 1) != 0 ? 4 : 0));
        set(UC_ARM_REG_APSR, frame[7] & 0xF8000000);
        pc_ = frame[6];
        in_handler_ = false;
    }

    bool masked() { return (get(UC_ARM_REG_PRIMASK) & 1) != 0; }

    /// The exception that waits, the lowest number first; 0 if there is none.
    unsigned waiting() {
        if (dips_ && (chip_->core.enabled[0] >> 1 & 1) != 0) return 16 + 1;
        if (tick_waits_) return 15;
        const auto on = [this](unsigned number) { return (chip_->core.enabled[number / 32] >> number % 32 & 1) != 0; };
        if (on(37) && chip_->usart.interrupts()) return 16 + 37;
        return 0;
    }

    void part() {
        if (!idle_) execute(instructions_of_part);
        if (chip_->core.reset) return start(std::move(chip_->flash.cells), 0x10000000);  // SFTRSTF
        if (!ModelBus::faults.empty()) give_up(ModelBus::faults.front());

        chip_->usart.part_passes();
        if (!in_.empty() && chip_->usart.takes()) {
            chip_->usart.receive(static_cast<std::uint8_t>(in_.front()));
            in_.pop_front();
        }
        chip_->core.watchdog.pass(0.001 / parts_of_ms);
        if (chip_->core.watchdog.resets != 0) return start(std::move(chip_->flash.cells), 0x20000000);  // IWDGRSTF
        for (unsigned i = 0; i < 800 / parts_of_ms; ++i) chip_->timer.period();
        see_leds();
        if (++part_ % parts_of_ms == 0) millisecond();
        if (const auto exception = waiting()) {
            idle_ = false;
            // It is taken as soon as interrupts are let in; behind a WFI that is soon.
            for (int tries = 0; !in_handler_ && masked() && tries < 1000; ++tries) execute(1);
            if (!in_handler_ && !masked()) {
                tick_waits_ = tick_waits_ && exception != 15;
                dips_ = dips_ && exception != 17;
                enter(exception);
            }
        }
    }

    void millisecond() {
        if (chip_->core.ticks()) {
            if (chip_->clocks.system_hz != Chip::hz) give_up("the clock tree does not make the chip's speed");
            if (chip_->core.tick_cycles() != cycles_of_ms) give_up("the tick is not a millisecond");
            tick_waits_ = true;
        }
        if (!chip_->usart.sent.empty()) {
            if (write(1, chip_->usart.sent.data(), chip_->usart.sent.size()) < 0) std::exit(0);
            chip_->usart.sent.clear();
        }
        wait_ms_ -= wait_ms_ != 0;
        while (wait_ms_ == 0 && !lines_.empty()) {
            obey(lines_.front());
            lines_.pop_front();
        }
        std::array<pollfd, 2> files{{{0, POLLIN, 0}, {control_, POLLIN, 0}}};
        if (poll(files.data(), control_ >= 0 ? 2 : 1, idle_ && in_.empty() && !free_ ? 1 : 0) <= 0) return;
        char text[4096];
        if (files[0].revents != 0) {
            const auto size = ::read(0, text, sizeof text);
            if (size <= 0) std::exit(0);
            in_.insert(in_.end(), text, text + size);
        }
        if (control_ >= 0 && files[1].revents != 0) {
            const auto size = ::read(control_, text, sizeof text);
            if (size <= 0) control_ = -1;
            for (ssize_t i = 0; i < size; ++i) {
                if (text[i] != '\n') {
                    word_ += text[i];
                } else {
                    lines_.push_back(std::exchange(word_, {}));
                }
            }
        }
    }

    // ---- what is around the chip

    void obey(const std::string& line) {
        std::istringstream words{line};
        std::string first;
        words >> first;
        if (first == "squares") words >> std::hex >> squares_;
        if (first == "buttons") words >> buttons_;
        if (first == "wait") words >> wait_ms_;
        if (first == "dip") {
            chip_->supply.low_looks = 1'000'000;
            dips_ = cut_ = chip_->supply.watched();  // then a picture is cut, and one of zeros follows
        }
        if (first == "power") start(std::move(chip_->flash.cells), 0x0C000000);
        if (first != "look") return;
        std::ostringstream answer;
        answer << "status " << lit() << " leds " << std::hex;
        for (unsigned square = 0; square < 64; ++square) answer << ' ' << leds_[Pins::Chain::index(square)];
        answer << '\n';
        if (write(control_, answer.str().data(), answer.str().size()) < 0) control_ = -1;
    }

    bool lit() {
        const auto [port, pin] = place(Pins::StatusLed::name);
        return chip_->ports.driven(port, pin) == boards::status_high_of<Pins>;
    }

    std::optional<bool> outside(char letter, unsigned number) {
        const auto here = [&](std::string_view name) { return place(name) == std::pair{letter, number}; };
        for (unsigned i = 0; i < 4; ++i) {
            if (here(Pins::ButtonLines::names[i]) && (buttons_ >> i & 1) != 0) return false;
        }
        for (unsigned column = 0; column < 8; ++column) {
            if (!here(Pins::Sensing::Columns::names[column])) continue;
            for (unsigned row = 0; row < 8; ++row) {
                const auto [port, pin] = place(Pins::Sensing::Rows::names[row]);
                if (chip_->ports.driven(port, pin) && (squares_ >> (8 * row + column) & 1) != 0) return true;
            }
        }
        return std::nullopt;
    }

    /// What the timer's line has sent since: bits by their width, 50 us of rest latch.
    void see_leds() {
        for (const auto high : chip_->timer.highs) {
            rest_ = high == 0 ? rest_ + 1 : 0;
            if (high != 0) bits_.push_back(high > cycles_of_600_ns);
            if (rest_ == 40) {
                for (unsigned i = 0; i < 64 && 24 * i + 24 <= bits_.size(); ++i) {
                    leds_[i] = 0;
                    for (unsigned bit = 0; bit < 24; ++bit) leds_[i] = leds_[i] << 1 | (bits_[24 * i + bit] ? 1 : 0);
                }
                if (!bits_.empty() && bits_.size() != 64 * 24 && !cut_) give_up("a torn picture");
                bits_.clear();
            }
        }
        chip_->timer.highs.clear();
    }

    uc_engine* uc_ = nullptr;
    std::array<std::uint8_t, ram_bytes> ram_{};
    std::unique_ptr<Chip> chip_;
    bool free_;
    int control_;
    std::uint32_t pc_ = 0;
    bool idle_ = false, sleeps_ = false, in_handler_ = false, tick_waits_ = false, dips_ = false, cut_ = false;
    std::uint64_t part_ = 0;
    std::deque<char> in_;
    std::string word_;
    std::deque<std::string> lines_;
    unsigned wait_ms_ = 0;
    std::uint64_t squares_ = 0;
    unsigned buttons_ = 0;
    std::vector<bool> bits_;
    unsigned rest_ = 0;
    std::array<std::uint32_t, 64> leds_{};
};

}  // namespace

int main(int count, char** words) {
    bool free = false;
    int control = -1;
    const char* image = nullptr;
    std::string_view chip = "stm32f103";
    for (int i = 1; i < count; ++i) {
        const std::string_view word{words[i]};
        if (word == "--free") {
            free = true;
        } else if (word == "--control" && i + 1 < count) {
            control = std::atoi(words[++i]);
        } else if (word == "--chip" && i + 1 < count) {
            chip = words[++i];
        } else {
            image = words[i];
        }
    }
    if (image == nullptr) give_up("usage: stm32_board [--chip stm32f103|stm32f405] [--free] [--control FD] IMAGE.bin");
    if (chip == "stm32f103") std::make_unique<Stm32Board<F103>>(image, free, control)->run();
    if (chip == "stm32f405") std::make_unique<Stm32Board<F405>>(image, free, control)->run();
    give_up("no model of this chip");
}
