// A GUI, the bridge and a board, each of which stops reading or speaking at every byte of a dialogue, for a while or for ever.
// Time is the test's own.
#include "bridge/proxy.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace {

using namespace stackmate::bridge;

constexpr std::string_view introduction =
    "id name Stackmate 1\nid author us\noption name OwnBook type check default true\nuciok\n";
constexpr Ms for_ever = 1'000'000'000;

constexpr std::size_t never = ~std::size_t{0};

/// Bytes on their way, which stop after so many.
struct Way {
    std::string waiting{};
    std::size_t gone = 0;      ///< bytes that have passed
    std::size_t stop = never;  ///< so many pass before it stops
    Ms stops_for = 0;
    Ms goes_on = -1;  ///< -1: has not stopped yet

    [[nodiscard]] std::size_t room(Ms now) {
        if (gone < stop) {
            return stop - gone;
        }
        goes_on = goes_on < 0 ? now + stops_for : goes_on;
        return now >= goes_on ? ~std::size_t{0} : 0;
    }
    /// Takes what may pass now from the front of `from`.
    std::string pass(std::string& from, Ms now) {
        const auto count = std::min(room(now), from.size());
        gone += count;
        auto passed = from.substr(0, count);
        from.erase(0, count);
        return passed;
    }
};

struct World {
    Way gui_speaks{}, gui_reads{}, board_speaks{}, board_reads{};
    bool board_notices = true;  ///< that the port was closed; on a UART it does not
    Ms now = 0;
    int turns = 0;

    // ---- the board
    bool open = false, searches = false, quit = false;
    std::string half{};

    void board_hears(std::string_view bytes) {
        for (const char byte : bytes) {
            if (byte != '\n') {
                half += byte;
                continue;
            }
            const auto line = std::exchange(half, {});
            auto& says = board_speaks.waiting;
            quit = line == "quit";
            if (line == "uci") {
                says += introduction;
            } else if (line == "isready") {
                says += "readyok\n";
            } else if (line.starts_with("go")) {
                says += "info depth 1 score cp 5 pv e7e5\ninfo depth 2 score cp 7 pv c7c5 g1f3\n";
                searches = true;
            } else if (line == "stop") {
                says += std::exchange(searches, false) ? "bestmove c7c5 ponder g1f3\n" : "";
            } else if (!line.empty() && !quit && !line.starts_with("setoption") && !line.starts_with("position")) {
                says += "info string error: unknown command\n";
            }
        }
    }
    void port_closed() {
        open = false;
        if (board_notices) {
            board_speaks.waiting.clear();
            half.clear();
            searches = false;
        }
    }

    // ---- the GUI: says a thing, waits for its answer, and gives that up after a long time
    struct Step {
        std::string_view says, awaits;
    };
    static constexpr Step script[]{
        {"uci\n", "uciok"},
        {"setoption name OwnBook value false\nisready\n", "readyok"},
        {"position startpos moves e2e4\ngo infinite\n", "info depth 2"},
        {"stop\n", "bestmove"},
        {"isready\n", "readyok"},
    };
    static constexpr Ms gui_patience = 180'000;
    std::size_t step = 0, heard_lines = 0;
    Ms said_at = 0;
    std::string heard{};
    std::vector<std::string> lines{};
    bool begun = false, ended = false;

    void gui_goes_on() {
        for (std::size_t end; (end = heard.find('\n')) != std::string::npos; heard.erase(0, end + 1)) {
            lines.push_back(heard.substr(0, end));
        }
        while (!ended) {
            if (begun) {
                const auto answered =
                    std::find_if(lines.begin() + static_cast<std::ptrdiff_t>(heard_lines), lines.end(),
                                 [&](const std::string& line) { return line.starts_with(script[step].awaits); });
                if (answered == lines.end() && now - said_at < gui_patience) {
                    return;
                }
                heard_lines = static_cast<std::size_t>(answered == lines.end() ? answered - lines.begin()
                                                                               : answered - lines.begin() + 1);
                ++step;
            }
            if (step == std::size(script)) {
                ended = true;  // it closes the bridge's input
                return;
            }
            begun = true;
            said_at = now;
            gui_speaks.waiting += script[step].says;
        }
    }
    [[nodiscard]] std::size_t count(std::string_view beginning) const {
        return static_cast<std::size_t>(
            std::ranges::count_if(lines, [&](const std::string& line) { return line.starts_with(beginning); }));
    }
};

/// What the bridge sees of it.
class TestOs {
public:
    using Came = Os::Came;
    using Wishes = Os::Wishes;

    explicit TestOs(World& world) : world_{world} {}

    [[nodiscard]] Ms now() const { return world_.now; }
    [[nodiscard]] std::vector<PortInfo> ports() const { return {}; }
    [[nodiscard]] Opened open(const std::string&, std::string&) {
        world_.open = true;
        return Opened::yes;
    }
    void close() {
        if (world_.open) {
            world_.port_closed();
        }
    }
    [[nodiscard]] bool is_open() const { return world_.open; }
    void wait(const Wishes& wishes, Ms limit) {
        if (++world_.turns > 100'000 || world_.now > 2'000'000) {
            throw std::runtime_error{"it hangs"};
        }
        world_.gui_goes_on();
        const auto moves = [&](Way& way, bool any) { return any && way.room(world_.now) != 0; };
        if ((wishes.read_gui && (moves(world_.gui_speaks, !world_.gui_speaks.waiting.empty()) || at_end()))
            || (wishes.read_port && world_.open && moves(world_.board_speaks, !world_.board_speaks.waiting.empty()))
            || (wishes.write_gui && world_.gui_reads.room(world_.now) != 0)
            || (wishes.write_port && world_.open && world_.board_reads.room(world_.now) != 0)) {
            return;
        }
        world_.now += std::clamp<Ms>(limit, 1, 1000);
    }
    [[nodiscard]] Came read_gui(std::string& to) {
        if (at_end()) {
            return Came::end;
        }
        const auto bytes = world_.gui_speaks.pass(world_.gui_speaks.waiting, world_.now);
        to += bytes;
        return bytes.empty() ? Came::nothing : Came::something;
    }
    [[nodiscard]] Came read_port(std::string& to) {
        const auto bytes = world_.board_speaks.pass(world_.board_speaks.waiting, world_.now);
        to += bytes;
        return bytes.empty() ? Came::nothing : Came::something;
    }
    [[nodiscard]] bool write_gui(std::string& text) {
        world_.heard += world_.gui_reads.pass(text, world_.now);
        world_.gui_goes_on();
        return true;
    }
    [[nodiscard]] bool write_port(std::string& text) {
        world_.board_hears(world_.board_reads.pass(text, world_.now));
        return true;
    }
    void tell(const std::string&) {}

private:
    [[nodiscard]] bool at_end() const { return world_.ended && world_.gui_speaks.waiting.empty(); }

    World& world_;
};

/// Its exit status.
int run(World& world) {
    Arguments arguments;
    arguments.task = Arguments::Task::bridge;
    arguments.port = "P";
    return Proxy<TestOs>{arguments, world}.run();
}

TEST(Proxy, CarriesADialogue) {
    World world;
    EXPECT_EQ(run(world), 0);
    EXPECT_EQ(world.lines, (std::vector<std::string>{
                               "id name Stackmate 1", "id author us", "option name OwnBook type check default true",
                               "uciok", "readyok", "info depth 1 score cp 5 pv e7e5",
                               "info depth 2 score cp 7 pv c7c5 g1f3", "bestmove c7c5 ponder g1f3", "readyok"}));
    EXPECT_TRUE(world.quit);
}

struct Stop {
    const char* who;
    Way World::* way;
};
class WhoStops : public testing::TestWithParam<Stop> {
protected:
    /// Does `check(world, status)` for every byte at which this way stops for so long.
    template <class Check>
    void at_every_byte(Ms stops_for, Check check) const {
        for (const bool notices : {true, false}) {
            World whole;
            whole.board_notices = notices;
            ASSERT_EQ(run(whole), 0);
            for (std::size_t byte = 0; byte <= (whole.*GetParam().way).gone; ++byte) {
                World world;
                world.board_notices = notices;
                (world.*GetParam().way).stop = byte;
                (world.*GetParam().way).stops_for = stops_for;
                SCOPED_TRACE(std::string{GetParam().who} + " at byte " + std::to_string(byte)
                             + (notices ? "" : ", on a UART"));
                int status = -1;
                ASSERT_NO_THROW(status = run(world));
                check(world, status);
                if (HasFailure()) {
                    return;
                }
            }
        }
    }
    /// Each line that the GUI has got is one that somebody has said.
    static void expect_whole_lines(const World& world) {
        World whole;
        ASSERT_EQ(run(whole), 0);
        for (const auto& line : world.lines) {
            EXPECT_TRUE(line.starts_with("info string ") || std::ranges::find(whole.lines, line) != whole.lines.end()
                        || line == "bestmove c7c5" || line == "bestmove e7e5" || line == "bestmove 0000")
                << line;
        }
    }
};

TEST_P(WhoStops, IsWaitedForAndThenTheAnswersAreWhole) {
    for (const Ms pause : {3000, 60'000}) {
        at_every_byte(pause, [](const World& world, int status) {
            expect_whole_lines(world);
            if (status == 1) {  // before it was known for a board
                EXPECT_EQ(world.count("info string error: nobody at P answers as a board does"), 1u);
                return;
            }
            EXPECT_TRUE(world.heard.empty()) << "half a line: " << world.heard;
            EXPECT_EQ(world.count("uciok"), 1u);
            EXPECT_EQ(world.count("id name Stackmate 1"), 1u);
            EXPECT_EQ(world.count("readyok"), 2u);
            EXPECT_EQ(world.count("bestmove"), 1u);
        });
    }
}

TEST_P(WhoStops, ForEverTakesNothingWithThem) {
    at_every_byte(for_ever, [](const World& world, int status) {
        expect_whole_lines(world);
        EXPECT_FALSE(world.open) << "the port is free for others";
        if (status == 0 && world.gui_reads.stop == never && world.gui_speaks.stop == never) {
            EXPECT_EQ(world.count("readyok"), 2u);
            EXPECT_EQ(world.count("bestmove"), 1u);
        }
        if (world.board_reads.stop == never && world.count("info string the board at P has gone") == 0 && status == 0) {
            EXPECT_TRUE(world.quit) << "the board knows that the session is over";
        }
    });
}

INSTANTIATE_TEST_SUITE_P(Proxy, WhoStops,
                         testing::Values(Stop{"TheGuiReading", &World::gui_reads},
                                         Stop{"TheBoardReading", &World::board_reads},
                                         Stop{"TheBoardSpeaking", &World::board_speaks}),
                         [](const auto& of) { return std::string{of.param.who}; });

TEST(Proxy, AGuiThatReadsNothingAndHangsUpEndsItAlsoWithMuchUnread) {
    World world;
    world.gui_reads.stop = 200;
    world.gui_reads.stops_for = for_ever;
    world.gui_speaks.waiting = "uci\n";
    for (int i = 0; i < 2000; ++i) {
        world.gui_speaks.waiting += "uci\n";  // 160 KB of answers
    }
    world.begun = world.ended = true;
    ASSERT_NO_THROW((void)run(world));
    EXPECT_FALSE(world.open);
    EXPECT_LT(world.now, 60'000);
}

TEST(Proxy, ABoardThatReadsNothingDoesNotKeepTheGuiFromLeavingAlsoWithMuchUnsaid) {
    World world;
    world.board_reads.stop = 200;
    world.board_reads.stops_for = for_ever;
    world.gui_speaks = {.waiting = "uci\n", .stop = 4, .stops_for = 1000};
    for (int i = 0; i < 5000; ++i) {
        world.gui_speaks.waiting += "position startpos moves e2e4\n";
    }
    world.begun = world.ended = true;
    ASSERT_NO_THROW((void)run(world));
    EXPECT_LT(world.now, 60'000);
}

}  // namespace
