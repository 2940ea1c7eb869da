// What Sound guarantees, as checks that run wherever somebody can hear it. `report(sentence, held)` is called once for each
// guarantee.
#pragma once

#include <array>

#include "hal/chess_concepts.hpp"

namespace stackmate::hal::conformance {

/// Peer: `unsigned hz()` is the tone that is heard now, 0 in silence; `unsigned loudness()` grows with how loud it is;
/// `void pass_ms(std::uint32_t)` lets time pass. Nothing has been played yet.
template <Sound S, class Peer, class Report>
void check_sound(S& sound, Peer& peer, Report report) {
    constexpr std::uint32_t wave_ms = 25;  ///< a change may wait for the end of the lowest tone's wave
    const auto hears = [&](std::uint32_t hz) { return peer.hz() >= hz - hz / 32 && peer.hz() <= hz + hz / 32; };
    report("nothing is heard before the first tone", peer.hz() == 0);

    bool each = true;
    bool lasts = true;
    bool ends = true;
    for (const auto hz : std::array<std::uint16_t, 4>{110, 440, 880, 1760}) {
        sound.play(hz, 100, true);
        peer.pass_ms(wave_ms);
        each = each && hears(hz);
        peer.pass_ms(99 - wave_ms);
        lasts = lasts && hears(hz);
        peer.pass_ms(1 + wave_ms);
        ends = ends && peer.hz() == 0;
    }
    report("each tone is heard at its own pitch", each);
    report("a tone lasts for its time", lasts);
    report("a tone ends after its time", ends);

    sound.play(440, 200, false);
    peer.pass_ms(wave_ms);
    const auto quiet = peer.loudness();
    sound.play(440, 200, true);
    peer.pass_ms(wave_ms);
    report("a loud tone is louder than a quiet one", quiet != 0 && peer.loudness() > quiet);

    sound.play(880, 300, true);
    peer.pass_ms(250);
    report("a new tone takes the place of the one that is heard, with its own time", hears(880));
    sound.play(440, 40, true);
    peer.pass_ms(40 + wave_ms);
    report("a shorter one ends the longer one too", peer.hz() == 0);

    sound.play(880, 0, true);
    peer.pass_ms(wave_ms);
    report("a tone of no time is not heard", peer.hz() == 0);
    sound.play(880, 1000, true);
    peer.pass_ms(wave_ms);
    sound.play(440, 0, true);
    peer.pass_ms(wave_ms);
    report("a tone of no time ends the one that is heard", peer.hz() == 0);
}

}  // namespace stackmate::hal::conformance
