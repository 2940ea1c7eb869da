// Flash memory that loses its power when the test says so, and shows everything that real flash may show then.
#pragma once

#include <array>
#include <utility>

#include "hal/flash.hpp"

namespace stackmate::hal::fake {

/// What a power cut leaves of the unit being programmed, or of the sector being erased.
enum class Tear : std::uint8_t {
    nothing,     ///< as if not begun
    all,         ///< as if done
    low_half,    ///< unit: its low bytes are programmed; sector: its first half is erased
    high_half,   ///< the other way round
    random,      ///< unit: any subset of bits; sector: any contents
    mostly,      ///< unit: all bits except one or two; sector: all but a few bytes
    hardly,      ///< unit: one bit or two; sector: a few bytes
    unreadable,  ///< unit: cannot be read (error-correcting code); sector: every tenth unit cannot
    weak,        ///< reads as erased and takes bits, but loses some of its ones at each start
    wavering,    ///< changes at each start to another of those before `weak`, until erased
};
inline constexpr unsigned tears = 10;

/// Flash of the given geometry, strict about its rules: a unit that was programmed, torn or reads other than 0xFF must
/// not be programmed again before an erase; trying counts as `misuses`. Every unit programmed and every sector erased
/// is one step; `cut_after` cuts the power in a later step.
template <std::uint32_t Sectors, std::uint32_t SectorBytes, std::uint32_t ProgramBytes>
class Flash {
public:
    static constexpr std::uint32_t sectors = Sectors;
    static constexpr std::uint32_t sector_bytes = SectorBytes;
    static constexpr std::uint32_t program_bytes = ProgramBytes;
    static constexpr std::uint32_t longest_erase_us = 25'000;
    static constexpr std::uint32_t longest_program_us = 100;

    Flash() noexcept { cells_.fill(std::byte{0xFF}); }

    [[nodiscard]] bool erase(std::uint32_t sector) noexcept {
        if (!powered_ || sector >= Sectors) {
            misuses += powered_ ? 1 : 0;
            return false;
        }
        if (bad_sectors[sector]) {
            return false;
        }
        if (cut_now()) {
            waver_sector_ = tear_ >= Tear::weak ? sector : none;
            if (is_believed()) {
                ++erases[sector];
                clear(sector);
                late_sector_ = sector;
                return true;
            }
            tear_sector(sector, tear_);
            return false;
        }
        ++erases[sector];
        clear(sector);
        return true;
    }

    [[nodiscard]] bool program(std::uint32_t offset, std::span<const std::byte> bytes) noexcept {
        if (!powered_) {
            return false;
        }
        if (offset % ProgramBytes != 0 || bytes.size() % ProgramBytes != 0 || offset + bytes.size() > cells_.size()) {
            ++misuses;
            return false;
        }
        for (std::uint32_t done = 0; done < bytes.size(); done += ProgramBytes) {
            if (!program_unit(offset + done, bytes.subspan(done, ProgramBytes))) {
                return false;
            }
        }
        return true;
    }

    [[nodiscard]] bool read(std::uint32_t offset, std::span<std::byte> to) const noexcept {
        if (offset + to.size() > cells_.size()) {
            return false;
        }
        for (std::size_t i = 0; i < to.size(); ++i) {
            if (state_[(offset + i) / ProgramBytes] == State::unreadable) {
                return false;
            }
            to[i] = cells_[offset + i];
        }
        return true;
    }

    /// The power fails in the step after the next `steps`.
    void cut_after(std::uint32_t steps, Tear tear, std::uint32_t seed = 1) noexcept {
        left_ = steps;
        tear_ = tear;
        random_ = seed * 2654435761u + 1;
        armed_ = true;
    }

    /// The supply falls slowly: the program continues, and begins `operations` more operations, erases included, before
    /// all is over. Each is torn in its own way and reported as failed. `believed`: half of them are reported as done,
    /// and read as done until the next start.
    void run_on(std::uint32_t operations, bool believed = false) noexcept {
        runs_on_ = operations;
        believed_ = believed;
    }
    /// Whether the step has come and the power is not back.
    [[nodiscard]] bool falling() const noexcept { return falls_; }

    /// Power is back. Wavering units read differently from now on.
    void power_on() noexcept {
        powered_ = true;
        armed_ = falls_ = false;
        if (late_sector_ != none) {
            tear_sector(std::exchange(late_sector_, none), next() % 2 != 0 ? Tear::random : Tear::unreadable);
        }
        for (auto& late : late_) {
            if (late.torn.at != none) {
                tear_unit(late.torn, late.tear);
                late.torn.at = none;
            }
        }
        if (waver_sector_ != none) {
            tear_ == Tear::weak ? weaken(waver_sector_ * SectorBytes, SectorBytes)
                                : tear_sector(waver_sector_, Tear::wavering);
        }
        for (const auto& torn : torn_) {
            if (torn.at != none) {
                tear_ == Tear::weak ? weaken(torn.at, ProgramBytes) : tear_unit(torn, Tear::wavering);
            }
        }
    }

    [[nodiscard]] bool powered() const noexcept { return powered_; }

    /// Units programmed and sectors erased since the beginning.
    [[nodiscard]] std::uint64_t steps() const noexcept { return steps_; }

    /// All bytes, for tests that put something foreign there.
    [[nodiscard]] std::span<std::byte> cells() noexcept { return cells_; }

    std::array<std::uint32_t, Sectors> erases{};  ///< complete erases of each sector
    std::array<bool, Sectors> bad_sectors{};      ///< these can no longer be erased or programmed
    std::uint32_t bad_units = 0;                  ///< this many of the next units do not take their bits
    std::uint32_t misuses = 0;

private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    static constexpr std::uint32_t units = Sectors * SectorBytes / ProgramBytes;
    static constexpr std::uint32_t units_of_sector = SectorBytes / ProgramBytes;

    enum class State : std::uint8_t { erased, programmed, unreadable };

    [[nodiscard]] bool cut_now() noexcept {
        ++steps_;
        if (armed_ && left_-- == 0) {
            armed_ = false;
            falls_ = true;
            fall_left_ = runs_on_;
        } else if (falls_) {
            tear_ = some_tear();
        }
        if (falls_ && fall_left_-- == 0) {
            powered_ = false;
        }
        return falls_;
    }

    /// Whether the torn operation is reported as done. The last one ends with the processor.
    [[nodiscard]] bool is_believed() noexcept { return believed_ && powered_ && next() % 2 != 0; }

    [[nodiscard]] std::uint32_t next() noexcept {
        random_ ^= random_ << 13;
        random_ ^= random_ >> 17;
        return random_ ^= random_ << 5;
    }

    void clear(std::uint32_t sector) noexcept {
        for (std::uint32_t i = 0; i < SectorBytes; ++i) {
            cells_[sector * SectorBytes + i] = std::byte{0xFF};
        }
        for (std::uint32_t i = 0; i < units_of_sector; ++i) {
            state_[sector * units_of_sector + i] = State::erased;
        }
        if (waver_sector_ == sector) {
            waver_sector_ = none;
        }
        for (auto& torn : torn_) {
            torn.at = torn.at / SectorBytes == sector ? none : torn.at;
        }
        for (auto& late : late_) {
            late.torn.at = late.torn.at / SectorBytes == sector ? none : late.torn.at;
        }
    }

    [[nodiscard]] bool program_unit(std::uint32_t at, std::span<const std::byte> bytes) noexcept {
        for (std::uint32_t i = 0; i < ProgramBytes; ++i) {
            if (cells_[at + i] != std::byte{0xFF}) {
                ++misuses;
                return false;
            }
        }
        bool used = state_[at / ProgramBytes] != State::erased;
        for (const auto& torn : torn_) {
            used = used || (torn.at == at && tear_ != Tear::weak);
        }
        if (used || bad_sectors[at / SectorBytes]) {
            return false;  // reads blank and refuses, as a chip with a hidden error-correcting code may
        }
        if (bad_units != 0) {
            --bad_units;
            state_[at / ProgramBytes] = State::programmed;
            cells_[at] = bytes[0] | std::byte{1};
            return false;
        }
        if (cut_now()) {
            auto& torn = torn_[cuts_++ % torn_.size()];
            torn.at = at;
            for (std::uint32_t i = 0; i < ProgramBytes; ++i) {
                torn.intended[i] = bytes[i];
            }
            if (!is_believed()) {
                tear_unit(torn, tear_);
                if (tear_ < Tear::weak) {
                    torn.at = none;
                }
                return false;
            }
            late_[lates_++ % late_.size()] = {torn, tear_};
            torn.at = none;
        }
        for (std::uint32_t i = 0; i < ProgramBytes; ++i) {
            cells_[at + i] = bytes[i];
        }
        state_[at / ProgramBytes] = State::programmed;
        return true;
    }

    /// Some ones become zeros: one in 16, and at some starts none.
    void weaken(std::uint32_t at, std::uint32_t bytes) noexcept {
        const bool strong = next() % 4 == 0;
        for (std::uint32_t i = at; !strong && i < at + bytes; ++i) {
            cells_[i] &= static_cast<std::byte>(next() | next() | next() | next());
        }
    }

    [[nodiscard]] Tear some_tear() noexcept { return static_cast<Tear>(next() % unsigned{tears - 2}); }

    /// A unit that was being programmed when the power failed.
    struct Torn {
        std::uint32_t at = none;
        std::array<std::byte, ProgramBytes> intended{};
    };

    /// Programs the bits that `tear` lets through.
    void tear_unit(const Torn& torn, Tear tear) noexcept {
        const auto at = torn.at;
        if (tear == Tear::wavering) {
            tear = some_tear();
        }
        const auto lucky = next() % (ProgramBytes * 8);
        const auto lucky_too = next() % (ProgramBytes * 8);
        for (std::uint32_t i = 0; i < ProgramBytes; ++i) {
            unsigned mask = 0;  // bits that get programmed
            for (std::uint32_t bit = 0; bit < 8; ++bit) {
                const bool chosen = i * 8 + bit == lucky || i * 8 + bit == lucky_too;
                const bool through = tear == Tear::all || (tear == Tear::low_half && i * 2 < ProgramBytes)
                                     || (tear == Tear::high_half && i * 2 >= ProgramBytes)
                                     || (tear == Tear::random && next() % 2 != 0) || (tear == Tear::mostly && !chosen)
                                     || (tear == Tear::hardly && chosen);
                mask |= through ? 1u << bit : 0;
            }
            cells_[at + i] = torn.intended[i] | static_cast<std::byte>(~mask);
        }
        const bool blank = tear == Tear::nothing || tear == Tear::weak;
        state_[at / ProgramBytes] = tear == Tear::unreadable ? State::unreadable
                                    : blank                  ? State::erased
                                                             : State::programmed;
    }

    void tear_sector(std::uint32_t sector, Tear tear) noexcept {
        if (tear == Tear::wavering) {
            tear = some_tear();
        }
        if (tear == Tear::nothing) {
            return;
        }
        if (tear == Tear::weak) {
            clear(sector);
            waver_sector_ = sector;
            return;
        }
        for (std::uint32_t i = 0; i < SectorBytes; ++i) {
            auto& cell = cells_[sector * SectorBytes + i];
            const bool first = i * 2 < SectorBytes;
            if (tear == Tear::all || (tear == Tear::low_half && first) || (tear == Tear::high_half && !first)
                || (tear == Tear::mostly && next() % 50 != 0) || (tear == Tear::hardly && next() % 50 == 0)) {
                cell = std::byte{0xFF};
            } else if (tear == Tear::random) {
                cell = static_cast<std::byte>(next() >> 7);
            }
        }
        for (std::uint32_t i = 0; i < units_of_sector; ++i) {
            const bool unreadable = tear == Tear::unreadable && next() % 10 == 0;
            state_[sector * units_of_sector + i] = unreadable ? State::unreadable : State::programmed;
        }
    }

    struct Late {
        Torn torn{};
        Tear tear{};
    };

    std::array<std::byte, std::size_t{Sectors} * SectorBytes> cells_{};
    std::array<State, units> state_{};
    std::array<Late, 32> late_{};  ///< believed operations: torn from the next start on
    std::uint32_t lates_ = 0;
    std::uint32_t late_sector_ = none;
    std::array<Torn, 4> torn_{};  ///< the last ones, where they read differently at each start
    std::uint32_t cuts_ = 0;
    std::uint64_t steps_ = 0;
    std::uint32_t left_ = 0;
    std::uint32_t runs_on_ = 0;
    std::uint32_t fall_left_ = 0;
    std::uint32_t random_ = 1;
    std::uint32_t waver_sector_ = none;
    Tear tear_ = Tear::nothing;
    bool armed_ = false;
    bool falls_ = false;
    bool believed_ = false;
    bool powered_ = true;
};

static_assert(hal::Flash<Flash<2, 1024, 2>>);

}  // namespace stackmate::hal::fake
