// The engine against itself, from random openings to the end of the game, with every move, every best line and the
// engine's own idea of the position held against the rules.
#include "core/notation/move_text.hpp"
#include "host_tests/core/playout.hpp"
#include "host_tests/support/sample.hpp"
#include "host_tests/support/thinking.hpp"

namespace stackmate::test {
namespace {

constexpr std::uint64_t nodes_a_move = 5000;
constexpr int random_plies = 8;
constexpr int longest_game = 1000;  ///< half moves; seventy-five moves end it sooner or later

/// STACKMATE_SELF_PLAY_GAMES asks for more or fewer.
int games() {
    const char* const text = std::getenv("STACKMATE_SELF_PLAY_GAMES");
    return text == nullptr ? whole_or_sample(200, 20) : std::atoi(text);
}

struct PlayedGame {
    std::string start;
    Position position;
    KeyHistory history;
    std::string moves;

    void play(Move m) {
        moves += ' ' + text_of(m, position);
        stackmate::play(position, history, m);
    }
    [[nodiscard]] GameState state() const { return state_of(position, history); }
};

PlayedGame opening(Random& random, std::size_t number) {
    PlayedGame game;
    game.start = openings[number % openings.size()];
    game.position = position(game.start);
    for (int ply = 0; ply < random_plies; ++ply) {
        const auto moves = legal_moves(game.position);
        if (moves.empty()) break;
        game.play(moves[random.below(moves.size())]);
    }
    return game;
}

/// Thinks about the game's position as the shell would, in slices of an odd size. False after a failure.
template <class Config>
bool move(Engine<Config>& engine, PlayedGame& game, Random& random) {
    engine.set_game(game.position, game.history);
    const SearchReport report =
        think(engine, {.nodes = nodes_a_move}, static_cast<std::uint32_t>(1 + random.below(1000)));

    EXPECT_LE(report.nodes, nodes_a_move);
    EXPECT_EQ(fen_of(engine.position()), fen_of(game.position)) << "the search left another position";
    EXPECT_EQ(engine.position().key(), game.position.key());
    EXPECT_TRUE(engine.best_move());
    Position p = game.position;
    for (const Move m : report.line) {
        EXPECT_TRUE(is_legal(p, m)) << "in the best line, after " << fen_of(p);
        if (testing::Test::HasFailure()) return false;
        p = after(p, m);
    }
    if (!testing::Test::HasFailure()) game.play(engine.best_move());
    return !testing::Test::HasFailure();
}

template <class Config>
class SelfPlay : public testing::Test {};
TYPED_TEST_SUITE(SelfPlay, Configs, ConfigName);

TYPED_TEST(SelfPlay, PlaysLegalMovesToTheEndOfEveryGame) {
    std::atomic<bool> stop{false};
    const auto engine = std::make_unique<Engine<TypeParam>>(stop);
    Random random(20'240'229);
    int decided = 0;
    std::size_t plies = 0;
    for (int number = 0; number < games(); ++number) {
        engine->new_game();
        PlayedGame game = opening(random, static_cast<std::size_t>(number));
        int ply = 0;
        for (; ply < longest_game; ++ply) {
            const GameState state = game.state();
            if (is_over(state) || is_draw(state)) break;
            ASSERT_TRUE(move(*engine, game, random))
                << "game " << number << ": " << game.start << " moves" << game.moves;
        }
        EXPECT_LT(ply, longest_game) << "game " << number << " does not end";
        decided += game.state() == GameState::checkmate;
        plies += static_cast<std::size_t>(ply);
    }
    EXPECT_GT(decided, 0) << "in " << games() << " games nobody ever mates";
    this->RecordProperty("plies", static_cast<int>(plies));
    this->RecordProperty("decided", decided);
}

}  // namespace
}  // namespace stackmate::test
