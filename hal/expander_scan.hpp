// 64 contacts at four PCA9555 port expanders on an I2C bus.
#pragma once

#include <array>

#include "hal/i2c.hpp"
#include "hal/scan.hpp"

namespace stackmate::hal {

/// ScanSource over PCA9555 or TCA9555 expanders at `First` and the three addresses that follow. Ports 0 and 1 of the
/// first are rows 0 and 1, and so on; bit 0 is column 0. Contacts connect to ground: after power-on all pins are inputs
/// with pull-ups, so nothing is set up, nor lost when an expander's supply fails for a moment. (An MCP23017 needs
/// both, and the data sheet's revision D allows two of its sixteen pins as outputs only.)
///
/// A step collects the ports that the previous step asked for, and asks for the next. A step that finds a transfer
/// still running does nothing. If one fails, the pass begins again, so none comes until all four answer. A transfer may
/// still run when the LEDs' bits begin; the bus must bear that.
///
/// With a step of 1 ms a pass takes 4 ms, and with four samples a change counts within 20 ms.
template <I2cMaster Bus, ScanTiming Timing = ScanTiming{.samples = 4}, class Wiring = RowsAreRanks,
          std::uint8_t First = 0x20>
class ExpanderScan {
public:
    static constexpr ScanTiming timing = Timing;
    static constexpr std::uint32_t pass_steps = 4;
    // SCPS131J and NXP PCA9555 Rev. 8: "Device address", "I2C interface timing".
    static_assert(First >= 0x20 && First <= 0x24, "a PCA9555 has an address from 0x20 to 0x27");
    static_assert(Bus::hz <= 400'000, "a PCA9555 takes 400 kHz");
    // Five bytes with their acknowledgements, start, repeated start and stop: 120 us at 400 kHz.
    static_assert(std::uint64_t{48} * 1'000'000 <= std::uint64_t{Bus::hz} * Timing.step_us, "a step is too short");
    static_assert(Timing.settle_steps == 1, "nothing is selected, so nothing settles");

    explicit constexpr ExpanderScan(Bus& bus) noexcept : bus_{bus} {}

    [[nodiscard]] std::optional<std::uint64_t> step() noexcept {
        const I2cState state = bus_.state();
        if (state == I2cState::busy) {
            return {};
        }
        std::optional<std::uint64_t> pass;
        if (state == I2cState::failed) {
            asked_ = 0;
        } else if (asked_ != 0) {
            coming_ |= squares(2 * asked_ - 2, ports_[0]) | squares(2 * asked_ - 1, ports_[1]);
            if (asked_ == pass_steps) {
                pass = coming_;
                asked_ = 0;
            }
        }
        if (asked_ == 0) {
            coming_ = 0;
        }
        bus_.begin(static_cast<std::uint8_t>(First + asked_), input_port_0, ports_);
        ++asked_;
        return pass;
    }

private:
    static constexpr std::array<std::uint8_t, 1> input_port_0{0};  ///< the command byte; port 1 follows by itself

    [[nodiscard]] static std::uint64_t squares(unsigned row, std::uint8_t levels) noexcept {
        return Wiring::squares(row, static_cast<std::uint8_t>(~levels));
    }

    Bus& bus_;
    unsigned asked_ = 0;  ///< expanders in this pass
    std::array<std::uint8_t, 2> ports_{};
    std::uint64_t coming_ = 0;
};

}  // namespace stackmate::hal
