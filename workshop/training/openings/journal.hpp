// What has been judged, on disk: a line a position, FEN and moves with their scores. A line counts only whole.
#pragma once

#include "workshop/training/openings/tree.hpp"

#include <fstream>
#include <string>
#include <unordered_map>
#include <vector>

namespace stackmate::openings {

class Journal {
public:
    /// `heading`: what the scores depend on. Throws std::runtime_error for the journal of another heading, and where
    /// it cannot be written.
    Journal(const std::string& path, const std::string& heading);

    /// Null where the position has not been judged.
    [[nodiscard]] const std::vector<Judged>* find(const Position& p) const;
    const std::vector<Judged>& keep(const Position& p, const std::vector<Judged>& moves);

private:
    void read(const std::string& line);

    std::unordered_map<Key, std::vector<Judged>> known_{};
    std::ofstream out_{};
};

}  // namespace stackmate::openings
