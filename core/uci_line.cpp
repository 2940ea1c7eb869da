#include "core/uci_line.hpp"
#include "core/text.hpp"

namespace stackmate::uci {

bool promotes(const Position& root, std::span<const Move> line, std::size_t ply) {
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
    return type_of(root.at(at)) == PieceType::pawn;
}

char* write_line_move(char* out, const Position& root, std::span<const Move> line, std::size_t ply) {
    const Move m = line[ply];
    if (!m) return write_text(out, "0000");
    out = write_square(out, m.from());
    out = write_square(out, m.to());
    if (promotes(root, line, ply)) *out++ = " pnbrqk"[index(m.promotion())];
    return out;
}

}  // namespace stackmate::uci
