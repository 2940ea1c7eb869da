#include "host_tests/firmware/table/table.hpp"

namespace stackmate {

template class Engine<firmware::test::QuickConfig>;
template class firmware::App<firmware::test::QuickConfig, firmware::test::TableBoard>;
template class firmware::App<firmware::test::QuickConfig, firmware::test::PairBoard>;

}  // namespace stackmate
