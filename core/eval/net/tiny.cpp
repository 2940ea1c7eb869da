#include "core/eval/net/tiny.hpp"

namespace stackmate {

template <>
constinit const net::Weights<nets::Tiny, net::Kernel<nets::Tiny::hidden>> TinyNet::weights{};

}  // namespace stackmate
