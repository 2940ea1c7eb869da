// Serial port on the nRF51's UART: receive by interrupt into a ring, send by interrupt and by the superloop's
// pump. Source: nRF51 Series Reference Manual v3.0, chapter 29, "Universal Asynchronous Receiver/Transmitter
// (UART)".
#pragma once

#include <atomic>
#include <cstdint>

#include "boards/chips/nrf51/clock.hpp"
#include "boards/cortex_m/buffered_serial.hpp"
#include "hal/concepts.hpp"

namespace stackmate::boards::nrf51 {

/// BAUDRATE nearest to `baud`: a fraction of 16 MHz in units of 2^-32, of which the chip takes the upper 20
/// bits.
[[nodiscard]] constexpr std::uint32_t uart_rate(std::uint32_t baud) noexcept {
    const std::uint64_t fraction = (std::uint64_t{baud} << 32) / HighFrequencyClock::hz;
    return static_cast<std::uint32_t>((fraction + 0x800) & 0xFFFF'F000);
}

static_assert(uart_rate(9600) == 0x00275000 && uart_rate(115200) == 0x01D7E000, "the manual's table");

/// Serial port, 8 data bits, no parity, 1 stop bit, no handshake lines. `Tx` and `Rx` are pins of port 0;
/// `Received` and `Queued` are the ring sizes in bytes. The board enables interrupt 2 and calls
/// `on_interrupt` from it.
///
/// Flow: when the receive ring is full the driver stops taking bytes. The hardware holds six; on a real line
/// the following ones are lost and counted as an overrun, while an emulated line waits.
template <unsigned Tx, unsigned Rx, std::uint32_t Baud, std::size_t Received, std::size_t Queued>
class Uart : public cortex_m::BufferedSerial<Uart<Tx, Rx, Baud, Received, Queued>, Baud, Received, Queued> {
    static_assert(Tx < 32 && Rx < 32, "port 0 has 32 pins");
    static_assert(Tx != Rx, "a pin each way");
    static_assert(Baud >= 1200 && Baud <= 1'000'000, "the manual's table of rates");

public:
    static constexpr unsigned interrupt = 2;

    void init() noexcept {
        // The manual's table "GPIO configuration": an idle line is high; an input needs its buffer connected.
        Register<0x50000508>::write(1u << Tx);          // OUTSET
        Register<0x50000700 + 4 * Tx>::write(3);        // PIN_CNF: output, input buffer off
        Register<0x50000700 + 4 * Rx>::write(3u << 2);  // PIN_CNF: input, pulled up
        At<0x50C>::write(Tx);                           // PSELTXD
        At<0x514>::write(Rx);                           // PSELRXD
        At<0x524>::write(uart_rate(Baud));              // BAUDRATE
        At<0x56C>::write(0);                            // CONFIG: no parity, no handshake lines
        At<0x500>::write(4);                            // ENABLE
        InterruptSet::write(receive_interrupt | send_interrupt | error_interrupt);
        At<0x000>::write(1);  // TASKS_STARTRX
        At<0x008>::write(1);  // TASKS_STARTTX
    }

    void pump() noexcept {
        if (!this->tx_idle()) {
            const InterruptLock lock;
            send();
        }
    }

    void resume() noexcept {
        this->receive_stopped_.store(false, std::memory_order_relaxed);
        InterruptSet::write(receive_interrupt);
    }

    [[nodiscard]] bool line_idle() const noexcept { return !sending_.load(std::memory_order_relaxed); }

    void on_interrupt() noexcept {
        note_errors();
        if (!this->receive_stopped_.load(std::memory_order_relaxed)) {
            receive();
        }
        send();
    }

private:
    static constexpr std::uintptr_t base = 0x40002000;
    template <std::uintptr_t Offset>
    using At = cortex_m::Register<base + Offset>;
    template <std::uintptr_t Address>
    using Register = cortex_m::Register<Address>;
    using InterruptLock = cortex_m::InterruptLock;

    using ReceivedEvent = At<0x108>;  ///< EVENTS_RXDRDY: a byte waits in RXD
    using SentEvent = At<0x11C>;      ///< EVENTS_TXDRDY: the byte written to TXD has left
    using ErrorEvent = At<0x124>;     ///< EVENTS_ERROR
    using InterruptSet = At<0x304>;
    using InterruptClear = At<0x308>;
    using ErrorSource = At<0x480>;  ///< a bit is cleared by writing it
    using ReceiveData = At<0x518>;
    using SendData = At<0x51C>;

    static constexpr std::uint32_t receive_interrupt = 1u << 2;
    static constexpr std::uint32_t send_interrupt = 1u << 7;
    static constexpr std::uint32_t error_interrupt = 1u << 9;

    /// Of several bytes in the hardware's queue it is not known which was damaged: all are delivered, and the error is counted.
    void note_errors() noexcept {
        if (ErrorEvent::any(1)) {
            ErrorEvent::write(0);
            ErrorSource::write(ErrorSource::read());
            this->count_error();
        }
    }

    void receive() noexcept {
        while (this->received_.free() != 0 && ReceivedEvent::any(1)) {
            ReceivedEvent::write(0);  // first: taking the byte brings the next one's event
            const auto byte = static_cast<std::uint8_t>(ReceiveData::read());
            this->take(byte);
        }
        if (this->received_.free() == 0) {
            this->receive_stopped_.store(true, std::memory_order_relaxed);
            InterruptClear::write(receive_interrupt);
        }
    }

    /// Notes that a byte has left, and sends the next.
    void send() noexcept {
        if (SentEvent::any(1)) {
            SentEvent::write(0);
            sending_.store(false, std::memory_order_relaxed);
        }
        if (!sending_.load(std::memory_order_relaxed)) {
            if (const int byte = this->queued_.pop(); byte >= 0) {
                sending_.store(true, std::memory_order_relaxed);
                SendData::write(static_cast<std::uint32_t>(byte));
            }
        }
    }

    std::atomic<bool> sending_{false};
};

}  // namespace stackmate::boards::nrf51
