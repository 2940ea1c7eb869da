// The square tracker with the game on top, under any hands: each byte lifts, puts, taps, makes a move well or badly, takes back,
// presses a button or waits; some let the engine answer or a host ask. No illegal move is ever recorded, no search is of
// another position, what is told is what has happened (Desk::check, Desk::serve), and what the tracker says makes sense.
#include "host_tests/firmware/play/desk.hpp"
#include "host_tests/fuzz/positions.hpp"

namespace stackmate::fuzz {
namespace {

using namespace firmware;

struct Hands : firmware::test::Desk {
    Hands() {
        game.start(now);
        put_up(firmware::test::start_board);
    }

    void happens(std::uint8_t what) {
        if (what < 64) {
            board ^= SquareSet{1} << what;
            return wait(30);
        }
        if (what < 128) {
            board ^= SquareSet{1} << (what & 63);
            wait(80);
            board ^= SquareSet{1} << (what & 63);
            return wait(80);
        }
        const unsigned which = what & 15;
        switch (what >> 4) {
        case 8: return press(static_cast<std::uint8_t>(1u << which % 4), which < 4 ? 50 : which < 8 ? 1200 : 400);
        case 9: return wait(10u << which / 2);
        case 10:
        case 11: return make(any(what & 31u), 60, 400);
        case 12: return make(any(which * 3), which * 40, 1600 + which % 2 * 400);
        case 13: return begin(any(which * 2 + 1));
        case 14: return engine(which);
        default: return rarely(which);
        }
    }
    /// After each byte.
    void judge() {
        const GameRecord& record = game.record();
        hold_legal(record.start(), record.moves());
        const TrackerState& s = game.tracker();
        const Position& p = record.position();
        hold(s.status != TrackerStatus::move || is_legal(p, s.move), "a move that was made is legal",
             [&] { return fen_of(p); });
        hold(s.status != TrackerStatus::unfinished || s.plies != 0 || is_legal(p, s.move), "an unfinished one, too",
             [&] { return fen_of(p); });
        hold((s.fill & s.clear) == 0, "no square is to be filled and cleared");
    }

private:
    [[nodiscard]] Move any(unsigned which) const {
        const std::vector<Move> moves = legal_moves(game.record().position());
        return game.pending() && which % 4 == 0 ? game.pending() : moves.empty() ? Move{} : moves[which % moves.size()];
    }
    [[nodiscard]] SquareSet right() const { return occupied_squares(game.record().position()); }
    void make(Move m, std::uint32_t in_the_air, std::uint32_t rest) {
        if (!m) {
            return;
        }
        const Footprint f = footprint(game.record().position(), m);
        if (std::popcount(f.filled) == 2) {
            return castle(m, static_cast<Castling>(in_the_air % 3), rest);
        }
        const SquareSet after = f.after(right());
        board &= ~f.from;
        wait(in_the_air);
        board &= ~f.taken;
        wait(in_the_air);
        board = after;
        wait(rest);
    }
    /// The first squares of a move, and no more.
    void begin(Move m) {
        const Footprint f = footprint(game.record().position(), m);
        board &= ~(m ? f.emptied | f.taken : 0);
        wait(100);
    }
    void engine(unsigned which) {
        if (which == 15) {
            const auto bits = static_cast<std::uint16_t>(now * 40503u >> 3);
            game.engine_candidate(Move::from_bits(bits), 10);
        } else if (which == 14 && searching) {
            searching = false;
            game.engine_answer(Move::from_bits(static_cast<std::uint16_t>(now * 40503u >> 3)), {}, 0, now);
        } else if (searching) {
            const std::vector<Move> moves = legal_moves(game.record().position());
            searching = false;
            game.engine_answer(moves.empty() ? Move{} : moves[which * 3 % moves.size()], {}, 20, now);
        }
        serve();
        turn();
    }
    void rarely(unsigned which) {
        Settings settings = game.settings();
        switch (which) {
        case 0: board = right(); return wait(700);
        case 1: board = firmware::test::start_board; return wait(1500);
        case 2: board = 0; return wait(600);
        case 3: return take_back(1);
        case 4: return take_back(2);
        case 5: (void)game.take_back(); break;
        case 6: (void)game.claim_draw(); break;
        case 7: (void)game.resign(game.record().position().side()); break;
        case 8:
        case 9:
        case 10: {
            const auto& openings = stackmate::test::openings;
            (void)game.set_game(openings[(now / 10 + which) % openings.size()], {});
            break;
        }
        case 11: game.claim({.held = true, .follows = false, .white = Seat::remote, .black = Seat::person}); break;
        case 12: game.release(); break;
        case 13: (void)game.remote_move(any(now / 10)); break;
        case 14:
            settings.white = settings.white == Seat::person ? Seat::engine : Seat::person;
            (void)game.change_settings(settings);
            break;
        default:
            settings.black = settings.black == Seat::person ? Seat::engine : Seat::person;
            (void)game.change_settings(settings);
            break;
        }
        serve();
        flipped = game.settings().flipped;
        turn();
    }
    void take_back(std::size_t plies) {
        const std::span<const Move> moves = game.record().moves();
        if (moves.size() < plies) {
            return;
        }
        Position p = game.record().start();
        for (const Move m : moves.first(moves.size() - plies)) {
            Undo undo;
            p.make(m, undo);
        }
        board &= ~(right() ^ occupied_squares(p));
        wait(100);
        board = occupied_squares(p);
        wait(500);
    }
};

}  // namespace
}  // namespace stackmate::fuzz

STACKMATE_FUZZ_TARGET(tracker) {
    stackmate::fuzz::Hands hands;
    for (const std::uint8_t byte : bytes.first(bytes.size() < 400 ? bytes.size() : 400)) {
        hands.happens(byte);
        hands.flipped = hands.game.settings().flipped;
        hands.judge();
    }
}
