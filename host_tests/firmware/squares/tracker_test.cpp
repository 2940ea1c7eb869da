#include "firmware/squares/tracker.hpp"

#include "hal/scan.hpp"
#include "host_tests/firmware/hands.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <ostream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace stackmate::firmware {
namespace {

using stackmate::test::square;
using test::position;

SquareSet one(std::string_view name) { return square_set(square(name)); }

/// What is between the sensors and the tracker.
enum class Sensors { debounced, bare };

/// A chess board, sensors scanned every five milliseconds and believed after 20, and hands.
///
/// Words of a script: "e2-" lifts a piece from e2 and "e4+" puts one on e4; what is joined by '&' happens between the
/// same two scans. "~a5" turns what the sensor of a5 says into its opposite, from then on. A number waits for so many
/// milliseconds. "accept" plays the move that is told, "e2e4" makes a move by hand and has it accepted, "hold" and
/// "count" have no move counted and any again, "follow:e2e4" that one alone, "promote:n" chooses a knight.
class TrackedHands final : public test::Hands {
public:
    static constexpr std::uint32_t scan_ms = 5;

    explicit TrackedHands(std::string_view fen, Sensors kind = Sensors::debounced)
        : game(position(fen)), sensors(kind), occupied(occupied_squares(game)), debounce(occupied) {
        tracker.set_position(game);
        wait(500);
        EXPECT_EQ(told(), "quiet");
    }

    void scan() {
        now += scan_ms;
        const SquareSet sensed = occupied ^ noise;
        tracker.update(sensors == Sensors::bare ? sensed : debounce.update(sensed), now);
    }
    SquareSet& standing() override { return occupied; }
    void hold_down(std::uint8_t) override {}
    void wait(std::uint32_t ms) override {
        for (std::uint32_t done = 0; done < ms; done += scan_ms) scan();
    }
    /// Does what a script says, with `pace` milliseconds between changes.
    TrackedHands& run(std::string_view script, std::uint32_t pace = 100) {
        std::istringstream words{std::string(script)};
        for (std::string word; words >> word;) {
            const bool changes = word.size() > 2 && (word[2] == '-' || word[2] == '+');
            if (changes && changed) wait(pace);
            changed = changes;
            if (changes)
                change(word);
            else
                command(word);
        }
        return *this;
    }
    /// What the tracker says after a script, and after a rest if hands have done something last.
    std::string told(std::string_view script, std::uint32_t pace = 100) {
        run(script, pace);
        if (changed) wait(400);
        changed = false;
        return told();
    }
    /// The status and what it names: the plies to take back, the move, the lifted pieces with their targets or those
    /// who may take them, and the squares to clear and to fill, as a script would.
    std::string told() const {
        constexpr std::array<std::string_view, 8> names = {"quiet",      "lifting",  "settling",  "move",
                                                           "unfinished", "takeback", "ambiguous", "wrong"};
        const TrackerState& s = tracker.state();
        std::string text{names[static_cast<std::size_t>(s.status)]};
        if (s.status == TrackerStatus::settling) return text;
        const auto add = [&](std::string_view first, SquareSet set, std::string_view each = "") {
            if (set != 0) text += first;
            for_each_square(set, [&](unsigned i) {
                text += {' ', static_cast<char>('a' + i % 8), static_cast<char>('1' + i / 8)};
                text += each;
            });
        };
        if (s.plies != 0) text += ' ' + std::to_string(s.plies);
        if (s.move) text += ' ' + name_of(s.move);
        if (s.status == TrackerStatus::lifting || s.status == TrackerStatus::ambiguous) add("", s.lifted);
        add(" by", s.origins);
        add(" to", s.targets);
        if ((s.fill | s.clear) != 0) text += ':';
        add("", s.clear, "-");
        add("", s.fill, "+");
        return text;
    }

    Position game;
    Position before{};
    SquareTracker tracker{};
    Sensors sensors;
    SquareSet occupied;
    hal::Debounce<SquareSet, 20 / scan_ms + 1> debounce;
    SquareSet noise = 0;
    std::uint32_t now = 0xffffff00u;  // so that it soon wraps

private:
    static std::string name_of(Move m) {
        std::string text(4, ' ');
        write_square(write_square(text.data(), m.from()), m.to());
        if (m.promotes()) text += "nbrq"[index(m.promotion()) - 2];
        return text;
    }
    void change(std::string_view word) {
        for (std::size_t i = 0; i < word.size(); i += 4) {
            const SquareSet bit = one(word.substr(i, 2));
            EXPECT_EQ(word[i + 2] == '-', (occupied & bit) != 0) << word;
            occupied ^= bit;
        }
    }
    void command(const std::string& word) {
        const std::string_view argument = std::string_view(word).substr(word.find(':') + 1);
        if (word[0] == '~')
            noise ^= one(argument.substr(1));
        else if (word[0] >= '0' && word[0] <= '9')
            wait(static_cast<std::uint32_t>(std::stoul(word)));
        else if (word == "accept")
            accept();
        else if (word == "hold")
            tracker.hold();
        else if (word == "count")
            tracker.play();
        else if (word.starts_with("follow:"))
            EXPECT_TRUE(tracker.follow(move_from_text(game, argument)));
        else if (word.starts_with("promote:"))
            tracker.promote(static_cast<PieceType>(2 + std::string_view("nbrqk").find(argument)));
        else
            make_by_hand(word);
    }
    /// The caller's part: plays the move told.
    void accept() {
        ASSERT_EQ(tracker.state().status, TrackerStatus::move);
        const Move last = tracker.state().move;
        ASSERT_TRUE(is_legal(game, last));
        const Position before_last = before;
        before = game;
        Undo undo;
        game.make(last, undo);
        tracker.set_position(game);
        tracker.allow_takeback(1, before);
        tracker.allow_more(last, before);
        if (plies++ > 0) tracker.allow_takeback(2, before_last);
    }
    void make_by_hand(std::string_view move) {
        lift(move.substr(0, 2), 100);
        if ((occupied & one(move.substr(2, 2))) != 0) lift(move.substr(2, 2), 100);
        place(move.substr(2, 2), 2000);
        ASSERT_EQ(name_of(tracker.state().move).substr(0, 4), move);
        accept();
        ASSERT_EQ(told(), "quiet");
    }

    bool changed = false;  ///< by hands, last
    int plies = 0;
};

constexpr std::string_view start = Position::start_fen;
constexpr std::string_view castles = "r3k2r/pppq1ppp/8/8/8/8/PPPQ1PPP/R3K2R w KQkq - 0 1";
constexpr std::string_view black_castles = "r3k2r/pppq1ppp/8/8/8/8/PPPQ1PPP/R3K2R b KQkq - 0 1";
constexpr std::string_view no_rights = "4k3/8/8/8/8/8/8/4K2R w - - 0 1";
constexpr std::string_view passing = "4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1";
constexpr std::string_view black_passing = "4k3/8/8/8/2pPp3/8/8/4K3 b - d3 0 1";
constexpr std::string_view takers = "4k3/8/8/1r1n4/8/8/8/3QK3 w - - 0 1";
constexpr std::string_view queen_lifted = "lifting d1 to a1 b1 c1 c2 d2 e2 b3 d3 f3 a4 d4 g4 d5 h5";  // of `takers`
constexpr std::string_view two_victims = "4k3/8/8/1r1n4/8/1Q6/8/4K3 w - - 0 1";
constexpr std::string_view pawn_takes = "4k3/8/8/4p3/3P4/8/8/4K3 w - - 0 1";
constexpr std::string_view lone_rook = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
constexpr std::string_view promotes = "8/P3k3/8/8/8/8/8/4K3 w - - 0 1";
/// After Qa1-h1 Qh8-a1 the squares look the same whether Qh1-h8 is played or both are taken back.
constexpr std::string_view round_trip = "3k3q/8/8/8/4K3/8/8/Q7 w - - 0 1";

struct Step {
    std::string_view script, told;
};
struct Case {
    const char* name;
    std::string_view fen;
    std::vector<Step> steps;
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

const Case cases[] = {
    // Quiet moves
    {"AMoveCountsAfterARest", start, {{"e2- e4+ 300", "settling"}, {"30", "move e2e4"}}},
    {"AMoveStandsUntilItIsAccepted", start, {{"e2- e4+", "move e2e4"}, {"200000", "move e2e4"}, {"accept", "quiet"}}},
    {"ALiftedPieceShowsWhereItMayGo", start, {{"g1- 30", "lifting g1 to f3 h3"}, {"10000", "lifting g1 to f3 h3"}}},
    {"LiftingToThinkAndPuttingBackIsNothing", start, {{"g1- 5000 g1+", "quiet"}, {"e2- e4+", "move e2e4"}}},
    {"APieceSlidOverOthersCountsWhereItStops",
     lone_rook,
     {{"a1- 60 a2+ 60 a2-&a3+ 60 a3- 60 a4+ 60 a4-&a5+ 60 a5- 60 a6+ 60 a6- 60 a7+", "move a1a7"}}},
    {"APieceThatHesitatesForLessThanTheRestGoesOn", lone_rook, {{"a1- 280 a4+ 280 a4- 280 a7+", "move a1a7"}}},
    {"ThePieceOfTheOtherSideMayNotMove",
     start,
     {{"e7- 100", "settling"}, {"300", "wrong: e7+"}, {"e5+", "wrong: e5- e7+"}, {"e5- e7+", "quiet"}}},
    {"AnIllegalTargetIsToldWithTheWayBack", start, {{"e2- e5+", "wrong: e5- e2+"}, {"e5- e4+", "move e2e4"}}},
    {"APinnedPieceMustGoBack", "4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1", {{"e2-", "wrong: e2+"}, {"e2+", "quiet"}}},
    {"InCheckOnlyWhatHelpsIsLegal",
     "4k3/8/8/8/8/4r3/8/3BK2N w - - 0 1",
     {{"d1-", "lifting d1 to e2"}, {"d1+ h1-", "wrong: h1+"}}},
    {"TwoMovesAtOnceAreWrongUntilOneIsTakenBack",
     start,
     {{"e2- e4+ d2- d4+", "wrong: d4- e4- d2+ e2+"}, {"e4- e2+", "move d2d4"}}},
    {"TwoOwnPiecesInTheAirAreOneTooMany",
     start,
     {{"b1- g1-", "wrong: b1+ g1+"}, {"b1+", "lifting g1 to f3 h3"}, {"f3+", "move g1f3"}}},
    {"ANudgedPieceIsAskedForAndTheMoveCountsWhenItIsBack",
     start,
     {{"d2- e2- e4+", "unfinished e2e4: d2+"}, {"d2+", "move e2e4"}}},
    {"APieceNudgedAfterTheMoveHoldsItUpToo", start, {{"e2- e4+ d2-", "unfinished e2e4: d2+"}, {"d2+", "move e2e4"}}},

    // Sensors
    {"AStuckSensorIsShownAndTheGameGoesOnWhenItIsFree",
     start,
     {{"~a5 400", "wrong: a5-"}, {"e2- e4+", "unfinished e2e4: a5-"}, {"~a5 400", "move e2e4"}}},
    {"AChangeIsSeenWithinTheDebounceTimeAndOneScan", start, {{"e2- 25", "lifting e2 to e3 e4"}}},

    // Captures
    {"ALiftedVictimShowsWhoMayTakeIt",
     "4k3/8/8/3n4/8/1B4N1/8/3QK3 w - - 0 1",
     {{"d5- 30", "lifting d5 by d1 b3"}, {"b3- 30", "lifting b3 d5 to d5"}, {"d5+", "move b3d5"}}},
    // What was before the quiet board is forgotten.
    {"AVictimPutBackIsNothing", takers, {{"d5- 500 d5+", "quiet"}, {"d1-", queen_lifted}}},
    {"ACaptureTooFastToBeSeenIsALiftedPieceAndIsPutRightByLiftingItAgain",
     takers,
     {{"d1-", queen_lifted}, {"d5- d5+", "move d1d5"}}},
    {"OnlyASlideIsSeenOnBothWhateverElseIsInTheAir", pawn_takes, {{"e1- e5- e5+ d4- e1+", "move d4e5"}}},
    {"ACapturerThatWasSeenOnBothForLongerHasNotSlid", pawn_takes, {{"e1- e5- e5+ 200 d4- e1+", "lifting d4 to d5 e5"}}},
    {"AVictimMayBeDraggedOffTheBoard",
     takers,
     {{"d1- 50 d5- 50 d5+ 50 e5+ 50 e5-&f5+ 50 f5- 50 g5+ 50 g5- 50 h5+ 50 h5-", "move d1d5"}}},
    {"TwoPossibleVictimsAreAskedAbout",
     two_victims,
     {{"b3- b5- d5- b5+ d5+", "ambiguous b3 to b5 d5"}, {"d5- d5+", "move b3d5"}}},
    {"WhileASecondVictimIsInTheAirTheFirstIsNotTaken",
     two_victims,
     {{"b3- b5- b5+ d5-", "lifting b3 d5 to d5"}, {"d5+", "ambiguous b3 to b5 d5"}}},
    {"TwoPossibleVictimsAreForgottenWhenTheCapturerGoesHome",
     two_victims,
     {{"b3- b5- d5- b5+ d5+", "ambiguous b3 to b5 d5"},
      {"b3+", "quiet"},
      {"b3-", "lifting b3 to b1 d1 a2 b2 c2 a3 c3 d3 e3 f3 g3 h3 a4 b4 c4 b5 d5"}}},
    {"TwoPossibleCapturersAreToldApartByWhoIsMissing",
     "4k3/8/8/3n4/8/1B6/8/3QK3 w - - 0 1",
     {{"d1- b3- d5-", "wrong: d1+ b3+ d5+"}, {"d5+ b3+", "move d1d5"}}},
    {"AfterAWrongTargetATouchedPieceIsNotTaken",
     takers,
     {{"d1- 50 d5- 50 d5+ 50 g2+", "wrong: g2- d1+"}, {"g2-", queen_lifted}, {"d2+", "move d1d2"}}},
    // The king is in the air.
    {"AProtectedPieceThatMayNotBeTakenIsNoVictim",
     "4k3/8/8/8/8/2b5/3r4/4K3 w - - 0 1",
     {{"d2- e1- d2+", "lifting e1 to f1"}}},

    // Castling
    {"AKingMovedTwoSquaresWaitsForTheRook",
     castles,
     {{"e1- g1+", "unfinished e1g1: h1- f1+"},
      {"100000", "unfinished e1g1: h1- f1+"},
      {"h1-", "unfinished e1g1: f1+"},
      {"f1+ 25", "move e1g1"}}},  // nothing else begins like that
    {"ALiftedKingShowsCastlingToo",
     castles,
     {{"e1- 30", "lifting e1 to c1 d1 f1 g1 e2"}, {"h1- 30", "lifting e1 h1 to f1 g1"}}},
    {"ARookBesideTheKingsGoalWaitsInCaseItCastles", castles, {{"h1- f1+ 1400", "settling"}, {"200", "move h1f1"}}},
    {"ARookThatGoesElsewhereDoesNotWait", castles, {{"h1- g1+", "move h1g1"}}},
    {"AKingBesideItsSquareWaitsInCaseItCastles", castles, {{"e1- f1+ 1400", "settling"}, {"200", "move e1f1"}}},
    {"AKingStepsAtTheUsualPaceWithoutARight", no_rights, {{"e1- f1+", "move e1f1"}}},
    {"AKingStepsAtTheUsualPaceWhereItHasNoRook", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", {{"e1- d1+", "move e1d1"}}},
    {"AKingStepsAtTheUsualPaceToWhereNoCastlingLeads", castles, {{"e1- e2+", "move e1e2"}}},
    {"TheSecondHalfOfCastlingIsShown",
     castles,
     {{"h1- f1+ 2000 accept hold e1-", "lifting e1 to g1"}, {"e1+ f1-", "lifting f1 to h1"}}},  // or the rook goes back
    {"TheSecondHalfOfCastlingIsShownAfterTheKingToo",
     castles,
     {{"e1- f1+ 2000 accept f1-", "lifting f1 to e1 f1 g1"}, {"g1+", "unfinished 1: h1- f1+"}}},
    {"ARookThatGoesAroundTheKingAfterItHasMovedIsNoCastling",  // the king has not been lifted
     castles,
     {{"e1- f1+ 2000 accept h1- g1+", "wrong: g1- h1+"}, {"g1- h1+", "quiet"}}},
    {"CastlingInHalvesNeedsTheRight", no_rights, {{"h1- f1+ 2000 accept e1- g1+", "wrong: g1- e1+"}}},
    {"OnceTheOtherSideHasMovedCastlingIsGoneWithTheRook",
     castles,
     {{"h1- f1+ 2000 accept d7d5 e1- g1+", "wrong: g1- e1+"}}},
    {"ARookMovesAtTheUsualPaceWhereCastlingIsNotAllowed", no_rights, {{"h1- f1+", "move h1f1"}}},
    {"ARookBesideTheKingsGoalIsBelievedWhenTheOtherSideActs",
     castles,
     {{"h1- 400 f1+ 400 d7-", "move h1f1"},
      {"accept", "lifting d7 to d2 d3 h3 a4 d4 g4 b5 d5 f5 c6 d6 e6 e7 c8 d8"},
      {"d5+", "move d7d5"}}},
    {"AKingOnItsWayAroundTheRookIsNoMoveOfTheOtherSide",
     castles,
     {{"h1- 250 f1+ 250 e1-&e2+ 250 e2- 250 f2- 250 f2+&g1+", "move e1g1"}}},
    {"AKingThatStandsOnItsWayAroundTheRookIsTheSecondMoveAtOnce",
     castles,
     {{"h1- f1+ e1- e2+", "wrong: f1- e2- e1+ h1+"}, {"e2- g1+", "move e1g1"}}},
    {"AKingMovedTwoSquaresWithoutTheRightIsWrong",
     no_rights,
     {{"e1- g1+", "wrong: g1- e1+"}, {"h1- f1+", "wrong: f1- g1- e1+ h1+"}, {"f1- h1+ g1- e1+", "quiet"}}},
    {"CastlingWithTheRookOnTheWrongSquareIsNotFinished",
     castles,
     {{"e1- g1+ h1- h3+", "unfinished h1g1: h3- e1+"},  // for the sensors it may as well be the rook that stands there
      {"h3-", "unfinished e1g1: f1+"},
      {"f1+", "move e1g1"}}},

    // En passant
    {"APawnForgottenAfterEnPassantIsShown", passing, {{"e5- d6+", "unfinished e5d6: d5-"}, {"d5- 25", "move e5d6"}}},
    {"APawnLiftedForEnPassantShowsWhoMayTakeIt", passing, {{"d5- 30", "lifting d5 by c5 e5"}}},
    {"EnPassantThatIsNotAllowedIsWrong", "4k3/8/8/2PpP3/8/8/8/4K3 w - - 0 1", {{"e5- d6+ d5-", "wrong: d6- d5+ e5+"}}},

    // Promotion
    {"APromotionIsToldWithAQueenAndTheChoiceOpen",
     promotes,
     {{"a7- a8+", "move a7a8q"},
      {"promote:n", "move a7a8n"},
      {"promote:k", "move a7a8n"},  // no choice at all
      {"1000", "move a7a8n"},
      {"accept", "quiet"}}},
    {"ThePromotionMayBeChosenBeforehandAndHoldsForOneMove",
     "8/P3k3/8/8/8/8/7p/4K3 w - - 0 1",
     {{"promote:r a7- a8+", "move a7a8r"}, {"accept h2- h1+", "move h2h1q"}}},
    {"APawnExchangedForItsQueenOnTheWaySettles", promotes, {{"a7- 250 a8+ 250 a8- 250 a8+", "move a7a8q"}}},
    {"AQueenMayBePutUpBeforeItsPawnGoes", promotes, {{"a8+ a7-", "move a7a8q"}}},
    {"APawnExchangedForItsQueenAfterTheMoveIsNothing",
     promotes,
     {{"a7- a8+", "move a7a8q"}, {"accept hold a8-", "lifting a8 to a7"}, {"a8+", "quiet"}}},

    // Two players
    {"ACaptureInAnswerIsSeenWhenThePieceThatItTakesHasRested",
     "4k3/8/8/6B1/8/8/8/4K3 w - - 0 1",
     {{"g5- e7+", "move g5e7"}, {"accept e8- e7- e7+", "move e8e7"}}},
    {"ACaptureInAnswerIsNotGuessed",
     "4k3/8/8/6B1/8/8/8/4K3 w - - 0 1",
     {{"g5- e7+ e8- e7- e7+", "unfinished g5e7: e8+"}, {"e8+", "move g5e7"}}},
    {"APieceLiftedTooEarlyByTheOtherSideMovesWhenItsTurnComes",
     start,
     {{"e7- e2- e4+", "unfinished e2e4: e7+"}, {"e7+", "move e2e4"}}},

    // Follow, hold
    {"TheMoveToFollowAndNoOtherIsTaken",
     start,
     {{"follow:g1f3 e2-", "wrong: e2+"},
      {"e4+", "wrong: e4- e2+"},
      {"e4- e2+", "quiet"},
      {"g1- 30", "lifting g1 to f3"},
      {"h3+", "wrong: h3-"},
      {"h3- f3+", "move g1f3"}}},
    {"TheWrongPieceMovedForTheEngineIsPutRightInAnyOrder",
     start,
     {{"follow:g1f3 b1- c3+ g1-", "wrong: c3- b1+"},  // what belongs to the move may stay
      {"f3+", "unfinished g1f3: c3- b1+"},
      {"c3- b1+", "move g1f3"}}},
    {"FollowingCastlingTellsWhatIsLeftToDo",
     castles,
     {{"follow:e1c1 a1- d1+", "unfinished e1c1: e1- c1+"}, {"e1- c1+", "move e1c1"}}},
    {"FollowingEnPassantTellsWhatIsLeftToDo",
     black_passing,
     {{"follow:c4d3 e4- d3+", "wrong: e4+"},  // the other pawn
      {"e4+ c4-", "unfinished c4d3: d4-"},
      {"d4-", "move c4d3"}}},
    {"FollowingACaptureNeedsTheVictimLifted",
     takers,
     {{"follow:d1d5 d1-", "lifting d1 to d5"}, {"d5- d5+", "move d1d5"}}},
    {"AnUnderpromotionIsFollowedAsItIs", promotes, {{"follow:a7a8n promote:r a7- a8+", "move a7a8n"}}},
    {"WhatWasDoneBeforeTheMoveToFollowWasKnownCounts",
     start,
     {{"hold e2- e4+", "wrong: e4- e2+"}, {"follow:e2e4", "move e2e4"}}},
    {"OnHoldNoMoveCounts", start, {{"hold e2- e4+", "wrong: e4- e2+"}, {"count", "move e2e4"}}},

    // Takeback; on hold the engine thinks
    {"AMoveIsTakenBackByPuttingThePieceBack", start, {{"e2e4 hold e4- 30", "lifting e4 to e2"}, {"e2+", "takeback 1"}}},
    {"ACaptureIsTakenBackWithWhatItTook", takers, {{"d1d5 d5- d1+", "unfinished 1: d5+"}}},
    {"APieceThatWasOnlyTouchedGoesHomeAsATakeback",
     takers,
     {{"d1- d5- d5+", "move d1d5"}, {"accept d1+", "takeback 1"}}},  // the queen was still in the hand
    {"CastlingIsTakenBack",
     castles,
     {{"e1- g1+ h1- f1+", "move e1g1"}, {"accept g1- e1+", "unfinished 1: f1- h1+"}, {"f1- h1+", "takeback 1"}}},
    {"EnPassantIsTakenBack",
     passing,
     {{"e5- d6+ d5-", "move e5d6"}, {"accept d6- e5+", "unfinished 1: d5+"}, {"d5+", "takeback 1"}}},
    {"PromotionIsTakenBack", "1n6/P3k3/8/8/8/8/8/4K3 w - - 0 1", {{"a7b8 b8- b8+ a7+", "takeback 1"}}},
    {"TwoPliesAreTakenBackOneAfterTheOther",
     start,
     {{"e2e4 e7e5 e5- e7+", "takeback 1"}, {"e4-", "unfinished 2: e2+"}, {"e2+", "takeback 2"}}},
    {"ARecaptureIsTakenBackWithWhatItTook",
     "4k3/8/4p3/3p4/8/8/8/3QK3 w - - 0 1",
     {{"d1d5 e6d5 d5- e6+ d5+", "takeback 1"}, {"d5- d1+ d5+", "takeback 2"}}},
    {"AStepBackMayBeTheBeginningOfATakebackAndWaits",
     start,
     {{"b1c3 e7e5 c3- b1+ 1400", "settling"}, {"200", "move c3b1"}}},
    {"AStepForwardIsNoBeginningOfATakeback", start, {{"b1- c3+", "move b1c3"}}},
    {"AMoveThatLooksLikeATakebackOfTwoCountsAfterTheDoubt", round_trip, {{"a1h1 h8a1 h1- h8+ 1600", "move h1h8"}}},
    {"AMoveThatLooksLikeATakebackOfTwoIsToldApartByTheSquareBetween",
     round_trip,
     {{"a1h1 h8a1 h1- a1- a1+ h8+", "ambiguous 2 h1 to h8"}, {"h8- h8+ 1600", "move h1h8"}}},
    {"NothingOfATouchedSquareBetweenIsRemembered",
     round_trip,
     {{"a1h1 h8a1 a1- a1+", "quiet"}, {"h1- h8+ 1600", "move h1h8"}}},
    // Who came to a1 came in the move before.
    {"APieceLiftedBeforeTheAnswerHasCountedIsNoSquareBetween",
     round_trip,
     {{"a1h1 h8- a1+ h1-", "move h8a1"}, {"accept h8+ 1600", "move h1h8"}}},
    {"InsteadOfFollowingTheEngineThePersonMayTakeBack", start, {{"e2e4 follow:e7e5 e4- e2+", "takeback 1"}}},
    {"AfterMateOnlyATakebackCounts",
     start,
     {{"f2f3 e7e5 g2g4 d8h4 e1- f2+", "wrong: f2- e1+"}, {"f2- e1+", "quiet"}, {"h4- d8+", "takeback 1"}}},
};

class SquareTrackerScript : public testing::TestWithParam<Case> {};

TEST_P(SquareTrackerScript, IsToldAsWritten) {
    TrackedHands hands(GetParam().fen);
    for (const Step& step : GetParam().steps) EXPECT_EQ(hands.told(step.script), step.told) << "after " << step.script;
}
INSTANTIATE_TEST_SUITE_P(Hands, SquareTrackerScript, testing::ValuesIn(cases),
                         [](const auto& instance) { return instance.param.name; });

TEST(SquareTracker, TheNumbersOfSquaresRunFromA1AlongTheRanks) {
    EXPECT_EQ(square_set(Square::a1), 1u);
    EXPECT_EQ(square_set(Square::h1), 1u << 7);
    EXPECT_EQ(square_set(Square::a8), SquareSet{1} << 56);
    EXPECT_EQ(square_set(Square::h8), SquareSet{1} << 63);
    EXPECT_EQ(occupied_squares(position(start)), 0xffff00000000ffffu);
}

TEST(SquareTracker, FitsIntoHalfAKilobyte) { EXPECT_LE(sizeof(SquareTracker), 512u); }

TEST(SquareTracker, TheTimeItTakesToThinkWithAPieceInTheAirMakesNoDifference) {
    for (const std::uint32_t pace : {0u, 30u, 300u, 5'000u, 65'400u, 65'536u, 70'000u})
        EXPECT_EQ(TrackedHands(start).told("g1- f3+", pace), "move g1f3") << pace;
}

TEST(SquareTracker, BothChangesMayComeInOneScanOrTheWrongWayRound) {
    for (const std::string_view script : {"g1-&f3+", "f3+&g1-", "f3+ g1-"})
        EXPECT_EQ(TrackedHands(start).told(script), "move g1f3") << script;
}

TEST(SquareTracker, ASensorThatBouncesShorterThanTheDebounceTimeIsNotBelieved) {
    TrackedHands hands(takers);
    const std::string lifted = hands.told("d1- 200");
    EXPECT_EQ(lifted.substr(0, 7), "lifting");
    for (int i = 0; i < 400; ++i) {
        hands.noise = (i & 3) < 2 ? one("d5") : 0;
        hands.scan();
        EXPECT_EQ(hands.told(), lifted);
    }
    hands.noise = 0;
    EXPECT_EQ(hands.told("400"), lifted);
}

TEST(SquareTracker, ABouncingSensorElsewhereHoldsNoMoveUp) {
    TrackedHands hands(start);
    hands.run("e2- e4+");
    for (int i = 0; i < 100; ++i) hands.run("~a8").scan();
    EXPECT_EQ(hands.told(), "move e2e4");
}

TEST(SquareTracker, AFlickeringSensorOfTheOtherSideHoldsNoMoveUp) {
    TrackedHands hands(start);
    hands.run("e2- e4+");
    for (int i = 0; i < 20 && hands.told() != "move e2e4"; ++i) hands.run("~a7 50");
    EXPECT_EQ(hands.told(), "move e2e4");
}

TEST(SquareTracker, WhatItIsToldItBelievesAtOnce) {
    TrackedHands hands(start, Sensors::bare);
    hands.run("e2-").scan();
    EXPECT_EQ(hands.told(), "lifting e2 to e3 e4");
}

TEST(SquareTracker, SlowScansSeeAMoveAtRest) {
    const Position game = position(start);
    SquareTracker tracker;
    tracker.set_position(game);
    std::uint32_t now = 0;
    SquareSet occupied = occupied_squares(game);
    for (const SquareSet change : {SquareSet{0}, one("e2"), SquareSet{0}, one("e4"), SquareSet{0}})
        tracker.update(occupied ^= change, now += 256);
    EXPECT_EQ(tracker.state().status, TrackerStatus::settling);
    tracker.update(occupied, now += 256);
    EXPECT_EQ(tracker.state().status, TrackerStatus::move);
}

TEST(SquareTracker, ABoardThatIsNotSetUpAtTheStartIsJudgedAsItStands) {
    const Position game = position(start);
    SquareTracker tracker;
    EXPECT_EQ(tracker.update(0, 5).status, TrackerStatus::quiet) << "no position yet: an empty board";
    tracker.set_position(game);
    for (std::uint32_t now = 10; now < 500; now += 5) tracker.update(0, now);
    EXPECT_EQ(tracker.state().status, TrackerStatus::wrong);
    EXPECT_EQ(tracker.state().fill, occupied_squares(game));
    for (std::uint32_t now = 500; now < 600; now += 5) tracker.update(occupied_squares(game), now);
    EXPECT_EQ(tracker.state().status, TrackerStatus::quiet);
}

TEST(SquareTracker, WhenTheCountOfChangesBeginsAnewACaptureIsSeenOrItsPieceIsStillInTheAir) {
    const auto after_changes = [](int changes, std::string_view script) {
        TrackedHands hands(takers, Sensors::bare);
        hands.run("e1-").scan();
        for (int i = 0; i < changes; ++i) {
            hands.occupied ^= one("b5");
            hands.scan();
        }
        return hands.told(script);
    };
    for (const int changes : {65'528, 65'530, 65'532, 65'534, 65'536, 70'000})
        EXPECT_EQ(after_changes(changes, "d1- d5- d5+ e1+"), "move d1d5") << changes;
    EXPECT_EQ(after_changes(65'532, "d1-&d5- d5+ e1+"), queen_lifted) << "anew just after the capture";
}

TEST(SquareTracker, APieceThatWasMissingFromTheStartHasTakenNothing) {
    const Position game = position(takers);
    SquareTracker tracker;
    tracker.set_position(game);
    const SquareSet occupied = occupied_squares(game) & ~one("d1");
    for (std::uint32_t now = 0; now < 1000; now += 5) tracker.update(occupied, now);
    EXPECT_EQ(tracker.state().status, TrackerStatus::lifting);
}

/// Every script makes the move, at every pace.
void expect_made(std::string_view fen, std::string_view move, std::initializer_list<std::string_view> scripts,
                 std::initializer_list<std::uint32_t> paces = {100}) {
    for (const std::string_view script : scripts)
        for (const std::uint32_t pace : paces)
            EXPECT_EQ(TrackedHands(fen).told(script, pace), "move " + std::string(move)) << script << ", pace " << pace;
}

TEST(SquareTracker, ACaptureMayBeginWithEitherPiece) {
    expect_made(takers, "d1d5", {"d1- d5- d5+", "d5- d1- d5+", "d1-&d5- d5+", "d5- d1-&d5+"}, {30, 100, 900, 66'000});
    expect_made("3qk3/8/8/1R1N4/8/8/8/4K3 b - - 0 1", "d8d5", {"d8- d5- d5+", "d5- d8- d5+"});
}

TEST(SquareTracker, APawnMayPromoteByTakingInEitherOrder) {
    expect_made("1n6/P3k3/8/8/8/8/6p1/4K2N w - - 0 1", "a7b8q", {"a7- b8- b8+", "b8- a7- b8+"});
    expect_made("1n6/P3k3/8/8/8/8/6p1/4K2N b - - 0 1", "g2h1q", {"g2- h1- h1+", "h1- g2- h1+"});
}

TEST(SquareTracker, ACapturerMaySlideToItsVictim) {
    expect_made(takers, "d1d5",
                {"d1- d2+ d2-&d3+ d3- d4+ d4- d5- d5+", "d5- d1-&d2+ d2-&d3+ d3-&d4+ d5+&d4-",
                 "d5- d1-&d2+ d3+ d2- d4+ d3- d5+ d4-"},  // the last is seen on two at once
                {40, 50});
}

TEST(SquareTracker, ACapturerSlidToTheNextSquareMayBeSeenOnBoth) {
    expect_made(pawn_takes, "d4e5", {"e5- e5+ d4-"});
    EXPECT_EQ(TrackedHands(pawn_takes).told("e5- e5+ d4-", 200), "lifting d4 to d5 e5") << "not for longer";
}

TEST(SquareTracker, AVictimLiftedAndPutBackJustBeforeAPieceIsLiftedIsNoCapture) {
    for (const std::uint32_t pace : {25u, 50u, 100u, 200u})
        EXPECT_EQ(TrackedHands(takers).told("d5- d5+ d1-", pace), queen_lifted) << pace;
}

TEST(SquareTracker, CastlingMayBeDoneInAnyOrder) {
    struct Castling {
        std::string_view fen, move, king, king_to, rook, rook_to;
    };
    for (const Castling& c : {Castling{castles, "e1g1", "e1-", "g1+", "h1-", "f1+"},
                              {castles, "e1c1", "e1-", "c1+", "a1-", "d1+"},
                              {black_castles, "e8g8", "e8-", "g8+", "h8-", "f8+"},
                              {black_castles, "e8c8", "e8-", "c8+", "a8-", "d8+"}}) {
        std::array<std::size_t, 4> order = {0, 1, 2, 3};  // king up, king down, rook up, rook down
        const std::array<std::string_view, 4> events = {c.king, c.king_to, c.rook, c.rook_to};
        int orders = 0;
        do {
            const auto when = [&](std::size_t event) { return std::find(order.begin(), order.end(), event); };
            if (when(0) > when(1) || when(2) > when(3)) continue;
            ++orders;
            for (int joined = 0; joined < 8; ++joined) {
                std::string script;
                for (std::size_t i = 0; i < 4; ++i) {
                    if (i > 0) script += (joined >> (i - 1) & 1) != 0 ? "&" : " ";
                    script += events[order[i]];
                }
                expect_made(c.fen, c.move, {script}, {20, 100, 400, 1400});
            }
        } while (std::next_permutation(order.begin(), order.end()));
        EXPECT_EQ(orders, 6);
    }
}

TEST(SquareTracker, AKingOnItsWayToCastleMayRestWhereItsRookIsToStand) {
    expect_made(castles, "e1g1", {"e1- f1+ f1- g1+ h1- f1+"}, {100, 400, 1400});
    expect_made(black_castles, "e8c8", {"e8- d8+ d8- c8+ a8- d8+"}, {100, 400, 1400});
}

TEST(SquareTracker, CastlingWhoseFirstHalfHasCountedIsStillCastling) {
    struct Halves {
        std::string_view fen, first, as, rest, meant;
    };
    for (const Halves& c : std::initializer_list<Halves>{{castles, "h1- f1+", "h1f1", "e1- g1+", "e1g1"},
                                                         {castles, "a1- d1+", "a1d1", "e1- c1+", "e1c1"},
                                                         {castles, "e1- f1+", "e1f1", "f1- g1+ h1- f1+", "e1g1"},
                                                         {castles, "e1- d1+", "e1d1", "a1- d1- d1+ c1+", "e1c1"},
                                                         {black_castles, "h8- f8+", "h8f8", "e8- g8+", "e8g8"},
                                                         {black_castles, "e8- d8+", "e8d8", "d8- c8+ a8- d8+", "e8c8"}})
        for (const std::string_view then : {"accept", "accept hold"}) {  // the engine thinks
            TrackedHands hands(c.fen);
            ASSERT_EQ(hands.told(std::string(c.first) + " 2000"), "move " + std::string(c.as));
            hands.run(then);
            EXPECT_EQ(hands.told(c.rest, 500), "takeback 1 " + std::string(c.meant)) << c.first << ", " << c.rest;
        }
}

TEST(SquareTracker, EnPassantMayBeDoneInAnyOrder) {
    expect_made(
        passing, "e5d6",
        {"e5- d6+ d5-", "e5- d5- d6+", "d5- e5- d6+", "d5-&e5- d6+", "e5-&d6+ d5-", "d5- e5-&d6+", "e5-&d6+&d5-"},
        {30, 100, 2000});
    expect_made(passing, "c5d6", {"c5- d6+ d5-", "c5- d5- d6+", "d5- c5- d6+"}, {30, 100, 2000});
    expect_made(black_passing, "e4d3", {"e4- d3+ d4-", "e4- d4- d3+", "d4- e4- d3+"}, {30, 100, 2000});
    expect_made(black_passing, "c4d3", {"d4- c4-&d3+"}, {30, 100, 2000});
}

TEST(SquareTracker, QuickPlayersNeedNotWaitForEachOther) {
    TrackedHands hands(start);
    hands.run("e2- e4+ e7- e5+", 80);
    std::vector<std::string> moves;
    for (int i = 0; i < 200; ++i) {
        hands.scan();
        if (!hands.told().starts_with("move")) continue;
        moves.push_back(hands.told());
        hands.run("accept");
    }
    EXPECT_EQ(moves, (std::vector<std::string>{"move e2e4", "move e7e5"}));
    EXPECT_EQ(hands.told(), "quiet");
}

TEST(SquareTracker, AMoveThatIsNotLegalCannotBeFollowed) {
    TrackedHands hands(start);
    EXPECT_FALSE(hands.tracker.follow(Move(square("e2"), square("e5"))));
    EXPECT_FALSE(hands.tracker.follow(Move::from_bits(0xffff)));
    EXPECT_EQ(hands.told("e2- e4+"), "move e2e4") << "nothing has changed";
}

TEST(SquareTracker, AfterATakebackThePositionBeforeIsQuiet) {
    TrackedHands hands(start);
    EXPECT_EQ(hands.told("e2e4 e4- e2+"), "takeback 1");
    hands.tracker.set_position(hands.before);
    EXPECT_EQ(hands.told(), "quiet");
}

TEST(SquareTracker, ACaptureIsTakenBackInAnyOrder) {
    for (const std::string_view script : {"d5- d1+ d5+", "d5- d5+ d1+", "d5- d5+&d1+", "d1+ d5- d5+"})
        EXPECT_EQ(TrackedHands(takers).run("d1d5").told(script), "takeback 1") << script;
}

TEST(SquareTracker, TwoPliesAreTakenBackInEitherOrder) {
    for (const std::string_view script : {"e5- e7+ e4- e2+", "e4- e2+ e5- e7+", "e4- e5- e2+ e7+"})
        EXPECT_EQ(TrackedHands(start).run("e2e4 e7e5").told(script), "takeback 2") << script;
}

TEST(SquareTracker, ATakebackThatWasNotAllowedIsWrong) {
    TrackedHands hands(start);
    hands.run("e2e4");
    hands.tracker.set_position(hands.game);
    EXPECT_EQ(hands.told("e4- e2+"), "wrong: e2- e4+");
    hands.tracker.allow_takeback(3, hands.before);
    hands.tracker.allow_takeback(0, hands.before);
    EXPECT_EQ(hands.told(), "wrong: e2- e4+");
    hands.tracker.allow_takeback(1, hands.before);
    EXPECT_EQ(hands.told(), "takeback 1");
}

}  // namespace
}  // namespace stackmate::firmware
