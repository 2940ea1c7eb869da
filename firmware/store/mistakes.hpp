// The positions in which the person has lost most, for practice: one in each of a few values of the store. Those with few
// men come first, because setting them up is work; what has been solved comes back later.
#pragma once

#include "core/chess/position.hpp"
#include "core/chess/types.hpp"
#include "firmware/squares/position_setup.hpp"
#include "firmware/store/keys.hpp"
#include "hal/chess_concepts.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace stackmate::firmware {

/// A value: byte 0 how often it was solved since the last failure, at most 127, and whether Black is to move (128); 1 to 8
/// where men stand, as a bit for each square, the lowest byte first; then for each of them four bits, as in Piece. En
/// passant is not kept, and castling is allowed where king and rook stand at home.
template <hal::NvStore Store>
class Mistakes {
public:
    static constexpr unsigned places = mistake_keys.count, first_key = mistake_keys.first;
    static_assert(has_keys<Store>(mistake_keys));

    explicit Mistakes(Store& store) noexcept : store_{store} {}

    /// Keeps a position, in place of the one that has been solved most often or has the most men.
    [[nodiscard, gnu::cold]] hal::NvResult keep(const Position& p) noexcept {
        const Packed packed{p};
        if (find(packed) != places) return hal::NvResult::ok;
        unsigned place = 0;
        for (unsigned i = 1; i < places; ++i)
            if (worth(i) > worth(place)) place = i;
        return worth(place) < packed.worth() ? hal::NvResult::ok : put(place, packed);
    }
    /// Sets up the position that is to be practised next. Returns false if there is none.
    [[nodiscard, gnu::cold]] bool next(PositionSetup& board) const noexcept {
        unsigned best = 0;
        for (unsigned i = 1; i < places; ++i)
            if (worth(i) < worth(best)) best = i;
        Packed packed;
        if (!read(best, packed)) return false;
        packed.unpack(board);
        return true;
    }
    /// The position was practised.
    [[nodiscard, gnu::cold]] hal::NvResult practised(const Position& p, bool solved) noexcept {
        Packed packed{p};
        const unsigned place = find(packed);
        if (place == places || !read(place, packed)) return hal::NvResult::ok;
        const unsigned times = packed.times(), now = solved ? std::min(times + 1, 127u) : 0;
        if (now == times) return hal::NvResult::ok;
        packed.bytes[0] = static_cast<std::byte>((std::to_integer<unsigned>(packed.bytes[0]) & 128u) | now);
        return put(place, packed);
    }

private:
    struct Packed {
        std::array<std::byte, 25> bytes{};
        std::uint8_t size = 0;

        Packed() = default;
        explicit Packed(const Position& p) noexcept {
            bytes[0] = static_cast<std::byte>(p.side() == Color::black ? 128 : 0);
            const SquareSet occupied = occupied_squares(p);
            for (unsigned i = 0; i < 8; ++i) bytes[1 + i] = static_cast<std::byte>(occupied >> (8 * i));
            unsigned man = 0;
            for_each_square(occupied, [&](unsigned square) {
                const unsigned piece = static_cast<unsigned>(p.at(from_index64(square)));
                bytes[9 + man / 2] |= static_cast<std::byte>((piece & 15u) << (man % 2 * 4));
                ++man;
            });
            size = static_cast<std::uint8_t>(9 + (man + 1) / 2);
        }
        [[nodiscard]] SquareSet occupied() const noexcept {
            SquareSet set = 0;
            for (unsigned i = 8; i-- != 0;) set = set << 8 | std::to_integer<SquareSet>(bytes[1 + i]);
            return set;
        }
        [[nodiscard]] unsigned times() const noexcept { return std::to_integer<unsigned>(bytes[0]) & 127u; }
        [[nodiscard]] unsigned worth() const noexcept {
            return times() * 64 + static_cast<unsigned>(std::popcount(occupied()));
        }
        void unpack(PositionSetup& board) const noexcept {
            board.clear();
            board.choose_side((bytes[0] & std::byte{128}) != std::byte{0} ? Color::black : Color::white);
            unsigned man = 0;
            for_each_square(occupied(), [&](unsigned square) {
                board.put(square,
                          static_cast<Piece>(std::to_integer<unsigned>(bytes[9 + man / 2]) >> (man % 2 * 4) & 15u));
                ++man;
            });
        }
        [[nodiscard]] bool same(const Packed& other) const noexcept {
            return size == other.size && ((bytes[0] ^ other.bytes[0]) & std::byte{128}) == std::byte{0}
                   && std::equal(bytes.begin() + 1, bytes.end(), other.bytes.begin() + 1);
        }
    };

    /// The lower, the sooner it is practised; an empty place comes last, and is the first to be taken.
    [[nodiscard]] unsigned worth(unsigned place) const noexcept {
        Packed packed;
        return read(place, packed) ? packed.worth() : ~0u;
    }
    /// Returns false if nothing is kept there, or nothing that makes sense.
    [[nodiscard]] bool read(unsigned place, Packed& packed) const noexcept {
        packed = {};
        const std::size_t size = store_.size(first_key + place);
        if (size < 10 || size > packed.bytes.size()
            || store_.read(first_key + place, 0, std::span{packed.bytes}.first(size)) != size)
            return false;
        packed.size = static_cast<std::uint8_t>(size);
        return 9u + (static_cast<unsigned>(std::popcount(packed.occupied())) + 1) / 2 == size;
    }
    [[nodiscard]] unsigned find(const Packed& wanted) const noexcept {
        for (unsigned i = 0; i < places; ++i)
            if (Packed packed; read(i, packed) && packed.same(wanted)) return i;
        return places;
    }
    [[nodiscard]] hal::NvResult put(unsigned place, const Packed& packed) noexcept {
        return store_.put(first_key + place, std::span{packed.bytes}.first(packed.size));
    }

    Store& store_;
};

}  // namespace stackmate::firmware
