// Moves as people write them. The first line is a FEN (the start position if it is none), every other a move: what is accepted
// is legal, writes itself briefly and reads back as itself; what is refused tells why. No two legal moves write the same.
#include "core/notation/san.hpp"

#include "host_tests/fuzz/positions.hpp"

#include <set>

namespace stackmate::fuzz {
namespace {

std::string san_of(const Position& p, Move m) {
    char text[max_san_length + 16];
    const std::string written{text, static_cast<std::size_t>(write_san(text, p, m) - text)};
    hold(written.size() <= max_san_length, "a move has its longest length", written);
    return written;
}

void hold_all_written_apart(const Position& p) {
    std::set<std::string> seen;
    for (const Move m : legal_moves(p)) {
        const std::string san = san_of(p, m);
        const auto where = [&] { return fen_of(p) + " " + san; };
        hold(seen.insert(san).second, "no two moves write the same", where);
        const SanResult read = parse_san(p, san);
        hold(read.move == m && read.error == SanError::none, "what is written reads back", where);
        char coordinates[max_move_length];
        const char* const end = write_move(coordinates, m, p);
        const std::string_view text{coordinates, static_cast<std::size_t>(end - coordinates)};
        hold(move_from_text(p, text) == m, "in coordinates, too", where);
        hold(parse_move(p, text).move == m, "which either form takes", where);
    }
}

Move read_move(const Position& p, std::string_view text) {
    for (const SanResult result : {parse_san(p, text), parse_move(p, text)}) {
        hold(static_cast<bool>(result.move) == (result.error == SanError::none), "a move or an error", text);
        hold(!to_text(result.error).empty(), "an error says what is wrong", text);
        hold(!result.move || is_legal(p, result.move), "a move that is accepted is legal",
             [&] { return fen_of(p) + " " + std::string{text}; });
    }
    return parse_move(p, text).move;
}

}  // namespace
}  // namespace stackmate::fuzz

STACKMATE_FUZZ_TARGET(san) {
    using namespace stackmate;
    std::string_view text = fuzz::text_of(bytes);
    Position p;
    p.set_start();
    unsigned line = 0;
    for (; !text.empty() && line < 40; ++line) {
        const std::string_view word = text.substr(0, text.find('\n'));
        text.remove_prefix(word.size() == text.size() ? word.size() : word.size() + 1);
        if (line == 0) {
            if (p.set_fen(word) != FenError::none) {
                (void)p.set_fen(word, CastlingRules::chess960);
            }
            continue;
        }
        if (line < 8) {
            fuzz::hold_all_written_apart(p);
        }
        if (const Move m = fuzz::read_move(p, word)) {
            Undo undo;
            p.make(m, undo);
        }
    }
    if (line < 8) {
        fuzz::hold_all_written_apart(p);
    }
}
