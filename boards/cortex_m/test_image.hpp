// What a test image says on its serial line, and what it remembers across its resets. A sentence is one of
//   ready                the image has started (once a start)
//   ok SENTENCE          a promise held
//   FAILED SENTENCE      a promise did not hold
// An image that restarts itself goes through stages, and ends by semihosting.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include STACKMATE_BOARD_HEADER
#include "boards/cortex_m/semihosting.hpp"

namespace stackmate::boards::test_image {

/// Zero at the first start, whatever RAM held, and kept by every reset until the image ends.
struct Progress {
    std::uint32_t mark;  ///< identifies this image
    std::uint32_t stage;
    std::uint32_t failures;
};

[[gnu::section(".noinit.progress")]] inline constinit Progress progress{};

inline void print(std::string_view text) {
    auto& serial = board().serial;
    while (!text.empty()) {
        const auto part = text.size() < serial.tx_free() ? text.size() : serial.tx_free();
        (void)serial.write({text.data(), part});
        text.remove_prefix(part);
        serial.pump();
    }
}

inline void print_number(std::uint64_t number) {
    std::array<char, 20> text;
    std::size_t at = text.size();
    do {
        text[--at] = static_cast<char>('0' + number % 10);
        number /= 10;
    } while (number != 0);
    print({text.data() + at, text.size() - at});
}

/// Without leading zeros, but for at least `digits` digits.
inline void print_hex(std::uint64_t number, unsigned digits = 1) {
    for (unsigned left = 16; left-- > 0;) {
        if (left < digits || number >> 4 * left != 0) {
            print({&"0123456789abcdef"[number >> 4 * left & 15], 1});
        }
    }
}

inline void report(std::string_view sentence, bool held) {
    progress.failures += held ? 0 : 1;
    print(held ? "ok " : "FAILED ");
    print(sentence);
    print("\n");
}

/// Waits until the last byte has left the chip; a restart would lose it.
inline void drain() {
    auto& serial = board().serial;
    while (!serial.tx_idle()) {
        serial.pump();
    }
}

/// Call it first. Returns the number of earlier starts.
inline std::uint32_t start() {
    board().init();
    const auto mark = 0xC0DE'CA5E ^ board().system.build_id();
    if (progress.mark != mark) {
        progress = {mark, 0, 0};
    }
    print("ready\n");
    return progress.stage++;
}

/// Call it last. Good if everything held, in `starts` starts.
inline void end(std::uint32_t starts = 1) {
    drain();
    progress.mark = 0;
    cortex_m::semihosting_exit(progress.failures == 0 && progress.stage == starts ? 0 : 1);
}

/// Exact to a microsecond's rounding, from tick count and the tick timer's counter.
[[nodiscard]] inline std::uint64_t now_us() {
    const auto& clock = board().clock;
    for (;;) {
        const auto ms = clock.now_ms();
        const auto elapsed_us = Board::Tick::elapsed_us();
        if (clock.now_ms() == ms) {
            return std::uint64_t{ms} * 1000 + elapsed_us;
        }
    }
}

}  // namespace stackmate::boards::test_image
