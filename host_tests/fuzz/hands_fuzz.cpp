// The hands of controller_hands_test.cpp with their checks, but the bytes choose what they do.
#include "host_tests/firmware/play/desk.hpp"
#include "host_tests/fuzz/script.hpp"

#define Random Script
#undef TEST
#define TEST STACKMATE_NO_TEST
#include "host_tests/firmware/play/controller_hands_test.cpp"
#undef Random
#undef TEST

STACKMATE_FUZZ_TARGET(hands) {
    using namespace stackmate;
    test::Script::choices = fuzz::Choices{bytes};
    firmware::test::Restless desk{0, 1000};
    for (int i = 0; i < 250 && !test::Script::choices.empty(); ++i) {
        desk.something();
    }
    fuzz::hold(desk.goes_on(), "there is a way back to the game", to_text(desk.game.state()));
}
