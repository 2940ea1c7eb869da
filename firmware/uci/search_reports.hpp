// What a search reports while it runs: UCI's `info` lines, as far as the line has room for them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/chess/bits.hpp"
#include "core/engine/engine.hpp"
#include "core/notation/text.hpp"
#include "core/eval/wdl.hpp"
#include "firmware/line/writer.hpp"
#include "firmware/uci/work.hpp"
#include "hal/concepts.hpp"

namespace stackmate::firmware {

/// Converts a count to a count per second; a time of 0 ms counts as 1 ms.
[[nodiscard]] constexpr std::uint64_t per_second(std::uint64_t count, std::uint32_t ms) noexcept {
    return count * 1000 / (ms != 0 ? ms : 1);
}

/// Reports a position without a legal move: there is nothing more to say.
template <class Config, hal::Board Board>
void tell_no_move(LineWork<Config, Board>& work, bool in_check) noexcept {
    work.say("info depth 0 score ");
    work.say(in_check ? std::string_view{"mate 0\n"} : std::string_view{"cp 0\n"});
}

/// The latest report waits until it can be written without delaying anything: on a line where a byte takes time, until
/// all earlier bytes have left. So `bestmove` finds at most one report in transmission, and none that would still be in
/// transmission at the deadline. If the search ends first, a waiting report is dropped, unless the answer need not be
/// immediate: then it is sent before the answer. In that case the last report counts all nodes of the search: always
/// without a wire, and on a wire where no time is set or the report fits.
///
/// On a line whose other side may stop reading, a report is written only if the queue has room for the answer behind
/// it. So while nobody reads, no answer waits and none is dropped.
template <class Config, hal::Board Board>
class SearchReports : LineWriter<Board> {
    using Line = LineWriter<Board>;
    using Line::board_;
    using Line::say;
    using Line::say_move;
    using Line::say_number;

public:
    /// Construct it while nothing is queued on the line.
    explicit SearchReports(LineWork<Config, Board>& work) noexcept
        : Line{work}, work_{work}, tx_capacity_{board_.serial.tx_free()} {}
    SearchReports(const SearchReports&) = delete;
    SearchReports& operator=(const SearchReports&) = delete;

    /// A search begins.
    void begin(bool show_wdl) noexcept {
        news_ = 0;
        reported_nodes_ = 0;
        said_ = {};
        show_wdl_ = show_wdl;
        current_ = {};
    }

    /// Whether output is still in the queue.
    [[nodiscard]] bool output_waits() const noexcept { return board_.serial.tx_free() != tx_capacity_; }

    /// The search has something to report of this line.
    void note_news(unsigned line) noexcept { news_ = static_cast<std::uint8_t>(news_ | 1u << line); }

    void tell_if_free() noexcept {
        // Nobody waits for a report once the answer is wanted, and on a slow chip filling in `hashfull` alone takes
        // long.
        if (news_ != 0 && !stop_raised() && line_is_free()) {
            (void)report(Detail::if_it_fits);
        } else if constexpr (tells_more) {
            tell_current();
        }
    }

    /// The search has ended, and its answer is written next.
    void tell_before_answer(Move best) noexcept {
        // A GUI expects at least one score, the answer as the first move of the last line, and there the cost of the
        // whole search. An iteration that was stopped early may have changed the answer.
        const bool unsaid = said_ != best;
        if (!unsaid && news_ == 0 && reported_nodes_ == static_cast<std::uint32_t>(work_.engine.nodes())) {
            return;
        }
        const bool awaited = work_.engine.hard_limit_ms() != no_limit || stop_raised();
        news_ |= 1;
        if (!awaited || board_.serial.byte_time_us() == 0) {
            while (report(Detail::whole) && news_ != 0) {}
        } else if (unsaid && may_answer_later()) {
            (void)report(Detail::brief);
        } else if (!stop_raised()) {
            (void)report(Detail::if_it_fits);  // the search has ended before its time
        }
    }

private:
    static constexpr std::size_t move_length = 1 + max_move_length;  ///< in a line of moves
    /// An info line with one move: when all numbers have one digit, and below, when they have as many digits as
    /// possible.
    static constexpr std::size_t shortest_info = 75;
    /// This is also the longest line where a byte takes time: an answer may have to wait behind it.
    static constexpr std::size_t longest_info = 190;
    /// "bestmove e7e8q ponder e7e8q", after a stop "info string perft stopped", "readyok", and a reserve.
    static constexpr std::size_t longest_answer = 64;
    /// After this time the current root move is reported; earlier ones change too fast to be read.
    static constexpr std::uint32_t tell_current_after_ms = 1000;
    static constexpr std::size_t longest_current = 60;
    /// Boards with the large engine have flash for what only programs read.
    static constexpr bool tells_more = Engine<Config>::max_lines > 1;

    /// Whether what is written now need not wait for what was written before.
    [[nodiscard]] bool line_is_free() const noexcept {
        return board_.serial.byte_time_us() == 0 || board_.serial.tx_free() == tx_capacity_;
    }

    /// Whether there is time for a short report on the wire before the answer. When a clock runs, the move overhead
    /// covers it. Nothing does when the answer is expected at once: after `stop`, or at the end of a time that the GUI
    /// has set for this move.
    [[nodiscard]] bool may_answer_later() const noexcept {
        const std::uint32_t limit = work_.engine.hard_limit_ms();
        const bool early = board_.clock.now_ms() - work_.started_ms + 1 < limit;
        return limit != no_limit && !work_.engine.limit_is_exact() && !(early && stop_raised());
    }

    void tell_current() noexcept {
        const std::uint32_t passed = board_.clock.now_ms() - work_.started_ms;
        if (passed < tell_current_after_ms) {
            return;
        }
        const auto [depth, move, number] = work_.engine.root_progress();
        if (move == current_ || !move || !line_is_free() || stop_raised() || room_for_info(passed) < longest_current) {
            return;
        }
        current_ = move;
        say("info depth ");
        say_number(static_cast<std::uint32_t>(depth));
        say(" currmove ");
        say_move(move, work_.engine.position());
        say(" currmovenumber ");
        say_number(number);
        say("\n");
    }

    /// How much an info line contains.
    enum class Detail : std::uint8_t {
        if_it_fits,  ///< nothing at all if the queue has no room, if it would not be sent in time, or after stop
        brief,       ///< only the first move of the best line
        whole,       ///< everything; like `brief` it waits for the queue if that drains, otherwise it leaves room for
                     ///< the answer
    };

    /// Writes an info line, of the best line with news, piece by piece, directly into the queue. Returns false if there
    /// is no room.
    [[gnu::noinline, gnu::cold]] bool report(Detail detail) noexcept {
        const std::uint32_t now = board_.clock.now_ms();
        SearchReport r = work_.engine.report(now, lowest_bit(news_));
        if (r.depth == 0) {
            r.score = work_.engine.evaluate();  // no iteration was finished: the static evaluation
        }
        std::size_t room = board_.serial.byte_time_us() != 0 ? longest_info : static_cast<std::size_t>(-1);
        if (detail == Detail::if_it_fits) {
            room = std::min(room, room_for_info(now - work_.started_ms));
        } else if (hal::MayStall<decltype(Board::serial)>) {
            room = std::min(room, free_for_info());
        }
        if ((detail == Detail::if_it_fits && stop_raised()) || !fits(r, room)) {
            return false;
        }
        news_ &= static_cast<std::uint8_t>(news_ - 1);
        reported_nodes_ = static_cast<std::uint32_t>(r.nodes);
        if (r.line_number == 0) {
            said_ = r.line.empty() ? Move{} : r.line[0];
        }
        InfoLine line{*this, false, detail == Detail::if_it_fits};
        write_info(line, r);
        for (std::size_t ply = 0; ply < r.line.size(); ++ply) {
            if (ply != 0 && (detail == Detail::brief || line.is_awaited() || line.length + move_length + 1 > room)) {
                break;
            }
            line.length += move_length;
            say(" ");
            say_move(r.line[ply], work_.engine.position());
        }
        say("\n");
        return true;
    }

    /// Whether the line fits up to the first move of the best line. Measured only if that is in doubt.
    [[nodiscard]] bool fits(const SearchReport& r, std::size_t room) noexcept {
        if (room >= longest_info) {
            return true;
        }
        InfoLine measured{*this, true, false};
        if (room >= shortest_info) {
            write_info(measured, r);
        }
        return room >= shortest_info && measured.length + move_length + 1 <= room;
    }

    [[nodiscard]] bool stop_raised() const noexcept { return work_.stop_raised(); }

    /// How many characters the queue takes now while keeping room for the answer.
    [[nodiscard]] std::size_t free_for_info() const noexcept {
        const std::size_t free = board_.serial.tx_free();
        if constexpr (hal::MayStall<decltype(Board::serial)>) {
            return free - std::min(free, longest_answer);
        }
        return free;
    }
    /// How many characters the queue takes now that are sent before the deadline.
    [[nodiscard]] std::size_t room_for_info(std::uint32_t passed_ms) const noexcept {
        const std::size_t free = free_for_info();
        const std::uint32_t limit = work_.engine.hard_limit_ms();
        const std::uint32_t byte_us = board_.serial.byte_time_us();
        if (limit == no_limit || byte_us == 0) {
            return free;
        }
        const std::uint32_t gone = passed_ms + 1;  // the millisecond that has begun counts
        if (gone >= limit) {
            return 0;
        }
        // After a second, whatever is in the queue has been sent.
        const std::size_t in_time = std::min<std::uint32_t>(limit - gone, 1000) * 1000 / byte_us;
        const std::size_t queued = tx_capacity_ - board_.serial.tx_free() + 2;  // the hardware may hold two more
        return in_time > queued ? std::min(free, in_time - queued) : 0;
    }

    /// Used twice: to measure, then to write.
    struct InfoLine {
        SearchReports& reports;
        bool measuring;
        bool may_be_cut;  ///< cut off a line that has begun once the answer is wanted
        std::size_t length = 0;

        [[nodiscard]] bool is_awaited() const noexcept { return may_be_cut && reports.stop_raised(); }

        void text(std::string_view piece) noexcept {
            length += piece.size();
            if (!measuring) {
                reports.say(piece);
            }
        }
        void number(std::string_view title, std::uint64_t value) noexcept {
            char digits[20];
            text(title);
            text({digits, static_cast<std::size_t>(write_number(digits, value) - digits)});
        }
        void number_if_time(std::string_view title, std::uint64_t value) noexcept {
            if (!is_awaited()) {
                number(title, value);
            }
        }
    };

    [[gnu::noinline, gnu::cold]] void write_info(InfoLine& line, const SearchReport& r) noexcept {
        line.number("info depth ", static_cast<std::uint32_t>(r.depth));
        line.number(" seldepth ", static_cast<std::uint32_t>(r.seldepth));
        if (tells_more && r.lines > 1) {
            line.number(" multipv ", r.line_number + 1u);
        }
        line.text(" score ");
        const std::uint32_t size = static_cast<std::uint32_t>(r.score < 0 ? -r.score : r.score);
        const bool mate = is_mate(r.score);
        line.text(mate ? std::string_view{"mate"} : std::string_view{"cp"});
        const std::uint32_t moves = (static_cast<std::uint32_t>(score_mate) - size + 1) / 2;
        line.number(r.score < 0 ? std::string_view{" -"} : std::string_view{" "}, mate ? moves : size);
        if (r.bound == Bound::lower) {
            line.text(" lowerbound");
        } else if (r.bound == Bound::upper) {
            line.text(" upperbound");
        }
        if (show_wdl_) {
            const Wdl wdl = wdl_of(r.score);
            line.number(" wdl ", wdl.win);
            line.number(" ", wdl.draw);
            line.number(" ", wdl.loss);
        }
        line.number_if_time(" nodes ", r.nodes);
        line.number_if_time(" nps ", per_second(r.nodes, r.time_ms));
        line.number_if_time(" hashfull ", r.hashfull);
        line.number_if_time(" time ", r.time_ms);
        if (!r.line.empty()) {
            line.text(" pv");
        }
    }

    LineWork<Config, Board>& work_;
    std::size_t tx_capacity_;
    std::uint8_t news_ = 0;  ///< lines of which the search has something to report; bit 0 is the best
    bool show_wdl_ = false;
    std::uint32_t reported_nodes_ = 0;  ///< as of the latest info line of this search; the lower 32 bits
    Move current_{};                    ///< the root move last reported as being searched
    Move said_{};                       ///< the best move in the latest info line of this search; none before one
};

}  // namespace stackmate::firmware
