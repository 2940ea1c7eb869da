#include "firmware/hosts/certabo.hpp"

#include "host_tests/firmware/hosts/talk.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace stackmate::firmware {
namespace {

using Talk = test::Talk<Certabo>;
using namespace std::string_literals;

/// The numbers of a line as a client reads it: without the colon in front and the last three characters.
std::vector<std::string> chips(const std::string& line) {
    std::vector<std::string> found;
    if (line.size() < 4 || line.front() != ':' || line.substr(line.size() - 3) != " \r\n") return found;
    std::istringstream numbers{line.substr(1, line.size() - 4)};
    std::vector<std::string> all;
    for (std::string number; numbers >> number;) all.push_back(number);
    if (all.size() != 320) return found;
    for (std::size_t i = 0; i < 320; i += 5)
        found.push_back(all[i] + all[i + 1] + all[i + 2] + all[i + 3] + all[i + 4]);
    return found;
}
std::size_t from_a8(std::string_view square) {
    return static_cast<std::size_t>(8 * ('8' - square[1]) + square[0] - 'a');
}
bool is_empty(const std::string& chip) {
    std::size_t zeros = 0;
    for (const char c : chip) zeros += c == '0';
    return zeros > 2;
}

TEST(Certabo, ALineHas320NumbersFiveTimesASecond) {
    Talk talk;
    (void)talk.after(200);
    EXPECT_EQ(talk.after(199), "");
    const std::string line = talk.after(1);
    EXPECT_EQ(line.size(), 643u);
    EXPECT_EQ(chips(line).size(), 64u);
}

TEST(Certabo, TheStartingPositionTeachesAClientTwelveKindsOfChips) {
    Talk talk;
    const auto all = chips(talk.after(200));
    ASSERT_EQ(all.size(), 64u);
    const std::string placement = "rnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR";
    std::map<char, std::set<std::string>> by_kind;
    std::set<std::string> pieces;
    for (std::size_t i = 0; i < 64; ++i) {
        ASSERT_EQ(is_empty(all[i]), placement[i] == '.') << i;
        by_kind[placement[i]].insert(all[i]);
        pieces.insert(all[i]);
    }
    EXPECT_EQ(pieces.size(), 13u) << "no two kinds share one";
    for (const auto& [kind, chip] : by_kind) EXPECT_EQ(chip.size(), 1u) << kind;
}

TEST(Certabo, APieceKeepsItsChipWhereverItGoesAndANewQueenHasTheQueens) {
    Talk talk;
    const auto start = chips(talk.after(200));
    talk.play("g1f3");
    EXPECT_EQ(chips(talk.after(200))[from_a8("f3")], start[from_a8("g1")]);
    ASSERT_EQ(talk.position.set_fen("8/4P1k1/8/8/8/8/6K1/8 w - - 0 1"), FenError::none);
    talk.play("e7e8q");
    EXPECT_EQ(chips(talk.after(200))[from_a8("e8")], start[from_a8("d1")]);
    talk.lift("e8");
    EXPECT_TRUE(is_empty(chips(talk.after(200))[from_a8("e8")]));
}

TEST(Certabo, ALineComesInPartsThatFitAShortQueue) {
    Talk talk;
    std::string line;
    for (int part = 0; part < 8; ++part) {
        test::Paper paper;
        paper.free = 83;
        talk.now += part == 0 ? 200 : 1;
        ASSERT_TRUE(talk.host.say(HostView{talk.position, talk.occupied, talk.now}, paper));
        line += paper.text;
    }
    EXPECT_EQ(chips(line).size(), 64u);
    test::Paper paper;
    paper.free = 82;
    talk.now += 200;
    EXPECT_FALSE(talk.host.say(HostView{talk.position, talk.occupied, talk.now}, paper));
}

TEST(Certabo, AFrameOfEightBytesLightsSquares) {
    Talk talk;
    EXPECT_FALSE(talk.host.lights()) << "until there was one the lights are the game's";
    (void)talk.say("\x80\0\0\0\x10\0\0\x01"s);
    const SquareSet lit = square_set(Square::h8) | square_set(make_square(4, 3)) | square_set(Square::a1);
    EXPECT_EQ(talk.host.lights(), (HostLights{lit, lit}));
    (void)talk.say("\0\0\0\0\0\0\0\0"s);
    EXPECT_EQ(talk.host.lights(), HostLights{});
}

TEST(Certabo, APauseEndsABrokenFrame) {
    Talk talk;
    (void)talk.say("\xff\xff\xff"s);
    talk.now += 51;
    (void)talk.say("\0\0\0\0\0\0\0\x02"s);
    EXPECT_EQ(talk.host.lights()->first, square_set(Square::a1) << 1);
}

TEST(Certabo, ItIsRecognisedByEightBytesThatAreNoText) {
    for (const std::string& frame :
         {"U\xaaU\xaaU\xaaU\xaa"s, "\xaaU\xaaU\xaaU\xaaU"s, "\0\0\0\0\0\0\0\0"s, "\xff\xff\0\0\0\0\xff\xff"s}) {
        for (std::size_t n = 0; n < 8; ++n) EXPECT_EQ(Certabo::recognises({frame.data(), n}), Likeness::perhaps) << n;
        EXPECT_EQ(Certabo::recognises(frame), Likeness::yes);
    }
    for (const std::string_view text : {"uci\n", "\n\n", "\r\n", "is", "V5", "\x7f\x08", "\xffuci\nisr"})
        EXPECT_EQ(Certabo::recognises(text), Likeness::no) << text;
}

TEST(Certabo, BytesAtRandomDoNoHarm) {
    ASSERT_NO_FATAL_FAILURE(test::babble<Certabo>(
        [](std::uint32_t choice) -> std::string_view {
            static const std::string all[] = {"U\xaaU\xaaU\xaaU\xaa"s, "\0\0\0\0\0\0\0\0"s, "uci\n"s};
            return all[choice % std::size(all)];
        },
        [](auto&, const HostRequest& request) { ASSERT_EQ(request.kind, HostRequest::Kind::none); }));
}

}  // namespace
}  // namespace stackmate::firmware
