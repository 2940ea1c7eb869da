#include "firmware/store/keeper.hpp"

#include "hal/fake/store.hpp"
#include "host_tests/hal/flash_chips.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <vector>

namespace stackmate::firmware {
namespace {

using hal::NvResult;
using Chip = test::Stm32f103;
using Log = Chip::Log;
using hal::fake::Tear;

/// What is kept beside the value that is tried.
std::vector<std::byte> game_in(const Log& log) {
    std::vector<std::byte> bytes(log.size(1));
    EXPECT_EQ(log.read(1, 0, bytes), bytes.size());
    return bytes;
}
const std::vector<std::byte> game(90, std::byte{7});

TEST(StoreSelfTest, AGoodStoreKeepsWhatIsWrittenAndNothingIsLeftOfIt) {
    const auto flash = std::make_unique<Chip::Flash>();
    Log log{*flash};
    ASSERT_EQ(log.open(), NvResult::empty);
    ASSERT_EQ(log.put(1, game), NvResult::ok);
    for (std::uint32_t seed = 0; seed < 500; ++seed) {
        ASSERT_TRUE(keeps_what_is_written(log, seed)) << "also where it tidies";
    }
    EXPECT_EQ(game_in(log), game);
    for (unsigned key = 0; key < Log::keys; ++key) {
        EXPECT_EQ(log.size(key), key == 1 ? game.size() : 0u);
    }
    EXPECT_EQ(flash->misuses, 0u);
}

TEST(StoreSelfTest, AStoreThatTakesNothingIsFound) {
    for (const NvResult result : {NvResult::failed, NvResult::full}) {
        hal::fake::NvStore<> store;
        EXPECT_TRUE(keeps_what_is_written(store, 1));
        store.fail_with = result;
        EXPECT_FALSE(keeps_what_is_written(store, 1));
    }
}

/// Says that all is well, and keeps the first bytes that it was given.
struct StuckStore : hal::fake::NvStore<> {
    [[nodiscard]] NvResult put(unsigned key, std::span<const std::byte> bytes) noexcept {
        return size(key) == 0 || bytes.empty() ? hal::fake::NvStore<>::put(key, bytes) : NvResult::ok;
    }
};
/// The same, and nothing can be removed.
struct ClingingStore : hal::fake::NvStore<> {
    [[nodiscard]] NvResult put(unsigned key, std::span<const std::byte> bytes) noexcept {
        return bytes.empty() ? NvResult::ok : hal::fake::NvStore<>::put(key, bytes);
    }
};
/// Keeps all, and says that it has failed.
struct DoubtfulStore : hal::fake::NvStore<> {
    [[nodiscard]] NvResult put(unsigned key, std::span<const std::byte> bytes) noexcept {
        const NvResult result = hal::fake::NvStore<>::put(key, bytes);
        return bytes.empty() ? result : NvResult::failed;
    }
};

TEST(StoreSelfTest, AStoreThatOnlySaysSoIsFound) {
    StuckStore stuck;
    EXPECT_FALSE(keeps_what_is_written(stuck, 1));
    ClingingStore clinging;
    EXPECT_FALSE(keeps_what_is_written(clinging, 1));
    DoubtfulStore doubtful;
    EXPECT_FALSE(keeps_what_is_written(doubtful, 1)) << "nor is one that says it has failed believed";
}

/// Remembers what was written.
struct ListeningStore : hal::fake::NvStore<> {
    [[nodiscard]] NvResult put(unsigned key, std::span<const std::byte> bytes) noexcept {
        if (!bytes.empty()) heard.emplace_back(bytes.begin(), bytes.end());
        return hal::fake::NvStore<>::put(key, bytes);
    }
    std::vector<std::vector<std::byte>> heard{};
};
std::vector<std::vector<std::byte>> written_with(std::uint32_t seed) {
    ListeningStore store;
    EXPECT_TRUE(keeps_what_is_written(store, seed));
    return store.heard;
}

TEST(StoreSelfTest, EachBitIsWrittenBothWaysAndEachBitOfTheSeedMakesAnotherValue) {
    const auto written = written_with(0);
    ASSERT_EQ(written.size(), 2u);
    ASSERT_EQ(written[0].size(), 8u);
    for (std::size_t i = 0; i < 8; ++i) {
        EXPECT_EQ(written[0][i] ^ written[1][i], std::byte{0xFF});
        EXPECT_EQ(std::count(written[0].begin(), written[0].end(), written[0][i]), 1)
            << "a byte in another's place is found";
    }
    for (unsigned bit = 0; bit < 32; ++bit) EXPECT_NE(written_with(1u << bit)[0], written[0]) << bit;
}

TEST(StoreSelfTest, PowerLostAtAnyStepOfItLeavesTheGame) {
    Chip::Flash prepared;
    {
        Log log{prepared};
        ASSERT_EQ(log.open(), NvResult::empty);
        ASSERT_EQ(log.put(1, game), NvResult::ok);
        while (log.room() > 100) ASSERT_TRUE(keeps_what_is_written(log, 3));  // so that it tidies, erases and all
    }
    std::uint64_t steps = 0;
    {
        const auto flash = std::make_unique<Chip::Flash>(prepared);
        Log log{*flash};
        ASSERT_EQ(log.open(), NvResult::ok);
        const std::uint64_t before = flash->steps();
        for (std::uint32_t seed = 0; seed < 6; ++seed) ASSERT_TRUE(keeps_what_is_written(log, seed));
        steps = flash->steps() - before;
    }
    ASSERT_GT(steps, 50u);
    for (std::uint32_t step = 0; step < steps; ++step)
        for (unsigned tear = 0; tear < hal::fake::tears; ++tear) {
            const auto flash = std::make_unique<Chip::Flash>(prepared);
            flash->cut_after(step, static_cast<Tear>(tear), step + 1);
            {
                Log log{*flash};
                ASSERT_EQ(log.open(), NvResult::ok);
                for (std::uint32_t seed = 0; seed < 6 && flash->powered(); ++seed)
                    (void)keeps_what_is_written(log, seed);
            }
            ASSERT_FALSE(flash->powered());
            flash->power_on();
            Log log{*flash};
            (void)log.open();
            ASSERT_EQ(game_in(log), game) << "step " << step << ", tear " << tear;
            ASSERT_TRUE(keeps_what_is_written(log, 9)) << "step " << step << ", tear " << tear;
        }
}

}  // namespace
}  // namespace stackmate::firmware
