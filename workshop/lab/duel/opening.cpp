#include "workshop/lab/duel/opening.hpp"

#include "core/notation/san.hpp"

#include <fstream>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace stackmate::duel {

namespace {

constexpr std::uint64_t judge_nodes = 4000;
constexpr Score level = 60;

std::uint32_t low(std::uint64_t x) { return static_cast<std::uint32_t>(x); }

/// The moves of a PGN game: no tags, no comments, no variations.
Opening read_game(const Position& start, const std::string& text) {
    Opening opening{start};
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        word.erase(0, word.find_first_not_of("0123456789."));  // "1.e4", "12..."
        if (word.empty() || word[0] == '$' || word == "*" || word == "-0" || word == "-1" || word == "/2-1/2") continue;
        const SanResult move = parse_move(after(opening.start, opening.moves), word);
        if (move.error != SanError::none)
            throw std::runtime_error("'" + word + "': " + std::string(to_text(move.error)));
        opening.moves.push_back(move.move);
    }
    return opening;
}

/// A file of games: a game begins with a tag after moves. Comments and variations are left out.
std::vector<Opening> read_pgn(std::istream& in) {
    std::vector<Opening> games;
    Position start = start_position();
    std::string moves;
    const auto end = [&] {
        if (moves.find_first_not_of(" \r\n") == std::string::npos) return;
        games.push_back(read_game(start, moves));
        start = start_position();
        moves.clear();
    };
    bool comment = false;
    int variations = 0;  // that hold the place; in a comment a parenthesis is text
    for (std::string line; std::getline(in, line);) {
        if (!comment && variations == 0 && line.starts_with('[')) {
            end();
            const std::string fen = line.starts_with("[FEN \"") ? line.substr(6, line.rfind('"') - 6) : "";
            if (!fen.empty() && start.set_fen(fen) != FenError::none) throw std::runtime_error("no position: " + fen);
            continue;
        }
        moves += '\n';
        for (const char c : line) {
            if (!comment && c == ';') break;
            const bool shown = !comment && variations == 0 && c != '{' && c != '(';
            moves += shown ? c : ' ';
            if (comment)
                comment = c != '}';
            else if (c == '{')
                comment = true;
            else if (c == '(')
                ++variations;
            else if (c == ')' && variations != 0)
                --variations;
        }
    }
    if (comment || variations != 0) throw std::runtime_error("a comment or a variation does not end");
    end();
    return games;
}

std::vector<Opening> read_epd(std::istream& in) {
    std::vector<Opening> all;
    for (std::string line; std::getline(in, line);) {
        if (line.find_first_not_of(" \r") == std::string::npos) continue;
        std::istringstream words(line);
        Opening opening;
        if (!read_position(words, opening.start)) throw std::runtime_error("no position: " + line);
        all.push_back(opening);
    }
    return all;
}

}  // namespace

std::vector<Move> legal_moves(const Position& p) {
    std::vector<Move> legal;
    const Square checker = p.checker();
    Cursor cursor(checker);
    while (const Move m = cursor.next(p))
        if (p.legal(m, checker)) legal.push_back(m);
    return legal;
}

Position after(const Position& start, std::span<const Move> moves) {
    Position p = start;
    Undo undo;
    for (const Move m : moves) p.make(m, undo);
    return p;
}

std::vector<Move> random_moves(std::mt19937_64& random, std::size_t length) {
    Position p = start_position();
    std::vector<Move> moves;
    while (moves.size() < length) {
        const std::vector<Move> legal = legal_moves(p);
        if (legal.empty()) break;
        moves.push_back(legal[random() % legal.size()]);
        Undo undo;
        p.make(moves.back(), undo);
    }
    return moves;
}

BalancedOpenings::BalancedOpenings(std::uint64_t seed, std::size_t table_bytes)
    : seed_(seed), judge_(find_version("large")->make(table_bytes)) {}

Opening BalancedOpenings::operator()(std::uint64_t number) {
    std::seed_seq mixed{low(seed_), low(seed_ >> 32), low(number)};
    std::mt19937_64 random(mixed);  // the same numbers everywhere; the library's distributions differ
    Opening opening;
    for (;;) {
        const std::size_t length = 6 + random() % 4;
        opening.moves = random_moves(random, length);
        if (opening.moves.size() < length || !after(opening.start, opening.moves).any_legal_move()) continue;
        judge_->new_game();
        Limits limits;
        limits.nodes = judge_nodes;
        const Score score = judge_->search(opening.start, opening.moves, limits).score;
        if (score > -level && score < level) return opening;
    }
}

bool read_position(std::istream& rest, Position& p) {
    std::string board, side, castling, passing;
    return rest >> board >> side >> castling >> passing
           && p.set_fen(board + ' ' + side + ' ' + castling + ' ' + passing + " 0 1") == FenError::none;
}

std::vector<Opening> read_openings(const std::string& path, std::uint64_t seed) {
    std::ifstream in(path);
    if (!in) throw std::runtime_error("'" + path + "' cannot be read");
    std::vector<Opening> all = path.ends_with(".pgn") ? read_pgn(in) : read_epd(in);
    std::seed_seq mixed{low(seed), low(seed >> 32)};
    std::mt19937_64 random(mixed);
    for (std::size_t i = all.size(); i > 1; --i) std::swap(all[i - 1], all[random() % i]);
    return all;
}

}  // namespace stackmate::duel
