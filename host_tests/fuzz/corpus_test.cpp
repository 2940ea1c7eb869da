// Each fuzz target (target.hpp) keeps its promises for the files of its corpus: what clang's libFuzzer has found before, and what
// it began with. `tools/fuzz` looks for more.
#include "host_tests/fuzz/target.hpp"
#include "host_tests/support/source_dir.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

namespace stackmate::fuzz {
namespace {

class Corpus : public testing::TestWithParam<std::string_view> {};

TEST_P(Corpus, BreaksNoPromise) {
    const std::filesystem::path folder =
        std::filesystem::path{stackmate::test::in_sources("host_tests/fuzz/corpus")} / GetParam();
    std::vector<std::filesystem::path> files;
    for (const auto& file : std::filesystem::directory_iterator{folder}) {
        files.push_back(file.path());
    }
    std::sort(files.begin(), files.end());
    ASSERT_FALSE(files.empty()) << folder;
    for (const auto& file : files) {
        SCOPED_TRACE(file.string());
        std::ifstream in{file, std::ios::binary};
        const std::vector<char> content{std::istreambuf_iterator<char>{in}, {}};
        const auto* const data = reinterpret_cast<const std::uint8_t*>(content.data());
        ASSERT_NO_THROW(targets().at(GetParam())({data, content.size()}));
        ASSERT_FALSE(HasFailure());
    }
}

// Bytes that are no seed of any target.
TEST_P(Corpus, NorDoNothingAndNoise) {
    const Target target = targets().at(GetParam());
    ASSERT_NO_THROW(target({}));
    std::vector<std::uint8_t> noise;
    for (std::uint32_t i = 0, state = 1; i < 700; ++i) {
        state = state * 1664525u + 1013904223u;
        noise.push_back(static_cast<std::uint8_t>(state >> 24));
    }
    ASSERT_NO_THROW(target(noise));
}

INSTANTIATE_TEST_SUITE_P(Of, Corpus,
                         testing::Values("board", "certabo", "chesslink", "fen", "hands", "log", "peripheral", "pgn",
                                         "san", "saved", "sessions", "shell", "tracker", "usb"),
                         [](const auto& of) { return std::string{of.param}; });

TEST(CorpusOfAll, IsLookedAt) { EXPECT_EQ(targets().size(), 14u) << "name a new target above"; }

}  // namespace
}  // namespace stackmate::fuzz
