// The bench signature: the nodes of a fixed search, the same on every machine for the same configuration. The figures
// are pinned in host_tests/bench_signature.txt; `tools/test --pin-bench` writes them anew, and a commit that changes
// them says why.
#include "core/bench_positions.hpp"
#include "core/config.hpp"
#include "core/engine.hpp"
#include "host_tests/support/instances.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>

namespace stackmate {
namespace {

/// 0 where the file has no line for that name.
std::uint64_t pinned(std::string_view configuration) {
    std::ifstream in(STACKMATE_SOURCE_DIR "/host_tests/bench_signature.txt");
    for (std::string line; std::getline(in, line);) {
        std::istringstream words(line);
        std::string name;
        std::uint64_t nodes = 0;
        if (words >> name >> nodes && name == configuration) return nodes;
    }
    return 0;
}

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
    ASSERT_NE(pinned(TypeParam::name), 0u) << "host_tests/bench_signature.txt has no line for " << TypeParam::name;
    EXPECT_EQ(bench<TypeParam>(100'000), pinned(TypeParam::name));
}

}  // namespace
}  // namespace stackmate
