// Standard input and output as an SDK's serial line, for examples that are tried on the desktop. The end of the input ends the
// program.
#pragma once

#include <poll.h>
#include <unistd.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace terminal {

/// The next byte, 0 to 255; -1 when there is none yet.
inline int read() {
    pollfd input{STDIN_FILENO, POLLIN, 0};
    if (::poll(&input, 1, 0) != 1) return -1;
    unsigned char byte = 0;
    if (::read(STDIN_FILENO, &byte, 1) != 1) std::_Exit(0);
    return byte;
}

inline void write(const char* text, std::size_t size) {
    while (size != 0) {
        const ssize_t written = ::write(STDOUT_FILENO, text, size);
        if (written < 0) std::_Exit(1);
        text += written;
        size -= static_cast<std::size_t>(written);
    }
}

inline std::uint32_t now_ms() {
    using namespace std::chrono;
    return static_cast<std::uint32_t>(duration_cast<milliseconds>(steady_clock::now().time_since_epoch()).count());
}

}  // namespace terminal
