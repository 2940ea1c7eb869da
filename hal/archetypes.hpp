// The minimum that satisfies each concept. Generic code that compiles with these types needs nothing beyond the
// contract.
#pragma once

#include "hal/concepts.hpp"

namespace stackmate::hal::archetype {

struct Clock {
    static constexpr std::uint64_t wrap_ms = std::uint64_t{1} << 32;
    [[nodiscard]] std::uint32_t now_ms() const noexcept { return 0; }
};

struct Deadline {
    void arm(std::uint32_t, std::atomic<bool>& flag) noexcept { flag.store(true); }
    void disarm() noexcept {}
};

struct SerialPort {
    [[nodiscard]] int read() noexcept { return -1; }
    [[nodiscard]] bool readable() const noexcept { return false; }
    [[nodiscard]] bool write(std::string_view bytes) noexcept { return bytes.empty(); }
    void pump() noexcept {}
    void watch(std::string_view, std::atomic<bool>&) noexcept {}
    [[nodiscard]] std::size_t tx_free() const noexcept { return 0; }
    [[nodiscard]] bool tx_idle() const noexcept { return true; }
    [[nodiscard]] std::uint32_t overruns() const noexcept { return 0; }
    [[nodiscard]] bool hung_up() noexcept { return false; }
    [[nodiscard]] std::uint32_t byte_time_us() const noexcept { return 0; }
};

struct System {
    [[nodiscard]] ResetCause reset_cause() const noexcept { return ResetCause::unknown; }
    [[nodiscard]] const FaultRecord* last_fault() const noexcept { return nullptr; }
    [[nodiscard]] std::uint64_t unique_id() const noexcept { return 0; }
    [[nodiscard]] std::uint32_t build_id() const noexcept { return 0; }
    [[nodiscard]] std::size_t deepest_stack_bytes() const noexcept { return 0; }
    void idle() noexcept {}
    [[noreturn]] void reset() noexcept {
        for (std::atomic<bool> running{true}; running.load();) {}
        __builtin_unreachable();
    }
};

struct Board {
    static constexpr std::string_view name = "archetype";
    static constexpr std::size_t ram_bytes = 0;
    static constexpr std::size_t flash_bytes = 0;
    static constexpr std::size_t stack_bytes = 0;
    static constexpr std::uint32_t baud = 0;

    void init() noexcept {}

    Clock clock;
    Deadline deadline;
    SerialPort serial;
    System system;
};

static_assert(hal::Clock<Clock>);
static_assert(hal::Deadline<Deadline>);
static_assert(hal::SerialPort<SerialPort>);
static_assert(hal::System<System>);
static_assert(hal::Board<Board>);

}  // namespace stackmate::hal::archetype
