// Thinking in the opponent's time: the engine searches the position after the answer that it expects. If that answer comes, the
// search continues in the engine's own time. If another comes, it is dropped.
#include "core/engine/config.hpp"
#include "core/engine/engine.hpp"
#include "core/notation/move_text.hpp"
#include "core/chess/movegen.hpp"

#include <atomic>
#include <cstdint>
#include <cstdio>

namespace {

using namespace stackmate;

std::atomic<bool> stop{false};
Engine<Tiny> engine{stop};
std::uint32_t now_ms = 0;  // yours is a timer; this one counts slices, so that the program says the same each time

void play(Move m) {
    auto& game = engine.begin_setup();
    game.position = engine.position();
    game.history = engine.history();
    stackmate::play(game.position, game.history, m);
    engine.commit_setup();
}

/// One slice; true when the search has ended.
bool slice() {
    ++now_ms;
    return engine.run(Tiny::slice_nodes, now_ms) == EngineEvent::finished;
}

void say(const char* what, Move m) {
    char text[max_move_length + 1]{};
    write_move(text, m);
    std::printf("%s %s\n", what, text);
}

Limits clocks(bool ponder) {
    Limits limits;
    for (const unsigned side : {0u, 1u}) {
        limits.clock[side] = true;
        limits.time_ms[side] = 10'000;
    }
    limits.ponder = ponder;
    return limits;
}

void think() {
    engine.go(clocks(false), {}, now_ms);
    while (!slice()) {}
}

/// Any legal move except this one.
Move another(Move expected) {
    const Position& p = engine.position();
    Cursor cursor(p.checker());
    while (const Move m = cursor.next(p))
        if (m != expected && p.legal(m, p.checker())) return m;
    return {};
}

/// Plays the move found, and searches the expected answer until the opponent has moved. Afterwards the best move for the
/// position on the board is known.
void play_and_ponder(bool expected_comes) {
    const Move own = engine.best_move();
    const Move expected = engine.ponder_move();
    say("I play", own);
    play(own);
    const Position position = engine.position();  // the board as it is
    const KeyHistory history = engine.history();
    if (expected) {
        say("I expect", expected);
        play(expected);
        engine.go(clocks(true), {}, now_ms);
        for (int i = 0; i < 50; ++i)  // the opponent thinks, and no answer comes however long that takes
            if (slice()) std::puts("an answer that nobody asked for");
        if (expected_comes) {
            std::puts("it comes, and I go on");
            engine.ponder_hit(now_ms);
            while (!slice()) {}
            return;
        }
        stop.store(true);  // also from an interrupt
        while (!slice()) {}
    }
    auto& game = engine.begin_setup();
    game.position = position;
    game.history = history;
    engine.commit_setup();
    const Move reply = another(expected);
    say("but there comes", reply);
    play(reply);
    think();
}

}  // namespace

int main() {
    think();
    play_and_ponder(true);
    play_and_ponder(false);
    say("I play", engine.best_move());
}
