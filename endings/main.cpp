// Solves the endings of three and four men and prints how many positions are won, drawn and lost.
#include "endings/proof.hpp"
#include "endings/solver.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

using namespace stackmate;
using namespace stackmate::endings;

void print_counts(const Solved& solved) {
    for (const auto& values : solved.values) {
        std::size_t counts[3] = {};
        int longest = 0;
        for (const Value v : values) {
            if (v == not_legal) continue;
            ++counts[static_cast<int>(result(v)) + 1];
            longest = v > longest ? v : longest;
        }
        std::printf("  %8zu %8zu %8zu %3d", counts[2], counts[1], counts[0], longest);
    }
}

}  // namespace

int main(int argc, char** argv) {
    const bool proves = argc > 1 && std::strcmp(argv[1], "check") == 0;
    const unsigned from = argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : 0;
    const unsigned to = argc > 3 ? static_cast<unsigned>(std::atoi(argv[3])) : ending_count;
    if (argc > 4 || (argc > 1 && !proves) || to > ending_count) {
        std::fprintf(stderr, "usage: stackmate_endings [check [FROM [TO]]]\n");
        return 2;
    }
    static Solver solver;
    bool sound = true;
    for (unsigned e = 0; e < to; ++e) {
        const auto start = std::chrono::steady_clock::now();
        solver.solve(e);
        std::printf("%-5s", name_of(all_endings[e]).c_str());
        print_counts(solver[e]);
        if (proves && e >= from) {
            const Proof proof = prove(solver, e);
            sound = sound && proof.unlike == 0 && proof.unproven == 0;
            std::printf("  checked %zu, unlike %zu, unproven %zu %s", proof.checked, proof.unlike, proof.unproven,
                        proof.first.c_str());
        }
        std::printf("  %.1f s\n", std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
        std::fflush(stdout);
    }
    return sound ? 0 : 1;
}
