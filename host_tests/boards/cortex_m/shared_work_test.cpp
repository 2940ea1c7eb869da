#include "boards/cortex_m/shared_work.hpp"

#include <gtest/gtest.h>

namespace stackmate::boards::cortex_m {
namespace {

unsigned served = 0;
bool serve(void*) noexcept {
    ++served;
    return false;
}

// The other core is this test, when it calls `serve_once`.

TEST(SharedWork, ACoreThatServesSettles) {
    SharedWork work;
    EXPECT_TRUE(work.settles(0)) << "it is not at work";
    served = 0;
    work.prepare(serve, nullptr);
    work.begin();
    work.serve_once();
    EXPECT_TRUE(work.at_work()) << "there may be more";
    work.dismiss();
    work.serve_once();
    EXPECT_TRUE(work.settles(0));
    EXPECT_EQ(served, 2u);
}

TEST(SharedWork, ACoreThatDoesNotWakeIsGivenUpAndServesNobodyWhenItWakesAfterAll) {
    SharedWork work;
    served = 0;
    work.prepare(serve, nullptr);
    work.begin();
    EXPECT_FALSE(work.settles(1000));
    EXPECT_FALSE(work.at_work());
    work.serve_once();  // it had seen that there was work
    { const SharedWork::Pause pause; }
    work.serve_once();
    EXPECT_EQ(served, 0u);
    EXPECT_TRUE(work.settles(0)) << "nobody waits a second time";
}

}  // namespace
}  // namespace stackmate::boards::cortex_m
