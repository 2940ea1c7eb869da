#include "boards/rp2040/usb_serial.hpp"

#include <algorithm>

#include "boards/cortex_m/system.hpp"
#include "boards/rp2040/chip.hpp"

namespace stackmate::boards::rp2040 {
namespace {

using cortex_m::InterruptLock;

// 4.1.4, "List of Registers"
using Address = Register<0x50110000>;  // ADDR_ENDP
using MainControl = Register<0x50110040>;
using SieControl = Register<0x5011004C>;
using SieStatus = Register<0x50110050>;     // a bit is cleared by writing it
using BufferStatus = Register<0x50110058>;  // likewise; bit 2 n: endpoint n to the host, 2 n + 1: from it
using StallArm = Register<0x50110068>;
using Muxing = Register<0x50110074>;
using Power = Register<0x50110078>;
using InterruptEnable = Register<0x50110090>;
using InterruptStatus = Register<0x50110098>;

// SIE_STATUS
constexpr std::uint32_t suspended_status = 1u << 4;
constexpr std::uint32_t resume_status = 1u << 11;
constexpr std::uint32_t setup_status = 1u << 17;
constexpr std::uint32_t reset_status = 1u << 19;

// INTE and INTS
constexpr std::uint32_t buffer_interrupt = 1u << 4;
constexpr std::uint32_t reset_interrupt = 1u << 12;
constexpr std::uint32_t suspend_interrupt = 1u << 14;
constexpr std::uint32_t resume_interrupt = 1u << 15;
constexpr std::uint32_t setup_interrupt = 1u << 16;

constexpr std::uintptr_t memory = 0x50100000;  // 4 KB that controller and processor share, 4.1.2.5
constexpr std::uint32_t control_buffer = 0x100;
constexpr std::uint32_t out_buffer = 0x180;
constexpr std::uint32_t in_buffer = 0x1C0;
constexpr std::uint32_t notice_buffer = 0x200;

// Buffer control, 4.1.2.5.3
constexpr std::uint32_t full = 1u << 15;
constexpr std::uint32_t odd = 1u << 13;  // DATA1
constexpr std::uint32_t stall = 1u << 11;
constexpr std::uint32_t available = 1u << 10;
constexpr std::uint32_t length_mask = 0x3FF;

volatile std::uint32_t& word(std::uint32_t offset) noexcept {
    return *reinterpret_cast<volatile std::uint32_t*>(memory + offset);
}
volatile std::uint8_t* bytes_at(std::uint32_t offset) noexcept {
    return reinterpret_cast<volatile std::uint8_t*>(memory + offset);
}

constexpr std::uint32_t in_control(unsigned endpoint) noexcept { return 0x80 + 8 * endpoint; }
constexpr std::uint32_t out_control(unsigned endpoint) noexcept { return in_control(endpoint) + 4; }

/// Hands a buffer to the controller. It runs at 48 MHz: what belongs to the buffer must be there a few of its cycles
/// before the bit that says so (4.1.2.5.4).
void hand_over(std::uint32_t control, std::uint32_t settings) noexcept {
    word(control) = settings;
    for (int i = 0; i < 4; ++i) {
        asm volatile("nop\n\tnop\n\tnop");
    }
    word(control) = settings | available;
}

}  // namespace

void UsbSerial::init(std::uint64_t serial_number) noexcept {
    for (auto at = serial_number_.size(); at-- > 0; serial_number >>= 4) {
        serial_number_[at] = "0123456789ABCDEF"[serial_number & 15];
    }
    for (std::uint32_t offset = 0; offset < control_buffer; offset += 4) {
        word(offset) = 0;
    }
    Muxing::write(1u << 3 | 1u << 0);  // to the chip's own transceiver, which the controller connects by itself
    Power::write(1u << 3 | 1u << 2);   // no pin tells of the host's supply: believe in it
    MainControl::write(1);             // on, as a device
    InterruptEnable::write(buffer_interrupt | reset_interrupt | suspend_interrupt | resume_interrupt | setup_interrupt);
    SieControl::write(1u << 29 | 1u << 16);  // an interrupt for each buffer of endpoint 0; pull-up: here is a device
}

void UsbSerial::on_interrupt() noexcept {
    const auto status = InterruptStatus::read();
    if ((status & reset_interrupt) != 0) {
        SieStatus::write(reset_status);
        reset_bus();
    }
    if ((status & suspend_interrupt) != 0) {
        SieStatus::write(suspended_status);
        suspended_ = true;
        note_listener();
    }
    if ((status & resume_interrupt) != 0) {
        SieStatus::write(resume_status);
        suspended_ = false;
        note_listener();
    }
    // Buffers first: what they end was before the next request.
    if ((status & buffer_interrupt) != 0) {
        const auto done = BufferStatus::read();
        BufferStatus::write(done);
        if ((done & 1u << 0) != 0) {
            control_sent();
        }
        if ((done & 1u << 1) != 0) {
            control_received();
        }
        if ((done & 1u << 2 * usb::data_endpoint) != 0) {
            sent();
        }
        if ((done & 2u << 2 * usb::data_endpoint) != 0) {
            receive();
        }
    }
    if ((status & setup_interrupt) != 0) {
        SieStatus::write(setup_status);
        setup();
    }
}

void UsbSerial::step() noexcept {
    if (sending_.load(std::memory_order_relaxed) && listened_to() && ++waited_ms_ > patience_ms) {
        deaf_ = true;
        note_listener();
    }
}

// ---------------------------------------------------------------- requests

void UsbSerial::reset_bus() noexcept {
    Address::write(0);
    stage_ = Stage::idle;
    new_address_ = 0;
    open_ = false;
    suspended_ = false;
    configure(false);
}

void UsbSerial::setup() noexcept {
    // The packet: type, request, value, index, length.
    const auto first = word(0);
    const auto second = word(4);
    const auto request = first >> 8 & 0xFF;
    const auto value = first >> 16;
    const auto length = second >> 16;
    suspended_ = false;
    new_address_ = 0;
    control_odd_ = true;  // the first packet after a request is always DATA1
    answer_ = {};
    stage_ = Stage::idle;
    const bool of_class = (first & 0x60) == 0x20;
    const bool of_standard = (first & 0x60) == 0;
    if (!(of_class && class_request(request, value, length))
        && !(of_standard && standard_request(request, value, length))) {
        refuse();
    }
}

bool UsbSerial::standard_request(std::uint32_t request, std::uint32_t value, std::uint32_t length) noexcept {
    static constexpr std::array<std::uint8_t, 2> zeros{};
    switch (request) {
    case 0: answer(zeros, length); return true;  // GET_STATUS
    case 1:                                      // CLEAR_FEATURE
    case 3: agree(); return true;                // SET_FEATURE
    case 5:                                      // SET_ADDRESS, which counts once it is agreed to
        new_address_ = static_cast<std::uint8_t>(value & 0x7F);
        agree();
        return true;
    case 6: return describe(value, length);  // GET_DESCRIPTOR
    case 8:                                  // GET_CONFIGURATION
        scratch_[0] = configured_ ? 1 : 0;
        answer(std::span{scratch_}.first(1), length);
        return true;
    case 9:  // SET_CONFIGURATION
        configure((value & 0xFF) != 0);
        agree();
        return true;
    case 10: answer(std::span{zeros}.first(1), length); return true;  // GET_INTERFACE: no alternatives
    case 11: agree(); return true;                                    // SET_INTERFACE
    default: return false;
    }
}

bool UsbSerial::class_request(std::uint32_t request, std::uint32_t value, std::uint32_t length) noexcept {
    switch (request) {
    case 0x20:  // SET_LINE_CODING
        if (length != line_coding_.size()) {
            return false;
        }
        stage_ = Stage::data_out;
        hand_over(out_control(0), odd | length);
        return true;
    case 0x21: answer(line_coding_, length); return true;  // GET_LINE_CODING
    case 0x22:                                             // SET_CONTROL_LINE_STATE: bit 0 is DTR
        open_ = (value & 1) != 0;
        deaf_ = false;
        note_listener();
        agree();
        return true;
    case 0x23: agree(); return true;  // SEND_BREAK
    default: return false;
    }
}

bool UsbSerial::describe(std::uint32_t value, std::uint32_t length) noexcept {
    switch (value >> 8) {
    case usb::device_type: answer(usb::device, length); return true;
    case usb::configuration_type: answer(usb::configuration, length); return true;
    case usb::string_type: break;
    default: return false;
    }
    switch (value & 0xFF) {
    case 0: {
        static constexpr std::array<std::uint8_t, 4> english{4, usb::string_type, 0x09, 0x04};
        answer(english, length);
        return true;
    }
    case usb::maker_text: text(usb::maker, length); return true;
    case usb::product_text: text(usb::product, length); return true;
    case usb::serial_text: text({serial_number_.data(), serial_number_.size()}, length); return true;
    default: return false;
    }
}

/// Texts are UTF-16.
void UsbSerial::text(std::string_view characters, std::uint32_t length) noexcept {
    static_assert(usb::maker.size() * 2 + 2 < usb::packet_bytes && usb::product.size() * 2 + 2 < usb::packet_bytes);
    std::size_t at = 0;
    scratch_[at++] = static_cast<std::uint8_t>(2 + 2 * characters.size());
    scratch_[at++] = usb::string_type;
    for (const char c : characters) {
        scratch_[at++] = static_cast<std::uint8_t>(c);
        scratch_[at++] = 0;
    }
    answer(std::span{scratch_}.first(at), length);
}

/// No answer is a multiple of the packet's length, so a shorter packet always tells that it was the last.
void UsbSerial::answer(std::span<const std::uint8_t> bytes, std::uint32_t length) noexcept {
    answer_ = bytes.first(std::min<std::size_t>(bytes.size(), length));
    stage_ = Stage::data_in;
    answer_part();
}

void UsbSerial::answer_part() noexcept {
    const auto part = answer_.first(std::min<std::size_t>(answer_.size(), usb::packet_bytes));
    std::copy(part.begin(), part.end(), bytes_at(control_buffer));
    answer_ = answer_.subspan(part.size());
    hand_over(in_control(0), full | (control_odd_ ? odd : 0) | static_cast<std::uint32_t>(part.size()));
    control_odd_ = !control_odd_;
}

/// An empty packet to the host: done.
void UsbSerial::agree() noexcept {
    stage_ = Stage::status;
    hand_over(in_control(0), full | odd);
}

void UsbSerial::refuse() noexcept {
    StallArm::write(3);  // both directions of endpoint 0
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
        answer_part();
    } else {
        stage_ = Stage::status;  // the host says with an empty packet that it has got all
        hand_over(out_control(0), odd);
    }
}

void UsbSerial::control_received() noexcept {
    if (stage_ == Stage::data_out) {
        const auto* const from = bytes_at(control_buffer);
        std::copy(from, from + line_coding_.size(), line_coding_.begin());
        agree();
    }
}

void UsbSerial::configure(bool on) noexcept {
    constexpr std::uint32_t enable = 1u << 31 | 1u << 29;  // with an interrupt for each buffer
    constexpr std::uint32_t bulk = 2u << 26;
    constexpr std::uint32_t interrupt = 3u << 26;
    using usb::data_endpoint;
    // Endpoint control of endpoint n lies at 8 n, to the host first (4.1.2.5.2).
    word(8 * usb::notice_endpoint) = on ? enable | interrupt | notice_buffer : 0;
    word(8 * data_endpoint) = on ? enable | bulk | in_buffer : 0;
    word(8 * data_endpoint + 4) = on ? enable | bulk | out_buffer : 0;
    word(in_control(data_endpoint)) = 0;
    word(out_control(data_endpoint)) = 0;
    configured_ = on;
    send_odd_ = receive_odd_ = false;
    full_packet_.store(false, std::memory_order_relaxed);
    sending_.store(false, std::memory_order_relaxed);
    receiving_.store(false, std::memory_order_relaxed);
    note_listener();
    if (on) {
        expect_data();
    }
}

// ---------------------------------------------------------------- data

void UsbSerial::note_listener() noexcept {
    const bool now = configured_ && open_ && !suspended_ && !deaf_;
    listened_to_.store(now, std::memory_order_relaxed);
    waited_ms_ = 0;
    const bool held = configured_ && open_;
    if (held_open_ && !held) {
        unread_ = received_.used();
        watch_.reset();
        hung_up_.store(true, std::memory_order_relaxed);
        cortex_m::work_arrived.store(true, std::memory_order_relaxed);
    }
    held_open_ = held;
}

void UsbSerial::expect_data() noexcept {
    if (configured_ && received_.free() >= usb::out_bytes && !receiving_.load(std::memory_order_relaxed)) {
        receiving_.store(true, std::memory_order_relaxed);
        hand_over(out_control(usb::data_endpoint), (receive_odd_ ? odd : 0) | usb::out_bytes);
        receive_odd_ = !receive_odd_;
    }
}

void UsbSerial::receive() noexcept {
    const auto count = word(out_control(usb::data_endpoint)) & length_mask;
    const auto* const from = bytes_at(out_buffer);
    for (std::uint32_t i = 0; i < count; ++i) {
        const auto byte = from[i];
        (void)received_.push(byte);
        watch_.receive(static_cast<char>(byte));
        cortex_m::work_arrived.store(true, std::memory_order_relaxed);
    }
    receiving_.store(false, std::memory_order_relaxed);
    expect_data();
}

/// The superloop fills the next packet: in the interrupt it would keep others waiting.
void UsbSerial::sent() noexcept {
    sending_.store(false, std::memory_order_relaxed);
    cortex_m::work_arrived.store(true, std::memory_order_relaxed);
    if (deaf_) {
        deaf_ = false;
        note_listener();
    }
}

bool UsbSerial::hung_up() noexcept {
    if (!hung_up_.load(std::memory_order_relaxed)) {
        return false;
    }
    const InterruptLock lock;
    for (; unread_ != 0; --unread_) {
        (void)received_.pop();
    }
    while (queued_.pop() >= 0) {}
    hung_up_.store(false, std::memory_order_relaxed);
    expect_data();
    return true;
}

int UsbSerial::read() noexcept {
    const InterruptLock lock;  // the other side may hang up, and then what is unread is counted
    if (hung_up_.load(std::memory_order_relaxed)) {
        return -1;
    }
    const int byte = received_.pop();
    if (byte >= 0) {
        expect_data();
    }
    return byte;
}

bool UsbSerial::write(std::string_view bytes) noexcept {
    if (bytes.size() > queued_.capacity) {
        return false;
    }
    if (!listened_to()) {
        return true;
    }
    if (!queued_.push_all(bytes)) {
        return false;
    }
    pump();
    return true;
}

void UsbSerial::pump() noexcept {
    if (!listened_to()) {
        while (queued_.pop() >= 0) {}
        return;
    }
    if (sending_.load(std::memory_order_relaxed)
        || (queued_.empty() && !full_packet_.load(std::memory_order_relaxed))) {
        return;
    }
    // No packet is under way, so the buffer is the superloop's.
    auto* const to = bytes_at(in_buffer);
    std::uint32_t count = 0;
    while (count < usb::in_bytes && !queued_.empty()) {
        to[count++] = static_cast<std::uint8_t>(queued_.pop());
    }
    const InterruptLock lock;
    if (configured_) {  // the host may have begun anew meanwhile
        full_packet_.store(count == usb::in_bytes, std::memory_order_relaxed);
        waited_ms_ = 0;
        sending_.store(true, std::memory_order_relaxed);
        hand_over(in_control(usb::data_endpoint), full | (send_odd_ ? odd : 0) | count);
        send_odd_ = !send_odd_;
    }
}

void UsbSerial::watch(std::string_view line, std::atomic<bool>& flag) noexcept {
    const InterruptLock lock;
    watch_.watch(line, flag);
}

}  // namespace stackmate::boards::rp2040
