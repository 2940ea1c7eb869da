#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdlib>

#include <poll.h>
#include <sys/mman.h>
#include <unistd.h>

#include "boards/host/os.hpp"

namespace stackmate::boards {

static_assert(Console::chunk_bytes <= _POSIX_PIPE_BUF);

struct Console::State {
    int input;
    int output;
    int wake_pipe[2] = {-1, -1};  ///< written by `interrupt`, so that the reader leaves poll
};

Console::Console(int input, int output) : state_{std::make_unique<State>(State{input, output})} {
    if (::pipe(state_->wake_pipe) != 0) {
        std::abort();
    }
}

Console::~Console() {
    ::close(state_->wake_pipe[0]);
    ::close(state_->wake_pipe[1]);
}

std::size_t Console::read(std::span<char> to) {
    for (;;) {
        pollfd ready[2] = {{state_->input, POLLIN, 0}, {state_->wake_pipe[0], POLLIN, 0}};
        if ((::poll(ready, 2, -1) < 0 && errno != EINTR) || ready[1].revents != 0) {
            return 0;
        }
        if (ready[0].revents == 0) {
            continue;
        }
        const auto size = ::read(state_->input, to.data(), to.size());
        if (size > 0) {
            return static_cast<std::size_t>(size);
        }
        if (size == 0 || (errno != EINTR && errno != EAGAIN)) {
            return 0;
        }
    }
}

void Console::interrupt() { [[maybe_unused]] const auto written = ::write(state_->wake_pipe[1], "", 1); }

bool Console::has_room() {
    pollfd ready{state_->output, POLLOUT, 0};
    return ::poll(&ready, 1, 0) > 0;
}

// No more than a pipe certainly takes after poll has reported space. So a GUI that stops reading stops neither the search nor
// its clock.
void Console::write(std::string_view bytes) {
    while (!bytes.empty()) {
        const auto written = ::write(state_->output, bytes.data(), bytes.size());
        if (written < 0 && errno != EINTR && errno != EAGAIN) {
            return;
        }
        bytes.remove_prefix(written > 0 ? static_cast<std::size_t>(written) : 0);
    }
}

std::span<std::byte> map_pages(std::size_t bytes) noexcept {
    void* const fresh = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (fresh == MAP_FAILED) {
        return {};
    }
#ifdef MADV_HUGEPAGE
    ::madvise(fresh, bytes, MADV_HUGEPAGE);  // a wish: most probes of a large table miss the address cache
#endif
    return {static_cast<std::byte*>(fresh), bytes};
}

void unmap_pages(std::span<std::byte> pages) noexcept { ::munmap(pages.data(), pages.size()); }

void prepare_process() noexcept { std::signal(SIGPIPE, SIG_IGN); }

}  // namespace stackmate::boards
