#include "workshop/lab/duel/statistics.hpp"

#include <gtest/gtest.h>

namespace {

using namespace stackmate::duel;

TEST(Statistics, EloOfAScoreIsThatOfTheLogisticFormula) {
    EXPECT_DOUBLE_EQ(elo(0.5), 0);
    EXPECT_NEAR(elo(0.75), 190.85, 0.01);  // 400 * log10(3)
    EXPECT_NEAR(elo(10.0 / 11), 400, 1e-9);
    EXPECT_NEAR(elo(0.25), -elo(0.75), 1e-9);
    EXPECT_NEAR(expected(elo(0.64)), 0.64, 1e-12);
}

TEST(Statistics, EloOfAWhitewashIsFinite) {
    EXPECT_LT(elo(1), 1400);
    EXPECT_GT(elo(0), -1400);
}

TEST(Statistics, AddCountsGamesAndPairs) {
    Results r;
    r.add(2, 2);
    r.add(2, 0);
    r.add(1, 1);
    r.add(0, 1);
    EXPECT_EQ(r.pairs, (std::array<std::size_t, 5>{0, 1, 2, 0, 1}));
    EXPECT_EQ(r.wins, 3u);
    EXPECT_EQ(r.draws, 3u);
    EXPECT_EQ(r.losses, 2u);
    EXPECT_DOUBLE_EQ(r.score(), 4.5 / 8);
}

TEST(Statistics, ErrorBarComesFromTheScatterOfPairs) {
    // Variance of a pair's mean: (0.2 * 1/4 + 0.4 * 1/16) = 0.075, so the score is known to 1.96 * sqrt(0.075
    // / 1000) = 0.01697, and one point in a hundred is 6.9487 Elo near an even score: 11.8.
    Results r;
    r.pairs = {100, 200, 400, 200, 100};
    EXPECT_NEAR(elo_error(r), 11.8, 0.05);
    // As many games, but every pair split: nothing scatters.
    r.pairs = {0, 0, 1000, 0, 0};
    EXPECT_LT(elo_error(r), 0.5);
    EXPECT_DOUBLE_EQ(elo_error(Results{}), 0);
    EXPECT_EQ(elo_interval(Results{}), std::pair(elo(0), elo(1))) << "without games nothing is known";
}

TEST(Statistics, ErrorBarShrinksWithTheSquareRootOfTheGames) {
    Results few, many;
    few.pairs = {100, 200, 400, 200, 100};
    many.pairs = {400, 800, 1600, 800, 400};
    EXPECT_NEAR(elo_error(few) / elo_error(many), 2, 0.01);
}

TEST(Statistics, NormalisedEloIsTheScoreInStandardDeviationsOfAGame) {
    // A pair's mean is 0.5375, its variance (8/16 + 12/4 + 10 * 9/16 + 6) / 40 - 0.5375^2 = 0.08921875; that of a game is
    // twice as much, 0.422419^2. 0.0375 / 0.422419 * 800 / ln 10 = 30.843; 1.96 * 347.436 / sqrt(80,000 games) = 2.4076.
    Results r;
    r.pairs = {4000, 8000, 12000, 10000, 6000};
    EXPECT_NEAR(normalised_elo(r), 30.843, 0.002);
    EXPECT_NEAR(normalised_elo_error(r), 2.4076, 0.0001);
    EXPECT_DOUBLE_EQ(normalised_elo(Results{}), 0);
    EXPECT_DOUBLE_EQ(normalised_elo_error(Results{}), 0);
}

TEST(Statistics, LikelihoodOfSuperiorityIsTheNormalDistribution) {
    Results r;
    r.pairs = {100, 200, 400, 200, 100};
    EXPECT_NEAR(likelihood_of_superiority(r), 0.5, 1e-9);
    EXPECT_DOUBLE_EQ(likelihood_of_superiority(Results{}), 0.5);
    r.pairs = {93, 190, 398, 213, 106};  // mean 0.51225, variance 0.074787: 1.4165 deviations above even
    EXPECT_NEAR(likelihood_of_superiority(r), 0.9217, 0.0005);
    Results other;
    other.pairs = {106, 213, 398, 190, 93};
    EXPECT_NEAR(likelihood_of_superiority(other), 1 - likelihood_of_superiority(r), 1e-9);
}

TEST(Statistics, FiguresOfPublishedMatchesAreThose) {
    // As fastchess printed them: github.com/lynx-chess/Lynx, pull request 1899; github.com/brunocodutra/cinder, 727.
    Results lynx;
    lynx.pairs = {235, 1384, 2521, 1341, 239};
    EXPECT_NEAR(elo(lynx.score()), -1.06, 0.006);
    EXPECT_NEAR(elo_error(lynx), 4.05, 0.006);
    EXPECT_NEAR(normalised_elo(lynx), -1.67, 0.006);
    EXPECT_NEAR(normalised_elo_error(lynx), 6.37, 0.006);
    EXPECT_NEAR(likelihood_of_superiority(lynx), 0.3033, 0.0001);
    Results cinder;
    cinder.pairs = {50, 287, 610, 387, 73};
    EXPECT_NEAR(elo(cinder.score()), 18.04, 0.006);
    EXPECT_NEAR(elo_error(cinder), 8.23, 0.006);
    EXPECT_NEAR(normalised_elo(cinder), 28.19, 0.02);
    EXPECT_NEAR(normalised_elo_error(cinder), 12.84, 0.006);
    EXPECT_NEAR(likelihood_of_superiority(cinder), 1, 0.0001);
}

TEST(Statistics, LikelihoodRatioIsThatOfTwoNormalDistributions) {
    // The same from the definition: the sum over all pairs of the logarithm of the ratio of the two
    // densities.
    Results r;
    r.pairs = {180, 480, 800, 560, 210};
    const double s0 = expected(0), s1 = expected(5), variance = r.variance();
    double sum = 0;
    for (std::size_t i = 0; i < 5; ++i) {
        const double x = static_cast<double>(i) / 4;
        sum += static_cast<double>(r.pairs[i]) * ((x - s0) * (x - s0) - (x - s1) * (x - s1)) / (2 * variance);
    }
    EXPECT_NEAR(log_likelihood_ratio(r, 0, 5), sum, 1e-9);
    EXPECT_GT(sum, 0);
}

TEST(Statistics, LikelihoodRatioHasTheSignOfWhatIsLikelier) {
    Results even;
    even.pairs = {100, 200, 400, 200, 100};
    EXPECT_LT(log_likelihood_ratio(even, 0, 10), 0);
    EXPECT_NEAR(log_likelihood_ratio(even, -5, 5), 0, 1e-9);
    EXPECT_DOUBLE_EQ(log_likelihood_ratio(Results{}, 0, 10), 0);
}

TEST(Statistics, SprtBoundIsWalds) { EXPECT_NEAR(sprt_bound(), 2.944, 0.001); }

}  // namespace
