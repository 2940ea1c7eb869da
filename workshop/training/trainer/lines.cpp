#include "workshop/training/trainer/lines.hpp"

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>

namespace stackmate::positions {

namespace {

/// Cuts the text before the separator off `rest`.
std::string_view take(std::string_view& rest, std::string_view separator) {
    const auto at = rest.find(separator);
    const auto head = rest.substr(0, at);
    rest = at == std::string_view::npos ? std::string_view{} : rest.substr(at + separator.size());
    return head;
}

bool to_int(std::string_view text, int& value) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size();
}

/// True when the best move neither captures (en passant included) nor promotes.
bool quiet(const Line& line, const Squares& board, std::size_t number) {
    const auto square = [&](std::size_t at) {
        const int file = line.best_move[at] - 'a';
        const int rank = line.best_move[at + 1] - '1';
        if (file < 0 || file > 7 || rank < 0 || rank > 7) fail(number, "bad best move");
        return static_cast<std::size_t>(rank * 8 + file);
    };
    const std::size_t from = square(0);
    const std::size_t to = square(2);
    const bool en_passant = std::abs(board[from]) == 1 && ((from ^ to) & 7U) != 0;
    return board[to] == 0 && !en_passant && line.best_move.size() == 4;
}

}  // namespace

bool parse(std::string_view text, Line& line) {
    std::string_view rest = text;
    std::string_view fen = take(rest, " | ");
    const auto score = take(rest, " | ");
    const auto result = take(rest, " | ");
    line.best_move = rest;
    line.placement = take(fen, " ");
    const auto side = take(fen, " ");
    line.white_to_move = side == "w";
    line.castling = take(fen, " ");
    const auto last_blank = fen.rfind(' ');
    int move_number = 0;
    if (last_blank == std::string_view::npos || !to_int(fen.substr(last_blank + 1), move_number)) return false;
    fen = fen.substr(0, last_blank);
    const auto clock_blank = fen.rfind(' ');
    if (clock_blank == std::string_view::npos || !to_int(fen.substr(clock_blank + 1), line.clock)) return false;
    line.has_result = result != "-";
    if (!to_int(score, line.score)) return false;
    if (line.has_result ? line.best_move.size() < 4 : line.best_move != "-") return false;
    if (side != "w" && side != "b") return false;
    if (result != "0" && result != "0.5" && result != "1" && line.has_result) return false;
    line.result = result == "1" ? 1.0F : result == "0" ? 0.0F : 0.5F;
    line.ply = 2 * move_number + (line.white_to_move ? 0 : 1);
    return true;
}

bool parse_placement(std::string_view placement, Squares& board) {
    constexpr std::string_view letters = "PNBRQK";
    board.fill(0);
    int rank = 7;
    int file = 0;
    int kings = 0;
    for (const char c : placement) {
        if (c == '/') {
            if (file != 8 || rank == 0) return false;
            --rank;
            file = 0;
        } else if (c >= '1' && c <= '8') {
            file += c - '0';
            if (file > 8) return false;
        } else {
            const bool black = c >= 'a';
            const auto index = letters.find(static_cast<char>(black ? c - 'a' + 'A' : c));
            if (index == std::string_view::npos || file > 7) return false;
            const int code = static_cast<int>(index) + 1;
            if (code == 6) kings += black ? 8 : 1;
            board[static_cast<std::size_t>(rank * 8 + file)] = static_cast<std::int8_t>(black ? -code : code);
            ++file;
        }
    }
    return rank == 0 && file == 8 && kings == 9;
}

bool wanted(const Line& line, const Squares& board, std::size_t number, const Filter& filter) {
    const bool pawnless = line.placement.find_first_of("Pp") == std::string_view::npos;
    return std::abs(line.score) <= filter.max_score && line.clock <= filter.max_clock && (filter.pawnless || !pawnless)
           && (!line.has_result || quiet(line, board, number)) && number % static_cast<std::size_t>(filter.every) == 0;
}

Blocks cut_blocks(std::string_view text) {
    Blocks cut;
    int last_ply = 1 << 30;
    std::size_t block_begin = 0;
    std::size_t block_line = 0;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = text.find('\n', at);
        if (end == std::string_view::npos) end = text.size();
        Line line;
        if (!parse(text.substr(at, end - at), line)) fail(cut.lines, "not 'FEN | score | result | best move'");
        if (line.has_result && line.ply <= last_ply) {
            if (cut.games % games_per_block == 0 && cut.games != 0) {
                cut.blocks.push_back({text.substr(block_begin, at - block_begin), block_line});
                block_begin = at;
                block_line = cut.lines;
            }
            ++cut.games;
        }
        if (line.has_result) last_ply = line.ply;
        ++cut.lines;
        at = end + 1;
    }
    cut.blocks.push_back({text.substr(block_begin), block_line});
    return cut;
}

void fail(std::size_t line_number, const char* why) {
    throw std::runtime_error("line " + std::to_string(line_number + 1) + ": " + why);
}

void append_text(const std::string& path, std::string& text) {
    std::FILE* file = path == "-" ? stdin : std::fopen(path.c_str(), "rb");
    if (file == nullptr) throw std::runtime_error(path + ": cannot be opened");
    std::vector<char> chunk(1 << 20);
    for (std::size_t n = 0; (n = std::fread(chunk.data(), 1, chunk.size(), file)) > 0;) text.append(chunk.data(), n);
    const bool broken = std::ferror(file) != 0;
    if (file != stdin) std::fclose(file);
    if (broken) throw std::runtime_error(path + ": read error");
    if (!text.empty() && text.back() != '\n') text.push_back('\n');
}

}  // namespace stackmate::positions
