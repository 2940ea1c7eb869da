// A serial port over USB: the RP2040's controller as a device of the communications class. Source: RP2040 data sheet,
// 4.1, "USB"; requests: Universal Serial Bus Specification 2.0, 9.4.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <span>
#include <string_view>

#include "boards/rp2040/usb_descriptors.hpp"
#include "hal/concepts.hpp"
#include "hal/line_watch.hpp"
#include "hal/ring.hpp"

namespace stackmate::boards::rp2040 {

/// hal::SerialPort over USB, driven by the controller's interrupt. The host waits while the receive ring is full, so
/// nothing is ever lost.
///
/// Somebody listens while a program at the host holds the port open (its signal DTR). When nobody does, or takes no
/// packet for half a second, what is written vanishes: a firmware must not stand still because a window was closed.
///
/// On chips before stepping B2 a host may fail to see the board behind some hubs (erratum RP2040-E5).
class UsbSerial {
public:
    /// After the clocks; `serial_number` tells boards apart. The board enables the interrupt and calls
    /// `on_interrupt` from it, and `step` from the tick.
    void init(std::uint64_t serial_number) noexcept;
    void on_interrupt() noexcept;
    void step() noexcept;

    [[nodiscard]] bool listened_to() const noexcept { return listened_to_.load(std::memory_order_relaxed); }

    [[nodiscard]] int read() noexcept;
    [[nodiscard]] bool write(std::string_view bytes) noexcept;
    void pump() noexcept;
    void watch(std::string_view line, std::atomic<bool>& flag) noexcept;
    [[nodiscard]] std::size_t tx_free() const noexcept { return queued_.free(); }
    [[nodiscard]] bool tx_idle() const noexcept {
        return !listened_to() || (queued_.empty() && !sending_.load(std::memory_order_relaxed));
    }
    [[nodiscard]] std::uint32_t overruns() const noexcept { return 0; }
    /// DTR has dropped, the bus was reset, or the host has taken the configuration away. A sleeping host has not gone, nor
    /// has one that takes no packets: the program is still there when it wakes.
    [[nodiscard]] bool hung_up() noexcept;
    [[nodiscard]] std::uint32_t byte_time_us() const noexcept { return 0; }

private:
    static constexpr std::uint32_t patience_ms = 500;

    /// What is to come next on endpoint 0.
    enum class Stage : std::uint8_t { idle, data_in, data_out, status };

    void reset_bus() noexcept;
    void setup() noexcept;
    [[nodiscard]] bool standard_request(std::uint32_t request, std::uint32_t value, std::uint32_t length) noexcept;
    [[nodiscard]] bool class_request(std::uint32_t request, std::uint32_t value, std::uint32_t length) noexcept;
    [[nodiscard]] bool describe(std::uint32_t value, std::uint32_t length) noexcept;
    void text(std::string_view characters, std::uint32_t length) noexcept;
    void answer(std::span<const std::uint8_t> bytes, std::uint32_t length) noexcept;
    void answer_part() noexcept;
    void agree() noexcept;
    void refuse() noexcept;
    void configure(bool on) noexcept;
    void control_sent() noexcept;
    void control_received() noexcept;
    void receive() noexcept;
    void expect_data() noexcept;
    void sent() noexcept;
    void note_listener() noexcept;

    hal::Ring<256> received_{};
    std::atomic<bool> hung_up_{false};
    bool held_open_ = false;  ///< configured, and DTR is up
    std::size_t unread_ = 0;  ///< bytes in the ring of a host that has hung up
    hal::Ring<1024> queued_{};
    hal::LineWatch watch_{};
    std::atomic<bool> listened_to_{false};
    std::atomic<bool> sending_{false};    ///< a packet waits for the host
    std::atomic<bool> receiving_{false};  ///< a buffer waits for the host's packet
    bool configured_ = false;
    bool open_ = false;  ///< the host's DTR
    bool suspended_ = false;
    bool deaf_ = false;                     ///< has taken no packet for too long
    std::atomic<bool> full_packet_{false};  ///< the last one sent was full: an empty one must say that it was the end
    bool send_odd_ = false;                 ///< DATA1 is next
    bool receive_odd_ = false;
    bool control_odd_ = false;
    Stage stage_ = Stage::idle;
    std::uint8_t new_address_ = 0;
    std::uint32_t waited_ms_ = 0;
    std::span<const std::uint8_t> answer_{};  ///< what is still to be sent on endpoint 0
    std::array<std::uint8_t, 7> line_coding_{0x00, 0xC2, 0x01, 0x00, 0, 0, 8};  ///< 115200 8N1; of no consequence
    std::array<char, 16> serial_number_{};
    std::array<std::uint8_t, usb::packet_bytes> scratch_{};  ///< an answer made up for the occasion
};

static_assert(hal::SerialPort<UsbSerial>);

}  // namespace stackmate::boards::rp2040
