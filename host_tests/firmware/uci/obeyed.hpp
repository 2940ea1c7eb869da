// What a line tells the shell to do.
#pragma once

#include "core/notation/text.hpp"
#include "core/uci/uci.hpp"

#include <string_view>

namespace stackmate::firmware::test {

/// A line from its command on; nothing if there is no command. Before one of the protocol's the shell passes over words that it
/// does not know, and over a byte order mark before a word as long as none has come.
inline std::string_view obeyed_of(std::string_view line) {
    bool first = true;
    for (line = skip_spaces(line); !line.empty(); line = skip_spaces(line)) {
        if (first && line.starts_with("\xef\xbb\xbf")) {
            line.remove_prefix(3);
            if (line.empty() || line != skip_spaces(line)) continue;
        }
        const std::string_view word = first_word(line);
        const uci::Command command = uci::command_from_text(word);
        if (command != uci::Command::unknown && (first || command <= uci::Command::quit)) return line;
        first = false;
        line.remove_prefix(word.size());
    }
    return {};
}

}  // namespace stackmate::firmware::test
