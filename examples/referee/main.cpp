// Two people play, and the program knows the rules. Moves come in as people write them, one a line; `undo` takes one back.
// Nothing is searched, and no engine is linked.
#include "core/game/game_record.hpp"
#include "core/notation/san.hpp"

#include <array>
#include <cstdio>
#include <cstring>
#include <string_view>

namespace {

void say(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

}  // namespace

int main() {
    using namespace stackmate;
    static std::array<Move, 600> moves;  // of half moves: the longest game
    static GameRecord game{moves};
    game.restart();

    char line[64];
    while (std::fgets(line, sizeof line, stdin)) {
        const std::string_view typed{line, std::strcspn(line, "\r\n")};
        if (typed == "undo") {
            const RecordError error = game.take_back();
            say(error == RecordError::none ? "taken back" : to_text(error));
        } else if (const SanResult found = parse_move(game.position(), typed); found.error != SanError::none) {
            say(to_text(found.error));
        } else {
            char text[max_san_length];
            say({text, static_cast<std::size_t>(write_san(text, game.position(), found.move) - text)});
            say(": ");
            const RecordError error = game.push(found.move);
            say(error == RecordError::none ? to_text(game.state()) : to_text(error));
        }
        say("\n");
        if (is_over(game.state())) return 0;
    }
}
