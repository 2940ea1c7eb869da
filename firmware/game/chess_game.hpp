// The game without its interface: what has been played and can be taken back, whose clock runs, how the game ended. No
// squares, no states, no lights. What must be reported about a change is the return value of the call that made it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/game/game_record.hpp"
#include "core/chess/movegen.hpp"
#include "core/chess/position.hpp"
#include "firmware/game/clock.hpp"
#include "firmware/game/types.hpp"

namespace stackmate::firmware {

/// Times are milliseconds and may wrap as in GameClock. Nothing blocks. A takeback replays the game from its start,
/// some 500 instructions for each half move.
class ChessGame {
public:
    static constexpr std::size_t max_plies = 600;
    /// The players are warned when only so many half moves are left.
    static constexpr std::size_t few_plies = 40;

    constexpr ChessGame() noexcept : record_{moves_} {}
    ChessGame(const ChessGame&) = delete;
    ChessGame& operator=(const ChessGame&) = delete;

    // ------------------------------------------------------------------ what there is

    [[nodiscard]] const GameRecord& record() const noexcept { return record_; }
    [[nodiscard]] const Position& position() const noexcept { return record_.position(); }
    [[nodiscard]] Color mover() const noexcept { return record_.position().side(); }
    /// The number of half moves.
    [[nodiscard]] std::size_t size() const noexcept { return record_.size(); }
    [[nodiscard]] GameResult result() const noexcept { return result_; }
    /// Whether there is a game, finished or not.
    [[nodiscard]] bool playing() const noexcept { return playing_; }
    /// Whether there is a game, and it is not over.
    [[nodiscard]] bool goes_on() const noexcept { return playing_ && !result_; }
    /// Whether the side to move may claim a draw; as of the last `find_result`.
    [[nodiscard]] bool claimable() const noexcept { return claimable_; }
    /// The position `plies` half moves ago: 1 or 2, and no more than have been played.
    [[nodiscard]] const Position& earlier(unsigned plies) const noexcept { return earlier_[plies - 1]; }
    /// The position in which half move number `ply`, from 1, was made. Replays the game, except for the last half move.
    [[nodiscard, gnu::noinline, gnu::cold]] Position before(std::size_t ply) const noexcept {
        if (ply == record_.size()) {
            return earlier_[0];
        }
        Position p = record_.start();
        for (std::size_t i = 0; i + 1 < ply && i < record_.size(); ++i) {
            Undo undo;
            p.make(record_.moves()[i], undo);
        }
        return p;
    }
    /// How many half moves ago there was a position that fits, as `fits(p)` says: the fewest; 0 if there was
    /// none. Replays the game.
    template <class Fits>
    [[nodiscard, gnu::cold]] std::size_t plies_since(Fits fits) const noexcept {
        std::size_t found = 0;
        Position p = record_.start();
        for (std::size_t i = 0; i < record_.size(); ++i) {
            if (fits(p)) {
                found = record_.size() - i;
            }
            Undo undo;
            p.make(record_.moves()[i], undo);
        }
        return found;
    }
    /// The position after `plies` half moves takes the place of `earlier(2)`, until `look_away`.
    void look_at(std::size_t plies) noexcept { earlier_[1] = before(plies + 1); }
    void look_away() noexcept { settle(); }
    /// Whether only a few more half moves can be recorded.
    [[nodiscard]] bool few_left() const noexcept { return record_.size() >= max_plies - few_plies; }
    /// Any legal move; none if there is none.
    [[nodiscard]] Move any_move() const noexcept {
        const Position& p = record_.position();
        const Square checker = p.checker();
        Cursor cursor(checker);
        while (const Move m = cursor.next(p)) {
            if (p.legal(m, checker)) {
                return m;
            }
        }
        return {};
    }

    // ------------------------------------------------------------------ a game that is given, step by step

    /// There is no game, and the next one begins from the start position.
    void clear() noexcept {
        record_.restart();
        result_ = {};
    }
    /// Gives the start of a game and its clocks, which restart. Its moves and takebacks, clocks and result
    /// follow, and finally `resume`. On error only the clock and the result change.
    [[gnu::cold]] FenError restore(std::string_view fen, const TimeControls& controls) noexcept {
        clock_.set(controls);
        result_ = {};
        return record_.restart(fen, CastlingRules::either);
    }
    RecordError append(Move m) noexcept {
        const Color side = mover();
        const RecordError error = record_.push(m);
        if (error == RecordError::none) {
            clock_.moved(side);
        }
        return error;
    }
    RecordError drop() noexcept {
        const RecordError error = record_.take_back();
        if (error == RecordError::none) {
            clock_.taken_back(mover());
        }
        return error;
    }
    /// Who loses on time has none left, and some again if that no longer counts.
    void restore_result(GameResult result) noexcept {
        const auto on_time = [](GameResult r) {
            return r.ending == Ending::time || r.ending == Ending::time_without_force;
        };
        if (on_time(result)) {
            clock_.run_out(mover());
        } else if (on_time(result_)) {
            clock_.give_time();
        }
        result_ = result;
    }
    void restore_clock(const ClockReading& reading) noexcept { clock_.restore(reading); }
    /// What was given is the game from now on.
    void resume() noexcept {
        playing_ = true;
        settle();
    }

    // ------------------------------------------------------------------ a game that is played

    /// Begins another game from `fen`, which must be valid.
    void begin(std::string_view fen, const TimeControls& controls) noexcept {
        (void)restore(fen, controls);
        host_clock_ = false;
        resume();
    }
    /// Gives up the game. Returns true if it was unfinished: it is then abandoned, and `result` says so.
    bool leave() noexcept {
        const bool unfinished = goes_on() && record_.size() != 0;
        if (unfinished) {
            result_ = {Ending::abandoned, Winner::nobody};
        }
        playing_ = false;
        return unfinished;
    }

    /// `m` must be legal. Returns false if the record is full: the game then ends.
    [[nodiscard]] bool play(Move m) noexcept {
        const Position before = record_.position();
        if (append(m) != RecordError::none) {
            end({Ending::record_full, Winner::nobody});
            return false;
        }
        earlier_[1] = earlier_[0];
        earlier_[0] = before;
        claim_told_ = false;
        return true;
    }
    /// Takes back `plies` half moves, or all there are. A finished game continues.
    void take_back(unsigned plies) noexcept {
        for (; plies != 0 && record_.size() != 0; --plies) {
            (void)drop();
        }
        restore_result({});
        settle();
    }

    void end(GameResult result) noexcept { result_ = result; }
    /// Ends the game by a draw that the side to move may claim. Returns false and changes nothing if there is none.
    [[nodiscard]] bool claim_draw() noexcept {
        const GameState state = record_.state();
        if (!is_draw(state)) {
            return false;
        }
        end({ending_of(state), Winner::nobody});
        return true;
    }
    /// Ends the game on time: the side whose clock runs loses, or it is a draw if the other side could not mate.
    void lose_on_time() noexcept {
        const Color winner = ~clock_.side();
        end(record_.position().could_mate(winner) ? GameResult{Ending::time, winner_of(winner)}
                                                  : GameResult{Ending::time_without_force, Winner::nobody});
    }
    /// Ends the game if the position does. `claims`: the side to move claims a draw if it can. Returns true if it can
    /// and this is the first time in this position.
    [[nodiscard]] bool find_result(bool claims) noexcept {
        const Position& p = record_.position();
        const GameState state = record_.state();
        claimable_ = false;
        if (!is_over(state) && !is_draw(state)) {
            return false;
        }
        if (is_over(state) || claims) {
            end({ending_of(state), state == GameState::checkmate ? winner_of(~p.side()) : Winner::nobody});
            return false;
        }
        claimable_ = true;
        const bool news = !claim_told_;
        claim_told_ = true;
        return news;
    }

    // ------------------------------------------------------------------ time

    [[nodiscard]] const GameClock& clock() const noexcept { return clock_; }
    /// Whether the clock is the game's own: neither a host's nor off.
    [[nodiscard]] bool keeps_time() const noexcept { return clock_.active() && !host_clock_; }
    /// Whether a host sets the clock.
    [[nodiscard]] bool has_host_clock() const noexcept { return host_clock_; }
    /// Whether a person's time runs: from the second half move on; with a host's clock from the beginning.
    [[nodiscard]] bool persons_time() const noexcept { return record_.size() != 0 || host_clock_; }
    /// Whether the side whose clock runs has no time left. No flag falls by a host's clock.
    [[nodiscard]] bool flag_fell() const noexcept { return clock_.flag_fell() && !host_clock_; }

    /// Restarts the clock. Whether it is a host's does not change.
    void set_clock(const TimeControls& controls) noexcept { clock_.set(controls); }
    /// Shows a host's clocks, in milliseconds; both 0: none.
    void show_clocks(std::uint32_t white_ms, std::uint32_t black_ms) noexcept {
        host_clock_ = (white_ms | black_ms) != 0;
        TimeControl control{};
        control.start_ms = host_clock_ ? 1 : 0;
        clock_.set(control);
        ClockReading reading{};
        reading.left_ms[index(Color::white)] = white_ms;
        reading.left_ms[index(Color::black)] = black_ms;
        clock_.restore(reading);
    }
    void forget_host_clock() noexcept { host_clock_ = false; }
    /// Call at least once in 24 days.
    void settle_clock(std::uint32_t now_ms) noexcept { clock_.settle(now_ms); }
    /// From now on the mover's clock runs, or none does.
    void run_clock(bool runs, std::uint32_t now_ms) noexcept {
        if (runs) {
            clock_.run(mover(), now_ms);
        } else {
            clock_.stop(now_ms);
        }
    }

private:
    static constexpr Ending ending_of(GameState state) noexcept {
        switch (state) {
        case GameState::checkmate: return Ending::checkmate;
        case GameState::stalemate: return Ending::stalemate;
        case GameState::threefold_repetition:
        case GameState::fivefold_repetition: return Ending::repetition;
        case GameState::fifty_moves: return Ending::fifty_moves;
        case GameState::seventy_five_moves: return Ending::seventy_five_moves;
        case GameState::insufficient_material: return Ending::insufficient_material;
        case GameState::playing:
        case GameState::check: break;
        }
        return Ending::none;
    }

    /// Replays the game to know what a takeback would lead to.
    void settle() noexcept {
        claim_told_ = false;
        const auto moves = record_.moves();
        earlier_[0] = record_.start();
        for (std::size_t i = 0; i + 1 < moves.size(); ++i) {
            if (i + 2 == moves.size()) {
                earlier_[1] = earlier_[0];
            }
            Undo undo;
            earlier_[0].make(moves[i], undo);
        }
    }

    // Small members first: short instructions reach only near ones.
    GameResult result_{};
    bool playing_ = false;  ///< `record_` holds a game
    bool claimable_ = false;
    bool claim_told_ = false;  ///< that a draw may be claimed, in this position
    bool host_clock_ = false;  ///< `clock_` shows what a host has sent
    GameClock clock_{};
    std::array<Move, max_plies> moves_{};
    GameRecord record_;
    std::array<Position, 2> earlier_{};  ///< one and two half moves ago
};
static_assert(sizeof(ChessGame) <= (has_own_clock ? 2784 : 2768), "of which 1,200 are the moves");

}  // namespace stackmate::firmware
