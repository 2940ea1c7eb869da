// Mines candidates for puzzles in games that the engine plays against itself, packs puzzles, and lists what is packed. Which
// candidates are puzzles, another engine says (docs/DESIGN.md).
#include "core/notation/move_text.hpp"
#include "workshop/puzzles/judge.hpp"
#include "workshop/puzzles/packer.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <random>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <vector>

namespace {

using namespace stackmate;
using namespace stackmate::puzzles;

constexpr const char* usage =
    "usage: stackmate_puzzles mine TEXT [FIRST [STEP]]  plays games FIRST, FIRST + STEP and so on, after those in "
    "TEXT\n"
    "                                                   already, and appends their candidates to it until it is "
    "stopped\n"
    "       stackmate_puzzles pack TEXT FILE            rates the puzzles of TEXT and packs them\n"
    "       stackmate_puzzles list FILE                 writes the puzzles of FILE as such a text\n";

constexpr std::uint64_t game_nodes = 2'500, second_nodes = 15'000, verifying_nodes = 200'000;
constexpr unsigned longest_game = 160, most_puzzles = 2'000, most_bytes = 65'536;

std::string fen_of(const Position& p) {
    char fen[max_fen_length];
    return {fen, p.fen(fen)};
}

std::string text_of(std::span<const Move> moves) {
    std::string all;
    for (const Move m : moves) {
        char text[max_move_length];
        all += (all.empty() ? "" : " ") + std::string(text, write_move(text, m));
    }
    return all;
}

/// What a puzzle keeps of a position: men and side.
std::string bare_fen(const Position& p) {
    const std::string fen = fen_of(p);
    return fen.substr(0, fen.find(' ') + 2) + " - - 0 1";
}

Position position_of(const std::string& fen) {
    Position p;
    if (p.set_fen(fen) != FenError::none) std::fprintf(stderr, "cannot read %s\n", fen.c_str()), std::exit(1);
    return p;
}

/// Where a game starts: all men, or some men of both sides, the same of each.
Position start(std::mt19937_64& random) {
    std::string men = "RNBQKBNRPPPPPPPP", fen;
    const std::size_t wanted = random() % 4 == 0 ? 16 : 4 + random() % 6;
    for (std::size_t left = 16; left > wanted;) {
        char& man = men[random() % 16];
        if (man == 'K' || man == '1') continue;
        man = '1';
        --left;
    }
    const auto add_rank = [&](unsigned first, int lower_case) {
        for (unsigned i = first; i < first + 8; ++i)
            if (men[i] == '1' && !fen.empty() && fen.back() >= '1' && fen.back() <= '8')
                ++fen.back();
            else
                fen += static_cast<char>(men[i] | lower_case);
        fen += '/';
    };
    add_rank(0, 32);
    add_rank(8, 32);
    fen += "8/8/8/8/";
    add_rank(8, 0);
    add_rank(0, 0);
    fen.back() = ' ';
    return position_of(fen + "w - - 0 1");
}

/// A line of the text.
struct Mined {
    std::string fen, moves;
    std::uint64_t game = 0;
};

bool read(std::istream& in, Mined& mined) {
    std::getline(std::getline(in, mined.fen, ';'), mined.moves, ';');
    in >> mined.game >> std::ws;
    return !in.fail();
}

void write(std::ostream& out, const Mined& mined) {
    out << mined.fen << ';' << mined.moves << ';' << mined.game << std::endl;
}

/// A position of a game is worth a longer search: a short one likes one move much better than the others.
bool is_promising(PuzzleJudge& judge, const Position& p, const Found& found) {
    const std::vector<Move> others = without(legal_moves(p), found.move);
    if (others.empty()) return false;
    if (found.score >= winning && !is_clear(found.score, judge.glance(p, game_nodes / 4, others).score)) return false;
    const Found first = judge.search(p, second_nodes);
    if (first.depth == 0 || is_plain(p, first)) return false;
    // What is seen at once is so frequent that a third of it is enough.
    if (first.depth == 1 && first.score < score_mate_bound && p.key() % 3 != 0) return false;
    return is_clear(first.score, judge.search(p, second_nodes, without(legal_moves(p), first.move)).score);
}

/// One puzzle a game at most, so that they are different.
bool mine_game(PuzzleJudge& judge, std::uint64_t game, Mined& mined) {
    std::mt19937_64 random(game);
    Position p = start(random);
    const std::uint64_t opening = 8 + random() % 6;
    Square taken = Square::none;
    judge.forget();
    for (unsigned ply = 0; ply < longest_game; ++ply) {
        const std::vector<Move> legal = legal_moves(p);
        if (legal.empty() || p.insufficient_material() || p.halfmove() > 40) return false;
        Move m = legal[random() % legal.size()];
        const bool by_chance = ply < opening || random() % 8 == 0;
        if (ply >= opening) {
            const bool few = p.pieces() <= most_men;
            const Found found = judge.glance(p, few ? game_nodes : game_nodes / 4);
            const bool bare = few && p.castling() == 0 && p.en_passant() == Square::none;
            // Of the positions where nothing seems to be won, some are looked at: their puzzles are the hard ones.
            const bool candidate = bare && found.move.to() != taken
                                   && (found.score >= winning || (found.score > -300 && random() % 3 == 0));
            if (candidate && is_promising(judge, p, found)) {
                const std::string fen = bare_fen(p);
                const auto solution = judge.solve(position_of(fen), verifying_nodes);
                if (solution && solution->moves[0].to() != taken) {
                    mined = {fen, text_of(solution->moves), game};
                    return true;
                }
            }
            if (std::abs(found.score) > 1'000) return false;
            if (!by_chance) m = found.move;
        }
        taken = p.empty(index(m.to())) ? Square::none : m.to();
        p = after(p, m);
    }
    return false;
}

int mine(const char* path, std::uint64_t first, std::uint64_t step) {
    Mined mined;
    std::ifstream before(path);
    while (read(before, mined)) first = std::max(first, mined.game + step);
    std::ofstream out(path, std::ios::app);
    static PuzzleJudge judge;
    for (std::uint64_t game = first; out.good(); game += step)
        if (mine_game(judge, game, mined)) write(out, mined);
    return 1;
}

/// Depth, the solver's moves after the first and the number of men, in thirds of a ply; see docs/DESIGN.md.
std::uint8_t rating_of(Depth depth, std::size_t length, unsigned men) {
    constexpr int least[classes - 1] = {8, 10, 12, 14, 17, 23, 30};
    const int points = 3 * depth + 3 * (static_cast<int>(length) / 2) + (static_cast<int>(men) - 4) / 2;
    return static_cast<std::uint8_t>(std::upper_bound(least, least + classes - 1, points) - least);
}

/// The puzzles of a text, rated, without those of which a position comes in another one, and as far as the endings agree.
std::vector<Puzzle> puzzles_of(const char* path) {
    std::ifstream in(path);
    std::set<Key> seen;
    std::vector<Puzzle> all;
    Mined mined;
    static PuzzleJudge judge;
    while (read(in, mined)) {
        Puzzle puzzle;
        Position p = puzzle.position = position_of(mined.fen);
        std::istringstream moves(mined.moves);
        std::set<Key> positions;
        unsigned plies = 0;
        for (std::string text; moves >> text; ++plies) {
            const Move m = puzzle.moves[plies] = move_from_text(p, text);
            if (plies % 2 == 0) {
                if (!endings_agree(p, m)) break;
                puzzle.length = static_cast<std::uint8_t>(plies + 1);
                positions.insert(p.key());
            }
            p = after(p, m);
        }
        if (puzzle.length == 0 || std::ranges::any_of(positions, [&](Key key) { return seen.contains(key); })) continue;
        seen.merge(positions);
        std::fill(puzzle.moves.begin() + puzzle.length, puzzle.moves.end(), Move{});
        const Found first = judge.search(puzzle.position, verifying_nodes);
        if (first.depth == 0 || first.move != puzzle.moves[0]) continue;
        puzzle.rating = rating_of(first.depth, puzzle.length, puzzle.position.pieces());
        all.push_back(puzzle);
    }
    if (!in.eof())
        std::fprintf(stderr, "the line after game %llu cannot be read\n", static_cast<unsigned long long>(mined.game));
    return all;
}

int pack(const char* text, const char* path) {
    std::vector<Puzzle> of_class[classes], chosen;
    for (const Puzzle& p : puzzles_of(text)) of_class[p.rating].push_back(p);
    // Of every class as many as of the others, as far as there are.
    std::size_t bytes = Table::header;
    for (std::size_t i = 0, before = ~std::size_t{0}; before != chosen.size(); ++i) {
        before = chosen.size();
        for (const auto& puzzles : of_class) {
            if (i >= puzzles.size() || chosen.size() == most_puzzles) continue;
            if (bytes += group_of(puzzles[i]).bytes(); bytes <= most_bytes) chosen.push_back(puzzles[i]);
        }
    }
    const std::vector<std::uint8_t> file = puzzles::pack(chosen);
    std::ofstream out(path, std::ios::binary);
    out.write(reinterpret_cast<const char*>(file.data()), static_cast<std::streamsize>(file.size()));
    std::printf("%zu puzzles, %zu bytes; by class (mined):", chosen.size(), file.size());
    for (unsigned c = 0; c < classes; ++c)
        std::printf(" %u (%zu)", Table(file.data()).first(c + 1) - Table(file.data()).first(c), of_class[c].size());
    std::puts("");
    return out.good() ? 0 : 1;
}

int list(const char* path) {
    std::ifstream in(path, std::ios::binary);
    const std::vector<std::uint8_t> bytes(std::istreambuf_iterator<char>(in), {});
    if (bytes.size() < Table::header || bytes.size() != packed_file::size(bytes.data()) || !Table::sound(bytes.data()))
        return std::fprintf(stderr, "%s is no file of puzzles\n", path), 1;
    const Table table(bytes.data());
    Puzzle puzzle;
    for (unsigned n = 0; table.puzzle(n, puzzle); ++n)
        write(std::cout, {bare_fen(puzzle.position), text_of({puzzle.moves.data(), puzzle.length}), 0});
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    const std::string what = argc > 2 ? argv[1] : "";
    const auto number = [&](int n) { return argc > n ? std::max(1ull, std::strtoull(argv[n], nullptr, 10)) : 1; };
    if (what == "mine") return mine(argv[2], number(3), number(4));
    if (what == "pack" && argc > 3) return pack(argv[2], argv[3]);
    if (what == "list") return list(argv[2]);
    std::fputs(usage, stderr);
    return 2;
}
