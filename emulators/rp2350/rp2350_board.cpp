// A Pico 2 in a chess board as a program: an RP2350 that executes the firmware's own image on the models of the chip's
// peripherals, with its serial line on standard input and output.
//
//   rp2350_board [--free] [--stepping a2|a4] [--radio] [--control FD] IMAGE.bin
//
// --free: time in which the chip sleeps passes at once. --stepping a4: without erratum RP2350-E9, and with the clocks as that
// stepping's boot ROM may leave them. --radio: a Pico 2 W. --control: a socket on which lines come in,
//   squares HEX     pieces stand there (bit 0 is a1)
//   buttons BITS    PLAY, HINT, MENU, PAUSE are down
//   power           the supply goes and returns; the flash stays
//   run             the pin RUN is pressed
//   supply 0|1      whether the USB socket has a supply
//   pad PIN HEX     a pad's register is written, as a debugger would
//   drive PIN 0|1|z something drives a pin that nothing is connected to
//   level PIN       answered: "level 0|1"
//   wait MS         the next line is read so much later
//   look            answered: "status LIT leds RRGGBB*64" in the order of the squares; or "drive" when the boot ROM
//                   is a USB drive
//
// An instruction takes 1.5 cycles: 100,000 in a millisecond. Twelve times in one, a byte passes each way on the line. What is not
// as on the chip: the flash's cache; wait states; a USB host (the socket has a supply, and nobody answers); PIO instructions, which
// are checked and not executed. What the models call a fault, and each access to what they do not know, ends the run with a word
// on standard error and status 1.
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <sstream>

#include "boards/kits/picos.hpp"
#include "emulators/rp2350/rp2350_machine.hpp"

namespace {

using namespace stackmate::test::rp2350;
using stackmate::boards::PicoKit;

class Rp2350Board {
public:
    struct Options {
        const char* image = nullptr;
        bool free = false, is_a2 = true, radio = false;
        int control = -1;
    };
    explicit Rp2350Board(const Options& options)
        : options_{options},
          control_{options.control},
          machine_{contents(options.image), options.is_a2, options.radio,
                   [this](unsigned pin) { return outside(pin); }} {
        machine_.reset(Machine::Cause::power);
    }

    [[noreturn]] void run() {
        for (;;) {
            for (unsigned i = 0; i < Machine::parts_of_ms; ++i) machine_.part();
            millisecond();
        }
    }

private:
    static BootRom::Memory contents(const char* image) {
        std::ifstream file{image, std::ios::binary};
        return {std::istreambuf_iterator<char>{file}, {}};
    }

    void millisecond() {
        if (!machine_.chip().uart.sent.empty()) {
            if (::write(1, machine_.chip().uart.sent.data(), machine_.chip().uart.sent.size()) < 0) std::exit(0);
            machine_.chip().uart.sent.clear();
        }
        wait_ms_ -= wait_ms_ != 0;
        while (wait_ms_ == 0 && !lines_.empty()) {
            obey(lines_.front());
            lines_.pop_front();
        }
        std::array<pollfd, 2> files{{{0, POLLIN, 0}, {control_, POLLIN, 0}}};
        if (poll(files.data(), control_ >= 0 ? 2 : 1,
                 machine_.idle() && machine_.received.empty() && !options_.free ? 1 : 0)
            <= 0)
            return;
        char text[4096];
        if (files[0].revents != 0) {
            const auto size = ::read(0, text, sizeof text);
            if (size <= 0) std::exit(0);
            machine_.received.insert(machine_.received.end(), text, text + size);
        }
        if (control_ >= 0 && files[1].revents != 0) {
            const auto size = ::read(control_, text, sizeof text);
            if (size <= 0) control_ = -1;
            for (ssize_t i = 0; i < size; ++i) {
                text[i] != '\n' ? void(word_ += text[i]) : lines_.push_back(std::exchange(word_, {}));
            }
        }
    }

    // ---- what is around the chip

    void obey(const std::string& line) {
        std::istringstream words{line};
        std::string first, how;
        unsigned pin = 0;
        words >> first;
        if (first == "squares") words >> std::hex >> squares_;
        if (first == "buttons") words >> buttons_;
        if (first == "supply") words >> supplied_;
        if (first == "wait") words >> wait_ms_;
        if (first == "power") machine_.reset(Machine::Cause::power);
        if (first == "run") machine_.reset(Machine::Cause::run_pin);
        if (first == "pad" && words >> pin >> how)
            machine_.chip().pads.write(4 + 4 * pin, static_cast<std::uint32_t>(std::stoul(how, nullptr, 16)));
        if (first == "drive" && words >> pin >> how)
            driven_.at(pin) = how == "z" ? std::nullopt : std::optional{how == "1"};
        machine_.chip().pins.settle();
        if (first == "level" && words >> pin) answer(machine_.chip().pins.level(pin) ? "level 1\n" : "level 0\n");
        if (first == "look") look();
    }
    void answer(const std::string& text) {
        if (::write(control_, text.data(), text.size()) < 0) control_ = -1;
    }
    void look() {
        if (machine_.chip().rom.to_drive) return answer("drive\n");
        std::ostringstream text;
        text << "status " << machine_.chip().pins.driven(25).value_or(false) << " leds" << std::hex;
        for (unsigned square = 0; square < 64; ++square) text << ' ' << machine_.shown()[PicoKit::Chain::index(square)];
        text << '\n';
        answer(text.str());
    }

    static constexpr unsigned first_row = 2, first_column = 10, first_button = 18, bus_power = 24;
    std::optional<bool> outside(unsigned pin) {
        if (pin >= first_button && pin < first_button + 4 && (buttons_ >> (pin - first_button) & 1) != 0) return false;
        if (pin == bus_power && !options_.radio && supplied_ != 0) return true;
        if (pin >= first_column && pin < first_column + 8) {
            for (unsigned row = 0; row < 8; ++row) {
                if (machine_.chip().pins.driven(first_row + row).value_or(false)
                    && (squares_ >> (8 * row + pin - first_column) & 1) != 0)
                    return true;
            }
        }
        return pin == 1 ? std::optional{true} : driven_[pin];  // the line rests
    }

    Options options_;
    int control_;
    std::string word_;
    std::deque<std::string> lines_;
    unsigned wait_ms_ = 0, buttons_ = 0, supplied_ = 1;
    std::uint64_t squares_ = 0;
    std::array<std::optional<bool>, Pins::count> driven_{};
    Machine machine_;
};

}  // namespace

int main(int count, char** words) {
    Rp2350Board::Options options;
    for (int i = 1; i < count; ++i) {
        const std::string_view word{words[i]};
        if (word == "--free") {
            options.free = true;
        } else if (word == "--radio") {
            options.radio = true;
        } else if (word == "--control" && i + 1 < count) {
            options.control = std::atoi(words[++i]);
        } else if (word == "--stepping" && i + 1 < count) {
            options.is_a2 = std::string_view{words[++i]} != "a4";
        } else {
            options.image = words[i];
        }
    }
    if (options.image == nullptr)
        give_up("usage: rp2350_board [--free] [--stepping a2|a4] [--radio] [--control FD] IMAGE.bin");
    std::make_unique<Rp2350Board>(options)->run();
}
