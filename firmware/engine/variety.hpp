// A move that is nearly as good as the best one, so that no two games of a strong player are the same. It is chosen from the
// best lines of one search (UCI's MultiPV), on boards with exercises.
#pragma once

#include "core/engine/engine.hpp"
#include "core/engine/mix.hpp"
#include "firmware/engine/levels.hpp"

#include <cstddef>
#include <cstdint>

namespace stackmate::firmware {

inline constexpr unsigned varied_lines = 3;  ///< that the search finds
inline constexpr Score varied_loss = 30;     ///< centipawns; a move that is worse by more is not played
inline constexpr Score varied_most = 500;    ///< from this advantage or disadvantage on only the best move is played
/// Half moves of a game, both sides' together, in which moves vary. Games differ by then, and in a whole game the losses add
/// up. In 200 games at 10,000 nodes a move this cost 72 +- 43 Elo, and 486 +- 87 when whole games varied and all three lines were
/// equally likely.
inline constexpr std::size_t varied_plies = 30;

/// Whether the engine can vary its moves.
template <class Config>
concept OffersVariety = has_exercises && Engine<Config>::max_lines >= varied_lines;

/// The line to be played after a search for `varied_lines` lines, which has ended: at random, half as likely for each ten
/// centipawns that it is worth less than the best one. `random`: any number. The last iteration may have ended before all its
/// lines were searched. The others are then those of the iteration before, and one that was worth more than the best line now
/// does not count.
template <class TheEngine>
[[nodiscard, gnu::noinline, gnu::cold]] unsigned varied_line(const TheEngine& engine, std::uint32_t random,
                                                             std::uint32_t now_ms) {
    if (engine.depth_done() < 2) return 0;  // other lines may be an earlier search's
    const SearchReport best = engine.report(now_ms, 0);
    if (best.score <= -varied_most || best.score >= varied_most) return 0;
    constexpr unsigned most = 8;
    unsigned chosen = 0, tickets = most;
    for (unsigned line = 1; line < best.lines; ++line) {
        const Score loss = best.score - engine.report(now_ms, line).score;
        if (loss < 0 || loss > varied_loss) continue;
        const unsigned more = most >> loss / 10;
        tickets += more;
        if (mix(random + line) % tickets < more) chosen = line;
    }
    return chosen;
}

}  // namespace stackmate::firmware
