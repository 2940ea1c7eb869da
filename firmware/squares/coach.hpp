// What the engine thinks of a person's moves. While the person thinks, it weighs the position; while a piece is in the
// air, each move that the piece may make; after a move, what is left of the position. Pure: the caller orders the
// searches and passes the scores. They are searches by nodes, so that every board gives the same advice.
//
// A move's loss is the difference between its score and that of the best move. Differences count less the more a side is
// ahead or behind, as they do for the chance to win: beyond 300 centipawns a third, and not at all beyond 900.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/chess/movegen.hpp"
#include "core/chess/position.hpp"
#include "core/chess/types.hpp"
#include "firmware/game/settings.hpp"
#include "firmware/squares/square_set.hpp"

namespace stackmate::firmware {

/// What is known of the moves of the piece that is in the air, by their targets. A target in none of the sets can be
/// played, or is not known yet.
struct Grades {
    SquareSet good = 0;     ///< loses less than `Coach::good_loss`
    SquareSet weak = 0;     ///< loses `Coach::weak_loss` or more
    SquareSet blunder = 0;  ///< loses `Coach::blunder_loss` or more

    friend constexpr bool operator==(const Grades&, const Grades&) = default;
};

/// Scores are centipawns from the mover's view.
class Coach {
public:
    static constexpr Score good_loss = 40, weak_loss = 100, blunder_loss = 200;
    /// For the whole position, for the moves of a piece together, and for each of them in the first round.
    static constexpr std::uint32_t whole_nodes = 8192, piece_nodes = 16'384, first_nodes = 128;

    static constexpr std::size_t most_moves = 27;  ///< of a queen in the middle of an empty board
    static constexpr std::size_t idle_bytes = most_moves * sizeof(Move);

    /// A search of the position, or of one of its moves.
    struct Search {
        Move only{};
        std::uint32_t nodes = 0;
    };

    /// Another position, or the person is not to be advised: nothing is known.
    void forget() noexcept {
        has_best_ = blundered_ = knows_before_ = false;
        judges_ = Judges::nothing;
        asked_ = Asked::nothing;
        from_ = no_square;
        count_ = next_ = 0;
        shown_ = 0;
    }
    /// Whether a move that is made now can be judged: the score of the best one is known.
    [[nodiscard]] bool can_judge() const noexcept { return has_best_; }
    /// After `forget`: the position arose by a move that is to be judged by `best`, the score before it.
    void judge(Score best) noexcept {
        best_ = best;
        judges_ = Judges::loss;
        knows_before_ = true;
    }
    /// After `forget`: the position arose by a move that is a blunder unless it is worth `least`.
    void demand(Score least) noexcept {
        best_ = least;
        judges_ = Judges::worth;
    }
    /// Whether `best` is that of the position before the last move.
    [[nodiscard]] bool knows_before() const noexcept { return knows_before_; }
    /// After `forget`: the last move has been taken back, and the best one before it was worth `best`.
    void remember(Score best) noexcept {
        best_ = best;
        has_best_ = true;
    }
    /// Of the best move known.
    [[nodiscard]] Score best() const noexcept { return best_; }

    /// The piece on `from` is in the air; none: no single piece of the mover is. Returns true if that is news. Only the
    /// first `limit` pieces since `forget` are graded, so that nobody lifts one after the other until a square is green;
    /// `all_pieces`: any number.
    bool lift(const Position& p, SquareSet from, unsigned limit = all_pieces) noexcept {
        const std::uint8_t square =
            from != 0 ? static_cast<std::uint8_t>(std::countr_zero(from)) : std::uint8_t{no_square};
        if (square == from_) return false;
        from_ = square;
        count_ = next_ = 0;
        if (limit < all_pieces && (shown_ & from) == 0 && static_cast<unsigned>(std::popcount(shown_)) >= limit)
            return true;
        shown_ |= from;
        if (from != 0) list_moves(p);
        return true;
    }

    /// Memory for others, 4-aligned and `idle_bytes` long, until the next `lift`. What is known of the moves is forgotten.
    [[nodiscard]] std::span<std::byte> idle_memory() noexcept {
        count_ = next_ = 0;
        return std::as_writable_bytes(std::span(moves_));
    }
    /// Whether a move waits to be judged.
    [[nodiscard]] bool judges() const noexcept { return judges_ != Judges::nothing; }
    /// Whether there is something to search. `pieces`: also the moves of the piece in the air.
    [[nodiscard]] bool has_work(bool pieces) const noexcept {
        return judges() || !has_best_ || (pieces && next_ < 2 * count_);
    }
    /// The next search, to be ordered now.
    [[nodiscard]] Search begin() noexcept {
        if (judges() || !has_best_) {
            asked_ = judges() ? Asked::after : Asked::whole;
            return {.nodes = whole_nodes};
        }
        asked_ = Asked::move;
        const bool first = next_ < count_;
        return {.only = moves_[first ? next_ : next_ - count_], .nodes = first ? first_nodes : piece_nodes / count_};
    }
    /// The search that `begin` returned last has ended.
    void answer(Score score) noexcept {
        switch (asked_) {
        case Asked::nothing: break;
        case Asked::whole:
            best_ = score;
            has_best_ = true;
            break;
        case Asked::move:
            scores_[next_ < count_ ? next_ : next_ - count_] = static_cast<std::int16_t>(score);
            ++next_;
            break;
        case Asked::after:
            blundered_ = judges_ == Judges::worth ? -score < best_ : loss(best_, -score) >= blunder_loss;
            judges_ = Judges::nothing;
            break;
        }
        asked_ = Asked::nothing;
    }
    /// Whether the search that `begin` returned last is of a move of the piece in the air.
    [[nodiscard]] bool searches_move() const noexcept { return asked_ == Asked::move; }

    /// Whether a move that was made loses two pawns or more. Until `forget` or `excuse`.
    [[nodiscard]] bool blundered() const noexcept { return blundered_; }
    /// Somebody else knows that it does.
    void condemn() noexcept { blundered_ = true; }
    /// The person stands by the move.
    void excuse() noexcept { blundered_ = false; }

    /// What is known of the piece in the air.
    [[nodiscard]] Grades grades() const noexcept {
        Grades grades;
        Score best = best_;
        const unsigned known = std::min(next_, count_);
        for (unsigned i = 0; i < known; ++i) best = std::max<Score>(best, scores_[i]);
        for (unsigned i = 0; i < known; ++i) {
            const Score lost = loss(best, scores_[i]);
            const SquareSet to = square_set(moves_[i].to());
            if (lost < good_loss) grades.good |= to;
            if (lost >= weak_loss) (lost < blunder_loss ? grades.weak : grades.blunder) |= to;
        }
        return grades;
    }

    /// What it costs to have `score` in place of `best`; negative if it is better.
    [[nodiscard]] static constexpr Score loss(Score best, Score score) noexcept { return felt(best) - felt(score); }

private:
    static constexpr std::uint8_t no_square = 64;

    enum class Asked : std::uint8_t { nothing, whole, move, after };
    enum class Judges : std::uint8_t { nothing, loss, worth };

    static constexpr Score felt(Score score) noexcept {
        constexpr Score even = 300, most = 900;
        const Score size = std::min(score < 0 ? -score : score, most);
        const Score counts = size <= even ? size : even + (size - even) / 3;
        return score < 0 ? -counts : counts;
    }

    /// Of a pawn that promotes only the queen: the person has not chosen yet.
    void list_moves(const Position& p) noexcept {
        const Square checker = p.checker();
        Cursor cursor(checker);
        while (const Move m = cursor.next(p)) {
            if (square_set(m.from()) == SquareSet{1} << from_ && count_ < most_moves
                && (!m.promotes() || m.promotion() == PieceType::queen) && p.legal(m, checker)) {
                moves_[count_++] = m;
            }
        }
    }

    /// Of the position, or of the one before the move that is judged, or what that move must be worth.
    Score best_ = 0;
    bool has_best_ = false;
    Judges judges_ = Judges::nothing;  ///< what of a move waits to be judged
    bool knows_before_ = false;
    bool blundered_ = false;
    Asked asked_ = Asked::nothing;
    std::uint8_t from_ = no_square;
    std::uint8_t count_ = 0;  ///< of the moves of the piece in the air
    std::uint8_t next_ = 0;   ///< the move that is searched next: in two rounds, shallow first
    SquareSet shown_ = 0;     ///< the pieces that have been in the air
    alignas(4) std::array<Move, most_moves> moves_{};
    std::array<std::int16_t, most_moves> scores_{};
};

/// In firmware without a coach.
struct NoCoach {
    static void forget() noexcept {}
    [[nodiscard]] static bool can_judge() noexcept { return false; }
    static void judge(Score) noexcept {}
    static void demand(Score) noexcept {}
    [[nodiscard]] static bool knows_before() noexcept { return false; }
    static void remember(Score) noexcept {}
    [[nodiscard]] static Score best() noexcept { return 0; }
    [[nodiscard]] static bool lift(const Position&, SquareSet, unsigned) noexcept { return false; }
    [[nodiscard]] static bool judges() noexcept { return false; }
    [[nodiscard]] static bool has_work(bool) noexcept { return false; }
    [[nodiscard]] static bool searches_move() noexcept { return false; }
    [[nodiscard]] static Coach::Search begin() noexcept { return {}; }
    static void answer(Score) noexcept {}
    [[nodiscard]] static bool blundered() noexcept { return false; }
    static void condemn() noexcept {}
    [[nodiscard]] static std::span<std::byte> idle_memory() noexcept { return {}; }
    static void excuse() noexcept {}
    [[nodiscard]] static Grades grades() noexcept { return {}; }
};

}  // namespace stackmate::firmware
