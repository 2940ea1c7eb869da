// What the forms of the loop cost, for lab/experiments: the steps and forms of lab/DERIVATION.md, and the engine's own
// loop with as few enhancements. One form is compiled at a time, chosen by STACKMATE_FORM.

#include "core/search/enhancements/draws.hpp"
#include "core/search/enhancements/interrupt.hpp"
#include "core/search/enhancements/scout.hpp"
#include "core/search/pickers.hpp"
#include "core/search/search.hpp"
#include "lab/evaluation/material_pst.hpp"
#include "lab/forms/derivation/form_branch_table.hpp"
#include "lab/forms/derivation/form_label_address.hpp"
#include "lab/forms/derivation/form_macros.hpp"
#include "lab/forms/derivation/form_one_switch.hpp"
#include "lab/forms/derivation/step1_recursion.hpp"
#include "lab/forms/derivation/step3_labels.hpp"
#include "lab/forms/derivation/step5_slices.hpp"

namespace stackmate::versions {

struct Scouting {
    using Evaluation = MaterialPst;
    using Picker = CursorPicker;
    using Enhancements = stackmate::Enhancements<Interrupt, Draws, Scout>;
    static constexpr int max_ply = 40;
    static constexpr std::size_t line_plies = 8;
};

}  // namespace stackmate::versions

namespace {

using namespace stackmate;

/// A whole search, in one slice where there are slices.
template <class Step>
class Whole : public Step {
public:
    using Step::Step;
    Score search(const RootTask& task) {
        if constexpr (requires(Step& step) { step.run(1u); }) {
            this->start(task.depth);
            while (!this->run(1u << 30)) {}
            return this->score();
        } else {
            return Step::search(task.depth);
        }
    }
};

class Engines : public Search<versions::Scouting> {
public:
    using Search::Search;
    Score search(const RootTask& task) {
        begin();
        start(task);
        while (run(1u << 30) != SearchStatus::done) {}
        return root_score();
    }
};

template <class Step>
struct At {
    using Form = Step;
    static constexpr Depth depth = 3;
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
using engine = At<Engines>;

using Chosen = STACKMATE_FORM;

}  // namespace

#include "lab/measure/harness.inc"
