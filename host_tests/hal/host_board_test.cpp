// The desktop board keeps the promises of the HAL.
#include "boards/host/board.hpp"

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include "hal/conformance/serial.hpp"
#include "hal/conformance/system.hpp"
#include "hal/conformance/time.hpp"
#include "host_tests/hal/report.hpp"

namespace {

using namespace stackmate;

/// A loaded machine's scheduler may stay away for this long.
constexpr std::uint32_t scheduler_us = 100'000;

struct SteadyWatch {
    [[nodiscard]] std::uint64_t now_us() const {
        const auto now = std::chrono::steady_clock::now().time_since_epoch();
        return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::microseconds>(now).count());
    }
};

/// Runs `check(report)` until all promises are kept, ten times at most: a busy machine breaks one now and then, a wrong
/// driver every time.
template <class Check>
void check_patiently(Check check) {
    std::vector<std::string> broken;
    for (int tries = 0; tries < 10; ++tries) {
        broken.clear();
        check([&](std::string_view sentence, bool held) {
            if (!held) {
                broken.emplace_back(sentence);
            }
        });
        if (broken.empty()) {
            return;
        }
    }
    for (const std::string& sentence : broken) {
        ADD_FAILURE() << sentence;
    }
}

void short_sleep() { std::this_thread::sleep_for(std::chrono::microseconds{50}); }

/// A board on two pipes, and their other ends.
class HostBoardTest : public testing::Test {
protected:
    HostBoardTest() {
        if (::pipe(to_board_) != 0 || ::pipe(from_board_) != 0) {
            std::abort();
        }
        board_ = std::make_unique<boards::Board>(to_board_[0], from_board_[1]);
        board_->init();
    }
    ~HostBoardTest() override {
        board_.reset();
        for (const int descriptor : {to_board_[0], to_board_[1], from_board_[0], from_board_[1]}) {
            ::close(descriptor);
        }
    }

    void send(std::string_view bytes) {
        while (!bytes.empty()) {
            const auto written = ::write(to_board_[1], bytes.data(), bytes.size());
            ASSERT_GT(written, 0);
            bytes.remove_prefix(static_cast<std::size_t>(written));
        }
    }

    void hang_up() {
        ::close(to_board_[1]);
        to_board_[1] = ::dup(from_board_[1]);
    }

    std::string receive(std::size_t size) {
        std::string text(size, '\0');
        std::size_t have = 0;
        while (have < size) {
            pollfd ready{from_board_[0], POLLIN, 0};
            if (::poll(&ready, 1, 2000) <= 0) {
                break;
            }
            const auto more = ::read(from_board_[0], text.data() + have, size - have);
            if (more <= 0) {
                break;
            }
            have += static_cast<std::size_t>(more);
        }
        text.resize(have);
        return text;
    }

    std::string read_line() {
        std::string line;
        for (int waits = 0; waits < 100'000;) {
            const int byte = board_->serial.read();
            if (byte == '\n') {
                return line;
            }
            if (byte >= 0) {
                line += static_cast<char>(byte);
            } else {
                short_sleep();
                ++waits;
            }
        }
        return "nothing came";
    }

    struct Peer {
        static constexpr bool waits = true;
        HostBoardTest& test;
        unsigned looks = 0;
        void send(std::string_view bytes) {
            test.send(bytes);
            std::this_thread::sleep_for(std::chrono::milliseconds{5});
        }
        void send_pattern(std::size_t size) {
            std::string text;
            for (std::size_t i = 0; i < size; ++i) {
                text += hal::conformance::pattern_byte(i);
            }
            test.send(text);
        }
        /// Looks are quick here, and the thread that reads the line may wait for a processor: now and then it is let to work.
        void pass() {
            if (++looks % 2000 == 0) std::this_thread::sleep_for(std::chrono::milliseconds{1});
        }
        bool received(std::string_view text) { return test.receive(text.size()) == text; }
    };

    int to_board_[2] = {-1, -1};
    int from_board_[2] = {-1, -1};
    std::unique_ptr<boards::Board> board_;
};

TEST_F(HostBoardTest, ItsClockKeepsThePromisesOfAClock) {
    check_patiently([&](auto report) {
        hal::conformance::check_clock(board_->clock, SteadyWatch{}, short_sleep, scheduler_us, report);
    });
}

TEST_F(HostBoardTest, ItsDeadlineKeepsThePromisesOfADeadline) {
    check_patiently([&](auto report) {
        hal::conformance::check_deadline(board_->deadline, SteadyWatch{}, short_sleep, scheduler_us, report);
    });
}

TEST_F(HostBoardTest, ItsSerialPortKeepsThePromisesOfASerialPort) {
    Peer peer{*this};
    hal::conformance::check_serial(board_->serial, peer, test::report);
}

TEST_F(HostBoardTest, ItsSystemKeepsThePromisesOfASystem) {
    check_patiently([&](auto report) { hal::conformance::check_system(board_->system, board_->clock, false, report); });
}

TEST_F(HostBoardTest, ALongInputWaitsForItsReaderAndArrivesWhole) {
    std::string text;
    for (std::size_t i = 0; i < 200'000; ++i) {
        text += hal::conformance::pattern_byte(i);
    }
    std::thread sender{[&] { send(text + "\n"); }};
    const auto line = read_line();
    sender.join();
    EXPECT_EQ(line, text);
}

TEST_F(HostBoardTest, TheEndOfTheInputArrivesAsQuit) {
    send("isready");
    hang_up();
    EXPECT_EQ(read_line(), "isready");
    EXPECT_EQ(read_line(), "quit");
}

TEST_F(HostBoardTest, AnOutputNobodyReadsBlocksNothing) {
    const std::string text(1000, 'x');
    std::size_t written = 0;
    for (int i = 0; i < 1000; ++i) {
        written += board_->serial.write(text) ? text.size() : 0;
        board_->serial.pump();
    }
    EXPECT_FALSE(board_->serial.tx_idle());
    EXPECT_FALSE(board_->serial.write(text));
    std::string received;
    while (!board_->serial.tx_idle()) {
        received += receive(4096);
        board_->serial.pump();
    }
    received += receive(written - received.size());
    EXPECT_EQ(received, std::string(written, 'x'));
}

TEST_F(HostBoardTest, IdleReturnsAtOnceForALineThatCameBefore) {
    // A wake-up that was lost costs all of idle's 10 ms every time; a busy machine is not late every time.
    bool at_once = false;
    for (int tries = 0; tries < 200 && !at_once; ++tries) {
        send("isready\n");
        EXPECT_EQ(read_line(), "isready");  // so it has arrived, and nobody has idled since
        std::this_thread::sleep_for(std::chrono::milliseconds{2});
        const auto start = std::chrono::steady_clock::now();
        board_->system.idle();
        at_once = std::chrono::steady_clock::now() - start < std::chrono::milliseconds{9};
    }
    EXPECT_TRUE(at_once);
}

TEST_F(HostBoardTest, ATableGrowsAndShrinksAndBeginsWithZeros) {
    for (const std::size_t megabytes : {1u, 64u, 1024u, 2u}) {
        const auto memory = board_->table_memory(megabytes << 20);
        ASSERT_EQ(memory.size(), megabytes << 20);
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory.data()) % 8, 0u);
        for (std::size_t at = 0; at < memory.size(); at += 4096 * 17) {
            ASSERT_EQ(memory[at], std::byte{0});
        }
        memory.front() = memory.back() = std::byte{0xff};
    }
}

TEST_F(HostBoardTest, ATableThatIsTooLargeIsRefusedAndTheOldOneStays) {
    const auto memory = board_->table_memory(1 << 20);
    memory[4711] = std::byte{42};
    EXPECT_TRUE(board_->table_memory(~std::size_t{0} >> 1).empty());
    EXPECT_TRUE(board_->table_memory(0).empty());
    EXPECT_EQ(memory[4711], std::byte{42});
}

}  // namespace
