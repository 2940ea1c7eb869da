#include "firmware/hosts/line_owner.hpp"

#include "host_tests/firmware/hosts/talk.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace stackmate::firmware {
namespace {

using namespace std::string_literals;

template <class H>
constexpr Protocol number_of = Protocols::protocol_of<H>;

/// A line, and what of it the shell gets.
struct Line {
    void say(std::string_view bytes) {
        for (const char c : bytes) {
            heard();
            hosts.take(c, now, [this](char passed) { shell += passed; });
        }
        heard();
    }
    void heard() {
        test::Paper paper;
        while (paper.text.size() < 2000 && hosts.say(HostView{position, occupied_squares(position), now}, paper)) {}
        answers += paper.text;
    }
    Protocols hosts{};
    Position position{[] {
        Position start;
        start.set_start();
        return start;
    }()};
    std::string shell, answers;
    std::uint32_t now = 1;
};

constexpr std::string_view uci_session =
    "uci\nsetoption name Hash value 1\nisready\nposition startpos moves e2e4\ngo depth "
    "1\nstop\nboard\nbench\ns\n\n\r\nd\r\nstatus\nbegone\nVery\n";

TEST(LineOwner, WhatAProgramSaysReachesTheShellAsItIs) {
    Line line;
    line.say(uci_session);
    EXPECT_EQ(line.shell, uci_session);
    EXPECT_EQ(line.hosts.speaker(), Protocol::uci);
    EXPECT_EQ(line.answers, "");
}

TEST(LineOwner, AByteOfNoiseDoesNotHideAWord) {
    Line line;
    line.say("\xffuci\nisready\n\xf8\x80isready\n");
    EXPECT_EQ(line.shell, "\xffuci\nisready\n\xf8\x80isready\n");
    EXPECT_EQ(line.hosts.speaker(), Protocol::uci);
}

TEST(LineOwner, AFirstWordOfTwoLettersIsKeptBackNoLongerThanItMayBeAnother) {
    Line line;
    line.say("st");
    EXPECT_EQ(line.shell, "st") << "'s' begins 'side' as well, 'st' nothing but the shell's";
}

TEST(LineOwner, EachIsRecognisedByWhatItSaysFirstAndHearsAllOfIt) {
    Line millennium;
    millennium.say("\xd6\xb5\xb6");
    EXPECT_EQ(millennium.hosts.speaker(), number_of<ChessLink>);
    EXPECT_EQ(millennium.answers.substr(0, 1), "v");
    Line certabo;
    certabo.say("U\xaaU\xaaU\xaaU\xaa");
    EXPECT_EQ(certabo.hosts.speaker(), number_of<Certabo>);
    EXPECT_TRUE(certabo.hosts.lights());
    Line app;
    app.say("feature moved\nfeature msg\n");
    EXPECT_EQ(app.hosts.speaker(), number_of<Peripheral>);
    EXPECT_EQ(app.answers, "ok\nnok\n");
    EXPECT_EQ(millennium.shell + certabo.shell + app.shell, "");
}

TEST(LineOwner, AnotherIsRecognisedAtTheBeginningOfALine) {
    Line line;
    line.say("uci\nisready\nV56");
    EXPECT_EQ(line.hosts.speaker(), number_of<ChessLink>);
    EXPECT_EQ(line.shell, "uci\nisready\n");
}

TEST(LineOwner, InsideALineNobodyElseIsHeard) {
    Line line;
    line.say("setoption name V56 value begin \xff\xff\xff\xff\xff\xff\xff\xff\n");
    EXPECT_EQ(line.hosts.speaker(), Protocol::uci);
}

TEST(LineOwner, UciTakesTheLineBack) {
    for (const std::string& first : {"V56"s, "U\xaaU\xaaU\xaaU\xaa"s, "feature moved\n"s}) {
        Line line;
        line.say(first);
        ASSERT_NE(line.hosts.speaker(), Protocol::uci);
        line.say("uci\nisready\n");
        EXPECT_EQ(line.hosts.speaker(), Protocol::uci);
        EXPECT_EQ(line.shell, "uci\nisready\n");
        EXPECT_FALSE(line.hosts.lights());
    }
    Line line;
    line.say("V56");
    line.say("ucx\nxuci uci");
    EXPECT_EQ(line.hosts.speaker(), number_of<ChessLink>) << "a whole line";
}

TEST(LineOwner, UciTakesTheLineBackFromAHostThatWasTornOffInTheMiddle) {
    // A UART does not say that a program has gone; the next one may come before the session has ended.
    for (const auto& [first, torn] : {std::pair{"V56"s, "L32"s}, std::pair{"U\xaaU\xaaU\xaaU\xaa"s, "U\xaaU"s},
                                      std::pair{"feature moved\n"s, "feature mo"s}}) {
        Line line;
        line.say(first);
        line.say(torn);
        ASSERT_NE(line.hosts.speaker(), Protocol::uci);
        line.now += 100;
        line.say("uci\nisready\n");
        EXPECT_EQ(line.shell, "uci\nisready\n") << torn;
    }
}

TEST(LineOwner, ASessionsEndForgetsWhoSpokeAndWhatWasBegun) {
    Line line;
    line.say("V56");
    line.hosts.reset(Protocol::automatic);
    EXPECT_EQ(line.hosts.speaker(), Protocol::uci);
    line.say("\x55\xaa\x55");
    line.hosts.reset(Protocol::automatic);
    line.say("uci\n");
    EXPECT_EQ(line.shell, "uci\n");
}

TEST(LineOwner, ASettingFixesWhoIsHeard) {
    Line only_uci;
    only_uci.hosts.reset(Protocol::uci);
    only_uci.say("V56\n");
    EXPECT_EQ(only_uci.shell, "V56\n");
    Line certabo;
    certabo.hosts.reset(number_of<Certabo>);
    certabo.now += 1000;
    certabo.heard();
    EXPECT_EQ(certabo.answers.substr(0, 1), ":") << "a client that only listens";
    certabo.say("uci\n");
    EXPECT_EQ(certabo.shell, "uci\n") << "or nobody could mend the setting";
}

TEST(LineOwner, WhatWasStoredKeepsItsMeaning) {
    EXPECT_EQ(Protocol{2}, number_of<ChessLink>);
    EXPECT_EQ(Protocol{3}, number_of<Certabo>);
    EXPECT_EQ(Protocol{4}, number_of<Peripheral>);
    const std::array<std::string_view, 5> names{"auto", "uci", "chesslink", "certabo", "peripheral"};
    EXPECT_TRUE(std::ranges::equal(Protocols::names, names)) << "only more may come";
}

TEST(LineOwner, ASettingOfAProtocolThatIsNotHereMeansAnybody) {
    for (unsigned stored = Protocols::names.size(); stored < 256; ++stored) {
        Line line;
        line.hosts.reset(static_cast<Protocol>(stored));
        EXPECT_EQ(line.hosts.speaker(), Protocol::uci);
        line.say("V56");
        EXPECT_EQ(line.hosts.speaker(), number_of<ChessLink>);
    }
}

}  // namespace
}  // namespace stackmate::firmware
