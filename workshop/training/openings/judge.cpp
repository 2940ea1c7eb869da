#include "workshop/training/openings/judge.hpp"

#include "core/engine/config.hpp"
#include "workshop/lab/duel/opening.hpp"
#include "workshop/lab/duel/signature.hpp"

#include <algorithm>

namespace stackmate::openings {

namespace {

constexpr std::size_t table_bytes = std::size_t{1} << 20;

}  // namespace

OpeningJudge::OpeningJudge(std::uint64_t nodes, Score width)
    : player_(duel::find_version("large")->make(table_bytes)), nodes_(nodes), width_(width) {}

void OpeningJudge::sift(const Position& p, std::vector<Judged>& moves, std::uint64_t nodes, Score width,
                        std::size_t most) {
    Limits limits;
    limits.nodes = std::max<std::uint64_t>(nodes, 1);
    for (Judged& m : moves) {
        Position after = p;
        Undo undo;
        after.make(m.move, undo);
        player_->new_game();
        // Mated or stalemated: nothing to search.
        m.score = after.any_legal_move()            ? -player_->search(after, {}, limits).score
                  : after.checker() != Square::none ? score_mate
                                                    : score_draw;
    }
    std::stable_sort(moves.begin(), moves.end(), [](const Judged& a, const Judged& b) { return a.score > b.score; });
    std::erase_if(moves, [&, best = moves.front().score](const Judged& m) { return m.score < best - width; });
    if (moves.size() > most) moves.resize(most);
}

std::uint64_t OpeningJudge::signature() { return duel::signature(*duel::find_version("large"), Full::bench_depth); }

std::vector<Judged> OpeningJudge::judge(const Position& p) {
    std::vector<Judged> moves;
    for (const Move m : duel::legal_moves(p)) moves.push_back({m, 0});
    if (moves.empty()) return moves;
    sift(p, moves, nodes_ / 50, width_ + 50, 2 * most_moves);
    sift(p, moves, nodes_ / 10, width_ + 20, most_moves);
    sift(p, moves, nodes_, width_, most_moves);
    return moves;
}

}  // namespace stackmate::openings
