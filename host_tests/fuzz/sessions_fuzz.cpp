// The sessions of random_sessions_test.cpp with their checks, but the bytes choose what programs and hands do.
#include "host_tests/firmware/table/table.hpp"
#include "host_tests/fuzz/script.hpp"

#define Random Script
#undef TEST
#define TEST STACKMATE_NO_TEST
#include "host_tests/firmware/random_sessions_test.cpp"
#undef Random
#undef TEST

STACKMATE_FUZZ_TARGET(sessions) {
    using namespace stackmate;
    test::Script::choices = fuzz::Choices{bytes};
    const bool pair = test::Script::choices.below(2) == 0;
    const firmware::test::Outcome outcome = firmware::test::life_of(0, pair);
    fuzz::hold(outcome.wrong.empty(), "what a board promises to programs and hands", [&] { return outcome.wrong; });
}
