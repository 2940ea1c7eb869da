// A second opinion on the rules of a game at the board: model.hpp beside the whole firmware, through random acts of hands, of
// the line and of the power. After each act the board is asked what is so.
//
// A seed makes all acts. Those that fail are left out one after the other as long as the same is wrong, and what remains is
// printed as a script for at_table (table/script.hpp). Many seeds, and one again:
//     STACKMATE_MODEL_SEEDS=50000 build/host/host_tests/nightly_tests --gtest_filter='Model.*'
//     STACKMATE_MODEL_SEED=4711 build/host/host_tests/nightly_tests --gtest_filter='Model.*'
// STACKMATE_MODEL_FIRST is the first seed of many (1). With STACKMATE_MODEL_IGNORE="rating,clock" a run that ends with these kinds of complaint counts as none.
#include "host_tests/firmware/model/model.hpp"
#include "host_tests/firmware/table/table.hpp"
#include "host_tests/support/sample.hpp"

#include <cstdlib>
#include <map>
#include <sstream>

namespace stackmate::firmware::test {
namespace {

using model::Complaint, model::Rules, model::Seen;

constexpr std::string_view level_words[] = {"s1", "d1", "c1", "c2", "c8", "adaptive", "adaptive", "own"};
constexpr std::string_view level_names[] = {"strength 1",           "depth 1",  "3+0",      "3+2",
                                            "40/90+30, then 30+30", "adaptive", "adaptive", "own clock"};

/// Faults that are known and not mended yet.
constexpr const char* known = "";

std::string number_or(const char* name, const char* otherwise) {
    const char* const text = std::getenv(name);
    return text == nullptr ? otherwise : text;
}

/// What follows `key` up to one of `ends`.
std::string word_after(const std::string& text, std::string_view key, std::initializer_list<std::string_view> ends) {
    std::size_t at = text.find(key);
    if (at == std::string::npos) return "";
    at += key.size();
    std::size_t end = text.size();
    for (const std::string_view mark : ends) end = std::min(end, text.find(mark, at));
    return text.substr(at, end - at);
}

struct Act {
    unsigned kind;
    std::uint64_t lot;
};

/// One board, from power-on on, and its model.
class Life {
public:
    Life() { switch_on(); }

    /// True if there is nothing to complain of.
    bool live(const std::vector<Act>& acts) {
        do_words("begin", "up/1500 start");
        rules_.begin();
        for (const Act& act : acts) {
            if (!fine()) break;
            Random random{act.lot};
            if (!(this->*ways[act.kind].does)(random)) continue;
            ++times[act.kind];
            look();
        }
        static const std::string ignored = "," + number_or("STACKMATE_MODEL_IGNORE", known) + ",";
        return fine() || ignored.find("," + wrong.kind + ",") != std::string::npos;
    }
    [[nodiscard]] bool fine() const { return wrong.kind.empty(); }

    struct Way {
        bool (Life::*does)(Random&);
        unsigned weight;
    };
    static const std::vector<Way> ways;
    static inline std::map<unsigned, unsigned> times{};  ///< that each has been done

    Complaint wrong{};
    std::string script{};

private:
    // ---- hands: the words of table/script.cpp

    void switch_on() { table_ = std::make_unique<Table>(memory_); }
    void do_words(const std::string& line, const std::string& done = "") {
        script += "    " + line + "\n";
        std::string text = done.empty() ? line : done;
        std::vector<std::string> words(1);
        bool quoted = false;
        const auto end = [&] {
            if (!words.back().empty()) words.emplace_back();
        };
        const auto act = [&] {
            end(), words.pop_back();
            if (!words.empty()) do_act(words);
            words.assign(1, "");
        };
        for (const char c : text) {
            if (c == '"')
                quoted = !quoted;
            else if (quoted || (c != ' ' && c != ','))
                words.back() += c;
            else if (c == ' ')
                end();
            else
                act();
        }
        act();
    }
    void do_act(const std::vector<std::string>& words) {
        const std::size_t stroke = words[0].find('/');
        const std::string word = words[0].substr(0, stroke);
        const auto ms = [&](std::uint32_t otherwise) {
            return stroke == std::string::npos ? otherwise
                                               : static_cast<std::uint32_t>(std::stoul(words[0].substr(stroke + 1)));
        };
        if (word == "say")
            for (std::size_t i = 1; i < words.size(); ++i) table_->send(words[i] + "\n");
        else if (word == "up")
            table_->put(words[1] == "none"    ? 0
                        : words[1] == "start" ? start_board
                                              : occupied_squares(table_->game_position()),
                        ms(1500));
        else if (word == "pace")
            table_->step_ms = static_cast<std::uint32_t>(std::stoul(words[1]));
        else if (word == "restart")
            switch_on();
        else if (word == "note_board")
            noted_ = table_->standing();
        else if (word == "board_as_noted")
            table_->standing() = noted_;
        else if (word == "obey")
            table_->make(table_->game().pending());
        else if (word == "tap")
            table_->tap(words[1]);
        else if (word == "PLAY" || word == "PAUSE")
            table_->press(word == "PLAY" ? 1 : 8, ms(80));
        else if (word[0] == '-')
            table_->put(table_->standing() & ~squares({word.substr(1)}), ms(60));
        else if (word[0] == '+')
            table_->put(table_->standing() | squares({word.substr(1)}), ms(400));
        else if (word[0] >= '0' && word[0] <= '9')
            table_->wait(static_cast<std::uint32_t>(std::stoul(word)));
        else
            table_->move(word, ms(400));
    }

    // ---- the line

    [[nodiscard]] Seen seen() {
        const std::string text = table_->ask("board show\nboard settings\n");
        const std::string show = text.substr(0, text.find("board settings"));
        const std::string settings = text.substr(text.find("board settings"));
        Seen s;
        s.fen = word_after(show, "board fen ", {"\n"});
        s.state = word_after(show, "board state ", {" "});
        s.waits_for = word_after(show, "waiting for ", {"\n"});
        s.moves = static_cast<unsigned>(std::atoi(word_after(show, " ply ", {" ", "\n"}).c_str()));
        s.level = word_after(show, "board level ", {" white"});
        s.seats = {word_after(show, " white ", {" ", "\n"}), word_after(show, " black ", {" ", "\n"})};
        const std::string clocks = word_after(show, " clocks ", {" ms"});
        s.has_clock = !clocks.empty();
        std::istringstream{clocks} >> s.left[0] >> s.left[1];
        s.result = word_after(show, "board result ", {"\n"});
        s.chosen_level = word_after(settings, "settings level ", {" white"});
        s.chosen_seats = {word_after(settings, " white ", {" ", "\n"}), word_after(settings, " black ", {" ", "\n"})};
        s.rating = std::atoi(word_after(settings, " rating ", {" ", "\n"}).c_str());
        s.exercise = word_after(settings, " exercise ", {" ", "\n"});
        s.club = word_after(settings, " club ", {" ", "\n"});
        s.brain = word_after(settings, " hand-and-brain ", {" ", "\n"});
        return s;
    }
    [[nodiscard]] std::uint32_t now() const { return table_->board->clock.now_ms(); }
    void look() {
        if (!fine()) return;
        const Seen is = seen();
        const std::int64_t gone = spent_ + now() - since_;
        if (const std::vector<Complaint> all = rules_.judge(is, gone); !all.empty()) {
            wrong = all[0];
            if (wrong.kind == "position" && !about_.empty()) wrong.kind = about_;
        }
        last_ = is;
        about_.clear();
        spent_ = 0, since_ = now();
    }

    // ---- what the acts have in common

    static std::string square_word(Square s) {
        std::string name(2, ' ');
        write_square(name.data(), s);
        return name;
    }
    [[nodiscard]] Move any_move(Random& random) const {
        std::vector<Move> moves = legal_moves(rules_.position());
        std::erase_if(moves, [](Move m) { return m.promotes(); });
        if (moves.empty()) return {};
        const Move best = *std::ranges::max_element(moves, {}, [&](Move m) { return rules_.gain(m); });
        return random.below(2) == 0 && rules_.gain(best) > 0 ? best : moves[random.below(moves.size())];
    }
    /// The words by which hands make it, at rest for `rest` milliseconds.
    [[nodiscard]] std::string words_of(Move m, unsigned rest) const {
        const Footprint f = footprint(rules_.position(), m);
        const SquareSet stand = table_->standing(), then = f.after(stand);
        const auto plain = [&] { return square_word(m.from()) + square_word(m.to()) + "/" + std::to_string(rest); };
        if (!m.castles() && std::popcount(f.emptied | f.taken) <= 2 && (f.taken == 0 || f.taken == square_set(m.to())))
            return plain();
        std::string words;
        const SquareSet lifted = (f.emptied | f.taken | square_set(m.from())) & stand;
        for_each_square(lifted, [&](unsigned i) { words += "-" + square_word(from_index64(i)) + ", "; });
        for_each_square(then & ~(stand & ~lifted),
                        [&](unsigned i) { words += "+" + square_word(from_index64(i)) + "/60, "; });
        return words + std::to_string(rest);
    }
    [[nodiscard]] bool at_rest() const { return table_->standing() == occupied_squares(rules_.position()); }
    [[nodiscard]] bool menu_opens() const {
        return last_.state == "person_to_move" && rules_.persons_turn() && at_rest() && !rules_.in_club_game();
    }
    void menu(const std::string& square) { do_words("PLAY/1100, 100, tap " + square + ", 100"); }
    [[nodiscard]] bool is_in_menu() const { return (states::bit_of(table_->game().state()) & states::menus) != 0; }
    void leave_menu() {
        if (table_->game().state() == states::State::menu) do_words("PLAY, 100");
    }

    [[nodiscard]] Move half_way(Move m) const {
        const Position p = rules_.position();
        const auto at = [](Square s) { return std::pair{static_cast<int>(file_of(s)), static_cast<int>(rank_of(s))}; };
        const auto [x, y] = at(m.from());
        const auto [to_x, to_y] = at(m.to());
        const int far = std::max(std::abs(to_x - x), std::abs(to_y - y));
        const bool line = to_x == x || to_y == y || std::abs(to_x - x) == std::abs(to_y - y);
        if (m.castles() || m.promotes() || !line || far < 2 || p.type_at(m.from()) == PieceType::king) return {};
        for (const Move first : legal_moves(p)) {
            const auto [on_x, on_y] = at(first.to());
            if (first.from() == m.from() && on_x - x == (to_x - x) / far && on_y - y == (to_y - y) / far) return first;
        }
        return {};
    }
    /// The piece that slides on to a capture leaves the same squares as one that is itself about to be captured.
    [[nodiscard]] bool looks_like_a_reply(Move first, Move m) const {
        return rules_.position().at(m.to()) != Piece::empty
               && std::ranges::any_of(legal_moves(model::after(rules_.position(), first)),
                                      [&](Move reply) { return reply.to() == first.to(); });
    }
    void slide(Move first, Move m) {
        const std::string on = square_word(first.to()), to = square_word(m.to());
        const bool takes = rules_.position().at(m.to()) != Piece::empty;
        do_words(square_word(m.from()) + on + "/500, -" + on + "/60, " + (takes ? "-" + to + "/60, " : "") + "+" + to
                 + "/1700");
    }
    /// The move has been made. If the board asks about it, the person says that it stands, or takes it back.
    bool answer(Move m, Random& random) {
        if (rules_.exercising()) do_words("3000");  // the board looks at another move than the solution's first
        const bool asks = table_->game().state() == states::State::question;
        if (rules_.exercise_is_spoilt_by(m) && !rules_.analysed() && !asks && fine())
            wrong = {"exercise", "it does not ask about " + square_word(m.from()) + square_word(m.to())};
        if (asks && random.below(2) == 0) {
            const bool on_d5 = square_word(m.from()) == "d5" || square_word(m.to()) == "d5";
            do_words(std::string(on_d5 ? "PLAY/1100" : "tap d5") + ", 100, up/1500 game");
            return true;
        }
        if (asks) do_words("PLAY, 1500");
        rules_.move(m);
        return true;
    }

    // ---- the acts: false if this cannot be done now

    bool person_moves(Random& random) {
        const Move m = rules_.persons_turn() && at_rest() ? any_move(random) : Move{};
        if (!m) return false;
        if (rules_.has_brain()) {
            do_words("3000");
            const SquareSet men = lit_with(table_->game(), Light::hint_from);
            do_words(words_of(m, 1700));
            if ((men & square_set(m.from())) == 0) return do_words("up/1500 game"), true;
            return rules_.move(m), true;
        }
        do_words(words_of(m, 1700));
        return answer(m, random);
    }
    /// A piece rests on its way for half a second, and goes on.
    bool slides_on(Random& random) {
        if (!rules_.persons_turn() || !at_rest() || rules_.in_club_game() || !rules_.takes_back() || rules_.has_brain())
            return false;
        std::vector<std::pair<Move, Move>> pairs;
        for (const Move m : legal_moves(rules_.position()))
            if (const Move first = half_way(m); first && !looks_like_a_reply(first, m)) pairs.emplace_back(first, m);
        if (pairs.empty()) return false;
        const auto [first, m] = pairs[random.below(pairs.size())];
        slide(first, m);
        return answer(m, random);
    }
    /// The queen is put where it is lost for nothing, at once or in two goes, and the coach is to ask.
    bool hangs_the_queen(Random& random) {
        if (!rules_.persons_turn() || !at_rest() || rules_.analysed() || rules_.moving_for_engine()) return false;
        if (rules_.seats()[rules_.mover() ^ 1] != "engine" || rules_.exercising()) return false;
        if (!rules_.takes_back() || rules_.has_brain()) return false;
        std::vector<Move> moves = legal_moves(rules_.position());
        std::erase_if(moves, [&](Move m) { return !rules_.gives_the_queen_away(m); });
        if (moves.empty()) return false;
        if (rules_.has_clock()) choose_level(0);  // with a clock the coach is silent
        do_words("say \"board white-coach warns\" \"board black-coach warns\", 5000");
        const Move m = moves[random.below(moves.size())], first = half_way(m);
        const bool in_two = first && random.below(2) == 0;
        in_two ? slide(first, m) : do_words(words_of(m, 1700));
        do_words("2000");
        for (int more = 0; more < 10 && table_->game().state() == states::State::engine_thinking; ++more)
            do_words("1000");  // the coach has not ended
        if (table_->game().state() != states::State::question)
            wrong = {in_two ? "coach on sliding" : "coach", "it does not ask about " + square_word(m.from())
                                                                + square_word(m.to()) + " in "
                                                                + model::fen_of(rules_.position())};
        answer(m, random);
        do_words("say \"board white-coach off\" \"board black-coach off\", 100");
        return true;
    }
    bool engine_moves(Random&) {
        if (!rules_.engines_turn() || !at_rest()) return false;
        if (last_.state == "engine_thinking") do_words("300");
        if (table_->game().state() == states::State::engine_thinking) do_words("PLAY, 100");
        const Seen is = seen();
        const Move m = move_from_text(rules_.position(), is.waits_for);
        if (!m) return wrong = {"turn", "the engine has no move: " + is.state}, true;
        do_words("obey, 1300");
        rules_.move(m);
        return true;
    }
    bool waits(Random& random) {
        static constexpr unsigned ms[] = {1000, 2000, 5000, 20'000, 60'000, 100'000, 200'000};
        do_words("pace 50, " + std::to_string(ms[random.below(7)]) + ", pace 5");
        return true;
    }
    bool level_by_line(Random& random) { return choose_level(random.below(std::size(level_words))); }
    bool choose_level(std::size_t n) {
        model::Choice choice = rules_.chosen();
        choice.level = level_names[n];
        do_words("say \"board level " + std::string(level_words[n]) + "\", 100");
        rules_.choose(choice);
        return true;
    }
    bool level_by_menu(Random& random) {
        static constexpr std::string_view taps[] = {"a3", "a5", "a6", "b6", "h6"};
        if (!menu_opens()) return false;
        const std::size_t n = random.below(std::size(taps));
        model::Choice choice = rules_.chosen();
        choice.level = level_names[n];
        menu(std::string(taps[n])), leave_menu();
        rules_.choose(choice);
        return true;
    }
    bool seat_by_line(Random& random) {
        if (rules_.remote()) return false;
        const std::size_t side = random.below(2), who = random.below(2);
        model::Choice choice = rules_.chosen();
        choice.seats[side] = who == 0 ? "person" : "engine";
        do_words(std::string("say \"board ") + (side == 0 ? "white " : "black ") + choice.seats[side] + "\", 100");
        rules_.choose_players(choice);
        return true;
    }
    bool resigns(Random& random) {
        if (rules_.over()) return false;
        const unsigned side = static_cast<unsigned>(random.below(2));
        do_words(std::string("say \"board resign ") + (side == 0 ? "white" : "black") + "\", 100");
        rules_.resign(side);
        return true;
    }
    bool new_game_by_line(Random&) {
        do_words("say \"board new\", 500, up/3000 start");
        rules_.begin();
        return true;
    }
    bool new_game_by_play(Random&) {
        if (!rules_.over() || rules_.exercising()) return false;
        do_words("PLAY, 500, up/3000 start");
        rules_.begin();
        return true;
    }
    bool says_rating(Random& random) {
        const std::string rating = std::to_string(500 + 100 * random.below(15));
        do_words("say \"board rating " + rating + "\", 100");
        rules_.say_rating(std::stoi(rating));
        return true;
    }
    bool pauses(Random&) {
        if (!rules_.paused() && (!menu_opens() || rules_.moves().empty())) return false;
        do_words("PAUSE, 100");
        rules_.pause(!rules_.paused());
        return true;
    }
    bool analyses(Random&) {
        if (rules_.paused() || rules_.exercising()) return false;
        if (!rules_.analysed() && (!menu_opens() || !rules_.takes_back())) return false;
        if (rules_.analysed())
            do_words("PLAY, 100");
        else
            menu("e2");
        rules_.analyse(!rules_.analysed());
        return true;
    }
    bool takes_back_by_line(Random&) {
        const unsigned n = rules_.own_takeback();
        if (n == 0 || rules_.paused() || rules_.analysed() || rules_.remote() || !at_rest()) return false;
        about_ = "takeback";
        do_words("say \"board takeback\", 100, up/1500 game");
        if (rules_.takes_back()) rules_.take_back(n);
        return true;
    }
    bool takes_back_by_menu(Random&) {
        const unsigned n = rules_.own_takeback();
        if (n == 0 || !menu_opens() || rules_.moving_for_engine()) return false;
        about_ = "takeback";
        menu("b2"), leave_menu();
        do_words("up/1500 game");
        rules_.take_back(n);
        return true;
    }
    bool takes_back_by_hand(Random&) {
        if (rules_.moves().empty() || rules_.paused() || !at_rest() || rules_.moving_for_engine()) return false;
        const Move m = rules_.moves().back();
        const bool took = rules_.position().halfmove() == 0;
        const bool castled = rules_.position().type_at(m.to()) == PieceType::king
                             && std::abs(int(file_of(m.from())) - int(file_of(m.to()))) > 1;
        // After the end the start position begins another game.
        if (castled || took || last_.state == "engine_thinking" || (rules_.over() && rules_.moves().size() == 1))
            return false;
        do_words("-" + square_word(m.to()) + "/60, +" + square_word(m.from()) + "/2500");
        if (rules_.takes_back())
            rules_.take_back(1);
        else
            do_words("up/1500 game");
        return true;
    }
    bool moves_for_the_engine(Random&) {
        if (!rules_.engines_turn() || last_.state != "move_to_make" || !at_rest()) return false;
        do_words("1200, PLAY, 100");
        if (!rules_.in_club_game()) rules_.move_for_engine();
        return true;
    }
    bool offers_a_draw(Random&) {
        const unsigned engine = rules_.mover() ^ (rules_.persons_turn() ? 1 : 0);
        if (rules_.over() || rules_.paused() || rules_.analysed() || rules_.exercising() || rules_.moving_for_engine()
            || rules_.seats()[engine] != "engine" || rules_.seats()[engine ^ 1] != "person" || !at_rest()
            || rules_.in_club_game() || rules_.has_brain())
            return false;
        menu("g2"), do_words("PLAY, 2200");
        if (const Seen is = seen(); is.result.find("agreed") != std::string::npos) {
            if (rules_.is_a_queen_ahead(engine)) wrong = {"draw", "the engine agrees, a queen ahead"};
            rules_.agree_to_draw();
        }
        return true;
    }
    /// The queen is given away, and a draw offered before it is taken. The engine has time to think about its answer, and has
    /// thought about a move before.
    bool begs_for_a_draw(Random& random) {
        if (!rules_.persons_turn() || !at_rest() || rules_.analysed() || rules_.exercising()
            || rules_.moves().size() < 2 || rules_.moving_for_engine() || rules_.has_brain() || rules_.remote()
            || rules_.seats()[rules_.mover() ^ 1] != "engine")
            return false;
        const Position p = rules_.position();
        std::vector<Move> moves = legal_moves(p);
        std::erase_if(moves, [&](Move m) {
            Rules then = rules_;
            then.move(m);
            return p.type_at(m.from()) != PieceType::queen || !then.is_a_queen_ahead(rules_.mover() ^ 1);
        });
        if (moves.empty()) return false;
        if (random.below(4) != 0) choose_level(4), look();
        const Move m = moves[random.below(moves.size())];
        do_words(words_of(m, 500));
        rules_.move(m);
        (void)offers_a_draw(random);
        return true;
    }
    /// The engine has the worse of it, or both queens stand where they may be given away.
    bool sets_a_position(Random& random) {
        static constexpr std::string_view fens[] = {"r3k1r1/pp4p1/8/8/8/5Q2/PP3PPP/R3K3 w Qq - 0 1",
                                                    "4k3/pp3pp1/8/2n5/8/1P3P2/P2Q2PP/4K1B1 w - - 0 1",
                                                    "4kq2/ppp2ppp/8/8/3Q4/2N5/PP3PPP/4K3 w - - 0 1",
                                                    "rnb1kbnr/ppp2ppp/3q4/3pp3/3PP3/3Q4/PPP2PPP/RNB1KBNR w KQkq - 0 4"};
        if (rules_.remote()) return false;
        const std::string fen{fens[random.below(std::size(fens))]};
        do_words("say \"position fen " + fen + "\" \"board set\", 100, up/1000 none, up/2500 game");
        rules_.begin("off", fen);
        return true;
    }
    /// On the line or by the menu's second page: the club, hand and brain, blindfold, which changes nothing but lights, or
    /// variety, which changes nothing but the engine's moves.
    bool turns_over(Random& random) {
        static constexpr std::string_view words[] = {"club", "hand-and-brain", "blindfold", "variety"},
                                          taps[] = {"d8", "c8", "b8", "f8"};
        const std::size_t n = random.below(std::size(words));
        const bool by_menu = menu_opens() && random.below(2) == 0;
        const bool on = n == 0 ? last_.club == "off" : n == 1 ? last_.brain == "off" : random.below(2) == 0;
        if (by_menu) {
            do_words("PLAY/1100, 100, tap c7, tap " + std::string(taps[n]) + ", 100");
            if (is_in_menu()) do_words("PLAY, 100");
        } else {
            do_words("say \"board " + std::string(words[n]) + (on ? " on" : " off") + "\", 100");
        }
        if (n == 0) rules_.play_in_club(on);
        if (n == 1) rules_.play_with_brain(on);
        return true;
    }
    bool changes_sides(Random&) {
        if (!menu_opens() || rules_.exercising() || rules_.remote()) return false;
        model::Choice choice = rules_.chosen();
        std::swap(choice.seats[0], choice.seats[1]);
        menu("c2"), leave_menu();
        rules_.choose_players(choice);
        return true;
    }
    bool practises(Random& random) {
        if (rules_.remote()) return false;
        static constexpr std::string_view names[] = {"win-kqvk", "win-krvk", "hold-kvkp", "puzzle-1", "openings"};
        const std::string name{names[random.below(std::size(names))]};
        if (name == last_.exercise) return false;
        do_words("say \"board exercise " + name + "\", 500, up/1000 none, up/6000 game, 3000");
        rules_.begin(name, seen().fen);
        return true;
    }
    /// On the line or by the menu's second page, which asks if a game is given up.
    bool begins_with_odds(Random& random) {
        static constexpr std::string_view men[] = {"pawn", "knight", "rook", "queen"},
                                          taps[] = {"b4", "c4", "d4", "e4"};
        if (rules_.remote()) return false;
        const std::size_t n = random.below(std::size(men));
        if (menu_opens() && random.below(2) == 0) {
            do_words("PLAY/1100, 100, tap c7, tap " + std::string(taps[n]) + ", 100");
            if (!rules_.over() && !rules_.exercising() && !rules_.moves().empty()) do_words("tap d4, 100");
        } else {
            do_words("say \"board odds " + std::string(men[n]) + "\", 100");
        }
        do_words("up/1000 none, up/2500 game");
        rules_.begin_with_odds(std::string(men[n]));
        return true;
    }
    /// Once begun it may have ended by itself.
    bool looks_back(Random&) {
        if (!rules_.over() || rules_.moves().empty() || rules_.remote()) return false;
        do_words("say \"board review\", 3000, PLAY/1100, 100");
        if (is_in_menu()) do_words("PLAY, 100");
        return true;
    }
    bool makes_it_a_game(Random&) {
        if (!rules_.exercising() || rules_.over()) return false;
        do_words("say \"board exercise off\", 100");
        rules_.leave_exercise();
        return true;
    }
    bool remote_comes_or_goes(Random& random) {
        if (rules_.over() || rules_.exercising() || rules_.analysed() || rules_.paused() || !at_rest()) return false;
        const unsigned side = static_cast<unsigned>(random.below(2));
        const std::string name = side == 0 ? "white " : "black ";
        if (!rules_.remote()) {
            do_words("say \"board " + name + "remote\", 100");
            rules_.take_side(side);
        } else {
            do_words("say quit, 100");
            rules_.leave();
        }
        return true;
    }
    bool a_program_plays_a_little(Random&) {
        if (!rules_.over() || rules_.exercising() || rules_.remote()) return false;
        do_words(
            "say \"setoption name Player value Board\" \"position startpos\" \"go wtime 60000 btime 60000\", 500, "
            "say quit, 200, say \"board new\", 1000, up/3000 start");
        rules_.begin(), rules_.end(""), rules_.begin();
        return true;
    }
    bool power_cut(Random&) {
        if (rules_.moves().empty() || !at_rest()) return false;
        spent_ += now() - since_;
        since_ = 0;
        const bool over = rules_.over();
        do_words(over ? "restart, 300, up/3000 start" : "note_board, restart, 300, board_as_noted, 1500");
        rules_.cut(seen());
        if (over) rules_.begin();
        return true;
    }

    hal::fake::NvStore<> memory_{};
    std::unique_ptr<Table> table_{};
    Rules rules_{};
    Seen last_{};
    SquareSet noted_ = 0;
    std::string about_{};  ///< what an act is, where the position alone would not tell what is wrong
    std::int64_t spent_ = 0;
    std::uint32_t since_ = 0;
};

const std::vector<Life::Way> Life::ways{
    {&Life::person_moves, 24},
    {&Life::engine_moves, 24},
    {&Life::waits, 5},
    {&Life::level_by_line, 5},
    {&Life::level_by_menu, 3},
    {&Life::seat_by_line, 3},
    {&Life::resigns, 4},
    {&Life::new_game_by_line, 2},
    {&Life::new_game_by_play, 6},
    {&Life::slides_on, 3},
    {&Life::hangs_the_queen, 12},
    {&Life::sets_a_position, 4},
    {&Life::begs_for_a_draw, 12},
    {&Life::pauses, 2},
    {&Life::analyses, 2},
    {&Life::takes_back_by_line, 2},
    {&Life::takes_back_by_menu, 2},
    {&Life::takes_back_by_hand, 2},
    {&Life::moves_for_the_engine, 2},
    {&Life::offers_a_draw, 3},
    {&Life::changes_sides, 1},
    {&Life::turns_over, 4},
    {&Life::practises, 1},
    {&Life::begins_with_odds, 1},
    {&Life::looks_back, 2},
    {&Life::makes_it_a_game, 1},
    {&Life::remote_comes_or_goes, 1},
    {&Life::a_program_plays_a_little, 1},
    {&Life::says_rating, 1},
    {&Life::power_cut, 5},
};

std::vector<Act> acts_of(std::uint64_t seed) {
    Random random{seed * 0x9e37'79b9'7f4a'7c15u + 1};
    unsigned all = 0;
    for (const Life::Way& way : Life::ways) all += way.weight;
    std::vector<Act> acts(20 + random.below(40));
    for (Act& act : acts) {
        std::size_t lot = random.below(all);
        for (act.kind = 0; lot >= Life::ways[act.kind].weight; ++act.kind) lot -= Life::ways[act.kind].weight;
        act.lot = 1 + random.below(1u << 30);
    }
    return acts;
}

/// The fewest of these acts with which the same kind of thing is wrong.
std::vector<Act> shortened(std::vector<Act> acts, const std::string& kind) {
    for (std::size_t part = acts.size() / 2; part != 0; part /= 2)
        for (std::size_t at = 0; at < acts.size();) {
            std::vector<Act> fewer = acts;
            const auto from = fewer.begin() + static_cast<std::ptrdiff_t>(at);
            fewer.erase(from, from + static_cast<std::ptrdiff_t>(std::min(part, acts.size() - at)));
            Life life;
            life.live(fewer);
            if (life.wrong.kind == kind)
                acts = std::move(fewer);
            else
                at += part;
        }
    return acts;
}

TEST(Model, AndBoardAgreeAfterEachOfManyActs) {
    const std::string single = number_or("STACKMATE_MODEL_SEED", "");
    const std::uint64_t first = std::stoull(single.empty() ? number_or("STACKMATE_MODEL_FIRST", "1") : single);
    const std::uint64_t seeds =
        single.empty() ? std::stoull(number_or("STACKMATE_MODEL_SEEDS", stackmate::test::whole_or_sample("400", "100")))
                       : 1;
    unsigned failed = 0;
    for (std::uint64_t seed = first; seed < first + seeds && failed < 5; ++seed) {
        const std::vector<Act> acts = acts_of(seed);
        Life life;
        if (life.live(acts)) continue;
        ++failed;
        const std::vector<Act> fewest = shortened(acts, life.wrong.kind);
        Life shorter;
        shorter.live(fewest);
        ADD_FAILURE() << "STACKMATE_MODEL_SEED=" << seed << " " << shorter.wrong.kind << ": " << shorter.wrong.what
                      << "\n"
                      << shorter.script;
    }
    if (seeds >= 100 && failed == 0)
        for (unsigned kind = 0; kind < Life::ways.size(); ++kind) EXPECT_GT(Life::times[kind], 0u) << "act " << kind;
}

}  // namespace
}  // namespace stackmate::firmware::test
