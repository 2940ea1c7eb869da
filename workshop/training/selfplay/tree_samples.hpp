// Positions of the search tree with the values that the net gave them there.
#pragma once

#include "core/search/hooks.hpp"
#include "workshop/lab/duel/engine_player.hpp"

#include <cstdint>
#include <map>

namespace stackmate::selfplay {

/// Those of one game, each position once.
class TreeSamples {
public:
    struct Sample {
        Position position;
        Score value;  ///< White's view
    };

    /// Takes one position in so many; none if 0.
    explicit TreeSamples(std::uint64_t one_in) : one_in_(one_in) {}

    /// A new game. `salt` decides which of its positions are taken, however often and in whatever order they are seen.
    void begin(std::uint64_t salt) {
        salt_ = salt;
        taken_.clear();
    }
    /// `value` is that of the side to move, which is not in check.
    void see(const Position& p, Score value) {
        constexpr std::uint64_t mixing = 0x9e37'79b9'7f4a'7c15;  // 2^64 divided by the golden ratio
        if (one_in_ != 0 && ((p.key() ^ salt_) * mixing >> 32) % one_in_ == 0) take(p, value);
    }
    [[nodiscard]] std::map<Key, Sample>& taken() { return taken_; }

private:
    /// Unless the value is too large, or does not hold because quiescence would find a move that wins material.
    void take(const Position& p, Score value);

    std::uint64_t one_in_;
    std::uint64_t salt_ = 0;
    std::map<Key, Sample> taken_;
};

/// Shows each position that is evaluated to the samples. The first that adjusts, so that it gets the net's own value.
struct Sampling {
    TreeSamples* samples = nullptr;

    template <class S, class F>
    Score adjust(S& s, F&, Score value) const {
        samples->see(s.position(), value);
        return value;
    }
};

template <class V>
struct Sampled : V {
    using Enhancements = WithFirst<Sampling, typename V::Enhancements>;
};

/// Plays as `V` does. A new game comes before the first search.
template <class V>
class SamplingPlayer : public duel::EnginePlayer<Sampled<V>> {
    using Base = duel::EnginePlayer<Sampled<V>>;

public:
    SamplingPlayer(std::size_t table_bytes, TreeSamples& samples) : Base(table_bytes), samples_(samples) {}

    void new_game() override {
        Base::new_game();  // all enhancements are as new
        this->engine_.search().enhancements().template get<Sampling>().samples = &samples_;
    }

private:
    TreeSamples& samples_;
};

}  // namespace stackmate::selfplay
