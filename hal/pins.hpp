// What each pin of a board is used for. A board lists its pins, including those reserved by its module. A pin with two uses does
// not compile, nor does one that cannot do what it is used for: the error names the pin and its uses.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <span>
#include <string_view>
#include <utility>

namespace stackmate::hal {

/// A pin as a kit writes it: "PA8", "GP12", "P0.24". What is no name of a pin is found by `pins_fit`, which knows its use.
struct PinId {
    static constexpr unsigned char no_number = 255;

    char name[8]{};  ///< as written; of a longer name the beginning
    char port = 0;   ///< the second letter
    unsigned char number = no_number;

    constexpr PinId() noexcept = default;
    // Implicit, so that a list of names is a list of pins.
    consteval PinId(const char* text) {
        const std::string_view whole{text};
        std::copy_n(whole.begin(), std::min(whole.size(), sizeof name - 1), name);
        port = name[0] == '\0' ? '\0' : name[1];
        const std::string_view digits = whole.substr(std::min(whole.size(), whole.find_last_not_of("0123456789") + 1));
        if (digits.size() == 1 || (digits.size() == 2 && digits[0] != '0')) {
            number = 0;
            for (const char digit : digits) number = static_cast<unsigned char>(number * 10 + (digit - '0'));
        }
    }

    [[nodiscard]] constexpr std::string_view text() const noexcept { return name; }
    friend constexpr bool operator==(const PinId&, const PinId&) = default;
    /// Whether this is `prefix` with a number below `end`.
    [[nodiscard]] constexpr bool is(std::string_view prefix, unsigned end) const noexcept {
        return number < end && text().substr(0, text().size() - (number < 10 ? 1 : 2)) == prefix;
    }
};

struct Button {
    std::string_view name;
    PinId pin;
};

[[nodiscard]] consteval PinId pin_of(PinId pin) noexcept { return pin; }
[[nodiscard]] consteval PinId pin_of(const Button& button) noexcept { return button.pin; }

template <template <class...> class Lines, template <PinId> class Pin, const auto& Kit, std::size_t... I>
auto lines_of(std::index_sequence<I...>) -> Lines<Pin<pin_of(Kit[I])>...>;

/// `Lines` of the pins that a kit lists: an array of `PinId` or `Button`. `Pin` is the chip's.
template <template <class...> class Lines, template <PinId> class Pin, const auto& Kit>
using LinesOf = decltype(lines_of<Lines, Pin, Kit>(std::make_index_sequence<std::size(Kit)>{}));

/// What a kit's buttons are called.
template <const auto& Buttons>
struct NamesOf {
    static constexpr auto names = [] {
        std::array<std::string_view, std::size(Buttons)> all;
        for (std::size_t i = 0; i < all.size(); ++i) all[i] = Buttons[i].name;
        return all;
    }();
};

struct PinUse {
    PinId pin{};
    std::string_view use{};
};

inline constexpr std::string_view led_data = "LED data";
inline constexpr std::string_view sounder = "sounder";
inline constexpr std::string_view serial_sends = "serial line, sends";
inline constexpr std::string_view serial_receives = "serial line, receives";
inline constexpr std::array<std::string_view, 8> rows_of_ranks{"row of rank 1", "row of rank 2", "row of rank 3",
                                                               "row of rank 4", "row of rank 5", "row of rank 6",
                                                               "row of rank 7", "row of rank 8"};
inline constexpr std::array<std::string_view, 8> rows_of_ranks_from_top{
    "row of rank 8", "row of rank 7", "row of rank 6", "row of rank 5",
    "row of rank 4", "row of rank 3", "row of rank 2", "row of rank 1"};
inline constexpr std::array<std::string_view, 8> columns_of_files{
    "column of file a", "column of file b", "column of file c", "column of file d",
    "column of file e", "column of file f", "column of file g", "column of file h"};

/// One pin for each use, in the same order. A use without a pin, and a pin more than there are uses, stay in the list for
/// `pins_fit` to find.
template <std::size_t Pins, std::size_t Uses>
[[nodiscard]] consteval auto pin_uses(const PinId (&pins)[Pins], const std::array<std::string_view, Uses>& uses) {
    std::array<PinUse, std::max(Pins, Uses)> all;
    for (std::size_t i = 0; i < all.size(); ++i) {
        all[i] = {i < Pins ? pins[i] : PinId{}, uses[std::min(i, Uses - 1)]};
    }
    return all;
}

template <std::size_t Size>
[[nodiscard]] consteval auto pin_uses(const Button (&buttons)[Size]) {
    std::array<PinUse, Size> all;
    for (std::size_t i = 0; i < Size; ++i) all[i] = {buttons[i].pin, buttons[i].name};
    return all;
}

[[nodiscard]] constexpr std::array<PinUse, 1> pin_use(PinId pin, std::string_view use) { return {PinUse{pin, use}}; }

template <std::size_t... Sizes>
[[nodiscard]] consteval auto all_pins(const std::array<PinUse, Sizes>&... groups) {
    std::array<PinUse, (Sizes + ... + 0)> all;
    auto at = all.begin();
    ((at = std::copy(groups.begin(), groups.end(), at)), ...);
    return all;
}

/// The list as text in the image, one line for each pin and its use. A simulator of the board, or `strings`, reads it
/// there.
template <class Board>
[[nodiscard]] consteval auto pins_as_text() {
    constexpr std::string_view head = "Stackmate pins\n";
    constexpr std::size_t size = [head] {
        std::size_t sum = head.size() + 1;
        for (const auto& [pin, use] : Board::pins) sum += pin.text().size() + use.size() + 2;
        return sum;
    }();
    std::array<char, size> text{};
    auto at = std::copy(head.begin(), head.end(), text.begin());
    for (const auto& [pin, use] : Board::pins) {
        at = std::copy_n(pin.name, pin.text().size(), at);
        *at++ = ' ';
        at = std::copy(use.begin(), use.end(), at);
        *at++ = '\n';
    }
    return text;
}

/// What a kit's module keeps to itself: `Module::kept`. Nothing if the kit names no module.
template <class Kit>
inline constexpr std::array<PinUse, 0> kept_by{};
template <class Kit>
    requires requires { Kit::Module::kept; }
inline constexpr auto kept_by<Kit> = Kit::Module::kept;

/// Whether the pin's name is one of the words of `names`.
[[nodiscard]] constexpr bool is_one_of(const PinId& pin, std::string_view names) noexcept {
    for (std::size_t at = 0; at < names.size(); at = names.find_first_not_of(' ', names.find(' ', at))) {
        if (names.substr(at, names.find(' ', at) - at) == pin.text()) return true;
    }
    return false;
}

/// A sentence with the names of all pins that a kit's module brings out: `Module::brought_out`. Empty if nobody has said.
template <class Kit>
inline constexpr std::string_view brought_out_by{};
template <class Kit>
    requires requires { Kit::Module::brought_out; }
inline constexpr std::string_view brought_out_by<Kit> = Kit::Module::brought_out;

/// Text as a template argument, so that the compiler prints it in an error.
template <std::size_t Size>
struct Text {
    char characters[Size + 1]{};
    explicit constexpr Text(std::string_view text) noexcept { std::copy_n(text.begin(), Size, characters); }
};

template <Text Pin, Text Use, Text OtherUse>
struct PinIsUsedTwice {
    static_assert(sizeof(Pin) == 0, "a pin has two uses: the arguments of PinIsUsedTwice name it and both");
};

template <Text Pin, Text Use, Text Reason>
struct PinCannot {
    static_assert(sizeof(Pin) == 0, "a pin cannot be what the kit says: PinCannot names it, its use and what would do");
};

/// Two uses of one pin, or a use and why its pin cannot have it.
struct PinFault {
    PinUse at{};
    std::string_view other_use{}, reason{};
};

template <class Kit, class Board>
inline constexpr PinFault pin_fault = []() -> PinFault {
    const std::span pins{Board::pins};
    const auto asked = pins.first(pins.size() - kept_by<Kit>.size());
    for (std::size_t other = 1; other < pins.size(); ++other) {
        for (std::size_t one = 0; one < other; ++one) {
            if (other < asked.size() && pins[one].use == pins[other].use) {
                return {pins[other], {}, "another pin has that use already"};
            }
            if (pins[one].pin == pins[other].pin && pins[one].pin != PinId{}) return {pins[one], pins[other].use, {}};
        }
    }
    for (const PinUse& at : asked) {
        if (at.pin == PinId{}) return {at, {}, "the kit names no pin for it"};
        if (const auto reason = Board::why_not(at); !reason.empty()) return {at, {}, reason};
        const std::string_view all = brought_out_by<Kit>;
        if (!all.empty() && !is_one_of(at.pin, all)) return {at, {}, all};
    }
    return {};
}();

/// True, or a compile error that names the first pin with two uses, or that cannot do what it is used for. `Board::pins` is the
/// list, last what the module keeps; `Board::why_not` says why the chip cannot use a pin so, and nothing if it can.
template <class Kit, class Board>
[[nodiscard]] consteval bool pins_fit() {
    constexpr const PinFault& fault = pin_fault<Kit, Board>;
    constexpr auto pin = fault.at.pin.text(), used = fault.at.use, other_use = fault.other_use, reason = fault.reason;
    constexpr Text<pin.size()> name{pin};
    constexpr Text<used.size()> use{used};
    if constexpr (!other_use.empty()) {
        (void)sizeof(PinIsUsedTwice<name, use, Text<other_use.size()>{other_use}>);
    } else if constexpr (!reason.empty()) {
        (void)sizeof(PinCannot<name, use, Text<reason.size()>{reason}>);
    }
    return true;
}

}  // namespace stackmate::hal
