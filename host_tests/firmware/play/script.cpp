#include "host_tests/firmware/play/script.hpp"

#include "host_tests/firmware/script_reader.hpp"

namespace stackmate::firmware::test {
namespace {

class DeskScript final : public Script {
public:
    explicit DeskScript(Desk* desk = nullptr) : desk_(desk) {
        acts_.insert(desk_acts_.begin(), desk_acts_.end());
        facts_.insert(desk_facts_.begin(), desk_facts_.end());
        values_.insert(desk_values_.begin(), desk_values_.end());
        values_["moves"].does = [this](Words) { return moves(); };
        facts_["goes_on"].does = [this](Words) { return !game().result() && !desk_->told_result; };
    }

private:
    bool begun() const override { return desk_ != nullptr; }
    ChessHands& hands() const override { return *desk_; }
    Controller& game() const override { return desk_->game; }

    void begin(Words words) override {
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
    Settings settings_of(Words words) const {
        Settings settings;
        for (const std::string& word : words) {
            if (word == "persons")
                settings.white = settings.black = Seat::person;
            else if (word == "engines")
                settings.white = settings.black = Seat::engine;
            else if (word == "engine_first")
                settings.white = Seat::engine, settings.black = Seat::person;
            else if (const std::size_t coach = coaching(word); coach < coaching_count)
                settings.white_coach = settings.black_coach = static_cast<Coaching>(coach);
            else if (word.ends_with("_pieces"))
                settings.white_coach_pieces = settings.black_coach_pieces = static_cast<std::uint8_t>(word[0] - '0');
            else if (word == "flipped")
                settings.flipped = true;
            else if (word == "club")
                settings.club = true;
            else if (word == "brain")
                settings.hand_and_brain = true;
            else if (word == "blindfold")
                settings.blindfold = true;
            else
                settings.level = level_of(word);
        }
        return settings;
    }

    static std::size_t coaching(std::string_view word) {
        return static_cast<std::size_t>(std::ranges::find(detail::coaching, word) - detail::coaching.begin());
    }
    std::string searched_move() const { return desk_->only ? text_of(desk_->only, game().record().position()) : "all"; }
    /// The scores of the moves that are searched one after the other.
    void grade(Words words) {
        for (const std::string& word : words) desk_->grade(number<int>(word));
    }

    bool act_by_name(std::string_view word, Words rest) override {
        const std::size_t mark = word.find('!');
        const std::string_view name = word.substr(0, mark), wanted = mark == word.npos ? "none" : word.substr(mark + 1);
        const auto* const request = find(requests_, name, rest);
        if (request == nullptr) return Script::act_by_name(word, rest);
        if (ms_) fail("it takes no time: " + std::string(name));
        constexpr std::string_view refusals[] = {"none",      "bad_position",    "illegal_move", "not_its_turn",
                                                 "game_over", "nothing_to_undo", "record_full",  "followed",
                                                 "no_claim",  "asked",           "busy",         "bad_setting",
                                                 "club"};
        const std::string_view refused = refusals[static_cast<std::size_t>(request->does(rest))];
        if (refused != wanted) fail("refused: " + std::string(refused));
        return true;
    }

    // ---------------------------------------------------------------- more than a line of the tables

    Score score(Words words) const { return words.size() > 1 ? number<int>(words[1]) : 20; }
    void ignore(SquareSet set, bool ignored) {
        for_each_square(set, [&](unsigned i) { desk_->game.ignore_square(i, ignored); });
    }
    static Claim claim(bool follows) {
        return {.held = true, .follows = follows, .white = Seat::person, .black = Seat::remote};
    }
    /// Nothing is carried: the same pieces are seen from the other side.
    void turn_round() {
        desk_->flipped = !desk_->flipped;
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
        constexpr std::string_view names[] = {"move", "hint", "analysis", "grade"};
        return std::string(names[static_cast<std::size_t>(desk_->purpose)]);
    }
    // ---------------------------------------------------------------- the words

    const Dictionary<void> desk_acts_{
        // Hands and what they meet.
        {"turn_round", {0, 0, [this](Words) { turn_round(); }}},
        {"down", {1, 1, [this](Words w) { desk_->held = desk_->pressed = button(w[0]); }}},
        {"let_go", {0, 0, [this](Words) { desk_->held = 0; }}},
        {"buttons", {1, 1, [this](Words w) { game().set_buttons(number<unsigned>(w[0])); }}},
        {"turn", {0, 0, [this](Words) { desk_->turn(); }}},  // of the main loop: ten milliseconds
        // Sensors.
        {"dead", {1, many, [this](Words w) { desk_->dead = squares_of(w); }}},
        {"stuck", {1, many, [this](Words w) { desk_->stuck = squares_of(w); }}},
        {"flickers", {1, many, [this](Words w) { desk_->flickering = squares_of(w); }}},
        {"ignore", {1, many, [this](Words w) { ignore(squares_of(w), true); }}},
        {"heed", {1, many, [this](Words w) { ignore(squares_of(w), false); }}},
        {"stored", {1, 1, [this](Words w) { game().store_tested(one_of({"badly", "well"}, w[0]) == 1); }}},
        // The engine: a move, and its score.
        {"answer", {1, 2, [this](Words w) { answer(w); }}},
        {"grade", {1, many, [this](Words w) { grade(w); }}},
        {"candidate", {1, 2, [this](Words w) { desk_->candidate(legal_move(w[0]), score(w)); }}},
        // A PC that plays Black.
        {"claim", {0, 0, [this](Words) { game().claim(claim(false)); }}},
        {"follow", {0, 0, [this](Words) { game().claim(claim(true)); }}},
        {"release", {0, 0, [this](Words) { game().release(); }}},
    };
    const Dictionary<Refusal> requests_{
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
    const Dictionary<bool> desk_facts_{
        {"told", {1, 1, [this](Words w) { return desk_->told(w[0]); }}},  // any line with these words
        {"searching", {0, 0, [this](Words) { return desk_->searching; }}},
        {"flipped", {0, 0, [this](Words) { return game().settings().flipped; }}},
        {"stopped", {0, 0, [this](Words) { return desk_->stopped; }}},
        {"has_move_time", {0, 0, [this](Words) { return desk_->limits.has_move_time; }}},
        {"has_clocks", {0, 0, [this](Words) { return desk_->limits.clock[0] && desk_->limits.clock[1]; }}},
        {"infinite", {0, 0, [this](Words) { return desk_->limits.infinite; }}},
        {"store_asked", {0, 0, [this](Words) { return game().take_store_test(); }}},  // and asks no more
    };
    const Dictionary<std::string> desk_values_{
        {"only", {1, 1, [this](Words) { return only_move(); }}},
        {"result", {2, many, [this](Words) { return result(); }}},
        {"ending", {1, many, [this](Words) { return ending(); }}},
        {"told_times", {2, 2, [this](Words w) { return told_times(w[1]); }}},
        {"left",
         {1, 1,
          [this](Words) {
              return std::to_string(std::ranges::count(desk_->changes, Change::Kind::left, &Change::kind));
          }}},
        {"black_time", {1, 1, [this](Words) { return std::to_string(desk_->limits.time_ms[1]); }}},
        {"black_increment", {1, 1, [this](Words) { return std::to_string(desk_->limits.increment_ms[1]); }}},
        {"purpose", {1, 1, [this](Words) { return purpose(); }}},
        {"searched", {1, 1, [this](Words) { return searched_move(); }}},
        {"depth", {1, 1, [this](Words) { return std::to_string(desk_->limits.depth); }}},
        {"thinks", {1, 1, [this](Words) { return std::to_string(desk_->thinks); }}},
        {"cancels", {1, 1, [this](Words) { return std::to_string(desk_->cancels); }}},
    };
    std::unique_ptr<Desk> own_{};
    Desk* desk_;
};

}  // namespace

std::unique_ptr<Script> script_at_a_desk() { return std::make_unique<DeskScript>(); }

void run(Desk& desk, const ScriptText& text) { DeskScript(&desk).run(text.lines); }

}  // namespace stackmate::firmware::test
