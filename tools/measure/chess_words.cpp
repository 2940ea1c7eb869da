// What tools/play must know of chess and of the board, from the sources that the firmware is made of.
//
// `chess_words tables` prints the firmware's own tables, one entry a line:
//
//     level INDEX CODE START_MS INCREMENT_MS STAGE_MOVES SECOND_MS NAME      code: as `board level` takes it
//     menu SQUARE NAME
//     exercise SQUARE NAME       in the menu of exercises
//     reason SQUARE NAME
//
// `chess_words answers` reads questions and writes one line for each. A game is a FEN and moves in coordinates, between
// bars: `| FEN | MOVE ...`.
//
//     legal GAME              the legal moves, in coordinates
//     san GAME | MOVE ...     the moves that go on from there, as people write them, up to the first that is not legal
//     mate GAME               the sides that could mate with the pieces they have: w, b
//     go LEVEL SEED GAME      what UCI's `go` is to say for a level of strength, by index; nothing where it has no limits
#define STACKMATE_EXERCISES 1  // as on the boards that have the most
#include "core/notation/move_text.hpp"
#include "core/chess/movegen.hpp"
#include "core/chess/position.hpp"
#include "core/notation/san.hpp"
#include "firmware/squares/picture.hpp"
#include "firmware/engine/levels.hpp"
#include "firmware/squares/menu.hpp"

#include <array>
#include <cctype>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace stackmate;
using namespace stackmate::firmware;

std::string name_of(unsigned square) {
    return {static_cast<char>('a' + square % 8), static_cast<char>('1' + square / 8)};
}

std::string name_of(const MenuSquare& square) {
    const auto [before, value] = to_text(square, settings_table);
    return std::string(before).append(value);
}

/// "win KQ:K" for win-kqvk: for people.
std::string shown(std::string_view exercise) {
    std::string name{exercise};
    const std::size_t dash = name.find('-');
    if (dash == std::string::npos) return name;
    name[dash] = ' ';
    for (std::size_t i = dash + 1; i < name.size(); ++i)
        name[i] = name[i] == 'v' ? ':' : static_cast<char>(std::toupper(static_cast<unsigned char>(name[i])));
    return name;
}

void print_tables() {
    for (std::size_t i = 0; i < level_count; ++i) {
        const TimeControl& clock = levels[i].clock;
        std::cout << "level " << i << ' ' << level_letters[i / levels_of_a_kind] << 1 + i % levels_of_a_kind << ' '
                  << clock.start_ms << ' ' << clock.increment_ms << ' ' << unsigned{clock.stage_moves} << ' '
                  << clock.second_ms << ' ' << levels[i].name << '\n';
    }
    for (unsigned square = 0; square < 64; ++square)
        if (menu_squares[square].item != MenuItem::none)
            std::cout << "menu " << name_of(square) << ' ' << name_of(menu_squares[square]) << '\n';
    for (unsigned i = 1; i < exercise_count; ++i)
        std::cout << "exercise " << name_of(i - 1) << ' ' << shown(exercise_names[i]) << '\n';
    std::cout << "exercise " << name_of(close_square) << ' ' << to_text(MenuItem::close) << '\n';
    std::cout << "exercise " << name_of(adaptive_square) << " level: adaptive\n";
    for (unsigned i = 0; i < 64; ++i)
        if (const auto square = clock_square(i); square) {
            std::cout << "exercise " << name_of(i) << " clock: ";
            if (square->what <= ClockSquare::What::minutes) std::cout << unsigned{square->value};
            std::cout << to_text(*square) << '\n';
        }
    if (plays_chess960) std::cout << "exercise " << name_of(chess960_square) << " new game: Chess960\n";
    for (unsigned ending = 1; ending < ending_count; ++ending)
        std::cout << "reason " << name_of(reason_square(static_cast<Ending>(ending))) << ' '
                  << to_text(static_cast<Ending>(ending)) << '\n';
}

std::string text_of(Move m) {
    char text[max_move_length];
    return {text, write_move(text, m)};
}

/// Makes the moves as far as they are legal; false if one is not.
template <class Each>
bool follow(Position& p, std::istream& moves, Each each) {
    for (std::string word; moves >> word;) {
        const Move m = move_from_text(p, word);
        if (!m) return false;
        each(m);
        Undo undo;
        p.make(m, undo);
    }
    return true;
}

std::string legal_moves(const Position& p) {
    std::string all;
    const Square checker = p.checker();
    Cursor cursor(checker);
    while (const Move m = cursor.next(p))
        if (p.legal(m, checker)) all.append(all.empty() ? "" : " ").append(text_of(m));
    return all;
}

std::string sides_that_could_mate(const Position& p) {
    const bool white = p.could_mate(Color::white), black = p.could_mate(Color::black);
    return white && black ? "w b" : white ? "w" : black ? "b" : "";
}

std::string go(std::istream& question, Position& p) {
    std::size_t index = 0;
    std::uint32_t seed = 0;
    if (!(question >> index >> seed) || index >= level_count) return "";
    const Level& level = levels[index];
    std::string words;
    const auto add = [&words](const std::string& word) { words.append(words.empty() ? "" : " ").append(word); };
    if (level.depth != 0) add("depth " + std::to_string(level.depth));
    if (level.nodes != 0) add("nodes " + std::to_string(level.nodes));
    if (level.move_time_ms != 0) add("movetime " + std::to_string(level.move_time_ms));
    std::array<Move, max_candidates> memory;
    const auto considered = considered_moves(level, p, seed, memory);
    if (!considered.empty()) add("searchmoves");
    for (const Move m : considered) add(text_of(m));
    return words;
}

std::string answer(const std::string& line) {
    std::vector<std::string> parts;
    std::istringstream whole(line);
    for (std::string part; std::getline(whole, part, '|');) parts.push_back(part);
    parts.resize(4);
    const std::size_t begin = parts[1].find_first_not_of(' '), end = parts[1].find_last_not_of(' ');
    Position p;
    if (begin == std::string::npos
        || p.set_fen(std::string_view(parts[1]).substr(begin, end - begin + 1)) != FenError::none)
        return "";
    std::istringstream played(parts[2]), more(parts[3]), question(parts[0]);
    if (!follow(p, played, [](Move) {})) return "";
    std::string verb, words;
    question >> verb;
    if (verb == "legal") return legal_moves(p);
    if (verb == "mate") return sides_that_could_mate(p);
    if (verb == "go") return go(question, p);
    (void)follow(p, more, [&](Move m) {
        char text[max_san_length];
        words.append(words.empty() ? "" : " ").append(text, write_san(text, p, m));
    });
    return words;
}

}  // namespace

int main(int argc, char** argv) {
    const std::string what = argc == 2 ? argv[1] : "";
    if (what == "tables") {
        print_tables();
    } else if (what == "answers") {
        for (std::string line; std::getline(std::cin, line);) std::cout << answer(line) << std::endl;
    } else {
        std::fprintf(stderr, "usage: chess_words tables|answers\n");
        return 2;
    }
}
