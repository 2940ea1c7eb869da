// The file that games are appended to, and another beside it that says how many of them are whole.
#pragma once

#include "workshop/training/selfplay/self_play.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

namespace stackmate::selfplay {

/// A game counts when FILE.state says so, which is replaced in one step after the game's text was written. The next call
/// cuts off what stands beyond that: no game is torn or there twice.
class Output {
public:
    /// `heading`: what the games depend on. Throws std::runtime_error for a file of other games, one that another call
    /// is writing, and where it cannot be written.
    Output(const std::string& path, const std::string& heading);
    ~Output();
    Output(const Output&) = delete;
    Output& operator=(const Output&) = delete;

    [[nodiscard]] std::uint64_t games() const { return games_; }
    [[nodiscard]] std::uint64_t positions() const { return positions_; }
    /// Throws std::runtime_error where it cannot be written.
    void append(const Game& game);

private:
    void read_state();
    void write_state() const;

    std::string path_;
    std::string heading_;
    int file_;
    std::uint64_t games_ = 0;
    std::uint64_t positions_ = 0;
    std::uint64_t bytes_ = 0;
};

}  // namespace stackmate::selfplay
