#include "core/eval/net/wide.hpp"

namespace stackmate {

template <>
constinit const net::Weights<nets::Wide, net::Kernel<nets::Wide::hidden>> WideNet::weights{};

}  // namespace stackmate
