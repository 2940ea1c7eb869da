// What all kinds of scripts have in common: lines and words, hands, and what a controller says.
#pragma once

#include "host_tests/firmware/script.hpp"

#include <charconv>
#include <functional>
#include <map>
#include <optional>

namespace stackmate::firmware::test {

class Script {
public:
    virtual ~Script() = default;
    Script() = default;
    Script(const Script&) = delete;
    Script& operator=(const Script&) = delete;

    /// Until a line fails.
    void run(const std::vector<ScriptLine>& lines) {
        if (testing::Test::HasFailure()) return;
        bool checks = begun();  // those that a test makes by itself
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

protected:
    using Words = std::span<const std::string>;

    // ---------------------------------------------------------------- what each kind has of its own

    [[nodiscard]] virtual bool begun() const = 0;
    virtual void begin(Words words) = 0;  ///< the first act
    [[nodiscard]] virtual ChessHands& hands() const = 0;
    [[nodiscard]] virtual const Controller& game() const = 0;
    virtual void before_acts() {}  ///< of each line but the first
    [[nodiscard]] virtual std::string heard_lately() const { return ""; }

    // ---------------------------------------------------------------- lines and words

    /// Where it stands, and how.
    void fail(const std::string& what) const {
        failed_ = true;
        auto failure = testing::AssertionFailure();
        if (begun())
            failure << "\n  state: " << to_text(game().state()) << "\n  lights: " << picture_of(game())
                    << "\n  game: " << fen_of(game().record().position()) << heard_lately();
        ADD_FAILURE_AT(at_.file, static_cast<int>(at_.number)) << what << failure.message();
    }

    template <class Result>
    struct Entry {
        std::size_t least, most;  ///< words behind it
        std::function<Result(Words)> does;
    };
    template <class Result>
    using Dictionary = std::map<std::string, Entry<Result>, std::less<>>;
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

    /// What a backslash before text[i] means; `i` is its last character afterwards.
    char escaped(std::string_view text, std::size_t& i) const {
        constexpr std::string_view letters = "nr0\\\"", meant("\n\r\0\\\"", 5);
        const char letter = i < text.size() ? text[i] : ' ';
        if (const std::size_t at = letters.find(letter); at != letters.npos) return meant[at];
        unsigned byte = 0;
        const std::string_view digits = text.substr(std::min(text.size(), i + 1), 2);
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), byte, 16);
        if (letter != 'x' || error != std::errc{} || end != digits.data() + 2) fail("what is behind the backslash?");
        i += 2;
        return static_cast<char>(byte);
    }
    /// What commas separate, in words; what is in quotes is one word.
    std::vector<std::vector<std::string>> clauses(std::string_view text) const {
        std::vector<std::vector<std::string>> all(1);
        bool quoted = false, in_word = false;
        for (std::size_t i = 0; i < text.size(); ++i) {
            const char c = text[i];
            if (quoted && c == '\\') {
                all.back().back() += escaped(text, ++i);
            } else if (c == '"') {
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
        if (!begun()) {
            begin(to_do.empty() ? Words{} : to_do[0]);
            if (!to_do.empty()) to_do.erase(to_do.begin());
        } else if (!to_do.empty()) {
            before_acts();
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
            set |= name == "board"   ? hands().standing()
                   : name == "start" ? start_board
                   : name == "none"  ? 0
                                     : bit(name);
        return set;
    }
    /// Pieces: start, saved (after 1. e4 e5), game (of the game on the board) or none, and squares taken away and added: start -h8 +e4.
    SquareSet pieces(Words words) const {
        const SquareSet bases[] = {start_board, saved_board, occupied_squares(game().record().position()), 0};
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
    std::uint8_t level_of(std::string_view word) const {
        const unsigned level = detail::read_level(word);
        if (level == no_value) fail("neither a level nor another setting: " + std::string(word));
        return static_cast<std::uint8_t>(level);
    }
    // ---------------------------------------------------------------- acts

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
            if (!act_at_squares(words[0], words.size() == 1))
                if (!act_by_name(words[0], Words(words).subspan(1)) && !failed_) fail("no such act: " + words[0]);
    }
    /// What has no name: waiting, and hands at squares and buttons.
    bool act_at_squares(std::string_view word, bool alone) {
        if (!alone || word.empty()) return false;
        const std::string_view from = word.substr(0, 2), to = word.substr(std::min<std::size_t>(word.size(), 2));
        if (word[0] >= '0' && word[0] <= '9' && !ms_)
            hands().wait(number<std::uint32_t>(word));
        else if (word[0] == '-')
            hands().lift(square_name(word.substr(1)), ms_.value_or(60));
        else if (word[0] == '+')
            hands().place(square_name(word.substr(1)), ms_.value_or(400));
        else if (is_square(from) && is_square(to))
            hands().move(word, ms_.value_or(400));
        else if (word[0] >= 'A' && word[0] <= 'Z')
            hands().press(button(word), ms_.value_or(80));
        else
            return false;
        return true;
    }
    /// False if there is no such act; a kind of script may know more of them.
    virtual bool act_by_name(std::string_view word, Words rest) {
        const auto* const act = find(acts_, word, rest);
        if (act == nullptr) return false;
        if (ms_ && word != "up") fail("it takes no time: " + std::string(word));
        act->does(rest);
        return true;
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
        if ((game().state() == static_cast<states::State>(state)) == turned)
            fail(turned ? "that is its state" : "another state, not " + std::string(name));
    }
    /// Lights too, where squares follow: a state may have the same name.
    std::optional<SquareSet> squares_with(std::string_view name, Words rest) const {
        if (const auto* const set = find(sets_, name, rest)) return set->does(rest);
        for (const LightStyle& style : light_styles)
            if (style.name == name && !rest.empty()) return lit_with(game(), style.light);
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

    template <class Named>
    static std::string text(Named named) {
        return std::string(to_text(named));
    }
    /// A piece is put there and taken away, or lifted and put back, square by square.
    void touch(SquareSet set) {
        for_each_square(set, [&](unsigned i) {
            for (int n = 0; n < 2; ++n) {
                hands().put(hands().standing() ^ SquareSet{1} << i, 60);
            }
        });
    }
    /// white 180000, white 180000 within 800, white noted, or white noted less 20000.
    std::string clock(Words words) const {
        const Color side = colour(words[0]);
        const auto left = static_cast<std::int64_t>(game().clock().left_ms(side));
        const bool noted = words[1] == "noted";
        const std::int64_t wanted =
            noted ? noted_.left_ms[side == Color::white ? 0 : 1] : number<std::int64_t>(words[1]);
        const std::int64_t more = words.size() == 4 ? number<std::int64_t>(words[3]) : 0;
        if (words.size() == 3 || (words.size() == 4 && words[2] != (noted ? "less" : "within"))) fail("how much?");
        const bool is_so = noted ? left == wanted - more : std::abs(left - wanted) <= more;
        return is_so ? joined(words) : words[0] + " " + std::to_string(left);
    }

    // ---------------------------------------------------------------- the words

    Dictionary<void> acts_{
        {"tap", {1, 1, [this](Words w) { hands().tap(square_name(w[0])); }}},
        {"flip", {1, many, [this](Words w) { hands().standing() ^= squares_of(w); }}},  // takes no time
        {"up", {1, many, [this](Words w) { hands().put(pieces(w), ms_.value_or(1500)); }}},
        {"board", {1, many, [this](Words w) { hands().standing() = pieces(w); }}},  // the same at once
        {"touch", {1, many, [this](Words w) { touch(squares_of(w)); }}},
        {"obey",  // makes the move that waits
         {0, 0, [this](Words) { game().pending() ? hands().make(game().pending()) : fail("no move waits"); }}},
        {"note", {0, 0, [this](Words) { noted_ = game().clock().reading(); }}},
    };
    Dictionary<bool> facts_{
        {"goes_on", {0, 0, [this](Words) { return !game().result(); }}},
        {"pending", {0, 0, [this](Words) { return static_cast<bool>(game().pending()); }}},
        {"followed", {0, 0, [this](Words) { return game().held_claim().held; }}},
    };
    Dictionary<std::string> values_{
        {"picture", {1, 1, [this](Words) { return picture_of(game()); }}},  // all lights
        {"fen",
         {1, 6,
          [this](Words w) {
              const std::string is = fen_of(game().record().position());
              return w[0] == "start" && is == Position::start_fen ? w[0] : is;
          }}},
        {"moves", {1, 1, [this](Words) { return std::to_string(game().record().size()); }}},
        {"level", {1, 1, [this](Words w) { return game().settings().level == level_of(w[0]) ? w[0] : "another"; }}},
        {"white", {1, 1, [this](Words) { return text(game().settings().white); }}},
        {"black", {1, 1, [this](Words) { return text(game().settings().black); }}},
        {"player", {2, 2, [this](Words w) { return w[0] + " " + text(game().player(colour(w[0]))); }}},
        {"brightness", {1, 1, [this](Words) { return std::to_string(game().settings().brightness); }}},
        {"clock", {2, 4, [this](Words w) { return clock(w); }}},
    };
    Dictionary<SquareSet> sets_{
        {"left_out", {1, many, [this](Words) { return game().sight().ignored(); }}},
        {"flickering", {1, many, [this](Words) { return game().sight().flickering(); }}},
        {"marked", {1, many, [this](Words) { return game().marked(); }}},
        {"has_answered", {1, many, [this](Words) { return game().answered(); }}},
    };

    mutable bool failed_ = false;
    ScriptLine at_{"", false, __FILE__, __LINE__};
    std::optional<std::uint32_t> ms_{};  ///< behind the stroke
    ClockReading noted_{};
};

}  // namespace stackmate::firmware::test
