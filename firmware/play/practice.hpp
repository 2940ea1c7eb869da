// Practice at the board: the exercise that was chosen is found and begun, and what the engine makes of a person's moves is
// acted on. What is taught is in firmware/squares/teaching.hpp.
#pragma once

#include "firmware/game/odds.hpp"
#include "firmware/play/course.hpp"

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <utility>

namespace stackmate::firmware {

class Practice : public Course {
public:
    /// Whether a mistake of the person's is to be kept, or brought back.
    [[nodiscard]] bool has_mistake() const { return teaching().has_mistake() || wants_mistake(); }
    /// The number of the half move that has lost much, to be kept for practice; 0: none. Returned once.
    [[nodiscard]] std::size_t take_mistake() { return teaching().take_mistake(); }
    /// Whether an earlier mistake is to be practised: `give_mistake` must follow.
    [[nodiscard]] bool wants_mistake() const { return exercises().seeks_mistake(); }
    /// An empty FEN: none is kept.
    [[gnu::cold]] void give_mistake(std::string_view fen) {
        if (!wants_mistake() || is(Fact::setting_up) || followed()) return;
        if (!fen.empty() && error_of(fen) == FenError::none)
            begin_exercise(fen);
        else
            give_up();
    }

    /// What the review searches now. Outside a review it is the game's position.
    [[nodiscard, gnu::noinline, gnu::cold]] Candidate reviewed() {
        Candidate c{.position = viewed()};
        if (const Move m = review().explains()) (void)teaching().reasons().next(viewed(), m, c);
        return c;
    }

protected:
    /// The exercise that was chosen is sought; the pieces on these squares are not those that were to be lifted first.
    void seek_exercise(SquareSet occupied) {
        if (exercises().stale() != 0) exercises().put_away(exercises().stale() & occupied & ~hands().sight().ignored());
        if (exercises().seeks()) find_exercise();
    }
    /// The coach follows the piece in the air.
    void watch_hands() {
        if (!has_coach || state() != State::person_to_move || !teaching().watch(tracker(), lesson())) return;
        if (teaching().searches_move()) searching().outdate();
        set_dirty();
        update_engine();
    }
    /// What is shown of the piece in the air.
    [[nodiscard]] Grades grades() const {
        return state() == State::person_to_move ? teaching().grades(tracker(), lesson()) : Grades{};
    }
    /// Whether there is a finished game to be looked back at.
    [[nodiscard, gnu::cold]] bool may_review() const {
        return exercises().offered() && playing() && result() && game().size() != 0 && !is(Fact::setting_up);
    }
    [[gnu::cold]] void begin_review() {
        review().begin(game().size());
        searching().outdate();
        ask_for_pieces();
        look_back();
        go(State::review);
    }
    /// The position that the review has come to has been searched, or one for the reason of a move.
    [[gnu::noinline, gnu::cold]] void take_review(Move best, Score score, std::span<const Move> line) {
        if (review().explains()) {
            teaching().reasons().answer(score, line);
        } else {
            take_loss(best, score);
            teaching().begin_reason();
        }
        look_back();
        find_reasons();
        go(review().moment() != nullptr || review().searches() ? State::review : State::required);
    }
    [[gnu::cold]] void take_loss(Move best, Score score) {
        const std::size_t ply = review().plies();
        const bool persons = last_player(viewed().side()) == Seat::person;
        if (!best) score = viewed().checker() == Square::none ? score_draw : -score_infinite;
        review().answer(best, score, persons && ply < game().size() ? record().moves()[ply] : Move{});
    }
    /// As far as that needs no search.
    [[gnu::noinline, gnu::cold]] void find_reasons() {
        Candidate c;
        while (const Move m = review().explains()) {
            if (teaching().reasons().next(viewed(), m, c)) return;
            review().explain(teaching().reasons().reason());
            teaching().begin_reason();
            look_back();
        }
    }
    [[gnu::cold]] void take_grade(Score score) {
        set_dirty();
        switch (teaching().take_grade(score, lesson())) {
        case Verdict::solved: end_solved(); return go(State::required);
        case Verdict::wrong:
            if (process(Event::answer)) return;
            break;
        case Verdict::goes_on: break;
        }
        update_engine();
    }

private:
    /// One try for a position of the exercise that was chosen; if it is one, the exercise begins.
    [[gnu::cold]] void find_exercise() {
        if (is(Fact::setting_up) || followed()) return;
        if (has_exercises && exercises().wanted() >= first_odds)
            return begin_odds(static_cast<Odds>(exercises().wanted() - first_odds));
        std::array<char, max_fen_length> fen;
        const std::size_t size = exercises().find(now(), setup(), fen.data());
        if (size != 0)
            begin_exercise({fen.data(), size});
        else if (Exercises::is_puzzle(exercises().wanted()))
            give_up();
    }
    /// The engine gives the odds if it has one side, otherwise White does. Black gives pawn and move, so the engine leaves
    /// White to the person.
    [[gnu::noinline, gnu::cold]] void begin_odds(Odds odds) {
        take_sides();
        Settings chosen = settings();
        if (odds == Odds::pawn && chosen.white == Seat::engine && chosen.black == Seat::person) {
            std::swap(chosen.white, chosen.black);
            choose(chosen);
        }
        const bool blacks = odds == Odds::pawn || (chosen.white == Seat::person && chosen.black == Seat::engine);
        std::array<char, max_fen_length> fen;
        const char* const end = write_odds_start(fen.data(), odds, blacks ? Color::black : Color::white);
        begin({fen.data(), static_cast<std::size_t>(end - fen.data())});
        go(State::required);
        hands().answer_start();
    }
    /// There is none of the kind that was chosen.
    [[gnu::cold]] void give_up() {
        exercises().forget();
        tell(Notice::no_exercise);
        go(State::required);
    }
    /// `fen` must be valid.
    [[gnu::cold]] void begin_exercise(std::string_view fen) {
        const std::uint8_t exercise = exercises().wanted();
        const bool matches = playing() && !is(Fact::not_matched);
        const SquareSet stale = Teaching::stale_squares(fen, occupied(), matches ? &game().position() : nullptr);
        take_sides();
        begin(fen, exercise);
        exercises().put_away(stale);
        tell(Exercises::notice_of(exercise));
        go(State::required);
        hands().answer_start();  // the pieces that stand there now do not ask for another new game
    }
};

}  // namespace stackmate::firmware
