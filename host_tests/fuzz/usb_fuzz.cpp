// The RP2040's serial port over USB: its driver, compiled for the desktop, on a model of the controller, and a host that asks for
// anything at all at any time: requests of any eight bytes, left in their middle or not, resets, sleep, silence, data, a cable
// that is pulled.
//
// A request is answered or refused by STALL, with no more than was asked for, and its stages follow one another with the data
// toggles of USB 2.0, 8.5.3; each packet of data has the toggle that the host expects; bytes come in order and once. None is
// lost on its way to the board but by a reset of the bus, SET_CONFIGURATION, a DTR that drops, or a supply that has gone. On its way to the host none is lost while the session lasts, however long that sleeps or
// takes no packet, and a packet that is not full ends it; none of an earlier session's comes at all; and what comes after a cut
// in the middle of a line begins on a new one. That a host has gone is told once. Afterwards a new bus reset finds the board as
// at power-on.
//
// The host may have a packet under way while the driver takes it back; and an interrupt may come just before the driver keeps
// interrupts out.
//
// Model and host are written from the data sheet (RP2040, 4.1) and USB 2.0, not from the driver.
#define STACKMATE_CHIP_HEADER "boards/chips/rp2040/chip.hpp"
#include "boards/chips/rp2/usb_serial.cpp"  // with the registers of host_tests/fuzz/rp2040
#include "boards/chips/rp2/usb_requests.cpp"

#include "host_tests/fuzz/target.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace stackmate::fuzz {
namespace {

namespace usb = boards::rp2::usb;
using boards::rp2::UsbSerial;

/// The memory that controller and processor share, at its address.
bool share_memory() {
    static const bool is_there = [] {
        void* const at = reinterpret_cast<void*>(usb::memory);
        return mmap(at, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0) == at;
    }();
    return is_there;
}

class Controller final : public boards::cortex_m::RegisterModel {
public:
    explicit Controller(std::uint32_t stepping) : stepping_{stepping} {
        model = this;
        std::memset(reinterpret_cast<void*>(usb::memory), 0xa5, 4096);
    }
    ~Controller() override { model = nullptr; }

    std::uint32_t read(std::uintptr_t address) override {
        switch (address) {
        case 0x50110098: return pending & enabled;
        case 0x50110058: return done;
        case 0x50110050: return line_rests ? 1u << 2 : 0;  // SIE_STATUS: J, or a bus that is being reset
        case 0x50110064: return aborted;
        case 0x40000000: return stepping_ << 28 | 0x2927;
        case pin_control: return pin;
        case pin_pad: return pad;
        case 0x50110048: pending &= ~usb::frame_interrupt; return 0;
        case 0x40054028: return now_us += 10;
        case 0x4000C008: return ~0u;
        default: return 0;
        }
    }
    void write(std::uintptr_t address, std::uint32_t value) override {
        switch (address) {
        case 0x50110000: device_address = value; break;
        case 0x5011004C: attached = (value & usb::pull_up) != 0; break;
        case 0x50110050:
            pending &= ~((value & usb::reset_status) != 0 ? usb::reset_interrupt : 0);
            pending &= ~((value & usb::suspended_status) != 0 ? usb::suspend_interrupt : 0);
            pending &= ~((value & usb::resume_status) != 0 ? usb::resume_interrupt : 0);
            pending &= ~((value & usb::setup_status) != 0 ? usb::setup_interrupt : 0);
            break;
        case 0x50110058:
            done &= ~value;
            pending &= ~(done == 0 ? usb::buffer_interrupt : 0);
            break;
        case 0x50110060:
            misused = misused || (stepping_ < 2 && value != 0);
            abort = value;
            aborted |= value;
            break;
        case 0x50110064: aborted &= ~value; break;
        case 0x50110068: stall_arm = value; break;
        case pin_control: pin = value; break;
        case pin_pad: pad = value; break;
        case 0x50110090: enabled = value; break;
        case 0x4000C000 + 0x2000:  // RESET, bits to be set
            pending = enabled = done = stall_arm = abort = aborted = 0;
            attached = false;
            was_reset = true;
            break;
        default: break;
        }
    }
    void before_lock() override {
        if (interrupt) {
            std::exchange(interrupt, nullptr)();
        }
    }

    static constexpr std::uintptr_t pin_control = 0x40014004 + 8 * 15, pin_pad = 0x4001C004 + 4 * 15;  // GP15

    std::uint32_t pending = 0, enabled = 0, done = 0, stall_arm = 0, device_address = 0, now_us = 0;
    std::uint32_t abort = 0, aborted = 0;
    std::uint32_t pin = 5, pad = 0x56;
    bool attached = false, line_rests = true, was_reset = false;
    bool misused = false;               ///< EP_ABORT, on a stepping that it hangs: erratum RP2040-E2
    std::function<void()> interrupt{};  ///< what comes just before interrupts are kept out

private:
    std::uint32_t stepping_;
};

/// Bytes to the port. Which of those that may vanish have done so is not always clear at once: bytes are alike.
class UnderWay {
public:
    void send(std::uint8_t byte) { sent_.push_back({byte, Fate::arrives}); }
    /// All that is under way may vanish.
    void forgive() {
        for (Sent& s : sent_) {
            s.fate = std::max(s.fate, Fate::may_vanish);
        }
    }
    /// And none of it may arrive: who comes next would be taken for its sender.
    void forget() {
        for (Sent& s : sent_) {
            s.fate = Fate::vanishes;
        }
    }
    void arrive(std::uint8_t byte) {
        std::vector<std::size_t> after;
        for (const std::size_t from : next_) {
            for (std::size_t i = from; i < sent_.size(); ++i) {
                if (sent_[i].byte == byte && sent_[i].fate != Fate::vanishes) {
                    after.push_back(i + 1);
                }
                if (sent_[i].fate == Fate::arrives) {
                    break;
                }
            }
        }
        hold(!after.empty(), "bytes arrive in their order and once, none is lost, and none is an earlier session's");
        std::ranges::sort(after);
        const std::size_t gone = after.front();
        next_.clear();
        for (const std::size_t i : after) {
            if (next_.empty() || next_.back() != i - gone) {
                next_.push_back(i - gone);
            }
        }
        sent_.erase(sent_.begin(), sent_.begin() + static_cast<std::ptrdiff_t>(gone));
    }
    [[nodiscard]] bool empty() const { return sent_.empty(); }
    /// Nothing is missing that may not.
    [[nodiscard]] bool complete() const {
        return std::ranges::all_of(sent_.begin() + static_cast<std::ptrdiff_t>(next_.back()), sent_.end(),
                                   [](const Sent& s) { return s.fate != Fate::arrives; });
    }

private:
    enum class Fate : std::uint8_t { arrives, may_vanish, vanishes };
    struct Sent {
        std::uint8_t byte;
        Fate fate;
    };
    std::deque<Sent> sent_{};
    std::vector<std::size_t> next_{0};  ///< with which of them it may go on, ascending
};

class UsbDesk {
public:
    explicit UsbDesk(Choices choices) : choices_{choices} { port_.init(0x0123'4567'89ab'cdef); }

    void run() {
        for (int ms = 0; ms < 50; ++ms) {
            tick();
        }
        hold(controller_.attached, "the board is there soon");
        bus_reset();
        for (int steps = 0; !choices_.empty() && steps < 600; ++steps) {
            step();
        }
        drain();
        recover();
    }

private:
    // ---- what happens

    void step() {
        switch (choices_.below(24)) {
        case 0: return choices_.one_in(4) ? bus_reset() : frame();
        case 1: return any_request();
        case 2:
        case 3: return usual_request();
        case 4: return configure();
        case 5:
        case 6: return send(choices_.below(usb::out_bytes + 1));
        case 7:
        case 8: return fetch();
        case 9: return frame();
        case 10: controller_.now_us += 1u << choices_.below(12); return;
        case 11: return choices_.one_in(2) ? sleep() : wake();
        case 12: return write(choices_.below(80));
        case 13: return read(choices_.below(300));
        case 14: controller_.line_rests = choices_.one_in(2); return pass(choices_.below(256));
        case 15: return pass(choices_.one_in(64) ? 10'000 : choices_.one_in(4) ? 700 : 20);
        case 16: return begin_fetch();
        case 17:
        case 18: return line_state(choices_.one_in(2));
        case 19: return supply(choices_.one_in(2));
        case 20: {
            const bool opens_again = choices_.one_in(2);
            controller_.interrupt = [this, opens_again] {
                try {
                    line_state(false);
                    if (opens_again) {
                        line_state(true);
                    }
                } catch (const Broken&) {  // through the driver nothing is thrown
                    broken_ = std::current_exception();
                }
            };
            return;
        }
        case 21:
            port_.drop_output();
            cut();
            return;
        default: pump(); return ask_who_is_there();
        }
    }
    void pass(std::size_t ms) {
        for (; ms != 0; --ms) {
            pass_ms();
        }
    }
    /// The cable is pulled out, or put back.
    void supply(bool on) {
        end_fetch();
        supplied_ = on;
        on ? bus_reset() : sleep();
    }
    void line_state(bool dtr) {
        (void)transfer({0x21, 0x22, static_cast<std::uint8_t>(dtr ? 1 : 0), 0, 0, 0, 0, 0}, 0);
    }
    void any_request() {
        std::array<std::uint8_t, 8> request{};
        const Bytes some = choices_.take(8);
        std::copy(some.begin(), some.end(), request.begin());
        (void)transfer(request, choices_.below(8));
    }
    void usual_request() {
        static constexpr std::uint8_t usual[][8] = {
            {0x80, 6, 0, 1, 0, 0, 18, 0},   {0x80, 6, 0, 2, 0, 0, 255, 0},  {0x80, 6, 0, 3, 0, 0, 255, 0},
            {0x80, 6, 1, 3, 9, 4, 255, 0},  {0x80, 6, 2, 3, 9, 4, 255, 0},  {0x80, 6, 3, 3, 9, 4, 255, 0},
            {0x80, 0, 0, 0, 0, 0, 2, 0},    {0x82, 0, 0, 0, 0x82, 0, 2, 0}, {0x00, 5, 5, 0, 0, 0, 0, 0},
            {0x00, 9, 1, 0, 0, 0, 0, 0},    {0x00, 9, 0, 0, 0, 0, 0, 0},    {0x80, 8, 0, 0, 0, 0, 1, 0},
            {0x81, 10, 0, 0, 1, 0, 1, 0},   {0x01, 11, 0, 0, 1, 0, 0, 0},   {0x02, 1, 0, 0, 0x82, 0, 0, 0},
            {0x02, 3, 0, 0, 0x82, 0, 0, 0}, {0x02, 1, 0, 0, 2, 0, 0, 0},    {0x02, 3, 0, 0, 2, 0, 0, 0},
            {0x21, 0x20, 0, 0, 0, 0, 7, 0}, {0xa1, 0x21, 0, 0, 0, 0, 7, 0}, {0x21, 0x22, 1, 0, 0, 0, 0, 0},
            {0x21, 0x22, 0, 0, 0, 0, 0, 0}, {0x21, 0x23, 0, 0, 0, 0, 0, 0}, {0x02, 3, 0, 0, 0x81, 0, 0, 0},
        };
        std::array<std::uint8_t, 8> request{};
        std::copy_n(usual[choices_.below(std::size(usual))], 8, request.begin());
        const std::size_t stop = choices_.below(8);
        if (choices_.one_in(3)) {
            request[6] = choices_.byte();
        }
        transfer(request, stop);
    }
    void configure() {
        transfer({0x00, 9, 1, 0, 0, 0, 0, 0}, 0);
        transfer({0x21, 0x22, 1, 0, 0, 0, 0, 0}, 0);
    }

    // ---- the bus

    void raise(std::uint32_t bits) {
        if (!controller_.attached || (!supplied_ && bits != usb::suspend_interrupt)) {
            return;
        }
        controller_.pending |= bits;
        if ((controller_.pending & controller_.enabled) != 0) {
            port_.on_interrupt();
        }
    }
    void bus_reset() {
        if (!is_there()) {
            return;
        }
        end_fetch();
        raise(usb::reset_interrupt);
        begin_anew();
    }
    void sleep() {
        end_fetch();
        raise(usb::suspend_interrupt);
        asleep_ = controller_.attached && configured_;
    }
    void wake() {
        raise(usb::resume_interrupt);
        asleep_ = asleep_ && !is_there();
    }
    void frame() {
        raise(usb::frame_interrupt);
        asleep_ = asleep_ && !is_there();
        tick();
    }
    void pass_ms() {
        tick();
        pump();
    }
    void tick() {
        const bool ends = under_way_ && std::exchange(over_a_tick_, true);
        if (ends) {
            end_transaction();  // it takes microseconds, but one tick may come in it, and the next before its interrupt
        }
        controller_.now_us += 1000;
        port_.step(supplied_);
        if (ends) {
            finished(2 * usb::data_endpoint);
        }
        look();
        without_ms_ = supplied_ ? 0 : without_ms_ + 1;
        hold(without_ms_ < 20 || (!controller_.attached && !port_.listened_to()),
             "without the host's supply there is neither a pull-up (USB 2.0, 7.1.5) nor a session");
        hold(port_.has_scan_pin() || (controller_.pin == 5 && controller_.pad == 0x56),
             "a pin that was borrowed is given back");
    }
    void pump() {
        port_.pump();
        look();
    }
    /// A controller that was reset is a board that was unplugged.
    void look() {
        if (broken_) {
            std::rethrow_exception(std::exchange(broken_, nullptr));
        }
        hold(!controller_.misused, "EP_ABORT is left alone where it would hang the controller");
        if (std::exchange(controller_.was_reset, false)) {
            begin_anew();
        }
    }

    // ---- what the host takes to be so

    [[nodiscard]] bool is_there() const { return controller_.attached && supplied_; }
    [[nodiscard]] bool is_used() const { return configured_ && (dtr_ || talked_); }
    /// What is written now must arrive.
    [[nodiscard]] bool hears() const { return is_used() && !gone_; }
    /// What was written and has not arrived never will.
    void cut() {
        from_port_.clear();
        cut_ = true;
    }
    void end_session() {
        gone_ = true;
        ++sessions_;
        to_port_.forget();
        cut();
    }
    /// As when it was plugged in.
    void begin_anew() {
        if (is_used()) {
            end_session();
        }
        to_port_.forgive();
        configured_ = dtr_ = talked_ = asleep_ = halted_in_ = halted_out_ = full_packet_ = false;
    }
    void ask_who_is_there() {
        const bool gone = port_.hung_up();
        hold(gone == gone_, "that a host has gone is told, once");
        gone_ = false;
    }
    void arrive(std::uint8_t byte) {
        const bool at_cut = std::exchange(cut_, false);
        if (at_cut && line_begun_) {
            hold(byte == '\n', "what comes after a cut begins on a new line");
        } else {
            hold(!from_port_.empty() && from_port_.front() == byte,
                 "bytes arrive in their order and once, none is lost, and none is an earlier session's");
            from_port_.pop_front();
        }
        line_begun_ = byte != '\n';
    }
    void finished(unsigned buffer) {
        controller_.done |= 1u << buffer;
        raise(usb::buffer_interrupt);
    }
    [[nodiscard]] static bool offered(std::uint32_t control) { return (usb::word(control) & usb::available) != 0; }
    [[nodiscard]] bool stalled() const {
        return (controller_.stall_arm & 3) == 3 && (usb::word(usb::in_control(0)) & usb::stall) != 0
               && (usb::word(usb::out_control(0)) & usb::stall) != 0;
    }
    /// A packet from the board; its length.
    std::uint32_t take(unsigned endpoint, bool data1, std::uint8_t* to, std::uint32_t buffer) {
        const std::uint32_t control = usb::word(usb::in_control(endpoint));
        const std::uint32_t length = control & usb::length_mask;
        hold((control & usb::full) != 0, "a packet that is offered is full");
        hold(((control & usb::data1) != 0) == data1, "a packet has the toggle that the host expects");
        hold(length <= 64, "a packet has 64 bytes at most");
        for (std::uint32_t i = 0; i < length; ++i) {
            to[i] = usb::bytes_at(buffer)[i];
        }
        usb::word(usb::in_control(endpoint)) = control & ~(usb::available | usb::full);
        finished(2 * endpoint);
        return length;
    }
    void give(unsigned endpoint, bool data1, Bytes bytes, std::uint32_t buffer) {
        const std::uint32_t control = usb::word(usb::out_control(endpoint));
        hold(((control & usb::data1) != 0) == data1, "a packet is expected with the toggle that the host gives it");
        hold((control & usb::length_mask) >= bytes.size(), "a buffer is as long as the packet");
        for (std::size_t i = 0; i < bytes.size(); ++i) {
            usb::bytes_at(buffer)[i] = bytes[i];
        }
        usb::word(usb::out_control(endpoint)) =
            (control & ~(usb::available | usb::length_mask)) | usb::full | static_cast<std::uint32_t>(bytes.size());
        finished(2 * endpoint + 1);
    }

    // ---- requests

    /// What was sent by the board, if it took the request. Of `leave`, 1 to 3 mean that the host leaves it after so many packets.
    std::optional<std::string> transfer(const std::array<std::uint8_t, 8>& request, std::size_t leave) {
        if (!is_there()) {
            return std::nullopt;
        }
        if ((request[0] & 0x60) != 0x20 || request[1] != 0x22) {
            end_fetch();  // of an endpoint that it is about to change the host has nothing under way
        }
        controller_.stall_arm = 0;
        for (unsigned i = 0; i < 8; ++i) {
            usb::bytes_at(0)[i] = request[i];
        }
        raise(usb::setup_interrupt);
        asleep_ = false;
        // What a request changes counts at once or after its status stage; either is seen before the next packet of data.
        if (!stalled()) {
            note(request);
        }
        const auto length = static_cast<unsigned>(request[6] | request[7] << 8);
        std::string said;
        std::size_t packets = 0;
        const auto leaves = [&] { return leave != 0 && leave < 4 && ++packets >= leave; };
        if (stalled()) {
            return std::nullopt;
        }
        if (length != 0 && (request[0] & 0x80) != 0) {
            bool data1 = true;
            for (;;) {
                hold(offered(usb::in_control(0)), "a request is answered, or refused by STALL");
                std::uint8_t packet[64];
                const std::uint32_t count = take(0, data1, packet, usb::control_buffer);
                data1 = !data1;
                said.append(reinterpret_cast<const char*>(packet), count);
                hold(said.size() <= length, "no more is answered than was asked for");
                if (leaves()) {
                    return std::nullopt;
                }
                if (count < 64 || said.size() == length) {
                    break;
                }
            }
            hold(offered(usb::out_control(0)), "the host's empty packet is awaited");
            give(0, true, {}, usb::control_buffer);
            return said;
        }
        if (length != 0) {
            hold(offered(usb::out_control(0)), "a request's data are awaited, or it is refused by STALL");
            const std::uint32_t room = usb::word(usb::out_control(0)) & usb::length_mask;
            hold(room <= 64 && room == length, "as many as were announced");
            const Bytes data = choices_.take(leave == 4 ? choices_.below(room + 1) : room);
            std::array<std::uint8_t, 64> whole{};
            std::copy(data.begin(), data.end(), whole.begin());
            give(0, true, Bytes{whole}.first(leave == 4 ? data.size() : room), usb::control_buffer);
            if (stalled() || leaves()) {
                return std::nullopt;
            }
        } else if (leaves()) {
            return std::nullopt;
        }
        hold(offered(usb::in_control(0)), "the board says that it is done");
        std::uint8_t packet[64];
        hold(take(0, true, packet, usb::control_buffer) == 0, "by an empty packet");
        return said;
    }
    /// What the host takes to be so from now on, USB 2.0, 9.4.
    void note(const std::array<std::uint8_t, 8>& request) {
        const unsigned type = request[0] & 0x7f;
        const bool was_used = is_used();
        if ((type & 0x60) == 0x00 && request[1] == 9) {
            configured_ = request[2] == 1;
            in_data1_ = out_data1_ = halted_in_ = halted_out_ = dtr_ = talked_ = full_packet_ = false;
            to_port_.forgive();
        } else if (type == 0x01 && request[1] == 11 && request[4] == 1) {
            in_data1_ = out_data1_ = halted_in_ = halted_out_ = false;
        } else if (type == 0x02 && (request[1] == 1 || request[1] == 3)) {
            if (request[4] == 0x82) {
                halted_in_ = request[1] == 3;
                in_data1_ = false;
            } else if (request[4] == 0x02) {
                halted_out_ = request[1] == 3;
                out_data1_ = false;
            }
        } else if ((type & 0x60) == 0x20 && request[1] == 0x22) {
            dtr_ = configured_ && (request[2] & 1) != 0;
            talked_ = false;
        }
        if (was_used && !is_used()) {
            end_session();
        }
    }

    // ---- data

    void send(std::size_t count) {
        if (!is_there() || !configured_ || asleep_ || !offered(usb::out_control(usb::data_endpoint))) {
            return;
        }
        hold(!halted_out_, "a halted endpoint takes nothing");
        std::array<std::uint8_t, 64> bytes{};
        for (std::size_t i = 0; i < count; ++i) {
            bytes[i] = next_to_port_++;
            to_port_.send(bytes[i]);
        }
        talked_ = talked_ || !dtr_;
        give(usb::data_endpoint, out_data1_, Bytes{bytes}.first(count), usb::out_buffer);
        out_data1_ = !out_data1_;
    }
    void fetch() {
        begin_fetch();
        end_fetch();
    }
    /// The host asks for a packet, and the controller begins to send it.
    void begin_fetch() {
        end_fetch();
        if (!is_there() || !configured_ || asleep_ || !offered(usb::in_control(usb::data_endpoint))
            || (controller_.abort & 1u << 2 * usb::data_endpoint) != 0) {
            return;
        }
        hold(!halted_in_, "a halted endpoint offers nothing");
        const std::uint32_t control = usb::word(usb::in_control(usb::data_endpoint));
        hold(is_used(), "nobody is sent anything who is not there");
        under_way_.emplace();
        over_a_tick_ = false;
        for (std::uint32_t i = 0; i < (control & usb::length_mask); ++i) {
            under_way_->push_back(std::uint8_t{usb::bytes_at(usb::in_buffer)[i]});
            arrive(under_way_->back());
        }
        hold((control & usb::full) != 0 && under_way_->size() <= usb::in_bytes, "a packet that is offered is full");
        full_packet_ = under_way_->size() == usb::in_bytes;
        hold(((control & usb::data1) != 0) == in_data1_, "a packet has the toggle that the host expects");
    }
    void end_fetch() {
        if (under_way_) {
            end_transaction();
            finished(2 * usb::data_endpoint);
        }
    }
    void end_transaction() {
        hold(std::ranges::equal(*under_way_, std::span{usb::bytes_at(usb::in_buffer), under_way_->size()}),
             "a packet that is under way is left alone");
        under_way_.reset();
        in_data1_ = !in_data1_;
        auto control = usb::word(usb::in_control(usb::data_endpoint));
        usb::word(usb::in_control(usb::data_endpoint)) = control & ~(usb::available | usb::full);
        controller_.done |= 1u << 2 * usb::data_endpoint;
    }
    void write(std::size_t count) {
        std::string text;
        for (std::size_t i = 0; i < count; ++i) {
            text += static_cast<char>(next_from_port_++);
        }
        const std::size_t free = port_.tx_free();
        const unsigned session = sessions_;
        hold(port_.listened_to() == is_used(), "who is there is listened for");
        hold(port_.suspended() == asleep_, "a sleeping host is known for one, and so is one that is awake");
        hold(!hears() || free + from_port_.size() >= 1024, "what has arrived, or never will, takes no room");
        const bool heard = hears();
        const bool taken = port_.write(text);
        look();
        if (session != sessions_) {
            return;  // the host has gone meanwhile
        }
        hold(taken == (!heard || free >= count), "what has room is taken, and nothing else");
        if (taken && heard) {
            for (const char c : text) {
                from_port_.push_back(static_cast<std::uint8_t>(c));
            }
        }
    }
    void read(std::size_t count) {
        for (; count != 0; --count) {
            const int byte = port_.read();
            if (byte < 0) {
                return;
            }
            hold(!gone_, "nothing is read before it was told that the host has gone");
            to_port_.arrive(static_cast<std::uint8_t>(byte));
        }
    }
    /// The host goes on as it should: all that may not be lost arrives at last.
    void drain() {
        if (!is_there() || !configured_) {
            return;
        }
        controller_.line_rests = true;
        ask_who_is_there();
        (void)transfer({0x02, 1, 0, 0, 0x82, 0, 0, 0}, 0);
        for (int packets = 0; packets < 40; ++packets) {
            frame();
            pump();
            fetch();
            read(1000);
        }
        hold(to_port_.complete() && from_port_.empty(), "all arrives at last that may not be lost");
        hold(!hears() || !full_packet_, "the host does not wait for what may follow: the last packet is a short one");
    }

    // ---- and afterwards

    void recover() {
        controller_.line_rests = supplied_ = true;
        controller_.interrupt = nullptr;
        pass(20);
        hold(controller_.attached, "the board is there");
        bus_reset();
        frame();
        const auto device = transfer({0x80, 6, 0, 1, 0, 0, 64, 0}, 0);
        hold(
            device && std::ranges::equal(*device, usb::device, {}, [](char c) { return static_cast<std::uint8_t>(c); }),
            "it says what it is");
        hold(transfer({0x00, 5, 9, 0, 0, 0, 0, 0}, 0) && controller_.device_address == 9, "it takes its address");
        hold(transfer({0x00, 9, 1, 0, 0, 0, 0, 0}, 0).has_value(), "it is configured");
        hold(transfer({0x21, 0x22, 1, 0, 0, 0, 0, 0}, 0).has_value(), "the port is opened");
        hold(port_.listened_to() && !port_.suspended(), "somebody listens");
        ask_who_is_there();
        while (port_.read() >= 0) {}
        to_port_ = {};
        hold(from_port_.empty(), "nothing is left of who was there before");
        for (int packets = 0; packets < 40; ++packets) {
            frame();
            hold(offered(usb::out_control(usb::data_endpoint)), "a packet is awaited");
            send(usb::out_bytes);
            read(1000);
            hold(to_port_.empty(), "what is sent arrives");
            write(50);
            port_.pump();
            frame();
            hold(offered(usb::in_control(usb::data_endpoint)), "a packet is offered");
            fetch();
            hold(from_port_.empty(), "what is written arrives");
        }
        hold(port_.tx_idle(), "and all has left");
    }

    Choices choices_;
    Controller controller_{choices_.one_in(2) ? 2u : 1u};
    UsbSerial port_{};
    bool configured_ = false, in_data1_ = false, out_data1_ = false, halted_in_ = false, halted_out_ = false;
    bool dtr_ = false, talked_ = false;  ///< it holds the port open, or has sent something without that
    bool asleep_ = false, supplied_ = true;
    bool gone_ = false;        ///< somebody was there and is not any more, and the firmware has not asked
    bool cut_ = false;         ///< something was withdrawn since the last byte came
    bool line_begun_ = false;  ///< the last byte that came ended no line
    std::exception_ptr broken_{};
    unsigned sessions_ = 0;    ///< that have ended
    unsigned without_ms_ = 0;  ///< supply
    UnderWay to_port_{};
    std::deque<std::uint8_t> from_port_{};                  ///< what must arrive, as it was written
    std::optional<std::vector<std::uint8_t>> under_way_{};  ///< the packet that the controller sends
    bool over_a_tick_ = true;                               ///< it was under way in the last one
    bool full_packet_ = false;                              ///< the last one that came was
    std::uint8_t next_to_port_ = 0, next_from_port_ = 0;
};

}  // namespace
}  // namespace stackmate::fuzz

STACKMATE_FUZZ_TARGET(usb) {
    using namespace stackmate::fuzz;
    hold(share_memory(), "the controller's memory has its address");
    std::make_unique<UsbDesk>(Choices{bytes})->run();
}
