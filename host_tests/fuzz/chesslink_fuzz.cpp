// ChessLink: any bytes. It requests nothing, all that it says is a block with a right check (with parity bits throughout or
// without), and a version that is asked for afterwards is told.
#include "firmware/hosts/chesslink.hpp"

#include "host_tests/fuzz/host_protocol.hpp"

#include <bit>

namespace stackmate::fuzz {
namespace {

/// One or more blocks: a letter, what belongs to it, and a check of two digits.
void hold_blocks(std::string_view said) {
    std::string plain;
    bool all_odd = true, some_eighth_bit = false;
    for (const char c : said) {
        plain += static_cast<char>(c & 0x7f);
        all_odd = all_odd && std::popcount(static_cast<unsigned char>(c)) % 2 != 0;
        some_eighth_bit = some_eighth_bit || (c & 0x80) != 0;
    }
    hold(all_odd || !some_eighth_bit, "parity bits are right, or there are none", plain);
    unsigned sum = 0;
    for (std::size_t i = 0; i + 2 < plain.size(); ++i) {
        sum ^= static_cast<unsigned char>(plain[i]);
    }
    hold(plain.size() >= 3 && firmware::digit_of(plain[plain.size() - 2]) == static_cast<int>(sum >> 4)
             && firmware::digit_of(plain.back()) == static_cast<int>(sum & 15),
         "a block ends in its check", plain);
}

}  // namespace
}  // namespace stackmate::fuzz

STACKMATE_FUZZ_TARGET(chesslink) {
    using namespace stackmate;
    using firmware::HostRequest;
    fuzz::HostTalk<firmware::ChessLink, void (*)(firmware::test::Talk<firmware::ChessLink>&, const HostRequest&),
                   void (*)(std::string_view)>
        host{[](auto&, const HostRequest& request) {
                 fuzz::hold(request.kind == HostRequest::Kind::none, "ChessLink requests nothing");
             },
             fuzz::hold_blocks};
    host.run(bytes);
    // A block that has not ended goes on at most as long as the longest there is: 166 digits.
    std::string heard;
    for (int tries = 0; tries < 60 && heard.find("v000177") == heard.npos; ++tries) {
        heard = host.answer("V56");
        for (char& c : heard) {
            c = static_cast<char>(c & 0x7f);
        }
    }
    fuzz::hold(heard.find("v000177") != heard.npos, "the version is told, whatever was said before", heard);
}
