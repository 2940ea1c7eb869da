#include "examples/draughts/perft.hpp"

namespace stackmate::draughts {

template std::uint64_t perft(Position<English>&, int, std::span<PerftFrame<English>>);
template std::uint64_t perft(Position<International>&, int, std::span<PerftFrame<International>>);
template std::uint64_t perft(Position<Brazilian>&, int, std::span<PerftFrame<Brazilian>>);
template std::uint64_t perft(Position<Pool>&, int, std::span<PerftFrame<Pool>>);
template std::uint64_t perft(Position<Russian>&, int, std::span<PerftFrame<Russian>>);

}  // namespace stackmate::draughts
