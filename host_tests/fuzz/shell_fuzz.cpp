// The UCI shell under any bytes: some of them let the engine work, let time pass or end the session. Every `isready` is answered at
// once by one `readyok`, no `bestmove` is one too many, each is legal where the engine stood, and what is said can be printed.
// Afterwards, whatever was said before, `stop` leaves nothing under way, and a new game is answered as ever.
#include "hal/fake/board.hpp"
#include "host_tests/firmware/uci/desk.hpp"
#include "host_tests/fuzz/positions.hpp"

#include <algorithm>

namespace stackmate::fuzz {
namespace {

/// As small as Tiny, with the large engine's options.
struct ShellConfig : Tiny {
    static constexpr Depth bench_depth = 3;
    static constexpr std::size_t max_search_moves = 218;
    static constexpr unsigned max_lines = 3;
};

std::string_view command_of(std::string_view line) {
    const std::string_view words = skip_spaces(line);
    return words.empty() ? words : first_word(words);
}

class Line {
public:
    void run(Bytes bytes) {
        for (const std::uint8_t byte : bytes) {
            switch (byte) {
            case 1: work(1); break;
            case 2: work(20); break;
            case 3: pass(1); break;
            case 4: pass(100); break;
            case 5: end_session(true); break;
            case 6: end_session(false); break;
            default: send(static_cast<char>(byte));
            }
            if (desk_.shell->quit_requested()) {
                return;
            }
        }
        settle();
    }

private:
    void send(char c) {
        desk_.board->serial.deliver({&c, 1});
        const bool ends = c == '\n' || c == '\r';
        line_ += c;
        if (ends) {
            // Before it is obeyed: its answer comes with it.
            asked_moves_ += command_of(line_) == "go" ? 1 : 0;
            asked_ready_ += command_of(line_) == "isready" ? 1 : 0;
            line_.clear();
        }
        step([&] { desk_.read(); });
        hold(ready_ == asked_ready_, "isready is answered at once");
    }
    void work(int slices) {
        for (; slices != 0; --slices) {
            step([&] { (void)desk_.slice(); });
        }
    }
    void pass(std::uint32_t ms) {
        desk_.board->clock.pass(ms);
        work(1);
    }
    void end_session(bool somebody_reads) {
        asked_moves_ += command_of(line_) == "go" ? 1 : 0;  // it may have been refused before it ended
        line_.clear();
        step([&] { desk_.shell->end_session(somebody_reads); });
    }
    void settle() {
        say("\nstop\n");
        for (int slices = 0;; ++slices) {
            bool busy = false;
            step([&] { busy = desk_.slice(); });
            if (!busy) {
                break;
            }
            hold(slices < 5000, "stop ends what is under way");
        }
        const unsigned before = moves_;
        asked_moves_ = before;
        say("setoption name UCI_Chess960 value false\nucinewgame\nposition startpos\ngo depth 1\n");
        for (int slices = 0; moves_ == before; ++slices) {
            hold(slices < 20'000, "a new game is answered");
            work(1);
        }
        hold(last_move_ != "0000", "by a move");
        say("isready\n");
        work(100);
        hold(moves_ == before + 1, "once");
    }
    void say(std::string_view text) {
        for (const char c : text) {
            send(c);
        }
    }

    template <class Act>
    void step(Act&& act) {
        const Position before = desk_.shell->engine().position();
        act();
        for (const char c : desk_.heard()) {
            if (c != '\n') {
                hold(c >= ' ' && c <= '~', "what is said can be printed", said_);
                said_ += c;
                continue;
            }
            hear(before);
            said_.clear();
        }
    }
    void hear(const Position& before) {
        if (said_ == "readyok") {
            ++ready_;
        } else if (said_.rfind("bestmove", 0) == 0) {
            ++moves_;
            last_move_ = first_word(skip_spaces(std::string_view{said_}.substr(8)));
            const Position& now = desk_.shell->engine().position();
            hold(last_move_ == "0000" || move_from_text(now, last_move_) || move_from_text(before, last_move_),
                 "a bestmove is legal", [&] { return said_ + " in " + fen_of(now); });
            const unsigned refused_early = command_of(line_) == "go" ? 1 : 0;
            hold(moves_ <= asked_moves_ + refused_early, "no bestmove is one too many", said_);
        }
    }

    firmware::test::ShellDesk<hal::fake::Board, ShellConfig> desk_{};
    std::string line_{}, said_{}, last_move_{};
    unsigned asked_moves_ = 0, moves_ = 0, asked_ready_ = 0, ready_ = 0;
};

}  // namespace
}  // namespace stackmate::fuzz

STACKMATE_FUZZ_TARGET(shell) { stackmate::fuzz::Line{}.run(bytes); }
