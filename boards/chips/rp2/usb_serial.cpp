#include "boards/chips/rp2/usb_serial.hpp"

#include "boards/chips/rp2/usb_controller.hpp"
#include "boards/cortex_m/system.hpp"

namespace stackmate::boards::rp2 {

using cortex_m::InterruptLock;
using namespace usb;

void UsbSerial::init(std::uint64_t serial_number) noexcept {
    for (auto at = serial_number_.size(); at-- > 0; serial_number >>= 4) {
        serial_number_[at] = "0123456789ABCDEF"[serial_number & 15];
    }
    start();
}

/// One thing that happens to the link.
void UsbSerial::happen(LinkEvent event) noexcept {
    const auto before = link();
    const auto after = next(before, event);
    link_.store(after, std::memory_order_relaxed);
    if (has_session(before) && !has_session(after)) {
        unread_ = received_.used();
        watch_.reset();
        hung_up_.store(true, std::memory_order_relaxed);
        cortex_m::work_arrived.store(true, std::memory_order_relaxed);
        cut();
    }
}

/// After the controller's reset.
void UsbSerial::start() noexcept {
    for (std::uint32_t offset = 0; offset < control_buffer; offset += 4) {
        word(offset) = 0;
    }
    Muxing::write(muxing_softcon | muxing_to_phy);
    Power::write(1u << 3 | 1u << 2);  // the controller has no pin for the host's supply: `step` is told
    MainControl::write(1);            // on, as a device
    SieControl::write(control_interrupts);
}

/// Without the pull-up the wires float, and what the controller reports then means nothing.
void UsbSerial::attach() noexcept {
    happen(LinkEvent::attach);
    InterruptEnable::write(buffer_interrupt | reset_interrupt | suspend_interrupt | resume_interrupt | setup_interrupt
                           | frame_interrupt);
    SieControl::write(control_interrupts | pull_up);
}

/// Switches the pull-up off and leaves the controller as after power-on.
void UsbSerial::detach() noexcept {
    {
        const InterruptLock lock;
        InterruptEnable::write(0);
        forced_rest_.give_up();
        begin_anew(LinkEvent::detach);
    }
    Resets::renew(Resets::usb);
    start();
}

void UsbSerial::on_interrupt() noexcept {
    const auto status = InterruptStatus::read();
    if ((status & reset_interrupt) != 0) {
        SieStatus::write(reset_status);
        begin_anew(LinkEvent::bus_reset);
        forced_rest_.begin();
    }
    if ((status & suspend_interrupt) != 0) {
        SieStatus::write(suspended_status);
        happen(LinkEvent::suspend);
    }
    if ((status & resume_interrupt) != 0) {
        SieStatus::write(resume_status);
        happen(LinkEvent::wake);
    }
    if ((status & frame_interrupt) != 0) {
        frame_began();
    }
    // Buffers first: they belong to what came before the next request.
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

void UsbSerial::step(bool supplied) noexcept {
    const bool attached = link() != Link::detached;
    if (supplied != attached) {
        // USB 2.0, 7.1.5: without the host's supply nothing pulls up.
        if (--supply_ms_ == 0) {
            supply_ms_ = supply_ms;
            attached ? detach() : attach();
        }
        return;
    }
    supply_ms_ = supply_ms;
    forced_rest_.step();
    settle_withdrawn();
}

void UsbSerial::frame_began() noexcept {
    (void)Frame::read();
    frame_at_us_ = Now::read();
    frames_.store(true, std::memory_order_relaxed);
    happen(LinkEvent::wake);
    if (packet_.load(std::memory_order_relaxed) == Packet::waits) {
        offer_packet();
    }
}

// ---------------------------------------------------------------- requests

void UsbSerial::begin_anew(LinkEvent why) noexcept {
    Address::write(0);
    stage_ = Stage::idle;
    new_address_ = 0;
    frames_.store(false, std::memory_order_relaxed);
    configure(false, why);
}

// ---------------------------------------------------------------- data

void UsbSerial::expect_data() noexcept {
    if (is_configured(link()) && (halted_ & halts::data_out) == 0 && received_.free() >= usb::out_bytes
        && !receiving_.load(std::memory_order_relaxed)) {
        receiving_.store(true, std::memory_order_relaxed);
        hand_over(out_control(usb::data_endpoint), (out_data1_ ? data1 : 0) | usb::out_bytes);
        out_data1_ = !out_data1_;
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
    happen(LinkEvent::said);
    receiving_.store(false, std::memory_order_relaxed);
    expect_data();
}

/// Lets the host have the packet in the buffer: now, or when the next frame begins.
void UsbSerial::offer_packet() noexcept {
    constexpr std::uint32_t late_us = 800;
    constexpr std::uint32_t frame_us = 1000;
    const auto since = Now::read() - frame_at_us_;
    const bool late = Map::has_e15 && frames_.load(std::memory_order_relaxed) && since >= late_us && since < frame_us;
    const bool waits = late || (halted_ & halts::data_in) != 0;
    packet_.store(waits ? Packet::waits : Packet::offered, std::memory_order_relaxed);
    if (!waits) {
        hand_over(in_control(usb::data_endpoint), full | (in_data1_ ? data1 : 0) | in_count_);
        in_data1_ = !in_data1_;
    }
}

/// The superloop fills the next packet; the interrupt would keep others waiting.
void UsbSerial::sent() noexcept {
    full_packet_.store(in_count_ == usb::in_bytes, std::memory_order_relaxed);
    if (in_count_ != 0) {
        line_begun_.store(bytes_at(in_buffer)[in_count_ - 1] != '\n', std::memory_order_relaxed);
    }
    if (packet_.load(std::memory_order_relaxed) == Packet::withdrawn) {
        taken_ = true;
        return;
    }
    packet_.store(Packet::none, std::memory_order_relaxed);
    cortex_m::work_arrived.store(true, std::memory_order_relaxed);
}

/// Takes back what the controller has. The queue is left to the superloop.
///
/// A buffer that the host may be requesting must not simply be changed. EP_ABORT keeps the controller away from it. By erratum
/// RP2040-E2 that hangs all endpoints; there the bit that hands the buffer over is cleared, which a transfer under way ignores.
/// In both cases the transfer may still complete: it takes less than 0.1 ms, and `settle_withdrawn` finds out.
void UsbSerial::cut() noexcept {
    cut_.store(true, std::memory_order_relaxed);
    const auto packet = packet_.load(std::memory_order_relaxed);
    if (packet == Packet::waits) {
        packet_.store(Packet::none, std::memory_order_relaxed);
    } else if (packet == Packet::offered) {
        packet_.store(Packet::withdrawn, std::memory_order_relaxed);
        withdrawn_ms_ = 0;
        taken_ = false;
        if (Map::has_e2()) {
            word(in_control(usb::data_endpoint)) = word(in_control(usb::data_endpoint)) & ~available;
        } else {
            Abort::write(data_in_buffer);
        }
    }
}

/// Each millisecond. The first one does not count, because it may have been shorter.
void UsbSerial::settle_withdrawn() noexcept {
    if (packet_.load(std::memory_order_relaxed) != Packet::withdrawn || ++withdrawn_ms_ < 2
        || (BufferStatus::read() & data_in_buffer) != 0) {
        return;
    }
    if (!taken_) {
        in_data1_ = !in_data1_;  // so the host expects the same again
    }
    word(in_control(usb::data_endpoint)) = (halted_ & halts::data_in) != 0 ? stall : 0;
    forget_packet();
}

void UsbSerial::forget_packet() noexcept {
    if (packet_.load(std::memory_order_relaxed) == Packet::withdrawn && !Map::has_e2()) {
        AbortDone::write(data_in_buffer);
        Abort::write(0);
    }
    packet_.store(Packet::none, std::memory_order_relaxed);
    cortex_m::work_arrived.store(true, std::memory_order_relaxed);
}

void UsbSerial::drop_queue() noexcept {
    while (queued_.pop() >= 0) {}
}

void UsbSerial::drop_output() noexcept {
    const InterruptLock lock;
    drop_queue();
    cut();
}

bool UsbSerial::hung_up() noexcept {
    if (!hung_up_.load(std::memory_order_relaxed)) {
        return false;
    }
    const InterruptLock lock;
    for (; unread_ != 0; --unread_) {
        (void)received_.pop();
    }
    drop_queue();
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
    if (!takes_output()) {
        return true;
    }
    if (!queued_.push_all(bytes)) {
        return false;
    }
    pump();
    return true;
}

void UsbSerial::pump() noexcept {
    if (!takes_output()) {
        drop_queue();
        return;
    }
    if (packet_.load(std::memory_order_relaxed) != Packet::none
        || (queued_.empty() && !full_packet_.load(std::memory_order_relaxed))) {
        return;
    }
    // No packet is under way, so the superloop may use the buffer.
    auto* const to = bytes_at(in_buffer);
    std::uint8_t count = 0;
    if (!queued_.empty() && cut_.load(std::memory_order_relaxed) && line_begun_.load(std::memory_order_relaxed)) {
        to[count++] = '\n';
    }
    while (count < usb::in_bytes && !queued_.empty()) {
        to[count++] = static_cast<std::uint8_t>(queued_.pop());
    }
    const InterruptLock lock;
    if (takes_output()) {  // the session may have ended meanwhile: then it was its own
        if (count != 0) {
            cut_.store(false, std::memory_order_relaxed);
        }
        in_count_ = count;
        offer_packet();
    }
}

void UsbSerial::watch(std::string_view line, std::atomic<bool>& flag) noexcept {
    const InterruptLock lock;
    watch_.watch(line, flag);
}

}  // namespace stackmate::boards::rp2
