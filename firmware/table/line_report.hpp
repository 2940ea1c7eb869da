// What the line hears of a game without asking.
#pragma once

#include <cstddef>
#include <string_view>

#include "firmware/game/change.hpp"
#include "firmware/line/writer.hpp"
#include "firmware/play/controller.hpp"
#include "firmware/store/keeper.hpp"
#include "hal/concepts.hpp"

namespace stackmate::firmware {

/// The base of what plays on a board; nothing is to be reported while a host has the line.
template <hal::Board Board>
class LineReport : protected LineWriter<Board> {
protected:
    using LineWriter<Board>::LineWriter;
    using LineWriter<Board>::board_;
    using LineWriter<Board>::say;

    /// Listens to changes. Returns whether the change was reported.
    [[gnu::cold]] bool report(const Change& change, const Controller& game) noexcept {
        if (change.kind == Change::Kind::left || change.kind == Change::Kind::terms || !has_room()) {
            return false;
        }
        char text[Controller::max_change_text];
        say("info string board ");
        say({text, static_cast<std::size_t>(game.write_change(text, change) - text)});
        say("\n");
        return true;
    }
    /// Likewise, behind a change that was reported. Not in its frame: to know the distance takes much of the stack.
    [[gnu::noinline, gnu::cold]] void report_distance(const Change& change, const Controller& game) noexcept {
        char text[40];
        if (const char* const end = game.write_distance(text, change); end != text) {
            say("info string board ");
            say({text, static_cast<std::size_t>(end - text)});
            say("\n");
        }
    }

    [[gnu::cold]] void report(StoreTrouble trouble) noexcept {
        if (trouble != StoreTrouble::none && has_room()) {
            say("info string board error: ");
            say(to_text(trouble));
            say("\n");
        }
    }

    /// The longest report of a change, with a test's result and an answer after it.
    static constexpr std::size_t longest_story = 512;

    /// Whether unrequested output may be written. Where the other side can stop reading, it is left out unless there is
    /// room for answers behind it. Where it cannot, this output waits behind an answer.
    [[nodiscard]] bool has_room() const noexcept {
        return hal::drains(board_.serial) || board_.serial.tx_free() >= longest_story;
    }
};

}  // namespace stackmate::firmware
