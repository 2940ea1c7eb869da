// Are won endings won? `won_endings ENDING GAMES NODES [FIRST [THREADS [alone]]]` takes random won positions of an ending such as
// KBNK. The engine plays them with NODES nodes a move and a smaller board's table. The other side resists as long as it can
// (endings/solver.hpp). The program counts the mates before the fifty-move rule, and says of each other game where it began and how it
// ended. FIRST, 0 if left out, numbers the first game; a game depends on its number alone, so a long run can be done in parts.
// `alone`: the engine does without the solved endings. What has been solved is kept in the folder WON_ENDINGS_CACHE, if that is
// set. 1,000 games with 12,000 nodes take some minutes.
#include "core/chess/movegen.hpp"
#include "core/engine/config.hpp"
#include "core/engine/engine.hpp"
#include "core/game/game_state.hpp"
#include "endings/probe.hpp"
#include "firmware/engine/solved.hpp"
#include "workshop/endings/solver.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace {

using namespace stackmate;

/// The first king's side is the stronger one: any colour, either to move, won by it.
Position won_position(const std::string& men, const endings::Solver& solver, std::mt19937& random) {
    const std::size_t second_king = men.rfind('K');
    for (;;) {
        std::string board(64, ' ');
        const bool black = random() % 2 != 0, weaker_moves = random() % 2 != 0;
        for (std::size_t i = 0; i < men.size(); ++i) {
            std::size_t at = random() % 64;
            while (board[at] != ' ') at = random() % 64;
            board[at] = (i < second_king) == black ? static_cast<char>(std::tolower(men[i])) : men[i];
        }
        std::string fen;
        for (std::size_t at = 0; at < 64; ++at) {
            if (at != 0 && at % 8 == 0) fen += '/';
            if (board[at] != ' ')
                fen += board[at];
            else if (at % 8 != 0 && fen.back() >= '1' && fen.back() <= '8')
                ++fen.back();
            else
                fen += '1';
        }
        fen += black != weaker_moves ? " b - - 0 1" : " w - - 0 1";
        Position p;
        if (p.set_fen(fen) != FenError::none) continue;
        const endings::Value value = solver.value(endings::place_of(p));
        if (weaker_moves ? value < 0 : value > 0) return p;
    }
}

/// The move after which the mate is farthest.
Move longest(const Position& position, const endings::Solver& solver, std::mt19937& random) {
    Position p = position;
    Move best;
    int most = -1;
    unsigned ties = 0;
    const Square checker = p.checker();
    Cursor cursor(checker);
    while (const Move m = cursor.next(p)) {
        if (!p.legal(m, checker)) continue;
        Undo undo;
        p.make(m, undo);
        const int value = solver.value(endings::place_of(p));
        p.unmake(m, undo);
        if (value > most) ties = 0;
        if (value >= most && random() % ++ties == 0) best = m;
        most = std::max(most, value);
    }
    return best;
}

/// Solves an ending, or reads what was solved earlier.
void solve(endings::Solver& solver, unsigned ending) {
    const char* folder = std::getenv("WON_ENDINGS_CACHE");
    const endings::Material m = endings::all_endings[ending];
    const std::string name = folder == nullptr ? std::string() : folder + ('/' + endings::name_of(m) + ".values");
    if (std::FILE* file = std::fopen(name.c_str(), "rb")) {
        std::size_t read = 0;
        for (auto& values : solver[ending].values) {
            values.resize(endings::positions(m));
            read += std::fread(values.data(), 1, values.size(), file);
        }
        std::fclose(file);
        if (read == 2 * endings::positions(m)) return;
    }
    solver.solve(ending);
    if (folder == nullptr) return;
    if (std::FILE* file = std::fopen(name.c_str(), "wb")) {
        for (const auto& values : solver[ending].values) std::fwrite(values.data(), 1, values.size(), file);
        std::fclose(file);
    }
}

/// An ending of these men, and those that captures and promotions lead to.
void solve(endings::Solver& solver, const std::string& men) {
    endings::Material wanted;
    for (const endings::Material m : endings::all_endings)
        if (endings::name_of(m) == men) wanted = m;
    for (unsigned ending = 0; ending < endings::ending_count; ++ending) {
        const endings::Material m = endings::all_endings[ending];
        const bool before = number_of(m) < number_of(wanted) && wanted.pawns();
        const bool promoted =
            !m.pawns() && m.shared == wanted.shared && (m.first == wanted.first || m.second == wanted.first);
        if (m.men() == 3 || m == wanted || (before && (promoted || wanted.first == PieceType::pawn)))
            solve(solver, ending);
    }
}

struct Outcome {
    GameState end;
    unsigned moves = 0;
};

Outcome play_out(Position p, Engine<Full>& engine, const endings::Solver& solver, unsigned nodes, bool alone,
                 std::mt19937& random) {
    engine.new_game();
    KeyHistory history;
    const bool winner_first = solver.value(endings::place_of(p)) > 0;
    for (unsigned plies = 0;; ++plies) {
        const GameState state = state_of(p, history);
        if (state != GameState::playing && state != GameState::check) return {state, (plies + 1) / 2};
        Move m;
        if ((plies % 2 == 0) == winner_first) {
            engine.set_game(p, history);
            Limits limits;
            limits.nodes = nodes;
            std::array<Move, Full::max_search_moves> room;
            engine.go(limits, alone ? std::span<const Move>{} : firmware::keeping_moves(p, room), 0);
            while (engine.run(4096, 0) != EngineEvent::finished) {}
            m = engine.best_move();
        } else {
            m = longest(p, solver, random);
        }
        play(p, history, m);
    }
}

}  // namespace

int main(int count, char** words) {
    if (count < 4) return std::fprintf(stderr, "usage: won_endings ENDING GAMES NODES [FIRST [THREADS [alone]]]\n"), 2;
    const auto number = [&](int word, unsigned otherwise) {
        return word < count ? static_cast<unsigned>(std::atoi(words[word])) : otherwise;
    };
    const std::string men = words[1];
    const unsigned games = number(2, 0), nodes = number(3, 0), first = number(4, 0), threads = number(5, 1);
    const bool alone = count > 6 && std::strcmp(words[6], "alone") == 0;
    endings::Solver solver;
    solve(solver, men);
    std::mutex mutex;
    unsigned next = 0, done = 0, won = 0, moves = 0, most = 0;
    const auto work = [&] {
        std::atomic<bool> stop{false};
        const auto engine = std::make_unique<Engine<Full>>(stop);
        std::unique_lock lock(mutex);
        while (next < games) {
            std::mt19937 random(first + next++);
            lock.unlock();
            const Position p = won_position(men, solver, random);
            const Outcome game = play_out(p, *engine, solver, nodes, alone, random);
            lock.lock();
            ++done;
            if (game.end == GameState::checkmate) {
                ++won;
                moves += game.moves;
                most = std::max(most, game.moves);
            } else {
                std::array<char, max_fen_length> fen{};
                const auto size = static_cast<int>(p.fen(fen.data()));
                const std::string_view end = to_text(game.end);
                std::printf("not won, %.*s in %u moves: %.*s\n", static_cast<int>(end.size()), end.data(), game.moves,
                            size, fen.data());
            }
            if (done % 50 == 0 || done == games)
                std::printf("%s, %u nodes a move%s: %u of %u won, in %.1f moves, at most %u\n", men.c_str(), nodes,
                            alone ? ", without the solved endings" : "", won, done,
                            won != 0 ? double(moves) / won : 0.0, most);
            std::fflush(stdout);
        }
    };
    std::vector<std::thread> others;
    for (unsigned n = 1; n < threads; ++n) others.emplace_back(work);
    work();
    for (std::thread& other : others) other.join();
}
