// stackmate_draughts: draughts by lines of text on the desktop. `help` lists the commands.
#include "games/draughts/text.hpp"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <iostream>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

namespace {

using namespace stackmate::draughts;

/// The lines typed so far. A separate thread waits for the next one, so that `stop` is read during a search.
class Lines {
public:
    void read() {
        for (std::string line; std::getline(std::cin, line);) put(line);
        const std::lock_guard lock(mutex_);
        ended_ = true;
        changed_.notify_one();
    }
    /// Returns false if there is none: at the end of the input, or when it must not `wait`.
    bool take(std::string& line, bool wait) {
        std::unique_lock lock(mutex_);
        if (wait) changed_.wait(lock, [&] { return ended_ || !lines_.empty(); });
        if (lines_.empty()) return false;
        line = lines_.front();
        lines_.pop_front();
        return true;
    }
    bool ended() {
        const std::lock_guard lock(mutex_);
        return ended_ && lines_.empty();
    }

private:
    void put(const std::string& line) {
        const std::lock_guard lock(mutex_);
        lines_.push_back(line);
        changed_.notify_one();
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::string> lines_;
    bool ended_ = false;
};

std::uint32_t now_ms() {
    using namespace std::chrono;
    return static_cast<std::uint32_t>(duration_cast<milliseconds>(steady_clock::now().time_since_epoch()).count());
}

template <Rules R>
int play() {
    static Lines lines;  // the thread may outlive us
    std::thread([] { lines.read(); }).detach();
    std::string out;
    const auto player = std::make_unique<TextPlayer<R>>(out);
    while (!player->quit()) {
        if (std::string line; lines.take(line, !player->busy()))
            player->take_line(line, now_ms());
        else if (lines.ended() && player->endless())
            player->take_line("stop", now_ms());
        else if (lines.ended() && !player->busy())
            break;
        player->run(now_ms());
        std::cout << out << std::flush;
        out.clear();
    }
    return 0;
}

}  // namespace

int main(int count, char** words) {
    const std::string_view game = count == 2 ? words[1] : count == 1 ? "international" : "";
    if (game == "english") return play<English>();
    if (game == "international") return play<International>();
    const bool asked = game == "help" || game == "--help";
    std::fputs(
        "usage: stackmate_draughts [english | international]\n\n"
        "Plays checkers on 8x8 or international draughts on 10x10, by lines of text; type `help` for them.\n",
        asked ? stdout : stderr);
    return asked ? 0 : 2;
}
