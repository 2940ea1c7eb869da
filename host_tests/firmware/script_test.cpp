// The notation of scripts: what it cannot understand, or what is not so, is a failure that names the line.
#include "host_tests/firmware/play/script.hpp"
#include "host_tests/firmware/table/script.hpp"

#include <gtest/gtest-spi.h>

namespace stackmate::firmware::test {
namespace {

/// What fails in a script: messages, each behind file and line.
std::string faults_of(const ScriptText& text, NewScript make = script_at_a_desk) {
    testing::TestPartResultArray results;
    {
        const testing::ScopedFakeTestPartResultReporter reporter(
            testing::ScopedFakeTestPartResultReporter::INTERCEPT_ONLY_CURRENT_THREAD, &results);
        run(make, text.lines);
    }
    std::string faults;
    for (int i = 0; i < results.size(); ++i) {
        const testing::TestPartResult& result = results.GetTestPartResult(i);
        faults += std::string(result.file_name()) + ":" + std::to_string(result.line_number()) + ": " + result.message()
                  + "\n";
    }
    return faults;
}

TEST(Script, WhatIsSoIsNoFault) {
    EXPECT_EQ(faults_of(R"(
        begin, e2e4 -> engine_thinking, not menu, moves 1, turn none, not thinking e1, told "1. e4", not told "2. e4"
        2 times: turn -> not brightness 0  # a comment
        answer e7e5 -50 -> picture "e5 move_to, e7 move_from, e8 turn"
    )"),
              "");
    EXPECT_EQ(faults_of("begin -> person_to_move, turn e1"), "");
}

TEST(Script, WhatIsMisspeltIsAFault) {
    for (const char* const line : {
             // how it begins
             "start -> setup",
             "begin person -> setup",
             "begin c9 -> setup",
             "set -> setup",
             "set \"8/8 w\" -> setup",
             "saved_at -> setup",
             "-> person_to_move",
             // acts
             "begin, e2e9 -> moves 0",
             "begin, -e9 -> moves 0",
             "begin, -e3 -> moves 0",
             "begin, +e2 -> moves 0",
             "begin, e2e4e5 -> moves 0",
             "begin, PLAI -> moves 0",
             "begin, Turn -> moves 0",
             "begin, trun -> moves 0",
             "begin, turn turn -> moves 0",
             "begin, turn/50 -> moves 0",
             "begin, 50/50 -> moves 0",
             "begin, 50ms -> moves 0",
             "begin, PLAY/ -> moves 0",
             "begin, PLAY x -> moves 0",
             "begin, PLAY xx -> moves 0",
             "begin, PLAY e4 -> moves 0",
             "begin, tap -> moves 0",
             "begin, tap e9 -> moves 0",
             "begin, flip e4 x9y -> moves 0",
             "begin, up strat -> moves 0",
             "begin, up start e2 -> moves 0",
             "begin, up start +e2 -> moves 0",
             "begin, stored good -> moves 0",
             "begin, down PAWS -> moves 0",
             "begin, candidate e2e5 -> moves 0",
             "begin, e2e4, answer e7e4 -> moves 1",
             "begin, e2e4, answer e7e5 much -> moves 1",
             "begin, settings c0 -> moves 0",
             "begin, resign red -> moves 0",
             "begin, undo -> moves 0",
             "begin, undo!nothing -> moves 0",
             "begin, turn!busy -> moves 0",
             "begin, game start e2e5 -> moves 0",
             "begin,, turn -> moves 0",
             "begin, set \"x -> moves 0",
             R"(begin -> not told "\q")",
             R"(begin -> not told "\x4")",
             R"(begin -> not told "\)",
             "two times: begin -> moves 0",
             // checks
             "begin ->",
             "begin",
             "begin -> not",
             "begin -> person",
             "begin -> not person",
             "begin -> menu",
             "begin -> not person_to_move",
             "begin -> person_to_move e1",
             "begin -> lit e1",
             "begin -> not lit e1",
             "begin -> turn",
             "begin -> turn e9",
             "begin -> not turn e9",
             "begin -> turn e8",
             "begin -> not turn e1",
             "begin -> turn but",
             "begin -> seeking",
             "begin -> not seeking",
             "begin -> searching now",
             "begin -> not pending e2e4",
             "begin -> told",
             "begin -> told \"e5\"",
             "begin -> moves",
             "begin -> moves 1",
             "begin -> not moves 0",
             "begin -> not moves none",
             "begin -> not white enginee",
             "begin -> level c9",
             "begin -> not level s2",
             "begin -> clock white",
             "begin -> clock red 0",
             "begin -> clock white 0 plus 5",
             "begin -> clock white 0 within",
             "begin -> player white engine",
             "begin -> player green person",
             "begin -> fen stort",
             "begin -> picture \"e8 turn\"",
             // words for each
             "each: a ; b\nbegin -> moves 0",
             "each: a\nbegin, $1$2 -> moves 0",
             "begin, $1 -> moves 0",
             "begin -> not told \"$1\"",
             "begin\neach: turn\n-> moves 0",
         })
        EXPECT_NE(faults_of(line), "") << line;
}

TEST(Script, WhatIsSoAtATableIsNoFault) {
    EXPECT_EQ(faults_of(R"(
        begin "level t1" -> heard "new game"
        say "isready" -> said "readyok\n", heard "\x72eady", begins r, times 1 ready, best none
        -> said "readyok\n"  # without an act nothing is forgotten
        1 -> said "", not heard ready, lit e1 turn, shines turn e1
    )",
                        script_at_a_table),
              "");
}

TEST(Script, WhatIsMisspeltOrNotSoAtATableIsAFault) {
    for (const char* const line : {
             "desk -> setup",
             "set -> setup",
             "begin \"level t1\", type isready -> heard readyok",
             "begin, say isready -> not heard readyok",
             "begin, say isready -> said readyok",
             "begin, say isready -> begins eadyok",
             "begin, say isready -> times 2 readyok",
             "begin, say isready -> times_over 1 readyok",
             "begin, say isready -> heard_then_no ready ok",
             "begin, say isready, turn -> setup",
             "begin -> best e2e4",
             "begin -> answers 1",
             "begin, e2e4, think -> best_legal e2e9",
             "begin, say \"go depth 1\", 500 -> best none",
             "begin, say \"go depth 1\", 500 -> best_legal e2e4",
             "begin -> shines turn e8",
             "begin -> shines tirn none",
             "begin -> shining e2",
             "begin -> lit e1 dark",
             "begin -> piece e2 p",
             "begin -> resets 1",
             "begin -> dimmed_to 32",
             "begin, 1500, count -> not writes 0",
             "begin, count, e2e4, 1500 -> writes 0",
             "begin, store full -> moves 0",
             "begin, obey -> moves 0",
             "begin, note_board, e2e4 -> fen_as_noted",
             "begin, note_board, say \"board level t1\" -> settings_as_noted",
             "begin, note_nodes -> searched_on",
             "begin -> waits_for e2e4",
             "begin -> engines_turn",
         })
        EXPECT_NE(faults_of(line, script_at_a_table), "") << line;
}

TEST(Script, AFaultNamesItsLineAndTheState) {
    const int line = __LINE__ + 1;
    const std::string faults = faults_of(R"(
        begin -> person_to_move

        e2e4 -> engine_thinking
        # the next one is wrong, and the one after it is not reached
        answer e7e5 -> menu
        trun
    )");
    EXPECT_TRUE(faults.starts_with(std::string(__FILE__) + ":" + std::to_string(line + 5) + ": ")) << faults;
    for (const char* const part :
         {"menu", "answer e7e5 -> menu", "state: move_to_make", "lights: e5 move_to", "game: rnbqkbnr/"})
        EXPECT_NE(faults.find(part), std::string::npos) << faults;
    EXPECT_EQ(faults.find("trun"), std::string::npos) << faults;
}

TEST(Script, AFaultOfTheDeskNamesTheLineToo) {
    const std::string line = "script_test.cpp:" + std::to_string(__LINE__ + 1) + ": begin, answer e2e4";
    const std::string faults = faults_of("begin, answer e2e4 -> moves 0");
    EXPECT_NE(faults.find(line), std::string::npos) << faults;
}

const int names_line = __LINE__ + 2;
const bool registered = played("ScriptNames", R"(
AreTheNamesOfTests
    begin -> person_to_move

OneBelowTheOther
    begin -> person_to_move
)");

TEST(Script, EveryScenarioIsATestOfItsOwnWithItsLine) {
    std::vector<std::string> found;
    const testing::UnitTest& all = *testing::UnitTest::GetInstance();
    for (int i = 0; i < all.total_test_suite_count(); ++i)
        if (const testing::TestSuite& suite = *all.GetTestSuite(i); suite.name() == std::string_view("ScriptNames"))
            for (int n = 0; n < suite.total_test_count(); ++n)
                found.push_back(suite.GetTestInfo(n)->name()
                                + (":" + std::to_string(suite.GetTestInfo(n)->line() - names_line)));
    EXPECT_EQ(found, std::vector<std::string>({"AreTheNamesOfTests:0", "OneBelowTheOther:3"}));
}

}  // namespace
}  // namespace stackmate::firmware::test
