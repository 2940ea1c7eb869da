// Windows cannot report whether a pipe has space or bytes, so there is a thread for each direction.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

#include <windows.h>

#include <io.h>
#include <timeapi.h>

#include "boards/host/os.hpp"

namespace stackmate::boards {
namespace {

constexpr std::size_t output_bytes = 16384;         ///< waiting for the writer; with more the board waits
constexpr std::chrono::milliseconds patience{500};  ///< for a thread that is to end

HANDLE handle_of(int descriptor) { return reinterpret_cast<HANDLE>(::_get_osfhandle(descriptor)); }

HANDLE this_thread() {
    HANDLE thread = nullptr;
    ::DuplicateHandle(::GetCurrentProcess(), ::GetCurrentThread(), ::GetCurrentProcess(), &thread, 0, FALSE,
                      DUPLICATE_SAME_ACCESS);
    return thread;
}

/// Ends what `thread` waits for, again and again until it has `gone` or patience is exhausted.
template <class Gone>
void cancel(HANDLE thread, Gone gone) {
    for (const auto end = std::chrono::steady_clock::now() + patience;
         !gone() && std::chrono::steady_clock::now() < end;) {
        ::CancelSynchronousIo(thread);
        ::Sleep(1);
    }
}

}  // namespace

struct Console::State {
    State(HANDLE from, HANDLE to) : input{from}, output{to}, writer{[this] { write_all(); }} {}

    HANDLE input;
    HANDLE output;

    std::atomic<bool> interrupted{false};
    std::atomic<bool> reading{false};
    std::atomic<HANDLE> reader{nullptr};

    std::mutex mutex{};
    std::condition_variable changed{};
    std::string waiting{};            ///< for the writer; guarded by mutex
    bool writing = false;             ///< guarded by mutex
    bool ending = false;              ///< guarded by mutex
    std::atomic<bool> broken{false};  ///< nobody takes what is written
    std::atomic<bool> left{false};
    std::atomic<HANDLE> writer_handle{nullptr};
    std::thread writer;

    void write_all() {
        writer_handle = this_thread();
        std::unique_lock lock{mutex};
        while (!ending) {
            changed.wait(lock, [this] { return ending || !waiting.empty(); });
            const std::string bytes = std::exchange(waiting, {});
            writing = !bytes.empty();
            lock.unlock();
            for (std::size_t at = 0; at < bytes.size() && !broken;) {
                DWORD written = 0;
                broken =
                    ::WriteFile(output, bytes.data() + at, static_cast<DWORD>(bytes.size() - at), &written, nullptr)
                    == 0;
                at += written;
            }
            lock.lock();
            writing = false;
            changed.notify_all();
        }
        left = true;
    }
};

Console::Console(int input, int output) : state_{std::make_unique<State>(handle_of(input), handle_of(output))} {}

Console::~Console() {
    {
        std::unique_lock lock{state_->mutex};
        state_->changed.wait_for(lock, patience, [this] { return state_->waiting.empty() && !state_->writing; });
        state_->waiting.clear();
        state_->ending = true;
    }
    state_->changed.notify_all();
    state_->broken = true;
    cancel(state_->writer_handle, [this] { return state_->left.load(); });
    state_->writer.join();
}

std::size_t Console::read(std::span<char> to) {
    if (state_->reader == nullptr) {
        state_->reader = this_thread();
    }
    state_->reading = true;
    DWORD size = 0;
    if (state_->interrupted || !::ReadFile(state_->input, to.data(), static_cast<DWORD>(to.size()), &size, nullptr)) {
        size = 0;
    }
    state_->reading = false;
    return size;
}

void Console::interrupt() {
    state_->interrupted = true;
    if (state_->reader != nullptr) {
        cancel(state_->reader, [this] { return !state_->reading.load(); });
    }
}

bool Console::has_room() {
    const std::lock_guard lock{state_->mutex};
    return state_->broken || state_->waiting.size() < output_bytes;
}

void Console::write(std::string_view bytes) {
    {
        const std::lock_guard lock{state_->mutex};
        if (!state_->broken) {
            state_->waiting += bytes;
        }
    }
    state_->changed.notify_all();
}

std::span<std::byte> map_pages(std::size_t bytes) noexcept {
    void* const fresh = ::VirtualAlloc(nullptr, bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
    if (fresh == nullptr) {
        return {};
    }
    return {static_cast<std::byte*>(fresh), bytes};
}

void unmap_pages(std::span<std::byte> pages) noexcept { ::VirtualFree(pages.data(), 0, MEM_RELEASE); }

/// The system's timer ticks every 16 ms unless somebody asks for more.
void prepare_process() noexcept { ::timeBeginPeriod(1); }

}  // namespace stackmate::boards
