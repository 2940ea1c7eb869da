#include "lab/duel/match.hpp"

#include "lab/duel/opening.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <sstream>
#include <thread>
#include <unistd.h>
#include <vector>

namespace stackmate::duel {

namespace {

/// Tells one build of the program from another: a log must not mix the games of two.
std::uint64_t program_fingerprint() {
    std::ifstream self("/proc/self/exe", std::ios::binary);
    std::uint64_t hash = 0xcbf29ce484222325;  // FNV-1a
    for (std::istreambuf_iterator<char> it(self), end; it != end; ++it)
        hash = (hash ^ static_cast<unsigned char>(*it)) * 0x100000001b3;
    return hash;
}

}  // namespace

Match::Match(const MatchOptions& options) : o_(options), pairs_((o_.games + 1) / 2) {
    if (o_.table[0] == SIZE_MAX) o_.table[0] = o_.a->table_bytes;
    if (o_.table[1] == SIZE_MAX) o_.table[1] = o_.b->table_bytes;
    if (o_.threads == 0) o_.threads = std::max(1u, std::thread::hardware_concurrency());
    terminal_ = isatty(STDOUT_FILENO) != 0;
}

void Match::run() {
    read_log();
    started_ = shown_ = std::chrono::steady_clock::now();
    std::vector<std::thread> workers;
    for (unsigned t = 0; t < o_.threads; ++t) workers.emplace_back([this] { work(); });
    for (std::thread& w : workers) w.join();
    show(true);
}

std::string Match::heading() const {
    std::ostringstream out;
    out << o_.a->name << ' ' << o_.b->name;
    if (!o_.timed()) out << " nodes " << o_.nodes[0] << ':' << o_.nodes[1];
    if (o_.clock_ms != 0) out << " clock " << o_.clock_ms << '+' << o_.increment_ms << " ms";
    if (o_.move_time_ms != 0) out << " movetime " << o_.move_time_ms << " ms";
    if (o_.timed()) out << " speed " << o_.speed[0] << ':' << o_.speed[1];
    out << " table " << o_.table[0] << ':' << o_.table[1] << " seed " << o_.seed
        << (o_.end == GameEnd::by_rule ? " to the end" : "") << " program " << std::hex << program_fingerprint();
    return out.str();
}

void Match::read_log() {
    if (o_.log.empty()) return;
    std::string first_line;
    if (std::ifstream in(o_.log); std::getline(in, first_line)) {
        if (first_line != heading())
            throw MatchError("'" + o_.log + "' is the log of another match or build: " + first_line);
        // A line counts only whole, with its end: the last may have been cut off.
        for (std::string line; std::getline(in, line) && !in.eof();) {
            std::istringstream words(line);
            std::size_t pair = 0;
            int first = -1, second = -1;
            if (!(words >> pair >> first >> second)) continue;
            const bool whole = first >= 0 && first <= 2 && second >= 0 && second <= 2;
            if (pair < pairs_ && whole) done_[pair] = {first, second};
        }
    }
    log_.open(o_.log, std::ios::app);
    if (!log_) throw MatchError("'" + o_.log + "' cannot be written");
    log_ << (first_line.empty() ? heading() : "") << std::endl;
    count_in_order();
}

/// Only results without a gap before them count: the outcome does not depend on which games are quick.
void Match::count_in_order() {
    for (auto it = done_.find(counted_); it != done_.end() && !decided_; it = done_.find(counted_)) {
        results_.add(it->second.first, it->second.second);
        ++counted_;
        decided_ = o_.sprt && std::abs(log_likelihood_ratio(results_, o_.elo0, o_.elo1)) >= sprt_bound();
    }
}

bool Match::next_pair(std::size_t& pair) {
    const std::lock_guard lock(mutex_);
    while (done_.contains(next_)) ++next_;
    if (decided_ || next_ >= pairs_) return false;
    pair = next_++;
    return true;
}

void Match::take(std::size_t pair, int first, int second) {
    const std::lock_guard lock(mutex_);
    done_[pair] = {first, second};
    ++played_;
    if (log_.is_open()) log_ << pair << ' ' << first << ' ' << second << std::endl;
    count_in_order();
    const auto now = std::chrono::steady_clock::now();
    if (now - shown_ < std::chrono::seconds(terminal_ ? 1 : 30)) return;
    shown_ = now;
    show(false);
}

void Match::work() {
    constexpr std::size_t judge_table = std::size_t{1} << 18;
    const auto judge = find_version("large")->make(judge_table);
    const auto a = o_.a->make(o_.table[0]);
    const auto b = o_.b->make(o_.table[1]);
    for (std::size_t pair = 0; next_pair(pair);) {
        const std::vector<Move> moves = opening(o_.seed, pair, *judge);
        const GameResult first = play({*a, allowed(0)}, {*b, allowed(1)}, moves, o_.end);
        const GameResult second = play({*b, allowed(1)}, {*a, allowed(0)}, moves, o_.end);
        late_ += static_cast<unsigned>(first.lost_on_time) + static_cast<unsigned>(second.lost_on_time);
        take(pair, first.white_points, 2 - second.white_points);
    }
}

Allowance Match::allowed(unsigned player) const {
    Allowance allowed;
    if (!o_.timed()) allowed.nodes = o_.nodes[player];
    allowed.speed = o_.speed[player];
    allowed.move_time_ms = o_.move_time_ms;
    allowed.clock_ms = o_.clock_ms;
    allowed.increment_ms = o_.increment_ms;
    return allowed;
}

void Match::show(bool closing) {
    std::printf("%s%.*s - %.*s  +%zu =%zu -%zu  %.1f %%  Elo %+.1f +- %.1f", terminal_ ? "\r\033[K" : "",
                static_cast<int>(o_.a->name.size()), o_.a->name.data(), static_cast<int>(o_.b->name.size()),
                o_.b->name.data(), results_.wins, results_.draws, results_.losses, 100 * results_.score(),
                elo(results_.score()), elo_error(results_));
    if (closing || !terminal_) {  // a line that is written over again and again must fit the terminal
        const auto& [ll, ld, even, wd, ww] = results_.pairs;
        std::printf("  nElo %+.1f +- %.1f  LOS %.1f %%  pairs %zu %zu %zu %zu %zu", normalised_elo(results_),
                    normalised_elo_error(results_), 100 * likelihood_of_superiority(results_), ll, ld, even, wd, ww);
    }
    if (o_.timed()) std::printf("  %u lost on time", late_.load());
    if (o_.sprt) {
        const double llr = log_likelihood_ratio(results_, o_.elo0, o_.elo1);
        const char* verdict = !decided_ ? "" : llr > 0 ? " accepted" : " refused";
        std::printf("  LLR %.2f (+-%.2f) [%g, %g]%s", llr, sprt_bound(), o_.elo0, o_.elo1, verdict);
    }
    if (!closing && played_ != 0) {
        const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - started_;
        const auto to_play = static_cast<double>(pairs_ - counted_);
        const double left = spent.count() / static_cast<double>(played_) * to_play;
        const char* bound = o_.sprt ? "at most " : "";
        std::printf("  %zu of %zu games, %s%.0f s left", 2 * counted_, 2 * pairs_, bound, left);
    }
    if (closing || !terminal_) std::printf("\n");
    std::fflush(stdout);
}

}  // namespace stackmate::duel
