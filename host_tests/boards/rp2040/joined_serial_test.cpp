// Two serial ports as one, on fakes.

#include "boards/rp2040/joined_serial.hpp"

#include <gtest/gtest.h>

#include <string>

#include "hal/fake/serial.hpp"

namespace stackmate::boards::rp2040 {
namespace {

struct FakeUsb : hal::fake::SerialPort<> {
    bool listens = true;
    [[nodiscard]] bool listened_to() const noexcept { return listens; }
};

class JoinedSerialTest : public testing::Test {
protected:
    using Joined = JoinedSerial<hal::fake::SerialPort<>, FakeUsb>;

    std::string read_all() {
        std::string text;
        for (int byte = joined.read(); byte >= 0; byte = joined.read()) {
            text += static_cast<char>(byte);
        }
        return text;
    }

    void say(std::string_view text) {
        wire.forget_sent();
        usb.forget_sent();
        EXPECT_TRUE(joined.write(text));
        joined.pump();
    }

    void pass_ms(unsigned ms) {
        for (; ms != 0; --ms) {
            joined.step();
        }
    }

    hal::fake::SerialPort<> wire;
    FakeUsb usb;
    Joined joined{wire, usb};
};

static_assert(hal::SerialPort<JoinedSerial<hal::fake::SerialPort<>, FakeUsb>>);

TEST_F(JoinedSerialTest, BeforeTheFirstLineAllWhoListenAreSpokenTo) {
    say("hello\n");
    EXPECT_EQ(wire.sent(), "hello\n");
    EXPECT_EQ(usb.sent(), "hello\n");
    usb.listens = false;
    say("again\n");
    EXPECT_EQ(wire.sent(), "again\n");
    EXPECT_EQ(usb.sent(), "");
}

TEST_F(JoinedSerialTest, WhatEitherSideHasSentIsReadable) {
    EXPECT_FALSE(joined.readable());
    for (hal::fake::SerialPort<>* const side : {&wire, static_cast<hal::fake::SerialPort<>*>(&usb)}) {
        side->deliver("x\n");
        EXPECT_TRUE(joined.readable());
        EXPECT_EQ(read_all(), "x\n");
        EXPECT_FALSE(joined.readable());
    }
}

TEST_F(JoinedSerialTest, AnAnswerGoesWhereTheLastLineCameFrom) {
    usb.deliver("isready\n");
    EXPECT_EQ(read_all(), "isready\n");
    say("readyok\n");
    EXPECT_EQ(usb.sent(), "readyok\n");
    EXPECT_EQ(wire.sent(), "");
    wire.deliver("isready\n");
    EXPECT_EQ(read_all(), "isready\n");
    say("readyok\n");
    EXPECT_EQ(wire.sent(), "readyok\n");
    EXPECT_EQ(usb.sent(), "");
}

TEST_F(JoinedSerialTest, AnAnswerToAHostThatLeftGoesToTheWire) {
    usb.deliver("isready\n");
    EXPECT_EQ(read_all(), "isready\n");
    usb.listens = false;
    say("readyok\n");
    EXPECT_EQ(wire.sent(), "readyok\n");
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

TEST_F(JoinedSerialTest, ALineThatStandsStillIsEndedForTheOther) {
    wire.deliver("posi");
    EXPECT_EQ(read_all(), "posi");
    pass_ms(Joined::patience_ms - 1);
    usb.deliver("isready\n");
    EXPECT_EQ(read_all(), "");
    pass_ms(1);
    EXPECT_EQ(read_all(), "\nisready\n");
    say("readyok\n");
    EXPECT_EQ(usb.sent(), "readyok\n");
}

TEST_F(JoinedSerialTest, TheSecondHalfOfALineEndDoesNotTurnTheAnswersAway) {
    wire.deliver("isready\r");
    EXPECT_EQ(read_all(), "isready\r");
    usb.deliver("uci\n");
    EXPECT_EQ(read_all(), "uci\n");
    wire.deliver("\n");
    EXPECT_EQ(read_all(), "\n");
    say("uciok\n");
    EXPECT_EQ(usb.sent(), "uciok\n");
}

TEST_F(JoinedSerialTest, ATextIsTakenByAllItIsForOrByNone) {
    while (joined.tx_free() != 0) {
        EXPECT_TRUE(usb.write("x"));
    }
    EXPECT_FALSE(joined.write("y"));
    wire.pump();
    EXPECT_EQ(wire.sent(), "");
}

TEST_F(JoinedSerialTest, AWatchedLineIsHeardFromBoth) {
    for (auto* const port : {&wire, static_cast<hal::fake::SerialPort<>*>(&usb)}) {
        std::atomic<bool> flag{false};
        joined.watch("stop", flag);
        port->deliver("stop\n");
        EXPECT_TRUE(flag.load());
        joined.watch({}, flag);
    }
}

TEST_F(JoinedSerialTest, WhoHangsUpAtTheUsbPortEndsItsOwnSessionOnly) {
    usb.deliver("uci\n");
    EXPECT_EQ(read_all(), "uci\n");
    usb.hang_up();
    EXPECT_TRUE(joined.hung_up());
    EXPECT_FALSE(joined.hung_up()) << "once";
    wire.deliver("uci\n");
    EXPECT_EQ(read_all(), "uci\n");
    usb.hang_up();
    EXPECT_FALSE(joined.hung_up()) << "the talker is at the wire";
    usb.deliver("position sta");
    EXPECT_EQ(read_all(), "position sta");
    usb.hang_up();
    EXPECT_TRUE(joined.hung_up()) << "what was half said is to be forgotten";
    wire.deliver("isready\n");
    EXPECT_EQ(read_all(), "isready\n") << "without an end put in before it";
}

}  // namespace
}  // namespace stackmate::boards::rp2040
