// What SquareSensors, SquareLeds and Buttons guarantee, as checks that run on the host and on a device.
//
// Somebody must move the pieces and look at the lights: a `Peer`. Each check says what it needs of it.
// `report(sentence, held)` is called once for each guarantee.
#pragma once

#include "hal/chess_concepts.hpp"

namespace stackmate::hal::conformance {

/// Peer: `void place(std::uint64_t occupied)` puts pieces on these squares and no others; `void pass_ms(std::uint32_t)`
/// lets time pass, in which the board scans.
template <SquareSensors S, class Peer, class Report>
void check_sensors(const S& sensors, Peer& peer, Report report) {
    const auto sees = [&](std::uint64_t occupied) {
        peer.place(occupied);
        peer.pass_ms(S::latency_ms);
        return sensors.scan() == occupied && sensors.raw() == occupied;
    };
    report("an empty board is seen empty", sees(0));
    const auto scans = sensors.scans();
    bool alone = true;
    for (unsigned square = 0; square < 64; ++square) {
        alone = alone && sees(std::uint64_t{1} << square);
    }
    report("each square is seen under its own number, a1 first", alone);
    bool gap = true;
    for (unsigned square = 0; square < 64; ++square) {
        gap = gap && sees(~(std::uint64_t{1} << square));
    }
    report("each square is seen empty among full ones", gap);
    report("the starting position is seen", sees(0xFFFF00000000FFFF));
    report("all changes come within the latency", sees(0xAA55AA55AA55AA55) && sees(0x55AA55AA55AA55AA));
    report("scans are counted", sensors.scans() != scans);
}

/// Peer: `Colour seen(unsigned square)` is what is lit there now; `void pass_us(std::uint32_t)` lets time pass.
/// `Peer::sees` is false if nobody looks; then only what the program itself can see is checked.
template <SquareLeds L, class Peer, class Report>
void check_leds(L& leds, Peer& peer, Report report) {
    const auto settle = [&] {
        peer.pass_us(L::frame_us);
        return leds.shown();
    };
    const auto picture = [](unsigned turn) {
        Frame frame;
        for (unsigned square = 0; square < 64; ++square) {
            const bool lit = (square + turn) % 3 == 0;
            frame.squares[square] = lit ? Colour{255, 0, 0} : square % 2 == 0 ? Colour{0, 255, 0} : Colour{};
        }
        return frame;
    };
    /// Whether red, green and blue are lit where `frame` has them, and only there.
    const auto as = [&](const Frame& frame) {
        bool same = true;
        for (unsigned square = 0; Peer::sees && square < 64; ++square) {
            const auto is = peer.seen(square);
            const auto should = frame.squares[square];
            same = same && (is.red != 0) == (should.red != 0) && (is.green != 0) == (should.green != 0)
                   && (is.blue != 0) == (should.blue != 0);
        }
        return same;
    };
    settle();
    leds.set_brightness(255);
    report("a frame is taken", leds.show(Frame{}));
    report("a frame is out within its time", settle());
    report("a dark frame is dark", as(Frame{}));

    bool right = true;
    for (unsigned turn = 0; turn < 3; ++turn) {
        right = leds.show(picture(turn)) && settle() && as(picture(turn)) && right;
    }
    report("each square shows its own colour", right);
    settle();
    settle();
    report("a picture stays until the next", as(picture(2)));

    const bool taken = leds.show(picture(0));
    const bool on_its_way = !leds.shown();
    const bool second = leds.show(picture(1));
    report("a frame is refused while one is on its way", taken && second == !on_its_way);
    report("a picture is not mixed of two", settle() && as(picture(second ? 1 : 0)));

    leds.set_brightness(0);
    report("brightness 0 is dark", leds.show(picture(0)) && settle() && as(Frame{}));
    std::uint32_t before = 0;
    bool brighter = true;
    for (unsigned level = 0; level <= 255; level += 51) {
        leds.set_brightness(static_cast<std::uint8_t>(level));
        Frame frame;
        frame.squares[27] = {255, 255, 255};
        brighter = leds.show(frame) && settle() && brighter;
        if (Peer::sees) {
            const auto light = std::uint32_t{peer.seen(27).red} + peer.seen(27).green + peer.seen(27).blue;
            brighter = brighter && light >= before && (level != 255 || light > 0);
            before = light;
        }
    }
    report("a higher brightness is not darker", brighter);
    report("an empty frame ends it", leds.show(Frame{}) && settle() && as(Frame{}));
}

/// Peer: `void hold(std::uint8_t buttons)` holds these buttons down and no others; `void pass_ms(...)` as
/// above.
template <Buttons B, class Peer, class Report>
void check_buttons(B& buttons, Peer& peer, Report report) {
    constexpr auto all = static_cast<std::uint8_t>((1u << B::count) - 1);
    const auto hold = [&](std::uint8_t mask) {
        peer.hold(mask);
        peer.pass_ms(B::latency_ms);
    };
    hold(0);
    (void)buttons.pressed();
    report("no button is down", buttons.held() == 0 && buttons.pressed() == 0);
    bool each = true;
    for (unsigned i = 0; i < B::count; ++i) {
        const auto bit = static_cast<std::uint8_t>(1u << i);
        hold(bit);
        each = each && buttons.held() == bit && buttons.pressed() == bit;
        hold(0);
        each = each && buttons.held() == 0;
    }
    report("each button is seen under its own number", each);
    hold(1);
    peer.pass_ms(500);
    report("a long push is one push", buttons.pressed() == 1 && buttons.pressed() == 0);
    peer.pass_ms(500);
    report("a held button is not pressed again", buttons.pressed() == 0 && buttons.held() == 1);
    hold(0);
    report("letting go is no push", buttons.pressed() == 0);
    hold(1);
    hold(0);
    hold(1);
    hold(0);
    report("a push is kept until asked for", buttons.pressed() == 1);
    hold(all);
    report("all buttons at once are seen", buttons.held() == all && buttons.pressed() == all);
    hold(0);
    bool named = B::name(B::count).empty();
    for (unsigned i = 0; i < B::count; ++i) {
        named = named && !B::name(i).empty();
    }
    report("each button has a name, and no other", named);
}

/// Peer: `void pass_ms(std::uint32_t)`; `unsigned resets()`: resets by the watchdog since the check began, each of
/// which leaves it unarmed. A device, which restarts, keeps the count across its restarts.
template <Watchdog W, class Peer, class Report>
void check_watchdog(W& watchdog, Peer& peer, Report report) {
    const auto late = [](std::uint32_t ms) { return ms * W::late_percent / 100; };
    watchdog.feed();
    peer.pass_ms(200);
    report("a watchdog that is not armed does not bite", peer.resets() == 0);
    watchdog.arm(100);
    for (int i = 0; i < 10; ++i) {
        peer.pass_ms(90);
        watchdog.feed();
    }
    report("a fed watchdog does not bite", peer.resets() == 0);
    peer.pass_ms(99);
    report("a watchdog does not bite early", peer.resets() == 0);
    peer.pass_ms(2 + late(100));
    report("a starved watchdog bites once", peer.resets() == 1);
    watchdog.arm(50);
    watchdog.arm(200);
    peer.pass_ms(190);
    report("arming again sets the new interval", peer.resets() == 1);
    peer.pass_ms(12 + late(200));
    report("the new interval ends too", peer.resets() == 2);
    watchdog.arm(~std::uint32_t{0});
    peer.pass_ms(W::longest_ms - 1);
    report("a longer interval than the longest is the longest", peer.resets() == 2);
    peer.pass_ms(2 + late(W::longest_ms));
    report("the longest interval ends", peer.resets() == 3);
}

}  // namespace stackmate::hal::conformance
