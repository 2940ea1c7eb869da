// Packs a list of openings into the file that openings.hpp reads.
#pragma once

#include "core/notation/san.hpp"
#include "openings/openings.hpp"

#include <algorithm>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace stackmate::openings {

/// A line of the list: "C65 Ruy Lopez: Berlin Defence; e4 e5 Nf3 Nc6 Bb5 Nf6".
struct Line {
    std::string eco, family, variation;
    std::vector<Move> moves;
    Key key = 0;

    [[nodiscard]] std::string name() const { return eco + ' ' + family + ": " + variation; }
};

/// The file, or what is wrong with the list.
struct Packed {
    std::vector<std::uint8_t> file;
    std::string error;
};

/// Reads a line; returns what is wrong with it.
inline std::string read_line(const std::string& text, Line& line) {
    const std::size_t names_end = text.find("; ");
    if (names_end == std::string::npos || names_end < 5 || text[3] != ' ') return "no code, name and moves";
    line.eco = text.substr(0, 3);
    if (line.eco[0] < 'A' || line.eco[0] > 'E' || line.eco[1] < '0' || line.eco[1] > '9' || line.eco[2] < '0'
        || line.eco[2] > '9')
        return "no code from A00 to E99";
    const std::string names = text.substr(4, names_end - 4);
    const std::size_t family_end = names.find(": ");
    line.family = names.substr(0, family_end);
    line.variation = family_end == std::string::npos ? "" : names.substr(family_end + 2);
    if (line.family.size() + line.variation.size() > longest_names) return "the name is too long";
    if (!std::ranges::all_of(names, [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; }))
        return "a letter that PGN does not take as it is";
    Position p;
    p.set_start();
    std::istringstream words(text.substr(names_end + 2));
    for (std::string word; words >> word;) {
        const SanResult found = parse_san(p, word);
        if (found.error != SanError::none) return word + ": " + std::string(to_text(found.error));
        char san[max_san_length];
        if (word != std::string(san, write_san(san, p, found.move))) return word + ": not the shortest form";
        Undo undo;
        p.make(found.move, undo);
        line.moves.push_back(found.move);
    }
    line.key = p.key();
    return line.moves.empty() || line.moves.size() > 255 ? "no moves, or too many" : "";
}

/// The lines of a list; those that begin with # are remarks. `error`: what is wrong with the first one that is.
inline std::vector<Line> read_list(const std::string& list, std::string& error) {
    std::vector<Line> lines;
    std::istringstream rows(list);
    for (std::string row; std::getline(rows, row) && error.empty();) {
        if (row.starts_with('#')) continue;
        if (const std::string wrong = read_line(row, lines.emplace_back()); !wrong.empty()) error = row + ": " + wrong;
    }
    return lines;
}

inline void append_half_word(std::vector<std::uint8_t>& bytes, std::size_t value) {
    bytes.push_back(static_cast<std::uint8_t>(value));
    bytes.push_back(static_cast<std::uint8_t>(value >> 8));
}

/// Texts, each of which is there once.
struct Texts {
    std::vector<std::uint8_t> bytes{0};
    std::map<std::string, std::size_t> offsets{{"", 0}};

    std::size_t offset(const std::string& text) {
        const auto [found, is_new] = offsets.emplace(text, bytes.size());
        if (is_new) {
            bytes.push_back(static_cast<std::uint8_t>(text.size()));
            bytes.insert(bytes.end(), text.begin(), text.end());
        }
        return found->second;
    }
};

/// A list is refused if one of its lines is, if a position is named twice, or if two positions' keys look the same in the file.
inline Packed pack(const std::string& list) {
    Packed packed;
    std::vector<Line> lines = read_list(list, packed.error);
    std::ranges::stable_sort(lines, {}, &Line::key);
    std::map<std::string, std::size_t> families;
    Texts texts;
    std::size_t longest = 0;
    std::vector<std::uint8_t> entries, ends;
    for (std::size_t i = 0; i < lines.size() && packed.error.empty(); ++i) {
        const Line& line = lines[i];
        if (i != 0 && Table::key_bits(lines[i - 1].key) == Table::key_bits(line.key))
            packed.error =
                lines[i - 1].name() + " and " + line.name() + ": the same position, or the same bits of its key";
        longest = std::max(longest, line.moves.size());
        const auto [family, is_new] = families.emplace(line.family, families.size());
        if (is_new) append_half_word(ends, texts.offset(line.family));
        const auto digit = [&](std::size_t at, char zero) { return static_cast<std::size_t>(line.eco[at] - zero); };
        entries.resize(entries.size() + 4);
        packed_file::put_word(&entries[entries.size() - 4], Table::key_bits(line.key));
        append_half_word(
            entries, (100 * digit(0, 'A') + 10 * digit(1, '0') + digit(2, '0')) | family->second << Table::eco_bits);
        append_half_word(entries, texts.offset(line.variation));
    }
    if (packed.error.empty() && (families.size() > Table::most_families || texts.bytes.size() > 65'536))
        packed.error = "too many families, or too much text";
    if (!packed.error.empty()) return packed;
    auto& file = packed.file;
    file.resize(packed_file::head);
    append_half_word(file, lines.size());
    file.push_back(static_cast<std::uint8_t>(families.size()));
    file.push_back(static_cast<std::uint8_t>(longest));
    for (const auto* part : {&entries, &ends, &texts.bytes}) file.insert(file.end(), part->begin(), part->end());
    packed_file::finish(file.data(), Table::format, file.size());
    return packed;
}

}  // namespace stackmate::openings
