// What a game of a few lines has beside its position, which tells how many `moves()` there are: the moves are numbers from 1 on,
// they come in that order, and nothing is ever in check.
#pragma once

#include "core/chess/game_concept.hpp"

#include <cstdint>

namespace stackmate::test {

struct SmallMove {
    std::uint16_t number = 0;
    [[nodiscard]] std::uint16_t bits() const { return number; }
    static SmallMove from_bits(std::uint16_t bits) { return {bits}; }
    explicit operator bool() const { return number != 0; }
    friend bool operator==(SmallMove, SmallMove) = default;
};
struct SmallUndo {
    Key key;
};
enum class NeverCheck : std::uint8_t { never };

template <class P>
struct SmallGame {
    using Position = P;
    using Undo = SmallUndo;
    using Move = SmallMove;
    using Check = NeverCheck;
    class Cursor {
    public:
        enum class Stage : std::uint16_t { done = 0xffff };
        Cursor() = default;
        explicit Cursor(Check) {}
        Move next(const Position& p) { return number_ < p.moves() ? Move{++number_} : Move{}; }
        void skip_to(Stage stage) { number_ = static_cast<std::uint16_t>(stage); }

    private:
        std::uint16_t number_ = 0;
    };
    static constexpr unsigned draw_after = 100;
    static constexpr Check no_check = Check::never;
    static Check check(const Position&) { return no_check; }
    static Check check_after(const Position&, Move, const Undo&) { return no_check; }
    static Check check_after_null(const Position&) { return no_check; }
    static Check check(const Cursor&) { return no_check; }
    static bool legal(const Position&, Move, Check) { return true; }
    static bool possible(const Position&, Move) { return true; }
    static bool lost_without_moves(Check) { return true; }
};

struct AsTheyCome {
    struct PerPly {};
    static void open_root(auto&) {}
    static void open_child(const auto&, auto&) {}
    static void open(auto&, auto& f) { f.cursor = decltype(f.cursor)(NeverCheck::never); }
    static auto next(auto& s, auto& f) { return f.cursor.next(s.position()); }
    static void skip_rest(auto& f) { f.cursor.skip_to(decltype(f.cursor)::Stage::done); }
};

}  // namespace stackmate::test
