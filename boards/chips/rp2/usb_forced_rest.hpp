// Erratum RP2040-E5: a chip of stepping B0 or B1 leaves a bus reset only after 800 us without traffic, which a hub with busy
// neighbours never grants. The way around is Raspberry Pi's: RP2040 data sheet, appendix B; registers: 2.19.6 and 4.1.4.
#pragma once

#include <cstdint>

#include "boards/chips/rp2/registers.hpp"
#include "boards/chips/rp2/usb_controller.hpp"

namespace stackmate::boards::rp2::usb {

/// Shows the controller a line at rest for a millisecond after each bus reset. The only way in is pin GP15, which is borrowed
/// for that: its output is off, its level is kept by the pad, and its settings come back afterwards. A sensor matrix that uses
/// GP15 must not be scanned while `has_pin()`.
///
/// Does nothing where the chip has not that erratum. Call `step` from the millisecond tick, and `begin` from an interrupt of the same priority.
class ForcedRest {
public:
    /// The bus is being reset.
    void begin() noexcept {
        give_back();
        if (Map::has_e5()) {
            stage_ = Stage::waits;
        }
    }

    /// The controller is about to be reset itself.
    void give_up() noexcept {
        give_back();
        stage_ = Stage::none;
    }

    void step() noexcept {
        switch (stage_) {
        case Stage::none: return;
        case Stage::waits:
            // Both wires are low until the reset is over, which takes 10 ms and more: USB 2.0, 7.1.7.5.
            if ((SieStatus::read() & line_state) != 0) {
                borrow();
                stage_ = Stage::forces;
                forced_ms_ = 0;
            }
            return;
        case Stage::forces:
            if (++forced_ms_ >= most_ms || (SieStatus::read() & connected_status) != 0) {
                give_back();
                stage_ = Stage::settles;
            }
            return;
        case Stage::settles: stage_ = Stage::none; return;
        }
    }

    [[nodiscard]] bool has_pin() const noexcept { return stage_ == Stage::forces || stage_ == Stage::settles; }

private:
    enum class Stage : std::uint8_t { none, waits, forces, settles };

    static constexpr std::uint8_t most_ms = 5;  ///< a host may ask the first thing 10 ms after the reset: 7.1.7.5

    using PinControl = Register<Map::io_bank0 + 4 + 8 * 15>;
    using Pad = Register<Map::pads_bank0 + 4 + 4 * 15>;

    void borrow() noexcept {
        constexpr std::uint32_t both_pulls = 1u << 3 | 1u << 2;  // the pad keeps its level
        constexpr std::uint32_t usb_debug = 8;
        constexpr std::uint32_t output_off = 2u << 12;
        constexpr std::uint32_t input_high = 3u << 16;
        constexpr std::uint32_t overrides = 3u << 16 | 3u << 12 | 0x1Fu;
        pin_control_ = PinControl::read();
        pad_ = Pad::read();
        Pad::write(pad_ | both_pulls);
        const auto rest = pin_control_ & ~overrides;
        PinControl::write(rest | output_off | (pin_control_ & 0x1Fu));
        PinControl::write(rest | output_off | usb_debug);
        PinControl::write(rest | output_off | usb_debug | input_high);
        PhyDirect::write(phy_pull_up);  // the transceiver's pull-up stays while the controller listens to the pin
        PhyOverride::write(phy_pull_up_override);
        Muxing::write(muxing_softcon | muxing_to_pins);
    }

    void give_back() noexcept {
        if (stage_ != Stage::forces) {
            return;
        }
        Muxing::write(muxing_softcon | muxing_to_phy);
        PhyOverride::write(0);
        PinControl::write(pin_control_);
        Pad::write(pad_);
    }

    Stage stage_ = Stage::none;
    std::uint8_t forced_ms_ = 0;
    std::uint32_t pin_control_ = 0;  ///< the pin's setting before it was borrowed
    std::uint32_t pad_ = 0;
};

}  // namespace stackmate::boards::rp2::usb
