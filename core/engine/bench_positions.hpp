// The positions that `bench` searches, from games of early versions of this engine against itself, from opening to endgame.
// Changing the list changes the bench signature.
#pragma once

#include <string_view>

namespace stackmate {

inline constexpr std::string_view bench_positions[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "rnbqkb1r/pp3ppp/4pn2/3p4/1P1P4/P7/4PPPP/RNBQKBNR w KQkq - 0 6",
    "r1bqkbnr/1ppp2pp/p4p2/8/2BQP3/2N5/PPP2PPP/R1B2RK1 b - - 0 9",
    "r2q1rk1/1pp1ppbp/p7/4PbP1/3pNPnR/8/PPP1P1P1/R1BQKB2 w Q - 1 13",
    "r2qr1k1/pbpp1pb1/1p4pp/3Pp3/2B5/2PPQN1P/PP3PP1/3RKR2 b - - 3 16",
    "r1k2b2/ppp5/7N/3b4/7P/2P1nP2/P5P1/1NK2B1R w - - 1 20",
    "2r1r1k1/1b1n1pbp/p1p3p1/1p4P1/5N1n/qPN1PB2/2PB3P/2RQR2K b - - 0 23",
    "5r1k/1p2q1p1/p1nr2Qp/3b4/4pP1P/P1N1B1P1/1PB5/R3K3 w Q - 3 27",
    "6k1/p6p/3q2p1/4p1Q1/2r1P3/2P2P2/P6P/2R3K1 b - - 1 30",
    "4r1k1/6p1/3p1b2/3P3p/2P4P/P2n2P1/1P1N4/4R1K1 w - - 0 34",
    "4r1k1/1b3pp1/p6p/1p3Pb1/1Pp5/N1P4K/P2B2r1/3R1R2 b - - 0 37",
    "r3r2k/1pN2ppp/4b3/pQ6/P3qP2/6P1/1P1nB2P/2R1R1K1 b - - 12 29",
    "8/2p5/4k3/R7/8/b2PK3/2P5/8 b - - 0 44",
    "5rk1/7R/pp3P1p/b4Bp1/2r2P2/4p1P1/8/5R1K w - - 12 45",
    "8/kpQ5/8/8/2pq4/8/K7/8 b - - 2 51",
    "1k2r3/1b4p1/2qppn1p/p2p1P1P/1p1P2P1/PPN3Q1/2P5/2R1R2K w - - 0 37",
    "8/5k2/5p2/p1B4R/4KN2/8/8/7r b - - 0 58",
};

}  // namespace stackmate
