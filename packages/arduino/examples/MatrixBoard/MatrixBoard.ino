// A chess board of 64 reed contacts or hall sensors. You have White and lift and place pieces; the engine answers on the
// serial monitor (115,200 baud), and you make its move for it. It also says what is not legal, and how to correct it.
//
// Wiring: as the project's boards (docs/WIRING.md). Row r is rank r + 1, column c is file a + c. A square's contact joins its row's
// pin to its column's pin, with a diode that conducts from row to column (the ring at the column):
//
//     row ---/ contact ---|>|--- column --- 10 kOhm --- ground
//
// Hall sensors with an open-drain output need neither diodes nor resistors, but 5 V for each rank, switched on by its row's pin when
// that is high: a transistor and a P-channel MOSFET. Then `columns_high` is false. Put your own pins below: these are a Pico's.
#include <Arduino.h>
#include <Stackmate.h>

#if !defined(INPUT_PULLDOWN) && !defined(ARDUINO_API_VERSION)
#error "this core has no INPUT_PULLDOWN: fit 10 kOhm from each column to ground, write INPUT in its place, and take this line out"
#endif

constexpr std::uint8_t row_pins[8] = {2, 3, 4, 5, 6, 7, 8, 9};
constexpr std::uint8_t column_pins[8] = {10, 11, 12, 13, 14, 15, 16, 17};
constexpr bool columns_high = true;

constexpr std::uint32_t nodes_a_move = 50000;  // of the search: some seconds on a Cortex-M0+
using Config = stackmate::Full;                // 90 KB of RAM; Tiny takes 8 KB

using stackmate::firmware::SquareSet;
using stackmate::firmware::TrackerStatus;

// At most one row is high. Between two rows all are low and the columns grounded, or a Pico 2's pin that was high might stay so
// (RP2350-E9).
struct Rows {
    void select(unsigned row) noexcept {
        release();
        digitalWrite(row_pins[row], HIGH);
    }
    void release() noexcept {
        for (const std::uint8_t pin : row_pins) digitalWrite(pin, LOW);
        for (const std::uint8_t pin : column_pins) {
            if (columns_high) {
                pinMode(pin, OUTPUT);
                digitalWrite(pin, LOW);
            }
            pinMode(pin, columns_high ? INPUT_PULLDOWN : INPUT_PULLUP);
        }
    }
};

struct Columns {
    std::uint8_t read() const noexcept {
        std::uint8_t pressed = 0;
        for (unsigned i = 0; i < 8; ++i)
            if (digitalRead(column_pins[i]) == (columns_high ? HIGH : LOW)) pressed |= 1u << i;
        return pressed;
    }
};

Rows rows;
const Columns columns;
stackmate::hal::SensorMatrix<Rows, Columns> matrix{rows, columns};  // debounced: two whole scans must agree
std::atomic<bool> stop{false};
stackmate::Engine<Config> engine{stop};
stackmate::Position game;  // the engine's own changes while it thinks
stackmate::firmware::SquareTracker hands;
TrackerStatus told = TrackerStatus::quiet;
std::uint32_t stepped_ms = 0;
bool over = false;

void say_move(const char* before, stackmate::Move move) {
    char text[stackmate::max_move_length + 1] = {};
    stackmate::write_move(text, move);
    Serial.print(before);
    Serial.println(text);
}

void say_squares(const char* before, SquareSet squares) {
    if (squares == 0) return;
    Serial.print(before);
    stackmate::firmware::for_each_square(squares, [](unsigned i) {
        const char text[] = {' ', char('a' + i % 8), char('1' + i / 8), 0};
        Serial.print(text);
    });
    Serial.println();
}

void play(stackmate::Move move) {
    auto& next = engine.begin_setup();
    next.position = engine.position();
    next.history = engine.history();
    next.history.push(next.position.key(), next.position.halfmove());
    stackmate::Undo undo;
    next.position.make(move, undo);
    engine.commit_setup();

    game = engine.position();
    hands.set_position(game);
    const stackmate::GameState state = engine.state();
    over = stackmate::is_over(state);
    if (state != stackmate::GameState::playing) Serial.println(stackmate::to_text(state).data());
    if (!over && game.side() == stackmate::Color::black) {
        hands.hold();  // until there is an answer
        stackmate::Limits limits;
        limits.nodes = nodes_a_move;
        engine.go(limits, {}, millis());
    }
}

void look(const stackmate::firmware::TrackerState& state) {
    if (state.status == told) return;
    told = state.status;
    switch (state.status) {
    case TrackerStatus::move:
        say_move(game.side() == stackmate::Color::white ? "you play " : "done: ", state.move);
        play(state.move);
        break;
    case TrackerStatus::wrong: Serial.println("that is no legal move"); [[fallthrough]];
    case TrackerStatus::unfinished:
        say_squares("a piece is missing on", state.fill);
        say_squares("take away what stands on", state.clear);
        break;
    case TrackerStatus::ambiguous:
        say_squares("which one was taken? lift your piece and place it again, on one of", state.targets);
        break;
    default: break;  // pieces in the air, or not yet at rest
    }
}

void setup() {
    Serial.begin(115200);
    for (const std::uint8_t pin : row_pins) pinMode(pin, OUTPUT);
    rows.release();
    engine.new_game();
    game = engine.position();
    hands.set_position(game);
    Serial.println("set up the pieces; you have White");
}

void loop() {
    const std::uint32_t now_ms = millis();
    if (now_ms != stepped_ms) {
        stepped_ms = now_ms;
        matrix.step();
    }
    if (over || matrix.scans() < 4) return;  // the first scans are not yet debounced
    look(hands.update(matrix.scan(), now_ms));
    if (engine.searching() && engine.run(Config::slice_nodes, now_ms) == stackmate::EngineEvent::finished) {
        say_move("make my move ", engine.best_move());
        if (!hands.follow(engine.best_move())) Serial.println("error: the engine's move is not legal");
    }
}
