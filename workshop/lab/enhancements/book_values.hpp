#pragma once

#include "core/engine/book.hpp"
#include "core/search/hooks.hpp"
#include "core/chess/types.hpp"

namespace stackmate {

/// The book where a node begins: what long searches have found of a position stands for a search of it. Not at the root,
/// whose move is wanted, nor in nodes with an open window, whose line is. The book's keys are of 26 bits, so a strange
/// position is taken for one of its three thousand about once in twenty thousand: it is asked only up to a move number
/// and with few pieces gone, where a wrong answer is one among many right ones.
/// Source: Greenblatt, Eastlake, Crocker, "The Greenblatt chess program", 1967, for a book of moves; none was found that
/// asks it within the search.
/// Worth in Elo: see workshop/lab/pages/SKELETON.md; in no version.
template <const Book& book, unsigned last_move>
struct BookValues {
    template <class S, class F>
    static Score lookup(S& s, F& f) {
        if (s.ply() == 0 || f.pv || f.quiescing()) return score_none;
        const auto& p = s.position();
        if (p.fullmove() > last_move || p.pieces() < 28 || p.halfmove() >= 4) return score_none;
        const unsigned rating = book.rating(p);
        return rating == 0 || rating == book::rating_mask ? score_none : -book::score_of(rating);
    }
};

}  // namespace stackmate
