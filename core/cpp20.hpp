// Every header of the core includes this one before anything that an older standard would not compile: one error in place of
// hundreds.
#pragma once

#if __cplusplus < 202002L
#include "core/ needs C++20: compile with -std=c++20 or newer"  // a file that is missing ends the compilation
#endif
