#include "core/engine/config.hpp"
#include "workshop/lab/duel/call.hpp"
#include "workshop/lab/duel/progress.hpp"
#include "workshop/lab/duel/signature.hpp"
#include "workshop/training/selfplay/output.hpp"
#include "workshop/training/selfplay/self_play.hpp"

#include <algorithm>
#include <bit>
#include <exception>
#include <iostream>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace stackmate::selfplay {

namespace {

constexpr const char* help = R"(Usage: workshop/training/positions --output FILE [options]
Plays games of the engine against itself and writes their positions for workshop/training/train, one a line:
`FEN | score | result | best move`, score in centipawns and result (0, 0.5, 1) from White's view. Positions in check or
with a score beyond 3000 are left out, and games of fewer than 10 positions. A game ends by the rules, with one side 1500
ahead for 6 plies, as a draw with scores up to 10 for 12 plies after ply 80, or at ply 400.

  --output FILE   games are appended to it; FILE.state beside it says how many are whole. The same call goes on after
                  the last of them, however it was ended, and a call with more --games adds to them
  --games N       of the whole file (default 1000)
  --seed N        of the openings (default 1); another file needs another
  --version NAME  the engine that plays, large or small (default large)
  --nodes N       a move, 1 to 1000000000 (default 1500)
  --table BYTES   its hash table, a power of two from 256 up, emptied for each game (default: the version's own)
  --plies N       random moves that a game begins with, 1 to 100, one more in half of the games (default 8)
  --balance N     an opening that a side likes better by more centipawns is not played, 20 to 3000 (default 250)
  --tree N        writes positions of the searches too: `FEN | value | - | -` after their game's lines, with the net's value
                  from White's view. One in N is chosen at random. Left out are positions of the game, those in check, those
                  with a value beyond 1500 and those in which a capture or a promotion wins material (default 0: none)
  --threads N     games at a time, 1 to 1024 (default: all cores). The file does not depend on it
  --help          print this

The text packs well: `zstd --rm FILE` once it is complete. Progress goes to standard error.
Exit status: 0 done, 1 failed, 2 for a wrong call.
)";

struct Options {
    std::string output = {};
    std::string version = "large";
    std::uint64_t games = 1000;
    std::size_t table = 0;  ///< 0: the version's own
    unsigned threads = std::max(1u, std::thread::hardware_concurrency());
    Rules rules = {};
};

Options read(duel::Call& call) {
    Options o;
    while (call.next()) {
        if (call.takes("--output", o.output) || call.takes("--version", o.version)) continue;
        if (call.takes("--games", o.games, 1, 1'000'000'000) || call.takes("--seed", o.rules.seed)
            || call.takes("--tree", o.rules.tree))
            continue;
        if (call.takes("--nodes", o.rules.nodes, 1, 1'000'000'000)) continue;
        if (call.takes("--table", o.table, 256, std::size_t{1} << 30)) continue;
        if (call.takes("--plies", o.rules.plies, 1, 100) || call.takes("--balance", o.rules.balance, 20, 3000))
            continue;
        if (!call.takes("--threads", o.threads, 1, 1024)) call.refuse_word();
    }
    if (o.version != "large" && o.version != "small") call.refuse("--version is large or small, not '", o.version, "'");
    if (o.table != 0 && !std::has_single_bit(o.table)) call.refuse("--table takes a power of two");
    if (o.output.empty()) call.refuse("--output is needed");
    return o;
}

/// Threads that play the games which are missing. Games are written in the order of their numbers.
class Factory {
public:
    Factory(const Options& options, const duel::VersionInfo& version, Output& output)
        : o_(options),
          version_(version),
          output_(output),
          first_game_(output.games()),
          first_position_(output.positions()),
          next_(first_game_) {}

    void run() {
        std::vector<std::thread> workers;
        for (unsigned t = 0; t < o_.threads; ++t) workers.emplace_back([this] { work(); });
        for (std::thread& w : workers) w.join();
        if (error_) std::rethrow_exception(error_);
        progress_.keep(course());
    }

private:
    void work() {
        try {
            SelfPlay player(version_, o_.table == 0 ? version_.table_bytes : o_.table, o_.rules);
            for (std::uint64_t number = 0; take_number(number);) keep(number, player.play(number));
        } catch (...) {
            const std::lock_guard lock(mutex_);
            if (!error_) error_ = std::current_exception();
        }
    }
    bool take_number(std::uint64_t& number) {
        const std::lock_guard lock(mutex_);
        if (error_ || next_ >= o_.games) return false;
        number = next_++;
        return true;
    }
    void keep(std::uint64_t number, Game game) {
        const std::lock_guard lock(mutex_);
        if (error_) return;
        waiting_.emplace(number, std::move(game));
        for (auto it = waiting_.begin(); it != waiting_.end() && it->first == output_.games(); it = waiting_.begin()) {
            output_.append(it->second);
            waiting_.erase(it);
        }
        if (!progress_.due()) return;
        const double share =
            static_cast<double>(output_.games() - first_game_) / static_cast<double>(o_.games - first_game_);
        progress_.show(course() + progress_.left(share));
    }
    [[nodiscard]] std::string course() const {
        const auto made = static_cast<double>(output_.positions() - first_position_);
        const std::string pace = made > 0 ? duel::format(", %.0f a second", made / progress_.spent()) : "";
        return std::to_string(output_.games()) + " of " + std::to_string(o_.games) + " games, "
               + std::to_string(output_.positions()) + " positions" + pace;
    }

    const Options& o_;
    const duel::VersionInfo& version_;
    Output& output_;
    std::mutex mutex_;
    duel::Progress progress_ = duel::Progress();
    std::uint64_t first_game_;
    std::uint64_t first_position_;
    std::uint64_t next_;
    std::map<std::uint64_t, Game> waiting_;  ///< played, but for one before it
    std::exception_ptr error_;
};

std::string heading(const Options& o, const duel::VersionInfo& version) {
    const Depth depth = o.version == "large" ? Full::bench_depth : Tiny::bench_depth;
    const auto number = [](const char* name, std::uint64_t n) { return std::string(name) + std::to_string(n); };
    return "workshop/training/positions 1, " + o.version + number(", engine ", duel::signature(version, depth))
           + number(", nodes ", o.rules.nodes) + number(", table ", o.table == 0 ? version.table_bytes : o.table)
           + number(", plies ", o.rules.plies) + number(", balance ", static_cast<std::uint64_t>(o.rules.balance))
           + (o.rules.tree == 0 ? "" : number(", tree ", o.rules.tree)) + number(", seed ", o.rules.seed);
}

}  // namespace

void run(int argc, char** argv) {
    duel::Call call("workshop/training/positions", help, argc, argv);
    const Options o = read(call);
    const duel::VersionInfo& version = *duel::find_version(o.version);
    Output output(o.output, heading(o, version));
    Factory(o, version, output).run();
}

}  // namespace stackmate::selfplay

int main(int argc, char** argv) {
    try {
        stackmate::selfplay::run(argc, argv);
        return 0;
    } catch (const std::exception& error) {
        std::cerr << "workshop/training/positions: " << error.what() << '\n';
        return 1;
    }
}
