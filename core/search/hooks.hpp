// An engine version is a list of enhancement types. One serves a hook because it has the function of that name; a hook
// that nobody serves costs no instruction. All get the search state `s` and the whole frame `f`: depth, window, in
// check, PV or not; `child(f)` and `parent(f)` are the frames beside it. The idea of a short skeleton that calls named
// hooks is Halbersma's (forum post on his Draughts and Checkers Template Library, 2013).
#pragma once

#include "core/chess/movegen.hpp"
#include "core/chess/types.hpp"

#include <concepts>
#include <type_traits>

namespace stackmate {

enum class Verdict : std::uint8_t { search, skip, skip_rest };

inline constexpr Depth depth_none = -128;  ///< a hook has nothing to say; below every depth that is searched

/// Enhancement `E` has the hook that `Ask` calls.
template <class E, class Ask>
concept Serves = std::invocable<Ask&, E&>;

/// It has, and what it answers is what the search understands.
template <class E, class Ask, class Answer>
concept ServesWith = std::same_as<std::invoke_result_t<Ask&, E&>, Answer>;

template <class E>
concept Scouts = requires {
    requires E::scouts;
};

template <class E>
concept HoldsMoves = requires {
    requires E::holds_moves;
};

/// The types are bases, so what they remember is part of the search object, and those that remember nothing take no
/// room. Where several serve a hook, they are asked in the order of the list and the first answer counts; reductions,
/// extensions and ranks add up.
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

    /// A node may return to less depth than it has searched a move to. What it finds there is no part of the line.
    static constexpr bool holds_moves = (false || ... || HoldsMoves<Es>);

    /// The game goes on with another search.
    void new_search() {
        each([&](auto& e) -> decltype(e.new_search()) { e.new_search(); });
    }
    /// At every node, first thing. True: park the search here.
    template <class S, class F>
    bool interrupt(S& s, F& f) {
        return first(false, [&](auto& e) -> decltype(e.interrupt(s, f)) { return e.interrupt(s, f); });
    }
    /// At every node: its score, or `score_none`.
    template <class S, class F>
    Score lookup(S& s, F& f) {
        return first(score_none, [&](auto& e) -> decltype(e.lookup(s, f)) { return e.lookup(s, f); });
    }
    /// What a position's static value is after all; each goes on from what the one before has made of it.
    template <class S, class F>
    Score adjust(S& s, F& f, Score score) {
        each([&](auto& e) -> decltype(void(score = e.adjust(s, f, score))) { score = e.adjust(s, f, score); });
        return score;
    }
    /// Before the moves, not in quiescence: the node's score, or `score_none`.
    template <class S, class F>
    Score prune_node(S& s, F& f) {
        return first(score_none, [&](auto& e) -> decltype(e.prune_node(s, f)) { return e.prune_node(s, f); });
    }
    /// Then: the depth of the reply to a null move, or `depth_none`.
    template <class S, class F>
    Depth null_depth(S& s, F& f) {
        return first(depth_none, [&](auto& e) -> decltype(e.null_depth(s, f)) { return e.null_depth(s, f); });
    }
    /// The null move did not fail high but came to `score`: plies to add to the node.
    template <class S, class F>
    Depth threatened(S& s, F& f, Score score) {
        return first(Depth{0},
                     [&](auto& e) -> decltype(e.threatened(s, f, score)) { return e.threatened(s, f, score); });
    }
    /// Before the moves: the depth of the first internal iteration (IID); the target: there is but one.
    template <class S, class F>
    Depth first_depth(S& s, F& f) {
        return first(Depth{f.target}, [&](auto& e) -> decltype(e.first_depth(s, f)) { return e.first_depth(s, f); });
    }
    /// An internal iteration begins, as if no move had been searched; whoever knows one already says so.
    template <class S, class F>
    void begin_iteration(S& s, F& f) {
        each([&](auto& e) -> decltype(e.begin_iteration(s, f)) { e.begin_iteration(s, f); });
    }
    /// After the moves: the depth of the next internal iteration; 0: no more; `depth_none`: the last was not mine.
    template <class S, class F>
    Depth next_depth(S& s, F& f) {
        return first(depth_none, [&](auto& e) -> decltype(e.next_depth(s, f)) { return e.next_depth(s, f); });
    }
    /// After the captures: the n-th quiet move to try before the others, or none.
    template <class S, class F>
    typename F::Move propose(S& s, F& f, unsigned n) {
        return first(typename F::Move{}, [&](auto& e) -> decltype(e.propose(s, f, n)) { return e.propose(s, f, n); });
    }
    /// In quiescence, before the captures: the slots that are worth taking.
    template <class S, class F>
    std::uint32_t victims(S& s, F& f) {
        std::uint32_t set = all_victims;
        each([&](auto& e) -> decltype(void(set &= e.victims(s, f))) { set &= e.victims(s, f); });
        return set;
    }
    /// By pickers that sort: the higher the sooner.
    template <class S, class F>
    int rank(S& s, F& f, typename F::Move m) {
        return sum<int>([&](auto& e) -> decltype(e.rank(s, f, m)) { return e.rank(s, f, m); });
    }
    /// Before every move: true if it is no part of this iteration.
    template <class S, class F>
    bool refuse(S& s, F& f, typename F::Move m) {
        return first(false, [&](auto& e) -> decltype(e.refuse(s, f, m)) { return e.refuse(s, f, m); });
    }
    /// By pickers that can, of a capture: it is to come after the quiet moves.
    template <class S, class F>
    bool put_off(S& s, F& f, typename F::Move m) {
        return first(false, [&](auto& e) -> decltype(e.put_off(s, f, m)) { return e.put_off(s, f, m); });
    }
    /// Once a move was searched, before each quiet move and before they are generated: none is wanted any more but those
    /// that check.
    template <class S, class F>
    bool leave_quiets(S& s, F& f) {
        return first(false, [&](auto& e) -> decltype(e.leave_quiets(s, f)) { return e.leave_quiets(s, f); });
    }
    /// Before a move, but the first: search it, skip it, or skip its like: what is left of the captures, or of the
    /// quiet moves.
    template <class S, class F>
    Verdict prune_move(S& s, F& f, typename F::Move m) {
        return first(Verdict::search,
                     [&](auto& e) -> decltype(e.prune_move(s, f, m)) { return e.prune_move(s, f, m); });
    }
    /// `f.move` was made and leads to `child(f)`: plies to add, at most one.
    template <class S, class F>
    Depth extend(S& s, F& f) {
        return first(Depth{0}, [&](auto& e) -> decltype(e.extend(s, f)) { return e.extend(s, f); });
    }
    /// The same, for later moves: plies to take off at the first try.
    template <class S, class F>
    Depth reduce(S& s, F& f) {
        return sum<Depth>([&](auto& e) -> decltype(e.reduce(s, f)) { return e.reduce(s, f); });
    }
    /// `f.move` failed high.
    template <class S, class F>
    void cutoff(S& s, F& f) {
        each([&](auto& e) -> decltype(e.cutoff(s, f)) { e.cutoff(s, f); });
    }
    /// A node is done.
    template <class S, class F>
    void store(S& s, F& f) {
        each([&](auto& e) -> decltype(e.store(s, f)) { e.store(s, f); });
    }

private:
    /// The first answer that is not `none`.
    template <class Answer, class Ask>
    [[gnu::always_inline]] Answer first(Answer none, Ask ask) {
        Answer answer = none;
        (void)(false || ... || (answer = one<Es>(none, ask), answer != none));
        return answer;
    }
    template <class Answer, class Ask>
    [[gnu::always_inline]] Answer sum(Ask ask) {
        return (Answer{} + ... + one<Es>(Answer{}, ask));
    }
    template <class Ask>
    [[gnu::always_inline]] void each(Ask ask) {
        (tell<Es>(ask), ...);
    }
    template <class E, class Answer, class Ask>
    [[gnu::always_inline]] Answer one(Answer none, Ask& ask) {
        if constexpr (!Serves<E, Ask>) {
            return none;
        } else {
            static_assert(ServesWith<E, Ask, Answer>, "a hook answers with another type than the search asks for");
            return ask(static_cast<E&>(*this));
        }
    }
    template <class E, class Ask>
    [[gnu::always_inline]] void tell(Ask& ask) {
        if constexpr (Serves<E, Ask>) ask(static_cast<E&>(*this));
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
