// Adam over shuffled batches, the same result for any number of threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "workshop/training/trainer/net.hpp"

namespace stackmate::training {

/// What the net shall predict: a blend of the win probability that the engine's score tells and the result. Positions
/// without a result have the score alone.
struct Target {
    double score_scale = 300;  ///< centipawns of the data's score per logit
    double blend = 0.7;        ///< share of the score; the rest is the result

    double of(const Packed& position) const;
};

/// Centipawns of the data's score per logit of the result, the likeliest over all positions, to one decimal. Positions
/// without pawns are not asked: many are drawn whatever their score.
double fit_score_scale(std::span<const Packed> positions);

struct Schedule {
    unsigned epochs = 30;
    unsigned rounded_epochs = 8;  ///< the last ones: weights are rounded as in the header before they are used
    unsigned batch = 16384;
    double rate = 0.01;  ///< of the first batch; falls to `last_rate` along 1 - x^2 (3 - 2x)
    double last_rate = 1e-5;
    double decay = 0.01;  ///< of all weights, per batch and unit of the rate
    std::uint64_t seed = 1;
};

/// How well a net predicts positions.
struct Quality {
    double loss = 0;         ///< mean cross entropy against the target, nats
    double result_loss = 0;  ///< mean cross entropy against the result alone, nats, of positions that have one
    double score_error = 0;  ///< root mean square difference of win probability from the score's
};

/// One line of the learning curve.
struct Epoch {
    unsigned number;
    double training;  ///< loss on a fixed part of the training positions
    double held_back;
    double rate;
};

class Trainer {
public:
    Trainer(const Dataset& data, const Shape& shape, const Target& target, const Schedule& schedule, unsigned threads);

    bool finished() const { return curve_.size() >= schedule_.epochs; }
    /// One pass over all training positions. `progress` hears the share of it that is done.
    void run_epoch(const std::function<void(double)>& progress);

    const std::vector<Epoch>& curve() const { return curve_; }
    /// Output weights are to be rounded to multiples of one over this; 0 before the first rounded epoch.
    double out_scale() const { return out_scale_; }
    /// The weights as they are, or rounded.
    const std::vector<float>& net(bool rounded);

    /// Logits that the weights last asked for give, in order.
    std::vector<float> logits(std::span<const Packed> positions) const;
    Quality quality(std::span<const Packed> positions, std::span<const float> logits) const;

    /// Everything that `run_epoch` goes on from. `load` returns false when there is no such file, and throws
    /// std::runtime_error when it belongs to another training.
    void save(const std::string& path, const std::string& what) const;
    bool load(const std::string& path, const std::string& what);

private:
    void step(std::span<const std::uint32_t> chunks, double rate);
    void update(double rate);
    void use(bool rounded);
    void choose_out_scale();
    void note_epoch(double rate);

    const Dataset& data_;
    Shape shape_;
    Layout at_;
    Target target_;
    Schedule schedule_;
    unsigned threads_;
    std::vector<float> targets_;  ///< of the training positions
    std::vector<float> weights_;  ///< what is learnt: Layout, then, with king buckets, the part they share
    std::vector<float> mean_;     ///< Adam's moments
    std::vector<float> square_;
    std::vector<float> net_;  ///< Layout, as the forward pass uses it
    std::vector<std::vector<float>> gradients_;
    std::uint64_t steps_ = 0;
    double out_scale_ = 0;
    std::vector<Epoch> curve_;
};

}  // namespace stackmate::training
