// The board as a Millennium ChessLink: version, pieces, LEDs at the corners of the squares, a few registers.
//
// Source: magic-board.md (D. Woodfield, 2017) in the repository domschl/python-mchess, and what its driver sends.
//
// A block is a letter, digits, and the exclusive or of all these as two more hexadecimal digits. On a wire of eight
// bits, bytes have odd parity in bit 7; a driver or an adapter may strip it. Both forms are accepted, and the answer
// has the same form as the last command. The parity of single bytes is not checked: the block's check finds the error.
//
// 81 LEDs at corners become 64 squares. A square is lit when its four corners are. That rule alone would also light the
// square between two lit squares that are two apart. It would lose a square whose corners a neighbour's pattern has
// overwritten. So squares whose corners the others explain are left out, and squares whose corners nothing else
// explains are added.
//
// Registers last only for the session, and there are none from `register_count` on: an answer reports what is really
// kept. The block check cannot be switched off. The slot time of the LEDs is ignored: they blink like the board's own
// lights.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "firmware/hosts/host_protocol.hpp"

namespace stackmate::firmware {

class ChessLink {
public:
    static constexpr std::string_view name = "chesslink";
    static constexpr bool plays_through_board = false;

    /// A block is a command letter and hexadecimal digits, all with odd parity or all without bit 7; a complete block
    /// must have the right check.
    [[nodiscard, gnu::cold]] static Likeness recognises(std::string_view bytes) noexcept {
        bool plain = true;
        bool odd = true;
        std::uint8_t sum = 0;
        std::uint8_t end = 0;
        std::size_t at = 0;
        std::size_t whole = 0;
        for (const char byte : bytes) {
            const char c = stripped(byte);
            plain = plain && byte == c;
            odd = odd && byte == with_parity(c);
            if (at == 0) {
                if (!is_command(c)) {
                    return Likeness::no;
                }
                whole = 1 + digits_of(c) + 2;
            } else if (digit_of(c) < 0) {
                return Likeness::no;
            }
            if (at + 2 < whole) {
                sum ^= static_cast<std::uint8_t>(c);
            } else {
                end = static_cast<std::uint8_t>(end << 4 | digit_of(c));
            }
            if (++at == whole) {
                return (plain || odd) && sum == end ? Likeness::yes : Likeness::no;
            }
        }
        if (!plain && !odd) {
            return Likeness::no;
        }
        return at < first_bytes ? Likeness::perhaps : Likeness::yes;
    }

    [[gnu::cold]] void take(char byte, std::uint32_t) noexcept {
        const char c = stripped(byte);
        has_parity_ = is_command(c) ? false : has_parity_;
        has_parity_ = has_parity_ || c != byte;
        if (is_command(c)) {
            begin_block(c);
            return;
        }
        const int digit = digit_of(c);
        if (command_ == '\0' || digit < 0) {
            command_ = '\0';
            return;
        }
        if (left_ > 2) {
            sum_ ^= static_cast<std::uint8_t>(c);
        }
        byte_ = static_cast<std::uint8_t>(byte_ << 4 | digit);
        --left_;
        if (left_ == 0) {
            if (byte_ == sum_) {
                obey();
            }
            command_ = '\0';
        } else if (left_ >= 2 && left_ % 2 == 0) {
            take_data();
        }
    }

    [[nodiscard]] bool busy() const noexcept { return answer_ != '\0'; }
    [[nodiscard]] bool at_rest() const noexcept { return command_ == '\0'; }

    template <Outbox Out>
    [[nodiscard, gnu::cold]] bool say(const HostView& view, Out& out) noexcept {
        watch(view);
        if (out.room() < longest_answer) {
            return false;
        }
        const char letter = answer_ != '\0' ? answer_ : report_is_due(view) ? 's' : '\0';
        if (letter == '\0') {
            return false;
        }
        answer_ = '\0';
        Block<Out> block{out, has_parity_};
        block.put(letter);
        switch (letter) {
        case 's':
            for (unsigned i = 0; i < 64; ++i) {
                block.put(piece_letter(view.at(i ^ 56u)));  // a8 to h8 first, a1 to h1 last
            }
            sent_stamp_ = seen_stamp_;
            sent_ms_ = static_cast<std::uint16_t>(view.now_ms());
            break;
        case 'v': block.put(version); break;
        case 'w':
        case 'r':
            block.put(address_);
            block.put(register_at(address_));
            break;
        default: break;  // 'l', 'x'
        }
        block.end();
        return true;
    }

    [[nodiscard]] static HostRequest request() noexcept { return {}; }
    static void notify(const HostEvent&) noexcept {}
    [[nodiscard]] std::optional<HostLights> lights() const noexcept {
        return shows_ ? std::optional{lights_} : std::nullopt;
    }

    // ---- the registers

    enum Register : std::uint8_t { serial_setup, scan_time, reports, report_time, brightness, register_count };

    [[nodiscard]] std::uint8_t register_at(unsigned address) const noexcept {
        return address < register_count ? registers_[address] : std::uint8_t{0};
    }

private:
    static constexpr std::size_t longest_answer = 1 + 64 + 2;
    static constexpr unsigned led_count = 81;
    static constexpr std::uint16_t version = 0x0001;

    /// Nine LEDs in each of nine columns, from the edge of the eighth rank downwards; one bit each.
    class Corners {
    public:
        void set(unsigned led) noexcept {
            const unsigned column = led / 9;
            const unsigned row = led % 9;
            if (row < 8) {
                upper_[column] = static_cast<std::uint8_t>(upper_[column] | 1u << row);
            } else {
                last_ = static_cast<std::uint16_t>(last_ | 1u << column);
            }
        }
        [[nodiscard]] unsigned column(unsigned i) const noexcept { return upper_[i] | (last_ >> i & 1u) << 8; }

    private:
        std::array<std::uint8_t, 9> upper_{};
        std::uint16_t last_ = 0;
    };

    /// The same on the stack, where there is room for whole words.
    using Columns = std::array<unsigned, 9>;

    template <class Out>
    class Block {
    public:
        Block(Out& out, bool has_parity) noexcept : out_{out}, has_parity_{has_parity} {}
        void put(char c) noexcept {
            sum_ ^= static_cast<std::uint8_t>(c);
            out_.put(has_parity_ ? with_parity(c) : c);
        }
        void put(std::uint8_t value) noexcept {
            static constexpr std::string_view digits = "0123456789ABCDEF";
            put(digits[value >> 4]);
            put(digits[value & 15u]);
        }
        void put(std::uint16_t value) noexcept {
            put(static_cast<std::uint8_t>(value >> 8));
            put(static_cast<std::uint8_t>(value));
        }
        void end() noexcept { put(sum_); }

    private:
        Out& out_;
        bool has_parity_;
        std::uint8_t sum_ = 0;
    };

    static constexpr char stripped(char byte) noexcept { return static_cast<char>(byte & 0x7f); }
    static constexpr char with_parity(char c) noexcept {
        const auto bits = static_cast<std::uint8_t>(c);
        return static_cast<char>(std::popcount(bits) % 2 == 0 ? bits | 0x80u : bits);
    }
    static constexpr bool is_command(char c) noexcept { return std::string_view{"SLXTVWR"}.find(c) < 7; }
    static constexpr std::uint8_t digits_of(char command) noexcept {
        return command == 'L' ? 2 + 2 * led_count : command == 'W' ? 4 : command == 'R' ? 2 : 0;
    }

    // ---- what comes in

    void begin_block(char c) noexcept {
        command_ = c;
        sum_ = static_cast<std::uint8_t>(c);
        left_ = static_cast<std::uint8_t>(digits_of(c) + 2);
        byte_ = 0;
        if (c == 'L') {
            one_ = {};
            two_ = {};
            pattern_one_ = 0;
            pattern_two_ = 0;
        }
    }

    /// A byte of data is complete. `left_` counts to the block's end, including the check.
    void take_data() noexcept {
        const unsigned behind = (left_ - 2u) / 2u;
        if (command_ == 'L') {
            if (behind < led_count) {
                take_led(led_count - 1 - behind);
            }
        } else if (behind == 1 || command_ == 'R') {
            address_ = byte_;
        } else {
            value_ = byte_;
        }
    }

    /// Two patterns are distinguished, the first one and any other; a corner that two squares share may have both.
    [[gnu::cold]] void take_led(unsigned led) noexcept {
        if (byte_ == 0) {
            return;
        }
        if (pattern_one_ == 0) {
            pattern_one_ = byte_;
        }
        const bool has_one = (byte_ & pattern_one_) == pattern_one_;
        const auto rest = static_cast<std::uint8_t>(has_one ? byte_ & ~pattern_one_ : byte_);
        if (has_one) {
            one_.set(led);
        }
        if (rest != 0) {
            two_.set(led);
            pattern_two_ = pattern_two_ == 0 ? rest : pattern_two_;
        }
    }

    [[gnu::cold]] void obey() noexcept {
        switch (command_) {
        case 'T':  // a restart has no answer
            registers_ = defaults;
            lights_ = {};
            return;
        case 'L':
            lights_ = squares_of_corners();
            shows_ = true;
            break;
        case 'X':
            lights_ = {};
            shows_ = true;
            break;
        case 'W': write_register(); break;
        default: break;
        }
        answer_ = static_cast<char>(command_ - 'A' + 'a');
    }

    void write_register() noexcept {
        if (address_ >= register_count || address_ == serial_setup) {
            return;
        }
        registers_[address_] = address_ == scan_time && value_ < shortest_scan ? defaults[scan_time] : value_;
    }

    // ---- reports

    void watch(const HostView& view) noexcept {
        if (const std::uint32_t stamp = view.stamp(); stamp != seen_stamp_) {
            seen_stamp_ = stamp;
            changed_ms_ = static_cast<std::uint16_t>(view.now_ms());
        }
    }

    [[nodiscard]] bool report_is_due(const HostView& view) const noexcept {
        const auto now = static_cast<std::uint16_t>(view.now_ms());
        const auto since_sent = static_cast<std::uint16_t>(now - sent_ms_);
        const auto since_changed = static_cast<std::uint16_t>(now - changed_ms_);
        const unsigned scan_ms = registers_[scan_time] * 2097u >> 10;  // units of 2.048 ms
        const unsigned way = registers_[reports] & 7u;
        switch (way) {
        case 0: return since_sent >= scan_ms;
        case 1: return false;
        case 2: return since_sent >= (registers_[report_time] * 4194u >> 10);  // units of 4.096 ms
        case 3: return sent_stamp_ != seen_stamp_;
        default: return sent_stamp_ != seen_stamp_ && since_changed >= (way - 2) * scan_ms;  // 2 to 5 scans
        }
    }

    // ---- LEDs

    /// Squares whose four corners are all in `columns`: one bit for each rank of the file, bit 0 the eighth.
    static constexpr unsigned squares_in(const Columns& columns, unsigned file) noexcept {
        const unsigned both = columns[file] & columns[file + 1];
        return both & both >> 1 & 0xffu;
    }
    static constexpr void add_corners(Columns& columns, unsigned file, unsigned squares) noexcept {
        columns[file] |= squares | squares << 1;
        columns[file + 1] |= squares | squares << 1;
    }

    [[nodiscard, gnu::cold]] HostLights squares_of_corners() const noexcept {
        Columns one;
        Columns two;
        Columns any;
        for (unsigned i = 0; i < 9; ++i) {
            one[i] = one_.column(i);
            two[i] = two_.column(i);
            any[i] = one[i] | two[i];
        }
        std::array<unsigned, 8> plain{};  // squares whose corners have a pattern in common
        Columns once{};                   // corners of exactly one of them
        Columns twice{};
        for (unsigned file = 0; file < 8; ++file) {
            plain[file] = squares_in(one, file) | squares_in(two, file);
            for (unsigned row = 0; row < 8; ++row) {
                Columns corners{};
                add_corners(corners, file, plain[file] & 1u << row);
                for (const unsigned column : {file, file + 1}) {
                    twice[column] |= once[column] & corners[column];
                    once[column] |= corners[column];
                }
            }
        }
        // Squares with a corner of their own are meant. A square between them that shares all its corners with them is
        // not.
        std::array<unsigned, 8> meant{};
        Columns explained{};
        for (unsigned file = 0; file < 8; ++file) {
            const unsigned left = once[file] & ~twice[file];
            const unsigned right = once[file + 1] & ~twice[file + 1];
            meant[file] = plain[file] & (left | left >> 1 | right | right >> 1);
            add_corners(explained, file, meant[file]);
        }
        Columns all = explained;
        for (unsigned file = 0; file < 8; ++file) {
            meant[file] |= plain[file] & ~squares_in(explained, file);
            add_corners(all, file, meant[file]);
        }
        // Add the squares of which a neighbour has overwritten some corners.
        SquareSet ones = 0;
        SquareSet twos = 0;
        for (unsigned file = 0; file < 8; ++file) {
            const unsigned hidden = squares_in(any, file) & ~squares_in(all, file) & ~plain[file];
            for (unsigned row = 0; row < 8; ++row) {
                const SquareSet square = SquareSet{1} << (8 * (7 - row) + file);
                const bool own_one = ((one[file] & ~all[file]) | (one[file + 1] & ~all[file + 1])) >> row & 3u;
                if ((hidden >> row & 1u) != 0) {
                    (own_one ? ones : twos) |= square;
                } else if ((meant[file] >> row & 1u) != 0) {
                    ones |= (squares_in(one, file) >> row & 1u) != 0 ? square : 0;
                    twos |= (squares_in(two, file) >> row & 1u) != 0 ? square : 0;
                }
            }
        }
        add_castling(ones, twos);
        return in_time(ones, twos);
    }

    /// Where king and rook are drawn over one another, three of the four squares of a castling determine the fourth.
    static constexpr void add_castling(SquareSet& ones, SquareSet& twos) noexcept {
        for (const unsigned shift : {0u, 56u}) {
            for (const auto [seen, near, lost] : {std::array<SquareSet, 3>{0xb0, 0x20, 0x40}, {0x15, 0x04, 0x08}}) {
                if ((ones | twos) == seen << shift && (ones & twos) == 0) {
                    ((ones & near << shift) != 0 ? ones : twos) |= lost << shift;
                }
            }
        }
    }

    /// A pattern that is always on is steady. Of two patterns that alternate, the one that begins earlier is first.
    [[nodiscard]] HostLights in_time(SquareSet ones, SquareSet twos) const noexcept {
        const bool alternate = (pattern_one_ & pattern_two_) == 0;
        HostLights lights;
        const auto add = [&](SquareSet squares, std::uint8_t pattern, std::uint8_t other) {
            const bool is_later = alternate && pattern < other;
            lights.first |= pattern == 0xff || !is_later ? squares : 0;
            lights.second |= pattern == 0xff || is_later ? squares : 0;
        };
        add(ones, pattern_one_, twos != 0 ? pattern_two_ : 0);
        add(twos, pattern_two_, ones != 0 ? pattern_one_ : 0);
        return lights;
    }

    static constexpr std::uint8_t shortest_scan = 15;
    static constexpr std::array<std::uint8_t, register_count> defaults{0, 20, 0, 20, 14};

    HostLights lights_{};
    std::uint32_t seen_stamp_ = 0;
    std::uint32_t sent_stamp_ = 0;
    std::uint16_t sent_ms_ = 0;
    std::uint16_t changed_ms_ = 0;
    Corners one_{};  ///< of the block being received
    Corners two_{};
    std::array<std::uint8_t, register_count> registers_ = defaults;
    std::uint8_t pattern_one_ = 0;
    std::uint8_t pattern_two_ = 0;
    std::uint8_t address_ = 0;
    std::uint8_t value_ = 0;
    std::uint8_t sum_ = 0;
    std::uint8_t byte_ = 0;
    std::uint8_t left_ = 0;  ///< digits of the block still to come
    char command_ = '\0';    ///< of the block being received
    char answer_ = '\0';
    bool has_parity_ = false;
    bool shows_ = false;
};
static_assert(HostProtocol<ChessLink>);
static_assert(sizeof(ChessLink) <= 72);

}  // namespace stackmate::firmware
