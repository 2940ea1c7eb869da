#include "lab/duel/levels.hpp"

#include "core/search/versions.hpp"
#include "firmware/engine/levels.hpp"
#include "lab/duel/engine_player.hpp"
#include "lab/duel/opening.hpp"

#include <bit>
#include <charconv>
#include <deque>
#include <string>
#include <utility>
#include <vector>

namespace stackmate::duel {

namespace {

using firmware::Level;
using firmware::LevelKind;

constexpr std::size_t full_table = 65536;

Position after(const Position& start, std::span<const Move> moves) {
    Position p = start;
    Undo undo;
    for (const Move m : moves) p.make(m, undo);
    return p;
}

/// The same for the same moves: each opening makes another game of it.
std::uint32_t seed_of(std::span<const Move> moves) {
    std::uint32_t hash = 0x811c9dc5;  // FNV-1a
    for (const Move m : moves) hash = (hash ^ m.bits()) * 0x01000193;
    return hash;
}

class LevelPlayer : public EnginePlayer<stackmate::versions::Large> {
public:
    explicit LevelPlayer(std::size_t table_bytes) : EnginePlayer(table_bytes) {}

    void new_game() override {
        EnginePlayer::new_game();
        begun_ = false;
    }
    SearchReport search(const Position& start, std::span<const Move> moves, const Limits&) override {
        if (!begun_) game_seed_ = seed_of(moves);
        begun_ = true;
        const Position p = after(start, moves);
        const Level& level = level_for(p, game_seed_);
        Move memory[firmware::max_candidates];
        return search_among(start, moves, firmware::limits_for(level, p.side()),
                            firmware::considered_moves(level, p, game_seed_, memory));
    }

private:
    /// The level of the next move.
    [[nodiscard]] virtual Level level_for(const Position& p, std::uint32_t game_seed) const = 0;

    std::uint32_t game_seed_ = 0;
    bool begun_ = false;
};

class OneLevel : public LevelPlayer {
public:
    OneLevel(const Level& level, std::size_t table_bytes) : LevelPlayer(table_bytes), level_(level) {}

private:
    [[nodiscard]] Level level_for(const Position&, std::uint32_t) const override { return level_; }

    const Level& level_;
};

class OneElo : public LevelPlayer {
public:
    OneElo(unsigned elo, std::size_t table_bytes) : LevelPlayer(table_bytes), elo_(elo) {}

private:
    [[nodiscard]] Level level_for(const Position& p, std::uint32_t game_seed) const override {
        return firmware::level_for_elo(elo_, p, game_seed);
    }

    unsigned elo_;
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
        best_ = best.empty() ? Move{} : best[draw(seed_of(moves)) % best.size()];
        return {};
    }
    [[nodiscard]] Move best_move() const override { return best_; }
    [[nodiscard]] std::span<const std::uint64_t> nodes_to_depth() const override { return {}; }

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
    static std::uint32_t draw(std::uint32_t seed) {
        seed = (seed ^ (seed >> 16)) * 0x85ebca6b;
        seed = (seed ^ (seed >> 13)) * 0xc2b2ae35;
        return seed ^ (seed >> 16);
    }

    bool sees_material_;
    Move best_;
};

template <std::size_t i>
std::unique_ptr<Player> make_level(std::size_t table_bytes) {
    return std::make_unique<OneLevel>(firmware::levels[i], table_bytes);
}
template <bool sees_material>
std::unique_ptr<Player> make_one_ply(std::size_t) {
    return std::make_unique<OnePly>(sees_material);
}

constexpr std::string_view level_names[] = {"level1", "level2", "level3", "level4",
                                            "level5", "level6", "level7", "level8"};
constexpr std::string_view depth_names[] = {"depth1", "depth2", "depth3", "depth4",
                                            "depth5", "depth6", "depth7", "depth8"};

template <LevelKind kind, std::size_t... steps>
void add(std::vector<VersionInfo>& to, const std::string_view (&names)[8], std::string_view what,
         std::index_sequence<steps...>) {
    (to.push_back({names[steps], what, make_level<firmware::level_index(kind, steps)>, full_table}), ...);
}

}  // namespace

std::span<const VersionInfo> level_players() {
    static const std::vector<VersionInfo> players = [] {
        constexpr auto steps = std::make_index_sequence<firmware::levels_of_a_kind>();
        std::vector<VersionInfo> all;
        add<LevelKind::strength>(all, level_names, "a step of strength of the chess board", steps);
        add<LevelKind::depth>(all, depth_names, "a fixed depth of the chess board", steps);
        all.push_back({"material1", "takes the most it can in one ply, else a random move", make_one_ply<true>, 0});
        all.push_back({"random", "any legal move", make_one_ply<false>, 0});
        return all;
    }();
    return players;
}

const VersionInfo* elo_player(std::string_view name) {
    unsigned elo = 0;
    const char* const end = name.data() + name.size();
    if (!name.starts_with("elo") || std::from_chars(name.data() + 3, end, elo).ptr != end || name.size() == 3)
        return nullptr;
    static std::deque<std::pair<std::string, VersionInfo>> known;  // a deque's members stay where they are
    auto& [kept, info] = known.emplace_back(std::string(name), VersionInfo{});
    info = {kept, "a mix of two steps of strength",
            [elo](std::size_t table_bytes) { return std::make_unique<OneElo>(elo, table_bytes); }, full_table};
    return &info;
}

}  // namespace stackmate::duel
