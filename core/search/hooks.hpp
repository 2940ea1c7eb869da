// An engine version is a list of enhancement types. Each names the hooks it serves; a hook that nobody serves costs no
// instruction. All get the search state `s` and the whole frame `f`: depth, window, in check, PV or not.
//
//   hook        function             called                                answers
//   interrupt   interrupt(s, f)      at every node, first thing            true: park the search here
//   lookup      lookup(s, f)         at every node                         its score, or score_none
//   prune_node  prune_node(s, f)     before the moves, not in quiescence   its score, or score_none
//   null        null_depth(s, f)     then                                  depth of the reply to a null move, or no_null
//   deepen      first_depth(s, f)    before the moves                      depth of the first internal iteration (IID)
//               next_depth(s, f)     after the moves                       depth of the next one; 0: no more
//   next_move   propose(s, f, n)     after the captures                    the n-th quiet move to try first, or none
//   victims     victims(s, f)        in quiescence, before the captures    set of slots that are worth taking
//   rank        rank(s, f, m)        by pickers that sort                  the higher the sooner
//   prune_move  prune_move(s, f, m)  before a move, but the first          search it, skip it, or skip its like: what is
//                                                                          left of the captures, or of the quiet moves
//   extend      extend(s, f)         f.move was made, the child is f[1]    plies to add
//   reduce      reduce(s, f)         the same, for later moves             plies to take off at the first try
//   cutoff      cutoff(s, f)         f.move failed high
//   store       store(s, f)          a node is done
#pragma once

#include "core/movegen.hpp"
#include "core/types.hpp"

namespace stackmate {

enum Hook : unsigned {
    hook_interrupt = 1u << 0,
    hook_lookup = 1u << 1,
    hook_prune_node = 1u << 2,
    hook_null = 1u << 3,
    hook_deepen = 1u << 4,
    hook_next_move = 1u << 5,
    hook_rank = 1u << 6,
    hook_prune_move = 1u << 7,
    hook_extend = 1u << 8,
    hook_reduce = 1u << 9,
    hook_cutoff = 1u << 10,
    hook_store = 1u << 11,
    hook_victims = 1u << 12,
    hook_scout = 1u << 13,     ///< no function: later moves are tried with a null window first
    hook_aspirate = 1u << 14,  ///< no function: each iteration at the root opens with a narrow window
    hook_none = 1u << 31,      ///< for a type that does nothing, on purpose
};

enum class Verdict : std::uint8_t { search, skip, skip_rest };

inline constexpr Depth no_null = -128;

/// The types are bases, so what they remember is part of the search object, and those that remember nothing take no
/// room. Where several serve a hook, they are asked in the order of the list and the first answer counts; reductions,
/// extensions and ranks add up.
template <class... Es>
class Enhancements : public Es... {
    static_assert(((Es::hooks != 0) && ...), "an enhancement must name the hooks that it serves");

public:
    static constexpr unsigned hooks = (0u | ... | Es::hooks);

    /// An enhancement of the list, for one that works with another's data.
    template <class E>
    E& get() {
        return *this;
    }

    template <class S, class F>
    bool interrupt(S& s, F& f) {
        return (false || ... || ask_interrupt<Es>(s, f));
    }

    template <class S, class F>
    Score lookup(S& s, F& f) {
        Score score = score_none;
        (void)(false || ... || ask_lookup<Es>(s, f, score));
        return score;
    }
    template <class S, class F>
    Score prune_node(S& s, F& f) {
        Score score = score_none;
        (void)(false || ... || ask_prune_node<Es>(s, f, score));
        return score;
    }
    template <class S, class F>
    Depth null_depth(S& s, F& f) {
        Depth depth = no_null;
        (void)(false || ... || ask_null<Es>(s, f, depth));
        return depth;
    }
    template <class S, class F>
    Depth first_depth(S& s, F& f) {
        Depth depth = f.target;
        (void)(false || ... || ask_first<Es>(s, f, depth));
        return depth;
    }
    template <class S, class F>
    Depth next_depth(S& s, F& f) {
        Depth depth = 0;
        (void)(false || ... || ask_next<Es>(s, f, depth));
        return depth;
    }
    template <class S, class F>
    Move propose(S& s, F& f, unsigned n) {
        Move m;
        (void)(false || ... || ask_propose<Es>(s, f, n, m));
        return m;
    }
    template <class S, class F>
    std::uint32_t victims(S& s, F& f) {
        return (all_victims & ... & ask_victims<Es>(s, f));
    }
    template <class S, class F>
    int rank(S& s, F& f, Move m) {
        return (0 + ... + ask_rank<Es>(s, f, m));
    }
    template <class S, class F>
    Verdict prune_move(S& s, F& f, Move m) {
        Verdict verdict = Verdict::search;
        (void)(false || ... || ask_prune_move<Es>(s, f, m, verdict));
        return verdict;
    }
    template <class S, class F>
    Depth extend(S& s, F& f) {
        return (0 + ... + ask_extend<Es>(s, f));
    }
    template <class S, class F>
    Depth reduce(S& s, F& f) {
        return (0 + ... + ask_reduce<Es>(s, f));
    }
    template <class S, class F>
    void cutoff(S& s, F& f) {
        (tell_cutoff<Es>(s, f), ...);
    }
    template <class S, class F>
    void store(S& s, F& f) {
        (tell_store<Es>(s, f), ...);
    }

private:
    template <class E, class S, class F>
    bool ask_interrupt(S& s, F& f) {
        if constexpr ((E::hooks & hook_interrupt) != 0) return E::interrupt(s, f);
        return false;
    }
    template <class E, class S, class F>
    bool ask_lookup(S& s, F& f, Score& score) {
        if constexpr ((E::hooks & hook_lookup) != 0) return (score = E::lookup(s, f)) != score_none;
        return false;
    }
    template <class E, class S, class F>
    bool ask_prune_node(S& s, F& f, Score& score) {
        if constexpr ((E::hooks & hook_prune_node) != 0) return (score = E::prune_node(s, f)) != score_none;
        return false;
    }
    template <class E, class S, class F>
    bool ask_null(S& s, F& f, Depth& depth) {
        if constexpr ((E::hooks & hook_null) != 0) return (depth = E::null_depth(s, f)) != no_null;
        return false;
    }
    template <class E, class S, class F>
    bool ask_first(S& s, F& f, Depth& depth) {
        if constexpr ((E::hooks & hook_deepen) != 0) return (depth = E::first_depth(s, f)) != f.target;
        return false;
    }
    template <class E, class S, class F>
    bool ask_next(S& s, F& f, Depth& depth) {
        if constexpr ((E::hooks & hook_deepen) != 0) return (depth = E::next_depth(s, f)) != 0;
        return false;
    }
    template <class E, class S, class F>
    bool ask_propose(S& s, F& f, unsigned n, Move& m) {
        if constexpr ((E::hooks & hook_next_move) != 0) return static_cast<bool>(m = E::propose(s, f, n));
        return false;
    }
    template <class E, class S, class F>
    std::uint32_t ask_victims(S& s, F& f) {
        if constexpr ((E::hooks & hook_victims) != 0) return E::victims(s, f);
        return all_victims;
    }
    template <class E, class S, class F>
    int ask_rank(S& s, F& f, Move m) {
        if constexpr ((E::hooks & hook_rank) != 0) return E::rank(s, f, m);
        return 0;
    }
    template <class E, class S, class F>
    bool ask_prune_move(S& s, F& f, Move m, Verdict& verdict) {
        if constexpr ((E::hooks & hook_prune_move) != 0) return (verdict = E::prune_move(s, f, m)) != Verdict::search;
        return false;
    }
    template <class E, class S, class F>
    Depth ask_extend(S& s, F& f) {
        if constexpr ((E::hooks & hook_extend) != 0) return E::extend(s, f);
        return 0;
    }
    template <class E, class S, class F>
    Depth ask_reduce(S& s, F& f) {
        if constexpr ((E::hooks & hook_reduce) != 0) return E::reduce(s, f);
        return 0;
    }
    template <class E, class S, class F>
    void tell_cutoff(S& s, F& f) {
        if constexpr ((E::hooks & hook_cutoff) != 0) E::cutoff(s, f);
    }
    template <class E, class S, class F>
    void tell_store(S& s, F& f) {
        if constexpr ((E::hooks & hook_store) != 0) E::store(s, f);
    }
};

}  // namespace stackmate
