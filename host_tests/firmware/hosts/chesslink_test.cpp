#include "firmware/hosts/chesslink.hpp"

#include "host_tests/firmware/hosts/talk.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <vector>
#include <string>

namespace stackmate::firmware {
namespace {

using Talk = test::Talk<ChessLink>;

/// With its check, without parity bits.
std::string block(std::string text) {
    unsigned sum = 0;
    for (const char c : text) sum ^= static_cast<unsigned char>(c);
    for (const unsigned digit : {sum >> 4, sum & 15u}) text += "0123456789ABCDEF"[digit];
    return text;
}
std::string with_parity(std::string text) {
    for (char& c : text)
        if (std::popcount(static_cast<unsigned char>(c)) % 2 == 0) c = static_cast<char>(c | 0x80);
    return text;
}

/// A client's LEDs, by its own way of drawing squares: nine columns from a8 down, 81 patterns.
struct Leds {
    /// As clients do that set the four corners, the later square over the earlier one.
    void set(std::string_view square, unsigned pattern) {
        each(square, [&](unsigned& led) { led = pattern; });
    }
    /// As clients do that add patterns.
    void add(std::string_view square, unsigned pattern) {
        each(square, [&](unsigned& led) { led |= pattern; });
    }
    template <class Do>
    void each(std::string_view square, Do&& act) {
        const unsigned file = static_cast<unsigned>(square[0] - 'a'), row = static_cast<unsigned>('8' - square[1]);
        for (const unsigned column : {file, file + 1})
            for (const unsigned led : {9 * column + row, 9 * column + row + 1}) act(leds[led]);
    }
    [[nodiscard]] std::string text() const {
        std::string all = "L20";
        for (const unsigned led : leds)
            for (const unsigned digit : {led >> 4, led & 15u}) all += "0123456789ABCDEF"[digit];
        return block(all);
    }
    unsigned leds[81] = {};
};

SquareSet squares(const std::vector<std::string_view>& names) {
    SquareSet set = 0;
    for (const std::string_view name : names) set |= square_set(square_from_text(name));
    return set;
}

HostLights shown(const Leds& leds) {
    Talk talk;
    (void)talk.say(leds.text());
    return talk.host.lights().value_or(HostLights{~SquareSet{0}, 0});
}

/// Says nothing unasked.
Talk silent() {
    Talk talk;
    (void)talk.say(block("W0201"));
    return talk;
}

TEST(ChessLink, TheVersionIsAnswered) { EXPECT_EQ(silent().say("V56"), block("v0001")); }

TEST(ChessLink, AnAnswerHasParityBitsIfTheCommandHad) {
    Talk talk = silent();
    EXPECT_EQ(talk.say("\xd6\xb5\xb6"), with_parity(block("v0001"))) << "V56";
    EXPECT_EQ(talk.say("V56"), block("v0001"));
}

TEST(ChessLink, TheBoardIsToldFromA8ToH1) {
    Talk talk = silent();
    EXPECT_EQ(talk.say("S53"), block("srnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR"));
    talk.play("e2e4");
    EXPECT_EQ(talk.say("S53"), block("srnbqkbnrpppppppp....................P...........PPPP.PPPRNBQKBNR"));
}

TEST(ChessLink, APieceInTheAirIsNowhereAndOnItsNewSquareAtOnce) {
    Talk talk = silent();
    talk.lift("g1");
    EXPECT_EQ(talk.say("S53"), block("srnbqkbnrpppppppp................................PPPPPPPPRNBQKB.R"));
    talk.put("f3");
    EXPECT_EQ(talk.say("S53"), block("srnbqkbnrpppppppp.............................N..PPPPPPPPRNBQKB.R"));
}

TEST(ChessLink, WhatIsBrokenIsNotAnswered) {
    Talk talk = silent();
    for (const std::string_view broken :
         {"V57", "V5", "V 56", "v56", "56", "S52", "W02014F", "R0262", "R0G", "L00", "\xff"})
        EXPECT_EQ(talk.say(broken), "") << broken;
    EXPECT_EQ(talk.say("S5V56"), block("v0001")) << "a command begins anew wherever it begins";
    EXPECT_EQ(talk.say("VV56"), block("v0001"));
    Leds leds;
    leds.set("e4", 0xff);
    std::string text = leds.text();
    text[60] ^= 1;
    EXPECT_EQ(talk.say(text), "");
    EXPECT_FALSE(talk.host.lights());
}

TEST(ChessLink, RegistersAreReadAndWrittenAndAnswersTellWhatIsKept) {
    Talk talk = silent();
    EXPECT_EQ(talk.say(block("R01")), block("r0114")) << "a scan takes 20 times 2.048 ms";
    EXPECT_EQ(talk.say(block("W0130")), block("w0130"));
    EXPECT_EQ(talk.say(block("R01")), block("r0130"));
    EXPECT_EQ(talk.say(block("W0105")), block("w0114")) << "too fast: as at the start";
    EXPECT_EQ(talk.say(block("W0001")), block("w0000")) << "the check cannot be switched off";
    EXPECT_EQ(talk.say(block("W1234")), block("w1200")) << "there is no such register";
    EXPECT_EQ(talk.say(block("RFF")), block("rFF00"));
}

TEST(ChessLink, ARestartIsNotAnsweredAndForgets) {
    Talk talk;
    (void)talk.say(block("W0130"));
    Leds leds;
    leds.set("e4", 0xff);
    (void)talk.say(leds.text());
    (void)talk.heard();
    EXPECT_EQ(talk.say("T54"), "");
    EXPECT_EQ(talk.host.lights(), HostLights{});
    EXPECT_EQ(talk.host.register_at(ChessLink::scan_time), 20);
}

TEST(ChessLink, ReportsComeAsTheRegisterSays) {
    const std::string start = block("srnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR");
    Talk talk;
    (void)talk.heard();
    EXPECT_EQ(talk.after(39), "");
    EXPECT_EQ(talk.after(1), start) << "each scan of 40 ms";
    EXPECT_EQ(talk.after(40), start);

    EXPECT_EQ(talk.say(block("W0203")), block("w0203"));
    EXPECT_EQ(talk.after(5000), "") << "nothing has changed";
    talk.lift("e2");
    EXPECT_NE(talk.after(1), "");
    EXPECT_EQ(talk.after(1000), "");

    EXPECT_EQ(talk.say(block("W0204")), block("w0204"));
    talk.put("e4");
    EXPECT_EQ(talk.heard(), "");
    EXPECT_EQ(talk.after(79), "") << "two scans";
    EXPECT_NE(talk.after(1), "");

    EXPECT_EQ(talk.say(block("W03F0")), block("w03F0"));
    EXPECT_EQ(talk.say(block("W0202")), block("w0202"));
    EXPECT_NE(talk.after(983), "");
    EXPECT_EQ(talk.after(900), "");
    EXPECT_NE(talk.after(83), "") << "240 times 4.096 ms";

    EXPECT_EQ(talk.say(block("W0201")), block("w0201"));
    talk.lift("e4");
    EXPECT_EQ(talk.after(60'000), "");
}

TEST(ChessLink, AnAnswerWaitsForRoom) {
    Talk talk = silent();
    for (const char c : {'V', '5', '6'}) talk.host.take(c, talk.now);
    EXPECT_TRUE(talk.host.busy());
    test::Paper paper;
    paper.free = 60;
    EXPECT_FALSE(talk.host.say(HostView{talk.position, talk.occupied, talk.now}, paper));
    EXPECT_EQ(paper.text, "");
    EXPECT_TRUE(talk.host.busy());
    EXPECT_EQ(talk.heard(), block("v0001"));
    EXPECT_FALSE(talk.host.busy());
}

TEST(ChessLink, BeforeAnyLedIsSetTheLightsAreTheGames) {
    Talk talk = silent();
    (void)talk.say("V56");
    EXPECT_FALSE(talk.host.lights());
    EXPECT_EQ(talk.say("X58"), block("x"));
    EXPECT_EQ(talk.host.lights(), HostLights{});
}

TEST(ChessLink, ALitSquareShinesAndItsNeighboursDoNot) {
    for (const std::string_view name : {"e4", "a1", "h8", "a8", "h1"}) {
        Leds leds;
        leds.set(name, 0xff);
        EXPECT_EQ(shown(leds), (HostLights{squares({name}), squares({name})})) << name;
    }
}

TEST(ChessLink, TheSquareBetweenTwoIsNotMeant) {
    for (const unsigned pattern : {0xffu, 0x0fu, 0xaau}) {
        Leds leds;
        leds.set("e2", pattern);
        leds.set("e4", pattern);
        EXPECT_EQ(shown(leds).first, squares({"e2", "e4"})) << pattern;
        leds = {};
        leds.set("c5", pattern);
        leds.set("a5", pattern);
        EXPECT_EQ(shown(leds).first, squares({"a5", "c5"})) << pattern;
    }
    Leds leds;
    leds.set("e2", 0xf0);
    leds.set("e4", 0x0f);
    EXPECT_EQ(shown(leds), (HostLights{squares({"e2"}), squares({"e4"})})) << "they alternate";
}

TEST(ChessLink, NeighboursThatShareCornersAreBothMeant) {
    for (const auto& [from, to] :
         {std::pair{"e2", "e3"}, {"e3", "e2"}, {"d4", "e4"}, {"e4", "d4"}, {"e4", "d5"}, {"d5", "e4"}}) {
        Leds over;  // the later one's pattern stays in the corners that both have
        over.set(from, 0x0f);
        over.set(to, 0xf0);
        EXPECT_EQ(shown(over), (HostLights{squares({to}), squares({from})})) << from << to;
        Leds added;
        added.add(from, 0x80);
        added.add(to, 0x40);
        EXPECT_EQ(shown(added), (HostLights{squares({from}), squares({to})})) << from << to;
        Leds same;
        same.set(from, 0x33);
        same.set(to, 0x33);
        EXPECT_EQ(shown(same).first, squares({from, to})) << from << to;
    }
}

TEST(ChessLink, EveryMoveOfTwoSquaresIsUnderstood) {
    for (unsigned from = 0; from < 64; ++from)
        for (unsigned to = 0; to < 64; ++to) {
            if (from == to) continue;
            char names[4];
            write_square(write_square(names, from_index64(from)), from_index64(to));
            const SquareSet a = SquareSet{1} << from, b = SquareSet{1} << to;
            Leds over, same;
            over.set({names, 2}, 0x0f);
            over.set({names + 2, 2}, 0xf0);
            ASSERT_EQ(shown(over), (HostLights{b, a})) << std::string(names, 4);
            same.set({names, 2}, 0x0f);
            same.set({names + 2, 2}, 0x0f);
            ASSERT_EQ(shown(same).first, a | b) << std::string(names, 4);
        }
}

TEST(ChessLink, CastlingIsFourSquaresInARow) {
    using Names = std::vector<std::string_view>;
    for (const auto& [gone, come] : {std::pair<Names, Names>{{"e1", "h1"}, {"f1", "g1"}},
                                     {{"a1", "e1"}, {"c1", "d1"}},
                                     {{"e8", "h8"}, {"f8", "g8"}},
                                     {{"a8", "e8"}, {"c8", "d8"}}}) {
        Leds over;  // as a client draws what differs, file by file
        for (const char file : std::string_view{"abcdefgh"}) {
            for (const std::string_view name : gone)
                if (name[0] == file) over.set(name, 0x0f);
            for (const std::string_view name : come)
                if (name[0] == file) over.set(name, 0xf0);
        }
        EXPECT_EQ(shown(over), (HostLights{squares(come), squares(gone)}));
    }
}

TEST(ChessLink, AWholeBoardShines) {
    Leds leds;
    for (unsigned& led : leds.leds) led = 0xff;
    EXPECT_EQ(shown(leds), (HostLights{~SquareSet{0}, ~SquareSet{0}}));
}

TEST(ChessLink, ItIsRecognisedByAWholeBlockOrEightOfItsBytes) {
    for (const std::string& text :
         {block("V"), block("S"), block("X"), block("R02"), block("W0203"), std::string{"L2000000"}})
        for (const std::string& said : {text, with_parity(text)}) {
            for (std::size_t n = 1; n < said.size(); ++n)
                EXPECT_EQ(ChessLink::recognises({said.data(), n}), Likeness::perhaps) << text << n;
            EXPECT_EQ(ChessLink::recognises(said), Likeness::yes) << text;
        }
    for (const std::string_view text :
         {"u", "uci\n", "v56", "V57", "V\n", "Vx", "\xd6\x35\xb6", "board\n", "\n", "X5\xb8", "\xaaU"})
        EXPECT_EQ(ChessLink::recognises(text), Likeness::no) << text;
}

TEST(ChessLink, BytesAtRandomDoNoHarm) {
    ASSERT_NO_FATAL_FAILURE(test::babble<ChessLink>(
        [](std::uint32_t choice) -> std::string_view {
            static const std::string all[] = {block("V"),
                                              block("S"),
                                              block("X"),
                                              block("T"),
                                              block("W0203"),
                                              block("R04"),
                                              block("W01FF"),
                                              with_parity(block("W0200")),
                                              block("W0207"),
                                              Leds{}.text(),
                                              [] {
                                                  Leds leds;
                                                  leds.set("e2", 0x0f);
                                                  leds.add("e3", 0xf0);
                                                  return leds.text();
                                              }()};
            return all[choice % std::size(all)];
        },
        [](auto&, const HostRequest& request) { ASSERT_EQ(request.kind, HostRequest::Kind::none); }));
}

}  // namespace
}  // namespace stackmate::firmware
