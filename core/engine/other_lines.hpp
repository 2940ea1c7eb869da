// Several lines (UCI's MultiPV): all but the best one. At each depth the best line is searched first, then the root again
// without that line's first move, and so on.
#pragma once

#include "core/chess/types.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace stackmate {

/// Line 0, the best, is kept by iterative deepening itself; these are 1 to `most` - 1, with at most `plies` moves each.
template <class Move, std::size_t plies, unsigned most>
class OtherLines {
public:
    /// How many lines the next searches find, 1 to `most`.
    void want(unsigned lines) { wanted_ = static_cast<std::uint8_t>(lines); }
    /// Is there more than one to search?
    [[nodiscard]] bool wanted() const { return wanted_ != 1; }

    /// A search begins. `moves`: how many there are at the root.
    void begin(unsigned moves) {
        number_ = reported_ = 0;
        lines_ = wanted_ < moves ? wanted_ : moves != 0 ? static_cast<std::uint8_t>(moves) : std::uint8_t{1};
    }
    /// The search is over. From now on line 0 is reported.
    void end() { number_ = reported_ = 0; }

    /// How many this search finds.
    [[nodiscard]] unsigned lines() const { return lines_; }
    /// The line that is being searched.
    [[nodiscard]] unsigned number() const { return number_; }
    /// The line of the last result, which is the one to report.
    [[nodiscard]] unsigned reported() const { return reported_; }
    /// The line that is being searched has a result.
    void report() { reported_ = number_; }

    /// Keeps the moves, or the score, of the line that is being searched; false if that is line 0.
    bool take_line(std::span<const Move> line) {
        if (number_ == 0) return false;
        for (std::size_t i = 0; i < line.size(); ++i) line_[i] = line[i];
        size_ = static_cast<std::uint8_t>(line.size());
        return true;
    }
    bool take_score(Score score) {
        if (number_ == 0) return false;
        scores_[number_] = static_cast<std::int16_t>(score);
        return true;
    }
    /// The moves of the line taken last.
    [[nodiscard]] std::span<const Move> line() const { return {line_.data(), size_}; }
    /// The score of this line at the previous depth.
    [[nodiscard]] Score score_before() const { return scores_[number_]; }

    /// A line is done. True if another is to be searched at this depth. `moves` are all moves of the root; this moves the first
    /// move of each line found to the front. `best`: the first move of the best line.
    bool next(std::span<Move> moves, Move best) {
        if (lines_ == 1) return false;
        const Move found = number_ == 0 ? best : line_[0];
        std::size_t at = number_;
        while (at < moves.size() && moves[at] != found) ++at;
        if (at != moves.size())
            for (; at != number_; --at) std::swap(moves[at], moves[at - 1]);
        if (number_ + 1u == lines_) {
            number_ = 0;
            return false;
        }
        ++number_;
        return true;
    }

private:
    std::array<Move, plies> line_{};
    std::array<std::int16_t, most> scores_{};  ///< of the previous depth; [0] is not used
    std::uint8_t size_ = 0;                    ///< of `line_`
    std::uint8_t wanted_ = 1;
    std::uint8_t lines_ = 1;
    std::uint8_t number_ = 0;
    std::uint8_t reported_ = 0;
};

/// There is one line, and nothing to keep.
template <class Move, std::size_t plies>
class OtherLines<Move, plies, 1> {
public:
    static constexpr bool wanted() { return false; }
    static constexpr void begin(unsigned) {}
    static constexpr void end() {}
    static constexpr unsigned lines() { return 1; }
    static constexpr unsigned number() { return 0; }
    static constexpr unsigned reported() { return 0; }
    static constexpr void report() {}
    static constexpr bool take_line(std::span<const Move>) { return false; }
    static constexpr bool take_score(Score) { return false; }
    static constexpr std::span<const Move> line() { return {}; }
    static constexpr Score score_before() { return score_draw; }
    static constexpr bool next(std::span<Move>, Move) { return false; }
};

}  // namespace stackmate
