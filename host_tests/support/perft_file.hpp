// Files of positions whose leaves are known: "FEN;D1 20;D2 400;...", a position a line; `#` begins a comment.
#pragma once

#include "host_tests/support/precompiled.hpp"

namespace stackmate::test {

struct KnownPerft {
    std::string fen;
    std::vector<std::pair<int, std::uint64_t>> leaves{};  ///< by depth
};

/// A file that is not there, or a line that is none, fails the test that asks.
inline std::vector<KnownPerft> perft_file(const std::string& path) {
    std::ifstream file(path);
    EXPECT_TRUE(file) << path;
    std::vector<KnownPerft> positions;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line[0] == '#') continue;
        std::istringstream fields(line);
        KnownPerft& position = positions.emplace_back();
        std::getline(fields, position.fen, ';');
        for (std::string field; std::getline(fields, field, ';');) {
            std::istringstream words(field);
            char d = 0;
            auto& [depth, leaves] = position.leaves.emplace_back();
            EXPECT_TRUE(words >> d >> depth >> leaves && d == 'D') << line;
        }
    }
    return positions;
}

}  // namespace stackmate::test
