// A chess board of fakes with the whole firmware on it, and hands.
#pragma once

#include "core/notation/move_text.hpp"
#include "firmware/app.hpp"
#include "hal/fake/chess_board.hpp"
#include "host_tests/boards/chips/rp2/pair.hpp"
#include "host_tests/firmware/hands.hpp"
#include "host_tests/hal/any_store.hpp"
#include "host_tests/support/instances.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace stackmate::firmware::test {

struct QuickConfig : Tiny {
    static constexpr Depth bench_depth = 3;
};

using stackmate::test::AnyStore;
using stackmate::test::StoreOf;

/// The store of the board on the table.
struct TableStore {
    static constexpr unsigned keys = hal::fake::NvStore<>::keys;
    static constexpr std::size_t longest_piece = hal::fake::NvStore<>::longest_piece;
    static constexpr std::uint32_t longest_silence_us = 0;

    explicit TableStore(std::unique_ptr<AnyStore> store) : any{std::move(store)} { last = any.get(); }
    /// A store's type tells it: that of the board which was switched on last.
    [[nodiscard]] static std::size_t request_bytes(std::size_t bytes) noexcept { return last->request_bytes(bytes); }
    [[nodiscard]] hal::NvResult open() noexcept { return any->open(); }
    [[nodiscard]] hal::NvResult put(unsigned key, std::span<const std::byte> b) noexcept { return any->put(key, b); }
    [[nodiscard]] hal::NvResult append(unsigned key, std::span<const std::byte> b) noexcept {
        return any->append(key, b);
    }
    [[nodiscard]] hal::NvResult make_room(std::size_t bytes) noexcept { return any->make_room(bytes); }
    [[nodiscard]] std::size_t room() const noexcept { return any->room(); }
    [[nodiscard]] std::size_t size(unsigned key) const noexcept { return any->size(key); }
    [[nodiscard]] std::size_t growth(unsigned key) const noexcept { return any->growth(key); }
    [[nodiscard]] std::size_t read(unsigned key, std::size_t at, std::span<std::byte> to) const noexcept {
        return any->read(key, at, to);
    }

    std::unique_ptr<AnyStore> any;
    static inline const AnyStore* last = nullptr;
};

struct TableBoard : hal::fake::Board {
    explicit TableBoard(std::unique_ptr<AnyStore> any) : store{std::move(any)} {}

    hal::fake::SquareSensors sensors{};
    hal::fake::SquareLeds leds{};
    hal::fake::Buttons<> buttons{};
    TableStore store;
    hal::fake::Watchdog watchdog{};
};
static_assert(hal::ChessBoard<TableBoard>);

/// The same with a wire and a USB port.
struct PairBoard {
    static constexpr std::string_view name = "fake";
    static constexpr std::size_t ram_bytes = 0;
    static constexpr std::size_t flash_bytes = 0;
    static constexpr std::size_t stack_bytes = 0;
    static constexpr std::uint32_t baud = 115200;

    explicit PairBoard(std::unique_ptr<AnyStore> any) : store{std::move(any)} {}
    void init() noexcept {}

    hal::fake::Clock clock{};
    hal::fake::Deadline deadline{clock};
    stackmate::test::PairedSerial serial{};
    hal::fake::System system{};
    hal::fake::SquareSensors sensors{};
    hal::fake::SquareLeds leds{};
    hal::fake::Buttons<> buttons{};
    TableStore store;
    hal::fake::Watchdog watchdog{};
};
static_assert(hal::ChessBoard<PairBoard>);

}  // namespace stackmate::firmware::test

namespace stackmate {

// Compiled once, in table.cpp.
extern template class Engine<firmware::test::QuickConfig>;
extern template class firmware::App<firmware::test::QuickConfig, firmware::test::TableBoard>;
extern template class firmware::App<firmware::test::QuickConfig, firmware::test::PairBoard>;

}  // namespace stackmate

namespace stackmate::firmware::test {

template <class TheBoard, class TheApp = App<QuickConfig, TheBoard>>
struct TableOf : ChessHands {
    using Board = TheBoard;
    static_assert(hal::ChessBoard<Board>);

    explicit TableOf(hal::fake::NvStore<>& memory)
        : TableOf{std::make_unique<StoreOf<hal::fake::NvStore<>&>>(memory)} {}
    explicit TableOf(std::unique_ptr<AnyStore> store)
        : board{std::make_unique<Board>(std::move(store))}, app{std::make_unique<TheApp>(*board)} {
        app->start();
    }

    [[nodiscard]] const Controller& game() const { return app->table().game(); }

    SquareSet& standing() override { return board->sensors.occupied; }
    void hold_down(std::uint8_t buttons) override { board->buttons.hold(buttons); }
    [[nodiscard]] const Position& game_position() const override { return game().record().position(); }
    void wait(std::uint32_t ms) override { wait(ms, step_ms); }
    /// `step` milliseconds at a turn.
    void wait(std::uint32_t ms, std::uint32_t step) {
        for (std::uint32_t gone = 0; gone < ms; gone += step) {
            board->clock.pass(step);
            board->watchdog.pass(step);
            app->poll();
        }
    }
    void begin() {
        put(start_board, 1500);
        ASSERT_EQ(game().state(), states::State::person_to_move) << heard();
    }
    /// Until the engine has answered.
    void think(int turns = 100'000) {
        for (; game().state() == states::State::engine_thinking && turns != 0; --turns) app->poll();
        ASSERT_EQ(game().state(), states::State::move_to_make);
        wait(20);
    }
    void send(std::string_view text) {
        for (; !text.empty(); app->poll()) {
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

    std::uint32_t step_ms = 5;
    std::unique_ptr<Board> board;
    std::unique_ptr<TheApp> app;
};
using Table = TableOf<TableBoard>;

inline bool has(const std::string& text, std::string_view wanted) { return text.find(wanted) != std::string::npos; }

}  // namespace stackmate::firmware::test
