#include "games/draughts/text.hpp"

#include "core/notation/text.hpp"
#include "core/uci/uci.hpp"
#include "games/draughts/move_text.hpp"

#include <type_traits>

namespace stackmate::draughts {

namespace {

using namespace std::literals;

constexpr std::size_t most_megabytes = 1024;
constexpr std::uint32_t slice_nodes = 2000;  // about a millisecond
constexpr std::uint32_t slice_perft = 20'000;

/// The next word, removed from the text; empty at the end.
std::string_view take_word(std::string_view& text) {
    text = skip_spaces(text);
    const std::string_view word = first_word(text);
    text.remove_prefix(word.size());
    return word;
}

std::string_view to_text(uci::GoError e) {
    switch (e) {
    case uci::GoError::none: break;
    case uci::GoError::unknown_word: return "go does not know the word"sv;
    case uci::GoError::bad_number: return "go: not a number that could stand here:"sv;
    case uci::GoError::missing: return "go: a number is missing at the end"sv;
    case uci::GoError::illegal_move:
    case uci::GoError::too_many_moves:
    case uci::GoError::no_move_left: break;
    }
    return "go"sv;
}

std::string_view name(Color c) { return c == Color::white ? "White"sv : "Black"sv; }

}  // namespace

template <Rules R>
TextPlayer<R>::TextPlayer(std::string& out) : out_(out) {
    use_table(16);
}

template <Rules R>
void TextPlayer<R>::error(std::string_view what, std::string_view word) {
    out_.append("info string error: ").append(what);
    if (!word.empty()) out_.append(" '").append(word).append("'");
    out_.append("\n");
}

template <Rules R>
std::string TextPlayer<R>::text_of(const Position<R>& p, Move m) const {
    std::array<char, max_move_length> text{};
    return {text.data(), write_move(text.data(), p, m)};
}

template <Rules R>
void TextPlayer<R>::take_line(std::string_view line, std::uint32_t now_ms) {
    const std::string_view command = take_word(line);
    const bool alone = skip_spaces(line).empty();
    const bool takes_words = command == "position"sv || command == "go"sv || command == "setoption"sv;
    if (command.empty()) return;
    if (!alone && !takes_words) return error("nothing may follow", command);
    if (command == "quit"sv) {
        quit_ = true;
    } else if (command == "isready"sv) {
        say("readyok");
    } else if (command == "stop"sv) {
        engine_.stop();
        if (perft_) say("info string perft is stopped");
        perft_.reset();
    } else {
        take_idle(command, line, now_ms);
    }
}

template <Rules R>
void TextPlayer<R>::take_idle(std::string_view command, std::string_view rest, std::uint32_t now_ms) {
    const bool known = command == "uci"sv || command == "ucinewgame"sv || command == "position"sv || command == "go"sv
                       || command == "setoption"sv || command == "d"sv || command == "help"sv;
    if (!known) return error("unknown command, see help:", command);
    if (busy()) return error("not before the answer or stop:", command);
    if (command == "uci"sv) {
        say(std::is_same_v<R, English> ? "id name Stackmate draughts " STACKMATE_VERSION ", checkers on 8x8"sv
                                       : "id name Stackmate draughts " STACKMATE_VERSION ", international on 10x10"sv);
        say("option name Hash type spin default 16 min 1 max 1024");
        say("uciok");
    } else if (command == "ucinewgame"sv) {
        engine_.new_game();
    } else if (command == "position"sv) {
        take_position(rest);
    } else if (command == "go"sv) {
        take_go(rest, now_ms);
    } else if (command == "setoption"sv) {
        take_option(rest);
    } else if (command == "d"sv) {
        show_board();
    } else {
        show_help();
    }
}

template <Rules R>
void TextPlayer<R>::take_position(std::string_view rest) {
    Line<R> line;
    line.set_start();
    const std::string_view kind = take_word(rest);
    if (kind == "fen"sv) {
        const std::string_view fen = take_word(rest);
        if (fen.empty()) return error("position fen: the FEN is missing");
        if (const FenError e = line.position.set_fen(fen); e != FenError::none)
            return error(std::string("position: ").append(draughts::to_text(e)).append(":"), fen);
    } else if (kind != "startpos"sv) {
        return error("position is followed by startpos or fen, not by", kind);
    }
    if (const std::string_view word = take_word(rest); !word.empty() && word != "moves"sv)
        return error("position: only moves may follow, not", word);
    while (true) {
        const std::string_view word = take_word(rest);
        if (word.empty()) break;
        const Move m = move_from_text(line.position, word);
        if (!m) return error("position: not a legal move, or one of several:", word);
        line.make(m);
    }
    engine_.set_line(line);
}

template <Rules R>
void TextPlayer<R>::take_go(std::string_view rest, std::uint32_t now_ms) {
    uci::GoLine go;
    while (true) {
        const std::string_view word = take_word(rest);
        if (word.empty()) break;
        if (uci::go_word_from_text(word) == uci::GoWord::ponder)
            return error(to_text(uci::GoError::unknown_word), word);
        if (const uci::GoError e = go.take(word); e != uci::GoError::none) return error(to_text(e), word);
    }
    if (const uci::GoError e = go.finish(); e != uci::GoError::none) return error(to_text(e));
    if (go.perft_depth() > PerftWork::deepest) return error("go perft: 32 plies at most");
    if (go.perft_depth() != 0) {
        perft_ = std::make_unique<PerftWork>(engine_.line().position, go.perft_depth());
        return;
    }
    Limits limits = go.limits();
    const bool limited = limits.depth != 0 || limits.nodes != 0 || limits.mate != 0 || limits.has_move_time
                         || limits.clock[index(engine_.line().position.side())];
    limits.infinite = limits.infinite || !limited;
    infinite_ = limits.infinite;
    engine_.go(limits, now_ms);
}

template <Rules R>
void TextPlayer<R>::take_option(std::string_view rest) {
    std::uint64_t megabytes = 0;
    if (take_word(rest) != "name"sv || take_word(rest) != "Hash"sv || take_word(rest) != "value"sv)
        return error("the one option is: setoption name Hash value N");
    const std::string_view number = take_word(rest);
    const bool there = uci::parse_number(number, 1, most_megabytes, false, megabytes);
    if (megabytes == 0 || !skip_spaces(rest).empty()) return error("Hash: one number from 1 to 1024");
    if (!there) say("info string Hash is " + std::to_string(megabytes) + " here");
    use_table(megabytes);
}

template <Rules R>
void TextPlayer<R>::use_table(std::size_t megabytes) {
    table_ = std::vector<TtEntry>((megabytes << 20) / sizeof(TtEntry));
    engine_.use_table(table_);
}

template <Rules R>
void TextPlayer<R>::show_help() {
    say("position startpos | fen FEN [moves M ...]   FEN as PDN has it: W:W31-50:B1-20, kings with a K\n"
        "go depth N | nodes N | movetime MS | wtime MS btime MS [winc MS] [binc MS] [movestogo N] | mate N | infinite\n"
        "go perft N          the leaves below each move\n"
        "stop                the answer now\n"
        "d                   the board, its FEN, the legal moves, and whether the game is over\n"
        "setoption name Hash value N   megabytes\n"
        "uci, isready, ucinewgame, quit");
}

template <Rules R>
void TextPlayer<R>::show_board() {
    using Board = draughts::Board<R::board_size>;
    const Position<R>& p = engine_.line().position;
    for (unsigned row = 0; row < R::board_size; ++row) {
        std::string text = "  ";
        for (unsigned n = row * Board::columns + 1; n <= (row + 1) * Board::columns; ++n) {
            const Square s = Board::from_number(n);
            const Set here = set_of(s);
            const bool white = (p.pieces(Color::white) & here) != 0, king = p.king_on(s);
            const char piece = (p.empty() & here) != 0 ? '.' : white ? (king ? 'W' : 'w') : king ? 'B' : 'b';
            if (row % 2 == 0) text += "  ";
            text += piece;
            text += row % 2 == 0 ? " " : "   ";
        }
        if (row % 2 != 0) text.resize(text.size() - 1);
        say(text.append("   ") + std::to_string(row * Board::columns + 1) + "-"
            + std::to_string((row + 1) * Board::columns));
    }
    std::array<char, max_fen_length> fen{};
    say("Fen: " + std::string(fen.data(), p.fen(fen.data())));
    std::string moves;
    Cursor<R> cursor(p.takers() != 0);
    while (const Move m = cursor.next(p)) moves.append(" ").append(text_of(p, m));
    say("Moves:" + moves);
    if (moves.empty())
        say("Over: " + std::string(name(~p.side())) + " has won");
    else if (engine_.line().drawn())
        say("Over: draw");
}

template <Rules R>
void TextPlayer<R>::show_info(std::uint32_t now_ms) {
    const auto [score, depth, bound] = engine_.result();
    const std::uint32_t ms = engine_.since_go(now_ms);
    std::string text = "info depth " + std::to_string(depth) + " seldepth " + std::to_string(engine_.seldepth());
    if (is_mate(score)) {
        const int plies = score_mate - (score < 0 ? -score : score);
        text += " score mate " + std::to_string(score < 0 ? -(plies / 2) : (plies + 1) / 2);
    } else {
        text += " score cp " + std::to_string(score);
    }
    if (bound == Bound::lower) text += " lowerbound";
    if (bound == Bound::upper) text += " upperbound";
    text += " nodes " + std::to_string(engine_.nodes()) + " time " + std::to_string(ms);
    if (ms != 0) text += " nps " + std::to_string(engine_.nodes() * 1000 / ms);
    text += " hashfull " + std::to_string(engine_.hashfull()) + " pv";
    Position<R> p = engine_.line().position;
    for (const Move m : engine_.best_line()) {
        Undo undo;
        text.append(" ").append(text_of(p, m));
        p.make(m, undo);
    }
    say(text);
}

template <Rules R>
void TextPlayer<R>::run(std::uint32_t now_ms) {
    if (perft_) return run_perft();
    const Event event = engine_.run(slice_nodes, now_ms);
    if (event == Event::none) return;
    if (engine_.result().bound != Bound::none) show_info(now_ms);
    if (event == Event::finished) say("bestmove " + text_of(engine_.line().position, engine_.best_move()));
}

template <Rules R>
void TextPlayer<R>::run_perft() {
    PerftWork& work = *perft_;
    if (!work.move) {
        work.move = work.root.next(work.position);
        if (!work.move) {
            say("\nNodes searched: " + std::to_string(work.leaves));
            perft_.reset();
            return;
        }
        work.position.make(work.move, work.undo);
        work.inner.start(static_cast<int>(work.depth) - 1);
    }
    if (!work.inner.run(slice_perft)) return;
    work.position.unmake(work.move, work.undo);
    say(text_of(work.position, work.move) + ": " + std::to_string(work.inner.leaves()));
    work.leaves += work.inner.leaves();
    work.move = {};
}

template class TextPlayer<English>;
template class TextPlayer<International>;

}  // namespace stackmate::draughts
