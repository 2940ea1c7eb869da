// Random hands against the whole controller: pieces lifted, put anywhere and put up anew, buttons, taps, a PC that asks for
// things, an engine that answers when it likes. What always holds is checked after every turn by Desk::check and
// Desk::serve: the game told is the game played, searches are of the position on the board, an order follows its rules, no
// move is illegal, no picture needs colours. At the end of each run there is a way back to the game.
#include "host_tests/firmware/play/desk.hpp"
#include "host_tests/support/sample.hpp"

namespace stackmate::firmware::test {
namespace {

struct Restless : Desk {
    Restless(std::uint64_t seed, std::uint32_t start) : Desk(start), random(seed) {
        Settings settings;
        settings.level = static_cast<std::uint8_t>(random.below(levels.size()));
        settings.white = static_cast<Seat>(random.below(seat_count));
        settings.black = static_cast<Seat>(random.below(seat_count));
        game.set_settings(settings);
        if (seed % 2 == 0) game.offer_exercises();
        if (random.below(4) == 0) {
            foreign = true;
            EXPECT_EQ(game.restore(""), FenError::none);
            Position p;
            p.set_start();
            for (std::size_t i = random.below(30); i != 0; --i) {
                const Move m = any_legal(game.record().position());
                if (m) (void)game.restore_move(m);
            }
            game.offer(now);
            told_moves.assign(game.record().moves().begin(), game.record().moves().end());
            told_result = game.result();
        } else {
            game.start(now);
        }
        board = start_board;
    }

    Move any_legal(const Position& p) {
        const std::vector<Move> moves = legal_moves(p);
        return moves.empty() ? Move{} : moves[random.below(moves.size())];
    }
    unsigned below(std::size_t n) { return static_cast<unsigned>(random.below(n)); }
    unsigned any_square() { return static_cast<unsigned>(random.below(64)); }
    void flip(unsigned i) { board ^= SquareSet{1} << i; }
    void tap_any(SquareSet set) {
        for (unsigned skip = below(static_cast<unsigned>(std::popcount(set))); skip != 0; --skip) set &= set - 1;
        const auto i = static_cast<unsigned>(std::countr_zero(set));
        flip(i);
        wait(60);
        flip(i);
        wait(520);
    }
    SquareSet right() const { return occupied_squares(game.record().position()); }

    void answer_something() {
        if (!searching) return;
        const Move m = random.below(20) == 0 ? Move::from_bits(static_cast<std::uint16_t>(random.below(65536)))
                                             : any_legal(game.record().position());
        searching = false;
        game.engine_answer(m, {}, static_cast<Score>(random.below(1000)) - 500, now);
        serve();
    }
    void make(Move m) {
        if (!m) return;
        const Footprint f = footprint(game.record().position(), m);
        board &= ~f.from;
        wait(below(3) * 40);
        board &= ~f.taken;
        wait(below(3) * 40);
        board = f.after(right());
        wait(300 + below(3) * 800);
    }

    /// In two goes, with a rest between that is long enough for the first to count.
    void castle_somehow() {
        const Position& p = game.record().position();
        std::vector<Move> castlings = legal_moves(p);
        std::erase_if(castlings, [&](Move m) { return std::popcount(footprint(p, m).filled) != 2; });
        if (castlings.empty()) return;
        const Move meant = castlings[random.below(castlings.size())];
        const bool undisturbed = game.state() == states::State::person_to_move && !game.followed() && board == right()
                                 && game.sight().ignored() == 0;
        const std::size_t plies = game.record().size();
        castle(meant, static_cast<Castling>(random.below(3)), below(40) * 100);
        if (!undisturbed || game.result().ending == Ending::time) return;
        ++castled;
        ASSERT_EQ(game.record().size(), plies + 1);
        EXPECT_EQ(game.record().moves().back(), meant);
    }

    void something() {
        const bool was_followed = game.followed();
        const std::size_t moves_before = game.record().size();
        something_of(static_cast<unsigned>(random.below(24)));
        if (was_followed && game.followed()) {
            EXPECT_GE(game.record().size(), moves_before) << "hands have taken a followed game back";
        }
    }
    void something_of(unsigned what) {
        switch (what) {
        case 0:
        case 1:
        case 2:
        case 3:
        case 4: make(game.pending() ? game.pending() : any_legal(game.record().position())); break;
        case 5: flip(any_square()); break;
        case 6: {
            const unsigned i = any_square();
            flip(i);
            wait(below(100) * 10);
            flip(i);
            break;
        }
        case 7: press(static_cast<std::uint8_t>(1u << random.below(4)), 10 + below(150) * 10); break;
        case 8: press(play_button, 10 + below(30) * 10); break;
        case 9:
        case 10: board = right(); break;
        case 11:
            if (random.below(4) == 0) board = start_board;
            if (random.below(8) == 0) {
                press(menu_button);
                tap_any(squares({"a7", "a2", "b2", "e2", "f2", "g2", "h2", "c7", "c7", "g8", "h8"}));
                if (game.state() == states::State::exercises && random.below(3) != 0)
                    tap_any(squares({"b1", "d2", "c3", "a4", "h7", "h8"}));
            }
            break;
        case 12: {  // a takeback
            const std::span<const Move> moves = game.record().moves();
            if (moves.empty()) break;
            Position p = game.record().start();
            const std::size_t plies = std::min<std::size_t>(moves.size(), 1 + random.below(2));
            for (std::size_t i = 0; i + plies < moves.size(); ++i) {
                Undo undo;
                p.make(moves[i], undo);
            }
            const SquareSet moved = right() ^ occupied_squares(p);
            board &= ~moved;
            wait(100);
            board = occupied_squares(p);
            wait(500);
            break;
        }
        case 13:
        case 14:
        case 15:
        case 16: answer_something(); break;
        case 17:
            if (searching) {
                game.engine_candidate(any_legal(game.record().position()),
                                      static_cast<Score>(random.below(2000)) - 1000);
            } else {
                game.engine_answer(any_legal(game.record().position()), {}, 0, now);  // nobody has asked
            }
            serve();
            break;
        case 18:
            if (game.playing()) (void)game.remote_move(any_legal(game.record().position()));
            serve();
            break;
        case 19:
            switch (random.below(30)) {
            case 0: (void)game.new_game(); break;
            case 1: (void)game.resign(random.below(2) == 0 ? Color::white : Color::black); break;
            case 2: (void)game.claim_draw(); break;
            case 3: (void)game.take_back(); break;
            case 4: {
                const std::string_view fen = openings[random.below(openings.size())];
                if (game.set_game(fen, {}) == Refusal::none) foreign = false;
                break;
            }
            case 5:
            case 6:
            case 7:
            case 8:
                for (unsigned parts = 1 + below(7); parts != 0; --parts) {
                    (void)game.test_board();
                    turn();
                }
                if (game.take_store_test()) game.store_tested(random.below(2) == 0);
                break;
            default: break;
            }
            serve();
            break;
        case 20: {
            Settings settings = game.settings();
            if (random.below(4) == 0) settings.level = static_cast<std::uint8_t>(random.below(levels.size()));
            if (random.below(4) == 0) settings.white = static_cast<Seat>(random.below(choice_count));
            if (random.below(4) == 0) settings.black = static_cast<Seat>(random.below(choice_count));
            (void)game.change_settings(settings);
            if (random.below(8) == 0) (void)game.practise(static_cast<std::uint8_t>(random.below(exercise_choices)));
            if (random.below(4) == 0) {
                const bool white = random.below(2) == 0;
                game.claim({.held = true,
                            .follows = random.below(2) == 0,
                            .white = white ? Seat::person : Seat::remote,
                            .black = white ? Seat::remote : Seat::person});
            } else if (random.below(2) == 0) {
                game.release();
            }
            serve();
            break;
        }
        case 21: now += static_cast<std::uint32_t>(random.below(100'000)); break;
        case 22: castle_somehow(); break;
        default: wait(below(60) * 10); break;
        }
        if (game.wants_mistake())
            game.give_mistake(random.below(2) == 0 ? "" : openings[random.below(openings.size())]);
        if (game.state() == states::State::game_over && random.below(2) == 0) (void)game.look_back_at_game();
        flipped = game.settings().flipped;
        turn();
        ++seen[static_cast<std::size_t>(game.state())];
    }

    /// From wherever it is, one button and pieces put as the lights say lead back to the game.
    bool goes_on() {
        pressed = held = 0;
        wait(50);
        for (int step = 0; step < 40; ++step) {
            switch (game.state()) {
            case states::State::person_to_move:
            case states::State::engine_thinking:
            case states::State::move_to_make:
            case states::State::remote_to_move:
                board = right();
                wait(2000);
                if (game.tracker().status == TrackerStatus::quiet && lit(Light::fill) == 0 && lit(Light::clear) == 0)
                    return true;
                break;
            case states::State::setup:
            case states::State::game_over:
                board = start_board;
                if (game.state() == states::State::game_over) press(play_button);
                wait(2500);
                break;
            case states::State::position_set_up: {
                press(play_button, 1200);
                wait(400);
                const SquareSet before = board;
                tap("g8");
                board = before;
                break;
            }
            case states::State::question: press(play_button, 1200); break;
            case states::State::resume_offer:
            case states::State::promotion_choice:
            case states::State::analysis:
            case states::State::paused:
            case states::State::menu:
            case states::State::exercises:
            case states::State::review:
            case states::State::sensor_test:
            case states::State::led_test:
            case states::State::button_test:
            case states::State::store_test:
            case states::State::hint:
                if (game.state() == states::State::hint) answer_something();
                press(play_button);
                break;
            case states::State::comparing:
            case states::State::restoring:
            case states::State::correcting:
            case states::State::unfinished:
                for (int i = 0; i < 20 && (lit(Light::fill) | lit(Light::clear)) != 0; ++i) {
                    board = (board | lit(Light::fill)) & ~lit(Light::clear);
                    wait(700);
                }
                if (game.state() != states::State::restoring) board = right();
                wait(2000);
                break;
            case states::State::required:
            case states::State::same: return false;
            }
            flipped = game.settings().flipped;
        }
        return false;
    }

    Random random;
    unsigned castled = 0;  ///< with nothing in its way
    std::array<unsigned, states::state_count> seen{};
};

TEST(ControllerHands, WhateverTheyDoTheGameStaysWholeAndThereIsAWayBack) {
    std::array<unsigned, states::state_count> seen{};
    unsigned castled = 0;
    const auto seeds = stackmate::test::whole_or_sample<std::uint64_t>(300, 150);
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        Restless desk{seed, seed % 3 == 0 ? 0xffff'0000u : static_cast<std::uint32_t>(seed * 1000)};
        for (int i = 0; i < 250; ++i) {
            desk.something();
            if (HasFatalFailure() || HasNonfatalFailure()) {
                FAIL() << "seed " << seed << ", event " << i << ", " << to_text(desk.game.state()) << ", "
                       << desk.fen();
            }
        }
        ASSERT_TRUE(desk.goes_on()) << "seed " << seed << ": " << to_text(desk.game.state()) << ", " << desk.picture()
                                    << ", " << desk.fen();
        ASSERT_FALSE(HasFailure()) << "seed " << seed;
        for (std::size_t s = 0; s < seen.size(); ++s) seen[s] += desk.seen[s];
        castled += desk.castled;
    }
    EXPECT_GT(castled, stackmate::test::whole_or_sample(2u, 0u));
    for (std::size_t s = 0; s < seen.size(); ++s)
        EXPECT_GT(seen[s], stackmate::test::whole_or_sample(20u, 2u))
            << "too seldom in " << to_text(static_cast<states::State>(s));
}

}  // namespace
}  // namespace stackmate::firmware::test
