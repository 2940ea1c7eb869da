// How far a long run is, for programs on a terminal or with a log.
#pragma once

#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <string>

namespace stackmate::duel {

template <class... Args>
std::string format(const char* pattern, Args... args) {
    char text[512];
    std::snprintf(text, sizeof text, pattern, args...);
    return text;
}

/// One line that is kept up to date on a terminal; a log gets one every half minute.
class Progress {
public:
    explicit Progress(std::FILE* to = stderr) : to_(to), live_(isatty(fileno(to)) != 0) {}

    [[nodiscard]] bool live() const { return live_; }
    /// Seconds since the work began.
    [[nodiscard]] double spent() const { return std::chrono::duration<double>(Clock::now() - began_).count(); }
    /// True when it is time to show something again.
    bool due() {
        const auto now = Clock::now();
        if (now - shown_ < std::chrono::milliseconds(live_ ? 500 : 30'000)) return false;
        shown_ = now;
        return true;
    }
    /// ", about 3 min left" when so much of the work, 0 to 1, is done.
    [[nodiscard]] std::string left(double share) const {
        if (share < 0.005 || share >= 1) return "";
        const double seconds = spent() * (1 - share) / share;
        return format(seconds < 90 ? ", about %.0f s left" : ", about %.0f min left",
                      seconds < 90 ? seconds : seconds / 60);
    }
    /// The line as it is now.
    void show(const std::string& text) const {
        std::fprintf(to_, live_ ? "\r\033[K%s" : "%s\n", text.c_str());
        std::fflush(to_);
    }
    /// A line that stays.
    void keep(const std::string& text) const {
        std::fprintf(to_, live_ ? "\r\033[K%s\n" : "%s\n", text.c_str());
        std::fflush(to_);
    }
    void clear() const {
        if (live_) std::fputs("\r\033[K", to_);
    }

private:
    using Clock = std::chrono::steady_clock;

    std::FILE* to_;
    bool live_;
    Clock::time_point began_ = Clock::now();
    Clock::time_point shown_ = began_;
};

}  // namespace stackmate::duel
