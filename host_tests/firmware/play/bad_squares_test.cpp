// Games on boards with sensors that fail: squares that always say empty or occupied, or that change twice a second.
#include "host_tests/firmware/play/script.hpp"

#include <array>
#include <optional>

namespace stackmate::firmware::test {
namespace {

const bool bad_squares = played("BadSquares", R"(
APieceThatIsMissingIsWaitedForAndThenItsSquareIsLeftOut
    desk, up/7500 start -h8 -> setup, picture "h8 fill"
    2000 -> person_to_move, told "square h8 seems dead: it is left out of account", picture "e1 turn, h8 fill"
    # it may as well be missing
    +h8 -> told "square h8 counts again"  # the piece was only late
    -> picture "e1 turn"

TwoPiecesThatAreMissingAreWaitedFor
    desk, up/60000 start -h8 -a1 -> setup

ASavedGameGoesOnThoughASquareHasDiedMeanwhile
    saved_at "4k3/8/8/8/8/8/R7/4K3 w - - 0 1", dead a2, up/1000 none +e1 +e8 +a2 -> resume_offer
    9000 -> picture "e1 turn, a2 fill"
    settings persons, flip a2 a8, 2000 -> told "move 1. Ra8+ a2a8"
    e8e7, flip a2 a8, 9000 -> told "move 2. Ra2 a8a2", ignored a2  # a move has shown that it is dead

ASquareThatAPersonHasMarkedIsNotGivenBackForAnother
    begin, e2e4, -a1/9000 -> left_out a1
    ignore a1, -b1/9000 -> left_out a1 b1
    -c1/9000 -> left_out a1

ASquareThatAMoveHasProvenIsNotGivenBackForAnother
    begin, dead e4, -e2, flip e4, 8500, PLAY/1100, PLAY -> engine_thinking
    -a1/9000, -b1/9000 -> left_out e4, fill a1 b1

WhereAPieceWentThatIsNotSeenIsAskedMoveByMove
    begin persons, dead e4, -e2, flip e4, 7500 -> picture "e1 turn, e3 target, e4 target"  # it may be in a hand
    1000 -> picture "e2 asked, e3 asked, d4 yes, d5 no, e5 no"  # e4 answers nothing
    PLAY/1100 -> picture "e2 asked, d4 yes, e4 asked, d5 no, e5 no"
    PLAY, 100 -> told "move 1. e4 e2e4", picture "e4 ignored, e8 turn"

WhoThinksWithAPieceInTheAirIsAskedNoMoreWhenItIsPut
    begin persons, -g1/9000 -> question
    +f3/2000 -> told "move 1. Nf3 g1f3", left_out none

WhereThePieceInTheAirMayGoNothingIsAnswered
    begin persons, -d2/9000 -> picture "d2 asked, d3 asked, e4 yes, d5 no, e5 no"
    +d4/300, -d4/900 -> question, moves 0  # it was put there and lifted again, and that is no yes
    +d4/3000 -> told "move 1. d4 d2d4"

WhoSaysNoToAllIsLeftInPeace
    begin persons, -e2/8500, tap d5 -> question  # the other move
    tap e5, 30000 -> picture "e1 turn, e3 target, e4 target", left_out none
    +e2 -> moves 0

AMoveToASquareThatIsLeftOutCountsAfterAWhileAndGoesBack
    begin persons, dead e4, ignore e4, -e2/3500 -> moves 0
    1000 -> told "move 1. e4 e2e4"
    +e2/2000 -> told "taken back 1 half move"

APieceThatIsPutStraightIsNotTakenBackToASquareThatIsLeftOut
    begin, ignore e7, e2e4, answer e7e5, flip e7 e5, 3000 -> moves 2
    -e5/3500, +e5/10000 -> moves 2, picture "e1 turn, e7 ignored"
    -e5/5000 -> picture "d4 yes, e4 yes, d5 no, e5 asked, e7 asked"  # or is it?
    +e5/2000 -> picture "e1 turn, e7 ignored"  # it is not
    -e5/5000, PLAY, 100 -> told "taken back 1 half move", engine_thinking

AMovePutBackOntoASquareThatIsLeftOutIsAskedAboutAndNoOtherSquareBlamed
    begin persons, dead d7, ignore d7, e2e4, flip d7 d5, 3000 -> moves 2
    -d5, +d7/5000 -> asked d5 d7, told "a square says nothing; is this what was done"
    20000 -> left_out d7  # d5 is a good contact
    tap d4, 100 -> told "taken back 1 half move"
    c7c5 -> told "move 1... c5 c7c5"

ACaptureFromASquareThatIsLeftOutIsAsked
    begin persons, e2e4, d7d5, stuck e4, ignore e4, -d5, +d5/5000 -> asked e4 d5
    PLAY, 100 -> told "move 2. exd5 e4d5"

AMoveOfTheEnginesThatNoSquareCanTellOfIsTakenAsMade
    begin, e2e4, ignore e7, ignore e5, answer e7e5 -> move_to_make
    9000 -> told "move 1... e5 e7e5", person_to_move

ASquareThatFlickersIsReportedAndHeardAgainWhenItRests
    begin, flickers c6, 9000 -> told "square c6 flickers: it is left out of account", picture "e1 turn, c6 ignored"
    flickers none, 9000 -> told "square c6 counts again"

WhoTapsBrighterAgainAndAgainBreaksNoSensor
    begin, MENU, tap h1 x12 -> left_out none

ASquareIsNamedInTheMenuByItsFileAndItsRank
    begin, MENU, tap b7 -> sensor_test
    tap a2 -> asked a1 a2 a3 a4 a5 a6 a7 a8
    tap h5 -> left_out a5, told "square a5 is left out of account"
    tap a1, tap c5 -> left_out none
    PLAY -> person_to_move

ASquareThatTheBoardSuspectsIsMarkedWhenItIsNamedAndCountsAgainTheSecondTime
    begin, e2e4, dead h8, 9000 -> left_out h8, marked none
    MENU, tap b7, tap h5, tap a8 -> marked h8, told "square h8 is left out of account"
    dead none, 2100 -> left_out h8  # a person has said it
    tap h5, tap a8 -> left_out none

TryingTheSensorsNamesNone
    begin, MENU, tap a7, tap a4, tap b4, tap c4, tap c5, tap d5 -> left_out none

APieceThatHasFallenWhileThePowerWasOffIsAskedForUntilItStandsThere
    saved persons, up/20000 game -g1 -> picture "e1 turn, g1 fill"
    +g1 -> picture "e1 turn", left_out none

PiecesThatAreTakenAwayOneByOneAreAllAskedFor
    begin, e2e4 -> engine_thinking
    -a1/9000 -> fill a1
    -b1/9000 -> fill a1 b1
    -c1/9000 -> fill a1 b1 c1
    -d1/9000 -> fill a1 b1 c1 d1
    -h1/9000 -> fill a1 b1 c1 d1 h1
    -g8/9000 -> fill a1 b1 c1 d1 h1 g8
    -h8/9000 -> fill a1 b1 c1 d1 h1 g8 h8
    60000 -> fill a1 b1 c1 d1 h1 g8 h8, left_out none  # two are too many to blame a sensor
    flip a1 b1 c1 d1 h1 g8, 9000 -> left_out h8, fill h8

WhereThePieceInTheAirMayGoToEveryAnswerPlayStillAnswers
    begin persons, game "6k1/7p/8/8/3Qp3/8/8/K7 w - - 0 1", up none +a1 +d4 +e4 +g8 +h7, -d4/9000
    -> question, yes none, no none
    PLAY -> moves 1

AMoveIsPutBackOntoASquareThatIsLeftOutWhileTheEngineThinksOrHasAnswered
    each: turn
    each: answer b8c6
    begin, e2e4, answer e7e5, obey, ignore g1, flip g1 f3, 3000 -> engine_thinking
    $1, flip g1 f3, 5000 -> asked g1 f3
    PLAY, 100 -> moves 2, picture "e1 turn, g1 ignored"

AGameThatIsOverStaysSoWhateverIsLifted
    # Nobody means the game when its pieces are cleared away, the one that gave mate first.
    each: flip d8 h4, 3000 ; checkmate ; h4
    each: flip d8 g5, 3000, resign white, turn ; resigned ; g5
    begin persons, f2f3, e7e5, g2g4, dead d8, ignore d8, $1 -> ending $2
    -$3/60000 -> ending $2
    up/3000 none, up/3000 start -> not told "taken back", moves 0  # the next game

AfterTheEndOnlyATakebackThatIsSeenWholeCounts
    each: turn ; the game goes on
    each: ignore h4 ; checkmate
    begin persons, f2f3, e7e5, g2g4, d8h4 -> ending checkmate
    $1, -h4, +d8/3000 -> ending $2

APieceInTheHandHasTakenNothingThoughItsVictimWasPutStraightBefore
    each: 200
    each: 700
    each: 1300
    begin persons, e2e4, d7d5/3000, -d5/400, +d5/$1, -e4/60000 -> moves 2, left_out none
    +e5/3000 -> told "move 2. e5 e4e5"

APieceOnASquareThatCountsAgainHasNotBeenTaken
    each: ignore d5 ; heed d5
    each: 9000, PLAY/1100 ; turn  # no, says the person
    begin persons, e2e4, d7d5, dead d5, $1, 9000 -> left_out d5
    dead none, $2, 100 -> told "square d5 counts again"
    30000 -> person_to_move, picture "e1 turn", moves 2
    -e4, -d5, +d5/2000 -> told "move 2. exd5 e4d5"  # but now it is

AMoveOfTheEnginesFromASquareThatIsStuckIsTakenAsMade
    begin, e2e4, answer e7e5, stuck e7, flip e7 e5, 9000 -> told "move 1... e5 e7e5", told "square e7 seems stuck"
    stuck none, 100 -> told "square e7 counts again", picture "e1 turn"

AContactThatFlickersChoosesNoPiece
    each: e7
    each: e6
    each: e5
    each: e4
    set "7k/4P3/8/8/8/8/8/4K3 w - - 0 1" persons, flickers $1, flip e7 e8, 20000 -> fen 4Q2k/8/8/8/8/8/8/4K3 b - - 0 1

TheyTurnWithTheBoard
    begin, ignore a3, settings flipped -> left_out h6

AContactThatFlickersAnswersNoQuestion
    each: 250 ; d4
    each: 700 ; none
    begin persons, a2a3, a7a6, MENU, tap h2 -> question
    20 times: stuck d4, $1, stuck none, $1
    -> question, flickering $2

ASquareThatAMoveHasProvenIsNotGivenBack
    # Before the rook's square sticks nothing is done with it, the rook is looked at, or two pieces are.
    each: turn ; left_out none ; turn
    each: -a1/9000 ; left_out a1 ; +a1/1000
    each: -a1, -h2/9000 ; left_out none ; +h2, +a1/1000
    set "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R b KQkq - 0 1" persons -> person_to_move
    $1 -> $2
    $3 -> left_out none
    h7h6/2000, stuck a1, e1c1/10000 -> question
    PLAY, 200 -> moves 2, left_out a1
    -g2/9000 -> left_out a1 g2
    a7a6/2000 -> moves 3
)");

enum class Fault { dead, stuck, flickers };
constexpr Fault faults[] = {Fault::dead, Fault::stuck, Fault::flickers};
constexpr std::string_view fault_names[] = {"dead", "stuck", "flickers"};

std::string name_of(unsigned i) {
    char name[2];
    write_square(name, from_index64(i));
    return {name, 2};
}
std::string name_of(Move m) {
    char text[max_move_length];
    return {text, static_cast<std::size_t>(write_move(text, m) - text)};
}

/// A person with White, an engine with Black, and hands that do what the lights ask; they know what they wanted to do,
/// the board does not.
struct Match : Desk {
    explicit Match(std::uint32_t seed) : random(seed) {}

    void fail(unsigned at, Fault fault) {
        const SquareSet bit = SquareSet{1} << at;
        bad |= bit;
        (fault == Fault::dead ? dead : fault == Fault::stuck ? stuck : flickering) |= bit;
    }

    /// False if nothing comes of it within `limit_ms`.
    template <class Done>
    bool wait_for(Done&& done, std::uint32_t limit_ms = 60'000) {
        for (const std::uint32_t since = now; now - since < limit_ms;) {
            if (done()) return true;
            turn();
        }
        return done();
    }

    bool begin() {
        two_persons = random.below(3) == 0;
        game.set_settings({.level = 2, .white = Seat::person, .black = two_persons ? Seat::person : Seat::engine});
        game.start(now);
        board = start_board;
        return wait_for([&] { return game.state() == states::State::person_to_move; });
    }

    void flip(unsigned i) {
        board ^= SquareSet{1} << i;
        wait(30 + 10 * static_cast<std::uint32_t>(random.below(12)));
    }
    unsigned only(SquareSet set) { return static_cast<unsigned>(std::countr_zero(set)); }

    /// On the board, in one of the orders that hands choose.
    void make(Move m) {
        const Footprint f = footprint(game.record().position(), m);
        const SquareSet others = f.emptied & ~f.from;
        const unsigned from = only(f.from), to = only(f.to);
        if (f.taken != 0) {
            const bool victim_first = random.below(2) == 0;
            flip(victim_first ? to : from);
            flip(victim_first ? from : to);
            flip(to);
        } else if (others == 0) {
            flip(from);
            flip(to);
        } else if (const SquareSet rook_to = f.filled & ~f.to; rook_to != 0) {
            const bool king_first = random.below(2) == 0;
            flip(king_first ? from : only(others));
            flip(king_first ? to : only(rook_to));
            flip(king_first ? only(others) : from);
            flip(king_first ? only(rook_to) : to);
        } else {
            flip(from);
            flip(random.below(2) == 0 ? to : only(others));
            flip((board >> to & 1) == 0 ? to : only(others));
        }
    }

    /// The lights ask what was done: yes or no, by a tap or by PLAY.
    void answer_question(Move m) {
        ++asked;
        const SquareSet squares = square_set(m.from()) | square_set(m.to());
        const bool yes = lit(Light::asked) == squares;
        const unsigned way = static_cast<unsigned>(random.below(3));
        if (way == 2) {
            press(play_button, yes ? 80 : 1100);
            return;
        }
        const SquareSet answers = lit(yes ? Light::yes : Light::no) & ~bad;
        if (answers == 0) return press(play_button, yes ? 80 : 1100);
        const SquareSet other = answers & (answers - 1);
        tap(name_of(only(way == 0 || other == 0 ? answers : other)));
    }

    /// The same, and answers what is asked meanwhile. `m`: the move that hands have made; none if none.
    template <class Done>
    bool answer_until(Done&& done, Move m) {
        for (const std::uint32_t since = now; now - since < patience_ms;) {
            if (done()) return true;
            if (game.state() == states::State::question)
                answer_question(m);
            else
                turn();
        }
        return done();
    }

    Move choose() {
        std::vector<Move> all;
        std::vector<Move> meeting;
        for (const Move m : legal_moves(game.record().position())) {
            if (m.promotes() && m.promotion() != PieceType::queen) continue;
            all.push_back(m);
            if ((footprint(game.record().position(), m).all() & bad) != 0) meeting.push_back(m);
        }
        if (all.empty()) return {};
        const std::vector<Move>& from = !meeting.empty() && random.below(2) == 0 ? meeting : all;
        return from[random.below(from.size())];
    }

    /// One half move. False if it was not understood.
    bool half_move() {
        const std::size_t plies = game.record().size();
        const Move m = wanted = choose();
        if (!two_persons && game.record().position().side() == Color::black) {
            if (!wait_for([&] { return searching; })) return false;
            searching = false;
            game.engine_answer(m, {}, 0, now);
            serve();
            if (!wait_for([&] { return game.pending() == m; })) return false;
        } else if (!answer_until([&] { return game.state() == states::State::person_to_move; }, {})) {
            return false;
        }
        if ((footprint(game.record().position(), m).all() & bad) != 0) ++met;
        make(m);
        if (!answer_until([&] { return game.record().size() > plies; }, m)) return false;
        made.push_back(m);
        wait(200 + 100 * static_cast<std::uint32_t>(random.below(8)));
        return true;
    }
    bool over() const { return static_cast<bool>(game.result()); }

    std::string story() {
        std::string text;
        for (const Move m : made) text += name_of(m) + " ";
        for (const std::string& line : words) text += "\n  " + line;
        return text + "| wants " + name_of(wanted) + " state " + std::string(to_text(game.state())) + " lights "
               + picture() + " fen " + fen();
    }

    Random random;
    SquareSet bad = 0;
    bool two_persons = false;
    std::uint32_t patience_ms = 200'000;  ///< then hands give up
    std::vector<Move> made{};
    Move wanted{};
    unsigned asked = 0, met = 0;
};

constexpr unsigned game_length = 60;  // half moves: thirty of each side

struct Tally {
    unsigned games = 0, moves = 0, met = 0, asked = 0;
};

void play(Tally& tally, unsigned at, Fault fault, bool from_the_beginning, std::uint32_t seed) {
    Match match{seed};
    const std::string what =
        name_of(at) + " " + std::string(fault_names[static_cast<int>(fault)]) + (from_the_beginning ? "" : ", later");
    if (from_the_beginning) match.fail(at, fault);
    ASSERT_TRUE(match.begin()) << what << ": the game does not begin; " << match.picture();
    const unsigned fails_at = from_the_beginning ? 0 : 4 + static_cast<unsigned>(match.random.below(12));
    while (match.made.size() < game_length && !match.over()) {
        if (!from_the_beginning && match.made.size() == fails_at) {
            match.fail(at, fault);
            match.wait(200 + 100 * static_cast<std::uint32_t>(match.random.below(20)));
        }
        ASSERT_TRUE(match.half_move()) << what << ": stands still after " << match.story();
        ASSERT_EQ(match.game.record().moves().back(), match.made.back())
            << what << ": " << name_of(match.made.back()) << " was made; " << match.story();
        if (::testing::Test::HasFatalFailure()) return;
    }
    ++tally.games;
    tally.moves += static_cast<unsigned>(match.made.size());
    tally.met += match.met;
    tally.asked += match.asked;
}

void play_all(Fault fault, bool from_the_beginning) {
    Tally tally;
    for (unsigned at = 0; at < 64; ++at) {
        play(tally, at, fault, from_the_beginning, 1000 + at);
    }
    EXPECT_EQ(tally.games, 64u);
    EXPECT_GT(tally.moves, 60u * game_length) << "few end early";
    EXPECT_GT(tally.met, 3u * 64) << "moves go over the square";
    EXPECT_LT(tally.asked, 2u * 64) << "nobody is asked without end";
}

TEST(BadSquares, GamesArePlayedToTheirEndWithAnySquareDead) { play_all(Fault::dead, true); }
TEST(BadSquares, GamesArePlayedToTheirEndWithAnySquareStuck) { play_all(Fault::stuck, true); }
TEST(BadSquares, GamesArePlayedToTheirEndWithAnySquareFlickering) { play_all(Fault::flickers, true); }
TEST(BadSquares, GamesArePlayedToTheirEndWhenAnySquareDies) { play_all(Fault::dead, false); }
TEST(BadSquares, GamesArePlayedToTheirEndWhenAnySquareSticks) { play_all(Fault::stuck, false); }
TEST(BadSquares, GamesArePlayedToTheirEndWhenAnySquareBeginsToFlicker) { play_all(Fault::flickers, false); }

void expect_legal(const Match& match, const std::string& what) {
    Position p = match.game.record().start();
    for (const Move m : match.game.record().moves()) {
        const std::vector<Move> legal = legal_moves(p);
        ASSERT_NE(std::find(legal.begin(), legal.end(), m), legal.end())
            << what << ": " << name_of(m) << " in " << fen_of(p);
        Undo undo;
        p.make(m, undo);
    }
    ASSERT_EQ(fen_of(p), match.fen()) << what;
}

TEST(BadSquares, WithAnyTwoOfThemNothingIllegalIsEverRecorded) {
    unsigned whole = 0;
    for (unsigned at = 0; at < 64; ++at) {
        Match match{5000 + at};
        match.patience_ms = 40'000;
        const auto other = (at + 1 + static_cast<unsigned>(match.random.below(63))) % 64;
        const std::size_t first = match.random.below(3), second = match.random.below(3);
        const std::string what = name_of(at) + " " + std::string(fault_names[first]) + ", " + name_of(other) + " "
                                 + std::string(fault_names[second]);
        const auto first_fails = match.random.below(10), second_fails = first_fails + match.random.below(10);
        ASSERT_TRUE(match.begin()) << what;
        bool goes_on = true;
        while (goes_on && match.made.size() < game_length && !match.over()) {
            if (match.made.size() == first_fails) match.fail(at, faults[first]);
            if (match.made.size() == second_fails) match.fail(other, faults[second]);
            goes_on = match.half_move();
            expect_legal(match, what);
            if (HasFatalFailure()) return;
            // What was understood otherwise than it was meant is legal all the same; hands and game have parted then.
            if (goes_on && match.game.record().moves().back() != match.made.back()) break;
        }
        whole += goes_on ? 1u : 0u;
    }
    EXPECT_GT(whole, 50u) << "most games are played to their end nevertheless";
}

// The pieces stand as a game begins.
TEST(BadSquares, AContactThatFlickersGivesNoSavedGameUp) {
    for (const std::string_view name : {"d4", "e4", "d5", "e5"}) {
        for (const std::uint32_t half_ms : {100u, 250u, 300u, 500u, 700u, 1000u, 1300u}) {
            Desk desk;
            desk.board = start_board;
            desk.offer_saved();
            for (std::uint32_t ms = 0; ms < 30'000; ms += half_ms) {
                desk.stuck ^= squares({name});
                desk.wait(half_ms);
            }
            run(desk, R"(
                -> moves 2
                stuck none, 10000 -> question
                tap d4, 1200 -> person_to_move, moves 0  # but a person does)");
        }
    }
}

TEST(BadSquares, AContactThatFlickersChoosesNothingInTheMenu) {
    for (unsigned i = 0; i < 64; ++i) {
        BegunDesk desk;
        run(desk, "a2a3, answer a7a6, obey, MENU");
        const Settings settings = desk.game.settings();
        desk.flickering = SquareSet{1} << i;
        run(desk, "15000 -> menu, moves 2");
        EXPECT_TRUE(desk.game.settings() == settings) << name_of(i);
        EXPECT_EQ(desk.game.sight().flickering(), desk.flickering) << name_of(i);
    }
}

}  // namespace
}  // namespace stackmate::firmware::test
