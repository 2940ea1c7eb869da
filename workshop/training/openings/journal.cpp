#include "workshop/training/openings/journal.hpp"

#include "workshop/lab/duel/text.hpp"

#include <sstream>
#include <stdexcept>

namespace stackmate::openings {

Journal::Journal(const std::string& path, const std::string& heading) {
    std::string first_line;
    if (std::ifstream in(path); std::getline(in, first_line)) {
        if (first_line != heading)
            throw std::runtime_error("'" + path + "' is the log of another book or engine: " + first_line);
        // The last line may have been cut off.
        for (std::string line; std::getline(in, line) && !in.eof();) read(line);
    }
    out_.open(path, std::ios::app);
    out_ << (first_line.empty() ? heading : "") << std::endl;
    if (!out_) throw std::runtime_error("'" + path + "' cannot be written");
}

/// "FEN | e2e4 31 d2d4 28"
void Journal::read(const std::string& line) {
    const std::size_t bar = line.find(" | ");
    Position p;
    if (bar == std::string::npos || p.set_fen(std::string_view(line).substr(0, bar)) != FenError::none) return;
    std::vector<Judged> moves;
    std::istringstream words(line.substr(bar + 3));
    std::string name;
    for (Score score = 0; words >> name >> score;) {
        const Move m = move_from_text(p, name);
        if (!m) return;
        moves.push_back({m, score});
    }
    known_.insert_or_assign(p.key(), std::move(moves));
}

const std::vector<Judged>* Journal::find(const Position& p) const {
    const auto found = known_.find(p.key());
    return found == known_.end() ? nullptr : &found->second;
}

const std::vector<Judged>& Journal::keep(const Position& p, const std::vector<Judged>& moves) {
    out_ << duel::fen_of(p) << " |";
    for (const Judged& m : moves) out_ << ' ' << duel::text_of(m.move) << ' ' << m.score;
    out_ << std::endl;
    return known_.insert_or_assign(p.key(), moves).first->second;
}

}  // namespace stackmate::openings
