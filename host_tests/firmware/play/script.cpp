#include "host_tests/firmware/play/script.hpp"

#include <charconv>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>

namespace stackmate::firmware::test {
namespace {

using Words = std::span<const std::string>;

class Script {
public:
    Script() = default;
    explicit Script(Desk& desk) : desk_(&desk) {}

    /// Until a line fails.
    void run(const std::vector<ScriptLine>& lines) {
        if (testing::Test::HasFailure()) return;
        bool checks = desk_ != nullptr;  // those that a test makes by itself
        for (const ScriptLine& line : lines) {
            at_ = line;
            const testing::ScopedTrace trace(line.file, static_cast<int>(line.number), line.text);
            if (!failed_) checks = do_line(line.text) || checks;
            if (testing::Test::HasFailure() && !failed_) fail("this is against a rule that always holds");
            if (failed_) return;
        }
        if (!checks) fail("a script without a check");
    }
    /// With what semicolons separate in place of $1, $2 ...
    std::vector<ScriptLine> with_values(std::vector<ScriptLine> lines, std::string_view values) {
        if (!lines.empty()) at_ = lines[0];
        const auto replace = [&](const std::string& mark, std::string_view value) {
            bool found = false;
            for (ScriptLine& line : lines)
                for (std::size_t i; (i = line.text.find(mark)) != std::string::npos; found = true)
                    line.text.replace(i, mark.size(), value);
            return found;
        };
        for (char number = '1'; !values.empty(); ++number) {
            std::string_view value = values.substr(0, values.find(';'));
            values.remove_prefix(std::min(values.size(), value.size() + 1));
            value.remove_prefix(std::min(value.size(), value.find_first_not_of(' ')));
            value = value.substr(0, value.find_last_not_of(' ') + 1);
            if (!replace(std::string{'$', number}, value)) fail("nothing takes the words: " + std::string(value));
        }
        for (const ScriptLine& line : lines)
            if (line.text.find('$') != std::string::npos) fail("no words for: " + line.text);
        return lines;
    }

private:
    // ---------------------------------------------------------------- lines and words

    /// Where it stands, and how.
    void fail(const std::string& what) const {
        failed_ = true;
        auto failure = testing::AssertionFailure();
        if (desk_ != nullptr)
            failure << "\n  state: " << to_text(desk_->game.state()) << "\n  lights: " << desk_->picture()
                    << "\n  game: " << desk_->fen();
        ADD_FAILURE_AT(at_.file, static_cast<int>(at_.number)) << what << failure.message();
    }

    template <class Result>
    struct Entry {
        std::size_t least, most;  ///< words behind it
        std::function<Result(Words)> does;
    };
    template <class Result>
    using Table = std::map<std::string, Entry<Result>, std::less<>>;
    static constexpr std::size_t many = 64;

    /// Null if it is not there, or not with so many words.
    template <class Table>
    auto find(const Table& table, std::string_view name, Words rest) const {
        const auto found = table.find(name);
        const bool fits =
            found != table.end() && rest.size() >= found->second.least && rest.size() <= found->second.most;
        if (found != table.end() && !fits) fail("too few or too many words: " + std::string(name));
        return fits ? &found->second : nullptr;
    }

    /// What commas separate, in words; what is in quotes is one word.
    std::vector<std::vector<std::string>> clauses(std::string_view text) const {
        std::vector<std::vector<std::string>> all(1);
        bool quoted = false, in_word = false;
        for (const char c : text) {
            if (c == '"') {
                quoted = !quoted;
                if (quoted) all.back().emplace_back();
                in_word = quoted;
            } else if (!quoted && (c == ' ' || c == ',')) {
                in_word = false;
                if (c == ',') all.emplace_back();
            } else {
                if (!in_word) all.back().emplace_back();
                in_word = true;
                all.back().back() += c;
            }
        }
        if (quoted) fail("a quote without an end");
        const auto empty = std::erase_if(all, [](const auto& words) { return words.empty(); });
        if (empty != 0 && !all.empty()) fail("nothing between two commas");
        return all;
    }

    /// Whether it has checks.
    bool do_line(std::string_view text) {
        unsigned times = 1;
        if (const auto colon = text.find(" times: "); colon != text.npos) {
            times = number<unsigned>(text.substr(0, colon));
            text.remove_prefix(colon + 8);
        }
        const std::size_t arrow = text.find("->");
        std::vector<std::vector<std::string>> to_do = clauses(text.substr(0, arrow));
        const auto checks = clauses(arrow == text.npos ? "" : text.substr(arrow + 2));
        if (arrow != text.npos && checks.empty()) fail("an arrow without a check");
        if (desk_ == nullptr) {
            begin(to_do.empty() ? Words{} : to_do[0]);
            if (!to_do.empty()) to_do.erase(to_do.begin());
        }
        for (; times != 0; --times) {
            for (const auto& words : to_do) act(words);
            for (const auto& words : checks) check(words);
        }
        return !checks.empty();
    }

    // ---------------------------------------------------------------- what words mean

    template <class Number>
    Number number(std::string_view word) const {
        Number value{};
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
        if (error != std::errc{} || end != word.data() + word.size()) fail("no number: " + std::string(word));
        return value;
    }
    std::size_t one_of(std::initializer_list<std::string_view> names, std::string_view word) const {
        const auto* const found = std::ranges::find(names, word);
        if (found == names.end()) fail("what is " + std::string(word) + "?");
        return found == names.end() ? 0 : static_cast<std::size_t>(found - names.begin());
    }
    Color colour(std::string_view word) const {
        return one_of({"white", "black"}, word) == 0 ? Color::white : Color::black;
    }
    std::uint8_t button(std::string_view word) const {
        return static_cast<std::uint8_t>(1 << one_of({"PLAY", "HINT", "MENU", "PAUSE"}, word));
    }
    static bool is_square(std::string_view word) { return square_from_text(word) != Square::none; }
    std::string_view square_name(std::string_view word) const {
        if (is_square(word)) return word;
        fail("no square: " + std::string(word));
        return "a1";
    }
    SquareSet bit(std::string_view name) const { return SquareSet{1} << square(square_name(name)); }
    SquareSet squares_of(Words names) const {
        if (names.empty()) fail("no squares");
        SquareSet set = 0;
        if (!names.empty() && names[0] == "but") return ~squares_of(names.subspan(1));
        for (const std::string& name : names)
            set |= name == "board" ? desk_->board : name == "start" ? start_board : name == "none" ? 0 : bit(name);
        return set;
    }
    /// Pieces: start, saved (after 1. e4 e5), game (of the game on the board) or none, and squares taken away and added: start -h8 +e4.
    SquareSet pieces(Words words) const {
        const SquareSet bases[] = {start_board, saved_board, occupied_squares(desk_->game.record().position()), 0};
        SquareSet set = bases[one_of({"start", "saved", "game", "none"}, words[0])];
        for (const std::string& word : words.subspan(1)) {
            const SquareSet one = bit(std::string_view(word).substr(1));
            if (word[0] != ((set & one) != 0 ? '-' : '+')) fail("is it there, or not: " + word);
            set ^= one;
        }
        return set;
    }
    Move move_of(std::string_view word) const { return move_from_text(game().record().position(), word); }
    /// Legal or not.
    Move any_move(std::string_view word) const {
        const std::string_view from = square_name(word.substr(0, 2)),
                               to = square_name(word.substr(std::min<std::size_t>(word.size(), 2)));
        return move_of(word) ? move_of(word) : Move(square_from_text(from), square_from_text(to));
    }
    std::string_view legal_move(std::string_view word) const {
        if (!move_of(word)) fail("no legal move: " + std::string(word));
        return word;
    }
    Refusal set_game(std::string_view fen, Words words) const {
        std::vector<Move> moves;
        Position p = position(Position::start_fen);
        for (const std::string& word : words) {
            moves.push_back(move_from_text(p, word));
            if (!moves.back()) fail("no legal move: " + word);
            play(p, word);
        }
        return game().set_game(fen == "start" ? "" : fen, moves);
    }
    std::uint8_t level_of(std::string_view word) const {
        const unsigned level = detail::read_level(word);
        if (level == no_value) fail("neither a level nor another setting: " + std::string(word));
        return static_cast<std::uint8_t>(level);
    }
    Settings settings_of(Words words) const {
        Settings settings;
        for (const std::string& word : words) {
            if (word == "persons")
                settings.white = settings.black = Seat::person;
            else if (word == "engines")
                settings.white = settings.black = Seat::engine;
            else if (word == "engine_first")
                settings.white = Seat::engine, settings.black = Seat::person;
            else if (word == "flipped")
                settings.flipped = true;
            else
                settings.level = level_of(word);
        }
        return settings;
    }

    // ---------------------------------------------------------------- acts

    void begin(Words words) {
        desk_ = (own_ = std::make_unique<Desk>()).get();
        Desk& desk = *desk_;
        const std::size_t how = one_of({"begin", "desk", "set", "saved", "saved_at"}, words.empty() ? "" : words[0]);
        const bool has_fen = how == 2 || how == 4;
        if (words.size() < (has_fen ? 2u : 1u)) return fail("how does it begin?");
        desk.game.set_settings(settings_of(words.subspan(has_fen ? 2 : 1)));
        if (how == 3) return desk.offer_saved();
        if (how == 4) {
            desk.foreign = true;
            if (desk.game.restore(words[1]) != FenError::none) fail("no position");
            return desk.game.offer(desk.now);
        }
        desk.game.start(desk.now);
        if (how == 0) desk.put_up(start_board);
        if (how == 2) {
            desk.turn();
            if (desk.game.set_game(words[1], {}) != Refusal::none) fail("no position");
            desk.turn();
            desk.put_up(occupied_squares(desk.game.record().position()), 700);
        }
    }

    void act(std::vector<std::string> words) {
        unsigned times = 1;
        if (words.size() > 1 && words.back()[0] == 'x') {
            times = number<unsigned>(std::string_view(words.back()).substr(1));
            words.pop_back();
        }
        ms_ = {};
        if (const auto stroke = words[0].find('/'); stroke != std::string::npos) {
            ms_ = number<std::uint32_t>(std::string_view(words[0]).substr(stroke + 1));
            words[0].resize(stroke);
        }
        for (; times != 0; --times)
            if (!act_at_squares(words[0], words.size() == 1)) act_by_name(words[0], Words(words).subspan(1));
    }
    /// What has no name: waiting, and hands at squares and buttons.
    bool act_at_squares(std::string_view word, bool alone) {
        if (!alone || word.empty()) return false;
        const std::string_view from = word.substr(0, 2), to = word.substr(std::min<std::size_t>(word.size(), 2));
        if (word[0] >= '0' && word[0] <= '9' && !ms_)
            desk_->wait(number<std::uint32_t>(word));
        else if (word[0] == '-')
            desk_->lift(square_name(word.substr(1)), ms_.value_or(60));
        else if (word[0] == '+')
            desk_->place(square_name(word.substr(1)), ms_.value_or(400));
        else if (is_square(from) && is_square(to))
            desk_->move(word, ms_.value_or(400));
        else if (word[0] >= 'A' && word[0] <= 'Z')
            desk_->press(button(word), ms_.value_or(80));
        else
            return false;
        return true;
    }
    void act_by_name(std::string_view word, Words rest) {
        const std::size_t mark = word.find('!');
        const std::string_view name = word.substr(0, mark), wanted = mark == word.npos ? "none" : word.substr(mark + 1);
        if (ms_ && name != "up") fail("it takes no time: " + std::string(name));
        if (const auto* const request = find(requests_, name, rest)) {
            constexpr std::string_view refusals[] = {"none",      "bad_position",    "illegal_move", "not_its_turn",
                                                     "game_over", "nothing_to_undo", "record_full",  "followed",
                                                     "no_claim",  "asked",           "busy",         "bad_setting"};
            const std::string_view refused = refusals[static_cast<std::size_t>(request->does(rest))];
            if (refused != wanted) fail("refused: " + std::string(refused));
        } else if (const auto* const act = find(acts_, word, rest)) {
            act->does(rest);
        } else if (!failed_) {
            fail("no such act: " + std::string(word));
        }
    }

    // ---------------------------------------------------------------- checks

    void check(Words words) {
        const bool turned = words[0] == "not";
        if (turned) words = words.subspan(1);
        if (words.empty()) return fail("not what?");
        const std::string& name = words[0];
        const Words rest = words.subspan(1);
        const std::string wanted = joined(rest);
        if (const auto* const fact = find(facts_, name, rest)) {
            if (fact->does(rest) == turned) fail((turned ? "it is so: " : "it is not so: ") + joined(words));
        } else if (const auto* const value = find(values_, name, rest)) {
            if (turned) (void)number<unsigned>(wanted);  // whether other words are misspelt would not be seen
            const std::string is = value->does(rest);
            if ((is == wanted) == turned) fail(name + " is " + is + (turned ? "" : ", not " + wanted));
        } else if (const std::optional<SquareSet> is = squares_with(name, rest); is) {
            if ((*is == squares_of(rest)) == turned) fail(name + " is on " + names_of(*is));
        } else if (!failed_) {
            check_state(name, rest, turned);
        }
    }
    void check_state(std::string_view name, Words rest, bool turned) const {
        std::size_t state = 0;
        while (state < states::state_count && to_text(static_cast<states::State>(state)) != name) ++state;
        if (state == states::state_count || !rest.empty()) return fail("no such check: " + std::string(name));
        if ((desk_->game.state() == static_cast<states::State>(state)) == turned)
            fail(turned ? "that is its state" : "another state, not " + std::string(name));
    }
    /// Lights too, where squares follow: a state may have the same name.
    std::optional<SquareSet> squares_with(std::string_view name, Words rest) const {
        if (const auto* const set = find(sets_, name, rest)) return set->does(rest);
        for (const LightStyle& style : light_styles)
            if (style.name == name && !rest.empty()) return desk_->lit(style.light);
        return {};
    }
    static std::string names_of(SquareSet set) {
        std::vector<std::string> names;
        for_each_square(set, [&](unsigned i) { write_square(names.emplace_back(2, ' ').data(), from_index64(i)); });
        return names.empty() ? "none" : joined(names);
    }
    static std::string joined(Words words) {
        std::string text;
        for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
        return text;
    }

    // ---------------------------------------------------------------- more than a line of the tables

    Controller& game() const { return desk_->game; }
    Score score(Words words) const { return words.size() > 1 ? number<int>(words[1]) : 20; }
    template <class Named>
    static std::string text(Named named) {
        return std::string(to_text(named));
    }
    void ignore(SquareSet set, bool ignored) {
        for_each_square(set, [&](unsigned i) { desk_->game.ignore_square(i, ignored); });
    }
    static Claim claim(bool follows) {
        return {.held = true, .follows = follows, .white = Seat::person, .black = Seat::remote};
    }
    /// A piece is put there and taken away, or lifted and put back, square by square.
    void touch(SquareSet set) {
        for_each_square(set, [&](unsigned i) {
            for (int n = 0; n < 2; ++n) {
                desk_->board ^= SquareSet{1} << i;
                desk_->wait(60);
            }
        });
    }
    /// Nothing is carried: the same pieces are seen from the other side.
    void turn_round() {
        desk_->flipped = true;
        desk_->board = stackmate::test::reversed(desk_->board);
    }
    void answer(Words words) {
        if (words[0] != "none") return desk_->answer(words[0], score(words));
        desk_->searching = false;
        desk_->game.engine_answer(Move{}, {}, 0, desk_->now);
        desk_->turn();
    }
    std::string moves() const {
        const std::size_t size = desk_->game.record().size();
        if (desk_->told_moves.size() != size) fail("other moves have been told");
        return std::to_string(size);
    }
    std::string only_move() const {
        const auto& record = desk_->game.record();
        return record.size() == 1 ? text_of(record.moves()[0], record.start())
                                  : std::to_string(record.size()) + " moves";
    }
    std::string ending() const {
        if (desk_->told_result != game().result()) fail("another result has been told");
        return text(game().result().ending);
    }
    std::string result() const { return ending() + " " + std::string(pgn_result(game().result())); }
    std::string told_times(const std::string& words) const {
        const auto tells = [&](const std::string& line) { return line.find(words) != line.npos; };
        return std::to_string(std::ranges::count_if(desk_->words, tells)) + " " + words;
    }
    std::string purpose() const {
        constexpr std::string_view names[] = {"move", "hint", "analysis"};
        return std::string(names[static_cast<std::size_t>(desk_->purpose)]);
    }
    /// white 180000, white 180000 within 800, white noted, or white noted less 20000.
    std::string clock(Words words) const {
        const Color side = colour(words[0]);
        const auto left = static_cast<std::int64_t>(desk_->game.clock().left_ms(side));
        const bool noted = words[1] == "noted";
        const std::int64_t wanted =
            noted ? noted_.left_ms[side == Color::white ? 0 : 1] : number<std::int64_t>(words[1]);
        const std::int64_t more = words.size() == 4 ? number<std::int64_t>(words[3]) : 0;
        if (words.size() == 3 || (words.size() == 4 && words[2] != (noted ? "less" : "within"))) fail("how much?");
        const bool is_so = noted ? left == wanted - more : std::abs(left - wanted) <= more;
        return is_so ? joined(words) : words[0] + " " + std::to_string(left);
    }

    // ---------------------------------------------------------------- the words

    const Table<void> acts_{
        // Hands and what they meet.
        {"tap", {1, 1, [this](Words w) { desk_->tap(square_name(w[0])); }}},
        {"flip", {1, many, [this](Words w) { desk_->board ^= squares_of(w); }}},  // takes no time
        {"up", {1, many, [this](Words w) { desk_->put_up(pieces(w), ms_.value_or(1500)); }}},
        {"board", {1, many, [this](Words w) { desk_->board = pieces(w); }}},  // the same at once
        {"touch", {1, many, [this](Words w) { touch(squares_of(w)); }}},
        {"turn_round", {0, 0, [this](Words) { turn_round(); }}},
        {"obey", {0, 0, [this](Words) { desk_->obey(); }}},  // makes the engine's move
        {"down", {1, 1, [this](Words w) { desk_->held = desk_->pressed = button(w[0]); }}},
        {"let_go", {0, 0, [this](Words) { desk_->held = 0; }}},
        {"buttons", {1, 1, [this](Words w) { game().set_buttons(number<unsigned>(w[0])); }}},
        {"turn", {0, 0, [this](Words) { desk_->turn(); }}},  // of the main loop: ten milliseconds
        {"note", {0, 0, [this](Words) { noted_ = game().clock().reading(); }}},
        // Sensors.
        {"dead", {1, many, [this](Words w) { desk_->dead = squares_of(w); }}},
        {"stuck", {1, many, [this](Words w) { desk_->stuck = squares_of(w); }}},
        {"flickers", {1, many, [this](Words w) { desk_->flickering = squares_of(w); }}},
        {"ignore", {1, many, [this](Words w) { ignore(squares_of(w), true); }}},
        {"heed", {1, many, [this](Words w) { ignore(squares_of(w), false); }}},
        {"stored", {1, 1, [this](Words w) { game().store_tested(one_of({"badly", "well"}, w[0]) == 1); }}},
        // The engine: a move, and its score.
        {"answer", {1, 2, [this](Words w) { answer(w); }}},
        {"candidate", {1, 2, [this](Words w) { desk_->candidate(legal_move(w[0]), score(w)); }}},
        // A PC that plays Black.
        {"claim", {0, 0, [this](Words) { game().claim(claim(false)); }}},
        {"follow", {0, 0, [this](Words) { game().claim(claim(true)); }}},
        {"release", {0, 0, [this](Words) { game().release(); }}},
    };
    const Table<Refusal> requests_{
        {"new", {0, 0, [this](Words) { return game().new_game(); }}},
        {"game", {1, many, [this](Words w) { return set_game(w[0], w.subspan(1)); }}},
        {"undo",
         {0, 1, [this](Words w) { return w.empty() ? game().take_back() : game().take_back(number<unsigned>(w[0])); }}},
        {"host_undo", {0, 0, [this](Words) { return game().take_back(1, Who::holder); }}},
        {"resign", {1, 1, [this](Words w) { return game().resign(colour(w[0])); }}},
        {"draw", {0, 0, [this](Words) { return game().claim_draw(); }}},
        {"settings", {1, many, [this](Words w) { return game().change_settings(settings_of(w)); }}},
        {"test", {0, 0, [this](Words) { return game().test_board(); }}},
        {"remote", {1, 1, [this](Words w) { return game().remote_move(any_move(w[0])); }}},
        {"host_remote", {1, 1, [this](Words w) { return game().remote_move(any_move(w[0]), Who::holder); }}},
    };
    const Table<bool> facts_{
        {"told", {1, 1, [this](Words w) { return desk_->told(w[0]); }}},  // any line with these words
        {"searching", {0, 0, [this](Words) { return desk_->searching; }}},
        {"stopped", {0, 0, [this](Words) { return desk_->stopped; }}},
        {"has_move_time", {0, 0, [this](Words) { return desk_->limits.has_move_time; }}},
        {"has_clocks", {0, 0, [this](Words) { return desk_->limits.clock[0] && desk_->limits.clock[1]; }}},
        {"infinite", {0, 0, [this](Words) { return desk_->limits.infinite; }}},
        {"goes_on", {0, 0, [this](Words) { return !game().result() && !desk_->told_result; }}},
        {"pending", {0, 0, [this](Words) { return static_cast<bool>(game().pending()); }}},
        {"followed", {0, 0, [this](Words) { return game().held_claim().held; }}},
        {"store_asked", {0, 0, [this](Words) { return game().take_store_test(); }}},  // and asks no more
    };
    const Table<std::string> values_{
        {"picture", {1, 1, [this](Words) { return desk_->picture(); }}},  // all lights
        {"fen",
         {1, 6,
          [this](Words w) { return w[0] == "start" && desk_->fen() == Position::start_fen ? w[0] : desk_->fen(); }}},
        {"moves", {1, 1, [this](Words) { return moves(); }}},
        {"only", {1, 1, [this](Words) { return only_move(); }}},
        {"result", {2, many, [this](Words) { return result(); }}},
        {"ending", {1, many, [this](Words) { return ending(); }}},
        {"told_times", {2, 2, [this](Words w) { return told_times(w[1]); }}},
        {"left",
         {1, 1,
          [this](Words) {
              return std::to_string(std::ranges::count(desk_->changes, Change::Kind::left, &Change::kind));
          }}},
        {"level", {1, 1, [this](Words w) { return game().settings().level == level_of(w[0]) ? w[0] : "another"; }}},
        {"white", {1, 1, [this](Words) { return text(game().settings().white); }}},
        {"black", {1, 1, [this](Words) { return text(game().settings().black); }}},
        {"player", {2, 2, [this](Words w) { return w[0] + " " + text(game().player(colour(w[0]))); }}},
        {"brightness", {1, 1, [this](Words) { return std::to_string(game().settings().brightness); }}},
        {"clock", {2, 4, [this](Words w) { return clock(w); }}},
        {"black_time", {1, 1, [this](Words) { return std::to_string(desk_->limits.time_ms[1]); }}},
        {"black_increment", {1, 1, [this](Words) { return std::to_string(desk_->limits.increment_ms[1]); }}},
        {"purpose", {1, 1, [this](Words) { return purpose(); }}},
        {"depth", {1, 1, [this](Words) { return std::to_string(desk_->limits.depth); }}},
        {"thinks", {1, 1, [this](Words) { return std::to_string(desk_->thinks); }}},
        {"cancels", {1, 1, [this](Words) { return std::to_string(desk_->cancels); }}},
    };
    const Table<SquareSet> sets_{
        {"left_out", {1, many, [this](Words) { return game().doubts().ignored(); }}},
        {"flickering", {1, many, [this](Words) { return game().doubts().flickering(); }}},
        {"marked", {1, many, [this](Words) { return game().marked(); }}},
        {"has_answered", {1, many, [this](Words) { return game().answered(); }}},
    };

    std::unique_ptr<Desk> own_{};
    Desk* desk_ = nullptr;
    mutable bool failed_ = false;
    ScriptLine at_{"", false, __FILE__, __LINE__};
    std::optional<std::uint32_t> ms_{};  ///< behind the stroke
    ClockReading noted_{};
};

/// A scenario as a test of its own.
struct Played : testing::Test {
    Played(std::vector<ScriptLine> script, std::string wrong) : lines(std::move(script)), fault(std::move(wrong)) {}
    void TestBody() override {
        if (!fault.empty()) FAIL() << fault;
        test::run(lines);
    }
    std::vector<ScriptLine> lines;
    std::string fault;
};

}  // namespace

ScriptText::ScriptText(const char* text, const char* file, unsigned first_line) {
    unsigned number = first_line;
    for (std::string_view rest = text; !rest.empty(); ++number) {
        std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(rest.size(), line.size() + 1));
        const std::size_t indent = std::min(line.size(), line.find_first_not_of(' '));
        line = line.substr(indent, line.find(" # ", indent) - indent);
        line = line.substr(0, line.find_last_not_of(' ') + 1);
        if (!line.empty() && line[0] != '#') lines.push_back({std::string(line), indent != 0, file, number});
    }
}

void run(Desk& desk, const ScriptText& text) { Script(desk).run(text.lines); }

void run(std::span<const ScriptLine> lines) {
    std::vector<std::string> each;
    for (; !lines.empty() && lines[0].text.starts_with("each:"); lines = lines.subspan(1))
        each.push_back(lines[0].text.substr(5));
    if (each.empty()) each.emplace_back();
    for (const std::string& values : each) {
        Script script;
        script.run(script.with_values({lines.begin(), lines.end()}, values));
    }
}

bool played(const char* suite, const ScriptText& text, const ScriptText& each) {
    static std::set<std::string> names;
    for (std::size_t i = 0; i < text.lines.size();) {
        const ScriptLine& name = text.lines[i];
        std::vector<ScriptLine> lines = each.lines;
        for (++i; i < text.lines.size() && text.lines[i].indented; ++i) lines.push_back(text.lines[i]);
        const bool is_name = std::ranges::all_of(name.text, [](unsigned char c) { return std::isalnum(c) != 0; });
        const bool is_new = names.insert(std::string(suite) + "." + name.text).second;
        std::string fault = name.indented || !is_name ? "no name of a test: " + name.text
                            : is_new                  ? ""
                                                      : "a name that is taken: " + name.text;
        const std::string shown = fault.empty() ? name.text : "AScriptWithoutAName" + std::to_string(name.number);
        testing::RegisterTest(suite, shown.c_str(), nullptr, nullptr, name.file, static_cast<int>(name.number),
                              [lines, fault]() -> testing::Test* { return new Played(lines, fault); });
    }
    return true;
}

}  // namespace stackmate::firmware::test
