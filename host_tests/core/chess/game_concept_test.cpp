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
#include "host_tests/support/precompiled.hpp"

#include <type_traits>

namespace stackmate::heap {
namespace {

struct Move {
    std::uint16_t taken = 0;
    [[nodiscard]] std::uint16_t bits() const { return taken; }
    static Move from_bits(std::uint16_t bits) { return {bits}; }
    explicit operator bool() const { return taken != 0; }
    friend bool operator==(Move, Move) = default;
};
struct Undo {
    Key key;
};
struct Position {
    unsigned left;
    void make(Move m, Undo& undo) {
        undo.key = key();
        left -= m.taken;
    }
    void unmake(Move m, const Undo&) { left += m.taken; }
    void make_null(Undo& undo) { undo.key = key(); }
    void unmake_null(const Undo&) {}
    [[nodiscard]] Key key() const { return (left + 1) * 0x9e3779b97f4a7c15u; }
    [[nodiscard]] unsigned halfmove() const { return 0; }
    [[nodiscard]] bool any_legal_move() const { return left != 0; }
};
enum class Check : std::uint8_t { never };
class Cursor {
public:
    enum class Stage : std::uint8_t { done = 3 };
    Cursor() = default;
    explicit Cursor(Check) {}
    Move next(const Position& p) {
        if (taken_ == 3 || taken_ == p.left) return {};
        return {++taken_};
    }
    void skip_to(Stage) { taken_ = 3; }

private:
    std::uint16_t taken_ = 0;
};

struct Heap {
    using Position = heap::Position;
    using Undo = heap::Undo;
    using Move = heap::Move;
    using Cursor = heap::Cursor;
    using Check = heap::Check;
    static constexpr unsigned draw_after = 100;
    static constexpr Check no_check = Check::never;
    static Check check(const Position&) { return no_check; }
    static Check check_after(const Position&, Move, const Undo&) { return no_check; }
    static Check check_after_null(const Position&) { return no_check; }
    static Check check(const Cursor&) { return no_check; }
    static bool legal(const Position&, Move, Check) { return true; }
    static bool lost_without_moves(Check) { return true; }
};
static_assert(Game<Heap> && Game<Chess>);

struct WithoutCheck : Heap {
    static void check_after(const Position&, Move, const Undo&);
};
struct WithMovesOfAnother : Heap {
    using Move = stackmate::Move;
};
struct WithScoreForYesOrNo : Heap {
    static Score lost_without_moves(Check);
};
static_assert(!Game<WithoutCheck> && !Game<WithMovesOfAnother> && !Game<WithScoreForYesOrNo> && !Game<int>);

struct Equal {
    struct PerPly {};
    static void begin(const Position&, PerPly&) {}
    static void follow(const Position&, PerPly&) {}
    static Score value(const Position&, const PerPly&) { return 0; }
};
struct AsTheyCome {
    struct PerPly {};
    template <class F>
    static void open_root(F&) {}
    template <class F>
    static void open_child(const F&, F&) {}
    template <class S, class F>
    static void open(S&, F& f) {
        f.cursor = Cursor(Check::never);
    }
    template <class S, class F>
    static Move next(S& s, F& f) {
        return f.cursor.next(s.position());
    }
    template <class F>
    static void skip_rest(F& f) {
        f.cursor.skip_to(Cursor::Stage::done);
    }
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

unsigned count_legal_moves(const Position& p, Check) { return p.left < 3 ? p.left : 3; }

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
            ASSERT_EQ(search->root_best().taken, over) << pieces;
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
