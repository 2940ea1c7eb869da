// What each pin of a board is used for. A board lists its pins, including those reserved by its module. Two uses of one
// pin do not compile, and the error names the pin and both uses.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <string_view>
#include <utility>

namespace stackmate::hal {

/// A pin's name from its number, below 100, and its prefix: 12 and G, P give GP12.
template <unsigned Number, char... Prefix>
struct PinName {
    static constexpr std::array<char, sizeof...(Prefix) + 2> text{
        Prefix..., static_cast<char>('0' + (Number < 10 ? Number : Number / 10)),
        Number < 10 ? '\0' : static_cast<char>('0' + Number % 10)};
    static constexpr std::string_view value{text.data(), sizeof...(Prefix) + (Number < 10 ? 1 : 2)};
};

/// Never defined: the compiler's error names it.
void a_pin_is_two_letters_and_a_number_below_100();

/// A pin as a kit writes it: "PA8", "GP12". What is no name of a pin does not compile.
struct PinId {
    char port;  ///< the letter before the number
    unsigned char number;

    // Implicit, so that a list of names is a list of pins.
    consteval PinId(const char* text) : port{0}, number{0} {
        const std::string_view name{text};
        if (name.size() < 3 || name.size() > 4) a_pin_is_two_letters_and_a_number_below_100();
        for (const char digit : name.substr(2)) {
            if (digit < '0' || digit > '9') a_pin_is_two_letters_and_a_number_below_100();
            number = static_cast<unsigned char>(number * 10 + (digit - '0'));
        }
        port = name[1];
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
    std::string_view pin;  ///< as the module prints it: GP12, PA8
    std::string_view use;
};

inline constexpr std::array<std::string_view, 8> rows_of_ranks{"row of rank 1", "row of rank 2", "row of rank 3",
                                                               "row of rank 4", "row of rank 5", "row of rank 6",
                                                               "row of rank 7", "row of rank 8"};
inline constexpr std::array<std::string_view, 8> rows_of_ranks_from_top{
    "row of rank 8", "row of rank 7", "row of rank 6", "row of rank 5",
    "row of rank 4", "row of rank 3", "row of rank 2", "row of rank 1"};
inline constexpr std::array<std::string_view, 8> columns_of_files{
    "column of file a", "column of file b", "column of file c", "column of file d",
    "column of file e", "column of file f", "column of file g", "column of file h"};

/// One pin for each use, in the same order.
template <std::size_t Pins, std::size_t Uses>
[[nodiscard]] consteval std::array<PinUse, Uses> pin_uses(const std::array<std::string_view, Pins>& pins,
                                                          const std::array<std::string_view, Uses>& uses) {
    static_assert(Pins == Uses, "a pin for each use: eight rows, eight columns, as many buttons as names");
    std::array<PinUse, Uses> all;
    for (std::size_t i = 0; i < Uses; ++i) all[i] = {pins[i], uses[i]};
    return all;
}

[[nodiscard]] consteval std::array<PinUse, 1> pin_use(std::string_view pin, std::string_view use) {
    return {PinUse{pin, use}};
}

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
        for (const auto& [pin, use] : Board::pins) sum += pin.size() + use.size() + 2;
        return sum;
    }();
    std::array<char, size> text{};
    auto at = std::copy(head.begin(), head.end(), text.begin());
    for (const auto& [pin, use] : Board::pins) {
        at = std::copy(pin.begin(), pin.end(), at);
        *at++ = ' ';
        at = std::copy(use.begin(), use.end(), at);
        *at++ = '\n';
    }
    return text;
}

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

/// True, or a compile error that names the first pin with two uses. `Board::pins` is the list.
template <class Board>
[[nodiscard]] consteval bool each_pin_has_one_use() {
    constexpr const auto& pins = Board::pins;
    constexpr auto clash = [] {
        struct {
            std::size_t one = 0;
            std::size_t other = 0;
        } found;
        for (std::size_t other = 1; other < pins.size(); ++other) {
            for (std::size_t one = 0; one < other; ++one) {
                if (pins[one].pin == pins[other].pin) return found = {one, other};
            }
        }
        return found;
    }();
    if constexpr (clash.other != 0) {
        constexpr PinUse one = pins[clash.one];
        constexpr PinUse other = pins[clash.other];
        (void)sizeof(PinIsUsedTwice<Text<one.pin.size()>{one.pin}, Text<one.use.size()>{one.use},
                                    Text<other.use.size()>{other.use}>);
    }
    return true;
}

}  // namespace stackmate::hal
