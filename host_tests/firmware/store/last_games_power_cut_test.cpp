// The power fails at every step of the flash in five games of 300 half moves with clocks, on a board that has had forty games
// before: in every unit programmed and every sector erased, for the half moves, for tidying, and for putting the game among
// the last ones. After each restart the line is asked for the last games, and the twenty that were played last are there (on an STM32F411 the last four),
// move by move; the game under way is as it was before what was being stored or as after it. Then the play goes on.
//
// A sample of the steps is taken. One in so many, or with 1 all of them, in all ways of tearing:
//     STACKMATE_CUTS=1 build/host/host_tests/nightly_tests --gtest_filter='LastGamesPowerCut*'
#include "host_tests/firmware/store/shelf.hpp"
#include "host_tests/support/sample.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <vector>

namespace stackmate::firmware::test {
namespace {

using hal::fake::Tear;

constexpr unsigned games_before = 40, games_cut = 5, half_moves = 300;

/// `is_slow`: a chip whose store copies the games when it tidies, and reads through them each time.
std::uint64_t one_in(bool is_slow) {
    const char* const wish = std::getenv("STACKMATE_CUTS");
    if (wish != nullptr && std::atoi(wish) > 0) return static_cast<std::uint64_t>(std::atoi(wish));
    return stackmate::test::whole_or_sample(61u, 307u) * (is_slow ? 4u : 1u);
}

/// What is played, game by game, and how it ended.
struct Played {
    std::vector<Move> moves;
    bool white_resigned;
};

template <class C>
struct LastGamesPowerCut : testing::Test {
    using Flash = typename C::Flash;
    using Board = Shelf<C>;

    LastGamesPowerCut() {
        for (unsigned i = 0; i < games_before + games_cut; ++i) {
            const std::size_t length = i < games_before ? 5 + i % 9 : half_moves;
            std::vector<Move> moves;
            for (std::uint32_t lot = 100 * i; moves.empty(); ++lot) moves = long_game(length, lot);
            games.push_back({moves, i % 3 == 0});
        }
        new (at_flash()) Flash{};
    }
    ~LastGamesPowerCut() override = default;

    // Flash and firmware lie where they are, so that a copy of their bytes is a board in the middle of its work.
    alignas(64) std::array<std::byte, sizeof(Flash)> flash_bytes;
    alignas(64) std::array<std::byte, sizeof(Board)> board_bytes;
    void* at_flash() { return flash_bytes.data(); }
    Flash& flash() { return *std::launder(reinterpret_cast<Flash*>(flash_bytes.data())); }
    Board& board() { return *std::launder(reinterpret_cast<Board*>(board_bytes.data())); }
    void switch_on() { new (board_bytes.data()) Board{flash()}; }

    struct Snapshot {
        decltype(flash_bytes) flash;
        decltype(board_bytes) board;
    };
    void save(Snapshot& to) const {
        std::memcpy(to.flash.data(), flash_bytes.data(), flash_bytes.size());
        std::memcpy(to.board.data(), board_bytes.data(), board_bytes.size());
    }
    void restore(const Snapshot& from) {
        std::memcpy(flash_bytes.data(), from.flash.data(), flash_bytes.size());
        std::memcpy(board_bytes.data(), from.board.data(), board_bytes.size());
    }

    // ---- what happens: game `game` begins, its moves, some of them taken back and made again, its end

    static constexpr unsigned events_of(std::size_t moves) { return static_cast<unsigned>(moves) + 2; }
    void happens(unsigned game, unsigned event) {
        const Played& played = games[game];
        if (event == 0) return board().begin();
        if (event <= played.moves.size()) {
            if (event % 50 == 0) {
                board().play(another_than(played.moves[event - 1]));
                (void)board().game.take_back(1);
                board().keep();
            }
            return board().play(played.moves[event - 1]);
        }
        board().resign(played.white_resigned ? Color::white : Color::black);
    }
    Move another_than(Move m) {
        const Position& p = board().game.record().position();
        const Square checker = p.checker();
        Cursor cursor(checker);
        while (const Move other = cursor.next(p))
            if (p.legal(other, checker) && !(other == m)) return other;
        return m;
    }

    // ---- what is found

    /// Which game is the newest of the last ones, if all of them are as they were played; 0 if not.
    unsigned newest_of(Board& now, const std::string& list) {
        const std::string_view first = "info string board game ";
        if (!list.starts_with(first)) return 0;
        const unsigned newest = static_cast<unsigned>(std::atoi(list.c_str() + first.size()));
        if (newest > games.size()) return 0;
        std::uint32_t below = ~std::uint32_t{0};
        std::size_t at = 0;
        for (unsigned number = newest; number > newest - C::certain; --number) {
            const Played& played = games[number - 1];
            const std::string line = "info string board game " + std::to_string(number) + " Person - Person "
                                     + (played.white_resigned ? "0-1" : "1-0") + " resigned, half moves "
                                     + std::to_string(played.moves.size()) + "\n";
            if (list.compare(at, line.size(), line) != 0) return 0;
            at += line.size();
            const KeptGame game = now.keeper.newest_below(below);
            if (game.number != number) return 0;
            below = number;
            for (std::size_t ply = 0; ply <= played.moves.size(); ++ply) {
                const Move wanted = ply < played.moves.size() ? played.moves[ply] : Move{};
                if (!(now.keeper.games().move(game, ply) == wanted)) return 0;
            }
        }
        return newest;
    }
    /// How far the current game has come, in events; ~0 if it is none of what was played.
    unsigned progress(Board& now, unsigned game) {
        const auto moves = now.game.record().moves();
        const Played& played = games[game];
        const std::size_t same = static_cast<std::size_t>(
            std::mismatch(moves.begin(), moves.end(), played.moves.begin(), played.moves.end()).first - moves.begin());
        return same + 1 >= moves.size() ? static_cast<unsigned>(same) : ~0u;  // one that was to be taken back
    }

    /// After a cut in event `event` of game `game`, from 0.
    void look(unsigned game, unsigned event, bool says_all) {
        Board& now = board();
        ASSERT_EQ(now.opened, StoreTrouble::none);
        ASSERT_EQ(now.trouble, StoreTrouble::none);
        const std::string list = now.ask("games");
        const unsigned newest = newest_of(now, list);
        const bool ends = event > games[game].moves.size();
        ASSERT_TRUE(newest == game || (ends && newest == game + 1)) << "newest " << newest << "\n" << list;
        if (newest == game && event != 0 && !ends) {
            const unsigned here = progress(now, game);
            ASSERT_TRUE(here == event - 1 || here == event || (here == ~0u && event % 50 == 0)) << here;
        }
        if (says_all) {
            const std::string pgn = now.ask("games", std::to_string(newest - C::certain + 1));
            ASSERT_TRUE(pgn.starts_with("[Event ")) << pgn;
            ASSERT_TRUE(pgn.ends_with("-1\n\n") || pgn.ends_with("-0\n\n")) << pgn;
        }
    }

    /// The game is played to its end and another one begun.
    void go_on(unsigned game) {
        Board& now = board();
        const std::vector<Move>& moves = games[game].moves;
        if (!now.game.playing() && newest_of(now, now.ask("games")) == game + 1) return;
        if (!now.game.playing()) now.begin();
        while (now.game.record().size() != 0 && progress(now, game) != now.game.record().size()) {
            (void)now.game.take_back(1);
            now.keep();
        }
        for (std::size_t ply = now.game.record().size(); ply < moves.size(); ++ply) now.play(moves[ply]);
        now.resign(games[game].white_resigned ? Color::white : Color::black);
        ASSERT_EQ(now.trouble, StoreTrouble::none);
        now.begin();
        ASSERT_EQ(now.trouble, StoreTrouble::none);
        ASSERT_EQ(newest_of(now, now.ask("games")), game + 1);
    }

    std::vector<Played> games{};
};

using Chips = testing::Types<Rp2040Shelf, Stm32l475Shelf, Stm32f411Shelf>;
struct ChipNames {
    template <class C>
    static std::string GetName(int) {
        return C::name;
    }
};
TYPED_TEST_SUITE(LastGamesPowerCut, Chips, ChipNames);

TYPED_TEST(LastGamesPowerCut, AtEveryStepOfFiveLongGamesLeavesTheLastTwenty) {
    this->switch_on();
    {
        Settings settings = this->board().game.settings();
        settings.level = static_cast<std::uint8_t>(level_index(LevelKind::clock, 1));
        settings.white = settings.black = Seat::person;
        (void)this->board().game.change_settings(settings);
        this->board().keep();
        ASSERT_EQ(this->board().keeper.save_settings(), StoreTrouble::none);
    }
    for (unsigned game = 0; game < games_before; ++game)
        for (unsigned event = 0; event < this->events_of(this->games[game].moves.size()); ++event)
            this->happens(game, event);
    ASSERT_TRUE(this->board().game.keeps_time());

    const auto before = std::make_unique<typename TestFixture::Snapshot>();
    const auto after = std::make_unique<typename TestFixture::Snapshot>();
    const std::uint64_t stride = one_in(TypeParam::certain < 20);
    std::uint64_t way = 0, cuts = 0, steps = 0, busiest = 0;
    for (unsigned game = games_before; game < games_before + games_cut; ++game) {
        for (unsigned event = 0; event < this->events_of(half_moves); ++event) {
            this->save(*before);
            const std::uint64_t first = this->flash().steps();
            this->happens(game, event);
            ASSERT_EQ(this->board().trouble, StoreTrouble::none);
            const std::uint64_t taken = this->flash().steps() - first;
            steps += taken;
            busiest = std::max(busiest, taken);
            this->save(*after);
            for (std::uint64_t i = 0; i < taken * hal::fake::tears; ++i, ++way) {
                if (way % stride != 0) continue;
                const auto step = static_cast<std::uint32_t>(i / hal::fake::tears);
                const auto tear = static_cast<Tear>(i % hal::fake::tears);
                SCOPED_TRACE(testing::Message() << "game " << game + 1 << ", event " << event << ", step " << step
                                                << ", tear " << i % hal::fake::tears);
                this->restore(*before);
                // One in four times the supply falls, and the processor goes on for a while.
                const bool falls = way / stride % 4 == 3;
                this->flash().run_on(falls ? static_cast<std::uint32_t>(way % 25) : 0);
                this->flash().cut_after(step, tear, static_cast<std::uint32_t>(way + 1));
                this->happens(game, event);
                ASSERT_TRUE(falls || !this->flash().powered());
                ++cuts;
                // Again in the first writes, those of putting the game among the last ones too.
                for (const std::uint32_t next :
                     {static_cast<std::uint32_t>(way % 7), static_cast<std::uint32_t>(way % 89)}) {
                    this->flash().power_on();
                    this->flash().run_on(0);
                    this->flash().cut_after(next, tear, static_cast<std::uint32_t>(way + next));
                    this->switch_on();
                    (void)this->board().ask("games");
                }
                for (int looks = 0; looks < 2; ++looks) {
                    this->flash().power_on();
                    this->switch_on();
                    this->look(game, event, way % 64 == 0);
                    if (this->HasFatalFailure()) return;
                }
                if (way % 16 == 0) {
                    this->go_on(game);
                    if (this->HasFatalFailure()) return;
                }
                ASSERT_EQ(this->flash().misuses, 0u);
            }
            this->restore(*after);
        }
    }
    testing::Test::RecordProperty("steps", static_cast<int>(steps));
    testing::Test::RecordProperty("cuts", static_cast<int>(cuts));
    std::printf("             %u steps, at most %u for one event, %u cuts\n", static_cast<unsigned>(steps),
                static_cast<unsigned>(busiest), static_cast<unsigned>(cuts));
    EXPECT_GE(steps, games_cut * half_moves * 2u);
}

}  // namespace
}  // namespace stackmate::firmware::test
