// The bench signature: the nodes of a fixed search, the same on every machine for the same configuration. The figures
// are pinned in host_tests/bench_signature.txt; `tools/test --pin-bench` writes them anew, and a commit that changes
// them says why.
#include "core/engine/bench_positions.hpp"
#include "core/engine/config.hpp"
#include "core/engine/engine.hpp"
#include "host_tests/support/bench_signature.hpp"
#include "host_tests/support/instances.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace stackmate {
namespace {

/// What the command `bench` counts, without the shell, in slices of another size.
template <class Config>
std::uint64_t bench(std::uint32_t slice) {
    std::atomic<bool> stop{false};
    const auto engine = std::make_unique<Engine<Config>>(stop);
    std::uint64_t nodes = 0;
    for (const std::string_view fen : bench_positions) {
        engine->new_game();
        EXPECT_EQ(engine->begin_setup().position.set_fen(fen), FenError::none) << fen;
        engine->commit_setup();
        Limits limits;
        limits.depth = static_cast<std::uint8_t>(Config::bench_depth);
        engine->go(limits, {}, 0);
        while (engine->run(slice, 0) != EngineEvent::finished) {}
        nodes += engine->report(0).nodes;
    }
    return nodes;
}

template <class Config>
class BenchSignature : public testing::Test {};
struct ConfigName {
    template <class Config>
    static std::string GetName(int) {
        return std::string(Config::name);
    }
};
using Configs = testing::Types<Full, Tiny>;
TYPED_TEST_SUITE(BenchSignature, Configs, ConfigName);

TYPED_TEST(BenchSignature, IsThePinnedOne) {
    const std::uint64_t pinned = test::pinned_signature(TypeParam::name);
    ASSERT_NE(pinned, 0u) << "host_tests/bench_signature.txt has no line for " << TypeParam::name;
    EXPECT_EQ(bench<TypeParam>(100'000), pinned);
}

}  // namespace
}  // namespace stackmate
