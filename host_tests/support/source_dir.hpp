// Files of the repository that tests read.
#pragma once

#include <string>
#include <string_view>

namespace stackmate::test {

/// The place of a file whose path begins at the repository's root. Only source_dir.cpp knows where that is, so a compiler's
/// cache serves all other objects in every clone.
[[nodiscard]] std::string in_sources(std::string_view path);

}  // namespace stackmate::test
