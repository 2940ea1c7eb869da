#include "workshop/training/openings/tree.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace stackmate::openings {

namespace {

/// An opponent plays a move that is so much worse e times less often.
constexpr double opponents_scale = 30;

unsigned rating_of(const Tree::Node& node) { return book::rating(node.score); }

}  // namespace

Tree::Tree() {
    Position start;
    start.set_start();
    nodes_.push_back({start, 0, 0, 0, {1, 1}});
    by_key_[start.key()] = 0;
}

bool Tree::answers(const Node& node) const {
    return node.expanded && !node.edges.empty() && node.reached[index(node.position.side())] > 0;
}

std::size_t Tree::next(unsigned plies) const {
    std::size_t best = 0;
    double likeliest = 0;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        const Node& node = nodes_[i];
        const double p = node.reached[0] + node.reached[1];
        if (node.expanded || node.ply >= plies || p <= likeliest) continue;
        best = i;
        likeliest = p;
    }
    return best;
}

void Tree::expand(std::size_t at, const std::vector<Judged>& moves) {
    order_.push_back(at);
    nodes_[at].expanded = true;
    for (const Judged& m : moves) {
        Position p = nodes_[at].position;
        Undo undo;
        p.make(m.move, undo);
        const auto [known, is_new] = by_key_.try_emplace(p.key(), nodes_.size());
        if (is_new) nodes_.push_back({p, nodes_[at].ply + 1, m.score, m.score, {0, 0}});
        nodes_[at].edges.push_back({m.move, known->second});
    }
    back_up();
    spread();
}

/// Positions that only the last expansion knows stay, with nobody coming by.
void Tree::take_back() {
    Node& last = nodes_[order_.back()];
    order_.pop_back();
    last.expanded = false;
    last.edges.clear();
    back_up();
    spread();
}

/// What a position is worth is known better from the answers to it. A way back to fewer half moves is not followed.
void Tree::back_up() {
    std::vector<std::size_t> deepest_first(nodes_.size());
    std::iota(deepest_first.begin(), deepest_first.end(), 0);
    std::stable_sort(deepest_first.begin(), deepest_first.end(),
                     [&](std::size_t a, std::size_t b) { return nodes_[a].ply > nodes_[b].ply; });
    for (const std::size_t i : deepest_first) {
        Node& node = nodes_[i];
        node.score = node.judged;
        if (node.edges.empty()) continue;
        Score best = -score_infinite;
        for (const Edge& edge : node.edges) {
            const Node& child = nodes_[edge.to];
            best = std::max(best, child.ply > node.ply ? child.score : child.judged);
        }
        node.score = -best;
    }
}

/// Who plays by the book chooses as it does, the opponent any move that was thought worth a search.
void Tree::spread() {
    for (Node& node : nodes_) node.reached[0] = node.reached[1] = 0;
    nodes_[0].reached[0] = nodes_[0].reached[1] = 1;
    std::vector<std::size_t> shallowest_first(nodes_.size());
    std::iota(shallowest_first.begin(), shallowest_first.end(), 0);
    std::stable_sort(shallowest_first.begin(), shallowest_first.end(),
                     [&](std::size_t a, std::size_t b) { return nodes_[a].ply < nodes_[b].ply; });
    for (const std::size_t i : shallowest_first) {
        Node& node = nodes_[i];
        if (node.edges.empty()) continue;
        const unsigned mover = index(node.position.side());
        Score best_score = -score_infinite;
        for (const Edge& edge : node.edges) best_score = std::max(best_score, nodes_[edge.to].score);
        const auto share = [&](const Edge& edge, unsigned player) {
            const Node& child = nodes_[edge.to];
            if (player == mover) return double{1} * book::tickets(rating_of(child), book::rating(best_score));
            return std::exp((child.score - best_score) / opponents_scale);
        };
        for (const unsigned player : {0u, 1u}) {
            double all = 0;
            for (const Edge& edge : node.edges) all += share(edge, player);
            if (all == 0) continue;
            for (const Edge& edge : node.edges)
                if (nodes_[edge.to].ply > node.ply)
                    nodes_[edge.to].reached[player] += node.reached[player] * share(edge, player) / all;
        }
    }
}

/// Answered positions, and what the answers lead to.
std::vector<bool> Tree::written() const {
    std::vector<bool> in(nodes_.size());
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        if (!answers(nodes_[i])) continue;
        in[i] = true;
        unsigned best = 0;
        for (const Edge& edge : nodes_[i].edges) best = std::max(best, rating_of(nodes_[edge.to]));
        for (const Edge& edge : nodes_[i].edges)
            if (book::tickets(rating_of(nodes_[edge.to]), best) != 0) in[edge.to] = true;
    }
    return in;
}

std::size_t Tree::entry_count() const {
    const std::vector<bool> in = written();
    return static_cast<std::size_t>(std::count(in.begin(), in.end(), true));
}

/// No stranger's entry begins with the bits of one of its moves' keys, and no entry of its moves was lost to one.
bool Tree::answers_as_meant(const Node& node, const Book& book, const std::vector<bool>& in) const {
    std::array<BookMove, Book::max_moves> memory;
    const auto known = book.moves(node.position, memory);
    for (const BookMove& m : known) {
        Position p = node.position;
        Undo undo;
        p.make(m.move, undo);
        const auto found = by_key_.find(p.key());
        if (found == by_key_.end() || !in[found->second]) return false;
    }
    unsigned best = 0;
    for (const Edge& edge : node.edges) best = std::max(best, rating_of(nodes_[edge.to]));
    return std::all_of(node.edges.begin(), node.edges.end(), [&](const Edge& edge) {
        return book::tickets(rating_of(nodes_[edge.to]), best) != 8
               || std::any_of(known.begin(), known.end(), [&](const BookMove& m) { return m.move == edge.move; });
    });
}

std::vector<std::uint32_t> Tree::entries() const {
    const std::vector<bool> in = written();
    std::vector<std::uint32_t> all;
    for (std::size_t i = 0; i < nodes_.size(); ++i)
        if (in[i]) all.push_back(book::entry(nodes_[i].position.key(), answers(nodes_[i]), rating_of(nodes_[i])));
    std::sort(all.begin(), all.end());
    const auto same_key = [](std::uint32_t a, std::uint32_t b) { return a >> book::key_shift == b >> book::key_shift; };
    all.erase(std::unique(all.begin(), all.end(), same_key), all.end());
    // Where two keys begin alike, the book would play what was not meant: there it does not answer.
    const Book book(all);
    std::vector<std::uint32_t> silent;
    for (const Node& node : nodes_)
        if (answers(node) && !answers_as_meant(node, book, in)) silent.push_back(book::key_bits(node.position.key()));
    for (std::uint32_t& entry : all)
        if (std::find(silent.begin(), silent.end(), entry >> book::key_shift << book::key_shift) != silent.end())
            entry &= ~book::answered;
    std::erase_if(all, [](std::uint32_t entry) { return (entry & (book::answered | book::rating_mask)) == 0; });
    return all;
}

}  // namespace stackmate::openings
