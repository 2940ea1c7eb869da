#include "tools/tune/report.hpp"

#include <array>
#include <cmath>
#include <ostream>

namespace stackmate::tune {

namespace {

constexpr std::size_t squares_offset = 5;  // material comes first

/// Pawns on the first and the last rank do not exist.
bool possible(std::size_t type, int square) { return type != pawn || (rank_of(square) != 0 && rank_of(square) != 7); }

/// Material and square together.
Weight on_square(const Model& model, std::span<const Weight> weights, std::size_t type, int square) {
    if (!possible(type, square)) return {};
    Weight w = weights[squares_offset + square_weight(model.symmetric, type, square)];
    if (type != king) {
        w.mg += weights[type].mg;
        w.eg += weights[type].eg;
    }
    return w;
}

/// How often a square's weight was used, per square.
Weight uses_of(const Model& model, std::size_t type, int square) {
    Weight u = model.uses[squares_offset + square_weight(model.symmetric, type, square)];
    if (model.symmetric && type != king) {
        u.mg /= 2;
        u.eg /= 2;
    }
    return u;
}

/// Mean worth of a piece type where it stood in the training positions.
double mean_value(const Model& model, std::span<const Weight> weights, std::size_t type, bool end_game_only) {
    double sum = 0;
    double uses = 0;
    for (int square = 0; square < 64; ++square) {
        const Weight w = on_square(model, weights, type, square);
        const Weight u = uses_of(model, type, square);
        sum += w.eg * u.eg + (end_game_only ? 0 : w.mg * u.mg);
        uses += u.eg + (end_game_only ? 0 : u.mg);
    }
    return sum / uses;
}

constexpr const char* prelude = R"(#pragma once

#include <cstdint>

namespace stackmate::tables {

/// Two values in one addition: the end game's in the low half, signed; the middle game's in the high half,
/// less the borrow. Packed values add, subtract and multiply by small counts like plain ones while both
/// halves fit.
constexpr std::int32_t pack(std::int32_t middle_game, std::int32_t end_game) {
    return middle_game * 65536 + end_game;
}
constexpr std::int32_t middle_game(std::int32_t packed) { return (packed + 0x8000) >> 16; }
constexpr std::int32_t end_game(std::int32_t packed) { return static_cast<std::int16_t>(packed & 0xFFFF); }

)";

constexpr const char* proofs =
    R"(constexpr bool halves_below(const std::int32_t* first, const std::int32_t* last, int limit) {
    for (; first != last; ++first) {
        const std::int32_t mg = middle_game(*first);
        const std::int32_t eg = end_game(*first);
        if (pack(mg, eg) != *first) return false;
        if (mg >= limit || mg <= -limit || eg >= limit || eg <= -limit) return false;
    }
    return true;
}

constexpr bool no_pawn_on_edge_ranks() {
    for (int file = 0; file < 8; ++file) {
        if (piece_square[0][file] != 0 || piece_square[0][56 + file] != 0) return false;
    }
    return true;
}

static_assert(sizeof(piece_square) == 6 * 64 * 4, "one word per piece type and square");
static_assert(sizeof(piece_value) == 7 * 2, "none, six piece types");
static_assert(halves_below(&piece_square[0][0], &piece_square[0][0] + 64, 2000), "pawns out of range");
static_assert(halves_below(&piece_square[1][0], &piece_square[1][0] + 64, 2000), "knights out of range");
static_assert(halves_below(&piece_square[2][0], &piece_square[2][0] + 64, 2000), "bishops out of range");
static_assert(halves_below(&piece_square[3][0], &piece_square[3][0] + 64, 2000), "rooks out of range");
static_assert(halves_below(&piece_square[4][0], &piece_square[4][0] + 64, 2000), "queens out of range");
static_assert(halves_below(&piece_square[5][0], &piece_square[5][0] + 64, 2000), "kings out of range");
static_assert(no_pawn_on_edge_ranks(), "there are no pawns on the first and the last rank");
static_assert(piece_value[0] == 0 && piece_value[6] == 0, "nothing and the king have no exchange value");
static_assert(piece_value[1] < piece_value[2] && piece_value[2] <= piece_value[3] &&
                  piece_value[3] < piece_value[4] && piece_value[4] < piece_value[5],
              "captures are ordered by these");

}  // namespace stackmate::tables
)";

}  // namespace

double centipawns_per_logit(const Model& model) { return 100.0 / mean_value(model, model.bare, pawn, true); }

std::vector<Weight> rounded(const Model& model, double scale) {
    std::vector<Weight> cp(model.weights.size());
    for (std::size_t i = 0; i < cp.size(); ++i) {
        // Adding zero turns minus zero into zero.
        cp[i] = {std::round(model.weights[i].mg * scale) + 0.0, std::round(model.weights[i].eg * scale) + 0.0};
    }
    return cp;
}

void write_tables(std::ostream& out, const Model& model, double scale, std::span<const std::string> provenance) {
    for (const auto& line : provenance) out << "// " << line << "\n";
    out << prelude;
    const auto cp = rounded(model, scale);
    constexpr std::array<const char*, 6> names{"pawn", "knight", "bishop", "rook", "queen", "king"};
    out << "/// Evaluation units per logit: the expected result is 1 / (1 + exp(-evaluation / "
           "logistic_scale)).\n"
        << "inline constexpr int logistic_scale = " << std::lround(scale) << ";\n\n"
        << "/// Material and place, White's view; index rank * 8 + file, a1 = 0. Black: index ^ 56, "
           "negated.\n"
        << "inline constexpr std::int32_t piece_square[6][64] = {\n";
    for (std::size_t type = 0; type < piece_types; ++type) {
        out << "    {\n        // " << names[type] << ", rank 1 first; files a to d, then e to h\n";
        for (int square = 0; square < 64; ++square) {
            const Weight w = on_square(model, cp, type, square);
            out << (square % 8 == 0   ? "        "
                    : square % 8 == 4 ? "            "
                                      : " ")
                << "pack(" << w.mg << ", " << w.eg << ")," << (square % 4 == 3 ? "\n" : "");
        }
        out << "    },\n";
    }
    out << "};\n\n/// Mean worth of a piece in the training positions, for ordering captures and for "
           "margins:\n"
        << "/// none, pawn, knight, bishop, rook, queen, king.\ninline constexpr std::int16_t piece_value[7] "
           "= {0";
    for (std::size_t type = pawn; type < king; ++type)
        out << ", " << std::lround(scale * mean_value(model, model.bare, type, false));
    out << ", 0};\n\n";
    std::size_t offset = 0;
    for (const auto& term : *model.terms) {
        const bool folded = term->name() == "material" || term->name() == "squares";
        if (!folded) term->emit(out, std::span(cp).subspan(offset, term->size()));
        offset += term->size();
    }
    out << proofs;
}

}  // namespace stackmate::tune
