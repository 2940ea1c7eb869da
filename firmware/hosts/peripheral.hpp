// Chess Peripheral Protocol: text commands designed for boards that an app plays through.
//
// Source: the description in the repository vovagorodok/chess_peripheral_protocol. Over the serial line a command ends
// with a line feed; a radio that carries whole strings must have it added by whatever forwards them.
//
// The app (the central) keeps the game. Its position is shown on the board, and the lights ask for the pieces; its
// moves wait to be made on the board; the person's moves are sent to the app, and stand until the app rejects them.
// `moved` says that a move has been made on the board: of a person's move, not before the app has accepted it.
//
// Features: check, last_move and draw_reason are accepted and need nothing here, since the board knows the game and
// shows it; moved, resign, undo_redo, side, get_state, submove_state and option (brightness) are implemented. Not
// implemented: msg and score (no display), time (the app has the clock), undo_offer, draw_offer, set_state (no motors).
// The only variant is standard.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/notation/text.hpp"
#include "firmware/hosts/host_protocol.hpp"

namespace stackmate::firmware {

class Peripheral {
public:
    static constexpr std::string_view name = "peripheral";
    static constexpr bool plays_through_board = true;

    /// Words with which only this protocol begins.
    [[nodiscard, gnu::cold]] static Likeness recognises(std::string_view bytes) noexcept {
        for (const std::string_view word :
             {"feature ", "variant ", "set_vari", "begin ", "get_stat", "options_", "set_opti", "side "}) {
            std::size_t same = 0;
            while (same < bytes.size() && same < word.size() && bytes[same] == word[same]) {
                ++same;
            }
            if (same == word.size()) {
                return Likeness::yes;
            }
            if (same == bytes.size()) {
                return Likeness::perhaps;
            }
        }
        return Likeness::no;
    }

    [[gnu::cold]] void take(char c, std::uint32_t) noexcept {
        if (c == '\n' || c == '\r') {
            end_line();
            return;
        }
        begun_ = true;
        if (c == ' ' && (part_ == Part::command || part_ == Part::name)) {
            end_word();
            return;
        }
        switch (part_) {
        case Part::command:
        case Part::name: word_ = mixed(word_, c); break;
        case Part::move: take_move(c); break;
        case Part::fen: take_fen(c); break;
        case Part::number:
            number_ =
                static_cast<std::uint16_t>(c >= '0' && c <= '9' && number_ < 1000 ? number_ * 10 + (c - '0') : 1000);
            break;
        case Part::side: persons_ = c == 'w' ? 1 : c == 'b' ? 2 : 3; break;
        case Part::rest: break;
        }
    }

    [[nodiscard]] bool busy() const noexcept { return answer_ != Answer::none || request_ != HostRequest::Kind::none; }
    [[nodiscard]] bool at_rest() const noexcept { return !begun_; }

    template <Outbox Out>
    [[nodiscard, gnu::cold]] bool say(const HostView& view, Out& out) noexcept {
        if (out.room() < longest_line) {
            return false;
        }
        if (request_ != HostRequest::Kind::none) {
            return false;  // what is written next depends on the result of the request
        }
        if (answer_ != Answer::none) {
            give_answer(view, out);
            return true;
        }
        if (has_ended_ || !plays_) {
            return watch_state(view, out);
        }
        if (event_ != Event::none) {
            tell_event(out);
            return true;
        }
        if (!in_step_ && view.in_step()) {
            in_step_ = true;
            felt_ = view.occupied();
            line(out, "sync ", view);
            return true;
        }
        return watch_state(view, out);
    }

    /// What the app wants. The position of `write_fen` stays valid until the next byte is taken.
    [[nodiscard]] HostRequest request() noexcept {
        HostRequest asked{.kind = request_, .value = static_cast<std::uint8_t>(number_), .persons = persons_};
        if (request_ == HostRequest::Kind::move) {
            for (unsigned i = 0; i < 5; ++i) {
                asked.move[i] = move_[i];
            }
        }
        request_ = HostRequest::Kind::none;
        return asked;
    }

    void notify(const HostEvent& event) noexcept {
        switch (event.kind) {
        case HostEvent::Kind::person_moved:
            made_ = event.move;
            event_ = Event::move;
            break;
        case HostEvent::Kind::host_moved: event_ = has(Feature::moved) ? Event::moved : event_; break;
        case HostEvent::Kind::resigned: event_ = has(Feature::resign) ? Event::resign : event_; break;
        case HostEvent::Kind::taken_back: break;
        case HostEvent::Kind::refused:
            if (answer_ == Answer::placed || answer_ == Answer::none) {
                answer_ = Answer::refused;
                plays_ = plays_ && is_going_;
            }
            break;
        }
    }

    /// The board's own lights are used: the board knows the game.
    [[nodiscard]] static std::optional<HostLights> lights() noexcept { return std::nullopt; }

    /// Writes the position of the last `begin`, `undo` or `redo`: at most `max_fen_length` characters; returns their
    /// number. If castling rights were left out, those that king and rooks at home would have are used.
    [[nodiscard, gnu::cold]] std::size_t write_fen(char* out) const noexcept {
        char* const start = out;
        for (unsigned row = 0; row < 8; ++row) {
            unsigned gap = 0;
            for (unsigned file = 0; file < 8; ++file) {
                const char letter = piece_letter(piece_on(8 * row + file));
                if (letter == '.') {
                    ++gap;
                    continue;
                }
                out = gap != 0 ? write_number(out, gap) : out;
                gap = 0;
                *out++ = letter;
            }
            out = gap != 0 ? write_number(out, gap) : out;
            *out++ = row == 7 ? ' ' : '/';
        }
        *out++ = black_moves_ ? 'b' : 'w';
        *out++ = ' ';
        out = write_castling(out);
        *out++ = ' ';
        if (en_passant_ < 64) {
            out = write_square(out, from_index64(en_passant_));
        } else {
            *out++ = '-';
        }
        out = write_text(out, " 0 1");
        return static_cast<std::size_t>(out - start);
    }

private:
    /// The meaning of the rest of the line.
    enum class Part : std::uint8_t {
        command,
        name,    ///< of a feature, a variant, an option
        number,  ///< of an option
        move,
        fen,
        side,
        rest  ///< ignored by this protocol
    };
    enum class Answer : std::uint8_t { none, ok, nok, unknown, refused, placed, state, options, options_end, moved };
    enum class Event : std::uint8_t { none, move, moved, resign };
    enum class Feature : std::uint8_t { moved, resign, undo_redo, side, get_state, submove_state, option, others };

    static constexpr std::size_t longest_line = 96;

    static constexpr std::uint32_t empty_word = 0x811c'9dc5;  // FNV-1a
    static constexpr std::uint32_t mixed(std::uint32_t word, char c) noexcept {
        return (word ^ static_cast<std::uint8_t>(c)) * 0x0100'0193;
    }
    static constexpr std::uint32_t of(std::string_view text) noexcept {
        std::uint32_t word = empty_word;
        for (const char c : text) {
            word = mixed(word, c);
        }
        return word;
    }

    // ---- a line comes in

    void end_word() noexcept {
        if (part_ == Part::command) {
            command_ = word_;
            part_ = rest_of(command_);
            begin_part();
        } else if (word_ != empty_word) {  // a name that is followed by a value
            name_ = word_;
            part_ = Part::number;
        }
        word_ = empty_word;
    }

    static constexpr Part rest_of(std::uint32_t command) noexcept {
        switch (command) {
        case of("feature"):
        case of("variant"):
        case of("set_variant"):
        case of("set_option"): return Part::name;
        case of("begin"):
        case of("undo"):
        case of("redo"): return Part::fen;
        case of("move"): return Part::move;
        case of("side"): return Part::side;
        default: return Part::rest;
        }
    }

    void begin_part() noexcept {
        if (part_ == Part::fen) {
            board_ = {};
            en_passant_ = 64;
            castling_ = 0;
            black_moves_ = false;
            field_ = 0;
            at_ = 0;
        } else if (part_ == Part::move) {
            move_ = {};
            at_ = 0;
        }
        number_ = 0;
    }

    /// Placement, side, castling, en passant; the rest is ignored. `at_` counts squares, later letters.
    [[gnu::cold]] void take_fen(char c) noexcept {
        if (c == ' ') {
            field_ = static_cast<std::uint8_t>(field_ < 4 ? field_ + 1 : field_);
            at_ = field_ == 1 && at_ != 64 ? bad : field_ > 1 && at_ == bad ? bad : std::uint8_t{0};
            return;
        }
        if (at_ == bad) {
            return;
        }
        switch (field_) {
        case 0: take_placement(c); break;
        case 1: black_moves_ = c == 'b'; break;
        case 2: {
            const auto at = std::string_view{"KQkq-"}.find(c);
            castling_ = static_cast<std::uint8_t>(castling_ | (at < 5 ? 1u << at : 0u));
            break;
        }
        case 3:
            if (at_ == 0 && c >= 'a' && c <= 'h') {
                en_passant_ = static_cast<std::uint8_t>(c - 'a');
            } else if (at_ == 1 && en_passant_ < 8 && c >= '1' && c <= '8') {
                en_passant_ = static_cast<std::uint8_t>(8 * (c - '1') + en_passant_);
            } else {
                en_passant_ = 64;
            }
            at_ = static_cast<std::uint8_t>(at_ < 2 ? at_ + 1 : at_);
            break;
        default: break;
        }
    }
    void take_placement(char c) noexcept {
        if (c == '/') {
            at_ = at_ % 8 == 0 && at_ != 0 ? at_ : bad;
        } else if (c >= '1' && c <= '8') {
            const unsigned end = at_ + static_cast<unsigned>(c - '0');
            at_ = at_ % 8 + static_cast<unsigned>(c - '0') <= 8 && end <= 64 ? static_cast<std::uint8_t>(end) : bad;
        } else {
            const auto piece = std::string_view{".PNBRQK..pnbrqk"}.find(c);
            if (piece > 14 || c == '.' || at_ >= 64) {
                at_ = bad;
                return;
            }
            board_[at_ / 2] = static_cast<std::uint8_t>(board_[at_ / 2] | piece << 4 * (at_ % 2));
            ++at_;
        }
    }

    void take_move(char c) noexcept {
        if (at_ < 5) {
            move_[at_++] = c;
        } else {
            at_ = bad;
        }
    }

    [[gnu::cold]] void end_line() noexcept {
        if (part_ == Part::command) {
            command_ = word_;
            begin_part();
        } else if (part_ == Part::name) {
            name_ = word_;
        }
        if (begun_) {
            obey();
        }
        part_ = Part::command;
        word_ = empty_word;
        begun_ = false;
    }

    [[gnu::cold]] void obey() noexcept {
        switch (command_) {
        case of("feature"): answer_ = agree(name_) ? Answer::ok : Answer::nok; break;
        case of("variant"): answer_ = name_ == of("standard") ? Answer::ok : Answer::nok; break;
        case of("set_variant"): answer_ = name_ == of("standard") ? Answer::none : Answer::nok; break;
        case of("begin"): obey_position(HostRequest::Kind::begin); break;
        case of("undo"):
        case of("redo"): obey_position(HostRequest::Kind::go_back); break;
        case of("move"):
            if (part_ == Part::move && (at_ == 4 || at_ == 5)) {
                request_ = HostRequest::Kind::move;
            } else {
                answer_ = Answer::refused;
            }
            break;
        case of("ok"):
        case of("promote"):  // in place of `ok`; the person chooses the piece before the move is sent
            answer_ = take_unjudged() && has(Feature::moved) ? Answer::moved : Answer::none;
            break;
        case of("nok"):
            (void)take_unjudged();
            request_ = HostRequest::Kind::reject;
            break;
        case of("end"):
            request_ = HostRequest::Kind::release;
            has_ended_ = true;
            unjudged_ = 0;
            break;
        case of("get_state"):
            answer_ = Answer::state;
            has_ended_ = true;
            unjudged_ = 0;
            break;
        case of("options_begin"): answer_ = Answer::options; break;
        case of("options_reset"):
            number_ = usual_brightness;
            request_ = HostRequest::Kind::brightness;
            break;
        case of("set_option"):
            if (part_ == Part::number && name_ == of("brightness") && number_ >= 1 && number_ <= 255) {
                request_ = HostRequest::Kind::brightness;
            } else {
                answer_ = Answer::refused;
            }
            break;
        case of("err"):
        case of("msg"):
        case of("side"):
        case of("last_move"):
        case of("check"):
        case of("time"):
        case of("score"):
        case of("state"):
        case of("undo_offer"):
        case of("draw_offer"): break;
        default: answer_ = Answer::unknown; break;
        }
    }

    void obey_position(HostRequest::Kind kind) noexcept {
        // The placement alone is enough; it must reach the last square.
        const bool whole = part_ == Part::fen && at_ != bad && (field_ != 0 || at_ == 64);
        if (!whole) {
            answer_ = Answer::refused;
            return;
        }
        request_ = kind;
        is_going_ = plays_;
        plays_ = true;
        has_ended_ = false;
        in_step_ = true;  // until the answer has been written
        event_ = Event::none;
        answer_ = Answer::placed;
    }

    /// Whether the app owes an answer to a move of the person's; then that was the answer.
    bool take_unjudged() noexcept {
        const bool owes = unjudged_ != 0;
        unjudged_ = static_cast<std::uint8_t>(unjudged_ - owes);
        return owes;
    }

    [[nodiscard]] bool agree(std::uint32_t feature) noexcept {
        switch (feature) {
        case of("moved"): return enable(Feature::moved);
        case of("resign"): return enable(Feature::resign);
        case of("undo_redo"): return enable(Feature::undo_redo);
        case of("side"): return enable(Feature::side);
        case of("get_state"): return enable(Feature::get_state);
        case of("submove_state"): return enable(Feature::submove_state);
        case of("option"): return enable(Feature::option);
        case of("check"):
        case of("last_move"):
        case of("draw_reason"): return enable(Feature::others);
        default: return false;
        }
    }
    bool enable(Feature feature) noexcept {
        features_ = static_cast<std::uint8_t>(features_ | 1u << static_cast<unsigned>(feature));
        return true;
    }
    [[nodiscard]] bool has(Feature feature) const noexcept {
        return (features_ >> static_cast<unsigned>(feature) & 1u) != 0;
    }

    // ---- what goes out

    template <class Out>
    static void text(Out& out, std::string_view words) noexcept {
        for (const char c : words) {
            out.put(c);
        }
    }

    template <class Out>
    [[gnu::cold]] void give_answer(const HostView& view, Out& out) noexcept {
        const Answer answer = answer_;
        answer_ = Answer::none;
        switch (answer) {
        case Answer::none: break;
        case Answer::ok: text(out, "ok\n"); break;
        case Answer::nok: text(out, "nok\n"); break;
        case Answer::unknown: text(out, "err unknown command\n"); break;
        case Answer::refused: text(out, "err this cannot be\n"); break;
        case Answer::placed:
            unjudged_ = 0;
            in_step_ = view.in_step();
            felt_ = view.occupied();
            line(out, in_step_ ? "sync " : "unsync ", view);
            break;
        case Answer::state:
            felt_ = view.occupied();
            line(out, "state ", view);
            break;
        case Answer::options:
            text(out, "option brightness int 128 1 255\n");
            answer_ = Answer::options_end;
            break;
        case Answer::options_end: text(out, "options_end\n"); break;
        case Answer::moved: text(out, "moved\n"); break;
        }
    }

    template <class Out>
    [[gnu::cold]] void tell_event(Out& out) noexcept {
        switch (event_) {
        case Event::none: break;
        case Event::move: {
            char words[max_move_length];
            text(out, "move ");
            text(out, {words, static_cast<std::size_t>(write_move(words, made_) - words)});
            text(out, "\n");
            unjudged_ = static_cast<std::uint8_t>(unjudged_ + (unjudged_ != 255));
            break;
        }
        case Event::moved: text(out, "moved\n"); break;
        case Event::resign: text(out, "resign\n"); break;
        }
        event_ = Event::none;
    }

    /// Reports each change while the app waits for the pieces or has asked for reports.
    template <class Out>
    [[gnu::cold]] bool watch_state(const HostView& view, Out& out) noexcept {
        const bool wanted =
            plays_ && !has_ended_ ? !in_step_ || has(Feature::submove_state) : has_ended_ && is_watched();
        if (!wanted || felt_ == view.occupied()) {
            return false;
        }
        felt_ = view.occupied();
        line(out, "state ", view);
        return true;
    }
    [[nodiscard]] bool is_watched() const noexcept { return command_ == of("get_state"); }

    /// What the sensors see, as FEN writes it; '?' for an unknown piece.
    template <class Out>
    [[gnu::cold]] void line(Out& out, std::string_view title, const HostView& view) noexcept {
        text(out, title);
        for (unsigned row = 0; row < 8; ++row) {
            unsigned gap = 0;
            for (unsigned file = 0; file < 8; ++file) {
                const unsigned square = 8 * (7 - row) + file;
                if ((view.occupied() >> square & 1) == 0) {
                    ++gap;
                    continue;
                }
                put_gap(out, gap);
                gap = 0;
                const Piece piece = view.at(square);
                out.put(piece == Piece::empty ? '?' : piece_letter(piece));
            }
            put_gap(out, gap);
            out.put(row == 7 ? ' ' : '/');
        }
        out.put(view.position().side() == Color::white ? 'w' : 'b');
        out.put('\n');
    }
    template <class Out>
    static void put_gap(Out& out, unsigned gap) noexcept {
        if (gap != 0) {
            out.put(static_cast<char>('0' + gap));
        }
    }

    // ---- the position

    [[nodiscard]] Piece piece_on(unsigned from_a8) const noexcept {
        return static_cast<Piece>(board_[from_a8 / 2] >> 4 * (from_a8 % 2) & 15);
    }

    [[gnu::cold]] char* write_castling(char* out) const noexcept {
        static constexpr std::string_view letters = "KQkq";
        static constexpr std::uint8_t rooks[] = {63, 56, 7, 0};
        const char* const start = out;
        for (unsigned i = 0; i < 4; ++i) {
            const Color side = i < 2 ? Color::white : Color::black;
            const bool at_home = piece_on(i < 2 ? 60 : 4) == make_piece(side, PieceType::king)
                                 && piece_on(rooks[i]) == make_piece(side, PieceType::rook);
            if (at_home && (castling_ == 0 || (castling_ >> i & 1u) != 0)) {
                *out++ = letters[i];
            }
        }
        if (out == start) {
            *out++ = '-';
        }
        return out;
    }

    static constexpr std::uint8_t bad = 0xff;
    static constexpr std::uint16_t usual_brightness = 128;

    std::array<std::uint8_t, 32> board_{};  ///< two squares in a byte, a8 first
    SquareSet felt_ = 0;                    ///< as last reported
    std::uint32_t word_ = empty_word;
    std::uint32_t command_ = empty_word;
    std::uint32_t name_ = empty_word;
    std::uint16_t number_ = 0;
    Move made_{};                 ///< the person's move, until it is reported
    std::array<char, 5> move_{};  ///< of the line being received, until the request is taken
    std::uint8_t at_ = 0;
    std::uint8_t field_ = 0;
    std::uint8_t castling_ = 0;  ///< bits KQkq, and bit 4 for none
    std::uint8_t en_passant_ = 64;
    std::uint8_t features_ = 0;
    std::uint8_t persons_ = 3;
    std::uint8_t unjudged_ = 0;  ///< the person's moves that the app has neither accepted nor rejected
    Part part_ = Part::command;
    Answer answer_ = Answer::none;
    Event event_ = Event::none;
    HostRequest::Kind request_ = HostRequest::Kind::none;
    bool black_moves_ = false;
    bool begun_ = false;      ///< a line has begun
    bool plays_ = false;      ///< there was a `begin`
    bool is_going_ = false;   ///< there was a game before the requested position
    bool has_ended_ = false;  ///< the app's game has ended, by `end` or `get_state`
    bool in_step_ = false;    ///< the app knows that the pieces stand as they should
};
static_assert(HostProtocol<Peripheral>);
static_assert(sizeof(Peripheral) <= 80);

}  // namespace stackmate::firmware
