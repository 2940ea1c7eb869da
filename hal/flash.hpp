// A region of flash memory, with only what a store needs (hal/flash_log.hpp). Drivers are in boards/.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

namespace stackmate::hal {

/// A region of `sectors` erase sectors of `sector_bytes` each, numbered from 0; offsets count bytes from its start.
/// Erased bytes read 0xFF.
///
/// `erase(sector)`: returns true when the whole sector is erased.
/// `program(offset, bytes)`: programs whole units of `program_bytes`, in rising order, and checks them by reading back;
/// one unit is complete before the next begins. No unit may have been programmed since its sector was erased. `offset`
/// and the length are multiples of `program_bytes`. Returns true when every byte reads as given. A unit that reads 0xFF
/// may still refuse (a chip with a hidden error-correcting code).
/// Outside the region, and for a part of a unit, `erase` and `program` return false and change nothing.
/// `read(offset, to)`: any offset and length within the region. Returns false if some byte cannot be read, which an
/// error-correcting code may report for a unit torn by a power cut; `to` is then unspecified. Never faults.
/// `longest_erase_us`, `longest_program_us`: for one sector and for one unit, from the data sheet.
///
/// When power fails, the unit being programmed has any subset of its bits programmed (or cannot be read), and the
/// sector being erased has any contents. Either may read differently at each start. Nothing else changes.
///
/// Blocks for as long as the memory works. On a chip that runs from the same memory everything waits, except interrupts
/// whose code and vectors are in RAM.
///
/// | chip | sector | unit | programmed again before an erase | erase, program | cycles | source |
/// |---|--:|--:|---|--:|--:|---|
/// | RP2040, W25Q16JV | 4 KB | 1..256 bytes of a page | other bytes of the page | 400 ms, 3 ms | 100,000 | 1 |
/// | STM32L475 | 2 KB | 8 | refused (PROGERR), 8 bits of ECC each | 24.5 ms, 91 us | 10,000 | 2 |
/// | STM32F411, first sectors | 16 KB | 4 | not needed here | 500 ms, 100 us | 10,000 | 3 |
/// | STM32F103, STM32F100 | 1 KB | 2 | refused (PGERR), except zeros | 40 ms, 70 us | 10,000 | 4 |
///
/// 1: Winbond W25Q16JV data sheet: Page Program (02h), Sector Erase (20h), AC electrical characteristics. The
///    boot ROM programs whole pages of 256 bytes (RP2040 data sheet, "Flash Access Functions"): a driver
///    fills up with 0xFF, which leaves those bytes as they are. With some makers' chips it does not: docs/STORAGE.md.
/// 2: ST RM0351, "Embedded Flash memory": FLASH_SR.PROGERR, FLASH_ECCR.ECCD (a read of two wrong bits raises
///    NMI: the driver's handler makes `read` return false); DS10969, "Flash memory characteristics".
/// 3: ST RM0383, "Embedded Flash memory interface" (words need 2.7 V or more); DS10314, "Flash memory
///    characteristics".
/// 4: ST PM0075 (STM32F103) and PM0063 (STM32F100), flash programming manuals: FLASH_SR.PGERR; DS5319, "Flash
///    memory characteristics".
template <class T>
concept Flash =
    requires(T flash, const T& seen, std::uint32_t at, std::span<const std::byte> bytes, std::span<std::byte> to) {
        { flash.erase(at) } noexcept -> std::same_as<bool>;
        { flash.program(at, bytes) } noexcept -> std::same_as<bool>;
        { seen.read(at, to) } noexcept -> std::same_as<bool>;
        { T::sectors } -> std::convertible_to<std::uint32_t>;
        { T::sector_bytes } -> std::convertible_to<std::uint32_t>;
        { T::program_bytes } -> std::convertible_to<std::uint32_t>;
        { T::longest_erase_us } -> std::convertible_to<std::uint32_t>;
        { T::longest_program_us } -> std::convertible_to<std::uint32_t>;
    } && std::has_single_bit(std::uint32_t{T::program_bytes}) && T::program_bytes <= 16 && T::sector_bytes % 16 == 0;

}  // namespace stackmate::hal
