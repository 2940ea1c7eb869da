// A second generator of draughts moves to test the first against: a grid of letters, recursion, sets. Nothing of it is
// taken from games/draughts but the constants of the rules.
#pragma once

#include "games/draughts/rules.hpp"

#include <algorithm>
#include <cctype>
#include <compare>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace stackmate::draughts::naive {

/// Row from the top, column from the left.
using Place = std::pair<int, int>;

/// Squares by their printed number; what it takes, and whether it leaves a king.
struct Move {
    int from;
    int to;
    std::set<int> taken;
    bool king;
    auto operator<=>(const Move&) const = default;
};

/// 'w' and 'b' are men, 'W' and 'B' kings, on their printed numbers.
struct Setup {
    std::map<int, char> pieces;
    char side;
    auto operator<=>(const Setup&) const = default;
};

template <Rules R>
class Game {
public:
    static constexpr int size = static_cast<int>(R::board_size);

    explicit Game(Setup setup) : setup_(std::move(setup)) {}
    [[nodiscard]] const Setup& setup() const { return setup_; }

    [[nodiscard]] std::set<Move> moves() const {
        std::set<Move> captures, others;
        for (const auto& [number, piece] : setup_.pieces) {
            if (!mine(piece)) continue;
            Game lifted = *this;
            lifted.setup_.pieces.erase(number);
            lifted.take({number, number, {}, std::isupper(piece) != 0}, captures);
            go(number, piece, others);
        }
        if (captures.empty()) return others;
        if (!R::must_take_most) return captures;
        std::size_t most = 0;
        for (const Move& m : captures) most = std::max(most, m.taken.size());
        std::erase_if(captures, [&](const Move& m) { return m.taken.size() < most; });
        return captures;
    }

    [[nodiscard]] Game after(const Move& m) const {
        Game next = *this;
        next.setup_.pieces.erase(m.from);
        for (const int n : m.taken) next.setup_.pieces.erase(n);
        next.setup_.pieces[m.to] = static_cast<char>(m.king ? std::toupper(setup_.side) : setup_.side);
        next.setup_.side = setup_.side == 'w' ? 'b' : 'w';
        return next;
    }

    [[nodiscard]] std::uint64_t perft(int depth) const {
        if (depth == 0) return 1;
        std::uint64_t leaves = 0;
        for (const Move& m : moves()) leaves += after(m).perft(depth - 1);
        return leaves;
    }

private:
    static Place place(int number) {
        const int row = (number - 1) / (size / 2);
        return {row, (number - 1) % (size / 2) * 2 + (row % 2 == 0 ? 1 : 0)};
    }
    static int number(Place p) { return p.first * (size / 2) + p.second / 2 + 1; }
    static bool on_board(Place p) { return p.first >= 0 && p.first < size && p.second >= 0 && p.second < size; }
    static Place step(Place p, Place by) { return {p.first + by.first, p.second + by.second}; }

    [[nodiscard]] char at(Place p) const {
        const auto found = setup_.pieces.find(number(p));
        return found == setup_.pieces.end() ? '.' : found->second;
    }
    [[nodiscard]] bool mine(char piece) const { return std::tolower(piece) == setup_.side; }
    [[nodiscard]] bool free(Place p) const { return on_board(p) && at(p) == '.'; }
    [[nodiscard]] int forward() const { return setup_.side == 'w' ? -1 : 1; }
    [[nodiscard]] bool on_last_row(int n) const { return place(n).first == (setup_.side == 'w' ? 0 : size - 1); }

    void go(int from, char piece, std::set<Move>& found) const {
        const bool king = std::isupper(piece) != 0;
        for (const int rows : {-1, 1})
            for (const int columns : {-1, 1}) {
                if (!king && rows != forward()) continue;
                for (Place p = step(place(from), {rows, columns}); free(p); p = step(p, {rows, columns})) {
                    found.insert({from, number(p), {}, king || on_last_row(number(p))});
                    if (!king || !R::flying_kings) break;
                }
            }
    }

    /// The piece in hand has come to `so_far.to`: each jump from there, as the number taken and where it may land.
    [[nodiscard]] std::vector<std::pair<int, std::vector<int>>> jumps(const Move& so_far) const {
        std::vector<std::pair<int, std::vector<int>>> all;
        const bool flying = so_far.king && R::flying_kings;
        for (const int rows : {-1, 1})
            for (const int columns : {-1, 1}) {
                if (!so_far.king && !R::men_take_backward && rows != forward()) continue;
                const Place by{rows, columns};
                Place p = step(place(so_far.to), by);
                while (flying && free(p)) p = step(p, by);
                if (!on_board(p) || at(p) == '.' || mine(at(p)) || so_far.taken.contains(number(p))) continue;
                std::vector<int> landings;
                for (Place l = step(p, by); free(l); l = step(l, by)) {
                    landings.push_back(number(l));
                    if (!flying) break;
                }
                if (!landings.empty()) all.emplace_back(number(p), landings);
            }
        return all;
    }

    void take(const Move& so_far, std::set<Move>& found) const {
        const auto all = jumps(so_far);
        for (const auto& [victim, landings] : all) {
            std::vector<Move> ends, goes_on;
            for (const int landing : landings) {
                Move next = so_far;
                next.to = landing;
                next.taken.insert(victim);
                if (R::promotes_in_passing && on_last_row(landing)) next.king = true;
                (jumps(next).empty() ? ends : goes_on).push_back(next);
            }
            for (const Move& next : goes_on) take(next, found);
            if (!goes_on.empty()) continue;
            for (Move& end : ends) {
                if (on_last_row(end.to)) end.king = true;
                found.insert(end);
            }
        }
    }

    Setup setup_;
};

}  // namespace stackmate::draughts::naive
