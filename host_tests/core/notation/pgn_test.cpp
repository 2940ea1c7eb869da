#include "core/notation/pgn.hpp"
#include "core/notation/move_text.hpp"
#include "host_tests/core/playout.hpp"

namespace stackmate::test {
namespace {

struct PgnTest : testing::Test {
    std::array<Move, 600> memory{};
    GameRecord record{memory};

    void play(const std::string& text) {
        std::istringstream words(text);
        for (std::string word; words >> word;) {
            const SanResult r = parse_move(record.position(), word);
            ASSERT_TRUE(r.move) << word << ": " << to_text(r.error);
            ASSERT_EQ(record.push(r.move), RecordError::none) << word;
        }
    }
    static std::string pieces(PgnWriter& writer, int most = 10'000) {
        std::string text;
        for (; !writer.done() && most != 0; --most) {
            std::array<char, 256> piece;
            piece.fill('#');
            const char* const end = writer.write(piece.data());
            const auto size = static_cast<std::size_t>(end - piece.data());
            EXPECT_LE(size, PgnWriter::max_piece);
            text.append(piece.data(), size);
        }
        return text;
    }
    std::string pgn(const PgnTags& tags = {}) {
        PgnWriter writer;
        writer.begin(record, tags);
        return pieces(writer);
    }
};

TEST_F(PgnTest, AMateInFourIsWrittenWithItsTags) {
    record.restart();
    play("e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#");
    EXPECT_EQ(pgn({.event = "Game on a board", .white = "Ann", .black = "Stackmate", .result = "1-0"}),
              "[Event \"Game on a board\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"-\"]\n[White \"Ann\"]\n"
              "[Black \"Stackmate\"]\n[Result \"1-0\"]\n\n"
              "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n");
}

TEST_F(PgnTest, AGameFromAnotherPositionSaysWhichAndBeginsWithBlacksMove) {
    ASSERT_EQ(record.restart("4k3/8/8/8/8/8/4P3/4K3 b - - 3 17"), FenError::none);
    play("Kd7 e4 Kd6");
    const std::string text = pgn();
    EXPECT_NE(text.find("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 3 17\"]\n\n17... Kd7 18. e4 Kd6 *\n\n"),
              std::string::npos)
        << text;
}

TEST_F(PgnTest, NoLineIsLongerThanEightyCharactersAndNoWordIsBroken) {
    record.restart();
    for (int i = 0; i < 148; ++i)
        ASSERT_EQ(record.push(wander(record.position(), record.history())), RecordError::none);
    std::istringstream lines(pgn());
    std::size_t moves = 0, longest = 0;
    for (std::string line; std::getline(lines, line);) {
        longest = std::max(longest, line.size());
        EXPECT_FALSE(line.ends_with(' ')) << line;
        std::istringstream words(line);
        for (std::string word; words >> word;) moves += word[0] == 'N';
    }
    EXPECT_EQ(moves, 148u);
    EXPECT_LE(longest, 79u);
    EXPECT_GT(longest, 60u);
}

struct Named : NothingMore {
    static char* write_opening(char* out, const Position& start) {
        return PgnWriter::write_tag(out, "Opening", start.side() == Color::black ? "Ours" : "Theirs");
    }
};

TEST_F(PgnTest, FurtherTagsFollowThoseOfTheStart) {
    ASSERT_EQ(record.restart("4k3/8/8/8/8/8/4P3/4K3 b - - 3 17"), FenError::none);
    PgnWriter writer;
    writer.begin(record, {});
    std::string text;
    const auto no_move = [](std::size_t) { return Move{}; };
    while (!writer.done()) {
        char piece[PgnWriter::max_piece];
        text.append(piece, static_cast<std::size_t>(writer.write(piece, no_move, Named{}) - piece));
    }
    EXPECT_TRUE(text.ends_with("- 3 17\"]\n[Opening \"Ours\"]\n\n*\n\n")) << text;
}

TEST_F(PgnTest, NoGameYetIsAGameWithoutMoves) {
    record.restart();
    EXPECT_TRUE(pgn().ends_with("[Result \"*\"]\n\n*\n\n"));
}

TEST_F(PgnTest, ATagThatIsTooLongIsCutAndNothingElseSuffers) {
    record.restart();
    const std::string name(200, 'x');
    EXPECT_NE(pgn({.white = name}).find("[White \"" + std::string(64, 'x') + "\"]\n"), std::string::npos);
}

struct Times : NothingMore {
    static char* write_time_control(char* out) { return PgnWriter::write_tag(out, "TimeControl", "300+3"); }
    static std::uint32_t clock_after(std::size_t ply) { return ply == 0 ? 303'999u : ply == 1 ? no_clock : 3'602'000u; }
};

TEST_F(PgnTest, ClocksAreCommentsAndNumbersStandBehindThem) {
    record.restart();
    play("e4 e5 Nf3");
    PgnWriter writer;
    writer.begin(record, {});
    std::string text;
    while (!writer.done()) {
        char piece[PgnWriter::max_piece];
        const auto move = [&](std::size_t ply) { return ply < 3 ? record.moves()[ply] : Move{}; };
        text.append(piece, static_cast<std::size_t>(writer.write(piece, move, Times{}) - piece));
    }
    EXPECT_NE(text.find("[Result \"*\"]\n[TimeControl \"300+3\"]\n\n"), std::string::npos) << text;
    EXPECT_TRUE(text.ends_with("\n1. e4 {[%clk 0:05:03]} 1... e5 2. Nf3 {[%clk 1:00:02]} *\n\n")) << text;
}

TEST_F(PgnTest, MovesMadeWhileItIsWrittenAreWrittenToo) {
    record.restart();
    play("e4 e5");
    PgnWriter writer;
    writer.begin(record, {});
    std::string text = pieces(writer, 11);
    play("Nf3");
    text += pieces(writer);
    EXPECT_TRUE(text.ends_with("\n1. e4 e5 2. Nf3 *\n\n")) << text;
}

TEST_F(PgnTest, MovesTakenBackWhileItIsWrittenEndIt) {
    record.restart();
    play("e4 e5 Nf3 Nc6");
    PgnWriter writer;
    writer.begin(record, {});
    std::string text = pieces(writer, 13);
    for (int i = 0; i < 3; ++i) ASSERT_EQ(record.take_back(), RecordError::none);
    play("c5");
    text += pieces(writer);
    EXPECT_TRUE(text.ends_with("\n1. e4 e5 2. Nf3 *\n\n")) << text;
    EXPECT_TRUE(writer.done());
}

}  // namespace
}  // namespace stackmate::test
