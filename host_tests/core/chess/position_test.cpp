#include "core/chess/position.hpp"
#include "host_tests/core/playout.hpp"

#include <sys/mman.h>
#include <unistd.h>

namespace stackmate::test {
namespace {

using Texts = std::vector<std::string>;

TEST(Position, UnmakingRestoresEverythingAndMakingKeepsListsSumsAndKeyRight) {
    playouts(2, 3, 120, [](Position p) {
        const Position before = p;
        for (const Move m : legal_moves(before)) {
            Undo undo;
            p.make(m, undo);
            ASSERT_TRUE(p.consistent()) << text_of(m, before);
            ASSERT_NE(p.key(), before.key()) << text_of(m, before);
            ASSERT_FALSE(p == before) << text_of(m, before);
            p.unmake(m, undo);
            ASSERT_TRUE(p == before) << text_of(m, before);
            ASSERT_TRUE(p.consistent()) << text_of(m, before);
            for (std::uint32_t left = p.slots(); left != 0; left &= left - 1) {
                const unsigned slot = static_cast<unsigned>(std::countr_zero(left));
                ASSERT_EQ(p.square_of(slot), before.square_of(slot)) << text_of(m, before);
            }
        }
    });
}

TEST(Position, IsNotWrittenToByWhoOnlyReadsIt) {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    void* const memory = mmap(nullptr, page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ASSERT_NE(memory, MAP_FAILED);
    for (const auto& [fen, moves] :
         std::initializer_list<std::pair<std::string_view, std::size_t>>{{Position::start_fen, 20},
                                                                         {"4k3/8/8/8/8/8/8/1R2K2r w B - 0 1", 3},
                                                                         {"4k3/8/8/8/8/8/8/1R2K3 w B - 0 1", 16}}) {
        auto* const p = new (memory) Position;
        ASSERT_EQ(p->set_fen(fen, CastlingRules::chess960), FenError::none) << fen;
        ASSERT_EQ(mprotect(memory, page, PROT_READ), 0);
        EXPECT_EQ(legal_moves(*p).size(), moves) << fen;  // or a segmentation fault
        ASSERT_EQ(mprotect(memory, page, PROT_READ | PROT_WRITE), 0);
    }
    munmap(memory, page);
}

TEST(Position, AWholeGameIsTakenBackMoveByMove) {
    Random random(3);
    for (const std::string_view opening : openings) {
        Position p = position(opening);
        std::vector<Position> visited;
        std::vector<std::pair<Move, Undo>> made;
        for (int ply = 0; ply < 200 && p.halfmove() < 150; ++ply) {
            const std::vector<Move> moves = legal_moves(p);
            if (moves.empty()) break;
            visited.push_back(p);
            made.emplace_back(moves[random.below(moves.size())], Undo{});
            p.make(made.back().first, made.back().second);
        }
        ASSERT_GT(made.size(), 0u) << opening;
        for (; !made.empty(); made.pop_back(), visited.pop_back()) {
            p.unmake(made.back().first, made.back().second);
            ASSERT_TRUE(p == visited.back()) << opening << ", ply " << made.size();
            ASSERT_TRUE(p.consistent()) << opening << ", ply " << made.size();
        }
    }
}

TEST(Position, TheKeyIsTheSameByMovesAndFromScratchAndDiffersBetweenPositions) {
    std::map<Key, std::string> seen;
    playouts(4, 5, 120, [&](const Position& p) {
        std::string fen = fen_of(p);
        ASSERT_EQ(p.key(), position(fen).key());
        fen.erase(fen.rfind(' '));
        fen.erase(fen.rfind(' '));  // what is left is what FIDE compares
        const auto [known, fresh] = seen.emplace(p.key(), fen);
        ASSERT_EQ(known->second, fen);
    });
    EXPECT_GT(seen.size(), 3000u);
}

TEST(Position, TransposedMovesLeadToTheSameKey) {
    const Position start = position(Position::start_fen);
    const Position a = after(start, "g1f3", "g8f6", "b1c3");
    EXPECT_EQ(a.key(), after(start, "b1c3", "g8f6", "g1f3").key());
    EXPECT_EQ(after(a, "f6g8", "f3g1", "b8c6", "c3b1", "c6b8").key(), start.key());
}

TEST(Position, LegalSaysWhatMakingTheMoveShows) {
    playouts(5, 3, 120, [](const Position& p) {
        for (const Move m : generated(p)) {
            const Position then = after(p, m);
            ASSERT_EQ(p.legal(m, p.checker()), !then.attacked(then.king(p.side()), then.side())) << text_of(m, p);
        }
    });
}

TEST(Position, CheckerAfterAMoveIsWhatALookAtTheWholeBoardFinds) {
    playouts(6, 3, 120, [](const Position& p) {
        for (const Move m : legal_moves(p)) {
            Position then = p;
            Undo undo;
            then.make(m, undo);
            ASSERT_EQ(then.checker_after(m, undo), then.checker()) << text_of(m, p);
            ASSERT_EQ(then.checker() != Square::none, then.attacked(then.king(~p.side()), p.side())) << text_of(m, p);
        }
    });
}

TEST(Position, CheckerAfterSeesChecksByCastlingEnPassantAndPromotion) {
    const struct {
        std::string_view fen, move;
        Square checker;
    } cases[] = {
        {"5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", square("f1")},
        {"3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", square("d1")},
        {"8/8/8/R2pP2k/8/8/8/4K3 w - d6 0 1", "e5d6", square("a5")},
        {"B7/8/8/3pP3/8/5k2/8/2K5 w - d6 0 1", "e5d6", square("a8")},
        {"4R3/2k5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", square("d6")},
        {"6k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8q", Square::e8},
        {"8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e7e8n", Square::e8},
        {"8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e7e8r", Square::none},
        {"7k/8/8/8/8/4B3/4N3/K3R3 w - - 0 1", "e3d4", square("d4")},
        {"4k3/8/8/8/8/4B3/8/K3R3 w - - 0 1", "e3d4", Square::e1},
        {"4k3/8/8/8/4N3/8/8/K3R3 w - - 0 1", "e4d6", Position::double_check},
        {"4k3/3p4/4P3/8/8/8/8/K3R3 w - - 0 1", "e6d7", Position::double_check},
        {"3nk3/4P3/8/8/8/8/8/K3R3 w - - 0 1", "e7d8q", Position::double_check},
        {"8/4k3/8/3pP3/8/8/8/K3R3 w - d6 0 1", "e5d6", Position::double_check},
    };
    for (const auto& c : cases) {
        Position p = position(c.fen);
        const Move m = move_of(p, c.move);
        Undo undo;
        p.make(m, undo);
        EXPECT_EQ(p.checker_after(m, undo), c.checker) << c.move << " in " << c.fen;
        EXPECT_EQ(p.checker(), c.checker) << c.move << " in " << c.fen;
    }
}

TEST(Position, PseudoLegalIsTrueForTheGeneratorsMovesAndNoOtherPattern) {
    Random random(7);
    playouts(8, 1, 60, [&](const Position& p) {
        if (random.below(6) != 0) return;
        const Square checker = p.checker();
        std::vector<Move> accepted;
        for (unsigned bits = 0; bits < 0x10000; ++bits) {
            const Move m = Move::from_bits(static_cast<std::uint16_t>(bits));
            // In check the generator leaves out what only `legal` refuses here.
            if (p.pseudo_legal(m) && (checker == Square::none || p.legal(m, checker))) accepted.push_back(m);
        }
        const std::vector<Move> all = generated(p);
        for (const Move m : all) ASSERT_TRUE(p.pseudo_legal(m)) << text_of(m, p);
        const std::vector<Move> expected = checker == Square::none ? all : legal_moves(p);
        ASSERT_EQ(sorted(accepted), sorted(expected));
    });
}

TEST(Position, AMoveThatSaysWronglyWhetherItPromotesIsNotPseudoLegal) {
    const Position p = position("3n4/4P3/8/8/8/k7/8/K3R2N w - - 0 1");
    const Square e7 = square("e7"), e8 = square("e8"), d8 = square("d8");
    EXPECT_FALSE(p.pseudo_legal(Move(e7, e8)));
    EXPECT_FALSE(p.pseudo_legal(Move(e7, d8)));
    EXPECT_TRUE(p.pseudo_legal(Move(square("e1"), square("e2"))));
    for (const PieceType type : {PieceType::knight, PieceType::bishop, PieceType::rook, PieceType::queen}) {
        const Move m(e7, e8, type);
        EXPECT_TRUE(p.pseudo_legal(m));
        EXPECT_TRUE(p.pseudo_legal(Move(e7, d8, type)));
        // A piece, but not the bit that says so.
        EXPECT_FALSE(p.pseudo_legal(Move::from_bits(static_cast<std::uint16_t>(m.bits() & ~8u))));
        for (const std::string_view text : {"e1e2", "h1g3", "a1b1"})
            EXPECT_FALSE(p.pseudo_legal(Move(square(text.substr(0, 2)), square(text.substr(2)), type))) << text;
        EXPECT_FALSE(position(Position::start_fen).pseudo_legal(Move(square("e2"), square("e4"), type)));
    }
}

TEST(Position, PassingTheMoveAndTakingItBackRestoresEverything) {
    playouts(9, 1, 100, [](Position p) {
        if (p.checker() != Square::none) return;
        const Position before = p;
        Undo undo;
        p.make_null(undo);
        ASSERT_EQ(p.side(), ~before.side());
        ASSERT_EQ(p.en_passant(), Square::none);
        ASSERT_EQ(p.pawn_key(), before.pawn_key());
        ASSERT_NE(p.key(), before.key());
        ASSERT_TRUE(p.consistent());
        p.unmake_null(undo);
        ASSERT_TRUE(p == before);
        ASSERT_TRUE(p.consistent());
    });
}

TEST(Position, CountersFollowTheRules) {
    Position p = position(Position::start_fen);
    play(p, "g1f3");
    EXPECT_EQ(fen_of(p), "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1");
    play(p, "g8f6");
    EXPECT_EQ(fen_of(p), "rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 2 2");
    play(p, "f3e5", "d7d6");
    EXPECT_EQ(p.halfmove(), 0u) << "a pawn move";
    play(p, "b1c3");
    EXPECT_EQ(p.halfmove(), 1u);
    play(p, "d6e5");
    EXPECT_EQ(p.halfmove(), 0u) << "a capture";
    EXPECT_EQ(p.fullmove(), 4u);
}

TEST(Position, MovesAndCapturesOfKingAndRookEndCastlingRightsForGood) {
    constexpr std::string_view all = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    constexpr unsigned white = white_short | white_long;
    constexpr unsigned black = black_short | black_long;
    const struct {
        Texts moves;
        unsigned left;
    } cases[] = {
        {{"e1e2"}, black},
        {{"e1g1"}, black},
        {{"e1c1"}, black},
        {{"h1h2"}, white_long | black},
        {{"a1a2"}, white_short | black},
        {{"h1h8"}, white_long | black_long},
        {{"a1a8"}, white_short | black_short},
        {{"h1g1", "e8e7"}, white_long},
        {{"h1h2", "a8b8", "h2h1", "b8a8"}, white_long | black_short},
        {{"e1e2", "e8e7", "e2e1", "e7e8"}, 0},
        {{"a1b1", "h8g8"}, white_short | black_long},
        {{"a1a7", "a8a7"}, white_short | black_short},
    };
    EXPECT_EQ(position(all).castling(), white | black);
    for (const auto& c : cases) {
        Position p = position(all);
        for (const std::string& m : c.moves) play(p, m);
        EXPECT_EQ(p.castling(), c.left) << testing::PrintToString(c.moves);
    }
}

TEST(Position, CastlingNeedsEmptySquaresAndAKingNeverInAttack) {
    const auto castlings = [](std::string_view fen) {
        Texts found;
        for (const std::string& m : legal_texts(position(fen)))
            if (m == "e1g1" || m == "e1c1" || m == "e8g8" || m == "e8c8") found.push_back(m);
        return found;
    };
    EXPECT_EQ(castlings("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"), (Texts{"e1c1", "e1g1"}));
    EXPECT_EQ(castlings("r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1"), (Texts{"e8c8", "e8g8"}));
    EXPECT_EQ(castlings("4k3/8/8/8/8/8/8/R3K2R w K - 0 1"), (Texts{"e1g1"})) << "only with the right";
    EXPECT_EQ(castlings("4k3/8/8/8/8/8/8/R3K2R w - - 0 1"), Texts{});
    EXPECT_EQ(castlings("4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1"), Texts{}) << "b1 and g1 are occupied";
    EXPECT_EQ(castlings("4k3/8/8/8/8/8/8/R2nK1nR w KQ - 0 1"), Texts{}) << "by the enemy";
    EXPECT_EQ(castlings("1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"), (Texts{"e1c1", "e1g1"})) << "b1 may be attacked";
    EXPECT_EQ(castlings("r3k2r/8/8/8/8/8/8/R3K2R w KQ - 0 1"), (Texts{"e1c1", "e1g1"})) << "the rooks may be attacked";
    EXPECT_EQ(castlings("2r1k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"), (Texts{"e1g1"})) << "c1 is attacked";
    EXPECT_EQ(castlings("3rk3/8/8/8/8/8/8/R3K2R w KQ - 0 1"), (Texts{"e1g1"})) << "d1 is attacked";
    EXPECT_EQ(castlings("4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1"), (Texts{"e1c1"})) << "f1 is attacked";
    EXPECT_EQ(castlings("4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1"), (Texts{"e1c1"})) << "g1 is attacked";
    EXPECT_EQ(castlings("4r1k1/8/8/8/8/8/8/R3K2R w KQ - 0 1"), Texts{}) << "in check";
    EXPECT_EQ(castlings("4k3/8/8/8/8/8/3p4/R3K2R w KQ - 0 1"), Texts{}) << "in check by a pawn";
    EXPECT_EQ(castlings("4k3/8/8/8/8/8/6p1/R3K2R w KQ - 0 1"), (Texts{"e1c1"})) << "a pawn attacks f1";
    EXPECT_EQ(castlings("4k3/8/8/8/8/8/1p6/R3K2R w KQ - 0 1"), (Texts{"e1g1"})) << "a pawn attacks c1";
}

TEST(Position, CastlingMovesTheRookToo) {
    const struct {
        std::string_view move, after;
    } cases[] = {
        {"e1g1", "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"},
        {"e1c1", "r3k2r/8/8/8/8/8/8/2KR3R b kq - 1 1"},
        {"e8g8", "r4rk1/8/8/8/8/8/8/R3K2R w KQ - 1 2"},
        {"e8c8", "2kr3r/8/8/8/8/8/8/R3K2R w KQ - 1 2"},
    };
    for (const auto& c : cases) {
        const Position p = position(c.move[1] == '1' ? "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
                                                     : "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1");
        EXPECT_EQ(fen_of(after(p, c.move)), c.after);
    }
}

TEST(Position, TheEnPassantSquareIsThereOnlyAfterADoubleStepThatCanBeAnswered) {
    Position p = position("4k3/3p4/8/4P3/8/8/P7/4K3 b - - 0 1");
    play(p, "d7d5");
    EXPECT_EQ(p.en_passant(), square("d6"));
    play(p, "a2a4");
    EXPECT_EQ(p.en_passant(), Square::none) << "nobody stands beside a4, and d6 was for one move";
    const Position other = position("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1");
    EXPECT_EQ(after(other, "d7d6").en_passant(), Square::none);
    EXPECT_EQ(after(position("4k3/3p4/8/r3P2K/8/8/8/8 b - - 0 1"), "d7d5").en_passant(), Square::none)
        << "both pawns would leave the rank";
    EXPECT_EQ(fen_of(after(other, "d7d5", "e5d6")), "4k3/8/3P4/8/8/8/8/4K3 b - - 0 2");
}

TEST(Position, APromotionPutsUpThePieceThatWasAskedFor) {
    for (const char letter : {'q', 'r', 'b', 'n'}) {
        const Position p = after(position("1r2k3/P7/8/8/8/8/8/4K3 w - - 7 1"), std::string("a7b8") + letter);
        const char piece = static_cast<char>(letter - 'a' + 'A');
        EXPECT_EQ(fen_of(p), std::string("1") + piece + "2k3/8/8/8/8/8/8/4K3 b - - 0 1");
        EXPECT_TRUE(p.consistent());
    }
}

TEST(Position, AttackedLooksAtEveryPieceTypeAndStopsAtWhatStandsBetween) {
    const auto attacked = [](std::string_view fen, Color by) {
        const Position p = position(fen);
        Texts squares;
        for (unsigned s = 0; s < 64; ++s)
            if (p.attacked(from_index64(s), by)) {
                const char name[2] = {static_cast<char>('a' + s % 8), static_cast<char>('1' + s / 8)};
                squares.emplace_back(name, 2);
            }
        std::sort(squares.begin(), squares.end());
        return squares;
    };
    EXPECT_EQ(attacked("8/8/8/8/7k/8/8/K7 w - - 0 1", Color::white), (Texts{"a2", "b1", "b2"}));
    EXPECT_EQ(attacked("8/8/8/8/7k/8/P3P2P/K7 w - - 0 1", Color::white),
              (Texts{"a2", "b1", "b2", "b3", "d3", "f3", "g3"}));
    EXPECT_EQ(attacked("k7/7p/8/8/8/8/8/K7 b - - 0 1", Color::black), (Texts{"a7", "b7", "b8", "g6"}));
    EXPECT_EQ(attacked("8/8/8/7k/8/8/2P5/K1R1n3 w - - 0 1", Color::white),
              (Texts{"a1", "a2", "b1", "b2", "b3", "c2", "d1", "d3", "e1"}));
    EXPECT_EQ(attacked("8/8/7k/8/8/2p5/8/K6N w - - 0 1", Color::white), (Texts{"a2", "b1", "b2", "f2", "g3"}));
    EXPECT_EQ(attacked("8/8/8/8/7k/2p5/1B6/K7 w - - 0 1", Color::white),
              (Texts{"a1", "a2", "a3", "b1", "b2", "c1", "c3"}));
}

TEST(Position, AnyLegalMoveIsFalseExactlyInMateAndStalemate) {
    for (const std::string_view mate_or_stalemate :
         {"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", "8/8/8/8/8/5k2/5p2/5K2 w - - 0 1",
          "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "6rk/5Npp/8/8/8/8/8/K7 b - - 0 1"})
        EXPECT_FALSE(position(mate_or_stalemate).any_legal_move()) << mate_or_stalemate;
    EXPECT_TRUE(position("8/8/8/8/6pP/5k2/5p2/5K2 b - h3 0 1").any_legal_move());
    EXPECT_TRUE(position("8/8/8/1k6/3Pp3/8/8/B3K2Q b - d3 0 1").any_legal_move());
    playouts(10, 2, 150, [](const Position& p) { ASSERT_EQ(p.any_legal_move(), !legal_moves(p).empty()); });
}

TEST(Position, EnPassantCanBeTheOnlyWayOutOfCheck) {
    EXPECT_EQ(legal_texts(position("1r2k3/8/4n3/r2pP3/2K5/7r/8/8 w - d6 0 1")), (Texts{"e5d6"}));
}

TEST(Position, MaterialIsInsufficientOnlyWhereNobodyCouldEverMate) {
    for (const std::string_view dead :
         {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4KB2 w - - 0 1", "4k3/8/8/8/8/8/8/4KN2 b - - 0 1",
          "4kb2/8/8/8/8/8/8/4K3 w - - 0 1", "2b1k3/8/8/8/8/8/8/4KB2 w - - 0 1", "b1b1k3/8/8/8/8/8/4B3/4KB2 b - - 0 1"})
        EXPECT_TRUE(position(dead).insufficient_material()) << dead;
    for (const std::string_view alive :
         {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4KR2 w - - 0 1", "4k3/8/8/8/8/8/8/4KQ2 w - - 0 1",
          "4k3/8/8/8/8/8/8/3NKN2 w - - 0 1", "4kn2/8/8/8/8/8/8/4KN2 w - - 0 1", "4kb2/8/8/8/8/8/8/4KN2 w - - 0 1",
          "4kb2/8/8/8/8/8/8/4KB2 w - - 0 1", "4k3/8/8/8/8/8/8/2B1KB2 b - - 0 1"})
        EXPECT_FALSE(position(alive).insufficient_material()) << alive;
}

/// Puts White's pieces (capitals) and Black's on the board in every way, or until a mate is found that is foreseen. Of Black's
/// king there are the ten squares that differ by more than a reflection.
struct Mates {
    explicit Mates(std::string_view pieces) : pieces_{pieces} {
        for (const unsigned king : {0u, 1u, 2u, 3u, 9u, 10u, 11u, 18u, 19u, 27u}) {
            board_[king] = 'k';
            // A king that is further away covers no square that this one could flee to, and one check alone mates nobody.
            for (unsigned s = 0; s < 64; ++s)
                if (distance(s, king) == 2) with(s, 'K', [&] { put(king, 0); });
            board_[king] = 0;
        }
    }
    bool possible = false;  ///< `could_mate` says so of some
    bool found = false;     ///< a mate
    bool foreseen = true;   ///< of each mate

private:
    static unsigned apart(unsigned x, unsigned y) { return x > y ? x - y : y - x; }
    static unsigned distance(unsigned a, unsigned b) { return std::max(apart(a % 8, b % 8), apart(a / 8, b / 8)); }
    template <class Then>
    void with(unsigned square, char piece, Then&& then) {
        if (board_[square] != 0) return;
        board_[square] = piece;
        then();
        board_[square] = 0;
    }
    void put(unsigned king, std::size_t n) {
        if (found && !by_colour_) return;
        if (n == pieces_.size()) return look();
        for (unsigned s = 0; s < 64; ++s) {
            if (n == 0 && !attacks(pieces_[0], s, king)) continue;  // the first one gives check
            with(s, pieces_[n], [&] { put(king, n + 1); });
        }
    }
    static bool attacks(char piece, unsigned from, unsigned to) {
        const unsigned files = apart(from % 8, to % 8), ranks = apart(from / 8, to / 8);
        const bool straight = files == 0 || ranks == 0, diagonal = files == ranks;
        return piece == 'N'   ? files * ranks == 2
               : piece == 'B' ? diagonal
               : piece == 'R' ? straight
                              : straight || diagonal;
    }
    void look() {
        std::string fen;
        for (unsigned rank = 8; rank-- > 0;) {
            for (unsigned file = 0; file < 8; ++file) {
                const char piece = board_[8 * rank + file];
                const bool goes_on = piece == 0 && file != 0 && board_[8 * rank + file - 1] == 0;
                if (goes_on)
                    ++fen.back();
                else
                    fen += piece != 0 ? piece : '1';
            }
            fen += rank != 0 ? '/' : ' ';
        }
        Position p;
        if (p.set_fen(fen + "b - - 0 1") != FenError::none || p.checker() == Square::none) return;
        const bool could = p.could_mate(Color::white), mates = !p.any_legal_move();
        possible |= could;
        found |= mates;
        foreseen &= could || !mates;
    }

    std::string_view pieces_;
    bool by_colour_ = pieces_ == "Bb";  ///< that of their squares decides
    std::array<char, 64> board_{};
};

TEST(Position, ASideCouldMateWhereSomeMateWithThesePiecesExists) {
    for (const std::string_view pieces :
         {"N", "Nq", "Nr", "Nb", "Nn", "Np", "NN", "NB", "B", "Bq", "Br", "Bb", "Bn", "Bp", "BB", "BN", "R", "Q"}) {
        const Mates mates{pieces};
        EXPECT_TRUE(mates.foreseen) << pieces;
        EXPECT_EQ(mates.possible, mates.found) << pieces;
    }
}

TEST(Position, ASideCouldMateWithAPawnAndNotWithItsKingAlone) {
    EXPECT_TRUE(position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").could_mate(Color::white));
    EXPECT_FALSE(position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").could_mate(Color::black));
    EXPECT_FALSE(position("qqqqk3/8/8/8/8/8/8/4KN2 w - - 0 1").could_mate(Color::white));
    EXPECT_FALSE(position("qrbrk3/8/8/8/8/8/8/4KB2 w - - 0 1").could_mate(Color::white)) << "both on light squares";
}

TEST(Position, WhereNeitherSideCouldMateMaterialIsInsufficient) {
    for (const std::string white : {"8", "3N4", "3B4", "2B5", "2NB4", "2NN4", "1BB5", "1B1B4", "3R4", "3Q4"})
        for (const std::string black : {"8", "3n4", "3b4", "2b5", "2nb4", "2nn4", "1bb5", "1b1b4", "3r4", "3q4"}) {
            const Position p = position("6k1/" + black + "/8/8/8/8/" + white + "/6K1 w - - 0 1");
            EXPECT_EQ(p.insufficient_material(), !p.could_mate(Color::white) && !p.could_mate(Color::black))
                << fen_of(p);
        }
}

TEST(Position, ForceIsMoreThanPawnsAndOneMinorPiece) {
    for (const std::string_view strong :
         {"4k3/8/8/8/8/8/8/4KR2 w - - 0 1", "4k3/8/8/8/8/8/8/4KQ2 w - - 0 1", "4k3/8/8/8/8/8/8/3NKB2 w - - 0 1"}) {
        EXPECT_TRUE(position(strong).has_force(Color::white)) << strong;
        EXPECT_FALSE(position(strong).has_force(Color::black)) << strong;
    }
    EXPECT_FALSE(position("4k3/pppp4/8/8/8/8/4PPPP/4KN2 w - - 0 1").has_force(Color::white));
}

TEST(Position, EqualityLooksAtTheWholeState) {
    const Position p = position("r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 9");
    EXPECT_TRUE(p == position("r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 9"));
    for (const std::string_view other :
         {"r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq - 0 9", "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQk d6 0 9",
          "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 1 9", "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 8",
          "r3k2r/8/8/3pP3/8/8/8/R3K2R b KQkq - 0 9", "r3k2r/8/8/3p1P2/8/8/8/R3K2R w KQkq - 0 9"})
        EXPECT_FALSE(p == position(other)) << other;
}

}  // namespace
}  // namespace stackmate::test
