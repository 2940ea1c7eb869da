// The menu, setting up positions, saved games, a turned board, a PC at the other end.
#include "host_tests/firmware/play/hands.hpp"

#include <fstream>
#include <sstream>

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
    EXPECT_EQ(desk.game.state(), BoardState::menu);
    desk.held = 0;
    desk.wait(100);
    EXPECT_EQ(desk.game.state(), BoardState::menu) << "letting go is no second press";
    desk.press(play_button);
    EXPECT_EQ(desk.game.state(), BoardState::person_to_move);
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
    EXPECT_EQ(desk.game.state(), BoardState::person_to_move);
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
    EXPECT_EQ(desk.game.settings().level, BoardSettings{}.level);
    desk.wait(300);
    desk.tap("b4");
    EXPECT_EQ(desk.game.settings().level, level_index(LevelKind::move_time, 1)) << "and the next one counts";
}

TEST(BoardMenu, PlayersAndBrightness) {
    BegunDesk desk;
    desk.press(menu_button);
    desk.tap("a8");
    EXPECT_EQ(desk.game.settings().black, Player::person);
    desk.tap("b1");
    EXPECT_EQ(desk.game.settings().white, Player::engine);
    desk.tap("c1");
    EXPECT_EQ(desk.game.settings().white, Player::engine) << "who plays from a line is no choice of the menu's";
    for (int i = 0; i < 12; ++i) desk.tap("g1");
    EXPECT_GT(desk.game.settings().brightness, 0);
    for (int i = 0; i < 12; ++i) desk.tap("h1");
    EXPECT_EQ(desk.game.settings().brightness, 255);
    desk.press(play_button);
    EXPECT_EQ(desk.game.state(), BoardState::engine_thinking);
}

TEST(BoardMenu, WhileTheEngineThinksItThinksOnAndItsMoveWaits) {
    BegunDesk desk;
    desk.move("e2e4");
    desk.press(menu_button);
    EXPECT_EQ(desk.game.state(), BoardState::menu);
    EXPECT_TRUE(desk.searching);
    desk.answer("e7e5");
    EXPECT_EQ(desk.game.state(), BoardState::menu);
    desk.press(play_button);
    EXPECT_EQ(desk.game.state(), BoardState::move_to_make);
    EXPECT_EQ(desk.thinks, 1u);
}

TEST(BoardMenu, AnotherLevelWhileTheEngineThinksBeginsTheSearchAnew) {
    BegunDesk desk;
    desk.move("e2e4");
    desk.press(menu_button);
    desk.tap("b5");
    desk.press(play_button);
    EXPECT_EQ(desk.game.state(), BoardState::engine_thinking);
    EXPECT_TRUE(desk.searching);
    EXPECT_EQ(desk.limits.depth, 2);
}

TEST(BoardMenu, BothKingsLiftedOpenItWithoutAnyButton) {
    BegunDesk desk;
    desk.lift("e1");
    desk.lift("e8", 1900);
    EXPECT_NE(desk.game.state(), BoardState::menu);
    desk.wait(200);
    EXPECT_EQ(desk.game.state(), BoardState::menu);
    desk.place("e8");
    desk.place("e1", 2500);
    desk.tap("a4");
    EXPECT_EQ(desk.game.settings().level, level_index(LevelKind::move_time, 0));
    EXPECT_EQ(desk.game.state(), BoardState::menu);
    desk.tap("h7");
    EXPECT_EQ(desk.game.state(), BoardState::person_to_move);
}

TEST(BoardMenu, TheSensorTestShowsWhatIsFelt) {
    BegunDesk desk;
    desk.move("e2e4");
    desk.press(menu_button);
    desk.tap("a7");
    EXPECT_EQ(desk.game.state(), BoardState::sensor_test);
    EXPECT_EQ(desk.lit(Light::felt), desk.board);
    desk.lift("a1");
    EXPECT_EQ(desk.lit(Light::felt), desk.board);
    EXPECT_TRUE(desk.searching) << "the engine thinks on";
    desk.answer("e7e5");
    desk.place("a1");
    desk.press(play_button);
    EXPECT_EQ(desk.game.state(), BoardState::move_to_make);
}

TEST(BoardMenu, ItClosesByItself) {
    BegunDesk desk;
    desk.press(menu_button);
    desk.wait(59'000);
    EXPECT_EQ(desk.game.state(), BoardState::menu);
    desk.wait(2'000);
    EXPECT_EQ(desk.game.state(), BoardState::person_to_move);
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
        EXPECT_EQ(desk.game.state(), BoardState::menu) << name;
    }
    desk.press(play_button);
    EXPECT_EQ(desk.game.state(), BoardState::setup);
}

TEST(BoardMenu, ANewGameIsAskedAboutOnlyWhenThereIsOneToLose) {
    BegunDesk desk{two_persons};
    desk.press(menu_button);
    desk.tap("h8");
    EXPECT_EQ(desk.game.state(), BoardState::setup);
    desk.wait(1200);
    desk.move("e2e4");
    desk.press(menu_button);
    desk.tap("h8");
    EXPECT_EQ(desk.game.state(), BoardState::question);
    EXPECT_EQ(desk.lit(Light::asked), squares({"a1", "h1", "a8", "h8"}));
    desk.tap("e4");
    EXPECT_EQ(desk.game.state(), BoardState::setup);
    EXPECT_EQ(desk.picture(), "e2 fill, e4 clear");
}

TEST(BoardMenu, AnotherGameIsChosenOnceAndChessIsOfferedAgainAfterwards) {
    BegunDesk desk;
    desk.game.offer_other_game();
    desk.move("e2e4");
    ASSERT_EQ(desk.game.state(), BoardState::engine_thinking);
    desk.press(menu_button);
    EXPECT_EQ(desk.game.light(51), Light::action);
    EXPECT_FALSE(desk.game.take_other_game());
    desk.tap("d7");
    EXPECT_TRUE(desk.game.take_other_game());
    EXPECT_FALSE(desk.game.take_other_game());
    EXPECT_EQ(desk.game.state(), BoardState::resume_offer);
    EXPECT_FALSE(desk.searching) << "the other game needs the engine";
    desk.press(play_button);
    desk.wait(700);
    EXPECT_EQ(desk.game.state(), BoardState::engine_thinking);
}

/// The table of docs/CHESSBOARD.md.
std::string menu_row(unsigned rank) {
    std::string row = "| " + std::to_string(rank + 1) + " |";
    for (unsigned file = 0; file < 8; ++file) {
        const MenuSquare square = menu_squares[8 * rank + file];
        row += " ";
        switch (square.item) {
        case MenuItem::none: break;
        case MenuItem::level: row += levels[square.value].name; break;
        case MenuItem::white_player: row += "White: " + std::string(to_text(static_cast<Player>(square.value))); break;
        case MenuItem::black_player: row += "Black: " + std::string(to_text(static_cast<Player>(square.value))); break;
        default: row += to_text(square.item);
        }
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
    EXPECT_EQ(desk.game.state(), BoardState::position_set_up);
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
    EXPECT_EQ(desk.game.state(), BoardState::person_to_move);
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
    EXPECT_EQ(desk.game.state(), BoardState::restoring);
    EXPECT_EQ(desk.picture(), "b1 fill");
    desk.place("b1", 700);
    EXPECT_EQ(desk.game.state(), BoardState::person_to_move);
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
        EXPECT_EQ(desk.game.state(), BoardState::position_set_up) << to_text(c.error);
        EXPECT_EQ(desk.lit(Light::mistake), c.lit) << to_text(c.error);
        EXPECT_TRUE(desk.told(to_text(c.error))) << to_text(c.error);
        EXPECT_EQ(desk.fen(), Position::start_fen) << "the game before is still there";
        desk.press(menu_button);
        desk.tap("g8");
        EXPECT_NE(desk.game.state(), BoardState::position_set_up) << "and one may leave";
        desk.put_up(start_board);
        EXPECT_EQ(desk.game.state(), BoardState::person_to_move);
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
    EXPECT_EQ(desk.game.state(), BoardState::position_set_up) << "no position with a piece unknown";
    desk.lift("c4");
    EXPECT_EQ(desk.lit(Light::clear), 0u);
}

// ---------------------------------------------------------------------------------------- saved games

void save_open_game(Desk& desk) {
    BoardGame& game = desk.game;
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
    desk.put_up(saved_board & ~squares({"h1"}), 300);
    EXPECT_EQ(desk.game.state(), BoardState::resume_offer);
    EXPECT_EQ(desk.lit(Light::yes) | desk.lit(Light::no), squares({"d4", "e4", "d5", "e5"}));
    EXPECT_EQ(desk.lit(Light::fill), squares({"h1"}));
    desk.press(play_button);
    EXPECT_EQ(desk.game.state(), BoardState::restoring);
    desk.place("h1", 700);
    EXPECT_EQ(desk.game.state(), BoardState::person_to_move);
    desk.move("g1f3");
    EXPECT_EQ(desk.game.record().size(), 3u);
    ASSERT_FALSE(desk.changes.empty());
    for (const Change& change : desk.changes)
        EXPECT_TRUE(change.kind == Change::Kind::notice || change.kind == Change::Kind::move)
            << "what was stored is not told again";
    EXPECT_EQ(desk.changes.back().ply, 3);
}

TEST(BoardResume, HoldingPlayGivesItUp) {
    Desk desk;
    save_open_game(desk);
    desk.game.offer(desk.now);
    desk.put_up(saved_board, 100);
    desk.press(play_button, 1200);
    EXPECT_EQ(desk.game.state(), BoardState::setup);
    EXPECT_TRUE(desk.told("abandoned"));
    EXPECT_EQ(desk.told_result.ending, Ending::abandoned) << "so that the store knows it";
    desk.put_up(start_board);
    EXPECT_EQ(desk.game.state(), BoardState::person_to_move);
    EXPECT_EQ(desk.game.record().size(), 0u);
    EXPECT_EQ(desk.told_result, GameResult{});
}

TEST(BoardResume, NothingButAWordGivesItUp) {
    Desk desk;
    save_open_game(desk);
    desk.game.offer(desk.now);
    desk.put_up(start_board, 10'000);
    EXPECT_EQ(desk.game.state(), BoardState::resume_offer);
    EXPECT_EQ(desk.game.record().size(), 2u);
    desk.put_up(0, 10'000);
    desk.put_up(saved_board, 10'000);
    EXPECT_EQ(desk.game.state(), BoardState::resume_offer);
    desk.tap("d5");
    EXPECT_EQ(desk.game.state(), BoardState::question) << "a piece put straight is tapped as well";
    desk.tap("d5");
    EXPECT_EQ(desk.game.state(), BoardState::resume_offer);
    desk.tap("e5");
    desk.tap("e4");
    EXPECT_EQ(desk.game.state(), BoardState::setup);
}

TEST(BoardResume, AStartPositionOnTheBoardIsAskedAboutAfterResuming) {
    Desk desk;
    save_open_game(desk);
    desk.game.offer(desk.now);
    desk.put_up(start_board, 5000);
    desk.press(play_button);
    EXPECT_EQ(desk.game.state(), BoardState::question);
    desk.press(play_button, 1200);
    EXPECT_EQ(desk.game.state(), BoardState::restoring);
    desk.wait(5000);
    EXPECT_EQ(desk.game.state(), BoardState::restoring) << "once is enough";
    EXPECT_EQ(desk.game.record().size(), 2u);
}

TEST(BoardResume, AGameThatWasOverIsShownAsOver) {
    Desk desk;
    save_open_game(desk);
    desk.game.restore_result({Ending::resignation, Winner::white});
    desk.game.offer(desk.now);
    desk.put_up(saved_board, 100);
    EXPECT_EQ(desk.game.state(), BoardState::game_over);
    EXPECT_TRUE(desk.changes.empty());
}

TEST(BoardResume, ClocksGoOnWhereTheyWere) {
    Desk desk;
    BoardSettings settings = two_persons;
    settings.level = level_index(LevelKind::clock, 0);
    desk.game.set_settings(settings);
    save_open_game(desk);
    ClockReading reading = desk.game.clock().reading();
    EXPECT_EQ(reading.moves_made[0], 1u);
    reading.left_ms[0] = 100'000;
    desk.game.restore_clock(reading);
    desk.game.offer(desk.now);
    desk.put_up(saved_board, 5000);
    EXPECT_EQ(desk.game.clock().left_ms(Color::white), 100'000u);
    desk.press(play_button);
    desk.wait(10'000);
    EXPECT_NEAR(desk.game.clock().left_ms(Color::white), 90'000, 1000);
}

TEST(BoardResume, SettingsThatAreNoneAreMended) {
    BoardGame game;
    BoardSettings wild;
    wild.level = 200;
    wild.white = static_cast<Player>(7);
    wild.brightness = 0;
    game.set_settings(wild);
    EXPECT_EQ(game.settings(), BoardSettings{});
    EXPECT_EQ(game.change_settings(wild), BoardError::bad_setting);
}

// ---------------------------------------------------------------------------------------- the other way round

TEST(BoardTurned, AGameFromTheOtherSide) {
    BoardSettings settings = two_persons;
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
    desk.board = Desk::reversed(desk.board);
    desk.press(play_button);
    EXPECT_EQ(desk.game.state(), BoardState::restoring);
    EXPECT_EQ(desk.picture(), "e2 clear, e4 fill, d5 clear, d7 fill");
    desk.put_up(occupied_squares(desk.game.record().position()));
    EXPECT_EQ(desk.game.state(), BoardState::person_to_move);
}

// ---------------------------------------------------------------------------------------- a PC

constexpr Claim black_is_remote{.held = true, .follows = false, .white = Player::person, .black = Player::remote};

TEST(BoardRemote, ItsMovesAreMadeOnTheBoard) {
    BegunDesk desk;
    desk.game.claim(black_is_remote);
    const auto find = [&](std::string_view text) { return move_from_text(desk.game.record().position(), text); };
    EXPECT_EQ(desk.game.remote_move(find("e2e4")), BoardError::not_its_turn);
    desk.move("e2e4");
    EXPECT_EQ(desk.game.state(), BoardState::remote_to_move);
    EXPECT_FALSE(desk.searching);
    EXPECT_EQ(desk.game.remote_move(Move(Square::a1, Square::h8)), BoardError::illegal_move);
    EXPECT_EQ(desk.game.remote_move(find("e7e5")), BoardError::none);
    desk.turn();
    EXPECT_EQ(desk.game.state(), BoardState::move_to_make);
    EXPECT_EQ(desk.lit(Light::move_to), squares({"e5"}));
    EXPECT_EQ(desk.game.remote_move(find("d7d5")), BoardError::not_its_turn) << "one waits already";
    EXPECT_EQ(desk.game.remote_move(find("d7d5"), Who::holder), BoardError::none) << "its own it may replace";
    desk.turn();
    desk.obey();
    EXPECT_EQ(desk.told_moves.size(), 2u);
    EXPECT_EQ(desk.game.resign(Color::black), BoardError::none);
    desk.turn();
    EXPECT_EQ(desk.told_result, (GameResult{Ending::resignation, Winner::white}));
    EXPECT_EQ(desk.game.remote_move(find("g1f3")), BoardError::game_over);
}

TEST(BoardRemote, WhatASessionHasTakenIsNoSettingAndEndsWithIt) {
    BegunDesk desk;
    desk.game.claim(black_is_remote);
    desk.move("e2e4");
    EXPECT_EQ(desk.game.state(), BoardState::remote_to_move);
    EXPECT_EQ(desk.game.settings().black, Player::engine);
    desk.game.release();
    EXPECT_EQ(desk.game.state(), BoardState::engine_thinking);
    EXPECT_EQ(desk.game.player(Color::black), Player::engine);
}

TEST(BoardRemote, AGameThatAHostFollowsGoesBackOnlyAsTheHostSays) {
    BegunDesk desk;
    desk.game.claim({.held = true, .follows = true, .white = Player::person, .black = Player::remote});
    desk.move("e2e4");
    const SquareSet pieces = desk.board;
    desk.put_up(start_board, 1500);
    EXPECT_EQ(desk.game.record().size(), 1u);
    EXPECT_EQ(desk.game.state(), BoardState::restoring);
    desk.wait(1500);
    EXPECT_EQ(desk.game.state(), BoardState::question) << "or is it another game?";
    desk.put_up(pieces, 1000);
    EXPECT_EQ(desk.game.state(), BoardState::remote_to_move) << "no";
    EXPECT_EQ(desk.game.take_back(), BoardError::followed);
    EXPECT_EQ(desk.game.new_game(), BoardError::followed);
    EXPECT_EQ(desk.game.resign(Color::white), BoardError::followed);
    EXPECT_EQ(desk.game.take_back(1, Who::holder), BoardError::none);
    EXPECT_EQ(desk.game.record().size(), 0u);
}

TEST(BoardRemote, APersonLeavesAFollowedGameOverAQuestion) {
    BegunDesk desk;
    desk.game.claim({.held = true, .follows = true, .white = Player::person, .black = Player::remote});
    desk.move("e2e4");
    desk.press(menu_button);
    desk.tap("b2");
    EXPECT_EQ(desk.game.record().size(), 1u) << "no taking back";
    desk.tap("h8");
    EXPECT_EQ(desk.game.state(), BoardState::question);
    EXPECT_FALSE(desk.game.take_left());
    desk.press(play_button);
    EXPECT_TRUE(desk.game.take_left());
    EXPECT_FALSE(desk.game.held_claim().held);
    EXPECT_EQ(desk.game.state(), BoardState::setup);
}

TEST(BoardRemote, AGameIsPutOnTheBoardAndIllegalOnesAreRefused) {
    BegunDesk desk{two_persons};
    EXPECT_EQ(desk.game.set_game("8/8/8/8/8/8/8/8 w - - 0 1", {}), BoardError::bad_position);
    EXPECT_EQ(desk.game.state(), BoardState::person_to_move);
    const std::vector<Move> moves = {Move(from_index64(square("e2")), from_index64(square("e4")))};
    EXPECT_EQ(desk.game.set_game("", moves), BoardError::none);
    desk.turn();
    EXPECT_EQ(desk.game.state(), BoardState::restoring);
    EXPECT_EQ(desk.picture(), "e2 clear, e4 fill");
    EXPECT_EQ(desk.told_moves.size(), 1u);
    desk.put_up(occupied_squares(desk.game.record().position()), 700);
    EXPECT_EQ(desk.game.state(), BoardState::person_to_move);
}

TEST(BoardRemote, ATakebackFromTheLine) {
    BegunDesk desk{two_persons};
    EXPECT_EQ(desk.game.take_back(), BoardError::nothing_to_undo);
    desk.move("e2e4");
    EXPECT_EQ(desk.game.take_back(), BoardError::none);
    desk.turn();
    EXPECT_EQ(desk.game.state(), BoardState::restoring);
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
    BoardGame game;
    game.set_settings(two_persons);
    game.start(0);
    // Pawns and captures seldom, so that no draw comes first: a walk that never repeats five times is not easy to
    // write, so the moves come from the line, where each one is checked by the same rules.
    Random random(7);
    std::vector<Move> line;
    Position p;
    p.set_start();
    while (line.size() < BoardGame::max_plies) {
        const std::vector<Move> moves = legal_moves(p);
        if (moves.empty()) break;
        const Move m = moves[random.below(moves.size())];
        line.push_back(m);
        Undo undo;
        p.make(m, undo);
    }
    const BoardError error = game.set_game("", line);
    EXPECT_TRUE(error == BoardError::none || error == BoardError::game_over);
    EXPECT_LE(game.record().size(), BoardGame::max_plies);
    unsigned moves = 0;
    for (Change change = game.take_change(); change.kind != Change::Kind::none; change = game.take_change())
        moves += change.kind == Change::Kind::move ? 1u : 0u;
    EXPECT_EQ(moves, game.record().size());
}

}  // namespace
}  // namespace stackmate::firmware::test
