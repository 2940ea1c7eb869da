// The inner loops, for a width known when compiled. Sums have one order whatever the machine's vectors, and products
// are not contracted into them (see CMakeLists.txt), so a training comes out the same everywhere.
#pragma once

#include <cstdint>
#include <span>

#include "workshop/training/trainer/net.hpp"

namespace stackmate::training {

/// exp(x) for -80 <= x <= 80, to about 1e-7 of it; without the library's, which differs from machine to machine.
float exp_of(float x);
/// 1 / (1 + exp(-z)).
float sigmoid(float z);

/// Logits of positions under the net (see Layout).
void evaluate(const Shape& shape, const float* net, std::span<const Packed> positions, float* logits);

/// Adds the gradient of the cross entropy against the targets to `gradient`.
void add_gradient(const Shape& shape, const float* net, std::span<const Packed> positions, const float* targets,
                  float* gradient);

}  // namespace stackmate::training
