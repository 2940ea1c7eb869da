// What the weak levels notice: mates in one, an attacked queen, a recapture. Each chooses its move a hundred times.
#include "firmware/engine/levels.hpp"

#include "core/chess/exchange.hpp"
#include "core/engine/engine.hpp"
#include "core/notation/move_text.hpp"
#include "host_tests/core/playout.hpp"
#include "host_tests/support/instances.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <string_view>
#include <vector>

namespace stackmate::firmware {

namespace {

using test::legal_moves;
using test::position;

constexpr unsigned seeds = 100;

class Noticing : public ::testing::Test {
protected:
    Move chosen(const Level& level, Position p, std::uint32_t seed) {
        Move memory[max_candidates];
        auto& setup = engine_->begin_setup();
        setup.position = p;
        engine_->commit_setup();
        engine_->go(limits_for(level, p.side()), considered_moves(level, p, seed, memory), 0);
        while (engine_->run(10'000, 0) != EngineEvent::finished) {}
        return engine_->best_move();
    }
    /// In how many per cent of the games `right(position, move)` holds for the move of a player with this Elo.
    template <class Right>
    double share(unsigned elo, const std::vector<std::string_view>& fens, Right right) {
        unsigned times = 0;
        for (const std::string_view fen : fens)
            for (std::uint32_t seed = 0; seed < seeds; ++seed) {
                const Position p = position(fen);
                if (right(p, chosen(level_for_elo(elo, p, seed), p, seed))) ++times;
            }
        return 100.0 * times / (static_cast<double>(seeds) * static_cast<double>(fens.size()));
    }
    /// The share grows from step to step, by chance up to 3 % less, and from 1500 on is 98 % at least.
    template <class Right>
    void expect_growth(const std::vector<std::string_view>& fens, Right right) {
        double below = 0;
        for (const StrengthStep& step : strength_steps) {
            if (step.candidates == 0) break;
            const double here = share(step.elo, fens, right);
            EXPECT_GE(here, below - 3) << step.elo;
            below = here;
            if (step.elo == lowest_elo) EXPECT_LT(here, 80);
            if (step.elo > 1500) EXPECT_GE(here, 98) << step.elo;
        }
        EXPECT_GE(share(1500, fens, right), 98);
    }

private:
    std::atomic<bool> stop_{false};
    std::unique_ptr<Engine<Full>> engine_ = std::make_unique<Engine<Full>>(stop_);
};

Position after(Position p, Move m) {
    Undo undo;
    p.make(m, undo);
    return p;
}

TEST_F(Noticing, AMateInOneIsSeenMoreOftenFromStepToStep) {
    expect_growth({"r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 4",
                   "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
                   "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2",
                   "6k1/5ppp/p3p3/np6/4b3/1B5P/PP3PP1/3R2K1 w - - 0 25",
                   "r4rk1/ppp2ppp/3b4/8/4n2q/3P4/PPP1BPP1/RNBQ1RK1 b - - 0 12"},
                  [](const Position& p, Move m) {
                      const Position next = after(p, m);
                      return next.checker() != Square::none && !next.any_legal_move();
                  });
}

TEST_F(Noticing, AnAttackedQueenIsSavedMoreOftenFromStepToStep) {
    expect_growth({"r1bqkb1r/ppp2ppp/2np1n2/4p3/3QP3/2N5/PPP2PPP/R1B1KBNR w KQkq - 0 5",
                   "rnb1kbnr/ppp1pppp/8/3q4/8/2N5/PPPP1PPP/R1BQKBNR b KQkq - 1 3",
                   "r2qk2r/ppp1bppp/2np1n2/4p1B1/2B1P1b1/2NP1Q2/PPP2PPP/R3K1NR w KQkq - 2 7",
                   "r1b1kbnr/pppp1ppp/2n5/4p3/2B1P1q1/3P1N1P/PPP2PP1/RNBQK2R b KQkq - 0 5"},
                  [](const Position& p, Move m) {
                      const Position next = after(p, m);
                      const std::vector<Move> replies = legal_moves(next);
                      return std::none_of(replies.begin(), replies.end(), [&](Move reply) {
                          return next.type_at(reply.to()) == PieceType::queen
                                 && exchange_wins(next, reply,
                                                  worth_of(PieceType::knight) + worth_of(p.type_at(m.to())));
                      });
                  });
}

TEST_F(Noticing, ARecaptureIsMadeMoreOftenFromStepToStep) {
    const auto recaptures = [](Square on) { return [on](const Position&, Move m) { return m.to() == on; }; };
    expect_growth({"r1bqkbnr/1ppp1ppp/p1B5/4p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 0 4"}, recaptures(Square{0x52}));
    expect_growth({"r1bqk2r/ppp2ppp/2np1n2/4p3/2B1P3/2bP1N2/PPP2PPP/R1BQ1RK1 w kq - 0 7"}, recaptures(Square{0x22}));
    expect_growth({"r2qkb1r/ppp1pppp/2n2n2/3p4/3P4/4Pb1P/PPP2PP1/RNBQKB1R w KQkq - 0 6"}, recaptures(Square{0x25}));
    expect_growth({"r2q1rk1/ppp2ppp/2np1B2/2b1p3/2B1P1b1/2NP1N2/PPP2PPP/R2Q1RK1 b - - 0 8"}, recaptures(Square{0x55}));
}

TEST_F(Noticing, TheSameGameNoticesTheSame) {
    const Position p = position("r1bqkb1r/ppp2ppp/2np1n2/4p3/3QP3/2N5/PPP2PPP/R1B1KBNR w KQkq - 0 5");
    for (std::uint32_t seed = 0; seed < 20; ++seed)
        EXPECT_EQ(chosen(levels[2], p, seed), chosen(levels[2], p, seed)) << seed;
}

}  // namespace

}  // namespace stackmate::firmware
