// The bridge as a program: finds the board, carries bytes, and finds it again.
#pragma once

#include "bridge/arguments.hpp"

namespace stackmate::bridge {

/// Does what the arguments ask for, which must not be Task::engine. Returns the exit status when the GUI has gone: 0; 1 where
/// there is no board at the beginning; 2 where the arguments are wrong.
[[nodiscard]] int run(const Arguments& arguments);

}  // namespace stackmate::bridge
