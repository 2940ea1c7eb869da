// Games on boards with sensors that fail: squares that always say empty or occupied, or that change twice a second.
#include "host_tests/firmware/play/hands.hpp"

#include <array>
#include <optional>

namespace stackmate::firmware::test {
namespace {

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

// ---------------------------------------------------------------------------------------- one thing at a time

TEST(BadSquares, APieceThatIsMissingIsWaitedForAndThenItsSquareIsLeftOut) {
    Desk desk;
    desk.game.start(desk.now);
    desk.put_up(start_board & ~squares({"h8"}), 7500);
    EXPECT_EQ(desk.game.state(), states::State::setup);
    EXPECT_EQ(desk.picture(), "h8 fill");
    desk.wait(2000);
    EXPECT_EQ(desk.game.state(), states::State::person_to_move);
    EXPECT_TRUE(desk.told("square h8 seems dead: it is left out of account"));
    EXPECT_EQ(desk.picture(), "e1 turn, h8 fill") << "it may as well be missing";
    desk.place("h8");
    EXPECT_TRUE(desk.told("square h8 counts again")) << "the piece was only late";
    EXPECT_EQ(desk.picture(), "e1 turn");
}

TEST(BadSquares, TwoPiecesThatAreMissingAreWaitedFor) {
    Desk desk;
    desk.game.start(desk.now);
    desk.put_up(start_board & ~squares({"h8", "a1"}), 60'000);
    EXPECT_EQ(desk.game.state(), states::State::setup);
}

TEST(BadSquares, ASavedGameGoesOnThoughASquareHasDiedMeanwhile) {
    Desk desk;
    desk.foreign = true;
    ASSERT_EQ(desk.game.restore("4k3/8/8/8/8/8/R7/4K3 w - - 0 1"), FenError::none);
    desk.game.offer(desk.now);
    desk.dead = squares({"a2"});
    desk.put_up(squares({"e1", "e8", "a2"}), 1000);
    EXPECT_EQ(desk.game.state(), states::State::resume_offer);
    desk.wait(9000);
    EXPECT_EQ(desk.picture(), "e1 turn, a2 fill");
    EXPECT_EQ(desk.game.change_settings(two_persons), Refusal::none);
    desk.board ^= squares({"a2", "a8"});
    desk.wait(2000);
    EXPECT_TRUE(desk.told("move 1. Ra8+ a2a8"));
    desk.move("e8e7");
    desk.board ^= squares({"a2", "a8"});
    desk.wait(9000);
    EXPECT_TRUE(desk.told("move 2. Ra2 a8a2")) << desk.picture();
    EXPECT_EQ(desk.lit(Light::ignored), squares({"a2"})) << "a move has shown that it is dead";
}

TEST(BadSquares, APieceThatHasFallenWhileThePowerWasOffIsAskedForUntilItStandsThere) {
    Desk desk;
    desk.foreign = true;
    desk.game.set_settings(two_persons);
    ASSERT_EQ(desk.game.restore(""), FenError::none);
    ASSERT_EQ(desk.game.restore_move(Move(square_from_text("e2"), square_from_text("e4"))), RecordError::none);
    desk.game.offer(desk.now);
    desk.put_up(occupied_squares(desk.game.record().position()) & ~squares({"g1"}), 20'000);
    EXPECT_EQ(desk.picture(), "g1 fill, e8 turn");
    desk.place("g1");
    EXPECT_EQ(desk.picture(), "e8 turn");
    EXPECT_EQ(desk.game.doubts().ignored(), 0u);
}

TEST(BadSquares, PiecesThatAreTakenAwayOneByOneAreAllAskedFor) {
    BegunDesk desk;
    desk.move("e2e4");
    ASSERT_EQ(desk.game.state(), states::State::engine_thinking);
    SquareSet taken = 0;
    for (const std::string_view name : {"a1", "b1", "c1", "d1", "h1", "g8", "h8"}) {
        desk.lift(name, 9000);
        taken |= squares({name});
        EXPECT_EQ(desk.lit(Light::fill), taken) << desk.picture();
    }
    desk.wait(60'000);
    EXPECT_EQ(desk.lit(Light::fill), taken);
    EXPECT_EQ(desk.game.doubts().ignored(), 0u) << "two are too many to blame a sensor";
    desk.board |= taken & ~squares({"h8"});
    desk.wait(9000);
    EXPECT_EQ(desk.game.doubts().ignored(), squares({"h8"}));
    EXPECT_EQ(desk.lit(Light::fill), squares({"h8"}));
}

TEST(BadSquares, ASquareThatAPersonHasMarkedIsNotGivenBackForAnother) {
    BegunDesk desk;
    desk.move("e2e4");
    desk.lift("a1", 9000);
    ASSERT_EQ(desk.game.doubts().ignored(), squares({"a1"}));
    desk.game.ignore_square(square("a1"), true);
    desk.lift("b1", 9000);
    EXPECT_EQ(desk.game.doubts().ignored(), squares({"a1", "b1"}));
    desk.lift("c1", 9000);
    EXPECT_EQ(desk.game.doubts().ignored(), squares({"a1"}));
}

TEST(BadSquares, ASquareThatAMoveHasProvenIsNotGivenBackForAnother) {
    BegunDesk desk;
    desk.dead = squares({"e4"});
    desk.lift("e2");
    desk.board |= squares({"e4"});
    desk.wait(8500);
    desk.press(play_button, 1100);
    desk.press(play_button);
    ASSERT_EQ(desk.game.state(), states::State::engine_thinking);
    desk.lift("a1", 9000);
    desk.lift("b1", 9000);
    EXPECT_EQ(desk.game.doubts().ignored(), squares({"e4"}));
    EXPECT_EQ(desk.lit(Light::fill), squares({"a1", "b1"}));
}

TEST(BadSquares, WhereAPieceWentThatIsNotSeenIsAskedMoveByMove) {
    BegunDesk desk{two_persons};
    desk.dead = squares({"e4"});
    desk.lift("e2");
    desk.board |= squares({"e4"});
    desk.wait(7500);
    EXPECT_EQ(desk.picture(), "e1 turn, e3 target, e4 target") << "it may be in a hand";
    desk.wait(1000);
    EXPECT_EQ(desk.picture(), "e2 asked, e3 asked, d4 yes, d5 no, e5 no") << "e4 answers nothing";
    desk.press(play_button, 1100);
    EXPECT_EQ(desk.picture(), "e2 asked, d4 yes, e4 asked, d5 no, e5 no");
    desk.press(play_button);
    desk.wait(100);
    EXPECT_TRUE(desk.told("move 1. e4 e2e4"));
    EXPECT_EQ(desk.picture(), "e4 ignored, e8 turn");
}

TEST(BadSquares, WhoThinksWithAPieceInTheAirIsAskedNoMoreWhenItIsPut) {
    BegunDesk desk{two_persons};
    desk.lift("g1", 9000);
    EXPECT_EQ(desk.game.state(), states::State::question);
    desk.place("f3", 2000);
    EXPECT_TRUE(desk.told("move 1. Nf3 g1f3"));
    EXPECT_EQ(desk.game.doubts().ignored(), 0u);
}

TEST(BadSquares, WhereThePieceInTheAirMayGoNothingIsAnswered) {
    BegunDesk desk{two_persons};
    desk.lift("d2", 9000);
    EXPECT_EQ(desk.picture(), "d2 asked, d3 asked, e4 yes, d5 no, e5 no");
    desk.place("d4", 300);
    desk.lift("d4", 900);
    EXPECT_EQ(desk.game.state(), states::State::question);
    EXPECT_EQ(desk.game.record().size(), 0u) << "it was put there and lifted again, and that is no yes";
    desk.place("d4", 3000);
    EXPECT_TRUE(desk.told("move 1. d4 d2d4"));

    BegunDesk queen{two_persons};
    ASSERT_EQ(queen.game.set_game("6k1/7p/8/8/3Qp3/8/8/K7 w - - 0 1", {}), Refusal::none);
    queen.put_up(squares({"a1", "d4", "e4", "g8", "h7"}));
    queen.lift("d4", 9000);
    ASSERT_EQ(queen.game.state(), states::State::question);
    EXPECT_EQ(queen.lit(Light::yes) | queen.lit(Light::no), 0u);
    queen.press(play_button);
    EXPECT_EQ(queen.game.record().size(), 1u) << "PLAY always answers";
}

TEST(BadSquares, WhoSaysNoToAllIsLeftInPeace) {
    BegunDesk desk{two_persons};
    desk.lift("e2", 8500);
    desk.tap("d5");
    EXPECT_EQ(desk.game.state(), states::State::question) << "the other move";
    desk.tap("e5");
    desk.wait(30'000);
    EXPECT_EQ(desk.picture(), "e1 turn, e3 target, e4 target");
    EXPECT_EQ(desk.game.doubts().ignored(), 0u);
    desk.place("e2");
    EXPECT_EQ(desk.game.record().size(), 0u);
}

TEST(BadSquares, AMoveToASquareThatIsLeftOutCountsAfterAWhileAndGoesBack) {
    BegunDesk desk{two_persons};
    desk.dead = squares({"e4"});
    desk.game.ignore_square(square("e4"), true);
    desk.lift("e2", 3500);
    EXPECT_EQ(desk.game.record().size(), 0u);
    desk.wait(1000);
    EXPECT_TRUE(desk.told("move 1. e4 e2e4"));
    desk.place("e2", 2000);
    EXPECT_TRUE(desk.told("taken back 1 half move"));
}

// The engine's pawn came from a square that says nothing: all that would tell of a takeback is that it is lifted.
TEST(BadSquares, APieceThatIsPutStraightIsNotTakenBackToASquareThatIsLeftOut) {
    BegunDesk desk;
    desk.game.ignore_square(square("e7"), true);
    desk.move("e2e4");
    desk.answer("e7e5");
    desk.board ^= squares({"e7", "e5"});
    desk.wait(3000);
    ASSERT_EQ(desk.game.record().size(), 2u);
    desk.lift("e5", 3500);
    desk.place("e5", 10'000);
    EXPECT_EQ(desk.game.record().size(), 2u);
    EXPECT_EQ(desk.picture(), "e1 turn, e7 ignored");
    desk.lift("e5", 5000);
    EXPECT_EQ(desk.picture(), "d4 yes, e4 yes, d5 no, e5 asked, e7 asked") << "or is it?";
    desk.place("e5", 2000);
    EXPECT_EQ(desk.picture(), "e1 turn, e7 ignored") << "it is not";
    desk.lift("e5", 5000);
    desk.press(play_button);
    desk.wait(100);
    EXPECT_TRUE(desk.told("taken back 1 half move"));
    EXPECT_EQ(desk.game.state(), states::State::engine_thinking);
}

TEST(BadSquares, AMovePutBackOntoASquareThatIsLeftOutIsAskedAboutAndNoOtherSquareBlamed) {
    BegunDesk desk{two_persons};
    desk.dead = squares({"d7"});
    desk.game.ignore_square(square("d7"), true);
    desk.move("e2e4");
    desk.board ^= squares({"d7", "d5"});
    desk.wait(3000);
    ASSERT_EQ(desk.game.record().size(), 2u);
    desk.lift("d5");
    desk.place("d7", 5000);
    EXPECT_EQ(desk.lit(Light::asked), squares({"d5", "d7"}));
    EXPECT_TRUE(desk.told("a square says nothing; is this what was done"));
    desk.wait(20'000);
    EXPECT_EQ(desk.game.doubts().ignored(), squares({"d7"})) << "d5 is a good contact";
    desk.tap("d4");
    desk.wait(100);
    EXPECT_TRUE(desk.told("taken back 1 half move"));
    desk.move("c7c5");
    EXPECT_TRUE(desk.told("move 1... c5 c7c5"));
}

TEST(BadSquares, AMoveIsPutBackOntoASquareThatIsLeftOutWhileTheEngineThinksOrHasAnswered) {
    for (const bool answered : {false, true}) {
        BegunDesk desk;
        desk.move("e2e4");
        desk.answer("e7e5");
        desk.obey();
        desk.game.ignore_square(square("g1"), true);
        desk.board ^= squares({"g1", "f3"});
        desk.wait(3000);
        ASSERT_EQ(desk.game.state(), states::State::engine_thinking);
        if (answered) desk.answer("b8c6");
        desk.board ^= squares({"g1", "f3"});
        desk.wait(5000);
        EXPECT_EQ(desk.lit(Light::asked), squares({"g1", "f3"})) << answered;
        desk.press(play_button);
        desk.wait(100);
        EXPECT_EQ(desk.game.record().size(), 2u) << answered;
        EXPECT_EQ(desk.picture(), "e1 turn, g1 ignored");
    }
}

// Nobody means the game when its pieces are cleared away, the one that gave mate first.
TEST(BadSquares, AGameThatIsOverStaysSoWhateverIsLifted) {
    for (const bool resigned : {false, true}) {
        BegunDesk desk{two_persons};
        desk.move("f2f3");
        desk.move("e7e5");
        desk.move("g2g4");
        desk.dead = squares({"d8"});
        desk.game.ignore_square(square("d8"), true);
        desk.board ^= squares({"d8", resigned ? "g5" : "h4"});
        desk.wait(3000);
        if (resigned) {
            ASSERT_EQ(desk.game.resign(Color::white), Refusal::none);
        }
        const Ending ending = resigned ? Ending::resignation : Ending::checkmate;
        ASSERT_EQ(desk.game.result().ending, ending);
        desk.lift(resigned ? "g5" : "h4", 60'000);
        EXPECT_EQ(desk.game.result().ending, ending);
        desk.put_up(0, 3000);
        desk.put_up(start_board, 3000);
        EXPECT_FALSE(desk.told("taken back"));
        EXPECT_EQ(desk.game.record().size(), 0u) << "the next game";
    }
}

TEST(BadSquares, AfterTheEndOnlyATakebackThatIsSeenWholeCounts) {
    for (const bool blind : {false, true}) {
        BegunDesk desk{two_persons};
        desk.move("f2f3");
        desk.move("e7e5");
        desk.move("g2g4");
        desk.move("d8h4");
        ASSERT_EQ(desk.game.result().ending, Ending::checkmate);
        if (blind) desk.game.ignore_square(square("h4"), true);
        desk.lift("h4");
        desk.place("d8", 3000);
        EXPECT_EQ(desk.game.result().ending, blind ? Ending::checkmate : Ending::none);
    }
}

TEST(BadSquares, ACaptureFromASquareThatIsLeftOutIsAsked) {
    BegunDesk desk{two_persons};
    desk.move("e2e4");
    desk.move("d7d5");
    desk.stuck = squares({"e4"});
    desk.game.ignore_square(square("e4"), true);
    desk.lift("d5");
    desk.place("d5", 5000);
    EXPECT_EQ(desk.lit(Light::asked), squares({"e4", "d5"}));
    desk.press(play_button);
    desk.wait(100);
    EXPECT_TRUE(desk.told("move 2. exd5 e4d5"));
}

TEST(BadSquares, APieceInTheHandHasTakenNothingThoughItsVictimWasPutStraightBefore) {
    for (const std::uint32_t gap : {200u, 700u, 1300u}) {
        BegunDesk desk{two_persons};
        desk.move("e2e4");
        desk.move("d7d5", 3000);
        desk.lift("d5", 400);
        desk.place("d5", gap);
        desk.lift("e4", 60'000);
        EXPECT_EQ(desk.game.record().size(), 2u) << gap << ": " << desk.words.back();
        EXPECT_EQ(desk.game.doubts().ignored(), 0u);
        desk.place("e5", 3000);
        EXPECT_TRUE(desk.told("move 2. e5 e4e5")) << gap;
    }
}

TEST(BadSquares, APieceOnASquareThatCountsAgainHasNotBeenTaken) {
    for (const bool marked : {true, false}) {
        SCOPED_TRACE(marked ? "it was marked" : "it seemed dead");
        BegunDesk desk{two_persons};
        desk.move("e2e4");
        desk.move("d7d5");
        desk.dead = squares({"d5"});
        if (marked) desk.game.ignore_square(square("d5"), true);
        desk.wait(9000);
        while (desk.game.state() == states::State::question) {
            desk.press(play_button, 1100);
            desk.wait(9000);
        }
        ASSERT_EQ(desk.game.doubts().ignored(), squares({"d5"}));
        desk.dead = 0;
        if (marked) desk.game.ignore_square(square("d5"), false);
        desk.wait(100);
        EXPECT_TRUE(desk.told("square d5 counts again"));
        desk.wait(30'000);
        EXPECT_EQ(desk.game.state(), states::State::person_to_move);
        EXPECT_EQ(desk.picture(), "e1 turn");
        EXPECT_EQ(desk.game.record().size(), 2u);
        desk.lift("e4");
        desk.lift("d5");
        desk.place("d5", 2000);
        EXPECT_TRUE(desk.told("move 2. exd5 e4d5")) << "but now it is";
    }
}

TEST(BadSquares, AMoveOfTheEnginesFromASquareThatIsStuckIsTakenAsMade) {
    BegunDesk desk;
    desk.move("e2e4");
    desk.answer("e7e5");
    desk.stuck = squares({"e7"});
    desk.board = (desk.board & ~squares({"e7"})) | squares({"e5"});
    desk.wait(9000);
    EXPECT_TRUE(desk.told("move 1... e5 e7e5"));
    EXPECT_TRUE(desk.told("square e7 seems stuck"));
    desk.stuck = 0;
    desk.wait(100);
    EXPECT_TRUE(desk.told("square e7 counts again"));
    EXPECT_EQ(desk.picture(), "e1 turn");
}

TEST(BadSquares, AMoveOfTheEnginesThatNoSquareCanTellOfIsTakenAsMade) {
    BegunDesk desk;
    desk.move("e2e4");
    desk.game.ignore_square(square("e7"), true);
    desk.game.ignore_square(square("e5"), true);
    desk.answer("e7e5");
    EXPECT_EQ(desk.game.state(), states::State::move_to_make);
    desk.wait(9000);
    EXPECT_TRUE(desk.told("move 1... e5 e7e5"));
    EXPECT_EQ(desk.game.state(), states::State::person_to_move);
}

TEST(BadSquares, ASquareThatFlickersIsReportedAndHeardAgainWhenItRests) {
    BegunDesk desk;
    desk.flickering = squares({"c6"});
    desk.wait(9000);
    EXPECT_TRUE(desk.told("square c6 flickers: it is left out of account"));
    EXPECT_EQ(desk.picture(), "e1 turn, c6 ignored");
    desk.flickering = 0;
    desk.wait(9000);
    EXPECT_TRUE(desk.told("square c6 counts again"));
}

TEST(BadSquares, WhoTapsBrighterAgainAndAgainBreaksNoSensor) {
    BegunDesk desk;
    desk.press(menu_button);
    for (int i = 0; i < 12; ++i) desk.tap("h1");
    EXPECT_EQ(desk.game.doubts().ignored(), 0u);
}

// Saved after three half moves; the pieces stand as a game begins.
TEST(BadSquares, AContactThatFlickersGivesNoSavedGameUp) {
    for (const std::string_view name : {"d4", "e4", "d5", "e5"}) {
        for (const std::uint32_t half_ms : {100u, 250u, 300u, 500u, 700u, 1000u, 1300u}) {
            Desk desk;
            desk.foreign = true;
            ASSERT_EQ(desk.game.restore(""), FenError::none);
            Position p = position(Position::start_fen);
            for (const std::string_view text : {"e2e4", "e7e5", "g1f3"}) {
                const Move m = move_from_text(p, text);
                ASSERT_EQ(desk.game.restore_move(m), RecordError::none);
                Undo undo;
                p.make(m, undo);
            }
            desk.board = start_board;
            desk.game.offer(desk.now);
            for (std::uint32_t ms = 0; ms < 30'000; ms += half_ms) {
                desk.stuck ^= squares({name});
                desk.wait(half_ms);
            }
            EXPECT_EQ(desk.game.record().size(), 3u) << name << " " << half_ms << ": " << desk.words.back();
            desk.stuck = 0;
            desk.wait(10'000);
            ASSERT_EQ(desk.game.state(), states::State::question) << name << " " << half_ms;
            desk.tap("d4");
            desk.wait(1200);
            EXPECT_EQ(desk.game.state(), states::State::person_to_move) << "but a person does";
            EXPECT_EQ(desk.game.record().size(), 0u);
        }
    }
}

TEST(BadSquares, AContactThatFlickersAnswersNoQuestion) {
    for (const std::uint32_t half_ms : {250u, 700u}) {
        BegunDesk desk{two_persons};
        desk.move("a2a3");
        desk.move("a7a6");
        desk.press(menu_button);
        desk.tap("h2");
        ASSERT_EQ(desk.game.state(), states::State::question);
        for (int i = 0; i < 40; ++i) {
            desk.stuck ^= squares({"d4"});
            desk.wait(half_ms);
        }
        EXPECT_EQ(desk.game.state(), states::State::question) << half_ms;
        EXPECT_EQ(desk.game.doubts().flickering(), half_ms == 250 ? squares({"d4"}) : 0) << half_ms;
    }
}

TEST(BadSquares, AContactThatFlickersChoosesNothingInTheMenu) {
    for (unsigned i = 0; i < 64; ++i) {
        BegunDesk desk;
        desk.move("a2a3");
        desk.answer("a7a6");
        desk.obey();
        desk.press(menu_button);
        const Settings settings = desk.game.settings();
        desk.flickering = SquareSet{1} << i;
        desk.wait(15'000);
        EXPECT_EQ(desk.game.state(), states::State::menu) << name_of(i);
        EXPECT_EQ(desk.game.record().size(), 2u) << name_of(i);
        EXPECT_TRUE(desk.game.settings() == settings) << name_of(i);
        EXPECT_EQ(desk.game.doubts().flickering(), desk.flickering) << name_of(i);
    }
}

TEST(BadSquares, AContactThatFlickersChoosesNoPiece) {
    for (const std::string_view name : {"e7", "e6", "e5", "e4"}) {
        Desk desk;
        desk.game.set_settings(two_persons);
        desk.game.start(desk.now);
        ASSERT_EQ(desk.game.set_game("7k/4P3/8/8/8/8/8/4K3 w - - 0 1", {}), Refusal::none);
        desk.put_up(squares({"e1", "e7", "h8"}));
        desk.flickering = squares({name});
        desk.board ^= squares({"e7", "e8"});
        desk.wait(20'000);
        EXPECT_EQ(desk.fen().substr(0, 4), "4Q2k") << name;
    }
}

TEST(BadSquares, ASquareIsNamedInTheMenuByItsFileAndItsRank) {
    BegunDesk desk;
    desk.press(menu_button);
    desk.tap("b7");
    EXPECT_EQ(desk.game.state(), states::State::sensor_test);
    desk.tap("a2");
    EXPECT_EQ(desk.lit(Light::asked), squares({"a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8"}));
    desk.tap("h5");
    EXPECT_EQ(desk.game.doubts().ignored(), squares({"a5"}));
    EXPECT_TRUE(desk.told("square a5 is left out of account"));
    desk.tap("a1");
    desk.tap("c5");
    EXPECT_EQ(desk.game.doubts().ignored(), 0u);
    desk.press(play_button);
    EXPECT_EQ(desk.game.state(), states::State::person_to_move);
}

TEST(BadSquares, ASquareThatTheBoardSuspectsIsMarkedWhenItIsNamedAndCountsAgainTheSecondTime) {
    BegunDesk desk;
    desk.move("e2e4");
    desk.dead = squares({"h8"});
    desk.wait(9000);
    ASSERT_EQ(desk.game.doubts().ignored(), squares({"h8"}));
    ASSERT_EQ(desk.game.marked(), 0u);
    desk.press(menu_button);
    desk.tap("b7");
    desk.tap("h5");
    desk.tap("a8");
    EXPECT_EQ(desk.game.marked(), squares({"h8"}));
    EXPECT_TRUE(desk.told("square h8 is left out of account"));
    desk.dead = 0;
    desk.wait(2100);
    EXPECT_EQ(desk.game.doubts().ignored(), squares({"h8"})) << "a person has said it";
    desk.tap("h5");
    desk.tap("a8");
    EXPECT_EQ(desk.game.doubts().ignored(), 0u);
}

TEST(BadSquares, TryingTheSensorsNamesNone) {
    BegunDesk desk;
    desk.press(menu_button);
    desk.tap("a7");
    for (const std::string_view name : {"a4", "b4", "c4", "c5", "d5"}) desk.tap(name);
    EXPECT_EQ(desk.game.doubts().ignored(), 0u);
}

TEST(BadSquares, TheyTurnWithTheBoard) {
    BegunDesk desk;
    desk.game.ignore_square(square("a3"), true);
    Settings settings = desk.game.settings();
    settings.flipped = true;
    EXPECT_EQ(desk.game.change_settings(settings), Refusal::none);
    EXPECT_EQ(desk.game.doubts().ignored(), squares({"h6"}));
}

/// What was done with the rook's square before it sticks.
struct Before : testing::TestWithParam<int> {};

TEST_P(Before, ASquareThatAMoveHasProvenIsNotGivenBack) {
    Desk desk;
    desk.game.set_settings(two_persons);
    desk.game.start(desk.now);
    ASSERT_EQ(desk.game.set_game("r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R b KQkq - 0 1", {}), Refusal::none);
    desk.put_up(occupied_squares(desk.game.record().position()));
    ASSERT_EQ(desk.game.state(), states::State::person_to_move);
    if (GetParam() == 1) {  // the rook is looked at
        desk.lift("a1", 9000);
        ASSERT_EQ(desk.game.doubts().ignored(), squares({"a1"}));
        desk.place("a1", 1000);
    } else if (GetParam() == 2) {  // two pieces are
        desk.lift("a1");
        desk.lift("h2", 9000);
        desk.place("h2");
        desk.place("a1", 1000);
    }
    ASSERT_EQ(desk.game.doubts().ignored(), 0u);
    desk.move("h7h6", 2000);
    desk.stuck = squares({"a1"});  // from now on
    desk.move("e1c1", 10'000);
    if (desk.game.state() == states::State::question) desk.press(play_button);
    desk.wait(200);
    ASSERT_EQ(desk.game.record().size(), 2u) << desk.picture();
    ASSERT_EQ(desk.game.doubts().ignored(), squares({"a1"}));
    desk.lift("g2", 9000);
    EXPECT_EQ(desk.game.doubts().ignored(), squares({"a1", "g2"})) << desk.picture();
    desk.move("a7a6", 2000);
    EXPECT_EQ(desk.game.record().size(), 3u) << desk.picture();
}

INSTANTIATE_TEST_SUITE_P(Nothing_One_Two, Before, testing::Values(0, 1, 2));

}  // namespace
}  // namespace stackmate::firmware::test
