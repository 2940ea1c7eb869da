// The table of settings, with a row more than boards have: this is what a new setting takes.
#include "firmware/game/settings.hpp"
#include "firmware/squares/menu.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace stackmate::firmware {
namespace {

constexpr std::array<std::string_view, 3> sounds{"off", "quiet", "loud"};

/// A setting that boards do not have: how loud a board with a sounder is.
constexpr SettingEntry sound{.row = {.word = "sound",
                                     .help = "sound off|quiet|loud",
                                     .words = sounds,
                                     .refusal = "board sound takes off, quiet or loud, not '",
                                     .told = " sound ",
                                     .stored_at = 15,
                                     .first = 0,
                                     .last = 2,
                                     .usual = 1,
                                     .values = SettingRow::Values::word,
                                     .taps = SettingRow::Taps::choose},
                             .square = 52,
                             .texts = {"sound: "}};
/// The table with one more row.
constexpr auto longer_table = [] {
    std::array<SettingEntry, setting_count + 1> entries{};
    std::copy(settings_table.begin(), settings_table.end(), entries.begin());
    entries.back() = sound;
    return entries;
}();
static_assert(agree(longer_table));
constexpr auto longer_menu = menu_of(longer_table);

TEST(SettingsTable, ARowMakesTheSquaresOfItsSetting) {
    for (unsigned i = 0; i < 64; ++i) {
        const bool is_new = i >= 52 && i < 55;
        EXPECT_EQ(longer_menu[i].item, is_new ? MenuItem::setting : menu_squares[i].item) << i;
    }
    const auto [before, value] = to_text(longer_menu[54], longer_table);
    EXPECT_EQ(std::string(before).append(value), "sound: loud");
    EXPECT_EQ(after_tap(sound.row, 0, longer_menu[54].value), 2);
}

TEST(SettingsTable, ARowReadsTheWordsOfItsSetting) {
    EXPECT_EQ(read_value(sound.row, "quiet"), 1u);
    EXPECT_EQ(read_value(sound.row, "deafening"), no_value);
}

TEST(SettingsTable, ARowMendsItsByte) {
    std::array<SettingRow, longer_table.size()> rows{};
    std::array<std::uint8_t, longer_table.size()> bytes{};
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = longer_table[i].row;
    bytes.back() = 3;
    mend(rows, bytes);
    EXPECT_EQ(bytes.back(), 1);
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
    clashing.back().row.usual = 3;
    EXPECT_FALSE(agree(clashing)) << "no valid default";
}

}  // namespace
}  // namespace stackmate::firmware
