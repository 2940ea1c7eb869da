// The driver of the STM32L4's flash over a model of its registers and of bank 2.
#include "boards/chips/stm32/flash_l4.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <set>
#include <vector>

#include "hal/conformance/flash.hpp"
#include "hal/conformance/store.hpp"
#include "hal/flash_log.hpp"
#include "host_tests/hal/report.hpp"

namespace {

using namespace stackmate;

constexpr std::uint32_t pages = 16;
constexpr std::uintptr_t begin = 0x080F8000, end = 0x08100000;

/// RM0351, "Embedded Flash memory", as far as the driver can notice: locking, the order of steps, the flags, the
/// error-correcting code of a torn unit, and the data cache, which knows nothing of writes.
struct Chip {
    std::vector<std::uint8_t> bytes = std::vector<std::uint8_t>(end - begin, 0xFF);
    std::set<std::uint32_t> written, torn;  ///< units, by offset
    std::uint32_t acr = 0x604, sr = 0, cr = 1u << 31, eccr = 0;
    int keys_seen = 0, busy_polls = 0;
    bool lost_lock = false, never_ready = false, no_flash = false, supply_low = false;
    std::uint32_t first_half_at = 0, first_half = 0;
    bool half = false;
    unsigned nmis = 0, writes_with_cache = 0, erases = 0;
    std::set<std::uintptr_t> cached;  ///< addresses of words that the cache has
    std::function<void()> on_nmi = [] {};

    [[nodiscard]] std::uint32_t read(std::uintptr_t address) {
        switch (address) {
        case 0x40022000: return no_flash ? 0 : acr;
        case 0x40022010:
            if (no_flash) return 0;
            if (busy_polls != 0 && !never_ready && --busy_polls == 0) sr &= ~(1u << 16);
            return sr;
        case 0x40022014: return cr;
        case 0x40022018: return eccr;
        case 0x40007014: return supply_low ? 1u << 11 : 0;  // PWR_SR2, PVDO
        default: break;
        }
        if (address < begin || address + 4 > end) {
            ADD_FAILURE() << "a read of " << std::hex << address;
            return 0;
        }
        const auto unit = static_cast<std::uint32_t>(address - begin) / 8 * 8;
        const bool from_cache = (acr & 1u << 10) != 0 && !cached.insert(address).second;
        if (torn.contains(unit) && !from_cache) {
            eccr |= 1u << 31;
            ++nmis;
            on_nmi();
        }
        std::uint32_t word;
        std::memcpy(&word, &bytes[address - begin], 4);
        return no_flash ? 0 : word;
    }

    void write(std::uintptr_t address, std::uint32_t word) {
        switch (address) {
        case 0x40022000:
            acr = word;
            if ((word & 1u << 12) != 0) {
                EXPECT_EQ(word & 1u << 10, 0u) << "the cache is reset while it is on";
                cached.clear();
            }
            return;
        case 0x40022008: return take_key(word);
        case 0x40022010: sr &= ~(word & 0xC3FB); return;
        case 0x40022014: return take_control(word);
        case 0x40022018: eccr &= ~(word & 3u << 30); return;
        default: break;
        }
        if (address < begin || address + 4 > end) {
            ADD_FAILURE() << "a write to " << std::hex << address;
            return;
        }
        if (no_flash) return;
        program(static_cast<std::uint32_t>(address - begin), word);
    }

    void take_key(std::uint32_t word) {
        const bool right = word == (keys_seen == 0 ? 0x45670123u : 0xCDEF89ABu);
        if (!right || lost_lock || (cr >> 31) == 0) {
            lost_lock = true;  // until reset, and a bus fault on the real chip
            ADD_FAILURE() << "a key in the wrong place";
            return;
        }
        if (++keys_seen == 2) {
            cr &= ~(1u << 31);
            keys_seen = 0;
        }
    }

    void take_control(std::uint32_t word) {
        if ((cr >> 31) != 0) return;
        EXPECT_TRUE((sr & 1u << 16) == 0 || never_ready) << "control written while busy";
        cr = word;
        if (no_flash) return;
        if ((word & 1u << 16) == 0) return;
        cr &= ~(1u << 16);
        const auto page = word >> 3 & 0xFF;
        if ((word & 2) == 0 || (word & 1u << 11) == 0 || page < 256 - pages) {
            ADD_FAILURE() << "an erase of something else: " << std::hex << word;
            return;
        }
        if (errors()) return;
        watch_cache();
        const auto at = (page - (256 - pages)) * 2048;
        std::memset(&bytes[at], 0xFF, 2048);
        std::erase_if(written, [&](auto unit) { return unit / 2048 == at / 2048; });
        std::erase_if(torn, [&](auto unit) { return unit / 2048 == at / 2048; });
        ++erases;
        work(100);
    }

    void program(std::uint32_t offset, std::uint32_t word) {
        if ((cr & 1) == 0 || (cr >> 31) != 0 || errors()) {
            sr |= 1u << 7;  // PGSERR
            return;
        }
        watch_cache();
        if (!half) {
            if (offset % 8 != 0) sr |= 1u << 5;  // PGAERR
            half = offset % 8 == 0;
            first_half_at = offset;
            first_half = word;
            return;
        }
        half = false;
        if (offset != first_half_at + 4) {
            sr |= 1u << 6;  // SIZERR
            return;
        }
        if (!written.insert(first_half_at).second && (first_half | word) != 0) {
            sr |= 1u << 3;  // PROGERR: only zeros may go over what is there
            return;
        }
        std::memcpy(&bytes[first_half_at], &first_half, 4);
        std::memcpy(&bytes[first_half_at + 4], &word, 4);
        work(5);
    }

    [[nodiscard]] bool errors() const { return (sr & 0xC3FA) != 0; }
    void watch_cache() { writes_with_cache += (acr & 1u << 10) != 0; }
    void work(int polls) {
        busy_polls = polls;
        sr |= 1u << 16;
    }
};
struct Bus {
    Chip* chip;
    [[nodiscard]] std::uint32_t read(std::uintptr_t address) const noexcept { return chip->read(address); }
    void write(std::uintptr_t address, std::uint32_t word) const noexcept { chip->write(address, word); }
    static void wait_for_reads() noexcept {}
};

using Driver = boards::stm32::FlashL4<pages, 80'000'000, Bus>;
static_assert(hal::Flash<Driver>);
static_assert(Driver::begin == begin);

class FlashL4 : public testing::Test {
protected:
    FlashL4() {
        chip_.on_nmi = [this] { unexpected_nmis_ += !flash_.take_error(); };
    }
    ~FlashL4() override {
        EXPECT_EQ(unexpected_nmis_, 0u);
        EXPECT_EQ(chip_.writes_with_cache, 0u);
        EXPECT_EQ(chip_.cr >> 31, 1u) << "left open";
    }
    static std::vector<std::byte> some(std::size_t size, unsigned seed = 1) {
        std::vector<std::byte> bytes(size);
        for (auto& byte : bytes) byte = static_cast<std::byte>(seed = seed * 75 % 65537);
        return bytes;
    }
    std::vector<std::byte> at(std::uint32_t offset, std::size_t size) {
        std::vector<std::byte> bytes(size);
        EXPECT_TRUE(flash_.read(offset, bytes));
        return bytes;
    }

    Chip chip_{};
    Driver flash_{Bus{&chip_}};
    unsigned unexpected_nmis_ = 0;
};

TEST_F(FlashL4, KeepsWhatItIsGivenAndForgetsASectorAtATime) {
    const auto first = some(2048, 3), second = some(64, 4);
    ASSERT_TRUE(flash_.program(0, first));
    ASSERT_TRUE(flash_.program(2048, second));
    EXPECT_EQ(at(0, 2048), first);
    EXPECT_EQ(at(3, 77), std::vector(first.begin() + 3, first.begin() + 80));
    ASSERT_TRUE(flash_.erase(0));
    EXPECT_EQ(at(0, 2048), std::vector<std::byte>(2048, std::byte{0xFF}));
    EXPECT_EQ(at(2048, 64), second);
    ASSERT_TRUE(flash_.program(0, second));
    EXPECT_EQ(at(0, 64), second);
}

TEST_F(FlashL4, SaysWhenAUnitRefusesAndGoesOnAfterwards) {
    ASSERT_TRUE(flash_.program(8, some(8, 3)));
    EXPECT_FALSE(flash_.program(8, some(8, 4)));
    EXPECT_EQ(at(8, 8), some(8, 3));
    EXPECT_TRUE(flash_.program(16, some(8, 5)));
}

TEST_F(FlashL4, ReadsFalseWhereAUnitWasTornEveryTimeAndNowhereElse) {
    ASSERT_TRUE(flash_.program(0, some(64)));
    chip_.torn.insert(24);
    std::array<std::byte, 64> to;
    for (int time = 0; time < 3; ++time) {
        EXPECT_FALSE(flash_.read(0, to));
        EXPECT_TRUE(flash_.read(0, std::span{to}.first(24)));
        EXPECT_TRUE(flash_.read(32, std::span{to}.first(32)));
    }
    EXPECT_EQ(chip_.eccr, 0u);
    EXPECT_TRUE(flash_.erase(0));
    EXPECT_TRUE(flash_.read(0, to));
}

TEST_F(FlashL4, AnNmiThatIsNotTheStoresIsNotTaken) {
    EXPECT_FALSE(flash_.take_error());
    chip_.eccr = 1u << 31;  // a unit of the program's own
    EXPECT_FALSE(flash_.take_error());
    EXPECT_EQ(chip_.eccr, 1u << 31);
}

TEST_F(FlashL4, RefusesWhatIsNotItsOwn) {
    std::array<std::byte, 16> bytes{};
    EXPECT_FALSE(flash_.erase(pages));
    EXPECT_FALSE(flash_.program(4, std::span{bytes}.first(8)));
    EXPECT_FALSE(flash_.program(8, std::span{bytes}.first(4)));
    EXPECT_FALSE(flash_.program(pages * 2048 - 8, bytes));
    EXPECT_FALSE(flash_.program(0xFFFFFFF8, bytes));
    EXPECT_FALSE(flash_.read(pages * 2048 - 15, bytes));
    EXPECT_TRUE(flash_.read(pages * 2048 - 16, bytes));
    EXPECT_EQ(chip_.erases, 0u);
}

TEST_F(FlashL4, OnASupplyThatIsTooLowNothingIsWritten) {
    ASSERT_TRUE(flash_.program(0, some(8, 3)));
    chip_.supply_low = true;
    EXPECT_FALSE(flash_.erase(0));
    EXPECT_FALSE(flash_.program(8, some(8, 4)));
    EXPECT_EQ(at(0, 8), some(8, 3));
    EXPECT_EQ(at(8, 8), std::vector<std::byte>(8, std::byte{0xFF}));
    chip_.supply_low = false;
    EXPECT_TRUE(flash_.program(8, some(8, 4)));
}

TEST_F(FlashL4, OldErrorFlagsDoNotStopIt) {
    chip_.sr = 0x8000;  // OPTVERR, as some chips start
    EXPECT_TRUE(flash_.erase(2));
    EXPECT_TRUE(flash_.program(2 * 2048, some(8)));
}

TEST_F(FlashL4, LeavesTheCachesAsTheyWere) {
    for (const std::uint32_t caches : {0x604u, 0x204u}) {
        chip_.acr = caches;
        EXPECT_TRUE(flash_.erase(1));
        EXPECT_TRUE(flash_.program(2048, some(8)));
        EXPECT_EQ(chip_.acr, caches);
    }
}

TEST_F(FlashL4, AMemoryThatNeverGetsReadyDoesNotHang) {
    chip_.never_ready = true;
    EXPECT_FALSE(flash_.erase(0));
    chip_.never_ready = false;
    chip_.sr = 0;
}

TEST_F(FlashL4, WithoutFlashEveryRequestFailsAtOnce) {
    chip_.no_flash = true;
    hal::FlashLog<Driver, 2> store{flash_};
    EXPECT_EQ(store.open(), hal::NvResult::foreign);
    EXPECT_EQ(store.put(1, some(8)), hal::NvResult::failed);
    EXPECT_EQ(store.size(1), 0u);
}

TEST_F(FlashL4, KeepsThePromisesOfFlash) { hal::conformance::check_flash(flash_, test::report); }

TEST_F(FlashL4, CarriesAStore) {
    using Log = hal::FlashLog<Driver, 2>;
    std::optional<Log> store;
    hal::conformance::check_store<Log>([&]() -> Log& { return store.emplace(flash_); }, test::report);
    EXPECT_GT(chip_.erases, 0u);
}

}  // namespace
