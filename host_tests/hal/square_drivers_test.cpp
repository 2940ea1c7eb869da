// The drivers of lights and buttons keep the promises of the HAL, over models of what is at their pins.
#include <bitset>
#include <memory>
#include <random>
#include <vector>

#include "hal/conformance/squares.hpp"
#include "hal/debounced_buttons.hpp"
#include "hal/dm163.hpp"
#include "hal/status_led.hpp"
#include "hal/ws2812.hpp"
#include "host_tests/hal/report.hpp"

namespace {

using namespace stackmate;
using hal::Colour;
using hal::Frame;

// ---- debouncing

TEST(Debounce, ChangesAfterAsManyEqualSamplesAsAskedAndNotOneEarlier) {
    hal::Debounce<std::uint8_t, 4> contacts;
    for (int i = 0; i < 3; ++i) EXPECT_EQ(contacts.update(0x81), 0);
    EXPECT_EQ(contacts.update(0x81), 0x81);
    for (int i = 0; i < 3; ++i) EXPECT_EQ(contacts.update(0x80), 0x81);
    EXPECT_EQ(contacts.update(0x80), 0x80);
}

TEST(Debounce, BeginsAnewWithEachBounce) {
    hal::Debounce<std::uint8_t, 3> contact;
    for (int i = 0; i < 100; ++i) {
        EXPECT_EQ(contact.update(1), 0);
        EXPECT_EQ(contact.update(1), 0);
        EXPECT_EQ(contact.update(0), 0);
    }
}

template <unsigned Samples>
void compare_with_counters() {
    hal::Debounce<std::uint64_t, Samples> contacts{0xF0F0};
    std::array<unsigned, 64> counts{};
    std::uint64_t expected = 0xF0F0;
    std::mt19937_64 random{Samples};
    std::uint64_t sample = 0;
    for (int i = 0; i < 5000; ++i) {
        sample ^= random() & random() & random();  // an eighth of the contacts changes
        for (unsigned bit = 0; bit < 64; ++bit) {
            const bool differs = ((sample ^ expected) >> bit & 1) != 0;
            counts[bit] = differs ? counts[bit] + 1 : 0;
            if (counts[bit] == Samples) {
                expected ^= std::uint64_t{1} << bit;
                counts[bit] = 0;
            }
        }
        ASSERT_EQ(contacts.update(sample), expected);
    }
}

TEST(Debounce, CountsAsACounterForEachContactWould) {
    compare_with_counters<1>();
    compare_with_counters<2>();
    compare_with_counters<3>();
    compare_with_counters<5>();
    compare_with_counters<8>();
    compare_with_counters<15>();
}

// ---- buttons

struct Lines {
    std::uint8_t down = 0;
    [[nodiscard]] std::uint8_t read() const noexcept { return down; }
};
struct ThreeNames {
    static constexpr std::array<std::string_view, 3> names{"go", "hint", "level"};
};
using ThreeButtons = hal::DebouncedButtons<Lines, ThreeNames>;
static_assert(hal::Buttons<ThreeButtons>);

struct ButtonHand {
    Lines& lines;
    ThreeButtons& buttons;
    void hold(std::uint8_t down) { lines.down = static_cast<std::uint8_t>(down | 0xF8); }  // and idle lines float
    void pass_ms(std::uint32_t ms) {
        for (; ms != 0; --ms) buttons.step();
    }
};

TEST(DebouncedButtons, KeepThePromisesOfButtons) {
    Lines lines;
    ThreeButtons buttons{lines};
    ButtonHand hand{lines, buttons};
    hal::conformance::check_buttons(buttons, hand, test::report);
}

TEST(DebouncedButtons, HeldAtPowerOnAreHeldButNotPressed) {
    Lines lines{2};
    ThreeButtons buttons{lines};
    ButtonHand hand{lines, buttons};
    hand.pass_ms(100);
    EXPECT_EQ(buttons.held(), 2);
    EXPECT_EQ(buttons.pressed(), 0);
}

TEST(DebouncedButtons, ABouncingPushIsOnePush) {
    Lines lines;
    ThreeButtons buttons{lines};
    ButtonHand hand{lines, buttons};
    hand.hold(0);
    hand.pass_ms(20);
    std::mt19937 random{5};
    for (int push = 0; push < 50; ++push) {
        for (const std::uint8_t level : {std::uint8_t{1}, std::uint8_t{0}}) {
            for (int ms = 0; ms < 5; ++ms) {
                hand.hold(static_cast<std::uint8_t>(random() & 1));
                hand.pass_ms(1);
            }
            hand.hold(level);
            hand.pass_ms(20);
            EXPECT_EQ(buttons.pressed(), level);
        }
    }
}

// ---- light

TEST(Light, RisesWithTheColourAndNeverGoesOutBeforeZero) {
    for (unsigned i = 1; i < 256; ++i) {
        EXPECT_GE(hal::gamma[i], hal::gamma[i - 1]);
        for (const unsigned brightness : {1u, 10u, 100u, 255u}) {
            EXPECT_EQ(hal::pulse_width(static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(brightness)),
                      std::max(1u, (hal::gamma[i] * brightness + 127u) / 255));
        }
        EXPECT_EQ(hal::pulse_width(static_cast<std::uint8_t>(i), 0), 0);
    }
    EXPECT_EQ(hal::gamma[0], 0);
    EXPECT_EQ(hal::gamma[255], 255);
    EXPECT_EQ(hal::gamma[128], 56);  // 255 * (128 / 255) ^ 2.2 = 55.98
    EXPECT_EQ(hal::pulse_width(255, 100), 100);
}

/// Many colours, some of them glaring.
Frame glaring_frame(std::mt19937& random) {
    Frame frame;
    for (auto& colour : frame.squares) {
        const auto some = [&] { return static_cast<std::uint8_t>(random() % 4 == 0 ? 255 : random()); };
        colour = {some(), some(), some()};
    }
    return frame;
}

TEST(Light, TakesWhatTheDataSheetSays) {
    std::array<Colour, 3> widths{{{255, 255, 255}, {0, 51, 0}, {}}};
    constexpr hal::Supply supply{.limit_ma = 1, .colour_ma = 12, .idle_ma = 1};
    EXPECT_EQ(hal::current_ma({}, supply), 0u);
    EXPECT_EQ(hal::current_ma(std::span{widths}.last(1), supply), 1u) << "dark, but there";
    EXPECT_EQ(hal::current_ma(std::span{widths}.first(1), supply), 1u + 36u);
    EXPECT_EQ(hal::current_ma(widths, supply), 3u + 36u + 3u) << "2.4 for a fifth of a colour, rounded up";
    EXPECT_EQ(hal::current_ma(widths, {.limit_ma = 1, .colour_ma = 60, .idle_ma = 0}), 192u);
}

TEST(Light, KeepsWithinTheSupplyWhateverIsShownAndHoweverBrightly) {
    std::mt19937 random{9};
    for (int round = 0; round < 500; ++round) {
        const Frame frame = glaring_frame(random);
        std::array<Colour, Frame::size> widths;
        const hal::Supply supply{.limit_ma = static_cast<std::uint32_t>(65 + random() % 2500),
                                 .colour_ma = static_cast<std::uint32_t>(5 + random() % 60)};
        const auto brightness = static_cast<std::uint8_t>(round % 2 == 0 ? 255 : random());
        hal::ws2812_widths(frame, brightness, supply, widths);
        EXPECT_LE(hal::current_ma(widths, supply), supply.limit_ma) << unsigned{brightness};
    }
}

TEST(Light, IsDimmedAsAWholeSoThatColoursKeepTheirProportions) {
    std::mt19937 random{10};
    for (int round = 0; round < 200; ++round) {
        const Frame frame = glaring_frame(random);
        std::array<Colour, Frame::size> free, kept;
        hal::ws2812_widths(frame, 255, {.limit_ma = 3000}, free);
        hal::ws2812_widths(frame, 255, {.limit_ma = 400}, kept);
        double most = 0;
        std::uint32_t allowed = 0;
        for (unsigned i = 0; i < 64; ++i) {
            for (const auto part : {&Colour::red, &Colour::green, &Colour::blue}) {
                allowed += kept[i].*part;
                most = std::max(most, double(kept[i].*part) / std::max<int>(free[i].*part, 20));
            }
        }
        EXPECT_GT(allowed * 12 / 255, 336u * 9 / 10) << "and no more than it must be";
        for (unsigned i = 0; i < 64; ++i) {
            for (const auto part : {&Colour::red, &Colour::green, &Colour::blue}) {
                EXPECT_NEAR(kept[i].*part, free[i].*part * most, 1.5) << "to a step of the driver's";
                EXPECT_EQ(kept[i].*part == 0, free[i].*part == 0) << "what shines goes on shining";
            }
        }
    }
}

TEST(Light, IsNotDimmedWhereTheSupplySuffices) {
    Frame frame;
    frame.squares[12] = {255, 255, 255};
    std::array<Colour, Frame::size> widths;
    hal::ws2812_widths(frame, 255, {.limit_ma = 100}, widths);
    EXPECT_EQ(widths[12], (Colour{255, 255, 255})) << "64 for all of them, 36 for this one";
    hal::ws2812_widths(frame, 255, {.limit_ma = 99}, widths);
    EXPECT_NE(widths[12], (Colour{255, 255, 255}));
    frame.squares.fill({255, 255, 255});  // 64 * 36 mA and 64 idle: 2,368 mA
    hal::ws2812_widths(frame, 255, {.limit_ma = 2368}, widths);
    EXPECT_EQ(widths[12], (Colour{255, 255, 255}));
    hal::ws2812_widths(frame, 255, {.limit_ma = 2367}, widths);
    EXPECT_EQ(widths[12], (Colour{253, 253, 253}));
    EXPECT_EQ(widths[0], widths[63]);
    hal::ws2812_widths(frame, 255, {.limit_ma = 30}, widths);
    EXPECT_EQ(widths[12], Colour{}) << "the dark LEDs alone take more";
}

// ---- WS2812

template <class Chain>
void expect_every_place_once() {
    std::bitset<64> places;
    for (unsigned square = 0; square < 64; ++square) places.set(Chain::index(square));
    EXPECT_TRUE(places.all());
}

TEST(Ws2812, EverySquareHasOnePlaceInEachChain) {
    expect_every_place_once<hal::ChainFromA1>();
    expect_every_place_once<hal::ChainInSerpentines>();
    expect_every_place_once<hal::ChainByFiles>();
    EXPECT_EQ(hal::ChainInSerpentines::index(8), 15u);  // a2 after h2
    EXPECT_EQ(hal::ChainByFiles::index(56), 0u);        // a8 first, a7 next
    EXPECT_EQ(hal::ChainByFiles::index(48), 1u);
}

std::array<Colour, 64> some_widths() {
    std::array<Colour, 64> widths;
    std::mt19937 random{11};
    for (auto& width : widths) {
        width = {static_cast<std::uint8_t>(random()), static_cast<std::uint8_t>(random()),
                 static_cast<std::uint8_t>(random())};
    }
    return widths;
}

/// What 64 LEDs take from a line that is high for these times, in nanoseconds, each pair high and low.
std::vector<Colour> decode(const std::vector<std::pair<unsigned, unsigned>>& pulses) {
    std::vector<Colour> colours;
    std::uint32_t bits = 0;
    unsigned count = 0;
    for (const auto& [high, low] : pulses) {
        const bool one = high >= 650 && high <= 950 && low >= 300 && low <= 600;
        const bool zero = high >= 250 && high <= 550 && low >= 700 && low <= 1000;
        EXPECT_NE(one, zero) << high << " ns high, " << low << " ns low is no bit";
        bits = bits << 1 | (one ? 1 : 0);
        if (++count % 24 == 0) {
            colours.push_back({static_cast<std::uint8_t>(bits >> 8), static_cast<std::uint8_t>(bits >> 16),
                               static_cast<std::uint8_t>(bits)});
        }
    }
    return colours;
}

TEST(Ws2812, AWordHasGreenRedBlueFromTheTop) {
    const std::array<Colour, 1> widths{Colour{0x12, 0x34, 0x56}};
    std::array<std::uint32_t, 1> words{};
    hal::ws2812_words(widths, words);
    EXPECT_EQ(words[0], 0x34125600u);
}

TEST(Ws2812, ATimerGetsOneTimeForEachBitAndThenNone) {
    const auto widths = some_widths();
    std::array<std::uint8_t, 64 * 24 + 1> ticks{};
    hal::ws2812_ticks<std::uint8_t>(widths, 29, 58, ticks);  // of 90: 72 MHz, 1.25 us
    std::vector<std::pair<unsigned, unsigned>> pulses;
    for (std::size_t i = 0; i + 1 < ticks.size(); ++i) {
        const unsigned high = ticks[i] * 1000u / 72;
        pulses.emplace_back(high, 1250 - high);
    }
    EXPECT_EQ(decode(pulses), std::vector<Colour>(widths.begin(), widths.end()));
    EXPECT_EQ(ticks.back(), 0);
}

// ---- DM163

/// The driver and its matrix: what each LED last shone with, and how often it was lit in the wrong moment.
struct Dm163 {
    std::vector<bool> bank_6 = std::vector<bool>(144), bank_8 = std::vector<bool>(192);
    std::array<std::uint8_t, 24> latched{};
    std::array<std::array<Colour, 8>, 8> shone{};  ///< row, column
    std::array<unsigned, 8> lit{};                 ///< times each row was lit
    std::uint8_t rows = 0;
    bool data = false, clock = false, latch = true, reset = false, bank = false;
    unsigned latches = 0, shining_at_latch = 0, most_rows = 0;

    void set(char pin, bool high) {
        switch (pin) {
        case 'd': data = high; break;
        case 'r': reset = high; break;
        case 'b': bank = high; break;
        case 'c':
            if (high && !clock) {
                auto& bits = bank ? bank_8 : bank_6;
                bits.erase(bits.begin());
                bits.push_back(data);
            }
            clock = high;
            break;
        case 'l':
            if (!high && latch) take_over();
            latch = high;
            break;
        default: break;
        }
    }
    void take_over() {
        ++latches;
        shining_at_latch += rows != 0;
        for (unsigned i = 0; i < 24; ++i) {  // the first one shifted is the last channel
            unsigned current = 0, width = 0;
            for (unsigned bit = 0; bit < 6; ++bit) current = current << 1 | bank_6[i * 6 + bit];
            for (unsigned bit = 0; bit < 8; ++bit) width = width << 1 | bank_8[i * 8 + bit];
            latched[23 - i] = static_cast<std::uint8_t>(reset ? (current * width + 62) / 63 : 0);
        }
    }
    void drive(std::uint8_t driven) {
        rows = driven;
        most_rows = std::max(most_rows, static_cast<unsigned>(std::bitset<8>(rows).count()));
        for (unsigned row = 0; row < 8; ++row) {
            if ((rows >> row & 1) == 0) continue;
            ++lit[row];
            for (unsigned column = 0; column < 8; ++column) {
                // Blue is shifted first, so it is the highest of its column's channels.
                shone[row][column] = {latched[3 * column], latched[3 * column + 1], latched[3 * column + 2]};
            }
        }
    }
};
struct Dm163Lines {
    Dm163& chip;
    unsigned shifts = 0;
    void shift(std::uint16_t bits) noexcept {
        ++shifts;
        for (unsigned bit = 16; bit-- > 0;) {
            chip.set('c', false);
            chip.set('d', (bits >> bit & 1) != 0);
            chip.set('c', true);
        }
    }
    void latch() noexcept {
        chip.set('l', false);
        chip.set('l', true);
    }
    void reset(bool high) noexcept { chip.set('r', high); }
    void bank(bool high) noexcept { chip.set('b', high); }
};
struct Dm163Rows {
    Dm163& chip;
    void select(unsigned row) noexcept {
        release();
        chip.drive(static_cast<std::uint8_t>(1u << row % 8));
    }
    void release() noexcept { chip.drive(0); }
};

class Dm163Matrix : public testing::Test {
protected:
    using Leds = hal::Dm163Matrix<Dm163Lines, Dm163Rows, hal::Supply{.limit_ma = 1440, .colour_ma = 60, .idle_ma = 0}>;
    static_assert(hal::SquareLeds<Leds>);

    struct Eye {
        static constexpr bool sees = true;
        Dm163Matrix& test;
        void pass_us(std::uint32_t us) {
            for (test.passed_us_ += us; test.passed_us_ >= 1000; test.passed_us_ -= 1000) test.leds_.step();
        }
        [[nodiscard]] Colour seen(unsigned square) const { return test.chip_.shone[7 - square / 8][square % 8]; }
    };

    Dm163 chip_{};
    Dm163Rows rows_{chip_};
    Dm163Lines lines_{chip_};
    Leds leds_{lines_, rows_};
    Eye eye_{*this};
    std::uint32_t passed_us_ = 0;
};

TEST_F(Dm163Matrix, KeepsThePromisesOfLeds) {
    leds_.init();
    for (int start = 0; start < 8; ++start) {  // whatever row is being shown
        leds_.step();
        hal::conformance::check_leds(leds_, eye_, test::report);
    }
    EXPECT_EQ(chip_.shining_at_latch, 0u);
    EXPECT_EQ(chip_.most_rows, 1u);
}

TEST_F(Dm163Matrix, LatchesOnceARowAndShowsAllRowsAlike) {
    leds_.init();
    EXPECT_EQ(chip_.latches, 0u);
    for (int step = 0; step < 80; ++step) leds_.step();
    EXPECT_EQ(chip_.latches, 80u);
    for (const auto times : chip_.lit) EXPECT_EQ(times, 10u);
}

TEST_F(Dm163Matrix, ShiftsOnlyRowsThatAreNotLikeTheOneBefore) {
    leds_.init();
    lines_.shifts = 0;
    eye_.pass_us(Leds::frame_us);
    EXPECT_EQ(lines_.shifts, 0u) << "a dark board has eight rows alike";
    Frame frame;
    for (unsigned file = 0; file < 8; ++file) frame.squares[32 + file] = {0, 0, 255};  // rank 5
    ASSERT_TRUE(leds_.show(frame));
    eye_.pass_us(Leds::frame_us);
    for (unsigned row = 0; row < 8; ++row) {
        EXPECT_EQ(chip_.shone[row][2], (row == 3 ? Colour{0, 0, 255} : Colour{})) << row;
    }
    lines_.shifts = 0;
    eye_.pass_us(8'000);
    EXPECT_EQ(lines_.shifts, 2 * 12u) << "rank 5, and the dark one after it";
    ASSERT_TRUE(leds_.show(Frame{}));  // whose first row is like the last one that was shifted, by chance or not
    eye_.pass_us(Leds::frame_us);
    for (const auto& row : chip_.shone) EXPECT_EQ(row[2], Colour{});
}

TEST_F(Dm163Matrix, PutsA1BottomLeftAndH8TopRightInTheirColours) {
    leds_.init();
    Frame frame;
    frame.squares[0] = {255, 0, 0};
    frame.squares[63] = {0, 0, 255};
    frame.squares[4] = {0, 200, 0};
    ASSERT_TRUE(leds_.show(frame));
    eye_.pass_us(Leds::frame_us);
    EXPECT_EQ(chip_.shone[7][0], (Colour{255, 0, 0}));
    EXPECT_EQ(chip_.shone[0][7], (Colour{0, 0, 255}));
    EXPECT_EQ(chip_.shone[7][4], (Colour{0, hal::gamma[200], 0}));
    EXPECT_EQ(chip_.shone[3][3], Colour{});
}

TEST(Dm163MatrixsSupply, LimitsTheBrightestRowAndDimsThePictureAsAWhole) {
    constexpr hal::Supply supply{.limit_ma = 300, .colour_ma = 58, .idle_ma = 0};
    Dm163 chip;
    Dm163Rows rows{chip};
    Dm163Lines lines{chip};
    hal::Dm163Matrix<Dm163Lines, Dm163Rows, supply> leds{lines, rows};
    leds.init();
    const auto show = [&](const Frame& frame) {
        ASSERT_TRUE(leds.show(frame));
        for (int step = 0; step < 16; ++step) leds.step();
    };
    std::mt19937 random{12};
    for (int round = 0; round < 100; ++round) {
        show(glaring_frame(random));
        for (const auto& row : chip.shone) EXPECT_LE(hal::current_ma(row, supply), supply.limit_ma);
    }
    Frame frame;
    for (unsigned file = 0; file < 8; ++file) frame.squares[file] = {255, 255, 255};
    frame.squares[63] = {255, 0, 0};
    show(frame);
    EXPECT_GT(hal::current_ma(chip.shone[7], supply), 270u) << "and no darker than it must be";
    EXPECT_EQ(chip.shone[0][7].red, chip.shone[7][0].red) << "a row that takes little is dimmed with the others";
    frame.squares.fill({});
    frame.squares[0] = frame.squares[8] = frame.squares[16] = {255, 255, 0};
    show(frame);
    EXPECT_EQ(chip.shone[7][0], (Colour{255, 255, 0})) << "rows shine in turn: three of 116 mA are 116 mA";
}

// ---- status LED

struct OnePin {
    std::string levels{};
    void set(bool high) noexcept { levels += high ? '1' : '0'; }
};

TEST(StatusLed, BlinksItsPatternFromTheStartAndOver) {
    OnePin pin;
    hal::StatusLed led{pin};
    led.step();
    led.blink(0b1000'0000'0000'0101);
    for (int i = 0; i < 18; ++i) led.step();
    EXPECT_EQ(pin.levels,
              "0"
              "1010000000000001"
              "10");
    pin.levels.clear();
    hal::StatusLed<OnePin, false> low{pin};
    low.step();
    EXPECT_EQ(pin.levels, "1");
}

}  // namespace
