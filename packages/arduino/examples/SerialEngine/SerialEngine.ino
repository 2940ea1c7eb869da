// A UCI engine on the serial port, for any chess program on a PC; or type into the serial monitor (line ending: newline):
//
//   position startpos moves e2e4
//   go movetime 1000
//
// Full takes 90 KB of RAM. For chips with less use Tiny, which takes 8 KB.
#include <Arduino.h>
#include <Stackmate.h>

struct SerialLine {
    static constexpr std::string_view name = "Arduino";

    int read() { return Serial.read(); }
    std::size_t write(std::string_view text) {
        const std::size_t room = Serial.availableForWrite();
        return Serial.write(text.data(), room < text.size() ? room : text.size());
    }
    std::uint32_t now_ms() { return millis(); }
};

SerialLine line;
stackmate::firmware::PolledApp<stackmate::Full, SerialLine> engine{line};

void setup() { Serial.begin(115200); }

void loop() { engine.poll(); }
