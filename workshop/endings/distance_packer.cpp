#include "workshop/endings/distance_packer.hpp"

#include "workshop/endings/parities.hpp"
#include "workshop/endings/proof.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>

namespace stackmate::endings {

namespace {

constexpr unsigned most = 64;  ///< moves
using Counts = std::array<std::uint32_t, most>;

struct Counted {
    std::uint32_t key;
    std::uint8_t moves;
};

/// The lengths of a Huffman code; 0 where nothing is counted, and if only one number is.
std::array<unsigned, most> code_lengths(const Counts& counts) {
    struct Group {
        std::uint32_t count;
        std::uint64_t members;
    };
    std::array<Group, most> groups;  // the greatest first
    unsigned size = 0;
    const auto insert = [&](const Group& group) {
        unsigned at = size++;
        for (; at > 0 && groups[at - 1].count < group.count; --at) groups[at] = groups[at - 1];
        groups[at] = group;
    };
    for (unsigned i = 0; i < most; ++i)
        if (counts[i] != 0) insert({counts[i], std::uint64_t{1} << i});
    std::array<unsigned, most> lengths{};
    while (size > 1) {
        size -= 2;
        const Group both{groups[size].count + groups[size + 1].count, groups[size].members | groups[size + 1].members};
        for (unsigned i = 0; i < most; ++i) lengths[i] += both.members >> i & 1u;
        insert(both);
    }
    return lengths;
}

/// About the bits of a leaf with such positions: between those of the Huffman code and the entropy, to which further splits come
/// near. Either alone makes the file two percent larger.
double cost(const Counts& counts) {
    const auto lengths = code_lengths(counts);
    double all = 0, bits = 0;
    unsigned first = most, last = 0;
    for (unsigned i = 0; i < most; ++i) {
        if (counts[i] == 0) continue;
        all += counts[i];
        first = std::min(first, i);
        last = i;
    }
    if (first >= last) return 16;
    for (unsigned i = first; i <= last; ++i)
        if (counts[i] != 0) bits += counts[i] * (lengths[i] + std::log2(all / counts[i]));
    return 12 + 4.0 * (last - first + 1) + 1.03 * bits / 2;
}

class Packer {
public:
    Packer(const Solver& solver, unsigned ending) : m_(all_endings[ending]) {
        each_question(m_, [&](Question q) { questions_.push_back(q); });
        const auto& values = solver[ending].values[index(Color::white)];
        for (std::size_t n = 0; n < values.size(); ++n) {
            const Men men = men_of(m_, n);
            if (values[n] <= 0 || !(standard(m_, men) == men)) continue;
            const Men asked = Distances::asked(m_, men);
            Features features(m_, asked);
            for (const Question q : questions_) answers_.push_back(static_cast<std::uint8_t>(features.answer(q)));
            positions_.push_back(
                {static_cast<std::uint32_t>(n) * Distances::code_bits, static_cast<std::uint8_t>(moves_of(values[n]))});
        }
    }

    [[nodiscard]] std::vector<std::uint8_t> pack() {
        std::vector<std::uint32_t> order(positions_.size());
        for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
        grow(order);
        std::uint32_t bits = 0;
        const auto codes = solve_parities(equations_, bits);
        std::vector<std::uint8_t> data(Distances::ending_header);
        packed_file::put_word(data.data(), bits);
        put16(data, 4, tree_.size());
        data.insert(data.end(), tree_.begin(), tree_.end());
        data.insert(data.end(), codes.begin(), codes.end());
        return data;
    }

private:
    struct Split {
        std::size_t question;
        unsigned bound;
    };

    static void put16(std::vector<std::uint8_t>& data, std::size_t at, std::size_t word) {
        data[at] = static_cast<std::uint8_t>(word);
        data[at + 1] = static_cast<std::uint8_t>(word >> 8);
    }
    [[nodiscard]] unsigned answer(std::uint32_t i, std::size_t question) const {
        return answers_[i * questions_.size() + question];
    }

    /// The split that saves the most bits, if one saves more than an inner node takes.
    [[nodiscard]] std::optional<Split> best_split(std::span<const std::uint32_t> part, const Counts& all) const {
        double least = cost(all) - 32;
        std::optional<Split> best;
        for (std::size_t q = 0; q < questions_.size() && least > 32; ++q) {
            std::array<Counts, 32> answered{};
            for (const auto i : part) ++answered[answer(i, q)][positions_[i].moves];
            Counts left{}, right = all;
            for (unsigned bound = 0; bound < 31; ++bound) {
                std::uint32_t moved = 0;
                for (unsigned k = 0; k < most; ++k) {
                    left[k] += answered[bound][k];
                    right[k] -= answered[bound][k];
                    moved += answered[bound][k];
                }
                if (moved == 0) continue;
                const double bits = cost(left) + cost(right);
                if (bits < least) least = bits, best = Split{q, bound};
            }
        }
        return best;
    }

    /// Writes the tree of these positions, and collects the bits of their codes.
    void grow(std::span<std::uint32_t> part) {
        Counts counts{};
        for (const auto i : part) ++counts[positions_[i].moves];
        const std::size_t at = tree_.size();
        if (const auto split = best_split(part, counts)) {
            const auto middle = std::partition(
                part.begin(), part.end(), [&](std::uint32_t i) { return answer(i, split->question) <= split->bound; });
            const auto left = static_cast<std::size_t>(middle - part.begin());
            tree_.resize(at + 4);
            tree_[at] = static_cast<std::uint8_t>(split->question);
            tree_[at + 1] = static_cast<std::uint8_t>(split->bound);
            grow(part.first(left));
            put16(tree_, at + 2, tree_.size());
            grow(part.subspan(left));
        } else {
            write_leaf(part, counts);
        }
    }
    void write_leaf(std::span<const std::uint32_t> part, const Counts& counts) {
        const auto lengths = code_lengths(counts);
        unsigned least = 0, end = most;
        while (counts[least] == 0) ++least;
        while (counts[end - 1] == 0) --end;
        tree_.push_back(static_cast<std::uint8_t>(Distances::leaf + least));
        for (unsigned i = least; i < end; i += 2)
            tree_.push_back(static_cast<std::uint8_t>(lengths[i] | (i + 1 < end ? lengths[i + 1] << 4 : 0)));
        std::array<std::uint32_t, most> codes{};
        for (unsigned length = 1, next = 0; length < Distances::code_bits; ++length, next *= 2)
            for (unsigned i = least; i < end; ++i)
                if (lengths[i] == length) codes[i] = next++;
        for (const auto p : part) {
            const auto& [key, moves] = positions_[p];
            for (unsigned bit = 1; bit <= lengths[moves]; ++bit)
                equations_.push_back({key + bit, (codes[moves] >> (lengths[moves] - bit) & 1u) != 0});
        }
    }

    Material m_;
    std::vector<Question> questions_;
    std::vector<std::uint8_t> answers_;  ///< of each position, in the order of the questions
    std::vector<Counted> positions_;
    std::vector<std::uint8_t> tree_;
    std::vector<Equation> equations_;
};

}  // namespace

std::vector<std::uint8_t> pack_distances(const Solver& solver, std::string* sizes) {
    std::vector<std::uint8_t> file(Distances::header);
    for (std::size_t i = 0; i < Distances::endings.size(); ++i) {
        packed_file::put_word(file.data() + packed_file::head + 4 * i, static_cast<std::uint32_t>(file.size()));
        const auto data = Packer(solver, number_of(Distances::endings[i])).pack();
        if (sizes != nullptr) *sizes += name_of(Distances::endings[i]) + " " + std::to_string(data.size()) + " B  ";
        file.insert(file.end(), data.begin(), data.end());
    }
    packed_file::finish(file.data(), Distances::format, file.size());
    return file;
}

std::size_t unlike(const Solver& solver, const Distances& distances, unsigned ending, std::size_t stride) {
    const Material m = all_endings[ending];
    std::size_t count = 0;
    for (const Color side : {Color::white, Color::black})
        for (std::size_t n = 0; n < positions(m); n += stride) {
            const Men men = men_of(m, n);
            const Value value = solver.value(ending, men, side);
            const auto p = value == not_legal || value == 0 ? std::nullopt : position_of(m, men, side);
            if (p && distances.moves(*p) != moves_of(value)) ++count;
        }
    return count;
}

}  // namespace stackmate::endings
