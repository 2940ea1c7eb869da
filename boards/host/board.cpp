#include "boards/host/board.hpp"

#include <cerrno>
#include <climits>
#include <cstdlib>

#include <csignal>
#include <poll.h>
#include <sys/mman.h>
#include <unistd.h>

namespace stackmate::boards {

void WakeUp::ring() {
    {
        std::lock_guard const lock{mutex_};
        rung_ = true;
    }
    rung_changed_.notify_one();
}

void WakeUp::wait(std::chrono::milliseconds limit) {
    std::unique_lock lock{mutex_};
    rung_changed_.wait_for(lock, limit, [this] { return rung_; });
    rung_ = false;
}

std::uint32_t HostClock::now_ms() const noexcept {
    const auto passed = std::chrono::steady_clock::now() - start_;
    return static_cast<std::uint32_t>(std::chrono::duration_cast<std::chrono::milliseconds>(passed).count());
}

HostDeadline::~HostDeadline() {
    {
        std::lock_guard const lock{mutex_};
        ending_ = true;
    }
    changed_.notify_one();
    if (thread_.joinable()) {
        thread_.join();
    }
}

void HostDeadline::arm(std::uint32_t ms, std::atomic<bool>& flag) noexcept {
    {
        std::lock_guard const lock{mutex_};
        flag_ = &flag;
        due_ = std::chrono::steady_clock::now() + std::chrono::milliseconds{ms};
        if (ms == 0) {
            flag_->store(true);
            flag_ = nullptr;
        }
        if (!thread_.joinable()) {
            thread_ = std::thread{[this] { run(); }};
        }
    }
    changed_.notify_one();
}

void HostDeadline::disarm() noexcept {
    std::lock_guard const lock{mutex_};
    flag_ = nullptr;
}

void HostDeadline::run() {
    std::unique_lock lock{mutex_};
    while (!ending_) {
        if (flag_ == nullptr) {
            changed_.wait(lock);
        } else if (std::chrono::steady_clock::now() < due_) {
            changed_.wait_until(lock, due_);
        } else {
            flag_->store(true);
            flag_ = nullptr;
            wake_up_.ring();
        }
    }
}

HostSerial::~HostSerial() {
    {
        std::lock_guard const lock{mutex_};
        ending_ = true;
    }
    room_.notify_one();
    if (thread_.joinable()) {
        [[maybe_unused]] const auto written = ::write(wake_pipe_[1], "", 1);
        thread_.join();
        ::close(wake_pipe_[0]);
        ::close(wake_pipe_[1]);
    }
}

void HostSerial::start() {
    if (::pipe(wake_pipe_) != 0) {
        std::abort();
    }
    thread_ = std::thread{[this] { run(); }};
}

int HostSerial::read() noexcept {
    const int byte = received_.pop();
    // The reader waits for a quarter of the ring, so waking it for every byte would be for nothing.
    if (byte >= 0 && received_.used() == ring_bytes * 3 / 4) {
        std::lock_guard const lock{mutex_};
        room_.notify_one();
    }
    return byte;
}

bool HostSerial::write(std::string_view bytes) noexcept { return sent_.push_all(bytes); }

// Writes no more than a pipe is sure to take after poll has promised room, so a GUI that stops reading stops
// neither the search nor its clock. When the other side has gone the text goes nowhere.
void HostSerial::pump() noexcept {
    std::array<char, 512> chunk;
    static_assert(sizeof chunk <= _POSIX_PIPE_BUF);
    while (!sent_.empty()) {
        pollfd ready{output_, POLLOUT, 0};
        if (::poll(&ready, 1, 0) <= 0) {
            return;
        }
        std::size_t size = 0;
        for (int byte; size < chunk.size() && (byte = sent_.pop()) >= 0; ++size) {
            chunk[size] = static_cast<char>(byte);
        }
        for (std::size_t done = 0; done < size;) {
            const auto written = ::write(output_, chunk.data() + done, size - done);
            if (written < 0 && errno != EINTR && errno != EAGAIN) {
                break;
            }
            done += written > 0 ? static_cast<std::size_t>(written) : 0;
        }
    }
}

void HostSerial::watch(std::string_view line, std::atomic<bool>& flag) noexcept {
    std::lock_guard const lock{mutex_};
    watch_.watch(line, flag);
}

void HostSerial::run() {
    std::array<char, 4096> chunk;
    for (;;) {
        pollfd ready[2] = {{input_, POLLIN, 0}, {wake_pipe_[0], POLLIN, 0}};
        if (::poll(ready, 2, -1) < 0 && errno != EINTR) {
            break;
        }
        if (ready[1].revents != 0) {
            return;
        }
        if (ready[0].revents == 0) {
            continue;
        }
        const auto size = ::read(input_, chunk.data(), chunk.size());
        if (size == 0 || (size < 0 && errno != EINTR && errno != EAGAIN)) {
            break;
        }
        if (size > 0) {
            receive({chunk.data(), static_cast<std::size_t>(size)});
        }
    }
    receive("\nquit\n");
}

void HostSerial::receive(std::string_view bytes) {
    std::unique_lock lock{mutex_};
    for (const char byte : bytes) {
        if (received_.free() == 0) {
            wake_up_.ring();
            room_.wait(lock, [this] { return ending_ || received_.free() >= ring_bytes / 4; });
        }
        if (ending_) {
            return;
        }
        [[maybe_unused]] const bool taken = received_.push(static_cast<std::uint8_t>(byte));
        watch_.receive(byte);
    }
    lock.unlock();
    wake_up_.ring();
}

HostTableMemory::~HostTableMemory() {
    if (!memory_.empty()) {
        ::munmap(memory_.data(), memory_.size());
    }
}

std::span<std::byte> HostTableMemory::allocate(std::size_t bytes) noexcept {
    if (bytes == 0) {
        return {};
    }
    void* const fresh = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (fresh == MAP_FAILED) {
        return {};
    }
#ifdef MADV_HUGEPAGE
    ::madvise(fresh, bytes, MADV_HUGEPAGE);  // a wish: most probes of a large table miss the address cache
#endif
    if (!memory_.empty()) {
        ::munmap(memory_.data(), memory_.size());
    }
    memory_ = {static_cast<std::byte*>(fresh), bytes};
    return memory_;
}

HostSecondCore::~HostSecondCore() {
    {
        std::lock_guard const lock{mutex_};
        ending_.store(true);
    }
    changed_.notify_all();
    if (thread_.joinable()) {
        thread_.join();
    }
}

bool HostSecondCore::work(hal::Serve serve, void* object) noexcept {
    {
        std::lock_guard const lock{mutex_};
        serve_ = serve;
        object_ = object;
        dismissed_.store(false);
        if (!thread_.joinable()) {
            thread_ = std::thread{[this] { run(); }};
        }
    }
    changed_.notify_all();
    return true;
}

void HostSecondCore::settle() noexcept {
    dismiss();
    std::unique_lock lock{mutex_};
    changed_.wait(lock, [this] { return serve_ == nullptr; });
}

void HostSecondCore::run() {
    std::unique_lock lock{mutex_};
    while (!ending_.load()) {
        if (serve_ == nullptr) {
            changed_.wait(lock);
            continue;
        }
        const auto serve = serve_;
        void* const object = object_;
        lock.unlock();
        serve_until_dismissed(serve, object);
        lock.lock();
        serve_ = nullptr;
        changed_.notify_all();
    }
}

// Work comes every few microseconds during a search, too fast to sleep in between; others get the processor if they want.
void HostSecondCore::serve_until_dismissed(hal::Serve serve, void* object) const {
    while (!ending_.load()) {
        const bool last = dismissed_.load(std::memory_order_acquire);
        if (serve(object)) {
            continue;
        }
        if (last) {
            return;
        }
        std::this_thread::yield();
    }
}

void HostSystem::reset() noexcept { std::_Exit(EXIT_FAILURE); }

void Board::init() noexcept {
    std::signal(SIGPIPE, SIG_IGN);
    serial.start();
}

Board& board() noexcept {
    static Board instance{STDIN_FILENO, STDOUT_FILENO};
    return instance;
}

}  // namespace stackmate::boards
