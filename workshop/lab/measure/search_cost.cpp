// What a search costs in different forms, for workshop/lab/experiments: iterative and recursive, all ways to jump,
// hooks and by hand. One form is compiled at a time, chosen by STACKMATE_FORM, so that code size and stack
// can be told apart.

#include "core/search/search.hpp"
#include "host_tests/core/search/recursive_search.hpp"
#include "workshop/lab/duel/ladder.hpp"
#include "workshop/lab/measure/list_picker.hpp"
#include "workshop/lab/measure/plain_by_hand.hpp"
#include "workshop/lab/versions.hpp"

namespace stackmate::versions {

/// Does nothing at all: an enhancement that serves no hook costs nothing.
struct NoOperation {
    static constexpr bool serves_nothing = true;
};

// With external linkage as those it is compared with: else the compiler knows that its search has one caller.
template <class List>
struct AndNothing;
template <class... Es>
struct AndNothing<Enhancements<Es...>> {
    using type = Enhancements<Es..., NoOperation>;
};
struct SmallAndNothing : Small {
    using Enhancements = AndNothing<Small::Enhancements>::type;
};
struct LargeList : Large {
    using Picker = ListPicker<64, 224>;
};
struct LargeNoList : Large {
    using Picker = CursorPicker;
};

}  // namespace stackmate::versions

namespace {

using namespace stackmate;

/// The forms share this: search to a depth, tell nodes and the deepest ply.
template <class Loop>
class Iterative : public Loop {
public:
    using Loop::Loop;
    Score search(const RootTask& task) {
        this->begin();
        this->start(task);
        while (this->run(1u << 30) != SearchStatus::done) {}
        return this->root_score();
    }
};

/// A form, how deep it searches and what table it has.
template <class F, Depth to, std::size_t bytes = 2048>
struct Measured {
    using Form = F;
    static constexpr Depth depth = to;
    static constexpr std::size_t table_bytes = bytes;
};
template <class V, Depth to>
using Tinys = Measured<Iterative<Search<V>>, to>;
template <class V>
using Fulls = Measured<Iterative<Search<V>>, 6, 65536>;

using switch_jump = Tinys<versions::Small, 5>;
using recursive = Measured<RecursiveSearch<versions::Small, false>, 5>;
using no_operation = Tinys<versions::SmallAndNothing, 5>;
using plain_hooks = Tinys<versions::Plain, 3>;
using plain_by_hand = Measured<PlainByHand, 3>;
using full = Fulls<versions::Large>;
using full_list = Fulls<versions::LargeList>;
using full_no_list = Fulls<versions::LargeNoList>;
template <std::size_t n>
using ladder = Measured<Iterative<Search<duel::ladder::Rung<n>>>, (n < duel::ladder::step_of("Scout") ? 3 : 5), 65536>;

using Chosen = STACKMATE_FORM;

}  // namespace

#include "workshop/lab/measure/harness.inc"
