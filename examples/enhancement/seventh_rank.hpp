// Your own enhancement. core/search/hooks.hpp lists the hooks; it serves those whose functions it has.
#pragma once

#include "core/search/hooks.hpp"
#include "core/search/versions.hpp"
#include "core/chess/squares.hpp"

namespace example {

/// A pawn's step to its seventh rank costs no depth, so that the search sees what it threatens. Quiescence does not extend.
struct SeventhRank {
    template <class S, class F>
    static stackmate::Depth extend(S& s, F& f) {
        if (f.quiescing()) return 0;
        const auto& p = s.position();  // after the move
        const auto to = f.move.to();
        return p.type_at(to) == stackmate::PieceType::pawn && relative_rank(~p.side(), to) == 6 ? 1 : 0;
    }
};

/// A version's list with one enhancement added at its end. If several serve a hook, the first in the list is called first.
template <class List, class More>
struct Longer;
template <class... Es, class More>
struct Longer<stackmate::Enhancements<Es...>, More> {
    using type = stackmate::Enhancements<Es..., More>;
};

/// Tiny's version with this enhancement.
struct Version : stackmate::versions::Small {
    using Enhancements = Longer<stackmate::versions::Small::Enhancements, SeventhRank>::type;
};

}  // namespace example
