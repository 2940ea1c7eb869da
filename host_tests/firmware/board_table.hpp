// A chess board of fakes with the whole firmware on it, and hands.
#pragma once

#include "core/move_text.hpp"
#include "firmware/app.hpp"
#include "firmware/square_tracker.hpp"
#include "hal/fake/chess_board.hpp"
#include "host_tests/support/instances.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace stackmate::firmware::test {

struct QuickConfig : Tiny {
    static constexpr Depth bench_depth = 3;
};

inline constexpr SquareSet start_board = 0xffff'0000'0000'ffff;

/// `Store` is made of `Memory&`, which outlives the power.
template <class Store, class Memory>
struct TableBoard : hal::fake::Board {
    explicit TableBoard(Memory& memory) : store{memory} {}

    hal::fake::SquareSensors sensors{};
    hal::fake::SquareLeds leds{};
    hal::fake::Buttons<> buttons{};
    Store store;
    hal::fake::Watchdog watchdog{};
};

/// The store of hal/fake/store.hpp, of which the board holds a reference.
struct LentStore {
    using Memory = hal::fake::NvStore<>;
    static constexpr unsigned keys = Memory::keys;
    static constexpr std::size_t longest_piece = Memory::longest_piece;

    explicit LentStore(Memory& m) : memory{m} {}
    [[nodiscard]] static std::size_t request_bytes(std::size_t bytes) noexcept { return Memory::request_bytes(bytes); }
    [[nodiscard]] hal::NvResult open() noexcept { return memory.open(); }
    [[nodiscard]] hal::NvResult put(unsigned key, std::span<std::byte const> b) noexcept { return memory.put(key, b); }
    [[nodiscard]] hal::NvResult append(unsigned key, std::span<std::byte const> b) noexcept {
        return memory.append(key, b);
    }
    [[nodiscard]] hal::NvResult make_room(std::size_t bytes) noexcept { return memory.make_room(bytes); }
    [[nodiscard]] std::size_t size(unsigned key) const noexcept { return memory.size(key); }
    [[nodiscard]] std::size_t read(unsigned key, std::size_t at, std::span<std::byte> to) const noexcept {
        return memory.read(key, at, to);
    }

    Memory& memory;
};

template <class Store = LentStore, class Memory = LentStore::Memory, class Config = QuickConfig,
          class TheBoard = TableBoard<Store, Memory>>
struct Table {
    using Board = TheBoard;
    static_assert(hal::ChessBoard<Board>);

    explicit Table(Memory& memory)
        : board{std::make_unique<Board>(memory)}, app{std::make_unique<App<Config, Board>>(*board)} {
        app->start();
    }

    [[nodiscard]] const BoardGame& game() const { return app->player().game(); }

    /// Lets time go by, `step` milliseconds at a turn.
    void wait(std::uint32_t ms, std::uint32_t step = 5) {
        for (std::uint32_t gone = 0; gone < ms; gone += step) {
            board->clock.pass(step);
            board->watchdog.pass(step);
            app->turn();
        }
    }
    void put(SquareSet occupied, std::uint32_t ms = 400) {
        board->sensors.occupied = occupied;
        wait(ms);
    }
    /// Pieces lifted, then placed.
    void make(Move m) {
        const Footprint f = footprint(game().record().position(), m);
        const SquareSet before = board->sensors.occupied;
        put(before & ~(f.emptied | f.taken), 60);
        put(f.after(before));
    }
    void move(std::string_view text) {
        const Move m = move_from_text(game().record().position(), text);
        ASSERT_TRUE(m) << text;
        make(m);
    }
    void press(std::uint8_t buttons, std::uint32_t ms = 50) {
        board->buttons.hold(buttons);
        wait(ms);
        board->buttons.hold(0);
        wait(50);
    }
    void begin() {
        put(start_board, 1500);
        ASSERT_EQ(game().state(), BoardState::person_to_move) << heard();
    }
    /// Until the engine has answered.
    void think(int turns = 100'000) {
        for (; game().state() == BoardState::engine_thinking && turns != 0; --turns) app->turn();
        ASSERT_EQ(game().state(), BoardState::move_to_make);
        wait(20);
    }
    void send(std::string_view text) {
        for (; !text.empty(); app->turn()) {
            const std::string_view part = text.substr(0, board->serial.rx_free());
            board->serial.deliver(part);
            text.remove_prefix(part.size());
        }
        wait(20);
    }
    /// What was said on the line since the last call.
    std::string heard() {
        board->serial.pump();
        const std::string text{board->serial.sent()};
        board->serial.forget_sent();
        return text;
    }
    std::string ask(std::string_view text) {
        heard();
        send(text);
        return heard();
    }
    [[nodiscard]] std::string fen() const {
        char text[max_fen_length];
        return {text, game().record().position().fen(text)};
    }

    std::unique_ptr<Board> board;
    std::unique_ptr<App<Config, Board>> app;
};

inline bool has(const std::string& text, std::string_view wanted) { return text.find(wanted) != std::string::npos; }

}  // namespace stackmate::firmware::test
