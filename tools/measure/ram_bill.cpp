// What an image's RAM is made of. Compiled with an image's own flags, never linked: tools/sizes reads the
// arrays' lengths from the symbol table. Each is one byte longer than what it stands for, which may be nothing.
#include STACKMATE_BOARD_HEADER
#include "core/engine/config.hpp"
#include "core/engine/engine.hpp"
#include "firmware/app.hpp"

#include <type_traits>

namespace {

using namespace stackmate;
using Config = STACKMATE_CONFIG;
using Version = Config::Version;
using Board = boards::Board;

template <class T>
constexpr std::size_t room = std::is_empty_v<T> ? 1 : sizeof(T) + 1;

}  // namespace

extern "C" {
char bill_position[room<Position>];
char bill_keys[room<KeyHistory>];
char bill_table[Config::table_bytes + 1];
char bill_frames[Search<Version>::memory_bytes + 1];
char bill_picker[room<Version::Picker>];
char bill_enhancements[room<Version::Enhancements>];
char bill_line[room<BestLine<Version::line_plies>>];
char bill_engine[room<Engine<Config>>];
char bill_app[room<firmware::App<Config, Board>>];
char bill_board[room<Board>];
char bill_frame[room<Search<Version>::Frame>];
char bill_plies[Version::max_ply + 1];
}
