#include "bridge/bridge.hpp"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace {

using stackmate::bridge::Bridge;
using stackmate::bridge::go_again;
using stackmate::bridge::Ms;
using stackmate::bridge::white_to_move;

constexpr std::string_view introduction =
    "id name Stackmate 1\nid author us\noption name Hash type spin default 1\nuciok\n";

/// A GUI, a cable and a board that does only what the test says.
class Cable {
public:
    explicit Cable(bool verbose = false) : bridge{{}, verbose} {}

    void gui(std::string_view line) { bridge.gui_says(line, now); }
    void plug(std::string_view name = "P") { bridge.port_opened(name, now); }
    void pull() { bridge.port_lost("it was unplugged", now); }
    void board(std::string_view line) { bridge.board_says(std::string{line} + "\n", now); }
    /// The board is there and has said all that it is asked at the beginning.
    void connect() {
        plug();
        bridge.board_says(introduction, now);
        board("readyok");
        board("readyok");
        (void)bridge.take_for_board();
    }
    void pass(Ms ms) {
        const Ms end = now + ms;
        for (auto due = bridge.due(); due && *due <= end; due = bridge.due()) {
            now = std::max(now, *due);
            bridge.pass(now);
        }
        now = end;
    }
    std::string to_gui() { return bridge.take_for_gui(); }
    std::string to_board() { return bridge.take_for_board(); }

    Bridge bridge;
    Ms now = 1000;
};

TEST(Bridge, TheBoardIsAskedWhoItIsBeforeTheGuisFirstLineIsGiven) {
    Cable cable;
    cable.gui("uci");
    cable.gui("isready");
    cable.plug();
    EXPECT_EQ(cable.to_board(), "\nuci\n");  // the empty line ends what somebody may have left half said
    EXPECT_EQ(cable.to_gui(), "");
    cable.bridge.board_says(introduction, cable.now);
    EXPECT_EQ(cable.to_board(), "isready\n");
    cable.board("readyok");
    EXPECT_EQ(cable.to_board(), "isready\n");
    cable.board("readyok");
    EXPECT_EQ(cable.to_gui(), introduction);
    EXPECT_EQ(cable.to_board(), "isready\n");  // the GUI's own
    cable.board("readyok");
    EXPECT_EQ(cable.to_gui(), "readyok\n");
    EXPECT_EQ(cable.bridge.board_name(), "Stackmate 1");
}

TEST(Bridge, LinesGoToAndFroWholeHoweverTheBytesAreCut) {
    Cable cable;
    cable.connect();
    cable.gui("position startpos moves e2e4\r");
    cable.gui("go depth 3");
    EXPECT_EQ(cable.to_board(), "position startpos moves e2e4\ngo depth 3\n");
    cable.bridge.board_says("info depth 1 sc", cable.now);
    EXPECT_EQ(cable.to_gui(), "");
    cable.bridge.board_says("ore cp 1\r\nbestmo", cable.now);
    EXPECT_EQ(cable.to_gui(), "info depth 1 score cp 1\n");
    cable.board("ve e7e5");
    EXPECT_EQ(cable.to_gui(), "bestmove e7e5\n");
}

// Polyglot, and so XBoard, does that when the other side has not made the move that was pondered on.
TEST(Bridge, AGoRightBehindAStopGetsABestmoveOfItsOwn) {
    for (const auto* what : {"stays", "pulled", "restarts"}) {
        SCOPED_TRACE(what);
        Cable cable;
        cable.connect();
        for (const auto* line : {"go ponder", "stop", "position startpos moves d2d4", "go depth 1"}) cable.gui(line);
        if (what == std::string_view{"stays"}) {
            cable.board("bestmove e2e4");
        } else {
            if (what == std::string_view{"pulled"}) {
                cable.pull();
                cable.plug();
            } else {
                cable.board("Stackmate 1 on stm32f103");
            }
            cable.bridge.board_says(introduction, cable.now);
            cable.board("readyok");
            cable.board("readyok");
        }
        const auto said = cable.to_gui();
        EXPECT_NE(said.find("bestmove "), std::string::npos);
        EXPECT_EQ(said.find("bestmove "), said.rfind("bestmove "));
        cable.board("bestmove d7d5");
        EXPECT_EQ(cable.to_gui(), "bestmove d7d5\n");
        cable.board("bestmove d7d5");
        EXPECT_EQ(cable.to_gui(), "");
    }
}

TEST(Bridge, ABoardThatBootsIsAskedAgainAndOneThatNeverAnswersIsGivenUp) {
    Cable cable;
    cable.plug();
    (void)cable.to_board();
    cable.pass(1000);
    EXPECT_EQ(cable.to_board(), "\nuci\n");
    cable.pass(4900);
    EXPECT_FALSE(cable.bridge.wants_new_port());
    cable.pass(200);
    EXPECT_TRUE(cable.bridge.wants_new_port());
    EXPECT_FALSE(cable.bridge.known());
}

TEST(Bridge, ABoardWhoseOtherPortHasTheSessionSaysSo) {
    Cable cable;
    cable.plug();
    const std::string why = "the wire has the session; this line was not obeyed";
    cable.board("info string error: " + why);
    EXPECT_EQ(cable.bridge.refusal(), why);
    EXPECT_TRUE(cable.bridge.stranger().empty());
}

TEST(Bridge, AnotherEngineIsNoBoardOfOurs) {
    for (const std::string name : {"Other 3", "Stackmates 3", ""}) {
        const auto said = (name.empty() ? "" : "id name " + name + "\n") + "uciok\n";
        Cable cable;
        cable.plug();
        (void)cable.to_board();
        cable.bridge.board_says(said, cable.now);
        EXPECT_FALSE(cable.bridge.wants_new_port()) << "it is asked once more";
        EXPECT_EQ(cable.to_board(), "\nuci\n");
        cable.bridge.board_says(said, cable.now);
        EXPECT_TRUE(cable.bridge.wants_new_port());
        EXPECT_FALSE(cable.bridge.known());
        EXPECT_EQ(cable.bridge.stranger(), name.empty() ? "an engine without a name" : "id name " + name);
    }
}

TEST(Bridge, ABoardWhoseFirstAnswerIsTornIsNoStranger) {
    // What a program before has left is under way when the port is opened, cut at any byte, and glued to the answer.
    const std::string left = "info depth 9 seldepth 12 time\nid name Other 3\nuciok\nid name Stack";
    for (std::size_t from = 0; from <= left.size(); ++from) {
        for (const std::string_view end : {"", "\n"}) {
            Cable cable;
            cable.plug();
            (void)cable.to_board();
            cable.bridge.board_says(left.substr(from), cable.now);
            cable.bridge.board_says(end, cable.now);
            cable.bridge.board_says(introduction, cable.now);
            for (int asked = 0; asked < 3 && cable.to_board().ends_with("uci\n"); ++asked) {
                cable.bridge.board_says(introduction, cable.now);
            }
            EXPECT_TRUE(cable.bridge.known()) << from;
            EXPECT_FALSE(cable.bridge.wants_new_port()) << from;
            EXPECT_EQ(cable.bridge.board_name(), "Stackmate 1") << from;
        }
    }
}

TEST(Bridge, ASearchOfAProgramThatHasGoneIsEndedAndItsAnswerIsNobodys) {
    Cable cable;
    cable.plug();
    (void)cable.to_board();
    cable.board("info depth 9 score cp 3 pv e2e4");
    cable.board("info depth 10 score cp 3 pv e2e4");
    EXPECT_EQ(cable.to_board(), "stop\n");
    cable.board("bestmove e2e4");
    cable.bridge.board_says(introduction, cable.now);
    cable.board("readyok");
    cable.board("readyok");
    EXPECT_EQ(cable.to_gui(), "");
}

TEST(Bridge, WhenTheCableIsPulledTheGuiIsToldOnceAndReadyokIsNotOwedForLong) {
    Cable cable;
    cable.connect();
    cable.gui("isready");
    cable.pull();
    EXPECT_EQ(cable.to_gui(), "info string the board at P has gone: it was unplugged; it is waited for\nreadyok\n");
    cable.gui("isready");
    EXPECT_EQ(cable.to_gui(), "readyok\n");
    cable.gui("uci");
    EXPECT_EQ(cable.to_gui(), introduction);
    cable.plug("Q");
    cable.gui("isready");
    EXPECT_EQ(cable.to_gui(), "readyok\n");
    cable.pull();
    EXPECT_EQ(cable.to_gui(), "");
}

TEST(Bridge, ALostGoIsGivenAgainWithTheLastOptionsAndPosition) {
    Cable cable;
    cable.gui("setoption name Move Overhead value 10");
    cable.gui("setoption name Clear Hash");
    cable.gui("setoption name OwnBook value true");
    cable.connect();
    cable.gui("setoption name move overhead value 50");
    cable.gui("position startpos moves e2e4");
    cable.gui("position startpos moves e2e4 e7e5");
    cable.gui("go wtime 60000 btime 50000");
    cable.board("info depth 1 score cp 20 pv g1f3 b8c6");
    (void)cable.to_board();
    (void)cable.to_gui();
    cable.pull();
    cable.pass(4000);
    cable.plug("Q");
    EXPECT_EQ(cable.to_board(), "\nstop\nuci\n");  // its power may not have come by the cable
    cable.board("bestmove g1f3");
    cable.bridge.board_says(introduction, cable.now);
    EXPECT_EQ(cable.to_board(), "setoption name move overhead value 50\nsetoption name OwnBook value true\nisready\n");
    cable.board("readyok");
    EXPECT_EQ(cable.to_board(), "position startpos moves e2e4 e7e5\nisready\n");
    cable.board("readyok");
    EXPECT_EQ(cable.to_board(), "go wtime 56000 btime 50000\n");
    cable.board("bestmove b1c3");
    EXPECT_EQ(cable.to_gui(),
              "info string the board at P has gone: it was unplugged; it is waited for\n"
              "info string the board is back at Q\nbestmove b1c3\n");
}

TEST(Bridge, WhatTheGuiSaysWhileTheBoardIsAwayCountsWhenItIsBack) {
    Cable cable;
    cable.connect();
    cable.pull();
    cable.gui("setoption name OwnBook value true");
    cable.gui("position startpos");
    cable.gui("go movetime 100");
    cable.gui("d");
    EXPECT_NE(cable.to_gui().find("error: the board is not there: 'd' was not done"), std::string::npos);
    cable.pass(5000);
    cable.plug();
    EXPECT_EQ(cable.to_board(), "\nuci\n");  // this go it has never had
    cable.bridge.board_says(introduction, cable.now);
    cable.gui("setoption name Ponder value true");  // in between: not lost, and in order
    cable.board("readyok");
    cable.board("readyok");
    EXPECT_EQ(cable.to_board(),
              "setoption name OwnBook value true\nisready\nposition startpos\nisready\n"
              "go movetime 100\nsetoption name Ponder value true\n");
}

TEST(Bridge, AStopWhileTheBoardIsAwayIsAnsweredWithWhatItHadFound) {
    Cable cable;
    cable.connect();
    cable.gui("go infinite");
    cable.board("info depth 4 score cp 1 pv d2d4 d7d5");
    cable.board("info string nothing to do with pv a2a3");
    cable.pull();
    (void)cable.to_gui();
    cable.gui("stop");
    EXPECT_EQ(cable.to_gui(), "info string error: the board is not there; this is what it had found\nbestmove d2d4\n");
    cable.gui("stop");
    EXPECT_EQ(cable.to_gui(), "");  // one bestmove for a go
    cable.gui("go infinite");
    cable.gui("stop");
    EXPECT_NE(cable.to_gui().find("bestmove 0000\n"), std::string::npos);
}

TEST(Bridge, ALineThatIsCutOffAnywhereIsNoHarm) {
    constexpr std::string_view line = "info depth 12 score cp 31 nodes 4711 pv e2e4 e7e5";
    for (std::size_t length = 0; length <= line.size(); ++length) {
        Cable cable;
        cable.connect();
        cable.gui("go infinite");
        cable.board(line.substr(0, length));
        cable.pull();
        (void)cable.to_gui();
        cable.gui("stop");
        const bool whole = length >= line.find("e2e4") + 4;
        EXPECT_TRUE(cable.to_gui().ends_with(whole ? "\nbestmove e2e4\n" : "\nbestmove 0000\n")) << length;
    }
}

TEST(Bridge, ACablePulledBetweenStopAndBestmoveIsAnsweredAtOnce) {
    Cable cable;
    cable.connect();
    cable.gui("go infinite");
    cable.board("info depth 4 score cp 1 pv d2d4 d7d5");
    cable.gui("stop");
    cable.pull();
    EXPECT_TRUE(cable.to_gui().ends_with("bestmove d2d4\n"));
}

TEST(Bridge, APositionThatIsNotTakenAgainIsNotPlayedFrom) {
    Cable cable;
    cable.connect();
    cable.gui("position startpos moves e2e4");
    cable.gui("go depth 1");
    cable.pull();
    cable.plug();
    cable.bridge.board_says(introduction, cable.now);
    cable.board("readyok");
    (void)cable.to_board();
    (void)cable.to_gui();
    cable.board("info string error: no such position");
    cable.board("readyok");
    EXPECT_EQ(cable.to_board(), "");
    EXPECT_TRUE(cable.to_gui().ends_with("bestmove 0000\n"));
}

TEST(Bridge, PonderingGoesOnAndAHitWhileTheBoardIsAwayIsAnOrdinarySearch) {
    Cable cable;
    cable.connect();
    cable.gui("position startpos");
    cable.gui("go ponder wtime 9000 btime 9000");
    cable.pull();
    cable.pass(1000);
    cable.gui("ponderhit");
    cable.pass(2000);
    cable.connect();
    cable.pull();
    cable.plug();
    (void)cable.to_board();
    cable.bridge.board_says(introduction, cable.now);
    cable.board("readyok");
    cable.board("readyok");
    EXPECT_TRUE(cable.to_board().ends_with("go wtime 7000 btime 9000\n"));
}

TEST(Bridge, ABoardThatStartsAnewOnALineThatStaysIsToldAllAgain) {
    Cable cable;
    cable.connect();
    cable.gui("position startpos");
    cable.gui("go infinite");
    (void)cable.to_board();
    cable.board("Stackmate 1 on stm32f103");
    cable.bridge.board_says(introduction, cable.now);
    cable.board("readyok");
    cable.board("readyok");
    EXPECT_EQ(cable.to_board(), "\nstop\nuci\nisready\nposition startpos\nisready\ngo infinite\n");
    EXPECT_NE(cable.to_gui().find("it has started anew"), std::string::npos);
}

TEST(Bridge, ASilentBoardIsAskedWhetherItIsThereAndLosesItsPortIfItIsNot) {
    Cable cable;
    cable.connect();
    cable.pass(3'600'000);  // it owes nothing: nobody asks
    EXPECT_EQ(cable.to_board(), "");
    cable.gui("go infinite");
    (void)cable.to_board();
    cable.pass(5000);
    EXPECT_EQ(cable.to_board(), "isready\n");
    cable.board("readyok");
    EXPECT_EQ(cable.to_gui(), "");  // the GUI has not asked
    EXPECT_FALSE(cable.bridge.wants_new_port());
    cable.pass(5000);
    EXPECT_EQ(cable.to_board(), "isready\n");
    cable.pass(4900);
    cable.bridge.board_says("", cable.now);  // nothing is no sign of life
    EXPECT_FALSE(cable.bridge.wants_new_port());
    cable.pass(200);
    EXPECT_TRUE(cable.bridge.wants_new_port());
    EXPECT_FALSE(cable.bridge.wants_new_port());
}

TEST(Bridge, BenchAndPerftAreWatchedUntilTheirLastLine) {
    for (const auto& [command, last] : {std::pair{"bench", "1000 nodes 20 nps"},
                                        {"go perft 2", "Nodes searched: 400"},
                                        {"bench", "info string bench stopped"},
                                        {"go perft 2", "info string perft stopped"}}) {
        Cable cable;
        cable.connect();
        cable.gui(command);
        cable.board("readyok");
        cable.board("readyok");
        (void)cable.to_board();
        cable.pass(5000);
        EXPECT_EQ(cable.to_board(), "isready\n") << command;
        cable.board("readyok");
        cable.board(last);
        cable.pass(60'000);
        EXPECT_EQ(cable.to_board(), "") << last;
        (void)cable.to_gui();
        cable.pull();
        EXPECT_EQ(cable.to_gui().find("is lost"), std::string::npos) << last;
    }
    Cable cable;
    cable.connect();
    cable.gui("go perft 9");
    cable.pull();
    EXPECT_NE(cable.to_gui().find("what the board was doing is lost"), std::string::npos);
}

TEST(Bridge, ARefusedBenchOrPerftIsNotWatched) {
    for (const auto& [command, error] :
         {std::pair{"bench", "info string error: not while the engine works: 'bench'; stop it first"},
          {"go perft 99", "info string error: go perft takes 1 to 39\nbestmove 0000"},
          {"go perft 2", "info string error: the last position was refused: go waits for a good one\nbestmove 0000"}}) {
        Cable cable;
        cable.connect();
        cable.gui("setoption name Nonsense value 1");
        cable.gui(command);
        EXPECT_EQ(cable.to_board(),
                  "setoption name Nonsense value 1\nisready\n" + std::string{command} + "\nisready\n");
        cable.board("info string error: there is no option 'Nonsense'");
        cable.board("readyok");
        cable.board(error);
        cable.board("readyok");
        EXPECT_NE(cable.to_gui().find(error, 0, 24), std::string::npos);
        cable.pass(60'000);
        EXPECT_EQ(cable.to_board(), "") << command;
        cable.pull();
        EXPECT_EQ(cable.to_gui().find("is lost"), std::string::npos) << command;
    }
}

TEST(Bridge, AnErrorOfAnotherLineDoesNotEndTheWatchOverABench) {
    Cable cable;
    cable.connect();
    cable.gui("setoption name Nonsense value 1");
    cable.gui("bench");
    cable.board("info string error: there is no option 'Nonsense'");
    cable.board("readyok");
    cable.board("readyok");
    cable.gui("go perft 3");  // refused, while the bench goes on
    cable.board("readyok");
    cable.board("info string error: not while the engine works: 'go'; stop it first\nbestmove 0000");
    cable.board("readyok");
    cable.gui("position startpos");
    cable.board("info string error: not while the engine works: 'position'; stop it first");
    (void)cable.to_gui();
    cable.pull();
    EXPECT_NE(cable.to_gui().find("what the board was doing is lost"), std::string::npos);
}

TEST(Bridge, ThePerftThatIsRefusedDuringASearchTakesNoAnswerFromIt) {
    Cable cable;
    cable.connect();
    cable.gui("go depth 5");
    cable.gui("go perft 3");
    cable.board("readyok");
    cable.board("info string error: not while the engine works: 'go'; stop it first\nbestmove 0000");
    cable.board("bestmove e2e4");
    cable.board("readyok");
    EXPECT_EQ(cable.to_gui(), "info string error: not while the engine works: 'go'; stop it first\nbestmove e2e4\n");
    cable.pass(60'000);
    EXPECT_FALSE(cable.bridge.wants_new_port());
}

TEST(Bridge, AnAnswerIsNotLateBecauseNobodyAskedForALongTime) {
    Cable cable;
    cable.connect();
    cable.pass(60'000);
    cable.gui("isready");
    cable.pass(9000);
    EXPECT_FALSE(cable.bridge.wants_new_port());
}

TEST(Bridge, QuitWaitsForWhatIsOwedAndEndsTheBoardsSession) {
    Cable cable;
    cable.connect();
    cable.gui("go infinite");
    cable.gui("isready");
    (void)cable.to_board();
    cable.bridge.gui_ended(cable.now);
    EXPECT_EQ(cable.to_board(), "stop\nisready\n");
    cable.board("readyok");
    cable.board("bestmove e2e4");
    EXPECT_FALSE(cable.bridge.ended());
    cable.board("readyok");
    EXPECT_EQ(cable.to_gui(), "readyok\nbestmove e2e4\n");
    EXPECT_EQ(cable.to_board(), "quit\n");
    EXPECT_TRUE(cable.bridge.ended());
}

TEST(Bridge, QuitDoesNotWaitForABoardThatHasGoneNorLongForADeafOne) {
    Cable away;
    away.connect();
    away.pull();
    away.gui("quit");
    EXPECT_TRUE(away.bridge.ended());
    Cable deaf;
    deaf.connect();
    deaf.gui("quit");
    deaf.pass(1000);
    EXPECT_TRUE(deaf.bridge.ended());
}

TEST(Bridge, AnotherBoardAtThePortIsNamed) {
    Cable cable;
    cable.connect();
    cable.pull();
    (void)cable.to_gui();
    cable.plug();
    cable.bridge.board_says("id name Stackmate 2\nuciok\n", cable.now);
    EXPECT_EQ(cable.to_gui(), "info string this is another board: Stackmate 2\n");
}

TEST(Bridge, TheLogIsKeptForThoseWhoAskForIt) {
    Cable quiet;
    quiet.connect();
    EXPECT_TRUE(quiet.bridge.take_log().empty());
    Cable verbose{true};
    verbose.plug();
    verbose.board("readyok");
    EXPECT_EQ(verbose.bridge.take_log(),
              (std::vector<std::string>{"port P is open", "board > uci", "board < readyok"}));
}

TEST(Bridge, RandomPullsNeverLoseAnAnswerNorGiveOneTooMany) {
    std::uint32_t seed = 1;
    const auto random = [&seed](std::uint32_t below) {
        seed = seed * 1664525 + 1013904223;
        return (seed >> 8) % below;
    };
    const auto count = [](const std::string& text, std::string_view line) {
        std::size_t found = 0;
        for (auto at = text.find(line); at != std::string::npos; at = text.find(line, at + 1)) {
            found += at == 0 || text[at - 1] == '\n' ? 1 : 0;
        }
        return found;
    };
    for (int game = 0; game < 300; ++game) {
        Cable cable;
        cable.connect();
        bool plugged = true;
        bool searching = false;  // the board
        std::size_t asked = 0, gone = 0;
        std::string said;
        const auto serve = [&] {
            std::string lines = cable.to_board();
            for (std::size_t end; (end = lines.find('\n')) != std::string::npos; lines.erase(0, end + 1)) {
                const auto line = lines.substr(0, end);
                if (line == "uci") {
                    cable.bridge.board_says(introduction, cable.now);
                } else if (line == "isready") {
                    cable.board("readyok");
                } else if (line.starts_with("go ")) {
                    searching = true;
                } else if (line == "stop" && searching) {
                    searching = false;
                    cable.board("bestmove e2e4");
                }
                lines += cable.to_board();
            }
        };
        bool owed = false;
        for (int step = 0; step < 60; ++step) {
            cable.pass(random(400));
            switch (random(6)) {
            case 0:
                cable.gui("isready");
                ++asked;
                break;
            case 1:
                said += cable.to_gui();
                if (count(said, "bestmove") == gone) {  // a GUI waits for the answer before
                    cable.gui("go infinite");
                    owed = true;
                    ++gone;
                }
                break;
            case 2:
                if (owed) {
                    cable.gui("stop");
                    owed = false;
                }
                break;
            case 3:
                if (plugged) {
                    cable.pull();
                    searching = searching && random(2) == 0;  // its power may come from elsewhere
                } else {
                    cable.plug();
                }
                plugged = !plugged;
                break;
            default:
                if (plugged) {
                    serve();
                } else {
                    (void)cable.to_board();
                }
            }
        }
        if (!plugged) {
            (void)cable.to_board();
            cable.plug();
        }
        serve();
        if (owed) {
            cable.gui("stop");
        }
        serve();
        said += cable.to_gui();
        EXPECT_EQ(count(said, "readyok"), asked) << "game " << game;
        EXPECT_EQ(count(said, "bestmove"), gone) << "game " << game;
    }
}

TEST(GoAgain, TheMoversClockHasRunOnAndAllElseIsAsItWas) {
    EXPECT_EQ(go_again("go wtime 60000 btime 50000 winc 5 movestogo 7", 2000, false, false),
              "go wtime 60000 btime 48000 winc 5 movestogo 7");
    EXPECT_EQ(go_again("go wtime 1500 btime 50000", 2000, false, true), "go wtime 100 btime 50000");
    EXPECT_EQ(go_again("go wtime 40 btime 50000", 2000, false, true), "go wtime 40 btime 50000");
    EXPECT_EQ(go_again("go ponder wtime 9 btime 9", 0, false, true), "go ponder wtime 9 btime 9");
    EXPECT_EQ(go_again("go ponder movetime 100", 50, true, true), "go movetime 100");
    EXPECT_EQ(go_again("go searchmoves e2e4 d2d4", 50, false, true), "go searchmoves e2e4 d2d4");
}

TEST(GoAgain, WhoIsToMoveFollowsFromThePosition) {
    EXPECT_TRUE(white_to_move(""));
    EXPECT_TRUE(white_to_move("position startpos"));
    EXPECT_FALSE(white_to_move("position startpos moves e2e4"));
    EXPECT_FALSE(white_to_move("position fen 4k3/8/8/8/8/8/8/4K3 b - - 0 1"));
    EXPECT_TRUE(white_to_move("position fen 4k3/8/8/8/8/8/8/4K3 b - - 0 1 moves e8e7"));
}

}  // namespace
