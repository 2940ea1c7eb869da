#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tools/training/lines.hpp"
#include "tools/tune/term.hpp"

namespace stackmate::tune {

/// How often a feature applies to White, less how often to Black; zero counts are not stored.
struct Entry {
    std::uint16_t feature;
    std::int16_t count;
};

struct Sample {
    float middle;        ///< phase / 24: the middle game's share
    std::int16_t score;  ///< centipawns, White's view, of the engine that played the game
    float result;        ///< of the game, White's view: 0, 0.5, 1
};

/// Samples with their features, in file order.
struct Shard {
    std::vector<Sample> samples;
    std::vector<std::uint32_t> begins{0};  ///< one more than samples; sample i owns entries begins[i]..begins[i + 1]
    std::vector<Entry> entries;
    std::vector<Weight> uses;  ///< per feature: how often it applied to either side, shared out by phase

    std::span<const Entry> features(std::size_t i) const {
        return {entries.data() + begins[i], entries.data() + begins[i + 1]};
    }
};

/// A fixed number of shards, whatever the number of threads: sums come out the same on every machine.
struct Samples {
    std::vector<Shard> training;
    std::vector<Shard> validation;
    std::size_t games = 0;
    std::size_t lines = 0;

    static std::size_t count(std::span<const Shard> shards);
};

struct SampleOptions {
    positions::Filter filter;
    unsigned threads = 2;
};

/// Reads `FEN | score | result | best move` lines, keeps the quiet ones (best move neither captures nor
/// promotes). Positions without pawns and such where the players only shuffle are left out too: they are
/// many, most are drawn whatever the material, and no sum of weights can say so without making every officer
/// of the end game cheap. Games are told apart by the move counter falling back; every twentieth block of
/// fifty games is held back for validation. Throws std::runtime_error naming the line when one is malformed.
Samples read_samples(std::string_view text, const Terms& terms, const SampleOptions& options);

}  // namespace stackmate::tune
