#include "firmware/squares/tracker.hpp"

#include "hal/debounce.hpp"
#include "host_tests/core/playout.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <ostream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace stackmate::firmware {

inline std::string squares_text(SquareSet set) {
    std::string text;
    for_each_square(set, [&](unsigned i) {
        if (!text.empty()) text += ' ';
        text += static_cast<char>('a' + i % 8);
        text += static_cast<char>('1' + i / 8);
    });
    return text;
}

inline std::string_view status_text(TrackerStatus status) {
    constexpr std::array<std::string_view, 8> names = {"quiet",      "lifting",  "settling",  "move",
                                                       "unfinished", "takeback", "ambiguous", "wrong"};
    return names[static_cast<std::size_t>(status)];
}
inline void PrintTo(TrackerStatus status, std::ostream* out) { *out << status_text(status); }

namespace {

using test::position;
using test::Random;
using test::square;

SquareSet set_of(std::string_view text) {
    SquareSet set = 0;
    for (std::size_t i = 0; i + 1 < text.size(); i += 3) set |= square_set(square(text.substr(i, 2)));
    return set;
}

/// What is between the sensors and the tracker.
enum class Sensors { debounced, bare };

/// A chess board, sensors scanned every five milliseconds and believed after 20, and hands.
///
/// Scripts: "e2- e4+" lifts a piece from e2 and puts one on e4; what is joined by '&' happens between the
/// same two scans.
class Hands {
public:
    static constexpr std::uint32_t scan_ms = 5;

    explicit Hands(std::string_view fen, Sensors kind = Sensors::debounced)
        : game(position(fen)), sensors(kind), occupied(occupied_squares(game)), debounce(occupied) {
        tracker.set_position(game);
        wait(500);
        EXPECT_EQ(status(), TrackerStatus::quiet);
    }

    void scan() {
        now += scan_ms;
        const SquareSet sensed = occupied ^ noise;
        tracker.update(sensors == Sensors::bare ? sensed : debounce.update(sensed), now);
    }
    void wait(std::uint32_t ms) {
        for (std::uint32_t done = 0; done < ms; done += scan_ms) scan();
    }
    /// The steps one after another, `pace` milliseconds after each but the last.
    Hands& run(std::string_view script, std::uint32_t pace = 100) {
        std::istringstream words{std::string(script)};
        bool first = true;
        for (std::string word; words >> word; first = false) {
            if (!first) wait(pace);
            for (std::size_t i = 0; i < word.size(); i += 4) {
                const SquareSet bit = square_set(square(std::string_view(word).substr(i, 2)));
                EXPECT_EQ(word[i + 2] == '-', (occupied & bit) != 0) << word << " in " << script;
                occupied ^= bit;
            }
        }
        return *this;
    }
    /// The script, and then long enough for a move that is in no doubt.
    TrackerStatus after(std::string_view script, std::uint32_t pace = 100) {
        run(script, pace).wait(400);
        return status();
    }
    std::string move() const { return state().move ? text_of(state().move, game) : "none"; }
    /// The move that the script makes on the board; "none" and why, if it makes none.
    std::string made(std::string_view script, std::uint32_t pace = 100) {
        if (after(script, pace) != TrackerStatus::move) return "none: " + std::string(status_text(status()));
        return move();
    }
    /// The caller's part: plays the move told.
    void accept() {
        ASSERT_EQ(status(), TrackerStatus::move);
        ASSERT_TRUE(is_legal(game, state().move));
        const Position before_last = before;
        before = game;
        Undo undo;
        const Move last = state().move;
        game.make(last, undo);
        tracker.set_position(game);
        tracker.allow_takeback(1, before);
        tracker.allow_castling(last, before);
        if (plies++ > 0) tracker.allow_takeback(2, before_last);
    }
    /// Plays moves by hand, each from its square to its square.
    void play(std::string_view script) {
        std::istringstream words{std::string(script)};
        for (std::string word; words >> word;) {
            const SquareSet from = square_set(square(std::string_view(word).substr(0, 2)));
            const SquareSet to = square_set(square(std::string_view(word).substr(2, 2)));
            occupied &= ~from;
            wait(100);
            if ((occupied & to) != 0) {
                occupied &= ~to;
                wait(100);
            }
            occupied |= to;
            wait(2000);
            ASSERT_EQ(move().substr(0, 4), word);
            accept();
            ASSERT_EQ(status(), TrackerStatus::quiet);
        }
    }

    TrackerStatus status() const { return state().status; }
    const TrackerState& state() const { return tracker.state(); }
    std::string lifted() const { return squares_text(state().lifted); }
    std::string targets() const { return squares_text(state().targets); }
    std::string origins() const { return squares_text(state().origins); }
    std::string fill() const { return squares_text(state().fill); }
    std::string clear() const { return squares_text(state().clear); }

    Position game;
    Position before{};
    SquareTracker tracker{};
    Sensors sensors;
    SquareSet occupied;
    hal::Debounce<SquareSet, 20 / scan_ms + 1> debounce;
    SquareSet noise = 0;
    std::uint32_t now = 0xffffff00u;  // so that it soon wraps
    int plies = 0;
};

constexpr std::string_view start = Position::start_fen;
constexpr std::string_view castles = "r3k2r/pppq1ppp/8/8/8/8/PPPQ1PPP/R3K2R w KQkq - 0 1";
constexpr std::string_view black_castles = "r3k2r/pppq1ppp/8/8/8/8/PPPQ1PPP/R3K2R b KQkq - 0 1";
constexpr std::string_view passing = "4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1";
constexpr std::string_view black_passing = "4k3/8/8/8/2pPp3/8/8/4K3 b - d3 0 1";
constexpr std::string_view takers = "4k3/8/8/1r1n4/8/8/8/3QK3 w - - 0 1";

// ---------------------------------------------------------------------------------------- quiet moves

TEST(SquareTracker, TheNumbersOfSquaresRunFromA1AlongTheRanks) {
    EXPECT_EQ(square_set(Square::a1), 1u);
    EXPECT_EQ(square_set(Square::h1), 1u << 7);
    EXPECT_EQ(square_set(Square::a8), SquareSet{1} << 56);
    EXPECT_EQ(square_set(Square::h8), SquareSet{1} << 63);
    EXPECT_EQ(occupied_squares(position(start)), 0xffff00000000ffffu);
}

TEST(SquareTracker, FitsIntoHalfAKilobyte) { EXPECT_LE(sizeof(SquareTracker), 512u); }

TEST(SquareTracker, AMoveCountsAfterARest) {
    Hands hands(start);
    hands.run("e2- e4+");
    hands.wait(300);
    EXPECT_EQ(hands.status(), TrackerStatus::settling);
    hands.wait(30);
    EXPECT_EQ(hands.status(), TrackerStatus::move);
    EXPECT_EQ(hands.move(), "e2e4");
    EXPECT_FALSE(hands.state().move.promotes());
}

TEST(SquareTracker, AMoveStandsUntilItIsAccepted) {
    Hands hands(start);
    EXPECT_EQ(hands.made("e2- e4+"), "e2e4");
    hands.wait(200'000);
    EXPECT_EQ(hands.status(), TrackerStatus::move);
    hands.accept();
    EXPECT_EQ(hands.status(), TrackerStatus::quiet);
}

TEST(SquareTracker, TheTimeItTakesToThinkWithAPieceInTheAirMakesNoDifference) {
    for (const std::uint32_t pace : {0u, 30u, 300u, 5'000u, 65'400u, 65'536u, 70'000u}) {
        Hands hands(start);
        EXPECT_EQ(hands.made("g1- f3+", pace), "g1f3") << pace;
    }
}

TEST(SquareTracker, BothChangesMayComeInOneScanOrTheWrongWayRound) {
    EXPECT_EQ(Hands(start).made("g1-&f3+"), "g1f3");
    EXPECT_EQ(Hands(start).made("f3+&g1-"), "g1f3");
    EXPECT_EQ(Hands(start).made("f3+ g1-"), "g1f3");
}

TEST(SquareTracker, ALiftedPieceShowsWhereItMayGo) {
    Hands hands(start);
    hands.run("g1-").wait(30);
    EXPECT_EQ(hands.status(), TrackerStatus::lifting);
    EXPECT_EQ(hands.lifted(), "g1");
    EXPECT_EQ(hands.targets(), "f3 h3");
    EXPECT_EQ(hands.origins(), "");
    hands.wait(10'000);
    EXPECT_EQ(hands.status(), TrackerStatus::lifting);
}

TEST(SquareTracker, LiftingToThinkAndPuttingBackIsNothing) {
    Hands hands(start);
    EXPECT_EQ(hands.after("g1- g1+", 5000), TrackerStatus::quiet);
    EXPECT_EQ(hands.made("e2- e4+"), "e2e4");
}

TEST(SquareTracker, APieceSlidOverOthersCountsWhereItStops) {
    Hands hands("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    EXPECT_EQ(hands.made("a1- a2+ a2-&a3+ a3- a4+ a4-&a5+ a5- a6+ a6- a7+", 60), "a1a7");
}

TEST(SquareTracker, APieceThatHesitatesForLessThanTheRestGoesOn) {
    Hands hands("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    EXPECT_EQ(hands.made("a1- a4+ a4- a7+", 280), "a1a7");
}

TEST(SquareTracker, ThePieceOfTheOtherSideMayNotMove) {
    Hands hands(start);
    hands.run("e7-").wait(100);
    EXPECT_EQ(hands.status(), TrackerStatus::settling);
    hands.wait(300);
    EXPECT_EQ(hands.status(), TrackerStatus::wrong);
    EXPECT_EQ(hands.fill(), "e7");
    EXPECT_EQ(hands.after("e5+"), TrackerStatus::wrong);
    EXPECT_EQ(hands.fill(), "e7");
    EXPECT_EQ(hands.clear(), "e5");
    EXPECT_EQ(hands.after("e5- e7+"), TrackerStatus::quiet);
}

TEST(SquareTracker, AnIllegalTargetIsToldWithTheWayBack) {
    Hands hands(start);
    EXPECT_EQ(hands.after("e2- e5+"), TrackerStatus::wrong);
    EXPECT_EQ(hands.fill(), "e2");
    EXPECT_EQ(hands.clear(), "e5");
    EXPECT_FALSE(hands.state().move);
    EXPECT_EQ(hands.made("e5- e4+"), "e2e4");
}

TEST(SquareTracker, APinnedPieceMustGoBack) {
    Hands hands("4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1");
    EXPECT_EQ(hands.after("e2-"), TrackerStatus::wrong);
    EXPECT_EQ(hands.fill(), "e2");
    EXPECT_EQ(hands.after("e2+"), TrackerStatus::quiet);
}

TEST(SquareTracker, InCheckOnlyWhatHelpsIsLegal) {
    Hands hands("4k3/8/8/8/8/4r3/8/3BK2N w - - 0 1");
    EXPECT_EQ(hands.after("d1-"), TrackerStatus::lifting);
    EXPECT_EQ(hands.targets(), "e2");
    EXPECT_EQ(hands.after("d1+ h1-"), TrackerStatus::wrong);
}

TEST(SquareTracker, TwoMovesAtOnceAreWrongUntilOneIsTakenBack) {
    Hands hands(start);
    EXPECT_EQ(hands.after("e2- e4+ d2- d4+"), TrackerStatus::wrong);
    EXPECT_EQ(hands.fill(), "d2 e2");
    EXPECT_EQ(hands.clear(), "d4 e4");
    EXPECT_EQ(hands.made("e4- e2+"), "d2d4");
}

TEST(SquareTracker, TwoOwnPiecesInTheAirAreOneTooMany) {
    Hands hands(start);
    EXPECT_EQ(hands.after("b1- g1-"), TrackerStatus::wrong);
    EXPECT_EQ(hands.fill(), "b1 g1");
    EXPECT_EQ(hands.after("b1+"), TrackerStatus::lifting);
    EXPECT_EQ(hands.made("f3+"), "g1f3");
}

TEST(SquareTracker, ANudgedPieceIsAskedForAndTheMoveCountsWhenItIsBack) {
    Hands hands(start);
    EXPECT_EQ(hands.after("d2- e2- e4+"), TrackerStatus::unfinished);
    EXPECT_EQ(hands.move(), "e2e4");
    EXPECT_EQ(hands.fill(), "d2");
    EXPECT_EQ(hands.clear(), "");
    EXPECT_EQ(hands.made("d2+"), "e2e4");
}

TEST(SquareTracker, APieceNudgedAfterTheMoveHoldsItUpToo) {
    Hands hands(start);
    EXPECT_EQ(hands.after("e2- e4+ d2-"), TrackerStatus::unfinished);
    EXPECT_EQ(hands.fill(), "d2");
    EXPECT_EQ(hands.made("d2+"), "e2e4");
}

// ---------------------------------------------------------------------------------------- sensors

TEST(SquareTracker, ASensorThatBouncesShorterThanTheDebounceTimeIsNotBelieved) {
    Hands hands(takers);
    const SquareSet victim = set_of("d5");
    hands.run("d1-").wait(200);
    for (int i = 0; i < 400; ++i) {
        hands.noise = (i & 3) < 2 ? victim : 0;
        hands.scan();
        EXPECT_EQ(hands.status(), TrackerStatus::lifting);
    }
    hands.noise = 0;
    hands.wait(400);
    EXPECT_EQ(hands.status(), TrackerStatus::lifting);
}

TEST(SquareTracker, ABouncingSensorElsewhereHoldsNoMoveUp) {
    Hands hands(start);
    hands.run("e2- e4+");
    for (int i = 0; i < 100; ++i) {
        hands.noise ^= set_of("a8");
        hands.scan();
    }
    EXPECT_EQ(hands.status(), TrackerStatus::move);
}

TEST(SquareTracker, AFlickeringSensorOfTheOtherSideHoldsNoMoveUp) {
    Hands hands(start);
    hands.run("e2- e4+");
    for (int i = 0; i < 20 && hands.status() != TrackerStatus::move; ++i) {
        hands.noise ^= set_of("a7");
        hands.wait(50);
    }
    EXPECT_EQ(hands.status(), TrackerStatus::move);
    EXPECT_EQ(hands.move(), "e2e4");
}

TEST(SquareTracker, AStuckSensorIsShownAndTheGameGoesOnWhenItIsFree) {
    Hands hands(start);
    hands.noise = set_of("a5");
    hands.wait(400);
    EXPECT_EQ(hands.status(), TrackerStatus::wrong);
    EXPECT_EQ(hands.clear(), "a5");
    EXPECT_EQ(hands.after("e2- e4+"), TrackerStatus::unfinished);
    EXPECT_EQ(hands.clear(), "a5");
    hands.noise = 0;
    hands.wait(400);
    EXPECT_EQ(hands.status(), TrackerStatus::move);
    EXPECT_EQ(hands.move(), "e2e4");
}

TEST(SquareTracker, WhatItIsToldItBelievesAtOnce) {
    Hands hands(start, Sensors::bare);
    hands.run("e2-").scan();
    EXPECT_EQ(hands.status(), TrackerStatus::lifting);
}

TEST(SquareTracker, AChangeIsSeenWithinTheDebounceTimeAndOneScan) {
    Hands hands(start);
    hands.run("e2-").wait(20 + Hands::scan_ms);
    EXPECT_EQ(hands.status(), TrackerStatus::lifting);
}

TEST(SquareTracker, SlowScansSeeAMoveAtRest) {
    const Position game = position(start);
    SquareTracker tracker;
    tracker.set_position(game);
    std::uint32_t now = 0;
    SquareSet occupied = occupied_squares(game);
    const std::array<const char*, 5> changes = {"", "e2", "", "e4", ""};
    for (const char* change : changes) tracker.update(occupied ^= set_of(change), now += 256);
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
        Hands hands(takers, Sensors::bare);
        hands.run("e1-").scan();
        for (int i = 0; i < changes; ++i) {
            hands.occupied ^= set_of("b5");
            hands.scan();
        }
        return hands.made(script);
    };
    for (const int changes : {65'528, 65'530, 65'532, 65'534, 65'536, 70'000})
        EXPECT_EQ(after_changes(changes, "d1- d5- d5+ e1+"), "d1d5") << changes;
    EXPECT_EQ(after_changes(65'532, "d1-&d5- d5+ e1+"), "none: lifting") << "anew just after the capture";
}

TEST(SquareTracker, APieceThatWasMissingFromTheStartHasTakenNothing) {
    const Position game = position(takers);
    SquareTracker tracker;
    tracker.set_position(game);
    const SquareSet occupied = occupied_squares(game) & ~set_of("d1");
    for (std::uint32_t now = 0; now < 1000; now += 5) tracker.update(occupied, now);
    EXPECT_EQ(tracker.state().status, TrackerStatus::lifting);
}

// ---------------------------------------------------------------------------------------- captures

TEST(SquareTracker, ACaptureMayBeginWithEitherPiece) {
    for (const std::uint32_t pace : {30u, 100u, 900u, 66'000u}) {
        EXPECT_EQ(Hands(takers).made("d1- d5- d5+", pace), "d1d5") << pace;
        EXPECT_EQ(Hands(takers).made("d5- d1- d5+", pace), "d1d5") << pace;
        EXPECT_EQ(Hands(takers).made("d1-&d5- d5+", pace), "d1d5") << pace;
        EXPECT_EQ(Hands(takers).made("d5- d1-&d5+", pace), "d1d5") << pace;
    }
}

TEST(SquareTracker, ACaptureByBlackMayBeginWithEitherPiece) {
    constexpr std::string_view fen = "3qk3/8/8/1R1N4/8/8/8/4K3 b - - 0 1";
    EXPECT_EQ(Hands(fen).made("d8- d5- d5+"), "d8d5");
    EXPECT_EQ(Hands(fen).made("d5- d8- d5+"), "d8d5");
}

TEST(SquareTracker, ALiftedVictimShowsWhoMayTakeIt) {
    Hands hands("4k3/8/8/3n4/8/1B4N1/8/3QK3 w - - 0 1");
    hands.run("d5-").wait(30);
    EXPECT_EQ(hands.status(), TrackerStatus::lifting);
    EXPECT_EQ(hands.origins(), "d1 b3");
    EXPECT_EQ(hands.targets(), "");
    hands.run("b3-").wait(30);
    EXPECT_EQ(hands.targets(), "d5");
    EXPECT_EQ(hands.origins(), "");
    EXPECT_EQ(hands.made("d5+"), "b3d5");
}

TEST(SquareTracker, AVictimPutBackIsNothing) {
    Hands hands(takers);
    EXPECT_EQ(hands.after("d5- d5+", 500), TrackerStatus::quiet);
    EXPECT_EQ(hands.after("d1-"), TrackerStatus::lifting) << "what was before the quiet board is forgotten";
}

TEST(SquareTracker, AVictimLiftedAndPutBackJustBeforeAPieceIsLiftedIsNoCapture) {
    for (const std::uint32_t pace : {25u, 50u, 100u, 200u})
        EXPECT_EQ(Hands(takers).after("d5- d5+ d1-", pace), TrackerStatus::lifting) << pace;
}

TEST(SquareTracker, ACaptureTooFastToBeSeenIsALiftedPieceAndIsPutRightByLiftingItAgain) {
    Hands hands(takers);
    EXPECT_EQ(hands.after("d1-"), TrackerStatus::lifting);
    EXPECT_EQ(hands.made("d5- d5+"), "d1d5");
}

TEST(SquareTracker, ACapturerMaySlideToItsVictim) {
    EXPECT_EQ(Hands(takers).made("d1- d2+ d2-&d3+ d3- d4+ d4- d5- d5+", 50), "d1d5");
    EXPECT_EQ(Hands(takers).made("d5- d1-&d2+ d2-&d3+ d3-&d4+ d5+&d4-", 50), "d1d5");
    EXPECT_EQ(Hands(takers).made("d5- d1-&d2+ d3+ d2- d4+ d3- d5+ d4-", 40), "d1d5") << "seen on two at once";
}

TEST(SquareTracker, ACapturerSlidToTheNextSquareMayBeSeenOnBoth) {
    constexpr std::string_view fen = "4k3/8/8/4p3/3P4/8/8/4K3 w - - 0 1";
    EXPECT_EQ(Hands(fen).made("e5- e5+ d4-", 100), "d4e5");
    EXPECT_EQ(Hands(fen).after("e5- e5+ d4-", 200), TrackerStatus::lifting) << "not for longer";
}

TEST(SquareTracker, OnlyASlideIsSeenOnBothWhateverElseIsInTheAir) {
    constexpr std::string_view fen = "4k3/8/8/4p3/3P4/8/8/4K3 w - - 0 1";
    EXPECT_EQ(Hands(fen).made("e1- e5- e5+ d4- e1+", 100), "d4e5");
    Hands hands(fen);
    hands.run("e1- e5- e5+", 100).wait(200);
    EXPECT_EQ(hands.after("d4- e1+"), TrackerStatus::lifting);
}

TEST(SquareTracker, AVictimMayBeDraggedOffTheBoard) {
    Hands hands(takers);
    EXPECT_EQ(hands.made("d1- d5- d5+ e5+ e5-&f5+ f5- g5+ g5- h5+ h5-", 50), "d1d5");
}

TEST(SquareTracker, TwoPossibleVictimsAreAskedAbout) {
    Hands hands("4k3/8/8/1r1n4/8/1Q6/8/4K3 w - - 0 1");
    EXPECT_EQ(hands.after("b3- b5- d5- b5+ d5+"), TrackerStatus::ambiguous);
    EXPECT_EQ(hands.targets(), "b5 d5");
    EXPECT_EQ(hands.lifted(), "b3");
    EXPECT_FALSE(hands.state().move);
    EXPECT_EQ(hands.made("d5- d5+"), "b3d5");
}

TEST(SquareTracker, WhileASecondVictimIsInTheAirTheFirstIsNotTaken) {
    Hands hands("4k3/8/8/1r1n4/8/1Q6/8/4K3 w - - 0 1");
    EXPECT_EQ(hands.after("b3- b5- b5+ d5-"), TrackerStatus::lifting);
    EXPECT_EQ(hands.targets(), "d5");
    EXPECT_EQ(hands.after("d5+"), TrackerStatus::ambiguous);
}

TEST(SquareTracker, TwoPossibleVictimsAreForgottenWhenTheCapturerGoesHome) {
    Hands hands("4k3/8/8/1r1n4/8/1Q6/8/4K3 w - - 0 1");
    EXPECT_EQ(hands.after("b3- b5- d5- b5+ d5+"), TrackerStatus::ambiguous);
    EXPECT_EQ(hands.after("b3+"), TrackerStatus::quiet);
    EXPECT_EQ(hands.after("b3-"), TrackerStatus::lifting);
}

TEST(SquareTracker, TwoPossibleCapturersAreToldApartByWhoIsMissing) {
    Hands hands("4k3/8/8/3n4/8/1B6/8/3QK3 w - - 0 1");
    EXPECT_EQ(hands.after("d1- b3- d5-"), TrackerStatus::wrong);
    EXPECT_EQ(hands.made("d5+ b3+"), "d1d5");
}

TEST(SquareTracker, AfterAWrongTargetATouchedPieceIsNotTaken) {
    Hands hands(takers);
    EXPECT_EQ(hands.after("d1- d5- d5+ g2+", 50), TrackerStatus::wrong);
    EXPECT_EQ(hands.fill(), "d1");
    EXPECT_EQ(hands.clear(), "g2");
    EXPECT_EQ(hands.after("g2-"), TrackerStatus::lifting);
    EXPECT_EQ(hands.made("d2+"), "d1d2");
}

TEST(SquareTracker, AProtectedPieceThatMayNotBeTakenIsNoVictim) {
    Hands hands("4k3/8/8/8/8/2b5/3r4/4K3 w - - 0 1");
    EXPECT_EQ(hands.after("d2- e1- d2+"), TrackerStatus::lifting) << "the king is in the air";
    EXPECT_EQ(hands.targets(), "f1");
}

// ---------------------------------------------------------------------------------------- castling

TEST(SquareTracker, CastlingMayBeDoneInAnyOrder) {
    struct Case {
        std::string_view fen, move, king, king_to, rook, rook_to;
    };
    const std::vector<Case> cases = {
        {castles, "e1g1", "e1-", "g1+", "h1-", "f1+"},
        {castles, "e1c1", "e1-", "c1+", "a1-", "d1+"},
        {black_castles, "e8g8", "e8-", "g8+", "h8-", "f8+"},
        {black_castles, "e8c8", "e8-", "c8+", "a8-", "d8+"},
    };
    for (const Case& c : cases) {
        std::array<int, 4> order = {0, 1, 2, 3};  // king up, king down, rook up, rook down
        const std::array<std::string_view, 4> events = {c.king, c.king_to, c.rook, c.rook_to};
        int orders = 0;
        do {
            const auto when = [&](int event) { return std::find(order.begin(), order.end(), event); };
            if (when(0) > when(1) || when(2) > when(3)) continue;
            ++orders;
            for (const std::uint32_t pace : {20u, 100u, 400u, 1400u})
                for (int joined = 0; joined < 8; ++joined) {
                    std::string script;
                    for (int i = 0; i < 4; ++i) {
                        if (i > 0) script += (joined >> (i - 1) & 1) != 0 ? "&" : " ";
                        script += events[static_cast<std::size_t>(order[static_cast<std::size_t>(i)])];
                    }
                    EXPECT_EQ(Hands(c.fen).made(script, pace), c.move) << script << ", pace " << pace;
                }
        } while (std::next_permutation(order.begin(), order.end()));
        EXPECT_EQ(orders, 6);
    }
}

TEST(SquareTracker, AKingMovedTwoSquaresWaitsForTheRook) {
    Hands hands(castles);
    EXPECT_EQ(hands.after("e1- g1+"), TrackerStatus::unfinished);
    EXPECT_EQ(hands.move(), "e1g1");
    EXPECT_EQ(hands.fill(), "f1");
    EXPECT_EQ(hands.clear(), "h1");
    hands.wait(100'000);
    EXPECT_EQ(hands.status(), TrackerStatus::unfinished);
    EXPECT_EQ(hands.after("h1-"), TrackerStatus::unfinished);
    EXPECT_EQ(hands.fill(), "f1");
    EXPECT_EQ(hands.clear(), "");
    hands.run("f1+").wait(25);
    EXPECT_EQ(hands.status(), TrackerStatus::move) << "nothing else begins like that";
}

TEST(SquareTracker, ALiftedKingShowsCastlingToo) {
    Hands hands(castles);
    hands.run("e1-").wait(30);
    EXPECT_EQ(hands.targets(), "c1 d1 f1 g1 e2");
    hands.run("h1-").wait(30);
    EXPECT_EQ(hands.status(), TrackerStatus::lifting);
    EXPECT_EQ(hands.targets(), "f1 g1");
}

TEST(SquareTracker, ARookBesideTheKingsGoalWaitsInCaseItCastles) {
    Hands hands(castles);
    hands.run("h1- f1+").wait(1400);
    EXPECT_EQ(hands.status(), TrackerStatus::settling);
    hands.wait(200);
    EXPECT_EQ(hands.status(), TrackerStatus::move);
    EXPECT_EQ(hands.move(), "h1f1");
}

TEST(SquareTracker, ARookThatGoesElsewhereDoesNotWait) { EXPECT_EQ(Hands(castles).made("h1- g1+"), "h1g1"); }

TEST(SquareTracker, AKingOnItsWayToCastleMayRestWhereItsRookIsToStand) {
    for (const std::uint32_t pace : {100u, 400u, 1400u}) {
        EXPECT_EQ(Hands(castles).made("e1- f1+ f1- g1+ h1- f1+", pace), "e1g1") << pace;
        EXPECT_EQ(Hands(black_castles).made("e8- d8+ d8- c8+ a8- d8+", pace), "e8c8") << pace;
    }
}

TEST(SquareTracker, AKingBesideItsSquareWaitsInCaseItCastles) {
    Hands hands(castles);
    hands.run("e1- f1+").wait(1400);
    EXPECT_EQ(hands.status(), TrackerStatus::settling);
    hands.wait(200);
    EXPECT_EQ(hands.status(), TrackerStatus::move);
    EXPECT_EQ(hands.move(), "e1f1");
}

TEST(SquareTracker, AKingStepsAtTheUsualPaceWhereCastlingIsNotAllowed) {
    EXPECT_EQ(Hands("4k3/8/8/8/8/8/8/4K2R w - - 0 1").made("e1- f1+"), "e1f1");
    EXPECT_EQ(Hands("4k3/8/8/8/8/8/8/4K2R w K - 0 1").made("e1- d1+"), "e1d1");
    EXPECT_EQ(Hands(castles).made("e1- e2+"), "e1e2");
}

TEST(SquareTracker, CastlingWhoseFirstHalfHasCountedIsStillCastling) {
    struct Case {
        std::string_view fen, first, as, rest, meant;
    };
    for (const Case& c : std::initializer_list<Case>{{castles, "h1- f1+", "h1f1", "e1- g1+", "e1g1"},
                                                     {castles, "a1- d1+", "a1d1", "e1- c1+", "e1c1"},
                                                     {castles, "e1- f1+", "e1f1", "f1- g1+ h1- f1+", "e1g1"},
                                                     {castles, "e1- d1+", "e1d1", "a1- d1- d1+ c1+", "e1c1"},
                                                     {black_castles, "h8- f8+", "h8f8", "e8- g8+", "e8g8"},
                                                     {black_castles, "e8- d8+", "e8d8", "d8- c8+ a8- d8+", "e8c8"}})
        for (const bool engine_thinks : {false, true}) {
            Hands hands(c.fen);
            hands.run(c.first).wait(2000);
            ASSERT_EQ(hands.move(), c.as);
            hands.accept();
            if (engine_thinks) hands.tracker.hold();
            hands.run(c.rest, 500).wait(400);
            EXPECT_EQ(hands.status(), TrackerStatus::takeback) << c.first << ", " << c.rest;
            EXPECT_EQ(hands.state().plies, 1);
            EXPECT_EQ(text_of(hands.state().move, hands.before), c.meant);
        }
}

TEST(SquareTracker, TheSecondHalfOfCastlingIsShown) {
    Hands hands(castles);
    hands.run("h1- f1+").wait(2000);
    hands.accept();
    hands.tracker.hold();
    EXPECT_EQ(hands.after("e1-"), TrackerStatus::lifting);
    EXPECT_EQ(hands.targets(), "g1");
    EXPECT_EQ(hands.after("e1+ f1-"), TrackerStatus::lifting);
    EXPECT_EQ(hands.targets(), "h1") << "or the rook goes back";
    Hands king(castles);
    king.run("e1- f1+").wait(2000);
    king.accept();
    EXPECT_EQ(king.after("f1-"), TrackerStatus::lifting);
    EXPECT_EQ(king.targets(), "e1 f1 g1");
    EXPECT_EQ(king.after("g1+"), TrackerStatus::unfinished);
    EXPECT_EQ(king.fill(), "f1");
    EXPECT_EQ(king.clear(), "h1");
}

TEST(SquareTracker, WhatOnlyLooksLikeCastlingIsNone) {
    Hands rook(castles);
    rook.run("e1- f1+").wait(2000);
    rook.accept();
    EXPECT_EQ(rook.after("h1- g1+"), TrackerStatus::wrong) << "the king has not been lifted";
    EXPECT_EQ(rook.after("g1- h1+"), TrackerStatus::quiet);
    Hands moved("4k3/8/8/8/8/8/8/4K2R w - - 0 1");
    moved.run("h1- f1+").wait(2000);
    moved.accept();
    EXPECT_EQ(moved.after("e1- g1+"), TrackerStatus::wrong) << "there was no right";
    Hands later(castles);
    later.run("h1- f1+").wait(2000);
    later.accept();
    later.play("d7d5");
    EXPECT_EQ(later.after("e1- g1+"), TrackerStatus::wrong)
        << "the other side has moved: castling is gone with the rook";
}

TEST(SquareTracker, ARookMovesAtTheUsualPaceWhereCastlingIsNotAllowed) {
    EXPECT_EQ(Hands("4k3/8/8/8/8/8/8/4K2R w - - 0 1").made("h1- f1+"), "h1f1");
}

TEST(SquareTracker, ARookBesideTheKingsGoalIsBelievedWhenTheOtherSideActs) {
    Hands hands(castles);
    EXPECT_EQ(hands.made("h1- f1+ d7-", 400), "h1f1");
    hands.accept();
    EXPECT_EQ(hands.status(), TrackerStatus::lifting);
    EXPECT_EQ(hands.made("d5+"), "d7d5");
}

TEST(SquareTracker, AKingOnItsWayAroundTheRookIsNoMoveOfTheOtherSide) {
    EXPECT_EQ(Hands(castles).made("h1- f1+ e1-&e2+ e2- f2- f2+&g1+", 250), "e1g1");
    Hands hands(castles);
    EXPECT_EQ(hands.after("h1- f1+ e1- e2+"), TrackerStatus::wrong) << "two moves at once";
    EXPECT_EQ(hands.fill(), "e1 h1");
    EXPECT_EQ(hands.clear(), "f1 e2");
    EXPECT_EQ(hands.made("e2- g1+"), "e1g1");
}

TEST(SquareTracker, AKingMovedTwoSquaresWithoutTheRightIsWrong) {
    Hands hands("4k3/8/8/8/8/8/8/4K2R w - - 0 1");
    EXPECT_EQ(hands.after("e1- g1+"), TrackerStatus::wrong);
    EXPECT_EQ(hands.fill(), "e1");
    EXPECT_EQ(hands.clear(), "g1");
    EXPECT_EQ(hands.after("h1- f1+"), TrackerStatus::wrong);
    EXPECT_EQ(hands.after("f1- h1+ g1- e1+"), TrackerStatus::quiet);
}

TEST(SquareTracker, CastlingWithTheRookOnTheWrongSquareIsNotFinished) {
    Hands hands(castles);
    EXPECT_EQ(hands.after("e1- g1+ h1- h3+"), TrackerStatus::unfinished);
    EXPECT_EQ(hands.move(), "h1g1") << "for the sensors it may as well be the rook that stands there";
    EXPECT_EQ(hands.fill(), "e1");
    EXPECT_EQ(hands.clear(), "h3");
    EXPECT_EQ(hands.after("h3-"), TrackerStatus::unfinished);
    EXPECT_EQ(hands.move(), "e1g1");
    EXPECT_EQ(hands.made("f1+"), "e1g1");
}

// ---------------------------------------------------------------------------------------- en passant

TEST(SquareTracker, EnPassantMayBeDoneInAnyOrder) {
    struct Case {
        std::string_view fen, move, script;
    };
    const std::vector<Case> cases = {
        {passing, "e5d6", "e5- d6+ d5-"},       {passing, "e5d6", "e5- d5- d6+"},
        {passing, "e5d6", "d5- e5- d6+"},       {passing, "e5d6", "d5-&e5- d6+"},
        {passing, "e5d6", "e5-&d6+ d5-"},       {passing, "e5d6", "d5- e5-&d6+"},
        {passing, "e5d6", "e5-&d6+&d5-"},       {passing, "c5d6", "c5- d6+ d5-"},
        {passing, "c5d6", "c5- d5- d6+"},       {passing, "c5d6", "d5- c5- d6+"},
        {black_passing, "e4d3", "e4- d3+ d4-"}, {black_passing, "e4d3", "e4- d4- d3+"},
        {black_passing, "e4d3", "d4- e4- d3+"}, {black_passing, "c4d3", "d4- c4-&d3+"},
    };
    for (const Case& c : cases)
        for (const std::uint32_t pace : {30u, 100u, 2000u})
            EXPECT_EQ(Hands(c.fen).made(c.script, pace), c.move) << c.script;
}

TEST(SquareTracker, APawnForgottenAfterEnPassantIsShown) {
    Hands hands(passing);
    EXPECT_EQ(hands.after("e5- d6+"), TrackerStatus::unfinished);
    EXPECT_EQ(hands.move(), "e5d6");
    EXPECT_EQ(hands.clear(), "d5");
    EXPECT_EQ(hands.fill(), "");
    hands.run("d5-").wait(25);
    EXPECT_EQ(hands.status(), TrackerStatus::move);
}

TEST(SquareTracker, APawnLiftedForEnPassantShowsWhoMayTakeIt) {
    Hands hands(passing);
    hands.run("d5-").wait(30);
    EXPECT_EQ(hands.status(), TrackerStatus::lifting);
    EXPECT_EQ(hands.origins(), "c5 e5");
}

TEST(SquareTracker, EnPassantThatIsNotAllowedIsWrong) {
    Hands hands("4k3/8/8/2PpP3/8/8/8/4K3 w - - 0 1");
    EXPECT_EQ(hands.after("e5- d6+ d5-"), TrackerStatus::wrong);
    EXPECT_EQ(hands.fill(), "d5 e5");
    EXPECT_EQ(hands.clear(), "d6");
}

// ---------------------------------------------------------------------------------------- promotion

TEST(SquareTracker, APromotionIsToldWithAQueenAndTheChoiceOpen) {
    Hands hands("8/P3k3/8/8/8/8/8/4K3 w - - 0 1");
    EXPECT_EQ(hands.made("a7- a8+"), "a7a8q");
    EXPECT_TRUE(hands.state().move.promotes());
    hands.tracker.promote(PieceType::knight);
    EXPECT_EQ(hands.move(), "a7a8n");
    hands.tracker.promote(PieceType::king);
    EXPECT_EQ(hands.move(), "a7a8n") << "no choice at all";
    hands.wait(1000);
    EXPECT_EQ(hands.move(), "a7a8n");
    hands.accept();
    EXPECT_EQ(hands.status(), TrackerStatus::quiet);
}

TEST(SquareTracker, ThePromotionMayBeChosenBeforehandAndHoldsForOneMove) {
    Hands hands("8/P3k3/8/8/8/8/7p/4K3 w - - 0 1");
    hands.tracker.promote(PieceType::rook);
    EXPECT_EQ(hands.made("a7- a8+"), "a7a8r");
    hands.accept();
    EXPECT_EQ(hands.made("h2- h1+"), "h2h1q");
}

TEST(SquareTracker, APawnExchangedForItsQueenOnTheWaySettles) {
    Hands hands("8/P3k3/8/8/8/8/8/4K3 w - - 0 1");
    EXPECT_EQ(hands.made("a7- a8+ a8- a8+", 250), "a7a8q");
    Hands other("8/P3k3/8/8/8/8/8/4K3 w - - 0 1");
    EXPECT_EQ(other.made("a8+ a7-", 100), "a7a8q") << "the queen first";
}

TEST(SquareTracker, APawnExchangedForItsQueenAfterTheMoveIsNothing) {
    Hands hands("8/P3k3/8/8/8/8/8/4K3 w - - 0 1");
    EXPECT_EQ(hands.made("a7- a8+"), "a7a8q");
    hands.accept();
    hands.tracker.hold();
    EXPECT_EQ(hands.after("a8-"), TrackerStatus::lifting);
    EXPECT_EQ(hands.after("a8+"), TrackerStatus::quiet);
}

TEST(SquareTracker, APawnMayPromoteByTakingInEitherOrder) {
    constexpr std::string_view fen = "1n6/P3k3/8/8/8/8/6p1/4K2N w - - 0 1";
    EXPECT_EQ(Hands(fen).made("a7- b8- b8+"), "a7b8q");
    EXPECT_EQ(Hands(fen).made("b8- a7- b8+"), "a7b8q");
    constexpr std::string_view black = "1n6/P3k3/8/8/8/8/6p1/4K2N b - - 0 1";
    EXPECT_EQ(Hands(black).made("g2- h1- h1+"), "g2h1q");
    EXPECT_EQ(Hands(black).made("h1- g2- h1+"), "g2h1q");
}

// ---------------------------------------------------------------------------------------- two players

TEST(SquareTracker, QuickPlayersNeedNotWaitForEachOther) {
    Hands hands(start);
    hands.run("e2- e4+ e7- e5+", 80);
    std::vector<std::string> moves;
    for (int i = 0; i < 200; ++i) {
        hands.scan();
        if (hands.status() != TrackerStatus::move) continue;
        moves.push_back(hands.move());
        hands.accept();
    }
    EXPECT_EQ(moves, (std::vector<std::string>{"e2e4", "e7e5"}));
    EXPECT_EQ(hands.status(), TrackerStatus::quiet);
}

TEST(SquareTracker, ACaptureInAnswerIsSeenWhenThePieceThatItTakesHasRested) {
    constexpr std::string_view fen = "4k3/8/8/6B1/8/8/8/4K3 w - - 0 1";
    Hands hands(fen);
    EXPECT_EQ(hands.made("g5- e7+"), "g5e7");
    hands.accept();
    EXPECT_EQ(hands.made("e8- e7- e7+"), "e8e7");
    Hands quicker(fen);
    EXPECT_EQ(quicker.after("g5- e7+ e8- e7- e7+", 100), TrackerStatus::unfinished) << "no guessing";
    EXPECT_EQ(quicker.move(), "g5e7");
    EXPECT_EQ(quicker.fill(), "e8");
    EXPECT_EQ(quicker.made("e8+"), "g5e7");
}

TEST(SquareTracker, APieceLiftedTooEarlyByTheOtherSideMovesWhenItsTurnComes) {
    Hands hands(start);
    EXPECT_EQ(hands.after("e7- e2- e4+"), TrackerStatus::unfinished);
    EXPECT_EQ(hands.move(), "e2e4");
    EXPECT_EQ(hands.fill(), "e7");
    EXPECT_EQ(hands.made("e7+"), "e2e4");
}

// ---------------------------------------------------------------------------------------- follow, hold

TEST(SquareTracker, TheMoveToFollowAndNoOtherIsTaken) {
    Hands hands(start);
    ASSERT_TRUE(hands.tracker.follow(move_from_text(hands.game, "g1f3")));
    EXPECT_EQ(hands.after("e2-"), TrackerStatus::wrong);
    EXPECT_EQ(hands.fill(), "e2");
    EXPECT_EQ(hands.after("e4+"), TrackerStatus::wrong);
    EXPECT_EQ(hands.fill(), "e2");
    EXPECT_EQ(hands.clear(), "e4");
    EXPECT_EQ(hands.after("e4- e2+"), TrackerStatus::quiet);
    hands.run("g1-").wait(30);
    EXPECT_EQ(hands.status(), TrackerStatus::lifting);
    EXPECT_EQ(hands.targets(), "f3");
    EXPECT_EQ(hands.after("h3+"), TrackerStatus::wrong);
    EXPECT_EQ(hands.clear(), "h3");
    EXPECT_EQ(hands.made("h3- f3+"), "g1f3");
}

TEST(SquareTracker, TheWrongPieceMovedForTheEngineIsPutRightInAnyOrder) {
    Hands hands(start);
    ASSERT_TRUE(hands.tracker.follow(move_from_text(hands.game, "g1f3")));
    EXPECT_EQ(hands.after("b1- c3+ g1-"), TrackerStatus::wrong);
    EXPECT_EQ(hands.fill(), "b1") << "what belongs to the move may stay";
    EXPECT_EQ(hands.clear(), "c3");
    EXPECT_EQ(hands.after("f3+"), TrackerStatus::unfinished);
    EXPECT_EQ(hands.fill(), "b1");
    EXPECT_EQ(hands.clear(), "c3");
    EXPECT_EQ(hands.made("c3- b1+"), "g1f3");
}

TEST(SquareTracker, FollowingCastlingOrEnPassantTellsWhatIsLeftToDo) {
    Hands hands(castles);
    ASSERT_TRUE(hands.tracker.follow(move_from_text(hands.game, "e1c1")));
    EXPECT_EQ(hands.after("a1- d1+"), TrackerStatus::unfinished);
    EXPECT_EQ(hands.fill(), "c1");
    EXPECT_EQ(hands.clear(), "e1");
    EXPECT_EQ(hands.made("e1- c1+"), "e1c1");
    Hands other(black_passing);
    ASSERT_TRUE(other.tracker.follow(move_from_text(other.game, "c4d3")));
    EXPECT_EQ(other.after("e4- d3+"), TrackerStatus::wrong) << "the other pawn";
    EXPECT_EQ(other.fill(), "e4");
    EXPECT_EQ(other.after("e4+ c4-"), TrackerStatus::unfinished);
    EXPECT_EQ(other.clear(), "d4");
    EXPECT_EQ(other.made("d4-"), "c4d3");
}

TEST(SquareTracker, FollowingACaptureNeedsTheVictimLifted) {
    Hands hands(takers);
    ASSERT_TRUE(hands.tracker.follow(move_from_text(hands.game, "d1d5")));
    EXPECT_EQ(hands.after("d1-"), TrackerStatus::lifting);
    EXPECT_EQ(hands.targets(), "d5");
    EXPECT_EQ(hands.made("d5- d5+"), "d1d5");
}

TEST(SquareTracker, AnUnderpromotionIsFollowedAsItIs) {
    Hands hands("8/P3k3/8/8/8/8/8/4K3 w - - 0 1");
    ASSERT_TRUE(hands.tracker.follow(move_from_text(hands.game, "a7a8n")));
    hands.tracker.promote(PieceType::rook);
    EXPECT_EQ(hands.made("a7- a8+"), "a7a8n");
}

TEST(SquareTracker, AMoveThatIsNotLegalCannotBeFollowed) {
    Hands hands(start);
    EXPECT_FALSE(hands.tracker.follow(Move(square("e2"), square("e5"))));
    EXPECT_FALSE(hands.tracker.follow(Move::from_bits(0xffff)));
    EXPECT_EQ(hands.made("e2- e4+"), "e2e4") << "nothing has changed";
    SquareTracker empty;
    EXPECT_FALSE(empty.follow(Move(square("e2"), square("e4"))));
}

TEST(SquareTracker, WhatWasDoneBeforeTheMoveToFollowWasKnownCounts) {
    Hands hands(start);
    hands.tracker.hold();
    EXPECT_EQ(hands.after("e2- e4+"), TrackerStatus::wrong);
    ASSERT_TRUE(hands.tracker.follow(move_from_text(hands.game, "e2e4")));
    EXPECT_EQ(hands.status(), TrackerStatus::move);
}

TEST(SquareTracker, OnHoldNoMoveCounts) {
    Hands hands(start);
    hands.tracker.hold();
    EXPECT_EQ(hands.after("e2- e4+"), TrackerStatus::wrong);
    EXPECT_EQ(hands.fill(), "e2");
    EXPECT_EQ(hands.clear(), "e4");
    hands.tracker.play();
    EXPECT_EQ(hands.status(), TrackerStatus::move);
}

// ---------------------------------------------------------------------------------------- takeback

TEST(SquareTracker, AMoveIsTakenBackByPuttingThePieceBack) {
    Hands hands(start);
    hands.play("e2e4");
    hands.tracker.hold();  // the engine thinks
    hands.run("e4-").wait(30);
    EXPECT_EQ(hands.status(), TrackerStatus::lifting);
    EXPECT_EQ(hands.targets(), "e2");
    EXPECT_EQ(hands.after("e2+"), TrackerStatus::takeback);
    EXPECT_EQ(hands.state().plies, 1);
    hands.game = hands.before;
    hands.tracker.set_position(hands.game);
    EXPECT_EQ(hands.status(), TrackerStatus::quiet);
}

TEST(SquareTracker, ACaptureIsTakenBackInAnyOrder) {
    for (const std::string_view script : {"d5- d1+ d5+", "d5- d5+ d1+", "d5- d5+&d1+", "d1+ d5- d5+"}) {
        Hands hands(takers);
        hands.play("d1d5");
        EXPECT_EQ(hands.after(script), TrackerStatus::takeback) << script;
    }
    Hands hands(takers);
    hands.play("d1d5");
    EXPECT_EQ(hands.after("d5- d1+"), TrackerStatus::unfinished);
    EXPECT_EQ(hands.state().plies, 1);
    EXPECT_FALSE(hands.state().move);
    EXPECT_EQ(hands.fill(), "d5");
    EXPECT_EQ(hands.clear(), "");
}

TEST(SquareTracker, APieceThatWasOnlyTouchedGoesHomeAsATakeback) {
    Hands hands(takers);
    EXPECT_EQ(hands.made("d1- d5- d5+"), "d1d5");  // the queen is still in the hand
    hands.accept();
    EXPECT_EQ(hands.after("d1+"), TrackerStatus::takeback);
}

TEST(SquareTracker, CastlingAndEnPassantAndPromotionAreTakenBack) {
    Hands hands(castles);
    EXPECT_EQ(hands.made("e1- g1+ h1- f1+"), "e1g1");
    hands.accept();
    EXPECT_EQ(hands.after("g1- e1+"), TrackerStatus::unfinished);
    EXPECT_EQ(hands.fill(), "h1");
    EXPECT_EQ(hands.clear(), "f1");
    EXPECT_EQ(hands.after("f1- h1+"), TrackerStatus::takeback);
    Hands pawns(passing);
    EXPECT_EQ(pawns.made("e5- d6+ d5-"), "e5d6");
    pawns.accept();
    EXPECT_EQ(pawns.after("d6- e5+"), TrackerStatus::unfinished);
    EXPECT_EQ(pawns.fill(), "d5");
    EXPECT_EQ(pawns.after("d5+"), TrackerStatus::takeback);
    Hands promotion("1n6/P3k3/8/8/8/8/8/4K3 w - - 0 1");
    promotion.play("a7b8");
    EXPECT_EQ(promotion.after("b8- b8+ a7+"), TrackerStatus::takeback);
}

TEST(SquareTracker, TwoPliesAreTakenBackInEitherOrder) {
    for (const std::string_view script : {"e5- e7+ e4- e2+", "e4- e2+ e5- e7+", "e4- e5- e2+ e7+"}) {
        Hands hands(start);
        hands.play("e2e4 e7e5");
        EXPECT_EQ(hands.after(script), TrackerStatus::takeback) << script;
        EXPECT_EQ(hands.state().plies, 2) << script;
    }
    Hands hands(start);
    hands.play("e2e4 e7e5");
    EXPECT_EQ(hands.after("e5- e7+"), TrackerStatus::takeback);
    EXPECT_EQ(hands.state().plies, 1);
    EXPECT_EQ(hands.after("e4-"), TrackerStatus::unfinished);
    EXPECT_EQ(hands.state().plies, 2);
    EXPECT_EQ(hands.fill(), "e2");
    EXPECT_EQ(hands.after("e2+"), TrackerStatus::takeback);
    EXPECT_EQ(hands.state().plies, 2);
}

TEST(SquareTracker, ARecaptureIsTakenBackWithWhatItTook) {
    Hands hands("4k3/8/4p3/3p4/8/8/8/3QK3 w - - 0 1");
    hands.play("d1d5 e6d5");
    EXPECT_EQ(hands.after("d5- e6+ d5+"), TrackerStatus::takeback);
    EXPECT_EQ(hands.state().plies, 1);
    EXPECT_EQ(hands.after("d5- d1+ d5+"), TrackerStatus::takeback);
    EXPECT_EQ(hands.state().plies, 2);
}

TEST(SquareTracker, AStepBackMayBeTheBeginningOfATakebackAndWaits) {
    Hands hands(start);
    hands.play("b1c3 e7e5");
    hands.run("c3- b1+").wait(1400);
    EXPECT_EQ(hands.status(), TrackerStatus::settling);
    hands.wait(200);
    EXPECT_EQ(hands.status(), TrackerStatus::move);
    EXPECT_EQ(hands.move(), "c3b1");
    EXPECT_EQ(Hands(start).made("b1- c3+"), "b1c3");
}

TEST(SquareTracker, AMoveThatLooksLikeATakebackOfTwoIsToldApartByTheSquareBetween) {
    // After Qa1-h1 Qh8-a1 the squares look the same whether Qh1-h8 is played or both are taken back.
    constexpr std::string_view fen = "3k3q/8/8/8/4K3/8/8/Q7 w - - 0 1";
    Hands hands(fen);
    hands.play("a1h1 h8a1");
    hands.run("h1- h8+").wait(1600);
    EXPECT_EQ(hands.status(), TrackerStatus::move);
    EXPECT_EQ(hands.move(), "h1h8");
    Hands other(fen);
    other.play("a1h1 h8a1");
    EXPECT_EQ(other.after("h1- a1- a1+ h8+"), TrackerStatus::ambiguous);
    EXPECT_EQ(other.targets(), "h8");
    EXPECT_EQ(other.state().plies, 2);
    other.run("h8- h8+").wait(1600);
    EXPECT_EQ(other.move(), "h1h8");
    Hands touched(fen);
    touched.play("a1h1 h8a1");
    EXPECT_EQ(touched.after("a1- a1+"), TrackerStatus::quiet) << "and nothing of it is remembered";
    touched.run("h1- h8+").wait(1600);
    EXPECT_EQ(touched.move(), "h1h8");
    Hands quick(fen);
    quick.play("a1h1");
    EXPECT_EQ(quick.made("h8- a1+ h1-"), "h8a1");
    quick.accept();
    quick.run("h8+").wait(1600);
    EXPECT_EQ(quick.move(), "h1h8") << "who came to a1 came in the move before";
}

TEST(SquareTracker, ATakebackThatWasNotAllowedIsWrong) {
    Hands hands(start);
    hands.play("e2e4");
    hands.tracker.set_position(hands.game);
    EXPECT_EQ(hands.after("e4- e2+"), TrackerStatus::wrong);
    EXPECT_EQ(hands.fill(), "e4");
    hands.tracker.allow_takeback(3, hands.before);
    hands.tracker.allow_takeback(0, hands.before);
    EXPECT_EQ(hands.status(), TrackerStatus::wrong);
    hands.tracker.allow_takeback(1, hands.before);
    EXPECT_EQ(hands.status(), TrackerStatus::takeback);
}

TEST(SquareTracker, InsteadOfFollowingTheEngineThePersonMayTakeBack) {
    Hands hands(start);
    hands.play("e2e4");
    ASSERT_TRUE(hands.tracker.follow(move_from_text(hands.game, "e7e5")));
    EXPECT_EQ(hands.after("e4- e2+"), TrackerStatus::takeback);
}

TEST(SquareTracker, AfterMateOnlyATakebackCounts) {
    Hands hands(start);
    hands.play("f2f3 e7e5 g2g4 d8h4");
    EXPECT_EQ(hands.after("e1- f2+"), TrackerStatus::wrong);
    EXPECT_EQ(hands.after("f2- e1+"), TrackerStatus::quiet);
    EXPECT_EQ(hands.after("h4- d8+"), TrackerStatus::takeback);
}

}  // namespace
}  // namespace stackmate::firmware
