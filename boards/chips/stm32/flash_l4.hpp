// Flash of the STM32L4 family with two banks, as a piece of memory that a store writes to.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

#include "boards/chips/stm32/bus.hpp"
#include "boards/chips/stm32/supply.hpp"
#include "hal/flash.hpp"

namespace stackmate::boards::stm32 {

/// hal::Flash: `Pages` pages of bank 2, behind which it has `Behind` more (RM0351, "Embedded Flash memory"; page numbers are those of a
/// chip with 1 MB: 256 pages of 2 KB in each bank). The program lies in bank 1 and goes on running, interrupts
/// included, while this bank is erased or programmed.
///
/// Each 8 bytes have 8 bits of error-correcting code. Two wrong bits, which a power cut leaves, raise NMI when
/// they are read: the board's handler asks `take_error` whether the NMI was that. Not for interrupts.
///
/// `ChipHz`: the processor's clock, which bounds waits for the memory: if it never gets ready, a call returns false within
/// twice the longest erase time. In an emulator without flash programming every call fails at once, because what was written
/// does not read back. If the supply is too low, nothing is begun.
template <std::uint32_t Pages, std::uint32_t ChipHz, class ChipBus = Bus, std::uint32_t Behind = 0>
class FlashL4 {
    static_assert(Pages >= 1 && Pages + Behind <= 256);

public:
    static constexpr std::uint32_t sectors = Pages;
    static constexpr std::uint32_t sector_bytes = 2048;
    static constexpr std::uint32_t program_bytes = 8;
    static constexpr std::uint32_t longest_erase_us = 24'500;
    static constexpr std::uint32_t longest_program_us = 91;
    static constexpr std::uintptr_t begin = 0x08100000 - (Pages + Behind) * sector_bytes;

    constexpr FlashL4() noexcept = default;
    explicit constexpr FlashL4(ChipBus bus) noexcept : bus_{bus} {}

    [[nodiscard]] bool erase(std::uint32_t sector) noexcept {
        if (sector >= sectors || supply_low()) {
            return false;
        }
        const Opened opened{*this};
        const std::uint32_t page = 256 - Pages - Behind + sector;
        const std::uint32_t what = page_erase | bank_2 | (page << 3);
        bus_.write(control, what);
        bus_.write(control, what | start);
        return finished() && blank(sector * sector_bytes);
    }

    [[nodiscard]] bool program(std::uint32_t offset, std::span<const std::byte> bytes) noexcept {
        if (offset % program_bytes != 0 || bytes.size() % program_bytes != 0 || !inside(offset, bytes.size())) {
            return false;
        }
        const Opened opened{*this};
        bus_.write(control, programming);
        for (std::size_t at = 0; at < bytes.size(); at += program_bytes) {
            const auto address = begin + offset + at;
            if (supply_low()) {
                return false;
            }
            // The chip takes the two halves of a unit one after the other and then begins.
            bus_.write(address, word(bytes.subspan(at)));
            bus_.write(address + 4, word(bytes.subspan(at + 4)));
            if (!finished() || !reads_as(address, bytes.subspan(at, program_bytes))) {
                return false;
            }
        }
        return true;
    }

    [[nodiscard]] bool read(std::uint32_t offset, std::span<std::byte> to) const noexcept {
        if (!inside(offset, to.size())) {
            return false;
        }
        begin_reads();
        for (std::size_t at = 0; at < to.size(); ++at) {
            const auto address = begin + offset + at;
            to[at] = static_cast<std::byte>(bus_.read(address & ~std::uintptr_t{3}) >> 8 * (address & 3));
        }
        return ended_well();
    }

    /// Call it from the NMI handler. Returns true if the NMI came from an unreadable unit that this driver was reading; that is
    /// then noted, and the program may go on.
    [[nodiscard]] bool take_error() const noexcept {
        const auto state = bus_.read(ecc);
        if ((state & unreadable) == 0 || !reading_.load(std::memory_order_relaxed)) {
            return false;
        }
        bus_.write(ecc, state | unreadable);  // cleared by writing 1
        error_.store(true, std::memory_order_relaxed);
        return true;
    }

private:
    // RM0351, "FLASH registers".
    static constexpr std::uintptr_t access = 0x40022000;   ///< ACR
    static constexpr std::uintptr_t key = 0x40022008;      ///< KEYR
    static constexpr std::uintptr_t status = 0x40022010;   ///< SR
    static constexpr std::uintptr_t control = 0x40022014;  ///< CR
    static constexpr std::uintptr_t ecc = 0x40022018;      ///< ECCR
    static constexpr std::uint32_t data_cache = 1u << 10;
    static constexpr std::uint32_t reset_data_cache = 1u << 12;
    static constexpr std::uint32_t busy = 1u << 16;
    static constexpr std::uint32_t end_of_operation = 1u << 0;
    /// OPERR, PROGERR, WRPERR, PGAERR, SIZERR, PGSERR, MISERR, FASTERR, RDERR, OPTVERR
    static constexpr std::uint32_t errors = 0xC3FA;
    static constexpr std::uint32_t programming = 1u << 0;
    static constexpr std::uint32_t page_erase = 1u << 1;
    static constexpr std::uint32_t bank_2 = 1u << 11;
    static constexpr std::uint32_t start = 1u << 16;
    static constexpr std::uint32_t lock = 1u << 31;
    static constexpr std::uint32_t unreadable = 1u << 31;  ///< ECCD

    // A poll takes four cycles at least.
    static constexpr std::uint32_t tries = 2 * longest_erase_us / 4 * (ChipHz / 1'000'000);

    /// Keeps the controller unlocked during its lifetime, and the data cache off. The cache may keep wrong bytes if one bank is
    /// read while the other is written (ES0250, "Data cache might be corrupted during Flash memory read-while-write
    /// operation"), and it does not notice what was written.
    class Opened {
    public:
        explicit Opened(FlashL4& flash) noexcept : bus_{flash.bus_}, caches_{flash.bus_.read(access)} {
            (void)flash.finished();
            bus_.write(access, caches_ & ~data_cache);
            bus_.write(key, 0x45670123);
            bus_.write(key, 0xCDEF89AB);
            bus_.write(status, errors | end_of_operation);  // cleared by writing 1; old ones would stop the next
        }
        ~Opened() {
            bus_.write(control, lock);
            bus_.write(access, (caches_ & ~data_cache) | reset_data_cache);
            bus_.write(access, caches_);
        }
        Opened(const Opened&) = delete;
        Opened& operator=(const Opened&) = delete;

    private:
        ChipBus& bus_;
        std::uint32_t caches_;
    };

    [[nodiscard]] static constexpr bool inside(std::uint32_t offset, std::size_t bytes) noexcept {
        constexpr std::uint32_t size = Pages * sector_bytes;
        return offset <= size && bytes <= size - offset;
    }

    [[nodiscard]] static constexpr std::uint32_t word(std::span<const std::byte> bytes) noexcept {
        return std::to_integer<std::uint32_t>(bytes[0]) | std::to_integer<std::uint32_t>(bytes[1]) << 8
               | std::to_integer<std::uint32_t>(bytes[2]) << 16 | std::to_integer<std::uint32_t>(bytes[3]) << 24;
    }

    [[nodiscard]] bool supply_low() const noexcept { return (bus_.read(SupplyL4::status) & SupplyL4::low) != 0; }

    [[nodiscard]] bool finished() const noexcept {
        for (std::uint32_t left = tries; left != 0; --left) {
            const auto now = bus_.read(status);
            if ((now & busy) == 0) {
                return (now & errors) == 0;
            }
        }
        return false;
    }

    [[nodiscard]] bool reads_as(std::uintptr_t address, std::span<const std::byte> unit) const noexcept {
        begin_reads();
        const bool same = bus_.read(address) == word(unit) && bus_.read(address + 4) == word(unit.subspan(4));
        return ended_well() && same;
    }

    [[nodiscard]] bool blank(std::uint32_t offset) const noexcept {
        begin_reads();
        bool all = true;
        for (std::uint32_t at = 0; at < sector_bytes; at += 4) {
            all = all && bus_.read(begin + offset + at) == 0xFFFFFFFF;
        }
        return ended_well() && all;
    }

    void begin_reads() const noexcept {
        error_.store(false, std::memory_order_relaxed);
        reading_.store(true, std::memory_order_relaxed);
        std::atomic_signal_fence(std::memory_order_seq_cst);
    }

    /// Call it after reads. An unreadable unit must not stay in the data cache: the next read of it would raise no NMI.
    [[nodiscard]] bool ended_well() const noexcept {
        bus_.wait_for_reads();
        reading_.store(false, std::memory_order_relaxed);
        if (!error_.load(std::memory_order_relaxed)) {
            return true;
        }
        const auto caches = bus_.read(access);
        bus_.write(access, caches & ~data_cache);
        bus_.write(access, (caches & ~data_cache) | reset_data_cache);
        bus_.write(access, caches);
        return false;
    }

    [[no_unique_address]] mutable ChipBus bus_{};
    mutable std::atomic<bool> reading_{false};
    mutable std::atomic<bool> error_{false};
};

static_assert(hal::Flash<FlashL4<16, 80'000'000>>);

}  // namespace stackmate::boards::stm32
