// A version with every form of internal iterative deepening in place of its own.
#pragma once

#include "lab/enhancements/iid_forms.hpp"
#include "lab/enhancements/iid_reset.hpp"
#include "lab/enhancements/self_deepening.hpp"
#include "lab/duel/engine_player.hpp"

#include <string>
#include <string_view>
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

template <class Done, class Rest>
struct NotDeepening;
template <class... Done>
struct NotDeepening<Enhancements<Done...>, Enhancements<>> {
    template <class... New>
    using with = Enhancements<Done..., New...>;
};
template <class... Done, class E, class... Rest>
struct NotDeepening<Enhancements<Done...>, Enhancements<E, Rest...>>
    : std::conditional_t<is_iid<E>, NotDeepening<Enhancements<Done...>, Enhancements<Rest...>>,
                         NotDeepening<Enhancements<Done..., E>, Enhancements<Rest...>>> {};
}  // namespace detail

/// `V`, what decides about internal iterations exchanged for `New...`, possibly nothing.
template <class V, class... New>
struct WithIid : V {
    using Others = detail::NotDeepening<stackmate::Enhancements<>, typename V::Enhancements>;
    using Enhancements = typename Others::template with<New...>;
};

template <class V>
class IidForms {
public:
    IidForms(std::string_view base, std::size_t table_bytes) : base_(base) {
        constexpr Depth shallowest = 4;
        constexpr auto pv = IidWhere::pv_nodes;
        constexpr auto cut = IidWhere::cut_nodes_too;
        // From depth 4 on half is never more than two less, so two less would make no other form than these.
        using Min = IidMin<IidMinus<3>, IidOver<2>>;
        using Max = IidMax<IidMinus<3>, IidOver<2>>;
        add<>("none");
        add<Iid<IidMinus<1>, pv, shallowest>>("minus1-pv");
        add<Iid<IidMinus<2>, pv, shallowest>>("minus2-pv");
        add<Iid<IidOver<2>, pv, shallowest>>("over2-pv");
        add<Iid<IidOver<4>, pv, shallowest>>("over4-pv");
        add<Iid<Min, pv, shallowest>>("min-pv");
        add<Iid<Max, pv, shallowest>>("max-pv");
        add<Iid<IidMinus<1>, cut, shallowest>>("minus1-cut");
        add<Iid<IidMinus<2>, cut, shallowest>>("minus2-cut");
        add<Iid<IidOver<2>, cut, shallowest>>("over2-cut");
        add<Iid<IidOver<4>, cut, shallowest>>("over4-cut");
        add<Iid<Min, cut, shallowest>>("min-cut");
        add<Iid<Max, cut, shallowest>>("max-cut");
        add<IidEveryPly>("every-ply");
        add<SelfDeepening<V::max_ply>>("self-deepening");
        add<IidRestart<NoIid, V::max_ply>>("none-restart");
        add<IidRestart<Iid<IidMinus<2>, pv, shallowest>, V::max_ply>>("minus2-pv-restart");
        using AnyFall = Fall<0, 4, 1>;
        add<IidReset<NoIid, AnyFall, V::max_ply>>("none-reset");
        add<IidReset<Iid<IidMinus<2>, pv, shallowest>, AnyFall, V::max_ply>>("minus2-pv-reset");
        for (std::size_t i = 0; i < names_.size(); ++i)
            infos_.push_back({names_[i], what_[i], makers_[i], table_bytes});
    }
    [[nodiscard]] std::span<const VersionInfo> infos() const { return infos_; }

private:
    template <class... Form>
    void add(std::string_view name) {
        names_.push_back(std::string(base_) + "-iid-" + std::string(name));
        what_.push_back(std::string(base_) + " with another form of IID");
        makers_.push_back(make_player<WithIid<V, Form...>>);
    }

    std::string_view base_;
    std::vector<std::string> names_, what_;
    std::vector<std::unique_ptr<Player> (*)(std::size_t)> makers_;
    std::vector<VersionInfo> infos_;
};

}  // namespace stackmate::duel
