#include "tools/duel/game.hpp"

#include "core/game_state.hpp"
#include "core/move_text.hpp"

#include <cstdio>
#include <cstdlib>

namespace stackmate::duel {

namespace {

/// Ends games whose result is clear, from the scores that the players give.
class Adjudicator {
public:
    /// `score` in White's view, after so many half moves. White's points, doubled; -1 while the game goes on.
    int see(Score score, std::size_t half_moves) {
        winning_[0] = score > decisive ? winning_[0] + 1 : 0;
        winning_[1] = score < -decisive ? winning_[1] + 1 : 0;
        level_ = half_moves > 80 && score > -drawn && score < drawn ? level_ + 1 : 0;
        if (winning_[0] >= 6) return 2;
        if (winning_[1] >= 6) return 0;
        return level_ >= 16 || half_moves >= longest ? 1 : -1;
    }

private:
    static constexpr Score decisive = 900;
    static constexpr Score drawn = 12;
    static constexpr std::size_t longest = 400;

    int winning_[2] = {0, 0};  ///< half moves in a row that White, Black was far ahead
    int level_ = 0;
};

}  // namespace

GameResult play(Side white, Side black, std::span<const Move> opening, GameEnd end) {
    Position start;
    start.set_start();
    Position p = start;
    KeyHistory history;
    GameResult game;
    const auto make = [&](Move m) {
        Undo undo;
        history.push(p.key(), p.halfmove());
        p.make(m, undo);
        game.moves.push_back(m);
    };
    for (const Move m : opening) make(m);
    white.player.new_game();
    black.player.new_game();
    Adjudicator adjudicator;
    for (;;) {
        const bool whites_turn = p.side() == Color::white;
        const GameState state = state_of(p, history);
        if (state == GameState::checkmate) game.white_points = whites_turn ? 0 : 2;
        if (state == GameState::checkmate || is_draw(state)) return game;
        Side& mover = whites_turn ? white : black;
        Limits limits;
        limits.nodes = mover.nodes;
        const Score score = mover.player.search(start, game.moves, limits).score;
        const Move m = mover.player.best_move();
        if (!is_legal(p, m)) {
            std::fprintf(stderr, "an engine played an illegal move\n");
            std::abort();
        }
        if (end == GameEnd::when_clear) {
            game.white_points = adjudicator.see(whites_turn ? score : -score, game.moves.size());
            if (game.white_points >= 0) return game;
            game.white_points = 1;
        }
        make(m);
    }
}

}  // namespace stackmate::duel
