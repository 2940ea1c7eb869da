// Solves the endings of three and four men, checks and packs them, and checks what is packed.
#include "endings/probe.hpp"
#include "workshop/endings/distance_packer.hpp"
#include "workshop/endings/packer.hpp"
#include "workshop/endings/proof.hpp"
#include "workshop/endings/solver.hpp"

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace {

using namespace stackmate;
using namespace stackmate::endings;

constexpr const char* usage =
    "usage: stackmate_endings                       counts: won, drawn, lost, longest; White to move, Black to move\n"
    "       stackmate_endings check [STRIDE]        are the solver's values what follows from the core's moves?\n"
    "       stackmate_endings pack FILE [SAMPLE]    packs all endings; trees are grown for SAMPLE positions\n"
    "       stackmate_endings probe FILE [STRIDE]   does the file give the results that the solver has found?\n"
    "       stackmate_endings distances FILE        packs how many moves some of them take, and compares all\n"
    "STRIDE: only each so many'th position.\n";

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

/// True if all is as it should be.
bool check(const Solver& solver, unsigned ending, std::size_t stride) {
    const Proof proof = prove(solver, ending, stride);
    std::printf("  checked %zu, unlike %zu, unproven %zu %s", proof.checked, proof.unlike, proof.unproven,
                proof.first.c_str());
    return proof.unlike == 0 && proof.unproven == 0;
}

bool pack_sides(const Solver& solver, unsigned ending, std::size_t sample, FileOfEndings& file) {
    bool sound = true;
    for (const Color side : {Color::white, Color::black}) {
        if (!is_packed(all_endings[ending], side)) continue;
        const PackedEnding packed = pack(solver, ending, side, sample);
        const std::size_t wrong = unlike(solver, ending, side, packed.data);
        sound = sound && wrong == 0;
        std::printf("  %c %zu positions, %zu leaves, depth %u, wrong %zu, tree %zu B, all %zu B, unlike %zu",
                    side == Color::white ? 'w' : 'b', packed.positions, packed.leaves, packed.depth, packed.wrong,
                    packed.tree_bytes, packed.data.size(), wrong);
        file.add(ending, side, packed.data);
    }
    return sound;
}

bool probe(const Solver& solver, unsigned ending, std::size_t stride, const Table& table) {
    const Material m = all_endings[ending];
    std::size_t seen = 0, wrong = 0;
    for (const Color side : {Color::white, Color::black})
        for (std::size_t n = 0; n < positions(m); n += stride) {
            const Men men = men_of(m, n);
            const Value value = solver.value(ending, men, side);
            const auto p = value == not_legal ? std::nullopt : position_of(m, men, side);
            if (!p) continue;
            ++seen;
            if (static_cast<int>(table.probe(*p)) != static_cast<int>(result(value)) + 1) ++wrong;
        }
    std::printf("  probed %zu, wrong %zu", seen, wrong);
    return wrong == 0;
}

bool write(const char* path, const std::vector<std::uint8_t>& bytes) {
    std::ofstream out(path, std::ios::binary);
    out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    std::printf("%zu bytes\n", bytes.size());
    return out.good();
}

bool pack_all_distances(Solver& solver, const char* path) {
    // Their captures and promotions lead to three men.
    for (unsigned e = 0; e < 5; ++e) solver.solve(e);
    for (const Material m : Distances::endings)
        if (m.men() == 4) solver.solve(number_of(m));
    std::string sizes;
    const auto file = pack_distances(solver, &sizes);
    std::printf("%s\n", sizes.c_str());
    bool sound = true;
    for (const Material m : Distances::endings) {
        const std::size_t wrong = unlike(solver, Distances(file.data()), number_of(m), 1);
        std::printf("%-5s unlike %zu\n", name_of(m).c_str(), wrong);
        sound = sound && wrong == 0;
    }
    return write(path, file) && sound;
}

}  // namespace

int main(int argc, char** argv) {
    const std::string what = argc > 1 ? argv[1] : "count";
    const bool has_file = what == "pack" || what == "probe" || what == "distances";
    const int number_at = has_file ? 3 : 2;
    if ((what != "count" && what != "check" && !has_file) || argc > number_at + 1 || (has_file && argc < 3)) {
        std::fputs(usage, stderr);
        return 2;
    }
    const int given = argc > number_at ? std::atoi(argv[number_at]) : what == "pack" ? 400'000 : 1;
    const auto number = static_cast<std::size_t>(given < 1 ? 1 : given);
    FileOfEndings file;
    if (what == "probe") {
        std::ifstream in(argv[2], std::ios::binary);
        auto& bytes = file.bytes;
        bytes.assign(std::istreambuf_iterator<char>(in), {});
        if (bytes.size() < Table::header || bytes.size() != packed_file::size(bytes.data())
            || !Table::sound(bytes.data()))
            return std::fprintf(stderr, "%s is no file of endings\n", argv[2]), 1;
    }
    static Solver solver;
    bool sound = true;
    if (what == "distances") return pack_all_distances(solver, argv[2]) ? 0 : 1;
    for (unsigned e = 0; e < ending_count; ++e) {
        const auto start = std::chrono::steady_clock::now();
        solver.solve(e);
        std::printf("%-5s", name_of(all_endings[e]).c_str());
        if (what == "count") print_counts(solver[e]);
        if (what == "check") sound = check(solver, e, number) && sound;
        if (what == "pack") sound = pack_sides(solver, e, number, file) && sound;
        if (what == "probe") sound = probe(solver, e, number, Table(file.bytes.data())) && sound;
        std::printf("  %.1f s\n", std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
        std::fflush(stdout);
    }
    if (what == "pack") {
        file.finish();
        sound = write(argv[2], file.bytes) && sound;
    }
    return sound ? 0 : 1;
}
