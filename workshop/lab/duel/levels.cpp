#include "workshop/lab/duel/levels.hpp"

#include "core/engine/mix.hpp"
#include "core/search/versions.hpp"
#include "firmware/engine/levels.hpp"
#include "firmware/game/adaptive.hpp"
#include "workshop/lab/duel/engine_player.hpp"
#include "workshop/lab/duel/game.hpp"
#include "workshop/lab/duel/opening.hpp"

#include <bit>
#include <charconv>
#include <deque>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace stackmate::duel {

namespace {

using firmware::Level;
using firmware::LevelKind;

/// The same for the same moves: each opening makes another game of it.
std::uint32_t seed_of(std::span<const Move> moves) {
    std::uint32_t hash = 0x811c9dc5;  // FNV-1a
    for (const Move m : moves) hash = (hash ^ m.bits()) * 0x01000193;
    return hash;
}

class LevelPlayer : public EnginePlayer<versions::Large> {
public:
    /// The level of the next move, in a game with that seed.
    using Choice = std::function<Level(const Position&, std::uint32_t game_seed)>;

    LevelPlayer(Choice choice, std::size_t table_bytes) : EnginePlayer(table_bytes), choice_(std::move(choice)) {}

    void new_game() override {
        EnginePlayer::new_game();
        begun_ = false;
    }
    SearchReport search(const Position& start, std::span<const Move> moves, const Limits&) override {
        if (!begun_) game_seed_ = seed_of(moves);
        begun_ = true;
        Position p = after(start, moves);
        const Level& level = choice_(p, game_seed_);
        Move memory[firmware::max_candidates];
        return search_among(start, moves, firmware::limits_for(level, p.side()),
                            firmware::considered_moves(level, p, game_seed_, memory));
    }

private:
    Choice choice_;
    std::uint32_t game_seed_ = 0;
    bool begun_ = false;
};

/// Takes the most valuable piece it can, mates where it can in one, and plays at random where all moves are the same
/// to it.
class OnePly : public Player {
public:
    explicit OnePly(bool sees_material) : sees_material_(sees_material) {}

    void new_game() override {}
    SearchReport search(const Position& start, std::span<const Move> moves, const Limits&) override {
        const Position p = after(start, moves);
        std::vector<Move> best;
        int most = -1;
        for (const Move m : legal_moves(p)) {
            const int gain = sees_material_ ? gain_of(p, m) : 0;
            if (gain > most) best.clear();
            if (gain >= most) best.push_back(m);
            most = gain > most ? gain : most;
        }
        best_ = best.empty() ? Move{} : best[mix(seed_of(moves)) % best.size()];
        return {};
    }
    [[nodiscard]] Move best_move() const override { return best_; }

private:
    static int gain_of(const Position& p, Move m) {
        static constexpr int worth[] = {0, 1, 3, 3, 5, 9, 0};
        Position next = p;
        Undo undo;
        next.make(m, undo);
        if (next.checker() != Square::none && !next.any_legal_move()) return 1000;
        int gain = 0;
        for (const unsigned type : {1u, 2u, 3u, 4u, 5u}) {
            const auto count = [&](const Position& q, Color c) {
                return std::popcount(q.slots(c, static_cast<PieceType>(type)));
            };
            gain += worth[type] * (count(next, p.side()) - count(p, p.side()));
            gain += worth[type] * (count(p, ~p.side()) - count(next, ~p.side()));
        }
        return gain;
    }

    bool sees_material_;
    Move best_;
};

VersionInfo level_player(std::string name, std::string what, const LevelPlayer::Choice& choice) {
    const auto make = [choice](std::size_t table_bytes) { return std::make_unique<LevelPlayer>(choice, table_bytes); };
    return {std::move(name), std::move(what), make, full_table};
}

}  // namespace

std::vector<VersionInfo> level_players() {
    std::vector<VersionInfo> all;
    const auto add = [&](LevelKind kind, const char* name, const char* what) {
        for (std::size_t step = 0; step < firmware::levels_of_a_kind; ++step) {
            const Level& level = firmware::levels[firmware::level_index(kind, static_cast<unsigned>(step))];
            all.push_back(level_player(name + std::to_string(step + 1), what,
                                       [&level](const Position&, std::uint32_t) { return level; }));
        }
    };
    add(LevelKind::strength, "level", "a step of strength of the chess board");
    add(LevelKind::depth, "depth", "a fixed depth of the chess board");
    for (std::size_t below = 1; below <= firmware::steps_below_menu; ++below) {
        const unsigned elo = firmware::strength_steps[firmware::steps_below_menu - below].elo;
        all.push_back(level_player(
            "below" + std::to_string(below), "a step of UCI_Elo below the board's first",
            [elo](const Position& p, std::uint32_t seed) { return firmware::level_for_elo(elo, p, seed); }));
    }
    const auto one_ply = [](bool sees_material) {
        return [sees_material](std::size_t) { return std::make_unique<OnePly>(sees_material); };
    };
    all.push_back({"material1", "takes the most it can in one ply, else a random move", one_ply(true), 0});
    all.push_back({"random", "any legal move", one_ply(false), 0});
    return all;
}

const VersionInfo* elo_player(std::string_view name) {
    unsigned elo = 0;
    const char* const end = name.data() + name.size();
    if (!name.starts_with("elo") || std::from_chars(name.data() + 3, end, elo).ptr != end || name.size() == 3)
        return nullptr;
    static std::deque<VersionInfo> known;  // a deque's members stay where they are
    return &known.emplace_back(
        level_player(std::string(name), "a mix of two steps of strength",
                     [elo](const Position& p, std::uint32_t seed) { return firmware::level_for_elo(elo, p, seed); }));
}

std::vector<unsigned> found_elo(const VersionInfo& opponent, std::size_t trials, std::size_t games) {
    firmware::Settings settings;
    const auto person = opponent.make(opponent.table_bytes);
    LevelPlayer board([&](const Position& p, std::uint32_t) { return level_of(settings.level, settings, p); },
                      full_table);
    BalancedOpenings openings(1);
    std::vector<unsigned> found;
    for (std::size_t game = 0; game < trials * games; ++game) {
        if (game % games == 0) settings = {.level = firmware::adaptive_level};
        const bool white = game % 2 == 0;
        const Side sides[2] = {{*person, {}}, {board, {}}};
        const int points = play(sides[white ? 0 : 1], sides[white ? 1 : 0], openings(game), nullptr).white_points;
        settings = after_game(settings, points == 1              ? firmware::Rated::drawn
                                        : white == (points == 2) ? firmware::Rated::won
                                                                 : firmware::Rated::lost);
        if (game % games == games - 1) found.push_back(settings.rating * 10u);
    }
    return found;
}

}  // namespace stackmate::duel
