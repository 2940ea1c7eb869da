// The words behind `go`, taken one by one.
#pragma once

#include "core/engine/limits.hpp"
#include "core/chess/position.hpp"
#include "core/chess/types.hpp"
#include "core/uci/uci_names.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace stackmate::uci {

enum class [[nodiscard]] GoError : std::uint8_t {
    none,
    unknown_word,
    bad_number,    ///< `word()` takes a number of `range_of(word())`, and this is none
    illegal_move,  ///< neither a word of `go` nor a legal move: left out, and the line goes on
    too_many_moves,
    missing,       ///< the line ended where a number was due
    no_move_left,  ///< `searchmoves` named no legal move
};

/// What a `go` line says. After an error other than `illegal_move` it is of no use any more.
class GoLine {
public:
    /// The next word. `moves` has room for the moves of `searchmoves`; the same at every call.
    GoError take(std::string_view text, const Position& position, std::span<Move> moves);
    /// The same for a game whose moves are not chess's: `searchmoves` is an unknown word.
    GoError take(std::string_view text);
    /// The line is over.
    [[nodiscard]] GoError finish() const;

    [[nodiscard]] const Limits& limits() const { return limits_; }
    /// Plies; 0: a search, not perft.
    [[nodiscard]] unsigned perft_depth() const { return perft_depth_; }
    /// How many of the moves are taken, each once.
    [[nodiscard]] std::size_t move_count() const { return move_count_; }
    /// The word that a number or a move is due to.
    [[nodiscard]] GoWord word() const { return word_; }

private:
    GoError take_word(std::string_view text);
    GoError take_number(std::string_view text);
    GoError take_move(std::string_view text, const Position& position, std::span<Move> moves);

    Limits limits_{};
    std::uint16_t perft_depth_ = 0;
    std::uint8_t move_count_ = 0;
    GoWord word_ = GoWord::none;
    bool restricted_ = false;  ///< `searchmoves` was said
};

}  // namespace stackmate::uci
