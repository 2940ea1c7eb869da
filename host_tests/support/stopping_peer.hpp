// The other end of an example's line: it sends a dialogue, and stops reading at a byte that a test chooses.
#pragma once

#include <functional>
#include <iterator>

#include "host_tests/support/precompiled.hpp"
#include "host_tests/support/sample.hpp"

namespace stackmate::test {

struct StoppingPeer {
    static constexpr std::size_t most_calls = 2000;  ///< of the line's functions in a turn

    /// The next byte for the board; -1: none.
    int next() {
        ++calls;
        return to_say.empty() ? -1 : static_cast<unsigned char>(std::exchange(to_say, to_say.substr(1))[0]);
    }
    /// How many bytes are taken now. A turn that does not end is brought to one.
    [[nodiscard]] std::size_t room() {
        waited_too_long = waited_too_long || ++calls > most_calls;
        return waited_too_long ? 20 : std::min<std::size_t>(20, stops_at - std::min(stops_at, heard.size()));
    }
    void hear(std::string_view bytes) { heard += bytes; }

    std::string to_say{};
    std::string heard{};
    std::size_t stops_at = static_cast<std::size_t>(-1);
    std::size_t calls = 0;  ///< in this turn
    bool waited_too_long = false;
};

/// Without what may be left out of a search's story.
inline std::string answers_in(const std::string& heard) {
    std::istringstream lines{heard};
    std::string all;
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with("info depth ")) {
            all += line + "\n";
        }
    }
    return all;
}

/// What a program says, and how the line begins that ends the answer.
struct Asked {
    std::string_view says;
    std::string_view last_line;
};
inline constexpr Asked dialogue[] = {{"uci\n", "uciok"},
                                     {"isready\n", "readyok"},
                                     {"position startpos moves e2e4\ngo depth 2\n", "bestmove "},
                                     {"d\n", "State: "},
                                     {"go perft 1\n", "Nodes searched: "},
                                     {"help\n", "example: "},
                                     {"go movetime 20\n", "bestmove "},
                                     {"go perft 2\n", "Nodes searched: "}};

/// A peer that stops reading at every byte of the dialogue. However long it takes nothing, a turn ends; and when a new program
/// comes, it hears all that there was, whole, and its own answers: only a perft is not counted to its end. `begin()` makes an
/// engine, `turn()` is a round of its loop, of a few milliseconds.
inline void stop_at_every_byte(StoppingPeer& peer, const std::function<void()>& begin,
                               const std::function<void()>& turn) {
    const auto turns_until = [&](std::string_view last_line, unsigned most) {
        const std::size_t from = peer.heard.size();
        for (; most != 0; --most) {
            peer.calls = 0;
            turn();
            const std::size_t at = peer.heard.find("\n" + std::string{last_line}, from == 0 ? 0 : from - 1);
            if (at != std::string::npos && peer.heard.find('\n', at + 1) != std::string::npos) {
                return true;
            }
        }
        return false;
    };
    std::size_t greeting = 0;
    /// What is heard before the next program, and all.
    const auto meet = [&](std::size_t stops_at) {
        peer = {};
        begin();
        (void)turns_until("nothing like that", 10);
        greeting = peer.heard.size();
        peer.stops_at = stops_at;
        for (const Asked& asked : dialogue) {
            peer.to_say = asked.says;
            if (!turns_until(asked.last_line, stops_at > peer.heard.size() ? 3000 : 60)
                && peer.heard.size() == stops_at) {
                break;
            }
        }
        const std::string before = peer.heard;
        peer.stops_at = static_cast<std::size_t>(-1);
        peer.to_say += "uci\neval\n";
        EXPECT_TRUE(turns_until("Evaluation: ", 3000)) << peer.heard;
        EXPECT_FALSE(peer.waited_too_long) << "a turn waits for a line that takes nothing";
        return before;
    };
    const std::string whole = meet(static_cast<std::size_t>(-1));
    const std::string wanted = answers_in(whole);
    const std::string of_next = answers_in(peer.heard).substr(wanted.size());
    ASSERT_TRUE(of_next.starts_with("id name ") && of_next.find("\nuciok\nEvaluation: ") != std::string::npos)
        << of_next;
    for (std::size_t at = greeting; at < whole.size() && !testing::Test::HasFailure(); at += whole_or_sample(1u, 7u)) {
        (void)meet(at);
        std::string heard = answers_in(peer.heard);
        ASSERT_TRUE(heard.ends_with(of_next)) << "stopped at byte " << at << ": " << heard;
        heard.resize(heard.size() - of_next.size());
        EXPECT_EQ(heard, wanted.substr(0, heard.size())) << "stopped at byte " << at;
        std::istringstream lines{heard};
        std::string last;
        for (std::string line; std::getline(lines, line);) {
            last = line;
        }
        const bool is_end = std::any_of(std::begin(dialogue), std::end(dialogue),
                                        [&](const Asked& asked) { return last.starts_with(asked.last_line); });
        EXPECT_TRUE(is_end || last.find(": ") == 4) << "stopped at byte " << at << ", behind '" << last << "'";
    }
}

}  // namespace stackmate::test
