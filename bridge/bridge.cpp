#include "bridge/bridge.hpp"

#include <algorithm>
#include <charconv>
#include <cctype>

namespace stackmate::bridge {
namespace {

std::vector<std::string_view> words_of(std::string_view text) {
    std::vector<std::string_view> words;
    for (std::size_t at = 0; at < text.size();) {
        const auto begin = text.find_first_not_of(" \t", at);
        if (begin == std::string_view::npos) {
            break;
        }
        at = std::min(text.find_first_of(" \t", begin), text.size());
        words.push_back(text.substr(begin, at - begin));
    }
    return words;
}

std::string_view first_word(std::string_view line) {
    const auto words = words_of(line);
    return words.empty() ? std::string_view{} : words.front();
}

std::string in_small_letters(std::string_view text) {
    std::string small{text};
    std::ranges::transform(small, small.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return small;
}

bool has_word(std::string_view line, std::string_view word) {
    const auto words = words_of(line);
    return std::ranges::find(words, word) != words.end();
}

/// The first line of the firmware when it starts: "Stackmate 0.1.0 on rp2040".
bool is_banner(std::string_view line) {
    const auto words = words_of(line);
    return words.size() == 4 && words[0] == "Stackmate" && words[2] == "on";
}

/// Whether this line is our boards' `id name` from its first word on. With the remains of another line in front it does
/// not count.
bool is_our_name(std::string_view line) {
    const auto words = words_of(line);
    return words.size() > 2 && words[0] == "id" && words[1] == "name" && words[2] == our_name;
}

/// Whether the word has the length of a move in UCI notation. The line may have been cut off in the middle of it.
bool is_move(std::string_view word) { return word.size() == 4 || word.size() == 5; }

bool is_search_output(std::string_view line) { return line.starts_with("bestmove") || line.starts_with("info depth"); }

/// Whether this is the last line of a bench or perft.
bool ends_work(std::string_view line) {
    return line.ends_with(" nps") || line.starts_with("Nodes searched") || line == "info string bench stopped"
           || line == "info string perft stopped";
}

}  // namespace

bool white_to_move(std::string_view position) {
    const auto words = words_of(position);
    bool white = true;
    if (words.size() > 3 && words[1] == "fen") {
        white = words[3] != "b";
    }
    const auto moves = std::ranges::find(words, "moves");
    if (moves != words.end() && (words.end() - moves - 1) % 2 != 0) {
        white = !white;
    }
    return white;
}

std::string go_again(std::string_view line, Ms elapsed, bool ponder_hit, bool white) {
    std::string again;
    const auto words = words_of(line);
    const std::string_view clock = white ? "wtime" : "btime";
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (ponder_hit && words[i] == "ponder") {
            continue;
        }
        again += again.empty() ? "" : " ";
        Ms left = 0;
        if (i > 0 && words[i - 1] == clock
            && std::from_chars(words[i].data(), words[i].data() + words[i].size(), left).ec == std::errc{}) {
            again += std::to_string(std::max(left - elapsed, std::min(left, least_clock)));
        } else {
            again += words[i];
        }
    }
    return again;
}

// ---------------------------------------------------------------- the GUI

void Bridge::gui_says(std::string_view line, Ms now) {
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) {
        line.remove_suffix(1);
    }
    if (stage_ == Stage::leaving || ended() || first_word(line).empty()) {
        return;
    }
    log("GUI  >", line);
    if (stage_ == Stage::ready) {
        obey(line, now);
    } else if (known() && (stage_ == Stage::absent || stage_ == Stage::greeting)) {
        obey_while_absent(line, now);
    } else if (known() && first_word(line) == "isready") {
        tell_gui("readyok");  // a GUI may wait for it with a time limit
    } else {
        held_.emplace_back(line);
    }
}

void Bridge::obey(std::string_view line, Ms now) {
    const auto word = first_word(line);
    if (word == "uci") {
        // From the board's answer when the port was opened: complete, whatever happens to the port now.
        for (const auto& said : introduction_) {
            tell_gui(said);
        }
        tell_gui("uciok");
        return;
    }
    if (word == "quit") {
        leave(now);
        return;
    }
    if (!owes()) {
        heard_ = now;
    }
    if (word == "isready") {
        ask_ready(Asker::gui);
        return;
    }
    remember(line, now);
    if (word == "bench" || (word == "go" && has_word(line, "perft"))) {
        ask_for_work(line);
    } else {
        tell_board(line);
    }
}

/// An error that comes between the two answers refuses this line, and not one before or behind it.
void Bridge::ask_for_work(std::string_view line) {
    ask_ready(Asker::before_work);
    tell_board(line);
    ask_ready(Asker::after_work);
    ++works_;
}

void Bridge::obey_while_absent(std::string_view line, Ms now) {
    const auto word = first_word(line);
    if (word == "uci") {
        obey(line, now);
    } else if (word == "isready") {
        tell_gui("readyok");
    } else if (word == "quit") {
        end();
    } else if (word == "go" && has_word(line, "perft")) {
        tell_gui("info string error: the board is not there: '" + std::string{line} + "' was not done");
    } else if (word == "go") {
        remember(line, now);
        go_->given = false;
        tell_gui("info string the board is not there: it begins when it is back");
    } else if (word == "stop") {
        answer_for_the_board("the board is not there");
    } else if (word == "setoption" || word == "position" || word == "ucinewgame" || word == "ponderhit") {
        remember(line, now);
    } else {
        tell_gui("info string error: the board is not there: '" + std::string{word} + "' was not done");
    }
}

void Bridge::remember(std::string_view line, Ms now) {
    const auto word = first_word(line);
    if (word == "setoption") {
        remember_option(line);
    } else if (word == "position") {
        position_ = line;
    } else if (word == "ucinewgame") {
        position_.clear();
    } else if (word == "go" && !has_word(line, "perft")) {
        stopped_ += go_ && go_->stopped ? 1 : 0;
        go_ = Go{.line = std::string{line}, .since = now};
    } else if (go_ && word == "ponderhit") {
        go_->ponder_hit = now;
    } else if (go_ && word == "stop") {
        go_->stopped = true;
    }
}

/// Keeps the last value of each option. An option without a value is a button, which is not pressed again.
void Bridge::remember_option(std::string_view line) {
    const auto words = words_of(line);
    const auto value = std::ranges::find(words, "value");
    if (words.size() < 3 || value == words.end()) {
        return;
    }
    std::string name;
    for (auto word = words.begin() + 2; word < value; ++word) {
        name += in_small_letters(*word) + ' ';
    }
    const auto known_one = std::ranges::find(options_, name, &std::pair<std::string, std::string>::first);
    if (known_one != options_.end()) {
        known_one->second = line;
    } else {
        options_.emplace_back(name, line);
    }
}

// ---------------------------------------------------------------- the port

void Bridge::port_opened(std::string_view name, Ms now) {
    port_ = name;
    rest_.clear();
    stopped_stranger_ = false;
    stranger_.clear();
    refusal_.clear();
    log("port", std::string{name} + " is open");
    greet(now);
}

/// An empty line first ends whatever line a previous program has left unfinished.
void Bridge::greet(Ms now) {
    stage_ = Stage::greeting;
    stage_began_ = heard_ = now;
    new_introduction_.clear();
    doubted_.clear();
    asked_.clear();
    answer_stopped();
    tell_board("");
    if (go_ && go_->given) {
        tell_board("stop");  // a board that has only lost its cable may still be thinking
    }
    tell_board("uci");
    greeted_ = now;
}

void Bridge::ask_who(Ms now) {
    tell_board("");
    tell_board("uci");
    greeted_ = now;
}

void Bridge::port_lost(std::string_view why, Ms now) {
    log("port", "gone: " + std::string{why});
    if (stage_ == Stage::leaving || stage_ == Stage::ended) {
        end();
        return;
    }
    const bool news = stage_ != Stage::absent && !was_lost_;
    stage_ = Stage::absent;
    for_board_.clear();
    rest_.clear();
    wants_new_port_ = false;
    if (!known()) {
        return;  // the search for a board continues
    }
    was_lost_ = true;
    if (news) {
        tell_gui("info string the board at " + port_ + " has gone: " + std::string{why} + "; it is waited for");
    }
    for (const auto asker : asked_) {
        if (asker == Asker::gui) {
            tell_gui("readyok");
        }
    }
    asked_.clear();
    taking_work_ = work_refused_ = false;
    if (std::exchange(works_, 0) != 0) {
        tell_gui("info string error: what the board was doing is lost");
    }
    answer_stopped();
    if (go_ && go_->stopped) {
        answer_for_the_board("the board has gone");
    }
    give_held_lines(now);
}

/// The board that had been told to stop has gone or starts anew.
void Bridge::answer_stopped() {
    for (; stopped_ != 0; --stopped_) {
        tell_gui("bestmove 0000");
    }
}

/// Gives the `bestmove` that the GUI waits for and the board will not send: the best move it has reported, or the null
/// move.
void Bridge::answer_for_the_board(std::string_view why) {
    if (!go_) {
        return;
    }
    const bool found = !go_->found.empty();
    tell_gui("info string error: " + std::string{why}
             + (found ? "; this is what it had found" : ", and no move of its is known"));
    tell_gui("bestmove " + (found ? go_->found : std::string{"0000"}));
    go_.reset();
}

// ---------------------------------------------------------------- the board

void Bridge::board_says(std::string_view bytes, Ms now) {
    if (!bytes.empty()) {
        heard_ = now;
    }
    for (const char byte : bytes) {
        if (byte != '\n' && byte != '\r') {
            constexpr std::size_t longest = 65536;  // not a board of ours; memory must stay bounded
            if (rest_.size() < longest) {
                rest_ += byte;
            }
        } else if (!rest_.empty()) {
            hear(std::exchange(rest_, {}), now);
        }
    }
}

void Bridge::hear(std::string_view line, Ms now) {
    log("board <", line);
    if (stage_ == Stage::absent || ended()) {
        return;
    }
    if (stage_ != Stage::greeting && is_banner(line)) {
        // The board has restarted on a line that does not report it, such as a UART: all its settings are lost.
        if (stage_ == Stage::leaving) {
            end();
        } else {
            port_lost("it has started anew", now);
            greet(now);
        }
        return;
    }
    if (stage_ == Stage::ready || stage_ == Stage::leaving) {
        hear_ready(line);
    } else {
        hear_greeting(line, now);
    }
}

void Bridge::hear_ready(std::string_view line) {
    const auto word = first_word(line);
    if (word == "readyok") {
        hear_readyok();
        return;
    }
    if (word == "id" || word == "option" || word == "uciok") {
        return;  // answers a second question of ours; the GUI has its answer
    }
    if (word == "bestmove") {
        const bool of_perft = work_refused_ && line == "bestmove 0000";  // a search may go on
        if (stopped_ != 0 && !of_perft) {
            --stopped_;
            tell_gui(line);
        } else if (go_ && !of_perft) {
            go_.reset();
            tell_gui(line);
        }
        return;
    }
    if (works_ != 0 && ends_work(line)) {
        --works_;
    }
    work_refused_ = work_refused_ || (taking_work_ && line.starts_with("info string error"));
    if (go_ && word == "info") {
        const auto words = words_of(line);
        const auto pv = std::ranges::find(words, "pv");
        if (pv != words.end() && words[1] != "string" && pv + 1 != words.end() && is_move(pv[1])) {
            go_->found = pv[1];
        }
    }
    tell_gui(line);
}

void Bridge::hear_readyok() {
    if (!asked_.empty()) {
        const auto asker = asked_.front();
        asked_.pop_front();
        if (asker == Asker::gui) {
            tell_gui("readyok");
        }
        taking_work_ = asker == Asker::before_work || (taking_work_ && asker != Asker::after_work);
        if (asker == Asker::after_work && std::exchange(work_refused_, false) && works_ != 0) {
            --works_;
        }
    }
    if (stage_ == Stage::leaving && asked_.empty()) {
        end();
    }
}

void Bridge::hear_greeting(std::string_view line, Ms now) {
    const auto word = first_word(line);
    if (stage_ == Stage::greeting) {
        if (line.starts_with("id name ")) {
            new_introduction_.clear();
        }
        if (word == "id" || word == "option") {
            new_introduction_.emplace_back(line);
            return;
        }
        if (word == "uciok" && !new_introduction_.empty() && is_our_name(new_introduction_.front())) {
            introduction_ = new_introduction_;
            const auto name = introduction_.front().substr(std::string_view{"id name "}.size());
            if (known() && name != id_name_) {
                tell_gui("info string this is another board: " + name);
            }
            id_name_ = name;
            give_options(now);
            return;
        }
        if (word == "uciok") {
            const auto said = std::exchange(new_introduction_, {});
            const auto name = said.empty() ? "an engine without a name" : said.front();
            if (std::exchange(doubted_, name)
                != name) {  // what was in transmission when the port was opened may be incomplete
                ask_who(now);
                return;
            }
            stranger_ = name;
            wants_new_port_ = true;
        }
        if (line.starts_with("info string error: ") && line.find(" has the session") != std::string_view::npos) {
            refusal_ = line.substr(std::string_view{"info string error: "}.size());
        }
    } else if (word == "readyok") {
        if (asked_.size() > 1) {
            asked_.pop_front();
        } else if (!asked_.empty()) {
            asked_.clear();
            if (stage_ == Stage::options) {
                give_position(now);
            } else {
                resume(now);
            }
        }
        return;
    }
    if (is_search_output(line) && !line.starts_with("bestmove") && !stopped_stranger_) {
        stopped_stranger_ = true;
        tell_board("stop");  // for a program that has gone
    }
    if (line.starts_with("info string")) {
        position_refused_ = position_refused_ || (stage_ == Stage::position && line.starts_with("info string error"));
        if (known()) {
            tell_gui(line);
        }
    }
}

void Bridge::give_options(Ms now) {
    stage_ = Stage::options;
    stage_began_ = now;
    for (const auto& [name, line] : options_) {
        tell_board(line);
    }
    ask_ready(Asker::bridge);
}

void Bridge::give_position(Ms now) {
    stage_ = Stage::position;
    stage_began_ = now;
    position_refused_ = false;
    if (!position_.empty()) {
        tell_board(position_);
    }
    ask_ready(Asker::bridge);
}

void Bridge::resume(Ms now) {
    stage_ = Stage::ready;
    if (was_lost_) {
        tell_gui("info string the board is back at " + port_);
    }
    was_lost_ = false;
    if (go_ && position_refused_) {
        answer_for_the_board("the board does not take the position any more");
    } else if (go_) {
        const auto since = go_->ponder_hit.value_or(go_->since);
        const bool thinks_on_our_clock = go_->ponder_hit || !has_word(go_->line, "ponder");
        const auto elapsed = thinks_on_our_clock ? now - since : 0;
        go_->given = true;
        go_->found.clear();
        tell_board(go_again(go_->line, elapsed, go_->ponder_hit.has_value(), white_to_move(position_)));
    }
    give_held_lines(now);
}

void Bridge::give_held_lines(Ms now) {
    for (auto lines = std::exchange(held_, {}); !lines.empty(); lines.pop_front()) {
        if (stage_ == Stage::ready) {
            obey(lines.front(), now);
        } else if (stage_ == Stage::absent) {
            obey_while_absent(lines.front(), now);
        }
    }
}

// ---------------------------------------------------------------- time and the end

std::optional<Ms> Bridge::due() const {
    switch (stage_) {
    case Stage::greeting: return std::min(greeted_ + patience_.ask_again, stage_began_ + patience_.greeting);
    case Stage::options:
    case Stage::position: return stage_began_ + patience_.greeting;
    case Stage::leaving: return stage_began_ + patience_.farewell;
    case Stage::ready:
        if (!asked_.empty()) {
            return heard_ + patience_.silence + patience_.answer;
        }
        return go_ || works_ != 0 ? std::optional{heard_ + patience_.silence} : std::nullopt;
    case Stage::absent:
    case Stage::ended: break;
    }
    return std::nullopt;
}

void Bridge::pass(Ms now) {
    const auto next = due();
    if (!next || now < *next) {
        return;
    }
    if (stage_ == Stage::leaving) {
        end();
    } else if (stage_ == Stage::ready && asked_.empty()) {
        ask_ready(Asker::bridge);
    } else if (stage_ == Stage::greeting && now < stage_began_ + patience_.greeting) {
        ask_who(now);
    } else {
        stage_began_ = heard_ = now;  // once, until the port is new
        wants_new_port_ = true;
    }
}

void Bridge::leave(Ms now) {
    stage_ = Stage::leaving;
    stage_began_ = now;
    if (go_ || works_ != 0) {
        tell_board("stop");
    }
    ask_ready(Asker::bridge);
}

/// Ends the board's session with `quit`, for a line that does not report that its other end has gone.
void Bridge::end() {
    if (stage_ != Stage::absent) {
        for_board_ += "quit\n";
        log("board >", "quit");
    }
    stage_ = Stage::ended;
}

// ---------------------------------------------------------------- words

void Bridge::tell_gui(std::string_view line) {
    log("GUI  <", line);
    for_gui_ += line;
    for_gui_ += '\n';
}

void Bridge::tell_board(std::string_view line) {
    if (!line.empty()) {
        log("board >", line);
    }
    for_board_ += line;
    for_board_ += '\n';
}

void Bridge::ask_ready(Asker asker) {
    tell_board("isready");
    asked_.push_back(asker);
}

void Bridge::log(std::string_view who, std::string_view line) {
    if (verbose_) {
        log_.push_back(std::string{who} + ' ' + std::string{line});
    }
}

}  // namespace stackmate::bridge
