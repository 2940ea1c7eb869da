// The worker behind workshop/training/spsa: pairs of games between two settings of a version's parameters.

#include "core/search/versions.hpp"
#include "workshop/lab/duel/engine_player.hpp"
#include "workshop/lab/duel/game.hpp"
#include "workshop/lab/duel/player.hpp"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>

namespace stackmate::duel {

namespace {

using stackmate::parameters::large;
using stackmate::parameters::small;

/// Two settings of each version, for two players in one game.
SearchParameters large_a = large, large_b = large, small_a = small, small_b = small;

/// A number of a set that changes between games, as an enhancement's template argument in place of a constant. (A reference to the
/// member would do, but Clang takes none before version 18.)
template <const SearchParameters& set, auto member>
struct Read {
    [[gnu::always_inline]] constexpr operator const auto &() const { return set.*member; }
};
/// In place of a version's constant set: each number is read from `set` when it is needed.
template <const SearchParameters& set>
struct ReadFrom {
    using P = SearchParameters;
    Read<set, &P::reverse_futility> reverse_futility;
    Read<set, &P::null_less> null_less;
    Read<set, &P::null_per_depth> null_per_depth;
    Read<set, &P::null_per_excess> null_per_excess;
    Read<set, &P::razoring_base> razoring_base;
    Read<set, &P::razoring> razoring;
    Read<set, &P::futility_base> futility_base;
    Read<set, &P::futility> futility;
    Read<set, &P::late_moves> late_moves;
    Read<set, &P::delta> delta;
    Read<set, &P::exchange> exchange;
    Read<set, &P::reductions> reductions;
};

/// One number, and what may be made of it.
struct Tunable {
    std::string_view name;
    int& (*in)(SearchParameters&);
    int least, most;
    int step;  ///< up and down from where it stands, in the last games; several times that in the first
};

const Tunable tunables[] = {
    {"reverse_futility", [](auto& p) -> int& { return p.reverse_futility; }, 20, 200, 10},
    {"null_per_excess", [](auto& p) -> int& { return p.null_per_excess; }, 30, 600, 40},
    {"razoring_base", [](auto& p) -> int& { return p.razoring_base; }, 0, 600, 30},
    {"razoring", [](auto& p) -> int& { return p.razoring; }, 20, 250, 12},
    {"futility_base", [](auto& p) -> int& { return p.futility_base; }, 0, 300, 20},
    {"futility", [](auto& p) -> int& { return p.futility; }, 20, 250, 12},
    {"late_moves", [](auto& p) -> int& { return p.late_moves; }, 1, 12, 1},
    {"delta", [](auto& p) -> int& { return p.delta; }, 0, 300, 20},
    {"exchange", [](auto& p) -> int& { return p.exchange; }, 10, 250, 12},
    {"reductions.base", [](auto& p) -> int& { return p.reductions.base; }, -16, 24, 3},
    {"reductions.factor", [](auto& p) -> int& { return p.reductions.factor; }, 2, 16, 1},
    {"reductions.open_window", [](auto& p) -> int& { return p.reductions.open_window; }, 0, 40, 4},
    {"reductions.check", [](auto& p) -> int& { return p.reductions.check; }, 0, 64, 6},
    {"reductions.worsening", [](auto& p) -> int& { return p.reductions.worsening; }, 0, 24, 3},
    {"reductions.history", [](auto& p) -> int& { return p.reductions.history; }, 0, 96, 6},
};

constexpr std::string_view usage =
    "Usage: duel_spsa VERSION --list\n"
    "       duel_spsa VERSION NODES < pairs\n"
    "VERSION is large or small. The first form prints the parameters: name, value, least, most, step.\n"
    "The second reads lines: the number of an opening, the values of one side, the values of the other. Both play it\n"
    "twice, with both colours, so many nodes a move; it prints the number and the first side's points, 0 to 4.\n";

bool read(std::istream& in, SearchParameters& values) {
    for (const Tunable& t : tunables)
        if (!(in >> t.in(values))) return false;
    return true;
}

template <const SearchParameters& a, const SearchParameters& b, template <auto> class Version>
void serve(SearchParameters& first, SearchParameters& second, std::size_t table, std::uint64_t nodes) {
    BalancedOpenings openings(1);
    const auto one = make_player<Version<ReadFrom<a>{}>>(table), other = make_player<Version<ReadFrom<b>{}>>(table);
    Allowance allowed;
    allowed.nodes = nodes;
    for (std::string line; std::getline(std::cin, line);) {
        std::istringstream in(line);
        std::uint64_t number = 0;
        if (!(in >> number) || !read(in, first) || !read(in, second)) {
            std::cerr << "not an opening's number and two settings: " << line << '\n';
            std::exit(2);
        }
        const Opening opening = openings(number);
        const int white = play({*one, allowed}, {*other, allowed}, opening).white_points;
        const int black = 2 - play({*other, allowed}, {*one, allowed}, opening).white_points;
        std::cout << number << ' ' << white + black << std::endl;
    }
}

void list(SearchParameters values) {
    for (const Tunable& t : tunables)
        std::printf("%.*s %d %d %d %d\n", static_cast<int>(t.name.size()), t.name.data(), t.in(values), t.least, t.most,
                    t.step);
}

}  // namespace

}  // namespace stackmate::duel

int main(int argc, char** argv) {
    using namespace stackmate::duel;
    const std::string_view version = argc == 3 ? argv[1] : "", what = argc == 3 ? argv[2] : "";
    const std::uint64_t nodes = what == "--list" ? 1 : std::strtoull(argc == 3 ? argv[2] : "0", nullptr, 10);
    const bool large_one = version == "large";
    if ((!large_one && version != "small") || nodes == 0) {
        std::fputs(usage.data(), stderr);
        return 2;
    }
    if (what == "--list")
        list(large_one ? large : small);
    else if (large_one)
        serve<large_a, large_b, stackmate::versions::LargeWith>(large_a, large_b, 65536, nodes);
    else
        serve<small_a, small_b, stackmate::versions::SmallWith>(small_a, small_b, 2048, nodes);
    return 0;
}
