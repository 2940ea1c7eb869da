#include "boards/chips/mps2_an521/second_core.hpp"

#include <array>
#include <atomic>

#include "boards/chips/mps2/board.hpp"
#include "boards/cortex_m/core.hpp"
#include "boards/cortex_m/fault.hpp"
#include "boards/cortex_m/vectors.hpp"

namespace stackmate::boards {
namespace {

using cortex_m::Register;

// Arm CoreLink SSE-200 Subsystem for Embedded Technical Reference Manual (101104), "System Control Register
// Block".
using SecondVectors = Register<0x50021114>;  // INITSVTOR1: the second core's vector table, a multiple of 128
using CpuWait = Register<0x50021118>;        // bit 1 holds the second core back

struct Launch {
    void (*entry)();
    std::uint64_t* stack_limit;
    std::atomic<bool> wanted;    ///< the first core still waits
    std::atomic<bool> reported;  ///< the second core is there
};

// A poll takes at least 4 cycles.
constexpr std::uint32_t tries_500_ms = Board::system_hz / 2 / 4;

constinit Launch launch{};

[[noreturn]] void run_second_core() {
    asm volatile("msr msplim, %0" : : "r"(launch.stack_limit));
    cortex_m::enable_faults();
    launch.reported.store(true);
    if (launch.wanted.load()) {
        launch.entry();
    }
    for (;;) {
        asm volatile("wfi");
    }
}

// Without interrupts there are only the processor's own vectors.
alignas(128) constinit cortex_m::VectorTable<0> vectors{};

constinit SecondCore* worker = nullptr;
constinit std::array<std::uint64_t, 512> worker_stack{};

}  // namespace

bool start_second_core(void (*entry)(), std::span<std::uint64_t> stack) noexcept {
    launch.entry = entry;
    launch.stack_limit = stack.data();
    launch.reported.store(false);
    launch.wanted.store(true);
    vectors.initial_stack = reinterpret_cast<std::uint32_t*>(stack.data() + stack.size());
    vectors.handlers.fill(stackmate_fault_handler);
    vectors.handlers[0] = run_second_core;
    SecondVectors::write(reinterpret_cast<std::uintptr_t>(&vectors));
    asm volatile("dsb" : : : "memory");
    CpuWait::clear(1u << 1);
    const bool started = cortex_m::wait_for([] { return launch.reported.load(); }, tries_500_ms);
    launch.wanted.store(started);
    return started;
}

bool SecondCore::work(hal::Serve serve, void* object) noexcept {
    serve_ = serve;
    object_ = object;
    dismissed_.store(false, std::memory_order_relaxed);
    if (worker == nullptr) {
        worker = this;
        if (!start_second_core(run, worker_stack)) {
            return false;
        }
        started_ = true;
    }
    if (!started_) {
        return false;
    }
    at_work_.store(true, std::memory_order_release);
    return true;
}

void SecondCore::run() {
    SecondCore& core = *worker;
    for (;;) {
        if (!core.at_work_.load(std::memory_order_acquire)) {
            continue;
        }
        const bool last = core.dismissed_.load(std::memory_order_acquire);
        if (!core.serve_(core.object_) && last) {
            core.at_work_.store(false, std::memory_order_release);
        }
    }
}

}  // namespace stackmate::boards
