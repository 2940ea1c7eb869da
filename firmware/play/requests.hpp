// What others ask of the game: the line, a host, another game on the same board. Each request is done or refused as a
// whole. What a person asks at the board comes as events (firmware/play/reading.hpp).
#pragma once

#include "firmware/play/reading.hpp"

#include <cstdint>
#include <span>
#include <string_view>

namespace stackmate::firmware {

class Requests : public Reading {
public:
    /// A session takes the sides, in place of any earlier claim. If its host follows the game, a pause, an analysis, a
    /// set-up or a question that the person has begun ends.
    [[gnu::cold]] void claim(const Claim& claim) {
        if (held_claim() == claim) return;
        take_claim(claim);
        change_seats();
    }
    /// The sides are the person's again, as chosen. Does nothing if none is claimed.
    [[gnu::cold]] void release() {
        if (!held_claim().held) return;
        drop_claim();
        change_seats();
    }
    /// The host's clocks, in milliseconds, shown while a person is to move. No flag falls by them: the host keeps the
    /// time. Both 0: none.
    [[gnu::cold]] void show_clocks(std::uint32_t white_ms, std::uint32_t black_ms) {
        if (!held_claim().follows) return;
        set_host_clocks(white_ms, black_ms);
        update_clock();
    }
    /// A host's move, for a side whose player is `remote`: it waits to be made on the board. The holder of the claim
    /// may replace it by another.
    Refusal remote_move(Move m, Who who = Who::other) {
        if (!game().goes_on()) return Refusal::game_over;
        if (!may(who, Right::move, followed())) return Refusal::followed;
        const Position& p = game().position();
        if (player(p.side()) != Seat::remote || (pending() && who != Who::holder) || terms().analysis)
            return Refusal::not_its_turn;
        if (!is_legal(p, m)) return Refusal::illegal_move;
        wait_for(m);
        process(Event::remote);
        return Refusal::none;
    }
    /// Another game: its start (empty: the normal one) and its moves. The previous game is abandoned if it was not
    /// over; the lights ask for the pieces. On error nothing changes, with one exception: after an illegal move, the
    /// moves before it have been played.
    [[gnu::cold]] Refusal set_game(std::string_view fen, std::span<const Move> moves, Who who = Who::other) {
        if (!may(who, Right::set_up, followed())) return Refusal::followed;
        if (fen.empty()) fen = Position::start_fen;
        if (error_of(fen) != FenError::none) return Refusal::bad_position;
        Refusal error = who == Who::other ? asks_first() : Refusal::none;
        if (error != Refusal::none) return error;
        begin(fen);
        for (const Move m : moves) {
            if (error != Refusal::none) break;
            const RecordError refused = restore_move(m);
            if (refused != RecordError::none)
                error = refused == RecordError::full        ? Refusal::record_full
                        : refused == RecordError::game_over ? Refusal::game_over
                                                            : Refusal::illegal_move;
        }
        set_up_given();
        go(State::required);
        hands().answer_start();  // the pieces that stand there now do not ask for another new game
        return error;
    }
    /// The pieces are to be set up for a new game; the previous one is abandoned if it was not over.
    /// `start`: the number of a start position of Chess960.
    [[gnu::cold]] Refusal new_game(Who who = Who::other, std::uint16_t start = usual_start) {
        if (!may(who, Right::begin, followed())) return Refusal::followed;
        if (who == Who::other)
            if (const Refusal refusal = asks_first(); refusal != Refusal::none) {
                if (refusal == Refusal::asked) set_next_start(start);
                return refusal;
            }
        set_next_start(start);
        leave_game();
        if (sets_up_chess960()) enter(State::setup);  // the pieces may be those of another start
        go(State::required);
        return Refusal::none;
    }
    /// A move that a host counts as made, though nobody has made it on the board: the lights ask for the pieces.
    [[gnu::cold]] Refusal play_unseen(Move m) {
        if (!game().goes_on()) return Refusal::game_over;
        if (!is_legal(game().position(), m)) return Refusal::illegal_move;
        play(m);
        ask_for_pieces();
        go(State::required);
        return Refusal::none;
    }
    /// `side` resigns.
    [[gnu::cold]] Refusal resign(Color side, Who who = Who::other) {
        if (!game().goes_on()) return Refusal::game_over;
        if (!may(who, Right::end, followed())) return Refusal::followed;
        end({Ending::resignation, winner_of(~side)});
        go(State::required);
        return Refusal::none;
    }
    /// The side to move claims a draw.
    [[gnu::cold]] Refusal claim_draw(Who who = Who::other) {
        if (!game().goes_on()) return Refusal::game_over;
        if (!may(who, Right::end, followed())) return Refusal::followed;
        if (!claim_draw_of_position()) return Refusal::no_claim;
        go(State::required);
        return Refusal::none;
    }
    /// Takes back `plies` half moves; 0: the person's own last move and what followed it. The lights ask for the pieces.
    [[gnu::cold]] Refusal take_back(unsigned plies = 0, Who who = Who::other) {
        if (plies == 0) plies = plies_to_take_back();
        if (plies == 0 || !playing() || game().size() < plies) return Refusal::nothing_to_undo;
        if (!may(who, Right::take_back, followed())) return Refusal::followed;
        if (who == Who::other && settings().club && !practises()) return Refusal::club;
        take_back_unseen(plies);
        go(State::required);
        return Refusal::none;
    }
    /// The self-test begins, as from the menu, or its next part begins.
    [[gnu::cold]] Refusal test_board() {
        if (is_in(states::test_states)) {
            hands().note_button();
            process(Event::play);
            return Refusal::none;
        }
        if (state() != State::menu && state() != State::question) process(Event::menu);
        if (state() != State::menu) return Refusal::busy;
        hands().begin_test(false);
        process(Event::sensors);
        return Refusal::none;
    }
    /// Allowed at any time. Level and seats also become those of the game that goes on, unless it is an exercise; its clock
    /// restarts with another level.
    Refusal change_settings(Settings wanted) {
        if (!(corrected(wanted) == wanted)) return Refusal::bad_setting;
        adopt_settings(wanted);
        go(is_in(states::menus) && !in_club_game() ? state() : State::required);
        return Refusal::none;
    }
    /// Who plays a side. Person and engine are settings; `remote` is a claim, which ends with the session, or when no side is
    /// remote any more.
    [[gnu::noinline, gnu::cold]] Refusal seat(Setting setting, Seat seat) {
        if (seat == Seat::remote && followed()) return Refusal::followed;
        const Color side = setting == Setting::white ? Color::white : Color::black;
        const Claim wanted = held_claim().follows ? held_claim() : claim_of(side, seat, player(~side));
        let_choose(false);
        if (seat != Seat::remote) (void)change_settings(with(settings(), setting, static_cast<std::uint8_t>(seat)));
        wanted.held ? claim(wanted) : release();
        return Refusal::none;
    }
    /// An exercise or a game with odds begins, as soon as a position is found; 0: the one that is under way becomes an ordinary game.
    Refusal practise(std::uint8_t exercise) {
        if (exercise == 0 && !practises()) return Refusal::none;
        if (exercise != 0 && !exercises().offered()) return Refusal::bad_setting;
        if (!may(Who::other, Right::begin, followed())) return Refusal::followed;
        if (const Refusal refusal = asks_first(); refusal != Refusal::none) {
            exercises().want(exercise);
            return refusal;
        }
        exercises().seek(exercise);
        if (exercise == 0) end_practice();
        go(is_in(states::menus) && !in_club_game() ? state() : State::required);
        return Refusal::none;
    }
    /// The finished game is looked back at.
    [[gnu::cold]] Refusal look_back_at_game() {
        if (!may_review()) return Refusal::nothing_to_undo;
        if (state() != State::game_over && state() != State::review && !is_in(states::menus)) return Refusal::busy;
        begin_review();
        return Refusal::none;
    }

private:
    /// An offered game is not dropped without a question.
    [[gnu::cold]] Refusal asks_first() {
        if (!is(Fact::offered) || state() == State::question) return Refusal::none;
        return process(Event::new_game) ? Refusal::asked : Refusal::busy;
    }
};

}  // namespace stackmate::firmware
