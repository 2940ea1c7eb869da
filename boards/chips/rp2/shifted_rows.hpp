// Rows of sensors behind a shift register.
#pragma once

#include "boards/chips/rp2/gpio.hpp"
#include "hal/shift_register_rows.hpp"

namespace stackmate::boards::rp2 {

/// A kit's `rows`: a 74HC594 or 74HC595. Row 0 is shifted first; high is on.
struct ShiftRegister {
    hal::PinId data, clock, latch;
};

/// For hal::square_uses.
[[nodiscard]] consteval auto uses_of(const ShiftRegister& rows) {
    return hal::all_pins(hal::pin_use(rows.data, "rows, data"), hal::pin_use(rows.clock, "rows, shift clock"),
                         hal::pin_use(rows.latch, "rows, latch"));
}

/// A pin slow enough for the register: each level lasts 100 ns, which is enough even at 2 V (74HC594 data sheets, pulse width).
template <class Pin>
struct Unhurried {
    static void set(bool high) noexcept {
        Pin::set(high);
        asm volatile("nop\n\tnop\n\tnop\n\tnop\n\tnop\n\tnop\n\tnop\n\tnop\n\tnop\n\tnop\n\tnop\n\tnop\n\tnop");
    }
};

/// hal::RowLines.
template <class Data, class Clock, class Latch>
class ShiftedRows {
public:
    static void use() noexcept {
        Data::use_as_output(false);
        Clock::use_as_output(false);
        Latch::use_as_output(false);
        Register{data_, clock_, latch_}.release();
    }
    static void select(unsigned row) noexcept { Register{data_, clock_, latch_}.select(row); }
    static void release() noexcept { Register{data_, clock_, latch_}.release(); }

private:
    using Register = hal::ShiftRegisterRows<Unhurried<Data>, Unhurried<Clock>, Unhurried<Latch>>;

    static inline constinit Unhurried<Data> data_{};
    static inline constinit Unhurried<Clock> clock_{};
    static inline constinit Unhurried<Latch> latch_{};
};

/// Rows at eight pins or behind a register, as the kit says.
template <const auto& Rows>
struct RowsAt {
    using Lines = hal::LinesOf<RowPins, At, Rows>;
};
template <const ShiftRegister& Rows>
struct RowsAt<Rows> {
    using Lines = ShiftedRows<At<Rows.data>, At<Rows.clock>, At<Rows.latch>>;
};

}  // namespace stackmate::boards::rp2
