// What boards have stored stays readable (docs/RELEASES.md). Here are the bytes of each format that a release writes, with what they
// must read as; and of those that are written today, that they are. Whoever changes a format after a release adds the new one's
// bytes, and leaves the others. Formats from before the first release are not read.
#include "firmware/store/last_games.hpp"
#include "firmware/store/saved_game.hpp"
#include "hal/fake/store.hpp"
#include "host_tests/firmware/store/listener.hpp"
#include "host_tests/firmware/store/shelf.hpp"
#include "host_tests/hal/flash_chips.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stackmate::firmware::test {
namespace {

using hal::NvResult;
using Store = hal::fake::NvStore<>;
constexpr unsigned settings_key = 0, game_key = 1;

std::string hex(std::span<const std::byte> bytes) {
    std::string text;
    for (const std::byte byte : bytes) {
        constexpr std::string_view digits = "0123456789abcdef";
        const auto value = std::to_integer<unsigned>(byte);
        text += text.empty() ? "" : " ";
        text += {digits[value >> 4], digits[value & 15]};
    }
    return text;
}
std::vector<std::byte> bytes_of(std::string_view hex) {
    std::vector<std::byte> bytes;
    for (std::size_t at = 0; at < hex.size(); at += 3)
        bytes.push_back(static_cast<std::byte>(std::stoul(std::string{hex.substr(at, 2)}, nullptr, 16)));
    return bytes;
}

// Level 19, the engine has White, the board lies the other way round, brightness 3, ChessLink is heard, the sound is loud, White's coach shows
// all for two pieces and Black's warns, the person has 1400 after three games; a1, b4, e5 and h8 are marked; one's own clock is
// 40+30:3+2 by Bronstein's rule; a club game, hand and brain, and variety. Of the byte 05 nothing is read: it was the exercise.
constexpr std::string_view settings_8 =
    "08 13 01 00 01 03 02 01 00 00 02 10 00 00 80 02 03 01 02 00 05 8c 03 02 28 03 1e 02 00 00 01 00 01 01";
constexpr std::string_view written_8 =
    "08 13 01 00 01 03 02 01 00 00 02 10 00 00 80 02 03 01 02 00 ff 8c 03 02 28 03 1e 02 00 00 01 00 01 01";
constexpr Settings settings_in_8{.level = 19,
                                 .white = Seat::engine,
                                 .black = Seat::person,
                                 .flipped = true,
                                 .brightness = 3,
                                 .protocol = 2,
                                 .white_coach = Coaching::all,
                                 .black_coach = Coaching::warns,
                                 .white_coach_pieces = 2,
                                 .black_coach_pieces = 0,
                                 .rating = 140,
                                 .rated_games = 3,
                                 .clock = {TimeRule::bronstein, {40, 3}, {30, 2}},
                                 .club = true,
                                 .hand_and_brain = true,
                                 .variety = true,
                                 .sound = 2};
constexpr std::uint64_t marks_in_8 =
    std::uint64_t{1} << 0 | std::uint64_t{1} << 25 | std::uint64_t{1} << 36 | std::uint64_t{1} << 63;

// Level 24, White is the person whom the game rates; e2e4 e7e5, one taken back, a2a1 with a knight for it, c7c5 and g1f3 with
// clocks, a pause, b8c6 without clocks, Black wins by resignation. One's own clock would be 40+30:3+2 by Bronstein's rule.
constexpr std::string_view game_4 =
    "04 00 56 34 12 10 0a 18 12 00 02 28 03 1e 02 00 00 14 68 64 88 80 01 18 00 62 84 82 01 50 46 00 69 42 00 06 4a 0c "
    "fe "
    "85 0a 18 16 00 02 28 03 1e 02 00 00 82 01 5c 44 00 69 42 00 83 00 71 a4 84 20 81 22";
// As a version has written it that had no such clock.
constexpr std::string_view game_4_before =
    "04 00 56 34 12 10 03 18 12 00 14 68 64 88 80 01 18 00 62 84 82 01 50 46 00 69 42 00 06 4a 0c fe "
    "85 04 18 16 00 00 82 01 5c 44 00 69 42 00 83 00 71 a4 84 20 81 22";
// From another start, an exercise: f7f2.
constexpr std::string_view odd_start = "8/5k2/8/8/8/8/1K3Q2/8 b - - 12 40";
constexpr std::string_view odd_game_4 =
    "04 21 56 34 12 10 0a 07 01 05 00 05 05 00 00 00 00 38 2f 35 6b 32 2f 38 2f 38 2f 38 2f 38 2f 31 4b 33 51 32 2f 38 "
    "20 "
    "62 20 2d 20 2d 20 31 32 20 34 30 65 2a";

const Move promotion{move("a2a1").from(), move("a2a1").to(), PieceType::knight};

const std::vector<std::string> the_game{"start ",
                                        heard_of(move("e2e4")),
                                        heard_of(move("e7e5")),
                                        "back 1",
                                        heard_of(promotion),
                                        heard_of(move("c7c5")),
                                        "clocks 180000 170010",
                                        heard_of(move("g1f3")),
                                        "clock by -5000",
                                        "clocks 175000 170010",
                                        heard_of(move("b8c6")),
                                        "result resigned 0-1"};
constexpr OwnClock its_clock{TimeRule::bronstein, {40, 3}, {30, 2}};
constexpr Terms its_terms{.level = 24, .black = Seat::engine, .rated = Rated::white, .own_clock = its_clock};
constexpr Terms its_pause{
    .level = 24, .black = Seat::engine, .paused = true, .rated = Rated::white, .own_clock = its_clock};
constexpr Terms odd_terms{.level = 7, .white = Seat::engine, .black = Seat::person, .exercise = 5};
const std::vector<std::string> the_odd_game{"start " + std::string{odd_start}, heard_of(move("f7f2"))};

struct StoredFormats : testing::Test {
    Store store{};
    SavedGame<Store> saved{store};

    void put(unsigned key, std::string_view hex) { ASSERT_EQ(store.put(key, bytes_of(hex)), NvResult::ok); }
    [[nodiscard]] std::string stored(unsigned key) const {
        std::vector<std::byte> bytes(store.size(key));
        (void)store.read(key, 0, bytes);
        return hex(bytes);
    }
    void expect_settings(std::string_view hex, const Settings& expected, std::uint64_t expected_marks) {
        put(settings_key, hex);
        Settings settings;
        std::uint64_t marked = ~std::uint64_t{0};
        EXPECT_TRUE(saved.load_settings(settings, marked));
        EXPECT_EQ(settings, expected);
        EXPECT_EQ(marked, expected_marks);
    }
    void expect_game(std::string_view hex, const std::vector<std::string>& expected, const std::vector<Terms>& terms,
                     std::uint32_t number, std::string_view seats) {
        put(game_key, hex);
        Listener listener;
        EXPECT_EQ(saved.load(listener), LoadedGame::whole);
        EXPECT_EQ(listener.heard, expected);
        EXPECT_EQ(listener.seats, seats);
        EXPECT_EQ(listener.agreed, terms);
        EXPECT_EQ(saved.number(), number);
    }
    /// It is none.
    void expect_no_game(std::string_view hex) {
        put(game_key, hex);
        Listener listener;
        EXPECT_EQ(saved.load(listener), LoadedGame::none) << hex;
        EXPECT_TRUE(listener.heard.empty());
        EXPECT_FALSE(saved.has_events());
        EXPECT_EQ(saved.number(), 0u);
    }
    void expect_no_settings(std::string_view hex) {
        put(settings_key, hex);
        Settings settings{.level = 7};
        std::uint64_t marked = 5;
        EXPECT_FALSE(saved.load_settings(settings, marked)) << hex;
        EXPECT_EQ(settings, Settings{.level = 7});
        EXPECT_EQ(marked, 5u);
    }
};

TEST_F(StoredFormats, SettingsOfTheEighthFormatAreReadAndWritten) {
    expect_settings(settings_8, settings_in_8, marks_in_8);
    put(settings_key, {});
    ASSERT_EQ(saved.save(settings_in_8, marks_in_8), NvResult::ok);
    EXPECT_EQ(stored(settings_key), written_8);
}
TEST_F(StoredFormats, SettingsOfAVersionThatHadFewerOrHasMoreAreReadAsFarAsTheyAreKnown) {
    Settings older = settings_in_8;
    older.variety = false;
    expect_settings(settings_8.substr(0, 3 * 33 - 1), older, marks_in_8);
    older.club = older.hand_and_brain = false;
    expect_settings(settings_8.substr(0, 3 * 30 - 1), older, marks_in_8);
    older.clock = {};
    expect_settings(settings_8.substr(0, 3 * 23 - 1), older, marks_in_8);
    older.rating = Settings{}.rating;
    older.rated_games = Settings{}.rated_games;
    expect_settings(settings_8.substr(0, 3 * 20 - 1), older, marks_in_8);
    older.white_coach = older.black_coach = Coaching::off;
    older.white_coach_pieces = older.black_coach_pieces = all_pieces;
    older.sound = Settings{}.sound;
    expect_settings(settings_8.substr(0, 3 * 15 - 1), older, marks_in_8);

    const std::string newer = std::string{settings_8} + " 07 00";
    expect_settings(newer, settings_in_8, marks_in_8);
    put(settings_key, std::string{written_8} + " 07 00");
    ASSERT_EQ(saved.save(settings_in_8, marks_in_8), NvResult::ok);
    EXPECT_EQ(stored(settings_key), std::string{written_8} + " 07 00") << "nothing has changed";
}
TEST_F(StoredFormats, ASettingThatABoardLacksIsStoredAsUnset) {
    Settings settings;
    std::uint64_t marked = 0;
    std::string gap = std::string{settings_8};
    gap.replace(3 * 15, 3 * 5 - 1, "ff ff ff ff ff");
    put(settings_key, gap);
    ASSERT_TRUE(saved.load_settings(settings, marked));
    EXPECT_EQ(settings.sound, Settings{}.sound);
    EXPECT_EQ(settings.white_coach_pieces, all_pieces);
    EXPECT_EQ(settings.rating, 140);
}
TEST_F(StoredFormats, SettingsOfAnotherFormatAreNone) {
    for (const std::string_view format : {"00", "05", "06", "ff"})
        expect_no_settings(std::string{format} + std::string{settings_8.substr(2)});
    expect_no_settings("");
}

TEST_F(StoredFormats, AGameOfTheFourthFormatIsReadAndWritten) {
    expect_game(game_4, the_game, {its_terms, its_pause}, 0x123456, "person remote");
    expect_game(odd_game_4, the_odd_game, {odd_terms}, 0x123456, "person engine");
    Position start;
    start.set_start();
    ASSERT_EQ(saved.new_game(start, 0x123456, its_terms, Seat::person, Seat::engine), NvResult::ok);
    ASSERT_EQ(saved.move(move("e2e4")), NvResult::ok);
    ASSERT_EQ(saved.move(move("e7e5")), NvResult::ok);
    ASSERT_EQ(saved.taken_back(1), NvResult::ok);
    ASSERT_EQ(saved.move(promotion), NvResult::ok);
    ASSERT_EQ(saved.move(move("c7c5"), Color::black, 180'000, 170'010), NvResult::ok);
    ASSERT_EQ(saved.move(move("g1f3"), Color::white, 175'000, 170'010), NvResult::ok);
    ASSERT_EQ(saved.agree(its_pause, 175'000, 170'010), NvResult::ok);
    ASSERT_EQ(saved.move(move("b8c6")), NvResult::ok);
    ASSERT_EQ(saved.result({Ending::resignation, Winner::black}, Seat::person, Seat::remote), NvResult::ok);
    EXPECT_EQ(stored(game_key), game_4);
    ASSERT_EQ(start.set_fen(odd_start), FenError::none);
    ASSERT_EQ(saved.new_game(start, 0x123456, odd_terms, Seat::person, Seat::engine), NvResult::ok);
    ASSERT_EQ(saved.move(move("f7f2")), NvResult::ok);
    EXPECT_EQ(stored(game_key), odd_game_4);
}
TEST_F(StoredFormats, TermsOfAVersionThatHadFewerAreReadAndTheRestIsAsUsual) {
    Terms terms = its_terms, pause = its_pause;
    terms.own_clock = pause.own_clock = {};
    expect_game(game_4_before, the_game, {terms, pause}, 0x123456, "person remote");
}
TEST_F(StoredFormats, TermsThatALaterVersionHasMadeLongerAreReadAsFarAsTheyAreKnown) {
    std::string longer{odd_game_4};
    longer.replace(3 * 6, 2, "0c");
    longer.insert(3 * 17, "77 66 ");
    expect_game(longer, the_odd_game, {odd_terms}, 0x123456, "person engine");
}
TEST_F(StoredFormats, TermsThatThisVersionDoesNotHaveEndWhatIsUnderstood) {
    for (const std::string_view terms : {"22 00 00", "00 00 1b"}) {
        std::string unknown{odd_game_4};
        unknown.replace(3 * 7, terms.size(), terms);
        put(game_key, unknown);
        Listener listener;
        EXPECT_EQ(saved.load(listener), LoadedGame::damaged) << terms;
        EXPECT_TRUE(listener.heard.empty());
    }
}
TEST_F(StoredFormats, AGameOfAnotherFormatIsNone) {
    for (const std::string_view format : {"00", "02", "03", "05", "ff"})
        expect_no_game(std::string{format} + std::string{game_4.substr(2)});
}

/// A chip's flash from a place on.
template <class Flash>
std::string dump(const Flash& flash, std::uint32_t at, std::size_t size) {
    std::vector<std::byte> bytes(size);
    EXPECT_TRUE(flash.read(at, bytes));
    return hex(bytes);
}

// Settings, a game's start, settings again, two half moves.
template <class C>
struct LogFraming : testing::Test {};
struct OfEight : stackmate::test::Rp2040 {
    static constexpr std::string_view bytes =
        "53 4d 4c 31 01 00 00 00 48 00 00 00 88 59 2a 02 53 4d 4c 31 01 00 00 00 48 00 00 00 88 59 2a 02 "
        "ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff "
        "20 00 00 bb c8 01 ff ff 00 06 01 01 13 01 00 01 03 f3 19 04 ff ff ff ff 01 02 02 02 00 36 a5 02 "
        "00 07 03 02 13 01 00 01 03 02 e2 7d 04 ff ff ff 11 02 04 14 68 92 6c 02 11 02 05 64 88 ba 3c 02";
};
struct OfFour : stackmate::test::Stm32f411 {
    static constexpr std::string_view bytes =
        "53 4d 4c 31 01 00 00 00 48 00 00 00 88 59 2a 02 53 4d 4c 31 01 00 00 00 48 00 00 00 88 59 2a 02 "
        "ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff "
        "20 00 00 bb c8 01 ff ff 00 06 01 01 13 01 00 01 03 f3 19 04 01 02 02 02 00 f8 87 02 00 07 03 02 "
        "13 01 00 01 03 02 a6 77 04 ff ff ff 11 02 04 14 68 19 78 02 11 02 05 64 88 74 3e 02";
};
struct OfTwo : stackmate::test::Stm32f103 {
    static constexpr std::string_view bytes =
        "53 4d 4c 31 01 00 00 00 46 00 00 00 bb 2e f5 e2 53 4d 4c 31 01 00 00 00 46 00 00 00 bb 2e f5 e2 "
        "ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff "
        "20 00 00 bb c8 01 00 06 01 01 13 01 00 01 03 04 6a 04 01 02 02 02 00 9f 86 02 00 07 03 02 13 01 "
        "00 01 03 02 48 b4 04 ff 11 02 04 14 68 a6 61 02 11 02 05 64 88 cb 27 02";
};
using Units = testing::Types<OfEight, OfFour, OfTwo>;
TYPED_TEST_SUITE(LogFraming, Units, stackmate::test::NameOfChip);

TYPED_TEST(LogFraming, IsWrittenAsEver) {
    const auto flash = std::make_unique<typename TypeParam::Flash>();
    typename TypeParam::Log log{*flash};
    ASSERT_EQ(log.open(), NvResult::empty);
    ASSERT_EQ(log.put(settings_key, bytes_of("01 13 01 00 01 03")), NvResult::ok);
    ASSERT_EQ(log.put(game_key, bytes_of("02 00")), NvResult::ok);
    ASSERT_EQ(log.put(settings_key, bytes_of("02 13 01 00 01 03 02")), NvResult::ok);
    ASSERT_EQ(log.append(game_key, bytes_of("14 68")), NvResult::ok);
    ASSERT_EQ(log.append(game_key, bytes_of("64 88")), NvResult::ok);
    EXPECT_EQ(dump(*flash, 0, bytes_of(TypeParam::bytes).size()), TypeParam::bytes);
}

TYPED_TEST(LogFraming, IsReadAsEver) {
    const auto flash = std::make_unique<typename TypeParam::Flash>();
    ASSERT_TRUE(flash->program(0, bytes_of(TypeParam::bytes)));
    typename TypeParam::Log log{*flash};
    ASSERT_EQ(log.open(), NvResult::ok);
    const auto value = [&](unsigned key) {
        std::vector<std::byte> bytes(log.size(key));
        EXPECT_EQ(log.read(key, 0, bytes), bytes.size());
        return hex(bytes);
    };
    EXPECT_EQ(value(settings_key), "02 13 01 00 01 03 02");
    EXPECT_EQ(value(game_key), "02 00 14 68 64 88");
    EXPECT_EQ(flash->misuses, 0u);
    ASSERT_EQ(log.append(game_key, bytes_of("71 a4")), NvResult::ok) << "and goes on";
    EXPECT_EQ(value(game_key), "02 00 14 68 64 88 71 a4");
}

// Number 7, two moves from another start, and its result.
constexpr std::string_view kept_game =
    "47 21 07 00 00 21 03 01 02 00 38 2f 35 6b 32 2f 38 2f 38 2f 38 2f 38 2f 31 4b 33 51 32 2f 38 20 "
    "62 20 2d 20 2d 20 31 32 20 34 30 65 c8 15 0a b6 b1 b2 2f ff ff ff ff ff";

struct KeptGameFormat : testing::Test {
    using Flash = hal::fake::Flash<4, 4096, 8>;
    Flash flash{};
    hal::fake::Watchdog watchdog{};
    LastGames<Flash&, hal::fake::Watchdog> games{flash, watchdog};
    static constexpr std::uint32_t place = 7 % 4 * 4096;
};

TEST_F(KeptGameFormat, IsWrittenAsEver) {
    Store store;
    SavedGame<Store> saved{store};
    Position start;
    ASSERT_EQ(start.set_fen(odd_start), FenError::none);
    ASSERT_EQ(saved.new_game(start, 7, {}, Seat::person, Seat::engine), NvResult::ok);
    ASSERT_EQ(saved.move(move("f7e7")), NvResult::ok);
    ASSERT_EQ(saved.move(move("f2f1")), NvResult::ok);
    ASSERT_EQ(saved.result({Ending::time, Winner::white}, Seat::engine, Seat::remote), NvResult::ok);
    ASSERT_EQ(games.keep(saved, 7), Keeping::kept);
    EXPECT_EQ(dump(flash, place, bytes_of(kept_game).size()), kept_game);
}

TEST_F(KeptGameFormat, IsReadAsEver) {
    ASSERT_TRUE(flash.program(place, bytes_of(kept_game)));
    const KeptGame game = games.newest_below(8);
    ASSERT_EQ(game.number, 7u);
    EXPECT_EQ(game.half_moves, 2u);
    EXPECT_EQ(game.white, Seat::engine);
    EXPECT_EQ(game.black, Seat::remote);
    EXPECT_EQ(game.result, (GameResult{Ending::time, Winner::white}));
    Position start;
    ASSERT_TRUE(games.start(game, start));
    char fen[max_fen_length];
    EXPECT_EQ((std::string{fen, start.fen(fen)}), odd_start);
    EXPECT_EQ(games.move(game, 0), move("f7e7"));
    EXPECT_EQ(games.move(game, 1), move("f2f1"));
}

}  // namespace
}  // namespace stackmate::firmware::test
