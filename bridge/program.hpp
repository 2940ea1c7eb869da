// The bridge as a program: finds the board, carries bytes, and finds it again.
#pragma once

#include "bridge/arguments.hpp"

namespace stackmate::bridge {

/// Does what the arguments ask for, which must not be Task::engine. Returns the exit status: 0 when the GUI has gone; 1
/// if there is no board at the beginning; 2 if the arguments are wrong.
[[nodiscard]] int run(const Arguments& arguments);

}  // namespace stackmate::bridge
