// Certabo: any bytes. It requests nothing, it says decimal numbers, and after a pause eight bytes light their squares.
#include "firmware/hosts/certabo.hpp"

#include "host_tests/fuzz/host_protocol.hpp"

#include <algorithm>

STACKMATE_FUZZ_TARGET(certabo) {
    using namespace stackmate;
    using namespace stackmate::firmware;
    fuzz::HostTalk<Certabo, void (*)(firmware::test::Talk<Certabo>&, const HostRequest&), void (*)(std::string_view)>
        host{[](auto&, const HostRequest& request) {
                 fuzz::hold(request.kind == HostRequest::Kind::none, "Certabo requests nothing");
             },
             [](std::string_view said) {
                 fuzz::hold(said.find_first_not_of("0123456789: \r\n") == said.npos, "it says numbers", said);
             }};
    host.run(bytes);
    host.talk.now += 1000;
    (void)host.answer({"\0\0\0\0\x10\0\0\x01", 8});
    const SquareSet lit = square_set(make_square(4, 3)) | square_set(Square::a1);
    fuzz::hold(host.talk.host.lights() == HostLights{lit, lit}, "after a pause a frame lights its squares");
}
