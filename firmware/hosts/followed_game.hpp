// The game on the board as seen by a program at the other end of a line. What the program says about its game becomes a
// claim, moves, takebacks or another game here, and the person's move becomes the program's answer. Every host that
// keeps a game of its own uses this; it knows no protocol.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "core/engine/limits.hpp"
#include "core/chess/movegen.hpp"
#include "core/chess/position.hpp"
#include "core/game/game_record.hpp"
#include "firmware/game/seats.hpp"
#include "firmware/game/change.hpp"
#include "firmware/game/types.hpp"
#include "firmware/play/controller.hpp"

namespace stackmate::firmware {

/// The number of half moves to take back until the game stands at `p`: 0 if it stands there now, none if it never did.
/// If it was there more than once, the latest time counts. Costs some 500 instructions for each half move of the game.
[[nodiscard, gnu::cold]] inline std::optional<unsigned> plies_back_to(const GameRecord& record,
                                                                      const Position& p) noexcept {
    const auto moves = record.moves();
    Position here = record.start();
    std::optional<unsigned> plies;
    for (std::size_t i = 0; i <= moves.size(); ++i) {
        if (here.key() == p.key()) {
            plies = static_cast<unsigned>(moves.size() - i);
        }
        if (i < moves.size()) {
            Undo undo;
            here.make(moves[i], undo);
        }
    }
    return plies;
}

/// Nothing blocks. Showing a position replays the game if it may be a takeback: some 500 instructions for each half
/// move.
class FollowedGame {
public:
    explicit constexpr FollowedGame(Controller& game) noexcept : game_{game} {}
    FollowedGame(const FollowedGame&) = delete;
    FollowedGame& operator=(const FollowedGame&) = delete;

    /// The program's game stands at `p`; the board is to follow. The sides are claimed: the person has the side to
    /// move, the program the other. So if the program asks for moves of both sides, a person plays both.
    [[gnu::cold]] void show(const Position& p) noexcept {
        const bool white = p.side() == Color::white;
        game_.claim({.held = true,
                     .follows = true,
                     .white = white ? Seat::person : Seat::remote,
                     .black = white ? Seat::remote : Seat::person});
        const Move unseen = std::exchange(stand_in_, {});
        // A game that was resigned or drawn here but continues for the program is set up again.
        const bool is_there =
            game_.record().position().key() == p.key() && (!game_.result() || is_over(game_.record().state()));
        if (game_.playing() && (is_there || goes_on_to(p, unseen) || goes_back_to(p))) {
            return;
        }
        char fen[max_fen_length];
        (void)game_.set_game({fen, p.fen(fen)}, {}, Who::holder);
    }

    /// The program asks for the person's move in `p`; `limits` are those of its `go`, whose clocks are shown. Returns
    /// false if the game is over in `p`.
    [[nodiscard, gnu::cold]] bool ask(const Position& p, const Limits& limits) noexcept {
        show(p);
        if (game_.result() || is_over(game_.record().state())) {
            return false;
        }
        const auto left = [&](Color side) { return limits.clock[index(side)] ? limits.time_ms[index(side)] : 0; };
        game_.show_clocks(left(Color::white), left(Color::black));
        left_ = false;
        asked_ = true;
        known_plies_ = static_cast<std::uint16_t>(game_.record().size());
        moved_ = {};
        return true;
    }
    /// The move that was asked for, once; none before it is made.
    [[nodiscard]] Move take_move() noexcept { return std::exchange(moved_, {}); }
    /// Whether the person has given up the program's game. Returns true once.
    [[nodiscard]] bool take_left() noexcept { return std::exchange(left_, false); }
    /// The move is no longer awaited.
    void forget_question() noexcept {
        asked_ = false;
        moved_ = {};
    }
    /// The program was given `m` in place of the person's move, and may continue with it.
    void note_stand_in(Move m) noexcept { stand_in_ = m; }
    /// The program no longer plays through the board: the sides are the person's.
    void release() noexcept {
        forget_question();
        stand_in_ = {};
        game_.release();
    }

    // ---- what happens in the game

    /// A move that the program knew when it asked is no answer: the program went on with the stand-in for it.
    void notify(const Change& change) noexcept {
        if (change.kind == Change::Kind::left) {
            left_ = true;
        } else if (change.kind == Change::Kind::move && asked_ && change.ply > known_plies_
                   && game_.player(change.mover) == Seat::person) {
            asked_ = false;
            moved_ = change.move;
        }
    }

private:
    /// The program has moved. Or it continues with the stand-in for the person's move, which then counts as made.
    [[nodiscard, gnu::noinline, gnu::cold]] bool goes_on_to(const Position& p, Move unseen) noexcept {
        Position here = game_.record().position();
        Move reply = move_between(here, p);
        if (!reply) {
            if (!unseen || !is_legal(here, unseen)) {
                return false;
            }
            Undo undo;
            here.make(unseen, undo);
            reply = move_between(here, p);
            if (!reply || game_.play_unseen(unseen) != Refusal::none) {
                return false;
            }
        }
        return game_.pending() == reply || game_.remote_move(reply, Who::holder) == Refusal::none;
    }

    /// The legal move that leads from one position to the other; none if there is none. `from` is unchanged on return.
    [[nodiscard]] static Move move_between(Position& from, const Position& to) noexcept {
        const Square checker = from.checker();
        Cursor cursor(checker);
        while (const Move m = cursor.next(from)) {
            if (!from.legal(m, checker)) {
                continue;
            }
            Undo undo;
            from.make(m, undo);
            const bool found = from.key() == to.key();
            from.unmake(m, undo);
            if (found) {
                return m;
            }
        }
        return {};
    }

    /// The program has taken back to an earlier position of the game.
    [[nodiscard, gnu::noinline, gnu::cold]] bool goes_back_to(const Position& p) noexcept {
        const unsigned plies = plies_back_to(game_.record(), p).value_or(0);
        return plies != 0 && game_.take_back(plies, Who::holder) == Refusal::none;
    }

    Controller& game_;
    Move moved_{};
    Move stand_in_{};                ///< kept until the program's next position comes
    std::uint16_t known_plies_ = 0;  ///< half moves of the game when the program asked
    bool asked_ = false;             ///< the program waits for the person's move
    bool left_ = false;
};

}  // namespace stackmate::firmware
