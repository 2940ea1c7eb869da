// `go` for the engine: from the limits of the line to `bestmove`.
#pragma once

#include <cstdint>
#include <span>
#include <utility>

#include "core/engine/book.hpp"
#include "core/engine/engine.hpp"
#include "core/engine/limits.hpp"
#include "firmware/engine/levels.hpp"
#include "firmware/engine/own_book.hpp"
#include "firmware/engine/solved.hpp"
#include "firmware/uci/options.hpp"
#include "firmware/uci/position_line.hpp"
#include "firmware/uci/search_reports.hpp"
#include "firmware/uci/work.hpp"
#include "hal/concepts.hpp"

namespace stackmate::firmware {

template <class Config, hal::Board Board>
class SearchTask {
    using Work = LineWork<Config, Board>;

public:
    explicit SearchTask(Work& work) noexcept : work_{work}, reports_{work} {}

    /// `game_seed` decides which moves a limited strength overlooks.
    [[gnu::noinline]] void start(const SessionOptions& options, PositionLine<Config>& position,
                                 std::uint32_t game_seed) noexcept {
        // The engine copies both before its search uses the workspace.
        const auto& scratch = work_.go_scratch();
        work_.started_ms = work_.now_ms();
        const std::span<const Move> moves{scratch.moves, scratch.line.move_count()};
        Limits limits = scratch.line.limits();
        limits.has_timer = !requires { work_.board_.deadline.poll(); };  // one that must be polled is no timer
        position.charge(limits.time_ms[index(work_.engine.position().side())]);
        if (options.own_book && answer_from_book(limits, moves)) {
            return;
        }
        begin(options, limits, moves, game_seed);
        work_.task = Task::search;
        fresh_ = true;
        reports_.begin(options.show_wdl);
        arm_deadline();
    }

    /// Returns false if there is nothing to do but to wait.
    [[gnu::noinline]] bool run() noexcept {
        if (work_.engine.waiting() && !work_.stop_raised()) {
            return false;
        }
        // If `stop` arrived together with its `go`, it raised the flag too early and may still be unread.
        if (std::exchange(fresh_, false) && !work_.stop_raised()) {
            return true;
        }
        switch (work_.engine.run(Config::slice_nodes, work_.now_ms())) {
        case EngineEvent::none: break;
        case EngineEvent::info: reports_.note_news(work_.engine.news_line()); break;
        case EngineEvent::finished: answer(); return true;
        }
        reports_.tell_if_free();
        return true;
    }

    void ponder_hit() noexcept {
        if (work_.engine.hard_limit_ms() != no_limit) {
            return;
        }
        const std::uint32_t now = work_.now_ms();
        work_.engine.ponder_hit(now);
        if (work_.engine.hard_limit_ms() != no_limit) {  // it was pondering, and the clock runs from now on
            work_.started_ms = now;
            arm_deadline();
        }
    }

    /// Whether output is still in the queue.
    [[nodiscard]] bool output_waits() const noexcept { return reports_.output_waits(); }

private:
    /// Applies the limited strength, the solved endings and the number of lines.
    [[gnu::noinline, gnu::cold]] void begin(const SessionOptions& options, Limits& limits, std::span<const Move> moves,
                                            std::uint32_t game_seed) noexcept {
        if (options.limit_strength) {
            Position& p = work_.engine.working_position();
            const Level level = level_for_elo(options.elo, p, game_seed);
            hold_to(limits, level);
            if (moves.empty()) {
                moves = considered_moves(level, p, game_seed, work_.go_scratch().moves);
            }
        } else if (OffersEndings<Config> && options.endings && options.lines == 1 && moves.empty()) {
            moves = keeping_moves(work_.engine.position(), work_.go_scratch().moves);
        }
        set_lines(options.lines);
        work_.engine.go(limits, moves, work_.started_ms);
    }

    /// For the line's own searches only: other users of the engine want one line.
    void set_lines([[maybe_unused]] unsigned lines) noexcept {
        if constexpr (Engine<Config>::max_lines > 1) {
            work_.engine.set_lines(lines);
        }
    }

    /// Returns false if the book does not know the position, or if `go` wants the search itself (infinite, ponder,
    /// mate) or restricts the moves.
    bool answer_from_book([[maybe_unused]] const Limits& limits,
                          [[maybe_unused]] std::span<const Move> moves) noexcept {
        if constexpr (OffersBook<Board>) {
            if (limits.infinite || limits.ponder || limits.mate != 0 || !moves.empty()) {
                return false;
            }
            // The time at which `go` arrives differs from game to game.
            const std::uint32_t seed = static_cast<std::uint32_t>(work_.board_.system.unique_id()) + work_.started_ms;
            if (const Move m = opening_book.choose(work_.engine.position(), seed)) {
                work_.say("info string book\nbestmove ");
                work_.say_move(m, work_.engine.position());
                work_.say("\n");
                return true;
            }
        }
        return false;
    }

    void arm_deadline() noexcept {
        const std::uint32_t limit = work_.engine.hard_limit_ms();
        if (limit != no_limit) {
            const std::uint32_t gone = work_.now_ms() - work_.started_ms;
            work_.board_.deadline.arm(limit > gone ? limit - gone : 0, work_.stop);
        }
    }

    [[gnu::noinline, gnu::cold]] void answer() noexcept {
        work_.board_.deadline.disarm();
        work_.task = Task::none;
        set_lines(1);
        const Move best = work_.engine.best_move();
        if (work_.mute) {
            return;
        }
        if (best) {
            reports_.tell_before_answer(best);
        } else {
            tell_no_move(work_, work_.engine.position().checker() != Square::none);
        }
        work_.say("bestmove ");
        work_.say_move(best, work_.engine.position());
        if (const Move ponder = work_.engine.ponder_move(); best && ponder) {
            work_.say(" ponder ");
            work_.say_move(ponder, work_.engine.position());
        }
        work_.say("\n");
    }

    Work& work_;
    SearchReports<Config, Board> reports_;
    bool fresh_ = false;  ///< the search has begun, and its first slice has not run yet
};

}  // namespace stackmate::firmware
