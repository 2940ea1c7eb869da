#include "lab/duel/opening.hpp"

#include <random>

namespace stackmate::duel {

namespace {

constexpr std::uint64_t judge_nodes = 4000;
constexpr Score level = 60;

}  // namespace

std::vector<Move> legal_moves(const Position& p) {
    std::vector<Move> legal;
    const Square checker = p.checker();
    Cursor cursor(checker);
    while (const Move m = cursor.next(p))
        if (p.legal(m, checker)) legal.push_back(m);
    return legal;
}

std::vector<Move> opening(std::uint64_t seed, std::uint64_t number, Player& judge) {
    const auto low = [](std::uint64_t x) { return static_cast<std::uint32_t>(x); };
    std::seed_seq mixed{low(seed), low(seed >> 32), low(number)};
    std::mt19937_64 random(mixed);  // the same numbers everywhere; the library's distributions differ
    Position start;
    start.set_start();
    for (;;) {
        Position p = start;
        std::vector<Move> moves;
        const std::size_t length = 6 + random() % 4;
        while (moves.size() < length) {
            const std::vector<Move> legal = legal_moves(p);
            if (legal.empty()) break;
            moves.push_back(legal[random() % legal.size()]);
            Undo undo;
            p.make(moves.back(), undo);
        }
        if (moves.size() < length || !p.any_legal_move()) continue;
        judge.new_game();
        Limits limits;
        limits.nodes = judge_nodes;
        const Score score = judge.search(start, moves, limits).score;
        if (score > -level && score < level) return moves;
    }
}

}  // namespace stackmate::duel
