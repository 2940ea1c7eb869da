// The UCI shell under any bytes: some of them let the engine work, let time pass or end the session. Every `isready` is answered at
// once by one `readyok`. Each `go` has one `bestmove`, legal where the engine stood: one that is refused at once and as 0000; one
// that counts (`go perft`) or comes while the engine works has none. What is said can be printed. Afterwards, whatever was said
// before, `stop` leaves nothing under way and no `go` without its answer, and a new game is answered as ever.
#include "hal/fake/board.hpp"
#include "host_tests/firmware/uci/desk.hpp"
#include "host_tests/firmware/uci/obeyed.hpp"
#include "host_tests/fuzz/positions.hpp"

#include <algorithm>
#include <utility>

namespace stackmate::fuzz {
namespace {

/// As small as Tiny, with the large engine's options.
struct ShellConfig : Tiny {
    static constexpr Depth bench_depth = 3;
    static constexpr std::size_t max_search_moves = 218;
    static constexpr unsigned max_lines = 3;
};

std::string_view command_of(std::string_view line) {
    const std::string_view words = firmware::test::obeyed_of(line);
    return words.empty() ? words : first_word(words);
}

/// Of a `go` that is taken.
bool counts(std::string_view line) {
    for (line = skip_spaces(line); !line.empty(); line = skip_spaces(line)) {
        const std::string_view word = first_word(line);
        if (word == "perft") {
            return true;
        }
        line.remove_prefix(word.size());
    }
    return false;
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
            asked_ready_ += command_of(line_) == "isready" ? 1 : 0;
            taken_ = command_of(line_) == "go" && !refused_ && !counts(firmware::test::obeyed_of(line_));
            awaited_ += taken_ ? 1 : 0;
        }
        step([&] { desk_.read(); });
        hold(ready_ == asked_ready_, "isready is answered at once");
        hold(!refusal_awaited_, "a go that is refused has its bestmove at once", line_);
        if (ends) {
            line_.clear();
            refused_ = taken_ = false;
        }
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
        line_.clear();
        refused_ = false;
        step([&] { desk_.shell->end_session(somebody_reads); });
        hold(awaited_ == 0 || !somebody_reads, "what a session asked for it gets before it ends");
        awaited_ = 0;
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
        hold(awaited_ == 0, "each go has had its bestmove");
        const unsigned before = moves_;
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
        act();
        for (const char c : desk_.heard()) {
            if (c != '\n') {
                hold(c >= ' ' && c <= '~', "what is said can be printed", said_);
                said_ += c;
                continue;
            }
            hear();
            said_.clear();
        }
        if (!desk_.shell->uses_engine()) {
            stands_ = desk_.shell->engine().position();
            hold(stands_.halfmove() <= Position::longest_halfmove, "a game's clock stands still when it is over");
        }
    }
    void hear() {
        if (said_ == "readyok") {
            ++ready_;
        } else if (said_.rfind("bestmove", 0) == 0) {
            ++moves_;
            last_move_ = first_word(skip_spaces(std::string_view{said_}.substr(8)));
            hold(last_move_ == "0000" || move_from_text(stands_, last_move_), "a bestmove is legal",
                 [&] { return said_ + " in " + fen_of(stands_); });
            if (std::exchange(refusal_awaited_, false)) {
                hold(last_move_ == "0000", "who is refused gets no move", said_);
                return;
            }
            hold(awaited_ != 0, "no bestmove is one too many", said_);
            --awaited_;
        } else {
            hold(!refusal_awaited_, "its bestmove follows a refusal", said_);
            if (said_.rfind("info string error", 0) == 0 && command_of(line_) == "go") {
                refuse();
            }
        }
    }
    /// The `go` of the line that is being received, at one of its words or at its end.
    void refuse() {
        hold(!refused_, "a go is refused once", said_);
        refused_ = true;
        awaited_ -= std::exchange(taken_, false) ? 1 : 0;
        refusal_awaited_ = said_.find("not while the engine works") == std::string::npos;
    }

    firmware::test::ShellDesk<hal::fake::Board, ShellConfig> desk_{};
    /// Where the engine stood before this step; while it searches, its own is anywhere in the tree.
    Position stands_ = desk_.shell->engine().position();
    std::string line_{}, said_{}, last_move_{};
    unsigned awaited_ = 0;  ///< bestmoves that are still to come
    unsigned moves_ = 0, asked_ready_ = 0, ready_ = 0;
    // Of the line that is being received.
    bool taken_ = false;            ///< a `go` that has ended, and asks for a move unless it is refused now
    bool refused_ = false;          ///< a `go` that is none any more
    bool refusal_awaited_ = false;  ///< the bestmove behind the error
};

}  // namespace
}  // namespace stackmate::fuzz

STACKMATE_FUZZ_TARGET(shell) { stackmate::fuzz::Line{}.run(bytes); }
