// Endpoint 0 of the serial port over USB: what the host asks, and how it is answered. USB 2.0, chapter 9.

#include <algorithm>

#include "boards/chips/rp2/usb_controller.hpp"
#include "boards/chips/rp2/usb_serial.hpp"

namespace stackmate::boards::rp2 {

using namespace usb;

namespace {

/// The bit of an endpoint by its address, as requests name it; 0 if there is none.
constexpr std::uint8_t halt_bit(std::uint32_t address) noexcept {
    return address == (usb::from_device | usb::notification_endpoint) ? halts::notification
           : address == (usb::from_device | usb::data_endpoint)       ? halts::data_in
           : address == usb::data_endpoint                            ? halts::data_out
                                                                      : 0;
}

// USB 2.0, 9.4, tables 9-4 and 9-6
constexpr std::uint16_t endpoint_halt = 0;
constexpr unsigned device_recipient = 0;
constexpr unsigned interface_recipient = 1;
constexpr unsigned endpoint_recipient = 2;
constexpr unsigned interfaces = 2;

}  // namespace

void UsbSerial::setup() noexcept {
    const auto first = word(0);
    const auto second = word(4);
    const Request request{static_cast<std::uint8_t>(first), static_cast<std::uint8_t>(first >> 8),
                          static_cast<std::uint16_t>(first >> 16), static_cast<std::uint16_t>(second),
                          static_cast<std::uint16_t>(second >> 16)};
    // A request ends the one before it, even in its middle: the old buffers must not answer the new request
    // (github.com/raspberrypi/pico-feedback, issue 385).
    word(in_control(0)) = 0;
    word(out_control(0)) = 0;
    happen(LinkEvent::wake);
    new_address_ = 0;
    control_data1_ = true;  // data and status stage begin with DATA1: USB 2.0, 8.5.3
    answer_ = {};
    stage_ = Stage::idle;
    const bool taken =
        request.fits()
        && ((request.of_class() && class_request(request)) || (request.standard() && standard_request(request)));
    if (!taken) {
        stall_control();
    }
}

bool UsbSerial::standard_request(const Request& request) noexcept {
    const bool of_interface =
        request.recipient() == interface_recipient && is_configured(link()) && request.index < interfaces;
    switch (request.code) {
    case 0: return get_status(request);          // GET_STATUS
    case 1: return set_feature(request, false);  // CLEAR_FEATURE
    case 3: return set_feature(request, true);   // SET_FEATURE
    case 5:                                      // SET_ADDRESS, which counts after its status stage
        new_address_ = static_cast<std::uint8_t>(request.value & 0x7F);
        status_stage_in();
        return true;
    case 6: return get_descriptor(request);  // GET_DESCRIPTOR
    case 8:                                  // GET_CONFIGURATION
        scratch_[0] = is_configured(link()) ? 1 : 0;
        data_stage_in(std::span{scratch_}.first(1), request.length);
        return true;
    case 9:  // SET_CONFIGURATION
        if (request.value > 1) {
            return false;
        }
        configure(request.value == 1, request.value == 1 ? LinkEvent::configure : LinkEvent::unconfigure);
        status_stage_in();
        return true;
    case 10:  // GET_INTERFACE: no alternatives
        scratch_[0] = 0;
        data_stage_in(std::span{scratch_}.first(1), request.length);
        return of_interface;
    case 11: return of_interface && set_interface(request);  // SET_INTERFACE
    default: return false;
    }
}

/// USB 2.0, 9.4.5. The device has no bit set (it is bus-powered and has no remote wake-up); an endpoint reports whether it is
/// halted.
bool UsbSerial::get_status(const Request& request) noexcept {
    const auto bit = request.recipient() == endpoint_recipient ? halt_bit(request.index) : 0;
    if (request.recipient() > endpoint_recipient
        || (request.recipient() == endpoint_recipient && bit == 0 && (request.index & 0x7F) != 0)) {
        return false;
    }
    scratch_[0] = (halted_ & bit) != 0 ? 1 : 0;
    scratch_[1] = 0;
    data_stage_in(std::span{scratch_}.first(2), request.length);
    return true;
}

/// There is one feature: an endpoint may be halted.
bool UsbSerial::set_feature(const Request& request, bool on) noexcept {
    if (request.recipient() != endpoint_recipient || request.value != endpoint_halt) {
        return false;
    }
    const auto bit = halt_bit(request.index);
    if (bit != 0 && is_configured(link())) {
        set_halt(bit, on);
    } else if ((request.index & 0x7F) != 0 || on) {
        return false;  // endpoint 0 is never halted, which one may ask for
    }
    status_stage_in();
    return true;
}

/// The only setting there is, which makes the interface's endpoints anew: USB 2.0, 9.1.1.5.
bool UsbSerial::set_interface(const Request& request) noexcept {
    if (request.value != 0) {
        return false;
    }
    set_halt(request.index == 0 ? halts::notification : halts::data_in | halts::data_out, false);
    status_stage_in();
    return true;
}

bool UsbSerial::class_request(const Request& request) noexcept {
    switch (request.code) {
    case 0x20:  // SET_LINE_CODING
        if (request.length != line_coding_.size()) {
            return false;
        }
        data_stage_out(request.length);
        return true;
    case 0x21: data_stage_in(line_coding_, request.length); return true;  // GET_LINE_CODING
    case 0x22:                                                            // SET_CONTROL_LINE_STATE: bit 0 is DTR
        happen((request.value & 1) != 0 ? LinkEvent::dtr_up : LinkEvent::dtr_down);
        status_stage_in();
        return true;
    case 0x23: status_stage_in(); return true;  // SEND_BREAK
    default: return false;
    }
}

bool UsbSerial::get_descriptor(const Request& request) noexcept {
    switch (request.value >> 8) {
    case usb::device_type: data_stage_in(usb::device, request.length); return true;
    case usb::configuration_type: data_stage_in(usb::configuration, request.length); return true;
    case usb::string_type: break;
    default: return false;
    }
    switch (request.value & 0xFF) {
    case 0: {
        static constexpr std::array<std::uint8_t, 4> english{4, usb::string_type, 0x09, 0x04};
        data_stage_in(english, request.length);
        return true;
    }
    case usb::maker_string: string_descriptor(usb::maker, request.length); return true;
    case usb::product_string: string_descriptor(usb::product, request.length); return true;
    case usb::serial_string:
        string_descriptor({serial_number_.data(), serial_number_.size()}, request.length);
        return true;
    default: return false;
    }
}

/// Strings are UTF-16.
void UsbSerial::string_descriptor(std::string_view characters, std::uint32_t length) noexcept {
    static_assert(usb::maker.size() * 2 + 2 < usb::packet_bytes && usb::product.size() * 2 + 2 < usb::packet_bytes);
    std::size_t at = 0;
    scratch_[at++] = static_cast<std::uint8_t>(2 + 2 * characters.size());
    scratch_[at++] = usb::string_type;
    for (const char c : characters) {
        scratch_[at++] = static_cast<std::uint8_t>(c);
        scratch_[at++] = 0;
    }
    data_stage_in(std::span{scratch_}.first(at), length);
}

/// No answer's length is a multiple of the packet's, so the last packet is always a shorter one.
void UsbSerial::data_stage_in(std::span<const std::uint8_t> bytes, std::uint32_t length) noexcept {
    answer_ = bytes.first(std::min<std::size_t>(bytes.size(), length));
    stage_ = Stage::data_in;
    data_packet_in();
}

void UsbSerial::data_packet_in() noexcept {
    const auto part = answer_.first(std::min<std::size_t>(answer_.size(), usb::packet_bytes));
    std::copy(part.begin(), part.end(), bytes_at(control_buffer));
    answer_ = answer_.subspan(part.size());
    hand_over(in_control(0), full | (control_data1_ ? data1 : 0) | static_cast<std::uint32_t>(part.size()));
    control_data1_ = !control_data1_;
}

void UsbSerial::data_stage_out(std::uint32_t length) noexcept {
    stage_ = Stage::data_out;
    hand_over(out_control(0), data1 | length);
}

/// An empty packet to the host: done.
void UsbSerial::status_stage_in() noexcept {
    stage_ = Stage::status;
    hand_over(in_control(0), full | data1);
}

/// The request is answered with STALL, in both directions of endpoint 0, until the next one comes.
void UsbSerial::stall_control() noexcept {
    StallArm::write(3);
    word(in_control(0)) = stall;
    word(out_control(0)) = stall;
}

void UsbSerial::control_sent() noexcept {
    if (new_address_ != 0) {
        Address::write(new_address_);
        new_address_ = 0;
    }
    if (stage_ != Stage::data_in) {
        return;
    }
    if (!answer_.empty()) {
        data_packet_in();
    } else {
        stage_ = Stage::status;  // the host says with an empty packet that it has got all
        hand_over(out_control(0), data1);
    }
}

void UsbSerial::control_received() noexcept {
    if (stage_ != Stage::data_out) {
        return;
    }
    if ((word(out_control(0)) & length_mask) != line_coding_.size()) {
        stage_ = Stage::idle;
        stall_control();
        return;
    }
    const auto* const from = bytes_at(control_buffer);
    std::copy(from, from + line_coding_.size(), line_coding_.begin());
    status_stage_in();
}

void UsbSerial::configure(bool on, LinkEvent why) noexcept {
    constexpr std::uint32_t enable = 1u << 31 | 1u << 29;  // with an interrupt for each buffer
    constexpr std::uint32_t bulk = 2u << 26;
    constexpr std::uint32_t interrupt = 3u << 26;
    using usb::data_endpoint;
    // Endpoint control of endpoint n lies at 8 n, to the host first (4.1.2.5.2).
    word(8 * usb::notification_endpoint) = on ? enable | interrupt | notification_buffer : 0;
    word(8 * data_endpoint) = on ? enable | bulk | in_buffer : 0;
    word(8 * data_endpoint + 4) = on ? enable | bulk | out_buffer : 0;
    full_packet_.store(false, std::memory_order_relaxed);
    forget_packet();
    happen(why);
    set_halt(halts::notification | halts::data_in | halts::data_out, false);
}

/// Halts endpoints, or ends their halt. After the end of a halt, even where there was none, data begin again with DATA0 (USB
/// 2.0, 9.4.5), with the packet that was waiting. The host has no transfer under way there while it requests this, so the
/// buffers may be taken back.
void UsbSerial::set_halt(std::uint8_t endpoints, bool on) noexcept {
    halted_ = static_cast<std::uint8_t>(on ? halted_ | endpoints : halted_ & ~endpoints);
    if ((endpoints & halts::notification) != 0) {
        word(in_control(usb::notification_endpoint)) = on ? stall : 0;
    }
    if ((endpoints & halts::data_in) != 0) {
        word(in_control(usb::data_endpoint)) = on ? stall : 0;
        in_data1_ = false;
        const auto packet = packet_.load(std::memory_order_relaxed);
        if (packet == Packet::withdrawn) {
            forget_packet();
        } else if (packet != Packet::none) {
            offer_packet();
        }
    }
    if ((endpoints & halts::data_out) != 0) {
        word(out_control(usb::data_endpoint)) = on ? stall : 0;
        out_data1_ = false;
        receiving_.store(false, std::memory_order_relaxed);
        expect_data();
    }
}

}  // namespace stackmate::boards::rp2
