#pragma once

#include <iosfwd>
#include <string>

#include "tools/tune/fit.hpp"

namespace stackmate::tune {

/// Measures what each term is worth on the positions held back: alone on top of the base (material, squares,
/// tempo, bishop pair), removed from the model of all terms, and in the order in which a greedy choice takes
/// them. Writes a Markdown report. Takes minutes; tells on standard error how far it is.
void write_worth(std::ostream& out, const Terms& terms, const Fitter& fitter, const Fitter& judge,
                 Fitter::Options options);

/// Replaces what stands between the marker lines of the file. Throws std::runtime_error when they are
/// missing.
void replace_report(const std::string& path, const std::string& report);

}  // namespace stackmate::tune
