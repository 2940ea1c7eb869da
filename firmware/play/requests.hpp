// What others ask of the game: the line, a host, another game on the same board. Each request is done or refused as a
// whole. What a person asks at the board comes as events (firmware/play/course.hpp).
#pragma once

#include "firmware/play/controller.hpp"

namespace stackmate::firmware {

[[gnu::cold]] inline void Controller::claim(const Claim& claim) {
    if (claim_ == claim) return;
    if (!claim.follows) drop_claim();
    claim_ = claim;
    rated_.note_session(true);
    if (claim_.follows) {
        facts_ &= bit_of(Fact::not_matched);
        if (!game_.has_host_clock()) game_.set_clock({});
    }
    change_seats();
}

[[gnu::cold]] inline void Controller::release() {
    if (!claim_.held) return;
    drop_claim();
    change_seats();
}

[[gnu::cold]] inline void Controller::show_clocks(std::uint32_t white_ms, std::uint32_t black_ms) {
    if (!claim_.follows) return;
    game_.show_clocks(white_ms, black_ms);
    update_clock();
}

inline Refusal Controller::remote_move(Move m, Who who) {
    if (!game_.goes_on()) return Refusal::game_over;
    if (!may(who, Right::move, followed())) return Refusal::followed;
    const Position& p = game_.position();
    if (player(p.side()) != Seat::remote || (pending_ && who != Who::holder) || is(Fact::analysis))
        return Refusal::not_its_turn;
    if (!is_legal(p, m)) return Refusal::illegal_move;
    wait_for(m);
    process(states::Event::remote);
    return Refusal::none;
}

[[gnu::cold]] inline Refusal Controller::set_game(std::string_view fen, std::span<const Move> moves, Who who) {
    if (!may(who, Right::set_up, followed())) return Refusal::followed;
    if (fen.empty()) fen = Position::start_fen;
    if (error_of(fen) != FenError::none) return Refusal::bad_position;
    Refusal error = who == Who::other ? asks_first() : Refusal::none;
    if (error != Refusal::none) return error;
    begin(fen);
    for (const Move m : moves) {
        if (error != Refusal::none) break;
        const RecordError refused = game_.append(m);
        if (refused != RecordError::none)
            error = refused == RecordError::full        ? Refusal::record_full
                    : refused == RecordError::game_over ? Refusal::game_over
                                                        : Refusal::illegal_move;
    }
    game_.resume();
    ask_for_pieces();
    settle_position();
    go(states::State::required);
    hands_.answer_start();  // the pieces that stand there now do not ask for another new game
    return error;
}

[[gnu::cold]] inline Refusal Controller::new_game(Who who, std::uint16_t start) {
    if (!may(who, Right::begin, followed())) return Refusal::followed;
    if (who == Who::other)
        if (const Refusal refusal = asks_first(); refusal != Refusal::none) {
            if (plays_chess960 && refusal == Refusal::asked) next_start_ = start;
            return refusal;
        }
    if constexpr (plays_chess960) next_start_ = start;
    leave_game();
    if (sets_up_chess960()) enter(states::State::setup);  // the pieces may be those of another start
    go(states::State::required);
    return Refusal::none;
}

[[gnu::cold]] inline Refusal Controller::play_unseen(Move m) {
    if (!game_.goes_on()) return Refusal::game_over;
    if (!is_legal(game_.position(), m)) return Refusal::illegal_move;
    play(m);
    ask_for_pieces();
    go(states::State::required);
    return Refusal::none;
}

[[gnu::cold]] inline Refusal Controller::resign(Color side, Who who) {
    if (!game_.goes_on()) return Refusal::game_over;
    if (!may(who, Right::end, followed())) return Refusal::followed;
    end({Ending::resignation, winner_of(~side)});
    go(states::State::required);
    return Refusal::none;
}

[[gnu::cold]] inline Refusal Controller::claim_draw(Who who) {
    if (!game_.goes_on()) return Refusal::game_over;
    if (!may(who, Right::end, followed())) return Refusal::followed;
    if (!claim_draw_of_position()) return Refusal::no_claim;
    go(states::State::required);
    return Refusal::none;
}

[[gnu::cold]] inline Refusal Controller::take_back(unsigned plies, Who who) {
    if (!game_.playing() || game_.size() < plies) return Refusal::nothing_to_undo;
    if (!may(who, Right::take_back, followed())) return Refusal::followed;
    take_back_plies(plies);
    ask_for_pieces();
    go(states::State::required);
    return Refusal::none;
}

[[gnu::cold]] inline Refusal Controller::test_board() {
    if ((states::test_states & bit_of(state_)) != 0) {
        hands_.note_button();
        process(states::Event::play);
        return Refusal::none;
    }
    if (state_ != states::State::menu && state_ != states::State::question) process(states::Event::menu);
    if (state_ != states::State::menu) return Refusal::busy;
    hands_.begin_test(false);
    process(states::Event::sensors);
    return Refusal::none;
}

inline Refusal Controller::change_settings(Settings settings) {
    if (!(corrected(settings) == settings)) return Refusal::bad_setting;
    if (settings.practised() != settings_.practised()) {
        if (settings.practised() != 0 && !teaching_.exercises().offered()) return Refusal::bad_setting;
        if (!may(Who::other, Right::begin, followed())) return Refusal::followed;
        if (const Refusal refusal = asks_first(); refusal != Refusal::none) return refusal;
    }
    adopt_settings(settings);
    go((states::menus & bit_of(state_)) != 0 ? state_ : states::State::required);
    return Refusal::none;
}

/// An offered game is not dropped without a question.
[[gnu::cold]] inline Refusal Controller::asks_first() {
    if (!is(Fact::offered) || state_ == states::State::question) return Refusal::none;
    return process(states::Event::new_game) ? Refusal::asked : Refusal::busy;
}

}  // namespace stackmate::firmware
