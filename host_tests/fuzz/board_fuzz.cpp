// The whole firmware of a chess board on fakes: what comes over the line (UCI, the words behind `board`, the apps' languages) and
// what hands do on squares and buttons, mixed. The game is legal at any time, nobody plays from the line without a claim, no
// setting is a session's, the watchdog is fed; and after a power cut the game and the settings are there again.
//
// A byte below 0x80 is the line's; the others let time pass, hang up or are hands (`happens`).
#include "host_tests/firmware/table/table.hpp"
#include "host_tests/fuzz/positions.hpp"
#include "host_tests/support/reversed.hpp"

#include <algorithm>

namespace stackmate::fuzz {
namespace {

using namespace firmware;

class Evening {
public:
    Evening() {
        show(firmware::test::start_board);
        wait(1500);
    }

    void run(Bytes bytes) {
        for (const std::uint8_t byte : bytes) {
            if (table_.board->clock.now_ms() > longest_ms) {
                break;
            }
            if (byte < 0x80) {
                send(static_cast<char>(byte));
            } else {
                happens(byte);
            }
        }
        power_cut();
    }

private:
    static constexpr std::uint32_t longest_ms = 40'000;
    static constexpr std::uint32_t turn_ms = 10;

    [[nodiscard]] const Controller& game() const { return table_.game(); }
    [[nodiscard]] const Position& position() const { return game().record().position(); }

    void send(char c) {
        for (int turns = 0; table_.board->serial.rx_free() == 0; ++turns) {
            hold(turns < 3000, "the line is read at last");
            turn();
        }
        table_.board->serial.deliver({&c, 1});
        if (c == '\n') {
            turn();
        }
    }
    void happens(std::uint8_t what) {
        if (what < 0xc0) {
            show(seen() ^ SquareSet{1} << (what & 63));
            return wait(30);
        }
        const unsigned which = what & 15;
        switch (what >> 4) {
        case 0xc: table_.board->buttons.hold(static_cast<std::uint8_t>(which)); return wait(20);
        case 0xd: return wait(10u << which / 2);
        case 0xe: return make(which);
        default: break;
        }
        switch (which) {
        case 0: table_.board->serial.hang_up(); return turn();
        case 1: show(occupied_squares(position())); return wait(700);
        case 2: show(firmware::test::start_board); return wait(1500);
        case 3: table_.board->buttons.hold(0); return wait(20);
        case 4: return press(play_button, 50);
        case 5: return press(play_button, 1200);
        case 6: return press(menu_button, 50);
        case 7: show(0); return wait(600);
        case 8: return take_back(1);
        case 9: return take_back(2);
        default: return wait(2100);  // a line that stands still has ended
        }
    }
    /// The move that the lights ask for, or else one of the legal ones.
    void make(unsigned which) {
        const std::vector<Move> moves = legal_moves(position());
        const Move m = game().pending() ? game().pending() : moves.empty() ? Move{} : moves[which * 5 % moves.size()];
        if (!m) {
            return;
        }
        const SquareSet right = occupied_squares(position());
        const Footprint f = footprint(position(), m);
        show(right & ~(f.emptied | f.taken));
        wait(60);
        show(f.after(right));
        wait(400);
    }
    void take_back(std::size_t plies) {
        const std::span<const Move> moves = game().record().moves();
        if (moves.size() < plies) {
            return;
        }
        Position p = game().record().start();
        for (const Move m : moves.first(moves.size() - plies)) {
            Undo undo;
            p.make(m, undo);
        }
        show(seen() & ~(occupied_squares(position()) ^ occupied_squares(p)));
        wait(100);
        show(occupied_squares(p));
        wait(500);
    }
    void press(std::uint8_t button, std::uint32_t ms) {
        table_.board->buttons.hold(button);
        wait(ms);
        table_.board->buttons.hold(0);
        wait(50);
    }

    [[nodiscard]] SquareSet seen() const {
        const SquareSet set = table_.board->sensors.occupied;
        return game().settings().flipped ? stackmate::test::reversed(set) : set;
    }
    void show(SquareSet set) {
        table_.board->sensors.occupied = game().settings().flipped ? stackmate::test::reversed(set) : set;
    }

    void wait(std::uint32_t ms) {
        for (std::uint32_t gone = 0; gone < ms; gone += turn_ms) {
            turn();
        }
    }
    void turn() {
        table_.board->clock.pass(turn_ms);
        table_.board->watchdog.pass(turn_ms);
        table_.app->poll();
        table_.board->serial.forget_sent();
        hold(table_.board->watchdog.resets == 0, "the watchdog is fed");
        const bool remote = game().player(Color::white) == Seat::remote || game().player(Color::black) == Seat::remote;
        hold(game().held_claim().held || !remote, "nobody plays from the line without a claim");
        hold(game().settings().white != Seat::remote && game().settings().black != Seat::remote,
             "no setting is a session's");
        hold(!game().pending() || is_legal(position(), game().pending()), "what is to be made is legal",
             [&] { return table_.fen(); });
        if (game().record().size() != plies_) {
            plies_ = game().record().size();
            hold_legal(game().record().start(), game().record().moves());
        }
    }

    void power_cut() {
        table_.board->buttons.hold(0);
        table_.board->serial.hang_up();
        wait(3000);  // a tap counts a second and a half later, and settings are stored when they have stood for one
        const firmware::test::Table next{memory_};
        hold(next.game().settings() == game().settings(), "the settings are there after a power cut");
        hold(next.game().marked() == game().marked(), "and the squares that a person has marked");
        if (!game().playing() || game().result() || game().record().size() == 0) {
            return;
        }
        const GameRecord &was = game().record(), &is = next.game().record();
        hold(is.start() == was.start() && std::ranges::equal(is.moves(), was.moves()),
             "the game is there after a power cut", [&] { return next.fen() + "' instead of '" + table_.fen(); });
    }

    hal::fake::NvStore<> memory_{};
    firmware::test::Table table_{memory_};
    std::size_t plies_ = 0;
};

}  // namespace
}  // namespace stackmate::fuzz

STACKMATE_FUZZ_TARGET(board) { stackmate::fuzz::Evening{}.run(bytes); }
