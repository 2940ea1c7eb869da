// What a search costs in different forms, for tools/experiments: iterative and recursive, both ways to jump,
// hooks and by hand. One form is compiled at a time, chosen by STACKMATE_FORM, so that code size and stack
// can be told apart.
//
// All work is done within `search_position`. On a device the emulator counts the instructions between its
// entry and its return; on a desktop a profiler does, and the program prints what it searched: nodes, deepest
// ply, sum of scores. `ply_frame_bytes` has the size of a ply's frame, `instance_bytes` that of the whole
// search.

#include "core/bench_positions.hpp"
#include "core/search/search.hpp"
#include "core/search/versions.hpp"
#include "host_tests/core/search/branch_table_search.hpp"
#include "host_tests/core/search/recursive_search.hpp"
#include "tools/measure/plain_by_hand.hpp"

#include <array>
#include <atomic>
#include <cstdint>
#include <new>

#if defined(__arm__)
#include "boards/cortex_m/semihosting.hpp"
#else
#include <cstdio>
#endif

namespace stackmate::versions {

// With external linkage as those it is compared with: else the compiler knows that its search has one caller.
template <class List>
struct AndNothing;
template <class... Es>
struct AndNothing<Enhancements<Es...>> {
    using type = Enhancements<Es..., NoOperation>;
};
struct SmallAndNothing : Small {
    using Enhancements = AndNothing<Small::Enhancements>::type;
};

}  // namespace stackmate::versions

namespace {

using namespace stackmate;

/// The forms share this: search to a depth, tell nodes and the deepest ply.
template <class Loop>
class Iterative : public Loop {
public:
    using Loop::Loop;
    Score search(const RootTask& task) {
        this->begin();
        this->start(task);
        while (this->run(1u << 30) != SearchStatus::done) {}
        return this->root_score();
    }
};

struct switch_jump {
    using Form = Iterative<Search<versions::Small>>;
    static constexpr Depth depth = 5;
};
struct branch_table {
    using Form = Iterative<BranchTableSearch<versions::Small>>;
    static constexpr Depth depth = 5;
};
struct recursive {
    using Form = RecursiveSearch<versions::Small, false>;
    static constexpr Depth depth = 5;
};
struct no_operation {
    using Form = Iterative<Search<versions::SmallAndNothing>>;
    static constexpr Depth depth = 5;
};
struct plain_hooks {
    using Form = Iterative<Search<versions::Plain>>;
    static constexpr Depth depth = 3;
};
struct plain_by_hand {
    using Form = PlainByHand;
    static constexpr Depth depth = 3;
};
struct full {
    using Form = Iterative<Search<versions::Large>>;
    static constexpr Depth depth = 6;
    static constexpr std::size_t table_bytes = 65536;
};

using Chosen = STACKMATE_FORM;
using Form = Chosen::Form;

/// Tiny's, where a form says nothing else.
template <class T>
constexpr std::size_t table_bytes_of = 2048;
template <class T>
    requires requires { T::table_bytes; }
constexpr std::size_t table_bytes_of<T> = T::table_bytes;

constinit std::atomic<bool> stop{false};
constinit std::array<TtEntry, table_bytes_of<Chosen> / sizeof(TtEntry)> table_memory{};
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
