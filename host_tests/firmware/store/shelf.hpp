// A board whose flash holds the store and the last games, with all of the firmware that writes there and tells of it, and
// without squares, engine and line.
#pragma once

#include "firmware/table/board_words.hpp"
#include "firmware/store/keeper.hpp"
#include "hal/fake/board.hpp"
#include "hal/fake/flash.hpp"
#include "hal/fake/squares.hpp"
#include "hal/flash_log.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stackmate::firmware::test {

/// A game by lot, as long as wanted: nobody takes or advances a pawn while there is another way, so that it is no draw.
inline std::vector<Move> long_game(std::size_t half_moves, std::uint32_t lot) {
    std::array<Move, Controller::max_plies> memory{};
    GameRecord record{memory};
    record.restart();
    while (record.size() < half_moves) {
        const Position& p = record.position();
        std::vector<Move> quiet, others;
        const Square checker = p.checker();
        Cursor cursor(checker);
        while (const Move m = cursor.next(p)) {
            if (!p.legal(m, checker)) continue;
            const bool pawn = p.slots(p.side(), PieceType::pawn) != 0 && type_of(p.at(m.from())) == PieceType::pawn;
            (pawn || !p.empty(index(m.to())) ? others : quiet).push_back(m);
        }
        const bool hurries = p.halfmove() > 60 && !others.empty();
        const std::vector<Move>& moves = hurries || quiet.empty() ? others : quiet;
        if (moves.empty()) return {};
        lot = lot * 1664525 + 1013904223;
        if (record.push(moves[(lot >> 8) % moves.size()]) != RecordError::none) return {};
        if (is_over(record.state())) return {};
    }
    return {record.moves().begin(), record.moves().end()};
}

/// hal::Flash: some sectors of a chip's, so that the power fails for all of it at once.
template <class F, std::uint32_t First, std::uint32_t Sectors>
class PartOf {
public:
    static constexpr std::uint32_t sectors = Sectors;
    static constexpr std::uint32_t sector_bytes = F::sector_bytes;
    static constexpr std::uint32_t program_bytes = F::program_bytes;
    static constexpr std::uint32_t longest_erase_us = F::longest_erase_us;
    static constexpr std::uint32_t longest_program_us = F::longest_program_us;

    explicit PartOf(F& flash) noexcept : flash_{flash} {}

    [[nodiscard]] bool erase(std::uint32_t sector) noexcept { return sector < Sectors && flash_.erase(First + sector); }
    [[nodiscard]] bool program(std::uint32_t offset, std::span<const std::byte> bytes) noexcept {
        return inside(offset, bytes.size()) && flash_.program(First * sector_bytes + offset, bytes);
    }
    [[nodiscard]] bool read(std::uint32_t offset, std::span<std::byte> to) const noexcept {
        return inside(offset, to.size()) && flash_.read(First * sector_bytes + offset, to);
    }

private:
    [[nodiscard]] static bool inside(std::uint32_t offset, std::size_t size) noexcept {
        return offset + size <= std::size_t{Sectors} * sector_bytes;
    }
    F& flash_;
};

/// 16 sectors for the store, behind `GamesSectors` for the last games, as on the boards that have both.
template <std::uint32_t SectorBytes, std::uint32_t ProgramBytes, std::uint32_t SegmentSectors,
          std::uint32_t GamesSectors = 32>
struct ShelfChip {
    static constexpr std::uint32_t games_sectors = GamesSectors;
    using Flash = hal::fake::Flash<GamesSectors + 16, SectorBytes, ProgramBytes>;
    using GamesPart = PartOf<Flash, 0, GamesSectors>;
    using StorePart = PartOf<Flash, GamesSectors, 16>;
    using Log = hal::FlashLog<StorePart, SegmentSectors>;
};
struct Rp2040Shelf : ShelfChip<4096, 8, 1> {
    static constexpr unsigned certain = 20;  ///< so many games of 300 half moves at least
    static constexpr const char* name = "RP2040";
};
struct Stm32l475Shelf : ShelfChip<2048, 8, 2> {
    static constexpr unsigned certain = 20;
    static constexpr const char* name = "STM32L475";
};

/// Three large sectors, and no flash for the games but the store's.
struct Stm32f411Shelf {
    static constexpr const char* name = "STM32F411";
    static constexpr unsigned certain = 4;
    struct Flash : hal::fake::Flash<3, 16384, 4> {
        static constexpr std::uint32_t longest_erase_us = 500'000;  ///< felt: all stands still meanwhile
    };
    using Log = hal::FlashLog<Flash, 1, 24>;
};

template <class C>
struct ShelfBoard : hal::fake::Board {
    explicit ShelfBoard(typename C::Flash& flash) : store_part{flash}, games{flash} {}

    hal::fake::SquareSensors sensors{};
    hal::fake::SquareLeds leds{};
    hal::fake::Buttons<> buttons{};
    typename C::StorePart store_part;
    typename C::Log store{store_part};
    typename C::GamesPart games;
    hal::fake::Watchdog watchdog{};
};

template <>
struct ShelfBoard<Stm32f411Shelf> : hal::fake::Board {
    static constexpr unsigned games_in_store = 8;

    explicit ShelfBoard(Stm32f411Shelf::Flash& flash) : store{flash} {}

    hal::fake::SquareSensors sensors{};
    hal::fake::SquareLeds leds{};
    hal::fake::Buttons<> buttons{};
    Stm32f411Shelf::Log store;
    hal::fake::Watchdog watchdog{};
};

/// The board, switched on. It has no pointer to memory of its own.
template <class C>
struct Shelf {
    using Board = ShelfBoard<C>;
    static_assert(Keeper<Board>::places != 0);

    explicit Shelf(typename C::Flash& flash) : board{flash} {
        opened = keeper.open();
        StoreTrouble loading = StoreTrouble::none;
        if (keeper.load(loading)) {
            game.offer(0);
        } else {
            game.start(0);
        }
        trouble = loading;
        keep();
    }
    /// What has happened is stored.
    void keep() {
        for (Change change = game.take_change(); change.kind != Change::Kind::none; change = game.take_change()) {
            const StoreTrouble now = keeper.keep(change, 0);
            trouble = now != StoreTrouble::none ? now : trouble;
        }
        game.show_store(keeper.light());
    }
    /// What the line answers.
    std::string ask(std::string_view word, std::string_view noun = {}) {
        std::string heard;
        words.take_word(word);
        if (!noun.empty()) {
            words.take_word(noun);
        }
        words.end_line(game.record().position());
        for (bool more = true; more;) {
            more = words.telling();
            words.write_more();
            board.serial.pump();
            heard += board.serial.sent();
            board.serial.forget_sent();
        }
        return heard;
    }
    /// Where the board asks whether a saved game may go, it is said again.
    void begin(std::string_view fen = {}) {
        if (game.set_game(fen, {}) == Refusal::asked) {
            (void)game.set_game(fen, {});
        }
        keep();
    }
    void play(Move m) {
        (void)game.play_unseen(m);
        keep();
    }
    void resign(Color side) {
        (void)game.resign(side);
        keep();
    }

    Board board;
    Controller game{};
    Keeper<Board> keeper{board, game};
    BoardWords<Board> words{board, game, keeper};
    StoreTrouble opened = StoreTrouble::none, trouble = StoreTrouble::none;
};

}  // namespace stackmate::firmware::test
