#include "workshop/training/trainer/kernel.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace stackmate::training {

namespace {

/// Eight floats that the compiler keeps in one register, or in several narrower ones: the same sums either way.
using Lanes = float __attribute__((vector_size(32)));
constexpr std::size_t lanes = 8;

Lanes load(const float* from) {
    Lanes v;
    std::memcpy(&v, from, sizeof v);
    return v;
}
void store(float* to, const Lanes& v) { std::memcpy(to, &v, sizeof v); }
float sum_of(const Lanes& v) { return ((v[0] + v[4]) + (v[2] + v[6])) + ((v[1] + v[5]) + (v[3] + v[7])); }

/// A net of `Width` neurons a side at work on one position.
template <std::size_t Width, bool Squared>
class Kernel {
public:
    Kernel(const Shape& shape, const float* net) : shape_(shape), at_(shape), net_(net) {}

    float forward(const Packed& position) {
        find_rows(position, shape_, rows_);
        bucket_ = shape_.output_bucket(position.count);
        sum(rows_.own, acc_[0]);
        sum(rows_.foe, acc_[1]);
        const float* out = net_ + at_.out + bucket_ * 2 * Width;
        Lanes total{};
        for (std::size_t side = 0; side < 2; ++side) {
            for (std::size_t i = 0; i < parts; ++i) {
                Lanes& v = acc_[side][i];
                v = v > 0 ? v : Lanes{};
                v = v < 1 ? v : Lanes{} + 1;
                total += (Squared ? v * v : v) * load(out + side * Width + i * lanes);
            }
        }
        return sum_of(total) + net_[at_.out_bias + bucket_];
    }

    /// After `forward`; `slope` is the loss's, by the logit.
    void backward(float slope, float* gradient) {
        const float* out = net_ + at_.out + bucket_ * 2 * Width;
        float* out_gradient = gradient + at_.out + bucket_ * 2 * Width;
        float* bias_gradient = gradient + at_.bias;
        gradient[at_.out_bias + bucket_] += slope;
        for (std::size_t side = 0; side < 2; ++side) {
            for (std::size_t i = 0; i < parts; ++i) {
                Lanes& v = acc_[side][i];
                const std::size_t at = side * Width + i * lanes;
                const Lanes through = slope * load(out + at) * (Squared ? 2 * v : Lanes{} + 1);
                store(out_gradient + at, load(out_gradient + at) + slope * (Squared ? v * v : v));
                v = v > 0 ? (v < 1 ? through : Lanes{}) : Lanes{};
                store(bias_gradient + i * lanes, load(bias_gradient + i * lanes) + v);
            }
        }
        for (std::size_t n = 0; n < rows_.count; ++n) {
            add(gradient + rows_.own[n] * Width, acc_[0]);
            add(gradient + rows_.foe[n] * Width, acc_[1]);
        }
    }

private:
    static constexpr std::size_t parts = Width / lanes;

    void sum(const std::array<std::uint16_t, 32>& rows, Lanes* to) const {
        Lanes acc[parts];
        for (std::size_t i = 0; i < parts; ++i) acc[i] = load(net_ + at_.bias + i * lanes);
        for (std::size_t n = 0; n < rows_.count; ++n) {
            const float* row = net_ + rows[n] * Width;
            for (std::size_t i = 0; i < parts; ++i) acc[i] += load(row + i * lanes);
        }
        for (std::size_t i = 0; i < parts; ++i) to[i] = acc[i];
    }
    static void add(float* to, const Lanes* what) {
        for (std::size_t i = 0; i < parts; ++i) store(to + i * lanes, load(to + i * lanes) + what[i]);
    }

    const Shape& shape_;
    Layout at_;
    const float* net_;
    Rows rows_;
    std::size_t bucket_ = 0;
    Lanes acc_[2][parts];
};

/// Calls `f` with the kernel for the shape.
template <std::size_t Width = 8, class F>
void with_kernel(const Shape& shape, const float* net, F&& f) {
    if (shape.width() != Width) {
        if constexpr (Width < max_hidden) with_kernel<Width + 8>(shape, net, f);
    } else if (shape.squared) {
        f(Kernel<Width, true>(shape, net));
    } else {
        f(Kernel<Width, false>(shape, net));
    }
}

}  // namespace

float exp_of(float x) {
    const float turns = std::min(std::max(x, -80.0F), 80.0F) * 1.44269504F;
    const int whole = static_cast<int>(turns + (turns < 0 ? -0.5F : 0.5F));
    const float r = (turns - static_cast<float>(whole)) * 0.693147181F;
    const float power =
        1 + r * (1 + r * (0.5F + r * (1.6666667e-1F + r * (4.1666667e-2F + r * (8.3333333e-3F + r * 1.3888889e-3F)))));
    return power * std::bit_cast<float>(static_cast<std::uint32_t>(whole + 127) << 23);
}

float sigmoid(float z) { return 1 / (1 + exp_of(-z)); }

void evaluate(const Shape& shape, const float* net, std::span<const Packed> positions, float* logits) {
    with_kernel(shape, net, [&](auto kernel) {
        for (const Packed& position : positions) *logits++ = kernel.forward(position);
    });
}

void add_gradient(const Shape& shape, const float* net, std::span<const Packed> positions, const float* targets,
                  float* gradient) {
    with_kernel(shape, net, [&](auto kernel) {
        for (const Packed& position : positions) {
            kernel.backward(sigmoid(kernel.forward(position)) - *targets++, gradient);
        }
    });
}

}  // namespace stackmate::training
