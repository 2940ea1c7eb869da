// The drivers of Black Pill (STM32F411), Blue Pill (STM32F103) and core board (STM32F405), the very sources of the firmware, on
// models of the chips' peripherals, with the very addresses, pins and clocks.
#include <algorithm>
#include <array>

#include "boards/chips/stm32/peripherals_f4.hpp"
#include "boards/chips/stm32/supply.hpp"
#include "boards/chips/stm32f103/peripherals.hpp"
#include "boards/chips/stm32f405/clock.hpp"
#include "boards/chips/stm32f411/clock.hpp"
#include "boards/kits/stm32f405.hpp"
#include "emulators/stm32/chip_model.hpp"
#include "hal/conformance/flash.hpp"
#include "hal/conformance/squares.hpp"
#include "hal/conformance/store.hpp"
#include "hal/debounced_buttons.hpp"
#include "hal/flash_log.hpp"
#include "hal/sensing.hpp"
#include "hal/status_led.hpp"
#include "host_tests/hal/report.hpp"

namespace {

using namespace stackmate;
using namespace stackmate::test;
using namespace stackmate::boards;
using hal::Colour;
using hal::Frame;

/// A millisecond clock that stands still until told.
struct HandClock {
    static constexpr std::uint64_t wrap_ms = std::uint64_t{1} << 32;
    std::uint32_t now = 0xFFFFFFF0;  // wraps soon
    [[nodiscard]] std::uint32_t now_ms() const noexcept { return now; }
};

struct BlackPill {
    static constexpr bool is_f4 = true;
    static constexpr double timer_hz = 100e6;
    using Clocks = stm32f411::ClockTree;
    using SupplyAt = boards::stm32::SupplyF4;
    using Ports = PortsF4;
    using DmaDevice = DmaF4;
    using FlashDevice = FlashModelF4;
    using Gate = GateF4;
    using Peripherals = boards::stm32::PeripheralsF4<ModelBus, PillKit, Clocks>;
    static constexpr std::uintptr_t timer_base = 0x40010000;
    static constexpr std::uint32_t flash_start = 0x4000;
    static void drive_port_c_fast() {
        ModelBus::write(0x40020808, 0x55555555);
        ModelBus::write(0x40020800, 0x55555555);
    }
};

struct CoreBoard : BlackPill {
    static constexpr double timer_hz = 168e6;
    using Clocks = stm32f405::ClockTree<>;
    using Peripherals = boards::stm32::PeripheralsF4<ModelBus, Kit, Clocks>;
};

struct BluePill {
    static constexpr bool is_f4 = false;
    static constexpr double timer_hz = 72e6;
    using Clocks = stm32f103::ClockTree<>;
    using SupplyAt = boards::stm32::SupplyF1;
    using Ports = PortsF1;
    using DmaDevice = DmaF1;
    using FlashDevice = FlashModelF1;
    using Gate = GateF1;
    using Peripherals = stm32f103::Peripherals<ModelBus, PillKit>;
    static constexpr std::uintptr_t timer_base = 0x40012C00;
    static constexpr std::uint32_t flash_start = 0x1D000;
    static void drive_port_c_fast() { ModelBus::write(0x40011004, 0x11111111); }
};

template <class Pill>
using PinsOf = typename Pill::Peripherals::Pins;
template <class Pill>
using LedsOf = typename Pill::Peripherals::template Leds<HandClock>;
/// A slow "processor" makes the bounds of the waits short enough for a test to run into them.
template <class Pill>
using FlashOf = typename Pill::Peripherals::template FlashAt<1'000'000>;
template <class Pill>
using StoreOf = hal::FlashLog<FlashOf<Pill>, Pill::Peripherals::segment_sectors>;

template <class Pill>
class Stm32 : public testing::Test {
protected:
    Stm32() {
        ModelBus::reset();
        ModelBus::devices = {&ports, &dma, &timer, &flash};
    }
    ~Stm32() override {
        for (const auto& fault : ModelBus::faults) ADD_FAILURE() << fault;
        ModelBus::reset();
    }

    /// The faults so far, which are then forgiven.
    static std::vector<std::string> take_faults() { return std::exchange(ModelBus::faults, {}); }

    typename Pill::Ports ports;
    typename Pill::DmaDevice dma;
    TimerModel timer{Pill::timer_base, dma};
    typename Pill::FlashDevice flash;
};

using Pills = testing::Types<BlackPill, CoreBoard, BluePill>;
TYPED_TEST_SUITE(Stm32, Pills);

// ---- pins

/// Pin by its name: PB12.
struct Place {
    char letter;
    unsigned number;

    explicit Place(std::string_view name) : letter{name[1]}, number{0} {
        for (const char digit : name.substr(2)) number = number * 10 + static_cast<unsigned>(digit - '0');
    }
};

template <class Names>
std::optional<unsigned> index_of(const Names& names, char letter, unsigned number) {
    for (unsigned i = 0; i < names.size(); ++i) {
        if (Place{names[i]}.letter == letter && Place{names[i]}.number == number) return i;
    }
    return std::nullopt;
}

/// The board's sensors with a diode each, and its buttons, at the pins.
template <class Pill>
struct Wired {
    typename Pill::Ports& ports;
    std::uint64_t occupied = 0;
    std::uint8_t down = 0;
    unsigned most_rows = 0;

    explicit Wired(typename Pill::Ports& at) : ports{at} {
        ports.outside = [this](char letter, unsigned number) { return level(letter, number); };
    }

    std::optional<bool> level(char letter, unsigned number) {
        using Pins = PinsOf<Pill>;
        if (const auto button = index_of(Pins::ButtonLines::names, letter, number)) {
            return (down >> *button & 1) != 0 ? std::optional{false} : std::nullopt;
        }
        const auto column = index_of(Pins::Sensing::Columns::names, letter, number);
        if (!column) return std::nullopt;
        unsigned rows = 0;
        bool high = false;
        for (unsigned row = 0; row < 8; ++row) {
            const Place pin{Pins::Sensing::Rows::names[row]};
            if (ports.mode(pin.letter, pin.number) == PortsModel::Mode::output
                && ports.driven(pin.letter, pin.number)) {
                ++rows;
                high = high || (occupied >> (8 * row + *column) & 1) != 0;
            }
        }
        most_rows = std::max(most_rows, rows);
        return high ? std::optional{true} : std::nullopt;
    }
};

TYPED_TEST(Stm32, SensorsAtTheirPinsKeepThePromisesOfSquareSensors) {
    using Pins = PinsOf<TypeParam>;
    Wired<TypeParam> wired{this->ports};
    Pins::Sensing::Rows::use();
    Pins::Sensing::Columns::use();
    typename Pins::Sensing::Rows rows;
    const typename Pins::Sensing::Columns columns;
    hal::SensorMatrix<typename Pins::Sensing::Rows, typename Pins::Sensing::Columns, hal::ScanTiming{},
                      typename Pins::Wiring>
        sensors{rows, columns};
    struct Peer {
        Wired<TypeParam>& wired;
        decltype(sensors)& of;
        void place(std::uint64_t squares) { wired.occupied = squares; }
        void pass_ms(std::uint32_t ms) {
            while (ms-- != 0) of.step();
        }
    } peer{wired, sensors};
    hal::conformance::check_sensors(sensors, peer, report);
    EXPECT_EQ(wired.most_rows, 1u) << "rows driven at once";
    EXPECT_LE(sensors.latency_ms, 30u);
}

TYPED_TEST(Stm32, ButtonsAtTheirPinsKeepThePromisesOfButtons) {
    using Pins = PinsOf<TypeParam>;
    Wired<TypeParam> wired{this->ports};
    Pins::ButtonLines::use();
    const typename Pins::ButtonLines lines;
    hal::DebouncedButtons<typename Pins::ButtonLines, typename Pins::ButtonNames> buttons{lines};
    struct Peer {
        Wired<TypeParam>& wired;
        decltype(buttons)& of;
        void hold(std::uint8_t mask) { wired.down = mask; }
        void pass_ms(std::uint32_t ms) {
            while (ms-- != 0) of.step();
        }
    } peer{wired, buttons};
    hal::conformance::check_buttons(buttons, peer, report);
    EXPECT_LE(buttons.latency_ms, 50u);
}

TYPED_TEST(Stm32, PinsOfTheChessBoardAreDifferentOnesAndNoneOfTheOthersIsTouched) {
    using Pins = PinsOf<TypeParam>;
    using Mode = PortsModel::Mode;
    std::array<std::array<Mode, 16>, 3> before;
    for (unsigned port = 0; port < 3; ++port) {
        for (unsigned number = 0; number < 16; ++number) {
            before[port][number] = this->ports.mode(static_cast<char>('A' + port), number);
        }
    }
    Pins::Sensing::Rows::use();
    Pins::Sensing::Columns::use();
    Pins::ButtonLines::use();
    Pins::StatusLed::output(!status_high_of<Pins>);
    Pins::LedData::function(TypeParam::Peripherals::led_function);

    std::vector<std::string_view> used{Pins::LedData::name, Pins::StatusLed::name};
    for (const auto name : Pins::Sensing::Rows::names) {
        used.push_back(name);
        EXPECT_EQ(this->ports.mode(Place{name}.letter, Place{name}.number), Mode::output) << name;
        EXPECT_FALSE(this->ports.level(Place{name}.letter, Place{name}.number)) << name;
    }
    for (const auto name : Pins::Sensing::Columns::names) {
        used.push_back(name);
        EXPECT_EQ(this->ports.mode(Place{name}.letter, Place{name}.number), Mode::input) << name;
        EXPECT_EQ(this->ports.pull(Place{name}.letter, Place{name}.number), -1) << name;
    }
    for (const auto name : Pins::ButtonLines::names) {
        used.push_back(name);
        EXPECT_EQ(this->ports.pull(Place{name}.letter, Place{name}.number), 1) << name;
    }
    EXPECT_EQ(this->ports.mode('A', 8), Mode::function);
    EXPECT_EQ(this->ports.function('A', 8), TypeParam::Peripherals::led_function);
    EXPECT_EQ(this->ports.level(Place{Pins::StatusLed::name}.letter, Place{Pins::StatusLed::name}.number),
              !status_high_of<Pins>)
        << "dark";

    std::sort(used.begin(), used.end());
    EXPECT_EQ(std::adjacent_find(used.begin(), used.end()), used.end()) << "a pin is used twice";
    for (unsigned port = 0; port < 3; ++port) {
        for (unsigned number = 0; number < 16; ++number) {
            const auto letter = static_cast<char>('A' + port);
            const auto is = [&](std::string_view name) {
                return Place{name}.letter == letter && Place{name}.number == number;
            };
            if (std::none_of(used.begin(), used.end(), is)) {
                EXPECT_EQ(this->ports.mode(letter, number), before[port][number]) << letter << number;
            }
        }
    }
}

TYPED_TEST(Stm32, TheBoardsStartGivesEveryPeripheralItsClockBeforeItIsTouched) {
    using Peripherals = typename TypeParam::Peripherals;
    typename TypeParam::Gate gate;
    ModelBus::devices.insert(ModelBus::devices.begin(), &gate);
    Wired<TypeParam> wired{this->ports};
    Peripherals::start();
    HandClock clock;
    static typename LedsOf<TypeParam>::Buffer buffer;
    LedsOf<TypeParam> leds{clock, buffer};
    leds.init();
    Peripherals::connect_leds();
    EXPECT_TRUE(leds.show(Frame{}));
    for (int i = 0; i < 2000; ++i) this->timer.period();
    EXPECT_EQ(std::count_if(this->timer.highs.begin(), this->timer.highs.end(), [](auto high) { return high != 0; }),
              64 * 24);
    using Mode = PortsModel::Mode;
    EXPECT_EQ(this->ports.mode('A', 8), Mode::function);
    EXPECT_EQ(this->ports.mode('A', 9), Mode::function) << "serial line, sends";
    EXPECT_EQ(this->ports.pull('A', 10), 1) << "serial line, an open one rests";
    EXPECT_EQ(this->ports.mode('A', 13), typename TypeParam::Ports{}.mode('A', 13)) << "debug port";
    EXPECT_EQ(this->ports.mode('A', 14), typename TypeParam::Ports{}.mode('A', 14)) << "debug port";
    EXPECT_TRUE(gate.serial_line_on());
    EXPECT_TRUE(gate.rows_freed_from_debugger()) << "PB3, PB4, PA15";
    EXPECT_TRUE(gate.memory_goes_on_in_sleep()) << "DMA of the LEDs, and the first instruction after WFI";
}

TYPED_TEST(Stm32, TheModelNoticesAPeripheralWithoutItsClock) {
    typename TypeParam::Gate gate;
    ModelBus::devices.insert(ModelBus::devices.begin(), &gate);
    PinsOf<TypeParam>::StatusLed::set(true);
    EXPECT_EQ(this->take_faults().size(), 1u);
    ModelBus::write(TypeParam::timer_base, 0);
    EXPECT_EQ(this->take_faults().size(), 1u);
}

TYPED_TEST(Stm32, TheDebugPortAndTheSerialLineAreNoneOfTheChessBoardsPins) {
    using Pins = PinsOf<TypeParam>;
    for (const auto taken : {"PA9", "PA10", "PA11", "PA12", "PA13", "PA14", "PB2", "PB11", "PC14", "PC15"}) {
        EXPECT_EQ(std::count(Pins::Sensing::Rows::names.begin(), Pins::Sensing::Rows::names.end(), taken), 0) << taken;
        EXPECT_EQ(std::count(Pins::Sensing::Columns::names.begin(), Pins::Sensing::Columns::names.end(), taken), 0)
            << taken;
        EXPECT_EQ(std::count(Pins::ButtonLines::names.begin(), Pins::ButtonLines::names.end(), taken), 0) << taken;
        EXPECT_NE(Pins::LedData::name, taken);
    }
}

template <class Pin>
concept ServesPeripherals = requires { Pin::function(1); };

TYPED_TEST(Stm32, PinsOfTheBackupDomainAreNoneForQuickPeripherals) {
    using Pins = PinsOf<TypeParam>;
    static_assert(ServesPeripherals<typename Pins::template At<"PC12">>);
    static_assert(ServesPeripherals<typename Pins::template At<"PB13">>);
    static_assert(!ServesPeripherals<typename Pins::template At<"PC13">>);
    static_assert(!ServesPeripherals<typename Pins::template At<"PC15">>);
    TypeParam::drive_port_c_fast();
    EXPECT_FALSE(this->take_faults().empty()) << "the model complains";
}

TYPED_TEST(Stm32, TheStatusLedShinesAtTheLevelThatTheKitNames) {
    using Pin = typename PinsOf<TypeParam>::StatusLed;
    constexpr bool lit = status_high_of<PinsOf<TypeParam>>;
    Pin::output(!lit);
    Pin pin;
    hal::StatusLed<Pin, lit> status{pin};
    status.blink(1);
    for (int part = 0; part < 32; ++part) {
        status.step();
        EXPECT_EQ(this->ports.level(Place{Pin::name}.letter, Place{Pin::name}.number), (part % 16 == 0) == lit) << part;
    }
}

// ---- LEDs

/// The picture that a waveform brings to the chain, checked against the data sheet on its way.
template <class Pill>
class Chain {
public:
    explicit Chain(TimerModel& timer) : timer_{timer} {}

    void pass_us(double us) {
        // Anew for each period: an access to the bus in the middle of it may change what follows.
        const auto period_us = [this] { return timer_.ticks() / timer_hz * 1e6; };
        for (left_us_ += us; left_us_ >= period_us();) {
            left_us_ -= period_us();
            timer_.highs.clear();
            timer_.period();
            take(timer_.highs.empty() ? 0 : timer_.highs.front());
        }
    }

    double timer_hz = Pill::timer_hz;
    bool pictures_are_whole = true;

    /// As the LEDs shine, chain order.
    std::vector<std::uint32_t> shown;  ///< green, red, blue
    unsigned latches = 0;
    unsigned bits_seen = 0;

    Colour at(unsigned square) const {
        const auto index = PinsOf<Pill>::Chain::index(square);
        const auto word = index < shown.size() ? shown[index] : 0;
        return {static_cast<std::uint8_t>(word >> 8), static_cast<std::uint8_t>(word >> 16),
                static_cast<std::uint8_t>(word)};
    }

private:
    void take(std::uint32_t high) {
        const double ns = 1e9 / timer_hz;
        if (high == 0) {
            low_us_ += timer_.ticks() * ns / 1000;
            if (low_us_ > 280 && !bits_.empty()) {
                ++latches;
                EXPECT_TRUE(!pictures_are_whole || bits_.size() == 64u * 24u) << "a picture of another length";
                // What an LED makes of less than its 24 bits nobody says: here it keeps what it had.
                shown.resize(64);
                for (std::size_t led = 0; led < 64 && led < bits_.size() / 24; ++led) {
                    shown[led] = 0;
                    for (std::size_t i = 24 * led; i < 24 * led + 24; ++i)
                        shown[led] = shown[led] << 1 | (bits_[i] ? 1 : 0);
                }
                bits_.clear();
            }
            return;
        }
        EXPECT_TRUE(bits_.empty() || low_us_ == 0) << "a gap within a picture";
        low_us_ = 0;
        ++bits_seen;
        const double up = high * ns;
        const double down = (timer_.ticks() - high) * ns;
        const bool one = up > 600;
        // Worldsemi WS2812B data sheet: T0H 0.4, T0L 0.85, T1H 0.8, T1L 0.45 us, each +-0.15.
        EXPECT_NEAR(up, one ? 800 : 400, 150);
        EXPECT_NEAR(down, one ? 450 : 850, 150);
        bits_.push_back(one);
    }

    TimerModel& timer_;
    std::vector<bool> bits_;
    double left_us_ = 0;
    double low_us_ = 1000;
};

template <class Pill>
struct LedPeer {
    static constexpr bool sees = true;
    Chain<Pill>& chain;
    HandClock& clock;
    void pass_us(std::uint32_t us) {
        chain.pass_us(us);
        clock.now += us / 1000;
    }
    Colour seen(unsigned square) { return chain.at(square); }
};

TYPED_TEST(Stm32, LedsKeepThePromisesOfSquareLedsAndEveryBitIsWithinTheDataSheet) {
    HandClock clock;
    static typename LedsOf<TypeParam>::Buffer buffer;
    LedsOf<TypeParam> leds{clock, buffer};
    leds.init();
    Chain<TypeParam> chain{this->timer};
    LedPeer<TypeParam> peer{chain, clock};
    hal::conformance::check_leds(leds, peer, report);
    EXPECT_GT(chain.latches, 10u);
    EXPECT_EQ(chain.bits_seen % (64 * 24), 0u);
    EXPECT_LE(LedsOf<TypeParam>::frame_us, 20'000u);
}

TYPED_TEST(Stm32, TheLineStaysLowFromInitOnUntilAPictureIsShownAndAfterIt) {
    HandClock clock;
    static typename LedsOf<TypeParam>::Buffer buffer;
    LedsOf<TypeParam> leds{clock, buffer};
    leds.init();
    Chain<TypeParam> chain{this->timer};
    chain.pass_us(5000);
    EXPECT_EQ(chain.bits_seen, 0u);
    ASSERT_TRUE(leds.show(Frame{}));
    chain.pass_us(100'000);
    EXPECT_EQ(chain.bits_seen, 64u * 24u);
    EXPECT_EQ(chain.latches, 1u);
}

TYPED_TEST(Stm32, APictureIsNotTakenBeforeTheOneBeforeItHasLatched) {
    HandClock clock;
    static typename LedsOf<TypeParam>::Buffer buffer;
    LedsOf<TypeParam> leds{clock, buffer};
    leds.init();
    Chain<TypeParam> chain{this->timer};
    for (int turn = 0; turn < 20; ++turn) {
        ASSERT_TRUE(leds.show(Frame{}));
        unsigned waited_us = 0;
        // A tick may come at once after the call, so the clock runs ahead of the time by nearly a millisecond.
        do {
            if (waited_us % 1000 == 0) ++clock.now;
            chain.pass_us(50);
            waited_us += 50;
        } while (!leds.shown());
        EXPECT_EQ(chain.latches, static_cast<unsigned>(turn + 1)) << "after " << waited_us << " us";
        EXPECT_LE(waited_us, LedsOf<TypeParam>::frame_us);
    }
}

TYPED_TEST(Stm32, NoSensorIsReadWhileBitsAreOnTheLedsLine) {
    using Leds = LedsOf<TypeParam>;
    HandClock clock;
    static typename Leds::Buffer buffer;
    Leds leds{clock, buffer};
    leds.init();
    Chain<TypeParam> chain{this->timer};
    for (unsigned shown_at_us = 0; shown_at_us < 1000; shown_at_us += 20) {
        chain.pass_us(shown_at_us);
        ASSERT_TRUE(leds.show(Frame{}));
        chain.pass_us(1000 - shown_at_us);
        unsigned lost = 0;
        do {
            ++clock.now;
            lost += leds.sending() ? 1 : 0;
            EXPECT_TRUE(leds.sending() || chain.bits_seen % (64 * 24) == 0)
                << "shown " << shown_at_us << " us after a tick";
            chain.pass_us(1000);
        } while (!leds.shown());
        EXPECT_EQ(lost, Leds::sending_ms);
    }
}

TYPED_TEST(Stm32, AStoppedProgramDoesNotDisturbThePictureOnItsWay) {
    // What an erase of the flash does: no interrupt, no clock tick, while timer and DMA go on.
    HandClock clock;
    static typename LedsOf<TypeParam>::Buffer buffer;
    LedsOf<TypeParam> leds{clock, buffer};
    leds.init();
    Chain<TypeParam> chain{this->timer};
    Frame frame;
    frame.squares[0] = {255, 0, 0};
    ASSERT_TRUE(leds.show(frame));
    chain.pass_us(500'000);
    EXPECT_EQ(chain.latches, 1u);
    EXPECT_NE(chain.at(0).red, 0);
    EXPECT_FALSE(leds.shown()) << "nobody has counted the time";
    clock.now += LedsOf<TypeParam>::frame_ms;
    EXPECT_TRUE(leds.shown());
}

TYPED_TEST(Stm32, ABusErrorOfTheDmaSpoilsOnePictureAndNotTheNext) {
    HandClock clock;
    static typename LedsOf<TypeParam>::Buffer buffer;
    LedsOf<TypeParam> leds{clock, buffer};
    leds.init();
    this->dma.fail_next = true;
    ASSERT_TRUE(leds.show(Frame{}));
    for (int i = 0; i < 4000; ++i) this->timer.period();
    clock.now += LedsOf<TypeParam>::frame_us / 1000;
    ASSERT_TRUE(leds.shown());
    Frame frame;
    frame.squares[9] = {0, 0, 200};
    Chain<TypeParam> chain{this->timer};
    ASSERT_TRUE(leds.show(frame));
    chain.pass_us(3000);
    EXPECT_EQ(chain.latches, 1u);
    EXPECT_NE(chain.at(9).blue, 0);
    EXPECT_EQ(chain.at(8), Colour{});
}

/// Time that goes by while the processor asks the bus: so many cycles an access, fewer than it takes.
template <class Pill>
struct Pace : Device {
    TimerModel& timer;
    Chain<Pill>& chain;
    const SupplyModel<typename Pill::SupplyAt>& supply;
    double fast_us = 0;

    Pace(TimerModel& of, Chain<Pill>& at, const SupplyModel<typename Pill::SupplyAt>& by)
        : timer{of}, chain{at}, supply{by} {}
    std::optional<std::uint32_t> read(std::uintptr_t) override {
        pass();
        return std::nullopt;
    }
    bool write(std::uintptr_t, std::uint32_t) override {
        pass();
        return false;
    }

private:
    void pass() {
        if (std::exchange(busy_, true)) return;  // the DMA's own accesses
        const double hz = supply.slow ? Pill::Clocks::hsi_hz : Pill::timer_hz;
        EXPECT_TRUE(hz == chain.timer_hz || timer.line_rests()) << "the clock changes in the middle of a bit";
        chain.timer_hz = hz;
        chain.pass_us(4e6 / hz);
        fast_us += supply.slow ? 0 : 4e6 / hz;
        busy_ = false;
    }
    bool busy_ = false;
};

TYPED_TEST(Stm32, WhenTheSupplyFallsNoBitIsSentWrongAndTheLedsGoDark) {
    using Chip = typename TypeParam::SupplyAt;
    Frame before, after;
    before.squares.fill({40, 0, 0});
    after.squares.fill({0, 0, 40});
    for (unsigned gone_us = 0; gone_us < 2400; gone_us += 97) {
        SCOPED_TRACE(gone_us);
        HandClock clock;
        static typename LedsOf<TypeParam>::Buffer buffer;
        LedsOf<TypeParam> leds{clock, buffer};
        leds.init();
        Chain<TypeParam> chain{this->timer};
        ASSERT_TRUE(leds.show(before));
        chain.pass_us(3000);
        clock.now += LedsOf<TypeParam>::frame_ms;
        ASSERT_TRUE(leds.show(after));
        chain.pass_us(gone_us);
        ASSERT_EQ(chain.shown.size(), 64u);

        SupplyModel<Chip> supply;
        ModelBus::devices = {&supply, &this->ports, &this->dma, &this->timer, &this->flash};
        using Watch = boards::stm32::SupplyWatch<ModelBus, Chip>;
        Watch::start();
        ModelBus::write(Chip::configuration, 2);  // from the loop
        Pace<TypeParam> pace{this->timer, chain, supply};
        ModelBus::devices.insert(ModelBus::devices.begin(), &pace);
        supply.low_looks = 10'000;
        chain.pictures_are_whole = false;
        Watch::wait_slowly([&] { leds.stop(); }, [&] { leds.template darken<TypeParam::Clocks::hsi_hz>(); });
        EXPECT_LT(pace.fast_us, 10) << "at full speed";
        EXPECT_EQ(chain.shown, std::vector<std::uint32_t>(64, 0));
        const auto sent = chain.bits_seen;
        chain.pass_us(10'000);
        EXPECT_EQ(chain.bits_seen, sent);
        ModelBus::devices = {&this->ports, &this->dma, &this->timer, &this->flash};
    }
}

// ---- flash

template <class Flash>
std::vector<std::byte> pattern(std::size_t units) {
    std::vector<std::byte> bytes(units * Flash::program_bytes);
    for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(i * 37 + 5);
    return bytes;
}

TYPED_TEST(Stm32, FlashTakesWhatIsProgrammedInItsOwnRegionAndNothingElse) {
    FlashOf<TypeParam> driver;
    constexpr auto all = driver.sectors * driver.sector_bytes;
    const auto bytes = pattern<decltype(driver)>(driver.sector_bytes / driver.program_bytes);
    for (std::uint32_t sector = 0; sector < driver.sectors; ++sector) {
        ASSERT_TRUE(driver.erase(sector));
        ASSERT_TRUE(driver.program(sector * driver.sector_bytes, bytes));
    }
    for (std::uint32_t at = 0; at < this->flash.cells.size(); ++at) {
        const bool inside = at >= TypeParam::flash_start && at < TypeParam::flash_start + all;
        const auto expected =
            inside ? std::to_integer<std::uint8_t>(bytes[(at - TypeParam::flash_start) % bytes.size()]) : 0xFF;
        ASSERT_EQ(this->flash.cells[at], expected) << at;
    }
    std::array<std::byte, 7> some;
    ASSERT_TRUE(driver.read(driver.sector_bytes - 3, some));
    EXPECT_EQ(some[0], bytes[driver.sector_bytes - 3]);
    EXPECT_EQ(some[3], bytes[0]);
    EXPECT_TRUE(this->flash.locked());
}

TYPED_TEST(Stm32, FlashKeepsThePromisesOfFlash) {
    FlashOf<TypeParam> driver;
    hal::conformance::check_flash(driver, report);
    EXPECT_TRUE(this->flash.locked());
}

TYPED_TEST(Stm32, AnEraseTakesItsSectorAndNoOther) {
    FlashOf<TypeParam> driver;
    const auto bytes = pattern<decltype(driver)>(4);
    for (std::uint32_t sector = 0; sector < driver.sectors; ++sector) {
        ASSERT_TRUE(driver.program(sector * driver.sector_bytes, bytes));
    }
    // Read once, so that a data cache knows them.
    std::array<std::byte, 1> first;
    ASSERT_TRUE(driver.read(driver.sector_bytes, first));
    ASSERT_TRUE(driver.erase(1));
    for (std::uint32_t sector = 0; sector < driver.sectors; ++sector) {
        ASSERT_TRUE(driver.read(sector * driver.sector_bytes, first));
        EXPECT_EQ(first[0], sector == 1 ? std::byte{0xFF} : bytes[0]) << sector;
    }
    for (std::uint32_t kilobyte = 0; kilobyte < this->flash.wear.size(); ++kilobyte) {
        const auto begin = TypeParam::flash_start / 1024 + driver.sector_bytes / 1024;
        const bool erased = kilobyte >= begin && kilobyte < begin + driver.sector_bytes / 1024;
        EXPECT_EQ(this->flash.wear[kilobyte], erased ? 1u : 0u) << kilobyte;
    }
}

TYPED_TEST(Stm32, FlashRefusesWhatIsNotItsOwnOrNotWholeUnits) {
    FlashOf<TypeParam> driver;
    constexpr auto all = driver.sectors * driver.sector_bytes;
    const auto bytes = pattern<decltype(driver)>(2);
    EXPECT_FALSE(driver.erase(driver.sectors));
    EXPECT_FALSE(driver.erase(~std::uint32_t{0}));
    EXPECT_FALSE(driver.program(1, bytes));
    EXPECT_FALSE(driver.program(0, std::span{bytes}.first(driver.program_bytes - 1)));
    EXPECT_FALSE(driver.program(all - driver.program_bytes, bytes));
    EXPECT_FALSE(driver.program(0xFFFFFFFC, bytes));
    std::array<std::byte, 8> to;
    EXPECT_FALSE(driver.read(all - 4, to));
    EXPECT_FALSE(driver.read(0xFFFFFFFC, to));
    EXPECT_EQ(std::count(this->flash.cells.begin(), this->flash.cells.end(), 0xFF),
              static_cast<std::ptrdiff_t>(this->flash.cells.size()));
}

TYPED_TEST(Stm32, AProtectedFlashIsAFalseAndNotAFault) {
    FlashOf<TypeParam> driver;
    this->flash.protect = true;
    EXPECT_FALSE(driver.erase(0));
    EXPECT_FALSE(driver.program(0, pattern<decltype(driver)>(1)));
    this->flash.protect = false;
    EXPECT_TRUE(driver.erase(0)) << "the error is forgotten";
    EXPECT_TRUE(driver.program(0, pattern<decltype(driver)>(1)));
    EXPECT_TRUE(this->flash.locked());
}

TYPED_TEST(Stm32, ACellThatDoesNotTakeItsZerosIsNoticed) {
    FlashOf<TypeParam> driver;
    this->flash.bad_at = TypeParam::flash_start + 5;
    auto bytes = pattern<decltype(driver)>(8);
    bytes[5] = std::byte{0x54};
    EXPECT_FALSE(driver.program(0, bytes));
    EXPECT_TRUE(driver.program(16, pattern<decltype(driver)>(1)));
}

TYPED_TEST(Stm32, FlashThatNeverEndsItsOperationIsAFalseAfterABound) {
    FlashOf<TypeParam> driver;
    this->flash.stuck = true;
    EXPECT_FALSE(driver.erase(0));
    EXPECT_FALSE(driver.program(64, pattern<decltype(driver)>(1)));
}

TYPED_TEST(Stm32, OnASupplyThatIsTooLowNothingIsWritten) {
    FlashOf<TypeParam> driver;
    ASSERT_TRUE(driver.program(0, pattern<decltype(driver)>(1)));
    const auto before = this->flash.cells;
    this->flash.supply_low = true;
    EXPECT_FALSE(driver.erase(0));
    EXPECT_FALSE(driver.program(64, pattern<decltype(driver)>(2)));
    EXPECT_EQ(this->flash.cells, before);
    this->flash.supply_low = false;
    EXPECT_TRUE(driver.erase(0));
}

// A processor that its supply no longer feeds may do anything. What it writes at random opens no flash: the keys are two
// words of 32 bits, and the first wrong one shuts it until the next reset.
TYPED_TEST(Stm32, AProgramGoneMadDoesNotGetAtTheFlashBetweenTwoWrites) {
    FlashOf<TypeParam> driver;
    ASSERT_TRUE(driver.program(0, pattern<decltype(driver)>(4)));
    const auto before = this->flash.cells;
    const bool f4 = TypeParam::is_f4;
    const std::uintptr_t base = f4 ? 0x40023C00 : 0x40022000;
    std::uint32_t random = 1;
    const auto next = [&] { return random = random * 1664525 + 1013904223; };
    for (int i = 0; i < 200'000; ++i) {
        const auto word = next();
        switch (next() >> 29) {
        case 0: ModelBus::write(base + 0x04, word); break;
        case 1: ModelBus::write(base + 0x04, 0x45670123); break;  // it runs into the right place for once
        case 2: ModelBus::write(base + 0x10, word); break;
        case 3: ModelBus::write_half(0x08000000 + TypeParam::flash_start + (word & 0x3FFE), 0); break;
        default: ModelBus::write(0x08000000 + TypeParam::flash_start + (word & 0x3FFC), word); break;
        }
    }
    (void)this->take_faults();
    EXPECT_EQ(this->flash.cells, before);
}

template <class Chip>
class Supply : public testing::Test {
protected:
    Supply() {
        ModelBus::reset();
        ModelBus::devices = {&model};
    }
    ~Supply() override {
        for (const auto& fault : ModelBus::faults) ADD_FAILURE() << fault;
        ModelBus::reset();
    }
    SupplyModel<Chip> model;
    using Watch = boards::stm32::SupplyWatch<ModelBus, Chip>;
};
using Families = testing::Types<boards::stm32::SupplyF1, boards::stm32::SupplyF4, boards::stm32::SupplyL4>;
TYPED_TEST_SUITE(Supply, Families);

TYPED_TEST(Supply, IsWaitedForBeforeTheChipRunsFast) {
    this->model.low_looks = 1000;
    TestFixture::Watch::start();
    EXPECT_EQ(this->model.low_looks, 0u);
    EXPECT_TRUE(this->model.watched());
    EXPECT_FALSE(TestFixture::Watch::low());
}

TYPED_TEST(Supply, ThatDipsWhileItsWatchBeginsIsWaitedForOrLeavesAnEdge) {
    for (unsigned access = 0; access < 40; ++access) {
        SCOPED_TRACE(access);
        this->model = {};
        this->model.low_looks = 2;
        this->model.dips_before = access;
        TestFixture::Watch::start();
        EXPECT_TRUE(this->model.low_looks == 0 || this->model.pending);
        EXPECT_TRUE(this->model.watched());
    }
}

TYPED_TEST(Supply, ThatFallsSlowsTheChipDownUntilItIsBack) {
    TestFixture::Watch::start();
    ModelBus::write(TypeParam::configuration, 2);  // from the loop
    this->model.low_looks = 1000;
    TestFixture::Watch::wait_slowly();
    EXPECT_TRUE(this->model.slow);
    EXPECT_EQ(this->model.low_looks, 0u);
}

TYPED_TEST(Stm32, AUnitThatIsProgrammedAlreadyIsNotReportedAsDone) {
    FlashOf<TypeParam> driver;
    const auto bytes = pattern<decltype(driver)>(1);
    const std::vector<std::byte> other(driver.program_bytes, std::byte{0xA5});
    ASSERT_TRUE(driver.program(0, bytes));
    EXPECT_FALSE(driver.program(0, other));
    (void)this->take_faults();  // the F4 lets it through, and the model complains
}

TYPED_TEST(Stm32, TheStoreOverTheDriverKeepsThePromisesOfNvStore) {
    FlashOf<TypeParam> driver;
    std::optional<StoreOf<TypeParam>> store;
    const auto restart = [&]() -> StoreOf<TypeParam>& { return store.emplace(driver); };
    hal::conformance::StoreCheck<StoreOf<TypeParam>, decltype(restart), decltype(report)>{restart, report}.run();
    EXPECT_TRUE(this->flash.locked());
}

// ---- the model itself: what it is to notice, it notices

TYPED_TEST(Stm32, TheModelNoticesAWrongKeyAStrayWriteAndAWrongWidth) {
    const bool f4 = TypeParam::is_f4;
    const std::uintptr_t base = f4 ? 0x40023C00 : 0x40022000;
    ModelBus::write(base + 0x10, 1);
    EXPECT_EQ(this->take_faults().size(), 1u) << "control while locked";
    f4 ? ModelBus::write_half(0x08004000, 1) : ModelBus::write(0x0801D000, 1);
    EXPECT_EQ(this->take_faults().size(), 1u) << "width";
    f4 ? ModelBus::write(0x08004000, 1) : ModelBus::write_half(0x0801D000, 1);
    EXPECT_EQ(this->take_faults().size(), 1u) << "stray write";
    ModelBus::write(base + 0x04, 0xCDEF89AB);
    EXPECT_EQ(this->take_faults().size(), 1u) << "keys in the wrong order";
    FlashOf<TypeParam> driver;
    EXPECT_FALSE(driver.erase(0)) << "shut until the next reset";
    EXPECT_FALSE(this->take_faults().empty());
    (void)ModelBus::read(0x70000000);
    EXPECT_EQ(this->take_faults().size(), 1u) << "no such address";
}

}  // namespace
