#include "workshop/puzzles/judge.hpp"

#include "core/chess/exchange.hpp"
#include "core/chess/piece_values.hpp"
#include "core/game/key_history.hpp"
#include "endings/embedded.hpp"
#include "endings/probe.hpp"
#include "workshop/puzzles/packer.hpp"

#include <algorithm>

namespace stackmate::puzzles {

namespace {

constexpr std::size_t table_entries = (1u << 20) / sizeof(TtEntry);

}  // namespace

bool endings_agree(const Position& p, Move solution) {
    using endings::Table;
    const Table table(stackmate_endings_file);
    const auto is = [&](unsigned result, const Position& q) {
        return result == (q.pieces() == 2 ? Table::drawn : table.probe(q));
    };
    const auto few = [](const Position& q) { return q.pieces() <= 4; };
    for (const Move m : legal_moves(p)) {
        const Position next = after(p, m);
        if (few(next) && is(Table::lost, next) != (m == solution)) return false;
    }
    const Position solved = after(p, solution);
    return few(solved) || std::ranges::all_of(legal_moves(solved), [&](Move reply) {
               const Position next = after(solved, reply);
               return !few(next) || is(Table::won, next);
           });
}

bool is_clear(Score first, Score second, bool later) {
    if (first >= score_mate_bound) return second < (later ? score_mate_bound : short_of_mate);
    return first >= winning && second < not_winning && first - second >= winning;
}

bool is_plain(const Position& p, const Found& found) {
    const Move m = found.move;
    if (found.score >= score_mate_bound) return false;
    if (exchange_wins(p, m, worth_of(PieceType::pawn))) return true;
    const bool queens = m.promotes() && m.promotion() == PieceType::queen;
    return (queens || !p.empty(index(m.to()))) && found.depth <= 2;
}

PuzzleJudge::PuzzleJudge() : table_(table_entries), engine_(stop_) { engine_.use_table(table_); }

Found PuzzleJudge::search(const Position& p, std::uint64_t nodes, std::span<const Move> only) {
    forget();
    return glance(p, nodes, only);
}

Found PuzzleJudge::glance(const Position& p, std::uint64_t nodes, std::span<const Move> only) {
    engine_.set_game(p, KeyHistory{});
    Limits limits;
    limits.nodes = nodes;
    engine_.go(limits, only, 0);
    Found found;
    Depth done = 0;
    for (bool finished = false; !finished;) {
        finished = engine_.run(8192, 0) == EngineEvent::finished;
        if (engine_.depth_done() == done) continue;
        done = engine_.depth_done();
        found.score = engine_.score();
        if (found.score < winning)
            found.depth = 0;
        else if (found.depth == 0 || engine_.best_move() != found.move)
            found.depth = done;
        found.move = engine_.best_move();
    }
    const bool kept = engine_.best_move() == found.move && (done > found.depth || is_mate(found.score));
    found.move = engine_.best_move();
    if (!kept) found.depth = 0;
    return found;
}

std::optional<Solution> PuzzleJudge::solve(const Position& start, std::uint64_t nodes) {
    Solution solution;
    auto& line = solution.moves;
    Position p = start;
    for (;;) {
        const std::vector<Move> legal = legal_moves(p);
        if (legal.empty() || (line.empty() && legal.size() == 1)) break;
        const Found first = search(p, nodes);
        if (first.depth == 0 || (line.empty() && is_plain(p, first))) break;
        const std::vector<Move> others = without(legal, first.move);
        const Found second = others.empty() ? Found{} : search(p, nodes, others);
        if (!is_clear(first.score, second.score, !line.empty()) || !endings_agree(p, first.move)) break;
        if (line.empty()) {
            solution.first = first;
            solution.second = second.score;
        }
        line.push_back(first.move);
        p = after(p, first.move);
        if (line.size() == longest || legal_moves(p).empty()) break;
        const Found reply = search(p, nodes / 2);
        line.push_back(reply.move);
        p = after(p, reply.move);
    }
    if (line.size() % 2 == 0 && !line.empty()) line.pop_back();
    if (line.empty()) return std::nullopt;
    return solution;
}

}  // namespace stackmate::puzzles
