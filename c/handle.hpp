// What is behind the C interface's handle: an engine of some configuration, and the functions that reach it. The code
// of one configuration names no other, so a program links only those that it makes.
#pragma once

#include "c/stackmate.h"
#include "core/engine/engine.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>
#include <span>

namespace stackmate::c {

/// A game being set up, see Engine::Setup.
struct Scratch {
    Position& position;
    KeyHistory& history;
};

/// The engine's functions for one configuration; each does what Engine's function of that name does.
struct Operations {
    std::size_t most_only;  ///< the most moves that a search may be restricted to
    unsigned most_lines;

    const Position& (*position)(const stackmate_engine&);
    GameState (*state)(const stackmate_engine&);
    Score (*evaluate)(stackmate_engine&);
    void (*new_game)(stackmate_engine&);
    Scratch (*begin_setup)(stackmate_engine&);
    Scratch (*copy_game)(stackmate_engine&);  ///< begin_setup(), with the game as it is
    void (*commit_setup)(stackmate_engine&);
    std::span<std::byte> (*workspace)(stackmate_engine&);
    void (*use_table)(stackmate_engine&, std::span<TtEntry>);
    std::size_t (*table_bytes)(const stackmate_engine&);
    void (*set_move_overhead)(stackmate_engine&, std::uint16_t);
    void (*set_lines)(stackmate_engine&, unsigned);
    void (*go)(stackmate_engine&, const Limits&, std::span<const Move>, std::uint32_t);
    EngineEvent (*run)(stackmate_engine&, std::uint32_t, std::uint32_t);
    void (*ponder_hit)(stackmate_engine&, std::uint32_t);
    bool (*searching)(const stackmate_engine&);
    bool (*waiting)(const stackmate_engine&);
    std::uint32_t (*hard_limit_ms)(const stackmate_engine&);
    SearchReport (*report)(const stackmate_engine&, std::uint32_t);
    Move (*best_move)(const stackmate_engine&);
    Move (*ponder_move)(const stackmate_engine&);
};

}  // namespace stackmate::c

struct stackmate_engine {
    const stackmate::c::Operations& operations;
    std::atomic<bool> stop{false};
    bool game_changed = false;  ///< since the last search: its answer is not for this position
};

namespace stackmate::c {

template <class Config>
struct EngineOf : stackmate_engine {
    Engine<Config> engine{stop};
};

template <class Config>
Engine<Config>& of(stackmate_engine& handle) {
    return static_cast<EngineOf<Config>&>(handle).engine;
}
template <class Config>
const Engine<Config>& of(const stackmate_engine& handle) {
    return static_cast<const EngineOf<Config>&>(handle).engine;
}

template <class Config>
constexpr Operations operations_of{
    .most_only = Config::max_search_moves,
    .most_lines = Engine<Config>::max_lines,
    .position = [](const stackmate_engine& e) -> const Position& { return of<Config>(e).position(); },
    .state = [](const stackmate_engine& e) { return of<Config>(e).state(); },
    .evaluate = [](stackmate_engine& e) { return of<Config>(e).evaluate(); },
    .new_game = [](stackmate_engine& e) { of<Config>(e).new_game(); },
    .begin_setup =
        [](stackmate_engine& e) {
            auto& setup = of<Config>(e).begin_setup();
            return Scratch{setup.position, setup.history};
        },
    .copy_game =
        [](stackmate_engine& e) {
            auto& engine = of<Config>(e);
            auto& setup = engine.begin_setup();
            setup.position = engine.position();
            setup.history = engine.history();
            return Scratch{setup.position, setup.history};
        },
    .commit_setup = [](stackmate_engine& e) { of<Config>(e).commit_setup(); },
    .workspace = [](stackmate_engine& e) { return of<Config>(e).workspace(); },
    .use_table = [](stackmate_engine& e, std::span<TtEntry> memory) { of<Config>(e).use_table(memory); },
    .table_bytes = [](const stackmate_engine& e) { return of<Config>(e).table_bytes(); },
    .set_move_overhead = [](stackmate_engine& e, std::uint16_t ms) { of<Config>(e).set_move_overhead(ms); },
    .set_lines =
        [](stackmate_engine& e, unsigned lines) {
            if constexpr (Engine<Config>::max_lines > 1) of<Config>(e).set_lines(lines);
        },
    .go = [](stackmate_engine& e, const Limits& limits, std::span<const Move> only,
             std::uint32_t now_ms) { of<Config>(e).go(limits, only, now_ms); },
    .run = [](stackmate_engine& e, std::uint32_t nodes,
              std::uint32_t now_ms) { return of<Config>(e).run(nodes, now_ms); },
    .ponder_hit = [](stackmate_engine& e, std::uint32_t now_ms) { of<Config>(e).ponder_hit(now_ms); },
    .searching = [](const stackmate_engine& e) { return of<Config>(e).searching(); },
    .waiting = [](const stackmate_engine& e) { return of<Config>(e).waiting(); },
    .hard_limit_ms = [](const stackmate_engine& e) { return of<Config>(e).hard_limit_ms(); },
    .report = [](const stackmate_engine& e, std::uint32_t now_ms) { return of<Config>(e).report(now_ms); },
    .best_move = [](const stackmate_engine& e) { return of<Config>(e).best_move(); },
    .ponder_move = [](const stackmate_engine& e) { return of<Config>(e).ponder_move(); },
};

/// Whether this address is suitable for an engine or its table.
inline bool is_aligned(const void* memory) {
    return reinterpret_cast<std::uintptr_t>(memory) % STACKMATE_ALIGNMENT == 0;
}

/// `promised`: the size that the header states; `size`: that of the caller's memory.
template <class Config, std::size_t promised>
stackmate_error make_engine(void* memory, std::size_t size, stackmate_engine** engine) {
    using Handle = EngineOf<Config>;
    // Where 64-bit numbers have an alignment below 8 (32-bit x86), the handle is smaller.
    static_assert(
        sizeof(Handle) == promised || (alignof(TtEntry) < 8 && alignof(Position) < 8 && sizeof(Handle) < promised),
        "the size in c/stackmate.h");
    static_assert(alignof(Handle) <= STACKMATE_ALIGNMENT);
    static_assert(Config::Version::line_plies <= STACKMATE_MAX_LINE);
    static_assert(Config::max_search_moves * sizeof(Move) <= Search<typename Config::Version>::memory_bytes,
                  "the workspace holds the moves of stackmate_go");
    if (size < promised) return STACKMATE_ERROR_SIZE;
    if (!is_aligned(memory)) return STACKMATE_ERROR_ALIGNMENT;
    *engine = new (memory) Handle{{operations_of<Config>}};
    return STACKMATE_OK;
}

}  // namespace stackmate::c
