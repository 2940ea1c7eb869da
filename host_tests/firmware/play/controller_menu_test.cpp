// The menu, setting up positions, saved games, a turned board, a PC at the other end.
#include "host_tests/firmware/play/hands.hpp"
#include "host_tests/support/reversed.hpp"

#include <algorithm>
#include <fstream>
#include <functional>
#include <sstream>
#include <vector>

namespace stackmate::firmware::test {
namespace {

// ---------------------------------------------------------------------------------------- menu

TEST(BoardMenu, PlayHeldForASecondOpensItAndShowsHowLongToHold) {
    BegunDesk desk;
    desk.held = desk.pressed = play_button;
    desk.wait(30);
    EXPECT_EQ(desk.lit(Light::pressed), squares({"d4"})) << "felt at once";
    desk.wait(500);
    EXPECT_EQ(desk.lit(Light::pressed), squares({"d4", "e4", "e5"}));
    desk.wait(600);
    EXPECT_EQ(desk.game.state(), states::State::menu);
    desk.held = 0;
    desk.wait(100);
    EXPECT_EQ(desk.game.state(), states::State::menu) << "letting go is no second press";
    desk.press(play_button);
    EXPECT_EQ(desk.game.state(), states::State::person_to_move);
}

TEST(BoardMenu, ALevelIsChosenByTappingItsSquareWhateverStandsThere) {
    BegunDesk desk;
    desk.move("e2e4");
    desk.answer("e7e5");
    desk.obey();
    desk.press(menu_button);
    EXPECT_EQ(desk.lit(Light::chosen), squares({"c3", "a1", "b8"}));
    desk.tap("e4");  // a pawn stands there: lifted and put back
    EXPECT_EQ(desk.game.settings().level, level_index(LevelKind::move_time, 4));
    EXPECT_EQ(desk.lit(Light::chosen), squares({"e4", "a1", "b8"}));
    desk.tap("b6");
    EXPECT_EQ(desk.game.settings().level, level_index(LevelKind::clock, 1));
    EXPECT_TRUE(desk.told("settings level 3+2 white person black engine"));
    desk.press(menu_button);
    EXPECT_EQ(desk.game.state(), states::State::person_to_move);
    EXPECT_EQ(desk.fen(), "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
}

TEST(BoardMenu, TwoSquaresAtOnceAreNoTap) {
    BegunDesk desk;
    desk.press(menu_button);
    desk.board ^= squares({"a4", "b4"});
    desk.wait(100);
    desk.board ^= squares({"a4"});
    desk.wait(100);
    desk.board ^= squares({"b4"});
    desk.wait(100);
    EXPECT_EQ(desk.game.settings().level, Settings{}.level);
    desk.wait(300);
    desk.tap("b4");
    EXPECT_EQ(desk.game.settings().level, level_index(LevelKind::move_time, 1)) << "and the next one counts";
}

TEST(BoardMenu, PlayersAndBrightness) {
    BegunDesk desk;
    desk.press(menu_button);
    desk.tap("a8");
    EXPECT_EQ(desk.game.settings().black, Seat::person);
    desk.tap("b1");
    EXPECT_EQ(desk.game.settings().white, Seat::engine);
    desk.tap("c1");
    EXPECT_EQ(desk.game.settings().white, Seat::engine) << "who plays from a line is no choice of the menu's";
    for (int i = 0; i < 12; ++i) desk.tap("g1");
    EXPECT_GT(desk.game.settings().brightness, 0);
    for (int i = 0; i < 12; ++i) desk.tap("h1");
    EXPECT_EQ(desk.game.settings().brightness, 255);
    desk.press(play_button);
    EXPECT_EQ(desk.game.state(), states::State::engine_thinking);
}

TEST(BoardMenu, WhileTheEngineThinksItThinksOnAndItsMoveWaits) {
    BegunDesk desk;
    desk.move("e2e4");
    desk.press(menu_button);
    EXPECT_EQ(desk.game.state(), states::State::menu);
    EXPECT_TRUE(desk.searching);
    desk.answer("e7e5");
    EXPECT_EQ(desk.game.state(), states::State::menu);
    desk.press(play_button);
    EXPECT_EQ(desk.game.state(), states::State::move_to_make);
    EXPECT_EQ(desk.thinks, 1u);
}

TEST(BoardMenu, AnotherLevelWhileTheEngineThinksBeginsTheSearchAnew) {
    BegunDesk desk;
    desk.move("e2e4");
    desk.press(menu_button);
    desk.tap("b5");
    desk.press(play_button);
    EXPECT_EQ(desk.game.state(), states::State::engine_thinking);
    EXPECT_TRUE(desk.searching);
    EXPECT_EQ(desk.limits.depth, 2);
}

TEST(BoardMenu, BothKingsLiftedOpenItWithoutAnyButton) {
    BegunDesk desk;
    desk.lift("e1");
    desk.lift("e8", 1900);
    EXPECT_NE(desk.game.state(), states::State::menu);
    desk.wait(200);
    EXPECT_EQ(desk.game.state(), states::State::menu);
    desk.place("e8");
    desk.place("e1", 2500);
    desk.tap("a4");
    EXPECT_EQ(desk.game.settings().level, level_index(LevelKind::move_time, 0));
    EXPECT_EQ(desk.game.state(), states::State::menu);
    desk.tap("h7");
    EXPECT_EQ(desk.game.state(), states::State::person_to_move);
}

TEST(BoardMenu, TheSensorTestShowsWhatIsFelt) {
    BegunDesk desk;
    desk.move("e2e4");
    desk.press(menu_button);
    desk.tap("a7");
    EXPECT_EQ(desk.game.state(), states::State::sensor_test);
    EXPECT_EQ(desk.lit(Light::felt), desk.board);
    desk.lift("a1");
    EXPECT_EQ(desk.lit(Light::felt), desk.board);
    EXPECT_TRUE(desk.searching) << "the engine thinks on";
    desk.answer("e7e5");
    desk.place("a1");
    desk.press(menu_button);
    EXPECT_EQ(desk.game.state(), states::State::move_to_make);
}

TEST(BoardMenu, ItClosesByItself) {
    BegunDesk desk;
    desk.press(menu_button);
    desk.wait(59'000);
    EXPECT_EQ(desk.game.state(), states::State::menu);
    desk.wait(2'000);
    EXPECT_EQ(desk.game.state(), states::State::person_to_move);
}

TEST(BoardMenu, APieceMovedWhileItIsOpenIsAMoveAfterwards) {
    BegunDesk desk;
    desk.press(menu_button);
    desk.move("e2e4");
    EXPECT_TRUE(desk.told_moves.empty());
    desk.press(menu_button);
    desk.wait(400);
    EXPECT_EQ(desk.told_moves.size(), 1u);
}

TEST(BoardMenu, WhatMakesNoSenseNowDoesNothing) {
    Desk desk;
    desk.game.start(desk.now);
    desk.press(menu_button);
    for (const char* name : {"a2", "b2", "e2", "f2", "g2", "h2", "d7"}) {
        desk.tap(name);
        EXPECT_EQ(desk.game.state(), states::State::menu) << name;
    }
    desk.press(play_button);
    EXPECT_EQ(desk.game.state(), states::State::setup);
}

TEST(BoardMenu, ANewGameIsAskedAboutOnlyWhenThereIsOneToLose) {
    BegunDesk desk{two_persons};
    desk.press(menu_button);
    desk.tap("h8");
    EXPECT_EQ(desk.game.state(), states::State::setup);
    desk.wait(1200);
    desk.move("e2e4");
    desk.press(menu_button);
    desk.tap("h8");
    EXPECT_EQ(desk.game.state(), states::State::question);
    EXPECT_EQ(desk.lit(Light::asked), squares({"a1", "h1", "a8", "h8"}));
    desk.tap("e4");
    EXPECT_EQ(desk.game.state(), states::State::setup);
    EXPECT_EQ(desk.picture(), "e2 fill, e4 clear");
}

TEST(BoardMenu, AnotherGameIsChosenOnceAndChessIsOfferedAgainAfterwards) {
    BegunDesk desk;
    desk.game.offer_other_game();
    desk.move("e2e4");
    ASSERT_EQ(desk.game.state(), states::State::engine_thinking);
    desk.press(menu_button);
    EXPECT_EQ(desk.game.light(51), Light::action);
    EXPECT_FALSE(desk.game.take_other_game());
    desk.lift("d7");
    desk.place("d7", 500);
    EXPECT_FALSE(desk.game.take_other_game());
    desk.turn();
    EXPECT_TRUE(desk.game.take_other_game());
    EXPECT_FALSE(desk.game.take_other_game());
    EXPECT_EQ(desk.game.state(), states::State::comparing);
    EXPECT_FALSE(desk.searching) << "the other game needs the engine";
    desk.wait(700);
    EXPECT_EQ(desk.game.state(), states::State::engine_thinking) << "the pieces stand as chess has them";
}

/// The table of docs/CHESSBOARD.md.
std::string menu_row(unsigned rank) {
    std::string row = "| " + std::to_string(rank + 1) + " |";
    for (unsigned file = 0; file < 8; ++file) {
        const MenuSquare square = menu_squares[8 * rank + file];
        row += " ";
        if (square.item != MenuItem::none)
            for (const std::string_view part : to_text(square, settings_table)) row += part;
        row += square.item == MenuItem::none ? "|" : " |";
    }
    return row;
}

TEST(BoardMenu, TheGuideShowsItAsItIs) {
    std::ifstream file(STACKMATE_SOURCE_DIR "/docs/CHESSBOARD.md");
    std::stringstream guide;
    guide << file.rdbuf();
    for (unsigned rank = 8; rank-- != 0;)
        EXPECT_NE(guide.str().find(menu_row(rank)), std::string::npos) << menu_row(rank);
}

TEST(BoardMenu, TheGuideTellsTheReasonsSquares) {
    std::ifstream file(STACKMATE_SOURCE_DIR "/docs/CHESSBOARD.md");
    std::stringstream guide;
    guide << file.rdbuf();
    for (unsigned ending = 1; ending < ending_count; ++ending) {
        char name[2];
        write_square(name, from_index64(24 + ending - 1));
        const std::string row =
            "| " + std::string(name, 2) + " | " + std::string(to_text(static_cast<Ending>(ending))) + " |";
        EXPECT_NE(guide.str().find(row), std::string::npos) << row;
    }
}

// ---------------------------------------------------------------------------------------- positions set up

TEST(BoardSetUp, AnyPositionKindByKind) {
    Desk desk;
    desk.game.set_settings(two_persons);
    desk.game.start(desk.now);
    desk.wait(100);
    desk.press(menu_button);
    desk.tap("g8");
    EXPECT_EQ(desk.game.state(), states::State::position_set_up);
    EXPECT_EQ(desk.picture(), "e1 kind");
    desk.place("g1");
    EXPECT_EQ(desk.picture(), "e1 kind, g1 kind_placed");
    desk.press(play_button);  // queen
    EXPECT_EQ(desk.picture(), "d1 kind, g1 placed");
    desk.place("a7");
    desk.press(play_button);  // rooks
    EXPECT_EQ(desk.lit(Light::kind), squares({"a1", "h1"}));
    desk.place("f1");
    desk.lift("f1");
    for (int i = 0; i < 3; ++i) desk.press(play_button);  // bishops, knights, pawns
    EXPECT_EQ(desk.lit(Light::kind), squares({"a2", "b2", "c2", "d2", "e2", "f2", "g2", "h2"}));
    desk.place("h2");
    desk.press(play_button);  // Black's king
    EXPECT_EQ(desk.lit(Light::kind), squares({"e8"}));
    desk.place("h8");
    for (int i = 0; i < 6; ++i) desk.press(play_button);
    EXPECT_EQ(desk.lit(Light::chosen), squares({"d4", "e4"})) << "White is to move";
    desk.tap("e5");
    EXPECT_EQ(desk.lit(Light::chosen), squares({"d5", "e5"}));
    desk.press(play_button);
    EXPECT_EQ(desk.fen(), "7k/Q7/8/8/8/8/7P/6K1 b - - 0 1");
    EXPECT_EQ(desk.game.state(), states::State::person_to_move);
    EXPECT_TRUE(desk.told("new game 7k/Q7/8/8/8/8/7P/6K1 b - - 0 1"));
}

TEST(BoardSetUp, PiecesThatTheGameKnowsMayStay) {
    BegunDesk desk{two_persons};
    desk.press(menu_button);
    desk.tap("g8");
    EXPECT_EQ(desk.lit(Light::kind_placed), squares({"e1"}));
    for (const char* name : {"b1", "d8", "a7"}) desk.lift(name);
    for (int i = 0; i < 12; ++i) desk.press(play_button);
    desk.press(play_button);
    EXPECT_EQ(desk.fen(), "rnb1kbnr/1ppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1");
}

TEST(BoardSetUp, CastlingIsAllowedWhereKingAndRookStandAtHome) {
    BegunDesk desk{two_persons};
    desk.press(menu_button);
    desk.tap("g8");
    for (const char* name : {"h1", "a8"}) desk.lift(name);
    for (int i = 0; i < 13; ++i) desk.press(play_button);
    EXPECT_EQ(desk.fen(), "1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qk - 0 1");
}

TEST(BoardSetUp, APieceTakenAwayWhileTheSideIsChosenIsMissed) {
    BegunDesk desk{two_persons};
    desk.press(menu_button);
    desk.tap("g8");
    for (int i = 0; i < 12; ++i) desk.press(play_button);
    desk.lift("b1", 400);
    EXPECT_EQ(desk.lit(Light::fill), squares({"b1"}));
    desk.press(play_button);
    EXPECT_EQ(desk.fen(), Position::start_fen);
    EXPECT_EQ(desk.game.state(), states::State::restoring);
    EXPECT_EQ(desk.picture(), "b1 fill");
    desk.place("b1", 700);
    EXPECT_EQ(desk.game.state(), states::State::person_to_move);
}

// Both kings are set up, and Black's pawns come last.
void set_up_kings(Desk& desk) {
    desk.place("e1");
    for (int kinds = 0; kinds < 6; ++kinds) desk.press(play_button);
    desk.place("e8");
    for (int kinds = 0; kinds < 5; ++kinds) desk.press(play_button);
}
void name(Desk& desk, std::string_view of_file, std::string_view of_rank) {
    desk.press(menu_button);
    desk.tap("b7");
    desk.tap(of_file);
    desk.tap(of_rank);
    desk.press(play_button);
    desk.turn();
}

TEST(BoardSetUp, ASquareThatIsLeftOutIsNotAskedToBeCleared) {
    for (const bool stuck_before : {true, false}) {
        Desk desk;
        desk.game.set_settings(two_persons);
        desk.game.start(desk.now);
        if (stuck_before) desk.stuck = squares({"c5"});
        desk.wait(500);
        desk.press(menu_button);
        desk.tap("g8");
        ASSERT_EQ(desk.game.state(), states::State::position_set_up);
        desk.stuck = squares({"c5"});
        desk.turn();
        EXPECT_EQ(desk.lit(Light::clear) | desk.lit(Light::kind_placed), squares({"c5"})) << stuck_before;
        name(desk, "c1", "h5");
        EXPECT_EQ(desk.picture(), "e1 kind, c5 ignored") << stuck_before;
        set_up_kings(desk);
        desk.press(play_button);
        desk.press(play_button);
        desk.wait(100);
        EXPECT_EQ(desk.fen(), "4k3/8/8/8/8/8/8/4K3 w - - 0 1") << stuck_before;
        EXPECT_EQ(desk.game.state(), states::State::game_over) << "two kings; and nobody has to clear c5";
    }
}

TEST(BoardSetUp, ASquareThatIsLeftOutIsEmptyAlsoWhereTheSideIsChosen) {
    Desk desk;
    desk.game.set_settings(two_persons);
    desk.game.start(desk.now);
    desk.wait(500);
    desk.press(menu_button);
    desk.tap("g8");
    set_up_kings(desk);
    desk.stuck = squares({"c5"});
    desk.turn();
    EXPECT_EQ(desk.lit(Light::kind_placed), squares({"c5"})) << "a pawn";
    desk.press(play_button);
    name(desk, "c1", "h5");
    EXPECT_EQ(desk.lit(Light::fill) | desk.lit(Light::clear) | desk.lit(Light::placed), 0u) << desk.picture();
    name(desk, "c1", "h5");
    EXPECT_EQ(desk.lit(Light::clear), squares({"c5"})) << "it counts again: something stands there";
    name(desk, "c1", "h5");
    desk.press(play_button);
    desk.wait(100);
    EXPECT_EQ(desk.fen(), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
}

TEST(BoardSetUp, WhatCannotBeIsRefusedAndShown) {
    struct Case {
        std::vector<const char*> lifted;
        std::vector<std::pair<int, const char*>> placed;  // after so many presses of PLAY
        Color side;
        FenError error;
        SquareSet lit;
    };
    const std::vector<Case> cases = {
        {{"e1"}, {}, Color::white, FenError::missing_king, 0},
        {{}, {{0, "e4"}}, Color::white, FenError::too_many_kings, squares({"e1", "e4", "e8"})},
        {{"a1", "a2"}, {{5, "a1"}}, Color::white, FenError::pawn_on_back_rank, squares({"a1"})},
        {{"e2", "e7"}, {{2, "e5"}}, Color::white, FenError::mover_could_take_king, squares({"e8"})},
        {{"d2", "f2", "d7", "f7"}, {{11, "d2"}, {11, "f2"}}, Color::white, FenError::two_pawns_check, squares({"e1"})},
    };
    for (const Case& c : cases) {
        BegunDesk desk{two_persons};
        desk.press(menu_button);
        desk.tap("g8");
        for (const char* name : c.lifted) desk.lift(name);
        int presses = 0;
        for (const auto& [after, name] : c.placed) {
            for (; presses < after; ++presses) desk.press(play_button);
            // One rook, pawn or king more is one too many: the sensors cannot tell, the rules can.
            desk.place(name);
        }
        for (; presses < 12; ++presses) desk.press(play_button);
        desk.press(play_button);
        EXPECT_EQ(desk.game.state(), states::State::position_set_up) << to_text(c.error);
        EXPECT_EQ(desk.lit(Light::mistake), c.lit) << to_text(c.error);
        EXPECT_TRUE(desk.told(to_text(c.error))) << to_text(c.error);
        EXPECT_EQ(desk.fen(), Position::start_fen) << "the game before is still there";
        desk.press(menu_button);
        desk.tap("g8");
        EXPECT_NE(desk.game.state(), states::State::position_set_up) << "and one may leave";
        desk.put_up(start_board);
        EXPECT_EQ(desk.game.state(), states::State::person_to_move);
    }
}

TEST(BoardSetUp, PiecesThatNobodyKnowsAreAskedToGo) {
    Desk desk;
    desk.game.set_settings(two_persons);
    desk.game.start(desk.now);
    desk.put_up(squares({"c4", "e1"}), 200);
    desk.press(menu_button);
    desk.tap("g8");
    EXPECT_EQ(desk.lit(Light::clear), squares({"c4"})) << "a king at home is one of the start position";
    for (int i = 0; i < 13; ++i) desk.press(play_button);
    EXPECT_EQ(desk.game.state(), states::State::position_set_up) << "no position with a piece unknown";
    desk.lift("c4");
    EXPECT_EQ(desk.lit(Light::clear), 0u);
}

// ---------------------------------------------------------------------------------------- saved games

void save_open_game(Desk& desk) {
    Controller& game = desk.game;
    desk.foreign = true;
    ASSERT_EQ(game.restore(""), FenError::none);
    for (const char* text : {"e2e4", "e7e5", "g1f3"})
        ASSERT_EQ(game.restore_move(move_from_text(game.record().position(), text)), RecordError::none);
    ASSERT_EQ(game.restore_takeback(), RecordError::none);
}
constexpr SquareSet saved_board = 0xffef'0010'1000'efff;

TEST(BoardResume, PlayGoesOnWithTheSavedGame) {
    Desk desk;
    desk.game.set_settings(two_persons);
    save_open_game(desk);
    desk.game.offer(desk.now);
    desk.told_moves.assign(desk.game.record().moves().begin(), desk.game.record().moves().end());
    desk.put_up(saved_board & ~squares({"h1"}), 700);
    EXPECT_EQ(desk.game.state(), states::State::resume_offer);
    EXPECT_EQ(desk.lit(Light::yes), squares({"d4", "e4"}));
    EXPECT_EQ(desk.lit(Light::fill), squares({"h1"}));
    desk.press(play_button);
    EXPECT_EQ(desk.game.state(), states::State::restoring);
    desk.place("h1", 700);
    EXPECT_EQ(desk.game.state(), states::State::person_to_move);
    desk.move("g1f3");
    EXPECT_EQ(desk.game.record().size(), 3u);
    ASSERT_FALSE(desk.changes.empty());
    for (const Change& change : desk.changes)
        EXPECT_TRUE(change.kind == Change::Kind::notice || change.kind == Change::Kind::move)
            << "what was stored is not told again";
    EXPECT_EQ(desk.changes.back().ply, 3);
}

TEST(BoardResume, PiecesThatStandAsTheyStoodMeanGoOn) {
    Desk desk;
    desk.game.set_settings(two_persons);
    save_open_game(desk);
    desk.game.offer(desk.now);
    desk.board = saved_board;
    for (int i = 0; i < 60; ++i) {
        EXPECT_EQ(desk.lit(Light::yes) | desk.lit(Light::no) | desk.lit(Light::fill) | desk.lit(Light::clear), 0u);
        desk.turn();
    }
    EXPECT_EQ(desk.game.state(), states::State::person_to_move);
    EXPECT_TRUE(desk.told("the game goes on"));
    EXPECT_FALSE(desk.told("offered")) << "nobody is asked";
    EXPECT_EQ(desk.game.record().size(), 2u);
}

TEST(BoardResume, PiecesThatArePutRightAtTheQuestionMeanGoOn) {
    Desk desk;
    desk.game.set_settings(two_persons);
    save_open_game(desk);
    desk.game.offer(desk.now);
    desk.put_up(0, 5000);
    EXPECT_EQ(desk.game.state(), states::State::resume_offer);
    EXPECT_EQ(std::ranges::count_if(desk.words, [](const std::string& w) { return w.find("offered") != w.npos; }), 1);
    desk.put_up(saved_board, 200);
    EXPECT_EQ(desk.picture(), "") << "nothing is asked any more";
    desk.wait(500);
    EXPECT_EQ(desk.game.state(), states::State::person_to_move);
    EXPECT_EQ(desk.game.record().size(), 2u);
}

TEST(BoardResume, AFlickeringSquareKeepsNoGameFromGoingOn) {
    Desk desk;
    desk.game.set_settings(two_persons);
    save_open_game(desk);
    desk.game.offer(desk.now);
    desk.flickering = squares({"a5"});
    desk.put_up(saved_board, 9000);
    EXPECT_EQ(desk.game.state(), states::State::person_to_move);
    EXPECT_EQ(desk.game.record().size(), 2u);
}

TEST(BoardResume, TheMenuLeadsBackToTheQuestion) {
    for (const bool held : {false, true}) {
        Desk desk;
        save_open_game(desk);
        desk.game.offer(desk.now);
        desk.put_up(saved_board & ~squares({"h1"}), 700);
        const auto open_or_close = [&] { held ? desk.press(play_button, 1200) : desk.press(menu_button, 60); };
        open_or_close();
        EXPECT_EQ(desk.game.state(), states::State::menu);
        desk.tap("c4");
        EXPECT_EQ(desk.game.settings().level, level_index(LevelKind::move_time, 2)) << "settings may be chosen";
        for (const char* name : {"f2", "e2", "g2", "h2", "a2"}) {
            desk.tap(name);
            EXPECT_EQ(desk.game.state(), states::State::menu) << name << " is for a game that goes on";
        }
        open_or_close();
        EXPECT_EQ(desk.game.state(), states::State::resume_offer);
        EXPECT_EQ(desk.game.record().size(), 2u);
        EXPECT_FALSE(desk.told("abandoned"));
    }
}

TEST(BoardResume, NoSingleActGivesItUp) {
    // Every button, short and held; every square tapped; all pieces away; those of a new game put up.
    std::vector<std::function<void(Desk&)>> acts;
    for (const std::uint8_t button : {play_button, hint_button, menu_button, pause_button})
        for (const std::uint32_t ms : {60u, 1200u, 5000u})
            acts.emplace_back([=](Desk& desk) { desk.press(button, ms); });
    for (const std::string_view name : {"d4", "e4", "d5", "e5", "a1", "h8", "e2", "c6"})
        acts.emplace_back([=](Desk& desk) { desk.tap(name); });
    for (const SquareSet board : {SquareSet{0}, start_board, ~SquareSet{0}})
        acts.emplace_back([=](Desk& desk) { desk.put_up(board, 10'000); });
    struct Before {
        SquareSet board;
        std::uint32_t ms;  ///< since the power came
    };
    const SquareSet nearly = saved_board & ~squares({"d4"});
    for (const Before before :
         {Before{0, 300}, {start_board, 300}, {saved_board, 300}, {nearly, 300}, {0, 3000}, {nearly, 3000}})
        for (const auto& act : acts) {
            Desk desk;
            save_open_game(desk);
            desk.game.offer(desk.now);
            desk.told_moves.assign(desk.game.record().moves().begin(), desk.game.record().moves().end());
            desk.put_up(before.board, before.ms);
            act(desk);
            desk.put_up(saved_board, 3000);
            if (desk.game.state() == states::State::menu) desk.press(play_button);
            if (desk.game.state() == states::State::question) desk.press(play_button, 1200);
            desk.wait(3000);
            // In a game that goes on, pieces that are put back are a takeback, of two half moves at most.
            if (before.board != saved_board) {
                ASSERT_GE(desk.game.record().size(), 2u);
            }
            ASSERT_TRUE(desk.game.playing() && !desk.game.result());
            ASSERT_FALSE(desk.told("abandoned"));
            ASSERT_NE(desk.game.state(), states::State::setup);
        }
}

TEST(BoardResume, TheStartPositionAndAPressGiveItUpForANewGame) {
    // Put up after the power came, or before.
    for (const SquareSet at_first : {SquareSet{0}, start_board}) {
        Desk desk;
        desk.game.set_settings(two_persons);
        save_open_game(desk);
        desk.game.offer(desk.now);
        desk.put_up(at_first, 700);
        desk.put_up(start_board, 2500);
        EXPECT_EQ(desk.game.state(), states::State::question);
        EXPECT_EQ(desk.picture(), "a1 asked, h1 asked, d4 yes, e4 yes, d5 no, e5 no, a8 asked, h8 asked");
        EXPECT_TRUE(desk.told("give up this game for a new one?"));
        EXPECT_EQ(desk.game.record().size(), 2u);
        desk.press(play_button);
        EXPECT_TRUE(desk.told("abandoned"));
        desk.wait(1200);
        EXPECT_EQ(desk.game.state(), states::State::person_to_move);
        EXPECT_EQ(desk.game.record().size(), 0u);
        EXPECT_EQ(desk.told_result, GameResult{});
    }
}

TEST(BoardResume, TheMeaningOfPlayDoesNotTurnUnderTheFinger) {
    Desk desk;
    save_open_game(desk);
    desk.game.offer(desk.now);
    desk.board = start_board;
    for (int i = 0; i < 500; ++i) {
        desk.turn();
        EXPECT_NE(desk.game.state(), states::State::resume_offer) << "where PLAY would mean yes, go on";
    }
}

TEST(BoardResume, APressThatBeganBeforeTheQuestionDoesNotAnswerIt) {
    Desk desk;
    save_open_game(desk);
    desk.game.offer(desk.now);
    desk.put_up(start_board, 550);
    desk.press(play_button, 100);
    EXPECT_EQ(desk.game.state(), states::State::question);
    desk.wait(500);
    EXPECT_EQ(desk.game.record().size(), 2u);
}

TEST(BoardResume, ANoToTheNewGameLeadsBackToTheQuestion) {
    Desk desk;
    save_open_game(desk);
    desk.game.offer(desk.now);
    desk.put_up(start_board, 5000);
    desk.press(play_button, 1200);
    EXPECT_EQ(desk.game.state(), states::State::resume_offer);
    desk.wait(5000);
    EXPECT_EQ(desk.game.state(), states::State::resume_offer) << "once is enough";
    desk.press(play_button);
    EXPECT_EQ(desk.game.state(), states::State::restoring);
    desk.wait(5000);
    EXPECT_EQ(desk.game.state(), states::State::restoring);
    EXPECT_EQ(desk.game.record().size(), 2u);
}

TEST(BoardResume, TheMenusNewGameAsksToo) {
    Desk desk;
    save_open_game(desk);
    desk.game.offer(desk.now);
    desk.put_up(0, 700);
    desk.press(menu_button);
    desk.tap("h8");
    EXPECT_EQ(desk.game.state(), states::State::question);
    desk.tap("d5");
    EXPECT_EQ(desk.game.state(), states::State::resume_offer);
    desk.press(menu_button);
    desk.tap("h8");
    desk.tap("e4");
    EXPECT_EQ(desk.game.state(), states::State::setup);
    EXPECT_EQ(desk.told_result.ending, Ending::abandoned) << "so that the store knows it";
}

TEST(BoardResume, AWordOnTheLineIsAskedForTwice) {
    Desk desk;
    save_open_game(desk);
    desk.game.offer(desk.now);
    EXPECT_EQ(desk.game.new_game(), Refusal::asked);
    EXPECT_EQ(desk.game.state(), states::State::question);
    desk.press(play_button, 1200);
    EXPECT_EQ(desk.game.state(), states::State::resume_offer);
    EXPECT_EQ(desk.game.set_game("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", {}), Refusal::asked);
    EXPECT_EQ(desk.game.record().size(), 2u);
    EXPECT_EQ(desk.game.set_game("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", {}), Refusal::none);
    EXPECT_EQ(desk.game.state(), states::State::restoring);
}

TEST(BoardResume, WhereTheBoardCannotAskAWordOnTheLineGivesNoGameUp) {
    Desk desk;
    save_open_game(desk);
    desk.game.offer(desk.now);
    desk.wait(1500);
    ASSERT_EQ(desk.game.state(), states::State::resume_offer);
    for (const states::State test : {states::State::sensor_test, states::State::led_test, states::State::led_test,
                                     states::State::led_test, states::State::button_test, states::State::store_test}) {
        EXPECT_EQ(desk.game.test_board(), Refusal::none);
        ASSERT_EQ(desk.game.state(), test);
        for (int times = 0; times < 2; ++times) {
            EXPECT_EQ(desk.game.new_game(), Refusal::busy);
            EXPECT_EQ(desk.game.set_game("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", {}), Refusal::busy);
        }
        EXPECT_EQ(desk.game.record().size(), 2u);
        desk.turn();
    }
    desk.press(menu_button);
    EXPECT_EQ(desk.game.new_game(), Refusal::asked);
}

TEST(BoardResume, AGameThatWasOverIsShownAsOver) {
    Desk desk;
    save_open_game(desk);
    desk.game.restore_result({Ending::resignation, Winner::white});
    desk.game.offer(desk.now);
    desk.put_up(saved_board, 100);
    EXPECT_EQ(desk.game.state(), states::State::game_over);
    EXPECT_TRUE(desk.changes.empty());
}

TEST(BoardResume, ClocksGoOnWhereTheyWere) {
    Desk desk;
    Settings settings = two_persons;
    settings.level = level_index(LevelKind::clock, 0);
    desk.game.set_settings(settings);
    save_open_game(desk);
    ClockReading reading = desk.game.clock().reading();
    EXPECT_EQ(reading.moves_made[0], 1u);
    reading.left_ms[0] = 100'000;
    desk.game.restore_clock(reading);
    desk.game.offer(desk.now);
    desk.put_up(0, 5000);
    EXPECT_EQ(desk.game.clock().left_ms(Color::white), 100'000u);
    desk.put_up(saved_board, 10'500);
    EXPECT_NEAR(desk.game.clock().left_ms(Color::white), 90'000, 1000);
}

TEST(BoardResume, SettingsThatAreNoneAreMended) {
    Controller game;
    Settings wild;
    wild.level = 200;
    wild.white = static_cast<Seat>(7);
    wild.brightness = 0;
    game.set_settings(wild);
    EXPECT_EQ(game.settings(), Settings{});
    EXPECT_EQ(game.change_settings(wild), Refusal::bad_setting);
}

// ---------------------------------------------------------------------------------------- the other way round

TEST(BoardTurned, AGameFromTheOtherSide) {
    Settings settings = two_persons;
    settings.flipped = true;
    Desk desk;
    desk.flipped = true;
    desk.game.set_settings(settings);
    desk.game.start(desk.now);
    desk.put_up(start_board & ~squares({"e1"}), 100);
    hal::Frame frame;
    desk.game.draw(frame, 0);
    for (unsigned i = 0; i < 64; ++i)
        EXPECT_EQ(light_of(frame.squares[i]), i == 63 - square("e1") ? Light::fill : Light::dark) << i;
    desk.put_up(start_board);
    desk.move("e2e4");
    desk.move("e7e5");
    EXPECT_EQ(desk.told_moves.size(), 2u);
}

TEST(BoardTurned, TurningItInAGameAsksForThePieces) {
    BegunDesk desk{two_persons};
    desk.move("e2e4");
    desk.press(menu_button);
    desk.tap("d2");
    desk.flipped = true;  // nothing has been carried: the same pieces are seen from the other side
    desk.board = stackmate::test::reversed(desk.board);
    desk.press(play_button);
    EXPECT_EQ(desk.game.state(), states::State::restoring);
    EXPECT_EQ(desk.picture(), "e2 clear, e4 fill, d5 clear, d7 fill");
    desk.put_up(occupied_squares(desk.game.record().position()));
    EXPECT_EQ(desk.game.state(), states::State::person_to_move);
}

// ---------------------------------------------------------------------------------------- a PC

constexpr Claim black_is_remote{.held = true, .follows = false, .white = Seat::person, .black = Seat::remote};

TEST(BoardRemote, ItsMovesAreMadeOnTheBoard) {
    BegunDesk desk;
    desk.game.claim(black_is_remote);
    const auto find = [&](std::string_view text) { return move_from_text(desk.game.record().position(), text); };
    EXPECT_EQ(desk.game.remote_move(find("e2e4")), Refusal::not_its_turn);
    desk.move("e2e4");
    EXPECT_EQ(desk.game.state(), states::State::remote_to_move);
    EXPECT_FALSE(desk.searching);
    EXPECT_EQ(desk.game.remote_move(Move(Square::a1, Square::h8)), Refusal::illegal_move);
    EXPECT_EQ(desk.game.remote_move(find("e7e5")), Refusal::none);
    desk.turn();
    EXPECT_EQ(desk.game.state(), states::State::move_to_make);
    EXPECT_EQ(desk.lit(Light::move_to), squares({"e5"}));
    EXPECT_EQ(desk.game.remote_move(find("d7d5")), Refusal::not_its_turn) << "one waits already";
    EXPECT_EQ(desk.game.remote_move(find("d7d5"), Who::holder), Refusal::none) << "its own it may replace";
    desk.turn();
    desk.obey();
    EXPECT_EQ(desk.told_moves.size(), 2u);
    EXPECT_EQ(desk.game.resign(Color::black), Refusal::none);
    desk.turn();
    EXPECT_EQ(desk.told_result, (GameResult{Ending::resignation, Winner::white}));
    EXPECT_EQ(desk.game.remote_move(find("g1f3")), Refusal::game_over);
}

TEST(BoardRemote, WhatASessionHasTakenIsNoSettingAndEndsWithIt) {
    BegunDesk desk;
    desk.game.claim(black_is_remote);
    desk.move("e2e4");
    EXPECT_EQ(desk.game.state(), states::State::remote_to_move);
    EXPECT_EQ(desk.game.settings().black, Seat::engine);
    desk.game.release();
    EXPECT_EQ(desk.game.state(), states::State::engine_thinking);
    EXPECT_EQ(desk.game.player(Color::black), Seat::engine);
}

TEST(BoardRemote, AGameThatAHostFollowsGoesBackOnlyAsTheHostSays) {
    BegunDesk desk;
    desk.game.claim({.held = true, .follows = true, .white = Seat::person, .black = Seat::remote});
    desk.move("e2e4");
    const SquareSet pieces = desk.board;
    desk.put_up(start_board, 1500);
    EXPECT_EQ(desk.game.record().size(), 1u);
    EXPECT_EQ(desk.game.state(), states::State::restoring);
    desk.wait(1500);
    EXPECT_EQ(desk.game.state(), states::State::question) << "or is it another game?";
    desk.put_up(pieces, 1000);
    EXPECT_EQ(desk.game.state(), states::State::remote_to_move) << "no";
    EXPECT_EQ(desk.game.take_back(), Refusal::followed);
    EXPECT_EQ(desk.game.new_game(), Refusal::followed);
    EXPECT_EQ(desk.game.resign(Color::white), Refusal::followed);
    EXPECT_EQ(desk.game.take_back(1, Who::holder), Refusal::none);
    EXPECT_EQ(desk.game.record().size(), 0u);
}

TEST(BoardRemote, APersonLeavesAFollowedGameOverAQuestion) {
    BegunDesk desk;
    desk.game.claim({.held = true, .follows = true, .white = Seat::person, .black = Seat::remote});
    desk.move("e2e4");
    desk.press(menu_button);
    desk.tap("b2");
    EXPECT_EQ(desk.game.record().size(), 1u) << "no taking back";
    desk.tap("h8");
    EXPECT_EQ(desk.game.state(), states::State::question);
    const auto times_left = [&] {
        return std::ranges::count(desk.changes, Change::Kind::left, [](const Change& c) { return c.kind; });
    };
    EXPECT_EQ(times_left(), 0);
    desk.press(play_button);
    EXPECT_EQ(times_left(), 1);
    EXPECT_FALSE(desk.game.held_claim().held);
    EXPECT_EQ(desk.game.state(), states::State::setup);
}

TEST(BoardRemote, AGameIsPutOnTheBoardAndIllegalOnesAreRefused) {
    BegunDesk desk{two_persons};
    EXPECT_EQ(desk.game.set_game("8/8/8/8/8/8/8/8 w - - 0 1", {}), Refusal::bad_position);
    EXPECT_EQ(desk.game.state(), states::State::person_to_move);
    const std::vector<Move> moves = {Move(from_index64(square("e2")), from_index64(square("e4")))};
    EXPECT_EQ(desk.game.set_game("", moves), Refusal::none);
    desk.turn();
    EXPECT_EQ(desk.game.state(), states::State::restoring);
    EXPECT_EQ(desk.picture(), "e2 clear, e4 fill");
    EXPECT_EQ(desk.told_moves.size(), 1u);
    desk.put_up(occupied_squares(desk.game.record().position()), 700);
    EXPECT_EQ(desk.game.state(), states::State::person_to_move);
}

TEST(BoardRemote, ATakebackFromTheLine) {
    BegunDesk desk{two_persons};
    EXPECT_EQ(desk.game.take_back(), Refusal::nothing_to_undo);
    desk.move("e2e4");
    EXPECT_EQ(desk.game.take_back(), Refusal::none);
    desk.turn();
    EXPECT_EQ(desk.game.state(), states::State::restoring);
    EXPECT_TRUE(desk.told_moves.empty());
}

// ---------------------------------------------------------------------------------------- what is told

TEST(BoardChanges, MovesTakebacksAndResultsComeInOrderHoweverLateTheyAreAsked) {
    BegunDesk desk{two_persons};
    std::vector<Change::Kind> kinds;
    const auto later = [&](SquareSet board, std::uint32_t ms) {
        for (std::uint32_t i = 0; i < ms; i += 10) desk.game.update(board, 0, 0, desk.now += 10);
    };
    const SquareSet after = (start_board & ~squares({"e2"})) | squares({"e4"});
    later(after, 2000);
    later((after & ~squares({"e7"})) | squares({"e5"}), 2000);
    later(after, 2000);
    later((after & ~squares({"d7"})) | squares({"d5"}), 2000);
    for (Change change = desk.game.take_change(); change.kind != Change::Kind::none; change = desk.game.take_change()) {
        kinds.push_back(change.kind);
        desk.follow(change);
    }
    EXPECT_EQ(kinds, (std::vector{Change::Kind::move, Change::Kind::move}));
    EXPECT_EQ(desk.told_moves.size(), 2u);
    EXPECT_EQ(desk.game.record().moves()[1], desk.told_moves[1]);
}

TEST(BoardChanges, ALongGameFillsTheRecordAndEnds) {
    Controller game;
    game.set_settings(two_persons);
    game.start(0);
    // Pawns and captures seldom, so that no draw comes first: a walk that never repeats five times is not easy to
    // write, so the moves come from the line, where each one is checked by the same rules.
    Random random(7);
    std::vector<Move> line;
    Position p;
    p.set_start();
    while (line.size() < Controller::max_plies) {
        const std::vector<Move> moves = legal_moves(p);
        if (moves.empty()) break;
        const Move m = moves[random.below(moves.size())];
        line.push_back(m);
        Undo undo;
        p.make(m, undo);
    }
    const Refusal error = game.set_game("", line);
    EXPECT_TRUE(error == Refusal::none || error == Refusal::game_over);
    EXPECT_LE(game.record().size(), Controller::max_plies);
    unsigned moves = 0;
    for (Change change = game.take_change(); change.kind != Change::Kind::none; change = game.take_change())
        moves += change.kind == Change::Kind::move ? 1u : 0u;
    EXPECT_EQ(moves, game.record().size());
}

TEST(BoardRemote, AHostThatNoLongerFollowsLeavesNoClockOfItsOwnBehind) {
    Settings timed = two_persons;
    timed.level = level_index(LevelKind::clock, 0);
    BegunDesk desk{timed};
    desk.game.claim({.held = true, .follows = true, .white = Seat::person, .black = Seat::remote});
    desk.game.show_clocks(5'000, 7'000);
    EXPECT_FALSE(desk.game.keeps_time());
    desk.game.claim({.held = true, .follows = false, .white = Seat::person, .black = Seat::remote});
    EXPECT_TRUE(desk.game.keeps_time());
    EXPECT_EQ(desk.game.clock().left_ms(Color::white), 180'000u);
}

/// The engine has Black, and stands much worse after its first move.
struct WorseDesk : BegunDesk {
    WorseDesk() {
        move("e2e4");
        answer("e7e5", -600);
        obey();
    }
    void offer_draw() {
        press(menu_button);
        tap("g2");
        ASSERT_EQ(game.state(), states::State::question);
        press(play_button);
    }
};

TEST(DrawOffer, IsTakenByAnEngineThatStandsWorse) {
    WorseDesk desk;
    desk.offer_draw();
    EXPECT_EQ(desk.game.result().ending, Ending::agreement);
}

TEST(DrawOffer, IsNotTakenForWhatTheEngineThoughtOfTheGameBefore) {
    WorseDesk desk;
    ASSERT_EQ(desk.game.resign(Color::white), Refusal::none);
    desk.put_up(start_board, 3000);
    ASSERT_EQ(desk.game.state(), states::State::person_to_move);
    desk.offer_draw();
    EXPECT_FALSE(desk.game.result());
}

TEST(DrawOffer, IsNotTakenForWhatTheEngineThoughtOfTheOtherSide) {
    WorseDesk desk;
    desk.press(menu_button);
    desk.tap("c2");  // the sides are changed
    ASSERT_EQ(desk.game.state(), states::State::engine_thinking);
    desk.candidate("g1f3", 600);
    desk.offer_draw();
    EXPECT_FALSE(desk.game.result());
}

TEST(DrawOffer, IsNotTakenForAMoveThatWasTakenBack) {
    WorseDesk desk;
    ASSERT_EQ(desk.game.take_back(2), Refusal::none);
    desk.put_up(start_board, 3000);
    ASSERT_EQ(desk.game.state(), states::State::person_to_move);
    desk.offer_draw();
    EXPECT_FALSE(desk.game.result());
}

TEST(DrawClaim, OfTwoEnginesIsMadeByTheOneThatStandsWorse) {
    BegunDesk desk{{.white = Seat::engine, .black = Seat::engine}};
    const char* const moves[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    for (unsigned i = 0; i < 12 && !desk.game.result(); ++i) {
        ASSERT_EQ(desk.game.state(), states::State::engine_thinking);
        desk.answer(moves[i % 4], i % 2 == 0 ? 600 : -600);
        if (desk.game.result()) break;
        desk.obey();
        desk.wait(2000);  // it looks like a takeback, too
    }
    EXPECT_EQ(desk.game.result().ending, Ending::repetition);
    EXPECT_EQ(desk.game.record().position().side(), Color::black);
}

}  // namespace
}  // namespace stackmate::firmware::test
