#include "bridge/arguments.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace {

using stackmate::bridge::Arguments;
using Task = Arguments::Task;

Arguments of(std::vector<const char*> words) { return stackmate::bridge::read_arguments(words); }

TEST(Arguments, WithoutDashesItIsTheEngine) {
    EXPECT_EQ(of({"stackmate"}).task, Task::engine);
    EXPECT_EQ(of({"stackmate", "bench"}).task, Task::engine);
    EXPECT_EQ(of({"stackmate", "go", "perft", "3"}).task, Task::engine);
}

TEST(Arguments, APortMayBeNamedOrSearchedFor) {
    EXPECT_EQ(of({"stackmate", "--port"}).task, Task::bridge);
    EXPECT_EQ(of({"stackmate", "--port"}).port, "");
    EXPECT_EQ(of({"stackmate", "--port", "COM5"}).port, "COM5");
    EXPECT_EQ(of({"stackmate", "--port=COM5"}).port, "COM5");  // as lichess-bot writes it
    const auto verbose = of({"stackmate", "--port", "--verbose"});
    EXPECT_EQ(verbose.task, Task::bridge);
    EXPECT_TRUE(verbose.verbose && verbose.port.empty());
    EXPECT_EQ(of({"stackmate", "--ports"}).task, Task::list);
    EXPECT_EQ(of({"stackmate", "--help"}).task, Task::help);
    EXPECT_EQ(of({"stackmate", "--version"}).task, Task::version);
}

TEST(Arguments, WhatIsUnknownIsRefusedByName) {
    EXPECT_EQ(of({"stackmate", "--prot", "COM5"}).complaint, "unknown argument '--prot'");
    EXPECT_EQ(of({"stackmate", "--port", "COM5", "COM6"}).complaint, "unknown argument 'COM6'");
    EXPECT_EQ(of({"stackmate", "--verbose"}).task, Task::wrong);
}

TEST(Arguments, ACopyWithTheBoardsNameIsTheBridgeForProgramsThatGiveNoArguments) {
    EXPECT_EQ(of({"/usr/games/stackmate-board"}).task, Task::bridge);
    EXPECT_EQ(of({"engines/x86_64/s-stackmate-board"}).task, Task::bridge);  // PicoChess wants a letter in front
    EXPECT_EQ(of({"C:\\Chess\\stackmate-board.exe"}).task, Task::bridge);
    EXPECT_EQ(of({"C:\\stackmate-board\\stackmate.exe"}).task, Task::engine);
    EXPECT_EQ(of({"stackmate-board", "--port", "COM5"}).port, "COM5");
}

}  // namespace
