// Prints a kit as the compiler sees it: a line for each fact, `what key value`. The kit with hall sensors differs from it by one word.
#include <cstdio>
#include <string_view>

#include "boards/kits/picos.hpp"

namespace {

using Kit = stackmate::boards::PicoKit;

void say(const char* what, std::string_view key, const stackmate::hal::PinId& pin) {
    std::printf("%s %.*s %s\n", what, static_cast<int>(key.size()), key.data(), pin.name);
}

}  // namespace

int main() {
    for (unsigned rank = 0; rank < 8; ++rank) {
        const char key = static_cast<char>('1' + rank);
        say("row", {&key, 1}, Kit::rows[rank]);
    }
    for (unsigned file = 0; file < 8; ++file) {
        const char key = static_cast<char>('a' + file);
        say("column", {&key, 1}, Kit::columns[file]);
    }
    for (const auto& button : Kit::buttons) say("button", button.name, button.pin);
    say("led", "data", Kit::led_data);
    say("sounder", "pin", Kit::sounder);
    say("serial", "sends", Kit::sends);
    say("serial", "receives", Kit::receives);
    for (unsigned square = 0; square < 64; ++square) std::printf("chain %u %u\n", square, Kit::Chain::index(square));
    std::printf("columns high %d\nled_supply limit_ma %u\nled_form bits %u\n", Kit::columns_high,
                static_cast<unsigned>(Kit::led_supply.limit_ma), Kit::led_bits);
}
