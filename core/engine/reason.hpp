// Why a move loses: a closed list of reasons, each of which a search proves. On the line that refutes the move, geometry finds
// what could be the reason. Then one point of the position is changed, and a search must show that the loss is gone.
//
// `ReasonSearch` is pure: it says what is to be searched and takes the results, so a caller may search in slices. `find_reason`
// searches at once.
#pragma once

#include "core/chess/exchange.hpp"
#include "core/chess/movegen.hpp"
#include "core/chess/position.hpp"
#include "core/chess/squares.hpp"
#include "core/chess/types.hpp"
#include "core/engine/engine.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace stackmate {

/// Why a move loses two pawns or more against the best one. The mover is who made that move.
enum class Reason : std::uint8_t {
    none,          ///< it loses less, or no reason of the list is proven
    missed_mate,   ///< the best move mates, this one does not
    allowed_mate,  ///< the opponent can mate
    back_rank,     ///< the same on the back rank, because the mover's men stand in front of their king
    piece_left,    ///< the reply captures a piece that is not guarded enough
    fork,          ///< the reply attacks two men with one, or one and the king
    pin,           ///< a man is lost that cannot leave the line to the king or to a dearer man
    skewer,        ///< a man is lost because the king or a dearer man had to leave the line before it
    running_pawn,  ///< a pawn of the opponent promotes
    lost_ending,   ///< equal captures lead to an ending that is lost
};

/// In words, for a person.
[[nodiscard]] constexpr std::string_view to_text(Reason reason) {
    constexpr std::array<std::string_view, 10> names = {"none",         "missed mate", "allowed mate", "back rank",
                                                        "piece left",   "fork",        "pin",          "skewer",
                                                        "running pawn", "lost ending"};
    return names[static_cast<std::size_t>(reason)];
}

/// What a search must show before a reason is given. Scores are centipawns.
struct Candidate {
    Reason reason = Reason::none;
    Position position;               ///< to be searched
    Square left_out = Square::none;  ///< the moves to this square are not to be searched
    Score least = 0;                 ///< for the mover of the blunder: with this score the loss is gone
    Color mover = Color::white;
    bool is_loss = false;  ///< the position comes of the captures, and must be lost: with a score below `least`

    /// The moves to be searched, if some are left out. No moves: there is nothing to prove with.
    [[nodiscard]] std::span<const Move> allowed(std::span<Move> memory) const;
};

/// A move, and what searches with equally many nodes say before and after it. Scores are for its mover.
class Blunder {
public:
    static constexpr Score least_loss = 200, small_loss = 100;
    static constexpr unsigned candidates = 9;  ///< numbers of candidates, in the order in which they are to be tried

    /// `line`: the best line after the move. It must outlive this.
    [[gnu::cold]] Blunder(const Position& before, Move played, Score best, Score after, std::span<const Move> line)
        : after_(before),
          played_(played),
          best_(best),
          score_(after),
          mover_(before.side()),
          line_(line),
          size_(line.size()) {
        captured_ = captured_by(before, played);
        Undo undo;
        after_.make(played, undo);
    }

    [[nodiscard]] bool loses() const { return best_ - score_ >= least_loss; }
    /// The table may have cut the line. If it is too short to judge, its end is to be searched and the line found there added.
    [[nodiscard]] bool is_short() const { return size_ < 3; }
    [[gnu::cold]] void end(Position& p) const { after(size_, p); }
    /// What needs no further search. `allowed_mate` holds only if no candidate is proven.
    [[nodiscard, gnu::cold]] Reason mate() const {
        if (best_ >= score_mate_bound && score_ < score_mate_bound) return Reason::missed_mate;
        return score_ <= -score_mate_bound && best_ > -score_mate_bound ? Reason::allowed_mate : Reason::none;
    }
    /// False if the line does not give this one.
    [[gnu::cold]] bool candidate(unsigned number, Candidate& c) const {
        c.position = after_;  // member by member: a whole one would be once more on the stack
        c.left_out = Square::none;
        c.least = best_ - small_loss;
        c.mover = mover_;
        c.is_loss = false;
        if (size_ == 0) return false;
        if (number < 3) return back_rank(static_cast<int>(number) - 1, c);
        if (score_ <= -score_mate_bound) return false;
        switch (number) {
        case 3: return lost_ending(c);
        case 4:
        case 5: return piece_left(number == 4, c);
        case 6: return fork(c);
        case 7: return on_a_line(c);
        default: return running_pawn(c);
        }
    }

private:
    static constexpr int piece = worth_of(PieceType::knight);
    static constexpr int pawn = worth_of(PieceType::pawn);

    /// The position after so many half moves of the line.
    [[gnu::cold]] void after(std::size_t plies, Position& p) const {
        p = after_;
        Undo undo;
        for (std::size_t i = 0; i < plies; ++i) p.make(line_[i], undo);
    }
    [[nodiscard, gnu::cold]] static bool attacks(const Position& p, Square from, Square to) {
        const Ray& r = ray(from, to);
        return from != to && (r.attackers & attacker_bit(p.at(from))) != 0
               && (r.step == 0 || p.clear(from, to, r.step));
    }
    /// The worth of what the move captures. In Chess960 a king may castle to its own rook's square.
    [[nodiscard, gnu::cold]] static int captured_by(const Position& p, Move m) {
        return m.castles() ? 0 : worth_of(p.type_at(m.to()));
    }
    /// A king counts more than any other piece.
    [[nodiscard, gnu::cold]] static int weight(const Position& p, Square s) {
        return p.type_at(s) == PieceType::king ? 10'000 : worth_of(p.type_at(s));
    }

    /// The man on `from` stands on `to`, or nowhere. False if that is no position.
    [[gnu::cold]] static bool change(Position& p, Square from, Square to) {
        Placement men;
        for (unsigned i = 0; i < men.size(); ++i) {
            const Square s = from_index64(i);
            men[i] = s == from ? Piece::empty : p.at(s == to ? from : s);
        }
        // A king or rook that has moved does not castle.
        const bool castles = p.type_at(from) != PieceType::king && p.type_at(from) != PieceType::rook;
        return p.read_men(men, p.side(), castles ? p.castling() : 0) == FenError::none;
    }
    /// The man on `s` stands aside, where nothing attacks it, and it does not attack the man on `from` nor give check.
    [[gnu::cold]] bool move_aside(Position& p, Square s, Square from) const {
        for (const int distance : {1, 2, 3})
            for (const int step : king_steps) {
                const unsigned raw = index(s) + static_cast<unsigned>(distance * step);
                const Square to = static_cast<Square>(raw);
                if (!on_board(raw) || !p.empty(raw)) continue;
                Position q = p;
                if (!change(q, s, to) || q.attacked(to, ~mover_) || q.checker() != Square::none) continue;
                if (attacks(q, to, from)) continue;
                p = q;
                return true;
            }
        return false;
    }

    /// A rook or queen mates along the back rank. The pawn before the king, or beside that, stands a step further on, and the
    /// mate must be gone.
    [[gnu::cold]] bool back_rank(int side, Candidate& c) const {
        if (score_ > -score_mate_bound || best_ <= -score_mate_bound || size_ % 2 == 0) return false;
        Position mate;
        after(size_, mate);
        const Square king = mate.king(mover_), checker = mate.checker();
        if (relative_rank(mover_, king) != 0 || checker == Square::none || checker == Position::double_check)
            return false;
        if (rank_of(checker) != rank_of(king) || mate.any_legal_move() || after_.king(mover_) != king) return false;
        const unsigned front = index(king) + static_cast<unsigned>(pawn_step(mover_) + side);
        const unsigned next = front + static_cast<unsigned>(pawn_step(mover_));
        if (!on_board(front) || !mate.pawn_at(front, mover_) || !after_.pawn_at(front, mover_) || !after_.empty(next))
            return false;
        c.reason = Reason::back_rank;
        c.least = 1 - score_mate_bound;
        return change(c.position, static_cast<Square>(front), static_cast<Square>(next));
    }
    /// The reply captures a piece and wins by that exchange, to which the move itself may belong. The piece stands aside, or no
    /// reply may capture it.
    [[gnu::cold]] bool piece_left(bool aside, Candidate& c) const {
        const Square lost = line_[0].to();
        const int least = small_loss + (lost == played_.to() ? captured_ : 0);
        if (captured_by(after_, line_[0]) < piece || !exchange_wins(after_, line_[0], least)) return false;
        c.reason = Reason::piece_left;
        if (aside) return move_aside(c.position, lost, line_[0].from());
        c.left_out = lost;
        return true;
    }
    /// A man that is lost if this attacker may capture it.
    [[nodiscard, gnu::cold]] bool threatens(const Position& p, Square from, Square to) const {
        if (p.empty(index(to)) || color_of(p.at(to)) != mover_ || !attacks(p, from, to)) return false;
        return weight(p, to) >= piece && (weight(p, to) >= weight(p, from) + pawn || !p.attacked(to, mover_));
    }
    /// The man that has replied attacks two, and captures one of them. The other stands aside.
    [[gnu::cold]] bool fork(Candidate& c) const {
        const Square from = line_[0].to();
        if (size_ < 3 || line_[2].from() != from) return false;
        after(1, c.position);
        const Square lost = line_[2].to();
        if (!threatens(c.position, from, lost) || line_[1].from() == lost) return false;
        Square other = Square::none;
        for (const Square s : c.position.squares_of(c.position.slots(mover_)))
            if (s != lost && threatens(c.position, from, s)
                && (other == Square::none || weight(c.position, s) > weight(c.position, other)))
                other = s;
        c.reason = Reason::fork;
        return other != Square::none && move_aside(c.position, other, from);
    }
    /// The second man of the mover on the line from a slider, behind `first`.
    [[nodiscard, gnu::cold]] Square behind(const Position& p, Square slider, Square first) const {
        const int step = ray(slider, first).step;
        unsigned s = index(first);
        do s += static_cast<unsigned>(step);
        while (p.empty(s));
        return on_board(s) && color_of(p.at(s)) == mover_ ? static_cast<Square>(s) : Square::none;
    }
    /// A slider attacks two men that stand behind each other, and one of them is captured. The other stands aside.
    [[gnu::cold]] bool on_a_line(Candidate& c) const {
        if (size_ < 3) return false;
        after(1, c.position);
        const Position& p = c.position;
        const Square lost = line_[2].to();
        if (p.empty(index(lost)) || worth_of(p.type_at(lost)) < piece || line_[1].from() == lost) return false;
        const std::uint32_t theirs = p.slots(~mover_);
        for (const Square slider :
             p.squares_of(theirs & (p.slots(PieceType::bishop) | p.slots(PieceType::rook) | p.slots(PieceType::queen))))
            for (const Square first : p.squares_of(p.slots(mover_))) {
                if (!attacks(p, slider, first)) continue;
                const Square second = behind(p, slider, first);
                if (second == Square::none) continue;
                const bool is_pin = first == lost && weight(p, second) >= weight(p, first) + pawn;
                const bool is_skewer = second == lost && line_[1].from() == first && line_[2].from() == slider
                                       && weight(p, first) >= weight(p, second) && threatens(p, slider, first);
                if (!is_pin && !is_skewer) continue;
                c.reason = is_pin ? Reason::pin : Reason::skewer;
                return move_aside(c.position, is_pin ? second : first, slider);
            }
        return false;
    }
    /// The line promotes a pawn, which captures nothing on the last rank. The pawn is not there.
    [[gnu::cold]] bool running_pawn(Candidate& c) const {
        for (std::size_t i = 0; i < size_; i += 2) {
            if (!line_[i].promotes()) continue;
            if (file_of(line_[i].from()) != file_of(line_[i].to())) return false;
            Square from = line_[i].from();  // and back to where it stands now
            for (std::size_t j = i; j > 1;)
                if (j -= 2; line_[j].to() == from) from = line_[j].from();
            c.reason = Reason::running_pawn;
            c.least += pawn;
            return c.position.type_at(from) == PieceType::pawn && change(c.position, from, Square::none);
        }
        return false;
    }
    /// Captures, with the move itself, that leave neither side more than a minor piece, and by which neither side wins more than
    /// a pawn. What they lead to must be lost.
    [[gnu::cold]] bool lost_ending(Candidate& c) const {
        int profit = captured_;
        std::size_t plies = 0;
        for (; plies < size_; ++plies) {
            const int captured = captured_by(c.position, line_[plies]);
            if (captured == 0) break;
            profit += plies % 2 == 0 ? -captured : captured;
            Undo undo;
            c.position.make(line_[plies], undo);
        }
        c.reason = Reason::lost_ending;
        c.least = -least_loss + 1;
        c.is_loss = true;
        return plies > 0 && best_ > -least_loss && captured_by(after_, line_[0]) >= piece
               && !c.position.has_force(Color::white) && !c.position.has_force(Color::black) && profit >= -pawn
               && profit <= pawn;
    }

    Position after_;
    Move played_;
    Score best_, score_;
    Color mover_;
    int captured_ = 0;
    std::span<const Move> line_;
    std::size_t size_;
};

[[gnu::cold]] inline std::span<const Move> Candidate::allowed(std::span<Move> memory) const {
    std::size_t size = 0;
    const Square checker = position.checker();
    Cursor cursor(checker);
    while (const Move m = cursor.next(position))
        if (m.to() != left_out && position.legal(m, checker) && size < memory.size()) memory[size++] = m;
    return memory.first(size);
}

/// The searches for the reason of a move, one after the other, and what is kept between them.
class ReasonSearch {
public:
    /// Of each search. There are at most thirteen.
    static constexpr std::uint32_t nodes = 8192;

    /// What is to be searched next: `c.position`, but no move to `c.left_out`. False: nothing, and `reason` is known. `played`
    /// must be legal in `before`, and both the same until then. Until `answer`, further calls give the same.
    [[gnu::cold]] bool next(const Position& before, Move played, Candidate& c) {
        if (step_ == done) return false;
        const Blunder blunder(before, played, best_, score_, std::span(line_).first(size_));
        c.left_out = Square::none;
        blunder.end(c.position);
        if (step_ == first) {
            if (!c.position.any_legal_move() && c.position.checker() != Square::none) return end(Reason::none);
            c.position = before;
            return true;
        }
        if (step_ > second && !blunder.loses()) return end(Reason::none);
        if (step_ > second && blunder.mate() == Reason::missed_mate) return end(Reason::missed_mate);
        if (step_ == second || (step_ < proofs && blunder.is_short() && c.position.any_legal_move())) return true;
        for (step_ = std::max(step_, proofs); step_ < done; ++step_) {
            std::array<Move, 1> any;
            if (!blunder.candidate(step_ - proofs, c)) continue;
            if (c.left_out != Square::none && c.allowed(any).empty()) continue;
            reason_ = c.reason;
            least_ = c.least;
            is_reply_ = c.position.side() != c.mover;
            is_loss_ = c.is_loss;
            return true;
        }
        return end(blunder.mate());
    }
    /// That has been searched. `score`: for the side to move there. `line`: the best one.
    [[gnu::cold]] void answer(Score score, std::span<const Move> line) {
        if (step_ == first) {
            best_ = score;
        } else if (step_ < proofs) {
            if (step_ == second) score_ = -score;
            const std::size_t more = std::min(line.size(), line_.size() - size_);
            std::copy_n(line.begin(), more, line_.begin() + size_);
            size_ = static_cast<std::uint8_t>(size_ + more);
        } else if (((is_reply_ ? -score : score) >= least_) != is_loss_) {
            (void)end(reason_);
            return;
        }
        ++step_;
    }
    [[nodiscard]] Reason reason() const { return step_ == done ? reason_ : Reason::none; }

private:
    /// The position before the move, that after it, twice the end of a line that the table has cut, and the candidates.
    static constexpr std::uint8_t first = 0, second = 1, proofs = 4, done = proofs + Blunder::candidates;

    bool end(Reason reason) {
        reason_ = reason;
        step_ = done;
        return false;
    }

    std::uint8_t step_ = first;
    std::uint8_t size_ = 0;
    Reason reason_ = Reason::none;  ///< of the candidate that is searched
    bool is_reply_ = false;         ///< the opponent is to move there
    bool is_loss_ = false;
    Score best_ = 0, score_ = 0, least_ = 0;
    std::array<Move, 16> line_{};
};

/// The reason by searches of so many nodes each. It begins a new game of the engine. `played` must be legal.
template <class Config>
[[gnu::cold]] Reason find_reason(Engine<Config>& engine, const Position& before, Move played,
                                 std::uint32_t nodes = ReasonSearch::nodes) {
    ReasonSearch search;
    Candidate c;
    std::array<Move, 218> memory;
    while (search.next(before, played, c)) {
        engine.new_game();
        engine.set_game(c.position, KeyHistory{});
        engine.go({.nodes = nodes}, c.left_out != Square::none ? c.allowed(memory) : std::span<const Move>{}, 0);
        while (engine.run(nodes, 0) != EngineEvent::finished) {}
        const SearchReport report = engine.report(0);
        search.answer(report.score, report.line);
    }
    return search.reason();
}

}  // namespace stackmate
