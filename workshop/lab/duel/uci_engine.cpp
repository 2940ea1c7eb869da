#include "workshop/lab/duel/uci_engine.hpp"

#include "workshop/lab/duel/opening.hpp"
#include "workshop/lab/duel/text.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <fcntl.h>
#include <optional>
#include <poll.h>
#include <string>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace stackmate::duel {

namespace {

class UciEngine : public Player {
public:
    explicit UciEngine(std::string_view call) {
        call.remove_prefix(4);
        const auto next = [&call] {
            const std::size_t comma = call.find(',');
            const std::string word(call.substr(0, comma));
            call = comma == std::string_view::npos ? std::string_view() : call.substr(comma + 1);
            return word;
        };
        program_ = next();
        while (!call.empty()) {
            const std::string option = next();
            const std::size_t equals = option.find('=');
            if (equals == std::string::npos) fail("'" + option + "' is no OPTION=VALUE");
            settings_ += "setoption name " + option.substr(0, equals) + " value " + option.substr(equals + 1) + "\n";
        }
        start();
    }
    ~UciEngine() override { stop(); }
    UciEngine(const UciEngine&) = delete;
    UciEngine& operator=(const UciEngine&) = delete;

    /// A program that has ended is started again.
    void new_game() override {
        if (ready()) return;
        stop();
        start();
        if (!ready()) fail("it has ended");
    }
    SearchReport search(const Position& start, std::span<const Move> moves, const Limits& limits) override {
        std::string line = "position fen " + fen_of(start) + (moves.empty() ? "" : " moves");
        for (const Move m : moves) line += ' ' + text_of(m);
        say(line);
        say("isready");  // some refuse `go` until the search before has put everything away
        const Position p = after(start, moves);
        if (!wait_for("readyok", longest(limits, p.side()))) {
            ended_ = true;
            return {};
        }
        const auto begun = std::chrono::steady_clock::now();
        say("go" + words_of(limits));
        const std::optional<std::string> answer = wait_for("bestmove ", longest(limits, p.side()));
        const std::chrono::duration<double, std::milli> spent = std::chrono::steady_clock::now() - begun;
        ended_ = !answer;
        best_ = answer ? move_from_text(p, answer->substr(9, answer->find_first_of(" \r", 9) - 9)) : Move{};
        SearchReport report{};
        report.time_ms = static_cast<std::uint32_t>(std::ceil(spent.count()));
        return report;
    }
    [[nodiscard]] bool set_speed(std::uint32_t) override { return true; }
    [[nodiscard]] bool is_program() const override { return true; }
    [[nodiscard]] bool has_ended() const override { return ended_; }
    [[nodiscard]] Move best_move() const override { return best_; }

private:
    [[noreturn]] void fail(const std::string& why) const {
        std::fprintf(stderr, "%s: %s\n", program_.c_str(), why.c_str());
        std::exit(1);
    }
    void start() {
        int in[2], out[2];
        if (::pipe2(in, O_CLOEXEC) != 0 || ::pipe2(out, O_CLOEXEC) != 0) fail("no pipe");
        process_ = ::fork();
        if (process_ < 0) fail("no process");
        if (process_ == 0) {
            ::prctl(PR_SET_PDEATHSIG, SIGKILL);
            ::dup2(in[0], STDIN_FILENO);
            ::dup2(out[1], STDOUT_FILENO);
            ::execlp(program_.c_str(), program_.c_str(), nullptr);
            ::_exit(127);
        }
        ::close(in[0]);
        ::close(out[1]);
        to_ = ::fdopen(in[1], "w");
        from_ = out[0];
        said_.clear();
        std::signal(SIGPIPE, SIG_IGN);
        say("uci");
        ended_ = !wait_for("uciok");
        if (ended_) fail("it has ended");
        std::fputs(settings_.c_str(), to_);
    }
    void stop() {
        if (ended_)
            ::kill(process_, SIGKILL);
        else
            say("quit");
        std::fclose(to_);
        ::close(from_);
        ::waitpid(process_, nullptr, 0);
    }
    bool ready() {
        if (ended_) return false;
        say("ucinewgame");
        say("isready");
        ended_ = !wait_for("readyok");
        return !ended_;
    }
    /// Milliseconds after which a program will not answer any more; -1 where it has no clock.
    static int longest(const Limits& limits, Color side) {
        constexpr std::uint32_t patience = 10'000;
        if (limits.has_move_time) return static_cast<int>(limits.move_time_ms + patience);
        return limits.clock[index(side)] ? static_cast<int>(limits.time_ms[index(side)] + patience) : -1;
    }
    static std::string words_of(const Limits& limits) {
        std::string words;
        const auto add = [&](const char* word, std::uint64_t number) { words += word + std::to_string(number); };
        if (limits.nodes != 0) add(" nodes ", limits.nodes);
        if (limits.has_move_time) add(" movetime ", limits.move_time_ms);
        if (!limits.clock[0]) return words;
        add(" wtime ", limits.time_ms[0]);
        add(" btime ", limits.time_ms[1]);
        add(" winc ", limits.increment_ms[0]);
        add(" binc ", limits.increment_ms[1]);
        return words;
    }
    void say(const std::string& line) const {
        std::fprintf(to_, "%s\n", line.c_str());
        std::fflush(to_);
    }
    /// The first line that begins so. None where the program has ended, or does not say it within so many milliseconds.
    [[nodiscard]] std::optional<std::string> wait_for(std::string_view beginning, int most_ms = -1) {
        const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(most_ms);
        for (;;) {
            for (std::size_t at = said_.find('\n'); at != std::string::npos; at = said_.find('\n')) {
                const std::string line = said_.substr(0, at);
                said_.erase(0, at + 1);
                if (line.starts_with(beginning)) return line;
            }
            const auto left =
                std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now()).count();
            pollfd more{from_, POLLIN, 0};
            if (::poll(&more, 1, most_ms < 0 ? -1 : std::max(0, static_cast<int>(left))) <= 0) return {};
            char text[4096];
            const ssize_t length = ::read(from_, text, sizeof text);
            if (length <= 0) return {};
            said_.append(text, static_cast<std::size_t>(length));
        }
    }

    std::string program_;
    std::string settings_;  ///< lines that set its options
    ::pid_t process_ = -1;
    std::FILE* to_ = nullptr;
    int from_ = -1;
    std::string said_;    ///< read, but not yet asked for
    bool ended_ = false;  ///< or it does not answer any more
    Move best_;
};

}  // namespace

const VersionInfo* uci_engine(std::string_view call) {
    static std::deque<VersionInfo> known;  // a deque's members stay where they are
    const std::string name(call);
    return &known.emplace_back(
        VersionInfo{name, "another program", [name](std::size_t) { return std::make_unique<UciEngine>(name); }, 0});
}

}  // namespace stackmate::duel
