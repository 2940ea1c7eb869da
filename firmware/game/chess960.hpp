// The start positions of Chess960 by number.
#pragma once

#include "core/chess/rules.hpp"
#include "core/chess/types.hpp"
#include "core/notation/text.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace stackmate::firmware {

inline constexpr unsigned chess960_starts = 960;
/// The usual start position.
inline constexpr std::uint16_t usual_start = 518;

/// The pieces of start position `n`, below 960, from a to h. Source: R. Scharnagl's numbering, as FIDE uses it.
constexpr std::array<PieceType, 8> chess960_rank(unsigned n) {
    std::array<PieceType, 8> rank{};
    const auto place = [&](PieceType type, unsigned nth) {  // on the nth free square
        for (PieceType& square : rank)
            if (square == PieceType::none && nth-- == 0) square = type;
    };
    rank[2 * (n % 4) + 1] = PieceType::bishop;
    rank[2 * (n / 4 % 4)] = PieceType::bishop;
    place(PieceType::queen, n / 16 % 6);
    constexpr std::array<std::uint8_t, 10> knights = {0x00, 0x01, 0x02, 0x03, 0x11, 0x12, 0x13, 0x22, 0x23, 0x33};
    const unsigned pair = knights[n / 96 % 10];
    place(PieceType::knight, pair >> 4);
    place(PieceType::knight, pair & 15);
    for (const PieceType type : {PieceType::rook, PieceType::king, PieceType::rook}) place(type, 0);
    return rank;
}

/// Writes "RNBQKBNR".
constexpr char* write_chess960_rank(char* out, unsigned n) {
    for (const PieceType type : chess960_rank(n)) *out++ = " PNBRQK"[index(type)];
    return out;
}
/// Writes the FEN, without a terminating zero. Returns the end.
constexpr char* write_chess960_start(char* out, unsigned n) {
    char* const black = out;
    out = write_chess960_rank(out, n);
    for (char* c = black; c != out; ++c) *c = static_cast<char>(*c - 'A' + 'a');
    out = write_text(out, "/pppppppp/8/8/8/8/PPPPPPPP/");
    return write_text(write_chess960_rank(out, n), " w KQkq - 0 1");
}

}  // namespace stackmate::firmware
