// Forms of internal iterative deepening whose numbers are set while the program runs: a form is compiled once for a
// sweep of them.
#pragma once

#include "core/search/enhancements/check_extension.hpp"
#include "core/search/enhancements/draws.hpp"
#include "core/search/enhancements/interrupt.hpp"
#include "core/search/enhancements/mate_distance.hpp"
#include "core/search/enhancements/null_move.hpp"
#include "core/search/enhancements/scout.hpp"
#include "core/search/enhancements/table_lookup.hpp"
#include "workshop/lab/duel/engine_player.hpp"
#include "workshop/lab/duel/iid.hpp"
#include "workshop/lab/enhancements/iid_reset.hpp"
#include "workshop/lab/enhancements/self_deepening.hpp"
#include "workshop/lab/evaluation/material_pst.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace stackmate::duel {

/// For move ordering: alpha-beta, null move, table, quiescence and what decides the order of moves.
template <class MovePicker, class... Ordering>
struct Ordered {
    using Evaluation = MaterialPst;
    using Picker = MovePicker;
    using Enhancements = stackmate::Enhancements<Interrupt, Draws, MateDistance, Transpositions<true>,
                                                 NullMove<3, 4, 200>, Ordering..., CheckExtension, Scout>;
    static constexpr int max_ply = 64;
    static constexpr std::size_t line_plies = 8;
};

struct IidSettings {
    int most_loss = 0;  ///< as in Fall
    Depth least_depth = 1;
    unsigned times = 1;
};

/// Fall, by the settings of the player that searches.
struct SetFall {
    static inline thread_local int most_loss = 0;
    static inline thread_local Depth least_depth = 1;
    static inline thread_local unsigned times = 1;
};

/// A form that serves every depth, kept to depth 4 and more.
template <class Form>
struct FromDepth {
    using Around = Form;

    template <class S, class F>
    static Depth first_depth(S& s, F& f) {
        return f.target < 4 ? Depth{f.target} : Form::first_depth(s, f);
    }
    template <class S, class F>
        requires requires(S& s, F& f) { Form::next_depth(s, f); }
    static Depth next_depth(S& s, F& f) {
        return Form::next_depth(s, f);
    }
};

/// Hands its settings to the forms before it searches: players of one thread may have others.
template <class V, class... Form>
class SetPlayer : public EnginePlayer<WithIid<V, Form...>> {
    using Base = EnginePlayer<WithIid<V, Form...>>;

public:
    SetPlayer(std::size_t table_bytes, const IidSettings& settings) : Base(table_bytes), settings_(settings) {}

    SearchReport search(const Position& start, std::span<const Move> moves, const Limits& limits) override {
        SetFall::most_loss = settings_.most_loss;
        SetFall::least_depth = settings_.least_depth;
        SetFall::times = settings_.times;
        return Base::search(start, moves, limits);
    }

private:
    IidSettings settings_;
};

/// All forms in `V`: BASE-FORM for each; a reset on top of another form is BASE-FORM-LOSS-DEPTH-TIMES.
template <class V>
struct IidLab {
    std::vector<VersionInfo> all = {};

    explicit IidLab(std::string_view base) : base_(base) {
        constexpr auto pv = IidWhere::pv_nodes;
        constexpr auto above = IidWhere::null_windows_too;
        add<>("none");
        add<FromDepth<Iid<IidOver<2>, pv, 2>>>("over2-pv");
        add<FromDepth<Iid<IidMin<IidMinus<3>, IidOver<2>>, pv, 2>>>("min-pv");
        add<FromDepth<Iid<IidOver<2>, above, 2>>>("over2-above");
        add<FromDepth<Iir<above, 2>>>("iir");
        add<FromDepth<IidDeepThought>>("deep-thought");
        add<IidEveryPly>("every-ply");
        add<SelfDeepening<V::max_ply>>("self-deepening");
        add<IidReset<NoIid, SetFall, V::max_ply>>("reset");
    }
    /// The version's own form, alone and with the reset on top of it.
    template <class Own>
    IidLab& with_own() {
        add<Own>("own");
        add_resets<IidReset<Own, SetFall, V::max_ply>>("own-reset");
        add_resets<IidReset<Own, SetFall, V::max_ply, NotedByKey<256>>>("own-reset-by-key");
        return *this;
    }

private:
    template <class... Form>
    void add(const std::string& form, const IidSettings& settings = {}) {
        const auto make = [settings](std::size_t table_bytes) -> std::unique_ptr<Player> {
            return std::make_unique<SetPlayer<V, Form...>>(table_bytes, settings);
        };
        all.push_back({base_ + "-" + form, "a form of IID in a search of its own", make, full_table});
    }
    template <class Form>
    void add_resets(const std::string& form) {
        constexpr IidSettings settings[] = {{0, 1, 1},  {0, 4, 1},  {0, 8, 1},  {0, 4, 2},  {0, 4, 4},
                                            {15, 1, 1}, {30, 4, 1}, {30, 1, 2}, {120, 4, 1}};
        for (const auto& [loss, depth, times] : settings)
            add<Form>(
                form + "-" + std::to_string(loss) + "-" + std::to_string(int{depth}) + "-" + std::to_string(times),
                {.most_loss = loss, .least_depth = depth, .times = times});
    }

    std::string base_;
};

}  // namespace stackmate::duel
