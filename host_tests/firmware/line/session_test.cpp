// When a line's session begins and ends.
#include "firmware/line/session.hpp"

#include <gtest/gtest.h>

#include <string_view>

namespace stackmate::firmware {
namespace {

/// Nothing has come until then, and the line was looked at.
SessionEnd end_at(Session& session, std::uint32_t now_ms) {
    session.heard_nothing(now_ms);
    return session.take_end();
}

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
    EXPECT_EQ(end_at(session, 2099), SessionEnd::none);
    EXPECT_EQ(end_at(session, 2100), SessionEnd::silent);
    EXPECT_FALSE(session.open());
    EXPECT_EQ(end_at(session, 9999), SessionEnd::none) << "it is told once";
}

TEST(Session, SilenceBetweenLinesEndsNothing) {
    for (const std::string_view lines : {"uci\n", "uci\r", "uci\r\n", "\n"}) {
        Session session = after(lines);
        EXPECT_EQ(end_at(session, 3'600'000), SessionEnd::none);
        EXPECT_TRUE(session.open());
    }
}

TEST(Session, AHangUpEndsItAtOnceAndOnce) {
    Session session = after("go infinite\n");
    session.hung_up();
    EXPECT_EQ(end_at(session, 0), SessionEnd::hung_up);
    EXPECT_EQ(end_at(session, 0), SessionEnd::none);
    session.hung_up();
    EXPECT_EQ(end_at(session, 0), SessionEnd::none) << "nothing had begun";
    session.heard('u', 1);
    EXPECT_EQ(end_at(session, 2), SessionEnd::none) << "another one";
}

TEST(Session, BytesThatCameWhileTheLoopWasAwayDidNotPause) {
    Session session = after("posi", 100);
    const std::uint32_t before = session.silent_ms();
    session.heard('t', 5000);  // it lay there when the loop came back
    EXPECT_EQ(session.silent_ms(), before);
    EXPECT_EQ(end_at(session, 6999), SessionEnd::none) << "it may have come just now";
    EXPECT_EQ(end_at(session, 7000), SessionEnd::silent);
}

TEST(Session, SilenceCountsWhoeverLooks) {
    Session session = after("posi", 100);
    session.heard_nothing(150);
    session.heard('t', 160);
    EXPECT_EQ(session.silent_ms(), after("posi", 100).silent_ms() + 50);
}

TEST(Session, TimeMayWrap) {
    Session session = after("uc", 0xffff'fff0);
    EXPECT_EQ(end_at(session, 100), SessionEnd::none);
    EXPECT_EQ(end_at(session, 2000), SessionEnd::silent);
}

}  // namespace
}  // namespace stackmate::firmware
