// What a line tells the shell to do.
#pragma once

#include "core/notation/text.hpp"
#include "core/uci/uci_names.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace stackmate::firmware::test {

/// A line from its command on; nothing if there is no command. Before one of the protocol's the shell passes over words that it
/// does not know, as far as it has room for them: 32 characters, of which the first such word keeps 17 at most.
inline std::string_view obeyed_of(std::string_view line) {
    std::size_t room = 32;
    bool first = true;
    for (line = skip_spaces(line); !line.empty(); line = skip_spaces(line)) {
        const std::string_view word = first_word(line);
        const uci::Command command = uci::command_from_text(word);
        if (command != uci::Command::unknown && (first || command <= uci::Command::quit)) return line;
        if (word.size() > room) break;
        if (first) room -= std::min<std::size_t>(word.size(), 16) + 1;
        first = false;
        line.remove_prefix(word.size());
    }
    return {};
}

}  // namespace stackmate::firmware::test
