// duel_draughts: matches between versions of the draughts engine.
#include "workshop/lab/duel/call.hpp"
#include "workshop/lab/duel/draughts.hpp"
#include "workshop/lab/duel/match.hpp"
#include "workshop/lab/duel/without.hpp"

#include <algorithm>
#include <cstdio>

namespace stackmate::duel {
namespace {

constexpr const char* help = R"(Usage: duel_draughts versions
       duel_draughts match A B [options]
Plays version A of the draughts engine against version B of the same game, on one core: a fixed number of nodes a
move, 64 KB of table, random openings, each with both colours. A game ends by the rules, or drawn after 300 plies.

  --games N    (default 500)
  --nodes N    nodes a move (default 10000)
  --plies N    of an opening (default 8)
  --seed N     of the openings (default 1)
)";

template <draughts::Rules R>
struct Version {
    std::string name;
    DraughtsMover<R> (*make)(std::uint32_t nodes);
};

/// The interrupt stays in every version.
template <draughts::Rules R, class First, class... Es>
std::vector<Version<R>> versions_of(const std::string& game, Enhancements<First, Es...>*) {
    using Whole = draughts::Player<R>;
    return {{game, draughts_mover<R, Whole>},
            {game + "-without-" + name_of<Es>(), draughts_mover<R, With<Whole, Es>>}...,
            {game + "-without-all", draughts_mover<R, draughts::Plain<R>>}};
}
template <draughts::Rules R>
std::vector<Version<R>> versions_of(const std::string& game) {
    return versions_of<R>(game, static_cast<typename draughts::Player<R>::Enhancements*>(nullptr));
}

struct Match {
    std::string a, b;
    std::size_t games = 500;
    std::uint32_t nodes = 10'000;
    unsigned plies = 8;
    std::uint64_t seed = 1;
};

/// False if the game does not have both versions.
template <draughts::Rules R>
bool play(const Match& match, const std::vector<Version<R>>& known) {
    const auto find = [&](const std::string& name) {
        return std::find_if(known.begin(), known.end(), [&](const auto& version) { return version.name == name; });
    };
    const auto a = find(match.a), b = find(match.b);
    if (a == known.end() || b == known.end()) return false;
    Results results;
    for (std::size_t pair = 0; pair < match.games / 2; ++pair) {
        const auto opening = draughts_opening<R>(match.seed << 32 | pair, match.plies);
        const int first = play_draughts<R>(opening, a->make(match.nodes), b->make(match.nodes));
        const int second = 2 - play_draughts<R>(opening, b->make(match.nodes), a->make(match.nodes));
        results.add(first, second);
    }
    std::printf("%s - %s%s\n", match.a.c_str(), match.b.c_str(), (in_short(results) + in_detail(results)).c_str());
    return true;
}

int main(int argc, char** argv) {
    Call call("duel_draughts", help, argc, argv);
    const auto english = versions_of<draughts::English>("english");
    const auto international = versions_of<draughts::International>("international");
    Match match;
    if (!call.next()) call.refuse("versions, or match?");
    if (call.word() == "versions") {
        for (const auto& version : english) std::printf("%s\n", version.name.c_str());
        for (const auto& version : international) std::printf("%s\n", version.name.c_str());
        return 0;
    }
    if (call.word() != "match") call.refuse_word();
    match.a = call.value();
    match.b = call.value();
    while (call.next()) {
        if (call.takes("--games", match.games, 2, 1'000'000) || call.takes("--nodes", match.nodes, 1, UINT32_MAX))
            continue;
        if (call.takes("--plies", match.plies, 0, 40) || call.takes("--seed", match.seed)) continue;
        call.refuse_word();
    }
    if (!play(match, english) && !play(match, international))
        call.refuse("no game has both '", match.a, "' and '", match.b, "'; see duel_draughts versions");
    return 0;
}

}  // namespace
}  // namespace stackmate::duel

int main(int argc, char** argv) { return stackmate::duel::main(argc, argv); }
