#include "firmware/polled_app.hpp"

#include "core/engine/config.hpp"
#include "host_tests/support/instances.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace stackmate::firmware {
namespace {

/// A line and a clock that the test has in its hands.
struct TestLine {
    static constexpr std::string_view name = "test";

    int read() {
        if (unread.empty()) return -2;
        const int byte = static_cast<unsigned char>(unread.front());
        unread.erase(0, 1);
        return byte;
    }
    std::size_t write(std::string_view text) {
        const std::size_t taken = std::min(text.size(), room);
        said += text.substr(0, taken);
        return taken;
    }
    std::uint32_t now_ms() { return ms; }

    std::string unread{};
    std::string said{};
    std::size_t room = 1000;  ///< bytes that one call takes
    std::uint32_t ms = 0xfffffff0;
};

class PolledAppTest : public testing::Test {
protected:
    void turns(int count) {
        for (; count != 0; --count) app->poll();
    }
    /// Until the text has been said; the turns it took. Time stands still.
    int until(std::string_view text) {
        for (int turn = 1; turn != 100'000; ++turn) {
            app->poll();
            if (line.said.find(text) != std::string::npos) return turn;
        }
        ADD_FAILURE() << "no '" << text << "' in " << line.said;
        return 0;
    }

    TestLine line{};
    std::unique_ptr<PolledApp<Tiny, TestLine>> app = std::make_unique<PolledApp<Tiny, TestLine>>(line);
};

TEST_F(PolledAppTest, TheFirstTurnGreetsWithTheLinesName) {
    EXPECT_EQ(line.said, "");
    turns(1);
    EXPECT_EQ(line.said, "Stackmate " STACKMATE_VERSION " on test\n");
}

TEST_F(PolledAppTest, ATimeLimitIsSeenInTheTurnAfterItAndNotBefore) {
    line.unread = "position startpos\ngo movetime 100\n";
    turns(50);
    for (int ms = 0; ms < 99; ++ms) {  // the clock wraps around
        line.ms += 1;
        turns(1);
    }
    EXPECT_EQ(line.said.find("bestmove"), std::string::npos);
    line.ms += 1;
    turns(3);
    EXPECT_NE(line.said.find("bestmove"), std::string::npos);
}

TEST(PolledBoardTest, ADeadlineRaisesItsFlagOnceInTheFirstPollAfterIt) {
    TestLine line;
    PolledBoard<TestLine> board{line};
    std::atomic<bool> flag{false};
    board.deadline.arm(100, flag);
    line.ms += 99;  // the clock wraps around
    board.poll();
    EXPECT_FALSE(flag);
    line.ms += 1;
    EXPECT_FALSE(flag);
    board.poll();
    EXPECT_TRUE(flag);
    flag = false;
    board.poll();
    EXPECT_FALSE(flag);

    board.deadline.arm(5, flag);
    board.deadline.disarm();
    line.ms += 10;
    board.poll();
    EXPECT_FALSE(flag);
    board.deadline.arm(0, flag);
    EXPECT_TRUE(flag);
}

TEST_F(PolledAppTest, StopEndsASearchThatHasNoLimit) {
    line.unread = "go infinite\n";
    turns(200);
    EXPECT_EQ(line.said.find("bestmove"), std::string::npos);
    line.unread = "stop\n";
    turns(5);
    EXPECT_NE(line.said.find("bestmove"), std::string::npos);
}

TEST_F(PolledAppTest, ALineThatTakesAFewBytesAtATimeHearsTheSame) {
    line.unread = "uci\n";
    until("uciok\n");
    const std::string wanted = line.said;

    TestLine slow;
    slow.room = 3;
    slow.unread = "uci\n";
    PolledApp<Tiny, TestLine> other{slow};
    for (int turn = 0; turn != 2000; ++turn) other.poll();
    EXPECT_EQ(slow.said, wanted);
}

TEST_F(PolledAppTest, WhatALineDoesNotTakeWaits) {
    turns(1);
    line.said.clear();
    line.room = 0;
    line.unread = "isready\n";
    turns(20);
    EXPECT_EQ(line.said, "");
    line.room = 1000;
    turns(2);
    EXPECT_EQ(line.said, "readyok\n");
}

TEST_F(PolledAppTest, MoreThanTheBufferHoldsIsReadWhenThereIsRoom) {
    line.unread = "position startpos moves";
    for (int i = 0; i != 60; ++i) line.unread += " g1f3 g8f6 f3g1 f6g8";
    line.unread += "\nd\n";
    until("State");
    EXPECT_NE(line.said.find("w KQkq - 150 121"), std::string::npos) << line.said;
}

TEST_F(PolledAppTest, AfterQuitTheEngineBeginsAnew) {
    line.unread = "position startpos moves e2e4\nquit\n";
    turns(20);
    line.said.clear();
    line.unread = "d\n";
    until("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
}

TEST_F(PolledAppTest, QuitIsObeyedOnce) {
    line.unread = "quit\n";
    turns(50);
    EXPECT_EQ(std::count(line.said.begin(), line.said.end(), '\n'), 2);  // two greetings
}

}  // namespace
}  // namespace stackmate::firmware
