// Versions that say what iterative deepening is good for: without earlier iterations, and with more made of them.

#include "workshop/lab/enhancements/follow_line.hpp"

#include "workshop/lab/duel/direct.hpp"
#include "workshop/lab/duel/engine_player.hpp"
#include "workshop/lab/duel/iid.hpp"
#include "workshop/lab/duel/ladder.hpp"
#include "workshop/lab/duel/root_order.hpp"
#include "workshop/lab/versions.hpp"

namespace stackmate::duel {

namespace {

using stackmate::versions::Large;
using stackmate::versions::Plain;
using stackmate::versions::Small;

using Minimax = ladder::Rung<ladder::step_of("minimax")>;
using AlphaBeta = ladder::Rung<ladder::step_of("alpha-beta")>;

enum class Keep : std::uint8_t { all, half, none };

/// `E`, what it has learnt kept, halved or cleared between searches and between the iterations of one. Killers have no half.
template <class E, Keep searches, Keep iterations>
struct Passing : E {
    void new_search() {
        depth_ = 0;
        pass(searches);
    }
    template <class S, class F>
    bool interrupt(S& s, F&) {
        if (s.ply() == 0 && s.root().depth != std::exchange(depth_, s.root().depth)) pass(iterations);
        return false;
    }

private:
    void pass(Keep keep) {
        E& learnt = *this;
        if (keep == Keep::half) learnt.new_search();
        if (keep == Keep::none) learnt = {};
    }
    Depth depth_ = 0;
};
/// Reductions still ask the history.
template <class E, class New>
struct LargePassing : Large {
    using Enhancements = EachOf<detail::Exchanging<E, New>::template To, Large::Enhancements>;
};
using LargeKillers = Killers<Large::max_ply, 2>;
template <Keep searches, Keep iterations>
constexpr auto passing_history = make_player<LargePassing<History, Passing<History, searches, iterations>>>;
template <Keep searches, Keep iterations>
constexpr auto passing_killers = make_player<LargePassing<LargeKillers, Passing<LargeKillers, searches, iterations>>>;

template <class V>
struct Following : V {
    using Enhancements = Plus<typename V::Enhancements, FollowLine<V::line_plies>>;
};
template <class V>
struct RootOrdered : V {
    using Picker = RootOrder<typename V::Picker>;
};

const Known all({
    {"minimax-direct", "no alpha-beta, no earlier iterations", make_direct<Minimax>, 0},
    {"alpha-beta-direct", "alpha-beta alone, no earlier iterations", make_direct<AlphaBeta>, 0},
    {"plain-direct", "plain, no earlier iterations", make_direct<Plain>, 0},
    {"small-direct", "small, no earlier iterations", make_direct<Small>, tiny_table},
    {"large-direct", "large, no earlier iterations", make_direct<Large>, full_table},
    // Where no node asks whether there is a move to try first, a depth is the same depth for both.
    {"small-iid-none-direct", "small without IID, no earlier iterations", make_direct<WithIid<Small>>, tiny_table},
    {"large-iid-none-direct", "large without IIR, no earlier iterations", make_direct<WithIid<Large>>, full_table},
    {"large-passes-history-kept", "history kept", passing_history<Keep::all, Keep::all>, full_table},
    {"large-passes-history-cleared", "history cleared in each search", passing_history<Keep::none, Keep::all>,
     full_table},
    {"large-passes-history-halved-often", "halved in each iteration", passing_history<Keep::half, Keep::half>,
     full_table},
    {"large-passes-history-cleared-often", "cleared in each iteration", passing_history<Keep::none, Keep::none>,
     full_table},
    {"large-passes-killers-cleared", "killers cleared in each search", passing_killers<Keep::none, Keep::all>,
     full_table},
    {"large-passes-killers-cleared-often", "cleared in each iteration", passing_killers<Keep::none, Keep::none>,
     full_table},
    {"plain-line", "plain, the last line first", make_player<Following<Plain>>, 0},
    {"small-line", "small, the last line first", make_player<Following<Small>>, tiny_table},
    {"large-line", "large, the last line first", make_player<Following<Large>>, full_table},
    {"plain-root", "plain, root moves by nodes", make_player<RootOrdered<Plain>>, 0},
    {"small-root", "small, root moves by nodes", make_player<RootOrdered<Small>>, tiny_table},
    {"large-root", "large, root moves by nodes", make_player<RootOrdered<Large>>, full_table},
});

}  // namespace

}  // namespace stackmate::duel
