#pragma once
#include <cstdint>
namespace stackmate::books { inline constexpr std::uint32_t openings[] = {0xffffffff}; }
