#include "core/uci_line.hpp"
#include "core/text.hpp"

#include <bit>

namespace stackmate::uci {

LineRoot::LineRoot(const Position& root) : side_(root.side()) {
    for (std::uint32_t slots = root.slots(PieceType::pawn); slots != 0; slots &= slots - 1) {
        const Square s = root.square_of(static_cast<unsigned>(std::countr_zero(slots)));
        std::uint8_t& rank = pawns_[rank_of(s)];
        rank = static_cast<std::uint8_t>(rank | (1u << file_of(s)));
    }
}

bool promotes(const LineRoot& root, std::span<const Move> line, std::size_t ply) {
    const Color side = ply % 2 == 0 ? root.side() : ~root.side();
    Square at = line[ply].from();
    if (relative_rank(side, at) != 6 || relative_rank(side, line[ply].to()) != 7) return false;
    // Back to where the piece stood at the root. A rook that castled is not followed, nor need it be: it was
    // on a first rank then, where no pawn ever is.
    while (ply-- != 0) {
        if (line[ply].to() != at) continue;
        at = line[ply].from();
        if (rank_of(at) == 0 || rank_of(at) == 7) return false;
    }
    return root.pawn(at);
}

char* write_line_move(char* out, const LineRoot& root, std::span<const Move> line, std::size_t ply) {
    const Move m = line[ply];
    if (!m) return write_text(out, "0000");
    out = write_square(out, m.from());
    out = write_square(out, m.to());
    if (promotes(root, line, ply)) *out++ = " pnbrqk"[index(m.promotion())];
    return out;
}

}  // namespace stackmate::uci
