// Exchanges on one square: worked out by hand, and against a slow recursion that knows the same rules.
#include "core/chess/exchange.hpp"

#include "host_tests/core/playout.hpp"

namespace stackmate::test {
namespace {

constexpr int pawn = worth_of(PieceType::pawn);
constexpr int knight = worth_of(PieceType::knight);
constexpr int bishop = worth_of(PieceType::bishop);
constexpr int rook = worth_of(PieceType::rook);
constexpr int queen = worth_of(PieceType::queen);

/// What the move wins, by asking for ever more.
int worth(std::string_view fen, std::string_view text) {
    const Position p = position(fen);
    const Move m = move_of(p, text);
    EXPECT_TRUE(exchange_wins(p, m, -2000));
    int most = -2000;
    bool wins = true;
    for (int least = -2000; least <= 2000; ++least) {
        const bool now = exchange_wins(p, m, least);
        EXPECT_TRUE(wins || !now) << "wins " << least << " but not less";
        wins = now;
        if (wins) most = least;
    }
    return most;
}

TEST(Exchange, TakingWhatNobodyGuardsWinsIt) {
    EXPECT_EQ(worth("4k3/8/8/3p4/8/8/8/3QK3 w - - 0 1", "d1d5"), pawn);
    EXPECT_EQ(worth("4k3/8/8/3q4/8/8/8/3QK3 w - - 0 1", "d1d5"), queen);
    EXPECT_EQ(worth("4k3/8/8/3r4/4K3/8/8/8 w - - 0 1", "e4d5"), rook);
    EXPECT_EQ(worth("3qk3/8/8/8/8/3N4/8/4K3 b - - 0 1", "d8d3"), knight) << "Black's captures count for Black";
}

TEST(Exchange, EqualTradesWinNothingAndLoseNothing) {
    EXPECT_EQ(worth("4k3/2p5/3r4/8/8/8/8/3RK3 w - - 0 1", "d1d6"), 0);
    EXPECT_EQ(worth("4k3/2p5/3p4/4P3/8/8/8/4K3 w - - 0 1", "e5d6"), 0);
    EXPECT_EQ(worth("4k3/2p5/3b4/5N2/8/8/8/4K3 w - - 0 1", "f5d6"), bishop - knight);
}

TEST(Exchange, APawnOnGuardMakesAGreaterPieceLose) {
    EXPECT_EQ(worth("4k3/2p5/3p4/8/8/8/8/3QK3 w - - 0 1", "d1d6"), pawn - queen);
    EXPECT_EQ(worth("4k3/4p3/3p4/8/8/8/8/3QK3 w - - 0 1", "d1d6"), pawn - queen);
    EXPECT_EQ(worth("4k3/3p4/3p4/8/8/8/8/3QK3 w - - 0 1", "d1d6"), pawn) << "a pawn guards aside, not ahead";
    EXPECT_EQ(worth("4k3/8/3p4/2p5/8/8/8/3QK3 w - - 0 1", "d1d6"), pawn) << "nor backward";
    EXPECT_EQ(worth("4k3/7p/p7/8/8/8/8/Q3K3 w - - 0 1", "a1a6"), pawn) << "nor around the edge of the board";
    EXPECT_EQ(worth("3qk3/8/8/8/8/3P4/2P5/4K3 b - - 0 1", "d8d3"), pawn - queen);
}

TEST(Exchange, PiecesBehindJoinInOnceTheOneBeforeThemHasTaken) {
    EXPECT_EQ(worth("3rk3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d1d5"), pawn - rook);
    EXPECT_EQ(worth("3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5"), pawn) << "the rook behind takes back";
    EXPECT_EQ(worth("3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5"), pawn - rook) << "so does the one behind d7";
    EXPECT_EQ(worth("4k3/8/2p5/3r4/8/1Q6/B7/4K3 w - - 0 1", "b3d5"), rook - queen + pawn);
    EXPECT_EQ(worth("4k3/8/2p5/3r4/4P3/5B2/8/4K3 w - - 0 1", "e4d5"), rook) << "pawns lead, their bishop follows";
}

TEST(Exchange, TheLeastValuableTakesFirstAndNobodyHasTo) {
    // If a queen led where a pawn can, she would be lost.
    EXPECT_EQ(worth("4k3/2p5/3n4/4P3/8/8/8/3QK3 w - - 0 1", "e5d6"), knight);
    EXPECT_EQ(worth("3qk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5"), pawn) << "the queen does not take back";
    EXPECT_EQ(worth("3qk3/8/8/3p4/8/8/3R4/3QK3 w - - 0 1", "d2d5"), pawn) << "a rook for a queen is too dear";
}

TEST(Exchange, AKingTakesBackOnlyWhatIsNotGuarded) {
    EXPECT_EQ(worth("8/8/4k3/3p4/8/8/8/3RK3 w - - 0 1", "d1d5"), pawn - rook);
    EXPECT_EQ(worth("8/8/4k3/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5"), pawn);
    EXPECT_EQ(worth("8/8/4k3/3p4/8/1B6/8/3RK3 w - - 0 1", "d1d5"), pawn);
    EXPECT_EQ(worth("8/8/4k3/3p4/8/3K4/8/3R4 w - - 0 1", "d3d4"), 0) << "a quiet move wins nothing";
    EXPECT_EQ(worth("8/8/8/2k5/3p4/4K3/8/3R4 w - - 0 1", "d1d4"), pawn) << "a king on guard is enough";
}

TEST(Exchange, EnPassantTakesAPawn) {
    EXPECT_EQ(worth("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"), pawn);
    EXPECT_EQ(worth("4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"), 0);
    EXPECT_EQ(worth("4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1", "e4d3"), pawn);
    EXPECT_EQ(worth("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5e6"), 0);
    EXPECT_EQ(worth("6k1/8/8/2BpP3/8/8/8/4K3 w - d6 0 1", "c5d6"), 0) << "only a pawn takes so";
}

TEST(Exchange, AQuietMoveMayLoseThePieceThatMoves) {
    EXPECT_EQ(worth("4k3/2p5/8/8/8/8/8/3QK3 w - - 0 1", "d1d6"), -queen);
    EXPECT_EQ(worth("4k3/2p5/8/8/8/8/8/3QK3 w - - 0 1", "d1d5"), 0);
    EXPECT_EQ(worth("4k3/2p5/8/4P3/8/8/8/3QK3 w - - 0 1", "d1d6"), pawn - queen) << "the pawn takes back";
}

/// The same by trying everything: whoever is on move takes with his first attacker or stops.
class Recursion {
public:
    explicit Recursion(const Position& p, Move m) : p_(p), to_(m.to()) {
        for (unsigned slot = 0; slot < 32; ++slot) here_[slot] = (p.slots() >> slot & 1u) != 0;
        const PieceType mover = p.type_at(m.from());
        worth_ = worth_of(p.type_at(m.to()));
        if (mover == PieceType::pawn && m.to() == p.en_passant()) worth_ += pawn;
        here_[p.slot_on(m.from())] = false;
        worth_ -= takes_back(~p.side(), worth_of(mover));
    }
    [[nodiscard]] int worth() const { return worth_; }

private:
    int takes_back(Color side, int at_stake) {
        const unsigned slot = first_attacker(side);
        if (slot == Position::no_slot) return 0;
        const PieceType type = p_.type_at(p_.square_of(slot));
        here_[slot] = false;
        const bool guarded = first_attacker(~side) != Position::no_slot;
        const int wins =
            type == PieceType::king && guarded ? 0 : std::max(0, at_stake - takes_back(~side, worth_of(type)));
        here_[slot] = true;
        return wins;
    }

    /// Pawns from the a-file on, then the others by the order of their slots, the king last.
    unsigned first_attacker(Color side) {
        std::vector<unsigned> pawns;
        std::vector<unsigned> others;
        for (unsigned slot = 16 * index(side); slot < 16 * index(side) + 16; ++slot)
            if (here_[slot] && attacks(slot))
                (p_.type_at(p_.square_of(slot)) == PieceType::pawn ? pawns : others).push_back(slot);
        const auto file = [&](unsigned slot) { return file_of(p_.square_of(slot)); };
        if (!pawns.empty())
            return *std::min_element(pawns.begin(), pawns.end(), [&](auto a, auto b) { return file(a) < file(b); });
        return others.empty() ? Position::no_slot : others.back();
    }

    [[nodiscard]] bool attacks(unsigned slot) const {
        const Square from = p_.square_of(slot);
        const int files = static_cast<int>(file_of(to_)) - static_cast<int>(file_of(from));
        const int ranks = static_cast<int>(rank_of(to_)) - static_cast<int>(rank_of(from));
        const int most = std::max(std::abs(files), std::abs(ranks));
        if (most == 0) return false;
        const bool straight = files == 0 || ranks == 0;
        const bool diagonal = std::abs(files) == std::abs(ranks);
        switch (p_.type_at(from)) {
        case PieceType::pawn: return std::abs(files) == 1 && ranks == (color_of(p_.at(from)) == Color::white ? 1 : -1);
        case PieceType::knight: return std::abs(files * ranks) == 2;
        case PieceType::king: return most == 1;
        case PieceType::bishop:
            if (!diagonal) return false;
            break;
        case PieceType::rook:
            if (!straight) return false;
            break;
        default:
            if (!diagonal && !straight) return false;
        }
        for (int n = 1; n < most; ++n) {
            const Square s = make_square(static_cast<unsigned>(static_cast<int>(file_of(from)) + files / most * n),
                                         static_cast<unsigned>(static_cast<int>(rank_of(from)) + ranks / most * n));
            if (p_.at(s) != Piece::empty && here_[p_.slot_on(s)]) return false;
        }
        return true;
    }

    const Position& p_;
    Square to_;
    std::array<bool, 32> here_{};
    int worth_;
};

TEST(Exchange, WinsWhatTheRecursionWins) {
    std::size_t captures = 0;
    playouts(61, 4, 100, [&](const Position& p) {
        for (const Move m : legal_moves(p)) {
            const int worth = Recursion(p, m).worth();
            for (const int least : {worth - 200, worth - 1, worth, worth + 1, worth + 200, 0})
                ASSERT_EQ(exchange_wins(p, m, least), worth >= least)
                    << text_of(m, p) << " wins " << worth << ", asked for " << least;
            captures += p.at(m.to()) != Piece::empty ? 1 : 0;
        }
    });
    EXPECT_GT(captures, 3000u);
}

}  // namespace
}  // namespace stackmate::test
