// Two serial ports as one, on fakes.

#include "boards/chips/rp2/joined_serial.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <string>

#include "host_tests/boards/chips/rp2/pair.hpp"

namespace stackmate::boards::rp2 {
namespace {

using test::FakePort;

constexpr std::string_view usb_has_it = "info string error: the USB port has the session; this line was not obeyed\n";
constexpr std::string_view wire_has_it = "info string error: the wire has the session; this line was not obeyed\n";

class JoinedSerialTest : public testing::Test {
protected:
    std::string read_all() {
        std::string text;
        for (int byte = pair.read(); byte >= 0; byte = pair.read()) {
            text += static_cast<char>(byte);
        }
        return text;
    }
    void say(std::string_view text) {
        wire.forget_sent();
        usb.forget_sent();
        EXPECT_TRUE(pair.write(text));
        pair.pump();
    }
    /// A program at that port has said something that is understood.
    void begin(FakePort& port) {
        port.deliver("uci\n");
        EXPECT_EQ(read_all(), "uci\n");
        pair.take_session();
        say("uciok\n");
        EXPECT_EQ(port.sent(), "uciok\n");
        port.forget_sent();
    }
    /// The answer to a line that a port sends while the other has the session.
    std::string turned_away(FakePort& port, std::string_view text) {
        port.forget_sent();
        port.deliver(text);
        EXPECT_EQ(read_all(), "");
        pair.pump();
        pair.pump();
        return test::taken_from(port);
    }

    test::PairedSerial pair{};
    FakePort& wire = pair.PairedPorts::wire;
    test::FakeUsb& usb = pair.PairedPorts::usb;
};

static_assert(hal::SharedPort<test::FakePair> && hal::MayStall<test::FakePair>);

TEST_F(JoinedSerialTest, TheWireDrainsAndUsbMayNot) {
    EXPECT_TRUE(hal::drains(pair));
    begin(usb);
    EXPECT_FALSE(hal::drains(pair));
    pair.leave_session();
    begin(wire);
    EXPECT_TRUE(hal::drains(pair));
}

// ---- nobody has the session

TEST_F(JoinedSerialTest, BeforeTheFirstSessionAllWhoListenAreSpokenTo) {
    say("hello\n");
    EXPECT_EQ(wire.sent(), "hello\n");
    EXPECT_EQ(usb.sent(), "hello\n");
    usb.listens = false;
    say("again\n");
    EXPECT_EQ(wire.sent(), "again\n");
    EXPECT_EQ(usb.sent(), "");
}

TEST_F(JoinedSerialTest, WhatEitherSideHasSentIsReadable) {
    EXPECT_FALSE(pair.readable());
    for (FakePort* const side : {&wire, static_cast<FakePort*>(&usb)}) {
        side->deliver("x\n");
        EXPECT_TRUE(pair.readable());
        EXPECT_EQ(read_all(), "x\n");
        EXPECT_FALSE(pair.readable());
    }
}

TEST_F(JoinedSerialTest, ALineThatIsNotUnderstoodIsAnsweredAtItsPortAndChangesNothing) {
    usb.deliver("BT+CONN 1\n");
    EXPECT_EQ(read_all(), "BT+CONN 1\n");
    say("unknown\n");
    EXPECT_EQ(usb.sent(), "unknown\n");
    EXPECT_EQ(wire.sent(), "");
    say("news\n");
    EXPECT_EQ(usb.sent(), "news\n");
    EXPECT_EQ(wire.sent(), "news\n");
    begin(wire);
}

TEST_F(JoinedSerialTest, WhatIsSaidBehindAnAnswerGoesToAll) {
    usb.deliver("\n");
    EXPECT_EQ(read_all(), "\n");
    pair.end_answer();
    say("news\n");
    EXPECT_EQ(wire.sent(), "news\n");
    EXPECT_EQ(usb.sent(), "news\n");
}

TEST_F(JoinedSerialTest, NoLineOfUsbIsBegunWithoutTheWholeQueueForItsAnswer) {
    usb.deliver("be");
    EXPECT_EQ(read_all(), "be");
    usb.limit_pump(0);
    say("news\n");
    usb.deliver("gun\nnext\n");
    EXPECT_EQ(read_all(), "gun\n");
    EXPECT_FALSE(pair.readable());
    wire.deliver("half");
    EXPECT_EQ(read_all(), "half");
    pair.pass_ms(pair.patience_ms);
    EXPECT_FALSE(pair.hung_up()) << "nobody waits for its end";
    wire.deliver(" a line\n");
    EXPECT_EQ(read_all(), " a line\n");
    usb.limit_pump(~std::size_t{0});
    pair.pump();
    EXPECT_TRUE(pair.readable());
    EXPECT_EQ(read_all(), "next\n");
}

TEST_F(JoinedSerialTest, LinesOfBothComeWhole) {
    wire.deliver("posi");
    EXPECT_EQ(read_all(), "posi");
    usb.deliver("isready\n");
    EXPECT_EQ(read_all(), "");
    wire.deliver("tion startpos\n");
    EXPECT_EQ(read_all(), "tion startpos\nisready\n");
}

TEST_F(JoinedSerialTest, NeitherKeepsTheOtherWaitingByTalkingOn) {
    wire.deliver("a\nb\nc\n");
    usb.deliver("stop\n");
    EXPECT_EQ(read_all(), "a\nstop\nb\nc\n");
}

TEST_F(JoinedSerialTest, ALineThatStandsStillIsDroppedForTheOther) {
    wire.deliver("go");
    EXPECT_EQ(read_all(), "go");
    pair.pass_ms(pair.patience_ms - 1);
    usb.deliver("isready\n");
    EXPECT_FALSE(pair.hung_up());
    EXPECT_EQ(read_all(), "");
    pair.pass_ms(1);
    EXPECT_TRUE(pair.hung_up()) << "what was half said is to be forgotten, not obeyed";
    EXPECT_EQ(read_all(), "isready\n");
}

TEST_F(JoinedSerialTest, UsbThatTakesNothingMissesWholeLinesAndHoldsNobodyUp) {
    usb.limit_pump(0);
    std::string all;
    for (int i = 0; i != 100; ++i) {
        const std::string line = "info string board line " + std::to_string(i) + "\n";
        EXPECT_TRUE(pair.write(line.substr(0, 10)) && pair.write(line.substr(10)));
        pair.pump();
        all += line;
    }
    EXPECT_EQ(wire.sent(), all);
    usb.limit_pump(~std::size_t{0});
    pair.pump();
    EXPECT_EQ(usb.sent(), all.substr(0, usb.sent().size()));
    EXPECT_EQ(usb.sent().back(), '\n');
    say("again\n");
    EXPECT_EQ(usb.sent(), "again\n");
}

// ---- an answer has an owner

TEST_F(JoinedSerialTest, WhatIsSaidInASessionGoesToItsPortOnly) {
    for (FakePort* const side : {static_cast<FakePort*>(&usb), &wire}) {
        begin(*side);
        say("news\n");
        EXPECT_EQ(side->sent(), "news\n");
        EXPECT_EQ((side == &wire ? usb : wire).sent(), "");
        pair.leave_session();
    }
}

TEST_F(JoinedSerialTest, NoiseOnTheWireDoesNotTakeTheAnswersAway) {
    begin(usb);
    EXPECT_EQ(turned_away(wire, "BT+CONN 1\r\n"), usb_has_it);
    EXPECT_EQ(turned_away(wire, "isready\n"), usb_has_it);
    EXPECT_EQ(turned_away(wire, "uci\n\nquit\n"), std::string{usb_has_it} += usb_has_it);
    say("bestmove e2e4\n");
    EXPECT_EQ(usb.sent(), "bestmove e2e4\n");
    EXPECT_EQ(wire.sent(), "");
}

TEST_F(JoinedSerialTest, WhatUsbSaysWhileTheWireHasTheSessionIsTurnedAway) {
    begin(wire);
    EXPECT_EQ(turned_away(usb, "isready\n"), wire_has_it);
    say("readyok\n");
    EXPECT_EQ(wire.sent(), "readyok\n");
    EXPECT_EQ(usb.sent(), "");
}

TEST_F(JoinedSerialTest, AnAnswerToAHostThatLeftGoesNowhere) {
    begin(usb);
    usb.listens = false;
    say("bestmove e2e4\n");
    EXPECT_EQ(wire.sent(), "");
}

TEST_F(JoinedSerialTest, ALineThatIsTurnedAwayIsSoToItsEnd) {
    begin(usb);
    EXPECT_EQ(turned_away(wire, "posi"), "");
    usb.hang_up();
    EXPECT_TRUE(pair.hung_up());
    EXPECT_EQ(turned_away(wire, "tion startpos\n"), usb_has_it);
    wire.deliver("isready\n");
    EXPECT_EQ(read_all(), "isready\n");
}

TEST_F(JoinedSerialTest, WhoSendsNoLineEndsIsHeardAgainAfterAPause) {
    begin(usb);
    EXPECT_EQ(turned_away(wire, "V56"), "");
    usb.hang_up();
    EXPECT_TRUE(pair.hung_up());
    pair.pass_ms(pair.pause_ms);
    wire.deliver("V56");
    pair.pump();
    EXPECT_EQ(read_all(), "V56");
}

TEST_F(JoinedSerialTest, AFullQueueOfTheOneWhoIsTurnedAwayHoldsNobodyUp) {
    begin(wire);
    usb.limit_pump(0);
    for (int i = 0; i != 40; ++i) {
        usb.deliver("isready\n");
        pair.pump();
    }
    say("readyok\n");
    EXPECT_EQ(wire.sent(), "readyok\n");
    usb.limit_pump(~std::size_t{0});
    for (int i = 0; i != 100; ++i) {
        pair.pump();
    }
    std::string all;
    for (int i = 0; i != 40; ++i) {
        all += wire_has_it;
    }
    EXPECT_EQ(usb.sent(), all);
}

TEST_F(JoinedSerialTest, NobodyIsToldInTheMiddleOfALineToAll) {
    begin(usb);
    wire.limit_pump(0);
    for (int i = 0; i != 20; ++i) {
        wire.deliver("stop\n");
        pair.pump();
    }
    usb.hang_up();
    EXPECT_TRUE(pair.hung_up());
    wire.forget_sent();
    const std::string line = "info string board " + std::string(200, 'x') + "\n";
    wire.limit_pump(40);
    for (std::size_t at = 0; at != line.size();) {
        at += pair.write({line.data() + at, 1}) ? 1 : 0;
        pair.pump();
    }
    wire.limit_pump(~std::size_t{0});
    pair.pump();
    EXPECT_NE(wire.sent().find("\n" + line), std::string::npos) << wire.sent();
}

TEST_F(JoinedSerialTest, ATextIsTakenWholeOrNotAtAll) {
    begin(usb);
    usb.limit_pump(0);
    while (pair.tx_free() != 0) {
        EXPECT_TRUE(pair.write("x"));
    }
    EXPECT_FALSE(pair.write("y"));
    pair.pump();
    EXPECT_EQ(wire.sent(), "");
}

TEST_F(JoinedSerialTest, AnEmptyQueueHasTheSameRoomWhoeverHasTheSession) {
    const std::size_t room = pair.tx_free();
    begin(usb);
    EXPECT_EQ(pair.tx_free(), room);
    usb.hang_up();
    EXPECT_TRUE(pair.hung_up());
    begin(wire);
    EXPECT_EQ(pair.tx_free(), room);
}

TEST_F(JoinedSerialTest, ABytesTimeIsThatOfTheOneWhoIsAnswered) {
    EXPECT_EQ(pair.byte_time_us(), 87u);
    begin(usb);
    EXPECT_EQ(pair.byte_time_us(), 0u);
}

TEST_F(JoinedSerialTest, AWatchedLineIsHeardFromThoseWhoMaySayIt) {
    std::atomic<bool> flag{false};
    pair.watch("stop", flag);
    const auto raises = [&](FakePort& port) {
        flag = false;
        port.deliver("stop\n");
        return flag.load();
    };
    EXPECT_TRUE(raises(wire) && raises(usb));
    EXPECT_EQ(read_all(), "stop\nstop\n");
    begin(usb);
    EXPECT_TRUE(raises(usb));
    EXPECT_FALSE(raises(wire));
    EXPECT_EQ(read_all(), "stop\n");
    pair.pump();
    usb.hang_up();
    EXPECT_TRUE(pair.hung_up());
    EXPECT_TRUE(raises(wire) && raises(usb));
}

// ---- what ends a session

TEST_F(JoinedSerialTest, WhoHangsUpAtTheUsbPortEndsItsOwnSessionOnly) {
    begin(usb);
    usb.hang_up();
    EXPECT_TRUE(pair.hung_up());
    EXPECT_FALSE(pair.hung_up()) << "once";
    begin(wire);
    usb.hang_up();
    EXPECT_FALSE(pair.hung_up()) << "the session is the wire's";
    say("readyok\n");
    EXPECT_EQ(wire.sent(), "readyok\n");
}

TEST_F(JoinedSerialTest, HalfALineOfADeadUsbSessionBlocksNobody) {
    usb.deliver("position sta");
    EXPECT_EQ(read_all(), "position sta");
    usb.hang_up();
    EXPECT_TRUE(pair.hung_up()) << "what was half said is to be forgotten";
    wire.deliver("isready\n");
    EXPECT_EQ(read_all(), "isready\n");
}

TEST_F(JoinedSerialTest, UsbTakesOverFromAWireThatHasBeenSilentAndHasNoWorkInHand) {
    begin(wire);
    pair.pass_ms(pair.takeover_ms - 1);
    EXPECT_EQ(turned_away(usb, "isready\n"), wire_has_it);
    pair.pass_ms(1);
    usb.deliver("isready\n");
    pair.pump();
    EXPECT_TRUE(pair.hung_up());
    EXPECT_EQ(read_all(), "isready\n");
}

TEST_F(JoinedSerialTest, WorkInHandKeepsTheWiresSession) {
    begin(wire);
    for (int i = 0; i != 3; ++i) {
        pair.pass_ms(pair.takeover_ms - 1);
        pair.keep_session();
    }
    usb.deliver("isready\n");
    EXPECT_FALSE(pair.hung_up());
}

TEST_F(JoinedSerialTest, TheWireNeverTakesOver) {
    begin(usb);
    pair.pass_ms(10 * pair.takeover_ms);
    EXPECT_EQ(turned_away(wire, "isready\n"), usb_has_it);
    EXPECT_FALSE(pair.hung_up());
}

TEST_F(JoinedSerialTest, DroppedOutputEndsTheSessionOfUsb) {
    begin(usb);
    usb.limit_pump(4);
    EXPECT_TRUE(pair.write("option name Hash\n"));
    pair.pump();
    pair.drop_output();
    EXPECT_TRUE(pair.tx_idle());
    say("the rest\n");
    EXPECT_TRUE(pair.hung_up());
    EXPECT_FALSE(pair.hung_up()) << "once";
    usb.limit_pump(~std::size_t{0});
    usb.deliver("uci\n");
    EXPECT_EQ(read_all(), "uci\n");
    pair.take_session();
    say("uciok\n");
    EXPECT_EQ(usb.sent(), "\nuciok\n");
    EXPECT_EQ(wire.sent(), "");
}

TEST_F(JoinedSerialTest, WhatASessionSaysBeginsALine) {
    begin(wire);
    say("a frame");
    pair.leave_session();
    wire.deliver("isready\n");
    EXPECT_EQ(read_all(), "isready\n");
    pair.take_session();
    say("readyok\n");
    EXPECT_EQ(wire.sent(), "\nreadyok\n");
}

}  // namespace
}  // namespace stackmate::boards::rp2
