// The flash log keeps the promises of a NvStore on each chip's flash, and its own.
#include "hal/flash_log.hpp"

#include <cstring>
#include <fstream>
#include <memory>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "hal/conformance/store.hpp"
#include "host_tests/hal/flash_chips.hpp"
#include "host_tests/hal/report.hpp"
#include "host_tests/support/source_dir.hpp"

namespace {

using namespace stackmate;
using hal::NvResult;

std::span<const std::byte> bytes(const std::string& text) { return std::as_bytes(std::span{text.data(), text.size()}); }

template <class Log>
std::string value(const Log& log, unsigned key) {
    std::string text(log.size(key), '?');
    text.resize(log.read(key, 0, std::as_writable_bytes(std::span{text.data(), text.size()})));
    return text;
}

template <class C>
class FlashLog : public testing::Test {
protected:
    using Flash = typename C::Flash;
    using Log = typename C::Log;

    Log& restart() {
        log_ = std::make_unique<Log>(*flash_);
        return *log_;
    }
    Log& opened() {
        Log& log = restart();
        EXPECT_EQ(log.open(), NvResult::ok);
        return log;
    }

    std::unique_ptr<Flash> flash_ = std::make_unique<Flash>();
    std::unique_ptr<Log> log_ = nullptr;
};

using Chips = testing::Types<test::Rp2040, test::Stm32l475, test::Stm32f411, test::Stm32f411ManyKeys, test::Stm32f103>;

struct ChipName {
    template <class C>
    static std::string GetName(int) {
        return C::name;
    }
};
TYPED_TEST_SUITE(FlashLog, Chips, ChipName);

TYPED_TEST(FlashLog, KeepsThePromisesOfAStore) {
    hal::conformance::check_store<typename TypeParam::Log>(
        [this]() -> typename TypeParam::Log& { return this->restart(); }, test::report);
    EXPECT_EQ(this->flash_->misuses, 0u);
}

TYPED_TEST(FlashLog, KeepsThemOnMemoryThatHeldSomethingElse) {
    std::mt19937 random{1};
    for (auto& cell : this->flash_->cells()) {
        cell = static_cast<std::byte>(random());
    }
    hal::conformance::check_store<typename TypeParam::Log>(
        [this]() -> typename TypeParam::Log& { return this->restart(); }, test::report);
    EXPECT_EQ(this->flash_->misuses, 0u);
}

TYPED_TEST(FlashLog, SaysWhatItFoundAndWritesNothingUntilAsked) {
    EXPECT_EQ(this->restart().open(), NvResult::empty);
    this->flash_->cells()[4711] = std::byte{0x42};
    auto& foreign = this->restart();
    EXPECT_EQ(foreign.open(), NvResult::foreign);
    EXPECT_EQ(foreign.size(0), 0u);
    EXPECT_EQ(this->flash_->steps(), 0u);
    EXPECT_EQ(foreign.put(0, bytes("ours")), NvResult::ok);
    const auto steps = this->flash_->steps();
    auto& ours = this->opened();
    EXPECT_EQ(value(ours, 0), "ours");
    EXPECT_EQ(this->flash_->steps(), steps);
}

TYPED_TEST(FlashLog, SavesAHalfMoveInEightBytes) {
    auto& log = this->restart();
    EXPECT_EQ(log.open(), NvResult::empty);
    ASSERT_EQ(log.put(1, bytes("game")), NvResult::ok);
    const auto room = log.room();
    const auto steps = this->flash_->steps();
    ASSERT_EQ(log.append(1, bytes("e4")), NvResult::ok);
    EXPECT_EQ(room - log.room(), 8u);
    EXPECT_EQ(this->flash_->steps() - steps, 8 / TypeParam::Flash::program_bytes);
}

TYPED_TEST(FlashLog, ErasesNothingInAGameForWhichRoomWasMade) {
    auto& log = this->restart();
    (void)log.open();
    const auto needed = TypeParam::Log::request_bytes(13) + 130 * TypeParam::Log::request_bytes(2);
    for (int game = 0; game < 60; ++game) {
        ASSERT_EQ(log.make_room(needed), NvResult::ok);
        const auto epoch = log.epoch();
        ASSERT_EQ(log.put(1, bytes("a game begins")), NvResult::ok);
        for (int ply = 0; ply < 130; ++ply) {
            ASSERT_EQ(log.append(1, bytes("e4")), NvResult::ok);
        }
        EXPECT_EQ(log.epoch(), epoch);
    }
    EXPECT_GT(log.epoch(), 3u);
}

TYPED_TEST(FlashLog, HoldsAGameOfAThousandHalfMovesAndReadsItInPieces) {
    auto& log = this->restart();
    (void)log.open();
    std::string moves;
    for (int ply = 0; ply < 1000; ++ply) {
        const std::string move{static_cast<char>('a' + ply % 26), static_cast<char>(ply / 26)};
        moves += move;
        ASSERT_EQ(log.append(1, bytes(move)), NvResult::ok);
    }
    auto& again = this->opened();
    EXPECT_EQ(value(again, 1), moves);
    std::string part(100, '?');
    EXPECT_EQ(again.read(1, 777, std::as_writable_bytes(std::span{part.data(), part.size()})), 100u);
    EXPECT_EQ(part, moves.substr(777, 100));
}

TYPED_TEST(FlashLog, WearsAllSectorsAlike) {
    auto& log = this->restart();
    (void)log.open();
    for (int i = 0; i < 60'000; ++i) {
        ASSERT_EQ(log.append(1, bytes("e4")), NvResult::ok);
        if (i % 100 == 0) {
            ASSERT_EQ(log.put(1, bytes("game")), NvResult::ok);
        }
    }
    const auto [least, most] = std::minmax_element(this->flash_->erases.begin(), this->flash_->erases.end());
    EXPECT_GT(*least, 2u);
    EXPECT_LE(*most - *least, 1u);
}

TYPED_TEST(FlashLog, PassesByAPlaceThatDoesNotTakeItsBits) {
    auto& log = this->restart();
    (void)log.open();
    ASSERT_EQ(log.put(1, bytes("game")), NvResult::ok);
    for (const std::uint32_t bad : {1u, 2u, 1u, 3u}) {
        this->flash_->bad_units = bad;
        ASSERT_EQ(log.append(1, bytes("e4")), NvResult::ok);
    }
    EXPECT_EQ(value(this->opened(), 1), "gamee4e4e4e4");
}

TYPED_TEST(FlashLog, PassesByASectorThatErasesNoMore) {
    if (TypeParam::Log::segments < 3) {
        return;  // of two segments both must be good
    }
    auto& log = this->restart();
    (void)log.open();
    this->flash_->bad_sectors[TypeParam::segment_sectors] = true;
    std::string game;
    for (int i = 0; i < 3000; ++i) {
        if (i % 100 == 0) {
            game = "game";
            ASSERT_EQ(log.put(1, bytes(game)), NvResult::ok);
        }
        game += "e4";
        ASSERT_EQ(log.append(1, bytes("e4")), NvResult::ok);
    }
    EXPECT_EQ(value(this->opened(), 1), game);
}

TYPED_TEST(FlashLog, SaysSoWhenNothingTakesAnyMoreAndKeepsWhatItHas) {
    auto& log = this->restart();
    (void)log.open();
    ASSERT_EQ(log.put(1, bytes("game")), NvResult::ok);
    this->flash_->bad_sectors.fill(true);
    EXPECT_EQ(log.append(1, bytes("e4")), NvResult::failed);
    EXPECT_EQ(log.append(1, bytes("e4")), NvResult::failed);
    EXPECT_EQ(value(log, 1), "game");
    EXPECT_EQ(value(this->opened(), 1), "game");
}

TYPED_TEST(FlashLog, KeepsWhatWasBeforeBytesThatWentBadAndGoesOnFromThere) {
    std::mt19937 random{7};
    int damaged = 0;
    for (int round = 0; round < 200; ++round) {
        this->flash_ = std::make_unique<typename TypeParam::Flash>();
        auto& log = this->restart();
        (void)log.open();
        std::vector<std::string> states{""};
        for (int ply = 0; ply < 40; ++ply) {
            const std::string move{static_cast<char>('a' + ply), '4'};
            states.push_back(states.back() + move);
            ASSERT_EQ(log.append(1, bytes(move)), NvResult::ok);
        }
        const auto place = 64 + random() % (42 * 8);  // in the records of the first segment
        this->flash_->cells()[place] ^= static_cast<std::byte>(1u << random() % 8);
        auto& again = this->restart();
        const auto result = again.open();
        const auto found = value(again, 1);
        EXPECT_NE(std::find(states.begin(), states.end(), found), states.end()) << found;
        // Without its last record a log looks as one in which it was torn.
        EXPECT_TRUE(result == NvResult::damaged || found == states.back() || found == states[39]);
        damaged += result == NvResult::damaged;
        ASSERT_EQ(again.append(1, bytes("xx")), NvResult::ok);
        EXPECT_EQ(value(this->opened(), 1), found + "xx");
    }
    EXPECT_GT(damaged, 150);
}

TYPED_TEST(FlashLog, NeitherHangsNorWritesOnArbitraryContents) {
    std::mt19937 random{3};
    for (int round = 0; round < 20; ++round) {
        auto& log = this->restart();
        if (round % 2 == 0) {  // a good log, sprinkled with noise
            (void)log.open();
            for (int i = 0; i < 100; ++i) {
                (void)log.append(1, bytes("noise"));
            }
        }
        for (int i = 0; i < 1 << round; ++i) {
            const auto cells = this->flash_->cells();
            cells[random() % cells.size()] = static_cast<std::byte>(random());
        }
        const auto steps = this->flash_->steps();
        auto& noisy = this->restart();
        (void)noisy.open();
        for (unsigned key = 0; key < 16; ++key) {
            EXPECT_EQ(value(noisy, key).size(), noisy.size(key));
        }
        EXPECT_EQ(this->flash_->steps(), steps);
    }
}

// ---- the check bytes

TEST(FlashLogCheck, NoticesEverySetOfBitsLeftUnprogrammed) {
    // A half move as it lies in flash; all 2^zeros ways of leaving some of its zero bits out.
    for (const std::array<std::uint8_t, 5> record :
         {std::array<std::uint8_t, 5>{0x11, 2, 200, 0xFC, 0x9F}, {0x1E, 2, 255, 0xDB, 0xFE}}) {
        std::uint64_t stored = 0;
        hal::RecordCheck check;
        check.begin(3, 1024);
        for (unsigned i = 0; i < record.size(); ++i) {
            check.add(std::byte{record[i]});
            stored |= std::uint64_t{record[i]} << 8 * i;
        }
        stored |= std::uint64_t{check.value()} << 40;
        const std::uint64_t zeros = ~stored;
        std::uint64_t passed = 0;
        std::uint32_t tried = 0;
        // Every non-empty subset of the zero bits, in turn.
        for (std::uint64_t left_out = zeros & (~zeros + 1); left_out != 0 && tried < 4'000'000; ++tried) {
            const std::uint64_t torn = stored | left_out;
            hal::RecordCheck again;
            again.begin(3, 1024);
            for (unsigned i = 0; i < record.size(); ++i) {
                again.add(static_cast<std::byte>(torn >> 8 * i));
            }
            passed += again.value() == torn >> 40;
            left_out = (left_out - zeros) & zeros;
        }
        EXPECT_EQ(passed, 0u);
        EXPECT_GT(tried, 1'000'000u);
    }
}

TEST(FlashLogCheck, NoticesUpToThreeWrongBitsAnywhere) {
    // The order of the polynomial decides for two bits, its factor x + 1 for one and three.
    unsigned rest = 1;
    unsigned order = 0;
    do {
        rest <<= 1;
        rest ^= (rest & 0x1000) != 0 ? 0x180F : 0;
        ++order;
    } while (rest != 1);
    EXPECT_EQ(order, 2047u);
    unsigned ones = 0;
    for (unsigned bit = 0; bit <= 12; ++bit) {
        ones += 0x180Fu >> bit & 1;
    }
    EXPECT_EQ(ones % 2, 0u) << "an even number of terms: x + 1 is a factor";
    constexpr unsigned longest_record_bits = (3 + 240) * 8 + 12;
    EXPECT_LT(longest_record_bits, order);
}

// ---- a watchdog beside it

/// Flash as slow as its data sheet allows, and somebody who measures how long nobody fed him.
template <class C, std::uint32_t EraseUs, std::uint32_t ProgramUs>
struct SlowFlash {
    static constexpr std::uint32_t sectors = C::Flash::sectors;
    static constexpr std::uint32_t sector_bytes = C::Flash::sector_bytes;
    static constexpr std::uint32_t program_bytes = C::Flash::program_bytes;
    static constexpr std::uint32_t longest_erase_us = EraseUs;
    static constexpr std::uint32_t longest_program_us = ProgramUs;

    [[nodiscard]] bool erase(std::uint32_t sector) noexcept {
        pass(EraseUs);
        return flash.erase(sector);
    }
    [[nodiscard]] bool program(std::uint32_t offset, std::span<const std::byte> bytes) noexcept {
        pass(static_cast<std::uint32_t>(bytes.size()) / program_bytes * ProgramUs);
        return flash.program(offset, bytes);
    }
    [[nodiscard]] bool read(std::uint32_t offset, std::span<std::byte> to) const noexcept {
        return flash.read(offset, to);
    }
    void pass(std::uint32_t us) noexcept {
        spent_us += us;
        hungry_us += us;
        longest_us = std::max(longest_us, hungry_us);
    }
    void feed() noexcept { hungry_us = 0; }

    typename C::Flash flash{};
    std::uint64_t spent_us = 0, hungry_us = 0, longest_us = 0;
};

template <class C, std::uint32_t EraseUs, std::uint32_t ProgramUs>
void tidy_over_worn_flash(std::uint64_t at_least_us) {
    using Flash = SlowFlash<C, EraseUs, ProgramUs>;
    using Log = hal::FlashLog<Flash, C::segment_sectors, 16, 120, Flash>;
    const auto flash = std::make_unique<Flash>();
    auto log = std::make_unique<Log>(*flash, *flash);
    (void)log->open();
    ASSERT_EQ(log->put(1, bytes(std::string(100, 'g'))), NvResult::ok);
    for (std::uint32_t segment = 1; segment + 1 < Log::segments; ++segment) {  // but for the first and the last
        flash->flash.bad_sectors[segment * C::segment_sectors + C::segment_sectors - 1] = true;
    }
    while (log->room() > 1000) {
        ASSERT_EQ(log->put(1, bytes(std::string(100, 'g'))), NvResult::ok);
    }
    flash->spent_us = 0;
    ASSERT_EQ(log->make_room(2000), NvResult::ok);
    EXPECT_GT(flash->spent_us, at_least_us) << "a watchdog that is fed once a turn bites";
    EXPECT_LE(flash->longest_us, Log::longest_silence_us);
    EXPECT_LE(Log::longest_silence_us, 500'000u);
}

TEST(FlashLog, FeedsTheWatchdogBetweenTheSectorsOfWornFlash) {
    tidy_over_worn_flash<test::Rp2040, 400'000, 3'000>(5'600'000);
    tidy_over_worn_flash<test::Stm32l475, 24'500, 91>(300'000);
    tidy_over_worn_flash<test::Stm32f411, 500'000, 100>(900'000);
    tidy_over_worn_flash<test::Stm32f103, 40'000, 70>(300'000);
}

// ---- wear, as docs/STORAGE.md has it

/// Ten games of 80 half moves a day for 100 days: the game's start with 32 bytes, each half move two bytes,
/// three takebacks, the result; settings once a day; the power goes on and off three times a day.
template <class C>
std::string wear_row() {
    const auto flash = std::make_unique<typename C::Flash>();
    auto log = std::make_unique<typename C::Log>(*flash);
    (void)log->open();
    constexpr int days = 100;
    const auto needed = C::Log::request_bytes(32) + 100 * C::Log::request_bytes(2);
    for (int day = 0; day < days; ++day) {
        EXPECT_EQ(log->put(0, bytes(std::string(16, 's'))), NvResult::ok);
        for (int game = 0; game < 10; ++game) {
            if (game % 4 == 0) {
                log = std::make_unique<typename C::Log>(*flash);
                (void)log->open();
            }
            (void)log->make_room(needed);
            EXPECT_EQ(log->put(1, bytes(std::string(32, 'g'))), NvResult::ok);
            for (int event = 0; event < 80 + 3 + 1; ++event) {
                EXPECT_EQ(log->append(1, bytes("e4")), NvResult::ok);
            }
        }
    }
    std::uint32_t most = 0;
    for (const auto erases : flash->erases) {
        most = std::max(most, erases);
    }
    EXPECT_EQ(flash->misuses, 0u);
    const auto years = static_cast<std::uint64_t>(C::cycles) * days / most / 365;
    using Flash = typename C::Flash;
    std::ostringstream row;
    row << "| " << C::name << " | " << C::Log::segments << " of " << C::Log::segment_bytes / 1024 << " KB | "
        << Flash::program_bytes << " | " << most << " | " << C::cycles << " | " << years << " |";
    return row.str();
}

TEST(FlashLogWear, LastsAsLongAsTheStoragePageSays) {
    std::ifstream file{test::in_sources("docs/STORAGE.md")};
    std::stringstream page;
    page << file.rdbuf();
    for (const auto& row : {wear_row<test::Rp2040>(), wear_row<test::Stm32l475>(), wear_row<test::Stm32f411>(),
                            wear_row<test::Stm32f103>()}) {
        EXPECT_NE(page.str().find(row), std::string::npos) << "docs/STORAGE.md lacks the row\n" << row;
    }
}

}  // namespace
