#include "host_tests/firmware/table/script.hpp"

#include "host_tests/firmware/script_reader.hpp"
#include "host_tests/firmware/table/table.hpp"

#include <sstream>

namespace stackmate::firmware::test {
namespace {

class TableScript final : public Script {
public:
    TableScript() {
        acts_.insert(table_acts_.begin(), table_acts_.end());
        facts_.insert(table_facts_.begin(), table_facts_.end());
        values_.insert(table_values_.begin(), table_values_.end());
        sets_.insert(table_sets_.begin(), table_sets_.end());
    }

private:
    [[nodiscard]] bool begun() const override { return table_ != nullptr; }
    [[nodiscard]] ChessHands& hands() const override { return *table_; }
    [[nodiscard]] const Controller& game() const override { return table_->game(); }
    void before_acts() override { table_->heard(), heard_.clear(); }
    [[nodiscard]] std::string heard_lately() const override { return "\n  heard: " + heard(); }

    void begin(Words words) override {
        const std::size_t how = one_of({"on", "begin", "set", "reached", "app"}, words.empty() ? "" : words[0]);
        switch_on();
        if (words.size() < (how == 2 ? 2u : 1u)) return fail("how does it begin?");
        for (const std::string& word : words.subspan(how == 2 ? 2 : 1)) table_->send("board " + word + "\n");
        if (how != 0 && how != 2) table_->begin();
        if (how == 2) {
            table_->send("position fen " + words[1] + "\nboard set\n");
            table_->put(occupied_squares(table_->game_position()), 1500);
        }
        if (how == 3) reach();
        if (how == 4) begin_app();
    }
    void switch_on() { table_ = std::make_unique<Table>(memory_); }
    void reach() {
        table_->send("setoption name Player value Board\nposition startpos\ngo wtime 60000 btime 60000\n");
        table_->move("e2e4");
        table_->send("position startpos moves e2e4 e7e5\ngo wtime 60000 btime 60000\n");
        table_->move("e7e5");
        ASSERT_EQ(game().state(), states::State::person_to_move);
        ASSERT_EQ(best(), "e2e4");
        table_->heard(), heard_.clear();
    }

    void begin_app() {
        ASSERT_EQ(table_->ask("feature moved\nfeature undo_redo\nfeature resign\nfeature side\n"), "ok\nok\nok\nok\n");
        ASSERT_EQ(table_->ask("begin rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w\n"),
                  "sync rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w\n");
        table_->wait(1000);
        ASSERT_EQ(game().state(), states::State::person_to_move);
    }

    // ---------------------------------------------------------------- the line

    [[nodiscard]] const std::string& heard() const { return heard_ += table_->heard(); }
    /// The moves of all answers to `go`.
    [[nodiscard]] std::string best() const {
        std::istringstream lines{heard()};
        std::string moves;
        for (std::string line; std::getline(lines, line);) {
            std::istringstream words{line};
            if (std::string word, move; words >> word >> move && word == "bestmove") moves += ' ' + move;
        }
        return moves.empty() ? "none" : moves.substr(1);
    }
    /// <fen> is that of the noted board, <best> the answer that best_legal has seen.
    [[nodiscard]] std::string filled(std::string text) const {
        for (const auto& [mark, word] : {std::pair{"<fen>", noted_fen_}, {"<best>", best_}})
            if (const auto at = text.find(mark); at != text.npos) text.replace(at, std::string_view(mark).size(), word);
        return text;
    }
    /// All answers were moves in that game: best_legal e2e4 e7e5.
    [[nodiscard]] bool best_is_legal(Words moves) {
        Position p = position(Position::start_fen);
        for (const std::string& move : moves) play(p, move);
        best_ = best();
        std::istringstream words{best_ == "none" ? "" : best_};
        for (std::string word; words >> word;)
            if (!move_from_text(p, word)) return false;
        return true;
    }
    [[nodiscard]] std::size_t times(std::string_view text) const {
        std::size_t count = 0;
        for (std::size_t at = 0; (at = heard().find(text, at)) != std::string::npos; ++at) ++count;
        return count;
    }

    [[nodiscard]] char piece_on(std::string_view name) const {
        return ".PNBRQK  pnbrqk"[index(table_->game_position().at(square_from_text(name)))];
    }

    // ---------------------------------------------------------------- what shines

    /// Squares whose light is ever of this colour in a period of all rhythms; of any, if there is none.
    [[nodiscard]] SquareSet shining(std::optional<hal::Colour> colour) const {
        SquareSet lit = 0;
        for (int i = 0; i < 42; ++i) {
            table_->wait(50);
            for (unsigned n = 0; n < 64; ++n) {
                const hal::Colour is = table_->board->leds.frame.squares[n];
                if (colour ? is == *colour : is != hal::Colour{}) lit |= SquareSet{1} << n;
            }
        }
        return lit;
    }
    /// shines host a8.
    [[nodiscard]] bool shines(Words words) const {
        for (const LightStyle& style : light_styles)
            if (style.name == words[0]) return shining(style.colour) == squares_of(words.subspan(1));
        fail("no light: " + words[0]);
        return false;
    }
    [[nodiscard]] std::string writes() {
        return std::to_string(memory_.writes - std::exchange(writes_, memory_.writes));
    }
    void store(std::string_view result) {
        constexpr hal::NvResult results[] = {hal::NvResult::ok, hal::NvResult::failed, hal::NvResult::full};
        memory_.fail_with = results[one_of({"works", "fails", "is_full"}, result)];
    }

    // ---------------------------------------------------------------- the words

    const Dictionary<void> table_acts_{
        // The line.
        {"say",
         {1, many,
          [this](Words w) {
              for (const std::string& line : w) table_->send(filled(line) + "\n");
          }}},
        {"type", {1, 1, [this](Words w) { table_->send(w[0]); }}},
        {"letters",  // one after the other, in three turns each
         {1, 1,
          [this](Words w) {
              for (const char& c : w[0]) table_->board->serial.deliver({&c, 1}), table_->wait(3, 1);
          }}},
        {"deliver", {1, 1, [this](Words w) { table_->board->serial.deliver(w[0]); }}},  // and the loop is away
        {"hang_up", {0, 0, [this](Words) { table_->board->serial.hang_up(), table_->wait(20); }}},
        {"wire", {0, 0, [this](Words) { table_->board->serial.set_byte_time_us(87); }}},  // where nobody is seen to go
        {"slow", {1, 1, [this](Words w) { table_->board->serial.limit_pump(number<std::size_t>(w[0])); }}},
        {"reach", {0, 0, [this](Words) { table_->begin(), reach(); }}},  // as a test may begin
        // Time.
        {"pace", {1, 1, [this](Words w) { table_->step_ms = number<std::uint32_t>(w[0]); }}},  // of the main loop
        {"poll", {0, 0, [this](Words) { table_->app->poll(); }}},
        {"away", {1, 1, [this](Words w) { table_->board->clock.pass(number<std::uint32_t>(w[0])); }}},  // the loop is
        {"frozen",  // the loop goes on, the clock does not
         {1, 1,
          [this](Words w) {
              for (auto ms = number<std::uint32_t>(w[0]); ms >= 5; ms -= 5)
                  table_->board->watchdog.pass(5), table_->app->poll();
          }}},
        {"minutes", {1, 1, [this](Words w) { table_->wait(60'000 * number<std::uint32_t>(w[0])); }}},
        {"think", {0, 0, [this](Words) { table_->think(); }}},  // until the engine has a move
        // Power, and what outlives it.
        {"restart", {0, 0, [this](Words) { switch_on(); }}},  // no piece stands there
        {"store", {1, 1, [this](Words w) { store(w[0]); }}},
        // What is looked at later.
        {"count", {0, 0, [this](Words) { (void)writes(), frames_ = table_->board->leds.frames; }}},
        {"note_nodes", {0, 0, [this](Words) { nodes_ = table_->app->engine().nodes(); }}},
        {"note_board",
         {0, 0,
          [this](Words) {
              noted_fen_ = table_->fen(), noted_pieces_ = table_->standing(), settings_ = game().settings();
          }}},
        {"board_as_noted", {0, 0, [this](Words) { table_->standing() = noted_pieces_; }}},
    };
    const Dictionary<bool> table_facts_{
        {"heard", {1, 1, [this](Words w) { return has(heard(), filled(w[0])); }}},
        {"begins", {1, 1, [this](Words w) { return heard().starts_with(w[0]); }}},
        {"said", {1, 1, [this](Words w) { return heard() == w[0]; }}},
        {"best_legal", {0, many, [this](Words w) { return best_is_legal(w); }}},
        {"fen_as_noted", {0, 0, [this](Words) { return table_->fen() == noted_fen_; }}},
        {"settings_as_noted", {0, 0, [this](Words) { return game().settings() == settings_; }}},
        {"searched_on",
         {0, 0,
          [this](Words) {
              const auto nodes = table_->app->engine().nodes();
              return nodes > std::exchange(nodes_, nodes);
          }}},
        {"stood_in_cheaply",
         {0, 0, [this](Words) { return table_->app->engine().nodes() <= stand_in_nodes<QuickConfig>; }}},
        {"pictures_over",
         {1, 1, [this](Words w) { return table_->board->leds.frames - frames_ > number<std::uint32_t>(w[0]); }}},
        {"heard_then_no",
         {2, 2,
          [this](Words w) {
              const std::size_t at = heard().find(w[0]);
              return at != std::string::npos && heard().find(w[1], at) == std::string::npos;
          }}},
        {"times_over", {2, 2, [this](Words w) { return times(w[1]) > number<std::size_t>(w[0]); }}},
        {"engines_turn",
         {0, 0, [this](Words) { return game().state() == states::State::engine_thinking || game().pending(); }}},
        {"refuses_chess960", {0, 0, [this](Words) { return has(heard(), no_chess960_on_squares); }}},
        {"shines", {2, many, [this](Words w) { return shines(w); }}},
        {"clock_runs", {0, 0, [this](Words) { return game().clock().running(); }}},
        {"waits_for", {1, 1, [this](Words w) { return game().pending() == move_of(w[0]); }}},
        {"pending_is_legal", {0, 0, [this](Words) { return is_legal(table_->game_position(), game().pending()); }}},
    };
    const Dictionary<std::string> table_values_{
        {"best", {1, many, [this](Words) { return best(); }}},  // or none
        {"answers", {1, 1, [this](Words) { return std::to_string(times("bestmove ")); }}},
        {"times", {2, 2, [this](Words w) { return std::to_string(times(w[1])) + " " + w[1]; }}},
        {"lit",  // one light: lit a3 dark
         {2, 2, [this](Words w) { return w[0] + " " + std::string(style_of(game().light(square(w[0]))).name); }}},
        {"piece", {2, 2, [this](Words w) { return w[0] + " " + piece_on(square_name(w[0])); }}},  // piece e4 P
        {"protocol", {1, 1, [this](Words) { return std::to_string(game().settings().protocol); }}},
        {"resets", {1, 1, [this](Words) { return std::to_string(table_->board->watchdog.resets); }}},
        {"dimmed_to", {1, 1, [this](Words) { return std::to_string(table_->board->leds.brightness); }}},
        {"writes", {1, 1, [this](Words) { return writes(); }}},  // since the last count
    };
    const Dictionary<SquareSet> table_sets_{
        {"shining", {1, many, [this](Words) { return shining({}); }}},
        {"standing", {1, many, [this](Words) { return occupied_squares(table_->game_position()); }}},
    };

    hal::fake::NvStore<> memory_{};
    std::uint32_t writes_ = 0, frames_ = 0;
    std::uint64_t nodes_ = 0;
    std::unique_ptr<Table> table_{};
    mutable std::string heard_{};
    std::string best_{}, noted_fen_{};
    SquareSet noted_pieces_ = 0;
    Settings settings_{};
};

}  // namespace

std::unique_ptr<Script> script_at_a_table() { return std::make_unique<TableScript>(); }

}  // namespace stackmate::firmware::test
