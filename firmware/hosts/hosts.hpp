// The hosts that a line may have, and how a board finds out who is talking.
//
// A line is the shell's (UCI and our own words) until the first bytes of a line or block are another language's. Only what
// may still be either is kept back, at most eight bytes; so UCI reaches the shell as it comes, but for a first letter or
// two. Who has begun keeps the line until the session ends or somebody says `uci`: a UART cannot tell that one program
// has gone and another has come.
//
// A protocol joins by its name in `HostsOf` and in `Protocol`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>
#include <variant>

#include "firmware/game/types.hpp"
#include "firmware/hosts/certabo.hpp"
#include "firmware/hosts/chesslink.hpp"
#include "firmware/hosts/host.hpp"
#include "firmware/hosts/peripheral.hpp"

namespace stackmate::firmware {

/// Who may be heard. The setting that fixes it is one of these; stored, so in this order for ever.
enum class Protocol : std::uint8_t {
    automatic,  ///< by the first bytes
    uci,        ///< nobody else is recognised
    chesslink,
    certabo,
    peripheral
};

/// One word each.
constexpr std::string_view to_text(Protocol protocol) noexcept {
    constexpr std::string_view names[] = {"auto", "uci", ChessLink::name, Certabo::name, Peripheral::name};
    static_assert(sizeof names / sizeof names[0] == protocol_count);
    return static_cast<unsigned>(protocol) < protocol_count ? names[static_cast<unsigned>(protocol)] : "unknown";
}

/// `H` in the order of `Protocol`, from `chesslink` on. They share one room.
template <Host... H>
class HostsOf {
    static_assert(sizeof...(H) + 2 == protocol_count);

public:
    /// A session begins or has ended: what was begun is forgotten. A fixed host has the line at once.
    void reset(Protocol fixed) noexcept {
        fixed_ = fixed;
        count_ = 0;
        uci_ = 0;
        inside_line_ = behind_line_end_ = false;
        seat(fixed == Protocol::automatic ? Protocol::uci : fixed);
    }

    /// Who has the line; `uci` is the shell.
    [[nodiscard]] Protocol speaker() const noexcept { return speaker_; }
    /// Whose the last bytes are is not known yet.
    [[nodiscard]] bool holds_back() const noexcept { return count_ != 0; }
    /// No byte may be given: an answer waits for room.
    [[nodiscard]] bool busy() const noexcept {
        bool is_busy = false;
        const_cast<HostsOf*>(this)->speak([&](const auto& host) { is_busy = host.busy(); });
        return is_busy;
    }

    /// A byte from the line; what is the shell's goes to `pass(char)`, up to eight at once. `silent_ms`: how long the line has
    /// been silent in all (firmware/line/session.hpp).
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
        unsigned at = 2;
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
        const auto try_it = [&](auto* host) {
            if (host != nullptr) {
                act(*host);
            }
        };
        (try_it(std::get_if<H>(&room_)), ...);
    }

    template <Outbox Out>
    [[nodiscard]] bool say(const HostView& view, Out& out) noexcept {
        bool has_said = false;
        speak([&](auto& host) { has_said = host.say(view, out); });
        return has_said;
    }
    [[nodiscard]] Wish wish() noexcept {
        Wish asked;
        speak([&](auto& host) { asked = host.wish(); });
        return asked;
    }
    void told(const Happening& happening) noexcept {
        speak([&](auto& host) { host.told(happening); });
    }
    [[nodiscard]] std::optional<HostLights> lights() const noexcept {
        std::optional<HostLights> shown;
        const_cast<HostsOf*>(this)->speak([&](const auto& host) { shown = host.lights(); });
        return shown;
    }

private:
    /// Bytes of a frame come together.
    static constexpr std::uint32_t pause_ms = 50;

    static constexpr bool ends_line(char c) noexcept { return c == '\n' || c == '\r'; }

    [[gnu::cold]] void seat(Protocol speaker) noexcept {
        speaker_ = speaker;
        inside_line_ = false;
        room_.template emplace<std::monostate>();
        unsigned at = 2;
        const auto try_it = [&]<class T>(std::type_identity<T>) {
            if (static_cast<Protocol>(at++) == speaker) {
                room_.template emplace<T>();
            }
        };
        (try_it(std::type_identity<H>{}), ...);
    }

    /// The line `uci`, begun where no frame or line of the host's is open, or behind a line end, or after a pause: a
    /// program that has gone may have left something open.
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
    std::uint32_t heard_ms_ = 0;  ///< the silence before the last byte
    std::uint8_t count_ = 0;
    std::uint8_t uci_ = 0;  ///< letters of the word
    Protocol speaker_ = Protocol::uci;
    Protocol fixed_ = Protocol::automatic;
    bool inside_line_ = false;  ///< of the shell's
    bool behind_line_end_ = false;
};

using Hosts = HostsOf<ChessLink, Certabo, Peripheral>;
static_assert(sizeof(Hosts) <= 112, "beside the game on a board");

}  // namespace stackmate::firmware
