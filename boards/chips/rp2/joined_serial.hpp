// Two serial ports as one: a UART that is always there, and a USB port to which somebody may or may not listen.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <string_view>
#include <utility>

#include "hal/concepts.hpp"

namespace stackmate::boards::rp2 {

/// hal::SharedPort of a `Wire`, which always drains, and a `Usb`, which may not and also has `listened_to()`.
///
/// One port at a time has the session: output goes to it, and input comes from it. Whole lines from the other port are refused,
/// each with a line on that port. A session begins with a line that is understood. It ends when USB hangs up, when the program
/// says so, and by a takeover. Since a wire does not show that its program has gone, a byte from USB ends the wire's session if
/// the wire has been silent for `takeover_ms` and no work is under way for it. The wire never takes over.
///
/// While neither has the session, whole lines are read from both. While one port's line is incomplete, the other waits; but if
/// it has stood still for `patience_ms` and the other port has input, it is dropped. The answer to a line goes to its port. All
/// other output goes to every listener, but never waits for USB, which then misses whole lines. A line from USB is read only
/// when all output there has left, because the longest answer takes nearly the whole queue.
///
/// The board calls `step` every millisecond.
template <hal::SerialPort Wire, hal::SerialPort Usb>
class JoinedSerial {
public:
    static constexpr std::uint32_t patience_ms = 1000;
    static constexpr std::uint32_t takeover_ms = 60'000;
    /// A pause this long in a refused line ends the line. Then a program that sends no line ends can still be understood.
    static constexpr std::uint32_t pause_ms = 100;
    static constexpr std::uint32_t stall_ms = 500;
    static constexpr bool is_anonymous = true;  ///< a program at USB need not raise DTR

    constexpr JoinedSerial(Wire& wire, Usb& usb) noexcept : wire_{wire}, usb_{usb} {}

    [[nodiscard]] int read() noexcept {
        if (owner_ != Side::none) {
            return note(owner_, read_from(owner_));
        }
        if (const int byte = read_from(first_); byte >= 0 || inside_line_) {
            return note(first_, byte);
        }
        return note(other(first_), read_from(other(first_)));
    }

    /// While neither has the session: from either, though one may have to wait for the other's line to end.
    [[nodiscard]] bool readable() const noexcept {
        return (owner_ != Side::usb && readable(Side::wire)) || (owner_ != Side::wire && readable(Side::usb));
    }

    [[nodiscard]] bool write(std::string_view bytes) noexcept {
        if (stalled_) {
            return true;
        }
        if (to() == Side::usb) {
            if (!usb_.write(bytes)) {
                return false;
            }
            note_written(Side::usb, bytes);
        } else {
            if (!wire_.write(bytes)) {
                return false;
            }
            note_written(Side::wire, bytes);
            if (to() == Side::none && usb_.listened_to()) {
                let_usb_hear(bytes);
            }
        }
        if (ends_line(bytes)) {
            answering_ = false;
        }
        return true;
    }

    void pump() noexcept {
        wire_.pump();
        usb_.pump();
        turn_away();
    }

    void watch(std::string_view line, std::atomic<bool>& flag) noexcept {
        watched_ = line;
        flag_ = &flag;
        watch_owner();
    }

    [[nodiscard]] std::size_t tx_free() const noexcept {
        const std::size_t free = stalled_ ? most_free : to() == Side::usb ? usb_.tx_free() : wire_.tx_free();
        return std::min(free, most_free);
    }

    /// The wire does.
    [[nodiscard]] bool drains() const noexcept { return to() != Side::usb; }

    [[nodiscard]] bool tx_idle() const noexcept {
        return stalled_ || ((to() == Side::usb || wire_.tx_idle()) && (to() == Side::wire || usb_.tx_idle()));
    }
    [[nodiscard]] std::uint32_t overruns() const noexcept { return wire_.overruns() + usb_.overruns(); }
    /// The port or ports that output goes to.
    [[nodiscard]] std::uint32_t byte_time_us() const noexcept {
        return to() == Side::usb ? usb_.byte_time_us() : wire_.byte_time_us();
    }

    /// The wire always drains, so it is USB that has stopped.
    void drop_output() noexcept {
        usb_.drop_output();
        stalled_ = to() == Side::usb;
    }

    /// The session's program has gone, or a program that began a line before any session will not end it.
    [[nodiscard]] bool hung_up() noexcept {
        (void)wire_.hung_up();
        bool over = std::exchange(stalled_, false);
        const std::uint32_t quiet = quiet_ms_.load(std::memory_order_relaxed);
        if (usb_.hung_up()) {
            over = over || owner_ == Side::usb || (owner_ == Side::none && inside_line_ && first_ == Side::usb);
            begun_[index(Side::usb)] = false;
            if (turned_away_ == Side::usb) {
                inside_turned_away_ = to_be_told_ = false;
            }
        }
        if (owner_ == Side::wire) {
            over = over || (may_be_taken_over() && usb_.readable());
        } else if (owner_ == Side::none && inside_line_) {
            over = over || (quiet >= patience_ms && readable(other(first_)));
        }
        if (over) {
            leave_session();
            inside_line_ = false;
        }
        return over;
    }

    void take_session() noexcept {
        if (owner_ != Side::none) {
            return;
        }
        own(last_);
        if (turned_away_ != other(owner_)) {
            turned_away_ = other(owner_);
            inside_turned_away_ = to_be_told_ = false;
        }
        if (begun_[index(owner_)]) {
            (void)write("\n");
        }
    }
    void end_answer() noexcept { answering_ = false; }
    void keep_line() noexcept {
        inside_line_ = true;
        first_ = last_;
    }
    void keep_session() noexcept { quiet_ms_.store(0, std::memory_order_relaxed); }
    void leave_session() noexcept { own(Side::none); }

    /// From the tick interrupt.
    void step() noexcept {
        if (const auto quiet = quiet_ms_.load(std::memory_order_relaxed); quiet < takeover_ms) {
            quiet_ms_.store(quiet + 1, std::memory_order_relaxed);
        }
        if (const auto pause = paused_ms_.load(std::memory_order_relaxed); pause < pause_ms) {
            paused_ms_.store(pause + 1, std::memory_order_relaxed);
        }
    }

private:
    enum class Side : std::uint8_t { wire, usb, none };

    /// What an empty queue of either port takes at least, so that a caller can see that all has left without knowing which port
    /// it is.
    static constexpr std::size_t most_free = 1023;
    /// A line to all is left out at USB when its queue has less room.
    static constexpr std::size_t longest_line = 300;
    static constexpr int turned_away_at_once = 64;

    [[nodiscard]] static constexpr Side other(Side side) noexcept { return side == Side::usb ? Side::wire : Side::usb; }
    [[nodiscard]] static constexpr std::size_t index(Side side) noexcept { return static_cast<std::size_t>(side); }
    [[nodiscard]] static constexpr bool ends_line(std::string_view bytes) noexcept {
        return !bytes.empty() && bytes.back() == '\n';
    }

    [[nodiscard]] bool may_read(Side side) const noexcept {
        if (side == turned_away_ && (inside_turned_away_ || to_be_told_)) {
            return false;  // a line that was begun while the other had the session
        }
        const bool begins = owner_ == Side::none && !(inside_line_ && first_ == side);
        return !begins || side == Side::wire || usb_.tx_idle();
    }
    [[nodiscard]] bool readable(Side side) const noexcept {
        return may_read(side) && (side == Side::usb ? usb_.readable() : wire_.readable());
    }
    [[nodiscard]] int read_from(Side side) noexcept {
        return !may_read(side) ? -1 : side == Side::usb ? usb_.read() : wire_.read();
    }

    /// Accounts for a byte read; -1: there was none. An empty line does not count as input: it may be the second half of a CR
    /// LF.
    [[nodiscard]] int note(Side from, int byte) noexcept {
        if (byte >= 0) {
            quiet_ms_.store(0, std::memory_order_relaxed);
            inside_line_ = byte != '\n' && byte != '\r';
            last_ = from;
            answering_ = owner_ == Side::none;
            first_ = inside_line_ ? from : other(from);  // so that neither keeps the other waiting
        }
        return byte;
    }

    /// The port that output goes to; none: to all.
    [[nodiscard]] Side to() const noexcept { return answering_ ? last_ : owner_; }

    void own(Side owner) noexcept {
        owner_ = owner;
        answering_ = begun_[index(Side::none)] = false;
        watch_owner();
    }
    [[nodiscard]] bool may_be_taken_over() const noexcept {
        return owner_ == Side::wire && quiet_ms_.load(std::memory_order_relaxed) >= takeover_ms && !to_be_told_
               && (!inside_turned_away_ || has_paused());
    }
    /// Refused input. After a pause a sender without line ends starts again.
    [[nodiscard]] bool has_paused() const noexcept { return paused_ms_.load(std::memory_order_relaxed) >= pause_ms; }
    /// The watched line counts only from a port that may be obeyed.
    void watch_owner() noexcept {
        if (flag_ != nullptr) {
            wire_.watch(owner_ == Side::usb ? std::string_view{} : watched_, *flag_);
            usb_.watch(owner_ == Side::wire ? std::string_view{} : watched_, *flag_);
        }
    }

    void note_written(Side side, std::string_view bytes) noexcept {
        if (!bytes.empty()) {
            begun_[index(side)] = !ends_line(bytes);
        }
    }

    /// Whole lines or nothing.
    void let_usb_hear(std::string_view bytes) noexcept {
        if (!begun_[index(Side::none)]) {
            misses_line_ =
                usb_.tx_free() < longest_line || (std::exchange(begun_[index(Side::usb)], false) && !usb_.write("\n"));
        }
        note_written(Side::none, bytes);
        misses_line_ = misses_line_ || !usb_.write(bytes);
        if (!misses_line_) {
            note_written(Side::usb, bytes);
        }
    }

    /// Lines from the port without the session.
    void turn_away() noexcept {
        if ((owner_ == Side::none && !inside_turned_away_ && !to_be_told_) || may_be_taken_over()) {
            return;
        }
        if (turned_away_ == Side::usb) {
            turn_away(usb_);
        } else {
            turn_away(wire_);
        }
    }
    template <class Port>
    void turn_away(Port& port) noexcept {
        for (int count = 0; count < turned_away_at_once && tell_turned_away(port); ++count) {
            if (owner_ == Side::none && (!inside_turned_away_ || (has_paused() && port.readable()))) {
                inside_turned_away_ = false;
                return;
            }
            const int byte = port.read();
            if (byte < 0) {
                return;
            }
            paused_ms_.store(0, std::memory_order_relaxed);
            const bool ends = byte == '\n' || byte == '\r';
            to_be_told_ = ends && inside_turned_away_;
            inside_turned_away_ = !ends;
        }
    }
    /// False if there is no room for it yet, or a line to all has begun.
    template <class Port>
    [[nodiscard]] bool tell_turned_away(Port& port) noexcept {
        using namespace std::string_view_literals;
        if (to_be_told_ && !begun_[index(Side::none)]) {
            const bool usb = turned_away_ == Side::wire;
            std::string_view why =
                usb ? "\ninfo string error: the USB port has the session; this line was not obeyed\n"sv
                    : "\ninfo string error: the wire has the session; this line was not obeyed\n"sv;
            why.remove_prefix(begun_[index(turned_away_)] ? 0 : 1);
            to_be_told_ = !port.write(why);
            if (!to_be_told_) {
                begun_[index(turned_away_)] = false;
            }
        }
        return !to_be_told_;
    }

    Wire& wire_;
    Usb& usb_;
    std::string_view watched_{};
    std::atomic<bool>* flag_ = nullptr;
    std::atomic<std::uint32_t> quiet_ms_{0};   ///< since the last byte read, at most `takeover_ms`
    std::atomic<std::uint32_t> paused_ms_{0};  ///< since the last refused byte, at most `pause_ms`
    Side owner_ = Side::none;                  ///< who has the session
    Side last_ = Side::none;                   ///< where the last byte that was read came from
    Side first_ = Side::wire;                  ///< which of them is read first while nobody has the session
    Side turned_away_ = Side::none;            ///< the port refused last
    bool inside_line_ = false;                 ///< the line being read has begun and not ended
    bool answering_ = false;                   ///< nobody has the session, and a line of `last_`'s is being read
    bool inside_turned_away_ = false;          ///< a refused line has begun and not ended
    bool to_be_told_ = false;                  ///< a line was refused, and its sender has no answer yet
    bool stalled_ = false;                     ///< USB takes nothing; what is written vanishes until that is known
    bool misses_line_ = false;                 ///< the line to all has found no room at USB
    bool begun_[3]{};                          ///< a line to a side, or to all, has begun and not ended
};

}  // namespace stackmate::boards::rp2
