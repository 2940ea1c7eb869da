// Versions that say what iterative deepening is good for: without earlier iterations, and with more made of them.

#include "lab/enhancements/follow_line.hpp"

#include "lab/duel/direct.hpp"
#include "lab/duel/ladder.hpp"
#include "lab/duel/engine_player.hpp"
#include "lab/duel/iid.hpp"
#include "lab/duel/root_order.hpp"
#include "lab/versions.hpp"

namespace stackmate::duel {

namespace {

using stackmate::versions::Large;
using stackmate::versions::Plain;
using stackmate::versions::Small;

using Minimax = ladder::Rung<ladder::step_of("minimax")>;
using AlphaBeta = ladder::Rung<ladder::step_of("alpha-beta")>;

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
    {"plain-line", "plain, the last line first", make_player<Following<Plain>>, 0},
    {"small-line", "small, the last line first", make_player<Following<Small>>, tiny_table},
    {"large-line", "large, the last line first", make_player<Following<Large>>, full_table},
    {"plain-root", "plain, root moves by nodes", make_player<RootOrdered<Plain>>, 0},
    {"small-root", "small, root moves by nodes", make_player<RootOrdered<Small>>, tiny_table},
    {"large-root", "large, root moves by nodes", make_player<RootOrdered<Large>>, full_table},
});

}  // namespace

}  // namespace stackmate::duel
