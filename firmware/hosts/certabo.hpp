// The board as Certabo's programs see it: it sends lines of 320 numbers and receives frames of eight bytes.
//
// Source: the clients haklein/certabo-lichess and haklein/certabo-playground, mono424/certabodriver, and the simulator
// (chess_sim) in CERTABO/CERTABO-CHESSBOARDS-SOFTWARE.
//
// A line has five numbers for each square, a8 first and h1 last: the identity of the chip in the piece that stands
// there, or zeros. By calibrating in the start position, the client learns which chip is which piece. Here every kind
// of piece has one chip identity, so all pawns of a side have the same one. A client that has been calibrated once with
// this board therefore knows every board like it, and recognises a promoted piece too.
//
// A frame has a byte for each rank, the eighth first; bit 0 is file a. Nothing marks its beginning. Its bytes come
// close together, so a pause ends an incomplete frame.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "firmware/hosts/host_protocol.hpp"

namespace stackmate::firmware {

class Certabo {
public:
    static constexpr std::string_view name = "certabo";
    static constexpr bool plays_through_board = false;

    /// A frame is eight bytes of which the first or the second is not text. But two adjacent small letters are a word
    /// after a byte of noise. A line end counts as text.
    [[nodiscard, gnu::cold]] static Likeness recognises(std::string_view bytes) noexcept {
        bool is_binary = bytes.size() < 2 && bytes != "\n" && bytes != "\r";
        for (std::size_t i = 0; i < bytes.size(); ++i) {
            is_binary = is_binary || (i < 2 && !is_text(bytes[i]));
            if (i != 0 && is_small(bytes[i - 1]) && is_small(bytes[i])) {
                return Likeness::no;
            }
        }
        if (!is_binary) {
            return Likeness::no;
        }
        return bytes.size() < frame_bytes ? Likeness::perhaps : Likeness::yes;
    }

    void take(char byte, std::uint32_t silent_ms) noexcept {
        if (count_ != 0 && silent_ms - heard_ms_ > pause_ms) {
            count_ = 0;
        }
        heard_ms_ = silent_ms;
        frame_ = frame_ << 8 | static_cast<std::uint8_t>(byte);
        if (++count_ == frame_bytes) {
            count_ = 0;
            lights_ = frame_;  // the eighth rank's byte is the highest, as in a set of squares
            shows_ = true;
        }
    }

    [[nodiscard]] static bool busy() noexcept { return false; }
    [[nodiscard]] bool at_rest() const noexcept { return count_ == 0; }

    /// Writes one rank at a time: a line is longer than many queues.
    template <Outbox Out>
    [[nodiscard, gnu::cold]] bool say(const HostView& view, Out& out) noexcept {
        if (rank_ == 0 && view.now_ms() - sent_ms_ < period_ms) {
            return false;
        }
        if (out.room() < longest_part) {
            return false;
        }
        if (rank_ == 0) {
            sent_ms_ = view.now_ms();
            out.put(':');
        }
        for (unsigned file = 0; file < 8; ++file) {
            put_chip(view.at(8 * (7u - rank_) + file), out);
        }
        if (++rank_ == 8) {
            rank_ = 0;
            out.put('\r');
            out.put('\n');
        }
        return true;
    }

    [[nodiscard]] static HostRequest request() noexcept { return {}; }
    static void notify(const HostEvent&) noexcept {}
    [[nodiscard]] std::optional<HostLights> lights() const noexcept {
        return shows_ ? std::optional{HostLights{lights_, lights_}} : std::nullopt;
    }

private:
    static constexpr std::size_t frame_bytes = 8;
    static constexpr std::uint32_t pause_ms = 50;
    /// Clients read three lines before they accept one.
    static constexpr std::uint32_t period_ms = 200;
    static constexpr std::size_t longest_part = 1 + 8 * 10 + 2;

    static constexpr bool is_text(char c) noexcept {
        return (c >= ' ' && c <= '~') || c == '\n' || c == '\r' || c == '\t' || c == '\b' || c == '\x7f';
    }

    static constexpr bool is_small(char c) noexcept { return c >= 'a' && c <= 'z'; }

    /// Five numbers of one digit, each followed by a space. More than two zeros mean that the square is empty.
    template <class Out>
    static void put_chip(Piece piece, Out& out) noexcept {
        const bool empty = piece == Piece::empty;
        const char none = empty ? '0' : '1';
        const char color = empty ? '0' : color_of(piece) == Color::white ? '1' : '2';
        const auto kind = static_cast<char>('0' + index(type_of(piece)));
        for (const char digit : {none, none, none, color, kind}) {
            out.put(digit);
            out.put(' ');
        }
    }

    std::uint64_t frame_ = 0;
    SquareSet lights_ = 0;
    std::uint32_t heard_ms_ = 0;  ///< the total silence at the last byte
    std::uint32_t sent_ms_ = 0;
    std::uint8_t count_ = 0;
    std::uint8_t rank_ = 0;  ///< of the line being sent, from the eighth; 0 between lines
    bool shows_ = false;
};
static_assert(HostProtocol<Certabo>);
static_assert(sizeof(Certabo) <= 32);

}  // namespace stackmate::firmware
