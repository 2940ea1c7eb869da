#include "lab/duel/call.hpp"
#include "lab/duel/match.hpp"

namespace stackmate::duel {

namespace {

constexpr const char* help = R"(Usage: lab/match A B [options]
Plays engine version A against version B: fixed nodes a move, or clocks that run with the nodes; balanced
random openings, each with both colours. The same seed gives the same games, on any number of cores.

  --games N            at most N games (default 1000)
  --nodes N[:M]        nodes a move, A's and B's (default 5000); different figures for equal instructions
  --clock S+I          seconds for the game and for each move made, for example 60+0.6, in place of --nodes. Who
                       needs more has lost
  --movetime S         seconds for each move, in place of --nodes
  --speed N[:M]        nodes in a millisecond, A's and B's (default 80, an STM32F405's): time is nodes divided by
                       that, so a match on clocks is the same on every machine
  --table BYTES[:B]    transposition table (default: what the version has on its smallest board; 0: none)
  --to-the-end         to mate or a draw by the rules; else a game ends when both players see its result
  --seed N             of the openings (default 1)
  --sprt ELO0,ELO1     stop as soon as one of the two is shown against the other, 5 % errors
  --threads N          (default: all cores)
  --log FILE           one line a pair; a match with the same FILE and options goes on where it ended
  --list               name the versions and end
elo1200 and the like play each move as the board's step of strength below or above that Elo, by a lot whose odds make the
mean (docs/LEVELS.md).
large-without-Killers and the like, small- too, are the version without the enhancement of that name; they are built when
one is named.
A version may be another engine of this machine: 'uci:PROGRAM,OPTION=VALUE,...'. It has a process for each thread, and
the search's nodes as its only limit, so it plays no match on clocks.
The error bar is half the 95 % interval, from the scores of pairs of games. nElo is normalised Elo (by the scatter of the
games, not by the score alone), LOS the likelihood that A is the better. 'pairs' counts the pairs of games in which A made
0, 1/2, 1, 3/2 and 2 points.
Exit status: 0 when the match was played to its end, 1 when its log is another match's, 2 for a wrong call.
)";

void list() {
    for (const VersionInfo& v : versions()) {
        const std::size_t gap = v.name.size() < 28 ? 28 - v.name.size() : 1;
        std::cout << v.name << std::string(gap, ' ') << v.what << '\n';
    }
}

void read_sprt(Call& call, MatchOptions& o) {
    const std::string_view text = call.value();
    const std::size_t comma = text.find(',');
    if (comma == std::string_view::npos) call.refuse("--sprt takes two figures, for example 0,5");
    o.sprt = true;
    o.elo0 = call.number<double>(text.substr(0, comma));
    o.elo1 = call.number<double>(text.substr(comma + 1));
    if (o.elo1 <= o.elo0) call.refuse("--sprt: the second figure must be the greater");
}

/// Seconds, whole milliseconds of them.
std::uint32_t read_seconds(const Call& call, std::string_view text) {
    const double ms = call.number<double>(text) * 1000;
    if (!(ms >= 0 && ms <= 86'400'000)) call.refuse(std::string(call.word()) + ": from 0 to 86400 seconds");
    return static_cast<std::uint32_t>(ms + 0.5);
}

void read_clock(Call& call, MatchOptions& o) {
    const std::string_view text = call.value();
    const std::size_t plus = text.find('+');
    o.clock_ms = read_seconds(call, text.substr(0, plus));
    o.increment_ms = plus == std::string_view::npos ? 0 : read_seconds(call, text.substr(plus + 1));
    if (o.clock_ms == 0) call.refuse("--clock needs some time");
}

void check_time(const Call& call, const MatchOptions& o) {
    if (!o.timed()) return;
    if (o.clock_ms != 0 && o.move_time_ms != 0) call.refuse("--clock or --movetime, not both");
    if (o.speed[0] == 0 || o.speed[1] == 0) call.refuse("--speed must be at least 1");
    for (const VersionInfo* const v : {o.a, o.b})
        if (v->name.starts_with("uci:")) call.refuse("another program's clock is not counted in nodes");
}

void read_version(const Call& call, MatchOptions& o) {
    if (call.word().starts_with("-")) call.refuse_word();
    const VersionInfo* const v = find_version(call.word());
    if (v == nullptr)
        call.refuse("there is no version '" + std::string(call.word())
                    + "'; see --list. A version of your own is a line in lab/duel/versions.cpp");
    if (o.b != nullptr) call.refuse("two versions play, not three");
    (o.a == nullptr ? o.a : o.b) = v;
}

bool is_table_size(std::size_t bytes) {
    return bytes == SIZE_MAX || bytes == 0 || (bytes >= 256 && (bytes & (bytes - 1)) == 0);
}

}  // namespace

int match_main(int argc, char** argv) {
    Call call("lab/match", argc, argv);
    MatchOptions o;
    while (call.next()) {
        const std::string_view word = call.word();
        if (word == "--help" || word == "-h") return std::cout << help, 0;
        if (word == "--list") return list(), 0;
        if (word == "--games")
            o.games = call.number<std::size_t>();
        else if (word == "--nodes")
            call.two_numbers(o.nodes);
        else if (word == "--clock")
            read_clock(call, o);
        else if (word == "--movetime")
            o.move_time_ms = read_seconds(call, call.value());
        else if (word == "--speed")
            call.two_numbers(o.speed);
        else if (word == "--table")
            call.two_numbers(o.table);
        else if (word == "--seed")
            o.seed = call.number<std::uint64_t>();
        else if (word == "--to-the-end")
            o.end = GameEnd::by_rule;
        else if (word == "--threads")
            o.threads = call.number<unsigned>();
        else if (word == "--log")
            o.log = call.value();
        else if (word == "--sprt")
            read_sprt(call, o);
        else
            read_version(call, o);
    }
    if (o.b == nullptr) call.refuse("name two versions");
    if (o.nodes[0] == 0 || o.nodes[1] == 0) call.refuse("--nodes must be at least 1");
    check_time(call, o);
    if (!is_table_size(o.table[0]) || !is_table_size(o.table[1]))
        call.refuse("--table must be 0 or a power of two, at least 256");
    try {
        Match(o).run();
        return 0;
    } catch (const MatchError& error) {
        std::cerr << "lab/match: " << error.what() << '\n';
        return 1;
    }
}

}  // namespace stackmate::duel
