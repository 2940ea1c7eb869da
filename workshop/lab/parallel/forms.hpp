// The three ways for two cores to search together, behind one interface. Which one a program has is a type:
//
//     using Form = SplittingForm<Full>;
//     Form::Leader leader{stop};        Form::Helper helper{stop};
//
// and then as in workshop/lab/parallel/shared_table.hpp. The experiments with two processors tell what each is worth.
#pragma once

#include "core/splitting/splitting.hpp"
#include "workshop/lab/parallel/abdada.hpp"
#include "workshop/lab/parallel/shared_table.hpp"

#include <atomic>
#include <concepts>
#include <cstdint>
#include <span>
#include <type_traits>

namespace stackmate {

using StopFlag = std::atomic<bool>&;

/// `Leader` is an engine like any. Of the helper workshop/lab/parallel/shared_table.hpp says who calls what when. Nothing of it waits.
template <class F>
concept ParallelForm = requires(typename F::Leader& leader, typename F::Helper& helper, const typename F::Helper& seen,
                                std::uint32_t n, const Limits& limits) {
    requires std::is_constructible_v<typename F::Leader, StopFlag>;
    requires std::is_constructible_v<typename F::Helper, StopFlag>;
    { leader.run(n, n) } -> std::same_as<EngineEvent>;
    leader.go(limits, std::span<const Move>{}, n);
    helper.new_game();
    helper.begin(leader);
    { seen.searching() } -> std::same_as<bool>;
    { helper.serve(n) } -> std::same_as<bool>;
    { seen.nodes() } -> std::same_as<std::uint32_t>;
    { seen.report(n) } -> std::same_as<SearchReport>;
};

/// The same root, a table, nothing else shared.
template <class Config>
struct SharedTableForm {
    using Leader = Engine<Config>;
    using Helper = stackmate::Helper<Config>;
};
/// The same tree; what the other is at comes last.
template <class Config>
struct AbdadaForm {
    using Leader = Engine<Deferring<Config>>;
    using Helper = AbdadaHelper<Config>;
};

static_assert(sizeof(void*) > 4
                  || (sizeof(AbdadaForm<Tiny>::Helper) <= 6352 && sizeof(AbdadaForm<Full>::Helper) <= 24 * 1024),
              "the RAM bill of a second core, besides its stack");
static_assert(ParallelForm<SharedTableForm<Full>> && ParallelForm<AbdadaForm<Full>>
              && ParallelForm<SplittingForm<Full>>);

}  // namespace stackmate
