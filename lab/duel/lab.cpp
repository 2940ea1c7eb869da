// What lab/experiments runs: matches and searches of many versions, and positions to search. Which versions says the
// file that is linked with it.

#include "lab/duel/lab.hpp"

#include "core/chess/exchange.hpp"
#include "core/search/move_kind.hpp"
#include "lab/duel/call.hpp"
#include "lab/duel/game.hpp"
#include "lab/duel/match.hpp"
#include "lab/duel/opening.hpp"

#include <string>

namespace stackmate::duel {

namespace {

constexpr const char* help =
    R"(Usage: duel_lab match ...     as lab/match, with more versions
       duel_lab versions      their names
       duel_lab depth --version NAME --depth N [--table BYTES] [--most NODES] < FENs
                              nodes until each depth was finished, a line for each position; fewer depths
                              where NODES (default 5 million) were not enough
       duel_lab kinds < FENs      tactical, where the side to move is in check or either side could win a pawn or more by
                              an exchange, else quiet: a line for each position
       duel_lab positions --count N [--seed N]
                              FENs from games of the engine against itself, one of each game
)";

int depths(Call& call) {
    const VersionInfo* version = nullptr;
    Limits limits;
    limits.nodes = 5'000'000;
    std::size_t table = SIZE_MAX;
    while (call.next()) {
        if (call.word() == "--version")
            version = find_version(call.value());
        else if (call.word() == "--depth")
            limits.depth = call.number<std::uint8_t>();
        else if (call.word() == "--table")
            table = call.number<std::size_t>();
        else if (call.word() == "--most")
            limits.nodes = call.number<std::uint64_t>();
        else
            call.refuse_word();
    }
    if (version == nullptr || limits.depth == 0) call.refuse("--version and --depth are needed");
    const auto player = version->make(table == SIZE_MAX ? version->table_bytes : table);
    for (std::string line; std::getline(std::cin, line);) {
        Position p;
        if (p.set_fen(line) != FenError::none) call.refuse("this is no position: " + line);
        player->new_game();
        (void)player->search(p, {}, limits);
        const char* gap = "";
        for (const std::uint64_t nodes : player->nodes_to_depth()) {
            std::cout << gap << nodes;
            gap = " ";
        }
        std::cout << std::endl;
    }
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
    for (std::string line; std::getline(std::cin, line);) {
        Position p;
        if (p.set_fen(line) != FenError::none) call.refuse("this is no position: " + line);
        bool tactical = p.checker() != Square::none || wins_material(p);
        if (!tactical) {
            Undo undo;
            p.make_null(undo);
            tactical = wins_material(p);
        }
        std::cout << (tactical ? "tactical" : "quiet") << '\n';
    }
    return 0;
}

int positions(Call& call) {
    std::uint64_t count = 0, seed = 1;
    while (call.next()) {
        if (call.word() == "--count")
            count = call.number<std::uint64_t>();
        else if (call.word() == "--seed")
            seed = call.number<std::uint64_t>();
        else
            call.refuse_word();
    }
    const VersionInfo* const version = find_version("large");
    const auto white = version->make(version->table_bytes);
    const auto black = version->make(version->table_bytes);
    for (std::uint64_t n = 0; n < count; ++n) {
        const std::vector<Move> book = opening(seed, n, *white);
        const GameResult game = play({*white, {.nodes = 1000}}, {*black, {.nodes = 1000}}, book);
        // Spread over the whole game: the n-th position's share of the way.
        const std::size_t played = book.size() + (game.moves.size() - book.size()) * (n % 20) / 20;
        Position p;
        p.set_start();
        for (std::size_t i = 0; i < played; ++i) {
            Undo undo;
            p.make(game.moves[i], undo);
        }
        char text[max_fen_length];
        std::cout << std::string_view(text, p.fen(text)) << std::endl;
    }
    return 0;
}

}  // namespace

int lab_main(int argc, char** argv, std::initializer_list<std::span<const VersionInfo>> more) {
    for (const auto versions : more) add_versions(versions);
    const std::string_view what = argc > 1 ? argv[1] : "";
    if (what == "match") return match_main(argc - 1, argv + 1);
    Call call("duel_lab", argc - 1, argv + 1);
    if (what == "depth") return depths(call);
    if (what == "kinds") return kinds(call);
    if (what == "positions") return positions(call);
    if (what == "versions") {
        for (const VersionInfo& v : duel::versions()) std::cout << v.name << '\n';
        return 0;
    }
    std::cout << help;
    return what == "--help" || what == "-h" ? 0 : 2;
}

}  // namespace stackmate::duel
