// The command line of the programs that experiments run; they differ in the versions that they know.
#pragma once

#include "lab/duel/player.hpp"

#include <initializer_list>
#include <span>

namespace stackmate::duel {

/// All of `main`: with the usual versions and these.
int lab_main(int argc, char** argv, std::initializer_list<std::span<const VersionInfo>> more);

}  // namespace stackmate::duel
