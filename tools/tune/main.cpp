#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "tools/tune/fit.hpp"
#include "tools/tune/report.hpp"
#include "tools/tune/worth.hpp"

namespace {

using namespace stackmate::tune;

constexpr const char* usage = R"(usage: tune [options] [FILE | -]...

Fits the evaluation tables to positions with results and writes them as a C++ header.
Input: lines `FEN | score | result | best move`, score in centipawns and result (0, 0.5, 1) from White's view.
Without a file, standard input is read:  zstdcat positions.txt.zst | tune --output core/eval/eval_tables.hpp -

  --output FILE      write the tables there (default: standard output)
  --terms LIST       terms to fit besides material and squares, comma-separated; "all" takes every one
                     (default: tempo,bishop_pair)
  --report FILE      measure what every term is worth, alone and among all, write it between the marker
                     lines of FILE, and leave; about ten minutes for four million positions
  --list-terms       print every term with its idea and cost, and leave
  --symmetric        left and right half of the board share their weights, the king's excepted
  --asymmetric       every square has its own weights (default)
  --blend X          share of the engine's score in the target, 0 to 1; the rest is the result (default 0.7)
  --sweep-blend      fit for several blends, print how each does on the positions held back, and leave
  --max-score N      leave positions out whose score is beyond N centipawns (default 1500)
  --max-clock N      leave positions out with more than N plies since a capture or pawn move (default 20)
  --every N          take every N-th position only (default 1)
  --ridge X          pull of weights towards zero (default 20)
  --threads N        worker threads (default 2); the tables do not depend on it
  --help             print this

Progress goes to standard error. Exit status: 0 done, 1 failed, 2 wrong usage.
)";

struct Options {
    std::vector<std::string> files;
    std::string output;
    std::string report;
    std::vector<std::string> terms{"tempo", "bishop_pair"};
    bool symmetric = false;
    bool sweep_blend = false;
    bool list_terms = false;
    double blend = 0.7;
    double ridge = 20;
    SampleOptions samples;
    std::string command_line = "tune";  ///< without the file names, which say nothing to others
};

struct UsageError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

template <class T>
T number(std::string_view name, std::string_view text, T lowest, T highest) {
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value < lowest || value > highest) {
        throw UsageError(std::string(name) + ": bad value '" + std::string(text) + "'");
    }
    return value;
}

std::vector<std::string> split(std::string_view list) {
    std::vector<std::string> items;
    while (!list.empty()) {
        const auto comma = list.find(',');
        items.emplace_back(list.substr(0, comma));
        list = comma == std::string_view::npos ? std::string_view{} : list.substr(comma + 1);
    }
    return items;
}

Options parse_options(int argc, char** argv) {
    Options options;
    for (int i = 1; i < argc; ++i) {
        const std::string_view arg = argv[i];
        const auto value = [&]() -> std::string_view {
            if (i + 1 >= argc) throw UsageError(std::string(arg) + " needs a value");
            return argv[++i];
        };
        const int first = i;
        bool matters = true;  // belongs into the header's provenance
        if (arg == "--help" || arg == "-h") {
            std::cout << usage;
            std::exit(0);
        } else if (arg == "--output") {
            options.output = value();
            matters = false;
        } else if (arg == "--report") {
            options.report = value();
            matters = false;
        } else if (arg == "--every") {
            options.samples.filter.every = number(arg, value(), 1, 1000);
        } else if (arg == "--terms") {
            options.terms = split(value());
        } else if (arg == "--list-terms") {
            options.list_terms = true;
        } else if (arg == "--symmetric" || arg == "--asymmetric") {
            options.symmetric = arg == "--symmetric";
        } else if (arg == "--blend") {
            options.blend = number(arg, value(), 0.0, 1.0);
        } else if (arg == "--sweep-blend") {
            options.sweep_blend = true;
        } else if (arg == "--max-score") {
            options.samples.filter.max_score = number(arg, value(), 1, 30000);
        } else if (arg == "--max-clock") {
            options.samples.filter.max_clock = number(arg, value(), 0, 1000);
        } else if (arg == "--ridge") {
            options.ridge = number(arg, value(), 1e-3, 1e6);
        } else if (arg == "--threads") {
            options.samples.threads = number(arg, value(), 1U, 64U);
            matters = false;
        } else if (arg.size() > 1 && arg[0] == '-') {
            throw UsageError("unknown option " + std::string(arg));
        } else {
            options.files.emplace_back(arg);
            matters = false;
        }
        if (matters) {
            for (int k = first; k <= i; ++k) options.command_line += std::string(" ") + argv[k];
        }
    }
    if (options.files.empty()) options.files.emplace_back("-");
    return options;
}

/// Prints what is going on with the seconds since the start.
class Log {
public:
    template <class... Args>
    void operator()(const char* format, Args... args) const {
        const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start_;
        std::fprintf(stderr, "[%6.1f s] ", elapsed.count());
        if constexpr (sizeof...(args) == 0) {
            std::fputs(format, stderr);
        } else {
            std::fprintf(stderr, format, args...);
        }
        std::fputc('\n', stderr);
    }

private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// Material, squares and the chosen terms. Throws UsageError for a name that no term has.
Terms choose_terms(Terms known, const std::vector<std::string>& names) {
    Terms chosen;
    std::vector<bool> used(names.size(), false);
    for (auto& term : known) {
        bool on = term->name() == "material" || term->name() == "squares";
        for (std::size_t i = 0; i < names.size(); ++i) {
            const bool first_form = term->instead_of().empty() && !term->extra();
            if (names[i] == term->name() || (names[i] == "all" && first_form)) on = used[i] = true;
        }
        if (on) chosen.push_back(std::move(term));
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (!used[i]) throw UsageError("no term is called '" + names[i] + "'; --list-terms prints them all");
    }
    return chosen;
}

std::vector<Weight> sum_uses(const Samples& samples, std::size_t features) {
    std::vector<Weight> uses(features);
    for (const Shard& shard : samples.training) {
        for (std::size_t i = 0; i < shard.uses.size(); ++i) {
            uses[i].mg += shard.uses[i].mg;
            uses[i].eg += shard.uses[i].eg;
        }
    }
    return uses;
}

void print_quality(const char* name, const Quality& q) {
    std::fprintf(stderr, "  %-28s loss %.6f  result loss %.6f  score error %.5f  accuracy %.3f %%\n", name, q.loss,
                 q.result_loss, q.score_error, 100 * q.accuracy);
}

/// The positions and what shall be predicted of them.
struct Problem {
    Terms terms;
    Samples samples;
    std::size_t features;
    Target target;
    Fitter::Options fit_options;
    unsigned threads;

    Fitter fitter() const { return {samples.training, features, target, threads}; }
    Fitter judge() const { return {samples.validation, features, target, threads}; }
};

Problem read_problem(const Options& options, Terms terms, const Log& log) {
    std::string text;
    for (const auto& file : options.files) {
        log("reading %s", file == "-" ? "standard input" : file.c_str());
        stackmate::positions::append_text(file, text);
    }
    log("extracting features");
    Samples samples = read_samples(text, terms, options.samples);
    const std::size_t training = Samples::count(samples.training);
    const std::size_t held_back = Samples::count(samples.validation);
    log("%zu positions of %zu games; quiet: %zu for training, %zu held back", samples.lines, samples.games, training,
        held_back);
    if (training < 1000 || held_back < 100) throw std::runtime_error("too few positions");
    const Target target{fit_score_scale(samples.training), options.blend};
    log("the data's score: %.1f centipawns per logit of the result", target.score_scale);
    Fitter::Options fit_options;
    fit_options.ridge = options.ridge;
    const std::size_t features = feature_count(terms);
    return {std::move(terms), std::move(samples), features, target, fit_options, options.samples.threads};
}

void sweep_blend(Problem& problem) {
    for (const double blend : {0.0, 0.25, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0}) {
        problem.target.blend = blend;
        std::vector<double> hessian;
        const std::vector<bool> everything(problem.features, true);
        const auto weights =
            problem.fitter().fit(everything, std::vector<Weight>(problem.features), problem.fit_options, hessian);
        char name[32];
        std::snprintf(name, sizeof name, "blend %.2f", blend);
        print_quality(name, problem.judge().quality(weights));
    }
}

std::vector<std::string> provenance(const Options& options, const Samples& samples, const Quality& plain,
                                    const Quality& fitted) {
    char counts[160];
    char quality[160];
    std::snprintf(counts, sizeof counts, "%zu quiet positions of %zu games trained on, %zu held back; on these:",
                  Samples::count(samples.training), samples.games, Samples::count(samples.validation));
    std::snprintf(quality, sizeof quality,
                  "cross entropy %.5f (material only %.5f), winner named in %.2f %% (%.2f %%).", fitted.loss,
                  plain.loss, 100 * fitted.accuracy, 100 * plain.accuracy);
    return {"Generated by tools/tune from positions with results; do not edit. Command line:",
            "  zstdcat positions*.txt.zst | " + options.command_line, counts, quality, "clang-format off"};
}

void fit_and_write(const Options& options, Problem& problem, const Log& log) {
    problem.fit_options.verbose = true;
    const Fitter fitter = problem.fitter();
    const Fitter judge = problem.judge();
    std::vector<bool> active(problem.features, false);
    std::fill_n(active.begin(), problem.terms.front()->size(), true);
    std::vector<double> hessian;
    log("fitting material only");
    const auto plain =
        judge.quality(fitter.fit(active, std::vector<Weight>(problem.features), problem.fit_options, hessian));
    log("fitting material and squares");
    std::fill_n(active.begin(), problem.terms[0]->size() + problem.terms[1]->size(), true);
    auto bare = fitter.fit(active, std::vector<Weight>(problem.features), problem.fit_options, hessian);
    log("fitting all %zu weights", problem.features);
    active.assign(problem.features, true);
    Model model{&problem.terms, options.symmetric, {}, std::move(bare), sum_uses(problem.samples, problem.features)};
    model.weights = fitter.fit(active, std::vector<Weight>(problem.features), problem.fit_options, hessian);
    const double scale = centipawns_per_logit(model);
    const Quality fitted = judge.quality(model.weights);
    log("on the positions held back:");
    print_quality("material only", plain);
    print_quality("fitted", fitted);
    print_quality("fitted, rounded", judge.quality(rounded(model, scale), 1 / scale));

    const auto head = provenance(options, problem.samples, plain, fitted);
    if (options.output.empty()) {
        write_tables(std::cout, model, scale, head);
        return;
    }
    std::ofstream out(options.output);
    write_tables(out, model, scale, head);
    out.close();
    if (!out) throw std::runtime_error(options.output + ": cannot be written");
    log("wrote %s", options.output.c_str());
}

void report_worth(const Options& options, Problem& problem, const Log& log) {
    replace_report(options.report, "");  // fails now rather than in ten minutes
    log("measuring terms");
    problem.fit_options.hessian_samples = 400'000;
    std::ostringstream report;
    write_worth(report, problem.terms, problem.fitter(), problem.judge(), problem.fit_options);
    replace_report(options.report, report.str());
    log("wrote %s", options.report.c_str());
}

void run(const Options& options) {
    const Log log;
    if (options.list_terms) {
        for (const auto& term : all_terms(options.symmetric)) {
            std::cout << term->name() << " (" << term->size() << "): " << term->idea() << "; cost: " << term->cost()
                      << "\n";
        }
        return;
    }
    Terms terms = all_terms(options.symmetric);
    if (options.report.empty()) terms = choose_terms(std::move(terms), options.terms);
    Problem problem = read_problem(options, std::move(terms), log);
    if (options.sweep_blend) {
        sweep_blend(problem);
    } else if (!options.report.empty()) {
        report_worth(options, problem, log);
    } else {
        fit_and_write(options, problem, log);
    }
}

}  // namespace

int main(int argc, char** argv) {
    try {
        run(parse_options(argc, argv));
        return 0;
    } catch (const UsageError& error) {
        std::cerr << "tune: " << error.what() << "\n"
                  << "try tune --help\n";
        return 2;
    } catch (const std::exception& error) {
        std::cerr << "tune: " << error.what() << "\n";
        return 1;
    }
}
