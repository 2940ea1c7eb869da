// What makes a version of the engine one whose nodes can be split: a picker that skips moves and hooks that park the search.
#pragma once

#include "core/search/hooks.hpp"
#include "core/splitting/split_search.hpp"

namespace stackmate {

/// A version with the picker and the hooks below is always searched by the search that it names.
template <class V>
typename V::OwnSearch& split_search(Search<V>& s) {
    return static_cast<typename V::OwnSearch&>(s);
}

template <class Base>
class SplittingPicker : public Base {
public:
    template <class S, class F>
    Move next(S& s, F& f) {
        auto& search = split_search(s);
        if (s.ply() == search.split_ply()) [[unlikely]]
            return search.next_at_split(f);
        search.offer_from(f);
        return Base::next(s, f);
    }
    template <class S, class F>
    Move next_unshared(S& s, F& f) {
        return Base::next(s, f);
    }
};

/// First in the list, so that no other hook ends a slice before it, or answers for the helper's unfinished node.
struct SplitHooks {
    template <class S, class F>
    static bool interrupt(S& s, F&) {
        return split_search(s).called();
    }
    template <class S, class F>
    static bool refuse(S& s, F&, Move) {
        return split_search(s).over();
    }
    template <class S, class F>
    static void cutoff(S& s, F& f) {
        if (s.ply() == split_search(s).split_ply()) split_search(s).cutoff_at_split(f);
    }
    /// The helper's node is not to be stored, because only a part of its moves is known. Another iteration follows, in which
    /// the picker ends the search.
    template <class S, class F>
    static Depth next_depth(S& s, F& f) {
        return split_search(s).over() ? Depth{f.depth} : depth_none;
    }
};

/// Version `V`, splitting nodes of `depth` plies or more (at least 1) once `moves` of a node have begun (at least 2), and
/// which of them `Rule` says. Not for enhancements that change the window of a node while it is searched.
template <class V, Depth depth = 2, unsigned moves = 2, class Rule = NearestToRoot>
struct SplittingVersion : V {
    using Picker = SplittingPicker<typename V::Picker>;
    using Enhancements = WithFirst<SplitHooks, typename V::Enhancements>;
    using OwnSearch = SplitSearch<SplittingVersion>;
    using SplitRule = Rule;
    static constexpr Depth split_depth = depth;
    static constexpr unsigned split_moves = moves;
    static_assert(depth >= 1 && moves >= 2);
};
template <class Config, class Rule = NearestToRoot>
struct Splitting : Config {
    using Version = SplittingVersion<typename Config::Version, 2, 2, Rule>;
};

}  // namespace stackmate
