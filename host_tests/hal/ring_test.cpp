#include "hal/ring.hpp"

#include <memory>
#include <thread>

#include <gtest/gtest.h>

namespace {

using stackmate::hal::Ring;

TEST(Ring, HandsBytesOutInTheOrderTheyCameAndThenSaysEmpty) {
    Ring<4> ring;
    EXPECT_EQ(ring.pop(), -1);
    EXPECT_TRUE(ring.push(7));
    EXPECT_TRUE(ring.push(255));
    EXPECT_EQ(ring.pop(), 7);
    EXPECT_EQ(ring.pop(), 255);
    EXPECT_EQ(ring.pop(), -1);
}

TEST(Ring, HoldsItsWholeCapacityAndRefusesTheNextByte) {
    Ring<4> ring;
    for (std::uint8_t i = 0; i < 4; ++i) {
        EXPECT_TRUE(ring.push(i));
    }
    EXPECT_FALSE(ring.push(4));
    EXPECT_EQ(ring.used(), 4u);
    EXPECT_EQ(ring.pop(), 0);
    EXPECT_TRUE(ring.push(4));
}

TEST(Ring, TakesATextWholeOrNotAtAll) {
    Ring<8> ring;
    EXPECT_TRUE(ring.push_all("12345"));
    EXPECT_FALSE(ring.push_all("6789"));
    EXPECT_EQ(ring.used(), 5u);
    EXPECT_TRUE(ring.push_all("678"));
    EXPECT_EQ(ring.free(), 0u);
}

TEST(Ring, KeepsWorkingWhenItsIndicesWrap) {
    const auto ring = std::make_unique<Ring<32768>>();
    for (int i = 0; i < 200'000; ++i) {
        ASSERT_TRUE(ring->push(static_cast<std::uint8_t>(i)));
        ASSERT_EQ(ring->used(), 1u);
        ASSERT_EQ(ring->pop(), i % 256);
    }
}

TEST(Ring, CarriesBytesFromOneThreadToAnother) {
    constexpr int count = 500'000;
    Ring<64> ring;
    std::thread producer{[&ring] {
        for (int i = 0; i < count;) {
            i += ring.push(static_cast<std::uint8_t>(i % 251)) ? 1 : 0;
        }
    }};
    bool in_order = true;
    for (int i = 0; i < count;) {
        if (const int byte = ring.pop(); byte >= 0) {
            in_order = in_order && byte == i % 251;
            ++i;
        }
    }
    producer.join();
    EXPECT_TRUE(in_order);
}

}  // namespace
