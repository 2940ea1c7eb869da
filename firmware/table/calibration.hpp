// The self-test of a board whose sensors have levels also calibrates them. The result is kept, and squares whose margin shrinks are
// shown and reported. Elsewhere nothing of this is left.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "firmware/game/states.hpp"
#include "firmware/squares/lights.hpp"
#include "firmware/squares/square_set.hpp"
#include "firmware/store/keys.hpp"
#include "hal/chess_concepts.hpp"
#include "hal/frame.hpp"
#include "hal/square_levels.hpp"

namespace stackmate::firmware {

/// Of a board whose sensors know nothing but occupied and empty.
template <class Board>
struct Calibration {
    static void load(Board&) noexcept {}
    static void draw(const Board&, hal::Frame&, std::uint32_t) noexcept {}
};

/// How a weak square shines, where nothing else is shown. No other light of a game or of the sensor test blinks so.
inline constexpr Shine weak_shine{.colour = {150, 60, 0}, .period_log2 = 11, .on = 0x21};

/// Squares are those of the sensors, however the board lies.
template <hal::HasSquareLevels Board>
class Calibration<Board> {
    using Store = decltype(Board::store);

public:
    /// Call it once, after the store was opened. A half that is missing or not understood leaves its squares as they are.
    [[gnu::cold]] void load(Board& board) noexcept {
        for (unsigned half = 0; half < keys.count; ++half) {
            std::array<std::byte, half_bytes + 1> bytes;  // one more, so that a longer value is noticed
            if (board.store.read(keys.first + half, 0, bytes) != half_bytes || bytes[0] != version) continue;
            for (unsigned i = 0; i < half_squares; ++i) {
                const auto at = [&](unsigned n) { return std::to_integer<unsigned>(bytes[1 + 3 * i + n]); };
                board.sensing.levels.restore(half_squares * half + i,
                                             static_cast<std::uint16_t>(at(0) | (at(1) & 15) << 8),
                                             static_cast<std::uint16_t>(at(1) >> 4 | at(2) << 4));
            }
        }
    }

    /// Each turn; `tests`: the sensor test waits for pieces. When that ends, stores what it has measured, if anything, and blocks
    /// as the store does.
    [[nodiscard]] hal::NvResult watch(Board& board, bool tests) noexcept {
        return tests == board.sensing.levels.calibrates() ? hal::NvResult::ok : change(board, tests);
    }

    /// A square that has become weak; 0: none has. Looks once a second, so that a line has time for each.
    [[nodiscard]] SquareSet take_weak(Board& board, std::uint32_t now_ms) noexcept {
        return now_ms - looked_ms_ < 1000 ? 0 : look_for_weak(board, now_ms);
    }

    /// Adds to a picture: each weak square with a piece on it, and in a test each one. In a test a square has answered when it has
    /// been measured.
    void draw(const Board& board, hal::Frame& frame, std::uint32_t now_ms) const noexcept {
        if (weak_ != 0 || board.sensing.levels.calibrates()) add_to(board, frame, now_ms);
    }

private:
    static constexpr std::byte version{1};
    static constexpr StoreKeys keys = calibration_keys<Board>;
    static constexpr unsigned half_squares = 64 / keys.count;
    static constexpr std::size_t half_bytes = 1 + 3 * half_squares;  ///< 12 bits for the empty level, 12 for the swing
    static_assert(has_keys<Store>(keys), "the board's store has too few keys for a calibration");
    static_assert(half_bytes <= Store::longest_piece);

    [[gnu::cold, gnu::noinline]] static hal::NvResult change(Board& board, bool tests) noexcept {
        auto& squares = board.sensing.levels;
        if (tests) {
            squares.begin_calibration();
            return hal::NvResult::ok;
        }
        squares.end_calibration();
        return squares.measured() == 0 ? hal::NvResult::ok : save(board);
    }

    [[gnu::cold, gnu::noinline]] SquareSet look_for_weak(Board& board, std::uint32_t now_ms) noexcept {
        looked_ms_ = now_ms;
        const SquareSet weak = board.sensing.levels.weak(), news = weak & ~weak_, first = news & -news;
        weak_ = (weak_ & weak) | first;
        return first;
    }

    [[gnu::cold, gnu::noinline]] static hal::NvResult save(Board& board) noexcept {
        for (unsigned half = 0; half < keys.count; ++half) {
            std::array<std::byte, half_bytes> bytes;
            bytes[0] = version;
            for (unsigned i = 0; i < half_squares; ++i) {
                const unsigned square = half_squares * half + i;
                const unsigned both =
                    board.sensing.levels.empty(square) | unsigned{board.sensing.levels.swing(square)} << 12;
                for (unsigned n = 0; n < 3; ++n) bytes[1 + 3 * i + n] = static_cast<std::byte>(both >> 8 * n);
            }
            if (const auto result = board.store.put(keys.first + half, bytes); result != hal::NvResult::ok)
                return result;
        }
        return hal::NvResult::ok;
    }

    [[gnu::cold, gnu::noinline]] void add_to(const Board& board, hal::Frame& frame,
                                             std::uint32_t now_ms) const noexcept {
        constexpr hal::Colour answered = style_of(Light::answered).colour;
        const bool tests = board.sensing.levels.calibrates(), shines_now = is_on(weak_shine, now_ms);
        const SquareSet occupied = board.sensors.scan(), measured = board.sensing.levels.measured();
        for (unsigned i = 0; i < 64; ++i) {
            hal::Colour& colour = frame.squares[i];
            const SquareSet square = SquareSet{1} << i;
            if (tests && (occupied & ~measured & square) != 0 && colour == answered)
                colour = colour_at(Light::felt, now_ms);
            if (!shines_now || (weak_ & square) == 0) continue;
            if (tests || ((occupied & square) != 0 && colour == hal::Colour{})) colour = weak_shine.colour;
        }
    }

    SquareSet weak_ = 0;
    std::uint32_t looked_ms_ = 0;
};

}  // namespace stackmate::firmware
