// 64 contacts at the inputs of a chain of eight 74HC165 shift registers.
#pragma once

#include "hal/pin.hpp"
#include "hal/scan.hpp"

namespace stackmate::hal {

/// ScanSource over three pins: load (SH/LD, low loads), clock (rising edge shifts) and data (QH of the register
/// nearest the processor). That register is row 0; its inputs A to H are columns 0 to 7. `ActiveHigh` is the level
/// where a piece stands: false for contacts to ground with pull-ups.
///
/// The first step of a pass loads all 64 inputs, so a pass is one instant. Each step shifts one register in. Each level
/// of a pin lasts as long as a call of `set`. At 2 V the register needs 100 ns for the load pulse and each level of the
/// clock, 125 ns from load to clock, and 205 ns from load or clock to data; at 4.5 V 20, 25 and 41 ns (NXP 74HC165,
/// "Dynamic characteristics", up to 85 degrees). Faster pins must wait by themselves.
template <OutputPin Load, OutputPin Clock, InputPin Data, ScanTiming Timing = ScanTiming{}, bool ActiveHigh = false,
          class Wiring = RowsAreRanks>
class ShiftRegisterScan {
public:
    static constexpr ScanTiming timing = Timing;
    static constexpr std::uint32_t pass_steps = 8;
    static_assert(Timing.settle_steps == 1, "nothing is selected, so nothing settles");

    constexpr ShiftRegisterScan(Load& load, Clock& clock, const Data& data) noexcept
        : load_{load}, clock_{clock}, data_{data} {}

    [[nodiscard]] std::optional<std::uint64_t> step() noexcept {
        if (row_ == 0) {
            coming_ = 0;
            clock_.set(false);
            load_.set(false);
            load_.set(true);
        }
        unsigned levels = 0;
        for (unsigned i = 0; i < 8; ++i) {  // H comes first, and needs no clock
            levels = levels << 1 | (data_.read() ? 1u : 0u);
            clock_.set(true);
            clock_.set(false);
        }
        coming_ |= Wiring::squares(row_, static_cast<std::uint8_t>(ActiveHigh ? levels : ~levels));
        row_ = (row_ + 1) % 8;
        return row_ == 0 ? std::optional{coming_} : std::nullopt;
    }

private:
    Load& load_;
    Clock& clock_;
    const Data& data_;
    unsigned row_ = 0;
    std::uint64_t coming_ = 0;
};

}  // namespace stackmate::hal
