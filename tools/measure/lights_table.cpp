// Prints the language of lights, one line for each meaning:
//
//   name red green blue period_ms pattern text
//
// `pattern` has a digit for each eighth of the period, the first first: 1 lit, 0 dark. Colours are as firmware/squares/lights.hpp
// has them, before brightness and gamma. With --docs: the table of docs/CHESSBOARD-DETAILS.md.
#include "firmware/squares/lights.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string>

namespace {

using namespace stackmate;
using namespace stackmate::firmware;

std::string pattern_of(const LightStyle& style) {
    std::string pattern;
    for (unsigned i = 0; i < 8; ++i) pattern += (style.on >> i & 1) != 0 ? '1' : '0';
    return pattern;
}

/// What a person would call it.
const char* hue_of(hal::Colour c) {
    const int r = c.red, g = c.green, b = c.blue;
    const int most = std::max({r, g, b}), least = std::min({r, g, b});
    if (most - least <= 40) return most > 150 ? "white" : "dim white";
    if (r == most) {
        if (b > 2 * g && b > r / 3) return "pink";
        if (b > r / 2) return "mauve";
        if (10 * g >= 7 * r) return "yellow";
        return 4 * g > r ? "orange" : "red";
    }
    if (g == most) return 10 * b > 5 * g ? "turquoise" : 10 * r > 5 * g ? "lime" : "green";
    if (2 * r > b) return r > g ? "violet" : "pale blue";
    return 10 * g > 7 * b ? "cyan" : "blue";
}

std::string drawn(const LightStyle& style) {
    std::string text;
    for (unsigned i = 0; i < 8; ++i) text += (style.on >> i & 1) != 0 ? "#" : ".";
    return text;
}

}  // namespace

int main(int argc, char** argv) {
    const bool docs = argc == 2 && std::strcmp(argv[1], "--docs") == 0;
    if (argc > 1 && !docs) {
        std::fprintf(stderr, "usage: lights_table [--docs]\n");
        return 2;
    }
    for (const LightStyle& s : light_styles) {
        const auto period = static_cast<unsigned>(period_ms(s.light));
        const auto name = std::string(s.name), meaning = std::string(s.meaning);
        if (docs && s.light != Light::dark)
            std::printf("| %s | %s | `%s` %g s | %s |\n", name.c_str(), hue_of(s.colour), drawn(s).c_str(),
                        period / 1024.0, meaning.c_str());
        else if (!docs)
            std::printf("%s %u %u %u %u %s %s\n", name.c_str(), s.colour.red, s.colour.green, s.colour.blue, period,
                        pattern_of(s).c_str(), meaning.c_str());
    }
}
