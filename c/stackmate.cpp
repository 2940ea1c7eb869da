// The C interface: translates arguments to the core's types, and the core's answers back. It checks what the core
// assumes: that no search runs, that memory is large enough, that moves are legal.
#include "c/stackmate.h"

#include "c/handle.hpp"
#include "core/notation/move_text.hpp"
#include "core/chess/movegen.hpp"
#include "core/notation/san.hpp"
#include "core/notation/text.hpp"
#include "core/version.hpp"

#include <string_view>

using namespace stackmate;

namespace {

// The core's enumerators and the header's are the same numbers, those of moves from another start.
constexpr stackmate_error first_san_error = STACKMATE_ERROR_MOVE_NOT_UNDERSTOOD;
static_assert(static_cast<int>(FenError::bad_fullmove_number) == STACKMATE_ERROR_FEN_BAD_FULLMOVE_NUMBER);
static_assert(static_cast<int>(FenError::mover_could_take_king) == STACKMATE_ERROR_FEN_MOVER_COULD_TAKE_KING);
static_assert(static_cast<int>(SanError::castling_through_check) - static_cast<int>(SanError::not_understood)
              == STACKMATE_ERROR_MOVE_CASTLING_THROUGH_CHECK - first_san_error);
static_assert(static_cast<int>(GameState::fivefold_repetition) == STACKMATE_FIVEFOLD_REPETITION);
static_assert(static_cast<int>(GameState::threefold_repetition) == STACKMATE_THREEFOLD_REPETITION);
static_assert(static_cast<int>(EngineEvent::finished) == STACKMATE_FINISHED);
static_assert(static_cast<int>(Bound::upper) == STACKMATE_AT_MOST && static_cast<int>(Bound::exact) == STACKMATE_EXACT);
static_assert(static_cast<int>(PieceType::king) == STACKMATE_KING);
static_assert(index(make_piece(Color::black, PieceType::pawn)) == STACKMATE_BLACK_PIECE + STACKMATE_PAWN);
static_assert(max_move_length + 1 == STACKMATE_UCI_SIZE && max_san_length + 1 == STACKMATE_SAN_SIZE);
static_assert(max_fen_length + 1 == STACKMATE_FEN_SIZE);
static_assert(no_limit == STACKMATE_NO_LIMIT);

constexpr stackmate_error code(FenError error) { return static_cast<stackmate_error>(error); }
constexpr stackmate_error code(SanError error) {
    return error == SanError::none ? stackmate_error{STACKMATE_OK}
                                   : static_cast<stackmate_error>(static_cast<int>(error) - 1 + first_san_error);
}

/// A text from the caller. Its end is found here because that needs no libc.
struct Text {
    explicit Text(const char* text) : begin(text) {
        while (size <= STACKMATE_MAX_TEXT && begin[size] != '\0') ++size;
    }
    [[nodiscard]] bool is_too_long() const { return size > STACKMATE_MAX_TEXT; }
    [[nodiscard]] std::string_view view() const { return {begin, size}; }

    const char* begin;
    std::size_t size = 0;
};

/// Gives the caller a legal move, or the error that there is none.
stackmate_error give(Move found, stackmate_move* move) {
    if (!found) return STACKMATE_ERROR_ILLEGAL_MOVE;
    *move = found.bits();
    return STACKMATE_OK;
}

/// The game that was set up becomes the game. The last search's answer is for another position.
void commit(stackmate_engine& engine) {
    engine.operations.commit_setup(engine);
    engine.game_changed = true;
}

/// Whether a time is given that the search would not use, so that it might never end.
bool has_unused_time(const stackmate_limits& limits) {
    bool unused = limits.move_time_ms != 0 && !limits.has_move_time;
    for (const unsigned side : {0u, 1u})
        unused = unused || (!limits.clock[side] && (limits.time_ms[side] != 0 || limits.increment_ms[side] != 0));
    return unused || (limits.moves_to_go != 0 && !limits.clock[0] && !limits.clock[1]);
}

struct MovesToChoose {
    stackmate_error error = STACKMATE_OK;
    std::size_t count = 0;
};
/// Copies the moves, each once, to `room`, where they may lie during go().
MovesToChoose take_moves(const Position& p, const stackmate_move* given, std::size_t given_count,
                         std::span<Move> room) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < given_count; ++i) {
        const Move m = Move::from_bits(given[i]);
        if (!is_legal(p, m)) return {STACKMATE_ERROR_ILLEGAL_MOVE};
        bool known = false;
        for (const Move taken : room.first(count)) known = known || taken == m;
        if (known) continue;
        if (count == room.size()) return {STACKMATE_ERROR_TOO_MANY_MOVES};
        room[count++] = m;
    }
    return {STACKMATE_OK, count};
}

}  // namespace

const char* stackmate_version() { return STACKMATE_VERSION; }

const char* stackmate_error_text(stackmate_error error) {
    // The core's texts are literals, so each ends in a zero. The core knows which of a block's numbers are errors.
    if (error < first_san_error) return to_text(static_cast<FenError>(error)).data();
    if (error < STACKMATE_ERROR_SEARCHING) return to_text(static_cast<SanError>(error - first_san_error + 1)).data();
    switch (error) {
    case STACKMATE_ERROR_SEARCHING: return "not while a search runs";
    case STACKMATE_ERROR_SIZE: return "the memory is too small";
    case STACKMATE_ERROR_ALIGNMENT: return "the memory's address is no multiple of 8";
    case STACKMATE_ERROR_TEXT_LENGTH: return "the text is longer than 255 characters";
    case STACKMATE_ERROR_ILLEGAL_MOVE: return "the move is not legal";
    case STACKMATE_ERROR_TOO_MANY_MOVES: return "there is no room for so many moves to choose from";
    case STACKMATE_ERROR_LINES: return "the engine does not tell so many lines";
    case STACKMATE_ERROR_NO_CHESS960: return "this build does not play Chess960";
    case STACKMATE_ERROR_BAD_SQUARE: return "a square is a number from 0 to 63";
    case STACKMATE_ERROR_BAD_PROMOTION: return "a pawn becomes a knight, a bishop, a rook or a queen";
    case STACKMATE_ERROR_IN_CHECK: return "the side to move is in check";
    case STACKMATE_ERROR_LIMITS: return "a time is given without has_move_time or its side's clock";
    case STACKMATE_ERROR_OVERHEAD: return "the move overhead is a time from 0 to 65535 ms";
    case STACKMATE_ERROR_CLOCK: return "a clock is given for the side that is not to move, and none for the other";
    default: return "unknown error";
    }
}

// ---------------------------------------------------------------- squares, pieces and moves

stackmate_square stackmate_from(stackmate_move move) {
    return static_cast<stackmate_square>(index64(Move::from_bits(move).from()));
}

stackmate_square stackmate_to(stackmate_move move) {
    return static_cast<stackmate_square>(index64(Move::from_bits(move).to()));
}

stackmate_piece stackmate_promotion(stackmate_move move) {
    const Move m = Move::from_bits(move);
    return static_cast<stackmate_piece>(m.promotes() ? m.promotion() : PieceType::none);
}

// ---------------------------------------------------------------- the engine

stackmate_error stackmate_use_table(stackmate_engine* engine, void* memory, std::size_t size) {
    if (stackmate_searching(engine)) return STACKMATE_ERROR_SEARCHING;
    std::span<TtEntry> entries;
    if (memory != nullptr || size != 0) {
        if (size < TranspositionTable::min_bytes) return STACKMATE_ERROR_SIZE;
        if (memory == nullptr || !c::is_aligned(memory)) return STACKMATE_ERROR_ALIGNMENT;
        entries = {new (memory) TtEntry[size / sizeof(TtEntry)], size / sizeof(TtEntry)};
    }
    engine->operations.use_table(*engine, entries);
    return STACKMATE_OK;
}

std::size_t stackmate_table_bytes(const stackmate_engine* engine) { return engine->operations.table_bytes(*engine); }

stackmate_error stackmate_set_move_overhead(stackmate_engine* engine, std::uint32_t ms) {
    if (ms > STACKMATE_MAX_OVERHEAD) return STACKMATE_ERROR_OVERHEAD;
    engine->operations.set_move_overhead(*engine, static_cast<std::uint16_t>(ms));
    return STACKMATE_OK;
}

stackmate_error stackmate_set_lines(stackmate_engine* engine, unsigned lines) {
    if (stackmate_searching(engine)) return STACKMATE_ERROR_SEARCHING;
    if (lines == 0 || lines > stackmate_max_lines(engine)) return STACKMATE_ERROR_LINES;
    engine->operations.set_lines(*engine, lines);
    return STACKMATE_OK;
}

unsigned stackmate_max_lines(const stackmate_engine* engine) { return engine->operations.most_lines; }

// ---------------------------------------------------------------- the game

stackmate_error stackmate_new_game(stackmate_engine* engine) {
    if (stackmate_searching(engine)) return STACKMATE_ERROR_SEARCHING;
    engine->operations.new_game(*engine);
    engine->game_changed = true;
    return STACKMATE_OK;
}

stackmate_error stackmate_set_fen(stackmate_engine* engine, const char* fen) {
    return stackmate_set_game(engine, fen, STACKMATE_CASTLING_STANDARD, nullptr, 0);
}

stackmate_error stackmate_set_game(stackmate_engine* engine, const char* fen, stackmate_castling castling,
                                   const stackmate_move* moves, std::size_t count) {
    if (stackmate_searching(engine)) return STACKMATE_ERROR_SEARCHING;
    if (castling != STACKMATE_CASTLING_STANDARD && !plays_chess960) return STACKMATE_ERROR_NO_CHESS960;
    const auto rules = castling == STACKMATE_CASTLING_STANDARD ? CastlingRules::standard : CastlingRules::chess960;
    std::string_view begin = Position::start_fen;
    if (fen != nullptr) {
        const Text text(fen);
        if (text.is_too_long()) return STACKMATE_ERROR_TEXT_LENGTH;
        begin = text.view();
    }
    const c::Scratch game = engine->operations.begin_setup(*engine);
    if (const FenError error = game.position.read_fen(begin, rules); error != FenError::none) return code(error);
    for (std::size_t i = 0; i < count; ++i) {
        const Move m = Move::from_bits(moves[i]);
        if (!is_legal(game.position, m)) return STACKMATE_ERROR_ILLEGAL_MOVE;
        play(game.position, game.history, m);
    }
    commit(*engine);
    return STACKMATE_OK;
}

stackmate_error stackmate_play(stackmate_engine* engine, stackmate_move move) {
    if (stackmate_searching(engine)) return STACKMATE_ERROR_SEARCHING;
    const Move m = Move::from_bits(move);
    if (!is_legal(engine->operations.position(*engine), m)) return STACKMATE_ERROR_ILLEGAL_MOVE;
    const c::Scratch game = engine->operations.copy_game(*engine);
    play(game.position, game.history, m);
    commit(*engine);
    return STACKMATE_OK;
}

stackmate_state stackmate_state_of(const stackmate_engine* engine) {
    if (stackmate_searching(engine)) return STACKMATE_UNKNOWN;
    return static_cast<stackmate_state>(engine->operations.state(*engine));
}

bool stackmate_is_over(stackmate_state state) { return is_over(static_cast<GameState>(state)); }

bool stackmate_is_draw(stackmate_state state) {
    return state != STACKMATE_UNKNOWN && is_draw(static_cast<GameState>(state));
}

const char* stackmate_state_text(stackmate_state state) { return to_text(static_cast<GameState>(state)).data(); }

stackmate_color stackmate_side(const stackmate_engine* engine) {
    if (stackmate_searching(engine)) return STACKMATE_UNKNOWN;
    return static_cast<stackmate_color>(engine->operations.position(*engine).side());
}

stackmate_piece stackmate_piece_on(const stackmate_engine* engine, stackmate_square square) {
    if (square > 63 || stackmate_searching(engine)) return STACKMATE_UNKNOWN;
    return static_cast<stackmate_piece>(engine->operations.position(*engine).at(from_index64(square)));
}

stackmate_error stackmate_fen(const stackmate_engine* engine, char* fen) {
    if (stackmate_searching(engine)) return STACKMATE_ERROR_SEARCHING;
    fen[engine->operations.position(*engine).fen(fen)] = '\0';
    return STACKMATE_OK;
}

stackmate_error stackmate_legal_moves(const stackmate_engine* engine, stackmate_move* moves, std::size_t capacity,
                                      std::size_t* count) {
    if (stackmate_searching(engine)) return STACKMATE_ERROR_SEARCHING;
    const Position& p = engine->operations.position(*engine);
    const Square checker = p.checker();
    std::size_t found = 0;
    Cursor cursor(checker);
    while (const Move m = cursor.next(p)) {
        if (!p.legal(m, checker)) continue;
        if (found < capacity) moves[found] = m.bits();
        ++found;
    }
    *count = found;
    return STACKMATE_OK;
}

stackmate_error stackmate_evaluate(stackmate_engine* engine, std::int16_t* centipawns) {
    if (stackmate_searching(engine)) return STACKMATE_ERROR_SEARCHING;
    if (engine->operations.position(*engine).checker() != Square::none) return STACKMATE_ERROR_IN_CHECK;
    *centipawns = static_cast<std::int16_t>(engine->operations.evaluate(*engine));
    return STACKMATE_OK;
}

// ---------------------------------------------------------------- moves and texts

stackmate_error stackmate_move_from_uci(const stackmate_engine* engine, const char* text, stackmate_move* move) {
    if (stackmate_searching(engine)) return STACKMATE_ERROR_SEARCHING;
    const Text given(text);
    if (given.is_too_long()) return STACKMATE_ERROR_TEXT_LENGTH;
    return give(move_from_text(engine->operations.position(*engine), given.view()), move);
}

stackmate_error stackmate_move_from_squares(const stackmate_engine* engine, stackmate_square from, stackmate_square to,
                                            stackmate_piece promotion, stackmate_move* move) {
    if (stackmate_searching(engine)) return STACKMATE_ERROR_SEARCHING;
    if (from > 63 || to > 63) return STACKMATE_ERROR_BAD_SQUARE;
    if (promotion != STACKMATE_EMPTY && (promotion < STACKMATE_KNIGHT || promotion > STACKMATE_QUEEN))
        return STACKMATE_ERROR_BAD_PROMOTION;
    // By way of the text: the meaning of a king's move to its rook is then defined in one place.
    char text[max_move_length];
    char* end = write_square(write_square(text, from_index64(from)), from_index64(to));
    if (promotion != STACKMATE_EMPTY) *end++ = "  nbrq"[promotion];
    const std::string_view words{text, static_cast<std::size_t>(end - text)};
    return give(move_from_text(engine->operations.position(*engine), words), move);
}

stackmate_error stackmate_move_from_san(const stackmate_engine* engine, const char* text, stackmate_move* move) {
    if (stackmate_searching(engine)) return STACKMATE_ERROR_SEARCHING;
    const Text given(text);
    if (given.is_too_long()) return STACKMATE_ERROR_TEXT_LENGTH;
    const SanResult found = parse_move(engine->operations.position(*engine), given.view());
    if (found.error == SanError::none) *move = found.move.bits();
    return code(found.error);
}

void stackmate_move_to_uci(const stackmate_engine* engine, stackmate_move move, char* text) {
    *write_move(text, Move::from_bits(move), engine->operations.position(*engine)) = '\0';
}

stackmate_error stackmate_move_to_san(const stackmate_engine* engine, stackmate_move move, char* text) {
    if (stackmate_searching(engine)) return STACKMATE_ERROR_SEARCHING;
    const Position& p = engine->operations.position(*engine);
    const Move m = Move::from_bits(move);
    if (!is_legal(p, m)) return STACKMATE_ERROR_ILLEGAL_MOVE;
    *write_san(text, p, m) = '\0';
    return STACKMATE_OK;
}

// ---------------------------------------------------------------- searching

stackmate_error stackmate_go(stackmate_engine* engine, const stackmate_limits* limits, const stackmate_move* only,
                             std::size_t only_count, std::uint32_t now_ms) {
    if (stackmate_searching(engine)) return STACKMATE_ERROR_SEARCHING;
    if (has_unused_time(*limits)) return STACKMATE_ERROR_LIMITS;
    const c::Operations& operations = engine->operations;
    const Limits wanted{.nodes = limits->nodes,
                        .time_ms = {limits->time_ms[0], limits->time_ms[1]},
                        .increment_ms = {limits->increment_ms[0], limits->increment_ms[1]},
                        .move_time_ms = limits->move_time_ms,
                        .moves_to_go = limits->moves_to_go,
                        .depth = limits->depth,
                        .mate = limits->mate,
                        .clock = {limits->clock[0], limits->clock[1]},
                        .has_move_time = limits->has_move_time,
                        .infinite = limits->infinite,
                        .ponder = limits->ponder};
    if (lacks_clock(wanted, operations.position(*engine).side())) return STACKMATE_ERROR_CLOCK;
    const std::span<std::byte> workspace = operations.workspace(*engine);
    Move* const room = new (workspace.data()) Move[operations.most_only];
    const auto [error, count] =
        take_moves(operations.position(*engine), only, only_count, {room, operations.most_only});
    if (error != STACKMATE_OK) return error;
    operations.go(*engine, wanted, {room, count}, now_ms);
    engine->game_changed = false;
    return STACKMATE_OK;
}

stackmate_event stackmate_run(stackmate_engine* engine, std::uint32_t nodes, std::uint32_t now_ms) {
    if (!stackmate_searching(engine)) return STACKMATE_FINISHED;
    return static_cast<stackmate_event>(engine->operations.run(*engine, nodes != 0 ? nodes : 1, now_ms));
}

void stackmate_stop(stackmate_engine* engine) { engine->stop.store(true, std::memory_order_relaxed); }

void stackmate_ponder_hit(stackmate_engine* engine, std::uint32_t now_ms) {
    engine->operations.ponder_hit(*engine, now_ms);
}

bool stackmate_searching(const stackmate_engine* engine) { return engine->operations.searching(*engine); }

bool stackmate_waiting(const stackmate_engine* engine) { return engine->operations.waiting(*engine); }

std::uint32_t stackmate_hard_limit_ms(const stackmate_engine* engine) {
    return engine->operations.hard_limit_ms(*engine);
}

stackmate_move stackmate_best_move(const stackmate_engine* engine) {
    return engine->game_changed ? stackmate_move{STACKMATE_NO_MOVE} : engine->operations.best_move(*engine).bits();
}

stackmate_move stackmate_ponder_move(const stackmate_engine* engine) {
    return engine->game_changed ? stackmate_move{STACKMATE_NO_MOVE} : engine->operations.ponder_move(*engine).bits();
}

void stackmate_report_of(const stackmate_engine* engine, std::uint32_t now_ms, stackmate_report* report) {
    const SearchReport r = engine->operations.report(*engine, now_ms);
    const int size = r.score < 0 ? -r.score : r.score;
    const int moves = (score_mate - size + 1) / 2;
    const int value = !is_mate(r.score) ? size : moves;
    report->nodes = r.nodes;
    report->time_ms = r.time_ms;
    report->score = static_cast<std::int16_t>(r.score < 0 ? -value : value);
    report->hashfull = static_cast<std::uint16_t>(r.hashfull);
    report->is_mate = is_mate(r.score);
    report->bound = static_cast<stackmate_bound>(r.bound);
    report->depth = static_cast<std::uint8_t>(r.depth);
    report->seldepth = static_cast<std::uint8_t>(r.seldepth);
    report->line_number = r.line_number;
    report->lines = r.lines;
    report->line_length = static_cast<std::uint8_t>(r.line.size());
    for (std::size_t i = 0; i < r.line.size(); ++i) report->line[i] = r.line[i].bits();
    if (r.depth != 0 || engine->game_changed || stackmate_searching(engine)) return;
    // Without a legal move there was nothing to search.
    const stackmate_state state = stackmate_state_of(engine);
    report->is_mate = state == STACKMATE_CHECKMATE;
    if (state == STACKMATE_CHECKMATE || state == STACKMATE_STALEMATE) report->bound = STACKMATE_EXACT;
}
