// A match of many games between two versions, on several threads, with a log that it can go on from.
#pragma once

#include "workshop/lab/duel/game.hpp"
#include "workshop/lab/duel/player.hpp"
#include "workshop/lab/duel/progress.hpp"
#include "workshop/lab/duel/statistics.hpp"

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>

namespace stackmate::duel {

struct MatchOptions {
    static constexpr std::uint32_t default_speed = 80;  ///< an STM32F405's, roughly

    [[nodiscard]] bool timed() const { return clock_ms != 0 || move_time_ms != 0; }

    const VersionInfo* a = nullptr;
    const VersionInfo* b = nullptr;
    std::size_t games = 1000;
    std::uint64_t nodes[2] = {5000, 5000};
    std::uint32_t clock_ms = 0;  ///< for the game; 0: none
    std::uint32_t increment_ms = 0;
    std::uint32_t move_time_ms = 0;  ///< 0: none
    std::uint32_t margin_ms = 0;
    std::uint32_t speed[2] = {default_speed, default_speed};  ///< nodes in a millisecond, where there is time
    bool speed_given = false;
    std::size_t table[2] = {SIZE_MAX, SIZE_MAX};  ///< SIZE_MAX: the version's own
    std::uint64_t seed = 1;
    bool sprt = false;
    double elo0 = 0;
    double elo1 = 5;
    bool to_the_end = false;  ///< without an agreement
    unsigned threads = 0;     ///< 0: one for each core
    std::string log;
    std::string openings;  ///< a file; none: balanced ones
};

/// Why a match cannot be played.
struct MatchError : std::runtime_error {
    using runtime_error::runtime_error;
};

class Match {
public:
    explicit Match(const MatchOptions& options);

    /// Plays what the log does not know yet.
    void run();
    [[nodiscard]] const Results& results() const { return results_; }

private:
    [[nodiscard]] std::string heading() const;
    void read_log();
    void count_in_order();
    void work();
    bool next_pair(std::size_t& pair);
    /// What player 0, A, or 1, B, may use.
    [[nodiscard]] Allowance allowed(unsigned player) const;
    void take(std::size_t pair, const GameResult& first, const GameResult& second);
    void show(bool closing);

    MatchOptions o_;
    std::size_t pairs_;
    std::vector<Opening> openings_ = {};  ///< of the file
    std::mutex mutex_;
    std::map<std::size_t, std::pair<int, int>> done_;  ///< by pair: A's points, doubled, in either game
    Results results_;
    std::size_t next_ = 0;
    std::size_t counted_ = 0;
    std::size_t played_ = 0;  ///< in this run
    unsigned odd_[4] = {};    ///< games that did not end on the board, in this run, by `Odd`
    bool decided_ = false;
    std::ofstream log_;
    Progress progress_ = Progress(stdout);
};

/// Games, score and Elo; then the interval, what else is known of it, and the pairs.
std::string in_short(const Results& r);
std::string in_detail(const Results& r);

/// The command line of workshop/lab/match, as `duel_match` and others understand it. The program's exit status.
int match_main(int argc, char** argv);

}  // namespace stackmate::duel
