// A game on the board: corrections, takebacks, promotions, draws, clocks, and what the lights say to each.
#include "host_tests/firmware/play/hands.hpp"

namespace stackmate::firmware::test {
namespace {

/// The game stands at `fen`, and so do the pieces.
struct SetDesk : Desk {
    explicit SetDesk(std::string_view fen, Settings settings = two_persons, std::vector<Move> moves = {}) {
        game.set_settings(settings);
        game.start(now);
        turn();
        EXPECT_EQ(game.set_game(fen, moves), Refusal::none);
        turn();
        put_up(occupied_squares(game.record().position()), 700);
    }
};

// ---------------------------------------------------------------------------------------- castling in two goes

struct SlowCastling {
    std::string_view name;
    std::vector<std::string_view> first;  ///< lifted and placed in turn; then hands rest for two seconds
    std::vector<std::string_view> rest;
    std::string_view half;  ///< the move that has counted meanwhile
    std::string_view meant;
};
const std::vector<SlowCastling> slow_castling = {
    {"rook first", {"h1", "f1"}, {"e1", "g1"}, "h1f1", "e1g1"},
    {"rook first, long", {"a1", "d1"}, {"e1", "c1"}, "a1d1", "e1c1"},
    {"the king rests on f1", {"e1", "f1"}, {"f1", "g1", "h1", "f1"}, "e1f1", "e1g1"},
    {"the king rests on d1", {"e1", "d1"}, {"d1", "c1", "a1", "d1"}, "e1d1", "e1c1"},
};
constexpr std::string_view may_castle = "r3k2r/pppq1ppp/8/8/8/8/PPPQ1PPP/R3K2R w KQkq - 0 1";

void carry(Desk& desk, const std::vector<std::string_view>& squares, std::uint32_t rest) {
    for (std::size_t i = 0; i < squares.size(); i += 2) {
        desk.lift(squares[i], 200);
        desk.place(squares[i + 1], i + 2 == squares.size() ? rest : 600);
    }
}
/// That the game has.
std::string only_move(const Desk& desk) {
    return desk.told_moves.size() == 1 ? text_of(desk.told_moves[0], desk.game.record().start()) : "none, or several";
}
Settings against_the_engine() {
    Settings settings;
    settings.white = Seat::person;
    settings.black = Seat::engine;
    return settings;
}

TEST(ControllerCastling, TakesHoweverLongBothHalvesTake) {
    for (const SlowCastling& c : slow_castling) {
        SetDesk desk{may_castle};
        carry(desk, c.first, 2000);
        EXPECT_EQ(only_move(desk), c.half) << c.name;
        carry(desk, c.rest, 500);
        EXPECT_EQ(only_move(desk), c.meant) << c.name;
        EXPECT_EQ(desk.game.state(), states::State::person_to_move) << c.name;
        EXPECT_EQ(desk.picture(), "e8 turn") << c.name;
        desk.move("e8g8");
        EXPECT_EQ(desk.told_moves.size(), 2u) << c.name;
    }
}

TEST(ControllerCastling, AKingThatRestsOnItsWayForASecondHasNotMoved) {
    SetDesk desk{may_castle};
    desk.lift("e1", 200);
    desk.place("f1", 1200);
    EXPECT_TRUE(desk.told_moves.empty());
    carry(desk, {"f1", "g1", "h1", "f1"}, 500);
    EXPECT_EQ(only_move(desk), "e1g1");
    EXPECT_FALSE(desk.told("taken back"));
}

TEST(ControllerCastling, MayBeCompletedWhileTheEngineThinksAndWhileItsAnswerIsShown) {
    for (const SlowCastling& c : slow_castling)
        for (const bool answered : {false, true}) {
            SetDesk desk{may_castle, against_the_engine()};
            carry(desk, c.first, 2000);
            ASSERT_EQ(desk.game.state(), states::State::engine_thinking) << c.name;
            if (answered) desk.answer("d7d5");
            EXPECT_EQ(static_cast<bool>(desk.game.pending()), answered);
            carry(desk, c.rest, 500);
            EXPECT_EQ(only_move(desk), c.meant) << c.name;
            EXPECT_EQ(desk.game.state(), states::State::engine_thinking) << c.name;
            EXPECT_FALSE(desk.game.pending()) << "the answer was one to another move";
        }
}

TEST(ControllerCastling, IsNoMoreWhenTheAnswerStandsOnTheBoard) {
    SetDesk desk{may_castle, against_the_engine()};
    carry(desk, {"h1", "f1"}, 2000);
    desk.answer("d7d5");
    desk.obey();
    ASSERT_EQ(desk.told_moves.size(), 2u);
    carry(desk, {"e1", "g1"}, 3000);
    EXPECT_EQ(desk.game.state(), states::State::correcting);
    EXPECT_EQ(desk.told_moves.size(), 2u);
}

TEST(ControllerCastling, TheFirstHalfIsTakenBackAsAnyMove) {
    for (const SlowCastling& c : slow_castling) {
        SetDesk desk{may_castle, against_the_engine()};
        carry(desk, c.first, 2000);
        carry(desk, {c.first[1], c.first[0]}, 2000);
        EXPECT_TRUE(desk.told_moves.empty()) << c.name;
        EXPECT_EQ(desk.game.state(), states::State::person_to_move) << c.name;
    }
}

TEST(ControllerCastling, MayBeCompletedAfterARookThatMates) {
    SetDesk desk{"4rkr1/4p1p1/8/8/8/8/8/4K2R w K - 0 1"};
    carry(desk, {"h1", "f1"}, 2000);
    ASSERT_EQ(desk.game.state(), states::State::game_over);
    carry(desk, {"e1", "g1"}, 500);
    EXPECT_EQ(only_move(desk), "e1g1");
    EXPECT_EQ(desk.told_result, (GameResult{Ending::checkmate, Winner::white}));
}

TEST(ControllerCastling, OfAProgramsGameTheFirstHalfStays) {
    SetDesk desk{may_castle};
    desk.game.claim({.held = true, .follows = true, .white = Seat::person, .black = Seat::remote});
    desk.turn();
    carry(desk, {"h1", "f1"}, 2000);
    ASSERT_EQ(only_move(desk), "h1f1") << "the program has it";
    carry(desk, {"e1", "g1"}, 2000);
    EXPECT_EQ(only_move(desk), "h1f1");
    EXPECT_EQ(desk.game.state(), states::State::restoring);
    EXPECT_EQ(desk.lit(Light::fill), squares({"e1"}));
    EXPECT_EQ(desk.lit(Light::clear), squares({"g1"}));
}

// ---------------------------------------------------------------------------------------- corrections

TEST(ControllerCorrections, AnIllegalMoveIsShownAndPutRight) {
    BegunDesk desk;
    desk.lift("e2");
    EXPECT_EQ(desk.lit(Light::target), squares({"e3", "e4"}));
    desk.place("e5");
    EXPECT_EQ(desk.game.state(), states::State::correcting);
    EXPECT_EQ(desk.picture(), "e1 turn, e2 fill, e5 clear");
    EXPECT_TRUE(desk.told("not a legal move"));
    desk.lift("e5");
    EXPECT_EQ(desk.game.state(), states::State::person_to_move);
    desk.place("e4");
    EXPECT_EQ(desk.game.state(), states::State::engine_thinking);
}

TEST(ControllerCorrections, TheWrongPieceMovedForTheEngineIsShown) {
    BegunDesk desk;
    desk.move("e2e4");
    desk.answer("e7e5");
    desk.move("d7d5");
    EXPECT_EQ(desk.game.state(), states::State::correcting);
    EXPECT_EQ(desk.lit(Light::fill), squares({"d7"}));
    EXPECT_EQ(desk.lit(Light::clear), squares({"d5"}));
    EXPECT_EQ(desk.lit(Light::move_from), squares({"e7"})) << "and what was asked";
    EXPECT_EQ(desk.told_moves.size(), 1u);
    desk.lift("d5");
    desk.place("d7");
    EXPECT_EQ(desk.game.state(), states::State::move_to_make);
    desk.obey();
    EXPECT_EQ(desk.game.state(), states::State::person_to_move);
}

TEST(ControllerCorrections, AnExchangeOnOneSquareIsNoFlickering) {
    SetDesk desk{"5rk1/4qp2/8/8/2B5/8/5R2/5RK1 w - - 0 1"};
    for (const char* from : {"c4", "f8", "f2", "e7", "f1", "g8"}) {
        desk.lift("f7", 60);
        desk.lift(from, 60);
        desk.place("f7", 400);
    }
    EXPECT_FALSE(desk.told("flickers"));
    EXPECT_EQ(desk.told_moves.size(), 6u);
}

TEST(ControllerCorrections, TheRookForgottenInCastlingGlows) {
    SetDesk desk{"4k3/8/8/8/8/8/8/4K2R w K - 0 1"};
    desk.lift("e1");
    desk.place("g1", 1600);
    EXPECT_EQ(desk.game.state(), states::State::unfinished);
    EXPECT_EQ(desk.lit(Light::clear), squares({"h1"}));
    EXPECT_EQ(desk.lit(Light::fill), squares({"f1"}));
    desk.lift("h1");
    desk.place("f1");
    EXPECT_EQ(desk.fen(), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
}

TEST(ControllerCorrections, ThePawnTakenInPassingIsAskedToGo) {
    SetDesk desk{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"};
    desk.lift("e5");
    desk.place("d6");
    EXPECT_EQ(desk.game.state(), states::State::unfinished);
    EXPECT_EQ(desk.lit(Light::clear), squares({"d5"}));
    desk.lift("d5", 400);
    EXPECT_EQ(desk.fen(), "4k3/8/3P4/8/8/8/8/4K3 b - - 0 1");
}

TEST(ControllerCorrections, CheckIsShownOnTheKing) {
    SetDesk desk{"4k3/8/8/8/8/8/3R4/4K3 w - - 0 1"};
    desk.move("d2e2");
    EXPECT_EQ(desk.picture(), "e8 check");
}

TEST(ControllerCorrections, AfterTheEngineHasThoughtWhatIsWrongMustStillBePutRight) {
    BegunDesk desk;
    desk.move("e2e4");
    desk.lift("g1", 800);
    EXPECT_EQ(desk.game.state(), states::State::engine_thinking);
    EXPECT_EQ(desk.lit(Light::fill), squares({"g1"}));
    desk.answer("e7e5");
    desk.wait(400);
    EXPECT_EQ(desk.game.state(), states::State::correcting);
    desk.place("g1");
    EXPECT_EQ(desk.game.state(), states::State::move_to_make);
}

// ---------------------------------------------------------------------------------------- takebacks

TEST(ControllerTakebacks, PuttingThePieceBackWhileTheEngineThinksTakesTheMoveBack) {
    BegunDesk desk;
    desk.move("e2e4");
    ASSERT_TRUE(desk.searching);
    desk.lift("e4");
    EXPECT_EQ(desk.lit(Light::target), squares({"e2"}));
    desk.place("e2");
    EXPECT_EQ(desk.game.state(), states::State::person_to_move);
    EXPECT_FALSE(desk.searching);
    EXPECT_EQ(desk.cancels, 1u);
    EXPECT_TRUE(desk.told_moves.empty());
    EXPECT_TRUE(desk.told("taken back 1 half move"));
}

TEST(ControllerTakebacks, BothLastMovesMayBeTakenBackOneAfterTheOtherAndAgain) {
    BegunDesk desk;
    for (const char* text : {"e2e4", "e7e5", "g1f3", "b8c6"}) {
        if (desk.searching)
            desk.answer(text), desk.obey();
        else
            desk.move(text);
    }
    ASSERT_EQ(desk.told_moves.size(), 4u);
    desk.move("c6b8", 500);
    EXPECT_EQ(desk.game.state(), states::State::engine_thinking) << "it is the engine's turn again";
    desk.move("f3g1", 500);
    EXPECT_EQ(desk.game.state(), states::State::person_to_move);
    EXPECT_EQ(desk.told_moves.size(), 2u);
    desk.move("e5e7", 500);
    desk.answer("e7e6");
    desk.move("e4e2", 500);
    EXPECT_EQ(desk.game.state(), states::State::person_to_move) << "also while its move waits";
    EXPECT_TRUE(desk.told_moves.empty());
    EXPECT_FALSE(desk.searching);
}

TEST(ControllerTakebacks, AMateIsTakenBackAndTheGameGoesOn) {
    BegunDesk desk{two_persons};
    for (const char* text : {"f2f3", "e7e5", "g2g4", "d8h4"}) desk.move(text);
    ASSERT_EQ(desk.game.state(), states::State::game_over);
    desk.move("h4d8", 500);
    EXPECT_EQ(desk.game.state(), states::State::person_to_move);
    EXPECT_EQ(desk.told_result, GameResult{});
    EXPECT_FALSE(desk.game.result());
    desk.move("d8h4");
    EXPECT_EQ(desk.told_result, (GameResult{Ending::checkmate, Winner::black})) << "told again";
}

TEST(ControllerTakebacks, FromTheMenuThePiecesAreAskedBack) {
    BegunDesk desk{two_persons};
    desk.move("e2e4");
    desk.press(menu_button);
    desk.tap("b2");
    EXPECT_EQ(desk.game.state(), states::State::restoring);
    EXPECT_EQ(desk.picture(), "e2 fill, e4 clear");
    desk.lift("e4");
    desk.place("e2", 700);
    EXPECT_EQ(desk.game.state(), states::State::person_to_move);
    EXPECT_EQ(desk.fen(), Position::start_fen);
}

// ---------------------------------------------------------------------------------------- promotion

constexpr std::string_view promoting = "7k/4P3/8/8/8/8/8/K7 w - - 0 1";

TEST(ControllerPromotion, TheChoiceLightsUpAndATapChooses) {
    SetDesk desk{promoting};
    desk.move("e7e8");
    EXPECT_EQ(desk.game.state(), states::State::promotion_choice);
    EXPECT_EQ(desk.picture(), "e4 promotion, e5 promotion, e6 promotion, e7 promotion_default");
    desk.tap("e4");
    EXPECT_EQ(desk.fen(), "4N2k/8/8/8/8/8/8/K7 b - - 0 1");
}

TEST(ControllerPromotion, PlayTakesTheQueen) {
    SetDesk desk{promoting};
    desk.move("e7e8");
    desk.press(play_button);
    EXPECT_EQ(desk.fen(), "4Q2k/8/8/8/8/8/8/K7 b - - 0 1");
}

TEST(ControllerPromotion, FiveSecondsOfNothingTakeTheQueenButNotWhileHandsAreBusy) {
    SetDesk desk{promoting};
    desk.move("e7e8");
    desk.wait(4000);
    desk.lift("e8", 6000);
    EXPECT_EQ(desk.game.state(), states::State::promotion_choice) << "the pawn is being exchanged";
    desk.place("e8", 4000);
    EXPECT_EQ(desk.game.state(), states::State::promotion_choice);
    desk.wait(1200);
    EXPECT_EQ(desk.fen(), "4Q2k/8/8/8/8/8/8/K7 b - - 0 1");
}

TEST(ControllerPromotion, ThePawnPutBackIsNoMove) {
    SetDesk desk{promoting};
    desk.move("e7e8");
    desk.lift("e8");
    desk.place("e7");
    EXPECT_EQ(desk.game.state(), states::State::person_to_move);
    desk.wait(6000);
    EXPECT_TRUE(desk.told_moves.empty());
}

TEST(ControllerPromotion, BlackChoosesOnItsOwnSide) {
    SetDesk desk{"k7/8/8/8/8/8/1p6/R6K b - - 0 1"};
    desk.move("b2a1");
    EXPECT_EQ(desk.picture(), "a2 promotion_default, a3 promotion, a4 promotion, a5 promotion");
    desk.tap("a3");
    EXPECT_EQ(desk.fen(), "k7/8/8/8/8/8/8/r6K w - - 0 2");
}

TEST(ControllerPromotion, TheEnginesChoiceIsShown) {
    SetDesk desk{promoting, {.white = Seat::engine, .black = Seat::person}};
    ASSERT_TRUE(desk.searching);
    desk.answer("e7e8n");
    EXPECT_EQ(desk.picture(), "a1 turn, e4 promotion_default, e7 move_from, e8 move_to");
    desk.obey();
    EXPECT_EQ(desk.fen(), "4N2k/8/8/8/8/8/8/K7 b - - 0 1");
    EXPECT_EQ(desk.game.state(), states::State::game_over) << "king and knight against king";
}

TEST(ControllerPromotion, TheEnginesQueenDoesNotHideWhereThePawnIsToBeTakenFrom) {
    SetDesk desk{promoting, {.white = Seat::engine, .black = Seat::person}};
    desk.answer("e7e8q");
    EXPECT_EQ(desk.picture(), "a1 turn, e7 move_from, e8 move_to");
}

// ---------------------------------------------------------------------------------------- the engine

TEST(ControllerEngine, PlayMakesItMoveNowAndOneStopIsEnough) {
    BegunDesk desk;
    desk.move("e2e4");
    desk.press(play_button);
    EXPECT_TRUE(desk.stopped);
    desk.press(play_button);  // Desk fails on a second stop
    desk.answer("e7e5");
    EXPECT_EQ(desk.game.state(), states::State::move_to_make);
}

TEST(ControllerEngine, AnAnswerThatCrossesACancelIsIgnored) {
    BegunDesk desk;
    desk.move("e2e4", 400);
    desk.lift("e4");
    // The board is put back, and before the superloop has taken the order the search ends by itself.
    desk.board = start_board;
    for (int i = 0; i < 60 && desk.game.state() == states::State::engine_thinking; ++i)
        desk.game.update(desk.board, 0, 0, desk.now += 10);
    ASSERT_EQ(desk.game.state(), states::State::person_to_move);
    desk.searching = false;
    desk.game.engine_answer(move_from_text(Position{desk.game.record().position()}, "e7e5"), {}, 0, desk.now);
    desk.wait(500);
    EXPECT_EQ(desk.game.state(), states::State::person_to_move);
    EXPECT_FALSE(desk.game.pending());
    desk.move("d2d4");
    EXPECT_TRUE(desk.searching);
    desk.answer("d7d5");
    EXPECT_EQ(desk.game.state(), states::State::move_to_make);
}

TEST(ControllerEngine, AnAnswerThatIsNoMoveIsReplacedByALegalOne) {
    BegunDesk desk;
    desk.move("e2e4");
    desk.searching = false;
    desk.game.engine_answer(Move{}, {}, 0, desk.now);
    desk.turn();
    EXPECT_EQ(desk.game.state(), states::State::move_to_make);
    EXPECT_TRUE(is_legal(desk.game.record().position(), desk.game.pending()));
}

TEST(ControllerEngine, ItPlaysBothSidesWhenToldSo) {
    BegunDesk desk{{.white = Seat::engine, .black = Seat::engine}};
    for (const char* text : {"e2e4", "e7e5", "g1f3"}) {
        desk.answer(text);
        desk.obey();
    }
    EXPECT_EQ(desk.told_moves.size(), 3u);
    EXPECT_EQ(desk.game.state(), states::State::engine_thinking);
}

TEST(ControllerEngine, LimitsAreTheLevels) {
    Settings settings;
    settings.level = level_index(LevelKind::depth, 3);
    BegunDesk desk{settings};
    desk.move("e2e4");
    EXPECT_EQ(desk.limits.depth, 4);
    EXPECT_FALSE(desk.limits.has_move_time);
}

TEST(ControllerEngine, AHintIsShownUntilAMoveIsMade) {
    BegunDesk desk;
    desk.press(play_button);
    EXPECT_EQ(desk.game.state(), states::State::hint);
    EXPECT_EQ(desk.purpose, Purpose::hint);
    EXPECT_TRUE(desk.limits.has_move_time);
    desk.answer("d2d4");
    EXPECT_EQ(desk.game.state(), states::State::person_to_move);
    EXPECT_EQ(desk.picture(), "e1 turn, d2 hint_from, d4 hint_to");
    EXPECT_TRUE(desk.told("hint: d4 d2d4"));
    desk.press(play_button);
    EXPECT_FALSE(desk.searching) << "it has been given";
    desk.move("e2e4");
    EXPECT_EQ(desk.lit(Light::hint_from), 0u);
}

TEST(ControllerEngine, AMoveMadeWhileAHintIsSoughtEndsTheSearch) {
    BegunDesk desk{two_persons};
    desk.press(hint_button);
    ASSERT_TRUE(desk.searching);
    desk.move("e2e4");
    EXPECT_FALSE(desk.searching);
    EXPECT_EQ(desk.game.state(), states::State::person_to_move);
    EXPECT_EQ(desk.told_moves.size(), 1u);
}

TEST(ControllerEngine, AnalysisShowsTheScoreAsABarAndFollowsTheMoves) {
    BegunDesk desk;
    desk.press(menu_button);
    desk.tap("e2");
    EXPECT_EQ(desk.game.state(), states::State::analysis);
    EXPECT_EQ(desk.purpose, Purpose::analysis);
    EXPECT_TRUE(desk.limits.infinite);
    desk.candidate("e2e4", 160);
    EXPECT_EQ(desk.lit(Light::good_for_white), squares({"h1", "h2", "h3", "h4", "h5", "h6"}));
    EXPECT_EQ(desk.lit(Light::good_for_black), squares({"h7", "h8"}));
    EXPECT_EQ(desk.lit(Light::candidate_to), squares({"e4"}));
    desk.move("e2e4");
    EXPECT_EQ(desk.game.state(), states::State::analysis);
    EXPECT_TRUE(desk.searching);
    desk.candidate("e7e5", 700);
    EXPECT_EQ(desk.lit(Light::good_for_white), 0u) << "Black's view";
    desk.press(play_button);
    EXPECT_EQ(desk.game.state(), states::State::engine_thinking);
    EXPECT_EQ(desk.purpose, Purpose::move);
}

TEST(ControllerEngine, ChangingSidesLetsItMoveForThePerson) {
    BegunDesk desk;
    desk.press(menu_button);
    desk.tap("c2");
    EXPECT_EQ(desk.game.state(), states::State::engine_thinking);
    EXPECT_EQ(desk.game.settings().white, Seat::engine);
    EXPECT_EQ(desk.game.settings().black, Seat::person);
    desk.answer("e2e4");
    desk.obey();
    EXPECT_EQ(desk.game.state(), states::State::person_to_move);
}

// ---------------------------------------------------------------------------------------- pause

TEST(ControllerPause, NothingCountsUntilItEnds) {
    BegunDesk desk;
    desk.move("e2e4");
    desk.press(pause_button);
    EXPECT_EQ(desk.picture(), "a1 paused, h1 paused, a8 paused, h8 paused");
    EXPECT_FALSE(desk.searching);
    desk.lift("e4", 3000);
    desk.place("e4");
    desk.press(play_button);
    EXPECT_EQ(desk.game.state(), states::State::engine_thinking);
    EXPECT_TRUE(desk.searching);
}

// ---------------------------------------------------------------------------------------- how games end

TEST(ControllerEnds, StalemateAndDeadPositions) {
    SetDesk desk{"7k/5Q2/8/8/8/8/8/K7 w - - 0 1"};
    desk.move("f7g6");
    EXPECT_EQ(desk.told_result, (GameResult{Ending::stalemate, Winner::nobody}));
    EXPECT_EQ(desk.lit(Light::drawn), squares({"a1", "h8"}));
    SetDesk other{"7k/8/8/8/8/8/6p1/K5B1 w - - 0 1"};
    other.move("g1h2");
    other.move("g2g1");
    other.tap("g3");
    EXPECT_EQ(other.game.state(), states::State::person_to_move);
    other.move("h2g1");
    EXPECT_EQ(other.told_result, (GameResult{Ending::insufficient_material, Winner::nobody}));
}

const std::vector<const char*> shuffle = {"g1f3", "g8f6", "f3g1", "f6g8"};

TEST(ControllerEnds, ThreefoldRepetitionMayBeClaimedFromTheMenu) {
    BegunDesk desk{two_persons};
    for (int i = 0; i < 2; ++i)
        for (const char* text : shuffle) desk.move(text, 1700);
    EXPECT_EQ(desk.game.state(), states::State::person_to_move);
    EXPECT_EQ(desk.lit(Light::draw_claim), squares({"e1"}));
    EXPECT_TRUE(desk.told("may claim a draw"));
    desk.press(menu_button);
    desk.tap("g2");
    EXPECT_EQ(desk.game.state(), states::State::question);
    desk.press(play_button);
    EXPECT_EQ(desk.told_result, (GameResult{Ending::repetition, Winner::nobody}));
}

TEST(ControllerEnds, FivefoldRepetitionNeedsNoClaim) {
    BegunDesk desk{two_persons};
    for (int i = 0; i < 4; ++i)
        for (const char* text : shuffle) {
            EXPECT_NE(desk.game.state(), states::State::game_over);
            desk.move(text, 1700);
        }
    EXPECT_EQ(desk.told_result, (GameResult{Ending::repetition, Winner::nobody}));
}

TEST(ControllerEnds, FiftyMovesMayBeClaimedAndSeventyFiveEndTheGame) {
    SetDesk desk{"7k/8/8/8/8/8/R7/K7 w - - 99 80"};
    desk.move("a2b2", 1700);
    EXPECT_EQ(desk.lit(Light::draw_claim), squares({"h8"}));
    EXPECT_EQ(desk.game.claim_draw(), Refusal::none);
    desk.turn();
    EXPECT_EQ(desk.told_result, (GameResult{Ending::fifty_moves, Winner::nobody}));
    SetDesk other{"7k/8/8/8/8/8/R7/K7 w - - 149 120"};
    other.move("a2b2", 1700);
    EXPECT_EQ(other.told_result, (GameResult{Ending::seventy_five_moves, Winner::nobody}));
}

TEST(ControllerEnds, ResigningIsAskedTwice) {
    BegunDesk desk;
    desk.press(menu_button);
    desk.tap("h2");
    EXPECT_EQ(desk.lit(Light::asked), squares({"e1"}));
    EXPECT_EQ(desk.lit(Light::yes), squares({"d4", "e4"}));
    EXPECT_EQ(desk.lit(Light::no), squares({"d5", "e5"}));
    desk.tap("d5");
    EXPECT_EQ(desk.game.state(), states::State::person_to_move);
    desk.press(menu_button);
    desk.tap("h2");
    desk.tap("e4");
    EXPECT_EQ(desk.told_result, (GameResult{Ending::resignation, Winner::black}));
    EXPECT_EQ(desk.lit(Light::winner), squares({"e8"}));
    EXPECT_NE(desk.lit(Light::reason), 0u);
}

TEST(ControllerEnds, TheEngineRefusesADrawUnlessItIsWorse) {
    for (const Score score : {0, -80}) {
        BegunDesk desk;
        desk.move("e2e4");
        desk.answer("e7e5", score);
        desk.obey();
        desk.press(menu_button);
        desk.tap("g2");
        desk.press(play_button);
        if (score == 0) {
            EXPECT_EQ(desk.game.state(), states::State::person_to_move);
            EXPECT_EQ(desk.lit(Light::refused), squares({"e8"}));
            desk.wait(3100);
            EXPECT_EQ(desk.lit(Light::refused), 0u);
        } else {
            EXPECT_EQ(desk.told_result, (GameResult{Ending::agreement, Winner::nobody}));
        }
    }
}

TEST(ControllerEnds, TheEngineClaimsADrawThatItIsGladToHave) {
    BegunDesk desk;
    for (int i = 0; i < 2; ++i) {
        desk.move("g1f3", 1700);
        if (desk.game.result()) break;
        desk.answer("g8f6", -100);
        desk.obey();
        desk.wait(1700);
        desk.move("f3g1", 1700);
        desk.answer("f6g8", -100);
        desk.obey();
        desk.wait(1700);
    }
    EXPECT_EQ(desk.game.state(), states::State::person_to_move) << "it is the person's to claim";
    desk.move("g1f3", 1700);
    EXPECT_EQ(desk.told_result, (GameResult{Ending::repetition, Winner::nobody}));
}

TEST(ControllerEnds, TheStartPositionSetUpInTheMiddleOfAGameIsAskedAbout) {
    BegunDesk desk{two_persons};
    for (const char* text : {"e2e4", "e7e5", "g1f3"}) desk.move(text);
    desk.put_up(start_board, 2500);
    EXPECT_EQ(desk.game.state(), states::State::question);
    EXPECT_EQ(desk.told_moves.size(), 3u) << "nothing is lost yet";
    desk.press(play_button, 1200);
    EXPECT_NE(desk.game.state(), states::State::question) << "held: no";
    EXPECT_EQ(desk.told_moves.size(), 3u);
    desk.lift("a2");
    desk.place("a2", 2500);
    ASSERT_EQ(desk.game.state(), states::State::question);
    desk.press(play_button);
    desk.wait(1200);
    EXPECT_EQ(desk.game.state(), states::State::person_to_move);
    EXPECT_TRUE(desk.told_moves.empty());
    EXPECT_TRUE(desk.told("abandoned"));
}

// ---------------------------------------------------------------------------------------- clocks

Settings blitz(unsigned step) {
    Settings settings = two_persons;
    settings.level = level_index(LevelKind::clock, step);
    return settings;
}

TEST(ControllerClocks, TheFirstMoveIsFreeAndIncrementsAreAdded) {
    BegunDesk desk{blitz(1)};  // 3+2
    desk.wait(60'000);
    EXPECT_EQ(desk.game.clock().left_ms(Color::white), 180'000u);
    desk.move("e2e4");
    EXPECT_EQ(desk.game.clock().left_ms(Color::white), 182'000u);
    desk.wait(10'000);
    desk.move("e7e5");
    EXPECT_NEAR(desk.game.clock().left_ms(Color::black), 180'000 - 10'000 + 2'000, 800);
}

TEST(ControllerClocks, AFlagThatFallsLosesAndABareKingCannotWin) {
    BegunDesk desk{blitz(0)};
    desk.move("e2e4");
    desk.wait(151'000);
    EXPECT_EQ(desk.lit(Light::hurry), squares({"e8"}));
    desk.wait(30'000);
    EXPECT_EQ(desk.told_result, (GameResult{Ending::time, Winner::white}));
    SetDesk bare{"7k/8/8/8/8/8/R7/K7 w - - 0 1", blitz(0)};
    bare.move("a2b2", 1700);
    bare.move("h8g8", 1700);
    bare.wait(181'000);
    EXPECT_EQ(bare.told_result, (GameResult{Ending::time_without_force, Winner::nobody}));
}

TEST(ControllerClocks, APauseStopsBothAndTheMenuBehindItStartsNone) {
    BegunDesk desk{blitz(0)};
    desk.move("e2e4");
    desk.press(pause_button);
    const std::uint32_t left = desk.game.clock().left_ms(Color::black);
    desk.wait(300'000);
    EXPECT_EQ(desk.game.clock().left_ms(Color::black), left);
    desk.press(menu_button);
    desk.wait(20'000);
    EXPECT_EQ(desk.game.clock().left_ms(Color::black), left);
}

TEST(ControllerClocks, AMoveMadeInAPauseIsAskedBackWhenItEnds) {
    BegunDesk desk{blitz(0)};
    desk.move("e2e4");
    desk.press(pause_button);
    EXPECT_EQ(desk.picture(), "a1 paused, h1 paused, a8 paused, h8 paused");
    desk.lift("e7");
    desk.place("e5", 3000);
    EXPECT_EQ(desk.told_moves.size(), 1u) << "a pause stops the game, too";
    EXPECT_EQ(desk.game.state(), states::State::paused);
}

/// Opens what takes the squares away from the game, and says in which state that is.
struct Opened {
    std::string_view name;
    states::State state;
    void (*open)(Desk&);
};
void choose(Desk& desk, std::string_view item) {
    desk.press(menu_button);
    desk.wait(600);
    desk.tap(item);
}
constexpr Opened opened[] = {
    {"the menu", states::State::menu, [](Desk& desk) { desk.press(menu_button); }},
    {"a draw offer", states::State::question, [](Desk& desk) { choose(desk, "g2"); }},
    {"resigning", states::State::question, [](Desk& desk) { choose(desk, "h2"); }},
    {"a new game", states::State::question, [](Desk& desk) { choose(desk, "h8"); }},
    {"the test of the board", states::State::sensor_test, [](Desk& desk) { choose(desk, "a7"); }},
};

TEST(ControllerClocks, NothingThatIsOpenedButAPauseIsTimeToThinkForNothing) {
    for (const Opened& what : opened) {
        BegunDesk desk{blitz(0)};
        desk.move("e2e4");
        what.open(desk);
        ASSERT_EQ(desk.game.state(), what.state) << what.name;
        const std::uint32_t left = desk.game.clock().left_ms(Color::black);
        desk.wait(20'000);
        ASSERT_EQ(desk.game.state(), what.state) << what.name;
        EXPECT_EQ(desk.game.clock().left_ms(Color::black), left - 20'000) << what.name;
        EXPECT_EQ(desk.game.clock().left_ms(Color::white), 180'000u) << what.name;
    }
}

TEST(ControllerClocks, AFlagFallsInTheMenuToo) {
    BegunDesk desk{blitz(0)};
    desk.move("e2e4");
    for (int i = 0; i < 4; ++i) {
        desk.press(menu_button);
        desk.wait(61'000);
    }
    EXPECT_EQ(desk.told_result, (GameResult{Ending::time, Winner::white}));
    EXPECT_EQ(desk.game.state(), states::State::game_over);
}

TEST(ControllerClocks, TheFirstMoveIsFreeInTheMenuToo) {
    BegunDesk desk{blitz(0)};
    desk.press(menu_button);
    desk.wait(20'000);
    EXPECT_EQ(desk.game.clock().left_ms(Color::white), 180'000u);
}

TEST(ControllerClocks, OneThatIsChosenOnTheLineRunsBehindTheMenuToo) {
    BegunDesk desk{two_persons};
    desk.move("e2e4");
    desk.press(menu_button);
    ASSERT_EQ(desk.game.change_settings(blitz(0)), Refusal::none);
    desk.wait(20'000);
    EXPECT_EQ(desk.game.state(), states::State::menu);
    EXPECT_EQ(desk.game.clock().left_ms(Color::black), 160'000u);
}

TEST(ControllerClocks, TheMenuTakesNoTimeWhileTheEnginesMoveIsMadeForIt) {
    Settings settings = blitz(0);
    settings.black = Seat::engine;
    BegunDesk desk{settings};
    desk.move("e2e4");
    desk.answer("e7e5");
    const ClockReading before = desk.game.clock().reading();
    desk.press(menu_button);
    desk.wait(20'000);
    EXPECT_EQ(desk.game.clock().left_ms(Color::white), before.left_ms[0]);
    EXPECT_EQ(desk.game.clock().left_ms(Color::black), before.left_ms[1]);
}

TEST(ControllerClocks, TheEngineIsToldItsTime) {
    Settings settings = blitz(3);  // 5+3
    settings.black = Seat::engine;
    BegunDesk desk{settings};
    desk.move("e2e4");
    EXPECT_TRUE(desk.limits.clock[0] && desk.limits.clock[1]);
    EXPECT_EQ(desk.limits.time_ms[1], 300'000u);
    EXPECT_EQ(desk.limits.increment_ms[1], 3'000u);
    desk.wait(5000);
    EXPECT_NEAR(desk.game.clock().left_ms(Color::black), 295'000, 500);
    desk.answer("e7e5");
    desk.wait(60'000);
    EXPECT_NEAR(desk.game.clock().left_ms(Color::black), 295'000, 500) << "nobody's time while its move is made";
    EXPECT_EQ(desk.game.clock().left_ms(Color::white), 303'000u);
}

TEST(SetGame, IsNotUndoneByThePiecesOfTheStartThatStoodThereBefore) {
    Desk desk;
    desk.game.set_settings(two_persons);
    desk.game.start(desk.now);
    desk.put_up(start_board, 5000);
    constexpr std::string_view fen = "8/8/8/8/8/5k2/4p3/6K1 b - - 0 1";
    ASSERT_EQ(desk.game.set_game(fen, {}), Refusal::none);
    desk.wait(3000);
    EXPECT_EQ(desk.fen(), fen);
    desk.lift("e2");
    desk.place("e2", 3000);
    EXPECT_EQ(desk.fen(), Position::start_fen) << "put up once more, they ask for a new game";
}

}  // namespace
}  // namespace stackmate::firmware::test
