// A part that a board may have is plugged in: this file gives the board a sound, and nothing else knows of it.
#include "host_tests/firmware/table/table.hpp"

#include <type_traits>
#include <vector>

namespace stackmate::firmware::test {
namespace {

struct SoundingBoard : TableBoard {
    using TableBoard::TableBoard;

    struct Beeper {
        void play(std::uint16_t hz, std::uint16_t) noexcept { tones.push_back(hz); }
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

}  // namespace
}  // namespace stackmate::firmware::test
