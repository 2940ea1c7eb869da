// Solves endings backwards, from mates and from captures and promotions into endings that are already solved.
#pragma once

#include "endings/material.hpp"
#include "workshop/endings/moves.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stackmate::endings {

/// What a position is worth to the side to move, and how far the mate is, in one byte: 0 draw; n > 0 won; n < 0 lost; |n| is one
/// more than the half moves to mate with best play of both (in king and pawn against king and pawn only nearly: what en passant
/// gains is not always counted). A won position has a move to a lost one of another ending, or of this one with 1 - n or more.
/// From a lost position all moves lead to won ones, of another ending, or of this one with less than -n. So values that obey
/// this are true: by induction over |n| nobody can be wrong about a win, and a draw is what is left. Castling and the right to
/// capture en passant are left out.
using Value = std::int8_t;
inline constexpr Value not_legal = -128;

enum class Result : std::int8_t { lost = -1, drawn = 0, won = 1 };
constexpr Result operator-(Result r) { return static_cast<Result>(-static_cast<int>(r)); }
constexpr Result result(Value v) { return v > 0 ? Result::won : v < 0 ? Result::lost : Result::drawn; }

struct Solved {
    std::array<std::vector<Value>, 2> values;  ///< by side to move
};

inline std::string name_of(Material m) {
    constexpr char letters[] = "-PNBRQK";
    std::string name = std::string("K") + letters[index(m.first)];
    if (m.shared) name += 'K';
    if (m.second != PieceType::none) name += letters[index(m.second)];
    if (!m.shared) name += 'K';
    return name;
}

class Solver {
public:
    /// Endings are solved in the order of `all_endings`, each once.
    void solve(unsigned ending);

    [[nodiscard]] const Solved& operator[](unsigned ending) const { return solved_[ending]; }
    [[nodiscard]] Solved& operator[](unsigned ending) { return solved_[ending]; }
    [[nodiscard]] Value value(unsigned ending, const Men& men, Color side) const {
        const Material m = all_endings[ending];
        return solved_[ending].values[index(side)][number_of(m, reflected(m, men))];
    }

    [[nodiscard]] Value value(const Place& p) const {
        return p.ending == ending_count ? Value{0} : value(p.ending, p.men, p.side);
    }

    /// The best result of the captures that do not promote. Nothing if there are none.
    [[nodiscard]] std::optional<Result> best_capture(unsigned ending, const Men& men, Color side) const;

private:
    struct Work;
    void look_at(Work& work, std::size_t n, Color side);
    void go_back(Work& work, std::size_t n, Color side);
    /// The value after a move, to the side that moves next. `captured` and `mover` are numbers of men.
    [[nodiscard]] Value converted(Material m, const Men& men, Color next, unsigned captured, unsigned mover,
                                  PieceType becomes) const;
    /// What capturing a pawn that has just made a double step is worth; nothing if that is not possible.
    [[nodiscard]] std::optional<Value> en_passant(Material m, const Men& men, Color side) const;
    [[nodiscard]] static bool any_move(Material m, const Men& men, Color side);

    std::array<Solved, ending_count> solved_;
};

}  // namespace stackmate::endings
