// Random sessions against the whole firmware on fakes: programs that play, analyse, flood and talk nonsense, lines that are cut
// anywhere, programs that die, and a person whose hands do anything meanwhile.
//
// A run is a board from power-on to power-off, with one to three programs one after the other; its seed makes all of it. Two of
// three boards have a wire and a USB port: there somebody talks at the other port at any time, and a program at USB stops reading
// for a while, as when its computer sleeps. What is checked is written at `LineJudge`, at `Stranger` and at `LifeOf`. tools/test plays
// some hundred sessions. Many, and one again:
//     STACKMATE_SESSIONS=100000 build/host/host_tests/nightly_tests --gtest_filter='RandomSessions.*'
//     STACKMATE_SESSION_SEED=4711 STACKMATE_SESSION_LOG=1 build/host/host_tests/nightly_tests --gtest_filter='RandomSessions.*'
// STACKMATE_SESSION_FIRST is the first seed of many (1); the log tells all that passed the line, and the board's states.
#include "core/game/game_record.hpp"
#include "core/game/game_state.hpp"
#include "host_tests/core/playout.hpp"
#include "host_tests/firmware/table/table.hpp"
#include "host_tests/firmware/uci/obeyed.hpp"
#include "host_tests/support/reversed.hpp"
#include "host_tests/support/sample.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <sstream>
#include <type_traits>
#include <vector>

namespace stackmate::firmware::test {
namespace {

using stackmate::test::legal_moves;
using stackmate::test::openings;
using stackmate::test::Random;

std::vector<std::string> words_of(const std::string& line) {
    std::istringstream stream{line};
    std::vector<std::string> words;
    for (std::string word; stream >> word;) {
        words.push_back(word);
    }
    return words;
}

std::vector<std::string> obeyed_words_of(const std::string& line) {
    return words_of(std::string{firmware::test::obeyed_of(line)});
}

constexpr std::string_view turned_away = " has the session; this line was not obeyed";

bool begins(std::string_view text, std::string_view with) { return text.substr(0, with.size()) == with; }

std::uint64_t number_from(const char* name, std::uint64_t otherwise) {
    const char* const text = std::getenv(name);
    return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

/// What a program at the line knows by itself: which position it has sent, what it has asked, and what has come back.
///
/// Work (`go`, `go perft`, `bench`) is answered in the order in which it was asked. Only what is refused because something
/// else runs is answered before that.
class LineJudge {
public:
    /// A byte has left the program.
    void sent(char c) {
        if (c != '\n' && c != '\r') {
            line_ += c;
            return;
        }
        if (!std::exchange(line_refused_, false)) {
            take_sent(obeyed_words_of(line_));
        }
        line_.clear();
    }
    /// A line has come from the board. False if there is something wrong with it, which `wrong` tells.
    bool heard(const std::string& line) {
        if (begins(line, "bestmove ")) {
            take_answer(words_of(line));
        } else if (has(line, turned_away)) {
            complain("this program has the session", line);
        } else if (begins(line, "info string error: not while the engine works: '")) {
            take_refusal(line);
        } else if (begins(line, "Nodes searched: ") || line == "info string perft stopped") {
            end_work(Kind::perft, line);
        } else if (line == "info string bench stopped" || (has(line, " nps") && !begins(line, "info "))) {
            end_work(Kind::bench, line);
        } else if (begins(line, "id name ")) {
            take_introduction();
        } else if (!is_whole(line)) {
            complain("a torn line", line);
        }
        if (!begins(line, "info string board ")) {
            before_ = line;
        }
        if (line == "uciok" && unsettled_ != 0 && --unsettled_ == 0) {
            has_session = !left_;
        }
        return wrong.empty();
    }
    /// The session has ended, and nobody reads an answer.
    void hung_up() {
        leave();
        unsettled_ = 0;
        line_.clear();
        given_up_.clear();
        line_refused_ = false;
        asked_.clear();
        forget();
    }
    /// The session has ended, but the program is still there.
    void fell_silent() {
        leave();
        given_up_ = std::exchange(line_, {});
        line_refused_ = false;
        forget();
    }

    /// Whatever it says from now on, it may be another's turn.
    void leave() {
        has_session = false;
        left_ = true;
    }

    [[nodiscard]] bool awaits() const {
        return std::any_of(asked_.begin(), asked_.end(), [](const Asked& a) { return a.kind != Kind::uci; });
    }
    [[nodiscard]] bool inside_line() const { return !line_.empty(); }

    bool wire = false;           ///< a UART: nothing tells that a program goes
    bool uci_begins = false;     ///< `uci` ends the session before
    bool has_session = false;    ///< for certain
    bool game_is_drawn = false;  ///< the rules let the game on the board end here
    std::string wrong{};         ///< the first thing that was
    std::string last_move{};     ///< of the last `bestmove`
    unsigned answers = 0;

private:
    enum class Kind : std::uint8_t { go, perft, bench, uci };
    struct Asked {
        Kind kind;
        Position position{};
        bool known = true;     ///< the program knows which position the board has
        bool legal = true;     ///< the last `position` was good
        bool doubted = false;  ///< and may have been refused, since the engine worked
        bool broken = false;   ///< `go` has words or numbers that are none
        bool chess960 = false,
             chess960_doubted = false;  ///< UCI_Chess960 is on; or may be either, since the engine worked
    };

    void complain(std::string_view what, const std::string& line) {
        if (wrong.empty()) {
            wrong = std::string{what} + ": '" + line + "'";
        }
    }
    /// The session's options end with it.
    void forget() {
        forget_game();
        now_.chess960 = now_.chess960_doubted = false;
    }
    void forget_game() {
        (void)now_.position.set_fen(Position::start_fen);
        now_.known = now_.legal = true;
        now_.doubted = false;
    }
    void ask(Kind kind, bool broken = false) {
        asked_.push_back(now_);
        asked_.back().kind = kind;
        asked_.back().broken = broken;
    }

    void take_sent(const std::vector<std::string>& words) {
        if (words.empty()) {
            return;
        }
        if (words[0] == "position") {
            now_.doubted = std::exchange(position_refused_, false) || awaits();
            now_.known = !now_.chess960_doubted;
            now_.legal = take_position(words);
            if (now_.chess960_doubted) {
                now_.legal = now_.doubted = true;
            }
        } else if (words[0] == "go") {
            const bool perft = std::find(words.begin(), words.end(), "perft") != words.end();
            ask(perft ? Kind::perft : Kind::go, is_broken(words));
        } else if (words[0] == "bench") {
            ask(Kind::bench);
        } else if (words[0] == "uci") {
            asked_.push_back({Kind::uci});
            ++unsettled_;
            left_ = false;
            if (uci_begins) {
                forget();
            }
        } else if (words[0] == "ucinewgame") {
            const bool refused = awaits();
            forget_game();
            now_.known = !refused;
            now_.doubted = refused;
        } else if (words[0] == "quit") {
            leave();
            forget();
        } else if (words.size() == 5 && words[0] == "setoption" && words[2] == "UCI_Chess960"
                   && (words[4] == "true" || words[4] == "false")) {
            now_.chess960_doubted = std::exchange(option_refused_, false) || awaits();
            now_.chess960 = words[4] == "true";
        }
    }

    bool take_position(const std::vector<std::string>& words) {
        std::size_t i = 2;
        if (words.size() < 2) {
            return false;
        }
        Position p;
        const CastlingRules rules = now_.chess960 ? CastlingRules::chess960 : CastlingRules::standard;
        if (words[1] == "startpos") {
            (void)p.set_fen(Position::start_fen, rules);
        } else if (words[1] == "fen") {
            std::string fen;
            for (; i < words.size() && words[i] != "moves"; ++i) {
                fen += (fen.empty() ? "" : " ") + words[i];
            }
            if (p.set_fen(fen, rules) != FenError::none) {
                return false;
            }
        } else {
            return false;
        }
        if (i < words.size() && words[i++] != "moves") {
            return false;
        }
        for (; i < words.size(); ++i) {
            const Move m = move_from_text(p, words[i]);
            if (!m) {
                return false;
            }
            Undo undo;
            p.make(m, undo);
        }
        now_.position = p;
        return true;
    }

    static bool is_number(const std::string& word) {
        return !word.empty() && word.size() < 9 && word.find_first_not_of("0123456789") == std::string::npos;
    }
    bool is_broken(const std::vector<std::string>& words) const {
        for (std::size_t i = 1; i < words.size(); ++i) {
            const std::string& word = words[i];
            if (word == "infinite" || word == "ponder") {
                continue;
            }
            const bool counts =
                word == "depth" || word == "nodes" || word == "mate" || word == "movestogo" || word == "perft";
            const bool times =
                word == "movetime" || word == "wtime" || word == "btime" || word == "winc" || word == "binc";
            if ((!counts && !times) || ++i == words.size() || !is_number(words[i])
                || (counts && (words[i] == "0" || words[i].size() > 2))) {
                return true;
            }
        }
        return false;
    }

    void take_introduction() {
        const auto marker =
            std::find_if(asked_.begin(), asked_.end(), [](const Asked& a) { return a.kind == Kind::uci; });
        if (marker == asked_.end()) {
            return complain("an introduction that nobody asked for", "");
        }
        asked_.erase(uci_begins ? asked_.begin() : marker, marker + 1);
    }

    void take_refusal(const std::string& line) {
        position_refused_ = position_refused_ || has(line, ": 'position'");
        option_refused_ = option_refused_ || has(line, ": 'setoption'");
        const bool go = has(line, ": 'go'"), bench = has(line, ": 'bench'");
        if (!go && !bench) {
            return;
        }
        if (asked_.size() == 1) {  // it is refused before its line ends
            const std::string_view word = go ? "go" : "bench";
            if (first_obeyed_word(line_) == word) {
                line_refused_ = true;
            } else if (first_obeyed_word(given_up_) == word) {
                given_up_.clear();
            } else {
                complain("nothing is under way", line);
            }
            return;
        }
        if (asked_.size() < 2 || asked_[0].kind == Kind::uci || asked_[1].kind == Kind::uci
            || (asked_[1].kind == Kind::bench) != bench) {
            return complain("nothing is under way", line);
        }
        asked_.erase(asked_.begin() + 1);
    }

    static std::string first_obeyed_word(const std::string& line) {
        const std::vector<std::string> words = obeyed_words_of(line);
        return words.empty() ? std::string{} : words[0];
    }

    void end_work(Kind kind, const std::string& line) {
        if (asked_.empty() || asked_[0].kind != kind) {
            return complain("nobody has asked", line);
        }
        asked_.pop_front();
    }

    void take_answer(const std::vector<std::string>& words) {
        const std::string line = words.size() > 1 ? words[0] + " " + words[1] : "bestmove";
        if ((words.size() != 2 && words.size() != 4) || (words.size() == 4 && words[2] != "ponder")) {
            return complain("a torn answer", line);
        }
        if (asked_.empty() && line == "bestmove 0000" && begins(before_, "info string error: ")) {
            if (!line_refused_ && first_obeyed_word(line_) == "go") {
                line_refused_ = true;  // for a word in the middle of the line
                return;
            }
            if (first_obeyed_word(given_up_) == "go") {
                given_up_.clear();  // the refusal before was this line's, and not that of the whole `go` behind it
                return;
            }
        }
        if (asked_.empty() || asked_[0].kind == Kind::uci || asked_[0].kind == Kind::bench) {
            return complain("nobody has asked for it", line);
        }
        const Asked asked = asked_[0];
        asked_.pop_front();
        ++answers;
        last_move = words[1];
        if (words[1] == "0000") {
            return explain_nothing(asked, line);
        }
        if (asked.kind == Kind::perft || !asked.legal || asked.broken) {
            return complain("this had to be refused", line);
        }
        Position p = asked.position;
        const Move m = move_from_text(p, words[1]);
        if (!asked.known) {
            return;
        }
        if (!m) {
            return complain("an illegal move in " + stackmate::test::fen_of(p), line);
        }
        Undo undo;
        p.make(m, undo);
        if (words.size() == 4 && !move_from_text(p, words[3])) {
            complain("an illegal ponder move " + words[3] + " in " + stackmate::test::fen_of(p), line);
        }
    }
    void explain_nothing(const Asked& asked, const std::string& line) {
        const bool explained =
            begins(before_, "info string error: the last position was refused")      ? !asked.legal || asked.doubted
            : begins(before_, "info string error: the person at the board has left") ? true
            : has(before_, no_chess960_on_squares)
                ? asked.chess960 || asked.chess960_doubted || !asked.known || asked.position.castles_as_chess960()
            : begins(before_, "info string error: ") ? asked.broken || asked.kind == Kind::perft
                                                     : !asked.known || legal_moves(asked.position).empty();
        if (!explained && !game_is_drawn) {
            complain("no move in " + stackmate::test::fen_of(asked.position) + " after '" + before_ + "'", line);
        }
    }

    /// Does it look like one of the lines that there are? Their beginnings, and all of what is easily torn.
    static bool is_whole(const std::string& line) {
        static constexpr std::string_view known[] = {
            "info string ", "id author ",   "option name ", "Fen: ",      "Key: ",    "Checkers:", "Opening: ",
            "State: ",      "Evaluation: ", "UCI: uci ",    "go: depth ", "more: d ", "example: "};
        if (line.empty() || line == "readyok" || line == "uciok" || line == "  a b c d e f g h") {
            return true;
        }
        for (const char c : line) {
            if (c < ' ' || c > '~') {
                return false;
            }
        }
        static constexpr std::string_view once[] = {"bestmove", "readyok",  "uciok",
                                                    "info ",    "id name ", "option name "};
        for (const std::string_view word : once) {
            if (line.find(word, 1) != std::string::npos && !has(line, "'")) {
                return false;
            }
        }
        if (std::any_of(std::begin(known), std::end(known), [&](std::string_view k) { return begins(line, k); })) {
            return true;
        }
        if (begins(line, "Stackmate ")) {
            return true;
        }
        const std::vector<std::string> words = words_of(line);
        if (begins(line, "info depth ")) {
            return words.size() >= 6 && words[3] == (words.size() == 6 ? words[3] : std::string{"seldepth"});
        }
        if (line[0] == '[') {
            return line.size() > 4 && line.substr(line.size() - 2) == "\"]";
        }
        if (words[0].size() == 1 && words[0][0] >= '1' && words[0][0] <= '8' && words.size() == 9) {
            return std::all_of(words.begin() + 1, words.end(), [](const std::string& w) { return w.size() == 1; });
        }
        if (words.size() == 2 && words[0].back() == ':') {
            return is_number(words[1]);  // a move of perft's
        }
        return line.size() < 80 && std::all_of(words.begin(), words.end(), is_move_text);
    }
    /// A word of a PGN's moves.
    static bool is_move_text(const std::string& word) {
        if (word == "*" || word == "1-0" || word == "0-1" || word == "1/2-1/2") {
            return true;
        }
        if (word == "{[%clk" || (word.ends_with("]}") && word.find_first_not_of("0123456789:") == word.size() - 2)) {
            return true;  // the clock after the move before
        }
        const std::size_t dots = word.find('.');
        if (dots != std::string::npos) {
            return is_number(word.substr(0, dots)) && (word.substr(dots) == "." || word.substr(dots) == "...");
        }
        return word.size() <= 7 && word.find_first_not_of("KQRBNabcdefgh12345678xO-=+#") == std::string::npos
               && word.size() >= 2;
    }

    std::string line_{};
    std::string given_up_{};  ///< half a line, whose refusal may still wait to be read
    unsigned unsettled_ = 0;  ///< `uci` without its `uciok`
    bool left_ = false;       ///< and has not come back
    bool line_refused_ = false;
    bool position_refused_ = false, option_refused_ = false;  ///< the line may not have ended yet
    std::string before_{};
    Asked now_ = [] {
        Asked asked{Kind::go};
        (void)asked.position.set_fen(Position::start_fen);
        return asked;
    }();
    std::deque<Asked> asked_{};
};

/// Who talks at the other port. As long as the program certainly has the session, each of its lines is answered by the line that
/// turns it away, and nothing else is heard there. In between it says only what nobody understands; what it has said before may be
/// answered either way.
class Stranger {
public:
    /// A line is on its way.
    void sent(bool turned_away_for_certain) { certain_.push_back(turned_away_for_certain); }
    /// What is on its way may meet another session, or none.
    void session_ends() { std::fill(certain_.begin(), certain_.end(), false); }
    void hung_up() { certain_.clear(); }
    [[nodiscard]] bool awaits() const { return !certain_.empty(); }

    /// Empty if this may be heard there.
    [[nodiscard]] std::string judge(const std::string& line, bool session_is_on) {
        if (line.empty()) {
            return {};  // behind a line that was cut
        }
        if (has(line, turned_away)) {
            if (certain_.empty()) {
                return "a line too many is turned away: '" + line + "'";
            }
            certain_.pop_front();
            return {};
        }
        const bool answered = begins(line, "info string error: unknown command '") || line == "readyok";
        if (answered && !certain_.empty() && !certain_.front()) {
            certain_.pop_front();
            return {};
        }
        const bool may_be_more = !session_is_on && (certain_.empty() || !certain_.front());
        return may_be_more ? std::string{} : "a line at the wrong port: '" + line + "'";
    }

private:
    std::deque<bool> certain_{};
};

/// A board, a person and, one after the other, programs.
///
/// Checked: all that the judge checks. When a program has gone nothing is left of it: no claim, no changed setting, also
/// none in the store. The person, doing what the lights ask, then plays on with the engine. No turn is held up by the line.
template <class TheTable>
class LifeOf {
    static constexpr bool has_pair = std::is_same_v<typename TheTable::Board, PairBoard>;

public:
    explicit LifeOf(std::uint64_t seed)
        : random_{0x9e37'79b9'7f4a'7c15u * (seed + 1)}, log_{std::getenv("STACKMATE_SESSION_LOG") != nullptr} {
        for (int i = 0; i < 4; ++i) {
            (void)random_.below(2);
        }
        judge_.wire = !has_pair || chance(3);
        judge_.uci_begins = true;
        if constexpr (!has_pair) {
            line().set_byte_time_us(87);
        }
        choose_line();
    }

    void live() {
        const std::size_t programs = 1 + random_.below(3);
        if (!chance(4)) {
            show(start_board);
            wait(1500);
        }
        for (std::size_t i = 0; i < programs && fine(); ++i) {
            one_session();
            ++sessions;
        }
        if (fine() && chance(4)) {
            expect_settings_stored();
        }
    }

    [[nodiscard]] bool fine() const { return trouble.empty() && judge_.wrong.empty(); }
    [[nodiscard]] std::string what_is_wrong() const { return !trouble.empty() ? trouble : judge_.wrong; }
    [[nodiscard]] unsigned answers() const { return judge_.answers; }

    std::string trouble{};
    unsigned sessions = 0;

private:
    static constexpr std::uint32_t turn_ms = 10;
    static constexpr std::size_t any = static_cast<std::size_t>(-1);
    static constexpr std::size_t room_to_send = 1024;  ///< of a fake port
    static constexpr std::size_t bytes_in_10_ms = 10'000 / 87;
    static constexpr std::size_t bytes_in_30_ms = 345;  // at 115,200 baud

    [[nodiscard]] std::uint32_t below(std::size_t n) { return static_cast<std::uint32_t>(random_.below(n)); }
    [[nodiscard]] bool chance(std::size_t n) { return random_.below(n) == 0; }
    [[nodiscard]] const Controller& game() const { return table_.game(); }
    void complain(const std::string& what) {
        if (fine()) {
            trouble = what + " (state " + std::string{to_text(game().state())} + ", " + table_.fen() + ")";
        }
    }

    // ---- time and the line

    using Port = stackmate::test::FakePort;

    /// Of the board's ports.
    [[nodiscard]] Port& port(bool wire) const {
        if constexpr (has_pair) {
            auto& serial = table_.board->serial;
            return wire ? serial.PairedPorts::wire : static_cast<Port&>(serial.PairedPorts::usb);
        } else {
            return table_.board->serial;
        }
    }
    /// The program's.
    [[nodiscard]] Port& line() const { return port(judge_.wire); }

    /// Where the next program is.
    void choose_line() {
        pump_limit_ = judge_.wire ? bytes_in_10_ms : chance(3) ? 1 + below(40) : any;
        line().limit_pump(pump_limit_);
        if constexpr (has_pair) {
            port(!judge_.wire).limit_pump(judge_.wire ? any : bytes_in_10_ms);
        }
        listen();
    }

    void turn() {
        pass(turn_ms);
        table_.board->watchdog.pass(turn_ms);
        if constexpr (has_pair) {
            meddle();
            read_no_more();
        }
        deliver();
        table_.app->poll();
        listen();
        listen_to_stranger();
    }
    void pass(std::uint32_t ms) {
        table_.board->clock.pass(ms);
        if constexpr (has_pair) {
            table_.board->serial.pass_ms(ms);
        }
    }

    // ---- the other port

    /// A program at USB, or who talks there, takes nothing for a while.
    void read_no_more() {
        if (unread_turns_ != 0) {
            if (--unread_turns_ == 0) {
                port(false).limit_pump(judge_.wire ? any : pump_limit_);
            }
        } else if (meddles_ && chance(300)) {
            unread_turns_ = 1 + below(chance(16) ? 3000 : chance(4) ? 300 : 30);
            log("= ", judge_.wire ? "(the other port reads nothing)" : "(the program reads nothing)");
            port(false).limit_pump(0);
        }
    }
    void read_again() {
        unread_turns_ = unread_turns_ != 0 ? 1 : 0;
        turn();
    }

    void meddle() {
        if (meddles_ && chance(40)) {
            say_at_other_port();
        }
        if (meddles_ && judge_.wire && chance(400)) {
            log("} ", "(hung up)");
            hang_up_other_port();
        }
    }
    /// For certain: a program that stands still in a line may be given up, and behind a `quit` the other port is served.
    [[nodiscard]] bool session_is_on() const { return judge_.has_session && !quits_ && silent_ms_ < 1000; }
    void say_at_other_port() {
        static constexpr std::string_view noise[] = {"BT+CONN 1", "+DISC:SUCCESS", "OK", "AT", "ready."};
        static constexpr std::string_view commands[] = {"uci",
                                                        "isready",
                                                        "stop",
                                                        "go infinite",
                                                        "go movetime 10",
                                                        "quit",
                                                        "d",
                                                        "board new",
                                                        "board white remote",
                                                        "ucinewgame",
                                                        "position startpos moves e2e4",
                                                        "setoption name Player value Board"};
        Port& other = port(!judge_.wire);
        const bool certain = session_is_on() && unread_turns_ == 0;
        std::string text{certain && !chance(3) ? commands[below(std::size(commands))] : noise[below(std::size(noise))]};
        text += chance(3) ? "\r\n" : "\n";
        if (text.size() > other.rx_free()) {
            return;
        }
        log("} ", text);
        stranger_.sent(certain);
        other.deliver(text);
    }
    void hang_up_other_port() {
        port(!judge_.wire).hang_up();
        stranger_.hung_up();
        parts_[!judge_.wire].clear();
    }
    void listen_to_stranger() {
        if constexpr (has_pair) {
            Port& other = port(!judge_.wire);
            for (const char c : other.sent()) {
                said_before_ -= said_before_ != 0;
                if (c != '\n') {
                    parts_[!judge_.wire] += c;
                    continue;
                }
                log("{ ", parts_[!judge_.wire]);
                if (const std::string wrong =
                        stranger_.judge(parts_[!judge_.wire], session_is_on() && said_before_ == 0);
                    !wrong.empty()) {
                    complain(wrong);
                }
                parts_[!judge_.wire].clear();
            }
            other.forget_sent();
        }
    }
    /// Nobody has the session any more: the other one's is over too, if it has got one.
    void end_strangers_session() {
        if constexpr (has_pair) {
            meddles_ = false;
            stranger_.session_ends();
            read_again();
            if (judge_.wire) {
                hang_up_other_port();
            } else {
                port(true).deliver("\nquit\n");
                log("} ", "quit");
                stranger_.sent(false);
            }
            wait(500);
            stranger_.hung_up();
        }
    }

    void wait(std::uint32_t ms) {
        for (std::uint32_t gone = 0; gone < ms && fine(); gone += turn_ms) {
            turn();
        }
    }
    /// In the middle of a line a program speaks again soon or, when the board has given it up, much later. Where nobody has the
    /// session that may be after a second, for the sake of another.
    void deliver() {
        silent_ms_ = judge_.inside_line() && all_read() ? silent_ms_ + turn_ms : 0;
        if (silent_ms_ == 1000) {
            stranger_.session_ends();
        }
        if (silent_ms_ >= 2500) {
            judge_.fell_silent();
            silent_ms_ = 0;
        } else if (silent_ms_ >= (has_pair && !judge_.has_session ? 700u : 1800u)) {
            return;
        }
        std::size_t count = std::min({unsent_.size(), line().rx_free(), chunk_});
        for (std::size_t i = 0; i < count; ++i) {
            judge_.sent(unsent_[i]);
            silent_ms_ = 0;
        }
        const std::string_view part = std::string_view{unsent_}.substr(0, count);
        log("> ", part);
        line().deliver(part);
        unsent_.erase(0, count);
    }
    void listen() {
        judge_.game_is_drawn = is_draw(game().record().state());
        const std::string_view said = line().sent();
        if (said.size() > std::max(bytes_in_30_ms, pump_limit_) && pump_limit_ < bytes_in_30_ms) {
            complain("the line held a turn up for " + std::to_string(said.size()) + " bytes");
        }
        for (const char c : said) {
            if (c != '\n') {
                parts_[judge_.wire] += c;
                continue;
            }
            log("< ", parts_[judge_.wire]);
            const bool had_session = judge_.has_session;
            if (!judge_.heard(parts_[judge_.wire])) {
                return;
            }
            if (has_pair && judge_.has_session && !had_session) {
                const Port& other = port(!judge_.wire);  // what it has taken in this turn is not looked at yet
                said_before_ = room_to_send - other.tx_free() + other.sent().size() + 1;
            }
            parts_[judge_.wire].clear();
        }
        line().forget_sent();
        if (game().state() == states::State::menu) {
            changes_settings_ = true;
        }
        if (log_ && state_ != game().state()) {
            state_ = game().state();
            log("= ", to_text(state_));
        }
        if (const Claim& claim = game().held_claim();
            !claim.held
            && (game().player(Color::white) == Seat::remote || game().player(Color::black) == Seat::remote)) {
            complain("a remote player without a claim");
        }
        if (game().settings().white == Seat::remote || game().settings().black == Seat::remote) {
            complain("a session's choice in the settings");
        }
        if (table_.board->watchdog.resets != 0) {
            complain("the watchdog");
        }
    }
    void log(std::string_view sign, std::string_view text) const {
        if (log_ && !text.empty()) {
            std::fprintf(stderr, "%8u %.*s%.*s\n", table_.board->clock.now_ms(), static_cast<int>(sign.size()),
                         sign.data(), static_cast<int>(text.size()), text.data());
        }
    }
    void send(const std::string& line) { unsent_ += line + (chance(10) ? "\r\n" : "\n"); }
    /// Nothing is on its way, either way.
    [[nodiscard]] bool caught_up() const { return unsent_.empty() && all_read() && line().tx_idle(); }
    [[nodiscard]] bool all_read() const { return line().rx_free() == room_; }
    /// Until all that was sent has been answered, as far as it is.
    void drain() {
        for (int turns = 0, quiet = 0; fine() && quiet < 30; ++turns) {
            turn();
            quiet = caught_up() ? quiet + 1 : 0;
            if (turns > 20'000) {
                return complain("the line does not come to rest");
            }
        }
    }

    // ---- a session

    void one_session() {
        if (has_pair) {
            judge_.wire = chance(3);
            choose_line();
            meddles_ = true;
        }
        chunk_ = std::size_t{1} << below(9);
        changes_settings_ = false;
        const Settings before = game().settings();
        plays_ = chance(2);
        quits_ = false;
        send("uci");  // or nobody knows that this is another program
        if (plays_ && !chance(4)) {
            send("setoption name Player value Board");
        }
        if (chance(4)) {
            choose_rules(true);
        }
        const std::size_t steps = 1 + below(40);
        for (std::size_t i = 0; i < steps && fine(); ++i) {
            quits_ = quits_ && !unsent_.empty();
            switch (below(8)) {
            case 0:
            case 1: play_on(); break;
            case 2: say_something(); break;
            case 3: wait(below(60) * turn_ms); break;
            default: use_hands(); break;
            }
            if (chance(60)) {
                stand_still();
            }
        }
        end_session();
        patient_ = false;
        if (fine() && !changes_settings_ && !(game().settings() == before)) {
            complain("the settings are not those of before the session");
        }
    }

    /// As programs do: a position one or two moves on, and `go`, when the last one was answered.
    void play_on() {
        if (judge_.awaits() || !unsent_.empty()) {
            return;
        }
        if (!judge_.last_move.empty()) {
            Position p = program_position();
            if (const Move m = move_from_text(p, judge_.last_move)) {
                moves_.push_back(judge_.last_move);
            }
            judge_.last_move.clear();
            add_move();
        } else if (moves_.empty() && chance(4)) {
            choose_opening();
        } else if (chance(3)) {
            add_move();
        } else if (!moves_.empty() && chance(4)) {
            moves_.resize(below(moves_.size()));
        }
        if (moves_.size() > 60 || legal_moves(program_position()).empty()) {
            moves_.clear();
        }
        send(position_line());
        if (!chance(12)) {
            send(go_line());
        }
    }
    void choose_opening() {
        static constexpr std::string_view of_chess960[] = {
            "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
            "4k3/8/8/8/8/8/8/RR3KRR w GB - 0 1", "1rk1r3/pppppppp/8/8/8/8/PPPPPPPP/1RK1R3 b KQkq - 4 3"};
        fen_ = chance(2)                ? std::string{}
               : chess960_ && chance(2) ? std::string{of_chess960[below(std::size(of_chess960))]}
                                        : std::string{openings[below(openings.size())]};
    }
    /// Its game begins anew: the other rules may not have its moves.
    void choose_rules(bool chess960) {
        chess960_ = chess960;
        send(std::string{"setoption name UCI_Chess960 value "} + (chess960 ? "true" : "false"));
        moves_.clear();
        judge_.last_move.clear();
        choose_opening();
    }
    [[nodiscard]] Position program_position() const {
        Position p;
        (void)p.set_fen(fen_.empty() ? Position::start_fen : std::string_view{fen_},
                        chess960_ ? CastlingRules::chess960 : CastlingRules::standard);
        for (const std::string& text : moves_) {
            Undo undo;
            p.make(move_from_text(p, text), undo);
        }
        return p;
    }
    void add_move() {
        const Position p = program_position();
        const std::vector<Move> moves = legal_moves(p);
        if (!moves.empty()) {
            char text[max_move_length];
            moves_.emplace_back(text, write_move(text, moves[below(moves.size())], p));
        }
    }
    [[nodiscard]] std::string position_line() const {
        std::string line = fen_.empty() ? "position startpos" : "position fen " + fen_;
        if (!moves_.empty()) {
            line += " moves";
        }
        for (const std::string& move : moves_) {
            line += " " + move;
        }
        return line;
    }
    [[nodiscard]] std::string go_line() {
        switch (below(9)) {
        case 0: return "go depth " + std::to_string(1 + below(3));
        case 1: return "go nodes " + std::to_string(1 + below(90));
        case 2: return "go movetime " + std::to_string(below(100));
        case 3: return "go infinite";
        case 4: return "go ponder wtime 2000 btime 2000";
        case 5: return "go";
        case 6: return "go mate 1";
        default:
            return "go wtime " + std::to_string(below(3000)) + " btime " + std::to_string(below(3000))
                   + " winc 10 binc 10";
        }
    }

    void say_something() {
        switch (below(33)) {
        case 0:
        case 1:
        case 2: return send("stop");
        case 3:
        case 4: return send("ponderhit");
        case 5: return send("isready");
        case 6: return send("go");
        case 7: return send(go_line());
        case 8: return send(position_line() + " e2e5");
        case 9: return send(chance(2) ? "position" : "position fen 8/8/8/8/8/8/8/8 w - - 0 1");
        case 10: return send("ucinewgame");
        case 11: return send("setoption name Player value " + std::string{chance(2) ? "Engine" : "Board"});
        case 12: return send("setoption name Move Overhead value " + std::to_string(below(6000)));
        case 13: return send(chance(2) ? "setoption name Clear Hash" : "setoption name Hash value 64");
        case 14: return send("go depth 0");
        case 15: return send(chance(2) ? "go perft " + std::to_string(below(3)) : "go sideways");
        case 16: return chance(8) ? send("bench") : send("eval");
        case 17: return send("uci");
        case 18: return noise();
        case 19: {
            for (std::size_t i = below(30); i != 0; --i) {
                static constexpr std::string_view flood[] = {"d",    "isready",   "board",        "status",
                                                             "help", "board pgn", "board sensors"};
                send(std::string{flood[below(std::size(flood))]});
            }
            return;
        }
        case 20: return chance(4) ? quit("quit") : send("debug on");
        case 21:
        case 22: return cut_line();
        case 23: return choose_rules(chance(2));
        default: return board_words();
        }
    }
    /// Behind it the other port is heard, also if a `uci` is still on its way before it.
    void quit(const std::string& line) {
        quits_ = true;
        judge_.leave();
        drain_stranger();
        send(line);
    }
    void noise() {
        std::string line = "zz";  // no other language begins with a word
        for (std::size_t i = below(80); i != 0; --i) {
            const char c = static_cast<char>(below(256));
            line += c == '\n' || c == '\r' || c == ' ' ? '?' : c;
        }
        send(line);
    }
    /// The end of a line comes too early, or a line ends in another one.
    void cut_line() {
        std::string line = chance(2)   ? position_line()
                           : chance(2) ? go_line()
                           : chance(2) ? "setoption name Player value Board"
                                       : "setoption name UCI_Chess960 value true";
        line.resize(below(line.size() + 1));
        if (chance(2)) {
            send(line);
        } else {
            unsent_ += line;
        }
    }
    void board_words() {
        static constexpr std::string_view harmless[] = {
            "board",      "board pgn", "board fen", "board sensors",  "board help",     "board takeback",
            "board draw", "board new", "board set", "board selftest", "board nonsense", "board show me more"};
        if (!chance(4)) {
            return send(std::string{harmless[below(std::size(harmless))]});
        }
        const std::string side = chance(2) ? "white" : "black";
        switch (below(8)) {
        case 0:
        case 1: return send("board " + side + " remote");
        case 2: return send("board resign " + side);
        case 3:
        case 4: {
            const std::vector<Move> moves = legal_moves(game().record().position());
            return send("board move "
                        + (moves.empty() ? "e2e4" : text_of(moves[below(moves.size())], game().record().position())));
        }
        default: break;
        }
        changes_settings_ = true;
        switch (below(5)) {
        case 0: return send("board " + side + (chance(2) ? " person" : " engine"));
        case 1: return send("board level " + std::string{"stdc"[below(4)]} + std::to_string(1 + below(8)));
        case 2: return send(chance(2) ? "board flip on" : "board flip off");
        default: return send("board brightness " + std::to_string(below(300)));
        }
    }

    /// The program says nothing more in the middle of a line, or between two.
    void stand_still() {
        for (int turns = 0; !unsent_.empty() && turns < 400; ++turns) {
            turn();
        }
        if (!unsent_.empty()) {
            return;
        }
        if (!judge_.inside_line() && chance(2)) {
            unsent_ = "position startpos mo";
            unsent_.resize(1 + below(unsent_.size()));
            while (!unsent_.empty() && fine()) {
                turn();
            }
        }
        const bool half = judge_.inside_line();
        wait(half ? 0 : 2500);
        if (half) {
            let_it_give_up();
            if (fine() && judge_.awaits()) {
                complain("silence, and no answer");
            }
        }
    }

    /// The board waits no more for the end of the line.
    void let_it_give_up() {
        for (int turns = 0; judge_.inside_line() && fine(); ++turns) {
            turn();
            if (turns > 20'000) {
                return complain("the line is not read");
            }
        }
        drain();
    }

    /// The program goes: in peace, by a pulled cable, or without a word.
    void end_session() {
        if (!fine()) {
            return;
        }
        const std::size_t way = below(4);
        if (way == 0) {
            leave_in_peace();
        } else if (!judge_.wire) {
            if (chance(2)) {
                for (std::size_t turns = below(20); turns != 0 && fine(); --turns) {
                    turn();
                }
            }
            log("> ", "(hung up)");
            line().hang_up();
            unsent_.clear();
            parts_[judge_.wire].clear();
            judge_.hung_up();
            stranger_.session_ends();
            turn();
        } else {
            die();
        }
        fen_.clear();
        moves_.clear();
        chess960_ = false;
        judge_.last_move.clear();
        if (!fine()) {
            return;
        }
        if (has_pair && judge_.wire && way != 0) {
            take_over();
        }
        end_strangers_session();
        if (way == 0 || !judge_.wire || has_pair) {
            expect_nothing_left();
        }
        play_alone();
    }
    void leave_in_peace() {
        if (judge_.inside_line() || !unsent_.empty()) {
            send("");
        }
        drain_input();
        quit(chance(2) ? "quit" : "stop\nquit");
        drain();
        if (fine() && judge_.awaits()) {
            complain("the program has quit, and its go has no answer");
        }
    }
    void drain_input() {
        for (int turns = 0; fine() && !unsent_.empty(); ++turns) {
            turn();
            if (turns > 20'000) {
                return complain("the line is not read");
            }
        }
    }
    /// On a wire nothing tells of it, but a line that is not ended.
    void die() {
        unsent_.resize(below(unsent_.size() + 1));
        drain();
        if (judge_.inside_line()) {
            let_it_give_up();
            if (fine() && judge_.awaits()) {
                complain("silence, and no answer");
            }
        }
    }

    /// A program at the wire has died. After a minute without work somebody at USB has the board.
    void take_over() {
        if constexpr (has_pair) {
            meddles_ = false;
            read_again();
            if (judge_.awaits() || judge_.inside_line()) {
                send("\nstop");  // of a work without an end nobody else knows that it is in vain
            }
            drain();
            judge_.hung_up();
            stranger_.session_ends();
            drain_stranger();
            table_.board->serial.pass_ms(60'000);
            log("} ", "isready");
            port(false).deliver("isready\n");
            stranger_.sent(false);
            wait(200);
            if (stranger_.awaits() && fine()) {
                complain("nobody takes over");
            }
        }
    }
    void drain_stranger() {
        for (int turns = 0; turns < 1000 && stranger_.awaits() && fine(); ++turns) {
            turn();
        }
    }

    void expect_nothing_left() {
        if (game().held_claim().held) {
            complain("a claim is left behind");
        }
    }
    /// What the store would give to the next power-on.
    void expect_settings_stored() {
        release();
        wait(1500);
        const Settings settings = game().settings();
        const TheTable next{memory_};
        if (!(next.game().settings() == settings)) {
            complain("other settings are stored");
        }
    }

    // ---- hands

    [[nodiscard]] SquareSet seen() const {
        const SquareSet set = table_.board->sensors.occupied;
        return game().settings().flipped ? stackmate::test::reversed(set) : set;
    }
    void show(SquareSet set) {
        table_.board->sensors.occupied = game().settings().flipped ? stackmate::test::reversed(set) : set;
    }
    [[nodiscard]] SquareSet right() const { return occupied_squares(game().record().position()); }
    void press(std::uint8_t button, std::uint32_t ms = 50) {
        table_.board->buttons.hold(button);
        wait(ms);
        release();
        wait(50);
    }
    void release() { table_.board->buttons.hold(0); }
    void tap(unsigned square) {
        const SquareSet bit = SquareSet{1} << square;
        show(seen() ^ bit);
        wait(80);
        show(seen() ^ bit);
        wait(550);
    }
    void make(Move m) {
        if (!m) {
            return;
        }
        const Footprint f = footprint(game().record().position(), m);
        show(seen() & ~f.from);
        wait(below(4) * 30);
        show(seen() & ~(f.emptied | f.taken));
        wait(below(4) * 30);
        show(f.after(right()));
        const std::size_t plies = game().record().size();
        for (int turns = 0; turns < 200 && fine() && (turns < 40 || (patient_ && game().record().size() == plies));
             ++turns) {
            turn();  // what may be the beginning of something else counts after 1.5 s
        }
    }
    [[nodiscard]] Move any_legal() {
        const std::vector<Move> moves = legal_moves(game().record().position());
        return moves.empty() ? Move{} : moves[below(moves.size())];
    }
    void takeback() {
        const std::span<const Move> moves = game().record().moves();
        if (moves.empty()) {
            return;
        }
        Position p = game().record().start();
        const std::size_t plies = std::min<std::size_t>(moves.size(), 1 + below(2));
        for (std::size_t i = 0; i + plies < moves.size(); ++i) {
            Undo undo;
            p.make(moves[i], undo);
        }
        const SquareSet before = occupied_squares(p);
        show(seen() & ~(right() ^ before));
        wait(100);
        show(before);
        wait(500);
    }
    void menu() {
        press(chance(2) ? menu_button : play_button, 1200);
        if (game().state() == states::State::menu) {
            changes_settings_ = true;
            tap(below(64));
            if (chance(2)) {
                press(play_button);
            }
        }
    }

    void use_hands() {
        switch (below(24)) {
        case 0: return show(seen() ^ SquareSet{1} << below(64));
        case 1: return tap(below(64));
        case 2: return press(static_cast<std::uint8_t>(1u << below(4)), 10 + below(150) * 10);
        case 3: return press(play_button);
        case 4: return takeback();
        case 5: show(chance(2) ? start_board : SquareSet{0}); return wait(below(3) * 1200);
        case 6: {
            show(seen() & (seen() - 1));
            wait(100);
            show(seen() | SquareSet{1} << below(64));
            return wait(below(3) * 400);
        }
        case 7: return chance(3) ? menu() : wait(300);
        case 8: show(right()); return wait(600);
        default: return do_as_asked();
        }
    }

    /// One step of a person who follows the lights.
    void do_as_asked() {
        if (log_) {
            char text[64];
            std::snprintf(text, sizeof text, "%016llx wanted %016llx", static_cast<unsigned long long>(seen()),
                          static_cast<unsigned long long>(right()));
            log("= ", text);
        }
        switch (game().state()) {
        case states::State::setup: show(start_board); return wait(1200);
        case states::State::restoring:
            if (const SquareSet wrong = lit_with(game(), Light::clear); wrong != 0) {
                show(seen() & ~wrong);  // an exercise asks for other pieces on the same squares
                wait(100);
            }
            show(right());
            return wait(700);
        case states::State::correcting:
        case states::State::unfinished: show(right()); return wait(700);
        case states::State::person_to_move:
            if (seen() != right()) {
                show(right());
                wait(700);
            }
            return game().state() == states::State::person_to_move ? make(any_legal()) : void();
        case states::State::move_to_make:
            if (seen() != right()) {
                show(right());
                wait(700);
            }
            return game().state() == states::State::move_to_make ? make(game().pending()) : void();
        case states::State::engine_thinking:
            wait(100);
            return game().state() == states::State::engine_thinking && chance(3) ? press(play_button) : void();
        case states::State::resume_offer:
        case states::State::promotion_choice:
        case states::State::hint:
        case states::State::analysis:
        case states::State::paused:
        case states::State::review:
        case states::State::sensor_test:
        case states::State::led_test:
        case states::State::button_test:
        case states::State::store_test:
        case states::State::game_over: return press(play_button);
        case states::State::question: return press(play_button, chance(2) ? 50 : 1200);
        case states::State::exercises:
        case states::State::menu:  // two kings in the air would open it again
            if (seen() != right()) {
                show(right());
                wait(700);
            }
            return press(play_button);
        case states::State::position_set_up:
            press(play_button, 1200);
            return game().state() == states::State::menu ? tap(62) : void();
        case states::State::comparing:
        case states::State::remote_to_move:
        case states::State::required:
        case states::State::same: return wait(100);
        }
    }

    /// Whatever a program has left behind: a person who does what the lights ask for moves, and the engine moves, soon. Where
    /// only a wire was, and nobody has said that the program is gone, the person first leaves its game, or says who plays.
    void play_alone() {
        release();
        wait(100);
        patient_ = true;
        unsigned left = 0;
        for (int steps = 0; steps < 80 && fine(); ++steps) {
            const std::size_t plies = game().record().size();
            const states::State state = game().state();
            const bool persons = game().settings().white == Seat::person && game().settings().black == Seat::person;
            if (game().held_claim().held
                && (state == states::State::remote_to_move || state == states::State::person_to_move
                    || state == states::State::move_to_make)) {
                if (!judge_.wire) {
                    return complain("a claim outlives its session");
                }
                leave_the_programs_game();
                ++left;
                continue;
            }
            const bool engine_moves = state == states::State::move_to_make;
            do_as_asked();
            // A program that has gone may have left the engine at work for it, without an end: PLAY wins it back.
            if (state == states::State::engine_thinking && steps % 20 == 19) {
                press(play_button);
            }
            if (game().record().size() > plies && !game().held_claim().held && (engine_moves || persons)) {
                return;
            }
        }
        complain(left != 0 ? "the person does not come away from the program" : "the person cannot go on alone");
    }
    void leave_the_programs_game() {
        const bool follows = game().held_claim().follows;
        press(play_button, 1200);
        if (game().state() != states::State::menu) {
            return;
        }
        if (follows) {
            tap(63);
            return game().state() == states::State::question ? press(play_button) : void();
        }
        changes_settings_ = true;
        tap(0);
        tap(57);
        press(play_button);
    }

    Random random_;
    bool log_;
    hal::fake::NvStore<> memory_{};
    TheTable table_{memory_};
    LineJudge judge_{};
    Stranger stranger_{};
    std::size_t said_before_ = 0;  ///< bytes for the other port that waited when the session began
    unsigned unread_turns_ = 0;    ///< in which USB takes nothing
    bool meddles_ = false;
    bool quits_ = false;      ///< a `quit` is on its way
    std::string unsent_{};    ///< on its way to the board
    std::string parts_[2]{};  ///< of a line that has not ended, at USB and at the wire
    std::size_t chunk_ = 64;
    std::size_t pump_limit_ = any;
    std::size_t room_ = line().rx_free();
    std::uint32_t silent_ms_ = 0;  ///< in the middle of a line, which the board has read so far
    states::State state_ = states::State::required;
    bool patient_ = false;  ///< the person waits until a move counts
    bool changes_settings_ = false;
    bool plays_ = false;

    std::string fen_{};                 ///< the program's game: its start, empty for the usual one
    std::vector<std::string> moves_{};  ///< and its moves
    bool chess960_ = false;             ///< by these rules, as far as the program knows
};

/// What has come of a run.
struct Outcome {
    std::string wrong;
    unsigned sessions;
    unsigned answers;
};
template <class TheTable>
Outcome outcome_of(std::uint64_t seed) {
    LifeOf<TheTable> life{seed};
    life.live();
    return {life.fine() ? std::string{} : life.what_is_wrong(), life.sessions, life.answers()};
}
/// A life on one of the two boards.
Outcome life_of(std::uint64_t seed, bool pair) {
    return pair ? outcome_of<TableOf<PairBoard>>(seed) : outcome_of<Table>(seed);
}

TEST(RandomSessions, LeaveAPersonWhoCanPlayOnAndNoIllegalAnswer) {
    const std::uint64_t single = number_from("STACKMATE_SESSION_SEED", 0);
    const std::uint64_t first = single != 0 ? single : number_from("STACKMATE_SESSION_FIRST", 1);
    const std::uint64_t wanted =
        single != 0 ? 1 : number_from("STACKMATE_SESSIONS", stackmate::test::whole_or_sample(500u, 100u));
    std::uint64_t sessions = 0, answers = 0;
    unsigned failed = 0;
    for (std::uint64_t seed = first; sessions < wanted && failed < 20; ++seed) {
        const Outcome outcome = life_of(seed, seed % 3 != 0);
        sessions += std::max(1u, outcome.sessions);
        answers += outcome.answers;
        if (!outcome.wrong.empty()) {
            ++failed;
            ADD_FAILURE() << "STACKMATE_SESSION_SEED=" << seed << ": " << outcome.wrong;
        }
        if (wanted > 2000 && seed % 500 == 0) {
            std::printf("%llu sessions, %llu answers, up to seed %llu\n", static_cast<unsigned long long>(sessions),
                        static_cast<unsigned long long>(answers), static_cast<unsigned long long>(seed));
            std::fflush(stdout);
        }
    }
    if (single == 0) {
        EXPECT_GT(answers, sessions / 4) << "the programs get answers";
    }
}

}  // namespace
}  // namespace stackmate::firmware::test
