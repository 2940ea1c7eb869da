// A sounder at an STM32's timer: the driver of the firmware on a model of timers 2 to 4, whose channels' pins are those that the
// data sheets name.
#include <gtest/gtest.h>

#include <array>

#include "boards/chips/stm32/peripherals_f4.hpp"
#include "boards/chips/stm32f103/peripherals.hpp"
#include "boards/chips/stm32f405/clock.hpp"
#include "boards/chips/stm32f411/clock.hpp"
#include "boards/kits/pills.hpp"
#include "host_tests/boards/chips/stm32/chip_model.hpp"

namespace {

using namespace stackmate;
using namespace stackmate::test;
using namespace stackmate::boards;

/// Timers 2 to 4, and the register of their clocks. A channel is an output while it is enabled and in PWM mode 1.
class Timers : public Device {
public:
    explicit Timers(std::uintptr_t clocks) : clocks_{clocks} {}

    struct Wave {
        std::uint32_t length = 0, high = 0;  ///< in cycles of the timer's clock
        bool operator==(const Wave&) const = default;
    };

    /// The next wave. An update comes at its end.
    [[nodiscard]] Wave wave(unsigned timer, unsigned channel) {
        auto& t = timers_[timer - 2];
        const unsigned mode = t.at(channel <= 2 ? 0x18 : 0x1C) >> (channel - 1) % 2 * 8 & 0xFF;
        const bool out = t.at(0x20) == 1u << 4 * (channel - 1) && mode == 0x68;
        if ((t.at(0x00) & 0x81) != 0x81 || !out) return {};
        const std::uint32_t of_count = t.now.at(0x28) + 1;
        const Wave now{(t.now.at(0x2C) + 1) * of_count, t.now.at(0x30 + 4 * channel) * of_count};
        t.now = t.written;
        return now;
    }

    std::optional<std::uint32_t> read(std::uintptr_t address) override {
        if (address == clocks_) return enabled_;
        auto* const value = find(address);
        return value != nullptr ? std::optional{*value} : std::nullopt;
    }
    bool write(std::uintptr_t address, std::uint32_t value) override {
        if (address == clocks_) {
            if ((enabled_ & ~value) != 0) ModelBus::fault("another's clock is switched off");
            return enabled_ = value, true;
        }
        auto* const place = find(address);
        if (place == nullptr) return false;
        if (value > 0xFFFF) ModelBus::fault("more than 16 bits to a timer register");
        *place = value;
        auto& t = timers_[(address >> 10) & 3];
        if ((address & 0x3FF) == 0x14) t.now = t.written;
        return true;
    }

private:
    using Registers = std::map<std::uint32_t, std::uint32_t>;
    struct Timer {
        Registers written{{0x00, 0}, {0x14, 0}, {0x18, 0}, {0x1C, 0}, {0x20, 0},     {0x28, 0},
                          {0x34, 0}, {0x38, 0}, {0x3C, 0}, {0x40, 0}, {0x2C, 0xFFFF}};
        Registers now = written;
        [[nodiscard]] std::uint32_t at(std::uint32_t offset) const { return written.at(offset); }
    };

    std::uint32_t* find(std::uintptr_t address) {
        if (address < 0x40000000 || address >= 0x40000C00) return nullptr;
        const auto timer = (address >> 10) & 3;
        if ((enabled_ >> timer & 1) == 0) ModelBus::fault("a timer without its clock");
        const auto found = timers_[timer].written.find(address & 0x3FF);
        return found != timers_[timer].written.end() ? &found->second : nullptr;
    }

    std::uintptr_t clocks_;
    std::uint32_t enabled_ = 1u << 28;  ///< the voltage detector's
    std::array<Timer, 3> timers_{};
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
        EXPECT_TRUE(first.high == 0 && first.length != 0 && first.length <= timer_hz / 500) << "silent, and soon over";

        for (const std::uint16_t hz : std::initializer_list<std::uint16_t>{40, 220, 660, 1760}) {
            for (const bool loud : {false, true}) {
                sounder.play(hz, 3, loud);
                (void)wave();  // the one that ran
                const auto heard = wave();
                EXPECT_NEAR(static_cast<double>(timer_hz) / heard.length, hz, hz * 0.003);
                EXPECT_NEAR(static_cast<double>(heard.high) / heard.length, loud ? 0.5 : 0.125, 0.002);
                for (int tick = 0; tick < 2; ++tick) sounder.step();
                EXPECT_EQ(wave(), heard) << "it lasts";
                sounder.step();
                EXPECT_EQ(wave(), heard) << "it ends with a wave";
                EXPECT_EQ(wave().high, 0u);
            }
        }
        sounder.play(10, 100, true);
        (void)wave();
        EXPECT_NEAR(static_cast<double>(timer_hz) / wave().length, 40, 0.2) << "the lowest there is";
        sounder.stop();
        (void)wave();
        EXPECT_EQ(wave().high, 0u) << "the supply falls";
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
