// Positions with known best moves: reads EPD, and searches each position for a number of nodes. The program
// behind lab/suite, which counts what is solved.

#include "core/notation/move_text.hpp"
#include "core/notation/san.hpp"
#include "lab/duel/call.hpp"
#include "lab/duel/player.hpp"

#include <algorithm>
#include <atomic>
#include <fstream>
#include <mutex>
#include <sstream>
#include <thread>

namespace {

using namespace stackmate;
using namespace stackmate::duel;

constexpr const char* help = R"(Usage: duel_suite --read FILE.epd
       duel_suite --version NAME --nodes N [--table BYTES] [--threads N] < positions
The first form prints the positions of an EPD file that have a bm or am operation, fields separated by tabs:
number, id, FEN, best moves, moves to avoid (coordinates, separated by spaces).
The second reads lines "NUMBER FEN" and prints for each, as soon as it is searched:
number, move, depth, score, nodes.
)";

std::string text_of(Move m) {
    char text[max_move_length];
    return {text, write_move(text, m)};
}

std::string fen_of(const Position& p) {
    char text[max_fen_length];
    return std::string(text, p.fen(text));
}

/// The moves of an operation's operands, "Qg6 Rxb2", in coordinates.
std::string moves_of(const Call& call, const Position& p, std::istringstream operands) {
    std::string out;
    for (std::string san; operands >> san;) {
        // Some collections have a no-break space before the semicolon.
        const auto odd = [](char c) { return c <= ' ' || c > '~'; };
        san.erase(std::find_if(san.begin(), san.end(), odd), san.end());
        if (san.empty()) continue;
        const SanResult move = parse_move(p, san);
        if (move.error != SanError::none)
            call.refuse("'" + san + "' in " + fen_of(p) + ": " + std::string(to_text(move.error)));
        if (!out.empty()) out += ' ';
        out += text_of(move.move);
    }
    return out;
}

int read(const Call& call, const std::string& path) {
    std::ifstream in(path);
    if (!in) call.refuse("'" + path + "' cannot be read");
    std::size_t number = 0;
    for (std::string line; std::getline(in, line);) {
        std::istringstream words(line);
        std::string board, side, castling, passing;
        if (!(words >> board >> side >> castling >> passing)) continue;
        Position p;
        std::ostringstream fen;
        fen << board << ' ' << side << ' ' << castling << ' ' << passing << " 0 1";
        if (p.set_fen(fen.str()) != FenError::none) call.refuse("this is no position: " + line);
        std::string id, best, avoid;
        for (std::string operation; std::getline(words, operation, ';');) {
            std::istringstream rest(operation);
            std::string code, operand;
            rest >> code;
            if (code == "id") std::getline(rest >> std::ws, id);
            if (code == "bm") best = moves_of(call, p, std::move(rest));
            if (code == "am") avoid = moves_of(call, p, std::move(rest));
        }
        std::erase(id, '"');
        ++number;
        if (best.empty() && avoid.empty()) continue;
        std::cout << number << '\t' << id << '\t' << fen_of(p) << '\t' << best << '\t' << avoid << '\n';
    }
    return 0;
}

struct Task {
    const VersionInfo* version = nullptr;
    std::uint64_t nodes = 0;
    std::size_t table = SIZE_MAX;
    unsigned threads = 1;
};

int search(const Call& call, const Task& s) {
    std::vector<std::pair<std::string, Position>> positions;
    for (std::string line; std::getline(std::cin, line);) {
        const std::size_t space = line.find(' ');
        Position& p = positions.emplace_back(line.substr(0, space), Position{}).second;
        if (space == std::string::npos || p.set_fen(line.substr(space + 1)) != FenError::none)
            call.refuse("this is no position: " + line);
    }
    std::mutex mutex;
    std::atomic<std::size_t> next = 0;
    const auto work = [&] {
        const auto player = s.version->make(s.table == SIZE_MAX ? s.version->table_bytes : s.table);
        for (std::size_t i = next++; i < positions.size(); i = next++) {
            const auto& [number, position] = positions[i];
            player->new_game();
            Limits limits;
            limits.nodes = s.nodes;
            const SearchReport report = player->search(position, {}, limits);
            const std::lock_guard lock(mutex);
            std::cout << number << ' ' << text_of(player->best_move()) << ' ' << int{report.depth} << ' '
                      << report.score << ' ' << report.nodes << std::endl;
        }
    };
    std::vector<std::thread> workers;
    for (unsigned t = 0; t < s.threads; ++t) workers.emplace_back(work);
    for (std::thread& w : workers) w.join();
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    Call call("duel_suite", argc, argv);
    Task s;
    while (call.next()) {
        const std::string_view word = call.word();
        if (word == "--help" || word == "-h") {
            std::cout << help;
            return 0;
        } else if (word == "--read")
            return read(call, std::string(call.value()));
        else if (word == "--version") {
            const std::string_view name = call.value();
            s.version = find_version(name);
            if (s.version == nullptr) call.refuse("there is no version '" + std::string(name) + "'");
        } else if (word == "--nodes")
            s.nodes = call.number<std::uint64_t>();
        else if (word == "--table")
            s.table = call.number<std::size_t>();
        else if (word == "--threads")
            s.threads = call.number<unsigned>();
        else
            call.refuse_word();
    }
    if (s.version == nullptr || s.nodes == 0) call.refuse("--version and --nodes are needed");
    return search(call, s);
}
