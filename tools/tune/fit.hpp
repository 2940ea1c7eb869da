#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "tools/tune/samples.hpp"

namespace stackmate::tune {

/// What the evaluation shall predict: a blend of the win probability that the engine's score tells and the
/// result.
struct Target {
    double score_scale = 300;  ///< centipawns of the data's score per logit
    double blend = 0.7;        ///< share of the score; the rest is the result

    double of(const Sample& sample) const;
};

/// How well weights predict held-back positions.
struct Quality {
    double loss = 0;                   ///< mean cross entropy against the blended target, nats
    double result_loss = 0;            ///< mean cross entropy against the game's result alone, nats
    double score_error = 0;            ///< root mean square difference of win probability from the score's
    double accuracy = 0;               ///< share of decisive games whose winner the evaluation names
    std::vector<double> chunk_losses;  ///< mean loss of each run of neighbouring positions, about ten games
};

/// Cross entropy is convex in the weights, so Newton's method finds the one best set, whatever the start.
/// The Hessian comes from every n-th position, the gradient from all of them.
class Fitter {
public:
    Fitter(std::span<const Shard> shards, std::size_t features, Target target, unsigned threads)
        : shards_(shards), features_(features), target_(target), threads_(threads) {}

    struct Options {
        double ridge = 20;  ///< pull towards zero: cross entropy of ridge / 2 for a weight of one logit
        int max_steps = 30;
        double tolerance = 1e-8;  ///< stops when a step promises less than this per position
        std::size_t hessian_samples = 250'000;
        int hessian_steps = 4;  ///< the Hessian is renewed in the first steps only
        bool verbose = false;
    };

    /// Fits the weights of the active features (others stay zero), in logits. Deterministic.
    /// `hessian` is renewed in the first `hessian_steps` steps; pass it on to later fits from a near start.
    std::vector<Weight> fit(const std::vector<bool>& active, std::vector<Weight> start, const Options& options,
                            std::vector<double>& hessian) const;

    /// About how much the loss over all training positions would fall by fitting the active features anew,
    /// `hessian` being that of near weights.
    double promise(const std::vector<bool>& active, std::span<const Weight> weights,
                   const std::vector<double>& gradient, const std::vector<double>& hessian, double ridge) const;

    double loss_and_gradient(std::span<const Weight> weights, std::vector<double>& gradient) const;

    Quality quality(std::span<const Weight> weights, double scale = 1.0) const;

private:
    struct Step {
        std::vector<double> move;  ///< per free weight
        double promise;            ///< fall of the loss, were it a parabola
    };
    Step newton_step(std::span<const std::size_t> free, std::span<const Weight> weights,
                     const std::vector<double>& gradient, const std::vector<double>& hessian, double ridge) const;
    void compute_hessian(std::span<const Weight> weights, std::size_t stride, std::vector<double>& hessian) const;
    template <class F>
    void each_shard(F&& f) const;

    std::span<const Shard> shards_;
    std::size_t features_;
    Target target_;
    unsigned threads_;
};

/// Standard error of the difference of two mean losses on the same positions, neighbours taken as one.
double error_of_difference(const Quality& a, const Quality& b);

/// Logits of White winning.
double evaluate(const Shard& shard, std::size_t sample, std::span<const Weight> weights);

/// Centipawns of the data's score per logit of the result, the likeliest over all samples.
double fit_score_scale(std::span<const Shard> shards);

}  // namespace stackmate::tune
