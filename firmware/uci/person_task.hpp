// `go` for the person at the board: with the option `Player` set to Board, the program at the other end of the line
// plays against whoever moves the pieces.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>

#include "core/engine/engine.hpp"
#include "core/engine/limits.hpp"
#include "core/game/game_state.hpp"
#include "firmware/engine/stand_in.hpp"
#include "firmware/uci/companion.hpp"
#include "firmware/uci/search_reports.hpp"
#include "firmware/uci/work.hpp"
#include "hal/concepts.hpp"

namespace stackmate::firmware {

template <class Config, hal::Board Board, class Companion>
class PersonTask {
    using Work = LineWork<Config, Board>;

public:
    explicit constexpr PersonTask(Work& work) noexcept : work_{work} {}

    /// Call it once, before anything else.
    void set_companion(Companion& companion) noexcept {
        static_assert(ShellCompanion<Companion>);
        companion_ = &companion;
    }
    [[nodiscard]] Companion& companion() noexcept { return *companion_; }

    /// A game begins, for which the person may be asked again.
    void welcome() noexcept { has_left_ = false; }
    [[nodiscard]] bool has_left() const noexcept { return has_left_; }

    /// The line's position has changed; `shown`: the person plays in it.
    void note_position(bool shown) noexcept { unshown_ = shown; }

    /// The person no longer plays for the line.
    void release() noexcept {
        unshown_ = has_left_ = false;
        companion_->release_sides();
    }

    /// A position that no `go` follows is shown as well; one followed by `go ponder` is only a guess.
    bool show_position_at_rest() noexcept {
        if (!unshown_ || has_left_ || work_.now_ms() - work_.started_ms < show_after_ms) {
            return false;
        }
        unshown_ = false;
        companion_->release_engine();  // with the line's position
        companion_->show_position(work_.engine.position());
        return true;
    }

    [[gnu::noinline]] void start() noexcept {
        unshown_ = false;
        const Limits limits = work_.go_scratch().line.limits();
        guessing_ = limits.ponder;
        work_.task = Task::person;
        if (!guessing_) {
            ask(limits);
        }
    }

    /// Returns false if the person has not moved yet.
    bool run() noexcept {
        if (const Move m = companion_->person_moved()) {
            work_.task = Task::none;
            work_.say("bestmove ");
            work_.say_move(m, work_.engine.position());
            work_.say("\n");
            return true;
        }
        if (!guessing_ && companion_->person_left()) {
            has_left_ = true;
            stand_in("the person has left the game");
            return true;
        }
        return false;
    }

    void ponder_hit() noexcept {
        if (std::exchange(guessing_, false)) {
            companion_->release_engine();  // with the line's position
            ask({});
        }
    }

    /// Ends the task without the person's move. The protocol requires a move, and nobody can move for a person: the
    /// engine's move stands in. It is not shown on the board unless the program continues with it. Its search ends
    /// within this call, so its nodes are limited: a position with many captures has a million at depth 1.
    [[gnu::noinline, gnu::cold]] void stand_in(std::string_view why) noexcept {
        companion_->forget_person();
        work_.task = Task::none;
        const bool guess = std::exchange(guessing_, false);
        if (work_.mute) {
            return;
        }
        companion_->release_engine();
        Limits limits{};
        limits.depth = 1;
        limits.nodes = stand_in_nodes<Config>;
        work_.engine.go(limits, {}, work_.now_ms());
        while (work_.engine.searching()) {
            (void)work_.engine.run(Config::slice_nodes, work_.now_ms());
        }
        const Move best = work_.engine.best_move();
        if (!guess) {
            companion_->note_stand_in(best);
        }
        work_.say("info string board ");
        work_.say(why);
        work_.say(": the engine's move stands in\nbestmove ");
        work_.say_move(best, work_.engine.position());
        work_.say("\n");
    }

private:
    static constexpr std::uint32_t show_after_ms = 100;  ///< a `go` follows its `position` sooner

    [[gnu::cold]] void ask(const Limits& limits) noexcept {
        if (!companion_->ask_person(work_.engine.position(), limits)) {
            work_.task = Task::none;
            if (is_over(work_.engine.state())) {
                tell_no_move(work_, work_.engine.state() == GameState::checkmate);
            }
            work_.say("bestmove 0000\n");
        }
    }

    Work& work_;
    Companion* companion_ = nullptr;
    bool unshown_ = false;   ///< the position has not been shown on the board
    bool guessing_ = false;  ///< the person is asked only if the program has guessed right
    bool has_left_ = false;  ///< the person has left the game, and is not asked any more
};

/// Where there is only a serial line, nobody is asked.
template <class Config, hal::Board Board>
class PersonTask<Config, Board, NoCompanion> {
public:
    explicit constexpr PersonTask(LineWork<Config, Board>&) noexcept {}
    static void set_companion(NoCompanion&) noexcept {}
    [[nodiscard]] static NoCompanion companion() noexcept { return NoCompanion{}; }
    static void welcome() noexcept {}
    [[nodiscard]] static bool has_left() noexcept { return false; }
    static void note_position(bool) noexcept {}
    static void release() noexcept {}
    static bool show_position_at_rest() noexcept { return false; }
    static void start() noexcept {}
    static bool run() noexcept { return false; }
    static void ponder_hit() noexcept {}
    static void stand_in(std::string_view) noexcept {}
};

}  // namespace stackmate::firmware
