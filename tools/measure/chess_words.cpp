// What tools/play must know of chess and of the board, from the sources that the firmware is made of.
//
// `chess_words tables` prints the firmware's own tables, one entry a line:
//
//     level CODE NAME            code: as `board level` takes it
//     menu SQUARE NAME
//     exercise SQUARE NAME       in the menu of exercises
//     reason SQUARE NAME
//
// `chess_words answers` reads lines `FEN| MOVE ...` and writes for each the moves that are legal then, all in coordinates.
#define STACKMATE_EXERCISES 1  // as on the boards that have the most
#include "core/notation/move_text.hpp"
#include "core/chess/movegen.hpp"
#include "core/chess/position.hpp"
#include "firmware/squares/picture.hpp"
#include "firmware/engine/levels.hpp"
#include "firmware/squares/menu.hpp"

#include <cctype>
#include <cstdio>
#include <iostream>
#include <sstream>
#include <string>
#include <string_view>

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
    for (std::size_t i = 0; i < level_count; ++i)
        std::cout << "level " << level_letters[i / levels_of_a_kind] << 1 + i % levels_of_a_kind << ' '
                  << levels[i].name << '\n';
    for (unsigned square = 0; square < 64; ++square)
        if (menu_squares[square].item != MenuItem::none)
            std::cout << "menu " << name_of(square) << ' ' << name_of(menu_squares[square]) << '\n';
    for (unsigned i = 1; i < exercise_count; ++i)
        std::cout << "exercise " << name_of(exercise_square(i)) << ' ' << shown(exercise_names[i]) << '\n';
    for (unsigned i = 0; i < odds_names.size(); ++i)
        std::cout << "exercise " << name_of(exercise_square(first_odds + i))
                  << " odds: " << (i == 0 ? "pawn and move" : odds_names[i]) << '\n';
    std::cout << "exercise " << name_of(close_square) << ' ' << to_text(MenuItem::close) << '\n';
    std::cout << "exercise " << name_of(adaptive_square) << " level: adaptive\n";
    for (const MenuSwitch& turned : menu_switches)
        std::cout << "exercise " << name_of(turned.square) << " switch: " << turned.text << '\n';
    for (unsigned i = 0; i < 64; ++i)
        if (const auto square = clock_square(i); square) {
            std::cout << "exercise " << name_of(i) << " clock: ";
            if (square->what <= ClockSquare::What::minutes) std::cout << unsigned{square->value};
            std::cout << to_text(*square) << '\n';
        }
    std::cout << "exercise " << name_of(review_square) << " review\n";
    if (plays_chess960) std::cout << "exercise " << name_of(chess960_square) << " new game: Chess960\n";
    for (unsigned ending = 1; ending < ending_count; ++ending)
        std::cout << "reason " << name_of(reason_square(static_cast<Ending>(ending))) << ' '
                  << to_text(static_cast<Ending>(ending)) << '\n';
}

std::string text_of(Move m) {
    char text[max_move_length];
    return {text, write_move(text, m)};
}

std::string legal_moves(const Position& p) {
    std::string all;
    const Square checker = p.checker();
    Cursor cursor(checker);
    while (const Move m = cursor.next(p))
        if (p.legal(m, checker)) all.append(all.empty() ? "" : " ").append(text_of(m));
    return all;
}

std::string answer(const std::string& line) {
    const std::size_t bar = line.find('|');
    Position p;
    if (bar == std::string::npos || p.set_fen(std::string_view(line).substr(0, bar)) != FenError::none) return "";
    std::istringstream moves(line.substr(bar + 1));
    for (std::string word; moves >> word;) {
        const Move m = move_from_text(p, word);
        if (!m) return "";
        Undo undo;
        p.make(m, undo);
    }
    return legal_moves(p);
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
