// The root's moves in the order of what the last iteration spent on each.
#pragma once

#include "core/chess/movegen.hpp"
#include "core/chess/types.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace stackmate::duel {

/// `Base` with a root of its own: first what the driver says, then the moves by the nodes that the last search of the root
/// has spent on them, the most first. A move that nearly came out best took much to be turned down. Source: not traced to
/// one author.
template <class Base>
class RootOrder : public Base {
public:
    template <class S, class F>
    void open(S& s, F& f) {
        Base::open(s, f);
        if (s.ply() != 0) return;
        if (key_ != s.position().key() || s.nodes() < counted_) list(s, f);
        note(s.nodes());
        next_ = 0;
        if (const Move first = s.root().first)
            for (std::size_t i = 0; i < size_; ++i)
                if (moves_[i].move == first) moves_[i].nodes = ~std::uint64_t{0};
        std::stable_sort(moves_.begin(), moves_.begin() + static_cast<std::ptrdiff_t>(size_),
                         [](const Spent& a, const Spent& b) { return a.nodes > b.nodes; });
    }

    template <class S, class F>
    Move next(S& s, F& f) {
        if (s.ply() != 0) return Base::next(s, f);
        note(s.nodes());
        return next_ == size_ ? Move{} : moves_[next_++].move;
    }

private:
    struct Spent {
        Move move;
        std::uint64_t nodes;
    };

    /// A search of another position begins: the moves as `Base` has them come.
    template <class S, class F>
    void list(S& s, F& f) {
        key_ = s.position().key();
        size_ = next_ = 0;
        while (const Move m = Base::next(s, f)) moves_[size_++] = {m, 0};
        Base::open(s, f);
    }
    /// The move before has cost the nodes made since.
    void note(std::uint64_t nodes) {
        if (next_ != 0) moves_[next_ - 1].nodes = nodes - counted_;
        counted_ = nodes;
    }

    std::array<Spent, 256> moves_{};
    std::size_t size_ = 0;
    std::size_t next_ = 0;  ///< 0: none has begun
    std::uint64_t counted_ = 0;
    std::uint64_t key_ = 0;
};

}  // namespace stackmate::duel
