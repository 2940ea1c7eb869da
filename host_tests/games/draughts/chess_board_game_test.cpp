// Checkers on a chess board of fakes, the whole firmware on it: from the menu, to the end of a game, back to chess, and
// through power cuts.

#include "games/draughts/chess_board/two_games.hpp"
#include "host_tests/games/draughts/playout.hpp"
#include "host_tests/firmware/table/table.hpp"

namespace stackmate::draughts::test {
namespace {

using namespace chess_board;

using firmware::Light;
using firmware::play_button;
using firmware::test::has;
using firmware::test::StoreOf;
using firmware::test::TableBoard;

/// With room for the search of checkers.
struct RoomyConfig : Full {
    static constexpr std::size_t table_bytes = 2048;
};
using Players = TwoGames<RoomyConfig, TableBoard>;
using TheApp = firmware::App<RoomyConfig, TableBoard, Players>;

constexpr unsigned a1 = 0, b1 = 1, h1 = 7, a5 = 32, d7 = 51, h7 = 55, a8 = 56, b8 = 57, h8 = 63;

std::string name_of(unsigned square) {
    return {static_cast<char>('a' + square % 8), static_cast<char>('1' + square / 8)};
}

struct CheckersOnABoard : testing::Test, firmware::test::Hands {
    hal::fake::NvStore<> memory{};
    std::unique_ptr<TableBoard> board;
    std::unique_ptr<TheApp> app;
    std::mt19937 chance{1};
    SquareSet stands = 0;  ///< where pieces are
    SquareSet dead = 0;    ///< sensors that feel none

    CheckersOnABoard() { switch_on(); }
    void switch_on(SquareSet occupied = 0) {
        app.reset();
        board = std::make_unique<TableBoard>(std::make_unique<StoreOf<hal::fake::NvStore<>&>>(memory));
        board->sensors.occupied = (stands = occupied) & ~dead;
        app = std::make_unique<TheApp>(*board);
        app->start();
        wait(100);
    }
    [[nodiscard]] const Game& game() const { return app->table().checkers(); }
    [[nodiscard]] const CheckersPosition& position() const { return game().line().position; }
    [[nodiscard]] SquareSet pieces() const { return on_board(all_pieces(position())); }

    SquareSet& standing() override { return stands; }
    void hold_down(std::uint8_t buttons) override { board->buttons.hold(buttons); }
    void wait(std::uint32_t ms) override {
        board->sensors.occupied = stands & ~dead;
        for (std::uint32_t gone = 0; gone < ms; gone += 10) {
            board->clock.pass(10);
            board->watchdog.pass(10);
            app->poll();
        }
    }
    void send(std::string_view line) {
        board->serial.deliver(line);
        wait(100);
    }
    void menu() { press(play_button, 1200); }
    std::string heard() {
        board->serial.pump();
        std::string text{board->serial.sent()};
        board->serial.forget_sent();
        return text;
    }
    /// Chosen in the menu, depth 1, and the pieces set up.
    void begin() {
        menu();
        tap(d7);
        ASSERT_TRUE(app->table().plays_checkers());
        ASSERT_EQ(game().state(), GameState::setup);
        menu();
        ASSERT_EQ(game().light(a5), Light::choice);
        tap(a5);
        ASSERT_EQ(game().light(a5), Light::chosen);
        press(play_button);
        put(start_squares, 1200);
        ASSERT_NE(game().state(), GameState::setup);
    }
    void two_persons() {
        menu();
        tap(a1);
        tap(a8);
        press(play_button);
        ASSERT_EQ(game().state(), GameState::person);
    }
    void think() {
        for (int turns = 0; game().state() == GameState::thinking && turns < 100'000; ++turns) wait(10);
        ASSERT_NE(game().state(), GameState::thinking);
        wait(20);
    }
    /// The squares of a light, read off the board.
    [[nodiscard]] SquareSet lit(Light light) const {
        SquareSet squares = 0;
        for (unsigned i = 0; i < 64; ++i) squares |= SquareSet{game().light(i) == light} << i;
        return squares;
    }
    /// The flips in an order of chance, the pieces first lifted, then put down.
    void make(Move m) {
        const CheckersPosition before = position();
        const Footprint f = footprint(before, m);
        std::vector<unsigned> lifts;
        for (Set left = f.taken; left != 0; left &= left - 1) lifts.push_back(on_board(lowest(left)));
        lifts.push_back(on_board(m.from()));
        std::shuffle(lifts.begin(), lifts.end(), chance);
        for (const unsigned square : lifts) flip(square, 100);
        flip(on_board(m.to()), dead == 0 ? 2200 : 4200);  // some orders are doubtful
        ASSERT_EQ(position(), after(before, m)) << text_of(before, m);
    }
    Move any_move() {
        const std::vector<Move> moves = moves_of(position());
        return moves[chance() % moves.size()];
    }
    /// By the lights alone.
    void make_for_the_engine() {
        const CheckersPosition before = position();
        const Move m = game().pending();
        ASSERT_TRUE(before.legal(m));
        const SquareSet from = lit(Light::move_from), to = lit(Light::move_to), taken = lit(Light::clear);
        put(stands & ~from, 100);
        put(stands | to, 100);
        put(stands & ~taken, dead == 0 ? 600 : 1600);
        ASSERT_EQ(position(), after(before, m)) << text_of(before, m);
    }
    void play(int plies) {
        for (; plies != 0 && game().state() != GameState::over; --plies) {
            if (game().state() == GameState::thinking) think();
            if (game().state() == GameState::engine_move)
                make_for_the_engine();
            else if (game().state() == GameState::person)
                make(any_move());
            if (HasFatalFailure()) return;
        }
    }
};

TEST_F(CheckersOnABoard, APersonPlaysTheEngineToTheEndOfTheGame) {
    begin();
    EXPECT_EQ(game().state(), GameState::engine_move) << "Black begins, and is the engine";
    play(400);
    ASSERT_EQ(game().state(), GameState::over);
    const SquareSet ends = SquareSet{1} << h1 | SquareSet{1} << a8;
    if (game().result() == Result::drawn)
        EXPECT_EQ(lit(Light::drawn), ends);
    else
        EXPECT_EQ(lit(Light::winner) | lit(Light::loser), ends);
    EXPECT_EQ(board->watchdog.resets, 0u);
    const std::string said = heard();
    EXPECT_TRUE(has(said, "info string checkers new game\n"));
    EXPECT_FALSE(has(said, "error")) << said;
    put(start_squares, 2500);
    EXPECT_EQ(game().state(), GameState::engine_move) << "the pieces are set up for the next game";
}

TEST_F(CheckersOnABoard, ADeadTickStarvesTheWatchdog) {
    begin();
    // The loop goes on, the millisecond clock does not.
    for (int ms = 0; ms < 4100; ms += 5) {
        board->watchdog.pass(5);
        app->poll();
    }
    ASSERT_TRUE(app->table().plays_checkers());
    EXPECT_EQ(board->watchdog.resets, 1u);
}

TEST_F(CheckersOnABoard, TwoPersonsPlayGamesToTheirEnd) {
    begin();
    two_persons();
    for (int number = 0; number < 5; ++number) {
        play(300);
        ASSERT_EQ(game().state(), GameState::over);
        put(start_squares, 2500);
        ASSERT_EQ(game().state(), GameState::person);
    }
}

TEST_F(CheckersOnABoard, GamesArePlayedToTheirEndWithADeadSquareThatIsMarked) {
    for (const unsigned square : {18u, 22u, 27u, 34u, 45u}) {
        memory = {};
        dead = SquareSet{1} << square;
        switch_on();
        const std::string name = name_of(square);
        send("board ignore " + name + "\n");
        begin();
        if (square % 2 == 0) two_persons();
        play(400);
        ASSERT_EQ(game().state(), GameState::over) << name;
        put(start_squares, 2500);
        ASSERT_NE(game().state(), GameState::over) << name << ": the next one has begun";
        play(7);
        const CheckersPosition before = position();
        switch_on(pieces());
        ASSERT_TRUE(app->table().plays_checkers());
        wait(1500);
        EXPECT_EQ(position(), before) << name;
        ASSERT_NE(game().state(), GameState::setup) << name << " is marked after the power was off as well";
        play(5);
        if (HasFatalFailure()) return;
    }
}

TEST_F(CheckersOnABoard, AMarkedSquareIsShownAndOthersAreHeardAsEver) {
    send("board ignore d4\nboard ignore e4\n");
    begin();
    two_persons();
    EXPECT_EQ(lit(Light::ignored), SquareSet{3} << 27);
    flip(28, 1500);
    EXPECT_EQ(lit(Light::clear), 0u) << "a light square that is stuck";
    flip(29, 1500);
    EXPECT_EQ(lit(Light::clear), SquareSet{1} << 29);
}

// Also where the board has been at rest for long when the engine has found it.
TEST_F(CheckersOnABoard, AMoveOfTheEnginesThatNoSquareCanTellOfIsShownForEightSeconds) {
    for (unsigned square = 0; square < 64; ++square)
        if ((dark_squares >> square & 1) != 0) send("board ignore " + name_of(square) + "\n");
    send("board level d1\n");
    menu();
    tap(d7);
    wait(1200);
    think();
    ASSERT_EQ(game().state(), GameState::engine_move) << "nothing is to be seen of the men";
    wait(7000);
    EXPECT_EQ(game().state(), GameState::engine_move);
    wait(2000);
    EXPECT_EQ(game().state(), GameState::person);
}

// It may be in a hand, and nothing takes a move of checkers back.
TEST_F(CheckersOnABoard, APieceThatIsLiftedIsNotYetOnAMarkedSquare) {
    dead = SquareSet{1} << 34;
    send("board ignore c5\n");
    begin();
    two_persons();
    const CheckersPosition before = position();
    flip(41, 3500);
    EXPECT_EQ(position(), before);
    flip(41, 1000);
    EXPECT_EQ(position(), before) << "put back";
}

TEST_F(CheckersOnABoard, WhatIsNoMoveIsShownAndPutRight) {
    begin();
    two_persons();
    flip(b8);
    EXPECT_EQ(lit(Light::clear), 0u) << "only at rest";
    wait(1100);
    EXPECT_EQ(lit(Light::fill), SquareSet{1} << b8) << "it cannot move";
    flip(b8, 1100);
    EXPECT_EQ(lit(Light::fill), 0u);
    EXPECT_EQ(lit(Light::turn), SquareSet{1} << a8);
}

TEST_F(CheckersOnABoard, APieceInTheAirShowsWhereItMayGo) {
    begin();
    two_persons();
    const unsigned from = on_board(CheckersBoard::from_number(10));
    flip(from);
    EXPECT_EQ(lit(Light::target),
              on_board(set_of(CheckersBoard::from_number(14)) | set_of(CheckersBoard::from_number(15))));
}

TEST_F(CheckersOnABoard, AGameSurvivesAPowerCut) {
    begin();
    play(15);
    const CheckersPosition before = position();
    switch_on(pieces());
    ASSERT_TRUE(app->table().plays_checkers());
    EXPECT_EQ(position(), before);
    wait(1500);
    EXPECT_NE(game().state(), GameState::setup);
    play(5);
    EXPECT_NE(position(), before);
}

TEST_F(CheckersOnABoard, ChessAndCheckersWaitForOneAnother) {
    put(firmware::test::start_board, 1500);
    put(firmware::test::start_board & ~(SquareSet{1} << 12), 100);
    put((firmware::test::start_board & ~(SquareSet{1} << 12)) | SquareSet{1} << 28, 500);
    ASSERT_EQ(app->table().game().record().size(), 1u);
    begin();
    play(6);
    const CheckersPosition checkers = position();
    menu();
    EXPECT_EQ(game().light(d7), Light::action);
    tap(d7);
    ASSERT_FALSE(app->table().plays_checkers());
    wait(700);
    EXPECT_EQ(app->table().game().state(), firmware::states::State::resume_offer)
        << "the pieces stand as checkers has them";
    EXPECT_EQ(app->table().game().record().size(), 1u);
    switch_on(board->sensors.occupied);
    ASSERT_FALSE(app->table().plays_checkers());
    wait(700);
    EXPECT_EQ(app->table().game().state(), firmware::states::State::resume_offer);
    menu();
    tap(d7);
    ASSERT_TRUE(app->table().plays_checkers());
    EXPECT_EQ(position(), checkers);
}

TEST_F(CheckersOnABoard, TheLineMayUseTheEngineWhileCheckersThinks) {
    begin();
    two_persons();
    menu();
    tap(27);  // 10 s
    tap(b8);
    press(play_button);
    wait(300);
    ASSERT_EQ(game().state(), GameState::thinking);
    heard();
    board->serial.deliver("position startpos\n");
    wait(50);
    board->serial.deliver("go depth 2\n");
    wait(3000);
    EXPECT_TRUE(has(heard(), "bestmove "));
    press(play_button);
    think();
    EXPECT_EQ(game().state(), GameState::engine_move);
}

TEST_F(CheckersOnABoard, PiecesInBothLightCornersOpenTheMenuWithoutAButton) {
    begin();
    two_persons();
    const SquareSet moved = (start_squares & ~SquareSet{5}) | SquareSet{1} << h1 | SquareSet{1} << a8;
    put(moved, 1500);
    EXPECT_EQ(game().state(), GameState::person);
    wait(700);
    EXPECT_EQ(game().state(), GameState::menu);
    put(start_squares, 300);
    tap(h7);
    EXPECT_EQ(game().state(), GameState::person);
}

TEST_F(CheckersOnABoard, AContactThatFlickersChoosesNothingInTheMenu) {
    begin();
    menu();
    const SquareSet chosen = lit(Light::chosen);
    for (int i = 0; i < 40; ++i) flip(b1, 250);
    EXPECT_EQ(game().state(), GameState::menu);
    EXPECT_EQ(lit(Light::chosen), chosen);
    wait(3000);
    tap(b1);
    EXPECT_NE(lit(Light::chosen), chosen) << "a hand does";
}

TEST_F(CheckersOnABoard, WhatWasTappedBeforePlayIsPressedIsChosen) {
    begin();
    for (const unsigned after_ms : {300u, 600u}) {
        menu();
        ASSERT_EQ(game().state(), GameState::menu);
        const SquareSet chosen = lit(Light::chosen);
        flip(b1);
        flip(b1, after_ms);
        press(play_button);
        wait(600);
        EXPECT_NE(game().state(), GameState::menu);
        menu();
        EXPECT_NE(lit(Light::chosen), chosen) << after_ms << " ms after the tap";
        tap(a1);
        press(play_button);
    }
}

TEST_F(CheckersOnABoard, TheBoardTurnsRound) {
    begin();
    two_persons();
    menu();
    tap(11);
    press(play_button);
    wait(1500);
    ASSERT_EQ(game().state(), GameState::person) << "the start looks the same from both sides";
    const CheckersPosition before = position();
    flip(63 - on_board(CheckersBoard::from_number(10)));
    flip(63 - on_board(CheckersBoard::from_number(14)), 500);
    EXPECT_NE(position(), before);
}

TEST_F(CheckersOnABoard, TheMenuOffersWhatCheckersHas) {
    begin();
    menu();
    EXPECT_EQ(lit(Light::chosen), SquareSet{1} << a1 | SquareSet{1} << (a8 + 1) | SquareSet{1} << a5);
    EXPECT_EQ(game().light(h8), Light::action);
    EXPECT_EQ(game().light(h7), Light::action);
    EXPECT_EQ(game().light(b1), Light::choice);
    EXPECT_EQ(game().light(16), Light::dark) << "strength is chess's";
}

TEST_F(CheckersOnABoard, ABoardThatNobodyMindsDimsAsInChessAndATouchWakesIt) {
    begin();
    two_persons();
    wait(20 * 60'000);
    EXPECT_EQ(board->leds.brightness, 32) << "who thinks still sees the game";
    put(board->sensors.occupied ^ SquareSet{1} << 16, 30);  // a3
    EXPECT_EQ(board->leds.brightness, 128);
    put(board->sensors.occupied ^ SquareSet{1} << 16, 61 * 60'000);
    SquareSet lit = 0;
    for (int i = 0; i < 205; ++i) {
        wait(10);
        for (unsigned square = 0; square < 64; ++square)
            if (board->leds.frame.squares[square] != hal::Colour{}) lit |= SquareSet{1} << square;
    }
    EXPECT_EQ(lit, 1u) << "one mark";
    press(play_button);
    EXPECT_EQ(board->leds.brightness, 128);
}

}  // namespace
}  // namespace stackmate::draughts::test
