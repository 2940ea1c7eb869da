// A player that is another program: any UCI engine of this machine.
#pragma once

#include "workshop/lab/duel/player.hpp"

#include <string_view>

namespace stackmate::duel {

/// `call`: "uci:PROGRAM,OPTION=VALUE,...". Its scores are not read, so no match against it should end by them. A
/// program that cannot be started or goes away ends this one with status 1.
const VersionInfo* uci_engine(std::string_view call);

}  // namespace stackmate::duel
