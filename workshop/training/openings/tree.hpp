// The tree of openings that workshop/training/book grows: positions, what searches say of their moves, and how likely a game that is
// played by the book comes by. Positions that moves reach in another order are one.
#pragma once

#include "core/engine/book.hpp"
#include "core/chess/position.hpp"

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace stackmate::openings {

struct Judged {
    Move move;
    Score score;  ///< centipawns, for the side that makes it
};

class Tree {
public:
    struct Edge {
        Move move;
        std::size_t to;
    };
    struct Node {
        Position position;
        unsigned ply;                ///< on the shortest way from the start position
        Score judged;                ///< by a search; for the side that has just moved, as all scores of a node
        Score score;                 ///< by the answers below it where they are known
        double reached[2] = {0, 0};  ///< probability when the book plays White, Black
        bool expanded = false;
        std::vector<Edge> edges = {};
    };

    Tree();

    /// The position that it is best to look at next, the likeliest of those whose answers are not known and that have
    /// fewer than `plies` half moves behind them; 0 where there is none and it is not the start position's turn.
    [[nodiscard]] std::size_t next(unsigned plies) const;
    /// These are its moves worth a thought. Scores and probabilities follow.
    void expand(std::size_t node, const std::vector<Judged>& moves);
    /// As if the last expansion had not been.
    void take_back();

    /// What goes into the header.
    [[nodiscard]] std::vector<std::uint32_t> entries() const;
    [[nodiscard]] std::size_t entry_count() const;

    [[nodiscard]] const std::vector<Node>& nodes() const { return nodes_; }
    [[nodiscard]] std::size_t expanded() const { return order_.size(); }

private:
    void back_up();
    void spread();
    /// The book moves here in some game that it plays.
    [[nodiscard]] bool answers(const Node& node) const;
    [[nodiscard]] std::vector<bool> written() const;
    [[nodiscard]] bool answers_as_meant(const Node& node, const Book& book, const std::vector<bool>& in) const;

    std::vector<Node> nodes_;
    std::vector<std::size_t> order_{};  ///< of expansion
    std::unordered_map<Key, std::size_t> by_key_{};
};

}  // namespace stackmate::openings
