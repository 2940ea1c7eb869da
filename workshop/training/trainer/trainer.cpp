#include "workshop/training/trainer/trainer.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <numeric>
#include <stdexcept>
#include <thread>

#include "workshop/training/trainer/kernel.hpp"
#include "workshop/training/trainer/random.hpp"

namespace stackmate::training {

namespace {

constexpr std::size_t chunk = 64;         ///< neighbours that stay together when an epoch is shuffled
constexpr std::size_t shards = 4;         ///< of a batch: fixed, so that sums do not depend on the threads
constexpr std::size_t sampled = 200'000;  ///< training positions that the learning curve is drawn from
constexpr char magic[16] = "stackmate net 1";

/// Calls f(0) to f(n - 1), each once.
template <class F>
void share_out(std::size_t n, unsigned threads, F&& f) {
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
        for (std::size_t i = next++; i < n; i = next++) f(i);
    };
    std::vector<std::thread> others;
    for (unsigned t = 1; t < threads; ++t) others.emplace_back(work);
    work();
    for (auto& other : others) other.join();
}

double cross_entropy(double z, double target) {
    return std::max(z, 0.0) - z * target + std::log1p(std::exp(-std::abs(z)));
}

float rounded(float value, float unit, float limit) {
    const float steps = std::min(std::max(value * unit, -limit), limit);
    return static_cast<float>(static_cast<int>(steps + (steps < 0 ? -0.5F : 0.5F))) / unit;
}

}  // namespace

double Target::of(const Packed& position) const {
    const double chance = static_cast<double>(sigmoid(static_cast<float>(position.score / score_scale)));
    return has_result(position) ? blend * chance + (1 - blend) * position.half_points / 2 : chance;
}

double fit_score_scale(std::span<const Packed> positions) {
    // One-dimensional Newton on the factor k in p = sigmoid(k * score).
    double k = 1.0 / 300;
    for (int iteration = 0; iteration < 20; ++iteration) {
        double slope = 0;
        double curve = 0;
        for (const Packed& position : positions) {
            if (!has_result(position) || !has_pawns(position)) continue;
            const double p = 1 / (1 + std::exp(-k * position.score));
            slope += (p - position.half_points / 2.0) * position.score;
            curve += p * (1 - p) * position.score * position.score;
        }
        const double move = curve > 0 ? slope / curve : 0;
        k -= move;
        if (std::abs(move) < 1e-7) break;
    }
    if (!(k > 0)) throw std::runtime_error("the scores do not go with the results");
    return std::round(10 / k) / 10;
}

Trainer::Trainer(const Dataset& data, const Shape& shape, const Target& target, const Schedule& schedule,
                 unsigned threads)
    : data_(data), shape_(shape), at_(shape), target_(target), schedule_(schedule), threads_(threads) {
    const std::size_t width = shape.width();
    const std::size_t shared = shape.king_buckets > 1 ? feature_count * width : 0;
    targets_.reserve(data.training.size());
    for (const Packed& p : data.training) targets_.push_back(static_cast<float>(target.of(p)));
    weights_.assign(at_.size + shared, 0.0F);
    mean_.assign(weights_.size(), 0.0F);
    square_.assign(weights_.size(), 0.0F);
    net_.assign(at_.size, 0.0F);
    gradients_.assign(shards, std::vector<float>(at_.size, 0.0F));

    // Rows that training never sees stay zero.
    std::vector<bool> seen(feature_count, false);
    Rows rows;
    for (const Packed& p : data.training) {
        find_rows(p, shape, rows);
        for (std::size_t n = 0; n < rows.count; ++n) {
            seen[rows.own[n] % feature_count] = seen[rows.foe[n] % feature_count] = true;
        }
    }
    Random random(schedule.seed);
    float* first = weights_.data() + (shared != 0 ? at_.size : 0);
    for (std::size_t row = 0; row < feature_count; ++row) {
        for (std::size_t i = 0; i < shape.hidden; ++i) {
            const float value = 0.1F * random.symmetric();
            if (seen[row]) first[row * width + i] = value;
        }
    }
    for (std::size_t i = 0; i < shape.hidden; ++i) {
        weights_[at_.bias + i] = 0.3F + 0.1F * random.symmetric();
        // The opponent's half is the mover's with the other sign: a balanced board is about even.
        const float value = random.symmetric();
        for (std::size_t b = 0; b < shape.output_buckets; ++b) {
            weights_[at_.out + 2 * b * width + i] = value;
            weights_[at_.out + (2 * b + 1) * width + i] = -value;
        }
    }
    use(false);
}

void Trainer::use(bool rounding) {
    const std::size_t table = at_.bias;
    const float* shared = weights_.data() + at_.size;
    const std::size_t size = feature_count * shape_.width();
    for (std::size_t i = 0; i < at_.size; ++i) net_[i] = weights_[i];
    if (shape_.king_buckets > 1) {
        for (std::size_t i = 0; i < table; ++i) net_[i] += shared[i % size];
    }
    if (!rounding) return;
    for (std::size_t i = 0; i < at_.out; ++i) net_[i] = rounded(net_[i], clip, i < table ? 127 : 28703);
    const auto scale = static_cast<float>(out_scale_);
    for (std::size_t i = at_.out; i < at_.out_bias; ++i) net_[i] = rounded(net_[i], scale, 127);
}

const std::vector<float>& Trainer::net(bool rounding) {
    use(rounding);
    return net_;
}

void Trainer::run_epoch(const std::function<void(double)>& progress) {
    const unsigned epoch = static_cast<unsigned>(curve_.size());
    const bool rounding = epoch + schedule_.rounded_epochs >= schedule_.epochs;
    if (rounding && out_scale_ == 0) choose_out_scale();
    std::vector<std::uint32_t> order((data_.training.size() + chunk - 1) / chunk);
    std::iota(order.begin(), order.end(), 0U);
    Random(schedule_.seed + 1 + epoch).shuffle(std::span(order));
    const std::size_t per_batch = std::max<std::size_t>(1, schedule_.batch / chunk);
    double rate = 0;
    for (std::size_t begin = 0; begin < order.size(); begin += per_batch) {
        const double done = static_cast<double>(begin) / static_cast<double>(order.size());
        const double x = (epoch + done) / schedule_.epochs;
        rate = schedule_.last_rate + (schedule_.rate - schedule_.last_rate) * (1 - x * x * (3 - 2 * x));
        use(rounding);
        step(std::span(order).subspan(begin, std::min(per_batch, order.size() - begin)), rate);
        progress(done);
    }
    use(rounding);
    note_epoch(rate);
}

void Trainer::step(std::span<const std::uint32_t> chunks, double rate) {
    share_out(shards, threads_, [&](std::size_t s) {
        const std::size_t begin = chunks.size() * s / shards;
        const std::size_t end = chunks.size() * (s + 1) / shards;
        for (std::size_t c = begin; c < end; ++c) {
            const std::size_t first = chunks[c] * chunk;
            const std::size_t count = std::min(chunk, data_.training.size() - first);
            if (c + 1 < end) {
                // The next chunk comes from anywhere in memory.
                for (std::size_t i = 0; i < chunk; i += 2)
                    __builtin_prefetch(data_.training.data() + chunks[c + 1] * chunk + i);
            }
            add_gradient(shape_, net_.data(), std::span(data_.training).subspan(first, count), &targets_[first],
                         gradients_[s].data());
        }
    });
    std::size_t positions = 0;
    for (const std::uint32_t c : chunks) positions += std::min(chunk, data_.training.size() - c * chunk);
    float* sum = gradients_[0].data();
    const float share = 1.0F / static_cast<float>(positions);
    for (std::size_t i = 0; i < at_.size; ++i) {
        sum[i] = ((sum[i] + gradients_[1][i]) + (gradients_[2][i] + gradients_[3][i])) * share;
    }
    update(rate);
    for (auto& gradient : gradients_) std::fill(gradient.begin(), gradient.end(), 0.0F);
}

void Trainer::update(double rate) {
    ++steps_;
    const float* gradient = gradients_[0].data();
    const double t = static_cast<double>(steps_);
    const auto first = static_cast<float>(1 / (1 - std::pow(0.9, t)));
    const auto second = static_cast<float>(1 / (1 - std::pow(0.999, t)));
    const auto length = static_cast<float>(rate);
    const auto keep = static_cast<float>(1 - rate * schedule_.decay);
    const auto adam = [&](std::size_t begin, std::size_t n, const float* g) {
        float* __restrict w = weights_.data() + begin;
        float* __restrict m = mean_.data() + begin;
        float* __restrict v = square_.data() + begin;
        for (std::size_t i = 0; i < n; ++i) {
            m[i] = 0.9F * m[i] + 0.1F * g[i];
            v[i] = 0.999F * v[i] + 0.001F * g[i] * g[i];
            w[i] = w[i] * keep - length * (m[i] * first) / (std::sqrt(v[i] * second) + 1e-8F);
        }
    };
    adam(0, at_.size, gradient);
    const std::size_t table = at_.bias;
    if (shape_.king_buckets == 1) {
        for (std::size_t i = 0; i < table; ++i) weights_[i] = std::min(std::max(weights_[i], -1.0F), 1.0F);
    } else {
        const std::size_t size = feature_count * shape_.width();
        std::vector<float> sum(gradient, gradient + size);
        for (std::size_t i = size; i < table; ++i) sum[i % size] += gradient[i];
        adam(at_.size, size, sum.data());
        const float* shared = weights_.data() + at_.size;
        for (std::size_t i = 0; i < table; ++i) {
            const float s = shared[i % size];
            weights_[i] = std::min(std::max(weights_[i] + s, -1.0F), 1.0F) - s;
        }
    }
    if (out_scale_ != 0) {
        const auto limit = static_cast<float>(127 / out_scale_);
        for (std::size_t i = at_.out; i < at_.out_bias; ++i)
            weights_[i] = std::min(std::max(weights_[i], -limit), limit);
    }
}

/// Takes the largest output weight for full scale, or cuts some off where that loses less on the sample.
void Trainer::choose_out_scale() {
    float largest = 1e-3F;
    for (std::size_t i = at_.out; i < at_.out_bias; ++i) largest = std::max(largest, std::abs(weights_[i]));
    const auto sample = std::span(data_.training).first(std::min(sampled, data_.training.size()));
    double best = 1e9;
    double best_scale = 0;
    for (int cut = 0; cut < 16; ++cut) {
        out_scale_ = 127 / (static_cast<double>(largest) * (1 - cut * 0.05));
        use(true);
        const double loss = quality(sample, logits(sample)).loss;
        if (loss < best) {
            best = loss;
            best_scale = out_scale_;
        }
    }
    out_scale_ = best_scale;
}

void Trainer::note_epoch(double rate) {
    const auto sample = std::span(data_.training).first(std::min(sampled, data_.training.size()));
    const std::span<const Packed> held_back(data_.validation);
    curve_.push_back({static_cast<unsigned>(curve_.size() + 1), quality(sample, logits(sample)).loss,
                      quality(held_back, logits(held_back)).loss, rate});
}

std::vector<float> Trainer::logits(std::span<const Packed> positions) const {
    std::vector<float> out(positions.size());
    constexpr std::size_t part = 4096;
    share_out((positions.size() + part - 1) / part, threads_, [&](std::size_t i) {
        const std::size_t n = std::min(part, positions.size() - i * part);
        evaluate(shape_, net_.data(), positions.subspan(i * part, n), &out[i * part]);
    });
    return out;
}

Quality Trainer::quality(std::span<const Packed> positions, std::span<const float> logits) const {
    Quality sum;
    std::size_t results = 0;
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const double z = static_cast<double>(logits[i]);
        const double off = 1 / (1 + std::exp(-z)) - 1 / (1 + std::exp(-positions[i].score / target_.score_scale));
        sum.loss += cross_entropy(z, target_.of(positions[i]));
        if (has_result(positions[i])) {
            ++results;
            sum.result_loss += cross_entropy(z, positions[i].half_points / 2.0);
        }
        sum.score_error += off * off;
    }
    const auto n = static_cast<double>(positions.size());
    return {sum.loss / n, sum.result_loss / static_cast<double>(std::max<std::size_t>(results, 1)),
            std::sqrt(sum.score_error / n)};
}

void Trainer::save(const std::string& path, const std::string& what) const {
    const std::string fresh = path + ".new";
    std::ofstream out(fresh, std::ios::binary);
    const auto put = [&](const void* data, std::size_t size) {
        out.write(static_cast<const char*>(data), static_cast<std::streamsize>(size));
    };
    const std::uint64_t sizes[4] = {what.size(), weights_.size(), curve_.size(), steps_};
    put(magic, sizeof magic);
    put(sizes, sizeof sizes);
    put(what.data(), what.size());
    put(&out_scale_, sizeof out_scale_);
    for (const auto* part : {&weights_, &mean_, &square_}) put(part->data(), part->size() * sizeof(float));
    put(curve_.data(), curve_.size() * sizeof(Epoch));
    out.close();
    if (!out || std::rename(fresh.c_str(), path.c_str()) != 0) throw std::runtime_error(path + ": cannot be written");
}

bool Trainer::load(const std::string& path, const std::string& what) {
    std::ifstream in(path, std::ios::binary);
    if (!in) return false;
    const auto get = [&](void* data, std::size_t size) {
        in.read(static_cast<char*>(data), static_cast<std::streamsize>(size));
    };
    char head[sizeof magic];
    std::uint64_t sizes[4] = {};
    get(head, sizeof head);
    get(sizes, sizeof sizes);
    if (!in || std::memcmp(head, magic, sizeof magic) != 0)
        throw std::runtime_error(path + ": not written by --checkpoint");
    std::string was(std::min<std::uint64_t>(sizes[0], 4096), ' ');
    get(was.data(), was.size());
    if (was != what || sizes[1] != weights_.size()) {
        throw std::runtime_error(path + ": of another training (" + was + ")");
    }
    steps_ = sizes[3];
    curve_.resize(std::min<std::uint64_t>(sizes[2], schedule_.epochs));
    get(&out_scale_, sizeof out_scale_);
    for (auto* part : {&weights_, &mean_, &square_}) get(part->data(), part->size() * sizeof(float));
    get(curve_.data(), curve_.size() * sizeof(Epoch));
    if (!in) throw std::runtime_error(path + ": cut off");
    use(curve_.size() + schedule_.rounded_epochs > schedule_.epochs);
    return true;
}

}  // namespace stackmate::training
