# The desktop's program with nothing but make and a C++ compiler, for OpenBench: make EXE=name CXX=compiler; then
# ./name bench. Whoever works on the project builds with CMake (docs/CONTRIBUTING.md).
EXE = stackmate
CXX = g++
CXXFLAGS = -O3 -DNDEBUG

ifeq ($(OS),Windows_NT)
    OTHER_SYSTEM = posix
    SYSTEM_FLAGS = -static -lwinmm -lsetupapi
else
    OTHER_SYSTEM = windows
    SYSTEM_FLAGS = -pthread
endif

VERSION := $(shell sed -n 's/^project.stackmate VERSION \([0-9.]*\) .*/\1/p' CMakeLists.txt)
SOURCES := $(filter-out %_$(OTHER_SYSTEM).cpp,\
    $(wildcard core/*.cpp core/*/*.cpp core/*/*/*.cpp boards/host/*.cpp bridge/*.cpp endings/embedded_file.cpp))
DEFINITIONS = -DSTACKMATE_VERSION='"$(VERSION)"' -DSTACKMATE_CONFIG=Full -DSTACKMATE_BOARD_HEADER='"boards/host/board.hpp"' \
    -DSTACKMATE_ENDINGS=1 -DSTACKMATE_SYMBOL='"stackmate_endings_file"' -DSTACKMATE_FILE='"endings/endings.bin"'

# One call of the compiler; whether anything has changed is not looked at.
.PHONY: all
all:
	$(CXX) -std=c++20 $(CXXFLAGS) $(DEFINITIONS) -I. -o $(EXE) $(SOURCES) $(SYSTEM_FLAGS)
