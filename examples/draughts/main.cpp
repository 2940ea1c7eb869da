// draughts: the rules of draughts at work on the desktop. `draughts help` says what it can do.
#include "examples/draughts/move_text.hpp"
#include "examples/draughts/movegen.hpp"
#include "examples/draughts/perft.hpp"
#include "examples/draughts/position.hpp"

#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace {

using namespace stackmate::draughts;
using namespace std::literals;

constexpr int deepest = 32;

int help(bool asked) {
    std::fputs(
        "usage: draughts [english | international] perft DEPTH [FEN]\n"
        "\n"
        "Counts the leaves of the tree of legal moves, DEPTH half moves deep (1 to 32): below each move, then all.\n"
        "International draughts on 10x10, unless `english` asks for checkers on 8x8. A FEN is as PDN has it,\n"
        "\"W:W31-50:B1-20\", kings with a K before the number; the start position if there is none.\n",
        asked ? stdout : stderr);
    return asked ? 0 : 2;
}

int error(const char* what, std::string_view why) {
    std::fprintf(stderr, "draughts: %s: %.*s\n", what, static_cast<int>(why.size()), why.data());
    return 1;
}

template <Rules R>
int run_perft(int depth, const char* fen) {
    Position<R> p;
    p.set_start();
    if (fen != nullptr)
        if (const FenError e = p.set_fen(fen); e != FenError::none) return error(fen, to_text(e));

    const auto begin = std::chrono::steady_clock::now();
    static std::array<PerftFrame<R>, deepest> frames;
    unsigned long long all = 0;
    Cursor<R> cursor(p.takers() != 0);
    while (const Move m = cursor.next(p)) {
        char text[max_move_length + 1]{};
        write_move(text, p, m);
        Undo undo;
        p.make(m, undo);
        const unsigned long long leaves = perft<R>(p, depth - 1, frames);
        p.unmake(m, undo);
        std::printf("%s: %llu\n", text, leaves);
        all += leaves;
    }
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    std::printf("\nNodes searched: %llu\n", all);
    std::fprintf(stderr, "%.2f s\n", seconds.count());
    return 0;
}

}  // namespace

int main(int count, char** words) {
    const char* const* word = words + 1;
    const char* const* const end = words + count;
    const auto is = [&](std::string_view text) { return word != end && *word == text; };
    if (is("help"sv) || is("--help"sv)) return help(true);
    const bool english = is("english"sv);
    if (english || is("international"sv)) ++word;
    if (!is("perft"sv) || end - word < 2 || end - word > 3) return help(false);
    char* rest = nullptr;
    const long depth = std::strtol(word[1], &rest, 10);
    if (*rest != 0 || depth < 1 || depth > deepest) return error(word[1], "no depth from 1 to 32"sv);
    const char* const fen = end - word == 3 ? word[2] : nullptr;
    return english ? run_perft<English>(static_cast<int>(depth), fen)
                   : run_perft<International>(static_cast<int>(depth), fen);
}
