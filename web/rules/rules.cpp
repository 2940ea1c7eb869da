// The page's rules of chess and its engine: the core as a WebAssembly module that imports nothing and has no heap. web/src/rules.ts
// calls it.
//
// One game at a time. Texts go in and out through `text`, without a terminating zero. A function that writes a text returns its
// length; an error's length is negative.
#include "core/chess/movegen.hpp"
#include "core/engine/config.hpp"
#include "core/engine/engine.hpp"
#include "core/engine/reason.hpp"
#include "core/game/game_state.hpp"
#include "core/notation/move_text.hpp"
#include "core/notation/san.hpp"
#include "core/notation/text.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>
#include <span>
#include <string_view>

#define EXPORTED(name) extern "C" [[clang::export_name(#name)]]

namespace stackmate {

namespace {

using namespace std::string_view_literals;

constexpr std::size_t longest_text = 4096;
constexpr std::size_t table_size = (1 << 20) / sizeof(TtEntry);

constinit char words[longest_text] = {};
constinit Position position{};
constinit KeyHistory history{};

using PageEngine = Engine<Full>;
constinit std::atomic<bool> stop{false};
alignas(PageEngine) constinit unsigned char engine_memory[sizeof(PageEngine)] = {};
alignas(TtEntry) constinit unsigned char table[table_size * sizeof(TtEntry)] = {};
constinit PageEngine* made = nullptr;

std::string_view given(int length) { return {words, static_cast<std::size_t>(length)}; }

int length_to(const char* end) { return static_cast<int>(end - words); }

int refuse(std::string_view why) { return -length_to(write_text(words, why)); }

/// What stands before the operations of an EPD. False if those do not end.
bool drop_operations(std::string_view& text) {
    std::string_view rest = text;
    for (unsigned field = 0; field < 4; ++field) {
        rest = skip_spaces(rest);
        rest.remove_prefix(first_word(rest).size());
    }
    rest = skip_spaces(rest);
    const char small = rest.empty() ? '\0' : static_cast<char>(rest.front() | 0x20);
    if (small < 'a' || small > 'z') return true;
    while (is_space(text.back())) text.remove_suffix(1);
    const bool ends = text.back() == ';';
    text.remove_suffix(static_cast<std::size_t>(text.data() + text.size() - rest.data()));
    return ends;
}

/// Any text for a move. Castling may also be the king's move to its rook where the board's own form is his move by two squares.
SanResult find(std::string_view text) {
    const SanResult found = parse_move(position, text);
    if (found.error == SanError::none || text.size() != 4) return found;
    const Square from = square_from_text({text.data(), 2}), to = square_from_text({text.data() + 2, 2});
    const Square king = position.king(position.side());
    if (from != king || to == Square::none || type_of(position.at(to)) != PieceType::rook
        || color_of(position.at(to)) != position.side() || rank_of(to) != rank_of(king))
        return found;
    return parse_san(position, to > king ? "O-O"sv : "O-O-O"sv);
}

/// It searches nothing.
PageEngine& engine_at_rest() {
    if (made == nullptr) {
        made = new (engine_memory) PageEngine{stop};
        made->use_table({new (table) TtEntry[table_size], table_size});
    }
    stop = true;
    while (made->searching()) (void)made->run(1, 0);
    return *made;
}

}  // namespace

EXPORTED(text) char* text() { return words; }
EXPORTED(textSize) int text_size() { return longest_text; }

/// Begins a game at a FEN or EPD, and writes its FEN.
EXPORTED(read) int read(int length) {
    std::string_view fen = given(length);
    if (!drop_operations(fen)) return refuse("an operation of the EPD does not end with ;"sv);
    if (const FenError error = position.set_fen(fen, CastlingRules::either); error != FenError::none)
        return refuse(to_text(error));
    history.clear();
    return static_cast<int>(position.fen(words));
}

/// Writes the legal moves, with a blank behind each.
EXPORTED(moves) int moves() {
    char* out = words;
    const Square checker = position.checker();
    Cursor cursor(checker);
    while (const Move m = cursor.next(position)) {
        if (!position.legal(m, checker)) continue;
        out = write_move(out, m, position);
        *out++ = ' ';
    }
    return length_to(out);
}

/// Writes the move that a text means.
EXPORTED(move) int move(int length) {
    const auto [m, error] = find(given(length));
    return error != SanError::none ? refuse(to_text(error)) : length_to(write_move(words, m, position));
}

/// Plays the move that a text means, and writes it, its SAN and the FEN after it.
EXPORTED(play) int play_text(int length) {
    const auto [m, error] = find(given(length));
    if (error != SanError::none) return refuse(to_text(error));
    char* out = write_move(words, m, position);
    *out++ = ' ';
    out = write_san(out, position, m);
    *out++ = ' ';
    play(position, history, m);
    return length_to(out + position.fen(out));
}

/// A `GameState`.
EXPORTED(state) int state() { return static_cast<int>(state_of(position, history)); }

/// Begins a search of the game, by so many nodes. Returns whether there is anything to search.
EXPORTED(think) bool think(std::uint32_t nodes) {
    PageEngine& engine = engine_at_rest();
    engine.set_game(position, history);
    engine.go({.nodes = nodes}, {}, 0);
    return position.any_legal_move();
}

/// Searches so many nodes more. Returns whether the search is over.
EXPORTED(search) bool search(std::uint32_t nodes) {
    return !made->searching() || made->run(nodes, 0) == EngineEvent::finished;
}

/// Why the move that a text means loses: a `Reason`. It takes at most thirteen searches, and ends another one.
EXPORTED(reason) int reason(int length) {
    const auto [m, error] = find(given(length));
    return error != SanError::none ? refuse(to_text(error))
                                   : static_cast<int>(find_reason(engine_at_rest(), position, m));
}

/// Writes what is known of the search: depth, nodes, "cp" or "mate", the score for the side to move, and the expected moves.
EXPORTED(opinion) int opinion() {
    const SearchReport report = made->report(0);
    const bool mates = is_mate(report.score);
    const unsigned size = static_cast<unsigned>(report.score < 0 ? -report.score : report.score);
    char* out = write_number(words, static_cast<unsigned>(report.depth));
    *out++ = ' ';
    out = write_number(out, static_cast<std::uint32_t>(report.nodes));
    out = write_text(out, mates ? " mate "sv : " cp "sv);
    if (report.score < 0) *out++ = '-';
    out = write_number(out, mates ? (static_cast<unsigned>(score_mate) - size + 1) / 2 : size);
    for (const Move m : report.line) {
        *out++ = ' ';
        out = write_move(out, m, made->position());
    }
    return length_to(out);
}

}  // namespace stackmate
