#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "tools/tune/fit.hpp"
#include "tools/tune/report.hpp"

namespace {

using namespace stackmate::tune;

constexpr const char* usage = R"(usage: tune [options] [FILE | -]...

Fits the evaluation tables to positions with results and writes them as a C++ header.
Input: lines `FEN | score | result | best move`, score in centipawns and result (0, 0.5, 1) from White's view.
Without a file, standard input is read:  zstdcat positions.txt.zst | tune --output core/eval_tables.hpp -

  --output FILE      write the tables there (default: standard output)
  --terms LIST       terms to fit besides material and squares, comma-separated; "all" takes every one
                     (default: tempo,bishop_pair)
  --list-terms       print every term with its idea and cost, and leave
  --symmetric        left and right half of the board share their weights, the king's excepted
  --asymmetric       every square has its own weights (default)
  --blend X          share of the engine's score in the target, 0 to 1; the rest is the result (default 0.7)
  --sweep-blend      fit for several blends, print how each does on the positions held back, and leave
  --max-score N      leave positions out whose score is beyond N centipawns (default 1500)
  --max-clock N      leave positions out with more than N plies since a capture or pawn move (default 20)
  --ridge X          pull of weights towards zero (default 20)
  --threads N        worker threads (default 2); the tables do not depend on it
  --help             print this

Progress goes to standard error. Exit status: 0 done, 1 failed, 2 wrong usage.
)";

struct Options {
    std::vector<std::string> files;
    std::string output;
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
            options.samples.max_score = number(arg, value(), 1, 30000);
        } else if (arg == "--max-clock") {
            options.samples.max_clock = number(arg, value(), 0, 1000);
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

/// Which features take part when these terms do; material always does.
std::vector<bool> active_features(const Terms& terms, const std::vector<std::string>& chosen) {
    std::vector<bool> active;
    std::size_t found = 0;
    for (const auto& term : terms) {
        bool on = term->name() == "material";
        for (const auto& name : chosen) {
            if (name == term->name() || name == "all") {
                on = true;
                ++found;
            }
        }
        active.insert(active.end(), term->size(), on);
    }
    if (found < chosen.size()) throw UsageError("--terms: unknown term; --list-terms prints them all");
    return active;
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
    std::fprintf(stderr, "  %-28s loss %.6f  result loss %.6f  score error %.5f  accuracy %.3f %%\n", name,
                 q.loss, q.result_loss, q.score_error, 100 * q.accuracy);
}

int run(const Options& options) {
    const Log log;
    const Terms terms = all_terms(options.symmetric);
    if (options.list_terms) {
        for (const auto& term : terms) {
            std::cout << term->name() << " (" << term->size() << "): " << term->idea()
                      << "; cost: " << term->cost() << "\n";
        }
        return 0;
    }
    auto with_squares = options.terms;
    with_squares.emplace_back("squares");
    const auto active = active_features(terms, with_squares);

    Samples samples;
    {
        std::string text;
        for (const auto& file : options.files) {
            log("reading %s", file == "-" ? "standard input" : file.c_str());
            append_text(file, text);
        }
        log("extracting features");
        samples = read_samples(text, terms, options.samples);
    }
    const std::size_t features = feature_count(terms);
    const std::size_t training = Samples::count(samples.training);
    const std::size_t held_back = Samples::count(samples.validation);
    log("%zu positions of %zu games; quiet: %zu for training, %zu held back", samples.lines, samples.games,
        training, held_back);
    if (training < 1000 || held_back < 100) throw std::runtime_error("too few positions");

    Target target{fit_score_scale(samples.training), options.blend};
    log("the data's score: %.1f centipawns per logit of the result", target.score_scale);

    Fitter::Options fit_options;
    fit_options.ridge = options.ridge;
    fit_options.verbose = true;
    std::vector<double> hessian;
    if (options.sweep_blend) {
        for (const double blend : {0.0, 0.25, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0}) {
            target.blend = blend;
            const Fitter fitter(samples.training, features, target, options.samples.threads);
            const Fitter judge(samples.validation, features, target, options.samples.threads);
            fit_options.verbose = false;
            const auto weights = fitter.fit(active, std::vector<Weight>(features), fit_options, hessian);
            print_quality(("blend " + std::to_string(blend)).c_str(), judge.quality(weights));
        }
        return 0;
    }

    const Fitter fitter(samples.training, features, target, options.samples.threads);
    const Fitter judge(samples.validation, features, target, options.samples.threads);
    log("fitting material only");
    const auto plain =
        fitter.fit(active_features(terms, {}), std::vector<Weight>(features), fit_options, hessian);
    log("fitting %zu weights", static_cast<std::size_t>(std::count(active.begin(), active.end(), true)));
    Model model{&terms, options.symmetric, active, {}, sum_uses(samples, features)};
    model.weights = fitter.fit(active, std::vector<Weight>(features), fit_options, hessian);
    const double scale = centipawns_per_logit(model);
    const auto header_weights = rounded(model, scale);
    log("on the positions held back:");
    const Quality material_quality = judge.quality(plain);
    const Quality fitted = judge.quality(model.weights);
    print_quality("material only", material_quality);
    print_quality("fitted", fitted);
    print_quality("fitted, rounded", judge.quality(header_weights, 1 / scale));

    char buffer[200];
    std::vector<std::string> provenance;
    provenance.emplace_back(
        "Generated by tools/tune from positions with results; do not edit. Command line:");
    provenance.emplace_back("  zstdcat positions*.txt.zst | " + options.command_line);
    std::snprintf(buffer, sizeof buffer,
                  "%zu quiet positions of %zu games trained on, %zu held back; on these:", training,
                  samples.games, held_back);
    provenance.emplace_back(buffer);
    std::snprintf(buffer, sizeof buffer,
                  "cross entropy %.5f (material only %.5f), winner named in %.2f %% (%.2f %%).", fitted.loss,
                  material_quality.loss, 100 * fitted.accuracy, 100 * material_quality.accuracy);
    provenance.emplace_back(buffer);
    if (options.output.empty()) {
        write_tables(std::cout, model, scale, provenance);
    } else {
        std::ofstream out(options.output);
        write_tables(out, model, scale, provenance);
        out.close();
        if (!out) throw std::runtime_error(options.output + ": cannot be written");
        log("wrote %s", options.output.c_str());
    }
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return run(parse_options(argc, argv));
    } catch (const UsageError& error) {
        std::cerr << "tune: " << error.what() << "\n"
                  << "try tune --help\n";
        return 2;
    } catch (const std::exception& error) {
        std::cerr << "tune: " << error.what() << "\n";
        return 1;
    }
}
