// Castling in Chess960 as hands make it: from all start positions, to both sides, in every order.
#include "firmware/squares/tracker.hpp"

#include "firmware/game/chess960.hpp"
#include "host_tests/firmware/hands.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

namespace stackmate::firmware {
namespace {

using stackmate::test::fen_of;
using test::Hands;

Position chess960(std::string_view fen) {
    Position p;
    EXPECT_EQ(p.set_fen(fen, CastlingRules::chess960), FenError::none) << fen;
    return p;
}

struct Chess960Hands final : Hands {
    explicit Chess960Hands(const Position& p) : game(p), occupied(occupied_squares(p)) {
        tracker.set_position(game);
        wait(500);
        EXPECT_EQ(tracker.state().status, TrackerStatus::quiet);
    }
    SquareSet& standing() override { return occupied; }
    void hold_down(std::uint8_t) override {}
    void wait(std::uint32_t ms) override {
        for (std::uint32_t done = 0; done < ms; done += 5) tracker.update(occupied, now += 5);
    }
    void lift(SquareSet set, std::uint32_t ms = 100) { put(occupied & ~set, ms); }
    void place(SquareSet set, std::uint32_t ms = 100) { put(occupied | set, ms); }
    void play(Move m) {
        before = game;
        Undo undo;
        game.make(m, undo);
        tracker.set_position(game);
        tracker.allow_takeback(1, before);
        tracker.allow_more(m, before);
    }

    Position game;
    Position before{};
    SquareTracker tracker{};
    SquareSet occupied;
    std::uint32_t now = 0;
};

struct Castled {
    Position position;
    Move move;
    SquareSet king, rook, king_to, rook_to;
};
/// Every castling of every start, with no other pieces on the back ranks.
std::vector<Castled> castlings() {
    std::vector<Castled> all;
    std::set<std::string> seen;
    for (unsigned n = 0; n < 960; ++n) {
        char text[max_fen_length];
        std::string fen(text, write_chess960_start(text, n));
        for (char& c : fen)
            if (std::string_view("QBNqbn").find(c) != std::string_view::npos) c = '1';
        const auto end = fen.find(' ');
        for (const char* side : {" w KQkq - 0 1", " b KQkq - 0 1"}) {
            std::string ranks;
            for (const char c : fen.substr(0, end)) {  // no two digits behind each other
                if (c == '1' && !ranks.empty() && ranks.back() >= '1' && ranks.back() < '8')
                    ++ranks.back();
                else
                    ranks += c;
            }
            if (!seen.insert(ranks + side).second) continue;
            const Position p = chess960(ranks + side);
            for (const unsigned file : {6u, 2u}) {
                const Square king = p.king(p.side());
                const Move m = Move::castling(king, make_square(file, rank_of(king)));
                if (!is_legal(p, m)) continue;
                all.push_back({p, m, square_set(king), square_set(p.castling_rook(Position::right_of(m))),
                               square_set(m.to()), square_set(rook_target(m))});
            }
        }
    }
    return all;
}

std::string shown(const Castled& c) {
    char text[max_move_length];
    return fen_of(c.position) + " " + std::string(text, write_move(text, c.move, c.position));
}
void expect_castled(Chess960Hands& board, const Castled& c, const char* how) {
    EXPECT_EQ(board.tracker.state().status, TrackerStatus::move) << shown(c) << how;
    EXPECT_EQ(board.tracker.state().move, c.move) << shown(c) << how;
}

TEST(TrackerChess960, CastlingCountsInWhateverOrderKingAndRookAreLiftedAndPlaced) {
    const std::vector<Castled> all = castlings();
    EXPECT_GT(all.size(), 100u);
    for (const Castled& c : all)
        for (const bool follow : {false, true})
            for (const bool king_up_first : {false, true})
                for (const bool king_down_first : {false, true}) {
                    Chess960Hands board{c.position};
                    if (follow) ASSERT_TRUE(board.tracker.follow(c.move));
                    board.lift(king_up_first ? c.king : c.rook);
                    board.lift(king_up_first ? c.rook : c.king);
                    board.place(king_down_first ? c.king_to : c.rook_to);
                    board.place(king_down_first ? c.rook_to : c.king_to, 1600);
                    expect_castled(board, c, king_up_first ? " king first" : " rook first");
                    board.play(c.move);
                    board.wait(500);
                    EXPECT_EQ(board.tracker.state().status, TrackerStatus::quiet) << shown(c);
                    // It is taken back in the same way.
                    board.lift(king_up_first ? c.king_to : c.rook_to);
                    board.lift(king_up_first ? c.rook_to : c.king_to);
                    board.place(king_down_first ? c.king : c.rook);
                    board.place(king_down_first ? c.rook : c.king, 1600);
                    EXPECT_EQ(board.tracker.state().status, TrackerStatus::takeback) << shown(c);
                    EXPECT_EQ(board.tracker.state().plies, 1) << shown(c);
                }
}

TEST(TrackerChess960, CastlingIsCompletedAfterItsFirstHalfHasCounted) {
    unsigned begun = 0;
    for (const Castled& c : castlings())
        for (const bool king : {false, true}) {
            const SquareSet from = king ? c.king : c.rook, to = king ? c.king_to : c.rook_to;
            const SquareSet other = king ? c.rook : c.king, other_to = king ? c.rook_to : c.king_to;
            Chess960Hands board{c.position};
            if (from == to || other == other_to || (board.occupied & to) != 0) continue;
            board.lift(from);
            board.place(to, 2500);
            if (board.tracker.state().status != TrackerStatus::move) continue;  // there is no such move
            board.play(board.tracker.state().move);
            board.lift(other);
            board.place(other_to, 1600);
            EXPECT_EQ(board.tracker.state().status, TrackerStatus::takeback) << shown(c);
            EXPECT_EQ(board.tracker.state().move, c.move) << shown(c);
            ++begun;
        }
    EXPECT_GT(begun, 20u);
}

TEST(TrackerChess960, AMoveOfKingOrRookAloneIsNotTakenForCastling) {
    for (const Castled& c : castlings())
        for (const Move m : stackmate::test::legal_moves(c.position)) {
            const Footprint f = footprint(c.position, m);
            if (m.castles() || (f.from & (c.king | c.rook)) == 0 || f.taken != 0) continue;
            Chess960Hands board{c.position};
            board.lift(f.from);
            board.place(f.to, 2000);
            EXPECT_EQ(board.tracker.state().status, TrackerStatus::move) << shown(c);
            EXPECT_EQ(board.tracker.state().move, m) << shown(c);
        }
}

struct Exchange : testing::Test {
    const Position position = chess960("4k3/8/8/8/8/8/8/5KR1 w G - 0 1");
    const SquareSet king = test::squares({"f1"}), rook = test::squares({"g1"}), both = king | rook;
    const Move castling = Move::castling(make_square(5, 0), make_square(6, 0));
    Chess960Hands board{position};
    [[nodiscard]] TrackerStatus status() const { return board.tracker.state().status; }
};
using TrackerChess960Exchange = Exchange;

TEST_F(TrackerChess960Exchange, CountsOnlyAfterBothWereInTheAir) {
    board.lift(king);
    board.place(king, 300);
    board.lift(rook);
    board.place(rook, 5000);
    EXPECT_EQ(status(), TrackerStatus::quiet);
    board.lift(both);
    board.place(both, 1000);
    EXPECT_EQ(status(), TrackerStatus::settling);
    board.wait(1000);
    EXPECT_EQ(status(), TrackerStatus::move);
    EXPECT_EQ(board.tracker.state().move, castling);
}
TEST_F(TrackerChess960Exchange, CountsWithTheKingSlidToTheRooksSquare) {
    board.lift(rook);
    board.put((board.occupied & ~king) | rook, 100);
    board.place(king, 2000);
    EXPECT_EQ(board.tracker.state().move, castling);
}
TEST_F(TrackerChess960Exchange, CountsSoonWhenTheOtherSideGoesOn) {
    board.lift(both);
    board.place(both, 500);
    board.lift(test::squares({"e8"}), 400);
    EXPECT_EQ(status(), TrackerStatus::move);
    EXPECT_EQ(board.tracker.state().move, castling);
}
TEST_F(TrackerChess960Exchange, IsNothingWhileNoMoveCounts) {
    board.tracker.hold();
    board.lift(both);
    board.place(both, 5000);
    EXPECT_EQ(status(), TrackerStatus::quiet);
}
TEST_F(TrackerChess960Exchange, ShowsBothSquaresWhileBothAreInTheAir) {
    board.lift(both, 500);
    EXPECT_EQ(status(), TrackerStatus::lifting);
    EXPECT_EQ(board.tracker.state().targets, both);
}

}  // namespace
}  // namespace stackmate::firmware
