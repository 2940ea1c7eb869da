// Where a game on a board stands: the time, the state and how long it has lasted, the question that is open, and whether
// the lights still show it. What leads from state to state is in firmware/play/course.hpp.
#pragma once

#include "firmware/game/states.hpp"
#include "firmware/squares/view.hpp"

#include <cstdint>

namespace stackmate::firmware {

/// The first of the classes that make up Controller, because its members are used most: short instructions reach only
/// the beginning of an object. The public functions of each class are the controller's; the protected ones are what the
/// next class may use.
class Stage {
public:
    [[nodiscard]] states::State state() const { return state_; }

protected:
    using State = states::State;
    using Event = states::Event;

    [[nodiscard]] bool is_in(states::Set set) const { return (set & bit_of(state_)) != 0; }
    void set_state(State next) {
        state_ = next;
        restart();
    }
    /// The state begins anew.
    void restart() { since_ = now_; }
    /// How long it has lasted.
    [[nodiscard]] std::uint32_t lasted() const { return now_ - since_; }
    [[nodiscard]] std::uint32_t now() const { return now_; }
    void set_now(std::uint32_t now_ms) { now_ = now_ms; }
    /// What is asked in state `question`, or was asked last.
    [[nodiscard]] Question question() const { return question_; }
    void ask(Question question) { question_ = question; }

    /// Whether a picture would show something else.
    [[nodiscard]] bool is_dirty() const { return dirty_; }
    void set_dirty(bool dirty = true) { dirty_ = dirty; }

private:
    State state_ = State::setup;
    Question question_ = Question::new_game;
    bool dirty_ = true;
    std::uint32_t now_ = 0;
    std::uint32_t since_ = 0;
};

}  // namespace stackmate::firmware
