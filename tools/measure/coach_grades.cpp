// How often the coach is right. `coach_grades [POSITIONS [NODES]]` plays games of the engine against itself with random
// moves, takes a position of each, and weighs all its moves twice: with NODES nodes a move, which counts as the truth, and
// as the coach does on a board (firmware/squares/coach.hpp), piece by piece. 200 positions with 50,000 nodes take some five
// minutes of a processor; the same numbers give the same table.
#include "core/chess/movegen.hpp"
#include "core/engine/config.hpp"
#include "core/engine/engine.hpp"
#include "firmware/squares/coach.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <span>
#include <vector>

namespace {

using namespace stackmate;
using firmware::Coach;
using firmware::Grades;
using firmware::square_set;
using firmware::SquareSet;

class Weigher {
public:
    /// Centipawns from the mover's view; `only` none: of the best move.
    Score score(const Position& p, Move only, std::uint32_t nodes) {
        search(p, only, nodes);
        return engine_->score();
    }
    Move best_move(const Position& p, std::uint32_t nodes) {
        search(p, {}, nodes);
        return engine_->best_move();
    }
    void forget() { engine_->new_game(); }

private:
    void search(const Position& p, Move only, std::uint32_t nodes) {
        engine_->set_game(p, {});
        Limits limits;
        limits.nodes = nodes;
        engine_->go(limits, {&only, only ? 1u : 0u}, 0);
        while (engine_->run(4096, 0) != EngineEvent::finished) {}
    }
    std::atomic<bool> stop_{false};
    std::unique_ptr<Engine<Full>> engine_ = std::make_unique<Engine<Full>>(stop_);
};

std::vector<Move> legal_moves(const Position& p) {
    std::vector<Move> moves;
    const Square checker = p.checker();
    Cursor cursor(checker);
    while (const Move m = cursor.next(p))
        if ((!m.promotes() || m.promotion() == PieceType::queen) && p.legal(m, checker)) moves.push_back(m);
    return moves;
}

/// After a random number of half moves, of which every third one is random: people err, too. False: the game has ended.
bool reach(Position& p, Weigher& weigher, std::mt19937& random) {
    p.set_start();
    for (unsigned left = static_cast<unsigned>(8 + random() % 60); left != 0; --left) {
        const std::vector<Move> moves = legal_moves(p);
        if (moves.empty()) return false;
        const bool errs = left % 3 == 0;
        const Move m = errs ? moves[random() % moves.size()] : weigher.best_move(p, 300);
        Undo undo;
        p.make(m, undo);
    }
    return legal_moves(p).size() > 1;
}

/// What the coach says of each move, as on a board: each piece is lifted in turn.
Grades coached(const Position& p, Square from, Score best, Weigher& weigher) {
    Coach coach;
    (void)coach.begin();
    coach.answer(best);
    (void)coach.lift(p, square_set(from));
    while (coach.has_work(true)) {
        const Coach::Search search = coach.begin();
        coach.answer(weigher.score(p, search.only, search.nodes));
    }
    return coach.grades();
}

constexpr std::array names{"good", "can be played", "weak", "blunder"};

unsigned grade_of(const Grades& grades, SquareSet to) {
    return (grades.good & to) != 0 ? 0 : (grades.weak & to) != 0 ? 2 : (grades.blunder & to) != 0 ? 3 : 1;
}
unsigned grade_of(Score lost) {
    return lost < Coach::good_loss ? 0 : lost < Coach::weak_loss ? 1 : lost < Coach::blunder_loss ? 2 : 3;
}

}  // namespace

int main(int argc, char** argv) {
    const int positions = argc > 1 ? std::atoi(argv[1]) : 200, nodes = argc > 2 ? std::atoi(argv[2]) : 50'000;
    if (argc > 3 || positions < 1 || nodes < 1) {
        std::fprintf(stderr, "usage: coach_grades [POSITIONS [NODES]]\n");
        return 2;
    }
    Weigher truth, board;
    std::mt19937 random{1};
    std::array<std::array<unsigned, 4>, 4> table{};
    for (int done = 0; done < positions;) {
        Position p;
        if (!reach(p, board, random)) continue;
        ++done;
        truth.forget();
        board.forget();
        const Score known = board.score(p, {}, Coach::whole_nodes);
        const std::vector<Move> moves = legal_moves(p);
        std::vector<Score> scores;
        for (const Move m : moves) scores.push_back(truth.score(p, m, static_cast<std::uint32_t>(nodes)));
        const Score best = *std::ranges::max_element(scores);
        Square lifted = Square::none;
        Grades grades;
        for (std::size_t i = 0; i < moves.size(); ++i) {
            if (moves[i].from() != lifted) grades = coached(p, lifted = moves[i].from(), known, board);
            ++table[grade_of(Coach::loss(best, scores[i]))][grade_of(grades, square_set(moves[i].to()))];
        }
        std::fprintf(stderr, "\r%d of %d", done, positions);
    }
    std::fprintf(stderr, "\n");
    std::printf(
        "| with %d nodes a move | moves | shown as good | can be played | weak | blunder "
        "|\n|---|--:|--:|--:|--:|--:|\n",
        nodes);
    for (std::size_t is = 0; is < names.size(); ++is) {
        const double all = table[is][0] + table[is][1] + table[is][2] + table[is][3];
        std::printf("| %s | %.0f |", names[is], all);
        for (const unsigned count : table[is]) std::printf(" %.1f %% |", 100 * count / std::max(all, 1.0));
        std::printf("\n");
    }
}
