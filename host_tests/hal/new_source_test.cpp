// What a new source of the squares takes: its class, in a file of its own, and a name in the kit. Everything above it is
// as with any other source. host_tests/tools/pins_test.py compiles a whole board with a kit that names another source.
#include "hal/sensing.hpp"

#include <array>
#include <cstdint>
#include <optional>

#include "hal/conformance/squares.hpp"
#include "host_tests/hal/report.hpp"

namespace {

using namespace stackmate;

/// Sixty-four bits that another chip has in a register of eight bytes; a step reads a byte.
struct Neighbour {
    std::uint64_t squares = 0;
    [[nodiscard]] std::uint8_t byte(unsigned i) const { return static_cast<std::uint8_t>(squares >> 8 * i); }
};
static Neighbour neighbour;

template <hal::ScanTiming Timing>
class NeighbourScan {
public:
    static constexpr hal::ScanTiming timing = Timing;
    static constexpr std::uint32_t pass_steps = 8;

    explicit constexpr NeighbourScan(Neighbour& chip) noexcept : chip_{chip} {}

    [[nodiscard]] std::optional<std::uint64_t> step() noexcept {
        coming_ = coming_ >> 8 | std::uint64_t{chip_.byte(row_)} << 56;
        row_ = (row_ + 1) % 8;
        return row_ == 0 ? std::optional{coming_} : std::nullopt;
    }

private:
    Neighbour& chip_;
    unsigned row_ = 0;
    std::uint64_t coming_ = 0;
};

struct NeighbourSensing {
    static constexpr std::array uses{hal::PinUse{"GP2", "neighbour, data"}};
    static void use() noexcept { is_set_up = true; }
    static inline bool is_set_up = false;

    template <hal::ScanTiming Timing>
    [[nodiscard]] constexpr auto sensors() noexcept {
        return hal::ScannedSquares<NeighbourScan<Timing>>{neighbour};
    }
};
static_assert(hal::Sensing<NeighbourSensing>);

/// The one line in the kit. Where it is missing, the chip's matrix is taken.
struct Kit {
    using Squares = NeighbourSensing;
};
struct OtherKit {};

/// What the boards do with a kit: boards/chips/rp2/board.hpp, boards/chips/stm32/pill_board.hpp.
template <class TheKit>
struct MatrixOf {
    using Type = hal::MatrixSensing<TheKit, TheKit>;
};
struct PinUses {
    static constexpr auto pins = hal::all_pins(hal::square_uses<Kit>, hal::pin_use("GP28", hal::led_data));
    static constexpr std::string_view why_not(const hal::PinUse&) { return {}; }
};
static_assert(hal::pins_fit<Kit, PinUses>());

struct Board {
    using Sensing = hal::SensingOf<Kit, MatrixOf>::Type;
    static constexpr hal::ScanTiming scan_timing{.lost_steps = 2, .of_steps = 12};

    Sensing sensing{};
    decltype(sensing.sensors<scan_timing>()) sensors = sensing.sensors<scan_timing>();
};
static_assert(std::same_as<hal::SensingOf<OtherKit, MatrixOf>::Type, hal::MatrixSensing<OtherKit, OtherKit>>);
static_assert(hal::SquareSensors<decltype(Board::sensors)>);

struct Hand {
    Board& board;
    static void place(std::uint64_t occupied) { neighbour.squares = occupied; }
    void pass_ms(std::uint32_t ms) {
        for (; ms != 0; --ms) board.sensors.step();
    }
};

TEST(NewSource, ABoardSensesItsSquaresByTheSourceThatItsKitNames) {
    Board board;
    Board::Sensing::use();
    EXPECT_TRUE(NeighbourSensing::is_set_up);
    EXPECT_EQ(PinUses::pins.front().use, "neighbour, data");
    Hand hand{board};
    hal::conformance::check_sensors(board.sensors, hand, test::report);
}

}  // namespace
