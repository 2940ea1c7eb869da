// Draughts by lines of text: whole games, and every wrong line answered and without effect.
#include "games/draughts/text.hpp"

#include "host_tests/games/draughts/playout.hpp"

#include <initializer_list>

namespace stackmate::draughts::test {
namespace {

/// A player with its clock, a millisecond a slice.
template <Rules R>
class ToldPlayer {
public:
    ToldPlayer() { tell("setoption name Hash value 1"); }

    /// All that it answers until it waits for the next line, or has had so many slices.
    std::string tell(std::string_view line, int slices = 1'000'000) {
        out_.clear();
        player_.take_line(line, now_);
        for (int i = 0; player_.busy() && i < slices; ++i) player_.run(++now_);
        return out_;
    }
    /// What stands behind `key` in the answer, to the end of its line.
    std::string told(std::string_view line, std::string_view key) {
        const std::string all = tell(line);
        const std::size_t at = all.rfind(key);
        if (at == std::string::npos) return {};
        const std::size_t begin = at + key.size();
        return all.substr(begin, all.find('\n', begin) - begin);
    }
    [[nodiscard]] bool busy() const { return player_.busy(); }
    [[nodiscard]] bool quit() const { return player_.quit(); }
    [[nodiscard]] std::uint32_t now() const { return now_; }

private:
    std::string out_;
    TextPlayer<R> player_{out_};
    std::uint32_t now_ = 1000;
};

template <class R>
class DraughtsText : public testing::Test {};
using BothGames = testing::Types<English, International>;
TYPED_TEST_SUITE(DraughtsText, BothGames);

TYPED_TEST(DraughtsText, PlaysAWholeGameAgainstItself) {
    ToldPlayer<TypeParam> table;
    Position<TypeParam> position = start<TypeParam>();
    std::string game = "position startpos moves";
    std::string over;
    int plies = 0;
    for (; plies < 400 && over.empty(); ++plies) {
        const std::string text = table.told("go nodes 600", "bestmove ");
        const Move m = move_from_text(position, text);
        ASSERT_TRUE(m) << text << " in " << fen_of(position);
        position = after(position, m);
        game += " " + text;
        ASSERT_EQ(table.tell(game), "");
        ASSERT_EQ(table.told("d", "Fen: "), fen_of(position));
        over = table.told("d", "Over: ");
    }
    EXPECT_GT(plies, 30);
    if (over == "draw") {
        EXPECT_TRUE(position.any_legal_move());
    } else {
        EXPECT_EQ(over, position.side() == Color::white ? "Black has won" : "White has won");
        EXPECT_FALSE(position.any_legal_move());
        EXPECT_EQ(table.told("go depth 3", "bestmove "), "0-0");
    }
}

TYPED_TEST(DraughtsText, AnswersAWrongLineAndLeavesTheGameAsItWas) {
    ToldPlayer<TypeParam> table;
    table.tell("position startpos moves " + texts_of(start<TypeParam>())[2]);
    const std::string before = table.tell("d");
    for (const std::string_view line : {"castle",
                                        "position",
                                        "position here",
                                        "position fen",
                                        "position fen W:W31",
                                        "position fen W:W99:B1",
                                        "position fen W:WK5:B5",
                                        "position startpos 32-28",
                                        "position startpos moves 1-2",
                                        "position startpos moves e2e4",
                                        "position startpos moves 22-18 22-18",
                                        "go deep",
                                        "go depth",
                                        "go depth 0",
                                        "go depth x",
                                        "go movetime 1 2",
                                        "go searchmoves 32-28",
                                        "go ponder",
                                        "go perft 33",
                                        "go perft",
                                        "setoption name Hash value much",
                                        "setoption name Hash",
                                        "setoption name Ponder value true",
                                        "setoption name Hash value 1 2",
                                        "d now",
                                        "stop it",
                                        "quit now",
                                        "uci please"}) {
        const std::string answer = table.tell(line);
        EXPECT_EQ(answer.rfind("info string error: ", 0), 0u) << line << " -> " << answer;
        EXPECT_EQ(answer.find('\n'), answer.size() - 1) << line << " -> " << answer;
        ASSERT_EQ(table.tell("d"), before) << line;
    }
    EXPECT_FALSE(table.quit());
}

TEST(DraughtsTextOf, ATableBeyondWhatThereIsBecomesTheNearestWithAWord) {
    ToldPlayer<International> table;
    for (const std::string number : {"0", "-7"})
        EXPECT_EQ(table.tell("setoption name Hash value " + number), "info string Hash is 1 here\n");
    EXPECT_EQ(table.tell("setoption name Hash value 2"), "");
}

TEST(DraughtsTextOf, ACaptureThatIsOneOfSeveralIsAskedForWithItsWholeWay) {
    ToldPlayer<International> table;
    const std::string position = "position fen W:WK2,K4,6,14,25,K31,34,K46:B8,9,K15,18,20,22,K27,32,39,K49";
    table.tell(position);
    EXPECT_EQ(table.told("d", "Moves: "), "14x23 46x28x17x3 46x23x12x3");
    EXPECT_EQ(table.tell(position + " moves 46x28x17x3"), "");
    EXPECT_EQ(table.told(position + " moves 46x3", "error: "), "position: not a legal move, or one of several: '46x3'");
}

TEST(DraughtsTextOf, SearchesUntilStopWhereNoLimitIsSet) {
    ToldPlayer<English> table;
    for (const std::string_view go : {"go", "go infinite", "go infinite depth 1", "go wtime 100 winc 5"}) {
        table.tell(go, 50);
        ASSERT_TRUE(table.busy()) << go;
        EXPECT_EQ(table.tell("isready", 0), "readyok\n");
        for (const std::string_view line :
             {"position startpos", "go depth 1", "ucinewgame", "d", "setoption name Hash value 2"})
            EXPECT_EQ(table.tell(line, 0).rfind("info string error: not before", 0), 0u) << line;
        table.tell("stop");
        EXPECT_FALSE(table.busy()) << go;
    }
    EXPECT_EQ(table.tell("stop"), "");
}

TEST(DraughtsTextOf, KeepsToItsLimits) {
    ToldPlayer<International> table;
    EXPECT_NE(table.tell("go depth 4").find("info depth 4 "), std::string::npos);
    EXPECT_EQ(table.tell("go depth 4").find("info depth 5 "), std::string::npos);
    const std::string nodes = table.tell("go nodes 5000");
    EXPECT_NE(nodes.find("bestmove "), std::string::npos);
    EXPECT_LE(std::stoul(nodes.substr(nodes.rfind(" nodes ") + 7)), 5000u);
    std::uint32_t begin = table.now();
    table.tell("go movetime 40");
    EXPECT_EQ(table.now() - begin, 40u);
    begin = table.now();
    table.tell("go wtime 3000 btime 1 winc 0 movestogo 10");
    EXPECT_LT(table.now() - begin, 3000u);
    EXPECT_GT(table.now() - begin, 20u);
}

TEST(DraughtsTextOf, AForcedMoveNeedsNoTime) {
    ToldPlayer<International> table;
    table.tell("position fen W:W28,50:B23,1");
    const std::uint32_t begin = table.now();
    EXPECT_EQ(table.told("go wtime 60000 btime 60000", "bestmove "), "28x19");
    EXPECT_LT(table.now() - begin, 20u);
}

TEST(DraughtsTextOf, CountsLeavesMoveByMoveAndCanBeStopped) {
    ToldPlayer<English> table;
    const std::string counted = table.tell("go perft 5");
    EXPECT_NE(counted.find("9-13: "), std::string::npos) << counted;
    EXPECT_NE(counted.find("\nNodes searched: 7361\n"), std::string::npos) << counted;
    EXPECT_EQ(table.told("go perft 1", "Nodes searched: "), "7");
    table.tell("go perft 30", 5);
    ASSERT_TRUE(table.busy());
    EXPECT_EQ(table.tell("stop"), "info string perft is stopped\n");
    EXPECT_EQ(table.told("d", "Moves: "), "9-13 9-14 10-14 10-15 11-15 11-16 12-16");
}

TEST(DraughtsTextOf, TellsWhenAGameIsDrawn) {
    ToldPlayer<English> table;
    table.tell("position fen W:WK1:BK32:H79");
    EXPECT_EQ(table.told("d", "Over: "), "");
    table.tell("position fen W:WK1:BK32:H79 moves 1-6");
    EXPECT_EQ(table.told("d", "Over: "), "draw");
    const std::string round = " 1-6 32-27 6-1 27-32";
    table.tell("position fen W:WK1:BK32 moves" + round);
    EXPECT_EQ(table.told("d", "Over: "), "");
    table.tell("position fen W:WK1:BK32 moves" + round + round);
    EXPECT_EQ(table.told("d", "Over: "), "draw");
}

TEST(DraughtsTextOf, NamesItselfAndHelps) {
    ToldPlayer<English> table;
    EXPECT_NE(table.tell("uci").find("uciok\n"), std::string::npos);
    EXPECT_NE(table.tell("help").find("go depth N"), std::string::npos);
    EXPECT_EQ(table.tell("   "), "");
    table.tell("quit");
    EXPECT_TRUE(table.quit());
}

}  // namespace
}  // namespace stackmate::draughts::test
