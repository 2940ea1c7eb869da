// The whole firmware of a chess board on fakes, and apps that speak other languages than UCI on its line.
#include "host_tests/firmware/table/script.hpp"
#include "host_tests/firmware/table/table.hpp"
#include "host_tests/support/sample.hpp"

#include <random>
#include <string>

namespace stackmate::firmware::test {
namespace {

using namespace std::string_literals;

const std::string start_state = "srnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR73";
/// No reports of its own accord.
const std::string quiet = "W020154";

const bool joined = at_table("Joined", R"(
AChessLinkClientReadsTheBoardAndBothSidesAreMovedByHand
    begin
    type "W020154" -> begins "w020174"
    type "S53" -> said "srnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR73"
    e2e4 -> person_to_move, said ""  # the engine has nothing to do with it
    e7e5 -> moves 2, said ""
    type "S53" -> begins "srnbqkbnrpppp.ppp............p.......P...........PPPP.PPPRNBQKBNR"
    100 -> said ""  # nothing that is no block

ItsLightsShineInPlaceOfTheGamesAndGoWithIt
    begin
    # The four lights around a8.
    deliver "W020154L20FFFF00000000000000FFFF", deliver "00" x70, type "4E" -> said "w020174l6C"
    -> shines host a8, shines turn none
    type "X58" -> said "x78", shines host none
    say "uci" -> not shines turn none

WhatOnlyTheBoardCanAskItStillAsks
    set "8/4P1k1/8/8/8/8/6K1/8 w - - 0 1" "level s1", type "W020154X58", -e7/400, +e8/1000 -> promotion_choice
    -> not shines promotion none
    6000, type "S53" -> begins "s....Q"

WhatAnAppClaimsEndsWithIt
    begin "white person" "black engine", type "W020154", e2e4 -> player black person
    -> black engine  # nothing of it is stored
    say "uci", 100 -> heard uciok, engines_turn

AProgramsWorkEndsWhenAnotherLanguageIsSpoken
    begin, say "position startpos" "go infinite"
    type "W020154V56" -> heard_then_no "v000177" "info"
    2000 -> said ""

AFrameThatCameWhileTheLoopWasAwayIsWhole
    begin, type "\xff\0\0\0\0\0\0\0" -> shines host a8 b8 c8 d8 e8 f8 g8 h8  # a rank
    deliver "\0\0\0", poll, away 400, deliver "\0\0\0\0\x01" -> shines host a1  # flash is erased meanwhile
    type "\xff\xff", 60, type "\0\0\0\0\0\0\0\x02" -> shines host b1  # its sender has paused

ACertaboClientGetsLinesAndLightsSquares
    begin, type "U\xaaU\xaaU\xaaU\xaa"
    1000 -> times_over 3 "\n", heard " \r\n:"
    type "\x10\0\0\0\0\0\0\0" -> shines host e8
    e2e4, e7e5 -> moves 2

TheProtocolCanBeFixedAndMendedAgain
    on, say "board protocol dgt" -> heard "board error: board protocol takes"
    say "board protocol certabo", 1500, restart, up start -> person_to_move
    500 -> not followed, heard ":1 1 1 2 4 "  # nobody has spoken; unasked
    say "uci" -> heard uciok
    say "board protocol uci", 1500, restart, up start -> person_to_move
    type "V56\nisready\n" -> not heard "v0001"
    say "board protocol auto" -> protocol 0
)");

const bool apps = at_table("App", R"(
MovesOfThePersonAreToldAndThoseOfTheAppAreMadeOnTheBoard
    app, e2e4 -> said "move e2e4\n"
    say "ok" "move c7c5" -> said "moved\n", move_to_make, shines move_from c7
    c7c5 -> said "moved\n"
    g1f3 -> said "move g1f3\n"
    say "ok" "move e7e5" "move b8c6" "move b8b5" -> said "moved\nerr this cannot be\n"
    -> waits_for b8c6  # in place of the first

ThePiecesCannotTakeBackWhatTheAppHas
    app, e2e4, up/3000 start -> moves 1, said "move e2e4\n"

ARefusedMoveGoesBack
    app, e2e4 -> said "move e2e4\n"
    say "nok" -> said "", moves 0, restoring
    up start, d2d4 -> heard "move d2d4\n"

UndoGoesBackInTheRecord
    app, e2e4, e7e5, g1f3
    say "undo rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1" -> begins "unsync ", moves 1
    up game -> heard "sync rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b\n"

APositionComesToTheBoardAndANoneIsRefused
    app
    say "begin 8/8/8/8/8/8/8/8 w" -> said "err this cannot be\n", moves 0
    say "side w" "begin 8/4P1k1/8/8/8/8/6K1/8 w - - 0 1" -> begins "unsync ", fen 8/4P1k1/8/8/8/8/6K1/8 w - - 0 1
    -> player white person, player black remote
    up game -> said "sync 8/4P1k1/8/8/8/8/6K1/8 w\n"

TheEndGivesTheBoardBack
    app, e2e4
    say "ok" "end resign" -> said "moved\n", not followed, setup  # and nobody goes on in the app's game
)");

struct JoinedTest : testing::Test {
    hal::fake::NvStore<> memory{};
    Table table{memory};
};

TEST_F(JoinedTest, AFloodOfCommandsIsAnsweredOneByOne) {
    table.begin();
    std::string flood = quiet;
    for (int i = 0; i < 500; ++i) flood += "S53";
    std::string answers;
    for (const char c : flood) answers += table.ask({&c, 1});
    table.wait(2000);
    answers += table.heard();
    EXPECT_EQ(answers.size(), 7 + 500 * start_state.size());
}

TEST_F(JoinedTest, WhateverComesUciIsUnderstoodAfterwards) {
    std::mt19937 engine{7};
    const auto random = [&] { return static_cast<unsigned>(engine()); };
    table.begin();
    const std::string said[] = {"V56",
                                "S53",
                                "U\xaaU\xaaU\xaaU\xaa"s,
                                "begin rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w\n",
                                "move e2e4\n",
                                "nok\n",
                                "end draw\n",
                                "feature submove_state\n",
                                "\nuci\n",
                                "begin r3k2r/8/8/8/8/8/8/R3K2R b\n",
                                "undo 4k3/8/8/8/8/8/8/R3K2R w\n",
                                quiet};
    const int rounds = stackmate::test::whole_or_sample(400, 50);
    for (int round = 0; round < rounds; ++round) {
        for (int i = 0; i < 12; ++i) {
            std::string bytes = said[random() % std::size(said)];
            if (random() % 3 == 0) bytes[random() % bytes.size()] = static_cast<char>(random());
            table.send(bytes);
            if (random() % 4 == 0) table.put(table.board->sensors.occupied ^ SquareSet{1} << random() % 64, 50);
            table.heard();
        }
        table.wait(100);
        table.send("\n\n\n\n\n\n\n\n");
        table.wait(100);
        ASSERT_TRUE(has(table.ask("\nuci\n"), "uciok")) << "round " << round;
    }
}

}  // namespace
}  // namespace stackmate::firmware::test
