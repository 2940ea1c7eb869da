// King and pawn against king, solved backwards from promotions, and packed into the header core/eval/endings/kpk_table.hpp.
// It knows nothing of the core's rules, so that each can be tested against the other.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

namespace stackmate::endings {

/// White has the pawn. Squares 0..63, a1 = 0, h1 = 7.
class KpkSolution {
public:
    KpkSolution() {
        while (improve()) {}
    }

    /// Could the three stand so? Whose move it is and who gives check is not asked.
    static bool possible(int pawn, int king, int weak_king) {
        return pawn != king && pawn != weak_king && distance(king, weak_king) > 1;
    }
    /// White wins; `possible`, and where White moves its pawn does not attack the king.
    [[nodiscard]] bool won(int pawn, int king, int weak_king, bool white_moves) const {
        return (white_moves ? mover_wins_ : mover_loses_)[number(pawn, king, weak_king)];
    }

private:
    static constexpr std::size_t number(int pawn, int king, int weak_king) {
        return static_cast<std::size_t>((pawn * 64 + king) * 64 + weak_king);
    }
    static int distance(int a, int b) { return std::max(std::abs(a % 8 - b % 8), std::abs(a / 8 - b / 8)); }
    static bool attacks(int pawn, int square) {
        return square / 8 == pawn / 8 + 1 && std::abs(square % 8 - pawn % 8) == 1;
    }

    bool improve() {
        bool better = false;
        for (int pawn = 8; pawn < 56; ++pawn)
            for (int king = 0; king < 64; ++king)
                for (int weak = 0; weak < 64; ++weak) {
                    if (!possible(pawn, king, weak)) continue;
                    const std::size_t n = number(pawn, king, weak);
                    if (!mover_loses_[n] && loses(pawn, king, weak)) mover_loses_[n] = better = true;
                    if (!mover_wins_[n] && !attacks(pawn, weak) && wins(pawn, king, weak))
                        mover_wins_[n] = better = true;
                }
        return better;
    }
    /// Black has moves, and none of them helps.
    [[nodiscard]] bool loses(int pawn, int king, int weak) const {
        bool any = false;
        for (int to = 0; to < 64; ++to) {
            if (distance(weak, to) != 1 || distance(king, to) <= 1 || attacks(pawn, to)) continue;
            if (to == pawn || !mover_wins_[number(pawn, king, to)]) return false;
            any = true;
        }
        return any;
    }
    [[nodiscard]] bool wins(int pawn, int king, int weak) const {
        for (int to = 0; to < 64; ++to)
            if (distance(king, to) == 1 && possible(pawn, to, weak) && mover_loses_[number(pawn, to, weak)])
                return true;
        for (int to = pawn + 8; to != king && to != weak; to += 8) {
            if (to >= 56) return distance(weak, to) > 1 || distance(king, to) == 1;  // it will not be taken
            if (mover_loses_[number(to, king, weak)]) return true;
            if (pawn >= 16 || to != pawn + 8) break;
        }
        return false;
    }

    std::vector<char> mover_wins_ = std::vector<char>(64 * 64 * 64);
    std::vector<char> mover_loses_ = std::vector<char>(64 * 64 * 64);
};

/// Half a board of squares for Black's king, to move: where it draws, and where it could stand at all. Halves that do
/// not contradict one another share a word.
struct KpkHalf {
    std::uint32_t drawn = 0;
    std::uint32_t possible = 0;

    [[nodiscard]] bool agrees(const KpkHalf& other) const {
        return ((drawn ^ other.drawn) & possible & other.possible) == 0;
    }
    void join(const KpkHalf& other) {
        drawn |= other.drawn;
        possible |= other.possible;
    }
};

struct KpkPacked {
    std::vector<std::uint8_t> word_of;  ///< by pawn, 4 * (rank - 1) + file; by White's king; by half
    std::vector<std::uint32_t> words;
};

inline KpkPacked pack_kpk(const KpkSolution& solution) {
    std::vector<KpkHalf> halves;
    for (int pawn = 0; pawn < 24; ++pawn)
        for (int king = 0; king < 64; ++king)
            for (int half = 0; half < 2; ++half) {
                KpkHalf h;
                const int square = 8 + pawn / 4 * 8 + pawn % 4;
                for (int i = 0; i < 32; ++i) {
                    const int weak = half * 32 + i;
                    if (!KpkSolution::possible(square, king, weak)) continue;
                    h.possible |= 1u << i;
                    if (!solution.won(square, king, weak, false)) h.drawn |= 1u << i;
                }
                halves.push_back(h);
            }
    // The fullest first: those with little to say find a place beside them.
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < halves.size(); ++i) order.push_back(i);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return std::popcount(halves[a].possible) > std::popcount(halves[b].possible);
    });
    std::vector<KpkHalf> shared;
    KpkPacked packed;
    packed.word_of.resize(halves.size());
    for (const std::size_t i : order) {
        const auto place = std::find_if(shared.begin(), shared.end(), [&](auto& s) { return s.agrees(halves[i]); });
        packed.word_of[i] = static_cast<std::uint8_t>(place - shared.begin());
        if (place == shared.end())
            shared.push_back(halves[i]);
        else
            place->join(halves[i]);
    }
    for (const KpkHalf& s : shared) packed.words.push_back(s.drawn);
    return packed;
}

/// The header, to the byte.
inline std::string kpk_header() {
    const KpkPacked packed = pack_kpk(KpkSolution());
    std::string text =
        "// Generated by workshop/training/endings/kpk.cpp; do not edit. Command line:\n"
        "//   build/lab/workshop/training/endings/kpk_table > core/eval/endings/kpk_table.hpp\n"
        "// clang-format off\n"
        "#pragma once\n\n"
        "#include <cstdint>\n\n"
        "namespace stackmate::kpk {\n\n"
        "/// Where the weak king, to move, draws: half a board of squares, a1 or a5 first.\n"
        "inline constexpr std::uint32_t words["
        + std::to_string(packed.words.size()) + "] = {";
    char item[24];
    for (std::size_t i = 0; i < packed.words.size(); ++i) {
        std::snprintf(item, sizeof(item), "%s0x%08xu,", i % 8 == 0 ? "\n    " : " ", packed.words[i]);
        text += item;
    }
    text +=
        "\n};\n\n"
        "/// Which word: by the pawn, 4 * (rank - 1) + file with ranks from 0; by its king, a1 to h8; by the half "
        "board.\n"
        "inline constexpr std::uint8_t word_of["
        + std::to_string(packed.word_of.size()) + "] = {";
    for (std::size_t i = 0; i < packed.word_of.size(); ++i)
        text += (i % 24 == 0 ? "\n    " : " ") + std::to_string(packed.word_of[i]) + ",";
    return text + "\n};\n\n}  // namespace stackmate::kpk\n";
}

}  // namespace stackmate::endings
