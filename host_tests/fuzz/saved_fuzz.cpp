// A stored game and stored settings of any bytes, also torn ones: what is loaded is a legal game, told or refused the same each
// time, and settings that there are. It is offered, goes on by hands, and what has happened then comes back after the next
// restart.
#include "firmware/store/keeper.hpp"
#include "hal/fake/store.hpp"
#include "host_tests/fuzz/positions.hpp"
#include "host_tests/support/reversed.hpp"

#include <algorithm>
#include <memory>

namespace stackmate::fuzz {
namespace {

using namespace firmware;
using Store = hal::fake::NvStore<>;
struct OnlyAStore {
    Store store{};
};

/// A board without a line: the game, what keeps it, hands.
struct GameAndKeeper {
    explicit GameAndKeeper(OnlyAStore& kept_in) : keeper{kept_in, game} {
        (void)keeper.open();
        StoreTrouble loading = StoreTrouble::none;
        goes_on = keeper.load(loading);
        whole = loading == StoreTrouble::none;
    }
    void turn(std::uint8_t button = 0) {
        now += 10;
        game.update(game.settings().flipped ? stackmate::test::reversed(board) : board, button, button, now);
        for (EngineOrder order = game.take_order(); order.kind != EngineOrder::Kind::none; order = game.take_order()) {
            thinks = order.kind == EngineOrder::Kind::think || (thinks && order.kind == EngineOrder::Kind::stop);
        }
        for (Change change = game.take_change(); change.kind != Change::Kind::none; change = game.take_change()) {
            trouble = keeper.keep(change, now) != StoreTrouble::none || trouble;
        }
        if (std::exchange(thinks, false)) {
            const std::vector<Move> moves = legal_moves(game.record().position());
            game.engine_answer(moves.empty() ? Move{} : moves.front(), {}, 0, now);
        }
        hold(!game.pending() || is_legal(game.record().position(), game.pending()), "what is to be made is legal");
    }
    void wait(std::uint32_t ms) {
        for (std::uint32_t gone = 0; gone < ms; gone += 10) {
            turn();
        }
    }

    Controller game{};
    Keeper<OnlyAStore> keeper;
    bool goes_on = false, whole = false, thinks = false, trouble = false;
    SquareSet board = 0;
    std::uint32_t now = 1000;
};

bool same_game(const GameRecord& a, const GameRecord& b) {
    return a.start() == b.start() && std::ranges::equal(a.moves(), b.moves());
}

void hold_possible(const Controller& game) {
    hold(game.record().size() <= Controller::max_plies, "the record is not overfull");
    hold_legal(game.record().start(), game.record().moves());
    hold(static_cast<unsigned>(game.result().ending) < ending_count && static_cast<unsigned>(game.result().winner) <= 2,
         "a result that there is");
    const Settings& s = game.settings();
    hold(s.level < levels.size() && static_cast<unsigned>(s.white) < choice_count
             && static_cast<unsigned>(s.black) < choice_count && s.brightness != 0,
         "settings that there are");
}

}  // namespace
}  // namespace stackmate::fuzz

STACKMATE_FUZZ_TARGET(saved) {
    using namespace stackmate;
    using namespace stackmate::fuzz;
    const auto kept_in = std::make_unique<OnlyAStore>();
    Store& store = kept_in->store;
    Choices choices{bytes};
    (void)store.put(0, std::as_bytes(choices.take(choices.below(20))));
    const std::size_t plays = choices.below(8);
    while (!choices.empty()) {
        (void)store.append(1, std::as_bytes(choices.take(Store::longest_piece)));
    }
    const auto desk = std::make_unique<GameAndKeeper>(*kept_in);
    hold_possible(desk->game);
    {
        const auto twin = std::make_unique<GameAndKeeper>(*kept_in);
        hold(same_game(twin->game.record(), desk->game.record()) && twin->goes_on == desk->goes_on,
             "a game is loaded the same each time");
        hold(twin->game.settings() == desk->game.settings(), "and the settings");
        hold(twin->game.marked() == desk->game.marked(), "and the squares that a person has marked");
    }
    if (!desk->goes_on) {
        return;
    }
    desk->game.offer(desk->now);
    desk->board = occupied_squares(desk->game.record().position());
    desk->wait(1000);
    if (desk->game.state() == states::State::paused) {  // no move counts until PLAY ends the pause
        desk->turn(play_button);
        desk->wait(100);
        hold(desk->game.state() != states::State::paused, "PLAY ends a stored pause");
    }
    for (std::size_t i = 0; i < plays; ++i) {
        const Position p = desk->game.record().position();
        const std::vector<Move> moves = legal_moves(p);
        const Move m = desk->game.pending() ? desk->game.pending() : moves.empty() ? Move{} : moves[i % moves.size()];
        if (!m || desk->game.result()) {
            break;
        }
        const std::size_t before = desk->game.record().size();
        const Footprint f = footprint(p, m);
        desk->board &= ~(f.emptied | f.taken);
        desk->wait(60);
        desk->board = f.after(occupied_squares(p));
        desk->wait(m.promotes() ? 7000 : 1600);  // five seconds of nothing are a queen
        hold_possible(desk->game);
        const Ending ending = desk->game.result().ending;
        const bool in_time = ending != Ending::time && ending != Ending::time_without_force;
        const bool all_seen = desk->game.marked() == 0;
        hold(desk->game.record().size() > before || !in_time || !all_seen, "it goes on by hands",
             [&] { return std::string{to_text(desk->game.state())} + " in " + fen_of(p); });
    }
    if (!desk->whole || desk->trouble || desk->game.result() || desk->game.record().size() == 0) {
        return;
    }
    const auto next = std::make_unique<GameAndKeeper>(*kept_in);
    hold(next->game.marked() == desk->game.marked(), "what happens marks no square");
    hold(same_game(next->game.record(), desk->game.record()), "what has happened is there after a restart", [&] {
        return fen_of(next->game.record().position()) + "' instead of '" + fen_of(desk->game.record().position());
    });
}
