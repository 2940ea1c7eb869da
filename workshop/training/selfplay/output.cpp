#include "workshop/training/selfplay/output.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <stdexcept>

namespace stackmate::selfplay {

namespace {

[[noreturn]] void fail(const std::string& path, const std::string& why) {
    throw std::runtime_error("'" + path + "' " + why);
}
[[noreturn]] void cannot_write(const std::string& path) {
    fail(path, std::string("cannot be written: ") + std::strerror(errno));
}

}  // namespace

Output::Output(const std::string& path, const std::string& heading)
    : path_(path), heading_(heading), file_(open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666)) {
    if (file_ < 0) cannot_write(path_);
    try {
        struct stat status{};
        if (fstat(file_, &status) != 0 || !S_ISREG(status.st_mode)) fail(path_, "is no regular file");
        if (flock(file_, LOCK_EX | LOCK_NB) != 0) fail(path_, "is being written by another call");
        read_state();
        const auto size = static_cast<std::uint64_t>(status.st_size);
        if (size < bytes_) fail(path_, "is shorter than '" + path_ + ".state' says; remove both to begin anew");
        if (size != 0 && bytes_ == 0 && access((path_ + ".state").c_str(), F_OK) != 0)
            fail(path_, "is there, and no '" + path_ + ".state' says which games it has");
        const auto end = static_cast<off_t>(bytes_);
        if (ftruncate(file_, end) != 0 || lseek(file_, end, SEEK_SET) != end) cannot_write(path_);
        write_state();
    } catch (...) {
        close(file_);
        throw;
    }
}

Output::~Output() { close(file_); }

void Output::append(const Game& game) {
    for (std::size_t done = 0; done < game.text.size();) {
        const ssize_t n = write(file_, game.text.data() + done, game.text.size() - done);
        if (n < 0 && errno != EINTR) cannot_write(path_);
        if (n > 0) done += static_cast<std::size_t>(n);
    }
    ++games_;
    positions_ += game.positions;
    bytes_ += game.text.size();
    write_state();
}

void Output::read_state() {
    const std::string path = path_ + ".state";
    std::ifstream in(path);
    if (!in) return;
    std::string first_line, games, positions, bytes;
    std::getline(in, first_line);
    if (first_line != heading_)
        fail(path_, "has other games than these, by other options or another engine: " + first_line);
    if (!(in >> games >> games_ >> positions >> positions_ >> bytes >> bytes_)) fail(path, "is damaged");
}

void Output::write_state() const {
    const std::string path = path_ + ".state", fresh = path + ".new";
    std::ofstream out(fresh);
    out << heading_ << "\ngames " << games_ << " positions " << positions_ << " bytes " << bytes_ << '\n';
    out.close();
    if (!out || std::rename(fresh.c_str(), path.c_str()) != 0) cannot_write(path);
}

}  // namespace stackmate::selfplay
