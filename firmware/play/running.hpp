// What runs in a state: the moves that count, the search and the clock. After every event, what the state needs
// (firmware/game/at_work.hpp) is compared with what runs, so no path can forget to begin or end a search.
#pragma once

#include "core/chess/types.hpp"
#include "core/engine/limits.hpp"
#include "firmware/game/at_work.hpp"
#include "firmware/game/searching.hpp"
#include "firmware/game/types.hpp"
#include "firmware/play/draws.hpp"

namespace stackmate::firmware {

class Running : public Draws {
public:
    /// While the engine thinks: its best move so far, and the score in centipawns from the mover's view.
    void engine_candidate(Move best, Score score) {
        if (searching().consider(game().position(), best, score)) set_dirty();
    }
    /// What the engine is to do now. Returned once.
    EngineOrder take_order() { return searching().take(); }
    /// A `stop` came before its search had begun. The search goes on, and can be ordered to stop when it runs.
    void search_waits() { searching().let_stop_again(); }
    /// Somebody else uses the engine: its clock stands still until it returns.
    void set_engine_away(bool away) {
        if (away == engine_away_) return;
        engine_away_ = away;
        update_clock();
    }

protected:
    /// All of it.
    void update_running() {
#if STACKMATE_EXERCISES
        hands().tracker().let_move(movers());
#endif
        hands().count(at_work(state()).moves, pending());
        update_engine();
        update_clock();
    }
    /// Makes the running search the one that the state wants.
    void update_engine() {
        const bool engines_turn = game().goes_on() && mover_player() == Seat::engine;
        searching().follow(state(), engines_turn, has_coach && coach_has_work(), [this](Purpose purpose) {
            if (has_coach && purpose == Purpose::grade) return think_for_coach();
            think(purpose, exercises().reply(terms().practised(), purpose, record(), now()));
        });
    }
    void update_clock() {
        const bool runs =
            time_runs_in(state(), {.persons_time = game().persons_time(),
                                   .move_waits = pending() || chooses(),
                                   .engine_moves = searching().looks_for_move(),
                                   .engine_away = engine_away_,
                                   .persons_turn = !chooses() && state_of(facts()) == State::person_to_move});
        run_clock(runs);
    }

private:
    // Not inlined, so that lesson, limits and level are not on the stack below a puzzle's answer.
    [[nodiscard, gnu::noinline]] bool coach_has_work() const { return teaching().has_work(lesson()); }
    [[gnu::noinline]] void think(Purpose purpose, Move only) {
        searching().think(purpose, limits_of(purpose, level(), game().mover(), clock()), only);
    }
    [[gnu::noinline]] void think_for_coach() {
        const Coach::Search search = teaching().begin_search();
        Limits limits;
        limits.nodes = search.nodes;
        searching().think(Purpose::grade, limits, search.only);
    }

    bool engine_away_ = false;  ///< somebody else uses the engine
};

}  // namespace stackmate::firmware
