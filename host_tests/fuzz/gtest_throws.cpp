// A desk of the tests that a fuzz target uses checks by GoogleTest: for a fuzzer a failure must be an end.
#include <gtest/gtest.h>

namespace {

[[maybe_unused]] const bool throws = (testing::GTEST_FLAG(throw_on_failure) = true);

}  // namespace
