#include "lab/duel/game.hpp"

#include "core/game/game_state.hpp"
#include "core/notation/move_text.hpp"

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

/// What a side has left; the opponent's clock as well, which the protocol tells.
Limits limits_of(const Side (&sides)[2], const std::uint32_t (&left)[2], unsigned mover) {
    const Allowance& allowed = sides[mover].allowed;
    Limits limits;
    limits.nodes = allowed.nodes;
    limits.has_move_time = allowed.move_time_ms != 0;
    limits.move_time_ms = allowed.move_time_ms;
    for (const unsigned side : {0u, 1u}) {
        limits.clock[side] = allowed.clock_ms != 0;
        limits.time_ms[side] = left[side];
        limits.increment_ms[side] = sides[side].allowed.increment_ms;
    }
    return limits;
}

/// Takes a move's time off the clock. False when it was not enough.
bool take_time(const Allowance& allowed, std::uint32_t used, std::uint32_t& left) {
    if (allowed.move_time_ms != 0) return used <= allowed.move_time_ms;
    if (allowed.clock_ms == 0) return true;
    if (used > left) return false;
    left += allowed.increment_ms - used;
    return true;
}

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
    const Side sides[2] = {white, black};
    std::uint32_t left[2] = {white.allowed.clock_ms, black.allowed.clock_ms};
    for (const Side& side : sides) {
        side.player.new_game();
        (void)side.player.set_speed(side.allowed.timed() ? side.allowed.speed : 0);
    }
    Adjudicator adjudicator;
    for (;;) {
        const bool whites_turn = p.side() == Color::white;
        const GameState state = state_of(p, history);
        if (state == GameState::checkmate) game.white_points = whites_turn ? 0 : 2;
        if (state == GameState::checkmate || is_draw(state)) return game;
        const unsigned turn = index(p.side());
        const Side& mover = sides[turn];
        const SearchReport report = mover.player.search(start, game.moves, limits_of(sides, left, turn));
        const Score score = report.score;
        const Move m = mover.player.best_move();
        if (!is_legal(p, m)) {
            std::fprintf(stderr, "an engine played an illegal move\n");
            std::abort();
        }
        if (!take_time(mover.allowed, report.time_ms, left[turn])) {
            game.white_points = whites_turn ? 0 : 2;
            game.lost_on_time = true;
            return game;
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
