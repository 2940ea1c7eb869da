// What has happened in a game, reported one change at a time. Nothing is queued: what has been reported is compared
// with the present state, so nothing can overflow, however late the caller asks.
#pragma once

#include "core/game/game_record.hpp"
#include "firmware/game/change.hpp"
#include "firmware/game/types.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace stackmate::firmware {

class ChangeLog {
public:
    /// Counts all this as reported already.
    void forget(const GameRecord& record, const Settings& settings, GameResult result) {
        size_ = low_ = static_cast<std::uint16_t>(record.size());
        settings_ = settings;
        result_ = result;
        left_ = begun_ = abandoned_ = terms_ = practice_ = false;
        notice_ = Notice::none;
        square_ = {};
    }
    void set_reported(const Settings& settings) { settings_ = settings; }

    void left() { left_ = true; }
    void new_game() { begun_ = true; }
    /// They have changed; those of a new game are reported with it.
    void terms() { terms_ = true; }
    /// An exercise begins or ends: that is reported with the settings.
    void practice() { practice_ = true; }
    /// An exercise is left. `unplayed`: nothing else says so of the stored one.
    void left_practice(bool unplayed) {
        practice_ = true;
        terms_ = terms_ || unplayed;
    }
    /// The game before the new one was not over.
    void abandoned() { abandoned_ = true; }
    /// Half moves were taken back; `size` remain.
    void taken_back(std::size_t size) { low_ = std::min(low_, static_cast<std::uint16_t>(size)); }
    /// Only the latest is kept.
    void notice(Notice notice, Move m) {
        notice_ = notice;
        notice_move_ = m;
    }

    /// Only the latest is kept; another notice does not replace it.
    void square(SquareNews news) { square_ = news; }
    /// Whether there is one that nobody has taken.
    [[nodiscard]] bool has_square() const { return square_.square < 64; }

    /// The next change, in order. `fen_error`: for the notice that a position was refused.
    Change take(const GameRecord& record, const Settings& settings, GameResult result, FenError fen_error) {
        Change change;
        if (!(settings == settings_) || practice_) {
            settings_ = settings;
            practice_ = false;
            change.kind = Change::Kind::settings;
        } else if (left_) {
            left_ = false;
            change.kind = Change::Kind::left;
        } else if (abandoned_) {
            abandoned_ = false;
            change.kind = Change::Kind::abandoned;
            change.result = {Ending::abandoned, Winner::nobody};
        } else if (begun_) {
            begun_ = terms_ = false;
            size_ = low_ = 0;
            result_ = {};
            change.kind = Change::Kind::new_game;
        } else if (low_ < size_) {
            change.kind = Change::Kind::taken_back;
            change.plies = static_cast<std::uint16_t>(size_ - low_);
            size_ = low_;
            result_ = {};
        } else if (size_ < record.size()) {
            change.kind = Change::Kind::move;
            change.move = record.moves()[size_];
            change.ply = low_ = ++size_;
            const Color first = record.start().side();
            change.mover = change.ply % 2 == 1 ? first : ~first;
        } else if (terms_) {
            terms_ = false;
            change.kind = Change::Kind::terms;
        } else if (!(result_ == result)) {
            change.kind = Change::Kind::result;
            change.result = result_ = result;
        } else if (has_square()) {
            change.kind = Change::Kind::notice;
            change.notice = Notice::square;
            change.square = square_;
            square_ = {};
        } else if (notice_ != Notice::none) {
            change.kind = Change::Kind::notice;
            change.notice = notice_;
            change.move = notice_move_;
            change.fen_error = fen_error;
            notice_ = Notice::none;
        }
        return change;
    }

private:
    Settings settings_{};
    GameResult result_{};
    std::uint16_t size_ = 0;
    std::uint16_t low_ = 0;  ///< the smallest number of half moves since the last report
    Move notice_move_{};
    Notice notice_ = Notice::none;
    SquareNews square_{};
    bool left_ : 1 = false;
    bool begun_ : 1 = false;
    bool abandoned_ : 1 = false;
    bool terms_ : 1 = false;
    bool practice_ : 1 = false;
};

}  // namespace stackmate::firmware
