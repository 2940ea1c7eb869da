// The minimum that satisfies each concept of hal/chess_concepts.hpp.
#pragma once

#include "hal/archetypes.hpp"
#include "hal/chess_concepts.hpp"
#include "hal/flash.hpp"

namespace stackmate::hal::archetype {

struct SquareSensors {
    static constexpr std::uint32_t latency_ms = 0;
    [[nodiscard]] std::uint64_t scan() const noexcept { return 0; }
    [[nodiscard]] std::uint64_t raw() const noexcept { return 0; }
    [[nodiscard]] std::uint32_t scans() const noexcept { return 0; }
};

struct SquareLeds {
    static constexpr std::uint32_t frame_us = 0;
    [[nodiscard]] bool show(const Frame&) noexcept { return true; }
    void set_brightness(std::uint8_t) noexcept {}
    [[nodiscard]] bool shown() const noexcept { return true; }
};

struct Buttons {
    static constexpr unsigned count = 1;
    static constexpr std::uint32_t latency_ms = 0;
    [[nodiscard]] static std::string_view name(unsigned) noexcept { return {}; }
    [[nodiscard]] std::uint8_t held() const noexcept { return 0; }
    [[nodiscard]] std::uint8_t pressed() noexcept { return 0; }
};

struct NvStore {
    static constexpr unsigned keys = 8;
    static constexpr std::size_t longest_piece = 32;
    static constexpr std::uint32_t longest_silence_us = 0;
    [[nodiscard]] static std::size_t request_bytes(std::size_t bytes) noexcept { return bytes; }
    [[nodiscard]] NvResult open() noexcept { return NvResult::empty; }
    [[nodiscard]] NvResult put(unsigned, std::span<const std::byte>) noexcept { return NvResult::full; }
    [[nodiscard]] NvResult append(unsigned, std::span<const std::byte>) noexcept { return NvResult::full; }
    [[nodiscard]] NvResult make_room(std::size_t) noexcept { return NvResult::full; }
    [[nodiscard]] std::size_t size(unsigned) const noexcept { return 0; }
    [[nodiscard]] std::size_t growth(unsigned) const noexcept { return 0; }
    [[nodiscard]] std::size_t read(unsigned, std::size_t, std::span<std::byte>) const noexcept { return 0; }
};

struct Watchdog {
    static constexpr std::uint32_t longest_ms = 1000;
    static constexpr std::uint32_t late_percent = 0;
    void arm(std::uint32_t) noexcept {}
    void feed() noexcept {}
};

struct Sound {
    void play(std::uint16_t, std::uint16_t, bool) noexcept {}
};

struct Flash {
    static constexpr std::uint32_t sectors = 2;
    static constexpr std::uint32_t sector_bytes = 1024;
    static constexpr std::uint32_t program_bytes = 2;
    static constexpr std::uint32_t longest_erase_us = 0;
    static constexpr std::uint32_t longest_program_us = 0;
    [[nodiscard]] bool erase(std::uint32_t) noexcept { return false; }
    [[nodiscard]] bool program(std::uint32_t, std::span<const std::byte>) noexcept { return false; }
    [[nodiscard]] bool read(std::uint32_t, std::span<std::byte>) const noexcept { return false; }
};

struct ChessBoard : Board {
    SquareSensors sensors;
    SquareLeds leds;
    Buttons buttons;
    NvStore store;
    Watchdog watchdog;
};

static_assert(hal::SquareSensors<SquareSensors>);
static_assert(hal::SquareLeds<SquareLeds>);
static_assert(hal::Buttons<Buttons>);
static_assert(hal::NvStore<NvStore>);
static_assert(hal::Watchdog<Watchdog>);
static_assert(hal::Sound<Sound>);
static_assert(hal::Flash<Flash>);
static_assert(hal::ChessBoard<ChessBoard>);
static_assert(!hal::ChessBoard<Board>);

}  // namespace stackmate::hal::archetype
