// A chess board with a Pico: 64 reed contacts, 64 WS2812 and a button. You play White, and the LEDs show the engine's moves.
// Line: USB and UART0 (GP0, GP1; 115,200 baud), for apps and chess programs. The game survives a loss of power.
//
// Wiring: GP2 to GP9 are ranks 1 to 8, GP10 to GP17 files a to h. A square's contact joins the two, with a diode that conducts from
// rank to file. GP18: PLAY, to ground. GP28: the LEDs through a level shifter, rank 1 from a to h, rank 2 from h to a, and so on.
#include "core/engine/config.hpp"
#include "firmware/polled_chess_board.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

#include "hardware/clocks.h"
#include "hardware/dma.h"
#include "hardware/flash.h"
#include "hardware/pio.h"
#include "hardware/sync.h"
#include "pico/stdlib.h"
#if LIB_PICO_STDIO_USB  // an SDK that was fetched without its submodule TinyUSB has the UART alone
#include "pico/stdio_usb.h"
#include "tusb.h"
#endif

namespace {

constexpr unsigned first_rank = 2, first_file = 10, play = 18, leds = 28;

/// The last 64 KB of the flash's first 2 MB. The last sector of a Pico 2's 4 MB is erased with each file that is dragged onto it
/// (RP2350-E10, stepping A2). While the flash works the chip reads no program from it, so interrupts wait.
struct Memory {
    static constexpr std::uint32_t sectors = 16, sector_bytes = FLASH_SECTOR_SIZE, program_bytes = 8;
    static constexpr std::uint32_t longest_erase_us = 400'000, longest_program_us = 3'000;  // W25Q16JV data sheet
    static constexpr std::uint32_t bytes = sectors * sector_bytes, start = 2 * 1024 * 1024 - bytes;
    static_assert(start + bytes <= PICO_FLASH_SIZE_BYTES);

    bool erase(std::uint32_t sector) noexcept {
        if (sector >= sectors) return false;
        const auto interrupts = save_and_disable_interrupts();
        flash_range_erase(start + sector * sector_bytes, sector_bytes);
        restore_interrupts(interrupts);
        const auto* const from = static_cast<const std::uint8_t*>(place(sector * sector_bytes));
        return std::all_of(from, from + sector_bytes, [](std::uint8_t byte) { return byte == 0xFF; });
    }
    bool program(std::uint32_t offset, std::span<const std::byte> units) noexcept {
        if (offset > bytes || units.size() > bytes - offset || (offset | units.size()) % program_bytes != 0)
            return false;
        for (std::size_t done = 0; done < units.size(); done += program_bytes) {
            const std::uint32_t at = start + offset + done, in_page = at % FLASH_PAGE_SIZE;
            std::array<std::uint8_t, FLASH_PAGE_SIZE> page;
            page.fill(0xFF);  // leaves the page's other bytes as they are
            std::memcpy(&page[in_page], &units[done], program_bytes);
            const auto interrupts = save_and_disable_interrupts();
            flash_range_program(at - in_page, page.data(), page.size());
            restore_interrupts(interrupts);
        }
        return std::memcmp(place(offset), units.data(), units.size()) == 0;
    }
    bool read(std::uint32_t offset, std::span<std::byte> to) const noexcept {
        std::memcpy(to.data(), place(offset), to.size());
        return true;
    }
    static const void* place(std::uint32_t offset) { return reinterpret_cast<const void*>(XIP_BASE + start + offset); }
};

struct Board {
    static constexpr std::string_view name = "Pico";
    using Chain = stackmate::hal::ChainInSerpentines;

    void init() {
        gpio_init_mask(0x1FFFFu << first_rank);  // ranks, files and PLAY
        gpio_set_dir_out_masked(0xFFu << first_rank);
        for (unsigned file = 0; file < 8; ++file) gpio_pull_down(first_file + file);
        listen(false);
        gpio_pull_up(play);

        // A bit is 30 periods of 40 ns: 9 high, 9 its value, 12 low. low [11]; out x, 1; high [9]; mov pins, x [9]
        static constexpr std::uint16_t instructions[] = {0xEA00, 0x6021, 0xE801, 0xA801};
        pio_program program{};
        program.instructions = instructions;
        program.length = 4;
        program.origin = -1;
        const unsigned at = pio_add_program(pio0, &program);
        pio_sm_config machine = pio_get_default_sm_config();
        sm_config_set_wrap(&machine, at, at + 3);
        sm_config_set_out_pins(&machine, leds, 1);
        sm_config_set_set_pins(&machine, leds, 1);
        sm_config_set_out_shift(&machine, false, true, 24);
        sm_config_set_clkdiv(&machine, clock_get_hz(clk_sys) / 25e6f);
        pio_gpio_init(pio0, leds);
        pio_sm_set_consecutive_pindirs(pio0, 0, leds, 1, true);
        pio_sm_init(pio0, 0, at, &machine);
        pio_sm_set_enabled(pio0, 0, true);
        dma_channel_config channel = dma_channel_get_default_config(0);
        channel_config_set_dreq(&channel, pio_get_dreq(pio0, 0, true));
        dma_channel_configure(0, &channel, &pio0->txf[0], words.data(), words.size(), false);
    }

    int read() { return getchar_timeout_us(0); }
    std::size_t write(std::string_view text) {
        std::size_t count = std::min<std::size_t>(text.size(), 8);  // the UART is waited for: 0.7 ms
#if LIB_PICO_STDIO_USB
        // Otherwise the SDK waits for a host that holds the port open and reads nothing, and that host misses output.
        if (stdio_usb_connected()) count = std::min<std::size_t>(count, tud_cdc_write_available());
#endif
        for (std::size_t i = 0; i < count; ++i) putchar_raw(text[i]);
        return count;
    }
    std::uint32_t now_ms() { return to_ms_since_boot(get_absolute_time()); }

    std::uint64_t squares() {
        std::uint64_t seen = 0;
        for (unsigned rank = 0; rank < 8; ++rank) {
            gpio_put_masked(0xFFu << first_rank, 1u << (first_rank + rank));
            busy_wait_us_32(20);
            listen(true);
            busy_wait_us_32(1);
            seen |= std::uint64_t{gpio_get_all() >> first_file & 0xFF} << 8 * rank;
            listen(false);
        }
        return seen;
    }
    void show(std::span<const stackmate::hal::Colour, 64> widths) {
        stackmate::hal::ws2812_words(widths, words);
        dma_channel_transfer_from_buffer_now(0, words.data(), words.size());
    }
    std::uint8_t buttons() { return gpio_get(play) ? 0 : 1; }

    /// On a Pico 2 a file that was high stays so while its input is on, whatever pulls it down (RP2350-E9, stepping A2).
    static void listen(bool on) {
        for (unsigned file = 0; file < 8; ++file) gpio_set_input_enabled(first_file + file, on);
    }

    Memory flash{};
    std::array<std::uint32_t, 64> words{};
};

Board parts;
stackmate::firmware::PolledChessBoard<stackmate::Full, Board> board{parts};

}  // namespace

int main() {
    stdio_init_all();
    parts.init();
    for (;;) board.poll();
}
