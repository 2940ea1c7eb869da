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
static_assert(std::is_empty_v<Sounds<SoundingBoard>> && std::is_empty_v<Sounds<TableBoard>>);

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
    EXPECT_NE(table.ask("board settings\n").find(" sound loud\n"), std::string::npos);
    EXPECT_EQ(tones, std::vector<unsigned>{}) << "nothing has changed";
    table.ask("board sound off\n");
    tones.clear();
    table.put(start_board, 2000);
    EXPECT_EQ(tones, std::vector<unsigned>{});
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
