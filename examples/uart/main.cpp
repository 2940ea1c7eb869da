// A UCI engine on a bare chip, in one file: an STM32F405 as it comes out of reset, 16 MHz from its own oscillator, with USART1 on PA9 and
// PA10 at 115200 baud. No operating system, no vendor's library; addresses are those of RM0090 and of the ARMv7-M manual.
#include "core/config.hpp"
#include "core/engine.hpp"
#include "core/move_text.hpp"
#include "core/text.hpp"
#include "core/uci_go.hpp"

#include <array>
#include <atomic>
#include <cstdint>
#include <string_view>

using namespace stackmate;
using namespace std::string_view_literals;

// ---------------------------------------------------------------- the chip

static volatile std::uint32_t& at(std::uintptr_t address) {
    return *reinterpret_cast<volatile std::uint32_t*>(address);
}
constexpr std::uintptr_t status = 0x40011000, data = 0x40011004;  // of USART1

static std::atomic<bool> stop{false};
static std::atomic<std::uint32_t> now_ms{0}, stop_at_ms{no_limit};
static std::array<char, 4096> received;  // a ring: a whole position line may come while a search ends
static std::atomic<unsigned> head{0}, tail{0};

static void on_tick() {
    now_ms.store(now_ms.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    if (now_ms.load(std::memory_order_relaxed) == stop_at_ms.load(std::memory_order_relaxed)) stop = true;
}
static void on_byte() {
    const unsigned here = head.load(std::memory_order_relaxed);
    received[here % received.size()] = static_cast<char>(at(data));  // reading it ends the interrupt
    head.store(here + 1, std::memory_order_release);
}
static void start_chip() {
    at(0x40023830) |= 1u << 0;                                       // RCC_AHB1ENR: port A
    at(0x40023844) |= 1u << 4;                                       // RCC_APB2ENR: USART1
    at(0x40020000) = (at(0x40020000) & ~(15u << 18)) | 10u << 18;    // GPIOA_MODER: PA9 and PA10 serve another
    at(0x40020024) = (at(0x40020024) & ~(0xffu << 4)) | 0x77u << 4;  // GPIOA_AFRH: function 7, which is USART1
    at(0x40011008) = (16'000'000 + 115'200 / 2) / 115'200;           // BRR
    at(0x4001100c) = 1u << 13 | 1u << 5 | 1u << 3 | 1u << 2;         // CR1: on, interrupt, sends, receives
    at(0xe000e104) = 1u << (37 - 32);                                // NVIC_ISER1: USART1
    at(0xe000e014) = 16'000 - 1;                                     // SysTick: each millisecond
    at(0xe000e018) = 0;
    at(0xe000e010) = 7;
}

static void say(std::string_view text) {
    for (const char c : text) {
        while ((at(status) & 1u << 7) == 0) {}  // TXE
        at(data) = static_cast<unsigned char>(c);
    }
}

// ---------------------------------------------------------------- the protocol

using Chip = Full;  // Tiny where there are 8 KB of RAM

static std::string_view next_word(std::string_view& line) {
    line = skip_spaces(line);
    const std::string_view word = first_word(line);
    line.remove_prefix(word.size());
    return word;
}

/// "startpos moves e2e4" or "fen ... moves ...". What is wrong is told, and the game stays as it was.
static void set_position(Engine<Chip>& engine, std::string_view line) {
    auto& game = engine.begin_setup();
    if (next_word(line) == "fen"sv) {
        const std::size_t end = line.find(" moves"sv);
        const std::string_view fen{line.data(), end < line.size() ? end : line.size()};
        if (const FenError error = game.position.set_fen(fen); error != FenError::none)
            return say("info string error: "), say(to_text(error)), say("\n");
        line.remove_prefix(fen.size());
    }
    next_word(line);  // moves
    for (std::string_view word; !(word = next_word(line)).empty();) {
        const Move m = move_from_text(game.position, word);
        if (!m) return say("info string error: no legal move: "), say(word), say("\n");
        game.history.push(game.position.key(), game.position.halfmove());
        Undo undo;
        game.position.make(m, undo);
    }
    engine.commit_setup();
}

/// The timer ends the search when the answer is due.
static void set_timer(const Engine<Chip>& engine, std::uint32_t now) {
    stop_at_ms = engine.hard_limit_ms() == no_limit ? no_limit : now + engine.hard_limit_ms();
}

static void go(Engine<Chip>& engine, std::string_view line) {
    static std::array<Move, Chip::max_search_moves> only;
    uci::GoLine words;
    for (std::string_view word; !(word = next_word(line)).empty();)
        if (words.take(word, engine.position(), only) != uci::GoError::none)
            return say("info string error: go "), say(word), say("\n");
    if (words.finish() != uci::GoError::none || words.perft_depth() != 0)
        return say("info string error: go lacks a number, or is perft\n");
    stop_at_ms = no_limit;
    const std::uint32_t now = now_ms;
    engine.go(words.limits(), {only.data(), words.move_count()}, now);
    set_timer(engine, now);
}

static void obey(Engine<Chip>& engine, std::string_view line) {
    const std::string_view word = next_word(line);
    if (word == "uci"sv) say("id name Stackmate on a bare chip\nid author Stackmate developers\nuciok\n");
    if (word == "isready"sv) say("readyok\n");
    if (word == "stop"sv) stop = true;
    if (word == "ponderhit"sv) {
        const std::uint32_t now = now_ms;
        engine.ponder_hit(now);
        set_timer(engine, now);
    }
    if (engine.searching()) return;
    if (word == "ucinewgame"sv) engine.new_game();
    if (word == "position"sv) set_position(engine, line);
    if (word == "go"sv) go(engine, line);
}

static void answer(const Engine<Chip>& engine) {
    const SearchReport report = engine.report(now_ms);
    char text[96];
    char* end = write_signed(write_text(text, "info depth "sv), report.depth);
    end = write_signed(write_text(end, is_mate(report.score) ? " score mate "sv : " score cp "sv), [&] {
        const int plies = score_mate - (report.score < 0 ? -report.score : report.score);
        const int moves = report.score < 0 ? -(plies + 1) / 2 : (plies + 1) / 2;
        return is_mate(report.score) ? moves : report.score;
    }());
    end = write_text(write_number(write_text(end, " nodes "sv), report.nodes), "\nbestmove "sv);
    end = write_move(end, engine.best_move());
    *end++ = '\n';
    say({text, static_cast<std::size_t>(end - text)});
}

extern "C" int main() {
    static Engine<Chip> engine{stop};
    static std::array<char, 8192> line;  // a position with all moves of a long game
    std::size_t length = 0;
    start_chip();
    say("info string ready\n");  // what came before was lost
    while (true) {
        if (const unsigned here = tail.load(std::memory_order_relaxed); here != head.load(std::memory_order_acquire)) {
            const char c = received[here % received.size()];
            tail.store(here + 1, std::memory_order_relaxed);
            if (c != '\n') {
                if (length < line.size()) line[length] = c;
                ++length;
                continue;
            }
            if (length > line.size())
                say("info string error: the line is too long\n");
            else
                obey(engine, {line.data(), length});
            length = 0;
        } else if (engine.searching()) {
            if (engine.run(Chip::slice_nodes, now_ms) == EngineEvent::finished) answer(engine);
        }
    }
}

// ---------------------------------------------------------------- from reset to main

extern "C" {
extern std::uint32_t __stack_top[], __data_start[], __data_end[], __bss_start[], __bss_end[];
extern const std::uint32_t __data_load[];

void stackmate_reset_handler() {  // the name that the linker script knows
    const std::uint32_t* from = __data_load;
    for (std::uint32_t* to = __data_start; to != __data_end;) *to++ = *from++;
    for (std::uint32_t* to = __bss_start; to != __bss_end;) *to++ = 0;
    main();
}
}

using Handler = void (*)();
struct Vectors {
    std::uint32_t* stack = __stack_top;
    std::array<Handler, 97> handlers = [] {
        std::array<Handler, 97> all{};
        all.fill([] {
            while (true) {}
        });
        all[0] = stackmate_reset_handler;
        all[14] = on_tick;
        all[15 + 37] = on_byte;
        return all;
    }();
};
[[gnu::section(".vectors"), gnu::used]] constinit const Vectors vectors;
