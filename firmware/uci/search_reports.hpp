// What a search tells while it runs: UCI's `info` lines, as far as the line has room for them.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/engine/engine.hpp"
#include "core/notation/text.hpp"
#include "core/eval/wdl.hpp"
#include "firmware/engine/helped_engine.hpp"
#include "firmware/line/writer.hpp"
#include "hal/concepts.hpp"

namespace stackmate::firmware {

/// Times of so many things, a second; a time of none counts as a millisecond.
[[nodiscard]] constexpr std::uint64_t per_second(std::uint64_t count, std::uint32_t ms) noexcept {
    return count * 1000 / (ms != 0 ? ms : 1);
}

/// The latest line waits until it can be written without delaying anything: where a byte takes time, until all before it
/// has left. So `bestmove` finds at most one line under way, and none that would still be under way at the deadline. When
/// the search ends first, what has waited is dropped; only where the answer may take its time, it is told before. There
/// the last line counts all the nodes of the search: without a wire always, on a wire where no time is set or it fits.
///
/// On a line whose other side may stop taking bytes a line that tells of the search is written only if the queue has room for
/// the answer behind it. So no answer waits, and none is dropped, while nobody takes them.
///
/// `started_ms`: the clock when the search began, or at the ponder hit.
template <class Config, hal::Board Board>
class SearchReports : LineWriter<Board> {
    using Line = LineWriter<Board>;
    using Line::board_;
    using Line::say;
    using Line::say_move;
    using Line::say_number;
    using TheEngine = typename EngineOf<Config, Board>::Type;

public:
    /// While nothing is queued on the line. `stop`: the engine's flag.
    SearchReports(Board& board, TheEngine& engine, const std::atomic<bool>& stop) noexcept
        : Line{board}, engine_{engine}, stop_{stop}, tx_capacity_{board.serial.tx_free()} {}
    SearchReports(const SearchReports&) = delete;
    SearchReports& operator=(const SearchReports&) = delete;

    /// A search begins.
    void begin(bool show_wdl) noexcept {
        news_ = false;
        told_nodes_ = 0;
        said_ = {};
        show_wdl_ = show_wdl;
        current_ = {};
    }
    /// A position without a move is all there is to tell.
    void tell_no_move(bool in_check) noexcept {
        say("info depth 0 score ");
        say(in_check ? std::string_view{"mate 0\n"} : std::string_view{"cp 0\n"});
    }

    /// Something that was written has not left the queue.
    [[nodiscard]] bool output_waits() const noexcept { return board_.serial.tx_free() != tx_capacity_; }

    /// Whether the search has something to tell.
    void note_news(bool news) noexcept { news_ = news; }

    void tell_if_free(std::uint32_t started_ms) noexcept {
        // Nobody waits for a report once the answer is asked for, and on a slow chip counting the table alone takes long.
        if (news_ && !stop_raised() && line_is_free()) {
            report(Detail::if_it_fits, started_ms);
        } else if constexpr (tells_more) {
            tell_current(started_ms);
        }
    }

    /// The search has ended, and its answer comes next.
    void tell_before_answer(Move best, std::uint32_t started_ms) noexcept {
        // A GUI wants to see one score at least, the answer at the head of the last line it was shown, and there what the
        // whole search has cost. An iteration that was cut short may have changed the answer.
        const bool unsaid = said_ != best;
        if (!unsaid && !news_ && told_nodes_ == static_cast<std::uint32_t>(engine_.nodes())) {
            return;
        }
        const bool awaited = engine_.hard_limit_ms() != no_limit || stop_raised();
        if (!awaited || board_.serial.byte_time_us() == 0) {
            report(Detail::whole, started_ms);
        } else if (unsaid && may_answer_later(started_ms)) {
            report(Detail::brief, started_ms);
        } else if (!stop_raised()) {
            report(Detail::if_it_fits, started_ms);  // the search is over before its time
        }
    }

private:
    static constexpr std::size_t move_length = 1 + max_move_length;  ///< in a line of moves
    /// An info line with one move, when all numbers have one digit, and when they have as many as they can.
    static constexpr std::size_t shortest_info = 75;
    /// The latter is also what a line has at most where a byte takes time: an answer may have to wait behind it.
    static constexpr std::size_t longest_info = 190;
    /// "bestmove e7e8q ponder e7e8q", after a stop "info string perft stopped", "readyok", and some more.
    static constexpr std::size_t longest_answer = 64;
    /// The root move that is searched is told from here on: before, one is over too soon to be read.
    static constexpr std::uint32_t tell_current_after_ms = 1000;
    static constexpr std::size_t longest_current = 60;
    /// Where the engine is the large one, there is flash for what only programs read.
    static constexpr bool tells_more = Engine<Config>::max_lines > 1;

    /// Nothing that is written now waits for what was written before.
    [[nodiscard]] bool line_is_free() const noexcept {
        return board_.serial.byte_time_us() == 0 || board_.serial.tx_free() == tx_capacity_;
    }

    /// Is there time for a short line on the wire before the answer? The move overhead pays for it, when a clock
    /// runs; but nothing does when the answer is awaited now: after stop, or at the end of a time that the GUI has set
    /// for this very move.
    [[nodiscard]] bool may_answer_later(std::uint32_t started_ms) const noexcept {
        std::uint32_t const limit = engine_.hard_limit_ms();
        const bool early = board_.clock.now_ms() - started_ms + 1 < limit;
        return limit != no_limit && !engine_.limit_is_exact() && !(early && stop_raised());
    }

    void tell_current(std::uint32_t started_ms) noexcept {
        std::uint32_t const passed = board_.clock.now_ms() - started_ms;
        if (passed < tell_current_after_ms) {
            return;
        }
        const auto [depth, move, number] = engine_.root_progress();
        if (move == current_ || !move || !line_is_free() || stop_raised() || room_for_info(passed) < longest_current) {
            return;
        }
        current_ = move;
        say("info depth ");
        say_number(static_cast<std::uint32_t>(depth));
        say(" currmove ");
        say_move(move, engine_.position());
        say(" currmovenumber ");
        say_number(number);
        say("\n");
    }

    /// How much an info line may say.
    enum class Detail : std::uint8_t {
        if_it_fits,  ///< nothing at all if the queue has no room, if it would not be gone in time, or after stop
        brief,       ///< of the best line only the first move
        whole,       ///< all; both wait for the queue if that drains, or else leave room for the answer
    };

    /// Writes an info line, in pieces straight into the queue.
    [[gnu::noinline, gnu::cold]] void report(Detail detail, std::uint32_t started_ms) noexcept {
        std::uint32_t const now = board_.clock.now_ms();
        SearchReport r = engine_.report(now);
        if (r.depth == 0) {
            r.score = engine_.evaluate();  // the answer came before an iteration was done: the position as it stands
        }
        std::size_t room = board_.serial.byte_time_us() != 0 ? longest_info : static_cast<std::size_t>(-1);
        if (detail == Detail::if_it_fits) {
            room = std::min(room, room_for_info(now - started_ms));
        } else if (hal::MayStall<decltype(Board::serial)>) {
            room = std::min(room, free_for_info());
        }
        if ((detail == Detail::if_it_fits && stop_raised()) || !fits(r, room)) {
            return;
        }
        news_ = false;
        told_nodes_ = static_cast<std::uint32_t>(r.nodes);
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
            say_move(r.line[ply], engine_.position());
        }
        say("\n");
    }

    /// Does the line fit up to the first move of the best line? It is measured only where there is doubt.
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

    [[nodiscard]] bool stop_raised() const noexcept { return stop_.load(std::memory_order_relaxed); }

    /// Characters that the queue takes now and that leave room for the answer.
    [[nodiscard]] std::size_t free_for_info() const noexcept {
        std::size_t const free = board_.serial.tx_free();
        if constexpr (hal::MayStall<decltype(Board::serial)>) {
            return free - std::min(free, longest_answer);
        }
        return free;
    }
    /// Characters that the queue takes now and that are gone before the deadline.
    [[nodiscard]] std::size_t room_for_info(std::uint32_t passed_ms) const noexcept {
        std::size_t const free = free_for_info();
        std::uint32_t const limit = engine_.hard_limit_ms();
        std::uint32_t const byte_us = board_.serial.byte_time_us();
        if (limit == no_limit || byte_us == 0) {
            return free;
        }
        std::uint32_t const gone = passed_ms + 1;  // the millisecond that has begun counts
        if (gone >= limit) {
            return 0;
        }
        // Whatever is in the queue has left after a second.
        std::size_t const in_time = std::min<std::uint32_t>(limit - gone, 1000) * 1000 / byte_us;
        std::size_t const queued = tx_capacity_ - board_.serial.tx_free() + 2;  // as many may be in the hardware
        return in_time > queued ? std::min(free, in_time - queued) : 0;
    }

    /// Measures first, writes then.
    struct InfoLine {
        SearchReports& reports;
        bool measuring;
        bool may_be_cut;  ///< what has begun is cut short once the answer is awaited
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
        std::uint32_t const size = static_cast<std::uint32_t>(r.score < 0 ? -r.score : r.score);
        const bool mate = is_mate(r.score);
        line.text(mate ? std::string_view{"mate"} : std::string_view{"cp"});
        std::uint32_t const moves = (static_cast<std::uint32_t>(score_mate) - size + 1) / 2;
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

    TheEngine& engine_;
    const std::atomic<bool>& stop_;
    std::size_t tx_capacity_;
    bool news_ = false;  ///< the search has something to tell, and the line was not free for it
    bool show_wdl_ = false;
    std::uint32_t told_nodes_ = 0;  ///< by the latest info line of this search; the lower 32 bits
    Move current_{};                ///< the root move that was told to be searched
    Move said_{};                   ///< the best move that the latest info line of this search told; none yet
};

}  // namespace stackmate::firmware
