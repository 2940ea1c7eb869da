// The conformance tests of a chess board's parts as a device image: build/<board>/chess_conformance.elf.
//
// Somebody at the other end of the serial line moves the pieces and looks at the lights
// (host_tests/device/chess_board_test.py). Lines from here, each answered by a line:
//   place HEX        put pieces on these squares and no others; answer: done
//   hold HEX         hold these buttons down and no others; answer: done
//   see              answer: what the 64 squares shine with, a1 first, six hexadecimal digits each
// and, not answered:
//   ready, ok, FAILED: boards/cortex_m/test_image.hpp
//   store RESULT     what became of an attempt to store something
//   end              no more of them; from now on each change is reported:
//   seen HEX HEX MS  squares occupied, buttons down, and the board's clock when the program saw it
// From then on a byte received is a picture to show: 0 is dark, the others are all different in every row.

#include <array>
#include <cstdint>
#include <string_view>

#include STACKMATE_BOARD_HEADER
#include "boards/cortex_m/test_image.hpp"
#include "hal/conformance/squares.hpp"

namespace {

using namespace stackmate;
using namespace boards::test_image;

char next_byte() {
    for (;;) {
        if (const int byte = boards::board().serial.read(); byte >= 0) {
            return static_cast<char>(byte);
        }
    }
}

/// Waits for `ticks` of the board's clock: between `ticks` - 1 and `ticks` milliseconds.
void pass_ticks(std::uint32_t ticks) {
    const auto& clock = boards::board().clock;
    const auto begin = clock.now_ms();
    while (clock.now_ms() - begin < ticks) {}
}

/// Whoever moves the pieces and looks at the lights.
class Peer {
public:
    static constexpr bool sees = true;

    void place(std::uint64_t occupied) { ask("place ", occupied); }
    void hold(std::uint8_t buttons) { ask("hold ", buttons); }
    void pass_ms(std::uint32_t ms) { pass_ticks(ms); }
    void pass_us(std::uint32_t us) {
        pass_ticks(us / 1000);
        looked_ = false;
    }

    [[nodiscard]] hal::Colour seen(unsigned square) {
        if (!looked_) {
            look();
        }
        return picture_.squares[square];
    }

private:
    void ask(std::string_view what, std::uint64_t number) {
        print(what);
        print_hex(number);
        print("\n");
        while (next_byte() != '\n') {}
    }

    void look() {
        print("see\n");
        for (auto& colour : picture_.squares) {
            colour = {next_part(), next_part(), next_part()};
        }
        looked_ = next_byte() == '\n';
    }

    static std::uint8_t next_part() {
        const auto digit = [] {
            const char c = next_byte();
            return static_cast<unsigned>(c <= '9' ? c - '0' : c - 'a' + 10);
        };
        const auto high = digit();
        return static_cast<std::uint8_t>(high << 4 | digit());
    }

    hal::Frame picture_{};
    bool looked_ = false;
};

void try_store(boards::Board& board) {
    static constexpr std::array<std::byte, 4> some{std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4}};
    (void)board.store.open();
    switch (board.store.put(0, some)) {
    case hal::NvResult::ok: print("store ok\n"); break;
    case hal::NvResult::failed: print("store failed\n"); break;
    default: print("store refused\n"); break;
    }
}

hal::Frame test_picture(unsigned number) {
    hal::Frame frame;
    for (unsigned square = 0; number != 0 && square < hal::Frame::size; ++square) {
        const auto shade = [&](unsigned factor) { return static_cast<std::uint8_t>(square * factor + number); };
        frame.squares[square] = {shade(37), shade(101), shade(59)};
    }
    return frame;
}

void tell_changes(boards::Board& board) {
    std::uint64_t squares = board.sensors.scan();
    std::uint8_t buttons = board.buttons.held();
    for (;;) {
        const auto now_squares = board.sensors.scan();
        const auto now_buttons = board.buttons.held();
        if (now_squares != squares || now_buttons != buttons) {
            const auto ms = board.clock.now_ms();
            squares = now_squares;
            buttons = now_buttons;
            print("seen ");
            print_hex(squares);
            print(" ");
            print_hex(buttons);
            print(" ");
            print_hex(ms);
            print("\n");
        }
        if (const int picture = board.serial.read(); picture >= 0) {
            (void)board.leds.show(test_picture(static_cast<unsigned>(picture)));
        }
        board.serial.pump();
    }
}

}  // namespace

int main(int, char**) {
    auto& board = boards::board();
    (void)start();
    Peer peer;
    hal::conformance::check_sensors(board.sensors, peer, report);
    hal::conformance::check_buttons(board.buttons, peer, report);
    hal::conformance::check_leds(board.leds, peer, report);
    try_store(board);
    print("end\n");
    tell_changes(board);
}
