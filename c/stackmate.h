/// @file
/// Stackmate in C: the engine of core/engine/engine.hpp for firmware in C, for MicroPython and for Rust. C99 and C++.
///
/// An engine is in the caller's memory: no heap, no libc, no exceptions, no clock. The caller passes the time in
/// milliseconds, which may wrap. Nothing blocks: stackmate_run() returns after at most the given number of nodes, and
/// all other functions at once.
///
/// No pointer may be null unless this file says so. A function that returns an error has changed nothing. One engine
/// belongs to one thread; only stackmate_stop() may be called from an interrupt or another thread.
///
/// While a search runs, the engine's position is used by the search. Functions that read or change the game then return
/// `STACKMATE_ERROR_SEARCHING` or `STACKMATE_UNKNOWN`.
#ifndef STACKMATE_H
#define STACKMATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The engine. Its contents are private.
typedef struct stackmate_engine stackmate_engine;

/// The size of an engine in bytes. Tiny is for chips with 8 KB of RAM, Full for 96 KB and more.
#if UINTPTR_MAX > 0xffffffffu
#define STACKMATE_TINY_SIZE 6440
#define STACKMATE_FULL_SIZE 87912
#else
#define STACKMATE_TINY_SIZE 6392
#define STACKMATE_FULL_SIZE 87856
#endif
/// The memory's address must be a multiple of this.
#define STACKMATE_ALIGNMENT 8

/// Memory of the right size and alignment.
typedef union stackmate_tiny_memory {
    uint64_t alignment;
    unsigned char bytes[STACKMATE_TINY_SIZE];
} stackmate_tiny_memory;
/// Memory of the right size and alignment.
typedef union stackmate_full_memory {
    uint64_t alignment;
    unsigned char bytes[STACKMATE_FULL_SIZE];
} stackmate_full_memory;

/// @name Errors
/// @{

/// Why a function did nothing: `STACKMATE_OK` or one of STACKMATE_ERROR_... A number never changes its meaning: 1 to 63
/// are a FEN's errors, 64 to 127 a move's, the others begin at 128. Each block has room for new ones.
typedef uint8_t stackmate_error;
enum {
    STACKMATE_OK = 0,
    STACKMATE_ERROR_FEN_FIELD_COUNT = 1,
    STACKMATE_ERROR_FEN_BAD_PIECE = 2,
    STACKMATE_ERROR_FEN_RANK_LENGTH = 3,
    STACKMATE_ERROR_FEN_RANK_COUNT = 4,
    STACKMATE_ERROR_FEN_MISSING_KING = 5,
    STACKMATE_ERROR_FEN_TOO_MANY_KINGS = 6,
    STACKMATE_ERROR_FEN_TOO_MANY_PIECES = 7,
    STACKMATE_ERROR_FEN_TOO_MANY_PAWNS = 8,
    STACKMATE_ERROR_FEN_TOO_MANY_PROMOTED = 9,
    STACKMATE_ERROR_FEN_PAWN_ON_BACK_RANK = 10,
    STACKMATE_ERROR_FEN_BAD_SIDE = 11,
    STACKMATE_ERROR_FEN_BAD_CASTLING = 12,
    STACKMATE_ERROR_FEN_IMPOSSIBLE_CASTLING = 13,
    STACKMATE_ERROR_FEN_BAD_EN_PASSANT = 14,
    STACKMATE_ERROR_FEN_IMPOSSIBLE_EN_PASSANT = 15,
    STACKMATE_ERROR_FEN_MOVER_COULD_TAKE_KING = 16,
    STACKMATE_ERROR_FEN_TWO_PAWNS_CHECK = 17,
    STACKMATE_ERROR_FEN_BAD_HALFMOVE_CLOCK = 18,
    STACKMATE_ERROR_FEN_BAD_FULLMOVE_NUMBER = 19,
    STACKMATE_ERROR_MOVE_NOT_UNDERSTOOD = 64,
    STACKMATE_ERROR_MOVE_NO_SUCH_MOVE = 65,
    STACKMATE_ERROR_MOVE_AMBIGUOUS = 66,
    STACKMATE_ERROR_MOVE_LEAVES_KING_IN_CHECK = 67,
    STACKMATE_ERROR_MOVE_NOTHING_TO_CAPTURE = 68,
    STACKMATE_ERROR_MOVE_MISSING_PROMOTION = 69,
    STACKMATE_ERROR_MOVE_NOT_A_PROMOTION = 70,
    STACKMATE_ERROR_MOVE_CASTLING_RIGHT_LOST = 71,
    STACKMATE_ERROR_MOVE_CASTLING_BLOCKED = 72,
    STACKMATE_ERROR_MOVE_CASTLING_THROUGH_CHECK = 73,
    STACKMATE_ERROR_SEARCHING = 128,       ///< not while a search runs
    STACKMATE_ERROR_SIZE = 129,            ///< the memory is too small
    STACKMATE_ERROR_ALIGNMENT = 130,       ///< the memory's address is not a multiple of `STACKMATE_ALIGNMENT`
    STACKMATE_ERROR_TEXT_LENGTH = 131,     ///< the text has more than `STACKMATE_MAX_TEXT` characters
    STACKMATE_ERROR_ILLEGAL_MOVE = 132,    ///< the move is not legal here
    STACKMATE_ERROR_TOO_MANY_MOVES = 133,  ///< more moves to choose from than the engine has room for
    STACKMATE_ERROR_LINES = 134,           ///< the number of lines must be 1 to stackmate_max_lines()
    STACKMATE_ERROR_NO_CHESS960 = 135,     ///< the library was built without it
    STACKMATE_ERROR_BAD_SQUARE = 136,      ///< a square must be 0 to 63
    STACKMATE_ERROR_BAD_PROMOTION = 137,   ///< a pawn becomes a knight, a bishop, a rook or a queen
    STACKMATE_ERROR_IN_CHECK = 138,        ///< the side to move is in check
    STACKMATE_ERROR_LIMITS = 139,          ///< a time that would not be used, see stackmate_limits
    STACKMATE_ERROR_OVERHEAD = 140,        ///< the overhead must be 0 to `STACKMATE_MAX_OVERHEAD`
    STACKMATE_ERROR_CLOCK = 141            ///< only the other side has a clock: the search would never end
};
/// A sentence without a full stop.
const char* stackmate_error_text(stackmate_error error);

/// The library's version, as "0.1.0".
const char* stackmate_version(void);
/// @}

/// @name Squares, pieces and moves
/// @{

/// Returned in place of a side, a piece or a state: a search runs, or there is no such square.
#define STACKMATE_UNKNOWN 255u

/// 0 to 63: a1 is 0, h1 is 7, a8 is 56. `STACKMATE_UNKNOWN`: none.
typedef uint8_t stackmate_square;

/// `STACKMATE_WHITE` or `STACKMATE_BLACK`.
typedef uint8_t stackmate_color;
enum { STACKMATE_WHITE, STACKMATE_BLACK };

/// A piece's type, or a piece: its type, plus `STACKMATE_BLACK_PIECE` if it is Black's.
typedef uint8_t stackmate_piece;
enum {
    STACKMATE_EMPTY,
    STACKMATE_PAWN,
    STACKMATE_KNIGHT,
    STACKMATE_BISHOP,
    STACKMATE_ROOK,
    STACKMATE_QUEEN,
    STACKMATE_KING,
    STACKMATE_BLACK_PIECE = 8
};

/// A move in sixteen bits; 0 is no move. The functions below read it.
typedef uint16_t stackmate_move;
#define STACKMATE_NO_MOVE 0u

/// No position that a game can reach has more legal moves (N. Petrovic's of 1964 has 218). No other position that this
/// library accepts is known to have more; in a FEN a side may have at most as many promoted pieces as it lacks pawns.
/// No function writes more moves than the given capacity.
#define STACKMATE_MAX_MOVES 218
/// The most moves of a best line.
#define STACKMATE_MAX_LINE 24
/// The most characters of a text that the caller passes.
#define STACKMATE_MAX_TEXT 255
/// Bytes of a move in UCI notation (e7e8q), with the terminating zero.
#define STACKMATE_UCI_SIZE 6
/// Bytes of a move in standard algebraic notation (Qa1xb2#), with the zero.
#define STACKMATE_SAN_SIZE 8
/// Bytes of a FEN, with the zero.
#define STACKMATE_FEN_SIZE 93

/// The origin of a move; for castling in Chess960 the king's square. `move` must come from this library.
stackmate_square stackmate_from(stackmate_move move);
/// The target of a move; for castling the king's target.
stackmate_square stackmate_to(stackmate_move move);
/// The type that the pawn becomes; `STACKMATE_EMPTY` if the move is no promotion.
stackmate_piece stackmate_promotion(stackmate_move move);
/// @}

/// @name The engine
/// @{

/// Makes an engine of configuration Tiny in `memory`, with the start position, and stores its address in `engine`. The
/// memory belongs to the engine from then on. Nothing has to be freed: the memory of an engine that is no longer needed
/// may be reused. `size`: in bytes, at least `STACKMATE_TINY_SIZE`. Errors: SIZE, ALIGNMENT.
stackmate_error stackmate_init_tiny(void* memory, size_t size, stackmate_engine** engine);
/// The same for Full and `STACKMATE_FULL_SIZE`. A program that calls only one of the two links only that one.
stackmate_error stackmate_init_full(void* memory, size_t size, stackmate_engine** engine);

/// Sets the memory of the hash table, at least 256 bytes, of which a multiple of 32 is used. Null and 0: the engine's own.
/// Clears the table, which takes time in proportion to its size. The memory must stay valid while it is used. Errors:
/// SEARCHING, SIZE, ALIGNMENT.
stackmate_error stackmate_use_table(stackmate_engine* engine, void* memory, size_t size);
/// Bytes of the table in use.
size_t stackmate_table_bytes(const stackmate_engine* engine);
/// The longest time for stackmate_set_move_overhead(), in milliseconds.
#define STACKMATE_MAX_OVERHEAD 65535u
/// The time, in milliseconds, that an answer takes to reach the opponent's clock; 10 by default. Used from the next
/// stackmate_go() on, for clocks but not for `move_time_ms`. Errors: OVERHEAD.
stackmate_error stackmate_set_move_overhead(stackmate_engine* engine, uint32_t ms);
/// The number of best lines that later searches report (UCI's MultiPV); 1 by default. Errors: SEARCHING, LINES.
stackmate_error stackmate_set_lines(stackmate_engine* engine, unsigned lines);
/// The largest number of lines: 1 in Tiny, 8 in Full.
unsigned stackmate_max_lines(const stackmate_engine* engine);
/// @}

/// @name The game
/// @{

/// Which castling a FEN may contain.
typedef uint8_t stackmate_castling;
enum {
    STACKMATE_CASTLING_STANDARD,  ///< kings on e1 and e8, rooks in the corners
    STACKMATE_CASTLING_CHESS960   ///< any files on the first and the last rank
};

/// Sets the start position, and forgets all that was learnt in the previous game. Errors: SEARCHING.
stackmate_error stackmate_new_game(stackmate_engine* engine);
/// Begins the game from a FEN, whose counters may be missing, in ordinary chess. Errors: SEARCHING, TEXT_LENGTH, FEN_...
stackmate_error stackmate_set_fen(stackmate_engine* engine, const char* fen);
/// Sets the whole game: its first position (null: the start position) and `count` moves from there. To take a move
/// back, set the game again without its last move; this takes some 500 instructions for each move. `moves` may be null
/// if `count` is 0. Errors: SEARCHING, TEXT_LENGTH, FEN_..., NO_CHESS960, ILLEGAL_MOVE.
stackmate_error stackmate_set_game(stackmate_engine* engine, const char* fen, stackmate_castling castling,
                                   const stackmate_move* moves, size_t count);
/// Plays a legal move; any sixteen bits are safe and checked. A drawn game may continue: see stackmate_state_of().
/// Errors: SEARCHING, ILLEGAL_MOVE.
stackmate_error stackmate_play(stackmate_engine* engine, stackmate_move move);

/// The state of the game by the rules.
typedef uint8_t stackmate_state;
enum {
    STACKMATE_PLAYING,
    STACKMATE_CHECK,      ///< playing, and the side to move is in check
    STACKMATE_CHECKMATE,  ///< the side to move has lost
    STACKMATE_STALEMATE,
    STACKMATE_THREEFOLD_REPETITION,   ///< a draw if claimed (FIDE 9.2)
    STACKMATE_FIFTY_MOVES,            ///< a draw if claimed (9.3)
    STACKMATE_SEVENTY_FIVE_MOVES,     ///< a draw at once (9.6.2)
    STACKMATE_INSUFFICIENT_MATERIAL,  ///< a draw at once (5.2.2)
    STACKMATE_FIVEFOLD_REPETITION     ///< a draw at once (9.6.1)
};
/// The state, or `STACKMATE_UNKNOWN` while a search runs.
stackmate_state stackmate_state_of(const stackmate_engine* engine);
/// Whether the game has ended and no claim is needed.
bool stackmate_is_over(stackmate_state state);
/// Whether the side to move may claim a draw, or the game is one already.
bool stackmate_is_draw(stackmate_state state);
/// A few words without a full stop.
const char* stackmate_state_text(stackmate_state state);

/// The side to move, or `STACKMATE_UNKNOWN` while a search runs.
stackmate_color stackmate_side(const stackmate_engine* engine);
/// The piece on a square, `STACKMATE_EMPTY`, or `STACKMATE_UNKNOWN`.
stackmate_piece stackmate_piece_on(const stackmate_engine* engine, stackmate_square square);
/// Writes the position as FEN, at most `STACKMATE_FEN_SIZE` bytes with the zero. Its move number stops at 9999, the last
/// that a FEN may have. Errors: SEARCHING.
stackmate_error stackmate_fen(const stackmate_engine* engine, char* fen);
/// Writes the first `capacity` legal moves, and to `count` how many there are. `moves` may be null if `capacity` is 0;
/// `STACKMATE_MAX_MOVES` is enough for every position of a game. Errors: SEARCHING.
stackmate_error stackmate_legal_moves(const stackmate_engine* engine, stackmate_move* moves, size_t capacity,
                                      size_t* count);
/// The static evaluation of the position without a search, in centipawns from the view of the side to move. It includes
/// what searches of this game have learnt. Errors: SEARCHING, IN_CHECK.
stackmate_error stackmate_evaluate(stackmate_engine* engine, int16_t* centipawns);
/// @}

/// @name Moves and texts
/// @{

/// Finds the legal move for a text in UCI notation: e2e4, e7e8q, e1g1. If the game castles as in Chess960, castling is
/// the king's move to its rook. Errors: SEARCHING, TEXT_LENGTH, ILLEGAL_MOVE.
stackmate_error stackmate_move_from_uci(const stackmate_engine* engine, const char* text, stackmate_move* move);
/// The same from squares, as a board with sensors knows them. `promotion`: a type, `STACKMATE_EMPTY` if no pawn
/// promotes. Errors: SEARCHING, BAD_SQUARE, BAD_PROMOTION, ILLEGAL_MOVE.
stackmate_error stackmate_move_from_squares(const stackmate_engine* engine, stackmate_square from, stackmate_square to,
                                            stackmate_piece promotion, stackmate_move* move);
/// Finds the legal move for a text that a person writes: what the two functions below write, and much more (Ng1-f3,
/// ed5, e8Q, 0-0). Errors: SEARCHING, TEXT_LENGTH, MOVE_...
stackmate_error stackmate_move_from_san(const stackmate_engine* engine, const char* text, stackmate_move* move);
/// Writes a move of this game in UCI notation, at most `STACKMATE_UCI_SIZE` bytes with the zero; 0000 for no move.
/// Allowed while a search runs.
void stackmate_move_to_uci(const stackmate_engine* engine, stackmate_move move, char* text);
/// Writes a legal move in standard algebraic notation, at most `STACKMATE_SAN_SIZE` bytes with the zero. Needs 272
/// bytes of stack more than other functions. Errors: SEARCHING, ILLEGAL_MOVE.
stackmate_error stackmate_move_to_san(const stackmate_engine* engine, stackmate_move move, char* text);
/// @}

/// @name Searching
/// @{

/// No time limit, in place of a time in milliseconds.
#define STACKMATE_NO_LIMIT 0xffffffffu

/// The limits of a search. All zero means no limit: the search continues until stackmate_stop(), so a loop that calls
/// stackmate_run() until `STACKMATE_FINISHED` never ends by itself. The same holds with `infinite`, and with `ponder`
/// before stackmate_ponder_hit().
///
/// A time that would not be used is an error: `move_time_ms` without `has_move_time`, a side's `time_ms` or `increment_ms`
/// without its `clock`, and `moves_to_go` without any clock.
typedef struct stackmate_limits {
    uint64_t nodes;            ///< moves made in the tree; 0: no limit
    uint32_t time_ms[2];       ///< left on White's clock and Black's; used where `clock` is set
    uint32_t increment_ms[2];  ///< White's, Black's
    uint32_t move_time_ms;     ///< used if `has_move_time` is set
    uint16_t moves_to_go;      ///< until the next time control; 0: the clock is for the rest of the game
    uint8_t depth;             ///< plies; 0: no limit
    uint8_t mate;              ///< stop when a mate in this many moves is found; 0: do not
    bool clock[2];             ///< whether White's clock runs, and Black's
    bool has_move_time;
    bool infinite;  ///< no answer before stackmate_stop()
    bool ponder;    ///< no answer before stackmate_stop() or stackmate_ponder_hit()
} stackmate_limits;

/// What stackmate_run() returns.
typedef uint8_t stackmate_event;
enum {
    STACKMATE_NOTHING,  ///< call it again
    STACKMATE_INFO,     ///< stackmate_report_of() has something new; of several lines one at a time, the best first
    STACKMATE_FINISHED  ///< no search runs any more: stackmate_best_move() is the answer
};

/// Begins a search of the position; an earlier stackmate_stop() is cancelled. `only`: `only_count` legal moves to
/// choose from. If that is 0, all moves count and `only` may be null. At most 10 different ones in Tiny, any number in
/// Full. `now_ms`: any clock, which may wrap. From here on stackmate_best_move() is a legal move, if there is one.
/// Errors: SEARCHING, LIMITS, ILLEGAL_MOVE, TOO_MANY_MOVES.
stackmate_error stackmate_go(stackmate_engine* engine, const stackmate_limits* limits, const stackmate_move* only,
                             size_t only_count, uint32_t now_ms);
/// Searches at most `nodes` nodes, at least 1; this bounds its time. If no search runs, it returns `STACKMATE_FINISHED`.
///
/// The answer comes by stackmate_hard_limit_ms(): a call that would end later, if it took as long as the longest before
/// it, searches nothing and finishes. A call's time is that until the next call, with your own work. What is before the
/// first call, or before a ponder hit, is not measured. So only the first call after either can be too long for the limit;
/// give it few nodes if little time is left. To use a limit to its last millisecond, call stackmate_stop() from a timer.
stackmate_event stackmate_run(stackmate_engine* engine, uint32_t nodes, uint32_t now_ms);
/// Ends the search: the next stackmate_run() finishes it. May be called from an interrupt or another thread; it stores
/// one byte.
void stackmate_stop(stackmate_engine* engine);
/// The expected move was played: the clock runs from now on. Does nothing unless the engine ponders.
void stackmate_ponder_hit(stackmate_engine* engine, uint32_t now_ms);
/// Whether a search runs: from stackmate_go() until stackmate_run() has returned `STACKMATE_FINISHED`.
bool stackmate_searching(const stackmate_engine* engine);
/// Whether the search is complete, but the answer must wait for a stop or a ponder hit; until then stackmate_run() does
/// nothing.
bool stackmate_waiting(const stackmate_engine* engine);
/// Milliseconds from stackmate_go(), or from the ponder hit, by which the answer is due; `STACKMATE_NO_LIMIT` if time does
/// not end the search.
uint32_t stackmate_hard_limit_ms(const stackmate_engine* engine);

/// The best move so far: legal from stackmate_go() until the game changes, for example by stackmate_play().
/// `STACKMATE_NO_MOVE` before and after that, and if there is no legal move.
stackmate_move stackmate_best_move(const stackmate_engine* engine);
/// The expected answer of the opponent; `STACKMATE_NO_MOVE` if unknown, or if the game has changed: read it before you
/// play the best move.
stackmate_move stackmate_ponder_move(const stackmate_engine* engine);

/// What a score means.
typedef uint8_t stackmate_bound;
enum { STACKMATE_NO_SCORE, STACKMATE_AT_MOST, STACKMATE_AT_LEAST, STACKMATE_EXACT };

/// The progress of a search.
typedef struct stackmate_report {
    uint64_t nodes;     ///< moves made in the tree
    uint32_t time_ms;   ///< since stackmate_go()
    int16_t score;      ///< the mover's view: centipawns, or if `is_mate` moves to mate, negative if it will be mated
    uint16_t hashfull;  ///< used part of the table, per mille
    bool is_mate;       ///< `score` counts moves; 0 after the search of a checkmate
    stackmate_bound bound;                    ///< `STACKMATE_EXACT` for a complete iteration
    uint8_t depth;                            ///< plies of the iteration that gave the result; 0 before the first one
    uint8_t seldepth;                         ///< plies of the deepest line searched
    uint8_t line_number;                      ///< from 0, the best
    uint8_t lines;                            ///< the number of lines reported at each depth
    uint8_t line_length;                      ///< moves in `line`
    stackmate_move line[STACKMATE_MAX_LINE];  ///< the expected moves, from the searched position
} stackmate_report;

/// Writes the latest report, about one line. After the search it is about the best line.
void stackmate_report_of(const stackmate_engine* engine, uint32_t now_ms, stackmate_report* report);
/// @}

#ifdef __cplusplus
}
#endif

#endif
