// The hosts that a line may have, and how a board recognises which one is talking.
//
// A line is the shell's (UCI and our own words) until the first bytes of a line or block belong to another protocol.
// Only bytes that may still be either are held back, at most eight; so UCI reaches the shell at once, except for a
// first letter or two. The program that has begun keeps the line until the session ends or somebody sends `uci`: a UART
// cannot tell that one program has gone and another has come.
//
// To add a protocol, append its class to the list `Protocols` at the end of this file.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <variant>

#include "firmware/hosts/certabo.hpp"
#include "firmware/hosts/chesslink.hpp"
#include "firmware/hosts/host_protocol.hpp"
#include "firmware/hosts/peripheral.hpp"

namespace stackmate::firmware {

/// Who may use the line: a number in a list of hosts. The setting stores it.
enum class Protocol : std::uint8_t {
    automatic,  ///< recognised by the first bytes
    uci,        ///< no other is recognised
    first_host  ///< the first of the list; the others follow
};

/// Writes words with separators between them, and returns the length. `out`: null to count only.
constexpr std::size_t list_words(char* out, std::string_view before, std::span<const std::string_view> words,
                                 std::string_view between, std::string_view before_last, std::string_view after) {
    std::size_t size = 0;
    const auto put = [&](std::string_view text) {
        for (const char c : text) {
            if (out != nullptr) {
                out[size] = c;
            }
            ++size;
        }
    };
    put(before);
    for (std::size_t i = 0; i < words.size(); ++i) {
        put(i == 0 ? "" : i + 1 < words.size() ? between : before_last);
        put(words[i]);
    }
    put(after);
    return size;
}
/// What `write(char*)` writes, as characters of the image. `Write` has no state.
template <class Write>
[[nodiscard]] consteval auto text_of(Write write) {
    std::array<char, Write{}(nullptr)> text{};
    write(text.data());
    return text;
}

/// Who has the line: the shell, or one of a list of hosts. These share the same memory. The setting stores a host's number, so a new one is appended.
template <HostProtocol... H>
class LineOwner {
public:
    /// One word for each protocol.
    static constexpr std::array<std::string_view, 2 + sizeof...(H)> names{"auto", "uci", H::name...};

    template <HostProtocol T>
        requires(std::same_as<T, H> || ...)
    static constexpr Protocol protocol_of = [] {
        unsigned at = static_cast<unsigned>(Protocol::first_host);
        (void)((std::same_as<T, H> || (++at, false)) || ...);
        return static_cast<Protocol>(at);
    }();

    /// A session begins or has ended: unfinished input is forgotten. A fixed host has the line at once. A number that
    /// another firmware has stored and that is not in the list counts as `automatic`.
    void reset(Protocol fixed) noexcept {
        fixed = static_cast<std::size_t>(fixed) < names.size() ? fixed : Protocol::automatic;
        fixed_ = fixed;
        count_ = 0;
        uci_ = 0;
        inside_line_ = behind_line_end_ = false;
        seat(fixed == Protocol::automatic ? Protocol::uci : fixed);
    }

    /// Who has the line; `uci` means the shell.
    [[nodiscard]] Protocol speaker() const noexcept { return speaker_; }
    /// See HostProtocol; false for the shell.
    [[nodiscard]] bool plays_through_board() const noexcept {
        return ((speaker_ == protocol_of<H> && H::plays_through_board) || ...);
    }
    /// Whether it is not yet known to whom the last bytes belong.
    [[nodiscard]] bool holds_back() const noexcept { return count_ != 0; }
    /// Whether no byte may be given, because an answer waits for room.
    [[nodiscard]] bool busy() const noexcept {
        bool is_busy = false;
        speak([&](const auto& host) { is_busy = host.busy(); });
        return is_busy;
    }

    /// Takes a byte from the line; what belongs to the shell goes to `pass(char)`, up to eight bytes at once.
    /// `silent_ms`: the total silence of the line (firmware/line/session.hpp).
    template <class Pass>
    [[gnu::cold]] void take(char c, std::uint32_t silent_ms, Pass&& pass) noexcept {
        const bool paused = silent_ms - heard_ms_ >= pause_ms;
        heard_ms_ = silent_ms;
        if (speaker_ != Protocol::uci) {
            if (says_uci(c, paused)) {
                seat(Protocol::uci);
                for (const char letter : {'u', 'c', 'i', c}) {
                    pass(letter);
                }
                return;
            }
            speak([&](auto& host) { host.take(c, silent_ms); });
            return;
        }
        if (inside_line_ || fixed_ == Protocol::uci) {
            inside_line_ = !ends_line(c);
            pass(c);
            return;
        }
        first_[count_++] = c;
        bool is_open = false;
        Protocol found = Protocol::uci;
        unsigned at = static_cast<unsigned>(Protocol::first_host);
        const auto ask = [&](Likeness likeness) {
            is_open = is_open || likeness == Likeness::perhaps;
            found = likeness == Likeness::yes && found == Protocol::uci ? static_cast<Protocol>(at) : found;
            ++at;
        };
        (ask(H::recognises({first_.data(), count_})), ...);
        if (found == Protocol::uci && is_open && count_ < first_bytes) {
            return;
        }
        const std::size_t count = count_;
        count_ = 0;
        if (found != Protocol::uci) {
            seat(found);
        }
        for (std::size_t i = 0; i < count; ++i) {
            if (found != Protocol::uci) {
                speak([&](auto& host) { host.take(first_[i], silent_ms); });
            } else {
                inside_line_ = !ends_line(first_[i]);
                pass(first_[i]);
            }
        }
    }

    /// Calls `act(host)` for the host that has the line, if one has.
    template <class Act>
    void speak(Act&& act) noexcept {
        (call(std::get_if<H>(&room_), act), ...);
    }
    template <class Act>
    void speak(Act&& act) const noexcept {
        (call(std::get_if<H>(&room_), act), ...);
    }

    template <Outbox Out>
    [[nodiscard]] bool say(const HostView& view, Out& out) noexcept {
        bool has_said = false;
        speak([&](auto& host) { has_said = host.say(view, out); });
        return has_said;
    }
    [[nodiscard]] HostRequest request() noexcept {
        HostRequest asked;
        speak([&](auto& host) { asked = host.request(); });
        return asked;
    }
    void notify(const HostEvent& event) noexcept {
        speak([&](auto& host) { host.notify(event); });
    }
    [[nodiscard]] std::optional<HostLights> lights() const noexcept {
        std::optional<HostLights> shown;
        speak([&](const auto& host) { shown = host.lights(); });
        return shown;
    }

private:
    /// The bytes of a frame come closer together.
    static constexpr std::uint32_t pause_ms = 50;

    static constexpr bool ends_line(char c) noexcept { return c == '\n' || c == '\r'; }

    [[gnu::cold]] void seat(Protocol speaker) noexcept {
        speaker_ = speaker;
        inside_line_ = false;
        room_.template emplace<std::monostate>();
        (void)((speaker == protocol_of<H> && (room_.template emplace<H>(), true)) || ...);
    }

    static void call(auto* host, auto& act) noexcept {
        if (host != nullptr) {
            act(*host);
        }
    }

    /// Recognises the line `uci`. It must begin where the host has no open frame or line, or after a line end, or after
    /// a pause: a program that has gone may have left something open.
    [[nodiscard]] bool says_uci(char c, bool after_pause) noexcept {
        constexpr std::string_view word = "uci";
        if (uci_ == word.size() && ends_line(c)) {
            uci_ = 0;
            return true;
        }
        bool at_rest = false;
        speak([&](const auto& host) { at_rest = host.at_rest(); });
        const bool may_begin = at_rest || behind_line_end_ || after_pause;
        behind_line_end_ = ends_line(c);
        const bool goes_on = uci_ < word.size() && c == word[uci_] && (uci_ != 0 || may_begin);
        uci_ = static_cast<std::uint8_t>(goes_on ? uci_ + 1 : 0);
        return false;
    }

    std::variant<std::monostate, H...> room_{};
    std::array<char, first_bytes> first_{};
    std::uint32_t heard_ms_ = 0;  ///< the total silence at the last byte
    std::uint8_t count_ = 0;
    std::uint8_t uci_ = 0;  ///< letters of the word `uci` seen so far
    Protocol speaker_ = Protocol::uci;
    Protocol fixed_ = Protocol::automatic;
    bool inside_line_ = false;  ///< in a line of the shell
    bool behind_line_end_ = false;
};

/// The list. Settings hold places in it, so a new protocol comes last.
using Protocols = LineOwner<ChessLink, Certabo, Peripheral>;
static_assert(sizeof(Protocols) <= 112, "beside the game on a board");

}  // namespace stackmate::firmware
