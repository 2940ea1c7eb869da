// When a line's session begins and ends.
#include "firmware/line/session.hpp"

#include <gtest/gtest.h>

#include <string_view>

namespace stackmate::firmware {
namespace {

Session after(std::string_view bytes, std::uint32_t now_ms = 0) {
    Session session;
    for (const char byte : bytes) {
        session.heard(byte, now_ms);
    }
    return session;
}

TEST(Session, BeginsWithTheFirstByte) {
    EXPECT_FALSE(after("").open());
    EXPECT_TRUE(after("u").open());
}

TEST(Session, ALineThatStandsStillForTwoSecondsEndsIt) {
    Session session = after("position startpos mo", 100);
    EXPECT_EQ(session.take_end(2099), SessionEnd::none);
    EXPECT_EQ(session.take_end(2100), SessionEnd::silent);
    EXPECT_FALSE(session.open());
    EXPECT_EQ(session.take_end(9999), SessionEnd::none) << "it is told once";
}

TEST(Session, SilenceBetweenLinesEndsNothing) {
    for (const std::string_view lines : {"uci\n", "uci\r", "uci\r\n", "\n"}) {
        Session session = after(lines);
        EXPECT_EQ(session.take_end(3'600'000), SessionEnd::none);
        EXPECT_TRUE(session.open());
    }
}

TEST(Session, AHangUpEndsItAtOnceAndOnce) {
    Session session = after("go infinite\n");
    session.hung_up();
    EXPECT_EQ(session.take_end(0), SessionEnd::hung_up);
    EXPECT_EQ(session.take_end(0), SessionEnd::none);
    session.hung_up();
    EXPECT_EQ(session.take_end(0), SessionEnd::none) << "nothing had begun";
    session.heard('u', 1);
    EXPECT_EQ(session.take_end(2), SessionEnd::none) << "another one";
}

TEST(Session, TimeMayWrap) {
    Session session = after("uc", 0xffff'fff0);
    EXPECT_EQ(session.take_end(100), SessionEnd::none);
    EXPECT_EQ(session.take_end(2000), SessionEnd::silent);
}

}  // namespace
}  // namespace stackmate::firmware
