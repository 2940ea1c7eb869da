// Setting up any position on sensors that cannot tell pieces apart: one kind after the other. What is put on the board
// is of the kind that is asked for; what is taken away is gone. Pieces that the game knew may stay where they stand.
#pragma once

#include "core/chess/position.hpp"
#include "core/notation/text.hpp"
#include "core/chess/types.hpp"
#include "firmware/squares/square_set.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace stackmate::firmware {

/// Steps 0 to 5: White's king, queen, rooks, bishops, knights, pawns; 6 to 11: Black's; 12: the side to move.
class PositionSetup {
public:
    static constexpr unsigned side_step = 12;

    /// Pieces of `p` count where something stands. What stands elsewhere is unknown and has to be taken away, except on
    /// squares whose sensors are `ignored`.
    void begin(const Position& p, SquareSet occupied, SquareSet ignored) {
        ignored_ = ignored;
        known_ = 0;
        for (unsigned i = 0; i < 64; ++i) {
            pieces_[i] = p.at(from_index64(i));
            if (pieces_[i] != Piece::empty && (occupied >> i & 1) != 0)
                known_ |= SquareSet{1} << i;
            else
                pieces_[i] = Piece::empty;
        }
        occupied_ = occupied;
        side_ = p.side();
        step_ = 0;
        mistakes_ = 0;
        error_ = FenError::none;
    }

    /// An empty board, White to move, and below it, pieces put there: without sensors, for who makes a position up.
    void clear() {
        begin({}, 0, 0);
        side_ = Color::white;
    }
    void put(unsigned square, Piece piece) {
        pieces_[square] = piece;
        known_ |= SquareSet{1} << square;
    }
    [[nodiscard]] Piece at(unsigned square) const { return pieces_[square]; }

    /// What stands on the board now. A square that becomes ignored is empty from now on. Returns true if something has
    /// changed.
    bool update(SquareSet occupied, SquareSet ignored) {
        SquareSet placed = occupied & ~occupied_, removed = occupied_ & ~occupied;
        const SquareSet lost = ignored & ~ignored_;
        if ((placed | removed) == 0 && ignored == ignored_) return false;
        occupied_ = occupied;
        ignored_ = ignored;
        if (step_ == side_step) placed = removed = 0;  // changes are taps here; what they leave behind is unknown
        removed |= lost;
        placed &= ~lost;
        for_each_square(removed, [&](unsigned i) { pieces_[i] = Piece::empty; });
        for_each_square(placed, [&](unsigned i) { pieces_[i] = kind(); });
        known_ = (known_ & ~removed) | placed;
        if ((placed | removed) != 0) mistakes_ = 0;
        return true;
    }

    /// The next kind; after the last one, the side to move; then the first kind again.
    void next() {
        forget_lost();
        step_ = static_cast<std::uint8_t>(step_ == side_step ? 0 : step_ + 1);
    }
    void choose_side(Color side) { side_ = side; }

    [[nodiscard]] unsigned step() const { return step_; }
    [[nodiscard]] Color side() const { return side_; }
    /// The kind that is asked for; `empty` at `side_step`.
    [[nodiscard]] Piece kind() const { return step_ == side_step ? Piece::empty : kind_of(step_); }
    [[nodiscard]] static Piece kind_of(unsigned step) {
        const unsigned type = index(PieceType::king) - step % 6u;
        return make_piece(step < 6 ? Color::white : Color::black, static_cast<PieceType>(type));
    }
    /// Where pieces of that kind stand at the start of a game.
    [[nodiscard]] SquareSet home() const { return step_ == side_step ? 0 : home_of(step_); }
    [[nodiscard]] static SquareSet home_of(unsigned step) {
        constexpr SquareSet first_rank[] = {0x10, 0x08, 0x81, 0x24, 0x42, 0xff00};
        const SquareSet white = first_rank[step % 6u];
        return step < 6 ? white : step == 11 ? white << 40 : white << 56;
    }
    /// Squares with pieces of the kind that is asked for, and below it, squares with any known piece.
    [[nodiscard]] SquareSet of_kind() const {
        return squares_of([this](Piece p) { return p == kind(); });
    }
    [[nodiscard]] SquareSet known() const { return known_ & occupied_; }
    /// Squares where something unknown stands.
    [[nodiscard]] SquareSet unknown() const { return occupied_ & ~known_ & ~ignored_; }
    /// Squares whose known piece was taken away while the side was chosen.
    [[nodiscard]] SquareSet lost() const { return known_ & ~occupied_; }

    /// Writes the position that has been set up; castling is allowed where king and rook stand at home. Writes at most
    /// `max_fen_length` characters and returns their number.
    std::size_t fen(char* out) const {
        char* end = out;
        for (unsigned rank = 8; rank-- != 0;) {
            unsigned gap = 0;
            for (unsigned file = 0; file < 8; ++file) {
                const Piece piece = pieces_[8 * rank + file];
                if (piece == Piece::empty) {
                    ++gap;
                    continue;
                }
                if (gap != 0) *end++ = static_cast<char>('0' + gap);
                gap = 0;
                const char letter = "?pnbrqk"[index(type_of(piece))];
                *end++ = color_of(piece) == Color::white ? static_cast<char>(letter - 'a' + 'A') : letter;
            }
            if (gap != 0) *end++ = static_cast<char>('0' + gap);
            if (rank != 0) *end++ = '/';
        }
        end = write_text(end, side_ == Color::white ? " w " : " b ");
        const char* const before = end;
        for (const Color c : {Color::white, Color::black}) {
            const unsigned row = c == Color::white ? 0u : 56u;
            if (pieces_[row + 4] != make_piece(c, PieceType::king)) continue;
            const Piece rook = make_piece(c, PieceType::rook);
            if (pieces_[row + 7] == rook) *end++ = c == Color::white ? 'K' : 'k';
            if (pieces_[row] == rook) *end++ = c == Color::white ? 'Q' : 'q';
        }
        if (end == before) *end++ = '-';
        return static_cast<std::size_t>(write_text(end, " - 0 1") - out);
    }

    /// The position was refused: shows where, and asks again for a missing kind.
    void refuse(FenError error) {
        forget_lost();
        error_ = error;
        const auto pawn = [](Piece p) { return type_of(p) == PieceType::pawn; };
        const auto king = [](Piece p) { return type_of(p) == PieceType::king; };
        constexpr SquareSet back_ranks = 0xff000000000000ff;
        switch (error) {
        case FenError::missing_king: step_ = squares_of(white_king) == 0 ? 0 : 6; break;
        case FenError::too_many_kings: mistakes_ = squares_of(king); break;
        case FenError::too_many_pawns: mistakes_ = squares_of(pawn); break;
        case FenError::pawn_on_back_rank: mistakes_ = squares_of(pawn) & back_ranks; break;
        case FenError::mover_could_take_king:
            mistakes_ = squares_of([this](Piece p) { return p == make_piece(~side_, PieceType::king); });
            break;
        case FenError::two_pawns_check:
            mistakes_ = squares_of([this](Piece p) { return p == make_piece(side_, PieceType::king); });
            break;
        case FenError::bad_piece: break;  // unknown pieces are shown by themselves
        default: mistakes_ = known_; break;
        }
    }
    [[nodiscard]] FenError error() const { return error_; }
    /// Squares of what was refused, until the board changes.
    [[nodiscard]] SquareSet mistakes() const { return mistakes_; }

private:
    void forget_lost() {
        for_each_square(lost(), [&](unsigned i) { pieces_[i] = Piece::empty; });
        known_ &= occupied_;
        mistakes_ = 0;
    }
    static bool white_king(Piece p) { return p == make_piece(Color::white, PieceType::king); }
    template <class Test>
    [[nodiscard]] SquareSet squares_of(Test&& test) const {
        SquareSet set = 0;
        for (unsigned i = 0; i < 64; ++i)
            if (pieces_[i] != Piece::empty && test(pieces_[i])) set |= SquareSet{1} << i;
        return set;
    }

    SquareSet occupied_ = 0;
    SquareSet ignored_ = 0;
    SquareSet known_ = 0;
    SquareSet mistakes_ = 0;
    std::array<Piece, 64> pieces_{};
    Color side_ = Color::white;
    std::uint8_t step_ = 0;
    FenError error_ = FenError::none;
};

}  // namespace stackmate::firmware
