// Models of an RP2350's flash, the interface that it is read by (qmi.h), and what the boot ROM does with them:
// pico-bootrom-rp2350, varm_generic_flash.c and varm_blocks.c; picobin.h and bootrom_constants.h of pico-sdk.
#pragma once

#include <cstring>
#include <utility>

#include "emulators/rp2350/rp2350_clocks.hpp"

namespace stackmate::test::rp2350 {

inline constexpr std::uint32_t flash_at = 0x10000000, ram_at = 0x20000000;
inline constexpr std::size_t flash_bytes = 4 << 20, ram_bytes = 520 << 10;

/// How the flash is read as memory. The ROM has found the fastest way: EBh at a quarter of the clock here.
struct FlashInterface : Plain {
    static constexpr std::uint32_t timing = 0x60007204, format = 0x000492A8, command = 0xEB;
    FlashInterface() : Plain{{{0xC, timing, 0xF3FFF7FF}, {0x10, format, 0x1007D3FF}, {0x14, command, 0xFFFF}}} {}
    /// s_varm_api_crit_flash_select_xip_read_mode, mode 03h
    void read_slowly() { put(0xC, 0x60007206), put(0x10, 0x1000), put(0x14, 0x03); }
    [[nodiscard]] bool as_at_start() const {
        return value(0xC) == timing && value(0x10) == format && value(0x14) == command;
    }
};

class BootRom {
public:
    using Memory = std::vector<std::uint8_t>;
    BootRom(Memory& flash, Memory& ram, FlashInterface& interface) : flash_{flash}, ram_{ram}, interface_{interface} {}

    /// Where a program begins; the text says why there is none.
    struct Program {
        std::uint32_t stack = 0, entry = 0;
        std::string why_not;
    };
    [[nodiscard]] Program find_program() const {
        for (std::uint32_t at = 0; at < 4096; at += 4) {
            if (word(at) != 0xFFFFDED3) continue;
            const Program program{word(0), word(4), why_not(at)};
            const bool in_ram = program.stack > ram_at && program.stack <= ram_at + ram_bytes;
            const bool in_flash =
                program.entry > flash_at && program.entry < flash_at + flash_bytes && program.entry % 2 == 1;
            return program.why_not.empty() && !(in_ram && in_flash) ? Program{0, 0, "no stack or no entry"} : program;
        }
        return {0, 0, "no image definition in the first 4 KB"};
    }

    /// The ROM's functions stand at these addresses, one every four bytes.
    static constexpr std::uint32_t functions_at = 0x100, trap_at = 0x800, size = 0x8000;
    [[nodiscard]] static Memory contents() {
        Memory rom(size);
        for (std::size_t at = functions_at; at < size; at += 2) rom[at] = 0x70, rom[at + 1] = 0x47;  // bx lr
        rom[0x16] = (functions_at & 0xFF) | 1, rom[0x17] = functions_at >> 8;
        return rom;
    }

    struct Answer {
        std::uint32_t value = 0;
        std::uint64_t takes_ps = 0;
    };
    Answer call(std::uint32_t address, std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
        const auto index = (address - functions_at) / 4;
        if (index == 0) return {look_up(a, b)};
        if (index > letters.size()) return fault("a jump into the boot ROM"), Answer{};
        const auto name = letters[index - 1];
        const bool reads_again = interface_.as_at_start();
        if (name == "IF") return connected_ = true, Answer{0, 10 * us};
        if (name == "EX") {
            if (!connected_ || !reads_again) fault("the flash left without being connected, or twice");
            left_ = true;
            interface_.read_slowly();
            return {0, 120 * us};
        }
        if (name == "RE") return begin(a, b, true, c == 1u << 16 && d == 0xD8), Answer{0, 45 * ms * (b / 4096)};
        if (name == "RP") return data_ = b, begin(a, c, false, true), Answer{0, 400 * us * (c / 256)};
        if (name == "FC") {
            if (!left_) fault("the cache flushed without need");
            flushed_ = true;
            return {0, 10 * us};
        }
        if (name == "GS") return system_info(a, b, c);
        if (a != (2u | 1u << 8) || c != 0 || d != 0) fault("a reboot to something else than the drive");
        to_drive = true;
        return {};
    }
    bool to_drive = false;

    /// Whether the flash may be read as memory: not before it is again as the ROM left it at the start. A chip would read slowly
    /// between the calls, and old bytes from its cache.
    [[nodiscard]] bool readable() {
        if (left_ && flushed_ && !under_way_ && interface_.as_at_start()) left_ = connected_ = flushed_ = false;
        return !left_;
    }
    /// What was begun is done; or the supply goes, and half of it is.
    void finish(bool whole) {
        if (!under_way_) return;
        under_way_ = false;
        const auto bytes = whole ? bytes_ : bytes_ / 2;
        for (std::uint32_t i = 0; i < bytes; ++i) {
            flash_[at_ + i] = erases_ ? 0xFF : flash_[at_ + i] & ram_[data_ - ram_at + i];
        }
    }

private:
    static constexpr std::array<std::string_view, 7> letters{"IF", "EX", "RE", "RP", "FC", "GS", "RB"};

    static std::uint32_t look_up(std::uint32_t code, std::uint32_t mask) {
        if (mask != 4) return fault("a function that is not for secure Arm code"), 0;
        for (std::uint32_t i = 0; i < letters.size(); ++i) {
            if (code == static_cast<std::uint32_t>(letters[i][0] | letters[i][1] << 8))
                return functions_at + 4 * (i + 1) + 1;
        }
        return fault("a function that the model does not know"), 0;
    }
    void begin(std::uint32_t at, std::uint32_t bytes, bool erases, bool right) {
        const std::uint32_t unit = erases ? 4096 : 256;
        if (!left_) fault("the flash changed before it was left");
        if (!right || at % unit != 0 || bytes % unit != 0 || bytes == 0 || at + bytes > flash_bytes)
            return fault("a wrong piece of the flash");
        if (!erases && (data_ < ram_at || data_ + bytes > ram_at + ram_bytes))
            return fault("a page that is not in RAM");
        at_ = at, bytes_ = bytes, erases_ = erases, under_way_ = true;
    }
    /// get_sys_info: what was asked for, the package, and the number burnt into the chip.
    Answer system_info(std::uint32_t to, std::uint32_t words, std::uint32_t what) {
        if (what != 1 || words < 4 || to % 4 != 0 || to < ram_at || to + 16 > ram_at + ram_bytes)
            return fault("a question that the boot ROM does not know"), Answer{};
        const std::array<std::uint32_t, 4> info{1, 1, 0x89ABCDEF, 0x51AC2350};
        std::memcpy(&ram_[to - ram_at], info.data(), sizeof info);
        return {4, 10 * us};
    }
    [[nodiscard]] std::uint32_t word(std::uint32_t at) const {
        std::uint32_t value;
        std::memcpy(&value, &flash_[at], 4);
        return value;
    }
    /// What is wrong with the block of items at `at`.
    [[nodiscard]] std::string why_not(std::uint32_t at) const {
        bool program = false;
        for (std::uint32_t item = at + 4; item < at + 640;) {
            const auto head = word(item);
            if ((head & 0xFF) == 0xFF) {
                if (head >> 8 != (item - at) / 4 - 1) return "the block's length is wrong";
                if (word(item + 4) != 0) return "a second block, which the model does not know";
                if (word(item + 8) != 0xAB123579) return "the block has no end";
                return program ? "" : "no program for secure Arm on an RP2350";
            }
            // 0x1021: an executable, secure, for Arm, for the RP2350
            if ((head & 0xFFFF) == 0x142) program = head >> 16 == 0x1021;
            const auto words = (head & 0x80) != 0 ? head >> 8 & 0xFFFF : head >> 8 & 0xFF;
            if (words == 0) return "an item without a length";
            item += 4 * words;
        }
        return "a block without a last item";
    }

    Memory &flash_, &ram_;
    FlashInterface& interface_;
    bool connected_ = false, left_ = false, flushed_ = false, under_way_ = false, erases_ = false;
    std::uint32_t at_ = 0, bytes_ = 0, data_ = 0;
};

/// What a core is connected to.
struct Surroundings {
    virtual ~Surroundings() = default;
    virtual std::uint32_t read(unsigned core, std::uint32_t address, unsigned size) = 0;
    virtual void write(unsigned core, std::uint32_t address, std::uint32_t value, unsigned size) = 0;
    virtual std::uint64_t interrupts(unsigned core) = 0;  ///< the lines that are up
    virtual BootRom::Answer call_rom(std::uint32_t address, std::uint32_t a, std::uint32_t b, std::uint32_t c,
                                     std::uint32_t d) = 0;
    virtual void send_event() = 0;
    [[nodiscard]] virtual std::uint32_t hz() const = 0;
};

}  // namespace stackmate::test::rp2350
