#include "core/game/game_record.hpp"
#include "host_tests/core/playout.hpp"

namespace stackmate::test {
namespace {

/// What a record shows of itself.
struct Seen {
    Position position;
    KeyHistory history;
    std::vector<Move> moves;
    GameState state;

    explicit Seen(const GameRecord& r)
        : position(r.position()), history(r.history()), moves(r.moves().begin(), r.moves().end()), state(r.state()) {}
    friend bool operator==(const Seen& a, const Seen& b) {
        return a.position == b.position && a.history == b.history && a.moves == b.moves && a.state == b.state;
    }
};

struct Record {
    std::array<Move, 300> memory{};
    GameRecord game{memory};

    explicit Record(std::string_view fen = Position::start_fen) { EXPECT_EQ(game.restart(fen), FenError::none) << fen; }
    RecordError push(std::string_view text) { return game.push(move_from_text(game.position(), text)); }
    void moves(std::initializer_list<std::string_view> texts) {
        for (const std::string_view text : texts) ASSERT_EQ(push(text), RecordError::none) << text;
    }
};

TEST(GameRecord, HoldsNoMoveBeforeItsFirstStart) {
    std::array<Move, 4> memory;
    GameRecord game{memory};
    EXPECT_EQ(game.size(), 0u);
    EXPECT_EQ(game.take_back(), RecordError::at_start);
}

TEST(GameRecord, CanBeAConstantInitializedObjectAndIsEmptyThen) {
    static std::array<Move, 4> memory;
    static constinit GameRecord game{memory};
    EXPECT_EQ(game.size(), 0u);
    EXPECT_EQ(game.capacity(), 4u);
    EXPECT_EQ(game.take_back(), RecordError::at_start);
    game.restart();
    EXPECT_EQ(fen_of(game.position()), Position::start_fen);
    EXPECT_EQ(game.state(), GameState::playing);
}

TEST(GameRecord, PlaysAndKeepsTheMoves) {
    Record r;
    r.moves({"e2e4", "e7e5", "g1f3"});
    EXPECT_EQ(r.game.size(), 3u);
    EXPECT_EQ(r.game.moves()[2], Move(square("g1"), square("f3")));
    EXPECT_EQ(fen_of(r.game.position()), "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
    EXPECT_EQ(fen_of(r.game.start()), Position::start_fen);
    EXPECT_EQ(r.game.history().size(), 1u) << "what lies before a pawn move is forgotten";
}

TEST(GameRecord, TakeBackGivesTheEarlierGameAtEveryPly) {
    Random random(401);
    for (const std::string_view opening : openings) {
        Record r(opening);
        std::vector<Seen> before;
        while (before.size() < 200) {
            const std::vector<Move> moves = legal_moves(r.game.position());
            if (moves.empty() || is_over(r.game.state())) break;
            before.emplace_back(r.game);
            ASSERT_EQ(r.game.push(moves[random.below(moves.size())]), RecordError::none);
        }
        const Seen last(r.game);
        const std::vector<Move> played = last.moves;
        for (std::size_t n = before.size(); n-- > 0;) {
            ASSERT_EQ(r.game.take_back(), RecordError::none);
            ASSERT_EQ(Seen(r.game), before[n]) << "ply " << n << " from " << opening;
            ASSERT_TRUE(r.game.position().consistent());
        }
        ASSERT_EQ(r.game.position(), r.game.start());
        ASSERT_EQ(r.game.take_back(), RecordError::at_start);
        for (const Move m : played) ASSERT_EQ(r.game.push(m), RecordError::none);
        ASSERT_EQ(Seen(r.game), last) << "the game can be played again";
    }
}

TEST(GameRecord, AnotherMoveMayBePlayedAfterATakeBack) {
    Record r;
    r.moves({"e2e4", "e7e5"});
    ASSERT_EQ(r.game.take_back(), RecordError::none);
    r.moves({"c7c5"});
    EXPECT_EQ(r.game.size(), 2u);
    EXPECT_EQ(r.game.moves()[1], Move(square("c7"), square("c5")));
}

TEST(GameRecord, AnIllegalMoveIsRefusedAndNothingChanges) {
    Record r;
    r.moves({"e2e4", "d7d5"});
    const Seen before(r.game);
    for (const Move m :
         {Move{}, Move(square("e4"), square("e6")), Move(square("d5"), square("e4")), Move(square("e1"), square("g1")),
          Move(square("e4"), square("e5"), PieceType::queen), Move::from_bits(0xffff)}) {
        EXPECT_EQ(r.game.push(m), RecordError::illegal_move);
        EXPECT_EQ(Seen(r.game), before);
    }
}

TEST(GameRecord, AFullRecordTakesNoMoveAndStaysAsItWas) {
    std::array<Move, 3> memory{};
    memory[2] = Move::from_bits(0x1234);
    GameRecord game{std::span(memory).first(2)};
    game.restart();
    ASSERT_EQ(game.push(Move(square("e2"), square("e4"))), RecordError::none);
    ASSERT_EQ(game.push(Move(square("e7"), square("e5"))), RecordError::none);
    const Seen before(game);
    EXPECT_EQ(game.push(Move(square("g1"), square("f3"))), RecordError::full);
    EXPECT_EQ(Seen(game), before);
    EXPECT_EQ(memory[2].bits(), 0x1234) << "nothing is written beyond the memory";
    ASSERT_EQ(game.take_back(), RecordError::none);
    EXPECT_EQ(game.push(Move(square("c7"), square("c5"))), RecordError::none);
    GameRecord none{{}};
    none.restart();
    EXPECT_EQ(none.push(Move(square("e2"), square("e4"))), RecordError::full);
}

TEST(GameRecord, ABadFenChangesNothing) {
    Record r("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    r.moves({"e2e4"});
    const Seen before(r.game);
    EXPECT_EQ(r.game.restart("4k3/8/8/8/8/8/4P3/4K3 x - - 0 1"), FenError::bad_side);
    EXPECT_EQ(Seen(r.game), before);
    EXPECT_EQ(fen_of(r.game.start()), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    ASSERT_EQ(r.game.take_back(), RecordError::none);
    EXPECT_EQ(fen_of(r.game.position()), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
}

TEST(GameRecord, NoMoveFollowsTheEndOfTheGame) {
    Record mate;
    mate.moves({"f2f3", "e7e5", "g2g4", "d8h4"});
    EXPECT_EQ(mate.game.state(), GameState::checkmate);
    EXPECT_EQ(mate.game.push(Move(square("e2"), square("e4"))), RecordError::game_over);
    EXPECT_EQ(mate.game.size(), 4u);
    ASSERT_EQ(mate.game.take_back(), RecordError::none);
    EXPECT_EQ(mate.game.state(), GameState::playing);

    Record bare("4k3/8/8/8/8/8/4p3/4K3 w - - 0 1");
    bare.moves({"e1e2"});
    EXPECT_EQ(bare.game.state(), GameState::insufficient_material);
    EXPECT_EQ(bare.game.push(Move(square("e8"), square("e7"))), RecordError::game_over);

    Record long_one("4k3/8/8/8/8/8/8/R3K3 w - - 149 99");
    long_one.moves({"a1a2"});
    EXPECT_EQ(long_one.game.state(), GameState::seventy_five_moves);
    EXPECT_EQ(long_one.game.push(Move(square("e8"), square("e7"))), RecordError::game_over);
}

TEST(GameRecord, ADrawThatNobodyClaimsMayBePlayedOn) {
    Record r;
    for (int i = 0; i < 2; ++i) r.moves({"g1f3", "g8f6", "f3g1", "f6g8"});
    EXPECT_EQ(r.game.state(), GameState::threefold_repetition);
    r.moves({"e2e4"});
    EXPECT_EQ(r.game.state(), GameState::playing);
    ASSERT_EQ(r.game.take_back(), RecordError::none);
    EXPECT_EQ(r.game.state(), GameState::threefold_repetition);

    Record fifty("4k3/8/8/8/8/8/8/R3K3 w - - 99 80");
    fifty.moves({"a1a2"});
    EXPECT_EQ(fifty.game.state(), GameState::fifty_moves);
    fifty.moves({"e8e7"});
}

TEST(GameRecord, EveryErrorHasItsOwnSentence) {
    std::set<std::string_view> seen;
    for (unsigned e = 0; e <= static_cast<unsigned>(RecordError::at_start); ++e) {
        const std::string_view text = to_text(static_cast<RecordError>(e));
        EXPECT_NE(text, "unknown error");
        EXPECT_TRUE(seen.insert(text).second) << text;
    }
}

}  // namespace
}  // namespace stackmate::test
