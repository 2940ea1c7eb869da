// A FEN: what is refused changes nothing; what is accepted reads back the same, and so does every position one legal move
// further, which unmaking brings back. The moves are those that `is_legal` knows. With another rook to castle with it is another
// position, and has another key.
#include "core/engine/config.hpp"
#include "host_tests/fuzz/positions.hpp"

#include <algorithm>

namespace stackmate::fuzz {
namespace {

void hold_moves(const Position& p, CastlingRules rules) {
    const auto fen = [&] { return fen_of(p); };
    const std::vector<Move> moves = legal_moves(p);
    hold(p.any_legal_move() == !moves.empty(), "there is a legal move if one is generated", fen);
    hold(moves.size() <= Full::max_search_moves, "there is room for all its moves", fen);
    for (const Move m : moves) {
        hold(is_legal(p, m), "a generated move is legal", fen);
        Position next = p;
        Undo undo;
        next.make(m, undo);
        hold(next.checker_after(m, undo) == next.checker(), "a check is found after the move", fen);
        hold_whole(next, rules);
        next.unmake(m, undo);
        hold(next == p && next.key() == p.key() && next.consistent(), "unmaking brings the position back", fen);
    }
    // Any sixteen bits are welcome: some, at random, but the same each time.
    test::Random random{p.key() | 1};
    for (int i = 0; i < 64; ++i) {
        const Move m = Move::from_bits(static_cast<std::uint16_t>(random.below(65536)));
        const bool generated = std::find(moves.begin(), moves.end(), m) != moves.end();
        hold(is_legal(p, m) == generated, "what is legal is generated",
             [&] { return fen() + " " + std::to_string(m.bits()); });
    }
}

/// With each rook in turn as the only one to castle with, and with none.
void hold_keys_apart(const Position& p) {
    const std::string written = fen_of(p);
    const auto field = written.find(' ', written.find(' ') + 1) + 1;
    const auto length = written.find(' ', field) - field;
    std::vector<Position> others{p};
    for (const char rook : std::string_view{"-ABCDEFGHabcdefgh"}) {
        Position other;
        if (other.set_fen(std::string{written}.replace(field, length, 1, rook), CastlingRules::chess960)
            == FenError::none) {
            for (const Position& known : others) {
                hold((other == known) == (other.key() == known.key()), "keys differ where castling does", written);
            }
            others.push_back(other);
        }
    }
}

}  // namespace
}  // namespace stackmate::fuzz

STACKMATE_FUZZ_TARGET(fen) {
    using namespace stackmate;
    const std::string_view text = fuzz::text_of(bytes);
    for (const CastlingRules rules : {CastlingRules::standard, CastlingRules::chess960}) {
        Position start, p;
        start.set_start();
        p = start;
        if (const FenError error = p.set_fen(text, rules); error != FenError::none) {
            fuzz::hold(p == start && p.key() == start.key(), "a FEN that is refused changes nothing", text);
            fuzz::hold(!to_text(error).empty() && to_text(error) != "unknown error", "and tells why", text);
            continue;
        }
        fuzz::hold_whole(p, rules);
        fuzz::hold_moves(p, rules);
        if (rules == CastlingRules::chess960) {
            fuzz::hold_keys_apart(p);
        }
    }
}
