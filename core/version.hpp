// Which version this is: STACKMATE_VERSION, a text of three numbers.
#pragma once

#include "core/cpp20.hpp"

// CMake tells it to every file. In packages for tools that tell nothing tools/package has put it in place of the next line.
#ifndef STACKMATE_VERSION
#error "STACKMATE_VERSION is not defined; from the sources build with CMake, or make a package with tools/package"
#endif
