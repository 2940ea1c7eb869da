// What each move of a node came back with.
#pragma once

#include "core/chess/types.hpp"
#include "core/search/hooks.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace stackmate::duel {

/// A move of a node, and what its last search in this iteration returned, in the node's view: the move's worth, or where it
/// is not above alpha an upper bound of it.
struct Reply {
    Move move;
    Score score;
};

/// `E`, of whose scores `Heard` is told.
template <class E, class Heard>
struct Told : E {
    using Around = E;

    template <class S, class F>
        requires requires(E& e, S& s, F& f) { e.lookup(s, f); }
    Score lookup(S& s, F& f) {
        return s.enhancements().template get<Heard>().hears(E::lookup(s, f));
    }
    template <class S, class F>
        requires requires(E& e, S& s, F& f) { e.prune_node(s, f); }
    Score prune_node(S& s, F& f) {
        return s.enhancements().template get<Heard>().hears(E::prune_node(s, f));
    }
};

/// Stands first in a list and is told all scores that the others answer, so it hears every score that a node ends with, except at the last ply.
/// When an iteration of a node ends, `Listener::iteration(s, f, replies)` gets those of its moves, in the order in which they
/// were searched; not in quiescence. With `fail_hard` no score outside a
/// node's window is returned or heard.
template <class Listener, bool fail_hard = false>
class Returned : public Listener {
public:
    template <class S, class F>
    bool interrupt(S& s, F&) {
        ply_ = static_cast<std::size_t>(s.ply());
        return false;
    }
    template <class S, class F>
    void begin_iteration(S& s, F&) {
        at(s).replies.clear();
    }
    template <class S, class F>
    bool refuse(S& s, F& f, Move) {
        note(s, f);
        return false;
    }
    template <class S, class F>
    Depth next_depth(S& s, F& f) {
        note(s, f);
        if (!f.quiescing()) Listener::iteration(s, f, std::span<const Reply>(at(s).replies));
        return depth_none;
    }
    template <class S, class F>
    void store(S& s, F& f) {
        if constexpr (fail_hard)
            f.best_score = static_cast<std::int16_t>(std::clamp<Score>(f.best_score, s.first_alpha(f), f.beta));
        ends(static_cast<std::size_t>(s.ply()), f.best_score);
    }

    Score hears(Score answer) {
        if (answer != score_none) ends(ply_, answer);
        return answer;
    }

private:
    struct Ply {
        std::vector<Reply> replies;
        Score returned = 0;  ///< by the last node below
    };

    template <class S>
    Ply& at(S& s) {
        return plies_[static_cast<std::size_t>(s.ply())];
    }
    void ends(std::size_t ply, Score score) {
        if (ply != 0) plies_[ply - 1].returned = -score;
    }
    /// The last move has come back.
    template <class S, class F>
    void note(S& s, F& f) {
        Ply& here = at(s);
        if (f.quiescing() || here.replies.size() >= f.count) return;
        here.replies.push_back({f.move, fail_hard ? std::clamp<Score>(here.returned, f.alpha, f.beta) : here.returned});
    }

    std::size_t ply_ = 0;
    std::array<Ply, 130> plies_{};
};

namespace detail {
template <class Heard, class List>
struct AllTold;
template <class Heard, class... Es>
struct AllTold<Heard, Enhancements<Es...>> {
    using type = Enhancements<Heard, Told<Es, Heard>...>;
};
}  // namespace detail

/// `V`, with `Listener` told of all that moves came back with.
template <class Listener, class V, bool fail_hard = false>
struct NotedBy : V {
    using Enhancements = typename detail::AllTold<Returned<Listener, fail_hard>, typename V::Enhancements>::type;
};

}  // namespace stackmate::duel
