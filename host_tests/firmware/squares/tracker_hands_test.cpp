// The square tracker under hands: pieces with weight, sensors with noise. Nothing here tells the tracker more
// than a board would.
#include "firmware/squares/tracker.hpp"

#include "hal/scan.hpp"
#include "host_tests/core/playout.hpp"
#include "host_tests/support/sample.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

namespace stackmate::firmware {
namespace {

using test::fen_of;
using test::legal_moves;
using test::Random;

constexpr std::uint32_t scan_ms = 5;
constexpr std::uint32_t debounce_ms = 20;
constexpr TrackerTiming timing{};

SquareSet bit(unsigned i) { return SquareSet{1} << i; }

/// A random member of a set that is not empty.
unsigned one_of(SquareSet set, Random& random) {
    for (std::size_t skip = random.below(static_cast<std::size_t>(std::popcount(set))); skip > 0; --skip)
        set &= set - 1;
    return static_cast<unsigned>(std::countr_zero(set));
}

/// The squares a piece passes when it is slid, both ends left out.
std::vector<unsigned> path(unsigned from, unsigned to) {
    std::vector<unsigned> squares;
    int file = static_cast<int>(from % 8), rank = static_cast<int>(from / 8);
    const int to_file = static_cast<int>(to % 8), to_rank = static_cast<int>(to / 8);
    for (;;) {
        file += (to_file > file) - (to_file < file);
        rank += (to_rank > rank) - (to_rank < rank);
        if (file == to_file && rank == to_rank) return squares;
        squares.push_back(static_cast<unsigned>(8 * rank + file));
    }
}

/// A chess board with pieces on it, hands over it, sensors under it, and the tracker.
struct TrackedBoard {
    TrackedBoard(const Position& p, Random& source, std::uint32_t start) : random(source), game(p), now(start) {
        for (unsigned i = 0; i < 64; ++i) pieces[i] = game.at(from_index64(i));
        tracker.set_position(game);
        debounce = decltype(debounce){standing()};
        tracker.update(standing(), now);
        tracker.update(standing(), now += 1000);
        EXPECT_EQ(status(), TrackerStatus::quiet);
    }

    SquareSet standing() const {
        SquareSet set = 0;
        for (unsigned i = 0; i < 64; ++i)
            if (pieces[i] != Piece::empty) set |= bit(i);
        return set;
    }
    SquareSet sensed() {
        SquareSet set = standing();
        for_each_square(bouncing, [&](unsigned i) {
            if (random.below(2) == 0) set ^= bit(i);
            if (bounces_left[i] != forever && --bounces_left[i] == 0) bouncing &= ~bit(i);
        });
        return (set & ~stuck_empty) | stuck_full;
    }
    void scan() {
        now += scan_ms;
        tracker.update(debounce.update(sensed()), now);
        ++updates;
        check();
    }
    void wait(std::uint32_t ms) {
        for (std::uint32_t done = 0; done < ms; done += scan_ms) scan();
    }

    // ---------------------------------------------------------------- hands

    /// After a change some sensors bounce, for less than the debounce time.
    void shake(unsigned i) {
        if (random.below(3) != 0) return;
        bouncing |= bit(i);
        if (bounces_left[i] != forever) bounces_left[i] = static_cast<std::uint16_t>(1 + random.below(3));
    }
    void lift(unsigned i) {
        if (pieces[i] == Piece::empty) return;
        hand.push_back(pieces[i]);
        pieces[i] = Piece::empty;
        shake(i);
    }
    void put(unsigned i, Piece piece) {
        pieces[i] = piece;
        shake(i);
    }
    void put(unsigned i) {
        if (hand.empty() || pieces[i] != Piece::empty) return;
        put(i, hand.back());
        hand.pop_back();
    }
    /// Pushes a piece over the board; where another stands it passes over it. May be seen on two squares at
    /// once, or on none for a while.
    void slide(unsigned from, unsigned to, std::size_t longest_ms) {
        const Piece piece = pieces[from];
        unsigned here = from;
        bool on_sensor = true;
        for (const unsigned next : path(from, to)) {
            const bool is_free = pieces[next] == Piece::empty;
            const bool overlaps = is_free && random.below(3) == 0;
            if (overlaps) {
                pieces[next] = piece;
                wait(static_cast<std::uint32_t>(random.below(60)));
            }
            if (on_sensor) pieces[here] = Piece::empty;
            if (!overlaps) wait(static_cast<std::uint32_t>(random.below(60)));
            if (is_free) pieces[next] = piece;
            on_sensor = is_free;
            here = next;
            wait(static_cast<std::uint32_t>(random.below(longest_ms)));
        }
        if (on_sensor) pieces[here] = Piece::empty;
        if (random.below(2) == 0) wait(static_cast<std::uint32_t>(random.below(60)));
        put(to, piece);
    }

    // ---------------------------------------------------------------- the caller

    void set_mode() {
        tracker.set_position(game);
        if (history.size() > 0) {
            tracker.allow_takeback(1, history.back());
            tracker.allow_more(last, history.back());
        }
        if (history.size() > 1) tracker.allow_takeback(2, history[history.size() - 2]);
        follows = {};
        holds = false;
        const std::vector<Move> moves = legal_moves(game);
        if (const std::size_t dice = random.below(10); dice == 0) {
            tracker.hold();
            holds = true;
        } else if (dice < 3 && !moves.empty()) {
            follows = moves[random.below(moves.size())];
            EXPECT_TRUE(tracker.follow(follows));
        }
    }
    void accept() {
        if (status() != TrackerStatus::move && status() != TrackerStatus::takeback) return;
        last = state().move;
        if (status() == TrackerStatus::takeback) {
            const std::size_t left = history.size() - state().plies;
            game = history[left];
            history.resize(left);
            castled_late += last ? 1u : 0u;
        }
        if (last) {
            ASSERT_TRUE(is_legal(game, last)) << fen_of(game);
            history.push_back(game);
            Undo undo;
            game.make(last, undo);
            ASSERT_TRUE(game.consistent());
        }
        set_mode();
        check();
    }

    // ---------------------------------------------------------------- what always holds

    void check() {
        const TrackerState& s = state();
        seen[static_cast<std::size_t>(s.status)] = true;
        const SquareSet board = tracker.occupied(), base = occupied_squares(game);
        ASSERT_EQ(s.status == TrackerStatus::quiet, board == base);
        ASSERT_EQ(s.lifted, base & ~board);
        switch (s.status) {
        case TrackerStatus::move: {
            ASSERT_TRUE(is_legal(game, s.move)) << fen_of(game);
            ASSERT_TRUE(!holds && (!follows || s.move == follows));
            const Footprint f = footprint(game, s.move);
            ASSERT_EQ(board & f.all(), f.filled | f.taken);
            break;
        }
        case TrackerStatus::lifting:
            ASSERT_NE(s.lifted, 0u);
            ASSERT_EQ(board & ~base, 0u);
            ASSERT_NE(s.targets | s.origins, 0u);
            break;
        case TrackerStatus::takeback:
            ASSERT_LE(s.plies, history.size());
            if (const Position& before = history[history.size() - s.plies]; s.move) {
                const bool slid =
                    s.move.from() == last.from() && (square_set(s.move.to()) & further_along(last, before)) != 0;
                ASSERT_TRUE(slid || s.move == castling_begun_by(last, before));
                ASSERT_TRUE(is_legal(before, s.move));
                ASSERT_EQ(board, footprint(before, s.move).after(occupied_squares(before)));
            } else {
                ASSERT_EQ(board, occupied_squares(before));
            }
            break;
        case TrackerStatus::unfinished:
            ASSERT_NE(s.fill | s.clear, 0u);
            ASSERT_TRUE((s.plies != 0) != static_cast<bool>(s.move));
            if (s.move) {
                ASSERT_TRUE(is_legal(game, s.move));
            }
            break;
        case TrackerStatus::wrong:
            ASSERT_NE(s.fill | s.clear, 0u);
            if (!follows) {
                ASSERT_EQ((board | s.fill) & ~s.clear, base);
            }
            break;
        case TrackerStatus::ambiguous: ASSERT_GE(std::popcount(s.targets) + (s.plies != 0 ? 1 : 0), 2); break;
        case TrackerStatus::quiet:
        case TrackerStatus::settling: break;
        }
        ASSERT_EQ(s.fill & board, 0u);
        ASSERT_EQ(s.clear & ~board, 0u);
    }

    TrackerStatus status() const { return state().status; }
    const TrackerState& state() const { return tracker.state(); }

    static constexpr std::uint16_t forever = 0xffff;

    Random& random;
    Position game;
    std::vector<Position> history{};
    Move last{};  ///< made in the last of `history`; none if nobody knows
    Move follows{};
    bool holds = false;
    std::array<Piece, 64> pieces{};
    std::vector<Piece> hand{};
    SquareSet bouncing = 0, stuck_empty = 0, stuck_full = 0;
    std::array<std::uint16_t, 64> bounces_left{};
    SquareTracker tracker{timing};
    hal::Debounce<SquareSet, debounce_ms / scan_ms + 1> debounce{};
    std::uint32_t now;
    std::uint64_t updates = 0;
    unsigned castled_late = 0;  ///< after half of it had counted as a move
    std::array<bool, 8> seen{};
};

/// Positions of random games, with those that led there.
std::vector<std::vector<Position>> games(std::uint64_t seed, int count, int plies) {
    std::vector<std::vector<Position>> all;
    Random random(seed);
    for (int i = 0; i < count; ++i) {
        const auto opening = static_cast<std::size_t>(i) % test::openings.size();
        std::vector<Position> line{test::position(test::openings[opening])};
        while (static_cast<int>(line.size()) <= plies) {
            const std::vector<Move> moves = legal_moves(line.back());
            if (moves.empty()) break;
            Undo undo;
            Position next = line.back();
            next.make(moves[random.below(moves.size())], undo);
            line.push_back(next);
        }
        all.push_back(line);
    }
    return all;
}

// ---------------------------------------------------------------------------------------- anything at all

/// One thing that hands do, sensible or not.
void fumble(TrackedBoard& table) {
    Random& random = table.random;
    const SquareSet all = table.standing();
    const SquareSet own = occupied_squares(table.game, Position::color_mask(table.game.side())) & all;
    const auto pick = [&] { return one_of(own != 0 && random.below(3) != 0 ? own : all, random); };
    const auto square = [&] {
        const TrackerState& s = table.state();
        const SquareSet hint = random.below(2) == 0 ? s.targets | s.fill : s.lifted;
        if (hint != 0 && random.below(3) != 0) return one_of(hint, random);
        return static_cast<unsigned>(random.below(64));
    };
    switch (random.below(14)) {
    case 0:
    case 1:
    case 2:
        if (all != 0) table.lift(pick());
        break;
    case 3:
    case 4:
    case 5: {
        const unsigned to = square();
        if (table.hand.empty()) break;
        if (table.pieces[to] != Piece::empty) {
            const Piece mine = table.hand.back();
            table.hand.pop_back();
            table.lift(to);
            table.wait(static_cast<std::uint32_t>(random.below(150)));
            table.hand.push_back(mine);
        }
        table.put(to);
        break;
    }
    case 6:
        if (all != 0) {
            const unsigned from = pick(), to = square();
            if (from != to && table.pieces[to] == Piece::empty) table.slide(from, to, 400);
        }
        break;
    case 7:
        if (all != 0) {  // nudged off its sensor and back
            const unsigned i = pick();
            table.lift(i);
            table.wait(static_cast<std::uint32_t>(random.below(700)));
            table.put(i);
        }
        break;
    case 8: table.shake(static_cast<unsigned>(random.below(64))); break;
    case 9: {  // a legal move in a hurry
        const std::vector<Move> moves = legal_moves(table.game);
        if (moves.empty()) break;
        const Footprint f = footprint(table.game, moves[random.below(moves.size())]);
        for_each_square(f.emptied | f.taken, [&](unsigned i) {
            table.lift(i);
            table.wait(static_cast<std::uint32_t>(random.below(200)));
        });
        for_each_square(f.filled | f.taken, [&](unsigned i) {
            table.put(i);
            table.wait(static_cast<std::uint32_t>(random.below(200)));
        });
        break;
    }
    case 10: {  // a sensor fails, or recovers
        const unsigned i = static_cast<unsigned>(random.below(64));
        table.stuck_empty = table.stuck_full = 0;
        for_each_square(table.bouncing, [&](unsigned j) { table.bounces_left[j] = 1; });
        if (random.below(3) == 0) {
            table.stuck_empty = bit(i);
        } else if (random.below(3) == 0) {
            table.stuck_full = bit(i);
        } else if (random.below(3) == 0) {
            table.bouncing |= bit(i);
            table.bounces_left[i] = TrackedBoard::forever;
        }
        break;
    }
    case 11: table.wait(2000); break;
    case 12: {  // puts back what the last moves have changed
        if (table.history.empty()) break;
        const std::size_t plies = std::min(1 + random.below(2), table.history.size());
        const Position& before = table.history[table.history.size() - plies];
        SquareSet changed = 0;
        for (unsigned i = 0; i < 64; ++i)
            if (before.at(from_index64(i)) != table.game.at(from_index64(i))) changed |= bit(i);
        for_each_square(changed, [&](unsigned i) {
            table.lift(i);
            table.wait(static_cast<std::uint32_t>(random.below(200)));
        });
        for_each_square(changed, [&](unsigned i) {
            if (table.pieces[i] == Piece::empty) table.put(i, before.at(from_index64(i)));
            table.wait(static_cast<std::uint32_t>(random.below(200)));
        });
        break;
    }
    case 13: {  // cannot decide what to take
        std::vector<Move> captures = legal_moves(table.game);
        std::erase_if(captures, [&](Move m) { return table.game.at(m.to()) == Piece::empty; });
        if (captures.empty()) break;
        const Square from = captures[random.below(captures.size())].from();
        table.lift(index64(from));
        table.wait(40);
        for (const Move m : captures) {
            if (m.from() != from) continue;
            table.lift(index64(m.to()));
            table.wait(static_cast<std::uint32_t>(random.below(200)));
            table.put(index64(m.to()));
            table.wait(static_cast<std::uint32_t>(random.below(200)));
        }
        break;
    }
    default: break;
    }
}

void repair_sensors(TrackedBoard& table) {
    table.stuck_empty = table.stuck_full = table.bouncing = 0;
    table.bounces_left.fill(0);
}

/// Does what the lights say, and nothing else, until the board is at peace; false if that takes too long.
bool follow_the_lights(TrackedBoard& table) {
    for (int round = 0; round < 4; ++round) {
        table.wait(timing.doubt_ms + 100);
        const TrackerState s = table.state();
        SquareSet fill = s.fill;
        switch (s.status) {
        case TrackerStatus::quiet:
        case TrackerStatus::move:
        case TrackerStatus::takeback: return true;
        case TrackerStatus::settling: return false;
        case TrackerStatus::lifting:
        case TrackerStatus::ambiguous: fill = s.lifted; break;
        case TrackerStatus::unfinished:
        case TrackerStatus::wrong: break;
        }
        for_each_square(s.clear, [&](unsigned i) { table.lift(i); });
        table.wait(50);
        for_each_square(fill, [&](unsigned i) {
            if (table.hand.empty()) table.hand.push_back(Piece{1});  // from beside the board
            table.put(i);
        });
    }
    return false;
}

/// Sets the pieces up as the position has them, in any order and at any pace; nobody accepts anything.
void set_up_again(TrackedBoard& table) {
    Random& random = table.random;
    const auto differs = [&](unsigned i) { return table.pieces[i] != table.game.at(from_index64(i)); };
    for (;;) {
        SquareSet wrong = 0;
        for (unsigned i = 0; i < 64; ++i)
            if (differs(i)) wrong |= bit(i);
        if (wrong == 0) return;
        const unsigned i = one_of(wrong, random);
        if (table.pieces[i] != Piece::empty)
            table.lift(i);
        else
            table.put(i, table.game.at(from_index64(i)));
        if (random.below(3) != 0) table.wait(static_cast<std::uint32_t>(random.below(500)));
    }
}

TEST(SquareTrackerHands, SequencesOfAnythingNeverReachAnIllegalPositionAndAlwaysFindBack) {
    const std::vector<std::vector<Position>> lines = games(20, 120, 60);
    Random random(4711);
    std::array<int, 8> seen{};
    int accepted = 0, by_lights = 0;
    const int sequences = stackmate::test::whole_or_sample(10'000, 1'000);
    std::uint64_t updates = 0;
    for (int sequence = 0; sequence < sequences; ++sequence) {
        const std::vector<Position>& line = lines[random.below(lines.size())];
        const std::size_t ply = random.below(line.size());
        TrackedBoard table(line[ply], random, static_cast<std::uint32_t>(random.below(0xffffffff)));
        table.history.assign(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(ply));
        table.set_mode();
        for (std::size_t left = 1 + random.below(12); left > 0; --left) {
            fumble(table);
            // Some of it between the same two scans.
            if (random.below(4) != 0) table.wait(static_cast<std::uint32_t>(random.below(450)));
            if (random.below(2) == 0) {
                const TrackerStatus told = table.status();
                table.accept();
                accepted += told == TrackerStatus::move || told == TrackerStatus::takeback;
            }
        }
        repair_sensors(table);
        table.wait(timing.doubt_ms + 100);
        ASSERT_NE(table.status(), TrackerStatus::settling) << "a board at rest says something";
        if (random.below(2) == 0) {
            ++by_lights;
            ASSERT_TRUE(follow_the_lights(table)) << "sequence " << sequence << ", " << fen_of(table.game);
        }
        set_up_again(table);
        repair_sensors(table);
        table.wait(debounce_ms + scan_ms);
        ASSERT_EQ(table.status(), TrackerStatus::quiet)
            << "sequence " << sequence << ", " << fen_of(table.game);  // the way back
        for (std::size_t i = 0; i < seen.size(); ++i) seen[i] += table.seen[i];
        updates += table.updates;
        if (HasFailure()) FAIL() << "sequence " << sequence << ", " << fen_of(table.game);
    }
    // None of it is for show: every status has been met, of the whole most of them thousands of times.
    constexpr std::array<const char*, 8> names = {"quiet",      "lifting",  "settling",  "move",
                                                  "unfinished", "takeback", "ambiguous", "wrong"};
    for (std::size_t i = 0; i < seen.size(); ++i) {
        EXPECT_GE(seen[i], (i == static_cast<std::size_t>(TrackerStatus::ambiguous) ? 10 : 100) * sequences / 10'000)
            << names[i];
        RecordProperty(names[i], seen[i]);
    }
    EXPECT_GE(accepted, sequences / 10);
    RecordProperty("accepted", accepted);
    RecordProperty("by_lights", by_lights);
    RecordProperty("updates", std::to_string(updates));
}

// ---------------------------------------------------------------------------------------- moves meant

/// What hands have to do for a move: lifts, places and slides, each after those it needs.
struct Step {
    enum Kind { lift, place, slide } kind;
    unsigned square;     ///< slide: where from
    unsigned to;         ///< slide only
    unsigned needs = 0;  ///< bit n: step n must have been done
};

std::vector<Step> steps_of(const Position& p, Move m, Random& random) {
    const Footprint f = footprint(p, m);
    const auto number = [](SquareSet set) { return static_cast<unsigned>(std::countr_zero(set)); };
    std::vector<Step> steps;
    const auto carry = [&](SquareSet from, SquareSet to, unsigned needs) {
        const unsigned here = number(from), there = number(to), n = static_cast<unsigned>(steps.size());
        if (random.below(3) == 0) {
            steps.push_back({Step::slide, here, there, needs});
        } else {
            steps.push_back({Step::lift, here, there});
            steps.push_back({Step::place, there, there, needs | 1u << n});
        }
    };
    const SquareSet rook_or_pawn = f.emptied & ~f.from, rook_to = f.filled & ~f.to;
    if (f.taken != 0) steps.push_back({Step::lift, number(f.taken), 0});
    carry(f.from, f.to, f.taken != 0 ? 1u : 0u);
    if (rook_to != 0)
        carry(rook_or_pawn, rook_to, 0);
    else if (rook_or_pawn != 0)
        steps.push_back({Step::lift, number(rook_or_pawn), 0});
    return steps;
}

/// Makes a move in some order, with noise around it. `told` is called after each step.
template <class Told>
void make_by_hand(TrackedBoard& table, Move m, Told&& told) {
    Random& random = table.random;
    const Position p = table.game;
    const SquareSet own = occupied_squares(p, Position::color_mask(p.side()));
    const SquareSet bystanders = own & ~footprint(p, m).all();
    const bool castles = std::popcount(footprint(p, m).filled) == 2;
    const std::size_t pauses[] = {250, 1200, castles ? 4000u : 250u};
    const std::size_t longest_pause = pauses[random.below(3)];
    const std::vector<Step> steps = steps_of(p, m, random);
    for (unsigned done = 0; done + 1 != 1u << steps.size();) {
        const std::size_t n = random.below(steps.size());
        const Step& step = steps[n];
        if ((done >> n & 1) != 0 || (step.needs & ~done) != 0) continue;
        done |= 1u << n;
        switch (step.kind) {
        case Step::lift: table.lift(step.square); break;
        case Step::place: table.put(step.square, p.at(m.from())); break;
        case Step::slide: table.slide(step.square, step.to, 200); break;
        }
        // Long enough for a bounce and the debounce time: no hand is quicker.
        const bool last = done + 1 == 1u << steps.size();
        table.wait(static_cast<std::uint32_t>(45 + random.below(last ? 20 : longest_pause)));
        told();
        if (random.below(4) == 0) table.shake(static_cast<unsigned>(random.below(64)));
        if (bystanders != 0 && random.below(6) == 0) {
            const unsigned i = one_of(bystanders, random);
            table.lift(i);
            table.wait(static_cast<std::uint32_t>(random.below(250)));
            table.put(i, p.at(from_index64(i)));
            table.wait(30);
        }
    }
}

/// Puts everything back, all that moved lifted first, the rest in any order.
void take_back_by_hand(TrackedBoard& table, const Footprint& f, const Position& before) {
    Random& random = table.random;
    const auto pause = [&] { table.wait(static_cast<std::uint32_t>(random.below(400))); };
    for_each_square(f.filled | f.taken, [&](unsigned i) {
        table.lift(i);
        table.wait(2 * debounce_ms);  // no hand is so fast that the square is not seen empty
        pause();
    });
    for (SquareSet left = f.emptied | f.taken; left != 0;) {
        const unsigned i = one_of(left, random);
        left &= ~bit(i);
        table.put(i, before.at(from_index64(i)));
        pause();
    }
}

struct Meant {
    const Position* position;
    Move move;
};
enum Kind : std::size_t { quiet, capture, castling, en_passant, promotion, kinds };

Kind kind_of(const Position& p, Move m) {
    const Footprint f = footprint(p, m);
    if (m.promotes()) return promotion;
    if (f.taken != 0) return capture;
    if (std::popcount(f.filled) == 2) return castling;
    return std::popcount(f.emptied) == 2 ? en_passant : quiet;
}

TEST(SquareTrackerHands, MovesMadeByAnyHandAreReadAsMeantAndTakenBack) {
    const std::vector<std::vector<Position>> lines = games(21, 240, 60);
    std::array<std::vector<Meant>, kinds> of_kind;
    for (const std::vector<Position>& line : lines)
        for (const Position& p : line)
            for (const Move m : legal_moves(p)) {
                if (m.promotes() && m.promotion() != PieceType::queen) continue;
                of_kind[kind_of(p, m)].push_back({&p, m});
            }
    constexpr std::array names = {"quiet", "capture", "castling", "en_passant", "promotion"};
    for (std::size_t kind = 0; kind < kinds; ++kind) {
        EXPECT_GE(of_kind[kind].size(), 50u) << names[kind];
        RecordProperty(names[kind], static_cast<int>(of_kind[kind].size()));
    }
    Random random(1234);
    unsigned castled_late = 0;
    for (std::size_t n = 0; n < stackmate::test::whole_or_sample<std::size_t>(10'000, 1'000); ++n) {
        const std::vector<Meant>& choice = of_kind[n % kinds];
        const Meant& chosen = choice[random.below(choice.size())];
        const Position& p = *chosen.position;
        const Move meant = chosen.move;
        const std::string what = std::to_string(n) + ": " + text_of(meant, p) + " in " + fen_of(p);
        TrackedBoard table(p, random, static_cast<std::uint32_t>(random.below(0xffffffff)));
        make_by_hand(table, meant, [&] {
            if (table.status() != TrackerStatus::move || table.state().move == meant) return;
            EXPECT_EQ(castling_begun_by(table.state().move, p), meant) << what;
            table.accept();
        });
        table.wait(timing.doubt_ms + 100);
        ASSERT_EQ(table.status(), table.history.empty() ? TrackerStatus::move : TrackerStatus::takeback) << what;
        ASSERT_EQ(table.state().move, meant) << what;
        table.accept();
        castled_late += table.castled_late;
        ASSERT_EQ(table.status(), TrackerStatus::quiet) << what;
        take_back_by_hand(table, footprint(p, meant), p);
        table.wait(timing.rest_ms + 100);
        ASSERT_EQ(table.status(), TrackerStatus::takeback) << what;
        ASSERT_EQ(table.state().plies, 1) << what;
        if (HasFailure()) FAIL() << what;
    }
    EXPECT_GT(castled_late, stackmate::test::whole_or_sample(100u, 10u));
}

}  // namespace
}  // namespace stackmate::firmware
