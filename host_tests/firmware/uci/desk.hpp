// A board of fakes with the shell on it, and the superloop by hand.
#pragma once

#include "core/engine/config.hpp"
#include "firmware/uci/shell.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>

namespace stackmate::firmware::test {

template <class Board, class Config>
struct ShellDesk {
    /// The receive interrupt: the characters arrive, nobody has read them yet.
    void arrive(std::string_view text) { board->serial.deliver(text); }
    void read() {
        for (int byte = board->serial.read(); byte >= 0; byte = board->serial.read())
            shell->receive(static_cast<char>(byte));
    }
    void send(std::string_view text) {
        while (!text.empty()) {
            const auto part = text.substr(0, board->serial.rx_free());
            arrive(part);
            read();
            text.remove_prefix(part.size());
        }
    }
    /// A slice of the first core, and what a second one does meanwhile.
    bool slice() {
        const bool busy = shell->slice();
        board->serial.pump();
        if constexpr (requires { board->second_core.step(); })
            for (int i = 0; i < helpers_turns; ++i) board->second_core.step();
        return busy;
    }
    void slices(int count) {
        for (; count != 0; --count) slice();
    }
    void work() {
        for (int count = 0; slice(); ++count) ASSERT_LT(count, 10'000'000) << "it does not come to an end";
    }
    /// What was said since the last call.
    std::string heard() {
        board->serial.pump();
        const std::string text{board->serial.sent()};
        board->serial.forget_sent();
        return text;
    }
    std::string ask(std::string_view text) {
        heard();
        send(text);
        work();
        return heard();
    }

    std::unique_ptr<Board> board = std::make_unique<Board>();
    using Shell = UciShell<typename ConfigOn<Config, Board>::Type, Board>;
    std::unique_ptr<Shell> shell = std::make_unique<Shell>(*board);
    int helpers_turns = 1;  ///< of a second core for one of the first
};

inline unsigned count(const std::string& text, std::string_view wanted) {
    unsigned found = 0;
    for (auto at = text.find(wanted); at != std::string::npos; at = text.find(wanted, at + 1)) ++found;
    return found;
}

inline bool has(const std::string& text, std::string_view wanted) { return text.find(wanted) != std::string::npos; }

}  // namespace stackmate::firmware::test
