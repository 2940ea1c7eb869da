// Chess960 on the squares: how a game is begun, set up, played, stored and written.
#include "host_tests/firmware/table/script.hpp"
#include "host_tests/firmware/table/table.hpp"

namespace stackmate::firmware::test {
namespace {

const bool chess960 = at_table("Chess960", R"(
# ---- how it begins

TheLightsGoThroughTheKindsOfTheBackRank
    begin, say "board chess960 0"
    -> setup, heard "info string board set up Chess960 0: BBQNNRKR, Black the same; PLAY begins\n", kind g1 g8
    2048 -> kind c1 c8
    2048 -> kind f1 h1 f8 h8
    2048 -> kind a1 b1 a8 b8
    2048 -> kind d1 e1 d8 e8
    2048 -> kind none, setup
    2048 -> kind g1 g8
    PLAY -> person_to_move, moves 0, fen bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1

ItBeginsByItselfWhenTheKindsWereShownTwice
    begin, say "board chess960 0", 24000 -> setup
    1000 -> person_to_move, fen bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1

PlayBeginsNothingWhileAPieceIsMissing
    begin, say "board chess960 0", -a1, PLAY -> setup, fill a1
    +a1, PLAY -> person_to_move

ANumberThatIsNoneIsRefused
    begin, say "board chess960 960"
    -> heard "info string board error: board chess960 takes a number from 0 to 959, or none, not '960'\n"
    -> person_to_move

NumberFiveHundredAndEighteenIsTheUsualGame
    begin, say "board chess960 518", 1500 -> person_to_move, kind none
    -> fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1

TheMenuDrawsAStart
    begin, PLAY/1100 -> menu
    tap c7, tap h8, 100 -> setup, heard "info string board set up Chess960 "

AGameThatIsPlayedIsNotGivenUpWithoutAQuestion
    begin "black person", e2e4, PLAY/1100, tap c7, tap h8, 100 -> question
    PLAY -> setup, heard "info string board set up Chess960 "

AfterTheAnswerNoTheNextGameIsTheUsualOne
    begin "black person", e2e4, PLAY/1100, tap c7, tap h8, 100 -> question
    tap d5, 100 -> person_to_move
    say "board new" -> setup, kind none, not heard Chess960

AfterAGameOfChess960TheNextOneIsTheUsualOne
    begin, say "board chess960 0", PLAY -> person_to_move
    say "board resign white" -> game_over
    PLAY, 1500 -> person_to_move, fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1

TheStartPositionOfAnotherGameEndsNone
    begin "black person", say "board chess960 0", PLAY, 5000 -> person_to_move, moves 0
    e2e4, up/3000 start -> moves 0, fen bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1

# ---- castling

KingAndRookThatExchangeSquaresAreStoredAndWritten
    begin "black person", say "setoption name UCI_Chess960 value true"
    say "position fen 1r3k2/8/8/8/8/8/8/1R3KR1 w GBb - 0 1" "board set", up/1500 game -> person_to_move
    -f1, -g1, +f1/100, +g1/2000 -> moves 1, heard "move 1. O-O+ f1g1\n"
    say "board pgn" -> heard "[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"1r3k2/8/8/8/8/8/8/1R3KR1 w KQq - 0 1\"]\n\n1. O-O+ *"
    note_board, restart, board_as_noted, 700 -> person_to_move, moves 1, fen_as_noted

TheLightsShowBothSquaresOfAnExchange
    begin "black person", say "board white remote" "setoption name UCI_Chess960 value true"
    say "position fen 1r3k2/8/8/8/8/8/8/1R3KR1 w GBb - 0 1" "board set", up/1500 game -> remote_to_move
    say "board move f1g1", 100 -> move_to_make, move_from f1, move_to g1
    say "board" -> heard " waiting for f1g1\n"
    -f1, -g1, +f1/100, +g1/700 -> moves 1
)");

/// Games of random moves, with castling wherever it can be made; after each the power fails.
TEST(Chess960, GamesAreTheSameAfterThePowerFailed) {
    Random random{960};
    unsigned castled = 0;
    for (unsigned n = 7; n < 960; n += 73) {
        hal::fake::NvStore<> memory{};
        Table table{memory};
        table.send("board black person\n");
        table.begin();
        table.send("board chess960 " + std::to_string(n) + "\n");
        table.press(play_button);
        Position p = table.game_position();
        for (unsigned ply = 0; ply < 60; ++ply) {
            const std::vector<Move> moves = legal_moves(p);
            if (moves.empty() || table.game().result()) break;
            Move m = moves[random.below(moves.size())];
            for (const Move other : moves)
                if (other.castles()) m = other;
            if (m.promotes()) break;
            castled += m.castles() ? 1 : 0;
            table.make(m, 1700);
            const std::string text = text_of(m, p);
            Undo undo;
            p.make(m, undo);
            ASSERT_EQ(table.fen(), fen_of(p)) << n << " " << text;
        }
        if (table.game().result()) continue;
        const SquareSet board = table.standing();
        Table again{memory};
        again.put(board, 1000);
        EXPECT_EQ(again.fen(), fen_of(p)) << n;
        EXPECT_TRUE(std::ranges::equal(again.game().record().moves(), table.game().record().moves())) << n;
    }
    EXPECT_GT(castled, 5u);
}

}  // namespace
}  // namespace stackmate::firmware::test
