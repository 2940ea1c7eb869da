#include "tools/tune/fit.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <stdexcept>
#include <thread>

namespace stackmate::tune {

namespace {

double sigmoid(double z) { return 1.0 / (1.0 + std::exp(-z)); }

/// -(t ln p + (1 - t) ln(1 - p)) for p = sigmoid(z), without overflow.
double cross_entropy(double z, double target) {
    return std::max(z, 0.0) - z * target + std::log1p(std::exp(-std::abs(z)));
}

double dot(const double* a, const double* b, std::size_t n) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    std::size_t i = 0;
    for (; i + 4 <= n; i += 4) {
        s0 += a[i] * b[i];
        s1 += a[i + 1] * b[i + 1];
        s2 += a[i + 2] * b[i + 2];
        s3 += a[i + 3] * b[i + 3];
    }
    for (; i < n; ++i) s0 += a[i] * b[i];
    return (s0 + s1) + (s2 + s3);
}

/// Solves A x = b for symmetric positive definite A (n x n, row by row, lower triangle used and overwritten).
void solve(std::vector<double>& a, std::vector<double>& x, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) {
        double* row = &a[i * n];
        for (std::size_t j = 0; j < i; ++j) row[j] = (row[j] - dot(row, &a[j * n], j)) / a[j * n + j];
        const double pivot = row[i] - dot(row, row, i);
        if (!(pivot > 0)) throw std::runtime_error("the Hessian is not positive definite; raise --ridge");
        row[i] = std::sqrt(pivot);
    }
    for (std::size_t i = 0; i < n; ++i) x[i] = (x[i] - dot(&a[i * n], x.data(), i)) / a[i * n + i];
    for (std::size_t i = n; i-- > 0;) {
        x[i] /= a[i * n + i];
        for (std::size_t j = 0; j < i; ++j) x[j] -= a[i * n + j] * x[i];
    }
}

/// Index 2 f of each active feature's middle game weight, 2 f + 1 of its end game weight.
std::vector<std::size_t> free_weights(const std::vector<bool>& active) {
    std::vector<std::size_t> free;
    for (std::size_t f = 0; f < active.size(); ++f) {
        if (active[f]) free.insert(free.end(), {2 * f, 2 * f + 1});
    }
    return free;
}

double& weight(std::vector<Weight>& v, std::size_t i) { return i % 2 == 0 ? v[i / 2].mg : v[i / 2].eg; }

constexpr std::size_t chunk_size = 500;

}  // namespace

double Target::of(const Sample& sample) const {
    return blend * sigmoid(sample.score / score_scale) + (1 - blend) * static_cast<double>(sample.result);
}

double evaluate(const Shard& shard, std::size_t sample, std::span<const Weight> weights) {
    double mg = 0;
    double eg = 0;
    for (const Entry e : shard.features(sample)) {
        mg += weights[e.feature].mg * e.count;
        eg += weights[e.feature].eg * e.count;
    }
    const double middle = static_cast<double>(shard.samples[sample].middle);
    return mg * middle + eg * (1 - middle);
}

template <class F>
void Fitter::each_shard(F&& f) const {
    std::atomic<std::size_t> next{0};
    std::vector<std::thread> workers;
    for (unsigned t = 0; t < threads_; ++t) {
        workers.emplace_back([&] {
            for (std::size_t s = next++; s < shards_.size(); s = next++) f(s);
        });
    }
    for (auto& worker : workers) worker.join();
}

double Fitter::loss_and_gradient(std::span<const Weight> weights, std::vector<double>& gradient) const {
    const std::size_t n = 2 * features_;
    std::vector<std::vector<double>> gradients(shards_.size());
    std::vector<double> losses(shards_.size(), 0.0);
    each_shard([&](std::size_t s) {
        const Shard& shard = shards_[s];
        std::vector<double> g(n, 0.0);
        double loss = 0;
        for (std::size_t i = 0; i < shard.samples.size(); ++i) {
            const double z = evaluate(shard, i, weights);
            const double target = target_.of(shard.samples[i]);
            loss += cross_entropy(z, target);
            const double slope = sigmoid(z) - target;
            const double middle = static_cast<double>(shard.samples[i].middle);
            for (const Entry e : shard.features(i)) {
                g[2U * e.feature] += slope * middle * e.count;
                g[2U * e.feature + 1] += slope * (1 - middle) * e.count;
            }
        }
        losses[s] = loss;
        gradients[s] = std::move(g);
    });
    gradient.assign(n, 0.0);
    double loss = 0;
    for (std::size_t s = 0; s < shards_.size(); ++s) {
        loss += losses[s];
        for (std::size_t i = 0; i < n; ++i) gradient[i] += gradients[s][i];
    }
    return loss;
}

void Fitter::compute_hessian(std::span<const Weight> weights, std::size_t stride, std::vector<double>& hessian) const {
    const std::size_t n = 2 * features_;
    std::vector<std::vector<double>> parts(shards_.size());
    each_shard([&](std::size_t s) {
        const Shard& shard = shards_[s];
        std::vector<double> h(n * n, 0.0);
        for (std::size_t i = s % stride; i < shard.samples.size(); i += stride) {
            const double p = sigmoid(evaluate(shard, i, weights));
            const double middle = static_cast<double>(shard.samples[i].middle);
            const double curve = p * (1 - p) * static_cast<double>(stride);
            const double mm = curve * middle * middle;
            const double me = curve * middle * (1 - middle);
            const double ee = curve * (1 - middle) * (1 - middle);
            const auto features = shard.features(i);
            for (std::size_t a = 0; a < features.size(); ++a) {
                double* row = &h[2U * features[a].feature * n];
                for (std::size_t b = 0; b <= a; ++b) {
                    const double c = features[a].count * features[b].count;
                    double* cell = row + 2U * features[b].feature;
                    cell[0] += c * mm;
                    cell[1] += c * me;
                    cell[n] += c * me;
                    cell[n + 1] += c * ee;
                }
            }
        }
        parts[s] = std::move(h);
    });
    hessian.assign(n * n, 0.0);
    for (const auto& part : parts) {
        for (std::size_t i = 0; i < hessian.size(); ++i) hessian[i] += part[i];
    }
}

Fitter::Step Fitter::newton_step(std::span<const std::size_t> free, std::span<const Weight> weights,
                                 const std::vector<double>& gradient, const std::vector<double>& hessian,
                                 double ridge) const {
    const std::size_t n = free.size();
    std::vector<double> a(n * n);
    std::vector<double> slope(n);
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j <= i; ++j) a[i * n + j] = hessian[free[i] * 2 * features_ + free[j]];
        a[i * n + i] += ridge;
        const Weight& w = weights[free[i] / 2];
        slope[i] = -(gradient[free[i]] + ridge * (free[i] % 2 == 0 ? w.mg : w.eg));
    }
    std::vector<double> move = slope;
    solve(a, move, n);
    const double promise = dot(slope.data(), move.data(), n) / 2;
    return {std::move(move), promise};
}

double Fitter::promise(const std::vector<bool>& active, std::span<const Weight> weights,
                       const std::vector<double>& gradient, const std::vector<double>& hessian, double ridge) const {
    return newton_step(free_weights(active), weights, gradient, hessian, ridge).promise;
}

std::vector<Weight> Fitter::fit(const std::vector<bool>& active, std::vector<Weight> w, const Options& options,
                                std::vector<double>& hessian) const {
    const auto free = free_weights(active);
    for (std::size_t f = 0; f < features_; ++f) {
        if (!active[f]) w[f] = {};
    }
    const auto penalty = [&](const std::vector<Weight>& v) {
        double sum = 0;
        for (const Weight& x : v) sum += x.mg * x.mg + x.eg * x.eg;
        return options.ridge / 2 * sum;
    };
    const std::size_t samples = Samples::count(shards_);
    const std::size_t stride = std::max<std::size_t>(1, samples / options.hessian_samples);
    std::vector<double> gradient;
    double loss = loss_and_gradient(w, gradient) + penalty(w);
    for (int iteration = 0; iteration < options.max_steps; ++iteration) {
        if (iteration < options.hessian_steps || hessian.empty()) compute_hessian(w, stride, hessian);
        const auto [move, promise] = newton_step(free, w, gradient, hessian, options.ridge);
        bool better = false;
        for (double length = 1; length > 1e-3 && !better; length /= 2) {
            std::vector<Weight> tried = w;
            for (std::size_t i = 0; i < free.size(); ++i) weight(tried, free[i]) += length * move[i];
            const double tried_loss = loss_and_gradient(tried, gradient) + penalty(tried);
            better = tried_loss < loss;
            if (better) {
                w = std::move(tried);
                loss = tried_loss;
            }
        }
        if (options.verbose) {
            std::fprintf(stderr, "  step %d: loss %.7f\n", iteration + 1, loss / static_cast<double>(samples));
        }
        if (!better || promise < options.tolerance * static_cast<double>(samples)) break;
    }
    return w;
}

Quality Fitter::quality(std::span<const Weight> weights, double scale) const {
    struct Sums {
        double loss = 0;
        double result_loss = 0;
        double squares = 0;
        double right = 0;
        double decisive = 0;
        double samples = 0;
        std::vector<double> chunks;
    };
    std::vector<Sums> parts(shards_.size());
    each_shard([&](std::size_t s) {
        Sums& sums = parts[s];
        for (std::size_t i = 0; i < shards_[s].samples.size(); ++i) {
            const Sample& sample = shards_[s].samples[i];
            const double z = scale * evaluate(shards_[s], i, weights);
            const double result = static_cast<double>(sample.result);
            const double off = sigmoid(z) - sigmoid(sample.score / target_.score_scale);
            const double loss = cross_entropy(z, target_.of(sample));
            if (i % chunk_size == 0) sums.chunks.push_back(0);
            sums.chunks.back() += loss / chunk_size;
            sums.loss += loss;
            sums.result_loss += cross_entropy(z, result);
            sums.squares += off * off;
            sums.samples += 1;
            if (result != 0.5) {
                sums.decisive += 1;
                if ((z > 0) == (result > 0.5)) sums.right += 1;
            }
        }
    });
    Sums total;
    for (const Sums& part : parts) {
        total.loss += part.loss;
        total.result_loss += part.result_loss;
        total.squares += part.squares;
        total.right += part.right;
        total.decisive += part.decisive;
        total.samples += part.samples;
        // The last chunk of a shard is not full.
        if (!part.chunks.empty()) total.chunks.insert(total.chunks.end(), part.chunks.begin(), part.chunks.end() - 1);
    }
    return {total.loss / total.samples, total.result_loss / total.samples, std::sqrt(total.squares / total.samples),
            total.right / total.decisive, std::move(total.chunks)};
}

double error_of_difference(const Quality& a, const Quality& b) {
    const auto n = static_cast<double>(a.chunk_losses.size());
    double sum = 0;
    double squares = 0;
    for (std::size_t i = 0; i < a.chunk_losses.size(); ++i) {
        const double d = a.chunk_losses[i] - b.chunk_losses[i];
        sum += d;
        squares += d * d;
    }
    return n < 2 ? 0 : std::sqrt(std::max(0.0, squares / n - sum / n * sum / n) / (n - 1));
}

double fit_score_scale(std::span<const Shard> shards) {
    // One-dimensional Newton on the factor k in p = sigmoid(k * score).
    double k = 1.0 / 300;
    for (int iteration = 0; iteration < 20; ++iteration) {
        double slope = 0;
        double curve = 0;
        for (const Shard& shard : shards) {
            for (const Sample& sample : shard.samples) {
                const double p = sigmoid(k * sample.score);
                slope += (p - static_cast<double>(sample.result)) * sample.score;
                curve += p * (1 - p) * sample.score * sample.score;
            }
        }
        const double move = curve > 0 ? slope / curve : 0;
        k -= move;
        if (std::abs(move) < 1e-9) break;
    }
    if (!(k > 0)) throw std::runtime_error("the scores do not go with the results");
    return 1 / k;
}

}  // namespace stackmate::tune
