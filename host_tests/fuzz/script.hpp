// Lets bytes make the choices of a test that makes them at random: defined before such a test is included, `Random` is `Script`.
#pragma once

#include "host_tests/core/playout.hpp"
#include "host_tests/fuzz/target.hpp"

#include <gtest/gtest.h>

namespace stackmate::test {

/// As `Random`, but the choices are the bytes'. When there are no more it goes on at random, always the same way: hands that do
/// the same thing for ever get nowhere.
class Script : Random {
public:
    explicit Script(std::uint64_t) : Random{1} {}
    std::size_t below(std::size_t n) {
        return choices.empty() ? Random::below(n) : choices.below(n < 65536 ? n : 65536);
    }

    static inline fuzz::Choices choices{{}};
};

}  // namespace stackmate::test

/// `TEST` of a test that is included: in the ordinary tests, which this may be a part of, it is already.
#define STACKMATE_NO_TEST(suite, name)             \
    struct suite : testing::Test {                 \
        [[maybe_unused]] void TestBody() override; \
    };                                             \
    void suite::TestBody()
