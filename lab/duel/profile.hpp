// Which enhancement does what: counted by an enhancement that stands first in the list and is told all answers.
#pragma once

#include "core/search/hooks.hpp"
#include "core/search/move_kind.hpp"
#include "core/chess/types.hpp"
#include "lab/duel/told.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace stackmate::duel {

/// What came of an enhancement.
struct Served {
    std::uint64_t ended;     ///< nodes that it gave a score at once
    std::uint64_t searches;  ///< of its own: null moves, internal iterations, moves searched again
    std::uint64_t cut;       ///< of these, how many ended their node
    std::uint64_t nodes;     ///< in these searches, but in those within them
    std::uint64_t no;        ///< times it turned a move down, or the quiet moves that were left
    std::uint64_t deeper;    ///< plies that it added
    std::uint64_t less;      ///< times it took plies off
    std::uint64_t proposed;  ///< cutoffs by a move that it named
};

template <class List>
class Profile;

/// For one thread, and one version at a time in a program.
template <class... Es>
class Profile<Enhancements<Es...>> {
public:
    static constexpr std::size_t size = sizeof...(Es);
    static inline std::array<Served, size + 1> served{};  ///< the last: the search itself
    struct Whole {
        std::uint64_t nodes, quiescence, cutoffs, by_first, by_hash_move, by_noisy;
    };
    static inline Whole whole{};

    template <class E>
    static constexpr std::size_t number = [] {
        std::size_t n = 0;
        (void)(false || ... || (std::is_same_v<Es, E> || (++n, false)));
        return n;
    }();

    template <class S, class F>
    bool interrupt(S& s, F& f) {
        Ply& here = look(s, f);
        here.mode = nobody;
        here.count = 0;
        here.proposals = 0;
        if (s.ply() == 0) here.owner = nobody;
        return false;
    }
    template <class S, class F>
    Depth null_depth(S& s, F& f) {
        look(s, f);
        return depth_none;
    }
    template <class S, class F>
    Depth threatened(S& s, F& f, Score) {
        --served[look(s, f).passed].cut;
        return 0;
    }
    template <class S, class F>
    Depth first_depth(S& s, F& f) {
        look(s, f);
        return f.target;
    }
    template <class S, class F>
    Depth next_depth(S& s, F& f) {
        look(s, f).count = 0;
        return depth_none;
    }
    template <class S, class F>
    Move propose(S& s, F& f, unsigned) {
        look(s, f);
        return {};
    }
    /// A move was made, or one is to be searched again.
    template <class S, class F>
    Depth extend(S& s, F& f) {
        Ply& here = look(s, f);
        std::size_t owner = here.mode != nobody ? here.mode : here.owner;
        again_ = here.count == f.count;
        if (again_) {
            owner = (std::size_t{0} + ... + (Scouts<Es> ? number<Es> : 0));
            ++served[owner].searches;
        } else {
            ++whole.nodes;
            whole.quiescence += f.quiescing() ? 1u : 0u;
            ++served[owner].nodes;
        }
        here.count = f.count;
        plies_[static_cast<std::size_t>(s.ply()) + 1].owner = owner;
        return 0;
    }
    template <class S, class F>
    void cutoff(S& s, F& f) {
        if (f.quiescing()) return;
        const Ply& here = look(s, f);
        ++whole.cutoffs;
        whole.by_first += f.count == 1 ? 1u : 0u;
        if (f.move == f.hash_move) {
            ++whole.by_hash_move;
            return;
        }
        whole.by_noisy += is_noisy(s.position(), f.move) ? 1u : 0u;
        for (std::size_t i = 0; i < here.proposals; ++i)
            if (here.proposed[i] == f.move) {
                ++served[here.proposer[i]].proposed;
                return;
            }
    }

    template <class E>
    void answered(Hook hook, Depth answer) {
        Served& by = served[number<E>];
        Ply& here = plies_[ply_];
        switch (hook) {
        case Hook::lookup:
        case Hook::prune_node: ++by.ended; break;
        case Hook::null_depth:
            ++by.searches, ++by.cut;  // until it is heard that it did not
            here.passed = plies_[ply_ + 1].owner = number<E>;
            break;
        case Hook::first_depth:
            if (answer == *target_) {
                ++by.less;
            } else {
                ++by.searches;
                here.mode = number<E>;
            }
            break;
        case Hook::next_depth:
            if (here.mode != number<E>) break;
            if (answer == 0) ++by.cut;
            if (answer == 0 || answer == *target_) here.mode = nobody;
            break;
        case Hook::leave_quiets: ++by.no; break;
        case Hook::threatened: by.deeper += static_cast<std::uint64_t>(answer); break;
        case Hook::extend: by.deeper += again_ ? 0 : static_cast<std::uint64_t>(answer); break;
        case Hook::reduce: ++by.less; break;
        case Hook::of_a_move: break;
        }
    }
    template <class E>
    void answered(Hook, Verdict) {
        ++served[number<E>].no;
    }
    template <class E>
    void answered(Hook, Move m) {
        Ply& here = plies_[ply_];
        if (here.proposals == here.proposed.size()) return;
        here.proposed[here.proposals] = m;
        here.proposer[here.proposals++] = number<E>;
    }
    template <class E>
    void answered(Hook hook, bool) {
        if (hook == Hook::leave_quiets) ++served[number<E>].no;
    }

private:
    static constexpr std::size_t nobody = size;
    struct Ply {
        std::size_t owner = nobody;   ///< whose search the node belongs to
        std::size_t mode = nobody;    ///< whose internal iteration runs in it
        std::size_t passed = nobody;  ///< whose null move
        unsigned count = 0;           ///< number of the last move that was made
        std::size_t proposals = 0;
        std::array<Move, 8> proposed{};
        std::array<std::size_t, 8> proposer{};
    };

    template <class S, class F>
    Ply& look(S& s, F& f) {
        target_ = &f.target;
        return plies_[ply_ = static_cast<std::size_t>(s.ply())];
    }

    std::size_t ply_ = 0;
    bool again_ = false;  ///< the move is not new, but searched once more
    const std::int8_t* target_ = nullptr;
    std::array<Ply, 130> plies_{};
};

/// `V`, counted.
template <class V>
struct Profiled : V {
    using Enhancements = ToldTo<Profile<typename V::Enhancements>, typename V::Enhancements>;
};

}  // namespace stackmate::duel
