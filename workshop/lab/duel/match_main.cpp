#include "workshop/lab/duel/call.hpp"
#include "workshop/lab/duel/match.hpp"

namespace stackmate::duel {

namespace {

constexpr const char* help = R"(Usage: workshop/lab/match A B [options]
Plays engine version A against version B: fixed nodes a move, or clocks that run with the nodes; balanced
random openings, each with both colours. The same seed gives the same games, on any number of cores.

  --games N            at most N games (default 1000), or one more if N is odd: they are played in pairs
  --nodes N[:M]        nodes a move, A's and B's (default 5000); different figures for equal instructions
  --clock S+I          seconds for the game and for each move made, for example 60+0.6, in place of --nodes. Who
                       needs more has lost
  --movetime S         seconds for each move, in place of --nodes
  --speed N[:M]        nodes in a millisecond, A's and B's (default 80, an STM32F405's): time is nodes divided by
                       that, so a match on clocks is the same on every machine
  --table BYTES[:B]    transposition table (default: what the version has on its smallest board; 0: none)
  --to-the-end         to mate or a draw by the rules; else a game ends when both players see its result
  --openings FILE      EPD or PGN, in random order (default: balanced openings of its own)
  --seed N             of the openings (default 1)
  --margin MS          that a program may exceed its clock by (default 0)
  --sprt ELO0,ELO1     stop as soon as one of the two is shown against the other, 5 % errors
  --threads N          (default: all cores)
  --log FILE           one line a pair; a match with the same FILE and options goes on where it ended
  --list               name the versions and end
elo1200 and the like play each move as the board's step of strength below or above that Elo, by a lot whose odds make the
mean (docs/LEVELS.md).
large-without-Killers and the like, small- too, are the version without the enhancement of that name; they are built when
one is named.
A version may be another engine of this machine: 'uci:PROGRAM,OPTION=VALUE,...'. It has a process for each thread. On a
clock it plays in the computer's time, against one of its kind or a version whose --speed on this computer is said.
Its scores are not read, so such a match should go --to-the-end.
The error bar is half the 95 % interval (`from`, `to`), from the scores of pairs of games. nElo is normalised Elo (by the
scatter of the games, not by the score alone), LOS the likelihood that A is the better. 'pairs' counts the pairs of games in
which A made 0, 1/2, 1, 3/2 and 2 points.
Exit status: 0 when the match was played to its end, 1 when its log is another match's, 2 for a wrong call.
)";

void list() {
    for (const VersionInfo& v : versions()) {
        const std::size_t gap = v.name.size() < 28 ? 28 - v.name.size() : 1;
        std::cout << v.name << std::string(gap, ' ') << v.what << '\n';
    }
}

bool takes_sprt(Call& call, MatchOptions& o) {
    if (call.word() != "--sprt") return false;
    const auto [first, second] = Call::halves(call.value(), ',');
    if (second.empty()) call.refuse("--sprt takes two figures, for example 0,5");
    o.sprt = true;
    o.elo0 = call.number<double>(first);
    o.elo1 = call.number<double>(second);
    if (o.elo1 <= o.elo0) call.refuse("--sprt: the second figure must be the greater");
    return true;
}

/// Seconds, whole milliseconds of them.
std::uint32_t read_seconds(const Call& call, std::string_view text) {
    const double ms = call.number<double>(text) * 1000;
    if (!(ms >= 0 && ms <= 86'400'000)) call.refuse(call.word(), ": from 0 to 86400 seconds");
    return static_cast<std::uint32_t>(ms + 0.5);
}

bool takes_time(Call& call, MatchOptions& o) {
    if (call.word() == "--movetime") return o.move_time_ms = read_seconds(call, call.value()), true;
    if (call.word() != "--clock") return false;
    const auto [whole, increment] = Call::halves(call.value(), '+');
    o.clock_ms = read_seconds(call, whole);
    o.increment_ms = increment.empty() ? 0 : read_seconds(call, increment);
    if (o.clock_ms == 0) call.refuse("--clock needs some time");
    return true;
}

bool takes_speed(Call& call, MatchOptions& o) {
    const bool given = call.takes("--speed", o.speed);
    o.speed_given |= given;
    return given;
}

void check_time(const Call& call, const MatchOptions& o) {
    if (!o.timed()) return;
    if (o.clock_ms != 0 && o.move_time_ms != 0) call.refuse("--clock or --movetime, not both");
    if (o.speed[0] == 0 || o.speed[1] == 0) call.refuse("--speed must be at least 1");
    if (o.a->name.starts_with("uci:") != o.b->name.starts_with("uci:") && !o.speed_given)
        call.refuse("another program's time is the computer's: say the version's --speed on it, or let programs play");
}

void read_version(const Call& call, MatchOptions& o) {
    if (call.word().starts_with("-")) call.refuse_word();
    const VersionInfo* const v = find_version(call.word());
    if (v == nullptr)
        call.refuse("there is no version '", call.word(),
                    "'; see --list. A version of your own is a line in workshop/lab/duel/versions.cpp");
    if (o.b != nullptr) call.refuse("two versions play, not three");
    (o.a == nullptr ? o.a : o.b) = v;
}

bool is_table_size(std::size_t bytes) { return bytes == SIZE_MAX || bytes == 0 || bytes >= 256; }

}  // namespace

int match_main(int argc, char** argv) {
    Call call("workshop/lab/match", help, argc, argv);
    MatchOptions o;
    while (call.next()) {
        if (call.word() == "--list") return list(), 0;
        if (call.takes("--games", o.games) || call.takes("--nodes", o.nodes)) continue;
        if (takes_time(call, o) || takes_speed(call, o) || call.takes("--margin", o.margin_ms)) continue;
        if (call.takes("--table", o.table) || call.takes("--threads", o.threads)) continue;
        if (call.takes("--openings", o.openings) || call.takes("--seed", o.seed)) continue;
        if (call.takes("--to-the-end", o.to_the_end) || takes_sprt(call, o) || call.takes("--log", o.log)) continue;
        read_version(call, o);
    }
    if (o.b == nullptr) call.refuse("name two versions");
    if (o.games % 2 != 0)
        std::cerr << "workshop/lab/match: games are played in pairs: at most " << o.games + 1 << " of them\n";
    if (o.nodes[0] == 0 || o.nodes[1] == 0) call.refuse("--nodes must be at least 1");
    check_time(call, o);
    if (!is_table_size(o.table[0]) || !is_table_size(o.table[1])) call.refuse("--table must be 0 or at least 256");
    try {
        Match(o).run();
        return 0;
    } catch (const std::runtime_error& error) {
        std::cerr << "workshop/lab/match: " << error.what() << '\n';
        return 1;
    }
}

}  // namespace stackmate::duel
