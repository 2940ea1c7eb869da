#include "lab/duel/uci_engine.hpp"

#include "core/notation/move_text.hpp"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <fcntl.h>
#include <string>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

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
        start();
        say("uci");
        (void)wait_for("uciok");
        while (!call.empty()) {
            const std::string option = next();
            const std::size_t equals = option.find('=');
            if (equals == std::string::npos) fail("'" + option + "' is no OPTION=VALUE");
            say("setoption name " + option.substr(0, equals) + " value " + option.substr(equals + 1));
        }
    }
    ~UciEngine() override {
        std::fputs("quit\n", to_);
        std::fclose(to_);
        std::fclose(from_);
        ::waitpid(process_, nullptr, 0);
    }
    UciEngine(const UciEngine&) = delete;
    UciEngine& operator=(const UciEngine&) = delete;

    void new_game() override {
        say("ucinewgame");
        say("isready");
        (void)wait_for("readyok");
    }
    SearchReport search(const Position& start, std::span<const Move> moves, const Limits& limits) override {
        Position p = start;
        char fen[max_fen_length];
        std::string line = "position fen " + std::string(fen, start.fen(fen)) + (moves.empty() ? "" : " moves");
        for (const Move m : moves) {
            char text[max_move_length];
            line += ' ' + std::string(text, write_move(text, m));
            Undo undo;
            p.make(m, undo);
        }
        say(line);
        say("go nodes " + std::to_string(limits.nodes));
        const std::string answer = wait_for("bestmove ");
        const std::size_t end = answer.find_first_of(" \n", 9);
        best_ = move_from_text(p, std::string_view(answer).substr(9, end - 9));
        if (!best_) fail("no legal move: " + answer);
        return {};
    }
    [[nodiscard]] Move best_move() const override { return best_; }
    [[nodiscard]] std::span<const std::uint64_t> nodes_to_depth() const override { return {}; }

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
        from_ = ::fdopen(out[0], "r");
        std::signal(SIGPIPE, SIG_IGN);
    }
    void say(const std::string& line) const {
        std::fprintf(to_, "%s\n", line.c_str());
        std::fflush(to_);
    }
    /// The first line that begins so.
    [[nodiscard]] std::string wait_for(std::string_view beginning) const {
        std::string line;
        for (int c = std::fgetc(from_); c != EOF; c = std::fgetc(from_)) {
            if (c != '\n') {
                line += static_cast<char>(c);
                continue;
            }
            if (line.starts_with(beginning)) return line;
            line.clear();
        }
        fail("it has ended");
    }

    std::string program_;
    ::pid_t process_ = -1;
    std::FILE* to_ = nullptr;
    std::FILE* from_ = nullptr;
    Move best_;
};

}  // namespace

const VersionInfo* uci_engine(std::string_view call) {
    static std::deque<std::pair<std::string, VersionInfo>> known;  // a deque's members stay where they are
    for (const auto& [name, info] : known)
        if (name == call) return &info;
    auto& [name, info] = known.emplace_back(std::string(call), VersionInfo{});
    info.name = name;
    info.what = "another program";
    info.make = [&name = name](std::size_t) { return std::make_unique<UciEngine>(name); };
    return &info;
}

}  // namespace stackmate::duel
