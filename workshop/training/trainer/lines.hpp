// Positions as text, one a line: `FEN | score | result | best move`, score in centipawns and result (0, 0.5, 1) from
// White's view, positions of one game next to one another. Positions that only a search saw follow the game in which it
// was asked, with `-` for the result and for the move. What workshop/training/train learns from.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stackmate::positions {

/// By square, rank * 8 + file, a1 = 0: pawn 1 to king 6, negative for Black; 0 is empty.
using Squares = std::array<std::int8_t, 64>;

/// The fields of one line, still text.
struct Line {
    std::string_view placement;
    bool white_to_move;
    std::string_view castling;
    int ply;
    int clock;  ///< plies since the last capture or pawn move
    int score;
    bool has_result;
    float result;
    std::string_view best_move;
};

/// Which positions a static evaluation can learn from.
struct Filter {
    int max_score = 1500;   ///< centipawns; positions scored beyond are left out
    int max_clock = 20;     ///< later positions, in which the players only shuffle, are left out
    bool pawnless = false;  ///< keep positions without pawns
    int every = 1;          ///< keep every n-th line only

    friend bool operator==(const Filter&, const Filter&) = default;
};

inline constexpr std::size_t games_per_block = 50;

/// Neighbouring lines of whole games, fifty or (the last) fewer.
struct Block {
    std::string_view text;
    std::size_t first_line;
};

struct Blocks {
    std::vector<Block> blocks;
    std::size_t games = 0;
    std::size_t lines = 0;

    /// Every twentieth block is held back for validation.
    static bool held_back(std::size_t block) { return block % 20 == 10; }
};

/// Cuts the text into blocks; a game begins where the move counter falls back. Throws std::runtime_error naming the
/// line when one is malformed.
Blocks cut_blocks(std::string_view text);

/// Reads a FEN's first field; false when it is malformed or either side has not one king.
bool parse_placement(std::string_view placement, Squares& board);

/// True when the filter lets the position pass and the best move neither captures (en passant included) nor promotes.
/// Positions of a search are quiet already.
/// Throws std::runtime_error when there is no such move.
bool wanted(const Line& line, const Squares& board, std::size_t number, const Filter& filter);

[[noreturn]] void fail(std::size_t line_number, const char* why);
bool parse(std::string_view text, Line& line);

/// Calls `take(line, board)` for every wanted position of a block that `cut_blocks` made.
template <class F>
void for_each_wanted(const Block& block, const Filter& filter, F&& take) {
    std::size_t number = block.first_line;
    for (std::size_t at = 0; at < block.text.size(); ++number) {
        std::size_t end = block.text.find('\n', at);
        if (end == std::string_view::npos) end = block.text.size();
        Line line;
        Squares board;
        parse(block.text.substr(at, end - at), line);
        if (!parse_placement(line.placement, board)) fail(number, "bad piece placement");
        if (wanted(line, board, number, filter)) take(line, board);
        at = end + 1;
    }
}

/// Whole text of a file, or of standard input for "-". Throws std::runtime_error when it cannot be read.
void append_text(const std::string& path, std::string& text);

}  // namespace stackmate::positions
