// Connects the hosts of a line with the game on the board: bytes go to the host that has the line, its requests to the
// game, events to the host, its lights to the squares.
//
// A host that keeps a game of its own reads the squares, and both sides are moved by hand. The moves of one that plays
// through the board wait to be made on the board like the engine's (firmware/hosts/host_protocol.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "core/notation/move_text.hpp"
#include "core/chess/position.hpp"
#include "firmware/game/seats.hpp"
#include "firmware/game/change.hpp"
#include "firmware/game/types.hpp"
#include "firmware/hosts/followed_game.hpp"
#include "firmware/hosts/line_owner.hpp"
#include "firmware/squares/lights.hpp"
#include "hal/chess_concepts.hpp"

namespace stackmate::firmware {

/// A board that no app with another protocol can reach, or whose flash has no 10 KB for them, sets `has_hosts` to
/// false. On all others they are linked.
template <class Board>
concept OffersHosts = !requires { requires !Board::has_hosts; };

/// `Game` is the board's: Controller. `List` is a LineOwner. The functions here and below are `cold`: small rather than
/// fast.
template <hal::ChessBoard Board, class Game, class List>
class HostAtBoard {
public:
    HostAtBoard(Board& board, Game& game) noexcept : board_{board}, game_{game} {}

    /// A session has ended, or none has begun.
    [[gnu::noinline, gnu::cold]] void reset() noexcept {
        hosts_.reset(away_ ? Protocol::uci : static_cast<Protocol>(game_.settings().protocol));
        forget_requests();
        game_.release();
    }
    /// Another game uses the squares: until it ends, only the shell uses the line.
    void set_away(bool away) noexcept {
        away_ = away;
        reset();
    }
    /// The host that `take` has reported begins: it now has the board. A host fixed by the setting begins with its
    /// first byte; until then the board plays as usual.
    [[gnu::noinline, gnu::cold]] void begin() noexcept {
        if (!hosts_.plays_through_board()) {
            claim();
        }
    }

    /// Whether a host has the line: nobody else writes on it.
    [[nodiscard]] bool speaks() const noexcept { return hosts_.speaker() != Protocol::uci; }
    /// Whether no byte may be given: see `take`.
    [[nodiscard, gnu::noinline]] bool busy() const noexcept { return speaks() && hosts_.busy(); }

    /// Whether bytes are held back that may be the shell's or a host's.
    [[nodiscard]] bool holds_back() const noexcept { return hosts_.holds_back(); }

    /// Whether it has something to answer or to show: what came was not noise.
    [[nodiscard]] bool has_understood() const noexcept { return speaks() && (hosts_.busy() || hosts_.lights()); }

    /// Takes a byte from the line, and the line's total silence; what belongs to the shell goes to `pass(char)`.
    /// Returns true if a host begins to talk with it: then the line's session so far must be ended, and `begin` called.
    template <class Pass>
    [[gnu::noinline, gnu::cold]] bool take(char c, std::uint32_t silent_ms, Pass&& pass) noexcept {
        const Protocol before = hosts_.speaker();
        bool was_host = speaks();
        hosts_.take(c, silent_ms, [&](char passed) {
            if (std::exchange(was_host, false)) {
                Serial{board_}.put('\n');  // an unfinished line of the host ends here
            }
            pass(passed);
        });
        if (hosts_.speaker() == before) {
            if (speaks() && !holds_) {
                begin();
            }
            return false;
        }
        forget_requests();
        if (!speaks()) {
            game_.release();
        }
        return speaks();
    }

    /// Call it once a round of the superloop. Takes requests, and writes what there is to say as far as there is room.
    [[gnu::noinline, gnu::cold]] void poll(std::uint32_t now_ms) noexcept {
        if (!speaks()) {
            return;
        }
        if (holds_ && !game_.held_claim().held) {  // a person has left the app's game
            holds_ = false;
            hosts_.notify({HostEvent::Kind::resigned, {}});
        }
        if (const HostRequest request = hosts_.request(); request.kind != HostRequest::Kind::none) {
            obey(request);
        }
        const HostView view{game_.record().position(), game_.occupied(), now_ms};
        Serial out{board_};
        (void)hosts_.say(view, out);
    }

    /// Tells the host of a change in the game.
    [[gnu::noinline, gnu::cold]] void notify(const Change& change) noexcept {
        if (!speaks()) {
            return;
        }
        switch (change.kind) {
        case Change::Kind::move: {
            const bool is_hosts = game_.player(change.mover) == Seat::remote;
            hosts_.notify({is_hosts ? HostEvent::Kind::host_moved : HostEvent::Kind::person_moved, change.move});
            if (is_hosts) {
                claim();
            }
            break;
        }
        case Change::Kind::taken_back: hosts_.notify({HostEvent::Kind::taken_back, {}}); break;
        case Change::Kind::result:
            if (change.result.ending == Ending::resignation) {
                hosts_.notify({HostEvent::Kind::resigned, {}});
            }
            break;
        default: break;
        }
    }

    /// Draws what a host shows, as the LEDs show it at this time. Returns false if the game's lights are to be shown.
    [[nodiscard, gnu::noinline, gnu::cold]] bool draw(hal::Frame& frame, std::uint32_t now_ms) const noexcept {
        if (!speaks() || !game_.yields_lights()) {
            return false;
        }
        const std::optional<HostLights> lights = hosts_.lights();
        if (!lights) {
            return false;
        }
        const bool flipped = game_.settings().flipped;
        for (std::size_t i = 0; i < 64; ++i) {
            const bool first = (lights->first >> i & 1) != 0;
            const bool second = (lights->second >> i & 1) != 0;
            const Light light = first && second ? Light::host
                                : first         ? Light::host_first
                                : second        ? Light::host_second
                                                : Light::dark;
            frame.squares[flipped ? 63 - i : i] = colour_at(light, now_ms);
        }
        return true;
    }

    /// 1 to 255: from the settings, or what the host has asked for.
    [[nodiscard]] std::uint8_t brightness() const noexcept {
        return brightness_ != 0 ? brightness_ : game_.settings().brightness;
    }

private:
    struct Serial {
        /// One byte is kept free to end an unfinished line when another protocol takes over.
        [[nodiscard]] std::size_t room() const noexcept {
            const std::size_t free = board.serial.tx_free();
            return free - (free != 0);
        }
        [[gnu::noinline]] void put(char c) noexcept { (void)board.serial.write({&c, 1}); }
        Board& board;
    };

    void forget_requests() noexcept {
        brightness_ = 0;
        persons_ = 3;
        holds_ = false;
    }

    /// Claims the sides as the host has asked: the persons' sides, and the others for the host. `moving`: this side is
    /// the host's for its next move only.
    [[gnu::noinline]] void claim(std::uint8_t moving = 0) noexcept {
        const auto seat = [&](unsigned bit) { return (persons_ & ~moving & bit) != 0 ? Seat::person : Seat::remote; };
        game_.claim({.held = true, .follows = hosts_.plays_through_board(), .white = seat(1), .black = seat(2)});
        holds_ = true;
    }

    [[gnu::noinline, gnu::cold]] void obey(const HostRequest& request) noexcept {
        switch (request.kind) {
        case HostRequest::Kind::none: break;
        case HostRequest::Kind::begin:
        case HostRequest::Kind::go_back: bring_position(request); break;
        case HostRequest::Kind::move: bring_move(request); break;
        case HostRequest::Kind::reject: refuse_if(game_.take_back(1, Who::holder) != Refusal::none); break;
        case HostRequest::Kind::release:
            // A game that only the app has ended is over here too: nobody should continue it.
            if (holds_ && !game_.result()) {
                (void)game_.new_game(Who::holder);
            }
            holds_ = false;
            game_.release();
            break;
        case HostRequest::Kind::brightness: brightness_ = request.value; break;
        }
    }

    [[gnu::noinline]] void refuse_if(bool refused) noexcept {
        if (refused) {
            hosts_.notify({HostEvent::Kind::refused, {}});
        }
    }

    [[gnu::cold]] void bring_position(const HostRequest& request) noexcept {
        char text[max_fen_length];
        std::size_t length = 0;
        hosts_.speak([&](const auto& host) {
            if constexpr (requires { host.write_fen(text); }) {
                length = host.write_fen(text);
            }
        });
        Position wanted;
        if (wanted.read_fen({text, length}) != FenError::none) {
            refuse_if(true);
            return;
        }
        persons_ = request.kind == HostRequest::Kind::begin ? request.persons : persons_;
        claim();
        if (request.kind == HostRequest::Kind::begin || !go_back_to(wanted)) {
            (void)game_.set_game({text, length}, {}, Who::holder);
        }
    }

    /// Goes back to one of the game's earlier positions.
    [[nodiscard, gnu::cold]] bool go_back_to(const Position& wanted) noexcept {
        const std::optional<unsigned> plies = plies_back_to(game_.record(), wanted);
        if (plies.value_or(0) != 0) {
            (void)game_.take_back(*plies, Who::holder);
        }
        return plies.has_value();
    }

    /// For this move the side to move is the app's, whoever usually plays it.
    [[gnu::cold]] void bring_move(const HostRequest& request) noexcept {
        const Position& p = game_.record().position();
        const Move move = move_from_text(p, request.move_text());
        if (!move || game_.result() || !holds_) {
            refuse_if(true);
            return;
        }
        claim(p.side() == Color::white ? 1 : 2);
        if (game_.remote_move(move, Who::holder) != Refusal::none) {
            claim();
            refuse_if(true);
        }
    }

    Board& board_;
    Game& game_;
    List hosts_{};
    std::uint8_t persons_ = 3;     ///< bit 0 White, bit 1 Black
    std::uint8_t brightness_ = 0;  ///< asked for by a host; 0: as in the settings
    bool holds_ = false;           ///< the host has a claim
    bool away_ = false;
};

/// Without a host the line is the shell's.
template <hal::ChessBoard Board, class Game>
class HostAtBoard<Board, Game, LineOwner<>> {
public:
    HostAtBoard(Board&, Game& game) noexcept : game_{game} {}
    static void reset() noexcept {}
    static void set_away(bool) noexcept {}
    static void begin() noexcept {}
    [[nodiscard]] static constexpr bool speaks() noexcept { return false; }
    [[nodiscard]] static constexpr bool busy() noexcept { return false; }
    [[nodiscard]] static constexpr bool has_understood() noexcept { return false; }
    [[nodiscard]] static constexpr bool holds_back() noexcept { return false; }
    template <class Pass>
    static bool take(char c, std::uint32_t, Pass&& pass) noexcept {
        pass(c);
        return false;
    }
    static void poll(std::uint32_t) noexcept {}
    static void notify(const Change&) noexcept {}
    [[nodiscard]] static constexpr bool draw(hal::Frame&, std::uint32_t) noexcept { return false; }
    [[nodiscard]] std::uint8_t brightness() const noexcept { return game_.settings().brightness; }

private:
    Game& game_;
};

}  // namespace stackmate::firmware
