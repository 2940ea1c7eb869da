// The bench signatures that are pinned, of every configuration: host_tests/bench_signature.txt. `tools/test --pin-bench`
// writes it anew, so that no test may have a figure of its own.
#pragma once

#include "host_tests/support/source_dir.hpp"

#include <cstdint>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

namespace stackmate::test {

/// 0 where the file has no line for that name.
inline std::uint64_t pinned_signature(std::string_view configuration) {
    std::ifstream in(test::in_sources("host_tests/bench_signature.txt"));
    for (std::string line; std::getline(in, line);) {
        std::istringstream words(line);
        std::string name;
        std::uint64_t nodes = 0;
        if (words >> name >> nodes && name == configuration) return nodes;
    }
    return 0;
}

}  // namespace stackmate::test
