// The flash of the chips this firmware runs on, as models, with the segments that docs/STORAGE.md proposes.
#pragma once

#include "hal/fake/flash.hpp"
#include "hal/flash_log.hpp"

#include <gtest/gtest.h>

#include <string>

namespace stackmate::test {

template <class FlashModel, std::uint32_t SegmentSectors, std::uint32_t Cycles, unsigned Keys = 16>
struct Chip {
    using Flash = FlashModel;
    using Log = hal::FlashLog<FlashModel, SegmentSectors, Keys>;
    static constexpr std::uint32_t segment_sectors = SegmentSectors;
    static constexpr std::uint32_t cycles = Cycles;  ///< erases a sector is good for, by its data sheet
};

// Sectors, bytes of a sector and of a unit: the table at hal/flash.hpp.
struct Rp2040 : Chip<hal::fake::Flash<16, 4096, 8>, 1, 100'000> {
    static constexpr const char* name = "RP2040";
};
struct Stm32l475 : Chip<hal::fake::Flash<16, 2048, 8>, 2, 10'000> {
    static constexpr const char* name = "STM32L475";
};
struct Stm32f411 : Chip<hal::fake::Flash<3, 16384, 4>, 1, 10'000> {
    static constexpr const char* name = "STM32F411";
};
/// As where mistakes are kept beside past games.
struct Stm32f411ManyKeys : Chip<hal::fake::Flash<3, 16384, 4>, 1, 10'000, 24> {
    static constexpr const char* name = "STM32F411ManyKeys";
};
struct Stm32f103 : Chip<hal::fake::Flash<12, 1024, 2>, 4, 10'000> {
    static constexpr const char* name = "STM32F103";
};

/// For typed tests of all of them.
using BoardsChips = testing::Types<Rp2040, Stm32l475, Stm32f411, Stm32f103>;
struct NameOfChip {
    template <class C>
    static std::string GetName(int) {
        return C::name;
    }
};

}  // namespace stackmate::test
