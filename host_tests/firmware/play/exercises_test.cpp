// Exercises at the board, by hands: chosen in the menu or on the line, set up as the lights ask, solved, spoilt, left and
// continued after power-off.
#include "firmware/squares/exercises.hpp"

#include "core/engine/book.hpp"
#include "firmware/engine/solved.hpp"
#include "host_tests/firmware/play/desk.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace stackmate::firmware::test {
namespace {

using states::State;

std::uint8_t exercise(std::string_view name) {
    return static_cast<std::uint8_t>(std::find(exercise_names.begin(), exercise_names.end(), name)
                                     - exercise_names.begin());
}
/// For the side that has just moved.
Solved result_for_mover(const Position& p) {
    const Solved result = solved(p);
    return result == Solved::won ? Solved::lost : result == Solved::lost ? Solved::won : result;
}
Position after(const Position& p, Move m) {
    Position next = p;
    Undo undo;
    next.make(m, undo);
    return next;
}
/// A legal move after which the opponent has, or has not, the result that the mover has now.
Move a_move(const Position& p, bool keeps) {
    for (const Move m : legal_moves(p)) {
        const Position next = after(p, m);
        const bool ends = legal_moves(next).empty();
        if (!ends && !m.promotes() && (result_for_mover(next) == solved(p)) == keeps) return m;
    }
    return {};
}

constexpr SquareSet clock_squares = ((SquareSet{1} << detail::clock_square_count) - 1) << detail::first_clock_square;

/// The board after a power cut in the exercise that has just begun on another.
struct Resumed : Desk {
    explicit Resumed(const Desk& before) : Resumed(before.game.terms(), before.fen()) {}
    Resumed(const Terms& terms, std::string_view fen) {
        foreign = true;
        game.offer_exercises();
        game.restore_terms(terms);
        EXPECT_EQ(game.restore(fen), FenError::none);
        game.offer(now);
        put(occupied_squares(game.record().position()), 1500);
        EXPECT_EQ(game.state(), State::person_to_move);
    }
};

struct Practice : Desk {
    explicit Practice(Settings settings = {}) {
        game.set_settings(settings);
        game.offer_exercises();
        game.start(now);
        put_up(start_board);
    }
    /// On the line.
    Refusal choose(std::string_view name) {
        const Refusal refusal = game.practise(exercise(name));
        for (int turns = 0; turns < 3000 && name != "mistake" && game.terms().practised() != exercise(name); ++turns)
            turn();
        return refusal;
    }
    /// Does what the lights ask, one piece after the other. Returns the pieces in the order in which they were asked for.
    std::string set_up() {
        std::string order;
        for (int step = 0; step < 100 && game.state() == State::restoring; ++step) {
            const SquareSet wrong = lit(Light::clear), missing = lit(Light::fill);
            if (wrong != 0) {
                put(board & ~wrong, 700);
            } else if (missing != 0) {
                const Position& p = game.record().position();
                const unsigned i = static_cast<unsigned>(std::countr_zero(missing));
                order += ".PNBRQK..pnbrqk"[static_cast<unsigned>(p.at(from_index64(i))) & 15u];
                put(board | SquareSet{1} << i, 700);
            } else {
                wait(100);
            }
        }
        return order;
    }
    void begin(std::string_view name) {
        EXPECT_EQ(choose(name), Refusal::none);
        (void)set_up();
        ASSERT_EQ(game.state(), State::person_to_move) << name << ": " << fen() << ": " << picture();
    }
    void play(Move m) {
        make(m, 1500);
        if (game.state() == State::promotion_choice) press(play_button);
    }
    void reply() {
        ASSERT_EQ(game.state(), State::engine_thinking);
        const Position p = game.record().position();
        answer(text_of(legal_moves(p).back(), p));
        make(game.pending(), 1500);
    }
};

TEST(Exercises, EachIsFoundAndIsWhatItsNameSays) {
    Practice desk;
    for (std::uint8_t i = 1; i < exercise("puzzle-1"); ++i) {
        const std::string_view name = exercise_names[i];
        ASSERT_EQ(desk.choose(name), Refusal::none);
        ASSERT_EQ(desk.game.terms().practised(), i) << name;
        const Position& p = desk.game.record().position();
        ASSERT_EQ(p.pieces() + 1, name.size() - name.find('-') - 1) << desk.fen();
        ASSERT_EQ(solved(p), name.starts_with("win") ? Solved::won : Solved::drawn) << desk.fen();
        ASSERT_EQ(p.side(), Color::white);
        ASSERT_TRUE(desk.told(name.starts_with("win") ? "White wins" : "White holds the draw"));
        desk.words.clear();
    }
}

TEST(Exercises, TheSameOneIsAnotherPositionEachTime) {
    Practice desk;
    std::vector<std::string> seen;
    for (int i = 0; i < 5; ++i) {
        ASSERT_EQ(desk.choose("win-krvk"), Refusal::none);
        seen.push_back(desk.fen());
        desk.wait(50);
        ASSERT_EQ(desk.choose("win-kqvk"), Refusal::none);
        desk.wait(50);
    }
    std::sort(seen.begin(), seen.end());
    EXPECT_EQ(std::unique(seen.begin(), seen.end()), seen.end());
}

TEST(Exercises, TheMenuOffersThem) {
    Practice desk;
    desk.press(play_button, 1100);
    ASSERT_EQ(desk.game.state(), State::menu);
    desk.tap("c7");
    ASSERT_EQ(desk.game.state(), State::exercises);
    EXPECT_EQ(desk.lit(Light::choice), ((SquareSet{1} << (exercise_choices - 2)) - 1) | clock_squares
                                           | squares({"a8", "b8", "c8", "d8", "e8", "f8"}));
    EXPECT_EQ(desk.lit(Light::action), squares({"h7", "h8"}));
    desk.tap("e1");
    desk.wait(500);
    EXPECT_EQ(desk.game.terms().practised(), exercise("win-kpvk"));
    EXPECT_EQ(desk.game.state(), State::restoring);
    EXPECT_TRUE(desk.told("exercise win-kpvk"));
}

TEST(Exercises, TheirMenuOffersTheAdaptiveLevel) {
    Practice desk;
    desk.press(play_button, 1100);
    desk.tap("c7");
    desk.tap("a8");
    EXPECT_EQ(desk.game.state(), State::exercises);
    EXPECT_EQ(desk.lit(Light::chosen), squares({"a8"}));
    EXPECT_EQ(desk.game.settings().level, adaptive_level);
    desk.tap("h7");
    EXPECT_EQ(desk.game.state(), State::person_to_move);
}

/// The second page of the menu is open.
struct SecondPage : Practice {
    SecondPage() {
        press(play_button, 1100);
        tap("c7");
    }
};

TEST(Exercises, TheirMenuPutsTogetherAClockOfOnesOwn) {
    SecondPage desk;
    desk.tap("g6");  // 30 minutes
    EXPECT_EQ(desk.game.settings().level, own_clock_level);
    desk.tap("f5");  // 10 seconds
    desk.tap("b7");
    EXPECT_EQ(desk.lit(Light::chosen), squares({"g6", "f5", "b7"}));
    desk.tap("g7");  // Black's alone
    desk.tap("b6");
    EXPECT_EQ(desk.lit(Light::chosen), squares({"b6", "f5", "b7", "g7"}));
    desk.tap("g7");
    EXPECT_EQ(desk.lit(Light::chosen), squares({"b6", "g6", "f5", "b7"})) << "both sides' figures";
    desk.tap("h7");
    EXPECT_EQ(desk.game.settings().clock, (OwnClock{.rule = TimeRule::delay, .minutes = {30, 1}, .seconds = {10, 10}}));
    EXPECT_EQ(desk.game.clock().left_ms(Color::white), 30u * 60'000);
    EXPECT_EQ(desk.game.clock().left_ms(Color::black), 60'000u);
}

TEST(Exercises, AClockFromTheMenuAlwaysHasTime) {
    SecondPage desk;
    desk.tap("a6");  // no minutes: then ten seconds a move
    EXPECT_EQ(desk.game.settings().clock, (OwnClock{.minutes = {0, 0}, .seconds = {10, 10}}));
    desk.tap("a5");  // no seconds: then five minutes
    EXPECT_EQ(desk.game.settings().clock, OwnClock{});
    desk.tap("f7");
    desk.tap("a6");
    EXPECT_EQ(desk.game.settings().clock, (OwnClock{.minutes = {0, 5}, .seconds = {10, 0}})) << "White's alone";
    desk.tap("h7");
    desk.press(play_button, 1100);
    desk.tap("c7");
    desk.tap("b6");
    EXPECT_EQ(desk.game.settings().clock, (OwnClock{.minutes = {1, 1}, .seconds = {10, 0}})) << "both again";
}

TEST(Exercises, TheirMenuTurnsOverHowOnePlays) {
    SecondPage desk;
    for (const std::string_view on : {"b8", "c8", "d8", "f8"}) {
        desk.tap(on);
        EXPECT_EQ(desk.lit(Light::chosen), squares({on}));
        desk.tap(on);
        EXPECT_EQ(desk.lit(Light::chosen), 0u);
    }
    desk.tap("d8");
    EXPECT_TRUE(desk.told("club on"));
    desk.tap("h7");
    desk.move("e2e4");
    desk.press(play_button, 1100);
    EXPECT_EQ(desk.game.state(), State::engine_thinking) << "it can be turned off only when this game has ended";
}
TEST(Exercises, TheirMenuClosesWhenAGameBecomesOneOfAClub) {
    Practice desk;
    desk.move("e2e4");
    desk.press(play_button, 1100);
    desk.tap("c7");
    desk.tap("d8");
    EXPECT_EQ(desk.game.state(), State::engine_thinking);
    EXPECT_TRUE(desk.game.settings().club);
}

TEST(Exercises, TheMenuOfExercisesClosesAsTheOtherOneDoes) {
    for (const int way : {0, 1, 2}) {
        Practice desk;
        desk.press(play_button, 1100);
        desk.tap("c7");
        if (way == 0) desk.tap("h7");
        if (way == 1) desk.press(play_button);
        if (way == 2) desk.wait(61'000);
        EXPECT_EQ(desk.game.state(), State::person_to_move) << way;
        EXPECT_EQ(desk.game.terms().practised(), 0);
    }
}

TEST(Exercises, AGameUnderWayIsNotLostWithoutAQuestion) {
    Practice desk;
    desk.make(move_from_text(desk.game.record().position(), "e2e4"));
    desk.press(play_button, 1100);
    desk.tap("c7");
    desk.tap("a1");
    ASSERT_EQ(desk.game.state(), State::question);
    desk.tap("d5");
    EXPECT_EQ(desk.game.record().size(), 1u);
    desk.press(play_button, 1100);
    desk.tap("c7");
    desk.tap("a1");
    desk.tap("d4");
    desk.wait(1000);
    EXPECT_EQ(desk.game.terms().practised(), exercise("win-kqvk"));
    EXPECT_TRUE(desk.told("abandoned"));
}

TEST(Exercises, ANewGameThatIsAskedForAfterARefusalIsNoExercise) {
    Practice desk;
    desk.make(move_from_text(desk.game.record().position(), "e2e4"));
    desk.press(play_button, 1100);
    desk.tap("c7");
    desk.tap("a1");
    desk.tap("d5");
    desk.press(play_button, 1100);
    desk.tap("h8");
    ASSERT_EQ(desk.game.state(), State::question);
    desk.tap("d4");
    desk.wait(1000);
    EXPECT_EQ(desk.game.terms().practised(), 0);
    EXPECT_EQ(desk.game.state(), State::setup);
}

TEST(Exercises, ThePiecesAreAskedForKindAfterKind) {
    Practice desk;
    ASSERT_EQ(desk.choose("win-kbnvk"), Refusal::none);
    desk.wait(50);
    EXPECT_EQ(std::popcount(desk.lit(Light::clear)), 32 - std::popcount(desk.lit(Light::kind) & start_board))
        << "everything is to be taken away, " << desk.picture();
    EXPECT_EQ(desk.set_up(), "KBNk");
    EXPECT_EQ(desk.game.state(), State::person_to_move);
}

TEST(Exercises, APieceThatStandsWhereAnotherShouldIsExchanged) {
    Practice desk;
    desk.begin("win-krvk");
    const SquareSet before = desk.board;
    // The next exercise's men on the same squares, as far as they can be.
    ASSERT_EQ(desk.choose("win-kqvkr"), Refusal::none);
    const SquareSet wanted = occupied_squares(desk.game.record().position());
    for (const SquareSet stale = before & wanted; stale != 0;) {
        EXPECT_EQ(desk.lit(Light::clear) & stale, stale) << "another piece stands there";
        break;
    }
    (void)desk.set_up();
    EXPECT_EQ(desk.game.state(), State::person_to_move);
}

/// What the line would say of the distance after the last change of such a kind.
std::string distance(const Practice& desk, const Change& change) {
    char text[64];
    return {text, desk.game.write_distance(text, change)};
}
std::string distance_after_move(const Practice& desk) {
    const auto ply = static_cast<std::uint16_t>(desk.game.record().size());
    return distance(desk,
                    {.kind = Change::Kind::move, .ply = ply, .mover = ply % 2 == 1 ? Color::white : Color::black});
}

TEST(Exercises, TheLineSaysInHowManyMovesItIsMate) {
    for (const std::string_view name : {"win-kqvk", "win-krvk", "win-kbbvk", "win-kpvk"}) {
        Practice desk;
        desk.begin(name);
        const int best = moves_to_mate(desk.game.record().start(), Color::white);
        ASSERT_GT(best, 0) << desk.fen();
        const Change begun{.kind = Change::Kind::notice, .notice = Notice::exercise_win};
        EXPECT_EQ(distance(desk, begun), "mate in " + std::to_string(best));
        unsigned moves = 0, wasted = 0;
        while (desk.game.state() == State::person_to_move) {
            // The first move is a poor one, the others are the best.
            const Position p = desk.game.record().position();
            Move chosen{};
            int left = 0;
            for (const Move m : legal_moves(p)) {
                const int then = moves_to_mate(after(p, m), Color::white);
                if (then >= 0 && (!chosen || (moves == 0 ? then > left : then < left))) chosen = m, left = then;
            }
            wasted += static_cast<unsigned>(left + 1 - moves_to_mate(p, Color::white));
            desk.play(chosen);
            ++moves;
            EXPECT_EQ(distance_after_move(desk), left == 0 ? "" : "mate in " + std::to_string(left)) << desk.fen();
            if (desk.game.state() != State::engine_thinking) break;
            desk.reply();
            EXPECT_EQ(distance_after_move(desk), "") << "that was Black's";
        }
        ASSERT_EQ(desk.game.state(), State::game_over) << desk.fen();
        const int left = moves_to_mate(desk.game.record().position(), Color::white);
        EXPECT_EQ(left == 0, name != "win-kpvk") << "a new queen ends the exercise";
        EXPECT_EQ(
            distance(desk, {.kind = Change::Kind::result, .result = desk.game.result()}),
            "mate in " + std::to_string(static_cast<int>(moves) + left) + " moves, at best in " + std::to_string(best));
        EXPECT_LE(static_cast<int>(moves) + left, best + static_cast<int>(wasted)) << "Black has not played the best";
    }
}

TEST(Exercises, TheLineSaysNoDistanceThatIsNotKnown) {
    const Change begun{.kind = Change::Kind::notice, .notice = Notice::exercise_win};
    for (const std::string_view name : {"win-kbnvk", "win-kqvkp", "win-krvkp", "win-kqvkr", "hold-kvkp", "puzzle-1"}) {
        Practice desk;
        desk.begin(name);
        EXPECT_EQ(distance(desk, begun), "") << name;
    }
    Practice desk;
    desk.begin("win-kpvk");
    desk.play(a_move(desk.game.record().position(), false));
    EXPECT_EQ(distance_after_move(desk), "") << "the win is spoilt";
}

TEST(Exercises, NorWhereACaptureLeavesTheKingAlone) {
    Practice desk;
    Terms terms = desk.game.terms();
    terms.exercise = static_cast<std::uint8_t>(std::ranges::find(exercise_names, "win-kqvkr") - exercise_names.begin());
    desk.game.restore_terms(terms);
    ASSERT_EQ(desk.game.restore("7k/8/8/8/3r4/8/8/K2Q4 w - - 0 1"), FenError::none);
    desk.game.offer(desk.now);
    desk.put(occupied_squares(desk.game.record().position()), 3000);
    desk.play(move_from_text(desk.game.record().position(), "d1d4"));
    ASSERT_EQ(desk.game.state(), State::game_over);
    EXPECT_EQ(distance_after_move(desk), "");
    EXPECT_EQ(distance(desk, {.kind = Change::Kind::result, .result = desk.game.result()}), "");
}

TEST(Exercises, AMoveThatSpoilsItIsAskedAbout) {
    for (const std::string_view name : {"win-kpvk", "win-krvkp", "hold-kvkp", "hold-kpvkr"}) {
        Practice desk;
        desk.begin(name);
        const Position p = desk.game.record().position();
        const Move wrong = a_move(p, false);
        if (!wrong) continue;
        desk.play(wrong);
        ASSERT_EQ(desk.game.state(), State::question) << name;
        EXPECT_TRUE(desk.told("a blunder?"));
        EXPECT_EQ(desk.lit(Light::asked) & square_set(wrong.to()), square_set(wrong.to()));
        // Put back, it is taken back, and another move can be made.
        desk.put((desk.board & ~square_set(wrong.to())) | square_set(wrong.from()), 2500);
        ASSERT_EQ(desk.game.state(), State::person_to_move) << name;
        ASSERT_EQ(desk.game.record().size(), 0u);
        if (const Move right = a_move(p, true)) {
            desk.play(right);
            EXPECT_EQ(desk.game.state(), State::engine_thinking) << name;
        }
    }
}

TEST(Exercises, AMoveThatStandsThoughWrongGoesOnWithoutAnotherQuestion) {
    Practice desk;
    desk.begin("win-kpvk");
    const Move wrong = a_move(desk.game.record().position(), false);
    ASSERT_TRUE(wrong);
    desk.play(wrong);
    ASSERT_EQ(desk.game.state(), State::question);
    desk.press(play_button);
    desk.reply();
    if (desk.game.state() != State::person_to_move) return;  // the reply has ended it
    const Position p = desk.game.record().position();
    if (solved(p) == Solved::won) return;
    desk.play(a_move(p, true));
    EXPECT_NE(desk.game.state(), State::question) << "it was spoilt before";
}

TEST(Exercises, ADrawIsHeldWhenItHasBeenHeldForFifteenMoves) {
    Practice desk;
    desk.begin("hold-kbvkr");
    for (int i = 0; i < 20 && desk.game.state() == State::person_to_move; ++i) {
        desk.play(a_move(desk.game.record().position(), true));
        if (desk.game.state() == State::engine_thinking) desk.reply();
    }
    EXPECT_EQ(desk.game.state(), State::game_over);
    EXPECT_TRUE(desk.game.result().winner == Winner::nobody);
    EXPECT_NE(desk.lit(Light::drawn), 0u);
}

TEST(Exercises, PlayAfterTheEndIsTheNextOneOfTheKind) {
    Practice desk;
    desk.begin("win-krvk");
    const std::string first = desk.fen();
    ASSERT_EQ(desk.game.resign(Color::white), Refusal::none);
    desk.wait(100);
    ASSERT_EQ(desk.game.state(), State::game_over);
    desk.press(play_button);
    desk.wait(500);
    EXPECT_EQ(desk.game.state(), State::restoring);
    EXPECT_EQ(desk.game.terms().practised(), exercise("win-krvk"));
    EXPECT_NE(desk.fen(), first);
}

TEST(Exercises, TheStartPositionEndsThem) {
    Practice desk;
    desk.begin("win-krvk");
    desk.put(start_board, 3000);
    EXPECT_EQ(desk.game.state(), State::person_to_move);
    EXPECT_EQ(desk.game.terms().practised(), 0);
    EXPECT_EQ(desk.fen(), Position::start_fen);
}

TEST(Exercises, WhoPlaysAndHowWellIsAsChosenAfterwards) {
    Practice desk{{.level = 1, .white = Seat::engine, .black = Seat::person}};
    desk.begin("win-krvk");
    EXPECT_EQ(desk.game.player(Color::white), Seat::person);
    EXPECT_EQ(desk.game.player(Color::black), Seat::engine);
    EXPECT_EQ(desk.game.level().name, levels[exercise_level].name);
    EXPECT_FALSE(desk.game.clock().active());
    ASSERT_EQ(desk.choose("off"), Refusal::none);
    EXPECT_EQ(desk.game.player(Color::white), Seat::engine);
    EXPECT_EQ(desk.game.level().name, levels[1].name);
}

TEST(Exercises, AreRefusedWhereThereAreNoneOrAProgramFollowsTheGame) {
    BegunDesk without;
    EXPECT_EQ(without.game.practise(1), Refusal::bad_setting);
    EXPECT_EQ(without.game.terms().practised(), 0);

    Practice desk;
    desk.game.claim({.held = true, .follows = true, .white = Seat::person, .black = Seat::remote});
    EXPECT_EQ(desk.choose("win-krvk"), Refusal::followed);
    EXPECT_EQ(desk.fen(), Position::start_fen);
}

TEST(Exercises, GoOnAfterPowerOff) {
    Practice before;
    before.begin("win-krvkp");
    Resumed desk{before};
    EXPECT_TRUE(desk.game.practises());
    const Move wrong = a_move(desk.game.record().position(), false);
    ASSERT_TRUE(wrong);
    desk.make(wrong, 1500);
    EXPECT_EQ(desk.game.state(), State::question);
}

TEST(Exercises, SeatsOfOneThatIsMateWhenItIsRestoredAreItsOwn) {
    Desk desk;
    desk.game.set_settings({.white = Seat::engine, .black = Seat::person});
    desk.game.offer_exercises();
    desk.game.restore_terms({.white = Seat::person, .black = Seat::engine, .exercise = exercise("win-kqvk")});
    ASSERT_EQ(desk.game.restore("7k/8/5KQ1/8/8/8/8/8 w - - 0 1"), FenError::none);
    ASSERT_EQ(desk.game.restore_move(move_from_text(desk.game.record().position(), "g6g7")), RecordError::none);
    desk.game.offer(desk.now);
    EXPECT_EQ(desk.game.last_player(Color::white), Seat::person) << "who reviews the game, and its PGN, go by that";
    EXPECT_EQ(desk.game.last_player(Color::black), Seat::engine);
}

TEST(Exercises, AnOrdinaryGameThatWasStoredIsNotTakenForOne) {
    for (const std::string_view name : {"win-kqvk", "puzzle-1", "puzzle-8", "mistake"}) {
        Desk desk;
        desk.game.restore_terms({.exercise = exercise(name)});
        desk.game.offer_exercises();
        desk.offer_saved();
        EXPECT_FALSE(desk.game.practises()) << name;
    }
}

// ------------------------------------------------------------------ mistakes

/// The person has lost 500 with 2. Nf3 in a game against the engine.
void blunder(Practice& desk) {
    desk.grade(30);
    desk.move("e2e4");
    desk.answer("e7e5");
    desk.make(desk.game.pending());
    desk.grade(30);
    desk.move("g1f3");
    desk.answer("b8c6");
    desk.make(desk.game.pending());
    desk.grade(-470);
}

TEST(Mistakes, AMoveThatHasLostMuchIsKept) {
    Practice desk;
    blunder(desk);
    EXPECT_EQ(desk.game.take_mistake(), 3u);
    EXPECT_EQ(desk.game.take_mistake(), 0u);
    EXPECT_EQ(fen_of(desk.game.before(3)), "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
}

TEST(Mistakes, AMoveTakenBackBeforeTheAnswerIsNone) {
    Practice desk;
    desk.grade(30);
    desk.move("e2e4");
    desk.answer("e7e5");
    desk.make(desk.game.pending());
    desk.grade(30);
    ASSERT_EQ(desk.game.take_back(2), Refusal::none);
    desk.put(start_board, 1500);
    desk.grade(-300);
    EXPECT_EQ(desk.game.take_mistake(), 0u);
}

TEST(Mistakes, InAGameOfTwoOrOfAProgramNobodySearches) {
    Practice two{two_persons};
    EXPECT_FALSE(two.searching);
    Practice claimed;
    claimed.game.claim({.held = true, .follows = false, .white = Seat::person, .black = Seat::remote});
    claimed.turn();
    EXPECT_FALSE(claimed.searching);
}

TEST(Mistakes, OneIsPractisedUntilABetterMoveIsFound) {
    Practice desk;
    ASSERT_EQ(desk.choose("mistake"), Refusal::none);
    ASSERT_TRUE(desk.game.wants_mistake());
    desk.game.give_mistake("4k3/8/8/8/8/8/3R4/4K3 w - - 0 1");
    EXPECT_FALSE(desk.game.wants_mistake());
    EXPECT_EQ(desk.set_up(), "R") << "the kings stand there already";
    EXPECT_TRUE(desk.told("find a better move"));
    desk.wait(100);
    desk.grade(500);
    desk.play(move_from_text(desk.game.record().position(), "d2d7"));
    desk.grade(0);
    ASSERT_EQ(desk.game.state(), State::question);
    desk.put((desk.board & ~squares({"d7"})) | squares({"d2"}), 2500);
    ASSERT_EQ(desk.game.state(), State::person_to_move);
    desk.grade(500);
    desk.play(move_from_text(desk.game.record().position(), "d2d3"));
    desk.grade(-490);
    EXPECT_EQ(desk.game.state(), State::game_over);
    EXPECT_EQ(desk.game.result().ending, Ending::solved);
    EXPECT_EQ(desk.lit(Light::winner), squares({"e1"}));
}

TEST(Mistakes, WhereNoneIsKeptTheGameGoesOn) {
    Practice desk;
    ASSERT_EQ(desk.choose("mistake"), Refusal::none);
    desk.game.give_mistake("");
    desk.turn();
    EXPECT_TRUE(desk.told("no position of this kind"));
    EXPECT_EQ(desk.fen(), Position::start_fen);
    EXPECT_FALSE(desk.game.wants_mistake());
}

// ------------------------------------------------------------------ puzzles

TEST(Puzzles, EachRatingHasSomeAndTheirSolutionsAreRight) {
    for (unsigned rating = 0; rating < puzzles::classes; ++rating) {
        Practice desk;
        desk.begin("puzzle-" + std::to_string(rating + 1));
        EXPECT_TRUE(desk.told("find the best moves"));
        const Color solver = desk.game.record().position().side();
        for (unsigned i = 0; i < puzzles::longest && desk.game.state() == State::person_to_move; ++i) {
            const Move m = PuzzleExercises::reply(desk.game.record().start(), desk.game.record().moves());
            ASSERT_TRUE(m) << desk.fen();
            desk.play(m);
            if (desk.game.state() != State::engine_thinking) break;
            ASSERT_TRUE(desk.only) << "the engine makes the solution's reply";
            desk.answer(text_of(desk.only, desk.game.record().position()));
            desk.make(desk.game.pending(), 1500);
        }
        EXPECT_EQ(desk.game.state(), State::game_over) << rating << ": " << desk.fen();
        EXPECT_EQ(desk.game.result().winner, winner_of(solver)) << desk.fen();
    }
}

TEST(Puzzles, AnotherMoveIsAskedAboutAndMayStand) {
    Practice desk;
    desk.begin("puzzle-4");
    const Move right = PuzzleExercises::reply(desk.game.record().start(), {});
    for (const Move m : legal_moves(desk.game.record().position())) {
        if (m == right || m.promotes() || legal_moves(after(desk.game.record().position(), m)).empty()) continue;
        desk.play(m);
        break;
    }
    desk.grade(-500);
    ASSERT_EQ(desk.game.state(), State::question) << desk.fen() << ": it wins, but nobody says that it mates";
    desk.press(play_button);
    EXPECT_EQ(desk.game.state(), State::engine_thinking);
    EXPECT_FALSE(desk.only) << "the engine plays on as it likes";
}

/// A puzzle of three half moves or more whose solution mates, or does not, and a move of another piece that does not end it.
struct OtherMove {
    std::string fen{};
    Move move{};
    int plies = 0;  ///< of the solution
};
OtherMove other_move(bool mates) {
    const puzzles::Table table(stackmate_puzzles_file);
    puzzles::Puzzle puzzle;
    for (unsigned n = 0; table.puzzle(n, puzzle); ++n) {
        Position end = puzzle.position;
        for (unsigned i = 0; i < puzzle.length; ++i) end = after(end, puzzle.moves[i]);
        if (puzzle.length < 3 || end.any_legal_move() == mates) continue;
        const std::string fen = fen_of(puzzle.position);
        for (const Move m : legal_moves(puzzle.position))
            if (m.from() != puzzle.moves[0].from() && !m.promotes() && after(puzzle.position, m).any_legal_move())
                return {fen.substr(0, fen.rfind(' ') + 1) + std::to_string(n + 1), m, puzzle.length};
    }
    return {};
}

TEST(Puzzles, AnotherMoveThatMatesAsSoonAsTheSolutionIsRight) {
    for (const bool mates : {true, false})
        for (const bool late : {false, true}) {
            const OtherMove other = other_move(mates);
            ASSERT_TRUE(other.move);
            Resumed desk{first_terms({}, exercise("puzzle-1"), false, position(other.fen)), other.fen};
            desk.make(other.move, 1500);
            ASSERT_EQ(desk.purpose, Purpose::grade);
            desk.grade(mated_in(other.plies - (late ? -1 : 1)));
            const bool right = !mates || !late;
            EXPECT_EQ(desk.game.state(), right ? State::game_over : State::question) << other.fen;
            EXPECT_EQ(desk.game.result().ending, right ? Ending::solved : Ending::none);
        }
}

TEST(Puzzles, GoOnAfterPowerOff) {
    Practice before;
    before.begin("puzzle-2");
    Resumed desk{before};
    const Move right = PuzzleExercises::reply(desk.game.record().start(), {});
    ASSERT_TRUE(right);
    desk.make(right, 1500);
    EXPECT_NE(desk.game.state(), State::question);
}

// ------------------------------------------------------------------ openings

std::vector<Move> book_moves(const Position& p) {
    std::array<BookMove, Book::max_moves> memory;
    std::vector<Move> moves;
    for (const BookMove& m : opening_book.moves(p, memory)) moves.push_back(m.move);
    return moves;
}
/// A legal move that is not in the book.
Move no_book_move(const Position& p) {
    const std::vector<Move> known = book_moves(p);
    for (const Move m : legal_moves(p))
        if (std::find(known.begin(), known.end(), m) == known.end()) return m;
    return {};
}
/// Makes the engine's move, which is to be the only one it searches, and one of the book's.
void let_reply(Practice& desk) {
    ASSERT_EQ(desk.game.state(), State::engine_thinking) << desk.fen();
    const Position p = desk.game.record().position();
    const std::vector<Move> known = book_moves(p);
    ASSERT_NE(std::find(known.begin(), known.end(), desk.only), known.end()) << desk.fen();
    ASSERT_FALSE(book_moves(after(p, desk.only)).empty()) << "there the book knows a move for the person";
    desk.answer(text_of(desk.only, p));
    desk.make(desk.game.pending(), 1500);
}

TEST(Openings, ALineOfTheBookIsSolvedWhenItEnds) {
    for (unsigned line = 0; line < 6; ++line) {
        Practice desk;
        desk.wait(line * 37);
        desk.begin("openings");
        EXPECT_TRUE(desk.told("find the moves of the opening book"));
        EXPECT_EQ(desk.fen(), Position::start_fen);
        while (desk.game.state() != State::game_over) {
            desk.play(book_moves(desk.game.record().position())[line % 2]);
            if (desk.game.state() != State::game_over) ASSERT_NO_FATAL_FAILURE(let_reply(desk));
        }
        EXPECT_EQ(desk.game.result().ending, Ending::solved);
        EXPECT_EQ(desk.game.result().winner, Winner::white);
        EXPECT_GE(desk.game.record().size(), 3u);
    }
}

TEST(Openings, EverySecondTimeThePersonHasBlack) {
    Practice desk;
    for (const Color person : {Color::white, Color::black, Color::white}) {
        ASSERT_EQ(desk.choose("openings"), Refusal::none);
        for (int turns = 0; turns < 50; ++turns) desk.turn();
        (void)desk.set_up();
        desk.wait(2000);
        EXPECT_EQ(desk.game.player(person), Seat::person);
        EXPECT_EQ(desk.game.player(~person), Seat::engine);
        if (person == Color::black) ASSERT_NO_FATAL_FAILURE(let_reply(desk));
        ASSERT_EQ(desk.game.state(), State::person_to_move) << desk.fen();
    }
}

TEST(Openings, AMoveThatIsNotInTheBookIsAskedAboutAndMayStand) {
    for (const bool stands : {true, false}) {
        Practice desk;
        desk.begin("openings");
        desk.play(no_book_move(desk.game.record().position()));
        ASSERT_EQ(desk.game.state(), State::question) << desk.fen();
        desk.tap(stands ? "e4" : "d5");
        if (!stands) {
            EXPECT_EQ(desk.game.record().size(), 0u);
            continue;
        }
        EXPECT_EQ(desk.game.state(), State::engine_thinking);
        EXPECT_FALSE(desk.only) << "the engine plays on as it likes";
        desk.reply();
        desk.play(legal_moves(desk.game.record().position()).back());
        EXPECT_EQ(desk.game.state(), State::engine_thinking) << "outside the book nothing is wrong or solved";
    }
}

TEST(Openings, AHintIsAMoveOfTheBook) {
    Practice desk;
    desk.begin("openings");
    desk.press(play_button);
    ASSERT_EQ(desk.game.state(), State::hint);
    const std::vector<Move> known = book_moves(desk.game.record().position());
    EXPECT_NE(std::find(known.begin(), known.end(), desk.only), known.end());
}

TEST(Openings, AreOnE8AndGoOnAfterPowerOff) {
    Practice before;
    before.move("g1f3");
    before.press(play_button, 1100);
    before.tap("c7");
    before.tap("e8");
    before.press(play_button);  // yes: the game is given up
    for (int turns = 0; turns < 50; ++turns) before.turn();
    (void)before.set_up();
    ASSERT_EQ(before.game.terms().practised(), exercise("openings")) << before.picture();
    Resumed desk{before};
    EXPECT_EQ(desk.game.terms().practised(), exercise("openings"));
    desk.make(no_book_move(desk.game.record().position()), 1500);
    EXPECT_EQ(desk.game.state(), State::question);
}

// ------------------------------------------------------------------ the judge

Verdict judged(std::string_view name, std::string_view fen, std::string_view move, std::size_t plies = 1) {
    const Position p = position(fen);
    const Move m = move_from_text(p, move);
    EXPECT_TRUE(m) << move;
    return EndingExercises::judge(exercise(name), p, m, after(p, m), plies);
}

TEST(Exercises, AreSolvedByAChangeThatStillWins) {
    EXPECT_EQ(judged("win-kpvk", "8/3KP3/8/8/8/8/k7/8 w - - 0 1", "e7e8q"), Verdict::solved);
    EXPECT_EQ(judged("win-krvkp", "8/8/8/8/8/1k6/3p4/3R2K1 w - - 0 1", "d1d2"), Verdict::solved);
    EXPECT_EQ(judged("win-kqvkr", "8/8/8/3k4/8/2r5/8/2QK4 w - - 0 1", "c1c3"), Verdict::solved);
    EXPECT_EQ(judged("win-krvk", "8/8/8/3k4/8/8/8/2RK4 w - - 0 1", "c1c8"), Verdict::goes_on);
    EXPECT_EQ(judged("win-krvk", "8/8/8/8/3k4/8/8/2RK4 w - - 0 1", "c1c3"), Verdict::wrong) << "the rook is lost";
}

}  // namespace
}  // namespace stackmate::firmware::test
