#include "tools/tune/samples.hpp"

#include <atomic>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <thread>

namespace stackmate::tune {

namespace {

constexpr std::size_t games_per_block = 50;
constexpr std::size_t validation_share = 20;
constexpr std::size_t shard_count = 16;

/// The fields of one line, still text.
struct Line {
    std::string_view placement;
    bool white_to_move;
    std::string_view castling;
    int ply;
    int clock;
    int score;
    float result;
    std::string_view best_move;
};

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

bool parse(std::string_view text, Line& line) {
    std::string_view rest = text;
    std::string_view fen = take(rest, " | ");
    const auto score = take(rest, " | ");
    const auto result = take(rest, " | ");
    line.best_move = rest;
    line.placement = take(fen, " ");
    line.white_to_move = take(fen, " ") == "w";
    line.castling = take(fen, " ");
    const auto last_blank = fen.rfind(' ');
    int move_number = 0;
    if (last_blank == std::string_view::npos || !to_int(fen.substr(last_blank + 1), move_number)) return false;
    fen = fen.substr(0, last_blank);
    const auto clock_blank = fen.rfind(' ');
    if (clock_blank == std::string_view::npos || !to_int(fen.substr(clock_blank + 1), line.clock)) return false;
    if (!to_int(score, line.score) || line.best_move.size() < 4) return false;
    if (result != "0" && result != "0.5" && result != "1") return false;
    line.result = result == "1" ? 1.0F : result == "0" ? 0.0F : 0.5F;
    line.ply = 2 * move_number + (line.white_to_move ? 0 : 1);
    return true;
}

/// True when the best move neither captures (en passant included) nor promotes.
bool quiet(const Line& line, const std::array<std::int8_t, 64>& board) {
    const auto square = [&](std::size_t at) {
        return static_cast<std::size_t>((line.best_move[at + 1] - '1') * 8 + (line.best_move[at] - 'a'));
    };
    const std::size_t from = square(0);
    const std::size_t to = square(2);
    if (from > 63 || to > 63) throw std::runtime_error("bad best move");
    const bool en_passant = std::abs(board[from]) == 1 && ((from ^ to) & 7U) != 0;
    return board[to] == 0 && !en_passant && line.best_move.size() == 4;
}

[[noreturn]] void fail(std::size_t line_number, const char* why) {
    throw std::runtime_error("line " + std::to_string(line_number + 1) + ": " + why);
}

struct Block {
    std::string_view text;
    std::size_t first_line;
};

/// Cuts the text into blocks of whole games.
std::vector<Block> cut_blocks(std::string_view text, std::size_t& games, std::size_t& lines) {
    std::vector<Block> blocks;
    int last_ply = 1 << 30;
    std::size_t block_begin = 0;
    std::size_t block_line = 0;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = text.find('\n', at);
        if (end == std::string_view::npos) end = text.size();
        Line line;
        if (!parse(text.substr(at, end - at), line)) fail(lines, "not 'FEN | score | result | best move'");
        if (line.ply <= last_ply) {
            if (games % games_per_block == 0 && games != 0) {
                blocks.push_back({text.substr(block_begin, at - block_begin), block_line});
                block_begin = at;
                block_line = lines;
            }
            ++games;
        }
        last_ply = line.ply;
        ++lines;
        at = end + 1;
    }
    blocks.push_back({text.substr(block_begin), block_line});
    return blocks;
}

class Extractor {
public:
    Extractor(const Terms& terms, const SampleOptions& options)
        : terms_(terms), options_(options), sink_(feature_count(terms)) {}

    void read(const Block& block, Shard& shard) {
        std::size_t number = block.first_line;
        for (std::size_t at = 0; at < block.text.size(); ++number) {
            std::size_t end = block.text.find('\n', at);
            if (end == std::string_view::npos) end = block.text.size();
            Line line;
            parse(block.text.substr(at, end - at), line);
            std::array<std::int8_t, 64> board;
            if (!parse_placement(line.placement, board)) fail(number, "bad piece placement");
            if (wanted(line, board) && number % static_cast<std::size_t>(options_.every) == 0) {
                store(line, board, shard);
            }
            at = end + 1;
        }
    }

private:
    bool wanted(const Line& line, const std::array<std::int8_t, 64>& board) const {
        const bool pawnless = line.placement.find_first_of("Pp") == std::string_view::npos;
        return std::abs(line.score) <= options_.max_score && line.clock <= options_.max_clock && !pawnless
               && quiet(line, board);
    }

    void store(const Line& line, const std::array<std::int8_t, 64>& board, Shard& shard) {
        make_views(board, line.white_to_move, line.castling, views_);
        std::size_t offset = 0;
        for (const auto& term : terms_) {
            for (std::size_t side = 0; side < 2; ++side) {
                sink_.aim(offset, side == 0 ? 1 : -1);
                term->extract(views_[side], sink_);
            }
            offset += term->size();
        }
        const auto counts = sink_.counts();
        const auto uses = sink_.uses();
        const double middle = game_phase(views_[0]) / 24.0;
        shard.uses.resize(counts.size());
        for (std::size_t i = 0; i < uses.size(); ++i) {
            if (uses[i] == 0) continue;
            shard.uses[i].mg += uses[i] * middle;
            shard.uses[i].eg += uses[i] * (1 - middle);
            uses[i] = 0;
        }
        for (std::size_t i = 0; i < counts.size(); ++i) {
            if (counts[i] == 0) continue;
            shard.entries.push_back({static_cast<std::uint16_t>(i), static_cast<std::int16_t>(counts[i])});
            counts[i] = 0;
        }
        shard.begins.push_back(static_cast<std::uint32_t>(shard.entries.size()));
        shard.samples.push_back({static_cast<float>(middle), static_cast<std::int16_t>(line.score), line.result});
    }

    const Terms& terms_;
    const SampleOptions& options_;
    Sink sink_;
    Views views_;
};

}  // namespace

std::size_t Samples::count(std::span<const Shard> shards) {
    std::size_t n = 0;
    for (const auto& shard : shards) n += shard.samples.size();
    return n;
}

Samples read_samples(std::string_view text, const Terms& terms, const SampleOptions& options) {
    Samples samples;
    samples.training.resize(shard_count);
    samples.validation.resize(shard_count);
    const auto blocks = cut_blocks(text, samples.games, samples.lines);
    std::atomic<std::size_t> next{0};
    std::vector<std::exception_ptr> errors(options.threads);
    std::vector<std::thread> workers;
    for (unsigned t = 0; t < options.threads; ++t) {
        workers.emplace_back([&, t] {
            try {
                Extractor extractor(terms, options);
                for (std::size_t s = next++; s < shard_count; s = next++) {
                    for (std::size_t b = s; b < blocks.size(); b += shard_count) {
                        const bool held_back = b % validation_share == validation_share / 2;
                        extractor.read(blocks[b], held_back ? samples.validation[s] : samples.training[s]);
                    }
                }
            } catch (...) {
                errors[t] = std::current_exception();
            }
        });
    }
    for (auto& worker : workers) worker.join();
    for (const auto& error : errors) {
        if (error) std::rethrow_exception(error);
    }
    return samples;
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

}  // namespace stackmate::tune
