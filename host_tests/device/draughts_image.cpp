// Draughts on a chip: the core's search and perft with another game than chess. The image ends by semihosting: status 0 if
// nodes and leaves are those of the desktop, else the number of what differs.

#include STACKMATE_BOARD_HEADER
#include "boards/cortex_m/semihosting.hpp"
#include "host_tests/support/draughts_signature.hpp"

#include <cstdint>
#include <new>

namespace {

using namespace stackmate;

template <class T>
alignas(T) constinit std::byte memory[sizeof(T)];

/// 1 and 2 are added for a search and a count that come to something else.
template <class R>
std::uint32_t differing(const test::Signature& wanted) {
    auto& draughts = *new (memory<test::DraughtsSignature<R>>) test::DraughtsSignature<R>;
    return (draughts.nodes(wanted.depth) != wanted.nodes ? 1u : 0u)
           + (draughts.leaves(wanted.plies) != wanted.leaves ? 2u : 0u);
}

}  // namespace

int main() {
    boards::board().init();
    boards::cortex_m::semihosting_exit(differing<draughts::English>(test::english_signature)
                                       + 4 * differing<draughts::International>(test::international_signature));
    return 0;
}
