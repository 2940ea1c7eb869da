#include "boards/host/board.hpp"

#include <cstdlib>

namespace stackmate::boards {

void WakeUp::ring() {
    {
        const std::lock_guard lock{mutex_};
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
        const std::lock_guard lock{mutex_};
        ending_ = true;
    }
    changed_.notify_one();
    if (thread_.joinable()) {
        thread_.join();
    }
}

void HostDeadline::arm(std::uint32_t ms, std::atomic<bool>& flag) noexcept {
    {
        const std::lock_guard lock{mutex_};
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
    const std::lock_guard lock{mutex_};
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
        const std::lock_guard lock{mutex_};
        ending_ = true;
    }
    room_.notify_one();
    if (thread_.joinable()) {
        console_.interrupt();
        thread_.join();
    }
}

void HostSerial::start() {
    thread_ = std::thread{[this] { run(); }};
}

int HostSerial::read() noexcept {
    const int byte = received_.pop();
    // The reader waits until a quarter of the ring is free, so there is no use in waking it for every byte.
    if (byte >= 0 && received_.used() == ring_bytes * 3 / 4) {
        const std::lock_guard lock{mutex_};
        room_.notify_one();
    }
    return byte;
}

bool HostSerial::write(std::string_view bytes) noexcept { return sent_.push_all(bytes); }

void HostSerial::pump() noexcept {
    std::array<char, Console::chunk_bytes> chunk;
    while (!sent_.empty() && console_.has_room()) {
        std::size_t size = 0;
        for (int byte; size < chunk.size() && (byte = sent_.pop()) >= 0; ++size) {
            chunk[size] = static_cast<char>(byte);
        }
        console_.write({chunk.data(), size});
    }
}

void HostSerial::watch(std::string_view line, std::atomic<bool>& flag) noexcept {
    const std::lock_guard lock{mutex_};
    watch_.watch(line, flag);
}

void HostSerial::run() {
    std::array<char, 4096> chunk;
    while (const auto size = console_.read(chunk)) {
        receive({chunk.data(), size});
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
        unmap_pages(memory_);
    }
}

std::span<std::byte> HostTableMemory::allocate(std::size_t bytes) noexcept {
    const auto fresh = bytes == 0 ? std::span<std::byte>{} : map_pages(bytes);
    if (fresh.empty()) {
        return {};
    }
    if (!memory_.empty()) {
        unmap_pages(memory_);
    }
    memory_ = fresh;
    return memory_;
}

HostSecondCore::~HostSecondCore() {
    {
        const std::lock_guard lock{mutex_};
        ending_.store(true);
    }
    changed_.notify_all();
    if (thread_.joinable()) {
        thread_.join();
    }
}

bool HostSecondCore::work(hal::Serve serve, void* object) noexcept {
    {
        const std::lock_guard lock{mutex_};
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

bool HostSecondCore::settle() noexcept {
    dismiss();
    std::unique_lock lock{mutex_};
    changed_.wait(lock, [this] { return serve_ == nullptr; });
    return true;
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

// During a search work comes every few microseconds, too fast to sleep in between; other processes may take the processor.
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
    prepare_process();
    serial.start();
}

Board& board() noexcept {
    static Board instance{0, 1};
    return instance;
}

}  // namespace stackmate::boards
