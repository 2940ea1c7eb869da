// The chess board's fakes keep the promises of what they stand for.
#include "hal/fake/chess_board.hpp"

#include <memory>

#include "hal/chess_archetypes.hpp"
#include "hal/conformance/squares.hpp"
#include "hal/conformance/store.hpp"
#include "host_tests/hal/report.hpp"

namespace {

using namespace stackmate;

struct SensorsThatSeeARow : hal::archetype::SquareSensors {
    [[nodiscard]] std::uint8_t scan() const noexcept { return 0; }
};
struct LedsThatFlicker : hal::archetype::SquareLeds {
    static constexpr std::uint32_t frame_us = 20'001;
};
struct MoreButtonsThanBits : hal::archetype::Buttons {
    static constexpr unsigned count = 9;
};
struct WatchdogWithoutPatience : hal::archetype::Watchdog {
    static constexpr std::uint32_t longest_ms = 999;
};
struct StoreThatMayThrow : hal::archetype::NvStore {
    [[nodiscard]] hal::NvResult open() { return hal::NvResult::empty; }
};
static_assert(!hal::SquareSensors<SensorsThatSeeARow>);
static_assert(!hal::SquareLeds<LedsThatFlicker>);
static_assert(!hal::Buttons<MoreButtonsThanBits>);
static_assert(!hal::Watchdog<WatchdogWithoutPatience>);
static_assert(!hal::NvStore<StoreThatMayThrow>);

struct Hand {
    static constexpr bool sees = true;
    hal::fake::ChessBoard& board;

    void place(std::uint64_t occupied) { board.sensors.occupied = occupied; }
    void hold(std::uint8_t buttons) { board.buttons.hold(buttons); }
    void pass_ms(std::uint32_t ms) { board.watchdog.pass(ms); }
    void pass_us(std::uint32_t) { board.leds.finish(); }
    [[nodiscard]] unsigned resets() const { return board.watchdog.resets; }
    [[nodiscard]] hal::Colour seen(unsigned square) const {
        const auto colour = board.leds.frame.squares[square];
        const auto dimmed = [&](unsigned part) {
            return static_cast<std::uint8_t>(part * board.leds.brightness / 255);
        };
        return {dimmed(colour.red), dimmed(colour.green), dimmed(colour.blue)};
    }
};

class FakeChessBoard : public testing::Test {
protected:
    std::unique_ptr<hal::fake::ChessBoard> board_ = std::make_unique<hal::fake::ChessBoard>();
    Hand hand_{*board_};
};

TEST_F(FakeChessBoard, ItsSensorsKeepThePromisesOfSensors) {
    hal::conformance::check_sensors(board_->sensors, hand_, test::report);
}

TEST_F(FakeChessBoard, ItsLedsKeepThePromisesOfLeds) {
    hal::conformance::check_leds(board_->leds, hand_, test::report);
    board_->leds.slow = true;
    hal::conformance::check_leds(board_->leds, hand_, test::report);
}

TEST_F(FakeChessBoard, ItsButtonsKeepThePromisesOfButtons) {
    hal::conformance::check_buttons(board_->buttons, hand_, test::report);
}

TEST_F(FakeChessBoard, ItsWatchdogKeepsThePromisesOfAWatchdog) {
    hal::conformance::check_watchdog(board_->watchdog, hand_, test::report);
}

TEST_F(FakeChessBoard, ItsStoreKeepsThePromisesOfAStore) {
    using Store = decltype(board_->store);
    hal::conformance::check_store<Store>([this]() -> Store& { return board_->store; }, test::report);
}

}  // namespace
