#include "training/selfplay/self_play.hpp"

#include "core/game/game_state.hpp"
#include "core/notation/move_text.hpp"
#include "lab/duel/opening.hpp"

#include <cstdlib>

namespace stackmate::selfplay {

namespace {

/// Beyond that there is a mate, or nothing left to learn.
constexpr Score most_written = 3000;

/// Where lines are read a game begins with a ply that is not above the last: after a game of two positions the next one
/// would pass for its end.
constexpr std::size_t fewest_positions = 10;

/// A position with what the search said of it.
struct Seen {
    std::string fen;
    Score score;  ///< White's view
    std::string move;
};

/// Ends games whose result is clear: what is still played out then is not worth its time.
class Adjudicator {
public:
    /// `score` in White's view, after so many plies. White's points, doubled; -1 while the game goes on.
    int see(Score score, std::size_t plies) {
        white_ahead_ = score >= decisive ? white_ahead_ + 1 : 0;
        black_ahead_ = score <= -decisive ? black_ahead_ + 1 : 0;
        level_ = plies >= first_level && std::abs(score) <= level ? level_ + 1 : 0;
        if (white_ahead_ == decided) return 2;
        if (black_ahead_ == decided) return 0;
        return level_ == settled || plies >= longest ? 1 : -1;
    }

private:
    static constexpr Score decisive = 1500;
    static constexpr int decided = 6;
    static constexpr Score level = 10;
    static constexpr int settled = 12;
    static constexpr std::size_t first_level = 80;
    static constexpr std::size_t longest = 400;

    int white_ahead_ = 0;  ///< plies in a row
    int black_ahead_ = 0;
    int level_ = 0;
};

std::string fen_of(const Position& p) {
    char text[max_fen_length];
    return {text, p.fen(text)};
}

std::string text_of(Move m) {
    char text[max_move_length];
    return {text, write_move(text, m)};
}

Game written(const std::vector<Seen>& positions, int white_points) {
    constexpr const char* results[] = {"0", "0.5", "1"};
    Game game;
    game.positions = positions.size();
    for (const Seen& s : positions) {
        game.text += s.fen;
        game.text += " | ";
        game.text += std::to_string(s.score);
        game.text += " | ";
        game.text += results[white_points];
        game.text += " | ";
        game.text += s.move;
        game.text += '\n';
    }
    return game;
}

}  // namespace

SelfPlay::SelfPlay(const duel::VersionInfo& version, std::size_t table_bytes, const Rules& rules)
    : rules_(rules), player_(version.make(table_bytes)) {
    start_.set_start();
}

Game SelfPlay::play(std::uint64_t number) {
    const auto low = [](std::uint64_t x) { return static_cast<std::uint32_t>(x); };
    std::seed_seq mixed{low(rules_.seed), low(rules_.seed >> 32), low(number), low(number >> 32)};
    std::mt19937_64 random(mixed);  // the same numbers everywhere; the library's distributions differ
    for (;;) {
        Game game = play_from(random_moves(random));
        if (game.positions >= fewest_positions) return game;
    }
}

std::vector<Move> SelfPlay::random_moves(std::mt19937_64& random) const {
    const std::size_t length = rules_.plies + random() % 2;
    Position p = start_;
    std::vector<Move> moves;
    while (moves.size() < length) {
        const std::vector<Move> legal = duel::legal_moves(p);
        if (legal.empty()) break;
        moves.push_back(legal[random() % legal.size()]);
        Undo undo;
        p.make(moves.back(), undo);
    }
    return moves;
}

Game SelfPlay::play_from(std::vector<Move> moves) {
    Position p = start_;
    KeyHistory history;
    const auto make = [&](Move m) {
        Undo undo;
        history.push(p.key(), p.halfmove());
        p.make(m, undo);
    };
    for (const Move m : moves) make(m);
    const std::size_t opening = moves.size();
    player_->new_game();
    Limits limits;
    limits.nodes = rules_.nodes;
    Adjudicator adjudicator;
    std::vector<Seen> seen;
    for (;;) {
        const bool whites_turn = p.side() == Color::white;
        const GameState state = state_of(p, history);
        if (state == GameState::checkmate) return written(seen, whites_turn ? 0 : 2);
        if (is_draw(state)) return written(seen, 1);
        const Score movers = player_->search(start_, moves, limits).score;
        const Score score = whites_turn ? movers : -movers;
        if (moves.size() == opening && std::abs(score) > rules_.balance) return {};
        const Move m = player_->best_move();
        if (state != GameState::check && std::abs(score) <= most_written)
            seen.push_back({fen_of(p), score, text_of(m)});
        const int points = adjudicator.see(score, moves.size());
        if (points >= 0) return written(seen, points);
        make(m);
        moves.push_back(m);
    }
}

}  // namespace stackmate::selfplay
