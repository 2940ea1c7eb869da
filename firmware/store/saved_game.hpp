// The game and the settings in non-volatile memory: one request to the store for each thing that happens.
//
// The game is one value: its start, followed by what has happened, event by event. A new game replaces the previous one
// in a single request, and an event is a single `append`. So a loss of power at any instant leaves the game as it was
// before the event or as it is after it. The store guarantees this for each request, and nothing here is ever stored in
// two.
//
//   start   0 format   1 length n of the FEN, 0 for the normal start position   2 the game's number, lowest byte first
//           5 who plays White (bits 0 to 3) and Black (4 to 7), a Seat each   6 length t of the terms   7 the terms, as in
//           firmware/game/terms.hpp   7 + t n characters
//   event   two bytes, lowest first: a Move's bits; or, with a piece (bit 7) but no promotion (bit 3), as in no move,
//           a different event: bits 0 to 2 are its kind, bits 8 to 15 a number
//           | 0 | plies taken back | 1 | result: low half the ending, high half the winner | 2 | clocks: six bytes
//           follow, the time left of White and Black, in units of 10 ms, lowest byte first; number 1: from here on a
//           time follows each move | 3 | from here on no time follows a move | 4 | who plays now, as at the start |
//           5 | terms from here on: so many bytes follow, an even number | Castling in Chess960 would look like a
//           different event: its bit 3 is set as well. No promotion stays on its rank.
//   time    two bytes, lowest first, after a move: by how much its side's clock differs from its last stored value, in
//           units of 10 ms, signed
//
// A move of a game with clocks is stored together with its clocks in one request: four bytes if the time fits into two,
// otherwise ten or twelve. A half move takes eight bytes of flash, with clocks 16 or less.
//
// The settings are another value:
//
//   0 format   1 to 6 and from 15 the settings, each where its row of firmware/game/settings.hpp has it, 255 where it has none
//   7 marked squares, eight bytes: bit 0 of the first is the sensor of a1, bit 7 of the last that of h8
//
// A setting has its byte for ever. So a shorter value, of a version that had fewer settings, and a longer one, of a later
// version, are read as far as they are known, and what is missing is as usual.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

#include "core/chess/position.hpp"
#include "core/chess/types.hpp"
#include "firmware/engine/levels.hpp"
#include "firmware/game/terms.hpp"
#include "firmware/game/types.hpp"
#include "firmware/store/keys.hpp"
#include "hal/chess_concepts.hpp"

namespace stackmate::firmware {

/// The most bytes of a stored game, even where there is room for more: six hundred half moves with clocks, and as much
/// again for takebacks and long thinking times.
inline constexpr std::size_t longest_stored_game = 4096;

/// What `SavedGame::load` found.
enum class LoadedGame : std::uint8_t {
    none,     ///< no game is stored, or one of another format
    whole,    ///< all of it was passed on
    damaged,  ///< the beginning was valid and was passed on; what followed is nothing that our programs write
};

/// Stores what a Controller reports, and passes it on again after a restart.
template <hal::NvStore Store>
class SavedGame {
public:
    explicit constexpr SavedGame(Store& store) noexcept : store_{store} {}

    /// Call it once, before anything else: see NvStore.
    [[nodiscard]] hal::NvResult open() noexcept { return store_.open(); }

    /// Loads the settings. Returns false and changes nothing if none are stored, or only those of an unknown format.
    /// Invalid values become the usual ones. `marked`: the sensors that a person has marked, bit 0 a1 to 63 h8.
    [[nodiscard, gnu::cold]] bool load_settings(Settings& settings, std::uint64_t& marked) const noexcept {
        StoredSettings bytes;
        if (!read_settings(bytes)) {
            return false;
        }
        SettingBytes values{};
        load_values(setting_rows, bytes, values);
        settings = corrected(values);
        std::memcpy(&marked, &bytes[7], sizeof marked);
        return true;
    }

    /// Passes the stored game to `sink`: `sink.terms(terms)`, `sink.start(fen)` (empty: the normal start) and
    /// `sink.players(white, black)`, then in the order in which they happened `sink.move(m)`, `sink.taken_back(plies)`,
    /// `sink.clocks(white_ms, black_ms)`, `sink.clock_changed(ms)` for the side that moved last, `sink.result(r)`,
    /// `sink.players`, `sink.terms`. Each returns whether the event is valid; the first invalid one ends the loading.
    template <class Sink>
    [[nodiscard, gnu::cold]] LoadedGame load(Sink& sink) noexcept {
        std::array<char, max_fen_length> text{};
        const Head head = read_head();
        if (!head.found) {
            return LoadedGame::none;
        }
        const std::span fen = std::span{text}.first(std::min<std::size_t>(head.fen, max_fen_length));
        Terms terms;
        if (head.fen > max_fen_length || store_.read(game_key, head.start, std::as_writable_bytes(fen)) != head.fen
            || !load_terms(head.terms, terms) || !sink.terms(terms)
            || !sink.start(std::string_view{fen.data(), fen.size()}) || !tell_players(sink, head.players)) {
            return LoadedGame::damaged;
        }
        return load_events(sink, head.start + head.fen);
    }

    [[nodiscard]] Store& store() noexcept { return store_; }
    /// Whether there is a game with at least one event.
    [[nodiscard, gnu::cold]] bool has_events() const noexcept {
        const Head head = read_head();
        return head.found && store_.size(game_key) > std::size_t{head.start} + head.fen;
    }
    /// The number of the stored game; 0 if there is none.
    [[nodiscard, gnu::cold]] std::uint32_t number() const noexcept { return read_head().number; }

    /// What was found in the store is permanent from now on, however often the power fails: see hal::NvStore.
    [[nodiscard, gnu::cold]] hal::NvResult make_sure() noexcept { return store_.make_room(0); }

    /// The number of half moves that can certainly be stored, with clocks or without; one with a long thinking time
    /// takes the room of two.
    [[nodiscard, gnu::cold]] std::size_t half_moves_left(bool with_clocks) const noexcept {
        const std::size_t used = store_.size(game_key);
        const std::size_t left =
            std::min(store_.growth(game_key), used < longest_stored_game ? longest_stored_game - used : 0);
        return left / (with_clocks ? 4 : 2);
    }

    /// Whether a game of 600 half moves fits without the store compacting in between.
    [[nodiscard, gnu::cold]] bool has_room_for_all(bool with_clocks) const noexcept {
        return store_.growth(game_key) >= room_for(600, with_clocks);
    }
    /// Compacts the store now, so that no half move of a game of usual length waits for an erase. May block as long as
    /// an erase takes.
    [[nodiscard, gnu::cold]] hal::NvResult make_room(bool with_clocks) noexcept {
        // If an erase blocks long enough to be noticed, none should happen in a long game either, if that fits.
        if constexpr (Store::longest_silence_us >= 100'000) {
            if (const hal::NvResult result = store_.make_room(room_for(600, with_clocks));
                result != hal::NvResult::full) {
                return result;
            }
        }
        return store_.make_room(room_for(100, with_clocks));
    }

    /// Writes nothing if the same values are stored. `marked`: see `load_settings`.
    [[nodiscard, gnu::cold]] hal::NvResult save(const Settings& settings, std::uint64_t marked) noexcept {
        const SettingBytes values = bytes_of(settings);
        StoredSettings bytes, stored;
        bytes.fill(unset);
        bytes[0] = settings_format;
        store_values(setting_rows, values, bytes);
        std::memcpy(&bytes[marks_at], &marked, sizeof marked);
        return read_settings(stored) && bytes == stored ? hal::NvResult::ok : store_.put(settings_key, bytes);
    }

    /// Replaces the previous game. `start`: where the game begins. `number`: below 2^24. `white`, `black`: who plays, also
    /// if a session has the sides.
    [[nodiscard, gnu::cold]] hal::NvResult new_game(const Position& start, std::uint32_t number, const Terms& terms,
                                                    Seat white, Seat black) noexcept {
        std::array<char, head_bytes + max_fen_length> head{};
        std::size_t length = start.fen(head.data() + head_bytes);
        if (std::string_view{head.data() + head_bytes, length} == Position::start_fen) {
            length = 0;
        }
        static_assert(head_bytes + max_fen_length <= Store::longest_piece, "one request");
        const std::span<std::byte> bytes = std::as_writable_bytes(std::span{head});
        bytes[0] = game_format;
        bytes[1] = static_cast<std::byte>(length);
        put_word(bytes, 2, number);
        bytes[4] = static_cast<std::byte>(number >> 16);
        bytes[5] = static_cast<std::byte>(both(white, black));
        bytes[6] = static_cast<std::byte>(terms_bytes);
        store_terms(terms, bytes.template subspan<terms_at, terms_bytes>());
        brings_time_ = false;
        return store_.put(game_key, bytes.first(head_bytes + length));
    }

    [[nodiscard, gnu::cold]] hal::NvResult move(Move m) noexcept {
        std::array<std::byte, 4> bytes{};
        put_word(bytes, 0, other | no_times);
        put_word(bytes, 2, word_for(m));
        const hal::NvResult result = store_.append(game_key, std::span{bytes}.subspan(brings_time_ ? 0 : 2));
        brings_time_ = brings_time_ && result != hal::NvResult::ok;
        return result;
    }

    /// `white_ms`, `black_ms`: the clocks after the move. `mover`: who made it.
    [[nodiscard, gnu::cold]] hal::NvResult move(Move m, Color mover, std::uint32_t white_ms,
                                                std::uint32_t black_ms) noexcept {
        const Units now{units_of(white_ms), units_of(black_ms)};
        const unsigned side = index(mover);
        // Both are 24-bit values, so the sign is not lost.
        const auto change = static_cast<std::int32_t>(now[side] - stored_units_[side]);
        const bool is_short = brings_time_ && knows_clocks_ && now[side ^ 1u] == stored_units_[side ^ 1u]
                              && change >= -0x8000 && change <= 0x7FFF;
        std::array<std::byte, 12> bytes{};
        std::size_t used = 2;
        put_word(bytes, 0, word_for(m));
        if (is_short) {
            put_word(bytes, 2, static_cast<unsigned>(change));
            used = 4;
        } else {
            if (brings_time_) {
                used += 2;  // this move's own time: zero
            }
            used = put_clocks(bytes, used, now);
        }
        return append_with_clocks(std::span{bytes}.first(used), now);
    }

    /// The terms have changed.
    [[nodiscard, gnu::cold]] hal::NvResult agree(const Terms& terms) noexcept {
        std::array<std::byte, 2 + even_terms_bytes> bytes{};
        put_terms(bytes, terms);
        return store_.append(game_key, bytes);
    }
    /// The terms have changed, of a game with clocks; they stand as given.
    [[nodiscard, gnu::cold]] hal::NvResult agree(const Terms& terms, std::uint32_t white_ms,
                                                 std::uint32_t black_ms) noexcept {
        const Units now{units_of(white_ms), units_of(black_ms)};
        std::array<std::byte, 2 + even_terms_bytes + 2 + clocks_bytes> bytes{};
        put_terms(bytes, terms);
        (void)put_clocks(bytes, 2 + even_terms_bytes, now);
        return append_with_clocks(bytes, now);
    }

    /// `plies`: 1 to 1000.
    [[nodiscard, gnu::cold]] hal::NvResult taken_back(unsigned plies) noexcept {
        std::array<std::byte, 8> bytes{};
        std::size_t used = 0;
        for (; plies != 0 && used < bytes.size(); used += 2) {
            const unsigned part = std::min(plies, 255u);
            put_word(bytes, used, other | back | part << 8);
            plies -= part;
        }
        return store_.append(game_key, std::span{bytes}.first(used));
    }

    /// Ending::none: the game continues. Who plays now is stored with it.
    [[nodiscard, gnu::cold]] hal::NvResult result(GameResult result, Seat white, Seat black) noexcept {
        std::array<std::byte, 4> bytes{};
        put_word(bytes, 0, other | players | both(white, black) << 8);
        put_word(
            bytes, 2,
            other | ended | static_cast<unsigned>(result.ending) << 8 | static_cast<unsigned>(result.winner) << 12);
        return store_.append(game_key, bytes);
    }

private:
    [[nodiscard]] static std::size_t room_for(std::size_t half_moves, bool with_clocks) noexcept {
        return Store::request_bytes(32) + half_moves * Store::request_bytes(with_clocks ? 4 : 2);
    }

    static constexpr unsigned settings_key = settings_keys.first, game_key = game_keys.first;
    static_assert(has_keys<Store>(settings_keys) && has_keys<Store>(game_keys));
    static constexpr std::byte settings_format{8}, game_format{4};
    /// In place of a setting that this board has not.
    static constexpr std::byte unset{255};
    static constexpr std::size_t terms_at = 7, head_bytes = terms_at + terms_bytes, marks_at = 7;
    /// To the marks or the last setting of this board.
    static constexpr std::size_t settings_bytes = [] {
        std::size_t bytes = marks_at + sizeof(std::uint64_t);
        for (const SettingRow& row : setting_rows) bytes = std::max(bytes, row.stored_at + std::size_t{1});
        return bytes;
    }();
    using StoredSettings = std::array<std::byte, settings_bytes>;
    static_assert(std::endian::native == std::endian::little, "the marks are copied as they are");
    static_assert(std::ranges::all_of(setting_rows,
                                      [](const SettingRow& row) {
                                          return row.stored_at != 0
                                                 && (row.stored_at < marks_at
                                                     || row.stored_at >= marks_at + sizeof(std::uint64_t));
                                      }),
                  "a setting is stored beside the format and the marks");

    static constexpr unsigned other = 0x80;
    [[nodiscard]] static constexpr bool is_other(unsigned word) noexcept { return (word & 0x88) == other; }
    static constexpr unsigned back = 0, ended = 1, clocks = 2, no_times = 3, players = 4, changed_terms = 5;
    static constexpr std::size_t clocks_bytes = 6, even_terms_bytes = (terms_bytes + 1) / 2 * 2;
    using Units = std::array<std::uint32_t, 2>;
    [[nodiscard]] static constexpr unsigned word_for(Move m) noexcept { return m.bits() | (m.castles() ? 8u : 0u); }
    [[nodiscard]] static constexpr Move move_of(unsigned word) noexcept {
        const Move m = Move::from_bits(static_cast<std::uint16_t>(word));
        const Square from = m.from(), to = m.to();
        const bool castles = plays_chess960 && m.promotes() && rank_of(from) == rank_of(to) && rank_of(from) % 7 == 0
                             && (file_of(to) == 2 || file_of(to) == 6);
        return castles ? Move::from_bits(static_cast<std::uint16_t>(word & ~8u)) : m;
    }
    static_assert(!is_other(Move(Square::h8, Square::h8).bits()));
    static_assert(!is_other(Move(Square::h8, Square::h8, PieceType::queen).bits()));
    static_assert(ending_count <= 16);

    /// Returns false if none are stored, or only those of an unknown format. What is missing is unset, and no square is
    /// marked.
    [[nodiscard, gnu::cold, gnu::noinline]] bool read_settings(StoredSettings& bytes) const noexcept {
        bytes.fill(unset);
        std::memset(&bytes[marks_at], 0, sizeof(std::uint64_t));
        return store_.read(settings_key, 0, bytes) != 0 && bytes[0] == settings_format;
    }

    static void put_word(std::span<std::byte> bytes, std::size_t at, unsigned word) noexcept {
        bytes[at] = static_cast<std::byte>(word);
        bytes[at + 1] = static_cast<std::byte>(word >> 8);
    }
    [[nodiscard]] static std::uint32_t units_of(std::uint32_t ms) noexcept {
        return std::min<std::uint32_t>(ms / 10 + (ms % 10 != 0 ? 1 : 0), 0xFFFFFF);
    }
    static void put_units(std::span<std::byte> bytes, std::size_t at, std::uint32_t units) noexcept {
        for (unsigned i = 0; i < 3; ++i) {
            bytes[at + i] = static_cast<std::byte>(units >> 8 * i);
        }
    }
    [[nodiscard]] static std::size_t put_clocks(std::span<std::byte> bytes, std::size_t at, const Units& now) noexcept {
        put_word(bytes, at, other | clocks | 1u << 8);
        put_units(bytes, at + 2, now[0]);
        put_units(bytes, at + 5, now[1]);
        return at + 2 + clocks_bytes;
    }
    static void put_terms(std::span<std::byte> bytes, const Terms& terms) noexcept {
        put_word(bytes, 0, other | changed_terms | even_terms_bytes << 8);
        store_terms(terms, bytes.subspan<2, terms_bytes>());
    }
    /// `bytes` end with the clocks `now`.
    [[nodiscard, gnu::cold]] hal::NvResult append_with_clocks(std::span<const std::byte> bytes,
                                                              const Units& now) noexcept {
        const hal::NvResult result = store_.append(game_key, bytes);
        if (result == hal::NvResult::ok) {
            brings_time_ = knows_clocks_ = true;
            stored_units_ = now;
        }
        return result;
    }
    [[nodiscard]] static constexpr unsigned both(Seat white, Seat black) noexcept {
        return static_cast<unsigned>(white) | static_cast<unsigned>(black) << 4;
    }
    template <class Sink>
    [[nodiscard]] static bool tell_players(Sink& sink, unsigned seats) noexcept {
        const unsigned white = seats & 15, black = seats >> 4;
        return white < seat_count && black < seat_count
               && sink.players(static_cast<Seat>(white), static_cast<Seat>(black));
    }

    /// What precedes the FEN. Not `found`: there is no game, or one of an unknown format.
    struct Head {
        bool found = false;
        std::uint8_t fen = 0;    ///< its length
        std::uint8_t start = 0;  ///< where the FEN begins
        std::uint8_t players = 0;
        std::array<std::byte, terms_bytes> terms{};
        std::uint32_t number = 0;
    };
    [[nodiscard, gnu::cold]] Head read_head() const noexcept {
        std::array<std::byte, head_bytes> raw{};
        if (store_.read(game_key, 0, raw) < terms_at || raw[0] != game_format) {
            return {};
        }
        Head head{.found = true,
                  .fen = std::to_integer<std::uint8_t>(raw[1]),
                  .start = static_cast<std::uint8_t>(terms_at + std::to_integer<unsigned>(raw[6])),
                  .players = std::to_integer<std::uint8_t>(raw[5]),
                  .number = word_of(std::span{raw}.subspan(2)) | std::to_integer<std::uint32_t>(raw[4]) << 16};
        std::copy_n(raw.begin() + terms_at, std::min<std::size_t>(terms_bytes, head.start - terms_at),
                    head.terms.begin());
        return head;
    }

    [[nodiscard]] static std::uint32_t time_of(std::span<const std::byte> bytes) noexcept {
        std::uint32_t units = 0;
        for (unsigned i = 0; i < 3; ++i) {
            units |= std::to_integer<std::uint32_t>(bytes[i]) << 8 * i;
        }
        return units * 10;
    }

    template <class Sink>
    [[nodiscard, gnu::cold]] LoadedGame load_events(Sink& sink, std::size_t at) noexcept {
        // Large pieces, because each read goes through the whole store.
        std::array<std::byte, 128> piece{};
        const std::size_t size = store_.size(game_key);
        brings_time_ = knows_clocks_ = false;
        while (at < size) {
            const std::size_t there = store_.read(game_key, at, piece);
            std::size_t used = 0;
            for (std::size_t taken = 1; taken != 0 && used < there; used += taken) {
                const std::span<const std::byte> rest{piece.data() + used, there - used};
                taken = event_bytes(rest, brings_time_);
                if (taken != 0 && !tell(sink, rest, brings_time_)) {
                    return LoadedGame::damaged;
                }
                if (taken == 0) {
                    break;
                }
            }
            if (used == 0) {  // an incomplete event at the end
                return LoadedGame::damaged;
            }
            at += used;
        }
        return LoadedGame::whole;
    }

    [[nodiscard]] static unsigned word_of(std::span<const std::byte> bytes) noexcept {
        return std::to_integer<unsigned>(bytes[0]) | std::to_integer<unsigned>(bytes[1]) << 8;
    }

    /// The length of the event; 0 if it is incomplete.
    [[nodiscard]] static std::size_t event_bytes(std::span<const std::byte> rest, bool brings_time) noexcept {
        if (rest.size() < 2) {
            return 0;
        }
        const unsigned word = word_of(rest);
        const std::size_t bytes = !is_other(word)               ? (brings_time ? 4 : 2)
                                  : (word & 7) == clocks        ? 2 + clocks_bytes
                                  : (word & 7) == changed_terms ? 2 + (word >> 8)
                                                                : 2;
        return rest.size() < bytes ? 0 : bytes;
    }

    template <class Sink>
    [[nodiscard, gnu::cold]] static bool tell(Sink& sink, std::span<const std::byte> event,
                                              bool& brings_time) noexcept {
        const unsigned word = word_of(event);
        if (!is_other(word)) {
            if (!sink.move(move_of(word))) {
                return false;
            }
            const auto change = static_cast<std::int16_t>(brings_time ? word_of(event.subspan(2)) : 0);
            return !brings_time || sink.clock_changed(std::int32_t{change} * 10);
        }
        switch (word & 7) {
        case back: return sink.taken_back(word >> 8);
        case clocks:
            brings_time = word >> 8 == 1;
            return sink.clocks(time_of(event.subspan(2)), time_of(event.subspan(5)));
        case no_times: brings_time = false; return true;
        case players: return tell_players(sink, word >> 8);
        case changed_terms: {
            Terms terms;
            return load_terms(event.subspan(2, word >> 8), terms) && sink.terms(terms);
        }
        case ended: {
            const unsigned ending = word >> 8 & 15, winner = word >> 12;
            return ending < ending_count && winner <= 2
                   && sink.result({static_cast<Ending>(ending), static_cast<Winner>(winner)});
        }
        default: return false;
        }
    }

    Store& store_;
    std::array<std::uint32_t, 2> stored_units_{};  ///< the clocks as last stored
    bool knows_clocks_ = false;                    ///< a reader of the events would know these clocks
    bool brings_time_ = false;                     ///< each move brings its time, from the last event on
};

}  // namespace stackmate::firmware
