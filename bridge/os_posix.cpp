// Linux, macOS and similar systems. One poll() watches everything; no threads.
#include "bridge/os.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>

#include <climits>
#include <fcntl.h>
#include <glob.h>
#include <grp.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

namespace stackmate::bridge {
namespace {

constexpr int last_write_ms = 200;  ///< for the last bytes written when the port is closed

/// The group that may use a file, unless it is root's own.
std::string group_of(const std::string& path) {
    struct stat about{};
    if (::stat(path.c_str(), &about) != 0 || about.st_gid == 0 || (about.st_mode & S_IRGRP) == 0) {
        return {};
    }
    const group* const found = ::getgrgid(about.st_gid);
    return found != nullptr ? found->gr_name : "";
}

Opened meaning_of(int error) {
    switch (error) {
    case ENOENT:
    case ENXIO:
    case ENODEV: return Opened::missing;
    case EACCES:
    case EPERM: return Opened::forbidden;
    case EBUSY:
    case EWOULDBLOCK: return Opened::busy;
    case ENOTTY: return Opened::no_port;
    default: return Opened::failed;
    }
}

/// Returns 0 or an errno.
int set_up(int port) {
    if (::isatty(port) == 0) {
        return ENOTTY;
    }
    // The lock excludes programs that ask for it, TIOCEXCL all others except root's.
    if (::flock(port, LOCK_EX | LOCK_NB) != 0) {
        return errno;
    }
    (void)::ioctl(port, TIOCEXCL);
    termios settings{};
    if (::tcgetattr(port, &settings) != 0) {
        return errno;
    }
    ::cfmakeraw(&settings);
    settings.c_cflag &= ~static_cast<tcflag_t>(CSTOPB | PARENB | CRTSCTS);
    settings.c_cflag |= CS8 | CREAD | CLOCAL | HUPCL;  // with HUPCL closing lowers DTR
    settings.c_cc[VMIN] = 0;
    settings.c_cc[VTIME] = 0;
    if (::cfsetspeed(&settings, B115200) != 0 || ::tcsetattr(port, TCSANOW, &settings) != 0) {
        return errno;
    }
    // A pseudo-terminal has no such lines; there, the open file tells the other side.
    int lines = TIOCM_DTR | TIOCM_RTS;
    (void)::ioctl(port, TIOCMBIS, &lines);
    (void)::tcflush(port, TCIOFLUSH);
    return 0;
}

}  // namespace

struct Os::State {
    int port = -1;
    std::string for_person{};
    std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
};

Os::Os() : state_{std::make_unique<State>()} { std::signal(SIGPIPE, SIG_IGN); }
Os::~Os() { close(); }

Ms Os::now() const {
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - state_->start)
        .count();
}

std::vector<PortInfo> Os::ports() const {
#ifdef __linux__
    return ports_in_sysfs("/sys/class/tty");
#else
    // Without the system's registry of devices, a USB port is recognised by its name alone.
    std::vector<PortInfo> ports;
    glob_t found{};
    if (::glob("/dev/cu.*", 0, nullptr, &found) == 0) {
        for (std::size_t i = 0; i < found.gl_pathc; ++i) {
            PortInfo port;
            port.path = found.gl_pathv[i];
            const bool usb = port.path.find("usb") != std::string::npos;
            port.vendor = usb ? 0xFFFF : 0;
            ports.push_back(port);
        }
    }
    ::globfree(&found);
    return ports;
#endif
}

Opened Os::open(const std::string& path, std::string& complaint) {
    int error = 0;
    const int port = ::open(path.c_str(), O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    error = port < 0 ? errno : set_up(port);
    if (error == 0) {
        state_->port = port;
        return Opened::yes;
    }
    if (port >= 0) {
        ::close(port);
    }
    const auto result = meaning_of(error);
    complaint = explain(result, path, group_of(path), std::strerror(error));
    return result;
}

void Os::close() {
    if (state_->port < 0) {
        return;
    }
    // A terminal driver waits in close() for what the device does not take, for up to half a minute.
    constexpr int looks = 20;
    int waiting = 0;
    for (int i = 0; i < looks && ::ioctl(state_->port, TIOCOUTQ, &waiting) == 0 && waiting > 0; ++i) {
        (void)::poll(nullptr, 0, last_write_ms / looks);
    }
    if (waiting > 0) {
        (void)::tcflush(state_->port, TCOFLUSH);
    }
    ::close(state_->port);
    state_->port = -1;
}

bool Os::is_open() const { return state_->port >= 0; }

void Os::wait(const Wishes& wishes, Ms limit) {
    const auto wanted = [](bool read, bool write) {
        return static_cast<short>((read ? POLLIN : 0) | (write ? POLLOUT : 0));
    };
    // poll() ignores negative descriptors. What is not requested must be left out; otherwise its end would wake us for
    // ever.
    pollfd all[3] = {{wishes.read_gui ? STDIN_FILENO : -1, POLLIN, 0},
                     {wishes.write_gui ? STDOUT_FILENO : -1, POLLOUT, 0},
                     {state_->port, wanted(wishes.read_port, wishes.write_port), 0}};
    (void)::poll(all, 3, static_cast<int>(limit));
}

namespace {

Os::Came read_from(int file, std::string& to) {
    pollfd ready{file, POLLIN, 0};
    if (::poll(&ready, 1, 0) <= 0) {
        return Os::Came::nothing;
    }
    char chunk[4096];
    const auto size = ::read(file, chunk, sizeof chunk);
    if (size > 0) {
        to.append(chunk, static_cast<std::size_t>(size));
        return Os::Came::something;
    }
    return size < 0 && (errno == EINTR || errno == EAGAIN) ? Os::Came::nothing : Os::Came::end;
}

/// How much can be written without waiting when poll() has reported room: this much to a pipe, one byte to a terminal.
std::size_t sure_for(int file) { return ::isatty(file) != 0 ? 1 : _POSIX_PIPE_BUF; }

bool write_to(int file, std::string& text, std::size_t sure) {
    while (!text.empty()) {
        pollfd ready{file, POLLOUT, 0};
        if (::poll(&ready, 1, 0) <= 0) {
            return true;
        }
        const auto written = ::write(file, text.data(), std::min(text.size(), sure));
        if (written < 0) {
            return errno == EINTR || errno == EAGAIN;
        }
        text.erase(0, static_cast<std::size_t>(written));
    }
    return true;
}

}  // namespace

Os::Came Os::read_gui(std::string& to) { return read_from(STDIN_FILENO, to); }
bool Os::write_gui(std::string& text) { return write_to(STDOUT_FILENO, text, sure_for(STDOUT_FILENO)); }
Os::Came Os::read_port(std::string& to) { return is_open() ? read_from(state_->port, to) : Came::end; }
bool Os::write_port(std::string& text) { return is_open() && write_to(state_->port, text, text.size()); }

void Os::tell(const std::string& line) {
    constexpr std::size_t most = 65536;
    if (state_->for_person.size() < most) {
        state_->for_person += line + '\n';
    }
    (void)write_to(STDERR_FILENO, state_->for_person, sure_for(STDERR_FILENO));
}

}  // namespace stackmate::bridge
