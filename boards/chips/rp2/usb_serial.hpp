// A serial port over USB: the chip's controller as a device of the communications class. Source: RP2040 data sheet,
// 4.1, "USB"; requests: Universal Serial Bus Specification 2.0, 9.4 ("USB 2.0" below).
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <span>
#include <string_view>

#include "boards/chips/rp2/usb_descriptors.hpp"
#include "boards/chips/rp2/usb_forced_rest.hpp"
#include "boards/chips/rp2/usb_link.hpp"
#include "hal/concepts.hpp"
#include "hal/ring.hpp"

namespace stackmate::boards::rp2 {

/// hal::SerialPort over USB, driven by the controller's interrupt. The host waits while the receive ring is full, so
/// nothing is ever lost on its way to the board.
///
/// `usb::Link` (usb_link.hpp) knows who is there. During a session output waits for the host, however long it takes no packet
/// or sleeps: `write` refuses when the queue is full. Without a session output is dropped, because a firmware must not stop
/// when a window is closed. The end of a session withdraws what has not left, even the packet that the controller has. If the
/// host has seen a part of a line, the next session's output begins on a new line.
///
/// `Map` says which errata of the RP2040 the chip has. The driver works around E2 (EP_ABORT) and E5 (usb_forced_rest.hpp; see
/// `has_scan_pin`). By E15 certain bus errors while a packet goes to the host hang the controller until it is reset; it then
/// misses everything, even a bus reset (github.com/hathach/tinyusb, pull request 1779). So no packet is offered in the last
/// fifth of a frame, where those errors were seen.
class UsbSerial {
public:
    /// After the clocks; `serial_number` tells boards apart. The board enables the interrupt and calls `on_interrupt` from it,
    /// and `step` from the tick, which has the same priority. `supplied`: the socket has the host's supply, as far as the board
    /// can tell. The host sees the board from 10 ms after the supply has come (at the start at once) to 10 ms after it has
    /// gone.
    void init(std::uint64_t serial_number) noexcept;
    void on_interrupt() noexcept;
    void step(bool supplied) noexcept;

    /// Whether there is a session: then the host takes what is written, or it waits.
    [[nodiscard]] bool listened_to() const noexcept { return usb::has_session(link()); }

    /// Whether the host has configured the port and gone to sleep. Without `supplied` a pulled cable looks the same. From the
    /// tick interrupt.
    [[nodiscard]] bool suspended() const noexcept { return usb::is_asleep(link()); }

    /// Whether the board may not use pin GP15: for some milliseconds after a bus reset (erratum RP2040-E5). From the tick
    /// interrupt.
    [[nodiscard]] bool has_scan_pin() const noexcept { return forced_rest_.has_pin(); }

    [[nodiscard]] int read() noexcept;
    [[nodiscard]] bool readable() const noexcept { return !received_.empty(); }
    [[nodiscard]] bool write(std::string_view bytes) noexcept;
    void pump() noexcept;
    void watch(std::string_view line, std::atomic<bool>& flag) noexcept;
    [[nodiscard]] std::size_t tx_free() const noexcept { return queued_.free(); }
    [[nodiscard]] bool tx_idle() const noexcept {
        return !listened_to() || (queued_.empty() && packet_.load(std::memory_order_relaxed) == Packet::none);
    }
    [[nodiscard]] std::uint32_t overruns() const noexcept { return 0; }
    /// Whether a session has ended (`usb::Link`). Output written before this call still belongs to it and is dropped.
    [[nodiscard]] bool hung_up() noexcept;
    /// Withdraws all that has not reached the host. The session goes on; if the host has seen a part of a line, the next output
    /// begins on a new one.
    void drop_output() noexcept;
    [[nodiscard]] std::uint32_t byte_time_us() const noexcept { return 0; }

private:
    static constexpr std::uint8_t supply_ms = 10;  ///< a change of the supply counts after this time: contacts bounce

    /// Of data, to the host.
    enum class Packet : std::uint8_t {
        none,
        waits,      ///< filled, for the next frame or the end of a halt
        offered,    ///< the controller has it
        withdrawn,  ///< the controller had it, and may be sending it still
    };

    /// What is to come next on endpoint 0: USB 2.0, 8.5.3, "Control Transfers".
    enum class Stage : std::uint8_t { idle, data_in, data_out, status };

    /// USB 2.0, 9.3, "USB Device Requests".
    struct Request {
        std::uint8_t type, code;
        std::uint16_t value, index, length;

        [[nodiscard]] bool standard() const noexcept { return (type & 0x60) == 0; }
        [[nodiscard]] bool of_class() const noexcept { return (type & 0x60) == 0x20; }
        [[nodiscard]] unsigned recipient() const noexcept { return type & 0x1F; }
        /// Whether its data stage goes the way that its code says, or there is none. Without one the direction has no meaning:
        /// 9.3.1.
        [[nodiscard]] bool fits() const noexcept {
            constexpr std::uint32_t answered = 1u << 0 | 1u << 6 | 1u << 8 | 1u << 10;
            const bool answers = of_class() ? code == 0x21 : code < 32 && (answered >> code & 1) != 0;
            return length == 0 || ((type & 0x80) != 0 ? answers : of_class() && code == 0x20);
        }
    };

    [[nodiscard]] usb::Link link() const noexcept { return link_.load(std::memory_order_relaxed); }
    void happen(usb::LinkEvent event) noexcept;
    void start() noexcept;
    void attach() noexcept;
    void detach() noexcept;
    void frame_began() noexcept;
    void begin_anew(usb::LinkEvent why) noexcept;
    void setup() noexcept;
    [[nodiscard]] bool standard_request(const Request& request) noexcept;
    [[nodiscard]] bool class_request(const Request& request) noexcept;
    [[nodiscard]] bool get_status(const Request& request) noexcept;
    [[nodiscard]] bool set_feature(const Request& request, bool on) noexcept;
    [[nodiscard]] bool set_interface(const Request& request) noexcept;
    [[nodiscard]] bool get_descriptor(const Request& request) noexcept;
    void string_descriptor(std::string_view characters, std::uint32_t length) noexcept;
    void data_stage_in(std::span<const std::uint8_t> bytes, std::uint32_t length) noexcept;
    void data_packet_in() noexcept;
    void data_stage_out(std::uint32_t length) noexcept;
    void status_stage_in() noexcept;
    void stall_control() noexcept;
    void control_sent() noexcept;
    void control_received() noexcept;
    void configure(bool on, usb::LinkEvent why) noexcept;
    void set_halt(std::uint8_t endpoints, bool on) noexcept;
    void receive() noexcept;
    void expect_data() noexcept;
    void offer_packet() noexcept;
    void sent() noexcept;
    [[nodiscard]] bool takes_output() const noexcept {
        return listened_to() && !hung_up_.load(std::memory_order_relaxed);
    }
    void drop_queue() noexcept;
    void cut() noexcept;
    void settle_withdrawn() noexcept;
    void forget_packet() noexcept;

    hal::Ring<256> received_{};
    std::atomic<bool> hung_up_{false};
    std::size_t unread_ = 0;  ///< bytes in the ring that came before the host hung up
    hal::Ring<1024> queued_{};
    hal::LineWatch watch_{};
    std::atomic<usb::Link> link_{usb::Link::detached};
    std::atomic<Packet> packet_{Packet::none};
    std::atomic<bool> receiving_{false};    ///< a buffer waits for the host's packet
    std::atomic<bool> full_packet_{false};  ///< the last packet sent was full: an empty one must mark the end
    std::atomic<bool> line_begun_{false};   ///< the host has received a part of a line
    std::atomic<bool> cut_{false};          ///< something was withdrawn since
    std::atomic<bool> frames_{false};       ///< some have come since the last reset of the bus
    bool taken_ = false;                    ///< the host has received the withdrawn packet nevertheless
    bool in_data1_ = false;                 ///< the next packet to the host is a DATA1
    bool out_data1_ = false;
    bool control_data1_ = false;
    Stage stage_ = Stage::idle;
    std::uint8_t halted_ = 0;  ///< bits of `halts`
    std::uint8_t new_address_ = 0;
    std::uint8_t in_count_ = 0;      ///< bytes of the packet that waits for the host
    std::uint8_t withdrawn_ms_ = 0;  ///< time since it was withdrawn
    std::uint8_t supply_ms_ = 1;     ///< time until a change of the supply counts
    usb::ForcedRest forced_rest_{};
    std::uint32_t frame_at_us_ = 0;           ///< timer: the beginning of the last frame
    std::span<const std::uint8_t> answer_{};  ///< what is still to be sent on endpoint 0
    std::array<std::uint8_t, 7> line_coding_{0x00, 0xC2, 0x01, 0x00, 0, 0, 8};  ///< 115200 8N1; of no consequence
    std::array<char, 16> serial_number_{};
    std::array<std::uint8_t, usb::packet_bytes> scratch_{};  ///< an answer that is built when needed
};

static_assert(hal::SerialPort<UsbSerial>);

}  // namespace stackmate::boards::rp2
