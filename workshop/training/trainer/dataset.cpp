#include "workshop/training/trainer/dataset.hpp"

#include <bit>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <istream>
#include <span>
#include <stdexcept>

#include "workshop/training/trainer/random.hpp"

namespace stackmate::training {

namespace {

constexpr char magic[16] = "stackmate pos 2";

struct Head {
    char magic[16];
    std::uint64_t training;
    std::uint64_t validation;
    std::uint64_t games;
    std::uint64_t lines;
    char filter[128];
};

std::string describe(const positions::Filter& filter) {
    const positions::Filter standard;
    std::string text;
    if (filter.max_score != standard.max_score) text += " --max-score " + std::to_string(filter.max_score);
    if (filter.max_clock != standard.max_clock) text += " --max-clock " + std::to_string(filter.max_clock);
    if (!filter.pawnless) text += " --with-pawns";
    if (filter.every != standard.every) text += " --every " + std::to_string(filter.every);
    return text;
}

constexpr std::size_t records_at_once = 1 << 15;  ///< that are read

bool well_formed(const Packed& p) {
    if (p.count != std::popcount(p.occupied) || p.count > 32 || p.half_points > no_result || p.black > 1) return false;
    if (p.first > 1 || (p.own_king | p.foe_king) > 63) return false;
    unsigned kings = 0;
    unsigned n = 0;
    for (std::uint64_t rest = p.occupied; rest != 0; rest &= rest - 1, ++n) {
        const unsigned nibble = p.pieces[n / 2] >> (4 * (n % 2)) & 15U;
        const int square = std::countr_zero(rest);
        if ((nibble & 7U) < 1 || (nibble & 7U) > 6) return false;
        if ((nibble & 7U) == 6) {
            if (square != (nibble == 6 ? p.own_king : p.foe_king)) return false;
            kings += nibble == 6 ? 1 : 8;
        }
    }
    return kings == 9;
}

}  // namespace

Packed pack(const positions::Line& line, const positions::Squares& board) {
    Packed p{};
    p.black = line.white_to_move ? 0 : 1;
    for (unsigned square = 0; square < 64; ++square) {
        const int code = line.white_to_move ? board[square] : -board[square ^ 56U];
        if (code == 0) continue;
        const unsigned type = static_cast<unsigned>(code > 0 ? code : -code);
        if (type == 6) (code > 0 ? p.own_king : p.foe_king) = static_cast<std::uint8_t>(square);
        const unsigned nibble = type | (code > 0 ? 0U : 8U);
        p.occupied |= 1ULL << square;
        if (p.count < 32) p.pieces[p.count / 2] |= static_cast<std::uint8_t>(nibble << (4 * (p.count % 2)));
        ++p.count;
    }
    p.score = static_cast<std::int16_t>(line.white_to_move ? line.score : -line.score);
    p.half_points = no_result;
    if (!line.has_result) return p;
    const int white = static_cast<int>(2 * line.result);
    p.half_points = static_cast<std::uint8_t>(line.white_to_move ? white : 2 - white);
    return p;
}

bool has_pawns(const Packed& position) {
    for (const std::uint8_t two : position.pieces) {
        if ((two & 7) == 1 || (two >> 4 & 7) == 1) return true;
    }
    return false;
}

std::string fen(const Packed& position) {
    std::string board(64, ' ');
    unsigned n = 0;
    for (std::uint64_t rest = position.occupied; rest != 0; rest &= rest - 1, ++n) {
        const unsigned nibble = position.pieces[n / 2] >> (4 * (n % 2)) & 15U;
        const bool black = (nibble >= 8) != (position.black != 0);
        const unsigned square = static_cast<unsigned>(std::countr_zero(rest)) ^ (position.black != 0 ? 56U : 0U);
        board[square] = (black ? " pnbrqk" : " PNBRQK")[nibble & 7U];
    }
    std::string text;
    for (unsigned rank = 8; rank-- > 0;) {
        int empty = 0;
        for (unsigned file = 0; file < 8; ++file) {
            const char c = board[rank * 8 + file];
            if (c == ' ') {
                ++empty;
                continue;
            }
            if (empty != 0) text += std::to_string(empty);
            empty = 0;
            text += c;
        }
        if (empty != 0) text += std::to_string(empty);
        if (rank != 0) text += '/';
    }
    return text + (position.black != 0 ? " b - - 0 1" : " w - - 0 1");
}

Dataset read_dataset(std::string_view text, const positions::Filter& filter, std::uint64_t seed) {
    const positions::Blocks cut = positions::cut_blocks(text);
    Dataset data;
    data.games = cut.games;
    data.lines = cut.lines;
    data.filter = describe(filter);
    for (std::size_t b = 0; b < cut.blocks.size(); ++b) {
        auto& part = positions::Blocks::held_back(b) ? data.validation : data.training;
        positions::for_each_wanted(cut.blocks[b], filter,
                                   [&](const positions::Line& line, const positions::Squares& board) {
                                       const Packed packed = pack(line, board);
                                       if (packed.count <= 32) part.push_back(packed);
                                   });
    }
    shuffle(data, seed);
    return data;
}

void read_packed(std::istream& in, Dataset& data) {
    data.filter = " --packed";
    std::vector<Packed> part(records_at_once);
    while (in) {
        in.read(reinterpret_cast<char*>(part.data()), static_cast<std::streamsize>(part.size() * sizeof(Packed)));
        const auto bytes = static_cast<std::size_t>(in.gcount());
        if (bytes % sizeof(Packed) != 0) throw std::runtime_error("the last record is cut off");
        for (const Packed& p : std::span(part).first(bytes / sizeof(Packed))) {
            ++data.lines;
            if (!well_formed(p) || (data.lines == 1 && p.first == 0))
                throw std::runtime_error("record " + std::to_string(data.lines) + ": not a packed position");
            data.games += p.first;
            const bool held_back = positions::Blocks::held_back((data.games - 1) / positions::games_per_block);
            (held_back ? data.validation : data.training).push_back(p);
        }
    }
}

void shuffle(Dataset& data, std::uint64_t seed) { Random(seed).shuffle(std::span(data.training)); }

void save(const Dataset& data, const std::string& path) {
    Head head{};
    std::memcpy(head.magic, magic, sizeof magic);
    head.training = data.training.size();
    head.validation = data.validation.size();
    head.games = data.games;
    head.lines = data.lines;
    data.filter.copy(head.filter, sizeof head.filter - 1);
    std::ofstream out(path, std::ios::binary);
    out.write(reinterpret_cast<const char*>(&head), sizeof head);
    for (const auto* part : {&data.training, &data.validation}) {
        out.write(reinterpret_cast<const char*>(part->data()),
                  static_cast<std::streamsize>(part->size() * sizeof(Packed)));
    }
    out.close();
    if (!out) throw std::runtime_error(path + ": cannot be written");
}

Dataset load(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    if (!in) throw std::runtime_error(path + ": cannot be opened");
    Head head{};
    in.read(reinterpret_cast<char*>(&head), sizeof head);
    if (!in || std::memcmp(head.magic, magic, sizeof magic) != 0)
        throw std::runtime_error(path + ": not written by --cache");
    Dataset data;
    data.games = head.games;
    data.lines = head.lines;
    data.filter = head.filter;
    data.training.resize(head.training);
    data.validation.resize(head.validation);
    for (auto* part : {&data.training, &data.validation}) {
        in.read(reinterpret_cast<char*>(part->data()), static_cast<std::streamsize>(part->size() * sizeof(Packed)));
    }
    if (!in) throw std::runtime_error(path + ": cut off");
    return data;
}

}  // namespace stackmate::training
