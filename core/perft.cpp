#include "core/perft.hpp"

namespace stackmate {

unsigned count_legal_moves(const Position& p, Square checker) {
    unsigned count = 0;
    Cursor noisy(checker);
    while (const Move m = noisy.next_noisy(p)) count += p.legal(m, checker) ? 1u : 0u;
    generate_quiets(p, checker, [&](Move m) { count += p.legal(m, checker) ? 1u : 0u; });
    return count;
}

}  // namespace stackmate
