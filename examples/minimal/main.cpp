// The smallest program with Stackmate in it: a position, ten thousand nodes, the best move. The engine needs
// no heap.
#include "core/engine/config.hpp"
#include "core/engine/engine.hpp"
#include "core/notation/move_text.hpp"

#include <atomic>
#include <cstdio>

int main() {
    static std::atomic<bool> stop{false};                    // an interrupt may raise it to end a search
    static stackmate::Engine<stackmate::Tiny> engine{stop};  // game, search and table: all the RAM there is

    auto& game = engine.begin_setup();
    constexpr auto fen = "r1bqkbnr/pp1p1ppp/2n5/2p1p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 4";
    if (game.position.set_fen(fen) != stackmate::FenError::none) return 1;
    engine.commit_setup();

    stackmate::Limits limits;
    limits.nodes = 10'000;
    engine.go(limits, {}, 0);
    while (engine.run(100, 0) != stackmate::EngineEvent::finished) {
        // Every hundred nodes: time for the rest of your program. Where time is limited the zeros are ms.
    }

    char text[stackmate::max_move_length + 1]{};
    stackmate::write_move(text, engine.best_move());
    return std::puts(text) < 0;
}
