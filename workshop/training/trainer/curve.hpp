// Learning curves: written as a table, drawn from such tables.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "workshop/training/trainer/trainer.hpp"

namespace stackmate::training {

/// A table `epoch,training,held_back,rate`. Throws std::runtime_error when the file cannot be written.
void write_curve(const std::string& path, std::span<const Epoch> curve);

/// Draws tables into an SVG file, each named after its file: held back in full lines, training in dashed ones.
/// Throws std::runtime_error when a file cannot be read or written.
void draw_curves(const std::string& path, const std::vector<std::string>& tables);

}  // namespace stackmate::training
