// A whole chess board made of fakes.
#pragma once

#include "hal/fake/board.hpp"
#include "hal/fake/squares.hpp"
#include "hal/fake/store.hpp"

namespace stackmate::hal::fake {

/// ChessBoard for tests of firmware: nothing happens until the test does it.
struct ChessBoard : Board {
    SquareSensors sensors{};
    SquareLeds leds{};
    Buttons<> buttons{};
    NvStore<> store{};
    Watchdog watchdog{};
};

static_assert(hal::ChessBoard<ChessBoard>);
static_assert(!hal::ChessBoard<Board>);

}  // namespace stackmate::hal::fake
