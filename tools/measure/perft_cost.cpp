// What perft costs through its skeleton and by hand, for tools/bench: each flavour is a function of its own, and the
// emulator counts the instructions between its entry and its return. The image ends by semihosting with status 0 if all
// flavours found the right number of leaves.

#include <array>
#include <cstdint>
#include <string_view>

#include STACKMATE_BOARD_HEADER
#include "boards/cortex_m/semihosting.hpp"
#include "core/chess/perft.hpp"

namespace {

using namespace stackmate;

// The second of the well-known positions; figures from the chess programming wiki, "Perft Results".
constexpr std::string_view second_position = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
constexpr std::uint64_t leaves_3 = 97'862;
constexpr std::uint64_t leaves_4 = 4'085'603;

constexpr unsigned deepest = 4;
constinit Position position;
constinit std::array<PerftFrame, deepest> frames{};
constinit std::array<HashedPerft::Entry, 64> table{};

/// The table without counting in bulk.
class HashAlone : public PlainPerft {
public:
    bool lookup(const Position& p, int depth, std::uint64_t& leaves) const { return known_.lookup(p, depth, leaves); }
    void store(const Position& p, int depth, std::uint64_t leaves) { known_.store(p, depth, leaves); }

private:
    HashedPerft known_{table};
};

struct HandFrame {
    Undo undo;
    Cursor cursor;
    Move move;
};

/// A position for each ply: going back is one ply less, and nothing is unmade.
struct CopyFrame {
    Position position;
    Cursor cursor;
};
constinit std::array<CopyFrame, deepest + 1> copies{};

}  // namespace

extern "C" {

std::uint64_t perft_plain(int depth);
std::uint64_t perft_bulk(int depth);
std::uint64_t perft_hashed(int depth);
std::uint64_t perft_hash_alone(int depth);
std::uint64_t perft_by_hand(int depth);
std::uint64_t perft_by_copy(int depth);

[[gnu::noinline]] std::uint64_t perft_plain(int depth) { return Perft<PlainPerft>(position, frames).count(depth); }
[[gnu::noinline]] std::uint64_t perft_bulk(int depth) { return Perft<BulkPerft>(position, frames).count(depth); }
[[gnu::noinline]] std::uint64_t perft_hashed(int depth) {
    table = {};
    return Perft<HashedPerft>(position, frames, HashedPerft{table}).count(depth);
}
[[gnu::noinline]] std::uint64_t perft_hash_alone(int depth) {
    table = {};
    return Perft<HashAlone>(position, frames).count(depth);
}

// What somebody writes who wants plain perft and nothing else.
[[gnu::noinline]] std::uint64_t perft_by_hand(int depth) {
    std::array<HandFrame, deepest> stack;
    std::uint64_t leaves = 0;
    HandFrame* frame = stack.data();
    HandFrame* const last = frame + depth - 1;
    frame->cursor = Cursor(position.checker());
    for (;;) {
        Move move;
        do {
            move = frame->cursor.next(position);
        } while (move && !position.legal(move, frame->cursor.checker()));
        if (move) {
            frame->move = move;
            position.make(move, frame->undo);
            if (frame != last) {
                const Square checker = position.checker_after(move, frame->undo);
                ++frame;
                frame->cursor = Cursor(checker);
                continue;
            }
            ++leaves;
        } else {
            if (frame == stack.data()) {
                return leaves;
            }
            --frame;
        }
        position.unmake(frame->move, frame->undo);
    }
}

// The same with a copy of the position in place of unmaking the move. What make() notes for unmaking is noted in vain: a few
// stores a move.
[[gnu::noinline]] std::uint64_t perft_by_copy(int depth) {
    std::uint64_t leaves = 0;
    CopyFrame* frame = copies.data();
    CopyFrame* const last = frame + depth - 1;
    frame->position = position;
    frame->cursor = Cursor(position.checker());
    for (;;) {
        Move move;
        do {
            move = frame->cursor.next(frame->position);
        } while (move && !frame->position.legal(move, frame->cursor.checker()));
        if (move) {
            Undo undo;
            frame[1].position = frame->position;
            frame[1].position.make(move, undo);
            if (frame == last) {
                ++leaves;
                continue;
            }
            ++frame;
            frame->cursor = Cursor(frame->position.checker_after(move, undo));
        } else {
            if (frame == copies.data()) {
                return leaves;
            }
            --frame;
        }
    }
}
}

int main() {
    boards::board().init();
    bool right = position.set_fen(second_position) == FenError::none;
    right = perft_by_hand(3) == leaves_3 && right;
    right = perft_by_copy(3) == leaves_3 && right;
    right = perft_plain(3) == leaves_3 && right;
    right = perft_bulk(4) == leaves_4 && right;
    right = perft_hashed(4) == leaves_4 && right;
    right = perft_hash_alone(4) == leaves_4 && right;
    boards::cortex_m::semihosting_exit(right ? 0 : 1);
    return 0;
}
