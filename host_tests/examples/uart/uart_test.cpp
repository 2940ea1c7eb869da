// The bare example's own code: its registers are pages of memory, and the UART behind them is the test.
#include "host_tests/support/instances.hpp"
#include "host_tests/support/stopping_peer.hpp"

#include <sys/mman.h>

#define main bare_main
#define __data_start bare_data_start  // this program has one of its own
#include "examples/uart/main.cpp"
#undef main

extern "C" {
std::uint32_t __stack_top[1], __data_start[1], __data_end[1], __bss_start[1], __bss_end[1];
const std::uint32_t __data_load[1] = {};
}

namespace stackmate {
namespace {

/// The pages with the registers that the example touches.
void lay_out_registers() {
    for (const std::uintptr_t page : {0x40011000u, 0x40020000u, 0x40023000u, 0xe000e000u}) {
        void* const wanted = reinterpret_cast<void*>(page);
        ASSERT_EQ(
            ::mmap(wanted, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0),
            wanted);
    }
}

/// The UART's interrupts of a turn's time: what the peer sends and takes of twenty bytes.
void interrupt(test::StoppingPeer& peer) {
    for (int i = 0; i != 20 && in.free() != 0; ++i) {
        const int byte = peer.next();
        if (byte < 0) {
            break;
        }
        at(status) = received;
        at(data) = static_cast<std::uint32_t>(byte);
        on_usart();
    }
    constexpr std::uint32_t nothing = 0xffff;
    for (std::size_t left = peer.room(); left != 0 && (at(control) & may_send) != 0; --left) {
        at(status) = may_send;
        at(data) = nothing;
        on_usart();
        if (const std::uint32_t sent = at(data); sent != nothing) {
            const char byte = static_cast<char>(sent);
            peer.hear({&byte, 1});
        }
    }
    at(status) = 0;
}

TEST(BareUart, KeepsItsLoopAndItsAnswersWhereverTheOtherSideStopsReading) {
    if (test::has_address_sanitizer) {
        GTEST_SKIP() << "the address sanitizer keeps its own records where a Cortex-M has SysTick and NVIC";
    }
    lay_out_registers();
    if (HasFatalFailure()) {
        return;
    }
    start_chip();
    test::StoppingPeer peer;
    Usart usart;
    std::unique_ptr<firmware::PolledApp<Full, Usart>> engine;
    test::stop_at_every_byte(
        peer,
        [&] {
            while (in.pop() >= 0 || out.pop() >= 0) {}
            engine = std::make_unique<firmware::PolledApp<Full, Usart>>(usart);
        },
        [&] {
            on_tick();
            engine->poll();
            interrupt(peer);
        });
}

}  // namespace
}  // namespace stackmate
