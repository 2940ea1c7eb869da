// The firmware in somebody else's loop: Arduino, the Pico SDK, Zephyr, ESP-IDF. These give bytes to read, a place to
// write to and a clock; no interrupt is needed.
#pragma once

#include <algorithm>
#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "firmware/app.hpp"
#include "hal/concepts.hpp"
#include "hal/ring.hpp"
#include "hal/output_queue.hpp"

namespace stackmate::firmware {

/// What the surrounding program provides.
///
/// `name`: what the engine reports as its board.
/// `read()`: the next received byte, 0 to 255, or a negative number if there is none.
/// `write(bytes)`: sends as many of `bytes` as there is room for, from the first on; returns how many.
/// `now_ms()`: milliseconds since any moment; wraps from 2^32 - 1 to 0.
///
/// A call that blocks delays the engine's answers by the same time.
template <class T>
concept PolledLine = requires(T line, std::string_view bytes) {
    { T::name } -> std::convertible_to<std::string_view>;
    { line.read() } -> std::convertible_to<int>;
    { line.write(bytes) } -> std::convertible_to<std::size_t>;
    { line.now_ms() } -> std::convertible_to<std::uint32_t>;
};

/// Such a program as a board for the firmware. Unlike what hal/concepts.hpp says, nothing happens by interrupt: a
/// deadline and a watched line raise their flags in the next call of `poll`.
template <PolledLine Line>
class PolledBoard {
    /// The longest answer fits, so nothing waits for the line.
    static constexpr std::size_t output_bytes = 1024;

    class Clock {
    public:
        static constexpr std::uint64_t wrap_ms = std::uint64_t{1} << 32;

        explicit constexpr Clock(Line& line) noexcept : line_{line} {}
        [[nodiscard]] std::uint32_t now_ms() const noexcept { return line_.now_ms(); }

    private:
        Line& line_;
    };

    class Deadline {
    public:
        explicit constexpr Deadline(const Clock& clock) noexcept : clock_{clock} {}

        void arm(std::uint32_t ms, std::atomic<bool>& flag) noexcept {
            flag_ = &flag;
            armed_at_ms_ = clock_.now_ms();
            after_ms_ = ms;
            poll();
        }
        void disarm() noexcept { flag_ = nullptr; }
        void poll() noexcept {
            if (flag_ != nullptr && clock_.now_ms() - armed_at_ms_ >= after_ms_) {
                flag_->store(true, std::memory_order_relaxed);
                disarm();
            }
        }

    private:
        const Clock& clock_;
        std::atomic<bool>* flag_ = nullptr;  ///< null when disarmed
        std::uint32_t armed_at_ms_ = 0;
        std::uint32_t after_ms_ = 0;
    };

    class Serial {
    public:
        static constexpr std::uint32_t stall_ms = 0;  ///< the loop is somebody else's, so never wait
        static constexpr bool is_anonymous = true;

        explicit constexpr Serial(Line& line) noexcept : line_{line} {}

        [[nodiscard]] int read() noexcept { return received_.pop(); }
        [[nodiscard]] bool readable() const noexcept { return !received_.empty(); }
        [[nodiscard]] bool write(std::string_view bytes) noexcept { return queued_.write(bytes); }
        /// What the line does not take waits in the queue.
        void pump() noexcept {
            while (!queued_.empty()) {
                const std::string_view bytes = queued_.front();
                const std::size_t taken = std::min<std::size_t>(line_.write(bytes), bytes.size());
                queued_.sent(taken);
                if (taken < bytes.size()) {
                    return;
                }
            }
        }
        void drop_output() noexcept { queued_.drop(); }
        void poll() noexcept {
            while (received_.free() != 0) {
                const int byte = line_.read();
                if (byte < 0) {
                    return;
                }
                (void)received_.push(static_cast<std::uint8_t>(byte));
                watch_.receive(static_cast<char>(byte));
            }
        }
        void watch(std::string_view text, std::atomic<bool>& flag) noexcept { watch_.watch(text, flag); }
        [[nodiscard]] std::size_t tx_free() const noexcept { return queued_.free(); }
        [[nodiscard]] bool tx_idle() const noexcept { return queued_.empty(); }
        [[nodiscard]] std::uint32_t overruns() const noexcept { return 0; }
        /// The line cannot report this; but it may stop taking bytes.
        [[nodiscard]] bool hung_up() noexcept { return queued_.resume(); }
        [[nodiscard]] std::uint32_t byte_time_us() const noexcept { return 0; }

    private:
        Line& line_;
        hal::LineWatch watch_{};
        hal::Ring<256> received_{};
        hal::OutputQueue<output_bytes> queued_{};
    };

    struct System {
        [[nodiscard]] hal::ResetCause reset_cause() const noexcept { return hal::ResetCause::unknown; }
        [[nodiscard]] const hal::FaultRecord* last_fault() const noexcept { return nullptr; }
        [[nodiscard]] std::uint64_t unique_id() const noexcept { return 0; }
        [[nodiscard]] std::uint32_t build_id() const noexcept { return 0; }
        [[nodiscard]] std::size_t deepest_stack_bytes() const noexcept { return 0; }
        void idle() noexcept {}   // the loop is somebody else's
        void reset() noexcept {}  // and so is the chip
    };

public:
    static constexpr std::string_view name = Line::name;
    static constexpr std::size_t ram_bytes = 0;
    static constexpr std::size_t flash_bytes = 0;
    static constexpr std::size_t stack_bytes = 0;
    static constexpr std::uint32_t baud = 0;

    explicit constexpr PolledBoard(Line& line) noexcept : clock{line}, serial{line} {}
    PolledBoard(const PolledBoard&) = delete;
    PolledBoard& operator=(const PolledBoard&) = delete;

    void init() noexcept {}
    void poll() noexcept {
        serial.poll();
        deadline.poll();
    }

    Clock clock;
    Deadline deadline{clock};
    Serial serial;
    System system{};
};

/// The UCI engine on such a line. `Config`: Tiny or Full (core/engine/config.hpp). No heap: `sizeof` is all its RAM
/// except the stack, of which it needs 1.5 KB.
///
/// `line` must outlive it. Call `poll` repeatedly. It returns after at most Config::slice_nodes nodes of the search,
/// about a millisecond at 100 MHz; a time limit or `stop` takes effect between two calls. After `quit` the engine
/// restarts, as a board does.
///
/// It never waits for the line. While the line takes nothing, answers wait, commands are not read, and `info` lines are
/// left out. When it takes bytes again, everything continues without a loss. A new program should begin with `uci`.
///
/// `Board`: what `Line` makes; firmware/polled_chess_board.hpp has another.
template <class Config, PolledLine Line, class Board = PolledBoard<Line>>
class PolledApp {
    static_assert(hal::Board<Board>);

public:
    /// Not constexpr: otherwise a global PolledApp would put all its zeros into the image.
    explicit PolledApp(Line& line) noexcept : board_{line} {}

    void poll() noexcept {
        board_.poll();
        if (!app_ || app_->quit_requested()) {
            board_.serial.pump();
            if (!board_.serial.tx_idle()) {
                return;
            }
            app_.emplace(board_);
            app_->start();
        }
        app_->poll();
    }

private:
    Board board_;
    std::optional<App<Config, Board>> app_{};
};

}  // namespace stackmate::firmware
