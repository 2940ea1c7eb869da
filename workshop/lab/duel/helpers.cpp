// What helpers of a search do, over positions from standard input: for workshop/lab/experiments. Leader and helpers take turns of two nodes.

#include "workshop/lab/duel/engine_player.hpp"
#include "workshop/lab/duel/lab.hpp"
#include "workshop/lab/parallel/many_helpers.hpp"

#include <memory>

namespace {

using namespace stackmate;
using namespace stackmate::duel;
using Large = MatchConfig<versions::Large>;

constexpr const char* help = R"(Usage: duel_helpers [--helpers 1|2|3|4|7] [--handing] --depth N < FENs
Full, splitting, with so many helpers. A line for each position: nodes of the leader until the depth was finished and those of the
helpers; turns of the helpers and those in which one was idle; nodes for what the leader has taken over, and of these in branches;
moves that the leader took over unfinished, those whose branch came with them; plies and bytes of these branches.
)";

template <unsigned count, bool handing>
void search_all(const Call& call, std::uint8_t depth) {
    using Form = ManyForm<Large, count, handing>;
    constexpr std::uint32_t turn = 2;
    std::vector<TtEntry> table(full_table / sizeof(TtEntry));
    std::atomic<bool> stop{false};
    const auto leader = std::make_unique<typename Form::Leader>(stop);
    const auto helpers = std::make_unique<typename Form::Helper>(stop);
    leader->use_table(table);
    each_position(call, [&](const Position& p) {
        leader->new_game();
        helpers->new_game();
        leader->begin_setup().position = p;
        leader->commit_setup();
        leader->go({.depth = depth}, {}, 0);
        helpers->begin(*leader);
        while (leader->run(turn, 0) != EngineEvent::finished) (void)helpers->serve(turn);
        const HelpersUse use = leader->search().use();
        std::cout << leader->report(0).nodes << ' ' << helpers->nodes() << ' ' << helpers->turns() << ' '
                  << helpers->idle() << ' ' << use.useful << ' ' << use.handed_nodes << ' ' << use.taken_over << ' '
                  << use.handed << ' ' << use.plies << ' ' << use.bytes << std::endl;
        stop = true;
        while (helpers->searching()) (void)helpers->serve(turn);
    });
}

template <bool handing>
void search_all(const Call& call, unsigned count, std::uint8_t depth) {
    switch (count) {
    case 0: return search_all<0, handing>(call, depth);
    case 1: return search_all<1, handing>(call, depth);
    case 2: return search_all<2, handing>(call, depth);
    case 3: return search_all<3, handing>(call, depth);
    case 4: return search_all<4, handing>(call, depth);
    case 7: return search_all<7, handing>(call, depth);
    default: call.refuse("no such number of helpers");
    }
}

}  // namespace

int main(int argc, char** argv) {
    Call call("duel_helpers", help, argc, argv);
    unsigned count = 0;
    std::uint8_t depth = 0;
    bool handing = false;
    while (call.next())
        if (!call.takes("--helpers", count) && !call.takes("--depth", depth) && !call.takes("--handing", handing))
            call.refuse_word();
    if (depth == 0) call.refuse("--depth is needed");
    handing ? search_all<true>(call, count, depth) : search_all<false>(call, count, depth);
    return 0;
}
