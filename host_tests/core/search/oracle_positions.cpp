#include "host_tests/core/search/oracle_positions.hpp"

#include "core/engine/bench_positions.hpp"
#include "host_tests/support/source_dir.hpp"

#include <fstream>
#include <iterator>

namespace stackmate::test {

std::vector<std::string> positions() {
    std::vector<std::string> fens(std::begin(bench_positions), std::end(bench_positions));
    for (const char* const file : {"host_tests/data/perft.epd", "host_tests/data/positions.txt"}) {
        std::ifstream in(in_sources(file));
        for (std::string line; std::getline(in, line);) {
            if (line.empty() || line[0] == '#') continue;
            fens.push_back(line.substr(0, line.find(';')));
        }
    }
    return fens;
}

}  // namespace stackmate::test
