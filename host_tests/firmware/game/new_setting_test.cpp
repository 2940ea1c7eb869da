// What a new setting takes: a row. The table here has one more than boards have; the row makes the squares of the menu,
// the word on the line, the stored byte and the texts.
#include "firmware/game/change_words.hpp"
#include "firmware/game/settings.hpp"
#include "firmware/squares/menu.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace stackmate::firmware {
namespace {

constexpr std::array<std::string_view, 2> ticks{"off", "on"};

/// A setting that boards do not have: whether the clock ticks.
constexpr SettingEntry tick{.row = {.word = "tick",
                                    .help = "tick off|on",
                                    .words = ticks,
                                    .refusal = "board tick takes off or on, not '",
                                    .reported = " tick ",
                                    .stored_at = 40,
                                    .first = 0,
                                    .last = 1,
                                    .usual = 1,
                                    .values = SettingRow::Values::word,
                                    .taps = SettingRow::Taps::turn_over},
                            .square = 50,
                            .texts = {"the clock ticks"}};
/// The table with one more row.
constexpr auto longer_table = [] {
    std::array<SettingEntry, setting_count + 1> entries{};
    std::copy(settings_table.begin(), settings_table.end(), entries.begin());
    entries.back() = tick;
    return entries;
}();
static_assert(agree(longer_table));
constexpr auto longer_menu = menu_of(longer_table);
constexpr auto longer_rows = [] {
    std::array<SettingRow, longer_table.size()> rows{};
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = longer_table[i].row;
    return rows;
}();
using LongerBytes = std::array<std::uint8_t, longer_rows.size()>;

TEST(SettingsTable, ARowMakesTheSquaresOfItsSetting) {
    for (unsigned i = 0; i < 64; ++i) {
        EXPECT_EQ(longer_menu[i].item, i == 50 ? MenuItem::setting : menu_squares[i].item) << i;
    }
    EXPECT_EQ(to_text(longer_menu[50], longer_table)[0], "the clock ticks");
    EXPECT_EQ(after_tap(tick.row, 1, longer_menu[50].value), 0);
}

TEST(SettingsTable, ARowReadsTheWordsOfItsSetting) {
    EXPECT_EQ(read_value(tick.row, "on"), 1u);
    EXPECT_EQ(read_value(tick.row, "deafening"), no_value);
}

TEST(SettingsTable, ARowStoresAndMendsItsByte) {
    LongerBytes bytes{};
    bytes.back() = 1;
    std::array<std::byte, 41> stored{};
    store_values(longer_rows, bytes, stored);
    EXPECT_EQ(stored[tick.row.stored_at], std::byte{1});
    LongerBytes loaded{};
    load_values(longer_rows, stored, loaded);
    EXPECT_EQ(loaded, bytes);
    loaded.back() = 2;
    mend(longer_rows, loaded);
    EXPECT_EQ(loaded.back(), 1);
}

TEST(SettingsTable, ARowTellsTheLineItsValue) {
    LongerBytes bytes{};
    std::copy_n(bytes_of(Settings{}).begin(), setting_count, bytes.begin());
    bytes.back() = 1;
    char text[max_change_text];
    const std::string_view written{
        text, static_cast<std::size_t>(detail::write_settings(text, longer_rows, bytes, 0) - text)};
    EXPECT_TRUE(written.ends_with(" tick  exercise off")) << written;
}

TEST(SettingsTable, TheLongestReportFits) {
    SettingBytes bytes{};
    for (std::size_t i = 0; i < setting_count; ++i) {
        const SettingRow& row = setting_rows[i];
        bytes[i] = row.last;
        const bool has_names = unit_of(row) == 0 && !row.reported.empty() && row.values != SettingRow::Values::clock;
        for (unsigned value = row.first; has_names && value < row.last; ++value) {
            if (name_of(row, value).size() > name_of(row, bytes[i]).size()) bytes[i] = static_cast<std::uint8_t>(value);
        }
    }
    auto longest = std::bit_cast<Settings>(bytes);
    longest.clock = {TimeRule::bronstein, {180, 179}, {60, 59}, 99, 180};
    bytes = bytes_of(longest);
    char text[2 * max_change_text];
    EXPECT_LE(detail::write_settings(text, setting_rows, bytes, 8) - text, std::ptrdiff_t{max_change_text});
}

TEST(SettingsTable, RowsThatShareAnythingDoNotAgree) {
    auto clashing = longer_table;
    clashing.back().square = 11;
    EXPECT_FALSE(agree(clashing)) << "a square";
    clashing = longer_table;
    clashing.back().row.word = "flip";
    EXPECT_FALSE(agree(clashing)) << "a word";
    clashing = longer_table;
    clashing.back().row.stored_at = 6;
    EXPECT_FALSE(agree(clashing)) << "a stored byte";
    clashing = longer_table;
    clashing.back().row.usual = 2;
    EXPECT_FALSE(agree(clashing)) << "no valid default";
}

}  // namespace
}  // namespace stackmate::firmware
