// A host's language under any bytes, in front of a board that changes meanwhile.
#pragma once

#include "host_tests/firmware/hosts/talk.hpp"
#include "host_tests/fuzz/positions.hpp"

namespace stackmate::fuzz {

/// The bytes are the line's, but for what `escape` (data link escape) introduces: something else happens, see `happens`.
/// `judge(talk, request)` is asked about each request, `listen(text)` about all that is said.
template <firmware::HostProtocol H, class Judge, class Listen>
class HostTalk {
public:
    HostTalk(Judge judge, Listen listen) : judge_{judge}, listen_{listen} {}

    firmware::test::Talk<H> talk{};

    void run(Bytes bytes) {
        for (std::size_t i = 0; i < bytes.size(); ++i) {
            if (bytes[i] == escape && i + 1 < bytes.size()) {
                happens(bytes[++i]);
            } else {
                take(static_cast<char>(bytes[i]));
            }
            if (const auto lights = talk.host.lights()) {
                (void)*lights;
            }
        }
    }
    /// What is said to these bytes, when all before has been answered.
    std::string answer(std::string_view bytes) {
        settle();
        said_.clear();
        for (const char c : bytes) {
            take(c);
        }
        say(4096);
        return said_;
    }
    /// Until the host takes bytes.
    void settle() {
        for (int rounds = 0; talk.host.busy(); ++rounds) {
            hold(rounds < 10, "a host that is asked for its answer and its request takes bytes again");
            say(4096);
            request();
        }
    }

private:
    static constexpr std::uint8_t escape = 0x10;

    void take(char c) {
        settle();
        talk.host.take(c, talk.now);
        if (!talk.host.busy() && c % 4 != 0) {
            return;  // a board does not ask at every byte
        }
        say(4096);
    }
    void happens(std::uint8_t what) {
        const unsigned which = what >> 3;
        switch (what & 7) {
        case 0: return take(static_cast<char>(escape));
        case 1: talk.now += 1u << which % 20; return say(4096);
        case 2: talk.occupied ^= firmware::SquareSet{1} << which; return;
        case 3: talk.occupied ^= firmware::SquareSet{1} << (which + 32); return;
        case 4: {
            const std::vector<Move> moves = legal_moves(talk.position);
            if (moves.empty()) {
                return;
            }
            const Move m = moves[which % moves.size()];
            talk.host.notify({firmware::HostEvent::Kind::person_moved, m});
            Undo undo;
            talk.position.make(m, undo);
            talk.occupied = firmware::occupied_squares(talk.position);
            return say(4096);
        }
        case 5: return say(8 * which);
        case 6: return talk.host.notify({static_cast<firmware::HostEvent::Kind>(which % 5), {}});
        default: return request();
        }
    }
    void say(std::size_t room) {
        const firmware::HostView view{talk.position, talk.occupied, talk.now};
        for (int parts = 0; parts < 100; ++parts) {
            firmware::test::Paper paper;
            paper.free = room;
            const bool said = talk.host.say(view, paper);
            hold(paper.text.size() <= paper.free, "no more is said than there is room for", paper.text);
            hold(said || paper.text.empty(), "who says nothing writes nothing", paper.text);
            if (!said) {
                return;
            }
            said_ += paper.text;
            listen_(std::string_view{paper.text});
        }
        hold(false, "a host has said all that there is to say");
    }
    void request() { judge_(talk, talk.host.request()); }

    Judge judge_;
    Listen listen_;
    std::string said_{};
};

}  // namespace stackmate::fuzz
