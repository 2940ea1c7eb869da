// A chess board of 64 reed contacts, 64 WS2812 LEDs and a button: the game, hints, the menu, levels, clocks, and the serial
// port for apps and chess programs. You play White, and the LEDs show the engine's moves. Needs the library Adafruit NeoPixel.
//
// Wiring: as in MatrixBoard, and the LEDs rank 1 from a to h, rank 2 from h to a, and so on; PLAY to ground. Put your own pins
// below.
#include <Adafruit_NeoPixel.h>
#include <Arduino.h>
#include <Stackmate.h>

constexpr std::uint8_t row_pins[8] = {2, 3, 4, 5, 6, 7, 8, 9};
constexpr std::uint8_t column_pins[8] = {10, 11, 12, 13, 14, 15, 16, 17};
constexpr std::uint8_t play_pin = 18, led_pin = 28;

Adafruit_NeoPixel strip(64, led_pin, NEO_GRB + NEO_KHZ800);

struct Board {
    static constexpr std::string_view name = "Arduino";
    using Chain = stackmate::hal::ChainInSerpentines;

    int read() { return Serial.read(); }
    std::size_t write(std::string_view text) {
        const std::size_t room = Serial.availableForWrite();
        return Serial.write(text.data(), room < text.size() ? room : text.size());
    }
    std::uint32_t now_ms() { return millis(); }

    // One row is pulled low; the others float, so that two pieces in a column join nothing.
    std::uint64_t squares() {
        std::uint64_t seen = 0;
        for (unsigned rank = 0; rank < 8; ++rank) {
            digitalWrite(row_pins[rank], LOW);
            pinMode(row_pins[rank], OUTPUT);
            delayMicroseconds(20);
            for (unsigned file = 0; file < 8; ++file)
                if (digitalRead(column_pins[file]) == LOW) seen |= std::uint64_t{1} << (8 * rank + file);
            pinMode(row_pins[rank], INPUT);
        }
        return seen;
    }
    void show(std::span<const stackmate::hal::Colour, 64> leds) {
        for (unsigned i = 0; i < 64; ++i) strip.setPixelColor(i, leds[i].red, leds[i].green, leds[i].blue);
        strip.show();
    }
    std::uint8_t buttons() { return digitalRead(play_pin) == LOW ? 1 : 0; }
};

Board parts;
stackmate::firmware::PolledChessBoard<stackmate::Full, Board> board{parts};

void setup() {
    Serial.begin(115200);
    strip.begin();
    for (const std::uint8_t pin : row_pins) pinMode(pin, INPUT);
    for (const std::uint8_t pin : column_pins) pinMode(pin, INPUT_PULLUP);
    pinMode(play_pin, INPUT_PULLUP);
}

void loop() { board.poll(); }
