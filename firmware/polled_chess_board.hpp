// The whole chess board in somebody else's loop: an Arduino sketch or a program of the Pico SDK gives sensors, lights and
// a line (firmware/polled_app.hpp), and gets the game, the menu, the store and the protocols of apps.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "firmware/polled_app.hpp"
#include "hal/debounced_buttons.hpp"
#include "hal/flash_log.hpp"
#include "hal/scan.hpp"
#include "hal/ws2812.hpp"

namespace stackmate::firmware {

namespace detail {

/// Always true: what is missing does not compile, and the error says what it is.
template <class Parts>
[[nodiscard]] consteval bool is_chess_board() {
    using namespace std;
    static_assert(
        requires {
            { Parts::name } -> convertible_to<string_view>;
        }, "your board needs `static constexpr std::string_view name`: what it is called");
    static_assert(
        requires(Parts p) {
            { p.read() } -> convertible_to<int>;
        }, "your board needs `int read()`: the line's next byte, or a negative number if there is none");
    static_assert(
        requires(Parts p, string_view bytes) {
            { p.write(bytes) } -> convertible_to<size_t>;
        }, "your board needs `std::size_t write(std::string_view bytes)`: how many of them the line took");
    static_assert(
        requires(Parts p) {
            { p.now_ms() } -> convertible_to<uint32_t>;
        }, "your board needs `std::uint32_t now_ms()`: milliseconds since any moment");
    static_assert(
        requires(Parts p) { requires sizeof(uint64_t{p.squares()}) == sizeof(p.squares()); },
        "your board needs `std::uint64_t squares()`: a bit for each square with a piece, bit 0 a1, bit 63 h8");
    static_assert(
        requires(Parts p, span<const hal::Colour, 64> leds) { p.show(leds); },
        "your board needs `void show(std::span<const stackmate::hal::Colour, 64> leds)`: lights the LEDs");
    if constexpr (requires(Parts p) { p.buttons(); }) {
        static_assert(
            requires(Parts p) {
                { p.buttons() } -> same_as<uint8_t>;
            }, "your board's `buttons()` must return a std::uint8_t: bit 0 is 1 while PLAY is down");
    }
    if constexpr (requires(Parts p) { p.flash; }) {
        static_assert(hal::Flash<decltype(Parts::flash)>,
                      "your board's `flash` must be a stackmate::hal::Flash: hal/flash.hpp says what that has");
    }
    return true;
}

/// A board without memory: takes what is to be stored, and forgets it.
struct NoStore {
    static constexpr unsigned keys = 16;
    static constexpr std::size_t longest_piece = 120;
    static constexpr std::uint32_t longest_silence_us = 0;
    [[nodiscard]] static constexpr std::size_t request_bytes(std::size_t bytes) noexcept { return bytes; }
    [[nodiscard]] hal::NvResult open() noexcept { return hal::NvResult::empty; }
    [[nodiscard]] hal::NvResult put(unsigned, std::span<const std::byte>) noexcept { return hal::NvResult::ok; }
    [[nodiscard]] hal::NvResult append(unsigned, std::span<const std::byte>) noexcept { return hal::NvResult::ok; }
    [[nodiscard]] hal::NvResult make_room(std::size_t) noexcept { return hal::NvResult::ok; }
    [[nodiscard]] std::size_t size(unsigned) const noexcept { return 0; }
    [[nodiscard]] std::size_t growth(unsigned) const noexcept { return 0xFFFF; }
    [[nodiscard]] std::size_t read(unsigned, std::size_t, std::span<std::byte>) const noexcept { return 0; }
};

template <class Parts>
struct PolledStore {
    explicit constexpr PolledStore(Parts&) noexcept {}
    [[no_unique_address]] NoStore store{};
};
template <class Parts>
    requires requires(Parts p) { p.flash; }
struct PolledStore<Parts> {
    using Flash = decltype(Parts::flash);
    static constexpr std::uint32_t segment_sectors = std::max<std::uint32_t>(1, 4096 / Flash::sector_bytes);

    explicit constexpr PolledStore(Parts& parts) noexcept : store{parts.flash} {}
    hal::FlashLog<Flash, segment_sectors> store;
};

/// Somebody's parts as a board for the firmware. Like the line, squares and buttons are read in `poll`.
template <class Parts>
class PolledSquares : public PolledBoard<Parts>, public PolledStore<Parts> {
    static constexpr std::uint32_t sample_ms = 8;

    struct Source {
        static constexpr hal::ScanTiming timing{.step_us = sample_ms * 1000};
        static constexpr std::uint32_t pass_steps = 1;

        explicit constexpr Source(Parts& board) noexcept : parts{board} {}
        [[nodiscard]] std::optional<std::uint64_t> step() noexcept { return parts.squares(); }

        Parts& parts;
    };

    struct ButtonLines {
        [[nodiscard]] std::uint8_t read() const noexcept {
            if constexpr (requires { parts.buttons(); }) {
                return parts.buttons();
            } else {
                return 0;
            }
        }

        Parts& parts;
    };
    static constexpr unsigned button_count = [] {
        if constexpr (requires { Parts::button_count; }) {
            return unsigned{Parts::button_count};
        } else {
            return 1u;
        }
    }();
    static_assert(button_count >= 1 && button_count <= 4, "the buttons are PLAY, HINT, MENU and PAUSE");
    struct ButtonNames {
        static constexpr auto names = [] {
            constexpr std::array<std::string_view, 4> all{"PLAY", "HINT", "MENU", "PAUSE"};
            std::array<std::string_view, button_count> mine;
            std::copy_n(all.begin(), button_count, mine.begin());
            return mine;
        }();
    };

    template <class P>
    struct ChainOf {
        using Type = hal::ChainFromA1;
    };
    template <class P>
        requires requires { typename P::Chain; }
    struct ChainOf<P> {
        using Type = typename P::Chain;
    };

    class Leds {
        static constexpr std::uint32_t frame_ms = 4;  ///< twice what 64 WS2812 take
        static constexpr hal::Supply supply = [] {
            if constexpr (requires { Parts::led_supply; }) {
                return hal::Supply{Parts::led_supply};
            } else {
                return hal::Supply{.limit_ma = 400};
            }
        }();

    public:
        static constexpr std::uint32_t frame_us = (frame_ms + 1) * 1000;

        explicit constexpr Leds(Parts& parts) noexcept : parts_{parts} {}

        [[nodiscard]] bool show(const hal::Frame& frame) noexcept {
            if (!shown()) {
                return false;
            }
            std::array<hal::Colour, hal::Frame::size> widths;
            hal::ws2812_widths<typename ChainOf<Parts>::Type>(frame, brightness_, supply, widths);
            parts_.show(std::span<const hal::Colour, hal::Frame::size>{widths});
            sent_at_ms_ = parts_.now_ms();
            return true;
        }
        void set_brightness(std::uint8_t level) noexcept { brightness_ = level; }
        [[nodiscard]] bool shown() const noexcept { return parts_.now_ms() - sent_at_ms_ > frame_ms; }

    private:
        Parts& parts_;
        std::uint32_t sent_at_ms_ = 0;
        std::uint8_t brightness_ = 255;
    };

    /// The chip's own may reset it as well, if the surrounding program feeds it.
    struct NoWatchdog {
        static constexpr std::uint32_t longest_ms = 8000;
        static constexpr std::uint32_t late_percent = 0;
        void arm(std::uint32_t) noexcept {}
        void feed() noexcept {}
    };

public:
    static constexpr bool has_book = requires { requires Parts::has_book; };
    static constexpr bool has_hosts = !requires { requires !Parts::has_hosts; };

    explicit constexpr PolledSquares(Parts& parts) noexcept
        : PolledBoard<Parts>{parts},
          PolledStore<Parts>{parts},
          lines_{parts},
          sensors{parts},
          leds{parts},
          buttons{lines_} {}

    void poll() noexcept {
        PolledBoard<Parts>::poll();
        const std::uint32_t now = this->clock.now_ms();
        if (!sampled_ || now - sampled_at_ms_ >= sample_ms) {
            sampled_ = true;
            sampled_at_ms_ = now;
            sensors.step();
            buttons.step();
        }
    }

private:
    ButtonLines lines_;
    std::uint32_t sampled_at_ms_ = 0;
    bool sampled_ = false;

public:
    hal::ScannedSquares<Source> sensors;
    Leds leds;
    hal::DebouncedButtons<ButtonLines, ButtonNames, 2, sample_ms * 1000> buttons;
    [[no_unique_address]] NoWatchdog watchdog{};
};

}  // namespace detail

/// The chess board of docs/CHESSBOARD.md over the parts of the surrounding program. `Parts` is a PolledLine
/// (firmware/polled_app.hpp), and beside that has
///
/// `squares()`: the squares that have a piece now, a std::uint64_t; bit 0 is a1, bit 1 is b1, bit 63 is h8. Called every
/// 8 ms at most; two readings must agree.
/// `show(leds)`: gives the LEDs these 64 pulse widths, each 0 to 255 for red, green and blue, already dimmed. The span
/// is read before it returns. Called every 5 ms at most.
///
/// It may also have
///
/// `Chain`: the order of the LEDs (hal/ws2812.hpp); without it, a1, b1, to h8.
/// `led_supply`: the current that the LEDs may take (hal/light.hpp); without it, 400 mA.
/// `buttons()`: bit 0 is 1 while PLAY is down; with a `button_count` of up to 4, the next are HINT, MENU and PAUSE.
/// `flash`: a hal::Flash of at least 16 KB for the game and the settings. Without it, a loss of power ends the game.
/// `has_book`: true links the opening book, 32 KB. `has_hosts`: false leaves out the protocols of apps, 10 KB.
///
/// For `Config`, RAM, `poll` and the line, see PolledApp; the stack needs 3 KB. `poll` waits only while the flash is
/// written or erased. Squares and buttons are read, and pictures shown, only in `poll`: call it at least every 8 ms.
template <class Config, class Parts>
    requires(detail::is_chess_board<Parts>())
using PolledChessBoard = PolledApp<Config, Parts, detail::PolledSquares<Parts>>;

}  // namespace stackmate::firmware
