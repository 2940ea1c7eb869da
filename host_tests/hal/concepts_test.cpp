// What the concepts must refuse. Compiling is passing.
#include "hal/concepts.hpp"

#include "hal/archetypes.hpp"
#include "hal/fake/board.hpp"

namespace {

using namespace stackmate;

struct ClockThatWrapsEarly : hal::archetype::Clock {
    static constexpr std::uint64_t wrap_ms = 1u << 24;
};
struct ClockInSignedMilliseconds : hal::archetype::Clock {
    [[nodiscard]] int now_ms() const noexcept { return 0; }
};
struct DeadlineThatMayThrow : hal::archetype::Deadline {
    void disarm() {}
};
struct PortThatWritesAPart : hal::archetype::SerialPort {
    [[nodiscard]] std::size_t write(std::string_view) noexcept { return 0; }
};
struct PortThatReadsCharacters : hal::archetype::SerialPort {
    [[nodiscard]] char read() noexcept { return 0; }
};
struct SystemWithoutIdle {
    [[nodiscard]] hal::ResetCause reset_cause() const noexcept { return {}; }
    [[nodiscard]] const hal::FaultRecord* last_fault() const noexcept { return nullptr; }
    [[nodiscard]] std::uint64_t unique_id() const noexcept { return 0; }
    [[nodiscard]] std::uint32_t build_id() const noexcept { return 0; }
    [[nodiscard]] std::size_t deepest_stack_bytes() const noexcept { return 0; }
    void reset() noexcept {}
};
struct BoardWithoutClock {
    [[maybe_unused]] static constexpr std::string_view name = "no clock";
    [[maybe_unused]] static constexpr std::size_t ram_bytes = 0, flash_bytes = 0, stack_bytes = 0;
    [[maybe_unused]] static constexpr std::uint32_t baud = 0;
    void init() noexcept {}
    hal::archetype::Deadline deadline;
    hal::archetype::SerialPort serial;
    hal::archetype::System system;
};

static_assert(!hal::Clock<ClockThatWrapsEarly>);
static_assert(!hal::Clock<ClockInSignedMilliseconds>);
static_assert(!hal::Deadline<DeadlineThatMayThrow>);
static_assert(!hal::SerialPort<PortThatWritesAPart>);
static_assert(!hal::SerialPort<PortThatReadsCharacters>);
static_assert(!hal::System<SystemWithoutIdle>);
static_assert(!hal::Board<BoardWithoutClock>);

}  // namespace
