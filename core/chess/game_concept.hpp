// The game as a type. Search, iterative deepening and perft are written once, for any game that meets this concept. Chess is
// one such type; games/draughts has another. That the rules are a parameter of the search is Halbersma's idea (forum post on
// his Draughts and Checkers Template Library, 2013).
#pragma once

#include "core/chess/movegen.hpp"
#include "core/chess/position.hpp"
#include "core/chess/types.hpp"

#include <concepts>
#include <cstdint>

namespace stackmate {

/// A game of two sides who move in turn. What has the same name and meaning in every game is a function of the position; the
/// static functions of `G` are for what differs. A cursor yields all legal moves, and perhaps others, which `legal` rejects.
///
/// `Check` is what restricts the mover. It is found once, when the previous move is made, and kept in the cursor. In chess it
/// is the piece that gives check, in draughts the duty to capture. While it is not `no_check`, nothing is pruned, no null
/// move is made, the static value means nothing, and quiescence searches every move.
template <class G>
concept Game = requires(typename G::Position& p, const typename G::Position& at, typename G::Undo& undo,
                        typename G::Move m, typename G::Cursor& cursor, typename G::Check check) {
    // No move is all zero. The table keeps sixteen bits, which may turn out to be another move, or not a legal one.
    requires std::constructible_from<bool, typename G::Move> && std::equality_comparable<typename G::Move>;
    { m.bits() } -> std::same_as<std::uint16_t>;
    { G::Move::from_bits(std::uint16_t{}) } -> std::same_as<typename G::Move>;

    { p.make(m, undo) } -> std::same_as<void>;  // a legal move
    { p.unmake(m, undo) } -> std::same_as<void>;
    { p.make_null(undo) } -> std::same_as<void>;  // the mover passes
    { p.unmake_null(undo) } -> std::same_as<void>;
    { at.key() } -> std::same_as<Key>;
    { undo.key } -> std::convertible_to<Key>;            // of the position before the move
    { at.halfmove() } -> std::convertible_to<unsigned>;  // a position before these half moves cannot occur again
    { G::draw_after } -> std::convertible_to<unsigned>;  // this many of them are a draw
    { at.any_legal_move() } -> std::same_as<bool>;

    requires std::constructible_from<typename G::Cursor, typename G::Check>;
    { cursor.next(at) } -> std::same_as<typename G::Move>;
    { cursor.skip_to(G::Cursor::Stage::done) } -> std::same_as<void>;
    { G::legal(at, m, check) } -> std::same_as<bool>;  // of what the cursor yields
    { G::possible(at, m) } -> std::same_as<bool>;      // may say so of a move that is not; never the reverse

    { G::no_check } -> std::convertible_to<typename G::Check>;
    { G::check(at) } -> std::same_as<typename G::Check>;                 // from scratch
    { G::check_after(at, m, undo) } -> std::same_as<typename G::Check>;  // `m` has just been made
    { G::check_after_null(at) } -> std::same_as<typename G::Check>;      // the move has just been passed
    { G::check(cursor) } -> std::same_as<typename G::Check>;             // the one that it was constructed with

    { G::lost_without_moves(check) } -> std::same_as<bool>;  // otherwise it is a draw
};

struct Chess {
    using Position = stackmate::Position;
    using Undo = stackmate::Undo;
    using Move = stackmate::Move;
    using Cursor = stackmate::Cursor;
    using Check = Square;  ///< of the piece that checks, or Position::double_check

    static constexpr unsigned draw_after = 100;
    static constexpr Check no_check = Square::none;
    static Check check(const Position& p) { return p.checker(); }
    static Check check_after(const Position& p, Move m, const Undo& undo) { return p.checker_after(m, undo); }
    /// The opponent was not in check when we had the move.
    static constexpr Check check_after_null(const Position&) { return no_check; }
    static constexpr Check check(const Cursor& cursor) { return cursor.checker(); }
    static bool legal(const Position& p, Move m, Check checker) { return p.legal(m, checker); }
    static bool possible(const Position& p, Move m) { return p.pseudo_legal(m); }
    static constexpr bool lost_without_moves(Check checker) { return checker != no_check; }
};
static_assert(Game<Chess>);

namespace detail {
template <class V>
struct GameOf {
    using type = Chess;
};
template <class V>
    requires requires { typename V::Game; }
struct GameOf<V> {
    using type = typename V::Game;
};
}  // namespace detail

/// The game that the engine version `V` plays: chess, unless it names another.
template <class V>
using GameOf = typename detail::GameOf<V>::type;

}  // namespace stackmate
