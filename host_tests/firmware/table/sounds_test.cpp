// A part that a board may have is plugged in: this file gives the board a sound, and nothing else knows of it.
#include "host_tests/firmware/table/table.hpp"

#include <type_traits>
#include <vector>

namespace stackmate::firmware::test {
namespace {

constexpr unsigned loud(unsigned hz) { return hz + 10000; }

struct SoundingBoard : TableBoard {
    using TableBoard::TableBoard;

    struct Beeper {
        void play(std::uint16_t hz, std::uint16_t, bool is_loud) noexcept { tones.push_back(is_loud ? loud(hz) : hz); }
        std::vector<unsigned> tones{};
    } sound{};
};
static_assert(hal::HasSound<SoundingBoard> && !hal::HasSound<TableBoard>);
static_assert(std::is_empty_v<Sounds<TableBoard>>);

TEST(Sounds, ABoardWithASoundIsHeardWhenAGameBeginsAndWhenMovesAreMadeToBeMadeOrTakenBack) {
    hal::fake::NvStore<> memory{};
    TableOf<SoundingBoard> table{memory};
    std::vector<unsigned>& tones = table.board->sound.tones;
    table.begin();
    table.move("e2e4");
    EXPECT_EQ(tones, (std::vector<unsigned>{880, 660, 990})) << "the engine's move waits";
    table.put(start_board, 2000);
    EXPECT_EQ(tones, (std::vector<unsigned>{880, 660, 990, 440}));
}

TEST(Sounds, TheyAreAsLoudAsThePersonWantsThem) {
    hal::fake::NvStore<> memory{};
    TableOf<SoundingBoard> table{memory};
    std::vector<unsigned>& tones = table.board->sound.tones;
    table.begin();
    tones.clear();
    table.ask("board sound loud\n");
    EXPECT_EQ(tones, (std::vector<unsigned>{loud(550)})) << "heard at once";
    table.move("e2e4");
    EXPECT_EQ(tones.at(1), loud(660));
    tones.clear();
    EXPECT_NE(table.ask("board settings\n").find(" sound loud exercise off\n"), std::string::npos);
    EXPECT_EQ(tones, std::vector<unsigned>{}) << "nothing has changed";
    table.ask("board sound off\n");
    tones.clear();
    table.put(start_board, 2000);
    EXPECT_EQ(tones, std::vector<unsigned>{});
}

TEST(Sounds, APersonsClockIsHeardAtThirtySecondsAtTenAndWhenItIsOver) {
    hal::fake::NvStore<> memory{};
    TableOf<SoundingBoard> table{memory};
    std::vector<unsigned>& tones = table.board->sound.tones;
    table.begin();
    table.ask("board level c1\n");  // three minutes
    table.ask("board black person\n");
    table.move("e2e4");
    tones.clear();
    const auto left_ms = [&] { return table.game().clock().left_ms(Color::black); };
    table.wait(left_ms() - 30'100);
    EXPECT_EQ(tones, std::vector<unsigned>{});
    table.wait(200);
    EXPECT_EQ(tones, (std::vector<unsigned>{1760}));
    table.move("e7e5");
    table.wait(1000);
    EXPECT_EQ(tones, (std::vector<unsigned>{1760, 660})) << "White has time";
    table.move("g1f3");
    table.wait(left_ms() - 10'100);
    EXPECT_EQ(tones, (std::vector<unsigned>{1760, 660, 660})) << "not again";
    table.wait(200);
    EXPECT_EQ(tones, (std::vector<unsigned>{1760, 660, 660, 1760}));
    table.wait(10'000);
    EXPECT_EQ(table.game().state(), states::State::game_over);
    EXPECT_EQ(tones, (std::vector<unsigned>{1760, 660, 660, 1760, 880})) << "the flag has fallen";
}

TEST(Sounds, OfAllClocksOnlyAPersonsIsHeard) {
    struct {
        SoundingBoard::Beeper sound{};
    } board;
    struct {
        GameClock hours{};
        Seat seat{};
        [[nodiscard]] const GameClock& clock() const { return hours; }
        [[nodiscard]] Seat player(Color) const { return seat; }
        [[nodiscard]] static Settings settings() { return {}; }
    } game;
    for (const Seat seat : {Seat::person, Seat::engine, Seat::remote}) {
        Sounds<decltype(board)> sounds;
        board.sound.tones.clear();
        game.seat = seat;
        game.hours.set(TimeControl{.start_ms = 31'000});
        game.hours.run(Color::white, 0);
        sounds.watch(board, game);
        game.hours.settle(1001);
        sounds.watch(board, game);
        EXPECT_EQ(board.sound.tones.size(), seat == Seat::person ? 1u : 0u) << to_text(seat);
    }
}

TEST(Sounds, ABoardWithoutOneKnowsNoSuchSetting) {
    hal::fake::NvStore<> memory{};
    TableOf<TableBoard> table{memory};
    EXPECT_NE(table.ask("board sound loud\n").find("error"), std::string::npos);
    EXPECT_EQ(table.ask("board help\n").find("sound"), std::string::npos);
    EXPECT_EQ(table.ask("board settings\n").find("sound"), std::string::npos);
}

}  // namespace
}  // namespace stackmate::firmware::test
