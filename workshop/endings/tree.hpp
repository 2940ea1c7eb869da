// Grows a tree of questions whose leaves have one result each, or nearly so.
#pragma once

#include "endings/features.hpp"
#include "endings/packed.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace stackmate::endings {

/// Which results may be answered, one bit each.
using Allowed = unsigned;
inline constexpr Allowed any_result = 7;

inline constexpr double node_bits = 22;
inline constexpr unsigned deepest = 28;

/// Positions of a node by what is allowed.
using Counts = std::array<std::uint32_t, 8>;

inline double entropy(double wrong, double all) {
    if (wrong == 0) return 0;
    const double right = all - wrong;
    return wrong * std::log2(all / wrong) + (right > 0 ? right * std::log2(all / right) : 0);
}

inline unsigned best_value(const Counts& counts, double& bits) {
    double all = 0;
    for (unsigned k = 1; k < 8; ++k) all += counts[k];
    unsigned best = 0;
    bits = 1e18;
    for (unsigned v = 0; v < 3; ++v) {
        double wrong = 0;
        for (unsigned k = 1; k < 8; ++k)
            if ((k >> v & 1u) == 0) wrong += counts[k];
        const double cost = entropy(wrong, all) * 1.1 + wrong * 0.2 + (2 * wrong > all ? wrong : 0);
        if (cost < bits) bits = cost, best = v;
    }
    return best;
}

inline double bits_of(const Counts& counts) {
    double bits = 0;
    best_value(counts, bits);
    return bits;
}

struct Node {
    int question = -1;  ///< a leaf
    unsigned bound = 0;
    std::size_t left = 0, right = 0;
    unsigned value = 0, bits = Packed::pure;
    std::size_t number = 0;
    Counts counts{};
};

class Tree {
public:
    explicit Tree(Material m) : m_(m) {
        each_question(m, [&](Question q) { questions_.push_back(q); });
    }

    void add(const Men& men, Allowed allowed) {
        Features features(m_, men);
        for (const Question q : questions_) answers_.push_back(static_cast<std::uint8_t>(features.answer(q)));
        allowed_.push_back(static_cast<std::uint8_t>(allowed));
    }

    /// Splits leaves, the first found first, as long as a split saves more bits than it takes. A position stands for `weight`.
    void grow(double weight) {
        struct Part {
            std::size_t node, first, last;
            unsigned depth;
        };
        std::vector<std::uint32_t> order(allowed_.size());
        for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
        nodes.assign(1, {});
        std::vector<Part> parts{{0, 0, order.size(), 0}};
        for (std::size_t p = 0; p < parts.size(); ++p) {
            const Part part = parts[p];
            depth = std::max(depth, part.depth);
            std::uint32_t* const begin = order.data() + part.first;
            std::uint32_t* const end = order.data() + part.last;
            Node split = nodes[part.node];
            if (part.depth < deepest) find_split(begin, end, weight, split);
            if (split.question < 0 && part.node == 0) split.question = 0, split.bound = 31;
            if (split.question < 0) continue;
            const auto goes_left = [&](std::uint32_t i) {
                return answer(i, static_cast<std::size_t>(split.question)) <= split.bound;
            };
            const auto middle = part.first + static_cast<std::size_t>(std::partition(begin, end, goes_left) - begin);
            split.left = nodes.size();
            split.right = nodes.size() + 1;
            nodes[part.node] = split;
            nodes.resize(nodes.size() + 2);
            parts.push_back({split.left, part.first, middle, part.depth + 1});
            parts.push_back({split.right, middle, part.last, part.depth + 1});
        }
    }

    [[nodiscard]] std::size_t leaf_of(const Men& men) const {
        Features features(m_, men);
        std::size_t n = 0;
        while (nodes[n].question >= 0) {
            const unsigned a = features.answer(questions_[static_cast<std::size_t>(nodes[n].question)]);
            n = a <= nodes[n].bound ? nodes[n].left : nodes[n].right;
        }
        return n;
    }

    std::vector<Node> nodes;
    unsigned depth = 0;

private:
    [[nodiscard]] unsigned answer(std::size_t i, std::size_t question) const {
        return answers_[i * questions_.size() + question];
    }

    void find_split(const std::uint32_t* begin, const std::uint32_t* end, double weight, Node& node) {
        Counts all{};
        for (const auto* i = begin; i != end; ++i) ++all[allowed_[*i]];
        double best = bits_of(all) * weight - node_bits;
        if (best <= 0 || end - begin < 8) return;
        const std::size_t count = questions_.size();
        answered_.assign(count * 32, {});
        for (const auto* i = begin; i != end; ++i) {
            const std::uint8_t* answers = &answers_[*i * count];
            for (std::size_t q = 0; q < count; ++q) ++answered_[q * 32 + answers[q]][allowed_[*i]];
        }
        for (std::size_t q = 0; q < count; ++q) {
            Counts left{}, right = all;
            for (unsigned bound = 0; bound < 31; ++bound) {
                const Counts& here = answered_[q * 32 + bound];
                std::uint32_t moved = 0;
                for (unsigned k = 1; k < 8; ++k) left[k] += here[k], right[k] -= here[k], moved += here[k];
                if (moved == 0) continue;
                const double bits = (bits_of(left) + bits_of(right)) * weight;
                if (bits < best) best = bits, node.question = static_cast<int>(q), node.bound = bound;
            }
        }
    }

    Material m_;
    std::vector<Question> questions_;
    std::vector<std::uint8_t> answers_, allowed_;
    std::vector<Counts> answered_;
};

}  // namespace stackmate::endings
