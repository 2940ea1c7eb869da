// Two serial ports as one: a UART that is always there, and a USB port to which somebody may or may not listen.
#pragma once

#include <atomic>
#include <cstdint>
#include <string_view>

#include "hal/concepts.hpp"

namespace stackmate::boards::rp2040 {

/// hal::SerialPort of a `Wire` and a `Usb`, which has `listened_to()` beside. Who hangs up at the USB port ends a session
/// only if the last line came from there, or one has begun there.
///
/// Lines come from both, whole: while one has begun, the other waits, but not for ever; a line that stands still for
/// `patience_ms` is ended when the other has something to say. Answers go where the last line came from. Until there
/// is one, and when its port has nobody at the other end any more, they go to all who listen.
///
/// The board calls `step` every millisecond.
template <hal::SerialPort Wire, hal::SerialPort Usb>
class JoinedSerial {
public:
    static constexpr std::uint32_t patience_ms = 1000;

    constexpr JoinedSerial(Wire& wire, Usb& usb) noexcept : wire_{wire}, usb_{usb} {}

    [[nodiscard]] int read() noexcept {
        if (held_ >= 0) {
            const int byte = held_;
            held_ = -1;
            return note(byte);
        }
        int byte = read_from(from_usb_);
        if (byte >= 0) {
            return note(byte);
        }
        const bool stale = quiet_ms_.load(std::memory_order_relaxed) >= patience_ms;
        byte = inside_line_ && !stale ? -1 : read_from(!from_usb_);
        if (byte < 0) {
            return -1;
        }
        from_usb_ = !from_usb_;
        if (inside_line_) {  // the line that stood still ends here, and the byte just taken comes next
            inside_line_ = false;
            held_ = byte;
            return '\n';
        }
        return note(byte);
    }

    /// Of either side, though one may have to wait for the other's line to end.
    [[nodiscard]] bool readable() const noexcept { return held_ >= 0 || wire_.readable() || usb_.readable(); }
    [[nodiscard]] bool write(std::string_view bytes) noexcept {
        const auto to = listeners();
        if ((to.wire && wire_.tx_free() < bytes.size()) || (to.usb && usb_.tx_free() < bytes.size())) {
            return false;
        }
        return (!to.wire || wire_.write(bytes)) && (!to.usb || usb_.write(bytes));
    }

    void pump() noexcept {
        wire_.pump();
        usb_.pump();
    }

    void watch(std::string_view line, std::atomic<bool>& flag) noexcept {
        wire_.watch(line, flag);
        usb_.watch(line, flag);
    }

    [[nodiscard]] std::size_t tx_free() const noexcept {
        const auto to = listeners();
        const auto wire = to.wire ? wire_.tx_free() : ~std::size_t{0};
        const auto usb = to.usb ? usb_.tx_free() : ~std::size_t{0};
        return wire < usb ? wire : usb;
    }

    [[nodiscard]] bool tx_idle() const noexcept { return wire_.tx_idle() && usb_.tx_idle(); }
    [[nodiscard]] std::uint32_t overruns() const noexcept { return wire_.overruns() + usb_.overruns(); }
    [[nodiscard]] std::uint32_t renewals() const noexcept requires requires(const Usb& usb) { usb.renewals(); }
    { return usb_.renewals(); }
    [[nodiscard]] std::uint32_t byte_time_us() const noexcept { return wire_.byte_time_us(); }

    [[nodiscard]] bool hung_up() noexcept {
        (void)wire_.hung_up();
        if (!usb_.hung_up()) {
            return false;
        }
        const bool begun = inside_line_ && from_usb_;
        if (begun) {
            inside_line_ = false;
        }
        const bool was_talker = talker_ == Talker::usb;
        if (was_talker) {
            talker_ = Talker::nobody;
        }
        return begun || was_talker;
    }

    /// From the tick interrupt.
    void step() noexcept {
        const auto quiet = quiet_ms_.load(std::memory_order_relaxed);
        if (quiet < patience_ms) {
            quiet_ms_.store(quiet + 1, std::memory_order_relaxed);
        }
    }

private:
    enum class Talker : std::uint8_t { nobody, wire, usb };

    struct Listeners {
        bool wire;
        bool usb;
    };

    [[nodiscard]] Listeners listeners() const noexcept {
        const bool usb = usb_.listened_to();
        return {talker_ != Talker::usb || !usb, talker_ != Talker::wire && usb};
    }

    [[nodiscard]] int read_from(bool usb) noexcept { return usb ? usb_.read() : wire_.read(); }

    /// An empty line says nothing of who is there: it may be the second half of a CR LF.
    [[nodiscard]] int note(int byte) noexcept {
        quiet_ms_.store(0, std::memory_order_relaxed);
        const bool ends = byte == '\n' || byte == '\r';
        if (ends && inside_line_) {
            talker_ = from_usb_ ? Talker::usb : Talker::wire;
        }
        if (ends) {
            from_usb_ = !from_usb_;  // so that neither keeps the other waiting
        }
        inside_line_ = !ends;
        return byte;
    }

    Wire& wire_;
    Usb& usb_;
    std::atomic<std::uint32_t> quiet_ms_{0};  ///< since the last byte, as far as `patience_ms`
    int held_ = -1;                           ///< a byte to be read after an end that was put in
    Talker talker_ = Talker::nobody;
    bool from_usb_ = false;  ///< which of them is read first
    bool inside_line_ = false;
};

}  // namespace stackmate::boards::rp2040
