#include "firmware/squares/lights.hpp"

#include "hal/light.hpp"
#include "host_tests/support/source_dir.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bitset>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

namespace stackmate::firmware {
namespace {

constexpr std::uint32_t step_ms = 64, cycle_ms = 2048;  // the shortest eighth, the longest period

using Rhythm = std::bitset<cycle_ms / step_ms>;
Rhythm rhythm_of(const LightStyle& style) {
    Rhythm rhythm;
    for (std::uint32_t i = 0; i < rhythm.size(); ++i) rhythm[i] = is_on(style, i * step_ms);
    return rhythm;
}

TEST(Lights, TheTableIsComplete) {
    std::set<std::string_view> names;
    for (const LightStyle& style : light_styles) {
        EXPECT_TRUE(names.insert(style.name).second) << style.name;
        EXPECT_FALSE(style.meaning.empty()) << style.name;
        EXPECT_GE(style.period_log2, 9) << style.name;
        EXPECT_LE(style.period_log2, 11) << style.name;
        EXPECT_NE(style.scenes, 0) << style.name;
        EXPECT_EQ(style.on == 0, style.light == Light::dark) << style.name;
    }
}

bool are_a_pair(Light a, Light b) {
    return (a == Light::move_from && b == Light::move_to) || (a == Light::hint_from && b == Light::hint_to)
           || (a == Light::candidate_from && b == Light::candidate_to)
           || (a == Light::host_first && b == Light::host_second);
}

// Nobody sees where a rhythm begins, so a rhythm that begins later is the same; but for the two squares of a move, which
// are seen together.
TEST(Lights, NoTwoMeaningsOfOnePictureBlinkAlike) {
    for (const LightStyle& a : light_styles)
        for (const LightStyle& b : light_styles) {
            if (a.light >= b.light || (a.scenes & b.scenes) == 0 || are_a_pair(a.light, b.light)) continue;
            Rhythm shifted = rhythm_of(b);
            for (std::size_t i = 0; i < shifted.size(); ++i) {
                EXPECT_NE(rhythm_of(a), shifted) << a.name << " and " << b.name << " differ by hue alone";
                shifted = shifted << 1 | shifted >> (shifted.size() - 1);
            }
        }
}

TEST(Lights, EveryColourHasOneMeaning) {
    for (const LightStyle& style : light_styles) EXPECT_EQ(light_of(style.colour), style.light) << style.name;
}

TEST(Lights, ColoursStayApartInWhatTheLedsAreDrivenWith) {
    for (const unsigned brightness : {255u, 128u}) {
        for (const LightStyle& a : light_styles)
            for (const LightStyle& b : light_styles) {
                if (a.light >= b.light) continue;
                EXPECT_FALSE(hal::pulse_widths(a.colour, static_cast<std::uint8_t>(brightness))
                             == hal::pulse_widths(b.colour, static_cast<std::uint8_t>(brightness)))
                    << a.name << " and " << b.name << " at " << brightness;
            }
    }
}

// W3C, Web Content Accessibility Guidelines 2.1, 2.3.1: not more than three flashes in any second.
TEST(Lights, NothingFlashesMoreThanThreeTimesASecond) {
    for (const LightStyle& style : light_styles) {
        const Rhythm rhythm = rhythm_of(style);
        for (std::size_t first = 0; first < rhythm.size(); ++first) {
            unsigned flashes = 0;
            for (std::size_t i = 0; i < 1000 / step_ms; ++i)
                flashes += !rhythm[(first + i) % rhythm.size()] && rhythm[(first + i + 1) % rhythm.size()] ? 1u : 0u;
            EXPECT_LE(flashes, 3u) << style.name;
        }
    }
}

TEST(Lights, AMovesTwoSquaresAlternate) {
    for (const auto& [from, to] : {std::pair{Light::move_from, Light::move_to},
                                   {Light::hint_from, Light::hint_to},
                                   {Light::candidate_from, Light::candidate_to}}) {
        const Rhythm a = rhythm_of(style_of(from)), b = rhythm_of(style_of(to));
        EXPECT_TRUE((a & b).none()) << style_of(from).name;
        EXPECT_EQ(a.count(), b.count()) << style_of(from).name;
    }
}

TEST(Lights, TheGuideExplainsEveryLight) {
    std::ifstream file(test::in_sources("docs/CHESSBOARD-DETAILS.md"));
    std::stringstream text;
    text << file.rdbuf();
    const std::string guide = text.str();
    for (const LightStyle& style : light_styles) {
        if (style.light == Light::dark) continue;
        EXPECT_NE(guide.find("| " + std::string(style.name) + " |"), std::string::npos) << style.name;
        EXPECT_NE(guide.find(std::string(style.meaning)), std::string::npos) << style.name;
    }
}

}  // namespace
}  // namespace stackmate::firmware
