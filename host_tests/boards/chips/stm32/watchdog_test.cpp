// The STM32's independent watchdog over a model of its registers.
#include "boards/chips/stm32/watchdog.hpp"

#include <gtest/gtest.h>

#include <cstdint>

#include "emulators/stm32/iwdg_model.hpp"
#include "hal/conformance/squares.hpp"
#include "host_tests/hal/report.hpp"

namespace {

using namespace stackmate;
using test::Iwdg;

struct Bus {
    Iwdg* iwdg;
    [[nodiscard]] std::uint32_t read(std::uintptr_t address) const noexcept { return iwdg->read(address); }
    void write(std::uintptr_t address, std::uint32_t word) noexcept { iwdg->write(address, word); }
};

using L4 = boards::stm32::IndependentWatchdog<29'500, 34'000, Bus>;
using F4 = boards::stm32::IndependentWatchdog<17'000, 47'000, Bus>;
using F1 = boards::stm32::IndependentWatchdog<30'000, 60'000, Bus>;

struct Peer {
    Iwdg& iwdg;
    void pass_ms(std::uint32_t ms) {
        for (; ms != 0; --ms) iwdg.pass(0.001);
    }
    [[nodiscard]] unsigned resets() const { return iwdg.resets; }
};

template <class Watchdog>
void check(double hz) {
    Iwdg iwdg{hz};
    Watchdog watchdog{Bus{&iwdg}};
    Peer peer{iwdg};
    hal::conformance::check_watchdog(watchdog, peer, test::report);
    EXPECT_EQ(iwdg.refused + iwdg.locked_writes + iwdg.unknown_keys, 0u);
}

TEST(IndependentWatchdog, KeepsItsPromisesWhateverItsOscillatorDoes) {
    for (const double hz : {29'500., 32'000., 34'000.}) check<L4>(hz);
    for (const double hz : {17'000., 32'000., 47'000.}) check<F4>(hz);
    for (const double hz : {30'000., 40'000., 60'000.}) check<F1>(hz);
}

TEST(IndependentWatchdog, IsNeverEarlyAndAtMostSoMuchLateAtAnyInterval) {
    for (std::uint32_t ms = 1; ms <= L4::longest_ms; ms += ms < 1000 ? 1 : 97) {
        for (const double hz : {29'500., 34'000.}) {
            Iwdg iwdg{hz};
            L4 watchdog{Bus{&iwdg}};
            watchdog.arm(ms);
            const double left = (iwdg.count) * (4u << iwdg.prescaler) / hz * 1000;
            ASSERT_GE(left, ms) << hz;
            ASSERT_LE(left + (4u << iwdg.prescaler) / hz * 1000, ms * (100. + L4::late_percent) / 100) << hz;
        }
    }
    EXPECT_GE(L4::longest_ms, 30'000u);
    EXPECT_GE(F1::longest_ms, 17'000u);
}

TEST(IndependentWatchdog, FeedingBeforeArmingStartsNothing) {
    Iwdg iwdg{32'000};
    L4 watchdog{Bus{&iwdg}};
    watchdog.feed();
    iwdg.pass(1000);
    EXPECT_FALSE(iwdg.running);
    EXPECT_EQ(iwdg.resets, 0u);
}

TEST(IndependentWatchdog, AShortIntervalDoesNotEndWhileALongerOneIsSet) {
    Iwdg iwdg{34'000};
    L4 watchdog{Bus{&iwdg}};
    watchdog.arm(1);
    iwdg.pass(0.0009);
    watchdog.arm(20'000);
    iwdg.pass(19.9);
    EXPECT_EQ(iwdg.resets, 0u);
}

}  // namespace
