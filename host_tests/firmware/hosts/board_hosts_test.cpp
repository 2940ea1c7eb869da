// The whole firmware of a chess board on fakes, and apps that speak other languages than UCI on its line.
#include "host_tests/firmware/table/table.hpp"

#include "firmware/hosts/board_hosts.hpp"
#include "host_tests/support/sample.hpp"

#include <random>
#include <string>

namespace stackmate::firmware::test {
namespace {

using namespace std::string_literals;

struct JoinedTest : testing::Test {
    hal::fake::NvStore<> memory{};
    Table table{memory};

    void restart() { table = Table{memory}; }
    /// The whole picture, as colours.
    [[nodiscard]] SquareSet shining(Light light) {
        SquareSet set = 0;
        for (int i = 0; i < 42; ++i) {  // longer than any rhythm
            table.wait(50);
            for (unsigned square = 0; square < 64; ++square)
                if (table.board->leds.frame.squares[square] == style_of(light).colour) set |= SquareSet{1} << square;
        }
        return set;
    }
};

const std::string start_state = "srnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR73";
/// No reports of its own accord.
const std::string quiet = "W020154";

TEST_F(JoinedTest, AChessLinkClientReadsTheBoardAndBothSidesAreMovedByHand) {
    table.begin();
    EXPECT_EQ(table.ask(quiet).substr(0, 7), "w020174");
    EXPECT_EQ(table.ask("S53"), start_state);
    table.move("e2e4");
    EXPECT_EQ(table.game().state(), states::State::person_to_move) << "the engine has nothing to do with it";
    table.move("e7e5");
    EXPECT_EQ(table.game().record().size(), 2u);
    EXPECT_EQ(table.ask("S53").substr(0, 65), "srnbqkbnrpppp.ppp............p.......P...........PPPP.PPPRNBQKBNR");
    EXPECT_EQ(table.heard(), "") << "nothing that is no block";
}

TEST_F(JoinedTest, ItsLightsShineInPlaceOfTheGamesAndGoWithIt) {
    table.begin();
    std::string leds = "L20";
    for (unsigned led = 0; led < 81; ++led) leds += led == 0 || led == 1 || led == 9 || led == 10 ? "FF" : "00";
    unsigned sum = 0;
    for (const char c : leds) sum ^= static_cast<unsigned char>(c);
    leds += "0123456789ABCDEF"[sum >> 4];
    leds += "0123456789ABCDEF"[sum & 15];
    EXPECT_EQ(table.ask(quiet + leds), "w020174l6C");
    EXPECT_EQ(shining(Light::host), SquareSet{1} << 56) << "a8";
    EXPECT_EQ(shining(Light::turn), 0u);
    EXPECT_EQ(table.ask("X58"), "x78");
    EXPECT_EQ(shining(Light::host), 0u);
    table.send("uci\n");
    EXPECT_NE(shining(Light::turn), 0u);
}

TEST_F(JoinedTest, WhatOnlyTheBoardCanAskItStillAsks) {
    table.send("board level s1\nposition fen 8/4P1k1/8/8/8/8/6K1/8 w - - 0 1\nboard set\n");
    table.put(occupied_squares(table.game().record().position()), 1000);
    table.send(quiet + "X58");
    const SquareSet pawn_up = occupied_squares(table.game().record().position()) & ~square_set(make_square(4, 6));
    table.put(pawn_up);
    table.put(pawn_up | square_set(Square::e8), 1000);
    ASSERT_EQ(table.game().state(), states::State::promotion_choice);
    EXPECT_NE(shining(Light::promotion), 0u);
    table.wait(6000);
    EXPECT_EQ(table.ask("S53").substr(0, 6), "s....Q");
}

TEST_F(JoinedTest, WhatAnAppClaimsEndsWithIt) {
    table.send("board white person\nboard black engine\n");
    table.begin();
    table.send(quiet);
    table.move("e2e4");
    EXPECT_EQ(table.game().player(Color::black), Seat::person);
    EXPECT_EQ(table.game().settings().black, Seat::engine) << "nothing of it is stored";
    EXPECT_TRUE(has(table.ask("uci\n"), "uciok"));
    table.wait(100);
    EXPECT_TRUE(table.game().state() == states::State::engine_thinking || table.game().pending())
        << "the engine's turn";
}

TEST_F(JoinedTest, AProgramsWorkEndsWhenAnotherLanguageIsSpoken) {
    table.begin();
    table.send("position startpos\ngo infinite\n");
    table.heard();
    const std::string said = table.ask(quiet + "V56");
    EXPECT_TRUE(has(said, "v000177")) << said;
    EXPECT_FALSE(has(said.substr(said.find("v000177")), "info")) << said;
    table.wait(2000);
    EXPECT_EQ(table.heard(), "");
}

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

TEST_F(JoinedTest, AFrameThatCameWhileTheLoopWasAwayIsWhole) {
    table.begin();
    table.send("\xff\0\0\0\0\0\0\0"s);  // a rank
    ASSERT_EQ(shining(Light::host), 0xff00'0000'0000'0000u);
    table.board->serial.deliver("\0\0\0"s);
    table.app->poll();
    table.board->clock.pass(400);  // flash is erased
    table.board->serial.deliver("\0\0\0\0\x01"s);
    EXPECT_EQ(shining(Light::host), 0x01u);
    table.send("\xff\xff"s);
    table.wait(60);  // here the sender has paused
    table.send("\0\0\0\0\0\0\0\x02"s);
    EXPECT_EQ(shining(Light::host), 0x02u);
}

TEST_F(JoinedTest, ACertaboClientGetsLinesAndLightsSquares) {
    table.begin();
    table.send("U\xaaU\xaaU\xaaU\xaa"s);
    table.heard();
    table.wait(1000);
    const std::string lines = table.heard();
    EXPECT_GE(std::count(lines.begin(), lines.end(), '\n'), 4);
    EXPECT_TRUE(has(lines, " \r\n:"));
    table.send("\x10\0\0\0\0\0\0\0"s);
    EXPECT_EQ(shining(Light::host), square_set(Square::e8));
    table.move("e2e4");
    table.move("e7e5");
    EXPECT_EQ(table.game().record().size(), 2u);
}

struct AppTest : JoinedTest {
    void begin_game() {
        table.begin();
        ASSERT_EQ(table.ask("feature moved\nfeature undo_redo\nfeature resign\nfeature side\n"), "ok\nok\nok\nok\n");
        ASSERT_EQ(table.ask("begin rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w\n"),
                  "sync rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w\n");
        table.wait(1000);
        ASSERT_EQ(table.game().state(), states::State::person_to_move);
    }
};

TEST_F(AppTest, MovesOfThePersonAreToldAndThoseOfTheAppAreMadeOnTheBoard) {
    begin_game();
    table.move("e2e4");
    EXPECT_EQ(table.heard(), "move e2e4\n");
    EXPECT_EQ(table.ask("ok\nmove c7c5\n"), "moved\n");
    EXPECT_EQ(table.game().state(), states::State::move_to_make);
    EXPECT_EQ(shining(Light::move_from), square_set(make_square(2, 6)));
    table.move("c7c5");
    EXPECT_EQ(table.heard(), "moved\n");
    table.move("g1f3");
    EXPECT_EQ(table.heard(), "move g1f3\n");
    EXPECT_EQ(table.ask("ok\nmove e7e5\nmove b8c6\nmove b8b5\n"), "moved\nerr this cannot be\n");
    EXPECT_EQ(table.game().pending(), move_from_text(table.game().record().position(), "b8c6"))
        << "in place of the first";
}

TEST_F(AppTest, ThePiecesCannotTakeBackWhatTheAppHas) {
    begin_game();
    table.move("e2e4");
    table.put(start_board, 3000);
    EXPECT_EQ(table.game().record().size(), 1u);
    EXPECT_EQ(table.heard(), "move e2e4\n");
}

TEST_F(AppTest, ARefusedMoveGoesBack) {
    begin_game();
    table.move("e2e4");
    EXPECT_EQ(table.heard(), "move e2e4\n");
    EXPECT_EQ(table.ask("nok\n"), "");
    EXPECT_EQ(table.game().record().size(), 0u);
    EXPECT_EQ(table.game().state(), states::State::restoring);
    table.put(start_board, 1500);
    table.move("d2d4");
    EXPECT_TRUE(has(table.heard(), "move d2d4\n"));
}

TEST_F(AppTest, UndoGoesBackInTheRecord) {
    begin_game();
    for (const std::string_view move : {"e2e4", "e7e5", "g1f3"}) table.move(move);
    table.heard();
    EXPECT_EQ(table.ask("undo rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n").substr(0, 7), "unsync ");
    EXPECT_EQ(table.game().record().size(), 1u);
    table.put(occupied_squares(table.game().record().position()), 1500);
    EXPECT_TRUE(has(table.heard(), "sync rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b\n"));
}

TEST_F(AppTest, APositionComesToTheBoardAndANoneIsRefused) {
    begin_game();
    EXPECT_EQ(table.ask("begin 8/8/8/8/8/8/8/8 w\n"), "err this cannot be\n");
    EXPECT_EQ(table.game().record().size(), 0u);
    EXPECT_EQ(table.ask("side w\nbegin 8/4P1k1/8/8/8/8/6K1/8 w - - 0 1\n").substr(0, 7), "unsync ");
    EXPECT_EQ(table.fen(), "8/4P1k1/8/8/8/8/6K1/8 w - - 0 1");
    EXPECT_EQ(table.game().player(Color::white), Seat::person);
    EXPECT_EQ(table.game().player(Color::black), Seat::remote);
    table.put(occupied_squares(table.game().record().position()), 1500);
    EXPECT_EQ(table.heard(), "sync 8/4P1k1/8/8/8/8/6K1/8 w\n");
}

TEST_F(AppTest, TheEndGivesTheBoardBack) {
    begin_game();
    table.move("e2e4");
    table.heard();
    EXPECT_EQ(table.ask("ok\nend resign\n"), "moved\n");
    EXPECT_FALSE(table.game().held_claim().held);
    EXPECT_EQ(table.game().state(), states::State::setup) << "and nobody goes on in the app's game";
}

TEST_F(JoinedTest, TheProtocolCanBeFixedAndMendedAgain) {
    EXPECT_TRUE(has(table.ask("board protocol dgt\n"), "board error: board protocol takes"));
    table.send("board protocol certabo\n");
    table.wait(1500);
    restart();
    table.begin();
    table.heard();
    table.wait(500);
    EXPECT_FALSE(table.game().held_claim().held) << "nobody has spoken";
    EXPECT_TRUE(has(table.heard(), ":1 1 1 2 4 ")) << "unasked";
    EXPECT_TRUE(has(table.ask("uci\n"), "uciok"));
    table.send("board protocol uci\n");
    table.wait(1500);
    restart();
    table.begin();
    EXPECT_FALSE(has(table.ask("V56\nisready\n"), "v0001"));
    table.send("board protocol auto\n");
    EXPECT_EQ(table.game().settings().protocol, 0);
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
