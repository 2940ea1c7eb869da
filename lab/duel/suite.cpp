// Reads positions with known best moves from EPD, for lab/suite, which counts what is solved.

#include "core/notation/move_text.hpp"
#include "core/notation/san.hpp"
#include "lab/duel/call.hpp"

#include <algorithm>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>

namespace {

using namespace stackmate;
using namespace stackmate::duel;

constexpr const char* help = R"(Usage: duel_suite FILE.epd
Prints the positions of an EPD file that have a bm or am operation, fields separated by tabs: number, id, FEN, best
moves, moves to avoid (coordinates, separated by spaces).
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

}  // namespace

int main(int argc, char** argv) {
    Call call("duel_suite", argc, argv);
    if (!call.next()) call.refuse("an EPD file is needed");
    if (call.word() == "--help" || call.word() == "-h") {
        std::cout << help;
        return 0;
    }
    return read(call, std::string(call.word()));
}
