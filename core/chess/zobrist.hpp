// Zobrist keys: one pseudo-random number for each piece on each square, castling right, en passant file and side.
#pragma once

#include "core/chess/types.hpp"

#include <array>

namespace stackmate::zobrist {

/// splitmix64 (Steele, Lea, Flood, 2014), run at compile time only.
constexpr Key next(std::uint64_t& state) {
    std::uint64_t z = (state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

struct Keys {
    Key castling[16];   ///< by the set of rights; [0] is zero
    Key en_passant[8];  ///< by file
    Key black_to_move;
};

struct AllKeys {
    Key piece[12][64];  ///< [type - 1 + 6 * colour][square 0..63]
    Keys other;
};

constexpr AllKeys make_keys() {
    AllKeys all{};
    Keys& keys = all.other;
    std::uint64_t state = 0x5374'6163'6b6d'6174u;  // any seed will do; this one is "Stackmat"
    for (auto& piece : all.piece)
        for (Key& key : piece) key = next(state);
    Key right[4]{};
    for (Key& key : right) key = next(state);
    for (unsigned set = 0; set < 16; ++set)
        for (unsigned bit = 0; bit < 4; ++bit)
            if (set >> bit & 1u) keys.castling[set] ^= right[bit];
    for (Key& key : keys.en_passant) key = next(state);
    keys.black_to_move = next(state);
    return all;
}

/// For tables made at compile time. In an image the keys of the pieces exist once, as `square_terms`.
inline constexpr AllKeys all_keys = make_keys();
inline constexpr Keys keys = all_keys.other;

constexpr Key of(Piece p, Square s) {
    return all_keys.piece[index(type_of(p)) - 1 + 6 * index(color_of(p))][index64(s)];
}

}  // namespace stackmate::zobrist
