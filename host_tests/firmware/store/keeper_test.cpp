#include "firmware/store/keeper.hpp"

#include "hal/fake/store.hpp"
#include "host_tests/firmware/store/listener.hpp"
#include "host_tests/firmware/store/shelf.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace stackmate::firmware::test {
namespace {

// Only what is taken back again and again makes a game that the memory cannot hold.
TEST(Keeper, TellsBeforeTheMemoryIsFullAndThenThatNothingIsStored) {
    const auto flash = std::make_unique<Rp2040Shelf::Flash>();
    const auto shelf = std::make_unique<Shelf<Rp2040Shelf>>(*flash);
    shelf->begin();
    shelf->play(move_from_text(shelf->game.record().position(), "e2e4"));
    const Move answer = move_from_text(shelf->game.record().position(), "e7e5");
    unsigned answers = 0;
    const auto change_mind = [&] {
        shelf->play(answer);
        (void)shelf->game.take_back(1);
        shelf->keep();
        ++answers;
    };
    while (shelf->trouble == StoreTrouble::none && answers < 5000) change_mind();
    ASSERT_EQ(shelf->trouble, StoreTrouble::nearly_full) << "after " << answers;
    EXPECT_GT(answers, 800u);
    EXPECT_EQ(shelf->keeper.light(), StoreLight::few_left);
    const unsigned told = answers;
    shelf->trouble = StoreTrouble::none;
    change_mind();
    EXPECT_EQ(shelf->trouble, StoreTrouble::none) << "told once";
    while (shelf->keeper.light() == StoreLight::few_left && answers < 5000) change_mind();
    EXPECT_EQ(shelf->trouble, StoreTrouble::full);
    EXPECT_EQ(shelf->keeper.light(), StoreLight::unsaved);
    EXPECT_GE(answers - told, 15u) << "told in time";
    EXPECT_EQ(shelf->game.result().ending, Ending::none) << "the game itself goes on";

    shelf->begin();
    shelf->play(move_from_text(shelf->game.record().position(), "d2d4"));
    EXPECT_EQ(shelf->keeper.light(), StoreLight::none) << "the next game is stored again";
    const Shelf<Rp2040Shelf> again{*flash};
    ASSERT_EQ(again.game.record().size(), 1u);
    EXPECT_EQ(again.game.record().moves()[0], move_from_text(again.game.record().start(), "d2d4"));
}

// ---- what is stored by hand, event by event, and what a start makes of it (docs/STORAGE.md)

struct StoredByHand : testing::Test {
    using Chip = Rp2040Shelf;
    static constexpr std::uint32_t most_units = 0xFFFFFF;
    static constexpr auto clock_level = static_cast<std::uint8_t>(level_index(LevelKind::clock, 1));
    static constexpr std::uint32_t increment_ms = levels[clock_level].clock.increment_ms;

    std::unique_ptr<Chip::Flash> flash = std::make_unique<Chip::Flash>();
    std::unique_ptr<Shelf<Chip>> shelf{};

    Terms terms{.white = Seat::person, .black = Seat::person};

    StoredByHand() { EXPECT_EQ(log.open(), hal::NvResult::empty); }
    void with_clocks() { terms.level = clock_level; }
    void start() {
        Position p;
        p.set_start();
        EXPECT_EQ(saved.new_game(p, 1, terms, Seat::person, Seat::person), hal::NvResult::ok);
    }
    void event(unsigned low, unsigned high) {
        const std::byte bytes[] = {static_cast<std::byte>(low), static_cast<std::byte>(high)};
        EXPECT_EQ(log.append(1, bytes), hal::NvResult::ok);
    }
    void move(Move m) { event(m.bits() & 0xFFu, m.bits() >> 8); }
    /// Of a game with clocks. In units of 10 ms.
    void move(Move m, int units) {
        move(m);
        event(static_cast<unsigned>(units) & 0xFFu, static_cast<unsigned>(units) >> 8 & 0xFFu);
    }
    void take_back(unsigned plies) { event(0x80, plies); }
    void clocks(std::uint32_t white_units, std::uint32_t black_units) {
        std::byte bytes[8] = {std::byte{0x82}, std::byte{1}};
        for (unsigned i = 0; i < 3; ++i) {
            bytes[2 + i] = static_cast<std::byte>(white_units >> 8 * i);
            bytes[5 + i] = static_cast<std::byte>(black_units >> 8 * i);
        }
        EXPECT_EQ(log.append(1, bytes), hal::NvResult::ok);
    }
    void switch_on() {
        shelf.reset();
        shelf = std::make_unique<Shelf<Chip>>(*flash);
    }
    void agree(std::uint32_t white_ms, std::uint32_t black_ms) {
        EXPECT_EQ(saved.agree(terms, white_ms, black_ms), hal::NvResult::ok);
    }
    /// The board asks for it, or goes on with it.
    bool offered() const { return shelf->game.record().size() != 0; }
    std::uint32_t left(Color side) const { return shelf->game.clock().reading().left_ms[index(side)]; }

    const Move e2e4 = test::move("e2e4"), e7e5 = test::move("e7e5"), g1f3 = test::move("g1f3");

private:
    Chip::StorePart part{*flash};
    Chip::Log log{part};
    SavedGame<Chip::Log> saved{log};
};

TEST_F(StoredByHand, BothClocksAreAsTheyWere) {
    with_clocks();
    start();
    clocks(20'000, 30'000);
    move(e2e4, -700);
    move(e7e5, 0);
    switch_on();
    EXPECT_EQ(shelf->trouble, StoreTrouble::none);
    ASSERT_EQ(shelf->game.record().size(), 2u);
    EXPECT_EQ(left(Color::white), 193'000u);
    EXPECT_EQ(left(Color::black), 300'000u);

    move(g1f3, 0x7FFF);
    switch_on();
    EXPECT_EQ(left(Color::white), 193'000u + 327'670u);
    EXPECT_EQ(left(Color::black), 300'000u);
}

TEST_F(StoredByHand, AClockThatCannotBeEndsWhatIsUnderstood) {
    with_clocks();
    start();
    clocks(most_units - 1, 500);
    move(e2e4, 1);
    switch_on();
    EXPECT_EQ(shelf->trouble, StoreTrouble::none);
    EXPECT_EQ(left(Color::white), most_units * 10) << "the most that is stored";

    move(e7e5, -501);
    switch_on();
    EXPECT_EQ(shelf->trouble, StoreTrouble::partly_read) << "less than nothing";
    EXPECT_EQ(left(Color::black), 5'000u + increment_ms) << "what was told before, and a move";

    start();
    clocks(most_units - 1, 500);
    move(e2e4, 2);
    switch_on();
    EXPECT_EQ(shelf->trouble, StoreTrouble::partly_read) << "more than can be";
    EXPECT_EQ(left(Color::white), (most_units - 1) * 10 + increment_ms);
}

TEST_F(StoredByHand, WhatIsUnderstoodInPartGoesOnAndIsStoredNoMore) {
    start();
    move(e2e4);
    move(e2e4);
    move(e7e5);
    switch_on();
    EXPECT_EQ(shelf->trouble, StoreTrouble::partly_read) << "no pawn is there any more";
    ASSERT_EQ(shelf->game.record().size(), 1u);
    const std::uint64_t steps = flash->steps();
    shelf->play(e7e5);
    ASSERT_EQ(shelf->game.record().size(), 2u);
    EXPECT_EQ(shelf->keeper.light(), StoreLight::unsaved);
    EXPECT_EQ(flash->steps(), steps) << "nothing is written behind what nobody understands";

    shelf->begin();
    shelf->play(e2e4);
    EXPECT_EQ(shelf->keeper.light(), StoreLight::none);
    EXPECT_GT(flash->steps(), steps);
}

TEST_F(StoredByHand, ThatBytesWentBadIsShownUntilAHalfMoveIsStored) {
    start();
    move(e2e4);
    move(e7e5);
    const std::span<std::byte> store = flash->cells().subspan(std::size_t{Chip::games_sectors} * 4096);
    const auto last = std::find_if(store.rbegin(), store.rend(), [](std::byte b) { return b != std::byte{0xFF}; });
    *(last + 12) = std::byte{0};  // of the record before the last
    switch_on();
    EXPECT_EQ(shelf->opened, StoreTrouble::damaged);
    EXPECT_EQ(shelf->keeper.light(), StoreLight::unsaved);
    shelf->begin();
    EXPECT_EQ(shelf->keeper.light(), StoreLight::unsaved);
    shelf->play(e2e4);
    EXPECT_EQ(shelf->keeper.light(), StoreLight::none);
}

TEST_F(StoredByHand, NoMoreIsTakenBackThanThereIs) {
    start();
    move(e2e4);
    take_back(2);
    move(g1f3);
    switch_on();
    EXPECT_EQ(shelf->trouble, StoreTrouble::partly_read);
    EXPECT_FALSE(offered());
}

TEST_F(StoredByHand, AGameWithAllTakenBackIsNotOffered) {
    start();
    move(e2e4);
    take_back(1);
    switch_on();
    EXPECT_EQ(shelf->trouble, StoreTrouble::none);
    EXPECT_EQ(shelf->game.state(), states::State::setup);
    EXPECT_FALSE(shelf->game.playing());
}

TEST_F(StoredByHand, AGameThatWentOnAfterItsEndGoesOn) {
    start();
    move(e2e4);
    move(e7e5);
    event(0x81, 0x12);  // White has resigned
    switch_on();
    EXPECT_FALSE(offered());
    take_back(1);
    switch_on();
    ASSERT_TRUE(offered());
    EXPECT_FALSE(shelf->game.result());
}

TEST_F(StoredByHand, TheClockAfterAHalfMoveIsTheMovers) {
    with_clocks();
    start();
    clocks(20'000, 30'000);
    move(e2e4, -700);
    move(e7e5, -100);
    switch_on();
    EXPECT_EQ(shelf->keeper.clock_after(0), 193'000u);
    EXPECT_EQ(shelf->keeper.clock_after(1), 299'000u);
    EXPECT_EQ(shelf->keeper.clock_after(2), no_clock);
}

TEST_F(StoredByHand, ClocksThatAreSetLaterAreNotThoseOfTheHalfMove) {
    with_clocks();
    start();
    clocks(20'000, 30'000);
    move(e2e4, -700);
    agree(50'000, 60'000);
    switch_on();
    EXPECT_EQ(shelf->keeper.clock_after(0), 193'000u) << "other terms";

    move(e7e5, -100);
    take_back(1);
    clocks(10'000, 11'000);
    switch_on();
    EXPECT_EQ(shelf->keeper.clock_after(0), 193'000u) << "a takeback";
}

TEST_F(StoredByHand, AGameThatWentOnAfterItsEndStillTellsItsClocks) {
    with_clocks();
    start();
    clocks(20'000, 30'000);
    move(e2e4, 0);
    move(e7e5, 0);
    event(0x81, 0x12);  // White has resigned
    take_back(1);
    move(e7e5, -100);
    switch_on();
    EXPECT_EQ(shelf->keeper.clock_after(1), 299'000u);
}

// ---- settings

struct SettingsOfKeeper : testing::Test {
    using Chip = Rp2040Shelf;
    std::unique_ptr<Chip::Flash> flash = std::make_unique<Chip::Flash>();
    std::unique_ptr<Shelf<Chip>> shelf = std::make_unique<Shelf<Chip>>(*flash);

    /// Told at `now_ms`.
    StoreTrouble changed(std::uint32_t now_ms) {
        Settings other = shelf->game.settings();
        ++other.brightness;
        (void)shelf->game.change_settings(other);
        return shelf->keeper.keep(shelf->game.take_change(), now_ms);
    }
    /// Something is written.
    bool at_rest(std::uint32_t now_ms) {
        const std::uint64_t steps = flash->steps();
        EXPECT_EQ(shelf->keeper.save_settings_at_rest(now_ms), StoreTrouble::none);
        return flash->steps() != steps;
    }
    void notice(std::uint32_t now_ms) {
        EXPECT_EQ(shelf->keeper.keep({.kind = Change::Kind::notice, .notice = Notice::square}, now_ms),
                  StoreTrouble::none);
    }
    void mark(std::uint32_t now_ms) {
        (void)shelf->ask("ignore", "a5");
        notice(now_ms);
    }
    void restart() {
        shelf.reset();
        shelf = std::make_unique<Shelf<Chip>>(*flash);
    }
};

TEST_F(SettingsOfKeeper, AreStoredOnceTheyHaveStoodForASecond) {
    EXPECT_FALSE(at_rest(5'000)) << "nothing has changed";
    EXPECT_EQ(changed(5'000), StoreTrouble::none);
    EXPECT_FALSE(at_rest(5'999));
    EXPECT_TRUE(at_rest(6'000));
    EXPECT_FALSE(at_rest(9'000)) << "they are stored";
    const Settings stored = shelf->game.settings();

    EXPECT_EQ(changed(0xFFFF'FF00), StoreTrouble::none);
    EXPECT_EQ(changed(0xFFFF'FFF0), StoreTrouble::none);
    EXPECT_FALSE(at_rest(0)) << "milliseconds wrap";
    EXPECT_FALSE(at_rest(900));
    restart();
    EXPECT_EQ(shelf->game.settings(), stored);
}

TEST_F(SettingsOfKeeper, AMarkIsStoredAsTheyAreAndASquareThatFlickersPutsNothingOff) {
    mark(5'000);
    EXPECT_FALSE(at_rest(5'999));
    EXPECT_TRUE(at_rest(6'000));
    restart();
    EXPECT_EQ(shelf->game.marked(), SquareSet{1} << 32);

    EXPECT_EQ(changed(7'000), StoreTrouble::none);
    notice(7'900);
    EXPECT_TRUE(at_rest(8'000));
    notice(9'000);
    EXPECT_FALSE(at_rest(10'000)) << "the same marks are stored already";
}

TEST_F(SettingsOfKeeper, ThatTheMemoryDoesNotTakeAreComplainedOfOnceAndShown) {
    flash->bad_sectors.fill(true);
    (void)changed(0);
    EXPECT_EQ(shelf->keeper.save_settings(), StoreTrouble::failed);
    EXPECT_FALSE(shelf->game.playing());
    EXPECT_EQ(shelf->keeper.light(), StoreLight::unsaved);
    (void)changed(0);
    EXPECT_EQ(shelf->keeper.save_settings(), StoreTrouble::none) << "that was said";
    EXPECT_EQ(shelf->keeper.save_settings(), StoreTrouble::none) << "nothing is left to do";
}

TEST_F(SettingsOfKeeper, ThatChangeBeforeAGameAreStoredWithItAndNotAgain) {
    (void)changed(0);
    shelf->begin();
    const Settings stored = shelf->game.settings();
    mark(5'000);
    EXPECT_FALSE(at_rest(5'999)) << "only the mark is left to be stored";
    restart();
    EXPECT_EQ(shelf->game.settings(), stored);
    EXPECT_EQ(shelf->game.marked(), 0u);
}

// ---- the end of a game that is stored, and other terms for it

void practise_mistake(Controller& game, std::string_view fen) {
    const auto name = std::find(exercise_names.begin(), exercise_names.end(), "mistake");
    game.offer_exercises();
    ASSERT_EQ(game.practise(static_cast<std::uint8_t>(name - exercise_names.begin())), Refusal::none);
    game.give_mistake(fen);
    ASSERT_TRUE(game.practises_mistake());
}

struct GamesOfKeeper : testing::Test {
    using Chip = Rp2040Shelf;
    static constexpr const char* mistake = "4k3/8/8/8/8/8/3R4/4K3 w - - 0 1";

    std::unique_ptr<Chip::Flash> flash = std::make_unique<Chip::Flash>();
    std::unique_ptr<Shelf<Chip>> shelf = std::make_unique<Shelf<Chip>>(*flash);

    void move(std::string_view text) { shelf->play(move_from_text(shelf->game.record().position(), text)); }
    void practise() {
        practise_mistake(shelf->game, mistake);
        shelf->keep();
        move("d2d3");
    }
    void other_terms() { EXPECT_EQ(shelf->keeper.keep({.kind = Change::Kind::terms}, 0), StoreTrouble::none); }
    bool keeps_a_game() {
        EXPECT_EQ(shelf->keeper.keep_what_is_over(), StoreTrouble::none);
        return shelf->keeper.newest_below(~std::uint32_t{0}).number != 0;
    }
};

TEST_F(GamesOfKeeper, AnExerciseIsNotPutAmongTheLastGames) {
    shelf->begin();
    practise();
    other_terms();
    shelf->resign(Color::black);
    EXPECT_FALSE(keeps_a_game());
}

TEST_F(GamesOfKeeper, AnExerciseThatGoesOnAsAGameIs) {
    shelf->begin();
    practise();
    ASSERT_EQ(shelf->game.practise(0), Refusal::none);
    shelf->keep();
    ASSERT_FALSE(shelf->game.practises());
    shelf->resign(Color::black);
    EXPECT_TRUE(keeps_a_game());
}

TEST_F(GamesOfKeeper, ToAskForTheLastGamesWritesNothingDuringAGameNorTwice) {
    const auto written = [&] {
        const std::uint64_t before = flash->steps();
        (void)keeps_a_game();
        return flash->steps() - before;
    };
    shelf->begin();
    move("e2e4");
    EXPECT_EQ(written(), 0u);
    shelf->resign(Color::black);
    EXPECT_NE(written(), 0u);
    EXPECT_EQ(written(), 0u);
}

TEST_F(GamesOfKeeper, OtherTermsStoreTheClocksAsTheyAre) {
    Settings settings{.white = Seat::person, .black = Seat::person};
    settings.level = static_cast<std::uint8_t>(level_index(LevelKind::clock, 1));
    shelf->game.set_settings(settings);
    shelf->begin();
    move("e2e4");
    ClockReading reading = shelf->game.clock().reading();
    reading.left_ms[index(Color::white)] = 100'000;
    shelf->game.restore_clock(reading);
    other_terms();
    shelf = std::make_unique<Shelf<Chip>>(*flash);
    EXPECT_EQ(shelf->trouble, StoreTrouble::none);
    EXPECT_EQ(shelf->game.clock().reading().left_ms[index(Color::white)], 100'000u);
}

TEST_F(GamesOfKeeper, ThatAGameIsNotKeptDoesNotHideThatTheNextIsNotStored) {
    shelf->begin();
    move("e2e4");
    std::fill_n(flash->bad_sectors.begin(), Chip::games_sectors, true);
    shelf->begin();
    EXPECT_EQ(shelf->trouble, StoreTrouble::not_kept);
    flash->bad_sectors.fill(true);
    move("e2e4");
    EXPECT_EQ(shelf->trouble, StoreTrouble::failed);
}

// ---- a board without a place for the last games

struct OnlyAStore {
    hal::fake::NvStore<> store{};
};
struct KeeperWithoutGames : testing::Test {
    OnlyAStore board{};
    Controller game{};
    Keeper<OnlyAStore> keeper{board, game};

    KeeperWithoutGames() {
        EXPECT_EQ(keeper.open(), StoreTrouble::none);
        game.start(0);
    }
    void keep() {
        for (Change change = game.take_change(); change.kind != Change::Kind::none; change = game.take_change()) {
            EXPECT_EQ(keeper.keep(change, 0), StoreTrouble::none);
        }
    }
};

TEST_F(KeeperWithoutGames, HasNoneThatIsNotKept) {
    for (int games = 0; games < 2; ++games) {
        ASSERT_EQ(game.set_game({}, {}), Refusal::none);
        (void)game.play_unseen(move("e2e4"));
        keep();
    }
    EXPECT_EQ(keeper.light(), StoreLight::none);
}

// ---- the person's mistakes

struct MistakesOfKeeper : KeeperWithoutGames {
    static constexpr std::string_view few = "4k3/8/8/8/8/8/3R4/4K3 w - - 0 1",
                                      more = "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1";

    std::string next() {
        std::array<char, max_fen_length> fen;
        return {fen.data(), keeper.next_mistake(fen.data())};
    }
    void begin(std::string_view fen) {
        ASSERT_EQ(game.set_game(fen, {}), Refusal::none);
        keep();
    }
    /// In `fen`, with the pawn or rook on the d file.
    StoreTrouble mistake(std::string_view fen) {
        begin(fen);
        EXPECT_EQ(game.play_unseen(move("d2d3")), Refusal::none);
        keep();
        return keeper.keep_mistake(1);
    }
    void practise(std::string_view fen) {
        practise_mistake(game, fen);
        keep();
    }
    void ends(Ending ending) {
        EXPECT_EQ(keeper.keep({.kind = Change::Kind::result, .result = {.ending = ending}}, 0), StoreTrouble::none);
    }
    void notice(Notice n) {
        EXPECT_EQ(keeper.keep({.kind = Change::Kind::notice, .notice = n}, 0), StoreTrouble::none);
    }
};

TEST_F(MistakesOfKeeper, AreNoneAtFirst) { EXPECT_EQ(next(), ""); }

TEST_F(MistakesOfKeeper, WhatIsSolvedComesLaterUntilItFails) {
    ASSERT_EQ(mistake(few), StoreTrouble::none);
    ASSERT_EQ(mistake(more), StoreTrouble::none);
    ASSERT_EQ(next(), few);
    practise(few);
    ends(Ending::resignation);
    EXPECT_EQ(next(), few) << "given up";
    ends(Ending::solved);
    EXPECT_EQ(next(), more);
    notice(Notice::exercise_mistake);
    EXPECT_EQ(next(), more) << "no word about the move";
    notice(Notice::blunder);
    EXPECT_EQ(next(), few);
}

TEST_F(MistakesOfKeeper, InAnotherGameTheirPositionDoesNotCount) {
    ASSERT_EQ(mistake(few), StoreTrouble::none);
    ASSERT_EQ(mistake(more), StoreTrouble::none);
    begin(few);
    ends(Ending::solved);
    EXPECT_EQ(next(), few);
    practise(few);
    ends(Ending::solved);
    begin(few);
    notice(Notice::blunder);
    EXPECT_EQ(next(), more);
}

TEST_F(MistakesOfKeeper, OneForWhichThereIsNoRoomIsDroppedAndAMemoryThatFailsIsReported) {
    begin(few);
    EXPECT_EQ(game.play_unseen(move("d2d3")), Refusal::none);
    keep();
    board.store.fail_with = hal::NvResult::full;
    EXPECT_EQ(keeper.keep_mistake(1), StoreTrouble::none);
    EXPECT_EQ(keeper.light(), StoreLight::none);
    board.store.fail_with = hal::NvResult::failed;
    EXPECT_EQ(keeper.keep_mistake(1), StoreTrouble::failed);
    EXPECT_EQ(next(), "");
}

}  // namespace
}  // namespace stackmate::firmware::test
