// The configurations: an engine version with its table, for a class of chips.
#pragma once

#include "core/search/versions.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace stackmate {

/// Chips with 8 KB of RAM: the whole engine in 6 KB.
struct Tiny {
    using Version = versions::Small;
    static constexpr std::string_view name = "Tiny";
    static constexpr std::size_t table_bytes = 2048;
    static constexpr std::size_t bench_table_bytes = table_bytes;  ///< `bench` uses no more, whatever there is
    static constexpr std::uint32_t slice_nodes = 16;               ///< nodes of a slice
    static constexpr std::size_t max_search_moves = 10;            ///< that `go searchmoves` may name
    static constexpr Depth bench_depth = 7;
};

/// Chips with 96 KB of RAM and more.
struct Full {
    using Version = versions::Large;
    static constexpr std::string_view name = "Full";
    static constexpr std::size_t table_bytes = 65536;
    static constexpr std::size_t bench_table_bytes = table_bytes;
    static constexpr std::uint32_t slice_nodes = 48;  ///< some 2 ms of an RP2040, where a new picture waits for its end
    static constexpr std::size_t max_search_moves = 218;  ///< the most that a position has
    static constexpr unsigned max_lines = 8;  ///< lines at a time (UCI's MultiPV); 1 if a configuration does not say
    static constexpr Depth bench_depth = 9;
};

/// Full where a second core's helper takes the upper end of the table's memory, for chips without RAM for both.
struct FullShared : Full {
    static constexpr bool helper_in_table = true;
};

/// Chips with 128 KB of RAM whose processor adds two lanes at a time: a net half as wide again, for a tenth more instructions.
struct Wide : Full {
    using Version = versions::LargeAndWide;
    static constexpr std::string_view name = "Wide";
};

// The same with more table, where a chip has the RAM.
struct Tiny4K : Tiny {
    static constexpr std::size_t table_bytes = 4096;
};
struct Tiny8K : Tiny {
    static constexpr std::size_t table_bytes = 8192;
};
struct Wide84K : Wide {
    static constexpr std::size_t table_bytes = 84 * 1024;
};
struct Wide256K : Wide {
    static constexpr std::size_t table_bytes = 256 * 1024;
};

/// Full on the desktop, where memory is plenty. It searches the same tree.
struct Desktop : Full {
    using Version = versions::LargeWithLongLines;
    static_assert(Version::line_plies == Version::max_ply, "no line is cut, so a mate's line is as long as the mate");
};

}  // namespace stackmate
