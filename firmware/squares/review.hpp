// Looking back at a finished game: which moves of a person have cost most. Every position of the game is searched, from its
// end to its start, and the losses are the differences. Then the reasons of what is shown are sought. Nothing is noted while a
// game is played. Pure: the caller orders the searches and passes their results.
#pragma once

#include "core/chess/position.hpp"
#include "core/chess/types.hpp"
#include "core/engine/reason.hpp"
#include "core/notation/san.hpp"
#include "core/notation/text.hpp"
#include "firmware/squares/coach.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace stackmate::firmware {

class Review {
public:
    [[gnu::cold]] constexpr Review() = default;

    /// For each position.
    static constexpr std::uint32_t nodes = 4096;
    /// What a move must have lost to be shown.
    static constexpr Score least = Coach::weak_loss;

    /// A move that has lost much.
    struct Moment {
        Move played{}, better{};
        std::uint16_t plies = 0;  ///< half moves before it
        std::int16_t loss = 0;
    };

    /// Of a game of `plies` half moves, 1 or more.
    [[gnu::cold]] void begin(std::size_t plies) {
        const std::uint16_t last = static_cast<std::uint16_t>(plies), stands = begun() ? stands_ : last;
        *this = {};
        size_ = left_ = last;
        stands_ = stands;
        searches_ = true;
    }
    /// Another game, or this one goes on.
    [[gnu::noinline, gnu::cold]] void forget() { *this = {}; }
    /// Whether the game has been looked back at, so that the pieces may stand as in an earlier position.
    [[nodiscard]] bool begun() const { return size_ != 0; }
    /// Whether losses or reasons are still being sought.
    [[nodiscard]] bool searches() const { return searches_; }
    /// The position that is to be searched, or to be shown: the half moves before it.
    [[nodiscard, gnu::cold]] std::size_t plies() const {
        return searches_ && !explains_ ? left_ : shown_ < count_ ? moments_[shown_].plies : size_;
    }
    /// The position whose pieces stand on the board, as far as is known.
    [[nodiscard]] std::size_t stands() const { return stands_; }
    /// How much of the search is done, in eighths.
    [[nodiscard]] unsigned eighths() const { return 8u * (size_ - left_) / (size_ + 1u); }

    /// The move whose reason is being sought; none while losses are, and afterwards.
    [[nodiscard, gnu::cold]] Move explains() const { return explains_ ? moments_[shown_].played : Move{}; }
    /// That is the reason. The next move is `explains`'s.
    [[gnu::cold]] void explain(Reason reason) {
        reasons_[shown_] = reason;
        if (++shown_ != count_) return;
        searches_ = explains_ = false;
        shown_ = 0;
    }
    /// The position at `plies` has been searched. `played`: the move that a person has made there, or none.
    [[gnu::cold]] void answer(Move best, Score score, Move played) {
        const Score loss = Coach::loss(score, -after_);
        if (left_ != size_ && played && best && best != played && loss >= least)
            keep({played, best, left_, static_cast<std::int16_t>(loss)});
        after_ = static_cast<std::int16_t>(score);
        explains_ = left_ == 0 && count_ != 0;
        searches_ = left_ != 0 || explains_;
        if (left_ != 0) --left_;
    }
    /// What is shown; nullptr: nothing, as the losses are being sought or there are none.
    [[nodiscard, gnu::cold]] const Moment* moment() const {
        return searches_ || shown_ >= count_ ? nullptr : &moments_[shown_];
    }
    /// Why that move loses, if it is known.
    [[nodiscard, gnu::cold]] Reason reason() const { return moment() != nullptr ? reasons_[shown_] : Reason::none; }
    [[nodiscard]] bool has_next() const { return shown_ + (searches_ ? 0u : 1u) < count_; }
    /// The pieces stand as in the position that is shown.
    [[gnu::cold]] void note_standing() {
        if (moment() != nullptr) stands_ = moment()->plies;
    }
    /// Goes to the next one, nearer to the game's start; the search ends with what it has found.
    [[gnu::cold]] void next() {
        shown_ = searches_ ? 0 : static_cast<std::uint8_t>(shown_ + 1);
        searches_ = explains_ = false;
    }

private:
    /// The greatest losses, from the game's end on.
    [[gnu::cold]] void keep(const Moment& moment) {
        if (count_ == moments_.size()) {
            const auto smallest = std::ranges::min_element(moments_, {}, &Moment::loss);
            if (smallest->loss >= moment.loss) return;
            std::shift_left(smallest, moments_.end(), 1);
            --count_;
        }
        moments_[count_++] = moment;
    }

    bool searches_ = false, explains_ = false;
    std::uint8_t count_ = 0, shown_ = 0;
    std::array<Reason, 3> reasons_{};
    std::uint16_t size_ = 0;    ///< of the game; 0: it has not been looked back at
    std::uint16_t left_ = 0;    ///< half moves before the position that is to be searched
    std::uint16_t stands_ = 0;  ///< half moves before the position that stands on the board
    std::int16_t after_ = 0;    ///< the score of the position after that, its mover's view
    std::array<Moment, 3> moments_{};
};

/// "review 12. Nxe5, loss 240, better d4, reason fork": the moment belongs to `p`; nullptr: there is none.
[[gnu::cold]] inline char* write_review(char* out, const Position& p, const Review::Moment* moment, Reason reason) {
    if (moment == nullptr) return write_text(out, "review: no move has lost a pawn");
    out = write_number(write_text(out, "review "), p.fullmove());
    out = write_san(write_text(out, p.side() == Color::white ? ". " : "... "), p, moment->played);
    out = write_number(write_text(out, ", loss "), static_cast<std::uint32_t>(moment->loss));
    out = write_san(write_text(out, ", better "), p, moment->better);
    return reason == Reason::none ? out : write_text(write_text(out, ", reason "), to_text(reason));
}

/// In firmware without exercises.
struct NoReview {
    static void begin(std::size_t) {}
    static void forget() {}
    [[nodiscard]] static bool begun() { return false; }
    [[nodiscard]] static bool searches() { return false; }
    [[nodiscard]] static std::size_t plies() { return 0; }
    [[nodiscard]] static std::size_t stands() { return 0; }
    [[nodiscard]] static Move explains() { return {}; }
    static void explain(Reason) {}
    static void answer(Move, Score, Move) {}
    [[nodiscard]] static const Review::Moment* moment() { return nullptr; }
    [[nodiscard]] static Reason reason() { return Reason::none; }
    static void note_standing() {}
    static void next() {}
};

}  // namespace stackmate::firmware
