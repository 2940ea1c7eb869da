// What nobody reads at the other end of a pipe or a terminal: no call of the bridge's waits for it. A call that does is ended
// by an alarm, and with it the test.
#include "bridge/os.hpp"

#include <array>
#include <cstdlib>
#include <string>

#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

using stackmate::bridge::Opened;
using stackmate::bridge::Os;

/// The two ends of a terminal, neither of which is read.
struct Terminal {
    Terminal() {
        ::grantpt(master);
        ::unlockpt(master);
        path = ::ptsname(master);
    }
    ~Terminal() { ::close(master); }
    int master = ::posix_openpt(O_RDWR | O_NOCTTY);
    std::string path{};
};

/// Whether `work` comes to its end, in a process of its own with `file` as standard output and error.
template <class Work>
bool ends(int file, Work work) {
    const auto child = ::fork();
    if (child == 0) {
        ::dup2(file, STDOUT_FILENO);
        ::dup2(file, STDERR_FILENO);
        ::alarm(60);
        work();
        ::_exit(0);
    }
    int status = -1;
    ::waitpid(child, &status, 0);
    return status == 0;
}

const std::string much = [] {
    std::string lines;
    while (lines.size() < 1'000'000) {
        lines += "info depth 1 score cp 5 pv e7e5\n";
    }
    return lines;
}();

void tell_all() {
    Os os;
    auto text = much;
    for (std::size_t before = 0; before != text.size();) {
        before = text.size();
        if (!os.write_gui(text)) {
            std::abort();
        }
    }
    for (int i = 0; i < 20; ++i) {
        os.tell(much.substr(0, 10'000));
    }
    if (text.empty() || text.size() == much.size()) {
        std::abort();  // something was taken, and not all
    }
}

TEST(OsPosix, APipeThatNobodyReadsIsNotWaitedFor) {
    std::array<int, 2> pipe{};
    ASSERT_EQ(::pipe(pipe.data()), 0);
    EXPECT_TRUE(ends(pipe[1], tell_all));
}

TEST(OsPosix, NorIsATerminal) {
    Terminal terminal;
    const int file = ::open(terminal.path.c_str(), O_RDWR | O_NOCTTY);
    ASSERT_GE(file, 0);
    EXPECT_TRUE(ends(file, tell_all));
}

TEST(OsPosix, APortThatTakesNothingIsClosedAllTheSame) {
    Terminal terminal;
    EXPECT_TRUE(ends(STDERR_FILENO, [&] {
        Os os;
        std::string complaint;
        auto text = much;
        if (os.open(terminal.path, complaint) != Opened::yes || !os.write_port(text) || text.empty()
            || !os.write_port(text)) {
            std::abort();
        }
        os.close();
    }));
}

}  // namespace
