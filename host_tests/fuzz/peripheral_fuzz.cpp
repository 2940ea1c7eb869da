// The Chess Peripheral Protocol: any bytes. What it says are whole lines; a position that it requests is at most as long as a FEN; a
// move that it requests looks like one, and afterwards it still answers.
#include "firmware/hosts/peripheral.hpp"

#include "host_tests/fuzz/host_protocol.hpp"

#include <algorithm>

namespace stackmate::fuzz {
namespace {

using namespace firmware;

void judge(firmware::test::Talk<Peripheral>& talk, const HostRequest& request) {
    switch (request.kind) {
    case HostRequest::Kind::begin:
    case HostRequest::Kind::go_back: {
        char fen[max_fen_length + 64];
        const std::size_t length = talk.host.write_fen(fen);
        hold(length <= max_fen_length, "a FEN has its longest length", {fen, length});
        hold(request.persons <= 3, "there are two sides");
        Position p;
        const bool possible = p.set_fen({fen, length}) == FenError::none;
        if (possible) {
            talk.position = p;
        }
        return talk.host.notify({possible ? HostEvent::Kind::taken_back : HostEvent::Kind::refused, {}});
    }
    case HostRequest::Kind::move: {
        const std::string_view text = request.move_text();
        hold(text.size() == 4 || text.size() == 5, "a move has four letters or five", text);
        const Move m = move_from_text(talk.position, text);
        if (m) {
            Undo undo;
            talk.position.make(m, undo);
        }
        return talk.host.notify({m ? HostEvent::Kind::host_moved : HostEvent::Kind::refused, m});
    }
    case HostRequest::Kind::brightness: return hold(request.value != 0, "brightness is 1 to 255");
    case HostRequest::Kind::none:
    case HostRequest::Kind::reject:
    case HostRequest::Kind::release: return;
    }
    hold(false, "a kind of request that there is");
}

void listen(std::string_view said) {
    hold(!said.empty() && said.back() == '\n', "what is said are whole lines", said);
    hold(std::all_of(said.begin(), said.end(), [](char c) { return c == '\n' || (c >= ' ' && c <= '~'); }),
         "of characters that can be printed", said);
}

}  // namespace
}  // namespace stackmate::fuzz

STACKMATE_FUZZ_TARGET(peripheral) {
    using namespace stackmate;
    fuzz::HostTalk<firmware::Peripheral, decltype(&fuzz::judge), decltype(&fuzz::listen)> host{fuzz::judge,
                                                                                               fuzz::listen};
    host.run(bytes);
    (void)host.answer("\n");
    host.settle();
    const std::string said = host.answer("feature get_state\n");
    fuzz::hold(said.find("ok\n") != said.npos && said.find("nok\n") == said.npos,
               "a feature is agreed to, whatever was said before", said);
}
