// The arithmetic of the nets on the chip's own instructions against plain C++, on a million accumulators of each width.
// The image ends by semihosting: status 0 if every integer is the same, else the number of lanes that differ.

#include <cstddef>
#include <cstdint>

#include STACKMATE_BOARD_HEADER
#include "boards/cortex_m/semihosting.hpp"
#include "core/eval/net/kernel_weights.hpp"
#include "host_tests/support/kernel_comparison.hpp"

namespace {

using namespace stackmate;

constexpr std::uint32_t rounds = 1'000'000;

template <std::size_t lanes>
constinit test::KernelComparison<net::Kernel<lanes>, lanes> comparison{};

}  // namespace

int main() {
    boards::board().init();
    std::uint32_t status = 0;
    if (comparison<8>.run(71, rounds) != rounds)
        status = 8;
    else if (comparison<32>.run(72, rounds) != rounds)
        status = 32;
    boards::cortex_m::semihosting_exit(status);
    return 0;
}
