// The program around a form of the search whose cost is measured, for search_cost.cpp and loop_cost.cpp. Whoever includes
// this has named the form before: `Chosen`, with `Form` and `depth`.
//
// All work is done within `search_position`. On a device the emulator counts the instructions between its entry and its
// return; on a desktop a profiler does, and the program prints what it searched: nodes, deepest ply, sum of scores.
// `ply_frame_bytes` has the size of a ply's frame, `instance_bytes` that of the whole search.
#pragma once

#include "core/bench_positions.hpp"
#include "core/search/search.hpp"

#include <array>
#include <atomic>
#include <cstdint>
#include <new>

#if defined(__arm__)
#include "boards/cortex_m/semihosting.hpp"
#else
#include <cstdio>
#endif

namespace {

using namespace stackmate;

using Form = Chosen::Form;

constinit std::atomic<bool> stop{false};
constinit std::array<TtEntry, 256> table_memory{};
constinit Position position;
constinit KeyHistory history;
constinit TranspositionTable table;
alignas(Form) constinit std::array<std::byte, sizeof(Form)> memory{};

}  // namespace

extern "C" {

extern const unsigned char ply_frame_bytes[sizeof(Form::Frame)];
extern const unsigned char instance_bytes[sizeof(Form)];
[[gnu::used]] const unsigned char ply_frame_bytes[sizeof(Form::Frame)] = {};
[[gnu::used]] const unsigned char instance_bytes[sizeof(Form)] = {};

Score search_position(Form& form);

[[gnu::noinline]] Score search_position(Form& form) {
    RootTask task;
#ifdef STACKMATE_DEPTH
    task.depth = STACKMATE_DEPTH;  // a test is content with less
#else
    task.depth = Chosen::depth;
#endif
    return form.search(task);
}
}

int main() {
    std::uint64_t nodes = 0;
    int sum = 0;
    int deepest = 0;
    for (const std::string_view fen : bench_positions) {
        table.use(table_memory);
        table.new_search();
        history.clear();
        if (position.set_fen(fen) != FenError::none) return 1;
        Form& form = *new (memory.data()) Form(SearchContext{position, history, table, stop});
        sum += search_position(form);
        nodes += form.nodes();
        if (form.seldepth() > deepest) deepest = form.seldepth();
    }
#if defined(__arm__)
    return nodes == STACKMATE_NODES ? 0 : 1;
#else
    std::printf("%llu %d %d\n", static_cast<unsigned long long>(nodes), deepest, sum);
    return 0;
#endif
}

#if defined(__arm__)

extern "C" {

extern std::uint32_t __stack_top[];
[[noreturn]] void reset();

void reset() {
    boards::cortex_m::semihosting_exit(static_cast<std::uint32_t>(main()));
    for (;;) {}
}

[[gnu::section(".vectors"), gnu::used]] const void* const vectors[] = {static_cast<const void*>(__stack_top),
                                                                       reinterpret_cast<const void*>(&reset)};
}

#endif
