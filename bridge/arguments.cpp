#include "bridge/arguments.hpp"

#include <string_view>

namespace stackmate::bridge {
namespace {

bool is_named_board(std::string_view program) {
    const auto slash = program.find_last_of("/\\");
    return program.substr(slash == std::string_view::npos ? 0 : slash + 1).find("stackmate-board")
           != std::string_view::npos;
}

}  // namespace

Arguments read_arguments(std::span<const char* const> words) {
    using Task = Arguments::Task;
    Arguments found;
    const bool named = !words.empty() && is_named_board(words[0]);
    if (named) {
        found.task = Task::bridge;
    }
    if (!named && (words.size() < 2 || !std::string_view{words[1]}.starts_with("--"))) {
        return found;
    }
    const auto wrong = [&](std::string complaint) {
        found.task = Task::wrong;
        found.complaint = std::move(complaint);
        return found;
    };
    for (std::size_t i = 1; i < words.size(); ++i) {
        const std::string_view word = words[i];
        if (word == "--help" || word == "--version" || word == "--ports") {
            found.task = word == "--help" ? Task::help : word == "--version" ? Task::version : Task::list;
        } else if (word == "--verbose") {
            found.verbose = true;
        } else if (word.starts_with("--port=")) {
            found.task = Task::bridge;
            found.port = word.substr(std::string_view{"--port="}.size());
        } else if (word == "--port") {
            found.task = Task::bridge;
            if (i + 1 < words.size() && !std::string_view{words[i + 1]}.starts_with("--")) {
                found.port = words[++i];
            }
        } else {
            return wrong("unknown argument '" + std::string{word} + "'");
        }
    }
    if (found.task == Task::engine) {
        return wrong("--verbose is of use with --port only");
    }
    return found;
}

}  // namespace stackmate::bridge
