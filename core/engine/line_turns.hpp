// Several lines (UCI's MultiPV): which of them is searched, and which is reported. At each depth the best line is searched
// first, then the root again without that line's first move, and so on. A line that turns out better than those before it takes
// its place among them.
#pragma once

#include "core/cpp20.hpp"

#include <cstdint>

namespace stackmate {

/// Lines are numbered from 0, the best. `max_lines`: how many may be wanted.
template <unsigned max_lines>
class LineTurns {
public:
    /// How many lines the next searches find, 1 to `max_lines`.
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
    std::uint8_t wanted_ = 1;
    std::uint8_t lines_ = 1;
    std::uint8_t number_ = 0;
    std::uint8_t news_ = 0;    ///< the line to report
    std::uint8_t untold_ = 0;  ///< lines of the last iteration, after `news_`
};

/// There is only one line.
template <>
class LineTurns<1> {
public:
    static void end() {}
    static constexpr unsigned lines() { return 1; }
    static constexpr unsigned number() { return 0; }
    static constexpr bool next() { return false; }
    static constexpr bool tell_next() { return false; }
    static constexpr bool untold() { return false; }
    static constexpr unsigned news() { return 0; }
};

}  // namespace stackmate
