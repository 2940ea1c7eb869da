// The net of the Tiny configuration: its numbers are one object in flash, made in tiny.cpp.
#pragma once

#include "core/eval/net/evaluation.hpp"
#include "core/eval/weights/tiny.hpp"

namespace stackmate {

using TinyNet = NetEvaluation<nets::Tiny>;

template <>
const net::Weights<nets::Tiny, net::Kernel<nets::Tiny::hidden>> TinyNet::weights;

}  // namespace stackmate
