// Engines that search on several cores (workshop/lab/parallel/forms.hpp, many_helpers.hpp), played on one: leader and helpers take turns
// of a few nodes, so that each game is the same each time. Nodes are the leader's, which stand for time.

#include "workshop/lab/parallel/forms.hpp"
#include "workshop/lab/parallel/many_helpers.hpp"

#include "workshop/lab/duel/engine_player.hpp"

namespace stackmate::duel {

namespace {

template <class Form>
class PairPlayer : public EnginePlayer<versions::Large, typename Form::Leader> {
    using Base = EnginePlayer<versions::Large, typename Form::Leader>;

public:
    using Base::Base;

    void new_game() override {
        Base::new_game();
        helper_.new_game();
    }
    [[nodiscard]] bool set_speed(std::uint32_t nodes_per_ms) override { return nodes_per_ms == 0; }

private:
    static constexpr std::uint32_t turn = 2;

    void begun() override { helper_.begin(this->engine_); }
    [[nodiscard]] std::uint32_t slice() override { return turn; }
    void between_slices() override { (void)helper_.serve(turn); }
    void ended() override {
        this->stop_ = true;
        while (helper_.searching()) (void)helper_.serve(turn);
    }

    typename Form::Helper helper_{this->stop_};
};

template <template <class> class Form>
std::unique_ptr<Player> make_pair_player(std::size_t table_bytes) {
    return std::make_unique<PairPlayer<Form<MatchConfig<versions::Large>>>>(table_bytes);
}

template <class Config>
using OneHelper = ManyForm<Config, 1>;
template <class Config>
using ThreeHelpers = ManyForm<Config, 3>;
template <class Config>
using SevenHelpers = ManyForm<Config, 7>;

const Known all({
    {"large-shared-table", "large on two cores, a shared table", make_pair_player<SharedTableForm>, full_table},
    {"large-abdada", "large on two cores, ABDADA", make_pair_player<AbdadaForm>, full_table},
    {"large-splitting", "large on two cores, splitting", make_pair_player<SplittingForm>, full_table},
    {"large-splitting-1", "large with one helper of many", make_pair_player<OneHelper>, full_table},
    {"large-splitting-3", "large with three helpers", make_pair_player<ThreeHelpers>, full_table},
    {"large-splitting-7", "large with seven helpers", make_pair_player<SevenHelpers>, full_table},
});

}  // namespace

}  // namespace stackmate::duel
