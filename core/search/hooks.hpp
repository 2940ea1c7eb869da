// An engine version has a list of enhancement types. An enhancement serves a hook by having the function of that name; a hook
// that none serves costs no instruction. Every hook gets the search state `s` and the whole frame `f`: depth, window, in
// check, PV or not. `child(f)` and `parent(f)` are the neighbouring frames. The idea of a short skeleton that calls named
// hooks is Halbersma's (forum post on his Draughts and Checkers Template Library, 2013).
//
// A function that has a hook's name, but other arguments or another result, does not compile; `rank` and `put_off` are called
// by some pickers only, and checked where they are. An enhancement that serves no hook does not compile either, unless it has
// a constant `serves_nothing`. A misspelt function beside one that serves a hook is not noticed.
#pragma once

#include "core/chess/movegen.hpp"
#include "core/chess/types.hpp"

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <type_traits>

namespace stackmate {

enum class Verdict : std::uint8_t { search, skip, skip_rest };

inline constexpr Depth depth_none = -128;  ///< no answer of a hook; below every depth that is searched

/// The names of all hooks, and of the constants that an enhancement may have.
struct HookNames {
    void new_search(), interrupt(), lookup(), adjust(), prune_node(), null_depth(), first_depth(), next_depth();
    void propose(), victims(), rank(), put_off(), leave_quiets(), prune_move(), extend(), reduce(), cutoff(), store();
    void refuse(), begin_iteration();
    void scouts(), aspiration(), holds_moves(), whole_iterations_only(), serves_nothing();
};

/// `&Lacking<E>::lookup` compiles only if `E` has no `lookup`: if it has one, of whatever shape, the name is ambiguous. An
/// enhancement that has the functions of all hooks, but serves only those of another, names the other `Around`.
template <class E>
struct Lacking : E, HookNames {};
template <class E>
    requires requires { typename E::Around; }
struct Lacking<E> : Lacking<typename E::Around> {};

namespace detail {
template <class E, class L = Lacking<E>>
concept LacksAll = requires(void (*call)(std::initializer_list<void (HookNames::*)()>)) {
    // clang-format off
    call({&L::new_search, &L::interrupt, &L::lookup, &L::adjust, &L::prune_node, &L::null_depth, &L::first_depth,
          &L::next_depth, &L::propose, &L::victims, &L::rank, &L::put_off, &L::leave_quiets, &L::prune_move, &L::extend,
          &L::reduce, &L::cutoff, &L::store, &L::refuse, &L::begin_iteration,
          &L::scouts, &L::aspiration, &L::holds_moves, &L::whole_iterations_only, &L::serves_nothing});
    // clang-format on
};

template <class E>
consteval bool serves_something() {
    static_assert(!LacksAll<E>, "the enhancement serves no hook: is a name misspelt?");
    return true;
}
}  // namespace detail

template <class E>
concept Scouts = requires { requires E::scouts; };

template <class E>
concept HoldsMoves = requires { requires E::holds_moves; };

template <class E>
concept WholeIterationsOnly = requires { requires E::whole_iterations_only; };

/// The enhancements are base classes, so their data is part of the search object, and one without data takes no memory. If
/// several serve a hook, they are called in the order of the list, and the first answer counts; reductions and ranks are
/// summed.
template <class... Es>
class Enhancements : public Es... {
public:
    /// An enhancement of the list, for one that works with another's data.
    template <class E>
    E& get() {
        return *this;
    }

    /// Later moves are tried with a null window first: see Scout.
    static constexpr bool scouts = (false || ... || Scouts<Es>);

    /// A new search of the same game begins.
    void new_search() {
        each([&]<class E>(E& e) {
            if constexpr (!requires { &Lacking<E>::new_search; }) e.new_search();
        });
    }
    /// First thing at every node. True: park the search here.
    template <class S, class F>
    bool interrupt(S& s, F& f) {
        return first(false, [&]<class E>(E& e) {
            if constexpr (!requires { &Lacking<E>::interrupt; }) return answer(e.interrupt(s, f));
        });
    }
    /// At every node: its score, or `score_none`.
    template <class S, class F>
    Score lookup(S& s, F& f) {
        return first(score_none, [&]<class E>(E& e) {
            if constexpr (!requires { &Lacking<E>::lookup; }) return answer(e.lookup(s, f));
        });
    }
    /// Adjusts the static value of a position. Each gets the result of the one before.
    template <class S, class F>
    Score adjust(S& s, F& f, Score score) {
        each([&]<class E>(E& e) {
            if constexpr (!requires { &Lacking<E>::adjust; }) score = e.adjust(s, f, score);
        });
        return score;
    }
    /// Before the moves, not in quiescence: the node's score, or `score_none`.
    template <class S, class F>
    Score prune_node(S& s, F& f) {
        return first(score_none, [&]<class E>(E& e) {
            if constexpr (!requires { &Lacking<E>::prune_node; }) return answer(e.prune_node(s, f));
        });
    }
    /// After `prune_node`: the depth of the reply to a null move, or `depth_none`.
    template <class S, class F>
    Depth null_depth(S& s, F& f) {
        return first(depth_none, [&]<class E>(E& e) {
            if constexpr (!requires { &Lacking<E>::null_depth; }) return answer(e.null_depth(s, f));
        });
    }
    /// Before the moves: the depth of the first internal iteration (IID). If it is the target, there is only that one.
    template <class S, class F>
    Depth first_depth(S& s, F& f) {
        return first(Depth{f.target}, [&]<class E>(E& e) {
            if constexpr (!requires { &Lacking<E>::first_depth; }) return answer(e.first_depth(s, f));
        });
    }
    /// After the moves: the depth of the next internal iteration; 0: no more; `depth_none`: ask the next hook.
    template <class S, class F>
    Depth next_depth(S& s, F& f) {
        return first(depth_none, [&]<class E>(E& e) {
            if constexpr (!requires { &Lacking<E>::next_depth; }) return answer(e.next_depth(s, f));
        });
    }
    /// After the captures: the n-th quiet move to try before the other quiet moves, or none.
    template <class S, class F>
    typename F::Move propose(S& s, F& f, unsigned n) {
        return first(typename F::Move{}, [&]<class E>(E& e) {
            if constexpr (!requires { &Lacking<E>::propose; }) return answer(e.propose(s, f, n));
        });
    }
    /// In quiescence, before the captures: the slots of the pieces worth capturing.
    template <class S, class F>
    std::uint32_t victims(S& s, F& f) {
        std::uint32_t set = all_victims;
        each([&]<class E>(E& e) {
            if constexpr (!requires { &Lacking<E>::victims; }) set &= e.victims(s, f);
        });
        return set;
    }
    /// Called by pickers that sort. Moves with a higher rank come earlier.
    template <class S, class F>
    int rank(S& s, F& f, typename F::Move m) {
        return sum<int>([&]<class E>(E& e) {
            if constexpr (!requires { &Lacking<E>::rank; }) return answer(e.rank(s, f, m));
        });
    }
    /// Called by pickers that can do it, for a capture. True: it comes after the quiet moves.
    template <class S, class F>
    bool put_off(S& s, F& f, typename F::Move m) {
        return first(false, [&]<class E>(E& e) {
            if constexpr (!requires { &Lacking<E>::put_off; }) return answer(e.put_off(s, f, m));
        });
    }
    /// Once a move has been searched, before quiet moves are generated and before each of them. True: only those that give
    /// check are still searched, and the captures that were put off.
    template <class S, class F>
    bool leave_quiets(S& s, F& f) {
        return first(false, [&]<class E>(E& e) {
            if constexpr (!requires { &Lacking<E>::leave_quiets; }) return answer(e.leave_quiets(s, f));
        });
    }
    /// Before each move except the first: search it, skip it, or skip it with all other captures, or all other quiet moves,
    /// that are left.
    template <class S, class F>
    Verdict prune_move(S& s, F& f, typename F::Move m) {
        return first(Verdict::search, [&]<class E>(E& e) {
            if constexpr (!requires { &Lacking<E>::prune_move; }) return answer(e.prune_move(s, f, m));
        });
    }
    /// `f.move` was made and leads to `child(f)`: plies to add, at most one.
    template <class S, class F>
    Depth extend(S& s, F& f) {
        return first(Depth{0}, [&]<class E>(E& e) {
            if constexpr (!requires { &Lacking<E>::extend; }) return answer(e.extend(s, f));
        });
    }
    /// The same for later moves: plies to subtract at the first try.
    template <class S, class F>
    Depth reduce(S& s, F& f) {
        return sum<Depth>([&]<class E>(E& e) {
            if constexpr (!requires { &Lacking<E>::reduce; }) return answer(e.reduce(s, f));
        });
    }
    /// `f.move` failed high.
    template <class S, class F>
    void cutoff(S& s, F& f) {
        each([&]<class E>(E& e) {
            if constexpr (!requires { &Lacking<E>::cutoff; }) e.cutoff(s, f);
        });
    }
    /// A node is done.
    template <class S, class F>
    void store(S& s, F& f) {
        each([&]<class E>(E& e) {
            if constexpr (!requires { &Lacking<E>::store; }) e.store(s, f);
        });
    }

    // ---------------------------------------------------------------- for splitting and for experiments
    //
    // No version for one core serves these. Splitting (core/splitting) serves `refuse`. The others are for experiments, which
    // would otherwise need a loop of their own.

    /// Before every move. True: this iteration leaves it out.
    template <class S, class F>
    bool refuse(S& s, F& f, typename F::Move m) {
        return first(false, [&]<class E>(E& e) {
            if constexpr (!requires { &Lacking<E>::refuse; }) return answer(e.refuse(s, f, m));
        });
    }
    /// An internal iteration begins. The node is as if no move had been searched; a hook may set what it knows.
    template <class S, class F>
    void begin_iteration(S& s, F& f) {
        each([&]<class E>(E& e) {
            if constexpr (!requires { &Lacking<E>::begin_iteration; }) e.begin_iteration(s, f);
        });
    }
    /// A node may return to a smaller depth than it has searched a move to. The moves found there are not part of the line.
    static constexpr bool holds_moves = (false || ... || HoldsMoves<Es>);
    /// An iteration that was stopped is not listened to.
    static constexpr bool whole_iterations_only = (false || ... || WholeIterationsOnly<Es>);

private:
    static_assert((true && ... && detail::serves_something<Es>()));

    /// Says of a call that it has an answer, so that a hook that returns nothing does not compile.
    template <class T>
    [[gnu::always_inline]] static T answer(T answer) {
        return answer;
    }

    template <class Ask>
    [[gnu::always_inline]] void each(Ask ask) {
        (ask(static_cast<Es&>(*this)), ...);
    }
    /// What `E` answers, or `none` if it does not serve the hook.
    template <class E, class T, class Ask>
    [[gnu::always_inline]] T one(T none, Ask& ask) {
        using Answered = std::invoke_result_t<Ask&, E&>;
        if constexpr (std::is_void_v<Answered>) {
            return none;
        } else {
            static_assert(std::same_as<Answered, T>, "a hook answers with another type than the search asks for");
            return ask(static_cast<E&>(*this));
        }
    }
    /// The first answer that is not `none`.
    template <class T, class Ask>
    [[gnu::always_inline]] T first(T none, Ask ask) {
        T answer = none;
        (void)(false || ... || (answer = one<Es>(none, ask), answer != none));
        return answer;
    }
    template <class T, class Ask>
    [[gnu::always_inline]] T sum(Ask ask) {
        return (T{} + ... + one<Es>(T{}, ask));
    }
};

namespace detail {
template <class E, class List>
struct WithFirst;
template <class E, class... Es>
struct WithFirst<E, Enhancements<Es...>> {
    using type = Enhancements<E, Es...>;
};
}  // namespace detail

/// `List` with `E` asked before all others.
template <class E, class List>
using WithFirst = typename detail::WithFirst<E, List>::type;

}  // namespace stackmate
