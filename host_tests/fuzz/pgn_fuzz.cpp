// A game written as PGN a piece at a time while it goes on: moves come and are taken back meanwhile. No piece is too long and no
// line of moves too wide; the tags are those that were given, cut where they are too long; and the moves that were written are a
// legal game with the result that was given: the whole record if nothing was taken back, else at least what never was.
#include "core/notation/pgn.hpp"

#include "host_tests/fuzz/positions.hpp"

#include <algorithm>
#include <array>

namespace stackmate::fuzz {
namespace {

constexpr std::string_view results[] = {"1-0", "0-1", "1/2-1/2", "*"};

/// A tag as the PGN specification has it, 8.1.
std::string line_of_tag(std::string_view name, std::string_view value) {
    return "[" + std::string{name} + " \"" + std::string{value} + "\"]\n";
}
/// All that stands before the moves.
std::string tags_of(const Position& start, const PgnTags& tags) {
    const auto cut = [](std::string_view text) { return text.substr(0, PgnWriter::max_tag); };
    const std::string fen = fen_of(start);
    return line_of_tag("Event", cut(tags.event)) + line_of_tag("Site", "?") + line_of_tag("Date", "????.??.??")
           + line_of_tag("Round", "-") + line_of_tag("White", cut(tags.white)) + line_of_tag("Black", cut(tags.black))
           + line_of_tag("Result", tags.result)
           + (fen == Position::start_fen ? "" : line_of_tag("SetUp", "1") + line_of_tag("FEN", fen)) + "\n";
}

/// As PgnTags wants it.
std::string tag(Choices& choices) {
    std::string text{text_of(choices.take(choices.below(90)))};
    const auto is_bad = [](char c) { return c == '"' || c == '\\' || c < ' ' || c == 127; };
    std::replace_if(text.begin(), text.end(), is_bad, '?');
    return text;
}

struct Reader {
    std::string text{};
    unsigned column = 0;
    bool in_tags = true;

    void take(std::string_view piece) {
        for (const char c : piece) {
            in_tags = in_tags && !(c == '\n' && column == 0);
            column = c == '\n' ? 0 : column + 1;
            text += c;
            hold(column <= 79 || in_tags, "a line of moves has at most 79 characters", text);
        }
    }

    /// The moves between the tags and the result, from `p` on.
    [[nodiscard]] std::vector<Move> moves(Position p, const PgnTags& tags) const {
        std::vector<Move> found;
        const std::string head = tags_of(p, tags);
        hold(text.starts_with(head), "the tags are those that were given", text);
        bool ended = false;
        for (std::string_view rest = skip_spaces(std::string_view{text}.substr(head.size())); !rest.empty();
             rest = skip_spaces(rest)) {
            const std::string_view word = first_word(rest);
            rest.remove_prefix(word.size());
            hold(!ended, "nothing follows the result", text);
            if (std::find(std::begin(results), std::end(results), word) != std::end(results)) {
                hold(word == tags.result, "the result is the one that was given", text);
                ended = true;
            } else if (word.back() == '.') {
                const bool white = word.substr(word.find('.')) == ".";
                hold(white == (p.side() == Color::white), "three dots are Black's", text);
                hold(word.substr(0, word.find('.')) == std::to_string(p.fullmove()), "the number is the move's", text);
            } else {
                const Move m = parse_san(p, word).move;
                hold(static_cast<bool>(m), "a written move is legal", text);
                found.push_back(m);
                Undo undo;
                p.make(m, undo);
            }
        }
        hold(ended, "the result ends the game", text);
        return found;
    }
};

}  // namespace
}  // namespace stackmate::fuzz

STACKMATE_FUZZ_TARGET(pgn) {
    using namespace stackmate;
    using namespace stackmate::fuzz;
    Choices choices{bytes};
    std::array<Move, 300> memory{};
    GameRecord record{memory};
    record.restart();
    if (choices.one_in(2)) {
        const std::size_t which = choices.below(stackmate::test::openings.size() + 1);
        if (which < stackmate::test::openings.size()) {
            (void)record.restart(stackmate::test::openings[which]);
        } else {
            (void)record.restart(text_of(choices.take(choices.below(100))));
        }
    }
    const auto play = [&] {
        const std::vector<Move> moves = legal_moves(record.position());
        if (!moves.empty()) {
            (void)record.push(moves[choices.below(moves.size())]);
        }
    };
    for (std::size_t plies = choices.below(200); plies != 0; --plies) {
        play();
    }
    const std::string event = tag(choices), white = tag(choices), black = tag(choices);
    const PgnTags tags{event, white, black, results[choices.below(std::size(results))]};
    PgnWriter writer;
    hold(writer.done(), "nothing is to be written before it begins");
    writer.begin(record, tags);
    Reader reader;
    bool taken_back = false;
    std::size_t fewest = record.size();  // since then: so many were never taken back
    for (unsigned pieces = 0;; ++pieces) {
        hold(pieces < 2000, "the game is written at last");
        char piece[PgnWriter::max_piece + 64];
        const auto length = static_cast<std::size_t>(writer.write(piece) - piece);
        hold(length <= PgnWriter::max_piece, "a piece has its longest length");
        reader.take({piece, length});
        if (writer.done()) {
            break;
        }
        switch (choices.below(16)) {
        case 1:
        case 2: play(); break;
        case 3:
            taken_back = record.take_back() == RecordError::none || taken_back;
            fewest = std::min(fewest, record.size());
            break;
        case 4:
            if (writer.break_line()) {
                reader.take("\n");
            }
            break;
        default: break;
        }
    }
    const std::vector<Move> read = reader.moves(record.start(), tags);
    hold_legal(record.start(), record.moves());
    const auto wanted = taken_back ? record.moves().first(fewest) : record.moves();
    hold(read.size() >= wanted.size() && std::equal(wanted.begin(), wanted.end(), read.begin()),
         "what was never taken back is written", reader.text);
    hold(taken_back || read.size() == wanted.size(), "and of a game that only went on nothing else", reader.text);
}
