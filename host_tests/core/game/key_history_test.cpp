#include "core/game/key_history.hpp"
#include "host_tests/support/precompiled.hpp"

#include <deque>

namespace stackmate {
namespace {

TEST(KeyHistory, BeginsEmptyAndClears) {
    KeyHistory h;
    EXPECT_EQ(h.size(), 0u);
    EXPECT_EQ(h.count(0, 0, 100), 0u) << "the unused keys are zero, and not counted";
    h.push(7, 0);
    h.clear();
    EXPECT_EQ(h.size(), 0u);
    EXPECT_EQ(h.count(7, 0, 100), 0u);
}

TEST(KeyHistory, CountsEverySecondKeyFromTheFirstAskedFor) {
    KeyHistory h;
    for (unsigned i = 0; i < 6; ++i) h.push(i % 2, i);  // newest: 1 0 1 0 1 0
    EXPECT_EQ(h.count(1, 0, 6), 3u);
    EXPECT_EQ(h.count(1, 1, 6), 0u);
    EXPECT_EQ(h.count(0, 1, 6), 3u);
    EXPECT_EQ(h.count(0, 3, 6), 2u);
}

TEST(KeyHistory, LooksNoFurtherThanTheReach) {
    KeyHistory h;
    for (unsigned i = 0; i < 6; ++i) h.push(i % 2, i);
    EXPECT_EQ(h.count(1, 0, 0), 0u);
    EXPECT_EQ(h.count(1, 0, 1), 1u);
    EXPECT_EQ(h.count(1, 0, 2), 1u);
    EXPECT_EQ(h.count(1, 0, 3), 2u);
    EXPECT_EQ(h.count(1, 0, 1000), 3u);
}

TEST(KeyHistory, ForgetsWhatLiesBeforeACaptureOrPawnMove) {
    KeyHistory h;
    for (unsigned i = 0; i < 10; ++i) h.push(i, i);
    EXPECT_EQ(h.size(), 10u);
    h.push(10, 3);  // the three before it belong to it, no more
    EXPECT_EQ(h.size(), 4u);
    EXPECT_EQ(h.count(10, 0, 4), 1u);
    EXPECT_EQ(h.count(9, 1, 4), 1u);
    EXPECT_EQ(h.count(7, 3, 4), 1u);
    h.push(11, 3);  // one too many is too many
    EXPECT_EQ(h.size(), 4u);
    h.push(12, 0);
    EXPECT_EQ(h.size(), 1u);
}

TEST(KeyHistory, KeepsTheNewestHundredWhenItIsFull) {
    KeyHistory h;
    std::deque<Key> expected;
    for (unsigned i = 0; i < 255; ++i) {
        h.push(i, i);
        expected.push_front(i);
        if (expected.size() > KeyHistory::capacity) expected.pop_back();
        ASSERT_EQ(h.size(), expected.size());
        for (unsigned back = 0; back < expected.size(); ++back) {
            ASSERT_EQ(h.count(expected[back], back % 2, 300), 1u);
            ASSERT_EQ(h.count(expected[back], 1 - back % 2, 300), 0u);
        }
    }
}

TEST(KeyHistory, EqualsAnotherThatKeepsTheSameKeysWhateverWasForgotten) {
    KeyHistory a, b;
    for (unsigned i = 0; i < 5; ++i) a.push(i, i);
    a.push(9, 0);
    EXPECT_FALSE(a == b);
    b.push(9, 0);
    EXPECT_TRUE(a == b);
    b.clear();
    b.push(8, 0);
    EXPECT_FALSE(a == b);
}

TEST(KeyHistory, DiffersByAnyOneKey) {
    for (unsigned other = 0; other < 4; ++other) {
        KeyHistory a, b;
        for (unsigned i = 0; i < 4; ++i) {
            a.push(i, i);
            b.push(i == other ? 9 : i, i);
        }
        EXPECT_FALSE(a == b) << other;
    }
}

}  // namespace
}  // namespace stackmate
