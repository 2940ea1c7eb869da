// Engine versions by name, for the programs that compare them. To add one, give it a line in versions.cpp and
// let workshop/lab/match play.
#pragma once

#include "core/engine/engine.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stackmate::duel {

/// One engine version with a table of its own.
class Player {
public:
    virtual ~Player() = default;
    /// As at power-on: the table and everything learnt are forgotten.
    virtual void new_game() = 0;
    /// Gives it a clock that runs with its nodes, so many to the millisecond; 0: time stands still. False if it
    /// cannot have one.
    [[nodiscard]] virtual bool set_speed(std::uint32_t nodes_per_ms) { return nodes_per_ms == 0; }
    /// Another program: its time is that of this computer, its moves may be illegal, and it may end. `new_game` starts it again.
    [[nodiscard]] virtual bool is_program() const { return false; }
    [[nodiscard]] virtual bool has_ended() const { return false; }
    /// Searches the position that `moves` lead to from `start`.
    virtual SearchReport search(const Position& start, std::span<const Move> moves, const Limits& limits) = 0;
    /// Of the last search; none where there is no legal move.
    [[nodiscard]] virtual Move best_move() const = 0;
    /// Of the last search: nodes made until each depth was finished, from depth 1 on.
    [[nodiscard]] virtual std::span<const std::uint64_t> nodes_to_depth() const { return {}; }
};

struct VersionInfo {
    std::string name;
    std::string what;
    std::function<std::unique_ptr<Player>(std::size_t table_bytes)> make;  ///< 0: no table; else 256 and more
    std::size_t table_bytes;                                               ///< what it has on its smallest board
};

inline constexpr std::size_t full_table = 65536;
inline constexpr std::size_t tiny_table = 2048;

/// A constant of this type in a file makes its versions known to every program that the file is linked into.
struct Known {
    explicit Known(const std::vector<VersionInfo>& more);
};

/// All versions that the program knows.
const std::vector<VersionInfo>& versions();
/// Null for an unknown name. Known are also "elo1200", and "uci:PROGRAM,OPTION=VALUE,..." for any UCI engine
/// of this machine.
const VersionInfo* find_version(std::string_view name);

}  // namespace stackmate::duel
