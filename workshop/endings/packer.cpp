#include "workshop/endings/packer.hpp"

#include "endings/packed.hpp"
#include "workshop/endings/parities.hpp"
#include "workshop/endings/tree.hpp"

#include <algorithm>
#include <array>
#include <random>

namespace stackmate::endings {

namespace {

/// Calls `sink(number, men, allowed)` for each position that needs an answer, once for all that are the same.
template <class Sink>
void each_position(const Solver& solver, unsigned ending, Color side, Sink sink) {
    const Material m = all_endings[ending];
    const auto& values = solver[ending].values[index(side)];
    for (std::size_t n = 0; n < values.size(); ++n) {
        if (values[n] == not_legal) continue;
        const Men men = men_of(m, n);
        if (!(standard(m, men) == men)) continue;
        const unsigned value = static_cast<unsigned>(static_cast<int>(result(values[n])) + 1);
        const auto capture = solver.best_capture(ending, men, side);
        const bool by_capture = capture && *capture == result(values[n]);
        const Allowed allowed = by_capture ? (2u << value) - 1 : 1u << value;
        if (allowed != any_result) sink(n, men, allowed);
    }
}

void put16(std::vector<std::uint8_t>& data, std::size_t at, std::uint32_t word) {
    data[at] = static_cast<std::uint8_t>(word);
    data[at + 1] = static_cast<std::uint8_t>(word >> 8);
}
void put32(std::vector<std::uint8_t>& data, std::size_t at, std::uint32_t word) {
    put16(data, at, word);
    put16(data, at + 2, word >> 16);
}

/// How long the hashes of a leaf's wrong positions are, so that it takes the fewest bits.
unsigned hash_bits(double wrong, double all) {
    unsigned best = 0;
    double least = 1e18;
    for (unsigned bits = 0; bits < Packed::pure; ++bits)
        if (const double cost = wrong * bits + wrong + (all - wrong) / (1u << bits); cost < least)
            least = cost, best = bits;
    return best;
}

}  // namespace

bool is_packed(Material m, Color side) {
    // So many moves of Black that trying them takes a chip too long.
    const bool many_moves =
        m.shared && m.first == PieceType::rook && (m.second == PieceType::bishop || m.second == PieceType::knight);
    return m.men() == 3 || side == Color::white || many_moves;
}

PackedEnding pack(const Solver& solver, unsigned ending, Color side, std::size_t sample) {
    const Material m = all_endings[ending];
    PackedEnding packed;
    each_position(solver, ending, side, [&](std::size_t, const Men&, Allowed) { ++packed.positions; });
    Tree tree(m);
    const double share = std::min(1.0, static_cast<double>(sample) / static_cast<double>(packed.positions));
    std::mt19937 random(1);
    each_position(solver, ending, side, [&](std::size_t, const Men& men, Allowed allowed) {
        if (static_cast<double>(random()) < share * 4294967296.0) tree.add(men, allowed);
    });
    tree.grow(1 / share);
    auto& nodes = tree.nodes;
    packed.depth = tree.depth;
    std::vector<std::uint32_t> leaf;
    each_position(solver, ending, side, [&](std::size_t, const Men& men, Allowed allowed) {
        leaf.push_back(static_cast<std::uint32_t>(tree.leaf_of(men)));
        ++nodes[leaf.back()].counts[allowed];
    });
    std::array<std::array<std::size_t, 3>, 3> found{};  // by value of the leaf: what else is right
    for (Node& node : nodes) {
        if (node.question >= 0) continue;
        ++packed.leaves;
        double bits = 0, all = 0, wrong = 0;
        node.value = best_value(node.counts, bits);
        for (unsigned k = 1; k < 8; ++k) {
            all += node.counts[k];
            if ((k >> node.value & 1u) != 0) continue;
            wrong += node.counts[k];
            for (unsigned v = 0; v < 3; ++v)
                if ((k >> v & 1u) != 0) found[node.value][v] += node.counts[k];
        }
        packed.wrong += static_cast<std::size_t>(wrong);
        if (wrong != 0) node.bits = hash_bits(wrong, all);
    }
    std::array<unsigned, 3> other{};
    bool thirds = false;
    for (unsigned v = 0; v < 3; ++v) {
        found[v][v] = 0;
        const unsigned a = (v + 1) % 3, b = (v + 2) % 3;
        other[v] = found[v][a] >= found[v][b] ? a : b;
        thirds = thirds || found[v][3 - v - other[v]] != 0;
    }

    std::vector<Equation> sets, tells;
    std::size_t i = 0;
    each_position(solver, ending, side, [&](std::size_t n, const Men&, Allowed allowed) {
        const Node& node = nodes[leaf[i++]];
        if ((allowed >> node.value & 1u) != 0) return;
        for (unsigned bit = 0; bit < node.bits; ++bit)
            sets.push_back({static_cast<std::uint32_t>(n * 16 + bit), false});
    });
    std::uint32_t set_bits = 0, tell_bits = 0;
    const auto set_data = solve_parities(sets, set_bits);
    const Parities in(set_data.data(), set_bits);
    i = 0;
    each_position(solver, ending, side, [&](std::size_t n, const Men&, Allowed allowed) {
        const Node& node = nodes[leaf[i++]];
        if (node.bits == Packed::pure) return;
        const auto key = static_cast<std::uint32_t>(n);
        for (unsigned bit = 0; bit < node.bits; ++bit)
            if (in(key * 16 + bit)) return;
        const bool wrong = (allowed >> node.value & 1u) == 0;
        tells.push_back({key, wrong});
        if (wrong && thirds) tells.push_back({key | Packed::third_bit, (allowed >> other[node.value] & 1u) == 0});
    });
    const auto tell_data = solve_parities(tells, tell_bits);

    // Nodes were found in the order of breadth, in which they are numbered.
    std::vector<std::size_t> inners;
    for (std::size_t n = 0; n < nodes.size(); ++n)
        if (nodes[n].question >= 0) inners.push_back(n);
    const std::size_t groups = (inners.size() + Packed::group - 1) / Packed::group;
    const std::size_t words = Packed::header + 2 * groups, leaves = words + 2 * inners.size();
    auto& data = packed.data;
    data.resize(leaves + (inners.size() + 2) / 2);
    put16(data, 0, static_cast<std::uint32_t>(inners.size()));
    data[2] = static_cast<std::uint8_t>(other[0] | other[1] << 2 | other[2] << 4);
    data[3] = thirds ? 1 : 0;
    put32(data, 4, set_bits);
    put32(data, 8, tell_bits);
    std::size_t below = 0, leaf_number = 0;
    for (std::size_t k = 0; k < inners.size(); ++k) {
        if (k % Packed::group == 0)
            put16(data, Packed::header + 2 * (k / Packed::group), static_cast<std::uint32_t>(below));
        const Node& node = nodes[inners[k]];
        std::uint32_t word = static_cast<std::uint32_t>(node.question) << 9 | node.bound << 4;
        for (const auto& [child, shift] : {std::pair{node.left, 2u}, std::pair{node.right, 0u}}) {
            const Node& to = nodes[child];
            word |= (to.question >= 0 ? Packed::inner : to.value) << shift;
            if (to.question >= 0) {
                ++below;
                continue;
            }
            auto& byte = data[leaves + leaf_number / 2];
            byte = static_cast<std::uint8_t>(byte | to.bits << 4 * (leaf_number % 2));
            ++leaf_number;
        }
        put16(data, words + 2 * k, word);
    }
    packed.tree_bytes = data.size();
    data.insert(data.end(), set_data.begin(), set_data.end());
    data.insert(data.end(), tell_data.begin(), tell_data.end());
    return packed;
}

void FileOfEndings::add(unsigned ending, Color side, const std::vector<std::uint8_t>& data) {
    put32(bytes, Table::head + 8 * ending + 4 * index(side), static_cast<std::uint32_t>(bytes.size()));
    bytes.insert(bytes.end(), data.begin(), data.end());
}

void FileOfEndings::finish() { packed_file::finish(bytes.data(), Table::format, bytes.size()); }

std::size_t unlike(const Solver& solver, unsigned ending, Color side, const std::vector<std::uint8_t>& data) {
    const Packed packed(data.data(), ending);
    std::size_t count = 0;
    each_position(solver, ending, side, [&](std::size_t, const Men& men, Allowed allowed) {
        if ((allowed >> packed.result(men) & 1u) == 0) ++count;
    });
    return count;
}

}  // namespace stackmate::endings
