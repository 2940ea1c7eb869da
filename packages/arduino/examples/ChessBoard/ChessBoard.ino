// A chess board of 64 reed contacts, 64 WS2812 LEDs and a button: the game, hints, the menu, levels, clocks, and the serial
// port for apps and chess programs. You play White, and the LEDs show the engine's moves. Needs the library Adafruit NeoPixel.
//
// Wiring: as in MatrixBoard, and the LEDs rank 1 from a to h, rank 2 from h to a, and so on; PLAY to ground. Put your own pins
// below.
#include <Adafruit_NeoPixel.h>
#include <Arduino.h>
#include <Stackmate.h>

#if !defined(INPUT_PULLDOWN) && !defined(ARDUINO_API_VERSION)
#error "this core has no INPUT_PULLDOWN: fit 10 kOhm from each column to ground, write INPUT in its place, and take this line out"
#endif

constexpr std::uint8_t row_pins[8] = {2, 3, 4, 5, 6, 7, 8, 9};
constexpr std::uint8_t column_pins[8] = {10, 11, 12, 13, 14, 15, 16, 17};
constexpr std::uint8_t play_pin = 18, led_pin = 28;
constexpr bool columns_high = true;  // false with hall sensors

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

    // At most one row is high.
    std::uint64_t squares() {
        std::uint64_t seen = 0;
        for (unsigned rank = 0; rank < 8; ++rank) {
            ground_columns();
            digitalWrite(row_pins[rank], HIGH);
            delayMicroseconds(20);
            for (unsigned file = 0; file < 8; ++file)
                if (digitalRead(column_pins[file]) == (columns_high ? HIGH : LOW)) seen |= std::uint64_t{1} << (8 * rank + file);
            digitalWrite(row_pins[rank], LOW);
        }
        return seen;
    }
    // While all rows are low: a Pico 2's pin that was high might stay so (RP2350-E9).
    void ground_columns() {
        for (const std::uint8_t pin : column_pins) {
            if (columns_high) {
                pinMode(pin, OUTPUT);
                digitalWrite(pin, LOW);
            }
            pinMode(pin, columns_high ? INPUT_PULLDOWN : INPUT_PULLUP);
        }
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
    for (const std::uint8_t pin : row_pins) {
        pinMode(pin, OUTPUT);
        digitalWrite(pin, LOW);
    }
    pinMode(play_pin, INPUT_PULLUP);
}

void loop() { board.poll(); }
