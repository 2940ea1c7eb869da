// The C interface: what it answers is the core's, and each error leaves everything as it was. Whether the core is right is
// asked in host_tests/core.
#include "c/stackmate.h"

#include "core/notation/move_text.hpp"
#include "core/notation/san.hpp"
#include "host_tests/c/c99_caller.h"
#include "host_tests/support/sample.hpp"
#include "host_tests/support/thinking.hpp"

namespace {

using Moves = std::vector<stackmate_move>;

constexpr auto start_fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
constexpr auto mate_in_one = "r1bqkbnr/pp1p1ppp/2n5/2p1p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 4";
constexpr auto mate_in_two = "r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - 1 0";
constexpr auto checkmated = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";

/// An engine in memory of its own, with words for what the tests ask.
class Player {
public:
    explicit Player(bool full = false) {
        const auto error = full ? stackmate_init_full(full_memory(), sizeof(stackmate_full_memory), &engine_)
                                : stackmate_init_tiny(&tiny_, sizeof tiny_, &engine_);
        EXPECT_EQ(error, STACKMATE_OK);
    }
    operator stackmate_engine*() const { return engine_; }

    [[nodiscard]] std::string fen() const {
        char text[STACKMATE_FEN_SIZE];
        EXPECT_EQ(stackmate_fen(engine_, text), STACKMATE_OK);
        return text;
    }
    [[nodiscard]] std::string uci(stackmate_move move) const {
        char text[STACKMATE_UCI_SIZE];
        stackmate_move_to_uci(engine_, move, text);
        return text;
    }
    /// Its text, or the error's.
    [[nodiscard]] std::string san(stackmate_move move) const {
        char text[STACKMATE_SAN_SIZE];
        const auto error = stackmate_move_to_san(engine_, move, text);
        return error == STACKMATE_OK ? text : stackmate_error_text(error);
    }
    [[nodiscard]] stackmate_move move(const char* text) const {
        stackmate_move found = STACKMATE_NO_MOVE;
        EXPECT_EQ(stackmate_move_from_uci(engine_, text, &found), STACKMATE_OK) << text;
        return found;
    }
    void play(std::initializer_list<const char*> texts) {
        for (const char* const text : texts) ASSERT_EQ(stackmate_play(engine_, move(text)), STACKMATE_OK) << text;
    }
    [[nodiscard]] Moves legal_moves() const {
        Moves all(STACKMATE_MAX_MOVES);
        std::size_t count = 0;
        EXPECT_EQ(stackmate_legal_moves(engine_, all.data(), all.size(), &count), STACKMATE_OK);
        all.resize(count);
        return all;
    }
    [[nodiscard]] stackmate_error go(const stackmate_limits& limits, const Moves& only = {}, std::uint32_t now = 0) {
        return stackmate_go(engine_, &limits, only.data(), only.size(), now);
    }
    void search(const stackmate_limits& limits, const Moves& only = {}) {
        ASSERT_EQ(go(limits, only), STACKMATE_OK);
        finish();
    }
    /// Runs until the search has ended; how often there was news.
    unsigned finish() {
        unsigned news = 0;
        for (int slices = 0; slices < 100'000; ++slices) {
            const auto event = stackmate_run(engine_, 100, 0);
            if (event == STACKMATE_FINISHED) return news;
            news += event == STACKMATE_INFO ? 1 : 0;
        }
        ADD_FAILURE() << "the search does not end";
        return news;
    }
    [[nodiscard]] stackmate_report report(std::uint32_t now = 0) const {
        stackmate_report r;
        stackmate_report_of(engine_, now, &r);
        return r;
    }

private:
    stackmate_full_memory* full_memory() {
        full_ = std::make_unique<stackmate_full_memory>();
        return full_.get();
    }

    stackmate_tiny_memory tiny_;
    std::unique_ptr<stackmate_full_memory> full_;
    stackmate_engine* engine_ = nullptr;
};

stackmate_limits nodes(std::uint64_t count) {
    stackmate_limits limits{};
    limits.nodes = count;
    return limits;
}
stackmate_limits depth(std::uint8_t plies) {
    stackmate_limits limits{};
    limits.depth = plies;
    return limits;
}
stackmate_limits infinite() {
    stackmate_limits limits{};
    limits.infinite = true;
    return limits;
}

TEST(CInterface, AnEngineBeginsWithTheStartPosition) {
    for (const bool full : {false, true}) {
        const Player player(full);
        EXPECT_EQ(player.fen(), start_fen);
        EXPECT_EQ(stackmate_side(player), STACKMATE_WHITE);
        EXPECT_EQ(stackmate_state_of(player), STACKMATE_PLAYING);
        EXPECT_FALSE(stackmate_searching(player));
        EXPECT_EQ(player.legal_moves().size(), 20u);
        EXPECT_EQ(stackmate_best_move(player), STACKMATE_NO_MOVE);
    }
}

TEST(CInterface, MemoryThatIsTooSmallOrCrookedIsRefused) {
    stackmate_engine* const untouched = reinterpret_cast<stackmate_engine*>(8);
    stackmate_engine* engine = untouched;
    stackmate_tiny_memory tiny;
    EXPECT_EQ(stackmate_init_tiny(&tiny, sizeof tiny - 1, &engine), STACKMATE_ERROR_SIZE);
    EXPECT_EQ(stackmate_init_full(&tiny, sizeof tiny, &engine), STACKMATE_ERROR_SIZE);
    alignas(8) std::array<unsigned char, STACKMATE_TINY_SIZE + 8> shifted;
    EXPECT_EQ(stackmate_init_tiny(shifted.data() + 4, STACKMATE_TINY_SIZE, &engine), STACKMATE_ERROR_ALIGNMENT);
    EXPECT_EQ(engine, untouched);
}

TEST(CInterface, AnEngineStaysInsideItsMemory) {
    struct {
        stackmate_tiny_memory memory;
        std::array<unsigned char, 64> behind;
    } area;
    area.behind.fill(0xa5);
    stackmate_engine* engine = nullptr;
    ASSERT_EQ(stackmate_init_tiny(&area.memory, sizeof area.memory, &engine), STACKMATE_OK);
    const auto limits = nodes(2000);
    ASSERT_EQ(stackmate_go(engine, &limits, nullptr, 0, 0), STACKMATE_OK);
    while (stackmate_run(engine, 100, 0) != STACKMATE_FINISHED) {}
    for (const unsigned char byte : area.behind) EXPECT_EQ(byte, 0xa5);
}

/// Programs are linked with these numbers, and other languages copy them. New errors are added; none gets another number.
constexpr std::array error_numbers{
    std::pair{STACKMATE_OK, 0},
    std::pair{STACKMATE_ERROR_FEN_FIELD_COUNT, 1},
    std::pair{STACKMATE_ERROR_FEN_BAD_PIECE, 2},
    std::pair{STACKMATE_ERROR_FEN_RANK_LENGTH, 3},
    std::pair{STACKMATE_ERROR_FEN_RANK_COUNT, 4},
    std::pair{STACKMATE_ERROR_FEN_MISSING_KING, 5},
    std::pair{STACKMATE_ERROR_FEN_TOO_MANY_KINGS, 6},
    std::pair{STACKMATE_ERROR_FEN_TOO_MANY_PIECES, 7},
    std::pair{STACKMATE_ERROR_FEN_TOO_MANY_PAWNS, 8},
    std::pair{STACKMATE_ERROR_FEN_TOO_MANY_PROMOTED, 9},
    std::pair{STACKMATE_ERROR_FEN_PAWN_ON_BACK_RANK, 10},
    std::pair{STACKMATE_ERROR_FEN_BAD_SIDE, 11},
    std::pair{STACKMATE_ERROR_FEN_BAD_CASTLING, 12},
    std::pair{STACKMATE_ERROR_FEN_IMPOSSIBLE_CASTLING, 13},
    std::pair{STACKMATE_ERROR_FEN_BAD_EN_PASSANT, 14},
    std::pair{STACKMATE_ERROR_FEN_IMPOSSIBLE_EN_PASSANT, 15},
    std::pair{STACKMATE_ERROR_FEN_MOVER_COULD_TAKE_KING, 16},
    std::pair{STACKMATE_ERROR_FEN_TWO_PAWNS_CHECK, 17},
    std::pair{STACKMATE_ERROR_FEN_BAD_HALFMOVE_CLOCK, 18},
    std::pair{STACKMATE_ERROR_FEN_BAD_FULLMOVE_NUMBER, 19},
    std::pair{STACKMATE_ERROR_MOVE_NOT_UNDERSTOOD, 64},
    std::pair{STACKMATE_ERROR_MOVE_NO_SUCH_MOVE, 65},
    std::pair{STACKMATE_ERROR_MOVE_AMBIGUOUS, 66},
    std::pair{STACKMATE_ERROR_MOVE_LEAVES_KING_IN_CHECK, 67},
    std::pair{STACKMATE_ERROR_MOVE_NOTHING_TO_CAPTURE, 68},
    std::pair{STACKMATE_ERROR_MOVE_MISSING_PROMOTION, 69},
    std::pair{STACKMATE_ERROR_MOVE_NOT_A_PROMOTION, 70},
    std::pair{STACKMATE_ERROR_MOVE_CASTLING_RIGHT_LOST, 71},
    std::pair{STACKMATE_ERROR_MOVE_CASTLING_BLOCKED, 72},
    std::pair{STACKMATE_ERROR_MOVE_CASTLING_THROUGH_CHECK, 73},
    std::pair{STACKMATE_ERROR_SEARCHING, 128},
    std::pair{STACKMATE_ERROR_SIZE, 129},
    std::pair{STACKMATE_ERROR_ALIGNMENT, 130},
    std::pair{STACKMATE_ERROR_TEXT_LENGTH, 131},
    std::pair{STACKMATE_ERROR_ILLEGAL_MOVE, 132},
    std::pair{STACKMATE_ERROR_TOO_MANY_MOVES, 133},
    std::pair{STACKMATE_ERROR_LINES, 134},
    std::pair{STACKMATE_ERROR_NO_CHESS960, 135},
    std::pair{STACKMATE_ERROR_BAD_SQUARE, 136},
    std::pair{STACKMATE_ERROR_BAD_PROMOTION, 137},
    std::pair{STACKMATE_ERROR_IN_CHECK, 138},
    std::pair{STACKMATE_ERROR_LIMITS, 139},
    std::pair{STACKMATE_ERROR_OVERHEAD, 140},
    std::pair{STACKMATE_ERROR_CLOCK, 141},
};

TEST(CInterface, AnErrorKeepsItsNumber) {
    for (const auto& [error, number] : error_numbers) EXPECT_EQ(error, number) << stackmate_error_text(error);
}

TEST(CInterface, EveryErrorHasASentenceOfItsOwn) {
    std::set<std::string> sentences;
    std::size_t known = 0;
    for (unsigned error = 0; error <= 255; ++error) {
        const std::string text = stackmate_error_text(static_cast<stackmate_error>(error));
        EXPECT_NE(text.back(), '.');
        if (text == "unknown error") continue;
        ++known;
        EXPECT_TRUE(sentences.insert(text).second) << error << ": " << text;
    }
    EXPECT_EQ(known, error_numbers.size());
    for (const auto& [error, number] : error_numbers)
        EXPECT_STRNE(stackmate_error_text(error), "unknown error") << number;
    EXPECT_EQ(stackmate_error_text(STACKMATE_OK), stackmate::to_text(stackmate::FenError::none));
    EXPECT_EQ(stackmate_error_text(STACKMATE_ERROR_MOVE_AMBIGUOUS), stackmate::to_text(stackmate::SanError::ambiguous));
}

TEST(CInterface, AStateIsWhatTheCoreSaysOfIt) {
    for (unsigned n = 0; n <= STACKMATE_FIVEFOLD_REPETITION; ++n) {
        const auto state = static_cast<stackmate_state>(n);
        const auto wanted = static_cast<stackmate::GameState>(n);
        EXPECT_EQ(stackmate_state_text(state), stackmate::to_text(wanted));
        EXPECT_EQ(stackmate_is_over(state), is_over(wanted)) << n;
        EXPECT_EQ(stackmate_is_draw(state), is_draw(wanted)) << n;
    }
    for (const stackmate_state s : {STACKMATE_CHECKMATE, STACKMATE_STALEMATE, STACKMATE_SEVENTY_FIVE_MOVES,
                                    STACKMATE_INSUFFICIENT_MATERIAL, STACKMATE_FIVEFOLD_REPETITION})
        EXPECT_TRUE(stackmate_is_over(s));
    for (const stackmate_state s : {STACKMATE_PLAYING, STACKMATE_CHECK, STACKMATE_THREEFOLD_REPETITION})
        EXPECT_FALSE(stackmate_is_over(s));
    EXPECT_TRUE(stackmate_is_draw(STACKMATE_THREEFOLD_REPETITION));
    EXPECT_FALSE(stackmate_is_draw(STACKMATE_CHECKMATE));
    EXPECT_STREQ(stackmate_state_text(STACKMATE_UNKNOWN), "unknown state");
    EXPECT_FALSE(stackmate_is_over(STACKMATE_UNKNOWN));
    EXPECT_FALSE(stackmate_is_draw(STACKMATE_UNKNOWN));
}

TEST(CInterface, TheVersionIsTheLibrarys) { EXPECT_STREQ(stackmate_version(), STACKMATE_VERSION); }

// ---------------------------------------------------------------- the game

TEST(CInterface, AFenThatIsRefusedLeavesTheGame) {
    Player player;
    player.play({"e2e4"});
    const auto before = player.fen();
    EXPECT_EQ(stackmate_set_fen(player, "8/8/8/8/8/8/8/8 w - - 0 1"), STACKMATE_ERROR_FEN_MISSING_KING);
    EXPECT_EQ(stackmate_set_fen(player, ""), STACKMATE_ERROR_FEN_FIELD_COUNT);
    EXPECT_EQ(stackmate_set_fen(player, "4k3/8/8/8/8/8/8/4K2R w KX - 0 1"), STACKMATE_ERROR_FEN_BAD_CASTLING);
    EXPECT_EQ(stackmate_set_fen(player, "4k3/8/8/8/8/8/8/4K2R w K - 0 10000"), STACKMATE_ERROR_FEN_BAD_FULLMOVE_NUMBER);
    EXPECT_EQ(stackmate_set_fen(player, std::string(256, ' ').c_str()), STACKMATE_ERROR_TEXT_LENGTH);
    EXPECT_EQ(player.fen(), before);
    EXPECT_EQ(stackmate_set_fen(player, (start_fen + std::string(199, ' ')).c_str()), STACKMATE_OK);
    EXPECT_EQ(player.fen(), start_fen);
}

TEST(CInterface, AMoveThatIsNotLegalLeavesTheGame) {
    Player player;
    const stackmate_move e2e4 = player.move("e2e4");
    player.play({"e2e4"});
    const auto before = player.fen();
    EXPECT_EQ(stackmate_play(player, e2e4), STACKMATE_ERROR_ILLEGAL_MOVE);
    EXPECT_EQ(stackmate_play(player, STACKMATE_NO_MOVE), STACKMATE_ERROR_ILLEGAL_MOVE);
    EXPECT_EQ(stackmate_play(player, 0xffff), STACKMATE_ERROR_ILLEGAL_MOVE);
    EXPECT_EQ(player.fen(), before);
}

TEST(CInterface, AGameIsSetWholeOrNotAtAll) {
    Player player;
    player.play({"d2d4"});
    const auto before = player.fen();
    Player other;
    Moves moves;
    for (const char* const text : {"e2e4", "e7e5", "g1f3"}) {
        moves.push_back(other.move(text));
        other.play({text});
    }
    Moves wrong = moves;
    wrong.push_back(moves[0]);
    EXPECT_EQ(stackmate_set_game(player, nullptr, STACKMATE_CASTLING_STANDARD, wrong.data(), wrong.size()),
              STACKMATE_ERROR_ILLEGAL_MOVE);
    EXPECT_EQ(player.fen(), before);
    EXPECT_EQ(stackmate_set_game(player, nullptr, STACKMATE_CASTLING_STANDARD, moves.data(), moves.size()),
              STACKMATE_OK);
    EXPECT_EQ(player.fen(), other.fen());
    // Taken back.
    EXPECT_EQ(stackmate_set_game(player, nullptr, STACKMATE_CASTLING_STANDARD, moves.data(), moves.size() - 1),
              STACKMATE_OK);
    EXPECT_EQ(player.fen(), "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
}

TEST(CInterface, AFenThatItWritesIsReadAgain) {
    Player player;
    ASSERT_EQ(stackmate_set_fen(player, "4k3/8/8/8/8/8/8/R3K3 w - - 146 9999"), STACKMATE_OK);
    player.play({"a1a2", "e8d8", "a2a1", "d8e8", "a1a2", "e8d8"});
    EXPECT_EQ(player.fen(), "3k4/8/8/8/8/8/R7/4K3 w - - 150 9999");
    EXPECT_EQ(stackmate_set_fen(player, player.fen().c_str()), STACKMATE_OK);
}

TEST(CInterface, ANewGameForgetsTheOldOne) {
    Player player;
    player.play({"e2e4"});
    EXPECT_EQ(stackmate_new_game(player), STACKMATE_OK);
    EXPECT_EQ(player.fen(), start_fen);
}

TEST(CInterface, EveryEndOfAGameIsTold) {
    Player player;
    for (const auto& [fen, state] : {std::pair{checkmated, STACKMATE_CHECKMATE},
                                     {"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", STACKMATE_STALEMATE},
                                     {"7k/8/6K1/8/8/8/8/R7 b - - 100 90", STACKMATE_FIFTY_MOVES},
                                     {"7k/8/6K1/8/8/8/8/R7 b - - 150 90", STACKMATE_SEVENTY_FIVE_MOVES},
                                     {"7k/8/6K1/8/8/8/8/1B6 w - - 0 1", STACKMATE_INSUFFICIENT_MATERIAL},
                                     {"k6R/8/8/8/8/8/8/4K3 b - - 0 1", STACKMATE_CHECK}}) {
        EXPECT_EQ(stackmate_set_fen(player, fen), STACKMATE_OK) << fen;
        EXPECT_EQ(stackmate_state_of(player), state) << fen;
    }
    EXPECT_EQ(stackmate_new_game(player), STACKMATE_OK);
    for (const auto state : {STACKMATE_PLAYING, STACKMATE_PLAYING, STACKMATE_THREEFOLD_REPETITION,
                             STACKMATE_THREEFOLD_REPETITION, STACKMATE_FIVEFOLD_REPETITION}) {
        EXPECT_EQ(stackmate_state_of(player), state);
        player.play({"g1f3", "g8f6", "f3g1", "f6g8"});
    }
}

TEST(CInterface, TheBoardIsReadSquareBySquare) {
    const Player player;
    EXPECT_EQ(stackmate_piece_on(player, 0), STACKMATE_ROOK);
    EXPECT_EQ(stackmate_piece_on(player, 4), STACKMATE_KING);
    EXPECT_EQ(stackmate_piece_on(player, 27), STACKMATE_EMPTY);
    EXPECT_EQ(stackmate_piece_on(player, 48), STACKMATE_PAWN + STACKMATE_BLACK_PIECE);
    EXPECT_EQ(stackmate_piece_on(player, 59), STACKMATE_QUEEN + STACKMATE_BLACK_PIECE);
    EXPECT_EQ(stackmate_piece_on(player, 64), STACKMATE_UNKNOWN);
}

TEST(CInterface, MovesBeyondTheListsRoomAreCounted) {
    const Player player;
    std::array<stackmate_move, 3> room{1, 1, 0x1234};
    std::size_t count = 0;
    EXPECT_EQ(stackmate_legal_moves(player, room.data(), 2, &count), STACKMATE_OK);
    EXPECT_EQ(count, 20u);
    EXPECT_NE(room[1], 1);
    EXPECT_EQ(room[2], 0x1234);
    EXPECT_EQ(stackmate_legal_moves(player, nullptr, 0, &count), STACKMATE_OK);
    EXPECT_EQ(count, 20u);
}

TEST(CInterface, TheEvaluationIsTheMoversAndNotAskedInCheck) {
    Player player;
    std::int16_t value = 0;
    ASSERT_EQ(stackmate_set_fen(player, "4k3/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1"), STACKMATE_OK);
    EXPECT_EQ(stackmate_evaluate(player, &value), STACKMATE_OK);
    EXPECT_GT(value, 500);
    ASSERT_EQ(stackmate_set_fen(player, "4k3/8/8/8/8/8/PPPPPPPP/RNBQKBNR b KQ - 0 1"), STACKMATE_OK);
    EXPECT_EQ(stackmate_evaluate(player, &value), STACKMATE_OK);
    EXPECT_LT(value, -500);
    ASSERT_EQ(stackmate_set_fen(player, checkmated), STACKMATE_OK);
    value = 77;
    EXPECT_EQ(stackmate_evaluate(player, &value), STACKMATE_ERROR_IN_CHECK);
    EXPECT_EQ(value, 77);
}

// ---------------------------------------------------------------- moves and texts

TEST(CInterface, AMoveIsTakenFromAnyOfItsForms) {
    Player player;
    ASSERT_EQ(stackmate_set_fen(player, "3n4/4P1k1/8/8/8/8/8/4K2R w K - 0 1"), STACKMATE_OK);
    stackmate_move uci = 0, san = 0, squares = 0;
    EXPECT_EQ(stackmate_move_from_uci(player, "e7d8q", &uci), STACKMATE_OK);
    EXPECT_EQ(stackmate_move_from_san(player, "exd8=Q", &san), STACKMATE_OK);
    EXPECT_EQ(stackmate_move_from_squares(player, 52, 59, STACKMATE_QUEEN, &squares), STACKMATE_OK);
    EXPECT_EQ(uci, san);
    EXPECT_EQ(uci, squares);
    EXPECT_EQ(stackmate_from(uci), 52);
    EXPECT_EQ(stackmate_to(uci), 59);
    EXPECT_EQ(stackmate_promotion(uci), STACKMATE_QUEEN);
    EXPECT_EQ(player.uci(uci), "e7d8q");
    EXPECT_EQ(player.san(uci), "exd8=Q");
    EXPECT_EQ(player.uci(STACKMATE_NO_MOVE), "0000");
    EXPECT_EQ(stackmate_promotion(player.move("e1d2")), STACKMATE_EMPTY);
}

TEST(CInterface, EveryLegalMoveComesBackFromItsTexts) {
    Player player;
    for (const char* const fen : {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                                  "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1"}) {
        ASSERT_EQ(stackmate_set_fen(player, fen), STACKMATE_OK);
        const Moves all = player.legal_moves();
        ASSERT_GE(all.size(), 24u);
        for (const stackmate_move m : all) {
            stackmate_move found = 0;
            EXPECT_EQ(player.move(player.uci(m).c_str()), m);
            EXPECT_EQ(stackmate_move_from_san(player, player.san(m).c_str(), &found), STACKMATE_OK);
            EXPECT_EQ(found, m);
            const auto error =
                stackmate_move_from_squares(player, stackmate_from(m), stackmate_to(m), stackmate_promotion(m), &found);
            EXPECT_EQ(error, STACKMATE_OK);
            EXPECT_EQ(found, m);
        }
    }
}

TEST(CInterface, AMoveThatIsNoneIsRefusedByName) {
    Player player;
    stackmate_move move = 0x1234;
    EXPECT_EQ(stackmate_move_from_uci(player, "e2e5", &move), STACKMATE_ERROR_ILLEGAL_MOVE);
    EXPECT_EQ(stackmate_move_from_uci(player, "", &move), STACKMATE_ERROR_ILLEGAL_MOVE);
    EXPECT_EQ(stackmate_move_from_uci(player, std::string(256, 'e').c_str(), &move), STACKMATE_ERROR_TEXT_LENGTH);
    EXPECT_EQ(stackmate_move_from_san(player, "Nf9", &move), STACKMATE_ERROR_MOVE_NOT_UNDERSTOOD);
    EXPECT_EQ(stackmate_move_from_san(player, "Ne4", &move), STACKMATE_ERROR_MOVE_NO_SUCH_MOVE);
    EXPECT_EQ(stackmate_move_from_san(player, "Nxf3", &move), STACKMATE_ERROR_MOVE_NOTHING_TO_CAPTURE);
    EXPECT_EQ(stackmate_move_from_san(player, "O-O", &move), STACKMATE_ERROR_MOVE_CASTLING_BLOCKED);
    EXPECT_EQ(stackmate_move_from_san(player, std::string(256, 'e').c_str(), &move), STACKMATE_ERROR_TEXT_LENGTH);
    EXPECT_EQ(stackmate_move_from_squares(player, 64, 0, STACKMATE_EMPTY, &move), STACKMATE_ERROR_BAD_SQUARE);
    EXPECT_EQ(stackmate_move_from_squares(player, 0, 64, STACKMATE_EMPTY, &move), STACKMATE_ERROR_BAD_SQUARE);
    EXPECT_EQ(stackmate_move_from_squares(player, 12, 28, STACKMATE_KING, &move), STACKMATE_ERROR_BAD_PROMOTION);
    EXPECT_EQ(stackmate_move_from_squares(player, 12, 28, STACKMATE_PAWN, &move), STACKMATE_ERROR_BAD_PROMOTION);
    EXPECT_EQ(stackmate_move_from_squares(player, 12, 28, STACKMATE_QUEEN, &move), STACKMATE_ERROR_ILLEGAL_MOVE);
    EXPECT_EQ(stackmate_move_from_squares(player, 12, 36, STACKMATE_EMPTY, &move), STACKMATE_ERROR_ILLEGAL_MOVE);
    EXPECT_EQ(move, 0x1234);
    EXPECT_EQ(player.san(STACKMATE_NO_MOVE), "the move is not legal");
    EXPECT_EQ(player.san(0xffff), "the move is not legal");
}

TEST(CInterface, Chess960CastlesByTheKingTakingItsRook) {
    Player player;
    const char* const fen = "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w BGbg - 0 1";
    EXPECT_EQ(stackmate_set_fen(player, fen), STACKMATE_ERROR_FEN_IMPOSSIBLE_CASTLING);
    ASSERT_EQ(stackmate_set_game(player, fen, STACKMATE_CASTLING_CHESS960, nullptr, 0), STACKMATE_OK);
    const stackmate_move castling = player.move("e1g1");
    EXPECT_EQ(player.uci(castling), "e1g1");
    stackmate_move by_squares = 0;
    EXPECT_EQ(stackmate_move_from_squares(player, 4, 1, STACKMATE_EMPTY, &by_squares), STACKMATE_OK);
    EXPECT_EQ(player.uci(by_squares), "e1b1");
    EXPECT_EQ(player.san(by_squares), "O-O-O");
    EXPECT_EQ(stackmate_to(by_squares), 2);
    EXPECT_EQ(stackmate_play(player, by_squares), STACKMATE_OK);
    EXPECT_EQ(stackmate_piece_on(player, 3), STACKMATE_ROOK);
}

// ---------------------------------------------------------------- searching

TEST(CInterface, ASearchIsTheCoresOwn) {
    for (const bool full : {false, true}) {
        Player player(full);
        ASSERT_EQ(stackmate_set_fen(player, mate_in_two), STACKMATE_OK);
        ASSERT_EQ(player.go(depth(4)), STACKMATE_OK);
        EXPECT_GT(player.finish(), 0u);
        const auto report = player.report(7);
        std::atomic<bool> stop{false};
        const auto compare = [&](auto& engine) {
            stackmate::test::begin_game(engine, mate_in_two);
            const auto wanted = stackmate::test::think(engine, {.depth = 4}, 100);
            EXPECT_EQ(stackmate_best_move(player), engine.best_move().bits());
            EXPECT_EQ(stackmate_ponder_move(player), engine.ponder_move().bits());
            EXPECT_EQ(report.nodes, wanted.nodes);
            EXPECT_EQ(report.time_ms, 7u);
            EXPECT_EQ(report.depth, wanted.depth);
            EXPECT_EQ(report.seldepth, wanted.seldepth);
            EXPECT_EQ(report.hashfull, wanted.hashfull);
            ASSERT_EQ(report.line_length, wanted.line.size());
            for (std::size_t i = 0; i < wanted.line.size(); ++i) EXPECT_EQ(report.line[i], wanted.line[i].bits());
        };
        if (full) {
            const auto engine = std::make_unique<stackmate::Engine<stackmate::Full>>(stop);
            compare(*engine);
        } else {
            const auto engine = std::make_unique<stackmate::Engine<stackmate::Tiny>>(stop);
            compare(*engine);
        }
        EXPECT_TRUE(report.is_mate);
        EXPECT_EQ(report.score, 2);
        EXPECT_EQ(report.bound, STACKMATE_EXACT);
    }
}

TEST(CInterface, AScoreIsCentipawnsOrMovesToTheMate) {
    Player player;
    ASSERT_EQ(stackmate_set_fen(player, "4k3/8/8/8/8/8/8/Q3K3 b - - 0 1"), STACKMATE_OK);
    player.search(depth(2));
    EXPECT_FALSE(player.report().is_mate);
    EXPECT_LT(player.report().score, -300);
    ASSERT_EQ(stackmate_set_fen(player, "7k/5K2/8/8/8/8/8/6R1 b - - 0 1"), STACKMATE_OK);  // Kh7 Rh1#
    player.search(depth(4));
    EXPECT_TRUE(player.report().is_mate);
    EXPECT_EQ(player.report().score, -1);
}

TEST(CInterface, WhereThereIsNoMoveTheSearchAnswersNone) {
    Player player;
    ASSERT_EQ(stackmate_set_fen(player, checkmated), STACKMATE_OK);
    player.search(depth(3));
    EXPECT_EQ(stackmate_best_move(player), STACKMATE_NO_MOVE);
    EXPECT_EQ(player.report().depth, 0);
    EXPECT_EQ(player.report().line_length, 0);
    EXPECT_EQ(player.report().score, 0);
    EXPECT_TRUE(player.report().is_mate);
    EXPECT_EQ(player.report().bound, STACKMATE_EXACT);
    ASSERT_EQ(stackmate_set_fen(player, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), STACKMATE_OK);
    EXPECT_FALSE(player.report().is_mate);
    player.search(depth(3));
    EXPECT_EQ(player.report().score, 0);
    EXPECT_FALSE(player.report().is_mate);
    EXPECT_EQ(player.report().bound, STACKMATE_EXACT);
}

TEST(CInterface, WhileItSearchesNothingElseIsDone) {
    Player player;
    const stackmate_move e2e4 = player.move("e2e4");
    ASSERT_EQ(player.go(infinite()), STACKMATE_OK);
    EXPECT_EQ(stackmate_run(player, 50, 0), STACKMATE_NOTHING);
    ASSERT_TRUE(stackmate_searching(player));
    const stackmate_move ready = stackmate_best_move(player);
    EXPECT_NE(ready, STACKMATE_NO_MOVE);

    char text[STACKMATE_FEN_SIZE];
    stackmate_move move = 0;
    std::size_t count = 77;
    std::int16_t value = 77;
    alignas(8) std::array<unsigned char, 512> table;
    EXPECT_EQ(player.go(infinite()), STACKMATE_ERROR_SEARCHING);
    EXPECT_EQ(stackmate_new_game(player), STACKMATE_ERROR_SEARCHING);
    EXPECT_EQ(stackmate_set_fen(player, start_fen), STACKMATE_ERROR_SEARCHING);
    EXPECT_EQ(stackmate_set_game(player, nullptr, STACKMATE_CASTLING_STANDARD, nullptr, 0), STACKMATE_ERROR_SEARCHING);
    EXPECT_EQ(stackmate_play(player, e2e4), STACKMATE_ERROR_SEARCHING);
    EXPECT_EQ(stackmate_fen(player, text), STACKMATE_ERROR_SEARCHING);
    EXPECT_EQ(stackmate_legal_moves(player, &move, 1, &count), STACKMATE_ERROR_SEARCHING);
    EXPECT_EQ(stackmate_evaluate(player, &value), STACKMATE_ERROR_SEARCHING);
    EXPECT_EQ(stackmate_move_from_uci(player, "e2e4", &move), STACKMATE_ERROR_SEARCHING);
    EXPECT_EQ(stackmate_move_from_san(player, "e4", &move), STACKMATE_ERROR_SEARCHING);
    EXPECT_EQ(stackmate_move_from_squares(player, 12, 28, STACKMATE_EMPTY, &move), STACKMATE_ERROR_SEARCHING);
    EXPECT_EQ(stackmate_move_to_san(player, e2e4, text), STACKMATE_ERROR_SEARCHING);
    EXPECT_EQ(stackmate_use_table(player, table.data(), table.size()), STACKMATE_ERROR_SEARCHING);
    EXPECT_EQ(stackmate_set_lines(player, 1), STACKMATE_ERROR_SEARCHING);
    EXPECT_EQ(stackmate_state_of(player), STACKMATE_UNKNOWN);
    EXPECT_EQ(stackmate_side(player), STACKMATE_UNKNOWN);
    EXPECT_EQ(stackmate_piece_on(player, 0), STACKMATE_UNKNOWN);
    EXPECT_EQ(move, 0);
    EXPECT_EQ(count, 77u);
    EXPECT_EQ(value, 77);
    EXPECT_EQ(player.uci(e2e4), "e2e4");

    stackmate_stop(player);
    EXPECT_EQ(stackmate_run(player, 50, 0), STACKMATE_FINISHED);
    EXPECT_EQ(player.fen(), start_fen);
}

TEST(CInterface, ALoopWithoutASearchEnds) {
    Player player;
    EXPECT_EQ(stackmate_run(player, 50, 0), STACKMATE_FINISHED);
    EXPECT_EQ(stackmate_best_move(player), STACKMATE_NO_MOVE);
    EXPECT_EQ(player.go(nodes(500), {0xffff}), STACKMATE_ERROR_ILLEGAL_MOVE);
    EXPECT_EQ(stackmate_run(player, 50, 0), STACKMATE_FINISHED);
    player.search(nodes(500));
    const stackmate_move best = stackmate_best_move(player);
    EXPECT_EQ(stackmate_run(player, 50, 0), STACKMATE_FINISHED);
    EXPECT_EQ(stackmate_best_move(player), best);
}

TEST(CInterface, AnAnswerBelongsToItsPosition) {
    Player player;
    const auto answers = [&] { return stackmate_best_move(player) != 0 || stackmate_ponder_move(player) != 0; };
    const auto search = [&] {
        EXPECT_EQ(stackmate_new_game(player), STACKMATE_OK);
        player.search(depth(4));
        EXPECT_TRUE(answers());
    };
    search();
    EXPECT_EQ(stackmate_play(player, 0xffff), STACKMATE_ERROR_ILLEGAL_MOVE);
    EXPECT_EQ(stackmate_set_fen(player, "nonsense"), STACKMATE_ERROR_FEN_FIELD_COUNT);
    EXPECT_TRUE(answers()) << "nothing has changed";
    EXPECT_EQ(stackmate_play(player, stackmate_best_move(player)), STACKMATE_OK);
    EXPECT_FALSE(answers());
    search();
    EXPECT_EQ(stackmate_set_fen(player, mate_in_one), STACKMATE_OK);
    EXPECT_FALSE(answers());
    ASSERT_EQ(player.go(depth(3)), STACKMATE_OK);
    EXPECT_TRUE(answers()) << "a legal move from the start of the search on";
    player.finish();
    EXPECT_EQ(stackmate_new_game(player), STACKMATE_OK);
    EXPECT_FALSE(answers());
}

TEST(CInterface, ATimeThatWouldNotBeUsedIsRefused) {
    Player player;
    const auto refused = [&](auto&& set) {
        stackmate_limits limits{};
        set(limits);
        EXPECT_EQ(player.go(limits), STACKMATE_ERROR_LIMITS);
        EXPECT_FALSE(stackmate_searching(player));
        EXPECT_EQ(stackmate_best_move(player), STACKMATE_NO_MOVE);
    };
    refused([](auto& limits) { limits.move_time_ms = 100; });
    refused([](auto& limits) { limits.time_ms[STACKMATE_WHITE] = 100; });
    refused([](auto& limits) { limits.increment_ms[STACKMATE_BLACK] = 100; });
    refused([](auto& limits) { limits.moves_to_go = 1; });
    refused([](auto& limits) {
        limits.clock[STACKMATE_WHITE] = true;
        limits.time_ms[STACKMATE_WHITE] = limits.time_ms[STACKMATE_BLACK] = 100;
    });
    stackmate_limits limits{};
    limits.clock[STACKMATE_WHITE] = limits.has_move_time = true;
    limits.time_ms[STACKMATE_WHITE] = limits.move_time_ms = 100;
    limits.moves_to_go = 1;
    EXPECT_EQ(player.go(limits), STACKMATE_OK);
}

TEST(CInterface, AClockForTheOtherSideAloneIsRefusedUnlessSomethingElseEndsTheSearch) {
    Player player;
    stackmate_limits limits{};
    limits.clock[STACKMATE_BLACK] = true;
    limits.time_ms[STACKMATE_BLACK] = 1000;
    EXPECT_EQ(player.go(limits), STACKMATE_ERROR_CLOCK);
    EXPECT_FALSE(stackmate_searching(player));
    limits.depth = 1;
    EXPECT_EQ(player.go(limits), STACKMATE_OK);
    player.finish();
    limits.depth = 0;
    ASSERT_EQ(stackmate_play(player, stackmate_best_move(player)), STACKMATE_OK);
    EXPECT_EQ(player.go(limits), STACKMATE_OK) << "it is Black's turn";
}

TEST(CInterface, TheOverheadIsTenMillisecondsOrWhatIsSet) {
    const auto hard_limit = [](std::optional<std::uint32_t> overhead) {
        Player player;
        if (overhead) {
            EXPECT_EQ(stackmate_set_move_overhead(player, *overhead), STACKMATE_OK);
        }
        EXPECT_EQ(stackmate_set_move_overhead(player, STACKMATE_MAX_OVERHEAD + 1), STACKMATE_ERROR_OVERHEAD);
        EXPECT_EQ(stackmate_set_move_overhead(player, 0xffffffff), STACKMATE_ERROR_OVERHEAD);
        stackmate_limits limits{};
        limits.clock[STACKMATE_WHITE] = true;
        limits.time_ms[STACKMATE_WHITE] = 60'000;
        limits.moves_to_go = 1;
        EXPECT_EQ(player.go(limits), STACKMATE_OK);
        return stackmate_hard_limit_ms(player);
    };
    EXPECT_EQ(hard_limit({}), hard_limit(10));
    EXPECT_GT(hard_limit(0), hard_limit(10));
    EXPECT_EQ(hard_limit(STACKMATE_MAX_OVERHEAD), 1u);
}

TEST(CInterface, AStopFromBeforeTheSearchDoesNotEndIt) {
    Player player;
    stackmate_stop(player);
    ASSERT_EQ(player.go(infinite()), STACKMATE_OK);
    for (int i = 0; i < 5; ++i) EXPECT_NE(stackmate_run(player, 50, 0), STACKMATE_FINISHED);
    stackmate_stop(player);
    EXPECT_EQ(stackmate_run(player, 50, 0), STACKMATE_FINISHED);
}

TEST(CInterface, ASliceKeepsToItsNodesAndTheSearchToItsLimit) {
    Player player;
    ASSERT_EQ(player.go(nodes(1000)), STACKMATE_OK);
    EXPECT_EQ(stackmate_run(player, 0, 0), STACKMATE_NOTHING);  // 0 is taken for 1
    EXPECT_LE(player.report().nodes, 1u);
    player.finish();
    EXPECT_EQ(player.report().nodes, 1000u);
}

TEST(CInterface, OnlyTheMovesNamedAreChosenFrom) {
    Player player;
    ASSERT_EQ(stackmate_set_fen(player, mate_in_one), STACKMATE_OK);
    const Moves two{player.move("a2a3"), player.move("b2b3"), player.move("a2a3")};
    player.search(nodes(500), two);
    EXPECT_TRUE(stackmate_best_move(player) == two[0] || stackmate_best_move(player) == two[1]);

    EXPECT_EQ(player.go(nodes(500), {two[0], 0xffff}), STACKMATE_ERROR_ILLEGAL_MOVE);
    const Moves all = player.legal_moves();
    EXPECT_EQ(player.go(nodes(500), Moves(all.begin(), all.begin() + 11)), STACKMATE_ERROR_TOO_MANY_MOVES);
    EXPECT_FALSE(stackmate_searching(player));
    EXPECT_EQ(player.go(nodes(500), Moves(all.begin(), all.begin() + 10)), STACKMATE_OK);

    Player full(true);
    EXPECT_EQ(full.go(nodes(500), full.legal_moves()), STACKMATE_OK);
}

TEST(CInterface, TimeIsWhatTheCallerSays) {
    Player player;
    stackmate_limits limits{};
    limits.has_move_time = true;
    limits.move_time_ms = 100;
    const std::uint32_t begin = 0xffffffd0u;  // wraps within the search
    ASSERT_EQ(player.go(limits, {}, begin), STACKMATE_OK);
    EXPECT_EQ(stackmate_hard_limit_ms(player), 100u);
    stackmate_event event = STACKMATE_NOTHING;
    for (std::uint32_t ms = 0; ms < 99; ++ms) {
        event = stackmate_run(player, 10, begin + ms);
        ASSERT_NE(event, STACKMATE_FINISHED) << ms;
    }
    for (std::uint32_t ms = 100; event != STACKMATE_FINISHED && ms < 110; ++ms)
        event = stackmate_run(player, 10, begin + ms);
    EXPECT_EQ(event, STACKMATE_FINISHED);
    ASSERT_EQ(player.go(depth(1)), STACKMATE_OK);
    EXPECT_EQ(stackmate_hard_limit_ms(player), STACKMATE_NO_LIMIT);
}

TEST(CInterface, TheClockOfTheSideToMoveIsShared) {
    Player player;
    stackmate_limits limits{};
    limits.clock[0] = limits.clock[1] = true;
    limits.time_ms[0] = 60'000;
    limits.time_ms[1] = 600;
    limits.increment_ms[0] = 1000;
    limits.moves_to_go = 20;
    EXPECT_EQ(stackmate_set_move_overhead(player, 50), STACKMATE_OK);
    ASSERT_EQ(player.go(limits), STACKMATE_OK);
    const stackmate::Limits wanted{
        .time_ms = {60'000, 600}, .increment_ms = {1000}, .moves_to_go = 20, .clock = {true, true}};
    EXPECT_EQ(stackmate_hard_limit_ms(player), stackmate::time_budget(wanted, stackmate::Color::white, 50).hard_ms);
}

/// A search with a clock, without a timer: each call takes so many milliseconds.
struct TimedSearch {
    const char* fen;
    std::uint32_t clock_ms, increment_ms, move_time_ms;
    std::uint16_t moves_to_go, overhead_ms;
    std::uint32_t nodes_a_run, ms_a_run;
};
/// How late the answer is. Only the first call may be longer than the limit: how long one takes is not known before.
std::uint32_t lateness(Player& player, const TimedSearch& search) {
    EXPECT_EQ(stackmate_set_fen(player, search.fen), STACKMATE_OK);
    EXPECT_EQ(stackmate_set_move_overhead(player, search.overhead_ms), STACKMATE_OK);
    stackmate_limits limits{};
    const auto side = stackmate_side(player);
    limits.clock[side] = true;
    limits.time_ms[side] = search.clock_ms;
    limits.increment_ms[side] = search.increment_ms;
    limits.moves_to_go = search.moves_to_go;
    limits.has_move_time = search.move_time_ms != 0;
    limits.move_time_ms = search.move_time_ms;
    const std::uint32_t begin = 0xffffff00u;  // wraps within the search
    EXPECT_EQ(player.go(limits, {}, begin), STACKMATE_OK);
    const std::uint32_t due = std::max(stackmate_hard_limit_ms(player), search.ms_a_run);
    std::uint32_t passed = 0;
    while (stackmate_run(player, search.nodes_a_run, begin + passed) != STACKMATE_FINISHED) passed += search.ms_a_run;
    return passed > due ? passed - due : 0;
}

TEST(CInterface, WithoutATimerNoAnswerComesAfterTheHardLimit) {
    Player full(true), tiny;
    EXPECT_EQ(lateness(full, {start_fen, 1000, 0, 0, 1, 10, 16, 9}), 0u);
    constexpr std::array fens{start_fen,
                              mate_in_two,
                              "r2q1rk1/1pp1ppbp/p7/4PbP1/3pNPnR/8/PPP1P1P1/R1BQKB2 w Q - 1 13",
                              "6k1/p6p/3q2p1/4p1Q1/2r1P3/2P2P2/P6P/2R3K1 b - - 1 30",
                              "8/8/8/8/8/3k4/8/3K2r1 w - - 0 1",  // one move
                              "qqq1k1qq/8/q1q1q1q1/8/1Q1Q1Q1Q/8/8/QQQQ1K1Q w - - 0 1"};
    std::mt19937 random{1};
    const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
    const int searches = stackmate::test::whole_or_sample(300, 60);
    for (int i = 0; i < searches; ++i) {
        const TimedSearch search{fens[below(fens.size())],
                                 below(4) == 0 ? below(100) : below(5000),
                                 below(3) == 0 ? below(10'000) : 0,
                                 below(8) == 0 ? 1 + below(1000) : 0,
                                 static_cast<std::uint16_t>(below(2) == 0 ? 0 : below(40)),
                                 static_cast<std::uint16_t>(below(2) == 0 ? 10 : below(500)),
                                 1 + below(500),
                                 1 + below(below(4) == 0 ? 300 : 30)};
        ASSERT_EQ(lateness(below(2) == 0 ? full : tiny, search), 0u)
            << search.fen << ", clock " << search.clock_ms << ", increment " << search.increment_ms << ", move time "
            << search.move_time_ms << ", moves to go " << search.moves_to_go << ", overhead " << search.overhead_ms
            << ", " << search.nodes_a_run << " nodes and " << search.ms_a_run << " ms a run";
    }
}

TEST(CInterface, PonderingWaitsForTheHitAndThenAnswers) {
    Player player;
    ASSERT_EQ(stackmate_set_fen(player, mate_in_one), STACKMATE_OK);
    auto limits = depth(3);
    limits.ponder = true;
    ASSERT_EQ(player.go(limits), STACKMATE_OK);
    for (int i = 0; i < 2000 && !stackmate_waiting(player); ++i)
        ASSERT_NE(stackmate_run(player, 100, 0), STACKMATE_FINISHED);
    EXPECT_TRUE(stackmate_waiting(player));
    EXPECT_EQ(stackmate_run(player, 100, 0), STACKMATE_NOTHING);
    stackmate_ponder_hit(player, 10);
    EXPECT_FALSE(stackmate_waiting(player));
    EXPECT_EQ(stackmate_run(player, 100, 10), STACKMATE_FINISHED);
    EXPECT_EQ(player.uci(stackmate_best_move(player)), "h5f7");
}

TEST(CInterface, FullTellsSeveralLines) {
    Player tiny;
    EXPECT_EQ(stackmate_max_lines(tiny), 1u);
    EXPECT_EQ(stackmate_set_lines(tiny, 1), STACKMATE_OK);
    EXPECT_EQ(stackmate_set_lines(tiny, 2), STACKMATE_ERROR_LINES);
    Player full(true);
    EXPECT_EQ(stackmate_max_lines(full), 8u);
    EXPECT_EQ(stackmate_set_lines(full, 0), STACKMATE_ERROR_LINES);
    EXPECT_EQ(stackmate_set_lines(full, 9), STACKMATE_ERROR_LINES);
    ASSERT_EQ(stackmate_set_lines(full, 3), STACKMATE_OK);
    ASSERT_EQ(full.go(depth(3)), STACKMATE_OK);
    std::set<stackmate_move> heads;
    for (stackmate_event event = STACKMATE_NOTHING; event != STACKMATE_FINISHED;) {
        event = stackmate_run(full, 100, 0);
        const auto report = full.report();
        if (event != STACKMATE_INFO || report.depth != 3 || report.bound != STACKMATE_EXACT) continue;
        EXPECT_EQ(report.lines, 3);
        EXPECT_LT(report.line_number, 3);
        heads.insert(report.line[0]);
    }
    EXPECT_EQ(heads.size(), 3u);
}

TEST(CInterface, AnotherTableIsTakenAndGivenBack) {
    Player player;
    const std::size_t own = stackmate_table_bytes(player);
    EXPECT_EQ(own, stackmate::Tiny::table_bytes);
    alignas(8) std::array<unsigned char, 5000> memory;
    EXPECT_EQ(stackmate_use_table(player, memory.data(), 255), STACKMATE_ERROR_SIZE);
    EXPECT_EQ(stackmate_use_table(player, memory.data() + 4, 4096), STACKMATE_ERROR_ALIGNMENT);
    EXPECT_EQ(stackmate_use_table(player, nullptr, 4096), STACKMATE_ERROR_ALIGNMENT);
    EXPECT_EQ(stackmate_table_bytes(player), own);
    EXPECT_EQ(stackmate_use_table(player, memory.data(), memory.size()), STACKMATE_OK);
    EXPECT_EQ(stackmate_table_bytes(player), 4992u);  // whole buckets of 32
    player.search(nodes(1000));
    EXPECT_EQ(stackmate_use_table(player, nullptr, 0), STACKMATE_OK);
    EXPECT_EQ(stackmate_table_bytes(player), own);
}

TEST(CInterface, AProgramInC99PlaysWithIt) {
    char text[STACKMATE_SAN_SIZE];
    ASSERT_EQ(c99_answer(mate_in_one, 5000, text), STACKMATE_OK);
    EXPECT_STREQ(text, "Qxf7#");
    EXPECT_EQ(c99_answer("nonsense", 5000, text), STACKMATE_ERROR_FEN_FIELD_COUNT);
}

}  // namespace
