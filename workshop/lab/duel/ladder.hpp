// A ladder of versions, from negamax that never cuts to Full: each differs from the one below it in one step. The last
// steps are Full's own enhancements, in its order, so the ladder ends where core/search/versions.hpp does.
#pragma once

#include "core/search/move_kind.hpp"
#include "core/search/versions.hpp"
#include "workshop/lab/duel/lists.hpp"
#include "workshop/lab/duel/type_names.hpp"
#include "workshop/lab/evaluation/material_pst.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace stackmate::duel::ladder {

/// Every window is open, so nothing fails high: all moves to the depth are searched, as before alpha-beta. Goes with a
/// root window that is open too.
struct FullWidth {
    template <class S, class F>
    static Score lookup(S&, F& f) {
        f.alpha = -score_infinite;
        f.beta = score_infinite;
        return score_none;
    }
};

/// No quiescence: at depth 0 the static value stands, also in the middle of an exchange or in check.
struct StaticLeaves {
    template <class S, class F>
    static Score lookup(S& s, F& f) {
        if (!f.quiescing()) return score_none;
        s.evaluation().follow(s.position(), f);
        return s.evaluation().value(s.position(), f);
    }
};

/// Moves in no order that says anything: by the square that they come from, then by where they go. The root's first move
/// is the last iteration's best.
template <int max_ply>
class UnorderedPicker {
public:
    struct PerPly {
        std::uint16_t next;
        std::uint16_t end;
    };

    template <class F>
    static void open_root(F&) {}
    template <class F>
    static void open_child(const F&, F&) {}
    template <class F>
    static void skip_rest(F& f) {
        f.next = f.end;
    }
    template <class F, class Tell>
    static void each_tried(const F&, Tell) {}

    template <class S, class F>
    void open(S& s, F& f) {
        if (s.ply() == 0 && s.root().first) f.hash_move = s.root().first;
        const Position& p = s.position();
        const bool noisy_only = f.quiescing() && !f.in_check();
        const std::size_t first = most_moves * static_cast<std::size_t>(s.ply());
        std::size_t end = first;
        Cursor cursor(f.check());
        while (const Move m = cursor.next(p))
            if (!noisy_only || is_noisy(p, m)) moves_[end++] = m;
        std::sort(&moves_[first], &moves_[end], [&](Move a, Move b) { return place(f, a) < place(f, b); });
        f.next = static_cast<std::uint16_t>(first);
        f.end = static_cast<std::uint16_t>(end);
    }

    template <class S, class F>
    Move next(S&, F& f) {
        return f.next == f.end ? Move{} : moves_[f.next++];
    }

private:
    static constexpr std::size_t most_moves = 256;  ///< more than any position has, and moves that turn out illegal
    template <class F>
    static unsigned place(const F& f, Move m) {
        if (m == f.hash_move) return 0;
        const unsigned promoted = m.promotes() ? index(m.promotion()) : 0;
        return 1 + ((index(m.from()) * 128 + index(m.to())) * 8 + promoted);
    }

    std::array<Move, most_moves* static_cast<std::size_t>(max_ply)> moves_;
};

/// "Killers" for Killers<64, 2>, "History" for HistoryOf<...>.
template <class E>
constexpr std::string_view plain_name() {
    const std::string_view name = template_name<E>();
    return name.ends_with("Of") ? name.substr(0, name.size() - 2) : name;
}

/// What is added first, one after the other, from the plain loop on; the rest follows in Full's order.
inline constexpr std::array<std::string_view, 12> first_steps{"minimax",     // StaticLeaves, FullWidth, UnorderedPicker
                                                              "alpha-beta",  // no FullWidth
                                                              "quiescence",  // no StaticLeaves
                                                              "MVV/LVA",     // CursorPicker
                                                              "Transpositions",
                                                              "Killers",
                                                              "History",  // with Full's picker, which sorts by it
                                                              "net",      // Full's evaluation
                                                              "Scout",
                                                              "Aspiration",
                                                              "NullMove",
                                                              "LogReductions"};

constexpr std::size_t step_of(std::string_view name) {
    for (std::size_t n = 0; n < first_steps.size(); ++n)
        if (first_steps[n] == name) return n;
    return first_steps.size();
}

using Top = versions::Large;

/// Where an enhancement is in the ladder.
enum class Place : std::uint8_t { always, early, late };
template <class E>
inline constexpr Place place_of = plain_name<E>() == "Interrupt" || plain_name<E>() == "Draws" ? Place::always
                                  : step_of(plain_name<E>()) < first_steps.size()              ? Place::early
                                                                                               : Place::late;

namespace detail {
template <class List>
struct Late;
template <class... Es>
struct Late<Enhancements<Es...>> {
    static constexpr std::size_t early = (std::size_t{0} + ... + std::size_t{place_of<Es> == Place::early});
    static constexpr std::size_t count = (std::size_t{0} + ... + std::size_t{place_of<Es> == Place::late});
    /// Those that come late, in the list's order.
    static constexpr std::array<std::string_view, count> names = [] {
        std::array<std::string_view, count> found{};
        std::size_t n = 0;
        (..., (place_of<Es> == Place::late ? void(found[n++] = plain_name<Es>()) : void()));
        return found;
    }();
};

/// Those of Full's list that belong to the first `steps`, and of the others the first `more`.
template <std::size_t steps, std::size_t more>
struct Kept {
    template <class E>
    static constexpr bool kept = [] {
        if (place_of<E> != Place::late) return place_of<E> == Place::always || step_of(plain_name<E>()) <= steps;
        const auto& names = Late<Top::Enhancements>::names;
        return std::find(names.begin(), names.end(), plain_name<E>()) < names.begin() + more;
    }();
    template <class E>
    using To = std::conditional<kept<E>, Enhancements<E>, Enhancements<>>;
};
}  // namespace detail

using Late = detail::Late<Top::Enhancements>;
static_assert(Late::early == 7, "Full has lost a step of the ladder, or has one twice");

inline constexpr std::size_t rungs = first_steps.size() + Late::count;

/// The version after so many steps.
template <std::size_t n>
struct Rung {
    static constexpr std::size_t step = n < first_steps.size() ? n : first_steps.size() - 1;
    static constexpr std::size_t late = n - step;
    static constexpr std::string_view added = [] {
        if constexpr (late == 0)
            return first_steps[step];
        else
            return Late::names[late - 1];
    }();
    static constexpr int max_ply = Top::max_ply;
    static constexpr std::size_t line_plies = Top::line_plies;
    static constexpr std::size_t table_bytes = step < step_of("Transpositions") ? 0 : 65536;
    using Evaluation = std::conditional_t<(step < step_of("net")), MaterialPst, Top::Evaluation>;
    using Picker = std::conditional_t<(step < step_of("MVV/LVA")), UnorderedPicker<max_ply>,
                                      std::conditional_t<(step < step_of("History")), CursorPicker, Top::Picker>>;
    using Own = EachOf<detail::Kept<step, late>::template To, Top::Enhancements>;
    using Enhancements = std::conditional_t<(step >= step_of("quiescence")), Own,
                                            std::conditional_t<(step >= step_of("alpha-beta")), Plus<Own, StaticLeaves>,
                                                               Plus<Own, StaticLeaves, FullWidth>>>;
};
static_assert(std::is_same_v<Rung<rungs - 1>::Enhancements, Top::Enhancements>, "the last rung is Full");

}  // namespace stackmate::duel::ladder
