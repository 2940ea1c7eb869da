// Core on a bare RV32IMAC processor, QEMU's machine `virt`: perft, the net's kernels, and `bench` of each configuration. A line of
// bench is the configuration, its nodes and the instructions that the searches took, which -icount makes exact.

#include "core/chess/perft.hpp"
#include "core/engine/bench_positions.hpp"
#include "core/engine/config.hpp"
#include "core/engine/engine.hpp"
#include "host_tests/support/kernel_comparison.hpp"

#include <array>
#include <atomic>
#include <charconv>
#include <cstdint>

namespace {

using namespace stackmate;

// ---------------------------------------------------------------- from reset to main, and what the image says

alignas(16) std::array<std::byte, 16384> stack;

/// RISC-V Semihosting 1.0: the three instructions, none of them compressed.
void semihosting(std::uint32_t operation, const void* parameter) {
    register std::uint32_t number asm("a0") = operation;
    register const void* argument asm("a1") = parameter;
    asm volatile(".option push\n.option norvc\n slli x0, x0, 0x1f\n ebreak\n srai x0, x0, 7\n.option pop"
                 : "+r"(number)
                 : "r"(argument)
                 : "memory");
}

void say(const char* text) { semihosting(0x04, text); }  // SYS_WRITE0

void say(std::uint64_t number) {
    std::array<char, 22> text{};
    *std::to_chars(text.data(), text.data() + text.size() - 1, number).ptr = ' ';
    say(text.data());
}

[[noreturn]] void end(std::uint32_t status) {
    const std::array<std::uint32_t, 2> arguments{0x20026, status};  // ADP_Stopped_ApplicationExit
    for (;;) semihosting(0x20, arguments.data());                   // SYS_EXIT_EXTENDED
}

std::uint64_t instructions() {
    std::uint32_t high, low, again;
    do {
        asm volatile(".option arch, +zicsr\n csrr %0, minstreth\n csrr %1, minstret\n csrr %2, minstreth"
                     : "=r"(high), "=r"(low), "=r"(again));
    } while (high != again);
    return std::uint64_t{high} << 32 | low;
}

// ---------------------------------------------------------------- what it tries

/// Figures from the chess programming wiki, "Perft Results", position 2.
bool perft_is_right() {
    static Position position;
    static std::array<PerftFrame, 3> frames;
    return position.set_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1") == FenError::none
           && Perft<PlainPerft>(position, frames).count(3) == 97'862;
}

template <std::size_t lanes>
bool kernel_is_right() {
    constexpr std::uint32_t rounds = 100'000;
    static test::KernelComparison<net::Kernel<lanes>, lanes> comparison;
    return comparison.run(lanes, rounds) == rounds;
}

template <class Config>
void bench() {
    static std::atomic<bool> stop{false};
    static Engine<Config> engine{stop};
    std::uint64_t nodes = 0, spent = 0;
    for (const std::string_view fen : bench_positions) {
        engine.new_game();
        if (engine.begin_setup().position.set_fen(fen) != FenError::none) end(1);
        engine.commit_setup();
        engine.go({.depth = Config::bench_depth}, {}, 0);
        const std::uint64_t before = instructions();
        while (engine.run(100'000, 0) != EngineEvent::finished) {}
        spent += instructions() - before;
        nodes += engine.report(0).nodes;
    }
    say(Config::name.data());  // a literal, so it ends with 0
    say(" ");
    say(nodes);
    say(spent);
    say("\n");
}

}  // namespace

// Standard C++ forbids a program to call main, but a device needs it.
int core_main() asm("main");

int core_main() {
    if (!perft_is_right() || !kernel_is_right<nets::Tiny::hidden>() || !kernel_is_right<nets::Full::hidden>()
        || !kernel_is_right<nets::Wide::hidden>())
        end(1);
    say("perft and the net's kernels are right\n");
    bench<Full>();
    bench<Wide>();
    bench<Tiny>();
    end(0);
}

/// A trap, of whatever kind, ends the image.
extern "C" [[gnu::aligned(4)]] void trapped() { end(2); }

extern "C" [[gnu::naked, gnu::section(".start")]] void start() {
    asm volatile(
        ".option push\n.option norelax\n.option arch, +zicsr\n la gp, __global_pointer$\n"
        " la sp, %0\n li t0, %1\n add sp, sp, t0\n"
        " la t0, trapped\n csrw mtvec, t0\n j main\n.option pop"
        :
        : "i"(stack.data()), "i"(stack.size()));
}

// The C library, as far as core and the compiler call it.
#pragma GCC optimize("no-tree-loop-distribute-patterns")  // which would make each a call of itself
extern "C" {
void* memcpy(void* to, const void* from, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) static_cast<char*>(to)[i] = static_cast<const char*>(from)[i];
    return to;
}
void* memmove(void* to, const void* from, std::size_t size) {
    if (to <= from) return memcpy(to, from, size);
    for (std::size_t i = size; i-- > 0;) static_cast<char*>(to)[i] = static_cast<const char*>(from)[i];
    return to;
}
void* memset(void* to, int value, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) static_cast<char*>(to)[i] = static_cast<char>(value);
    return to;
}
void* memchr(const void* in, int value, std::size_t size) {
    for (auto at = static_cast<char*>(const_cast<void*>(in)); size-- > 0; ++at)
        if (*at == static_cast<char>(value)) return at;
    return nullptr;
}
int memcmp(const void* a, const void* b, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i)
        if (const int more = static_cast<const unsigned char*>(a)[i] - static_cast<const unsigned char*>(b)[i];
            more != 0)
            return more;
    return 0;
}
}
