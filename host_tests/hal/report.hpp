// Conformance checks report through a callback; here it is a test failure that names the promise.
#pragma once

#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace stackmate::test {

inline constexpr auto report = [](std::string_view sentence, bool held) {
    EXPECT_TRUE(held) << "promise not held: " << std::string{sentence};
};

}  // namespace stackmate::test
