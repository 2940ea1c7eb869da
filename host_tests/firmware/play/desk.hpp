// Hands, a clock and an engine for tests of the game controller. They know what a board would know: squares that fill and
// empty, buttons that go down, orders and answers. Everything is checked for what always holds.
#pragma once

#include "firmware/play/controller.hpp"
#include "host_tests/firmware/hands.hpp"
#include "host_tests/support/reversed.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace stackmate::firmware::test {

/// A game controller with a board, hands and an engine that answers what the test says.
struct Desk : ChessHands {
    explicit Desk(std::uint32_t start = 1000) : now(start) {}

    // ---------------------------------------------------------------- time

    static constexpr std::uint32_t turn_ms = 10;
    void turn() {
        now += turn_ms;
        const std::uint8_t pushed = pressed;
        pressed = 0;
        const SquareSet squares = felt();
        game.update(flipped ? stackmate::test::reversed(squares) : squares, pushed, held, now);
        serve();
        check();
    }
    /// What the sensors make of the board.
    SquareSet felt() const {
        const SquareSet flicker = now / 250 % 2 != 0 ? flickering : 0;
        return ((board & ~dead) | stuck) ^ flicker;
    }
    /// What always holds.
    void check() {
        const std::span<const Move> moves = game.record().moves();
        if (!foreign) {
            ASSERT_TRUE(std::equal(moves.begin(), moves.end(), told_moves.begin(), told_moves.end()) || !game.playing())
                << "what was told is what has happened";
            ASSERT_EQ(told_result, game.result());
        }
        ASSERT_LT(static_cast<std::size_t>(game.state()), states::state_count);
        if (game.pending()) {
            ASSERT_TRUE(is_legal(game.record().position(), game.pending()));
        }
        if (game.state() == states::State::move_to_make) {
            ASSERT_TRUE(game.pending());
        }
        if (game.state() == states::State::engine_thinking || game.state() == states::State::hint) {
            ASSERT_TRUE(searching);
        }
        if (game.state() == states::State::person_to_move || game.state() == states::State::game_over) {
            ASSERT_FALSE(searching && !(purpose == Purpose::grade && game.state() == states::State::person_to_move));
        }
        check_clock();
        check_picture();
    }
    /// What opens before the game and asks or tests something stops no clock and starts none, until it changes the game.
    void check_clock() {
        constexpr states::Set opened = set_of(states::State::menu, states::State::question) | states::test_states;
        const Standing stands{game.record().size(), game.settings(), game.held_claim(), game.pending(), game.result()};
        const bool runs = game.clock().running();
        if ((opened & states::bit_of(game.state())) != 0 && stands == stood_) {
            ASSERT_EQ(runs, ran_) << to_text(game.state()) << " before " << to_text(was_);
        }
        if (game.state() == states::State::paused) {
            ASSERT_FALSE(runs);
        }
        stood_ = stands;
        ran_ = runs;
        was_ = game.state();
    }
    /// Nobody needs colours: no two meanings in it blink alike, but for the two squares of a move.
    void check_picture() {
        static_assert(light_count <= 64);
        std::uint64_t lit_now =
            0;  // one bit a light: this runs after each turn, and a set of the library took half of its time
        for (unsigned i = 0; i < 64; ++i) {
            const auto light = static_cast<std::size_t>(game.light(i));
            if (light >= light_count) FAIL() << light << " is no light";
            lit_now |= std::uint64_t{1} << light;
        }
        if (lit_now == lit_before_) return;
        lit_before_ = lit_now;
        for (std::size_t a = 1; a < light_count; ++a)
            for (std::size_t b = a + 1; b < light_count; ++b)
                if ((lit_now >> a & lit_now >> b & 1u) != 0) {
                    ASSERT_FALSE(blink_alike(light_styles[a], light_styles[b])) << picture();
                }
    }
    static bool blink_alike(const LightStyle& a, const LightStyle& b) {
        for (std::uint32_t ms = 0; ms < 2048; ms += 64)
            if (is_on(a, ms) != is_on(b, ms)) return false;
        return true;
    }
    void wait(std::uint32_t ms) override {
        for (std::uint32_t passed = 0; passed < ms; passed += turn_ms) turn();
    }
    /// What the superloop does after each update.
    void serve() {
        for (;;) {
            const EngineOrder order = game.take_order();
            if (order.kind == EngineOrder::Kind::none) break;
            switch (order.kind) {
            case EngineOrder::Kind::none: break;
            case EngineOrder::Kind::think:
                searching = true;
                stopped = false;
                purpose = order.purpose;
                only = order.only;
                limits = order.limits;
                searched = game.reviewed().position;
                ++thinks;
                break;
            case EngineOrder::Kind::stop:
                EXPECT_TRUE(searching) << "a stop without a search";
                EXPECT_FALSE(stopped) << "one stop is enough";
                stopped = true;
                break;
            case EngineOrder::Kind::cancel:
                EXPECT_TRUE(searching) << "a cancel without a search";
                searching = false;
                ++cancels;
                break;
            }
        }
        if (searching) {
            EXPECT_TRUE(game.playing());
            EXPECT_TRUE(searched == game.reviewed().position) << "the search is one of this position";
        }
        for (;;) {
            const Change change = game.take_change();
            if (change.kind == Change::Kind::none) break;
            char text[Controller::max_change_text];
            const char* const end = game.write_change(text, change);
            EXPECT_LE(end - text, static_cast<std::ptrdiff_t>(sizeof text));
            words.emplace_back(text, static_cast<std::size_t>(end - text));
            changes.push_back(change);
            follow(change);
        }
    }
    /// The game as somebody who only reads the changes knows it.
    void follow(const Change& change) {
        switch (change.kind) {
        case Change::Kind::new_game:
            told_moves.clear();
            told_result = {};
            break;
        case Change::Kind::taken_back:
            ASSERT_LE(change.plies, told_moves.size());
            told_moves.resize(told_moves.size() - change.plies);
            told_result = {};
            break;
        case Change::Kind::move:
            told_moves.push_back(change.move);
            ASSERT_EQ(change.ply, told_moves.size());
            break;
        case Change::Kind::result: told_result = change.result; break;
        default: break;
        }
    }

    /// 1. e4 e5 is stored, and offered.
    void offer_saved() {
        save_open_game();
        game.offer(now);
        told_moves.assign(game.record().moves().begin(), game.record().moves().end());
    }
    void save_open_game() {
        foreign = true;
        const Settings& chosen = game.settings();
        game.restore_terms({.level = chosen.level, .white = chosen.white, .black = chosen.black});
        ASSERT_EQ(game.restore(""), FenError::none);
        for (const char* text : {"e2e4", "e7e5", "g1f3"})
            ASSERT_EQ(game.restore_move(move_from_text(game.record().position(), text)), RecordError::none);
        ASSERT_EQ(game.restore_takeback(), RecordError::none);
    }

    // ---------------------------------------------------------------- hands

    SquareSet& standing() override { return board; }
    void hold_down(std::uint8_t buttons) override {
        pressed = static_cast<std::uint8_t>(pressed | buttons);
        held = buttons;
    }
    const Position& game_position() const override { return game.record().position(); }
    void put_up(SquareSet set, std::uint32_t ms = 1500) { put(set, ms); }
    enum class Castling : std::uint8_t {
        rook_first,
        king_first,
        king_rests
    };  ///< the last: where its rook is to stand
    /// In two goes, `pause` milliseconds apart.
    void castle(Move m, Castling way, std::uint32_t pause) {
        const Footprint f = footprint(game.record().position(), m);
        const SquareSet rook = f.emptied & ~f.from, rook_to = f.filled & ~f.to;
        const auto carry = [&](SquareSet from, SquareSet to, std::uint32_t rest) {
            board &= ~from;
            wait(100);
            board |= to;
            wait(rest);
        };
        switch (way) {
        case Castling::rook_first:
            carry(rook, rook_to, pause);
            carry(f.from, f.to, 500);
            return;
        case Castling::king_first: carry(f.from, f.to, pause); break;
        case Castling::king_rests:
            carry(f.from, rook_to, pause);
            carry(rook_to, f.to, 200);
            break;
        }
        carry(rook, rook_to, 500);
    }
    // ---------------------------------------------------------------- the engine

    void answer(std::string_view text, Score score = 20) {
        ASSERT_TRUE(searching);
        const Move m = move_from_text(game.record().position(), text);
        ASSERT_TRUE(m) << text;
        searching = false;
        game.engine_answer(m, {}, score, now);
        serve();
        turn();
    }
    /// Of a search for the coach.
    void grade(Score score) {
        ASSERT_TRUE(searching && purpose == Purpose::grade);
        searching = false;
        game.engine_answer(Move{}, {}, score, now);
        serve();
        turn();
    }
    void candidate(std::string_view text, Score score = 20) {
        game.engine_candidate(move_from_text(game.record().position(), text), score);
        turn();
    }

    // ---------------------------------------------------------------- what is seen

    SquareSet lit(Light light) const { return lit_with(game, light); }
    std::string picture() const { return picture_of(game); }
    std::string fen() const { return fen_of(game.record().position()); }
    bool told(std::string_view words_of_it) const {
        for (const std::string& line : words)
            if (line.find(words_of_it) != std::string::npos) return true;
        return false;
    }

    /// What decides whose time runs.
    struct Standing {
        std::size_t plies = 0;
        Settings settings{};
        Claim claim{};
        Move pending{};
        GameResult result{};
        friend bool operator==(const Standing&, const Standing&) = default;
    };
    Standing stood_{};
    bool ran_ = false;
    states::State was_{};

    Controller game;
    SquareSet board = 0;                            ///< where pieces stand
    SquareSet dead = 0, stuck = 0, flickering = 0;  ///< squares whose sensors fail; the last change twice a second
    bool flipped = false;
    bool foreign = false;  ///< the game is a saved one, whose moves were never told
    std::uint64_t lit_before_ = 0;
    std::uint8_t pressed = 0, held = 0;
    std::uint32_t now;

    bool searching = false, stopped = false;
    Purpose purpose{};
    Move only{};
    Limits limits{};
    Position searched{};
    unsigned thinks = 0, cancels = 0;

    std::vector<Change> changes{};
    std::vector<std::string> words{};
    std::vector<Move> told_moves{};
    GameResult told_result{};
};

/// A game that has just begun: a person with White, the engine with Black.
struct BegunDesk : Desk {
    explicit BegunDesk(Settings settings = {}) {
        game.set_settings(settings);
        game.start(now);
        put_up(start_board);
    }
};

inline constexpr Settings two_persons{.white = Seat::person, .black = Seat::person};

}  // namespace stackmate::firmware::test
