#include "host_tests/support/precompiled.hpp"
