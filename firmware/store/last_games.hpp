// Past games, apart from the settings and the current game: in flash of their own, or among the values of the store.
//
// The flash is divided into places of one or more erase sectors, one game each; the oldest game is replaced first. A
// place is written from its beginning to its end:
//
//   0 format   1 length n of the FEN, 0 for the normal start position   2 the game's number, lowest byte first
//   5 who played White (bits 0 to 3) and Black (4 to 7)   6 the ending   7 the winner   8 half moves m, two bytes
//   10 n characters   10+n m Moves of two bytes   10+n+2m CRC-32 of all before   pad of 0xFF
//
// What was taken back is not among the moves, nor are the clocks.
//
// Why a power cut loses no game. Only the store says which game is the current one, and it changes that in one atomic
// request: the start of the next game, with the next number, replaces the previous game. This request is made only
// after two things: all of the previous game has been written to its place and read back since the last start, and what
// that start found in the store has been made sure. So a place counts if its number is below the current game's. Until
// it does, the game is still in the store, and its place can be written again. What is erased for it is the oldest game
// or a place without a valid one.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

#include "core/chess/position.hpp"
#include "core/chess/types.hpp"
#include "firmware/game/types.hpp"
#include "firmware/play/controller.hpp"
#include "firmware/store/keys.hpp"
#include "firmware/store/saved_game.hpp"
#include "hal/chess_concepts.hpp"
#include "hal/crc_32.hpp"
#include "hal/flash.hpp"

namespace stackmate::firmware {

/// A past game and its place.
struct KeptGame {
    std::uint32_t number = 0;  ///< from 1; 0: there is none
    std::uint8_t place = 0;
    std::uint8_t fen = 0;  ///< length of the text
    std::uint16_t half_moves = 0;
    Seat white = Seat::person;
    Seat black = Seat::person;
    GameResult result{};
};

/// For boards without flash for past games.
struct NoGames {
    static constexpr unsigned places = 0;
};

/// Places for the last games in the store itself, for boards without separate flash for them: a hal::Flash as far as
/// LastGames needs it. Each sector is a value of the store, under a key of its own. Bytes are
/// programmed in rising order. A full sector refuses more until it is erased.
template <hal::NvStore Store, unsigned Count>
class GamesInStore {
public:
    static constexpr unsigned first_key = past_game_keys.first;
    static constexpr std::uint32_t sectors = Count;
    static constexpr std::uint32_t sector_bytes = 1328;
    static constexpr std::uint32_t program_bytes = 1;
    static constexpr std::uint32_t longest_erase_us = Store::longest_silence_us;
    static constexpr std::uint32_t longest_program_us = Store::longest_silence_us / Store::longest_piece;
    static_assert(Count <= past_game_keys.count, "so many keys are for past games");
    static_assert(has_keys<Store>({first_key, Count}), "the board's store needs more keys");

    explicit constexpr GamesInStore(Store& store) noexcept : store_{store} {}

    [[nodiscard]] bool erase(std::uint32_t sector) noexcept {
        return store_.put(first_key + sector, {}) == hal::NvResult::ok;
    }
    [[nodiscard]] bool program(std::uint32_t offset, std::span<const std::byte> bytes) noexcept {
        const unsigned key = first_key + offset / sector_bytes;
        return store_.size(key) == offset % sector_bytes && store_.append(key, bytes) == hal::NvResult::ok;
    }
    [[nodiscard]] bool read(std::uint32_t offset, std::span<std::byte> to) const noexcept {
        return store_.read(first_key + offset / sector_bytes, offset % sector_bytes, to) == to.size();
    }

private:
    Store& store_;
};

/// The result of keeping a game.
enum class Keeping : std::uint8_t {
    kept,
    nothing,  ///< there is no game in the store, or all its half moves were taken back
    failed,   ///< no memory takes it
};

/// `Memory`: a hal::Flash to which nobody else writes, or a reference to one. `Watch`: the watchdog that is fed while
/// the memory works, as in hal::FlashLog.
template <class Memory, class Watch>
class LastGames {
    using F = std::remove_reference_t<Memory>;
    static_assert(hal::Flash<F>);
    static constexpr std::uint32_t unit = F::program_bytes;
    static constexpr std::uint32_t buffer_bytes = 32;
    static constexpr std::size_t head_bytes = 10, check_bytes = 4;
    static constexpr std::uint32_t longest_bytes =
        head_bytes + max_fen_length + 2 * Controller::max_plies + check_bytes + unit;
    static constexpr std::uint32_t sectors_each = (longest_bytes + F::sector_bytes - 1) / F::sector_bytes;
    static constexpr std::uint32_t place_bytes = sectors_each * F::sector_bytes;

public:
    /// Whether the places share the store with the current game, which takes precedence.
    static constexpr bool in_store = !std::is_reference_v<Memory>;
    /// The greatest number of past games.
    static constexpr unsigned places = F::sectors / sectors_each;
    /// The longest time without feeding the watchdog, in microseconds.
    static constexpr std::uint32_t longest_silence_us =
        std::max<std::uint32_t>(F::longest_erase_us, buffer_bytes / unit * std::uint32_t{F::longest_program_us});

    constexpr LastGames(Memory memory, Watch& watch) noexcept : flash_{memory}, watch_{watch} {}

    /// The game with the highest number below `limit`; its `number` is 0 if there is none. Reads the head of each
    /// place, and all of the game.
    [[nodiscard, gnu::cold, gnu::noinline]] KeptGame newest_below(std::uint32_t limit) const noexcept {
        for (;;) {
            KeptGame best;
            for (unsigned place = 0; place < places; ++place) {
                const KeptGame game = head_of(place);
                if (game.number < limit && game.number > best.number) {
                    best = game;
                }
            }
            if (best.number == 0 || is_whole(best)) {
                return best;
            }
            limit = best.number;
        }
    }
    /// Reads the start position of a game. Returns false if that fails.
    [[nodiscard, gnu::cold, gnu::noinline]] bool start(const KeptGame& game, Position& position) const noexcept {
        if (game.fen == 0) {
            position.set_start();
            return true;
        }
        std::array<char, max_fen_length> text;
        const std::span fen = std::span{text}.first(game.fen);
        return flash_.read(game.place * place_bytes + head_bytes, std::as_writable_bytes(fen))
               && position.read_fen({fen.data(), fen.size()}, CastlingRules::either) == FenError::none;
    }
    /// A move of a game. `ply` counts from 0; none after the last.
    [[nodiscard, gnu::cold, gnu::noinline]] Move move(const KeptGame& game, std::size_t ply) const noexcept {
        std::array<std::byte, 2> raw;
        const auto at = static_cast<std::uint32_t>(game.place * place_bytes + head_bytes + game.fen + 2 * ply);
        return ply < game.half_moves && flash_.read(at, raw) ? Move::from_bits(static_cast<std::uint16_t>(word(raw, 0)))
                                                             : Move{};
    }

    /// Copies the stored game to a place, as game `number`. The caller must have made the store sure
    /// (`SavedGame::make_sure`). Blocks while a place is erased and written.
    template <class Saved>
    [[nodiscard, gnu::cold, gnu::noinline]] Keeping keep(Saved& saved, std::uint32_t number) noexcept {
        Sieve sieve;
        (void)saved.load(sieve);
        if (sieve.left == 0) {
            return Keeping::nothing;
        }
        std::uint32_t tried = 0;
        for (unsigned tries = 0; tries < 3 && tries < places; ++tries) {
            const unsigned place = place_for(number, tried);
            tried |= std::uint32_t{1} << place;
            if (erase(place) && write(saved, sieve, number, place)) {
                return Keeping::kept;
            }
            (void)erase(place);  // half a game must not take up room
        }
        return Keeping::failed;
    }
    /// Erases the oldest game. Returns false if there is none.
    [[nodiscard, gnu::cold, gnu::noinline]] bool forget_oldest() noexcept {
        KeptGame oldest;
        for (unsigned place = 0; place < places; ++place) {
            const KeptGame game = head_of(place);
            if (game.number != 0 && (oldest.number == 0 || game.number < oldest.number)) {
                oldest = game;
            }
        }
        return oldest.number != 0 && erase(oldest.place);
    }

private:
    static constexpr std::byte format{'G'};

    static_assert(places >= 2 && places <= 32, "one is written while another is kept; `tried` has 32 bits");
    static_assert(buffer_bytes % unit == 0);

    /// Fills a place from its beginning.
    struct Writer {
        LastGames& games;
        std::uint32_t at;
        std::uint32_t used = 0;
        bool good = true;
        hal::Crc32 crc{};
        std::array<std::byte, buffer_bytes> buffer{};

        [[gnu::cold, gnu::noinline]] void put(unsigned byte) noexcept {
            buffer[used] = static_cast<std::byte>(byte);
            crc.add(buffer[used]);
            if (++used == buffer_bytes) {
                flush();
            }
        }
        [[gnu::cold, gnu::noinline]] void flush() noexcept {
            games.watch_.feed();
            const std::uint32_t whole = (used + unit - 1) / unit * unit;
            for (; used < whole; ++used) {
                buffer[used] = std::byte{0xFF};
            }
            good = good && games.flash_.program(at, std::span{buffer}.first(whole));
            at += whole;
            used = 0;
        }
    };

    /// A sink of SavedGame. The first pass finds out which moves remain; the second, with a writer, writes them.
    struct Sieve {
        static constexpr std::size_t most = longest_stored_game / 2;

        bool terms(const Terms&) noexcept { return true; }
        [[gnu::cold]] bool start(std::string_view text) noexcept {
            made = 0;
            fen = static_cast<std::uint8_t>(text.size());
            for (const char c : text) {
                if (to != nullptr) {
                    to->put(static_cast<unsigned char>(c));
                }
            }
            return true;
        }
        [[gnu::cold]] bool move(Move m) noexcept {
            if (made == most) {
                return false;
            }
            const std::uint8_t bit = static_cast<std::uint8_t>(1u << made % 8);
            std::uint8_t& eight = stays[made / 8];
            ++made;
            if (to == nullptr) {
                if (left == Controller::max_plies) {
                    return false;
                }
                eight |= bit;
                ++left;
            } else if ((eight & bit) != 0) {
                to->put(m.bits() & 0xFFu);
                to->put(m.bits() >> 8);
            }
            return true;
        }
        [[gnu::cold]] bool taken_back(unsigned plies) noexcept {
            ending = {};
            if (to != nullptr) {
                return true;
            }
            for (std::size_t i = made; plies != 0 && i-- != 0;) {
                const std::uint8_t bit = static_cast<std::uint8_t>(1u << i % 8);
                if ((stays[i / 8] & bit) != 0) {
                    stays[i / 8] = static_cast<std::uint8_t>(stays[i / 8] & ~bit);
                    --left;
                    --plies;
                }
            }
            return plies == 0;
        }
        bool clocks(std::uint32_t, std::uint32_t) noexcept { return true; }
        bool clock_changed(std::int32_t) noexcept { return true; }
        bool players(Seat white_seat, Seat black_seat) noexcept {
            white = white_seat;
            black = black_seat;
            return true;
        }
        bool result(GameResult r) noexcept {
            ending = r;
            return true;
        }

        Writer* to = nullptr;
        std::array<std::uint8_t, most / 8> stays{};  ///< bit by bit, whether a move remains, in the order in which they
                                                     ///< were made
        std::uint16_t made = 0;
        std::uint16_t left = 0;
        std::uint8_t fen = 0;
        Seat white = Seat::person, black = Seat::person;
        GameResult ending{};
    };

    template <class Saved>
    [[nodiscard, gnu::cold]] bool write(Saved& saved, Sieve& sieve, std::uint32_t number, unsigned place) noexcept {
        Writer writer{*this, place * place_bytes};
        writer.put(std::to_integer<unsigned>(format));
        writer.put(sieve.fen);
        for (const unsigned shift : {0u, 8u, 16u}) {
            writer.put(number >> shift & 0xFF);
        }
        writer.put(static_cast<unsigned>(sieve.white) | static_cast<unsigned>(sieve.black) << 4);
        writer.put(static_cast<unsigned>(sieve.ending.ending));
        writer.put(static_cast<unsigned>(sieve.ending.winner));
        writer.put(sieve.left & 0xFFu);
        writer.put(sieve.left >> 8);
        sieve.to = &writer;
        (void)saved.load(sieve);
        sieve.to = nullptr;
        const std::uint32_t check = writer.crc.value();
        for (const unsigned shift : {0u, 8u, 16u, 24u}) {
            writer.put(check >> shift & 0xFF);
        }
        if (writer.used != 0) {
            writer.flush();
        }
        return writer.good;
    }

    [[nodiscard, gnu::cold]] bool erase(unsigned place) noexcept {
        for (std::uint32_t i = 0; i < sectors_each; ++i) {
            watch_.feed();
            if (!flash_.erase(place * sectors_each + i)) {
                return false;
            }
        }
        return true;
    }

    /// The place for game `number`: where it is already, an empty or invalid place, or that of the oldest game. Among
    /// empty places the choice depends only on the number, so that a game is not found twice after an interrupted
    /// write.
    [[nodiscard, gnu::cold]] unsigned place_for(std::uint32_t number, std::uint32_t tried) const noexcept {
        unsigned best = 0;
        std::uint32_t oldest = ~std::uint32_t{0};
        for (unsigned i = 0; i < places; ++i) {
            const unsigned place = (number + i) % places;
            const KeptGame game = head_of(place);
            const std::uint32_t there = game.number < number && is_whole(game) ? game.number : 0;
            if ((tried >> place & 1) == 0 && there < oldest) {
                oldest = there;
                best = place;
            }
        }
        return best;
    }

    [[nodiscard]] static unsigned word(std::span<const std::byte> bytes, std::size_t at) noexcept {
        return std::to_integer<unsigned>(bytes[at]) | std::to_integer<unsigned>(bytes[at + 1]) << 8;
    }

    /// Its number is 0 if the place does not look like a game.
    [[nodiscard, gnu::cold, gnu::noinline]] KeptGame head_of(unsigned place) const noexcept {
        std::array<std::byte, head_bytes> raw;
        const auto byte = [&](std::size_t at) { return std::to_integer<unsigned>(raw[at]); };
        if (!flash_.read(place * place_bytes, raw) || raw[0] != format || byte(1) > max_fen_length
            || (byte(5) & 15) >= seat_count || byte(5) >> 4 >= seat_count || byte(6) >= ending_count || byte(7) > 2
            || word(raw, 8) > Controller::max_plies) {
            return {};
        }
        return {.number = word(raw, 2) | byte(4) << 16,
                .place = static_cast<std::uint8_t>(place),
                .fen = static_cast<std::uint8_t>(byte(1)),
                .half_moves = static_cast<std::uint16_t>(word(raw, 8)),
                .white = static_cast<Seat>(byte(5) & 15),
                .black = static_cast<Seat>(byte(5) >> 4),
                .result = {static_cast<Ending>(byte(6)), static_cast<Winner>(byte(7))}};
    }
    [[nodiscard, gnu::cold, gnu::noinline]] bool is_whole(const KeptGame& game) const noexcept {
        const std::uint32_t bytes = static_cast<std::uint32_t>(head_bytes) + game.fen + 2u * game.half_moves;
        hal::Crc32 crc;
        std::uint32_t check = 0;
        for (std::uint32_t at = 0; at < bytes + check_bytes;) {
            std::array<std::byte, buffer_bytes> raw;
            const auto part = std::span{raw}.first(std::min<std::size_t>(buffer_bytes, bytes + check_bytes - at));
            if (!flash_.read(game.place * place_bytes + at, part)) {
                return false;
            }
            for (const std::byte b : part) {
                if (at < bytes) {
                    crc.add(b);
                } else {
                    check |= std::to_integer<std::uint32_t>(b) << 8 * (at - bytes);
                }
                ++at;
            }
        }
        return check == crc.value();
    }

    Memory flash_;
    Watch& watch_;
};

/// Where a board keeps its last games follows from the flash that it has.
template <class Board>
[[nodiscard]] constexpr auto last_games_of(Board& board) noexcept {
    if constexpr (requires { requires Board::games_in_store > 0; }) {
        using Memory = GamesInStore<decltype(Board::store), Board::games_in_store>;
        return LastGames<Memory, decltype(Board::watchdog)>{Memory{board.store}, board.watchdog};
    } else if constexpr (hal::KeepsGames<Board>) {
        return LastGames<decltype(Board::games)&, decltype(Board::watchdog)>{board.games, board.watchdog};
    } else {
        return NoGames{};
    }
}
template <class Board>
using GamesOf = decltype(last_games_of(std::declval<Board&>()));

}  // namespace stackmate::firmware
