// The position: a mailbox of 0x88 squares with a border, and piece lists. Moves are made and unmade in place, with incremental
// Zobrist keys. For what a position is worth see core/eval/eval.hpp.
#pragma once

#include "core/chess/bits.hpp"
#include "core/chess/squares.hpp"
#include "core/chess/types.hpp"

#include <array>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace stackmate {

/// Castling rights, one bit each.
enum Castling : std::uint8_t { white_short = 1, white_long = 2, black_short = 4, black_long = 8 };

/// Which castling a FEN may contain, and how castling moves are coded in that position and after it.
enum class CastlingRules : std::uint8_t {
    standard,  ///< kings on e1 and e8, rooks in the corners; the king's move by two squares
    chess960,  ///< any files on the first and the last rank; always `Move::castling`, even with the usual files
    either,    ///< `standard` if the FEN allows it, otherwise `chess960`
};

/// State that cannot be computed from the position after a move. It is one word, so that making and unmaking copy it at once.
struct alignas(4) Irreversible {
    std::uint8_t captured = 0;  ///< bit 7: the move promoted; bits 6..4: type captured; bits 3..0: slot captured
    std::uint8_t castling = 0;
    Square en_passant = Square::none;
    std::uint8_t halfmove = 0;
};

/// What unmaking a move needs and cannot compute. Sixteen bytes, in the ply frame of the mover.
struct Undo : Irreversible {
    std::uint32_t pawn_key;
    Key key;
};
static_assert(sizeof(Undo) == 16, "part of every ply frame: see docs/BUDGETS.md");

/// Why a FEN was refused. The position is left as it was.
enum class [[nodiscard]] FenError : std::uint8_t {
    none,
    field_count,
    bad_piece,
    rank_length,
    rank_count,
    missing_king,
    too_many_kings,
    too_many_pieces,
    too_many_pawns,
    too_many_promoted,
    pawn_on_back_rank,
    bad_side,
    bad_castling,
    impossible_castling,
    bad_en_passant,
    impossible_en_passant,
    mover_could_take_king,
    two_pawns_check,
    bad_halfmove_clock,
    bad_fullmove_number,
    // A new one comes here, at the end: the C interface has the same numbers.
};
/// A sentence without a full stop.
std::string_view to_text(FenError error);

/// The longest FEN that `Position::fen` writes: 71 + " w KQkq e3 " + counters.
inline constexpr std::size_t max_fen_length = 92;

class SlotSet;

/// What stands on each square, by index64.
using Placement = std::array<Piece, 64>;

class Position {
public:
    /// An empty board, White to move. Only to be assigned to.
    constexpr Position() {
        if (std::is_constant_evaluated()) {
            clear(board_);
        } else {
            clear_board();
        }
    }

    static constexpr std::string_view start_fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    void set_start();
    /// Six fields; the counters behind the first four may be missing. What no game could contain is refused. An en passant
    /// square that no pawn can legally use is dropped, so that equal positions have equal keys. On error nothing changes. Under
    /// both rules castling is read as X-FEN (K and Q mean the outermost rook) and as Shredder-FEN (the rooks' files).
    FenError set_fen(std::string_view fen, CastlingRules rules = CastlingRules::standard);
    /// As `set_fen`, but after an error the position is unspecified. Takes 270 bytes of stack less.
    FenError read_fen(std::string_view fen, CastlingRules rules = CastlingRules::standard);
    /// As `read_fen`, from men instead of text, with both counters at their start and nothing to be captured en passant.
    /// `castling`: as `castling()` says it; the rooks are on the files of the position before. Whether they and the kings
    /// are at home is not checked.
    FenError read_men(const Placement& men, Color side, std::uint8_t castling = 0);
    /// Writes at most `max_fen_length` characters without a terminating zero, and returns how many. Castling is written as
    /// X-FEN, which for ordinary chess is the same as FEN.
    std::size_t fen(char* out) const;

    [[nodiscard]] Piece at(Square s) const { return at(index(s)); }
    /// `raw`: any 0x88 index that is `on_board`.
    [[nodiscard]] Piece at(unsigned raw) const {
        const unsigned c = cell(raw);
        return static_cast<Piece>(c >> 5 | (c >> 1 & 8u));
    }
    /// Is this an empty square? `raw` may lie off the board by one step of any piece; that is not empty.
    [[nodiscard]] bool empty(unsigned raw) const { return cell(raw) == 0; }
    /// `PieceType::none` if it is empty.
    [[nodiscard]] PieceType type_at(Square s) const { return static_cast<PieceType>(cell(index(s)) >> 5); }
    /// Does a pawn of this colour stand there? `raw` as for `empty`.
    [[nodiscard]] bool pawn_at(unsigned raw, Color c) const { return (cell(raw) & 0xf0u) == (0x20u | index(c) << 4); }
    [[nodiscard]] Color side() const { return side_; }
    [[nodiscard]] Square king(Color c) const { return static_cast<Square>(list_[16 * index(c)]); }
    /// The castling rights; with Chess960 castling, `chess960_castling` is also set.
    [[nodiscard]] std::uint8_t castling() const { return state_.castling; }
    static constexpr std::uint8_t chess960_castling = plays_chess960 ? 16 : 0;
    /// Are there castling rights, and is castling coded as `Move::castling`?
    [[nodiscard]] bool castles_as_chess960() const {
        return plays_chess960 && (state_.castling & chess960_castling) != 0;
    }
    /// The square of the rook of a right. It is still known when the right is lost.
    [[nodiscard]] Square castling_rook(Castling right) const {
        const unsigned n = lowest_bit(right);
        return make_square((rook_files_ ^ usual_rook_files) >> 3 * n & 7u, n < 2 ? 0 : 7);
    }
    /// The right that a castling move (`Move::castles`) uses.
    [[nodiscard]] static Castling right_of(Move castling) {
        return static_cast<Castling>((file_of(castling.to()) == 6 ? 1u : 2u) << (rank_of(castling.to()) == 0 ? 0 : 2));
    }
    /// The square behind a pawn that has just made its double step, if capturing it there is legal; otherwise none.
    [[nodiscard]] Square en_passant() const { return state_.en_passant; }
    [[nodiscard]] unsigned halfmove() const { return state_.halfmove; }
    /// Half moves without capture or pawn move after which a game has ended (75 moves, FIDE 9.6.2).
    static constexpr std::uint8_t longest_halfmove = 150;
    static constexpr std::uint16_t last_fullmove = 9999;
    /// For a game that is played on all the same: limits the counts, so that its FEN can be read again. To be called after
    /// each move.
    void hold_counts() {
        if (state_.halfmove > longest_halfmove) state_.halfmove = longest_halfmove;
        if (fullmove_ > last_fullmove) fullmove_ = last_fullmove;
    }
    [[nodiscard]] unsigned fullmove() const { return fullmove_; }
    [[nodiscard]] Key key() const { return key_; }
    /// The key of the pawns only: equal if the same pawns stand on the same squares.
    [[nodiscard]] std::uint32_t pawn_key() const { return pawn_key_; }
    /// The number of pieces on the board, including kings and pawns.
    [[nodiscard]] unsigned pieces() const { return pieces_; }

    /// Piece lists. Slots 0..15 are White's, 16..31 Black's; the kings have 0 and 16. A piece keeps its slot as long as it is
    /// on the board. When a position is set up, slots are given to queens, rooks, bishops, knights and pawns in this order.
    /// So walking down the slots finds the least valuable attacker first.
    [[nodiscard]] std::uint32_t slots() const { return slots_[0]; }
    [[nodiscard]] std::uint32_t slots(PieceType t) const { return slots_[index(t)]; }
    [[nodiscard]] std::uint32_t slots(Color c) const { return slots_[0] & color_mask(c); }
    [[nodiscard]] std::uint32_t slots(Color c, PieceType t) const { return slots_[index(t)] & color_mask(c); }
    [[nodiscard]] Square square_of(unsigned slot) const { return static_cast<Square>(list_[slot]); }
    /// The squares of these slots, the lowest slot first: `for (const Square s : p.squares_of(slots))`.
    [[nodiscard]] auto squares_of(std::uint32_t slots) const {
        struct Squares {
            const Position& p;
            std::uint32_t left;
            struct End {};
            [[nodiscard]] Squares begin() const { return *this; }
            [[nodiscard]] static End end() { return {}; }
            [[nodiscard]] bool operator!=(End) const { return left != 0; }
            Square operator*() const { return p.square_of(lowest_bit(left)); }
            void operator++() { left &= left - 1; }
        };
        return Squares{*this, slots};
    }
    [[nodiscard]] unsigned slot_on(Square s) const { return slot_of(cell(index(s))); }
    static constexpr std::uint32_t color_mask(Color c) { return 0xffffu << (16 * index(c)); }
    /// More than pawns and one minor piece: a rook, a queen, or two pieces of any kind.
    [[nodiscard]] bool has_force(Color c) const {
        const std::uint32_t minors = slots(c, PieceType::knight) | slots(c, PieceType::bishop);
        const std::uint32_t majors = slots(c, PieceType::rook) | slots(c, PieceType::queen);
        return majors != 0 || (minors & (minors - 1)) != 0;
    }

    /// Makes a legal move. Nothing is checked. The half-move clock is a byte: after 255 half moves without capture or pawn move
    /// it begins again at 0. A search stays below that. A game that may last longer is played with `play`
    /// (core/game/game_state.hpp), or calls `hold_counts` after each move.
    void make(Move m, Undo& undo);
    void unmake(Move m, const Undo& undo);
    /// Passes the move. Not while in check.
    void make_null(Undo& undo);
    void unmake_null(const Undo& undo);

    /// Does any piece of `by` attack `s`?
    [[nodiscard]] bool attacked(Square s, Color by) const;
    /// The highest of these slots, none of which is a pawn's, whose piece attacks `s`; `no_slot` if none does.
    [[nodiscard]] unsigned attacker_among(std::uint32_t set, Square s) const;
    static constexpr unsigned no_slot = 32;
    /// The piece that gives check to the side to move: `Square::none`, its square, or `double_check`.
    [[nodiscard]] Square checker() const;
    /// The same just after `m` was made, at a fraction of the cost.
    [[nodiscard]] Square checker_after(Move m, const Undo& undo) const;
    static constexpr Square double_check = static_cast<Square>(0xff);

    /// The slots in `wanted` of opponent's pieces that a piece of the side to move attacks, even if it is pinned. The
    /// opponent's king is left out.
    [[nodiscard]] std::uint32_t targets(std::uint32_t wanted) const;
    /// In check: the slots of the pieces next to the king, and of `checker` if any piece attacks it.
    [[nodiscard]] std::uint32_t evasion_targets(Square checker) const;
    /// Is there a pawn of the side to move on its seventh rank?
    [[nodiscard]] bool pawn_may_promote() const;

    /// Is there a square between the king of the side to move and `checker`, the only piece that gives check?
    [[nodiscard]] bool has_room_between(Square checker) const {
        const int step = ray(checker, king(side_)).step;
        return step != 0 && index(checker) + static_cast<unsigned>(step) != index(king(side_));
    }
    /// Does `to` lie between them?
    [[nodiscard]] bool interposes(Square to, Square checker) const {
        const int step = ray(checker, king(side_)).step;
        return step != 0 && ray(to, king(side_)).step == step && ray(checker, to).step == step;
    }
    /// Could the piece on `from` get between them by quiet moves on an empty board? Not for the king, and only if
    /// `has_room_between`.
    [[nodiscard]] bool may_interpose(Square from, Square checker) const;

    /// Is this pseudo-legal move legal? `checker` is what `checker()` returns.
    [[nodiscard]] bool legal(Move m, Square checker) const;
    /// Is this a move that the generator yields here? For moves from a table, a killer slot or a user. Unlike the generator,
    /// it does not test whether the move answers a check; `legal` does.
    [[nodiscard]] bool pseudo_legal(Move m) const;
    /// Is there a legal move?
    [[nodiscard]] bool any_legal_move() const;
    /// Neither side could mate even with the opponent's help: no piece but the kings, one minor piece, or bishops all on
    /// squares of one colour.
    [[nodiscard]] bool insufficient_material() const {
        const std::uint32_t enough = slots(PieceType::pawn) | slots(PieceType::rook) | slots(PieceType::queen);
        return enough == 0 && minors_are_insufficient();
    }
    /// Could this side mate by some series of legal moves (FIDE 6.9)? Judged by the pieces only; it does not see that pawns
    /// block each other for ever.
    [[nodiscard]] bool could_mate(Color c) const;

    /// Is no piece between two squares that `step` joins?
    [[nodiscard]] bool clear(Square from, Square to, int step) const {
        unsigned s = index(from);
        do s += static_cast<unsigned>(step);
        while (cell(s) == 0 && s != index(to));
        return s == index(to);
    }
    /// Not to be called in check.
    [[nodiscard]] bool can_castle(Castling right) const;
    /// In Chess960: are the ways of king and rook free of other pieces?
    [[gnu::cold, gnu::noinline, nodiscard]] bool castling_way_clear(Castling right) const;

    /// Do all lists, sums and keys, computed from scratch, agree with the incremental ones? For tests.
    [[nodiscard]] bool consistent() const;

    /// The same pieces on the same squares and the same state. The order of the lists does not count.
    friend bool operator==(const Position& a, const Position& b);

private:
    /// A square of the board, or of its border, in one byte:
    ///
    ///      7 .. 5 | 4 ...... 0
    ///      type   | slot        0 if the square is empty, `border` off the board
    ///
    /// Black's slots begin at 16, so bit 4 is the colour. The slot is in the lowest bits, so that a rotation by the byte
    /// rotates by the slot.
    using Cell = std::uint8_t;
    static constexpr unsigned first_cell = 36;  ///< that of a1; a knight there looks at the cell 33 below
    static constexpr unsigned cells = 190;      ///< a knight on h8 looks at the cell 33 above
    static constexpr Cell border = 0xe0;
    static constexpr void clear(std::array<Cell, cells>& board) {
        board.fill(border);
        for (unsigned rank = 0; rank < 8; ++rank)
            for (unsigned file = 0; file < 8; ++file) board[first_cell + 16 * rank + file] = 0;
    }
    void clear_board();  ///< not inline: an image would hold an empty board for each caller
    [[nodiscard]] Cell cell(unsigned raw) const { return board_[first_cell + raw]; }
    [[nodiscard]] Cell& cell(unsigned raw) { return board_[first_cell + raw]; }
    [[nodiscard]] static unsigned slot_of(Cell c) { return c & 31u; }
    [[nodiscard]] bool enemy(Cell c) const { return (c >> 4 & 1u) != index(side_); }
    /// The first occupied square in this direction, or the border.
    [[nodiscard]] unsigned look(unsigned from, int step) const {
        do from += static_cast<unsigned>(step);
        while (cell(from) == 0);
        return from;
    }
    /// `clear`, for a piece that stands on `from`.
    [[nodiscard]] bool reaches(unsigned from, unsigned to, int step) const { return look(to, -step) == from; }
    /// Adds the slots of all that a piece on this cell attacks.
    static void look_from(const Cell* from, unsigned type, SlotSet& seen);

    static constexpr std::uint16_t usual_rook_files = 7 | 7 << 6;

    [[gnu::cold, gnu::noinline, nodiscard]] char castling_letter(Castling right) const;
    void put(Piece p, Square s, unsigned slot);
    FenError place(const Placement& men, Color side, std::uint8_t castling);  ///< all but the key; rook_files_ stay
    std::uint8_t take(Cell victim, unsigned square);
    void finish_pawn_move(Move m, Undo& undo);
    void shift(unsigned from, unsigned to);
    void castle_rook(unsigned king_to);
    // Cold: small code, away from that of ordinary chess.
    [[gnu::cold, gnu::noinline]] void finish_chess960_move(Move m, Undo& undo);
    [[gnu::cold, gnu::noinline]] void finish_chess960_castling(Move m, Undo& undo);
    [[gnu::cold, gnu::noinline]] void unmake_chess960_rook(Move m);
    [[gnu::cold, gnu::noinline, nodiscard]] unsigned chess960_rights_kept(Move m) const;
    [[gnu::cold, gnu::noinline, nodiscard]] bool chess960_king_way_safe(Castling right) const;
    [[gnu::cold, gnu::noinline, nodiscard]] bool chess960_castling_possible(Move m) const;
    /// `attacker_among`; if `looks_through`, as if the square `through` were empty.
    template <bool looks_through>
    [[nodiscard]] unsigned find_attacker(std::uint32_t set, Square s, Square through = Square::none) const;
    Square pawn_attacker(Square s, Color by) const;
    /// No game leads to such a position, and `checker` would return only one of the pawns.
    [[nodiscard]] bool two_pawns_check() const;
    bool king_move_legal(Square from, Square to) const;
    bool en_passant_legal(Square from, Square to) const;
    bool en_passant_possible(Square to) const;
    bool minors_are_insufficient() const;
    [[gnu::cold, gnu::noinline, nodiscard]] Key castling_key() const;
    Key full_key() const;
    std::uint32_t full_pawn_key() const;

    // The members used most come first: a Cortex-M0 reaches only 31 bytes with one instruction.
    Key key_ = 0;
    Irreversible state_;  ///< `captured` is 0
    Color side_ = Color::white;
    std::uint8_t pieces_ = 0;
    std::uint16_t fullmove_ = 1;
    std::uint32_t pawn_key_ = 0;
    std::uint32_t slots_[7] = {};  // [0] all; by PieceType
    alignas(4) std::array<Cell, cells> board_{};
    std::uint16_t rook_files_ = 0;  ///< three bits for each right, the lowest first, XOR the usual files
    std::uint8_t list_[32] = {};
};
static_assert(sizeof(Position) == 272, "part of every engine: see docs/BUDGETS.md");

}  // namespace stackmate
