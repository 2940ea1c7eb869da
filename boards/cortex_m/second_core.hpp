// A second processor on the same chip. The chip lets it go: start_second_core.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

#include "boards/cortex_m/architecture.hpp"
#include "boards/cortex_m/core.hpp"
#include "boards/cortex_m/fault.hpp"
#include "boards/cortex_m/mpu.hpp"
#include "boards/cortex_m/shared_work.hpp"
#include "boards/cortex_m/vectors.hpp"
#include "hal/second_core.hpp"

namespace stackmate::boards {

/// Starts the second core: it runs `entry` on `stack`, and sleeps for ever when that returns. Both cores see
/// the same memory; what they share must be atomic. False if the second core does not report within about 0.5
/// s, for which this blocks: `entry` will not run then. Once after each reset.
///
/// The second core has no interrupts of its own. A fault there, an overflow of `stack` among them, is
/// recorded and restarts the chip as one of the first core does. `stack` begins at a multiple of 256 bytes where the processor
/// does not watch its stack pointer (Armv6-M): there its first 256 bytes are forbidden.
[[nodiscard]] bool start_second_core(void (*entry)(), std::span<std::uint64_t> stack) noexcept;

namespace cortex_m {

inline constexpr unsigned guard_log2 = 8;

/// What the first core tells the second one, and what that answers.
struct SecondLaunch {
    void (*entry)();
    std::uint64_t* stack_limit;
    std::atomic<bool> wanted;    ///< the first core still waits
    std::atomic<bool> reported;  ///< the second core is there
};

inline constinit SecondLaunch second_launch{};

// Without interrupts there are only the processor's own vectors.
alignas(256) inline constinit VectorTable<0> second_vectors{};

/// Where the second core begins.
extern "C" [[noreturn, gnu::used]] inline void stackmate_run_second_core() {
    if constexpr (has_stack_limit) {
        asm volatile("msr msplim, %0" : : "r"(second_launch.stack_limit));
    } else {
        forbid_region_at(reinterpret_cast<std::uintptr_t>(second_launch.stack_limit), guard_log2);
    }
    enable_faults();
    second_launch.reported.store(true);
    if (second_launch.wanted.load()) {
        second_launch.entry();
    }
    for (;;) {
        asm volatile("wfi");
    }
}

/// What start_second_core does on every chip. `release(vectors)` lets the core go, with these vectors and what they say of stack
/// and entry. `tries`: polls of four cycles in 0.5 s.
template <class Release>
[[nodiscard]] bool launch_second_core(void (*entry)(), std::span<std::uint64_t> stack, std::uint32_t tries,
                                      Release release) noexcept {
    second_launch.entry = entry;
    second_launch.stack_limit = stack.data();
    second_launch.reported.store(false);
    second_launch.wanted.store(true);
    second_vectors.initial_stack = reinterpret_cast<std::uint32_t*>(stack.data() + stack.size());
    second_vectors.handlers.fill(stackmate_fault_handler);
    second_vectors.handlers[0] = stackmate_run_second_core;
    finish_writes();
    const bool started = release(second_vectors) && wait_for([] { return second_launch.reported.load(); }, tries);
    second_launch.wanted.store(started);
    return started;
}

}  // namespace cortex_m

/// hal::SecondCore, with a stack of its own. The first `work` starts the core. `Sleeps`: one core's SEV wakes the other from WFE,
/// so that the core sleeps between two pieces of work; otherwise it polls for the next one. `Patience`: polls of at least four
/// cycles after which a core that has not settled is given up.
template <bool Sleeps, std::size_t StackBytes, std::uint32_t Patience>
class SecondCore {
    static_assert(StackBytes % (1u << cortex_m::guard_log2) == 0);

public:
    using Pause = cortex_m::SharedWork::Pause;

    SecondCore() = default;
    SecondCore(const SecondCore&) = delete;
    SecondCore& operator=(const SecondCore&) = delete;

    /// One object after each reset: `work` of a second one returns false.
    bool work(hal::Serve serve, void* object) noexcept {
        constexpr std::size_t usable = StackBytes - (cortex_m::has_stack_limit ? 0 : 1u << cortex_m::guard_log2);
        asm volatile(".global __second_stack_size\n\t.set __second_stack_size, %c0" : : "i"(usable));
        shared_.prepare(serve, object);
        if (worker_ == nullptr) {
            worker_ = this;
            answers_ = start_second_core(run, stack_);
        }
        if (worker_ != this || !answers_) {
            return false;
        }
        shared_.begin();
        if constexpr (Sleeps) {
            asm volatile("dsb\n\tsev" : : : "memory");
        }
        return true;
    }
    void dismiss() noexcept { shared_.dismiss(); }
    [[gnu::cold]] bool settle() noexcept {
        const bool settled = shared_.settles(Patience);
        answers_ = answers_ && settled;
        return settled;
    }

private:
    static void run() {
        SecondCore& core = *worker_;
        for (;;) {
            if (core.shared_.at_work()) {
                core.shared_.serve_once();
            } else if constexpr (Sleeps) {
                asm volatile("wfe");
            }
        }
    }

    static inline constinit SecondCore* worker_ = nullptr;

    alignas(1u << cortex_m::guard_log2) std::array<std::uint64_t, StackBytes / 8> stack_{};
    cortex_m::SharedWork shared_{};
    bool answers_ = false;
};

static_assert(hal::SecondCore<SecondCore<true, 2048, 1>>);

}  // namespace stackmate::boards
