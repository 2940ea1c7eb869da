#include "training/selfplay/self_play.hpp"

#include "lab/duel/game.hpp"
#include "lab/duel/text.hpp"

#include <cstdlib>
#include <random>
#include <utility>

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

/// What is still played out then is not worth its time.
constexpr duel::Agreement agreement{
    .decisive = 1500, .decided = 6, .level = 10, .settled = 12, .from = 80, .longest = 400};

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
    : rules_(rules), player_(version.make(table_bytes)) {}

Game SelfPlay::play(std::uint64_t number) {
    const auto low = [](std::uint64_t x) { return static_cast<std::uint32_t>(x); };
    std::seed_seq mixed{low(rules_.seed), low(rules_.seed >> 32), low(number), low(number >> 32)};
    std::mt19937_64 random(mixed);  // the same numbers everywhere; the library's distributions differ
    for (;;) {
        const std::size_t length = rules_.plies + random() % 2;
        Game game = play_from(duel::random_moves(random, length));
        if (game.positions >= fewest_positions) return game;
    }
}

Game SelfPlay::play_from(std::vector<Move> moves) {
    duel::Opening opening;
    opening.moves = std::move(moves);
    std::vector<Seen> seen;
    bool first = true, balanced = true;
    const auto watch = [&](const Position& p, Score score, Move m) {
        if (first) balanced = std::abs(score) <= rules_.balance;
        first = false;
        if (p.checker() == Square::none && std::abs(score) <= most_written)
            seen.push_back({duel::fen_of(p), score, duel::text_of(m)});
        return balanced;
    };
    const duel::Side side{*player_, {.nodes = rules_.nodes}};
    const duel::GameResult game = duel::play(side, side, opening, &agreement, watch);
    return balanced ? written(seen, game.white_points) : Game{};
}

}  // namespace stackmate::selfplay
