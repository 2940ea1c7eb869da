#include "core/eval/net/full.hpp"

namespace stackmate {

template <>
constinit const net::Weights<nets::Full, net::Kernel<nets::Full::hidden>> FullNet::weights{};

}  // namespace stackmate
