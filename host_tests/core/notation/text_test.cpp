#include "core/notation/text.hpp"
#include "host_tests/support/precompiled.hpp"

#include <cstdio>
#include <limits>

namespace stackmate {
namespace {

std::string number(std::uint64_t value) {
    std::array<char, 20> out{};
    return {out.data(), write_number(out.data(), value)};
}

TEST(Text, WordsAreWhatStandsBetweenSpaces) {
    EXPECT_EQ(skip_spaces(" \t\r\n go  infinite"), "go  infinite");
    EXPECT_EQ(skip_spaces(" \t"), "");
    EXPECT_EQ(skip_spaces(""), "");
    EXPECT_EQ(first_word("go infinite"), "go");
    EXPECT_EQ(first_word("go\tinfinite"), "go");
    EXPECT_EQ(first_word("go"), "go");
    EXPECT_EQ(first_word(""), "");
}

TEST(Text, EverySquareComesBackFromItsText) {
    for (unsigned i = 0; i < 64; ++i) {
        std::array<char, 2> out{};
        ASSERT_EQ(write_square(out.data(), from_index64(i)), out.data() + 2);
        ASSERT_EQ(square_from_text({out.data(), 2}), from_index64(i));
    }
    EXPECT_EQ(square_from_text("a1"), Square::a1);
    EXPECT_EQ(square_from_text("h8"), Square::h8);
}

TEST(Text, WhatIsNoSquareIsNone) {
    for (const std::string_view text : {"", "e", "e44", "4e", "i1", "a0", "a9", "E4", "`1", "-", " e4", "e4 "})
        EXPECT_EQ(square_from_text(text), Square::none) << text;
}

TEST(Text, NumbersAreWrittenInDecimal) {
    for (std::uint64_t power = 1, n = 0; n < 20; power *= 10, ++n)
        for (const std::uint64_t value : {power - 1, power, power + 1, power * 9})
            EXPECT_EQ(number(value), std::to_string(value));
    for (const std::uint64_t value : {std::uint64_t{0xffffffff}, std::uint64_t{0x100000000}, std::uint64_t{4294967300},
                                      std::uint64_t{10000000000}, std::numeric_limits<std::uint64_t>::max()})
        EXPECT_EQ(number(value), std::to_string(value));
}

TEST(Text, HexadecimalHasSixteenDigits) {
    for (const std::uint64_t value : {std::uint64_t{0}, std::uint64_t{0x0123456789abcdef}, ~std::uint64_t{0}}) {
        std::array<char, 16> out{};
        ASSERT_EQ(write_hex(out.data(), value), out.data() + 16);
        std::array<char, 17> expected{};
        std::snprintf(expected.data(), expected.size(), "%016llX", static_cast<unsigned long long>(value));
        EXPECT_EQ(std::string(out.data(), 16), expected.data());
    }
}

}  // namespace
}  // namespace stackmate
