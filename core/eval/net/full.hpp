// The net of the Full configuration. Its numbers are one object in flash, defined in full.cpp.
#pragma once

#include "core/eval/net/evaluation.hpp"
#include "core/eval/weights/full.hpp"

namespace stackmate {

using FullNet = NetEvaluation<nets::Full>;

template <>
const net::Weights<nets::Full, net::Kernel<nets::Full::hidden>> FullNet::weights;

}  // namespace stackmate
