#include "workshop/lab/duel/match.hpp"

#include "workshop/lab/duel/opening.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <sstream>
#include <thread>
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
    if (o_.openings.empty()) return;
    openings_ = read_openings(o_.openings, o_.seed);
    if (openings_.size() < pairs_)
        throw MatchError("'" + o_.openings + "' has " + std::to_string(openings_.size()) + " openings for "
                         + std::to_string(pairs_) + " pairs");
}

void Match::run() {
    read_log();
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
    if (o_.margin_ms != 0) out << " margin " << o_.margin_ms << " ms";
    out << " table " << o_.table[0] << ':' << o_.table[1] << " seed " << o_.seed
        << (o_.openings.empty() ? "" : " openings " + o_.openings) << (o_.to_the_end ? " to the end" : "")
        << " program " << std::hex << program_fingerprint();
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

void Match::take(std::size_t pair, const GameResult& first, const GameResult& second) {
    const std::lock_guard lock(mutex_);
    const std::pair<int, int> points{first.white_points, 2 - second.white_points};
    done_[pair] = points;
    ++played_;
    if (log_.is_open()) log_ << pair << ' ' << points.first << ' ' << points.second;
    for (const Odd odd : {first.odd, second.odd}) {
        static constexpr const char* words[] = {"", " late", " illegal", " gone"};
        ++odd_[static_cast<std::size_t>(odd)];
        if (log_.is_open()) log_ << words[static_cast<std::size_t>(odd)];
    }
    if (log_.is_open()) log_ << std::endl;
    count_in_order();
    if (progress_.due()) show(false);
}

void Match::work() {
    BalancedOpenings balanced(o_.seed);
    const auto a = o_.a->make(o_.table[0]);
    const auto b = o_.b->make(o_.table[1]);
    for (std::size_t pair = 0; next_pair(pair);) {
        const Opening opening = openings_.empty() ? balanced(pair) : openings_[pair];
        const Agreement* const agreed = o_.to_the_end ? nullptr : &usual_agreement;
        const GameResult first = play({*a, allowed(0)}, {*b, allowed(1)}, opening, agreed);
        const GameResult second = play({*b, allowed(1)}, {*a, allowed(0)}, opening, agreed);
        take(pair, first, second);
    }
}

Allowance Match::allowed(unsigned player) const {
    Allowance allowed;
    if (!o_.timed()) allowed.nodes = o_.nodes[player];
    allowed.speed = o_.speed[player];
    allowed.move_time_ms = o_.move_time_ms;
    allowed.clock_ms = o_.clock_ms;
    allowed.increment_ms = o_.increment_ms;
    allowed.margin_ms = o_.margin_ms;
    return allowed;
}

std::string in_short(const Results& r) {
    return format("  +%zu =%zu -%zu  %.1f %%  Elo %+.1f +- %.1f", r.wins, r.draws, r.losses, 100 * r.score(),
                  elo(r.score()), elo_error(r));
}
std::string in_detail(const Results& r) {
    const auto& [ll, ld, even, wd, ww] = r.pairs;
    const auto [low, high] = elo_interval(r);
    return format("  from %+.1f to %+.1f  nElo %+.1f +- %.1f  LOS %.1f %%  pairs %zu %zu %zu %zu %zu", low, high,
                  normalised_elo(r), normalised_elo_error(r), 100 * likelihood_of_superiority(r), ll, ld, even, wd, ww);
}

void Match::show(bool closing) {
    std::string text = o_.a->name + " - " + o_.b->name + in_short(results_);
    if (closing || !progress_.live()) text += in_detail(results_);  // a terminal's line is written over, and must fit
    const auto lost = [&](Odd odd) { return odd_[static_cast<std::size_t>(odd)]; };
    if (o_.timed()) text += format("  %u lost on time", lost(Odd::late));
    if (lost(Odd::illegal) != 0) text += format("  %u by an illegal move", lost(Odd::illegal));
    if (lost(Odd::gone) != 0) text += format("  %u by a program that ended", lost(Odd::gone));
    if (o_.sprt) {
        const double llr = log_likelihood_ratio(results_, o_.elo0, o_.elo1);
        const char* verdict = !decided_ ? "" : llr > 0 ? " accepted" : " refused";
        text += format("  LLR %.2f (+-%.2f) [%g, %g]%s", llr, sprt_bound(), o_.elo0, o_.elo1, verdict);
    }
    if (closing) return progress_.keep(text);
    text += format("  %zu of %zu games", 2 * counted_, 2 * pairs_) + (o_.sprt ? ", at most" : "");
    progress_.show(text
                   + progress_.left(static_cast<double>(played_) / static_cast<double>(played_ + pairs_ - counted_)));
}

}  // namespace stackmate::duel
