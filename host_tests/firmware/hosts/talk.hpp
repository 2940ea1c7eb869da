// A host at the end of a wire: what tests say to it, the board it looks at, what it answers.
#pragma once

#include "firmware/hosts/host_protocol.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>
#include <string_view>

#include "host_tests/support/sample.hpp"

namespace stackmate::firmware::test {

/// As much room as a test gives.
struct Paper {
    [[nodiscard]] std::size_t room() const { return free - text.size(); }
    void put(char c) { text += c; }
    std::string text;
    std::size_t free = 4096;
};
static_assert(Outbox<Paper>);

template <HostProtocol H>
struct Talk {
    Talk() {
        position.set_start();
        occupied = occupied_squares(position);
    }

    /// All of `bytes`, whatever the host answers in between; the answer without waiting.
    std::string say(std::string_view bytes) {
        std::string answer;
        for (const char c : bytes) {
            answer += heard();
            host.take(c, now);
        }
        return answer + heard();
    }
    /// What the host says now.
    std::string heard() {
        Paper paper;
        const HostView view{position, occupied, now};
        while (paper.text.size() < 2000 && host.say(view, paper)) {}
        return paper.text;
    }
    std::string after(std::uint32_t ms) {
        now += ms;
        return heard();
    }
    void play(std::string_view move) {
        Undo undo;
        position.make(move_from_text(position, move), undo);
        occupied = occupied_squares(position);
    }
    void put(std::string_view square, bool on = true) {
        const SquareSet bit = square_set(square_from_text(square));
        occupied = on ? occupied | bit : occupied & ~bit;
    }
    void lift(std::string_view square) { put(square, false); }

    H host{};
    Position position{};
    SquareSet occupied = 0;
    std::uint32_t now = 0xffff'f000;  // and soon it wraps
};

/// How many bytes at random: STACKMATE_RANDOM_BYTES, or a million.
inline std::uint64_t random_bytes() {
    const char* const wanted = std::getenv("STACKMATE_RANDOM_BYTES");
    return wanted != nullptr ? std::strtoull(wanted, nullptr, 10)
                             : stackmate::test::whole_or_sample<std::uint64_t>(1'000'000, 200'000);
}

/// Bytes at random for a host whose board moves at random too, some of them copies of `words` with a byte wrong at times.
/// A byte is given as in the firmware, when the host is not busy, and everything that can be asked is asked.
template <HostProtocol H, class Seen>
void babble(std::string_view (*word)(std::uint32_t), Seen&& seen) {
    std::mt19937 engine{1};
    const auto random = [&] { return static_cast<std::uint32_t>(engine()); };
    Talk<H> talk;
    std::string pending;
    for (std::uint64_t left = random_bytes(); left != 0; --left) {
        if (pending.empty()) {
            const std::uint32_t choice = random();
            if (choice % 8 < 5) {
                pending.assign(1, static_cast<char>(choice >> 8));
            } else {
                pending = word(choice >> 8);
                if (choice % 8 == 5 && !pending.empty()) {
                    pending[(choice >> 16) % pending.size()] = static_cast<char>(choice >> 24);
                }
            }
            if (pending.empty()) {
                continue;
            }
        }
        const std::uint32_t happens = random();
        talk.now += happens % 16 == 0 ? happens >> 16 : 0;
        talk.occupied ^= happens % 64 == 1 ? SquareSet{1} << (happens >> 8) % 64 : 0;
        if (happens % 16 == 2 || talk.host.busy()) {
            const HostView view{talk.position, talk.occupied, talk.now};
            Paper paper;
            paper.free = happens % 128 == 2 ? 20 : 4096;
            (void)talk.host.say(view, paper);
            ASSERT_LE(paper.text.size(), paper.free) << "it wrote more than there was room for";
            const HostRequest request = talk.host.request();
            ASSERT_NO_FATAL_FAILURE(seen(talk, request));
            if (happens % 256 < 128) {
                talk.host.notify(
                    {static_cast<HostEvent::Kind>((happens >> 16) % 5), move_from_text(talk.position, "e2e4")});
            }
        }
        if (!talk.host.busy()) {
            talk.host.take(pending.front(), talk.now);
            pending.erase(0, 1);
        }
        (void)talk.host.lights();
    }
}

}  // namespace stackmate::firmware::test
