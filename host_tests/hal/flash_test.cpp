// The fakes of flash keep the promises of what they stand for.
#include "hal/conformance/flash.hpp"
#include "host_tests/hal/flash_chips.hpp"
#include "host_tests/hal/report.hpp"

namespace {

using namespace stackmate;

template <class Chip>
class FakeFlash : public testing::Test {};
TYPED_TEST_SUITE(FakeFlash, test::BoardsChips, test::NameOfChip);

TYPED_TEST(FakeFlash, KeepsThePromisesOfFlash) {
    typename TypeParam::Flash flash{};
    hal::conformance::check_flash(flash, test::report);
}

}  // namespace
