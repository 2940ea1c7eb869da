// Who is told a stored game, and writes it down.
#pragma once

#include "firmware/store/saved_game.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stackmate::firmware::test {

/// Without promotion.
inline Move move(std::string_view text) {
    const auto square = [&](unsigned at) {
        return make_square(static_cast<unsigned>(text[at] - 'a'), static_cast<unsigned>(text[at + 1] - '1'));
    };
    return Move(square(0), square(2));
}

/// A sink of SavedGame. `patience`: how many events make sense to it.
struct Listener {
    std::vector<std::string> heard{};
    std::size_t patience = 1'000'000;
    std::string seats{};
    std::vector<Terms> agreed{};

    bool note(std::string text) {
        heard.push_back(std::move(text));
        return heard.size() <= patience;
    }
    bool terms(const Terms& t) {
        agreed.push_back(t);
        return true;
    }
    bool start(std::string_view fen) { return note("start " + std::string{fen}); }
    bool move(Move m) { return note("move " + std::to_string(m.bits())); }
    bool taken_back(unsigned plies) { return note("back " + std::to_string(plies)); }
    bool clocks(std::uint32_t white, std::uint32_t black) {
        return note("clocks " + std::to_string(white) + " " + std::to_string(black));
    }
    bool clock_changed(std::int32_t ms) { return note("clock by " + std::to_string(ms)); }
    bool players(Seat white, Seat black) {
        seats = std::string{to_text(white)} + " " + std::string{to_text(black)};
        return true;
    }
    bool result(GameResult r) {
        return note("result " + std::string{to_text(r.ending)} + " " + std::string{pgn_result(r)});
    }
};

/// What a listener hears of a move.
inline std::string heard_of(Move m) { return "move " + std::to_string(m.bits()); }

}  // namespace stackmate::firmware::test
