// Names of enhancement types, as the compiler spells them.
#pragma once

#include <string_view>

namespace stackmate::duel {

/// "Killers" for Killers<64, 2>.
template <class E>
constexpr std::string_view template_name() {
    std::string_view name = __PRETTY_FUNCTION__;  // "... template_name() [with E = stackmate::X<...>; ...]"
    name.remove_prefix(name.find("E = stackmate::") + 15);
    return name.substr(0, name.find_first_of("<;]"));
}

/// They differ in their arguments at most.
template <class A, class B>
constexpr bool same_template() {
    return template_name<A>() == template_name<B>();
}

}  // namespace stackmate::duel
