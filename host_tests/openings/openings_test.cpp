// The names of openings that programs link are those of the list, and are found by position, whatever the order of the moves.
#include "openings/openings.hpp"

#include "host_tests/support/source_dir.hpp"
#include "openings/embedded.hpp"
#include "workshop/openings/packer.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

namespace stackmate::test {
namespace {

using openings::Opening, openings::Table;

const Table table(stackmate_openings_file);

std::string the_list() {
    std::ifstream in(in_sources("openings/openings.txt"));
    return {std::istreambuf_iterator<char>(in), {}};
}

std::string words_of(const Opening& opening) {
    char text[openings::longest_text];
    return opening ? std::string(text, openings::write(text, opening)) : "";
}

std::vector<Move> moves_of(const std::string& text, Position p) {
    std::vector<Move> moves;
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        const SanResult found = parse_san(p, word);
        EXPECT_EQ(found.error, SanError::none) << word << " in " << text;
        if (found.error != SanError::none) break;
        moves.push_back(found.move);
        Undo undo;
        p.make(found.move, undo);
    }
    return moves;
}

std::string name_of(const std::string& text, std::string_view fen = Position::start_fen,
                    CastlingRules rules = CastlingRules::standard) {
    Position start;
    EXPECT_EQ(start.set_fen(fen, rules), FenError::none);
    const std::vector<Move> moves = moves_of(text, start);
    return words_of(table.of_game(start, [&](std::size_t ply) { return ply < moves.size() ? moves[ply] : Move{}; }));
}

TEST(Openings, ArePackedAsTheyAreInTheList) {
    const auto [file, error] = openings::pack(the_list());
    ASSERT_EQ(error, "");
    EXPECT_LE(file.size(), 20'000u);
    EXPECT_TRUE(std::equal(file.begin(), file.end(), stackmate_openings_file))
        << "stackmate_openings openings/openings.txt openings/openings.bin";
}

TEST(Openings, EachLineOfTheListLeadsToItsName) {
    std::string error;
    const auto lines = openings::read_list(the_list(), error);
    ASSERT_EQ(error, "");
    ASSERT_EQ(lines.size(), table.count());
    EXPECT_GT(lines.size(), 500u);
    Position start;
    start.set_start();
    for (const auto& line : lines) {
        const auto move_at = [&](std::size_t ply) { return ply < line.moves.size() ? line.moves[ply] : Move{}; };
        const Opening found = table.of_game(start, move_at);
        EXPECT_EQ(std::string(found.eco.data(), 3), line.eco) << line.name();
        EXPECT_EQ(found.family, line.family) << line.name();
        EXPECT_EQ(found.variation, line.variation) << line.name();
        EXPECT_LE(line.moves.size(), table.longest());
    }
}

TEST(Openings, AreFoundByOtherOrdersOfMoves) {
    const std::pair<const char*, const char*> games[] = {
        {"Nf3 Nf6 c4 g6 Nc3 Bg7 e4 d6 d4 O-O Be2 e5", "E92 King's Indian Defence: Classical Variation"},
        {"c4 Nf6 Nc3 e6 d4 Bb4", "E20 Nimzo-Indian Defence"},
        {"c4 e6 Nc3 d5 d4 Nf6 Nf3 c6", "D43 Semi-Slav Defence"},
        {"d4 Nf6 c4 e6 Nf3 d5 Nc3 c6", "D43 Semi-Slav Defence"},
        {"d4 d5 Nf3 Nf6 c4 c6 Nc3 e6", "D43 Semi-Slav Defence"},
        {"c4 c6 d4 d5", "D10 Slav Defence"},
        {"d4 e6 c4 d5", "D30 Queen's Gambit Declined"},
        {"c4 e6 d4 d5 Nc3 Nf6", "D35 Queen's Gambit Declined: Normal Defence"},
        {"d4 e6 e4", "C00 French Defence"},
        {"d4 d5 e4 e6", "C00 French Defence"},
        {"d4 c6 e4 d5", "B12 Caro-Kann Defence"},
        {"e4 c6 c4 d5 exd5 cxd5 d4", "B13 Caro-Kann Defence: Panov Attack"},
        {"d4 d6 e4 Nf6 Nc3 g6", "B07 Pirc Defence: with g6"},
        {"d4 g6 e4 Bg7", "B06 Modern Defence: Main Line"},
        {"Nf3 c5 e4 Nc6 d4 cxd4 Nxd4 Nf6 Nc3 d6", "B56 Sicilian Defence: Classical Variation"},
        {"e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 e6", "B44 Sicilian Defence: Taimanov Variation"},
        {"e4 e5 Bc4 Nc6 Nf3 Nf6", "C55 Italian Game: Two Knights Defence"},
        {"e4 e5 Nc3 Nf6 Nf3 Nc6", "C47 Four Knights Game"},
        {"Nf3 Nc6 e4 e5 Bb5", "C60 Ruy Lopez"},
        {"e4 e5 Nf3 Nf6 d4 exd4 Bc4 Nc6 O-O Bc5", "C55 Italian Game: Max Lange Attack"},
        {"c4 e6 Nf3 Nf6 d4 d5 g3 Be7 Bg2", "E06 Catalan Opening: Closed Variation"},
        {"Nf3 d5 d4 Nf6 Bf4", "D02 London System"},
        {"g3 Nf6 Bg2 d5 Nf3 c6 O-O Bg4", "A07 King's Indian Attack: Yugoslav Variation"},
        {"Nf3 f5 d4 Nf6 g3 e6 Bg2 Be7 c4 O-O O-O d5", "A92 Dutch Defence: Stonewall Variation"},
    };
    for (const auto& [moves, name] : games) EXPECT_EQ(name_of(moves), name) << moves;
}

TEST(Openings, AGameThatLeavesTheTableKeepsItsLastName) {
    EXPECT_EQ(name_of(""), "");
    EXPECT_EQ(name_of("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 Kf8 h3 Kg8"), "C88 Ruy Lopez: Closed");
    EXPECT_EQ(name_of("e4 e5 Ke2 Ke7 Ke1 Ke8"), "C20 King's Pawn Game")
        << "castling is lost, so the position is another one";
    EXPECT_EQ(name_of("Nf3 Nf6 Ng1 Ng8"), "A05 Zukertort Opening: Indian Variation")
        << "the start position has no name";
    std::string shuffle;
    for (unsigned i = 0; i < table.longest(); ++i) shuffle += i % 2 == 0 ? "Nf3 Nf6 " : "Ng1 Ng8 ";
    EXPECT_EQ(name_of(shuffle + "e4"), "A05 Zukertort Opening: Indian Variation") << "later than all lines";
}

TEST(Openings, GamesWithAnotherStartHaveNoName) {
    EXPECT_EQ(name_of("e5 Nf3", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"), "");
    EXPECT_EQ(name_of("e4 e5", Position::start_fen, CastlingRules::chess960), "");
    Position p;
    ASSERT_EQ(p.set_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", CastlingRules::chess960),
              FenError::none);
    EXPECT_FALSE(table.at(p));
    ASSERT_EQ(p.set_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"), FenError::none);
    EXPECT_EQ(words_of(table.at(p)), "B00 King's Pawn Game");
}

TEST(Openings, AListIsRefusedWithTheReason) {
    const auto refusal = [](const std::string& list) { return openings::pack(list).error; };
    EXPECT_EQ(refusal("# none\nB00 King's Pawn Game; e4\n"), "");
    for (const auto& [list, why] :
         {std::pair{"B00 A; e4\nB01 A; e4 Ke3\n", "Ke3: "},
          {"F00 A; e4\n", "A00 to E99"},
          {"B00 A: e4\n", "no code, name and moves"},
          {"B00 A; \n", "no moves"},
          {"B00 A; e2e4\n", "not"},
          {"A04 A; Ngf3\n", "not the shortest form"},
          {"B00 \"A\"; e4\n", "PGN"},
          {"A40 A: B; d4 Nf6 c4\nA15 C; c4 Nf6 d4\n", "A40 A: B and A15 C: : the same position"}})
        EXPECT_NE(refusal(list).find(why), std::string::npos) << list << refusal(list);
    EXPECT_NE(refusal("B00 " + std::string(openings::longest_names + 1, 'x') + "; e4\n").find("too long"),
              std::string::npos);
}

}  // namespace
}  // namespace stackmate::test
