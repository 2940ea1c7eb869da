// Engines that think to the end, for tests that look at what has come of it.
#pragma once

#include "host_tests/support/instances.hpp"
#include "host_tests/support/precompiled.hpp"

namespace stackmate::test {

/// The types of a suite, with their names.
using Configs = testing::Types<Full, Wide, Tiny>;
struct ConfigName {
    template <class Config>
    static std::string GetName(int) {
        return std::string(Config::name);
    }
};

/// A new game from a position.
template <class Engine>
void begin_game(Engine& engine, std::string_view fen, CastlingRules rules = CastlingRules::standard) {
    engine.new_game();
    EXPECT_EQ(engine.begin_setup().position.set_fen(fen, rules), FenError::none) << fen;
    engine.commit_setup();
}

/// Searches until the answer, in slices of so many nodes; the clock stands still.
template <class Engine>
SearchReport think(Engine& engine, const Limits& limits, std::uint32_t slice = 1000) {
    engine.go(limits, {}, 0);
    while (engine.run(slice, 0) != EngineEvent::finished) {}
    return engine.report(0);
}

}  // namespace stackmate::test
