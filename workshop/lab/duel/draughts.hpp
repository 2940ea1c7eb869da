// Games of draughts between two engine versions, each with its own table.
#pragma once

#include "games/draughts/engine.hpp"
#include "workshop/lab/duel/player.hpp"

#include <functional>
#include <memory>
#include <random>
#include <vector>

namespace stackmate::duel {

/// Answers the last position of a line. It has no answer where the side to move has lost.
template <draughts::Rules R>
using DraughtsMover = std::function<draughts::Move(const draughts::Line<R>&)>;

/// A new engine that searches so many nodes a move.
template <draughts::Rules R, class Version>
DraughtsMover<R> draughts_mover(std::uint32_t nodes) {
    struct Owned {
        std::vector<TtEntry> table = std::vector<TtEntry>(full_table / sizeof(TtEntry));
        draughts::Engine<R, Version> engine;
    };
    const auto owned = std::make_shared<Owned>();
    owned->engine.use_table(owned->table);
    Limits limits;
    limits.nodes = nodes;
    return [owned, limits](const draughts::Line<R>& line) {
        owned->engine.set_line(line);
        owned->engine.go(limits, 0);
        while (owned->engine.run(1u << 20, 0) != draughts::Event::finished) {}
        return owned->engine.best_move();
    };
}

/// `plies` moves from the start, at random but the same for the same seed. No capture is due, and a short search sees
/// neither side a man ahead.
template <draughts::Rules R>
draughts::Line<R> draughts_opening(std::uint64_t seed, unsigned plies) {
    std::mt19937_64 random(seed);
    const auto judge = std::make_unique<draughts::Engine<R, draughts::Plain<R>>>();
    Limits limits;
    limits.nodes = 1000;
    for (;;) {
        draughts::Line<R> line;
        line.set_start();
        for (unsigned ply = 0; ply < plies; ++ply) {
            std::vector<draughts::Move> moves;
            draughts::Cursor<R> cursor(line.position.takers() != 0);
            while (const draughts::Move m = cursor.next(line.position)) moves.push_back(m);
            if (moves.empty()) break;
            line.make(moves[random() % moves.size()]);
        }
        if (line.position.takers() != 0) continue;
        judge->set_line(line);
        judge->go(limits, 0);
        while (judge->run(1u << 20, 0) != draughts::Event::finished) {}
        if (const int score = judge->result().score; score > -100 && score < 100) return line;
    }
}

/// White's points, doubled, when the game goes on from `line` to its end by the rules. After `most_plies` it is drawn.
template <draughts::Rules R>
int play_draughts(draughts::Line<R> line, const DraughtsMover<R>& white, const DraughtsMover<R>& black,
                  unsigned most_plies = 300) {
    for (unsigned ply = 0; ply < most_plies; ++ply) {
        const bool whites_turn = line.position.side() == Color::white;
        if (!line.position.any_legal_move()) return whites_turn ? 0 : 2;
        if (line.drawn()) return 1;
        line.make((whites_turn ? white : black)(line));
    }
    return 1;
}

}  // namespace stackmate::duel
