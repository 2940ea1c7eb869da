// The desktop as a board: standard input and output are the serial line, threads stand in for interrupts.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <span>
#include <thread>

#include "boards/host/os.hpp"
#include "hal/concepts.hpp"
#include "hal/ring.hpp"
#include "hal/second_core.hpp"

namespace stackmate::boards {

/// What `System::idle` sleeps on. The reader and the timer thread ring it, as interrupts wake a device.
class WakeUp {
public:
    void ring();
    /// Returns when rung since the last wait, or after `limit`.
    void wait(std::chrono::milliseconds limit);

private:
    std::mutex mutex_{};
    std::condition_variable rung_changed_{};
    bool rung_ = false;
};

/// Milliseconds of the monotonic clock since construction.
class HostClock {
public:
    static constexpr std::uint64_t wrap_ms = std::uint64_t{1} << 32;

    [[nodiscard]] std::uint32_t now_ms() const noexcept;

private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// Deadline on a thread of its own, started by the first `arm`.
class HostDeadline {
public:
    explicit HostDeadline(WakeUp& wake_up) noexcept : wake_up_{wake_up} {}
    ~HostDeadline();
    HostDeadline(const HostDeadline&) = delete;
    HostDeadline& operator=(const HostDeadline&) = delete;

    void arm(std::uint32_t ms, std::atomic<bool>& flag) noexcept;
    void disarm() noexcept;

private:
    void run();

    WakeUp& wake_up_;
    std::mutex mutex_{};
    std::condition_variable changed_{};
    std::atomic<bool>* flag_ = nullptr;  ///< null when disarmed
    std::chrono::steady_clock::time_point due_{};
    bool ending_ = false;
    std::thread thread_{};
};

/// Two file descriptors as a serial port. A thread reads; it waits when the ring is full, so nothing is lost. The end of the
/// input arrives as the line "quit", because a UCI engine must not outlive its GUI.
class HostSerial {
public:
    HostSerial(int input, int output, WakeUp& wake_up) noexcept : console_{input, output}, wake_up_{wake_up} {}
    ~HostSerial();
    HostSerial(const HostSerial&) = delete;
    HostSerial& operator=(const HostSerial&) = delete;

    void start();

    [[nodiscard]] int read() noexcept;
    [[nodiscard]] bool readable() const noexcept { return !received_.empty(); }
    [[nodiscard]] bool write(std::string_view bytes) noexcept;
    void pump() noexcept;
    void watch(std::string_view line, std::atomic<bool>& flag) noexcept;
    [[nodiscard]] std::size_t tx_free() const noexcept { return sent_.free(); }
    [[nodiscard]] bool tx_idle() const noexcept { return sent_.empty(); }
    [[nodiscard]] std::uint32_t overruns() const noexcept { return 0; }
    [[nodiscard]] bool hung_up() noexcept { return false; }
    [[nodiscard]] std::uint32_t byte_time_us() const noexcept { return 0; }

private:
    static constexpr std::size_t ring_bytes = 16384;

    void run();
    void receive(std::string_view bytes);

    Console console_;
    WakeUp& wake_up_;
    std::mutex mutex_{};
    std::condition_variable room_{};
    hal::LineWatch watch_{};  ///< guarded by mutex_
    bool ending_ = false;     ///< guarded by mutex_
    hal::Ring<ring_bytes> received_{};
    hal::Ring<ring_bytes> sent_{};
    std::thread thread_{};
};

/// The process. `reset` ends it with exit status 1, since a desktop engine resets only when it cannot go on.
class HostSystem {
public:
    explicit HostSystem(WakeUp& wake_up) noexcept : wake_up_{wake_up} {}

    [[nodiscard]] hal::ResetCause reset_cause() const noexcept { return hal::ResetCause::power_on; }
    [[nodiscard]] const hal::FaultRecord* last_fault() const noexcept { return nullptr; }
    [[nodiscard]] std::uint64_t unique_id() const noexcept { return 0; }
    [[nodiscard]] std::uint32_t build_id() const noexcept { return 0; }
    [[nodiscard]] std::size_t deepest_stack_bytes() const noexcept { return 0; }
    void idle() noexcept { wake_up_.wait(std::chrono::milliseconds{10}); }
    [[noreturn]] void reset() noexcept;

private:
    WakeUp& wake_up_;
};

/// Memory for a hash table, straight from the operating system. The first access to a page may be slow.
class HostTableMemory {
public:
    HostTableMemory() = default;
    ~HostTableMemory();
    HostTableMemory(const HostTableMemory&) = delete;
    HostTableMemory& operator=(const HostTableMemory&) = delete;

    /// `bytes` of zeros from the start of a page, replacing the memory given before. Empty if there is not that much or `bytes`
    /// is 0; then the earlier memory stays.
    [[nodiscard]] std::span<std::byte> allocate(std::size_t bytes) noexcept;

private:
    std::span<std::byte> memory_{};
};

/// The other core is a thread, started by the first `work`. Where there is only one core it takes turns with the first.
class HostSecondCore {
public:
    HostSecondCore() = default;
    ~HostSecondCore();
    HostSecondCore(const HostSecondCore&) = delete;
    HostSecondCore& operator=(const HostSecondCore&) = delete;

    bool work(hal::Serve serve, void* object) noexcept;
    void dismiss() noexcept { dismissed_.store(true, std::memory_order_release); }
    bool settle() noexcept;

private:
    void run();
    void serve_until_dismissed(hal::Serve serve, void* object) const;

    std::mutex mutex_{};
    std::condition_variable changed_{};
    hal::Serve serve_ = nullptr;  ///< null when not at work; guarded by mutex_
    void* object_ = nullptr;      ///< guarded by mutex_
    std::atomic<bool> dismissed_{false};
    std::atomic<bool> ending_{false};
    std::thread thread_{};
};

static_assert(hal::SecondCore<HostSecondCore>);

struct Board {
    static constexpr std::string_view name{};  // a desktop is no board: the program says only what it is
    static constexpr std::size_t ram_bytes = 0;
    static constexpr std::size_t flash_bytes = 0;
    static constexpr std::size_t stack_bytes = 0;
    static constexpr std::uint32_t baud = 0;
    static constexpr bool has_book = true;

    Board(int input, int output) noexcept : serial{input, output, wake_up} {}

    void init() noexcept;
    [[nodiscard]] std::span<std::byte> table_memory(std::size_t bytes) noexcept { return table_.allocate(bytes); }

private:
    WakeUp wake_up{};
    HostTableMemory table_{};

public:
    HostClock clock{};
    HostDeadline deadline{wake_up};
    HostSerial serial;
    HostSystem system{wake_up};
    HostSecondCore second_core{};
};

static_assert(hal::Board<Board>);

/// The board of this process, on standard input and output. It lives until the process ends.
[[nodiscard]] Board& board() noexcept;

}  // namespace stackmate::boards
