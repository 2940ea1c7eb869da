// A sounder at an STM32's timer: the driver of the firmware on a model of timers 2 to 4, whose channels' pins are those that the
// data sheets name.
#include <gtest/gtest.h>

#include "boards/chips/stm32/peripherals_f4.hpp"
#include "boards/chips/stm32f103/peripherals.hpp"
#include "boards/chips/stm32f405/clock.hpp"
#include "boards/chips/stm32f411/clock.hpp"
#include "boards/kits/pills.hpp"
#include "emulators/stm32/chip_model.hpp"
#include "hal/conformance/sound.hpp"
#include "host_tests/hal/report.hpp"

namespace {

using namespace stackmate;
using namespace stackmate::test;
using namespace stackmate::boards;

/// Timers 2 to 4, and the register of their clocks. What is written takes effect with the next update.
class Timers : public Device {
public:
    explicit Timers(std::uintptr_t clocks) : clocks_{clocks} {}

    /// The next wave's length and high part, in cycles of the timer's clock. An update comes at its end. A channel is an output
    /// while it is enabled and in PWM mode 1.
    [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> wave(unsigned timer, unsigned channel) {
        const std::uintptr_t base = 0x40000000 + 0x400 * (timer - 2);
        const unsigned mode = written_[base + (channel <= 2 ? 0x18 : 0x1C)] >> (channel - 1) % 2 * 8 & 0xFF;
        if ((written_[base] & 0x81) != 0x81 || written_[base + 0x20] != 1u << 4 * (channel - 1) || mode != 0x68)
            return {};
        const std::uint32_t of_count = now_[base + 0x28] + 1;
        const std::pair wave{(now_[base + 0x2C] + 1) * of_count, now_[base + 0x30 + 4 * channel] * of_count};
        now_ = written_;
        return wave;
    }

    std::optional<std::uint32_t> read(std::uintptr_t address) override {
        return address == clocks_ || is_timers(address) ? std::optional{written_[address]} : std::nullopt;
    }
    bool write(std::uintptr_t address, std::uint32_t value) override {
        if (address != clocks_ && !is_timers(address)) return false;
        if (address == clocks_ && (written_[clocks_] & ~value) != 0) ModelBus::fault("a clock is switched off");
        if (address != clocks_ && value > 0xFFFF) ModelBus::fault("more than 16 bits to a timer register");
        written_[address] = value;
        if ((address & 0x3FF) == 0x14) now_ = written_;
        return true;
    }

private:
    bool is_timers(std::uintptr_t address) {
        if (address < 0x40000000 || address >= 0x40000C00) return false;
        if ((written_[clocks_] >> (address >> 10 & 3) & 1) == 0) ModelBus::fault("a timer without its clock");
        return true;
    }

    std::uintptr_t clocks_;
    std::map<std::uintptr_t, std::uint32_t> written_{{clocks_, 1u << 28}},
        now_{};  ///< the voltage detector's clock is on
};

template <class W>
struct Ear {
    hal::Sounder<W>& sounder;
    Timers& timers;
    unsigned timer, channel;

    [[nodiscard]] unsigned hz() {
        const auto [counts, high] = timers.wave(timer, channel);
        return high == 0 ? 0 : W::counts_hz * W::divider / counts;
    }
    [[nodiscard]] unsigned loudness() { return timers.wave(timer, channel).second; }
    /// The wave that runs then ends.
    void pass_ms(std::uint32_t ms) {
        for (; ms != 0; --ms) sounder.step();
        (void)timers.wave(timer, channel);
    }
};

template <class Ports, class Peripherals>
struct Chip {
    Chip(std::uintptr_t clocks, std::uint32_t hz) : timers{clocks}, timer_hz{hz} {
        ModelBus::reset();
        ModelBus::devices = {&ports, &timers};
    }
    ~Chip() {
        for (const auto& fault : ModelBus::faults) ADD_FAILURE() << fault;
        ModelBus::reset();
    }

    /// A sounder at this pin, which is this channel of this timer by this function.
    template <hal::PinId Pin>
    void check(unsigned timer, unsigned channel, unsigned function) {
        SCOPED_TRACE(Pin.text());
        using W = typename Peripherals::template WaveAt<Pin>;
        hal::Sounder<W> sounder{};
        W::init();
        EXPECT_EQ(ports.mode(Pin.port, Pin.number), PortsModel::Mode::function);
        EXPECT_EQ(ports.function(Pin.port, Pin.number), function);
        const auto wave = [&] { return timers.wave(timer, channel); };
        const auto first = wave();
        EXPECT_TRUE(first.second == 0 && first.first != 0 && first.first <= timer_hz / 500) << "silent, and soon over";
        Ear<W> ear{sounder, timers, timer, channel};
        hal::conformance::check_sound(sounder, ear, report);

        for (const std::uint16_t hz : std::initializer_list<std::uint16_t>{40, 220, 660, 1760}) {
            for (const bool loud : {false, true}) {
                sounder.play(hz, 3, loud);
                (void)wave();  // the one that ran
                const auto heard = wave();
                EXPECT_NEAR(static_cast<double>(timer_hz) / heard.first, hz, hz * 0.003);
                EXPECT_NEAR(static_cast<double>(heard.second) / heard.first, loud ? 0.5 : 0.125, 0.002);
                for (int tick = 0; tick < 2; ++tick) sounder.step();
                EXPECT_EQ(wave(), heard) << "it lasts";
                sounder.step();
                EXPECT_EQ(wave(), heard) << "it ends with a wave";
                EXPECT_EQ(wave().second, 0u);
            }
        }
        sounder.play(10, 100, true);
        (void)wave();
        EXPECT_NEAR(static_cast<double>(timer_hz) / wave().first, 40, 0.2) << "the lowest there is";
        sounder.stop();
        (void)wave();
        EXPECT_EQ(wave().second, 0u) << "the supply falls";
    }

    Ports ports;
    Timers timers;
    std::uint32_t timer_hz;
};

template <class Clocks>
void check_f4(std::uint32_t hz) {
    Chip<PortsF4, boards::stm32::PeripheralsF4<ModelBus, PillKit, Clocks>> chip{0x40023840, hz};
    chip.template check<"PB1">(3, 4, 2);
    chip.template check<"PA15">(2, 1, 1);
    chip.template check<"PB10">(2, 3, 1);
    chip.template check<"PC7">(3, 2, 2);
    chip.template check<"PB8">(4, 3, 2);
}

TEST(TimerWave, MakesTheTonesAtTheTimersPinsOfAnF4) {
    check_f4<stm32f411::ClockTree>(100'000'000);
    check_f4<stm32f405::ClockTree<>>(84'000'000);
}

TEST(TimerWave, MakesTheTonesAtTheTimersPinsOfAnF103) {
    Chip<PortsF1, stm32f103::Peripherals<ModelBus, PillKit>> chip{0x4002101C, 72'000'000};
    chip.check<"PB1">(3, 4, 0);
    chip.check<"PA0">(2, 1, 0);
    chip.check<"PB9">(4, 4, 0);
}

}  // namespace
