// Draughts by lines of text, in the manner of UCI: `help` lists the commands. Squares are numbers and moves are in PDN
// notation. An invalid line is answered with `info string error: ...` and changes nothing.
#pragma once

#include "core/engine/limits.hpp"
#include "core/chess/perft.hpp"
#include "core/search/transposition_table.hpp"
#include "games/draughts/engine.hpp"
#include "games/draughts/game.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace stackmate::draughts {

template <Rules R>
class TextPlayer {
public:
    /// Answers are appended to `out` as whole lines; the caller empties it.
    explicit TextPlayer(std::string& out);

    void take_line(std::string_view line, std::uint32_t now_ms);
    /// Searches or counts a little, if it has to.
    void run(std::uint32_t now_ms);
    /// Whether a search or count runs: from `go` to its answer.
    [[nodiscard]] bool busy() const { return engine_.searching() || perft_ != nullptr; }
    /// Whether it will not end by itself.
    [[nodiscard]] bool endless() const { return engine_.searching() && infinite_; }
    [[nodiscard]] bool quit() const { return quit_; }

private:
    struct PerftWork {
        static constexpr unsigned deepest = 32;
        PerftWork(const Position<R>& start, unsigned plies)
            : position(start), root(start.takers() != 0), depth(plies), inner(position, frames) {}
        Position<R> position;
        Cursor<R> root;
        unsigned depth;
        std::uint64_t leaves = 0;
        Move move;  ///< the root move being counted; none: the next one is due
        Undo undo;
        std::array<PerftFrameOf<Draughts<R>>, deepest> frames{};
        Perft<BulkPerft, Draughts<R>> inner;  ///< below that move
    };

    void say(std::string_view text) { out_.append(text).append("\n"); }
    void error(std::string_view what, std::string_view word = {});
    [[nodiscard]] std::string text_of(const Position<R>& p, Move m) const;
    void take_idle(std::string_view command, std::string_view rest, std::uint32_t now_ms);
    void take_position(std::string_view rest);
    void take_go(std::string_view rest, std::uint32_t now_ms);
    void take_option(std::string_view rest);
    void use_table(std::size_t megabytes);
    void show_help();
    void show_board();
    void show_info(std::uint32_t now_ms);
    void run_perft();

    std::string& out_;
    Engine<R> engine_;
    std::vector<TtEntry> table_;
    std::unique_ptr<PerftWork> perft_;
    bool infinite_ = false;
    bool quit_ = false;
};

extern template class TextPlayer<English>;
extern template class TextPlayer<International>;

}  // namespace stackmate::draughts
