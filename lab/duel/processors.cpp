// Engines that search on two cores (lab/parallel/forms.hpp), played on one: leader and helper take turns of a few nodes, so
// that each game is the same each time. Nodes are the leader's, which stand for time.

#include "lab/parallel/forms.hpp"

#include "lab/duel/engine_player.hpp"

namespace stackmate::duel {

namespace {

template <class Form>
class PairPlayer : public Player {
public:
    explicit PairPlayer(std::size_t table_bytes) : table_(table_bytes / sizeof(TtEntry)) {
        if (!table_.empty()) leader_.use_table(table_);
    }

    void new_game() override {
        leader_.new_game();
        helper_.new_game();
    }
    SearchReport search(const Position& start, std::span<const Move> moves, const Limits& limits) override {
        auto& setup = leader_.begin_setup();
        setup.position = start;
        for (const Move m : moves) {
            Undo undo;
            setup.history.push(setup.position.key(), setup.position.halfmove());
            setup.position.make(m, undo);
        }
        leader_.commit_setup();
        nodes_to_depth_.clear();
        leader_.go(limits, {}, 0);
        helper_.begin(leader_);
        for (EngineEvent event = EngineEvent::none; event != EngineEvent::finished;) {
            event = leader_.run(turn, 0);
            (void)helper_.serve(turn);
            const SearchReport report = leader_.report(0);
            if (event == EngineEvent::info && report.bound == Bound::exact
                && static_cast<std::size_t>(report.depth) == nodes_to_depth_.size() + 1)
                nodes_to_depth_.push_back(report.nodes);
        }
        stop_ = true;
        while (helper_.searching()) (void)helper_.serve(turn);
        return leader_.report(0);
    }
    [[nodiscard]] Move best_move() const override { return leader_.best_move(); }
    [[nodiscard]] std::span<const std::uint64_t> nodes_to_depth() const override { return nodes_to_depth_; }

private:
    static constexpr std::uint32_t turn = 2;

    std::atomic<bool> stop_{false};
    std::vector<TtEntry> table_;
    std::vector<std::uint64_t> nodes_to_depth_;
    typename Form::Leader leader_{stop_};
    typename Form::Helper helper_{stop_};
};

template <template <class> class Form>
std::unique_ptr<Player> make_pair_player(std::size_t table_bytes) {
    return std::make_unique<PairPlayer<Form<MatchConfig<versions::Large>>>>(table_bytes);
}

const Known all({
    {"large-shared-table", "large on two cores, a shared table", make_pair_player<SharedTableForm>, full_table},
    {"large-abdada", "large on two cores, ABDADA", make_pair_player<AbdadaForm>, full_table},
    {"large-splitting", "large on two cores, splitting", make_pair_player<SplittingForm>, full_table},
});

}  // namespace

}  // namespace stackmate::duel
