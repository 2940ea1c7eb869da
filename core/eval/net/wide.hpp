// The net of the Wide configuration. Its numbers are one object in flash, defined in wide.cpp.
#pragma once

#include "core/eval/net/evaluation.hpp"
#include "core/eval/weights/wide.hpp"

namespace stackmate {

using WideNet = NetEvaluation<nets::Wide>;

template <>
const net::Weights<nets::Wide, net::Kernel<nets::Wide::hidden>> WideNet::weights;

}  // namespace stackmate
