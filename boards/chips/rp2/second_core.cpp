#include "boards/chips/rp2/second_core.hpp"

#include "boards/chips/rp2/clock.hpp"
#include "boards/chips/rp2/registers.hpp"

namespace stackmate::boards {
namespace {

using namespace rp2;

// 2.3.1.7: the queues between the cores, of which each core sees its own end.
using QueueStatus = Register<0xD0000050>;
using QueueWrite = Register<0xD0000054>;
using QueueRead = Register<0xD0000058>;
constexpr std::uint32_t has_word = 1u << 0, has_room = 1u << 1;

constexpr std::uint32_t tries_1_ms = ClockTree::system_hz / 1000 / 4, tries_500_ms = 500 * tries_1_ms;

/// The word that the second core's boot ROM answers, which is the same if it has understood.
[[nodiscard]] bool echoes(std::uint32_t word) noexcept {
    if (word == 0) {
        (void)wait_for([] { return !QueueStatus::any(has_word) || (void(QueueRead::read()), false); }, 16);
        asm volatile("sev");  // the ROM may wait for room
    }
    if (!wait_for([] { return QueueStatus::any(has_room); }, tries_1_ms)) {
        return false;
    }
    QueueWrite::write(word);
    finish_writes();
    asm volatile("sev");
    return wait_for([] { return QueueStatus::any(has_word); }, tries_1_ms) && QueueRead::read() == word;
}

}  // namespace

void rp2::stop_second_core() noexcept {
    using ForceOff = AtomicRegister<Map::power_on + 4>;
    ForceOff::set(Map::second_core_power);
    (void)wait_for([] { return ForceOff::any(Map::second_core_power); }, tries_1_ms);
    ForceOff::clear(Map::second_core_power);  // it waits in the boot ROM
}

bool start_second_core(void (*entry)(), std::span<std::uint64_t> stack) noexcept {
    return cortex_m::launch_second_core(entry, stack, tries_500_ms, [](const cortex_m::VectorTable<0>& vectors) {
        const std::uint32_t words[] = {
            0,
            0,
            1,
            static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(&vectors)),
            static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(vectors.initial_stack)),
            static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(vectors.handlers[0]))};
        // An answer that is something else: from the first word again.
        std::size_t next = 0;
        return wait_for(
            [&] {
                next = echoes(words[next]) ? next + 1 : 0;
                return next == std::size(words);
            },
            24);
    });
}

}  // namespace stackmate::boards
