#include "firmware/polled_chess_board.hpp"

#include "core/engine/config.hpp"
#include "hal/fake/flash.hpp"
#include "host_tests/firmware/hands.hpp"
#include "host_tests/support/instances.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace stackmate::firmware {
namespace {

using test::square;

/// The fewest parts that make a board.
struct BareParts {
    static constexpr std::string_view name = "bare";

    int read() {
        if (unread.empty()) return -1;
        const int byte = static_cast<unsigned char>(unread.front());
        unread.erase(0, 1);
        return byte;
    }
    std::size_t write(std::string_view text) {
        said += text;
        return text.size();
    }
    std::uint32_t now_ms() { return ms; }
    std::uint64_t squares() {
        ++looks;
        return standing;
    }
    void show(std::span<const hal::Colour, 64> leds) {
        ++pictures;
        most_ma = std::max(most_ma, hal::current_ma(leds, {.limit_ma = 0}));
        for (unsigned i = 0; i < 64; ++i) {
            peak[i].red = std::max(peak[i].red, leds[i].red);
            peak[i].green = std::max(peak[i].green, leds[i].green);
            peak[i].blue = std::max(peak[i].blue, leds[i].blue);
        }
    }

    std::string unread{};
    std::string said{};
    std::uint32_t ms = 0xfffffff0;
    std::uint64_t standing = test::start_board;
    std::uint32_t looks = 0, pictures = 0, most_ma = 0;
    std::array<hal::Colour, 64> peak{};  ///< of each LED since the last look
};

struct RichParts : BareParts {
    static constexpr unsigned button_count = 2;
    static constexpr bool has_book = true;
    static constexpr bool has_hosts = false;
    static constexpr hal::Supply led_supply{.limit_ma = 100};
    using Chain = hal::ChainInSerpentines;

    std::uint8_t buttons() { return down; }

    std::uint8_t down = 0;
    hal::fake::Flash<16, 1024, 8> flash{};
};

static_assert(hal::ChessBoard<detail::PolledSquares<BareParts>>);
static_assert(hal::ChessBoard<detail::PolledSquares<RichParts>>);
static_assert(!OffersBook<detail::PolledSquares<BareParts>> && OffersHosts<detail::PolledSquares<BareParts>>);
static_assert(OffersBook<detail::PolledSquares<RichParts>> && !OffersHosts<detail::PolledSquares<RichParts>>);

template <class Parts>
class PolledFixture : public testing::Test {
protected:
    using App = PolledChessBoard<Tiny, Parts>;

    void pass(std::uint32_t ms) {
        for (; ms != 0; --ms) {
            ++parts.ms;
            app->poll();
        }
    }
    void say(std::string_view line) {
        parts.unread += line;
        parts.unread += '\n';
        pass(20);
    }
    void toggle(std::string_view name, std::uint32_t ms = 300) {
        parts.standing ^= std::uint64_t{1} << square(name);
        pass(ms);
    }
    void make(std::string_view move) {
        const std::string_view to = move.substr(2, 2);
        if ((parts.standing >> square(to) & 1) != 0) toggle(to);
        toggle(move.substr(0, 2));
        toggle(to, 1000);
    }
    /// The move that the lights ask for: two blue squares, which alternate.
    std::string asked_move() {
        parts.peak = {};
        pass(2048);
        std::optional<unsigned> from, to;
        for (unsigned i = 0; i < 64; ++i) {
            const hal::Colour c = parts.peak[i];
            if (c.red != 0 || c.blue < 5 * c.green || c.green == 0) continue;
            (c.blue > 12 * c.green ? from : to) = i;
        }
        if (!from || !to) return "none";
        char text[4];
        write_square(text, from_index64(*from));
        write_square(text + 2, from_index64(*to));
        return {text, 4};
    }
    [[nodiscard]] bool has_said(std::string_view text) const { return parts.said.find(text) != std::string::npos; }

    Parts parts{};
    std::unique_ptr<App> app = std::make_unique<App>(parts);
};

using PolledChessBoardTest = PolledFixture<BareParts>;
using PolledRichBoardTest = PolledFixture<RichParts>;

TEST_F(PolledChessBoardTest, AGameIsPlayedByLightsAndTheLineTellsIt) {
    pass(2000);
    EXPECT_TRUE(has_said("Stackmate " STACKMATE_VERSION " on bare\n"));
    say("board level d1");
    const std::array moves{"e2e4", "g1f3", "a2a3"};
    for (unsigned i = 0; i < moves.size(); ++i) {
        const std::string number = std::to_string(i + 1);
        make(moves[i]);
        EXPECT_TRUE(has_said("board move " + number + ". ")) << parts.said;
        const std::string answer = asked_move();
        ASSERT_NE(answer, "none") << parts.said;
        make(answer);
        EXPECT_TRUE(has_said("board move " + number + "... ") && has_said(answer + "\n")) << answer << parts.said;
    }
}

TEST_F(PolledChessBoardTest, TheLineIsAnsweredMeanwhile) {
    pass(2000);
    say("isready");
    EXPECT_TRUE(has_said("readyok\n"));
    say("position startpos moves f2f3 e7e5 g2g4");
    say("go depth 2");
    pass(2000);
    EXPECT_TRUE(has_said("bestmove d8h4")) << parts.said;
}

TEST_F(PolledChessBoardTest, SquaresAreReadAndPicturesShownInTurnsOfTheirOwn) {
    pass(2000);
    const std::uint32_t looks = parts.looks, pictures = parts.pictures;
    for (int i = 0; i != 100; ++i) app->poll();  // time stands still
    EXPECT_LE(parts.looks, looks + 1);
    EXPECT_LE(parts.pictures, pictures + 1);
    pass(800);
    EXPECT_EQ(parts.looks, looks + 100);
    EXPECT_NEAR(parts.pictures - pictures, 50, 2);
}

TEST_F(PolledChessBoardTest, WithoutAFlashNothingIsReportedAsUnsaved) {
    pass(2000);
    make("e2e4");
    EXPECT_TRUE(has_said("board move 1. e4 e2e4"));
    EXPECT_FALSE(has_said("error")) << parts.said;
    app = std::make_unique<App>(parts);
    pass(2000);
    EXPECT_FALSE(has_said("a saved game is there"));
}

TEST_F(PolledRichBoardTest, AGameInTheFlashIsOfferedAfterARestart) {
    pass(2000);
    make("e2e4");
    EXPECT_FALSE(has_said("error")) << parts.said;
    app = std::make_unique<App>(parts);
    parts.said.clear();
    pass(2000);
    EXPECT_TRUE(has_said("info string board a saved game is there\n")) << parts.said;
}

TEST_F(PolledRichBoardTest, ButtonsAreDebounced) {
    pass(2000);
    parts.down = 2;
    pass(8);
    parts.down = 0;
    pass(100);
    EXPECT_FALSE(has_said("board hint")) << "too short to be a push";
    parts.down = 2;
    pass(50);
    parts.down = 0;
    pass(3000);
    EXPECT_TRUE(has_said("board hint: ")) << parts.said;
}

TEST_F(PolledRichBoardTest, TheLedsStayWithinTheirSupplyAndInTheirOrder) {
    pass(2000);
    parts.peak = {};
    toggle("e2", 2048);
    EXPECT_NE(parts.peak[square("e3")], hal::Colour{});
    EXPECT_NE(parts.peak[square("d4")], hal::Colour{}) << "rank 4 runs from h to a";
    EXPECT_EQ(parts.peak[square("e4")], hal::Colour{});
    toggle("e2");
    for (int part = 0; part != 3; ++part) say("board selftest");  // red, green and blue squares
    pass(2000);
    EXPECT_GT(parts.most_ma, 90u) << "or there was nothing to limit";
    EXPECT_LE(parts.most_ma, 100u);
}

}  // namespace
}  // namespace stackmate::firmware
