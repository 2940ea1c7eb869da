// Hands over a chess board, for examples that are tried on the desktop. Standard input says what they do: a square's name lifts or
// places the piece there; a number lets so many milliseconds go by; > sends the rest of the line to the board. After each number
// come the squares that have shone meanwhile, with the most of red, green and blue, and a line with a full stop.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>

namespace hands {

inline std::uint64_t board = 0xffff00000000ffff;  ///< the start position; bit 8 * rank + file
inline std::uint32_t now_ms = 0;
inline std::string sent;  ///< to the board, which has not read it yet
inline std::array<std::array<std::uint8_t, 3>, 64> shone{};

/// The next byte from the line, or -1.
inline int read() {
    if (sent.empty()) return -1;
    const int byte = static_cast<unsigned char>(sent.front());
    sent.erase(0, 1);
    return byte;
}
inline void write(const char* text, std::size_t size) { std::fwrite(text, 1, size, stdout); }

inline void shine(unsigned square, std::array<std::uint8_t, 3> colour) {
    for (unsigned i = 0; i < 3; ++i) shone[square][i] = std::max(shone[square][i], colour[i]);
}

/// A millisecond goes by. The end of the input ends the program.
inline void turn() {
    static long left = 0;
    if (left > 0 && --left == 0) {
        for (unsigned i = 0; i < 64; ++i) {
            const auto [red, green, blue] = shone[i];
            if (red + green + blue != 0) std::printf("%c%c %d %d %d\n", 'a' + i % 8, '1' + i / 8, red, green, blue);
        }
        shone = {};
        std::puts(".");
        std::fflush(stdout);
    }
    for (std::string what; left == 0;) {
        if (!(std::cin >> what)) std::exit(0);
        if (what == ">") {
            std::getline(std::cin >> std::ws, what);
            sent += what + "\n";
        } else if (what[0] >= 'a') {
            board ^= std::uint64_t{1} << (8 * (what[1] - '1') + what[0] - 'a');
        } else {
            left = std::atol(what.c_str());
        }
    }
    ++now_ms;
}

}  // namespace hands
