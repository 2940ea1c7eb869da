// The rules of a game at the board, as docs/CHESSBOARD.md, CHESSBOARD-DETAILS.md, LEVELS.md and SERIAL.md tell them to a
// person, and nothing of how the firmware does it: a second opinion. It knows chess, names and numbers of the guide's tables.
#pragma once

#include "core/engine/book.hpp"
#include "host_tests/core/playout.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace stackmate::model {

using stackmate::test::after, stackmate::test::fen_of, stackmate::test::legal_moves;

/// What the board says on the line: `board show` and `board settings`.
struct Seen {
    std::string fen{}, state{}, waits_for{}, level{}, result{}, exercise{}, chosen_level{}, club{}, brain{};
    std::array<std::string, 2> seats{}, chosen_seats{};
    unsigned moves = 0;
    bool has_clock = false;
    std::array<std::int64_t, 2> left{};  ///< ms
    int rating = 0;
};

struct ClockOf {
    std::int64_t first, increment, second = 0;
    unsigned stage = 0;
};
inline std::optional<ClockOf> clock_of(const std::string& level) {
    static const std::map<std::string, ClockOf> clocks{{"own clock", {300'000, 0}},
                                                       {"3+0", {180'000, 0}},
                                                       {"3+2", {180'000, 2000}},
                                                       {"5+0", {300'000, 0}},
                                                       {"5+3", {300'000, 3000}},
                                                       {"10+0", {600'000, 0}},
                                                       {"15+10", {900'000, 10'000}},
                                                       {"90+30", {5'400'000, 30'000}},
                                                       {"40/90+30, then 30+30", {5'400'000, 30'000, 1'800'000, 40}}};
    const auto found = clocks.find(level);
    return found == clocks.end() ? std::nullopt : std::optional{found->second};
}

struct Choice {
    std::string level = "strength 3";
    std::array<std::string, 2> seats{"person", "engine"};
    bool operator==(const Choice&) const = default;
};

/// Something that the board says and the rules do not.
struct Complaint {
    std::string kind{}, what{};
};

inline unsigned side_of(Color c) { return c == Color::white ? 0 : 1; }

class Rules {
public:
    Rules() { start_.set_start(); }

    // ---- what is so

    [[nodiscard]] Position position() const {
        Position p = start_;
        for (const Move m : moves_) p = after(p, m);
        return p;
    }
    [[nodiscard]] unsigned mover() const { return side_of(position().side()); }
    [[nodiscard]] bool over() const { return !result_.empty(); }
    [[nodiscard]] bool exercising() const { return exercise_ != "off"; }
    [[nodiscard]] const std::vector<Move>& moves() const { return moves_; }
    [[nodiscard]] bool paused() const { return paused_; }
    [[nodiscard]] bool analysed() const { return analysed_; }
    [[nodiscard]] bool persons_turn() const {
        return !over() && !paused_ && (analysed_ || moving_for_engine_ || seats()[mover()] == "person");
    }
    [[nodiscard]] bool engines_turn() const {
        return !over() && !paused_ && !persons_turn() && seats()[mover()] == "engine";
    }
    [[nodiscard]] std::array<std::string, 2> seats() const { return remote_.value_or(game_.seats); }
    [[nodiscard]] bool remote() const { return remote_.has_value(); }
    [[nodiscard]] const Choice& chosen() const { return chosen_; }
    [[nodiscard]] bool has_clock() const { return !exercising() && clock_of(game_.level).has_value(); }
    [[nodiscard]] bool clock_runs() const {
        return has_clock() && !over() && !paused_ && !analysed_ && !moving_for_engine_;
    }

    [[nodiscard]] bool moving_for_engine() const { return moving_for_engine_; }
    /// In a club nothing is taken back, and from the first half move to the end there are no menu and no advice.
    [[nodiscard]] bool takes_back() const { return !club_ || exercising(); }
    [[nodiscard]] bool in_club_game() const { return !takes_back() && !over() && !moves_.empty(); }
    /// The engine says with which men the person is to move.
    [[nodiscard]] bool has_brain() const {
        return brain_ && !over() && !exercising() && !paused_ && !analysed_ && !moving_for_engine_ && !remote_
               && seats()[mover()] == "person" && seats()[mover() ^ 1] == "engine";
    }
    /// Nothing but the queen's move is bad in it: no piece was attacked, it takes nothing, and a pawn or a minor piece can
    /// take it.
    [[nodiscard]] bool gives_the_queen_away(Move m) const {
        const Position p = position();
        const unsigned side = mover();
        if (p.type_at(m.from()) != PieceType::queen || p.at(m.to()) != Piece::empty || p.checker() != Square::none
            || std::abs(worth(p, 0) - worth(p, 1)) > 1)
            return false;
        Position passed = p;
        Undo undo;
        passed.make_null(undo);
        if (std::ranges::any_of(legal_moves(passed), [&](Move takes) { return worth_of(p.at(takes.to())) > 1; }))
            return false;
        const Position then = after(p, m);
        if (then.checker() != Square::none) return false;
        for (const Move reply : legal_moves(then)) {
            if (reply.to() != m.to() || worth_of(then.at(reply.from())) > 3 || then.at(reply.from()) == Piece::empty
                || then.type_at(reply.from()) == PieceType::king)
                continue;
            const Position end = after(then, reply);
            const std::vector<Move> rest = legal_moves(end);
            return std::ranges::none_of(rest,
                                        [&](Move last) {
                                            return worth_of(end.at(last.to())) > 3 || last.promotes()
                                                   || legal_moves(after(end, last)).empty();
                                        })
                   && std::ranges::none_of(legal_moves(p), [&](Move other) { return other.promotes(); })
                   && worth(end, side) > 5;
        }
        return false;
    }
    /// A queen more than the other side, or one that can be taken by less.
    [[nodiscard]] bool is_a_queen_ahead(unsigned side) const {
        const Position p = position();
        if (worth(p, side) - worth(p, side ^ 1) >= 9) return true;
        const std::vector<Move> moves = legal_moves(p);
        return side == mover() && worth(p, side) >= worth(p, side ^ 1) - 7 && std::ranges::any_of(moves, [&](Move m) {
                   return worth_of(p.at(m.to())) == 9 && worth_of(p.at(m.from())) <= 3
                          && p.type_at(m.from()) != PieceType::king;
               });
    }
    /// What the move takes, less what it may lose at once.
    [[nodiscard]] int gain(Move m) const {
        const Position p = position(), then = after(p, m);
        const bool lost = std::ranges::any_of(legal_moves(then), [&](Move reply) { return reply.to() == m.to(); });
        return worth_of(p.at(m.to())) - (lost ? worth_of(p.at(m.from())) : 0);
    }
    /// The queen or rook that wins can be taken by the king; or the move is not in the book, which knows others.
    [[nodiscard]] bool exercise_is_spoilt_by(Move m) const {
        if (moving_for_engine()) return false;
        if (exercise_ == "openings") {
            std::array<BookMove, Book::max_moves> memory;
            const auto known = opening_book.moves(position(), memory);
            return !known.empty() && std::ranges::find(known, m, &BookMove::move) == known.end();
        }
        if (exercise_ != "win-kqvk" && exercise_ != "win-krvk") return false;
        const Position then = after(position(), m);
        return side_of(then.side()) == 1 && std::ranges::any_of(legal_moves(then), [&](Move reply) {
                   return then.at(reply.to()) != Piece::empty;
               });
    }

    // ---- what is done

    /// Half moves of a person, of the engine, or of a program.
    void move(Move m) {
        moves_.push_back(m);
        moving_for_engine_ = false;
        const Position p = position();
        if (legal_moves(p).empty())
            end(p.checker() == Square::none ? "1/2-1/2 stalemate"
                                            : std::string(mover() == 0 ? "0-1" : "1-0") + " checkmate");
        else if (no_force(p))
            end("1/2-1/2 draw: neither side can mate");
        else if (p.halfmove() >= 150)
            end("1/2-1/2 draw by seventy-five moves");
    }
    void take_back(unsigned half_moves) {
        if (over()) {
            result_.clear();
            choose(chosen_);
        }
        moves_.resize(moves_.size() - half_moves);
        moving_for_engine_ = false;
    }
    /// One takeback of a person: the last move of their own, and what followed. 0: there is none.
    [[nodiscard]] unsigned own_takeback() const {
        const unsigned last = side_of(position().side()) ^ 1;
        for (unsigned n = 1; n <= moves_.size(); ++n)
            if (seats()[(last + n - 1) % 2] == "person") return n;
        return 0;
    }
    /// Whoever chooses players has the engine make its own move.
    void choose_players(const Choice& choice) {
        moving_for_engine_ = false;
        choose(choice);
    }
    void choose(const Choice& choice) {
        chosen_ = choice;
        changed_ = true;
        change_settings();
        if (over() || exercising() || choice == game_) return;
        rated_ = false;
        if (choice.level != game_.level) fresh_clocks_ = true;
        game_ = choice;
        agree();
    }
    void resign(unsigned side) { end(side == 0 ? "0-1 resigned" : "1-0 resigned"); }
    void flag(unsigned side) {
        const Position p = position();
        end(lone_king(p, side ^ 1) ? "1/2-1/2 draw: time is up, and the other side cannot mate"
                                   : std::string(side == 0 ? "0-1" : "1-0") + " time is up");
    }
    void agree_to_draw() { end("1/2-1/2 draw agreed"); }
    void end(const std::string& result) {
        result_ = result;
        if (analysed_) rated_ = false;
        paused_ = analysed_ = moving_for_engine_ = false;
    }
    void pause(bool on) {
        paused_ = on, changed_ = true;
        agree();
    }
    void analyse(bool on) {
        rated_ = false;
        analysed_ = on;
        changed_ = true;
        agree();
    }
    void move_for_engine() { moving_for_engine_ = changed_ = true; }
    void play_in_club(bool on) {
        if (on && !club_) {
            if (analysed_) rated_ = false;
            paused_ = analysed_ = moving_for_engine_ = false;
        }
        club_ = on, changed_ = true;
        change_settings();
    }
    void play_with_brain(bool on) {
        brain_ = on;
        change_settings();
    }
    /// One that is as it was changes nothing.
    void say_rating(int rating) {
        if (rating == rating_) return;
        rating_ = rating;
        rated_games_ = 0;
        rated_ = false;
        change_settings();
        agree();
    }
    void take_side(unsigned side) {
        remote_ = seats();
        (*remote_)[side] = "remote";
        changed_ = true;
        rated_ = rated_ && over();
        moving_for_engine_ = false;
    }
    void leave() {
        remote_.reset();
        changed_ = true;
        moving_for_engine_ = false;
    }
    void leave_exercise() {
        exercise_ = "off";
        game_ = chosen_;
        fresh_clocks_ = true;
    }
    /// The next game: an exercise, or one as chosen. Its start is the usual one unless `start` says otherwise.
    void begin(const std::string& exercise = "off", std::string_view start = Position::start_fen) {
        if (over() && rated_) count();
        const bool turned = exercise == "openings" && exercise_ == exercise && game_.seats[0] == "person";
        exercise_ = exercise;
        (void)start_.set_fen(start);
        usual_start_ = start == Position::start_fen;
        moves_.clear();
        result_.clear();
        paused_ = analysed_ = moving_for_engine_ = false;
        game_ = chosen_;
        fresh_clocks_ = true;
        rated_ = false;
        agree();
        if (exercising()) game_.seats = {"person", "engine"};
        if (turned || (exercising() && start_.side() == Color::black)) game_.seats = {"engine", "person"};
    }
    /// The engine gives odds if it has one side, otherwise White. Pawn and move is Black's to give, and the engine's if it
    /// plays: the sides change for that.
    void begin_with_odds(const std::string& man) {
        std::array<std::string, 2>& seats = chosen_.seats;
        if (man == "pawn" && seats[0] == "engine" && seats[1] == "person") {
            std::swap(seats[0], seats[1]);
            changed_ = true;
            change_settings();
        }
        const std::string giver = man == "pawn" || (seats[0] == "person" && seats[1] == "engine") ? "black" : "white";
        static const std::map<std::string, std::string> starts{
            {"black pawn", "rnbqkbnr/ppppp1pp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
            {"black knight", "r1bqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
            {"white knight", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1"},
            {"black rook", "1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1"},
            {"white rook", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1"},
            {"black queen", "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
            {"white queen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1"}};
        begin("off", starts.at(giver + " " + man));
    }
    /// Before the first half move, what has been chosen decides whether the game is rated.
    void agree() {
        if (!moves_.empty() || over()) return;
        const bool one_person = (game_.seats[0] == "person") != (game_.seats[1] == "person");
        persons_ = game_.seats[0] == "person" ? 0 : 1;
        rated_ = !exercising() && usual_start_ && game_.level == "adaptive" && one_person && !remote_;
    }
    /// The power fails and comes back, and the pieces stand as they stood. Settings are stored when they have stood for a
    /// second; those of a running game are the game's.
    void cut(const Seen& seen) {
        leave();
        for (const Settings& settings : recent_) {
            if (settings.rating == seen.rating) rating_ = settings.rating, rated_games_ = settings.rated_games;
            if (settings.club == (seen.club == "on")) club_ = settings.club;
            if (settings.brain == (seen.brain == "on")) brain_ = settings.brain;
            if ((over() || exercising()) && settings.choice == Choice{seen.chosen_level, seen.chosen_seats})
                chosen_ = settings.choice;
        }
        moving_for_engine_ = false;
        was_cut_ = true;
    }

    // ---- what the board says

    /// What is wrong with it. `ms`: that have passed since the last time.
    [[nodiscard]] std::vector<Complaint> judge(const Seen& seen, std::int64_t ms) {
        ms_unstored_ = std::exchange(changes_now_, false) ? 0 : ms_unstored_ + ms;
        if (ms_unstored_ > 1500) recent_.assign(1, {chosen_, rating_, rated_games_, club_, brain_});
        std::vector<Complaint> all;
        const auto same = [&](const char* kind, const char* what, const std::string& is, const std::string& should) {
            if (is != should) all.push_back({kind, std::string(what) + " is " + is + ", and should be " + should});
        };
        const std::string goes_on = "* the game goes on";
        if (!over() && ends_by_repetition(seen)) end(seen.result);
        if (exercising() && seen.result.find("solved") != std::string::npos) end(seen.result);
        if (!over() && has_clock() && clock_runs() && falls(seen, ms)) flag(mover());
        same("position", "the position", seen.fen, fen_of(position()));
        same("position", "the number of half moves", std::to_string(seen.moves), std::to_string(moves_.size()));
        same("result", "the result", seen.result, over() ? result_ : goes_on);
        const Choice& valid = over() ? chosen_ : game_;
        if (!exercising()) same("level", "the level", seen.level, valid.level);
        same("choice", "the chosen level", seen.chosen_level, chosen_.level);
        for (unsigned side = 0; side < 2; ++side) same("seats", "a player", seen.seats[side], seats()[side]);
        same("exercise", "the exercise", seen.exercise, exercise_);
        same("setting", "the club", seen.club, club_ ? "on" : "off");
        same("setting", "the brain", seen.brain, brain_ ? "on" : "off");
        same("rating", "the rating", std::to_string(seen.rating), std::to_string(rating_));
        const bool is_paused = seen.state == "paused", is_analysed = seen.state == "analysis";
        if (seen.state == "question")
            all.push_back({"question", "the board asks something"});
        else if (is_paused != paused_)
            all.push_back({"pause", "its state is " + seen.state});
        else if (!paused_ && is_analysed != analysed_)
            all.push_back({"analysis", "its state is " + seen.state});
        else if (!over() && !paused_ && !analysed_)
            judge_turn(seen, all);
        if (seen.has_clock != (has_clock() && (clocks_known_ || !over())) && !over())
            all.push_back({"clock", seen.has_clock ? "there is a clock" : "there is no clock"});
        else if (seen.has_clock && !over())
            judge_clocks(seen, ms, all);
        note(seen, ms);
        return all;
    }

private:
    struct Settings {
        Choice choice{};
        int rating = 1200, rated_games = 0;
        bool club = false, brain = false;
    };
    void change_settings() {
        recent_.push_back({chosen_, rating_, rated_games_, club_, brain_});
        changes_now_ = true;
    }
    void judge_turn(const Seen& seen, std::vector<Complaint>& all) const {
        const bool fits = persons_turn()   ? seen.state == "person_to_move" || (has_brain() && seen.state == "hint")
                          : engines_turn() ? seen.state == "engine_thinking" || seen.state == "move_to_make"
                                           : seen.state == "remote_to_move" || seen.state == "move_to_make";
        if (!fits) all.push_back({"turn", "its state is " + seen.state});
    }
    /// The clocks between the last look and this one. What hands and a thinking engine take is bounded by the time that passed.
    void judge_clocks(const Seen& seen, std::int64_t ms, std::vector<Complaint>& all) const {
        const ClockOf clock = *clock_of(game_.level);
        for (unsigned side = 0; side < 2; ++side) {
            const std::int64_t is = seen.left[side];
            std::int64_t least = last_.left[side] - ms, most = last_.left[side];
            const bool moved = seen.moves != last_.moves;
            if (fresh_clocks_ || !clocks_known_) {
                least = clock.first - ms, most = clock.first + (moved ? clock.increment : 0);
            } else if (was_cut_) {
                most = std::max(most, at_move_.back()[side]);
            } else if (moved) {
                most += clock.increment + clock.second;
                least -= clock.increment + (seen.moves < last_.moves ? clock.second : 0);
            } else if (!clock_runs() || side != mover()) {
                if (!changed_) least = most;
            }
            if (seen.moves < last_.moves)  // what is left after a takeback
                most = std::max<std::int64_t>(most, last_.result.find("time is up") != std::string::npos ? 60'000 : 1);
            if (is < std::max<std::int64_t>(least, 0) || is > most)
                all.push_back({was_cut_ ? "clock after a cut" : "clock",
                               std::string(side == 0 ? "White" : "Black") + " has " + std::to_string(is)
                                   + " ms, and should have " + std::to_string(least) + " to " + std::to_string(most)});
        }
    }
    [[nodiscard]] bool falls(const Seen& seen, std::int64_t ms) const {
        return seen.result.find("time is up") != std::string::npos && last_.left[mover()] <= ms;
    }
    [[nodiscard]] bool ends_by_repetition(const Seen& seen) const {
        if (seen.result != "1/2-1/2 draw by repetition") return false;
        std::map<std::string, int> times;
        Position p = start_;
        int most = ++times[kind_of(p)];
        for (const Move m : moves_) most = std::max(most, ++times[kind_of(p = after(p, m))]);
        return most >= 3;
    }
    static int worth_of(Piece piece) { return std::array{0, 1, 3, 3, 5, 9, 0, 0}[index(type_of(piece))]; }
    static int worth(const Position& p, unsigned side) {
        int all = 0;
        for (const char piece : men(p, side)) all += std::array{1, 3, 3, 5, 9}[std::string_view("PNBRQ").find(piece)];
        return all;
    }
    static std::string kind_of(const Position& p) {
        std::string fen = fen_of(p);
        fen.resize(fen.rfind(' ', fen.rfind(' ') - 1));
        return fen;
    }
    static bool lone_king(const Position& p, unsigned side) { return men(p, side).empty(); }
    static std::string men(const Position& p, unsigned side) {
        std::string found;
        for (unsigned i = 0; i < 64; ++i)
            if (const Piece piece = p.at(from_index64(i));
                piece != Piece::empty && side_of(color_of(piece)) == side && type_of(piece) != PieceType::king)
                found += ".PNBRQK"[index(type_of(piece))];
        return found;
    }
    static bool no_force(const Position& p) {
        const std::string all = men(p, 0) + men(p, 1);
        unsigned colours = 0;
        for (unsigned i = 0; i < 64; ++i)
            if (type_of(p.at(from_index64(i))) == PieceType::bishop) colours |= 1u << (i + i / 8) % 2;
        return all == "N" || (all.find_first_not_of('B') == std::string::npos && colours != 3);
    }
    /// The ended game moves the rating.
    void count() {
        static constexpr int steps[] = {300, 220, 170, 130, 100, 70, 60, 50};
        const int step = steps[std::min(rated_games_++, 7)];
        if (result_[0] == (persons_ == 0 ? '1' : '0') && result_.substr(0, 3) != "1/2")
            rating_ += step;
        else if (result_.substr(0, 3) != "1/2")
            rating_ -= step;
        rating_ = std::clamp(rating_, 250, 2050);
    }
    void note(const Seen& seen, std::int64_t ms) {
        at_move_.resize(seen.moves + 1, seen.left);
        if (seen.moves > last_.moves) at_move_.back() = {seen.left[0] + ms, seen.left[1] + ms};
        if (seen.has_clock) clocks_known_ = true;
        last_ = seen;
        if (seen.has_clock && fresh_clocks_ && has_clock())
            at_move_.assign(seen.moves + 1, {clock_of(game_.level)->first, clock_of(game_.level)->first});
        if (!over()) fresh_clocks_ = false;
        was_cut_ = changed_ = false;
    }

    Position start_{};
    std::vector<Move> moves_{};
    std::string result_{};
    Choice chosen_{}, game_{};
    std::optional<std::array<std::string, 2>> remote_{};
    std::string exercise_ = "off";
    bool usual_start_ = true, rated_ = false, paused_ = false, analysed_ = false, moving_for_engine_ = false;
    unsigned persons_ = 0;
    int rating_ = 1200, rated_games_ = 0;
    bool club_ = false, brain_ = false;

    std::vector<Settings> recent_{{}};  ///< any of which may be stored
    std::int64_t ms_unstored_ = 0;
    bool changes_now_ = false;

    Seen last_{};
    std::vector<std::array<std::int64_t, 2>> at_move_{};  ///< at most, after so many half moves
    bool clocks_known_ = false, fresh_clocks_ = true, was_cut_ = false, changed_ = true;
};

}  // namespace stackmate::model
