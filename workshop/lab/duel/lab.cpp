// What the programs of workshop/lab/duel do: matches and searches of many versions, and positions to search. Which versions say the
// files that are linked with it.

#include "workshop/lab/duel/lab.hpp"

#include "core/chess/exchange.hpp"
#include "core/search/move_kind.hpp"
#include "firmware/engine/levels.hpp"
#include "workshop/lab/duel/game.hpp"
#include "workshop/lab/duel/levels.hpp"
#include "workshop/lab/duel/match.hpp"
#include "workshop/lab/duel/text.hpp"

#include <algorithm>

namespace stackmate::duel {

namespace {

constexpr const char* help =
    R"(Usage: duel_lab match ...     as workshop/lab/match, with more versions
       duel_lab versions      their names
       duel_lab levels        the firmware's levels, one on a line: INDEX KIND ELO CANDIDATES DEPTH NODES NAME
       duel_lab scale         where UCI_Elo goes on above the levels, by nodes: NODES ELO
       duel_lab depth --version NAME --depth N [--table BYTES] [--most NODES] < FENs
                              nodes until each depth was finished, a line for each position; fewer depths
                              where NODES (default 5 million) were not enough
       duel_lab kinds < FENs      tactical, where the side to move is in check or either side could win a pawn or more by
                              an exchange, else quiet: a line for each position
       duel_lab positions --count N [--seed N]
                              FENs from games of the engine against itself, one of each game
       duel_lab adaptive VERSION... [--trials N]  what the adaptive level finds in ten games against each: NAME ELO...
       duel_lab gifts < FENs  how often each step of strength gives a rook or a queen away, the weakest first: NAME TIMES
                              POSITIONS. Counted are positions in which this can be avoided
)";

int depths(Call& call) {
    std::string name;
    Limits limits;
    limits.nodes = 5'000'000;
    std::size_t table = SIZE_MAX;
    while (call.next()) {
        if (call.takes("--version", name) || call.takes("--depth", limits.depth)) continue;
        if (call.takes("--table", table) || call.takes("--most", limits.nodes)) continue;
        call.refuse_word();
    }
    const VersionInfo* const version = find_version(name);
    if (version == nullptr || limits.depth == 0) call.refuse("--version and --depth are needed");
    const auto player = version->make(table == SIZE_MAX ? version->table_bytes : table);
    each_position(call, [&](const Position& p) {
        player->new_game();
        (void)player->search(p, {}, limits);
        const char* gap = "";
        for (const std::uint64_t nodes : player->nodes_to_depth()) {
            std::cout << gap << nodes;
            gap = " ";
        }
        std::cout << std::endl;
    });
    return 0;
}

/// Can the side to move win a pawn or more by an exchange?
bool wins_material(const Position& p) {
    for (const Move m : legal_moves(p))
        if (is_noisy(p, m) && exchange_wins(p, m, worth_of(PieceType::pawn))) return true;
    return false;
}

int kinds(Call& call) {
    if (call.next()) call.refuse_word();
    each_position(call, [](Position p) {
        bool tactical = p.checker() != Square::none || wins_material(p);
        if (!tactical) {
            Undo undo;
            p.make_null(undo);
            tactical = wins_material(p);
        }
        std::cout << (tactical ? "tactical" : "quiet") << '\n';
    });
    return 0;
}

int positions(Call& call) {
    std::uint64_t count = 0, seed = 1;
    while (call.next())
        if (!call.takes("--count", count) && !call.takes("--seed", seed)) call.refuse_word();
    const VersionInfo* const version = find_version("large");
    const auto white = version->make(version->table_bytes);
    const auto black = version->make(version->table_bytes);
    BalancedOpenings openings(seed, version->table_bytes);
    for (std::uint64_t n = 0; n < count; ++n) {
        const Opening book = openings(n);
        const GameResult game = play({*white, {.nodes = 1000}}, {*black, {.nodes = 1000}}, book);
        // Spread over the whole game: the n-th position's share of the way.
        const std::size_t begun = book.moves.size();
        const std::size_t played = begun + (game.moves.size() - begun) * (n % 20) / 20;
        std::cout << fen_of(after(book.start, std::span(game.moves).first(played))) << std::endl;
    }
    return 0;
}

int levels() {
    static constexpr const char* kinds[firmware::level_kinds] = {"strength", "move_time", "depth", "clock"};
    for (std::size_t i = 0; i < firmware::level_count; ++i) {
        const firmware::Level& level = firmware::levels[i];
        const unsigned elo = level.kind == firmware::LevelKind::strength
                                 ? firmware::strength_steps[firmware::steps_below_menu + i].elo
                                 : 0u;
        std::cout << i << ' ' << kinds[static_cast<std::size_t>(level.kind)] << ' ' << elo << ' '
                  << unsigned{level.candidates} << ' ' << unsigned{level.depth} << ' ' << level.nodes << ' '
                  << level.name << '\n';
    }
    return 0;
}

int scale() {
    std::uint32_t nodes = firmware::strength_steps.back().nodes;
    for (const unsigned elo : firmware::doubled_elo) {
        std::cout << nodes << ' ' << elo << '\n';
        nodes *= 2;
    }
    return 0;
}

int adaptive(Call& call) {
    std::size_t trials = 100;
    std::vector<const VersionInfo*> opponents;
    while (call.next()) {
        if (call.takes("--trials", trials)) continue;
        opponents.push_back(find_version(call.word()));
        if (opponents.back() == nullptr) call.refuse("there is no version '", call.word(), "'");
    }
    for (const VersionInfo* opponent : opponents) {
        std::cout << opponent->name;
        for (const unsigned elo : found_elo(*opponent, trials, 10)) std::cout << ' ' << elo;
        std::cout << std::endl;
    }
    return 0;
}

/// After `m`, can the other side capture a rook or a queen and be a minor piece ahead, or more, for both moves?
bool gives_away(const Position& p, Move m) {
    const PieceType taken = p.type_at(m.to());
    const int least = worth_of(PieceType::knight) + (taken == PieceType::none ? 0 : worth_of(taken));
    Position next = p;
    Undo undo;
    next.make(m, undo);
    for (const Move reply : legal_moves(next)) {
        const PieceType target = next.type_at(reply.to());
        if (target != PieceType::rook && target != PieceType::queen) continue;
        if (exchange_wins(next, reply, least)) return true;
    }
    return false;
}

int gifts(Call& call) {
    if (call.next()) call.refuse_word();
    std::vector<Position> avoidable;
    each_position(call, [&](const Position& p) {
        const std::vector<Move> moves = legal_moves(p);
        if (std::any_of(moves.begin(), moves.end(), [&](Move m) { return !gives_away(p, m); })) avoidable.push_back(p);
    });
    std::vector<std::string> names;
    for (std::size_t below = firmware::steps_below_menu; below != 0; --below)
        names.push_back("below" + std::to_string(below));
    for (std::size_t step = 1; step <= firmware::levels_of_a_kind; ++step)
        names.push_back("level" + std::to_string(step));
    for (const std::string& name : names) {
        const VersionInfo* const version = find_version(name);
        const auto player = version->make(version->table_bytes);
        std::size_t times = 0;
        for (const Position& p : avoidable) {
            player->new_game();
            (void)player->search(p, {}, {});
            if (gives_away(p, player->best_move())) ++times;
        }
        std::cout << name << ' ' << times << ' ' << avoidable.size() << std::endl;
    }
    return 0;
}

}  // namespace

int lab_main(int argc, char** argv) {
    const std::string_view what = argc > 1 ? argv[1] : "";
    if (what == "match") return match_main(argc - 1, argv + 1);
    Call call("duel_lab", help, argc - 1, argv + 1);
    if (what == "depth") return depths(call);
    if (what == "kinds") return kinds(call);
    if (what == "positions") return positions(call);
    if (what == "levels") return levels();
    if (what == "scale") return scale();
    if (what == "gifts") return gifts(call);
    if (what == "adaptive") return adaptive(call);
    if (what == "versions") {
        for (const VersionInfo& v : duel::versions()) std::cout << v.name << '\n';
        return 0;
    }
    std::cout << help;
    return what == "--help" || what == "-h" ? 0 : 2;
}

}  // namespace stackmate::duel
