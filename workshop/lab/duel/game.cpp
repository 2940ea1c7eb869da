#include "workshop/lab/duel/game.hpp"

#include "core/game/game_state.hpp"
#include "core/notation/move_text.hpp"

#include <cstdio>
#include <cstdlib>

namespace stackmate::duel {

namespace {

/// Ends games whose result is clear.
class Adjudicator {
public:
    explicit Adjudicator(const Agreement& agreed) : a_(agreed) {}

    /// `score` in White's view, after so many half moves. White's points, doubled; -1 while the game goes on.
    int see(Score score, std::size_t half_moves) {
        winning_[0] = score >= a_.decisive ? winning_[0] + 1 : 0;
        winning_[1] = score <= -a_.decisive ? winning_[1] + 1 : 0;
        level_ = half_moves >= a_.from && score >= -a_.level && score <= a_.level ? level_ + 1 : 0;
        if (winning_[0] >= a_.decided) return 2;
        if (winning_[1] >= a_.decided) return 0;
        return level_ >= a_.settled || half_moves >= a_.longest ? 1 : -1;
    }

private:
    Agreement a_;
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
    if (allowed.move_time_ms != 0) return used <= allowed.move_time_ms + allowed.margin_ms;
    if (allowed.clock_ms == 0) return true;
    if (used > left + allowed.margin_ms) return false;
    left = (used < left ? left - used : 0) + allowed.increment_ms;
    return true;
}

}  // namespace

GameResult play(Side white, Side black, const Opening& opening, const Agreement* agreed, const Watcher& watch) {
    Position p = opening.start;
    KeyHistory history;
    GameResult game;
    const auto make = [&](Move m) {
        Undo undo;
        history.push(p.key(), p.halfmove());
        p.make(m, undo);
        game.moves.push_back(m);
    };
    for (const Move m : opening.moves) make(m);
    const Side sides[2] = {white, black};
    std::uint32_t left[2] = {white.allowed.clock_ms, black.allowed.clock_ms};
    for (const Side& side : sides) {
        side.player.new_game();
        (void)side.player.set_speed(side.allowed.timed() ? side.allowed.speed : 0);
    }
    Adjudicator adjudicator(agreed != nullptr ? *agreed : usual_agreement);
    for (;;) {
        const bool whites_turn = p.side() == Color::white;
        const auto lost = [&](Odd odd) {
            game.white_points = whites_turn ? 0 : 2;
            game.odd = odd;
            return game;
        };
        const GameState state = state_of(p, history);
        if (state == GameState::checkmate) return lost(Odd::none);
        if (is_draw(state)) return game;
        const unsigned turn = index(p.side());
        const Side& mover = sides[turn];
        const SearchReport report = mover.player.search(opening.start, game.moves, limits_of(sides, left, turn));
        const Score score = whites_turn ? report.score : -report.score;
        const Move m = mover.player.best_move();
        if (!take_time(mover.allowed, report.time_ms, left[turn])) return lost(Odd::late);
        if (mover.player.has_ended()) return lost(Odd::gone);
        if (!is_legal(p, m)) {
            if (mover.player.is_program()) return lost(Odd::illegal);
            std::fprintf(stderr, "an engine played an illegal move\n");
            std::abort();
        }
        if (watch && !watch(p, score, m)) return game;
        if (agreed != nullptr) {
            const int points = adjudicator.see(score, game.moves.size());
            game.white_points = points >= 0 ? points : 1;
            if (points >= 0) return game;
        }
        make(m);
    }
}

}  // namespace stackmate::duel
