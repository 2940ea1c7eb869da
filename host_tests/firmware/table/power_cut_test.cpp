// The power fails at every step of the flash in a game of 60 half moves that two persons play on the board: sensors in
// front, the whole firmware between, models of real flash behind. After each restart the board offers the game as it
// was before the half move that was being stored or as it is after it, never anything else, and it is played to its end.
#include "host_tests/firmware/table/table.hpp"
#include "host_tests/hal/flash_chips.hpp"
#include "host_tests/support/sample.hpp"

#include <array>
#include <optional>
#include <vector>

namespace stackmate::firmware::test {
namespace {

using hal::fake::Tear;

constexpr unsigned game_length = 60;

/// Legal moves by lot, captures and castling whenever they can be had, without promotions.
std::vector<Move> a_game() {
    std::array<Move, game_length> memory{};
    GameRecord record{memory};
    record.restart();
    std::uint32_t lot = 20;
    while (record.size() < game_length) {
        std::vector<Move> moves;
        const Position& p = record.position();
        const Square checker = p.checker();
        Cursor cursor(checker);
        while (const Move m = cursor.next(p)) {
            if (!p.legal(m, checker) || m.promotes()) continue;
            const Footprint f = footprint(p, m);
            const bool special = f.taken != 0 || std::popcount(f.emptied) == 2;
            moves.insert(moves.end(), special ? 5u : 1u, m);
        }
        EXPECT_FALSE(moves.empty());
        if (moves.empty()) break;
        lot = lot * 1664525 + 1013904223;
        EXPECT_EQ(record.push(moves[(lot >> 8) % moves.size()]), RecordError::none);
    }
    return {record.moves().begin(), record.moves().end()};
}

template <class C>
struct BoardPowerCut : testing::Test {
    using Flash = typename C::Flash;

    /// The board with the chip's flash.
    static std::unique_ptr<AnyStore> log(Flash& flash) { return std::make_unique<StoreOf<typename C::Log>>(flash); }

    const std::vector<Move> moves = a_game();
    std::unique_ptr<Flash> flash = std::make_unique<Flash>();

    [[nodiscard]] bool is_prefix(const GameRecord& record) const {
        const auto played = record.moves();
        return played.size() <= moves.size() && std::equal(played.begin(), played.end(), moves.begin());
    }

    /// Sets the pieces up: a saved game goes on then.
    static void stand(Table& desk) {
        desk.put(occupied_squares(desk.game().record().position()), 100);
        desk.wait(1500, 20);
    }

    /// Plays on until the end, or until the power has failed. Gives the half moves that the board told to have made.
    std::size_t play(Table& desk) {
        while (desk.game().record().size() < moves.size() && flash->powered()) {
            const Move m = moves[desk.game().record().size()];
            const Footprint f = footprint(desk.game().record().position(), m);
            const SquareSet before = desk.board->sensors.occupied;
            desk.board->sensors.occupied = before & ~(f.emptied | f.taken);
            desk.wait(60, 20);
            desk.board->sensors.occupied = f.after(before);
            const std::size_t size = desk.game().record().size();
            for (int turns = 0; desk.game().record().size() == size && turns < 200; ++turns) desk.wait(20, 20);
            EXPECT_EQ(desk.game().record().size(), size + 1) << "half move " << size + 1 << " was not seen";
            if (desk.game().record().size() == size) break;
        }
        return desk.game().record().size();
    }

    /// A new chip with two persons as players, the game begun, and little left of the segment in use.
    void prepare(std::uint32_t left) {
        flash = std::make_unique<Flash>();
        Table desk{log(*flash)};
        // Settings are stored when they have stood for a second.
        const auto set = [&](std::string_view line) {
            desk.send(line);
            desk.wait(1500, 500);
        };
        for (const auto* line : {"board black person\n", "board brightness 9\n", "board brightness 10\n"}) set(line);
        for (unsigned i = 0; desk.board->store.room() > left && i < 10'000; ++i)
            set(i % 2 == 0 ? "board brightness 20\n" : "board brightness 21\n");
    }
};

TYPED_TEST_SUITE(BoardPowerCut, stackmate::test::BoardsChips, stackmate::test::NameOfChip);

TYPED_TEST(BoardPowerCut, TheGameIsTheOneBeforeOrAfterTheHalfMoveAndNothingElse) {
    // So little is left that the game's `make_room` tidies, erases and all.
    const auto prepared = [&] {
        this->prepare(400);
        return *this->flash;
    }();
    std::uint64_t steps = 0;
    {
        *this->flash = prepared;
        const std::uint64_t before = this->flash->steps();
        Table desk{this->log(*this->flash)};
        this->stand(desk);
        ASSERT_EQ(this->play(desk), game_length);
        steps = this->flash->steps() - before;
        ASSERT_EQ(this->flash->misuses, 0u);
        ASSERT_GE(steps, game_length + 1) << "each half move at least is one step";
    }
    unsigned offered = 0, cuts = 0;
    const std::uint32_t stride = stackmate::test::whole_or_sample(1u, 7u);
    for (std::uint32_t way = 0; way < steps * hal::fake::tears; way += stride) {
        const std::uint32_t step = way / hal::fake::tears;
        const auto tear = static_cast<Tear>(way % hal::fake::tears);
        SCOPED_TRACE(testing::Message() << "step " << step << ", tear " << way % hal::fake::tears);
        *this->flash = prepared;
        this->flash->cut_after(step, tear, way + 1);
        std::size_t told = 0;
        {
            Table desk{this->log(*this->flash)};
            this->stand(desk);
            told = this->play(desk);
        }
        ASSERT_FALSE(this->flash->powered());
        ++cuts;
        this->flash->power_on();
        Table desk{this->log(*this->flash)};
        const GameRecord& record = desk.game().record();
        ASSERT_TRUE(this->is_prefix(record));
        ASSERT_LE(record.size(), told);
        ASSERT_GE(record.size() + 1, told) << "a half move that was stored is gone";
        offered += desk.game().state() == states::State::comparing;
        if (desk.game().settings().black != Seat::person) desk.send("board black person\n");
        this->stand(desk);
        ASSERT_EQ(this->play(desk), game_length);
        ASSERT_TRUE(this->is_prefix(desk.game().record()));
        ASSERT_EQ(this->flash->misuses, 0u);
    }
    EXPECT_GE(offered, cuts / 2);
    testing::Test::RecordProperty("cuts", static_cast<int>(cuts));
    std::printf("             %u cuts, %u games offered again\n", cuts, offered);
}

}  // namespace
}  // namespace stackmate::firmware::test
