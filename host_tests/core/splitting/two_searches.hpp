// What the tests of two searches at once share: a leader and its helper, by turns on one thread or on two.
#pragma once

#include "core/engine/engine.hpp"
#include "host_tests/core/playout.hpp"
#include "host_tests/support/thinking.hpp"

namespace stackmate::test {

/// `Form` has a Leader and a Helper: SplittingForm, or one of the laboratory's.
template <class Form>
struct Pair {
    static constexpr std::uint32_t slice = 16;  ///< nodes

    std::atomic<bool> stop{false};
    typename Form::Leader leader{stop};
    typename Form::Helper helper{stop};

    void set(std::string_view fen) {
        helper.new_game();
        begin_game(leader, fen);
    }
    void go(const Limits& limits, std::span<const Move> only = {}) {
        leader.go(limits, only, 0);
        helper.begin(leader);
    }
    /// Both on this thread, in slices of so many nodes.
    void take_turns(std::uint32_t leaders = slice, std::uint32_t helpers = slice) {
        while (leader.run(leaders, 0) != EngineEvent::finished) helper.serve(helpers);
        stop.store(true);
        while (helper.searching()) helper.serve(helpers);
    }
    /// What the helper does meanwhile is not this thread's.
    void finish_alone() {
        while (leader.run(slice, 0) != EngineEvent::finished) {}
    }
    void finish_beside_the_other_core() {
        finish_alone();
        stop.store(true);
        while (helper.searching()) std::this_thread::yield();
    }
};

/// Serves until it goes out of scope.
template <class Helper>
class SecondCore {
public:
    explicit SecondCore(Helper& helper)
        : thread_([this, &helper] {
              while (!over_.load())
                  if (!helper.serve(16)) std::this_thread::yield();
          }) {}
    ~SecondCore() {
        over_.store(true);
        thread_.join();
    }
    SecondCore(const SecondCore&) = delete;
    SecondCore& operator=(const SecondCore&) = delete;

private:
    std::atomic<bool> over_{false};
    std::thread thread_;
};

/// The line can be played, move by move.
inline bool playable(Position position, std::span<const Move> line) {
    for (const Move m : line) {
        if (!position.pseudo_legal(m) || !position.legal(m, position.checker())) return false;
        position = after(position, m);
    }
    return true;
}

}  // namespace stackmate::test
