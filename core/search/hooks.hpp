// An engine version has a list of enhancement types. An enhancement serves a hook by having the function of that name; a hook
// that none serves costs no instruction. Every hook gets the search state `s` and the whole frame `f`: depth, window, in
// check, PV or not. `child(f)` and `parent(f)` are the neighbouring frames. The idea of a short skeleton that calls named
// hooks is Halbersma's (forum post on his Draughts and Checkers Template Library, 2013).
#pragma once

#include "core/chess/movegen.hpp"
#include "core/chess/types.hpp"

#include <concepts>
#include <type_traits>

namespace stackmate {

enum class Verdict : std::uint8_t { search, skip, skip_rest };

inline constexpr Depth depth_none = -128;  ///< no answer of a hook; below every depth that is searched

/// Enhancement `E` has the function that `Ask` calls.
template <class E, class Ask>
concept Serves = std::invocable<Ask&, E&>;

/// It has, and the function returns what the search expects.
template <class E, class Ask, class Answer>
concept ServesWith = std::same_as<std::invoke_result_t<Ask&, E&>, Answer>;

template <class E>
concept Scouts = requires { requires E::scouts; };

template <class E>
concept HoldsMoves = requires { requires E::holds_moves; };

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

    /// A node may return to a smaller depth than it has searched a move to. The moves found there are not part of the line.
    static constexpr bool holds_moves = (false || ... || HoldsMoves<Es>);

    /// A new search of the same game begins.
    void new_search() {
        each([&](auto& e) -> decltype(e.new_search()) { e.new_search(); });
    }
    /// First thing at every node. True: park the search here.
    template <class S, class F>
    bool interrupt(S& s, F& f) {
        return first(false, [&](auto& e) -> decltype(e.interrupt(s, f)) { return e.interrupt(s, f); });
    }
    /// At every node: its score, or `score_none`.
    template <class S, class F>
    Score lookup(S& s, F& f) {
        return first(score_none, [&](auto& e) -> decltype(e.lookup(s, f)) { return e.lookup(s, f); });
    }
    /// Adjusts the static value of a position. Each gets the result of the one before.
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
    /// After `prune_node`: the depth of the reply to a null move, or `depth_none`.
    template <class S, class F>
    Depth null_depth(S& s, F& f) {
        return first(depth_none, [&](auto& e) -> decltype(e.null_depth(s, f)) { return e.null_depth(s, f); });
    }
    /// The null move did not fail high but gave `score`: plies to add to the node.
    template <class S, class F>
    Depth threatened(S& s, F& f, Score score) {
        return first(Depth{0},
                     [&](auto& e) -> decltype(e.threatened(s, f, score)) { return e.threatened(s, f, score); });
    }
    /// Before the moves: the depth of the first internal iteration (IID). If it is the target, there is only that one.
    template <class S, class F>
    Depth first_depth(S& s, F& f) {
        return first(Depth{f.target}, [&](auto& e) -> decltype(e.first_depth(s, f)) { return e.first_depth(s, f); });
    }
    /// An internal iteration begins. The node is as if no move had been searched; a hook may set what it knows.
    template <class S, class F>
    void begin_iteration(S& s, F& f) {
        each([&](auto& e) -> decltype(e.begin_iteration(s, f)) { e.begin_iteration(s, f); });
    }
    /// After the moves: the depth of the next internal iteration; 0: no more; `depth_none`: ask the next hook.
    template <class S, class F>
    Depth next_depth(S& s, F& f) {
        return first(depth_none, [&](auto& e) -> decltype(e.next_depth(s, f)) { return e.next_depth(s, f); });
    }
    /// After the captures: the n-th quiet move to try before the other quiet moves, or none.
    template <class S, class F>
    typename F::Move propose(S& s, F& f, unsigned n) {
        return first(typename F::Move{}, [&](auto& e) -> decltype(e.propose(s, f, n)) { return e.propose(s, f, n); });
    }
    /// In quiescence, before the captures: the slots of the pieces worth capturing.
    template <class S, class F>
    std::uint32_t victims(S& s, F& f) {
        std::uint32_t set = all_victims;
        each([&](auto& e) -> decltype(void(set &= e.victims(s, f))) { set &= e.victims(s, f); });
        return set;
    }
    /// Called by pickers that sort. Moves with a higher rank come earlier.
    template <class S, class F>
    int rank(S& s, F& f, typename F::Move m) {
        return sum<int>([&](auto& e) -> decltype(e.rank(s, f, m)) { return e.rank(s, f, m); });
    }
    /// Before every move. True: this iteration leaves it out.
    template <class S, class F>
    bool refuse(S& s, F& f, typename F::Move m) {
        return first(false, [&](auto& e) -> decltype(e.refuse(s, f, m)) { return e.refuse(s, f, m); });
    }
    /// Called by pickers that can do it, for a capture. True: it comes after the quiet moves.
    template <class S, class F>
    bool put_off(S& s, F& f, typename F::Move m) {
        return first(false, [&](auto& e) -> decltype(e.put_off(s, f, m)) { return e.put_off(s, f, m); });
    }
    /// Once a move has been searched, before quiet moves are generated and before each of them. True: only those that give
    /// check are still searched.
    template <class S, class F>
    bool leave_quiets(S& s, F& f) {
        return first(false, [&](auto& e) -> decltype(e.leave_quiets(s, f)) { return e.leave_quiets(s, f); });
    }
    /// Before each move except the first: search it, skip it, or skip it with all other captures, or all other quiet moves,
    /// that are left.
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
    /// The same for later moves: plies to subtract at the first try.
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
