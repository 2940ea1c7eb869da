// The position: a mailbox of 0x88 squares with a border, and piece lists, made and unmade in place, with incremental
// Zobrist keys. What it is worth is not known here: see eval.hpp.
#pragma once

#include "core/chess/bits.hpp"
#include "core/chess/squares.hpp"
#include "core/chess/types.hpp"

#include <array>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace stackmate {

/// The rights that are left, one bit each.
enum Castling : std::uint8_t { white_short = 1, white_long = 2, black_short = 4, black_long = 8 };

/// Which castling a FEN may ask for, and how its moves are coded from then on.
enum class CastlingRules : std::uint8_t {
    standard,  ///< kings on e1 and e8, rooks in the corners; the king's move by two squares
    chess960,  ///< any files on the first and the last rank; `Move::castling`, where the files are the usual ones as well
};

/// What a move cannot be worked back to, in one word, so that making and unmaking copy it at once.
struct alignas(4) Irreversible {
    std::uint8_t captured = 0;  ///< bit 7: the move promoted; bits 6..4: type captured; bits 3..0: its slot
    std::uint8_t castling = 0;
    Square en_passant = Square::none;
    std::uint8_t halfmove = 0;
};

/// What a move destroys and unmaking it cannot work out. Sixteen bytes, kept in the ply frame of the mover.
struct Undo : Irreversible {
    std::uint32_t pawn_key;
    Key key;
};
static_assert(sizeof(Undo) == 16, "part of every ply frame: see docs/BUDGETS.md");

/// Why a FEN was refused. The position is left as it was.
enum class [[nodiscard]] FenError : std::uint8_t{
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
};
/// A sentence without a full stop.
std::string_view to_text(FenError error);

/// Longest FEN `Position::fen` writes: 71 + " w KQkq e3 " + counters.
inline constexpr std::size_t max_fen_length = 92;

class Position {
public:
    /// Empty board, White to move: only good to be assigned to.
    constexpr Position() {
        if (std::is_constant_evaluated()) {
            clear(board_);
        } else {
            clear_board();
        }
    }

    static constexpr std::string_view start_fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    void set_start();
    /// Four or six fields. Everything a game could not have is refused; an en passant square that no pawn can
    /// legally use is dropped, so that equal positions have equal keys. On error nothing changes. Castling is read as
    /// X-FEN (K and Q mean the outermost rook) and as Shredder-FEN (the rooks' files) under both rules.
    FenError set_fen(std::string_view fen, CastlingRules rules = CastlingRules::standard);
    /// As `set_fen`, but after an error the position may be any: for one that nobody looks at then. Takes 270 bytes of
    /// stack less.
    FenError read_fen(std::string_view fen, CastlingRules rules = CastlingRules::standard);
    /// Writes at most `max_fen_length` characters, returns how many. No terminating zero. Castling is written as X-FEN,
    /// which for ordinary chess is FEN.
    std::size_t fen(char* out) const;

    [[nodiscard]] Piece at(Square s) const { return at(index(s)); }
    /// Any raw 0x88 index that `on_board`.
    [[nodiscard]] Piece at(unsigned raw) const {
        const unsigned c = cell(raw);
        return static_cast<Piece>(c >> 5 | (c >> 1 & 8u));
    }
    /// Is this square of the board empty? The raw index may be as far off the board as one step of a piece leads.
    [[nodiscard]] bool empty(unsigned raw) const { return cell(raw) == 0; }
    /// `PieceType::none` where it is empty.
    [[nodiscard]] PieceType type_at(Square s) const { return static_cast<PieceType>(cell(index(s)) >> 5); }
    /// Does a pawn of this colour stand there? The raw index as for `empty`.
    [[nodiscard]] bool pawn_at(unsigned raw, Color c) const { return (cell(raw) & 0xf0u) == (0x20u | index(c) << 4); }
    [[nodiscard]] Color side() const { return side_; }
    [[nodiscard]] Square king(Color c) const { return static_cast<Square>(list_[16 * index(c)]); }
    /// The rights that are left; in Chess960 `files_of_its_own` is set beside them.
    [[nodiscard]] std::uint8_t castling() const { return state_.castling; }
    static constexpr std::uint8_t files_of_its_own = plays_chess960 ? 16 : 0;
    /// Are there rights, and is castling coded as `Move::castling`?
    [[nodiscard]] bool castles_as_chess960() const {
        return plays_chess960 && (state_.castling & files_of_its_own) != 0;
    }
    /// Where the rook of a right stands while there is the right, and stood afterwards.
    [[nodiscard]] Square castling_rook(Castling right) const {
        const unsigned n = lowest_bit(right);
        return make_square((rook_files_ ^ usual_rook_files) >> 3 * n & 7u, n < 2 ? 0 : 7);
    }
    /// The right that a move uses that `castles`.
    [[nodiscard]] static Castling right_of(Move castling) {
        return static_cast<Castling>((file_of(castling.to()) == 6 ? 1u : 2u) << (rank_of(castling.to()) == 0 ? 0 : 2));
    }
    /// The square behind a pawn that has just made its double step, if taking it there is legal; else none.
    [[nodiscard]] Square en_passant() const { return state_.en_passant; }
    [[nodiscard]] unsigned halfmove() const { return state_.halfmove; }
    /// Half moves without capture or pawn move after which a game has ended (75 moves, FIDE 9.6.2).
    static constexpr std::uint8_t longest_halfmove = 150;
    /// For a game that is played on all the same: the clock stands still at `longest_halfmove`.
    void hold_halfmove() {
        if (state_.halfmove > longest_halfmove) state_.halfmove = longest_halfmove;
    }
    [[nodiscard]] unsigned fullmove() const { return fullmove_; }
    [[nodiscard]] Key key() const { return key_; }
    /// Of the pawns alone: equal for positions with the same pawns on the same squares.
    [[nodiscard]] std::uint32_t pawn_key() const { return pawn_key_; }
    /// How many stand on the board, kings and pawns as well.
    [[nodiscard]] unsigned pieces() const { return pieces_; }

    /// Piece lists. Slots 0..15 are White's, 16..31 Black's; the kings sit in 0 and 16; a piece keeps its
    /// slot for life. At set-up slots go queens, rooks, bishops, knights, pawns, so that walking down them
    /// finds the least valuable attacker first.
    [[nodiscard]] std::uint32_t slots() const { return slots_[0]; }
    [[nodiscard]] std::uint32_t slots(PieceType t) const { return slots_[index(t)]; }
    [[nodiscard]] std::uint32_t slots(Color c) const { return slots_[0] & color_mask(c); }
    [[nodiscard]] std::uint32_t slots(Color c, PieceType t) const { return slots_[index(t)] & color_mask(c); }
    [[nodiscard]] Square square_of(unsigned slot) const { return static_cast<Square>(list_[slot]); }
    /// Where the pieces of these slots stand, the lowest slot first: `for (const Square s : p.squares_of(slots))`.
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

    /// Makes a pseudo-legal move that leaves its own king safe (see `legal`); no checks here.
    void make(Move m, Undo& undo);
    void unmake(Move m, const Undo& undo);
    /// Passes the move. Not while in check.
    void make_null(Undo& undo);
    void unmake_null(const Undo& undo);

    /// Does any piece of `by` attack `s`?
    [[nodiscard]] bool attacked(Square s, Color by) const;
    /// Which of the pieces in these slots, none of them a pawn, attacks `s`? The highest slot; `no_slot` if
    /// none does.
    [[nodiscard]] unsigned attacker_among(std::uint32_t set, Square s) const;
    static constexpr unsigned no_slot = 32;
    /// Who gives check to the side to move: `Square::none`, one square, or `several`.
    [[nodiscard]] Square checker() const;
    /// The same, just after `m` was made, at a fraction of the cost.
    [[nodiscard]] Square checker_after(Move m, const Undo& undo) const;
    static constexpr Square several = static_cast<Square>(0xff);

    /// Slots of the opponent's pieces, among those in `wanted`, that a piece of the side to move attacks, pinned or
    /// not; its king is not told.
    [[nodiscard]] std::uint32_t targets(std::uint32_t wanted) const;
    /// In check: the slots of those that its king stands beside, and of `checker` if anything attacks it.
    [[nodiscard]] std::uint32_t evasion_targets(Square checker) const;
    /// Is there a pawn of the side to move on its seventh rank?
    [[nodiscard]] bool pawn_may_promote() const;

    /// Is there room for a piece between the king of the side to move and `checker`, which alone gives check?
    [[nodiscard]] bool has_room_between(Square checker) const {
        const int step = ray(checker, king(side_)).step;
        return step != 0 && index(checker) + static_cast<unsigned>(step) != index(king(side_));
    }
    /// Does `to` lie between the two?
    [[nodiscard]] bool interposes(Square to, Square checker) const {
        const int step = ray(checker, king(side_)).step;
        return step != 0 && ray(to, king(side_)).step == step && ray(checker, to).step == step;
    }
    /// Could the piece on `from` go there, by quiet moves on an empty board? Not asked of the king, and only where
    /// there `has_room_between`.
    [[nodiscard]] bool may_interpose(Square from, Square checker) const;

    /// Is this pseudo-legal move legal, `checker` being what `checker()` says?
    [[nodiscard]] bool legal(Move m, Square checker) const;
    /// Could this move have come out of the generator here? For moves from a table, a killer slot or a user.
    /// In check it does not ask whether the move answers it, as the generator does: `legal` will.
    [[nodiscard]] bool pseudo_legal(Move m) const;
    /// Is there a legal move at all?
    [[nodiscard]] bool any_legal_move() const;
    /// Neither side could mate even with help: king against king, one minor piece, or bishops of one square
    /// colour.
    [[nodiscard]] bool insufficient_material() const {
        const std::uint32_t enough = slots(PieceType::pawn) | slots(PieceType::rook) | slots(PieceType::queen);
        return enough == 0 && minors_are_insufficient();
    }
    /// Could this side mate, by some series of legal moves, with what stands on the board (FIDE 6.9)? Looks at the pieces
    /// alone: that pawns block one another for ever is not seen.
    [[nodiscard]] bool could_mate(Color c) const;

    /// No piece strictly between two squares that `step` joins.
    [[nodiscard]] bool clear(Square from, Square to, int step) const {
        unsigned s = index(from);
        do s += static_cast<unsigned>(step);
        while (cell(s) == 0 && s != index(to));
        return s == index(to);
    }
    /// Not asked in check.
    [[nodiscard]] bool can_castle(Castling right) const;
    /// In Chess960: does nobody but the two stand in their way?
    [[gnu::cold, gnu::noinline, nodiscard]] bool castling_way_clear(Castling right) const;

    /// Every list, sum and key worked out afresh agrees with the incremental ones. For tests.
    [[nodiscard]] bool consistent() const;

    /// Same pieces on the same squares, same state; how the lists are filled does not count.
    friend bool operator==(const Position& a, const Position& b);

private:
    /// What lies on a square in one byte, or off the board in its border:
    ///
    ///      7 .. 5 | 4 ...... 0
    ///      type   | slot        0 where it is empty, `border` off the board
    ///
    /// Black's slots are those from 16 up, so bit 4 is the colour. The slot lies lowest so that a rotation by the byte is
    /// one by the slot.
    using Cell = std::uint8_t;
    static constexpr unsigned first_cell = 36;  ///< that of a1; a knight on it looks 33 down
    static constexpr unsigned cells = 190;      ///< a knight on h8 looks 33 up
    static constexpr Cell border = 0xe0;
    static constexpr void clear(std::array<Cell, cells>& board) {
        board.fill(border);
        for (unsigned rank = 0; rank < 8; ++rank)
            for (unsigned file = 0; file < 8; ++file) board[first_cell + 16 * rank + file] = 0;
    }
    void
    clear_board();  ///< not in line: an image would hold a picture of the empty board for each place that makes one
    [[nodiscard]] Cell cell(unsigned raw) const { return board_[first_cell + raw]; }
    [[nodiscard]] Cell& cell(unsigned raw) { return board_[first_cell + raw]; }
    [[nodiscard]] static unsigned slot_of(Cell c) { return c & 31u; }
    [[nodiscard]] bool enemy(Cell c) const { return (c >> 4 & 1u) != index(side_); }
    /// The first occupied square, or the border, on the way from a square.
    [[nodiscard]] unsigned look(unsigned from, int step) const {
        do from += static_cast<unsigned>(step);
        while (cell(from) == 0);
        return from;
    }
    /// `clear`, for a piece that stands on `from`.
    [[nodiscard]] bool reaches(unsigned from, unsigned to, int step) const { return look(to, -step) == from; }
    /// A set of slots, by what lies on cells. Empty squares and the border read as slot 0, a king's.
    class SlotsSeen;
    /// Adds the slots of whatever a piece on this cell attacks.
    static void look_from(const Cell* from, unsigned type, SlotsSeen& seen);

    static constexpr std::uint16_t usual_rook_files = 7 | 7 << 6;

    [[gnu::cold, gnu::noinline, nodiscard]] char castling_letter(Castling right) const;
    void put(Piece p, Square s, unsigned slot);
    std::uint8_t take(Cell victim, unsigned square);
    void finish_pawn_move(Move m, Undo& undo);
    void shift(unsigned from, unsigned to);
    void castle_rook(unsigned king_to);
    // Cold: small, and out of the way of ordinary chess.
    [[gnu::cold, gnu::noinline]] void finish_chess960_move(Move m, Undo& undo);
    [[gnu::cold, gnu::noinline]] void finish_chess960_castling(Move m, Undo& undo);
    [[gnu::cold, gnu::noinline]] void unmake_chess960_rook(Move m);
    [[gnu::cold, gnu::noinline, nodiscard]] unsigned chess960_rights_kept(Move m) const;
    [[gnu::cold, gnu::noinline, nodiscard]] bool chess960_king_way_safe(Castling right) const;
    [[gnu::cold, gnu::noinline, nodiscard]] bool chess960_castling_possible(Move m) const;
    /// `attacker_among`, as if nothing stood on `through` where that is looked through.
    template <bool looks_through>
    [[nodiscard]] unsigned find_attacker(std::uint32_t set, Square s, Square through = Square::none) const;
    Square pawn_attacker(Square s, Color by) const;
    /// No game comes there, and `checker` names one pawn.
    [[nodiscard]] bool two_pawns_check() const;
    bool king_move_legal(Square from, Square to) const;
    bool en_passant_legal(Square from, Square to) const;
    bool en_passant_possible(Square to) const;
    bool minors_are_insufficient() const;
    [[gnu::cold, gnu::noinline, nodiscard]] Key castling_key() const;
    Key full_key() const;
    std::uint32_t full_pawn_key() const;

    // What is asked most comes first: a Cortex-M0 reaches no further than 31 bytes with one instruction.
    Key key_ = 0;
    Irreversible state_;  ///< `captured` is 0
    Color side_ = Color::white;
    std::uint8_t pieces_ = 0;
    std::uint16_t fullmove_ = 1;
    std::uint32_t pawn_key_ = 0;
    std::uint32_t slots_[7] = {};  // [0] all; by PieceType
    alignas(4) std::array<Cell, cells> board_{};
    std::uint16_t rook_files_ = 0;  ///< three bits for each right, lowest first, XOR the usual ones
    std::uint8_t list_[32] = {};
};
static_assert(sizeof(Position) == 272, "part of every engine: see docs/BUDGETS.md");

}  // namespace stackmate
