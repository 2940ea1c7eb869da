// Offers of a draw, and who would resign: what two sides must agree about besides the rules.
#pragma once

#include "core/chess/types.hpp"
#include "firmware/play/match.hpp"

#include <cstdint>

namespace stackmate::firmware {

class Draws : public Match {
protected:
    /// Who resigns: the person, if only one side is a person's, otherwise the side to move.
    [[nodiscard]] Color resigner() const {
        const bool white = player(Color::white) == Seat::person, black = player(Color::black) == Seat::person;
        return white == black ? game().mover() : white ? Color::white : Color::black;
    }
    /// A draw is offered, or claimed. If the engine knows no score of the position, it is searched first.
    void offer_draw() {
        if (claim_draw_of_position()) return;
        searching().offer_draw(true);
        const bool engine = player(Color::white) == Seat::engine || player(Color::black) == Seat::engine;
        if (!engine || has_remote() || searching().knows_position()) answer_draw();
    }
    /// Does nothing if none was offered in this position.
    void answer_draw() {
        if (!is_draw_offered()) return;
        searching().offer_draw(false);
        if (other_side_agrees()) return end({Ending::agreement, Winner::nobody});
        refused_ = true;
        refused_at_ = now();
        tell(Notice::draw_refused);
    }
    /// Whether an offer waits for the engine's search.
    [[nodiscard]] bool is_draw_offered() const { return game().goes_on() && searching().is_draw_offered(); }
    /// Whether the other side has refused one a moment ago.
    [[nodiscard]] bool is_draw_refused() const { return refused_ && game().goes_on(); }
    void forget_refusal() {
        constexpr std::uint32_t refused_ms = 3000;
        if (!refused_ || now() - refused_at_ < refused_ms) return;
        refused_ = false;
        set_dirty();
    }
    /// A person to whose offer the engine has no answer yet gets it from the search for a hint, and so the kind of men to move.
    [[nodiscard]] State required_state() {
        const State state = Match::required_state();
        const bool asks = is_draw_offered() || (has_brain() && !searching().analysed());
        return state == State::person_to_move && asks ? State::hint : state;
    }

private:
    [[nodiscard]] bool has_remote() const {
        return player(Color::white) == Seat::remote || player(Color::black) == Seat::remote;
    }
    /// Two persons have agreed before. The engine agrees when it is worse, or when a long game has led to nothing.
    [[nodiscard]] bool other_side_agrees() const {
        if (has_remote()) return false;
        const Seat white = player(Color::white);
        if (white == Seat::person && player(Color::black) == Seat::person) return true;
        return searching().agrees_to_draw(white == Seat::engine ? Color::white : Color::black, game().mover(),
                                          game().size());
    }

    bool refused_ = false;  ///< at `refused_at_`
    std::uint32_t refused_at_ = 0;
};

}  // namespace stackmate::firmware
