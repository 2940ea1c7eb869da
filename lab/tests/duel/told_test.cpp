// What enhancements answer is told to another one, and changes nothing.
#include "lab/duel/told.hpp"

#include "host_tests/core/search/few_enhancements.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string_view>
#include <type_traits>
#include <utility>

namespace stackmate::test {
namespace {

using duel::Hook;
using Null = NullMove<3, 4, 30'000>;
using Plainly = With<Scout, Null, CheckExtension, LogReductions<void, parameters::small.reductions>>;

/// Counts what the others answer, by hook.
struct Tally {
    static constexpr bool serves_nothing = true;
    static inline std::map<std::pair<Hook, bool>, int> answers;  ///< of the null move, of others

    template <class E, class Answer>
    void answered(Hook hook, Answer) {
        ++answers[{hook, std::is_same_v<E, Null>}];
    }
};

struct Counted : Plainly {
    using Enhancements = duel::ToldTo<Tally, Plainly::Enhancements>;
};

TEST(Told, OfEveryAnswerAndChangesNoTree) {
    Tally::answers.clear();
    constexpr std::string_view fen = bench_positions[1];
    ASSERT_EQ((search<Counted>(fen, 5)), (search<Plainly>(fen, 5)));
    EXPECT_GT((Tally::answers[{Hook::null_depth, true}]), 100);
    EXPECT_EQ((Tally::answers[{Hook::null_depth, false}]), 0) << "nobody else passes";
    EXPECT_GT((Tally::answers[{Hook::extend, false}]), 100);
    EXPECT_GT((Tally::answers[{Hook::reduce, false}]), 100);
    EXPECT_EQ((Tally::answers[{Hook::extend, true}]), 0);
    EXPECT_EQ((Tally::answers[{Hook::first_depth, false}]), 0) << "none has internal iterations";
}

}  // namespace
}  // namespace stackmate::test
