#include "hal/ring.hpp"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace {

using stackmate::hal::LineWatch;

class LineWatchTest : public testing::Test {
protected:
    bool raised_by(std::string_view text) {
        flag.store(false);
        for (const char c : text) {
            watch.receive(c);
        }
        return flag.load();
    }

    std::atomic<bool> flag{false};
    LineWatch watch;
};

TEST_F(LineWatchTest, MatchesNothingBeforeAWatchStarts) { EXPECT_FALSE(raised_by("\nstop\n\n")); }

TEST_F(LineWatchTest, MatchesTheWholeLineOnly) {
    watch.watch("stop", flag);
    EXPECT_TRUE(raised_by("stop\n"));
    EXPECT_TRUE(raised_by("stop\r\n"));
    EXPECT_FALSE(raised_by("stop"));
    EXPECT_TRUE(raised_by("\r"));
    EXPECT_FALSE(raised_by("stops\nsto\n stop\nsstop\n\n"));
    EXPECT_TRUE(raised_by("isready\nstop\nisready\n"));
}

TEST_F(LineWatchTest, DoesNotMatchALineBegunBeforeTheWatch) {
    EXPECT_FALSE(raised_by("go in"));
    watch.watch("finite", flag);
    EXPECT_FALSE(raised_by("finite\n"));
    EXPECT_TRUE(raised_by("finite\n"));
}

TEST_F(LineWatchTest, GoesOnWhenTheSameTextIsWatchedAgain) {
    watch.watch("stop", flag);
    EXPECT_FALSE(raised_by("st"));
    watch.watch("stop", flag);
    EXPECT_TRUE(raised_by("op\n"));
}

TEST_F(LineWatchTest, EndsWithAnEmptyText) {
    watch.watch("stop", flag);
    watch.watch({}, flag);
    EXPECT_FALSE(raised_by("stop\n\n"));
}

TEST_F(LineWatchTest, IsNotFooledByAVeryLongLine) {
    static const std::string long_text(254, '.');
    watch.watch(long_text, flag);
    EXPECT_FALSE(raised_by(long_text + ".\n"));
    EXPECT_TRUE(raised_by(long_text + "\n"));
}

}  // namespace
