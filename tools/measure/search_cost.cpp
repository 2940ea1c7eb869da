// What a search costs in different forms, for tools/experiments: iterative and recursive, all ways to jump,
// hooks and by hand. One form is compiled at a time, chosen by STACKMATE_FORM, so that code size and stack
// can be told apart.

#include "core/search/search.hpp"
#include "core/search/versions.hpp"
#include "host_tests/core/search/branch_table_search.hpp"
#include "host_tests/core/search/label_address_search.hpp"
#include "host_tests/core/search/macro_search.hpp"
#include "host_tests/core/search/one_switch_search.hpp"
#include "host_tests/core/search/recursive_search.hpp"
#include "tools/duel/ladder.hpp"
#include "tools/measure/apart.hpp"
#include "tools/measure/list_picker.hpp"
#include "tools/measure/plain_by_hand.hpp"

namespace stackmate::versions {

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
struct SmallApart : Small {
    using Enhancements = EachApart<Small::Enhancements>;
};
struct LargeList : Large {
    using Picker = ListPicker<64, 224>;
};
struct LargeNoList : Large {
    using Picker = CursorPicker;
};
struct LargeApart : Large {
    using Enhancements = EachApart<Large::Enhancements>;
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

struct switch_jump {
    using Form = Iterative<Search<versions::Small>>;
    static constexpr Depth depth = 5;
};
struct branch_table {
    using Form = Iterative<BranchTableSearch<versions::Small>>;
    static constexpr Depth depth = 5;
};
struct label_address {
    using Form = Iterative<LabelAddressSearch<versions::Small>>;
    static constexpr Depth depth = 5;
};
struct macros {
    using Form = Iterative<MacroSearch<versions::Small>>;
    static constexpr Depth depth = 5;
};
struct one_switch {
    using Form = Iterative<OneSwitchSearch<versions::Small>>;
    static constexpr Depth depth = 5;
};
struct recursive {
    using Form = RecursiveSearch<versions::Small, false>;
    static constexpr Depth depth = 5;
};
struct no_operation {
    using Form = Iterative<Search<versions::SmallAndNothing>>;
    static constexpr Depth depth = 5;
};
struct plain_hooks {
    using Form = Iterative<Search<versions::Plain>>;
    static constexpr Depth depth = 3;
};
struct plain_by_hand {
    using Form = PlainByHand;
    static constexpr Depth depth = 3;
};
struct full {
    using Form = Iterative<Search<versions::Large>>;
    static constexpr Depth depth = 6;
    static constexpr std::size_t table_bytes = 65536;
};

struct small_apart {
    using Form = Iterative<Search<versions::SmallApart>>;
    static constexpr Depth depth = 5;
};
struct full_apart {
    using Form = Iterative<Search<versions::LargeApart>>;
    static constexpr Depth depth = 6;
    static constexpr std::size_t table_bytes = 65536;
};

struct full_list {
    using Form = Iterative<Search<versions::LargeList>>;
    static constexpr Depth depth = 6;
    static constexpr std::size_t table_bytes = 65536;
};
struct full_no_list {
    using Form = Iterative<Search<versions::LargeNoList>>;
    static constexpr Depth depth = 6;
    static constexpr std::size_t table_bytes = 65536;
};
template <std::size_t n>
struct ladder {
    using Form = Iterative<Search<duel::ladder::Rung<n>>>;
    static constexpr Depth depth = n < duel::ladder::step_of("Scout") ? 3 : 5;
    static constexpr std::size_t table_bytes = 65536;
};

using Chosen = STACKMATE_FORM;

}  // namespace

#include "tools/measure/harness.inc"
