#include "host_tests/support/source_dir.hpp"

namespace stackmate::test {

std::string in_sources(std::string_view path) { return STACKMATE_SOURCE_DIR "/" + std::string{path}; }

}  // namespace stackmate::test
