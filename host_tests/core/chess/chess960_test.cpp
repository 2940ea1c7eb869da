// Chess960: castling with any king and rook files. The rules, and what is written and read of them.
#include "core/chess/rules.hpp"

#include "core/engine/bench_positions.hpp"
#include "core/eval/eval_changes.hpp"
#include "core/notation/move_text.hpp"
#include "core/chess/perft.hpp"
#include "core/notation/san.hpp"
#include "host_tests/core/playout.hpp"
#include "host_tests/support/source_dir.hpp"
#include "host_tests/support/thinking.hpp"
#include "host_tests/support/perft_file.hpp"
#include "host_tests/support/sample.hpp"

namespace stackmate::test {
namespace {

using namespace std::string_view_literals;

Position chess960(std::string_view fen) {
    Position p;
    const FenError error = p.set_fen(fen, CastlingRules::chess960);
    EXPECT_EQ(error, FenError::none) << fen << ": " << to_text(error);
    return p;
}

/// The pieces of start position `n`, 0 to 959, from a to h: Scharnagl's numbering.
std::string start_rank(unsigned n) {
    std::string rank(8, ' ');
    const auto place = [&](char piece, unsigned nth) {  // on the nth square that is free
        for (std::size_t f = 0;; ++f)
            if (rank[f] == ' ' && nth-- == 0) {
                rank[f] = piece;
                return;
            }
    };
    rank[2 * (n % 4) + 1] = 'B';
    n /= 4;
    rank[2 * (n % 4)] = 'B';
    n /= 4;
    place('Q', n % 6);
    n /= 6;
    constexpr std::array<std::array<unsigned, 2>, 10> knights = {
        {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {1, 1}, {1, 2}, {1, 3}, {2, 2}, {2, 3}, {3, 3}}};
    for (const unsigned nth : knights[n]) place('N', nth);
    for (const char piece : "RKR"sv) place(piece, 0);
    return rank;
}
std::string start_fen(unsigned n) {
    const std::string white = start_rank(n);
    std::string black = white;
    for (char& c : black) c = static_cast<char>(c - 'A' + 'a');
    return black + "/pppppppp/8/8/8/8/PPPPPPPP/" + white + " w KQkq - 0 1";
}

std::string uci(const Position& p, Move m) {
    std::array<char, max_move_length> out{};
    return {out.data(), write_move(out.data(), m, p)};
}
std::string san(const Position& p, Move m) {
    std::array<char, max_san_length> out{};
    return {out.data(), write_san(out.data(), p, m)};
}

/// Every position of a random game from each n-th of the start positions.
template <class Visit>
void random_games(std::uint64_t seed, unsigned every, int plies, Visit&& visit) {
    Random random(seed);
    for (unsigned n = 0; n < 960; n += every) playout(chess960(start_fen(n)), random, plies, visit);
}

std::uint64_t perft(Position& p, int depth) {
    std::array<PerftFrame, 6> frames;
    return Perft<BulkPerft>(p, frames).count(depth);
}

TEST(Chess960, TheStartPositionsAreNumberedAsScharnaglDoes) {
    EXPECT_EQ(start_rank(0), "BBQNNRKR");
    EXPECT_EQ(start_rank(518), "RNBQKBNR");
    EXPECT_EQ(start_rank(959), "RKRNNQBB");
}

TEST(Chess960, PerftIsExactFromAllStartPositions) {
    // At depth 4 each figure was compared with Stockfish 15.1's ("go perft 4" with UCI_Chess960). Sum and FNV hash are of
    // its figures, in the order of the numbers.
    const int depth = whole_or_sample(4, 2);
    std::uint64_t sum = 0;
    std::uint64_t hash = 0xcbf29ce484222325;
    for (unsigned n = 0; n < 960; ++n) {
        Position p = chess960(start_fen(n));
        const Position before = p;
        const std::uint64_t leaves = perft(p, depth);
        sum += leaves;
        hash = (hash ^ leaves) * 0x100000001b3;
        ASSERT_TRUE(p == before && p.consistent()) << start_fen(n);
    }
    EXPECT_EQ(sum, whole_or_sample(181'106'056u, 371'766u));
    if (!sampling()) {
        EXPECT_EQ(hash, 0xa421b4d17ee45aa1u);
    }
}

TEST(Chess960, PerftIsExactInPublishedAndInRandomPositions) {
    const auto positions = test::perft_file(test::in_sources("host_tests/data/perft_chess960.epd"));
    EXPECT_GE(positions.size(), 110u);
    const auto too_many = whole_or_sample<std::uint64_t>(50'000'000, 50'000);
    for (const auto& [fen, depths] : positions) {
        Position p = chess960(fen);
        const Position before = p;
        for (const auto& [depth, leaves] : depths) {
            if (leaves > too_many) break;
            EXPECT_EQ(perft(p, depth), leaves) << fen << ", depth " << depth;
            std::array<PerftFrame, 6> frames;
            if (depth <= 2) {
                EXPECT_EQ(Perft<PlainPerft>(p, frames).count(depth), leaves) << fen << ", depth " << depth;
            }
        }
        EXPECT_TRUE(p == before) << fen;
    }
}

/// What a castling leads to: the pieces; empty where it is not legal.
std::string castled(std::string_view fen, std::string_view move) {
    Position p = chess960(fen);
    const Position before = p;
    const Move m = move_from_text(p, move);
    if (!m) return {};
    Undo undo;
    p.make(m, undo);
    EXPECT_TRUE(p.consistent()) << fen;
    EXPECT_EQ(p.checker_after(m, undo), p.checker()) << fen;
    const std::string reached = fen_of(p);
    p.unmake(m, undo);
    EXPECT_TRUE(p == before && p.consistent()) << fen << " is back as " << fen_of(p);
    return reached.substr(0, reached.find(' '));
}

TEST(Chess960, KingAndRookComeToTheSameSquaresFromAnywhere) {
    EXPECT_EQ(castled("2k5/8/8/8/8/8/8/1R2K2R w KQ - 0 1", "e1h1"), "2k5/8/8/8/8/8/8/1R3RK1");
    EXPECT_EQ(castled("2k5/8/8/8/8/8/8/1R2K2R w KQ - 0 1", "e1b1"), "2k5/8/8/8/8/8/8/2KR3R");
    EXPECT_EQ(castled("8/2k5/8/8/8/8/8/5KR1 w K - 0 1", "f1g1"), "8/2k5/8/8/8/8/8/5RK1") << "they change places";
    EXPECT_EQ(castled("8/2k5/8/8/8/8/8/6KR w K - 0 1", "g1h1"), "8/2k5/8/8/8/8/8/5RK1") << "the king stays";
    EXPECT_EQ(castled("8/k7/8/8/8/8/8/1RK5 w Q - 0 1", "c1b1"), "8/k7/8/8/8/8/8/2KR4") << "the king stays";
    EXPECT_EQ(castled("8/k7/8/8/8/8/8/4KR2 w K - 0 1", "e1f1"), "8/k7/8/8/8/8/8/5RK1") << "the rook stays";
    EXPECT_EQ(castled("8/1k6/8/8/8/8/8/3RK3 w Q - 0 1", "e1d1"), "8/1k6/8/8/8/8/8/2KR4") << "the rook stays";
    EXPECT_EQ(castled("8/1k6/8/8/8/8/8/4K1R1 w K - 0 1", "e1g1"), "8/1k6/8/8/8/8/8/5RK1") << "onto the rook's square";
    EXPECT_EQ(castled("7k/8/8/8/8/8/8/RK6 w Q - 0 1", "b1a1"), "7k/8/8/8/8/8/8/2KR4") << "long, to the right";
    EXPECT_EQ(castled("8/8/7k/8/8/8/8/1KR5 w K - 0 1", "b1c1"), "8/8/7k/8/8/8/8/5RK1") << "across the board";
    EXPECT_EQ(castled("8/8/8/k7/8/8/8/6RK w Q - 0 1", "h1g1"), "8/8/8/k7/8/8/8/2KR4") << "across the board";
    EXPECT_EQ(castled("rk6/8/8/8/8/8/8/7K b q - 0 1", "b8a8"), "2kr4/8/8/8/8/8/8/7K");
}

TEST(Chess960, ARookThatShieldedItsKingMayNotLeaveForCastling) {
    EXPECT_EQ(castled("7k/8/8/8/8/8/8/qRK5 w Q - 0 1", "c1b1"), "") << "the queen looks through b1 then";
    EXPECT_NE(castled("7k/8/8/8/8/8/8/nRK5 w Q - 0 1", "c1b1"), "");
    EXPECT_EQ(castled("7k/8/8/8/8/8/8/4KRr1 w K - 0 1", "e1f1"), "") << "and it stands in the way";
}

TEST(Chess960, NobodyElseMayStandInEithersWay) {
    EXPECT_EQ(castled("7k/8/8/8/8/8/8/1RN1K3 w Q - 0 1", "e1b1"), "") << "where the king goes to";
    EXPECT_EQ(castled("7k/8/8/8/8/8/8/RN1K4 w Q - 0 1", "d1a1"), "") << "in the rook's way alone";
    EXPECT_NE(castled("7k/8/8/8/8/8/8/NR2K3 w Q - 0 1", "e1b1"), "") << "beyond the rook";
}

TEST(Chess960, TheKingsWayAloneMustBeSafe) {
    EXPECT_EQ(castled("3r3k/8/8/8/8/8/8/1R2K3 w Q - 0 1", "e1b1"), "") << "through";
    EXPECT_EQ(castled("2r4k/8/8/8/8/8/8/1R2K3 w Q - 0 1", "e1b1"), "") << "into";
    EXPECT_EQ(castled("4r2k/8/8/8/8/8/8/1R2K3 w Q - 0 1", "e1b1"), "") << "out of";
    EXPECT_NE(castled("1r5k/8/8/8/8/8/8/1R2K3 w Q - 0 1", "e1b1"), "") << "the rook may be attacked";
    EXPECT_EQ(castled("5kr1/8/8/8/8/8/8/6KR w K - 0 1", "g1h1"), "") << "a king that stays is in check";
}

TEST(Chess960, RightsAreLostByTheKingsMoveAndWithTheirRookAlone) {
    const auto castling_after = [](std::string_view fen, std::string_view move) {
        Position p = chess960(fen);
        const Move m = move_from_text(p, move);
        if (!m) return "not legal: " + std::string(move);
        p = after(p, m);
        const std::string text = fen_of(p);
        const Position afresh = chess960(text);
        EXPECT_EQ(p.key(), afresh.key()) << text;
        EXPECT_TRUE(p == afresh) << text;
        const std::size_t begin = text.find(' ') + 3;
        return text.substr(begin, text.find(' ', begin) - begin);
    };
    constexpr auto fen = "1r3kr1/8/8/8/8/8/8/1R3KR1 w KQkq - 0 1";
    EXPECT_EQ(castling_after(fen, "b1b2"), "Kkq");
    EXPECT_EQ(castling_after(fen, "b1b8"), "Kk");
    EXPECT_EQ(castling_after(fen, "g1g8"), "Qq");
    EXPECT_EQ(castling_after(fen, "f1e1"), "kq");
    EXPECT_EQ(castling_after(fen, "f1b1"), "kq") << "castling";
    EXPECT_EQ(castling_after("8/8/8/8/8/k7/8/1R3KR1 w K - 0 1", "g1g2"), "-");
}

TEST(Chess960, PositionsThatDifferInACastlingRooksFileHaveKeysOfTheirOwn) {
    const auto key = [](std::string_view fen) { return chess960(fen).key(); };
    EXPECT_NE(key("4k3/8/8/8/8/8/8/RR2K3 w A - 0 1"), key("4k3/8/8/8/8/8/8/RR2K3 w B - 0 1"));
    EXPECT_NE(key("4k3/8/8/8/8/8/8/4KRRR w G - 0 1"), key("4k3/8/8/8/8/8/8/4KRRR w F - 0 1"));
    EXPECT_NE(key("rr2k3/8/8/8/8/8/8/4K3 w a - 0 1"), key("rr2k3/8/8/8/8/8/8/4K3 w b - 0 1"));
    // The usual files have the usual keys, and rights that are lost leave nothing behind.
    EXPECT_EQ(key("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"), position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").key());
    EXPECT_EQ(after(chess960("4k3/8/8/8/8/8/8/RR2K3 w B - 0 1"), "e1f1", "e8e7", "f1e1", "e7e8").key(),
              key("4k3/8/8/8/8/8/8/RR2K3 w - - 0 1"));
}

TEST(Chess960, KingTakesRookIsCastlingAndAStepIsAStep) {
    const Position p = chess960("8/4k3/8/8/8/8/8/R4K1R w KQ - 0 1");
    const Move castling = move_from_text(p, "f1h1");
    const Move step = move_from_text(p, "f1g1");
    ASSERT_TRUE(castling.castles());
    EXPECT_FALSE(step.castles());
    EXPECT_NE(castling, step) << "both lead the king to g1";
    EXPECT_FALSE(move_from_text(p, "f1c1")) << "the king's way is not castling's name";
    EXPECT_EQ(uci(p, castling), "f1h1");
    EXPECT_EQ(uci(p, step), "f1g1");
    EXPECT_EQ(uci(p, move_from_text(p, "f1a1")), "f1a1");
}

TEST(Chess960, InTheUsualPositionCastlingIsKingTakesRookUnderItsRulesAlone) {
    constexpr auto fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    EXPECT_TRUE(move_from_text(chess960(fen), "e1h1"));
    EXPECT_FALSE(move_from_text(chess960(fen), "e1g1"));
    EXPECT_FALSE(move_from_text(position(fen), "e1h1"));
    EXPECT_TRUE(move_from_text(position(fen), "e1g1"));
    EXPECT_EQ(chess960(fen).key(), position(fen).key());
    for (const unsigned bits : {0u, 0x80u, 0x100u, 0x180u}) {  // of a table's or a killer's move nothing is known
        const auto castling =
            Move::from_bits(static_cast<std::uint16_t>(Move(Square::e1, make_square(6, 0)).bits() | bits));
        EXPECT_EQ(position(fen).pseudo_legal(castling), bits == 0);
        EXPECT_EQ(chess960(fen).pseudo_legal(castling), bits == 0x80);
    }
}

TEST(Chess960, OfAllSixteenBitsExactlyTheGeneratedMovesAreLegal) {
    for (const std::string_view fen :
         {"1r3kr1/8/8/8/8/8/8/1R3KR1 w KQkq - 0 1"sv, "rk3r2/8/8/8/8/8/8/6KR w Kkq - 0 1"sv,
          "8/4k3/8/8/8/8/8/1RK4R w KQ - 0 1"sv, "5krn/8/8/8/8/8/8/4RKR1 b k - 0 1"sv}) {
        const Position p = chess960(fen);
        const std::vector<Move> legal = legal_moves(p);
        unsigned found = 0;
        for (unsigned bits = 0; bits < 0x10000; ++bits) {
            const Move m = Move::from_bits(static_cast<std::uint16_t>(bits));
            if (!is_legal(p, m)) continue;
            ++found;
            EXPECT_NE(std::find(legal.begin(), legal.end(), m), legal.end()) << fen << ' ' << bits;
        }
        EXPECT_EQ(found, legal.size()) << fen;
    }
}

TEST(Chess960, XFenAndShredderFenAreReadAndXFenIsWritten) {
    const auto written = [](std::string_view fen) { return fen_of(chess960(fen)); };
    EXPECT_EQ(written("rkr5/8/8/8/8/8/8/RKR5 w CAca - 0 1"), "rkr5/8/8/8/8/8/8/RKR5 w KQkq - 0 1");
    EXPECT_EQ(written("rkr5/8/8/8/8/8/8/RKR5 w KQkq - 0 1"), "rkr5/8/8/8/8/8/8/RKR5 w KQkq - 0 1");
    EXPECT_EQ(written("4k3/8/8/8/8/8/8/R1R1KR1R w FC - 0 1"), "4k3/8/8/8/8/8/8/R1R1KR1R w FC - 0 1")
        << "the inner rooks";
    EXPECT_EQ(written("4k3/8/8/8/8/8/8/R1R1KR1R w HA - 0 1"), "4k3/8/8/8/8/8/8/R1R1KR1R w KQ - 0 1");
    EXPECT_EQ(written("4k3/8/8/8/8/8/8/R1R1KR1R w KC - 0 1"), "4k3/8/8/8/8/8/8/R1R1KR1R w KC - 0 1");
    EXPECT_EQ(written(Position::start_fen), Position::start_fen);
    Position p;
    EXPECT_EQ(p.set_fen("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1"), FenError::none) << "the usual files by their letters";
    EXPECT_EQ(fen_of(p), "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    EXPECT_FALSE(p.castles_as_chess960());
}

TEST(Chess960, FensThatItCannotBeAreRefused) {
    Position p = position(Position::start_fen);
    const auto error = [&](std::string_view fen, CastlingRules rules) {
        const FenError e = p.set_fen(fen, rules);
        EXPECT_EQ(fen_of(p), Position::start_fen);
        return e;
    };
    constexpr auto any = CastlingRules::chess960;
    EXPECT_EQ(error("4k3/8/8/8/8/8/4K3/7R w K - 0 1", any), FenError::impossible_castling) << "the king has moved";
    EXPECT_EQ(error("4k3/8/8/8/8/8/8/4K2R w Q - 0 1", any), FenError::impossible_castling);
    EXPECT_EQ(error("4k3/8/8/8/8/8/8/4K2R w E - 0 1", any), FenError::impossible_castling) << "that is the king";
    EXPECT_EQ(error("4k3/8/8/8/8/8/8/4KR1R w HF - 0 1", any), FenError::bad_castling) << "twice short";
    EXPECT_EQ(error("4k3/8/8/8/8/8/8/4K2R w HK - 0 1", any), FenError::bad_castling);
    EXPECT_EQ(error("4k3/8/8/8/8/8/8/4K2R w I - 0 1", any), FenError::bad_castling);
    EXPECT_EQ(error("4k3/8/8/8/8/8/8/4K2R w H- - 0 1", any), FenError::bad_castling);
    constexpr auto usual = CastlingRules::standard;
    EXPECT_EQ(error("rkr5/8/8/8/8/8/8/RKR5 w KQkq - 0 1", usual), FenError::impossible_castling);
    EXPECT_EQ(error("4k3/8/8/8/8/8/8/R1R1KR1R w FC - 0 1", usual), FenError::impossible_castling);
}

TEST(Chess960, SanCallsItCastling) {
    unsigned castlings = 0;
    random_games(960, 8, 60, [&](const Position& p) {
        std::set<std::string> seen;
        for (const Move m : legal_moves(p)) {
            const std::string text = san(p, m), word = uci(p, m);
            castlings += m.castles();
            ASSERT_EQ(text.starts_with("O-O"), m.castles()) << text;
            ASSERT_TRUE(seen.insert(text).second) << text;
            ASSERT_EQ(parse_san(p, text).move, m) << text;
            ASSERT_EQ(move_from_text(p, word), m) << word;
            ASSERT_EQ(parse_move(p, word).move, m) << word;
            Position next = p;
            Undo undo;
            next.make(m, undo);
            ASSERT_TRUE(next.consistent()) << word;
            ASSERT_EQ(next.checker_after(m, undo), next.checker()) << word;
        }
    });
    EXPECT_GT(castlings, 100u);
    const Position p = chess960("7k/8/8/8/8/8/8/1RN1K1R1 w KQ - 0 1");
    EXPECT_EQ(parse_san(p, "O-O-O").error, SanError::castling_blocked);
    EXPECT_EQ(parse_san(p, "O-O").error, SanError::none);
    EXPECT_EQ(parse_san(chess960("7k/8/8/8/8/8/8/qRK5 w Q - 0 1"), "O-O-O").error, SanError::castling_through_check);
}

// The evaluations keep their sums up by what a move changes.
TEST(Chess960, WhatAMoveChangesIsToldInFull) {
    unsigned castlings = 0;
    random_games(961, 4, 40, [&](const Position& p) {
        for (const Move m : legal_moves(p)) {
            if (!m.castles()) continue;
            ++castlings;
            Position next = p;
            Undo undo;
            next.make(m, undo);
            std::array<Piece, 128> board{};
            for (unsigned s = 0; s < 64; ++s) board[index(from_index64(s))] = p.at(from_index64(s));
            const auto change = [&](auto put, auto take) { for_each_change(next, m, undo, put, take); };
            change([](Piece, Square) {},
                   [&](Piece piece, Square s) {
                       EXPECT_EQ(board[index(s)], piece);
                       board[index(s)] = Piece::empty;
                   });
            change([&](Piece piece, Square s) { board[index(s)] = piece; }, [](Piece, Square) {});
            for (unsigned s = 0; s < 64; ++s) ASSERT_EQ(board[index(from_index64(s))], next.at(from_index64(s)));
        }
    });
    EXPECT_GT(castlings, 30u);
}

// Only the coding of castling differs, so the tree is the same.
TEST(Chess960, TheSearchOfAnOrdinaryPositionSeesTheSameTreeUnderItsRules) {
    std::atomic<bool> stop{false};
    const auto engine = std::make_unique<Engine<Full>>(stop);
    const auto nodes = [&](std::string_view fen, CastlingRules rules) {
        begin_game(*engine, fen, rules);
        return think(*engine, {.depth = 7}).nodes;
    };
    for (const std::string_view fen : bench_positions)
        EXPECT_EQ(nodes(fen, CastlingRules::chess960), nodes(fen, CastlingRules::standard)) << fen;
    EXPECT_EQ(nodes("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", CastlingRules::chess960),
              nodes("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", CastlingRules::standard));
}

}  // namespace
}  // namespace stackmate::test
