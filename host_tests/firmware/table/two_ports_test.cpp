// The whole firmware on a board with a wire and a USB port: whose the session is, and where answers go.
#include "host_tests/firmware/table/table.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace stackmate::firmware::test {
namespace {

using stackmate::test::FakePort;
using stackmate::test::FakeUsb;
using stackmate::test::taken_from;

constexpr std::string_view usb_has_it = "info string error: the USB port has the session; this line was not obeyed\n";
constexpr std::string_view wire_has_it = "info string error: the wire has the session; this line was not obeyed\n";

struct TwoPortsTest : testing::Test {
    TwoPortsTest() {
        wait(50);
        heard(wire);
        heard(usb);
    }

    void wait(std::uint32_t ms) {
        for (; ms != 0; --ms) {
            table.board->clock.pass(1);
            table.board->watchdog.pass(1);
            table.board->serial.pass_ms(1);
            table.app->poll();
        }
    }
    static std::string heard(FakePort& port) { return taken_from(port); }
    std::string ask(FakePort& port, std::string_view text, std::uint32_t ms = 50) {
        heard(port);
        port.deliver(text);
        wait(ms);
        return heard(port);
    }
    /// Until the text has come, or for five seconds.
    std::string until(FakePort& port, std::string_view text) {
        std::string all;
        for (int i = 0; i != 5000 && !has(all, text); ++i) {
            wait(1);
            all += heard(port);
        }
        return all;
    }

    /// Twice each, one square at a time.
    void push_all_pawns() {
        for (const char ranks : {'3', '4'}) {
            for (char file = 'a'; file <= 'h'; ++file) {
                for (const bool white : {true, false}) {
                    const char to = white ? ranks : static_cast<char>('9' - ranks + '0');
                    const char from = white ? static_cast<char>(to - 1) : static_cast<char>(to + 1);
                    table.move(std::string{file, from, file, to});
                }
            }
        }
    }

    hal::fake::NvStore<> memory{};
    TableOf<PairBoard> table{memory};
    FakePort& wire = table.board->serial.PairedPorts::wire;
    FakeUsb& usb = table.board->serial.PairedPorts::usb;
};

TEST_F(TwoPortsTest, WhatTheWireSaysDoesNotTakeAnAnswerFromUsb) {
    for (const std::string_view said :
         {"BT+CONN 1\r\n", "isready\n", "uci\n", "stop\n", "quit\n", "position startpos\n"}) {
        EXPECT_TRUE(ask(usb, "isready\ngo movetime 500\n").starts_with("readyok\n"));
        EXPECT_EQ(ask(wire, said), usb_has_it);
        EXPECT_TRUE(has(until(usb, "bestmove "), "bestmove ")) << said;
        EXPECT_EQ(heard(wire), "") << said;
    }
}

TEST_F(TwoPortsTest, WhatUsbSaysDoesNotTakeAnAnswerFromTheWire) {
    ask(wire, "go movetime 500\n");
    EXPECT_EQ(ask(usb, "uci\n"), wire_has_it);
    EXPECT_TRUE(has(until(wire, "bestmove "), "bestmove "));
    EXPECT_EQ(heard(usb), "");
}

TEST_F(TwoPortsTest, StopAtTheOtherPortEndsNoSearch) {
    ask(usb, "go infinite\n");
    EXPECT_EQ(ask(wire, "stop\n", 200), usb_has_it);
    EXPECT_FALSE(has(heard(usb), "bestmove"));
    EXPECT_TRUE(has(ask(usb, "stop\n"), "bestmove "));
}

TEST_F(TwoPortsTest, NoiseNeitherTakesAnswersAwayNorLocksTheOtherOut) {
    EXPECT_TRUE(has(ask(wire, "BT+CONN 1\r\n"), "unknown command 'BT+CONN'"));
    EXPECT_EQ(heard(usb), "");
    EXPECT_EQ(ask(usb, "isready\n"), "readyok\n");
    EXPECT_EQ(heard(wire), "");
}

TEST_F(TwoPortsTest, AGoWhoseSessionHasGoneIsAnsweredToNobody) {
    ask(usb, "go movetime 500\n");
    usb.hang_up();
    wait(1000);
    EXPECT_EQ(heard(wire), "");
    EXPECT_EQ(heard(usb), "");
    EXPECT_EQ(ask(wire, "isready\n"), "readyok\n");
}

TEST_F(TwoPortsTest, AfterQuitTheOtherIsServed) {
    EXPECT_TRUE(has(ask(usb, "uci\n"), "uciok\n"));
    EXPECT_EQ(ask(wire, "isready\n"), usb_has_it);
    EXPECT_EQ(ask(usb, "quit\n"), "");
    EXPECT_EQ(ask(wire, "isready\n"), "readyok\n");
    EXPECT_EQ(heard(usb), "");
}

TEST_F(TwoPortsTest, InTheMomentOfAQuitTheOtherIsServedAndJustBeforeItTurnedAway) {
    EXPECT_TRUE(has(ask(usb, "uci\n"), "uciok\n"));
    usb.deliver("quit\n");
    EXPECT_TRUE(has(ask(wire, "uci\n"), "uciok\n"));
    EXPECT_EQ(ask(usb, "isready\n"), wire_has_it);
    ask(wire, "quit\n");
    EXPECT_TRUE(has(ask(usb, "uci\n"), "uciok\n"));
    wire.deliver("isready\n");
    wait(1);
    usb.deliver("quit\n");
    wait(50);
    EXPECT_EQ(heard(wire), usb_has_it);
}

TEST_F(TwoPortsTest, HalfALineOfADeadUsbSessionIsDroppedAtOnce) {
    EXPECT_EQ(ask(usb, "isre"), "");
    usb.hang_up();
    EXPECT_EQ(ask(wire, "isready\n", 5), "readyok\n");
}

TEST_F(TwoPortsTest, UsbTakesOverFromASilentWireAndFindsNothingOfItsOptions) {
    ask(wire, "setoption name UCI_ShowWDL value true\n");
    wait(59'000);
    EXPECT_EQ(ask(usb, "isready\n"), wire_has_it);
    wait(1000);
    EXPECT_EQ(ask(usb, "isready\n"), "readyok\n");
    EXPECT_FALSE(has(ask(usb, "go depth 2\n", 500), " wdl "));
    EXPECT_EQ(ask(wire, "isready\n"), usb_has_it);
}

TEST_F(TwoPortsTest, ASearchOfTheWiresIsNotTakenOver) {
    ask(wire, "go infinite\n");
    wait(70'000);
    EXPECT_EQ(ask(usb, "isready\n"), wire_has_it);
}

TEST_F(TwoPortsTest, AnAppOfAnotherLanguageHasASession) {
    EXPECT_TRUE(ask(wire, "V56").starts_with("v000177")) << "ChessLink";
    EXPECT_EQ(ask(usb, "uci\n"), wire_has_it);
    EXPECT_TRUE(ask(wire, "V56").starts_with("v000177"));
    EXPECT_EQ(heard(usb), "");
    wait(60'000);
    EXPECT_TRUE(has(ask(usb, "uci\n"), "uciok\n"));
    EXPECT_EQ(ask(wire, "V56"), "");
    EXPECT_EQ(ask(wire, "\n"), "\n" + std::string{usb_has_it}) << "behind what was no line";
}

TEST_F(TwoPortsTest, AnAppWithoutLineEndsAtUsbTakesOverFromASilentWire) {
    ask(wire, "isready\n");
    EXPECT_EQ(ask(usb, "V56"), "");
    wait(60'000);
    EXPECT_TRUE(ask(usb, "V56", 200).starts_with("v000177")) << "ChessLink";
}

TEST_F(TwoPortsTest, NoiseThatMayBecomeAFrameIsAnsweredAtItsOwnPort) {
    for (const bool of_usb : {false, true}) {
        FakePort& noisy = of_usb ? usb : wire;
        FakePort& other = of_usb ? wire : static_cast<FakePort&>(usb);
        EXPECT_EQ(ask(noisy, "\xff\n"), "");
        other.deliver("isready\n");
        wait(1200);
        EXPECT_EQ(heard(other), "readyok\n");
        EXPECT_FALSE(has(heard(noisy), "readyok"));
        ask(other, "quit\n");
    }
}

TEST_F(TwoPortsTest, HalfAFrameOfADeadUsbSessionIsForgotten) {
    EXPECT_EQ(ask(usb, "\xff\n"), "");
    usb.hang_up();
    EXPECT_EQ(ask(wire, "isready\n"), "readyok\n");
    EXPECT_EQ(heard(usb), "");
}

TEST_F(TwoPortsTest, NoiseOfOneWhoReadsNothingIsAnsweredWhenItReadsAndHoldsNobodyUp) {
    usb.limit_pump(0);
    for (int i = 0; i != 40; ++i) {
        ASSERT_GE(usb.rx_free(), 6u);
        usb.deliver("noise\n");
        wait(5);
    }
    EXPECT_GE(usb.tx_free(), 100u) << "nothing waits for room";
    usb.limit_pump(~std::size_t{0});
    wait(100);
    const std::string all = heard(usb);
    EXPECT_EQ(std::count(all.begin(), all.end(), '\n'), 40) << all;
    EXPECT_EQ(ask(wire, "isready\n"), "readyok\n");
}

TEST_F(TwoPortsTest, ALineFromTheWireIsReadOnWhileSomethingIsSaidThere) {
    ask(wire, "isready\n");
    ask(wire, "position startpos moves");
    wire.limit_pump(1);
    table.board->sensors.occupied = start_board;
    for (int ms = 0; ms != 3000 && wire.tx_idle(); ++ms) {
        if (ms % 1000 == 0) {
            wire.deliver(" ");  // or the session ends
        }
        wait(1);
    }
    ASSERT_FALSE(wire.tx_idle());
    wire.deliver(" e2e4 e7e5 g1f3");
    wait(2);
    EXPECT_FALSE(wire.tx_idle());
    EXPECT_FALSE(wire.readable());
    wire.limit_pump(~std::size_t{0});
    EXPECT_TRUE(has(ask(wire, "\nd\n"), " b KQkq - 1 2"));
}

TEST_F(TwoPortsTest, APauseOfTheHostsLosesNothing) {
    EXPECT_TRUE(has(ask(usb, "uci\n"), "uciok\n"));
    for (const std::uint32_t pause : {10u, 700u, 5000u}) {
        ask(usb, "position startpos\ngo movetime 300\n", 100);
        usb.limit_pump(0);
        EXPECT_EQ(ask(usb, "isready\n", pause), "");
        usb.limit_pump(~std::size_t{0});
        wait(500);
        const std::string all = "\n" + heard(usb);
        EXPECT_TRUE(has(all, "\nbestmove ") && has(all, "\nreadyok\n")) << all;
    }
}

TEST_F(TwoPortsTest, WhatASearchTellsLeavesRoomForItsAnswerHoweverLongTheHostTakesNothing) {
    ask(usb, "position fen 8/8/4k3/8/8/4K3/4P3/8 w - - 0 1\ngo movetime 8000\n", 5);
    usb.limit_pump(0);
    wait(9000);
    EXPECT_LT(table.board->serial.tx_free(), 250u) << "or this shows nothing";
    usb.limit_pump(~std::size_t{0});
    wait(50);
    EXPECT_TRUE(has(heard(usb), "\nbestmove "));
    EXPECT_EQ(ask(wire, "isready\n"), usb_has_it) << "the session goes on";
}

TEST_F(TwoPortsTest, AGameOnTheBoardLeavesRoomForAnswersHoweverLongTheHostTakesNothing) {
    ask(usb, "board white person\nboard black person\n");
    table.put(start_board, 1500);
    usb.limit_pump(0);
    push_all_pawns();
    ASSERT_EQ(table.game().record().size(), 32u);
    EXPECT_EQ(ask(usb, "board fen\n"), "");
    usb.limit_pump(~std::size_t{0});
    wait(50);
    const std::string all = heard(usb);
    EXPECT_TRUE(has(all, "e2e3\n")) << all;
    EXPECT_TRUE(has(all, "\ninfo string board fen ")) << all;
    EXPECT_EQ(ask(wire, "isready\n"), usb_has_it) << "the session goes on";
}

TEST_F(TwoPortsTest, ALongAnswerUnderWayLeavesRoomForTheOneOfASearch) {
    ask(usb, "board white person\nboard black person\n");
    table.put(start_board, 1500);
    push_all_pawns();
    // Behind the pawns rooks go round and round.
    std::string white_at = "a1", black_at = "a8";
    for (int round = 0; round != 4; ++round) {
        for (const std::string_view next :
             {"a2", "b2", "c2", "d2", "e2", "f2", "g2", "h2", "h3", "g3", "f3", "e3", "d3", "c3", "b3", "a3"}) {
            const std::string opposite{next[0], static_cast<char>('9' - next[1] + '0')};
            table.move(white_at.append(next));
            table.move(black_at.append(opposite));
            white_at = next;
            black_at = opposite;
        }
    }
    ASSERT_EQ(table.game().record().size(), 160u);
    ask(usb, "position startpos\ngo movetime 2000\n", 5);
    usb.deliver("board pgn\n");
    usb.limit_pump(1);
    wait(3);
    usb.limit_pump(0);
    wait(1000);
    EXPECT_LT(table.board->serial.tx_free(), 250u) << "or this shows nothing";
    wait(3000);
    usb.limit_pump(~std::size_t{0});
    wait(100);
    const std::string all = heard(usb);
    EXPECT_TRUE(has(all, "\nbestmove ")) << all;
    EXPECT_TRUE(all.ends_with(" *\n\n")) << all;
    EXPECT_EQ(ask(wire, "isready\n"), usb_has_it) << "the session goes on";
}

TEST_F(TwoPortsTest, EveryAnswerFitsTheQueueOfAHostThatTakesNothing) {
    ask(usb, "position startpos moves e2e4\n");
    for (const std::string_view line :
         {"uci\n", "d\n", "help\n", "status\n", "board\n", "board help\n", "board sensors\n", "eval\n", "board pgn\n",
          "board games\n", "go perft 3\n", "bench\n", "board ignore\n"}) {
        const std::string wanted = ask(usb, line, 3000);
        EXPECT_NE(wanted, "");
        usb.limit_pump(0);
        EXPECT_EQ(ask(usb, line, 3000), "");
        usb.limit_pump(~std::size_t{0});
        wait(3000);
        const std::string whole = heard(usb);
        // Numbers of time and speed differ.
        EXPECT_EQ(std::count(whole.begin(), whole.end(), '\n'), std::count(wanted.begin(), wanted.end(), '\n'))
            << whole;
        EXPECT_EQ(whole.substr(0, 40), wanted.substr(0, 40)) << line;
    }
}

TEST_F(TwoPortsTest, WhatHappensOnTheBoardWhileAHostTakesNothingEndsNoSession) {
    ask(usb, "uci\n");
    usb.limit_pump(0);
    for (int i = 0; i != 40; ++i) {
        table.board->sensors.occupied = i % 2 == 0 ? start_board : SquareSet{0};
        wait(1500);
        table.board->buttons.hold(static_cast<std::uint8_t>(i % 4 == 3 ? play_button : 0));
    }
    usb.limit_pump(~std::size_t{0});
    wait(50);
    const std::string all = heard(usb);
    EXPECT_EQ(all.back(), '\n');
    EXPECT_EQ(ask(usb, "isready\n"), "readyok\n");
    EXPECT_EQ(ask(wire, "isready\n"), usb_has_it) << "the session goes on";
}

TEST_F(TwoPortsTest, WhatHappensOnTheBoardIsToldOnTheWireBehindALongAnswer) {
    table.put(start_board, 1500);
    table.put(start_board & ~square_set(square_from_text("e2")), 60);
    table.put((start_board & ~square_set(square_from_text("e2"))) | square_set(square_from_text("e4")), 200);
    heard(wire);
    wire.limit_pump(1);
    wire.deliver("uci\n");
    const std::string all = until(wire, "uciok\n") + until(wire, "e2e4\n");
    EXPECT_TRUE(has(all, "\ninfo string board move 1. e4 e2e4\n")) << all;
}

TEST_F(TwoPortsTest, BeforeAnySessionWhatHappensOnTheBoardIsToldToAllThoughOneTalksNoise) {
    for (const bool of_usb : {false, true}) {
        FakePort& noisy = of_usb ? usb : wire;
        heard(wire);
        heard(usb);
        table.board->sensors.occupied = of_usb ? start_board & ~square_set(square_from_text("e2")) : start_board;
        for (int ms = 0; ms != 1500; ++ms) {
            noisy.deliver("\n");
            wait(1);
        }
        const std::string all = heard(wire);
        EXPECT_TRUE(has(all, "info string board ") || of_usb);
        EXPECT_EQ(heard(usb), all);
    }
}

TEST_F(TwoPortsTest, HalfALineEndsInTwoSecondsAlsoWhileItsSenderTakesNothing) {
    ask(usb, "isready\n");
    ask(usb, "posi");
    usb.limit_pump(0);
    table.board->sensors.occupied = start_board;
    wait(2500);
    EXPECT_EQ(ask(usb, "isready\n"), "");
    usb.limit_pump(~std::size_t{0});
    wait(50);
    const std::string all = heard(usb);
    EXPECT_TRUE(has(all, "info string board ") && all.ends_with("\nreadyok\n")) << all;
}

TEST_F(TwoPortsTest, ALineOfTheSearchIsAsLongAsUsbTakesIt) {
    ask(usb, "position fen 8/8/8/8/8/2k5/2p5/2K5 w - - 0 1\n");
    EXPECT_EQ(table.board->serial.byte_time_us(), 0u);
    ask(usb, "quit\n");
    ask(wire, "isready\n");
    EXPECT_EQ(table.board->serial.byte_time_us(), 87u);
}

}  // namespace
}  // namespace stackmate::firmware::test
