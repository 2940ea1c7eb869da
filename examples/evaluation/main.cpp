// Your own evaluation: material, and a bonus for every pawn's step. An evaluation is a type (core/eval/eval.hpp): the data that
// it keeps for each ply, and three functions.
#include "core/engine/config.hpp"
#include "core/engine/engine.hpp"
#include "core/notation/move_text.hpp"

#include <atomic>
#include <cstdio>

namespace {

using namespace stackmate;

/// It counts from scratch at each quiet position, so it keeps nothing. core/eval/net/evaluation.hpp shows how sums are updated.
struct Pawns {
    struct PerPly {};

    template <class F>
    static void begin(const Position&, F&) {}
    template <class F>
    static void follow(const Position&, F&) {}

    /// Centipawns, the view of the side to move.
    template <class F>
    static Score value(const Position& p, const F&) {
        constexpr Score worth[] = {0, 100, 320, 330, 500, 900, 0};  // by PieceType
        Score sum[2] = {};
        for (const Square s : p.squares_of(p.slots())) {
            const Piece piece = p.at(s);
            const Color color = color_of(piece);
            sum[index(color)] += worth[index(type_of(piece))];
            if (type_of(piece) == PieceType::pawn) sum[index(color)] += 5 * static_cast<Score>(relative_rank(color, s));
        }
        return sum[index(p.side())] - sum[index(~p.side())];
    }
};

/// Tiny with this evaluation.
struct Config : Tiny {
    struct Version : versions::Small {
        using Evaluation = Pawns;
    };
};

}  // namespace

int main() {
    static std::atomic<bool> stop{false};
    static Engine<Config> engine{stop};
    auto& game = engine.begin_setup();
    if (game.position.set_fen("4k3/8/8/3q4/8/2N5/4P3/4K3 w - - 0 1") != FenError::none) return 1;
    engine.commit_setup();
    std::printf("worth %d\n", engine.evaluate());

    Limits limits;
    limits.nodes = 5000;
    engine.go(limits, {}, 0);
    while (engine.run(Config::slice_nodes, 0) != EngineEvent::finished) {}
    char text[max_move_length + 1]{};
    write_move(text, engine.best_move());
    return std::puts(text) < 0;
}
