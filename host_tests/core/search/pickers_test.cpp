// Move pickers alone, on one node: every legal move comes once, in the order that the enhancements ask for.
#include "core/search/pickers.hpp"

#include "core/search/enhancements/history.hpp"
#include "core/search/enhancements/killers.hpp"
#include "core/search/enhancements/losing_captures.hpp"
#include "core/search/frame.hpp"
#include "core/search/hooks.hpp"
#include "core/search/search.hpp"
#include "host_tests/core/playout.hpp"
#include "host_tests/core/search/plain.hpp"

#include <bit>

namespace stackmate::test {
namespace {

/// Leaves the quiet moves out once so many moves were searched.
struct LeaveQuiets {
    unsigned after = 255;
    template <class S, class F>
    bool leave_quiets(S&, F& f) const {
        return f.count >= after;
    }
};

/// What a picker asks of a search, at one node.
template <class P>
class Node {
public:
    using Frame = PlyFrame<typename P::PerPly, Material::PerPly>;
    using All = Enhancements<Killers<40, 2>, History, LosingCaptures, LeaveQuiets>;

    explicit Node(const Position& p) : position_(p) {
        frame_.cursor = Cursor(p.checker());
        frame_.depth = frame_.target = 5;
        P::open_root(frame_);
    }

    /// The legal moves in their order; all count as searched.
    std::vector<Move> moves() {
        std::vector<Move> all;
        frame_.count = 0;
        picker_->open(*this, frame_);
        while (const Move m = picker_->next(*this, frame_)) {
            EXPECT_TRUE(position_.pseudo_legal(m) || frame_.in_check()) << text_of(m, position_);
            if (!position_.legal(m, frame_.check())) continue;
            all.push_back(m);
            ++frame_.count;
            if (all.size() > 300) break;
        }
        return all;
    }
    Frame& frame() { return frame_; }
    void fails_high(Move m) {
        frame_.move = m;
        enhancements_->cutoff(*this, frame_);
    }

    [[nodiscard]] const Position& position() const { return position_; }
    [[nodiscard]] int ply() const { return 4; }
    static constexpr int max_ply = 5;
    RootTask& root() { return root_; }
    All& enhancements() { return *enhancements_; }
    P& picker() { return *picker_; }

private:
    Position position_;
    RootTask root_;
    Frame frame_{};
    std::unique_ptr<P> picker_ = std::make_unique<P>();
    std::unique_ptr<All> enhancements_ = std::make_unique<All>();
};

constexpr std::size_t arena = 400;
using Arena = ArenaPicker<arena>;

/// Underpromotions come last, whether they capture or not.
bool underpromotes(Move m) { return m.promotes() && m.promotion() != PieceType::queen; }
bool comes_early(const Position& p, Move m) { return is_noisy(p, m) && !underpromotes(m); }

TEST(MoveKind, AMoveIsNoisyIfSomethingIsTakenOrAQueenIsNew) {
    playouts(71, 3, 120, [](const Position& p) {
        const auto queens = [&](const Position& any) { return std::popcount(any.slots(p.side(), PieceType::queen)); };
        for (const Move m : legal_moves(p)) {
            const Position then = after(p, m);
            ASSERT_EQ(is_noisy(p, m), then.pieces() < p.pieces() || queens(then) > queens(p)) << text_of(m, p);
        }
    });
}

template <class P>
class Pickers : public testing::Test {};
using Both = testing::Types<CursorPicker, Arena>;
TYPED_TEST_SUITE(Pickers, Both);

/// Two legal quiet moves fail high here, any move is the table's.
template <class P>
void prepare(Node<P>& node, Random& random) {
    const std::vector<Move> legal = legal_moves(node.position());
    if (legal.empty()) return;
    for (int i = 0; i < 2; ++i) node.fails_high(legal[random.below(legal.size())]);
    if (random.below(2) == 0) node.frame().hash_move = legal[random.below(legal.size())];
}

TYPED_TEST(Pickers, YieldEveryLegalMoveOnce) {
    Random random(81);
    playouts(82, 2, 60, [&](const Position& p) {
        Node<TypeParam> node(p);
        prepare(node, random);
        ASSERT_EQ(sorted(node.moves()), sorted(legal_moves(p)));
        ASSERT_EQ(sorted(node.moves()), sorted(legal_moves(p))) << "in the next internal iteration";
    });
}

TYPED_TEST(Pickers, YieldInQuiescenceCapturesAndQueeningsOnlyButInCheckAll) {
    Random random(83);
    playouts(84, 1, 80, [&](const Position& p) {
        Node<TypeParam> node(p);
        prepare(node, random);
        node.frame().depth = 0;
        std::vector<Move> expected = legal_moves(p);
        if (!node.frame().in_check()) {
            if (underpromotes(node.frame().hash_move)) node.frame().hash_move = {};
            std::erase_if(expected, [&](Move m) { return !comes_early(p, m); });
        }
        ASSERT_EQ(sorted(node.moves()), sorted(expected));
    });
}

TYPED_TEST(Pickers, BeginWithTheTablesMove) {
    playouts(85, 1, 40, [&](const Position& p) {
        const std::vector<Move> legal = legal_moves(p);
        if (legal.empty()) return;
        Node<TypeParam> node(p);
        node.frame().hash_move = legal.back();
        ASSERT_EQ(node.moves().front(), legal.back());
    });
}

TYPED_TEST(Pickers, IgnoreATablesMoveOfAnotherPosition) {
    Node<TypeParam> node(position("4k3/8/8/8/8/8/P7/4K3 w - - 0 1"));
    node.frame().hash_move = Move(square("e2"), square("e4"));
    EXPECT_EQ(sorted(node.moves()), sorted(legal_moves(node.position())));
}

TYPED_TEST(Pickers, YieldOnlyDirectChecksOnceQuietMovesAreLeftOut) {
    Random random(86);
    std::size_t checks = 0;
    playouts(87, 2, 60, [&](const Position& p) {
        if (p.checker() != Square::none) return;
        Node<TypeParam> node(p);
        const std::vector<Move> legal = legal_moves(p);
        if (legal.empty()) return;
        node.enhancements().after = static_cast<unsigned>(1 + random.below(6));
        const std::vector<Move> moves = node.moves();
        for (std::size_t i = node.enhancements().after; i < moves.size(); ++i)
            ASSERT_TRUE(is_noisy(p, moves[i]) || checks_directly(p, moves[i])) << text_of(moves[i], p);
        for (const Move m : legal)
            if (checks_directly(p, m) || (comes_early(p, m) && exchange_wins(p, m, 0))) {
                ASSERT_EQ(std::count(moves.begin(), moves.end(), m), 1) << text_of(m, p);
                checks += is_noisy(p, m) ? 0 : 1;
            }
    });
    EXPECT_GT(checks, 100u);
}

TYPED_TEST(Pickers, TheFirstMoveIsNeverLeftOut) {
    Node<TypeParam> node(position("4k3/8/8/8/8/8/P7/4K3 w - - 0 1"));
    node.enhancements().after = 0;
    EXPECT_EQ(node.moves().size(), 1u);
}

TYPED_TEST(Pickers, SkipTheRestOfTheCapturesAndThenTheRestOfAll) {
    Node<TypeParam> node(position("4k3/2p5/1p1p1p2/8/8/1R1R1R2/8/4K3 w - - 0 1"));
    TypeParam& picker = node.picker();
    typename Node<TypeParam>::Frame& f = node.frame();
    picker.open(node, f);
    ASSERT_TRUE(is_noisy(node.position(), picker.next(node, f)));
    picker.skip_rest(f);
    const Move quiet = picker.next(node, f);
    ASSERT_TRUE(quiet);
    EXPECT_FALSE(is_noisy(node.position(), quiet));
    picker.skip_rest(f);
    EXPECT_FALSE(picker.next(node, f));
}

TEST(ArenaPicker, PutsLosingCapturesBehindAllQuietMoves) {
    Random random(88);
    std::size_t seen = 0;
    playouts(89, 3, 80, [&](const Position& p) {
        Node<Arena> node(p);
        prepare(node, random);
        const auto is_late = [&](Move m) {
            return m != node.frame().hash_move && comes_early(p, m) && !exchange_wins(p, m, 0);
        };
        const std::vector<Move> moves = node.moves();
        const auto first = std::find_if(moves.begin(), moves.end(), is_late);
        ASSERT_TRUE(std::all_of(first, moves.end(), is_late));
        seen += static_cast<std::size_t>(moves.end() - first);
    });
    EXPECT_GT(seen, 1000u);
}

TEST(ArenaPicker, SortsQuietMovesByRank) {
    Random random(90);
    playouts(91, 1, 60, [&](const Position& p) {
        if (legal_moves(p).size() < 4) return;
        Node<Arena> node(p);
        for (int i = 0; i < 4; ++i) prepare(node, random);
        node.frame().hash_move = {};
        int last = History::max_rank;
        const Move killers[] = {node.enhancements().propose(node, node.frame(), 0),
                                node.enhancements().propose(node, node.frame(), 1)};
        for (const Move m : node.moves()) {
            if (is_noisy(p, m) || m == killers[0] || m == killers[1]) continue;
            const int rank = std::max(0, node.enhancements().rank(node, node.frame(), m));
            ASSERT_LE(rank, last) << text_of(m, p);
            last = rank;
        }
    });
}

TEST(ArenaPicker, YieldsEveryLegalMoveOnceHoweverFullItIs) {
    Random random(92);
    playouts(93, 1, 60, [&](const Position& p) {
        for (const std::size_t room : {std::size_t{0}, std::size_t{1}, std::size_t{3}, 217 + random.below(6)}) {
            Node<Arena> node(p);
            prepare(node, random);
            node.frame().first = node.frame().next = node.frame().end = static_cast<std::uint16_t>(arena - room);
            std::memset(&node.frame().as_it_lies, 0x55, 1);  // frames lie where other things lay: to be written first
            ASSERT_EQ(sorted(node.moves()), sorted(legal_moves(p))) << "room for " << room;
            ASSERT_LE(node.frame().end, arena);
        }
    });
}

TEST(ArenaPicker, TellsWhatItHasYieldedOfItsOwnMemory) {
    Node<Arena> node(position("4k3/2p5/3p4/8/8/8/P7/3QK3 w - - 0 1"));
    Arena& picker = node.picker();
    auto& f = node.frame();
    const auto told = [&] {
        std::vector<Move> moves;
        picker.each_tried(f, [&](Move m) { moves.push_back(m); });
        return moves;
    };
    picker.open(node, f);
    EXPECT_TRUE(told().empty());
    std::vector<Move> yielded;
    while (const Move m = picker.next(node, f)) {
        yielded.push_back(m);
        ASSERT_EQ(told(), yielded);
    }
    EXPECT_EQ(yielded.back(), move_of(node.position(), "d1d6")) << "the queen takes a guarded pawn last of all";
}

TEST(ArenaPicker, StillYieldsCapturesThatWerePutOffWhenQuietMovesAreLeftOut) {
    Node<Arena> node(position("4k3/2p5/3p4/8/8/8/P7/3QK3 w - - 0 1"));
    node.enhancements().get<LeaveQuiets>().after = 1;
    const std::vector<Move> moves = node.moves();
    const Move taking = move_of(node.position(), "d1d6");
    EXPECT_EQ(std::count(moves.begin(), moves.end(), taking), 1);
    EXPECT_EQ(std::count(moves.begin(), moves.end(), move_of(node.position(), "a2a3")), 0);
}

TEST(ArenaPicker, AChildsMovesLieBehindItsParents) {
    Node<Arena> node(position(Position::start_fen));
    Arena& picker = node.picker();
    auto& f = node.frame();
    picker.open(node, f);
    picker.next(node, f);
    std::vector<Move> seen;
    Node<Arena>::Frame child{};
    child.cursor = Cursor(Square::none);
    child.depth = child.target = 5;
    Arena::open_child(f, child);
    EXPECT_EQ(child.first, f.end);
    picker.open(node, child);
    while (picker.next(node, child)) {}
    std::size_t rest = 1;
    while (picker.next(node, f)) ++rest;
    EXPECT_EQ(rest, 20u);
}

}  // namespace
}  // namespace stackmate::test
