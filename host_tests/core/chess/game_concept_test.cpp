// The smallest game that is one: a heap, of which the sides take one to three pieces in turn; who finds none has lost. What
// core/chess/game_concept.hpp asks for is all that search and perft need of it.
#include "core/chess/game_concept.hpp"

#include "core/game/key_history.hpp"
#include "core/chess/perft.hpp"
#include "core/search/enhancements/interrupt.hpp"
#include "core/search/enhancements/mate_distance.hpp"
#include "core/search/enhancements/table_lookup.hpp"
#include "core/search/search.hpp"
#include "core/search/transposition_table.hpp"
#include "host_tests/core/chess/small_game.hpp"
#include "host_tests/support/precompiled.hpp"

#include <type_traits>

namespace stackmate::heap {
namespace {

using test::NeverCheck, test::AsTheyCome;
using Move = test::SmallMove;
using Undo = test::SmallUndo;

struct Position {
    unsigned left;
    void make(Move m, Undo& undo) {
        undo.key = key();
        left -= m.number;
    }
    void unmake(Move m, const Undo&) { left += m.number; }
    void make_null(Undo& undo) { undo.key = key(); }
    void unmake_null(const Undo&) {}
    [[nodiscard]] unsigned moves() const { return left < 3 ? left : 3; }
    [[nodiscard]] Key key() const { return (left + 1) * 0x9e3779b97f4a7c15u; }
    [[nodiscard]] unsigned halfmove() const { return 0; }
    [[nodiscard]] bool any_legal_move() const { return left != 0; }
};
using Heap = test::SmallGame<Position>;
static_assert(Game<Heap> && Game<Chess>);

struct WithoutCheck : Heap {
    static void check_after(const Position&, Move, const Undo&);
};
struct WithMovesOfAnother : Heap {
    using Move = stackmate::Move;
};
struct WithScoreForYesOrNo : Heap {
    static Score lost_without_moves(NeverCheck);
};
static_assert(!Game<WithoutCheck> && !Game<WithMovesOfAnother> && !Game<WithScoreForYesOrNo> && !Game<int>);

struct Equal {
    struct PerPly {};
    static void begin(const Position&, PerPly&) {}
    static void follow(const Position&, PerPly&) {}
    static Score value(const Position&, const PerPly&) { return 0; }
};
struct Version {
    using Game = Heap;
    using Evaluation = Equal;
    using Picker = AsTheyCome;
    using Enhancements = stackmate::Enhancements<Interrupt, MateDistance, Transpositions<false>>;
    static constexpr int max_ply = 64;
    static constexpr std::size_t line_plies = 4;
};
struct OfChess {};
static_assert(std::is_same_v<GameOf<Version>, Heap> && std::is_same_v<GameOf<OfChess>, Chess>);

unsigned count_legal_moves(const Position& p, NeverCheck) { return p.moves(); }

TEST(Game, OfAFewLinesIsSearchedToItsEnd) {
    KeyHistory history;
    std::vector<TtEntry> memory(256);
    std::atomic<bool> stop{false};
    for (unsigned pieces = 1; pieces <= 22; ++pieces) {
        Position p{pieces};
        TranspositionTable table;
        table.use(memory);
        const auto search = std::make_unique<Search<Version>>(Search<Version>::Context{p, history, table, stop});
        search->begin();
        search->start({-score_infinite, score_infinite, static_cast<Depth>(pieces) + 1, {}, {}});
        while (search->run(7) != SearchStatus::done) {}
        ASSERT_EQ(p.left, pieces);
        // Who leaves a multiple of four wins, and each round takes four.
        const unsigned over = pieces % 4;
        const int plies = static_cast<int>((pieces - over) / 2 + (over != 0 ? 1 : 0));
        ASSERT_EQ(search->root_score(), over != 0 ? -mated_in(plies) : mated_in(plies)) << pieces;
        if (over != 0) {
            ASSERT_EQ(search->root_best().number, over) << pieces;
        }
    }
}

TEST(Game, OfAFewLinesIsCounted) {
    std::array<PerftFrameOf<Heap>, 8> frames{};
    Position p{9};
    // As many as there are ways to write numbers up to 9 with so many summands of 1 to 3.
    for (const auto& [depth, leaves] : {std::pair{1, 3u}, {2, 9u}, {3, 27u}, {4, 66u}, {5, 96u}, {8, 9u}}) {
        EXPECT_EQ((Perft<PlainPerft, Heap>(p, frames).count(depth)), leaves) << depth;
        EXPECT_EQ((Perft<BulkPerft, Heap>(p, frames).count(depth)), leaves) << depth;
    }
}

}  // namespace
}  // namespace stackmate::heap
