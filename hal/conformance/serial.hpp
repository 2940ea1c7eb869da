// What a SerialPort guarantees, as checks that run on the host and on a device.
//
// The other end is a `Peer`:
//   void send(std::string_view)         makes these bytes arrive, soon
//   void send_pattern(std::size_t n)    makes n bytes arrive, byte i being `pattern_byte(i)`
//   void pass()                         lets a little time pass and lets the peer work
//   bool received(std::string_view)     the peer got exactly this text since the last call; waits for it
//   static constexpr bool waits         bytes wait on the line while the driver takes none, so none are lost
// `report(sentence, held)` is called once for each guarantee. Transfers up to about 2 s of a 115,200 baud line.
#pragma once

#include <array>
#include <string_view>

#include "hal/concepts.hpp"

namespace stackmate::hal::conformance {

/// A printable byte that differs from its neighbours and repeats after 89, a prime, so that a lost byte shows.
[[nodiscard]] constexpr char pattern_byte(std::size_t index) noexcept { return static_cast<char>('!' + index % 89); }

template <SerialPort S, class Peer, class Report>
class SerialCheck {
public:
    SerialCheck(S& serial, Peer& peer, Report report) : serial_{serial}, peer_{peer}, report_{report} {}

    void run() {
        reading();
        writing();
        watching();
        bursting();
        if constexpr (MayStall<S> && !SharedPort<S>) {  // of several ports the others must still be usable
            dropping();
        }
        report_("a healthy line has no overruns", serial_.overruns() == 0);
    }

private:
    static constexpr std::size_t patience = 2'000'000;  ///< checks of the line before a byte counts as lost

    int read_soon() {
        for (std::size_t tries = 0; tries < patience; ++tries) {
            if (const int byte = serial_.read(); byte >= 0) {
                return byte;
            }
            peer_.pass();
        }
        return -1;
    }

    bool arrives(std::string_view text) {
        for (const char expected : text) {
            if (read_soon() != static_cast<unsigned char>(expected)) {
                return false;
            }
        }
        return true;
    }

    void reading() {
        report_("nothing is read from a quiet line", serial_.read() == -1);
        peer_.send("hello\n");
        report_("bytes are read in the order they came", arrives("hello\n") && serial_.read() == -1);
        peer_.send("\x01\x7f\xff\x80\n");
        report_("bytes above 127 are read as 128 to 255", arrives("\x01\x7f\xff\x80\n"));
    }

    void drain() {
        for (std::size_t tries = 0; tries < patience && !serial_.tx_idle(); ++tries) {
            serial_.pump();
            peer_.pass();
        }
    }

    void writing() {
        drain();
        const auto room = serial_.tx_free();
        static constexpr std::string_view text = "abc\n";
        report_("written text is taken when there is room", room >= text.size() && serial_.write(text));
        drain();
        const bool free_again = serial_.tx_free() == room;  // a report may itself go out over this port
        report_("a written text leaves", serial_.tx_idle() && peer_.received(text));
        report_("the queue is free again afterwards", free_again);

        static constexpr std::array<char, 20'000> longer_than_any_queue{};
        const bool longer = room < longer_than_any_queue.size();
        drain();
        const bool refused = longer && !serial_.write({longer_than_any_queue.data(), longer_than_any_queue.size()});
        const bool nothing_left = serial_.tx_free() == room && serial_.tx_idle();
        report_("a text longer than the queue is refused", refused);
        report_("a refused text leaves nothing behind", nothing_left);
        report_("an empty text is always taken", serial_.write({}));
    }

    /// What has been sent is a line without its end. Whether the last queued byte was sent in time depends on the
    /// hardware.
    void dropping()
        requires MayStall<S>
    {
        drain();
        (void)peer_.received("");
        const auto room = serial_.tx_free();
        (void)serial_.write("half a l");
        drain();
        report_("half a line leaves", peer_.received("half a l"));
        (void)serial_.write("ine\n");
        serial_.drop_output();
        report_("what is written before the other side is known to have gone vanishes", serial_.write("gone\n"));
        report_("dropped output counts as the other side's going", serial_.hung_up() && !serial_.hung_up());
        report_("after dropped output the queue is empty", serial_.tx_free() == room && serial_.tx_idle());
        (void)serial_.write("abc\n");
        drain();
        report_("the first line behind a cut one begins with a newline", peer_.received("\nabc\n"));
        (void)serial_.write("def\n");
        drain();
        report_("and the next one does not", peer_.received("def\n"));
    }

    bool raises(std::string_view sent, std::string_view read, std::atomic<bool>& flag) {
        flag.store(false);
        peer_.send(sent);
        const bool arrived = arrives(read);
        return arrived && flag.load();
    }

    void watching() {
        static constinit std::atomic<bool> flag{false};
        serial_.watch("stop", flag);
        report_("a watched line raises its flag", raises("stop\n", "stop\n", flag));
        report_("a watched line may end in CR LF", raises("stop\r\n", "stop\r\n", flag));
        report_("a longer line does not raise the flag", !raises("stops\n", "stops\n", flag));
        report_("a shorter line does not raise the flag", !raises("sto\n", "sto\n", flag));
        report_("another line's end does not raise the flag", !raises("a stop\n", "a stop\n", flag));
        report_("an empty line does not raise the flag", !raises("\n", "\n", flag));

        flag.store(false);
        peer_.send("stop\n");
        for (std::size_t tries = 0; tries < patience && !flag.load(); ++tries) {
            peer_.pass();
        }
        report_("the flag is raised before the line is read", flag.load() && arrives("stop\n"));

        serial_.watch({}, flag);
        report_("an ended watch does not raise the flag", !raises("stop\n", "stop\n", flag));
    }

    void bursting() {
        constexpr std::size_t size = 4000;
        peer_.send_pattern(size);
        std::size_t at = 0;
        bool in_order = true;
        for (; at < size; ++at) {
            const int byte = read_soon();
            if (byte < 0) {
                break;
            }
            in_order = in_order && byte == pattern_byte(at);
            // A busy reader: now and then it stays away longer than any ring lasts.
            for (unsigned busy = at % 1000 == 0 ? 1'000'000 : 0; busy != 0; --busy) {
                peer_.pass();
            }
        }
        report_("a burst arrives whole, or its losses are counted",
                Peer::waits ? at == size && in_order : (at == size && in_order) || serial_.overruns() != 0);
    }

    S& serial_;
    Peer& peer_;
    Report report_;
};

template <SerialPort S, class Peer, class Report>
void check_serial(S& serial, Peer& peer, Report report) {
    SerialCheck<S, Peer, Report>{serial, peer, report}.run();
}

}  // namespace stackmate::hal::conformance
