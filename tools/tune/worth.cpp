#include "tools/tune/worth.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <ostream>
#include <set>
#include <sstream>
#include <stdexcept>
#include <thread>

namespace stackmate::tune {

namespace {

using Set = std::set<std::size_t>;  // terms by number

constexpr const char* begin_marker = "<!-- worth of terms, generated: begin -->";
constexpr const char* end_marker = "<!-- worth of terms, generated: end -->";

/// A model with its quality on the positions held back.
struct Fitted {
    std::vector<Weight> weights;
    Quality quality;
};

class Study {
public:
    Study(const Terms& terms, const Fitter& fitter, const Fitter& judge, Fitter::Options options)
        : terms_(terms), fitter_(fitter), judge_(judge), options_(options) {
        for (std::size_t t = 0; t < terms_.size(); ++t) {
            const Term& term = *terms_[t];
            if (t < base_terms) base_.insert(t);
            if (term.instead_of().empty() && !term.extra()) all_.insert(t);
            begins_.push_back(features_);
            features_ += term.size();
            if (!term.instead_of().empty()) ++fits_;
        }
        fits_ += 3 + terms_.size() + all_.size() + greedy_steps();
    }

    void write(std::ostream& out) {
        Set material{0};
        std::vector<double> hessian;
        const Fitted bare = fit(material, {}, hessian, 4, "material");
        hessian.clear();
        const Fitted base = fit(base_, {}, hessian, 4, "base");
        std::vector<double> all_hessian;
        const Fitted all = fit(all_, base.weights, all_hessian, 4, "all terms");
        whole_ = base.quality.loss - all.quality.loss;
        write_heading(out, bare, base, all);
        write_table(out, base, hessian, all, all_hessian);
        write_greedy(out, base, all_hessian);
    }

private:
    static constexpr std::size_t base_terms = 4;

    std::size_t greedy_steps() const { return std::min<std::size_t>(24, terms_.size() - base_terms); }

    std::vector<bool> features_of(const Set& set) const {
        std::vector<bool> active(features_, false);
        for (const std::size_t t : set) {
            std::fill_n(active.begin() + static_cast<std::ptrdiff_t>(begins_[t]), terms_[t]->size(), true);
        }
        return active;
    }

    Fitted fit(const Set& set, std::vector<Weight> start, std::vector<double>& hessian, int hessian_steps,
               std::string_view what) {
        start.resize(features_);
        Fitter::Options options = options_;
        options.hessian_steps = hessian_steps;
        options.verbose = false;
        Fitted fitted;
        fitted.weights = fitter_.fit(features_of(set), std::move(start), options, hessian);
        fitted.quality = judge_.quality(fitted.weights);
        ++done_;
        const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start_;
        const double left = spent.count() / static_cast<double>(done_) * static_cast<double>(fits_ - done_);
        std::fprintf(stderr, "  fit %zu of %zu, %.0f s, about %.0f s left: %.*s, loss %.6f\n", done_, fits_,
                     spent.count(), left, static_cast<int>(what.size()), what.data(), fitted.quality.loss);
        return fitted;
    }

    /// Difference of losses in units of 1e-5 with its standard error.
    static std::string gain(const Quality& worse, const Quality& better) {
        char text[64];
        std::snprintf(text, sizeof text, "%.1f ± %.1f", 1e5 * (worse.loss - better.loss),
                      1e5 * error_of_difference(worse, better));
        return text;
    }

    static void write_heading(std::ostream& out, const Fitted& bare, const Fitted& base, const Fitted& all) {
        const auto row = [&](const char* name, const Quality& q) {
            char text[160];
            std::snprintf(text, sizeof text, "| %s | %.5f | %.5f | %.4f | %.2f %% |\n", name, q.loss, q.result_loss,
                          q.score_error, 100 * q.accuracy);
            out << text;
        };
        out << "| model | loss | loss, result alone | error against score | winner named "
               "|\n|---|---|---|---|---|\n";
        row("material", bare.quality);
        row("base: material, squares, tempo, bishop pair", base.quality);
        row("all terms (first forms, no extra tables)", all.quality);
    }

    void write_table(std::ostream& out, const Fitted& base, std::vector<double>& base_hessian, const Fitted& all,
                     std::vector<double>& all_hessian) {
        out << "\nLosses in units of 1e-5, ± one standard error. *alone*: how much the term lowers the loss "
               "of the "
               "base;\n*in all*: how much the loss of all terms rises without it, or, for another form or an "
               "extra "
               "table, falls with it.\n\n| term | weights | alone | in all | cost | what "
               "|\n|---|---|---|---|---|---|\n";
        for (std::size_t t = 1; t < terms_.size(); ++t) {
            const Term& term = *terms_[t];
            out << "| " << term.name() << " | " << term.size() << " | ";
            if (t < base_terms) {
                out << "(base)";
            } else {
                Set with = base_;
                with.insert(t);
                out << gain(base.quality,
                            fit(with, base.weights, base_hessian, 0, "base and " + std::string(term.name())).quality);
            }
            out << " | " << worth_in_all(t, all, all_hessian) << " | " << term.cost() << " | " << term.idea() << " |\n";
        }
    }

    std::string worth_in_all(std::size_t t, const Fitted& all, std::vector<double>& hessian) {
        const Term& term = *terms_[t];
        const std::string name(term.name());
        Set set = all_;
        if (all_.contains(t)) {
            set.erase(t);
            return gain(fit(set, all.weights, hessian, 0, "all without " + name).quality, all.quality);
        }
        set.insert(t);
        if (term.extra()) {
            return "with: " + gain(all.quality, fit(set, all.weights, hessian, 0, "all and " + name).quality);
        }
        const std::string other(term.instead_of());
        std::erase_if(set, [&](std::size_t u) { return terms_[u]->name() == other; });
        return "for " + other + ": " + gain(all.quality, fit(set, all.weights, hessian, 0, "all with " + name).quality);
    }

    /// Takes, step by step, the term that promises most on the training positions. Other forms of a term may
    /// join; the extra tables stay out.
    void write_greedy(std::ostream& out, const Fitted& base, std::vector<double>& hessian) {
        out << "\nTerms in the order a greedy choice takes them, each the best next to those above:\n\n"
               "| step | term | loss falls by | of the whole gain |\n|---|---|---|---|\n";
        Set chosen = base_;
        Fitted now = base;
        for (std::size_t step = 1; step <= greedy_steps(); ++step) {
            const std::size_t best = most_promising(chosen, now, hessian);
            if (best == 0) break;
            chosen.insert(best);
            Fitted next = fit(chosen, now.weights, hessian, 0, terms_[best]->name());
            char share[32];
            std::snprintf(share, sizeof share, "%.0f %%", 100 * (base.quality.loss - next.quality.loss) / whole_);
            out << "| " << step << " | " << terms_[best]->name() << " | " << gain(now.quality, next.quality) << " | "
                << share << " |\n";
            now = std::move(next);
        }
    }

    std::size_t most_promising(const Set& chosen, const Fitted& now, const std::vector<double>& hessian) const {
        std::vector<double> gradient;
        fitter_.loss_and_gradient(now.weights, gradient);
        std::vector<double> promises(terms_.size(), 0.0);
        std::atomic<std::size_t> next{base_terms};
        const auto work = [&] {
            for (std::size_t t = next++; t < terms_.size(); t = next++) {
                if (chosen.contains(t) || terms_[t]->extra()) continue;
                Set with = chosen;
                with.insert(t);
                promises[t] = fitter_.promise(features_of(with), now.weights, gradient, hessian, options_.ridge);
            }
        };
        std::thread helper(work);
        work();
        helper.join();
        const auto best = std::max_element(promises.begin(), promises.end());
        return *best > 0 ? static_cast<std::size_t>(best - promises.begin()) : 0;
    }

    const Terms& terms_;
    const Fitter& fitter_;
    const Fitter& judge_;
    Fitter::Options options_;
    Set base_;
    Set all_;
    std::vector<std::size_t> begins_;
    std::size_t features_ = 0;
    std::size_t fits_ = 0;
    std::size_t done_ = 0;
    double whole_ = 0;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace

void write_worth(std::ostream& out, const Terms& terms, const Fitter& fitter, const Fitter& judge,
                 Fitter::Options options) {
    Study(terms, fitter, judge, options).write(out);
}

void replace_report(const std::string& path, const std::string& report) {
    std::ifstream in(path);
    std::stringstream whole;
    whole << in.rdbuf();
    std::string text = whole.str();
    const auto begin = text.find(begin_marker);
    const auto end = text.find(end_marker);
    if (begin == std::string::npos || end == std::string::npos || end < begin) {
        throw std::runtime_error(path + ": lacks the lines\n" + begin_marker + "\n" + end_marker);
    }
    text = text.substr(0, begin) + begin_marker + "\n" + report + text.substr(end);
    std::ofstream out(path);
    out << text;
    out.close();
    if (!out) throw std::runtime_error(path + ": cannot be written");
}

}  // namespace stackmate::tune
