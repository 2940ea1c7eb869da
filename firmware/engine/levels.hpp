// The levels that a chess board offers, as one table: eight steps of strength, and eight levels each with a time for a
// move, a fixed depth, or a clock. Also the limits that a level gives the engine, and the moves that it considers.
//
// How it plays weakly. Weak play is a policy of the firmware; the search knows nothing of it. A weak player considers
// only a few moves and thinks a few plies ahead. `considered_moves` picks as many legal moves as the level has in
// `candidates`, and Engine::go chooses the best of them, to the level's depth. What is in front of a person's eyes comes
// first: a mate in one, a capture that wins material (so each plain recapture), and last a move after which a man can be
// captured at a loss. Such a thing is noticed with a probability, the level's `notices`, once for each square on which it
// happens: who overlooks that the queen is attacked overlooks it in all moves. The other moves are picked at random, but
// conspicuous ones are more likely: the more valuable the piece that may be captured, the more likely; a step back is
// least likely. So a level's errors are of a kind: a beginner leaves men hanging, a club player misses plans and quiet
// threats. All consider every move where there are few (in check, in an endgame). Rejected: noise on the score (it
// captures a queen and gives one away with the same probability), few nodes (an unfinished iteration has searched only the
// first moves, which are always of the same kind), overlooking each move with a fixed probability (then as large a share
// is missed of five moves in an endgame as of forty, which no person does), and nothing but the random choice (then at
// 1600 half of all mates in one are missed).
//
// The same game and position give the same moves: the random numbers come from the position's key, the move number and
// a seed.
#pragma once

#include "core/chess/exchange.hpp"
#include "core/chess/piece_values.hpp"
#include "core/engine/limits.hpp"
#include "core/engine/mix.hpp"
#include "core/chess/movegen.hpp"
#include "core/chess/position.hpp"
#include "core/chess/types.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

// Whether there are exercises, the level that follows the person and clocks of one's own, which share a page of the menu. Boards
// define it as 1.
#ifndef STACKMATE_EXERCISES
#define STACKMATE_EXERCISES 0
#endif

namespace stackmate::firmware {

inline constexpr bool has_exercises = STACKMATE_EXERCISES != 0;

/// The groups of the table, in its order.
enum class LevelKind : std::uint8_t {
    strength,   ///< from a beginner upwards; no clock
    move_time,  ///< full strength, a fixed time for each move
    depth,      ///< full strength, a fixed number of plies
    clock,      ///< full strength, a clock for the game
};
inline constexpr std::size_t level_kinds = 4;
inline constexpr std::string_view level_letters = "stdc";                   ///< as the line names the kinds: s1 to c8
inline constexpr std::size_t levels_of_a_kind = 8;                          ///< one rank of squares
inline constexpr std::size_t level_count = level_kinds * levels_of_a_kind;  ///< of the menu's ranks
/// Behind them, where there are exercises: as strong as the person (firmware/game/adaptive.hpp), and full strength with a clock
/// of one's own (firmware/game/own_clock.hpp).
inline constexpr std::uint8_t adaptive_level = level_count, own_clock_level = level_count + 1;
inline constexpr bool has_own_clock = has_exercises;

/// What a clock does with the seconds for each move. All but the first are of one's own clocks.
enum class TimeRule : std::uint8_t {
    increment,  ///< they are added after the move (R. Fischer's clock, 1988)
    delay,      ///< they pass first in each move, then the time runs
    bronstein,  ///< after the move its time comes back, at most the seconds (D. Bronstein's clock, 1973)
    hourglass,  ///< they belong to the time; what one side uses the other one gets
    each_move,  ///< they belong to the time, which is there for each move
};
inline constexpr unsigned time_rule_count = 5;

/// A side's clock. All zero: no clock.
struct TimeControl {
    std::uint32_t start_ms = 0;
    std::uint32_t second_ms = 0;     ///< added once, when `stage_moves` have been made, for the rest of the game
    std::uint16_t increment_ms = 0;  ///< for each move, by the rule
    std::uint8_t stage_moves = 0;    ///< moves of each side until the second stage; 0: only one stage
    TimeRule rule = TimeRule::increment;
};

#if STACKMATE_EXERCISES
/// The clocks of both sides.
class TimeControls {
public:
    constexpr TimeControls() = default;
    constexpr TimeControls(const TimeControl& both) : side_{both, both} {}
    constexpr TimeControls(const TimeControl& white, const TimeControl& black) : side_{white, black} {}
    friend constexpr const TimeControl& control_of(const TimeControls& clocks, Color side) {
        return clocks.side_[index(side)];
    }

private:
    std::array<TimeControl, 2> side_{};
};
#else
using TimeControls = TimeControl;  // a level's clock is both sides'
constexpr const TimeControl& control_of(const TimeControls& both, Color) { return both; }
#endif

struct Level {
    std::string_view name;  ///< for the serial line and the documents
    LevelKind kind = LevelKind::strength;
    std::uint8_t candidates = 0;  ///< moves it considers, in tenths: 15 is one or two, at random; 0: all
    std::uint8_t depth = 0;       ///< plies; 0: no limit
    std::uint8_t notices = 0;     ///< per cent of what is in front of its eyes; of no account where all are considered
    std::uint32_t nodes = 0;      ///< moves made in the tree; 0: no limit
    std::uint32_t move_time_ms = 0;  ///< 0: no limit
    TimeControl clock = {};
};

inline constexpr std::size_t max_candidates = 24;  ///< moves

/// A step of strength, and its Elo on the scale of docs/LEVELS.md. The rest as in Level.
struct StrengthStep {
    std::uint16_t elo;
    std::uint8_t candidates;
    std::uint8_t depth;
    std::uint8_t notices;
    std::uint16_t nodes;
};
/// All that boards without a menu need. The menu's eight are the fourth to the eleventh.
inline constexpr std::array<StrengthStep, 13> strength_steps = {{
    {250, 13, 1, 8, 0},
    {350, 18, 1, 18, 0},
    {450, 25, 1, 28, 0},
    {550, 32, 1, 40, 0},
    {770, 42, 1, 60, 0},
    {970, 58, 1, 80, 0},
    {1205, 58, 2, 88, 0},
    {1400, 85, 2, 98, 0},
    {1600, 85, 3, 100, 0},
    {1720, 105, 4, 100, 0},
    {1850, 0, 0, 0, 1150},
    {1950, 0, 0, 0, 2000},
    {2050, 0, 0, 0, 4000},
}};
inline constexpr std::size_t steps_below_menu = 3;
static_assert(steps_below_menu + levels_of_a_kind <= strength_steps.size());

/// Above the last step the scale goes on by nodes: the Elo of that step's, of twice as many, and so on.
inline constexpr std::array<std::uint16_t, 9> doubled_elo = {2050, 2140, 2230, 2310, 2390, 2470, 2540, 2610, 2680};
static_assert(doubled_elo.front() == strength_steps.back().elo && strength_steps.back().candidates == 0
              && strength_steps.back().depth == 0);

static_assert(
    [] {
        for (std::size_t step = 1; step < strength_steps.size(); ++step)
            if (strength_steps[step].elo <= strength_steps[step - 1].elo) return false;
        for (std::size_t i = 1; i < doubled_elo.size(); ++i)
            if (doubled_elo[i] <= doubled_elo[i - 1]) return false;
        return true;
    }(),
    "the scale rises");

/// The range of UCI_Elo.
inline constexpr unsigned lowest_elo = strength_steps.front().elo;
/// Its end. A chip's board states, as `nodes_a_second`, about how many nodes it searches in a second. Doublings that
/// take it more than ten seconds a move are left out. A desktop has the whole scale.
template <class Board>
inline constexpr unsigned highest_elo = [] {
    std::size_t doublings = 0;
    if constexpr (requires { Board::nodes_a_second; }) {
        const std::uint32_t tens = 10 * std::uint32_t{Board::nodes_a_second} / strength_steps.back().nodes;
        while (doublings + 1 < doubled_elo.size() && tens >> (doublings + 1) != 0) ++doublings;
    } else if (Board::ram_bytes == 0) {
        doublings = doubled_elo.size() - 1;
    }
    return doubled_elo[doublings];
}();

namespace detail {

constexpr Level strength(std::string_view name, std::size_t number) {
    const StrengthStep& step = strength_steps[steps_below_menu + number - 1];
    Level level{.name = name, .kind = LevelKind::strength};
    level.candidates = step.candidates;
    level.depth = step.depth;
    level.notices = step.notices;
    level.nodes = step.nodes;
    return level;
}
constexpr Level seconds(std::string_view name, std::uint32_t seconds) {
    return {.name = name, .kind = LevelKind::move_time, .move_time_ms = seconds * 1000};
}
constexpr Level plies(std::string_view name, std::uint8_t plies) {
    return {.name = name, .kind = LevelKind::depth, .depth = plies};
}
constexpr Level clock(std::string_view name, std::uint32_t minutes, unsigned increment, std::uint8_t moves = 0,
                      std::uint32_t more_minutes = 0) {
    const auto increment_ms = static_cast<std::uint16_t>(increment * 1000);
    return {.name = name,
            .kind = LevelKind::clock,
            .clock = {minutes * 60'000, more_minutes * 60'000, increment_ms, moves}};
}

}  // namespace detail

/// The levels, by groups: a rank of the menu each.
inline constexpr std::array<Level, level_count> menu_levels = {
    detail::strength("strength 1", 1),
    detail::strength("strength 2", 2),
    detail::strength("strength 3", 3),
    detail::strength("strength 4", 4),
    detail::strength("strength 5", 5),
    detail::strength("strength 6", 6),
    detail::strength("strength 7", 7),
    detail::strength("strength 8", 8),

    detail::seconds("1 s", 1),
    detail::seconds("2 s", 2),
    detail::seconds("5 s", 5),
    detail::seconds("10 s", 10),
    detail::seconds("20 s", 20),
    detail::seconds("30 s", 30),
    detail::seconds("60 s", 60),
    detail::seconds("120 s", 120),

    detail::plies("depth 1", 1),
    detail::plies("depth 2", 2),
    detail::plies("depth 3", 3),
    detail::plies("depth 4", 4),
    detail::plies("depth 5", 5),
    detail::plies("depth 6", 6),
    detail::plies("depth 7", 7),
    detail::plies("depth 8", 8),

    // Minutes, seconds for each move.
    detail::clock("3+0", 3, 0),
    detail::clock("3+2", 3, 2),
    detail::clock("5+0", 5, 0),
    detail::clock("5+3", 5, 3),
    detail::clock("10+0", 10, 0),
    detail::clock("15+10", 15, 10),
    detail::clock("90+30", 90, 30),
    detail::clock("40/90+30, then 30+30", 90, 30, 40, 30),
};

/// And those behind them. Settings hold a level's index, so it must keep its meaning.
inline constexpr auto levels = [] {
    std::array<Level, level_count + (has_exercises ? 2 : 0)> all{};
    std::copy(menu_levels.begin(), menu_levels.end(), all.begin());
    if constexpr (has_exercises) {
        all[adaptive_level] = detail::strength("adaptive", 3);    // until there is a rating
        all[own_clock_level] = detail::clock("own clock", 5, 0);  // its times are a term of the game
    }
    return all;
}();

/// `step`: 0 to 7 within a group.
constexpr std::uint8_t level_index(LevelKind kind, unsigned step) {
    return static_cast<std::uint8_t>(static_cast<unsigned>(kind) * levels_of_a_kind + step);
}

static_assert(
    [] {
        for (std::size_t i = 0; i < level_count; ++i)
            if (static_cast<std::size_t>(levels[i].kind) != i / levels_of_a_kind) return false;
        return true;
    }(),
    "a rank of squares is a group");
static_assert(
    [] {
        for (const Level& level : levels)
            if (level.candidates > 10 * max_candidates || (level.candidates != 0 && level.candidates < 10)
                || (level.depth == 0 && level.nodes == 0 && level.move_time_ms == 0 && level.clock.start_ms == 0))
                return false;
        return true;
    }(),
    "every level's search ends");

/// What both clocks show, by index(Color). Used only by levels of kind `clock`.
struct ClockReading {
    std::uint32_t left_ms[2] = {};
    std::uint16_t moves_made[2] = {};
};

/// The limits for Engine::go when `mover` is about to think at this level. `clocks`: if it has any.
constexpr Limits limits_for(const Level& level, Color mover, const ClockReading& reading, const TimeControls& clocks) {
    Limits limits;
    limits.depth = level.depth;
    limits.nodes = level.nodes;
    limits.has_move_time = level.move_time_ms != 0;
    limits.move_time_ms = level.move_time_ms;
    if (level.kind != LevelKind::clock) return limits;
    for (const unsigned side : {0u, 1u}) {
        limits.clock[side] = true;
        const TimeControl& clock = control_of(clocks, static_cast<Color>(side));
        limits.time_ms[side] =
            reading.left_ms[side] + (has_own_clock && clock.rule == TimeRule::delay ? clock.increment_ms : 0);
        limits.increment_ms[side] = clock.increment_ms;
    }
    const TimeControl& own = control_of(clocks, mover);
    const std::uint16_t made = reading.moves_made[index(mover)];
    if (made < own.stage_moves) limits.moves_to_go = static_cast<std::uint16_t>(own.stage_moves - made);
    if (has_own_clock && own.rule == TimeRule::each_move) limits.moves_to_go = 1;
    return limits;
}

/// The same with the level's own clock.
constexpr Limits limits_for(const Level& level, Color mover, const ClockReading& reading = {}) {
    return limits_for(level, mover, reading, level.clock);
}

/// Restricts the limits of a `go` to the level's depth and nodes: for UCI_LimitStrength.
constexpr void hold_to(Limits& limits, const Level& level) {
    if (level.depth != 0 && (limits.depth == 0 || limits.depth > level.depth)) limits.depth = level.depth;
    if (level.nodes != 0 && (limits.nodes == 0 || limits.nodes > level.nodes)) limits.nodes = level.nodes;
}

namespace detail {

/// A move's weight in the random choice: 0 for a promotion to rook, bishop or knight, 1 for a step back, 2 for other
/// quiet moves, more for captures.
inline unsigned tickets(const Position& p, Move m) {
    const int forward = static_cast<int>(rank_of(m.to())) - static_cast<int>(rank_of(m.from()));
    if (m.promotes()) return m.promotion() == PieceType::queen ? 48 : 0;
    switch (type_of(p.at(m.to()))) {
    case PieceType::queen: return 48;
    case PieceType::rook: return 20;
    case PieceType::bishop:
    case PieceType::knight: return 8;
    case PieceType::pawn: return 4;
    case PieceType::king:
    case PieceType::none: break;
    }
    return (p.side() == Color::white ? forward : -forward) < 0 ? 1 : 2;
}

inline std::uint32_t seed_of(const Position& p, std::uint32_t game_seed) {
    const Key key = p.key();
    return mix(mix(game_seed ^ static_cast<std::uint32_t>(key >> 32)) ^ static_cast<std::uint32_t>(key)
               ^ (p.fullmove() << 16));
}

/// A random number, 0 to 65535: the greatest of as many as the move has tickets.
inline std::uint16_t notice(const Position& p, Move m, std::uint32_t seed) {
    std::uint32_t drawn = mix(seed ^ m.bits());
    std::uint32_t best = 0;
    for (unsigned left = tickets(p, m); left != 0; --left) {
        if (best < drawn >> 16) best = drawn >> 16;
        drawn = mix(drawn + 0x9e3779b9);
    }
    return static_cast<std::uint16_t>(best);
}

/// What a level notices of a move.
enum class Sight : std::uint8_t { loses, ordinary, wins, mates };

/// `p` is the same again afterwards. `noticed(square)`: whether the level notices what happens there. A loss below two pawns
/// is ordinary; a capture that wins anything is not.
template <class Noticed>
[[gnu::cold]] Sight sight_of(Position& p, Move m, Noticed noticed) {
    const PieceType taken = m.castles() ? PieceType::none : p.type_at(m.to());  // in Chess960 to the rook's square
    const bool wins = taken != PieceType::none && noticed(m.to()) && exchange_wins(p, m, 1);
    const int loss = worth_of(taken) + 2 * worth_of(PieceType::pawn);
    Undo undo;
    p.make(m, undo);
    const Square checker = p.checker_after(m, undo);
    const bool ends = !p.any_legal_move();
    bool loses = false;
    Cursor replies(checker);
    while (const Move reply = replies.next(p)) {
        if (p.type_at(reply.to()) == PieceType::none) continue;
        if (!noticed(reply.to()) || !exchange_wins(p, reply, loss) || !p.legal(reply, checker)) continue;
        loses = true;
        break;
    }
    p.unmake(m, undo);
    if (ends) return checker != Square::none && noticed(m.to()) ? Sight::mates : Sight::ordinary;
    return loses ? Sight::loses : wins ? Sight::wins : Sight::ordinary;
}

}  // namespace detail

/// The legal moves that a player of this level considers, written to `memory`: the argument `only` of Engine::go. Empty
/// means all moves. Otherwise there is at least one if there is a legal move, and all if there are no more than the
/// candidates. First come those that the level notices, last those of which it notices that they lose a man. With the same
/// seed, more candidates include the moves of fewer. `game_seed`: any number, different for
/// each game. `memory`: room for max_candidates; with less, fewer moves are considered. It may be the engine's
/// workspace. `p` is the same again afterwards.
[[gnu::noinline, gnu::cold]] inline std::span<const Move> considered_moves(const Level& level, Position& p,
                                                                           std::uint32_t game_seed,
                                                                           std::span<Move> memory) {
    if (level.candidates == 0 || memory.empty()) return {};
    const std::uint32_t seed = detail::seed_of(p, game_seed);
    std::size_t most = (level.candidates + mix(seed) % 10) / 10;
    if (most > max_candidates) most = max_candidates;
    if (most > memory.size()) most = memory.size();
    std::array<std::uint16_t, max_candidates> notice;  // of the moves in memory, in descending order
    std::size_t size = 0;
    const Square checker = p.checker();
    Cursor cursor(checker);
    while (const Move m = cursor.next(p)) {
        if (!p.legal(m, checker)) continue;
        const auto sight =
            detail::sight_of(p, m, [&](Square s) { return mix(~seed ^ index(s)) % 100 < level.notices; });
        const auto noticed =
            static_cast<std::uint16_t>(static_cast<unsigned>(sight) << 14 | detail::notice(p, m, seed) >> 2);
        if (size == most && noticed <= notice[most - 1]) continue;
        std::size_t at = size == most ? most - 1 : size++;
        for (; at != 0 && notice[at - 1] < noticed; --at) {
            notice[at] = notice[at - 1];
            memory[at] = memory[at - 1];
        }
        notice[at] = noticed;
        memory[at] = m;
    }
    return memory.first(size);
}

/// The level for one move of a player with this Elo, limited to the scale. Up to the last step it is the step at or below
/// that Elo or the next one, chosen at random so that the mean is right. Above, the Elo stands for a number of nodes.
/// `game_seed` as for considered_moves.
[[gnu::noinline, gnu::cold]] inline Level level_for_elo(unsigned elo, const Position& p, std::uint32_t game_seed) {
    Level level;
    if (elo > strength_steps.back().elo) {
        level.nodes = strength_steps.back().nodes;
        std::size_t i = 1;
        for (; i + 1 < doubled_elo.size() && doubled_elo[i] < elo; ++i) level.nodes *= 2;
        // A straight line for 2^x is at most 6 % off, less than a tenth of a doubling.
        const unsigned lower = doubled_elo[i - 1];
        const unsigned above = elo < doubled_elo[i] ? elo - lower : doubled_elo[i] - lower;
        level.nodes += level.nodes * above / (doubled_elo[i] - lower);
        return level;
    }
    std::size_t at = 0;
    while (at + 2 < strength_steps.size() && strength_steps[at + 1].elo <= elo) ++at;
    const unsigned lower = strength_steps[at].elo;
    const unsigned above = elo > lower ? elo - lower : 0;
    if (mix(~detail::seed_of(p, game_seed)) % (strength_steps[at + 1].elo - lower) < above) ++at;
    level.nodes = strength_steps[at].nodes;
    level.candidates = strength_steps[at].candidates;
    level.depth = strength_steps[at].depth;
    level.notices = strength_steps[at].notices;
    return level;
}

}  // namespace stackmate::firmware
