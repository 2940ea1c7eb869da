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
    firmware::test::Life life{0};
    life.live();
    fuzz::hold(life.fine(), "what a board promises to programs and hands", [&] { return life.what_is_wrong(); });
}
