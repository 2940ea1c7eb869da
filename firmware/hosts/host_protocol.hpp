// The protocols in which a host may talk to the board: the events that it receives, what it may request, and what it may show.
//
// A host is a state machine over bytes. It knows no device, no line and no game object: it takes bytes with the time,
// and a snapshot of the board when there is room to answer, and returns what it asks of the game as a `HostRequest`. Adding a
// protocol touches its own file and the list in firmware/hosts/line_owner.hpp.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/notation/move_text.hpp"
#include "core/chess/position.hpp"
#include "core/notation/text.hpp"
#include "core/chess/types.hpp"
#include "firmware/squares/square_set.hpp"

namespace stackmate::firmware {

/// The board at a moment, for a host that is about to write something. Holds a reference: valid during the call only.
///
/// The sensors see that something stands on a square; which piece follows from the game's position. An occupied square
/// that is empty in the position holds a piece that is missing on another square.
class HostView {
public:
    HostView(const Position& position, SquareSet occupied, std::uint32_t now_ms) noexcept
        : position_{position}, occupied_{occupied}, pieces_{occupied_squares(position)}, now_ms_{now_ms} {}

    [[nodiscard]] const Position& position() const noexcept { return position_; }
    /// What the sensors see, from White's side: bit 0 = a1.
    [[nodiscard]] SquareSet occupied() const noexcept { return occupied_; }
    /// Whether the pieces stand as in the position, as far as the sensors can see.
    [[nodiscard]] bool in_step() const noexcept { return occupied_ == pieces_; }
    [[nodiscard]] std::uint32_t now_ms() const noexcept { return now_ms_; }

    /// The piece on a square, 0 a1 to 63 h8. A piece in the air is on no square.
    [[nodiscard, gnu::noinline]] Piece at(unsigned square) const noexcept {
        if ((occupied_ >> square & 1) == 0) {
            return Piece::empty;
        }
        return (pieces_ >> square & 1) != 0 ? position_.at(from_index64(square)) : newcomer(from_index64(square));
    }

    /// Equal as long as nothing above changes; two different boards have the same stamp with a probability of one in
    /// 2^32.
    [[nodiscard]] std::uint32_t stamp() const noexcept {
        const std::uint64_t mixed = position_.key() ^ occupied_ * 0x9e37'79b9'7f4a'7c15u;
        return static_cast<std::uint32_t>(mixed >> 32);
    }

private:
    /// The piece on a square that is empty in the position: one that is missing on its own square, preferably one that
    /// may move to `to`, otherwise one of the side to move. An empty square if no piece is missing.
    [[nodiscard, gnu::cold]] Piece newcomer(Square to) const noexcept {
        const SquareSet missing = pieces_ & ~occupied_;
        Piece found = Piece::empty;
        bool is_own = false;
        for (SquareSet left = missing; left != 0; left &= left - 1) {
            const Square from = from_index64(static_cast<unsigned>(std::countr_zero(left)));
            const Piece piece = position_.at(from);
            if (color_of(piece) == position_.side()) {
                if (std::has_single_bit(missing) || may_go(from, to)) {
                    return piece;
                }
                if (!is_own) {
                    found = piece;
                    is_own = true;
                }
            } else if (found == Piece::empty) {
                found = piece;
            }
        }
        return found;
    }
    [[nodiscard]] bool may_go(Square from, Square to) const noexcept {
        char text[5];
        char* const end = write_square(write_square(text, from), to);
        *end = 'q';
        const auto length = static_cast<std::size_t>(end - text);
        return move_from_text(position_, {text, length}) || move_from_text(position_, {text, length + 1});
    }

    const Position& position_;
    SquareSet occupied_;
    SquareSet pieces_;
    std::uint32_t now_ms_;
};

/// What a host asks of the game. The receiver decides by the table of rights whether it is allowed.
struct HostRequest {
    enum class Kind : std::uint8_t {
        none,
        begin,      ///< continue the game from the position that the host's `write_fen` writes
        go_back,    ///< the same during a game: go back to one of its earlier positions if it is one
        move,       ///< `move`, to be made on the board by the person
        reject,     ///< the person's last move is to be taken back
        release,    ///< the host's game is over: its claim ends
        brightness  ///< `value`, 1 to 255, while the session lasts
    };
    Kind kind = Kind::none;
    std::uint8_t value = 0;
    /// begin: the sides that the person at the board plays; bit 0 White, bit 1 Black.
    std::uint8_t persons = 3;
    /// Coordinate notation, four or five characters; the fifth is 0 if there are four.
    char move[5] = {};

    [[nodiscard]] constexpr std::string_view move_text() const noexcept {
        return {move, move[4] == '\0' ? std::size_t{4} : std::size_t{5}};
    }
};

/// Events in a game that a host plays or follows, as the host receives them.
struct HostEvent {
    enum class Kind : std::uint8_t {
        person_moved,  ///< `move` was made on the board, chosen by a person
        host_moved,    ///< the host's move has been made on the board
        taken_back,
        resigned,  ///< the person resigns
        refused    ///< the last request was refused
    };
    Kind kind = Kind::refused;
    Move move{};
};

/// The lights of a host: squares lit in the first half of the period, and in the second. In both: lit steadily.
struct HostLights {
    SquareSet first = 0;
    SquareSet second = 0;
    friend constexpr bool operator==(const HostLights&, const HostLights&) = default;
};

/// Whether these bytes begin something in a protocol.
enum class Likeness : std::uint8_t { no, perhaps, yes };

/// How many bytes `recognises` may look at.
inline constexpr std::size_t first_bytes = 8;

/// Where a host writes. `room()` characters can be written now; `put` without room loses the character.
template <class O>
concept Outbox = requires(O& out, const O& looked_at, char c) {
    { looked_at.room() } -> std::same_as<std::size_t>;
    { out.put(c) } -> std::same_as<void>;
};

/// Used only by the concept below.
struct AnyOutbox {
    [[nodiscard]] static std::size_t room() { return 0; }
    static void put(char) {}
};

/// A protocol. Nothing blocks, and nothing is kept outside the object; all hosts of a line share the same memory.
///
/// `plays_through_board`: the other side sends moves that are to be made on the board, and the game here follows its
/// own. Otherwise it reads the squares and keeps a game of its own: from its first message on, both sides are moved by
/// hand here.
///
/// A byte may be given only while `busy` is false: a host has room for one answer. With the byte comes the total
/// silence of the line in milliseconds (firmware/line/session.hpp). `say` writes one whole frame or line, or one part
/// of a long one that must not be interrupted, and only if all of it fits. It returns false if it wrote nothing.
/// `at_rest`: the other side has not begun a frame or line. `lights`: none until the host has shown something; until
/// then the squares show the game.
///
/// Any bytes at any time are safe. What is incomplete or unknown has no effect.
template <class H>
concept HostProtocol = requires(H host, const H& looked_at, char c, std::uint32_t silent_ms, const HostView& view,
                                AnyOutbox& out, const HostEvent& event, std::string_view bytes) {
    { H::name } -> std::convertible_to<std::string_view>;
    { H::plays_through_board } -> std::convertible_to<bool>;
    { H::recognises(bytes) } -> std::same_as<Likeness>;
    { host.take(c, silent_ms) } -> std::same_as<void>;
    { looked_at.busy() } -> std::same_as<bool>;
    { looked_at.at_rest() } -> std::same_as<bool>;
    { host.say(view, out) } -> std::same_as<bool>;
    { host.request() } -> std::same_as<HostRequest>;  // returned once
    { host.notify(event) } -> std::same_as<void>;
    { looked_at.lights() } -> std::same_as<std::optional<HostLights>>;
};

/// As FEN writes it; '.' for an empty square.
constexpr char piece_letter(Piece piece) noexcept {
    constexpr std::string_view letters = ".PNBRQK..pnbrqk.";
    return letters[index(piece) & 15u];
}

/// The value of '0' to '9', 'A' to 'F'; -1 for anything else.
constexpr int digit_of(char c) noexcept {
    return c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

}  // namespace stackmate::firmware
