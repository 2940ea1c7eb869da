#include "workshop/training/selfplay/self_play.hpp"

#include "core/search/versions.hpp"
#include "workshop/lab/duel/game.hpp"
#include "workshop/lab/duel/text.hpp"

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
    Key key;
    std::string fen;
    Score score;  ///< White's view
    std::string move;
};

/// What is still played out then is not worth its time.
constexpr duel::Agreement agreement{
    .decisive = 1500, .decided = 6, .level = 10, .settled = 12, .from = 80, .longest = 400};

void append(Game& game, const std::string& fen, Score score, const char* result, const std::string& move) {
    game.text += fen + " | " + std::to_string(score) + " | " + result + " | " + move + '\n';
    ++game.positions;
}

/// A position of the game is no sample: the search said more of it.
Game written(const std::vector<Seen>& positions, int white_points, TreeSamples& samples) {
    constexpr const char* results[] = {"0", "0.5", "1"};
    Game game;
    for (const Seen& s : positions) {
        append(game, s.fen, s.score, results[white_points], s.move);
        samples.taken().erase(s.key);
    }
    for (const auto& [key, sample] : samples.taken())
        append(game, duel::fen_of(sample.position), sample.value, "-", "-");
    return game;
}

std::unique_ptr<duel::Player> player_of(const duel::VersionInfo& version, std::size_t table_bytes,
                                        TreeSamples& samples) {
    if (version.name == "small") return std::make_unique<SamplingPlayer<versions::Small>>(table_bytes, samples);
    return std::make_unique<SamplingPlayer<versions::Large>>(table_bytes, samples);
}

}  // namespace

SelfPlay::SelfPlay(const duel::VersionInfo& version, std::size_t table_bytes, const Rules& rules)
    : rules_(rules), samples_(rules.tree), player_(player_of(version, table_bytes, samples_)) {}

Game SelfPlay::play(std::uint64_t number) {
    const auto low = [](std::uint64_t x) { return static_cast<std::uint32_t>(x); };
    std::seed_seq mixed{low(rules_.seed), low(rules_.seed >> 32), low(number), low(number >> 32)};
    std::mt19937_64 random(mixed);  // the same numbers everywhere; the library's distributions differ
    const std::uint64_t salt = std::mt19937_64(random)();  // of a copy, so that the openings do not depend on it
    for (;;) {
        samples_.begin(salt);
        const std::size_t length = rules_.plies + random() % 2;
        Game game = play_from(duel::random_moves(random, length));
        if (game.positions != 0) return game;
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
            seen.push_back({p.key(), duel::fen_of(p), score, duel::text_of(m)});
        return balanced;
    };
    const duel::Side side{*player_, {.nodes = rules_.nodes}};
    const duel::GameResult game = duel::play(side, side, opening, &agreement, watch);
    return balanced && seen.size() >= fewest_positions ? written(seen, game.white_points, samples_) : Game{};
}

}  // namespace stackmate::selfplay
