#include "core/notation/san.hpp"

#include "core/notation/move_text.hpp"
#include "host_tests/core/playout.hpp"

namespace stackmate::test {
namespace {

std::string san(const Position& p, Move m) {
    std::array<char, max_san_length> out{};
    return {out.data(), write_san(out.data(), p, m)};
}
std::string san(std::string_view fen, std::string_view coordinates) {
    const Position p = position(fen);
    const Move m = move_from_text(p, coordinates);
    EXPECT_TRUE(m) << coordinates << " in " << fen;
    return san(p, m);
}

/// The move `text` is taken for, or the name of the error.
std::string understood(std::string_view fen, std::string_view text) {
    const Position p = position(fen);
    const SanResult result = parse_san(p, text);
    EXPECT_EQ(static_cast<bool>(result.move), result.error == SanError::none) << text;
    return result.move ? text_of(result.move, p) : "none";
}
SanError refusal(std::string_view fen, std::string_view text) {
    const SanResult result = parse_san(position(fen), text);
    EXPECT_FALSE(result.move) << text;
    return result.error;
}
SanError coordinate_refusal(std::string_view fen, std::string_view text) {
    const SanResult result = parse_move(position(fen), text);
    EXPECT_FALSE(result.move) << text;
    return result.error;
}

constexpr std::string_view start = Position::start_fen;

TEST(San, EveryLegalMoveOfRandomGamesComesBackAndNoTwoAreWrittenAlike) {
    unsigned moves = 0, checks = 0, mates = 0;
    playouts(301, 12, 120, [&](const Position& p) {
        std::set<std::string> seen;
        for (const Move m : legal_moves(p)) {
            const std::string text = san(p, m);
            ASSERT_TRUE(seen.insert(text).second) << text;
            const SanResult result = parse_san(p, text);
            ASSERT_EQ(result.error, SanError::none) << text << ": " << to_text(result.error);
            ASSERT_EQ(result.move, m) << text;
            ASSERT_EQ(parse_move(p, text).move, m) << text;
            ASSERT_EQ(parse_move(p, text_of(m, p)).move, m) << text;
            const Position then = after(p, m);
            const bool check = then.checker() != Square::none;
            const bool mate = check && legal_moves(then).empty();
            ASSERT_EQ(text.back() == '+', check && !mate) << text;
            ASSERT_EQ(text.back() == '#', mate) << text;
            ++moves;
            checks += check ? 1u : 0u;
            mates += mate ? 1u : 0u;
        }
    });
    EXPECT_GT(moves, 100000u);
    EXPECT_GT(checks, 1000u);
    EXPECT_GT(mates, 10u);
}

TEST(San, NoSquareIsNamedThatIsNotNeeded) {
    // With the disambiguation shortened, the text must be ambiguous.
    playouts(302, 6, 100, [](const Position& p) {
        for (const Move m : legal_moves(p)) {
            std::string text = san(p, m);
            if (std::string_view("NBRQ").find(text[0]) == std::string_view::npos) continue;
            if (text.back() == '+' || text.back() == '#') text.pop_back();
            const std::size_t x = text.find('x');
            if (x != std::string::npos) text.erase(x, 1);
            const std::size_t named = text.size() - 3;
            for (std::size_t i = 0; i < named; ++i) {
                std::string shorter = text;
                shorter.erase(1 + i, 1);
                ASSERT_EQ(parse_san(p, shorter).error, SanError::ambiguous) << text << " and " << shorter;
            }
        }
    });
}

TEST(San, PlainMovesCapturesAndCastling) {
    EXPECT_EQ(san(start, "e2e4"), "e4");
    EXPECT_EQ(san(start, "g1f3"), "Nf3");
    EXPECT_EQ(san("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5"), "exd5");
    EXPECT_EQ(san("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"), "exd6");
    EXPECT_EQ(san("4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d1d5"), "Rxd5");
    EXPECT_EQ(san("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1"), "O-O");
    EXPECT_EQ(san("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8"), "O-O-O");
    EXPECT_EQ(san("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"), "O-O+");
    EXPECT_EQ(san(position(start), Move{}), "--");
}

TEST(San, TheFileIsNamedFirstThenTheRankThenBoth) {
    EXPECT_EQ(san("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "b1d2"), "Nbd2");
    EXPECT_EQ(san("4k3/8/8/5N2/8/8/8/4KN2 w - - 0 1", "f1g3"), "N1g3");
    EXPECT_EQ(san("4k3/8/8/5N2/8/8/8/4KN2 w - - 0 1", "f5g3"), "N5g3");
    EXPECT_EQ(san("4k3/8/8/8/8/8/K7/R6R w - - 0 1", "a1d1"), "Rad1") << "same rank: by file";
    constexpr std::string_view queens = "1k6/8/8/8/4Q2Q/8/8/K3r2Q w - - 0 1";
    EXPECT_EQ(san(queens, "h4e1"), "Qh4xe1");
    EXPECT_EQ(san(queens, "e4e1"), "Qexe1");
    EXPECT_EQ(san(queens, "h1e1"), "Q1xe1");
}

TEST(San, PinnedPiecesNeedNoTellingApart) {
    // The knight on e2 is pinned: only the one on a4 can go to c3.
    EXPECT_EQ(san("4r2k/8/8/8/N7/8/4N3/4K3 w - - 0 1", "a4c3"), "Nc3");
    EXPECT_EQ(understood("4r2k/8/8/8/N7/8/4N3/4K3 w - - 0 1", "Nc3"), "a4c3");
    // One that may move along its pin does need telling apart.
    EXPECT_EQ(san("1k2r3/8/8/8/8/8/R3R3/4K3 w - - 0 1", "a2c2"), "Rc2");
    EXPECT_EQ(san("1k2r3/8/8/R7/8/8/4R3/4K3 w - - 0 1", "a5e5"), "Rae5");
    EXPECT_EQ(san("1k2r3/8/8/R7/8/8/4R3/4K3 w - - 0 1", "e2e5"), "Ree5");
}

TEST(San, PromotionsWithCaptureCheckAndMate) {
    constexpr std::string_view fen = "1n5k/P7/7K/8/8/8/8/8 w - - 0 1";
    EXPECT_EQ(san(fen, "a7a8n"), "a8=N");
    EXPECT_EQ(san(fen, "a7b8q"), "axb8=Q#");
    EXPECT_EQ(san(fen, "a7b8b"), "axb8=B");
    EXPECT_EQ(san("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8r"), "a8=R+");
    EXPECT_EQ(san("k7/8/8/8/8/8/p6K/1N6 b - - 0 1", "a2b1q"), "axb1=Q");
}

TEST(San, TakesWhatPeopleType) {
    struct Case {
        std::string_view fen, text, move;
    };
    constexpr std::string_view promotion = "3n3k/4P3/8/8/8/8/8/K7 w - - 0 1";
    constexpr std::string_view castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    constexpr std::string_view passing = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    constexpr std::string_view queens = "1k6/8/8/8/4Q2Q/8/8/K3r2Q w - - 0 1";
    for (const Case& c : {Case{start, "e4", "e2e4"},       {start, " e4 ", "e2e4"},
                          {start, "E4", "e2e4"},           {start, "e3", "e2e3"},
                          {start, "Pe4", "e2e4"},          {start, "e2-e4", "e2e4"},
                          {start, "e2e4", "e2e4"},         {start, "e4!?", "e2e4"},
                          {start, "Nf3", "g1f3"},          {start, "nf3", "g1f3"},
                          {start, "Nf3+", "g1f3"},         {start, "Nf3#!!", "g1f3"},
                          {start, "Ng1f3", "g1f3"},        {start, "Ng1-f3", "g1f3"},
                          {start, "Ngf3", "g1f3"},         {start, "N1f3", "g1f3"},
                          {start, "NF3", "g1f3"},          {start, "Nf3 ?", "g1f3"},
                          {start, "Nf3\r\n", "g1f3"},      {passing, "exd6", "e5d6"},
                          {passing, "exd6 e.p.", "e5d6"},  {passing, "exd6e.p.+", "e5d6"},
                          {passing, "exd6 ep", "e5d6"},    {passing, "ed6", "e5d6"},
                          {passing, "e5xd6", "e5d6"},      {passing, "xd6", "e5d6"},
                          {passing, "e:d6", "e5d6"},       {passing, "EXD6", "e5d6"},
                          {passing, "e6", "e5e6"},         {promotion, "e8=Q", "e7e8q"},
                          {promotion, "e8Q", "e7e8q"},     {promotion, "e8q", "e7e8q"},
                          {promotion, "e8=n", "e7e8n"},    {promotion, "e8b", "e7e8b"},
                          {promotion, "e8(R)", "e7e8r"},   {promotion, "e8/Q+", "e7e8q"},
                          {promotion, "exd8=Q+", "e7d8q"}, {promotion, "ed8N", "e7d8n"},
                          {promotion, "e7e8q", "e7e8q"},   {promotion, "e7xd8=R+!", "e7d8r"},
                          {castling, "O-O", "e1g1"},       {castling, "0-0", "e1g1"},
                          {castling, "o-o", "e1g1"},       {castling, "0-0-0", "e1c1"},
                          {castling, "O-O-O", "e1c1"},     {castling, "o-o-o!", "e1c1"},
                          {castling, "O-O+", "e1g1"},      {castling, "Kf1", "e1f1"},
                          {castling, "ke1-f1", "e1f1"},    {castling, "Rxa8+", "a1a8"},
                          {castling, "rxh8", "h1h8"},      {castling, "Rb1", "a1b1"},
                          {queens, "Qh4xe1", "h4e1"},      {queens, "Qh4e1", "h4e1"},
                          {queens, "Qexe1+", "e4e1"},      {queens, "Q1e1", "h1e1"}})
        EXPECT_EQ(understood(c.fen, c.text), c.move) << c.text << " in " << c.fen;
}

TEST(San, CoordinatesAndAlgebraicGoThroughOneDoor) {
    const Position p = position("r3k2r/8/8/8/8/8/4P3/R3K2R w KQkq - 0 1");
    for (const std::string_view text : {"e1g1", "O-O", " e1g1 ", "0-0"})
        EXPECT_EQ(text_of(parse_move(p, text).move, p), "e1g1") << text;
    for (const std::string_view text : {"a1d1", "Rd1", "Ra1-d1"})
        EXPECT_EQ(text_of(parse_move(p, text).move, p), "a1d1") << text;
    const Position promotion = position("3n3k/4P3/8/8/8/8/8/K7 w - - 0 1");
    for (const std::string_view text : {"e7d8q", "e7d8Q", "exd8=Q", "e7d8=Q"})
        EXPECT_EQ(text_of(parse_move(promotion, text).move, promotion), "e7d8q") << text;
}

TEST(San, WhatIsNoMoveIsNotUnderstood) {
    for (const std::string_view text :
         {"",     " ",      "!",      "x",     "N",    "e",    "4",    "hello", "help", "i4", "e9",   "Nf",      "Nf33",
          "N-f3", "e4e5e6", "Ngg1f3", "Nxxf3", "e8=",  "e8=K", "e8=P", "e8(Q",  "e8Q)", "O-", "O-O-", "O-O-O-O", "OO",
          "0",    "-",      "--",     "e4 e5", "e.p.", "=Q",   "Q=Q",  "(",     ")",    "()", "0000"})
        EXPECT_EQ(refusal(start, text), SanError::not_understood) << '"' << text << '"';
}

TEST(San, NoTextWhateverMakesAnIllegalMove) {
    Random random(303);
    constexpr std::string_view letters = "KQRBNPkqrbnpabcdefgh12345678xX:-+#=!?()/Oo0. ";
    unsigned understood_texts = 0;
    for (const std::string_view opening : openings) {
        const Position p = position(opening);
        for (int i = 0; i < 20000; ++i) {
            std::string text;
            for (std::size_t n = random.below(7) + 1; n != 0; --n) text += letters[random.below(letters.size())];
            const SanResult result = parse_move(p, text);
            ASSERT_EQ(static_cast<bool>(result.move), result.error == SanError::none) << text;
            if (!result.move) continue;
            ++understood_texts;
            ASSERT_TRUE(is_legal(p, result.move)) << text;
        }
    }
    EXPECT_GT(understood_texts, 100u);
}

TEST(San, NobodyCanGoThere) {
    EXPECT_EQ(refusal(start, "e5"), SanError::no_such_move);
    EXPECT_EQ(refusal(start, "Nd4"), SanError::no_such_move);
    EXPECT_EQ(refusal(start, "Qd2"), SanError::no_such_move) << "an own piece stands there";
    EXPECT_EQ(refusal(start, "Rb1"), SanError::no_such_move);
    EXPECT_EQ(refusal(start, "Nbf3"), SanError::no_such_move);
    EXPECT_EQ(refusal(start, "bc4"), SanError::no_such_move) << "b is the file";
    EXPECT_EQ(refusal("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Kg1"), SanError::no_such_move) << "that is O-O";
    EXPECT_EQ(coordinate_refusal(start, "e2e5"), SanError::no_such_move);
    EXPECT_EQ(coordinate_refusal(start, "e7e5"), SanError::no_such_move) << "not one's own";
    EXPECT_EQ(coordinate_refusal(start, "e4e5"), SanError::no_such_move) << "nothing there";
    EXPECT_EQ(coordinate_refusal(start, "a1a1"), SanError::no_such_move);
}

TEST(San, AmbiguousMovesAreNotGuessed) {
    EXPECT_EQ(refusal("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "Nd2"), SanError::ambiguous);
    EXPECT_EQ(refusal("4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1", "xd5"), SanError::ambiguous);
    constexpr std::string_view queens = "1k6/8/8/8/4Q2Q/8/8/K3r2Q w - - 0 1";
    EXPECT_EQ(refusal(queens, "Qxe1"), SanError::ambiguous);
    EXPECT_EQ(refusal(queens, "Qhxe1"), SanError::ambiguous);
    EXPECT_EQ(refusal(queens, "Q4xe1"), SanError::ambiguous);
}

TEST(San, TheKingMustNotBeLeftInCheck) {
    EXPECT_EQ(refusal("4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1", "Nc3"), SanError::leaves_king_in_check) << "pinned";
    EXPECT_EQ(refusal("4r2k/8/8/8/8/8/8/N3K3 w - - 0 1", "Nb3"), SanError::leaves_king_in_check) << "in check";
    EXPECT_EQ(refusal("4r2k/8/8/8/8/8/8/N3K3 w - - 0 1", "Ke2"), SanError::leaves_king_in_check);
    EXPECT_EQ(refusal("4r2k/8/8/8/8/3n4/8/R3K3 w - - 0 1", "Ra3"), SanError::leaves_king_in_check) << "double check";
    EXPECT_EQ(coordinate_refusal("4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2c3"), SanError::leaves_king_in_check);
}

TEST(San, ACaptureNeedsAVictim) {
    EXPECT_EQ(refusal(start, "Nxf3"), SanError::nothing_to_capture);
    EXPECT_EQ(refusal(start, "xe4"), SanError::nothing_to_capture);
    EXPECT_EQ(refusal(start, "exd3"), SanError::no_such_move);
}

TEST(San, APromotionMustSayToWhatAndNothingElsePromotes) {
    constexpr std::string_view fen = "3n3k/4P3/8/8/8/8/8/K7 w - - 0 1";
    EXPECT_EQ(refusal(fen, "e8"), SanError::missing_promotion);
    EXPECT_EQ(refusal(fen, "exd8"), SanError::missing_promotion);
    EXPECT_EQ(coordinate_refusal(fen, "e7e8"), SanError::missing_promotion);
    EXPECT_EQ(refusal(start, "e4=Q"), SanError::not_a_promotion);
    EXPECT_EQ(refusal(start, "Nf3=N"), SanError::not_a_promotion);
    EXPECT_EQ(coordinate_refusal(start, "e2e4n"), SanError::not_a_promotion);
    EXPECT_EQ(coordinate_refusal(start, "g1f3q"), SanError::not_a_promotion);
}

TEST(San, CastlingSaysWhyNot) {
    EXPECT_EQ(refusal("r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1", "O-O"), SanError::castling_right_lost);
    EXPECT_EQ(refusal("r3k2r/8/8/8/8/8/8/R3K2R b KQk - 0 1", "O-O-O"), SanError::castling_right_lost);
    EXPECT_EQ(refusal(start, "O-O"), SanError::castling_blocked);
    EXPECT_EQ(refusal("4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", "O-O-O"), SanError::castling_blocked);
    EXPECT_EQ(refusal("4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "O-O"), SanError::castling_through_check);
    EXPECT_EQ(refusal("4k1r1/8/8/8/8/8/8/4K2R w K - 0 1", "O-O"), SanError::castling_through_check);
    EXPECT_EQ(refusal("4r1k1/8/8/8/8/8/8/4K2R w K - 0 1", "O-O"), SanError::castling_through_check);
    EXPECT_EQ(understood("1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "O-O-O"), "e1c1") << "b1 may be attacked";
    EXPECT_EQ(coordinate_refusal(start, "e1g1"), SanError::castling_blocked);
    EXPECT_EQ(coordinate_refusal("4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"), SanError::castling_through_check);
    EXPECT_EQ(coordinate_refusal("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "e1c1"), SanError::castling_right_lost);
}

TEST(San, EveryErrorHasItsOwnSentence) {
    std::set<std::string_view> seen;
    for (unsigned e = 0; e <= static_cast<unsigned>(SanError::castling_through_check); ++e) {
        const std::string_view text = to_text(static_cast<SanError>(e));
        EXPECT_FALSE(text.empty());
        EXPECT_NE(text, "unknown error");
        EXPECT_NE(text.back(), '.');
        EXPECT_TRUE(seen.insert(text).second) << text;
    }
}

}  // namespace
}  // namespace stackmate::test
