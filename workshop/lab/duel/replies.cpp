// What the moves of a node come back with, over positions from standard input: for workshop/lab/experiments.

#include "core/search/move_kind.hpp"
#include "core/search/versions.hpp"
#include "workshop/lab/duel/engine_player.hpp"
#include "workshop/lab/duel/lab.hpp"
#include "workshop/lab/duel/lists.hpp"
#include "workshop/lab/duel/returned.hpp"
#include "workshop/lab/duel/text.hpp"

#include <string>
#include <type_traits>
#include <unordered_map>

namespace {

using namespace stackmate;
using namespace stackmate::duel;

constexpr const char* help = R"(Usage: duel_replies falls large|small [--hard] --depth N [--most N] < FENs
       duel_replies firsts large|small [--open | --cleared | --forgetful] --depth N < FENs
       duel_replies root large|small --depth N < FENs
falls: nodes with an open window whose best move of an earlier iteration came back with less. A line each, at most so many
  from a position: number of the position, depth, whether it fell to alpha or below, other moves, different bounds of theirs
  at the earlier depth, whether the highest lies above the fallen score, the chance of one of the highest, of the move that
  the search took next and of any to be the best, and of one of the highest and of any to be the worst. Best and worst are
  so by a search of each to the same depth with an open window. --hard: the search is fail-hard.
firsts: a line for each position: exact nodes, those whose first move was the best, nodes that failed high, those that did
  so by the first move. --open: the root's window is open; --cleared: the table is, before each iteration; --forgetful: no
  move is tried first in nodes with an open window.
root: a line for each position: for each iteration MOVE,SCORE,CAPTURE,FALL: the best move, whether it captures, and how far the
  last best move fell, if it did, else 0.
)";

struct Falls {
    struct Noted {
        Depth depth = 0;
        Move best;
        Score score = 0;
        std::vector<Reply> replies;
    };
    struct Event {
        Position node;
        Depth depth;
        bool below;
        Score score;  ///< of the fallen move
        Move next;    ///< that was searched after it
        std::vector<Reply> bounds;
    };
    static inline std::unordered_map<std::uint64_t, Noted> noted;
    static inline std::vector<Event> events;

    template <class S, class F>
    static void iteration(S& s, F& f, std::span<const Reply> replies) {
        if (!f.pv || replies.size() < 3) return;
        Noted& last = noted[s.position().key()];
        if (last.depth != 0 && last.depth < f.depth && replies[0].move == last.best && replies[0].score < last.score) {
            Event event{s.position(),     f.depth,         replies[0].score <= s.first_alpha(f),
                        replies[0].score, replies[1].move, {}};
            for (const Reply& r : last.replies)
                if (r.move != last.best) event.bounds.push_back(r);
            events.push_back(std::move(event));
        }
        if (f.best && f.best_score < f.beta) last = {f.depth, f.best, f.best_score, {replies.begin(), replies.end()}};
    }
};

struct Firsts {
    static inline std::array<std::uint64_t, 4> counts{};

    template <class S, class F>
    static void iteration(S&, F& f, std::span<const Reply> replies) {
        if (!f.best || replies.empty()) return;
        const std::size_t kind = f.best_score >= f.beta ? 2 : 0;
        if (kind == 0 && !f.pv) return;
        ++counts[kind];
        counts[kind + 1] += replies[0].move == f.best ? 1u : 0u;
    }
};
struct ClearTable {
    Depth depth = 0;
    template <class S, class F>
    bool interrupt(S& s, F&) {
        if (s.ply() == 0 && std::exchange(depth, s.root().depth) != s.root().depth) s.table().clear();
        return false;
    }
};
struct Forgetful {
    template <class S, class F>
    static void begin_iteration(S& s, F& f) {
        if (f.pv) s.try_first(f, {});
    }
};

struct Root {
    static inline Falls::Noted last;
    template <class S, class F>
    static void iteration(S& s, F& f, std::span<const Reply> replies) {
        if (s.ply() != 0 || !f.best || f.best_score >= f.beta || f.depth == last.depth) return;
        const bool first = replies[0].move == last.best && replies[0].score < last.score;
        std::cout << (f.depth == 1 ? "" : " ") << text_of(f.best) << ',' << f.best_score << ','
                  << is_noisy(s.position(), f.best) << ',' << (first ? last.score - replies[0].score : 0);
        last = {f.depth, f.best, f.best_score, {}};
    }
};

template <class V>
void search_all(const Call& call, std::size_t table, std::uint8_t depth, auto done) {
    const auto player = make_player<V>(table);
    Limits limits;
    limits.depth = depth;
    each_position(call, [&](const Position& p) {
        player->new_game();
        (void)player->search(p, {}, limits);
        done();
    });
}

/// Of `moves`, those whose score is the same as `moves[pick]`'s.
std::vector<bool> level_with(const std::vector<Reply>& moves, auto pick) {
    const Score score = pick(moves.begin(), moves.end(), {}, &Reply::score)->score;
    std::vector<bool> found;
    for (const Reply& r : moves) found.push_back(r.score == score);
    return found;
}
double share(const std::vector<bool>& of, const std::vector<bool>& in) {
    double both = 0;
    for (std::size_t i = 0; i < of.size(); ++i) both += of[i] && in[i];
    return both / static_cast<double>(std::ranges::count(of, true));
}

/// What the moves are worth, each searched to the depth with an open window.
std::vector<Reply> worth_of_each(Player& player, const Falls::Event& event) {
    std::vector<Reply> found;
    Limits limits;
    limits.depth = static_cast<std::uint8_t>(std::max(event.depth - 1, 1));
    for (const Reply& r : event.bounds) {
        player.new_game();
        found.push_back({r.move, -player.search(event.node, std::span(&r.move, 1), limits).score});
    }
    return found;
}

template <class V, bool hard>
int falls(const Call& call, std::size_t table, std::uint8_t depth, std::size_t most) {
    const auto judge = make_player<versions::Large>(full_table);
    std::size_t number = 0;
    search_all<NotedBy<Falls, V, hard>>(call, table, depth, [&] {
        const std::size_t all = Falls::events.size(), taken = std::min(all, most);
        for (std::size_t i = 0; i < taken; ++i) {
            const Falls::Event& event = Falls::events[i * all / taken];
            const std::vector<Reply> worth = worth_of_each(*judge, event);
            const auto highest = level_with(event.bounds, std::ranges::max_element);
            const auto best = level_with(worth, std::ranges::max_element);
            const auto worst = level_with(worth, std::ranges::min_element);
            const std::vector<bool> any(best.size(), true);
            std::vector<bool> next;
            std::vector<Score> bounds;
            for (const Reply& r : event.bounds) {
                next.push_back(r.move == event.next);
                bounds.push_back(r.score);
            }
            std::ranges::sort(bounds);
            const bool above = bounds.back() > event.score;
            const bool has_next = std::ranges::count(next, true) != 0;
            std::cout << number << ' ' << event.depth << ' ' << event.below << ' ' << bounds.size() << ' '
                      << std::unique(bounds.begin(), bounds.end()) - bounds.begin() << ' ' << above << ' '
                      << share(highest, best) << ' ' << (has_next ? share(next, best) : 0.0) << ' ' << share(any, best)
                      << ' ' << share(highest, worst) << ' ' << share(any, worst) << '\n';
        }
        ++number;
        Falls::events.clear();
        Falls::noted.clear();
    });
    return 0;
}

template <class V>
int firsts(const Call& call, std::size_t table, std::uint8_t depth) {
    search_all<NotedBy<Firsts, V>>(call, table, depth, [] {
        const auto [exact, best, cuts, first] = std::exchange(Firsts::counts, {});
        std::cout << exact << ' ' << best << ' ' << cuts << ' ' << first << '\n';
    });
    return 0;
}

template <class V, class E>
struct WithMore : V {
    using Enhancements = Plus<typename V::Enhancements, E>;
};

template <class V>
int answer(const Call& call, std::string_view what, std::string_view form, std::size_t table, std::uint8_t depth,
           std::size_t most) {
    if (what == "falls")
        return form == "--hard" ? falls<V, true>(call, table, depth, most) : falls<V, false>(call, table, depth, most);
    if (what == "root") {
        search_all<NotedBy<Root, V>>(call, table, depth, [] {
            Root::last = {};
            std::cout << '\n';
        });
        return 0;
    }
    if (form == "--open") return firsts<With<V, Aspiration<20>>>(call, table, depth);
    if (form == "--cleared") return firsts<WithMore<V, ClearTable>>(call, table, depth);
    if (form == "--forgetful") return firsts<WithMore<V, Forgetful>>(call, table, depth);
    return firsts<V>(call, table, depth);
}

}  // namespace

int main(int argc, char** argv) {
    Call call("duel_replies", help, argc, argv);
    std::string_view what, version, form;
    std::uint8_t depth = 0;
    std::size_t most = 20;
    while (call.next()) {
        if (call.takes("--depth", depth) || call.takes("--most", most)) continue;
        const std::string_view word = call.word();
        if (word == "falls" || word == "firsts" || word == "root")
            what = word;
        else if (word == "large" || word == "small")
            version = word;
        else if (word == "--hard" || word == "--open" || word == "--cleared" || word == "--forgetful")
            form = word;
        else
            call.refuse_word();
    }
    if (what.empty() || version.empty() || depth == 0) call.refuse("what, a version and --depth are needed");
    return version == "large" ? answer<versions::Large>(call, what, form, full_table, depth, most)
                              : answer<versions::Small>(call, what, form, tiny_table, depth, most);
}
