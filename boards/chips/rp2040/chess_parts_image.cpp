// The conformance tests of a chess board's squares, buttons, storage and watchdog as a device image:
// build/<board>/chess_parts.elf.
//
// Its serial line speaks with somebody who moves the pieces and looks at the lights (host_tests/hal/chess_parts.mjs):
//   image:  ready, ok, FAILED    boards/cortex_m/test_image.hpp
//   image:  place HEX            pieces on these squares and no others, a1 lowest bit; answer "done\n"
//   image:  hold HEX             these buttons down and no others; answer "done\n"
//   image:  whole                answer "1\n" if the whole conformance test of the store is to run, which takes half
//                                a minute of the device's time, otherwise "0\n"
//   image:  seen N               answer the colour of square N as "RRGGBB\n"
// The watchdog restarts the image. It ends by semihosting, with status 0 if everything held.

#include <algorithm>
#include <array>
#include <cstdint>
#include <new>
#include <string_view>

#include STACKMATE_BOARD_HEADER
#include "boards/cortex_m/test_image.hpp"
#include "hal/conformance/flash.hpp"
#include "hal/conformance/squares.hpp"
#include "hal/conformance/store.hpp"

namespace {

using namespace stackmate;
using namespace boards::test_image;

[[gnu::section(".noinit")]] constinit std::uint32_t starved_ms{};  ///< since the watchdog was fed last

/// The next line, as a hexadecimal number; 0 if it is none.
std::uint32_t answer() {
    std::uint32_t value = 0;
    for (;;) {
        const int byte = boards::board().serial.read();
        if (byte < 0) {
            boards::board().system.idle();
        }
        if (byte == '\n') {
            return value;
        }
        if (byte >= '0') {
            value = value << 4 | static_cast<std::uint32_t>(byte <= '9' ? byte - '0' : (byte | 32) - 'a' + 10);
        }
    }
}

void ask(std::string_view what, std::uint64_t value) {
    print(what);
    print_hex(value, 16);
    print("\n");
}

struct Peer {
    static constexpr bool sees = true;

    void place(std::uint64_t occupied) {
        ask("place ", occupied);
        (void)answer();
    }
    void hold(std::uint8_t buttons) {
        ask("hold ", buttons);
        (void)answer();
    }
    hal::Colour seen(unsigned square) {
        ask("seen ", square);
        const auto colour = answer();
        return {static_cast<std::uint8_t>(colour >> 16), static_cast<std::uint8_t>(colour >> 8),
                static_cast<std::uint8_t>(colour)};
    }
    void pass_us(std::uint32_t us) {
        for (const auto start = now_us(); now_us() - start < us;) {}
    }
    void pass_ms(std::uint32_t ms) { pass_us(1000 * ms); }
};

/// A store that has lost its RAM, on the same flash.
struct Restart {
    using Store = decltype(boards::board().store);

    Store& operator()() {
        auto& board = boards::board();
        return *new (&board.store) Store{board.flash, board.watchdog};
    }
};

/// Checks the flash driver below the store, and that the store uses it.
void storage(boards::Board& board) {
    hal::conformance::check_flash(board.flash, report);
    std::array<std::byte, 24> written{};
    for (std::size_t i = 0; i < written.size(); ++i) {
        written[i] = static_cast<std::byte>(0x5A + 7 * i);
    }
    std::array<std::byte, 40> read{};
    Restart restart;
    report("a store on erased flash is empty", restart().open() == hal::NvResult::empty);
    report("it takes a value, which is there after a restart",
           board.store.put(1, written) == hal::NvResult::ok && restart().open() == hal::NvResult::ok
               && board.store.read(1, 0, read) == written.size()
               && std::equal(written.begin(), written.end(), read.begin()));
}

void starve(boards::Board& board) {
    board.watchdog.feed();
    const auto start = board.clock.now_ms();
    for (;;) {
        starved_ms = board.clock.now_ms() - start;
        board.system.idle();
    }
}

void squares(boards::Board& board) {
    Peer peer;
    hal::conformance::check_sensors(board.sensors, peer, report);
    hal::conformance::check_leds(board.leds, peer, report);
    hal::conformance::check_buttons(board.buttons, peer, report);
}

void first_watch(boards::Board& board) {
    Peer peer;
    board.watchdog.feed();
    peer.pass_ms(200);
    report("a watchdog that is not armed does not bite", true);
    board.watchdog.arm(100);
    for (int i = 0; i < 10; ++i) {
        peer.pass_ms(90);
        board.watchdog.feed();
    }
    report("a fed watchdog does not bite", true);
    drain();
    starve(board);
}

void bitten(const boards::Board& board, std::uint32_t ms, std::string_view sentence) {
    const auto late = ms * decltype(board.watchdog)::late_percent / 100;
    report("a reset by the watchdog is known as one", board.system.reset_cause() == hal::ResetCause::watchdog);
    report(sentence, starved_ms + 1 >= ms && starved_ms <= ms + late + 1);
}

}  // namespace

int main(int, char**) {
    auto& board = boards::board();
    switch (start()) {
    case 0:
        squares(board);
        storage(board);
        print("whole\n");
        if (answer() != 0) {
            hal::conformance::check_store<Restart::Store>(Restart{}, report);
        }
        first_watch(board);
        break;
    case 1: {
        bitten(board, 100, "a starved watchdog bites in time");
        Peer peer;
        peer.pass_ms(300);
        report("a restart leaves the watchdog unarmed", true);
        board.watchdog.arm(50);
        board.watchdog.arm(200);
        drain();
        starve(board);
        break;
    }
    case 2:
        bitten(board, 200, "arming again sets the new interval");
        board.watchdog.arm(~std::uint32_t{0});
        drain();
        starve(board);
        break;
    default:
        bitten(board, decltype(board.watchdog)::longest_ms, "a longer interval than the longest is the longest");
        break;
    }
    end(4);
}
