// The last games at their edges: what counts as a game, byte by byte as docs/STORAGE.md has it, what stays of one in which much
// was taken back, places of several sectors, and places that take nothing.
#include "firmware/store/last_games.hpp"

#include "hal/crc_32.hpp"
#include "host_tests/firmware/store/listener.hpp"
#include "host_tests/firmware/store/shelf.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace stackmate::firmware::test {
namespace {

struct Watch {
    void feed() { ++fed; }
    unsigned fed = 0;
};

/// Three sectors hold one game.
struct SmallSectors : hal::fake::Flash<12, 512, 8> {
    [[nodiscard]] bool read(std::uint32_t offset, std::span<std::byte> to) const noexcept {
        const bool refuses = refused >= offset && refused < offset + to.size();
        return !refuses && hal::fake::Flash<12, 512, 8>::read(offset, to);
    }
    std::uint32_t refused = ~std::uint32_t{0};
};
constexpr std::uint32_t place_bytes = 3 * 512;

/// Tells a stored game, as SavedGame does: half moves, and how many of them are taken back where.
struct Told {
    std::string_view fen{};
    std::vector<Move> moves{};
    std::vector<std::pair<std::size_t, unsigned>> taken_back{};  ///< behind so many half moves, so many

    template <class Sink>
    LoadedGame load(Sink& sink) const {
        if (!sink.start(fen) || !sink.players(Seat::remote, Seat::engine)) return LoadedGame::damaged;
        for (std::size_t i = 0; i <= moves.size(); ++i) {
            for (const auto& [after, plies] : taken_back)
                if (after == i && !sink.taken_back(plies)) return LoadedGame::damaged;
            if (i < moves.size() && !sink.move(moves[i])) return LoadedGame::damaged;
        }
        return sink.result({Ending::agreement, Winner::nobody}) ? LoadedGame::whole : LoadedGame::damaged;
    }
};

/// Each other than the one before: nobody asks whether they are legal.
std::vector<Move> some_moves(std::size_t count) {
    std::vector<Move> moves;
    for (std::size_t i = 0; i < count; ++i)
        moves.push_back(Move(make_square(i % 8, i / 8 % 8), make_square((i + 3) % 8, (i + 5) % 8)));
    return moves;
}

struct LastGamesEdges : testing::Test {
    using Games = LastGames<SmallSectors&, Watch>;
    static_assert(Games::places == 4);

    SmallSectors flash{};
    Watch watch{};
    Games games{flash, watch};

    /// The numbers of all that are found, the newest first.
    std::vector<std::uint32_t> numbers() const {
        std::vector<std::uint32_t> found;
        for (KeptGame game = games.newest_below(~0u); game.number != 0; game = games.newest_below(game.number))
            found.push_back(game.number);
        return found;
    }
    std::vector<Move> moves_of(const KeptGame& game) const {
        std::vector<Move> moves;
        for (std::size_t ply = 0; games.move(game, ply); ++ply) moves.push_back(games.move(game, ply));
        return moves;
    }
    Keeping keep(std::uint32_t number, std::size_t half_moves = 4) {
        const Told told{.moves = some_moves(half_moves)};
        return games.keep(told, number);
    }
    /// A place with these bytes and the check that belongs to them.
    bool counts(std::span<const std::uint8_t> head, std::size_t bytes_behind) {
        flash = {};
        std::vector<std::byte> all(head.size() + bytes_behind);
        std::transform(head.begin(), head.end(), all.begin(), [](std::uint8_t byte) { return std::byte{byte}; });
        const std::uint32_t check = hal::Crc32::of(all);
        for (unsigned i = 0; i < 4; ++i) all.push_back(static_cast<std::byte>(check >> 8 * i));
        std::copy(all.begin(), all.end(), flash.cells().begin() + place_bytes);
        return !numbers().empty();
    }
};

TEST_F(LastGamesEdges, AGameIsWrittenAsThePageOnStorageHasIt) {
    const std::string_view fen = "8/5k2/8/8/8/8/1K3Q2/8 b - - 12 40";
    const Told told{.fen = fen, .moves = some_moves(2)};
    ASSERT_EQ(games.keep(told, 0x12'3456), Keeping::kept);
    const KeptGame game = games.newest_below(~0u);
    EXPECT_EQ(game.number, 0x12'3456u);
    EXPECT_EQ(game.white, Seat::remote);
    EXPECT_EQ(game.black, Seat::engine);
    EXPECT_EQ(game.result, (GameResult{Ending::agreement, Winner::nobody}));
    EXPECT_EQ(moves_of(game), told.moves);
    Position position;
    ASSERT_TRUE(games.start(game, position));
    EXPECT_EQ(position.side(), Color::black);

    const auto at = flash.cells().subspan(game.place * place_bytes);
    const auto byte = [&](std::size_t i) { return std::to_integer<unsigned>(at[i]); };
    EXPECT_EQ(byte(0), 'G');
    EXPECT_EQ(byte(1), fen.size());
    EXPECT_EQ(byte(2) | byte(3) << 8 | byte(4) << 16, 0x12'3456u);
    EXPECT_EQ(byte(5), 0x12u) << "White a program, Black the engine";
    EXPECT_EQ(byte(6), static_cast<unsigned>(Ending::agreement));
    EXPECT_EQ(byte(7), 0u);
    EXPECT_EQ(byte(8) | byte(9) << 8, 2u);
    const std::size_t size = 10 + fen.size() + 4;
    const std::uint32_t check = hal::Crc32::of(at.first(size));
    EXPECT_EQ(byte(size) | byte(size + 1) << 8 | byte(size + 2) << 16 | byte(size + 3) << 24, check);
    ASSERT_NE((size + 4) % 8, 0u);
    for (std::size_t i = size + 4; i < place_bytes; ++i) ASSERT_EQ(byte(i), 0xFFu) << i;
}

TEST_F(LastGamesEdges, WhatCannotBeAGameIsNone) {
    using Head = std::array<std::uint8_t, 10>;
    constexpr Head good{'G', 0, 7, 0, 0, 0x10, 2, 1, 3, 0};
    const auto with = [&](std::size_t at, unsigned value) {
        Head head = good;
        head[at] = static_cast<std::uint8_t>(value);
        return head;
    };
    ASSERT_TRUE(counts(good, 6));
    EXPECT_FALSE(counts(with(0, 'g'), 6)) << "another format";
    EXPECT_FALSE(counts(with(2, 0), 6)) << "it has no number";
    EXPECT_TRUE(counts(with(1, max_fen_length), 6 + max_fen_length));
    EXPECT_FALSE(counts(with(1, max_fen_length + 1), 6 + max_fen_length + 1)) << "a longer FEN than there is";
    EXPECT_TRUE(counts(with(5, (seat_count - 1) * 0x11), 6));
    EXPECT_FALSE(counts(with(5, seat_count), 6)) << "nobody plays White";
    EXPECT_FALSE(counts(with(5, seat_count << 4), 6)) << "nobody plays Black";
    EXPECT_TRUE(counts(with(6, ending_count - 1), 6));
    EXPECT_FALSE(counts(with(6, ending_count), 6)) << "no ending";
    EXPECT_TRUE(counts(with(7, 2), 6));
    EXPECT_FALSE(counts(with(7, 3), 6)) << "no winner";
    Head longest = good;
    longest[8] = Controller::max_plies & 0xFF;
    longest[9] = Controller::max_plies >> 8;
    EXPECT_TRUE(counts(longest, 2 * Controller::max_plies));
    ++longest[8];
    EXPECT_FALSE(counts(longest, 2 * Controller::max_plies + 2)) << "longer than a game can be";
}

TEST_F(LastGamesEdges, BytesThatCannotBeReadAreNotAGame) {
    ASSERT_EQ(keep(1, 40), Keeping::kept);
    ASSERT_EQ(numbers(), std::vector<std::uint32_t>{1});
    const std::uint32_t place = games.newest_below(~0u).place * place_bytes;
    for (const std::uint32_t at : {0u, 9u, 12u, 33u, 89u, 93u}) {
        flash.refused = place + at;
        EXPECT_TRUE(numbers().empty()) << at;
    }
    flash.refused = place + 94;
    EXPECT_EQ(numbers(), std::vector<std::uint32_t>{1}) << "behind it";
}

// Eight half moves share a byte of what stays.
TEST_F(LastGamesEdges, WhatWasTakenBackIsNotTheGames) {
    const Told told{.moves = some_moves(30), .taken_back = {{9, 2}, {10, 1}, {17, 9}, {27, 3}}};
    ASSERT_EQ(games.keep(told, 1), Keeping::kept);
    std::vector<Move> left;
    for (std::size_t i = 0; i <= told.moves.size(); ++i) {
        for (const auto& [after, plies] : told.taken_back)
            if (after == i) left.resize(left.size() - plies);
        if (i < told.moves.size()) left.push_back(told.moves[i]);
    }
    ASSERT_EQ(left.size(), 15u);
    EXPECT_EQ(moves_of(games.newest_below(~0u)), left);

    const Told nothing{.moves = some_moves(3), .taken_back = {{3, 3}}};
    EXPECT_EQ(games.keep(nothing, 2), Keeping::nothing);
    const Told too_much{.moves = some_moves(9), .taken_back = {{2, 1}, {5, 9}}};
    EXPECT_EQ(games.keep(too_much, 2), Keeping::nothing) << "more than there was";
}

TEST_F(LastGamesEdges, TheLongestGameHasRoomInItsPlaceAndOneMoreHalfMoveHasNot) {
    ASSERT_EQ(keep(1, Controller::max_plies), Keeping::kept);
    EXPECT_EQ(moves_of(games.newest_below(~0u)), some_moves(Controller::max_plies));
    ASSERT_EQ(keep(2, Controller::max_plies + 1), Keeping::kept);
    EXPECT_EQ(games.newest_below(~0u).half_moves, Controller::max_plies);
}

TEST_F(LastGamesEdges, APlaceIsErasedWholeAndNoOther) {
    for (std::uint32_t number = 1; number <= 4; ++number) ASSERT_EQ(keep(number, 600), Keeping::kept);
    EXPECT_EQ(numbers(), (std::vector<std::uint32_t>{4, 3, 2, 1}));
    const auto before = flash.erases;
    ASSERT_EQ(keep(5), Keeping::kept);
    EXPECT_EQ(numbers(), (std::vector<std::uint32_t>{5, 4, 3, 2}));
    const std::uint32_t place = games.newest_below(~0u).place;
    for (std::uint32_t sector = 0; sector < 12; ++sector)
        EXPECT_EQ(flash.erases[sector], before[sector] + (sector / 3 == place ? 1 : 0)) << sector;
    EXPECT_EQ(flash.misuses, 0u);
}

TEST_F(LastGamesEdges, TheOldestIsForgottenUntilThereIsNone) {
    for (std::uint32_t number = 7; number <= 9; ++number) ASSERT_EQ(keep(number), Keeping::kept);
    EXPECT_TRUE(games.forget_oldest());
    EXPECT_EQ(numbers(), (std::vector<std::uint32_t>{9, 8}));
    EXPECT_TRUE(games.forget_oldest());
    EXPECT_TRUE(games.forget_oldest());
    EXPECT_TRUE(numbers().empty());
    const std::uint64_t steps = flash.steps();
    EXPECT_FALSE(games.forget_oldest());
    EXPECT_EQ(flash.steps(), steps);

    ASSERT_EQ(keep(1), Keeping::kept);
    flash.bad_sectors.fill(true);
    EXPECT_FALSE(games.forget_oldest()) << "it cannot be erased";
}

TEST_F(LastGamesEdges, ThreePlacesAreTried) {
    ASSERT_EQ(keep(1), Keeping::kept);
    const std::uint32_t kept_in = games.newest_below(~0u).place;
    for (std::uint32_t place = 0; place < 4; ++place) flash.bad_sectors[3 * place + 2] = place != (kept_in + 3) % 4;
    ASSERT_EQ(keep(2), Keeping::kept) << "two take nothing, one is the older game's";
    EXPECT_EQ(games.newest_below(~0u).place, (kept_in + 3) % 4);
    flash.bad_sectors.fill(true);
    EXPECT_EQ(keep(3), Keeping::failed);
}

TEST_F(LastGamesEdges, TheWatchdogIsFedBeforeEachEraseAndEachPieceOfAGame) {
    ASSERT_EQ(keep(1, 100), Keeping::kept);
    EXPECT_EQ(watch.fed, 3u + (10 + 200 + 4 + 31) / 32);
    static_assert(Games::longest_silence_us == 25'000, "an erase; four units are less");
}

}  // namespace
}  // namespace stackmate::firmware::test
