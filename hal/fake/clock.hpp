// Time under the test's control: a clock and a deadline that move only when told to.
#pragma once

#include "hal/concepts.hpp"

namespace stackmate::hal::fake {

class Deadline;

/// Clock that stands still until `pass` is called.
class Clock {
public:
    static constexpr std::uint64_t wrap_ms = std::uint64_t{1} << 32;

    constexpr Clock() noexcept = default;
    explicit constexpr Clock(std::uint32_t now_ms) noexcept : now_ms_{now_ms} {}

    [[nodiscard]] std::uint32_t now_ms() const noexcept { return now_ms_; }

    /// Lets `ms` milliseconds pass, one tick at a time; an attached deadline fires on its tick.
    void pass(std::uint32_t ms) noexcept;

private:
    friend class Deadline;

    std::uint32_t now_ms_ = 0;
    Deadline* deadline_ = nullptr;
};

/// Deadline on a fake clock. The clock must outlive it.
class Deadline {
public:
    explicit Deadline(Clock& clock) noexcept : clock_{clock} { clock_.deadline_ = this; }
    ~Deadline() { clock_.deadline_ = nullptr; }
    Deadline(const Deadline&) = delete;
    Deadline& operator=(const Deadline&) = delete;

    void arm(std::uint32_t ms, std::atomic<bool>& flag) noexcept {
        flag_ = &flag;
        remaining_ms_ = ms;
        if (ms == 0) {
            flag.store(true);
        }
    }

    void disarm() noexcept { remaining_ms_ = 0; }

    [[nodiscard]] bool armed() const noexcept { return remaining_ms_ != 0; }
    [[nodiscard]] std::uint32_t remaining_ms() const noexcept { return remaining_ms_; }

    /// One tick of the clock.
    void tick() noexcept {
        if (remaining_ms_ != 0 && --remaining_ms_ == 0) {
            flag_->store(true);
        }
    }

private:
    Clock& clock_;
    std::atomic<bool>* flag_ = nullptr;
    std::uint32_t remaining_ms_ = 0;
};

inline void Clock::pass(std::uint32_t ms) noexcept {
    for (; ms != 0; --ms) {
        ++now_ms_;
        if (deadline_ != nullptr) {
            deadline_->tick();
        }
    }
}

static_assert(hal::Clock<Clock>);
static_assert(hal::Deadline<Deadline>);

}  // namespace stackmate::hal::fake
