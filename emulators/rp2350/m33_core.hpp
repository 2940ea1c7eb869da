// A Cortex-M33 of an RP2350: Unicorn's processor (a part of QEMU) with the exceptions, the tick and the sleep that it leaves out.
// DDI 0553B, B3 and D1. All exceptions have one priority. Several cores may share memory; they execute in turns.
#pragma once

#include <unicorn/unicorn.h>

#include "emulators/rp2350/rp2350_rom.hpp"

namespace stackmate::test::rp2350 {

class Core {
public:
    Core(unsigned number, Surroundings& around, BootRom::Memory& rom, BootRom::Memory& flash, BootRom::Memory& ram)
        : number_{number}, around_{around}, ram_{ram}, flash_{flash} {
        check(uc_open(UC_ARCH_ARM, static_cast<uc_mode>(UC_MODE_THUMB | UC_MODE_MCLASS), &uc_));
        check(uc_ctl_set_cpu_model(uc_, UC_CPU_ARM_CORTEX_M33));
        check(uc_mem_map_ptr(uc_, 0, rom.size(), UC_PROT_READ | UC_PROT_EXEC, rom.data()));
        check(uc_mem_map_ptr(uc_, flash_at, flash.size(), UC_PROT_READ | UC_PROT_EXEC, flash.data()));
        check(uc_mem_map_ptr(uc_, ram_at, ram.size(), UC_PROT_ALL, ram.data()));
        unsigned at = 0;
        for (const auto& [base, size] : {std::pair{0x40000000u, 0x140000u},
                                         {0x50000000u, 0x400000u},
                                         {0xD0000000u, 0x1000u},
                                         {0xE000E000u, 0x1000u}}) {
            regions_[at] = {this, base};
            check(uc_mmio_map(uc_, base, size, read_word, &regions_[at], write_word, &regions_[at]));
            ++at;
        }
        add_hook(UC_HOOK_BLOCK, reinterpret_cast<void*>(before_block), 1, 0);
        add_hook(UC_HOOK_CODE, reinterpret_cast<void*>(before_special), BootRom::functions_at, BootRom::trap_at);
        hook_sleeps(flash_, flash_at);
    }
    ~Core() { uc_close(uc_); }
    Core(const Core&) = delete;

    void start(std::uint32_t stack, std::uint32_t entry, std::uint32_t vectors) {
        set(UC_ARM_REG_SP, stack);
        pc_ = entry & ~1u;
        vectors_ = vectors;
        runs_ = true;
    }
    [[nodiscard]] bool runs() const { return runs_; }
    [[nodiscard]] bool idle() const { return !runs_ || sleep_ != Sleep::none; }
    [[nodiscard]] std::uint64_t tick_due_ps() const { return (tick_ & 1) != 0 ? tick_due_ : ~std::uint64_t{0}; }
    void event() { event_ = true; }
    void let_flash_be_read(bool readable) {
        if (std::exchange(flash_readable_, readable) != readable)
            check(uc_mem_protect(uc_, flash_at, flash_bytes, readable ? UC_PROT_READ | UC_PROT_EXEC : UC_PROT_NONE));
    }
    bool wants_reset = false;

    /// Executes from `now_ps` to `until`.
    void run(std::uint64_t until) {
        const auto from = now_ps;
        now_ps = std::max(now_ps, reached_);  // the last piece of code ended later
        while (runs_ && now_ps < until && first_fault.empty() && !wants_reset) {
            if (now_ps >= tick_due_ps()) {
                tick_due_ += period_ps();
                tick_waits_ = tick_waits_ || (tick_ & 2) != 0;
            }
            const auto exception = waiting();
            if (exception != 0 && sleep_ == Sleep::for_interrupt) sleep_ = Sleep::none;
            if (exception != 0 && !in_handler_ && !masked()) enter(exception);
            if (sleep_ == Sleep::for_event && event_) sleep_ = Sleep::none, event_ = false;
            if (sleep_ != Sleep::none) break;
            if (!in_handler_ && busy_until_ > now_ps) {
                now_ps = std::min(busy_until_, until);  // the ROM's function takes its time
                continue;
            }
            execute(std::min(until, tick_due_ps() > now_ps ? tick_due_ps() : until));
        }
        if (!first_fault.empty()) give_up(first_fault + where());
        reached_ = std::exchange(now_ps, from);
    }

    std::optional<std::uint32_t> read_private(std::uint32_t address) {
        switch (address) {
        case 0xE000E010: return tick_;
        case 0xE000E014: return load_;
        case 0xE000E018:
            return static_cast<std::uint32_t>((tick_due_ - now_ps) * (around_.hz() / 1000) / ms) & 0xFFFFFF;
        case 0xE000E100:
        case 0xE000E104: return static_cast<std::uint32_t>(enabled_ >> (address & 4) * 8);
        case 0xE000ED08: return vectors_;
        case 0xE000ED14: return configuration_;
        case 0xE000ED24: return handlers_;
        default: return std::nullopt;
        }
    }
    bool write_private(std::uint32_t address, std::uint32_t value) {
        switch (address) {
        case 0xE000E010:
            tick_ = value & 7;
            if ((tick_ & 5) == 1) fault("a tick from another clock than the processor's");
            if ((tick_ & 1) != 0 && (load_ + 1) * 1000 != around_.hz()) fault("a tick of another length than 1 ms");
            tick_due_ = now_ps + period_ps();
            return true;
        case 0xE000E014: load_ = value & 0xFFFFFF; return true;
        case 0xE000E018: tick_due_ = now_ps + period_ps(); return true;
        case 0xE000E100:
        case 0xE000E104: enabled_ |= std::uint64_t{value} << (address & 4) * 8; return true;
        case 0xE000E180:
        case 0xE000E184: enabled_ &= ~(std::uint64_t{value} << (address & 4) * 8); return true;
        case 0xE000ED08: vectors_ = value; return value % 256 == 0;
        case 0xE000ED0C: wants_reset = value == 0x05FA0004; return wants_reset;
        case 0xE000ED14: configuration_ = value; return true;
        case 0xE000ED24: handlers_ = value; return true;
        default: return false;
        }
    }

private:
    enum class Sleep { none, for_interrupt, for_event };
    struct Region {
        Core* core;
        std::uint32_t base;
    };

    static void check(uc_err error) {
        if (error != UC_ERR_OK) give_up(uc_strerror(error));
    }
    void add_hook(int kind, void* function, std::uint64_t first, std::uint64_t last) {
        uc_hook hook;
        check(uc_hook_add(uc_, &hook, kind, function, this, first, last));
    }
    std::uint32_t get(int which) const {
        std::uint32_t value = 0;
        uc_reg_read(uc_, which, &value);
        return value;
    }
    void set(int which, std::uint32_t value) { uc_reg_write(uc_, which, &value); }
    [[nodiscard]] bool masked() const { return (get(UC_ARM_REG_PRIMASK) & 1) != 0; }
    [[nodiscard]] std::string where() const {
        return ", core " + std::to_string(number_) + ", pc " + hex(pc_) + ", block " + hex(block_at_) + ", sp "
               + hex(get(UC_ARM_REG_SP)) + ", lr " + hex(get(UC_ARM_REG_LR));
    }
    [[nodiscard]] std::uint32_t half_at(std::uint32_t address) const {
        std::uint16_t half = 0;
        uc_mem_read(uc_, address, &half, 2);
        return half;
    }
    [[nodiscard]] std::uint64_t period_ps() const { return std::uint64_t{load_ + 1} * ms / (around_.hz() / 1000); }
    /// An instruction takes 1.5 cycles, as if the bus of the RAM cost that.
    [[nodiscard]] std::uint64_t step_ps() const { return 1'500 * ms / around_.hz(); }

    // ---- the bus

    static std::uint64_t read_word(uc_engine*, std::uint64_t offset, unsigned size, void* region) {
        auto& [core, base] = *static_cast<Region*>(region);
        return core->around_.read(core->number_, base + static_cast<std::uint32_t>(offset), size);
    }
    static void write_word(uc_engine*, std::uint64_t offset, unsigned size, std::uint64_t value, void* region) {
        auto& [core, base] = *static_cast<Region*>(region);
        core->around_.write(core->number_, base + static_cast<std::uint32_t>(offset), static_cast<std::uint32_t>(value),
                            size);
        core->interrupt_waits_ = core->waiting() != 0;
        if (!first_fault.empty() || core->wants_reset) uc_emu_stop(core->uc_);
    }

    // ---- execution

    /// Instructions in a piece of Thumb code.
    unsigned instructions(std::uint32_t at, std::uint32_t bytes) {
        auto& piece = pieces_[at / 2 % pieces_.size()];
        if (piece.at != at || piece.bytes != bytes) {
            piece = {at, bytes, 0};
            for (std::uint32_t i = 0; i < bytes; i += half_at(at + i) >= 0xE800 ? 4 : 2) ++piece.instructions;
        }
        return piece.instructions;
    }
    static void before_block(uc_engine* uc, std::uint64_t address, std::uint32_t size, void* self) {
        auto& core = *static_cast<Core*>(self);
        const auto at = static_cast<std::uint32_t>(address);
        const bool late = now_ps >= core.until_ || !first_fault.empty();
        const bool interrupted = core.interrupt_waits_ && !core.in_handler_ && core.begun_ && !core.masked();
        if (at >= ram_at && !core.hooked_ram_) {
            core.hooked_ram_ = true;
            core.hook_sleeps(core.ram_, ram_at);
            uc_ctl_remove_cache(uc, ram_at, ram_at + ram_bytes);
            core.stop_before(at);
        } else if (late || interrupted) {
            core.stop_before(at);
        } else {
            core.begun_ = true;
            core.block_at_ = at;
            now_ps += core.instructions(at, size) * core.step_;
        }
    }
    /// Before a sleep, a function of the boot ROM, or the return from an exception: none is executed.
    static void before_special(uc_engine*, std::uint64_t address, std::uint32_t, void* self) {
        static_cast<Core*>(self)->special_ = true;
        static_cast<Core*>(self)->stop_before(static_cast<std::uint32_t>(address));
    }
    /// Unicorn's own idea of the program counter may be older then.
    void stop_before(std::uint32_t at) {
        pc_ = at;
        stopped_ = true;
        uc_emu_stop(uc_);
    }
    /// WFI, WFE, SEV: an emulated processor that has slept would not wake.
    void hook_sleeps(const BootRom::Memory& memory, std::uint32_t base) {
        for (std::uint32_t at = 0; at + 1 < memory.size(); at += 2) {
            if (memory[at + 1] == 0xBF && memory[at] >= 0x20 && memory[at] <= 0x40 && memory[at] % 16 == 0)
                add_hook(UC_HOOK_CODE, reinterpret_cast<void*>(before_special), base + at, base + at);
        }
    }

    void execute(std::uint64_t until) {
        until_ = until;
        begun_ = special_ = stopped_ = false;
        step_ = step_ps();
        interrupt_waits_ = waiting() != 0;
        const auto error = uc_emu_start(uc_, pc_ | 1, 0xFFFFFFFE, 0, 0);
        if (!stopped_) pc_ = get(UC_ARM_REG_PC) & ~1u;
        if (error != UC_ERR_OK) give_up(uc_strerror(error) + where());
        if (!special_) return;
        if (pc_ == BootRom::trap_at) return leave();
        if (pc_ < BootRom::size) {
            const auto answer =
                around_.call_rom(pc_, get(UC_ARM_REG_R0), get(UC_ARM_REG_R1), get(UC_ARM_REG_R2), get(UC_ARM_REG_R3));
            set(UC_ARM_REG_R0, answer.value);
            pc_ = get(UC_ARM_REG_LR) & ~1u;
            busy_until_ = now_ps + answer.takes_ps;
            return;
        }
        const auto what = half_at(pc_) & 0xFF;
        pc_ += 2;
        if (what == 0x40) around_.send_event();
        if (what == 0x30) sleep_ = Sleep::for_interrupt;
        if (what == 0x20) sleep_ = Sleep::for_event;
    }

    /// Whether the next instruction stands in the shadow of an IT.
    [[nodiscard]] bool conditional() const { return (get(UC_ARM_REG_XPSR) & 0x0600FC00) != 0; }
    static constexpr std::array<int, 6> stacked{UC_ARM_REG_R0, UC_ARM_REG_R1,  UC_ARM_REG_R2,
                                                UC_ARM_REG_R3, UC_ARM_REG_R12, UC_ARM_REG_LR};
    static constexpr std::uint32_t flags = 0xF80F0000;

    void enter(unsigned exception) {
        if (conditional()) return execute(now_ps + 1);
        if (exception == 15) tick_waits_ = false;
        auto sp = get(UC_ARM_REG_SP);
        const std::uint32_t odd = sp & 4;
        sp -= odd + 32;
        std::array<std::uint32_t, 8> frame;
        for (unsigned i = 0; i < stacked.size(); ++i) frame[i] = get(stacked[i]);
        frame[6] = pc_;
        frame[7] = (get(UC_ARM_REG_APSR) & flags) | 1u << 24 | odd << 7;
        if (sp < ram_at || uc_mem_write(uc_, sp, frame.data(), sizeof frame) != UC_ERR_OK)
            give_up("no stack" + where());
        set(UC_ARM_REG_SP, sp);
        set(UC_ARM_REG_LR, BootRom::trap_at | 1);
        std::uint32_t handler = 0;
        uc_mem_read(uc_, vectors_ + 4 * exception, &handler, 4);
        pc_ = handler & ~1u;
        in_handler_ = true;
        sleep_ = Sleep::none;
    }
    void leave() {
        const auto sp = get(UC_ARM_REG_SP);
        std::array<std::uint32_t, 8> frame;
        uc_mem_read(uc_, sp, frame.data(), sizeof frame);
        for (unsigned i = 0; i < stacked.size(); ++i) set(stacked[i], frame[i]);
        set(UC_ARM_REG_SP, sp + 32 + ((frame[7] >> 9 & 1) != 0 ? 4 : 0));
        set(UC_ARM_REG_APSR, frame[7] & flags);
        pc_ = frame[6];
        in_handler_ = false;
        event_ = true;
    }
    /// The exception that waits, the lowest number first; 0 if there is none.
    [[nodiscard]] unsigned waiting() {
        if (tick_waits_) return 15;
        const auto lines = around_.interrupts(number_) & enabled_;
        return lines != 0 ? 16 + static_cast<unsigned>(__builtin_ctzll(lines)) : 0;
    }

    unsigned number_;
    Surroundings& around_;
    BootRom::Memory &ram_, &flash_;
    uc_engine* uc_ = nullptr;
    std::array<Region, 4> regions_{};
    struct Piece {
        std::uint32_t at, bytes, instructions;
    };
    std::vector<Piece> pieces_ = std::vector<Piece>(1u << 18);
    std::uint32_t pc_ = 0, block_at_ = 0, vectors_ = 0, tick_ = 0, load_ = 0, configuration_ = 0x200, handlers_ = 0;
    std::uint64_t enabled_ = 0, tick_due_ = 0, until_ = 0, step_ = 0, busy_until_ = 0, reached_ = 0;
    Sleep sleep_ = Sleep::none;
    bool runs_ = false, begun_ = false, special_ = false, stopped_ = false, interrupt_waits_ = false,
         in_handler_ = false, tick_waits_ = false;
    bool event_ = false, hooked_ram_ = false, flash_readable_ = true;
};

}  // namespace stackmate::test::rp2350
