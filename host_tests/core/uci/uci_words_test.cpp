#include "core/uci/uci.hpp"
#include "host_tests/support/precompiled.hpp"

namespace stackmate::uci {
namespace {

constexpr std::uint64_t largest = ~std::uint64_t{0};

std::uint64_t number(std::string_view text, std::uint64_t low = 0, std::uint64_t high = largest, bool clip = false) {
    std::uint64_t value = 4711;
    EXPECT_TRUE(parse_number(text, low, high, clip, value)) << text;
    return value;
}

bool refused(std::string_view text, std::uint64_t low = 0, std::uint64_t high = largest, bool clip = false) {
    std::uint64_t value = 0;
    return !parse_number(text, low, high, clip, value);
}

TEST(UciNumber, ReadsAllOfSixtyFourBitsAndNothingBeyond) {
    EXPECT_EQ(number("0"), 0u);
    EXPECT_EQ(number("+17"), 17u);
    EXPECT_EQ(number("007"), 7u);
    EXPECT_EQ(number("-0"), 0u);
    EXPECT_EQ(number("18446744073709551615"), largest);
    EXPECT_TRUE(refused("18446744073709551616"));
    EXPECT_TRUE(refused("99999999999999999999999999"));
    EXPECT_TRUE(refused("184467440737095516150"));
}

TEST(UciNumber, RefusesWhatIsNoNumber) {
    for (const std::string_view text : {"", "-", "+", "x", "1x", "x1", "1.5", "--1", "+-1", "0x10", " 1", "1 "})
        EXPECT_TRUE(refused(text)) << '"' << text << '"';
}

TEST(UciNumber, HoldsItsRange) {
    EXPECT_EQ(number("1", 1, 8), 1u);
    EXPECT_EQ(number("8", 1, 8), 8u);
    EXPECT_TRUE(refused("0", 1, 8));
    EXPECT_TRUE(refused("9", 1, 8));
}

TEST(UciNumber, IsClippedBelowZeroOnlyWhereThatIsAllowed) {
    EXPECT_EQ(number("-350", 0, 1000, true), 0u);
    EXPECT_EQ(number("-99999999999999999999999999", 0, 1000, true), 0u);
    EXPECT_TRUE(refused("-350", 0, 1000, false));
    EXPECT_TRUE(refused("1001", 0, 1000, true));
}

TEST(UciWord, CaseDoesNotMatterLengthDoes) {
    EXPECT_TRUE(same_word("Move Overhead", "move OVERHEAD"));
    EXPECT_FALSE(same_word("Hash", "Has"));
    EXPECT_FALSE(same_word("Hash", "Hash "));
    EXPECT_FALSE(same_word("[", "{"));  // a letter's small form is no other sign's
}

class Collector : public testing::Test {
protected:
    bool push(std::string_view text) {
        for (const char c : text)
            if (!words_.push(memory_, c)) return false;
        return true;
    }
    [[nodiscard]] std::string_view word() const { return words_.word(memory_); }
    [[nodiscard]] std::string_view text() const { return words_.text(memory_); }

    std::array<char, 8> memory_{};
    WordCollector words_{};
};

TEST_F(Collector, JoinsWordsByOneBlank) {
    EXPECT_FALSE(words_.in_word());
    EXPECT_TRUE(push("ab"));
    EXPECT_TRUE(words_.in_word());
    words_.keep(memory_);
    EXPECT_FALSE(words_.in_word());
    EXPECT_EQ(text(), "ab");
    EXPECT_TRUE(push("cd"));
    EXPECT_EQ(word(), "cd");
    EXPECT_EQ(text(), "ab cd");
}

TEST_F(Collector, DropsTheLastWordAndItsBlank) {
    EXPECT_TRUE(push("ab"));
    words_.keep(memory_);
    EXPECT_TRUE(push("end"));
    words_.drop();
    EXPECT_EQ(text(), "ab");
    EXPECT_FALSE(words_.in_word());
}

TEST_F(Collector, TakesAsMuchAsTheMemoryHolds) {
    EXPECT_TRUE(push("12345678"));
    EXPECT_FALSE(push("9"));
    EXPECT_EQ(word(), "12345678");
    words_.keep(memory_);  // no room for the blank
    EXPECT_FALSE(words_.in_word());
    EXPECT_FALSE(push("9"));
    EXPECT_EQ(text(), "12345678");
    words_.clear();
    EXPECT_TRUE(text().empty());
    EXPECT_TRUE(push("9"));
    EXPECT_EQ(word(), "9");
}

}  // namespace
}  // namespace stackmate::uci
