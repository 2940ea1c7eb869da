// The C interface of a library that leaves Chess960 out, as the Tiny boards' firmware does (core/chess/rules.hpp).
#include "c/stackmate.h"
#include "host_tests/support/precompiled.hpp"

namespace {

constexpr const char* castles = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

struct UsualRules : ::testing::Test {
    stackmate_tiny_memory memory;
    stackmate_engine* engine = nullptr;

    void SetUp() override { ASSERT_EQ(stackmate_init_tiny(&memory, sizeof memory, &engine), STACKMATE_OK); }
    [[nodiscard]] std::string_view fen() {
        stackmate_fen(engine, text);
        return text;
    }

private:
    char text[STACKMATE_FEN_SIZE];
};

TEST_F(UsualRules, CastlingOfChess960IsRefusedByNameAndTheGameStays) {
    ASSERT_EQ(stackmate_set_fen(engine, castles), STACKMATE_OK);
    EXPECT_EQ(stackmate_set_game(engine, nullptr, STACKMATE_CASTLING_CHESS960, nullptr, 0),
              STACKMATE_ERROR_NO_CHESS960);
    EXPECT_STREQ(stackmate_error_text(STACKMATE_ERROR_NO_CHESS960), "this build does not play Chess960");
    EXPECT_EQ(fen(), castles);
}

TEST_F(UsualRules, CastlingOfTheUsualGameIsPlayed) {
    ASSERT_EQ(stackmate_set_fen(engine, castles), STACKMATE_OK);
    stackmate_move castling{};
    ASSERT_EQ(stackmate_move_from_uci(engine, "e1g1", &castling), STACKMATE_OK);
    ASSERT_EQ(stackmate_play(engine, castling), STACKMATE_OK);
    EXPECT_EQ(fen(), "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R4RK1 b kq - 1 1");
}

TEST_F(UsualRules, AFenWithTheRooksFilesIsRefused) {
    EXPECT_EQ(stackmate_set_fen(engine, "4k2r/8/8/8/8/8/8/4K2R w Hh - 0 1"), STACKMATE_ERROR_FEN_BAD_CASTLING);
}

}  // namespace
