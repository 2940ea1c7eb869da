// What the forms of the loop cost, for workshop/lab/experiments: the steps and forms of workshop/lab/DERIVATION.md, and the engine's own
// loop with as few enhancements. One form is compiled at a time, chosen by STACKMATE_FORM.

#include "core/search/enhancements/draws.hpp"
#include "core/search/enhancements/interrupt.hpp"
#include "core/search/enhancements/scout.hpp"
#include "core/search/pickers.hpp"
#include "core/search/search.hpp"
#include "workshop/lab/evaluation/material_pst.hpp"
#include "workshop/lab/forms/derivation/form_branch_table.hpp"
#include "workshop/lab/forms/derivation/form_label_address.hpp"
#include "workshop/lab/forms/derivation/form_macros.hpp"
#include "workshop/lab/forms/derivation/form_one_switch.hpp"
#include "workshop/lab/forms/derivation/knuth_moore.hpp"
#include "workshop/lab/forms/derivation/step1_recursion.hpp"
#include "workshop/lab/forms/derivation/step3_labels.hpp"
#include "workshop/lab/forms/derivation/step5_slices.hpp"

#include <type_traits>

namespace stackmate::versions {

struct RaiseStop {
    template <class S, class F>
    static Depth extend(S& s, F&) {
        if (s.ply() + 1 == derivation::raise_at) raise_stop();
        return 0;
    }
};

struct Scouting {
    using Evaluation = MaterialPst;
    using Picker = CursorPicker;
    using Enhancements = std::conditional_t<derivation::raise_at == 0, stackmate::Enhancements<Interrupt, Draws, Scout>,
                                            stackmate::Enhancements<Interrupt, Draws, RaiseStop, Scout>>;
    static constexpr int max_ply = 40;
    static constexpr std::size_t line_plies = 8;
};

}  // namespace stackmate::versions

namespace {

using namespace stackmate;

/// What becomes of a search when the stop flag is up: it stands still, or all moves are taken back.
enum class Ending { keep, give_up };

/// A whole search, in one slice where there are slices.
template <class Step, Ending ending = Ending::give_up>
class Whole : public Step {
public:
    using Step::Step;
    Score search(const RootTask& task) {
        if constexpr (requires(Step& step) { step.run(1u); }) {
            this->start(task.depth);
            if (!this->run(1u << 30) && ending == Ending::give_up)
                for (auto* f = this->top_; f->ply != 0;) {
                    --f;
                    this->position().unmake(f->move, f->undo);
                }
            return this->score();
        } else {
            return Step::search(task.depth);
        }
    }
};

template <Ending ending>
class Engines : public Search<versions::Scouting> {
public:
    using Search::Search;
    Score search(const RootTask& task) {
        begin();
        start(task);
        if (run(1u << 30) != SearchStatus::done && ending == Ending::give_up) abandon();
        return root_score();
    }
};

template <class Step, Ending e = Ending::give_up>
struct At {
    using Form = Step;
    static constexpr Depth depth = derivation::raise_at == 0 ? 3 : 30;
    static constexpr bool ends_at_root = e == Ending::give_up;
};
using recursion = At<Whole<derivation::Recursion>>;
using shared_frames = At<Whole<derivation::SharedFrames>>;
using labels = At<Whole<derivation::Labels>>;
using no_call = At<Whole<derivation::NoCall>>;
using slices = At<Whole<derivation::Slices>>;
using branch_table = At<Whole<derivation::BranchTable>>;
using label_address = At<Whole<derivation::LabelAddress>>;
using macros = At<Whole<derivation::Macros>>;
using one_switch = At<Whole<derivation::OneSwitch>>;
using f2 = At<Whole<derivation::F2>>;
using knuth_moore = At<Whole<derivation::KnuthMoore>>;
using engine = At<Engines<Ending::give_up>>;
using slices_kept = At<Whole<derivation::Slices, Ending::keep>, Ending::keep>;
using engine_kept = At<Engines<Ending::keep>, Ending::keep>;

using Chosen = STACKMATE_FORM;

}  // namespace

#include "workshop/lab/measure/harness.inc"
