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
       duel_lab levels        the firmware's levels, one on a line: INDEX KIND ELO CANDIDATES DEPTH NODES NOTICES NAME
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
       duel_lab errors        how often each step misses a mate in one, leaves a queen that is attacked, and does not
                              recapture a piece, in positions from games of weak steps: NAME TIMES POSITIONS, for
                              each of the three
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
                  << unsigned{level.notices} << ' ' << level.name << '\n';
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

/// After `m`, can the other side capture a rook (unless `only_queens`) or a queen and be a minor piece ahead, or more, for
/// both moves?
bool gives_away(const Position& p, Move m, bool only_queens = false) {
    const PieceType taken = p.type_at(m.to());
    const int least = worth_of(PieceType::knight) + (taken == PieceType::none ? 0 : worth_of(taken));
    Position next = p;
    Undo undo;
    next.make(m, undo);
    for (const Move reply : legal_moves(next)) {
        const PieceType target = next.type_at(reply.to());
        if (target != PieceType::queen && (target != PieceType::rook || only_queens)) continue;
        if (exchange_wins(next, reply, least)) return true;
    }
    return false;
}

/// The weakest first.
std::vector<std::string> steps() {
    std::vector<std::string> names;
    for (std::size_t below = firmware::steps_below_menu; below != 0; --below)
        names.push_back("below" + std::to_string(below));
    for (std::size_t step = 1; step <= firmware::levels_of_a_kind; ++step)
        names.push_back("level" + std::to_string(step));
    return names;
}

int gifts(Call& call) {
    if (call.next()) call.refuse_word();
    std::vector<Position> avoidable;
    each_position(call, [&](const Position& p) {
        const std::vector<Move> moves = legal_moves(p);
        if (std::any_of(moves.begin(), moves.end(), [&](Move m) { return !gives_away(p, m); })) avoidable.push_back(p);
    });
    for (const std::string& name : steps()) {
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

bool mates(const Position& p, Move m) {
    Position next = p;
    Undo undo;
    next.make(m, undo);
    return next.checker() != Square::none && !next.any_legal_move();
}

/// A position with something in it that nobody should overlook, and who does.
struct Question {
    Position p;
    Square taken = Square::none;  ///< where a piece has just been captured
};
struct ErrorKind {
    bool (*asks)(const Question&);
    bool (*errs)(const Question&, Move);
};
template <class Test>
bool any_move(const Position& p, Test test) {
    const std::vector<Move> moves = legal_moves(p);
    return std::any_of(moves.begin(), moves.end(), test);
}
constexpr int piece_worth = worth_of(PieceType::knight);
constexpr ErrorKind error_kinds[] = {
    {[](const Question& q) { return any_move(q.p, [&](Move m) { return mates(q.p, m); }); },
     [](const Question& q, Move m) { return !mates(q.p, m); }},
    {[](const Question& q) {
         if (q.p.checker() != Square::none || any_move(q.p, [&](Move m) { return mates(q.p, m); })) return false;
         Position passed = q.p;
         Undo undo;
         passed.make_null(undo);
         return any_move(passed,
                         [&](Move m) {
                             return passed.type_at(m.to()) == PieceType::queen && exchange_wins(passed, m, piece_worth);
                         })
                && any_move(q.p, [&](Move m) { return !gives_away(q.p, m, true); });
     },
     [](const Question& q, Move m) { return gives_away(q.p, m, true); }},
    {[](const Question& q) {
         return q.taken != Square::none && !any_move(q.p, [&](Move m) { return mates(q.p, m); })
                && any_move(q.p, [&](Move m) { return m.to() == q.taken && exchange_wins(q.p, m, piece_worth); });
     },
     [](const Question& q, Move m) { return m.to() != q.taken; }},
};

int errors(Call& call) {
    if (call.next()) call.refuse_word();
    constexpr std::size_t wanted = 400;
    std::vector<Question> questions[std::size(error_kinds)];
    const VersionInfo* const weak = find_version("level3");
    const auto player = weak->make(weak->table_bytes);
    BalancedOpenings openings(1);
    const auto missing = [&](const auto& of) { return of.size() < wanted; };
    for (std::uint64_t game = 0; std::any_of(std::begin(questions), std::end(questions), missing); ++game) {
        Square taken = Square::none;
        (void)play({*player, {}}, {*player, {}}, openings(game), nullptr, [&](const Position& p, Score, Move m) {
            for (std::size_t kind = 0; kind < std::size(error_kinds); ++kind)
                if (const Question q{p, taken}; missing(questions[kind]) && error_kinds[kind].asks(q))
                    questions[kind].push_back(q);
            taken = worth_of(p.type_at(m.to())) >= piece_worth ? m.to() : Square::none;
            return true;
        });
    }
    for (const std::string& name : steps()) {
        const auto asked = find_version(name)->make(weak->table_bytes);
        std::cout << name;
        for (std::size_t kind = 0; kind < std::size(error_kinds); ++kind) {
            const auto errs = [&](const Question& q) {
                asked->new_game();
                (void)asked->search(q.p, {}, {});
                return error_kinds[kind].errs(q, asked->best_move());
            };
            std::cout << ' ' << std::count_if(questions[kind].begin(), questions[kind].end(), errs) << ' ' << wanted;
        }
        std::cout << std::endl;
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
    if (what == "errors") return errors(call);
    if (what == "adaptive") return adaptive(call);
    if (what == "versions") {
        for (const VersionInfo& v : duel::versions()) std::cout << v.name << '\n';
        return 0;
    }
    std::cout << help;
    return what == "--help" || what == "-h" ? 0 : 2;
}

}  // namespace stackmate::duel
