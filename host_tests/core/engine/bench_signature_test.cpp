// The bench signature: the nodes of a fixed search, the same on every machine for the same configuration. The figures
// are pinned in host_tests/bench_signature.txt; `tools/test --pin-bench` writes them anew, and a commit that changes
// them says why.
#include "core/engine/bench_positions.hpp"
#include "host_tests/core/playout.hpp"
#include "host_tests/support/bench_signature.hpp"
#include "host_tests/support/thinking.hpp"

namespace stackmate::test {
namespace {

/// What the command `bench` counts, without the shell, in slices of another size.
template <class Config>
std::uint64_t bench(std::uint32_t slice) {
    std::atomic<bool> stop{false};
    const auto engine = std::make_unique<Engine<Config>>(stop);
    std::uint64_t nodes = 0;
    for (const std::string_view fen : bench_positions) {
        begin_game(*engine, fen);
        nodes += think(*engine, {.depth = Config::bench_depth}, slice).nodes;
    }
    return nodes;
}

template <class Config>
class BenchSignature : public testing::Test {};
TYPED_TEST_SUITE(BenchSignature, Configs, ConfigName);

TYPED_TEST(BenchSignature, IsThePinnedOne) {
    const std::uint64_t pinned = pinned_signature(TypeParam::name);
    ASSERT_NE(pinned, 0u) << "host_tests/bench_signature.txt has no line for " << TypeParam::name;
    EXPECT_EQ(bench<TypeParam>(100'000), pinned);
}

TEST(BenchPositions, AreAllToThinkAbout) {
    for (const std::string_view fen : bench_positions) EXPECT_TRUE(position(fen).any_legal_move()) << fen;
}

}  // namespace
}  // namespace stackmate::test
