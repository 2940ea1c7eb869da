#pragma once

#include <iosfwd>
#include <span>
#include <string>

#include "tools/tune/fit.hpp"

namespace stackmate::tune {

/// Everything a fitted model needs to be written out.
struct Model {
    const Terms* terms;
    bool symmetric;
    std::vector<Weight> weights;  ///< in logits, per feature
    std::vector<Weight> bare;     ///< the same, fitted with material and squares alone
    std::vector<Weight> uses;     ///< per feature, of the training positions
};

/// Centipawns per logit such that a pawn of the end game is worth 100 on average. Taken from the bare
/// weights, so that all choices of terms share one scale.
double centipawns_per_logit(const Model& model);

/// The weights as the header will hold them: whole centipawns.
std::vector<Weight> rounded(const Model& model, double scale);

/// Writes the header with the tables of all active terms; `provenance` are comment lines without their
/// slashes.
void write_tables(std::ostream& out, const Model& model, double scale, std::span<const std::string> provenance);

}  // namespace stackmate::tune
