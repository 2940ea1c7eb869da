// A version with every form of internal iterative deepening in place of its own.
#pragma once

#include "workshop/lab/duel/engine_player.hpp"
#include "workshop/lab/duel/lists.hpp"
#include "workshop/lab/enhancements/iid_forms.hpp"
#include "workshop/lab/enhancements/iid_reset.hpp"
#include "workshop/lab/enhancements/self_deepening.hpp"

#include <string>
#include <type_traits>
#include <vector>

namespace stackmate::duel {

namespace detail {
/// Is it the IID of one of our versions? Razoring and others decide about a node's first depth as well, and stay.
template <class E>
inline constexpr bool is_iid = false;
template <class Reduction, IidWhere where, Depth shallowest>
inline constexpr bool is_iid<Iid<Reduction, where, shallowest>> = true;
template <IidWhere where, Depth shallowest>
inline constexpr bool is_iid<Iir<where, shallowest>> = true;

template <class E>
struct NotDeepening : std::conditional<is_iid<E>, Enhancements<>, Enhancements<E>> {};
}  // namespace detail

/// `V`, what decides about internal iterations exchanged for `New...`, possibly nothing.
template <class V, class... New>
struct WithIid : V {
    using Enhancements = Plus<EachOf<detail::NotDeepening, typename V::Enhancements>, New...>;
};

template <class... Form>
struct Forms {};

template <class V>
struct IidForms {
    std::vector<VersionInfo> all = {};

    IidForms(const std::string& base, std::size_t table_bytes) {
        const auto add = [&]<class... Form>(const char* name, Forms<Form...>) {
            all.push_back({base + "-iid-" + name, base + " with another form of IID", make_player<WithIid<V, Form...>>,
                           table_bytes});
        };
        constexpr Depth shallowest = 4;
        constexpr auto pv = IidWhere::pv_nodes;
        constexpr auto above = IidWhere::null_windows_too;
        // From depth 4 on half is never more than two less, so two less would make no other form than these.
        using Min = IidMin<IidMinus<3>, IidOver<2>>;
        using Max = IidMax<IidMinus<3>, IidOver<2>>;
        add("none", Forms<>{});
        add("minus1-pv", Forms<Iid<IidMinus<1>, pv, shallowest>>{});
        add("minus2-pv", Forms<Iid<IidMinus<2>, pv, shallowest>>{});
        add("over2-pv", Forms<Iid<IidOver<2>, pv, shallowest>>{});
        add("over4-pv", Forms<Iid<IidOver<4>, pv, shallowest>>{});
        add("min-pv", Forms<Iid<Min, pv, shallowest>>{});
        add("max-pv", Forms<Iid<Max, pv, shallowest>>{});
        add("minus2-above", Forms<Iid<IidMinus<2>, above, shallowest>>{});
        add("min-above", Forms<Iid<Min, above, shallowest>>{});
        add("every-ply", Forms<IidEveryPly>{});
        add("self-deepening", Forms<SelfDeepening<V::max_ply>>{});
        using AnyFall = Fall<0, 4, 1>;
        add("none-reset", Forms<IidReset<NoIid, AnyFall, V::max_ply>>{});
        add("minus2-pv-reset", Forms<IidReset<Iid<IidMinus<2>, pv, shallowest>, AnyFall, V::max_ply>>{});
    }
};

}  // namespace stackmate::duel
