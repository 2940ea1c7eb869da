// Eight row lines behind a shift register with a latch: 74HC595, 74HC594.
#pragma once

#include "hal/pin.hpp"

namespace stackmate::hal {

/// Which row's bit is shifted in first, and so reaches the register's last output (QH).
enum class ShiftOrder : std::uint8_t { row_0_first, row_7_first };

/// RowLines from three pins: serial data, shift clock and latch clock; both clocks act on their rising edge. Open-Chess
/// shifts row 0 first, and its rows are active high.
///
/// The outputs change all at once on the latch, so two rows are never driven together. Each level of a pin lasts as
/// long as a call of `set`. The register needs 25 ns at 3 V (74HC595 data sheets: pulse width and set-up time are below
/// 100 ns at 2 V), so faster pins must wait by themselves.
template <OutputPin Data, OutputPin Clock, OutputPin Latch, ShiftOrder Order = ShiftOrder::row_0_first,
          bool ActiveHigh = true>
class ShiftRegisterRows {
public:
    constexpr ShiftRegisterRows(Data& data, Clock& clock, Latch& latch) noexcept
        : data_{data}, clock_{clock}, latch_{latch} {}

    void select(unsigned row) noexcept { shift_out(1u << (row % 8)); }
    void release() noexcept { shift_out(0); }

private:
    void shift_out(unsigned active) noexcept {
        for (unsigned i = 0; i < 8; ++i) {
            const unsigned row = Order == ShiftOrder::row_0_first ? i : 7 - i;
            clock_.set(false);
            data_.set(((active >> row & 1) != 0) == ActiveHigh);
            clock_.set(true);
        }
        clock_.set(false);
        latch_.set(true);
        latch_.set(false);
    }

    Data& data_;
    Clock& clock_;
    Latch& latch_;
};

}  // namespace stackmate::hal
