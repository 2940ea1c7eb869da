// What the desktop board needs from the operating system. One file for each kind: os_posix.cpp, os_windows.cpp.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

namespace stackmate::boards {

/// Bytes in and out of the process: two file descriptors, for which a thread waits and the superloop never does.
class Console {
public:
    Console(int input, int output);
    /// What was written goes out first, if somebody takes it.
    ~Console();
    Console(const Console&) = delete;
    Console& operator=(const Console&) = delete;

    /// Waits for bytes; from one thread only. How many came; 0 when the input has ended, or after `interrupt`.
    [[nodiscard]] std::size_t read(std::span<char> to);
    /// Ends the current `read` and all later ones. May be called from any thread.
    void interrupt();

    /// At most so many bytes in one `write`.
    static constexpr std::size_t chunk_bytes = 512;
    /// Whether `write` takes a chunk now without waiting.
    [[nodiscard]] bool has_room();
    /// Only after `has_room`. If the other side has gone, the bytes are dropped.
    void write(std::string_view bytes);

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// `bytes` > 0 of zeros from the start of a page; empty if there is not that much memory.
[[nodiscard]] std::span<std::byte> map_pages(std::size_t bytes) noexcept;
/// What `map_pages` has given, whole.
void unmap_pages(std::span<std::byte> pages) noexcept;

/// Call it before anything else. For the whole process: writing to a closed pipe does not end it, and timers are exact.
void prepare_process() noexcept;

}  // namespace stackmate::boards
