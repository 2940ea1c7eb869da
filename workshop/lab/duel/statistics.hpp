// Elo, normalised Elo, LOS and SPRT from the results of game pairs (one opening, both colours): pairs, not games, are independent.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

namespace stackmate::duel {

/// The first version's view.
struct Results {
    std::array<std::size_t, 5> pairs{};  ///< by the points in them: 0, 1/2, 1, 3/2, 2
    std::size_t wins = 0;                ///< games, like the next two
    std::size_t draws = 0;
    std::size_t losses = 0;

    /// A pair of games with the first version's points in either, doubled: 0, 1 or 2.
    void add(int first, int second) {
        ++pairs[static_cast<std::size_t>(first + second)];
        for (const int points : {first, second}) ++(points == 2 ? wins : points == 1 ? draws : losses);
    }
    [[nodiscard]] std::size_t count() const { return pairs[0] + pairs[1] + pairs[2] + pairs[3] + pairs[4]; }
    /// Mean points per game, 0 to 1.
    [[nodiscard]] double score() const {
        double sum = 0;
        for (std::size_t i = 0; i < 5; ++i) sum += static_cast<double>(pairs[i]) * static_cast<double>(i) / 4;
        return count() == 0 ? 0.5 : sum / static_cast<double>(count());
    }
    /// Variance of a pair's mean score. A tenth of a pair of each kind is added, so that few results do not
    /// look certain.
    [[nodiscard]] double variance() const {
        double n = 0, sum = 0, squares = 0;
        for (std::size_t i = 0; i < 5; ++i) {
            const double weight = static_cast<double>(pairs[i]) + 0.1;
            const double x = static_cast<double>(i) / 4;
            n += weight;
            sum += weight * x;
            squares += weight * x * x;
        }
        return squares / n - (sum / n) * (sum / n);
    }
};

/// The Elo difference that a mean score, 0 to 1, amounts to; cut off at about 1,320.
inline double elo(double score) {
    if (score <= 0.0005) score = 0.0005;
    if (score >= 0.9995) score = 0.9995;
    return 400 * std::log10(score / (1 - score));
}
/// The mean score that an Elo difference lets expect.
inline double expected(double elo_difference) { return 1 / (1 + std::pow(10, -elo_difference / 400)); }

/// The 95 % interval of the Elo difference; all there is where nothing was played.
inline std::pair<double, double> elo_interval(const Results& r) {
    if (r.count() == 0) return {elo(0), elo(1)};
    const double half = 1.96 * std::sqrt(r.variance() / static_cast<double>(r.count()));
    return {elo(r.score() - half), elo(r.score() + half)};
}
/// Half of it.
inline double elo_error(const Results& r) {
    const auto [low, high] = elo_interval(r);
    return r.count() == 0 ? 0 : (high - low) / 2;
}

/// Normalised Elo: how far the score is from even in standard deviations of a game, times 800 / ln 10. A pair's mean has
/// half the variance that one game would have. It says how many games a difference takes to be seen, whatever share of
/// them is drawn. Source: Van den Bergh (fishtest, pull request 875, December 2020); the factor is the one that makes it Elo
/// where no game is drawn, as fastchess has it.
inline double normalised_elo(const Results& r, double score) {
    return (score - 0.5) / std::sqrt(2 * r.variance()) * 800 / std::log(10);
}
inline double normalised_elo(const Results& r) { return normalised_elo(r, r.score()); }
/// Half its 95 % interval, the variance taken as known: a matter of the number of games alone.
inline double normalised_elo_error(const Results& r) {
    if (r.count() == 0) return 0;
    return normalised_elo(r, 0.5 + 1.96 * std::sqrt(r.variance() / static_cast<double>(r.count())));
}

/// Likelihood of superiority: how likely the first version is the better one, 0 to 1, if nothing was known before.
inline double likelihood_of_superiority(const Results& r) {
    const double deviation = std::sqrt(r.variance() / static_cast<double>(r.count() == 0 ? 1 : r.count()));
    return 0.5 * std::erfc(-(r.score() - 0.5) / deviation / std::sqrt(2));
}

/// Log-likelihood ratio of "the difference is elo1" against "it is elo0", normal approximation
/// (Van den Bergh, "A practical introduction to the GSPRT", 2020).
inline double log_likelihood_ratio(const Results& r, double elo0, double elo1) {
    if (r.count() < 2) return 0;
    const double s0 = expected(elo0);
    const double s1 = expected(elo1);
    return (s1 - s0) * (2 * r.score() - s0 - s1) / (2 * r.variance() / static_cast<double>(r.count()));
}

/// Wald's bounds for error rates of 5 % on either side.
inline double sprt_bound() { return std::log(0.95 / 0.05); }

}  // namespace stackmate::duel
