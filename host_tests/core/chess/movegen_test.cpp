#include "core/chess/movegen.hpp"

#include "core/search/move_kind.hpp"
#include "host_tests/core/playout.hpp"

namespace stackmate::test {
namespace {

using Texts = std::vector<std::string>;

std::vector<Move> noisy(const Position& p) {
    std::vector<Move> moves;
    Cursor cursor(p.checker());
    while (const Move m = cursor.next_noisy(p)) moves.push_back(m);
    EXPECT_EQ(cursor.stage(), Cursor::Stage::killers);
    return moves;
}

TEST(Movegen, YieldsNoMoveTwice) {
    playouts(11, 3, 120, [](const Position& p) {
        const std::vector<Move> moves = generated(p);
        std::set<std::uint16_t> distinct;
        for (const Move m : moves) distinct.insert(m.bits());
        ASSERT_EQ(distinct.size(), moves.size());
    });
}

TEST(Movegen, CursorAndGenerateQuietsAgreeOnTheSetOfMoves) {
    const auto agree = [](const Position& p) {
        std::vector<Move> moves = noisy(p);
        generate_quiets(p, p.checker(), [&](Move m) { moves.push_back(m); });
        ASSERT_EQ(sorted(moves), sorted(generated(p))) << fen_of(p);
    };
    playouts(12, 3, 120, agree);
    for (const std::string_view fen :
         {"4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1", "7k/P6p/8/8/8/8/p6P/7K w - - 0 1", "7k/P6p/8/8/8/8/p6P/7K b - - 0 1"})
        agree(position(fen));
}

TEST(Movegen, WhereOnlyChecksAreWantedNoneIsLeftOut) {
    std::size_t checks = 0, spared = 0;
    playouts(15, 3, 120, [&](const Position& p) {
        if (p.checker() != Square::none) return;
        std::vector<Move> wanted, by_generator, by_cursor;
        const auto keep = [&](std::vector<Move>& moves, Move m) {
            if (checks_directly(p, m) && p.legal(m, Square::none)) moves.push_back(m);
        };
        generate_quiets(p, Square::none, [&](Move m) { keep(wanted, m), ++spared; });
        generate_quiets(p, Square::none, [&](Move m) { keep(by_generator, m), --spared; }, true);
        Cursor cursor(Square::none, Cursor::Stage::castling);
        while (const Move m = cursor.next_quiet(p, true)) keep(by_cursor, m);
        ASSERT_EQ(sorted(by_generator), sorted(wanted));
        ASSERT_EQ(sorted(by_cursor), sorted(wanted));
        checks += wanted.size();
    });
    EXPECT_GT(checks, 50u);
    EXPECT_GT(spared, 1000u);
}

TEST(Movegen, NoisyMovesAreCapturesAndQueeningsAndAllOfThem) {
    playouts(13, 3, 120, [](const Position& p) {
        const auto is_noisy = [&](Move m) {
            const bool is_pawn = type_of(p.at(m.from())) == PieceType::pawn;
            const bool promotes = is_pawn && (rank_of(m.to()) == 0 || rank_of(m.to()) == 7);
            if (promotes) return m.promotion() == PieceType::queen;
            return p.at(m.to()) != Piece::empty || (is_pawn && file_of(m.from()) != file_of(m.to()));
        };
        const std::vector<Move> all = generated(p);
        const std::size_t count = noisy(p).size();
        for (std::size_t i = 0; i < all.size(); ++i) ASSERT_EQ(is_noisy(all[i]), i < count) << text_of(all[i], p);
    });
}

TEST(Movegen, AMoveSaysThatItPromotesExactlyIfAPawnReachesTheLastRank) {
    unsigned promotions = 0;
    playouts(14, 3, 120, [&](const Position& p) {
        const auto check = [&](Move m) {
            const bool is_pawn = type_of(p.at(m.from())) == PieceType::pawn;
            ASSERT_EQ(m.promotes(), is_pawn && (rank_of(m.to()) == 0 || rank_of(m.to()) == 7)) << text_of(m, p);
            promotions += m.promotes() ? 1u : 0u;
        };
        for (const Move m : generated(p)) check(m);
        generate_quiets(p, p.checker(), check);
    });
    EXPECT_GT(promotions, 100u);
}

TEST(Movegen, CapturesComeMostValuableVictimFirst) {
    const auto in_order = [](const Position& p, const auto& value) {
        Cursor cursor(p.checker());
        PieceType last = PieceType::king;
        while (const Move m = cursor.next_noisy(p)) {
            if (cursor.stage() != Cursor::Stage::taking) break;
            const PieceType on_target = type_of(p.at(m.to()));
            const PieceType victim = value(on_target == PieceType::none ? PieceType::pawn : on_target);  // en passant
            ASSERT_LE(victim, last) << text_of(m, p);
            last = victim;
        }
    };
    playouts(14, 3, 120, [&](const Position& p) {
        in_order(position(fen_of(p)), [](PieceType t) { return t; });
        // In a game a promoted piece keeps its pawn's place in the order, but a queen does not.
        in_order(p, [](PieceType t) { return t == PieceType::queen ? t : PieceType::pawn; });
    });
}

TEST(Movegen, EachVictimIsTakenByTheLeastValuableAttackerFirst) {
    // As set up: a promoted pawn keeps its place in the order, so this is not asked of whole games.
    constexpr std::string_view crowded = "4k3/8/2n1b3/2RqQ3/2P1N3/1B6/8/3RK3 w - - 0 1";
    for (const std::string_view fen : {crowded, openings[1], openings[3]}) {
        const Position p = position(fen);
        Square target = Square::none;
        PieceType last = PieceType::none;
        for (const Move m : noisy(p)) {
            if (p.at(m.to()) == Piece::empty) break;
            const PieceType attacker = type_of(p.at(m.from()));
            if (m.to() == target) {
                EXPECT_GE(attacker, last) << text_of(m, p) << " in " << fen;
            }
            target = m.to();
            last = attacker;
        }
    }
    const Position p = position(crowded);
    Texts on_queen;
    for (const Move m : noisy(p))
        if (m.to() == square("d5")) on_queen.push_back(text_of(m, p));
    ASSERT_EQ(on_queen.size(), 4u);
    EXPECT_EQ(on_queen.front(), "c4d5");
    EXPECT_EQ(on_queen.back(), "e5d5");
}

TEST(Movegen, ACursorCopiedAfterAnyMoveGoesOnAsTheOriginalDoes) {
    playouts(15, 1, 60, [](const Position& p) {
        const std::vector<Move> all = generated(p);
        Cursor cursor(p.checker());
        for (std::size_t i = 0; i <= all.size(); ++i) {
            Cursor copy = cursor;
            for (std::size_t k = i; k < all.size(); ++k) ASSERT_EQ(copy.next(p), all[k]);
            ASSERT_FALSE(copy.next(p));
            ASSERT_FALSE(copy.next(p)) << "a spent cursor stays spent";
            (void)cursor.next(p);
        }
    });
}

TEST(Movegen, ACursorGoesOnAfterItsMoveWasMadeAndUnmade) {
    playouts(16, 1, 80, [](Position p) {
        const std::vector<Move> undisturbed = generated(p);
        const Square checker = p.checker();
        std::vector<Move> moves;
        Cursor cursor(checker);
        while (const Move m = cursor.next(p)) {
            moves.push_back(m);
            if (!p.legal(m, checker)) continue;
            Undo undo;
            p.make(m, undo);
            p.unmake(m, undo);
        }
        ASSERT_EQ(moves, undisturbed);
    });
}

TEST(Movegen, SkippingToAStageYieldsThatStageAndWhatFollows) {
    const Position p = position(openings[3]);
    const std::vector<Move> all = generated(p);
    const std::size_t captures_and_queenings = noisy(p).size();
    Cursor cursor(p.checker(), Cursor::Stage::killers);
    std::vector<Move> rest;
    while (const Move m = cursor.next(p)) rest.push_back(m);
    EXPECT_EQ(rest, std::vector<Move>(all.begin() + static_cast<std::ptrdiff_t>(captures_and_queenings), all.end()));
    EXPECT_EQ(cursor.stage(), Cursor::Stage::done);
}

TEST(Movegen, InDoubleCheckOnlyTheKingMoves) {
    const Position twice = position("4k3/8/3N4/7b/8/7q/8/K3R3 b - - 0 1");
    ASSERT_EQ(twice.checker(), Position::double_check);
    for (const Move m : generated(twice)) EXPECT_EQ(m.from(), Square::e8);
    generate_quiets(twice, twice.checker(), [](Move m) { EXPECT_EQ(m.from(), Square::e8); });
    EXPECT_EQ(legal_texts(twice), (Texts{"e8d7", "e8d8", "e8f8"}));
}

TEST(Movegen, InCheckMovesBlockCaptureOrRun) {
    EXPECT_EQ(legal_texts(position("4k3/8/8/8/4r3/8/3N4/R2QK3 w Q - 0 1")), (Texts{"d1e2", "d2e4", "e1f1", "e1f2"}));
    EXPECT_EQ(legal_texts(position("k7/8/8/8/8/5n2/8/4K2B w - - 0 1")),
              (Texts{"e1d1", "e1e2", "e1f1", "e1f2", "h1f3"}));
}

TEST(Movegen, InCheckOnlyTheKingPinnedPiecesAndPromotionsMoveIllegally) {
    playouts(17, 4, 120, [](const Position& p) {
        const Square checker = p.checker();
        if (checker == Square::none) return;
        for (const Move m : generated(p)) {
            const PieceType type = type_of(p.at(m.from()));
            if (p.legal(m, checker) || type == PieceType::king) continue;
            const bool pawn_at_its_end = type == PieceType::pawn && (rank_of(m.to()) == 0 || rank_of(m.to()) == 7);
            const bool passing = type == PieceType::pawn && m.to() == p.en_passant();
            const bool answers = m.to() == checker || p.interposes(m.to(), checker);
            EXPECT_TRUE(pawn_at_its_end || passing || answers) << text_of(m, p);
        }
    });
}

TEST(Movegen, APinnedPieceStaysInItsLine) {
    EXPECT_EQ(legal_texts(position("4r2k/8/8/8/8/8/4R3/4K3 w - - 0 1")),
              (Texts{"e1d1", "e1d2", "e1f1", "e1f2", "e2e3", "e2e4", "e2e5", "e2e6", "e2e7", "e2e8"}));
    EXPECT_EQ(legal_texts(position("4r2k/8/8/8/8/3p4/4N3/4K3 w - - 0 1")), (Texts{"e1d1", "e1d2", "e1f1", "e1f2"}));
    EXPECT_EQ(legal_texts(position("7k/8/8/8/1q6/2P5/3K4/8 w - - 0 1")),
              (Texts{"c3b4", "d2c1", "d2c2", "d2d1", "d2d3", "d2e1", "d2e2", "d2e3"}))
        << "it may take the pinner";
}

TEST(Movegen, APawnOnTheSeventhPromotesToFourPiecesOnEverySquareItReaches) {
    EXPECT_EQ(legal_texts(position("n1n1k3/1P6/8/8/8/8/8/4K3 w - - 0 1")),
              (Texts{"b7a8b", "b7a8n", "b7a8q", "b7a8r", "b7b8b", "b7b8n", "b7b8q", "b7b8r", "b7c8b", "b7c8n", "b7c8q",
                     "b7c8r", "e1d1", "e1d2", "e1e2", "e1f1", "e1f2"}));
}

TEST(Movegen, PawnsOnTheEdgeDoNotCaptureAroundTheBoard) {
    EXPECT_EQ(legal_texts(position("4k3/8/8/p6p/P6P/8/8/4K3 w - - 0 1")),
              (Texts{"e1d1", "e1d2", "e1e2", "e1f1", "e1f2"}));
    EXPECT_EQ(legal_texts(position("4k3/8/7n/P7/8/8/8/4K3 w - - 0 1")),
              (Texts{"a5a6", "e1d1", "e1d2", "e1e2", "e1f1", "e1f2"}));
}

TEST(Movegen, ThePositionWithMostMovesKnownHasAllOfThem) {
    // 218 moves: N. Petrovic, 1964.
    EXPECT_EQ(legal_texts(position("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1")).size(), 218u);
}

TEST(Movegen, CastlingIsAmongTheQuietMovesWhereItMayBeAndNowhereElse) {
    const Move white[] = {Move(Square::e1, square("g1")), Move(Square::e1, square("c1"))};
    const Move black[] = {Move(Square::e8, square("g8")), Move(Square::e8, square("c8"))};
    const auto count = [](std::string_view fen, const Move(&castlings)[2], bool checks_only = false) {
        const Position p = position(fen);
        unsigned found = 0;
        generate_quiets(
            p, p.checker(), [&](Move m) { found += (m == castlings[0]) + 10 * (m == castlings[1]); }, checks_only);
        return found;
    };
    EXPECT_EQ(count("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", white), 11u);
    EXPECT_EQ(count("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", black), 11u);
    EXPECT_EQ(count("r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1", white), 1u);
    EXPECT_EQ(count("r3k2r/8/8/8/8/8/8/R3K2R b Kq - 0 1", black), 10u);
    EXPECT_EQ(count("4k3/8/8/8/8/8/8/R3K2R w K - 0 1", white), 1u);
    EXPECT_EQ(count("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", white), 0u) << "no right";
    EXPECT_EQ(count("4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1", white), 0u) << "in check";
    EXPECT_EQ(count("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", white, true), 0u) << "no move to a check";
}

TEST(Movegen, ByTheRulesOfChess960CastlingNamesWhereTheKingComesTo) {
    Position p;
    ASSERT_EQ(p.set_fen("1r2k2r/8/8/8/8/8/8/1R2K2R w KQkq - 0 1", CastlingRules::chess960), FenError::none);
    EXPECT_EQ(castling_move(p, true).bits(), Move::castling(Square::e1, square("g1")).bits());
    EXPECT_EQ(castling_move(p, false).bits(), Move::castling(Square::e1, square("c1")).bits());
    ASSERT_EQ(p.set_fen("1r2k2r/8/8/8/8/8/8/1R2K2R b KQkq - 0 1", CastlingRules::chess960), FenError::none);
    EXPECT_EQ(castling_move(p, true).bits(), Move::castling(Square::e8, square("g8")).bits());
    EXPECT_EQ(castling_move(p, false).bits(), Move::castling(Square::e8, square("c8")).bits());
}

TEST(Movegen, AMovePickersStepsAreCountedFromNoughtAtTheKillers) {
    Cursor cursor(Square::none, Cursor::Stage::killers);
    for (unsigned step = 0; step < 3; ++step) EXPECT_EQ(cursor.step(), step);
}

}  // namespace
}  // namespace stackmate::test
