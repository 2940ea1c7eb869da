// What a new protocol takes: its class, in a file of its own, and a place in the list. The board then recognises it,
// plays with it, and offers it as a setting.
#include "host_tests/firmware/table/table.hpp"

#include "firmware/hosts/line_owner.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace stackmate::firmware {
namespace {

/// "!" and a word on a line: `new`, or the app's move. The person's moves are written in the same way.
class Shout {
public:
    static constexpr std::string_view name = "shout";
    static constexpr bool plays_through_board = true;

    [[nodiscard]] static Likeness recognises(std::string_view bytes) noexcept {
        return bytes.starts_with('!') ? Likeness::yes : Likeness::no;
    }
    void take(char c, std::uint32_t) noexcept {
        if (c == '\n') {
            const std::string_view word{word_, size_};
            request_.kind = word == "new" ? HostRequest::Kind::begin
                            : size_ == 4  ? HostRequest::Kind::move
                                          : HostRequest::Kind::none;
            request_.persons = 1;
            word.copy(request_.move, 4);
            size_ = 0;
        } else if (c != '!' && size_ < sizeof word_) {
            word_[size_++] = c;
        }
    }
    [[nodiscard]] bool busy() const noexcept { return request_.kind != HostRequest::Kind::none; }
    [[nodiscard]] bool at_rest() const noexcept { return size_ == 0; }

    template <Outbox Out>
    [[nodiscard]] bool say(const HostView&, Out& out) noexcept {
        if (!made_ || out.room() < 6) {
            return false;
        }
        char text[max_move_length + 2] = "!";
        char* end = write_move(text + 1, made_);
        *end++ = '\n';
        for (const char* c = text; c != end; ++c) {
            out.put(*c);
        }
        made_ = {};
        return true;
    }
    [[nodiscard]] HostRequest request() noexcept { return std::exchange(request_, {}); }
    [[nodiscard]] static std::size_t write_fen(char* out) noexcept { return Position::start_fen.copy(out, 99); }
    void notify(const HostEvent& event) noexcept {
        made_ = event.kind == HostEvent::Kind::person_moved ? event.move : Move{};
    }
    [[nodiscard]] static std::optional<HostLights> lights() noexcept { return std::nullopt; }

private:
    HostRequest request_{};
    Move made_{};
    char word_[4]{};
    std::uint8_t size_ = 0;
};

using LongerList = LineOwner<ChessLink, Certabo, Peripheral, Shout>;

}  // namespace

namespace test {
namespace {

using TableThatHearsShouts =
    TableOf<TableBoard, App<QuickConfig, TableBoard, firmware::Table<QuickConfig, TableBoard, LongerList>>>;

void play(TableThatHearsShouts& table) {
    table.move("e2e4");
    EXPECT_EQ(table.heard(), "!e2e4\n");
    EXPECT_EQ(table.ask("!c7c5\n"), "");
    EXPECT_EQ(table.game().state(), states::State::move_to_make);
    table.move("c7c5");
    table.move("g1f3");
    EXPECT_EQ(table.heard(), "!g1f3\n");
}

TEST(NewProtocol, AnAppThatSpeaksItIsRecognisedAndPlays) {
    hal::fake::NvStore<> memory{};
    TableThatHearsShouts table{memory};
    table.begin();
    EXPECT_EQ(table.ask("!new\n"), "");
    play(table);
    EXPECT_TRUE(has(table.ask("uci\n"), "uciok"));
    EXPECT_FALSE(table.game().held_claim().held);
    EXPECT_TRUE(has(table.ask("V56"), "v000177")) << "the others are heard as before";
}

TEST(NewProtocol, ItIsAWordOfTheSettingWhichIsStored) {
    hal::fake::NvStore<> memory{};
    TableThatHearsShouts table{memory};
    EXPECT_TRUE(has(table.ask("board help\n"), "protocol auto|uci|chesslink|certabo|peripheral|shout\n"));
    EXPECT_TRUE(has(table.ask("board protocol dgt\n"),
                    "takes auto, uci, chesslink, certabo, peripheral or shout, not 'dgt'\n"));
    table.send("board protocol shout\n");
    table.wait(1500);

    table = TableThatHearsShouts{memory};
    table.begin();
    table.heard();
    EXPECT_EQ(table.ask("new\n"), "") << "heard without the sign that it is recognised by";
    play(table);
    EXPECT_TRUE(has(table.ask("uci\n"), "uciok"));

    Table without{memory};
    EXPECT_TRUE(has(without.ask("isready\n"), "readyok")) << "firmware without it hears anybody";
    EXPECT_TRUE(has(without.ask("V56"), "v000177"));
}

}  // namespace
}  // namespace test
}  // namespace stackmate::firmware
