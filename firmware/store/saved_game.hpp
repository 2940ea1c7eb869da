// The game and the settings in memory that outlives the power: one request to the store for each thing that happens.
//
// The game is one value: its start, and behind it what has happened, event by event. So a new game replaces the one
// before it in a single request, an event is a single `append`, and power lost at any instant leaves the game as it was
// before the event or as it is after it; that is the store's promise, and nothing here is ever stored in two requests.
//
//   start   0 format   1 length n of the FEN, 0 for the normal start position   2 n characters
//   event   two bytes, lowest first: a Move's bits; or, with a piece (bit 7) but no promotion (bit 3), which no move is,
//           something else: bits 0 to 2 say what, bits 8 to 15 bring a number
//           | 0 | plies taken back | 1 | result: low half the ending, high half the winner | 2 | clocks: six bytes follow, what
//           White and Black have left, in units of 10 ms, lowest byte first |
//
// A move of a game with clocks and its clocks are one request. A half move takes eight bytes of flash, with clocks 16.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/position.hpp"
#include "core/types.hpp"
#include "firmware/engine/levels.hpp"
#include "firmware/game/types.hpp"
#include "hal/chess_concepts.hpp"

namespace stackmate::firmware {

/// What `SavedGame::load` found.
enum class LoadedGame : std::uint8_t {
    none,     ///< no game is stored, or one of another format
    whole,    ///< all of it was told
    damaged,  ///< what was told first makes sense; then came something that none of our programs writes
};

/// Stores what a BoardGame tells, and tells it again after a restart.
template <hal::NvStore Store>
class SavedGame {
public:
    explicit constexpr SavedGame(Store& store) noexcept : store_{store} {}

    /// Once, first of all: see NvStore.
    [[nodiscard]] hal::NvResult open() noexcept { return store_.open(); }

    /// False, and `settings` stays as it is, if none are stored or those of another format. Values that make no sense
    /// are the caller's to mend.
    [[nodiscard]] bool load_settings(BoardSettings& settings) const noexcept {
        std::array<std::byte, settings_bytes> bytes{};
        const std::size_t size = store_.size(settings_key);
        const bool is_first = size == first_settings_bytes;
        if ((!is_first && size != bytes.size()) || store_.read(settings_key, 0, bytes) != size
            || bytes[0] != (is_first ? first_settings_format : settings_format)) {
            return false;
        }
        const auto number = [&](std::size_t at) { return std::to_integer<std::uint8_t>(bytes[at]); };
        settings.level = number(1);
        settings.white = static_cast<Player>(number(2));
        settings.black = static_cast<Player>(number(3));
        settings.flipped = number(4) != 0;
        settings.brightness = number(5);
        settings.protocol = number(6);  // 0 in the first format, which had none
        return true;
    }

    /// Tells the stored game: `sink.start(fen)` (empty: the normal start), then in the order of their happening
    /// `sink.move(m)`, `sink.taken_back(plies)`, `sink.clocks(white_ms, black_ms)`, `sink.result(r)`. Each says whether
    /// it makes sense; the first that does not is the last that is told.
    template <class Sink>
    [[nodiscard]] LoadedGame load(Sink& sink) const noexcept {
        std::array<char, 2 + max_fen_length> head{};
        const std::span<std::byte> bytes = std::as_writable_bytes(std::span{head});
        if (store_.read(game_key, 0, bytes.first(2)) != 2 || bytes[0] != game_format) {
            return LoadedGame::none;
        }
        const auto fen = static_cast<std::uint8_t>(bytes[1]);
        if (fen > max_fen_length || store_.read(game_key, 2, bytes.subspan(2, fen)) != fen
            || !sink.start(std::string_view{head.data() + 2, fen})) {
            return LoadedGame::damaged;
        }
        return load_events(sink, 2u + fen);
    }

    /// Whether there is a game with at least one event.
    [[nodiscard]] bool has_events() const noexcept {
        std::array<std::byte, 2> head{};
        return store_.read(game_key, 0, head) == 2 && head[0] == game_format
               && store_.size(game_key) > 2u + std::to_integer<std::size_t>(head[1]);
    }

    /// Tidies now, so that no half move of a game of usual length waits for an erase. May block as long as that takes.
    [[nodiscard]] hal::NvResult make_room(bool with_clocks) noexcept {
        const std::size_t event = with_clocks ? 10 : 2;
        return store_.make_room(Store::request_bytes(32) + 100 * Store::request_bytes(event));
    }

    [[nodiscard]] hal::NvResult save(const BoardSettings& settings) noexcept {
        const auto byte = [](auto value) { return static_cast<std::byte>(value); };
        const std::array<std::byte, settings_bytes> bytes{settings_format,        byte(settings.level),
                                                          byte(settings.white),   byte(settings.black),
                                                          byte(settings.flipped), byte(settings.brightness),
                                                          byte(settings.protocol)};
        return store_.put(settings_key, bytes);
    }

    /// In place of the game before. `start`: where the game begins.
    [[nodiscard]] hal::NvResult new_game(const Position& start) noexcept {
        std::array<char, 2 + max_fen_length> head{};
        std::size_t length = start.fen(head.data() + 2);
        if (std::string_view{head.data() + 2, length} == Position::start_fen) {
            length = 0;
        }
        static_assert(2 + max_fen_length <= Store::longest_piece, "one request");
        const std::span<std::byte> bytes = std::as_writable_bytes(std::span{head});
        bytes[0] = game_format;
        bytes[1] = static_cast<std::byte>(length);
        return store_.put(game_key, bytes.first(2 + length));
    }

    [[nodiscard]] hal::NvResult move(Move m) noexcept { return append(m.bits()); }

    /// The clocks as they are after it, in milliseconds.
    [[nodiscard]] hal::NvResult move(Move m, std::uint32_t white_ms, std::uint32_t black_ms) noexcept {
        std::array<std::byte, 10> bytes{};
        put_word(bytes, 0, m.bits());
        put_word(bytes, 2, other | clocks);
        put_time(bytes, 4, white_ms);
        put_time(bytes, 7, black_ms);
        return store_.append(game_key, bytes);
    }

    /// `plies`: 1 to 1000.
    [[nodiscard]] hal::NvResult taken_back(unsigned plies) noexcept {
        std::array<std::byte, 8> bytes{};
        std::size_t used = 0;
        for (; plies != 0 && used < bytes.size(); used += 2) {
            const unsigned part = std::min(plies, 255u);
            put_word(bytes, used, other | back | part << 8);
            plies -= part;
        }
        return store_.append(game_key, std::span{bytes}.first(used));
    }

    /// Ending::none: the game goes on after all.
    [[nodiscard]] hal::NvResult result(GameResult result) noexcept {
        return append(other | ended | static_cast<unsigned>(result.ending) << 8
                      | static_cast<unsigned>(result.winner) << 12);
    }

private:
    static constexpr unsigned settings_key = 0;
    static constexpr unsigned game_key = 1;
    static constexpr std::byte first_settings_format{1}, settings_format{2};
    static constexpr std::byte game_format{2};
    static constexpr std::size_t first_settings_bytes = 6, settings_bytes = 7;

    static constexpr unsigned other = 0x80;
    [[nodiscard]] static constexpr bool is_other(unsigned word) noexcept { return (word & 0x88) == other; }
    static constexpr unsigned back = 0, ended = 1, clocks = 2;
    static constexpr std::size_t clocks_bytes = 6;
    static_assert(!is_other(Move(Square::h8, Square::h8).bits()));
    static_assert(!is_other(Move(Square::h8, Square::h8, PieceType::queen).bits()));
    static_assert(ending_count <= 16);

    static void put_word(std::span<std::byte> bytes, std::size_t at, unsigned word) noexcept {
        bytes[at] = static_cast<std::byte>(word);
        bytes[at + 1] = static_cast<std::byte>(word >> 8);
    }
    static void put_time(std::span<std::byte> bytes, std::size_t at, std::uint32_t ms) noexcept {
        const std::uint32_t units = std::min<std::uint32_t>((ms + 9) / 10, 0xFFFFFF);
        for (unsigned i = 0; i < 3; ++i) {
            bytes[at + i] = static_cast<std::byte>(units >> 8 * i);
        }
    }
    [[nodiscard]] static std::uint32_t time_of(std::span<std::byte const> bytes) noexcept {
        std::uint32_t units = 0;
        for (unsigned i = 0; i < 3; ++i) {
            units |= std::to_integer<std::uint32_t>(bytes[i]) << 8 * i;
        }
        return units * 10;
    }

    [[nodiscard]] hal::NvResult append(unsigned word) noexcept {
        std::array<std::byte, 2> bytes{};
        put_word(bytes, 0, word);
        return store_.append(game_key, bytes);
    }

    template <class Sink>
    [[nodiscard]] LoadedGame load_events(Sink& sink, std::size_t at) const noexcept {
        // Large pieces: each read goes through the whole store.
        std::array<std::byte, 128> piece{};
        const std::size_t size = store_.size(game_key);
        while (at < size) {
            const std::size_t there = store_.read(game_key, at, piece);
            std::size_t used = 0;
            for (std::size_t taken = 1; taken != 0 && used < there; used += taken) {
                const std::span<std::byte const> rest{piece.data() + used, there - used};
                taken = event_bytes(rest);
                if (taken != 0 && !tell(sink, rest)) {
                    return LoadedGame::damaged;
                }
                if (taken == 0) {
                    break;
                }
            }
            if (used == 0) {  // a part of an event at the end
                return LoadedGame::damaged;
            }
            at += used;
        }
        return LoadedGame::whole;
    }

    [[nodiscard]] static unsigned word_of(std::span<std::byte const> bytes) noexcept {
        return std::to_integer<unsigned>(bytes[0]) | std::to_integer<unsigned>(bytes[1]) << 8;
    }

    /// 0: not all of the event is there.
    [[nodiscard]] static std::size_t event_bytes(std::span<std::byte const> rest) noexcept {
        if (rest.size() < 2) {
            return 0;
        }
        const unsigned word = word_of(rest);
        const std::size_t bytes = is_other(word) && (word & 7) == clocks ? 2 + clocks_bytes : 2;
        return rest.size() < bytes ? 0 : bytes;
    }

    template <class Sink>
    [[nodiscard]] static bool tell(Sink& sink, std::span<std::byte const> event) noexcept {
        const unsigned word = word_of(event);
        if (!is_other(word)) {
            return sink.move(Move::from_bits(static_cast<std::uint16_t>(word)));
        }
        switch (word & 7) {
        case back: return sink.taken_back(word >> 8);
        case clocks: return sink.clocks(time_of(event.subspan(2)), time_of(event.subspan(5)));
        case ended: {
            const unsigned ending = word >> 8 & 15, winner = word >> 12;
            return ending < ending_count && winner <= 2
                   && sink.result({static_cast<Ending>(ending), static_cast<Winner>(winner)});
        }
        default: return false;
        }
    }

    Store& store_;
};

}  // namespace stackmate::firmware
