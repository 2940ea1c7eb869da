// Several lines (UCI's MultiPV): all but the best one. At each depth the best line is searched first, then the root again
// without that line's first move, and so on. A line that turns out better than those before it takes its place among them.
#pragma once

#include "core/chess/types.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace stackmate {

/// The first moves of a line from the root, and what it is worth.
template <class Move, std::size_t plies>
struct RootLine {
    std::array<Move, plies> moves{};
    std::int16_t score = score_draw;
    std::int8_t depth = 0;  ///< of the iteration with this score; 0: none yet
    std::uint8_t size = 0;

    void take(std::span<const Move> line) {
        for (std::size_t i = 0; i < line.size(); ++i) moves[i] = line[i];
        size = static_cast<std::uint8_t>(line.size());
    }
    [[nodiscard]] std::span<const Move> text() const { return {moves.data(), size}; }
};

/// Line 0, the best, is kept by iterative deepening itself; these are 1 to `most` - 1, of two or more.
template <class Line, unsigned most>
class OtherLines {
public:
    /// How many lines the next searches find, 1 to `most`.
    void want(unsigned lines) { wanted_ = static_cast<std::uint8_t>(lines); }
    /// Is there more than one to search?
    [[nodiscard]] bool wanted() const { return wanted_ != 1; }

    /// A search begins. `moves`: how many there are at the root.
    void begin(unsigned moves) {
        end();
        lines_ = wanted_ < moves ? wanted_ : moves != 0 ? static_cast<std::uint8_t>(moves) : std::uint8_t{1};
    }
    /// The search is over: from now on line 0 is the one to report.
    void end() { number_ = news_ = untold_ = 0; }

    /// How many this search finds.
    [[nodiscard]] unsigned lines() const { return lines_; }
    /// The line that is being searched.
    [[nodiscard]] unsigned number() const { return number_; }
    /// The line of this number, which is not 0.
    Line& operator[](unsigned number) { return of_[number - 1]; }
    const Line& operator[](unsigned number) const { return of_[number - 1]; }

    /// A line is done. True if another is to be searched at this depth. Otherwise line 0 is the first to report.
    bool next() {
        if (number_ + 1u < lines_) {
            ++number_;
            return true;
        }
        number_ = news_ = 0;
        untold_ = static_cast<std::uint8_t>(lines_ - 1);
        return false;
    }
    /// The next line to report, of an iteration that is done; false if all have been.
    bool tell_next() {
        news_ = untold_ != 0 ? static_cast<std::uint8_t>(lines_ - untold_--) : std::uint8_t{0};
        return news_ != 0;
    }
    [[nodiscard]] bool untold() const { return untold_ != 0; }
    [[nodiscard]] unsigned news() const { return news_; }

private:
    std::array<Line, most - 1> of_{};
    std::uint8_t wanted_ = 1;
    std::uint8_t lines_ = 1;
    std::uint8_t number_ = 0;
    std::uint8_t news_ = 0;    ///< the line to report
    std::uint8_t untold_ = 0;  ///< lines of the last iteration, after `news_`
};

}  // namespace stackmate
